/* report_diff.c - what one trace covers and another one does not, and the other way round.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     a.trace covers, b.trace does not: 2 instructions in 1 run, 1 outcome of a branch, 1 line more
 *       08000052-08000055      2 instructions  pkg__f+0x2  pkg.adb:8
 *       08000050               fell through    pkg__f+0x0  pkg.adb:7
 *       pkg.adb:7  ! instead of -
 *
 * and as JSON objects of kind run (address last instructions), outcome (address outcome), line (file folder line mark_a mark_b) and total (equal), the first
 * three with covered_by, "A" or "B". Both views are of the same executable, so that the instructions of the one are those of the other. */
#include "coverage/gnatcov.h"
#include "coverage/report.h"

#include <inttypes.h>

struct run {
    uint64_t first, last, instructions, next;       /* next: where the instruction would be that goes on with it */
    const struct symbols_routine *routine;
};

struct side {
    const char *name;
    struct run run;
    uint64_t runs, instructions, outcomes, lines;
    struct text rows;
};

struct trace_diff {
    const struct coverage_view *views[2];
    bool json;
    struct side sides[2];               /* what views[i] covers and the other one does not */
};

/* ---- Rows ---- */

static void add_where(const struct coverage_view *view, uint64_t address, struct text *out)
{
    struct source_position position = {0};
    struct text place = {0};
    coverage_place(view, address, &place);
    text_safe(out, text_slice(&place));
    if (symbols_position(view->unit->symbols, address, &position) && position.file.data && position.line) {
        text_add(out, "  ");
        text_safe(out, slice_starts(position.file, "/") ? slice_basename(position.file) : position.file);
        text_printf(out, ":%" PRIu64, position.line);
    }
    text_free(&place);
}

static void add_where_json(const struct coverage_view *view, uint64_t address, struct text *out)
{
    struct source_position position = {0};
    const struct symbols_routine *routine = symbols_routine_at(view->unit->symbols, address);
    bool known = symbols_position(view->unit->symbols, address, &position) && position.file.data && position.line;
    text_add(out, ",\"routine\":");
    if (routine)
        text_quoted(out, coverage_routine_name(view, routine));
    else
        text_add(out, "null");
    text_add(out, ",\"file\":");
    if (known)
        text_quoted(out, position.file);
    else
        text_add(out, "null");
    if (known)
        text_printf(out, ",\"line\":%" PRIu64 "}\n", position.line);
    else
        text_add(out, ",\"line\":null}\n");
}

static void end_run(struct trace_diff *diff, int which)
{
    struct side *side = &diff->sides[which];
    const struct coverage_view *view = diff->views[which];
    struct run *run = &side->run;
    if (!run->instructions)
        return;
    side->runs++;
    side->instructions += run->instructions;
    if (diff->json) {
        text_printf(&side->rows, "{\"kind\":\"run\",\"covered_by\":\"%c\",\"address\":\"0x%" PRIx64 "\",\"last\":\"0x%" PRIx64 "\",\"instructions\":%" PRIu64,
                    'A' + which, run->first, run->last, run->instructions);
        add_where_json(view, run->first, &side->rows);
    } else {
        text_printf(&side->rows, "  %0*" PRIx64 "-%0*" PRIx64 "  %5" PRIu64 " instruction%s  ", view->short_digits, run->first, view->short_digits, run->last,
                    run->instructions, run->instructions == 1 ? " " : "s");
        add_where(view, run->first, &side->rows);
        text_byte(&side->rows, '\n');
    }
    run->instructions = 0;
}

static void add_outcome(struct trace_diff *diff, int which, uint64_t address, const char *outcome)
{
    struct side *side = &diff->sides[which];
    const struct coverage_view *view = diff->views[which];
    side->outcomes++;
    if (diff->json) {
        text_printf(&side->rows, "{\"kind\":\"outcome\",\"covered_by\":\"%c\",\"address\":\"0x%" PRIx64 "\",\"outcome\":\"%s\"", 'A' + which, address, outcome);
        add_where_json(view, address, &side->rows);
        return;
    }
    text_printf(&side->rows, "  %0*" PRIx64 " %*s        %-14s", view->short_digits, address, view->short_digits, "", outcome);
    add_where(view, address, &side->rows);
    text_byte(&side->rows, '\n');
}

/* ---- Instructions ---- */

static void go_on(struct trace_diff *diff, int which, const struct object_instruction *instruction)
{
    struct run *run = &diff->sides[which].run;
    const struct symbols_routine *routine = symbols_routine_at(diff->views[which]->unit->symbols, instruction->code.address);
    if (run->instructions && (run->next != instruction->code.address || run->routine != routine))
        end_run(diff, which);
    if (!run->instructions)
        run->first = instruction->code.address;
    run->routine = routine;
    run->next = instruction->code.address + instruction->code.size;
    run->last = run->next - 1;
    run->instructions++;
}

/* Bit 0: it was taken, bit 1: it fell through. */
static unsigned outcomes_of(enum object_mark mark)
{
    return mark == OBJECT_COVERED ? 3 : mark == OBJECT_TAKEN ? 1 : mark == OBJECT_FELL ? 2 : 0;
}

