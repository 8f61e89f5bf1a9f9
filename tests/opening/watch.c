/* watch.c - see watch.h.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "watch.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <poll.h>
#include <pty.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* ---- Forbidden calls ---- */

enum { NO_PATH = -1 };
static const struct {
    long number;
    const char *name;
    int path;                           /* the argument that names a file */
} refused[] = {
    {SYS_creat, "creat", 0},          {SYS_openat2, "openat2", 1},         {SYS_rename, "rename", 0},         {SYS_renameat, "renameat", 1},
    {SYS_renameat2, "renameat2", 1},  {SYS_link, "link", 1},               {SYS_linkat, "linkat", 3},         {SYS_symlink, "symlink", 1},
    {SYS_symlinkat, "symlinkat", 2},  {SYS_unlink, "unlink", 0},           {SYS_unlinkat, "unlinkat", 1},     {SYS_rmdir, "rmdir", 0},
    {SYS_mkdir, "mkdir", 0},          {SYS_mkdirat, "mkdirat", 1},         {SYS_mknod, "mknod", 0},           {SYS_mknodat, "mknodat", 1},
    {SYS_chmod, "chmod", 0},          {SYS_fchmod, "fchmod", NO_PATH},     {SYS_fchmodat, "fchmodat", 1},     {SYS_chown, "chown", 0},
    {SYS_lchown, "lchown", 0},        {SYS_fchown, "fchown", NO_PATH},     {SYS_fchownat, "fchownat", 1},     {SYS_truncate, "truncate", 0},
    {SYS_ftruncate, "ftruncate", NO_PATH}, {SYS_utime, "utime", 0},        {SYS_utimes, "utimes", 0},         {SYS_futimesat, "futimesat", 1},
    {SYS_utimensat, "utimensat", 1},  {SYS_setxattr, "setxattr", 0},       {SYS_lsetxattr, "lsetxattr", 0},   {SYS_fsetxattr, "fsetxattr", NO_PATH},
    {SYS_fork, "fork", NO_PATH},      {SYS_vfork, "vfork", NO_PATH},       {SYS_execveat, "execveat", 1},     {SYS_ptrace, "ptrace", NO_PATH},
    {SYS_socket, "socket", NO_PATH},  {SYS_socketpair, "socketpair", NO_PATH}, {SYS_connect, "connect", NO_PATH}, {SYS_bind, "bind", NO_PATH},
    {SYS_sendto, "sendto", NO_PATH},  {SYS_sendmsg, "sendmsg", NO_PATH},   {SYS_mount, "mount", 1},           {SYS_chroot, "chroot", 0},
    {SYS_process_vm_writev, "process_vm_writev", NO_PATH}, {SYS_io_uring_setup, "io_uring_setup", NO_PATH},
    /* these depend on their arguments: the filter has a line for each */
    {SYS_open, "open", 0},            {SYS_openat, "openat", 1},           {SYS_execve, "execve", 0},         {SYS_clone, "clone", NO_PATH},
    {SYS_ioctl, "ioctl", NO_PATH},    {SYS_kill, "kill", NO_PATH},         {SYS_tgkill, "tgkill", NO_PATH},   {SYS_tkill, "tkill", NO_PATH},
};
enum { REFUSED = sizeof refused / sizeof *refused, SOMETIMES = 8, ALWAYS = REFUSED - SOMETIMES };

enum { WRITING = O_WRONLY | O_RDWR | O_CREAT | O_TRUNC };

/* The exec that starts the program names its file at this address, which the program does not use. Every other exec is refused. */
#define FIRST_EXEC ((char *)0x13370000)

#define LOAD(field) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, (uint32_t)offsetof(struct seccomp_data, field))
#define IS(value, yes, no) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)(value), yes, no)
#define HAS(bits, yes, no) BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, (uint32_t)(bits), yes, no)
#define END(action) BPF_STMT(BPF_RET | BPF_K, action)

struct filter {
    struct sock_filter lines[256];
    unsigned short count;
};

static void add(struct filter *filter, const struct sock_filter *lines, size_t count)
{
    memcpy(filter->lines + filter->count, lines, count * sizeof *lines);
    filter->count = (unsigned short)(filter->count + count);
}
#define ADD(filter, ...) add(filter, (struct sock_filter[]){__VA_ARGS__}, sizeof((struct sock_filter[]){__VA_ARGS__}) / sizeof(struct sock_filter))

