/* test_system_calls.c - names, arguments and results of system calls; the store's list of them.  SPDX-License-Identifier: GPL-3.0-or-later */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cmocka.h>

#include "code/system_call_kinds.h"
#include "recording/store/store.h"

/* ---- A program's memory: bytes at 0x1000 when the kernel took over, others when it gave back ---- */

enum { BASE = 0x1000, ROOM = 512 };

struct told_memory {
    uint8_t entered[ROOM], left[ROOM];
    bool known[ROOM];
};

static void read_told(void *context, bool returned, uint64_t address, uint8_t *bytes, bool *known, size_t size)
{
    const struct told_memory *told = context;
    for (size_t i = 0; i < size; i++) {
        uint64_t at = address + i - BASE;
        known[i] = at < ROOM && told->known[at];
        bytes[i] = !known[i] ? 0xee : returned ? told->left[at] : told->entered[at];
    }
}

static void quote_told(void *context, bool returned, uint64_t address, uint64_t size, bool ends, struct text *out)
{
    uint8_t byte = 0;
    bool known = true;
    read_told(context, returned, address, &byte, &known, 1);
    if (!known) {
        text_add(out, "<unknown>");
        return;
    }
    text_byte(out, '"');
    for (uint64_t i = 0; i < size; i++) {
        read_told(context, returned, address + i, &byte, &known, 1);
        if (!known || (ends && !byte))
            break;
        text_byte(out, (char)byte);
    }
    text_byte(out, '"');
}

static void tell(struct told_memory *told, size_t at, const void *bytes, size_t size)
{
    memcpy(told->entered + at, bytes, size);
    memcpy(told->left + at, bytes, size);
    memset(told->known + at, true, size);
}

static void tell_left(struct told_memory *told, size_t at, const void *bytes, size_t size)
{
    memcpy(told->left + at, bytes, size);
    memset(told->known + at, true, size);
}

static void expect_in(struct told_memory *told, struct system_call_told call, const char *expected)
{
    const struct system_call_memory memory = {read_told, quote_told, told};
    struct text text = {0};
    call.has_arguments = true;
    system_call_text(&call, &memory, &text);
    assert_string_equal(text_string(&text), expected);
    text_free(&text);
}

/* A call without memory. */
static void expect(const char *expected, uint64_t number, uint64_t result, uint64_t a, uint64_t b, uint64_t c, uint64_t d)
{
    struct told_memory none = {.known = {false}};
    expect_in(&none, (struct system_call_told){.number = number, .result = result, .has_result = true, .arguments = {a, b, c, d}}, expected);
}

static void numbers_are_those_of_the_headers(void **state)
{
    (void)state;
    static const struct { uint64_t number; const char *name; } some[] = {
        {SYS_read, "read"}, {SYS_write, "write"}, {SYS_mmap, "mmap"}, {SYS_clone, "clone"}, {SYS_futex, "futex"}, {SYS_openat, "openat"},
        {SYS_pipe2, "pipe2"}, {SYS_getrandom, "getrandom"}, {SYS_statx, "statx"}, {SYS_clone3, "clone3"}, {SYS_exit_group, "exit_group"},
    };
    uint64_t number;
    for (size_t i = 0; i < sizeof some / sizeof *some; i++) {
        assert_string_equal(system_call_numbered(some[i].number)->name, some[i].name);
        assert_true(system_call_named(str_of(some[i].name), &number) && number == some[i].number);
    }
    assert_null(system_call_numbered(335));
    assert_null(system_call_numbered(UINT64_MAX));
    assert_false(system_call_named(str_of("red"), &number));
}

