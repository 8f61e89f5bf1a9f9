/* why_not_values.c - what the branches that decided looked at.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/questions/questions.h"
#include "recording/wet.h"
#include "recording/why_not.h"
#include "session/engine.h"

#include <stdlib.h>
#include <string.h>

enum { INSTANCES_ASKED = 256 };         /* of one branch */

/* ---- What one instance looked at ---- */

struct values {                         /* instances whose values are shown; zeroed is empty, free() items */
    struct node *items;
    size_t count, capacity;
    uint64_t others;                    /* that are not */
};

/* Of one instruction its last instance alone: the others are counted as left out. */
static void add_node(struct values *nodes, struct node node)
{
    for (size_t i = 0; i < nodes->count; i++)
        if (nodes->items[i].index == node.index) {
            nodes->others += nodes->items[i].instance != node.instance;
            if (node.instance > nodes->items[i].instance)
                nodes->items[i].instance = node.instance;
            return;
        }
    nodes->items = array_grow(nodes->items, &nodes->capacity, nodes->count + 1, sizeof *nodes->items);
    nodes->items[nodes->count++] = node;
}

/* All that a call defines for the function it calls, if that is shown, is the stack pointer. */
static bool is_machinery(const struct session *session, struct node node)
{
    struct decoded decoded;
    uint64_t index;
    if (statement_is_frame(session->trace->program, node.index))
        return true;
    return program_disassemble(session->trace->program, node.index, &decoded) && decoded.flow == FLOW_CALL &&
           !symbols_in_plt(program_symbols(session->trace->program), decoded.target - program_bias(session->trace->program)) &&
           store_find_address(session->trace->store, decoded.target, &index);
}

/* Where an argument came from: a function that keeps it in its frame only copies what its caller passed. */
static struct node passed(const struct session *session, struct node node)
{
    struct links links = {0};
    struct decoded decoded;
    struct node from = node;
    size_t count = 0;
    bool store = program_disassemble(session->trace->program, node.index, &decoded) && strncmp(decoded.mnemonic, "mov", 3) == 0 && decoded.operands == 2 &&
                 decoded.operand[0].kind == OPERAND_MEMORY && decoded.operand[1].kind == OPERAND_REGISTER;
    if (!store || !store_definers(session->trace->store, node, &session->options.progress, &links))
        links.count = 0;
    for (size_t i = 0; i < links.count; i++)
        if (links.items[i].kind == LINK_DATA && !links.items[i].uncertain && !statement_is_frame(session->trace->program, links.items[i].node.index)) {
            from = links.items[i].node;
            count++;
        }
    links_free(&links);
    struct slice inner = program_instruction(session->trace->program, node.index).function, outer = program_instruction(session->trace->program, from.index).function;
    return count == 1 && inner.size && outer.size && !slice_equal(inner, outer) && !wet_is_call(session, from.index) ? from : node;
}

struct used {
    struct values *found;
    unsigned asked;                     /* instances whose definers were looked at */
};

/* What an instance used, but for the frame; what was fetched within the line is looked for where it was computed. */
static void add_used(const struct session *session, struct node node, const struct node *branch, unsigned depth, struct used *used)
{
    enum { DEEPEST = 4, MOST = 64, ASKED = 256 };
    struct links links = {0};
    if (used->asked++ >= ASKED || !store_definers(session->trace->store, node, &session->options.progress, &links))
        links.count = 0;
    for (size_t i = 0; i < links.count && used->found->count < MOST; i++) {
        const struct link *link = &links.items[i];
        if (link->kind != LINK_DATA || is_machinery(session, link->node))
            continue;
        bool within = statement_same(session->trace->program, link->node.index, branch->index) && depth < DEEPEST;
        if (within && (node.index == branch->index || wet_is_fetch(session, link->node.index)))
            add_used(session, link->node, branch, depth + 1, used);
        else
            add_node(used->found, passed(session, link->node));
    }
    links_free(&links);
}

/* Of a computed jump what it used are entries of a table. */
static void find_compared(const struct session *session, struct node branch, struct values *found)
{
    struct decoded decoded;
    if (program_disassemble(session->trace->program, branch.index, &decoded) && decoded.flow == FLOW_BRANCH)
        add_used(session, branch, &branch, 0, &(struct used){found, 0});
}

