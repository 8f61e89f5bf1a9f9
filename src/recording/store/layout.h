/* layout.h - how a store lies on disk and in memory.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Private to this folder. A store is one paged file (paged.h), or the same in memory. Its streams:
 *
 *     RECORDS         struct record, one an instruction; by index                          all in memory once open
 *     LISTS           struct list, one a port (of a record side by side), a list of values, of times       all in memory
 *     NAMES           file and function names, each u32 size and its bytes                 all in memory
 *     FINAL           u32: the number of a definer in blocks (behind the list's `numbers`) -> index    all in memory
 *     BY_ID, BY_ADDRESS   u32: indices in order of id, of address then index; BY_ID is empty where ids rise with the index, BY_ADDRESS in recordings of few
 *                         instructions (made when they are opened)                          all in memory
 *     NOTES           name NUL value NUL ...; of an index NOTE_DAMAGE at most              all in memory
 *     DESCRIPTORS     struct block (block.h), those of a list side by side
 *     BLOCKS          the same by columns, of recordings where they are few and yet most of it: DESCRIPTORS is empty in the file then
 *     LINKS           payloads of blocks of dependences and of all X of those
 *     VALUES, TIMES   the same of values and of times; pages are compressed
 *     OFFSETS         u64: where in the text every 256th value stands
 *     USES            which blocks name a definer: chunks of uses, each with the place of the one before it (users.c)
 *     USERS           struct users_head by index of the definer: its last chunk             all in memory
 *     USE_LISTS       u32: the number of a list in USES -> its number in LISTS; empty: the same    all in memory
 *                     These three are empty in recordings of few dependences, and made when users are asked for first.
 *     PROBLEMS        struct finding, by place
 *     PIECES, WINDOWS, WINDOW_STARTS     the clock (times.h)
 *     FRAMES          the clock's threads and frames (times.h)
 *     SKIPPED, SKIPPED_CHUNKS     where skipped code wrote to memory (skipped.h); recordings made before clew kept that end with BLOCKS
 *
 * RECORDS, LISTS, USERS, BLOCKS and PIECES are tables by columns (table.h), FINAL, BY_ADDRESS and USE_LISTS of recordings as well.
 *
 * Definers are numbered as they are first mentioned (text: ids, anew in each part of the text; recordings: the recorder's sites), so that blocks can be
 * written before it is known where in the file a definer's own block stands; `final` leads from there to the index. Behind the instructions that have a
 * block stand those that entries merely name.
 *
 * A history is kept the same way: every address is a record with one list, whose X are the instances that have dependences. */
#ifndef CLEW_RECORDING_STORE_LAYOUT_H
#define CLEW_RECORDING_STORE_LAYOUT_H

#include "recording/store/block.h"
#include "recording/store/store.h"

enum store_stream {
    STREAM_RECORDS, STREAM_LISTS, STREAM_NAMES, STREAM_FINAL, STREAM_BY_ID, STREAM_BY_ADDRESS, STREAM_NOTES, STREAM_DESCRIPTORS, STREAM_LINKS, STREAM_VALUES,
    STREAM_TIMES, STREAM_OFFSETS, STREAM_USES, STREAM_USERS, STREAM_USE_LISTS, STREAM_PROBLEMS, STREAM_PIECES, STREAM_WINDOWS, STREAM_WINDOW_STARTS, STREAM_FRAMES,
    STREAM_BLOCKS, STREAM_SKIPPED, STREAM_SKIPPED_CHUNKS,
    STREAMS
};
enum { STREAMS_LEAST = STREAM_BLOCKS + 1 };

#define NOWHERE UINT64_MAX
#define NOTE_DAMAGE "damage"        /* of an index: its text was read up to some damage only; what is to be said of it */

enum list_flag {
    LIST_UNIFORM = 1, LIST_XS_UNIFORM = 2,  /* one descriptor for all (block.h) */
    LIST_SORTED = 4,                        /* X never fall; else list_ordered() */
    LIST_VALUES = 8, LIST_TIMES = 16,       /* which stream holds its payloads (neither: LINKS) */
    LIST_TEXT = 32,                         /* values: `first` counts OFFSETS, the values stand in the text, which is not compressed */
    LIST_WIDE = 64,                         /* values above 64 bits: `limbs` lists from this one on hold 64 bits each, the lowest first */
    LIST_GUESSED = 128                      /* of a provisional store: it has no blocks (skeleton.h) */
};

struct list {                       /* 48 bytes */
    uint64_t first, count;          /* number of its first descriptor; entries */
    uint64_t xs;                    /* of the first descriptor of X; NOWHERE: X are 0 ... count-1 */
    uint64_t top;                   /* largest X + 1; 0: it has no entries */
    uint32_t flags, limbs;
    uint64_t numbers;               /* definer d of its blocks is final[numbers + d] */
};