/* Each word names a kind; a number of elements comes from another argument, the result or a digit. */
static void expect_sense(const char *forms)
{
    struct str rest = str_of(forms), word;
    unsigned count = 0;
    for (; str_field(&rest, &word); count++) {
        if (word.size > 1 && word.data[1] == ':')
            word = str_cut(word, 2, SIZE_MAX);
        if (strchr("<>!=~", word.data[0]))
            word = str_cut(word, 1, SIZE_MAX);
        const char *star = memchr(word.data, '*', word.size);
        if (star)
            assert_true(strchr("r#@", star[1]) || (star[1] >= '0' && star[1] < '6'));
        assert_non_null(call_kind_named(str_cut(word, 0, star ? (size_t)(star - word.data) : word.size)));
    }
    assert_true(count <= CALL_ARGUMENTS);
}

/* Also the words that an argument chooses. */
static void words_of_calls_make_sense(void **state)
{
    enum { CODES = 0x5460 };
    (void)state;
    unsigned known = 0, chosen = 0;
    for (uint64_t number = 0; number < 1000; number++) {
        const struct system_call *call = system_call_numbered(number);
        known += call && call->forms;
        for (uint64_t code = 0; call && code < 2 * CODES; code++) {
            struct system_call_told told = {.number = number, .has_arguments = true, .arguments = {code / 2, code / 2, code / 2, code / 2}};
            if (code % 2)
                told.arguments[2] = told.arguments[3] = 0;
            const char *flags, *forms = system_call_forms(&told, &flags);
            if (forms && (code == 0 || forms != call->forms)) {
                expect_sense(forms);
                chosen += forms != call->forms;
            }
            assert_true(!flags || call_kind_named(str_of(flags)));
        }
    }
    assert_true(known > 200 && chosen > 60);
}

static void numbers_have_the_names_of_c(void **state)
{
    (void)state;
    expect("close(-1) = -1 EBADF (Bad file descriptor)", SYS_close, (uint64_t)-9, UINT32_MAX, 0, 0, 0);
    expect("lseek(3, -1, SEEK_END) = 4", SYS_lseek, 4, 3, UINT64_MAX, 2, 0);
    expect("lseek(3, 0, 0x9 /* SEEK_??? */) = -1 EINVAL (Invalid argument)", SYS_lseek, (uint64_t)-22, 3, 0, 9, 0);
    expect("openat(AT_FDCWD, NULL, O_RDONLY|O_CLOEXEC) = -1 EFAULT (Bad address)", SYS_openat, (uint64_t)-14, (uint32_t)-100, 0, 0x80000, 0);
    expect("openat(5, NULL, O_WRONLY|O_CREAT|O_TRUNC, 0644) = -1 EFAULT (Bad address)", SYS_openat, (uint64_t)-14, 5, 0, 0x241, 0644);
    expect("openat(5, NULL, O_RDWR|O_SYNC) = -1 EFAULT (Bad address)", SYS_openat, (uint64_t)-14, 5, 0, 0x101002, 0);
    expect("openat(5, NULL, O_RDWR|0x80000000) = -1 EFAULT (Bad address)", SYS_openat, (uint64_t)-14, 5, 0, 0x80000002, 0);
    expect("umask(022) = 000", SYS_umask, 0, 022, 0, 0, 0);
    expect("dup3(1, 2, 0) = 2", SYS_dup3, 2, 1, 2, 0, 0);
    expect("access(NULL, F_OK) = -1 EFAULT (Bad address)", SYS_access, (uint64_t)-14, 0, 0, 0, 0);
    expect("mprotect(0x4a000, 4096, PROT_NONE) = 0", SYS_mprotect, 0, 0x4a000, 4096, 0, 0);
    expect("mmap(NULL, 16, PROT_READ|PROT_EXEC, MAP_PRIVATE|MAP_ANONYMOUS, 0, 0) = 0x4a000", SYS_mmap, 0x4a000, 0, 16, 5, 0x22);
    expect("kill(7, SIGTERM) = 0", SYS_kill, 0, 7, 15, 0, 0);
    expect("kill(7, SIGRT_2) = 0", SYS_kill, 0, 7, 34, 0, 0);
    expect("kill(7, 0) = 0", SYS_kill, 0, 7, 0, 0, 0);
    expect("kill(7, 1000) = -1 EINVAL (Invalid argument)", SYS_kill, (uint64_t)-22, 7, 1000, 0, 0);
    expect("open(NULL, O_RDONLY) = -1 error 4000", SYS_open, (uint64_t)-4000, 0, 0, 0, 0);
    expect("lseek(3, 0, SEEK_SET) = -4096", SYS_lseek, (uint64_t)-4096, 3, 0, 0, 0);
    expect("syscall_0x14f(0, 0, 0x1, 0, 0, 0) = 0", 335, 0, 0, 0, 1, 0);
    expect("pause() = ? ERESTARTNOHAND (To be restarted if no handler)", SYS_pause, (uint64_t)-514, 0, 0, 0, 0);
}

