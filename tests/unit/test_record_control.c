/* test_record_control.c - dynamic control dependences and frames, recorded.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recorded.h"
#include "recording/log/log.h"
#include "recording/state/log_reader.h"
#include "recording/log/reconstruct.h"
#include "recording/log/sites.h"

#include <sys/mman.h>

/* The control parent of an execution of a line's first instruction, as "line#execution"; line 0: the parent's line is unknown. */
static void parent(const struct recorded *run, uint64_t line, uint64_t instance, const char *expected)
{
    struct links links = {0};
    struct text text = {0};
    uint64_t index = line_instruction(run, "t.c", line, 0);
    if (index == UINT64_MAX)
        fail_msg("line %lu is not in the trace", (unsigned long)line);
    assert_true(store_definers(run->store, (struct node){index, instance}, NULL, &links));
    if (links.count && links.items[0].kind == LINK_CONTROL)
        text_printf(&text, "%lu#%lu", (unsigned long)store_instruction(run->store, links.items[0].node.index).line,
                    (unsigned long)links.items[0].node.instance);
    if (strcmp(text_string(&text), expected) != 0)
        fail_msg("control parent of line %lu #%lu is '%s', expected '%s'", (unsigned long)line, (unsigned long)instance, text_string(&text), expected);
    text_free(&text);
    links_free(&links);
}

static void record(struct recorded *run, const char *source, const char *flags)
{
    recorded_start(run, "t.c", source, flags);
    recorded_run(run, NULL, (struct record_options){0});
    assert_int_equal(store_summary(run->store).problems, 0);
}

static void a_branch_taken_one_way_has_dependents(void **state)
{
    (void)state;
    struct recorded run;
    record(&run, "int x;\n"
                 "int main(int argc, char **argv) {\n"
                 "    x = 1;\n"             /* 3 */
                 "    if (argc < 9)\n"      /* 4 */
                 "        x = 2;\n"         /* 5 */
                 "    x = 3;\n"             /* 6 */
                 "    return 0; }\n",
           "-O0");
    parent(&run, 3, 0, "0#0");
    parent(&run, 5, 0, "4#0");
    parent(&run, 6, 0, "0#0");
    recorded_end(&run);
}

/* 2,000 handlers left by setcontext do not matter: code after them depends on the same as without handlers. */
static void handlers_may_be_left_by_setcontext(void **state)
{
    (void)state;
    struct recorded run;
    record(&run, "#include <signal.h>\n"
                 "#include <ucontext.h>\n"
                 "static ucontext_t back; static volatile int n; int x;\n"
                 "static void leave(int s) { (void)s; setcontext(&back); }\n"
                 "static void work(void) {\n"
                 "    x = 2; }\n"                                                         /* 6 */
                 "int main(void) {\n"
                 "    struct sigaction a = {.sa_handler = leave, .sa_flags = SA_NODEFER};\n"
                 "    sigaction(SIGUSR1, &a, 0);\n"
                 "    getcontext(&back);\n"
                 "    if (n++ < 2000)\n"                                                  /* 11 */
                 "        raise(SIGUSR1);\n"
                 "    x = 3;\n"                                                           /* 13 */
                 "    work();\n"                                                          /* 14 */
                 "    return x; }\n",
           "-O0");
    parent(&run, 6, 0, "14#0");
    parent(&run, 11, 2000, "0#0");
    parent(&run, 13, 0, "0#0");
    struct store_frame frame;
    uint64_t time, index = line_instruction(&run, "t.c", 13, 0);
    assert_true(store_time(run.store, (struct node){index, 0}, &time));
    assert_true(store_depth(run.store, time) <= 3);
    assert_true(store_frame(run.store, time, 0, &frame));
    recorded_end(&run);
}

static void coroutines_have_frames_of_their_own(void **state)
{
    (void)state;
    struct recorded run;
    record(&run, "#include <ucontext.h>\n"
                 "static ucontext_t one, other; static char room[65536]; volatile int x;\n"
                 "static void give(void) {\n"
                 "    for (int i = 0; i < 3; i++) {\n"                                    /* 4 */
                 "        x = i;\n"                                                       /* 5 */
                 "        swapcontext(&other, &one); } }\n"
                 "int main(void) {\n"
                 "    getcontext(&other);\n"
                 "    other.uc_stack.ss_sp = room; other.uc_stack.ss_size = sizeof room; other.uc_link = &one;\n"
                 "    makecontext(&other, give, 0);\n"
                 "    for (int k = 0; k < 3; k++) {\n"                                    /* 11 */
                 "        swapcontext(&one, &other);\n"
                 "        x = x + 1; }\n"                                                 /* 13 */
                 "    return 0; }\n",
           "-O0");
    parent(&run, 5, 0, "4#0");
    parent(&run, 5, 2, "4#2");
    parent(&run, 13, 0, "11#0");
    parent(&run, 13, 2, "11#2");
    recorded_end(&run);
}

