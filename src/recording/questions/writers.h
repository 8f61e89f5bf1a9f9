/* writers.h - the writers of a place in memory, in order of time.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     struct memory_writers writers = {0};
 *     bool whole = memory_writers(memory, &(struct written){.address = a, .size = 4, .until = UINT64_MAX}, progress, &writers);
 *     ... writers.items[i] ...
 *     memory_writers_free(&writers);
 *
 * memory_writers infers the address of every store that ran (memory.h). It decides accesses at constant addresses once for the instruction, and passes over
 * stack accesses if the place is not on the stack. A recording says where skipped code and the kernel wrote (store/skipped.h). A recording from before clew
 * kept that does not; there such a write is found only where a load of the place has a call or system call as its definer. Stores to unknown addresses are
 * counted: any of them may have written there. */
#ifndef CLEW_RECORDING_QUESTIONS_WRITERS_H
#define CLEW_RECORDING_QUESTIONS_WRITERS_H

#include "recording/questions/memory.h"

struct written {
    uint64_t address, size;     /* of the run; size at least 1 */
    uint64_t from, until;       /* times: only executions at from ... until */
    uint64_t first, last;       /* within these: searches only first ... last; but a load in there may tell of a hidden write before. 0, 0: all */
    bool is_static;             /* it is in an object's data, not on a stack */
    bool is_local;              /* it is in a function's frame. Static or local: not in a thread's own memory (fs, gs) */
    bool loads;                 /* also wants loads, and stores to unknown addresses */
};

/* At equal times in the order in which they take effect: skipped code writes after the last execution of your code. */
enum memory_writer_kind {
    WRITER_STORE,
    /* a store to an unknown address: it may have written all of the place. If no other writer or load lies between several, only the first and the last are
     * listed */
    WRITER_UNKNOWN,
    WRITER_LOAD,
    WRITER_HIDDEN               /* a call or system call on whose behalf skipped code wrote it */
};

struct memory_writer {
    uint64_t time;              /* HIDDEN: of the last execution before it, in any thread */
    struct node node;           /* HIDDEN: the call; if none is known, the last execution */
    enum memory_writer_kind kind;
    /* STORE, LOAD: its own; UNKNOWN: the place; HIDDEN: the part of the place that was written or, if the recording does not say, the part that a load (or
     * several, side by side) read of it */
    uint64_t address;
    uint32_t size;
    uint64_t call;              /* HIDDEN: when `node` ran */
    struct node reader;         /* HIDDEN, if a load tells of it: that load */
    /* HIDDEN: perhaps it wrote nothing of the place. Either this is dead stack (store/skipped.h), or the load read more than the place and others wrote
     * parts */
    bool perhaps;
};

enum { WRITERS_MAX = 1 << 22 };

struct memory_writers {                /* zeroed is empty */
    struct memory_writer *items;       /* by time; at equal times stores first */
    size_t count, capacity;
    uint64_t unknown;           /* executions that may have stored there: unknown address or code; and by reason */
    uint64_t reasons[MEMORY_WHYS];
    bool cut;                   /* there are more than WRITERS_MAX */
};
void memory_writers_free(struct memory_writers *writers);

/* Needs a clock. False: progress stopped it; writers then holds what it found. About 4 microseconds for each store or load in the time asked about. */
CHECKED bool memory_writers(struct memory *memory, const struct written *place, const struct progress *progress, struct memory_writers *writers);

/* ---- Reads and writes around a time, kept by address ----
 *
 *     struct accesses *accesses = accesses_open(memory, 0);
 *     bool whole = accesses_writers(accesses, &(struct written){.address = a, .size = 8, .first = t, .last = u, .until = times, ...}, progress, &writers);
 *     accesses_close(accesses);
 *
 * Calling memory_writers for one place after another around the same time infers every load and store there again each time. accesses cuts time into blocks
 * instead. It infers all accesses of a block once, at the first question, and keeps them in the order of their addresses, 16 bytes each. For another place a
 * block then answers within a microsecond. So a walk that checks a condition at each of its stops infers what it passes over once, whichever places the
 * condition reads. Blocks that were not used lately are dropped when they exceed the given room. */

struct accesses;

/* The memory must outlive it. bytes: the room for blocks; 0: 128 MB. The last used block always stays. Needs a clock. */
struct accesses *accesses_open(struct memory *memory, size_t bytes);
void accesses_close(struct accesses *accesses);                 /* NULL is allowed */

/* Adds to writers what memory_writers finds at first ... last (not 0) for a place with loads wanted. Stores to unknown addresses are included, but not counted.
 * False: progress stopped it; writers then holds what it found. About 4 microseconds for each load or store of a new block; otherwise less than one microsecond
 * a block, and what memory_writers takes for the accesses to the place. */
CHECKED bool accesses_writers(struct accesses *accesses, const struct written *place, const struct progress *progress, struct memory_writers *writers);

#endif
