/* executed.h - the code that ran and the ways its branches went: merged execution traces of GNATcoverage.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     struct executed_set set = {0};
 *     for (each trace) executed_add_trace(&set, &trace, &problems, &progress);
 *     struct executed_range range;
 *     for (uint64_t from = 0; executed_from(set.bases[0].executed, from, &range); from = range.last + 1) {
 *         ... range.first, range.last, range.op ...
 *         if (range.last == UINT64_MAX)
 *             break;
 *     }
 *
 * The merged base is a list of ranges, ascending, not empty and not overlapping, each with an op (bits of trace.h). Adding [first, last] with an op:
 *
 *     E is the highest range that begins at or below `last`. If E does not overlap [first, last], insert [first, last] as it is.
 *     If op has neither BLOCK nor FAULT: E.op |= op for all of E, and stop.
 *     Otherwise split both at each other's boundaries: E keeps its op outside [first, last]; the overlap gets both ops; the part of [first, last] above E
 *     gets op; the part below E is added by the same rules.
 *
 * Adjacent ranges never join; a split copies the branch bits to both halves. The result depends on the order, so clew adds traces one after the other. Source:
 * AdaCore/gnatcoverage, traces_lists / traces_dbase.adb; clew-formats(5), "Merging".
 *
 * Design: a B+ tree of ranges (leaves hold many ranges, the last leaf stays at hand), with a table of recently added entries in front. In a hundred traces of
 * one program, nearly every entry was seen before with the same op, and then there is nothing to do. Memory: about 24 bytes a range for any number of traces,
 * and at most 32 MB for the table. */
#ifndef CLEW_COVERAGE_EXECUTED_H
#define CLEW_COVERAGE_EXECUTED_H

#include "core/core.h"

struct gnatcov_problems;
struct gnatcov;

struct executed_range {
    uint64_t first, last;               /* inclusive, because the last byte of the address space can run */
    uint8_t op;
};

struct executed;
struct executed *executed_open(void);
void executed_close(struct executed *executed);

/* Requires first <= last. O(log n); O(1) for a recently added range with the same op. */
void executed_add(struct executed *executed, uint64_t first, uint64_t last, uint8_t op);

uint64_t executed_count(const struct executed *executed);
/* The lowest range that ends at or above an address: the one that holds it, else the next one. False: none. O(log n); O(1) when continuing from the last
 * answer. */
bool executed_from(const struct executed *executed, uint64_t address, struct executed_range *range);
/* Is every byte of [first, last] in a range? O(log n + ranges passed). */
bool executed_whole(const struct executed *executed, uint64_t first, uint64_t last);

/* ---- Traces ---- */

/* The base of the executable (or kernel module), or of a shared object; the name tells shared objects apart. */
struct executed_base {
    struct str name;                  /* the object's EXEC_FILE_NAME; for the executable the one in the first trace that has it; null: none. In the arena */
    uint64_t size, crc;                 /* from the first trace that has them; 0: not recorded */
    struct str time_stamp;            /* null: not recorded */
    struct executed *executed;
};

struct executed_set {                   /* zeroed: empty */
    bool joined;                        /* set before the first trace: shared objects go into bases[0] too, as in a dump, which is one list */
    struct arena arena;
    struct executed_base *bases;        /* bases[0]: the executable, once a trace was added */
    size_t base_count, base_capacity;
    struct pool names;                  /* of the shared objects; for look-ups by name */
    struct map named;                   /* address of a pooled name -> index of its base */
    uint64_t traces, entries;           /* number added */
    unsigned address_size, machine;     /* of the first trace with entries; 0: none yet */
};

/* Adds the entries of a trace, relocated. Adds a warning with its offset to `problems` for each entry it cannot merge (size 0 without a fault, a range that
 * wraps) and for a machine or address size that differs from the set's. Rejects a decision map, in which nothing ran, with an error at byte 13 and returns
 * false. False also if progress stopped it; the set then keeps what was added. O(entries). */
CHECKED bool executed_add_trace(struct executed_set *set, const struct gnatcov *trace, struct gnatcov_problems *problems, struct arena *arena,
                                const struct progress *progress);
/* The real machine: some emulators write i386 (3) for x86-64 (62); 8-byte addresses show it. */
unsigned executed_machine(unsigned machine, unsigned address_size);
void executed_set_free(struct executed_set *set);

#endif
