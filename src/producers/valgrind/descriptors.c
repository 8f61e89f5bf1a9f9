/* descriptors.c - the recorder's own descriptors stay out of the program's sight.  SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Valgrind keeps its descriptors above the program's limit, where the program can neither read, write nor close them. But it
 * lets it copy them: its functions for the calls that copy are replaced with the linker's --wrap (recorder.mk). And the program can
 * list them, in /proc/self/fd, which programs do that close whatever they inherited. */
#include "recorder.h"

#include "pub_tool_libcbase.h"
#include "pub_tool_libcfile.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_libcproc.h"

/* The first number that is not the program's. */
extern Int VG_(fd_hard_limit);

/* Valgrind opens its file of messages between the two calls, copies the descriptor out of the program's range and leaves the
 * first one open, so that the program's descriptors would be numbered differently. */
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

void descriptors_note(void)
{
    open_before = open_descriptors();
}

void descriptors_close_new(void)
{
    ULong left = open_descriptors() & ~open_before;
    for (Int descriptor = 0; descriptor < 64; descriptor++)
        if ((left >> descriptor & 1) != 0)
            VG_(close)(descriptor);
}

/* ---- copies ---- */

/* A system call as the core hands it to the functions that stand in front of it. */
struct system_call {
    Word number;
    UWord first; /* and the other arguments */
};

#define FORBIDS(function)                                                                                                       \
    extern void __real_vgSysWrap_##function(UWord, void *, struct system_call *, void *, UWord *);                              \
    extern void __wrap_vgSysWrap_##function(UWord, void *, struct system_call *, void *, UWord *);                              \
    void __wrap_vgSysWrap_##function(UWord thread, void *layout, struct system_call *call, void *status, UWord *flags)          \
    {                                                                                                                           \
        forbid(call);                                                                                                           \
        __real_vgSysWrap_##function(thread, layout, call, status, flags);                                                       \
    }

/* The kernel then says that no such descriptor is open. */
static void forbid(struct system_call *call)
{
    if ((Int)call->first >= VG_(fd_hard_limit))
        call->first = ~0u;
}

FORBIDS(generic_sys_dup_before)
FORBIDS(generic_sys_dup2_before)
FORBIDS(linux_sys_dup3_before)
FORBIDS(linux_sys_fcntl_before)

/* ---- listings ---- */

/* Does the descriptor stand for /proc/self/fd, or its like of a thread? */
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
enum { ENTRY_SIZE = 16, ENTRY_NAME = 19, OLD_ENTRY_NAME = 18, ENTRY_MOST = 0x8000 };

static UShort entry_size(const UChar *entry)
{
    return (UShort)(entry[ENTRY_SIZE] | entry[ENTRY_SIZE + 1] << 8);
}

static void set_entry_size(UChar *entry, UWord size, Bool old)
{
    UChar type = entry[entry_size(entry) - 1];
    entry[ENTRY_SIZE] = (UChar)size;
    entry[ENTRY_SIZE + 1] = (UChar)(size >> 8);
    if (old)
        entry[size - 1] = type;
}

static Bool is_hidden(const HChar *name)
{
    return name[0] >= '0' && name[0] <= '9' && VG_(strtoll10)(name, NULL) >= VG_(fd_hard_limit);
}

/* The call has its result already, so that what is taken out must be filled: by the entry before it, or by one more for the folder itself. */
static void fill_listing(UChar *last, UChar *to, const UChar *end, Bool old)
{
    if (last != NULL && end - last <= ENTRY_MOST) {
        set_entry_size(last, (UWord)(end - last), old);
        return;
    }
    for (UWord size; to < end; to += size) {
        size = end - to < ENTRY_MOST ? (UWord)(end - to) : ENTRY_MOST;
        VG_(strcpy)((HChar *)to + (old ? OLD_ENTRY_NAME : ENTRY_NAME), ".");
        set_entry_size(to, size, old);
    }
}

void descriptors_hide(UWord descriptor, UChar *entries, UWord size, Bool old)
{
    UWord from = old ? OLD_ENTRY_NAME : ENTRY_NAME;
    UChar *to = entries, *last = NULL;
    if (!is_listing(descriptor))
        return;
    for (UWord at = 0, step; at < size; at += step) {
        step = entry_size(entries + at);
        if (step < from + 2 || step > size - at)
            return;
        if (is_hidden((const HChar *)entries + at + from))
            continue;
        VG_(memmove)(to, entries + at, step);
        last = to;
        to += step;
    }
    if (to < entries + size)
        fill_listing(last, to, entries + size, old);
}
