/* report_text.c - object coverage as text for people; how two traces differ.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     Coverage level: branch
 *     pkg__partially_covered_branch !: 0800006c-08000083
 *     0800006c v:  00 b9            cbnz    r0, ...
 *     26 instructions analyzed:
 *       14 covered
 *       ...
 *
 * A routine ends where its symbol does; data in it (literal pools) has no line. */
#include "coverage/gnatcov.h"
#include "coverage/report.h"

#include <inttypes.h>
#include <stdlib.h>

static void add_head(const struct coverage_view *view, const struct object_routine *routine, struct text *out)
{
    text_safe(out, coverage_routine_name(view, routine->routine));
    text_printf(out, " %c: %0*" PRIx64 "-%0*" PRIx64 "\n", (char)routine->mark, view->digits, routine->routine->address, view->digits,
                routine->routine->address + routine->routine->size - 1);
}

static void write_instructions(FILE *out, const struct coverage_view *view, const struct symbols_routine *routine, struct text *text)
{
    enum { PAGE = 65536 };
    struct object_instruction *instructions;
    size_t count = object_coverage_range(view->coverage, routine->address, routine->size, &instructions);
    for (size_t i = 0; i < count; i++) {
        coverage_instruction_text(view, &instructions[i], text);
        if (text->size > PAGE)
            coverage_flush(out, text);
    }
    free(instructions);
}

bool coverage_write_asm(FILE *out, const struct coverage_view *view, struct error *error)
{
    struct text text = {0};
    bool going = true;
    text_printf(&text, "Coverage level: %s\n", coverage_level_name(view->choice->level));
    for (size_t i = 0; i < view->routine_count && going && !ferror(out); i++) {
        add_head(view, &view->routines[i].object, &text);
        write_instructions(out, view, view->routines[i].object.routine, &text);
        coverage_flush(out, &text);
        going = coverage_goes_on(view, i, view->routine_count, error);
    }
    coverage_counts_text(view, &text);
    if (going)
        coverage_flush(out, &text);
    text_free(&text);
    return going && coverage_written(out, error);
}

/* ---- Source files with a mark for each line: GNATcoverage's .xcov ----
 *
 *     /home/me/pkg.adb:
 *     36% of 14 lines covered
 *     Coverage level: branch
 *        1 .: package body Pkg is
 *        7 !:    if A then
 *     <pkg__f+0000001c>:v                    with details: a line for each range of code, and its instructions
 *     0800006c v:  00 b9            cbnz    r0, ...
 *
 * One file follows the other. If clew does not find a file's text, its lines with code appear without it. */

static void add_range(const struct coverage_view *view, const struct symbols_line_range *range, struct text *out)
{
    const struct symbols_routine *routine = symbols_routine_at(view->unit->symbols, range->address);
    struct object_instruction *instructions;
    struct object_counts counts = {0};
    size_t all = object_coverage_range(view->coverage, range->address, range->size, &instructions), count = 0;
    for (size_t i = 0; i < all; i++)
        if (!object_is_alignment(view->coverage, &instructions[i])) {
            object_count(&counts, view->choice->level, &instructions[i]);
            instructions[count++] = instructions[i];
        }
    text_byte(out, '<');
    if (routine) {
        text_safe(out, coverage_routine_name(view, routine));
        text_byte(out, '+');
    }
    text_printf(out, "%0*" PRIx64 ">:%c\n", view->digits, range->address - (routine ? routine->address : 0), (char)object_mark_of(&counts));
    for (size_t i = 0; i < count; i++)
        coverage_instruction_text(view, &instructions[i], out);
    free(instructions);
}

static void add_source_line(const struct coverage_view *view, const struct object_file *file, const struct object_line *line, struct text *out)
{
    for (size_t i = 0; i < line->range_count && view->choice->details; i++)
        add_range(view, file->ranges[line->first_range + i], out);
}

static void add_text(const struct source *source, uint64_t number, char mark, struct text *out)
{
    text_printf(out, "%4" PRIu64 " %c: ", number, mark);
    text_safe(out, coverage_source_line(source, number));
    text_byte(out, '\n');
}

/* All lines of the source. If lines with code follow its end, the file is not the compiled one; it lists those too. */
static bool write_source_lines(FILE *out, const struct coverage_view *view, size_t index, const struct source *source, struct text *text, struct error *error)
{
    enum { PAGE = 65536 };
    const struct object_file *file = &view->files[index];
    uint64_t number = 0, count = source ? source_line_count(source) : 0;
    for (size_t i = 0; i <= file->line_count; i++) {
        const struct object_line *line = i < file->line_count ? &file->lines[i] : NULL;
        while (number < count && (!line || number + 1 < line->line))
            if (coverage_shows_line(view, index, ++number))
                add_text(source, number, OBJECT_NO_CODE, text);
        if (!line)
            break;
        add_text(source, number = line->line, (char)line->mark, text);
        add_source_line(view, file, line, text);
        if (text->size > PAGE) {
            coverage_flush(out, text);
            if (!coverage_goes_on(view, index, view->file_count, error))
                return false;
        }
    }
    return true;
}

