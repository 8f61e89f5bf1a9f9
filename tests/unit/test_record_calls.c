/* test_record_calls.c - system calls of recorded programs: their text and places, and the output.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recorded.h"
#include "session_fixture.h"
#include "recording/recording.h"

static const char program[] = "#include <fcntl.h>\n"                                    /* line 1 */
                              "#include <stdio.h>\n"
                              "#include <sys/uio.h>\n"
                              "#include <unistd.h>\n"
                              "static char buffer[64];\n"
                              "int main(int count, char **arguments) {\n"
                              "  int out = open(\"/tmp\", O_TMPFILE | O_RDWR, 0640);\n"
                              "  int pair[2];\n"
                              "  write(out, \"one\\ntwo \\\"2\\\"\\n\", 12);\n"             /* line 9 */
                              "  lseek(out, 4, SEEK_SET);\n"
                              "  read(out, buffer, sizeof buffer);\n"
                              "  close(out);\n"
                              "  struct iovec parts[2] = {{\"ab\", 2}, {\"c\\n\", 2}};\n"
                              "  writev(1, parts, 2);\n"                                 /* line 14 */
                              "  for (int i = 0; i < 3; i++)\n"
                              "    printf(\"round %d\\n\", i);\n"                          /* line 16 */
                              "  fputs(\"the \", stdout);\n"
                              "  fputs(\"end\\n\", stdout);\n"
                              "  fprintf(stderr, \"warning\\n\");\n"                      /* line 19 */
                              "  open(\"/nowhere\", O_RDONLY);\n"
                              "  pipe2(pair, 0);\n"
                              "  return 3;\n"
                              "}\n";

static struct recorded recorded;

static void open_session(struct fixture *fixture, bool keeps_state)
{
    struct session_options options = {0};
    recorded_start(&recorded, "t.c", program, "-O0 -no-pie -D_GNU_SOURCE");
    recorded_run(&recorded, NULL, (struct record_options){.state = keeps_state});
    *fixture = (struct fixture){.session = session_open(&options)};
    if (!session_load(fixture->session, recorded.trace, &fixture->error))
        fail_msg("%s", fixture->error.message);
}

static void close_session(struct fixture *fixture)
{
    answer_free(&fixture->answer);
    session_close(fixture->session);
    recorded_end(&recorded);
}

/* The row whose text has a part, without the time before it and the blanks in it. */
static void expect_row(struct fixture *fixture, const char *part, const char *expected)
{
    struct row row = {0};
    for (uint64_t i = 0; i < fixture->answer.rows.count && rows_get(&fixture->answer.rows, i, &row); i++) {
        struct text text = {0};
        struct str rest = text_str(&row.text), word;
        while (str_field(&rest, &word))
            if (!str_starts(word, "@")) {
                text_add(&text, text.size ? " " : "");
                text_append(&text, word);
            }
        bool here = strstr(text_string(&text), part) != NULL;
        if (here)
            assert_string_equal(text_string(&text), expected);
        text_free(&text);
        if (here) {
            row_free(&row);
            return;
        }
    }
    fail_msg("no row has %s", part);
}

static void calls_have_text_and_place(void **state)
{
    (void)state;
    struct fixture fixture;
    open_session(&fixture, true);
    must_run(&fixture, "info syscalls");
    expect_row(&fixture, "O_TMPFILE", "main t.c:7 openat(AT_FDCWD, \"/tmp\", O_RDWR|O_TMPFILE, 0640) = 3");
    expect_row(&fixture, "write(3", "main t.c:9 write(3, \"one\\ntwo \\\"2\\\"\\n\", 12) = 12");
    expect_row(&fixture, "lseek(3", "main t.c:10 lseek(3, 4, SEEK_SET) = 4");
    expect_row(&fixture, "read(3, \"two", "main t.c:11 read(3, \"two \\\"2\\\"\\n\", 64) = 8");
    expect_row(&fixture, "writev", "main t.c:14 writev(1, [{iov_base=\"ab\", iov_len=2}, {iov_base=\"c\\n\", iov_len=2}], 2) = 4");
    expect_row(&fixture, "/nowhere", "main t.c:20 openat(AT_FDCWD, \"/nowhere\", O_RDONLY) = -1 ENOENT (No such file or directory)");
    expect_row(&fixture, "pipe", "main t.c:21 pipe2([3, 4], 0) = 0");
    must_run(&fixture, "info syscalls exit_group lseek");
    assert_int_equal(fixture.answer.rows.count, 2);
    expect_row(&fixture, "exit_group", "_fini exit_group(3) = ?");
    must_run(&fixture, "info syscalls 19");
    assert_row(&fixture.answer.rows, 0, "the program made no such system call");
    must_fail(&fixture, "info syscalls red", "no system call or signal is named `red`: `info syscalls /red/` searches their text");
    close_session(&fixture);
}

