/* ae_describe.c - an address stream as text: data by name, instructions, references, registers, loops.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "code/code.h"
#include "session/engine.h"
#include "stream/ae.h"

#include <inttypes.h>
#include <string.h>

/* ---- Data of an address stream by name: VAR[3].field as an address, and an address as what lies there ----
 *
 * Addresses are all that is known: contents of memory are not, so no pointer can be followed, and no index but a number is understood. Types are DWARF's;
 * without them there are symbols, and bytes into them. */

/* ---- A name as an address ---- */

struct reader {
    struct session *session;
    struct str whole, rest;           /* what was said; what of it is not read yet */
    struct error *error;
    bool typed;
    struct variable_part part;          /* of the variable, what was read so far */
    uint64_t address, size;             /* of the variable */
};

static struct str take_name(struct reader *reader)
{
    size_t size = 0;
    while (size < reader->rest.size && (memchr("_$", reader->rest.data[size], 2) || (reader->rest.data[size] >= '0' && reader->rest.data[size] <= '9') ||
                                        ((reader->rest.data[size] | 32) >= 'a' && (reader->rest.data[size] | 32) <= 'z')))
        size++;
    struct str name = str_cut(reader->rest, 0, size);
    reader->rest = str_trim(str_cut(reader->rest, size, SIZE_MAX));
    return name;
}

static bool take(struct reader *reader, const char *token)
{
    if (!str_starts(reader->rest, token))
        return false;
    reader->rest = str_trim(str_cut(reader->rest, strlen(token), SIZE_MAX));
    return true;
}

static bool misunderstood(struct reader *reader, const char *expected)
{
    return error_set(reader->error, "%.*s: expected %s%s%.*s", STR(reader->whole), expected, reader->rest.size ? ", found " : "", STR(reader->rest));
}

/* As code here means it; one that has no fixed place is said to be none. */
static bool find_variable(struct reader *reader)
{
    struct symbols *symbols = reader->session->trace->symbols;
    struct variable variable;
    struct str name = take_name(reader);
    bool several, local = false;
    if (name.size && symbols_variable(symbols, ae_of(reader->session)->moment.at.instruction, name, &variable, &several)) {
        local = variable.place != VARIABLE_STATIC;
        reader->typed = !local && variable.type != TYPE_NONE;
        reader->address = variable.address;
        reader->size = variable.size;
        reader->part = variable_whole(&variable);
        if (!local)
            return true;
    }
    if (name.size && symbols_value(symbols, name, &reader->address, &reader->size)) {
        reader->part = (struct variable_part){.size = reader->size, .type = TYPE_NONE};
        return true;
    }
    if (local)
        return error_set(reader->error, "`%.*s` is a local variable, %s: clew knows no address of it; use `watch 0xADDRESS`, or a global variable", STR(name),
                         variable_place_name(variable.place));
    return error_set(reader->error, "%.*s is neither an address nor a global variable of the program", STR(reader->whole));
}

static bool take_number(struct reader *reader, int64_t *number)
{
    bool negative = take(reader, "-");
    uint64_t value;
    struct str word = take_name(reader);
    if (!str_number(word, &value) || value > INT32_MAX)
        return error_set(reader->error, "%.*s: expected a number: the trace has no values of variables", STR(reader->whole));
    *number = negative ? -(int64_t)value : (int64_t)value;
    return true;
}

static bool need_type(struct reader *reader)
{
    return reader->typed || error_set(reader->error, "%.*s: no type information: compile with -g, or use VAR+BYTES", STR(reader->whole));
}

