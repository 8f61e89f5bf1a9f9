/* definers.c - the definers of a node, and its values.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/store/lists.h"
#include "recording/store/paged.h"
#include "recording/store/skeleton.h"

#include <stdlib.h>
#include <string.h>

/* ---- The definers of a node, and links as answers ---- */

void links_free(struct links *links)
{
    free(links->items);
    *links = (struct links){0};
}

void links_add(struct links *links, struct link link)
{
    if (links->count == links->capacity)
        links->items = array_grow(links->items, &links->capacity, links->count + 1, sizeof *links->items);
    links->items[links->count++] = link;
}

enum link_kind link_kind_of(const struct store *store, uint64_t port)
{
    return store_is_history(store) ? LINK_UNKNOWN : port == 0 ? LINK_CONTROL : LINK_DATA;
}

static int compare_links(const void *left, const void *right, void *context)
{
    const struct link *a = left, *b = right;
    const struct store *store = context;
    const struct record *first = &store->records[a->node.index], *second = &store->records[b->node.index];
    int order = store_is_history(store) ? COMPARE(first->address, second->address) : COMPARE(first->id, second->id);
    if (order)
        return order;
    COMPARE_FIRST(a->node.instance, b->node.instance);
    return COMPARE(a->port, b->port);
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

static bool note_stranger(const struct store *store, uint32_t definer)
{
    struct error error;
    error_set(&error, "an entry names instruction %lu, which is none", (unsigned long)definer);
    store_note_damage(store, &error);
    return false;
}

/* The node that an entry names. False: the file makes no sense. */
static inline bool found_node(const struct store *store, const struct list *list, struct block_entry found, struct node *node)
{
    uint32_t index;
    if (!list_index(store, list, found.definer, &index))
        return note_stranger(store, found.definer);
    *node = (struct node){index, found.value};
    return true;
}

static bool entry_node(const struct store *store, const struct list *list, uint64_t entry, struct node *node)
{
    return list->flags & LIST_GUESSED ? guessed_node(store, list, entry, node) : found_node(store, list, list_entry(store, list, entry), node);
}

struct asked {
    const struct store *store;
    struct node user;
    const struct progress *progress;
    struct links *links;
    uint64_t *uncertain;            /* NULL: list uncertain links; otherwise only count them here */
    uint64_t done;
};

/* The definers on one port: entries whose X is at most `spare` below the instance may belong to this execution. */
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
            links_add(asked->links, (struct link){node, port, kind, spare > 0, port >= record_own_ports(record), node.instance});
        going = ++asked->done % LINKS_A_REPORT || progress_report(asked->progress, k - from, to - from);
    }
    links_finish(store, asked->links, start);
    return going;
}

/* ---- Ports whose lists have exactly one, certain entry for each execution ---- */

/* A look-up waits for memory, and each address it needs comes from the load before. So clew fetches the entries of several ports side by side. */
enum { PORTS_AHEAD = 8 };

struct spot {                       /* where such an entry is */
    const struct list *list;        /* NULL: another kind of list, or no entry */
    struct block block;
    const unsigned char *payload;   /* not for a LINE */
};

static inline bool is_plain(const struct store *store, const struct list *list, uint64_t instance)
{
    return list->xs == NOWHERE && instance < list->count && (list->flags & (LIST_SORTED | LIST_GUESSED)) == LIST_SORTED && !store->summary.dense;
}

static inline void spot_fetch(const struct store *store, uint64_t instance, struct spot *spot)
{
    unsigned count = block_entries(spot->list->count, instance);
    spot->payload = entry_payload(store, spot->list, spot->block, count, true);
    if (spot->payload)
        block_fetch(spot->block, spot->payload, count, instance & (BLOCK - 1));
}

