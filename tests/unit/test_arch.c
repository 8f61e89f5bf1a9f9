/* test_arch.c - properties of x86-64 instructions: operations, traits, corrections.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The bytes come from the GNU assembler; expectations from Intel's Software Developer's Manual, volume 2, and from the comments of code/arch.h. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "code/code.h"

#include <string.h>

static struct decoded decoded_of(struct decoder *decoder, const char *hex)
{
    struct decoded decoded = {0};
    char bytes[16];
    size_t size = strlen(hex) / 2;
    for (size_t i = 0; i < size; i++) {
        uint64_t byte;
        assert_true(str_hex((struct str){hex + 2 * i, 2}, &byte));
        bytes[i] = (char)byte;
    }
    if (!decoder_decode(decoder, (struct str){bytes, size}, 0x1000, &decoded) || decoded.length != size)
        fail_msg("%s is not decoded", hex);
    return decoded;
}

static int start(void **state)
{
    *state = decoder_open();
    return *state ? 0 : -1;
}

static int stop(void **state)
{
    decoder_close(*state);
    return 0;
}

/* ---- Operations and traits ---- */

enum {
    MOVES = TRAIT_MOVES, FETCHES = TRAIT_FETCHES, CARRIES = TRAIT_CARRIES, SEVERAL = TRAIT_SEVERAL, READS = TRAIT_READS, FLAGS = TRAIT_FLAGS,
    PUSHES = TRAIT_PUSHES, POPS = TRAIT_POPS, STRING = TRAIT_STRING, REPEATED = TRAIT_REPEATED, VECTORS = TRAIT_OTHER_VECTORS, PART = TRAIT_VECTOR_PART,
    SINGLE = TRAIT_SINGLE, GUARD = TRAIT_GUARD,
    /* All except TRAIT_FIRST_ALONE, which has a test of its own. */
    ASKED = MOVES | FETCHES | CARRIES | SEVERAL | READS | FLAGS | PUSHES | POPS | STRING | REPEATED | VECTORS | PART | SINGLE | GUARD
};

static const struct { const char *hex, *text; enum arch_operation operation; uint32_t traits; } instructions[] = {
    {"89d8", "mov %ebx,%eax", OPERATION_MOVE, MOVES | FETCHES | CARRIES},
    {"488b07", "mov (%rdi),%rax", OPERATION_MOVE, MOVES | FETCHES | CARRIES},
    {"8907", "mov %eax,(%rdi)", OPERATION_MOVE, MOVES | FETCHES | CARRIES},
    {"64488b042528000000", "mov %fs:0x28,%rax", OPERATION_MOVE, MOVES | FETCHES | CARRIES | GUARD},
    {"64488b042530000000", "mov %fs:0x30,%rax", OPERATION_MOVE, MOVES | FETCHES | CARRIES},
    {"0fb607", "movzbl (%rdi),%eax", OPERATION_EXTEND, MOVES | CARRIES},
    {"4863c7", "movslq %edi,%rax", OPERATION_EXTEND, MOVES | CARRIES},
    {"488d44b708", "lea 0x8(%rdi,%rsi,4),%rax", OPERATION_ADDRESS, 0},
    {"4801f0", "add %rsi,%rax", OPERATION_ADD, 0},
    {"4883ec08", "sub $0x8,%rsp", OPERATION_SUBTRACT, 0},
    {"21c8", "and %ecx,%eax", OPERATION_AND, 0},
    {"09c8", "or %ecx,%eax", OPERATION_OR, 0},
    {"31c8", "xor %ecx,%eax", OPERATION_XOR, 0},
    {"c1e003", "shl $0x3,%eax", OPERATION_SHIFT_LEFT, 0},
    {"d1f8", "sar %eax", OPERATION_SHIFT_RIGHT, 0},
    {"480fafc6", "imul %rsi,%rax", OPERATION_MULTIPLY, 0},
    {"48f7ee", "imul %rsi", OPERATION_MULTIPLY, SEVERAL | READS},
    {"48f7e1", "mul %rcx", OPERATION_OTHER, SEVERAL | READS},
    {"48f7f1", "div %rcx", OPERATION_DIVIDE, SEVERAL | READS},
    {"ffc0", "inc %eax", OPERATION_INCREMENT, 0},
    {"f7d8", "neg %eax", OPERATION_NEGATE, 0},
    {"4898", "cltq", OPERATION_WIDEN, CARRIES},
    {"0f95c0", "setne %al", OPERATION_SET, 0},
    {"0f45c1", "cmovne %ecx,%eax", OPERATION_MOVE_IF, 0},
    {"39c8", "cmp %ecx,%eax", OPERATION_COMPARE, READS | FLAGS},
    {"85c0", "test %eax,%eax", OPERATION_TEST, READS | FLAGS},
    {"53", "push %rbx", OPERATION_PUSH, CARRIES | READS | PUSHES},
    {"5b", "pop %rbx", OPERATION_POP, CARRIES | SEVERAL | POPS},
    {"c9", "leave", OPERATION_LEAVE, CARRIES},
    {"4891", "xchg %rax,%rcx", OPERATION_EXCHANGE, SEVERAL},
    {"f30f1efa", "endbr64", OPERATION_LANDING, 0},
    {"f30f1efb", "endbr32", OPERATION_LANDING, 0},
    {"0f05", "syscall", OPERATION_SYSTEM_CALL, 0},
    {"f3a6", "repz cmpsb", OPERATION_OTHER, FLAGS | STRING | REPEATED},
    {"f20f1007", "movsd (%rdi),%xmm0", OPERATION_OTHER, MOVES | FETCHES | CARRIES},
    {"f20f1107", "movsd %xmm0,(%rdi)", OPERATION_OTHER, MOVES | FETCHES | CARRIES},
    {"f20fc2d801", "cmpltsd %xmm0,%xmm3", OPERATION_OTHER, 0},
    {"f30fc2e106", "cmpnless %xmm1,%xmm4", OPERATION_OTHER, SINGLE},
    {"0fc2c102", "cmpleps %xmm1,%xmm0", OPERATION_OTHER, 0},
    {"a5", "movsl (%rsi),(%rdi)", OPERATION_OTHER, MOVES | FETCHES | CARRIES | STRING},
    {"0f28c1", "movaps %xmm1,%xmm0", OPERATION_OTHER, MOVES | CARRIES},
    {"66480f7ec0", "movq %xmm0,%rax", OPERATION_OTHER, MOVES | FETCHES | CARRIES},
    {"0f50c0", "movmskps %xmm0,%eax", OPERATION_OTHER, 0},
    {"f30fb8c1", "popcnt %ecx,%eax", OPERATION_OTHER, 0},
    {"f30f58c1", "addss %xmm1,%xmm0", OPERATION_OTHER, SINGLE},
    {"f20f58c1", "addsd %xmm1,%xmm0", OPERATION_OTHER, 0},
    {"660f2fc1", "comisd %xmm1,%xmm0", OPERATION_OTHER, READS | FLAGS},
    {"c4e27917c1", "vptest %xmm1,%xmm0", OPERATION_OTHER, READS | FLAGS},
    {"660fc4c103", "pinsrw $0x3,%ecx,%xmm0", OPERATION_OTHER, PART},
    {"0f1607", "movhps (%rdi),%xmm0", OPERATION_OTHER, MOVES | CARRIES | PART},
    {"0fae2f", "xrstor (%rdi)", OPERATION_OTHER, READS | VECTORS},
};

