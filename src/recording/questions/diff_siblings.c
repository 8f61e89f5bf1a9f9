/* diff_siblings.c - what one branch or call let run, instance by instance of each instruction.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The users of a leave are asked for once and kept, in order, so that which instance of an instruction is the n-th is found by halving, however often: two
 * calls whose callbacks take turns are asked for again and again. */
#include "recording/questions/diff_inside.h"

#include <stdlib.h>

enum {
    INSTANCE_BITS = 33,
    SIBLINGS_KEPT = 1 << 21,            /* instances, in all lists */
    LISTS_LEAST = 8                     /* are kept however long they are */
};

struct diff_list {
    struct node *items;                 /* by instruction and instance */
    size_t count;
};

static void drop_lists(struct diff_siblings *siblings)
{
    for (size_t i = 0; i < siblings->count; i++)
        free(siblings->lists[i].items);
    siblings->count = siblings->kept = 0;
    map_free(&siblings->list_of);
    siblings->list_of = (struct map){0};
}

void diff_siblings_free(struct diff_siblings *siblings)
{
    drop_lists(siblings);
    free(siblings->lists);
    links_free(&siblings->users);
    *siblings = (struct diff_siblings){0};
}

static int by_instance(const void *x, const void *y)
{
    const struct node *a = x, *b = y;
    if (a->index != b->index)
        return a->index < b->index ? -1 : 1;
    return a->instance < b->instance ? -1 : a->instance > b->instance;
}

static const struct diff_list *make_list(struct diff_siblings *siblings, uint64_t key)
{
    const struct links *users = &siblings->users;
    struct diff_list list = {memory_allocate((users->count + 1) * sizeof *list.items), 0};
    for (size_t i = 0; i < users->count; i++)
        if (users->items[i].kind == LINK_CONTROL)
            list.items[list.count++] = users->items[i].node;
    qsort(list.items, list.count, sizeof *list.items, by_instance);
    if (siblings->count >= LISTS_LEAST && siblings->kept + list.count > SIBLINGS_KEPT)
        drop_lists(siblings);
    siblings->lists = array_grow(siblings->lists, &siblings->capacity, siblings->count + 1, sizeof *siblings->lists);
    siblings->lists[siblings->count] = list;
    siblings->kept += list.count;
    map_put(&siblings->list_of, key, siblings->count);
    return &siblings->lists[siblings->count++];
}

/* NULL: stopped. */
static const struct diff_list *list_of(struct diff_inside *inside, struct diff_siblings *siblings, const struct store *store, struct node leave)
{
    uint64_t key = leave.index << INSTANCE_BITS | leave.instance, at;
    if (map_get(&siblings->list_of, key, &at))
        return &siblings->lists[at];
    siblings->users.count = 0;
    if (!store_users(store, leave, inside->progress, &siblings->users))
        inside->stopped = true;
    inside->done += siblings->users.count;
    return diff_go_on(inside) ? make_list(siblings, key) : NULL;
}

bool diff_siblings_known(const struct diff_siblings *siblings, struct node leave)
{
    uint64_t at;
    return siblings->count && map_get(&siblings->list_of, leave.index << INSTANCE_BITS | leave.instance, &at);
}

/* How many of a list are before a node. */
static size_t below(const struct diff_list *list, struct node node)
{
    size_t low = 0, high = list->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (by_instance(&list->items[middle], &node) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

uint64_t diff_siblings_before(struct diff_inside *inside, struct diff_siblings *siblings, const struct store *store, struct node leave, struct node node)
{
    const struct diff_list *list = list_of(inside, siblings, store, leave);
    return list ? below(list, node) - below(list, (struct node){node.index, 0}) : 0;
}

bool diff_siblings_nth(struct diff_inside *inside, struct diff_siblings *siblings, const struct store *store, struct node leave, struct node *nth)
{
    const struct diff_list *list = list_of(inside, siblings, store, leave);
    size_t first = list ? below(list, (struct node){nth->index, 0}) : 0;
    if (!list || nth->instance >= list->count - first || list->items[first + nth->instance].index != nth->index)
        return false;
    *nth = list->items[first + nth->instance];
    return true;
}