/* From bit RECORD_OWN_SHIFT on: 1 + the number of ports that are no carried ones (own_ports); 0: all. */
enum record_flag { RECORD_BLOCK = 1, RECORD_NO_VALUES = 2, RECORD_EXECUTIONS_LEAST = 4, RECORD_OWN_SHIFT = 8, RECORD_OWN_MAX = 0xfffffe };

struct record {                     /* 80 bytes, in memory and on disk */
    uint64_t id, address, line, executions;
    uint64_t file, function;        /* offset of the name in NAMES; NOWHERE: unknown */
    uint64_t first_list, ports;     /* lists[first_list ... + ports) */
    uint64_t value_list;            /* or NOWHERE */
    uint32_t flags, pieces;         /* pieces: how many PIECES of the clock are its own, see times.h */
};

/* Problems in file order. */
struct finding {                    /* 64 bytes, so that none crosses pages */
    uint64_t line, column, first, second, third, kind, reserved[2];
};

/* Of a definer, by its index among the records: what entries name. */
struct users_head {                 /* 16 bytes */
    uint64_t last;                  /* USES: offset + 1 of its last chunk; 0: it has none */
    uint64_t top;                   /* largest instance named + 1; 0: none */
};

/* The header of a store's file (paged.h). */
struct store_header {
    uint64_t recording;             /* 1: a trace by itself; 0: the index of a text; first, so that it stands in the file's head */
    uint64_t kind;                  /* enum store_kind */
    uint64_t dense, has_clock;
    uint32_t numbering, evidence;   /* as asked for: enum store_numbering; enum store_evidence */
    uint64_t instructions, instances, dependences, values, times, problems;
    uint64_t problems_kept;         /* of PROBLEMS; above PROBLEMS_MAX of a kind they are only counted */
    uint64_t kind_count[WET_PROBLEMS];
    struct input_identity text;     /* of an index: the text it is of */
    uint64_t text_compressed;
};
enum { PROBLEMS_MAX = 1 << 16 };

/* What X means, by what was asked for and what the text shows. */
void header_number(struct store_header *header, enum store_numbering asked, enum store_evidence found);

static inline enum store_evidence evidence_of_count(const struct wet_item *item)
{
    return item->has_mark ? EVIDENCE_MARK : item->has_old_mark ? EVIDENCE_OLD_MARK : EVIDENCE_NOTHING;
}

static inline void evidence_raise(enum store_evidence *evidence, enum store_evidence found)
{
    *evidence = found > *evidence ? found : *evidence;
}

/* What a recording leaves out, since it can be made again: uses below so many dependences, BY_ADDRESS below so many instructions. DESCRIPTORS may be
 * kept by columns while they fill at most so many pages. */
enum { USES_MADE = 1 << 19, BY_ADDRESS_MADE = 1 << 16, DESCRIPTORS_HELD = 16, USES_HELD = 16, OTHERS_HELD = 5 };

