/* test_recorder_log.c - the recorder's log of small programs.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Each test compiles a program, runs it by itself and under the recorder (environment variable CLEW_RECORDER, otherwise the one
 * `make recorder` builds), and reads the log with the little checker of log_checker.h, which shares nothing with the reader in
 * src/recording/log but the header of the format. */
#include "recorded_run.h"

/* ---- the order of execution ---- */

/* No libc, so that nothing depends on the run. Recursion with big frames grows the stack by faults inside segments, which must not show. */
static const char COUNTED[] =
    "static unsigned char text[5000]; static int counts[256];\n"
    "static int deep(int n) { volatile char frame[40000]; frame[0] = n; frame[39999] = 1; if (n > 0) return deep(n - 1) + frame[0];\n"
    "    return 1; }\n"
    "static long leave(long status) { __asm__ volatile(\"syscall\" : : \"a\"(231), \"D\"(status) : \"rcx\", \"r11\"); return 0; }\n"
    "__attribute__((force_align_arg_pointer)) void _start(void) { unsigned seed = 1; long total = 0; double x = 1;\n"
    "    for (int i = 0; i < 5000; i++) { seed = seed * 1103515245 + 12345; text[i] = seed >> 16; }\n"
    "    for (int i = 0; i < 5000; i++) { counts[text[i]]++; x = x * 0.5 + text[i]; if (text[i] > 100 && i % 3) total += text[i] / 7; }\n"
    "    void *to = counts, *from = text; long size = 200; __asm__ volatile(\"rep movsb\" : \"+D\"(to), \"+S\"(from), \"+c\"(size) : : \"memory\");\n"
    "    total += deep(60) + (long)x; leave(total & 127); }\n";

static void segments_run_the_same_instructions_as_single_ones(void **state)
{
    (void)state;
    compile(COUNTED, "-O1 -static -nostdlib -fno-stack-protector");
    struct run whole, single;
    run_recorded(&whole, "--one-instruction=no");
    run_recorded(&single, "--one-instruction=yes");
    assert_behaves_as_native(&whole);
    assert_behaves_as_native(&single);
    assert_true(whole.log.ended);
    assert_true(whole.log.executed_count > 100000);
    assert_int_equal(whole.log.interrupted, 0); /* growing the stack interrupts nothing */
    assert_same_execution(&whole.log, &single.log);
    log_free(&whole.log);
    log_free(&single.log);
}

/* ---- values ---- */

enum { NO_VALUE = -1 };

struct expected {
    const char *instruction;
    long value;
};

