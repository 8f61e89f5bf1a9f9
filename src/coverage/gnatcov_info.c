/* gnatcov_info.c - the topics of `info` for coverage traces.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "coverage/gnatcov.h"
#include "session/engine.h"

#include <inttypes.h>
#include <stdlib.h>

static void fact(struct rows *rows, const char *name, uint64_t number, const char *note)
{
    struct text count = {0};
    text_count(&count, number);
    rows_add_printf(rows, "%-22s %14s%s%s", name, text_string(&count), note[0] ? "  " : "", note);
    text_free(&count);
}

static bool info_trace(struct session *session, struct slice word, struct answer *answer, struct error *error)
{
    const struct gnatcov_session *own = session->trace->gnatcov;
    const struct gnatcov_unit *program = gnatcov_unit(session, 0);
    struct rows *rows = &answer->rows;
    uint64_t ranges = 0;
    (void)word, (void)error;
    for (size_t i = 0; i < own->input.unit_count; i++)
        ranges += executed_count(own->input.units[i].base->executed);
    struct row *row = rows_add(rows, slice_of("coverage trace: "));
    text_safe(&row->text, slice_of(session->trace->path));
    row_string(row, "kind", slice_of(session_kind_name(session)));
    row_string(row, "executable", slice_of(program ? program->path : NULL));
    row_number(row, "entries", own->trace.entry_count);
    row_number(row, "ranges", ranges);
    row_number(row, "objects", own->trace.object_count);
    row_number(row, "machine", own->trace.second.machine);
    row_number(row, "problems", own->input.problems.count);
    row = rows_add_printf(rows, "%-22s ", "executable");
    text_safe(&row->text, program && program->path ? slice_of(program->path) : slice_of("not found: --exec=FILE names it"));
    fact(rows, "entries", own->trace.entry_count, gnatcov_is_ordered(session) ? "executions, in order" : "in order of first execution");
    fact(rows, "ranges", ranges, "of code that ran, merged");
    for (size_t i = 1; i < own->input.unit_count; i++) {
        row = rows_add_printf(rows, "%-22s ", "shared object");
        text_safe(&row->text, own->input.units[i].base->name);
    }
    if (own->input.problems.count)
        fact(rows, "problems", own->input.problems.count, "problems lists them");
    return true;
}

/* What precedes the entries. */
static bool info_tags(struct session *session, struct slice word, struct answer *answer, struct error *error)
{
    (void)word, (void)error;
    gnatcov_rows_of_entries(session, &answer->rows);
    answer->rows.count -= session->trace->gnatcov->trace.entry_count;
    answer->rows.focus = 0;
    answer->rows.title = slice_of("tags");
    return true;
}

static bool info_functions(struct session *session, struct slice word, struct answer *answer, struct error *error)
{
    (void)word;
    if (!gnatcov_need(session, error))
        return false;
    gnatcov_rows_of_functions(session, &answer->rows);
    return true;
}

static void instruction_row(struct session *session, size_t unit, const struct object_instruction *instruction, struct rows *rows)
{
    char mark[] = {(char)instruction->mark, '\0'};
    struct row *row = rows_add_printf(rows, "%s 0x%08" PRIx64 "  ", mark, instruction->code.address);
    row->style = gnatcov_style(instruction->mark);
    gnatcov_describe_routine(session, unit, instruction->code.address, &row->text);
    text_add(&row->text, "  ");
    code_text(object_coverage_code(gnatcov_coverage(session, unit)), &instruction->code, &row->text);
    if (instruction->code.conditional)
        text_printf(&row->text, "  %s", object_mark_words(instruction->mark));
    gnatcov_fields(session, unit, instruction->code.address, row);
    row_string(row, "mark", slice_of(mark));
    row->place = (struct place){.has = PLACE_ADDRESS, .address = instruction->code.address, .object = 1 + (unsigned)unit};
}

/* All instructions of all ranges of a line, in one unit. */
static void line_rows(struct session *session, size_t unit, struct slice name, struct slice folder, uint64_t line, struct rows *rows)
{
    struct object_coverage *coverage = gnatcov_coverage(session, unit);
    const struct object_file *files;
    struct object_instruction *instructions;
    size_t count;
    if (!coverage || !object_coverage_files(coverage, &session->options.progress, &files, &count))
        return;
    for (size_t i = 0; i < count; i++) {
        bool same = folder.data ? slice_equal(files[i].name, name) && slice_equal(files[i].folder, folder) : slice_equal(slice_basename(files[i].name), slice_basename(name));
        const struct object_line *found = same ? object_file_line(&files[i], line) : NULL;
        for (size_t k = 0; found && k < found->range_count; k++) {
            const struct symbols_line_range *range = files[i].ranges[found->first_range + k];
            size_t of = object_coverage_range(coverage, range->address, range->size, &instructions);
            for (size_t m = 0; m < of; m++)
                instruction_row(session, unit, &instructions[m], rows);
            free(instructions);
        }
    }
}