static void output_has_the_line_that_supplied_it(void **state)
{
    (void)state;
    struct fixture fixture;
    open_session(&fixture, true);
    must_run(&fixture, "output");
    assert_int_equal(fixture.answer.rows.count, 6);
    expect_row(&fixture, "abc", "main t.c:14 abc");
    expect_row(&fixture, "round 0", "main t.c:16 round 0");
    expect_row(&fixture, "round 2", "main t.c:16 round 2");
    expect_row(&fixture, "the end", "main t.c:17 the end");
    expect_row(&fixture, "warning", "main t.c:19 stderr warning");
    must_run(&fixture, "output 3");
    assert_int_equal(fixture.answer.rows.count, 2);
    expect_row(&fixture, "two", "main t.c:9 descriptor 3 two \"2\"");
    must_run(&fixture, "find-output /round [12]|one/");
    assert_int_equal(fixture.answer.rows.count, 3);
    must_run(&fixture, "find-output /round 3/");
    assert_row(&fixture.answer.rows, 0, "no line of output matches");
    must_fail(&fixture, "find-output", "`find-output` needs a pattern, as in `find-output /total/`");
    must_fail(&fixture, "output x", "`x` is no descriptor: `output 2` lists what was written to standard error, `output all` everything");
    close_session(&fixture);
}

static void without_a_state_stream_there_are_none(void **state)
{
    (void)state;
    struct fixture fixture;
    static const char none[] = "the recording lists no system calls: record the program again, without --state=no";
    open_session(&fixture, false);
    must_fail(&fixture, "info syscalls lseek writev", none);
    must_fail(&fixture, "output", none);
    must_fail(&fixture, "break syscall", none);
    close_session(&fixture);
}

/* At the execution that made the call, both ways; Enter in a saved session sets the same one again. */
static void breakpoints_stop_at_calls(void **state)
{
    (void)state;
    struct fixture fixture;
    struct text line = {0};
    open_session(&fixture, true);
    must_run(&fixture, "goto @1");
    must_run(&fixture, "break syscall lseek close");
    assert_row(&fixture.answer.rows, 0, "catchpoint 1, syscall lseek close: at 2 times");
    assert_says(&fixture, "continue", "catchpoint 1, syscall lseek close: lseek(3, 4, SEEK_SET) = 4");
    assert_says(&fixture, "where", "t.c:10");
    assert_says(&fixture, "continue", "catchpoint 1, syscall lseek close: close(3) = 0");
    assert_says(&fixture, "continue", "the trace ends here");
    assert_says(&fixture, "reverse-continue", "close(3) = 0");
    must_run(&fixture, "break syscall if $execution == 5");
    must_fail(&fixture, "break syscall mount", "your code made no such system call: `info syscalls` lists all of them");
    must_fail(&fixture, "break syscall rad", "no system call is named `rad`");
    must_fail(&fixture, "break syscalls", "no function `syscalls` in this trace: `info functions` lists them");
    text_printf(&line, "save %s/saved.clew", recorded.folder);
    must_run(&fixture, text_string(&line));
    shell("grep -q 'break syscall lseek close' %s/saved.clew && grep -q 'break syscall if' %s/saved.clew", recorded.folder, recorded.folder);
    text_free(&line);
    close_session(&fixture);
}

/* Each thread's calls have its number, and a call that waits returns later than it was made. */
static void threads_have_their_own_calls(void **state)
{
    (void)state;
    static const char source[] = "#include <pthread.h>\n#include <unistd.h>\nstatic int ends[2];\nstatic void *reads(void *unused) {\n  char byte;\n"
                                 "  read(ends[0], &byte, 1);\n  return unused;\n}\nint main(void) {\n  pthread_t thread;\n  pipe(ends);\n"
                                 "  pthread_create(&thread, 0, reads, 0);\n  write(ends[1], \"x\", 1);\n  pthread_join(thread, 0);\n  return 0;\n}\n";
    struct fixture fixture = {0};
    struct store_system_call call, reads = {0}, writes = {0};
    struct error error;
    recorded_start(&recorded, "t.c", source, "-O0 -no-pie -pthread");
    recorded_run(&recorded, NULL, (struct record_options){.state = true});
    uint64_t left = 0, now = 0;
    for (uint64_t i = 0; i < store_system_call_count(recorded.store); i++) {
        assert_true(store_system_call(recorded.store, i, &call, &error));
        assert_true(call.left >= left && call.now >= now && call.entered <= call.left && call.time <= call.now);
        left = call.left, now = call.now;
        reads = call.number == 0 && call.thread == 2 ? call : reads;
        writes = call.number == 1 ? call : writes;
    }
    assert_true(reads.has_result && reads.result == 1 && writes.thread == 1 && writes.result == 1);
    assert_true(writes.entered <= reads.left);
    (void)fixture;
    recorded_end(&recorded);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(calls_have_text_and_place),
        cmocka_unit_test(output_has_the_line_that_supplied_it),
        cmocka_unit_test(breakpoints_stop_at_calls),
        cmocka_unit_test(without_a_state_stream_there_are_none),
        cmocka_unit_test(threads_have_their_own_calls),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
