/* test_gdb.c - asks gdb about core files, and limits its answers.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "test_gdb.h"
#include "crash/gdb.h"

#include <sys/stat.h>

static void expect_no_text(struct str output, const char *unwanted)
{
    if (str_find(output, str_of(unwanted)) != SIZE_MAX)
        fail_msg("'%s' in\n%.*s", unwanted, STR(output));
}

static void a_core_file_gives_every_frame_with_its_variables(void **state)
{
    (void)state;
    struct arena arena = {0};
    if (!have_gdb())
        skip();
    struct str output = asked((struct gdb_request){.executable = "walk", .core = "core"}, "\n# a comment\nbt\nframe apply all -s info locals -q ^__PT\n", &arena);
    expect_text(output, "Reading symbols from ./walk...");
    expect_text(output, "Program terminated with signal SIGABRT, Aborted.");
    expect_text(output, "__PT_counter_arr = {0, 1, 7, -1}\\n__PT_counter_idx = 0\\n__PT_current_path = 40\\n");
    expect_text(output, "__PT_counter_arr = {2, 3, 7, -1}\\n__PT_counter_idx = 2\\n__PT_current_path = 42\\n");
    expect_text(output, "in walk (n=...) at walk.c:6");
    expect_no_text(output, "a comment");
    expect_no_text(output, "set pagination");    /* the answer omits clew's own settings */
    arena_free(&arena);
}

static void names_with_blanks_and_quotes_are_names(void **state)
{
    (void)state;
    struct arena arena = {0};
    if (!have_gdb())
        skip();
    assert_int_equal(mkdir("a \"b", 0700), 0);
    shell("cp walk 'a \"b/walk $(x) '\\' && cp core '~ core'\\'' \"1'");
    struct str output = asked((struct gdb_request){.executable = "a \"b/walk $(x) '", .core = "~ core' \"1"}, "bt", &arena);
    expect_text(output, "in walk (n=...) at walk.c:6");
    arena_free(&arena);
}

static void a_failed_command_is_an_answer(void **state)
{
    (void)state;
    struct arena arena = {0};
    if (!have_gdb())
        skip();
    struct str output = asked((struct gdb_request){.executable = "walk", .core = "core"}, "print nothing_here\nprint counter\nxyzzy", &arena);
    expect_text(output, "^error,msg=\"No symbol \\\"nothing_here\\\" in current context.\"");
    expect_text(output, "$1 = 0");
    expect_text(output, "Undefined command");
    arena_free(&arena);
}

static void a_core_file_of_another_program_is_handed_on_with_the_warning(void **state)
{
    (void)state;
    struct arena arena = {0};
    if (!have_gdb())
        skip();
    struct str output = asked((struct gdb_request){.executable = "other", .core = "core"}, "bt", &arena);
    expect_text(output, "warning: core file may not match specified executable file.");
    arena_free(&arena);
}

static void what_cannot_be_opened_is_named(void **state)
{
    (void)state;
    if (!have_gdb())
        skip();
    assert_int_equal(mkfifo("fifo", 0600), 0);
    expect_error((struct gdb_request){.executable = "walk", .core = "missing"}, "missing", "cannot be opened: No such file");
    expect_error((struct gdb_request){.executable = "walk", .core = "fifo"}, "fifo", "not a regular file");
    expect_error((struct gdb_request){.executable = "/tmp", .core = "core"}, "/tmp", "not a regular file");
    expect_error((struct gdb_request){.executable = "walk.c", .core = "core"}, "walk.c", "gdb cannot use it as a program: ");
    expect_error((struct gdb_request){.executable = "walk", .core = "walk.c"}, "walk.c", "gdb cannot use it as a core file: ");
    expect_error((struct gdb_request){.executable = "walk", .core = "walk"}, "walk", "is not a core dump");
    expect_error((struct gdb_request){.core = "core"}, "", "name the program too");
    expect_error((struct gdb_request){.executable = "walk"}, "", "needs a core file or a process");
    expect_error((struct gdb_request){.process = 1ULL << 40}, "", "there is no process 1099511627776");
    expect_error((struct gdb_request){.process = (uint64_t)getpid()}, "", "is clew itself");
}

static void damaged_files_end_with_words(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct str output;
    struct error error;
    if (!have_gdb())
        skip();
    shell("head -c 3000 walk >cut && chmod +x cut && head -c 5000 core >cut-core && head -c 64 walk >head && head -c 100000 /dev/urandom >>head");
    const char *const pairs[][2] = {{"cut", "core"}, {"walk", "cut-core"}, {"head", "core"}, {"cut", "cut-core"}};
    for (size_t i = 0; i < 4; i++) {
        struct gdb_request request = {.executable = pairs[i][0], .core = pairs[i][1], .commands = str_of("bt\ninfo locals\n")};
        if (gdb_ask(&request, &arena, &output, &error))
            expect_text(output, "^");
        else
            assert_true(error.message[0] != 0);
    }
    arena_free(&arena);
}

