/* test_code.c - instructions of every machine from their bits: lengths, branches, targets, text.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/unit/test_code.h"

#include <capstone/capstone.h>

/* "": not conditional; "-": conditional, without a target in the instruction; otherwise the target. */
struct branch_case {
    const char *what;
    unsigned machine;
    bool wide, big;
    const char *hex;
    const char *target;
    bool delay_slot;
};

#define POWER EM_PPC, false, true
#define A32 EM_ARM, false, false
#define A64 EM_AARCH64, true, false
#define SPARC EM_SPARCV9, true, true
#define MIPS EM_MIPS, false, true
#define I386 EM_386, false, false
#define X64 EM_X86_64, true, false

static const struct branch_case branches[] = {
    {"beq 0x10010", POWER, "41820010", "10010", false},
    {"bne- backwards", POWER, "4082fff0", "fff0", false},
    {"beqa 0x100", POWER, "41820102", "100", false},
    {"beql", POWER, "41820011", "10010", false},
    {"bdnz", POWER, "4200fff8", "fff8", false},
    {"bcl 20,31,$+4", POWER, "429f0005", "", false},
    {"b", POWER, "48000010", "", false},
    {"beqlr", POWER, "4d820020", "-", false},
    {"beqlrl", POWER, "4d820021", "-", false},
    {"bnectr", POWER, "4c820420", "-", false},
    {"beqtar", POWER, "4d820460", "-", false},
    {"blr", POWER, "4e800020", "", false},
    {"bctr", POWER, "4e800420", "", false},
    {"cror", POWER, "4c821382", "", false},
    {"isync", POWER, "4c00012c", "", false},
    {"beq of little order", EM_PPC64, true, false, "10008241", "10010", false},
    {"b.eq", A64, "80000054", "10010", false},
    {"b.al", A64, "8e000054", "", false},
    {"b.nv", A64, "8f000054", "", false},
    {"bc.eq", A64, "90000054", "10010", false},
    {"cbz w0", A64, "80000034", "10010", false},
    {"cbnz x0 backwards", A64, "e0ffffb5", "fffc", false},
    {"tbz w0, #1", A64, "80000836", "10010", false},
    {"tbnz x0, #33", A64, "800008b7", "10010", false},
    {"b", A64, "04000014", "", false},
    {"ret", A64, "c0035fd6", "", false},
    {"csel", A64, "0000809a", "", false},
    {"beq", A32, "0200000a", "10010", false},
    {"blne backwards", A32, "fcffff1b", "fff8", false},
    {"b", A32, "020000ea", "", false},
    {"blx label", A32, "020000fa", "", false},
    {"bxeq lr", A32, "1eff2f01", "-", false},
    {"blxne r3", A32, "33ff2f11", "-", false},
    {"bx lr", A32, "1eff2fe1", "", false},
    {"popeq {pc}", A32, "0080bd08", "-", false},
    {"popeq {r4}", A32, "1000bd08", "", false},
    {"ldmdbne fp, {pc}", A32, "00a81b19", "-", false},
    {"stmeq with pc", A32, "0080ad08", "", false},
    {"ldreq pc", A32, "04f09d04", "-", false},
    {"ldrls pc, [pc, r3, lsl #2]", A32, "03f19f97", "-", false},
    {"ldreq r0", A32, "04009d04", "", false},
    {"sdiveq: ones where ldr has pc", A32, "12f11007", "", false},
    {"udivne", A32, "12f13017", "", false},
    {"moveq", A32, "0100a003", "", false},
    {"svceq", A32, "0000000f", "", false},
    {"bne", SPARC, "12800004", "10010", true},
    {"bne,a backwards", SPARC, "32bffffe", "fff8", true},
    {"ba", SPARC, "10800004", "", true},
    {"bn", SPARC, "00800004", "", true},
    {"bne,pt %icc", SPARC, "12480004", "10010", true},
    {"bne,pn %xcc backwards", SPARC, "1267fffe", "fff8", true},
    {"ba,pt %xcc", SPARC, "10680004", "", true},
    {"fbne", SPARC, "03800004", "10010", true},
    {"fbe,pt %fcc1", SPARC, "13580004", "10010", true},
    {"fba", SPARC, "11800004", "", true},
    {"brz,pt %o0", SPARC, "02ca0004", "10010", true},
    {"brnz,pn %o0 backwards", SPARC, "0af23ffe", "fff8", true},
    {"cwbe without a slot", SPARC, "12c20081", "10010", false},
    {"sethi", SPARC, "11000040", "", false},
    {"nop", SPARC, "01000000", "", false},
    {"call", SPARC, "40000004", "", true},
    {"retl", SPARC, "81c3e008", "", true},
    {"return", SPARC, "81cfe008", "", true},
    {"add", SPARC, "90022001", "", false},
    {"beq", MIPS, "10430003", "10010", true},
    {"b", MIPS, "10000003", "", true},
    {"beq of one register", MIPS, "10420003", "", true},
    {"bne backwards", MIPS, "1443fffd", "fff8", true},
    {"bne of one register", MIPS, "14420003", "", true},
    {"blez", MIPS, "18400003", "10010", true},
    {"blez $0", MIPS, "18000003", "", true},
    {"bgtz", MIPS, "1c400003", "10010", true},
    {"bgtz with rt: no instruction", MIPS, "1c410003", "", false},
    {"beql", MIPS, "50430003", "10010", true},
    {"bnel", MIPS, "54430003", "10010", true},
    {"blezl", MIPS, "58400003", "10010", true},
    {"bgtzl", MIPS, "5c400003", "10010", true},
    {"bltz", MIPS, "04400003", "10010", true},
    {"bgez", MIPS, "04410003", "10010", true},
    {"bltzl", MIPS, "04420003", "10010", true},
    {"bgezl", MIPS, "04430003", "10010", true},
    {"bltzal", MIPS, "04500003", "10010", true},
    {"bgezal", MIPS, "04510003", "10010", true},
    {"bgezall", MIPS, "04530003", "10010", true},
    {"bal", MIPS, "04110003", "", true},
    {"teqi", MIPS, "044c0003", "", false},
    {"bc1f", MIPS, "45000003", "10010", true},
    {"bc1t", MIPS, "45010003", "10010", true},
    {"bc1tl", MIPS, "45030003", "10010", true},
    {"mfc1", MIPS, "44020000", "", false},
    {"jal", MIPS, "0c004004", "", true},
    {"jr", MIPS, "03e00008", "", true},
    {"jalr", MIPS, "0320f809", "", true},
    {"addiu", MIPS, "24420003", "", false},
    {"beq of little order", EM_MIPS, true, false, "03004310", "10010", true},
    {"je", X64, "740e", "10010", false},
    {"jmp", X64, "eb0e", "", false},
    {"jne near", X64, "0f850a000000", "10010", false},
    {"jne with data16, which 64-bit mode passes over", X64, "660f8509000000", "10010", false},
    {"jne with bnd", X64, "f20f8509000000", "10010", false},
    {"je with a hint", X64, "2e740d", "10010", false},
    {"loop", X64, "e20e", "10010", false},
    {"jrcxz", X64, "e30e", "10010", false},
    {"jecxz", X64, "67e30d", "10010", false},
    {"call", X64, "e80b000000", "", false},
    {"cmove", X64, "0f44c1", "", false},
    {"sete", X64, "0f94c0", "", false},
    {"push with a byte like that of je", X64, "6874740000", "", false},
    {"je", I386, "740e", "10010", false},
    {"jne near", I386, "0f850a000000", "10010", false},
    {"jne with data16: 16 bits of an address", I386, "660f850b00", "10", false},
    {"loopne", I386, "e00e", "10010", false},
    {"inc, which 64-bit mode has as a prefix", I386, "40", "", false},
};

