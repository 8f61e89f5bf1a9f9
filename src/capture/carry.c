/* carry.c - gathering on behalf of an anchor.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "capture/carry.h"

#include "capture/template.h"

#include <stdlib.h>

enum { STACK_DEPTH = 64 << 20 };    /* skipped code's frames reach at most this far below the anchor's */

struct carried {
    uint64_t id;                    /* of the definer's site, for the order of ports */
    struct cell youngest;
};

struct carry {
    struct anchor anchor;
    struct dependences own;
    struct carried *items;
    size_t count, capacity;
    struct map by_site;             /* definer's site -> index in items */
};

void dependences_add(struct dependences *list, uint32_t port, actor definer)
{
    list->items = array_grow(list->items, &list->capacity, list->count + 1, sizeof *list->items);
    list->items[list->count++] = (struct dependence){port, definer};
}

void dependences_collect(struct dependences *list, struct collection *collection, actor user)
{
    for (size_t i = 0; i < list->count; i++)
        collect_dependence(collection, user, list->items[i].port, list->items[i].definer);
    list->count = 0;
}

struct carry *carry_open(const struct anchor *anchor, struct dependences *own)
{
    struct carry *carry = memory_allocate(sizeof *carry);
    carry->anchor = *anchor;
    carry->own = *own;
    *own = (struct dependences){0};
    return carry;
}

const struct anchor *carry_anchor(const struct carry *carry)
{
    return &carry->anchor;
}

bool carry_owns_stack(const struct carry *carry, uint64_t address)
{
    return address < carry->anchor.slot && carry->anchor.slot - address <= STACK_DEPTH;
}

void carry_use(struct carry *carry, struct cell definer)
{
    if (!definer.who || definer.who == carry->anchor.who || (carry->anchor.starts_program && definer.when > carry->anchor.when))
        return;
    uint64_t index;
    if (map_get(&carry->by_site, actor_site(definer.who), &index)) {
        if (carry->items[index].youngest.when < definer.when)
            carry->items[index].youngest = definer;
        return;
    }
    carry->items = array_grow(carry->items, &carry->capacity, carry->count + 1, sizeof *carry->items);
    map_put(&carry->by_site, actor_site(definer.who), carry->count);
    carry->items[carry->count++] = (struct carried){0, definer};
}

static int by_id(const void *a, const void *b)
{
    const struct carried *x = a, *y = b;
    return (x->id > y->id) - (x->id < y->id);
}

void carry_end(struct carry *carry, struct sites *sites, struct collection *collection)
{
    for (size_t i = 0; i < carry->count; i++)
        carry->items[i].id = site_get(sites, actor_site(carry->items[i].youngest.who))->id;
    if (carry->count)
        qsort(carry->items, carry->count, sizeof *carry->items, by_id);
    for (size_t i = 0; i < carry->count; i++) {
        actor definer = carry->items[i].youngest.who;
        dependences_add(&carry->own, collect_port(collection, actor_site(carry->anchor.who), PORT_CARRIED + actor_site(definer)), definer);
    }
    dependences_collect(&carry->own, collection, carry->anchor.who);
    free(carry->own.items);
    free(carry->items);
    map_free(&carry->by_site);
    free(carry);
}