static void instructions_are_what_the_manual_says(void **state)
{
    for (size_t i = 0; i < sizeof instructions / sizeof *instructions; i++) {
        struct decoded decoded = decoded_of(*state, instructions[i].hex);
        if (decoded.operation != instructions[i].operation || (decoded.traits & ASKED) != instructions[i].traits)
            fail_msg("%s: operation %d, traits %#x", instructions[i].text, (int)decoded.operation, decoded.traits & ASKED);
    }
}

/* An instruction with FIRST_ALONE must write one register. These must not have it. */
static void what_writes_several_registers_is_not_said_to_write_one(void **state)
{
    static const char *const cases[] = {"48f7ee" /* imul %rsi */, "48f7f1" /* div */, "4891" /* xchg */, "0fa2" /* cpuid */, "0f05" /* syscall */, "f3a4" /* rep movsb */};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        if (decoded_of(*state, cases[i]).traits & TRAIT_FIRST_ALONE)
            fail_msg("%s", cases[i]);
}

/* ---- Corrections of Valgrind's translation ---- */

static void correct(struct decoder *decoder, const char *hex, struct arch_correction *correction)
{
    struct decoded decoded = decoded_of(decoder, hex);
    arch_correct(&decoded, correction);
}

static void the_translation_is_corrected(void **state)
{
    enum { RCX = 1, RBX = 3, RBP = 5 };
    struct arch_correction correction;
    correct(*state, "31c0", &correction);           /* xor %eax,%eax */
    assert_true(correction.idiom && !correction.nop && correction.also_used == NO_REGISTER);
    correct(*state, "31c8", &correction);           /* xor %ecx,%eax */
    assert_false(correction.idiom);
    correct(*state, "9f", &correction);             /* lahf */
    assert_true(correction.writes_second_byte && !correction.reads_second_byte);
    correct(*state, "9e", &correction);             /* sahf */
    assert_true(correction.reads_second_byte && !correction.writes_second_byte);
    correct(*state, "0fa2", &correction);           /* cpuid */
    assert_int_equal(correction.also_used, RCX);
    correct(*state, "660fc4c103", &correction);     /* pinsrw $0x3,%ecx,%xmm0 */
    assert_true(correction.insert_size == 2 && correction.insert_byte == 6 && correction.extract_size == 0);
    correct(*state, "660fc5c003", &correction);     /* pextrw $0x3,%xmm0,%eax */
    assert_true(correction.extract_size == 2 && correction.extract_byte == 6 && correction.insert_size == 0);
    correct(*state, "c9", &correction);             /* leave */
    assert_true(correction.copies && correction.copied_from == RBP && correction.copied_to == RBP);
    correct(*state, "53", &correction);             /* push %rbx */
    assert_true(correction.copies && correction.copied_from == RBX);
    correct(*state, "0fae2f", &correction);         /* xrstor (%rdi) */
    assert_true(correction.area && correction.restores);
    correct(*state, "0fae07", &correction);         /* fxsave (%rdi) */
    assert_true(correction.area && !correction.restores);
    correct(*state, "f20f58c1", &correction);       /* addsd %xmm1,%xmm0 */
    assert_int_equal(correction.lane, 8);
    correct(*state, "f20fc2d801", &correction);     /* cmpltsd %xmm0,%xmm3 */
    assert_int_equal(correction.lane, 8);
    correct(*state, "f30fc2e106", &correction);     /* cmpnless %xmm1,%xmm4 */
    assert_int_equal(correction.lane, 4);
    correct(*state, "f30f1efa", &correction);       /* endbr64 */
    assert_true(correction.nop);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(instructions_are_what_the_manual_says, start, stop),
        cmocka_unit_test_setup_teardown(what_writes_several_registers_is_not_said_to_write_one, start, stop),
        cmocka_unit_test_setup_teardown(the_translation_is_corrected, start, stop),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
