/* test_record_fault.c - programs that die: the faulting instruction is the last, with its uses.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recorded.h"

#include <inttypes.h>

/* ---- The note ---- */

static void expect_round_trip(const char *note)
{
    struct fault fault;
    struct text again = {0};
    assert_true(fault_parse(str_of(note), &fault));
    fault_text(&fault, &again);
    assert_string_equal(text_string(&again), note);
    text_free(&again);
}

static void notes_are_read_as_they_were_written(void **state)
{
    (void)state;
    expect_round_trip("SIGSEGV instruction 34 0x109135 0x0 12#0 -");
    expect_round_trip("SIGSEGV jump 57 0x109182 0xffffffffffffffff 21#0,18446744073709551615#3 -");
    expect_round_trip("SIGBUS skipped-instruction 0 0x16e53a - - strlen in libc.so.6");
    expect_round_trip("SIGILL instruction 7 0x1 - ? -");
    expect_round_trip("SIGFPE skipped-jump 1 0x0 0x1 1#0,2#0,3#0,4#0,5#0,6#0,7#0,8#0 in a file");
}

static void notes_that_make_no_sense_are_none(void **state)
{
    (void)state;
    static const char *const notes[] = {
        "", "SIGSEGV", "segv instruction 1 0x1 - - -", "SIGSEGV fault 1 0x1 - - -", "SIGSEGV instruction x 0x1 - - -", "SIGSEGV instruction 1 1 - - -",
        "SIGSEGV instruction 1 0x1 1 - -", "SIGSEGV instruction 1 0x1 - 1 -", "SIGSEGV instruction 1 0x1 - 1#x -", "SIGSEGV instruction 1 0x1 -",
        "SIGSEGV instruction 99999999999999999999 0x1 - - -", "SIGSEGV jump 1 0x1 0x0 1#1,1#1,1#1,1#1,1#1,1#1,1#1,1#1,1#1 -", "SIGSEGV skipped- 1 0x1 - - -",
    };
    struct fault fault;
    for (size_t i = 0; i < sizeof notes / sizeof *notes; i++)
        if (fault_parse(str_of(notes[i]), &fault))
            fail_msg("was read: %s", notes[i]);
}

/* ---- Programs ---- */

/* Runs the program, which must die, and finds the fault in its trace. */
static void die(struct recorded *run, enum record_only only, int signal, struct fault *fault, struct node *node)
{
    recorded_run(run, NULL, (struct record_options){.only = only});
    assert_true(WIFSIGNALED(run->result.status) && WTERMSIG(run->result.status) == signal && run->result.whole);
    assert_true(fault_parse(store_note(run->store, "fault"), fault));
    assert_true(store_at(run->store, fault->time, node));
}

static void expect_line(const struct recorded *run, struct node node, uint64_t line)
{
    assert_int_equal(store_instruction(run->store, node.index).line, line);
}

/* The fault is the last execution, and has neither a value nor a user. */
static void expect_last(const struct recorded *run, const struct fault *fault, struct node node)
{
    uint64_t first;
    struct links users = {0};
    struct instruction instruction = store_instruction(run->store, node.index);
    assert_int_equal(fault->time, store_summary(run->store).times);
    assert_int_equal(fault->address, instruction.address);
    assert_int_equal(node.instance + 1, instruction.executions);
    assert_int_equal(store_values_of(run->store, node, &first), 0);
    assert_true(store_users(run->store, node, NULL, &users));
    assert_int_equal(users.count, 0);
    links_free(&users);
}

/* The definers of the bad address as lines: "6 9". */
static void expect_cause(const struct recorded *run, const struct fault *fault, const char *expected)
{
    struct text lines = {0};
    for (size_t i = 0; i < fault->definer_count; i++) {
        uint64_t index;
        assert_true(store_find_id(run->store, fault->definers[i].id, &index));
        text_printf(&lines, "%s%" PRIu64, i ? " " : "", store_instruction(run->store, index).line);
    }
    assert_string_equal(text_string(&lines), expected);
    text_free(&lines);
}

