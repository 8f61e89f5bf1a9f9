/* test_record_skip.c - follows skipped code and attributes it to the call.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recorded.h"

static void record(struct recorded *run, const char *source, const char *flags)
{
    recorded_start(run, "t.c", source, flags);
    recorded_run(run, NULL, (struct record_options){0});
    assert_int_equal(store_summary(run->store).problems, 0);    /* no dangling id, nothing out of range */
}

/* Does any execution 0 of a line have a data dependence on another line? */
static bool depends(const struct recorded *run, uint64_t user, uint64_t instance, uint64_t definer)
{
    bool found = false;
    for (unsigned n = 0; line_instruction(run, "t.c", user, n) != UINT64_MAX; n++) {
        struct links links = {0};
        assert_true(store_definers(run->store, (struct node){line_instruction(run, "t.c", user, n), instance}, NULL, &links));
        for (size_t i = 0; i < links.count; i++)
            found |= links.items[i].kind == LINK_DATA && store_instruction(run->store, links.items[i].node.index).line == definer;
        links_free(&links);
    }
    return found;
}

static void library_functions_pass_dependences_through(void **state)
{
    (void)state;
    struct recorded run;
    record(&run, "#include <string.h>\n#include <stdlib.h>\n"
                 "char from[64], to[64]; int n;\n"
                 "int main(int argc, char **argv) {\n"
                 "    from[0] = '4';\n"          /* 5 */
                 "    from[1] = '2';\n"          /* 6 */
                 "    strcpy(to, from);\n"       /* 7: uses 5 and 6 */
                 "    n = atoi(to);\n"           /* 8: uses 7 */
                 "    from[2] = 'x';\n"          /* 9 */
                 "    return n; }\n",            /* 10 */
           "-O0");
    assert_int_equal(WEXITSTATUS(run.result.status), 42);
    assert_true(depends(&run, 7, 0, 5));
    assert_true(depends(&run, 7, 0, 6));
    assert_true(depends(&run, 8, 0, 7));
    assert_true(depends(&run, 10, 0, 8));
    assert_false(depends(&run, 8, 0, 5));    /* through 7 only */
    assert_false(depends(&run, 8, 0, 9));
    recorded_end(&run);
}

/* A library function neither uses nor defines the registers that it saves and restores. Lazy binding saves all. */
static void saved_registers_keep_their_definers(void **state)
{
    (void)state;
    struct recorded run;
    record(&run, "#include <stdio.h>\n"
                 "int main(int argc, char **argv) {\n"
                 "    int kept = argc * 3;\n"             /* 3 */
                 "    asm volatile (\"\" : \"+b\" (kept));\n"
                 "    puts(\"one\");\n"                   /* 5 */
                 "    puts(\"two\");\n"                   /* 6 */
                 "    return kept + 1; }\n",              /* 7 */
           "-O1 -fno-omit-frame-pointer");
    assert_int_equal(WEXITSTATUS(run.result.status), 4);
    expect_definers(&run, "t.c", 7, 0, "c0#0 d3#0");     /* the sum; after it, the calls define the stack pointer */
    assert_false(depends(&run, 5, 0, 3));
    recorded_end(&run);
}

static void a_call_uses_its_arguments_and_no_others(void **state)
{
    (void)state;
    struct recorded run;
    record(&run, "#include <stdio.h>\n"
                 "int main(int argc, char **argv) {\n"
                 "    int a = argc + 1;\n"                   /* 3 */
                 "    int b = argc + 2;\n"                   /* 4 */
                 "    int c = argc + 3;\n"                   /* 5 */
                 "    asm volatile (\"mov %0, %%ecx\" :: \"r\" (c) : \"rcx\");\n"
                 "    printf(\"%d\\n\",\n"                   /* 7 */
                 "        a);\n"
                 "    printf(\"%d %d\\n\", b, c);\n"         /* 9 */
                 "    return 0; }\n",
           "-O0");
    assert_true(output_is(&run, "2\n3 4\n"));
    assert_true(depends(&run, 9, 0, 4));
    assert_true(depends(&run, 9, 0, 5));
    assert_false(depends(&run, 9, 0, 3));
    assert_true(depends(&run, 7, 0, 3));
    assert_false(depends(&run, 7, 0, 5));
    assert_false(depends(&run, 7, 0, 6));
    recorded_end(&run);
}

