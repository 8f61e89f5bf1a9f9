/* calls.c - corrects arguments and results of some system calls.  SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The recorder's descriptors are above the program's limit. For the program they are not open, whatever call names them, and /proc/self/fd does not
 * list them. Valgrind's core refuses them in some calls only. The tool interface cannot change a system call. But the core asks one function for the two
 * functions of each call, before and after, and the linker's --wrap replaces that one (recorder.mk).
 *
 * Not covered: descriptors in the sets of select, the paths of execve, and paths that lead to such a name through one of the program's symbolic links. */
#include "recorder.h"

#include "pub_tool_aspacemgr.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcfile.h"
#include "pub_tool_libcproc.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_vki.h"
#include "pub_tool_vkiscnums.h"

/* ---- the core's side (coregrind/m_syswrap/priv_types_n_macros.h, 3.12 and later) ---- */

struct call {
    Word number;
    UWord arguments[8];
};

struct call_status {
    enum { CALL_COMPLETE = 1, CALL_TO_KERNEL } what;
    SysRes result;
};

enum { FLAG_MAY_BLOCK = 1 << 1, FLAG_AFTER_FAILURE = 1 << 2 };

struct call_functions {
    void (*before)(ThreadId, void *layout, struct call *, struct call_status *, UWord *flags);
    void (*after)(ThreadId, struct call *, struct call_status *); /* may be NULL */
};

extern const struct call_functions *__real_vgModuleLocal_get_linux_syscall_entry(UInt number);
extern const struct call_functions *__wrap_vgModuleLocal_get_linux_syscall_entry(UInt number);

/* ---- which arguments are descriptors, and which are paths ---- */

enum { A1 = 1, A2 = 2, A3 = 4, A4 = 8, A5 = 16 };

/* In a call `at` a folder (openat) a path is relative to the descriptor argument before it. */
struct call_shape {
    UShort number;
    UChar descriptors, paths;
};

