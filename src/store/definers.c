/* definers.c - the definers of a node, and links as answers.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "store/skeleton.h"

#include <stdlib.h>

void links_free(struct links *links)
{
    free(links->items);
    *links = (struct links){0};
}

void links_add(struct links *links, struct link link)
{
    links->items = array_grow(links->items, &links->capacity, links->count + 1, sizeof *links->items);
    links->items[links->count++] = link;
}

enum link_kind link_kind_of(const struct store *store, uint64_t port)
{
    return store_is_history(store) ? LINK_UNKNOWN : port == 0 ? LINK_CONTROL : LINK_DATA;
}

static int compare_numbers(uint64_t a, uint64_t b)
{
    return (a > b) - (a < b);
}

static int compare_links(const void *left, const void *right, void *context)
{
    const struct link *a = left, *b = right;
    const struct store *store = context;
    const struct record *first = &store->records[a->node.index], *second = &store->records[b->node.index];
    int order = store_is_history(store) ? compare_numbers(first->address, second->address) : compare_numbers(first->id, second->id);
    if (!order)
        order = compare_numbers(a->node.instance, b->node.instance);
    return order ? order : compare_numbers(a->port, b->port);
}

void links_finish(const struct store *store, struct links *links, size_t from)
{
    size_t count = links->count - from, kept = 0, sorted = 1;
    if (count < 2)
        return;
    struct link *items = links->items + from;
    void *context = (void *)store; /* qsort_r knows no const; compare_links changes nothing */
    while (sorted < count && compare_links(&items[sorted - 1], &items[sorted], context) <= 0)
        sorted++;
    if (sorted < count)
        qsort_r(items, count, sizeof *items, compare_links, context);
    for (size_t i = 0; i < count; i++)
        if (i == 0 || compare_links(&items[kept - 1], &items[i], context) != 0)
            items[kept++] = items[i];
    links->count = from + kept;
}

/* The node that an entry names. False: the file makes no sense. */
static bool entry_node(const struct store *store, const struct list *list, uint64_t entry, struct node *node)
{
    if (list->flags & LIST_GUESSED)
        return guessed_node(store, list, entry, node);
    struct block_entry found = list_entry(store, list, entry);
    struct error error;
    uint32_t index;
    if (list_index(store, list, found.definer, &index)) {
        *node = (struct node){index, found.value};
        return true;
    }
    error_set(&error, "an entry names instruction %lu, which is none", (unsigned long)found.definer);
    store_note_damage(store, &error);
    return false;
}

struct asked {
    const struct store *store;
    struct node user;
    const struct progress *progress;
    struct links *links;
    uint64_t *uncertain;            /* NULL: uncertain links are listed; else only counted here */
    uint64_t done;
};

/* The definers on one port: entries whose X is at most `spare` below the instance may belong to it. */
static bool port_list(struct asked *asked, const struct record *record, uint64_t port)
{
    enum { LINKS_A_REPORT = 1 << 16 };
    const struct store *store = asked->store;
    const struct list *list = &store->lists[record->first_list + port];
    uint64_t spare = list_spare(store, record, list), instance = asked->user.instance, from, to;
    enum link_kind kind = link_kind_of(store, port);
    size_t start = asked->links->count;
    struct node node;
    bool going = true;
    list_range(store, list, instance > spare ? instance - spare : 0, instance, &from, &to);
    if (asked->uncertain && spare) {
        asked->uncertain[kind] += to - from;
        return true;
    }
    for (uint64_t k = from; going && k < to; k++) {
        if (entry_node(store, list, list_ordered(store, list, k), &node))
            links_add(asked->links, (struct link){node, port, kind, spare > 0, node.instance});
        going = ++asked->done % LINKS_A_REPORT || progress_report(asked->progress, k - from, to - from);
    }
    links_finish(store, asked->links, start);
    return going;
}

static bool definers_list(struct asked *asked)
{
    const struct store *store = asked->store;
    if (asked->user.index >= store->record_count)
        return true;
    const struct record *record = &store->records[asked->user.index];
    for (uint64_t port = 0; port < record->ports; port++)
        if (!port_list(asked, record, port))
            return false;
    return true;
}

bool store_definers(const struct store *store, struct node user, const struct progress *progress, struct links *links)
{
    struct asked asked = {store, user, progress, links, NULL, 0};
    return definers_list(&asked);
}

bool store_certain_definers(const struct store *store, struct node user, const struct progress *progress, struct links *links,
                            uint64_t uncertain[LINK_KINDS])
{
    struct asked asked = {store, user, progress, links, uncertain, 0};
    return definers_list(&asked);
}
