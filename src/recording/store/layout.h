/* layout.h - the shape of a store, on disk and in memory.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Private to this folder. A store is one paged file (paged.h), or the same in memory. Its streams:
 *
 *     RECORDS         struct record, one an instruction; by index                          all in memory once open
 *     LISTS           struct list, one a port (of a record side by side), a list of values, of times       all in memory
 *     NAMES           file and function names, each u32 size and its bytes                 all in memory
 *     FINAL           u32: the number of a definer in blocks (behind the list's `numbers`) -> index    all in memory
 *     BY_ID, BY_ADDRESS   u32: indices in order of id, of address then index; BY_ID is empty where ids rise with the index, BY_ADDRESS in recordings of few
 *                         instructions (clew makes it when it opens them)                   all in memory
 *     NOTES           name NUL value NUL ...; of an index NOTE_DAMAGE at most              all in memory
 *     DESCRIPTORS     struct block (block.h), those of a list side by side
 *     BLOCKS          the same by columns, if a recording has few descriptors that take at least as many bytes as the payloads; DESCRIPTORS is empty then
 *     LINKS           payloads of blocks of dependences and of their X
 *     VALUES, TIMES   the same for values and for times; pages are compressed
 *     OFFSETS         u64: offset in the text of every 256th value
 *     USES            which blocks name a definer: chunks of uses, each with the place of the one before it (users.c)
 *     USERS           struct users_head by index of the definer: its last chunk             all in memory
 *     USE_LISTS       u32: the number of a list in USES -> its number in LISTS; empty: the same    all in memory
 *                     These three are empty in recordings of few dependences; clew makes them at the first question about users.
 *     PROBLEMS        struct finding, by place
 *     PIECES, WINDOWS, WINDOW_STARTS, LEADERS     the clock (times.h)
 *     FRAMES, EVENTS  the clock's threads and frames (times.h)
 *     SKIPPED, SKIPPED_CHUNKS     where skipped code wrote to memory (skipped.h); older recordings end with BLOCKS
 *     STATE, STATE_PIECES, STATE_CODES, STATE_TOUCHED   the log in pieces, struct store_piece, definitions, touched bytes (pieces.h); older recordings end
 *                         with SKIPPED_CHUNKS
 *     SYSTEM_CALLS    struct store_system_call (system_calls.h)
 *
 * RECORDS, LISTS, USERS, BLOCKS and PIECES are tables by columns (columns.h); in recordings FINAL, BY_ADDRESS and USE_LISTS, too.
 *
 * Definers get numbers in the order of first mention (text: ids, each part with its own numbers; recordings: the recorder's sites). So clew can write a
 * block before it knows where in the file a definer's own block stands. `final` maps these numbers to indices. Instructions with a block come first, then
 * those that entries only name.
 *
 * A history has the same shape: every address is a record with one list, whose X are the instances with dependences. */
#ifndef CLEW_RECORDING_STORE_LAYOUT_H
#define CLEW_RECORDING_STORE_LAYOUT_H

#include "recording/store/block.h"
#include "recording/store/store.h"

enum store_stream {
    STREAM_RECORDS, STREAM_LISTS, STREAM_NAMES, STREAM_FINAL, STREAM_BY_ID, STREAM_BY_ADDRESS, STREAM_NOTES, STREAM_DESCRIPTORS, STREAM_LINKS, STREAM_VALUES,
    STREAM_TIMES, STREAM_OFFSETS, STREAM_USES, STREAM_USERS, STREAM_USE_LISTS, STREAM_PROBLEMS, STREAM_PIECES, STREAM_WINDOWS, STREAM_WINDOW_STARTS, STREAM_FRAMES,
    STREAM_BLOCKS, STREAM_SKIPPED, STREAM_SKIPPED_CHUNKS, STREAM_STATE, STREAM_STATE_PIECES, STREAM_STATE_CODES,
    STREAM_STATE_TOUCHED, STREAM_SYSTEM_CALLS, STREAM_LEADERS, STREAM_EVENTS,
    STREAMS
};
enum { STREAMS_LEAST = STREAM_BLOCKS + 1 };

