/* node_rows.c - lists of instances, instructions, values and places, made line by line.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "commands/session.h"

#include <inttypes.h>
#include <stdlib.h>

/* Columns are as wide as the first rows need: a list of millions is not walked through to be shown. */
enum { MEASURED = 1000, WIDEST_NODE = 30, WIDEST_LOCATION = 40, WIDEST_VALUE = 20 };

struct widths {
    size_t node, location, value;
};

/* A few very wide entries do not make the column wide: they stand out of it. */
static size_t widest(size_t width, const struct text *text, size_t limit)
{
    size_t own = text_width(text_slice(text));
    if (own > limit)
        own = limit;
    return own > width ? own : width;
}

static void measure(const struct session *session, struct node node, struct widths *widths)
{
    struct text text = {0};
    describe_node(session, node, &text);
    widths->node = widest(widths->node, &text, WIDEST_NODE);
    text_clear(&text);
    struct instruction instruction = program_instruction(session->program, node.index);
    describe_location(&instruction, &text);
    widths->location = widest(widths->location, &text, WIDEST_LOCATION);
    text_clear(&text);
    if (describe_value(session, node, &text))
        widths->value = widest(widths->value, &text, WIDEST_VALUE);
    text_free(&text);
}

/* "0x8048242#0  main foo1.c:8  = 0x2  mov x,%edx": the node stands in the row already, in columns that begin at `at`. */
static void finish_node_row(struct session *session, struct node node, const struct widths *widths, size_t at, struct row *row)
{
    struct instruction instruction = program_instruction(session->program, node.index);
    struct text text = {0};
    at += widths->node + 2;
    if (widths->location) {
        row_column(row, at);
        row_style(row, STYLE_LOCATION);
        describe_location(&instruction, &row->text);
        at += widths->location + 2;
    }
    if (describe_value(session, node, &text)) {
        row_column(row, at);
        row_style(row, STYLE_VALUE);
        text_add(&row->text, "= ");
        text_append(&row->text, text_slice(&text));
    }
    at += widths->value ? widths->value + 4 : 0;
    text_clear(&text);
    describe_code(session, node, &text);
    if (text.size) {
        row_column(row, at);
        row_style(row, STYLE_DIM);
        text_append(&row->text, text_slice(&text));
    }
    text_free(&text);
    row_style(row, STYLE_UNKNOWN);
    if (store_at_horizon(session->store, node))
        text_add(&row->text, "  history begins here");
    row_where(row, session, node);
}

/* ---- Sets of instances ---- */

struct node_rows {
    struct session *session;
    struct nodes nodes;
    struct widths widths;
};

static bool node_get(const struct rows *rows, uint64_t i, struct row *row)
{
    const struct node_rows *list = rows->data;
    struct node node = list->nodes.items[i];
    row_style(row, STYLE_ADDRESS);
    describe_node(list->session, node, &row->text);
    row_node(row, list->session, node);
    finish_node_row(list->session, node, &list->widths, 0, row);
    return true;
}

static void node_release(struct rows *rows)
{
    struct node_rows *list = rows->data;
    nodes_free(&list->nodes);
}

void rows_of_nodes(struct session *session, struct nodes *nodes, struct rows *rows)
{
    struct node_rows *list = arena_allocate(&rows->arena, sizeof *list);
    *list = (struct node_rows){session, *nodes, {0, 0, 0}};
    *nodes = (struct nodes){0};
    for (size_t i = 0; i < list->nodes.count && i < MEASURED; i++)
        measure(session, list->nodes.items[i], &list->widths);
    rows->count = list->nodes.count;
    rows->data = list;
    rows->get = node_get;
    rows->release = node_release;
}

/* ---- The trail ---- */

struct trail_rows {
    struct session *session;
    struct widths widths;
};

static bool trail_get(const struct rows *rows, uint64_t i, struct row *row)
{
    enum { MARKER = 2 };
    struct trail_rows *list = rows->data;
    const struct history *history = &list->session->history;
    struct node node;
    struct error ignored;
    if (i >= history->count || !position_resolve(list->session, &history->places[i], &node, &ignored))
        return true;
    text_add(&row->text, i == history->position ? "> " : "  ");
    row_style(row, STYLE_ADDRESS);
    describe_node(list->session, node, &row->text);
    row_node(row, list->session, node);
    finish_node_row(list->session, node, &list->widths, MARKER, row);
    row->current = i == history->position;
    return true;
}

