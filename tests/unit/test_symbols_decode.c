/* test_symbols_decode.c - text, flow, operands and flags of single instructions.  SPDX-License-Identifier: GPL-3.0-or-later */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "code/code.h"

#include <string.h>

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

/* Bytes as a hexadecimal string, decoded at 0x1000. */
static bool decode(void **state, const char *hex, struct decoded *decoded)
{
    char bytes[32];
    size_t size = strlen(hex) / 2;
    for (size_t i = 0; i < size; i++) {
        uint64_t byte;
        assert_true(str_hex((struct str){hex + 2 * i, 2}, &byte));
        bytes[i] = (char)byte;
    }
    return decoder_decode(*state, (struct str){bytes, size}, 0x1000, decoded);
}

static struct decoded decoded_of(void **state, const char *hex)
{
    struct decoded decoded;
    if (!decode(state, hex, &decoded))
        fail_msg("%s is not decoded", hex);
    return decoded;
}

static void text_has_the_form_of_objdump(void **state)
{
    static const struct {
        const char *hex, *text;
    } cases[] = {
        {"8945ec", "mov    %eax,-0x14(%rbp)"}, {"c745fc00000000", "movl   $0x0,-0x4(%rbp)"}, {"55", "push   %rbp"},
        {"c3", "ret"}, {"f3c3", "repz ret"}, {"c9", "leave"}, {"e8fb0f0000", "call   0x2000"}, {"7e05", "jle    0x1007"},
        {"f30f1efa", "endbr64"}, {"3effe0", "notrack jmp *%rax"}, {"f2e9fb0f0000", "bnd jmp 0x2001"}, {"f3a4", "rep movsb (%rsi),(%rdi)"},
        {"f0480fb10f", "lock cmpxchg %rcx,(%rdi)"}, {"488d0510000000", "lea    0x10(%rip),%rax  # 0x1017"},
        {"ff2510000000", "jmp    *0x10(%rip)  # 0x1016"}, {"ffe0", "jmp    *%rax"}, {"64488b042528000000", "mov    %fs:0x28,%rax"},
        {"0fb6c0", "movzbl %al,%eax"}, {"c1e005", "shl    $0x5,%eax"}, {"d320", "shll   %cl,(%rax)"}, {"4898", "cltq"},
        {"8b0488", "mov    (%rax,%rcx,4),%eax"}, {"8b0408", "mov    (%rax,%rcx,1),%eax"}, {"f20f1045f8", "movsd  -0x8(%rbp),%xmm0"},
        {"488b0d00100000", "mov    0x1000(%rip),%rcx  # 0x2007"}, {"6a05", "push   $0x5"}, {"f3480f1ec8", "rdsspq %rax"},
        {"66e8fb0f0000", "call   0x2001"}, {"90", "nop"}, {"0f05", "syscall"}, {"6bc007", "imul   $0x7,%eax,%eax"},
        {"dec1", "faddp  %st(1)"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct decoded decoded = decoded_of(state, cases[i].hex);
        assert_string_equal(decoded.text, cases[i].text);
        assert_int_equal(decoded.length, strlen(cases[i].hex) / 2);
    }
}

static void flow_tells_how_control_leaves(void **state)
{
    static const struct {
        const char *hex;
        enum flow flow;
        uint64_t target;
    } cases[] = {
        {"90", FLOW_NEXT, 0}, {"0f05", FLOW_NEXT, 0}, {"cd80", FLOW_NEXT, 0}, {"7405", FLOW_BRANCH, 0x1007}, {"0f8400010000", FLOW_BRANCH, 0x1106},
        {"e2fe", FLOW_BRANCH, 0x1000}, {"e1fe", FLOW_BRANCH, 0x1000}, {"e0fe", FLOW_BRANCH, 0x1000}, {"e3fe", FLOW_BRANCH, 0x1000},
        {"67e3fe", FLOW_BRANCH, 0x1001}, {"ebfe", FLOW_JUMP, 0x1000}, {"e9fbffffff", FLOW_JUMP, 0x1000}, {"f2e9faffffff", FLOW_JUMP, 0x1000},
        {"ffe0", FLOW_INDIRECT, 0}, {"3effe0", FLOW_INDIRECT, 0}, {"ff2500000000", FLOW_INDIRECT, 0}, {"e800000000", FLOW_CALL, 0x1005},
        {"ffd0", FLOW_CALL_INDIRECT, 0}, {"ff1500000000", FLOW_CALL_INDIRECT, 0}, {"c3", FLOW_RETURN, 0}, {"c20800", FLOW_RETURN, 0},
        {"48cf", FLOW_RETURN, 0}, {"f4", FLOW_STOP, 0}, {"0f0b", FLOW_STOP, 0}, {"cc", FLOW_STOP, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct decoded decoded = decoded_of(state, cases[i].hex);
        if (decoded.flow != cases[i].flow || decoded.target != cases[i].target)
            fail_msg("%s: flow %d to 0x%lx", cases[i].hex, decoded.flow, (unsigned long)decoded.target);
    }
}

enum { STATUS = FLAG_CF | FLAG_PF | FLAG_AF | FLAG_ZF | FLAG_SF | FLAG_OF };

static void flags_are_those_of_the_architecture(void **state)
{
    static const struct {
        const char *hex, *mnemonic;
        unsigned read, written;
    } cases[] = {
        {"01c8", "add", 0, STATUS}, {"29c8", "sub", 0, STATUS}, {"21c8", "and", 0, STATUS}, {"09c8", "or", 0, STATUS}, {"31c8", "xor", 0, STATUS},
        {"39c8", "cmp", 0, STATUS}, {"85c0", "test", 0, STATUS}, {"ffc0", "inc", 0, STATUS & ~FLAG_CF}, {"ffc8", "dec", 0, STATUS & ~FLAG_CF},
        {"f7d8", "neg", 0, STATUS}, {"f7d0", "not", 0, 0}, {"d3e0", "shl", 0, STATUS}, {"d3e8", "shr", 0, STATUS}, {"d3f8", "sar", 0, STATUS},
        {"d3c0", "rol", 0, FLAG_CF | FLAG_OF}, {"d3c8", "ror", 0, FLAG_CF | FLAG_OF}, {"d3d0", "rcl", FLAG_CF, FLAG_CF | FLAG_OF},
        {"d3d8", "rcr", FLAG_CF, FLAG_CF | FLAG_OF}, {"0fa5c8", "shld", 0, STATUS}, {"0fadc8", "shrd", 0, STATUS}, {"11c8", "adc", FLAG_CF, STATUS},
        {"19c8", "sbb", FLAG_CF, STATUS}, {"f7e1", "mul", 0, STATUS}, {"0fafc1", "imul", 0, STATUS}, {"f7f1", "div", 0, STATUS}, {"f7f9", "idiv", 0, STATUS},
        {"0fa3c8", "bt", 0, STATUS & ~FLAG_ZF}, {"0fabc8", "bts", 0, STATUS & ~FLAG_ZF}, {"0fbcc1", "bsf", 0, STATUS}, {"0fbdc1", "bsr", 0, STATUS},
        {"f30fbcc1", "tzcnt", 0, STATUS}, {"f30fb8c1", "popcnt", 0, STATUS}, {"0f94c0", "sete", FLAG_ZF, 0}, {"0f97c0", "seta", FLAG_CF | FLAG_ZF, 0},
        {"0f4cc1", "cmovl", FLAG_SF | FLAG_OF, 0}, {"0f42c1", "cmovb", FLAG_CF, 0}, {"7a00", "jp", FLAG_PF, 0}, {"7f00", "jg", FLAG_ZF | FLAG_SF | FLAG_OF, 0},
        {"7000", "jo", FLAG_OF, 0}, {"7900", "jns", FLAG_SF, 0}, {"eb00", "jmp", 0, 0}, {"e2fe", "loop", 0, 0}, {"e1fe", "loope", FLAG_ZF, 0},
        {"e0fe", "loopne", FLAG_ZF, 0}, {"e3fe", "jrcxz", 0, 0}, {"f5", "cmc", FLAG_CF, FLAG_CF}, {"f9", "stc", 0, FLAG_CF}, {"f8", "clc", 0, FLAG_CF},
        {"fc", "cld", 0, FLAG_DF}, {"fd", "std", 0, FLAG_DF}, {"9f", "lahf", STATUS & ~FLAG_OF, 0}, {"9e", "sahf", 0, STATUS & ~FLAG_OF},
        {"9c", "pushfq", FLAG_ALL, 0}, {"9d", "popfq", 0, FLAG_ALL}, {"0fb10f", "cmpxchg", 0, STATUS}, {"0fc10f", "xadd", 0, STATUS},
        {"660f2ec1", "ucomisd", 0, STATUS}, {"0f2fc1", "comiss", 0, STATUS}, {"660f3817c1", "ptest", 0, STATUS}, {"dac1", "fcmovb", FLAG_CF, 0},
        {"8d0408", "lea", 0, 0}, {"89c8", "mov", 0, 0}, {"f3a4", "movsb", FLAG_DF, 0}, {"a5", "movsd", FLAG_DF, 0}, {"f20f10c1", "movsd", 0, 0},
        {"f3a6", "cmpsb", FLAG_DF, STATUS}, {"a7", "cmpsd", FLAG_DF, STATUS}, {"f2ae", "scasb", FLAG_DF, STATUS}, {"48ab", "stosq", FLAG_DF, 0},
        {"e800000000", "call", 0, 0}, {"0f05", "syscall", 0, 0}, {"4898", "cdqe", 0, 0}, {"0fc8", "bswap", 0, 0}, {"f30f58c1", "addss", 0, 0},
        {"d1e0", "shl", 0, STATUS}, {"c4e2f8f2c1", "andn", 0, STATUS},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct decoded decoded = decoded_of(state, cases[i].hex);
        assert_string_equal(decoded.mnemonic, cases[i].mnemonic);
        if (decoded.flags_read != cases[i].read || decoded.flags_written != cases[i].written)
            fail_msg("%s: reads %x, writes %x", cases[i].mnemonic, decoded.flags_read, decoded.flags_written);
    }
}

static void operands_stand_in_the_order_of_intel(void **state)
{
    struct decoded decoded = decoded_of(state, "8b448810"); /* mov eax, [rax + rcx * 4 + 0x10] */
    assert_int_equal(decoded.operands, 2);
    assert_int_equal(decoded.operand[0].kind, OPERAND_REGISTER);
    assert_int_equal(decoded.operand[0].reg, 0);
    assert_int_equal(decoded.operand[0].size, 4);
    assert_int_equal(decoded.operand[1].kind, OPERAND_MEMORY);
    assert_int_equal(decoded.operand[1].base, 0);
    assert_int_equal(decoded.operand[1].index, 1);
    assert_int_equal(decoded.operand[1].scale, 4);
    assert_int_equal(decoded.operand[1].displacement, 16);
    assert_false(decoded.operand[1].rip_relative);
}

static void registers_are_numbered_as_the_recorder_does(void **state)
{
    struct decoded decoded = decoded_of(state, "4488f8"); /* mov al, r15b */
    assert_int_equal(decoded.operand[1].reg, 15);
    assert_int_equal(decoded.operand[1].size, 1);
    decoded = decoded_of(state, "88f4"); /* mov ah, dh */
    assert_int_equal(decoded.operand[0].reg, 0);
    assert_true(decoded.operand[0].high_byte);
    assert_int_equal(decoded.operand[1].reg, 2);
    decoded = decoded_of(state, "4889fe"); /* mov rsi, rdi */
    assert_int_equal(decoded.operand[0].reg, 6);
    assert_int_equal(decoded.operand[1].reg, 7);
    assert_false(decoded.operand[0].high_byte);
    decoded = decoded_of(state, "c5fd6fc9"); /* vmovdqa ymm1, ymm1 */
    assert_int_equal(decoded.operand[0].reg, 17);
    assert_int_equal(decoded.operand[0].size, 32);
    decoded = decoded_of(state, "dec1"); /* x87 has no number */
    assert_int_equal(decoded.operand[0].reg, -1);
}

static void addresses_relative_to_rip_are_absolute(void **state)
{
    struct decoded decoded = decoded_of(state, "488b05f9ffffff"); /* mov rax, [rip - 7] */
    assert_true(decoded.operand[1].rip_relative);
    assert_int_equal(decoded.operand[1].displacement, 0x1000);
    assert_int_equal(decoded.operand[1].base, -1);
    decoded = decoded_of(state, "0f2f00"); /* comiss xmm0, [rax] */
    assert_int_equal(decoded.operand[1].size, 4);
    decoded = decoded_of(state, "64488b042528000000");
    assert_true(decoded.operand[1].segment_based);
    assert_int_equal(decoded.operand[1].displacement, 0x28);
}

static void what_is_no_instruction_is_refused(void **state)
{
    struct decoded decoded;
    assert_false(decode(state, "", &decoded));
    assert_false(decode(state, "06", &decoded));
    assert_false(decode(state, "488b05f9ffff", &decoded)); /* cut short */
    assert_false(decode(state, "f3480f1e", &decoded));
    assert_false(decode(state, "66666666666666666666666666666690", &decoded)); /* longer than 15 bytes */
}

static void equal_codes_are_equal_mnemonics(void **state)
{
    assert_int_equal(decoded_of(state, "01c8").code, decoded_of(state, "4883c001").code);
    assert_int_not_equal(decoded_of(state, "01c8").code, decoded_of(state, "29c8").code);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(text_has_the_form_of_objdump),
        cmocka_unit_test(flow_tells_how_control_leaves),
        cmocka_unit_test(flags_are_those_of_the_architecture),
        cmocka_unit_test(operands_stand_in_the_order_of_intel),
        cmocka_unit_test(registers_are_numbered_as_the_recorder_does),
        cmocka_unit_test(addresses_relative_to_rip_are_absolute),
        cmocka_unit_test(what_is_no_instruction_is_refused),
        cmocka_unit_test(equal_codes_are_equal_mnemonics),
    };
    return cmocka_run_group_tests(tests, start, stop);
}
