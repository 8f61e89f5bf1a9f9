/* test_mips_effect.c - effects of MIPS instructions on registers and memory.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Checks single instructions by hand, random words against the disassembler, and a C library against it if the cross compiler is installed. */
#include "tests/unit/test_symbols_programs.h"

#include <ctype.h>
#include <inttypes.h>

static bool is_in(const char *words, const char *word)
{
    size_t size = strlen(word);
    for (const char *at = words; (at = strstr(at, word)); at += size)
        if ((at == words || at[-1] == ' ') && (at[size] == ' ' || !at[size]))
            return true;
    return false;
}

/* ---- Single instructions ---- */

struct effect_case {
    uint32_t word;
    const char *text;            /* in assembler syntax */
    uint32_t defined;
    const char *does;            /* load4, store8, left, right, branch, call, ret; "?" is unknown */
};

static const struct effect_case effect_cases[] = {
    {0x00000000, "nop", 0, ""},
    {0x27bdffe0, "addiu sp,sp,-32", 1u << 29, ""},
    {0x3c1c0043, "lui gp,0x43", 1u << 28, ""},
    {0x24000001, "addiu zero,zero,1", 0, ""},
    {0x00851021, "addu v0,a0,a1", 1u << 2, ""},
    {0x0085100a, "movz v0,a0,a1", 1u << 2, ""},
    {0x0085100b, "movn v0,a0,a1", 1u << 2, ""},
    {0x00811001, "movt v0,a0,$fcc0", 1u << 2, ""},
    {0x00801001, "movf v0,a0,$fcc0", 1u << 2, ""},
    {0x00261142, "ror v0,a2,5", 1u << 2, ""},
    {0x00850018, "mult a0,a1", 0, ""},
    {0x00001010, "mfhi v0", 1u << 2, ""},
    {0x00001812, "mflo v1", 1u << 3, ""},
    {0x0085001a, "div zero,a0,a1", 0, ""},
    {0x00a001f4, "teq a1,zero,7", 0, ""},
    {0x0000000c, "syscall", 0x0300ff8e, ""},
    {0x70851002, "mul v0,a0,a1", 1u << 2, ""},
    {0x70850000, "madd a0,a1", 0, ""},
    {0x70821020, "clz v0,a0", 1u << 2, ""},
    {0x7c823900, "ext v0,a0,4,8", 1u << 2, ""},
    {0x7c825904, "ins v0,a0,4,8", 1u << 2, ""},
    {0x7c041420, "seb v0,a0", 1u << 2, ""},
    {0x7c041620, "seh v0,a0", 1u << 2, ""},
    {0x7c0410a0, "wsbh v0,a0", 1u << 2, ""},
    {0x7c03e83b, "rdhwr v1,$29", 1u << 3, ""},
    {0x8fbf001c, "lw ra,28(sp)", 1u << 31, "load4"},
    {0xafbf001c, "sw ra,28(sp)", 0, "store4"},
    {0x80820000, "lb v0,0(a0)", 1u << 2, "load1"},
    {0x94820000, "lhu v0,0(a0)", 1u << 2, "load2"},
    {0xa4820000, "sh v0,0(a0)", 0, "store2"},
    {0x88820000, "lwl v0,0(a0)", 1u << 2, "load4 left"},
    {0x98820003, "lwr v0,3(a0)", 1u << 2, "load4 right"},
    {0xa8820000, "swl v0,0(a0)", 0, "store4 left"},
    {0xb8820003, "swr v0,3(a0)", 0, "store4 right"},
    {0xc0820000, "ll v0,0(a0)", 1u << 2, "load4"},
    {0xe0820000, "sc v0,0(a0)", 1u << 2, "store4"},
    {0xc4800000, "lwc1 $f0,0(a0)", 0, "load4"},
    {0xd4800000, "ldc1 $f0,0(a0)", 0, "load8"},
    {0xf4800000, "sdc1 $f0,0(a0)", 0, "store8"},
    {0x4ca40000, "lwxc1 $f0,a0(a1)", 0, "load4"},
    {0x4ca40001, "ldxc1 $f0,a0(a1)", 0, "load8"},
    {0x4ca40008, "swxc1 $f0,a0(a1)", 0, "store4"},
    {0x4ca40009, "sdxc1 $f0,a0(a1)", 0, "store8"},
    {0x44020000, "mfc1 v0,$f0", 1u << 2, ""},
    {0x44620000, "mfhc1 v0,$f0", 1u << 2, ""},
    {0x44820000, "mtc1 v0,$f0", 0, ""},
    {0x46220000, "add.d $f0,$f0,$f2", 0, ""},
    {0x46201137, "c.ule.d $fcc1,$f2,$f0", 0, ""},
    {0x4c220021, "madd.d $f0,$f1,$f0,$f2", 0, ""},
    {0x0000000f, "sync", 0, ""},
    {0xcc800000, "pref 0,0(a0)", 0, ""},
    {0xbc800000, "cache 0,0(a0)", 0, ""},
    {0x10850003, "beq a0,a1,.+16", 0, "branch"},
    {0x50850003, "beql a0,a1,.+16", 0, "branch"},
    {0x04810003, "bgez a0,.+16", 0, "branch"},
    {0x45010003, "bc1t .+16", 0, "branch"},
    {0x45020003, "bc1fl .+16", 0, "branch"},
    {0x08100204, "j 0x400810", 0, "branch"},
    {0x03200008, "jr t9", 0, "branch"},
    {0x03e00008, "jr ra", 0, "ret"},
    {0x0c100204, "jal 0x400810", 1u << 31, "call"},
    {0x0320f809, "jalr t9", 1u << 31, "call"},
    {0x03204009, "jalr t0,t9", 1u << 8, "call"},
    {0x03200009, "jalr zero,t9", 0, "branch"},
    {0x04110003, "bal .+16", 1u << 31, "call"},
    {0x04900003, "bltzal a0,.+16", 1u << 31, "call"},
    {0xffffffff, "sd ra,-1(ra)", 0, "?"},
    {0x00851061, "addu with a shift", 0, "?"},
    {0x74000000, "jalx 0", 0, "?"},
    {0x7c85100a, "lwx v0,a1(a0)", 0, "?"},
};

