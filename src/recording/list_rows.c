/* list_rows.c - lists of executions and places, made row by row.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/current_slice.h"
#include "recording/describe.h"
#include "recording/heap.h"
#include "recording/who.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* ---- Executions in columns ---- */

const struct column node_columns[NODE_COLUMNS] = {NODE_COLUMN_NAME, NODE_COLUMNS_BEHIND};

void said_free(struct said *said)
{
    text_free(&said->location);
    text_free(&said->code);
}

static void say(struct session *session, struct node node, struct said *said)
{
    if (said->known && said->index == node.index && said->version == session->version)
        return;
    struct instruction instruction = program_instruction(wet_of(session)->program, node.index);
    text_clear(&said->location);
    text_clear(&said->code);
    describe_location_in(&instruction, LOCATION_ROOM, &said->location);
    describe_code(session, node, &said->code);
    said->known = true;
    said->index = node.index;
    said->version = session->version;
}

void value_cell(struct str value, struct text *out)
{
    if (!value.size)
        return;
    text_add(out, "= ");
    text_append(out, value);
}

void node_cell(struct session *session, struct node node, size_t column, struct said *said, struct text *out)
{
    struct text value = {0};
    if (column == NODE_LOCATION || column == NODE_CODE)
        say(session, node, said);
    switch (column) {
    case NODE_NAME: describe_node(session, node, out); break;
    case NODE_LOCATION: text_append(out, text_str(&said->location)); break;
    case NODE_VALUE:
        describe_value(session, node, &value);
        value_cell(text_str(&value), out);
        break;
    default: text_append(out, text_str(&said->code));
    }
    text_free(&value);
}

void node_row_end(struct session *session, struct node node, struct row *row)
{
    row_style(row, STYLE_UNKNOWN);
    if (store_at_horizon(wet_of(session)->store, node))
        text_add(&row->text, "  history begins here");
    wet_fault_mark(session, node, row);
    heap_mark_node(session, node, row);
    row_where(row, session, node);
}

/* ---- Sets of executions ---- */

struct node_rows {
    struct session *session;
    struct reached *reached;        /* NULL: `nodes` holds them */
    struct nodes nodes;
    struct table table;
    struct said *said;
};

static struct node node_of(const struct node_rows *list, uint64_t i)
{
    return list->reached ? reached_get(list->reached, i) : list->nodes.items[i];
}

static void one_node_cell(const void *data, uint64_t i, size_t column, struct table_cell *cell)
{
    const struct node_rows *list = data;
    node_cell(list->session, node_of(list, i), column, list->said, cell->text);
}

static bool node_get(const struct rows *rows, uint64_t i, struct row *row)
{
    struct node_rows *list = rows->data;
    struct node node = node_of(list, i);
    table_row(&list->table, i, row);
    row_node(row, list->session, node);
    node_row_end(list->session, node, row);
    return true;
}

static void node_release(struct rows *rows)
{
    struct node_rows *list = rows->data;
    said_free(list->said);
    nodes_free(&list->nodes);
    reached_free(list->reached);
}

static void show_nodes(struct session *session, struct reached *reached, struct nodes nodes, struct rows *rows)
{
    struct node_rows *list = arena_allocate(&rows->arena, sizeof *list);
    *list = (struct node_rows){.session = session, .reached = reached, .nodes = nodes, .said = arena_allocate(&rows->arena, sizeof *list->said)};
    list->table = (struct table){.columns = node_columns, .count = NODE_COLUMNS, .cell = one_node_cell, .data = list};
    rows->count = reached ? reached_count(reached) : nodes.count;
    table_measure(&list->table, 0, rows->count);
    rows->data = list;
    rows->get = node_get;
    rows->release = node_release;
}

void rows_of_reached(struct session *session, struct reached *reached, struct rows *rows)
{
    show_nodes(session, reached, (struct nodes){0}, rows);
}

void rows_of_nodes(struct session *session, struct nodes *nodes, struct rows *rows)
{
    show_nodes(session, NULL, *nodes, rows);
    *nodes = (struct nodes){0};
}

/* ---- The trail ---- */

struct trail_rows {
    struct session *session;
    struct table table;
    struct said *said;
};

static void trail_release(struct rows *rows)
{
    struct trail_rows *list = rows->data;
    said_free(list->said);
}

static void trail_cell(const void *data, uint64_t i, size_t column, struct table_cell *cell)
{
    const struct trail_rows *list = data;
    struct node node;
    struct error ignored;
    if (position_look(list->session, &list->session->trace->history.places[i], &node, &ignored))
        node_cell(list->session, node, column, list->said, cell->text);
}

