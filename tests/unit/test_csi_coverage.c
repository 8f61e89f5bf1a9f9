/* test_csi_coverage.c - reads coverage metadata in all dialects; damage stays local.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "test_csi.h"
#include "crash/csi.h"

struct reading {
    struct arena arena;
    struct csi_coverage coverage;
};

static struct reading reading_of(struct str text, enum csi_scheme scheme)
{
    struct reading reading = {0};
    csi_coverage_read(text, scheme, "test", &reading.arena, &reading.coverage);
    return reading;
}

static void reading_free(struct reading *reading)
{
    arena_free(&reading->arena);
}

/* ---- The result as text ---- */

static void probe_show(const struct csi_probe *probe, enum csi_scheme scheme, struct text *out)
{
    text_printf(out, "%" PRId64, probe->index);
    if (probe->label.data)
        text_printf(out, "|%.*s", STR(probe->label));
    for (size_t i = 0; i < probe->line_count; i++)
        text_printf(out, "|%" PRId64, probe->lines[i]);
    if (scheme == CSI_CC)
        text_printf(out, "|%.*s", STR(probe->callee));
    else if (probe->line_count == 0)
        text_add(out, "|NULL");
    text_byte(out, '\n');
}

static void coverage_show(const struct csi_coverage *coverage, struct text *out)
{
    for (size_t i = 0; i < coverage->count; i++) {
        const struct csi_coverage_function *function = &coverage->functions[i];
        text_printf(out, "#%.*s|%.*s\n", STR(function->name), STR(function->global));
        for (size_t p = 0; p < function->probe_count; p++)
            probe_show(&function->probes[p], coverage->scheme, out);
    }
}

static void expect_same(struct str text, enum csi_scheme scheme)
{
    struct reading reading = reading_of(text, scheme);
    struct text shown = {0};
    coverage_show(&reading.coverage, &shown);
    assert_slice_equal(text_str(&shown), text, __FILE__, __LINE__);
    assert_int_equal(reading.coverage.problems.total, 0);
    assert_int_equal(reading.coverage.scheme, scheme);
    text_free(&shown);
    reading_free(&reading);
}

/* ---- Samples ---- */

static void whole_samples_come_out_as_they_went_in(void **state)
{
    (void)state;
    struct arena arena = {0};
    expect_same(file_text("data/csi/good-base.fc", &arena), CSI_FC);
    expect_same(file_text("data/csi/good-documented.cc", &arena), CSI_CC);
    expect_same(file_text("data/csi/good-unlabelled.cc", &arena), CSI_CC);
    expect_same(file_text("data/csi/good-labelled.cc", &arena), CSI_CC);
    expect_same(file_text("data/csi/good-documented.bbc", &arena), CSI_BBC);
    expect_same((struct str){0}, CSI_CC);
    arena_free(&arena);
}

static void call_sites_have_index_label_line_and_callee(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct reading reading = reading_of(file_text("data/csi/good-labelled.cc", &arena), CSI_CC);
    assert_int_equal(reading.coverage.count, 4);
    const struct csi_coverage_function *function = &reading.coverage.functions[0];
    assert_slice(function->name, "largest");
    assert_slice(function->global, "__CC_arr_src_max_c_largest");
    assert_true(function->probe_count == 5 && function->length == 3 && function->text_line == 1 && !function->damaged);
    const struct csi_probe *probe = function->probes;
    assert_true(probe->index == 2 && probe->line_count == 1 && probe->lines[0] == 6 && probe->text_line == 2);
    assert_slice(probe->label, "CC2");
    assert_slice(probe->callee, "std::max<int>(int, int)|0");
    assert_true(probe[1].index == -1 && probe[1].label.data && probe[1].label.size == 0);
    assert_true(probe[3].index == -2 && str_is(probe[3].callee, "?"));
    assert_int_equal(probe[4].lines[0], 0);
    function = &reading.coverage.functions[1];
    assert_true(function->probe_count == 0 && function->length == 0 && function->probes == NULL);
    assert_slice(reading.coverage.functions[3].name, "report$CC$PT");
    assert_slice(reading.coverage.functions[3].global, "__CC_arr_src_max_c_report");
    reading_free(&reading);
    reading = reading_of(file_text("data/csi/good-unlabelled.cc", &arena), CSI_CC);
    function = &reading.coverage.functions[0];
    assert_true(function->length == 2 && function->probes[1].index == -1 && !function->probes[1].label.data);
    assert_int_equal(reading.coverage.functions[1].length, 0);
    reading_free(&reading);
    arena_free(&arena);
}

