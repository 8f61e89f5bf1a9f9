/* test_record_names.c - choosing shown code: files and functions by name, windows; carried uses.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recorded.h"

#define ALONE "__attribute__((noinline,noclone)) "

/* ---- Names ---- */

static bool has_function(const struct recorded *run, const char *name)
{
    for (uint64_t i = 0; i < store_count(run->store); i++)
        if (str_is(store_instruction(run->store, i).function, name))
            return true;
    return false;
}

static void functions_are_known_by_many_names(void **state)
{
    (void)state;
    struct recorded run;
    static const char *const names[] = {"ns::f(int)", "ns::f( int )", "_ZN2ns1fEi", "ns::f", "int ns::g<int>(int)", "ns::g", "ns::g<int>", "ns::box::get", "plain()"};
    static const char shows[][5] = {"f", "f", "f", "ff", "g", "gg", "g", "b", "p"};     /* f: ns::f(int); ff: and ns::f(char); g and gg likewise */
    if (system("g++ --version >/dev/null 2>&1") != 0)
        skip();
    recorded_start(&run, "t.cc",
                   "int n = 2;\n"
                   "namespace ns {\n"
                   ALONE "int f(int x) { return x * 3 + n; }\n"                           /* 3 */
                   ALONE "int f(char x) { return x + n; }\n"                              /* 4 */
                   "template<class T> " ALONE "int g(T x) { return x + 5 * n; }\n"        /* 5 */
                   "struct box { int kept; " ALONE "int get() const { return kept + n; } };\n"   /* 6 */
                   "}\n"
                   "extern \"C\" " ALONE "int plain(int x) { return x + n; }\n"           /* 8 */
                   "int main() { ns::box b = {n};\n"
                   "    return ns::f(n) + ns::f((char)n) + ns::g(n) + ns::g((char)n) + b.get() + plain(n); }\n",
                   "-O1 -x c++");
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        recorded_run(&run, NULL, (struct record_options){.only = ONLY_NAMED, .shown = {{names[i]}, 1}});
        assert_int_equal(run.result.shown_found[0], FOUND_RAN);
        char kind = shows[i][0], two = shows[i][1];
        static const struct { char kind; uint64_t line; } lines[] = {{'f', 3}, {'f', 4}, {'g', 5}, {'b', 6}, {'p', 8}};
        for (size_t k = 0; k < sizeof lines / sizeof lines[0]; k++) {
            bool expected = lines[k].kind == kind && (lines[k].line != 4 || two);
            if ((line_instruction(&run, "t.cc", lines[k].line, 0) != UINT64_MAX) != expected)
                fail_msg("%s: line %lu is %sthere", names[i], (unsigned long)lines[k].line, expected ? "not " : "");
        }
    }
    recorded_end(&run);
}

/* Parts that the compiler splits off, aliases of the C library, functions and files together, and names without a match. */
static void names_add_up_and_are_accounted_for(void **state)
{
    (void)state;
    struct recorded run;
    recorded_start(&run, "t.c",
                   "#include <stdlib.h>\n"
                   "int n = 3;\n"
                   ALONE "int used(int x) { return x + n; }\n"
                   ALONE "int idle(int x) { return x - n; }\n"
                   "int main(int argc, char **argv) { return argc > 5 ? idle(n) : used(n) + rand() % 2; }\n",
                   "-O1");
    recorded_run(&run, NULL, (struct record_options){.only = ONLY_NAMED, .shown = {{"used", "libc", "idle", "nonsense"}, 4}, .skipped = {{"random", "exe", "no"}, 3}});
    assert_int_equal(run.result.shown_found[0], FOUND_RAN);
    assert_int_equal(run.result.shown_found[1], FOUND_RAN);
    assert_int_equal(run.result.shown_found[2], FOUND_IDLE);
    assert_int_equal(run.result.shown_found[3], FOUND_NOTHING);
    assert_int_equal(run.result.skipped_found[0], FOUND_RAN);
    assert_int_equal(run.result.skipped_found[2], FOUND_NOTHING);
    assert_false(has_function(&run, "used"));       /* skipping wins */
    assert_true(has_function(&run, "rand"));
    assert_false(has_function(&run, "random"));
    assert_true(str_is(store_note(run.store, "only"), "used libc idle nonsense"));
    assert_true(str_is(store_note(run.store, "skip"), "random exe no"));
    recorded_run(&run, NULL, (struct record_options){.shown = {{"rand"}, 1}});
    assert_true(has_function(&run, "used") && has_function(&run, "main") && has_function(&run, "rand"));
    assert_true(str_is(store_note(run.store, "only"), "exe rand"));
    recorded_run(&run, NULL, (struct record_options){.only = ONLY_ALL, .skipped = {{"exe"}, 1}});
    assert_false(has_function(&run, "used"));
    assert_true(has_function(&run, "rand"));
    recorded_end(&run);
}