void rows_of_trail(struct session *session, struct rows *rows)
{
    struct trail_rows *list = arena_allocate(&rows->arena, sizeof *list);
    const struct history *history = &session->history;
    struct node node;
    struct error ignored;
    *list = (struct trail_rows){session, {0, 0, 0}};
    for (size_t k = 0; k < history->count && k < MEASURED; k++)
        if (position_resolve(session, &history->places[history->count - 1 - k], &node, &ignored))
            measure(session, node, &list->widths);
    rows->data = list;
    rows->count = history->count;
    rows->focus = history->count ? history->position : 0;
    rows->get = trail_get;
}

/* ---- Links ---- */

struct link_rows {
    struct session *session;
    struct statement_links links;
    struct widths widths;
    size_t kind_width, indent;
    uint64_t ports;                 /* of the user, where all links have the same: its data ports are numbered if there are several */
    bool users;
};

/* Links through the stack or frame pointer are data dependences like others, but hardly ever what one looks for. */
static bool is_frame_link(const struct link_rows *list, const struct link *link)
{
    return link->kind == LINK_DATA && list->session->grain == GRAIN_STATEMENT && !list->users && describe_is_frame(list->session, link->node.index);
}

static void describe_kind(const struct link_rows *list, const struct link *link, struct text *out)
{
    if (is_frame_link(list, link)) {
        text_add(out, "stack");
        return;
    }
    text_add(out, link->kind == LINK_CONTROL ? "control" : link->kind == LINK_DATA ? "data" : "");
    if (link->kind == LINK_DATA && list->ports > 2)
        text_printf(out, " %" PRIu64, link->port);
}

static void link_fields(const struct link_rows *list, const struct link *link, struct row *row)
{
    if (link->kind == LINK_UNKNOWN)
        row_null(row, "port"), row_null(row, "kind");
    else
        row_number(row, "port", link->port), row_string(row, "kind", slice_of(link->kind == LINK_CONTROL ? "control" : "data"));
    row_node(row, list->session, link->node);
    if (link->uncertain && list->users)
        row_number(row, "instance_max", link->instance_max);
    if (link->uncertain)
        row_true(row, "uncertain");
}

static bool link_get(const struct rows *rows, uint64_t i, struct row *row)
{
    const struct link_rows *list = rows->data;
    const struct link *link = &list->links.items[i].link;
    size_t at = list->indent + (list->kind_width ? list->kind_width + 2 : 0);
    text_pad(&row->text, list->indent);
    row_style(row, link->kind == LINK_CONTROL ? STYLE_CONTROL : is_frame_link(list, link) ? STYLE_DIM : STYLE_NORMAL);
    describe_kind(list, link, &row->text);
    if (list->kind_width)
        row_column(row, at);
    row_style(row, STYLE_ADDRESS);
    describe_node(list->session, link->node, &row->text);
    link_fields(list, link, row);
    if (link->uncertain && link->instance_max > link->node.instance)
        text_printf(&row->text, " to #%" PRIu64, link->instance_max);
    finish_node_row(list->session, link->node, &list->widths, at, row);
    row_style(row, STYLE_UNCERTAIN);
    if (link->uncertain)
        text_add(&row->text, list->users ? "  uncertain: one of these instances" : "  uncertain: perhaps of another instance");
    return true;
}

static void link_release(struct rows *rows)
{
    struct link_rows *list = rows->data;
    statement_links_free(&list->links);
}

static void measure_links(struct link_rows *list)
{
    struct text kind = {0};
    list->kind_width = session_is_history(list->session) ? 0 : sizeof "control" - 1;
    for (size_t i = 0; i < list->links.count && i < MEASURED; i++) {
        measure(list->session, list->links.items[i].link.node, &list->widths);
        describe_kind(list, &list->links.items[i].link, &kind);
        list->kind_width = widest(list->kind_width, &kind, WIDEST_NODE);
        text_clear(&kind);
    }
    text_free(&kind);
}

static void keep_control(struct statement_links *links)
{
    size_t kept = 0;
    for (size_t i = 0; i < links->count; i++)
        if (links->items[i].link.kind == LINK_CONTROL)
            links->items[kept++] = links->items[i];
    links->count = kept;
}

/* Links of single instructions in the shape of those of statements. */
static bool plain_links(struct session *session, struct node node, bool users, struct statement_links *out)
{
    struct links links = {0};
    const struct progress *progress = &session->options.progress;
    bool done = users ? store_users(session->store, node, progress, &links) : store_definers(session->store, node, progress, &links);
    out->items = array_grow(out->items, &out->capacity, links.count, sizeof *out->items);
    for (size_t i = 0; i < links.count; i++)
        out->items[i] = (struct statement_link){links.items[i], node};
    out->count = links.count;
    links_free(&links);
    return done;
}

