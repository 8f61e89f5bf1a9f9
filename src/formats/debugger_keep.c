/* debugger_keep.c - snapshots, threads and frames of debugger text.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * One snapshot is open at a time. A frame header joins the frame of its level, unless it says that the frame is at another place: then
 * the program has moved, or frames of two threads were pasted together, and the next snapshot begins. Values of different frames are never mixed. */
#include "formats/debugger_inside.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NOTES_MOST = 1000 };

static const struct dump_spot nowhere = {0, SIZE_MAX};

uint64_t dump_line(const struct debugger_reader *reader)
{
    if (reader->line_count == 0)
        return 1;
    return reader->lines[reader->line < reader->line_count ? reader->line : reader->line_count - 1];
}

void dump_move(struct debugger_reader *reader, size_t to)
{
    struct slice passed = slice_cut(reader->text, reader->at, to - reader->at), line;
    for (size_t found; (found = slice_find_byte(passed, '\n')) != SIZE_MAX; passed = line) {
        line = slice_cut(passed, found + 1, passed.size);
        reader->line++;
    }
    reader->at = to;
}

void dump_note(struct debugger_reader *reader, uint64_t line, const char *format, ...)
{
    struct debugger_text *dump = reader->dump;
    char message[400];
    struct text safe = {0};
    va_list arguments;
    if (dump->note_count > NOTES_MOST)
        return;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    text_safe(&safe, slice_of(dump->note_count < NOTES_MOST ? message : "there is more to note, which is not kept"));
    dump->notes = array_grow(dump->notes, &reader->note_capacity, dump->note_count + 1, sizeof *dump->notes);
    dump->notes[dump->note_count++] = (struct debugger_note){line, arena_copy(reader->arena, text_slice(&safe))};
    text_free(&safe);
}

/* ---- Snapshots ---- */

static int compare_levels(const void *left, const void *right)
{
    const struct debugger_frame *a = left, *b = right;
    return (a->level > b->level) - (a->level < b->level);
}

static int compare_globals(const void *left, const void *right)
{
    return slice_compare(((const struct debugger_global *)left)->name, ((const struct debugger_global *)right)->name);
}

static struct debugger_thread thread_finish(struct debugger_reader *reader, const struct dump_thread *thread)
{
    struct debugger_thread shown = {.name = thread->number.data ? thread->number : thread->target, .count = thread->count, .more = thread->more};
    size_t unnumbered = 0;
    shown.frames = arena_allocate(reader->arena, thread->count * sizeof *shown.frames);
    for (size_t i = 0; i < thread->count; i++)
        if (!thread->frames[i].shown.has_level)
            shown.frames[unnumbered++] = thread->frames[i].shown;
    for (size_t i = 0, next = unnumbered; i < thread->count; i++)
        if (thread->frames[i].shown.has_level)
            shown.frames[next++] = thread->frames[i].shown;
    if (thread->count > unnumbered)
        qsort(shown.frames + unnumbered, thread->count - unnumbered, sizeof *shown.frames, compare_levels);
    return shown;
}

static void snapshot_finish(struct debugger_reader *reader)
{
    struct debugger_text *dump = reader->dump;
    struct debugger_snapshot shown = {.count = reader->thread_count, .global_count = reader->globals.count, .signal = reader->signal};
    shown.text_line = reader->text_line;
    shown.selected = reader->selected.frame == SIZE_MAX ? 0 : reader->selected.thread;
    shown.threads = arena_allocate(reader->arena, shown.count * sizeof *shown.threads);
    for (size_t i = 0; i < shown.count; i++)
        shown.threads[i] = thread_finish(reader, &reader->threads[i]);
    shown.globals = arena_allocate(reader->arena, shown.global_count * sizeof *shown.globals);
    for (size_t i = 0; i < shown.global_count; i++)
        shown.globals[i] = reader->globals.items[i].shown;
    if (shown.global_count)
        qsort(shown.globals, shown.global_count, sizeof *shown.globals, compare_globals);
    dump->snapshots = array_grow(dump->snapshots, &reader->snapshot_capacity, dump->count + 1, sizeof *dump->snapshots);
    dump->snapshots[dump->count++] = shown;
}

