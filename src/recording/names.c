/* names.c - the names of variables that instructions wrote or fetched, and numbers in their types.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/ask.h"
#include "recording/steps.h"
#include "recording/who.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum {
    FRAMES = 8,                         /* to search for a local */
    SAVED = 16                          /* from rbp to the CFA: the saved frame pointer and return address */
};

void ask_variable_free(struct ask_variable *variable)
{
    text_free(&variable->name);
    text_free(&variable->who);
    *variable = (struct ask_variable){0};
}

static const struct operand *memory_operand(const struct decoded *decoded)
{
    for (size_t i = 0; i < decoded->operands && i < 4; i++)
        if (decoded->operand[i].kind == OPERAND_MEMORY && decoded->operation != OPERATION_ADDRESS)
            return &decoded->operand[i];
    return NULL;
}

static uint64_t link_of(const struct session *session, uint64_t index)
{
    return store_instruction(wet_of(session)->store, index).address - program_bias(wet_of(session)->program);
}

/* Takes the innermost part of a variable at this offset. */
static void take_part(struct symbols *symbols, const struct variable *found, uint64_t offset, uint64_t size, struct ask_variable *variable)
{
    struct text part = {0};
    symbols_part_text(symbols, found->type, offset, &part);
    text_safe(&variable->name, found->name);
    text_safe(&variable->name, text_str(&part));
    struct type type;
    variable->typed = part.size ? symbols_part_type(symbols, found->type, offset, &variable->type) : found->type != TYPE_NONE;
    variable->type = variable->typed && part.size ? variable->type : found->type;
    variable->size = !variable->typed ? size : !part.size ? found->size : symbols_type(symbols, variable->type, &type) ? type.size : 0;
    text_free(&part);
}

bool ask_name_by_code(const struct session *session, uint64_t index, const struct operand *operand, struct ask_variable *variable)
{
    struct symbols *symbols = program_symbols(wet_of(session)->program);
    struct variable found;
    uint64_t offset, link = link_of(session, index);
    if (operand->index >= 0 || operand->segment_based)
        return false;
    if (operand->rip_relative || operand->base < 0) {
        if (!symbols_variable_at(symbols, (uint64_t)operand->displacement, &found, &offset))
            return false;
    } else if (operand->base != program_arch(wet_of(session)->program)->frame_pointer || !symbols_has_frame_pointer(symbols, link) ||
               !symbols_variable_in_frame(symbols, link, operand->displacement - SAVED, &found, &offset)) {
        return false;
    }
    take_part(symbols, &found, offset, operand->size, variable);
    return true;
}

/* By its address: a static. */
static bool name_static(const struct session *session, uint64_t address, uint64_t size, struct ask_variable *variable)
{
    struct symbols *symbols = program_symbols(wet_of(session)->program);
    struct variable found;
    uint64_t offset, link = address - wet_run_bias(session) - program_bias(wet_of(session)->program);
    if (!symbols_variable_at(symbols, link, &found, &offset))
        return false;
    take_part(symbols, &found, offset, size, variable);
    return true;
}

/* A local of one of the frames between these levels, both included. */
static bool name_local(const struct session *session, uint64_t time, uint64_t first, uint64_t last, uint64_t address, uint64_t size, struct ask_variable *variable)
{
    struct symbols *symbols = program_symbols(wet_of(session)->program);
    struct variable found;
    struct node node;
    uint64_t offset, cfa, at = time;
    for (uint64_t level = first; level <= last && (level == 0 || wet_call_of(session, time, level, &at)); level++) {
        if (!store_at(wet_of(session)->store, at, &node) || !memory_cfa(who_memory(session), at, &cfa) ||
            !symbols_variable_in_frame(symbols, link_of(session, node.index), (int64_t)(address - cfa), &found, &offset))
            continue;
        if (level && found.function.size) {
            text_safe(&variable->name, found.function);
            text_add(&variable->name, "::");
        }
        take_part(symbols, &found, offset, size, variable);
        return true;
    }
    return false;
}

