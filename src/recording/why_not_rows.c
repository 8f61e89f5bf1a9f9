/* why_not_rows.c - why code did not run, as rows: the steps, and what the branches that decided looked at.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/questions/questions.h"
#include "recording/wet.h"
#include "recording/why_not.h"
#include "session/engine.h"

#include <inttypes.h>

enum {
    INDENT = 2,
    BRANCHES_TOLD = 64,                 /* whose values are shown */
    VALUES_TOLD = 6,                    /* of one branch */
    INSTANCES_ALL = 2048                /* of all branches of an answer, what they looked at; beyond it the first and the last of each */
};

/* ---- Rows ---- */

static void add_times(uint64_t executions, bool least, struct text *out)
{
    text_count(out, executions);
    text_add(out, least ? " or more times" : executions == 1 ? " time" : " times");
}

static void add_position(const struct source_position *position, uint64_t address, struct text *out)
{
    struct instruction at = {.has_block = true, .file = position->file, .function = position->function, .line = position->line};
    if (!position->function.size && !position->file.size)
        text_hex(out, address);
    else
        describe_location_in(&at, LOCATION_ROOM, out);
    if (position->function.size && position->physical.size && !slice_equal(position->function, position->physical)) {
        text_add(out, " (inlined in ");
        text_safe(out, position->physical);
        text_byte(out, ')');
    }
}

static void add_source(struct session *session, const struct source_position *position, struct row *row)
{
    if (!position->file.size || !position->line)
        return;
    const struct session_source *source = session_source(session, position->file, position->folder);
    if (!source->source || position->line > source_line_count(source->source))
        return;
    row_style(row, STYLE_DIM);
    text_add(&row->text, ": ");
    text_safe(&row->text, slice_trim(source_line(source->source, position->line)));
}

static const char *kind_name(enum unrun_kind kind)
{
    static const char *const names[] = {
        [UNRUN_TARGET] = "never-ran", [UNRUN_DID_RUN] = "ran", [UNRUN_WENT_OTHER_WAY] = "went-other-way", [UNRUN_WENT_PAST] = "went-past", [UNRUN_EXITED_BEFORE] = "did-not-come-back",
        [UNRUN_NEVER_CALLED] = "never-called", [UNRUN_CALL_NEVER_RAN] = "call-never-ran", [UNRUN_CALL_RAN] = "call-ran",
        [UNRUN_NEVER_TAKEN] = "address-never-taken", [UNRUN_TAKEN] = "address-taken", [UNRUN_POINTERS] = "no-direct-call", [UNRUN_NO_CALLER] = "no-caller",
        [UNRUN_NO_WAY] = "no-known-way",
    };
    return names[kind];
}

/* "went the other way all 3 times" */
static void say_deciding(const struct unrun_step *step, struct text *out)
{
    text_add(out, " went the other way");
    if (step->executions == 1 && !step->executions_least) {
        text_add(out, ", the one time it ran");
    } else {
        text_add(out, " all ");
        add_times(step->executions, step->executions_least, out);
    }
    if (step->through) {
        text_add(out, " (");
        text_count(out, step->through);
        text_add(out, step->through == 1 ? " condition between never ran)" : " conditions between never ran)");
    }
}

static void say_past(const struct unrun_step *step, struct text *out)
{
    text_add(out, " went past that ");
    text_count(out, step->past);
    text_add(out, " of ");
    add_times(step->executions, step->executions_least, out);
}

static void say_ran(const struct unrun_step *step, const char *before, const char *behind, struct text *out)
{
    text_add(out, before);
    add_times(step->executions, step->executions_least, out);
    text_add(out, behind);
}

static void say_pointers(const struct unrun *unrun, struct text *out)
{
    text_add(out, "no code calls it directly; ");
    if (unrun->pointer_sites == 0) {
        text_add(out, "no call through a pointer ran");
        return;
    }
    text_count(out, unrun->pointer_sites);
    text_add(out, unrun->pointer_sites == 1 ? " call through a pointer ran, " : " calls through pointers ran, ");
    add_times(unrun->pointer_calls, unrun->pointer_calls_least, out);
    text_add(out, ", and never led to it; pointers in data are not looked through");
}

