/* query.c - instructions, definers and values.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "store/layout.h"

#include <stdlib.h>
#include <string.h>

/* ---- Instructions ---- */

uint64_t store_count(const struct store *store)
{
    return store->records_count;
}

static bool is_history(const struct store *store)
{
    return store->summary.kind == STORE_HISTORY;
}

struct instruction store_instruction(const struct store *store, uint64_t index)
{
    const struct record *record = &store->records[index];
    bool history = is_history(store);
    return (struct instruction){
        .has_block = record->has_block,
        .has_id = !history,
        .has_address = record->has_block,
        .id = record->id,
        .address = record->address,
        .file = record->file,
        .function = record->function,
        .line = record->line,
        .ports = history ? 0 : record->ports,
        .executions = record->executions,
        .executions_least = record->executions_least,
        .values = record->value_list == NOWHERE ? 0 : store->value_lists[record->value_list].count,
        .no_values = record->no_values,
    };
}

bool store_find_id(const struct store *store, uint64_t id, uint64_t *index)
{
    uint64_t number;
    if (!map_get(&store->by_id, id, &number))
        return false;
    *index = store->final[number];
    return true;
}

bool store_find_address(const struct store *store, uint64_t address, uint64_t *index)
{
    return map_get(&store->by_address, address, index);
}

bool store_nearest_address(const struct store *store, uint64_t address, uint64_t *index)
{
    uint64_t least = 0;
    bool found = false;
    for (size_t i = 0; i < store->records_count; i++) {
        uint64_t other = store->records[i].address;
        uint64_t distance = other > address ? other - address : address - other;
        if (store->records[i].has_block && (!found || distance < least)) {
            found = true;
            least = distance;
            *index = i;
        }
    }
    return found;
}

/* ---- Nodes ---- */

static bool is_extra(const struct store *store, struct node node)
{
    size_t low = 0, high = store->extras_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        const struct node *extra = &store->extras[middle];
        if (extra->index == node.index && extra->instance == node.instance)
            return true;
        if (extra->index < node.index || (extra->index == node.index && extra->instance < node.instance))
            low = middle + 1;
        else
            high = middle;
    }
    return false;
}

bool store_exists(const struct store *store, struct node node)
{
    if (node.index >= store->records_count)
        return false;
    const struct record *record = &store->records[node.index];
    if (!is_history(store) && record->has_block && node.instance < record->executions)
        return true;
    uint64_t from = 0, to = 0;
    if (is_history(store))
        list_range(store, &store->lists[record->first_list], node.instance, node.instance, &from, &to);
    return to > from || is_extra(store, node);
}

bool store_at_horizon(const struct store *store, struct node node)
{
    return is_history(store) && is_extra(store, node);
}

bool store_time(const struct store *store, struct node node, uint64_t *time)
{
    (void)store, (void)node, (void)time; /* text records no order between instructions */
    return false;
}

/* ---- Lists ---- */

