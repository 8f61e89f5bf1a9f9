/* wet_moved.c - whether what an instruction computes is a value of its source line's statement.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Without optimization all that a line's code computes is of its statement, and the last of it is what the statement computed. A compiler that optimizes moves
 * code: an address that is needed further on, a constant of the next line, or a register that is put aside stand among a line's code, and none of that is
 * what a reader of the line would call its value. The executable says of some what they are: a register that is a variable's home when the instruction has
 * written it, or the stack where a variable lives. What lies elsewhere in memory was stored because the program says so, and what is fetched from there and
 * compared by the next instruction, on the same line, is what a condition looks at. Of all else it is not known whose value it is, and none is better than
 * another one's. */
#include "recording/wet.h"
#include "recording/who.h"
#include "session/engine.h"

#include <stdlib.h>
#include <string.h>

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