/* ---- Windows ---- */

static const char windows[] = "int n = 1, kept, seen;\n"
                              ALONE "int step(int x) {\n"
                              "    kept += x;\n"                               /* 3 */
                              "    return kept * n; }\n"                       /* 4 */
                              ALONE "int round_up(int x) {\n"
                              "    if (x > 0)\n"                               /* 6 */
                              "        x = step(x) + 1;\n"                     /* 7 */
                              "    return x; }\n"
                              ALONE "int finish(int x) { seen = x; return x; }\n"     /* 9 */
                              "int main(int argc, char **argv) {\n"
                              "    for (int i = 1; i < 4; i++)\n"              /* 11 */
                              "        n = round_up(i);\n"                     /* 12 */
                              "    return finish(n); }\n";                     /* 13 */

static void a_window_begins_and_ends_with_entries(void **state)
{
    (void)state;
    struct recorded run;
    struct store_frame frame;
    recorded_start(&run, "t.c", windows, "-O0");
    recorded_run(&run, NULL, (struct record_options){.from = "step"});
    assert_int_equal(run.result.from_found, FOUND_RAN);
    assert_int_equal(store_summary(run.store).problems, 0);
    expect_executions(&run, "t.c", 3, 3);
    expect_executions(&run, "t.c", 6, 2);               /* the first was before */
    expect_definers(&run, "t.c", 3, 0, "");             /* results from before are start-up values, and no earlier code is a parent */
    expect_definers(&run, "t.c", 6, 0, "c12#0 d5#0 d5#0");
    assert_true(store_frame(run.store, 1, 0, &frame));
    assert_int_equal(frame.depth, 1);
    assert_int_equal(frame.call, 0);
    assert_true(str_is(store_note(run.store, "from"), "step"));
    recorded_run(&run, NULL, (struct record_options){.from = "step", .until = "step"});
    assert_int_equal(run.result.until_found, FOUND_RAN);
    expect_executions(&run, "t.c", 3, 1);
    expect_executions(&run, "t.c", 6, 1);
    assert_int_equal(line_instruction(&run, "t.c", 9, 0), UINT64_MAX);
    recorded_run(&run, NULL, (struct record_options){.until = "finish"});
    expect_executions(&run, "t.c", 3, 3);
    assert_int_equal(line_instruction(&run, "t.c", 9, 0), UINT64_MAX);
    recorded_end(&run);
}

static void a_window_may_never_begin(void **state)
{
    (void)state;
    struct recorded run;
    recorded_start(&run, "t.c", windows, "-O1");
    recorded_run(&run, NULL, (struct record_options){.from = "qsort"});
    assert_int_equal(run.result.from_found, FOUND_IDLE);
    assert_int_equal(store_summary(run.store).instructions, 0);
    assert_true(run.result.executed > 1000);
    recorded_run(&run, NULL, (struct record_options){.from = "nobody"});
    assert_int_equal(run.result.from_found, FOUND_NOTHING);
    recorded_run(&run, NULL, (struct record_options){.from = "finish", .until = "step"});
    assert_int_equal(run.result.until_found, FOUND_IDLE);       /* it ran, but before */
    recorded_end(&run);
}

