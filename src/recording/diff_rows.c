/* diff_rows.c - two runs compared, as rows.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/diff.h"
#include "recording/questions/questions.h"
#include "recording/wet.h"
#include "session/engine.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>


enum { WIDEST_PLACE = 30, WIDEST_SAID = 40 };

static struct place place_there(struct session *session, const struct diff_answer *answer, struct node node)
{
    struct session_trace *was = traces_borrow(session, answer->other);
    struct place place = place_of_node(session, node);
    traces_return(session, was);
    place.trace = answer->other->number;
    return place;
}

/* ---- Counts ---- */

static void warn(struct rows *rows, const char *before, uint64_t count, const char *one, const char *several)
{
    struct row *row = rows_add(rows, slice_of(before));
    diff_say_count_of(&row->text, count, one, several);
    row->style = STYLE_DIM;
}

void diff_rows_counts(struct session *session, const struct diff_answer *answer, struct rows *rows)
{
    const struct diff *diff = answer->diff;
    struct row *row = rows_add(rows, (struct slice){NULL, 0});
    diff_say_count_of(&row->text, diff->aligned, "instance ran in both", "instances ran in both");
    text_add(&row->text, ", ");
    text_count(&row->text, diff->only_here);
    text_printf(&row->text, " only in %u (this one), ", session->trace->number);
    text_count(&row->text, diff->only_there);
    text_printf(&row->text, " only in %u", answer->other->number);
    row_number(row, "both", diff->aligned);
    row_number(row, "only_here", diff->only_here);
    row_number(row, "only_there", diff->only_there);
    row_number(row, "unknown", diff->unknown);
    row_number(row, "values", diff->values);
    row_number(row, "addresses", diff->addresses);
    row_number(row, "guards", diff->guards);
    row_number(row, "uncompared", diff->uncompared);
    row = rows_add(rows, (struct slice){NULL, 0});
    text_add(&row->text, "of those in both ");
    diff_say_count_of(&row->text, diff->values, "value differs", "values differ");
    if (diff->addresses)
        warn(rows, "not counted: ", diff->addresses, "value that may be an address differs", "values that may be addresses differ");
    if (diff->guards)
        warn(rows, "not counted: ", diff->guards, "value of the stack protector, which is random", "values of the stack protector, which are random");
    if (diff->uncompared)
        warn(rows, "not compared: ", diff->uncompared, "value that is uncertain, or recorded in one only", "values that are uncertain, or recorded in one only");
    if (diff->unknown)
        warn(rows, "not known: ", diff->unknown, "instance, whose code or control dependence cannot be compared",
             "instances, whose code or control dependences cannot be compared");
    if (diff->cut)
        rows_add(rows, slice_of("the runs differ too often: the rest is not known"))->style = STYLE_WARNING;
    if (diff->parts_least)
        rows_add(rows, slice_of("the runs part in more places than are kept"))->style = STYLE_WARNING;
}

/* ---- Where the runs part: one row for each line ---- */

struct group {
    size_t first;                       /* of the parts: its earliest */
    uint64_t count;
};

struct grouping {
    const struct program *program;
    struct group *groups;
    size_t count, capacity;
    uint64_t *group_of;                 /* of an instruction: 1 + its group; 0: none yet */
    struct pool names;                  /* of lines: a file and a number */
    struct map group_of_line;           /* by the place of its name: the same */
};

/* Of a line that is known; an instruction without one stands alone. */
static uint64_t *group_of(struct grouping *grouping, uint64_t index, uint64_t *key)
{
    struct instruction instruction = program_instruction(grouping->program, index);
    uint64_t *own = &grouping->group_of[index];
    *key = 0;
    if (*own || !instruction.line || !instruction.file.size)
        return own;
    struct text name = {0};
    text_append(&name, instruction.file);
    text_printf(&name, ":%" PRIu64, instruction.line);
    *key = (uintptr_t)pool_name(&grouping->names, text_slice(&name)).data;
    text_free(&name);
    (void)!map_get(&grouping->group_of_line, *key, own);
    return own;
}

