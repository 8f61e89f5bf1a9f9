/* system_calls.c - names and arguments of system calls.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "code/system_calls.h"

#include <inttypes.h>
#include <string.h>

static const struct system_call calls[] = {
    [0] = {"read", "dwu"}, [1] = {"write", "dru"}, [2] = {"open", "sOm"}, [3] = {"close", "d"}, [4] = {"stat", "sp"}, [5] = {"fstat", "dp"},
    [6] = {"lstat", "sp"}, [7] = {"poll", "pui"}, [8] = {"lseek", "diW"}, [9] = {"mmap", "puPMdx"}, [10] = {"mprotect", "puP"},
    [11] = {"munmap", "pu"}, [12] = {"brk", "p"}, [13] = {"rt_sigaction", "Sppu"}, [14] = {"rt_sigprocmask", "ippu"}, [15] = {"rt_sigreturn", ""},
    [16] = {"ioctl", "dxp"}, [17] = {"pread64", "dwui"}, [18] = {"pwrite64", "drui"}, [19] = {"readv", "dvu"}, [20] = {"writev", "dVu"},
    [21] = {"access", "sa"}, [22] = {"pipe", "2"}, [23] = {"select", "ipppp"}, [24] = {"sched_yield", ""}, [25] = {"mremap", "puuxp"},
    [26] = {"msync", "pux"}, [27] = {"mincore", "pup"}, [28] = {"madvise", "pui"}, [29] = {"shmget", "iux"}, [30] = {"shmat", "ipx"},
    [31] = {"shmctl", "iip"}, [32] = {"dup", "d"}, [33] = {"dup2", "dd"}, [34] = {"pause", ""}, [35] = {"nanosleep", "pp"},
    [36] = {"getitimer", "ip"}, [37] = {"alarm", "u"}, [38] = {"setitimer", "ipp"}, [39] = {"getpid", ""}, [40] = {"sendfile", "ddpu"},
    [41] = {"socket", "iii"}, [42] = {"connect", "dpu"}, [43] = {"accept", "dpp"}, [44] = {"sendto", "druxpu"}, [45] = {"recvfrom", "dwuxpp"},
    [46] = {"sendmsg", "dpx"}, [47] = {"recvmsg", "dpx"}, [48] = {"shutdown", "di"}, [49] = {"bind", "dpu"}, [50] = {"listen", "di"},
    [51] = {"getsockname", "dpp"}, [52] = {"getpeername", "dpp"}, [53] = {"socketpair", "iii2"}, [54] = {"setsockopt", "diipu"},
    [55] = {"getsockopt", "diipp"}, [56] = {"clone", "xpppp"}, [57] = {"fork", ""}, [58] = {"vfork", ""}, [59] = {"execve", "spp"},
    [60] = {"exit", "i"}, [61] = {"wait4", "ipxp"}, [62] = {"kill", "iS"}, [63] = {"uname", "p"}, [64] = {"semget", NULL}, [65] = {"semop", NULL},
    [66] = {"semctl", NULL}, [67] = {"shmdt", NULL}, [68] = {"msgget", NULL}, [69] = {"msgsnd", NULL}, [70] = {"msgrcv", NULL},
    [71] = {"msgctl", NULL}, [72] = {"fcntl", "dix"}, [73] = {"flock", "di"}, [74] = {"fsync", "d"}, [75] = {"fdatasync", "d"},
    [76] = {"truncate", "su"}, [77] = {"ftruncate", "du"}, [78] = {"getdents", "dpu"}, [79] = {"getcwd", "tu"}, [80] = {"chdir", "s"},
    [81] = {"fchdir", "d"}, [82] = {"rename", "ss"}, [83] = {"mkdir", "sm"}, [84] = {"rmdir", "s"}, [85] = {"creat", "sm"}, [86] = {"link", "ss"},
    [87] = {"unlink", "s"}, [88] = {"symlink", "ss"}, [89] = {"readlink", "swu"}, [90] = {"chmod", "sm"}, [91] = {"fchmod", "dm"},
    [92] = {"chown", "sii"}, [93] = {"fchown", "dii"}, [94] = {"lchown", "sii"}, [95] = {"umask", "m"}, [96] = {"gettimeofday", "pp"},
    [97] = {"getrlimit", "ip"}, [98] = {"getrusage", "ip"}, [99] = {"sysinfo", "p"}, [100] = {"times", "p"}, [101] = {"ptrace", "iipp"},
    [102] = {"getuid", ""}, [103] = {"syslog", "iwi"}, [104] = {"getgid", ""}, [105] = {"setuid", "i"}, [106] = {"setgid", "i"},
    [107] = {"geteuid", ""}, [108] = {"getegid", ""}, [109] = {"setpgid", "ii"}, [110] = {"getppid", ""}, [111] = {"getpgrp", ""},
    [112] = {"setsid", ""}, [113] = {"setreuid", NULL}, [114] = {"setregid", NULL}, [115] = {"getgroups", "ip"}, [116] = {"setgroups", NULL},
    [117] = {"setresuid", NULL}, [118] = {"getresuid", "ppp"}, [119] = {"setresgid", NULL}, [120] = {"getresgid", "ppp"}, [121] = {"getpgid", "i"},
    [122] = {"setfsuid", NULL}, [123] = {"setfsgid", NULL}, [124] = {"getsid", "i"}, [125] = {"capget", "pp"}, [126] = {"capset", NULL},
    [127] = {"rt_sigpending", "pu"}, [128] = {"rt_sigtimedwait", "pppu"}, [129] = {"rt_sigqueueinfo", NULL}, [130] = {"rt_sigsuspend", "pu"},
    [131] = {"sigaltstack", "pp"}, [132] = {"utime", NULL}, [133] = {"mknod", "smu"}, [134] = {"uselib", NULL}, [135] = {"personality", "x"},
    [136] = {"ustat", NULL}, [137] = {"statfs", "sp"}, [138] = {"fstatfs", "dp"}, [139] = {"sysfs", NULL}, [140] = {"getpriority", NULL},
    [141] = {"setpriority", NULL}, [142] = {"sched_setparam", NULL}, [143] = {"sched_getparam", "ip"}, [144] = {"sched_setscheduler", NULL},
    [145] = {"sched_getscheduler", "i"}, [146] = {"sched_get_priority_max", NULL}, [147] = {"sched_get_priority_min", NULL},
    [148] = {"sched_rr_get_interval", NULL}, [149] = {"mlock", "pu"}, [150] = {"munlock", "pu"}, [151] = {"mlockall", NULL},
    [152] = {"munlockall", NULL}, [153] = {"vhangup", NULL}, [154] = {"modify_ldt", NULL}, [155] = {"pivot_root", NULL}, [156] = {"_sysctl", NULL},
    [157] = {"prctl", "ixxxx"}, [158] = {"arch_prctl", "xp"}, [159] = {"adjtimex", NULL}, [160] = {"setrlimit", "ip"}, [161] = {"chroot", "s"},
    [162] = {"sync", ""}, [163] = {"acct", NULL}, [164] = {"settimeofday", NULL}, [165] = {"mount", "sssxp"}, [166] = {"umount2", NULL},
    [167] = {"swapon", NULL}, [168] = {"swapoff", NULL}, [169] = {"reboot", NULL}, [170] = {"sethostname", NULL}, [171] = {"setdomainname", NULL},
    [172] = {"iopl", NULL}, [173] = {"ioperm", NULL}, [174] = {"create_module", NULL}, [175] = {"init_module", NULL}, [176] = {"delete_module", NULL},
    [177] = {"get_kernel_syms", NULL}, [178] = {"query_module", NULL}, [179] = {"quotactl", NULL}, [180] = {"nfsservctl", NULL},
    [181] = {"getpmsg", NULL}, [182] = {"putpmsg", NULL}, [183] = {"afs_syscall", NULL}, [184] = {"tuxcall", NULL}, [185] = {"security", NULL},
    [186] = {"gettid", ""}, [187] = {"readahead", NULL}, [188] = {"setxattr", NULL}, [189] = {"lsetxattr", NULL}, [190] = {"fsetxattr", NULL},
    [191] = {"getxattr", "sspu"}, [192] = {"lgetxattr", "sspu"}, [193] = {"fgetxattr", "dspu"}, [194] = {"listxattr", "spu"},
    [195] = {"llistxattr", NULL}, [196] = {"flistxattr", NULL}, [197] = {"removexattr", NULL}, [198] = {"lremovexattr", NULL},
    [199] = {"fremovexattr", NULL}, [200] = {"tkill", "iS"}, [201] = {"time", "p"}, [202] = {"futex", "piuppu"}, [203] = {"sched_setaffinity", "iup"},
    [204] = {"sched_getaffinity", "iup"}, [205] = {"set_thread_area", NULL}, [206] = {"io_setup", NULL}, [207] = {"io_destroy", NULL},
    [208] = {"io_getevents", NULL}, [209] = {"io_submit", NULL}, [210] = {"io_cancel", NULL}, [211] = {"get_thread_area", NULL},
    [212] = {"lookup_dcookie", NULL}, [213] = {"epoll_create", "i"}, [214] = {"epoll_ctl_old", NULL}, [215] = {"epoll_wait_old", NULL},
    [216] = {"remap_file_pages", NULL}, [217] = {"getdents64", "dpu"}, [218] = {"set_tid_address", "p"}, [219] = {"restart_syscall", ""},
    [220] = {"semtimedop", NULL}, [221] = {"fadvise64", "duui"}, [222] = {"timer_create", "ipp"}, [223] = {"timer_settime", NULL},
    [224] = {"timer_gettime", NULL}, [225] = {"timer_getoverrun", NULL}, [226] = {"timer_delete", NULL}, [227] = {"clock_settime", "ip"},
    [228] = {"clock_gettime", "ip"}, [229] = {"clock_getres", "ip"}, [230] = {"clock_nanosleep", "iipp"}, [231] = {"exit_group", "i"},
    [232] = {"epoll_wait", "dpii"}, [233] = {"epoll_ctl", "didp"}, [234] = {"tgkill", "iiS"}, [235] = {"utimes", "sp"}, [236] = {"vserver", NULL},
    [237] = {"mbind", NULL}, [238] = {"set_mempolicy", NULL}, [239] = {"get_mempolicy", "ppupx"}, [240] = {"mq_open", NULL},
    [241] = {"mq_unlink", NULL}, [242] = {"mq_timedsend", NULL}, [243] = {"mq_timedreceive", NULL}, [244] = {"mq_notify", NULL},
    [245] = {"mq_getsetattr", NULL}, [246] = {"kexec_load", NULL}, [247] = {"waitid", "iipxp"}, [248] = {"add_key", NULL},
    [249] = {"request_key", NULL}, [250] = {"keyctl", NULL}, [251] = {"ioprio_set", NULL}, [252] = {"ioprio_get", "ii"},
    [253] = {"inotify_init", NULL}, [254] = {"inotify_add_watch", "dsx"}, [255] = {"inotify_rm_watch", "di"}, [256] = {"migrate_pages", NULL},
    [257] = {"openat", "AsOm"}, [258] = {"mkdirat", "Asm"}, [259] = {"mknodat", NULL}, [260] = {"fchownat", "Asiix"}, [261] = {"futimesat", NULL},
    [262] = {"newfstatat", "Aspx"}, [263] = {"unlinkat", "Asx"}, [264] = {"renameat", "AsAs"}, [265] = {"linkat", "AsAsx"},
    [266] = {"symlinkat", "sAs"}, [267] = {"readlinkat", "Aswu"}, [268] = {"fchmodat", "Asm"}, [269] = {"faccessat", "Asa"},
    [270] = {"pselect6", "ippppp"}, [271] = {"ppoll", "puppu"}, [272] = {"unshare", NULL}, [273] = {"set_robust_list", "pu"},
    [274] = {"get_robust_list", "ipp"}, [275] = {"splice", "dpdpux"}, [276] = {"tee", "ddux"}, [277] = {"sync_file_range", NULL},
    [278] = {"vmsplice", NULL}, [279] = {"move_pages", NULL}, [280] = {"utimensat", "Aspx"}, [281] = {"epoll_pwait", "dpiipu"},
    [282] = {"signalfd", "dpu"}, [283] = {"timerfd_create", "ix"}, [284] = {"eventfd", "u"}, [285] = {"fallocate", "diuu"},
    [286] = {"timerfd_settime", "dxpp"}, [287] = {"timerfd_gettime", "dp"}, [288] = {"accept4", "dppx"}, [289] = {"signalfd4", "dpux"},
    [290] = {"eventfd2", "ux"}, [291] = {"epoll_create1", "x"}, [292] = {"dup3", "ddo"}, [293] = {"pipe2", "2o"}, [294] = {"inotify_init1", "x"},
    [295] = {"preadv", "dvuu"}, [296] = {"pwritev", "dVuu"}, [297] = {"rt_tgsigqueueinfo", NULL}, [298] = {"perf_event_open", NULL},
    [299] = {"recvmmsg", "dpuxp"}, [300] = {"fanotify_init", NULL}, [301] = {"fanotify_mark", NULL}, [302] = {"prlimit64", "iipp"},
    [303] = {"name_to_handle_at", NULL}, [304] = {"open_by_handle_at", NULL}, [305] = {"clock_adjtime", NULL}, [306] = {"syncfs", NULL},
    [307] = {"sendmmsg", "dpux"}, [308] = {"setns", NULL}, [309] = {"getcpu", "ppp"}, [310] = {"process_vm_readv", NULL},
    [311] = {"process_vm_writev", NULL}, [312] = {"kcmp", NULL}, [313] = {"finit_module", NULL}, [314] = {"sched_setattr", NULL},
    [315] = {"sched_getattr", NULL}, [316] = {"renameat2", "AsAsx"}, [317] = {"seccomp", "uxp"}, [318] = {"getrandom", "wux"},
    [319] = {"memfd_create", "sx"}, [320] = {"kexec_file_load", NULL}, [321] = {"bpf", NULL}, [322] = {"execveat", "Asppx"},
    [323] = {"userfaultfd", NULL}, [324] = {"membarrier", "ix"}, [325] = {"mlock2", NULL}, [326] = {"copy_file_range", "dpdpux"},
    [327] = {"preadv2", "dvuux"}, [328] = {"pwritev2", "dVuux"}, [329] = {"pkey_mprotect", NULL}, [330] = {"pkey_alloc", NULL},
    [331] = {"pkey_free", NULL}, [332] = {"statx", "Asxxp"}, [333] = {"io_pgetevents", NULL}, [334] = {"rseq", "puxx"},
    [424] = {"pidfd_send_signal", NULL}, [425] = {"io_uring_setup", "up"}, [426] = {"io_uring_enter", NULL}, [427] = {"io_uring_register", NULL},
    [428] = {"open_tree", NULL}, [429] = {"move_mount", NULL}, [430] = {"fsopen", NULL}, [431] = {"fsconfig", NULL}, [432] = {"fsmount", NULL},
    [433] = {"fspick", NULL}, [434] = {"pidfd_open", "ix"}, [435] = {"clone3", "pu"}, [436] = {"close_range", "ddx"}, [437] = {"openat2", "Aspu"},
    [438] = {"pidfd_getfd", NULL}, [439] = {"faccessat2", "Asax"}, [440] = {"process_madvise", NULL}, [441] = {"epoll_pwait2", NULL},
    [442] = {"mount_setattr", NULL}, [443] = {"quotactl_fd", NULL}, [444] = {"landlock_create_ruleset", NULL}, [445] = {"landlock_add_rule", NULL},
    [446] = {"landlock_restrict_self", NULL}, [447] = {"memfd_secret", NULL}, [448] = {"process_mrelease", NULL}, [449] = {"futex_waitv", NULL},
    [450] = {"set_mempolicy_home_node", NULL},
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

/* ---- Flags: the numbers that Linux has on x86-64, whatever machine clew runs on ---- */