/* [N], .FIELD or +BYTES. */
static bool enter_part(struct reader *reader)
{
    struct symbols *symbols = reader->session->trace->symbols;
    struct variable_part *part = &reader->part;
    int64_t number;
    if (take(reader, "["))
        return need_type(reader) && take_number(reader, &number) && symbols_element(symbols, part, number, reader->error) &&
               (take(reader, "]") || misunderstood(reader, "]"));
    if (take(reader, "->"))
        return error_set(reader->error, "%.*s: cannot follow a pointer: the trace has no memory contents", STR(reader->whole));
    if (take(reader, "."))
        return need_type(reader) && symbols_member(symbols, part, take_name(reader), reader->error);
    if (!take(reader, "+"))
        return misunderstood(reader, "[N], .FIELD or +BYTES");
    if (!take_number(reader, &number))
        return false;
    uint64_t left = number >= 0 && (uint64_t)number < part->size ? part->size - (uint64_t)number : 4;
    *part = (struct variable_part){.offset = part->offset + (uint64_t)number, .size = left < 4 ? left : 4, .type = TYPE_NONE};
    reader->typed = false;
    return true;
}

bool ae_data_address(struct session *session, struct str words, uint64_t *address, uint64_t *size, struct error *error)
{
    struct reader reader = {.session = session, .whole = words, .rest = words, .error = error};
    if (!find_variable(&reader))
        return false;
    while (reader.rest.size)
        if (!enter_part(&reader))
            return false;
    *address = reader.address + reader.part.offset;
    *size = reader.part.size;
    return true;
}

/* ---- An address as a name ---- */

void ae_describe_data(const struct session *session, uint32_t instruction, uint32_t address, struct text *out)
{
    struct symbols *symbols = session->trace->symbols;
    struct variable variable;
    struct str object;
    uint64_t offset;
    if (symbols_variable_at(symbols, address, &variable, &offset)) {
        text_safe(out, variable.name);
        symbols_part_text(symbols, variable.type, offset, out);
    } else if (symbols_object_at(symbols, address, &object, &offset)) {
        text_safe(out, abstract_data_name(object));
        if (offset)
            text_printf(out, "+%" PRIu64, offset);
    } else if (abstract_on_stack(ae_of(session)->input.program, instruction)) {
        text_add(out, "stack");
    }
}

/* ---- Instructions, references, registers and loops of an address stream as text ---- */

/* ---- Functions and lines ---- */

void ae_describe_function(const struct session *session, uint32_t address, struct text *out)
{
    const struct abstract *program = ae_of(session)->input.program;
    uint32_t function;
    if (!abstract_function_at(program, address, &function)) {
        text_hex(out, address);
        return;
    }
    text_safe(out, ae_function_name(program, function));
    if (address != program->functions[function].address)
        text_printf(out, "+0x%" PRIx32, address - program->functions[function].address);
}

void ae_describe_line(const struct session *session, uint32_t address, struct text *out)
{
    struct source_position position;
    if (!ae_position(session, address, &position) || !position.line)
        return;
    text_safe(out, str_basename(position.file));
    text_printf(out, ":%" PRIu64, position.line);
}

void ae_describe_place(const struct session *session, uint32_t address, struct text *out)
{
    struct text line = {0};
    ae_describe_function(session, address, out);
    ae_describe_line(session, address, &line);
    text_printf(out, "%s%s", line.size ? " " : "", text_string(&line));
    text_free(&line);
}

void ae_fields(const struct session *session, uint32_t address, struct row *row)
{
    const struct abstract *program = ae_of(session)->input.program;
    struct source_position position = {0};
    uint32_t function;
    row_hex(row, "address", address);
    if (abstract_function_at(program, address, &function))
        row_string(row, "function", ae_function_name(program, function));
    else
        row_null(row, "function");
    if (ae_position(session, address, &position) && position.line) {
        row_string(row, "file", position.file);
        row_number(row, "line", position.line);
    } else {
        row_null(row, "file");
        row_null(row, "line");
    }
}

/* ---- Code ---- */

/* Behind a call, or a jump to another function: " <fib>". What the executable's instruction leads to is the entry that writes events, whose address is no
 * address of the trace: the text, whose last word it is, then says where the function's own code begins, as branches say. */
