/* frames.c - the function ranges that .eh_frame describes.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * .eh_frame (Linux Standard Base, 10.6): records of `length` (4 bytes; 0xffffffff: 8 more) and `id`. An id of 0 is a CIE, whose
 * augmentation may name with R how its FDEs encode addresses; else the id is the distance back to the FDE's CIE, and first
 * address and size follow. Compilers write it for functions without symbols as well. Sums are of the machine's width. */
#include "code/cursor.h"
#include "code/symbols_inside.h"

/* Pointer encodings: form in the low half, base in the high half. */
enum { FORM_ABSOLUTE = 0, FORM_UDATA2 = 2, FORM_UDATA4 = 3, FORM_UDATA8 = 4, FORM_SDATA2 = 10, FORM_SDATA4 = 11, FORM_SDATA8 = 12 };
enum { BASE_ABSOLUTE = 0, BASE_PC = 0x10, ENCODING_OMIT = 0xff };

/* What holds for the whole section: its bytes, where they are loaded, and the machine. */
struct frames {
    struct slice bytes;
    uint64_t address;
    unsigned address_size;
    bool little_endian;
};

static uint64_t take_encoded(const struct frames *frames, struct cursor *cursor, unsigned encoding)
{
    uint64_t here = frames->address + cursor->at, value;
    switch (encoding & 0x0f) {
    case FORM_ABSOLUTE: value = cursor_take(cursor, frames->address_size); break;
    case FORM_UDATA2: value = cursor_take(cursor, 2); break;
    case FORM_UDATA4: value = cursor_take(cursor, 4); break;
    case FORM_UDATA8:
    case FORM_SDATA8: value = cursor_take(cursor, 8); break;
    case FORM_SDATA2: value = (uint64_t)(int64_t)(int16_t)cursor_take(cursor, 2); break;
    case FORM_SDATA4: value = (uint64_t)(int64_t)(int32_t)cursor_take(cursor, 4); break;
    default: cursor->failed = true; return 0;
    }
    value += (encoding & 0x70) == BASE_PC ? here : 0;
    return frames->address_size == 4 ? (uint32_t)value : value;
}

/* The encoding that the CIE at the cursor (behind its id) gives its FDEs. */
static unsigned cie_encoding(const struct frames *frames, struct cursor cursor)
{
    unsigned version = (unsigned)cursor_take(&cursor, 1), encoding = FORM_ABSOLUTE;
    struct slice rest = slice_cut(cursor.bytes, cursor.at, SIZE_MAX);
    struct slice augmentation = slice_cut(rest, 0, slice_find_byte(rest, 0));
    cursor.at += augmentation.size;
    cursor_take(&cursor, 1);
    if (augmentation.size == 0 || augmentation.data[0] != 'z')
        return FORM_ABSOLUTE;
    cursor_take_leb(&cursor, false); /* code alignment */
    cursor_take_leb(&cursor, false); /* data alignment */
    if (version == 1)
        cursor_take(&cursor, 1); /* return address register */
    else
        cursor_take_leb(&cursor, false);
    cursor_take_leb(&cursor, false); /* size of what follows */
    for (size_t i = 1; i < augmentation.size; i++) {
        if (augmentation.data[i] == 'R')
            encoding = (unsigned)cursor_take(&cursor, 1);
        else if (augmentation.data[i] == 'P')
            take_encoded(frames, &cursor, (unsigned)cursor_take(&cursor, 1));
        else if (augmentation.data[i] == 'L')
            cursor_take(&cursor, 1);
    }
    return cursor.failed ? ENCODING_OMIT : encoding;
}

/* The id and all behind it of the record that starts at `at`; false: no whole record. */
static bool record(const struct frames *frames, size_t at, struct cursor *body)
{
    struct slice bytes = frames->bytes;
    struct cursor cursor = {.bytes = bytes, .at = at, .little_endian = frames->little_endian};
    uint64_t length = cursor_take(&cursor, 4);
    if (length == UINT32_MAX)
        length = cursor_take(&cursor, 8);
    if (cursor.failed || length < 4 || length > bytes.size - cursor.at)
        return false;
    cursor.bytes = slice_cut(bytes, 0, cursor.at + (size_t)length);
    *body = cursor;
    return true;
}

static void fde_read(const struct frames *frames, struct cursor fde, uint64_t distance, struct ranges *ranges)
{
    struct cursor cie;
    size_t id_at = fde.at - 4;
    if (distance > id_at || !record(frames, id_at - (size_t)distance, &cie) || cursor_take(&cie, 4) != 0)
        return;
    unsigned encoding = cie_encoding(frames, cie);
    unsigned base = encoding & 0x70;
    if (encoding == ENCODING_OMIT || (base != BASE_ABSOLUTE && base != BASE_PC))
        return;
    uint64_t low = take_encoded(frames, &fde, encoding), high;
    uint64_t size = take_encoded(frames, &fde, encoding & 0x0f);
    if (!fde.failed && !__builtin_add_overflow(low, size, &high))
        ranges_add(ranges, (struct range){.low = low, .high = high});
}

void frames_read(const struct elf *elf, struct ranges *ranges)
{
    const struct elf_section *section = elf_section(elf, ".eh_frame");
    if (!section)
        return;
    struct frames frames = {section->bytes, section->address, elf->address_size, elf->little_endian};
    struct cursor body;
    for (size_t at = 0; record(&frames, at, &body); at = body.bytes.size) {
        uint64_t id = cursor_take(&body, 4);
        if (id != 0)
            fde_read(&frames, body, id, ranges);
    }
}
