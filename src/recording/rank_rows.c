/* rank_rows.c - the lines of a slice, the most suspicious first, or its executions in that order.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/against.h"
#include "recording/current_slice.h"
#include "recording/describe.h"

#include <inttypes.h>
#include <stdlib.h>

enum { WIDEST_LOCATION = 30, WIDEST_WHY = 40 };

struct rank_rows {
    struct session *session;
    struct reached *members;
    struct ranking *ranking;
    bool compared;                      /* there is another run */
    bool measured;                      /* lines have distances */
    uint64_t *ends;                     /* for executions: the number in the first i + 1 pieces; NULL: rows are lines */
    const struct slice_piece **pieces;  /* in the order of their lines */
    size_t *ranks;                      /* of these */
    struct text *values, *json;         /* of each line in order: the values that occur only here */
    struct table table;
    struct said *said;
};

static const struct slice_line *line_at(const struct rank_rows *list, size_t rank)
{
    return &list->ranking->lines.items[list->ranking->ranked[rank].line];
}

static bool is_line(const struct rank_rows *list, size_t rank)
{
    return rank < list->ranking->lines.count;
}

/* ---- The reasons for a line's rank ---- */

/* In steps from line to line over values: 2.5 */
static void say_distance(const struct rank_line *line, struct text *out)
{
    unsigned tenths = (line->distance * 10 + EXPLAIN_COST_VALUE / 2) / EXPLAIN_COST_VALUE;
    text_printf(out, "%u.%u", tenths / 10, tenths % 10);
}

static void say_runs(const struct rank_rows *list, const struct rank_line *line, struct text *out)
{
    text_add(out, "ran ");
    text_count(out, line->executions);
    if (list->compared && !line->compared)
        text_add(out, ", not compared");
    if (line->compared && !line->only_here && line->executions != line->executions_other) {
        text_add(out, ", there ");
        text_count(out, line->executions_other);
    }
}

static void say_why(const struct rank_rows *list, size_t rank, struct text *out)
{
    if (!is_line(list, rank)) {
        text_add(out, "no source line");
        return;
    }
    const struct rank_line *line = &list->ranking->ranked[rank];
    if (line->reached)
        say_distance(line, out);
    text_add(out, line->reached ? " away, " : list->measured ? "not reached, " : "");
    say_runs(list, line, out);
    text_add(out, line->only_here ? ", only here" : line->part_only_here ? ", part of it only here" : "");
    if (line->values_only_here) {
        text_add(out, line->values_only_here == 1 ? ", value only here: " : ", values only here: ");
        text_append(out, text_str(&list->values[rank]));
    }
}

static uint64_t named_values(const struct rank_line *line)
{
    return line->values_only_here < RANK_VALUES ? line->values_only_here : RANK_VALUES;
}

static void add_comparison(const struct rank_rows *list, size_t rank, struct row *row)
{
    const struct rank_line *line = &list->ranking->ranked[rank];
    if (!line->compared) {
        row_null(row, "executions_other");
        return;
    }
    row_number(row, "executions_other", line->executions_other);
    (line->only_here ? row_true : row_false)(row, "only_here");
    (line->part_only_here ? row_true : row_false)(row, "part_only_here");
    row_number(row, "count_only_here", line->values_only_here);
    row_json(row, "values_only_here", text_str(&list->json[rank]));
}

static void add_fields(const struct rank_rows *list, size_t rank, struct row *row)
{
    struct text distance = {0};
    if (!is_line(list, rank))
        return;
    const struct rank_line *line = &list->ranking->ranked[rank];
    row_number(row, "rank", rank + 1);
    if (line->reached) {
        say_distance(line, &distance);
        row_json(row, "distance", text_str(&distance));
    } else {
        row_null(row, "distance");
    }
    row_number(row, "executions", line->executions);
    if (list->compared)
        add_comparison(list, rank, row);
    text_free(&distance);
}

/* Copies what the rows need while both traces are open. */
static void say_values(struct rank_rows *list, size_t rank)
{
    const struct rank_line *line = &list->ranking->ranked[rank];
    struct text *out = &list->values[rank], *json = &list->json[rank], value = {0};
    uint64_t named = named_values(line);
    text_byte(json, '[');
    for (uint64_t i = 0; i < named; i++) {
        text_clear(&value);
        describe_value(list->session, line->valued[i], &value);
        text_add(out, i ? ", " : "");
        text_append(out, text_str(&value));
        text_add(json, i ? "," : "");
        text_quoted(json, text_str(&value));
    }
    text_byte(json, ']');
    if (line->values_only_here > named) {
        text_add(out, ", and ");
        text_count(out, line->values_only_here - named);
        text_add(out, line->values_least ? " or more" : " more");
    }
    text_free(&value);
}

