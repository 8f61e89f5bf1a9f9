/* test_code_thumb.c - Thumb: long and short instructions, branches, IT blocks.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/unit/test_code.h"

/* The instruction at an offset of the code; `target` as in test_code.c. */
struct thumb_case {
    const char *what, *hex;
    unsigned at, size;
    const char *target;
};

static const struct thumb_case cases[] = {
    {"beq.n", "06d0", 0, 2, "10010"},
    {"bne.n backwards", "fad1", 0, 2, "fff8"},
    {"udf, with condition 14", "00de", 0, 2, ""},
    {"svc, with condition 15", "00df", 0, 2, ""},
    {"cbz", "30b1", 0, 2, "10010"},
    {"cbnz with the far bit", "20bb", 0, 2, "1004c"},
    {"push, near cbz", "30b5", 0, 2, ""},
    {"beq.w", "00f00680", 0, 4, "10010"},
    {"bne.w backwards", "7ff4faaf", 0, 4, "fff8"},
    {"bgt.w far: the bits J1 and J2", "40f30080", 0, 4, "10004"},
    {"bl", "00f004f8", 0, 4, ""},
    {"b.w", "00f006b8", 0, 4, ""},
    {"msr, with condition 14", "80f30888", 0, 4, ""},
    {"nop.w, with condition 14", "aff30080", 0, 4, ""},
    {"b.n", "06e0", 0, 2, ""},
    {"bx lr", "7047", 0, 2, ""},
    {"ldr.w", "d0f80010", 0, 4, ""},
    {"add.w", "00eb0102", 0, 4, ""},
    {"bx in a block of one", "08bf 7047", 2, 2, "-"},
    {"behind a block of one", "08bf 7047 7047", 4, 2, ""},
    {"b.n in a block", "08bf 05e0", 2, 2, "10010"},
    {"b.w in a block", "08bf 00f005b8", 2, 4, "10010"},
    {"bl in a block", "08bf 00f005f8", 2, 4, "10010"},
    {"blx in a block, from the word", "08bf 00f006e8", 2, 4, "10010"},
    {"pop {pc} in a block", "08bf 10bd", 2, 2, "-"},
    {"pop {r4} in a block", "08bf 10bc", 2, 2, ""},
    {"ldm with pc in a block", "08bf bde81080", 2, 4, "-"},
    {"ldm without pc in a block", "08bf bde81000", 2, 4, ""},
    {"ldr.w pc in a block", "08bf 5df804fb", 2, 4, "-"},
    {"ldr.w r0 in a block", "08bf 5df8040b", 2, 4, ""},
    {"mov in a block", "08bf 0846", 2, 2, ""},
    {"bx at the end of a block of four", "01bf 0846 0846 0846 7047", 8, 2, "-"},
    {"bx at the end of a block of four long ones", "01bf 00eb0102 00eb0102 00eb0102 7047", 14, 2, "-"},
    {"bx behind a block of four", "01bf 0846 0846 0846 0846 7047", 10, 2, ""},
    {"bx behind a block of two", "1cbf 0846 0846 7047", 6, 2, ""},
    {"bx at the end of a block of two", "1cbf 0846 7047", 4, 2, "-"},
    {"block of condition 14", "e8bf 7047", 2, 2, ""},
    {"nop and hints begin no block", "00bf 7047", 2, 2, ""},
    {"yield begins no block", "10bf 7047", 2, 2, ""},
    {"an offset that looks like an IT", "d0f808bf 7047", 4, 2, ""},
    {"a block behind an offset that looks like one", "d0f808bf 08bf 7047", 6, 2, "-"},
    {"an IT behind two halfwords that begin long ones", "fff7fff8 08bf 7047", 6, 2, "-"},
    {"an IT that is the end of the second of two", "fff7fff8 fff708bf 7047", 8, 2, ""},
    {"a nearer IT whose block is over", "01bf 0846 08bf 0846 7047", 8, 2, "-"},
    {"long, and cut by the end", "00f0", 0, 2, "invalid"},
};

static void assert_thumb(const struct thumb_case *expected, bool stripped)
{
    struct image image = {.machine = EM_ARM, .hex = expected->hex, .entry = BASE + 1};
    if (!stripped)
        image.symbols[0] = (struct image_symbol){"$t", BASE, 0, STT_NOTYPE, 1, false};
    struct symbols *symbols = open_image(&image);
    struct code_reader *code = code_open(symbols);
    struct code_instruction instruction;
    uint64_t target = 0;
    bool invalid = strcmp(expected->target, "invalid") == 0, conditional = *expected->target && !invalid;
    bool known = str_hex(str_of(expected->target), &target);
    assert_true(code_at(code, BASE + expected->at, &instruction));
    if (instruction.size != expected->size || instruction.valid == invalid || instruction.conditional != conditional || instruction.has_target != known ||
        instruction.target != target || (conditional && instruction.next != BASE + expected->at + expected->size))
        fail_msg("%s: %u bytes, conditional %d, target %d 0x%llx", expected->what, instruction.size, instruction.conditional, instruction.has_target,
                 (unsigned long long)instruction.target);
    assert_false(instruction.delay_slot);
    code_close(code);
    symbols_close(symbols);
}