static bool trail_get(const struct rows *rows, uint64_t i, struct row *row)
{
    const struct trail_rows *list = rows->data;
    const struct history *history = &list->session->trace->history;
    struct node node;
    struct error ignored;
    if (i >= history->count)
        return true;
    text_add(&row->text, i == history->position ? "> " : "  ");
    row->current = i == history->position;
    if (!position_look(list->session, &history->places[i], &node, &ignored)) {
        row_style(row, STYLE_ADDRESS);
        describe_lost(list->session, &history->places[i], row);
        return true;
    }
    table_row(&list->table, i, row);
    row_node(row, list->session, node);
    node_row_end(list->session, node, row);
    row->current = i == history->position;
    return true;
}

void rows_of_trail(struct session *session, struct rows *rows)
{
    struct trail_rows *list = arena_allocate(&rows->arena, sizeof *list);
    const struct history *history = &session->trace->history;
    *list = (struct trail_rows){.session = session, .said = arena_allocate(&rows->arena, sizeof *list->said)};
    list->table = (struct table){.columns = node_columns, .count = NODE_COLUMNS, .cell = trail_cell, .data = list, .indent = 2};
    table_measure(&list->table, history->count > TABLE_MEASURED ? history->count - TABLE_MEASURED : 0, history->count);
    rows->data = list;
    rows->count = history->count;
    rows->focus = history->count ? history->position : 0;
    rows->get = trail_get;
    rows->release = trail_release;
}

/* ---- Lists of definers and users, made row by row ---- */

/* Consecutive links to one instruction: one row. low and high are the links to its lowest and highest execution. */
struct run_of_links {
    size_t first, count, low, high;
    const char *cause;              /* its part in the fault of its user; NULL: none */
};

enum { WIDEST_KIND = 12, LINK_KIND = 0, LINK_NODE /* and the columns after it */ };

static const struct column link_columns[] = {{STYLE_NORMAL, WIDEST_KIND, sizeof "control" - 1}, NODE_COLUMN_NAME, NODE_COLUMNS_BEHIND};
static const struct column history_columns[] = {{STYLE_NORMAL, WIDEST_KIND, 0}, NODE_COLUMN_NAME, NODE_COLUMNS_BEHIND};      /* without kinds */

struct link_rows {
    struct session *session;
    struct statement_links links;
    struct run_of_links *runs;
    size_t run_count;
    struct table table;
    struct said *said;
    bool cut;                       /* there may be more: an empty list proves nothing */
    uint64_t ports;                 /* of the user, if all links have the same: data ports get numbers if there are several */
    bool users, grouped, statement;
    enum grain grain;               /* at the time of the question: rows are made later */
};

/* A link has one name, seen from either end: "" if a history does not tell. */
static const char *kind_of(const struct statement_link *link)
{
    return link->frame ? "stack" : link->link.kind == LINK_CONTROL ? "control" : link->link.kind == LINK_DATA ? "data" : "";
}

/* The register that a push saves; -1: none. */
static int saved_by(const struct program *program, uint64_t index)
{
    struct decoded decoded;
    bool saves = program_disassemble(program, index, &decoded) && decoded.operation == OPERATION_PUSH && decoded.operand[0].kind == OPERAND_REGISTER;
    return saves ? decoded.operand[0].reg : -1;
}

/* The register that a pop, leave or load from the frame gives back, if it is one that a function has to keep for its caller; -1: none. */
static int restored_by(const struct program *program, uint64_t index)
{
    struct decoded decoded;
    if (!program_disassemble(program, index, &decoded))
        return -1;
    const struct operand *to = &decoded.operand[0], *from = &decoded.operand[1];
    const struct arch *arch = decoded.arch;
    if (decoded.operation == OPERATION_LEAVE)
        return arch->frame_pointer;
    if (decoded.operands == 0 || to->kind != OPERAND_REGISTER)
        return -1;
    bool kept = to->reg >= 0 && to->reg < GENERAL_REGISTERS && to->reg != arch->stack_pointer && arch->saved >> to->reg & 1;
    bool frame = from->kind == OPERAND_MEMORY && (from->base == arch->frame_pointer || from->base == arch->stack_pointer) && from->index < 0;
    bool loads = decoded.operation == OPERATION_MOVE && to->size == 8 && frame;
    return decoded.operation == OPERATION_POP || (loads && kept) ? to->reg : -1;
}

/* A register of the caller that a function saved at its beginning and gives back at its end. Neither computes anything, and readers hardly ever ask. */
static bool is_restored(const struct link_rows *list, const struct statement_link *link)
{
    const struct program *program = wet_of(list->session)->program;
    struct node saver = list->users ? link->via : link->link.node, restorer = list->users ? link->link.node : link->via;
    if (!list->statement || link->link.kind != LINK_DATA || link->link.carried || link->link.uncertain)
        return false;
    int reg = list->users ? saved_by(program, saver.index) : restored_by(program, restorer.index);
    struct str function = program_instruction(program, saver.index).function;
    return reg >= 0 && (list->users ? restored_by(program, restorer.index) : saved_by(program, saver.index)) == reg && function.size &&
           str_equal(function, program_instruction(program, restorer.index).function);
}