static void assert_branch(const struct branch_case *expected)
{
    struct image image = {.machine = expected->machine, .wide = expected->wide, .big = expected->big, .hex = expected->hex};
    struct symbols *symbols = open_image(&image);
    struct code_reader *code = code_open(symbols);
    struct code_instruction instruction;
    uint64_t target = 0;
    size_t size = strlen(expected->hex) / 2;
    bool at_end = !strchr(expected->hex, ' '), conditional = *expected->target, known = str_hex(str_of(expected->target), &target);
    assert_true(code_knows_lengths(code) && code_knows_branches(code));
    if (!code_at(code, BASE, &instruction) || !instruction.valid || (at_end && instruction.size != size))
        fail_msg("%s: %u bytes", expected->what, instruction.size);
    if (instruction.conditional != conditional || instruction.has_target != known || instruction.target != target ||
        instruction.delay_slot != expected->delay_slot)
        fail_msg("%s: conditional %d, target %d 0x%llx, delay slot %d", expected->what, instruction.conditional, instruction.has_target,
                 (unsigned long long)instruction.target, instruction.delay_slot);
    assert_true(instruction.next == (!conditional ? 0 : BASE + instruction.size * (expected->delay_slot ? 2u : 1u)));
    code_close(code);
    symbols_close(symbols);
}

