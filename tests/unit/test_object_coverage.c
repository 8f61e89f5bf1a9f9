/* test_object_coverage.c - marks of instructions, routines and lines, by the rules of clew-formats(5).  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Programs are compiled on the spot and "run" by hand-made ranges. A second folder of samples is tried when it is there: $CLEW_SAMPLES/gnatcov, else
 * ../shared/samples/gnatcov. Run from the project's root. */
#include "tests/unit/test_symbols_programs.h"

#include "analysis/object_coverage.h"

#include <inttypes.h>

static const char options[] = "-nostdlib -static -no-pie -O1 -g -gdwarf-4 -fcf-protection=none -fno-asynchronous-unwind-tables -fno-stack-protector "
                              "-fno-toplevel-reorder -Wl,--build-id=none";

/* The numbers of lines behind .loc are what the tests ask for. */
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

struct subject {
    struct symbols *symbols;
    struct executed *executed;
    struct object_coverage *insn, *branch;
};

static struct subject subject_open(const char *name)
{
    struct subject subject = {.symbols = opened(name), .executed = executed_open()};
    subject.insn = object_coverage_open(subject.symbols, subject.executed, OBJECT_INSN);
    subject.branch = object_coverage_open(subject.symbols, subject.executed, OBJECT_BRANCH);
    return subject;
}

static void subject_close(struct subject *subject)
{
    object_coverage_close(subject->insn);
    object_coverage_close(subject->branch);
    executed_close(subject->executed);
    symbols_close(subject->symbols);
}

static struct object_routine routine_named(struct object_coverage *coverage, const char *name)
{
    struct object_routine routine = {0};
    size_t index;
    if (!object_coverage_routine_named(coverage, slice_of(name), &index))
        fail_msg("no routine %s", name);
    object_coverage_routine(coverage, index, &routine);
    return routine;
}

/* The marks of a routine's instructions, one behind the other. */
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
        {{{0, 3, 0x11}, {0, 3, 0x02}}, "++--", "++--"},     /* a new outcome of what ran */
        {{{0, 3, 0x10}}, "++--", "+?--"},
        {{{0, 3, 0x30}}, "++--", "+?--"},                   /* a fault behind the whole block */
        {{{0, 3, 0x54}}, "++--", "+?--"},                   /* bits that are not defined */
        {{{0, 3, 0x5d}}, "++--", "+>--"},
        {{{0, 5, 0x11}}, "++++", "+?++"},                   /* inside a longer range nobody says */
        {{{0, 1, 0x20}}, "+---", "+---"},                   /* a fault: what precedes it ran */
        {{{0, 3, 0x01}}, "++--", "+>--"},                   /* whatever the op */
        {{{0, 2, 0x11}}, "+---", "+---"},                   /* half an instruction */
        {{{0, 2, 0x10}, {3, 3, 0x12}}, "++--", "+v--"},     /* of two ranges: judged by the one that ends there */
        {{{0, 2, 0x11}, {3, 5, 0x12}}, "++++", "+?++"},
        {{{0, 3, 0x11}, {4, 5, 0x12}}, "++++", "+>++"},     /* a return is no branch */
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
    bool zwei = object_coverage_routine_named(subject.branch, slice_of("zwei"), &index);
    bool two = object_coverage_routine_named(subject.branch, slice_of("two"), &index);
    assert_true(two && !zwei);
    assert_int_equal(object_coverage_routines(subject.branch), 3);
    assert_false(object_coverage_routine_named(subject.branch, slice_of("nobody"), &index));
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
        {{{8, 11, 0x11}}, "--+----", "--+----"},            /* the slot alone is no branch */
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

