/* test_record_check.c - every load finds what its definers stored; otherwise the memory check notices.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recorded.h"

#include "recording/log/log.h"
#include "recording/state/log_reader.h"
#include "recording/log/reconstruct.h"
#include "recording/log/sites.h"

#include <sys/mman.h>

/* ---- Programs ---- */

static struct record_result checked(const char *source, const char *flags, int status)
{
    struct recorded run;
    recorded_start(&run, "t.c", source, flags);
    recorded_run(&run, NULL, (struct record_options){.check = true, .only = ONLY_ALL});
    struct record_result result = run.result;
    assert_true(WIFEXITED(result.status));
    assert_int_equal(WEXITSTATUS(result.status), status);
    assert_true(result.check.loads > 1000);
    assert_true(result.check.bytes > result.check.loads);
    if (result.check.mismatches)
        fail_msg("%s", result.mismatches);
    recorded_end(&run);
    return result;
}

static void every_width_of_access(void **state)
{
    (void)state;
    struct record_result result = checked(
        "#include <stdio.h>\n#include <string.h>\n"
        "static char area[1024] __attribute__((aligned(64))), text[300], copy[300];\n"
        "static long words[4] __attribute__((aligned(16)));\n"
        "__attribute__((target(\"avx\"))) static void wide(void) {\n"
        "    __asm__ volatile(\"vmovups text, %ymm0; vmovups %ymm0, copy+1; vmovups copy+1, %ymm1; vzeroupper\"); }\n"
        "int main(void) {\n"
        "    long double product = 1; double sum = 0; unsigned long low = 1, high = 0; int bits = 5;\n"
        "    for (int i = 0; i < 300; i++) { text[i] = (char)(i * 7); product *= 1.0L + i / 64; sum += text[i] / 3.0; }\n"
        "    char number[64]; snprintf(number, sizeof number, \"%.9Lg %g\", product, sum);\n"
        "    memmove(copy, text, 299); memmove(copy + 3, copy, 200);\n"
        "    void *to = copy, *from = text + 1; long size = 99;\n"
        "    __asm__ volatile(\"rep movsb\" : \"+D\"(to), \"+S\"(from), \"+c\"(size) : : \"memory\");\n"
        "    if (__builtin_cpu_supports(\"avx\")) wide();\n"
        "    __asm__ volatile(\"fxsave %0; fxrstor %0\" : \"+m\"(area));\n"
        "    __asm__ volatile(\"fldpi; fstpt %0; fldt %0; fistpll %1; fnstcw %0; fnstenv %0; fldenv %0\" : \"+m\"(area), \"+m\"(words[2]));\n"
        "    __sync_bool_compare_and_swap(&words[0], 0, 7); __sync_bool_compare_and_swap(&words[0], 0, 9); __sync_fetch_and_add(&words[0], 5);\n"
        "    __asm__ volatile(\"lock cmpxchg16b %0\" : \"+m\"(*(__int128 *)words), \"+a\"(low), \"+d\"(high) : \"b\"(3ul), \"c\"(4ul));\n"
        "    __asm__ volatile(\"lock cmpxchg16b %0\" : \"+m\"(*(__int128 *)words), \"+a\"(low), \"+d\"(high) : \"b\"(3ul), \"c\"(4ul));\n"
        "    __asm__ volatile(\"bts %1, %0; btc $3, %0\" : \"+r\"(bits) : \"r\"(9));\n"
        "    __asm__ volatile(\"btsl %1, %0\" : \"+m\"(copy) : \"r\"(77));\n"
        "    unsigned a = 0, b, c, d; __asm__ volatile(\"cpuid\" : \"+a\"(a), \"=b\"(b), \"=c\"(c), \"=d\"(d));\n"
        "    return words[0] == 3 && words[1] == 4 && (bits & 0x200) && number[0] ? 3 : 1; }\n",
        "-O1 -no-pie -fno-tree-vectorize", 3);
    assert_int_equal(result.check.shared, 0);
    assert_int_equal(result.check.unchecked, 0);
}

