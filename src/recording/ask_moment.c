/* ask_moment.c - one run of a line: its executions, the values it used, and their names.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/ask.h"
#include "recording/steps.h"
#include "recording/who.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* ---- Values ---- */

void ask_describe(const struct session *session, const struct ask_variable *variable, uint64_t number, struct text *out)
{
    struct who_place place = {.typed = variable->typed, .type = variable->type, .where.size = variable->size};
    struct text typed = {0}, hexadecimal = {0};
    struct type type;
    bool known = variable->typed && symbols_type(program_symbols(wet_of(session)->program), variable->type, &type) && type.size == variable->size;
    if (known && variable->size < 8)
        number &= (UINT64_C(1) << 8 * variable->size) - 1;
    text_hex(&hexadecimal, number);
    if (known)
        who_describe(session, &place, number, &typed);
    else
        text_printf(&typed, "%" PRIu64, number);
    if (!session->hexadecimal || (known && type.kind == TYPE_FLOAT && !session->bits))
        text_append(out, text_str(&typed));
    else if (str_equal(text_str(&typed), text_str(&hexadecimal)))
        text_append(out, text_str(&hexadecimal));
    else
        text_printf(out, "%s (%s)", text_string(&hexadecimal), text_string(&typed));
    text_free(&typed);
    text_free(&hexadecimal);
}

/* ---- Its executions ---- */

static size_t find_node(const struct ask_moment *moment, struct node node)
{
    size_t i = 0;
    while (i < moment->nodes.count && (moment->nodes.items[i].index != node.index || moment->nodes.items[i].instance != node.instance))
        i++;
    return i;
}

/* Without a clock this is known only if the line ran once. */
static void read_once(struct session *session, struct ask_moment *moment)
{
    struct indices line = program_line(wet_of(session)->program, moment->instruction.file, moment->instruction.line);
    if (moment->instruction.executions != 1 || wet_is_history(session))
        return;
    for (size_t i = line.count; i-- > 0 && moment->nodes.count < ASK_NODES;)
        if (statement_same(wet_of(session)->program, line.items[i], moment->node.index) && store_instruction(wet_of(session)->store, line.items[i]).executions == 1)
            nodes_add(&moment->nodes, (struct node){line.items[i], 0});
}

/* ---- Used values ---- */

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
    return program_disassemble(wet_of(session)->program, index, &decoded) && decoded.operands && decoded.operand[0].kind == OPERAND_MEMORY;
}

static void name_used(struct session *session, const struct ask_moment *moment, struct ask_used *used)
{
    bool fetch = wet_is_fetch(session, used->definer.index);
    struct roles roles;
    roles_of(wet_of(session)->program, used->via.index, &roles);
    used->beside = used->carried && is_store(session, used->definer.index);
    if (!used->carried && roles_port(&roles, used->port) == ROLE_MEMORY) {
        ask_variable_of(session, moment, used->via, false, &used->variable);
        used->known = wet_is_fetch(session, used->via.index) && store_number(wet_of(session)->store, used->via, &used->number);
    } else if (used->carried || used->port >= ROLES_PORTS || !ask_name_by_register(session, used->via, roles.reg[used->port], &used->variable)) {
        if (fetch || used->beside)
            ask_variable_of(session, moment, used->definer, !fetch, &used->variable);
    }
    if (!used->known && !wet_is_call(session, used->definer.index))
        used->known = store_number(wet_of(session)->store, used->definer, &used->number);
}

/* The purpose for which the line used an execution's value: as a value, for an address, for a call that prints. */
enum { BY_VALUE = 1, BY_ADDRESS = 2, BY_OUTPUT = 4 };

/* A number or an address in the code. */
static bool is_constant(const struct session *session, uint64_t index)
{
    struct decoded decoded;
    if (!program_disassemble(wet_of(session)->program, index, &decoded) || decoded.operands != 2 || decoded.flow != FLOW_NEXT)
        return false;
    const struct operand *to = &decoded.operand[0], *from = &decoded.operand[1];
    bool zero = decoded.operation == OPERATION_XOR && from->kind == OPERAND_REGISTER && to->kind == OPERAND_REGISTER && from->reg == to->reg;
    bool address = decoded.operation == OPERATION_ADDRESS && from->rip_relative;
    return zero || address || (to->kind == OPERAND_REGISTER && from->kind == OPERAND_IMMEDIATE && decoded.traits & TRAIT_MOVES);
}

/* Is it an address in the executable? Those mean nothing to readers. */
static bool is_static_address(struct session *session, uint64_t number)
{
    struct symbols *symbols = program_symbols(wet_of(session)->program);
    struct str name;
    uint64_t offset, link = number - wet_run_bias(session) - program_bias(wet_of(session)->program);
    return symbols && (symbols_bytes(symbols, link, 1).data || symbols_object_at(symbols, link, &name, &offset));
}

/* Starts with the first, since a pointer comes before the object behind it. Constants and addresses without a name are not worth a question. */
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

/* Addresses in frames, and what calls left in libraries, are not worth a question either, nor are earlier rounds of a run that was cut. */
static void add_used(struct session *session, struct ask_moment *moment, struct node via, const struct link *link, unsigned how)
{
    struct ask_used *known = known_already(moment, link);
    bool printed = !(how & BY_ADDRESS) && how & BY_OUTPUT;
    if (known)
        known->printed |= printed && known->definer.instance == link->node.instance;
    if (known || moment->used_count == ASK_USED || statement_is_frame(wet_of(session)->program, link->node.index) ||
        (link->carried && wet_is_call(session, link->node.index)) || (moment->cut && statement_same(wet_of(session)->program, link->node.index, moment->node.index)))
        return;
    moment->used[moment->used_count++] = (struct ask_used){
        .via = via, .definer = link->node, .port = link->port, .carried = link->carried, .address = how & BY_ADDRESS, .printed = printed};
}

/* From the last execution back. A value that only formed addresses does not count as a value. */
static void read_links(struct session *session, struct ask_moment *moment)
{
    unsigned char *how = memory_allocate(moment->nodes.count + 1);
    uint64_t uncertain[LINK_KINDS] = {0};
    struct links links = {0};
    for (size_t i = 0; i < moment->nodes.count; i++) {
        struct node via = moment->nodes.items[i];
        struct roles roles;
        roles_of(wet_of(session)->program, via.index, &roles);
        how[i] |= ask_is_output(session, via.index) ? BY_OUTPUT : 0;
        links.count = 0;
        if (!store_certain_definers(wet_of(session)->store, via, &session->options.progress, &links, uncertain))
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
    *moment = (struct ask_moment){.node = node, .instruction = program_instruction(wet_of(session)->program, node.index)};
    moment->has_time = store_time(wet_of(session)->store, node, &time);
    if (moment->instruction.line && moment->instruction.file.size) {
        if (moment->has_time)
            wet_run_of_line(session, node, ASK_NODES, &moment->nodes, &moment->cut);
        else
            read_once(session, moment);
    }
    if (!moment->nodes.count)
        nodes_add(&moment->nodes, node);
    if (wet_is_history(session))
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
