/* statement.c - dependences between statements.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The walk is breadth-first, so that a limit cuts off what is farthest. It collects the links that leave the statement, with repetitions. At the end it drops
 * the repetitions by the links' other ends and puts the rest in the order of the answer.
 *
 * For definers there are two walks. The values of a statement come through everything that feeds it on its line, in earlier executions of the line, too: a sum
 * in a loop has everything that was added. The statement's control parent comes along control links only: the branches that let earlier executions run say
 * nothing about this one. */
#include "recording/questions/statement.h"
#include "code/code.h"
#include "recording/questions/program.h"
#include "recording/questions/slice.h"

#include <stdlib.h>

void statement_links_free(struct statement_links *links)
{
    free(links->items);
    *links = (struct statement_links){0};
}

static bool same_statement(const struct instruction *a, const struct instruction *b)
{
    return a->line && a->line == b->line && a->function.data && b->function.data && a->file.data && b->file.data &&
           str_equal(a->function, b->function) && str_equal(a->file, b->file);
}

bool statement_same(const struct program *program, uint64_t a, uint64_t b)
{
    struct instruction x = program_instruction(program, a), y = program_instruction(program, b);
    return same_statement(&x, &y);
}

bool statement_is_frame(const struct program *program, uint64_t index)
{
    struct decoded decoded;
    if (!program_disassemble(program, index, &decoded))
        return false;
    if (decoded.flow == FLOW_RETURN || decoded.operation == OPERATION_LEAVE)
        return true;
    bool stack = operand_is(&decoded, 0, decoded.arch->stack_pointer), frame = operand_is(&decoded, 0, decoded.arch->frame_pointer);
    switch (decoded.operation) {
    case OPERATION_MOVE: return stack || (frame && operand_is(&decoded, 1, decoded.arch->stack_pointer));
    case OPERATION_PUSH: case OPERATION_POP: return stack || (frame && program_keeps_frame(program, index));
    case OPERATION_ADD: case OPERATION_SUBTRACT: case OPERATION_AND: case OPERATION_ADDRESS: return stack;
    default: return false;
    }
}

struct folding {
    const struct program *program;
    struct instruction home;                /* of the first node: defines the statement */
    struct node queue[STATEMENT_MAX];       /* the nodes folded */
    size_t count, walked;
    bool beside, users;
    bool control;                           /* definers: follow only control links; otherwise data links, and control links only within the line */
    bool frame;                             /* users: the current node is a frame instruction */
    struct node_set folded;
    struct statement_links *out;
};

static void cut(struct folding *folding)
{
    folding->out->cut = true;
    folding->out->control_cut |= folding->control || folding->users;
}

static void leave(struct folding *folding, const struct link *link, struct node via)
{
    struct statement_links *out = folding->out;
    if (out->count == STATEMENT_LINKS_MAX) {
        cut(folding);
        return;
    }
    out->items = array_grow(out->items, &out->capacity, out->count + 1, sizeof *out->items);
    out->items[out->count++] = (struct statement_link){*link, via, folding->frame && link->kind == LINK_DATA, folding->beside};
}

static void fold(struct folding *folding, struct node node)
{
    if (node_set_has(&folding->folded, node))
        return;
    if (folding->count == STATEMENT_MAX) {
        cut(folding);
        return;
    }
    node_set_add(&folding->folded, node);
    folding->queue[folding->count++] = node;
}

/* Is a control link between two nodes of one line the call of a recursive one-line function? In a recording, if the caller ran before the callee's frame began;
 * without a clock, if it is a call, since calls let only their callee run. */
static bool is_recursion(const struct folding *folding, struct node user, struct node definer)
{
    const struct store *store = program_store(folding->program);
    struct store_frame frame;
    uint64_t after, before;
    if (store_time(store, user, &after) && store_time(store, definer, &before))
        return store_frame(store, after, 0, &frame) && before < frame.from;
    return program_is_call(folding->program, definer.index);
}

/* The control walk takes control links out of the statement, the data walk the others; for users one walk takes both. */
static bool may_leave(const struct folding *folding, const struct link *link)
{
    return folding->users || folding->control == (link->kind == LINK_CONTROL);
}

static void follow(struct folding *folding, const struct link *link, struct node via)
{
    struct instruction other = program_instruction(folding->program, link->node.index);
    bool leaves = link->uncertain || !same_statement(&folding->home, &other);
    if ((folding->control && link->kind != LINK_CONTROL) || (!leaves && node_set_has(&folding->folded, link->node)))
        return;
    if (!leaves && !folding->users && link->kind == LINK_CONTROL && is_recursion(folding, via, link->node)) {
        if (folding->control)
            leave(folding, link, via);
    } else if (!leaves) {
        fold(folding, link->node);
    } else if (may_leave(folding, link)) {
        leave(folding, link, via);
    }
}

static void miss(struct statement_links *out, struct node node, uint64_t port)
{
    for (size_t i = 0; i < out->missing_count; i++)
        if (out->missing[i].node.index == node.index && out->missing[i].port == port)
            return;
    if (out->missing_count == STATEMENT_MISSING_MAX)
        out->missing_cut = true;
    else
        out->missing[out->missing_count++] = (struct statement_missing){node, port};
}

/* Notes the data ports of a folded node without a link. Links are in the order of their ports. */
static void note_missing(struct folding *folding, struct node via, const struct links *links)
{
    uint64_t ports = program_instruction(folding->program, via.index).own_ports;
    for (uint64_t port = 1, i = 0; port < ports && !folding->out->missing_cut; port++) {
        bool has = false;
        for (; i < links->count && links->items[i].port <= port; i++)
            has |= links->items[i].port == port;
        if (!has)
            miss(folding->out, via, port);
    }
}