static void describe_callee(const struct session *session, uint32_t address, struct text *out)
{
    const struct abstract *program = ae_of(session)->input.program;
    uint32_t function, word, target;
    struct str name = {NULL, 0};
    size_t index, space;
    bool call;
    if (!abstract_word(program, address, &word) || !mips_jump_target(word, address, &target, &call))
        return;
    if (abstract_entered_at(program, target, &function)) {
        name = ae_function_name(program, function);
        if ((space = str_find_last_byte(text_str(out), ' ')) != SIZE_MAX) {
            out->size = space + 1;
            text_printf(out, "0x%" PRIx32, program->functions[function].address);
        }
    } else if (!call) {
        return;
    } else if (abstract_function_at(program, target, &function))
        name = ae_function_name(program, function);
    else if (symbols_function_at(session->trace->symbols, target, &index))
        name = symbols_readable(session->trace->symbols, symbols_function(session->trace->symbols, index).name);
    if (!name.size)
        return;
    text_add(out, " <");
    text_safe(out, name);
    text_byte(out, '>');
}

void ae_describe_code(const struct session *session, uint32_t address, struct text *out)
{
    size_t length;
    struct str bytes = symbols_bytes(session->trace->symbols, address, 4);
    if (bytes.size < 4)
        text_add(out, "unknown code");
    else if (ae_of(session)->disassembler && disassembler_text(ae_of(session)->disassembler, bytes, address, out, &length))   /* else its bytes */
        describe_callee(session, address, out);
}

void ae_describe_reference(const struct session *session, struct text *out)
{
    const struct moment *moment = &ae_of(session)->moment;
    struct text name = {0};
    if (!moment->has_reference)
        return;
    text_printf(out, "%c 0x%" PRIx32, moment->reference.kind == AE_READ ? 'R' : 'W', moment->reference.address);
    ae_describe_data(session, moment->reference.instruction, moment->reference.address, &name);
    text_printf(out, "%s%s", name.size ? " " : "", text_string(&name));
    text_free(&name);
}

void ae_data_field(const struct session *session, const struct timeline_address *reference, struct row *row)
{
    struct text name = {0};
    ae_describe_data(session, reference->instruction, reference->address, &name);
    row_string(row, "data", name.size ? text_str(&name) : (struct str){NULL, 0});
    text_free(&name);
}

/* ---- Registers ---- */

const char *ae_register_name(unsigned reg)
{
    return arch_mips.registers[reg % AE_REGISTERS];
}

bool ae_register_of(struct str word, unsigned *reg)
{
    uint64_t number;
    struct str name = str_starts(word, "$") ? str_cut(word, 1, SIZE_MAX) : word;
    for (*reg = 0; *reg < AE_REGISTERS; ++*reg)
        if (str_is(name, arch_mips.registers[*reg] + 1))
            return true;
    if (str_is(name, "s8"))
        name = str_of("30");
    else if (str_starts(name, "r") || str_starts(name, "R"))
        name = str_cut(name, 1, SIZE_MAX);
    else if (!str_starts(word, "$"))
        return false;
    *reg = str_decimal(name, &number) && number < AE_REGISTERS ? (unsigned)number : AE_REGISTERS;
    return *reg < AE_REGISTERS;
}

struct ae_registers ae_registers_of(const struct session *session, uint32_t address)
{
    uint32_t word;
    struct mips_effect effect = {0};
    if (abstract_word(ae_of(session)->input.program, address, &word))
        effect = mips_effect(word);
    return (struct ae_registers){.read = effect.read, .written = effect.named ? effect.defined : 0};
}

static void describe_register(unsigned reg, uint32_t known, const uint32_t *values, const char *else_what, struct text *out)
{
    text_add(out, ae_register_name(reg));
    if (known >> reg & 1)
        text_printf(out, "=0x%" PRIx32, values[reg]);
    else
        text_add(out, else_what);
}

void ae_describe_registers(const struct session *session, uint32_t address, struct text *out)
{
    const struct regenerated_state *state = &ae_of(session)->moment.state;
    struct ae_registers registers = ae_registers_of(session, address);
    uint32_t known = registers.read & state->known, after;
    bool interrupted, first = true;
    const uint32_t *values = ae_after(session, &after, &interrupted);
    for (unsigned i = 0; i < 2 * AE_REGISTERS; i++) {      /* known ones first */
        unsigned reg = i % AE_REGISTERS;
        if (!((i < AE_REGISTERS ? known : registers.read & ~known) >> reg & 1))
            continue;
        text_add(out, first ? "" : "  ");
        describe_register(reg, known, state->values, " unknown", out);
        first = false;
    }
    for (unsigned reg = 0; reg < AE_REGISTERS; reg++)
        if (registers.written >> reg & 1) {
            text_add(out, first ? "-> " : "  -> ");
            describe_register(reg, after, values, interrupted ? " interrupted" : " unknown", out);
            first = false;
        }
}