static void what_the_kernel_writes(void **state)
{
    (void)state;
    checked("#define _GNU_SOURCE\n#include <dirent.h>\n#include <fcntl.h>\n#include <poll.h>\n#include <stdio.h>\n#include <sys/epoll.h>\n"
            "#include <sys/resource.h>\n#include <sys/socket.h>\n#include <sys/stat.h>\n#include <sys/uio.h>\n#include <sys/utsname.h>\n"
            "#include <sys/wait.h>\n#include <time.h>\n#include <unistd.h>\n"
            "static char buffer[70000]; static long sum;\n"
            "static void add(const void *from, size_t size) { for (size_t i = 0; i < size; i++) sum += ((const char *)from)[i]; }\n"
            "int main(void) {\n"
            "    int file = open(\"/proc/self/exe\", O_RDONLY), ends[2], pair[2], status; struct stat s; struct utsname name; struct rusage usage;\n"
            "    for (int round = 0; round < 2; round++) { ssize_t got = pread(file, buffer, sizeof buffer, round * 64); add(buffer, got); }\n"
            "    struct iovec parts[2] = {{buffer + 5, 100}, {buffer + 900, 3000}}; readv(file, parts, 2); add(buffer, 5000);\n"
            "    fstat(file, &s); add(&s, sizeof s); uname(&name); add(&name, sizeof name); getrusage(RUSAGE_SELF, &usage); add(&usage, sizeof usage);\n"
            "    struct timespec now; for (int i = 0; i < 3; i++) { clock_gettime(CLOCK_MONOTONIC, &now); add(&now, sizeof now); }\n"
            "    pipe(ends); write(ends[1], \"abc\", 3); struct pollfd poll_one = {ends[0], POLLIN, 0}; poll(&poll_one, 1, 0); add(&poll_one, sizeof poll_one);\n"
            "    read(ends[0], buffer, 10); add(buffer, 10);\n"
            "    int set = epoll_create1(0); struct epoll_event event = {EPOLLOUT, {.fd = 7}}; epoll_ctl(set, EPOLL_CTL_ADD, ends[1], &event);\n"
            "    struct epoll_event out[3]; epoll_wait(set, out, 3, 0); add(out, sizeof out[0]);\n"
            "    socketpair(AF_UNIX, SOCK_STREAM, 0, pair); send(pair[0], \"hello\", 5, 0); struct iovec one = {buffer, 20};\n"
            "    struct msghdr message = {.msg_iov = &one, .msg_iovlen = 1}; recvmsg(pair[1], &message, 0); add(buffer, 20); add(&message, sizeof message);\n"
            "    getcwd(buffer, 4096); add(buffer, 100); readlink(\"/proc/self/exe\", buffer, 4096); add(buffer, 100);\n"
            "    DIR *folder = opendir(\"/\"); struct dirent *entry; while ((entry = readdir(folder))) add(entry->d_name, 3); closedir(folder);\n"
            "    if (fork() == 0) _exit(9); wait(&status); add(&status, 4);\n"
            "    return sum == 0 ? 1 : WEXITSTATUS(status); }\n",
            "-O1", 9);
}