static void arguments_follow_the_one_that_decides(void **state)
{
    (void)state;
    expect("fcntl(3, F_GETFD) = 0x1 (flags FD_CLOEXEC)", SYS_fcntl, 1, 3, 1, 99, 0);
    expect("fcntl(3, F_GETFL) = 0 (flags O_RDONLY)", SYS_fcntl, 0, 3, 3, 99, 0);
    expect("fcntl(3, F_SETFL, O_RDWR|O_NONBLOCK) = 0", SYS_fcntl, 0, 3, 4, 0x802, 0);
    expect("futex(0x1000, FUTEX_WAKE_PRIVATE, 2147483647) = 1", SYS_futex, 1, BASE, 129, 0x7fffffff, 5);
    expect("futex(0x1000, FUTEX_WAIT_BITSET|FUTEX_CLOCK_REALTIME, 7, NULL, 0) = 0", SYS_futex, 0, BASE, 265, 7, 0);
    expect("socket(AF_INET, SOCK_STREAM|SOCK_CLOEXEC, IPPROTO_TCP) = 3", SYS_socket, 3, 2, 0x80001, 6, 0);
    expect("socket(AF_UNIX, SOCK_DGRAM, 0) = 3", SYS_socket, 3, 1, 2, 0, 0);
    expect("ioctl(1, TCGETS, 0x1000) = -1 ENOTTY (Inappropriate ioctl for device)", SYS_ioctl, (uint64_t)-25, 1, 0x5401, BASE, 0);
    expect("ioctl(1, _IOC(_IOC_READ, 0x41, 0x61, 0x8), 0x1000) = 0", SYS_ioctl, 0, 1, 0x80084161, BASE, 0);
    expect("mremap(0x1000, 4096, 8192, MREMAP_MAYMOVE) = 0x2000", SYS_mremap, 0x2000, BASE, 4096, 8192, 1);
    expect("clone(child_stack=NULL, flags=CLONE_CHILD_CLEARTID|CLONE_CHILD_SETTID|SIGCHLD, child_tidptr=0x1000) = 7", SYS_clone, 7, 0x1200011, 0, 0, BASE);
}