static void gdb_that_is_missing_is_asked_for(void **state)
{
    (void)state;
    char *path = strdup(getenv("PATH"));
    setenv("PATH", "/nowhere", 1);
    unsetenv("CLEW_GDB");
    struct gdb_request request = {.process = (uint64_t)getppid()};
    expect_error(request, "", "gdb is not installed: apt-get install gdb");
    setenv("CLEW_GDB", "/nowhere/gdb", 1);
    expect_error(request, "/nowhere/gdb", "cannot be run as gdb: No such file");
    unsetenv("CLEW_GDB");
    setenv("PATH", path, 1);
    request.gdb = "/bin/false";
    expect_error(request, "", "gdb exited: it said nothing");
    write_file("fake", "#!/bin/sh\necho 'gdb: unrecognized option --interpreter' >&2\nexit 1\n");
    chmod("fake", 0700);
    request.gdb = "./fake";
    expect_error(request, "", "gdb exited: gdb: unrecognized option --interpreter");
    free(path);
}

/* ---- Bounds ---- */

static void start(struct gdb *gdb, const char *script)
{
    struct error error;
    write_file("fake", script);
    chmod("fake", 0700);
    if (!gdb_start(gdb, "./fake", &error))
        fail_msg("%s", error.message);
}

static void a_silent_gdb_is_given_up(void **state)
{
    (void)state;
    struct gdb gdb = {0};
    start(&gdb, "#!/bin/sh\ntrap '' TERM HUP INT PIPE\necho hello\nwhile :; do sleep 1; done\n");
    gdb.patience = 200;
    assert_false(gdb_command(&gdb, str_of("bt"), "^", NULL));
    assert_int_equal(gdb.state, GDB_SILENT);
    pid_t keeper = gdb.keeper;
    gdb_end(&gdb);              /* it ignores the end of its input, too */
    assert_int_equal(kill(keeper, 0), -1);
}

static void endless_output_is_bounded(void **state)
{
    (void)state;
    struct gdb gdb = {0};
    start(&gdb, "#!/bin/sh\nread line\nexec yes '~\"$1 = 1\"'\n");
    gdb.room = 1 << 20;
    assert_false(gdb_command(&gdb, str_of("bt"), "^", NULL));
    assert_int_equal(gdb.state, GDB_FULL);
    assert_true(gdb.text.size > 1 << 20 && gdb.text.size <= (1 << 20) + (1 << 16));
    gdb_end(&gdb);
}

static void output_behind_the_bound_is_cut_and_that_is_said(void **state)
{
    (void)state;
    struct arena arena = {0};
    write_file("fake", "#!/bin/sh\nwhile read line; do\n    [ \"$line\" = bt ] && exec head -c 300000000 /dev/zero\n    echo '^done'; echo '*stopped'\ndone\n");
    chmod("fake", 0700);
    struct str output = asked((struct gdb_request){.gdb = "./fake", .process = (uint64_t)getppid()}, "bt", &arena);
    assert_true(output.size > GDB_OUTPUT - 4096 && output.size < GDB_OUTPUT + 4096);
    expect_text(str_cut(output, output.size - 200, 200), "\n&\"clew: gdb printed more than 268435456 bytes; clew cut off the rest\\n\"\n");
    arena_free(&arena);
}

static void an_answer_in_pieces_is_one(void **state)
{
    (void)state;
    struct gdb gdb = {0};
    struct str record;
    start(&gdb, "#!/bin/sh\nread a; printf '~\"x\\\\n\"\\n^do'; sleep 0.2; printf 'ne,v=\"'; head -c 300000 /dev/zero | tr '\\0' x; sleep 0.1; printf '\"\\n(gdb) \\n'\n"
                "read b; [ ${#b} = 200000 ] && echo '^done,long'; read c\n");
    assert_true(gdb_command(&gdb, str_of("a"), "^", &record));
    assert_int_equal(record.size, strlen("^done,v=\"\"") + 300000);
    char *line = malloc(200000);
    memset(line, 'b', 200000);
    assert_true(gdb_command(&gdb, (struct str){line, 200000}, "^", &record));
    assert_true(str_is(record, "^done,long"));
    free(line);
    gdb_end(&gdb);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_core_file_gives_every_frame_with_its_variables),
        cmocka_unit_test(names_with_blanks_and_quotes_are_names),
        cmocka_unit_test(a_failed_command_is_an_answer),
        cmocka_unit_test(a_core_file_of_another_program_is_handed_on_with_the_warning),
        cmocka_unit_test(what_cannot_be_opened_is_named),
        cmocka_unit_test(damaged_files_end_with_words),
        cmocka_unit_test(gdb_that_is_missing_is_asked_for),
        cmocka_unit_test(a_silent_gdb_is_given_up),
        cmocka_unit_test(endless_output_is_bounded),
        cmocka_unit_test(output_behind_the_bound_is_cut_and_that_is_said),
        cmocka_unit_test(an_answer_in_pieces_is_one),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
