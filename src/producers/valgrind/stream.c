/* stream.c - the log's buffer and its descriptor.  SPDX-License-Identifier: GPL-2.0-or-later */
#include "recorder.h"

#include "pub_tool_libcassert.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcfile.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_libcproc.h"
#include "pub_tool_vki.h"
#include "pub_tool_vkiscnums.h"

/* Part of Valgrind's core, not of its tool interface: the only way to get a descriptor number outside the program's range. */
extern Int VG_(safe_fd)(Int descriptor);

static UChar buffer[STREAM_ROOM + 2 * STREAM_MARGIN];
UChar *stream_next = buffer;
UChar *const stream_limit = buffer + STREAM_ROOM;
static Int stream = -1;

UWord bare_call(UWord number, UWord first, UWord second, UWord third, UWord fourth)
{
    register UWord last __asm__("r10") = fourth;
    UWord result;
    __asm__ volatile("syscall" : "=a"(result) : "0"(number), "D"(first), "S"(second), "d"(third), "r"(last) : "rcx", "r11", "memory");
    return result;
}

/* A reader that goes away must not harm the program. Valgrind keeps asynchronous signals blocked and passes pending ones to
 * the program, so this code takes back the SIGPIPE that its own write raised. */
static void take_back_broken_pipe(void)
{
    ULong set = 1ull << (VKI_SIGPIPE - 1), zero_time[2] = {0, 0};
    bare_call(__NR_rt_sigtimedwait, (UWord)&set, 0, (UWord)zero_time, sizeof set);
}

/* The process at the other end may have made the descriptor non-blocking. */
static void wait_until_writable(void)
{
    enum { WRITABLE = 4 }; /* POLLOUT, missing in the headers */
    struct vki_pollfd one = {stream, WRITABLE, 0};
    VG_(poll)(&one, 1, -1);
}

static void write_all(const UChar *bytes, SizeT size)
{
    while (size > 0 && stream >= 0) {
        Int written = VG_(write)(stream, bytes, (Int)size);
        if (written > 0) {
            bytes += written;
            size -= (SizeT)written;
        } else if (written == -VKI_EAGAIN) {
            wait_until_writable();
        } else if (written != -VKI_EINTR) {
            if (written == -VKI_EPIPE)
                take_back_broken_pipe();
            VG_(umsg)("clewrec: the log cannot be written (error %d); the program goes on unrecorded\n", -written);
            stream_close();
        }
    }
}

void stream_flush(void)
{
    write_all(buffer, (SizeT)(stream_next - buffer));
    stream_next = buffer;
}

void stream_close(void)
{
    if (stream >= 0)
        VG_(close)(stream);
    stream = -1;
    stream_next = buffer;
}

Bool stream_open(Int descriptor, Bool one_instruction, enum log_origin origin)
{
    struct vg_stat ignored;
    if (descriptor < 0 || VG_(fstat)(descriptor, &ignored) < 0)
        return False;
    stream = VG_(safe_fd)(descriptor); /* closes the old number, and is closed on exec */
    struct log_header header = {LOG_MAGIC, LOG_VERSION, sizeof header, one_instruction, (UInt)VG_(getpid)(), (UInt)VG_(getppid)(), origin};
    VG_(memcpy)(stream_next, &header, sizeof header);
    stream_next += sizeof header;
    return True;
}

Int stream_dial(const HChar *name)
{
    enum { UNIX = 1, STREAM = 1 };
    struct {
        UShort family;
        HChar path[108]; /* an abstract name: a zero, then the name without a final zero */
    } address = {UNIX, ""};
    SizeT length = VG_(strlen)(name);
    if (length >= sizeof address.path)
        return -1;
    VG_(memcpy)(address.path + 1, name, length);
    Int descriptor = (Int)bare_call(__NR_socket, UNIX, STREAM, 0, 0);
    if (descriptor < 0)
        return -1;
    UWord size = sizeof address.family + 1 + length;
    if (bare_call(__NR_connect, (UWord)descriptor, (UWord)&address, size, 0) == 0)
        return VG_(safe_fd)(descriptor);
    VG_(close)(descriptor);
    return -1;
}

void stream_record(UInt kind, const void *payload, UInt size)
{
    tl_assert(size <= STREAM_MARGIN - 8);
    if (stream_next > stream_limit)
        stream_flush();
    UInt head[2] = {LOG_SPECIAL + kind, size};
    VG_(memcpy)(stream_next, head, sizeof head);
    VG_(memcpy)(stream_next + sizeof head, payload, size);
    stream_next += sizeof head + size;
}

void stream_flush_all(void)
{
    stream_record(LOG_FLUSHED, "", 0);
    stream_flush();
}

Bool stream_is_asked(void)
{
    enum { READABLE = 1 }; /* POLLIN */
    struct vki_pollfd one = {stream, READABLE, 0};
    UChar byte;
    return stream >= 0 && sr_Res(VG_(poll)(&one, 1, 0)) == 1 && one.revents == READABLE && VG_(read)(stream, &byte, 1) == 1;
}

void stream_numbers(UInt kind, UInt count, ULong first, ULong second, ULong third)
{
    ULong numbers[3] = {first, second, third};
    stream_record(kind, numbers, count * (UInt)sizeof numbers[0]);
}
