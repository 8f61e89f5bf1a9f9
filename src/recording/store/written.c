/* written.c - the note of what a program wrote, written and read.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/store/written.h"

#include <inttypes.h>

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
    for (size_t i = 0; i < written->text_size; i++)
        text_printf(out, "%02x", written->text[i]);
    if (!written->text_size)
        text_byte(out, '-');
}

static bool parse_hex(struct slice word, uint64_t *number)
{
    return slice_starts(word, "0x") && slice_hex(slice_cut(word, 2, SIZE_MAX), number);
}

static bool parse_by(struct slice word, struct written_by *by)
{
    size_t sharp = slice_find_byte(word, '#');
    *by = (struct written_by){0, 0};
    if (slice_is(word, "-"))
        return true;
    return sharp != SIZE_MAX && slice_decimal(slice_cut(word, 0, sharp), &by->id) && by->id &&
           slice_decimal(slice_cut(word, sharp + 1, SIZE_MAX), &by->instance);
}

/* "0x4a72a0+5=17#0" */
static bool parse_part(struct slice word, struct store_written *written, uint64_t *total)
{
    size_t plus = slice_find_byte(word, '+'), equal = slice_find_byte(word, '='), i = written->part_count;
    if (i == WRITTEN_PARTS || plus == SIZE_MAX || equal == SIZE_MAX || plus > equal)
        return false;
    if (!parse_hex(slice_cut(word, 0, plus), &written->parts[i].address) || !slice_decimal(slice_cut(word, plus + 1, equal - plus - 1), &written->parts[i].size) ||
        !parse_by(slice_cut(word, equal + 1, SIZE_MAX), &written->parts[i].by) || written->parts[i].size > WRITTEN_TEXT)
        return false;
    *total += written->parts[i].size;
    written->part_count++;
    return *total <= WRITTEN_TEXT;
}

static bool parse_parts(struct slice word, struct store_written *written, uint64_t *total)
{
    while (word.size && !slice_is(word, "-")) {
        struct slice one = slice_cut(word, 0, slice_find_byte(word, ','));
        word = slice_cut(word, one.size + 1, SIZE_MAX);
        if (!parse_part(one, written, total))
            return false;
    }
    return true;
}

static bool parse_bytes(struct slice word, struct store_written *written)
{
    if (slice_is(word, "-"))
        return true;
    if (word.size % 2 || word.size / 2 > WRITTEN_TEXT)
        return false;
    for (size_t i = 0; i < word.size / 2; i++) {
        uint64_t byte;
        if (!slice_hex(slice_cut(word, 2 * i, 2), &byte))
            return false;
        written->text[written->text_size++] = (unsigned char)byte;
    }
    return true;
}

bool written_parse(struct slice *rest, struct store_written *written)
{
    struct slice descriptor, size, by, argument, parts, text;
    uint64_t total = 0;
    *written = (struct store_written){0};
    if (!slice_field(rest, &descriptor) || !slice_field(rest, &size) || !slice_field(rest, &by) || !slice_field(rest, &argument) ||
        !slice_field(rest, &parts) || !slice_field(rest, &text))
        return false;
    return slice_decimal(descriptor, &written->descriptor) && slice_decimal(size, &written->size) && parse_by(by, &written->by) &&
           parse_hex(argument, &written->argument) && parse_parts(parts, written, &total) && parse_bytes(text, written) && written->text_size == total;
}
