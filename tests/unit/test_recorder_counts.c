/* test_recorder_counts.c - the recorder neither adds nor loses instructions.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Records deterministic programs without a C library twice: in superblocks, and one instruction at a time, so that a fault interrupts
 * nothing. Both must have executed the same instructions with the same values and addresses. The reconstruction must count as many,
 * and so must Valgrind's own tool lackey, if it is installed. lackey counts an instruction when it begins, including those that
 * fault. */
#include "recorded_run.h"

#include "recording/log/log.h"

static const char PRELUDE[] =
    "static long call(long number, long a, long b, long c, long d, long e, long f) { register long r10 __asm__(\"r10\") = d, r8 __asm__(\"r8\") = e,\n"
    "    r9 __asm__(\"r9\") = f; long result; __asm__ volatile(\"syscall\" : \"=a\"(result) : \"a\"(number), \"D\"(a), \"S\"(b), \"d\"(c), \"r\"(r10), \"r\"(r8),\n"
    "    \"r\"(r9) : \"rcx\", \"r11\", \"memory\"); return result; }\n"
    "struct action { void *handler; unsigned long flags; void *restorer; unsigned long mask; }; extern char restore[];\n"
    "__asm__(\"restore: mov $15, %eax; syscall\");\n"
    "static void handle(int number, void *handler) { struct action action = {handler, 0x44000004, restore, 0}; call(13, number, (long)&action, 0, 8, 0, 0); }\n"
    "static void send(int number) { call(62, call(39, 0, 0, 0, 0, 0, 0), number, 0, 0, 0, 0); }\n"
    "static char *pages(long address, long count, long rights) {\n"
    "    return (char *)call(9, address, count * 4096, rights, 0x32, -1, 0); }\n"
    "static int run(void);\n"
    "__attribute__((force_align_arg_pointer)) void _start(void) { call(231, run() & 127, 0, 0, 0, 0, 0); }\n"
    "static long jump[5]; static volatile long total;\n";

/* The first relevant register of the frame is gregs[RIP] of the handler's third argument. */
#define RIP "((long *)context)[21]"

static const char FAULTS[] =
    "static void away(int number, void *about, void *context) { total += number; __builtin_longjmp(jump, 1); }\n"
    "static volatile int *volatile nowhere = (int *)16, zero;\n"
    "__attribute__((noinline)) static void fault(int way) { if (__builtin_setjmp(jump) != 0) return; total++;\n"
    "    if (way == 0) total += *nowhere; else if (way == 1) total /= zero; else if (way == 2) *nowhere = 3; else ((void (*)(void))8)();\n"
    "    total = 0; }\n"
    "static int run(void) { handle(11, away); handle(8, away); for (int i = 0; i < 40; i++) fault(i & 3); return total; }\n";

static const char REPAIRS[] =
    "static void repair(int number, void *about, void *context) { call(10, ((long *)about)[2] & ~4095l, 4096, 3, 0, 0, 0); total++; }\n"
    "static int run(void) { char *memory = pages(0x30000000, 16, 0); unsigned sum = 1; handle(11, repair);\n"
    "    for (int i = 0; i < 16 * 1024; i++) { sum = sum * 31 + i; ((unsigned *)memory)[i] = sum; sum += ((unsigned *)memory)[i & ~7]; }\n"
    "    return total + sum; }\n";

static const char SIGNALS[] =
    "static void count(int number, void *about, void *context) { total += number; if (number == 10) send(12); }\n"
    "static void leave(int number, void *about, void *context) { total += 3; __builtin_longjmp(jump, 1); }\n"
    "static int run(void) { handle(10, count); handle(12, count); handle(1, leave);\n"
    "    for (int i = 0; i < 200; i++) { send(i & 1 ? 10 : 12); if (__builtin_setjmp(jump) == 0) send(1); } return total; }\n";

static const char STRINGS[] =
    "static char from[4096], to[4096];\n"
    "static void copy(long n) { void *a = from, *b = to; __asm__ volatile(\"rep movsb\" : \"+S\"(a), \"+D\"(b), \"+c\"(n) : : \"memory\"); total += n; }\n"
    "static void fill(long n) { void *b = to; __asm__ volatile(\"rep stosq\" : \"+D\"(b), \"+c\"(n) : \"a\"(7l) : \"memory\"); total += n; }\n"
    "static void find(long n) { void *b = to; __asm__ volatile(\"repne scasb\" : \"+D\"(b), \"+c\"(n) : \"a\"(9l) : \"memory\", \"cc\"); total += n; }\n"
    "static void compare(long n) { void *a = from, *b = to; __asm__ volatile(\"repe cmpsb\" : \"+S\"(a), \"+D\"(b), \"+c\"(n) : : \"memory\", \"cc\"); total += n; }\n"
    "static void repair(int number, void *about, void *context) { call(10, ((long *)about)[2] & ~4095l, 4096, 3, 0, 0, 0); }\n"
    "static int run(void) { handle(11, repair);\n"
    "    for (int i = 0; i < 4; i++) { copy(i); fill(i); find(i); compare(i); } copy(1000); fill(100); to[500] = 9; find(1000); compare(1000);\n"
    "    char *end = pages(0x30000000, 3, 0); void *a = from, *b = end + 4096 - 100; long n = 300; call(10, (long)end, 4096, 3, 0, 0, 0);\n"
    "    __asm__ volatile(\"rep movsb\" : \"+S\"(a), \"+D\"(b), \"+c\"(n) : : \"memory\"); return total + ((char *)b - end); }\n";

