/* executed.h - which code ran, and how its branches went: execution traces of GNATcoverage merged.  SPDX-License-Identifier: GPL-3.0-or-later
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
 * The merged base: non-empty ranges that do not overlap, ascending, each with an op (bits of trace.h). Adding [first, last] op:
 *
 *     E is the highest range that begins at or below last. It overlaps, or else [first, last] is inserted as it is.
 *     op without BLOCK and FAULT: E.op |= op for the whole of E, and that is all.
 *     else both are split at each other's boundaries: outside of the new one E keeps its op, the overlap gets both, what is above E gets op, and what is
 *     below E is added in the same way again.
 *
 * Adjacent ranges are never joined; a split copies the branch bits to both halves. The order of adding counts, which is why traces are added one after the
 * other. Source: AdaCore/gnatcoverage, traces_lists / traces_dbase.adb; clew-formats(5), "Merging".
 *
 * Why this shape: a B+ tree of ranges (leaves of many ranges, the last leaf kept at hand), and in front of it a table of the entries added last: of a
 * hundred traces of one program, nearly every entry has been seen with the same op before, and then nothing is to be done. Memory: about 24 bytes a range,
 * whatever the number of traces, and at most 32 MB for the table. */
#ifndef CLEW_COVERAGE_EXECUTED_H
#define CLEW_COVERAGE_EXECUTED_H

#include "core/core.h"

struct gnatcov_problems;
struct gnatcov;

struct executed_range {
    uint64_t first, last;               /* inclusive: the last byte of the address space can run */
    uint8_t op;
};

struct executed;
struct executed *executed_open(void);
void executed_close(struct executed *executed);

/* first <= last. O(log n), O(1) for what was added lately with the same op. */
void executed_add(struct executed *executed, uint64_t first, uint64_t last, uint8_t op);

uint64_t executed_count(const struct executed *executed);
/* The lowest range that ends at or above an address: the one that holds it, else the next one. False: none. O(log n); going on from the last answer O(1). */
bool executed_from(const struct executed *executed, uint64_t address, struct executed_range *range);
/* Is every byte of [first, last] in some range? O(log n + ranges passed). */
bool executed_whole(const struct executed *executed, uint64_t first, uint64_t last);

/* ---- Traces ---- */

/* The base of the executable (or kernel module), and one of each shared object, told apart by name. */
struct executed_base {
    struct str name;                  /* EXEC_FILE_NAME of the object; of the executable that of the first trace that has one; null: none. In the arena */
    uint64_t size, crc;                 /* as the first trace has them; 0: not recorded */
    struct str time_stamp;            /* null: not recorded */
    struct executed *executed;
};

struct executed_set {                   /* zeroed is empty */
    bool joined;                        /* set before the first trace: shared objects go into bases[0] too, as a dump has it that is one list */
    struct arena arena;
    struct executed_base *bases;        /* bases[0]: the executable, there as soon as a trace was added */
    size_t base_count, base_capacity;
    struct pool names;                  /* of the shared objects, */
    struct map named;                   /* and the index of each one's base by where its name lies */
    uint64_t traces, entries;           /* added */
    unsigned address_size, machine;     /* of the first trace with entries; 0 none yet */
};

/* Adds the entries of a trace, relocated. What cannot be merged (size 0 without a fault, an entry that wraps) is added to problems as a warning at its
 * offset; so is a machine or an address size that differs from the set's. A decision map is refused: an error at byte 13 (nothing in it was executed), false.
 * False also where progress stopped it; then what was added so far is there. O(entries). */
CHECKED bool executed_add_trace(struct executed_set *set, const struct gnatcov *trace, struct gnatcov_problems *problems, struct arena *arena,
                                const struct progress *progress);
/* The machine that is meant: some emulators write i386 (3) for x86-64 (62), and addresses of 8 bytes tell which it is. */
unsigned executed_machine(unsigned machine, unsigned address_size);
void executed_set_free(struct executed_set *set);

#endif
