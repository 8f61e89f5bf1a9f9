/* system_calls.c - numbers, names and arguments of system calls.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "code/system_call_kinds.h"

#include <inttypes.h>
#include <string.h>

static const struct system_call calls[] = {
    [0] = {"read", "fd >bytes*r ulong"}, [1] = {"write", "fd <bytes*2 ulong"}, [2] = {"open", "<text open mode"}, [3] = {"close", "fd"},
    [4] = {"stat", "<text >stat"}, [5] = {"fstat", "fd >stat"}, [6] = {"lstat", "<text >stat"}, [7] = {"poll", "<pollfd*1 uint int"},
    [8] = {"lseek", "fd long whence"}, [9] = {"mmap", "addr ulong prot map fd hex"}, [10] = {"mprotect", "addr ulong prot"},
    [11] = {"munmap", "addr ulong"}, [12] = {"brk", "addr"}, [13] = {"rt_sigaction", "signal <sigaction >sigaction ulong"},
    [14] = {"rt_sigprocmask", "sighow <sigset >sigset ulong"}, [15] = {"rt_sigreturn", ""}, [16] = {"ioctl", "fd ioctl addr"},
    [17] = {"pread64", "fd >bytes*r ulong long"}, [18] = {"pwrite64", "fd <bytes*2 ulong long"}, [19] = {"readv", "fd >iovec*2 int"},
    [20] = {"writev", "fd <iovec*2 int"}, [21] = {"access", "<text access"}, [22] = {"pipe", ">fd*#2"},
    [23] = {"select", "int <fdset*0 <fdset*0 <fdset*0 <timeval"}, [24] = {"sched_yield", ""}, [25] = {"mremap", "addr ulong ulong mremap"},
    [26] = {"msync", "addr ulong msync"}, [27] = {"mincore", "addr ulong addr"}, [28] = {"madvise", "addr ulong madvise"},
    [29] = {"shmget", "key ulong shmget"}, [30] = {"shmat", "int addr shmat"}, [31] = {"shmctl", "int int addr"}, [32] = {"dup", "fd"},
    [33] = {"dup2", "fd fd"}, [34] = {"pause", ""}, [35] = {"nanosleep", "<timespec !timespec"}, [36] = {"getitimer", "itimer >itimerval"},
    [37] = {"alarm", "uint"}, [38] = {"setitimer", "itimer <itimerval >itimerval"}, [39] = {"getpid", ""}, [40] = {"sendfile", "fd fd ~long ulong"},
    [41] = {"socket", "family socktype int"}, [42] = {"connect", "fd <sockaddr*2 uint"}, [43] = {"accept", "fd >sockaddr*@2 =int"},
    [44] = {"sendto", "fd <bytes*2 ulong msgflags <sockaddr*5 uint"}, [45] = {"recvfrom", "fd >bytes*r2 ulong msgflags >sockaddr*@5 =int"},
    [46] = {"sendmsg", "fd <msghdr msgflags"}, [47] = {"recvmsg", "fd >msghdr msgflags"}, [48] = {"shutdown", "fd shutdown"},
    [49] = {"bind", "fd <sockaddr*2 uint"}, [50] = {"listen", "fd int"}, [51] = {"getsockname", "fd >sockaddr*@2 =int"},
    [52] = {"getpeername", "fd >sockaddr*@2 =int"}, [53] = {"socketpair", "family socktype int >fd*#2"},
    [54] = {"setsockopt", "fd level int <option*4 uint"}, [55] = {"getsockopt", "fd level int >option*@4 =int"},
    [56] = {"clone", "clone addr addr addr addr"}, [57] = {"fork", ""}, [58] = {"vfork", ""}, [59] = {"execve", "<text <strings <environment"},
    [60] = {"exit", "int"}, [61] = {"wait4", "int >status waitflags >rusage"}, [62] = {"kill", "int signal"}, [63] = {"uname", ">utsname"},
    [64] = {"semget", NULL}, [65] = {"semop", NULL}, [66] = {"semctl", NULL}, [67] = {"shmdt", NULL}, [68] = {"msgget", NULL}, [69] = {"msgsnd", NULL},
    [70] = {"msgrcv", NULL}, [71] = {"msgctl", NULL}, [72] = {"fcntl", "fd fcntl hex"}, [73] = {"flock", "fd flock"}, [74] = {"fsync", "fd"},
    [75] = {"fdatasync", "fd"}, [76] = {"truncate", "<text long"}, [77] = {"ftruncate", "fd long"}, [78] = {"getdents", "fd >dirents*r uint"},
    [79] = {"getcwd", ">text ulong"}, [80] = {"chdir", "<text"}, [81] = {"fchdir", "fd"}, [82] = {"rename", "<text <text"}, [83] = {"mkdir", "<text mode"},
    [84] = {"rmdir", "<text"}, [85] = {"creat", "<text mode"}, [86] = {"link", "<text <text"}, [87] = {"unlink", "<text"},
    [88] = {"symlink", "<text <text"}, [89] = {"readlink", "<text >bytes*r ulong"}, [90] = {"chmod", "<text mode"}, [91] = {"fchmod", "fd mode"},
    [92] = {"chown", "<text id id"}, [93] = {"fchown", "fd id id"}, [94] = {"lchown", "<text id id"}, [95] = {"umask", "mode"},
    [96] = {"gettimeofday", ">timeval >timezone"}, [97] = {"getrlimit", "resource >limits"}, [98] = {"getrusage", "rusagewho >rusage"},
    [99] = {"sysinfo", ">sysinfo"}, [100] = {"times", ">tms"}, [101] = {"ptrace", "int int addr addr"}, [102] = {"getuid", ""},
    [103] = {"syslog", "int >bytes*r int"}, [104] = {"getgid", ""}, [105] = {"setuid", "id"}, [106] = {"setgid", "id"}, [107] = {"geteuid", ""},
    [108] = {"getegid", ""}, [109] = {"setpgid", "int int"}, [110] = {"getppid", ""}, [111] = {"getpgrp", ""}, [112] = {"setsid", ""},
    [113] = {"setreuid", "id id"}, [114] = {"setregid", "id id"}, [115] = {"getgroups", "int >id*r0"}, [116] = {"setgroups", "int <id*0"},
    [117] = {"setresuid", "id id id"}, [118] = {"getresuid", ">id >id >id"}, [119] = {"setresgid", "id id id"}, [120] = {"getresgid", ">id >id >id"},
    [121] = {"getpgid", "int"}, [122] = {"setfsuid", "id"}, [123] = {"setfsgid", "id"}, [124] = {"getsid", "int"}, [125] = {"capget", "addr addr"},
    [126] = {"capset", NULL}, [127] = {"rt_sigpending", ">sigset ulong"}, [128] = {"rt_sigtimedwait", "<sigset >siginfo <timespec ulong"},
    [129] = {"rt_sigqueueinfo", "int signal <siginfo"}, [130] = {"rt_sigsuspend", "<sigset ulong"}, [131] = {"sigaltstack", "<stack >stack"}, [132] = {"utime", "<text addr"},
    [133] = {"mknod", "<text mode ulong"}, [134] = {"uselib", NULL}, [135] = {"personality", "hex"}, [136] = {"ustat", NULL},
    [137] = {"statfs", "<text >statfs"}, [138] = {"fstatfs", "fd >statfs"}, [139] = {"sysfs", NULL}, [140] = {"getpriority", "prio int"},
    [141] = {"setpriority", "prio int int"}, [142] = {"sched_setparam", NULL}, [143] = {"sched_getparam", "int addr"},
    [144] = {"sched_setscheduler", NULL}, [145] = {"sched_getscheduler", "int"}, [146] = {"sched_get_priority_max", "policy"},
    [147] = {"sched_get_priority_min", "policy"}, [148] = {"sched_rr_get_interval", NULL}, [149] = {"mlock", "addr ulong"},
    [150] = {"munlock", "addr ulong"}, [151] = {"mlockall", "hex"}, [152] = {"munlockall", NULL}, [153] = {"vhangup", NULL}, [154] = {"modify_ldt", NULL},
    [155] = {"pivot_root", NULL}, [156] = {"_sysctl", NULL}, [157] = {"prctl", "prctl hex hex hex hex"}, [158] = {"arch_prctl", "arch addr"},
    [159] = {"adjtimex", NULL}, [160] = {"setrlimit", "resource <limits"}, [161] = {"chroot", "<text"}, [162] = {"sync", ""}, [163] = {"acct", "<text"},
    [164] = {"settimeofday", NULL}, [165] = {"mount", "<text <text <text hex addr"}, [166] = {"umount2", "<text hex"}, [167] = {"swapon", "<text hex"},
    [168] = {"swapoff", "<text"}, [169] = {"reboot", NULL}, [170] = {"sethostname", NULL}, [171] = {"setdomainname", NULL}, [172] = {"iopl", NULL},
    [173] = {"ioperm", NULL}, [174] = {"create_module", NULL}, [175] = {"init_module", NULL}, [176] = {"delete_module", NULL},
    [177] = {"get_kernel_syms", NULL}, [178] = {"query_module", NULL}, [179] = {"quotactl", NULL}, [180] = {"nfsservctl", NULL}, [181] = {"getpmsg", NULL},
    [182] = {"putpmsg", NULL}, [183] = {"afs_syscall", NULL}, [184] = {"tuxcall", NULL}, [185] = {"security", NULL}, [186] = {"gettid", ""},
    [187] = {"readahead", "fd long ulong"}, [188] = {"setxattr", "<text <text <bytes*3 ulong int"}, [189] = {"lsetxattr", "<text <text <bytes*3 ulong int"}, [190] = {"fsetxattr", NULL},
    [191] = {"getxattr", "<text <text >bytes*r3 ulong"}, [192] = {"lgetxattr", "<text <text >bytes*r3 ulong"},
    [193] = {"fgetxattr", "fd <string >bytes*r3 ulong"}, [194] = {"listxattr", "<text >bytes*r2 ulong"}, [195] = {"llistxattr", NULL},
    [196] = {"flistxattr", NULL}, [197] = {"removexattr", "<text <text"}, [198] = {"lremovexattr", "<text <text"}, [199] = {"fremovexattr", NULL},
    [200] = {"tkill", "int signal"}, [201] = {"time", ">long"}, [202] = {"futex", "addr futex uint"}, [203] = {"sched_setaffinity", "int ulong <cpus*1"},
    [204] = {"sched_getaffinity", "int ulong >cpus*r"}, [205] = {"set_thread_area", NULL}, [206] = {"io_setup", NULL}, [207] = {"io_destroy", NULL},
    [208] = {"io_getevents", NULL}, [209] = {"io_submit", NULL}, [210] = {"io_cancel", NULL}, [211] = {"get_thread_area", NULL},
    [212] = {"lookup_dcookie", NULL}, [213] = {"epoll_create", "int"}, [214] = {"epoll_ctl_old", NULL}, [215] = {"epoll_wait_old", NULL},
    [216] = {"remap_file_pages", NULL}, [217] = {"getdents64", "fd >dirents*r ulong"}, [218] = {"set_tid_address", "addr"},
    [219] = {"restart_syscall", ""}, [220] = {"semtimedop", NULL}, [221] = {"fadvise64", "fd long long fadvise"},
    [222] = {"timer_create", "clock <sigevent >int"}, [223] = {"timer_settime", "int clockflags <itimerspec >itimerspec"},
    [224] = {"timer_gettime", "int >itimerspec"}, [225] = {"timer_getoverrun", "int"}, [226] = {"timer_delete", "int"},
    [227] = {"clock_settime", "clock <timespec"}, [228] = {"clock_gettime", "clock >timespec"}, [229] = {"clock_getres", "clock >timespec"},
    [230] = {"clock_nanosleep", "clock clockflags <timespec !timespec"}, [231] = {"exit_group", "int"}, [232] = {"epoll_wait", "fd >epollevent*r int int"},
    [233] = {"epoll_ctl", "fd epollop fd <epollevent"}, [234] = {"tgkill", "int int signal"}, [235] = {"utimes", "<text <timeval*#2"},
    [236] = {"vserver", NULL}, [237] = {"mbind", NULL}, [238] = {"set_mempolicy", NULL}, [239] = {"get_mempolicy", "addr addr ulong addr hex"},
    [240] = {"mq_open", NULL}, [241] = {"mq_unlink", NULL}, [242] = {"mq_timedsend", NULL}, [243] = {"mq_timedreceive", NULL}, [244] = {"mq_notify", NULL},
    [245] = {"mq_getsetattr", NULL}, [246] = {"kexec_load", NULL}, [247] = {"waitid", "waitid int >siginfo waitflags >rusage"},
    [248] = {"add_key", NULL}, [249] = {"request_key", NULL}, [250] = {"keyctl", NULL}, [251] = {"ioprio_set", NULL}, [252] = {"ioprio_get", "int int"},
    [253] = {"inotify_init", ""}, [254] = {"inotify_add_watch", "fd <text inotifymask"}, [255] = {"inotify_rm_watch", "fd int"},
    [256] = {"migrate_pages", NULL}, [257] = {"openat", "folder <text open mode"}, [258] = {"mkdirat", "folder <text mode"}, [259] = {"mknodat", "folder <text mode ulong"},
    [260] = {"fchownat", "folder <text id id at"}, [261] = {"futimesat", "folder <text <timeval*#2"}, [262] = {"newfstatat", "folder <text >stat at"},
    [263] = {"unlinkat", "folder <text at"}, [264] = {"renameat", "folder <text folder <text"}, [265] = {"linkat", "folder <text folder <text at"},
    [266] = {"symlinkat", "<text folder <text"}, [267] = {"readlinkat", "folder <text >bytes*r ulong"}, [268] = {"fchmodat", "folder <text mode"},
    [269] = {"faccessat", "folder <text access"}, [270] = {"pselect6", "int <fdset*0 <fdset*0 <fdset*0 <timespec <maskpack"},
    [271] = {"ppoll", "<pollfd*1 uint <timespec <sigset ulong"}, [272] = {"unshare", NULL}, [273] = {"set_robust_list", "addr ulong"},
    [274] = {"get_robust_list", "int addr addr"}, [275] = {"splice", "fd <long fd <long ulong splice"}, [276] = {"tee", "fd fd ulong splice"},
    [277] = {"sync_file_range", NULL}, [278] = {"vmsplice", NULL}, [279] = {"move_pages", NULL}, [280] = {"utimensat", "folder <text <utimespec*#2 at"},
    [281] = {"epoll_pwait", "fd >epollevent*r int int <sigset ulong"}, [282] = {"signalfd", "fd <sigset ulong"},
    [283] = {"timerfd_create", "clock timerflags"}, [284] = {"eventfd", "uint"}, [285] = {"fallocate", "fd falloc long long"},
    [286] = {"timerfd_settime", "fd timersetflags <itimerspec >itimerspec"}, [287] = {"timerfd_gettime", "fd >itimerspec"},
    [288] = {"accept4", "fd >sockaddr*@2 =int sockflags"}, [289] = {"signalfd4", "fd <sigset ulong sfdflags"}, [290] = {"eventfd2", "uint efdflags"},
    [291] = {"epoll_create1", "epollflags"}, [292] = {"dup3", "fd fd oflags"}, [293] = {"pipe2", ">fd*#2 oflags"},
    [294] = {"inotify_init1", "inotifyflags"}, [295] = {"preadv", "fd >iovec*2 ulong long"}, [296] = {"pwritev", "fd <iovec*2 ulong long"},
    [297] = {"rt_tgsigqueueinfo", NULL}, [298] = {"perf_event_open", NULL}, [299] = {"recvmmsg", "fd addr ulong hex addr"},
    [300] = {"fanotify_init", NULL}, [301] = {"fanotify_mark", NULL}, [302] = {"prlimit64", "int resource <limits >limits"},
    [303] = {"name_to_handle_at", NULL}, [304] = {"open_by_handle_at", NULL}, [305] = {"clock_adjtime", NULL}, [306] = {"syncfs", NULL},
    [307] = {"sendmmsg", "fd addr ulong hex"}, [308] = {"setns", NULL}, [309] = {"getcpu", ">uint >uint addr"}, [310] = {"process_vm_readv", NULL},
    [311] = {"process_vm_writev", NULL}, [312] = {"kcmp", NULL}, [313] = {"finit_module", NULL}, [314] = {"sched_setattr", NULL},
    [315] = {"sched_getattr", NULL}, [316] = {"renameat2", "folder <text folder <text renameflags"}, [317] = {"seccomp", "ulong hex addr"},
    [318] = {"getrandom", ">bytes*r ulong randomflags"}, [319] = {"memfd_create", "<string memfdflags"}, [320] = {"kexec_file_load", NULL},
    [321] = {"bpf", NULL}, [322] = {"execveat", "folder <text <strings <environment at"}, [323] = {"userfaultfd", NULL},
    [324] = {"membarrier", "barrier uint"}, [325] = {"mlock2", NULL}, [326] = {"copy_file_range", "fd <long fd <long ulong uint"},
    [327] = {"preadv2", "fd >iovec*2 ulong long 5:hex"}, [328] = {"pwritev2", "fd <iovec*2 ulong long 5:hex"}, [329] = {"pkey_mprotect", NULL},
    [330] = {"pkey_alloc", NULL}, [331] = {"pkey_free", NULL}, [332] = {"statx", "folder <text statxflags statxmask >statx"},
    [333] = {"io_pgetevents", NULL}, [334] = {"rseq", "addr hex hex hex"}, [424] = {"pidfd_send_signal", NULL}, [425] = {"io_uring_setup", "ulong addr"},
    [426] = {"io_uring_enter", NULL}, [427] = {"io_uring_register", NULL}, [428] = {"open_tree", NULL}, [429] = {"move_mount", NULL},
    [430] = {"fsopen", NULL}, [431] = {"fsconfig", NULL}, [432] = {"fsmount", NULL}, [433] = {"fspick", NULL}, [434] = {"pidfd_open", "int hex"},
    [435] = {"clone3", "<cloneargs ulong"}, [436] = {"close_range", "uint uint rangeflags"}, [437] = {"openat2", "folder <text <openhow ulong"},
    [438] = {"pidfd_getfd", NULL}, [439] = {"faccessat2", "folder <text access accessat"}, [440] = {"process_madvise", NULL},
    [441] = {"epoll_pwait2", NULL}, [442] = {"mount_setattr", NULL}, [443] = {"quotactl_fd", NULL}, [444] = {"landlock_create_ruleset", NULL},
    [445] = {"landlock_add_rule", NULL}, [446] = {"landlock_restrict_self", NULL}, [447] = {"memfd_secret", NULL}, [448] = {"process_mrelease", NULL},
    [449] = {"futex_waitv", NULL}, [450] = {"set_mempolicy_home_node", NULL},
};
enum { CALLS = sizeof calls / sizeof *calls };

const struct system_call *system_call_numbered(uint64_t number)
{
    return number < CALLS && calls[number].name ? &calls[number] : NULL;
}

bool system_call_named(struct str name, uint64_t *number)
{
    for (*number = 0; *number < CALLS; ++*number)
        if (calls[*number].name && str_is(name, calls[*number].name))
            return true;
    return false;
}

bool system_call_failed(uint64_t result)
{
    enum { ERRORS = 4095 };
    return result >= (uint64_t)-ERRORS;
}

/* ---- Signals ---- */