/* People get special words for the inputs of skipped code, and for values that were only saved and given back. */
static void describe_kind(const struct link_rows *list, const struct statement_link *link, struct text *out)
{
    text_add(out, link->link.carried ? "carried" : is_restored(list, link) ? "restored" : kind_of(link));
    if (link->link.kind == LINK_DATA && !link->frame && !link->link.carried && list->ports > 2)
        text_printf(out, " %" PRIu64, link->link.port);
}

static void link_fields(const struct link_rows *list, const struct statement_link *whole, struct row *row)
{
    const struct link *link = &whole->link;
    if (link->kind == LINK_UNKNOWN)
        row_null(row, "port"), row_null(row, "kind");
    else
        row_number(row, "port", link->port), row_string(row, "kind", str_of(kind_of(whole)));
    if (link->carried)
        row_true(row, "carried");
    if (is_restored(list, whole))
        row_true(row, "restored");
    row_node(row, list->session, link->node);
    if (list->grouped)
        row_string(row, "relation", str_of(list->users ? "user" : "definer"));
    if (link->uncertain && list->users)
        row_number(row, "instance_max", link->instance_max);
    if (link->uncertain)
        row_true(row, "uncertain");
}

/* "0x10918a#7", for several executions "0x10918a#0..7", with gaps "0x10918a#0..7 (5)". */
static void describe_run(const struct link_rows *list, const struct run_of_links *run, struct text *out)
{
    struct node first = list->links.items[run->low].link.node, last = list->links.items[run->high].link.node;
    describe_node(list->session, first.index == last.index ? first : last, out);
    if (run->count == 1 || first.index != last.index)
        return;
    text_printf(out, "..%" PRIu64, last.instance);
    if (last.instance - first.instance != run->count - 1)
        text_printf(out, " (%zu)", run->count);
}

/* The value; for several executions the first and the last. */
static void describe_run_value(const struct link_rows *list, const struct run_of_links *run, struct text *out)
{
    struct node first = list->links.items[run->low].link.node, last = list->links.items[run->high].link.node;
    if (run->count == 1 || first.index != last.index || !describe_range(list->session, first, last, run->count, out))
        describe_value(list->session, last, out);
}

static void link_cell(const void *data, uint64_t i, size_t column, struct table_cell *cell)
{
    const struct link_rows *list = data;
    const struct run_of_links *run = &list->runs[i];
    const struct statement_link *whole = &list->links.items[run->high];
    const struct link *link = &whole->link;
    struct text value = {0};
    switch (column) {
    case LINK_KIND:
        describe_kind(list, whole, cell->text);
        cell->style = link->kind == LINK_CONTROL ? STYLE_CONTROL : whole->frame || is_restored(list, whole) ? STYLE_DIM : STYLE_NORMAL;
        break;
    case LINK_NODE + NODE_NAME:
        describe_run(list, run, cell->text);
        if (link->uncertain && link->instance_max > link->node.instance)
            text_printf(cell->text, " to #%" PRIu64, link->instance_max);
        break;
    case LINK_NODE + NODE_VALUE:
        describe_run_value(list, run, &value);
        value_cell(text_str(&value), cell->text);
        break;
    default: node_cell(list->session, link->node, column - LINK_NODE, list->said, cell->text);
    }
    text_free(&value);
}

static void add_link(struct link_rows *list, uint64_t i, struct row *row)
{
    const struct run_of_links *run = &list->runs[i];
    const struct statement_link *whole = &list->links.items[run->high];
    const struct link *link = &whole->link;
    table_row(&list->table, i, row);
    link_fields(list, whole, row);
    node_row_end(list->session, link->node, row);
    if (link->kind == LINK_DATA && !link->carried && run->count == 1)
        who_mark_foreign(list->session, list->users ? link->node : whole->via, link->port, row);
    if (run->cause)
        row_style(row, STYLE_WARNING), text_printf(&row->text, "  %s", run->cause), row_string(row, "cause", str_of(run->cause));
    row_style(row, STYLE_UNCERTAIN);
    if (link->uncertain)
        text_add(&row->text, list->users ? "  uncertain: one of these executions" : "  uncertain: perhaps of another execution");
}

static bool link_get(const struct rows *rows, uint64_t i, struct row *row)
{
    struct link_rows *list = rows->data;
    const enum grain grain = list->session->grain;
    list->session->grain = list->grain;
    add_link(list, i, row);
    list->session->grain = grain;
    return true;
}

static void link_release(struct rows *rows)
{
    struct link_rows *list = rows->data;
    statement_links_free(&list->links);
    said_free(list->said);
    free(list->runs);
}

