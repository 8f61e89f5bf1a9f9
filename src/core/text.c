/* text.c - strings, growing text, UTF-8, and the door for hostile names.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/text.h"
#include "core/varint.h"
#include "core/memory.h"
#include "core/search.h"

#include <inttypes.h>
#include <langinfo.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

struct str str_of(const char *string)
{
    return (struct str){string, string ? strlen(string) : 0};
}

struct str str_cut(struct str s, size_t from, size_t size)
{
    if (from > s.size)
        from = s.size;
    if (size > s.size - from)
        size = s.size - from;
    return (struct str){s.data ? s.data + from : NULL, size};
}

bool str_equal(struct str a, struct str b)
{
    return a.size == b.size && (a.size == 0 || memcmp(a.data, b.data, a.size) == 0);
}

bool str_is(struct str s, const char *string)
{
    return str_equal(s, str_of(string));
}

bool str_starts(struct str s, const char *prefix)
{
    return str_is(str_cut(s, 0, strlen(prefix)), prefix);
}

bool str_ends(struct str s, const char *suffix)
{
    size_t size = strlen(suffix);
    return s.size >= size && str_is(str_cut(s, s.size - size, size), suffix);
}

int str_compare(struct str a, struct str b)
{
    size_t common = a.size < b.size ? a.size : b.size;
    int order = common ? memcmp(a.data, b.data, common) : 0;
    return order ? order : COMPARE(a.size, b.size);
}

size_t str_find(struct str s, struct str needle)
{
    if (needle.size == 0)
        return 0;
    const char *found = s.size ? memmem(s.data, s.size, needle.data, needle.size) : NULL;
    return found ? (size_t)(found - s.data) : SIZE_MAX;
}

size_t str_find_byte(struct str s, char byte)
{
    const char *found = s.size ? memchr(s.data, byte, s.size) : NULL;
    return found ? (size_t)(found - s.data) : SIZE_MAX;
}

size_t str_find_last_byte(struct str s, char byte)
{
    const char *found = s.size ? memrchr(s.data, byte, s.size) : NULL;
    return found ? (size_t)(found - s.data) : SIZE_MAX;
}

static bool is_blank(char byte)
{
    return byte == ' ' || byte == '\t';
}

static bool is_space(char byte)
{
    return is_blank(byte) || byte == '\r' || byte == '\n';
}

struct str str_trim(struct str s)
{
    while (s.size && is_space(s.data[0]))
        s = str_cut(s, 1, s.size);
    while (s.size && is_space(s.data[s.size - 1]))
        s.size--;
    return s;
}

bool str_field(struct str *rest, struct str *field)
{
    size_t from = 0, to;
    while (from < rest->size && is_blank(rest->data[from]))
        from++;
    for (to = from; to < rest->size && !is_blank(rest->data[to]);)
        to++;
    *field = str_cut(*rest, from, to - from);
    *rest = str_cut(*rest, to, rest->size);
    return field->size > 0;
}

bool str_line(struct str *rest, struct str *line)
{
    if (rest->size == 0)
        return false;
    size_t end = str_find_byte(*rest, '\n');
    *line = str_cut(*rest, 0, end);
    *rest = end == SIZE_MAX ? str_cut(*rest, rest->size, 0) : str_cut(*rest, end + 1, rest->size);
    if (line->size && line->data[line->size - 1] == '\r')
        line->size--;
    return true;
}

bool str_decimal(struct str s, uint64_t *value)
{
    uint64_t sum = 0;
    for (size_t i = 0; i < s.size; i++) {
        unsigned digit = (unsigned)(unsigned char)s.data[i] - '0';
        if (digit > 9 || __builtin_mul_overflow(sum, 10, &sum) || __builtin_add_overflow(sum, digit, &sum))
            return false;
    }
    *value = sum;
    return s.size > 0;
}

static int hex_digit(char byte)
{
    if (byte >= '0' && byte <= '9')
        return byte - '0';
    if (byte >= 'a' && byte <= 'f')
        return byte - 'a' + 10;
    if (byte >= 'A' && byte <= 'F')
        return byte - 'A' + 10;
    return -1;
}

bool str_hex(struct str s, uint64_t *value)
{
    if (str_starts(s, "0x") || str_starts(s, "0X"))
        s = str_cut(s, 2, s.size);
    uint64_t sum = 0;
    for (size_t i = 0; i < s.size; i++) {
        int digit = hex_digit(s.data[i]);
        if (digit < 0 || sum >> 60)
            return false;
        sum = sum << 4 | (uint64_t)digit;
    }
    *value = sum;
    return s.size > 0;
}

bool str_number(struct str s, uint64_t *value)
{
    if (str_starts(s, "0x") || str_starts(s, "0X"))
        return str_hex(s, value);
    return str_decimal(s, value);
}

bool str_bytes(struct str s, uint64_t *bytes)
{
    static const char units[] = "kmg";
    const char *unit = s.size ? memchr(units, s.data[s.size - 1] | 0x20, sizeof units - 1) : NULL;
    unsigned shift = unit ? 10 * (unsigned)(unit - units + 1) : 0;
    if (!str_decimal(str_cut(s, 0, s.size - (unit != NULL)), bytes) || *bytes > UINT64_MAX >> shift)
        return false;
    *bytes <<= shift;
    return true;
}

struct str str_basename(struct str path)
{
    size_t slash = str_find_last_byte(path, '/');
    return slash == SIZE_MAX ? path : str_cut(path, slash + 1, path.size);
}

/* ---- Growing text ---- */

