/* describe.c - nodes as text for people, as fields for JSON, and as places to go to.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/ask.h"
#include "recording/questions/questions.h"
#include "recording/wet.h"
#include "recording/who.h"
#include "session/engine.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

struct place place_of_node(const struct session *session, struct node node)
{
    struct instruction instruction = store_instruction(session->trace->store, node.index);
    struct place place = {.has = PLACE_INSTANCE, .instance = node.instance};
    if (instruction.has_id) {
        place.has |= PLACE_ID;
        place.id = instruction.id;
    } else {
        place.has |= PLACE_ADDRESS;
        place.address = instruction.address;
    }
    return place;
}

void describe_node(const struct session *session, struct node node, struct text *out)
{
    struct instruction instruction = store_instruction(session->trace->store, node.index);
    uint64_t first = node.index;
    /* Of several blocks at one address the address names the first; the others have to show their ids. */
    if (instruction.has_address && store_find_address(session->trace->store, instruction.address, &first) && first == node.index)
        text_hex(out, instruction.address);
    else
        text_printf(out, "%" PRIu64, instruction.id);
    text_printf(out, "#%" PRIu64, node.instance);
}

void describe_location(const struct instruction *instruction, struct text *out)
{
    if (!instruction->has_block)
        text_add(out, "not in the trace");
    text_safe(out, instruction->function);
    if (instruction->file.size == 0)
        return;
    if (instruction->function.size)
        text_byte(out, ' ');
    text_safe(out, slice_basename(instruction->file));
    if (instruction->line)
        text_printf(out, ":%" PRIu64, instruction->line);
}

void describe_location_in(const struct instruction *instruction, size_t room, struct text *out)
{
    enum { LEAST = 12 };                /* of the name, however long the file's is */
    struct instruction nameless = *instruction;
    struct text place = {0};
    if (!instruction->has_block || !instruction->function.size) {
        describe_location(instruction, out);
        return;
    }
    nameless.function = (struct slice){NULL, 0};
    describe_location(&nameless, &place);
    size_t taken = place.size ? text_width(text_slice(&place)) + 1 : 0;
    shorten_name(instruction->function, room > taken + LEAST ? room - taken : LEAST, out);
    text_add(out, place.size ? " " : "");
    text_append(out, text_slice(&place));
    text_free(&place);
}

/* The source line the instruction stands on; false: not known, or its file is not there. */
bool describe_statement(struct session *session, struct node node, struct text *out)
{
    struct instruction instruction = program_instruction(session->trace->program, node.index);
    if (instruction.file.size == 0 || instruction.line == 0)
        return false;
    const struct session_source *source = session_source(session, instruction.file, program_folder(session->trace->program, node.index));
    if (!source->source || instruction.line > source_line_count(source->source))
        return false;
    text_safe(out, slice_trim(source_line(source->source, instruction.line)));
    return true;
}

/* Of an instruction its code, of a statement its source; where one is not known the other is better than nothing. */
void describe_code(struct session *session, struct node node, struct text *out)
{
    if (session->grain == GRAIN_STATEMENT && describe_statement(session, node, out))
        return;
    if (!program_code_text(session->trace->program, node.index, out) && session->grain == GRAIN_INSTRUCTION)
        describe_statement(session, node, out);
}

/* Going there waits for the index, if there is one to come. */
void describe_lost(const struct session *session, const struct place *place, struct row *row)
{
    struct text name = {0};
    place_text(place, &name);
    text_append(&row->text, text_slice(&name));
    row_style(row, STYLE_UNKNOWN);
    text_add(&row->text, wet_is_provisional(session) ? "  not known yet" : "  not there any more");
    row_string(row, "place", text_slice(&name));
    row_false(row, "known");
    row->place = *place;
    text_free(&name);
}

/* Values have no types: where the number would be negative as an int or a long, both are said. */
static void add_decimal(uint64_t number, struct text *out)
{
    text_printf(out, "%" PRIu64, number);
    if (number >> 63)
        text_printf(out, " (%" PRId64 ")", (int64_t)number);
    else if (number >> 31 == 1)
        text_printf(out, " (%" PRId32 ")", (int32_t)(uint32_t)number);
}

