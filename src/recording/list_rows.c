/* list_rows.c - lists of instructions, values, instances and places visited.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/current_slice.h"
#include "recording/questions/questions.h"
#include "recording/wet.h"

#include <inttypes.h>
#include <stdlib.h>

enum { WIDEST = 40 };

/* ---- Instructions ---- */

struct instruction_rows {
    const struct session *session;
    const uint64_t *indices;
    uint64_t *owned;
    size_t name_width, location_width, count_width;
};

static void describe_instruction(const struct session *session, uint64_t index, struct text *out)
{
    struct instruction instruction = store_instruction(session->trace->store, index);
    if (instruction.has_id)
        text_printf(out, "%-6" PRIu64 " ", instruction.id);
    if (instruction.has_address)
        text_hex(out, instruction.address);
}

/* "x9", or of a locked slice "8/9": so many of them are in it. */
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

static void widen(struct text *scratch, size_t *width)
{
    size_t own = text_width(text_slice(scratch));
    if (own > WIDEST)
        own = WIDEST;
    if (own > *width)
        *width = own;
    text_clear(scratch);
}

/* What is not in a locked slice is dim; what is leads to the last member. */
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

static bool instruction_get(const struct rows *rows, uint64_t i, struct row *row)
{
    const struct instruction_rows *list = rows->data;
    const struct session *session = list->session;
    uint64_t index = list->indices[i];
    struct instruction instruction = program_instruction(session->trace->program, index);
    row->current = session->trace->has_here && session->trace->here.index == index;
    struct node node = {index, row->current ? session->trace->here.instance : instruction.executions - 1};
    enum { MARKER = 2 };
    size_t at = MARKER + list->name_width + 2;
    text_add(&row->text, row->current ? "> " : "  ");
    row_style(row, STYLE_ADDRESS);
    describe_instruction(session, index, &row->text);
    row_column(row, at);
    row_style(row, STYLE_LOCATION);
    describe_location_in(&instruction, LOCATION_ROOM, &row->text);
    row_column(row, at += list->location_width + 2);
    row_style(row, STYLE_DIM);
    describe_executions(session, index, &instruction, &row->text);
    row_style(row, STYLE_NORMAL);
    struct text code = {0};
    if (program_code_text(session->trace->program, index, &code)) {
        row_column(row, at + list->count_width + 2);
        text_append(&row->text, text_slice(&code));
    }
    text_free(&code);
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
    struct instruction_rows *list = arena_allocate(&rows->arena, sizeof *list);
    *list = (struct instruction_rows){.session = session, .indices = indices, .owned = owned};
    struct text scratch = {0};
    for (size_t i = 0; i < count; i++) {
        if (session->trace->has_here && indices[i] == session->trace->here.index)
            rows->focus = i;
        if (i >= MEASURED)
            continue;
        struct instruction instruction = program_instruction(session->trace->program, indices[i]);
        describe_instruction(session, indices[i], &scratch);
        widen(&scratch, &list->name_width);
        describe_location_in(&instruction, LOCATION_ROOM, &scratch);
        widen(&scratch, &list->location_width);
        describe_executions(session, indices[i], &instruction, &scratch);
        widen(&scratch, &list->count_width);
    }
    text_free(&scratch);
    rows->count = count;
    rows->data = list;
    rows->get = instruction_get;
    rows->release = instruction_release;
}

/* ---- Values and instances of one instruction ---- */

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
    struct value value = store_value(list->session->trace->store, list->index, list->first + i);
    struct text digits = {0};
    instance_range(value.instance, value.instance_max, &row->text);
    row_column(row, 8);
    row_style(row, STYLE_VALUE);
    describe_number(list->session, &value, &row->text);
    row_style(row, STYLE_UNCERTAIN);
    if (value.uncertain)
        text_add(&row->text, "  uncertain: of one of these instances");
    row_number(row, "instance", value.instance);
    value_text(&value, &digits);
    row_string(row, "value", text_slice(&digits));
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
    if (session->trace->has_here && session->trace->here.index == index && store_values_of(session->trace->store, session->trace->here, &at) && at >= first)
        rows->focus = at - first;
    rows->count = count;
    rows->get = value_get;
}

/* "@525 " in as many columns as the last time takes. False: when it ran is not known. */
static bool add_time(const struct session *session, struct node node, uint64_t *time, struct row *row)
{
    if (!session->trace->recording || !store_time(session->trace->store, node, time))
        return false;
    row_column(row, 8);
    row_style(row, STYLE_ADDRESS);
    text_printf(&row->text, "@%-*" PRIu64, snprintf(NULL, 0, "%" PRIu64, store_summary(session->trace->store).times), *time);
    row_number(row, "time", *time);
    return true;
}

/* "  from apply bank.c:93": the call that the frame it ran in began with, "  from apply bank.c:93 through code that is not shown" if that lay between; of
 * inlined code who called that, "  from apply:93, inlined". */
static void add_caller(const struct session *session, uint64_t index, uint64_t time, struct row *row)
{
    uint64_t call;
    struct node node;
    struct store_frame frame;
    struct inlined_call inlined;
    if (program_inlined_calls(session->trace->program, index, &inlined, 1) && inlined.caller.size && inlined.line) {
        row_style(row, STYLE_DIM);
        text_add(&row->text, "  from ");
        text_safe(&row->text, inlined.caller);
        text_printf(&row->text, ":%" PRIu64 ", inlined", inlined.line);
        return;
    }
    if (!wet_call_of(session, time, 1, &call) || !store_at(session->trace->store, call, &node) || !store_frame(session->trace->store, time, 0, &frame))
        return;
    struct instruction instruction = program_instruction(session->trace->program, node.index);
    row_style(row, STYLE_DIM);
    text_add(&row->text, frame.handler ? "  handles a signal in " : "  from ");
    describe_location_in(&instruction, LOCATION_ROOM, &row->text);
    if (frame.from_hidden)
        text_add(&row->text, " through code that is not shown");
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
        text_append(&row->text, text_slice(&value));
    }
    text_free(&value);
    if (timed)
        add_caller(list->session, list->index, time, row);
    row_style(row, STYLE_UNKNOWN);
    if (!store_exists(list->session->trace->store, node))
        text_add(&row->text, "  not in the trace");
    else
        row_where(row, list->session, node);
    return true;
}

void rows_of_instances(struct session *session, uint64_t index, struct rows *rows)
{
    value_list(session, index, 0, rows);
    rows->count = program_instruction(session->trace->program, index).executions;
    rows->focus = session->trace->has_here && session->trace->here.index == index ? session->trace->here.instance : 0;
    rows->focus = rows->focus < rows->count ? rows->focus : 0;          /* of a damaged clock here may be no instance */
    rows->get = instance_get;
}