/* A function that loops from its first instruction on counts as entered once. */
static void a_loop_is_no_entry(void **state)
{
    (void)state;
    struct recorded run;
    recorded_start(&run, "t.c",
                   "int n = 5, m;\n"
                   "asm (\".text\\n.globl spin\\n.type spin, @function\\nspin: decl n(%rip)\\n jnz spin\\n ret\\n.size spin, . - spin\\n\");\n"
                   "void spin(void);\n"
                   "int main(void) { spin(); n = 2; spin(); m = 1; return 0; }\n",
                   "-O0");
    recorded_run(&run, NULL, (struct record_options){.from = "spin", .until = "spin"});
    assert_int_equal(run.result.until_found, FOUND_RAN);
    assert_int_equal(store_instruction(run.store, 0).executions, 5);
    recorded_end(&run);
}

/* ---- Carried uses ---- */

static void carried_uses_are_marked(void **state)
{
    (void)state;
    struct recorded run;
    recorded_start(&run, "t.c",
                   "#include <string.h>\nchar from[8], to[8];\n"
                   "int main(int argc, char **argv) {\n"
                   "    from[0] = argc;\n"                                              /* 4 */
                   "    void *(*volatile copy)(void *, const void *, size_t) = memcpy;\n"
                   "    copy(to, from, 8);\n"                                           /* 6 */
                   "    return to[0]; }\n",                                             /* 7 */
                   "-O0");
    for (int text = 0; text < 2; text++) {
        size_t carried = 0, own = 0;
        recorded_run(&run, NULL, (struct record_options){.format = text ? RECORD_WET : RECORD_STORE});
        for (uint64_t i = 0; i < store_count(run.store); i++) {
            struct instruction instruction = store_instruction(run.store, i);
            struct links links = {0};
            assert_true(store_definers(run.store, (struct node){i, 0}, NULL, &links));
            for (size_t k = 0; k < links.count; k++) {
                bool marked = links.items[k].carried;
                assert_int_equal(marked, links.items[k].port >= instruction.own_ports);
                carried += marked && instruction.line == 6 && store_instruction(run.store, links.items[k].node.index).line == 4;
                own += !marked && instruction.line == 7;
            }
            links_free(&links);
        }
        assert_int_equal(carried > 0, !text);       /* text does not mark them */
        assert_true(own > 0);
    }
    recorded_end(&run);
}

/* A call reads more results of one instruction than text has ports for; a recording has all. */
static void nothing_is_dropped_of_large_buffers(void **state)
{
    (void)state;
    struct recorded run;
    recorded_start(&run, "t.c",
                   "#include <unistd.h>\nchar buffer[5000];\n"
                   "int main(void) {\n"
                   "    for (int i = 0; i < 5000; i++)\n"
                   "        buffer[i] = 'a' + i % 26;\n"                /* 5 */
                   "    for (int i = 0; i < 3; i++)\n"
                   "        write(1, buffer, 5000);\n"                  /* 7 */
                   "    return 0; }\n",
                   "-O0");
    for (int all = 0; all < 2; all++) {
        size_t bytes = 0;
        recorded_run(&run, NULL, (struct record_options){.only = all ? ONLY_ALL : ONLY_EXECUTABLE});
        assert_int_equal(run.result.dropped, 0);
        assert_int_equal(run.result.left_out, 0);
        for (uint64_t i = 0; i < store_count(run.store); i++) {
            struct links links = {0};
            struct instruction instruction = store_instruction(run.store, i);
            for (uint64_t instance = 0; instance < instruction.executions && instruction.ports > 1000; instance++)
                assert_true(store_definers(run.store, (struct node){i, instance}, NULL, &links));
            for (size_t k = 0; k < links.count; k++)
                bytes += store_instruction(run.store, links.items[k].node.index).line == 5;
            links_free(&links);
        }
        assert_int_equal(bytes, 3 * 5000);
    }
    recorded_run(&run, NULL, (struct record_options){.format = RECORD_WET});
    assert_int_equal(run.result.left_out, 3 * (5000 - 1024));
    recorded_end(&run);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(functions_are_known_by_many_names),     cmocka_unit_test(names_add_up_and_are_accounted_for),
        cmocka_unit_test(a_window_begins_and_ends_with_entries), cmocka_unit_test(a_window_may_never_begin),
        cmocka_unit_test(a_loop_is_no_entry),                    cmocka_unit_test(carried_uses_are_marked),
        cmocka_unit_test(nothing_is_dropped_of_large_buffers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
