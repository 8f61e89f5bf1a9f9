/* archive.c - libraries in the common format of ar: members read, some replaced.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * "!<arch>\n", then members: a header of 60 bytes (name 16, date 12, user 6, group 6, mode 8, size 10, "`\n") and the bytes, at even places. Names are
 * "x.o/", or "/123" for a place in the member "//"; "/" and "/SYM64/" are tables of symbols. */
#include "driver.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { HEADER = 60, MAGIC = 8 };

bool archive_is_thin(struct slice bytes)
{
    return slice_starts(bytes, "!<thin>\n");
}

static struct slice field(struct slice header, size_t from, size_t size)
{
    return slice_trim(slice_cut(header, from, size));
}

/* "x.o/" or a place in the table of long names. */
static struct slice member_name(struct slice name, struct slice table)
{
    uint64_t at;
    if (name.size > 1 && name.data[0] == '/' && slice_decimal(slice_cut(name, 1, name.size), &at) && at < table.size) {
        struct slice rest = slice_cut(table, (size_t)at, table.size);
        name = slice_cut(rest, 0, slice_find_byte(rest, '\n'));
    }
    return slice_ends(name, "/") ? slice_cut(name, 0, name.size - 1) : name;
}

bool archive_read(struct slice bytes, struct member **members, size_t *count)
{
    struct slice table = {NULL, 0};
    size_t capacity = 0;
    *members = NULL;
    *count = 0;
    if (!slice_starts(bytes, "!<arch>\n"))
        return false;
    for (size_t at = MAGIC; at + HEADER <= bytes.size;) {
        struct slice header = slice_cut(bytes, at, HEADER), name = field(header, 0, 16);
        uint64_t size;
        if (!slice_decimal(field(header, 48, 10), &size) || size > bytes.size - at - HEADER)
            return false;
        struct slice content = slice_cut(bytes, at + HEADER, (size_t)size);
        if (slice_is(name, "//")) {
            table = content;
        } else if (!slice_is(name, "/") && !slice_is(name, "/SYM64/")) {
            *members = array_grow(*members, &capacity, *count + 1, sizeof **members);
            (*members)[(*count)++] = (struct member){member_name(name, table), at, content};
        }
        at += HEADER + (size_t)size + (size & 1);
    }
    return true;
}

static void write_member(struct slice bytes, size_t header, struct slice content, struct text *out)
{
    char size[16];
    snprintf(size, sizeof size, "%-10zu", content.size);
    text_append(out, slice_cut(bytes, header, 48));
    text_append(out, slice_cut(slice_of(size), 0, 10));
    text_append(out, slice_cut(bytes, header + 58, 2));
    text_append(out, content);
    if (content.size & 1)
        text_byte(out, '\n');
}

void archive_write(struct slice bytes, const struct member *members, const struct slice *replaced, size_t count, struct text *out)
{
    text_add(out, "!<arch>\n");
    for (size_t at = MAGIC; at + HEADER <= bytes.size;) {
        struct slice header = slice_cut(bytes, at, HEADER);
        uint64_t size = 0;
        if (!slice_decimal(field(header, 48, 10), &size))
            return;
        if (slice_is(field(header, 0, 16), "//"))
            write_member(bytes, at, slice_cut(bytes, at + HEADER, (size_t)size), out);
        at += HEADER + (size_t)size + (size & 1);
    }
    for (size_t i = 0; i < count; i++)
        write_member(bytes, members[i].header, replaced[i].data ? replaced[i] : members[i].bytes, out);
}