static void memory_that_comes_and_goes(void **state)
{
    (void)state;
    struct record_result result = checked(
        "#define _GNU_SOURCE\n#include <stdlib.h>\n#include <string.h>\n#include <sys/mman.h>\n#include <unistd.h>\n"
        "static long sum; static void add(const char *from, size_t size) { for (size_t i = 0; i < size; i += 61) sum += from[i]; }\n"
        "static char *map(void *where, size_t size) { return mmap(where, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | (where ? MAP_FIXED : 0), -1, 0); }\n"
        "static int deep(int n) { char frame[9000]; memset(frame, n, sizeof frame); return n ? deep(n - 1) + frame[n] : 0; }\n"
        "int main(void) {\n"
        "    char *p = map(0, 1 << 18); memset(p, 5, 1 << 18); add(p, 1 << 18);\n"
        "    p = map(p, 1 << 17); add(p, 1 << 18); memset(p, 6, 1 << 18);\n"
        "    p = mremap(p, 1 << 18, 1 << 20, MREMAP_MAYMOVE); add(p, 1 << 20); p[1 << 19] = 4; memset(p, 3, 1 << 17);\n"
        "    p = mremap(p, 1 << 20, 1 << 16, 0); p = mremap(p, 1 << 16, 1 << 17, MREMAP_MAYMOVE); add(p, 1 << 17);\n"
        "    memset(p, 8, 1 << 17); madvise(p, 1 << 16, MADV_DONTNEED); add(p, 1 << 17);\n"
        "    munmap(p, 1 << 17); char *q = map(p, 1 << 17); add(q, 1 << 17);\n"
        "    char *end = sbrk(0); sbrk(100000); memset(end, 7, 100000); sbrk(-99000); sbrk(99000); add(end, 100000);\n"
        "    for (size_t size = 10; size < 3000000; size *= 3) { char *block = malloc(size); memset(block, 1, size); block = realloc(block, size * 2);\n"
        "        add(block, size); free(block); }\n"
        "    return deep(60) > 0 && sum ? 4 : 1; }\n",
        "-O1", 4);
    assert_int_equal(result.check.unchecked, 0);
}

static void signals_and_their_frames(void **state)
{
    (void)state;
    checked("#define _GNU_SOURCE\n#include <setjmp.h>\n#include <signal.h>\n#include <stdlib.h>\n#include <string.h>\n#include <sys/mman.h>\n#include <unistd.h>\n"
            "static sigjmp_buf back; static volatile int count; static long sum; static char *page;\n"
            "static void add(const char *from, size_t size) { for (size_t i = 0; i < size; i++) sum += from[i]; }\n"
            "static void handle(int number, siginfo_t *info, void *context) { count++; add((char *)info, sizeof *info); add((char *)context, sizeof(ucontext_t)); }\n"
            "static void leave(int number) { count += 10; siglongjmp(back, 1); }\n"
            "static void mend(int number) { count += 100; mprotect(page, 4096, PROT_READ | PROT_WRITE); }\n"
            /* Reads stack memory that an earlier frame left: memory that nobody initialised. */
            "static __attribute__((noinline)) void look(void) { volatile char garbage[6000]; for (int i = 0; i < 6000; i++) sum += garbage[i]; }\n"
            "static __attribute__((noinline)) void fill(void) { volatile char frame[6000]; for (int i = 0; i < 6000; i++) frame[i] = (char)i; }\n"
            "int main(void) {\n"
            "    struct sigaction plain = {.sa_sigaction = handle, .sa_flags = SA_SIGINFO}, other = {.sa_sigaction = handle, .sa_flags = SA_SIGINFO | SA_ONSTACK};\n"
            "    stack_t stack = {.ss_sp = malloc(1 << 16), .ss_size = 1 << 16}; sigaltstack(&stack, 0);\n"
            "    sigaction(SIGUSR1, &plain, 0); sigaction(SIGUSR2, &other, 0); signal(SIGSEGV, leave);\n"
            "    for (int i = 0; i < 3; i++) { fill(); raise(SIGUSR1); look(); fill(); raise(SIGUSR2); look(); }\n"
            "    for (int i = 0; i < 2; i++) if (!sigsetjmp(back, 1)) *(volatile int *)8 = 1;\n"
            "    look(); signal(SIGSEGV, mend);\n"
            "    page = mmap(0, 4096, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0); page[5] = 7;\n"
            "    return count == 126 && page[5] == 7 ? 5 : 1; }\n",
            "-O1", 5);
}

