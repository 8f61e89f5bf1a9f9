/* wet.h - the WET text formats: every executed instruction with its dependences and values.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Source: "WET Trace Format" (Zhang and Gupta's whole execution traces; MICRO-37 2004). Where that page is silent the rules
 * of clew-formats(5) decide; their numbers (1.1, 1.2, ...) stand in the comments here.
 *
 *     trace       = count-line block*                                     a comprehensive trace
 *     block       = static-line { "SIZE" n { X ":" id instance } } ( "NO" "VALUES" | "VALUES" n { X ":" hex } )
 *     static-line = id num_use_port address [file] [function] [line]
 *
 *     history     = { address "#" instance "-->" address "#" instance }   the last dependences of a run
 *
 * Reading pulls items, one a line; nothing is kept but a few counters, so a trace of any size streams through:
 *
 *     struct wet_reader *reader = wet_reader_open(bytes);
 *     struct wet_item item;
 *     while (wet_reader_next(reader, &item))
 *         switch (item.kind) ...
 *     wet_reader_close(reader);
 *
 * The reader checks what one pass can check (bad lines, counts, order of X, the end of the file); what needs the whole trace
 * (duplicate ids and addresses, dangling ids, instances out of range) is the store's to find.
 *
 * Strings in an item are good until the next call only.
 *
 * Large files are read in pieces, by several threads, and nearly all of their lines are plain entries, which need not be items of their own:
 *
 *     struct wet_reader *reader = wet_reader_start(WET_COMPREHENSIVE, WET_FROM_BLOCK);
 *     for each piece: whole lines, but for the last
 *         wet_reader_feed(reader, piece, is_last);
 *         for (;;)
 *             if (wet_reader_batch(reader, &batch, BATCH)) ...                up to 256 plain lines of one list at once
 *             else if (wet_reader_next(reader, &item)) ...                    a line of any kind
 *             else break;                                                     the piece is used up (or, after the last, the file)
 *
 * However lines are taken, singly or in batches, and whichever of the paths for them a machine has (AVX2, or 64-bit words), the same
 * bytes give the same entries and the same problems at the same places. */
#ifndef CLEW_RECORDING_WET_WET_H
#define CLEW_RECORDING_WET_WET_H

#include "core/core.h"

/* ---- Problems ---- */

/* The problems a trace can have (1.6), in the order of that table. */
enum wet_problem {
    WET_MISSING_COUNT, WET_COUNT_MISMATCH, WET_BAD_LINE, WET_PORTS_MISMATCH, WET_SIZE_MISMATCH, WET_MISSING_VALUES, WET_TRUNCATED,
    WET_X_ORDER, WET_X_DUPLICATE, WET_DUPLICATE_ID, WET_DUPLICATE_ADDRESS, WET_DANGLING_ID, WET_INSTANCE_RANGE,
    WET_PROBLEMS
};
const char *wet_problem_name(enum wet_problem kind);        /* "missing-count", "count-mismatch", ... */

/* A problem with what its message needs:
 *
 *     kind                        first       second      third
 *     count-mismatch              N           blocks
 *     ports-mismatch              id          announced   SIZE lists
 *     size-mismatch               announced   entries     1: the list is VALUES
 *     missing-values              id
 *     truncated                   id                      1: a history, cut inside a line
 *     x-order                     X           largest X before it
 *     x-duplicate                 X
 *     duplicate-id                id          line of the first block
 *     duplicate-address           address     id of the first block there, third: its line
 *     dangling-id                 id
 *     instance-range              instance    id          executions
 */
struct wet_finding {
    enum wet_problem kind;
    uint64_t first, second, third;
};

/* Appends the message, without place and line end: "SIZE says 4, 3 entries follow". */
void wet_problem_text(const struct wet_finding *finding, struct text *out);

/* ---- Reading ---- */

/* Which of the two formats: a history has "-->" in its first line that is not empty. O(first line and blanks before it). */
enum wet_kind { WET_EMPTY, WET_COMPREHENSIVE, WET_HISTORY };
enum wet_kind wet_kind(struct str bytes);
bool wet_sniff(struct str head);                  /* a comprehensive trace, by its first lines? */
bool wet_history_sniff(struct str head);