static void start(struct recorded *run, const char *body)
{
    struct text source = {0};
    text_add(&source, "    .globl main\n    .data\ncell: .fill 64, 1, 1\n    .text\n    .type main, @function\nmain:\n");     /* the body begins at line 7 */
    text_add(&source, body);
    text_add(&source, "    .size main, . - main\n    .section .note.GNU-stack,\"\",@progbits\n");
    recorded_start(run, "t.s", text_string(&source), "-no-pie");
    text_free(&source);
}

struct death {
    const char *body;
    int signal;
    uint64_t line;
    const char *definers, *cause;   /* data definers of the fault, after its control parent; definers of the bad address */
    enum fault_kind kind;
};

static const struct death deaths[] = {
    {"    mov $8, %ecx\n    xor %eax, %eax\n    mov (%rax,%rcx), %edx\n    nop\n", SIGSEGV, 9, "d7#0 d8#0", "8 7", FAULT_INSTRUCTION},
    {"    mov $8, %ecx\n    mov $5, %eax\n    mov %eax, (%rcx)\n    nop\n", SIGSEGV, 9, "d7#0 d8#0", "7", FAULT_INSTRUCTION},
    {"    mov $8, %ecx\n    mov $5, %eax\n    add %eax, (%rcx)\n    nop\n", SIGSEGV, 9, "d7#0 d8#0", "7", FAULT_INSTRUCTION},
    {"    movl $3, cell\n    mov $0, %edi\n    mov $cell, %esi\n    cld\n    movsb\n    nop\n", SIGSEGV, 11, "d7#0 d8#0 d9#0 d10#0", "8 9", FAULT_INSTRUCTION},
    {"    mov $0, %edx\n    mov $7, %eax\n    movl $0, cell\n    divl cell\n", SIGFPE, 10, "d7#0 d8#0 d9#0", "9", FAULT_INSTRUCTION},
    {"    mov $0, %edx\n    mov $7, %eax\n    mov $0, %ecx\n    idiv %ecx\n", SIGFPE, 10, "d7#0 d8#0 d9#0", "9", FAULT_INSTRUCTION},
    {"    mov $1, %ecx\n    cmp $1, %ecx\n    jne 1f\n    ud2\n1:  ret\n", SIGILL, 10, "", "", FAULT_INSTRUCTION},
    {"    mov $16, %ecx\n    nop\n    jmp *%rcx\n", SIGSEGV, 9, "d7#0", "7", FAULT_JUMP},
    {"    mov $16, %ecx\n    mov %rcx, cell\n    call *cell\n", SIGSEGV, 9, "d0#0 d8#0", "8", FAULT_JUMP},
    {"    mov $cell, %ecx\n    nop\n    jmp *%rcx\n", SIGSEGV, 9, "d7#0", "7", FAULT_JUMP},      /* memory that exists but is not executable */
    {"    mov $16, %ecx\n    push %rcx\n    ret\n", SIGSEGV, 9, "d8#0 d8#0", "8", FAULT_JUMP},
    {"    mov $16, %esp\n    mov $1, %eax\n    push %rax\n", SIGSEGV, 9, "d7#0 d8#0", "7", FAULT_INSTRUCTION},
    {"    mov $16, %ecx\n    mov $cell, %esi\n    cld\n    xor %edi, %edi\n    rep movsb\n", SIGSEGV, 11, "d7#0 d8#0 d9#0 d10#0", "10 8", FAULT_INSTRUCTION},
};

static void the_instruction_that_faults_is_the_last_one(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof deaths / sizeof *deaths; i++) {
        const struct death *death = &deaths[i];
        struct recorded run;
        struct fault fault;
        struct node node;
        struct text with = {0};
        start(&run, death->body);
        die(&run, ONLY_EXECUTABLE, death->signal, &fault, &node);
        expect_line(&run, node, death->line);
        assert_int_equal(fault.kind, death->kind);
        if (fault.kind == FAULT_INSTRUCTION)
            expect_last(&run, &fault, node);
        else
            assert_true(fault.has_accessed && (fault.accessed == 16 || fault.accessed >> 20));
        text_printf(&with, "%s%s%s", death->signal == SIGILL ? "c9#0" : "c0#0", *death->definers ? " " : "", death->definers);
        expect_definers(&run, "t.s", death->line, 0, text_string(&with));
        expect_cause(&run, &fault, death->cause);
        text_free(&with);
        recorded_end(&run);
    }
}

