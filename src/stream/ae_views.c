/* ae_views.c - the panes of an address stream.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "session/engine.h"
#include "stream/ae.h"

#include <inttypes.h>
#include <stdlib.h>

/* ---- The panes of an address stream ---- */

/* ---- Instructions: the current function ---- */

struct code_rows {
    struct session *session;
    uint32_t address, current;          /* of the function; of the current instruction, 0: none */
};

static void mark(struct row *row, bool current)
{
    row->current = current;
    row_style(row, current ? STYLE_CURRENT : STYLE_NORMAL);
    text_add(&row->text, current ? "> " : "  ");
}

/* Adds after the current instruction: its reference, the registers it reads and those it writes. */
static void add_state(struct session *session, uint32_t address, struct row *row)
{
    struct text text = {0};
    ae_describe_reference(session, &text);
    if (text.size)
        text_add(&text, "  ");
    ae_describe_registers(session, address, &text);
    if (text.size) {
        row_column(row, 41);
        text_append(&row->text, text_str(&text));
    }
    text_free(&text);
}

static bool code_get(const struct rows *rows, uint64_t i, struct row *row)
{
    const struct code_rows *list = rows->data;
    uint32_t address = list->address + (uint32_t)i * 4;
    bool current = address == list->current;
    struct text code = {0};
    mark(row, current);
    row_style(row, current ? STYLE_CURRENT : STYLE_ADDRESS);
    text_printf(&row->text, "0x%08" PRIx32 "  ", address);
    row_style(row, current ? STYLE_CURRENT : STYLE_NORMAL);
    ae_describe_code(list->session, address, &code);
    text_append(&row->text, text_str(&code));
    if (current)
        add_state(list->session, address, row);
    ae_fields(list->session, address, row);
    row_string(row, "code", text_str(&code));
    text_free(&code);
    row->place = (struct place){.has = PLACE_ADDRESS, .address = address};
    return true;
}

bool ae_rows_of_function(struct session *session, uint32_t function, struct rows *rows, struct error *error)
{
    const struct abstract_function *own = &ae_of(session)->input.program->functions[function];
    uint32_t current = ae_of(session)->has_here ? ae_of(session)->moment.at.instruction : 0;
    struct code_rows *list = arena_allocate(&rows->arena, sizeof *list);
    (void)error;
    *list = (struct code_rows){session, own->address, current};
    rows->data = list;
    rows->get = code_get;
    rows->count = own->size / 4;
    rows->focus = current >= own->address && current - own->address < own->size ? (current - own->address) / 4 : 0;
    rows->title = arena_copy(&rows->arena, ae_function_name(ae_of(session)->input.program, function));
    return true;
}

static bool rows_of_code(struct session *session, struct rows *rows, struct error *error)
{
    uint32_t function;
    if (!ae_need(session, error))
        return false;
    if (!abstract_function_at(ae_of(session)->input.program, ae_of(session)->moment.at.instruction, &function))
        return error_set(error, "the schema has no function that contains this instruction");
    return ae_rows_of_function(session, function, rows, error);
}

/* ---- Stream: every address ---- */

static bool stream_get(const struct rows *rows, uint64_t i, struct row *row)
{
    struct session *session = rows->data;
    struct timeline_address address;
    size_t got;
    uint64_t here = ae_of(session)->moment.at.number;
    if (timeline_addresses(ae_of(session)->timeline, i + 1, 1, &address, &got) != TIMELINE_FOUND || got == 0)
        return false;
    mark(row, address.number == here);
    row_style(row, row->current ? STYLE_CURRENT : STYLE_ADDRESS);
    text_printf(&row->text, "@%-9" PRIu64 " ", address.number);
    row_style(row, row->current ? STYLE_CURRENT : address.kind == AE_INSTRUCTION ? STYLE_NORMAL : STYLE_VALUE);
    if (address.kind == AE_INSTRUCTION) {
        text_printf(&row->text, "I 0x%08" PRIx32 "  ", address.address);
        ae_describe_code(session, address.address, &row->text);
        row_column(row, 54);
        row_style(row, STYLE_LOCATION);
        ae_describe_place(session, address.address, &row->text);
    } else {
        text_printf(&row->text, "%c 0x%08" PRIx32, address.kind == AE_READ ? 'R' : 'W', address.address);
        struct text name = {0};
        ae_describe_data(session, address.instruction, address.address, &name);
        text_printf(&row->text, "%s%s", name.size ? "  " : "", text_string(&name));
        text_free(&name);
    }
    row_number(row, "event", address.number);
    row_string(row, "kind", str_of(address.kind == AE_INSTRUCTION ? "instruction" : address.kind == AE_READ ? "read" : "write"));
    row_hex(row, "location", address.address);
    if (address.kind == AE_INSTRUCTION)
        row_null(row, "data");
    else
        ae_data_field(session, &address, row);
    ae_fields(session, address.instruction, row);
    row_number(row, "depth", address.depth);
    row->place = (struct place){.has = PLACE_EVENT, .event = address.number};
    return true;
}