enum { SIGNALS = 64, REAL_TIME = 32 };

void signal_name(uint64_t number, struct text *out)
{
    const char *name = number && number < REAL_TIME ? sigabbrev_np((int)number) : NULL;
    if (name)
        text_printf(out, "SIG%s", name);
    else if (number == REAL_TIME)
        text_add(out, "SIGRTMIN");
    else if (number > REAL_TIME && number <= SIGNALS)
        text_printf(out, "SIGRT_%" PRIu64, number - REAL_TIME);
    else
        text_printf(out, "%" PRId32, (int32_t)(uint32_t)number);
}

bool signal_named(struct str name, uint64_t *number)
{
    struct text text = {0};
    bool found = false;
    for (*number = 1; *number <= SIGNALS; ++*number) {
        text_clear(&text);
        signal_name(*number, &text);
        found = str_is(name, text_string(&text)) || str_is(name, text_string(&text) + strlen("SIG"));
        if (found)
            break;
    }
    text_free(&text);
    return found;
}

/* ---- Calls whose arguments depend upon one of them ---- */

struct variant {
    uint16_t number;
    uint16_t argument;                  /* which one decides */
    uint64_t mask, value;               /* if its bits in the mask are these */
    const char *forms;
    const char *result;                 /* kind of the flags that it returns; NULL: a number */
};