static void threads_hand_memory_over(void **state)
{
    (void)state;
    struct record_result result = checked(
        "#include <pthread.h>\n#include <stdlib.h>\n#include <string.h>\n"
        "static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; static long total; static __thread long mine;\n"
        "static void *work(void *seed) { char *p = malloc(20000); memset(p, (int)(long)seed, 20000);\n"
        "    for (int i = 0; i < 200; i++) { mine += p[i * 7]; if (i % 20 == 0) { pthread_mutex_lock(&lock); total += mine; pthread_mutex_unlock(&lock); } }\n"
        "    free(p); return (void *)mine; }\n"
        "int main(void) { void *answer; long sum = 0;\n"
        "    for (int round = 0; round < 3; round++) { pthread_t threads[3]; for (long i = 0; i < 3; i++) pthread_create(&threads[i], 0, work, (void *)(i + 1));\n"
        "        for (int i = 0; i < 3; i++) { pthread_join(threads[i], &answer); sum += (long)answer; } }\n"
        "    return sum == 3600 ? 6 : 1; }\n",
        "-O1 -pthread", 6);
    assert_int_equal(result.check.shared, 0);
}

static void memory_shared_with_others_is_told_apart(void **state)
{
    (void)state;
    struct recorded run;
    recorded_start(&run, "t.c",
                   "#include <sys/mman.h>\n#include <sys/wait.h>\n#include <unistd.h>\n"
                   "int main(void) {\n"
                   "    volatile char *p = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);\n"
                   "    p[9] = 1;\n"
                   "    if (fork() == 0) { p[9] = 2; _exit(0); }\n"  /* the recording does not see this */
                   "    wait(0);\n"
                   "    return p[9]; }\n",                            /* 9 */
                   "-O0 -no-pie");
    recorded_run(&run, NULL, (struct record_options){.check = true});
    assert_int_equal(WEXITSTATUS(run.result.status), 2);
    assert_int_equal(run.result.check.mismatches, 0);
    assert_int_equal(run.result.check.shared, 1);
    assert_non_null(run.result.mismatches);
    assert_non_null(strstr(run.result.mismatches, "t.c:9) loaded 1 bytes at "));
    assert_non_null(strstr(run.result.mismatches, ": 02, expected 01; shared memory, changed by someone else; definer: "));
    assert_non_null(strstr(run.result.mismatches, "(t.c:6)"));
    recorded_end(&run);
}

/* ---- Logs made by hand ---- */

struct log {
    struct text bytes;
};

static void number(struct log *log, uint64_t value, unsigned size)
{
    for (; size; size--, value >>= 8)
        text_byte(&log->bytes, (char)(value & 0xff));
}

/* Segment `id`: an instruction at 0x1000 * id that loads ('l') or stores ('s') 4 bytes. told: the log has its bytes. */
static void define(struct log *log, uint64_t id, char letter, bool told)
{
    struct log payload = {0};
    number(&payload, id, 4);
    text_byte(&payload.bytes, 'I');
    number(&payload, 0x1000 * id, 8);
    number(&payload, 2, 1);
    text_add(&payload.bytes, letter == 'l' ? "\x8b\x07" : "\x89\x07");     /* mov (%rdi),%eax and back */
    text_byte(&payload.bytes, letter);
    number(&payload, 4, 4);
    if (told) {
        text_byte(&payload.bytes, letter == 'l' ? 'L' : 'S');
        number(&payload, 4, 4);
    }
    number(log, LOG_SPECIAL + LOG_SEGMENT, 4);
    number(log, payload.bytes.size, 4);
    text_append(&log->bytes, text_str(&payload.bytes));
    text_free(&payload.bytes);
}

static void access_at(struct log *log, uint64_t id, uint64_t address, uint64_t value)
{
    number(log, id, 4);
    number(log, address, 6);
    number(log, value, 4);
}

static void event(struct log *log, uint32_t kind, uint64_t first, uint64_t second)
{
    number(log, LOG_SPECIAL + kind, 4);
    number(log, 16, 4);
    number(log, first, 8);
    number(log, second, 8);
}