static char *text_room(struct text *text, size_t more)
{
    text->data = array_grow(text->data, &text->capacity, text->size + more + 1, 1);
    return text->data + text->size;
}

char *text_extend(struct text *text, size_t size)
{
    char *end = text_room(text, size);
    text->size += size;
    return end;
}

void text_varint(struct text *text, uint64_t number)
{
    char *end = text_room(text, VARINT_MAX);
    text->size += (size_t)(varint_write((unsigned char *)end, number) - (unsigned char *)end);
}

void text_append(struct text *text, struct str s)
{
    char *end = text_room(text, s.size);
    if (s.size)
        memcpy(end, s.data, s.size);
    text->size += s.size;
}

void text_add(struct text *text, const char *string)
{
    text_append(text, str_of(string));
}

void text_byte(struct text *text, char byte)
{
    *text_room(text, 1) = byte;
    text->size++;
}

void text_word(struct text *text, size_t *used, size_t room, struct str word)
{
    size_t width = text_width(word);
    bool next = *used && *used + 1 + width > room;
    text_add(text, next ? "\n" : *used ? " " : "");
    *used = next || !*used ? width : *used + 1 + width;
    text_append(text, word);
}

void text_pad(struct text *text, size_t column)
{
    struct str line = text_str(text);
    size_t last = str_find_last_byte(line, '\n');
    if (last != SIZE_MAX)
        line = str_cut(line, last + 1, line.size);
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

/* The size of the sequence that `lead` begins, and its bits; 0 for a byte that begins none (RFC 3629). */
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

size_t text_decode(struct str s, uint32_t *code)
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

/* Characters that change the look of the text around them: printed as numbers, never sent. */
static bool is_format_control(uint32_t code)
{
    return (code >= 0x202a && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069) || code == 0x200e || code == 0x200f ||
           code == 0x061c || (code >= 0x2028 && code <= 0x2029) || code == 0xfeff;
}

/* Leading bytes of printable ASCII: most text is nothing else. */
static size_t plain_size(struct str s)
{
    size_t size = 0;
    while (size < s.size && s.data[size] >= 0x20 && s.data[size] < 0x7f)
        size++;
    return size;
}

void text_safe(struct text *text, struct str s)
{
    for (;;) {
        size_t plain = plain_size(s);
        text_append(text, str_cut(s, 0, plain));
        s = str_cut(s, plain, SIZE_MAX);
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
            text_append(text, str_cut(s, 0, size));
        s = str_cut(s, size, s.size);
    }
}

/* Characters that would act on a terminal when the JSON is printed there: controls and bidirectional marks. */
static bool is_json_escaped(uint32_t code)
{
    return code < 0x20 || (code >= 0x7f && code <= 0x9f) || code == 0x61c || code == 0x200e || code == 0x200f || (code >= 0x2028 && code <= 0x202e) ||
           (code >= 0x2066 && code <= 0x2069) || code == 0xfeff;
}

void text_quoted(struct text *text, struct str s)
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
            text_append(text, str_cut(s, 0, size));
        s = str_cut(s, size, SIZE_MAX);
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
    text_append(text, (struct str){digits + at, sizeof digits - at});
}

void text_hex_bytes(struct text *text, struct str bytes)
{
    for (size_t i = 0; i < bytes.size; i++)
        text_printf(text, "%02x", (unsigned char)bytes.data[i]);
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

struct str text_str(const struct text *text)
{
    return (struct str){text->data ? text->data : "", text->size};
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

size_t text_width(struct str s)
{
    size_t width = plain_size(s);
    s = str_cut(s, width, SIZE_MAX);
    while (s.size) {
        uint32_t code;
        size_t size = text_decode(s, &code);
        width += (size_t)text_cells(code);
        s = str_cut(s, size, s.size);
    }
    return width;
}