static inline void spot_list(struct asked *asked, const struct record *record, uint64_t port, const struct spot *spot)
{
    uint64_t instance = asked->user.instance;
    struct block_entry found = {0};
    struct node node;
    if (block_kind(spot->block) == BLOCK_LINE)
        found = block_at_line(spot->block, entry_place(spot->list, instance));
    else if (spot->payload)
        found = block_at_payload(spot->block.first, spot->block.second, spot->payload, block_entries(spot->list->count, instance), instance & (BLOCK - 1));
    if (found_node(asked->store, spot->list, found, &node))
        links_add(asked->links, (struct link){node, port, link_kind_of(asked->store, port), false, port >= record_own_ports(record), node.instance});
}

/* Lists the definers on up to PORTS_AHEAD ports. Starts all fetches before it branches on any fetched data. */
static bool ports_list(struct asked *asked, const struct record *record, uint64_t first, unsigned count)
{
    const struct store *store = asked->store;
    const struct list *lists = &store->lists[record->first_list + first];
    uint64_t instance = asked->user.instance;
    struct spot spots[PORTS_AHEAD];
    bool going = true, fetched = true;
    for (unsigned i = 0; i < count; i++) {
        spots[i].list = is_plain(store, &lists[i], instance) ? &lists[i] : NULL;
        if (spots[i].list)
            spots[i].block = entry_block(store, &lists[i], instance);
    }
    for (unsigned i = 0; i < count; i++)
        if (spots[i].list && block_kind(spots[i].block) != BLOCK_LINE)
            spot_fetch(store, instance, &spots[i]);
    for (unsigned i = 0; going && i < count; i++)
        if (spots[i].list) {
            if (!fetched && block_kind(spots[i].block) != BLOCK_LINE)
                spot_fetch(store, instance, &spots[i]);
            spot_list(asked, record, first + i, &spots[i]);
        } else {
            going = port_list(asked, record, first + i);
            fetched = false;    /* it may have loaded many pages, so the pointers may be invalid */
        }
    return going;
}

static bool definers_list(struct asked *asked, uint64_t first)
{
    const struct store *store = asked->store;
    bool going = true;
    if (asked->user.index >= store->record_count)
        return true;
    const struct record *record = &store->records[asked->user.index];
    for (uint64_t port = first; going && port < record->ports; port += PORTS_AHEAD)
        going = ports_list(asked, record, port, record->ports - port < PORTS_AHEAD ? (unsigned)(record->ports - port) : PORTS_AHEAD);
    return going;
}

bool store_definers(const struct store *store, struct node user, const struct progress *progress, struct links *links)
{
    struct asked asked = {store, user, progress, links, NULL, 0};
    return definers_list(&asked, 0);
}

bool store_certain_definers(const struct store *store, struct node user, const struct progress *progress, struct links *links,
                            uint64_t uncertain[LINK_KINDS])
{
    struct asked asked = {store, user, progress, links, uncertain, 0};
    return definers_list(&asked, 0);
}

bool store_certain_data(const struct store *store, struct node user, const struct progress *progress, struct links *links, uint64_t uncertain[LINK_KINDS])
{
    struct asked asked = {store, user, progress, links, uncertain, 0};
    return definers_list(&asked, store_is_history(store) ? 0 : 1);
}

bool store_certain_control(const struct store *store, struct node user, struct links *links, uint64_t uncertain[LINK_KINDS])
{
    struct asked asked = {store, user, NULL, links, uncertain, 0};
    if (user.index >= store->record_count || !store->records[user.index].ports)
        return true;
    return ports_list(&asked, &store->records[user.index], 0, 1);
}

/* ---- Values, from blocks or from the text ----
 *
 * The index of a text knows where every 256th value of a list stands; clew reads on from there to the others. It keeps the values read last, since callers
 * ask for values in a row. In a compressed text every read has to start at the front, so its index has the values in blocks, as recordings
 * have. */

/* 256 values of one list, as digits. */
struct window {
    const struct list *list;        /* NULL: empty */
    uint64_t b;
    unsigned count;
    uint8_t sizes[BLOCK];
    char digits[BLOCK][VALUE_DIGITS];
};

void window_free(struct window *window)
{
    free(window);
}