/* ---- Lines ---- */

static void say_location(const struct rank_rows *list, size_t rank, struct text *out)
{
    text_safe(out, str_basename(line_at(list, rank)->at.file));
    text_printf(out, ":%" PRIu64, line_at(list, rank)->at.line);
}

static void line_cell(const void *data, uint64_t i, size_t column, struct table_cell *cell)
{
    const struct rank_rows *list = data;
    if (!is_line(list, i))
        return;
    switch (column) {
    case 0: say_location(list, i, cell->text); break;
    case 1: say_why(list, i, cell->text); break;
    default: describe_statement(list->session, line_at(list, i)->last, cell->text);
    }
}

static bool line_get(const struct rows *rows, uint64_t i, struct row *row)
{
    const struct rank_rows *list = rows->data;
    if (!is_line(list, i)) {
        slice_say_without(list->ranking->lines.without, row);
        return true;
    }
    const struct slice_line *line = line_at(list, i);
    table_row(&list->table, i, row);
    row_string(row, "file", line->at.file);
    row_number(row, "line", line->at.line);
    row_number(row, "instances", line->instances);
    add_fields(list, i, row);
    row->place = place_of_node(list->session, line->last);
    return true;
}

/* ---- Executions ---- */

static size_t piece_of(const struct rank_rows *list, uint64_t i)
{
    LOWER_BOUND(size_t, at, 0, list->ranking->lines.piece_count, list->ends[at] <= i);
    return at;
}

static struct node instance_of(const struct rank_rows *list, uint64_t i)
{
    size_t at = piece_of(list, i);
    const struct slice_piece *piece = list->pieces[at];
    return reached_get(list->members, piece->first + (i - (list->ends[at] - piece->instances)));
}

static void instance_cell(const void *data, uint64_t i, size_t column, struct table_cell *cell)
{
    const struct rank_rows *list = data;
    if (column == 1)
        say_why(list, list->ranks[piece_of(list, i)], cell->text);
    else
        node_cell(list->session, instance_of(list, i), column ? column - 1 : NODE_NAME, list->said, cell->text);
}

static bool instance_get(const struct rows *rows, uint64_t i, struct row *row)
{
    struct rank_rows *list = rows->data;
    struct node node = instance_of(list, i);
    table_row(&list->table, i, row);
    row_node(row, list->session, node);
    add_fields(list, list->ranks[piece_of(list, i)], row);
    node_row_end(list->session, node, row);
    return true;
}

static void add_pieces(struct rank_rows *list, size_t rank, const struct slice_piece *pieces, size_t count, size_t *at)
{
    for (size_t i = 0; i < count; i++, ++*at) {
        list->pieces[*at] = &pieces[i];
        list->ranks[*at] = rank;
        list->ends[*at] = (*at ? list->ends[*at - 1] : 0) + pieces[i].instances;
    }
}

static void order_instances(struct rank_rows *list)
{
    const struct slice_lines *lines = &list->ranking->lines;
    size_t count = lines->piece_count + 1, at = 0;
    list->ends = memory_allocate(count * sizeof *list->ends);
    list->pieces = memory_allocate(count * sizeof *list->pieces);
    list->ranks = memory_allocate(count * sizeof *list->ranks);
    for (size_t rank = 0; rank < lines->count; rank++)
        add_pieces(list, rank, lines->pieces + line_at(list, rank)->piece, line_at(list, rank)->pieces, &at);
    add_pieces(list, lines->count, lines->pieces + lines->lined, lines->piece_count - lines->lined, &at);
}

/* ---- The whole list ---- */

static void free_values(struct rank_rows *list, size_t rank)
{
    text_free(&list->values[rank]);
    text_free(&list->json[rank]);
}

static void release(struct rows *rows)
{
    struct rank_rows *list = rows->data;
    for (size_t i = 0; i < list->ranking->lines.count; i++)
        free_values(list, i);
    free(list->values);
    free(list->json);
    free(list->ends);
    free(list->pieces);
    free(list->ranks);
    said_free(list->said);
    reached_free(list->members);
    ranking_free(list->ranking);
}

