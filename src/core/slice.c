/* slice.c - comparing, cutting and reading slices.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/slice.h"

#include <string.h>

struct slice slice_of(const char *string)
{
    return (struct slice){string, string ? strlen(string) : 0};
}

struct slice slice_cut(struct slice s, size_t from, size_t size)
{
    if (from > s.size)
        from = s.size;
    if (size > s.size - from)
        size = s.size - from;
    return (struct slice){s.data ? s.data + from : NULL, size};
}

bool slice_equal(struct slice a, struct slice b)
{
    return a.size == b.size && (a.size == 0 || memcmp(a.data, b.data, a.size) == 0);
}

bool slice_is(struct slice s, const char *string)
{
    return slice_equal(s, slice_of(string));
}

bool slice_starts(struct slice s, const char *prefix)
{
    return slice_is(slice_cut(s, 0, strlen(prefix)), prefix);
}

bool slice_ends(struct slice s, const char *suffix)
{
    size_t size = strlen(suffix);
    return s.size >= size && slice_is(slice_cut(s, s.size - size, size), suffix);
}

int slice_compare(struct slice a, struct slice b)
{
    size_t common = a.size < b.size ? a.size : b.size;
    int order = common ? memcmp(a.data, b.data, common) : 0;
    return order ? order : (a.size > b.size) - (a.size < b.size);
}

size_t slice_find(struct slice s, struct slice needle)
{
    if (needle.size == 0)
        return 0;
    const char *found = s.size ? memmem(s.data, s.size, needle.data, needle.size) : NULL;
    return found ? (size_t)(found - s.data) : SIZE_MAX;
}

size_t slice_find_byte(struct slice s, char byte)
{
    const char *found = s.size ? memchr(s.data, byte, s.size) : NULL;
    return found ? (size_t)(found - s.data) : SIZE_MAX;
}

size_t slice_find_last_byte(struct slice s, char byte)
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

struct slice slice_trim(struct slice s)
{
    while (s.size && is_space(s.data[0]))
        s = slice_cut(s, 1, s.size);
    while (s.size && is_space(s.data[s.size - 1]))
        s.size--;
    return s;
}

bool slice_field(struct slice *rest, struct slice *field)
{
    size_t from = 0, to;
    while (from < rest->size && is_blank(rest->data[from]))
        from++;
    for (to = from; to < rest->size && !is_blank(rest->data[to]);)
        to++;
    *field = slice_cut(*rest, from, to - from);
    *rest = slice_cut(*rest, to, rest->size);
    return field->size > 0;
}

bool slice_line(struct slice *rest, struct slice *line)
{
    if (rest->size == 0)
        return false;
    size_t end = slice_find_byte(*rest, '\n');
    *line = slice_cut(*rest, 0, end);
    *rest = end == SIZE_MAX ? slice_cut(*rest, rest->size, 0) : slice_cut(*rest, end + 1, rest->size);
    if (line->size && line->data[line->size - 1] == '\r')
        line->size--;
    return true;
}

bool slice_decimal(struct slice s, uint64_t *value)
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

bool slice_hex(struct slice s, uint64_t *value)
{
    if (slice_starts(s, "0x") || slice_starts(s, "0X"))
        s = slice_cut(s, 2, s.size);
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

bool slice_number(struct slice s, uint64_t *value)
{
    if (slice_starts(s, "0x") || slice_starts(s, "0X"))
        return slice_hex(s, value);
    return slice_decimal(s, value);
}

bool slice_bytes(struct slice s, uint64_t *bytes)
{
    static const char units[] = "kmg";
    const char *unit = s.size ? memchr(units, s.data[s.size - 1] | 0x20, sizeof units - 1) : NULL;
    unsigned shift = unit ? 10 * (unsigned)(unit - units + 1) : 0;
    if (!slice_decimal(slice_cut(s, 0, s.size - (unit != NULL)), bytes) || *bytes > UINT64_MAX >> shift)
        return false;
    *bytes <<= shift;
    return true;
}

struct slice slice_basename(struct slice path)
{
    size_t slash = slice_find_last_byte(path, '/');
    return slash == SIZE_MAX ? path : slice_cut(path, slash + 1, path.size);
}