static void loops_with_break_and_continue(void **state)
{
    (void)state;
    struct recorded run;
    record(&run, "int x, y;\n"
                 "int main(void) {\n"
                 "    for (int i = 0; i < 9; i++) {\n"  /* 3 */
                 "        if (i == 1)\n"                 /* 4 */
                 "            continue;\n"               /* 5 */
                 "        if (i == 3)\n"                 /* 6 */
                 "            break;\n"                  /* 7 */
                 "        x = x + i;\n"                  /* 8 */
                 "    }\n"
                 "    y = x;\n"                          /* 10 */
                 "    return 0; }\n",
           "-O0");
    parent(&run, 4, 0, "3#0");
    parent(&run, 4, 2, "3#2");
    parent(&run, 5, 0, "4#1");
    parent(&run, 6, 0, "4#0");
    parent(&run, 6, 1, "4#2");
    parent(&run, 7, 0, "6#2");
    parent(&run, 8, 1, "6#1");
    parent(&run, 10, 0, "0#0");
    recorded_end(&run);
}

static void recursion_keeps_frames_apart(void **state)
{
    (void)state;
    struct recorded run;
    record(&run, "int depth;\n"
                 "static int f(int n) {\n"
                 "    if (n > 0)\n"              /* 3 */
                 "        depth = f(n - 1);\n"   /* 4 */
                 "    depth++;\n"                /* 5 */
                 "    return depth; }\n"
                 "int main(void) {\n"
                 "    f(3);\n"                   /* 8 */
                 "    return 0; }\n",
           "-O0");
    parent(&run, 3, 0, "8#0");
    parent(&run, 3, 1, "4#0");
    parent(&run, 3, 3, "4#2");
    parent(&run, 4, 1, "3#1");
    parent(&run, 5, 0, "4#2");  /* the innermost f gets there first */
    parent(&run, 5, 3, "8#0");
    recorded_end(&run);
}

static void switch_tables(void **state)
{
    (void)state;
    static const char source[] = "int x;\n"
                                 "static __attribute__((noinline)) void f(int n) {\n"
                                 "    switch (n) {\n"             /* 3 */
                                 "    case 0: x += 3; break;\n"   /* 4 */
                                 "    case 1: x *= 5; break;\n"   /* 5 */
                                 "    case 2: x -= 7; break;\n"   /* 6 */
                                 "    case 3: x ^= 9; break;\n"   /* 7 */
                                 "    case 4: x |= 16; break;\n"  /* 8 */
                                 "    case 5: x &= 99; break;\n"  /* 9 */
                                 "    }\n"
                                 "    x++; }\n"                   /* 11 */
                                 "int main(void) {\n"
                                 "    f(4);\n"                    /* 13 */
                                 "    f(0);\n"                    /* 14 */
                                 "    f(9);\n"                    /* 15 */
                                 "    return 0; }\n";
    static const char *const flags[] = {"-O0 -no-pie", "-O0 -pie -fPIE"};
    for (size_t i = 0; i < 2; i++) {
        struct recorded run;
        record(&run, source, flags[i]);
        parent(&run, 8, 0, "3#0");
        parent(&run, 4, 0, "3#1");
        parent(&run, 11, 0, "13#0");
        parent(&run, 11, 1, "14#0");
        parent(&run, 11, 2, "15#0");
        recorded_end(&run);
    }
}

static void tail_calls_are_parents(void **state)
{
    (void)state;
    struct recorded run;
    record(&run, "int x;\n"
                 "static __attribute__((noinline)) int last(int n) {\n"
                 "    asm volatile (\"nop\");\n"                             /* 3 */
                 "    return n + x; }\n"                                     /* 4 */
                 "static __attribute__((noinline)) int first(int n) {\n"
                 "    x = n;\n"                                              /* 6 */
                 "    return last(n + 1); }\n"                               /* 7 */
                 "int main(int argc, char **argv) {\n"
                 "    int r = first(argc);\n"                                /* 9 */
                 "    asm volatile (\"nop\");\n"                             /* 10 */
                 "    return r - 3; }\n",
           "-O2 -fno-ipa-icf -fno-inline");
    parent(&run, 6, 0, "9#0");
    parent(&run, 3, 0, "7#0");
    parent(&run, 10, 0, "0#0");
    recorded_end(&run);
}