struct flag {
    uint64_t bits;
    const char *name;
};

static const struct flag open_flags[] = {
    {0x1, "O_WRONLY"}, {0x2, "O_RDWR"}, {0x40, "O_CREAT"}, {0x80, "O_EXCL"}, {0x100, "O_NOCTTY"}, {0x200, "O_TRUNC"}, {0x400, "O_APPEND"}, {0x800, "O_NONBLOCK"},
    {0x101000, "O_SYNC"}, {0x1000, "O_DSYNC"}, {0x2000, "O_ASYNC"}, {0x4000, "O_DIRECT"}, {0x8000, "O_LARGEFILE"}, {0x410000, "O_TMPFILE"},
    {0x10000, "O_DIRECTORY"}, {0x20000, "O_NOFOLLOW"}, {0x40000, "O_NOATIME"}, {0x80000, "O_CLOEXEC"}, {0x200000, "O_PATH"}, {0, NULL},
};
static const struct flag accesses[] = {{4, "R_OK"}, {2, "W_OK"}, {1, "X_OK"}, {0, NULL}};
static const struct flag protections[] = {{1, "PROT_READ"}, {2, "PROT_WRITE"}, {4, "PROT_EXEC"}, {0, NULL}};
static const struct flag map_flags[] = {
    {3, "MAP_SHARED_VALIDATE"}, {1, "MAP_SHARED"}, {2, "MAP_PRIVATE"}, {0x10, "MAP_FIXED"}, {0x20, "MAP_ANONYMOUS"}, {0x100, "MAP_GROWSDOWN"},
    {0x800, "MAP_DENYWRITE"}, {0x2000, "MAP_LOCKED"}, {0x4000, "MAP_NORESERVE"}, {0x8000, "MAP_POPULATE"}, {0x10000, "MAP_NONBLOCK"},
    {0x20000, "MAP_STACK"}, {0x40000, "MAP_HUGETLB"}, {0x100000, "MAP_FIXED_NOREPLACE"}, {0, NULL},
};