void describe_number(const struct session *session, const struct value *value, struct text *out)
{
    uint64_t number;
    if (!session->hexadecimal && value->size <= 16 && slice_hex((struct slice){value->digits, value->size}, &number))
        add_decimal(number, out);
    else
        value_text(value, out);
}

/* Of a call the recorded value is the return address it pushed, of a frame instruction a stack address: of no interest to who reads
 * statements. */
static bool is_machinery(const struct session *session, struct node node)
{
    struct decoded decoded;
    if (!program_disassemble(session->trace->program, node.index, &decoded))
        return false;
    return flow_is_call(decoded.flow) || statement_is_frame(session->trace->program, node.index);
}

/* Does an instruction write more than the 8 bytes of which a recording keeps the number? Compares of vectors write flags. */
static bool writes_more(const struct decoded *decoded)
{
    const char *name = decoded->mnemonic;
    return decoded->operands > 0 && decoded->operand[0].size > 8 && !strstr(name, "comis") && !strstr(name, "ptest") && strncmp(name, "vtest", 5) != 0;
}

/* Of which kind is the instruction? What a recording has of a return is the stack pointer, for want of another register: not what the function returned. */
static const struct recording *look_at(const struct session *session, struct node node)
{
    struct recording *recording = session->trace->recording;
    struct decoded decoded;
    if (recording && (!recording->flow_known || recording->flow_index != node.index)) {     /* neighbours in lists are mostly of one instruction */
        recording->flow_known = true;
        recording->flow_index = node.index;
        bool known = program_disassemble(session->trace->program, node.index, &decoded);
        recording->is_return = known && decoded.flow == FLOW_RETURN;
        recording->is_cut = known && writes_more(&decoded);
    }
    return recording;
}

/* The value of one instance, whatever its statement computed. */
static bool add_value(const struct session *session, struct node node, struct text *out)
{
    enum { SHOWN = 3 };
    uint64_t first, count = store_values_of(session->trace->store, node, &first);
    const struct recording *recording = count ? look_at(session, node) : NULL;
    for (uint64_t k = 0; k < count && k < SHOWN; k++) {
        struct value value = store_value(session->trace->store, node.index, first + k);
        if (k)
            text_add(out, " or ");
        uint64_t number;
        if (value.size > 16 || !slice_hex((struct slice){value.digits, value.size}, &number) || !ask_typed(session, node, number, out)) {
            text_add(out, recording && recording->is_cut ? ".." : "");      /* of a variable all is known, whatever else the register has */
            describe_number(session, &value, out);
        }
        if (value.uncertain && count == 1)
            text_add(out, " (uncertain)");
    }
    if (count > SHOWN)
        text_add(out, " or others");
    if (recording && recording->is_return)
        text_add(out, " (rsp)");
    return count > 0;
}

bool describe_is_value(const struct session *session, struct node node)
{
    uint64_t first;
    if (!store_values_of(session->trace->store, node, &first) || is_machinery(session, node))
        return false;
    const struct recording *recording = look_at(session, node);
    return !recording || !recording->is_return;
}

/* Without a clock the last instruction of a line, by address, is taken to compute what the line is about. */
static bool is_last_of_line(const struct session *session, struct node node)
{
    struct instruction own = program_instruction(session->trace->program, node.index);
    struct indices line = program_line(session->trace->program, own.file, own.line);
    for (size_t i = own.line ? line.count : 0; i-- > 0 && line.items[i] != node.index;) {
        struct instruction other = program_instruction(session->trace->program, line.items[i]);
        if (other.values && !is_machinery(session, (struct node){line.items[i], 0}))
            return false;
    }
    return true;
}

