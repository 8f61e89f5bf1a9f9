/* test_symbols_fit.c - finds load biases from named addresses; source text.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/unit/test_symbols_programs.h"

#include <sys/stat.h>

/* Three functions on pages of their own fix the bias; `first` alone would, too, because it is small. */
static const char program[] = "__attribute__((aligned(4096))) int first(int x) { return x + 1; }\n"
                              "__attribute__((aligned(4096))) int second(int x) { return x + 2; }\n"
                              "__attribute__((aligned(4096))) int large(int x) { __asm__ volatile(\".fill 20000, 1, 0x90\"); return x; }\n"
                              "static inline __attribute__((always_inline)) int hidden(volatile int *x) { return *x * 3; }\n"
                              "int main(int c, char **v) { volatile int i = c; return first(c) + second(c) + hidden(&i); }\n";

enum { BIAS = 0x108000 };

static struct symbols_sample sample(struct symbols *symbols, const char *name, uint64_t bias, uint64_t offset)
{
    return (struct symbols_sample){function_named(symbols, name).address + offset + bias, str_of(name)};
}

static void one_named_address_in_a_small_function_gives_the_bias(void **state)
{
    (void)state;
    compile("pie", program, "-O0 -pie -fPIE");
    struct symbols *symbols = opened("pie");
    struct symbols_sample samples[] = {sample(symbols, "first", BIAS, 3)};
    uint64_t bias;
    size_t known;
    assert_int_equal(symbols_fit(symbols, samples, 1, &bias, &known), FIT_FOUND);
    assert_int_equal(bias, BIAS);
    assert_int_equal(known, 1);
    samples[0] = sample(symbols, "first", 0x555555554000, 3);
    assert_int_equal(symbols_fit(symbols, samples, 1, &bias, &known), FIT_FOUND);
    assert_int_equal(bias, 0x555555554000);
    symbols_close(symbols);
}

static void a_large_function_alone_is_ambiguous(void **state)
{
    (void)state;
    compile("pie", program, "-O0 -pie -fPIE");
    struct symbols *symbols = opened("pie");
    struct symbols_sample samples[] = {sample(symbols, "large", BIAS, 9000), sample(symbols, "second", BIAS, 0)};
    uint64_t bias;
    size_t known;
    assert_int_equal(symbols_fit(symbols, samples, 1, &bias, &known), FIT_AMBIGUOUS);
    assert_int_equal(symbols_fit(symbols, samples, 2, &bias, &known), FIT_FOUND);
    assert_int_equal(bias, BIAS);
    symbols_close(symbols);
}

static void names_the_program_does_not_have_are_passed_over(void **state)
{
    (void)state;
    compile("pie", program, "-O0 -pie -fPIE");
    struct symbols *symbols = opened("pie");
    struct symbols_sample samples[] = {{0x4000, str_of("elsewhere")}, sample(symbols, "first", BIAS, 0), {0x5000, {NULL, 0}}};
    uint64_t bias;
    size_t known;
    assert_int_equal(symbols_fit(symbols, samples, 3, &bias, &known), FIT_FOUND);
    assert_int_equal(known, 1);
    assert_int_equal(symbols_fit(symbols, samples, 1, &bias, &known), FIT_NO_NAMES);
    assert_int_equal(known, 0);
    assert_int_equal(symbols_fit(symbols, NULL, 0, &bias, &known), FIT_NO_NAMES);
    symbols_close(symbols);
}

static void contradicting_samples_fit_nowhere(void **state)
{
    (void)state;
    compile("pie", program, "-O0 -pie -fPIE");
    struct symbols *symbols = opened("pie");
    struct symbols_sample samples[] = {sample(symbols, "first", BIAS, 0), sample(symbols, "second", BIAS + 4096, 0)};
    uint64_t bias;
    size_t known;
    assert_int_equal(symbols_fit(symbols, samples, 2, &bias, &known), FIT_NONE);
    assert_int_equal(known, 2);
    samples[0].address += 2048; /* no page-aligned bias at all */
    assert_int_equal(symbols_fit(symbols, samples, 1, &bias, &known), FIT_NONE);
    samples[0].address = 1;
    assert_int_equal(symbols_fit(symbols, samples, 1, &bias, &known), FIT_NONE);
    symbols_close(symbols);
}

static void several_functions_of_one_name_leave_every_choice_open(void **state)
{
    (void)state;
    write_file("part.c", "__attribute__((aligned(4096))) static int twin(int x) { return x + 5; }\nint call_twin(int x) { return twin(x); }\n");
    compile("twins", "int call_twin(int);\n__attribute__((aligned(4096))) static int twin(int x) { return x + 4; }\nint main(int c, char **v) { return twin(c) + call_twin(c); }\n",
            "part.c -O0 -pie -fPIE");
    struct symbols *symbols = opened("twins");
    struct symbols_sample samples[] = {sample(symbols, "twin", BIAS, 4), sample(symbols, "main", BIAS, 0)};
    uint64_t bias;
    size_t known;
    assert_int_equal(symbols_fit(symbols, samples, 1, &bias, &known), FIT_AMBIGUOUS);
    assert_int_equal(symbols_fit(symbols, samples, 2, &bias, &known), FIT_FOUND);
    assert_int_equal(bias, BIAS);
    symbols_close(symbols);
}