/* How many of the X of a list are below x; they are in order. */
static uint64_t count_below(const struct store *store, const struct list *list, uint64_t x)
{
    if (x >= list->top)
        return list->count;
    if (list->xs == NOWHERE)
        return x;
    const uint64_t *xs = store->xs + list->xs;
    uint64_t low = 0, high = list->count;
    while (low < high) {
        uint64_t middle = low + (high - low) / 2;
        if (xs[middle] < x)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

void list_range(const struct store *store, const struct list *list, uint64_t low, uint64_t high, uint64_t *from, uint64_t *to)
{
    *from = list->first + count_below(store, list, low);
    *to = list->first + (high == UINT64_MAX ? list->count : count_below(store, list, high + 1));
}

uint64_t list_x(const struct store *store, const struct list *list, uint64_t entry)
{
    uint64_t k = entry - list->first;
    return list->xs == NOWHERE ? k : store->xs[list->xs + k];
}

uint64_t list_spare(const struct store *store, const struct record *record, const struct list *list)
{
    return store->summary.dense && list->top && list->top < record->executions ? record->executions - list->top : 0;
}

/* The entries that may belong to an instance: their X is at most `spare` below it. */
static uint64_t instance_range(const struct store *store, const struct list *list, uint64_t spare, uint64_t instance, uint64_t *from,
                               uint64_t *to)
{
    list_range(store, list, instance > spare ? instance - spare : 0, instance, from, to);
    return *to - *from;
}

/* ---- Links ---- */

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
    return is_history(store) ? LINK_UNKNOWN : port == 0 ? LINK_CONTROL : LINK_DATA;
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
    int order = is_history(store) ? compare_numbers(first->address, second->address) : compare_numbers(first->id, second->id);
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

/* Lists the definers; with `uncertain` only the certain ones, the others are counted there. */
static bool definers_list(const struct store *store, struct node user, const struct progress *progress, struct links *links, uint64_t *uncertain)
{
    enum { LINKS_A_REPORT = 1 << 16 };
    if (user.index >= store->records_count)
        return true;
    const struct record *record = &store->records[user.index];
    bool going = true;
    uint64_t done = 0;
    for (uint64_t port = 0; going && port < record->ports; port++) {
        const struct list *list = &store->lists[record->first_list + port];
        size_t start = links->count;
        uint64_t spare = list_spare(store, record, list), from, to;
        instance_range(store, list, spare, user.instance, &from, &to);
        if (uncertain && spare) {
            uncertain[link_kind_of(store, port)] += to - from;
            continue;
        }
        for (uint64_t entry = from; going && entry < to; entry++) {
            struct node node = {store->definers[entry], store->instances[entry]};
            links_add(links, (struct link){node, port, link_kind_of(store, port), spare > 0, node.instance});
            going = ++done % LINKS_A_REPORT || progress_report(progress, entry - from, to - from);
        }
        links_finish(store, links, start);
    }
    return going;
}

bool store_definers(const struct store *store, struct node user, const struct progress *progress, struct links *links)
{
    return definers_list(store, user, progress, links, NULL);
}

bool store_certain_definers(const struct store *store, struct node user, const struct progress *progress, struct links *links,
                            uint64_t uncertain[LINK_KINDS])
{
    return definers_list(store, user, progress, links, uncertain);
}

/* ---- Values ---- */

static void read_wide(const unsigned char *wide, struct value *value)
{
    value->size = wide[0];
    for (unsigned i = 0; i < value->size; i++)
        value->digits[i] = "0123456789abcdef"[wide[1 + i / 2] >> (i % 2 ? 0 : 4) & 15];
}

static void read_narrow(uint64_t number, struct value *value)
{
    char digits[16];
    size_t at = sizeof digits;
    do
        digits[--at] = "0123456789abcdef"[number & 15];
    while (number >>= 4);
    value->size = (uint8_t)(sizeof digits - at);
    memcpy(value->digits, digits + at, value->size);
}

struct value store_value(const struct store *store, uint64_t index, uint64_t k)
{
    const struct record *record = &store->records[index];
    const struct list *list = &store->value_lists[record->value_list];
    uint64_t x = list_x(store, list, list->first + k), spare = list_spare(store, record, list);
    struct value value = {.instance = x, .instance_max = x + spare, .uncertain = spare > 0};
    if (record->has_wide)
        read_wide(store->wide + store->values[list->first + k], &value);
    else
        read_narrow(store->values[list->first + k], &value);
    return value;
}

uint64_t store_values_of(const struct store *store, struct node node, uint64_t *first)
{
    *first = 0;
    if (node.index >= store->records_count || store->records[node.index].value_list == NOWHERE)
        return 0;
    const struct record *record = &store->records[node.index];
    const struct list *list = &store->value_lists[record->value_list];
    uint64_t from, to, count = instance_range(store, list, list_spare(store, record, list), node.instance, &from, &to);
    if (count)
        *first = from - list->first;
    return count;
}

void value_text(const struct value *value, struct text *out)
{
    text_add(out, "0x");
    text_append(out, (struct slice){value->digits, value->size});
}
