/* test_flow.c - postdominators of compiled C programs.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * gcc and clang build each program without and with optimisation, position independent and not. */
#include "test_flow_programs.h"

static const char *const builds[] = {"gcc -O0 -fPIE -pie",   "gcc -O2 -fPIE -pie",   "gcc -O0 -no-pie -fno-pie",   "gcc -O2 -no-pie -fno-pie",
                                     "clang -O0 -fPIE -pie", "clang -O2 -fPIE -pie", "clang -O0 -no-pie -fno-pie", "clang -O2 -no-pie -fno-pie"};

static void each_build(const char *source, void (*check)(struct program *program))
{
    struct program program;
    size_t made = 0;
    for (size_t i = 0; i < sizeof builds / sizeof *builds; i++)
        if (program_make(&program, builds[i], "program.c", source)) {
            made++;
            check(&program);
            program_drop(&program);
        }
    assert_true(made > 0);
}

#define PROGRAM(text) MARK_TEXT "#define APART __attribute__((noinline, noclone))\n" text

static const char branches[] = PROGRAM(
    "volatile int v; extern int APART one(int x) { v = x; return v + 1; }\n"
    "int APART choose(int x) { MARK(1); if (x) { MARK(2); v = one(x); } else { MARK(3); v = one(7); } MARK(4); return v; }\n"
    "int APART maybe(int x) { MARK(10); if (x > 3) { MARK(11); v = one(x); } MARK(12); return v; }\n"
    "int APART early(int x) { MARK(20); if (x > 3) { MARK(21); return one(x); } MARK(22); v = 5; return v; }\n"
    "int APART jumps(int x) { MARK(30); if (x == 1) goto one; if (x == 2) goto two; MARK(31); v = 1; one: MARK(32); v = one(v);\n"
    "    two: MARK(33); return v; }\n"
    "int main(int c, char **a) { return choose(c) + maybe(c) + early(c) + jumps(c); }\n");

static void check_branches(struct program *p)
{
    assert_must_pass(p, 1, 4), assert_must_pass(p, 2, 4), assert_must_pass(p, 3, 4);
    assert_may_miss(p, 1, 2), assert_may_miss(p, 1, 3), assert_may_miss(p, 2, 3);
    assert_must_pass(p, 10, 12), assert_must_pass(p, 11, 12), assert_may_miss(p, 10, 11);
    assert_may_miss(p, 20, 21), assert_may_miss(p, 20, 22), assert_may_miss(p, 21, 22);
    assert_must_pass(p, 30, 33), assert_must_pass(p, 31, 32), assert_may_miss(p, 30, 32), assert_may_miss(p, 30, 31);
    assert_int_equal(site_at(p, mark(p, 4)).function, entry(p, "choose"));
}

static void the_join_of_an_if_postdominates_it_and_its_arms_do_not(void **state)
{
    (void)state;
    each_build(branches, check_branches);
}

static const char loops[] = PROGRAM(
    "volatile int v;\n"
    "int APART simple(int n) { MARK(1); for (int i = 0; i < n; i++) { MARK(2); v += i; } MARK(3); return v; }\n"
    "int APART nested(int n, int m) { MARK(10); for (int i = 0; i < n; i++) { MARK(11);\n"
    "    for (int k = 0; k < m; k++) { MARK(12); if (v == k) { MARK(13); break; } MARK(14); v++; } MARK(15); v--; } MARK(16); return v; }\n"
    "int APART least_once(int n) { MARK(20); do { MARK(21); v += n; } while (--n); MARK(22); return v; }\n"
    "int main(int c, char **a) { return simple(c) + nested(c, c) + least_once(c); }\n");

static void check_loops(struct program *p)
{
    assert_must_pass(p, 1, 3), assert_must_pass(p, 2, 3), assert_may_miss(p, 1, 2);
    assert_must_pass(p, 10, 16), assert_may_miss(p, 10, 11), assert_must_pass(p, 11, 15), assert_may_miss(p, 11, 12);
    assert_may_miss(p, 12, 13), assert_may_miss(p, 12, 14), assert_must_pass(p, 13, 15), assert_must_pass(p, 12, 15);
    assert_must_pass(p, 20, 21), assert_must_pass(p, 21, 22);
}

static void what_follows_a_loop_postdominates_it_and_its_body_does_not(void **state)
{
    (void)state;
    each_build(loops, check_loops);
}

