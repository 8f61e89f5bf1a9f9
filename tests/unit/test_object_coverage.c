/* test_object_coverage.c - marks of instructions, routines and lines, by the rules of clew-formats(5).  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Compiles programs on the spot and "runs" them by hand-made ranges. */
#include "tests/unit/test_object_coverage.h"

/* The tests ask for the line numbers after .loc. */
static const char rules[] =
    "int zero;\n"
    "void _start(void) { zero = 1; for (;;); }\n"
    "asm(\".text\\n\"\n"
    "    \".type two,@function\\ntwo:\\n\"\n"
    "    \".loc 1 10\\n test %edi,%edi\\n je 1f\\n\"\n"         /* 2 bytes, 2 */
    "    \".loc 1 11\\n nop\\n\"\n"
    "    \".loc 1 12\\n 1: ret\\n .size two,.-two\\n\"\n"
    "    \".type other,@function\\nother:\\n\"\n"
    "    \".loc 1 11\\n nop\\n\"\n"
    "    \".loc 1 13\\n jmp 2f\\n\"\n"                              /* 2 bytes */
    "    \".loc 1 11\\n 2: nop\\n\"\n"
    "    \".loc 1 14\\n ret\\n .size other,.-other\\n\"\n"
    "    \".set zwei,two\\n .type zwei,@function\\n .size zwei,6\\n\");\n";

/* The marks of a routine's instructions in a row. */
static const char *marks_of(struct object_coverage *coverage, const char *name)
{
    static char marks[64];
    struct object_routine routine = routine_named(coverage, name);
    struct object_instruction *instructions;
    size_t count = object_coverage_range(coverage, routine.routine->address, routine.routine->size, &instructions);
    assert_true(count < sizeof marks);
    for (size_t i = 0; i < count; i++)
        marks[i] = (char)instructions[i].mark;
    marks[count] = 0;
    free(instructions);
    return marks;
}

/* ---- Instructions ---- */

struct run_range {
    unsigned first, last, op;
};

/* Runs ranges of routine `name` of the program; nothing else ran. */
static struct subject subject_ran(const char *file, const char *name, const struct run_range *ranges, size_t count)
{
    struct subject subject = subject_open(file);
    struct object_coverage *asked = object_coverage_open(subject.symbols, subject.executed, OBJECT_INSN);
    uint64_t base = routine_named(asked, name).routine->address;
    object_coverage_close(asked);
    for (size_t i = 0; i < count; i++)
        executed_add(subject.executed, base + ranges[i].first, base + ranges[i].last, (uint8_t)ranges[i].op);
    return subject;
}

struct rule {
    struct run_range ranges[3];
    const char *insn, *branch;
};

static void check_rules(const char *file, const char *name, const struct rule *table, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        size_t ranges = 0;
        while (ranges < 3 && table[i].ranges[ranges].op)
            ranges++;
        struct subject subject = subject_ran(file, name, table[i].ranges, ranges);
        if (strcmp(marks_of(subject.insn, name), table[i].insn) != 0)
            fail_msg("rule %zu of %s: %s at level insn, not %s", i, name, marks_of(subject.insn, name), table[i].insn);
        if (strcmp(marks_of(subject.branch, name), table[i].branch) != 0)
            fail_msg("rule %zu of %s: %s at level branch, not %s", i, name, marks_of(subject.branch, name), table[i].branch);
        subject_close(&subject);
    }
}

static void instructions_are_marked_by_the_rules(void **state)
{
    static const struct rule table[] = {
        {{{0}}, "----", "----"},
        {{{0, 3, 0x11}}, "++--", "+>--"},
        {{{0, 3, 0x12}}, "++--", "+v--"},
        {{{0, 3, 0x13}}, "++--", "++--"},
        {{{0, 3, 0x11}, {0, 3, 0x02}}, "++--", "++--"},     /* a new outcome of code that ran */
        {{{0, 3, 0x10}}, "++--", "+?--"},
        {{{0, 3, 0x30}}, "++--", "+?--"},                   /* a fault after the whole block */
        {{{0, 3, 0x54}}, "++--", "+?--"},                   /* undefined bits */
        {{{0, 3, 0x5d}}, "++--", "+>--"},
        {{{0, 5, 0x11}}, "++++", "+?++"},                   /* inside a longer range, the outcome is unknown */
        {{{0, 1, 0x20}}, "+---", "+---"},                   /* a fault: instructions before it ran */
        {{{0, 3, 0x01}}, "++--", "+>--"},                   /* whatever the op */
        {{{0, 2, 0x11}}, "+---", "+---"},                   /* half an instruction */
        {{{0, 2, 0x10}, {3, 3, 0x12}}, "++--", "+v--"},     /* of two ranges, the one that ends there decides */
        {{{0, 2, 0x11}, {3, 5, 0x12}}, "++++", "+?++"},
        {{{0, 3, 0x11}, {4, 5, 0x12}}, "++++", "+>++"},     /* a return is not a branch */
    };
    (void)state;
    compile("rules", rules, options);
    check_rules("rules", "two", table, sizeof table / sizeof *table);
}

