/* wet.h - reads and writes the WET text formats: every executed instruction with its dependences and values.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Source: "WET Trace Format" (Zhang and Gupta's whole execution traces; MICRO-37 2004). Where that page is silent, the rules
 * of clew-formats(5) decide; comments here give their numbers (1.1, 1.2, ...).
 *
 *     trace       = count-line block*                                     a comprehensive trace
 *     block       = static-line { "SIZE" n { X ":" id instance } } ( "NO" "VALUES" | "VALUES" n { X ":" hex } )
 *     static-line = id num_use_port address [file] [function] [line]
 *
 *     history     = { address "#" instance "-->" address "#" instance }   the last dependences of a run
 *
 * A reader gives items, one a line. It keeps only a few counters, so it can read a trace of any size:
 *
 *     struct wet_reader *reader = wet_reader_open(bytes);
 *     struct wet_item item;
 *     while (wet_reader_next(reader, &item))
 *         switch (item.kind) ...
 *     wet_reader_close(reader);
 *
 * The reader finds the problems that one pass can find (bad lines, counts, order of X, the end of the file). The store finds those that need the whole
 * trace (duplicate ids and addresses, dangling ids, instances out of range).
 *
 * Strings in an item are good only until the next call.
 *
 * Several threads read a large file in pieces. Nearly all of its lines are plain entries, which a reader can give in batches instead of items:
 *
 *     struct wet_reader *reader = wet_reader_start(WET_COMPREHENSIVE, WET_FROM_BLOCK);
 *     for each piece (whole lines, except the last piece)
 *         wet_reader_feed(reader, piece, is_last);
 *         for (;;)
 *             if (wet_reader_batch(reader, &batch, BATCH)) ...                up to 256 plain lines of one list at once
 *             else if (wet_reader_next(reader, &item)) ...                    a line of any kind
 *             else break;                                                     the piece is used up (or, after the last, the file)
 *
 * The same bytes give the same entries and the same problems at the same places, whether the caller takes single lines or batches, and
 * whichever code path the machine has (AVX2, or 64-bit words). */
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

/* A problem and the numbers for its message:
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

/* Which of the two formats: a history has "-->" in its first nonempty line. O(first line and blanks before it). */
enum wet_kind { WET_EMPTY, WET_COMPREHENSIVE, WET_HISTORY };
enum wet_kind wet_kind(struct str bytes);
bool wet_sniff(struct str head);                  /* do the first lines look like a comprehensive trace? */
bool wet_history_sniff(struct str head);

enum wet_item_kind {
    WET_ITEM_COUNT,         /* number = N; at most once, first */
    WET_ITEM_BLOCK,         /* block: the static line of an instruction; ends the block before */
    WET_ITEM_PORT,          /* number = n of "SIZE n": the next port of the block; its entries follow */
    WET_ITEM_ENTRY,         /* entry: of the port before it */
    WET_ITEM_VALUES,        /* number = n of "VALUES n"; the values follow */
    WET_ITEM_VALUE,         /* value */
    WET_ITEM_NO_VALUES,
    WET_ITEM_ARROW,         /* arrow: a line of a history */
    WET_ITEM_PROBLEM        /* problem; its line and column may lie before items already given */
};

struct wet_block {
    uint64_t id, ports, address;    /* ports: num_use_port as announced */
    struct str file, function;      /* the null string: unknown; read as 1.2 says */
    uint64_t line;                  /* of the source; 0: unknown */
    uint64_t address_column;        /* byte column of the address; the writer ignores it */
};

struct wet_entry {
    uint64_t x, id, instance;               /* x and instance: at most 2^64-2 */
    uint64_t id_column, instance_column;
};

struct wet_value {
    uint64_t x;
    struct str digits;            /* significant digits, 1 to WET_VALUE_DIGITS, in the file's case; zero is "0" */
};
enum { WET_VALUE_DIGITS = 128 };

/* Execution user_instance of the instruction at address user depends upon execution definer_instance of that at address definer. */
struct wet_arrow {
    uint64_t user, user_instance, definer, definer_instance;
};