static void conditional_branches_are_known_by_their_bits(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof branches / sizeof *branches; i++)
        assert_branch(&branches[i]);
}

/* ---- Lengths ---- */

struct length_case {
    const char *what;
    unsigned machine;
    bool wide, big;
    const char *hex;
    unsigned size;
    bool valid;
};

static const struct length_case lengths[] = {
    {"kmovq", X64, "c4e1fb92cb90", 5, true},
    {"vptestnmb with a mask", X64, "62f2764926e190", 6, true},
    {"vpbroadcastb with a SIB byte", X64, "62f27d4878140f90", 7, true},
    {"vpcmpeqb with an immediate", X64, "62f37d483f5a01 0090", 8, true},
    {"vector behind a prefix that VEX forbids", X64, "f3c4e1fb92cb", 1, false},
    {"vector cut", X64, "62f37d483f5a01", 1, false},
    {"rdpkru", X64, "0f01ee90", 3, true},
    {"rdsspq", X64, "f3480f1ec890", 5, true},
    {"incsspq", X64, "f3480faee890", 5, true},
    {"rdsspd", I386, "f30f1ec890", 4, true},
    {"kmovd of 32 bits", I386, "c5fb92cb90", 4, true},
    {"no instruction of 64-bit mode", X64, "0690", 1, false},
    {"half of a call", X64, "e80000", 1, false},
    {"a word cut", MIPS, "24420003 2442", 4, true},
    {"half a word", MIPS, "2442", 2, false},
    {"zeros", POWER, "00000000", 4, true},
};

static void lengths_are_those_of_the_manuals(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
        const struct length_case *expected = &lengths[i];
        struct image image = {.machine = expected->machine, .wide = expected->wide, .big = expected->big, .hex = expected->hex};
        struct symbols *symbols = open_image(&image);
        struct code_reader *code = code_open(symbols);
        struct code_instruction instruction;
        assert_true(code_at(code, BASE, &instruction));
        if (instruction.size != expected->size || instruction.valid != expected->valid)
            fail_msg("%s: %u bytes, valid %d", expected->what, instruction.size, instruction.valid);
        assert_false(code_at(code, BASE - 1, &instruction));
        assert_false(code_at(code, BASE + 4096, &instruction));
        code_close(code);
        symbols_close(symbols);
    }
}

static void between_words_stands_no_instruction(void **state)
{
    (void)state;
    struct image image = {.machine = EM_MIPS, .big = true, .hex = "1043000310430003"};
    struct symbols *symbols = open_image(&image);
    struct code_reader *code = code_open(symbols);
    struct code_instruction instruction;
    for (unsigned over = 1; over < 4; over++) {
        assert_true(code_at(code, BASE + over, &instruction));
        assert_false(instruction.valid || instruction.conditional);
        assert_int_equal(instruction.size, 4 - over);
    }
    code_close(code);
    symbols_close(symbols);
}

/* ---- Known machines ---- */

