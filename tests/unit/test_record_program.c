/* test_record_program.c - the recorded program notices nothing, and every refusal says why.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recorded.h"

#include <signal.h>

static void status_input_and_descriptors_are_the_programs_own(void **state)
{
    (void)state;
    struct recorded run;
    recorded_start(&run, "t.c",
                   "#include <stdio.h>\n#include <fcntl.h>\n#include <unistd.h>\n#include <stdlib.h>\n"
                   "int main(int argc, char **argv) {\n"
                   "    char word[32] = \"\"; int lowest = open(\"/dev/null\", O_RDONLY), open_count = 0;\n"
                   "    for (int i = 0; i < 1024; i++) open_count += fcntl(i, F_GETFD) != -1;\n"
                   "    if (scanf(\"%31s\", word) != 1) return 9;\n"
                   "    printf(\"%d %d %d %s %s %d\\n\", argc, lowest, open_count, argv[1], word, getenv(\"VALGRIND_LAUNCHER\") != NULL);\n"
                   "    return 7; }\n",
                   "-O1");
    char input[160];
    snprintf(input, sizeof input, "%s/input", run.folder);
    shell("echo thread >%s", input);
    int file = open(input, O_RDONLY), old = dup(STDIN_FILENO);
    assert_true(fcntl(file, F_GETFD) >= 0);
    dup2(file, STDIN_FILENO);
    close(file);
    for (int i = 3; i < 1024; i++)  /* as from a shell: only 0, 1 and 2 */
        if (i != old)
            fcntl(i, F_SETFD, FD_CLOEXEC);
    fcntl(old, F_SETFD, FD_CLOEXEC);
    recorded_run(&run, "ariadne", (struct record_options){0});
    dup2(old, STDIN_FILENO);
    close(old);
    assert_true(WIFEXITED(run.result.status));
    assert_int_equal(WEXITSTATUS(run.result.status), 7);
    assert_true(output_is(&run, "3 3 4 ariadne thread 0\n"));
    recorded_end(&run);
}

static void a_program_that_asks_for_valgrind_is_answered_as_by_the_processor(void **state)
{
    (void)state;
    struct recorded run;
    recorded_start(&run, "t.c",
                   "#include <stdio.h>\nint main(void) {\n"
                   "    unsigned long request[6] = {0x1001}, answer = 5;\n"             /* RUNNING_ON_VALGRIND, and the default */
                   "    __asm__ volatile(\"rol $3, %%rdi; rol $13, %%rdi; rol $61, %%rdi; rol $51, %%rdi; xchg %%rbx, %%rbx\"\n"
                   "                     : \"+d\"(answer) : \"a\"(request) : \"cc\", \"memory\");\n"
                   "    printf(\"%lu\\n\", answer);\n"                                   /* 6 */
                   "    return 0; }\n",
                   "-O1");
    recorded_run(&run, NULL, (struct record_options){0});
    assert_true(run.result.whole);
    assert_true(output_is(&run, "5\n"));
    expect_executions(&run, "t.c", 4, 1);
    expect_executions(&run, "t.c", 7, 1);
    assert_int_equal(store_summary(run.store).problems, 0);
    recorded_end(&run);
}

static void a_program_killed_by_a_signal_leaves_its_trace(void **state)
{
    (void)state;
    struct recorded run;
    recorded_start(&run, "t.c",
                   "int x; int *p;\n"
                   "int main(void) {\n"
                   "    x = 1;\n"           /* 3 */
                   "    p = 0;\n"           /* 4 */
                   "    *p = 2;\n"          /* 5: the store does not happen */
                   "    x = 3;\n"           /* 6: never reached */
                   "    return 0; }\n",
                   "-O0");
    recorded_run(&run, NULL, (struct record_options){0});
    assert_true(WIFSIGNALED(run.result.status));
    assert_int_equal(WTERMSIG(run.result.status), SIGSEGV);
    expect_executions(&run, "t.c", 4, 1);
    expect_executions(&run, "t.c", 5, 1);
    assert_int_equal(line_instruction(&run, "t.c", 6, 0), UINT64_MAX);
    assert_int_equal(store_summary(run.store).problems, 0);
    recorded_end(&run);
}