/* May two links share a row? Definers: executions of one instruction; users: also instructions of one statement. */
static bool share_row(const struct link_rows *list, const struct statement_link *one, const struct statement_link *other)
{
    const struct link *a = &one->link, *b = &other->link;
    if (a->kind != b->kind || a->carried != b->carried || one->frame != other->frame || a->uncertain || b->uncertain)
        return false;
    return a->node.index == b->node.index || (list->users && a->node.instance == b->node.instance &&
                                              statement_same(wet_of(list->session)->program, a->node.index, b->node.index));
}

/* Cuts the links into rows: one for each, or (grouped) one for several that may share it. */
static void cut_runs(struct link_rows *list, bool grouped)
{
    size_t count = list->links.count, least = list->users ? 2 : 3;
    list->runs = memory_allocate(count * sizeof *list->runs);
    for (size_t i = 0, to; i < count; i = to) {
        for (to = i + 1; grouped && to < count && share_row(list, &list->links.items[i], &list->links.items[to]) &&
                         share_row(list, &list->links.items[to - 1], &list->links.items[to]);)
            to++;
        if (to - i < least)
            to = i + 1;
        struct run_of_links run = {i, to - i, i, i, NULL};
        for (size_t k = i; k < to; k++) {
            if (list->links.items[k].link.node.instance < list->links.items[run.low].link.node.instance)
                run.low = k;
            if (list->links.items[k].link.node.instance >= list->links.items[run.high].link.node.instance)
                run.high = k;
        }
        list->runs[list->run_count++] = run;
    }
}

/* At the fault that ended the program the definers of the bad address come first: users ask about those. */
static void causes_first(struct link_rows *list, struct node node)
{
    size_t kept = 0;
    if (list->users || !wet_fault_at(list->session, node))
        return;
    for (size_t i = 0; i < list->run_count; i++) {
        struct run_of_links run = list->runs[i];
        const struct statement_link *link = &list->links.items[run.high];
        run.cause = link->link.kind == LINK_CONTROL ? NULL : wet_fault_cause(list->session, node, link->link.node);
        if (!run.cause && link->link.kind != LINK_CONTROL && !link->frame)      /* folded into the statement */
            run.cause = wet_fault_cause(list->session, node, link->via);
        list->runs[i].cause = run.cause;
        if (!run.cause)
            continue;
        memmove(list->runs + kept + 1, list->runs + kept, (i - kept) * sizeof *list->runs);
        list->runs[kept++] = run;
    }
}

static void keep_control(struct statement_links *links)
{
    size_t kept = 0;
    for (size_t i = 0; i < links->count; i++)
        if (links->items[i].link.kind == LINK_CONTROL)
            links->items[kept++] = links->items[i];
    links->count = kept;
}

/* Links of single instructions in the form of a statement's. */
static bool plain_links(struct session *session, struct node node, bool users, struct statement_links *out)
{
    struct links links = {0};
    const struct progress *progress = &session->options.progress;
    bool done = users ? store_users(wet_of(session)->store, node, progress, &links) : store_definers(wet_of(session)->store, node, progress, &links);
    out->items = array_grow(out->items, &out->capacity, links.count, sizeof *out->items);
    for (size_t i = 0; i < links.count; i++)
        out->items[i] = (struct statement_link){.link = links.items[i], .via = node};
    out->count = links.count;
    links_free(&links);
    return done;
}

/* Puts links through the stack pointer, and to restored registers, after the others; the order stays otherwise. */
static void frames_last(struct link_rows *list)
{
    struct statement_links *links = &list->links;
    struct statement_link *moved = memory_allocate(links->count * sizeof *moved);
    size_t kept = 0, frames = 0;
    for (size_t i = 0; i < links->count; i++)
        if (links->items[i].frame || is_restored(list, &links->items[i]))
            moved[frames++] = links->items[i];
        else
            links->items[kept++] = links->items[i];
    for (size_t i = 0; i < frames; i++)
        links->items[kept + i] = moved[i];
    free(moved);
}

static void add_unknown(const struct link_rows *list, const char *text, struct rows *rows)
{
    rows_add_printf(rows, "%*s%s", (int)list->table.indent, "", text)->style = STYLE_UNKNOWN;
}

/* If the port is the rounding mode or direction flag, its name: there a missing definer is normal. NULL: another port. */
static const char *given_from_start(const struct link_rows *list, uint64_t index, uint64_t port)
{
    struct roles roles;
    if (port == 0 || !wet_of(list->session)->recording)
        return NULL;
    roles_of(wet_of(list->session)->program, index, &roles);
    return roles.given != port ? NULL : roles_port(&roles, port) == ROLE_FLAGS ? "the direction flag" : "the rounding mode";
}