#define NO_FILE 0x400040                /* neither O_CREAT nor O_TMPFILE: no mode */
static const struct variant variants[] = {
    {2, 1, NO_FILE, 0, "<text open", NULL}, {257, 2, NO_FILE, 0, "folder <text open", NULL}, {25, 3, 2, 2, "addr ulong ulong mremap addr", NULL},
    {41, 0, UINT32_MAX, 2, "family socktype inetprotocol", NULL}, {41, 0, UINT32_MAX, 10, "family socktype inetprotocol", NULL},
    {41, 0, UINT32_MAX, 16, "family socktype netlink", NULL},
    {54, 1, UINT32_MAX, 1, "fd level sockopt <option*4 uint", NULL}, {55, 1, UINT32_MAX, 1, "fd level sockopt >option*@4 =int", NULL},
    {54, 1, UINT32_MAX, 6, "fd level tcpopt <option*4 uint", NULL}, {55, 1, UINT32_MAX, 6, "fd level tcpopt >option*@4 =int", NULL},
    {54, 1, UINT32_MAX, 0, "fd level ipopt <option*4 uint", NULL}, {55, 1, UINT32_MAX, 0, "fd level ipopt >option*@4 =int", NULL},
    {54, 1, UINT32_MAX, 41, "fd level ipv6opt <option*4 uint", NULL}, {55, 1, UINT32_MAX, 41, "fd level ipv6opt >option*@4 =int", NULL},
    {72, 1, UINT32_MAX, 0, "fd fcntl int", NULL}, {72, 1, UINT32_MAX, 1, "fd fcntl", "fdflags"}, {72, 1, UINT32_MAX, 2, "fd fcntl fdflags", NULL},
    {72, 1, UINT32_MAX, 3, "fd fcntl", "open"}, {72, 1, UINT32_MAX, 4, "fd fcntl open", NULL}, {72, 1, UINT32_MAX, 5, "fd fcntl >lockfound", NULL},
    {72, 1, UINT32_MAX, 6, "fd fcntl <lock", NULL}, {72, 1, UINT32_MAX, 7, "fd fcntl <lock", NULL}, {72, 1, UINT32_MAX, 8, "fd fcntl int", NULL},
    {72, 1, UINT32_MAX, 9, "fd fcntl", NULL}, {72, 1, UINT32_MAX, 10, "fd fcntl signal", NULL}, {72, 1, UINT32_MAX, 11, "fd fcntl", NULL},
    {72, 1, UINT32_MAX, 36, "fd fcntl >lockfound", NULL}, {72, 1, UINT32_MAX, 37, "fd fcntl <lock", NULL}, {72, 1, UINT32_MAX, 38, "fd fcntl <lock", NULL},
    {72, 1, UINT32_MAX, 1030, "fd fcntl int", NULL}, {72, 1, UINT32_MAX, 1031, "fd fcntl int", NULL}, {72, 1, UINT32_MAX, 1032, "fd fcntl", NULL},
    {72, 1, UINT32_MAX, 1033, "fd fcntl seals", NULL}, {72, 1, UINT32_MAX, 1034, "fd fcntl", "seals"},
    {16, 1, UINT32_MAX, 0x5401, "fd ioctl >termios", NULL}, {16, 1, UINT32_MAX, 0x5402, "fd ioctl <termios", NULL},
    {16, 1, UINT32_MAX, 0x5403, "fd ioctl <termios", NULL}, {16, 1, UINT32_MAX, 0x5404, "fd ioctl <termios", NULL},
    {16, 1, UINT32_MAX, 0x540f, "fd ioctl >int", NULL}, {16, 1, UINT32_MAX, 0x5410, "fd ioctl <int", NULL},
    {16, 1, UINT32_MAX, 0x5413, "fd ioctl >winsize", NULL}, {16, 1, UINT32_MAX, 0x5414, "fd ioctl <winsize", NULL},
    {16, 1, UINT32_MAX, 0x541b, "fd ioctl >int", NULL}, {16, 1, UINT32_MAX, 0x5421, "fd ioctl <int", NULL}, {16, 1, UINT32_MAX, 0x5429, "fd ioctl >int", NULL},
    {16, 1, UINT32_MAX, 0x5411, "fd ioctl >int", NULL}, {16, 1, UINT32_MAX, 0x80045430, "fd ioctl >uint", NULL},
    {16, 1, UINT32_MAX, 0x40045431, "fd ioctl <int", NULL}, {16, 1, UINT32_MAX, 0x5450, "fd ioctl", NULL}, {16, 1, UINT32_MAX, 0x5451, "fd ioctl", NULL},
    {157, 0, UINT32_MAX, 1, "prctl signal", NULL}, {157, 0, UINT32_MAX, 2, "prctl >signal", NULL}, {157, 0, UINT32_MAX, 3, "prctl", NULL},
    {157, 0, UINT32_MAX, 15, "prctl <text", NULL}, {157, 0, UINT32_MAX, 16, "prctl >text", NULL}, {157, 0, UINT32_MAX, 23, "prctl uint", NULL},
    {157, 0, UINT32_MAX, 38, "prctl ulong ulong ulong ulong", NULL}, {157, 0, UINT32_MAX, 39, "prctl ulong ulong ulong ulong", NULL},
    {158, 0, UINT32_MAX, 0x1003, "arch >addr", NULL}, {158, 0, UINT32_MAX, 0x1004, "arch >addr", NULL},
    {202, 1, 0x7f, 0, "addr futex uint <timespec", NULL}, {202, 1, 0x7f, 3, "addr futex uint uint addr", NULL}, {202, 1, 0x7f, 4, "addr futex uint uint addr uint", NULL},
    {202, 1, 0x7f, 5, "addr futex uint uint addr hex", NULL}, {202, 1, 0x7f, 6, "addr futex 3:<timespec", NULL}, {202, 1, 0x7f, 7, "addr futex", NULL},
    {202, 1, 0x7f, 8, "addr futex", NULL}, {202, 1, 0x7f, 9, "addr futex uint <timespec 5:bitset", NULL}, {202, 1, 0x7f, 10, "addr futex uint 5:bitset", NULL},
    {202, 1, 0x7f, 11, "addr futex uint <timespec addr", NULL}, {202, 1, 0x7f, 12, "addr futex uint uint addr uint", NULL},
    {202, 1, 0x7f, 13, "addr futex 3:<timespec", NULL}, {233, 1, UINT32_MAX, 2, "fd epollop fd addr", NULL},
};