/* Refuses a call if an argument has some of these bits, or (not HAS) if it lacks them. */
static void add_with_bits(struct filter *filter, long number, uint32_t argument, uint32_t bits, bool refuses)
{
    ADD(filter, IS(number, 0, 4), BPF_STMT(BPF_LD | BPF_W | BPF_ABS, argument), HAS(bits, 0, 1), END(refuses ? SECCOMP_RET_TRACE : SECCOMP_RET_ALLOW),
        END(refuses ? SECCOMP_RET_ALLOW : SECCOMP_RET_TRACE));
}

static void make_filter(struct filter *filter, pid_t self)
{
    enum { FIRST = offsetof(struct seccomp_data, args[0]), SECOND = offsetof(struct seccomp_data, args[1]), THIRD = offsetof(struct seccomp_data, args[2]) };
    filter->count = 0;
    ADD(filter, LOAD(arch), IS(AUDIT_ARCH_X86_64, 1, 0), END(SECCOMP_RET_KILL_PROCESS), LOAD(nr));
    ADD(filter, IS(SYS_clone3, 0, 1), END(SECCOMP_RET_ERRNO | ENOSYS));        /* its flags lie in memory, so the library uses clone instead */
    for (size_t i = 0; i < ALWAYS; i++)
        ADD(filter, IS(refused[i].number, 0, 1), END(SECCOMP_RET_TRACE));
    add_with_bits(filter, SYS_open, SECOND, WRITING, true);
    add_with_bits(filter, SYS_openat, THIRD, WRITING, true);
    add_with_bits(filter, SYS_clone, FIRST, CLONE_THREAD, false);
    ADD(filter, IS(SYS_ioctl, 0, 4), BPF_STMT(BPF_LD | BPF_W | BPF_ABS, SECOND), IS(TIOCSTI, 0, 1), END(SECCOMP_RET_TRACE), END(SECCOMP_RET_ALLOW));
    ADD(filter, IS(SYS_execve, 0, 4), BPF_STMT(BPF_LD | BPF_W | BPF_ABS, FIRST), IS((uintptr_t)FIRST_EXEC, 0, 1), END(SECCOMP_RET_ALLOW), END(SECCOMP_RET_TRACE));
    const long signals[] = {SYS_kill, SYS_tgkill};
    for (size_t i = 0; i < 2; i++)
        ADD(filter, IS(signals[i], 0, 4), BPF_STMT(BPF_LD | BPF_W | BPF_ABS, FIRST), IS(self, 0, 1), END(SECCOMP_RET_ALLOW), END(SECCOMP_RET_TRACE));
    ADD(filter, IS(SYS_tkill, 0, 1), END(SECCOMP_RET_TRACE), END(SECCOMP_RET_ALLOW));
}

/* ---- The program ---- */

static void become(const struct watch *watch)
{
    enum { MOST = 4096 };
    struct filter filter;
    char home[MOST], *environment[] = {home, "PATH=/usr/bin:/bin", "TERM=xterm-256color", "LC_ALL=C.UTF-8", "VISUAL=touch edited", "SHELL=/bin/sh", NULL};
    snprintf(home, sizeof home, "HOME=%s", watch->folder);
    char *first = mmap(FIRST_EXEC, MOST, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
    if (first != FIRST_EXEC || chdir(watch->folder) < 0 || ptrace(PTRACE_TRACEME, 0, NULL, NULL) < 0)
        _exit(99);
    snprintf(first, MOST, "%s", watch->arguments[0]);
    make_filter(&filter, getpid());
    raise(SIGSTOP);                     /* until the tracer is ready */
    struct sock_fprog program = {filter.count, filter.lines};
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) < 0 || prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) < 0)
        _exit(99);
    execve(first, (char *const *)(uintptr_t)watch->arguments, environment);
    _exit(99);
}

/* Its standard files: pipes for input; output is dropped. */
static pid_t start_without_terminal(const struct watch *watch, int *to_it)
{
    int input[2];
    if (pipe2(input, O_CLOEXEC) < 0)
        return -1;
    pid_t process = fork();
    if (process == 0) {
        int nothing = open("/dev/null", O_WRONLY | O_CLOEXEC);
        setsid();
        dup2(input[0], STDIN_FILENO);
        dup2(nothing, STDOUT_FILENO);
        dup2(nothing, STDERR_FILENO);
        sigset_t none;
        sigemptyset(&none);
        sigprocmask(SIG_SETMASK, &none, NULL);
        become(watch);
    }
    close(input[0]);
    *to_it = input[1];
    return process;
}