static void no_edge_behind_a_call_that_does_not_return(void **state)
{
    (void)state;
    struct recorded run;
    record(&run, "#include <stdlib.h>\n"
                 "int x;\n"
                 "static __attribute__((noinline)) void die(int n) { x = n; exit(0); }\n"  /* 3 */
                 "int main(int argc, char **argv) {\n"
                 "    if (argc > 5)\n"          /* 5 */
                 "        die(1);\n"            /* 6 */
                 "    x = 4;\n"                 /* 7: depends on 5, whose other side never gets here */
                 "    die(0);\n"                /* 8 */
                 "    return 0; }\n",
           "-O0");
    parent(&run, 7, 0, "5#0");
    parent(&run, 3, 0, "8#0");
    recorded_end(&run);
}

static void frames_end_without_a_matching_return(void **state)
{
    (void)state;
    struct recorded run;
    record(&run, "int x;\n"
                 "int main(int argc, char **argv) {\n"
                 "    x = 1;\n"                                                              /* 3 */
                 "    asm volatile (\"call 1f\\n1: pop %%rax\" ::: \"rax\", \"memory\");\n"  /* 4 */
                 "    x = 2;\n"                                                              /* 5 */
                 "    if (argc)\n"                                                           /* 6 */
                 "        x = 3;\n"                                                          /* 7 */
                 "    return 0; }\n",
           "-O0 -mno-red-zone");
    parent(&run, 5, 0, "0#0");
    parent(&run, 7, 0, "6#0");
    recorded_end(&run);
}

static void longjmp_ends_the_frames_it_leaves_and_finds_its_context(void **state)
{
    (void)state;
    static const char *const flags[] = {"-O0", "-O0 -static", "-O1 -no-pie"};
    for (size_t i = 0; i < 3; i++) {
        struct recorded run;
        record(&run, "#include <setjmp.h>\n"
                 "jmp_buf place; volatile int x;\n"
                 "static void deep(int n) {\n"
                 "    if (n == 99) return; if (n) deep(n - 1);\n"   /* 4 */
                 "    longjmp(place, 1); }\n"                /* 5 */
                 "int main(int argc, char **argv) {\n"
                 "    if (argc < 9) {\n"                     /* 7 */
                 "        if (!setjmp(place))\n"             /* 8 */
                 "            deep(3);\n"                    /* 9 */
                 "        x = 5; }\n"                        /* 10 */
                 "    x = 6;\n"                              /* 11 */
                 "    return 0; }\n",
           flags[i]);
        expect_executions(&run, "t.c", 10, 1);
        parent(&run, 4, 0, "9#0");
        parent(&run, 10, 0, "7#0");     /* neither the earlier branch of line 8 nor the frames of deep */
        if (i < 2)
            parent(&run, 11, 0, "0#0");     /* optimised, line 11 has code in two places, one of them inside the branch */
        recorded_end(&run);
    }
}

/* A fault right after a branch, repaired by a handler. Code that runs then depends on the branch; the handler depends on nothing shown. */
static void a_branch_in_front_of_a_signal_counts(void **state)
{
    (void)state;
    struct recorded run;
    record(&run, "#include <signal.h>\n#include <sys/mman.h>\n"
                 "static char *page; int x, y;\n"
                 "static void repair(int n) {\n"
                 "    y = n;\n"                                                                           /* 5 */
                 "    mprotect(page, 4096, PROT_READ | PROT_WRITE); }\n"
                 "int main(int argc, char **argv) {\n"
                 "    page = mmap(0, 4096, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);\n"
                 "    signal(SIGSEGV, repair);\n"
                 "    char *p = page;\n"
                 "    if (argc < 9)\n"                                                                    /* 11 */
                 "        *p = 1;\n"                                                                      /* 12 */
                 "    x = 2;\n"                                                                           /* 13 */
                 "    return page[0] - 1; }\n",
           "-O1 -fno-if-conversion");
    assert_int_equal(WEXITSTATUS(run.result.status), 0);
    parent(&run, 12, 0, "11#0");
    parent(&run, 13, 0, "0#0");
    parent(&run, 5, 0, "");
    recorded_end(&run);
}

