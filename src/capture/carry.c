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

void dependences_add(struct dependences *list, struct dependence dependence)
{
    list->items = array_grow(list->items, &list->capacity, list->count + 1, sizeof *list->items);
    list->items[list->count++] = dependence;
}

/* Few items, mostly in order already: insertion. */
static void sort(struct dependences *list)
{
    for (size_t i = 1; i < list->count; i++) {
        struct dependence item = list->items[i];
        size_t k = i;
        for (; k > 0 && list->items[k - 1].key > item.key; k--)
            list->items[k] = list->items[k - 1];
        list->items[k] = item;
    }
}

/* Is another one of the same port to be kept instead? In a history that is an equal one before it; the text has room for one: the
 * youngest. */
static bool is_superfluous(const struct dependences *list, size_t i, bool history)
{
    const struct dependence *items = list->items;
    for (size_t k = i; k-- > 0 && items[k].key == items[i].key;)
        if (items[k].definer.who == items[i].definer.who || (!history && items[k].definer.when >= items[i].definer.when))
            return true;
    for (size_t k = i + 1; !history && k < list->count && items[k].key == items[i].key; k++)
        if (items[k].definer.when > items[i].definer.when)
            return true;
    return false;
}

void dependences_collect(struct dependences *list, struct collection *collection, actor user)
{
    bool history = collection_is_history(collection);
    sort(list);
    for (size_t i = 0; i < list->count; i++)
        if (!is_superfluous(list, i, history))
            collect_dependence(collection, user, list->items[i].port, list->items[i].definer.who);
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
    dependences_collect(&carry->own, collection, carry->anchor.who);
    for (size_t i = 0; i < carry->count; i++) {
        uint64_t key = PORT_CARRIED + actor_site(carry->items[i].youngest.who);
        uint32_t port = collect_port(collection, actor_site(carry->anchor.who), key);
        collect_dependence(collection, carry->anchor.who, port, carry->items[i].youngest.who);
    }
    free(carry->own.items);
    free(carry->items);
    map_free(&carry->by_site);
    free(carry);
}
