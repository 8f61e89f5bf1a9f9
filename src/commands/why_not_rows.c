/* why_not_rows.c - why code did not run, as rows: the steps, and what the branches that decided looked at.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "commands/wet.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { INDENT = 2, BRANCHES_TOLD = 64 /* whose values are shown */, VALUES_TOLD = 6 /* of one branch */ };

/* ---- What a branch looked at ---- */

struct values {                         /* instances whose values are shown; zeroed is empty, free() items */
    struct node *items;
    size_t count, capacity;
    uint64_t others;                    /* that are not */
};

/* Of one instruction its last instance alone: the others are counted as left out. */
static void add_node(struct values *nodes, struct node node)
{
    for (size_t i = 0; i < nodes->count; i++)
        if (nodes->items[i].index == node.index) {
            nodes->others += nodes->items[i].instance != node.instance;
            if (node.instance > nodes->items[i].instance)
                nodes->items[i].instance = node.instance;
            return;
        }
    nodes->items = array_grow(nodes->items, &nodes->capacity, nodes->count + 1, sizeof *nodes->items);
    nodes->items[nodes->count++] = node;
}

/* All that a call defines for the function it calls, if that is shown, is the stack pointer. */
static bool is_machinery(const struct session *session, struct node node)
{
    struct decoded decoded;
    uint64_t index;
    if (statement_is_frame(session->trace->program, node.index))
        return true;
    return program_disassemble(session->trace->program, node.index, &decoded) && decoded.flow == FLOW_CALL &&
           !symbols_in_plt(program_symbols(session->trace->program), decoded.target - program_bias(session->trace->program)) &&
           store_find_address(session->trace->store, decoded.target, &index);
}

/* Where an argument came from: a function that keeps it in its frame only copies what its caller passed. */
static struct node passed(const struct session *session, struct node node)
{
    struct links links = {0};
    struct decoded decoded;
    struct node from = node;
    size_t count = 0;
    bool store = program_disassemble(session->trace->program, node.index, &decoded) && strncmp(decoded.mnemonic, "mov", 3) == 0 && decoded.operands == 2 &&
                 decoded.operand[0].kind == OPERAND_MEMORY && decoded.operand[1].kind == OPERAND_REGISTER;
    if (!store || !store_definers(session->trace->store, node, &session->options.progress, &links))
        links.count = 0;
    for (size_t i = 0; i < links.count; i++)
        if (links.items[i].kind == LINK_DATA && !links.items[i].uncertain && !statement_is_frame(session->trace->program, links.items[i].node.index)) {
            from = links.items[i].node;
            count++;
        }
    links_free(&links);
    struct slice inner = program_instruction(session->trace->program, node.index).function, outer = program_instruction(session->trace->program, from.index).function;
    return count == 1 && inner.size && outer.size && !slice_equal(inner, outer) && !wet_is_call(session, from.index) ? from : node;
}

struct used {
    struct values *found;
    unsigned asked;                     /* instances whose definers were looked at */
};

/* What an instance used, but for the frame; what was fetched within the line is looked for where it was computed. */
static void add_used(const struct session *session, struct node node, const struct node *branch, unsigned depth, struct used *used)
{
    enum { DEEPEST = 4, MOST = 64, ASKED = 256 };
    struct links links = {0};
    if (used->asked++ >= ASKED || !store_definers(session->trace->store, node, &session->options.progress, &links))
        links.count = 0;
    for (size_t i = 0; i < links.count && used->found->count < MOST; i++) {
        const struct link *link = &links.items[i];
        if (link->kind != LINK_DATA || is_machinery(session, link->node))
            continue;
        bool within = statement_same(session->trace->program, link->node.index, branch->index) && depth < DEEPEST;
        if (within && (node.index == branch->index || wet_is_fetch(session, link->node.index)))
            add_used(session, link->node, branch, depth + 1, used);
        else
            add_node(used->found, passed(session, link->node));
    }
    links_free(&links);
}

/* Of a computed jump what it used are entries of a table. */
static void find_compared(const struct session *session, struct node branch, struct values *found)
{
    struct decoded decoded;
    if (program_disassemble(session->trace->program, branch.index, &decoded) && decoded.flow == FLOW_BRANCH)
        add_used(session, branch, &branch, 0, &(struct used){found, 0});
}