/* ---- Loops ---- */

void ae_describe_loop(const struct session *session, uint32_t loop, struct text *out)
{
    const struct abstract *program = ae_of(session)->input.program;
    const struct abstract_loop *own = &program->loops[loop];
    text_printf(out, "loop %" PRIu32 " in ", loop);
    text_safe(out, ae_function_name(program, own->function));
    if (own->header != UINT32_MAX) {
        struct text line = {0};
        ae_describe_line(session, program->blocks[own->header].address, &line);
        if (line.size) {
            text_byte(out, ' ');
            text_append(out, text_str(&line));
        } else {
            text_printf(out, " 0x%" PRIx32, program->blocks[own->header].address);
        }
        text_free(&line);
    }
}

void ae_describe_iteration(const struct session *session, size_t index, struct text *out)
{
    const struct ae *ae = ae_of(session);
    size_t from_inside = ae->moment.state.loop_count - 1 - index;
    text_printf(out, "iteration %" PRIu64, ae->moment.state.loops[index].iteration);
    uint64_t total = ae_iterations(session, from_inside);
    if (total)
        text_printf(out, " of %" PRIu64, total);
}

/* The innermost open loop of the current activation. False: none. */
static bool loop_here(const struct moment *moment, size_t *index)
{
    const struct regenerated_state *state = &moment->state;
    const struct regenerated_frame *frame = state->frame_count ? &state->frames[state->frame_count - 1] : NULL;
    if (!frame || !frame->loop_count)
        return false;
    *index = frame->first_loop + frame->loop_count - 1;
    return true;
}

/* ---- Where one is ---- */

static void total_text(const struct session *session, struct text *out)
{
    uint64_t total;
    bool whole = timeline_total(ae_of(session)->timeline, &total) == TIMELINE_FOUND;
    text_printf(out, " of %s%" PRIu64, whole ? "" : "at least ", total);
}

static void loop_fields(const struct session *session, struct row *row)
{
    const struct regenerated_state *state = &ae_of(session)->moment.state;
    struct text json = {0};
    text_byte(&json, '[');
    for (size_t i = 0; i < state->loop_count; i++)
        text_printf(&json, "%s{\"loop\":%" PRIu32 ",\"iteration\":%" PRIu64 "}", i ? "," : "", state->loops[i].loop, state->loops[i].iteration);
    text_byte(&json, ']');
    row_json(row, "loops", text_str(&json));
    text_free(&json);
}

static void tell_fields(const struct session *session, struct row *row)
{
    const struct moment *moment = &ae_of(session)->moment;
    struct text code = {0};
    row_number(row, "event", moment->at.number);
    row_number(row, "instruction", moment->instruction);
    ae_fields(session, moment->at.instruction, row);
    ae_describe_code(session, moment->at.instruction, &code);
    row_string(row, "code", text_str(&code));
    text_free(&code);
    if (moment->has_reference) {
        row_string(row, "reference", str_of(moment->reference.kind == AE_READ ? "read" : "write"));
        row_hex(row, "location", moment->reference.address);
        ae_data_field(session, &moment->reference, row);
    } else {
        row_null(row, "reference");
        row_null(row, "location");
        row_null(row, "data");
    }
    row_number(row, "depth", moment->at.depth);
    loop_fields(session, row);
    if (ae_of(session)->stopped.size)
        row_string(row, "stopped", text_str(&ae_of(session)->stopped));
    else
        row_null(row, "stopped");
    row->place = (struct place){.has = PLACE_EVENT, .event = moment->at.number};
}