struct window *window_new(void)
{
    return memory_allocate(sizeof(struct window));
}

static bool changed(const struct store *store, const char *what)
{
    struct error error;
    error_at(&error, store->path, 0, 0, "%s", what);
    store_note_damage(store, &error);
    return false;
}

static void take_digits(struct window *window, struct str digits)
{
    window->sizes[window->count] = (uint8_t)digits.size;
    for (size_t i = 0; i < digits.size; i++) {
        char digit = digits.data[i];
        window->digits[window->count][i] = digit >= 'A' && digit <= 'F' ? (char)(digit - 'A' + 'a') : digit;
    }
    window->count++;
}

/* Reads `want` values from the text. */
static bool window_read(const struct store *store, struct window *window, uint64_t offset, unsigned want)
{
    struct part_source source = {.input = store->input, .from = offset, .to = UINT64_MAX, .path = WET_PATH_SCALAR, .piece = 8192};
    struct feeder feeder;
    struct wet_item item;
    struct error error;
    bool good = true, done = false;
    window->count = 0;
    feeder_open(&feeder, &source, WET_COMPREHENSIVE, WET_FROM_VALUES);
    while (good && !done && window->count < want) {
        if (!wet_reader_next(feeder.reader, &item)) {
            good = feeder_go_on(&feeder, &done, &error);
        } else if (item.kind == WET_ITEM_VALUE) {
            take_digits(window, item.value.digits);
        } else if (item.kind != WET_ITEM_PROBLEM) {
            done = true;
        }
    }
    feeder_close(&feeder);
    if (!good)
        store_note_damage(store, &error);
    return good && (window->count == want || (!store->skeleton && changed(store, "a value is not where it was when the index was made")));
}

static bool window_fill(const struct store *store, const struct list *list, uint64_t b)
{
    struct window *window = store->window;
    uint64_t offset, left = list->count - b * BLOCK;
    if (window->list == list && window->b == b)
        return true;
    window->list = NULL;
    if (input_changed(store->input) != INPUT_UNCHANGED)
        return changed(store, "changed while it was open");
    if (!(list->flags & LIST_GUESSED))
        memcpy(&offset, paged_at(store->paged, STREAM_OFFSETS, (list->first + b) * sizeof offset, sizeof offset), sizeof offset);
    else if (!guessed_offset(store, list, b, &offset))
        return false;
    if (!window_read(store, window, offset, left < BLOCK ? (unsigned)left : BLOCK))
        return false;
    if (input_changed(store->input) != INPUT_UNCHANGED)         /* during the read */
        return changed(store, "changed while it was open");
    window->list = list;
    window->b = b;
    return true;
}

/* ---- Values of blocks ---- */

static void number_digits(uint64_t number, struct value *value)
{
    char digits[16];
    size_t at = sizeof digits;
    do
        digits[--at] = "0123456789abcdef"[number & 15];
    while (number >>= 4);
    value->size = (uint8_t)(sizeof digits - at);
    memcpy(value->digits, digits + at, value->size);
}

/* Makes a value from 64 bits of each of several lists, the lowest first. */
static void limb_digits(const struct store *store, const struct list *list, uint64_t entry, struct value *value)
{
    bool begun = false;
    value->size = 0;
    for (unsigned limb = list->limbs; limb-- > 0;) {
        uint64_t number = list_entry(store, list + limb, entry).value;
        for (int shift = 60; shift >= 0; shift -= 4) {
            unsigned digit = (unsigned)(number >> shift & 15);
            begun |= digit > 0 || (limb == 0 && shift == 0);
            if (begun)
                value->digits[value->size++] = "0123456789abcdef"[digit];
        }
    }
}