/* For people: says that port `port` of an instruction has no definer. Programs see that the object is absent. */
static void say_missing(const struct link_rows *list, uint64_t index, uint64_t port, struct rows *rows)
{
    struct statement_link link = {.link = {.port = port, .kind = port ? LINK_DATA : LINK_CONTROL}};
    struct text text = {0};
    describe_kind(list, &link, &text);
    text_pad(&text, list->table.widths[LINK_KIND]);
    const char *given = given_from_start(list, index, port);
    text_printf(&text, given ? "  %s, which nothing recorded set" : "  no definer recorded%.0s", given ? given : "");
    struct str from = store_note(wet_of(list->session)->store, "from");
    if (from.size && !given) {
        text_add(&text, ", perhaps from before ");
        text_safe(&text, from);
    }
    add_unknown(list, text_string(&text), rows);
    text_free(&text);
}

/* The same for a statement: names the instruction of the port. The row leads there. */
static void say_missing_of(const struct link_rows *list, const struct statement_missing *missing, struct rows *rows)
{
    struct row *row = rows_add_printf(rows, "%*sdata", (int)list->table.indent, "");
    struct text code = {0};
    row_column(row, table_at(&list->table, LINK_NODE));
    describe_node(list->session, missing->node, &row->text);
    if (program_instruction(wet_of(list->session)->program, missing->node.index).own_ports > 2)
        text_printf(&row->text, " port %" PRIu64, missing->port);
    text_add(&row->text, "  no definer recorded");
    if (program_code_text(wet_of(list->session)->program, missing->node.index, &code))
        text_printf(&row->text, "  %s", text_string(&code));
    row->style = STYLE_UNKNOWN;
    row->place = place_of_node(list->session, missing->node);
    text_free(&code);
}

/* Leaves out instructions that only make or leave a frame, and an instruction that faulted (it loaded nothing). */
static void add_missing_of_statement(const struct link_rows *list, struct rows *rows)
{
    for (size_t i = 0; i < list->links.missing_count; i++) {
        struct node node = list->links.missing[i].node;
        if (!statement_is_frame(wet_of(list->session)->program, node.index) && !wet_fault_at(list->session, node) && !given_from_start(list, node.index, list->links.missing[i].port))
            say_missing_of(list, &list->links.missing[i], rows);
    }
    if (list->links.missing_cut)
        add_unknown(list, "and more ports without a definer", rows);
}

/* The data ports without a definer; hostile files have millions. */
static void add_missing_data(const struct link_rows *list, uint64_t index, struct rows *rows)
{
    enum { SAID = 8 };
    uint64_t missing = 0;
    struct text text = {0};
    for (uint64_t port = 1, i = 0; port < list->ports; port++) {
        bool has = false;
        for (; i < list->links.count && list->links.items[i].link.port <= port; i++)
            has |= list->links.items[i].link.port == port;
        if (!has && ++missing <= SAID)
            say_missing(list, index, port, rows);
    }
    text_printf(&text, "and %" PRIu64 " more ports without a definer", missing - SAID);
    if (missing > SAID)
        add_unknown(list, text_string(&text), rows);
    text_free(&text);
}

/* The rows before and after the recorded definers. */
static void add_missing(const struct link_rows *list, struct node node, bool only_control, struct rows *before, struct rows *behind)
{
    if (list->ports && (list->links.count == 0 || list->links.items[0].link.port > 0))
        say_missing(list, node.index, 0, before);
    if (!only_control) {
        add_missing_data(list, node.index, behind);
        add_missing_of_statement(list, behind);
    }
    if (store_at_horizon(wet_of(list->session)->store, node))
        add_unknown(list, "history begins here: what it depends upon, if anything, is beyond the history horizon", behind);
    else if (list->links.count + before->count + behind->count == 0 && !list->cut)
        add_unknown(list, "no definer recorded", behind);
}

/* An incomplete list says so at the top: its end may be far down. Programs get a line of their own. */
static void say_cut(const struct link_rows *list, struct rows *rows)
{
    const char *what = list->users ? "users" : "definers";
    struct row *row = rows_add_printf(rows, "%*s", (int)list->table.indent, "");
    if (list->links.count < STATEMENT_LINKS_MAX)
        text_printf(&row->text, "too many executions of this statement: clew looked at %d; there may be more %s", STATEMENT_MAX, what);
    else
        text_printf(&row->text, "too many %s: clew looked at %d; there may be more", what, STATEMENT_LINKS_MAX);
    row->style = STYLE_WARNING;
    row_true(row, "cut");
}

/* If nothing else used the value of a statement, the statement may have used it itself: these are its executions that did. */
static bool say_own_users(const struct link_rows *list, struct node node, struct rows *rows)
{
    enum { SAID = 3 };
    struct links links = {0};
    struct text text = {0};
    bool done = store_users(wet_of(list->session)->store, node, &list->session->options.progress, &links);
    if (done && links.count) {
        text_add(&text, "only this line: ");
        for (size_t i = 0; i < links.count && i < SAID; i++) {
            text_add(&text, i ? ", " : "");
            describe_node(list->session, links.items[i].node, &text);
        }
        if (links.count > SAID)
            text_printf(&text, " and %zu more", links.count - SAID);
        struct row *row = rows_add_printf(rows, "%*s%s", (int)list->table.indent, "", text_string(&text));
        row->style = STYLE_DIM;
        row->place = place_of_node(list->session, links.items[0].node);
    }
    text_free(&text);
    bool said = done && links.count;
    links_free(&links);
    return said;
}

