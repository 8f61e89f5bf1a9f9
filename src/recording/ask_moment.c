/* ask_moment.c - numbers as the variable is declared that an instruction wrote or fetched.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/ask.h"
#include "recording/wet.h"
#include "recording/who.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* The memory operand whose content the instruction's value is, NULL: none is. Compares have flags as their value. */
static const struct operand *memory_of(const struct decoded *decoded)
{
    const char *name = decoded->mnemonic;
    if (!decoded->operands || !strncmp(name, "cmp", 3) || !strcmp(name, "test") || strstr(name, "comis"))
        return NULL;
    if (decoded->operand[0].kind == OPERAND_MEMORY)
        return &decoded->operand[0];
    const char *plain = !strncmp(name, "vmov", 4) ? name + 1 : name;        /* of AVX */
    bool fetch = decoded->operands == 2 && (!strcmp(plain, "mov") || !strcmp(plain, "movss") || !strcmp(plain, "movsd") || !strcmp(plain, "movq"));
    return fetch && decoded->operand[1].kind == OPERAND_MEMORY ? &decoded->operand[1] : NULL;
}

/* Below these what is read does not hang on the type: no sign is set, and no floating point number is but the tiniest. */
static bool is_plain(uint64_t number, uint64_t size)
{
    enum { PLAIN = 1 << 23 };
    return number < PLAIN && (size > 2 || number < UINT64_C(1) << (8 * size - 1));
}

/* Could it be of floating point? The tiniest ones stay what they are recorded as: they look like pointers and sizes, which are many. */
static bool may_float(uint64_t number, uint64_t size)
{
    enum { FRACTION = 52 };             /* bits of a double */
    return (size == sizeof(double) && number >> FRACTION) || size == sizeof(float);
}

static bool ask_name_by_address(const struct session *session, struct node node, bool writes, struct ask_variable *variable);