static void add_part(struct grouping *grouping, const struct diff *diff, size_t i)
{
    uint64_t key, *own = group_of(grouping, diff->parts[i].here.index, &key);
    if (*own) {
        grouping->groups[*own - 1].count++;
        return;
    }
    grouping->groups = array_grow(grouping->groups, &grouping->capacity, grouping->count + 1, sizeof *grouping->groups);
    grouping->groups[grouping->count++] = (struct group){i, 1};
    *own = grouping->count;
    if (key)
        map_put(&grouping->group_of_line, key, *own);
}

static void say_part(struct session *session, const struct diff_answer *answer, const struct diff_part *part, uint64_t count, struct text *out)
{
    if (part->kind == DIFF_WAY)
        diff_say_led(session, answer, part, out);
    else
        diff_say_values(session, answer, part->here, part->there, out);
    if (part->kind == DIFF_SOURCE)
        text_add(out, ", written elsewhere");
    if (count > 1) {
        text_add(out, "  x ");
        text_count(out, count);
    }
}

static void part_fields(struct session *session, const struct diff_answer *answer, const struct diff_part *part, uint64_t count, struct row *row)
{
    static const char *const kinds[] = {[DIFF_VALUE] = "value", [DIFF_SOURCE] = "source", [DIFF_WAY] = "way"};
    struct text own = {0}, other = {0};
    row_string(row, "difference", slice_of(kinds[part->kind]));
    (part->follows ? row_true : row_false)(row, "follows");
    row_node(row, session, part->here);
    row_number(row, "instance_other", part->there.instance);
    row_number(row, "count", count);
    if (part->kind != DIFF_WAY) {
        diff_say_value(session, session->trace->store, part->here, &own);
        diff_say_value(session, answer->other->store, part->there, &other);
        row_string(row, "value", text_slice(&own));
        row_string(row, "value_other", text_slice(&other));
    }
    row->place = place_of_node(session, part->here);
    text_free(&own);
    text_free(&other);
}

static void add_group(struct session *session, const struct diff_answer *answer, const struct group *group, size_t width, size_t said, struct rows *rows)
{
    const struct diff_part *part = &answer->diff->parts[group->first];
    struct row *row = rows_add(rows, slice_of("  "));
    row_style(row, STYLE_LOCATION);
    diff_say_place(session->trace->program, part->here.index, &row->text);
    row_column(row, width + 4);
    row_style(row, STYLE_VALUE);
    say_part(session, answer, part, group->count, &row->text);
    row_column(row, width + said + 6);
    row_style(row, STYLE_NORMAL);
    if (!describe_statement(session, part->here, &row->text))
        describe_code(session, part->here, &row->text);
    part_fields(session, answer, part, group->count, row);
}

static void measure(struct session *session, const struct diff_answer *answer, const struct grouping *grouping, size_t most, size_t *width, size_t *said)
{
    struct text text = {0};
    for (size_t i = 0; i < grouping->count && i < most; i++) {
        const struct diff_part *part = &answer->diff->parts[grouping->groups[i].first];
        text_clear(&text);
        diff_say_place(session->trace->program, part->here.index, &text);
        *width = widest(*width, &text, WIDEST_PLACE);
        text_clear(&text);
        say_part(session, answer, part, grouping->groups[i].count, &text);
        *said = widest(*said, &text, WIDEST_SAID);
    }
    text_free(&text);
}

enum which { WHERE_VALUES_PART, WHERE_WAYS_PART, WAYS_THAT_FOLLOW, WAYS_CUT_OFF };

/* The run ended before it came to what the way let run in the other one. */
static bool is_cut_off(const struct diff *diff, const struct diff_part *way)
{
    struct node node;
    return (diff_way_went_here(diff, way, &node) == DIFF_WENT_NOWHERE && !diff_way_here(diff, way, &node)) ||
           (diff_way_went_there(diff, way, &node) == DIFF_WENT_NOWHERE && !diff_way_there(diff, way, &node));
}

