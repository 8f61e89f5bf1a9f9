/* debugger.c - the way through a debugger's text.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "crash/debugger.h"
#include "crash/debugger_inside.h"

#include <stdlib.h>
#include <string.h>

enum { FRAMES_MOST = 1 << 19 };                     /* a frame takes 700 bytes, and can be made of 8 of the text */

static void *kept(struct arena *arena, void *items, size_t bytes)
{
    void *copy = arena_allocate(arena, bytes);
    if (bytes)
        memcpy(copy, items, bytes);
    free(items);
    return copy;
}

static int compare_notes(const void *left, const void *right)
{
    const struct debugger_note *a = left, *b = right;
    int order = (a->line > b->line) - (a->line < b->line);
    return order ? order : slice_compare(a->message, b->message);
}

/* ---- Who watches ---- */

bool dump_goes_on(struct dump_meter *meter, uint64_t at)
{
    enum { EVERY = 1 << 18 };                       /* bytes: a thousandth of a second to some thousandths */
    if (!meter || at < meter->next || meter->stopped)
        return !meter || !meter->stopped;
    meter->next = at + EVERY;
    meter->stopped = !progress_report(meter->progress, meter->behind + at, meter->size * 3);
    return !meter->stopped;
}

void dump_round_end(struct dump_meter *meter)
{
    if (!meter)
        return;
    meter->behind += meter->round;
    meter->next = 0;
}

/* ---- All of it ---- */

static uint64_t lines_of(struct slice text)
{
    uint64_t lines = 0;
    for (size_t found; (found = slice_find_byte(text, '\n')) != SIZE_MAX; lines++)
        text = slice_cut(text, found + 1, text.size);
    return lines + (text.size > 0);
}

static void part_read(struct debugger_reader *reader, struct debugger_part *part)
{
    uint64_t *lines;
    if (reader->part)
        dump_part_end(reader, part->anew);
    part->lines_before = reader->lines_before;
    if (reader->meter)
        reader->meter->round = part->text.size;
    reader->text = dump_clean(part->text, true, reader->meter, reader->arena, &lines, &reader->line_count);
    reader->lines = lines;
    reader->at = reader->line = 0;
    dump_lines_read(reader);
    dump_round_end(reader->meter);
    reader->lines_before += lines_of(part->text);
    reader->part++;
}

static void read_all(struct debugger_part *parts, size_t count, struct dump_meter *meter, struct arena *arena, struct debugger_text *dump)
{
    *dump = (struct debugger_text){0};
    struct debugger_reader reader = {.arena = arena, .dump = dump, .frames_left = FRAMES_MOST, .selected = {0, SIZE_MAX}, .meter = meter};
    reader.budget = DEBUGGER_ITEMS;
    for (size_t i = 0; i < count; i++)
        reader.budget += 4 * parts[i].text.size;
    for (size_t i = 0; i < count; i++)
        part_read(&reader, &parts[i]);
    dump_snapshot_end(&reader);
    free(reader.threads);
    dump->snapshots = kept(arena, dump->snapshots, dump->count * sizeof *dump->snapshots);
    dump->unnamed = kept(arena, dump->unnamed, dump->unnamed_count * sizeof *dump->unnamed);
    dump->notes = kept(arena, dump->notes, dump->note_count * sizeof *dump->notes);
    if (dump->note_count)
        qsort(dump->notes, dump->note_count, sizeof *dump->notes, compare_notes);
}

void debugger_read(struct slice text, const char *source, struct arena *arena, struct debugger_text *dump)
{
    (void)source;
    read_all(&(struct debugger_part){.text = text}, 1, NULL, arena, dump);
}

bool debugger_read_watched(struct slice text, const char *source, const struct progress *progress, struct arena *arena, struct debugger_text *dump)
{
    (void)source;
    return debugger_read_parts(&(struct debugger_part){.text = text}, 1, progress, arena, dump);
}

bool debugger_read_parts(struct debugger_part *parts, size_t count, const struct progress *progress, struct arena *arena, struct debugger_text *dump)
{
    struct dump_meter meter = {.progress = progress};
    for (size_t i = 0; i < count; i++)
        meter.size += parts[i].text.size;
    read_all(parts, count, &meter, arena, dump);
    if (meter.stopped)
        *dump = (struct debugger_text){0};
    return !meter.stopped;
}

static bool has_something(const struct debugger_snapshot *snapshot)
{
    bool found = snapshot->global_count > 0;
    for (size_t i = 0; i < snapshot->count; i++)
        found |= snapshot->threads[i].count > 0;
    return found;
}

const struct debugger_snapshot *debugger_last(const struct debugger_text *dump)
{
    for (size_t i = dump->count; i-- > 0;)
        if (has_something(&dump->snapshots[i]))
            return &dump->snapshots[i];
    return NULL;
}