bool rows_of_links(struct session *session, struct node node, enum link_choice choice, struct link_layout layout, struct rows *rows,
                   struct error *error)
{
    bool users = choice == LINKS_USERS, only_control = choice == LINKS_CONTROL;
    bool statement = session->grain == GRAIN_STATEMENT && !wet_is_history(session);
    const struct progress *progress = &session->options.progress;
    struct rows parts[3] = {{0}, {0}, {0}};
    (void)heap_for_marks(session);      /* now: its notices belong to this answer */
    struct link_rows *list = arena_allocate(&parts[1].arena, sizeof *list);
    *list = (struct link_rows){.session = session, .users = users, .grouped = layout.grouped, .statement = statement,
                                .grain = session->grain, .said = arena_allocate(&parts[1].arena, sizeof *list->said)};
    list->table = (struct table){.columns = wet_is_history(session) ? history_columns : link_columns, .count = LINK_NODE + NODE_COLUMNS, .cell = link_cell,
                                 .data = list, .indent = layout.indent};
    bool done;
    if (!statement)
        done = plain_links(session, node, users, &list->links);
    else if (users)
        done = statement_users(wet_of(session)->program, node, progress, &list->links);
    else
        done = statement_definers(wet_of(session)->program, node, progress, &list->links);
    list->cut = only_control ? list->links.control_cut : list->links.cut;
    if (list->cut && !(users && wet_is_provisional(session)))
        say_cut(list, &parts[0]);
    if (only_control)
        keep_control(&list->links);
    if (!users && !statement)
        list->ports = program_instruction(wet_of(session)->program, node.index).own_ports;
    if (statement)
        frames_last(list);
    cut_runs(list, layout.grouped && statement);
    causes_first(list, node);
    table_measure(&list->table, 0, list->run_count);
    parts[1].count = list->run_count;
    parts[1].data = list;
    parts[1].get = link_get;
    parts[1].release = link_release;
    if (!users)
        add_missing(list, node, only_control, &parts[0], &parts[2]);
    else if (wet_is_provisional(session))
        wet_unknown_users(session, layout.indent, &parts[2]);
    else if (list->links.count == 0 && !list->cut && !(statement && say_own_users(list, node, &parts[2])))
        add_unknown(list, "no user recorded", &parts[2]);
    rows_chain(rows, parts, 3);
    return done || error_set(error, "interrupted");
}

/* ---- Lists of instructions, values, executions and places visited ---- */

enum { WIDEST = 40 };

/* ---- Instructions ---- */

struct instruction_rows {
    struct session *session;
    const uint64_t *indices;
    uint64_t *owned;
    struct table table;
};

static void describe_instruction(const struct session *session, uint64_t index, struct text *out)
{
    struct instruction instruction = store_instruction(wet_of(session)->store, index);
    if (instruction.has_id)
        text_printf(out, "%-6" PRIu64 " ", instruction.id);
    if (instruction.has_address)
        text_hex(out, instruction.address);
}

/* "x9"; with a locked slice "8/9", the executions in the slice first. */
static void describe_executions(const struct session *session, uint64_t index, const struct instruction *instruction, struct text *out)
{
    const struct current_slice *locked = slice_locked(session);
    uint64_t first;
    if (locked)
        text_count(out, reached_instances(locked->members, index, &first));
    text_byte(out, locked ? '/' : 'x');
    text_count(out, instruction->executions);
    if (instruction->executions_least)
        text_byte(out, '+');
}

/* Dims instructions outside a locked slice; the others lead to their last member. */
static void add_slice(const struct session *session, uint64_t index, struct node *node, struct row *row)
{
    const struct current_slice *locked = slice_locked(session);
    uint64_t first, members = locked ? reached_instances(locked->members, index, &first) : 0;
    if (!locked)
        return;
    row_number(row, "in_slice", members);
    if (!members) {
        row->style = STYLE_DIM;
        row->span_count = 0;
        return;
    }
    row->text.data[1] = '*';
    if (!row->current)
        *node = reached_get(locked->members, first + members - 1);
}

static void instruction_cell(const void *data, uint64_t i, size_t column, struct table_cell *cell)
{
    const struct instruction_rows *list = data;
    struct instruction instruction = program_instruction(wet_of(list->session)->program, list->indices[i]);
    switch (column) {
    case 0: describe_instruction(list->session, list->indices[i], cell->text); break;
    case 1: describe_location_in(&instruction, LOCATION_ROOM, cell->text); break;
    case 2: describe_executions(list->session, list->indices[i], &instruction, cell->text); break;
    default: (void)describe_machine_code(list->session, list->indices[i], cell->text);
    }
}