static void a_history_is_the_end_of_the_whole(void **state)
{
    (void)state;
    struct recorded run;
    recorded_start(&run, "t.c", "int x;\nint main(void) {\n    for (int i = 0; i < 300; i++)\n        x += i;\n    return 0; }\n", "-O0");
    recorded_run(&run, NULL, (struct record_options){.history = 1000000});
    uint64_t whole = store_summary(run.store).dependences;
    shell("cp %s %s.whole", run.trace, run.trace);
    recorded_run(&run, NULL, (struct record_options){.history = 50});
    assert_int_equal(store_summary(run.store).dependences, 50);
    assert_true(whole > 3000);
    shell("tail -n 50 %s.whole | cmp - %s", run.trace, run.trace);
    recorded_end(&run);
}

static void dense_numbering_is_what_the_document_shows(void **state)
{
    (void)state;
    struct recorded run;
    recorded_start(&run, "t.c",
                   "int x, y;\nint main(void) {\n    for (int i = 0; i < 5; i++) {\n        if (i == 2) x = i;\n"
                   "        y += x;\n    }\n    return 0; }\n",
                   "-O0");
    recorded_run(&run, NULL, (struct record_options){.dense = true});
    assert_true(store_summary(run.store).dense);
    assert_int_equal(store_summary(run.store).problems, 0);
    recorded_end(&run);
}

static void refused(const char *program, const char *words)
{
    const char *arguments[] = {program, NULL};
    struct record_options options = {.arguments = (char *const *)(uintptr_t)arguments, .output = "/tmp/clew-test-refused.wet"};
    struct record_result result;
    struct error error;
    if (record_run(&options, &result, &error))
        fail_msg("%s was recorded", program);
    if (!strstr(error.message, words))
        fail_msg("%s: the message is '%s', expected '%s' in it", program, error.message, words);
    assert_int_not_equal(access(options.output, F_OK), 0);
}

static void programs_that_cannot_be_recorded_are_refused_in_words(void **state)
{
    (void)state;
    char *tool = record_tool();
    if (!tool)
        skip();
    free(tool);
    struct recorded run;
    recorded_start(&run, "t.c", "int main(void) { return 0; }\n", "-O0");
    char path[200];
    refused("no-such-program-anywhere", "no such program in $PATH");
    refused("/no/such/program", "cannot be run: No such file");
    refused(run.folder, "is a folder");
    snprintf(path, sizeof path, "%s/t.c", run.folder);
    refused(path, "cannot be run: Permission denied");
    shell("chmod +x %s", path);
    refused(path, "is not a program");
    snprintf(path, sizeof path, "%s/small", run.folder);
    shell("head -c 64 %s >%s; chmod +x %s; printf '\\001' | dd of=%s bs=1 seek=4 conv=notrunc status=none", run.program, path, path, path);
    refused(path, "32-bit");
    shell("head -c 64 %s >%s; printf '\\010' | dd of=%s bs=1 seek=18 conv=notrunc status=none", run.program, path, path);
    refused(path, "another machine");
    shell("printf '#!\\n' >%s", path);
    refused(path, "names no interpreter");
    shell("cp %s %s; chmod u+s %s", run.program, path, path);
    refused(path, "set-user-id");
    shell("cd %s && gcc -w -Wl,--dynamic-linker=/no/such/linker -o small t.c", run.folder);
    refused(path, "needs the dynamic linker /no/such/linker, which clew cannot find");
    recorded_end(&run);
}

static void expect_unsupported(struct recorded *run, const char *words)
{
    if (!strstr(run->result.unsupported, words))
        fail_msg("said '%s', expected '%s' in it", run->result.unsupported, words);
}

static void instructions_that_valgrind_does_not_know_are_named(void **state)
{
    (void)state;
    struct recorded run;
    recorded_start(&run, "t.c",
                   "int main(void) {\n"
                   "    __asm__ volatile(\"vaddps %%zmm2, %%zmm1, %%zmm0\" : : : \"xmm0\");\n"
                   "    return 0; }\n",
                   "-O0 -no-pie");
    recorded_run(&run, NULL, (struct record_options){0});
    assert_true(WIFSIGNALED(run.result.status) && WTERMSIG(run.result.status) == SIGILL);
    expect_unsupported(&run, " main t.c:2: vaddps %zmm2,%zmm1,%zmm0 (62 f1 74 48 58 c2): Valgrind does not support AVX-512");
    recorded_end(&run);
    recorded_start(&run, "t.c", "int main(void) { __builtin_trap(); }\n", "-O0");
    recorded_run(&run, NULL, (struct record_options){0});
    assert_true(WIFSIGNALED(run.result.status) && WTERMSIG(run.result.status) == SIGILL);
    assert_string_equal(run.result.unsupported, "");   /* the program does it on purpose */
    recorded_end(&run);
}