/* What computed a value on the way of a statement stands behind it, as in "0x1fff000630 (lea)". */
static void add_instruction(const struct session *session, struct node node, struct text *out)
{
    struct decoded decoded;
    struct node valued;
    enum wet_valued whole = wet_statement_value(session, node, &valued);
    bool own = whole == VALUED ? valued.index == node.index && valued.instance == node.instance : whole == VALUED_UNKNOWN && is_last_of_line(session, node);
    if (!own && describe_is_value(session, node) && program_disassemble(session->trace->program, node.index, &decoded))
        text_printf(out, " (%s)", decoded.mnemonic);
}

bool describe_value(const struct session *session, struct node node, struct text *out)
{
    bool statement = session->grain == GRAIN_STATEMENT;
    if ((statement && is_machinery(session, node)) || !add_value(session, node, out))
        return false;
    if (statement)
        add_instruction(session, node, out);
    return true;
}

bool describe_whole_value(const struct session *session, struct node node, struct text *out)
{
    struct node valued;
    enum wet_valued whole = session->grain == GRAIN_STATEMENT ? wet_statement_value(session, node, &valued) : VALUED_UNKNOWN;
    return whole == VALUED_UNKNOWN ? describe_value(session, node, out) : whole == VALUED && add_value(session, valued, out);
}

bool describe_range(const struct session *session, struct node first, struct node last, uint64_t count, struct text *out)
{
    struct text end = {0};
    bool known = describe_value(session, last, &end) && add_value(session, first, out);
    if (known) {    /* as the beginning and the end of a list: what is between may be less than both, or more */
        text_add(out, count > 2 ? ", ... " : ", ");
        text_append(out, text_slice(&end));
    }
    text_free(&end);
    return known;
}

static void row_location(struct row *row, const struct instruction *instruction)
{
    row_string(row, "file", instruction->file);
    row_string(row, "function", instruction->function);
    if (instruction->line)
        row_number(row, "line", instruction->line);
    else
        row_null(row, "line");
}

static void row_names(struct row *row, const struct instruction *instruction)
{
    if (instruction->has_id)
        row_number(row, "id", instruction->id);
    else
        row_null(row, "id");
    if (instruction->has_address)
        row_hex(row, "address", instruction->address);
    else
        row_null(row, "address");
}

void row_node(struct row *row, const struct session *session, struct node node)
{
    struct instruction instruction = program_instruction(session->trace->program, node.index);
    row_names(row, &instruction);
    row_number(row, "instance", node.instance);
    row_location(row, &instruction);
    wet_fault_fields(session, node, row);
}

void row_instruction(struct row *row, const struct session *session, uint64_t index)
{
    struct instruction instruction = program_instruction(session->trace->program, index);
    row_names(row, &instruction);
    row_location(row, &instruction);
    row_number(row, "executions", instruction.executions);
}

void row_where(struct row *row, const struct session *session, struct node node)
{
    row->place = place_of_node(session, node);
    row->current = session->trace->has_here && session->trace->here.index == node.index && session->trace->here.instance == node.instance;
}

/* ---- Several lists as one ---- */

bool wet_place_text(struct session *session, const struct place *place, struct text *out)
{
    struct node node = {.instance = place->instance};
    struct error ignored;
    if (place->has != (PLACE_ID | PLACE_INSTANCE) || !position_find(session, place, &node.index, &ignored))
        return false;
    describe_node(session, node, out);
    return true;
}

/* ---- What an instruction is for, by its code ---- */

bool wet_is_call(const struct session *session, uint64_t index)
{
    return program_is_call(session->trace->program, index);
}

bool wet_is_fetch(const struct session *session, uint64_t index)
{
    struct decoded decoded;
    return program_disassemble(session->trace->program, index, &decoded) && strncmp(decoded.mnemonic, "mov", 3) == 0 &&
           strncmp(decoded.mnemonic, "movmsk", 6) != 0 && decoded.operands == 2 && decoded.operand[0].kind == OPERAND_REGISTER &&
           decoded.operand[1].kind != OPERAND_IMMEDIATE;
}