/* 1 loads; 2 stores; 3 stores without its bytes in the log. */
static void begin(struct log *log)
{
    struct log_header header = {.magic = LOG_MAGIC, .version = LOG_VERSION, .header_size = sizeof header, .process = 1};
    *log = (struct log){0};
    text_append(&log->bytes, (struct str){(const char *)&header, sizeof header});
    define(log, 1, 'l', true);
    define(log, 2, 's', true);
    define(log, 3, 's', false);
}

static struct memory_check *replay(struct log *log)
{
    int descriptor = memfd_create("log", 0);
    struct log_reader *reader;
    struct log_record record;
    struct error error;
    assert_int_equal(write(descriptor, log->bytes.data, log->bytes.size), (long)log->bytes.size);
    lseek(descriptor, 0, SEEK_SET);
    struct sites *sites = sites_open(&(struct record_options){.only = ONLY_ALL}, "none");
    struct collection *collection = collection_open(1000, NULL);
    struct reconstruction *reconstruction = reconstruct_open(sites, collection);
    struct memory_check *check = memory_check_open();
    reconstruct_check(reconstruction, check);
    assert_true(log_open(descriptor, &reader, &error));
    while (log_next(reader, &record, &error))
        assert_true(reconstruct_record(reconstruction, &record, &error));
    assert_false(log_failed(reader));
    log_close(reader);
    close(descriptor);
    reconstruct_finish(reconstruction);
    reconstruct_close(reconstruction);
    collection_close(collection);
    sites_close(sites);
    text_free(&log->bytes);
    return check;
}

static void a_store_that_nobody_told_of_is_a_mismatch(void **state)
{
    (void)state;
    struct log log;
    begin(&log);
    access_at(&log, 1, 0x7000, 0x11223344);     /* known from now on */
    access_at(&log, 1, 0x7000, 0x11223344);
    access_at(&log, 1, 0x7000, 0x11223345);     /* 1 */
    access_at(&log, 2, 0x7000, 5);
    access_at(&log, 1, 0x7000, 5);
    access_at(&log, 1, 0x7002, 0x10000);        /* the first access to its upper half */
    access_at(&log, 1, 0x7000, 6);              /* 2 */
    access_at(&log, 1, 0x7000, 6);              /* not reported twice */
    access_at(&log, 1, 0, 77);                  /* did not happen */
    struct memory_check *check = replay(&log);
    struct memory_check_totals totals = memory_check_totals(check);
    assert_int_equal(totals.loads, 7);
    assert_int_equal(totals.bytes, 28);
    assert_int_equal(totals.mismatches, 2);
    const struct memory_mismatch *first = memory_check_mismatch(check, 0), *second = memory_check_mismatch(check, 1);
    assert_int_equal(first->kind, MISMATCH_VALUE);
    assert_int_equal(first->address, 0x7000);
    assert_int_equal(first->size, 4);
    assert_int_equal(first->first, 0);
    assert_int_equal(first->loaded[0], 0x45);
    assert_int_equal(first->expected[0], 0x44);
    assert_int_equal(first->definer, 0);
    assert_int_equal(actor_site(first->user), 1);
    assert_int_equal(actor_instance(first->user), 2);
    assert_int_equal(actor_site(second->definer), 2);
    assert_null(memory_check_mismatch(check, 2));
    memory_check_close(check);
}

static void a_definer_that_did_not_store_it_is_a_mismatch(void **state)
{
    (void)state;
    struct log log;
    begin(&log);
    access_at(&log, 2, 0x7000, 5);
    number(&log, 3, 4);                         /* becomes the definer, but the bytes stay those of 2 */
    number(&log, 0x7000, 6);
    access_at(&log, 1, 0x7000, 5);
    struct memory_check *check = replay(&log);
    assert_int_equal(memory_check_totals(check).mismatches, 1);
    assert_int_equal(memory_check_mismatch(check, 0)->kind, MISMATCH_DEFINER);
    assert_int_equal(actor_site(memory_check_mismatch(check, 0)->definer), 3);
    memory_check_close(check);
}