static void an_instruction_has_the_op_of_its_last_byte(void **state)
{
    static const struct run_range ranges[] = {{0, 2, 0x10}, {3, 3, 0x12}};
    struct object_instruction instruction;
    (void)state;
    compile("rules", rules, options);
    struct subject subject = subject_ran("rules", "two", ranges, 2);
    uint64_t address = routine_named(subject.branch, "two").routine->address;
    assert_true(object_coverage_at(subject.branch, address + 2, &instruction));
    assert_int_equal(instruction.op, 0x12);
    assert_int_equal(instruction.mark, OBJECT_FELL);
    assert_true(object_coverage_at(subject.branch, address + 4, &instruction));
    assert_int_equal(instruction.op, 0);
    assert_false(object_coverage_at(subject.branch, 16, &instruction));
    subject_close(&subject);
}

static void routines_are_counted_and_marked(void **state)
{
    static const struct run_range ranges[] = {{0, 3, 0x11}};
    (void)state;
    compile("rules", rules, options);
    struct subject subject = subject_ran("rules", "two", ranges, 1);
    struct object_routine two = routine_named(subject.branch, "two"), other = routine_named(subject.branch, "other");
    assert_int_equal(two.mark, OBJECT_PARTLY);
    assert_int_equal(two.counts.instructions, 4);
    assert_int_equal(two.counts.executed, 2);
    assert_int_equal(two.counts.branches, 1);
    assert_int_equal(two.counts.one_way, 1);
    assert_int_equal(other.mark, OBJECT_NOT);
    assert_int_equal(other.counts.instructions, 4);
    assert_int_equal(other.counts.branches, 0);
    assert_int_equal(routine_named(subject.insn, "two").counts.branches, 0);
    uint64_t address = two.routine->address;
    subject_close(&subject);
    subject = subject_open("rules");
    executed_add(subject.executed, address, address + 3, 0x10);
    executed_add(subject.executed, address + 4, address + 5, 0x10);
    assert_int_equal(routine_named(subject.insn, "two").mark, OBJECT_COVERED);
    assert_int_equal(routine_named(subject.branch, "two").mark, OBJECT_PARTLY);
    assert_int_equal(routine_named(subject.branch, "two").counts.unrecorded, 1);
    subject_close(&subject);
}

static void aliases_are_left_out(void **state)
{
    size_t index;
    (void)state;
    compile("rules", rules, options);
    struct subject subject = subject_open("rules");
    bool zwei = object_coverage_routine_named(subject.branch, str_of("zwei"), &index);
    bool two = object_coverage_routine_named(subject.branch, str_of("two"), &index);
    assert_true(two && !zwei);
    assert_int_equal(object_coverage_routines(subject.branch), 3);
    assert_false(object_coverage_routine_named(subject.branch, str_of("nobody"), &index));
    subject_close(&subject);
}

static void instructions_begin_where_routines_do(void **state)
{
    static const char program[] = "asm(\".text\\n.globl _start\\n.type _start,@function\\n_start: .byte 0xb8,0x90,0x90,0x90,0x90\\n ret\\n.size _start,6\\n\"\n"
                                  "    \".set inner,_start+1\\n.type inner,@function\\n.size inner,4\");\n";         /* mov, and nops in it */
    static const struct run_range ranges[] = {{1, 1, 0x10}, {4, 4, 0x10}};
    struct object_instruction *instructions;
    uint64_t start;
    (void)state;
    compile("inner", program, options);
    struct subject subject = subject_ran("inner", "_start", ranges, 2);
    assert_string_equal(marks_of(subject.insn, "_start"), "-+--+-");
    assert_string_equal(marks_of(subject.insn, "inner"), "+--+");
    uint64_t address = routine_named(subject.insn, "_start").routine->address;
    assert_int_equal(object_coverage_range(subject.insn, address + 3, 100, &instructions), 3);
    assert_int_equal(instructions[0].code.address, address + 3);
    free(instructions);
    assert_true(object_coverage_start(subject.insn, address + 5, &start));
    assert_int_equal(start, address + 5);
    assert_false(object_coverage_start(subject.insn, address + 6, &start));         /* behind the code */
    assert_false(object_coverage_start(subject.insn, address - 1, &start));
    subject_close(&subject);
}