static void snapshot_clear(struct debugger_reader *reader)
{
    for (size_t i = 0; i < reader->thread_count; i++) {
        free(reader->threads[i].frames);
        map_free(&reader->threads[i].levels);
    }
    reader->thread_count = 0;
    pool_free(&reader->thread_names);
    map_free(&reader->thread_by_name);
    free(reader->globals.items);
    pool_free(&reader->globals.names);
    map_free(&reader->globals.by_name);
    reader->globals = (struct dump_globals){0};
    reader->signal = (struct slice){0};
    reader->begun = reader->guessed_noted = reader->fresh = false;
    reader->selected = nowhere;
    reader->thread = 0;
    reader->listing = (struct dump_listing){0};
}

void dump_snapshot_end(struct debugger_reader *reader)
{
    if (reader->begun) {
        if (reader->thread_count > 1)
            dump_note(reader, reader->text_line, "frames of %zu threads: each thread is kept apart", reader->thread_count);
        dump_values_note(reader);
        snapshot_finish(reader);
        snapshot_clear(reader);
    }
    reader->moved = false;
    reader->thread_named = reader->thread_number.data || reader->thread_target.data;
}

void dump_stop(struct debugger_reader *reader, struct slice signal)
{
    reader->thread_number = reader->thread_target = (struct slice){0};
    reader->thread_selecting = reader->has_command = false;
    dump_snapshot_end(reader);
    if (signal.data)
        reader->signal = signal;
}

static void snapshot_begin(struct debugger_reader *reader)
{
    if (!reader->begun)
        reader->text_line = dump_line(reader);
    reader->begun = true;
}

/* ---- Threads ---- */

void dump_thread_open(struct debugger_reader *reader, struct slice number, struct slice target, bool selecting)
{
    reader->thread_number = number;
    reader->thread_target = target;
    reader->thread_named = true;
    reader->thread_selecting = selecting;
    reader->listing = (struct dump_listing){0};
}

static size_t thread_add(struct debugger_reader *reader)
{
    reader->threads = array_grow(reader->threads, &reader->thread_capacity, reader->thread_count + 1, sizeof *reader->threads);
    reader->threads[reader->thread_count] = (struct dump_thread){0};
    return reader->thread_count++;
}

static bool is_blank(char byte)
{
    return byte == ' ' || byte == '\n' || byte == '\t';
}

/* Headers may be wrapped in one place and not in the other. */
static bool is_same_but_blanks(struct slice a, struct slice b)
{
    size_t i = 0, k = 0;
    for (;; i++, k++) {
        while (i < a.size && is_blank(a.data[i]))
            i++;
        while (k < b.size && is_blank(b.data[k]))
            k++;
        if (i >= a.size || k >= b.size)
            return i >= a.size && k >= b.size;
        if (a.data[i] != b.data[k])
            return false;
    }
}

static struct dump_frame *frame_of_level(const struct dump_thread *thread, uint64_t level)
{
    uint64_t at;
    return map_get(&thread->levels, level, &at) ? &thread->frames[at] : NULL;
}

/* Is the header about the frame that has its level? Addresses decide; else function and line. */
static bool is_there(const struct debugger_frame *frame, const struct dump_header *header)
{
    if (frame->has_address && header->has_address)
        return frame->address == header->address;
    return slice_equal(frame->function, header->function) && (!frame->has_line || !header->has_line || frame->line == header->line);
}

/* A thread without name becomes the named one whose first frame is the same, or, for lldb's *, if it has no frames of its own. */
static bool adopts(const struct debugger_reader *reader, const struct dump_thread *thread, const struct dump_header *header)
{
    const struct dump_frame *frame = frame_of_level(thread, header->level);
    if (thread->number.data || thread->target.data)
        return false;
    if (frame && reader->fresh)
        return is_there(&frame->shown, header);
    return frame ? is_same_but_blanks(frame->body, header->body) : thread->levels.count == 0 && header->lldb && reader->thread_selecting;
}

static uint64_t thread_key(struct debugger_reader *reader, struct slice name)
{
    return (uint64_t)(uintptr_t)pool_name(&reader->thread_names, name).data;
}

/* A thread has one or two names; each finds it. */
static void thread_name(struct debugger_reader *reader, size_t at)
{
    struct dump_thread *thread = &reader->threads[at];
    thread->number = thread->number.data ? thread->number : reader->thread_number;
    thread->target = thread->target.data ? thread->target : reader->thread_target;
    if (thread->number.data)
        map_put(&reader->thread_by_name, thread_key(reader, thread->number), at);
    if (thread->target.data)
        map_put(&reader->thread_by_name, thread_key(reader, thread->target), at);
}