static void structures_come_from_memory(void **state)
{
    (void)state;
    struct told_memory told = {.known = {false}};
    const int64_t time[2] = {1, 500};
    tell(&told, 0, time, sizeof time);
    tell(&told, 16, "name", 5);
    uint8_t status[144] = {0};
    memcpy(status + 24, (uint32_t[]){0100644}, 4);
    memcpy(status + 48, (uint64_t[]){1234}, 8);
    tell_left(&told, 32, status, sizeof status);
    expect_in(&told, (struct system_call_told){.number = SYS_nanosleep, .has_result = true, .arguments = {BASE, 0}}, "nanosleep({tv_sec=1, tv_nsec=500}, NULL) = 0");
    expect_in(&told, (struct system_call_told){.number = SYS_stat, .has_result = true, .arguments = {BASE + 16, BASE + 32}},
              "stat(\"name\", {st_mode=S_IFREG|0644, st_size=1234, ...}) = 0");
    expect_in(&told, (struct system_call_told){.number = SYS_stat, .has_result = true, .result = (uint64_t)-2, .arguments = {BASE + 16, BASE + 32}},
              "stat(\"name\", 0x1020) = -1 ENOENT (No such file or directory)");
    memcpy(told.left + 200, (uint32_t[]){0x500}, 4);
    memset(told.known + 200, true, 4);
    expect_in(&told, (struct system_call_told){.number = SYS_wait4, .has_result = true, .result = 7, .arguments = {7, BASE + 200}},
              "wait4(7, [{WIFEXITED(s) && WEXITSTATUS(s) == 5}], 0, NULL) = 7");
    expect_in(&told, (struct system_call_told){.number = SYS_wait4, .has_result = true, .arguments = {7, BASE + 200, 1}}, "wait4(7, 0x10c8, WNOHANG, NULL) = 0");
    const uint8_t address[16] = {2, 0, 0, 80, 127, 0, 0, 1};
    tell(&told, 300, address, sizeof address);
    tell(&told, 320, (uint32_t[]){128}, 4);
    tell_left(&told, 320, (uint32_t[]){16}, 4);
    expect_in(&told, (struct system_call_told){.number = SYS_connect, .has_result = true, .arguments = {3, BASE + 300, 16}},
              "connect(3, {sa_family=AF_INET, sin_port=htons(80), sin_addr=inet_addr(\"127.0.0.1\")}, 16) = 0");
    expect_in(&told, (struct system_call_told){.number = SYS_getpeername, .has_result = true, .arguments = {3, BASE + 300, BASE + 320}},
              "getpeername(3, {sa_family=AF_INET, sin_port=htons(80), sin_addr=inet_addr(\"127.0.0.1\")}, [128 => 16]) = 0");
}

static void arrays_and_what_is_ready(void **state)
{
    (void)state;
    struct told_memory told = {.known = {false}};
    const struct { int32_t descriptor; int16_t events, ready; } polled[2] = {{3, 1, 0}, {4, 5, 4}};
    tell(&told, 0, polled, sizeof polled);
    expect_in(&told, (struct system_call_told){.number = SYS_poll, .has_result = true, .result = 1, .arguments = {BASE, 2, UINT32_MAX}},
              "poll([{fd=3, events=POLLIN}, {fd=4, events=POLLIN|POLLOUT}], 2, -1) = 1 ([{fd=4, revents=POLLOUT}])");
    expect_in(&told, (struct system_call_told){.number = SYS_poll, .has_result = true, .arguments = {BASE, 1, 10}}, "poll([{fd=3, events=POLLIN}], 1, 10) = 0 (Timeout)");
    tell(&told, 32, (uint64_t[]){0x28}, 8);
    tell_left(&told, 32, (uint64_t[]){0x20}, 8);
    expect_in(&told, (struct system_call_told){.number = SYS_select, .has_result = true, .result = 1, .arguments = {6, BASE + 32}},
              "select(6, [3 5], NULL, NULL, NULL) = 1 (in [5])");
    tell(&told, 64, (uint64_t[]){BASE + 128, 2, BASE + 130, 1}, 32);
    tell(&told, 128, "abc", 3);
    expect_in(&told, (struct system_call_told){.number = SYS_writev, .has_result = true, .result = 3, .arguments = {1, BASE + 64, 2}},
              "writev(1, [{iov_base=\"ab\", iov_len=2}, {iov_base=\"c\", iov_len=1}], 2) = 3");
    expect_in(&told, (struct system_call_told){.number = SYS_readv, .has_result = true, .result = 2, .arguments = {1, BASE + 64, 2}},
              "readv(1, [{iov_base=\"ab\", iov_len=2}, {iov_base=\"\", iov_len=1}], 2) = 2");
    tell_left(&told, 200, (uint32_t[]){5, 6}, 8);
    expect_in(&told, (struct system_call_told){.number = SYS_pipe, .has_result = true, .arguments = {BASE + 200}}, "pipe([5, 6]) = 0");
    tell_left(&told, 340, (uint64_t[19]){5}, 19 * 8);
    expect_in(&told, (struct system_call_told){.number = SYS_sched_getaffinity, .has_result = true, .result = 128, .arguments = {0, 152, BASE + 340}},
              "sched_getaffinity(0, 152, [0 2]) = 128");
    expect_in(&told, (struct system_call_told){.number = SYS_sched_getaffinity, .has_result = true, .result = 152, .arguments = {0, 152, BASE + 340}},
              "sched_getaffinity(0, 152, [0 2 ...]) = 152");
    tell(&told, 256, (uint64_t[]){BASE + 128, 0}, 16);
    tell(&told, 131, "", 1);
    expect_in(&told, (struct system_call_told){.number = SYS_execve, .arguments = {BASE + 128, BASE + 256, BASE + 256}},
              "execve(\"abc\", [\"abc\"], 0x1100 /* 1 var */) = ?");
    tell(&told, 300, (uint64_t[]){0x4002}, 8);
    expect_in(&told, (struct system_call_told){.number = SYS_rt_sigprocmask, .has_result = true, .arguments = {0, BASE + 300, 0, 8}},
              "rt_sigprocmask(SIG_BLOCK, [INT TERM], NULL, 8) = 0");
}

