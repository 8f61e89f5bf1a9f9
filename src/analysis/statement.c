/* statement.c - dependences between statements.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The walk is breadth-first, so that what a limit cuts off is what lies farthest. Links that leave are gathered, with repetitions,
 * and thinned out at the end: first by their other end, then put in the order of the answer. */
#include "analysis/statement.h"

#include "analysis/slice_set.h"

#include <stdlib.h>
#include <string.h>

void statement_links_free(struct statement_links *links)
{
    free(links->items);
    *links = (struct statement_links){0};
}

static bool same_statement(const struct instruction *a, const struct instruction *b)
{
    return a->line && a->line == b->line && a->function.data && b->function.data && a->file.data && b->file.data &&
           slice_equal(a->function, b->function) && slice_equal(a->file, b->file);
}

bool statement_same(const struct program *program, uint64_t a, uint64_t b)
{
    struct instruction x = program_instruction(program, a), y = program_instruction(program, b);
    return same_statement(&x, &y);
}

bool statement_is_frame(const struct program *program, uint64_t index)
{
    enum { RSP = 4, RBP = 5 };
    static const char *const moves[] = {"mov", "sub", "add", "and", "lea", "push", "pop"};
    struct decoded decoded;
    if (!program_disassemble(program, index, &decoded))
        return false;
    if (decoded.flow == FLOW_RETURN || strcmp(decoded.mnemonic, "leave") == 0)
        return true;
    const struct operand *first = &decoded.operand[0];
    bool stack = decoded.operands > 0 && first->kind == OPERAND_REGISTER && first->reg == RSP;
    bool frame = decoded.operands > 0 && first->kind == OPERAND_REGISTER && first->reg == RBP;
    bool from_stack = decoded.operands > 1 && decoded.operand[1].kind == OPERAND_REGISTER && decoded.operand[1].reg == RSP;
    for (size_t i = 0; i < sizeof moves / sizeof moves[0]; i++)
        if (strcmp(decoded.mnemonic, moves[i]) == 0)
            return stack || (frame && (i >= 5 || (i == 0 && from_stack)));
    return false;
}

enum { LINKS_MAX = 1 << 20 };       /* an instance of a dense trace may have millions of uncertain links */

typedef bool links_function(const struct store *store, struct node node, const struct progress *progress, struct links *links);

struct folding {
    const struct program *program;
    struct instruction home;                /* of the first node: says what the statement is */
    struct node queue[STATEMENT_MAX];       /* the nodes folded */
    size_t count, walked;
    bool beside, users;
    bool frame;                             /* users: the node that is walked is one */
    struct node_set folded;
    struct statement_links *out;
};

static void leave(struct folding *folding, const struct link *link, struct node via)
{
    struct statement_links *out = folding->out;
    if (out->count == LINKS_MAX) {
        out->cut = true;
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
        folding->out->cut = true;
        return;
    }
    node_set_add(&folding->folded, node);
    folding->queue[folding->count++] = node;
}

static void follow(struct folding *folding, const struct link *link, struct node via)
{
    struct instruction other = program_instruction(folding->program, link->node.index);
    if (link->uncertain)
        leave(folding, link, via);
    else if (same_statement(&folding->home, &other))
        fold(folding, link->node);
    else if (!node_set_has(&folding->folded, link->node))
        leave(folding, link, via);
}

static bool walk_statement(struct folding *folding, links_function *links_of, const struct progress *progress)
{
    struct links links = {0};
    bool going = true;
    for (; going && folding->walked < folding->count && folding->out->count < LINKS_MAX; folding->walked++) {
        struct node via = folding->queue[folding->walked];
        links.count = 0;
        folding->frame = folding->users && statement_is_frame(folding->program, via.index);
        going = links_of(program_store(folding->program), via, progress, &links);
        for (size_t k = 0; k < links.count; k++)
            follow(folding, &links.items[k], via);
        going = going && progress_report(progress, folding->walked, folding->count);
    }
    links_free(&links);
    return going;
}

/* ---- The order of the answer ---- */

static int compare(uint64_t a, uint64_t b)
{
    return (a > b) - (a < b);
}

static int compare_nodes(const struct store *store, struct node a, struct node b)
{
    if (a.index == b.index)
        return compare(a.instance, b.instance);
    struct instruction x = store_instruction(store, a.index), y = store_instruction(store, b.index);
    int order = x.has_id ? compare(x.id, y.id) : compare(x.address, y.address);
    return order ? order : compare(a.index, b.index);
}

static int compare_vias(const struct store *store, const struct statement_link *a, const struct statement_link *b)
{
    int order = compare_nodes(store, a->via, b->via);
    return order ? order : compare(a->link.port, b->link.port);
}

/* Are both links to the same other end, of one kind and name? */
static int compare_ends(const struct store *store, const struct statement_link *a, const struct statement_link *b)
{
    int order = compare(a->link.kind, b->link.kind);
    if (!order)
        order = compare(a->frame, b->frame);
    if (!order)
        order = compare_nodes(store, a->link.node, b->link.node);
    return order ? order : compare(a->link.instance_max, b->link.instance_max);
}

static int by_end(const void *x, const void *y, void *store)
{
    const struct statement_link *a = x, *b = y;
    int order = compare_ends(store, a, b);
    if (!order)
        order = compare(a->link.uncertain, b->link.uncertain);
    if (!order)
        order = compare(a->link.carried, b->link.carried);
    if (!order)
        order = compare(a->beside, b->beside);
    return order ? order : compare_vias(store, a, b);
}

static int by_via(const void *x, const void *y, void *store)
{
    const struct statement_link *a = x, *b = y;
    int order = compare(a->link.kind, b->link.kind);
    if (!order)
        order = compare(a->beside, b->beside);
    if (!order)
        order = compare_vias(store, a, b);
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

/* The other instructions of a statement all of which ran once. */
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

static bool statement_walk(struct program *program, struct node node, bool users, const struct progress *progress, struct statement_links *links)
{
    struct folding *folding = memory_allocate(sizeof *folding);
    folding->program = program;
    folding->home = program_instruction(program, node.index);
    folding->users = users;
    folding->out = links;
    links->count = 0;
    links->cut = false;
    fold(folding, node);
    links_function *links_of = users ? store_users : store_definers;
    bool whole = walk_statement(folding, links_of, progress);
    folding->beside = true;
    if (!users && whole)
        fold_whole_line(folding, program, node);
    whole = whole && walk_statement(folding, links_of, progress);
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
