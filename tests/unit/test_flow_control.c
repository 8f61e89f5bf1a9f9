/* test_flow_control.c - compares the control dependences of instructions with the definition.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Applies the definition (Ferrante, Ottenstein, Warren 1987) to every instruction and every edge of functions, walking up postdominators one by one. */
#include "test_flow_programs.h"

enum { MOST = 400 };                    /* most instructions of a tested function */

struct arcs {
    struct flow_arc items[4 * MOST];
    size_t count;
};

/* Is `goal` the instruction itself, or above it? */
static bool postdominates(struct program *p, uint64_t goal, uint64_t at)
{
    for (struct flow_site site; at != goal; at = site.postdominator) {
        site = site_at(p, at);
        if (!site.postdominated)
            return false;
    }
    return true;
}

static bool has(const struct flow_arcs *arcs, const struct flow_arc *arc)
{
    for (size_t i = 0; i < arcs->count; i++)
        if (arcs->items[i].from == arc->from && arcs->items[i].to == arc->to)
            return true;
    return false;
}

static size_t instructions_of(struct program *p, struct symbols_function function, uint64_t *addresses)
{
    size_t count = 0;
    struct flow_site site;
    for (uint64_t at = function.address; at < function.address + function.size && count < MOST; at++)
        if (flow_site(p->flow, at, &site))
            addresses[count++] = at;
    return count;
}

static void try_instruction(struct program *p, uint64_t address, const struct arcs *all)
{
    struct flow_arcs found = {0};
    size_t expected = 0;
    assert_true(flow_control(p->flow, address, &found));
    for (size_t i = 0; i < all->count; i++) {
        const struct flow_arc *arc = &all->items[i];
        bool depends = arc->branches && postdominates(p, address, arc->to) && (address == arc->from || !postdominates(p, address, arc->from));
        expected += depends;
        if (depends != has(&found, arc))
            fail_msg("0x%llx and the edge from 0x%llx to 0x%llx", (unsigned long long)address, (unsigned long long)arc->from, (unsigned long long)arc->to);
    }
    assert_int_equal(found.count, expected);
    free(found.items);
}

static bool try_function(struct program *p, struct symbols_function function)
{
    static struct arcs all;
    uint64_t addresses[MOST];
    struct flow_arcs arrivals = {0};
    size_t count = instructions_of(p, function, addresses);
    all.count = 0;
    if (count == 0 || count == MOST || symbols_in_plt(p->symbols, function.address) || function.size > 16 * MOST)
        return false;
    for (size_t i = 0; i < count; i++) {
        assert_true(flow_arrivals(p->flow, addresses[i], &arrivals));
        for (size_t k = 0; k < arrivals.count; k++) {
            const struct flow_arc *arc = &arrivals.items[k];
            assert_int_equal(arc->to, addresses[i]);
            if (arc->from < function.address || arc->from >= function.address + function.size || all.count == 4 * MOST)
                return free(arrivals.items), false;     /* it has a cold part, or too many edges */
            all.items[all.count++] = *arc;
        }
    }
    free(arrivals.items);
    for (size_t i = 0; i < count; i++)
        try_instruction(p, addresses[i], &all);
    return true;
}

static const char source[] =
    "#include <stdlib.h>\n"
    "int loops(int n, int m) { int s = 0; for (int i = 0; i < n; i++) { if (i == m) continue; for (int j = i; j < m && s < 100; j++) s += j; } return s; }\n"
    "int choose(int n) { switch (n) { case 1: n += 5; case 2: n *= 3; break; case 3: n -= 1; break; case 4: n ^= 7; break; case 5: return 9;\n"
    "  case 6: n |= 8; } return n; }\n"
    "int both(int a, int b, int c) { if ((a && b) || c) a = b * c; else if (a > c) exit(b); return a; }\n"
    "int ends(int a) { if (a > 4) { if (a > 8) abort(); do a--; while (a); } for (;;) { if (a++ > 100) return a; } }\n"
    "void forever(int a) { if (a) for (;;) a += 2; }\n"
    "int main(int n, char **v) { return loops(n, 4) + choose(n) + both(n, 2, 3) + ends(n) + (v[0] == 0); }\n";