static const struct call_shape shapes[] = {
    {__NR_read, A1, 0}, {__NR_write, A1, 0}, {__NR_open, 0, A1}, {__NR_close, A1, 0}, {__NR_stat, 0, A1}, {__NR_fstat, A1, 0}, {__NR_lstat, 0, A1},
    {__NR_lseek, A1, 0}, {__NR_mmap, A5, 0}, {__NR_ioctl, A1, 0}, {__NR_pread64, A1, 0}, {__NR_pwrite64, A1, 0}, {__NR_readv, A1, 0},
    {__NR_writev, A1, 0}, {__NR_access, 0, A1}, {__NR_dup, A1, 0}, {__NR_dup2, A1 | A2, 0}, {__NR_sendfile, A1 | A2, 0}, {__NR_connect, A1, 0},
    {__NR_accept, A1, 0}, {__NR_sendto, A1, 0}, {__NR_recvfrom, A1, 0}, {__NR_sendmsg, A1, 0}, {__NR_recvmsg, A1, 0}, {__NR_shutdown, A1, 0},
    {__NR_bind, A1, 0}, {__NR_listen, A1, 0}, {__NR_getsockname, A1, 0}, {__NR_getpeername, A1, 0}, {__NR_setsockopt, A1, 0},
    {__NR_getsockopt, A1, 0}, {__NR_fcntl, A1, 0}, {__NR_flock, A1, 0}, {__NR_fsync, A1, 0}, {__NR_fdatasync, A1, 0}, {__NR_truncate, 0, A1},
    {__NR_ftruncate, A1, 0}, {__NR_getdents, A1, 0}, {__NR_chdir, 0, A1}, {__NR_fchdir, A1, 0}, {__NR_rename, 0, A1 | A2}, {__NR_mkdir, 0, A1},
    {__NR_rmdir, 0, A1}, {__NR_creat, 0, A1}, {__NR_link, 0, A1 | A2}, {__NR_unlink, 0, A1}, {__NR_symlink, 0, A2}, {__NR_readlink, 0, A1},
    {__NR_chmod, 0, A1}, {__NR_fchmod, A1, 0}, {__NR_chown, 0, A1}, {__NR_fchown, A1, 0}, {__NR_lchown, 0, A1}, {__NR_utime, 0, A1},
    {__NR_mknod, 0, A1}, {__NR_statfs, 0, A1}, {__NR_fstatfs, A1, 0}, {__NR_readahead, A1, 0}, {__NR_setxattr, 0, A1}, {__NR_lsetxattr, 0, A1},
    {__NR_fsetxattr, A1, 0}, {__NR_getxattr, 0, A1}, {__NR_lgetxattr, 0, A1}, {__NR_fgetxattr, A1, 0}, {__NR_listxattr, 0, A1},
    {__NR_llistxattr, 0, A1}, {__NR_flistxattr, A1, 0}, {__NR_removexattr, 0, A1}, {__NR_lremovexattr, 0, A1}, {__NR_fremovexattr, A1, 0},
    {__NR_getdents64, A1, 0}, {__NR_fadvise64, A1, 0}, {__NR_epoll_wait, A1, 0}, {__NR_epoll_ctl, A1 | A3, 0}, {__NR_utimes, 0, A1},
    {__NR_mq_timedsend, A1, 0}, {__NR_mq_timedreceive, A1, 0}, {__NR_mq_notify, A1, 0}, {__NR_mq_getsetattr, A1, 0}, {__NR_inotify_add_watch, A1, 0},
    {__NR_inotify_rm_watch, A1, 0}, {__NR_openat, A1, A2}, {__NR_mkdirat, A1, A2}, {__NR_mknodat, A1, A2}, {__NR_fchownat, A1, A2},
    {__NR_futimesat, A1, A2}, {__NR_newfstatat, A1, A2}, {__NR_unlinkat, A1, A2}, {__NR_renameat, A1 | A3, A2 | A4}, {__NR_linkat, A1 | A3, A2 | A4},
    {__NR_symlinkat, A2, A3}, {__NR_readlinkat, A1, A2}, {__NR_fchmodat, A1, A2}, {__NR_faccessat, A1, A2}, {__NR_splice, A1 | A3, 0},
    {__NR_tee, A1 | A2, 0}, {__NR_sync_file_range, A1, 0}, {__NR_vmsplice, A1, 0}, {__NR_utimensat, A1, A2}, {__NR_epoll_pwait, A1, 0},
    {__NR_signalfd, A1, 0}, {__NR_fallocate, A1, 0}, {__NR_timerfd_settime, A1, 0}, {__NR_timerfd_gettime, A1, 0}, {__NR_accept4, A1, 0},
    {__NR_signalfd4, A1, 0}, {__NR_dup3, A1 | A2, 0}, {__NR_preadv, A1, 0}, {__NR_pwritev, A1, 0}, {__NR_recvmmsg, A1, 0},
    {__NR_fanotify_mark, A1 | A4, A5}, {__NR_name_to_handle_at, A1, A2}, {__NR_open_by_handle_at, A1, 0}, {__NR_syncfs, A1, 0},
    {__NR_sendmmsg, A1, 0}, {__NR_setns, A1, 0}, {__NR_renameat2, A1 | A3, A2 | A4}, {__NR_execveat, A1, 0}, {__NR_copy_file_range, A1 | A3, 0},
    {__NR_preadv2, A1, 0}, {__NR_pwritev2, A1, 0}, {__NR_statx, A1, A2}, {__NR_io_uring_enter, A1, 0}, {__NR_io_uring_register, A1, 0},
    {__NR_faccessat2, A1, A2}};

static const struct call_shape *shape_of(Word number)
{
    for (UInt i = 0; i < sizeof shapes / sizeof shapes[0]; i++)
        if (shapes[i].number == number)
            return &shapes[i];
    return NULL;
}

/* ---- descriptors and paths ---- */

/* No descriptor has this number. Unlike -1, no call takes it for "no descriptor". */
enum { NEVER_OPEN = 0x7fffffff };
#define NEVER_THERE "/proc/self/fd/2147483647"

static Bool is_absolute(UWord path)
{
    return VG_(am_is_valid_for_client)(path, 1, VKI_PROT_READ) && *(const HChar *)path == '/';
}