/* ---- Whether what an instruction computes is a value of its source line's statement ----
 *
 * Without optimization all that a line's code computes is of its statement, and the last of it is what the statement computed. A compiler that optimizes moves
 * code: an address that is needed further on, a constant of the next line, or a register that is put aside stand among a line's code, and none of that is
 * what a reader of the line would call its value. The executable says of some what they are: a register that is a variable's home when the instruction has
 * written it, or the stack where a variable lives. What lies elsewhere in memory was stored because the program says so, and what is fetched from there and
 * compared by the next instruction, on the same line, is what a condition looks at. Of all else it is not known whose value it is, and none is better than
 * another one's. */

/* Is a register the home of a variable for the code at an address? *any: variables are known there at all. Those of a large executable take seconds to read,
 * for which the first screen does not wait: there it is not known. */
static bool is_home(struct symbols *symbols, uint64_t address, int reg, bool *any)
{
    enum { LARGE = 1 << 25 };
    struct variable *found;
    struct file_stat stat;
    *any = true;
    if (file_stat(symbols_path(symbols).data, &stat) && stat.size > LARGE)
        return false;
    size_t count = symbols_variables(symbols, address, &found);
    bool home = false;
    for (size_t i = 0; i < count; i++)
        home = home || (found[i].place == VARIABLE_REGISTER && found[i].reg == reg);
    free(found);
    *any = count > 0;
    return home;
}

/* Of what was stored at a distance from the stack pointer: is it in a variable? Where the frame is not known, neither is that. */
static bool is_in_variable(const struct session *session, struct node node, uint64_t link)
{
    struct memory_access accesses[MEMORY_ACCESSES];
    struct memory *memory = who_memory(session);
    struct variable variable;
    uint64_t time, cfa, offset;
    if (!store_time(session->trace->store, node, &time) || !memory_cfa(memory, time, &cfa))
        return false;
    size_t count = memory_accesses(memory, node, accesses);
    for (size_t i = 0; i < count; i++)
        if (accesses[i].writes && accesses[i].why == MEMORY_KNOWN &&
            symbols_variable_in_frame(program_symbols(session->trace->program), link, (int64_t)(accesses[i].address - cfa), &variable, &offset))
            return true;
    return false;
}

/* Is it fetched, and compared at once? */
static bool is_looked_at(const struct session *session, uint64_t index, const struct decoded *fetch)
{
    const struct program *program = session->trace->program;
    struct instruction own = program_instruction(program, index);
    struct decoded next;
    uint64_t other;
    if (fetch->operands != 2 || fetch->operand[1].kind != OPERAND_MEMORY || strncmp(fetch->mnemonic, "mov", 3) != 0 ||
        !store_find_address(session->trace->store, own.address + fetch->length, &other) || !program_disassemble(program, other, &next))
        return false;
    struct instruction behind = program_instruction(program, other);
    bool compares = !strcmp(next.mnemonic, "test") || !strcmp(next.mnemonic, "cmp"), its = false;
    for (size_t i = 0; i < next.operands && i < 2; i++)
        its = its || (next.operand[i].kind == OPERAND_REGISTER && next.operand[i].reg == fetch->operand[0].reg);
    return compares && its && behind.line == own.line && slice_equal(behind.file, own.file);
}

bool wet_is_of_statement(const struct session *session, struct node node)
{
    struct symbols *symbols = program_symbols(session->trace->program);
    struct decoded decoded;
    bool any;
    uint64_t link = store_instruction(session->trace->store, node.index).address - program_bias(session->trace->program);
    if (!session->trace->recording || !symbols || symbols_has_frame_pointer(symbols, link) ||
        !program_disassemble(session->trace->program, node.index, &decoded) || !decoded.operands)
        return true;
    const struct operand *written = &decoded.operand[0];
    if (written->kind == OPERAND_MEMORY)
        return written->base != REGISTER_RSP || written->segment_based || is_in_variable(session, node, link);
    if (written->kind != OPERAND_REGISTER || written->reg < 0 || written->reg >= GENERAL_REGISTERS)
        return true;                    /* of vector registers no variable is known */
    return is_home(symbols, link + decoded.length, written->reg, &any) || !any || is_looked_at(session, node.index, &decoded);
}