static const char switches[] = PROGRAM(
    "volatile int v; int APART one(int x) { v = x; return v + 1; }\n"
    "int APART dense(int x) { MARK(1); switch (x) { case 0: MARK(2); v = one(4); break; case 1: MARK(3); v = one(9); break;\n"
    "    case 2: MARK(4); v = one(3); case 3: MARK(5); v += one(x); break; case 4: MARK(6); v = 5; break; case 5: MARK(7); v = one(2); break;\n"
    "    case 6: MARK(8); v = one(77); break; case 7: MARK(9); return one(12); default: MARK(10); v = -1; } MARK(11); return v; }\n"
    "int APART offset(int x) { MARK(31); switch (x) { case 103: MARK(32); v = one(4); break; case 104: MARK(33); v = one(9); break;\n"
    "    case 105: MARK(34); v += one(x); break; case 106: MARK(35); v = 5; break; case 107: MARK(36); v *= one(2); break;\n"
    "    case 110: MARK(37); v = one(77); break; } MARK(38); return v; }\n"
    "int APART sparse(int x) { MARK(51); switch (x) { case 1: MARK(52); v = one(4); break; case 1000: MARK(53); v = one(9); break;\n"
    "    case 100000: MARK(54); v = one(3); break; case 7000000: MARK(55); v = 7; } MARK(56); return v; }\n"
    "int main(int c, char **a) { return dense(c) + offset(c) + sparse(c); }\n");

static void check_switches(struct program *p)
{
    for (unsigned arm = 2; arm <= 10; arm++) {
        assert_may_miss(p, 1, arm);
        if (arm != 9)
            assert_must_pass(p, arm, 11);
    }
    assert_must_pass(p, 4, 5), assert_may_miss(p, 9, 11), assert_may_miss(p, 1, 11);
    for (unsigned arm = 32; arm <= 37; arm++)
        assert_may_miss(p, 31, arm), assert_must_pass(p, arm, 38);
    assert_must_pass(p, 31, 38);
    for (unsigned arm = 52; arm <= 55; arm++)
        assert_may_miss(p, 51, arm), assert_must_pass(p, arm, 56);
    assert_must_pass(p, 51, 56);
    struct flow_site site = site_at(p, computed_jump(p, mark(p, 31)));
    assert_true(site.branches && site.postdominated && !site.leaves);
}

static void the_arms_of_a_switch_are_read_from_its_jump_table(void **state)
{
    (void)state;
    each_build(switches, check_switches);
}

static const char endings[] = PROGRAM(
    "#include <stdlib.h>\n#include <setjmp.h>\n#include <assert.h>\n#include <err.h>\n"
    "volatile int v; jmp_buf buffer;\n"
    "__attribute__((noreturn)) static void APART die(int x) { v = x; exit(x); }\n"
    "static void APART perish(int x) { v = x; if (x > 5) abort(); die(x); }\n"
    "static void APART spin(int x) { for (;;) { if (v == x) v++; v--; } }\n"
    "int APART with_exit(int x) { MARK(10); if (x == 1) exit(3); MARK(11); return v; }\n"
    "int APART with_abort(int x) { MARK(20); if (x == 1) abort(); MARK(21); return v; }\n"
    "int APART with_die(int x) { MARK(30); if (x == 1) die(x); MARK(31); return v; }\n"
    "int APART with_perish(int x) { MARK(40); if (x == 1) { MARK(41); perish(x); } MARK(42); return v; }\n"
    "int APART with_spin(int x) { MARK(50); if (x == 1) { MARK(51); spin(x); } MARK(52); return v; }\n"
    "int APART with_longjmp(int x) { MARK(60); if (x == 1) longjmp(buffer, 1); MARK(61); return v; }\n"
    "int APART with_assert(int x) { MARK(70); assert(x != 1); MARK(71); return v; }\n"
    "int APART with_err(int x) { MARK(80); if (x == 1) errx(1, \"no\"); MARK(81); return v; }\n"
    "static void APART ends(int x) { v = x; }\n"
    "int APART with_end(int x) { MARK(90); if (x == 1) { MARK(91); ends(x); } MARK(92); return v; }\n"
    "int main(int c, char **a) { return with_exit(c) + with_abort(c) + with_die(c) + with_perish(c) + with_spin(c) + with_longjmp(c)\n"
    "    + with_assert(c) + with_err(c) + with_end(c); }\n");

