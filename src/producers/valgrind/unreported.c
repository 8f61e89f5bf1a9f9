/* unreported.c - tells of memory that the kernel writes and Valgrind's core does not report.  SPDX-License-Identifier: GPL-2.0-or-later */
#include "recorder.h"

#include "pub_tool_aspacemgr.h"
#include "pub_tool_vki.h"
#include "pub_tool_vkiscnums.h"

/* The core reports the answer of these calls, but not the word with its length, nor an offset in a file. */
static const struct {
    UShort number;
    UChar argument, size;
    UChar with;                         /* the kernel writes it only if this argument is not NULL; 0: always */
} words[] = {
    {__NR_accept, 2, 4, 1}, {__NR_accept4, 2, 4, 1}, {__NR_getsockname, 2, 4, 0}, {__NR_getpeername, 2, 4, 0}, {__NR_getsockopt, 4, 4, 0}, {__NR_recvfrom, 5, 4, 4},
    {__NR_splice, 1, 8, 0}, {__NR_splice, 3, 8, 0}, {__NR_copy_file_range, 1, 8, 0}, {__NR_copy_file_range, 3, 8, 0}};

static void tell(Addr address, SizeT size)
{
    if (address != 0 && size != 0 && VG_(am_is_valid_for_client)(address, size, VKI_PROT_WRITE))
        note_wrote(address, size);
}

/* The sets that say which descriptors are ready. */
static void tell_sets(const UWord *arguments)
{
    enum { WORD = 64, BYTES = 8, MOST = 1 << 20 };
    UInt limit = (UInt)arguments[0];
    for (UInt i = 1; i < 4 && limit <= MOST; i++)
        tell(arguments[i], (limit + WORD - 1) / WORD * BYTES);
}

/* Of a struct msghdr: the length of the address, the length of the control data, flags. */
static void tell_message(Addr message)
{
    enum { NAME = 8, CONTROL = 40, FLAGS = 48 };
    if (VG_(am_is_valid_for_client)(message, sizeof(Addr), VKI_PROT_READ) && *(const Addr *)message != 0)
        tell(message + NAME, sizeof(UInt));
    tell(message + CONTROL, sizeof(ULong));
    tell(message + FLAGS, sizeof(UInt));
}

enum { TIME = 16 };
static Bool at_once[THREADS];           /* its call waits for no time: the kernel leaves such a time as it is */

/* Where a call that waits has its time. 0: nowhere. */
static Addr time_of(UInt number, const UWord *arguments)
{
    return number == __NR_ppoll ? arguments[2] : number == __NR_select || number == __NR_pselect6 ? arguments[4] : 0;
}

void unreported_begin(ThreadId thread, UInt number, const UWord *arguments)
{
    Addr time = time_of(number, arguments);
    Bool known = time != 0 && VG_(am_is_valid_for_client)(time, TIME, VKI_PROT_READ);
    if (thread < THREADS)
        at_once[thread] = known && ((const ULong *)time)[0] == 0 && ((const ULong *)time)[1] == 0;
}

void unreported_time(ThreadId thread, UInt number, const UWord *arguments)
{
    if (thread >= THREADS || !at_once[thread])
        tell(time_of(number, arguments), TIME);
}

void unreported_tell(ThreadId thread, UInt number, const UWord *arguments, ULong result)
{
    enum { GET_LOCK = 5, GET_OPEN_LOCK = 36, LOCK = 32, MESSAGE = 64, MESSAGES = 1024 };
    unreported_time(thread, number, arguments);
    for (UInt i = 0; i < sizeof words / sizeof words[0]; i++)
        if (words[i].number == number && (words[i].with == 0 || arguments[words[i].with] != 0) && !(number == __NR_copy_file_range && result == 0))
            tell(arguments[words[i].argument], words[i].size);
    if (number == __NR_fcntl && (arguments[1] == GET_LOCK || arguments[1] == GET_OPEN_LOCK))
        tell(arguments[2], LOCK);
    if (number == __NR_select || number == __NR_pselect6)
        tell_sets(arguments);
    if (number == __NR_recvmsg)
        tell_message(arguments[1]);
    for (ULong i = 0; number == __NR_recvmmsg && i < result && i < MESSAGES; i++)
        tell_message(arguments[1] + i * MESSAGE);
}
