/* text.c - growing text, UTF-8, and the door for hostile names.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/memory.h"
#include "core/text.h"

#include <inttypes.h>
#include <langinfo.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

static char *text_room(struct text *text, size_t more)
{
    text->data = array_grow(text->data, &text->capacity, text->size + more + 1, 1);
    return text->data + text->size;
}

void text_append(struct text *text, struct slice s)
{
    char *end = text_room(text, s.size);
    if (s.size)
        memcpy(end, s.data, s.size);
    text->size += s.size;
}

void text_add(struct text *text, const char *string)
{
    text_append(text, slice_of(string));
}

void text_byte(struct text *text, char byte)
{
    *text_room(text, 1) = byte;
    text->size++;
}

void text_word(struct text *text, size_t *used, size_t room, struct slice word)
{
    size_t width = text_width(word);
    bool next = *used && *used + 1 + width > room;
    text_add(text, next ? "\n" : *used ? " " : "");
    *used = next || !*used ? width : *used + 1 + width;
    text_append(text, word);
}

void text_pad(struct text *text, size_t column)
{
    struct slice line = text_slice(text);
    size_t last = slice_find_last_byte(line, '\n');
    if (last != SIZE_MAX)
        line = slice_cut(line, last + 1, line.size);
    for (size_t width = text_width(line); width < column; width++)
        text_byte(text, ' ');
}

void text_printf(struct text *text, const char *format, ...)
{
    enum { MOSTLY_ENOUGH = 64 };
    va_list arguments;
    char *end = text_room(text, MOSTLY_ENOUGH);
    va_start(arguments, format);
    int size = vsnprintf(end, MOSTLY_ENOUGH + 1, format, arguments);
    va_end(arguments);
    if (size < 0) /* above 2 GB */
        return;
    if (size > MOSTLY_ENOUGH) {
        end = text_room(text, (size_t)size);
        va_start(arguments, format);
        vsnprintf(end, (size_t)size + 1, format, arguments);
        va_end(arguments);
    }
    text->size += (size_t)size;
}

/* How many bytes the sequence that `lead` starts has, and its bits; 0 for a byte that starts none (RFC 3629). */
static size_t sequence(unsigned char lead, uint32_t *bits)
{
    if (lead < 0x80)
        return *bits = lead, 1;
    if (lead >= 0xc2 && lead <= 0xdf)
        return *bits = lead & 0x1f, 2;
    if (lead >= 0xe0 && lead <= 0xef)
        return *bits = lead & 0x0f, 3;
    if (lead >= 0xf0 && lead <= 0xf4)
        return *bits = lead & 0x07, 4;
    return 0;
}

size_t text_decode(struct slice s, uint32_t *code)
{
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    uint32_t bits = 0;
    size_t size = s.size ? sequence((unsigned char)s.data[0], &bits) : 0;
    *code = 0xfffd;
    if (size == 0 || size > s.size)
        return s.size ? 1 : 0;
    for (size_t i = 1; i < size; i++) {
        unsigned char next = (unsigned char)s.data[i];
        if ((next & 0xc0) != 0x80)
            return 1;
        bits = bits << 6 | (next & 0x3f);
    }
    if (bits < least[size] || bits > 0x10ffff || (bits >= 0xd800 && bits <= 0xdfff))
        return 1;
    *code = bits;
    return size;
}

/* Characters that change how the text around them is shown: shown by number, never sent. */
static bool is_format_control(uint32_t code)
{
    return (code >= 0x202a && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069) || code == 0x200e || code == 0x200f ||
           code == 0x061c || (code >= 0x2028 && code <= 0x2029) || code == 0xfeff;
}

/* Bytes of printable ASCII at the start: most of what is ever shown. */
static size_t plain_size(struct slice s)
{
    size_t size = 0;
    while (size < s.size && s.data[size] >= 0x20 && s.data[size] < 0x7f)
        size++;
    return size;
}

void text_safe(struct text *text, struct slice s)
{
    for (;;) {
        size_t plain = plain_size(s);
        text_append(text, slice_cut(s, 0, plain));
        s = slice_cut(s, plain, SIZE_MAX);
        if (s.size == 0)
            return;
        uint32_t code;
        size_t size = text_decode(s, &code);
        if (code == '\t')
            text_byte(text, ' ');
        else if (code < 0x20 || (code >= 0x7f && code <= 0x9f))
            text_printf(text, "\\x%02" PRIx32, code);
        else if (is_format_control(code))
            text_printf(text, "\\u%04" PRIx32, code);
        else if (code == 0xfffd)
            text_add(text, "\xef\xbf\xbd");
        else
            text_append(text, slice_cut(s, 0, size));
        s = slice_cut(s, size, s.size);
    }
}

/* Characters that would act on a terminal the JSON is printed to: controls, and marks that turn the direction of text. */
static bool is_json_escaped(uint32_t code)
{
    return code < 0x20 || (code >= 0x7f && code <= 0x9f) || code == 0x61c || code == 0x200e || code == 0x200f || (code >= 0x2028 && code <= 0x202e) ||
           (code >= 0x2066 && code <= 0x2069) || code == 0xfeff;
}

void text_quoted(struct text *text, struct slice s)
{
    text_byte(text, '"');
    while (s.size) {
        uint32_t code;
        size_t size = text_decode(s, &code);
        if (code == '"' || code == '\\')
            text_byte(text, '\\');
        if (is_json_escaped(code))
            text_printf(text, "\\u%04" PRIx32, code);
        else if (code == 0xfffd)
            text_add(text, "\xef\xbf\xbd");
        else
            text_append(text, slice_cut(s, 0, size));
        s = slice_cut(s, size, SIZE_MAX);
    }
    text_byte(text, '"');
}

void text_hex(struct text *text, uint64_t value)
{
    char digits[18];
    size_t at = sizeof digits;
    do
        digits[--at] = "0123456789abcdef"[value & 15];
    while (value >>= 4);
    digits[--at] = 'x';
    digits[--at] = '0';
    text_append(text, (struct slice){digits + at, sizeof digits - at});
}

void text_count(struct text *text, uint64_t value)
{
    char digits[24];
    int size = snprintf(digits, sizeof digits, "%" PRIu64, value);
    for (int i = 0; i < size; i++) {
        if (i && (size - i) % 3 == 0)
            text_byte(text, ',');
        text_byte(text, digits[i]);
    }
}

void text_clear(struct text *text)
{
    text->size = 0;
}

void text_free(struct text *text)
{
    free(text->data);
    *text = (struct text){0};
}

struct slice text_slice(const struct text *text)
{
    return (struct slice){text->data ? text->data : "", text->size};
}

const char *text_string(struct text *text)
{
    *text_room(text, 0) = 0;
    return text->data;
}

int text_cells(uint32_t code)
{
    if (code < 0x80)
        return code >= 0x20 && code < 0x7f;
    int cells = wcwidth((wchar_t)code);
    return cells < 0 ? 1 : cells;
}

bool text_is_utf8(void)
{
    return strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
}

size_t text_width(struct slice s)
{
    size_t width = plain_size(s);
    s = slice_cut(s, width, SIZE_MAX);
    while (s.size) {
        uint32_t code;
        size_t size = text_decode(s, &code);
        width += (size_t)text_cells(code);
        s = slice_cut(s, size, s.size);
    }
    return width;
}