/* Code that is written, run, changed and run again; unmapped and mapped again with the same and with other bytes. */
static const char CHANGES[] =
    "static void write(char *code, int number) { code[0] = 0xb8; *(int *)(code + 1) = number; code[5] = 0xc3; }\n"
    "static int run(void) { char *code = pages(0x30000000, 1, 7);\n"
    "    for (int i = 0; i < 20; i++) { write(code, i / 2); total += ((int (*)(void))code)(); }\n"
    "    for (int i = 0; i < 6; i++) { call(11, (long)code, 4096, 0, 0, 0, 0); code = pages(0x30000000, 1, 7); write(code + 64, i / 2);\n"
    "        total += ((int (*)(void))(code + 64))(); }\n"
    "    return total; }\n";

static const char JUMPS[] =
    "typedef int operation(int); static int twice(int n) { return 2 * n; } static int less(int n) { return n - 1; }\n"
    "static operation *volatile table[2] = {twice, less}; static int deep(int n) { return n < 2 ? n : deep(n - 1) + deep(n - 2); }\n"
    "static void out(int n) { if (n == 0) __builtin_longjmp(jump, 1); out(n - 1); total++; }\n"
    "static int run(void) { for (volatile int i = 0; i < 30; i++) { total = table[i & 1](total + 1); if (__builtin_setjmp(jump) == 0) out(i); switch (i % 5) {\n"
    "    case 0: total += 3; break; case 1: total ^= 5; case 2: total -= 2; break; case 4: total *= 3; } } return total + deep(12); }\n";

/* ---- three counts ---- */

static const char options[] = "-O1 -static -nostdlib -fno-stack-protector -fcf-protection=none -fno-pie -no-pie -z execstack";

static void compile_program(const char *body)
{
    char source[16384];
    assert_true((size_t)snprintf(source, sizeof source, "%s%s", PRELUDE, body) < sizeof source);
    compile(source, options);
}

/* The reconstruction's count, shown or not. */
static uint64_t reconstructed(void)
{
    char program[PATH_MAX], trace[PATH_MAX];
    snprintf(program, sizeof program, "%s/program", folder);
    snprintf(trace, sizeof trace, "%s/trace.clew", folder);
    const char *arguments[] = {program, NULL};
    struct record_options record = {.arguments = (char *const *)(uintptr_t)arguments, .output = trace, .only = ONLY_ALL};
    struct record_result result;
    struct error error;
    if (!record_run(&record, &result, &error))
        fail_msg("%s", error.message);
    return result.executed;
}

/* UINT64_MAX: lackey is missing. */
static uint64_t counted_by_valgrind(void)
{
    char command[4 * PATH_MAX], digits[64] = "", *end = digits;
    snprintf(command, sizeof command,
             "valgrind --tool=lackey --basic-counts=yes --vex-guest-chase=no --vex-guest-max-insns=1 --log-file=%s/lackey %s/program; "
             "sed -n 's/.*guest instrs: *//p' %s/lackey 2>/dev/null | tr -d ,", folder, folder, folder);
    FILE *pipe = popen(command, "r");
    assert_non_null(pipe);
    assert_true(fgets(digits, sizeof digits, pipe) || digits[0] == 0);
    pclose(pipe);
    uint64_t number = strtoull(digits, &end, 10);
    return end == digits ? UINT64_MAX : number;
}

/* Here the program gets its process id, which differs. */
static void forget_values(struct log *log)
{
    for (size_t i = 0; i < log->executed_count; i++)
        log->executed[i].value = 0;
}

static void counts_agree(const char *body, unsigned faults)
{
    compile_program(body);
    struct run whole, single;
    run_recorded(&whole, "--one-instruction=no");
    run_recorded(&single, "--one-instruction=yes");
    if (strstr(body, "send"))
        forget_values(&whole.log), forget_values(&single.log);
    assert_behaves_as_native(&whole);
    assert_true(WIFEXITED(whole.status));
    assert_same_execution(&whole.log, &single.log);
    assert_int_equal(whole.log.interrupted, single.log.interrupted);
    assert_int_equal(reconstructed(), whole.log.executed_count);
    uint64_t valgrind = counted_by_valgrind();
    if (valgrind == UINT64_MAX)
        print_message("not compared with lackey, which is not installed\n");
    else
        assert_int_equal(valgrind, whole.log.executed_count + faults);
    log_free(&whole.log);
    log_free(&single.log);
}

static void faults_that_handlers_leave(void **state)
{
    (void)state;
    counts_agree(FAULTS, 30);   /* the jump to nowhere did happen */
}

static void faults_that_handlers_repair(void **state)
{
    (void)state;
    counts_agree(REPAIRS, 16);
}

static void signals_between_blocks(void **state)
{
    (void)state;
    counts_agree(SIGNALS, 0);
}

static void string_instructions(void **state)
{
    (void)state;
    counts_agree(STRINGS, 0);   /* one faults; after the fault, lackey loses a repetition */
}

static void code_that_changes(void **state)
{
    (void)state;
    counts_agree(CHANGES, 0);
}

static void jumps(void **state)
{
    (void)state;
    counts_agree(JUMPS, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(faults_that_handlers_leave),
        cmocka_unit_test(faults_that_handlers_repair),
        cmocka_unit_test(signals_between_blocks),
        cmocka_unit_test(string_instructions),
        cmocka_unit_test(code_that_changes),
        cmocka_unit_test(jumps),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
