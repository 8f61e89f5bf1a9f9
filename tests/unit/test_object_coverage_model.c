/* test_object_coverage_model.c - compares every answer of object coverage with a plain model; the samples.  SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "tests/unit/test_gnatcov_samples.h"
#include "tests/unit/test_object_coverage.h"

/* ---- Against a plain model ---- */

/* The bytes that ran, from the merged ranges. */
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

/* Is instruction k the first of its run, or in no run? A run ends where a routine begins; the model's routines do not overlap. */
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

/* Ranges in and around the code. Most end where an instruction ends, like those of emulators. */
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

/* Many symbols over the same code: walking each would cost their number times its size. */
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

struct sample {
    const char *folder, *trace, *executable, *source, *prefix;  /* prefix: of the expected routine names */
};
static const struct sample samples[] = {
    {"r404", "main.trace", "main", "pkg.adb", "pkg__"},
    {"branchy32", "branchy32.trace", "branchy32", "branchy.c", ""},
};

static const char *sample_path(const struct sample *sample, const char *name)
{
    static char path[sizeof sample_folder + 64];
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
        if (!str_starts(routine.routine->name, sample->prefix))
            continue;
        object_counts_add(&all, &routine.counts);
        text_printf(out, "%.*s %c: %08" PRIx64 "-%08" PRIx64 "\n", STR(routine.routine->name), (char)routine.mark, address, address + size - 1);
        size_t count = object_coverage_range(coverage, address, size, &instructions);
        for (size_t k = 0; k < count; k++) {
            struct str bytes = symbols_bytes(symbols, instructions[k].code.address, instructions[k].code.size);
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
    struct str marks, lines;
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
    for (size_t i = 0; i < sizeof samples / sizeof *samples; i++) {
        struct arena arena = {0};
        struct executed_set set = {0};
        struct gnatcov_problems problems = {0};
        struct gnatcov trace;
        struct str bytes;
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
        cmocka_unit_test(all_answers_are_those_of_a_plain_model),
        cmocka_unit_test(routines_that_overlap_are_summed_as_they_are_walked),
        cmocka_unit_test(samples_have_the_marks_that_are_expected),
    };
    return cmocka_run_group_tests(tests, find_samples, remove_folder);
}