/* Puts links through the stack pointer behind the others; their order stays otherwise. */
static void frames_last(const struct link_rows *list, struct statement_links *links)
{
    struct statement_link *moved = memory_allocate(links->count * sizeof *moved);
    size_t kept = 0, frames = 0;
    for (size_t i = 0; i < links->count; i++)
        if (is_frame_link(list, &links->items[i].link))
            moved[frames++] = links->items[i];
        else
            links->items[kept++] = links->items[i];
    for (size_t i = 0; i < frames; i++)
        links->items[kept + i] = moved[i];
    free(moved);
}

static void add_unknown(const struct link_rows *list, const char *text, struct rows *rows)
{
    rows_add_printf(rows, "%*s%s", (int)list->indent, "", text)->style = STYLE_UNKNOWN;
}

/* Says for people what to a program an absent object says: port `port` has no definer. */
static void say_missing(const struct link_rows *list, uint64_t port, struct rows *rows)
{
    struct link link = {.port = port, .kind = port ? LINK_DATA : LINK_CONTROL};
    struct text text = {0};
    describe_kind(list, &link, &text);
    text_pad(&text, list->kind_width);
    text_add(&text, "  no definer recorded");
    add_unknown(list, text_string(&text), rows);
    text_free(&text);
}

/* The data ports without a definer; hostile files have millions. */
static void add_missing_data(const struct link_rows *list, struct rows *rows)
{
    enum { SAID = 8 };
    uint64_t missing = 0;
    struct text text = {0};
    for (uint64_t port = 1, i = 0; port < list->ports; port++) {
        bool has = false;
        for (; i < list->links.count && list->links.items[i].link.port <= port; i++)
            has |= list->links.items[i].link.port == port;
        if (!has && ++missing <= SAID)
            say_missing(list, port, rows);
    }
    text_printf(&text, "and %" PRIu64 " more ports without a definer", missing - SAID);
    if (missing > SAID)
        add_unknown(list, text_string(&text), rows);
    text_free(&text);
}

/* What stands before and behind the definers that are recorded. */
static void add_missing(const struct link_rows *list, struct node node, bool only_control, struct rows *before, struct rows *behind)
{
    if (list->ports && (list->links.count == 0 || list->links.items[0].link.port > 0))
        say_missing(list, 0, before);
    if (!only_control)
        add_missing_data(list, behind);
    if (store_at_horizon(list->session->store, node))
        add_unknown(list, "history begins here: what it depends upon, if anything, is beyond the history horizon", behind);
    else if (list->links.count + before->count + behind->count == 0)
        add_unknown(list, "no definer recorded", behind);
}

bool rows_of_links(struct session *session, struct node node, enum link_choice choice, size_t indent, struct rows *rows, struct error *error)
{
    bool users = choice == LINKS_USERS, only_control = choice == LINKS_CONTROL;
    bool statement = session->grain == GRAIN_STATEMENT && !session_is_history(session);
    const struct progress *progress = &session->options.progress;
    struct rows parts[3] = {{0}, {0}, {0}};
    struct link_rows *list = arena_allocate(&parts[1].arena, sizeof *list);
    *list = (struct link_rows){.session = session, .users = users, .indent = indent};
    bool done;
    if (!statement)
        done = plain_links(session, node, users, &list->links);
    else if (users)
        done = statement_users(session->program, node, progress, &list->links);
    else
        done = statement_definers(session->program, node, progress, &list->links);
    if (only_control)
        keep_control(&list->links);
    if (!users && !statement)
        list->ports = program_instruction(session->program, node.index).ports;
    if (statement && !users)
        frames_last(list, &list->links);
    measure_links(list);
    parts[1].count = list->links.count;
    parts[1].data = list;
    parts[1].get = link_get;
    parts[1].release = link_release;
    if (!users)
        add_missing(list, node, only_control, &parts[0], &parts[2]);
    else if (list->links.count == 0)
        add_unknown(list, "no user recorded", &parts[2]);
    if (list->links.cut)
        rows_add_printf(&parts[2], "the statement is larger than %d instances: there may be more", STATEMENT_MAX)->style = STYLE_WARNING;
    rows_chain(rows, parts, 3);
    return done || error_set(error, "interrupted");
}