struct value store_value(const struct store *store, uint64_t index, uint64_t k)
{
    const struct record *record = &store->records[index];
    const struct list *list = &store->lists[record->value_list];
    uint64_t entry = list_ordered(store, list, k), x = list_x(store, list, entry), spare = list_spare(store, record, list);
    struct value value = {.instance = x, .instance_max = x + spare, .uncertain = spare > 0, .size = 1, .digits = "?"};
    if (list->flags & LIST_TEXT) {
        if (window_fill(store, list, entry / BLOCK)) {
            value.size = store->window->sizes[entry % BLOCK];
            memcpy(value.digits, store->window->digits[entry % BLOCK], value.size);
        }
    } else if (list->flags & LIST_WIDE) {
        limb_digits(store, list, entry, &value);
    } else {
        number_digits(list_entry(store, list, entry).value, &value);
    }
    return value;
}

static void found_add(struct found_values *found, uint64_t k)
{
    found->items = array_grow(found->items, &found->capacity, found->count + 1, sizeof *found->items);
    found->items[found->count++] = k;
}

/* One by one. */
static void find_slowly(const struct store *store, uint64_t index, uint64_t from, uint64_t to, const struct str *digits, size_t count, struct found_values *found)
{
    for (uint64_t k = from; k < to; k++) {
        struct value value = store_value(store, index, k);
        bool any = false;
        for (size_t i = 0; i < count; i++)
            any |= str_equal(digits[i], (struct str){value.digits, value.size});
        if (any)
            found_add(found, k);
    }
}

/* Values of blocks as numbers: a number has one text, so equal numbers are equal texts. */
static void find_numbers(const struct store *store, const struct list *list, uint64_t from, uint64_t to, const uint64_t *numbers, size_t count,
                         struct found_values *found)
{
    uint64_t values[BLOCK];
    for (uint64_t b = from / BLOCK; b * BLOCK < to; b++) {
        unsigned first = from > b * BLOCK ? (unsigned)(from - b * BLOCK) : 0, behind = to - b * BLOCK < BLOCK ? (unsigned)(to - b * BLOCK) : BLOCK;
        unsigned has = list_block(store, list, b, NULL, values, NULL);
        for (unsigned i = first; i < behind && i < has; i++)
            for (size_t n = 0; n < count; n++)
                if (values[i] == numbers[n]) {
                    found_add(found, b * BLOCK + i);
                    break;
                }
    }
}

void store_find_values(const struct store *store, uint64_t index, uint64_t from, uint64_t to, const struct str *digits, size_t count, struct found_values *found)
{
    enum { NUMBERS = 4 };
    uint64_t numbers[NUMBERS];
    size_t numbered = 0;
    if (from >= to)
        return;
    const struct list *list = &store->lists[store->records[index].value_list];
    bool plain = (list->flags & (LIST_SORTED | LIST_TEXT | LIST_WIDE | LIST_GUESSED)) == LIST_SORTED && count <= NUMBERS;
    for (size_t i = 0; plain && i < count; i++)             /* a text that is no number of 64 bits is no value of this list */
        numbered += digits[i].size <= 16 && str_hex(digits[i], &numbers[numbered]);
    if (plain)
        find_numbers(store, list, from, to, numbers, numbered, found);
    else
        find_slowly(store, index, from, to, digits, count, found);
}

uint64_t store_values_of(const struct store *store, struct node node, uint64_t *first)
{
    uint64_t to;
    *first = 0;
    if (node.index >= store->record_count || store->records[node.index].value_list == NOWHERE)
        return 0;
    const struct record *record = &store->records[node.index];
    const struct list *list = &store->lists[record->value_list];
    uint64_t spare = list_spare(store, record, list);
    list_range(store, list, node.instance > spare ? node.instance - spare : 0, node.instance, first, &to);
    uint64_t count = to - *first;
    if (!count)
        *first = 0;
    return count;
}

bool store_number(const struct store *store, struct node node, uint64_t *number)
{
    uint64_t first;
    if (store_values_of(store, node, &first) != 1)
        return false;
    struct value value = store_value(store, node.index, first);
    return !value.uncertain && value.size <= 16 && str_hex((struct str){value.digits, value.size}, number);
}

void value_text(const struct value *value, struct text *out)
{
    text_add(out, "0x");
    text_append(out, (struct str){value->digits, value->size});
}
