/* shadow.h - the last definer of every byte.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The shadow keeps the last definer of each byte of memory and of the registers: the execution, and the time it ran, which decides
 * the youngest of several. Most writes cover aligned words of 4 bytes or more, so the unit is a *cell* for 4 bytes. A cell whose
 * bytes have different definers is split into four cells.
 *
 *     address bits 47..32 -> 31..16 -> cell 15..2          two tables, then a leaf of 16384 cells (256 KB for 64 KB of memory)
 *
 * Cost: 4 bytes for each byte written, 20 where the program writes single bytes. The first write makes a leaf, unmapping its memory
 * drops it. Only the touched pages of a leaf take memory. There are at most SHADOW_LEAVES leaves, for 16 GB of memory in pieces of
 * 64 KB. A write beyond them leaves no trace and sets `full`: the caller must test it.
 * See "How to Shadow Every Byte of Memory Used by a Program" (Nethercote and Seward, VEE 2007). */
#ifndef CLEW_RECORDING_LOG_SHADOW_H
#define CLEW_RECORDING_LOG_SHADOW_H

#include "core/core.h"

/* An execution: site number (from 1) in the upper bits, its number below. 0: nobody known. */
typedef uint64_t actor;
enum { ACTOR_INSTANCE_BITS = 40, ACTOR_SITE_BITS = 23 };
#define ACTOR_SITE_MAX ((1u << ACTOR_SITE_BITS) - 1)
#define ACTOR_INSTANCE_MAX ((UINT64_C(1) << ACTOR_INSTANCE_BITS) - 1)

static inline actor actor_make(uint32_t site, uint64_t instance)
{
    return (uint64_t)site << ACTOR_INSTANCE_BITS | instance;
}
static inline uint32_t actor_site(actor a)
{
    return (uint32_t)(a >> ACTOR_INSTANCE_BITS);
}
static inline uint64_t actor_instance(actor a)
{
    return a & ACTOR_INSTANCE_MAX;
}

struct cell {
    actor who;                      /* top bit set: the cell is split, and the other bits are its number in the pool */
    uint64_t when;                  /* the recorder's clock: how many instructions had started; above WHEN_BITS: tag */
};

/* A tag says that skipped code saved a register here: 1 + the number of that register's cell (reconstruct.h). */
enum { WHEN_BITS = 56 };
#define WHEN_MAX ((UINT64_C(1) << WHEN_BITS) - 1)
static inline unsigned cell_tag(struct cell cell)
{
    return (unsigned)(cell.when >> WHEN_BITS);
}
static inline uint64_t cell_younger(struct cell one, struct cell other)       /* the later of the two times */
{
    uint64_t a = one.when & WHEN_MAX, b = other.when & WHEN_MAX;
    return a > b ? a : b;
}
static inline bool cell_is_split(struct cell cell)
{
    return cell.who >> 63;
}

struct split {
    struct cell bytes[4];
};

struct shadow {                     /* empty when zeroed */
    struct cell ***roots;           /* [1 << 16][1 << 16] leaves */
    uint32_t *in_table;             /* [1 << 16]: leaves in each table, to skip empty tables */
    struct split *splits;
    size_t split_count, split_capacity;
    uint64_t split_free;            /* head of the free list, 1-based through bytes[0].who; 0: none */
    size_t leaves;
    bool full;                      /* the program wrote more memory than fits: from now on answers may be wrong */
};

/* The distinct definers of some bytes, without "nobody". */
enum { DEFINERS_MAX = 64 };
struct definers {
    struct cell items[DEFINERS_MAX];
    unsigned count;                 /* of more than DEFINERS_MAX definers the oldest are left out */
};

/* The registers are a small memory of their own: an array of cells, addressed by byte. The inline function defines one or two whole cells; _pieces the rest. */
void cells_define_pieces(struct shadow *shadow, struct cell *cells, unsigned byte, unsigned size, struct cell by);
static inline void cells_define(struct shadow *shadow, struct cell *cells, unsigned byte, unsigned size, struct cell by)
{
    struct cell *first = &cells[byte / 4], *last = first + (size == 8);
    if (byte % 4 == 0 && (size == 4 || size == 8) && !((first->who | last->who) >> 63))
        *first = *last = by;
    else
        cells_define_pieces(shadow, cells, byte, size, by);
}
void cells_gather(const struct shadow *shadow, const struct cell *cells, unsigned byte, unsigned size, struct definers *found);