static void control_dependences_are_those_of_the_definition(void **state)
{
    static const char *const builds[] = {"gcc -O0", "gcc -O2", "gcc -O3 -no-pie", "clang -O1"};
    (void)state;
    for (size_t i = 0; i < sizeof builds / sizeof *builds; i++) {
        struct program p;
        size_t tried = 0;
        if (!program_make(&p, builds[i], "program.c", source))
            continue;
        for (size_t k = 0; k < symbols_function_count(p.symbols); k++)
            tried += try_function(&p, symbols_function(p.symbols, k));
        assert_true(tried >= 5);
        program_drop(&p);
    }
}

/* Code by many authors: this test and the library in it. */
static void and_in_larger_programs(void **state)
{
    struct program p = {.build = "this test"};
    struct error error;
    size_t tried = 0;
    (void)state;
    assert_true(symbols_open("/proc/self/exe", &p.symbols, &error));
    p.flow = flow_open(p.symbols);
    for (size_t k = 0; k < symbols_function_count(p.symbols) && tried < 200; k += 3)
        tried += try_function(&p, symbols_function(p.symbols, k));
    assert_true(tried > 50);
    program_drop(&p);
}

static void outside_of_functions_there_is_nothing(void **state)
{
    struct program p;
    struct flow_arcs arcs = {0};
    (void)state;
    assert_true(program_make(&p, "gcc -O0", "program.c", source));
    assert_false(flow_control(p.flow, 8, &arcs));
    assert_false(flow_arrivals(p.flow, entry(&p, "loops") + 2, &arcs));     /* inside an instruction */
    assert_int_equal(arcs.count, 0);
    assert_true(flow_control(p.flow, entry(&p, "loops"), &arcs));
    assert_int_equal(arcs.count, 0);
    assert_true(flow_arrivals(p.flow, entry(&p, "loops"), &arcs));
    assert_int_equal(arcs.count, 0);
    free(arcs.items);
    program_drop(&p);
}

/* A computed jump's target that is observed later gets its arrival then. */
static void an_observed_target_counts_from_then_on(void **state)
{
    static const char code[] = ".text\n.globl main, _start\n_start:\n.type main,@function\nmain:\n.cfi_startproc\ntest %edi,%edi\nje 1f\njmp *%rsi\n"
                               "1: ret\n2: nop\nret\n.cfi_endproc\n.size main,.-main\n.section .note.GNU-stack\n";
    struct program p;
    struct flow_arcs arcs = {0};
    (void)state;
    assert_true(program_make(&p, "gcc -nostartfiles -nodefaultlibs -no-pie", "program.s", code));
    uint64_t main = entry(&p, "main"), jump = main + 4, other = main + 7;
    assert_true(flow_arrivals(p.flow, other, &arcs));
    assert_int_equal(arcs.count, 0);
    assert_true(flow_observe(p.flow, jump, other));
    assert_true(flow_arrivals(p.flow, other, &arcs));
    assert_int_equal(arcs.count, 1);
    assert_int_equal(arcs.items[0].from, jump);
    assert_true(flow_control(p.flow, other, &arcs));
    assert_int_equal(arcs.count, 1);
    assert_int_equal(arcs.items[0].from, main + 2);     /* the only branch: the jump has no other known target */
    free(arcs.items);
    program_drop(&p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(control_dependences_are_those_of_the_definition, enter_folder, leave_folder),
        cmocka_unit_test_setup_teardown(and_in_larger_programs, enter_folder, leave_folder),
        cmocka_unit_test_setup_teardown(outside_of_functions_there_is_nothing, enter_folder, leave_folder),
        cmocka_unit_test_setup_teardown(an_observed_target_counts_from_then_on, enter_folder, leave_folder),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