/* Nothing is invented, and numbers of elements that make no sense end early. */
static void unknown_bytes_are_unknown(void **state)
{
    (void)state;
    expect("nanosleep({tv_sec=<unknown>, tv_nsec=<unknown>}, NULL) = 0", SYS_nanosleep, 0, BASE, 0, 0, 0);
    expect("stat(<unknown>, {st_mode=<unknown>, st_size=<unknown>, ...}) = 0", SYS_stat, 0, BASE, BASE, 0, 0);
    expect("pipe([<unknown>, <unknown>]) = 0", SYS_pipe, 0, BASE, 0, 0, 0);
    expect("writev(1, [<unknown>], 1024) = 5", SYS_writev, 5, 1, BASE, 1024, 0);
    expect("connect(3, {sa_family=<unknown>}, 16) = 0", SYS_connect, 0, 3, BASE, 16, 0);
    expect("wait4(-1, [<unknown>], 0, NULL) = 7", SYS_wait4, 7, UINT32_MAX, BASE, 0, 0);
    expect("rt_sigaction(SIGINT, {sa_handler=<unknown>, sa_mask=<unknown>, sa_flags=<unknown>, ...}, NULL, 8) = 0", SYS_rt_sigaction, 0, 2, BASE, 0, 8);
    expect("clone3({flags=<unknown>, exit_signal=<unknown>, stack=<unknown>, stack_size=<unknown>, ...}, 88) = 7", SYS_clone3, 7, BASE, 88, 0, 0);
    expect("getdents64(3, 0x1000, 32768) = 80", SYS_getdents64, 80, 3, BASE, 32768, 0);
    struct told_memory zeros = {.known = {false}};
    struct system_call_told call = {.number = SYS_poll, .has_result = true, .arguments = {BASE, UINT64_MAX, 0}};
    const struct system_call_memory memory = {read_told, quote_told, &zeros};
    struct text text = {0};
    for (uint64_t number = 0; number < 460; number++)
        for (unsigned what = 0; what < 3; what++) {
            call.number = number;
            call.has_arguments = true;
            call.result = what ? UINT64_MAX >> what : 0;
            memset(zeros.known, what != 1, sizeof zeros.known);
            for (unsigned i = 0; i < CALL_ARGUMENTS; i++)
                call.arguments[i] = what == 2 ? BASE : i % 2 ? UINT64_MAX : BASE;
            text_clear(&text);
            system_call_text(&call, &memory, &text);
            assert_true(text.size < 1 << 16);
        }
    text_free(&text);
}

