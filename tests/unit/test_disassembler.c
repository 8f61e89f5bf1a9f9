/* test_disassembler.c - instructions of several machines as text.  SPDX-License-Identifier: GPL-3.0-or-later */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "code/code.h"

#include <string.h>

/* ELF's numbers of machines. */
enum { SPARC = 2, I386 = 3, MIPS = 8, PPC = 20, PPC64 = 21, S390 = 22, ARM = 40, SPARCV9 = 43, X86_64 = 62, AARCH64 = 183, RISCV = 243 };

static struct symbols_summary summary_of(unsigned machine, unsigned address_size, bool little_endian)
{
    return (struct symbols_summary){.machine = machine, .address_size = address_size, .little_endian = little_endian,
                                    .x86_64 = machine == X86_64 && address_size == 8 && little_endian};
}

struct text_case {
    unsigned machine, address_size;
    bool little_endian;
    uint64_t address;
    const char *hex, *text;
    size_t length;
};

static const struct text_case instructions[] = {
    {MIPS, 4, false, 0x400000, "27bdffe8", "addiu  $sp, $sp, -0x18", 4},
    {MIPS, 4, true, 0x400000, "e8ffbd27", "addiu  $sp, $sp, -0x18", 4},
    {MIPS, 4, false, 0x400000, "8fa20004", "lw     $v0, 4($sp)", 4},
    {MIPS, 4, false, 0x400000, "00000000", "nop", 4},
    {MIPS, 4, false, 0x400000, "03e00008", "jr     $ra", 4},
    {MIPS, 4, false, 0x400000, "0c100204", "jal    0x400810", 4},
    {MIPS, 4, false, 0x80001000, "0c100204", "jal    0x80400810", 4},
    {MIPS, 4, false, 0x400800, "1443fff0", "bne    $v0, $v1, 0x4007c4", 4},
    {MIPS, 4, true, 0x400800, "f0ff0010", "b      0x4007c4", 4},
    {MIPS, 4, false, 0x400800, "04110003", "bal    0x400810", 4},
    {MIPS, 4, false, 0x400800, "7c03e83b", "rdhwr  $v1, $29", 4},
    {MIPS, 4, false, 0x400800, "d4800008", "ldc1   $f0, 8($a0)", 4},
    {MIPS, 8, false, 0x120000000, "ffbf0010", "sd     $ra, 0x10($sp)", 4},
    {ARM, 4, true, 0x10000, "00482de9", "push   {fp, lr}", 4},
    {ARM, 4, true, 0x10001, "10b500bf", "push   {r4, lr}", 2},
    {AARCH64, 8, true, 0x400000, "fd7bbfa9", "stp    x29, x30, [sp, #-0x10]!", 4},
    {AARCH64, 8, false, 0x400000, "01000094", "bl     #0x400004", 4},
    {PPC, 4, false, 0x10000000, "48000011", "bl     0x10000010", 4},
    {PPC64, 8, true, 0x10000000, "11000048", "bl     0x10000010", 4},
    {SPARC, 4, false, 0x10000, "40000004", "call   0x10010", 4},
    {SPARCV9, 8, false, 0x10000, "81c3e008", "retl", 4},
    {I386, 4, true, 0x8048000, "8b45f8", "movl   -8(%ebp), %eax", 3},
    {X86_64, 8, true, 0x1000, "8b45f8", "mov    -0x8(%rbp),%eax", 3},
    {X86_64, 8, true, 0x1000, "e8fb0f0000", "call   0x2000", 5},
};