/* First what was compared, then what else comes into the line. */
static void find_values(struct session *session, struct node branch, struct values *found)
{
    struct statement_links links = {0};
    find_compared(session, branch, found);
    if (statement_definers(session->trace->program, branch, &session->options.progress, &links))
        for (size_t i = 0; i < links.count; i++)
            if (links.items[i].link.kind == LINK_DATA && !links.items[i].frame && !links.items[i].beside && !is_machinery(session, links.items[i].link.node))
                add_node(found, passed(session, links.items[i].link.node));
    statement_links_free(&links);
}

/* ---- What all of them did ---- */

void why_not_tally_free(struct why_not_tally *tally)
{
    for (size_t i = 0; i < tally->count; i++) {
        text_free(&tally->items[i].first);
        text_free(&tally->items[i].last);
    }
    free(tally->items);
}

/* Instances come last first. */
static void tally_node(const struct session *session, struct why_not_tally *tally, struct node node)
{
    struct text value = {0};
    size_t i = 0;
    if (!wet_is_call(session, node.index))
        describe_value(session, node, &value);
    while (i < tally->count && tally->items[i].node.index != node.index)
        i++;
    if (i == tally->count) {
        tally->items = array_grow(tally->items, &tally->capacity, tally->count + 1, sizeof *tally->items);
        tally->items[tally->count++] = (struct why_not_looked){.node = node};
        text_append(&tally->items[i].last, text_slice(&value));
    }
    struct why_not_looked *looked = &tally->items[i];
    looked->times++;
    looked->several |= !slice_equal(text_slice(&value), text_slice(&looked->last));
    text_free(&looked->first);
    looked->first = value;
}

/* Are they one row to a reader? As where the two instructions that clear and set a byte are of one line. */
static bool reads_the_same(const struct session *session, const struct why_not_looked *a, const struct why_not_looked *b)
{
    struct instruction one = program_instruction(session->trace->program, a->node.index), other = program_instruction(session->trace->program, b->node.index);
    return one.line && one.line == other.line && slice_equal(one.file, other.file) && slice_equal(one.function, other.function) && a->last.size &&
           a->times == b->times && a->several == b->several && slice_equal(text_slice(&a->last), text_slice(&b->last)) &&
           slice_equal(text_slice(&a->first), text_slice(&b->first));
}

/* What most of the instances looked at comes first; among equals what the last one did. */
static void tally_order(const struct session *session, struct why_not_tally *tally)
{
    size_t kept = 0;
    for (size_t i = 0; i < tally->count; i++) {
        struct why_not_looked looked = tally->items[i];
        bool twice = false;
        for (size_t k = 0; k < kept; k++)
            twice |= reads_the_same(session, &tally->items[k], &looked);
        if (twice) {
            text_free(&looked.first);
            text_free(&looked.last);
            continue;
        }
        size_t at = kept++;
        for (; at && tally->items[at - 1].times < looked.times; at--)
            tally->items[at] = tally->items[at - 1];
        tally->items[at] = looked;
    }
    tally->count = kept;
}

static void tally_instance(struct session *session, struct node branch, struct why_not_tally *tally)
{
    struct values values = {0};
    find_values(session, branch, &values);
    for (size_t i = 0; i < values.count; i++)
        tally_node(session, tally, values.items[i]);
    tally->others += tally->asked++ ? 0 : values.others;
    free(values.items);
}

void why_not_tally_branch(struct session *session, const struct unrun_step *step, uint64_t *room, struct why_not_tally *tally)
{
    uint64_t last = step->node.instance, most = *room < INSTANCES_ASKED ? *room : INSTANCES_ASKED;
    bool all = step->kind == UNRUN_WENT_OTHER_WAY;
    tally->instances = all ? last + 1 : 1;
    tally_instance(session, step->node, tally);
    for (uint64_t i = 1; all && i < last && i + 1 < most; i++)
        tally_instance(session, (struct node){step->node.index, last - i}, tally);
    if (all && last)
        tally_instance(session, (struct node){step->node.index, 0}, tally);
    *room -= tally->asked < *room ? tally->asked : *room;
    tally_order(session, tally);
}
