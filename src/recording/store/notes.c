/* notes.c - writes and reads a recording's notes: the fault, shared memory, output.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/store/notes.h"
#include "recording/store/layout.h"

#include <inttypes.h>
#include <stdlib.h>

/* ---- The note about a fault ---- */

static const char *const kinds[] = {[FAULT_INSTRUCTION] = "instruction", [FAULT_JUMP] = "jump"};
static const char skipped[] = "skipped-";

void fault_text(const struct fault *fault, struct text *out)
{
    text_append(out, fault->signal);
    text_printf(out, " %s%s %" PRIu64 " 0x%" PRIx64 " ", fault->skipped ? skipped : "", kinds[fault->kind], fault->time, fault->address);
    if (fault->has_accessed)
        text_hex(out, fault->accessed);
    else
        text_byte(out, '-');
    text_byte(out, ' ');
    for (size_t i = 0; i < fault->definer_count; i++)
        text_printf(out, "%s%" PRIu64 "#%" PRIu64, i ? "," : "", fault->definers[i].id, fault->definers[i].instance);
    text_add(out, fault->definer_count ? " " : fault->unknown ? "? " : "- ");
    if (fault->where.size)
        text_append(out, fault->where);
    else
        text_byte(out, '-');
}

static bool parse_kind(struct str word, struct fault *fault)
{
    fault->skipped = str_starts(word, skipped);
    word = str_cut(word, fault->skipped ? sizeof skipped - 1 : 0, SIZE_MAX);
    fault->kind = str_is(word, kinds[FAULT_JUMP]) ? FAULT_JUMP : FAULT_INSTRUCTION;
    return str_is(word, kinds[fault->kind]);
}

static bool parse_hex(struct str word, uint64_t *number)
{
    return str_starts(word, "0x") && str_hex(str_cut(word, 2, SIZE_MAX), number);
}

/* "12#0,13#4" */
static bool parse_definers(struct str word, struct fault *fault)
{
    while (word.size) {
        struct str one = str_cut(word, 0, str_find_byte(word, ','));
        size_t sharp = str_find_byte(one, '#'), i = fault->definer_count;
        word = str_cut(word, one.size + 1, SIZE_MAX);
        if (i == FAULT_DEFINERS || sharp == SIZE_MAX || !str_decimal(str_cut(one, 0, sharp), &fault->definers[i].id) ||
            !str_decimal(str_cut(one, sharp + 1, SIZE_MAX), &fault->definers[i].instance))
            return false;
        fault->definer_count++;
    }
    return true;
}

bool fault_parse(struct str note, struct fault *fault)
{
    struct str kind, time, address, accessed, definers;
    *fault = (struct fault){0};
    if (!str_field(&note, &fault->signal) || !str_field(&note, &kind) || !str_field(&note, &time) || !str_field(&note, &address) ||
        !str_field(&note, &accessed) || !str_field(&note, &definers))
        return false;
    fault->has_accessed = !str_is(accessed, "-");
    fault->unknown = str_is(definers, "?");
    note = str_trim(note);
    if (!str_is(note, "-"))
        fault->where = note;
    return str_starts(fault->signal, "SIG") && parse_kind(kind, fault) && str_decimal(time, &fault->time) && parse_hex(address, &fault->address) &&
           (!fault->has_accessed || parse_hex(accessed, &fault->accessed)) && (fault->unknown || str_is(definers, "-") || parse_definers(definers, fault));
}

/* ---- The stretches of shared memory, and the note about them ---- */

void shared_free(struct shared *shared)
{
    free(shared->stretches);
    *shared = (struct shared){0};
}

static uint64_t end_of(uint64_t start, uint64_t size)
{
    return size < UINT64_MAX - start ? start + size : UINT64_MAX;
}

static void add(struct shared *shared, struct shared_stretch stretch)
{
    if (shared->stretches_count < SHARED_MOST) {
        ARRAY_ADD(shared, stretches, stretch);
        return;
    }
    struct shared_stretch *last = &shared->stretches[SHARED_MOST - 1];
    last->start = last->start < stretch.start ? last->start : stretch.start;
    last->end = last->end > stretch.end ? last->end : stretch.end;
    last->from = last->from < stretch.from ? last->from : stretch.from;
    last->until = UINT64_MAX;
    last->open = false;
}

void shared_add(struct shared *shared, uint64_t start, uint64_t size, uint64_t now)
{
    if (size)
        add(shared, (struct shared_stretch){start, end_of(start, size), now, UINT64_MAX, true});
}

void shared_end(struct shared *shared, uint64_t start, uint64_t size, uint64_t now)
{
    uint64_t end = end_of(start, size);
    for (size_t i = shared->stretches_count; i-- > 0;) {
        struct shared_stretch whole = shared->stretches[i];
        if (!whole.open || whole.start >= end || whole.end <= start)
            continue;
        struct shared_stretch *ended = &shared->stretches[i];
        ended->start = whole.start > start ? whole.start : start;
        ended->end = whole.end < end ? whole.end : end;
        ended->until = now;
        ended->open = false;
        if (whole.start < start)
            add(shared, (struct shared_stretch){whole.start, start, whole.from, UINT64_MAX, true});
        if (whole.end > end)
            add(shared, (struct shared_stretch){end, whole.end, whole.from, UINT64_MAX, true});
    }
}

