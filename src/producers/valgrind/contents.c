/* contents.c - logs what memory holds that no record wrote: zeros, files, and what lies there at the start.  SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Fresh anonymous memory is zero, and a fresh private mapping shows its file. At the start of a log each page is the same as its file's, or zero, or logged
 * by value: the stack with arguments and environment, and what the loader changed. A forked process starts with the memory of its parent. */
#include "recorder.h"

#include "pub_tool_aspacemgr.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcfile.h"
#include "pub_tool_machine.h"
#include "pub_tool_vki.h"
#include "pub_tool_vkiscnums.h"

enum { PAGE = 4096, SEGMENTS = 4096, PAGES_MOST = 1 << 16 /* of a forked process that are looked at: 256 MB */ };

static Bool told;
static Addr stack_top, stack_low, stack_least; /* the stack's last byte, its first one so far, and the first one it may grow to; top 0: unknown */

static void say_zero(Addr start, SizeT size)
{
    stream_numbers(LOG_ZERO, 2, start, size, 0);
}

static void say_file(const NSegment *segment, Addr start, SizeT size)
{
    struct {
        ULong numbers[3];
        HChar path[PAGE];
    } payload = {{start, size, (ULong)segment->offset + (start - segment->start)}, ""};
    const HChar *path = VG_(am_get_filename)(segment);
    SizeT length = path == NULL ? 0 : VG_(strlen)(path);
    if (length == 0 || length > sizeof payload.path)
        return;
    VG_(memcpy)(payload.path, path, length);
    stream_record(LOG_FILE, &payload, (UInt)(sizeof payload.numbers + length));
}

void contents_fresh(Addr start, SizeT size)
{
    Addr end = start + size;
    if (!micro_wanted || !told)
        return;
    for (Addr at = start; at < end;) {
        const NSegment *segment = VG_(am_find_nsegment)(at);
        if (segment == NULL || segment->end < at)
            return;
        Addr next = segment->end < end ? segment->end + 1 : end;
        if (segment->kind == SkAnonC)
            say_zero(at, next - at);
        else if (segment->kind == SkFileC && !shared_has(at))
            say_file(segment, at, next - at);
        at = next;
    }
}

void contents_follow_stack(void)
{
    const NSegment *segment = stack_top == 0 ? NULL : VG_(am_find_nsegment)(stack_top);
    if (segment == NULL || segment->kind != SkAnonC || segment->start >= stack_low)
        return;
    Addr low = segment->start > stack_least ? segment->start : stack_least;
    if (low < stack_low)
        say_zero(low, stack_low - low);
    stack_low = low;
}

/* ---- The start of a log ---- */

enum content { CONTENT_UNKNOWN, CONTENT_ZERO, CONTENT_FILE, CONTENT_BYTES };

/* The same bytes as the file has there? */
static Bool is_files(Int descriptor, Addr page, ULong offset)
{
    static UChar bytes[PAGE];
    UWord got = descriptor < 0 ? 0 : bare_call(__NR_pread64, (UWord)descriptor, (UWord)bytes, PAGE, offset);
    if (got == 0 || got > PAGE)
        return False;
    VG_(memset)(bytes + got, 0, PAGE - got);
    return VG_(memcmp)(bytes, (const void *)page, PAGE) == 0;
}

static Bool is_zeros(Addr page)
{
    const ULong *words = (const ULong *)page;
    for (UInt i = 0; i < PAGE / sizeof *words; i++)
        if (words[i] != 0)
            return False;
    return True;
}

void contents_tell(Addr start, SizeT size)
{
    if (micro_wanted && told)
        log_bytes(LOG_BYTES, start, size);
}

static void say(enum content content, const NSegment *segment, Addr start, Addr end)
{
    if (content == CONTENT_ZERO)
        say_zero(start, end - start);
    else if (content == CONTENT_FILE)
        say_file(segment, start, end - start);
    else if (content == CONTENT_BYTES)
        contents_tell(start, end - start);
}

static enum content content_of(const NSegment *segment, Int descriptor, Addr page)
{
    if (shared_has(page))
        return CONTENT_UNKNOWN;
    if (is_files(descriptor, page, (ULong)segment->offset + (page - segment->start)))
        return CONTENT_FILE;
    return is_zeros(page) ? CONTENT_ZERO : CONTENT_BYTES;
}

static void tell_pages(const NSegment *segment, UInt *left)
{
    Int descriptor = -1;
    const HChar *path = segment->kind == SkFileC ? VG_(am_get_filename)(segment) : NULL;
    if (path != NULL)
        descriptor = (Int)bare_call(__NR_open, (UWord)path, VKI_O_RDONLY, 0, 0);
    enum content content = CONTENT_UNKNOWN;
    Addr start = segment->start, page = start;
    for (; page < segment->end && *left > 0; page += PAGE, --*left) {
        enum content next = content_of(segment, descriptor, page);
        if (next != content) {
            say(content, segment, start, page);
            start = page;
            content = next;
        }
    }
    say(content, segment, start, page);
    if (descriptor >= 0)
        VG_(close)(descriptor);
}

static void find_stack(ThreadId thread)
{
    const NSegment *segment = VG_(am_find_nsegment)(VG_(get_SP)(thread));
    if (segment == NULL || segment->kind != SkAnonC)
        return;
    stack_top = segment->end;
    stack_low = stack_least = segment->start;
    const NSegment *room = VG_(am_find_nsegment)(stack_low - 1);
    if (room != NULL && room->kind == SkResvn)
        stack_least = room->start;
}

void contents_begin(ThreadId thread, Bool forked)
{
    static Addr starts[SEGMENTS];
    UInt left = forked ? PAGES_MOST : ~0u;
    if (!micro_wanted || told)
        return;
    told = True;
    if (!forked)
        find_stack(thread);
    Int count = VG_(am_get_segment_starts)(SkAnonC | SkFileC, starts, SEGMENTS);
    for (Int i = 0; i < count; i++) {
        const NSegment *segment = VG_(am_find_nsegment)(starts[i]);
        if (segment == NULL)
            continue;
        if (!forked && segment->kind == SkAnonC && segment->end != stack_top)
            say_zero(segment->start, segment->end + 1 - segment->start);
        else if (segment->hasR)
            tell_pages(segment, &left);
    }
}

void contents_restart(void)
{
    told = False;
}
