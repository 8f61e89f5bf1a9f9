/* compare_read.c - reads a trace, a history, and the oracle's output.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct all *all;

static void *grow(void *items, size_t *capacity, size_t count, size_t size)
{
    if (count <= *capacity)
        return items;
    *capacity = *capacity ? *capacity * 2 : 16;
    if (*capacity < count)
        *capacity = count;
    items = realloc(items, *capacity * size);
    if (!items)
        abort();
    return items;
}

static char *read_whole(const char *path)
{
    FILE *file = fopen(path, "r");
    char *text = NULL;
    size_t size = 0, capacity = 0, got;
    if (!file) {
        fprintf(stderr, "compare: %s cannot be read\n", path);
        exit(2);
    }
    do {
        text = grow(text, &capacity, size + (1 << 20) + 1, 1);
        size += got = fread(text + size, 1, 1 << 20, file);
    } while (got);
    text[size] = 0;
    fclose(file);
    return text;
}

static char *next_line(char **rest)
{
    char *line = *rest, *end = strchr(line, '\n');
    if (!*line)
        return NULL;
    if (end)
        *end = 0;
    *rest = end ? end + 1 : line + strlen(line);
    return line;
}

/* ---- The trace ---- */

static void list_add(struct list *list, struct entry entry)
{
    list->items = grow(list->items, &list->capacity, list->count + 1, sizeof entry);
    list->items[list->count++] = entry;
}

static struct list *open_list(struct block *block)
{
    if (block->port_count < 64)
        return &block->ports[block->port_count++];
    return &block->ports[63];
}

static void read_static_line(const char *line)
{
    char *end;
    strtoull(line, &end, 10);
    strtoull(end, &end, 10);
    all->blocks = grow(all->blocks, &all->block_capacity, all->block_count + 1, sizeof *all->blocks);
    all->blocks[all->block_count] = (struct block){.address = strtoull(end, &end, 16), .executions = 1};
    while (*end == ' ')
        end++;
    all->blocks[all->block_count++].sourced = *end && *end != '?';
}

static void read_trace(char *text)
{
    char *line = next_line(&text);
    struct list *list = NULL;
    while ((line = next_line(&text))) {
        if (line[0] != ' ' && line[0] >= '0' && line[0] <= '9') {
            read_static_line(line);
            continue;
        }
        line += strspn(line, " ");
        struct block *block = &all->blocks[all->block_count - 1];
        if (strncmp(line, "SIZE", 4) == 0) {
            list = open_list(block);
        } else if (strncmp(line, "VALUES", 6) == 0) {
            list = &block->values;
        } else if (*line >= '0' && *line <= '9') {
            char *end;
            struct entry entry = {.x = strtoull(line, &end, 10)};
            bool is_value = list == &block->values;
            entry.id = strtoull(end + 1, &end, is_value ? 16 : 10);
            entry.number = is_value ? 0 : strtoull(end, &end, 10);
            if (block->executions < entry.x + 1)
                block->executions = entry.x + 1;
            list_add(list, entry);
        } else if (*line && strncmp(line, "NO", 2) != 0) {
            fprintf(stderr, "compare: a line of the trace that is not known: %s\n", line);
        }
    }
    for (size_t i = 0; i < all->block_count; i++)
        for (unsigned p = 0; p < all->blocks[i].port_count; p++)
            for (size_t k = 0; k < all->blocks[i].ports[p].count; k++) {
                const struct entry *e = &all->blocks[i].ports[p].items[k];
                if (e->id && e->id <= all->block_count && all->blocks[e->id - 1].executions < e->number + 1)
                    all->blocks[e->id - 1].executions = e->number + 1;
            }
}

const struct entry *find_entry(const struct list *list, uint64_t x)
{
    size_t low = 0, high = list->count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (list->items[middle].x < x)
            low = middle + 1;
        else
            high = middle;
    }
    return low < list->count && list->items[low].x == x ? &list->items[low] : NULL;
}

/* ---- The oracle's output ---- */

static int by_address(const void *a, const void *b)
{
    const struct site *x = a, *y = b;
    return (x->address > y->address) - (x->address < y->address);
}

struct site *site_at(const struct all *where, uint64_t address)
{
    struct site key = {.address = address};
    return where->site_count ? bsearch(&key, where->sites, where->site_count, sizeof key, by_address) : NULL;
}

static void read_instance(char *line)
{
    struct instance instance = {0};
    char *end;
    instance.address = strtoull(line + 2, &end, 16);
    instance.number = strtoull(end, &end, 10);
    instance.parent = end + 1;
    char *ports = strchr(end + 1, ' '), *value = ports + 1;
    *ports = 0;
    if (*value != '=') {
        value = strstr(value, " =");
        *value++ = 0;
        instance.ports = ports + 1;
    } else {
        instance.ports = "";
    }
    instance.value = value + 1;
    all->instances = grow(all->instances, &all->instance_capacity, all->instance_count + 1, sizeof instance);
    all->instances[all->instance_count++] = instance;
}

