/* sites.c - the program's code: its mappings, which of it is yours, its addresses in the trace.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/log/sites.h"
#include "code/code.h"
#include "recording/log/log.h"
#include "recording/log/select.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The address of a site in the trace. Valid after addresses_settle. */
static uint64_t address_in_trace(const struct site *site)
{
    return site->object && site->object->linked ? site->address - site->bias : site->address;
}

/* ---- Which objects have file addresses ---- */

/* Counts the objects whose code ran as your code; code without a file counts as one. */
static size_t count_running(struct sites *sites, const uint32_t *by_id, uint32_t id_count)
{
    size_t count = 0, without_file = 0;
    for (uint32_t id = 1; id <= id_count; id++) {
        const struct site *site = site_get(sites, by_id[id]);
        if (!site->object) {
            without_file = 1;
            continue;
        }
        count += !site->object->ran;
        site->object->ran = true;
        site->object->moved |= site->bias != site->object->bias;
    }
    return count + without_file;
}

/* Would the trace give this site an address inside the code of an object that it does not belong to? */
static bool is_stranger(const struct object *object, const struct site *site)
{
    uint64_t bias = object->linked ? 0 : object->bias;
    return site->object != object && object->symbols && symbols_is_code(object->symbols, address_in_trace(site) - bias);
}

static bool has_stranger(struct sites *sites, const struct object *object, const uint32_t *by_id, uint32_t id_count)
{
    for (uint32_t id = 1; id <= id_count; id++)
        if (is_stranger(object, site_get(sites, by_id[id])))
            return true;
    return false;
}

/* After the run: decides which objects have file addresses and sets object->linked and object->ambiguous. Only code that ran counts. May be called again.
 * O(sites * objects), of your code. */
static void addresses_settle(struct sites *sites, const uint32_t *by_id, uint32_t id_count)
{
    struct object *object;
    for (size_t i = 0; (object = sites_object(sites, i)); i++)
        object->ran = object->moved = false;
    bool alone = count_running(sites, by_id, id_count) == 1;
    for (size_t i = 0; (object = sites_object(sites, i)); i++)
        object->linked = object->executable || (alone && object->ran);
    for (size_t i = 0; (object = sites_object(sites, i)); i++)
        if (object->linked && !alone && has_stranger(sites, object, by_id, id_count))
            object->linked = false;
    for (size_t i = 0; (object = sites_object(sites, i)); i++)
        object->ambiguous = object->ran && ((object->moved && !object->linked) || (!alone && has_stranger(sites, object, by_id, id_count)));
}

/* ---- Notes ---- */

static void note(struct store_writer *writer, const char *what, const struct object *object, const char *value)
{
    struct text name = {0};
    text_printf(&name, "%s %s", what, object->path);
    store_writer_note(writer, text_string(&name), str_of(value));
    text_free(&name);
}

static void note_number(struct store_writer *writer, const char *what, const struct object *object, uint64_t number)
{
    char digits[24];
    snprintf(digits, sizeof digits, "%" PRIx64, number);
    note(writer, what, object, digits);
}

static void note_build(struct store_writer *writer, const struct object *object)
{
    struct text build = {0};
    symbols_build(object->symbols, &build);
    if (build.size)
        note(writer, "build", object, text_string(&build));
    text_free(&build);
}

void addresses_note(const struct sites *sites, struct store_writer *writer)
{
    const struct object *object;
    for (size_t i = 0; (object = sites_object(sites, i)); i++) {
        if (!object->symbols || !(object->shown || object->mapped))
            continue;
        if (object->shown && object->ambiguous)
            note(writer, "bias", object, "ambiguous");
        else if (object->shown)
            note_number(writer, "bias", object, object->linked ? 0 : object->bias);
        note_number(writer, "loaded", object, object->bias);
        note_build(writer, object);
    }
}

/* ---- Objects, mappings, sites ---- */

struct mapping {
    uint64_t start, end, bias;
    struct object *object;
};

struct sites {
    struct site_table table;            /* first: site_get */
    struct selection *selection;
    const char *executable;
    bool all;                           /* PLT stubs may be your code too */
    struct object **objects;
    size_t object_count, object_capacity;
    struct pool paths;                  /* of the objects */
    struct map by_path;                 /* address of a path in the pool -> index of its object */
    struct mapping *mappings;
    size_t mapping_count, mapping_capacity;
    size_t count, capacity;             /* of the table */
    struct map by_address;              /* address -> number of the newest site */
    struct map epochs;                  /* page with sites -> how often it was unmapped */
    uint64_t *pages;                    /* the keys of epochs, in order of their first site */
    size_t page_count, page_capacity;
    uint32_t *by_id;                    /* from 1 */
    size_t id_capacity;
    uint32_t id_count;
};