void shared_move(struct shared *shared, uint64_t from, uint64_t to, uint64_t size, uint64_t now)
{
    uint64_t end = end_of(from, size);
    shared_end(shared, to, size, now);
    for (size_t i = 0, count = shared->stretches_count; i < count; i++) {
        struct shared_stretch one = shared->stretches[i];
        if (!one.open || one.start >= end || one.end <= from)
            continue;
        uint64_t start = one.start > from ? one.start : from, stop = one.end < end ? one.end : end;
        shared_add(shared, to + (start - from), stop - start, now);
    }
}

void shared_text(const struct shared *shared, struct text *out)
{
    for (size_t i = 0; i < shared->stretches_count; i++) {
        const struct shared_stretch *one = &shared->stretches[i];
        text_printf(out, "%s0x%" PRIx64 " 0x%" PRIx64 " %" PRIu64 " ", i ? " " : "", one->start, one->end - one->start, one->from);
        if (one->until == UINT64_MAX)
            text_byte(out, '-');
        else
            text_printf(out, "%" PRIu64, one->until);
    }
}

/* Takes one stretch off a note, which may hold any bytes. */
static bool parse(struct str *rest, struct shared_stretch *stretch)
{
    struct str start, size, from, until;
    uint64_t bytes;
    *stretch = (struct shared_stretch){.until = UINT64_MAX};
    if (!str_field(rest, &start) || !str_field(rest, &size) || !str_field(rest, &from) || !str_field(rest, &until) ||
        !parse_hex(start, &stretch->start) || !parse_hex(size, &bytes) || !str_decimal(from, &stretch->from))
        return false;
    stretch->end = end_of(stretch->start, bytes);
    return str_is(until, "-") || str_decimal(until, &stretch->until);
}

bool store_shared(const struct store *store, uint64_t address, uint64_t size, uint64_t time)
{
    struct str rest = store_note(store, "shared");
    struct shared_stretch stretch;
    while (parse(&rest, &stretch))
        if (stretch.start < end_of(address, size) && stretch.end > address && time >= stretch.from && time <= stretch.until)
            return true;
    return false;
}

/* ---- The note about the program's output ---- */

static void by_text(struct written_by by, struct text *out)
{
    if (by.id)
        text_printf(out, "%" PRIu64 "#%" PRIu64, by.id, by.instance);
    else
        text_byte(out, '-');
}

void written_text(const struct store_written *written, struct text *out)
{
    text_printf(out, "%s%" PRIu64 " %" PRIu64 " ", out->size ? " " : "", written->descriptor, written->size);
    by_text(written->by, out);
    text_printf(out, " 0x%" PRIx64 " ", written->argument);
    for (size_t i = 0; i < written->part_count; i++) {
        text_printf(out, "%s0x%" PRIx64 "+%" PRIu64 "=", i ? "," : "", written->parts[i].address, written->parts[i].size);
        by_text(written->parts[i].by, out);
    }
    text_add(out, written->part_count ? " " : "- ");
    text_hex_bytes(out, (struct str){(const char *)written->text, written->text_size});
    if (!written->text_size)
        text_byte(out, '-');
}

static bool parse_by(struct str word, struct written_by *by)
{
    size_t sharp = str_find_byte(word, '#');
    *by = (struct written_by){0, 0};
    if (str_is(word, "-"))
        return true;
    return sharp != SIZE_MAX && str_decimal(str_cut(word, 0, sharp), &by->id) && by->id &&
           str_decimal(str_cut(word, sharp + 1, SIZE_MAX), &by->instance);
}

/* "0x4a72a0+5=17#0" */
static bool parse_part(struct str word, struct store_written *written, uint64_t *total)
{
    size_t plus = str_find_byte(word, '+'), equal = str_find_byte(word, '='), i = written->part_count;
    if (i == WRITTEN_PARTS || plus == SIZE_MAX || equal == SIZE_MAX || plus > equal)
        return false;
    if (!parse_hex(str_cut(word, 0, plus), &written->parts[i].address) || !str_decimal(str_cut(word, plus + 1, equal - plus - 1), &written->parts[i].size) ||
        !parse_by(str_cut(word, equal + 1, SIZE_MAX), &written->parts[i].by) || written->parts[i].size > WRITTEN_TEXT)
        return false;
    *total += written->parts[i].size;
    written->part_count++;
    return *total <= WRITTEN_TEXT;
}

static bool parse_parts(struct str word, struct store_written *written, uint64_t *total)
{
    while (word.size && !str_is(word, "-")) {
        struct str one = str_cut(word, 0, str_find_byte(word, ','));
        word = str_cut(word, one.size + 1, SIZE_MAX);
        if (!parse_part(one, written, total))
            return false;
    }
    return true;
}

static bool parse_bytes(struct str word, struct store_written *written)
{
    if (str_is(word, "-"))
        return true;
    if (word.size % 2 || word.size / 2 > WRITTEN_TEXT)
        return false;
    for (size_t i = 0; i < word.size / 2; i++) {
        uint64_t byte;
        if (!str_hex(str_cut(word, 2 * i, 2), &byte))
            return false;
        written->text[written->text_size++] = (unsigned char)byte;
    }
    return true;
}

bool written_parse(struct str *rest, struct store_written *written)
{
    struct str descriptor, size, by, argument, parts, text;
    uint64_t total = 0;
    *written = (struct store_written){0};
    if (!str_field(rest, &descriptor) || !str_field(rest, &size) || !str_field(rest, &by) || !str_field(rest, &argument) ||
        !str_field(rest, &parts) || !str_field(rest, &text))
        return false;
    return str_decimal(descriptor, &written->descriptor) && str_decimal(size, &written->size) && parse_by(by, &written->by) &&
           parse_hex(argument, &written->argument) && parse_parts(parts, written, &total) && parse_bytes(text, written) && written->text_size == total;
}