/* "   called from main+0x30, loop 0 iteration 31" */
static void tell_nest(const struct session *session, struct rows *rows)
{
    const struct moment *moment = &ae_of(session)->moment;
    const struct regenerated_state *state = &moment->state;
    struct row *row = NULL;
    for (size_t f = state->frame_count; f-- > 0 && state->frame_count - f <= 3;) {
        const struct regenerated_frame *frame = &state->frames[f];
        if (!row)
            row = rows_add(rows, str_of("  "));
        row_style(row, STYLE_DIM);
        for (size_t i = frame->first_loop + frame->loop_count; i-- > frame->first_loop;) {
            text_printf(&row->text, " loop %" PRIu32 " ", state->loops[i].loop);
            ae_describe_iteration(session, i, &row->text);
            text_byte(&row->text, ',');
        }
        if (frame->call) {
            text_add(&row->text, " called from ");
            ae_describe_function(session, frame->call, &row->text);
        } else if (f > 0) {             /* by a pointer, or by a library that it called */
            text_add(&row->text, " called through ");
            ae_describe_function(session, ae_of(session)->input.program->ops[state->frames[f - 1].at].address, &row->text);
        } else {
            text_add(&row->text, " called by code without schema");
        }
        text_add(&row->text, f == 0 ? "" : state->frame_count - f == 3 ? ", ..." : ",");
    }
}

void ae_tell(struct session *session, struct rows *rows)
{
    struct ae *ae = ae_of(session);
    if (!ae->has_here) {
        rows_add_printf(rows, "this trace has no addresses")->style = STYLE_UNKNOWN;
        return;
    }
    const struct moment *moment = &ae->moment;
    struct text text = {0};
    if (ae->stopped.size)
        rows_add(rows, text_str(&ae->stopped))->style = STYLE_HEADING;
    struct row *row = rows_add_printf(rows, "@%" PRIu64, moment->at.number);
    total_text(session, &row->text);
    text_add(&row->text, "  ");
    row_style(row, STYLE_LOCATION);
    ae_describe_function(session, moment->at.instruction, &row->text);
    ae_describe_line(session, moment->at.instruction, &text);
    if (text.size)
        text_printf(&row->text, "  %s", text_string(&text));
    row_style(row, STYLE_NORMAL);
    text_add(&row->text, "  ");
    ae_describe_code(session, moment->at.instruction, &row->text);
    text_clear(&text);
    ae_describe_reference(session, &text);
    row_style(row, STYLE_VALUE);
    if (text.size)
        text_printf(&row->text, "  %s", text_string(&text));
    tell_fields(session, row);
    tell_nest(session, rows);
    text_free(&text);
}

bool ae_place_row(struct session *session, const struct place *place, struct row *row)
{
    struct place whole;
    struct error ignored;
    struct timeline_address address;
    size_t got;
    if (!ae_resolve(session, place, &whole, &ignored) ||
        timeline_addresses(ae_of(session)->timeline, whole.event, 1, &address, &got) != TIMELINE_FOUND || got == 0)
        return false;
    row_style(row, STYLE_ADDRESS);
    text_printf(&row->text, "@%" PRIu64, whole.event);
    row_column(row, 16);
    row_style(row, STYLE_LOCATION);
    ae_describe_place(session, address.instruction, &row->text);
    row_number(row, "event", whole.event);
    ae_fields(session, address.instruction, row);
    row->place = whole;
    return true;
}

void ae_status(struct session *session, struct text *out)
{
    const struct ae *ae = ae_of(session);
    if (!ae->has_here) {
        text_add(out, "no address");
        return;
    }
    text_printf(out, "@%" PRIu64, ae->moment.at.number);
    total_text(session, out);
    text_add(out, " - ");
    ae_describe_place(session, ae->moment.at.instruction, out);
    size_t loop;
    if (loop_here(&ae->moment, &loop)) {
        struct text round = {0};
        ae_describe_iteration(session, loop, &round);
        text_printf(out, " - loop %" PRIu32 ":", ae->moment.state.loops[loop].loop);
        text_append(out, str_cut(text_str(&round), strlen("iteration"), SIZE_MAX));     /* 80 columns are few */
        text_free(&round);
    }
}
