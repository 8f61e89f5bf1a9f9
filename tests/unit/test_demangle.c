/* test_demangle.c - names of C++ and Rust as people write them, and hostile ones.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "code/demangle.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
/* cmocka.h needs those above */
#include <cmocka.h>

static void becomes(const char *mangled, const char *expected)
{
    struct arena arena = {0};
    struct str name = demangle(str_of(mangled), DEMANGLE_NO_RETURN, &arena);
    if (expected ? !str_is(name, expected) : name.data != NULL)
        fail_msg("%s became %.*s", mangled, STR(name));
    arena_free(&arena);
}

static void names_of_rust_lose_their_hash(void **state)
{
    (void)state;
    becomes("_ZN4shop4main17h759220bbb814e7caE", "shop::main");
    becomes("_ZN4shop4main28_$u7b$$u7b$closure$u7d$$u7d$17h7657dfb0acdbd0a5E", "shop::main::{{closure}}");
    becomes("_ZN48_$LT$shop..Shape$u20$as$u20$core..fmt..Debug$GT$3fmt17hd39475a29e656ad9E", "<shop::Shape as core::fmt::Debug>::fmt");
    becomes("_ZN4shop4main17h759220bbb814e7caE.llvm.1234567890", "shop::main");
    becomes("_RNvCsbxQjNsTKZZh_4shop4main", "shop::main");
    becomes("_RINvNtCsgEmfK2I1SDS_4core3ptr13drop_in_placeINtNtB4_6option6OptionINtNtCslNYArtu3iFV_5alloc5boxed3BoxNtCsbxQjNsTKZZh_4shop5ShapeEEEB1D_",
            "core::ptr::drop_in_place::<core::option::Option<alloc::boxed::Box<shop::Shape>>>");
    becomes("_RNvC4shopu8gdel_5qa", "shop::g\303\266del");
}

static void names_of_cpp_stay_those_of_cpp(void **state)
{
    (void)state;
    becomes("_ZN2ns1fIiEEvT_", "ns::f<int>(int)");
    becomes("_ZN4shop4mainEv", "shop::main()");
    becomes("_ZN4shop4main17h0000000000000000E", "shop::main::h0000000000000000");       /* no hash: all digits are one */
    becomes("main", NULL);
    becomes("_R", NULL);
    becomes("_Reset", NULL);
    becomes("_ZN", NULL);
}

/* A reference back: "B" and the number in base 62, of which "_" is 0 and "0_" 1. */
static size_t refer(unsigned at, char *out)
{
    static const char digits[] = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
    if (at == 0)
        return (size_t)sprintf(out, "B_");
    if (at - 1 < 62)
        return (size_t)sprintf(out, "B%c_", digits[at - 1]);
    return (size_t)sprintf(out, "B%c%c_", digits[(at - 1) / 62], digits[(at - 1) % 62]);
}

/* Each tuple has the one before it twice: 2^n pieces of text. */
static struct str nested(unsigned levels, struct arena *arena)
{
    char name[1000] = "_RINvC4shop4mainTuTNtC4shopu8gdel_5qauE";
    size_t size = strlen(name);
    unsigned before = (unsigned)(strchr(name, 'T') + 2 - name) - 2;
    for (unsigned i = 0; i < levels; i++) {
        unsigned at = (unsigned)size - 2;                   /* references count behind _R */
        name[size++] = 'T';
        size += refer(before, name + size);
        size += refer(before, name + size);
        name[size++] = 'E';
        before = at;
    }
    snprintf(name + size, sizeof name - size, "EE");
    return demangle(str_of(name), DEMANGLE_NO_RETURN, arena);
}

static void names_without_end_stay_mangled(void **state)
{
    struct arena arena = {0};
    (void)state;
    assert_true(str_starts(nested(2, &arena), "shop::main::<((), (shop::g\303\266del, ()), ((shop"));
    assert_null(nested(60, &arena).data);
    arena_free(&arena);
}

static void lists_of_lifetimes_without_end_stay_mangled(void **state)
{
    (void)state;
    becomes("_RINvC4shop4mainFGzzzzzzzzz_EuE", NULL);       /* for<'a, 'b, ...> fn() */
    becomes("_RINvC4shop4mainDGzzzzzzzzz_NtC4shop5TraitEL_E", NULL);
}

/* Many references to one long text. */
static void answers_above_the_limit_stay_mangled(void **state)
{
    char name[1000] = "_RINvC4shop4mainTNtC4shopu9l_______qa";
    size_t size = strlen(name);
    (void)state;
    snprintf(name, sizeof name, "_RINvC4shop4mainTNtC4shop%d%0*d", 150, 150, 7);
    memset(strchr(name, 'T') + 9 + 3, 'x', 150);
    size = strlen(name);
    for (unsigned i = 0; i < 150; i++)
        size += refer((unsigned)(strchr(name, 'T') + 1 - name) - 2, name + size);
    snprintf(name + size, sizeof name - size, "EE");
    becomes(name, NULL);
    name[size - 3 * 100] = 'E', name[size - 3 * 100 + 1] = 'E', name[size - 3 * 100 + 2] = 0;         /* 50 of them: short enough */
    struct arena arena = {0};
    assert_true(demangle(str_of(name), DEMANGLE_NO_RETURN, &arena).size > 50 * 150);
    arena_free(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_of_rust_lose_their_hash),
        cmocka_unit_test(names_of_cpp_stay_those_of_cpp),
        cmocka_unit_test(names_without_end_stay_mangled),
        cmocka_unit_test(lists_of_lifetimes_without_end_stay_mangled),
        cmocka_unit_test(answers_above_the_limit_stay_mangled),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