static bool instruction_get(const struct rows *rows, uint64_t i, struct row *row)
{
    const struct instruction_rows *list = rows->data;
    struct session *session = list->session;
    uint64_t index = list->indices[i];
    row->current = wet_of(session)->has_here && wet_of(session)->here.index == index;
    struct node node = {index, row->current ? wet_of(session)->here.instance : program_instruction(wet_of(session)->program, index).executions - 1};
    text_add(&row->text, row->current ? "> " : "  ");
    table_row(&list->table, i, row);
    row_instruction(row, session, index);
    add_slice(session, index, &node, row);
    row->place = place_of_node(session, node);
    return true;
}

static void instruction_release(struct rows *rows)
{
    struct instruction_rows *list = rows->data;
    free(list->owned);
}

void rows_of_instructions(struct session *session, const uint64_t *indices, size_t count, uint64_t *owned, struct rows *rows)
{
    static const struct column columns[] = {{STYLE_ADDRESS, WIDEST, 0}, {STYLE_LOCATION, WIDEST, 0}, {STYLE_DIM, WIDEST, 0}, {STYLE_NORMAL, 0, 0}};
    struct instruction_rows *list = arena_allocate(&rows->arena, sizeof *list);
    *list = (struct instruction_rows){.session = session, .indices = indices, .owned = owned};
    list->table = (struct table){.columns = columns, .count = sizeof columns / sizeof *columns, .cell = instruction_cell, .data = list, .indent = 2};
    table_measure(&list->table, 0, count);
    for (size_t i = 0; wet_of(session)->has_here && i < count; i++)
        if (indices[i] == wet_of(session)->here.index)
            rows->focus = i;
    rows->count = count;
    rows->data = list;
    rows->get = instruction_get;
    rows->release = instruction_release;
}

/* ---- Values and executions of one instruction ---- */

struct value_rows {
    const struct session *session;
    uint64_t index, first;
};

static void instance_range(uint64_t instance, uint64_t instance_max, struct text *out)
{
    text_printf(out, "#%" PRIu64, instance);
    if (instance_max > instance)
        text_printf(out, " to #%" PRIu64, instance_max);
}

static bool value_get(const struct rows *rows, uint64_t i, struct row *row)
{
    const struct value_rows *list = rows->data;
    struct value value = store_value(wet_of(list->session)->store, list->index, list->first + i);
    struct text digits = {0};
    instance_range(value.instance, value.instance_max, &row->text);
    row_column(row, 8);
    row_style(row, STYLE_VALUE);
    describe_number(list->session, &value, &row->text);
    row_style(row, STYLE_UNCERTAIN);
    if (value.uncertain)
        text_add(&row->text, "  uncertain: of one of these executions");
    row_number(row, "instance", value.instance);
    value_text(&value, &digits);
    row_value(row, "value", text_str(&digits));
    text_free(&digits);
    if (value.uncertain)
        row_number(row, "instance_max", value.instance_max), row_true(row, "uncertain");
    row_where(row, list->session, (struct node){list->index, value.instance});
    return true;
}

static struct value_rows *value_list(struct session *session, uint64_t index, uint64_t first, struct rows *rows)
{
    struct value_rows *list = arena_allocate(&rows->arena, sizeof *list);
    *list = (struct value_rows){session, index, first};
    rows->data = list;
    return list;
}

void rows_of_values(struct session *session, uint64_t index, uint64_t first, uint64_t count, struct rows *rows)
{
    value_list(session, index, first, rows);
    uint64_t at;
    if (wet_of(session)->has_here && wet_of(session)->here.index == index && store_values_of(wet_of(session)->store, wet_of(session)->here, &at) && at >= first)
        rows->focus = at - first;
    rows->count = count;
    rows->get = value_get;
}

/* "@525 " in as many columns as the last time needs. False: the time is unknown. */
static bool add_time(const struct session *session, struct node node, uint64_t *time, struct row *row)
{
    if (!wet_of(session)->recording || !store_time(wet_of(session)->store, node, time))
        return false;
    row_column(row, 8);
    row_style(row, STYLE_ADDRESS);
    text_printf(&row->text, "@%-*" PRIu64, snprintf(NULL, 0, "%" PRIu64, store_summary(wet_of(session)->store).times), *time);
    row_number(row, "time", *time);
    return true;
}

/* "  from apply bank.c:93": the call that began its frame; "  from apply bank.c:93 through skipped code" if skipped code lay between; for inlined code the
 * caller, "  from apply:93, inlined". */