static bool write_file(FILE *out, const struct coverage_view *view, size_t index, struct text *text, struct error *error)
{
    const struct object_file *file = &view->files[index];
    struct source *source = coverage_source_open(view, file);
    struct text path = {0};
    coverage_file_path(file, source, &path);
    text_safe(text, text_str(&path));
    text_add(text, ":\n");
    coverage_file_text(file, text);
    text_printf(text, "\nCoverage level: %s\n", coverage_level_name(view->choice->level));
    bool going = write_source_lines(out, view, index, source, text, error);
    coverage_flush(out, text);
    text_free(&path);
    source_close(source);
    return going;
}

bool coverage_write_source(FILE *out, const struct coverage_view *view, struct error *error)
{
    struct text text = {0};
    bool going = true;
    for (size_t i = 0; i < view->file_count && going && !ferror(out); i++)
        going = write_file(out, view, i, &text, error) && coverage_goes_on(view, i, view->file_count, error);
    text_free(&text);
    return going && coverage_written(out, error);
}

/* ---- Tables of coverage: routines, files, lines, totals ----
 *
 *     Routines, least covered first (level branch)
 *       instructions      branches   address   name
 *     !     1/9      11%     0/2     08000050  pkg__not_executed_branch
 *
 *     Files, least covered first
 *     !  36% of    14 lines covered  pkg.adb
 *
 *     Lines not fully covered
 *       instructions  branches  place
 *     !     2/5         0/1     pkg.adb:7  if A then
 *
 * The least covered comes first, because testers look for that. Keys of the JSON form: report_data.c. */

static void add_share(uint64_t part, uint64_t whole, struct text *out)
{
    text_printf(out, "%5" PRIu64 "/%-5" PRIu64, part, whole);
}

static void add_percent(uint64_t part, uint64_t whole, struct text *out)
{
    if (whole)
        text_printf(out, "%4u%%", object_percent(part, whole));
    else
        text_add(out, "    -");
}

/* ---- Routines ---- */

static void add_routine(const struct coverage_view *view, const struct coverage_routine *routine, struct text *out)
{
    const struct object_counts *counts = &routine->object.counts;
    text_printf(out, "%c ", (char)routine->object.mark);
    if (routine->object.mark == OBJECT_UNRECORDED)
        text_printf(out, "    ?/%-5" PRIu64 "    -", counts->instructions);
    else {
        add_share(counts->executed, counts->instructions, out);
        add_percent(counts->executed, counts->instructions, out);
    }
    if (view->choice->level == OBJECT_BRANCH)
        text_printf(out, "  %4" PRIu64 "/%-4" PRIu64, counts->both, counts->branches);
    text_printf(out, "  %0*" PRIx64 "  ", view->short_digits, routine->object.routine->address);
    text_safe(out, coverage_routine_name(view, routine->object.routine));
    text_byte(out, '\n');
}

static void write_routines(FILE *out, const struct coverage_view *view, struct text *text)
{
    size_t *order = coverage_by_need(view);
    text_printf(text, "Routines, least covered first (level %s)\n", coverage_level_name(view->choice->level));
    if (!view->routine_count)
        text_add(text, "  none: the symbol table has no routine with a size\n");
    else
        text_printf(text, "  instructions    %s  %-*s  name\n", view->choice->level == OBJECT_BRANCH ? "  branches " : "", view->short_digits, "address");
    for (size_t i = 0; i < view->routine_count; i++) {
        bool sourceless = view->routines[order[i]].file == SIZE_MAX;
        if (i && sourceless && view->routines[order[i - 1]].file != SIZE_MAX)
            text_add(text, "Routines without source lines\n");
        add_routine(view, &view->routines[order[i]], text);
        coverage_flush(out, text);
    }
    free(order);
}

/* ---- Files and lines ---- */

static void add_file(const struct coverage_view *view, size_t index, struct text *out)
{
    const struct object_file *file = &view->files[index];
    text_printf(out, "%c ", (char)coverage_file_mark(file));
    size_t known = file->line_count - file->unknown;
    if (known)
        text_printf(out, "%3u%% of %5zu lines covered  ", object_file_percent(file), known);
    else
        text_printf(out, "%-29s", file->unknown ? "not known" : "no code");
    text_safe(out, view->labels[index]);
    if (file->unknown)
        text_printf(out, ": %zu line%s unknown", file->unknown, file->unknown == 1 ? "" : "s");
    text_byte(out, '\n');
}

static void write_files(FILE *out, const struct coverage_view *view, const size_t *order, struct text *text)
{
    text_add(text, "\nFiles, least covered first\n");
    if (!view->file_count)
        text_add(text, "  none: there is no line table\n");
    for (size_t i = 0; i < view->file_count; i++)
        add_file(view, order[i], text);
    coverage_left_out_text(view, text);
    coverage_flush(out, text);
}