static void signals_have_their_information(void **state)
{
    (void)state;
    static const struct { int32_t signal, error, code, pad, words[4]; const char *expected; } some[] = {
        {10, 0, -6, 0, {7, 0}, "--- SIGUSR1 {si_signo=SIGUSR1, si_code=SI_TKILL, si_pid=7, si_uid=0} ---"},
        {11, 0, 1, 0, {0, 0}, "--- SIGSEGV {si_signo=SIGSEGV, si_code=SEGV_MAPERR, si_addr=NULL} ---"},
        {14, 0, 128, 0, {0, 0}, "--- SIGALRM {si_signo=SIGALRM, si_code=SI_KERNEL} ---"},
        {34, 0, -1, 0, {7, 0, 5, 0}, "--- SIGRT_2 {si_signo=SIGRT_2, si_code=SI_QUEUE, si_pid=7, si_uid=0, si_int=5, si_ptr=0x5} ---"}};
    struct told_memory told = {.known = {false}};
    const struct system_call_memory memory = {read_told, quote_told, &told};
    struct text text = {0};
    for (size_t i = 0; i < sizeof some / sizeof *some; i++) {
        tell(&told, 0, &some[i], 32);
        text_clear(&text);
        signal_text((uint64_t)some[i].signal, BASE, &memory, &text);
        assert_string_equal(text_string(&text), some[i].expected);
    }
    text_clear(&text);
    signal_text(15, BASE, &memory, &text);       /* this is another signal's */
    assert_string_equal(text_string(&text), "--- SIGTERM <unknown> ---");
    uint64_t number;
    assert_true(signal_named(str_of("USR1"), &number) && number == 10);
    assert_true(signal_named(str_of("SIGRT_2"), &number) && number == 34);
    assert_false(signal_named(str_of("SIGNONE"), &number));
    text_free(&text);
}

static void calls_have_kinds_and_descriptors(void **state)
{
    (void)state;
    assert_true(system_call_is_of(SYS_openat, str_of("%file")) && system_call_is_of(SYS_read, str_of("%desc")) && system_call_is_of(SYS_brk, str_of("%memory")));
    assert_false(system_call_is_of(SYS_read, str_of("%file")) || system_call_is_of(SYS_read, str_of("%none")) || system_call_is_of(999, str_of("%file")));
    struct system_call_told call = {.number = SYS_openat, .result = 5, .has_result = true, .has_arguments = true, .arguments = {3}};
    struct told_memory told = {.known = {false}};
    const struct system_call_memory memory = {read_told, quote_told, &told};
    assert_true(system_call_uses(&call, &memory, 5) && system_call_uses(&call, &memory, 3));
    assert_false(system_call_uses(&call, &memory, 4));
    call.number = SYS_read;                             /* its result is no descriptor */
    assert_false(system_call_uses(&call, &memory, 5));
}

static void descriptors_in_memory_count(void **state)
{
    (void)state;
    struct told_memory told = {.known = {false}};
    const struct system_call_memory memory = {read_told, quote_told, &told};
    const struct { int32_t descriptor; int16_t events, ready; } polled[2] = {{3, 1, 0}, {4, 5, 4}};
    tell_left(&told, 0, (uint32_t[]){5, 6}, 8);
    tell(&told, 64, polled, sizeof polled);
    tell(&told, 128, (uint64_t[]){0x28}, 8);
    struct system_call_told pipe = {.number = SYS_pipe2, .has_result = true, .has_arguments = true, .arguments = {BASE}};
    struct system_call_told pair = {.number = SYS_socketpair, .has_result = true, .has_arguments = true, .arguments = {1, 1, 0, BASE}};
    struct system_call_told poll = {.number = SYS_poll, .has_result = true, .has_arguments = true, .arguments = {BASE + 64, 2}};
    struct system_call_told select = {.number = SYS_select, .has_result = true, .has_arguments = true, .arguments = {5, 0, BASE + 128}};
    assert_true(system_call_uses(&pipe, &memory, 5) && system_call_uses(&pair, &memory, 6) && system_call_uses(&poll, &memory, 4) && system_call_uses(&select, &memory, 3));
    assert_false(system_call_uses(&pipe, &memory, 3) || system_call_uses(&pair, &memory, 1) || system_call_uses(&poll, &memory, 1) || system_call_uses(&select, &memory, 5));
    pipe.result = pair.result = (uint64_t)-24;          /* they failed */
    assert_false(system_call_uses(&pipe, &memory, 5) || system_call_uses(&pair, &memory, 6));
}