static void describe(const struct mips_effect *effect, struct text *out)
{
    if (!effect->known)
        text_add(out, "?");
    if (effect->load || effect->store)
        text_printf(out, " %s%u", effect->load ? "load" : "store", effect->size);
    text_printf(out, "%s%s%s%s%s", effect->unaligned_left ? " left" : "", effect->unaligned_right ? " right" : "", effect->branch ? " branch" : "",
                effect->call ? " call" : "", effect->ret ? " ret" : "");
}

static void instructions_do_what_the_architecture_says(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof effect_cases / sizeof *effect_cases; i++) {
        const struct effect_case *expected = &effect_cases[i];
        struct mips_effect effect = mips_effect(expected->word);
        struct text does = {0};
        describe(&effect, &does);
        struct str found = str_trim(text_str(&does));
        if (effect.defined != expected->defined || !str_is(found, expected->does))
            fail_msg("%s: defines %08x, does \"%.*s\"", expected->text, effect.defined, STR(found));
        text_free(&does);
    }
}

/* ---- Against the disassembler, which knows the instruction set from another source ---- */

static const char *const register_names[32] = {
    "zero", "at", "v0", "v1", "a0", "a1", "a2", "a3", "t0", "t1", "t2", "t3", "t4", "t5", "t6", "t7",
    "s0", "s1", "s2", "s3", "s4", "s5", "s6", "s7", "t8", "t9", "k0", "k1", "gp", "sp", "fp", "ra",
};
static const char to_first[] = "add addi addiu addu and andi cfc1 clo clz ext ins lui mfc0 mfc1 mfhc1 mfhi mflo move movf movn movt movz mul neg negu nor "
                               "not or ori rdhwr rotr rotrv seb seh sll sllv slt slti sltiu sltu sra srav srl srlv sub subu wsbh xor xori "
                               "lb lbu lh lhu ll lw lwl lwr sc";