/* The first call of each function goes through the dynamic linker, which saves all vector registers (xsave, xrstor). */
static void lazy_binding_uses_no_vector_registers(void **state)
{
    (void)state;
    struct recorded run;
    record(&run, "#include <stdio.h>\n"
                 "double kept;\n"
                 "int main(int argc, char **argv) {\n"
                 "    kept = argc * 1.5;\n"              /* 4 */
                 "    puts(\"one\");\n"                  /* 5 */
                 "    printf(\"%g\\n\", kept);\n"       /* 6 */
                 "    return 0; }\n",
           "-O2 -Wl,-z,lazy");
    assert_true(output_is(&run, "one\n1.5\n"));
    assert_false(depends(&run, 5, 0, 4));
    assert_true(depends(&run, 6, 0, 4));
    recorded_end(&run);
}

/* A loop fills a buffer and a library function reads it: every execution of the store is a definer of the call. */
static void every_part_of_a_buffer_is_carried(void **state)
{
    (void)state;
    struct recorded run;
    record(&run, "#include <stdlib.h>\n"
                 "char text[8]; int n;\n"
                 "int main(void) {\n"
                 "    for (int i = 0; i < 4; i++)\n"
                 "        text[i] = '1' + i;\n"          /* 5 */
                 "    n = atoi(text);\n"                 /* 6 */
                 "    return n == 1234; }\n",
           "-O0");
    assert_int_equal(WEXITSTATUS(run.result.status), 1);
    bool instance[4] = {false};
    for (unsigned n = 0; line_instruction(&run, "t.c", 6, n) != UINT64_MAX; n++) {
        struct links links = {0};
        assert_true(store_definers(run.store, (struct node){line_instruction(&run, "t.c", 6, n), 0}, NULL, &links));
        for (size_t i = 0; i < links.count; i++)
            if (store_instruction(run.store, links.items[i].node.index).line == 5 && links.items[i].node.instance < 4)
                instance[links.items[i].node.instance] = true;
        links_free(&links);
    }
    assert_true(instance[0] && instance[1] && instance[2] && instance[3]);
    assert_int_equal(run.result.dropped, 0);
    recorded_end(&run);
}

static void callbacks_depend_on_the_call_that_led_to_them(void **state)
{
    (void)state;
    struct recorded run;
    record(&run, "#include <stdlib.h>\n"
                 "static int compare(const void *a, const void *b) {\n"
                 "    return *(const int *)a - *(const int *)b; }\n"      /* 3 */
                 "int list[4];\n"
                 "int main(void) {\n"
                 "    for (int i = 0; i < 4; i++)\n"
                 "        list[i] = 9 - i;\n"                             /* 7 */
                 "    qsort(list, 4, sizeof *list, compare);\n"           /* 8 */
                 "    return list[0]; }\n",                               /* 9 */
           "-O0");
    assert_int_equal(WEXITSTATUS(run.result.status), 6);
    struct links links = {0};
    assert_true(store_definers(run.store, (struct node){line_instruction(&run, "t.c", 3, 0), 0}, NULL, &links));
    assert_int_equal(links.items[0].kind, LINK_CONTROL);
    assert_int_equal(store_instruction(run.store, links.items[0].node.index).line, 8);
    links_free(&links);
    assert_true(depends(&run, 8, 0, 7));
    assert_true(depends(&run, 8, 0, 3));    /* the order is what compare returned */
    assert_true(depends(&run, 9, 0, 8));    /* sorted by qsort, not by 7 */
    assert_false(depends(&run, 9, 0, 7));
    recorded_end(&run);
}

