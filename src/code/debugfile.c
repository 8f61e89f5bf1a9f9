/* debugfile.c - debug information in files of its own.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * As gdb looks for it: /usr/lib/debug/.build-id/ab/cdef.debug; then the name in .gnu_debuglink beside the file, in .debug
 * there, and under /usr/lib/debug. The build id, where the file has one, must agree; else the check sum. */
#include "code/symbols_inside.h"

#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#define DEBUG_ROOT "/usr/lib/debug"

/* NULL: it fits; else why it does not. */
static const char *misfit(const struct elf *elf, const struct elf *debug, bool by_sum)
{
    if (elf->machine != debug->machine || elf->address_size != debug->address_size)
        return "is for another machine";
    if (elf->build_id.size && debug->build_id.size)
        return slice_equal(elf->build_id, debug->build_id) ? NULL : "has another build id";
    bool same = by_sum && crc32_z(crc32_z(0, NULL, 0), (const unsigned char *)debug->bytes.data, debug->bytes.size) == elf->debug_link_sum;
    return same ? NULL : by_sum ? "has another check sum" : "has no build id";
}

bool elf_is_other(const char *path)
{
    struct arena arena = {0};
    struct slice head;
    bool other = file_head(path, 4, &arena, &head) && !slice_is(head, "\177ELF");
    arena_free(&arena);
    return other;
}

static bool try_file(const struct elf *elf, struct text *path, bool by_sum, struct elf *debug, struct text *refused)
{
    struct error error;
    struct file_stat stat;
    if (!file_stat(text_string(path), &stat) || strcmp(text_string(path), elf->path) == 0)
        return false;
    if (!elf_open(text_string(path), debug, &error)) {
        debug->unread = !elf_is_other(text_string(path));
        text_clear(refused);
        error_text(&error, refused);
        return false;
    }
    const char *reason = misfit(elf, debug, by_sum);
    if (!reason)
        return true;
    elf_close(debug);
    text_clear(refused);
    text_printf(refused, "%s %s", text_string(path), reason);
    return false;
}

static bool by_build_id(const struct elf *elf, struct text *path, struct elf *debug, struct text *refused)
{
    if (elf->build_id.size < 2)
        return false;
    text_clear(path);
    text_add(path, DEBUG_ROOT "/.build-id/");
    for (size_t i = 0; i < elf->build_id.size; i++) {
        text_printf(path, "%02x", (unsigned char)elf->build_id.data[i]);
        if (i == 0)
            text_byte(path, '/');
    }
    text_add(path, ".debug");
    return try_file(elf, path, false, debug, refused);
}

static bool by_link(const struct elf *elf, struct text *path, struct elf *debug, struct text *refused)
{
    char *real = elf->debug_link.size ? realpath(elf->path, NULL) : NULL;
    if (!real)
        return false;
    struct slice whole = slice_of(real), folder = slice_cut(whole, 0, whole.size - slice_basename(whole).size);
    static const char *const before[] = {"", "", DEBUG_ROOT}, *const after[] = {"", ".debug/", ""};
    bool found = false;
    for (size_t i = 0; i < sizeof before / sizeof *before && !found; i++) {
        text_clear(path);
        text_add(path, before[i]);
        text_append(path, folder);
        text_add(path, after[i]);
        text_append(path, elf->debug_link);
        found = try_file(elf, path, true, debug, refused);
    }
    free(real);
    return found;
}

bool debugfile_open(const struct elf *elf, struct elf *debug, struct text *refused)
{
    struct text path = {0};
    bool found = by_build_id(elf, &path, debug, refused) || by_link(elf, &path, debug, refused);
    text_free(&path);
    return found;
}

bool debugfile_supplement(const struct elf *elf, struct elf *supplement, struct text *refused)
{
    const struct elf_section *link = elf_section(elf, ".gnu_debugaltlink");
    size_t end = link ? slice_find_byte(link->bytes, 0) : SIZE_MAX;
    char *real = end != SIZE_MAX && end > 0 ? realpath(elf->path, NULL) : NULL;
    if (!real)
        return false;
    struct slice name = slice_cut(link->bytes, 0, end), id = slice_cut(link->bytes, end + 1, SIZE_MAX), own = slice_of(real);
    struct text path = {0};
    struct file_stat stat;
    struct error error;
    if (name.data[0] != '/')
        text_append(&path, slice_cut(own, 0, own.size - slice_basename(own).size));
    text_append(&path, name);
    bool there = file_stat(text_string(&path), &stat), opened = there && elf_open(text_string(&path), supplement, &error);
    bool fits = opened && slice_equal(supplement->build_id, id);
    if (opened && !fits)
        elf_close(supplement);
    supplement->unread = there && !opened && !elf_is_other(text_string(&path));
    if (there && !opened) {
        text_clear(refused);
        error_text(&error, refused);
    } else if (!fits) {
        text_clear(refused);
        text_printf(refused, "%s %s", text_string(&path), opened ? "has another build id" : "cannot be opened");
    }
    text_free(&path);
    free(real);
    return fits;
}