struct sites *sites_open(const struct record_options *options, const char *executable)
{
    struct sites *sites = memory_allocate(sizeof *sites);
    sites->selection = selection_open(options, executable);
    sites->executable = executable;
    sites->all = options->only == ONLY_ALL;
    sites->table.items = array_grow(NULL, &sites->capacity, 1, sizeof *sites->table.items);
    sites->table.items[0] = (struct site){0};
    sites->count = 1;
    return sites;
}

void sites_close(struct sites *sites)
{
    for (size_t i = 0; i < sites->object_count; i++) {
        struct object *object = sites->objects[i];
        if (object->flow)
            flow_close(object->flow);
        if (object->symbols)
            symbols_close(object->symbols);
        free(object->unread);
        free(object->path);
        free(object);
    }
    free(sites->objects);
    pool_free(&sites->paths);
    map_free(&sites->by_path);
    free(sites->mappings);
    free(sites->table.items);
    free(sites->by_id);
    map_free(&sites->by_address);
    selection_close(sites->selection);
    map_free(&sites->epochs);
    free(sites->pages);
    free(sites);
}

const struct selection *sites_selection(const struct sites *sites)
{
    return sites->selection;
}

static struct object *object_of(struct sites *sites, struct str path)
{
    uint64_t key = (uint64_t)(uintptr_t)pool_name(&sites->paths, path).data, number;
    if (map_get(&sites->by_path, key, &number))
        return sites->objects[number];
    map_put(&sites->by_path, key, sites->object_count);
    struct object *object = memory_allocate(sizeof *object);
    object->path = strndup(path.data, path.size);
    object->executable = str_is(path, sites->executable);
    struct error unread;
    if (!symbols_open_if_there(object->path, &object->symbols, &unread)) {
        object->symbols = NULL;         /* no names and no graphs: a missing file is recorded all the same, an unreadable one is an error */
        object->unread = unread.message[0] ? strdup(unread.message) : NULL;
    }
    object->selected = selection_file(sites->selection, path, object->symbols);
    object->shown = selected_shows_any(object->selected);
    if (object->symbols && object->shown)
        object->flow = flow_open(object->symbols);
    sites->objects = array_grow(sites->objects, &sites->object_capacity, sites->object_count + 1, sizeof(struct object *));
    sites->objects[sites->object_count++] = object;
    return object;
}

/* ---- Epochs: code that is mapped again is other code, even with the same bytes ---- */

enum { PAGE_BITS = 12 };

static uint64_t epoch_of(const struct sites *sites, uint64_t address)
{
    uint64_t epoch;
    return map_get(&sites->epochs, address >> PAGE_BITS, &epoch) ? epoch : 0;
}

static void note_page(struct sites *sites, uint64_t address)
{
    uint64_t epoch, page = address >> PAGE_BITS;
    if (map_get(&sites->epochs, page, &epoch))
        return;
    map_put(&sites->epochs, page, 0);
    sites->pages = array_grow(sites->pages, &sites->page_capacity, sites->page_count + 1, sizeof *sites->pages);
    sites->pages[sites->page_count++] = page;
}

/* Cost: the number of pages in the range, or of pages with code, whichever is less. */
static void end_epochs(struct sites *sites, uint64_t start, uint64_t end)
{
    uint64_t first = start >> PAGE_BITS, behind = (end >> PAGE_BITS) + ((end & ((1 << PAGE_BITS) - 1)) != 0), epoch;
    bool few = behind - first < sites->page_count;
    uint64_t steps = few ? behind - first : sites->page_count;
    for (uint64_t i = 0; i < steps; i++) {
        uint64_t page = few ? first + i : sites->pages[i];
        if (page >= first && page < behind && map_get(&sites->epochs, page, &epoch))
            map_put(&sites->epochs, page, epoch + 1);
    }
}

static void forget_mappings(struct sites *sites, uint64_t start, uint64_t end)
{
    size_t kept = 0;
    for (size_t i = 0; i < sites->mapping_count; i++)
        if (sites->mappings[i].end <= start || sites->mappings[i].start >= end)
            sites->mappings[kept++] = sites->mappings[i];
    sites->mapping_count = kept;
}

void sites_unmap(struct sites *sites, uint64_t start, uint64_t size)
{
    uint64_t end = size > UINT64_MAX - start ? UINT64_MAX : start + size;
    forget_mappings(sites, start, end);
    end_epochs(sites, start, end);
}