static void thumb_branches_are_known_by_their_bits_and_blocks(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        assert_thumb(&cases[i], false);
        assert_thumb(&cases[i], true);
    }
}

/* The same bytes as two programs: if the block is before a literal pool, clew does not search it. */
static void blocks_do_not_reach_over_the_start_of_code(void **state)
{
    (void)state;
    struct image image = {.machine = EM_ARM, .hex = "08bf 7047",
                          .symbols = {{"$d", BASE, 0, STT_NOTYPE, 1, false}, {"$t.2", BASE + 2, 0, STT_NOTYPE, 1, false}}};
    struct symbols *symbols = open_image(&image);
    struct code_reader *code = code_open(symbols);
    struct code_instruction instruction;
    assert_false(code_at(code, BASE, &instruction));
    assert_true(code_at(code, BASE + 2, &instruction) && !instruction.conditional);
    code_close(code);
    symbols_close(symbols);
}

/* The instruction before another is exact, however many halfwords in a row could begin a long one. Compares random code with a walk from its start. */
static void blocks_are_found_as_a_walk_finds_them(void **state)
{
    (void)state;
    static const char *const parts[] = {"7047", "08bf", "1cbf", "01bf", "fff7fff8", "fff708bf", "00eb0102", "d0f808bf", "10bd", "0846"};
    unsigned seed = 1, conditional = 0;
    for (int round = 0; round < 300; round++) {
        char hex[512] = "";
        unsigned left = 0, places[64], expected[64], count = 0, at = 0;
        while (count < 40) {
            const char *part = parts[(seed = seed * 1103515245 + 12345) >> 16 & 15 ? (seed >> 20) % 10 : 4];
            bool opens = strcmp(part + 2, "bf") == 0, leaves = strcmp(part, "7047") == 0 || strcmp(part, "10bd") == 0 || strncmp(part, "fff7", 4) == 0;
            if (opens && left)
                continue;                /* not allowed inside a block */
            strcat(hex, part);
            places[count] = at;
            expected[count++] = left > 0 && leaves;
            left = opens ? (part[1] == '8' ? 1 : part[1] == 'c' ? 2 : 4) : left - (left > 0);
            at += (unsigned)strlen(part) / 2;
        }
        struct image image = {.machine = EM_ARM, .hex = hex, .entry = BASE + 1};
        struct symbols *symbols = open_image(&image);
        struct code_reader *code = code_open(symbols);
        struct code_instruction instruction;
        for (unsigned i = 0; i < count; i++) {
            assert_true(code_at(code, BASE + places[i], &instruction));
            if (instruction.conditional != expected[i])
                fail_msg("%s: at %u", hex, places[i]);
            conditional += instruction.conditional;
        }
        code_close(code);
        symbols_close(symbols);
    }
    assert_true(conditional > 300);
}

/* Conditions in the text are the block's, whatever the earlier questions. */
static void text_has_the_condition_of_its_block_alone(void **state)
{
    (void)state;
    static const char *const texts[] = {"it     eq", "bxeq   lr", "bx     lr", "itt    ne", "movne  r0, r1", "popne  {r4, pc}", "bx     lr"};
    struct image image = {.machine = EM_ARM, .hex = "08bf 7047 7047 1cbf 0846 10bd 7047", .entry = BASE + 1};
    struct symbols *symbols = open_image(&image);
    struct code_reader *code = code_open(symbols);
    struct code_instruction instruction;
    for (size_t i = 0; i < 7 * 7; i++) {
        struct text text = {0};
        assert_true(code_at(code, BASE + 2 * (i * 3 % 7), &instruction));
        code_text(code, &instruction, &text);
        assert_string_equal(text_string(&text), texts[i * 3 % 7]);
        text_free(&text);
    }
    code_close(code);
    symbols_close(symbols);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(thumb_branches_are_known_by_their_bits_and_blocks),
        cmocka_unit_test(blocks_do_not_reach_over_the_start_of_code),
        cmocka_unit_test(blocks_are_found_as_a_walk_finds_them),
        cmocka_unit_test(text_has_the_condition_of_its_block_alone),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