static void a_call_acts_for_code_that_is_not_shown(void **state)
{
    (void)state;
    struct recorded run;
    struct fault fault;
    struct node node;
    recorded_start(&run, "t.c",
                   "#include <string.h>\n"
                   "int main(int argc, char **argv)\n"
                   "{\n"
                   "    char *text = (char *)(long)(16 * argc);\n"
                   "    return (int)strlen(text);\n"
                   "}\n",
                   "-O0 -fno-builtin");
    die(&run, ONLY_EXECUTABLE, SIGSEGV, &fault, &node);
    expect_line(&run, node, 5);
    assert_true(fault.skipped && fault.has_accessed && fault.accessed == 16 && str_find(fault.where, str_of("libc")) != SIZE_MAX);
    expect_cause(&run, &fault, "5");
    die(&run, ONLY_ALL, SIGSEGV, &fault, &node);        /* if shown, it is an ordinary instruction */
    assert_true(!fault.skipped);
    expect_last(&run, &fault, node);
    recorded_end(&run);
}

static void a_stack_that_is_full_is_a_fault(void **state)
{
    (void)state;
    struct recorded run;
    struct fault fault;
    struct node node;
    start(&run, "    mov $cell, %eax\n1:  push %rax\n    jmp 1b\n");
    die(&run, ONLY_EXECUTABLE, SIGSEGV, &fault, &node);
    expect_line(&run, node, 8);
    expect_last(&run, &fault, node);
    assert_true(node.instance > 100000);
    expect_cause(&run, &fault, "8");
    recorded_end(&run);
}

/* A page of a file that has become shorter. */
static void what_a_file_has_no_more_is_a_fault(void **state)
{
    (void)state;
    struct recorded run;
    struct fault fault;
    struct node node;
    recorded_start(&run, "t.c",
                   "#include <stdlib.h>\n#include <sys/mman.h>\n#include <unistd.h>\n"
                   "int main(void) {\n"
                   "    char name[] = \"/tmp/clew-test-XXXXXX\"; int file = mkstemp(name); unlink(name); ftruncate(file, 4096);\n"
                   "    volatile char *bytes = mmap(0, 4096, PROT_READ, MAP_SHARED, file, 0);\n"
                   "    ftruncate(file, 0);\n"
                   "    return bytes[16]; }\n",
                   "-O0");
    die(&run, ONLY_EXECUTABLE, SIGBUS, &fault, &node);
    expect_line(&run, node, 8);
    expect_last(&run, &fault, node);
    assert_true(fault.has_accessed && fault.accessed % 4096 == 16);
    recorded_end(&run);
}

/* The program does not die of a fault if the signal came from elsewhere, or if a handler took the fault. */
static void other_deaths_have_no_fault(void **state)
{
    (void)state;
    static const char *const bodies[] = {
        "abort(); ", "kill(getpid(), SIGSEGV); ", "raise(SIGKILL); ", "__asm__ volatile(\"int3\"); ", "return 0; ",
        "signal(SIGSEGV, leave); *(volatile int *)0 = 1; ",
    };
    for (size_t i = 0; i < sizeof bodies / sizeof *bodies; i++) {
        struct recorded run;
        struct text source = {0};
        text_printf(&source, "#include <signal.h>\n#include <stdlib.h>\n#include <unistd.h>\nvoid leave(int n) { _exit(n); }\nint main(void) { %s}\n", bodies[i]);
        recorded_start(&run, "t.c", text_string(&source), "-O0");
        recorded_run(&run, NULL, (struct record_options){0});
        assert_null(store_note(run.store, "fault").data);
        recorded_end(&run);
        text_free(&source);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(notes_are_read_as_they_were_written),
        cmocka_unit_test(notes_that_make_no_sense_are_none),
        cmocka_unit_test(the_instruction_that_faults_is_the_last_one),
        cmocka_unit_test(a_call_acts_for_code_that_is_not_shown),
        cmocka_unit_test(a_stack_that_is_full_is_a_fault),
        cmocka_unit_test(what_a_file_has_no_more_is_a_fault),
        cmocka_unit_test(other_deaths_have_no_fault),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