static const struct object_file *file_named(struct object_coverage *coverage, const char *name)
{
    const struct object_file *files;
    size_t count;
    assert_true(object_coverage_files(coverage, NULL, &files, &count));
    for (size_t i = 0; i < count; i++)
        if (slice_equal(slice_basename(files[i].name), slice_of(name)))
            return &files[i];
    fail_msg("no file %s", name);
    return NULL;
}

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
    /* Named from the root, from the folder and from another folder. */
    assert_int_equal(system("mkdir -p sub && R=$PWD/shared.h && F='-w -O1 -g -fno-pie -c' && gcc $F -DSHARED='\"shared.h\"' units.c -o units.o && cd sub && "
                            "gcc $F -I. -DNAME=one -DSHARED='\"../shared.h\"' ../one.c -o one.o && "
                            "gcc $F -DNAME=two -DSHARED=\"\\\"$R\\\"\" ../one.c -o two.o && "
                            "cd .. && gcc -nostdlib -static -no-pie units.o sub/one.o sub/two.o -o units"), 0);
    struct subject subject = subject_open("units");
    const struct symbols_routine *one = routine_named(subject.branch, "one").routine;
    executed_add(subject.executed, one->address, one->address + one->size - 1, 0x10);
    assert_true(object_coverage_files(subject.insn, NULL, &files, &count));
    for (size_t i = 0; i < count; i++) {
        headers += slice_is(slice_basename(files[i].name), "shared.h");
        assert_true(i == 0 || slice_compare(files[i - 1].name, files[i].name) <= 0);
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

/* ---- Against a plain model ---- */

/* What ran, byte by byte, as the merged ranges say. */
struct bytes {
    uint64_t address, size;
    bool *ran, *ends;
    uint8_t *op;
};

static struct bytes bytes_of(const struct executed *executed, uint64_t address, uint64_t size)
{
    struct bytes bytes = {address, size, memory_allocate(size), memory_allocate(size), memory_allocate(size)};
    struct executed_range range;
    for (uint64_t from = 0; executed_from(executed, from, &range); from = range.last + 1)
        for (uint64_t at = range.first; at <= range.last; at++)
            if (at - address < size) {
                bytes.ran[at - address] = true;
                bytes.ends[at - address] = at == range.last;
                bytes.op[at - address] = range.op;
            }
    return bytes;
}

static void bytes_free(struct bytes *bytes)
{
    free(bytes->ran);
    free(bytes->ends);
    free(bytes->op);
}

static enum object_mark model_mark(const struct bytes *bytes, const struct code_instruction *code, enum object_level level)
{
    uint64_t from = code->address - bytes->address, last = from + code->size - 1;
    for (uint64_t at = from; at <= last; at++)
        if (!bytes->ran[at])
            return OBJECT_NOT;
    if (level == OBJECT_INSN || !code->conditional)
        return OBJECT_COVERED;
    return bytes->ends[last] ? (enum object_mark)"?>v+"[bytes->op[last] & 3] : OBJECT_UNRECORDED;
}

/* All instructions of the program, and their marks by the model. */
struct model {
    enum object_level level;
    struct object_instruction *items;
    size_t count;
};

static struct model model_of(struct subject *subject, const struct bytes *bytes, enum object_level level)
{
    struct model model = {.level = level};
    model.items = memory_allocate(bytes->size * sizeof *model.items);
    for (uint64_t at = bytes->address; at < bytes->address + bytes->size; at += model.items[model.count++].code.size) {
        struct object_instruction *next = &model.items[model.count];
        assert_true(code_at(object_coverage_code(subject->insn), at, &next->code));
        next->mark = model_mark(bytes, &next->code, level);
    }
    return model;
}

static bool in_ranges(const struct object_file *file, const struct object_line *line, uint64_t address)
{
    size_t first = line ? line->first_range : 0, count = line ? line->range_count : 0;
    for (size_t i = first; i < first + count; i++)
        if (address - file->ranges[i]->address < file->ranges[i]->size)
            return true;
    return false;
}

static void model_count(struct object_counts *counts, const struct model *model, const struct object_instruction *instruction)
{
    bool branch = model->level == OBJECT_BRANCH && instruction->code.conditional;
    enum object_mark mark = instruction->mark;
    struct object_counts one = {1, mark != '-', branch, branch && mark == '+', branch && (mark == '>' || mark == 'v'), branch && mark == '-',
                                branch && mark == '?'};
    object_counts_add(counts, &one);
}

static enum object_mark model_summary(const struct object_counts *counts)
{
    if (counts->instructions == 0)
        return OBJECT_NO_CODE;
    if (counts->executed == 0)
        return OBJECT_NOT;
    return counts->executed < counts->instructions || counts->one_way || counts->unrecorded ? OBJECT_PARTLY : OBJECT_COVERED;
}

static void check_counts(const struct object_counts *counts, const struct object_counts *expected)
{
    assert_memory_equal(counts, expected, sizeof *counts);
}

static void check_lines(struct object_coverage *coverage, const struct model *model)
{
    const struct object_file *file = file_named(coverage, "model.c");
    struct object_counts all = {0};
    size_t covered = 0;
    assert_true(file->line_count > 10);
    for (size_t i = 0; i < file->line_count; i++) {
        const struct object_line *line = &file->lines[i];
        struct object_counts counts = {0};
        for (size_t k = 0; k < model->count; k++)
            if (in_ranges(file, line, model->items[k].code.address))
                model_count(&counts, model, &model->items[k]);
        check_counts(&line->counts, &counts);
        assert_int_equal(line->mark, model_summary(&counts));
        covered += line->mark == OBJECT_COVERED;
        assert_ptr_equal(object_file_line(file, line->line), line);
    }
    assert_int_equal(file->covered, covered);
    for (size_t k = 0; k < model->count; k++) {
        bool in = false;
        for (size_t i = 0; i < file->line_count; i++)
            in = in || in_ranges(file, &file->lines[i], model->items[k].code.address);
        if (in)
            model_count(&all, model, &model->items[k]);
    }
    check_counts(&file->counts, &all);
}

static bool in_routine(const struct symbols_routine *routine, uint64_t address)
{
    return address - routine->address < routine->size;
}

static void check_routines(struct object_coverage *coverage, const struct model *model)
{
    for (size_t i = 0; i < object_coverage_routines(coverage); i++) {
        struct object_routine routine;
        struct object_counts counts = {0};
        object_coverage_routine(coverage, i, &routine);
        for (size_t k = 0; k < model->count; k++)
            if (in_routine(routine.routine, model->items[k].code.address))
                model_count(&counts, model, &model->items[k]);
        check_counts(&routine.counts, &counts);
        assert_int_equal(routine.mark, model_summary(&counts));
    }
}

/* Is instruction k the first of its run, or in none? Runs end where a routine begins: those of the model do not overlap. */
static bool begins_run(struct symbols *symbols, const struct model *model, size_t k)
{
    if (k == 0 || model->items[k].mark != OBJECT_NOT || model->items[k - 1].mark != OBJECT_NOT)
        return true;
    return symbols_routine_at(symbols, model->items[k].code.address) != symbols_routine_at(symbols, model->items[k - 1].code.address);
}

static bool is_match(struct symbols *symbols, const struct model *model, size_t k, const char *marks, bool runs)
{
    return strchr(marks, (int)model->items[k].mark) && symbols_routine_at(symbols, model->items[k].code.address) && (!runs || begins_run(symbols, model, k));
}

static void check_find(struct symbols *symbols, struct object_coverage *coverage, const struct model *model, const char *marks, bool runs)
{
    struct object_instruction found;
    uint64_t expected = 0;
    for (size_t k = 0; k < model->count; k++) {         /* backwards from here the last match is the answer */
        uint64_t address = model->items[k].code.address;
        assert_int_equal(object_coverage_find(coverage, address, -1, marks, runs, &found), expected != 0);
        assert_true(!expected || found.code.address == expected);
        if (is_match(symbols, model, k, marks, runs))
            expected = address;
    }
    expected = 0;
    for (size_t k = model->count; k-- > 0;) {
        uint64_t address = model->items[k].code.address;
        assert_int_equal(object_coverage_find(coverage, address, 1, marks, runs, &found), expected != 0);
        assert_true(!expected || found.code.address == expected);
        if (is_match(symbols, model, k, marks, runs))
            expected = address;
    }
}

static void check_instructions(struct object_coverage *coverage, const struct model *model, const struct bytes *bytes)
{
    struct object_instruction *instructions;
    size_t count = object_coverage_range(coverage, bytes->address, bytes->size, &instructions);
    assert_int_equal(count, model->count);
    for (size_t k = 0; k < count; k++) {
        const struct object_instruction *expected = &model->items[k];
        struct object_instruction single;
        uint64_t start = 0, inside = expected->code.address + expected->code.size - 1;
        assert_int_equal(instructions[k].code.address, expected->code.address);
        assert_int_equal(instructions[k].mark, expected->mark);
        assert_true(object_coverage_at(coverage, expected->code.address, &single));
        assert_int_equal(single.mark, expected->mark);
        assert_int_equal(single.op, bytes->op[inside - bytes->address]);
        assert_true(object_coverage_start(coverage, inside, &start));
        assert_int_equal(start, expected->code.address);
    }
    free(instructions);
}

static void check_fit(struct object_coverage *coverage, const struct executed *executed, const struct bytes *bytes)
{
    uint64_t inside, all, expected_inside = 0, expected_all = 0;
    struct executed_range range;
    for (uint64_t i = 0; i < bytes->size; i++)
        expected_inside += bytes->ran[i];
    for (uint64_t from = 0; executed_from(executed, from, &range); from = range.last + 1)
        expected_all += range.last - range.first + 1;
    object_coverage_fit(coverage, &inside, &all);
    assert_int_equal(inside, expected_inside);
    assert_int_equal(all, expected_all);
}

static const char model_source[] =
    "volatile int v;\n"
    "static inline __attribute__((always_inline)) int put(int x)\n"
    "{\n"
    "    if (x > 3)\n"
    "        v = x;\n"
    "    return v;\n"
    "}\n"
    "__attribute__((noinline)) int one(int n)\n"
    "{\n"
    "    int s = 0;\n"
    "    for (int i = 0; i < n; i++)\n"
    "        s += put(i);\n"
    "    return s;\n"
    "}\n"
    "__attribute__((noinline)) int two(int n)\n"
    "{\n"
    "    if (n & 1 && v) return put(n);\n"
    "    while (n < v)\n"
    "        n += one(n);\n"
    "    return put(n) ? v : 7;\n"
    "}\n"
    "void _start(void) { put(two(3)); for (;;); }\n";

/* Ranges in and around the code; most of them end where an instruction ends, as those of emulators do. */
static void run_randomly(struct subject *subject, const struct bytes *code, unsigned *seed)
{
    static const uint8_t ops[] = {0x10, 0x11, 0x12, 0x13, 0x20, 0x30, 0x01, 0x02, 0x03, 0x14};
    int count = rand_r(seed) % 30;
    for (int i = 0; i < count; i++) {
        uint64_t first = code->address + (uint64_t)rand_r(seed) % (code->size + 8) - 4, last = first + (uint64_t)rand_r(seed) % 24, start;
        if (rand_r(seed) % 4 && object_coverage_start(subject->insn, last, &start) && start > first)
            last = start - 1;
        executed_add(subject->executed, first, last, ops[(size_t)rand_r(seed) % sizeof ops]);
    }
}

static void check_level(struct subject *subject, struct object_coverage *coverage, const struct bytes *bytes)
{
    struct model model = model_of(subject, bytes, object_coverage_level(coverage));
    check_instructions(coverage, &model, bytes);
    check_routines(coverage, &model);
    check_lines(coverage, &model);
    check_find(subject->symbols, coverage, &model, "-", false);
    check_find(subject->symbols, coverage, &model, "->v?", true);
    check_fit(coverage, subject->executed, bytes);
    free(model.items);
}

static void all_answers_are_those_of_a_plain_model(void **state)
{
    enum { ROUNDS = 40 };
    unsigned seed = 1;
    (void)state;
    compile("model", model_source, options);
    for (int i = 0; i < ROUNDS; i++) {
        struct subject subject = subject_open("model");
        const struct code_span *spans;
        assert_int_equal(symbols_spans(subject.symbols, &spans), 1);
        struct bytes code = {.address = spans[0].address, .size = spans[0].size};
        run_randomly(&subject, &code, &seed);
        struct bytes bytes = bytes_of(subject.executed, code.address, code.size);
        check_level(&subject, subject.insn, &bytes);
        check_level(&subject, subject.branch, &bytes);
        bytes_free(&bytes);
        subject_close(&subject);
    }
}

/* Symbols that all reach over the same code would cost their number times its size if each were walked. */
static void routines_that_overlap_are_summed_as_they_are_walked(void **state)
{
    enum { SYMBOLS = 200, SIZE = 2000 };
    struct text source = {0};
    (void)state;
    text_printf(&source, "asm(\".text\\n.globl _start\\n_start: .fill %d,2,0x0074\\n\"\n", SIZE / 2);         /* je to the next one */
    for (int i = 0; i < SYMBOLS; i++)
        text_printf(&source, "\".set s%03d,_start+%d\\n.type s%03d,@function\\n.size s%03d,%d\\n\"\n", i, 2 * i, i, i, SIZE - 2 * i);
    text_add(&source, "); int zero;\n");
    compile("nested", text_string(&source), options);
    text_free(&source);
    struct subject subject = subject_open("nested"), walked = subject_open("nested");
    uint64_t start = routine_named(subject.insn, "s000").routine->address;
    executed_add(subject.executed, start + 100, start + 1001, 0x13);
    executed_add(walked.executed, start + 100, start + 1001, 0x13);
    assert_int_equal(object_coverage_routines(subject.branch), SYMBOLS);
    for (size_t i = 0; i < SYMBOLS; i++) {
        struct object_routine routine, plain;
        struct object_coverage *fresh = object_coverage_open(walked.symbols, walked.executed, OBJECT_BRANCH);
        object_coverage_routine(subject.branch, i, &routine);
        object_coverage_routine(fresh, i, &plain);
        check_counts(&routine.counts, &plain.counts);
        assert_int_equal(routine.mark, plain.mark);
        assert_true(routine.counts.unrecorded > 300 && routine.counts.both == 1);
        object_coverage_close(fresh);
    }
    subject_close(&subject);
    subject_close(&walked);
}

/* ---- Samples ---- */

static char sample_folder[512];

static void need_samples(void)
{
    struct file_stat stat;
    char path[600];
    snprintf(path, sizeof path, "%s/expect.tsv", sample_folder);
    if (!file_stat(path, &stat)) {
        print_message("skipped: no samples in %s\n", sample_folder);
        skip();
    }
}

/* Found before the tests go to a folder of their own. */
static int find_samples(void **state)
{
    const char *samples = getenv("CLEW_SAMPLES");
    char relative[400];
    snprintf(relative, sizeof relative, "%s/gnatcov", samples ? samples : "../shared/samples");
    char *absolute = realpath(relative, NULL);
    snprintf(sample_folder, sizeof sample_folder, "%s", absolute ? absolute : relative);
    free(absolute);
    return make_folder(state);
}

struct sample {
    const char *folder, *trace, *executable, *source, *prefix;  /* prefix: of the names of routines that are expected */
};
static const struct sample samples[] = {
    {"r404", "main.trace", "main", "pkg.adb", "pkg__"},
    {"branchy32", "branchy32.trace", "branchy32", "branchy.c", ""},
};

static const char *sample_path(const struct sample *sample, const char *name)
{
    static char path[1200];
    snprintf(path, sizeof path, "%s/%s/%s", sample_folder, sample->folder, name);
    return path;
}

static void sample_marks(struct object_coverage *coverage, struct symbols *symbols, const struct sample *sample, struct text *out)
{
    struct object_counts all = {0};
    for (size_t i = 0; i < object_coverage_routines(coverage); i++) {
        struct object_routine routine;
        struct object_instruction *instructions;
        object_coverage_routine(coverage, i, &routine);
        uint64_t address = routine.routine->address, size = routine.routine->size;
        if (!slice_starts(routine.routine->name, sample->prefix))
            continue;
        object_counts_add(&all, &routine.counts);
        text_printf(out, "%.*s %c: %08" PRIx64 "-%08" PRIx64 "\n", SLICE(routine.routine->name), (char)routine.mark, address, address + size - 1);
        size_t count = object_coverage_range(coverage, address, size, &instructions);
        for (size_t k = 0; k < count; k++) {
            struct slice bytes = symbols_bytes(symbols, instructions[k].code.address, instructions[k].code.size);
            text_printf(out, "%08" PRIx64 " %c:", instructions[k].code.address, (char)instructions[k].mark);
            for (size_t b = 0; b < bytes.size; b++)
                text_printf(out, " %02x", (unsigned char)bytes.data[b]);
            text_byte(out, '\n');
        }
        free(instructions);
    }
    text_printf(out, "%" PRIu64 " instructions analyzed:\n  %" PRIu64 " covered\n  %" PRIu64 " not executed\n", all.instructions, all.executed,
                all.instructions - all.executed);
    if (object_coverage_level(coverage) == OBJECT_BRANCH)
        text_printf(out, "%" PRIu64 " conditional branches analyzed:\n  %" PRIu64 " fully covered\n  %" PRIu64 " partially covered\n  %" PRIu64
                    " not executed\n", all.branches, all.both, all.one_way + all.unrecorded, all.never);
}

static void sample_lines(struct object_coverage *coverage, const struct sample *sample, struct text *out)
{
    const struct object_file *file = file_named(coverage, sample->source);
    for (size_t i = 0; i < file->line_count; i++)
        text_printf(out, "%" PRIu64 " %c\n", file->lines[i].line, (char)file->lines[i].mark);
    text_printf(out, "%u%% of %zu lines covered\n", object_file_percent(file), file->line_count);
}

static void check_sample(const struct sample *sample, enum object_level level, struct symbols *symbols, const struct executed *executed)
{
    struct object_coverage *coverage = object_coverage_open(symbols, executed, level);
    struct arena arena = {0};
    struct slice marks, lines;
    struct text text = {0};
    struct error error;
    assert_true(file_read(sample_path(sample, level == OBJECT_INSN ? "expected.insn.marks" : "expected.branch.marks"), &arena, &marks, &error));
    assert_true(file_read(sample_path(sample, level == OBJECT_INSN ? "expected.insn.lines" : "expected.branch.lines"), &arena, &lines, &error));
    sample_marks(coverage, symbols, sample, &text);
    assert_string_equal(text_string(&text), arena_string(&arena, marks));
    text_clear(&text);
    sample_lines(coverage, sample, &text);
    assert_string_equal(text_string(&text), arena_string(&arena, lines));
    text_free(&text);
    arena_free(&arena);
    object_coverage_close(coverage);
}

static void samples_have_the_marks_that_are_expected(void **state)
{
    (void)state;
    need_samples();
    for (size_t i = 0; i < sizeof samples / sizeof *samples; i++) {
        struct arena arena = {0};
        struct executed_set set = {0};
        struct gnatcov_problems problems = {0};
        struct gnatcov trace;
        struct slice bytes;
        struct error error;
        struct symbols *symbols = opened(sample_path(&samples[i], samples[i].executable));
        assert_true(file_read(sample_path(&samples[i], samples[i].trace), &arena, &bytes, &error));
        gnatcov_read(bytes, samples[i].trace, &arena, &trace);
        assert_true(executed_add_trace(&set, &trace, &problems, &arena, NULL));
        assert_int_equal(problems.count, 0);
        check_sample(&samples[i], OBJECT_INSN, symbols, set.bases[0].executed);
        check_sample(&samples[i], OBJECT_BRANCH, symbols, set.bases[0].executed);
        symbols_close(symbols);
        executed_set_free(&set);
        arena_free(&arena);
    }
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
        cmocka_unit_test(percentages_are_rounded_but_not_to_all_or_nothing),
        cmocka_unit_test(reading_lines_can_be_stopped_and_begun_again),
        cmocka_unit_test(marks_have_words),
        cmocka_unit_test(runs_of_what_did_not_run_count_once),
        cmocka_unit_test(all_answers_are_those_of_a_plain_model),
        cmocka_unit_test(routines_that_overlap_are_summed_as_they_are_walked),
        cmocka_unit_test(samples_have_the_marks_that_are_expected),
    };
    return cmocka_run_group_tests(tests, find_samples, remove_folder);
}