static bool walk_statement(struct folding *folding, const struct progress *progress)
{
    struct links links = {0};
    bool going = true;
    for (; going && folding->walked < folding->count && folding->out->count < STATEMENT_LINKS_MAX; folding->walked++) {
        struct node via = folding->queue[folding->walked];
        links.count = 0;
        folding->frame = folding->users && statement_is_frame(folding->program, via.index);
        going = (folding->users ? store_users : store_definers)(program_store(folding->program), via, progress, &links);
        for (size_t k = 0; k < links.count; k++)
            follow(folding, &links.items[k], via);
        if (going && !folding->users && !folding->control)
            note_missing(folding, via, &links);
        going = going && progress_report(progress, folding->walked, folding->count);
    }
    if (going && folding->walked < folding->count)
        cut(folding);
    links_free(&links);
    return going;
}

/* ---- The order of the answer ---- */

static int compare_nodes(const struct store *store, struct node a, struct node b)
{
    if (a.index == b.index)
        return COMPARE(a.instance, b.instance);
    struct instruction x = store_instruction(store, a.index), y = store_instruction(store, b.index);
    int order = x.has_id ? COMPARE(x.id, y.id) : COMPARE(x.address, y.address);
    return order ? order : COMPARE(a.index, b.index);
}

static int compare_vias(const struct store *store, const struct statement_link *a, const struct statement_link *b)
{
    int order = compare_nodes(store, a->via, b->via);
    return order ? order : COMPARE(a->link.port, b->link.port);
}

/* Do both links have the same other end, kind and name? */
static int compare_ends(const struct store *store, const struct statement_link *a, const struct statement_link *b)
{
    COMPARE_FIRST(a->link.kind, b->link.kind);
    COMPARE_FIRST(a->frame, b->frame);
    int order = compare_nodes(store, a->link.node, b->link.node);
    return order ? order : COMPARE(a->link.instance_max, b->link.instance_max);
}

static int by_end(const void *x, const void *y, void *store)
{
    const struct statement_link *a = x, *b = y;
    int order = compare_ends(store, a, b);
    if (order)
        return order;
    COMPARE_FIRST(a->link.uncertain, b->link.uncertain);
    COMPARE_FIRST(a->link.carried, b->link.carried);
    COMPARE_FIRST(a->beside, b->beside);
    return compare_vias(store, a, b);
}

static int by_via(const void *x, const void *y, void *store)
{
    const struct statement_link *a = x, *b = y;
    COMPARE_FIRST(a->link.kind, b->link.kind);
    COMPARE_FIRST(a->beside, b->beside);
    int order = compare_vias(store, a, b);
    return order ? order : compare_ends(store, a, b);
}

static void put_in_order(const struct store *store, struct statement_links *links)
{
    if (links->count == 0)
        return;
    qsort_r(links->items, links->count, sizeof *links->items, by_end, (void *)store);
    size_t kept = 1;
    for (size_t i = 1; i < links->count; i++)
        if (compare_ends(store, &links->items[i], &links->items[kept - 1]) != 0)
            links->items[kept++] = links->items[i];
    links->count = kept;
    qsort_r(links->items, links->count, sizeof *links->items, by_via, (void *)store);
}

/* Folds the other instructions of a statement, if all of them ran once. */
static void fold_whole_line(struct folding *folding, struct program *program, struct node node)
{
    if (folding->home.executions != 1 || folding->home.executions_least || node.instance != 0 || !folding->home.line)
        return;
    struct indices line = program_line(program, folding->home.file, folding->home.line);
    for (size_t i = 0; i < line.count; i++) {
        struct instruction other = program_instruction(program, line.items[i]);
        if (same_statement(&folding->home, &other) && other.executions == 1 && !other.executions_least)
            fold(folding, (struct node){line.items[i], 0});
    }
}

/* One walk from a node, then from the rest of its line. */
static bool walk_from(struct folding *folding, struct program *program, struct node node, const struct progress *progress)
{
    node_set_free(&folding->folded);
    folding->count = folding->walked = 0;
    folding->beside = false;
    fold(folding, node);
    bool whole = walk_statement(folding, progress);
    if (folding->users || !whole)
        return whole;
    folding->beside = true;
    fold_whole_line(folding, program, node);
    return walk_statement(folding, progress);
}

static bool statement_walk(struct program *program, struct node node, bool users, const struct progress *progress, struct statement_links *links)
{
    struct folding *folding = memory_allocate(sizeof *folding);
    folding->program = program;
    folding->home = program_instruction(program, node.index);
    folding->users = users;
    folding->out = links;
    links->count = links->missing_count = 0;
    links->missing_cut = links->cut = links->control_cut = false;
    folding->control = !users;
    bool whole = walk_from(folding, program, node, progress);
    folding->control = false;
    if (!users && whole)
        whole = walk_from(folding, program, node, progress);
    put_in_order(program_store(program), links);
    for (size_t i = 0; !users && i < links->count; i++)
        links->items[i].frame = links->items[i].link.kind == LINK_DATA && statement_is_frame(program, links->items[i].link.node.index);
    links->folded = folding->count;
    node_set_free(&folding->folded);
    free(folding);
    return whole;
}

bool statement_definers(struct program *program, struct node node, const struct progress *progress, struct statement_links *links)
{
    return statement_walk(program, node, false, progress, links);
}

bool statement_users(struct program *program, struct node node, const struct progress *progress, struct statement_links *links)
{
    return statement_walk(program, node, true, progress, links);
}
