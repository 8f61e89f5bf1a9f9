/* writers.h - who wrote to a place in memory, in order of time.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     struct memory_writers writers = {0};
 *     bool whole = memory_writers(memory, &(struct written){.address = a, .size = 4, .until = UINT64_MAX}, progress, &writers);
 *     ... writers.items[i] ...
 *     memory_writers_free(&writers);
 *
 * Every store that ran is asked for its address (memory.h). Accesses at addresses that stand in their code are decided once, and those of the stack are
 * passed over where the place is not on it. What code that is not shown wrote is in no trace: it is found where a load of the place has a call or system
 * call as its definer, and only there. Stores whose address is not known are counted: any of them may have written there. */
#ifndef CLEW_ANALYSIS_WRITERS_H
#define CLEW_ANALYSIS_WRITERS_H

#include "analysis/memory.h"

struct written {
    uint64_t address, size;     /* of the run; size at least 1 */
    uint64_t from, until;       /* times: only what ran at from ... until */
    uint64_t first, last;       /* within these: only what ran at first ... last is looked at; but a load then may tell of a hidden write before. 0, 0: all */
    bool is_static;             /* it is in an object's data, not on a stack */
    bool loads;                 /* loads are wanted, too */
};

enum memory_writer_kind { WRITER_STORE, WRITER_HIDDEN /* a call or system call on whose behalf it was written */, WRITER_LOAD };

struct memory_writer {
    uint64_t time;
    struct node node;
    enum memory_writer_kind kind;
    uint64_t address;           /* of STORE and LOAD; of HIDDEN what was read of it, by one load or several side by side */
    uint32_t size;
    struct node reader;         /* of HIDDEN: a load that tells */
    bool perhaps;               /* of HIDDEN: that load read more than the place, and others wrote parts of it: maybe this one wrote beside it */
};

enum { WRITERS_MAX = 1 << 22 };

struct memory_writers {                /* zeroed is empty */
    struct memory_writer *items;       /* by time; those of one time stores first */
    size_t count, capacity;
    uint64_t unknown;           /* instances that may have stored there: the address, or the code, is not known; and by reason */
    uint64_t reasons[MEMORY_WHYS];
    bool cut;                   /* there are more than WRITERS_MAX */
};
void memory_writers_free(struct memory_writers *writers);

/* Needs a clock. False: stopped by progress; what was found until then is there. About 4 microseconds a store or load of the time asked for. */
CHECKED bool memory_writers(struct memory *memory, const struct written *place, const struct progress *progress, struct memory_writers *writers);

#endif