/* Does `who` understand the name at the moment, with the same place? `who` would have to search for the target of a pointer: such a place is asked by its
 * address. */
static void offer_who(struct session *session, const struct ask_moment *moment, uint64_t address, struct ask_variable *variable)
{
    if (str_find_byte(text_str(&variable->name), '*') != SIZE_MAX || str_find_byte(text_str(&variable->name), '>') != SIZE_MAX) {
        text_printf(&variable->who, "0x%" PRIx64 " %" PRIu64, address, variable->size ? variable->size : 1);
        return;
    }
    struct who_place place = {0};
    struct error error;
    struct node before = wet_of(session)->here;
    bool has = wet_of(session)->has_here;
    wet_of(session)->here = moment->node;
    wet_of(session)->has_here = true;
    if (who_place_parse(session, text_str(&variable->name), 0, &place, &error) && place.where.address == address) {
        text_append(&variable->who, text_str(&variable->name));
        variable->typed = place.typed;
        variable->type = place.type;
        variable->size = place.where.size;
    }
    who_place_free(&place);
    wet_of(session)->here = before;
    wet_of(session)->has_here = has;
}

static bool find_access(const struct session *session, struct node node, bool writes, struct memory_access *access)
{
    struct memory_access accesses[MEMORY_ACCESSES];
    size_t count = wet_of(session)->recording ? memory_accesses(who_memory(session), node, accesses) : 0;
    for (size_t i = 0; i < count; i++)
        if (accesses[i].why == MEMORY_KNOWN && (writes ? accesses[i].writes : accesses[i].reads)) {
            *access = accesses[i];
            return true;
        }
    return false;
}

/* "log->index[7]", if a pointer of this line led there. */
static bool name_by_pointer(struct session *session, const struct ask_moment *moment, const struct memory_access *access, struct ask_variable *variable)
{
    uint64_t address = access->address;
    struct symbols *symbols = program_symbols(wet_of(session)->program);
    for (size_t i = 0; i < moment->used_count; i++) {
        const struct ask_used *used = &moment->used[i];
        struct type type, target;
        if (!used->known || !used->variable.typed || !symbols_type(symbols, used->variable.type, &type) || type.kind != TYPE_POINTER ||
            !symbols_type(symbols, type.target, &target) || address - used->number >= target.size)
            continue;
        struct text part = {0};
        symbols_part_text(symbols, type.target, address - used->number, &part);
        bool member = str_starts(text_str(&part), ".");
        if (member)
            text_printf(&variable->name, "%.*s->%s", STR(text_str(&used->variable.name)), text_string(&part) + 1);
        else if (!part.size)
            text_printf(&variable->name, "*%.*s", STR(text_str(&used->variable.name)));
        text_free(&part);
        variable->size = access->size;
        if (variable->name.size)
            return true;
    }
    return false;
}

/* By the address that an execution read or wrote: a static, or a local of one of the nearest frames. Result as ask_name_by_code. Cost: memory_accesses, and a
 * look into some frames. */
static bool ask_name_by_address(const struct session *session, struct node node, bool writes, struct ask_variable *variable)
{
    struct memory_access access;
    uint64_t time;
    return find_access(session, node, writes, &access) && store_time(wet_of(session)->store, node, &time) &&
           (name_static(session, access.address, access.size, variable) || name_local(session, time, 0, FRAMES, access.address, access.size, variable));
}

bool ask_variable_of(struct session *session, const struct ask_moment *moment, struct node node, bool writes, struct ask_variable *variable)
{
    struct decoded decoded;
    struct memory_access access;
    uint64_t time;
    *variable = (struct ask_variable){0};
    if (!program_symbols(wet_of(session)->program) || !program_disassemble(wet_of(session)->program, node.index, &decoded))
        return false;
    const struct operand *operand = memory_operand(&decoded);
    bool accessed = find_access(session, node, writes, &access) && store_time(wet_of(session)->store, node, &time);
    if (operand && ask_name_by_code(session, node.index, operand, variable)) {
        if (accessed)
            offer_who(session, moment, access.address, variable);
        return true;
    }
    if (!accessed || (!name_static(session, access.address, access.size, variable) && !name_local(session, time, 0, 0, access.address, access.size, variable) &&
                      !name_by_pointer(session, moment, &access, variable) &&
                      !name_local(session, time, 1, FRAMES, access.address, access.size, variable)))
        return false;
    offer_who(session, moment, access.address, variable);
    return true;
}