static enum which which_of(const struct diff *diff, const struct diff_part *part)
{
    if (part->kind != DIFF_WAY)
        return WHERE_VALUES_PART;
    return is_cut_off(diff, part) ? WAYS_CUT_OFF : part->follows ? WAYS_THAT_FOLLOW : WHERE_WAYS_PART;
}

static void add_groups(struct session *session, const struct diff_answer *answer, enum which which, const char *heading, size_t most, struct rows *rows)
{
    struct grouping grouping = {.program = session->trace->program};
    size_t width = 0, said = 0;
    char how[32];
    grouping.group_of = memory_allocate((store_count(session->trace->store) + 1) * sizeof *grouping.group_of);
    for (size_t i = 0; i < answer->diff->part_count; i++)
        if (which_of(answer->diff, &answer->diff->parts[i]) == which)
            add_part(&grouping, answer->diff, i);
    size_t shown = most && grouping.count > most ? most : grouping.count;
    measure(session, answer, &grouping, shown < MEASURED ? shown : MEASURED, &width, &said);
    if (grouping.count)
        rows_add(rows, slice_of(heading))->style = STYLE_HEADING;
    for (size_t i = 0; i < shown; i++)
        add_group(session, answer, &grouping.groups[i], width, said, rows);
    snprintf(how, sizeof how, "diff %u causes", answer->other->number);
    diff_say_rest(rows, grouping.count - shown, how);
    free(grouping.groups);
    free(grouping.group_of);
    pool_free(&grouping.names);
    map_free(&grouping.group_of_line);
}

void diff_rows_parts(struct session *session, const struct diff_answer *answer, size_t most, struct rows *rows)
{
    add_groups(session, answer, WHERE_VALUES_PART, "Here the runs part: values differ, and nothing that they depend upon does", most, rows);
    add_groups(session, answer, WHERE_WAYS_PART, "Here the runs part: they go on differently, and nothing that was looked at differs", most, rows);
    add_groups(session, answer, WAYS_THAT_FOLLOW, "Here the runs go on differently, since what was looked at differs", most, rows);
}

void diff_rows_ends(struct session *session, const struct diff_answer *answer, size_t most, struct rows *rows)
{
    add_groups(session, answer, WAYS_CUT_OFF, "Here one run ended before it came to what ran in the other one", most, rows);
}

/* ---- Lines ---- */

static void say_line_difference(const struct diff_answer *answer, const struct diff_line *line, struct text *out)
{
    if (!line->executions_there) {
        text_add(out, "only here, x");
        text_count(out, line->executions_here);
    } else if (!line->executions_here) {
        text_printf(out, "only in %u, x", answer->other->number);
        text_count(out, line->executions_there);
    } else if (line->executions_here != line->executions_there) {
        text_byte(out, 'x');
        text_count(out, line->executions_here);
        text_printf(out, ", in %u x", answer->other->number);
        text_count(out, line->executions_there);
    } else if (line->only_here || line->only_there) {
        text_add(out, "part of it, or at other times");
    }
    if (line->values) {
        text_add(out, line->only_here || line->only_there ? ", " : "");
        diff_say_count_of(out, line->values, "value", "values");
    }
}

static void describe_there(struct session *session, const struct diff_answer *answer, struct node node, struct text *out)
{
    struct session_trace *was = traces_borrow(session, answer->other);
    describe_statement(session, node, out);
    traces_return(session, was);
}

