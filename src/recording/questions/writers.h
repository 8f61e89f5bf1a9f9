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

/* ---- What was read and written around a time, kept by address ----
 *
 *     struct accesses *accesses = accesses_open(memory, 0);
 *     bool whole = accesses_writers(accesses, &(struct written){.address = a, .size = 8, .first = t, .last = u, .until = times, ...}, progress, &writers);
 *     accesses_close(accesses);
 *
 * Who asks memory_writers of one place after the other around one time has every load and store there inferred again for each. Here time is cut
 * into blocks. All accesses of a block are inferred once, when it is asked for first, and kept in the order of their addresses, 16 bytes each: of another
 * place a block then knows within a microsecond, so that a walk that asks a condition at each of its stops infers what it passes over once, whichever places
 * the condition speaks of. Blocks that were not asked for lately are dropped when they take more room than is given. */

struct accesses;

/* The memory must outlive it. bytes: the room for blocks; 0: 128 MB. At least the block asked for last is kept. Needs a clock. */
struct accesses *accesses_open(struct memory *memory, size_t bytes);
void accesses_close(struct accesses *accesses);                 /* NULL is allowed */

/* Adds to the writers what memory_writers finds at first ... last (not 0) of a place whose loads are wanted; stores whose address is not known are there, but
 * are not counted. False: stopped by progress; what was found until then is there. About 4 microseconds a load or store of a block that
 * is new, else less than one a block and what memory_writers takes for those of the place. */
CHECKED bool accesses_writers(struct accesses *accesses, const struct written *place, const struct progress *progress, struct memory_writers *writers);

#endif