/* O_RDONLY|O_CLOEXEC; bits without a name in hexadecimal. none: the name of 0, which stands before other flags too if it is `always` there. */
static void add_flags(const struct flag *flags, const char *none, bool always, uint64_t value, struct text *out)
{
    uint64_t rest = value;
    size_t begin = out->size;
    if (rest == 0 || always)
        text_add(out, none);
    for (; flags->name; flags++)
        if ((rest & flags->bits) == flags->bits) {
            text_printf(out, "%s%s", out->size > begin ? "|" : "", flags->name);
            rest &= ~flags->bits;
        }
    if (rest)
        text_printf(out, "%s0x%" PRIx64, out->size > begin ? "|" : "", rest);
}

static void add_signal(uint64_t value, struct text *out)
{
    const char *name = value && value < 65 ? sigabbrev_np((int)value) : NULL;
    if (name)
        text_printf(out, "SIG%s", name);
    else
        text_printf(out, "%d", (int)(uint32_t)value);
}

static void add_pointer(uint64_t value, struct text *out)
{
    if (value)
        text_printf(out, "0x%" PRIx64, value);
    else
        text_add(out, "NULL");
}

void system_call_word(char form, uint64_t value, struct text *out)
{
    enum { FOLDER = -100, ACCESS = 3 };
    static const char *const whence[] = {"SEEK_SET", "SEEK_CUR", "SEEK_END", "SEEK_DATA", "SEEK_HOLE"};
    int32_t word = (int32_t)(uint32_t)value;
    switch (form) {
    case FORM_FOLDER:
        if (word == FOLDER) {
            text_add(out, "AT_FDCWD");
            return;
        }
        text_printf(out, "%" PRId32, word);
        return;
    case FORM_DESCRIPTOR: case FORM_SIGNED: text_printf(out, "%" PRId32, word); return;
    case FORM_UNSIGNED: text_printf(out, "%" PRIu64, value); return;
    case FORM_HEXADECIMAL: text_printf(out, value ? "0x%" PRIx64 : "%" PRIx64, value); return;
    case FORM_MODE: text_printf(out, value ? "0%" PRIo32 : "%" PRIo32, (uint32_t)value); return;
    case FORM_OPEN: add_flags(open_flags, "O_RDONLY", (value & ACCESS) == 0, (uint32_t)value, out); return;
    case FORM_FLAGS: add_flags(open_flags, "0", false, (uint32_t)value, out); return;
    case FORM_ACCESS: add_flags(accesses, "F_OK", false, (uint32_t)value, out); return;
    case FORM_PROTECTION: add_flags(protections, "PROT_NONE", false, (uint32_t)value, out); return;
    case FORM_MAP: add_flags(map_flags, "0", false, (uint32_t)value, out); return;
    case FORM_WHENCE:
        if ((uint32_t)value < sizeof whence / sizeof *whence)
            text_add(out, whence[(uint32_t)value]);
        else
            text_printf(out, "%" PRId32, word);
        return;
    case FORM_SIGNAL: add_signal((uint32_t)value, out); return;
    default: add_pointer(value, out); return;
    }
}

/* ---- Results ---- */

bool system_call_failed(uint64_t result)
{
    enum { ERRORS = 4095 };
    return result >= (uint64_t)-ERRORS;
}

static bool returns_address(uint64_t number)
{
    enum { MMAP = 9, BRK = 12, MREMAP = 25, SHMAT = 30 };
    return number == MMAP || number == BRK || number == MREMAP || number == SHMAT;
}

void system_call_result(uint64_t number, uint64_t result, struct text *out)
{
    if (!system_call_failed(result)) {
        text_printf(out, returns_address(number) ? "0x%" PRIx64 : "%" PRId64, result);
        return;
    }
    int code = (int)-(int64_t)result;
    const char *name = strerrorname_np(code), *meaning = strerrordesc_np(code);
    if (name)
        text_printf(out, "-1 %s (%s)", name, meaning);
    else
        text_printf(out, "-1 error %d", code);
}