static void replace_descriptors(struct call *call, const struct call_shape *shape)
{
    for (UInt i = 0; i < 5; i++) {
        Bool ignored = (shape->paths >> (i + 1) & 1) != 0 && is_absolute(call->arguments[i + 1]);
        if ((shape->descriptors >> i & 1) != 0 && !ignored && descriptor_is_hidden((Int)call->arguments[i]))
            call->arguments[i] = NEVER_OPEN;
    }
}

/* The core carries out some of these calls at once, and reports only strings of the program's. So the read of the original path is logged here. */
static void replace_paths(struct call *call, const struct call_shape *shape)
{
    enum { WORKING_FOLDER = -100 }; /* AT_FDCWD */
    for (UInt i = 0; i < 5; i++) {
        Bool at = i > 0 && (shape->descriptors >> (i - 1) & 1) != 0;
        if ((shape->paths >> i & 1) == 0 || !descriptors_hide_path(at ? (Int)call->arguments[i - 1] : WORKING_FOLDER, call->arguments[i]))
            continue;
        note_read(call->arguments[i], string_size(call->arguments[i]));
        call->arguments[i] = (UWord)NEVER_THERE;
    }
}

/* ---- descriptors in messages (SCM_RIGHTS, unix(7)) ---- */

static Bool readable(UWord address, SizeT size)
{
    return size == 0 || VG_(am_is_valid_for_client)(address, size, VKI_PROT_READ);
}

static Bool rights_hold_hidden(const UChar *control, SizeT size)
{
    enum { SOCKET = 1, RIGHTS = 1 };
    struct {
        SizeT length; /* of this and the data */
        Int level, type;
    } head;
    for (SizeT at = 0; size - at >= sizeof head; at += (head.length + 7) & ~(SizeT)7) {
        VG_(memcpy)(&head, control + at, sizeof head);
        if (head.length < sizeof head || head.length > size - at)
            return False;
        for (SizeT from = sizeof head; head.level == SOCKET && head.type == RIGHTS && from + sizeof(Int) <= head.length; from += sizeof(Int))
            if (descriptor_is_hidden(*(const Int *)(control + at + from)))
                return True;
        if (((head.length + 7) & ~(SizeT)7) > size - at)
            return False;
    }
    return False;
}

static Bool message_holds_hidden(UWord address)
{
    struct vki_msghdr message;
    if (!readable(address, sizeof message))
        return False;
    VG_(memcpy)(&message, (const void *)address, sizeof message);
    return readable((UWord)message.msg_control, message.msg_controllen) && rights_hold_hidden(message.msg_control, message.msg_controllen);
}

/* Looks at the first of several messages only: the kernel would refuse a later one after it had sent those before. */
static Bool sends_hidden(const struct call *call)
{
    return (call->number == __NR_sendmsg || call->number == __NR_sendmmsg) && message_holds_hidden(call->arguments[1]);
}

/* ---- polled descriptors ---- */

/* The program's numbers, while its array holds others for the kernel. The call does not wait, as a descriptor that is not open is an event. */
static struct {
    struct vki_pollfd *items;
    Int *numbers; /* NULL: nothing was replaced */
    UWord count;
    Bool asked;   /* the core wants its `after` called on failure too */
} polled;

static void replace_polled(const struct call *call)
{
    enum { MOST = 1 << 20 };
    UWord count = call->arguments[1], hidden = 0;
    polled.items = (struct vki_pollfd *)call->arguments[0];
    if (count == 0 || count > MOST || !VG_(am_is_valid_for_client)(call->arguments[0], count * sizeof *polled.items, VKI_PROT_READ | VKI_PROT_WRITE))
        return;
    for (UWord i = 0; i < count; i++)
        hidden += descriptor_is_hidden(polled.items[i].fd);
    if (hidden == 0)
        return;
    polled.numbers = VG_(malloc)("recorder.polled", count * sizeof *polled.numbers);
    polled.count = count;
    for (UWord i = 0; i < count; i++) {
        polled.numbers[i] = polled.items[i].fd;
        if (descriptor_is_hidden(polled.items[i].fd))
            polled.items[i].fd = NEVER_OPEN;
    }
}

