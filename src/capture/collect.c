/* collect.c - packed streams of entries, the ring of a history, and writing both.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "capture/collect.h"

#include "capture/template.h"
#include "formats/formats.h"

#include <stdlib.h>
#include <string.h>

/* Entries as differences to the one before: X, definer's site, definer's instance (or the value), each a zigzag varint. */
struct stream {
    uint8_t *data;
    size_t size, capacity;
    uint64_t count, x, site, number;    /* of the last entry */
    bool unordered;                     /* X did not always rise */
};

struct port {
    uint64_t key;
    struct stream entries;
};

struct site_ports {
    struct port *items;
    size_t count, capacity;
    struct stream values;
};

struct arrow {
    actor user, definer;
};

struct collection {
    bool is_history;
    struct site_ports *sites;
    size_t site_count, site_capacity;
    struct map numbers;                 /* site << 34 | key -> port number */
    struct arrow *ring;
    size_t ring_size, ring_capacity, ring_next;     /* next: where the next one goes; size: start anew */
    uint64_t ring_limit;
};

struct collection *collection_open(uint64_t history)
{
    struct collection *collection = memory_allocate(sizeof *collection);
    collection->is_history = history > 0;
    collection->ring_limit = history;
    return collection;
}

bool collection_is_history(const struct collection *collection)
{
    return collection->is_history;
}

void collection_close(struct collection *collection)
{
    for (size_t i = 0; i < collection->site_count; i++) {
        struct site_ports *site = &collection->sites[i];
        for (size_t k = 0; k < site->count; k++)
            free(site->items[k].entries.data);
        free(site->items);
        free(site->values.data);
    }
    free(collection->sites);
    free(collection->ring);
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
    if (collection->is_history)
        return 0;
    uint64_t found, name = (uint64_t)number << 34 | key;
    if (map_get(&collection->numbers, name, &found))
        return (uint32_t)found;
    struct site_ports *site = site_of(collection, number);
    site->items = array_grow(site->items, &site->capacity, site->count + 1, sizeof *site->items);
    site->items[site->count] = (struct port){.key = key};
    map_put(&collection->numbers, name, site->count);
    return (uint32_t)site->count++;
}

static void varint(struct stream *stream, uint64_t now, uint64_t before)
{
    uint64_t difference = now - before;
    uint64_t zigzag = difference << 1 ^ (difference >> 63 ? UINT64_MAX : 0);
    stream->data = array_grow(stream->data, &stream->capacity, stream->size + 10, 1);
    while (zigzag >= 0x80) {
        stream->data[stream->size++] = (uint8_t)(zigzag | 0x80);
        zigzag >>= 7;
    }
    stream->data[stream->size++] = (uint8_t)zigzag;
}

static void stream_add(struct stream *stream, uint64_t x, uint64_t site, uint64_t number)
{
    if (stream->count && x <= stream->x)
        stream->unordered = true;
    varint(stream, x, stream->count ? stream->x : UINT64_MAX);
    varint(stream, site, stream->site);
    varint(stream, number, stream->number);
    stream->x = x;
    stream->site = site;
    stream->number = number;
    stream->count++;
}

struct entry {
    uint64_t x, site, number, order;
};

static uint64_t unvarint(const uint8_t **at, uint64_t before)
{
    uint64_t zigzag = 0;
    for (unsigned shift = 0;; shift += 7) {
        uint8_t byte = *(*at)++;
        zigzag |= (uint64_t)(byte & 0x7f) << shift;
        if (byte < 0x80)
            break;
    }
    return before + (zigzag >> 1 ^ (zigzag & 1 ? UINT64_MAX : 0));
}

/* The next entry of a stream; start from at = data and {.x = UINT64_MAX}. */
static void stream_next(const uint8_t **at, struct entry *entry)
{
    entry->x = unvarint(at, entry->x);
    entry->site = unvarint(at, entry->site);
    entry->number = unvarint(at, entry->number);
}

static void ring_add(struct collection *collection, struct arrow arrow)
{
    if (collection->ring_next == collection->ring_size && collection->ring_size < collection->ring_limit) {
        collection->ring = array_grow(collection->ring, &collection->ring_capacity, collection->ring_size + 1, sizeof *collection->ring);
        collection->ring_size++;
    } else if (collection->ring_next == collection->ring_size) {
        collection->ring_next = 0;
    }
    collection->ring[collection->ring_next++] = arrow;
}

void collect_dependence(struct collection *collection, actor user, uint32_t port, actor definer)
{
    if (collection->is_history)
        ring_add(collection, (struct arrow){user, definer});
    else
        stream_add(&collection->sites[actor_site(user)].items[port].entries, actor_instance(user), actor_site(definer), actor_instance(definer));
}

void collect_value(struct collection *collection, actor who, uint64_t value)
{
    if (!collection->is_history)
        stream_add(&site_of(collection, actor_site(who))->values, actor_instance(who), 0, value);
}

/* ---- Writing ---- */

struct output {
    const struct site_source *sites;
    FILE *file;
    struct text text;
    bool dense, failed;
    struct collected *collected;
};

static void flush(struct output *output)
{
    if (output->text.size && fwrite(output->text.data, 1, output->text.size, output->file) != output->text.size)
        output->failed = true;
    text_clear(&output->text);
}