static void add_caller(const struct session *session, uint64_t index, uint64_t time, struct row *row)
{
    uint64_t call;
    struct node node;
    struct store_frame frame;
    struct inlined_call inlined;
    if (program_inlined_calls(wet_of(session)->program, index, &inlined, 1) && inlined.caller.size && inlined.line) {
        row_style(row, STYLE_DIM);
        text_add(&row->text, "  from ");
        text_safe(&row->text, inlined.caller);
        text_printf(&row->text, ":%" PRIu64 ", inlined", inlined.line);
        return;
    }
    if (!wet_call_of(session, time, 1, &call) || !store_at(wet_of(session)->store, call, &node) || !store_frame(wet_of(session)->store, time, 0, &frame))
        return;
    struct instruction instruction = program_instruction(wet_of(session)->program, node.index);
    row_style(row, STYLE_DIM);
    text_add(&row->text, frame.handler ? "  handles a signal in " : "  from ");
    describe_location_in(&instruction, LOCATION_ROOM, &row->text);
    if (frame.from_hidden)
        text_add(&row->text, " through skipped code");
}

static bool instance_get(const struct rows *rows, uint64_t i, struct row *row)
{
    uint64_t time;
    const struct value_rows *list = rows->data;
    struct node node = {list->index, i};
    struct text value = {0};
    text_printf(&row->text, "#%" PRIu64, i);
    row_number(row, "instance", i);
    bool timed = add_time(list->session, node, &time, row);
    row_style(row, STYLE_VALUE);
    if (describe_value(list->session, node, &value)) {
        row_column(row, timed ? 0 : 8);
        text_add(&row->text, "= ");
        text_append(&row->text, text_str(&value));
    }
    text_free(&value);
    if (timed)
        add_caller(list->session, list->index, time, row);
    row_style(row, STYLE_UNKNOWN);
    if (!store_exists(wet_of(list->session)->store, node))
        text_add(&row->text, "  not in the trace");
    else
        row_where(row, list->session, node);
    return true;
}

void rows_of_instances(struct session *session, uint64_t index, struct rows *rows)
{
    value_list(session, index, 0, rows);
    rows->count = program_instruction(wet_of(session)->program, index).executions;
    rows->focus = wet_of(session)->has_here && wet_of(session)->here.index == index ? wet_of(session)->here.instance : 0;
    rows->focus = rows->focus < rows->count ? rows->focus : 0;          /* with a damaged clock `here` may be no execution */
    rows->get = instance_get;
}

/* ---- One step ---- */

/* Did the value of a statement's execution go into a later execution of the statement? */
static bool feeds(struct session *session, struct node node, struct node later)
{
    enum { FOLDED = 64 };               /* executions to look at */
    struct node way[FOLDED] = {later};
    size_t count = 1;
    bool found = false;
    uint64_t uncertain[LINK_KINDS] = {0};
    struct links links = {0};
    for (size_t i = 0; i < count && !found; i++) {
        links.count = 0;
        if (!store_certain_definers(wet_of(session)->store, way[i], &session->options.progress, &links, uncertain))
            break;
        for (size_t k = 0; k < links.count && !found; k++) {
            struct node definer = links.items[k].node;
            found = definer.index == node.index && definer.instance == node.instance;
            if (links.items[k].kind == LINK_DATA && count < FOLDED && statement_same(wet_of(session)->program, definer.index, node.index))
                way[count++] = definer;
        }
    }
    links_free(&links);
    return found;
}

struct node wet_definers_of(struct session *session, struct node node)
{
    struct node valued;
    bool whole = session->grain == GRAIN_STATEMENT && wet_statement_value(session, node, &valued) == VALUED &&
                 (valued.index != node.index || valued.instance != node.instance) && feeds(session, node, valued);
    return whole ? valued : node;
}

static bool links(struct session *session, struct str arguments, enum link_choice choice, struct answer *answer, struct error *error)
{
    struct str word = {NULL, 0};
    struct node node;
    argument_position(&arguments, &word);
    answer->is_list = true;
    if (!argument_end(arguments, error) || !position_argument(session, word, &node, error))
        return false;
    const enum grain grain = session->grain;
    session->grain = position_grain(session, word);
    bool itself = choice == LINKS_USERS || (word.size && session->grain == grain);
    bool good = rows_of_links(session, itself ? node : wet_definers_of(session, node), choice, (struct link_layout){0}, &answer->rows, error);
    answer->rows.users = choice == LINKS_USERS;
    title_of_node(session, choice == LINKS_USERS ? "uses of" : choice == LINKS_CONTROL ? "control of" : "deps of", node, &answer->rows);
    session->grain = grain;
    return good;
}

COMMAND(run_deps)
{
    return links(session, arguments, LINKS_DEFINERS, answer, error);
}

COMMAND(run_uses)
{
    return links(session, arguments, LINKS_USERS, answer, error);
}

/* A history has plain arrows: telling control from data would be a guess. */
bool need_link_kinds(const struct session *session, struct error *error)
{
    return !wet_is_history(session) || error_set(error, "a history does not tell data from control dependences: use `deps` or `slice` without `data` or `control`");
}

COMMAND(run_control)
{
    return wet_need(session, error) && need_link_kinds(session, error) && links(session, arguments, LINKS_CONTROL, answer, error);
}
