/* debugger_keep.c - keeps and merges the snapshots, threads, frames and values of debugger text.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "crash/debugger_reader.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

/* ---- Snapshots, threads and frames of debugger text ----
 *
 * One snapshot is open at a time. A frame header joins the frame of its level, unless it gives another place. Then the program has moved, or the user pasted
 * frames of two threads together, and the next snapshot begins. clew never mixes values of different frames. */

enum { NOTES_MOST = 1000 };

static const struct dump_spot nowhere = {0, SIZE_MAX};

uint64_t dump_line(const struct debugger_reader *reader)
{
    if (reader->line_count == 0)
        return reader->lines_before + 1;
    return reader->lines_before + reader->lines[reader->line < reader->line_count ? reader->line : reader->line_count - 1];
}

void dump_move(struct debugger_reader *reader, size_t to)
{
    struct str passed = str_cut(reader->text, reader->at, to - reader->at), line;
    for (size_t found; (found = str_find_byte(passed, '\n')) != SIZE_MAX; passed = line) {
        line = str_cut(passed, found + 1, passed.size);
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
    text_safe(&safe, str_of(dump->note_count < NOTES_MOST ? message : "too many notes: clew drops the rest"));
    dump->notes = array_grow(dump->notes, &reader->note_capacity, dump->note_count + 1, sizeof *dump->notes);
    dump->notes[dump->note_count++] = (struct debugger_note){line, arena_copy(reader->arena, text_str(&safe))};
    text_free(&safe);
}

/* ---- Snapshots ---- */

static int compare_levels(const void *left, const void *right)
{
    const struct debugger_frame *a = left, *b = right;
    return COMPARE(a->level, b->level);
}

static int compare_globals(const void *left, const void *right)
{
    return str_compare(((const struct debugger_global *)left)->name, ((const struct debugger_global *)right)->name);
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
    shown.documented = reader->documented;
    shown.released = reader->released;
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
    reader->signal = (struct str){0};
    reader->begun = reader->guessed_noted = reader->fresh = false;
    reader->selected = nowhere;
    reader->thread = 0;
    reader->listing = (struct dump_listing){0};
}

static void dump_values_note(struct debugger_reader *reader);

void dump_snapshot_end(struct debugger_reader *reader)
{
    if (reader->begun) {
        if (reader->thread_count > 1)
            dump_note(reader, reader->text_line, "frames of %zu threads: clew keeps each thread apart", reader->thread_count);
        dump_values_note(reader);
        snapshot_finish(reader);
        snapshot_clear(reader);
    }
    reader->moved = false;
    reader->thread_named = reader->thread_number.data || reader->thread_target.data;
}

/* A reported stop ends the snapshot. */
static void stop_now(struct debugger_reader *reader)
{
    struct str signal = reader->stop_waits ? reader->stop_signal : (struct str){0};
    reader->stop_waits = false;
    dump_snapshot_end(reader);
    if (signal.data)
        reader->signal = signal;
}

void dump_part_end(struct debugger_reader *reader, bool anew)
{
    dump_listing_end(reader, true);
    if (reader->stop_waits)
        stop_now(reader);
    if (anew) {
        reader->thread_number = reader->thread_target = (struct str){0};
        dump_snapshot_end(reader);
    }
    reader->selecting = reader->guessed_noted = reader->said = reader->has_command = false;
    reader->has_frame_option = false;
    reader->depth = 0;
    reader->answered = reader->run;
}

/* A later text may report the stop of an earlier text again, as gdb does each time it opens a core file: the frame decides (dump_frame_open). */
void dump_stop(struct debugger_reader *reader, struct str signal)
{
    reader->thread_number = reader->thread_target = (struct str){0};
    reader->thread_selecting = reader->has_command = false;
    reader->stop_signal = signal;
    reader->stop_waits = true;
    if (!reader->begun || reader->begun_part == reader->part || reader->moved)
        stop_now(reader);
}

/* ends the snapshot if the program continued or stopped again */
static void dump_moved_end(struct debugger_reader *reader)
{
    if (reader->moved || reader->stop_waits)
        stop_now(reader);
}

/* if none is open */
static void dump_snapshot_begin(struct debugger_reader *reader)
{
    if (!reader->begun) {
        reader->text_line = dump_line(reader);
        reader->begun_part = reader->part;
    }
    reader->begun = true;
}

/* ---- Threads ---- */

void dump_thread_open(struct debugger_reader *reader, struct str number, struct str target, bool selecting)
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

/* Headers may be wrapped in one text and not in the other. */
static bool is_same_but_blanks(struct str a, struct str b)
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

/* Does the header give the place of the frame with its level? Addresses decide, or else function and line. */
static bool is_there(const struct debugger_frame *frame, const struct dump_header *header)
{
    if (frame->has_address && header->has_address)
        return frame->address == header->address;
    return str_equal(frame->function, header->function) && (!frame->has_line || !header->has_line || frame->line == header->line);
}

/* A thread without name becomes the named one if its first frame is the same, or, for lldb's *, if it has no frames yet. */
static bool adopts(const struct debugger_reader *reader, const struct dump_thread *thread, const struct dump_header *header)
{
    const struct dump_frame *frame = frame_of_level(thread, header->level);
    if (thread->number.data || thread->target.data)
        return false;
    bool by_mi = str_equal(header->body, header->function);       /* MI has no header text to compare */
    if (frame && (reader->fresh || (by_mi && reader->selecting)))
        return is_there(&frame->shown, header);
    return frame ? is_same_but_blanks(frame->body, header->body) : thread->levels.count == 0 && header->lldb && reader->thread_selecting;
}

static uint64_t thread_key(struct debugger_reader *reader, struct str name)
{
    return (uint64_t)(uintptr_t)pool_name(&reader->thread_names, name).data;
}

/* A thread has one or two names; both find it. */
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

void dump_thread_current(struct debugger_reader *reader)
{
    const struct dump_thread *only = reader->thread_count == 1 ? &reader->threads[0] : NULL;
    if (only && !only->number.data && !only->target.data && only->levels.count && reader->begun_part == reader->part && !reader->stop_waits)
        thread_name(reader, 0);
}

/* "Thread 0x7... (LWP 17)" and "(LWP 18)": another run gives the same number to another thread. */
static bool is_other_thread(struct str before, struct str now)
{
    return str_starts(before, "Thread 0x") && str_starts(now, "Thread 0x") && !str_equal(before, now);
}

/* The thread of a header: the thread named before it, or else that of the frames before. Only the first thread can lack a name. */
static size_t thread_resolve(struct debugger_reader *reader, const struct dump_header *header)
{
    uint64_t found = SIZE_MAX;
    if (!reader->thread_named)
        return reader->thread_count ? reader->thread : thread_add(reader);
    reader->thread_named = false;
    if (reader->thread_number.data)
        map_get(&reader->thread_by_name, thread_key(reader, reader->thread_number), &found);
    if (found != SIZE_MAX && is_other_thread(reader->threads[found].target, reader->thread_target)) {
        dump_snapshot_end(reader);
        reader->thread_named = false;
        found = SIZE_MAX;
    }
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
    size_t cost = thread->count ? 1 : 8;            /* array_grow begins with 8 frames: many threads of one frame each must not cost more */
    if (reader->frames_left == 0)
        return nowhere;
    reader->frames_left -= reader->frames_left < cost ? reader->frames_left : cost;
    if (reader->frames_left == 0)
        dump_note(reader, dump_line(reader), "too many frames: clew ignores those from here on");
    thread->frames = array_grow(thread->frames, &thread->capacity, thread->count + 1, sizeof *thread->frames);
    thread->frames[thread->count] = (struct dump_frame){.shown = {.text_line = dump_line(reader), .id = reader->frame_ids++}};
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

static void stop_join(struct debugger_reader *reader)
{
    reader->stop_waits = false;
    reader->signal = reader->signal.data ? reader->signal : reader->stop_signal;
}

static void conflict_note(struct debugger_reader *reader, const struct debugger_frame *frame, const struct dump_header *header)
{
    struct str before = str_cut(frame->function, 0, 60);
    if (str_equal(frame->function, header->function))
        dump_note(reader, dump_line(reader),
                  "frame #%" PRIu64 " was in %.*s before, but at another place: clew starts a new snapshot, for a later stop or another thread", header->level, STR(before));
    else
        dump_note(reader, dump_line(reader),
                  "frame #%" PRIu64 " was in %.*s before, and is in %.*s here: clew starts a new snapshot, for a later stop or another thread", header->level,
                  STR(before), STR(str_cut(header->function, 0, 60)));
}

/* Reads gdb's or lldb's header on the line at an offset. */
static bool header_at(struct str text, size_t at, struct dump_header *header)
{
    at = dump_blanks(text, at);
    char byte = dump_byte(text, at);
    return byte == '#' ? dump_header_gdb(text, at, header) : (byte == '*' || byte == 'f') && dump_header_lldb(text, at, header);
}

/* A backtrace in a later text belongs to the same stop only if all its frames are at their old places; checked before the first frame joins. */
static bool listing_agrees(struct debugger_reader *reader, const struct dump_thread *thread)
{
    uint64_t level = 0;
    reader->begun_part = reader->part;              /* once for each text: its later lines belong to the same stop or show a new one */
    for (size_t at = reader->at; at < reader->text.size; at = dump_line_end(reader->text, at) + 1) {
        struct dump_header header;
        if (!header_at(reader->text, at, &header))
            continue;
        const struct dump_frame *frame = frame_of_level(thread, header.level);
        if (header.level != level++)
            return true;
        if (frame && !is_there(&frame->shown, &header)) {
            conflict_note(reader, &frame->shown, &header);
            return false;
        }
    }
    return true;
}

/* Do the values that came before any frame belong to this one? lldb marks the selected frame; with no other selection it is the innermost. */
static bool early_is(const struct debugger_reader *reader, const struct dump_thread *thread, const struct dump_header *header)
{
    const struct debugger_frame *early = thread->early ? &thread->frames[thread->early - 1].shown : NULL;
    if (!early || early->function.data || reader->selected.frame != SIZE_MAX)
        return false;
    return header->starred || (header->level == 0 && thread->levels.count == 0 && !early->has_block && (!early->has_line || early->line == header->line));
}

/* Is the reported stop the known one, judging by its innermost frame? Values that came before any frame belong to it if that frame may have them. */
static bool is_same_stop(const struct debugger_reader *reader, const struct dump_header *header)
{
    const struct dump_thread *thread = reader->thread < reader->thread_count ? &reader->threads[reader->thread] : NULL;
    const struct dump_frame *frame = thread && header->level == 0 ? frame_of_level(thread, 0) : NULL;
    if (!thread || (reader->thread_count == 1 && thread->count == 0))
        return header->level == 0;
    if (reader->thread_count == 1 && thread->count == 1 && thread->levels.count == 0)
        return header->level == 0 && early_is(reader, thread, header);
    return frame && is_there(&frame->shown, header);
}

struct dump_spot dump_frame_open(struct debugger_reader *reader, const struct dump_header *header)
{
    if (reader->stop_waits && is_same_stop(reader, header))
        stop_join(reader);
    dump_moved_end(reader);
    size_t at = thread_resolve(reader, header);
    struct dump_frame *frame = frame_of_level(&reader->threads[at], header->level);
    if (frame && header->level == 0 && reader->begun_part != reader->part && !listing_agrees(reader, &reader->threads[at])) {
        dump_snapshot_end(reader);
        at = thread_resolve(reader, header);
        frame = NULL;
    }
    if (frame && !is_there(&frame->shown, header)) {
        conflict_note(reader, &frame->shown, header);
        dump_snapshot_end(reader);
        at = thread_resolve(reader, header);
        frame = NULL;
    }
    dump_snapshot_begin(reader);
    struct dump_thread *thread = &reader->threads[at];
    struct dump_spot spot = {at, frame ? (size_t)(frame - thread->frames) : SIZE_MAX};
    if (!frame && early_is(reader, thread, header)) {
        spot.frame = thread->early - 1;
        thread->early = 0;
        dump_note(reader, header->starred ? thread->frames[spot.frame].shown.text_line : dump_line(reader),
                  header->starred ? "clew takes values before the first frame as those of frame #%" PRIu64 ", which lldb marks as selected"
                                  : "clew takes values before the first frame as those of frame #%" PRIu64 ", which a debugger selects when a program stops", header->level);
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
    reader->selected_part = reader->part;
    reader->dump->selected_line = dump_line(reader);
    reader->thread = spot.thread;
}

struct dump_spot dump_frame_free(struct debugger_reader *reader)
{
    dump_moved_end(reader);
    dump_snapshot_begin(reader);
    if (reader->thread_count == 0)
        reader->thread = thread_add(reader);
    if (reader->threads[reader->thread].early)
        return (struct dump_spot){reader->thread, reader->threads[reader->thread].early - 1};
    struct dump_spot spot = frame_add(reader, reader->thread);
    reader->threads[reader->thread].early = spot.frame + 1;     /* 0 again if there is none */
    return spot;
}

struct dump_spot dump_frame_of(struct debugger_reader *reader, struct str function)
{
    dump_moved_end(reader);
    if (reader->thread_count) {
        const struct dump_thread *thread = &reader->threads[reader->thread];
        struct dump_spot found = nowhere;
        if (reader->selected.frame != SIZE_MAX && str_equal(dump_frame_at(reader, reader->selected)->function, function))
            return reader->selected;
        for (size_t i = 0; i < thread->count && i < 1000; i++) {
            const struct debugger_frame *frame = &thread->frames[i].shown;
            bool inner = found.frame == SIZE_MAX || frame->level < thread->frames[found.frame].shown.level;
            if (str_equal(frame->function, function) && inner)
                found = (struct dump_spot){reader->thread, i};
        }
        if (found.frame != SIZE_MAX)
            return found;
    }
    dump_snapshot_begin(reader);
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

/* ---- The frame of a value ---- */

void dump_listing_end(struct debugger_reader *reader, bool by_prompt)
{
    /* frame, up and down print one header before a prompt; a backtrace of one frame shows frame 0. */
    if (by_prompt && reader->listing.open && reader->listing.headers == 1)
        dump_frame_select(reader, reader->listing.spot);
    reader->listing = (struct dump_listing){0};
}

/* Values alone in a text belong to the frame that an earlier text selected. A note says so, because clew cannot see what the user typed in between. */
static void note_selected(struct debugger_reader *reader)
{
    const struct debugger_frame *frame = dump_frame_at(reader, reader->selected);
    if (reader->selected_part != reader->part && !reader->guessed_noted && frame->has_level)
        dump_note(reader, dump_line(reader), "the text does not name the frame of these values: clew assumes frame #%" PRIu64 " (%.*s), the last one selected. If that is wrong, put the output of `frame` before them",
                  frame->level, STR(str_cut(frame->function, 0, 100)));
    reader->guessed_noted = true;
}

struct dump_spot dump_frame_for(struct debugger_reader *reader, size_t indent)
{
    struct dump_listing *listing = &reader->listing;
    dump_moved_end(reader);
    if (listing->open && indent > listing->indent) {
        listing->indented = true;
        return listing->spot;
    }
    if (listing->open && !listing->indented && (listing->headers == 1 || listing->flat || listing->full)) {
        listing->flat = true;
        return listing->spot;
    }
    dump_listing_end(reader, false);
    if (reader->selected.frame != SIZE_MAX) {
        note_selected(reader);
        return reader->selected;
    }
    struct dump_spot spot = dump_frame_level(reader, reader->thread, 0);
    if (spot.frame == SIZE_MAX)
        return dump_frame_free(reader);
    if (!reader->guessed_noted)
        dump_note(reader, dump_line(reader), "the text does not name the frame of these values: clew assumes frame #0, which a debugger selects when a program stops. If that is wrong, put the output of `frame` before them");
    reader->guessed_noted = true;
    return spot;
}

/* ---- A variable printed more than once, and notes on gaps in values ----
 *
 * clew keeps the later value, but a cut or missing value never replaces a complete one: `set print elements 4` must not destroy known elements. */

/* ---- Do two values agree? ---- */

static bool item_known(const struct debugger_value *value, size_t i)
{
    return !value->known || value->known[i];
}

/* Compares known elements only. A string lacks zeros at its end. */
static bool arrays_agree(const struct debugger_value *a, const struct debugger_value *b)
{
    const struct debugger_value *shorter = a->count < b->count ? a : b, *longer = shorter == a ? b : a;
    for (size_t i = 0; i < shorter->count; i++)
        if (item_known(a, i) && item_known(b, i) && a->items[i] != b->items[i])
            return false;
    if (shorter->count == longer->count || shorter->cut)
        return true;
    for (size_t i = shorter->count; i < longer->count; i++)
        if (item_known(longer, i) && longer->items[i] != 0)
            return false;
    return shorter->string;
}

static bool values_agree(const struct debugger_value *a, const struct debugger_value *b)
{
    if (a->kind == DEBUGGER_MISSING || b->kind == DEBUGGER_MISSING)
        return true;
    if (a->kind != b->kind)
        return false;
    return a->kind == DEBUGGER_SCALAR ? a->number == b->number : arrays_agree(a, b);
}

static bool is_complete(const struct debugger_value *value)
{
    return value->kind == DEBUGGER_SCALAR || (value->kind == DEBUGGER_ARRAY && !value->cut && !value->known);
}

/* Which of two agreeing values has more information? */
static bool says_more(const struct debugger_value *now, const struct debugger_value *before)
{
    if (now->kind == DEBUGGER_MISSING || before->kind == DEBUGGER_MISSING)
        return before->kind == DEBUGGER_MISSING;
    return is_complete(now) != is_complete(before) ? is_complete(now) : now->count > before->count;
}

/* ---- Merging ---- */

struct slot {                                       /* the storage of a value */
    struct debugger_value *value;
    struct dump_kept *kept;
    bool *changed, has;
    struct str label;                             /* for notes */
};

static void value_take(struct slot *slot, const struct dump_target *target, const struct dump_value *value)
{
    size_t run = slot->kept->run;
    *slot->value = value->value;
    *slot->kept = (struct dump_kept){target->name, value->end, value->above, value->value.count, run};
}

/* `bt full` shows the locals of the innermost block first. The same name again below the same header belongs to an outer block, or to the caller of an inlined
 * function. */
static bool is_outer(const struct debugger_reader *reader, struct slot *slot)
{
    size_t before = slot->kept->run;
    slot->kept->run = reader->listing.open && reader->listing.indented ? reader->run : 0;
    return slot->has && before && before == slot->kept->run;
}

static void whole_merge(struct debugger_reader *reader, struct slot *slot, const struct dump_target *target, const struct dump_value *value)
{
    const struct debugger_value *now = &value->value, *before = slot->value;
    if (!slot->has) {
        value_take(slot, target, value);
        return;
    }
    bool agree = values_agree(now, before);
    if (agree ? says_more(now, before) : is_complete(now) || !is_complete(before)) {
        if (!agree)
            dump_note(reader, now->text_line, "%.*s was printed with another value before (line %" PRIu64 "): clew keeps the later one", STR(slot->label),
                      before->text_line);
        value_take(slot, target, value);
    } else if (!agree) {
        dump_note(reader, now->text_line, "%.*s is cut here and differs from the complete value in line %" PRIu64 ", which clew keeps", STR(slot->label),
                  before->text_line);
    } else if (is_complete(before) && !is_complete(now)) {
        dump_note(reader, now->text_line, "%.*s is %s here: line %" PRIu64 " has the complete value, which clew keeps", STR(slot->label),
                  now->kind == DEBUGGER_MISSING ? "missing" : "cut", before->text_line);
    }
    *slot->changed |= !agree;
}

/* Makes room for one more element by doubling, so that elements printed one by one cost O(1) each. Skipped elements are missing. */
static bool items_reach(struct debugger_reader *reader, struct slot *slot, size_t index)
{
    struct debugger_value *value = slot->value;
    size_t gap = index - value->count;
    if (index >= DEBUGGER_ITEMS || gap > reader->budget)
        return false;
    reader->budget -= gap;
    if (index >= slot->kept->room || !value->known) {
        size_t room = index + 1 > 2 * value->count ? index + 1 : 2 * value->count;
        uint64_t *items = arena_allocate(reader->arena, room * sizeof *items);
        bool *known = arena_allocate(reader->arena, room * sizeof *known);
        for (size_t i = 0; i < value->count; i++) {
            items[i] = value->items[i];
            known[i] = item_known(value, i);
        }
        value->items = items;
        value->known = known;
        slot->kept->room = room;
    }
    value->count = index + 1;
    return true;
}

static void element_merge(struct debugger_reader *reader, struct slot *slot, const struct dump_target *target, const struct dump_value *value)
{
    struct debugger_value *array = slot->value;
    size_t index = target->index < DEBUGGER_ITEMS ? (size_t)target->index : DEBUGGER_ITEMS;
    if (value->value.kind != DEBUGGER_SCALAR)
        return;
    if (!slot->has || array->kind != DEBUGGER_ARRAY) {
        *array = (struct debugger_value){.kind = DEBUGGER_ARRAY, .cut = true, .text_line = value->value.text_line};
        *slot->kept = (struct dump_kept){.name = target->name, .end = DUMP_ELEMENTS};
    }
    bool behind = index >= array->count;
    if (behind && !items_reach(reader, slot, index)) {
        dump_note(reader, value->value.text_line, "%.*s: element %" PRIu64 " is too far out: clew ignores it", STR(slot->label), target->index);
        return;
    }
    if (!behind && item_known(array, index) && array->items[index] != value->value.number) {
        *slot->changed = true;
        dump_note(reader, value->value.text_line, "%.*s: element %zu had another value before: clew keeps the later one", STR(slot->label), index);
    }
    array->items[index] = value->value.number;
    if (array->known)
        array->known[index] = true;
}

/* ---- Keeping ---- */

static struct str local_label(struct debugger_reader *reader, struct str name, const struct debugger_frame *frame)
{
    struct str function = str_cut(frame->function, 0, 100);
    if (frame->has_level)
        return arena_printf(reader->arena, "%.*s of frame #%" PRIu64 " (%.*s)", STR(name), frame->level, STR(function));
    return function.data ? arena_printf(reader->arena, "%.*s of %.*s", STR(name), STR(function)) : name;
}

static struct dump_global *global_find(struct debugger_reader *reader, struct str name, bool *has)
{
    struct dump_globals *globals = &reader->globals;
    uint64_t key = (uint64_t)(uintptr_t)pool_name(&globals->names, name).data, at;
    *has = map_get(&globals->by_name, key, &at);
    if (*has)
        return &globals->items[at];
    map_put(&globals->by_name, key, globals->count);
    globals->items = array_grow(globals->items, &globals->capacity, globals->count + 1, sizeof *globals->items);
    globals->items[globals->count] = (struct dump_global){.shown.name = name};
    return &globals->items[globals->count++];
}

/* Is this the csi-cc documentation's name, of the two sets? */
static bool is_documented(struct str name)
{
    return str_is(name, "__PT_pathArr") || str_is(name, "__PT_arrIndex") || str_is(name, "__PT_curPath");
}

void dump_value_keep(struct debugger_reader *reader, const struct dump_target *target, struct dump_spot spot, struct dump_value *value)
{
    struct slot slot;
    if (target->which == DEBUGGER_GLOBAL) {
        dump_moved_end(reader);
        dump_snapshot_begin(reader);
        struct dump_global *global = global_find(reader, target->name, &slot.has);
        slot = (struct slot){&global->shown.value, &global->kept, &global->shown.changed, slot.has, target->name};
    } else {
        if (spot.frame == SIZE_MAX)
            return;
        struct dump_frame *frame = &reader->threads[spot.thread].frames[spot.frame];
        struct debugger_frame *shown = &frame->shown;
        slot = (struct slot){&shown->locals[target->which], &frame->kept[target->which], &shown->changed[target->which], shown->has[target->which], {0}};
        slot.label = slot.has ? local_label(reader, target->name, shown) : target->name;
        shown->has[target->which] = true;
    }
    reader->said = true;
    reader->fresh = false;
    if (target->which <= DEBUGGER_PATH_CURRENT) {
        bool documented = is_documented(target->name);
        reader->documented |= documented;
        reader->released |= !documented;
    }
    if (is_outer(reader, &slot))
        dump_note(reader, value->value.text_line, "%.*s appears twice under one header: clew keeps the first, of the innermost block", STR(slot.label));
    else if (target->kind == DUMP_ELEMENT)
        element_merge(reader, &slot, target, value);
    else
        whole_merge(reader, &slot, target, value);
}

/* ---- Notes ---- */

static void elements_note(struct debugger_reader *reader, struct str label, const struct debugger_value *value)
{
    size_t missing = 0, first = 0;
    for (size_t i = value->count; i-- > 0;)
        if (!item_known(value, i)) {
            missing++;
            first = i;
        }
    if (missing)
        dump_note(reader, value->text_line, "%.*s lacks %zu of %zu elements: the text has no 64-bit number for element %zu%s", STR(label), missing, value->count, first,
                  missing == 1 ? "" : " and others");
}

static void value_note(struct debugger_reader *reader, struct str label, const struct debugger_value *value, const struct dump_kept *kept)
{
    uint64_t line = value->text_line;
    if (kept->above)
        dump_note(reader, line, "%.*s has a number above 64 bits, which clew treats as missing", STR(label));
    else if (value->kind == DEBUGGER_MISSING && value->reason.size == 0)
        dump_note(reader, line, "%.*s: the text ends before the value", STR(label));
    else if (value->kind == DEBUGGER_MISSING && str_is(value->reason, "<optimized out>"))
        dump_note(reader, line, "%.*s is <optimized out>: the debugger has no value for it here", STR(label));
    else if (value->kind == DEBUGGER_MISSING)
        dump_note(reader, line, "%.*s has no value: found %.*s", STR(label), STR(str_cut(value->reason, 0, 80)));
    if (value->kind != DEBUGGER_ARRAY)
        return;
    if (kept->end == DUMP_DOTS)
        dump_note(reader, line, "%.*s is cut after %zu elements (\"...\"): `set print elements 0` makes the debugger print all", STR(label), value->count);
    else if (kept->end == DUMP_TEXT_ENDS)
        dump_note(reader, line, "%.*s is cut after %zu elements: the text ends inside the value", STR(label), value->count);
    else if (kept->end == DUMP_BROKEN)
        dump_note(reader, line, "%.*s is cut after %zu elements: the text goes on with something else inside the value", STR(label), value->count);
    else if (kept->end == DUMP_TOO_LONG)
        dump_note(reader, line, "%.*s: clew keeps %zu elements and no more", STR(label), value->count);
    else if (kept->end == DUMP_MEMORY)
        dump_note(reader, line, "%.*s: `x` printed %zu slots, and the array may have more; `p` prints all", STR(label), value->count);
    else if (kept->end == DUMP_ELEMENTS)
        dump_note(reader, line, "%.*s: only single elements were printed, so the array's length is unknown", STR(label));
    else if (value->known)
        elements_note(reader, label, value);
}

/* notes about the values of the open snapshot */
static void dump_values_note(struct debugger_reader *reader)
{
    for (size_t i = 0; i < reader->thread_count; i++)
        for (size_t k = 0; k < reader->threads[i].count; k++) {
            const struct dump_frame *frame = &reader->threads[i].frames[k];
            for (size_t which = 0; which < DEBUGGER_LOCALS; which++) {
                const struct debugger_value *value = &frame->shown.locals[which];
                if (frame->shown.has[which] && (!is_complete(value) || frame->kept[which].above))
                    value_note(reader, local_label(reader, frame->kept[which].name, &frame->shown), value, &frame->kept[which]);
            }
        }
    for (size_t i = 0; i < reader->globals.count; i++)
        value_note(reader, reader->globals.items[i].shown.name, &reader->globals.items[i].shown.value, &reader->globals.items[i].kept);
}

void dump_unnamed_keep(struct debugger_reader *reader, uint64_t number, struct dump_value *value)
{
    struct debugger_text *dump = reader->dump;
    const struct dump_kept kept = {.end = value->end, .above = value->above};
    bool empty = value->value.kind == DEBUGGER_ARRAY && value->value.count == 0;
    if (value->value.kind == DEBUGGER_MISSING || empty || value->pointer)
        return;
    bool noted = reader->guessed_noted;
    reader->guessed_noted = true;                   /* the value may be none of CSI's: no note on its frame */
    struct dump_spot spot = dump_frame_for(reader, 0);
    reader->guessed_noted = noted;
    if (spot.frame == SIZE_MAX)
        return;
    dump->unnamed = array_grow(dump->unnamed, &reader->unnamed_capacity, dump->unnamed_count + 1, sizeof *dump->unnamed);
    dump->unnamed[dump->unnamed_count++] = (struct debugger_unnamed){value->value, dump_frame_at(reader, spot)->id, number, false};
    reader->said = true;
    value_note(reader, str_of("a value without a name"), &value->value, &kept);
}
