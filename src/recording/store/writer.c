/* writer.c - dependences and values of a recording, as they come.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/store/paged.h"
#include "recording/store/writer.h"
#include "recording/store/writer_inside.h"

#include <stdlib.h>
#include <string.h>

/* Every entry stands in a block in the end: no link need look at its definer. */
static void note_uses(void *context, uint32_t list, uint64_t b, const struct block_range *ranges, unsigned count)
{
    struct store_writer *writer = context;
    for (unsigned i = 0; i < count; i++) {
        struct definer *definer = &writer->definers[ranges[i].definer];
        if (ranges[i].high >= definer->top)
            definer->top = ranges[i].high + 1;
        uses_add(writer->uses, list, b, ranges[i].definer, ranges[i].low, ranges[i].high);
    }
}

bool store_writer_open(const char *path, struct store_writer **made, struct error *error)
{
    return store_writer_open_after(path, NULL, made, error);
}

bool store_writer_open_after(const char *path, const char *other, struct store_writer **made, struct error *error)
{
    /* What is small in the file is compressed as well: in short recordings the tables are most of it. */
    static const unsigned char packed[] = {STREAM_RECORDS, STREAM_LISTS, STREAM_NAMES, STREAM_FINAL, STREAM_BY_ADDRESS, STREAM_NOTES, STREAM_DESCRIPTORS,
                                           STREAM_LINKS, STREAM_VALUES, STREAM_TIMES, STREAM_USES, STREAM_USERS, STREAM_USE_LISTS, STREAM_PIECES,
                                           STREAM_WINDOWS, STREAM_WINDOW_STARTS, STREAM_FRAMES, STREAM_BLOCKS, STREAM_SKIPPED, STREAM_SKIPPED_CHUNKS};
    struct paged_writer *paged;
    if (!paged_create_after(path, other, STREAMS, &paged, error))
        return false;
    for (size_t i = 0; i < sizeof packed; i++) {
        paged_compress(paged, packed[i]);
        paged_hold(paged, packed[i], OTHERS_HELD);
    }
    paged_hold(paged, STREAM_DESCRIPTORS, DESCRIPTORS_HELD);
    paged_hold(paged, STREAM_USES, USES_HELD);
    struct store_writer *writer = memory_allocate(sizeof *writer);
    struct gather_streams links = {.descriptors = STREAM_DESCRIPTORS, .payload = STREAM_LINKS, .named = note_uses, .context = writer};
    struct gather_streams values = {.descriptors = STREAM_DESCRIPTORS, .payload = STREAM_VALUES, .bytes = true};
    writer->paged = paged;
    writer->uses = uses_open(paged);
    writer->links = gather_open(paged, &links);
    writer->values = gather_open(paged, &values);
    clock_writer_open(&writer->clock, paged);
    writer->skipped = skipped_writer_open(paged);
    *made = writer;
    return true;
}

void store_writer_drop(struct store_writer *writer)
{
    if (!writer)
        return;
    clock_writer_close(&writer->clock);
    skipped_writer_close(writer->skipped);
    gather_close(writer->links);
    gather_close(writer->values);
    uses_close(writer->uses);
    paged_drop(writer->paged);
    for (size_t i = 0; i < writer->value_lists_count; i++)
        free(writer->value_lists[i].limbs);
    free(writer->value_lists);
    free(writer->numbers);
    free(writer->definers);
    text_free(&writer->notes);
    free(writer);
}

uint32_t store_writer_port(struct store_writer *writer)
{
    return gather_list(writer->links, true);
}

static uint32_t values_list(struct store_writer *writer)
{
    uint32_t list = gather_list(writer->values, false);
    ARRAY_ADD(writer, value_lists, (struct value_list){0});
    return list;
}

uint32_t store_writer_values(struct store_writer *writer)
{
    return values_list(writer);
}

/* ---- Entries ---- */

static uint32_t number_new(struct store_writer *writer, uint32_t site)
{
    if (site >= writer->numbers_count) {
        size_t old = writer->numbers_count;
        writer->numbers = array_grow(writer->numbers, &writer->numbers_capacity, (size_t)site + 1, sizeof *writer->numbers);
        writer->numbers_count = (size_t)site + 1;
        memset(writer->numbers + old, 0, (writer->numbers_count - old) * sizeof *writer->numbers);
    }
    if (writer->numbers[site] == 0) {
        ARRAY_ADD(writer, definers, (struct definer){.site = site});
        writer->numbers[site] = (uint32_t)writer->definers_count;
    }
    return writer->numbers[site] - 1;
}

void store_writer_link(struct store_writer *writer, uint32_t port, uint64_t x, uint32_t site, uint64_t instance)
{
    uint32_t number = site < writer->numbers_count && writer->numbers[site] ? writer->numbers[site] - 1 : number_new(writer, site);
    writer->links_count++;
    gather_append(writer->links, port, x, number, instance);
}

/* Every word above the lowest goes to a list of its own, entry by entry. */
static void add_limbs(struct store_writer *writer, uint32_t values, const uint64_t *limbs, size_t count)
{
    size_t known = writer->value_lists[values].limbs_count;
    for (; known < count; known++) {
        uint32_t list = values_list(writer);
        struct value_list *main = &writer->value_lists[values];
        for (uint64_t i = 0; i < main->entries; i++)
            gather_append(writer->values, list, i, 0, 0);
        ARRAY_ADD(main, limbs, list);
    }
    struct value_list *main = &writer->value_lists[values];
    for (size_t i = 0; i < known; i++)
        gather_append(writer->values, main->limbs[i], main->entries, 0, i < count ? limbs[i] : 0);
}

static void add_value(struct store_writer *writer, uint32_t values, uint64_t x, uint64_t value)
{
    writer->value_lists[values].entries++;
    writer->values_count++;
    gather_append(writer->values, values, x, 0, value);
}

void store_writer_value(struct store_writer *writer, uint32_t values, uint64_t x, uint64_t value)
{
    if (writer->value_lists[values].limbs_count)
        add_limbs(writer, values, NULL, 0);
    add_value(writer, values, x, value);
}

void store_writer_wide_value(struct store_writer *writer, uint32_t values, uint64_t x, struct slice digits)
{
    uint64_t limbs[VALUE_LIMBS];
    size_t count = value_limbs(digits, limbs) - 1;
    if (count || writer->value_lists[values].limbs_count)
        add_limbs(writer, values, limbs + 1, count);
    add_value(writer, values, x, limbs[0]);
}

/* ---- The clock, and notes ---- */

uint64_t store_writer_run(struct store_writer *writer, uint64_t thread, uint32_t site, uint64_t instance)
{
    return clock_writer_run(&writer->clock, thread, site, instance);
}

void store_writer_skipped(struct store_writer *writer, uint64_t call, uint64_t address, uint64_t size, uint64_t below)
{
    if (writer->clock.now)
        skipped_writer_add(writer->skipped, writer->clock.now, call, address, size, below);
}

void store_writer_note(struct store_writer *writer, const char *name, struct slice value)
{
    text_add(&writer->notes, name);
    text_byte(&writer->notes, 0);
    text_append(&writer->notes, slice_cut(value, 0, slice_find_byte(value, 0)));
    text_byte(&writer->notes, 0);
}