static pid_t start_on_terminal(const struct watch *watch, int *to_it)
{
    struct winsize size = {.ws_row = 24, .ws_col = 80};
    pid_t process = forkpty(to_it, NULL, NULL, &size);
    if (process == 0) {
        sigset_t none;
        sigemptyset(&none);
        sigprocmask(SIG_SETMASK, &none, NULL);
        become(watch);
    }
    if (process > 0)
        fcntl(*to_it, F_SETFD, FD_CLOEXEC);
    return process;
}

/* ---- Its calls ---- */

static void read_path(pid_t process, uint64_t address, char *path, size_t room)
{
    struct iovec here = {path, room - 1}, there = {(void *)(uintptr_t)address, room - 1};
    ssize_t got = process_vm_readv(process, &here, 1, &there, 1, 0);
    for (size_t tail = 4096 - address % 4096; got < 0 && tail < room - 1; tail = room) {        /* the next page may not exist */
        there.iov_len = here.iov_len = tail;
        got = process_vm_readv(process, &here, 1, &there, 1, 0);
    }
    path[got > 0 ? got : 0] = '\0';
}

/* The call it is about to make. True: it may go on, because it opens the terminal, nothing, or a file without a name. */
static bool is_allowed(pid_t process, struct watched *seen)
{
    struct user_regs_struct registers;
    static const char *const harmless[] = {"/dev/tty", "/dev/null"};
    if (ptrace(PTRACE_GETREGS, process, NULL, &registers) < 0)
        return false;
    const uint64_t arguments[] = {registers.rdi, registers.rsi, registers.rdx, registers.r10};
    char path[sizeof seen->path] = "";
    const char *name = "?";
    for (size_t i = 0; i < REFUSED; i++)
        if ((uint64_t)refused[i].number == registers.orig_rax) {
            name = refused[i].name;
            if (refused[i].path != NO_PATH)
                read_path(process, arguments[refused[i].path], path, sizeof path);
        }
    bool nameless = registers.orig_rax == SYS_openat && (registers.rdx & O_TMPFILE) == O_TMPFILE;
    for (size_t i = 0; i < 2 && strncmp(name, "open", 4) == 0; i++)
        if (nameless || strcmp(path, harmless[i]) == 0)
            return true;
    if (!seen->call[0]) {
        snprintf(seen->call, sizeof seen->call, "%s", name);
        memcpy(seen->path, path, sizeof path);
    }
    return false;
}

/* Handles one stop of one of its threads. False: the program is over. */
static bool take_stop(pid_t process, pid_t thread, int status, struct watched *seen)
{
    if (WIFEXITED(status) || WIFSIGNALED(status)) {
        if (thread == process)
            seen->status = status;
        return thread != process;
    }
    int signal = WSTOPSIG(status), event = status >> 16;
    if (event == PTRACE_EVENT_SECCOMP && !is_allowed(thread, seen)) {
        kill(process, SIGKILL);
        return true;
    }
    bool own = event || signal == SIGTRAP || signal == SIGSTOP;        /* from tracing, and from new threads */
    ptrace(PTRACE_CONT, thread, NULL, (void *)(uintptr_t)(own ? 0 : signal));
    return true;
}

/* ---- Until it ends ---- */

struct talk {
    pid_t process;
    int to_it, signals;
    const char *rest;
    size_t size;
    bool answered;                      /* on a terminal: it wrote something, and now reads the keys */
};

static void take_signals(const struct talk *talk)
{
    struct signalfd_siginfo ignored;
    while (read(talk->signals, &ignored, sizeof ignored) > 0)
        continue;
}

static void talk(struct talk *talk, const struct watch *watch)
{
    char bytes[4096];
    bool writes = talk->size && (!watch->terminal || talk->answered);
    struct pollfd files[] = {{talk->signals, POLLIN, 0}, {talk->to_it, (short)((watch->terminal ? POLLIN : 0) | (writes ? POLLOUT : 0)), 0}};
    if (poll(files, 2, 1000) <= 0)
        return;
    if (files[0].revents & POLLIN)
        take_signals(talk);
    if (files[1].revents & POLLIN)
        talk->answered = read(talk->to_it, bytes, sizeof bytes) > 0;
    if (files[1].revents & POLLOUT) {
        ssize_t put = write(talk->to_it, talk->rest, talk->size);
        talk->size = put > 0 ? talk->size - (size_t)put : 0;
        talk->rest += put > 0 ? put : 0;
    }
    bool over = !talk->size || (files[1].revents & (POLLERR | POLLHUP));
    if (talk->to_it >= 0 && over && (!watch->terminal || (files[1].revents & POLLHUP))) {
        close(talk->to_it);
        talk->to_it = -1;
    }
}