/* The code between _start and the exit, in order, with the expected value of each instruction. The words are at 0x600000. */
static const struct expected VALUES[] = {
    {"mov $0x1122334455667788, %rax", 0x1122334455667788}, /* 64 bits */
    {"mov %eax, %edx", 0x55667788},                         /* the register's upper half is 0 */
    {"mov $0x0305, %cx", 0x305},
    {"mov %ch, %bl", 3},
    {"xor %edx, %edx", 0},
    {"mov $1000, %eax", 1000},
    {"mov $7, %ebx", 7},
    {"div %ebx", 142},               /* rax, although it also writes rdx */
    {"mul %ebx", 994},
    {"imul $3, %ebx, %esi", 21},
    {"neg %eax", 0xfffffc1e},
    {"cltd", 0xffffffff},            /* rdx */
    {"cqto", 0},
    {"xchg %rbx, %rsi", 7},          /* in Intel's order rsi is the first operand */
    {"xchg %eax, %ebx", 21},         /* the short form: rax */
    {"cmp %ebx, %eax", NO_VALUE},
    {"mov $5, %edi", 5},
    {"cmove %esi, %edi", 5},         /* not taken: the value stays */
    {"cmovne %esi, %edi", 7},
    {"lea words(%rip), %r8", 0x600000},
    {"movl $0x11223344, (%r8)", 0x11223344},
    {"addb $1, (%r8)", 0x45},
    {"mov $0x11223345, %eax", 0x11223345},
    {"mov $99, %ebx", 99},
    {"lock cmpxchg %ebx, (%r8)", 99},
    {"lock cmpxchg %esi, (%r8)", 99},        /* fails: the memory keeps 99 */
    {"mov $1, %eax", 1},
    {"cmpxchg %eax, (%r8)", 99},
    {"lock xadd %esi, (%r8)", 99},           /* the register gets the old memory */
    {"lock incl (%r8)", 107},
    {"xchg %esi, (%r8)", 99},                /* the memory gets rsi */
    {"mov $0x600000, %esi", 0x600000},
    {"mov $0x600010, %edi", 0x600010},
    {"movsb", 99},
    {"mov $0x41, %al", 0x41},
    {"stosb", 0x41},
    {"mov $0x600010, %esi", 0x600010},
    {"lodsw", 0x4163},
    {"mov $2, %ecx", 2},
    {"shl %cl, %eax", 0x1058c},
    {"push %rcx", 2},
    {"pop %rdx", 2},
    {"movq %rax, %xmm1", 0x1058c},
    {"paddq %xmm1, %xmm1", 0x20b18},
    {"movaps %xmm1, 16(%r8)", 0x20b18},
    {"cvtsi2sd %ecx, %xmm2", 0x4000000000000000},
    {"fld1", 0x3ff0000000000000},
    {"fadd %st, %st", 0x4000000000000000},
    {"fstpl (%r8)", 0x4000000000000000},
    {"fninit", NO_VALUE},
    {"mov $5, %ebx", 5},
    {"mov $6, %ecx", 6},
    {"movdqa %xmm1, (%r8)", 0x20b18},
    {"mov $0x20b18, %eax", 0x20b18},
    {"mov $0x20b18, %edx", 0x20b18},
    {"lock cmpxchg16b (%r8)", 0x20b18},      /* fails: the upper half is 0 */
    {"mov $0x20b18, %eax", 0x20b18},
    {"xor %edx, %edx", 0},
    {"lock cmpxchg16b (%r8)", 5},
    {"bsf %ecx, %edx", 1},
    {"movabs $0x8000000000000001, %rdi", (long)0x8000000000000001}, /* a request to Valgrind, without effect on the processor */
    {"rol $3, %rdi", 0xc},
    {"rol $13, %rdi", 0x18000},
    {"rol $61, %rdi", 0x3000},
    {"rol $51, %rdi", (long)0x8000000000000001},
    {"xchg %rbx, %rbx", 5},
    {"setc %dl", 1},                 /* as the last rotation left it */
    {"rol $3, %rdi", 0xc},           /* and one to call the function in rax */
    {"rol $13, %rdi", 0x18000},
    {"rol $61, %rdi", 0x3000},
    {"rol $51, %rdi", (long)0x8000000000000001},
    {"xchg %rdx, %rdx", 1},
    {"stc", NO_VALUE},
    {"nop", NO_VALUE},
};

static void values_program(char *source, size_t room)
{
    size_t size = 0, count = sizeof VALUES / sizeof *VALUES;
    size += (size_t)snprintf(source, room, "__asm__(\".globl _start\\n.data\\n.balign 4096\\nwords: .zero 64\\n.text\\n_start:\\n\"\n");
    for (size_t i = 0; i < count; i++)
        size += (size_t)snprintf(source + size, room - size, "\"%s\\n\"\n", VALUES[i].instruction);
    size += (size_t)snprintf(source + size, room - size, "\"mov $60, %%eax\\nxor %%edi, %%edi\\nsyscall\\n\");\n");
    assert_true(size < room);
}

static void values_are_what_instructions_define(void **state)
{
    (void)state;
    char source[8192];
    values_program(source, sizeof source);
    compile(source, "-static -nostdlib -Wl,-Tdata=0x600000");
    static const char *const modes[] = {"--one-instruction=no", "--one-instruction=yes"};
    for (size_t mode = 0; mode < 2; mode++) {
        struct run run;
        run_recorded(&run, modes[mode]);
        size_t count = sizeof VALUES / sizeof *VALUES;
        assert_int_equal(run.log.executed_count, count + 3);
        for (size_t i = 0; i < count; i++) {
            const struct executed *e = &run.log.executed[i];
            if (e->has_value != (VALUES[i].value != NO_VALUE) || (e->has_value && e->value != (uint64_t)VALUES[i].value))
                fail_msg("%s: value %d 0x%llx, not 0x%lx", VALUES[i].instruction, e->has_value, (unsigned long long)e->value,
                         VALUES[i].value);
        }
        assert_int_equal(run.log.executed[count].value, 60);
        assert_false(run.log.executed[count + 2].has_value); /* the system call: its value is in LOG_SYSCALL_DONE */
        assert_int_equal(run.log.shift_counts, 1);
        log_free(&run.log);
    }
}

/* ---- system calls ---- */