bool ask_typed(const struct session *session, struct node node, uint64_t number, struct text *out)
{
    enum { LEAST = 0x80 };
    struct symbols *symbols = program_symbols(session->trace->program);
    struct ask_variable variable = {0};
    struct decoded decoded;
    struct type type;
    if (number < LEAST || session->bits || !symbols || !program_disassemble(session->trace->program, node.index, &decoded))
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

/* ---- One run of a line: what belongs to it, what it used, and what that is called ---- */

enum {
    FRAMES = 8,                         /* in which a local is looked for */
    RBP = 5, RSP = 4,
    SAVED = 16                          /* from rbp to the CFA: the frame pointer and the return address that were saved */
};

/* ---- Names ---- */

void ask_variable_free(struct ask_variable *variable)
{
    text_free(&variable->name);
    text_free(&variable->who);
    *variable = (struct ask_variable){0};
}

static const struct operand *memory_operand(const struct decoded *decoded)
{
    for (size_t i = 0; i < decoded->operands && i < 4; i++)
        if (decoded->operand[i].kind == OPERAND_MEMORY && strcmp(decoded->mnemonic, "lea") != 0)
            return &decoded->operand[i];
    return NULL;
}

static uint64_t link_of(const struct session *session, uint64_t index)
{
    return store_instruction(session->trace->store, index).address - program_bias(session->trace->program);
}

/* Takes the innermost part of a variable that lies so far in it. */
static void take_part(struct symbols *symbols, const struct variable *found, uint64_t offset, uint64_t size, struct ask_variable *variable)
{
    struct text part = {0};
    symbols_part_text(symbols, found->type, offset, &part);
    text_safe(&variable->name, found->name);
    text_safe(&variable->name, text_slice(&part));
    struct type type;
    variable->typed = part.size ? symbols_part_type(symbols, found->type, offset, &variable->type) : found->type != TYPE_NONE;
    variable->type = variable->typed && part.size ? variable->type : found->type;
    variable->size = !variable->typed ? size : !part.size ? found->size : symbols_type(symbols, variable->type, &type) ? type.size : 0;
    text_free(&part);
}

bool ask_name_by_code(const struct session *session, uint64_t index, const struct operand *operand, struct ask_variable *variable)
{
    struct symbols *symbols = program_symbols(session->trace->program);
    struct variable found;
    uint64_t offset, link = link_of(session, index);
    if (operand->index >= 0 || operand->segment_based)
        return false;
    if (operand->rip_relative || operand->base < 0) {
        if (!symbols_variable_at(symbols, (uint64_t)operand->displacement, &found, &offset))
            return false;
    } else if (operand->base != RBP || !symbols_has_frame_pointer(symbols, link) ||
               !symbols_variable_in_frame(symbols, link, operand->displacement - SAVED, &found, &offset)) {
        return false;
    }
    take_part(symbols, &found, offset, operand->size, variable);
    return true;
}

/* By the address it had: a static. */
static bool name_static(const struct session *session, uint64_t address, uint64_t size, struct ask_variable *variable)
{
    struct symbols *symbols = program_symbols(session->trace->program);
    struct variable found;
    uint64_t offset, link = address - wet_run_bias(session) - program_bias(session->trace->program);
    if (!symbols_variable_at(symbols, link, &found, &offset))
        return false;
    take_part(symbols, &found, offset, size, variable);
    return true;
}

/* A local of one of the frames from the first to the last of these levels. */
static bool name_local(const struct session *session, uint64_t time, uint64_t first, uint64_t last, uint64_t address, uint64_t size, struct ask_variable *variable)
{
    struct symbols *symbols = program_symbols(session->trace->program);
    struct variable found;
    struct node node;
    uint64_t offset, cfa, at = time;
    for (uint64_t level = first; level <= last && (level == 0 || wet_call_of(session, time, level, &at)); level++) {
        if (!store_at(session->trace->store, at, &node) || !memory_cfa(who_memory(session), at, &cfa) ||
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

/* Does `who` understand the name, from where the moment is, and mean the same place? What a pointer leads to it would have to look for: that is asked by its
 * address. */
static void offer_who(struct session *session, const struct ask_moment *moment, uint64_t address, struct ask_variable *variable)
{
    if (slice_find_byte(text_slice(&variable->name), '*') != SIZE_MAX || slice_find_byte(text_slice(&variable->name), '>') != SIZE_MAX) {
        text_printf(&variable->who, "0x%" PRIx64 " %" PRIu64, address, variable->size ? variable->size : 1);
        return;
    }
    struct who_place place = {0};
    struct error error;
    struct node before = session->trace->here;
    bool has = session->trace->has_here;
    session->trace->here = moment->node;
    session->trace->has_here = true;
    if (who_place_parse(session, text_slice(&variable->name), 0, &place, &error) && place.where.address == address) {
        text_append(&variable->who, text_slice(&variable->name));
        variable->typed = place.typed;
        variable->type = place.type;
        variable->size = place.where.size;
    }
    who_place_free(&place);
    session->trace->here = before;
    session->trace->has_here = has;
}

static bool find_access(const struct session *session, struct node node, bool writes, struct memory_access *access)
{
    struct memory_access accesses[MEMORY_ACCESSES];
    size_t count = session->trace->recording ? memory_accesses(who_memory(session), node, accesses) : 0;
    for (size_t i = 0; i < count; i++)
        if (accesses[i].why == MEMORY_KNOWN && (writes ? accesses[i].writes : accesses[i].reads)) {
            *access = accesses[i];
            return true;
        }
    return false;
}

/* "log->index[7]", where a pointer of this line led there. */
static bool name_by_pointer(struct session *session, const struct ask_moment *moment, const struct memory_access *access, struct ask_variable *variable)
{
    uint64_t address = access->address;
    struct symbols *symbols = program_symbols(session->trace->program);
    for (size_t i = 0; i < moment->used_count; i++) {
        const struct ask_used *used = &moment->used[i];
        struct type type, target;
        if (!used->known || !used->variable.typed || !symbols_type(symbols, used->variable.type, &type) || type.kind != TYPE_POINTER ||
            !symbols_type(symbols, type.target, &target) || address - used->number >= target.size)
            continue;
        struct text part = {0};
        symbols_part_text(symbols, type.target, address - used->number, &part);
        bool member = slice_starts(text_slice(&part), ".");
        if (member)
            text_printf(&variable->name, "%.*s->%s", SLICE(text_slice(&used->variable.name)), text_string(&part) + 1);
        else if (!part.size)
            text_printf(&variable->name, "*%.*s", SLICE(text_slice(&used->variable.name)));
        text_free(&part);
        variable->size = access->size;
        if (variable->name.size)
            return true;
    }
    return false;
}

/* By the address that an instance read or wrote: a static, or a local of one of the nearest frames. As above. Cost: memory_accesses, and a look into some
 * frames. */
static bool ask_name_by_address(const struct session *session, struct node node, bool writes, struct ask_variable *variable)
{
    struct memory_access access;
    uint64_t time;
    return find_access(session, node, writes, &access) && store_time(session->trace->store, node, &time) &&
           (name_static(session, access.address, access.size, variable) || name_local(session, time, 0, FRAMES, access.address, access.size, variable));
}

bool ask_variable_of(struct session *session, const struct ask_moment *moment, struct node node, bool writes, struct ask_variable *variable)
{
    struct decoded decoded;
    struct memory_access access;
    uint64_t time;
    *variable = (struct ask_variable){0};
    if (!program_symbols(session->trace->program) || !program_disassemble(session->trace->program, node.index, &decoded))
        return false;
    const struct operand *operand = memory_operand(&decoded);
    bool accessed = find_access(session, node, writes, &access) && store_time(session->trace->store, node, &time);
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

/* A register that is a variable's home here: by optimized code. */
static bool name_register(struct session *session, struct node node, int reg, struct ask_variable *variable)
{
    struct symbols *symbols = program_symbols(session->trace->program);
    struct variable *found;
    if (!symbols || reg < 0)
        return false;
    size_t count = symbols_variables(symbols, link_of(session, node.index), &found), match = SIZE_MAX;
    for (size_t i = count; i-- > 0;)    /* the innermost */
        if (found[i].place == VARIABLE_REGISTER && found[i].reg == reg)
            match = i;
    if (match != SIZE_MAX)
        take_part(symbols, &found[match], 0, found[match].size, variable);
    free(found);
    return match != SIZE_MAX;
}

/* ---- Values ---- */

void ask_describe(const struct session *session, const struct ask_variable *variable, uint64_t number, struct text *out)
{
    struct who_place place = {.typed = variable->typed, .type = variable->type, .where.size = variable->size};
    struct text typed = {0}, hexadecimal = {0};
    struct type type;
    bool known = variable->typed && symbols_type(program_symbols(session->trace->program), variable->type, &type) && type.size == variable->size;
    if (known && variable->size < 8)
        number &= (UINT64_C(1) << 8 * variable->size) - 1;
    text_hex(&hexadecimal, number);
    if (known)
        who_describe(session, &place, number, &typed);
    else
        text_printf(&typed, "%" PRIu64, number);
    if (!session->hexadecimal || (known && type.kind == TYPE_FLOAT && !session->bits))
        text_append(out, text_slice(&typed));
    else if (slice_equal(text_slice(&typed), text_slice(&hexadecimal)))
        text_append(out, text_slice(&hexadecimal));
    else
        text_printf(out, "%s (%s)", text_string(&hexadecimal), text_string(&typed));
    text_free(&typed);
    text_free(&hexadecimal);
}

/* ---- Which instances ---- */

static size_t find_node(const struct ask_moment *moment, struct node node)
{
    size_t i = 0;
    while (i < moment->nodes.count && (moment->nodes.items[i].index != node.index || moment->nodes.items[i].instance != node.instance))
        i++;
    return i;
}

/* Without a clock it is known only where the line ran once. */
static void read_once(struct session *session, struct ask_moment *moment)
{
    struct indices line = program_line(session->trace->program, moment->instruction.file, moment->instruction.line);
    if (moment->instruction.executions != 1 || session_is_history(session))
        return;
    for (size_t i = line.count; i-- > 0 && moment->nodes.count < ASK_NODES;)
        if (statement_same(session->trace->program, line.items[i], moment->node.index) && store_instruction(session->trace->store, line.items[i]).executions == 1)
            nodes_add(&moment->nodes, (struct node){line.items[i], 0});
}

/* ---- What was used ---- */

static struct ask_used *known_already(struct ask_moment *moment, const struct link *link)
{
    for (size_t i = 0; i < moment->used_count; i++)
        if (moment->used[i].definer.index == link->node.index)
            return &moment->used[i];
    return NULL;
}

/* Is the value of an instruction what it stored? */
static bool is_store(const struct session *session, uint64_t index)
{
    struct decoded decoded;
    return program_disassemble(session->trace->program, index, &decoded) && decoded.operands && decoded.operand[0].kind == OPERAND_MEMORY;
}

static void name_used(struct session *session, const struct ask_moment *moment, struct ask_used *used)
{
    bool fetch = wet_is_fetch(session, used->definer.index);
    struct roles roles;
    roles_of(session->trace->program, used->via.index, &roles);
    used->beside = used->carried && is_store(session, used->definer.index);
    if (!used->carried && roles_port(&roles, used->port) == ROLE_MEMORY) {
        ask_variable_of(session, moment, used->via, false, &used->variable);
        used->known = wet_is_fetch(session, used->via.index) && store_number(session->trace->store, used->via, &used->number);
    } else if (used->carried || used->port >= ROLES_PORTS || !name_register(session, used->via, roles.reg[used->port], &used->variable)) {
        if (fetch || used->beside)
            ask_variable_of(session, moment, used->definer, !fetch, &used->variable);
    }
    if (!used->known && !wet_is_call(session, used->definer.index))
        used->known = store_number(session->trace->store, used->definer, &used->number);
}

/* What for an instance of the line was used: as a value, for an address, for a call that prints. */
enum { BY_VALUE = 1, BY_ADDRESS = 2, BY_OUTPUT = 4 };

/* A number or an address that stands in the code. */
static bool is_constant(const struct session *session, uint64_t index)
{
    struct decoded decoded;
    if (!program_disassemble(session->trace->program, index, &decoded) || decoded.operands != 2 || decoded.flow != FLOW_NEXT)
        return false;
    const struct operand *to = &decoded.operand[0], *from = &decoded.operand[1];
    bool zero = strcmp(decoded.mnemonic, "xor") == 0 && from->kind == OPERAND_REGISTER && to->kind == OPERAND_REGISTER && from->reg == to->reg;
    bool address = strcmp(decoded.mnemonic, "lea") == 0 && from->rip_relative;
    return zero || address || (to->kind == OPERAND_REGISTER && from->kind == OPERAND_IMMEDIATE && strncmp(decoded.mnemonic, "mov", 3) == 0);
}

/* Is it an address in the executable, which says nothing to anybody? */
static bool is_static_address(struct session *session, uint64_t number)
{
    struct symbols *symbols = program_symbols(session->trace->program);
    struct slice name;
    uint64_t offset, link = number - wet_run_bias(session) - program_bias(session->trace->program);
    return symbols && (symbols_bytes(symbols, link, 1).data || symbols_object_at(symbols, link, &name, &offset));
}

/* From the first on, since a pointer comes before what it leads to. Constants and addresses without a name are nothing to ask about. */
static void name_all(struct session *session, struct ask_moment *moment)
{
    size_t count = 0;
    for (size_t i = moment->used_count; i-- > 0;)
        name_used(session, moment, &moment->used[i]);
    for (size_t i = 0; i < moment->used_count; i++) {
        const struct ask_used *used = &moment->used[i];
        if (used->variable.name.size || !(is_constant(session, used->definer.index) || (used->known && is_static_address(session, used->number))))
            moment->used[count++] = *used;
    }
    moment->used_count = count;
}

/* Addresses in frames, and what calls left behind in libraries, are nothing to ask about either; nor are earlier turns of a run that is not looked at as a
 * whole. */
static void add_used(struct session *session, struct ask_moment *moment, struct node via, const struct link *link, unsigned how)
{
    struct ask_used *known = known_already(moment, link);
    bool printed = !(how & BY_ADDRESS) && how & BY_OUTPUT;
    if (known)
        known->printed |= printed && known->definer.instance == link->node.instance;
    if (known || moment->used_count == ASK_USED || statement_is_frame(session->trace->program, link->node.index) ||
        (link->carried && wet_is_call(session, link->node.index)) || (moment->cut && statement_same(session->trace->program, link->node.index, moment->node.index)))
        return;
    moment->used[moment->used_count++] = (struct ask_used){
        .via = via, .definer = link->node, .port = link->port, .carried = link->carried, .address = how & BY_ADDRESS, .printed = printed};
}

/* From the last instance back: what only addresses were made of is no value. */
static void read_links(struct session *session, struct ask_moment *moment)
{
    unsigned char *how = memory_allocate(moment->nodes.count + 1);
    uint64_t uncertain[LINK_KINDS] = {0};
    struct links links = {0};
    for (size_t i = 0; i < moment->nodes.count; i++) {
        struct node via = moment->nodes.items[i];
        struct roles roles;
        roles_of(session->trace->program, via.index, &roles);
        how[i] |= ask_is_output(session, via.index) ? BY_OUTPUT : 0;
        links.count = 0;
        if (!store_certain_definers(session->trace->store, via, &session->options.progress, &links, uncertain))
            break;
        for (size_t k = 0; k < links.count; k++) {
            const struct link *link = &links.items[k];
            size_t inside = find_node(moment, link->node);
            bool address = (roles_port(&roles, link->port) == ROLE_ADDRESS && !link->carried) || (how[i] & BY_ADDRESS && !(how[i] & BY_VALUE));
            if (link->kind == LINK_CONTROL)
                moment->controlled |= inside == moment->nodes.count;
            else if (inside < moment->nodes.count)
                how[inside] |= (unsigned char)(address ? BY_ADDRESS : BY_VALUE | (how[i] & BY_OUTPUT));
            else
                add_used(session, moment, via, link, (address ? BY_ADDRESS : BY_VALUE) | (how[i] & BY_OUTPUT));
        }
    }
    links_free(&links);
    free(how);
}

void ask_moment_read(struct session *session, struct node node, struct ask_moment *moment)
{
    uint64_t time;
    *moment = (struct ask_moment){.node = node, .instruction = program_instruction(session->trace->program, node.index)};
    moment->has_time = store_time(session->trace->store, node, &time);
    if (moment->instruction.line && moment->instruction.file.size) {
        if (moment->has_time)
            wet_run_of_line(session, node, ASK_NODES, &moment->nodes, &moment->cut);
        else
            read_once(session, moment);
    }
    if (!moment->nodes.count)
        nodes_add(&moment->nodes, node);
    if (session_is_history(session))
        return;
    read_links(session, moment);
    name_all(session, moment);
}

void ask_moment_free(struct ask_moment *moment)
{
    for (size_t i = 0; i < moment->used_count; i++)
        ask_variable_free(&moment->used[i].variable);
    nodes_free(&moment->nodes);
}
