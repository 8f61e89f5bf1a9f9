/* collect.c - ports and values of sites, and the ring of a history.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/log/carry.h"
#include "recording/log/collect.h"
#include "recording/log/template.h"


#include <errno.h>
#include <stdlib.h>
#include <string.h>

struct port {
    uint64_t key;
    uint32_t number;                    /* the writer's */
};

struct site_ports {
    struct port *items;
    size_t count, capacity;
    uint32_t values;                    /* 1 + the writer's list; 0: none so far */
};

struct collection {
    struct collection_head head;        /* first: collect.h */
    struct site_ports *sites;
    size_t site_count, site_capacity;
    struct map numbers;                 /* site << 34 | key -> port number */
    size_t ring_capacity;
};

struct collection *collection_open(uint64_t history, struct store_writer *writer)
{
    struct collection *collection = memory_allocate(sizeof *collection);
    collection->head.writer = writer;
    collection->head.ring_limit = history;
    return collection;
}

void collection_close(struct collection *collection)
{
    for (size_t i = 0; i < collection->site_count; i++)
        free(collection->sites[i].items);
    free(collection->sites);
    free(collection->head.ring);
    map_free(&collection->numbers);
    free(collection);
}

static struct site_ports *site_of(struct collection *collection, uint32_t site)
{
    if (site >= collection->site_count) {
        size_t old = collection->site_count;
        collection->sites = array_grow(collection->sites, &collection->site_capacity, (size_t)site + 1, sizeof *collection->sites);
        collection->site_count = (size_t)site + 1;
        memset(collection->sites + old, 0, (collection->site_count - old) * sizeof *collection->sites);
    }
    return &collection->sites[site];
}

uint32_t collect_port(struct collection *collection, uint32_t number, uint64_t key)
{
    if (!collection->head.writer)
        return 0;
    uint64_t found, name = (uint64_t)number << 34 | key;
    if (map_get(&collection->numbers, name, &found))
        return (uint32_t)found;
    struct site_ports *site = site_of(collection, number);
    site->items = array_grow(site->items, &site->capacity, site->count + 1, sizeof *site->items);
    site->items[site->count] = (struct port){key, store_writer_port(collection->head.writer)};
    map_put(&collection->numbers, name, site->items[site->count].number);
    return site->items[site->count++].number;
}

void collect_ring_grow(struct collection *collection)
{
    struct collection_head *head = &collection->head;
    head->ring = array_grow(head->ring, &collection->ring_capacity, head->ring_size + 1, sizeof *head->ring);
    head->ring_size++;
}

void collect_dependence(struct collection *collection, actor user, uint32_t port, actor definer)
{
    collect_now(collection, user, port, definer);
}

void collect_dependences(struct collection *collection, actor user, const struct dependence *items, size_t count)
{
    for (size_t i = 0; i < count; i++)          /* not up to items + count: of no items there is no address */
        collect_now(collection, user, items[i].port, items[i].definer.who);
}

void collect_value_stored(struct collection *collection, actor who, uint64_t value)
{
    struct site_ports *site = site_of(collection, actor_site(who));
    if (!site->values)
        site->values = store_writer_values(collection->head.writer) + 1;
    store_writer_value(collection->head.writer, site->values - 1, actor_instance(who), value);
}

void collect_frame_begins(struct collection *collection, uint64_t thread, uint64_t call, bool from_hidden, bool handler)
{
    if (collection->head.writer)
        store_writer_frame_begins(collection->head.writer, thread, call, from_hidden, handler);
}

void collect_frame_resumes(struct collection *collection, uint64_t thread)
{
    if (collection->head.writer)
        store_writer_frame_resumes(collection->head.writer, thread);
}

void collect_frame_ends(struct collection *collection, uint64_t thread)
{
    if (collection->head.writer)
        store_writer_frame_ends(collection->head.writer, thread);
}

/* ---- The end ---- */

struct listing {
    struct collection *collection;
    const struct site_source *sites;
    uint32_t *ports;                    /* of the instruction that was listed last */
    size_t port_capacity;
};

static int by_key(const void *a, const void *b)
{
    const struct port *x = a, *y = b;
    return (x->key > y->key) - (x->key < y->key);
}

/* Orders ports canonically: by key, carried ones by their definer's id, since sites are numbered in order of translation. */
static void sort_ports(const struct site_source *sites, struct site_ports *site)
{
    for (size_t i = 0; i < site->count; i++)
        if (site->items[i].key > PORT_CARRIED) {
            uint64_t rank = site->items[i].key >> PORT_RANK_SHIFT & ((1 << PORT_RANK_BITS) - 1);
            uint32_t definer = (uint32_t)(site->items[i].key & ((1 << PORT_RANK_SHIFT) - 1));
            site->items[i].key = PORT_CARRIED + (sites->name(sites->context, definer).id << PORT_RANK_BITS) + rank;
        }
    if (site->count)
        qsort(site->items, site->count, sizeof *site->items, by_key);
}

static struct writer_instruction list_instruction(void *context, uint64_t i)
{
    struct listing *listing = context;
    const struct site_source *sites = listing->sites;
    uint32_t number = sites->by_id[i + 1];
    struct site_text what = sites->site(sites->context, number);
    struct site_ports *site = site_of(listing->collection, number);
    sort_ports(sites, site);
    listing->ports = array_grow(listing->ports, &listing->port_capacity, site->count + 1, sizeof *listing->ports);
    size_t own = 0;
    for (size_t k = 0; k < site->count; k++) {
        listing->ports[k] = site->items[k].number;
        own += site->items[k].key < PORT_CARRIED;
    }
    return (struct writer_instruction){.site = number, .no_values = !site->values, .has_values = site->values, .values = site->values - 1, .id = what.id,
                                       .address = what.address, .line = what.line, .executions = what.executions, .file = what.file,
                                       .function = what.function, .ports = listing->ports, .port_count = site->count, .own_ports = own};
}

bool collection_finish(struct collection *collection, const struct site_source *sites, struct writer_totals *totals, struct store **store, struct error *error)
{
    struct listing listing = {.collection = collection, .sites = sites};
    struct writer_program program = {.count = sites->first_executed_count, .instruction = list_instruction, .context = &listing};
    bool good = store_writer_finish(collection->head.writer, &program, totals, store, error);
    free(listing.ports);
    return good;
}

bool collection_write_history(const struct collection *collection, const struct site_source *sites, FILE *file, const struct progress *progress,
                              struct text_totals *totals, struct error *error)
{
    struct text text = {0};
    bool written = true, going = progress_report(progress, 0, collection->head.ring_size);
    *totals = (struct text_totals){.instructions = sites->first_executed_count};
    for (size_t i = 0; i < collection->head.ring_size && written && going; i++) {
        const struct arrow *arrow = &collection->head.ring[(collection->head.ring_next + i) % collection->head.ring_size];
        struct site_text user = sites->name(sites->context, actor_site(arrow->user)), definer = sites->name(sites->context, actor_site(arrow->definer));
        wet_write_arrow(&text, &(struct wet_arrow){user.address, actor_instance(arrow->user), definer.address, actor_instance(arrow->definer)});
        totals->dependences++;
        if (text.size > 1 << 16 || i + 1 == collection->head.ring_size) {
            written = fwrite(text.data, 1, text.size, file) == text.size;
            going = !written || progress_report(progress, i, collection->head.ring_size);
            text_clear(&text);
        }
    }
    text_free(&text);
    if (!going)
        return error_set(error, "interrupted");
    return (written && fflush(file) == 0) || error_set(error, "cannot be written: %s", strerror(errno));
}
