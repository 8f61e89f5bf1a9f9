/* debugger.c - the way through a debugger's text.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/debugger_inside.h"

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
    meter->behind += meter->size;
    meter->next = 0;
}

/* ---- All of it ---- */

static void read_all(struct slice text, struct dump_meter *meter, struct arena *arena, struct debugger_text *dump)
{
    uint64_t *lines;
    *dump = (struct debugger_text){0};
    struct debugger_reader reader = {.arena = arena, .dump = dump, .frames_left = FRAMES_MOST, .selected = {0, SIZE_MAX}, .meter = meter};
    reader.text = dump_clean(text, true, meter, arena, &lines, &reader.line_count);
    reader.lines = lines;
    reader.budget = DEBUGGER_ITEMS + 4 * text.size;
    dump_lines_read(&reader);
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
    read_all(text, NULL, arena, dump);
}

bool debugger_read_watched(struct slice text, const char *source, const struct progress *progress, struct arena *arena, struct debugger_text *dump)
{
    struct dump_meter meter = {.progress = progress, .size = text.size};
    (void)source;
    read_all(text, &meter, arena, dump);
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