static void flush_when_full(struct output *output)
{
    if (output->text.size > 1 << 16)
        flush(output);
}

static int by_x(const void *a, const void *b)
{
    const struct entry *x = a, *y = b;
    if (x->x != y->x)
        return x->x < y->x ? -1 : 1;
    return x->order < y->order ? -1 : 1;
}

/* All entries of a stream, by X, of equal ones the last. The array is the caller's. */
static struct entry *sorted(const struct stream *stream, uint64_t *count)
{
    struct entry *entries = memory_allocate(stream->count * sizeof *entries), entry = {.x = UINT64_MAX};
    const uint8_t *at = stream->data;
    for (uint64_t i = 0; i < stream->count; i++) {
        stream_next(&at, &entry);
        entry.order = i;
        entries[i] = entry;
    }
    qsort(entries, stream->count, sizeof *entries, by_x);
    *count = 0;
    for (uint64_t i = 0; i < stream->count; i++) {
        if (*count && entries[*count - 1].x == entries[i].x)
            --*count;
        entries[(*count)++] = entries[i];
    }
    return entries;
}

typedef void write_entry(struct output *output, uint64_t x, const struct entry *entry);

static void write_dependence(struct output *output, uint64_t x, const struct entry *entry)
{
    struct site_text site = output->sites->name(output->sites->context, (uint32_t)entry->site);
    wet_write_entry(&output->text, x, site.id, entry->number);
    output->collected->dependences++;
}

static void write_value(struct output *output, uint64_t x, const struct entry *entry)
{
    wet_write_value(&output->text, x, entry->number);
    output->collected->values++;
}

static void write_stream(struct output *output, const struct stream *stream, void head(struct text *, uint64_t), write_entry *write)
{
    uint64_t count = stream->count;
    struct entry *list = stream->unordered ? sorted(stream, &count) : NULL, entry = {.x = UINT64_MAX};
    const uint8_t *at = stream->data;
    head(&output->text, count);
    for (uint64_t i = 0; i < count; i++) {
        if (list)
            entry = list[i];
        else
            stream_next(&at, &entry);
        write(output, output->dense ? i : entry.x, &entry);
        flush_when_full(output);
    }
    free(list);
}

static int by_key(const void *a, const void *b)
{
    const struct port *x = a, *y = b;
    return (x->key > y->key) - (x->key < y->key);
}

/* Orders ports canonically: by key, carried ones by their definer's id, since sites are numbered in order of translation. */
static void sort_ports(const struct output *output, struct site_ports *site)
{
    for (size_t i = 0; i < site->count; i++)
        if (site->items[i].key > PORT_CARRIED) {
            uint64_t rank = site->items[i].key >> PORT_RANK_SHIFT & ((1 << PORT_RANK_BITS) - 1);
            uint32_t definer = (uint32_t)(site->items[i].key & ((1 << PORT_RANK_SHIFT) - 1));
            site->items[i].key = PORT_CARRIED + (output->sites->name(output->sites->context, definer).id << PORT_RANK_BITS) + rank;
        }
    if (site->count)
        qsort(site->items, site->count, sizeof *site->items, by_key);
}

static void write_block(struct output *output, struct collection *collection, uint32_t number)
{
    struct site_text what = output->sites->site(output->sites->context, number);
    struct site_ports *site = site_of(collection, number);
    sort_ports(output, site);
    struct wet_block block = {.id = what.id, .ports = site->count, .address = what.address, .file = what.file, .function = what.function,
                              .line = what.line};
    output->collected->renamed += wet_write_block(&output->text, &block);
    output->collected->instructions++;
    for (size_t i = 0; i < site->count; i++)
        write_stream(output, &site->items[i].entries, wet_write_port, write_dependence);
    if (site->values.count)
        write_stream(output, &site->values, wet_write_values, write_value);
    else
        wet_write_no_values(&output->text);
    flush_when_full(output);
}

static void write_ring(struct output *output, const struct collection *collection)
{
    for (size_t i = 0; i < collection->ring_size; i++) {
        const struct arrow *arrow = &collection->ring[(collection->ring_next + i) % collection->ring_size];
        struct site_text user = output->sites->name(output->sites->context, actor_site(arrow->user));
        struct site_text definer = output->sites->name(output->sites->context, actor_site(arrow->definer));
        wet_write_arrow(&output->text, &(struct wet_arrow){user.address, actor_instance(arrow->user), definer.address, actor_instance(arrow->definer)});
        output->collected->dependences++;
        flush_when_full(output);
    }
    output->collected->instructions = output->sites->first_executed_count;
}

bool collection_write(struct collection *collection, const struct site_source *sites, bool dense, FILE *file, struct collected *collected)
{
    struct output output = {.sites = sites, .file = file, .dense = dense, .collected = collected};
    *collected = (struct collected){0};
    if (collection->is_history) {
        write_ring(&output, collection);
    } else {
        wet_write_count(&output.text, sites->first_executed_count, !dense);
        for (uint32_t id = 1; id <= sites->first_executed_count; id++)
            write_block(&output, collection, sites->by_id[id]);
    }
    flush(&output);
    text_free(&output.text);
    return !output.failed && fflush(file) == 0;
}