static void statements_have_the_lines_of_their_block(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct reading reading = reading_of(file_text("data/csi/good-labelled.bbc", &arena), CSI_BBC);
    assert_int_equal(reading.coverage.problems.total, 0);
    assert_int_equal(reading.coverage.count, 1);
    const struct csi_coverage_function *function = &reading.coverage.functions[0];
    assert_true(function->probe_count == 5 && function->length == 3);
    const struct csi_probe *probe = function->probes;
    assert_true(probe[0].line_count == 3 && probe[0].lines[1] == 4 && probe[0].lines[2] == 5 && !probe[0].callee.data && probe[0].text_line == 3);
    assert_true(probe[1].line_count == 1 && probe[1].index == -1);
    assert_true(probe[2].line_count == 0 && str_is(probe[2].label, "BBC1"));
    assert_true(probe[3].line_count == 0 && probe[3].index == -2);
    assert_true(probe[4].line_count == 1 && probe[4].lines[0] == 0);
    reading_free(&reading);
    arena_free(&arena);
}

static void functions_have_one_element_and_no_entries(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct reading reading = reading_of(file_text("data/csi/good-base.fc", &arena), CSI_FC);
    assert_int_equal(reading.coverage.count, 3);
    for (size_t i = 0; i < 3; i++)
        assert_true(reading.coverage.functions[i].length == 1 && reading.coverage.functions[i].probe_count == 0);
    assert_slice(reading.coverage.functions[1].name, "report");
    assert_slice(reading.coverage.functions[2].name, "report");
    assert_slice(reading.coverage.functions[2].global, "__FC_arr_src_min_c_report");
    reading_free(&reading);
    arena_free(&arena);
}

static void own_samples_have_the_problems_of_their_table(void **state)
{
    (void)state;
    static const char *const endings[CSI_SCHEMES] = {"fc", "cc", "bbc"};
    for (size_t scheme = 0; scheme < CSI_SCHEMES; scheme++) {
        struct text shown = {0}, expected = {0}, name = {0};
        glob_t found;
        text_printf(&name, "data/csi/*.%s", endings[scheme]);
        assert_int_equal(glob(text_string(&name), 0, NULL, &found), 0);
        for (size_t i = 0; i < found.gl_pathc; i++) {
            struct arena arena = {0};
            struct reading reading = reading_of(file_text(found.gl_pathv[i], &arena), (enum csi_scheme)scheme);
            text_clear(&name);
            text_printf(&name, "%.*s\t", STR(str_basename(str_of(found.gl_pathv[i]))));
            problems_show(&reading.coverage.problems, text_string(&name), &shown);
            reading_free(&reading);
            arena_free(&arena);
        }
        assert_true(found.gl_pathc >= 2);
        text_clear(&name);
        text_printf(&name, ".%s", endings[scheme]);
        table_show(text_string(&name), &expected);
        assert_string_equal(text_string(&shown), text_string(&expected));
        globfree(&found);
        text_free(&shown);
        text_free(&expected);
        text_free(&name);
    }
}