static void read_oracle(char *text)
{
    char *line, *end;
    while ((line = next_line(&text))) {
        if (line[0] == 'E')
            all->entry_address = strtoull(line + 2, NULL, 16);
        if (line[0] == 'A' && all->range_count < 512) {
            all->ranges[all->range_count].start = strtoull(line + 2, &end, 16);
            all->ranges[all->range_count++].end = strtoull(end, NULL, 16);
        }
        if (line[0] == 'I')
            read_instance(line);
        if (line[0] == 'C') {
            struct carried carried = {.address = strtoull(line + 2, &end, 16)};
            carried.number = strtoull(end, &end, 10);
            carried.definer = end + 1;
            all->carrieds = grow(all->carrieds, &all->carried_capacity, all->carried_count + 1, sizeof carried);
            all->carrieds[all->carried_count++] = carried;
        }
    }
}

/* Compares the oracle's "address#number" with an entry. */
bool names(const struct all *where, const char *text, const struct entry *entry)
{
    char *end;
    uint64_t address = strtoull(text, &end, 16), number = strtoull(end + 1, NULL, 10);
    if (!entry || entry->id == 0 || entry->id > where->block_count || where->blocks[entry->id - 1].address - where->bias != address)
        return false;
    const struct site *site = site_at(where, address);
    return entry->number == number || (site && !site->comparable);
}

static void note_key(struct site *site, unsigned key)
{
    unsigned at = 0;
    while (at < site->key_count && site->keys[at] < key)
        at++;
    if ((at < site->key_count && site->keys[at] == key) || site->key_count == 64)
        return;
    memmove(site->keys + at + 1, site->keys + at, (site->key_count - at) * sizeof *site->keys);
    site->keys[at] = key;
    site->key_count++;
}

static void make_sites(void)
{
    for (size_t i = 0; i < all->instance_count; i++)
        if (all->instances[i].number == 0) {
            all->sites = grow(all->sites, &all->site_capacity, all->site_count + 1, sizeof *all->sites);
            all->sites[all->site_count++] = (struct site){.address = all->instances[i].address, .executions = 1};
        }
    if (all->site_count)
        qsort(all->sites, all->site_count, sizeof *all->sites, by_address);
    for (size_t i = 0; i < all->instance_count; i++) {
        struct site *site = site_at(all, all->instances[i].address);
        bool filled = *all->instances[i].parent != '-' || *all->instances[i].ports || *all->instances[i].value != '-';
        if (filled && site->executions < all->instances[i].number + 1)
            site->executions = all->instances[i].number + 1;
        const char *at = all->instances[i].ports;
        while (*at) {
            note_key(site, (unsigned)strtoul(at, NULL, 10));
            at += strcspn(at, " ");
            at += strspn(at, " ");
        }
    }
    for (size_t i = 0; i < all->carried_count; i++) {
        struct site *site = site_at(all, all->carrieds[i].address);
        site->carries = true;
        if (site->executions < all->carrieds[i].number + 1)
            site->executions = all->carrieds[i].number + 1;
    }
    for (size_t i = 0; i < all->block_count; i++) {
        struct site *site = site_at(all, all->blocks[i].address - all->bias);
        if (site && !site->block)
            site->block = &all->blocks[i];
    }
}

/* An execution that only others name counts too. */
static void count_named(void)
{
    for (size_t i = 0; i < all->instance_count; i++) {
        const char *at = all->instances[i].parent;
        for (int part = 0; part < 2; part++, at = all->instances[i].ports)
            for (const char *hash = strchr(at, '#'); hash; hash = strchr(hash + 1, '#')) {
                const char *from = hash;
                while (from > at && strchr("0123456789abcdef", from[-1]))
                    from--;
                struct site *site = site_at(all, strtoull(from, NULL, 16));
                uint64_t number = strtoull(hash + 1, NULL, 10);
                if (site && site->executions < number + 1)
                    site->executions = number + 1;
            }
    }
    for (size_t i = 0; i < all->site_count; i++)
        all->sites[i].comparable = all->sites[i].block && all->sites[i].block->executions == all->sites[i].executions;
}

/* ---- A history: all definers ---- */

static int by_user(const void *a, const void *b)
{
    const struct arrow *x = a, *y = b;
    if (x->user != y->user)
        return x->user < y->user ? -1 : 1;
    return (x->number > y->number) - (x->number < y->number);
}

static void read_history(char *text)
{
    for (char *line, *end; (line = next_line(&text));) {
        struct arrow arrow = {.user = strtoull(line, &end, 16) - all->bias};
        arrow.number = strtoull(end + 1, &end, 10);
        arrow.definer = strtoull(end + strspn(end, " ->"), &end, 16) - all->bias;
        arrow.definer_number = strtoull(end + 1, &end, 10);
        all->arrows = grow(all->arrows, &all->arrow_capacity, all->arrow_count + 1, sizeof arrow);
        all->arrows[all->arrow_count++] = arrow;
    }
    if (all->arrow_count)
        qsort(all->arrows, all->arrow_count, sizeof *all->arrows, by_user);
}

void all_read(struct all *where, const char *oracle, const char *trace, const char *history)
{
    all = where;
    read_trace(read_whole(trace));
    read_oracle(read_whole(oracle));
    all->bias = all->block_count ? all->blocks[0].address - all->entry_address : 0;
    make_sites();
    count_named();
    if (history)
        read_history(read_whole(history));
}