static void restore_polled(void)
{
    for (UWord i = 0; i < polled.count; i++)
        polled.items[i].fd = polled.numbers[i];
    VG_(free)(polled.numbers);
    polled.numbers = NULL;
    polled.count = 0;
}

/* ---- the signal at the parent's death ---- */

Int calls_death_signal = -1;

enum { SET_DEATH_SIGNAL = 1, GET_DEATH_SIGNAL = 2, SIGNALS = 64, FIRST_THREAD = 1 /* other threads have their own signal, initially 0 */ };

static Bool is_death_call(ThreadId thread, const struct call *call, UWord what)
{
    return call->number == __NR_prctl && thread == FIRST_THREAD && calls_death_signal >= 0 && call->arguments[0] == what;
}

static void set_death_signal(struct call *call)
{
    UWord number = call->arguments[1];
    if (number <= SIGNALS)
        calls_death_signal = (Int)number;
    if (number == 0)
        call->arguments[1] = VKI_SIGTERM;
}

/* ---- Valgrind's own signal ---- */

/* Valgrind keeps the last signal for itself and reports it as ignored; shells would list it among their traps. */
static void show_last_signal(const struct call *call)
{
    enum { LAST_SIGNAL = 64, DEFAULT = 0, IGNORED = 1 };
    UWord *handler = (UWord *)call->arguments[2];
    if (call->number == __NR_rt_sigaction && call->arguments[0] == LAST_SIGNAL && handler != NULL && *handler == IGNORED)
        *handler = DEFAULT;
}

/* ---- the limit of descriptors ---- */

/* The core keeps both numbers of the limit, and does not let the program lower the hard one. This code lowers it, so that the program sees the limit it set. */
extern Int VG_(fd_soft_limit), VG_(fd_hard_limit);

static struct {
    ULong hard;               /* as the program set it; 0: not set */
    struct vki_rlimit asked;  /* call under way: copy of the new limit, as the call may write the old limit over it */
    ULong last;               /* call under way: the soft limit before */
    Bool lowers;
} limits;

struct limit_call {
    struct vki_rlimit *set, *get; /* NULL: the call does not set, get */
};

/* Does the call concern the program's own limit of descriptors? */
static Bool is_limit_call(const struct call *call, struct limit_call *limit)
{
    const UWord *arguments = call->arguments;
    Bool own = call->number == __NR_prlimit64 && ((Int)arguments[0] == 0 || (Int)arguments[0] == VG_(getpid)());
    limit->set = (struct vki_rlimit *)(own ? arguments[2] : call->number == __NR_setrlimit ? arguments[1] : 0);
    limit->get = (struct vki_rlimit *)(own ? arguments[3] : call->number == __NR_getrlimit ? arguments[1] : 0);
    return (limit->set != NULL || limit->get != NULL) && (own ? arguments[1] : arguments[0]) == VKI_RLIMIT_NOFILE;
}

static ULong hard_limit(void)
{
    return limits.hard != 0 ? limits.hard : (ULong)VG_(fd_hard_limit);
}

static void note_limit(const struct call *call)
{
    struct limit_call limit;
    if (!is_limit_call(call, &limit) || limit.set == NULL)
        return;
    limits.asked = (struct vki_rlimit){1, 0};
    if (readable((UWord)limit.set, sizeof *limit.set))
        limits.asked = *limit.set;
    limits.last = (ULong)VG_(fd_soft_limit);
}

/* Accepts a valid limit, although the core has refused it or has written the old limit over the new one. */
static void lower_limit(const struct call *call, struct call_status *status)
{
    struct limit_call limit;
    if (!is_limit_call(call, &limit) || limit.set == NULL || (sr_isError(status->result) && sr_Err(status->result) != VKI_EPERM))
        return;
    if (limits.asked.rlim_cur > limits.asked.rlim_max || limits.asked.rlim_max > hard_limit())
        return;
    limits.lowers = True;
    status->result = (SysRes){._isError = False, ._val = 0};
}

/* Corrects the numbers that the core has written. */
static void show_limit(const struct call *call)
{
    struct limit_call limit;
    if (!is_limit_call(call, &limit))
        return;
    if (limit.get != NULL && limits.lowers)
        limit.get->rlim_cur = limits.last;
    if (limit.get != NULL)
        limit.get->rlim_max = hard_limit();
    if (limits.lowers) {
        VG_(fd_soft_limit) = (Int)limits.asked.rlim_cur;
        limits.hard = limits.asked.rlim_max;
    }
    limits.lowers = False;
}