/* ---- Delay slots ---- */

static void a_branch_with_a_delay_slot_is_judged_by_the_range_that_ends_behind_it(void **state)
{
    static const char source[] = "asm(\".text\\n.set noreorder\\n.set nomips16\\n.globl __start\\n.type __start,@function\\n.ent __start\\n__start:\\n\"\n"
                                 "    \"addiu $2,$2,1\\n beq $2,$3,1f\\n addiu $4,$4,1\\n addiu $5,$5,1\\n1: addiu $6,$6,1\\n jr $31\\n nop\\n\"\n"
                                 "    \".end __start\\n.size __start,.-__start\");\n";
    static const struct rule table[] = {
        {{{0, 11, 0x11}}, "+++----", "+>+----"},
        {{{0, 11, 0x12}}, "+++----", "+v+----"},
        {{{0, 7, 0x12}}, "++-----", "+v-----"},             /* the slot was annulled, or not traced */
        {{{0, 15, 0x11}}, "++++---", "+?++---"},
        {{{0, 11, 0x10}}, "+++----", "+?+----"},
        {{{8, 11, 0x11}}, "--+----", "--+----"},            /* the slot alone is not a branch */
        {{{0, 11, 0x12}, {8, 15, 0x11}}, "++++---", "+v++---"},     /* split at the slot: both halves keep the outcome */
    };
    (void)state;
    need_cross_compiler();
    compile_with("mips-linux-gnu-gcc", "slots", source, "-nostdlib -static -mno-abicalls -fno-pic");
    check_rules("slots", "__start", table, sizeof table / sizeof *table);
}

/* ---- Data in code ---- */

static void data_in_code_has_no_mark_and_is_not_counted(void **state)
{
    static const char source[] = "asm(\".text\\n.syntax unified\\n.thumb\\n.globl _start\\n.thumb_func\\n.type _start,%function\\n_start:\\n\"\n"
                                 "    \"movs r0,#1\\n cbz r0,1f\\n movw r1,#77\\n1: b 2f\\n nop\\n .word 0x12345678\\n2: bx lr\\n\"\n"
                                 "    \".size _start,.-_start\\n .type table,%function\\n table: .word 1,2\\n .size table,.-table\");\n";
    static const struct rule table[] = {
        {{{0, 3, 0x11}}, "++----", "+>----"},
        {{{0, 3, 0x12}, {4, 9, 0x11}}, "++++--", "+v++--"},
        {{{0, 3, 0x13}, {4, 11, 0x11}, {16, 17, 0x11}}, "++++++", "++++++"},
    };
    (void)state;
    if (system("command -v arm-linux-gnueabihf-gcc >/dev/null 2>&1") != 0)
        skip();
    compile_with("arm-linux-gnueabihf-gcc", "data", source, "-mthumb -nostdlib -static");
    check_rules("data", "_start", table, sizeof table / sizeof *table);
    struct subject subject = subject_ran("data", "_start", table[2].ranges, 3);
    struct object_instruction instruction;
    struct object_routine all = routine_named(subject.branch, "_start");
    uint64_t start = 0, inside, bytes;
    assert_int_equal(all.mark, OBJECT_COVERED);
    assert_int_equal(all.routine->size, 18);
    assert_int_equal(routine_named(subject.branch, "table").mark, OBJECT_NO_CODE);
    assert_false(object_coverage_at(subject.branch, all.routine->address + 12, &instruction));
    assert_false(object_coverage_start(subject.branch, all.routine->address + 13, &start));
    assert_true(object_coverage_start(subject.branch, all.routine->address + 7, &start));
    assert_int_equal(start, all.routine->address + 4);
    executed_add(subject.executed, all.routine->address + 12, all.routine->address + 15, 0x10);
    object_coverage_fit(subject.branch, &inside, &bytes);
    assert_int_equal(inside, 14);
    assert_int_equal(bytes, 18);
    subject_close(&subject);
}