/* The variable whose home this register is here, in optimised code. */
bool ask_name_by_register(struct session *session, struct node node, int reg, struct ask_variable *variable)
{
    struct symbols *symbols = program_symbols(wet_of(session)->program);
    struct variable *found;
    if (!symbols || reg < 0)
        return false;
    size_t count = symbols_variables(symbols, link_of(session, node.index), &found), match = SIZE_MAX;
    for (size_t i = count; i-- > 0;)    /* the innermost first */
        if (found[i].place == VARIABLE_REGISTER && found[i].reg == reg)
            match = i;
    if (match != SIZE_MAX)
        take_part(symbols, &found[match], 0, found[match].size, variable);
    free(found);
    return match != SIZE_MAX;
}

/* ---- Numbers in the form of their variables' types ---- */

/* The memory operand whose contents are the instruction's value; NULL: none. The value of a compare is its flags. */
static const struct operand *memory_of(const struct decoded *decoded)
{
    if (!decoded->operands || decoded->traits & TRAIT_FLAGS)
        return NULL;
    if (decoded->operand[0].kind == OPERAND_MEMORY)
        return &decoded->operand[0];
    return decoded->operands == 2 && decoded->traits & TRAIT_FETCHES && decoded->operand[1].kind == OPERAND_MEMORY ? &decoded->operand[1] : NULL;
}

/* Below this the type makes no difference: the sign is not set, and only the tiniest floating-point numbers are so small. */
static bool is_plain(uint64_t number, uint64_t size)
{
    enum { PLAIN = 1 << 23 };
    return number < PLAIN && (size > 2 || number < UINT64_C(1) << (8 * size - 1));
}

/* Can it be floating point? The tiniest numbers stay as recorded: they look like pointers and sizes, which are common. */
static bool may_float(uint64_t number, uint64_t size)
{
    enum { FRACTION = 52 };             /* bits of a double */
    return (size == sizeof(double) && number >> FRACTION) || size == sizeof(float);
}

bool ask_typed(const struct session *session, struct node node, uint64_t number, struct text *out)
{
    enum { LEAST = 0x80 };
    struct symbols *symbols = program_symbols(wet_of(session)->program);
    struct ask_variable variable = {0};
    struct decoded decoded;
    struct type type;
    if (number < LEAST || session->bits || !symbols || !program_disassemble(wet_of(session)->program, node.index, &decoded))
        return false;
    const struct operand *operand = memory_of(&decoded);
    bool integers = !session->hexadecimal;
    if (!operand || operand->size == 0 || operand->size > 8 || is_plain(number, operand->size) || (!integers && !may_float(number, operand->size)))
        return false;
    bool named = ask_name_by_code(session, node.index, operand, &variable) || ask_name_by_address(session, node, operand == decoded.operand, &variable);
    bool known = named && variable.typed && variable.size == operand->size && symbols_type(symbols, variable.type, &type) && type.size == operand->size &&
                 (type.kind == TYPE_FLOAT ||
                  (integers && (type.kind == TYPE_SIGNED || type.kind == TYPE_UNSIGNED || (type.kind == TYPE_CHAR && type.size == 1))));
    if (known && type.kind == TYPE_CHAR)
        text_printf(out, "%d", type.is_signed ? (signed char)number : (int)number);         /* the number alone */
    else if (known)
        who_describe(session, &(struct who_place){.where = {.size = type.size}, .typed = true, .type = variable.type}, number, out);
    ask_variable_free(&variable);
    return known;
}