const char *system_call_forms(const struct system_call_told *call, const char **result)
{
    const struct system_call *known = system_call_numbered(call->number);
    *result = NULL;
    for (size_t i = 0; i < sizeof variants / sizeof *variants; i++)
        if (call->has_arguments && variants[i].number == call->number && (call->arguments[variants[i].argument] & variants[i].mask) == variants[i].value) {
            *result = variants[i].result;
            return variants[i].forms;
        }
    return known ? known->forms : NULL;
}

/* ---- Kinds of calls ---- */

static const char *const kinds[][2] = {
    {"%network", "socket connect accept sendto recvfrom sendmsg recvmsg shutdown bind listen getsockname getpeername socketpair setsockopt getsockopt accept4 "
                 "recvmmsg sendmmsg"},
    {"%process", "clone fork vfork execve exit wait4 kill arch_prctl exit_group waitid execveat clone3 tkill tgkill pidfd_open pidfd_send_signal rt_sigqueueinfo rt_tgsigqueueinfo"},
    {"%signal", "rt_sigaction rt_sigprocmask rt_sigreturn pause kill rt_sigpending rt_sigtimedwait rt_sigqueueinfo rt_sigsuspend sigaltstack tkill tgkill "
                "signalfd signalfd4 pidfd_send_signal rt_tgsigqueueinfo"},
    {"%memory", "mmap mprotect munmap brk mremap msync mincore madvise shmat shmdt mlock munlock mlockall munlockall mbind mlock2 pkey_mprotect"},
};