/* The second round does not confuse a coroutine with others that wait at the same instruction. */
static void coroutines_beyond_those_that_are_kept_have_no_parent(void **state)
{
    (void)state;
    struct recorded run;
    record(&run, "#include <stdlib.h>\n#include <ucontext.h>\n"
                 "static ucontext_t c[1200], back; volatile int x;\n"
                 "static void give(int n) {\n"
                 "    if (n >= 0) {\n"                                                     /* 5 */
                 "        x = 1;\n"                                                        /* 6 */
                 "        swapcontext(&c[n], &back);\n"
                 "        x = 2; } }\n"                                                    /* 8 */
                 "int main(void) {\n"
                 "    for (int i = 0; i < 1200; i++) {\n"
                 "        getcontext(&c[i]);\n"
                 "        c[i].uc_stack.ss_sp = malloc(16384); c[i].uc_stack.ss_size = 16384; c[i].uc_link = &back;\n"
                 "        makecontext(&c[i], (void (*)(void))give, 1, i); }\n"
                 "    for (int i = 0; i < 1200; i++)\n"                                    /* 14 */
                 "        swapcontext(&back, &c[i]);\n"
                 "    swapcontext(&back, &c[1199]);\n"
                 "    swapcontext(&back, &c[0]);\n"
                 "    x = 3;\n"                                                            /* 18 */
                 "    return 0; }\n",
           "-O0");
    parent(&run, 6, 1199, "5#1199");
    parent(&run, 8, 0, "5#1199");
    parent(&run, 8, 1, "");
    parent(&run, 18, 0, "0#0");
    assert_int_equal(run.result.stacks_forgotten, 1200 - 1024 + 1);
    assert_int_equal(run.result.stacks_unknown, 1);
    struct str note = store_note(run.store, "lost stacks");
    assert_true(str_is(note, "177 forgotten, 1 unknown: what runs on them has no control parent"));
    recorded_end(&run);
}

static void what_a_coroutine_calls_first_defines_what_it_stores(void **state)
{
    (void)state;
    struct recorded run;
    record(&run, "#include <string.h>\n#include <ucontext.h>\n#include <unistd.h>\n#include <sys/wait.h>\n"
                 "static ucontext_t one, other; static char room[65536]; char from[64], to[64]; volatile int x;\n"
                 "static void give(void) {\n"
                 "    strcpy(to, from);\n"                                                 /* 7 */
                 "    x = to[0]; }\n"                                                      /* 8 */
                 "int main(void) {\n"
                 "    from[0] = 'a';\n"
                 "    getcontext(&other);\n"
                 "    other.uc_stack.ss_sp = room; other.uc_stack.ss_size = sizeof room; other.uc_link = &one;\n"
                 "    makecontext(&other, give, 0);\n"
                 "    swapcontext(&one, &other);\n"
                 "    return 0; }\n",
           "-O0 -fno-builtin");
    expect_definers(&run, "t.c", 8, 0, "c14#0 d7#0");
    recorded_end(&run);
}

/* ---- Logs made by hand ---- */

static void number(struct text *log, uint64_t value, unsigned size)
{
    for (; size; size--, value >>= 8)
        text_byte(log, (char)(value & 0xff));
}

static void instruction(struct text *log, uint64_t address, const char *bytes, unsigned size)
{
    text_byte(log, 'I');
    number(log, address, 8);
    number(log, size, 1);
    text_append(log, (struct str){bytes, size});
}

static void operation(struct text *log, char letter, uint64_t first, uint64_t second)
{
    text_byte(log, letter);
    number(log, first, 2);
    number(log, second, 2);
}

enum { STACK = 48, ARGUMENT = 72 /* rsp and rdi in VexGuestAMD64State */ };

static void define(struct text *log, struct text *segment, unsigned jump, uint64_t target)
{
    text_byte(segment, 'n');
    number(segment, jump, 1);
    number(segment, target, 8);
    number(log, LOG_SPECIAL + LOG_SEGMENT, 4);
    number(log, segment->size, 4);
    text_append(log, text_str(segment));
    text_free(segment);
}

