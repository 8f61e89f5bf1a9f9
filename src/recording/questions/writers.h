/* writers.h - who wrote to a place in memory, in order of time.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     struct memory_writers writers = {0};
 *     bool whole = memory_writers(memory, &(struct written){.address = a, .size = 4, .until = UINT64_MAX}, progress, &writers);
 *     ... writers.items[i] ...
 *     memory_writers_free(&writers);
 *
 * Every store that ran is asked for its address (memory.h). Accesses at addresses that stand in their code are decided once, and those of the stack are
 * passed over where the place is not on it. Where skipped code and the kernel wrote, a recording says (store/skipped.h). One that was made before clew kept
 * that does not: such a write is found then where a load of the place has a call or system call as its definer, and only there. Stores whose address is not
 * known are counted: any of them may have written there. */
#ifndef CLEW_RECORDING_QUESTIONS_WRITERS_H
#define CLEW_RECORDING_QUESTIONS_WRITERS_H

#include "recording/questions/memory.h"

struct written {
    uint64_t address, size;     /* of the run; size at least 1 */
    uint64_t from, until;       /* times: only what ran at from ... until */
    uint64_t first, last;       /* within these: only what ran at first ... last is looked at; but a load then may tell of a hidden write before. 0, 0: all */
    bool is_static;             /* it is in an object's data, not on a stack */
    bool is_local;              /* it is in a function's frame; neither is in a thread's own memory, which fs and gs lead to */
    bool loads;                 /* loads are wanted, too, and stores whose address is not known */
};

/* Those of one time in the order in which they count: what skipped code writes comes behind the shown instance that ran last. */
enum memory_writer_kind {
    WRITER_STORE,
    WRITER_UNKNOWN,             /* a store whose address is not known: it may have written all of the place. Of several with no other writer or load between
                                   only the first and the last are there */
    WRITER_LOAD,
    WRITER_HIDDEN               /* a call or system call on whose behalf it was written */
};

struct memory_writer {
    uint64_t time;              /* of HIDDEN: of what ran last before it, in any thread */
    struct node node;           /* of HIDDEN: the call; what ran last, if none is known */
    enum memory_writer_kind kind;
    /* of STORE and LOAD; of UNKNOWN the place; of HIDDEN what was written of the place, or, where the recording does not say, what was read of it, by one load
     * or several side by side */
    uint64_t address;
    uint32_t size;
    uint64_t call;              /* of HIDDEN: when `node` ran */
    struct node reader;         /* of HIDDEN that a load tells of: that load */
    /* of HIDDEN: maybe it wrote nothing of the place: it is dead stack (store/skipped.h), or that load read more than the place and others wrote parts */
    bool perhaps;
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
