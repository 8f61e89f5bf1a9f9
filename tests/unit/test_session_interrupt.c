/* test_session_interrupt.c - every command of the table stops soon when interrupted.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Runs each on a recording and on an address stream of millions, and interrupts it at its first progress report. It must end, without reporting again and
 * again. Long commands (marked !) must report at least once, so that they can be interrupted at all. Measures no time. */
#include "shell.h"
#include "recorded.h"
#include "session_fixture.h"
#include "test_ae.h"

enum { AFTER = 8 /* reports after the refused one: each part of an answer reports by itself */ };

struct watch {
    bool stops;
    unsigned long reports;
};

static bool report(void *context, uint64_t done, uint64_t total)
{
    (void)done, (void)total;
    struct watch *watch = context;
    watch->reports += watch->stops;
    return !watch->stops;
}

/* Runs each line in the middle of the trace. A line that begins with ! must report. */
static void run_all(struct session *session, struct watch *watch, const char *const *lines)
{
    struct error error;
    struct answer answer = {0};
    for (size_t i = 0; lines[i]; i++) {
        bool reports = lines[i][0] == '!';
        const char *line = lines[i] + reports;
        assert_true(session_run(session, "goto 50%", &answer, &error));
        answer_free(&answer);
        *watch = (struct watch){.stops = true};
        bool done = session_run(session, line, &answer, &error);
        answer_free(&answer);
        watch->stops = false;
        if (watch->reports > AFTER)
            fail_msg("%s: %lu reports behind a refusal", line, watch->reports);
        if (reports && !watch->reports)
            fail_msg("%s: no report%s%s", line, done ? "" : ": ", done ? "" : error.message);
    }
}

/* `diff` with a copy of the open trace, as if it were another run. */
static void run_diff(struct session *session, struct watch *watch, const char *path, const char *copy)
{
    char line[512];
    const char *const lines[] = {line, NULL};
    shell("cp %s %s", path, copy);
    snprintf(line, sizeof line, "!diff %s", copy);
    run_all(session, watch, lines);
    unlink(copy);
}

static bool is_said(const struct command *command, const char *const *lines)
{
    struct error error;
    struct str arguments;
    for (size_t i = 0; lines[i]; i++)
        if (command_find(command_word(str_of(lines[i] + (lines[i][0] == '!')), &arguments), &error) == command)
            return true;
    return false;
}

/* Catches forgotten new commands: each must have a line in the list, or be one that reads nothing of the trace. */
static void assert_all_said(const char *const *lines, unsigned kinds)
{
    static const char *const elsewhere[] = {"open", "drop", "trace", "source", "mark", "set", "quit", "follow", "diff" /* run_diff */};
    size_t count;
    const struct command *table = command_table(&count);
    for (size_t i = 0; i < count; i++) {
        bool other = table[i].screen_only || (table[i].kinds && !(table[i].kinds & kinds)) || !strstr("Move Walk Stops Streams Dependences Look Find", table[i].group);
        for (size_t k = 0; k < sizeof elsewhere / sizeof *elsewhere; k++)
            other = other || !strcmp(table[i].name, elsewhere[k]);
        if (!other && !is_said(&table[i], lines))
            fail_msg("%s is in no list: add a line with arguments that make it look at much", table[i].name);
    }
}

/* An interrupted answer looks different from an unknown one. Asked again, it is known. */
static void assert_interrupted(struct session *session, struct watch *watch, const char *line, const char *interrupted, const char *unknown)
{
    struct answer answer = {0};
    struct error error;
    watch->stops = true;
    assert_true(session_run(session, line, &answer, &error));
    watch->stops = false;
    assert_true(says(&answer.rows, interrupted));
    assert_false(says(&answer.rows, unknown));
    answer_free(&answer);
    assert_true(session_run(session, line, &answer, &error));
    assert_false(says(&answer.rows, "interrupted"));
    answer_free(&answer);
}

/* ---- A recording ---- */

static const char program[] = "#include <stdio.h>\n"                                                /* 1 */
                              "unsigned table[4096];\n"                                             /* 2 */
                              "unsigned step(unsigned x, int i) {\n"                                /* 3 */
                              "    table[i & 4095] += x;\n"                                         /* 4 */
                              "    return x * 1664525u + table[(x >> 7) & 4095] + 1013904223u;\n"   /* 5 */
                              "}\n"                                                                 /* 6 */
                              "int main(void) {\n"                                                  /* 7 */
                              "    unsigned x = 1;\n"                                               /* 8 */
                              "    for (int i = 0; i < 40000; i++)\n"                               /* 9 */
                              "        x = step(x, i);\n"                                           /* 10 */
                              "    printf(\"%u\\n\", x);\n"                                         /* 11 */
                              "    return 0;\n"                                                     /* 12 */
                              "}\n";                                                                /* 13 */

static const char *const recording_lines[] = {
    "goto t.c:5", "back", "forward", "next-execution 10000", "previous-execution 10000", "where",
    "!step 100000", "!next 100000", "!stepi 100000", "!nexti 100000", "!reverse-step 100000", "!reverse-next 100000", "!reverse-stepi 100000", "!reverse-nexti 100000",
    "break t.c:4", "condition 1 x == 1 && i == 1", "!continue", "!reverse-continue", "condition 1 $execution == 123456789", "!continue", "condition 1", "!continue 15000", "!reverse-continue 15000", "disable", "enable", "ignore 1 15000", "!continue", "breakpoints", "delete", "tbreak t.c:12", "continue",
    "delete", "finish", "reverse-finish", "until 12", "until", "backtrace", "!calls", "calls step", "frame", "up", "down", "thread",
    "deps", "uses", "control", "links", "why", "why all 1000", "why unfold", "why not t.c:3", "!slice back", "!slice fwd", "!slice back lines", "!slice back rank",
    "slice lock", "next-member", "previous-member", "!chop t.c:8 t.c:11", "!who table[5]", "ask", "print x", "whatis x", "print table[7]", "display x", "undisplay", "x",
    "values t.c:5", "instances t.c:5",
    "list", "disassemble", "info trace", "info functions", "info line t.c:5", "info executions", "info values", "info frame", "info slice", "problems", "history",
    "find /zzz/", "find-next", "find-previous", "find-addr 0x1", "filter /zzz/ values t.c:5", "!find-value 123456789", "find-bytes 1", "watch table[5]",
    "rwatch table", "awatch table[7]", "output", "find-output /zzz/", NULL};

