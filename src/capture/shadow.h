/* shadow.h - who last defined every byte.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * For each byte of memory and of the registers the last definer is kept: the instruction instance, and when it ran, which is what
 * decides who of several is the youngest. Most writes cover aligned words of 4 bytes or more, so the unit is a *cell* for 4
 * bytes; a cell whose bytes have different definers is split into four of its own.
 *
 *     address bits 47..32 -> 31..16 -> cell 15..2          two tables, then a leaf of 16384 cells (256 KB for 64 KB of memory)
 *
 * Cost: 4 bytes a byte written, 20 where bytes are written singly. Leaves are made at the first write and dropped when their
 * memory is unmapped. See "How to Shadow Every Byte of Memory Used by a Program" (Nethercote and Seward, VEE 2007). */
#ifndef CLEW_CAPTURE_SHADOW_H
#define CLEW_CAPTURE_SHADOW_H

#include "core/core.h"

/* An instruction instance: site number (from 1) in the upper bits. 0: nobody known. */
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
    actor who;                      /* top bit set: split, the rest is its number in the pool */
    uint64_t when;                  /* the recorder's clock: how many instructions had started; above WHEN_BITS: tag */
};

/* A tag says that skipped code put a register aside here: 1 + the register file's cell that it came from (reconstruct.h). */
enum { WHEN_BITS = 56 };
#define WHEN_MAX ((UINT64_C(1) << WHEN_BITS) - 1)
static inline unsigned cell_tag(struct cell cell)
{
    return (unsigned)(cell.when >> WHEN_BITS);
}
static inline bool cell_is_split(struct cell cell)
{
    return cell.who >> 63;
}

struct split {
    struct cell bytes[4];
};

struct shadow {                     /* zeroed is empty */
    struct cell ***roots;           /* [1 << 16][1 << 16] leaves */
    struct split *splits;
    size_t split_count, split_capacity;
    uint64_t split_free;            /* head of the free list, 1-based through bytes[0].who; 0: none */
};

/* Distinct definers of some bytes, without "nobody". */
enum { DEFINERS_MAX = 64 };
struct definers {
    struct cell items[DEFINERS_MAX];
    unsigned count;                 /* above DEFINERS_MAX definers the oldest are left out */
};

/* Registers are a small memory of their own: an array of cells, addressed by byte. */
void cells_define(struct shadow *shadow, struct cell *cells, unsigned byte, unsigned size, struct cell by);
void cells_gather(const struct shadow *shadow, const struct cell *cells, unsigned byte, unsigned size, struct definers *found);

void cells_copy(struct shadow *shadow, struct cell *to, const struct cell *from, size_t count);     /* split ones get splits of their own */
/* The usual case, that some bytes are one or two whole cells of one definer, fast; false: it is another case. {0, 0}: nobody. */
static inline bool cells_sole(const struct cell *cells, unsigned byte, unsigned size, struct cell *definer)
{
    const struct cell *first = &cells[byte / 4], *last = first + (size == 8);
    if (byte % 4 || (size != 4 && size != 8) || cell_is_split(*first) || first->who != last->who)
        return false;
    uint64_t a = first->when & WHEN_MAX, b = last->when & WHEN_MAX;
    definer->who = first->who;
    definer->when = a > b ? a : b;
    return true;
}
/* The same of memory. */
bool shadow_sole(const struct shadow *shadow, uint64_t address, unsigned size, struct cell *definer);

void shadow_define(struct shadow *shadow, uint64_t address, uint64_t size, struct cell by);
void shadow_gather(const struct shadow *shadow, uint64_t address, uint64_t size, struct definers *found);
void shadow_forget(struct shadow *shadow, uint64_t address, uint64_t size);      /* the memory is gone, or new */
void shadow_move(struct shadow *shadow, uint64_t from, uint64_t to, uint64_t size);   /* copies; ranges apart, aligned to 4 */
struct cell shadow_read(const struct shadow *shadow, uint64_t address);          /* the cell that holds address; {0, 0}: none */
struct cell shadow_byte(const struct shadow *shadow, uint64_t address);          /* the definer of one byte, with its tag; {0, 0}: none */
uint64_t shadow_next(const struct shadow *shadow, uint64_t address);             /* the next address whose leaf exists; UINT64_MAX: none */
void shadow_free(struct shadow *shadow);

void definers_add(struct definers *found, struct cell definer);

#endif
