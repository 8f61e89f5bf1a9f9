/* test_record_children.c - every process that a program starts has a trace of its own.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recorded.h"

#include "recording/log/front.h"
#include "recording/store/store.h"

#include <signal.h>
#include <sys/mman.h>

static const char source[] = "#include <stdlib.h>\n#include <sys/wait.h>\n#include <unistd.h>\n"
                             "int work(int n) { int s = 0; for (int i = 0; i < n; i++) s += i; return s; }\n"
                             "int main(int argc, char **argv) {\n"
                             "    int status;\n"
                             "    if (argc > 3) return work(3) + 1;\n"                                      /* 4: executed again */
                             "    if (fork() == 0) {\n"
                             "        work(5);\n"
                             "        execl(argv[0], argv[0], \"a\", \"b\", \"c\", (char *)0); }\n"
                             "    wait(&status);\n"
                             "    return 3 + WEXITSTATUS(status); }\n";

struct told {
    uint64_t process, parent;
    char began[8], output[200];
    bool lost;
};
struct all_told {
    struct told items[8];
    size_t count;
};

static void tell(void *context, const struct record_trace *trace)
{
    struct all_told *all = context;
    struct told *told = &all->items[all->count++];
    assert_true(all->count <= 8);
    *told = (struct told){.process = trace->process, .parent = trace->parent, .lost = trace->lost};
    snprintf(told->began, sizeof told->began, "%s", trace->began);
    snprintf(told->output, sizeof told->output, "%s", trace->output);
}

static void expect_trace(const struct told *told, const char *began, const char *status, const char *ended)
{
    struct store *store;
    struct error error;
    assert_false(told->lost);
    assert_string_equal(told->began, began);
    if (!store_open(told->output, NULL, &store, &error))
        fail_msg("%s: %s", told->output, error.message);
    assert_true(str_is(store_note(store, "began"), began));
    assert_true(str_is(store_note(store, "status"), status));
    assert_true(str_starts(store_note(store, "ended"), ended));
    assert_int_equal(store_summary(store).problems, 0);
    store_close(store);
}

static void forked_and_executed_programs_have_traces(void **state)
{
    (void)state;
    struct recorded run;
    struct all_told all = {0};
    struct record_result result;
    struct error error;
    recorded_start(&run, "t.c", source, "-O0");
    char pattern[160], expected[200];
    snprintf(pattern, sizeof pattern, "%s/%%n-%%p.clew", run.folder);
    const char *arguments[] = {run.program, NULL};
    struct record_options options = {.arguments = (char *const *)(uintptr_t)arguments, .output = pattern, .children = true};
    options.watch = (struct record_watch){.trace = tell, .context = &all};
    if (!record_run(&options, &result, &error))
        fail_msg("%s", error.message);
    assert_int_equal(WEXITSTATUS(result.status), 7);
    assert_int_equal(all.count, 3);
    const struct told *first = &all.items[0], *forked = &all.items[1], *executed = &all.items[2];
    assert_int_equal(forked->parent, first->process);
    assert_int_equal(executed->process, forked->process);
    snprintf(expected, sizeof expected, "%s/program-%llu.clew", run.folder, (unsigned long long)forked->process);
    assert_string_equal(forked->output, expected);
    snprintf(expected, sizeof expected, "%s/program-%llu.2.clew", run.folder, (unsigned long long)forked->process);
    assert_string_equal(executed->output, expected);
    expect_trace(first, "start", "exit 7", "");
    expect_trace(forked, "fork", "", "the program became another one");
    expect_trace(executed, "exec", "exit 4", "");
    recorded_end(&run);
}

/* clew waits for a process that outlives the program. */
static void a_process_that_outlives_the_program_is_whole(void **state)
{
    (void)state;
    struct recorded run;
    struct all_told all = {0};
    struct record_result result;
    struct error error;
    recorded_start(&run, "t.c",
                   "#include <unistd.h>\nint main(void) {\n    int self = getpid();\n    if (fork()) return 0;\n    while (getppid() == self) usleep(1000);\n"
                   "    usleep(1000);\n    return 9; }\n", "-O0");
    char pattern[160];
    snprintf(pattern, sizeof pattern, "%s/%%p.clew", run.folder);
    const char *arguments[] = {run.program, NULL};
    struct record_options options = {.arguments = (char *const *)(uintptr_t)arguments, .output = pattern, .children = true};
    options.watch = (struct record_watch){.trace = tell, .context = &all};
    if (!record_run(&options, &result, &error))
        fail_msg("%s", error.message);
    assert_int_equal(WEXITSTATUS(result.status), 0);
    assert_int_equal(all.count, 2);
    expect_trace(&all.items[1], "fork", "exit 9", "");
    recorded_end(&run);
}