static void system_calls_define_what_they_write(void **state)
{
    (void)state;
    struct recorded run;
    record(&run, "#include <unistd.h>\n"
                 "char in[8]; int ends[2]; long got;\n"
                 "int main(void) {\n"
                 "    pipe(ends);\n"                  /* 4 */
                 "    in[0] = 'a';\n"                 /* 5 */
                 "    write(ends[1], in, 1);\n"       /* 6: uses 4 and 5 */
                 "    got = read(ends[0], in, 8);\n"  /* 7 */
                 "    return in[0] + got; }\n",       /* 8 */
           "-O0");
    assert_int_equal(WEXITSTATUS(run.result.status), 'b');
    assert_true(depends(&run, 6, 0, 4));
    assert_true(depends(&run, 6, 0, 5));
    assert_true(depends(&run, 8, 0, 7));
    assert_false(depends(&run, 8, 0, 5));
    recorded_end(&run);
}

static void one_object_can_be_shown_alone(void **state)
{
    (void)state;
    struct recorded run;
    static const char source[] = "#include <stdio.h>\nint main(void) { puts(\"x\"); return 0; }\n";
    recorded_start(&run, "t.c", source, "-O0");
    recorded_run(&run, NULL, (struct record_options){.only = ONLY_NAMED, .shown = {{"libc"}, 1}});
    assert_int_equal(store_summary(run.store).problems, 0);
    assert_true(store_summary(run.store).instructions > 500);
    assert_int_equal(line_instruction(&run, "t.c", 2, 0), UINT64_MAX);
    recorded_run(&run, NULL, (struct record_options){.only = ONLY_ALL});
    assert_int_equal(store_summary(run.store).problems, 0);
    assert_int_not_equal(line_instruction(&run, "t.c", 2, 0), UINT64_MAX);
    assert_int_equal(run.result.executed, run.result.instances);
    recorded_end(&run);
}

/* Skipped code that no shown code called acts for the code that returned to it. Registers that it saves keep their definers there, too. */
static void registers_outlast_the_callers_of_what_is_shown(void **state)
{
    (void)state;
    struct recorded run;
    recorded_start(&run, "t.c",
                   "#define ALONE __attribute__((noipa))\n"
                   "ALONE void give(void) {\n"
                   "    asm volatile (\"mov $5, %ebx\");\n"                                   /* 3 */
                   "}\n"                                                                       /* 4 */
                   "ALONE int take(void) { int x;\n"
                   "    asm volatile (\"mov %%ebx, %0\" : \"=r\" (x));\n"                        /* 6 */
                   "    return x; }\n"
                   "ALONE void keep(void) { asm volatile (\"push %rbx; pop %rbx\"); }\n"
                   "int main(void) { int got;\n"
                   "    asm volatile (\"call give; call keep; call take\" : \"=a\" (got) :: \"rbx\", \"memory\");\n"
                   "    return got; }\n",
                   "-O1 -mno-red-zone");
    recorded_run(&run, NULL, (struct record_options){.only = ONLY_NAMED, .shown = {{"give", "take"}, 2}});
    assert_int_equal(WEXITSTATUS(run.result.status), 5);
    assert_true(depends(&run, 6, 0, 3));
    assert_false(depends(&run, 6, 0, 4));
    assert_false(depends(&run, 4, 0, 3));
    recorded_end(&run);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(library_functions_pass_dependences_through),    cmocka_unit_test(saved_registers_keep_their_definers),
        cmocka_unit_test(every_part_of_a_buffer_is_carried),             cmocka_unit_test(lazy_binding_uses_no_vector_registers),
        cmocka_unit_test(a_call_uses_its_arguments_and_no_others),       cmocka_unit_test(callbacks_depend_on_the_call_that_led_to_them),
        cmocka_unit_test(system_calls_define_what_they_write),           cmocka_unit_test(one_object_can_be_shown_alone),
        cmocka_unit_test(registers_outlast_the_callers_of_what_is_shown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
