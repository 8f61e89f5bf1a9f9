/* test_record_example.c - records a program like the worked example: control, data, value, ports.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recorded.h"

static const char source[] = "#include <stdio.h>\n"                         /* 1 */
                             "#include <stdlib.h>\n"
                             "int width, depth, area;\n"
                             "int main(int argc, char **argv)\n"
                             "{\n"
                             "    if (argc >= 3)\n"                           /* 6 */
                             "    {\n"
                             "        width = atoi(argv[1]);\n"               /* 8 */
                             "        depth = atoi(argv[2]);\n"               /* 9 */
                             "        area = width * 7;\n"                    /* 10 */
                             "        area = area + depth;\n"                 /* 11 */
                             "        printf(\"area is %d\\n\", area);\n"     /* 12 */
                             "    }\n"
                             "    return 0;\n"
                             "}\n";

static void the_load_depends_on_the_branch_and_the_store(const struct recorded *run)
{
    uint64_t load = line_instruction(run, "t.c", 10, 0);
    assert_true(load != UINT64_MAX);
    assert_int_equal(store_instruction(run->store, load).ports, 2);
    assert_int_equal(store_instruction(run->store, load).executions, 1);
    assert_int_equal(store_instruction(run->store, load).values, 1);
    expect_definers(run, "t.c", 10, 0, "c6#0 d8#0");
    expect_result(run, "t.c", 10, 0, "0x2");
    expect_definers(run, "t.c", 11, 0, "c6#0 d10#0");
    expect_nth(run, "t.c", 6, 1, 0, "c0#0 d6#0");
    assert_true(output_is(run, "area is 21\n"));
}

/* The branch and the store have the document's port counts: the branch control and flags, the store control and a register. */
static void port_counts_are_the_documents(const struct recorded *run)
{
    struct links links = {0};
    assert_true(store_definers(run->store, (struct node){line_instruction(run, "t.c", 10, 0), 0}, NULL, &links));
    assert_int_equal(links.count, 2);
    for (size_t i = 0; i < 2; i++)
        assert_int_equal(store_instruction(run->store, links.items[i].node.index).ports, 2);
    links_free(&links);
}

static void example(const char *flags)
{
    struct recorded run;
    recorded_start(&run, "t.c", source, flags);
    recorded_run(&run, "2", (struct record_options){0});
    the_load_depends_on_the_branch_and_the_store(&run);
    port_counts_are_the_documents(&run);
    assert_int_equal(store_summary(run.store).problems, 0);
    assert_true(run.result.whole);
    recorded_end(&run);
}

static void not_position_independent(void **state)
{
    (void)state;
    example("-O0 -no-pie");
}

static void position_independent(void **state)
{
    (void)state;
    example("-O0 -pie -fPIE");
}

static void history_shows_the_same_two_lines(void **state)
{
    (void)state;
    static const char *const flags[] = {"-O0 -no-pie", "-O0 -pie -fPIE"};
    for (size_t i = 0; i < 2; i++) {
        struct recorded run;
        recorded_start(&run, "t.c", source, flags[i]);
        recorded_run(&run, "2", (struct record_options){0});
        uint64_t load = store_instruction(run.store, line_instruction(&run, "t.c", 10, 0)).address;
        uint64_t store = store_instruction(run.store, line_instruction(&run, "t.c", 8, 5)).address;
        uint64_t branch = store_instruction(run.store, line_instruction(&run, "t.c", 6, 1)).address, index;
        recorded_run(&run, "2", (struct record_options){.history = 100000});
        assert_int_equal(store_summary(run.store).kind, STORE_HISTORY);
        assert_true(store_find_address(run.store, load, &index));
        struct links links = {0};
        assert_true(store_definers(run.store, (struct node){index, 0}, NULL, &links));
        assert_int_equal(links.count, 2);
        assert_int_equal(store_instruction(run.store, links.items[0].node.index).address, branch < store ? branch : store);
        assert_int_equal(store_instruction(run.store, links.items[1].node.index).address, branch < store ? store : branch);
        links_free(&links);
        recorded_end(&run);
    }
}

static void a_static_program_shows_its_library_too(void **state)
{
    (void)state;
    struct recorded run;
    recorded_start(&run, "t.c", source, "-O0 -static -no-pie");
    recorded_run(&run, "2", (struct record_options){0});
    expect_definers(&run, "t.c", 10, 0, "c6#0 d8#0");
    expect_result(&run, "t.c", 10, 0, "0x2");
    assert_true(store_summary(run.store).instructions > 1000);
    assert_int_equal(store_summary(run.store).problems, 0);
    recorded_end(&run);
}

/* Addresses as values differ between runs only if the environment does; here it is the same. */
static void two_recordings_have_the_same_bytes(void **state)
{
    (void)state;
    struct recorded run;
    char other[160];
    recorded_start(&run, "t.c", source, "-O1");
    recorded_run(&run, "2", (struct record_options){0});
    snprintf(other, sizeof other, "%s.first", run.trace);
    assert_int_equal(rename(run.trace, other), 0);
    recorded_run(&run, "2", (struct record_options){0});
    shell("sed '/^    /{s/:[0-9a-f]*$/:value/}' %s >%s.a; sed '/^    /{s/:[0-9a-f]*$/:value/}' %s >%s.b; cmp %s.a %s.b", other, run.trace, run.trace,
          run.trace, run.trace, run.trace);
    recorded_end(&run);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(not_position_independent),          cmocka_unit_test(position_independent),
        cmocka_unit_test(history_shows_the_same_two_lines),  cmocka_unit_test(a_static_program_shows_its_library_too),
        cmocka_unit_test(two_recordings_have_the_same_bytes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