static bool has_word(const char *words, const char *word)
{
    struct str rest = str_of(words), one;
    while (str_field(&rest, &one))
        if (str_is(one, word))
            return true;
    return false;
}

bool system_call_is_of(uint64_t number, struct str kind)
{
    const struct system_call *call = system_call_numbered(number);
    if (!call)
        return false;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (str_is(kind, kinds[i][0]))
            return has_word(kinds[i][1], call->name);
    if (str_is(kind, "%file"))
        return call->forms && has_word(call->forms, "<text");
    return str_is(kind, "%desc") && ((call->forms && (has_word(call->forms, "fd") || has_word(call->forms, "folder"))) || has_word("poll ppoll select pselect6", call->name));
}

bool system_call_uses(const struct system_call_told *call, const struct system_call_memory *memory, uint32_t descriptor)
{
    static const char returning[] = "open openat creat socket accept accept4 dup dup2 dup3 epoll_create epoll_create1 eventfd eventfd2 timerfd_create signalfd "
                                    "signalfd4 inotify_init inotify_init1 memfd_create openat2 pidfd_open userfaultfd perf_event_open";
    enum { FCNTL = 72, DUPLICATE = 0, DUPLICATE_CLOSED = 1030 };
    const struct system_call *known = system_call_numbered(call->number);
    const char *flags, *forms = system_call_forms(call, &flags);
    struct str rest = str_of(forms ? forms : ""), word;
    bool duplicates = call->has_arguments && call->number == FCNTL && ((uint32_t)call->arguments[1] == DUPLICATE || (uint32_t)call->arguments[1] == DUPLICATE_CLOSED);
    if (known && call->has_result && call->result == descriptor && (duplicates || has_word(returning, known->name)))
        return true;
    for (unsigned i = 0; i < CALL_ARGUMENTS && call->has_arguments && str_field(&rest, &word); i++)
        if ((str_is(word, "fd") || str_is(word, "folder")) && (uint32_t)call->arguments[i] == descriptor)
            return true;
    return call->has_arguments && forms && call_holds(call, forms, memory, descriptor);
}