enum wet_item_kind {
    WET_ITEM_COUNT,         /* number = N; at most once, first */
    WET_ITEM_BLOCK,         /* block: the static line of an instruction; ends the block before */
    WET_ITEM_PORT,          /* number = n of "SIZE n": the next port of the block, its entries follow */
    WET_ITEM_ENTRY,         /* entry: of the port before it */
    WET_ITEM_VALUES,        /* number = n of "VALUES n"; the values follow */
    WET_ITEM_VALUE,         /* value */
    WET_ITEM_NO_VALUES,
    WET_ITEM_ARROW,         /* arrow: a line of a history */
    WET_ITEM_PROBLEM        /* problem; line and column are its place, which may lie before the items already given */
};

struct wet_block {
    uint64_t id, ports, address;    /* ports: num_use_port as announced */
    struct str file, function;      /* the null string: unknown; read as 1.2 says */
    uint64_t line;                  /* of the source; 0: unknown */
    uint64_t address_column;        /* byte column of the address; the writer ignores it */
};

struct wet_entry {
    uint64_t x, id, instance;               /* x and instance at most 2^64-2 */
    uint64_t id_column, instance_column;
};

struct wet_value {
    uint64_t x;
    struct str digits;            /* significant digits, 1 to WET_VALUE_DIGITS, in the file's case; zero is "0" */
};
enum { WET_VALUE_DIGITS = 128 };

/* Instance user_instance of the instruction at address user depends upon that of definer. */
struct wet_arrow {
    uint64_t user, user_instance, definer, definer_instance;
};

struct wet_item {
    enum wet_item_kind kind;
    bool has_mark, has_old_mark;    /* COUNT: clew's mark says that X is the instance's own number; the mark of older clews stands there, or any writer's blanks */
    uint64_t line, column;          /* of the first field, both from 1; the column counts bytes */
    uint64_t offset;                /* BLOCK: of the line's first byte, in all that was fed */
    union {
        uint64_t number;
        struct wet_block block;
        struct wet_entry entry;
        struct wet_value value;
        struct wet_arrow arrow;
        struct wet_finding problem;
    };
};

struct wet_reader;

/* A reader of bytes, which must stay until it is closed; they need no padding. Which format is found by wet_kind(). Memory:
 * small, and while a list has gaps in its X two to three bytes a gap (the set of X seen so far, for x-duplicate), if gaps are small. */
struct wet_reader *wet_reader_open(struct str bytes);

/* Where a reader starts that is fed. FROM_BLOCK: at a static line somewhere in the file. That is always a beginning, whatever stood before (1.1):
 * several readers can share a file, each from a static line up to the next one's; only lines (wet_reader_lines) and counts of blocks have to be added
 * up, and N compared with their sum by who adds. Of a history any line will do that comes after the first that is not empty.
 * FROM_LIST, FROM_VALUES: at an entry of a list, or a value, whose head was read by somebody else (to look up entries of a list again). */
enum wet_start { WET_FROM_FILE, WET_FROM_BLOCK, WET_FROM_LIST, WET_FROM_VALUES };
struct wet_reader *wet_reader_start(enum wet_kind kind, enum wet_start start);

/* The next piece: lines with their ends, but that the last piece of all may end within a line. The piece before should be used up; bytes must stay until
 * this one is, and WET_SLACK bytes behind it must be readable (their contents do not matter). last: the file ends here, and what is wrong about its end
 * is a problem. What is left of the piece before is passed over. A reader that is not to see the end of the file (its part is over) is just closed, but
 * wet_reader_block_ends() first.
 *
 * A line of more than WET_LINE_MAX bytes, its end not counted, is a bad line however it goes on (and, as the first line, no count), so pieces need not
 * grow with lines: one whose last line has more than WET_LINE_MAX bytes may end anywhere behind those. The reader passes over the rest, in as many
 * pieces as that takes, up to the line's end. Any other piece that ends within a line is read as if the line ended there. */
enum { WET_SLACK = 128, WET_LINE_MAX = 1 << 20 };
void wet_reader_feed(struct wet_reader *reader, struct str bytes, bool last);

/* A part ends where the next static line begins: gives, through wet_reader_next, the problems which that line would bring about. */
void wet_reader_block_ends(struct wet_reader *reader);

/* Lines used up so far, and static lines among them; N as announced (false: not at all). */
uint64_t wet_reader_lines(const struct wet_reader *reader);
uint64_t wet_reader_blocks(const struct wet_reader *reader);
bool wet_reader_announced(const struct wet_reader *reader, uint64_t *blocks, uint64_t *line, uint64_t *column);