/* Rounds of the outliving process, so far and at the interruption. */
struct rounds {
    volatile unsigned *so_far;
    unsigned interrupted;
};

static struct rounds rounds;

static void interrupt_outlived(void *context, const struct record_state *state)
{
    enum { MANY = 2000 };
    (void)context;
    if (state->phase != RECORD_OUTLIVED || rounds.interrupted || *rounds.so_far < MANY)
        return;
    rounds.interrupted = *rounds.so_far;
    kill(getpid(), SIGINT);             /* which is a descriptor's here */
}

static uint64_t most_executions(const char *trace, uint64_t line)
{
    struct store *store;
    struct error error;
    uint64_t most = 0;
    assert_true(store_open(trace, NULL, &store, &error));
    for (uint64_t i = 0; i < store_count(store); i++) {
        struct instruction instruction = store_instruction(store, i);
        if (instruction.line == line && instruction.executions > most)
            most = instruction.executions;
    }
    assert_true(str_is(store_note(store, "ended"), "interrupted"));
    store_close(store);
    return most;
}

/* At the end of the trace, the recorder first writes its buffered records. The system calls do not wait, so it has no other reason to write. */
static void an_interrupt_loses_nothing_of_a_process_that_outlives(void **state)
{
    (void)state;
    struct recorded run;
    struct all_told all = {0};
    struct record_result result;
    struct error error;
    recorded_start(&run, "t.c",
                   "#include <fcntl.h>\n#include <sys/mman.h>\n#include <unistd.h>\n"
                   "int main(int argc, char **argv) {\n"
                   "    unsigned *rounds = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, open(argv[1], O_RDWR), 0);\n"
                   "    if (fork()) return 0;\n"
                   "    alarm(60);\n"
                   "    for (;;) {\n"
                   "        getpgrp();\n"
                   "        ++*(volatile unsigned *)rounds; } }\n",                               /* 10 */
                   "-O0");
    char pattern[160], shared[160];
    snprintf(pattern, sizeof pattern, "%s/%%p.clew", run.folder);
    snprintf(shared, sizeof shared, "%s/rounds", run.folder);
    int file = open(shared, O_CREAT | O_RDWR | O_CLOEXEC, 0600);
    assert_int_equal(ftruncate(file, 4096), 0);
    rounds = (struct rounds){mmap(NULL, 4096, PROT_READ, MAP_SHARED, file, 0), 0};
    close(file);
    const char *arguments[] = {run.program, shared, NULL};
    struct record_options options = {.arguments = (char *const *)(uintptr_t)arguments, .output = pattern, .children = true};
    options.watch = (struct record_watch){.trace = tell, .context = &all, .runs = interrupt_outlived};
    if (!record_run(&options, &result, &error))
        fail_msg("%s", error.message);
    assert_int_equal(all.count, 2);
    kill((pid_t)all.items[1].process, SIGKILL);
    assert_true(rounds.interrupted > 0);
    assert_true(most_executions(all.items[1].output, 10) >= rounds.interrupted);
    recorded_end(&run);
}

static void patterns_name_processes(void **state)
{
    (void)state;
    static const struct { const char *pattern, *name; } cases[] = {
        {"%p", "12.2"}, {"a%%%p%n", "a%12.2ls"}, {"%x%", "%x%"}, {"%n", "ls"}, {"%%p", "%p"},
    };
    struct child child = {12, 2};
    struct error error;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct text name = {0};
        children_name(&name, cases[i].pattern, &child, str_of("/bin/ls"));
        assert_string_equal(text_string(&name), cases[i].name);
        text_free(&name);
    }
    assert_true(children_check_pattern("/tmp/%n.%p", &error));
    assert_false(children_check_pattern("/tmp/%n.%%p", &error));
    assert_false(children_check_pattern("/no/such/folder/%p", &error));
    assert_string_equal(error.message, "cannot be written: No such file or directory");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(forked_and_executed_programs_have_traces),
        cmocka_unit_test(a_process_that_outlives_the_program_is_whole),
        cmocka_unit_test(an_interrupt_loses_nothing_of_a_process_that_outlives),
        cmocka_unit_test(patterns_name_processes),
    };
    (void)recorded_run;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