static const char keeping[] = "movn movz movf movt ins lwl lwr sc";    /* these read the registers whose bits they keep */
static const char nothing[] = "nop ehb ssnop pause break cache ctc1 div divu madd maddu msub msubu mtc0 mtc1 mthc1 mthi mtlo mult multu pref sdbbp sync synci "
                              "teq teqi tge tgei tgeiu tgeu tlt tlti tltiu tltu tne tnei sb sh sw swl swr ldc1 ldc2 lwc1 lwc2 sdc1 sdc2 swc1 swc2 "
                              "ldxc1 luxc1 lwxc1 sdxc1 suxc1 swxc1 prefx jr jr.hb";
static const char loads[] = "lb1 lbu1 lh2 lhu2 ll4 lw4 lwl4 lwr4 lwc14 lwc24 ldc18 ldc28 lwxc14 ldxc18 luxc18";
static const char stores[] = "sb1 sh2 sc4 sw4 swl4 swr4 swc14 swc24 sdc18 sdc28 swxc14 sdxc18 suxc18";
static const char branches[] = "b bc1f bc1fl bc1t bc1tl beq beql beqz beqzl bgez bgezl bgtz bgtzl blez blezl bltz bltzl bne bnel bnez bnezl j jr jr.hb";
static const char calls[] = "bal bgezal bgezall bltzal bltzall jal";

/* The general register in a text's first operand; 0: none. */
static unsigned first_register(const char *operands)
{
    for (unsigned i = 1; i < 32; i++) {
        size_t size = strlen(register_names[i]);
        if (operands[0] == '$' && strncmp(operands + 1, register_names[i], size) == 0 && !isalnum((unsigned char)operands[1 + size]))
            return i;
    }
    return 0;
}

/* The general registers in a text's operands, as bits: all, and all except the first. */
static uint32_t registers_in(const char *operands, uint32_t *behind_first)
{
    uint32_t named = *behind_first = 0;
    for (const char *at = strchr(operands, '$'), *first = at; at; at = strchr(at + 1, '$')) {
        uint32_t bit = (uint32_t)1 << first_register(at) & ~(uint32_t)1;
        named |= bit;
        *behind_first |= at == first ? 0 : bit;
    }
    return named;
}

/* Why an effect does not fit its instruction's text; NULL: it fits. *asked: the test checks such texts. */
static const char *misfit(const struct mips_effect *effect, const char *text, bool *asked)
{
    char name[32] = "", sized[40];
    int end = 0;
    sscanf(text, "%31s %n", name, &end);
    unsigned first = first_register(text + end);
    snprintf(sized, sizeof sized, "%s%u", name, effect->size);
    *asked = is_in(to_first, name) || is_in(nothing, name) || is_in(branches, name) || is_in(calls, name);
    if (!*asked || !effect->known)
        return NULL;
    if (effect->load != is_in(loads, sized) || effect->store != is_in(stores, sized))
        return "loads and stores";
    if (effect->call != is_in(calls, name))
        return "call";
    if ((effect->branch || effect->ret) != is_in(branches, name) || (effect->ret && first != 31))
        return "branch";
    uint32_t expected = is_in(to_first, name) ? (uint32_t)1 << first & ~(uint32_t)1 : is_in(calls, name) ? (uint32_t)1 << 31 : 0;
    if (effect->defined != expected)
        return "defined registers";
    uint32_t behind_first, named = registers_in(text + end, &behind_first);
    if (is_in("mfc0 mtc0 cfc1 ctc1 mfc1 mtc1 mfhc1 mthc1 rdhwr", name)) { /* other registers are not general ones, whatever capstone calls them */
        named &= (uint32_t)1 << first;
        behind_first = 0;
    }
    bool writes = is_in(to_first, name);
    expected = !writes ? named : behind_first | (is_in(keeping, name) ? named : 0);
    return effect->read == expected ? NULL : "read registers";
}

static struct disassembler *open_mips(void)
{
    struct symbols_summary summary = {.machine = 8, .address_size = 4, .little_endian = false};
    struct disassembler *disassembler = disassembler_open(&summary);
    assert_non_null(disassembler);
    return disassembler;
}

static bool text_of(struct disassembler *disassembler, uint32_t word, struct text *text)
{
    char bytes[4] = {(char)(word >> 24), (char)(word >> 16), (char)(word >> 8), (char)word};
    size_t length = 0;
    text_clear(text);
    bool known = disassembler_text(disassembler, (struct str){bytes, sizeof bytes}, 0x400000, text, &length);
    assert_int_equal(length, 4);
    return known;
}

