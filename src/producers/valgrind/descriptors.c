/* descriptors.c - hides the recorder's own descriptors from the program.  SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Valgrind keeps its descriptors above the program's limit. This file tells which they are, and removes them from listings of /proc/self/fd, which programs
 * read to close inherited descriptors. calls.c has the system calls. */
#include "recorder.h"

#include "pub_tool_libcbase.h"
#include "pub_tool_libcfile.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_libcproc.h"
#include "pub_tool_vki.h"
#include "pub_tool_vkiscnums.h"

/* The first number above the program's range. */
extern Int VG_(fd_hard_limit);

/* Between the two calls Valgrind opens its file of messages, copies the descriptor out of the program's range and leaves the
 * original open. The program's descriptors would get other numbers. */
static ULong open_before;

static ULong open_descriptors(void)
{
    ULong open = 0;
    struct vg_stat ignored;
    for (Int descriptor = 0; descriptor < 64; descriptor++)
        if (VG_(fstat)(descriptor, &ignored) >= 0)
            open |= 1ull << descriptor;
    return open;
}

Bool descriptor_is_hidden(Int descriptor)
{
    return descriptor >= VG_(fd_hard_limit);
}

void descriptors_note(void)
{
    open_before = open_descriptors();
}

/* With a limit of 64 or less the copy is among the first 64 descriptors and must stay. */
void descriptors_close_new(void)
{
    ULong left = open_descriptors() & ~open_before;
    for (Int descriptor = 0; descriptor < 64 && !descriptor_is_hidden(descriptor); descriptor++)
        if ((left >> descriptor & 1) != 0)
            VG_(close)(descriptor);
}

/* ---- listings ---- */

/* Is the descriptor an open /proc/self/fd or fdinfo, or the same of a thread? */
static Bool is_listing(UWord descriptor)
{
    HChar link[40], path[64], begin[24];
    VG_(snprintf)(link, sizeof link, "/proc/self/fd/%lu", descriptor);
    SSizeT size = VG_(readlink)(link, path, sizeof path - 1);
    path[size < 0 ? 0 : size] = '\0';
    VG_(snprintf)(begin, sizeof begin, "/proc/%d/", VG_(getpid)());
    const HChar *name = VG_(strrchr)(path, '/');
    return name != NULL && VG_(strncmp)(path, begin, VG_(strlen)(begin)) == 0 && (VG_(strcmp)(name, "/fd") == 0 || VG_(strcmp)(name, "/fdinfo") == 0);
}

/* struct linux_dirent64: u64 inode, u64 offset, u16 size of the entry, u8 type, name; struct linux_dirent has the type in its last byte instead. */
enum { ENTRY_SIZE = 16, ENTRY_NAME = 19, OLD_ENTRY_NAME = 18 };

static Bool is_hidden(const HChar *name)
{
    HChar *end;
    return name[0] >= '0' && name[0] <= '9' && VG_(strtoll10)(name, &end) >= VG_(fd_hard_limit) && *end == '\0';
}

/* Removes the hidden entries. Returns the size of the rest in bytes. */
static UWord keep_visible(UChar *entries, UWord size, Bool old)
{
    UWord from = old ? OLD_ENTRY_NAME : ENTRY_NAME, kept = 0;
    for (UWord at = 0, step; at < size; at += step) {
        step = (UWord)(entries[at + ENTRY_SIZE] | entries[at + ENTRY_SIZE + 1] << 8);
        if (step < from + 2 || step > size - at)
            return size;
        if (is_hidden((const HChar *)entries + at + from))
            continue;
        VG_(memmove)(entries + kept, entries + at, step);
        kept += step;
    }
    return kept;
}

static SysRes list(UWord descriptor, UChar *entries, UWord room, Bool old)
{
    UWord got = bare_call(old ? __NR_getdents : __NR_getdents64, descriptor, (UWord)entries, room, 0);
    Bool failed = (Word)got < 0;
    return (SysRes){._isError = failed, ._val = failed ? -got : got};
}

/* Are all further entries hidden? If not, restores the position before them. */
static Bool only_hidden_follow(UWord descriptor, Bool old)
{
    enum { BEGIN = 0, HERE = 1 };
    static UChar entries[4096];
    UWord position = bare_call(__NR_lseek, descriptor, 0, HERE, 0);
    for (;;) {
        SysRes got = list(descriptor, entries, sizeof entries, old);
        if (!sr_isError(got) && sr_Res(got) == 0)
            return True;
        if (!sr_isError(got) && keep_visible(entries, sr_Res(got), old) == 0)
            continue;
        bare_call(__NR_lseek, descriptor, position, BEGIN, 0);
        return False;
    }
}

void descriptors_hide(UWord descriptor, UChar *entries, UWord room, SysRes *result, Bool old)
{
    if (!is_listing(descriptor))
        return;
    while (!sr_isError(*result) && sr_Res(*result) > 0) {
        UWord kept = keep_visible(entries, sr_Res(*result), old);
        if (kept > 0) {
            result->_val = kept;
            return;
        }
        *result = list(descriptor, entries, room, old); /* 0 would be the end */
    }
    /* There was no room for the next entry; but if only hidden ones follow, this is the end and not an error. */
    if (sr_isError(*result) && sr_Err(*result) == VKI_EINVAL && only_hidden_follow(descriptor, old)) {
        result->_isError = False;
        result->_val = 0;
    }
}

Bool descriptors_hide_path(Int folder, UWord path)
{
    enum { FOLDER_AS_PATH = 010000000 | 0200000 | 02000000 }; /* O_PATH, O_DIRECTORY, O_CLOEXEC */
    HChar text[4096];
    SizeT size = string_size(path);
    if (size < 2 || size > sizeof text)
        return False;
    VG_(memcpy)(text, (const void *)path, size);
    text[size - 1] = '\0';
    HChar *slash = VG_(strrchr)(text, '/'), *name = slash == NULL ? text : slash + 1;
    if (!is_hidden(name))
        return False;
    *name = '\0';
    Int opened = (Int)bare_call(__NR_openat, (UWord)(Word)folder, (UWord)(slash == NULL ? "." : text), FOLDER_AS_PATH, 0);
    if (opened < 0)
        return False;
    Bool hidden = is_listing((UWord)opened);
    VG_(close)(opened);
    return hidden;
}