/* ---- the name of the program's file ---- */

/* For /proc/self/exe Valgrind 3.24 lets the kernel write the recorder's name, and then writes the program's name over its beginning. The rest of the
 * longer name would stay in the program's memory, unreported. So this code restores the old bytes. No other thread runs during the call, unless the core
 * may wait in it. */
static struct {
    UChar bytes[4096]; /* PATH_MAX; the program's buffer before the call */
    SizeT size;
} link_buffer;

static UWord link_argument(const struct call *call)
{
    return call->number == __NR_readlink ? 1 : call->number == __NR_readlinkat ? 2 : 0;
}

static void note_link(const struct call *call)
{
    UWord argument = link_argument(call), to = call->arguments[argument];
    link_buffer.size = 0;
    if (argument == 0)
        return;
    SizeT size = call->arguments[argument + 1] < sizeof link_buffer.bytes ? call->arguments[argument + 1] : sizeof link_buffer.bytes;
    if (!readable(to, size)) /* the program may claim a larger buffer than it has */
        size = VKI_PAGE_SIZE - to % VKI_PAGE_SIZE;
    if (size > sizeof link_buffer.bytes || !readable(to, size))
        return;
    VG_(memcpy)(link_buffer.bytes, (const void *)to, size);
    link_buffer.size = size;
}

static void restore_link(const struct call *call, const struct call_status *status)
{
    UWord argument = link_argument(call);
    UChar *to = (UChar *)call->arguments[argument];
    if (argument == 0 || sr_isError(status->result))
        return;
    for (SizeT i = sr_Res(status->result); i < link_buffer.size; i++)
        if (to[i] != link_buffer.bytes[i])
            to[i] = link_buffer.bytes[i];
}

/* ---- calls that may wait ---- */

static Bool is_regular_file(UWord descriptor)
{
    enum { TYPE = 0170000, REGULAR = 0100000 };
    struct vg_stat information;
    return VG_(fstat)((Int)descriptor, &information) >= 0 && (information.mode & TYPE) == REGULAR;
}

Bool call_may_wait(UInt number, const UWord *arguments, UInt count)
{
    switch (number) {
    case __NR_futex: { /* FUTEX_WAIT, _LOCK_PI, _WAIT_BITSET, _WAIT_REQUEUE_PI, _LOCK_PI2 */
        UWord operation = count > 1 ? arguments[1] & 0x7f : 0;
        return operation < 32 && ((1u << 0 | 1u << 6 | 1u << 9 | 1u << 11 | 1u << 13) >> operation & 1) != 0;
    }
    case __NR_read: case __NR_readv: case __NR_write: case __NR_writev:
        return count > 0 && !is_regular_file(arguments[0]);
    case __NR_poll: case __NR_ppoll: case __NR_select: case __NR_pselect6: case __NR_epoll_wait: case __NR_epoll_pwait:
    case __NR_pause: case __NR_nanosleep: case __NR_clock_nanosleep: case __NR_rt_sigsuspend: case __NR_rt_sigtimedwait:
    case __NR_wait4: case __NR_waitid: case __NR_accept: case __NR_accept4: case __NR_connect: case __NR_recvfrom: case __NR_recvmsg:
    case __NR_sendto: case __NR_sendmsg: case __NR_msgrcv: case __NR_msgsnd: case __NR_semop: case __NR_semtimedop: case __NR_flock:
    case __NR_kill: case __NR_tkill: case __NR_tgkill:
        return True;
    default:
        return False;
    }
}

/* ---- before and after ---- */

static Bool is_listing_call(Word number)
{
    return number == __NR_getdents || number == __NR_getdents64;
}

static void fail(struct call_status *status, UWord number)
{
    status->what = CALL_COMPLETE;
    status->result._isError = True;
    status->result._val = number;
}