static void add_line_row(const struct coverage_view *view, size_t file, const struct object_line *line, const struct source *source, struct text *out)
{
    text_printf(out, "%c ", (char)line->mark);
    add_share(line->counts.executed, line->counts.instructions, out);
    if (view->choice->level == OBJECT_BRANCH)
        text_printf(out, "  %4" PRIu64 "/%-4" PRIu64, line->counts.both, line->counts.branches);
    text_add(out, "  ");
    text_safe(out, view->labels[file]);
    text_printf(out, ":%" PRIu64, line->line);
    struct str code = str_trim(coverage_source_line(source, line->line));
    if (code.size) {
        text_add(out, "  ");
        text_safe(out, code);
    }
    text_byte(out, '\n');
}

static void write_line_rows(FILE *out, const struct coverage_view *view, size_t index, struct text *text)
{
    const struct object_file *file = &view->files[index];
    struct source *source = NULL;
    bool tried = false;
    for (size_t i = 0; i < file->line_count; i++) {
        enum object_mark mark = file->lines[i].mark;
        if (mark == OBJECT_COVERED || mark == OBJECT_NO_CODE || mark == OBJECT_UNRECORDED)
            continue;
        if (!tried)
            source = coverage_source_open(view, file);
        tried = true;
        add_line_row(view, index, &file->lines[i], source, text);
        coverage_flush(out, text);
    }
    source_close(source);
}

/* ---- Totals ---- */

static void add_total(const char *what, const struct coverage_marks *marks, struct text *out)
{
    uint64_t all = marks->covered + marks->partly + marks->not_executed;
    text_printf(out, "%" PRIu64 " %s%s with code, %" PRIu64 " executed (%u%%):\n  %" PRIu64 " fully covered (%u%%)\n  %" PRIu64 " partially covered\n  %" PRIu64
                " not executed\n", all, what, all == 1 ? "" : "s", marks->covered + marks->partly, object_percent(marks->covered + marks->partly, all), marks->covered,
                object_percent(marks->covered, all), marks->partly, marks->not_executed);
    if (marks->unknown)
        text_printf(out, "%" PRIu64 " more ran as instrumented copies without lines, if %s ran\n", marks->unknown, marks->unknown == 1 ? "it" : "they");
}

static void add_totals(const struct coverage_view *view, struct text *out)
{
    struct coverage_marks routines, lines;
    coverage_marks_count(view, &routines, &lines);
    text_byte(out, '\n');
    if (view->routine_count)
        add_total("routine", &routines, out);
    if (view->file_count)
        add_total("line", &lines, out);
    coverage_counts_text(view, out);
}

bool coverage_write_report(FILE *out, const struct coverage_view *view, struct error *error)
{
    size_t *order = coverage_files_by_need(view);
    struct text text = {0};
    bool going = true;
    write_routines(out, view, &text);
    write_files(out, view, order, &text);
    if (view->file_count)
        text_printf(&text, "\nLines not fully covered\n  instructions%s place\n", view->choice->level == OBJECT_BRANCH ? "  branches " : "");
    for (size_t i = 0; i < view->file_count && going && !ferror(out); i++) {
        write_line_rows(out, view, order[i], &text);
        going = coverage_goes_on(view, i, view->file_count, error);
    }
    add_totals(view, &text);
    if (going)
        coverage_flush(out, &text);
    text_free(&text);
    free(order);
    return going && coverage_written(out, error);
}

/* ---- What only one of two traces covers ----
 *
 *     a.trace covers, b.trace does not: 2 instructions in 1 run, 1 outcome of a branch, 1 line more
 *       08000052-08000055      2 instructions  pkg__f+0x2  pkg.adb:8
 *       08000050               fell through    pkg__f+0x0  pkg.adb:7
 *       pkg.adb:7  ! instead of -
 *
 * As JSON: objects of kind run (address last instructions), outcome (address outcome), line (file folder line mark_a mark_b) and total (equal); the first three
 * with covered_by, "A" or "B". Both views have the same executable, so their instructions correspond. */

struct run {
    uint64_t first, last, instructions, next;       /* next: the address of an instruction that would continue the run */
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
    struct side sides[2];               /* sides[i]: what only views[i] covers */
};

/* ---- Rows ---- */

static void add_where(const struct coverage_view *view, uint64_t address, struct text *out)
{
    struct source_position position = {0};
    struct text place = {0};
    coverage_place(view, address, &place);
    text_safe(out, text_str(&place));
    if (symbols_position(view->unit->symbols, address, &position) && position.file.data && position.line) {
        text_add(out, "  ");
        text_safe(out, str_starts(position.file, "/") ? str_basename(position.file) : position.file);
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

/* Bit 0: taken; bit 1: fell through. */
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
        return;                         /* if one mark is unknown, nobody knows which side covers the line */
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

/* Both have the same files and lines, because both use the same line table. */
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
    text_safe(&out, str_of(side->name));
    text_add(&out, " covers, ");
    text_safe(&out, str_of(diff->sides[1 - which].name));
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