/* The same bytes at the same address, in six mappings. */
static void code_that_is_mapped_anew_is_other_code(void **state)
{
    (void)state;
    struct recorded run;
    recorded_start(&run, "t.c",
                   "#include <string.h>\n#include <sys/mman.h>\n"
                   "int main(void) { int sum = 0; for (int i = 0; i < 6; i++) {\n"
                   "    char *code = mmap((void *)0x30000000, 4096, 7, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);\n"
                   "    memcpy(code, \"\\x31\\xc0\\xc3\", 3); for (int k = 0; k < 3; k++) sum += ((int (*)(void))code)();\n"
                   "    if (i & 1) munmap(code, 4096); } return sum; }\n",
                   "-O0");
    recorded_run(&run, NULL, (struct record_options){.only = ONLY_ALL});
    unsigned sites = 0;
    for (uint64_t i = 0; i < store_count(run.store); i++) {
        struct instruction instruction = store_instruction(run.store, i);
        if (instruction.address == 0x30000000) {
            sites++;
            assert_int_equal(instruction.executions, 3);
        }
    }
    assert_int_equal(sites, 6);
    recorded_end(&run);
}

static void a_trace_that_cannot_be_written_is_said_before_the_program_runs(void **state)
{
    (void)state;
    struct recorded run;
    recorded_start(&run, "t.c", "#include <stdio.h>\nint main(void) { puts(\"ran\"); return 0; }\n", "-O0");
    const char *arguments[] = {run.program, NULL};
    struct record_options options = {.arguments = (char *const *)(uintptr_t)arguments, .output = "/no/such/folder/trace.wet"};
    struct record_result result;
    struct error error;
    assert_false(record_run(&options, &result, &error));
    assert_string_equal(error.message, "cannot be written: No such file or directory");
    recorded_end(&run);
}

static bool stop(void *context, uint64_t done, uint64_t total)
{
    (void)context, (void)done, (void)total;
    return false;
}

static void text_that_is_stopped_leaves_the_recording(void **state)
{
    (void)state;
    struct recorded run;
    recorded_start(&run, "t.c", "int main(void) { return 0; }\n", "-O0");
    char output[200], kept[200];
    snprintf(output, sizeof output, "%s/trace.wet", run.folder);
    snprintf(kept, sizeof kept, "%s/trace.clew", run.folder);
    const char *arguments[] = {run.program, NULL};
    struct record_options options = {.arguments = (char *const *)(uintptr_t)arguments, .output = output, .format = RECORD_WET, .progress = {.report = stop, .context = NULL}};
    struct record_result result;
    struct store *store;
    struct error error;
    assert_false(record_run(&options, &result, &error));
    assert_string_equal(error.message, "interrupted");
    assert_string_equal(result.kept, kept);
    assert_int_not_equal(access(output, F_OK), 0);
    assert_true(store_open(kept, NULL, &store, &error));
    assert_true(store_summary(store).has_clock);
    store_close(store);
    recorded_end(&run);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(status_input_and_descriptors_are_the_programs_own),
        cmocka_unit_test(a_program_that_asks_for_valgrind_is_answered_as_by_the_processor),
        cmocka_unit_test(a_program_killed_by_a_signal_leaves_its_trace),
        cmocka_unit_test(a_history_is_the_end_of_the_whole),
        cmocka_unit_test(dense_numbering_is_what_the_document_shows),
        cmocka_unit_test(programs_that_cannot_be_recorded_are_refused_in_words),
        cmocka_unit_test(instructions_that_valgrind_does_not_know_are_named),
        cmocka_unit_test(code_that_is_mapped_anew_is_other_code),
        cmocka_unit_test(a_trace_that_cannot_be_written_is_said_before_the_program_runs),
        cmocka_unit_test(text_that_is_stopped_leaves_the_recording),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
