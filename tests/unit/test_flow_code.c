/* test_flow_code.c - control flow of particular instructions, and of senseless code.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "test_flow_programs.h"

#define M(n) "nopl 0x5a0000+" #n "(%rax)\n"
#define FUNCTION(name) ".type " name ",@function\n" name ":\n.cfi_startproc\n"
#define END(name) ".cfi_endproc\n.size " name ",.-" name "\n"
#define QUIET ".section .note.GNU-stack\n.text\n"
#define MAIN QUIET ".globl main, _start\n_start:\n" FUNCTION("main") "ret\n" END("main")
#define STATIC "gcc -nostartfiles -nodefaultlibs -no-pie"

static struct program made(const char *build, const char *source)
{
    struct program program;
    assert_true(program_make(&program, build, "program.s", source));
    return program;
}

static uint64_t behind_mark(struct program *program, unsigned number)
{
    return mark(program, number) + 7;
}

static void an_endless_loop_leaves_from_its_last_instruction(void **state)
{
    (void)state;
    struct program p = made(STATIC, MAIN FUNCTION("loop") M(1) "test %edi,%edi\nje 2f\n" M(2) "2:\n" M(3) "jmp loop\n" END("loop"));
    assert_must_pass(&p, 1, 3), assert_must_pass(&p, 2, 3);
    assert_may_miss(&p, 1, 2), assert_may_miss(&p, 3, 1);
    assert_false(site_at(&p, behind_mark(&p, 3)).branches);
    assert_false(flow_returns(p.flow, entry(&p, "loop")));
    program_drop(&p);
}

static void traps_and_exits_leave_and_other_system_calls_do_not(void **state)
{
    (void)state;
    struct program p = made(STATIC, MAIN
        FUNCTION("f1") M(1) "test %edi,%edi\nje 1f\nmov $60,%eax\nsyscall\n1:\n" M(2) "ret\n" END("f1")
        FUNCTION("f2") M(11) "test %edi,%edi\nje 1f\nmov $1,%eax\nsyscall\n1:\n" M(12) "ret\n" END("f2")
        FUNCTION("f3") M(21) "test %edi,%edi\nje 1f\nud2\n1:\n" M(22) "ret\n" END("f3")
        FUNCTION("f4") M(31) "test %edi,%edi\nje 1f\nhlt\n1:\n" M(32) "ret\n" END("f4")
        FUNCTION("f5") "xor %edi,%edi\nmov $231,%eax\nsyscall\n" END("f5")
        FUNCTION("f6") M(51) "test %edi,%edi\nje 1f\ncall f5\n1:\n" M(52) "ret\n" END("f6")
        FUNCTION("f7") M(61) "test %edi,%edi\njne 1f\nret\n1:\n" M(62) "call *%rsi\n" END("f7")
        FUNCTION("err") "ret\n" END("err")
        FUNCTION("f8") M(71) "test %edi,%edi\nje 1f\ncall err\n1:\n" M(72) "ret\n" END("f8"));
    assert_may_miss(&p, 1, 2), assert_must_pass(&p, 11, 12), assert_may_miss(&p, 21, 22), assert_may_miss(&p, 31, 32);
    assert_false(flow_returns(p.flow, entry(&p, "f5")));
    assert_may_miss(&p, 51, 52);
    assert_must_pass(&p, 71, 72); /* the program's own err, not the library's */
    assert_false(site_at(&p, behind_mark(&p, 62)).postdominated);
    program_drop(&p);
}