/* Corrects a call that goes to the kernel. */
static void put_right(ThreadId thread, struct call *call, struct call_status *status, UWord *flags)
{
    if (is_death_call(thread, call, SET_DEATH_SIGNAL)) {
        set_death_signal(call);
        *flags &= ~(UWord)FLAG_MAY_BLOCK;
    }
    if (sends_hidden(call))
        fail(status, VKI_EBADF);
    if (call->number == __NR_poll || call->number == __NR_ppoll)
        replace_polled(call);
    if (polled.numbers != NULL) {
        polled.asked = (*flags & FLAG_AFTER_FAILURE) != 0;
        *flags = (*flags & ~(UWord)FLAG_MAY_BLOCK) | FLAG_AFTER_FAILURE;
    }
    if (is_listing_call(call->number))
        *flags |= FLAG_AFTER_FAILURE;
}

/* Refuses calls whose arguments the core would read element by element, or die of, before the kernel could refuse them. */
static Bool refused(const struct call *call, struct call_status *status)
{
    const UWord *arguments = call->arguments;
    Bool sets = call->number == __NR_setrlimit && arguments[0] == VKI_RLIMIT_NOFILE && !readable(arguments[1], sizeof(struct vki_rlimit));
    if (call->number == __NR_prlimit64 && arguments[1] == VKI_RLIMIT_NOFILE && arguments[2] != 0)
        sets = !readable(arguments[2], sizeof(struct vki_rlimit));
    if (sets)
        fail(status, VKI_EFAULT);
    else if ((call->number == __NR_poll || call->number == __NR_ppoll) && (UInt)arguments[1] > (UInt)VG_(fd_soft_limit))
        fail(status, VKI_EINVAL);
    return status->what == CALL_COMPLETE;
}

static void before(ThreadId thread, void *layout, struct call *call, struct call_status *status, UWord *flags)
{
    const struct call given = *call;
    const struct call_shape *shape = shape_of(call->number);
    Bool replaced = False;
    if (shape != NULL) {
        replace_descriptors(call, shape);
        replace_paths(call, shape);
        replaced = VG_(memcmp)(call, &given, sizeof given) != 0;
    }
    if (refused(call, status))
        return;
    note_limit(call);
    note_link(call);
    __real_vgModuleLocal_get_linux_syscall_entry((UInt)call->number)->before(thread, layout, call, status, flags);
    if ((*flags & FLAG_MAY_BLOCK) != 0)
        link_buffer.size = 0;
    if (status->what == CALL_COMPLETE)
        lower_limit(call, status);
    if (replaced) /* it fails at once; and if it might block, the core would leave the new arguments in the program's registers */
        *flags &= ~(UWord)FLAG_MAY_BLOCK;
    if (status->what == CALL_TO_KERNEL)
        put_right(thread, call, status, flags);
    if (replaced && status->what == CALL_COMPLETE)
        *call = given; /* as the core requires */
}

static void after(ThreadId thread, struct call *call, struct call_status *status)
{
    const struct call_functions *real = __real_vgModuleLocal_get_linux_syscall_entry((UInt)call->number);
    Bool unasked = is_listing_call(call->number) || (polled.numbers != NULL && !polled.asked);
    if (polled.numbers != NULL)
        restore_polled();
    if (is_listing_call(call->number))
        descriptors_hide(call->arguments[0], (UChar *)call->arguments[1], call->arguments[2], &status->result, call->number == __NR_getdents);
    if (!sr_isError(status->result)) {
        thread_is(thread);
        unreported_tell(thread, (UInt)call->number, call->arguments, sr_Res(status->result));
        show_last_signal(call);
    }
    if (is_death_call(thread, call, GET_DEATH_SIGNAL) && !sr_isError(status->result))
        *(Int *)call->arguments[1] = calls_death_signal;
    if (real->after != NULL && !(unasked && sr_isError(status->result)))
        real->after(thread, call, status);
    restore_link(call, status);
    if (!sr_isError(status->result))
        show_limit(call);
}

const struct call_functions *__wrap_vgModuleLocal_get_linux_syscall_entry(UInt number)
{
    static const struct call_functions own = {before, after};
    const struct call_functions *real = __real_vgModuleLocal_get_linux_syscall_entry(number);
    return real != NULL && real->before != NULL ? &own : real;
}