static void a_sample_may_name_an_inlined_function(void **state)
{
    (void)state;
    compile("inline", program, "-O2 -g -pie -fPIE");
    struct symbols *symbols = opened("inline");
    struct symbols_function function = function_named(symbols, "main");
    struct source_position position = {0};
    uint64_t at = function.address, bias;
    size_t known;
    while (at < function.address + function.size && !(symbols_position(symbols, at, &position) && str_is(position.function, "hidden")))
        at++;
    assert_true(at < function.address + function.size);
    struct symbols_sample samples[] = {{at + BIAS, str_of("hidden")}, sample(symbols, "main", BIAS, 0)};
    assert_int_equal(symbols_fit(symbols, samples, 2, &bias, &known), FIT_FOUND);
    assert_int_equal(bias, BIAS);
    assert_int_equal(known, 2);
    symbols_close(symbols);
}

static void a_fixed_program_fits_at_bias_zero_or_not_at_all(void **state)
{
    (void)state;
    compile("fixed", program, "-O0 -no-pie -fno-pie");
    struct symbols *symbols = opened("fixed");
    struct symbols_sample samples[] = {sample(symbols, "large", 0, 9000)};
    uint64_t bias = 7;
    size_t known;
    assert_int_equal(symbols_fit(symbols, samples, 1, &bias, &known), FIT_FOUND);
    assert_int_equal(bias, 0);
    samples[0].address += BIAS;
    assert_int_equal(symbols_fit(symbols, samples, 1, &bias, &known), FIT_NONE);
    symbols_close(symbols);
}

/* ---- Source text ---- */

static void lines_are_found_by_their_number(void **state)
{
    struct source *source;
    struct error error;
    struct source_search search = {.path = {NULL, 0}};
    write_file("text.c", "first\n\nthird\r\nlast");
    assert_true(source_open(str_of("text.c"), str_of(*state), &search, &source, &error));
    assert_int_equal(source_line_count(source), 4);
    assert_slice(source_line(source, 1), "first");
    assert_slice(source_line(source, 2), "");
    assert_slice(source_line(source, 3), "third");
    assert_slice(source_line(source, 4), "last");
    assert_null(source_line(source, 0).data);
    assert_null(source_line(source, 5).data);
    assert_non_null(strstr(source_path(source), "/text.c"));
    assert_true(source_modified(source) > 0);
    source_close(source);
    write_file("empty.c", "");
    assert_true(source_open(str_of("empty.c"), (struct str){0}, NULL, &source, &error));
    assert_int_equal(source_line_count(source), 0);
    source_close(source);
}

static void the_search_path_takes_leading_folders_off(void **state)
{
    struct source *source;
    struct error error;
    char path[128];
    assert_true(mkdir("moved", 0700) == 0 && mkdir("moved/src", 0700) == 0);
    write_file("moved/src/a.c", "a\n");
    snprintf(path, sizeof path, "/nowhere:%s/moved", (char *)*state);
    struct source_search search = {.path = str_of(path)};
    assert_true(source_open(str_of("/build/tree/src/a.c"), (struct str){0}, &search, &source, &error));
    assert_slice(source_line(source, 1), "a");
    source_close(source);
    assert_true(source_open(str_of("tree/src/a.c"), str_of("/build"), &search, &source, &error));
    source_close(source);
}

static void a_missing_source_names_every_place_looked_at(void **state)
{
    (void)state;
    struct source *source;
    struct error error;
    struct source_search search = {.path = str_of("/nowhere")};
    assert_false(source_open(str_of("sub/b.c"), str_of("/build"), &search, &source, &error));
    assert_string_equal(error.source, "sub/b.c");
    assert_string_equal(error.message, "source file not found, looked for /build/sub/b.c, /nowhere/sub/b.c, /nowhere/b.c");
    assert_false(source_open((struct str){0}, (struct str){0}, &search, &source, &error));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_named_address_in_a_small_function_gives_the_bias),
        cmocka_unit_test(a_large_function_alone_is_ambiguous),
        cmocka_unit_test(names_the_program_does_not_have_are_passed_over),
        cmocka_unit_test(contradicting_samples_fit_nowhere),
        cmocka_unit_test(several_functions_of_one_name_leave_every_choice_open),
        cmocka_unit_test(a_sample_may_name_an_inlined_function),
        cmocka_unit_test(a_fixed_program_fits_at_bias_zero_or_not_at_all),
        cmocka_unit_test(lines_are_found_by_their_number),
        cmocka_unit_test(the_search_path_takes_leading_folders_off),
        cmocka_unit_test(a_missing_source_names_every_place_looked_at),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