void cells_copy(struct shadow *shadow, struct cell *to, const struct cell *from, size_t count);     /* copies splits as well */
/* The usual case, fast: bytes of one cell, or two whole cells, have one definer. {0, 0}: nobody. False: not that case. */
static inline bool cells_sole(const struct shadow *shadow, const struct cell *cells, unsigned byte, unsigned size, struct cell *definer)
{
    const struct cell *first = &cells[byte / 4], *last = first;
    unsigned from = byte % 4;
    if (size == 8 && from == 0 && first->who == first[1].who && !cell_is_split(*first)) {
        *definer = (struct cell){first->who, cell_younger(*first, first[1])};
        return true;
    }
    if (size == 8 && from == 0)
        return false;
    if (size - 1 >= 4 - from)      /* includes size 0 */
        return false;
    if (cell_is_split(*first)) {
        first = &shadow->splits[first->who & ~(UINT64_C(1) << 63)].bytes[from];
        last = first + size - 1;
    }
    uint64_t when = first->when & WHEN_MAX;
    for (const struct cell *next = first; next < last;) {
        next++;
        if (next->who != first->who)
            return false;
        when = (next->when & WHEN_MAX) > when ? next->when & WHEN_MAX : when;
    }
    *definer = (struct cell){first->who, when};
    return true;
}

enum { SHADOW_LEAF_BITS = 16, SHADOW_LEAVES = 1 << 18 };
static inline struct cell *shadow_leaf(const struct shadow *shadow, uint64_t address)      /* NULL: there is none */
{
    struct cell **table = shadow->roots ? shadow->roots[address >> 32 & 0xffff] : NULL;
    return table ? table[address >> SHADOW_LEAF_BITS & 0xffff] : NULL;
}

/* The same for memory. */
static inline bool shadow_sole(const struct shadow *shadow, uint64_t address, unsigned size, struct cell *definer)
{
    const struct cell *leaf = shadow_leaf(shadow, address);
    unsigned byte = (unsigned)(address & 0xffff);
    return leaf && byte <= (1 << SHADOW_LEAF_BITS) - 8 && cells_sole(shadow, leaf, byte, size, definer);
}

void shadow_define_pieces(struct shadow *shadow, uint64_t address, uint64_t size, struct cell by);
static inline void shadow_define(struct shadow *shadow, uint64_t address, uint64_t size, struct cell by)
{
    struct cell *leaf = size <= 8 ? shadow_leaf(shadow, address) : NULL;
    unsigned byte = (unsigned)(address & 0xffff);
    if (leaf && byte <= (1 << SHADOW_LEAF_BITS) - 8)
        cells_define(shadow, leaf, byte, (unsigned)size, by);
    else
        shadow_define_pieces(shadow, address, size, by);
}
void shadow_gather(const struct shadow *shadow, uint64_t address, uint64_t size, struct definers *found);
void shadow_forget(struct shadow *shadow, uint64_t address, uint64_t size);      /* the memory is gone, or new */
void shadow_move(struct shadow *shadow, uint64_t from, uint64_t to, uint64_t size);   /* copies; ranges apart, aligned to 4 */
struct cell shadow_read(const struct shadow *shadow, uint64_t address);          /* the cell that holds address; {0, 0}: none */
struct cell shadow_byte(const struct shadow *shadow, uint64_t address);          /* the definer of one byte, with its tag; {0, 0}: none */
uint64_t shadow_next(const struct shadow *shadow, uint64_t address, uint64_t end);   /* the next address below end whose leaf exists; UINT64_MAX: none */
void shadow_free(struct shadow *shadow);

void definers_add(struct definers *found, struct cell definer);

/* ---- What a program wrote to files and sockets, and who stored these bytes ----
 *
 * A system call that writes takes bytes from memory, and the shadow knows who stored each of them last. So text that a library kept in its own buffer leads
 * back to the instruction in your code that provided it. The shadow is asked when the call ends, while it still has these definers. */

struct store_writer;
struct sites;

/* The last calls that write; calls to standard output and error output are kept apart from all others. */
enum { WRITES_KEPT = 128 };
struct writes_ring {
    struct write_call *items;           /* NULL: none yet */
    size_t count, next;
};

struct writes {                         /* empty when zeroed */
    struct writes_ring output, other;
    uint64_t taken;
};

/* Takes the payload of a LOG_WRITTEN record. acts: the execution in your code that made the call, or on whose behalf skipped code made it; 0: none. */
void writes_take(struct writes *writes, const struct shadow *shadow, actor acts, struct str payload);

/* Writes the note (store/notes.h). Call it after the run, when sites have their ids. */
void writes_note(const struct writes *writes, const struct sites *sites, struct store_writer *writer);

void writes_free(struct writes *writes);

#endif