/* Makes the shadow and the calls of the check by hand: no log makes them differ. */
static void a_definer_that_is_lost_is_a_mismatch(void **state)
{
    (void)state;
    static const uint8_t bytes[4] = {1, 2, 3, 4};
    const struct cell owner = {actor_make(7, 0), 10}, nobody = {0, 11};
    struct shadow shadow = {0};
    struct memory_check *check = memory_check_open();
    actor user = actor_make(9, 0);
    shadow_define(&shadow, 0x7000, 4, owner);
    memory_check_store(check, 0x7000, bytes, 4, owner);
    memory_check_load(check, &shadow, 0x7000, bytes, 4, user);
    shadow_define(&shadow, 0x7004, 4, nobody);          /* a start-up value */
    memory_check_store(check, 0x7004, bytes, 4, nobody);
    memory_check_load(check, &shadow, 0x7004, bytes, 4, user);
    assert_int_equal(memory_check_totals(check).mismatches, 0);
    shadow_forget(&shadow, 0x7002, 1);
    memory_check_load(check, &shadow, 0x7000, bytes, 4, user);
    assert_int_equal(memory_check_totals(check).mismatches, 1);
    const struct memory_mismatch *lost = memory_check_mismatch(check, 0);
    assert_int_equal(lost->kind, MISMATCH_LOST);
    assert_int_equal(lost->first, 2);
    assert_int_equal(lost->definer, 0);
    shadow_define(&shadow, 0x7004, 4, owner);           /* names a definer although there must be none */
    memory_check_load(check, &shadow, 0x7004, bytes, 4, user);
    assert_int_equal(memory_check_mismatch(check, 1)->kind, MISMATCH_DEFINER);
    memory_check_close(check);
    shadow_free(&shadow);
}

static void mappings_and_the_kernel_change_what_is_known(void **state)
{
    (void)state;
    struct log log;
    begin(&log);
    access_at(&log, 2, 0x7000, 5);
    event(&log, LOG_UNMAP, 0x7000, 0x1000);
    access_at(&log, 1, 0x7000, 0);              /* new memory */
    access_at(&log, 2, 0x7000, 9);
    event(&log, LOG_KERNEL_WROTE, 0x7000, 4);   /* without the bytes */
    access_at(&log, 1, 0x7000, 10);
    access_at(&log, 1, 0x7000, 11);
    access_at(&log, 2, 0x7000, 12);
    access_at(&log, 1, 0x7000, 12);
    event(&log, LOG_DISCARD, 0, UINT64_MAX);
    access_at(&log, 1, 0x7000, 0);
    event(&log, LOG_SHARED, 0x8000, 0x1000);
    access_at(&log, 2, 0x8ffc, 1);
    access_at(&log, 1, 0x8ffc, 2);
    event(&log, LOG_KERNEL_WROTE, 0x10000, UINT64_C(1) << 20);
    struct memory_check *check = replay(&log);
    struct memory_check_totals totals = memory_check_totals(check);
    assert_int_equal(totals.mismatches, 0);
    assert_int_equal(totals.unchecked, 8);
    assert_int_equal(totals.shared, 1);
    assert_int_equal(memory_check_mismatch(check, 0)->kind, MISMATCH_SHARED);
    memory_check_close(check);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_width_of_access),
        cmocka_unit_test(what_the_kernel_writes),
        cmocka_unit_test(memory_that_comes_and_goes),
        cmocka_unit_test(signals_and_their_frames),
        cmocka_unit_test(threads_hand_memory_over),
        cmocka_unit_test(memory_shared_with_others_is_told_apart),
        cmocka_unit_test(a_store_that_nobody_told_of_is_a_mismatch),
        cmocka_unit_test(a_definer_that_did_not_store_it_is_a_mismatch),
        cmocka_unit_test(a_definer_that_is_lost_is_a_mismatch),
        cmocka_unit_test(mappings_and_the_kernel_change_what_is_known),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