bool sites_map(struct sites *sites, uint64_t start, uint64_t end, uint64_t offset, struct str path)
{
    if (end <= start || path.size == 0)
        return true;
    forget_mappings(sites, start, end);     /* the log announces the rest of a split mapping once more, as the same code */
    if (sites->mapping_count == SITES_MAPPINGS)
        return false;
    struct mapping mapping = {start, end, 0, object_of(sites, path)};
    uint64_t address;
    if (mapping.object->symbols && symbols_offset_address(mapping.object->symbols, offset, &address))
        mapping.bias = start - address;
    if (!mapping.object->mapped && mapping.object->symbols)
        mapping.object->bias = mapping.bias;
    mapping.object->mapped = true;
    sites->mappings = array_grow(sites->mappings, &sites->mapping_capacity, sites->mapping_count + 1, sizeof *sites->mappings);
    sites->mappings[sites->mapping_count++] = mapping;
    return true;
}

bool sites_were_read(const struct sites *sites, struct error *error)
{
    for (size_t i = 0; i < sites->object_count; i++) {
        const struct object *object = sites->objects[i];
        if (object->unread)
            return error_at(error, object->path, 0, 0, "%s: clew does not write the trace without its names and lines", object->unread);
        if (object->symbols && symbols_met_unread(object->symbols))
            return error_at(error, object->path, 0, 0, "clew cannot read its debug information, and does not write the trace without its names and lines");
    }
    return true;
}

struct object *sites_object(const struct sites *sites, size_t i)
{
    return i < sites->object_count ? sites->objects[i] : NULL;
}

static const struct mapping *mapping_at(const struct sites *sites, uint64_t address)
{
    for (size_t i = sites->mapping_count; i-- > 0;)
        if (address >= sites->mappings[i].start && address < sites->mappings[i].end)
            return &sites->mappings[i];
    return NULL;
}

const struct site *sites_look(const struct sites *sites, uint32_t number)
{
    return &sites->table.items[number];
}

uint32_t sites_find(const struct sites *sites, uint64_t address)
{
    uint64_t number;
    return map_get(&sites->by_address, address, &number) ? (uint32_t)number : 0;
}

/* PLT stubs belong to the linker, not to your code: a call through a stub counts as a call of its target (unless all code is yours). */
static bool is_stub(const struct mapping *mapping, uint64_t address)
{
    return mapping && mapping->object->symbols && symbols_in_plt(mapping->object->symbols, address - mapping->bias);
}

/* The dynamic linker binds functions at their first call: its data has no definer either. */
static bool is_dynamic_linker(const struct mapping *mapping)
{
    return mapping && str_starts(str_basename(str_of(mapping->object->path)), "ld-linux");
}

/* Sets `begins` and `keeps_context`. setjmp, _setjmp, sigsetjmp, __sigsetjmp, getcontext, swapcontext: control may come back to their return address. */
static void name_entry(const struct mapping *mapping, struct site *site)
{
    size_t index;
    if (!mapping || !mapping->object->symbols || !symbols_function_at(mapping->object->symbols, site->address - mapping->bias, &index))
        return;
    struct symbols_function function = symbols_function(mapping->object->symbols, index);
    site->begins = function.address == site->address - mapping->bias;
    site->keeps_context = site->begins && (str_ends(function.name, "setjmp") || str_ends(function.name, "getcontext") || str_ends(function.name, "swapcontext"));
}

static void select_site(const struct sites *sites, const struct mapping *mapping, struct site *site)
{
    if (!mapping) {
        site->shown = selection_shows_unknown(sites->selection);
        return;
    }
    uint64_t address = site->address - site->bias;
    const struct selected *selected = mapping->object->selected;
    site->shown = selected_shows(selected, address) && (sites->all || !is_stub(mapping, site->address));
    site->opens = selected_is_entry(selected, SELECT_FROM, address);
    site->closes = selected_is_entry(selected, SELECT_UNTIL, address);
}

uint32_t sites_make(struct sites *sites, uint64_t address, const uint8_t *bytes, uint8_t length)
{
    uint32_t newest = sites_find(sites, address);
    uint64_t epoch = epoch_of(sites, address);
    for (uint32_t number = newest; number && sites->table.items[number].epoch == epoch; number = sites->table.items[number].twin)
        if (sites->table.items[number].length == length && memcmp(sites->table.items[number].bytes, bytes, length) == 0)
            return number;
    if (sites->count > ACTOR_SITE_MAX)
        return 0;
    const struct mapping *mapping = mapping_at(sites, address);
    struct site site = {.address = address, .length = length, .twin = newest, .epoch = epoch, .generation = UINT32_MAX};
    memcpy(site.bytes, bytes, length);
    site.object = mapping ? mapping->object : NULL;
    site.bias = mapping ? mapping->bias : 0;
    site.linkage = is_stub(mapping, address) || is_dynamic_linker(mapping);
    name_entry(mapping, &site);
    select_site(sites, mapping, &site);
    sites->table.items = array_grow(sites->table.items, &sites->capacity, sites->count + 1, sizeof *sites->table.items);
    sites->table.items[sites->count] = site;
    map_put(&sites->by_address, address, sites->count);
    note_page(sites, address);
    return (uint32_t)sites->count++;
}

