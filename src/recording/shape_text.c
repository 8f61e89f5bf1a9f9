/* shape_text.c - characters and strings of a program as text, in gdb's notation.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/shape.h"

#include <inttypes.h>

static const char *const prefixes[] = {[CHARACTERS_NONE] = "", [CHARACTERS_PLAIN] = "", [CHARACTERS_UTF8] = "u8", [CHARACTERS_WIDE] = "L",
        [CHARACTERS_16] = "u", [CHARACTERS_32] = "U", [CHARACTERS_RUST] = ""};

enum shape_characters shape_characters(struct symbols *symbols, type_number number)
{
    struct type type;
    if (!symbols_type(symbols, number, &type))
        return CHARACTERS_NONE;
    if (type.size == 4 && (type.kind == TYPE_SIGNED || type.kind == TYPE_UNSIGNED || type.kind == TYPE_CHAR) && symbols_type_called(symbols, number, "wchar_t"))
        return CHARACTERS_WIDE;
    if (type.size == 2 && symbols_type_called(symbols, number, "char16_t"))
        return CHARACTERS_16;
    if (type.size == 4 && symbols_type_called(symbols, number, "char32_t"))
        return CHARACTERS_32;
    if (type.size == 4 && type.rust && type.kind == TYPE_CHAR)
        return CHARACTERS_RUST;
    if (type.kind != TYPE_CHAR || type.size != 1)
        return CHARACTERS_NONE;
    return symbols_type_called(symbols, number, "char8_t") ? CHARACTERS_UTF8 : CHARACTERS_PLAIN;
}

unsigned shape_character_size(enum shape_characters kind)
{
    return kind == CHARACTERS_16 ? 2 : kind == CHARACTERS_WIDE || kind == CHARACTERS_32 || kind == CHARACTERS_RUST ? 4 : 1;
}

/* The character in UTF-8. 0: it is none. */
static size_t encode(uint32_t code, char *bytes)
{
    if (code < 0x80 || code > 0x10ffff || (code >= 0xd800 && code < 0xe000))
        return 0;
    size_t size = code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    for (size_t i = size; i-- > 1; code >>= 6)
        bytes[i] = (char)(0x80 | (code & 0x3f));
    bytes[0] = (char)((size == 2 ? 0xc0 : size == 3 ? 0xe0 : 0xf0) | code);
    return size;
}

/* As in a C literal; characters that must not reach a terminal become numbers. */
static void add_character(uint32_t code, char quote, unsigned size, struct text *out)
{
    static const char names[] = "abtnvfr";
    char bytes[4];
    size_t wide = size > 1 && text_is_utf8() ? encode(code, bytes) : 0;
    if (code == '\\' || code == (unsigned char)quote)
        text_printf(out, "\\%c", (int)code);
    else if (code >= ' ' && code < 0x7f)
        text_byte(out, (char)code);
    else if (code >= '\a' && code <= '\r')
        text_printf(out, "\\%c", names[code - '\a']);
    else if (wide)
        text_safe(out, (struct str){bytes, wide});
    else if (code < 0x100)
        text_printf(out, "\\%03o", code);
    else
        text_printf(out, "\\x%" PRIx32, code);
}

void shape_character(enum shape_characters kind, uint64_t number, bool is_signed, struct text *out)
{
    unsigned size = shape_character_size(kind);
    uint32_t code = (uint32_t)number;
    if (size < sizeof code)
        code &= (UINT32_C(1) << 8 * size) - 1;
    int64_t shown = !is_signed ? (int64_t)code : size == 1 ? (signed char)code : (int32_t)code;
    text_printf(out, "%" PRId64 " %s'", shown, prefixes[kind]);
    add_character(code, '\'', size, out);
    text_byte(out, '\'');
}

/* ---- Strings ---- */

/* Characters of one size among bytes that are known or not. */
struct characters {
    enum shape_characters kind;
    unsigned size;
    const struct who_byte *bytes;
};

static bool character_at(const struct characters *characters, uint64_t i, uint32_t *code)
{
    const struct who_byte *bytes = characters->bytes + i * characters->size;
    *code = 0;
    for (unsigned k = 0; k < characters->size; k++) {
        if (!bytes[k].known)
            return false;
        *code |= (uint32_t)bytes[k].value << 8 * k;
    }
    return true;
}

/* How many characters from one on are equal, or unknown. */
static uint64_t run_of(const struct characters *characters, uint64_t from, uint64_t end)
{
    uint32_t first, other;
    bool known = character_at(characters, from, &first);
    uint64_t i = from + 1;
    while (i < end && character_at(characters, i, &other) == known && (!known || other == first))
        i++;
    return i - from;
}

/* The bytes of a UTF-8 character beyond ASCII, if the terminal can show it; else 0. */
static size_t add_utf8(const struct characters *characters, uint64_t from, uint64_t end, struct text *out)
{
    char data[4];
    size_t there = 0;
    uint32_t code;
    while (there < sizeof data && from + there < end && character_at(characters, from + there, &code) && code >= 0x80) {
        data[there] = (char)code;
        there++;
    }
    size_t size = there > 1 && text_is_utf8() ? text_decode((struct str){data, there}, &code) : 0;
    if (size < 2)
        return 0;
    text_safe(out, (struct str){data, size});
    return size;
}

/* A piece between quotes: up to a repetition or an unknown character. Returns its end. */
static uint64_t add_quoted(const struct characters *characters, uint64_t from, uint64_t end, struct text *out)
{
    uint64_t i = from;
    uint32_t code;
    text_printf(out, "%s\"", prefixes[characters->kind]);
    while (i < end && character_at(characters, i, &code) && run_of(characters, i, end) <= SHAPE_REPEATS) {
        size_t wide = characters->size == 1 && code >= 0x80 ? add_utf8(characters, i, end, out) : 0;
        if (!wide)
            add_character(code, '"', characters->size, out);
        i += wide ? wide : 1;
    }
    text_byte(out, '"');
    return i;
}

void shape_string(enum shape_characters kind, const struct who_byte *bytes, uint64_t count, uint64_t room, bool whole, bool ends, struct text *out)
{
    struct characters characters = {kind, shape_character_size(kind), bytes};
    uint64_t shown = count < room ? count : room, i = 0;
    bool goes_on = shown < count || !whole;
    uint32_t code;
    if (!goes_on && ends && shown && character_at(&characters, shown - 1, &code) && !code)
        shown--;
    if (!shown)
        text_printf(out, "%s\"\"", prefixes[kind]);
    while (i < shown) {
        uint64_t run = run_of(&characters, i, shown);
        text_add(out, i ? ", " : "");
        if (!character_at(&characters, i, &code)) {
            uint64_t lacking = run * characters.size;
            text_printf(out, "<%" PRIu64 " byte%s unknown>", lacking, lacking == 1 ? "" : "s");
        } else if (run > SHAPE_REPEATS) {
            text_printf(out, "%s'", prefixes[kind]);
            add_character(code, '\'', characters.size, out);
            text_printf(out, "' <repeats %" PRIu64 " times>", run);
        } else {
            run = add_quoted(&characters, i, shown, out) - i;
        }
        i += run;
    }
    text_add(out, goes_on ? "..." : "");
}