/* First what was compared, then what else comes into the line. */
static void find_values(struct session *session, struct node branch, struct values *found)
{
    struct statement_links links = {0};
    find_compared(session, branch, found);
    if (statement_definers(session->trace->program, branch, &session->options.progress, &links))
        for (size_t i = 0; i < links.count; i++)
            if (links.items[i].link.kind == LINK_DATA && !links.items[i].frame && !links.items[i].beside && !is_machinery(session, links.items[i].link.node))
                add_node(found, passed(session, links.items[i].link.node));
    statement_links_free(&links);
}

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

static void say_step(const struct unrun *unrun, const struct unrun_step *step, struct text *out)
{
    if (step->kind != UNRUN_POINTERS && step->kind != UNRUN_NO_CALLER && step->kind != UNRUN_NO_WAY && step->kind != UNRUN_NEVER_CALLED)
        add_position(&step->position, step->address, out);
    switch (step->kind) {
    case UNRUN_TARGET: text_add(out, " never ran"); break;
    case UNRUN_DID_RUN: say_ran(step, " ran ", "", out); break;
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

static bool value_of(const struct session *session, struct node node, struct text *out)
{
    return !wet_is_call(session, node.index) && describe_value(session, node, out);
}

/* "= 0x3", and of what its first instance found something else: "first 0x1, last 0x3" */
static void add_value(const struct session *session, struct node node, const struct values *before, struct row *row)
{
    struct text last = {0}, first = {0};
    if (value_of(session, node, &last)) {
        for (size_t i = 0; i < before->count && !first.size; i++)
            if (before->items[i].index == node.index)
                value_of(session, before->items[i], &first);
        bool differs = first.size && !slice_equal(text_slice(&first), text_slice(&last));
        row_style(row, STYLE_VALUE);
        text_printf(&row->text, differs ? "  first %s, last " : "  = ", differs ? text_string(&first) : "");
        text_append(&row->text, text_slice(&last));
        row_string(row, "value", text_slice(&last));
        if (differs)
            row_string(row, "first_value", text_slice(&first));
    }
    text_free(&last);
    text_free(&first);
}

static void add_value_row(struct session *session, uint64_t depth, struct node node, const struct values *before, struct rows *rows)
{
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
    add_value(session, node, before, row);
    if (wet_is_call(session, node.index))
        text_add(&row->text, ", what it called");
    add_source(session, &position, row);
    row_where(row, session, node);
}

static void add_values(struct session *session, const struct unrun_step *step, struct rows *rows)
{
    struct values last = {0}, first = {0};
    find_values(session, step->node, &last);
    if (step->kind == UNRUN_WENT_OTHER_WAY && step->node.instance)
        find_values(session, (struct node){step->node.index, 0}, &first);
    for (size_t i = 0; i < last.count && i < VALUES_TOLD; i++)
        add_value_row(session, step->depth + 1, last.items[i], &first, rows);
    uint64_t others = last.others + (last.count > VALUES_TOLD ? last.count - VALUES_TOLD : 0);
    if (others) {
        struct row *row = add_row(step->depth + 1, rows);
        row_style(row, STYLE_DIM);
        text_printf(&row->text, "and %" PRIu64 " more instance%s: deps lists %s", others, others == 1 ? "" : "s", others == 1 ? "it" : "them");
        row_where(row, session, step->node);
    }
    free(last.items);
    free(first.items);
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
    for (size_t i = 0; i < unrun->count; i++) {
        const struct unrun_step *step = &unrun->steps[i];
        add_step(session, unrun, step, rows);
        bool branch = step->kind == UNRUN_WENT_OTHER_WAY || (step->kind == UNRUN_WENT_PAST && step->has_node);
        branches += branch;
        if (branch && branches <= BRANCHES_TOLD)
            add_values(session, step, rows);
        if (step->kind == UNRUN_WENT_OTHER_WAY || step->kind == UNRUN_EXITED_BEFORE)
            add_end(session, step, &told, rows);
    }
    if (branches > BRANCHES_TOLD)
        rows_add_printf(rows, "values are shown of %d of %zu branches: deps asks the others", (int)BRANCHES_TOLD, branches)->style = STYLE_DIM;
    if (unrun->cut)
        rows_add_printf(rows, "%" PRIu64 " steps were left out", unrun->cut)->style = STYLE_UNKNOWN;
}