static const struct event *find_syscall(const struct log *log, unsigned kind, uint64_t number)
{
    for (size_t i = 0; i < log->event_count; i++)
        if (log->events[i].kind == kind && log->events[i].numbers[1] == number)
            return &log->events[i];
    fail_msg("no system call %llu", (unsigned long long)number);
    return NULL;
}

static const char CALLS[] =
    "#include <fcntl.h>\n#include <stdio.h>\n#include <string.h>\n#include <sys/mman.h>\n#include <unistd.h>\n"
    "static char text[16] = \"some bytes\\n\", buffer[64]; extern long syscall(long, ...);\n"
    "int main(void) { int first = open(\"/dev/zero\", O_RDONLY); int copy = dup(first); char line[40];\n"
    "    syscall(1, 1, text, 11); syscall(0, first, buffer, 48);\n"
    "    char *page = mmap((void *)0x30000000, 8192, 3, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0); page[5] = 1;\n"
    "    munmap(page, 8192); syscall(1, 1, (void *)8, 5); syscall(2, (void *)8, 0);\n"
    "    sprintf(line, \"%d %d %p %p\\n\", first, copy, (void *)text, (void *)buffer); write(1, line, strlen(line)); return 7; }\n";

static void system_calls_tell_what_the_kernel_read_and_wrote(void **state)
{
    (void)state;
    compile(CALLS, "-O1 -no-pie");
    struct run run;
    run_recorded(&run, "--one-instruction=no");
    assert_behaves_as_native(&run); /* including that the first descriptor is 3 */
    assert_true(run.log.ended);
    assert_int_equal(run.log.events[run.log.event_count - 1].numbers[0], 7);
    unsigned long text, buffer;
    assert_int_equal(sscanf(run.output, "some bytes\n3 4 %lx %lx", &text, &buffer), 2);
    const struct event *call = find_syscall(&run.log, LOG_SYSCALL, 1);
    const struct event *read = log_find(&run.log, (size_t)(call - run.log.events), LOG_KERNEL_READ);
    assert_non_null(read);
    assert_int_equal(read->numbers[0], text);
    assert_int_equal(read->numbers[1], 11);
    assert_true(read - call > 3); /* rdi, rsi and rdx are among the registers it read */
    for (const struct event *e = call + 1; e < read; e++)
        assert_int_equal(e->kind, LOG_KERNEL_REGISTER_READ);
    call = log_find(&run.log, (size_t)(call - run.log.events), LOG_SYSCALL_DONE);
    assert_non_null(call);
    assert_int_equal(call->numbers[1], 1);
    assert_int_equal(call->numbers[2], 11);
    for (call = run.log.events; call[1].kind != LOG_KERNEL_WROTE || call[1].numbers[0] != buffer; call++)
        assert_true(call < run.log.events + run.log.event_count - 2);
    assert_int_equal(call[1].numbers[1], 48);
    call = find_syscall(&run.log, LOG_SYSCALL, 11); /* munmap */
    while (call[1].kind != LOG_UNMAP || call[1].numbers[0] != 0x30000000) /* the dynamic loader unmaps something too */
        assert_true(++call < run.log.events + run.log.event_count - 2);
    assert_int_equal(call[1].numbers[1], 8192);
    log_free(&run.log);
}

static void code_is_announced_with_the_file_it_comes_from(void **state)
{
    (void)state;
    compile(CALLS, "-O1 -no-pie");
    struct run run;
    run_recorded(&run, "--one-instruction=no");
    int found = 0;
    for (size_t i = 0; i < run.log.event_count; i++) {
        const struct event *e = &run.log.events[i];
        if (e->kind != LOG_MAP)
            continue;
        assert_true(e->numbers[0] < e->numbers[1]);
        found |= e->text_size > 8 && memcmp(e->text + e->text_size - 8, "/program", 8) == 0 && e->numbers[0] == 0x401000 &&
                 e->numbers[2] == 0x1000;
    }
    assert_true(found);
    log_free(&run.log);
}

/* ---- signals ---- */