/* The thread that a header is of: the one the text named before it, else the one of the frames before. Only the first can be without a name. */
static size_t thread_resolve(struct debugger_reader *reader, const struct dump_header *header)
{
    uint64_t found = SIZE_MAX;
    if (!reader->thread_named)
        return reader->thread_count ? reader->thread : thread_add(reader);
    reader->thread_named = false;
    if (reader->thread_number.data)
        map_get(&reader->thread_by_name, thread_key(reader, reader->thread_number), &found);
    if (found == SIZE_MAX && reader->thread_target.data)
        map_get(&reader->thread_by_name, thread_key(reader, reader->thread_target), &found);
    if (found == SIZE_MAX && reader->thread_count && adopts(reader, &reader->threads[0], header))
        found = 0;
    if (found == SIZE_MAX)
        found = thread_add(reader);
    thread_name(reader, (size_t)found);
    return (size_t)found;
}

/* ---- Frames ---- */

struct debugger_frame *dump_frame_at(struct debugger_reader *reader, struct dump_spot spot)
{
    return &reader->threads[spot.thread].frames[spot.frame].shown;
}

static struct dump_spot frame_add(struct debugger_reader *reader, size_t thread_at)
{
    struct dump_thread *thread = &reader->threads[thread_at];
    size_t cost = thread->count ? 1 : 8;            /* as many as array_grow begins with: threads of one frame each must not cost more */
    if (reader->frames_left == 0)
        return nowhere;
    reader->frames_left -= reader->frames_left < cost ? reader->frames_left : cost;
    if (reader->frames_left == 0)
        dump_note(reader, dump_line(reader), "so many frames are not kept: those from here on are passed over");
    thread->frames = array_grow(thread->frames, &thread->capacity, thread->count + 1, sizeof *thread->frames);
    thread->frames[thread->count] = (struct dump_frame){.shown.text_line = dump_line(reader)};
    return (struct dump_spot){thread_at, thread->count++};
}

static void frame_fill(struct dump_frame *frame, const struct dump_header *header)
{
    struct debugger_frame *shown = &frame->shown;
    shown->opened = true;
    shown->has_level = header->has_level;
    shown->level = header->level;
    if (!shown->has_address) {
        shown->has_address = header->has_address;
        shown->address = header->address;
    }
    if (!shown->has_line) {
        shown->has_line = header->has_line;
        shown->line = header->line;
    }
    shown->function = shown->function.data ? shown->function : header->function;
    shown->file = shown->file.data ? shown->file : header->file;
    shown->library = shown->library.data ? shown->library : header->library;
    frame->body = frame->body.data ? frame->body : header->body;
}

static void conflict_note(struct debugger_reader *reader, const struct debugger_frame *frame, const struct dump_header *header)
{
    dump_note(reader, dump_line(reader),
              "frame #%" PRIu64 " is %.*s here, but %.*s before: a later stop, or the frames of another thread, is taken to begin, and kept apart", header->level,
              SLICE(slice_equal(frame->function, header->function) ? slice_of("at another place") : slice_cut(header->function, 0, 60)),
              SLICE(slice_cut(frame->function, 0, 60)));
}

struct dump_spot dump_frame_open(struct debugger_reader *reader, const struct dump_header *header)
{
    if (reader->moved)
        dump_snapshot_end(reader);
    size_t at = thread_resolve(reader, header);
    struct dump_frame *frame = frame_of_level(&reader->threads[at], header->level);
    if (frame && !is_there(&frame->shown, header)) {
        conflict_note(reader, &frame->shown, header);
        dump_snapshot_end(reader);
        at = thread_resolve(reader, header);
        frame = NULL;
    }
    snapshot_begin(reader);
    struct dump_thread *thread = &reader->threads[at];
    struct dump_spot spot = {at, frame ? (size_t)(frame - thread->frames) : SIZE_MAX};
    if (!frame && header->starred && reader->selected.frame == SIZE_MAX && thread->early && !thread->frames[thread->early - 1].shown.function.data) {
        spot.frame = thread->early - 1;
        thread->early = 0;
        dump_note(reader, thread->frames[spot.frame].shown.text_line, "values before the first frame are those of frame #%" PRIu64 ", which lldb marks as selected",
                  header->level);
    }
    if (spot.frame == SIZE_MAX)
        spot = frame_add(reader, at);
    if (spot.frame == SIZE_MAX)
        return spot;
    frame_fill(&thread->frames[spot.frame], header);
    reader->fresh = false;
    map_put(&thread->levels, header->level, spot.frame);
    reader->thread = at;
    return spot;
}

