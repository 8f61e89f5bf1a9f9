/* fault.c - the note of a fault, written and read.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/store/fault.h"

#include <inttypes.h>

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

static bool parse_kind(struct slice word, struct fault *fault)
{
    fault->skipped = slice_starts(word, skipped);
    word = slice_cut(word, fault->skipped ? sizeof skipped - 1 : 0, SIZE_MAX);
    fault->kind = slice_is(word, kinds[FAULT_JUMP]) ? FAULT_JUMP : FAULT_INSTRUCTION;
    return slice_is(word, kinds[fault->kind]);
}

static bool parse_hex(struct slice word, uint64_t *number)
{
    return slice_starts(word, "0x") && slice_hex(slice_cut(word, 2, SIZE_MAX), number);
}

/* "12#0,13#4" */
static bool parse_definers(struct slice word, struct fault *fault)
{
    while (word.size) {
        struct slice one = slice_cut(word, 0, slice_find_byte(word, ','));
        size_t sharp = slice_find_byte(one, '#'), i = fault->definer_count;
        word = slice_cut(word, one.size + 1, SIZE_MAX);
        if (i == FAULT_DEFINERS || sharp == SIZE_MAX || !slice_decimal(slice_cut(one, 0, sharp), &fault->definers[i].id) ||
            !slice_decimal(slice_cut(one, sharp + 1, SIZE_MAX), &fault->definers[i].instance))
            return false;
        fault->definer_count++;
    }
    return true;
}

bool fault_parse(struct slice note, struct fault *fault)
{
    struct slice kind, time, address, accessed, definers;
    *fault = (struct fault){0};
    if (!slice_field(&note, &fault->signal) || !slice_field(&note, &kind) || !slice_field(&note, &time) || !slice_field(&note, &address) ||
        !slice_field(&note, &accessed) || !slice_field(&note, &definers))
        return false;
    fault->has_accessed = !slice_is(accessed, "-");
    fault->unknown = slice_is(definers, "?");
    note = slice_trim(note);
    if (!slice_is(note, "-"))
        fault->where = note;
    return slice_starts(fault->signal, "SIG") && parse_kind(kind, fault) && slice_decimal(time, &fault->time) && parse_hex(address, &fault->address) &&
           (!fault->has_accessed || parse_hex(accessed, &fault->accessed)) && (fault->unknown || slice_is(definers, "-") || parse_definers(definers, fault));
}