static bool compare_instruction(void *context, const struct object_instruction *instruction)
{
    struct trace_diff *diff = context;
    struct object_instruction other;
    if (!object_coverage_at(diff->views[1]->coverage, instruction->code.address, &other))
        return true;
    const enum object_mark marks[2] = {instruction->mark, other.mark};
    bool branch = instruction->code.conditional && diff->views[0]->choice->level == OBJECT_BRANCH;
    for (int i = 0; i < 2; i++) {
        if (marks[i] != OBJECT_NOT && marks[1 - i] == OBJECT_NOT)
            go_on(diff, i, instruction);
        unsigned only = branch ? outcomes_of(marks[i]) & ~outcomes_of(marks[1 - i]) : 0;
        if (only)
            end_run(diff, i);
        if (only & 1)
            add_outcome(diff, i, instruction->code.address, "taken");
        if (only & 2)
            add_outcome(diff, i, instruction->code.address, "fell through");
    }
    return true;
}

/* ---- Lines ---- */

static int rank(enum object_mark mark)
{
    return mark == OBJECT_COVERED ? 2 : mark == OBJECT_PARTLY ? 1 : 0;
}

static void compare_line(struct trace_diff *diff, const struct object_file *file, const struct object_line *a, const struct object_line *b)
{
    if (rank(a->mark) == rank(b->mark) || a->mark == OBJECT_UNRECORDED || b->mark == OBJECT_UNRECORDED)
        return;                         /* of what is not known it is not known which of them covers it */
    int which = rank(a->mark) > rank(b->mark) ? 0 : 1;
    struct text *out = &diff->sides[which].rows;
    diff->sides[which].lines++;
    if (diff->json) {
        text_printf(out, "{\"kind\":\"line\",\"covered_by\":\"%c\",\"file\":", 'A' + which);
        text_quoted(out, file->name);
        text_add(out, ",\"folder\":");
        if (file->folder.data)
            text_quoted(out, file->folder);
        else
            text_add(out, "null");
        text_printf(out, ",\"line\":%" PRIu64 ",\"mark_a\":\"%c\",\"mark_b\":\"%c\"}\n", a->line, (char)a->mark, (char)b->mark);
        return;
    }
    text_add(out, "  ");
    text_safe(out, file->name);
    text_printf(out, ":%" PRIu64 "  %c instead of %c\n", a->line, (char)(which ? b : a)->mark, (char)(which ? a : b)->mark);
}

/* Files and lines of both are the same, since both are of the same line table. */
static void compare_lines(struct trace_diff *diff)
{
    const struct coverage_view *a = diff->views[0], *b = diff->views[1];
    for (size_t i = 0; i < a->file_count && i < b->file_count; i++)
        for (size_t k = 0; k < a->files[i].line_count; k++) {
            const struct object_line *other = object_file_line(&b->files[i], a->files[i].lines[k].line);
            if (other)
                compare_line(diff, &a->files[i], &a->files[i].lines[k], other);
        }
}

/* ---- The document ---- */

static bool is_empty(const struct side *side)
{
    return !side->runs && !side->outcomes && !side->lines;
}

static void add_number(uint64_t number, const char *one, const char *many, struct text *out)
{
    text_printf(out, "%" PRIu64 " %s", number, number == 1 ? one : many);
}

static void write_side(FILE *file, struct trace_diff *diff, int which)
{
    struct side *side = &diff->sides[which];
    struct text out = {0};
    text_safe(&out, slice_of(side->name));
    text_add(&out, " covers, ");
    text_safe(&out, slice_of(diff->sides[1 - which].name));
    text_add(&out, " does not: ");
    if (is_empty(side))
        text_add(&out, "nothing");
    else {
        add_number(side->instructions, "instruction in ", "instructions in ", &out);
        add_number(side->runs, "run, ", "runs, ", &out);
        add_number(side->outcomes, "outcome of a branch, ", "outcomes of branches, ", &out);
        add_number(side->lines, "line", "lines", &out);
    }
    text_byte(&out, '\n');
    if (!diff->json)
        coverage_flush(file, &out);
    coverage_flush(file, &side->rows);
    text_free(&out);
}

bool coverage_write_diff(FILE *out, const struct coverage_view *a, const struct coverage_view *b, const struct coverage_diff *how, bool *differs,
                         struct error *error)
{
    struct trace_diff diff = {.views = {a, b}, .json = how->json, .sides = {{.name = how->names[0]}, {.name = how->names[1]}}};
    bool going = coverage_each(a, compare_instruction, &diff);
    for (int i = 0; i < 2 && going; i++)
        end_run(&diff, i);
    if (going)
        compare_lines(&diff);
    else
        error_set(error, "stopped");
    *differs = !is_empty(&diff.sides[0]) || !is_empty(&diff.sides[1]);
    for (int i = 0; i < 2 && going; i++)
        write_side(out, &diff, i);
    if (going && diff.json)
        fprintf(out, "{\"kind\":\"total\",\"equal\":%s}\n", *differs ? "false" : "true");
    for (int i = 0; i < 2; i++)
        text_free(&diff.sides[i].rows);
    return going && coverage_written(out, error);
}