void dump_frame_select(struct debugger_reader *reader, struct dump_spot spot)
{
    if (reader->selected.frame != SIZE_MAX)
        dump_frame_at(reader, reader->selected)->selected = false;
    dump_frame_at(reader, spot)->selected = true;
    reader->selected = spot;
    reader->thread = spot.thread;
}

struct dump_spot dump_frame_free(struct debugger_reader *reader)
{
    if (reader->moved)
        dump_snapshot_end(reader);
    snapshot_begin(reader);
    if (reader->thread_count == 0)
        reader->thread = thread_add(reader);
    if (reader->threads[reader->thread].early)
        return (struct dump_spot){reader->thread, reader->threads[reader->thread].early - 1};
    struct dump_spot spot = frame_add(reader, reader->thread);
    reader->threads[reader->thread].early = spot.frame + 1;     /* 0 again if there is none */
    return spot;
}

struct dump_spot dump_frame_of(struct debugger_reader *reader, struct slice function)
{
    if (reader->moved)
        dump_snapshot_end(reader);
    if (reader->thread_count) {
        const struct dump_thread *thread = &reader->threads[reader->thread];
        struct dump_spot found = nowhere;
        if (reader->selected.frame != SIZE_MAX && slice_equal(dump_frame_at(reader, reader->selected)->function, function))
            return reader->selected;
        for (size_t i = 0; i < thread->count && i < 1000; i++) {
            const struct debugger_frame *frame = &thread->frames[i].shown;
            bool inner = found.frame == SIZE_MAX || frame->level < thread->frames[found.frame].shown.level;
            if (slice_equal(frame->function, function) && inner)
                found = (struct dump_spot){reader->thread, i};
        }
        if (found.frame != SIZE_MAX)
            return found;
    }
    snapshot_begin(reader);
    if (reader->thread_count == 0)
        reader->thread = thread_add(reader);
    struct dump_spot spot = frame_add(reader, reader->thread);
    if (spot.frame != SIZE_MAX)
        dump_frame_at(reader, spot)->function = function;
    return spot;
}

struct dump_spot dump_frame_level(struct debugger_reader *reader, size_t thread, uint64_t level)
{
    struct dump_frame *frame = thread < reader->thread_count ? frame_of_level(&reader->threads[thread], level) : NULL;
    return frame ? (struct dump_spot){thread, (size_t)(frame - reader->threads[thread].frames)} : nowhere;
}

/* ---- Which frame is a value of? ---- */

void dump_listing_end(struct debugger_reader *reader, bool by_prompt)
{
    /* A header alone in front of a prompt is what frame, up and down print; a backtrace of one frame shows frame 0. */
    if (by_prompt && reader->listing.open && reader->listing.headers == 1)
        dump_frame_select(reader, reader->listing.spot);
    reader->listing = (struct dump_listing){0};
}

struct dump_spot dump_frame_for(struct debugger_reader *reader, size_t indent)
{
    struct dump_listing *listing = &reader->listing;
    if (reader->moved)
        dump_snapshot_end(reader);
    if (listing->open && indent > listing->indent) {
        listing->indented = true;
        return listing->spot;
    }
    if (listing->open && !listing->indented && (listing->headers == 1 || listing->flat || listing->full)) {
        listing->flat = true;
        return listing->spot;
    }
    dump_listing_end(reader, false);
    if (reader->selected.frame != SIZE_MAX)
        return reader->selected;
    struct dump_spot spot = dump_frame_level(reader, reader->thread, 0);
    if (spot.frame == SIZE_MAX)
        return dump_frame_free(reader);
    if (!reader->guessed_noted)
        dump_note(reader, dump_line(reader), "which frame these values are of is not said: taken as frame #0, which a debugger selects when a program stops");
    reader->guessed_noted = true;
    return spot;
}