/* Is there another row of the same line, of code that ran where this did not, or the other way? Then each is a part of it. */
static bool is_part(const struct unrun *unrun, const struct unrun_step *step)
{
    enum unrun_kind other = step->kind == UNRUN_TARGET ? UNRUN_DID_RUN : UNRUN_TARGET;
    bool found = false;
    for (size_t i = 0; i < unrun->count && !found; i++) {
        const struct source_position *position = &unrun->steps[i].position;
        found = unrun->steps[i].kind == other && position->line && position->line == step->position.line &&
                slice_equal(position->file, step->position.file) && slice_equal(position->function, step->position.function);
    }
    return found;
}

static void say_step(const struct unrun *unrun, const struct unrun_step *step, struct text *out)
{
    if (step->kind != UNRUN_POINTERS && step->kind != UNRUN_NO_CALLER && step->kind != UNRUN_NO_WAY && step->kind != UNRUN_NEVER_CALLED)
        add_position(&step->position, step->address, out);
    switch (step->kind) {
    case UNRUN_TARGET: text_add(out, is_part(unrun, step) ? " (part of it) never ran" : " never ran"); break;
    case UNRUN_DID_RUN: say_ran(step, is_part(unrun, step) ? " (part of it) ran " : " ran ", "", out); break;
    case UNRUN_WENT_OTHER_WAY: say_deciding(step, out); break;
    case UNRUN_WENT_PAST: say_past(step, out); break;
    case UNRUN_EXITED_BEFORE: say_ran(step, " ran ", step->executions == 1 ? " and did not come back" : " and came back from none", out); break;
    case UNRUN_CALL_NEVER_RAN: text_add(out, " would call it, and never ran"); break;
    case UNRUN_CALL_RAN: say_ran(step, " would call it, and ran ", ", but nothing is recorded there: it failed, or that is not shown", out); break;
    case UNRUN_NEVER_TAKEN: text_add(out, " takes its address, and never ran"); break;
    case UNRUN_TAKEN: say_ran(step, " takes its address, ran ", "", out); break;
    case UNRUN_POINTERS: say_pointers(unrun, out); break;
    case UNRUN_NO_CALLER: text_add(out, "no code of the executable calls it or takes its address, and no call through a pointer ran"); break;
    case UNRUN_NO_WAY: text_add(out, "no way there is known: a computed jump whose targets are not known, an exception, or dead code"); break;
    case UNRUN_NEVER_CALLED:
        if (step->position.physical.size)
            text_safe(out, step->position.physical);
        else
            text_hex(out, step->address);
        text_add(out, step->repeated ? " was never called: asked once here, see its other row" : " was never called");
        break;
    }
}

static void step_fields(const struct session *session, const struct unrun_step *step, struct row *row)
{
    row_number(row, "depth", step->depth);
    row_string(row, "kind", slice_of(kind_name(step->kind)));
    if (step->has_node) {
        row_node(row, session, step->node);
    } else {
        row_null(row, "id");
        row_hex(row, "address", step->address);
        row_null(row, "instance");
        row_string(row, "file", step->position.file);
        row_string(row, "function", step->position.function);
        (step->position.line ? row_number(row, "line", step->position.line) : row_null(row, "line"));
    }
    row_number(row, "executions", step->executions);
    if (step->kind == UNRUN_WENT_OTHER_WAY)
        row_number(row, "through", step->through);
    if (step->kind == UNRUN_WENT_PAST)
        row_number(row, "past", step->past);
    if (step->repeated)
        row_true(row, "repeated");
}