#define NOWHERE UINT64_MAX
#define NOTE_DAMAGE "damage"        /* of an index: clew could read its text up to some damage only; the message about that */

enum list_flag {
    LIST_UNIFORM = 1, LIST_XS_UNIFORM = 2,  /* one descriptor for all (block.h) */
    LIST_SORTED = 4,                        /* X never fall; otherwise use list_ordered() */
    LIST_VALUES = 8, LIST_TIMES = 16,       /* which stream holds its payloads (neither: LINKS) */
    LIST_TEXT = 32,                         /* values: `first` counts OFFSETS, the values stand in the text, which is not compressed */
    LIST_WIDE = 64,                         /* values above 64 bits: `limbs` lists from this one on hold 64 bits each, the lowest first */
    LIST_GUESSED = 128                      /* of a provisional store: without blocks (skeleton.h) */
};

struct list {                       /* 48 bytes */
    uint64_t first, count;          /* number of its first descriptor; entries */
    uint64_t xs;                    /* number of the first descriptor of X; NOWHERE: X are 0 ... count-1 */
    uint64_t top;                   /* largest X + 1; 0: no entries */
    uint32_t flags, limbs;
    uint64_t numbers;               /* definer d of its blocks is final[numbers + d] */
};

/* From bit RECORD_OWN_SHIFT on: 1 + the number of ports without carried uses (own_ports); 0: all. */
enum record_flag { RECORD_BLOCK = 1, RECORD_NO_VALUES = 2, RECORD_EXECUTIONS_LEAST = 4, RECORD_OWN_SHIFT = 8, RECORD_OWN_MAX = 0xfffffe };

struct record {                     /* 80 bytes, in memory and on disk */
    uint64_t id, address, line, executions;
    uint64_t file, function;        /* offset of the name in NAMES; NOWHERE: unknown */
    uint64_t first_list, ports;     /* lists[first_list ... + ports) */
    uint64_t value_list;            /* or NOWHERE */
    uint32_t flags, pieces;         /* pieces: its number of PIECES of the clock, see times.h */
};

/* Problems in file order. */
struct finding {                    /* 64 bytes, so that none crosses pages */
    uint64_t line, column, first, second, third, kind, reserved[2];
};

/* Where the uses of a definer are; by index of the definer. */
struct users_head {                 /* 16 bytes */
    uint64_t last;                  /* USES: offset + 1 of its last chunk; 0: none */
    uint64_t top;                   /* largest instance named + 1; 0: none */
};

/* The header of a store's file (paged.h). */
struct store_header {
    uint64_t recording;             /* 1: a trace by itself; 0: the index of a text. First, so the file's head has it, too */
    uint64_t kind;                  /* enum store_kind */
    uint64_t dense, has_clock;
    uint32_t numbering, evidence;   /* as asked for: enum store_numbering; enum store_evidence */
    uint64_t instructions, instances, dependences, values, times, problems;
    uint64_t problems_kept;         /* in PROBLEMS: at most PROBLEMS_MAX of a kind; the store only counts the rest */
    uint64_t kind_count[WET_PROBLEMS];
    struct input_identity text;     /* of an index: its text */
    uint64_t text_compressed;
};
enum { PROBLEMS_MAX = 1 << 16 };

/* Decides what X means, from the option and from the evidence in the text. */
void header_number(struct store_header *header, enum store_numbering asked, enum store_evidence found);

static inline enum store_evidence evidence_of_count(const struct wet_item *item)
{
    return item->has_mark ? EVIDENCE_MARK : item->has_old_mark ? EVIDENCE_OLD_MARK : EVIDENCE_NOTHING;
}

static inline void evidence_raise(enum store_evidence *evidence, enum store_evidence found)
{
    *evidence = found > *evidence ? found : *evidence;
}