static bool info_line(struct session *session, struct slice word, struct answer *answer, struct error *error)
{
    struct source_position position = {0};
    struct place place = {0};
    size_t unit;
    uint64_t address;
    if (!gnatcov_need_code(session, error))
        return false;
    bool known = gnatcov_position(session, session->trace->gnatcov->here.unit, session->trace->gnatcov->here.address, &position) && position.line;
    if (slice_decimal(word, &place.line)) {
        known = known || list_of_main(session, &position);
        position.line = place.line;
    } else if (word.size) {
        if (!session_parse(session, word, &place, error))
            return false;
        if (place.has & PLACE_LINE) {
            position = (struct source_position){.file = place.file, .line = place.line};
            known = true;
        } else {
            if (!gnatcov_code_of(session, &place, &unit, &address, error))
                return false;
            known = gnatcov_position(session, unit, address, &position) && position.line;
        }
    }
    if (!known)
        return error_set(error, "no source position is known %s", word.size ? "there" : "here");
    for (unit = 0; unit < session->trace->gnatcov->input.unit_count; unit++)
        line_rows(session, unit, position.file, position.folder, position.line, &answer->rows);
    return answer->rows.count > 0 || error_set(error, "no code is of %.*s:%" PRIu64, SLICE(position.file), position.line);
}

static bool info_source(struct session *session, struct slice word, struct answer *answer, struct error *error)
{
    const struct object_file *files;
    size_t count;
    (void)word;
    if (!gnatcov_need_code(session, error))
        return false;
    struct object_coverage *coverage = gnatcov_coverage(session, session->trace->gnatcov->here.unit);
    if (!object_coverage_files(coverage, &session->options.progress, &files, &count))
        return error_set(error, "interrupted");
    for (size_t i = 0; i < count; i++)
        source_found_row(session, files[i].name, files[i].folder, &answer->rows);
    if (!count)
        rows_add(&answer->rows, slice_of("the executable has no line information: compile with -g"))->style = STYLE_UNKNOWN;
    return true;
}

bool gnatcov_problems(struct session *session, struct slice arguments, struct answer *answer, struct error *error)
{
    const struct gnatcov_problems *problems = &session->trace->gnatcov->input.problems;
    size_t kept = problems->count < GNATCOV_PROBLEMS ? (size_t)problems->count : GNATCOV_PROBLEMS;
    struct text text = {0};
    (void)arguments, (void)error;
    answer->is_list = true;
    for (size_t i = 0; i < kept; i++) {
        text_clear(&text);
        error_text(&problems->items[i].error, &text);
        struct row *row = rows_add(&answer->rows, text_slice(&text));
        row->style = problems->items[i].warning ? STYLE_WARNING : STYLE_ERROR;
        row_string(row, "source", slice_of(problems->items[i].error.source));
        row_number(row, "offset", problems->items[i].error.offset);
        row_string(row, "severity", slice_of(problems->items[i].warning ? "warning" : "error"));
        row_string(row, "message", slice_of(problems->items[i].error.message));
    }
    if (problems->count > kept)
        rows_add_printf(&answer->rows, "and %" PRIu64 " more", problems->count - kept)->style = STYLE_DIM;
    struct slice rest = text_slice(&session->trace->gnatcov->input.notices), line;
    while (slice_line(&rest, &line)) {
        struct row *row = rows_add(&answer->rows, line);
        row->style = STYLE_WARNING;
        row_string(row, "severity", slice_of("notice"));
        row_string(row, "message", line);
    }
    if (!answer->rows.count)
        rows_add_printf(&answer->rows, "no problems")->style = STYLE_DIM;
    text_free(&text);
    return true;
}

bool gnatcov_info(struct session *session, struct slice arguments, struct answer *answer, struct error *error)
{
    static const char *const topics[] = {"trace", "tags", "functions", "line", "coverage", "breakpoints", "marks", "problems", "source", "history", NULL};
    static const topic_function run[] = {info_trace, info_tags, info_functions, info_line, gnatcov_coverage_command, run_breakpoints, run_marks, gnatcov_problems,
                                         info_source, run_history};
    return run_topic(session, topics, run, arguments, answer, error);
}