void site_execute_first(struct sites *sites, struct site *site, uint32_t number, bool shown)
{
    if (!site->ran && site->object)
        selected_ran(site->object->selected, site->address - site->bias);
    site->ran = true;
    if (shown && !site->id) {
        site->id = ++sites->id_count;
        sites->by_id = array_grow(sites->by_id, &sites->id_capacity, (size_t)site->id + 1, sizeof *sites->by_id);
        sites->by_id[site->id] = number;
    }
}

void sites_say_place(const struct sites *sites, uint64_t address, struct text *line)
{
    const struct site *site = sites_look(sites, sites_find(sites, address));
    struct source_position position = {0};
    text_printf(line, "0x%" PRIx64, site->object ? address_in_trace(site) : address);
    if (!site->object)
        return;
    if (site->object->symbols && !symbols_position(site->object->symbols, address - site->bias, &position))
        position = (struct source_position){0};
    if (position.function.data)
        text_printf(line, " %.*s", STR(position.function));
    if (position.file.data && position.line)
        text_printf(line, " %.*s:%" PRIu64, STR(position.file), position.line);
    else if (!site->object->executable)
        text_printf(line, " in %.*s", STR(str_basename(str_of(site->object->path))));
}

void sites_forget_skipped(struct sites *sites)
{
    for (size_t i = 1; i < sites->count; i++)
        sites->table.items[i].skipped = 0;
}

uint64_t sites_add_skipped(struct sites *sites)
{
    uint64_t elsewhere = 0;
    for (size_t i = 1; i < sites->count; i++) {
        const struct site *site = &sites->table.items[i];
        if (site->object && !site->linkage)
            site->object->skipped += site->skipped;
        else if (!site->object)
            elsewhere += site->skipped;
    }
    return elsewhere;
}

void sites_flow_anew(struct site *site)
{
    const struct object *object = site->object;
    struct flow_site flow = {0};
    site->generation = object->generation;
    if (!object->flow)
        return;
    site->known = flow_site(object->flow, site->address - site->bias, &flow);
    site->branches = site->known && flow.branches;
    site->computed = site->known && flow.computed;
    site->function = site->known ? flow.function + site->bias : 0;
    site->postdominator = site->known && flow.postdominated ? flow.postdominator + site->bias : 0;
}

static uint64_t behind(struct flow_graphs *flow, uint64_t address)
{
    struct flow_site site;
    return flow_site(flow, address, &site) && site.postdominated ? site.postdominator : 0;
}

static size_t steps_to_exit(struct flow_graphs *flow, uint64_t address)
{
    enum { MOST = 1 << 24 };
    size_t steps = 0;
    for (; address && steps < MOST; address = behind(flow, address))
        steps++;
    return steps;
}

uint64_t sites_meets(const struct site *site)
{
    struct flow_graphs *flow = site->object ? site->object->flow : NULL;
    if (!flow || !site->known)
        return 0;
    uint64_t one = site->address - site->bias, other = site->function - site->bias;
    size_t from_one = steps_to_exit(flow, one), from_other = steps_to_exit(flow, other);
    while (one != other && one && other) {
        bool both = from_one == from_other, first = from_one >= from_other;
        if (first) {
            one = behind(flow, one);
            from_one--;
        }
        if (!first || both) {
            other = behind(flow, other);
            from_other--;
        }
    }
    return one == other && one ? one + site->bias : 0;
}

void sites_observe(struct site *from, const struct site *to)
{
    if (from->object && from->object == to->object && from->object->flow &&
        flow_observe(from->object->flow, from->address - from->bias, to->address - to->bias))
        from->object->generation++;
}

static struct site_text name(void *context, uint32_t number)
{
    const struct site *site = &((struct sites *)context)->table.items[number];
    return (struct site_text){.id = site->id, .address = address_in_trace(site), .executions = site->executions};
}

static struct site_text describe(void *context, uint32_t number)
{
    struct sites *sites = context;
    const struct site *site = &sites->table.items[number];
    struct site_text text = {.id = site->id, .address = address_in_trace(site), .executions = site->executions};
    struct source_position position;
    if (site->object && site->object->symbols && symbols_position(site->object->symbols, site->address - site->bias, &position)) {
        text.file = position.file;
        text.function = position.function;
        text.line = position.line;
    }
    return text;
}

struct site_source sites_source(struct sites *sites)
{
    addresses_settle(sites, sites->by_id, sites->id_count);
    return (struct site_source){describe, name, sites, sites->id_count, sites->by_id};
}