static void add_line(struct session *session, const struct diff_answer *answer, const struct diff_line *line, size_t width, size_t said, struct rows *rows)
{
    struct row *row = rows_add(rows, slice_of("  "));
    struct node first = line->first;
    row_style(row, STYLE_LOCATION);
    diff_say_line(line->file, line->line, &row->text);
    row_column(row, width + 4);
    row_style(row, STYLE_VALUE);
    say_line_difference(answer, line, &row->text);
    row_column(row, width + said + 6);
    row_style(row, STYLE_NORMAL);
    if (line->ran_here)
        describe_statement(session, first, &row->text);
    else
        describe_there(session, answer, first, &row->text);
    row_string(row, "file", line->file);
    row_number(row, "line", line->line);
    row_number(row, "executions", line->executions_here);
    row_number(row, "executions_other", line->executions_there);
    row_number(row, "instances_only_here", line->only_here);
    row_number(row, "instances_only_there", line->only_there);
    row_number(row, "values", line->values);
    row->place = line->ran_here ? place_of_node(session, first) : place_there(session, answer, first);
}

static bool is_alone(const struct diff_line *line)
{
    return !line->executions_here || !line->executions_there;
}

void diff_rows_lines(struct session *session, const struct diff_answer *answer, bool alone, size_t most, struct rows *rows)
{
    const struct diff *diff = answer->diff;
    struct text text = {0};
    size_t width = 0, said = 0, count = 0, shown = 0;
    char how[32];
    for (size_t i = 0; i < diff->line_count; i++) {
        const struct diff_line *line = &diff->lines[i];
        if (alone && !is_alone(line))
            continue;
        count++;
        text_clear(&text);
        diff_say_line(line->file, line->line, &text);
        width = widest(width, &text, WIDEST_PLACE);
        text_clear(&text);
        say_line_difference(answer, line, &text);
        said = widest(said, &text, WIDEST_SAID);
    }
    if (count)
        rows_add(rows, slice_of(alone ? "Lines that ran in one only" : "Lines that ran in one only, in other instances, or with other values"))->style = STYLE_HEADING;
    for (size_t i = 0; i < diff->line_count && (!most || shown < most); i++)
        if (!alone || is_alone(&diff->lines[i])) {
            add_line(session, answer, &diff->lines[i], width, said, rows);
            shown++;
        }
    snprintf(how, sizeof how, "diff %u lines", answer->other->number);
    diff_say_rest(rows, count - shown, how);
    text_free(&text);
}

/* ---- Values ---- */

struct value_rows {
    struct session *session;
    struct diff_answer answer;
    struct widths widths;
    struct said said;
};

static bool value_get(const struct rows *rows, uint64_t i, struct row *row)
{
    struct value_rows *list = rows->data;
    const struct diff_pair *pair = &list->answer.diff->pairs[i];
    struct text values = {0}, own = {0}, other = {0};
    row_style(row, STYLE_ADDRESS);
    describe_node(list->session, pair->here, &row->text);
    row_node(row, list->session, pair->here);
    row_number(row, "instance_other", pair->there.instance);
    diff_say_values(list->session, &list->answer, pair->here, pair->there, &values);
    diff_say_value(list->session, list->session->trace->store, pair->here, &own);
    diff_say_value(list->session, list->answer.other->store, pair->there, &other);
    row_string(row, "value", text_slice(&own));
    row_string(row, "value_other", text_slice(&other));
    node_row_finish(list->session, pair->here, slice_cut(text_slice(&values), 2, SIZE_MAX), &list->widths, &list->said, 0, row);
    text_free(&values);
    text_free(&own);
    text_free(&other);
    return true;
}

static void value_release(struct rows *rows)
{
    struct value_rows *list = rows->data;
    said_free(&list->said);
    diff_free(list->answer.diff);
}

void diff_rows_values(struct session *session, struct diff_answer *answer, struct rows *rows)
{
    struct value_rows *list = arena_allocate(&rows->arena, sizeof *list);
    *list = (struct value_rows){.session = session, .answer = *answer};
    for (size_t i = 0; i < answer->diff->pair_count && i < MEASURED; i++)
        widths_measure(session, answer->diff->pairs[i].here, &list->widths);
    rows->count = answer->diff->pair_count;
    rows->data = list;
    rows->get = value_get;
    rows->release = value_release;
    answer->diff = NULL;
}