static struct row *add_row(uint64_t depth, struct rows *rows)
{
    enum { DEEPEST_SHOWN = 16 };
    return rows_add_printf(rows, "%*s", (int)(depth < DEEPEST_SHOWN ? depth : DEEPEST_SHOWN) * INDENT, "");
}

static void add_step(struct session *session, const struct unrun *unrun, const struct unrun_step *step, struct rows *rows)
{
    bool certain = step->kind == UNRUN_DID_RUN || step->kind == UNRUN_TARGET || step->kind == UNRUN_EXITED_BEFORE;
    bool unknown = step->kind == UNRUN_NO_WAY || step->kind == UNRUN_NO_CALLER || step->kind == UNRUN_POINTERS;
    struct row *row = add_row(step->depth, rows);
    row_style(row, unknown ? STYLE_UNKNOWN : certain ? STYLE_LOCATION : step->kind == UNRUN_WENT_OTHER_WAY || step->kind == UNRUN_WENT_PAST ? STYLE_CONTROL : STYLE_NORMAL);
    say_step(unrun, step, &row->text);
    if (!unknown && step->kind != UNRUN_NEVER_CALLED)
        add_source(session, &step->position, row);
    step_fields(session, step, row);
    if (step->has_node)
        row_where(row, session, step->node);
}

/* ---- Below a branch: values ---- */

/* "= 0x3", "first 0x1, last 0x3", and how many instances looked at it where not all did: "x 4" */
static void add_value(const struct why_not_tally *tally, const struct why_not_looked *looked, struct row *row)
{
    struct slice first = text_slice(&looked->first), last = text_slice(&looked->last);
    bool differs = looked->several && first.size && !slice_equal(first, last);
    if (last.size) {
        row_style(row, STYLE_VALUE);
        text_add(&row->text, differs ? "  first " : "  = ");
        if (differs) {
            text_append(&row->text, first);
            text_add(&row->text, ", last ");
        }
        text_append(&row->text, last);
        text_add(&row->text, looked->several && !differs ? " the last time" : "");
        row_string(row, "value", last);
        if (differs)
            row_string(row, "first_value", first);
    }
    if (looked->times != tally->asked)
        text_printf(&row->text, "  x %" PRIu64, looked->times);
    row_number(row, "times", looked->times);
}

static void add_value_row(struct session *session, uint64_t depth, const struct why_not_tally *tally, struct why_not_looked *looked, struct rows *rows)
{
    struct node node = looked->node;
    struct instruction instruction = program_instruction(session->trace->program, node.index);
    struct row *row = add_row(depth, rows);
    struct source_position position = {.function = instruction.function, .physical = instruction.function, .file = instruction.file,
                                       .folder = program_folder(session->trace->program, node.index), .line = instruction.line};
    row_style(row, STYLE_LOCATION);
    text_add(&row->text, "with ");
    add_position(&position, instruction.address, &row->text);
    row_number(row, "depth", depth);
    row_string(row, "kind", slice_of("value"));
    row_node(row, session, node);
    add_value(tally, looked, row);
    if (wet_is_call(session, node.index))
        text_add(&row->text, ", what it called");
    add_source(session, &position, row);
    row_where(row, session, node);
}

static void add_values(struct session *session, const struct unrun_step *step, uint64_t *room, struct rows *rows)
{
    struct why_not_tally tally = {0};
    why_not_tally_branch(session, step, room, &tally);
    for (size_t i = 0; i < tally.count && i < VALUES_TOLD; i++)
        add_value_row(session, step->depth + 1, &tally, &tally.items[i], rows);
    uint64_t others = tally.others + (tally.count > VALUES_TOLD ? tally.count - VALUES_TOLD : 0);
    if (others) {
        struct row *row = add_row(step->depth + 1, rows);
        row_style(row, STYLE_DIM);
        text_printf(&row->text, "and %" PRIu64 " more instance%s: deps lists %s", others, others == 1 ? "" : "s", others == 1 ? "it" : "them");
        row_where(row, session, step->node);
    }
    if (tally.asked < tally.instances) {
        struct row *row = add_row(step->depth + 1, rows);
        row_style(row, STYLE_DIM);
        text_add(&row->text, "values are those of the first and the last ");
        text_count(&row->text, tally.asked - 1);
        text_add(&row->text, " of ");
        text_count(&row->text, tally.instances);
        text_add(&row->text, " times");
    }
    why_not_tally_free(&tally);
}

