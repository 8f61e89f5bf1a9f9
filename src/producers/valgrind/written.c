/* written.c - logs what system calls wrote to files and sockets, and from which memory.  SPDX-License-Identifier: GPL-2.0-or-later */
#include "recorder.h"

#include "pub_tool_aspacemgr.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_vki.h"
#include "pub_tool_vkiscnums.h"

/* The payload of LOG_WRITTEN under construction. It keeps the end of the written data only. */
static struct {
    ULong descriptor, argument, size, pieces;
    struct {
        ULong address, size;
    } piece[LOG_WRITTEN_PIECES];
} written;

static ULong passed; /* bytes of the call before the next piece */

/* Adds the next piece of memory that the call was to write: the part of it that is in the end that LOG_WRITTEN keeps. */
static void add(Addr address, SizeT size)
{
    if (size > written.size)
        size = (SizeT)written.size;
    ULong from = passed, end = passed + size;
    ULong first = written.size > LOG_WRITTEN_MOST ? written.size - LOG_WRITTEN_MOST : 0;
    passed = end;
    if (end > written.size)
        end = written.size;
    ULong start = from > first ? from : first;
    if (start >= end)
        return;
    if (written.pieces == LOG_WRITTEN_PIECES) { /* keeps the last ones */
        VG_(memmove)(&written.piece[0], &written.piece[1], sizeof written.piece - sizeof written.piece[0]);
        written.pieces--;
    }
    written.piece[written.pieces].address = address + (start - from);
    written.piece[written.pieces++].size = end - start;
}

static Bool readable(Addr address, SizeT size)
{
    return size == 0 || VG_(am_is_valid_for_client)(address, size, VKI_PROT_READ);
}

static void add_vector(Addr address, UWord count)
{
    enum { MOST = 1024 }; /* UIO_MAXIOV of the kernel */
    if (count > MOST || !readable(address, count * sizeof(struct vki_iovec)))
        return;
    const struct vki_iovec *vector = (const struct vki_iovec *)address;
    for (UWord i = 0; i < count; i++)
        add((Addr)vector[i].iov_base, vector[i].iov_len);
}

static void add_message(Addr address)
{
    if (!readable(address, sizeof(struct vki_msghdr)))
        return;
    const struct vki_msghdr *message = (const struct vki_msghdr *)address;
    add_vector((Addr)message->msg_iov, message->msg_iovlen);
}

/* Finds the memory that the call wrote from. False: the call does not write. A copy from file to file has no memory. */
static Bool take(UInt number, const UWord *arguments, UInt count)
{
    written.descriptor = count > 0 ? arguments[0] : 0;
    written.argument = count > 1 ? arguments[1] : 0;
    switch (number) {
    case __NR_write: case __NR_pwrite64: case __NR_sendto:
        if (count > 2)
            add(arguments[1], arguments[2]);
        return count > 2;
    case __NR_writev: case __NR_pwritev: case __NR_pwritev2:
        if (count > 2)
            add_vector(arguments[1], arguments[2]);
        return count > 2;
    case __NR_sendmsg:
        add_message(written.argument);
        return count > 1;
    case __NR_sendfile:
        written.argument = 0;
        return count > 0;
    case __NR_splice: case __NR_copy_file_range:
        written.descriptor = count > 2 ? arguments[2] : 0;
        written.argument = 0;
        return count > 2;
    default:
        return False;
    }
}

/* In the payload the bytes come after the pieces. */
void written_note(UInt number, const UWord *arguments, UInt count, ULong result)
{
    static UChar payload[sizeof written + LOG_WRITTEN_MOST];
    written.size = result;
    written.pieces = 0;
    passed = 0;
    if (result == 0 || !take(number, arguments, count))
        return;
    UInt size = (UInt)(offsetof(__typeof__(written), piece) + written.pieces * sizeof written.piece[0]);
    VG_(memcpy)(payload, &written, size);
    for (ULong i = 0; i < written.pieces; i++) {
        if (!readable((Addr)written.piece[i].address, (SizeT)written.piece[i].size))
            return;
        VG_(memcpy)(payload + size, (const void *)(Addr)written.piece[i].address, (SizeT)written.piece[i].size);
        size += (UInt)written.piece[i].size;
    }
    stream_record(LOG_WRITTEN, payload, size);
}