/* ---- In the store ---- */

static struct writer_instruction one_site(void *context, uint64_t i)
{
    const uint64_t *count = context;
    return (struct writer_instruction){.site = (uint32_t)i + 1, .no_values = true, .id = 1, .address = 0x1000, .executions = *count};
}

static struct store *written(uint64_t calls, const struct store_system_call *wrong)
{
    struct store_writer *writer;
    struct writer_totals totals;
    struct error error;
    struct store *store;
    uint64_t count = 0;
    assert_true(store_writer_open(NULL, &writer, &error));
    for (uint64_t i = 0; i < calls; i++) {
        store_writer_run(writer, 1, 1, count++);
        struct store_system_call call = {.time = i + 1, .now = i + 1, .entered = 10 * i, .left = 10 * i + 5, .thread = 1, .number = i % 7, .result = i, .has_result = 1};
        store_writer_system_call(writer, wrong && i == calls / 2 ? wrong : &call);
    }
    struct writer_program program = {.count = 1, .instruction = one_site, .context = &count};
    assert_true(store_writer_finish(writer, &program, &totals, &store, &error));
    return store;
}

static void a_store_keeps_calls(void **state)
{
    (void)state;
    enum { CALLS = 2000 };              /* four pages */
    struct store *store = written(CALLS, NULL);
    struct store_system_call call;
    struct error error;
    assert_true(store_keeps_system_calls(store));
    assert_int_equal(store_system_call_count(store), CALLS);
    for (uint64_t i = 0; i < CALLS; i++) {
        assert_true(store_system_call(store, i, &call, &error));
        assert_true(call.time == i + 1 && call.number == i % 7 && call.result == i && call.thread == 1 && call.left == 10 * i + 5);
        assert_int_equal(store_system_call_at(store, i + 1), i);
    }
    assert_int_equal(store_system_call_at(store, CALLS + 1), CALLS);
    assert_int_equal(store_system_call_at(store, 0), 0);
    assert_false(store_system_call(store, CALLS, &call, &error));
    store_close(store);
}

static void calls_that_make_no_sense_are_damage(void **state)
{
    (void)state;
    static const struct store_system_call wrong[] = {{.time = 5, .now = 4, .left = 1}, {.now = 1000}, {.entered = 7, .left = 6}};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        struct store *store = written(9, &wrong[i]);
        struct store_system_call call;
        struct error error;
        assert_true(store_system_call(store, 3, &call, &error));
        assert_false(store_system_call(store, 4, &call, &error));
        assert_string_equal(error.message, "system call 4 of the recording is damaged");
        store_close(store);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_are_those_of_the_headers),
        cmocka_unit_test(words_of_calls_make_sense),
        cmocka_unit_test(numbers_have_the_names_of_c),
        cmocka_unit_test(arguments_follow_the_one_that_decides),
        cmocka_unit_test(structures_come_from_memory),
        cmocka_unit_test(arrays_and_what_is_ready),
        cmocka_unit_test(unknown_bytes_are_unknown),
        cmocka_unit_test(signals_have_their_information),
        cmocka_unit_test(calls_have_kinds_and_descriptors),
        cmocka_unit_test(descriptors_in_memory_count),
        cmocka_unit_test(a_store_keeps_calls),
        cmocka_unit_test(calls_that_make_no_sense_are_damage),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