static const struct text_case data[] = {
    {MIPS, 4, false, 0x400000, "ffffffff", ".word  0xffffffff", 4},
    {MIPS, 4, false, 0x400000, "fc01020304", ".word  0xfc010203", 4},
    {MIPS, 4, true, 0x400000, "030201fc", ".word  0xfc010203", 4},
    {MIPS, 4, false, 0x400000, "27bdff", ".byte  0x27, 0xbd, 0xff", 3},
    {MIPS, 4, false, 0x400000, "", "", 0},
    {ARM, 4, true, 0x10001, "ffff0000", ".short 0xffff", 2},
    {ARM, 4, true, 0x10000, "ff", ".byte  0xff", 1},
    {X86_64, 8, true, 0x1000, "ff", ".byte  0xff", 1},
    {X86_64, 8, true, 0x1000, "0690", ".byte  0x06", 1},
    {I386, 4, true, 0x1000, "ff", ".byte  0xff", 1},
};

static void assert_case(const struct text_case *expected, bool is_instruction)
{
    struct symbols_summary summary = summary_of(expected->machine, expected->address_size, expected->little_endian);
    struct disassembler *disassembler = disassembler_open(&summary);
    char bytes[16];
    size_t size = strlen(expected->hex) / 2, length = 99;
    for (size_t i = 0; i < size; i++) {
        uint64_t byte;
        assert_true(str_hex((struct str){expected->hex + 2 * i, 2}, &byte));
        bytes[i] = (char)byte;
    }
    assert_non_null(disassembler);
    struct text text = {0};
    text_add(&text, "> ");
    assert_int_equal(disassembler_text(disassembler, (struct str){bytes, size}, expected->address, &text, &length), is_instruction);
    assert_string_equal(text_string(&text) + 2, expected->text);
    assert_int_equal(length, expected->length);
    text_free(&text);
    disassembler_close(disassembler);
}

static void instructions_have_the_form_of_objdump(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof instructions / sizeof *instructions; i++)
        assert_case(&instructions[i], true);
}

static void what_is_no_instruction_is_shown_as_data(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof data / sizeof *data; i++)
        assert_case(&data[i], false);
}

static void other_machines_have_no_disassembler(void **state)
{
    (void)state;
    static const unsigned none[] = {0, 1, S390, 9999};
    for (size_t i = 0; i < sizeof none / sizeof *none; i++) {
        struct symbols_summary summary = summary_of(none[i], 4, true);
        assert_null(disassembler_open(&summary));
    }
    struct symbols_summary little_sparc = summary_of(SPARC, 4, true);
    assert_null(disassembler_open(&little_sparc));
    disassembler_close(NULL);
}

/* Passes every byte once, on every machine, whatever the bytes are. */
static void any_bytes_are_passed(void **state)
{
    (void)state;
    static const unsigned machines[] = {SPARC, I386, MIPS, PPC, PPC64, ARM, SPARCV9, X86_64, AARCH64, RISCV};
    char bytes[4099];
    uint64_t seed = 7;
    for (size_t i = 0; i < sizeof bytes; i++) {
        seed = seed * 6364136223846793005u + 1442695040888963407u;
        bytes[i] = (char)(seed >> 40);
    }
    for (size_t kind = 0; kind < 4 * sizeof machines / sizeof *machines; kind++) {
        struct symbols_summary summary = summary_of(machines[kind / 4], kind & 1 ? 8 : 4, kind & 2);
        struct disassembler *disassembler = disassembler_open(&summary);
        struct text text = {0};
        for (size_t at = 0, length; disassembler && at < sizeof bytes; at += length) {
            text_clear(&text);
            disassembler_text(disassembler, (struct str){bytes + at, sizeof bytes - at}, 0x1000 + at, &text, &length);
            assert_in_range(length, 1, sizeof bytes - at);
            assert_true(text_str(&text).size > 0);
        }
        text_free(&text);
        disassembler_close(disassembler);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(instructions_have_the_form_of_objdump),
        cmocka_unit_test(what_is_no_instruction_is_shown_as_data),
        cmocka_unit_test(other_machines_have_no_disassembler),
        cmocka_unit_test(any_bytes_are_passed),
    };
    return cmocka_run_group_tests_name("disassembler", tests, NULL, NULL);
}