/* What the state stream answers. */
static const char *const state_lines[] = {"!who table[5]", "who x", "print table[7]", "print x", "!find-value \"zzz\"", "!find-value 9.875", "!find-bytes 12 34 56 78 9a",
    "watch table[5]", "!continue", "!reverse-continue", "delete", "rwatch table[9]", "awatch table[7]", "!continue", "delete", NULL};

static void commands_on_a_recording(void **state)
{
    (void)state;
    struct recorded recorded = {0};
    struct watch watch = {0};
    struct error error;
    recorded_start(&recorded, "t.c", program, "-O0");
    recorded_run(&recorded, NULL, (struct record_options){0});
    struct session *session = session_open(&(struct session_options){.executable = recorded.program, .progress = {.report = report, .context = &watch}});
    assert_true(session_load(session, recorded.trace, &error));
    assert_all_said(recording_lines, KIND_WET | KIND_RECORDING);
    run_all(session, &watch, recording_lines);
    struct answer answer = {0};
    assert_true(session_run(session, "goto main#0", &answer, &error) && session_run(session, "next 1000", &answer, &error));
    answer_free(&answer);
    assert_interrupted(session, &watch, "info locals", "x interrupted", "unknown");
    char copy[sizeof recorded.trace + 8];
    snprintf(copy, sizeof copy, "%s.other", recorded.trace);
    run_diff(session, &watch, recorded.trace, copy);
    session_close(session);
    recorded_end(&recorded);
}

static void commands_on_a_recording_with_a_state_stream(void **state)
{
    (void)state;
    struct recorded recorded = {0};
    struct watch watch = {0};
    struct error error;
    recorded_start(&recorded, "t.c", program, "-O0");
    recorded_run(&recorded, NULL, (struct record_options){.state = true});
    struct session *session = session_open(&(struct session_options){.executable = recorded.program, .progress = {.report = report, .context = &watch}});
    assert_true(session_load(session, recorded.trace, &error));
    run_all(session, &watch, state_lines);
    session_close(session);
    recorded_end(&recorded);
}

/* ---- An address stream ---- */

static const char schema[] = "start_function main 3\nstart_block 0\nend_block 0 %loop_entry(1 0)\nstart_block_target 1\nuneventful_inst x250\n"
                             "end_block_cjump 1 2 1 x2 %loop_exit(2 0) %loop_back(1 0)\nstart_block_target 2\nend_block 2\nend_function main\n";
enum { ROUNDS = 20000 };

static const char *const stream_lines[] = {
    "!goto begin", "!goto end", "back", "forward", "!next-execution 15000", "previous-execution 5", "where", "!stepi 2000000", "!nexti 2000000", "!step 100", "!next 100",
    "reverse-stepi 2", "reverse-nexti 2", "reverse-step", "reverse-next", "!continue", "!reverse-continue", "break loop 0", "condition 1 $execution == 123456789", "!continue", "!reverse-continue", "condition 1", "!continue 5000", "reverse-continue 2",
    "disable", "enable", "ignore 1 5000", "!continue", "breakpoints", "delete", "tbreak main", "!continue", "delete", "!who 0x10000000", "watch 0x10000000", "!continue",
    "!reverse-continue", "rwatch 0x10000000", "awatch 0x10000000", "delete", "finish", "reverse-finish", "until", "backtrace", "!calls", "frame", "up", "down",
    "filter /zzz/ info functions", "!cache 64k 16 4", "!pp", "ask", "print $sp", "display $sp", "undisplay", "x $sp", "list", "disassemble", "info trace", "info functions", "!info loops", "info registers", "info frame",
    "problems", "history", NULL};

static void commands_on_an_address_trace(void **state)
{
    (void)state;
    struct watch watch = {0};
    struct test_ae ae;
    struct error error;
    char schema_path[32], events_path[32];
    char *events = malloc(ROUNDS);
    assert_non_null(events);
    memset(events, 1, ROUNDS - 1);
    events[ROUNDS - 1] = 2;
    assert_true(test_ae_try(str_of(schema), &(struct test_ae_options){.little_endian = false}, &ae, &error));
    write_file(schema_path, schema);
    write_bytes(events_path, events, ROUNDS);
    const char *paths[] = {ae.path, schema_path, events_path};
    struct session *session = session_open(&(struct session_options){.progress = {.report = report, .context = &watch}});
    if (!session_load_files(session, paths, 3, &error))
        fail_msg("%s", error.message);
    assert_all_said(stream_lines, KIND_AE);
    run_all(session, &watch, stream_lines);
    char copy[sizeof events_path + 8];
    snprintf(copy, sizeof copy, "%s.other", events_path);
    run_diff(session, &watch, events_path, copy);
    session_close(session);
    unlink(schema_path);
    unlink(events_path);
    test_ae_close(&ae);
    free(events);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(commands_on_a_recording), cmocka_unit_test(commands_on_a_recording_with_a_state_stream),
        cmocka_unit_test(commands_on_an_address_trace),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