struct wet_item {
    enum wet_item_kind kind;
    bool has_mark, has_old_mark;    /* COUNT: clew's mark, X is the execution's own number; the mark of older clews, or another writer's blanks */
    uint64_t line, column;          /* of the first field, both from 1; the column counts bytes */
    uint64_t offset;                /* BLOCK: of the line's first byte, in all bytes fed */
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

/* A reader of bytes in memory, which must stay until it is closed; they need no padding. It finds the format with wet_kind(). Memory:
 * small; for a list with gaps in its X two to three bytes a gap, if gaps are small (the set of X seen so far, for x-duplicate). */
struct wet_reader *wet_reader_open(struct str bytes);

/* Where a fed reader starts. FROM_BLOCK: at a static line anywhere in the file. A static line is always a beginning, whatever stood before (1.1), so
 * several readers can share a file, each from its static line up to the next reader's. The caller adds up lines (wet_reader_lines) and blocks, and compares
 * N with the sum. In a history it can be any line after the first nonempty one.
 * FROM_LIST, FROM_VALUES: at an entry of a list, or at a value. The caller has read the list's head (to look up entries of a list again). */
enum wet_start { WET_FROM_FILE, WET_FROM_BLOCK, WET_FROM_LIST, WET_FROM_VALUES };
struct wet_reader *wet_reader_start(enum wet_kind kind, enum wet_start start);

/* Feeds the next piece: whole lines with their ends; only the last piece of all may end within a line. The piece before should be used up; the reader skips
 * what is left of it. The bytes must stay until this piece is used up, and WET_SLACK bytes behind it must be readable (their contents do not matter). last:
 * the file ends here; the reader then reports problems of the file's end. If a reader's part ends before the file does, call wet_reader_block_ends(), then
 * close it.
 *
 * A line of more than WET_LINE_MAX bytes, without its end, is a bad line however it goes on (and, as the first line, no count). So pieces need not
 * grow with lines: a piece may end anywhere behind the first WET_LINE_MAX bytes of its last line. The reader skips the rest up to the line's
 * end, in as many pieces as that takes. It reads any other piece that ends within a line as if the line ended there. */
enum { WET_SLACK = 128, WET_LINE_MAX = 1 << 20 };
void wet_reader_feed(struct wet_reader *reader, struct str bytes, bool last);

/* Ends a part where the next static line begins: wet_reader_next then gives the problems that this line would cause. */
void wet_reader_block_ends(struct wet_reader *reader);

/* Lines used up so far, and static lines among them; N as announced (false: not at all). */
uint64_t wet_reader_lines(const struct wet_reader *reader);
uint64_t wet_reader_blocks(const struct wet_reader *reader);
bool wet_reader_announced(const struct wet_reader *reader, uint64_t *blocks, uint64_t *line, uint64_t *column);

/* Is a line, without its LF, a static line whatever stood before it: id, ports and address, from its first byte on?
 * Then a part can start there, unless it is the file's first nonempty line (which should be N). */
bool wet_is_block_line(struct str line);

/* ---- Many lines at once ---- */

enum { WET_BATCH = 256, WET_OVER = 3 /* readers may write 3 meaningless entries behind the last */ };
struct wet_batch {
    enum wet_item_kind kind;        /* WET_ITEM_ENTRY, WET_ITEM_VALUE, WET_ITEM_ARROW */
    unsigned count;
    bool consecutive;               /* x[i] = x[0] + i; otherwise X rise strictly within the batch. All x[i] are set. Not for arrows */
    uint64_t offset;                /* of the first line's first byte, in all bytes fed */
    union {
        struct {
            uint64_t x[WET_BATCH + WET_OVER];
            uint64_t id[WET_BATCH + WET_OVER], instance[WET_BATCH + WET_OVER];        /* of entries. A batch only checks values; above 64 bits they are items */
        };
        struct wet_arrow arrow[WET_BATCH];
    };
};

/* Takes up to `limit` (at most WET_BATCH) plain lines of the open list, or of a history: well-formed, X above all X of the list so far, line
 * end LF or CR LF. Returns how many, perhaps fewer than there are. 0: call wet_reader_next (the next line needs careful reading, or problems
 * of the last line wait), or the piece is used up. The list counts the lines as with wet_reader_next. */
unsigned wet_reader_batch(struct wet_reader *reader, struct wet_batch *batch, unsigned limit);

/* The code path of a reader: the machine's best, unless the caller chooses another (for tests and comparisons). */
enum wet_path { WET_PATH_BEST, WET_PATH_SCALAR, WET_PATH_AVX2 };
bool wet_reader_use(struct wet_reader *reader, enum wet_path path);        /* false: this machine lacks it; nothing changed */

/* The next item. False: the end of the file, after all problems; in a fed reader, the end of the piece. O(line). */
bool wet_reader_next(struct wet_reader *reader, struct wet_item *item);

/* Bytes read so far, of all bytes fed: where the next line begins. */
uint64_t wet_reader_offset(const struct wet_reader *reader);
void wet_reader_close(struct wet_reader *reader);           /* NULL is allowed */

/* Reads file, function and line of a static line (1.2) into the block. `line` is the whole line without its end and without blanks around it, address_end
 * the offset behind its address. The block's strings point into the line. */
void wet_names_read(struct str line, size_t address_end, struct wet_block *block);

/* ---- Writing ----
 *
 * These functions append lines in canonical form: lower-case hexadecimal without 0x (histories: with), four blanks of indentation, LF, unknown file
 * or function "?", unknown line 0. The caller is responsible for the order of lines and for the counts. */

/* N. A trace shows whether X counts entries or executions only if some list has a gap before its end (1.4); small traces may have no gap. So if X is the
 * execution's own number, clew writes a mark behind N: the bits of "clew", the highest first, a space for 0 and a tab for 1. Blanks mean nothing to other
 * readers (1.1), and no other writer ends its first line with these 32. */
#define WET_OLD_MARK " \t"
#define WET_INSTANCE_MARK " \t\t   \t\t" " \t\t \t\t  " " \t\t  \t \t" " \t\t\t \t\t\t"
void wet_write_count(struct text *out, uint64_t blocks, bool by_instance);

/* The static line. If 1.2 would read the names back differently (blanks in them), or a name has a line end, which this format cannot
 * hold, all their blanks and line ends become "_". True: that happened. */
bool wet_write_block(struct text *out, const struct wet_block *block);
void wet_write_port(struct text *out, uint64_t size);
void wet_write_entry(struct text *out, uint64_t x, uint64_t id, uint64_t instance);
void wet_write_values(struct text *out, uint64_t size);
void wet_write_value(struct text *out, uint64_t x, uint64_t value);
void wet_write_wide_value(struct text *out, uint64_t x, struct str digits);   /* hexadecimal digits of either case, at least one */
void wet_write_no_values(struct text *out);
void wet_write_arrow(struct text *out, const struct wet_arrow *arrow);

#endif