struct known_case {
    const char *what;
    unsigned machine;
    bool wide, big;
    uint32_t flags;
    bool lengths, branches;
};

static const struct known_case machines[] = {
    {"x86-64", X64, 0, true, true},
    {"x32", EM_X86_64, false, false, 0, true, true},
    {"MIPS", MIPS, 0x70001007, true, true},
    {"MIPS release 6", MIPS, 0x90001007, true, false},
    {"MIPS64 release 6", EM_MIPS, true, false, 0xa0000007, true, false},
    {"microMIPS", MIPS, 0x72001007, false, false},
    {"MIPS16", MIPS, 0x74001007, false, false},
    {"S390", EM_S390, true, true, 0, false, false},
};

static void what_is_not_known_is_said(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof machines / sizeof *machines; i++) {
        const struct known_case *expected = &machines[i];
        struct image image = {.machine = expected->machine, .wide = expected->wide, .big = expected->big, .flags = expected->flags, .hex = "10430003"};
        struct symbols *symbols = open_image(&image);
        struct code_reader *code = code_open(symbols);
        struct code_instruction instruction;
        if (code_knows_lengths(code) != expected->lengths || code_knows_branches(code) != expected->branches)
            fail_msg("%s: %d %d", expected->what, code_knows_lengths(code), code_knows_branches(code));
        assert_true(code_at(code, BASE, &instruction));
        assert_true(expected->branches || !instruction.conditional);
        assert_true(expected->lengths || (!instruction.valid && instruction.size == 1));
        code_close(code);
        symbols_close(symbols);
    }
}

/* Little-endian code and big-endian data, as linkers make them for ARM from version 6 on. */
static void code_of_big_arm_may_be_of_little_order(void **state)
{
    (void)state;
    static const uint32_t be8 = 0x00800000;
    struct image image = {.machine = EM_ARM, .big = true, .hex = "0a000002"};
    for (int little = 0; little < 2; little++) {
        image.flags = little ? be8 : 0;
        image.hex = little ? "0200000a" : "0a000002";
        struct symbols *symbols = open_image(&image);
        struct code_reader *code = code_open(symbols);
        struct code_instruction instruction;
        struct text text = {0};
        assert_true(code_at(code, BASE, &instruction) && instruction.conditional && instruction.target == BASE + 16);
        code_text(code, &instruction, &text);
        assert_string_equal(text_string(&text), "beq    #0x10010");
        text_free(&text);
        code_close(code);
        symbols_close(symbols);
    }
}

/* ---- Text ---- */

static void text_names_routines_and_is_safe(void **state)
{
    (void)state;
    struct image image = {.machine = EM_X86_64, .wide = true, .hex = "e803000000 7404 9090 c3 06 62f2764926e1",
                          .symbols = {{"f\x1b[m", BASE + 8, 2, STT_FUNC, 1, true}}};
    struct symbols *symbols = open_image(&image);
    struct code_reader *code = code_open(symbols);
    const char *const texts[] = {"call   0x10008  <f\\x1b[m>", "je     0x1000b", "nop", "nop", "ret", ".byte  0x06",
                                        cs_version(NULL, NULL) < 5 << 8 ? ".byte  0x62, 0xf2, 0x76, 0x49, 0x26, 0xe1" /* capstone 4 does not know it */
                                                                        : "vptestnmb %zmm1,%zmm1,%k4{%k1}"};
    uint64_t address = BASE;
    struct code_instruction instruction;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++, address += instruction.size) {
        struct text text = {0};
        assert_true(code_at(code, address, &instruction));
        code_text(code, &instruction, &text);
        assert_string_equal(text_string(&text), texts[i]);
        text_free(&text);
    }
    code_close(code);
    symbols_close(symbols);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(conditional_branches_are_known_by_their_bits),
        cmocka_unit_test(lengths_are_those_of_the_manuals),
        cmocka_unit_test(between_words_stands_no_instruction),
        cmocka_unit_test(what_is_not_known_is_said),
        cmocka_unit_test(code_of_big_arm_may_be_of_little_order),
        cmocka_unit_test(text_names_routines_and_is_safe),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
