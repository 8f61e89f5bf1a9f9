/* fuzz_debugger.c - any text as debugger output: results are sorted, bounded, printable, and point into memory.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "crash/crash.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static uint64_t touched;                            /* keeps the compiler from dropping reads of slices and items */

static void check(bool holds)
{
    if (!holds)
        abort();
}

static void slice_touch(struct str s)
{
    check(s.data || s.size == 0);
    for (size_t i = 0; i < s.size; i++)
        touched += (unsigned char)s.data[i];
}

static void value_check(const struct debugger_value *value)
{
    check(value->kind <= DEBUGGER_ARRAY && value->count <= DEBUGGER_ITEMS);
    slice_touch(value->reason);
    for (size_t i = 0; i < value->count; i++)
        touched += value->items[i] + (value->known && value->known[i]);
}

static size_t frame_check(const struct debugger_frame *frame, const struct debugger_frame *before)
{
    slice_touch(frame->function);
    slice_touch(frame->file);
    slice_touch(frame->library);
    if (before)
        check(!before->has_level || (frame->has_level && before->level < frame->level));
    for (size_t i = 0; i < DEBUGGER_LOCALS; i++) {
        check(frame->has[i] || (!frame->changed[i] && frame->locals[i].kind == DEBUGGER_MISSING));
        value_check(&frame->locals[i]);
    }
    return frame->selected;
}

static void snapshot_check(const struct debugger_snapshot *snapshot)
{
    size_t selected = 0;
    check(snapshot->count || snapshot->global_count);
    check(snapshot->count == 0 || snapshot->selected < snapshot->count);
    slice_touch(snapshot->signal);
    for (size_t i = 0; i < snapshot->count; i++) {
        const struct debugger_thread *thread = &snapshot->threads[i];
        slice_touch(thread->name);
        for (size_t k = 0; k < thread->count; k++)
            selected += frame_check(&thread->frames[k], k ? &thread->frames[k - 1] : NULL);
    }
    check(selected <= 1);
    for (size_t i = 0; i < snapshot->global_count; i++) {
        check(i == 0 || str_compare(snapshot->globals[i - 1].name, snapshot->globals[i].name) < 0);
        value_check(&snapshot->globals[i].value);
    }
}

static void text_check(struct str text)
{
    struct arena arena = {0};
    struct debugger_text dump;
    debugger_read(text, "fuzz", &arena, &dump);
    for (size_t i = 0; i < dump.count; i++)
        snapshot_check(&dump.snapshots[i]);
    for (size_t i = 0; i < dump.unnamed_count; i++)
        value_check(&dump.unnamed[i].value);
    for (size_t i = 0; i < dump.note_count; i++) {
        check(i == 0 || dump.notes[i - 1].line <= dump.notes[i].line);
        for (size_t k = 0; k < dump.notes[i].message.size; k++)
            check((unsigned char)dump.notes[i].message.data[k] >= 0x20);
    }
    slice_touch(dump.program);
    check(dump.count == 0 || debugger_last(&dump));
    arena_free(&arena);
}

/* Cleaned text has no control bytes, and its lines have the bytes of the original, in order. */
static void clean_check(struct str text)
{
    struct arena arena = {0};
    uint64_t *lines;
    size_t count, ends = 0;
    struct str cleaned = debugger_clean(text, &arena, &lines, &count);
    for (size_t i = 0; i < cleaned.size; i++) {
        unsigned char byte = (unsigned char)cleaned.data[i];
        check((byte >= 0x20 && byte != 0x7f) || byte == '\n' || byte == '\t');
        ends += byte == '\n';
    }
    check(count == ends || (count == ends + 1 && cleaned.size && cleaned.data[cleaned.size - 1] != '\n'));
    for (size_t i = 1; i < count; i++)
        check(lines[i - 1] <= lines[i]);
    arena_free(&arena);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct str text = {(const char *)data, size};
    struct arena arena = {0};
    struct debugger_value value;
    size_t used;
    check(!debugger_value_read(text, &arena, &value, &used) || used <= size);
    value_check(&value);
    arena_free(&arena);
    text_check(text);
    clean_check(text);
    return 0;
}