/* ---- Lines ---- */

static int line_mark(const struct object_file *file, uint64_t line)
{
    const struct object_line *found = object_file_line(file, line);
    return found ? (int)found->mark : OBJECT_NO_CODE;
}

static void a_line_of_data_only_has_no_code(void **state)
{
    static const char program[] = "void _start(void)\n{\n"
                                  "asm volatile(\".loc 1 20\\n nop\\n $d.1:\\n .loc 1 21\\n nop\\n $t.1:\\n .loc 1 22\\n nop\");\n}\n";
    (void)state;
    if (system("command -v arm-linux-gnueabihf-gcc >/dev/null 2>&1") != 0)
        skip();
    compile_with("arm-linux-gnueabihf-gcc", "pool", program, "-mthumb -nostdlib -static -g -gdwarf-4");
    struct subject subject = subject_open("pool");
    const struct object_file *file = file_named(subject.insn, "pool.c");
    assert_int_equal(line_mark(file, 20), OBJECT_NOT);
    assert_int_equal(line_mark(file, 21), OBJECT_NO_CODE);
    assert_int_equal(line_mark(file, 22), OBJECT_NOT);
    for (size_t i = 0; i < file->line_count; i++)
        assert_int_not_equal(file->lines[i].line, 21);
    subject_close(&subject);
}

static void a_line_is_marked_by_all_its_ranges(void **state)
{
    static const struct run_range ranges[] = {{0, 3, 0x12}, {4, 5, 0x11}};
    (void)state;
    compile("rules", rules, options);
    struct subject subject = subject_ran("rules", "two", ranges, 2);
    const struct object_file *insn = file_named(subject.insn, "rules.c"), *branch = file_named(subject.branch, "rules.c");
    assert_int_equal(line_mark(insn, 10), OBJECT_COVERED);
    assert_int_equal(line_mark(branch, 10), OBJECT_PARTLY);
    assert_int_equal(line_mark(branch, 11), OBJECT_PARTLY);     /* one of three ranges ran */
    assert_int_equal(line_mark(branch, 12), OBJECT_COVERED);
    assert_int_equal(line_mark(branch, 13), OBJECT_NOT);
    assert_int_equal(line_mark(branch, 99), OBJECT_NO_CODE);
    const struct object_line *line = object_file_line(branch, 11);
    assert_int_equal(line->counts.instructions, 3);
    assert_int_equal(line->counts.executed, 1);
    assert_int_equal(line->range_count, 3);
    for (size_t i = 0; i < 3; i++)
        assert_int_equal(branch->ranges[line->first_range + i]->line, 11);
    assert_int_equal(object_file_line(branch, 10)->counts.one_way, 1);
    assert_int_equal(branch->counts.branches, 1);
    subject_close(&subject);
}

static void copies_of_inlined_code_count_together(void **state)
{
    static const char source[] = "volatile int v;\n"
                                 "static inline __attribute__((always_inline)) void put(int x) { v = x; }\n"    /* 2 */
                                 "__attribute__((noinline)) void one(void) { put(1); }\n"
                                 "__attribute__((noinline)) void two(void) { put(2); }\n"
                                 "void _start(void) { one(); two(); }\n";
    (void)state;
    compile("inlined", source, options);
    struct subject subject = subject_open("inlined");
    struct object_coverage *before = object_coverage_open(subject.symbols, subject.executed, OBJECT_INSN);
    const struct symbols_routine *one = routine_named(before, "one").routine, *two = routine_named(before, "two").routine;
    assert_int_equal(line_mark(file_named(before, "inlined.c"), 2), OBJECT_NOT);
    object_coverage_close(before);
    executed_add(subject.executed, one->address, one->address + one->size - 1, 0x10);
    assert_int_equal(line_mark(file_named(subject.insn, "inlined.c"), 2), OBJECT_PARTLY);
    assert_int_equal(line_mark(file_named(subject.insn, "inlined.c"), 4), OBJECT_NOT);
    executed_add(subject.executed, two->address, two->address + two->size - 1, 0x10);
    assert_int_equal(line_mark(file_named(subject.branch, "inlined.c"), 2), OBJECT_COVERED);
    subject_close(&subject);
}