/* An array and its capacity, for array_grow. */
#define ARRAY(type, name) type *name; size_t name##_count, name##_capacity
#define ARRAY_ADD(owner, name, ...) \
    ((owner)->name##_count == (owner)->name##_capacity \
         ? (void)((owner)->name = array_grow((owner)->name, &(owner)->name##_capacity, (owner)->name##_count + 1, sizeof *(owner)->name)) \
         : (void)0, (void)((owner)->name[(owner)->name##_count++] = __VA_ARGS__))

struct skipped_chunk;               /* skipped.h */
struct order;                       /* of lists whose X fall; query.c */
struct clock;                       /* times.h */
struct user_lists;                  /* of forward walks; reach_users.c */
struct skeleton;                    /* of a provisional store; skeleton.h */

struct store {
    struct store_summary summary;
    struct store_header header;
    struct paged *paged;
    struct input *input;            /* the text; NULL: a recording */
    struct input *recording;        /* the recording's file, to see whether it changes; NULL: a text */
    struct arena arena;             /* the tables, and the strings below */
    const struct record *records;   /* summary.instructions with a block first, in file order */
    uint64_t record_count;
    const struct list *lists;
    uint64_t list_count;
    const char *names;
    uint64_t names_size;
    const uint32_t *final;
    uint64_t final_count;
    const struct users_head *users; /* NULL: to be made (users.c) */
    const uint32_t *use_lists;      /* NULL: the same numbers */
    uint64_t use_list_count;
    const uint32_t *by_id, *by_address;     /* by_id NULL: identity */
    uint64_t by_address_count;
    const struct skipped_chunk *skipped;    /* what skipped code wrote */
    uint64_t skipped_count;
    bool keeps_skipped;             /* false: that is not known */
    struct slice notes;
    const char *path, *index_path, *notice;
    bool reused;
    enum wet_path wet_path;
    struct order *orders;
    struct clock *clock;            /* NULL: it has none, or was not asked yet */
    struct user_lists *user_lists;  /* NULL: not yet */
    struct window *window;          /* of the text, read last; values.c */
    struct skeleton *skeleton;      /* NULL: it is not provisional */
    struct error *damage;           /* the first one met, if it is not the paged file's own; NULL: none */
};

/* Takes the paged file over (it is closed with the store, whatever comes out) and makes the tables of it; checks that they hold together. False: damaged. */
CHECKED bool store_load(struct store *store, struct paged *paged, struct error *error);

/* Is what the header counts what the tables come to, and no more than the clock, the text or the file can hold (counts.c)? Of tables that hold together. */
CHECKED bool counts_check(const struct store *store, struct error *error);

/* ---- Searching (query.c) ---- */

static inline bool store_is_history(const struct store *store)
{
    return store->summary.kind == STORE_HISTORY;
}

/* "START file: offset N: message", to live as long as the store. */
const char *store_keep_error(struct store *store, const char *start, const struct error *error);

/* Remembers the first damage. */
void store_note_damage(const struct store *store, const struct error *error);

unsigned list_payloads(const struct list *list);        /* the stream they are in */
struct order *orders_new(void);
void orders_free(struct order *orders);

/* The entry-th entry of a list of blocks (not LIST_TEXT), entry < count; 0 and damage where the file makes no sense. O(1). */
struct block_entry list_entry(const struct store *store, const struct list *list, uint64_t entry);
uint64_t list_x(const struct store *store, const struct list *list, uint64_t entry);

/* The entry that comes k-th in order of X: k itself, but for lists that are not sorted. */
uint64_t list_ordered(const struct store *store, const struct list *list, uint64_t k);

/* Entries whose X is in [low, high], as a range [*from, *to) in order of X. O(log n). */
void list_range(const struct store *store, const struct list *list, uint64_t low, uint64_t high, uint64_t *from, uint64_t *to);

/* How often an instruction ran by its own lists (1.4): largest X + 1; 0: they have no entry. *least: the smallest of those that have one. */
uint64_t lists_executions(const struct record *record, const struct list *lists, uint64_t *least);

/* The index of a definer in a list's entries. False: the file makes no sense. */
static inline bool list_index(const struct store *store, const struct list *list, uint32_t definer, uint32_t *index)
{
    if (list->numbers > store->final_count || definer >= store->final_count - list->numbers)
        return false;
    *index = store->final[list->numbers + definer];
    return true;
}

/* All entries of block b of a list: definers and values, and X where xs is not NULL; definers may be NULL. Returns how many. */
unsigned list_block(const struct store *store, const struct list *list, uint64_t b, uint32_t *definers, uint64_t *values, uint64_t *xs);

static inline uint64_t record_own_ports(const struct record *record)
{
    uint64_t own = record->flags >> RECORD_OWN_SHIFT;
    return own && own - 1 < record->ports ? own - 1 : record->ports;
}

/* By how many instances the entries of a list may be off (1.4); 0: the list is certain. */
uint64_t list_spare(const struct store *store, const struct record *record, const struct list *list);
enum link_kind link_kind_of(const struct store *store, uint64_t port);

/* How many nodes a history has. O(lines). */
uint64_t history_count_nodes(const struct store *store);
void user_lists_free(struct user_lists *lists);         /* reach_users.c; NULL is allowed */
/* 64 bits each of a value, the lowest first; returns how many there are, 1 at least. The digits are hexadecimal. */
enum { VALUE_LIMBS = VALUE_DIGITS / 16 };
unsigned value_limbs(struct slice digits, uint64_t limbs[VALUE_LIMBS]);
struct window *window_new(void);                        /* values.c */
void window_free(struct window *window);

/* Sorts links[from ...] by id (history: address), instance, port, and leaves equal ones once. */
void links_finish(const struct store *store, struct links *links, size_t from);
void links_add(struct links *links, struct link link);

/* The record and port of a list of dependences, by its number. O(log n). */
void list_owner(const struct store *store, uint64_t list, uint64_t *index, uint64_t *port);

/* ---- Uses (users.c): written while blocks are, read by store_users ---- */

struct uses_writer;
struct uses_writer *uses_open(struct paged_writer *writer);
/* Block b of a list (numbered as USE_LISTS says) names these instances of a definer, low and high among them. O(1). */
void uses_add(struct uses_writer *uses, uint32_t list, uint64_t b, uint32_t number, uint64_t low, uint64_t high);
/* Writes the chunks that are open, and fills in `last` of the heads, which are by index; index_of[number] for all numbers that were added. */
uint64_t uses_unwritten(const struct uses_writer *uses);    /* bytes that finishing writes at most */
void uses_finish(struct uses_writer *uses, const uint32_t *index_of, struct users_head *heads);
void uses_close(struct uses_writer *uses);

/* Does any entry name this node? */
CHECKED bool uses_name(const struct store *store, struct node node);

/* ---- Sorting (sort.c) ---- */

struct pair {
    uint64_t key, value;
};

/* Stable, by key; natural merge sort: O(n) for what is sorted, O(n log runs) else. Scratch memory of the same size. */
void pairs_sort(struct pair *pairs, size_t count);

/* The indices of records in order of address or of id, equal ones by index. */
void records_order(const struct record *records, size_t count, bool by_address, uint32_t *order);

#endif