/* As far as the trace is known to reach: always one screen more than the current place, so that the user can go on. */
static bool rows_of_stream(struct session *session, struct rows *rows, struct error *error)
{
    uint64_t total;
    if (!ae_need(session, error))
        return false;
    (void)timeline_total(ae_of(session)->timeline, &total);
    rows->data = session;
    rows->get = stream_get;
    rows->count = total;
    rows->focus = ae_of(session)->moment.at.number - 1;
    rows->title = str_of("stream");
    return true;
}

/* ---- Frames: the call stack, each activation with its open loops ---- */

static void loop_rows(struct session *session, const struct regenerated_frame *frame, struct rows *rows)
{
    const struct regenerated_state *state = &ae_of(session)->moment.state;
    for (size_t i = frame->loop_count; i-- > 0;) {
        const struct regenerated_loop *loop = &state->loops[frame->first_loop + i];
        struct row *row = rows_add(rows, str_of("     "));
        row_style(row, STYLE_CONTROL);
        ae_describe_loop(session, loop->loop, &row->text);
        text_add(&row->text, "  ");
        ae_describe_iteration(session, frame->first_loop + i, &row->text);
        text_printf(&row->text, ", entered @%" PRIu64, loop->began);
        row_number(row, "loop", loop->loop);
        row_number(row, "iteration", loop->iteration);
        row_number(row, "entered", loop->began);
        row->place = (struct place){.has = PLACE_EVENT, .event = loop->began};
    }
}

static void frame_row(struct session *session, size_t level, uint32_t at, const struct regenerated_frame *frame, struct rows *rows)
{
    struct row *row = rows_add_printf(rows, "%c #%-2zu ", level == 0 ? '>' : ' ', level);
    row->current = level == 0;
    row_style(row, STYLE_LOCATION);
    ae_describe_place(session, at, &row->text);
    row_style(row, STYLE_CONTROL);
    for (size_t i = frame->first_loop + frame->loop_count; i-- > frame->first_loop;) {
        text_printf(&row->text, "  loop %" PRIu32 " ", ae_of(session)->moment.state.loops[i].loop);
        ae_describe_iteration(session, i, &row->text);
    }
    row_style(row, STYLE_DIM);
    const struct regenerated_state *state = &ae_of(session)->moment.state;
    bool outermost = level + 1 == state->frame_count;
    text_printf(&row->text, "  since @%" PRIu64 "%s", frame->began,
                frame->call ? "" : outermost ? ", called by code without schema" : ", called through a pointer or by code without schema");
    row_number(row, "frame", level);
    ae_fields(session, at, row);
    row_number(row, "since", frame->began);
    if (frame->call)
        row_hex(row, "call", frame->call);
    else
        row_null(row, "call");
    /* Enter leads to the frame's place: for callers, the call */
    const struct regenerated_frame *inner = frame + 1;
    row->place = (struct place){.has = PLACE_EVENT, .event = level == 0 ? ae_of(session)->moment.at.number : frame->began};
    if (level && inner->call)
        row->place.event = inner->began - ae_of(session)->input.program->ops[frame->at].count;
}

/* The place of a frame's activation: for callers, at the call. */
static uint32_t frame_address(const struct session *session, size_t index)
{
    const struct regenerated_state *state = &ae_of(session)->moment.state;
    const struct abstract *program = ae_of(session)->input.program;
    if (index + 1 == state->frame_count)
        return ae_of(session)->moment.at.instruction;
    return program->ops[state->frames[index].at].address;
}

