/* carry.c - gathering on behalf of an anchor.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "capture/carry.h"

#include "capture/template.h"

#include <stdlib.h>

enum { STACK_DEPTH = 64 << 20 };    /* skipped code's frames reach at most this far below the anchor's */

struct carry {
    struct anchor anchor;
    struct dependences all;         /* its own, and behind them what is carried */
    struct map by_definer;          /* of carried ones: index in all */
    size_t limit;                   /* of all.count: then the oldest are dropped */
    uint64_t dropped;
};

void dependences_add(struct dependences *list, struct dependence dependence)
{
    list->items = array_grow(list->items, &list->capacity, list->count + 1, sizeof *list->items);
    list->items[list->count++] = dependence;
}

/* By port; of one port the youngest first. */
static int compare(const void *a, const void *b)
{
    const struct dependence *x = a, *y = b;
    if (x->key != y->key)
        return x->key < y->key ? -1 : 1;
    return (x->definer.when < y->definer.when) - (x->definer.when > y->definer.when);
}

static void sort(struct dependences *list)
{
    enum { FEW = 16 };
    if (list->count > FEW) {
        qsort(list->items, list->count, sizeof *list->items, compare);
        return;
    }
    for (size_t i = 1; i < list->count; i++) {
        struct dependence item = list->items[i];
        size_t k = i;
        for (; k > 0 && compare(&list->items[k - 1], &item) > 0; k--)
            list->items[k] = list->items[k - 1];
        list->items[k] = item;
    }
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

uint64_t dependences_collect(struct dependences *list, struct collection *collection, actor user)
{
    bool history = collection_is_history(collection);
    uint64_t rank = 0, dropped = 0;
    sort(list);
    for (size_t i = 0; i < list->count; i++) {
        const struct dependence *item = &list->items[i];
        rank = i && list->items[i - 1].key == item->key ? rank : 0;
        if (is_superfluous(list, i))
            continue;
        uint32_t port = item->port;
        if (item->key >= PORT_CARRIED && !history) {
            if (rank >= CARRY_INSTANCES) {
                dropped++;
                continue;
            }
            port = collect_port(collection, actor_site(user), item->key + (rank++ << PORT_RANK_SHIFT));
        }
        collect_dependence(collection, user, port, item->definer.who);
    }
    list->count = 0;
    return dropped;
}

enum { CARRY_LIMIT = 1 << 16 };

struct carry *carry_open(const struct anchor *anchor, struct dependences *own)
{
    struct carry *carry = memory_allocate(sizeof *carry);
    carry->anchor = *anchor;
    carry->all = *own;
    carry->limit = own->count + CARRY_LIMIT;
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

/* Skipped code that runs for ever and calls back would gather without end: of each instruction the youngest stay. */
static void thin_out(struct carry *carry)
{
    struct dependences *all = &carry->all;
    size_t kept = 0, rank = 0;
    sort(all);
    map_free(&carry->by_definer);
    for (size_t i = 0; i < all->count; i++) {
        rank = i && all->items[i - 1].key == all->items[i].key ? rank + 1 : 0;
        if (all->items[i].key >= PORT_CARRIED && rank >= CARRY_INSTANCES) {
            carry->dropped++;
            continue;
        }
        if (all->items[i].key >= PORT_CARRIED)
            map_put(&carry->by_definer, all->items[i].definer.who, kept);
        all->items[kept++] = all->items[i];
    }
    all->count = kept;
    carry->limit = 2 * kept + CARRY_LIMIT;
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
    dependences_add(&carry->all, (struct dependence){PORT_CARRIED + actor_site(definer.who), 0, definer});
    if (carry->all.count >= carry->limit)
        thin_out(carry);
}

uint64_t carry_end(struct carry *carry, struct collection *collection)
{
    uint64_t dropped = carry->dropped + dependences_collect(&carry->all, collection, carry->anchor.who);
    free(carry->all.items);
    map_free(&carry->by_definer);
    free(carry);
    return dropped;
}