/* Does a line, without its LF, look like a static line that needs no looking at what stood before it: id, ports and address, from its first byte on?
 * Then a part can start there, unless it is the file's first line that is not empty (which should be N). */
bool wet_is_block_line(struct str line);

/* ---- Many lines at once ---- */

enum { WET_BATCH = 256, WET_OVER = 3 /* so many entries more may be written, and mean nothing */ };
struct wet_batch {
    enum wet_item_kind kind;        /* WET_ITEM_ENTRY, WET_ITEM_VALUE, WET_ITEM_ARROW */
    unsigned count;
    bool consecutive;               /* x[i] = x[0] + i; else X rise strictly within the batch. All x[i] are there. Not of arrows */
    uint64_t offset;                /* of the first line's first byte, in all that was fed */
    union {
        struct {
            uint64_t x[WET_BATCH + WET_OVER];
            uint64_t id[WET_BATCH + WET_OVER], instance[WET_BATCH + WET_OVER];        /* of entries. Values are only checked; those above 64 bits are items */
        };
        struct wet_arrow arrow[WET_BATCH];
    };
};

/* Takes up to `limit` (at most WET_BATCH) lines of the open list, or of a history, that are plain: well-formed, X above all X of the list so far, no
 * line end but LF or CR LF. Returns how many, perhaps fewer than there are; 0: wet_reader_next has something to give (the next line wants to be looked
 * at singly, problems of the last one wait), or the piece is used up. The list counts them as wet_reader_next would. */
unsigned wet_reader_batch(struct wet_reader *reader, struct wet_batch *batch, unsigned limit);

/* Which of the paths a reader takes: the best that the machine has, unless (for tests and comparisons) another is chosen. */
enum wet_path { WET_PATH_BEST, WET_PATH_SCALAR, WET_PATH_AVX2 };
bool wet_reader_use(struct wet_reader *reader, enum wet_path path);        /* false: this machine cannot; nothing changed */

/* The next item; false at the end of the file, when all problems have been given; of a reader that is fed, when the piece is used up. O(line). */
bool wet_reader_next(struct wet_reader *reader, struct wet_item *item);

/* Bytes read so far, of all that was fed: where the next line begins. */
uint64_t wet_reader_offset(const struct wet_reader *reader);
void wet_reader_close(struct wet_reader *reader);           /* NULL is allowed */

/* File, function and line of a static line (1.2): line is the whole line without its end and without blanks around it, address_end
 * the offset behind the address in it. Fills these three fields of the block, its strings point into the line. */
void wet_names_read(struct str line, size_t address_end, struct wet_block *block);

/* ---- Writing ----
 *
 * Appends lines in canonical form: lower-case hexadecimal without 0x (histories: with), four blanks of indentation, LF, unknown file
 * or function "?", unknown line 0. The caller sees to the order of lines and to the counts. */

/* N. A trace shows whether X counts entries or instances only if some list has a gap before its end (1.4). Small traces may have none. clew therefore writes
 * a mark behind N where X is the instance's own number: the bits of "clew", the highest first, a space for 0 and a tab for 1. Blanks mean nothing to other
 * readers (1.1), and no other writer ends its first line with these 32. */
#define WET_OLD_MARK " \t"
#define WET_INSTANCE_MARK " \t\t   \t\t" " \t\t \t\t  " " \t\t  \t \t" " \t\t\t \t\t\t"
void wet_write_count(struct text *out, uint64_t blocks, bool by_instance);

/* The static line. Names which 1.2 would read back differently, blanks in them, have their blanks (and line ends, which no name in
 * this format can have) written as "_"; true: that happened. */
bool wet_write_block(struct text *out, const struct wet_block *block);
void wet_write_port(struct text *out, uint64_t size);
void wet_write_entry(struct text *out, uint64_t x, uint64_t id, uint64_t instance);
void wet_write_values(struct text *out, uint64_t size);
void wet_write_value(struct text *out, uint64_t x, uint64_t value);
void wet_write_wide_value(struct text *out, uint64_t x, struct str digits);   /* hexadecimal digits of either case, at least one */
void wet_write_no_values(struct text *out);
void wet_write_arrow(struct text *out, const struct wet_arrow *arrow);

#endif
