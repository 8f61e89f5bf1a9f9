/* node_rows.c - lists of instances and places, made line by line.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/questions/questions.h"
#include "recording/wet.h"
#include "session/engine.h"

#include <inttypes.h>
#include <stdlib.h>

enum { WIDEST_NODE = 30, WIDEST_VALUE = 24 };

void widths_measure(const struct session *session, struct node node, struct widths *widths)
{
    struct text text = {0};
    describe_node(session, node, &text);
    widths->node = widest(widths->node, &text, WIDEST_NODE);
    text_clear(&text);
    struct instruction instruction = program_instruction(session->trace->program, node.index);
    describe_location_in(&instruction, LOCATION_ROOM, &text);
    widths->location = widest(widths->location, &text, LOCATION_ROOM);
    text_clear(&text);
    if (describe_value(session, node, &text))
        widths->value = widest(widths->value, &text, WIDEST_VALUE);
    text_free(&text);
}

void said_free(struct said *said)
{
    text_free(&said->location);
    text_free(&said->code);
}

static void say(struct session *session, struct node node, struct said *said)
{
    if (said->known && said->index == node.index && said->version == session->version)
        return;
    struct instruction instruction = program_instruction(session->trace->program, node.index);
    text_clear(&said->location);
    text_clear(&said->code);
    describe_location_in(&instruction, LOCATION_ROOM, &said->location);
    describe_code(session, node, &said->code);
    said->known = true;
    said->index = node.index;
    said->version = session->version;
}

void node_row_finish(struct session *session, struct node node, struct slice value, const struct widths *widths, struct said *said, size_t at, struct row *row)
{
    say(session, node, said);
    at += widths->node + 2;
    if (widths->location) {
        row_column(row, at);
        row_style(row, STYLE_LOCATION);
        text_append(&row->text, text_slice(&said->location));
        at += widths->location + 2;
    }
    if (value.size) {
        row_column(row, at);
        row_style(row, STYLE_VALUE);
        text_add(&row->text, "= ");
        text_append(&row->text, value);
    }
    at += widths->value ? widths->value + 4 : 0;
    if (said->code.size) {
        row_column(row, at);
        row_style(row, STYLE_DIM);
        text_append(&row->text, text_slice(&said->code));
    }
    row_style(row, STYLE_UNKNOWN);
    if (store_at_horizon(session->trace->store, node))
        text_add(&row->text, "  history begins here");
    wet_fault_mark(session, node, row);
    row_where(row, session, node);
}

static void finish_node_row(struct session *session, struct node node, const struct widths *widths, struct said *said, size_t at, struct row *row)
{
    struct text value = {0};
    describe_value(session, node, &value);
    node_row_finish(session, node, text_slice(&value), widths, said, at, row);
    text_free(&value);
}

/* ---- Sets of instances ---- */

struct node_rows {
    struct session *session;
    struct reached *reached;        /* or NULL: they are listed */
    struct nodes nodes;
    struct widths widths;
    struct said said;
};

void nodes_add(struct nodes *nodes, struct node node)
{
    nodes->items = array_grow(nodes->items, &nodes->capacity, nodes->count + 1, sizeof *nodes->items);
    nodes->items[nodes->count++] = node;
}

void nodes_free(struct nodes *nodes)
{
    free(nodes->items);
    *nodes = (struct nodes){0};
}

static bool node_get(const struct rows *rows, uint64_t i, struct row *row)
{
    struct node_rows *list = rows->data;
    struct node node = list->reached ? reached_get(list->reached, i) : list->nodes.items[i];
    row_style(row, STYLE_ADDRESS);
    describe_node(list->session, node, &row->text);
    row_node(row, list->session, node);
    finish_node_row(list->session, node, &list->widths, &list->said, 0, row);
    return true;
}

static void node_release(struct rows *rows)
{
    struct node_rows *list = rows->data;
    said_free(&list->said);
    nodes_free(&list->nodes);
    reached_free(list->reached);
}

static void show_nodes(struct session *session, struct reached *reached, struct nodes nodes, struct rows *rows)
{
    struct node_rows *list = arena_allocate(&rows->arena, sizeof *list);
    *list = (struct node_rows){.session = session, .reached = reached, .nodes = nodes};
    rows->count = reached ? reached_count(reached) : nodes.count;
    for (uint64_t i = 0; i < rows->count && i < MEASURED; i++)
        widths_measure(session, reached ? reached_get(reached, i) : nodes.items[i], &list->widths);
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
    struct widths widths;
    struct said said;
};

static void trail_release(struct rows *rows)
{
    struct trail_rows *list = rows->data;
    said_free(&list->said);
}

static bool trail_get(const struct rows *rows, uint64_t i, struct row *row)
{
    enum { MARKER = 2 };
    struct trail_rows *list = rows->data;
    const struct history *history = &list->session->trace->history;
    struct node node;
    struct error ignored;
    if (i >= history->count)
        return true;
    text_add(&row->text, i == history->position ? "> " : "  ");
    row->current = i == history->position;
    row_style(row, STYLE_ADDRESS);
    if (!position_look(list->session, &history->places[i], &node, &ignored)) {
        describe_lost(list->session, &history->places[i], row);
        return true;
    }
    describe_node(list->session, node, &row->text);
    row_node(row, list->session, node);
    finish_node_row(list->session, node, &list->widths, &list->said, MARKER, row);
    row->current = i == history->position;
    return true;
}

void rows_of_trail(struct session *session, struct rows *rows)
{
    struct trail_rows *list = arena_allocate(&rows->arena, sizeof *list);
    const struct history *history = &session->trace->history;
    struct node node;
    struct error ignored;
    *list = (struct trail_rows){.session = session};
    for (size_t k = 0; k < history->count && k < MEASURED; k++)
        if (position_look(session, &history->places[history->count - 1 - k], &node, &ignored))
            widths_measure(session, node, &list->widths);
    rows->data = list;
    rows->count = history->count;
    rows->focus = history->count ? history->position : 0;
    rows->get = trail_get;
    rows->release = trail_release;
}