static void note_ranking(struct session *session, const struct rank_rows *list)
{
    const struct ranking *ranking = list->ranking;
    if (!list->measured)
        session_note(session, "a forward slice has no distances, because `why` only goes backward: clew orders its lines by marks, then by how often they ran");
    else if (ranking->unreached)
        session_note(session, "%" PRIu64 " line%s `why` did not reach%s: %s last", ranking->unreached, ranking->unreached == 1 ? "" : "s",
                     ranking->walk_cut ? ", because it stopped early" : "", ranking->unreached == 1 ? "it comes" : "they come");
    if (ranking->addresses)
        session_note(session, "%" PRIu64 " value%s that may be addresses %s not compared", ranking->addresses,
                     ranking->addresses == 1 ? "" : "s", ranking->addresses == 1 ? "was" : "were");
    if (ranking->uncompared)
        session_note(session, "%" PRIu64 " value%s not compared: uncertain, larger than 64 bits, not recorded in both, or too many", ranking->uncompared,
                     ranking->uncompared == 1 ? " was" : "s were");
}

static const struct column line_columns[] = {{STYLE_LOCATION, WIDEST_LOCATION, 0}, {STYLE_VALUE, WIDEST_WHY, 0}, {STYLE_NORMAL, 0, 0}};
static const struct column instance_columns[] = {NODE_COLUMN_NAME, {STYLE_VALUE, WIDEST_WHY, 0}, NODE_COLUMNS_BEHIND};

static void make(struct session *session, struct ranking *ranking, const struct rank_question *question, bool lines, struct rows *rows)
{
    struct rank_rows *list = arena_allocate(&rows->arena, sizeof *list);
    *list = (struct rank_rows){.session = session, .members = reached_share(wet_of(session)->slice->members), .ranking = ranking,
                               .said = arena_allocate(&rows->arena, sizeof *list->said)};
    list->compared = question->other;
    list->measured = question->distance;
    list->values = memory_allocate((ranking->lines.count + 1) * sizeof *list->values);
    list->json = memory_allocate((ranking->lines.count + 1) * sizeof *list->json);
    for (size_t i = 0; i < ranking->lines.count; i++)
        say_values(list, i);
    if (!lines)
        order_instances(list);
    note_ranking(session, list);
    rows->count = lines ? ranking->lines.count + (ranking->lines.without > 0) : reached_count(list->members);
    list->table = (struct table){.columns = lines ? line_columns : instance_columns, .cell = lines ? line_cell : instance_cell, .data = list,
                                 .count = (lines ? sizeof line_columns : sizeof instance_columns) / sizeof(struct column)};
    table_measure(&list->table, 0, rows->count);
    rows->data = list;
    rows->get = lines ? line_get : instance_get;
    rows->release = release;
}

/* Distances count from the beginning of a slice, and from the end of a chop. */
static bool rank(struct session *session, struct against *other, bool lines, struct rows *rows, bool *cut, struct error *error)
{
    static const unsigned follow[] = {[REACH_DATA] = EXPLAIN_FOLLOW_VALUES | EXPLAIN_FOLLOW_ADDRESSES, [REACH_CONTROL] = EXPLAIN_FOLLOW_CONTROL,
                                      [REACH_ALL] = EXPLAIN_FOLLOW_ALL};
    const struct slice_request *asked = &wet_of(session)->slice->asked;
    const struct nodes *roots = asked->way == SLICE_CHOP ? &asked->to : &asked->from;
    struct node at;
    const struct fault *fault = wet_fault_among(session, roots, &at);
    struct explain_question distance = {.roots = roots->items, .root_count = roots->count, .follow = follow[asked->kinds], .address = fault && fault->has_accessed};
    struct rank_question question = {.members = wet_of(session)->slice->members, .distance = asked->way == SLICE_FORWARD ? NULL : &distance, .other = other->program,
                                     .shift = other->shift};
    struct ranking *ranking;
    *cut = !rank_slice(wet_of(session)->program, &question, &session->options.progress, &ranking);
    if (*cut && (store_damaged(wet_of(session)->store, false, error) || (other->store && store_damaged(other->store, false, error)))) {
        ranking_free(ranking);
        return false;
    }
    make(session, ranking, &question, lines, rows);
    return true;
}

bool slice_rows_ranked(struct session *session, struct str path, bool lines, struct rows *rows, struct error *error)
{
    struct against other = {0};
    struct text name = {0};
    struct rows parts[2] = {{0}, {0}};
    bool cut = false;
    text_append(&name, path);
    bool done = (!path.size || against_open(session, text_string(&name), &other, error)) && rank(session, &other, lines, &parts[1], &cut, error);
    against_close(&other);
    text_free(&name);
    if (done && cut)
        rows_add(&parts[0], str_of("interrupted: the rest has no distance or no marks"))->style = STYLE_WARNING;
    if (done)
        rows_chain(rows, parts, 2);
    return done;
}

void slice_say_without(uint64_t instances, struct row *row)
{
    row->style = STYLE_UNKNOWN;
    text_printf(&row->text, "%" PRIu64 " execution%s without a source line", instances, instances == 1 ? "" : "s");
}
