/* why_fields.c - what the rows of an explanation say to programs.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/questions/questions.h"
#include "recording/why.h"

bool why_is_carried(const struct why_rows *list, const struct explain_step *step)
{
    struct instruction user = program_instruction(list->session->trace->program, step->user.index);
    return step->link != EXPLAIN_ASKED && step->kind == LINK_DATA && step->port >= user.own_ports;
}

static void number_or_null(struct row *row, const char *name, bool known, uint64_t number)
{
    if (known)
        row_number(row, name, number);
    else
        row_null(row, name);
}

static void user_fields(const struct why_rows *list, const struct explain_step *step, struct row *row)
{
    bool edge = step->link != EXPLAIN_ASKED;
    struct instruction user = edge ? store_instruction(list->session->trace->store, step->user.index) : (struct instruction){0};
    number_or_null(row, "user_id", edge && user.has_id, user.id);
    if (edge && user.has_address)
        row_hex(row, "user_address", user.address);
    else
        row_null(row, "user_address");
    number_or_null(row, "user_instance", edge, step->user.instance);
}

static void value_field(const struct why_rows *list, struct node node, struct row *row)
{
    struct text digits = {0};
    uint64_t first, count = store_values_of(list->session->trace->store, node, &first);
    if (count == 1) {
        struct value value = store_value(list->session->trace->store, node.index, first);
        value_text(&value, &digits);
    }
    row_string(row, "value", count == 1 ? text_slice(&digits) : (struct slice){NULL, 0});
    text_free(&digits);
}

static struct slice name_or_null(const char *name)
{
    return name ? slice_of(name) : (struct slice){NULL, 0};
}

/* Where all that lies that is folded: copies, and parameters put aside. */
static void folded_field(const struct why_rows *list, const struct explain_step *step, struct row *row)
{
    struct text places = {0}, place = {0};
    text_add(&places, "[");
    for (size_t i = 0; i < step->copy_count + step->aside_count; i++) {
        text_clear(&place);
        why_location(list, step->copies[i].node, &place);
        text_add(&places, i ? "," : "");
        text_quoted(&places, text_slice(&place));
    }
    text_add(&places, "]");
    row_json(row, "folded_lines", text_slice(&places));
    text_free(&places);
    text_free(&place);
}

/* What there is behind the step. */
static void end_fields(const struct why_rows *list, const struct explain_step *step, struct row *row)
{
    static const char *const ends[] = {[EXPLAIN_CONSTANT] = "constant", [EXPLAIN_FRAME] = "stack", [EXPLAIN_UNWRITTEN] = "unwritten", [EXPLAIN_CALL] = "call",
                                       [EXPLAIN_HORIZON] = "horizon", [EXPLAIN_UNCERTAIN] = "uncertain", [EXPLAIN_START] = "start", [EXPLAIN_CUT] = "cut"};
    struct text by = {0};
    row_string(row, "end", name_or_null(step->end < sizeof ends / sizeof *ends ? ends[step->end] : NULL));
    if (step->end == EXPLAIN_START && step->outside) {
        describe_node(list->session, step->let_run, &by);
        row_string(row, "let_run_by", text_slice(&by));
    }
    row_number(row, "unwritten", step->unwritten);
    if (step->unwritten && step->end_home != EXPLAIN_HOME_UNKNOWN)
        row_string(row, "unwritten_in", slice_of(step->end_home == EXPLAIN_HOME_CONSTANT ? "constant" : step->end_home == EXPLAIN_HOME_STATIC ? "static" : "other"));
    text_free(&by);
}

void why_fields(const struct why_rows *list, const struct explain_step *step, struct row *row)
{
    static const char *const kinds[LINK_KINDS] = {[LINK_CONTROL] = "control", [LINK_DATA] = "data"};
    static const char *const roles[] = {[EXPLAIN_VALUE] = "value", [EXPLAIN_ADDRESS] = "address", [EXPLAIN_LIBRARY] = "library", [EXPLAIN_UNKNOWN] = NULL};
    bool edge = step->link != EXPLAIN_ASKED, told = edge && step->kind != LINK_UNKNOWN;
    bool condition = step->link == EXPLAIN_CONTROL && step->kind == LINK_DATA;
    row_number(row, "depth", step->depth);
    row_number(row, "distance", step->cost);
    row_string(row, "link", name_or_null(edge ? kinds[step->kind] : NULL));
    row_string(row, "role", name_or_null(!edge ? NULL : condition ? "condition" : roles[step->link]));
    number_or_null(row, "port", told, step->port);
    row_node(row, list->session, step->node);
    value_field(list, step->node, row);
    row_number(row, "folded", step->copy_count + step->aside_count + step->library);
    folded_field(list, step, row);
    row_number(row, "instances", step->instances);
    user_fields(list, step, row);
    end_fields(list, step, row);
    if (why_is_carried(list, step))
        row_true(row, "carried");
    if (list->question.inferred && !edge)
        row_true(row, "inferred");
}
