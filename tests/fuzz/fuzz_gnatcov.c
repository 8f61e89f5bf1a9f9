/* fuzz_gnatcov.c - any bytes as a GNATcoverage trace: results lie in the file, both ways to an entry agree.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "coverage/coverage.h"

#include <stdlib.h>
#include <string.h>

/* The fuzzer must see a broken promise. */
static void promise(bool kept)
{
    if (!kept)
        abort();
}

static void check_infos(const struct gnatcov *trace, const struct gnatcov_info *infos, uint32_t count)
{
    const char *end = trace->bytes.data + trace->bytes.size;
    for (uint32_t i = 0; i < count; i++) {
        struct text text = {0};
        uint64_t number;
        promise(infos[i].tag != GNATCOV_END && infos[i].data.data >= trace->bytes.data && infos[i].data.size <= (size_t)(end - infos[i].data.data));
        promise(i == 0 || infos[i - 1].offset < infos[i].offset);
        gnatcov_info_number(&infos[i], &number);
        promise(gnatcov_info_date(&infos[i], &text) == (text.size > 0));
        gnatcov_info_name(infos[i].tag, &text);
        promise(text.size > 0);
        text_free(&text);
    }
}

static void check_objects(const struct gnatcov *trace)
{
    for (uint32_t i = 0; i < trace->object_count; i++) {
        const struct gnatcov_object *object = &trace->objects[i];
        promise(object->name.size > 0 && object->size > 0 && object->size - 1 <= UINT64_MAX - object->base);
        promise(object->from > 0 && object->from < object->to && (i == 0 || trace->objects[i - 1].from < object->from));
        check_infos(trace, object->infos, object->info_count);
    }
}

/* The latest object loaded there at that time, found the plain way. */
static uint32_t object_at(const struct gnatcov *trace, const struct gnatcov_entry *entry)
{
    for (uint32_t i = trace->object_count; i-- > 0;) {
        const struct gnatcov_object *object = &trace->objects[i];
        if (object->from < entry->number && entry->number < object->to && entry->address >= object->base && entry->address - object->base < object->size)
            return i + 1;
    }
    return 0;
}

static void check_entries(const struct gnatcov *trace)
{
    struct gnatcov_cursor cursor;
    struct gnatcov_entry entry, same;
    uint64_t number = 0;
    for (gnatcov_begin(trace, &cursor); gnatcov_next(&cursor, &entry);) {
        promise(entry.number == ++number && entry.offset + 2 * trace->second.address_size <= trace->bytes.size);
        promise(gnatcov_entry(trace, number, &same) && same.offset == entry.offset && same.address == entry.address && same.object == entry.object &&
                same.relative == entry.relative && same.relocated == entry.relocated && same.special == entry.special);
        if (!entry.special && entry.relocated)
            promise(entry.object == object_at(trace, &entry));
        if (entry.special == GNATCOV_OBJECT_LOADED && entry.object)
            promise(trace->objects[entry.object - 1].from == number);
        if (entry.special == GNATCOV_OBJECT_UNLOADED && entry.object)
            promise(trace->objects[entry.object - 1].to == number);
    }
    promise(number == trace->entry_count && !gnatcov_entry(trace, number + 1, &same));
}

static void check_problems(const struct gnatcov *trace)
{
    const struct gnatcov_problems *problems = &trace->problems;
    bool failed = false;
    for (uint64_t i = 0; i < problems->count && i < GNATCOV_PROBLEMS; i++) {
        const struct error *error = &problems->items[i].error;
        promise(error->has_offset && error->offset <= trace->bytes.size && error->message[0]);
        promise(i == 0 || problems->items[i - 1].error.offset <= error->offset);
        failed = failed || !problems->items[i].warning;
    }
    promise(problems->count >= GNATCOV_PROBLEMS || failed == problems->failed);
}

static void check_dump(const struct gnatcov *trace, bool raw)
{
    struct gnatcov_dump dump = {.trace = trace, .raw = raw};
    struct text text = {0};
    while (gnatcov_dump(&dump, &text))
        promise(text.size > 0);
    promise(!trace->has_entries || str_find(text_str(&text), str_of("Traces:\n")) != SIZE_MAX);
    text_free(&text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct arena arena = {0};
    struct gnatcov trace;
    struct str bytes = {(const char *)data, size};
    gnatcov_read(bytes, "input", &arena, &trace);
    promise(gnatcov_sniff(bytes) || trace.problems.failed);
    check_infos(&trace, trace.infos, trace.info_count);
    check_objects(&trace);
    check_entries(&trace);
    check_problems(&trace);
    check_dump(&trace, false);
    check_dump(&trace, true);
    arena_free(&arena);
    return 0;
}
