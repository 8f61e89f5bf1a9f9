/* trace_dump.c - GNATcoverage traces as text, as the user's guide prints them.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     { "Tag  : " name NL "Len  : " length NL "Data :" data NL [ date NL ] NL }  [ "Traces:" NL ]  { entry NL } */
#include "coverage/trace.h"

#include <string.h>
#include <inttypes.h>

/* A part ends behind the first line that makes it so large; of one info's data so many bytes at once. */
enum { PAGE = 32 * 1024, PIECE = 8 * 1024 };

static const char digits[] = "0123456789abcdef";

/* ---- Infos ---- */

/* Printed as it is if every byte is graphic in Latin-1. */
static bool is_graphic(struct slice data)
{
    for (size_t i = 0; i < data.size; i++) {
        unsigned char byte = (unsigned char)data.data[i];
        if (byte < 0x20 || (byte >= 0x7f && byte < 0xa0))
            return false;
    }
    return true;
}

static void hex_append(struct slice data, struct text *out)
{
    for (size_t i = 0; i < data.size; i++) {
        unsigned char byte = (unsigned char)data.data[i];
        const char shown[] = {' ', digits[byte >> 4], digits[byte & 15]};
        text_append(out, (struct slice){shown, sizeof shown});
    }
}

void gnatcov_info_data(const struct gnatcov_info *info, struct text *out)
{
    if (!is_graphic(info->data)) {
        hex_append(info->data, out);
        return;
    }
    text_byte(out, ' ');
    text_append(out, info->data);
}

static void info_begin(struct gnatcov_dump *dump, const struct gnatcov_info *info, struct text *out)
{
    text_add(out, "Tag  : ");
    gnatcov_info_name(info->tag, out);
    text_add(out, info->tag == GNATCOV_USER_DATA ? " (User_Tag)" : info->tag == GNATCOV_DATE ? " (Date)" : "");
    text_printf(out, "\nLen  : %zu\nData :", info->data.size);
    dump->hex = !is_graphic(info->data);
    if (!dump->hex)
        text_byte(out, ' ');
}

static void info_end(const struct gnatcov_info *info, struct text *out)
{
    text_byte(out, '\n');
    if (info->tag == GNATCOV_DATE) {
        text_add(out, "       ");
        if (!gnatcov_info_date(info, out))
            text_add(out, "!Bad Format!");
        text_byte(out, '\n');
    }
    text_byte(out, '\n');
}

/* The next piece of the current info. */
static void info_dump(struct gnatcov_dump *dump, struct text *out)
{
    const struct gnatcov_info *info = &dump->trace->infos[dump->info];
    struct slice piece = slice_cut(info->data, dump->at, PIECE);
    if (dump->at == 0)
        info_begin(dump, info, out);
    if (dump->hex)
        hex_append(piece, out);
    else
        text_append(out, piece);
    dump->at += piece.size;
    if (dump->at < info->data.size)
        return;
    info_end(info, out);
    dump->info++;
    dump->at = 0;
}

/* ---- Entries ---- */

static char *address_put(char *at, unsigned address_size, uint64_t address)
{
    unsigned count = address_size == 4 ? 8 : 16;
    for (unsigned i = count; i-- > 0; address >>= 4)
        at[i] = digits[address & 15];
    return at + count;
}

static char *string_put(char *at, const char *string, size_t size)
{
    memcpy(at, string, size);
    return at + size;
}

void gnatcov_line(unsigned address_size, uint64_t first, uint64_t last, uint8_t op, struct text *out)
{
    char line[80], *at = address_put(line, address_size, first);
    *at++ = '-';
    at = string_put(address_put(at, address_size, last), " ?: ", 4);
    *at++ = digits[op >> 4];
    *at++ = digits[op & 15];
    *at++ = ' ';
    for (unsigned bit = 8; bit; bit >>= 1)
        *at++ = op & bit ? 't' : '-';
    if (op & GNATCOV_BLOCK)
        at = string_put(at, " block", 6);
    if (op & GNATCOV_FAULT)
        at = string_put(at, " fault", 6);
    text_append(out, (struct slice){line, (size_t)(at - line)});
}

static void address_append(const struct gnatcov *trace, uint64_t address, struct text *out)
{
    text_printf(out, "%0*" PRIx64, trace->second.address_size == 4 ? 8 : 16, address);
}

static void special_dump(const struct gnatcov *trace, const struct gnatcov_entry *entry, struct text *out)
{
    if (entry->special == GNATCOV_LOADED && entry->address != 0) {
        text_add(out, "Kernel was loaded at: ");
        address_append(trace, entry->address, out);
        text_byte(out, '\n');
    } else if (entry->special == GNATCOV_OBJECT_LOADED && entry->object) {
        const struct gnatcov_object *object = &trace->objects[entry->object - 1];
        text_add(out, "Loading shared object ");
        text_append(out, object->name);
        text_add(out, "\n   at ");
        address_append(trace, object->base, out);
        text_add(out, " .. ");
        address_append(trace, object->base + object->size - 1, out);
        text_byte(out, '\n');
    }
}

static void entry_dump(const struct gnatcov_dump *dump, const struct gnatcov_entry *entry, struct text *out)
{
    unsigned address_size = dump->trace->second.address_size;
    uint64_t first = dump->raw ? entry->address : entry->relative;
    if (!dump->raw && !entry->relocated)
        return;
    gnatcov_line(address_size, first, first + entry->size - 1, entry->op, out);
    text_byte(out, '\n');
}

/* "Traces:" stands where entries begin, and where the file is at its end behind the infos. */
static void entries_begin(struct gnatcov_dump *dump, struct text *out)
{
    const struct gnatcov *trace = dump->trace;
    if (trace->has_entries || (trace->has_infos && trace->second.offset == trace->bytes.size))
        text_add(out, "Traces:\n");
    gnatcov_begin(trace, &dump->cursor);
    dump->began = true;
}

bool gnatcov_dump(struct gnatcov_dump *dump, struct text *out)
{
    size_t before = out->size;
    struct gnatcov_entry entry;
    while (dump->info < dump->trace->info_count) {
        if (out->size - before >= PAGE)
            return true;
        info_dump(dump, out);
    }
    if (!dump->began)
        entries_begin(dump, out);
    while (out->size - before < PAGE) {
        if (!gnatcov_next(&dump->cursor, &entry))
            return false;
        if (entry.special)
            special_dump(dump->trace, &entry, out);
        else
            entry_dump(dump, &entry, out);
    }
    return true;
}
