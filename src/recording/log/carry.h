/* carry.h - what skipped code does for a shown instruction.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * See reconstruct.h. A carry is opened when control goes from shown to skipped code, gathers what that code uses of shown code's results,
 * and hands it over as dependences of the anchor when the frame it belongs to ends. Each has a port of its own, since text has room for one definer a port: of
 * each defining instruction the youngest CARRY_PORTS - 1 instances; all others are further definers of one more port, which text leaves out (and counts). One
 * instance gets CARRY_MAX of them, the youngest; what is dropped then is counted. */
#ifndef CLEW_RECORDING_LOG_CARRY_H
#define CLEW_RECORDING_LOG_CARRY_H

#include "recording/log/collect.h"

enum { CARRY_PORTS = 1 << 10, CARRY_MAX = 1 << 20 };

struct dependence {
    uint64_t key;                   /* of the port: template.h; PORT_CARRIED + site: it gets one when it is handed over */
    uint32_t port;                  /* its number: collect_port; not for carried ones */
    struct cell definer;
};

/* Dependences of one instance that are not handed over yet, so that all of an instance stand together. Zeroed is empty. */
struct dependences {
    struct dependence *items;
    size_t count, capacity;
    uint64_t dropped;               /* had no room so far */
    bool distinct;                  /* every definer of a port stands in it once */
    bool rises;                     /* known without looking: in order of ports, one definer each, nothing carried. Who adds otherwise takes it back */
};
/* Here, since handing the struct over costs more than all that is done with it. */
static inline void dependences_add(struct dependences *list, struct dependence dependence)
{
    if (list->count == list->capacity)
        list->items = array_grow(list->items, &list->capacity, list->count + 1, sizeof *list->items);
    list->items[list->count++] = dependence;
}

/* A carried one; twice CARRY_MAX at most are held: true, if others had to go, so that places in the list have changed. O(log CARRY_MAX) amortised. */
bool dependences_carry(struct dependences *list, struct cell definer);
/* Hands over in order of ports, and empties; returns how many had no room. */
uint64_t dependences_sort_and_collect(struct dependences *list, struct collection *collection, actor user);
static inline uint64_t dependences_collect(struct dependences *list, struct collection *collection, actor user)
{
    if (!list->rises)
        return dependences_sort_and_collect(list, collection, user);
    collect_dependences(collection, user, list->items, list->count);
    list->count = 0;
    return 0;
}

struct carry;

struct anchor {
    actor who;
    uint64_t when;                  /* the clock at its start */
    uint64_t slot;                  /* the address of its return slot: below it lies the stack of the skipped code */
    bool calls;                     /* by a call that returns, as opposed to a jump */
    bool starts_program;            /* the call that leads to main: see reconstruct.h */
    struct cell stack_pointer[2];   /* what defined the stack pointer before the call */
    uint64_t time;                  /* on the clock of the recording */
};

/* Opens a carry; the anchor's own dependences move into it. */
struct carry *carry_open(const struct anchor *anchor, struct dependences *own);
const struct anchor *carry_anchor(const struct carry *carry);

/* Is an address on the skipped code's own stack? */
bool carry_owns_stack(const struct carry *carry, uint64_t address);

void carry_use(struct carry *carry, struct cell definer);
uint64_t carry_end(struct carry *carry, struct collection *collection);        /* hands over and frees; how many had no room */

#endif