static const char FAULTS[] =
    "#include <setjmp.h>\n#include <signal.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include <sys/time.h>\n#include <unistd.h>\n"
    "static sigjmp_buf back; static volatile int ticks, *nowhere = (int *)16, after;\n"
    "static void jump(int number) { siglongjmp(back, number); }\nstatic void tick(int number) { ticks++; }\n"
    "extern char fault[], loop[];\n"
    "int main(int count, char **arguments) { signal(SIGSEGV, jump); signal(SIGFPE, jump); signal(SIGALRM, tick);\n"
    "    printf(\"%p %p\\n\", fault, loop); fflush(stdout);\n"
    "    if (sigsetjmp(back, 1) == 0) __asm__ volatile(\"mov $1, %%ecx; fault: mov (%0), %%edx; mov $2, %%ecx\" : : \"r\"(nowhere) : \"ecx\", \"edx\");\n"
    "    if (sigsetjmp(back, 1) == 0) __asm__ volatile(\"xor %%ecx, %%ecx; mov $1, %%eax; cltd; idiv %%ecx\" : : : \"eax\", \"ecx\", \"edx\");\n"
    "    if (sigsetjmp(back, 1) == 0) ((void (*)(void))8)();\n"
    "    if (sigsetjmp(back, 1) == 0) __asm__ volatile(\"mov %%rsp, %%rax; or $1, %%rax; movaps (%%rax), %%xmm0\" : : : \"rax\", \"xmm0\");\n"
    "    struct itimerval timer = {{0, 0}, {0, 20000}}; setitimer(ITIMER_REAL, &timer, 0);\n"
    "    __asm__ volatile(\"loop: cmpl $0, %0; je loop\" : : \"m\"(ticks));\n"
    "    raise(SIGALRM); printf(\"%d\\n\", ticks); fflush(stdout);\n"
    "    if (getenv(\"PATH\")) { signal(SIGSEGV, SIG_DFL); *nowhere = 5; } return 0; }\n";

static void a_fault_follows_the_segment_that_it_interrupts(void **state)
{
    (void)state;
    compile(FAULTS, "-O1 -no-pie");
    struct run run;
    run_recorded(&run, "--one-instruction=no");
    unsigned long fault, loop;
    assert_int_equal(sscanf(run.output, "%lx %lx", &fault, &loop), 2);
    assert_behaves_as_native(&run);
    assert_true(WIFSIGNALED(run.status));
    unsigned seen = 0, alarms = 0, deadly = 0;
    for (size_t i = 0; i < run.log.event_count; i++) {
        const struct event *e = &run.log.events[i];
        if (e->kind != LOG_SIGNAL)
            continue;
        const struct executed *last = &run.log.executed[e->executed - 1];
        if (e->numbers[1] == SIGSEGV && e->numbers[2] == fault) {
            seen++;
            assert_true(e->after_segment);
            assert_int_equal(last->address, fault - 5); /* mov $1, %ecx was the last to run */
            assert_int_equal(last->value, 1);
        }
        if (e->numbers[1] == SIGFPE) {
            seen++;
            assert_true(e->after_segment);
            assert_true(last->has_value && last->value == 0); /* cltd */
            assert_int_equal(last->address + 1, e->numbers[2]);
        }
        if (e->numbers[1] == SIGSEGV && e->numbers[2] == 8) /* nothing was interrupted */
            assert_false(e->after_segment);
        if (e->numbers[1] == SIGALRM) {
            alarms++;
            assert_false(e->after_segment); /* the loop's segment is whole, though the signal's address is in it */
        }
        deadly += e->numbers[1] == 0 && i + 2 == run.log.event_count;
    }
    assert_int_equal(seen, 2);
    assert_int_equal(alarms, 2);
    assert_int_equal(deadly, 1);
    assert_true(run.log.ended);
    assert_true(run.log.events[run.log.event_count - 1].numbers[0] == UINT64_MAX);
    log_free(&run.log);
}

static const char REPAIRS[] =
    "#include <signal.h>\n#include <stdio.h>\n#include <sys/mman.h>\n#include <unistd.h>\n"
    "static void repair(int number, siginfo_t *about, void *context) { mprotect((char *)((long)about->si_addr & ~4095), 4096, 3); }\n"
    "int main(void) { struct sigaction action = {0}; action.sa_sigaction = repair; action.sa_flags = SA_SIGINFO; alarm(20);\n"
    "    unsigned sum = 1, other = 7, *words = mmap(0, 8 * 4096, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);\n"
    "    for (int round = 0; round < 2; round++) { for (int i = 0; i < 8 * 1024; i++) { sum = sum * 31 + i; other = (other ^ sum >> 3) * 3;\n"
    "        if (round) { words[i] = sum; sum += words[i & ~7]; } } sigaction(SIGSEGV, &action, 0); }\n"
    "    printf(\"%x %x\\n\", sum, other); return 0; }\n";

/* After the handler, each faulting instruction repeats with all registers as before, also in code translated before the
 * handler was set. */
