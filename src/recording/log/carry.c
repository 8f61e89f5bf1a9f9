/* carry.c - gathering on behalf of an anchor.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/log/carry.h"
#include "recording/log/template.h"


#include <stdlib.h>

enum { STACK_DEPTH = 64 << 20 };    /* skipped code's frames reach at most this far below the anchor's */

struct carry {
    struct anchor anchor;
    struct dependences all;         /* its own, and behind them what is carried */
    struct map by_definer;          /* of carried ones: index in all */
};

/* By port; of one port the youngest first. */
static int compare(const void *a, const void *b)
{
    const struct dependence *x = a, *y = b;
    if (x->key != y->key)
        return x->key < y->key ? -1 : 1;
    return (x->definer.when < y->definer.when) - (x->definer.when > y->definer.when);
}

/* By port and definer; of one definer the youngest first. */
static int by_definer(const void *a, const void *b)
{
    const struct dependence *x = a, *y = b;
    if (x->key == y->key && x->definer.who != y->definer.who)
        return x->definer.who < y->definer.who ? -1 : 1;
    return compare(a, b);
}

/* Its own first, then what is carried, the youngest first. */
static int by_age(const void *a, const void *b)
{
    const struct dependence *x = a, *y = b;
    bool carried = x->key >= PORT_CARRIED, other = y->key >= PORT_CARRIED;
    if (carried != other)
        return carried ? 1 : -1;
    return (x->definer.when < y->definer.when) - (x->definer.when > y->definer.when);
}

/* Every definer of a port once. */
static void unite(struct dependences *list)
{
    size_t kept = 0;
    qsort(list->items, list->count, sizeof *list->items, by_definer);
    for (size_t i = 0; i < list->count; i++)
        if (i == 0 || list->items[kept - 1].key != list->items[i].key || list->items[kept - 1].definer.who != list->items[i].definer.who)
            list->items[kept++] = list->items[i];
    list->count = kept;
}

/* Is item i, of a sorted list, a definer that its port has already? */
static bool is_superfluous(const struct dependences *list, size_t i)
{
    const struct dependence *items = list->items;
    for (size_t k = i; k-- > 0 && items[k].key == items[i].key && items[k].definer.when >= items[i].definer.when;)
        if (items[k].definer.who == items[i].definer.who)
            return true;
    return false;
}

/* In the order of compare, every definer of a port once. */
static void sort(struct dependences *list)
{
    enum { FEW = 16 };
    if (list->count > FEW) {
        if (!list->distinct)
            unite(list);
        qsort(list->items, list->count, sizeof *list->items, compare);
        return;
    }
    for (size_t i = 1; i < list->count; i++) {
        if (compare(&list->items[i - 1], &list->items[i]) <= 0)
            continue;
        struct dependence item = list->items[i];
        size_t k = i;
        for (; k > 0 && compare(&list->items[k - 1], &item) > 0; k--)
            list->items[k] = list->items[k - 1];
        list->items[k] = item;
    }
    size_t kept = 0;
    for (size_t i = 0; i < list->count; i++)
        if (!is_superfluous(list, i))       /* what it looks at is in front of what is kept, or equal to it */
            list->items[kept++] = list->items[i];
    list->count = kept;
}

/* Skipped code that runs for ever and calls back would gather without end: the youngest stay. */
static void thin_out(struct dependences *list)
{
    size_t own = 0;
    unite(list);
    qsort(list->items, list->count, sizeof *list->items, by_age);
    while (own < list->count && list->items[own].key < PORT_CARRIED)
        own++;
    if (list->count - own > CARRY_MAX) {
        list->dropped += list->count - own - CARRY_MAX;
        list->count = own + CARRY_MAX;
    }
}

bool dependences_carry(struct dependences *list, struct cell definer)
{
    list->rises = false;
    dependences_add(list, (struct dependence){PORT_CARRIED + actor_site(definer.who), 0, definer});
    if (list->count < 2 * CARRY_MAX)
        return false;
    thin_out(list);
    return true;
}

/* The usual case: in order, one definer a port, nothing carried. */
static bool is_plain(const struct dependences *list)
{
    bool rises = list->count == 0 || list->items[list->count - 1].key < PORT_CARRIED;
    for (size_t i = 1; i < list->count; i++)
        rises &= list->items[i - 1].key < list->items[i].key;
    return rises;
}

uint64_t dependences_sort_and_collect(struct dependences *list, struct collection *collection, actor user)
{
    if (is_plain(list) && !list->dropped) {
        collect_dependences(collection, user, list->items, list->count);
        list->count = 0;
        return 0;
    }
    bool history = collection_is_history(collection);
    uint64_t rank = 0, dropped = 0;
    if (list->count > CARRY_MAX)
        thin_out(list);
    sort(list);
    for (size_t i = 0; i < list->count; i++) {
        const struct dependence *item = &list->items[i];
        rank = i && list->items[i - 1].key == item->key ? rank + 1 : 0;
        uint32_t port = item->port;
        if (item->key >= PORT_CARRIED && !history)
            port = collect_port(collection, actor_site(user), item->key + ((rank < CARRY_PORTS ? rank : CARRY_PORTS - 1) << PORT_RANK_SHIFT));
        collect_dependence(collection, user, port, item->definer.who);
    }
    dropped = list->dropped;
    list->count = 0;
    list->dropped = 0;
    return dropped;
}

struct carry *carry_open(const struct anchor *anchor, struct dependences *own)
{
    struct carry *carry = memory_allocate(sizeof *carry);
    carry->anchor = *anchor;
    sort(own);
    carry->all = *own;
    carry->all.rises = false;
    carry->all.distinct = true;     /* what is carried is looked up before it is added */
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

static void find_again(struct carry *carry)
{
    map_free(&carry->by_definer);
    for (size_t i = 0; i < carry->all.count; i++)
        if (carry->all.items[i].key >= PORT_CARRIED)
            map_put(&carry->by_definer, carry->all.items[i].definer.who, i);
}

void carry_use(struct carry *carry, struct cell definer)
{
    uint64_t index;
    if (!definer.who || definer.who == carry->anchor.who || (carry->anchor.starts_program && definer.when > carry->anchor.when))
        return;
    if (map_get(&carry->by_definer, definer.who, &index)) {
        if (carry->all.items[index].definer.when < definer.when)
            carry->all.items[index].definer.when = definer.when;
        return;
    }
    map_put(&carry->by_definer, definer.who, carry->all.count);
    if (dependences_carry(&carry->all, definer))
        find_again(carry);
}

uint64_t carry_end(struct carry *carry, struct collection *collection)
{
    uint64_t dropped = dependences_collect(&carry->all, collection, carry->anchor.who);
    free(carry->all.items);
    map_free(&carry->by_definer);
    free(carry);
    return dropped;
}
