/* archive.c - reads and replaces members of libraries in the common format of ar.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * "!<arch>\n", then members at even offsets: a header of 60 bytes (name 16, date 12, user 6, group 6, mode 8, size 10, "`\n") and the bytes. Names are
 * "x.o/", or "/123" for an offset in the member "//"; "/" and "/SYM64/" are symbol tables. */
#include "driver.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { HEADER = 60, MAGIC = 8 };

bool archive_is_thin(struct str bytes)
{
    return str_starts(bytes, "!<thin>\n");
}

static struct str field(struct str header, size_t from, size_t size)
{
    return str_trim(str_cut(header, from, size));
}

/* name: "x.o/", or an offset in the table of long names. */
static struct str member_name(struct str name, struct str table)
{
    uint64_t at;
    if (name.size > 1 && name.data[0] == '/' && str_decimal(str_cut(name, 1, name.size), &at) && at < table.size) {
        struct str rest = str_cut(table, (size_t)at, table.size);
        name = str_cut(rest, 0, str_find_byte(rest, '\n'));
    }
    return str_ends(name, "/") ? str_cut(name, 0, name.size - 1) : name;
}

bool archive_read(struct str bytes, struct member **members, size_t *count)
{
    struct str table = {NULL, 0};
    size_t capacity = 0;
    *members = NULL;
    *count = 0;
    if (!str_starts(bytes, "!<arch>\n"))
        return false;
    for (size_t at = MAGIC; at + HEADER <= bytes.size;) {
        struct str header = str_cut(bytes, at, HEADER), name = field(header, 0, 16);
        uint64_t size;
        if (!str_decimal(field(header, 48, 10), &size) || size > bytes.size - at - HEADER)
            return false;
        struct str content = str_cut(bytes, at + HEADER, (size_t)size);
        if (str_is(name, "//")) {
            table = content;
        } else if (!str_is(name, "/") && !str_is(name, "/SYM64/")) {
            *members = array_grow(*members, &capacity, *count + 1, sizeof **members);
            (*members)[(*count)++] = (struct member){member_name(name, table), at, content};
        }
        at += HEADER + (size_t)size + (size & 1);
    }
    return true;
}

static void write_member(struct str bytes, size_t header, struct str content, struct text *out)
{
    char size[16];
    snprintf(size, sizeof size, "%-10zu", content.size);
    text_append(out, str_cut(bytes, header, 48));
    text_append(out, str_cut(str_of(size), 0, 10));
    text_append(out, str_cut(bytes, header + 58, 2));
    text_append(out, content);
    if (content.size & 1)
        text_byte(out, '\n');
}

void archive_write(struct str bytes, const struct member *members, const struct str *replaced, size_t count, struct text *out)
{
    text_add(out, "!<arch>\n");
    for (size_t at = MAGIC; at + HEADER <= bytes.size;) {
        struct str header = str_cut(bytes, at, HEADER);
        uint64_t size = 0;
        if (!str_decimal(field(header, 48, 10), &size))
            return;
        if (str_is(field(header, 0, 16), "//"))
            write_member(bytes, at, str_cut(bytes, at + HEADER, (size_t)size), out);
        at += HEADER + (size_t)size + (size & 1);
    }
    for (size_t i = 0; i < count; i++)
        write_member(bytes, members[i].header, replaced[i].data ? replaced[i] : members[i].bytes, out);
}