static bool begin_tracing(pid_t process)
{
    int status;
    return waitpid(process, &status, 0) == process && WIFSTOPPED(status) && WSTOPSIG(status) == SIGSTOP &&
           ptrace(PTRACE_SETOPTIONS, process, NULL, (void *)(uintptr_t)(PTRACE_O_TRACESECCOMP | PTRACE_O_EXITKILL | PTRACE_O_TRACECLONE)) == 0 &&
           ptrace(PTRACE_CONT, process, NULL, NULL) == 0;
}

bool watch_run(const struct watch *watch, struct watched *seen)
{
    struct talk with = {.rest = watch->input, .size = watch->input ? watch->input_size : 0};
    sigset_t children, before;
    int status = 0;
    *seen = (struct watched){0};
    sigemptyset(&children);
    sigaddset(&children, SIGCHLD);
    sigaddset(&children, SIGPIPE);
    sigprocmask(SIG_BLOCK, &children, &before);
    with.signals = signalfd(-1, &children, SFD_CLOEXEC | SFD_NONBLOCK);
    with.process = watch->terminal ? start_on_terminal(watch, &with.to_it) : start_without_terminal(watch, &with.to_it);
    bool watches = with.process > 0 && begin_tracing(with.process), goes_on = watches;
    if (with.process > 0 && !watches)
        kill(with.process, SIGKILL);
    for (time_t begin = time(NULL); goes_on;) {
        pid_t thread;
        while (goes_on && (thread = waitpid(-1, &status, __WALL | WNOHANG)) > 0)
            goes_on = take_stop(with.process, thread, status, seen);
        if (goes_on)
            talk(&with, watch);
        if (goes_on && time(NULL) - begin > WATCH_PATIENCE && !seen->late) {
            seen->late = true;
            kill(with.process, SIGKILL);
        }
    }
    if (with.to_it >= 0)
        close(with.to_it);
    take_signals(&with);                /* a SIGPIPE that still waits would end this process once it is unblocked */
    close(with.signals);
    while (waitpid(-1, &status, __WALL | WNOHANG) > 0)
        continue;
    sigprocmask(SIG_SETMASK, &before, NULL);
    return watches && !(WIFEXITED(seen->status) && WEXITSTATUS(seen->status) == 99);
}

/* ---- For a test of the watch ---- */

bool watch_provoke(const char *call)
{
    static const char there[] = "precious", new[] = "made";
    char *const arguments[] = {"/bin/true", NULL};
    static const char *const names[] = {"openat", "open", "creat", "execve", "fork", "vfork", "clone", "socket", "unlink", "rename", "mkdir", "chmod", "truncate",
                                        "symlink", "ioctl", "kill", NULL};
    int which = 0, made = 0;
    while (names[which] && strcmp(names[which], call) != 0)
        which++;
    switch (which) {
    case 0: made = openat(AT_FDCWD, there, O_WRONLY); break;
    case 1: made = (int)syscall(SYS_open, new, O_RDONLY | O_CREAT, 0600); break;
    case 2: made = (int)syscall(SYS_creat, new, 0600); break;
    case 3: made = execve(arguments[0], arguments, environ); break;
    case 4: made = (int)syscall(SYS_fork); break;
    case 5: made = vfork(); break;
    case 6: made = (int)syscall(SYS_clone, SIGCHLD, NULL, NULL, NULL, NULL); break;
    case 7: made = socket(AF_UNIX, SOCK_STREAM, 0); break;
    case 8: made = unlink(there); break;
    case 9: made = rename(there, new); break;
    case 10: made = mkdir(new, 0700); break;
    case 11: made = chmod(there, 0600); break;
    case 12: made = truncate(there, 0); break;
    case 13: made = symlink(there, new); break;
    case 14: made = ioctl(STDIN_FILENO, TIOCSTI, "x"); break;
    case 15: made = kill(getppid(), 0); break;
    default: return false;
    }
    return made >= -1;
}