/* Extensions have more accumulators, which words of these instructions may name; sync with other bits is a hint. */
static bool may_be_unknown(const char *text)
{
    char name[32] = "";
    sscanf(text, "%31s", name);
    return is_in("mfhi mflo mthi mtlo mult multu madd maddu msub msubu sync", name);
}

/* clz, clo. */
static bool is_count(uint32_t word)
{
    return word >> 26 == 0x1c && (word & 0x3e) == 0x20;
}

static uint32_t random_word(uint64_t *seed)
{
    static const uint32_t opcodes[8] = {0, 0, 1, 0x10, 0x11, 0x13, 0x1c, 0x1f};
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    uint32_t word = (uint32_t)(*seed >> 32), dice = (uint32_t)(*seed >> 20);
    if (dice & 1) /* fields that must be zero in many instructions */
        word &= ~(31u << 6);
    if (dice & 2)
        word &= ~(31u << (dice & 4 ? 21 : dice & 8 ? 16 : 11));
    return dice & 16 ? (word & 0x03ffffff) | opcodes[dice >> 5 & 7] << 26 : word;
}

static void random_words_fit_their_text(void **state)
{
    (void)state;
    struct disassembler *disassembler = open_mips();
    struct text text = {0};
    uint64_t seed = 1990;
    size_t checked = 0;
    for (size_t i = 0; i < 300000; i++) {
        uint32_t word = random_word(&seed);
        struct mips_effect effect = mips_effect(word);
        bool asked = false;
        if (!text_of(disassembler, word, &text))
            continue;
        const char *why = misfit(&effect, text_string(&text), &asked);
        if (why && is_count(word) && (word >> 16 & 31) != (word >> 11 & 31))
            continue; /* both fields must name the register; capstone mixes them */
        if (asked && !effect.known && !may_be_unknown(text_string(&text)))
            why = "it is not known";
        if (why)
            fail_msg("%08x %s: %s", word, text_string(&text), why);
        checked += asked && effect.known;
    }
    assert_true(checked > 100000);
    text_free(&text);
    disassembler_close(disassembler);
}

/* Every word of a C library's functions fits its text, and nearly all are known. */
static void the_words_of_a_static_program_fit_their_text(void **state)
{
    (void)state;
    need_cross_compiler();
    compile_with("mips-linux-gnu-gcc", "static", "#include <stdio.h>\nint main(int c, char **v) { return printf(\"%f\\n\", c / 3.0); }\n", "-static -O2");
    struct symbols *symbols = opened("static");
    struct disassembler *disassembler = open_mips();
    struct text text = {0};
    size_t words = 0, unknown = 0;
    for (size_t i = 0; i < symbols_function_count(symbols); i++) {
        struct symbols_function function = symbols_function(symbols, i);
        for (uint64_t at = function.address; at + 4 <= function.address + function.size; at += 4) {
            struct str bytes = symbols_bytes(symbols, at, 4);
            const unsigned char *byte = (const unsigned char *)bytes.data;
            if (bytes.size < 4)
                break;
            uint32_t word = (uint32_t)byte[0] << 24 | (uint32_t)byte[1] << 16 | (uint32_t)byte[2] << 8 | byte[3];
            struct mips_effect effect = mips_effect(word);
            bool asked = false;
            const char *why = text_of(disassembler, word, &text) ? misfit(&effect, text_string(&text), &asked) : NULL;
            if (why)
                fail_msg("%08" PRIx64 " %08x %s: %s", at, word, text_string(&text), why);
            words++;
            unknown += !effect.known;
        }
    }
    assert_true(words > 50000);
    assert_int_equal(unknown, 0);
    text_free(&text);
    disassembler_close(disassembler);
    symbols_close(symbols);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(instructions_do_what_the_architecture_says),
        cmocka_unit_test(random_words_fit_their_text),
        cmocka_unit_test_setup_teardown(the_words_of_a_static_program_fit_their_text, make_folder, remove_folder),
    };
    return cmocka_run_group_tests_name("mips_effect", tests, NULL, NULL);
}
