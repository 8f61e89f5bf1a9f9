/* link_discover.c - finds the objects and library members of a link that carry assembly.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "link.h"
#include "code/code.h"
#include "core/core.h"

#include <string.h>
#include <unistd.h>

static bool is_carried(struct str name)
{
    return str_is(name, CARRIED_SECTION);
}

/* Splits the section into options and assembly. False: not ae-cc's section, or two objects were merged into one. */
static bool read_carried(struct str bytes, struct carrier *carrier)
{
    struct str rest = bytes, line;
    if (!str_starts(bytes, CARRIED_HEAD) || str_find(str_cut(bytes, 1, bytes.size), str_of("\n" CARRIED_HEAD)) != SIZE_MAX || !str_line(&rest, &line))
        return false;
    while (str_line(&rest, &line) && line.size > 0) {
        char option[256];
        size_t skip = strlen("option ");
        if (!str_starts(line, "option ") || line.size - skip >= sizeof option)
            return false;
        memcpy(option, line.data + skip, line.size - skip);
        option[line.size - skip] = '\0';
        words_add(&carrier->options, option);
        carrier->old |= mips_option_is_old(option);
    }
    carrier->assembly = rest;
    return true;
}

/* Adds the object at `file` if it carries assembly. The linker calls it `path` and `member`. */
static void add_object(struct link *link, const char *file, const char *path, struct str member)
{
    enum { DATA = 5, LITTLE = 1 };
    struct carrier carrier = {.path = path, .member = member};
    struct symbols_section *sections;
    struct error ignored;
    struct str head;
    size_t count;
    if (!file_head(file, 16, &link->arena, &head) || !str_starts(head, "\x7f" "ELF") ||
        !symbols_sections(file, is_carried, &link->arena, &sections, &count, &ignored))
        return;
    for (size_t i = 0; i < count; i++) {
        if (!is_carried(sections[i].name) || !sections[i].bytes.data)
            continue;
        if (!read_carried(sections[i].bytes, &carrier)) {
            complain("warning: %s%s%.*s is not traced: it was linked from several objects", path, member.size ? ":" : "", STR(member));
            continue;
        }
        carrier.little_endian = head.size > DATA && head.data[DATA] == LITTLE;
        link->carriers = array_grow(link->carriers, &link->capacity, link->count + 1, sizeof *link->carriers);
        link->carriers[link->count++] = carrier;
    }
}

static bool known(const struct link *link, struct str path, struct str member)
{
    for (size_t i = 0; i < link->count; i++)
        if (str_is(path, link->carriers[i].path) && str_equal(member, link->carriers[i].member))
            return true;
    return false;
}

static bool add_member(struct link *link, struct str path, struct str name, struct str bytes)
{
    struct member *members;
    size_t count, found = SIZE_MAX;
    if (!archive_read(bytes, &members, &count))
        return true;
    for (size_t i = 0; i < count; i++) {
        if (!str_equal(members[i].name, name))
            continue;
        if (found != SIZE_MAX && str_find(members[i].bytes, str_of(CARRIED_SECTION)) != SIZE_MAX) {
            complain("error: %.*s has two members called %.*s: rename one, since ae-cc cannot tell which is linked", STR(path), STR(name));
            return false;
        }
        found = i;
    }
    if (found != SIZE_MAX && str_find(members[found].bytes, str_of(CARRIED_SECTION)) != SIZE_MAX) {
        const char *file = arena_printf(&link->arena, "%s/member.o", link->step->folder).data;
        if (!write_whole(file, members[found].bytes))
            return false;
        add_object(link, file, arena_string(&link->arena, path), arena_copy(&link->arena, name));
    }
    return true;
}

/* The library read last: members of one library come in sequence. */
struct library {
    struct str path, bytes;
    bool carries;
};

static bool open_library(struct link *link, struct str path, struct library *library)
{
    struct error error;
    if (library->path.data && str_equal(library->path, path))
        return true;
    *library = (struct library){.path = path};
    if (!file_read(arena_string(&link->arena, path), &link->arena, &library->bytes, &error)) {
        complain("error: %s", error.message);
        return false;
    }
    library->carries = str_find(library->bytes, str_of(CARRIED_SECTION)) != SIZE_MAX;
    if (archive_is_thin(library->bytes)) {
        complain("error: %.*s is a thin archive: make it without T", STR(path));
        return false;
    }
    return true;
}

/* line: "x.o", "libx.a", "(libx.a)x.o" or, from newer linkers, "libx.a(x.o)". */
static bool read_line(struct link *link, struct str line, struct library *library)
{
    struct str path = line, member = {NULL, 0};
    size_t open = str_find_last_byte(line, '('), close = str_find_byte(line, ')');
    if (str_starts(line, "(") && close != SIZE_MAX) {
        path = str_cut(line, 1, close - 1);
        member = str_cut(line, close + 1, line.size);
    } else if (str_ends(line, ")") && open != SIZE_MAX) {
        path = str_cut(line, 0, open);
        member = str_cut(line, open + 1, line.size - open - 2);
    }
    const char *name = arena_string(&link->arena, path);
    if (access(name, R_OK) != 0 || known(link, path, member))
        return true;
    if (!member.data) {
        add_object(link, name, name, member);
        return true;
    }
    return open_library(link, path, library) && (!library->carries || add_member(link, path, member, library->bytes));
}

int link_discover(struct link *link)
{
    struct words command = {0};
    struct library library = {0};
    struct str rest, line;
    struct text said = {0};
    for (size_t i = 0; i < link->command.count; i++)
        words_add(&command, link->output == link->command.items[i] ? arena_printf(&link->arena, "%s/plain", link->step->folder).data : link->command.items[i]);
    words_add(&command, "-t");
    words_add(&command, "-t");
    const char *list = arena_printf(&link->arena, "%s/list", link->step->folder).data;
    if (run(&command, list) != 0)
        return run(&link->command, NULL) ? 1 : 0;       /* runs it again, so that its messages appear */
    if (!read_whole(list, &said))
        return 1;
    rest = arena_copy(&link->arena, text_str(&said));
    text_free(&said);
    while (str_line(&rest, &line))
        if (!read_line(link, line, &library))
            return 1;
    return 0;
}
