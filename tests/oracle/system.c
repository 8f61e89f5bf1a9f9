/* system.c - what the system calls of the test programs read and write.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "oracle.h"

#include <asm/prctl.h>
#include <sched.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

bool process_read(pid_t process, uint64_t address, void *bytes, size_t size)
{
    struct iovec here = {bytes, size}, there = {(void *)(uintptr_t)address, size};
    return process_vm_readv(process, &here, 1, &there, 1, 0) == (ssize_t)size;
}

static void reads(struct system_call *call, uint64_t address, uint64_t size)
{
    if (address && size)
        call->read[call->reads++] = (struct range){address, size};
}

static void writes(struct system_call *call, uint64_t address, uint64_t size)
{
    if (address && size)
        call->written[call->writes++] = (struct range){address, size};
}

static void reads_string(struct system_call *call, pid_t process, uint64_t address)
{
    uint64_t size = 0;
    char byte = 1;
    while (byte && process_read(process, address + size, &byte, 1))
        size++;
    reads(call, address, size);
}

static void vectors(struct system_call *call, pid_t process, uint64_t address, uint64_t count)
{
    reads(call, address, count * 16);
    for (uint64_t i = 0; i < count && i < RANGES - 1; i++) {
        uint64_t vector[2] = {0};
        if (process_read(process, address + 16 * i, vector, sizeof vector))
            reads(call, vector[0], vector[1]);
    }
}

enum { SIGNAL_ACTION = 32 };        /* the kernel's own structure */

/* How many registers a call takes; unknown call: none. */
static void look_up(const struct user_regs_struct *before, struct system_call *call)
{
    static const struct {
        long number;
        unsigned arguments;
    } known[] = {{SYS_read, 3}, {SYS_write, 3}, {SYS_close, 1}, {SYS_openat, 3}, {SYS_open, 3}, {SYS_fstat, 2}, {SYS_newfstatat, 4}, {SYS_lseek, 3},
                 {SYS_brk, 1}, {SYS_mmap, 6}, {SYS_munmap, 2}, {SYS_mprotect, 3}, {SYS_exit, 1}, {SYS_exit_group, 1}, {SYS_arch_prctl, 2},
                 {SYS_set_tid_address, 1}, {SYS_set_robust_list, 2}, {SYS_rseq, 4}, {SYS_prlimit64, 4}, {SYS_readlink, 3}, {SYS_readlinkat, 4}, {SYS_getrandom, 3},
                 {SYS_ioctl, 3}, {SYS_pread64, 4}, {SYS_access, 2}, {SYS_writev, 3}, {SYS_getpid, 0}, {SYS_uname, 1},
                 {SYS_gettid, 0}, {SYS_rt_sigaction, 4}, {SYS_rt_sigprocmask, 4}, {SYS_rt_sigreturn, 0}, {SYS_sigaltstack, 2}, {SYS_tgkill, 3}, {SYS_kill, 2},
                 {SYS_clone, 5}, {SYS_clone3, 0}, {SYS_futex, 6}, {SYS_madvise, 3}, {SYS_dup, 1}, {SYS_pipe2, 2}, {SYS_pipe, 1}, {SYS_clock_nanosleep, 4}};
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        if (known[i].number == (long)before->orig_rax || known[i].number == (long)before->rax) {
            call->known = true;
            call->arguments = known[i].arguments;
        }
}

void system_decode(pid_t process, const struct user_regs_struct *before, const struct user_regs_struct *after, struct system_call *call)
{
    *call = (struct system_call){0};
    look_up(before, call);
    uint64_t a = before->rdi, b = before->rsi, c = before->rdx, d = before->r10;
    int64_t result = (int64_t)after->rax;
    bool good = result >= 0;
    switch (before->rax) {
    case SYS_write: reads(call, b, c); break;
    case SYS_read: case SYS_pread64: writes(call, b, good ? (uint64_t)result : 0); break;
    case SYS_set_robust_list: reads(call, a, 24); break;
    case SYS_writev: vectors(call, process, b, c); break;
    case SYS_open: case SYS_access: reads_string(call, process, a); break;
    case SYS_openat: reads_string(call, process, b); break;
    case SYS_fstat: writes(call, b, good ? sizeof(struct stat) : 0); break;
    case SYS_newfstatat:
        reads_string(call, process, b);
        writes(call, c, good ? sizeof(struct stat) : 0);
        break;
    case SYS_readlink:
        reads_string(call, process, a);
        writes(call, b, good ? (uint64_t)result : 0);
        break;
    case SYS_readlinkat:
        reads_string(call, process, b);
        writes(call, c, good ? (uint64_t)result : 0);
        break;
    case SYS_getrandom:
        writes(call, a, good ? (uint64_t)result : 0);
        call->random = true;
        break;
    case SYS_prlimit64:
        reads(call, c, sizeof(struct rlimit));
        writes(call, d, good ? sizeof(struct rlimit) : 0);
        break;
    case SYS_rt_sigaction:
        reads(call, b, SIGNAL_ACTION);
        writes(call, good ? c : 0, SIGNAL_ACTION);
        break;
    case SYS_rt_sigprocmask:
        reads(call, b, d);
        writes(call, good ? c : 0, d);
        break;
    case SYS_sigaltstack:
        reads(call, a, sizeof(stack_t));
        writes(call, good ? b : 0, sizeof(stack_t));
        break;
    case SYS_clone: writes(call, good && a & CLONE_PARENT_SETTID ? c : 0, 4); break;
    case SYS_pipe: case SYS_pipe2: writes(call, good ? a : 0, 8); break;
    case SYS_clock_nanosleep: reads(call, c, sizeof(struct timespec)); break;
    case SYS_munmap: call->fresh = (struct range){a, good ? b : 0}; break;
    case SYS_madvise: call->fresh = (struct range){a, good && c == MADV_DONTNEED ? b : 0}; break;
    case SYS_mmap: call->fresh = (struct range){after->rax, result < 0 && result > -4096 ? 0 : b}; break;
    case SYS_uname: writes(call, a, good ? 390 : 0); break;
    case SYS_ioctl: writes(call, b == TCGETS && good ? c : 0, 36); break;
    case SYS_arch_prctl: call->sets_fs = a == ARCH_SET_FS && good; break;
    case SYS_brk: case SYS_getpid: case SYS_gettid: case SYS_set_tid_address: call->chance = true; break;
    default: break;
    }
}