static void a_file_of_several_units_is_one_file(void **state)
{
    const struct object_file *files;
    size_t count, headers = 0;
    (void)state;
    write_file("shared.h", "extern volatile int v;\nstatic inline __attribute__((always_inline)) void put(int x) { v = x; }\n");
    write_file("one.c", "#include SHARED\nvoid NAME(void) { put(1); }\n");
    write_file("units.c", "#include SHARED\nvolatile int v;\nvoid one(void), two(void);\nvoid _start(void) { put(2); one(); two(); }\n");
    /* Names from the root, from the folder and from another folder. */
    assert_int_equal(system("mkdir -p sub && R=$PWD/shared.h && F='-w -O1 -g -fno-pie -c' && gcc $F -DSHARED='\"shared.h\"' units.c -o units.o && cd sub && "
                            "gcc $F -I. -DNAME=one -DSHARED='\"../shared.h\"' ../one.c -o one.o && "
                            "gcc $F -DNAME=two -DSHARED=\"\\\"$R\\\"\" ../one.c -o two.o && "
                            "cd .. && gcc -nostdlib -static -no-pie units.o sub/one.o sub/two.o -o units"), 0);
    struct subject subject = subject_open("units");
    const struct symbols_routine *one = routine_named(subject.branch, "one").routine;
    executed_add(subject.executed, one->address, one->address + one->size - 1, 0x10);
    assert_true(object_coverage_files(subject.insn, NULL, &files, &count));
    for (size_t i = 0; i < count; i++) {
        headers += str_is(str_basename(files[i].name), "shared.h");
        assert_true(i == 0 || str_compare(files[i - 1].name, files[i].name) <= 0);
    }
    assert_int_equal(headers, 1);
    assert_int_equal(object_file_line(file_named(subject.insn, "shared.h"), 2)->range_count, 3);
    assert_int_equal(line_mark(file_named(subject.insn, "shared.h"), 2), OBJECT_PARTLY);
    subject_close(&subject);
}

static void code_of_two_overlapping_ranges_counts_once(void **state)
{
    static const char program[] = "volatile int v;\n"
                                  "__attribute__((noinline,section(\".a\"))) void a(void) { v = 1; } "
                                  "__attribute__((noinline,section(\".b\"))) void b(void) { v = 1; }\n"
                                  "void _start(void) { a(); b(); }\n";
    char line[512];
    (void)state;
    snprintf(line, sizeof line, "%s -Wl,--no-check-sections,--section-start=.a=0x500000,--section-start=.b=0x500000", options);
    compile("overlay", program, line);
    struct subject subject = subject_open("overlay");
    struct object_counts a = routine_named(subject.insn, "a").counts;
    const struct object_line *both = object_file_line(file_named(subject.insn, "overlay.c"), 2);
    assert_true(both->range_count >= 2);
    assert_int_equal(both->counts.instructions, a.instructions);
    subject_close(&subject);
}

/* The row of the last line reaches to the next function. */
static void what_the_next_routine_is_aligned_with_is_no_code_of_the_last_line(void **state)
{
    (void)state;
    char flags[512];
    snprintf(flags, sizeof flags, "%s -falign-functions=64", options);
    compile("aligned", "int first(int a)\n"
                       "{\n"
                       "    return a + 1;\n"
                       "}\n"
                       "int second(int a)\n"
                       "{\n"
                       "    return a + 2;\n"
                       "}\n"
                       "void _start(void)\n"
                       "{\n"
                       "    for (;;);\n"
                       "}\n", flags);
    struct subject subject = subject_open("aligned");
    struct object_instruction *instructions;
    uint64_t address = routine_named(subject.insn, "first").routine->address, size = routine_named(subject.insn, "first").routine->size;
    executed_add(subject.executed, address, address + size - 1, GNATCOV_BLOCK);
    size_t count = object_coverage_range(subject.insn, address, 64, &instructions), padding = 0;
    for (size_t i = 0; i < count; i++)
        padding += object_is_alignment(subject.insn, &instructions[i]);
    free(instructions);
    assert_true(padding > 0 && padding < count);
    assert_int_equal(object_file_line(file_named(subject.insn, "aligned.c"), 4)->mark, OBJECT_COVERED);
    assert_int_equal(object_file_line(file_named(subject.insn, "aligned.c"), 8)->mark, OBJECT_NOT);
    subject_close(&subject);
}