/* 1: a call of 2; 2: mov %rdi,%rsp and ret, to the next code that runs. */
static void begin(struct text *log)
{
    struct log_header header = {.magic = LOG_MAGIC, .version = LOG_VERSION, .header_size = sizeof header, .process = 1};
    struct text segment = {0};
    text_append(log, (struct str){(const char *)&header, sizeof header});
    number(&segment, 1, 4);
    instruction(&segment, 0x1000, "\xe8\xfb\x0f\0\0", 5);
    operation(&segment, 'w', STACK, 8);
    operation(&segment, 's', 8, 0);
    define(log, &segment, LOG_JUMP_CALL, 0x2000);
    number(&segment, 2, 4);
    instruction(&segment, 0x2000, "\x48\x89\xfc", 3);
    operation(&segment, 'r', ARGUMENT, 8);
    operation(&segment, 'w', STACK, 8);
    instruction(&segment, 0x2003, "\xc3", 1);
    operation(&segment, 'l', 8, 0);
    operation(&segment, 'w', STACK, 8);
    define(log, &segment, LOG_JUMP_RETURN, 0);
}

/* The call is on one stack, and switches to another. */
static void leave(struct text *log, uint64_t slot, uint64_t other)
{
    number(log, 1, 4);
    number(log, slot, 6);
    number(log, 2, 4);
    number(log, other, 6);
}

static struct reconstruct_totals replay(struct text *log)
{
    int descriptor = memfd_create("log", 0);
    struct log_reader *reader;
    struct log_record record;
    struct error error;
    assert_int_equal(write(descriptor, log->data, log->size), (long)log->size);
    lseek(descriptor, 0, SEEK_SET);
    struct sites *sites = sites_open(&(struct record_options){.only = ONLY_ALL}, "none");
    struct collection *collection = collection_open(1000, NULL);
    struct reconstruction *reconstruction = reconstruct_open(sites, collection);
    assert_true(log_open(descriptor, &reader, &error));
    while (log_next(reader, &record, &error))
        assert_true(reconstruct_record(reconstruction, &record, &error));
    assert_false(log_failed(reader));
    log_close(reader);
    close(descriptor);
    reconstruct_finish(reconstruction);
    struct reconstruct_totals totals = reconstruct_totals(reconstruction);
    reconstruct_close(reconstruction);
    collection_close(collection);
    sites_close(sites);
    text_free(log);
    return totals;
}

/* Stacks that the reconstruction knows nothing about when control arrives. It always keeps the thread's own stack, where the thread goes on. */
static void stacks_beyond_those_that_are_kept_are_counted(void **state)
{
    (void)state;
    enum { STACKS = 1100, KEPT = 1024, OWN = 0x7ff0, APART = 0x10000 };
    struct text log = {0};
    begin(&log);
    leave(&log, OWN, APART);
    for (uint64_t i = 1; i < STACKS; i++)
        leave(&log, i * APART, (i + 1) * APART);
    leave(&log, (uint64_t)STACKS * APART, OWN);
    leave(&log, OWN, (uint64_t)STACKS * APART);       /* the youngest is known */
    leave(&log, (uint64_t)STACKS * APART, OWN);
    leave(&log, OWN, APART);                          /* the oldest is not */
    leave(&log, APART, OWN);
    struct reconstruct_totals totals = replay(&log);
    assert_int_equal(totals.stacks_unknown, STACKS + 1);
    assert_int_equal(totals.stacks_forgotten, STACKS - KEPT + 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(handlers_may_be_left_by_setcontext), cmocka_unit_test(coroutines_have_frames_of_their_own),
        cmocka_unit_test(a_branch_taken_one_way_has_dependents), cmocka_unit_test(loops_with_break_and_continue),
        cmocka_unit_test(recursion_keeps_frames_apart),          cmocka_unit_test(switch_tables),
        cmocka_unit_test(tail_calls_are_parents),                cmocka_unit_test(no_edge_behind_a_call_that_does_not_return),
        cmocka_unit_test(frames_end_without_a_matching_return),  cmocka_unit_test(longjmp_ends_the_frames_it_leaves_and_finds_its_context),
        cmocka_unit_test(a_branch_in_front_of_a_signal_counts),  cmocka_unit_test(coroutines_beyond_those_that_are_kept_have_no_parent),
        cmocka_unit_test(what_a_coroutine_calls_first_defines_what_it_stores), cmocka_unit_test(stacks_beyond_those_that_are_kept_are_counted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