/* ---- Below what did not come back: how that came ---- */

static void add_stand(struct session *session, const struct unrun_step *step, struct rows *rows)
{
    struct row *row = add_row(step->depth + 1, rows);
    struct text said = {0};
    struct slice status = store_note(session->trace->store, "status");
    struct instruction instruction = program_instruction(session->trace->program, step->stand.index);
    struct source_position position = {.function = instruction.function, .physical = instruction.function, .file = instruction.file,
                                       .folder = program_folder(session->trace->program, step->stand.index), .line = instruction.line};
    text_add(&row->text, step->kind == UNRUN_EXITED_BEFORE ? "it ended at " : "then its function did not return: it ended at ");
    row_style(row, STYLE_LOCATION);
    add_position(&position, instruction.address, &row->text);
    if (session->trace->recording && session->trace->recording->has_fault)
        wet_fault_say(&session->trace->recording->fault, &said);
    else if (!wet_end_say(session, &said))
        text_safe(&said, status);
    row_style(row, STYLE_WARNING);
    if (said.size)
        text_printf(&row->text, ", %s", text_string(&said));
    add_source(session, &position, row);
    row_number(row, "depth", step->depth + 1);
    row_string(row, "kind", slice_of("end"));
    row_node(row, session, step->stand);
    row_string(row, "ended", text_slice(&said));
    row_where(row, session, step->stand);
    text_free(&said);
}

/* `told` is where it was told to have ended before: of branches that is said once. */
static void add_end(struct session *session, const struct unrun_step *step, const struct unrun_step **told, struct rows *rows)
{
    bool stands = step->end == UNRUN_END_STANDING && step->has_stand, exited = step->kind == UNRUN_EXITED_BEFORE;
    bool same = stands && *told && (*told)->stand.index == step->stand.index && (*told)->stand.instance == step->stand.instance;
    if (stands && (exited || !same)) {
        add_stand(session, step, rows);
        *told = step;
    }
    if (!exited || stands)
        return;
    struct row *row = add_row(step->depth + 1, rows);
    row_style(row, STYLE_UNKNOWN);
    text_add(&row->text, step->end == UNRUN_END_LEFT ? "its function was left without returning: by longjmp, an exception, or code that is not shown"
                       : step->end == UNRUN_END_STANDING ? "it was running at the end" : "the trace has no order: what came of it is not recorded");
}

void why_not_rows(struct session *session, const struct unrun *unrun, struct rows *rows)
{
    const struct unrun_step *told = NULL;
    size_t branches = 0;
    uint64_t room = INSTANCES_ALL;
    for (size_t i = 0; i < unrun->count; i++) {
        const struct unrun_step *step = &unrun->steps[i];
        add_step(session, unrun, step, rows);
        bool branch = step->kind == UNRUN_WENT_OTHER_WAY || (step->kind == UNRUN_WENT_PAST && step->has_node);
        branches += branch;
        if (branch && branches <= BRANCHES_TOLD)
            add_values(session, step, &room, rows);
        if (step->kind == UNRUN_WENT_OTHER_WAY || step->kind == UNRUN_EXITED_BEFORE)
            add_end(session, step, &told, rows);
    }
    if (branches > BRANCHES_TOLD)
        rows_add_printf(rows, "values are shown of %d of %zu branches: deps asks the others", (int)BRANCHES_TOLD, branches)->style = STYLE_DIM;
    if (unrun->cut)
        rows_add_printf(rows, "%" PRIu64 " steps were left out", unrun->cut)->style = STYLE_UNKNOWN;
}