static void check_endings(struct program *p)
{
    for (unsigned first = 10; first <= 80; first += 10)
        assert_may_miss(p, first, first == 40 || first == 50 ? first + 2 : first + 1);
    assert_may_miss(p, 41, 42), assert_may_miss(p, 51, 52);
    assert_must_pass(p, 90, 92), assert_must_pass(p, 91, 92);
    static const char *const never[] = {"die", "perish", "spin"};
    for (size_t i = 0; i < sizeof never / sizeof *never; i++) {
        size_t index;
        if (symbols_function_named(p->symbols, str_of(never[i]), &index))
            assert_false(flow_returns(p->flow, entry(p, never[i])));
    }
    assert_true(flow_returns(p->flow, entry(p, "with_die")));
    assert_true(flow_returns(p->flow, entry(p, "main")));
}

static void no_way_leads_past_a_call_that_does_not_return(void **state)
{
    (void)state;
    each_build(endings, check_endings);
}

static const char recursion[] = PROGRAM(
    "volatile int v; int pong(int x);\n"
    "int APART count(int x) { MARK(1); if (x > 0) { MARK(2); v += count(x - 1); } MARK(3); return v; }\n"
    "int APART even(int x); int APART odd(int x) { MARK(10); if (x) { MARK(11); v += even(x - 1); } MARK(12); return v; }\n"
    "int APART even(int x) { if (x) v += odd(x - 1); return v; }\n"
    "int APART ping(int x) { v++; v += pong(x); return v; } int APART pong(int x) { v--; v += ping(x); return v; }\n"
    "int APART never(int x) { MARK(20); if (x) { MARK(21); v += ping(x); } MARK(22); return v; }\n"
    "int main(int c, char **a) { return count(c) + odd(c) + never(c); }\n");

static void check_recursion(struct program *p)
{
    assert_must_pass(p, 1, 3), assert_must_pass(p, 2, 3), assert_must_pass(p, 10, 12), assert_must_pass(p, 11, 12);
    assert_true(flow_returns(p->flow, entry(p, "even")));
    assert_false(flow_returns(p->flow, entry(p, "ping")));
    assert_false(flow_returns(p->flow, entry(p, "pong")));
    assert_may_miss(p, 20, 22);
}

static void recursion_returns_if_a_path_without_it_does(void **state)
{
    (void)state;
    each_build(recursion, check_recursion);
}

static const char interpreter[] = PROGRAM(
    "volatile int v;\n"
    "int APART interpret(const unsigned char *code) { static const void *const go[] = {&&a, &&b, &&end};\n"
    "    int sum = 0; MARK(1); goto *go[*code++]; a: MARK(2); sum++; v = sum; goto *go[*code++]; b: MARK(3); sum *= 3; v = sum; goto *go[*code++];\n"
    "    end: MARK(4); return sum; }\n"
    "int main(void) { return interpret((const unsigned char[]){0, 1, 2}); }\n");

static void check_interpreter(struct program *p)
{
    uint64_t jump = computed_jump(p, mark(p, 1));
    struct flow_site site = site_at(p, jump);
    assert_true(site.branches && site.computed && !site.postdominated && !site.leaves);
    assert_may_miss(p, 1, 4);
    assert_true(flow_returns(p->flow, entry(p, "interpret")));
    for (unsigned from = 1; from <= 3; from++)
        for (unsigned to = 2; to <= 4; to++)
            flow_observe(p->flow, computed_jump(p, mark(p, from)), mark(p, to));
    assert_must_pass(p, 1, 4), assert_must_pass(p, 2, 4), assert_must_pass(p, 3, 4);
    assert_may_miss(p, 1, 2), assert_may_miss(p, 1, 3), assert_may_miss(p, 2, 3);
    assert_false(flow_observe(p->flow, jump, mark(p, 2)));
    assert_true(site_at(p, jump).branches);
}

static void a_computed_goto_has_the_targets_observed(void **state)
{
    (void)state;
    each_build(interpreter, check_interpreter);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_join_of_an_if_postdominates_it_and_its_arms_do_not),
        cmocka_unit_test(what_follows_a_loop_postdominates_it_and_its_body_does_not),
        cmocka_unit_test(the_arms_of_a_switch_are_read_from_its_jump_table),
        cmocka_unit_test(no_way_leads_past_a_call_that_does_not_return),
        cmocka_unit_test(recursion_returns_if_a_path_without_it_does),
        cmocka_unit_test(a_computed_goto_has_the_targets_observed),
    };
    return cmocka_run_group_tests(tests, enter_folder, leave_folder);
}