static void percentages_are_rounded_but_not_to_all_or_nothing(void **state)
{
    static const unsigned table[][3] = {{0, 0, 0}, {0, 5, 0}, {5, 5, 100}, {1, 1000, 1}, {999, 1000, 99}, {199, 200, 99}, {1, 8, 13}, {1, 3, 33},
                                        {2, 3, 67}, {5, 14, 36}, {7, 14, 50}, {1, 4, 25}, {1, 200, 1}, {3, 200, 2}};
    (void)state;
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        struct object_file file = {.covered = table[i][0], .line_count = table[i][1]};
        assert_int_equal(object_file_percent(&file), table[i][2]);
    }
}

static bool stop(void *context, uint64_t done, uint64_t total)
{
    (void)context;
    assert_true(done <= total);
    return false;
}

static void reading_lines_can_be_stopped_and_begun_again(void **state)
{
    static const char source[] = "void _start(void) { asm(\".fill 9000,1,0x90\"); }\n";
    struct progress progress = {.report = stop};
    const struct object_file *files;
    size_t count;
    (void)state;
    compile("long", source, options);
    struct subject subject = subject_open("long");
    assert_false(object_coverage_files(subject.insn, &progress, &files, &count));
    assert_null(files);
    assert_true(object_coverage_files(subject.insn, NULL, &files, &count));
    assert_int_equal(count, 1);
    assert_true(files[0].counts.instructions >= 9000);
    subject_close(&subject);
}

static void marks_have_words(void **state)
{
    (void)state;
    for (const char *mark = ".-+!>v?"; *mark; mark++)
        assert_true(strlen(object_mark_words((enum object_mark)*mark)) > 4);
}

/* ---- The next one ---- */

static void runs_of_what_did_not_run_count_once(void **state)
{
    static const struct run_range ranges[] = {{0, 3, 0x11}, {6, 6, 0x10}};
    struct object_instruction found;
    (void)state;
    compile("rules", rules, options);
    struct subject subject = subject_ran("rules", "two", ranges, 2);
    uint64_t two = routine_named(subject.branch, "two").routine->address;       /* marks +>-- of it, +--- of what follows */
    assert_true(object_coverage_find(subject.branch, two, 1, "->v?", true, &found));
    assert_int_equal(found.code.address - two, 2);
    assert_int_equal(found.mark, OBJECT_TAKEN);
    assert_true(object_coverage_find(subject.branch, two + 2, 1, "->v?", true, &found));
    assert_int_equal(found.code.address - two, 4);
    assert_true(object_coverage_find(subject.branch, two + 4, 1, "->v?", true, &found));
    assert_int_equal(found.code.address - two, 7);
    assert_false(object_coverage_find(subject.branch, two + 7, 1, "->v?", true, &found));
    assert_true(object_coverage_find(subject.branch, two + 4, 1, "-", false, &found));
    assert_int_equal(found.code.address - two, 5);
    assert_true(object_coverage_find(subject.branch, two + 10, -1, "->v?", true, &found));
    assert_int_equal(found.code.address - two, 7);
    assert_true(object_coverage_find(subject.branch, two + 7, -1, "->v?", true, &found));
    assert_int_equal(found.code.address - two, 4);
    assert_true(object_coverage_find(subject.branch, two + 4, -1, "->v?", true, &found));
    assert_int_equal(found.code.address - two, 2);
    subject_close(&subject);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(instructions_are_marked_by_the_rules),
        cmocka_unit_test(an_instruction_has_the_op_of_its_last_byte),
        cmocka_unit_test(routines_are_counted_and_marked),
        cmocka_unit_test(aliases_are_left_out),
        cmocka_unit_test(instructions_begin_where_routines_do),
        cmocka_unit_test(a_branch_with_a_delay_slot_is_judged_by_the_range_that_ends_behind_it),
        cmocka_unit_test(data_in_code_has_no_mark_and_is_not_counted),
        cmocka_unit_test(a_line_is_marked_by_all_its_ranges),
        cmocka_unit_test(a_line_of_data_only_has_no_code),
        cmocka_unit_test(copies_of_inlined_code_count_together),
        cmocka_unit_test(a_file_of_several_units_is_one_file),
        cmocka_unit_test(code_of_two_overlapping_ranges_counts_once),
        cmocka_unit_test(what_the_next_routine_is_aligned_with_is_no_code_of_the_last_line),
        cmocka_unit_test(percentages_are_rounded_but_not_to_all_or_nothing),
        cmocka_unit_test(reading_lines_can_be_stopped_and_begun_again),
        cmocka_unit_test(marks_have_words),
        cmocka_unit_test(runs_of_what_did_not_run_count_once),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