/* Counted with grep, not with this reader. */
static void other_samples_come_out_as_they_went_in(void **state)
{
    (void)state;
    static const char *const endings[] = {"debug_FC.txt", "debug_CC.txt", "debug_BBC.txt"};
    static const size_t files[] = {22, 21, 13}, functions[] = {67, 38, 42}, probed[] = {67, 112, 523}, without[] = {0, 12, 0};
    for (size_t scheme = 0; scheme < CSI_SCHEMES; scheme++) {
        size_t all = 0, length = 0, probes = 0;
        glob_t found;
        other_samples(endings[scheme], &found);
        for (size_t i = 0; i < found.gl_pathc; i++) {
            struct arena arena = {0};
            struct str text = file_text(found.gl_pathv[i], &arena);
            struct reading reading = reading_of(text, (enum csi_scheme)scheme);
            expect_same(text, (enum csi_scheme)scheme);
            assert_int_equal(csi_sniff(text), CSI_TEXT_FC + scheme);
            for (size_t f = 0; f < reading.coverage.count; f++) {
                length += reading.coverage.functions[f].length;
                probes += reading.coverage.functions[f].probe_count;
            }
            all += reading.coverage.count;
            reading_free(&reading);
            arena_free(&arena);
        }
        assert_int_equal(found.gl_pathc, files[scheme]);
        assert_int_equal(all, functions[scheme]);
        assert_int_equal(length, probed[scheme]);
        assert_int_equal(probes, scheme == CSI_FC ? 0 : probed[scheme] + without[scheme]);
        globfree(&found);
    }
}

/* ---- Damage ---- */

static void damage_leaves_the_other_functions_alone(void **state)
{
    (void)state;
    struct arena arena = {0};
    glob_t found;
    assert_int_equal(glob("data/csi/bad-*.cc", 0, NULL, &found), 0);
    for (size_t i = 0; i < found.gl_pathc; i++) {
        struct text text = {0};
        text_append(&text, file_text(found.gl_pathv[i], &arena));
        text_add(&text, "#last|__CC_arr_last\n1|2|f\n0|3|g\n");
        struct reading reading = reading_of(text_str(&text), CSI_CC);
        const struct csi_coverage_function *last = &reading.coverage.functions[reading.coverage.count - 1];
        assert_true(!last->damaged && last->length == 2 && str_is(last->name, "last"));
        assert_true(reading.coverage.problems.total > 0);
        reading_free(&reading);
        text_free(&text);
    }
    globfree(&found);
    arena_free(&arena);
}

static void damaged_functions_are_marked(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct reading reading = reading_of(file_text("data/csi/bad-header.cc", &arena), CSI_CC);
    assert_int_equal(reading.coverage.count, 5);
    for (size_t i = 0; i < 5; i++)
        assert_int_equal(reading.coverage.functions[i].damaged, i < 4);
    reading_free(&reading);
    reading = reading_of(file_text("data/csi/bad-hole.bbc", &arena), CSI_BBC);
    assert_true(reading.coverage.functions[0].damaged && reading.coverage.functions[0].probe_count == 3);
    assert_false(reading.coverage.functions[1].damaged);
    reading_free(&reading);
    arena_free(&arena);
}

static void indices_may_come_in_any_order(void **state)
{
    (void)state;
    struct text text = {0};
    text_add(&text, "#f|__BBC_arr_f\n");
    for (unsigned i = 100000; i-- > 0;)
        text_printf(&text, "%u|BBC%u|%u\n-%u||7\n", i, i, i, 100000 - i);
    struct reading reading = reading_of(text_str(&text), CSI_BBC);
    assert_int_equal(reading.coverage.problems.total, 0);
    assert_int_equal(reading.coverage.functions[0].length, 100000);
    assert_int_equal(reading.coverage.functions[0].probe_count, 200000);
    assert_int_equal(reading.coverage.functions[0].probes[199998].lines[0], 0);
    reading_free(&reading);
    text_free(&text);
}

static void the_schemes_have_names(void **state)
{
    (void)state;
    assert_string_equal(csi_scheme_names[CSI_FC], "FC");
    assert_string_equal(csi_scheme_names[CSI_CC], "CC");
    assert_string_equal(csi_scheme_names[CSI_BBC], "BBC");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(whole_samples_come_out_as_they_went_in),
        cmocka_unit_test(call_sites_have_index_label_line_and_callee),
        cmocka_unit_test(statements_have_the_lines_of_their_block),
        cmocka_unit_test(functions_have_one_element_and_no_entries),
        cmocka_unit_test(own_samples_have_the_problems_of_their_table),
        cmocka_unit_test(other_samples_come_out_as_they_went_in),
        cmocka_unit_test(damage_leaves_the_other_functions_alone),
        cmocka_unit_test(damaged_functions_are_marked),
        cmocka_unit_test(indices_may_come_in_any_order),
        cmocka_unit_test(the_schemes_have_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