static void a_jump_to_another_function_leaves(void **state)
{
    (void)state;
    struct program p = made("gcc -no-pie -nostartfiles", MAIN
        FUNCTION("other") "ret\n" END("other")
        FUNCTION("tail") M(1) "jmp other\n" END("tail")
        FUNCTION("perhaps") M(2) "je other\n" M(3) "ret\n" END("perhaps")
        FUNCTION("pointer") M(4) "jmp *%rax\n" END("pointer")
        FUNCTION("slot") M(5) "jmp *puts@GOTPCREL(%rip)\n" END("slot")
        FUNCTION("stub") M(6) "jmp puts@PLT\n" END("stub")
        FUNCTION("dying") M(7) "jmp abort@PLT\n" END("dying")
        FUNCTION("self") M(8) "je self\n" M(9) "ret\n" END("self"));
    struct flow_site tail = site_at(&p, behind_mark(&p, 1)), perhaps = site_at(&p, behind_mark(&p, 2));
    assert_true(tail.leaves && !tail.branches && !tail.computed && !tail.postdominated);
    assert_true(perhaps.leaves && perhaps.branches && !perhaps.postdominated);
    struct flow_site pointer = site_at(&p, behind_mark(&p, 4)), slot = site_at(&p, behind_mark(&p, 5));
    assert_true(pointer.computed && pointer.branches && !pointer.leaves && !pointer.postdominated);
    assert_true(slot.computed && slot.leaves && !slot.branches);
    assert_true(flow_observe(p.flow, behind_mark(&p, 4), entry(&p, "other")));
    pointer = site_at(&p, behind_mark(&p, 4));
    assert_true(pointer.leaves && !pointer.branches);
    assert_true(site_at(&p, behind_mark(&p, 6)).leaves);
    assert_true(flow_returns(p.flow, entry(&p, "stub")) && flow_returns(p.flow, entry(&p, "tail")));
    assert_false(flow_returns(p.flow, entry(&p, "dying")));
    struct flow_site self = site_at(&p, behind_mark(&p, 8));
    assert_true(self.branches && !self.leaves && self.postdominated);
    program_drop(&p);
}

/* Every instruction of every PLT stub has an answer, and exactly one of each stub leaves it. */
static void the_jump_of_a_stub_leaves(void **state)
{
    (void)state;
    static const char *const builds[] = {"gcc -no-pie", "gcc -pie", "gcc -pie -Wl,-z,lazy", "gcc -pie -Wl,-z,now", "gcc -pie -Wl,-z,ibtplt"};
    for (size_t i = 0; i < sizeof builds / sizeof *builds; i++) {
        struct program p = made(builds[i], QUIET ".globl main\n" FUNCTION("main") "call puts@PLT\ncall getpid@PLT\nret\n" END("main"));
        struct str name;
        size_t stubs = 0;
        for (uint64_t at = 0x400; at < 0x402000; at++) {
            struct flow_site site = {0};
            if (at % 8 || !symbols_plt(p.symbols, at, &name) || !flow_site(p.flow, at, &site) || site.function != at)
                continue;
            while (site.postdominated)
                site = site_at(&p, site.postdominator);
            assert_true(site.leaves);
            stubs++;
        }
        assert_true(stubs >= 2);
        program_drop(&p);
    }
}

static void overlapping_instructions_are_both_known_and_their_middles_are_not(void **state)
{
    (void)state;
    struct program p = made(STATIC, MAIN FUNCTION("f") M(1) "test %edi,%edi\nje 1f+1\n1: lock cmpxchg %eax,(%rsi)\n" M(2) "ret\n" END("f")
        ".byte 0x90,0x90\n");
    struct flow_site site;
    uint64_t lock = behind_mark(&p, 1) + 4;
    assert_int_equal(site_at(&p, lock).postdominator, mark(&p, 2));
    assert_int_equal(site_at(&p, lock + 1).postdominator, mark(&p, 2));
    assert_true(site_at(&p, lock - 2).branches);
    assert_must_pass(&p, 1, 2);
    assert_false(flow_site(p.flow, lock + 2, &site));
    assert_false(flow_site(p.flow, mark(&p, 1) + 1, &site));
    assert_false(flow_site(p.flow, behind_mark(&p, 2) + 1, &site)); /* after the function */
    assert_false(flow_site(p.flow, 0, &site));
    assert_false(flow_site(p.flow, UINT64_MAX, &site));
    program_drop(&p);
}