static void programs_that_repair_their_faults_go_on(void **state)
{
    (void)state;
    compile(REPAIRS, "-O2");
    struct run run;
    run_recorded(&run, "--one-instruction=no");
    assert_behaves_as_native(&run);
    assert_true(WIFEXITED(run.status));
    assert_int_equal(run.log.interrupted, 8);
    log_free(&run.log);
}

/* ---- threads, children, readers that go away ---- */

static const char CROWD[] =
    "#include <pthread.h>\n#include <signal.h>\n#include <stdio.h>\n#include <sys/wait.h>\n#include <unistd.h>\n"
    "static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; static pthread_barrier_t all; static long sum; static volatile int got;\n"
    "static void take(int number) { got = number; }\n"
    "static void *add(void *from) { pthread_barrier_wait(&all); for (long i = 0; i < 1000; i++) { pthread_mutex_lock(&lock); sum += (long)from + i;\n"
    "    pthread_mutex_unlock(&lock); } return 0; }\n"
    "int main(void) { pthread_t threads[4]; pthread_barrier_init(&all, 0, 4); signal(SIGUSR1, take); raise(SIGUSR1);\n"
    "    for (long i = 0; i < 4; i++) pthread_create(&threads[i], 0, add, (void *)i);\n"
    "    for (int i = 0; i < 4; i++) pthread_join(threads[i], 0);\n"
    "    pid_t child = fork(); if (child == 0) { for (volatile int i = 0; i < 200000; i++) ; _exit(3); }\n"
    "    int status; waitpid(child, &status, 0);\n"
    "    printf(\"%ld %d %d\\n\", sum, got, WEXITSTATUS(status)); fflush(stdout);\n"
    "    if (fork() == 0) execl(\"/bin/echo\", \"echo\", \"hello\", (char *)0); wait(0); return 5; }\n";

static void threads_children_and_handlers_behave_as_native(void **state)
{
    (void)state;
    compile(CROWD, "-O1 -pthread");
    struct run run;
    run_recorded(&run, "--one-instruction=no");
    assert_string_equal(run.output, "2004000 10 3\nhello\n"); /* 10: SIGUSR1 */
    assert_behaves_as_native(&run);
    uint64_t threads = 0;
    for (size_t i = 0; i < run.log.event_count; i++)
        if (run.log.events[i].kind == LOG_THREAD)
            threads |= 1ull << run.log.events[i].numbers[0];
    assert_int_equal(threads, 0x3e); /* 1 to 5 */
    assert_int_equal(run.log.events[0].kind, LOG_THREAD);
    const struct event *signal = log_find(&run.log, 0, LOG_SIGNAL);
    assert_non_null(signal);
    assert_int_equal(signal->numbers[1], SIGUSR1);
    assert_non_null(log_find(&run.log, (size_t)(signal - run.log.events), LOG_SIGNAL_RETURN));
    assert_true(run.log.ended); /* and the child wrote nothing: the checker accepts nothing after the end */
    assert_int_equal(run.log.events[run.log.event_count - 1].numbers[0], 5);
    log_free(&run.log);
}

static void a_reader_that_goes_away_does_no_harm(void **state)
{
    (void)state;
    compile(CROWD, "-O1 -pthread");
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    close(ends[0]);
    struct run run;
    run_recorded_into(&run, "--one-instruction=no", ends[1]);
    close(ends[1]);
    assert_behaves_as_native(&run);
}

static void without_a_descriptor_it_says_so(void **state)
{
    (void)state;
    compile(CROWD, "-O1 -pthread");
    struct run run;
    run_recorded_into(&run, "--stream=40", open("/dev/null", O_WRONLY));
    assert_true(WIFEXITED(run.status) && WEXITSTATUS(run.status) != 0);
    assert_string_equal(run.output, "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(segments_run_the_same_instructions_as_single_ones),
        cmocka_unit_test(values_are_what_instructions_define),
        cmocka_unit_test(system_calls_tell_what_the_kernel_read_and_wrote),
        cmocka_unit_test(code_is_announced_with_the_file_it_comes_from),
        cmocka_unit_test(a_fault_follows_the_segment_that_it_interrupts),
        cmocka_unit_test(programs_that_repair_their_faults_go_on),
        cmocka_unit_test(threads_children_and_handlers_behave_as_native),
        cmocka_unit_test(a_reader_that_goes_away_does_no_harm),
        cmocka_unit_test(without_a_descriptor_it_says_so),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
