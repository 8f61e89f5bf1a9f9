/* test_probes.c - metadata by function: names, graphs.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "test_crash_inputs.h"

#define GRAPH "\n1|EXIT\n0|ENTRY|3\n$\n0->1|0$0\n"

/* "0,2": the entries that a name means, among functions of that name. */
static void assert_found(const char *const *names, const char *name, const char *expected)
{
    struct inputs inputs;
    struct text paths = {0}, found = {0}, coverage = {0};
    for (; *names; names++) {
        text_printf(&paths, "#\n%s" GRAPH, *names);
        text_printf(&coverage, "#%s|__FC_arr_x\n", *names);
    }
    inputs_open(&inputs, text_string(&paths), text_string(&coverage), NULL, NULL);
    const size_t *items, *same;
    size_t count = probes_find(inputs.probes, str_of(name), &inputs.arena, &items);
    for (size_t i = 0; i < count; i++)
        text_printf(&found, "%s%zu", i ? "," : "", items[i]);
    assert_string_equal(text_string(&found), expected);
    assert_int_equal(probes_find_coverage(inputs.probes, CSI_FC, str_of(name), &inputs.arena, &same), count);
    for (size_t i = 0; i < count; i++)
        assert_int_equal(same[i], items[i]);
    assert_int_equal(probes_find_coverage(inputs.probes, CSI_CC, str_of(name), &inputs.arena, &same), 0);
    inputs_close(&inputs);
    text_free(&paths);
    text_free(&coverage);
    text_free(&found);
}

static void a_name_means_equal_names_before_all_others(void **state)
{
    (void)state;
    const char *const names[] = {"f$CC", "f", "g", "f", "f.part.0", NULL};
    assert_found(names, "f", "1,3");
    assert_found(names, "f$CC", "0");
    assert_found(names, "f.part.0", "4");
    assert_found(names, "h", "");
    assert_found(names, "", "");
}

static void variants_and_parts_are_found_by_the_name_of_the_function(void **state)
{
    (void)state;
    const char *const names[] = {"f$none", "f$CC$PT", "g.constprop.1", "ff", NULL};
    assert_found(names, "f", "0,1");
    assert_found(names, "f$PT", "0,1");
    assert_found(names, "f.part.0", "0,1");
    assert_found(names, "g", "2");
    assert_found(names, "g.cold", "2");
    assert_found(names, "f@plt", "0,1");
    assert_found(names, "f(int, char *)", "0,1");
}

static void a_debugger_shows_cplusplus_names_readable(void **state)
{
    (void)state;
    const char *const names[] = {"_ZN2ns1fEi", "_ZN2ns1fEd", "_Z1gIiEvT_", "_Z1hSt6vectorIS_IiSaIiEESaIS1_EE", "_Z1kv$CC", "_ZNK1AclEi", "_ZN12_GLOBAL__N_11mEv", NULL};
    assert_found(names, "_ZN2ns1fEi", "0");
    assert_found(names, "ns::f(int)", "0");
    assert_found(names, "ns::f", "0,1");
    assert_found(names, "ns::f(char)", "");
    assert_found(names, "g<int>", "2");
    assert_found(names, "g<int>(int)", "2");
    assert_found(names, "void g<int>(int)", "2");
    assert_found(names, "g", "2");
    assert_found(names, "g<char>", "");
    assert_found(names, "h(std::vector<std::vector<int, std::allocator<int>>, std::allocator<std::vector<int, std::allocator<int>>>>)", "3");
    assert_found(names, "k()", "4");
    assert_found(names, "k", "4");
    assert_found(names, "ns::f(int) [clone .part.0]", "0");
    assert_found(names, "A::operator()", "5");
    assert_found(names, "A::operator()(int) const", "5");
    assert_found(names, "(anonymous namespace)::m", "6");
}

static void blanks_in_templates_do_not_count(void **state)
{
    (void)state;
    const char *const names[] = {"_Z1fI1aIS0_IiEEEvv", NULL};
    assert_found(names, "f<a<a<int> > >", "0");
    assert_found(names, "f<a<a<int>>>", "0");
}

static void readable_names_are_demangled(void **state)
{
    (void)state;
    struct arena arena = {0};
    assert_true(str_is(probes_readable(str_of("_ZN2ns1fEi"), &arena), "ns::f(int)"));
    assert_true(str_is(probes_readable(str_of("_ZN2ns1fEi$CC"), &arena), "ns::f(int)$CC"));
    assert_true(str_is(probes_readable(str_of("main"), &arena), "main"));
    assert_true(str_is(probes_readable(str_of("_Zwhat"), &arena), "_Zwhat"));
    arena_free(&arena);
}

/* Each argument is a pair of the one before: 2^n words. */
static void doubling(struct text *text, const char *start, size_t levels)
{
    static const char digits[] = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
    text_add(text, start);
    for (size_t i = 0; i < levels; i++)
        text_printf(text, "S_IS%c_S%c_E", digits[i % 36], digits[i % 36]);
}

static void names_that_would_grow_or_take_ages_stay_mangled(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct text text = {0};
    for (size_t levels = 1; levels < 36; levels++) {
        text_clear(&text);
        doubling(&text, "_Z1fSt4pairIiiE", levels);
        (void)probes_readable(text_str(&text), &arena);
        text_clear(&text);
        doubling(&text, "_Z1fIJEEvSt4pairIiiE", levels);
        text_add(&text, "DpSZ_");
        (void)probes_readable(text_str(&text), &arena);
    }
    for (size_t i = 0; i < 200000; i++)
        text_byte(&text, "_ZPPPKN"[i < 2 ? i : 2 + i % 5]);
    assert_true(probes_readable(text_str(&text), &arena).size >= 200000);
    assert_true(arena.total < 8 << 20);
    text_free(&text);
    arena_free(&arena);
}

static void a_graph_is_made_once_and_damage_has_none(void **state)
{
    (void)state;
    struct inputs inputs;
    inputs_open(&inputs, "#\nf" GRAPH "#\ng\n1|EXIT\nnonsense\n", NULL, NULL, NULL);
    assert_non_null(probes_graph(inputs.probes, 0));
    assert_ptr_equal(probes_graph(inputs.probes, 0), probes_graph(inputs.probes, 0));
    assert_null(probes_graph(inputs.probes, 1));
    assert_null(probes_graph(inputs.probes, 2));
    assert_ptr_equal(probes_paths(inputs.probes), &inputs.paths);
    assert_ptr_equal(probes_of_scheme(inputs.probes, CSI_BBC), &inputs.coverage[CSI_BBC]);
    inputs_close(&inputs);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_name_means_equal_names_before_all_others),
        cmocka_unit_test(variants_and_parts_are_found_by_the_name_of_the_function),
        cmocka_unit_test(a_debugger_shows_cplusplus_names_readable),
        cmocka_unit_test(blanks_in_templates_do_not_count),
        cmocka_unit_test(readable_names_are_demangled),
        cmocka_unit_test(names_that_would_grow_or_take_ages_stay_mangled),
        cmocka_unit_test(a_graph_is_made_once_and_damage_has_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
