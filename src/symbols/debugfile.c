/* debugfile.c - debug information in a file of its own.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * As gdb looks for it: /usr/lib/debug/.build-id/ab/cdef.debug; then the name in .gnu_debuglink beside the file, in .debug
 * there, and under /usr/lib/debug. The build id, where the file has one, must agree; else the check sum. */
#include "symbols/inside.h"

#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#define DEBUG_ROOT "/usr/lib/debug"

static bool fits(const struct elf *elf, const struct elf *debug, bool by_sum)
{
    if (elf->machine != debug->machine || elf->address_size != debug->address_size)
        return false;
    if (elf->build_id.size && debug->build_id.size)
        return slice_equal(elf->build_id, debug->build_id);
    return by_sum && crc32_z(crc32_z(0, NULL, 0), (const unsigned char *)debug->bytes.data, debug->bytes.size) == elf->debug_link_sum;
}

static bool try_file(const struct elf *elf, struct text *path, bool by_sum, struct elf *debug)
{
    struct error error;
    struct file_stat stat;
    if (!file_stat(text_string(path), &stat) || strcmp(text_string(path), elf->path) == 0 || !elf_open(text_string(path), debug, &error))
        return false;
    if (fits(elf, debug, by_sum))
        return true;
    elf_close(debug);
    return false;
}

static bool by_build_id(const struct elf *elf, struct text *path, struct elf *debug)
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
    return try_file(elf, path, false, debug);
}

static bool by_link(const struct elf *elf, struct text *path, struct elf *debug)
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
        found = try_file(elf, path, true, debug);
    }
    free(real);
    return found;
}

bool debugfile_open(const struct elf *elf, struct elf *debug)
{
    struct text path = {0};
    bool found = by_build_id(elf, &path, debug) || by_link(elf, &path, debug);
    text_free(&path);
    return found;
}