void ae_rows_of_frames(struct session *session, struct rows *rows)
{
    enum { ENDS = 1000 };               /* a deep recursion shows its two ends */
    const struct regenerated_state *state = &ae_of(session)->moment.state;
    size_t count = state->frame_count;
    rows->title = str_of("frames");
    for (size_t level = 0; level < count; level++) {
        if (count > 2 * ENDS && level == ENDS) {
            rows_add_printf(rows, "       ... %zu more ...", count - 2 * ENDS)->style = STYLE_DIM;
            level = count - ENDS;
        }
        const struct regenerated_frame *frame = &state->frames[count - 1 - level];
        frame_row(session, level, frame_address(session, count - 1 - level), frame, rows);
        loop_rows(session, frame, rows);
    }
    if (count == 0)
        rows_add_printf(rows, "no function of the schema is active here")->style = STYLE_UNKNOWN;
}

/* ---- Registers ---- */

/* One row for each register, before the current instruction. "*" marks registers that it reads; an arrow precedes the value that it writes. */
void ae_rows_of_registers(struct session *session, struct rows *rows)
{
    const struct moment *moment = &ae_of(session)->moment;
    struct ae_registers used = ae_registers_of(session, moment->at.instruction);
    uint32_t after;
    bool interrupted;
    const uint32_t *values = ae_after(session, &after, &interrupted);
    rows->title = str_of("registers: * read here, -> written");
    for (unsigned reg = 0; reg < AE_REGISTERS; reg++) {
        bool known = moment->state.known >> reg & 1, written = used.written >> reg & 1;
        struct row *row = rows_add_printf(rows, "%c %-5s %-3u ", used.read >> reg & 1 ? '*' : ' ', ae_register_name(reg), reg);
        row_style(row, known ? STYLE_VALUE : STYLE_UNKNOWN);
        if (known)
            text_printf(&row->text, "0x%08" PRIx32, moment->state.values[reg]);
        else
            text_add(&row->text, "unknown");
        if (written) {
            row_column(row, 22);
            row_style(row, after >> reg & 1 ? STYLE_VALUE : interrupted ? STYLE_WARNING : STYLE_UNKNOWN);
            text_printf(&row->text, after >> reg & 1 ? "-> 0x%08" PRIx32 : interrupted ? "-> interrupted" : "-> unknown", values[reg]);
        }
        row_number(row, "register", reg);
        row_string(row, "name", str_of(ae_register_name(reg)));
        if (known)
            row_value_number(row, "value", moment->state.values[reg]);
        else
            row_null(row, "value");
        (used.read >> reg & 1 ? row_true : row_false)(row, "read");
        (written ? row_true : row_false)(row, "written");
        if (written && after >> reg & 1)
            row_hex(row, "after", values[reg]);
        else
            row_null(row, "after");
        if (written && interrupted)
            row_true(row, "interrupted");
    }
}

/* ---- Source ---- */

/* For the current place, or for an instruction that a place names. */
static bool find_source(struct session *session, const struct place *place, struct source_position *position, struct error *error)
{
    uint32_t *addresses, address;
    size_t count;
    if (!ae_need(session, error))
        return false;
    address = ae_of(session)->moment.at.instruction;
    if (place) {
        if (!ae_addresses_of_one(session, place, &addresses, &count, error))
            return false;
        address = addresses[0];
        free(addresses);
    }
    if (ae_position(session, address, position) && position->line)
        return true;
    return error_set(error, ae_of(session)->has_lines ? "no source line is known for this instruction"
                                                   : "the executable has no line information: compile with -g");
}

static bool rows_of_here(struct session *session, struct rows *rows, struct error *error)
{
    struct source_position position;
    struct error reason;
    rows->title = str_of("source");
    if (!ae_need(session, error))
        return false;
    if (find_source(session, NULL, &position, &reason))
        rows_of_source_file(session, position.file, position.folder, position.line, NULL, rows);
    else
        rows_add_printf(rows, "%s", reason.message)->style = STYLE_UNKNOWN;
    return true;
}

bool ae_list(struct session *session, struct str arguments, struct answer *answer, struct error *error)
{
    static const struct source_lister lister = {.find = find_source};
    return list_source(session, &lister, arguments, answer, error);
}

bool ae_view(struct session *session, enum view view, struct rows *rows, struct error *error)
{
    if (view != VIEW_SOURCE && !ae_need(session, error))
        return false;
    switch (view) {
    case VIEW_SOURCE: return rows_of_here(session, rows, error);
    case VIEW_INSTRUCTIONS: return rows_of_code(session, rows, error);
    case VIEW_FRAMES: ae_rows_of_frames(session, rows); return true;
    case VIEW_STREAM: return rows_of_stream(session, rows, error);
    case VIEW_REGISTERS: ae_rows_of_registers(session, rows); return true;
    default: return error_set(error, "an address stream has no %s pane", view_name(view));
    }
}