/* A jump table in the relative form with four entries; `before` ends with the index in rax and the table in rdx. */
#define TABLE(name, number, before)                                                                                                \
    FUNCTION(name) M(number##1) before "movslq (%rdx,%rax,4),%rax\nadd %rdx,%rax\njmp *%rax\n"                                     \
    "1:\n" M(number##2) "jmp 5f\n2:\n" M(number##3) "jmp 5f\n3:\n" M(number##4) "jmp 5f\n4:\n" M(number##5) "5:\n" M(number##6)    \
    "ret\n" END(name) ".section .rodata\n.balign 4\n9: .long 1b-9b,2b-9b,3b-9b,4b-9b\n.text\n"

static bool resolved(struct program *p, const char *function)
{
    struct flow_site site = site_at(p, computed_jump(p, entry(p, function)));
    assert_true(site.branches);
    return site.postdominated;
}

static void tables_are_read_where_their_bound_is_visible(void **state)
{
    (void)state;
    struct program p = made(STATIC, MAIN
        TABLE("above", 1, "lea 9f(%rip),%rdx\ncmp $3,%edi\nja 5f\nmov %edi,%eax\n")
        TABLE("not_below", 2, "cmp $4,%edi\njae 5f\nlea 9f(%rip),%rdx\nmov %edi,%eax\n")
        TABLE("elsewhere", 3, "cmp $3,%edi\njbe 6f\njmp 5f\nnop\n6: lea 9f(%rip),%rdx\nmov %edi,%eax\n")
        TABLE("masked", 4, "lea 9f(%rip),%rdx\nmov %edi,%eax\nand $3,%eax\n")
        TABLE("wrapped", 5, "lea 4(%rdi),%eax\ncmp $-4,%edi\njb 5f\nlea 9f(%rip),%rdx\n")
        TABLE("spilled", 6, "mov %rdi,-8(%rsp)\nsub $3,%rdi\nja 5f\nmov -8(%rsp),%rax\nlea 9f(%rip),%rdx\n")
        TABLE("lifted", 7, "lea 9f(%rip),%rdx\n7: dec %esi\njs 7b\ncmp $3,%edi\nja 5f\nmov %edi,%eax\n")
        TABLE("unbounded", 8, "lea 9f(%rip),%rdx\nmov %edi,%eax\n")
        TABLE("signed_bound", 9, "lea 9f(%rip),%rdx\ncmp $3,%edi\njg 5f\nmov %edi,%eax\n")
        TABLE("too_long", 10, "lea 9f(%rip),%rdx\ncmp $4,%edi\nja 5f\nmov %edi,%eax\n")
        TABLE("several_ways", 11, "lea 9f(%rip),%rdx\ncmp $1,%edi\nja 6f\nmov %edi,%eax\njmp 7f\n6: mov %esi,%eax\n7:\n")
        TABLE("both_ways", 12, "cmp $2,%edi\njbe 6f\ndec %edi\ncmp $3,%edi\nja 5f\n6: mov %edi,%eax\nlea 9f(%rip),%rdx\n")
        TABLE("one_way", 13, "cmp $3,%edi\njbe 6f\ndec %edi\ntest %esi,%esi\nje 5f\n6: mov %edi,%eax\nlea 9f(%rip),%rdx\n")
        ".section .rodata\n.long 0x7fffffff\n");
    static const char *const readable[] = {"above", "not_below", "elsewhere", "masked", "wrapped", "spilled", "lifted", "both_ways"};
    static const char *const unreadable[] = {"unbounded", "signed_bound", "too_long", "several_ways", "one_way"};
    for (size_t i = 0; i < sizeof readable / sizeof *readable; i++)
        if (!resolved(&p, readable[i]))
            fail_msg("the table of %s was not read", readable[i]);
    for (size_t i = 0; i < sizeof unreadable / sizeof *unreadable; i++)
        if (resolved(&p, unreadable[i]))
            fail_msg("a table of %s was made up", unreadable[i]);
    assert_must_pass(&p, 121, 126);
    assert_false(flow_observe(p.flow, computed_jump(&p, entry(&p, "both_ways")), mark(&p, 125))); /* known: the larger bound of the two */
    for (unsigned number = 10; number <= 70; number += 10)
        for (unsigned arm = 2; arm <= 5; arm++)
            assert_must_pass(&p, number + arm, number + 6), assert_may_miss(&p, number + 1, number + arm);
    assert_must_pass(&p, 11, 16);
    program_drop(&p);
}

#define COLD(name, first, second)                                                                                                    \
    FUNCTION(name) M(first##1) "test %edi,%edi\nje " name ".cold\n1:\n" M(first##2) "ret\n" END(name) ".section .text.unlikely,\"ax\"\n" \
    FUNCTION(name ".cold") M(first##3) "test %esi,%esi\nje 2f\n" M(first##4) "2:\n" M(first##5) "jmp 1b\n" END(name ".cold") ".text\n"

static void check_cold(struct program *p, unsigned first)
{
    uint64_t function = site_at(p, mark(p, first + 3)).function;
    assert_int_equal(function, mark(p, first + 1));
    assert_int_equal(site_at(p, mark(p, first + 1)).function, function);
    assert_must_pass(p, first + 1, first + 2), assert_must_pass(p, first + 3, first + 5), assert_must_pass(p, first + 5, first + 2);
    assert_may_miss(p, first + 1, first + 3), assert_may_miss(p, first + 3, first + 4);
    assert_false(site_at(p, behind_mark(p, first + 1) + 2).leaves);
}

static void a_cold_part_belongs_to_its_function(void **state)
{
    (void)state;
    struct program p = made(STATIC, MAIN COLD("f", 1, ""));
    check_cold(&p, 10);
    program_drop(&p);
}

static void of_two_functions_of_one_name_each_has_its_own_cold_part(void **state)
{
    (void)state;
    FILE *other = fopen("other.s", "w");
    assert_non_null(other);
    assert_true(fputs(QUIET COLD("f", 2, ""), other) >= 0);
    assert_int_equal(fclose(other), 0);
    struct program p = made(STATIC " other.s", MAIN COLD("f", 1, ""));
    check_cold(&p, 20), check_cold(&p, 10);
    program_drop(&p);
}

static void a_cold_part_without_a_name_belongs_to_its_function(void **state)
{
    (void)state;
    struct program p = made(STATIC " -s", MAIN COLD("f", 1, ""));
    check_cold(&p, 10);
    program_drop(&p);
}

static void an_observed_target_corrects_what_was_guessed(void **state)
{
    (void)state;
    /* After the jump come a byte of data, which could begin a long instruction, and then code reached only by jumps. */
    struct program p = made(STATIC, MAIN FUNCTION("f") M(1) "jmp *%rax\n.byte 0x48,0xb8\n" M(2) "test %edi,%edi\nje 1f\n" M(3) "1:\n" M(4) "ret\n" END("f"));
    struct flow_site site;
    assert_false(flow_site(p.flow, mark(&p, 2), &site));
    assert_true(flow_observe(p.flow, behind_mark(&p, 1), mark(&p, 2)));
    assert_must_pass(&p, 1, 2), assert_must_pass(&p, 2, 4), assert_may_miss(&p, 2, 3);
    assert_false(flow_observe(p.flow, behind_mark(&p, 1), mark(&p, 2)));
    assert_false(flow_observe(p.flow, mark(&p, 2), mark(&p, 4))); /* not a computed jump */
    program_drop(&p);
}

/* The answers about all bytes of all functions are consistent: a postdominator is an instruction of the same function. */
static size_t check_everything(struct symbols *symbols, struct flow_graphs *flow)
{
    size_t known = 0;
    struct flow_site site, next;
    for (size_t i = 0; i < symbols_function_count(symbols); i++) {
        struct symbols_function function = symbols_function(symbols, i);
        uint64_t size = function.size < 1 << 20 ? function.size : 1 << 20;
        flow_returns(flow, function.address);
        for (uint64_t at = function.address; at < function.address + size; at++) {
            if (!flow_site(flow, at, &site))
                continue;
            known++;
            if (site.postdominated && !symbols_in_plt(symbols, at)) {
                assert_true(flow_site(flow, site.postdominator, &next));
                assert_int_equal(next.function, site.function);
            }
        }
    }
    return known;
}

static void every_function_of_a_large_program_is_answered(void **state)
{
    (void)state;
    static const char *const files[] = {"/proc/self/exe", "/usr/lib/x86_64-linux-gnu/libc.so.6"};
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        struct symbols *symbols;
        struct error error;
        if (!symbols_open(files[i], &symbols, &error)) {
            assert_int_not_equal(i, 0);
            continue;
        }
        struct flow_graphs *flow = flow_open(symbols);
        assert_true(check_everything(symbols, flow) > 2000);
        flow_close(flow);
        symbols_close(symbols);
    }
}

/* Functions of random bytes with many jumps; every answer must come soon. */
static void code_that_makes_no_sense_is_answered(void **state)
{
    (void)state;
    static const unsigned char jumps[] = {0x74, 0x75, 0xeb, 0xe8, 0xff, 0x0f, 0xe9, 0xc3, 0xe0, 0x67};
    uint64_t seed = 7;
    struct text source = {0};
    text_add(&source, MAIN);
    for (int f = 0; f < 40; f++) {
        text_printf(&source, ".type r%d,@function\nr%d:\n", f, f);
        for (int i = 0; i < 3000; i++) {
            seed = seed * 6364136223846793005u + 1442695040888963407u;
            unsigned char any = (unsigned char)(seed >> 40), often = jumps[(seed >> 33) % sizeof jumps];
            text_printf(&source, ".byte %d\n", seed >> 61 < 3 ? often : any);
        }
        text_printf(&source, ".size r%d,.-r%d\n", f, f);
    }
    struct program p = made(STATIC, text_string(&source));
    assert_true(check_everything(p.symbols, p.flow) > 10000);
    for (uint64_t at = entry(&p, "r0"); at < entry(&p, "r0") + 3000; at++) {
        struct flow_site site;
        if (flow_site(p.flow, at, &site) && site.computed)
            for (uint64_t to = 0; to < 40; to++)
                flow_observe(p.flow, at, entry(&p, "r0") + to * 71 % 3100);
    }
    check_everything(p.symbols, p.flow);
    program_drop(&p);
    text_free(&source);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_endless_loop_leaves_from_its_last_instruction),
        cmocka_unit_test(traps_and_exits_leave_and_other_system_calls_do_not),
        cmocka_unit_test(a_jump_to_another_function_leaves),
        cmocka_unit_test(the_jump_of_a_stub_leaves),
        cmocka_unit_test(overlapping_instructions_are_both_known_and_their_middles_are_not),
        cmocka_unit_test(tables_are_read_where_their_bound_is_visible),
        cmocka_unit_test(a_cold_part_belongs_to_its_function),
        cmocka_unit_test(of_two_functions_of_one_name_each_has_its_own_cold_part),
        cmocka_unit_test(a_cold_part_without_a_name_belongs_to_its_function),
        cmocka_unit_test(an_observed_target_corrects_what_was_guessed),
        cmocka_unit_test(every_function_of_a_large_program_is_answered),
        cmocka_unit_test(code_that_makes_no_sense_is_answered),
    };
    return cmocka_run_group_tests(tests, enter_folder, leave_folder);
}