/* Limits up to which a recording leaves out tables that clew can make again: USES_MADE dependences (uses), BY_ADDRESS_MADE instructions (BY_ADDRESS).
 * ..._HELD: the most pages of a stream that the writer holds in memory; DESCRIPTORS held to the end can become BLOCKS. */
enum { USES_MADE = 1 << 19, BY_ADDRESS_MADE = 1 << 16, DESCRIPTORS_HELD = 16, USES_HELD = 16, OTHERS_HELD = 5 };

struct skipped_chunk;               /* skipped.h */
struct order;                       /* of lists whose X fall; lists.c */
struct clock;                       /* times.h */
struct user_lists;                  /* of forward walks; reach_lists.c */
struct skeleton;                    /* of a provisional store; skeleton.h */

struct store {
    struct store_summary summary;
    struct store_header header;
    struct paged *paged;
    size_t cache;                   /* bytes of pages in memory at most (store_cache); 0: never said */
    struct input *input;            /* the text; NULL: a recording */
    struct input *recording;        /* the recording's file, to notice changes; NULL: a text */
    struct arena arena;             /* the tables, and the strings below */
    const struct record *records;   /* first summary.instructions with a block, in file order */
    uint64_t record_count;
    const struct list *lists;
    uint64_t list_count;
    const char *names;
    uint64_t names_size;
    const uint32_t *final;
    uint64_t final_count;
    const struct users_head *users; /* NULL: not made yet (users.c) */
    const uint32_t *use_lists;      /* NULL: the same numbers */
    uint64_t use_list_count;
    const uint32_t *by_id, *by_address;     /* by_id NULL: identity */
    uint64_t by_address_count;
    const struct skipped_chunk *skipped;    /* where skipped code wrote */
    uint64_t skipped_count;
    bool keeps_skipped;             /* false: unknown */
    const struct store_piece *pieces;       /* of the state stream */
    uint64_t piece_count;
    struct pieces_unpacked *unpacked;       /* of them; NULL: there are none */
    struct str notes;
    struct named_note *named_notes; /* the same as a table; NULL: not made yet */
    size_t named_note_count;
    const char *path, *index_path, *notice;
    bool reused;
    enum wet_path wet_path;
    struct order *orders;
    struct clock *clock;            /* NULL: none, or not asked yet */
    struct user_lists *user_lists;  /* NULL: not made yet */
    struct window *window;          /* the piece of the text read last; definers.c */
    struct skeleton *skeleton;      /* NULL: not provisional */
    struct error *damage;           /* the first damage met outside the paged file; NULL: none */
};

static inline bool store_is_history(const struct store *store)
{
    return store->summary.kind == STORE_HISTORY;
}

/* ---- Loading (load.c) ---- */

/* Takes over the paged file (store_close closes it, even after a failure), makes the tables from it and checks their consistency. False: damaged. */
CHECKED bool store_load(struct store *store, struct paged *paged, struct error *error);

/* False: these are the counts of a text that holds no trace at all. */
CHECKED bool header_is_of_trace(const struct store_header *header, const char *path, struct error *error);

/* How many nodes a history has. O(lines). */
uint64_t history_count_nodes(const struct store *store);
void user_lists_free(struct user_lists *lists);         /* reach_lists.c; NULL is allowed */

/* ---- Where the index of a text lies (store.c) ----
 *
 * NAME.clew beside the trace NAME. If clew cannot write to that folder: $XDG_CACHE_HOME/clew (or ~/.cache/clew), under the trace's whole path. An index is
 * good for a text of the same size, inode, time of change and sampled pages. clew rebuilds every other index and says so. */

const char *index_path_beside(const char *path, struct arena *arena);
const char *index_path_cached(const char *path, struct arena *arena);       /* NULL: no place for it */

/* Is it a good index of this text? False: `why` says why not, for people. */
bool index_is_of(const struct store_header *header, struct input *input, const struct store_options *options, struct text *why);

#endif
