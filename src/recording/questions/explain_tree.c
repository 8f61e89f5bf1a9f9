/* explain_tree.c - turns the lines that the walk reached into steps.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * It first folds runs of copies: the line they led to takes the place of the first of them, and inherits the others' children. Then it chooses the nearest
 * lines, each after its parent, and puts them in preorder. */
#include "recording/questions/explain.h"

#include <stdlib.h>

struct twig {                           /* a line on its way to being a step */
    uint32_t line, parent;              /* line numbers; parent NO_LINE: a root */
    uint32_t heir;                      /* itself, or the line it was folded into */
    uint32_t passes_on;                 /* the first line that its value depends upon; NO_LINE: none */
    uint32_t child, sibling;            /* the first below it, and the next below its parent, in order */
    uint32_t cost;                      /* more than its parent's */
    enum explain_link link;
    bool copy, kept;
    uint32_t asides, next_aside;        /* lists of lines by `next_aside` */
    uint32_t aside_count;
    uint32_t run, run_count;            /* the lines folded into it, in `folded` */
    size_t step;
};

struct tree {
    struct explaining *e;
    struct explanation *out;
    struct twig *twigs;                 /* by line */
    uint32_t *order;                    /* lines, as the walk reached them; later in the order of the answer */
    size_t count;
    uint32_t *folded, *stack;
    size_t folded_count;
};

static int by_reach(const void *x, const void *y, void *context)
{
    const struct explain_line *lines = context;
    return COMPARE(lines[*(const uint32_t *)x].order, lines[*(const uint32_t *)y].order);
}

/* The cheapest first; then the latest; without a clock the one that ran least often; then by address. */
static int by_wish(const void *x, const void *y, void *context)
{
    const struct tree *tree = context;
    uint32_t a = *(const uint32_t *)x, b = *(const uint32_t *)y;
    const struct explain_line *one = &tree->e->lines[a], *other = &tree->e->lines[b];
    struct instruction first = store_instruction(tree->e->store, one->node.index), second = store_instruction(tree->e->store, other->node.index);
    COMPARE_FIRST(tree->twigs[a].cost, tree->twigs[b].cost);
    COMPARE_FIRST(other->time, one->time);
    COMPARE_FIRST(first.executions, second.executions);
    COMPARE_FIRST(first.address, second.address);
    return COMPARE(one->order, other->order);
}

static void gather(struct tree *tree)
{
    struct explaining *e = tree->e;
    for (uint32_t i = 0; i < e->line_count; i++) {
        const struct explain_line *line = &e->lines[i];
        tree->twigs[i] = (struct twig){.line = i, .parent = line->parent, .heir = i, .passes_on = NO_LINE, .child = NO_LINE, .sibling = NO_LINE,
                                       .cost = line->cost, .link = line->link, .asides = NO_LINE, .next_aside = NO_LINE};
        tree->twigs[i].copy = line->parent != NO_LINE && line->copies && line->entries == line->copies && line->library == 0 &&
                               (line->saves || (!line->decides && !(line->shared && line->varies)));
        if (line->reached)
            tree->order[tree->count++] = i;
    }
    if (tree->count)
        qsort_r(tree->order, tree->count, sizeof *tree->order, by_reach, e->lines);
    for (size_t i = 0; i < tree->count; i++) {
        const struct explain_line *line = &e->lines[tree->order[i]];
        if (line->parent != NO_LINE && line->link == EXPLAIN_VALUE && tree->twigs[line->parent].passes_on == NO_LINE)
            tree->twigs[line->parent].passes_on = tree->order[i];
    }
}

/* ---- Copies ---- */

static bool continues_run(const struct tree *tree, const struct twig *twig)
{
    return twig->parent != NO_LINE && tree->twigs[twig->parent].copy && tree->twigs[twig->parent].passes_on == twig->line;
}

static void fold_run(struct tree *tree, uint32_t first)
{
    size_t from = tree->folded_count;
    uint32_t at = first;
    for (; at != NO_LINE && tree->twigs[at].copy; at = tree->twigs[at].passes_on)
        tree->folded[tree->folded_count++] = at;
    bool saves = at != NO_LINE && tree->e->lines[first].saves;
    if (tree->folded_count - from < (saves ? 1 : 2)) {
        tree->folded_count = from;
        return;
    }
    if (at == NO_LINE)
        at = tree->folded[--tree->folded_count];
    struct twig *heir = &tree->twigs[at];
    heir->parent = tree->twigs[first].parent;
    heir->link = tree->twigs[first].link;
    heir->run = (uint32_t)from;
    heir->run_count = (uint32_t)(tree->folded_count - from);
    for (size_t i = from; i < tree->folded_count; i++)
        tree->twigs[tree->folded[i]].heir = at;
}

/* Folds a saved parameter (or restored register) whose next line was reached another way: below the line that used it no reader misses it. */
static void fold_asides(struct tree *tree)
{
    for (size_t i = 0; i < tree->count; i++) {
        struct twig *twig = &tree->twigs[tree->order[i]];
        if (!twig->copy || !tree->e->lines[twig->line].saves || twig->heir != twig->line || twig->run_count || twig->passes_on != NO_LINE)
            continue;
        struct twig *parent = &tree->twigs[tree->twigs[twig->parent].heir];
        twig->heir = parent->line;
        twig->next_aside = parent->asides;
        parent->asides = twig->line;
        parent->aside_count++;
    }
}

static void fold_copies(struct tree *tree)
{
    for (size_t i = 0; i < tree->count; i++) {
        const struct twig *twig = &tree->twigs[tree->order[i]];
        if (twig->copy && twig->heir == twig->line && !continues_run(tree, twig))
            fold_run(tree, twig->line);
    }
    fold_asides(tree);
    size_t kept = 0;
    for (size_t i = 0; i < tree->count; i++) {
        struct twig *twig = &tree->twigs[tree->order[i]];
        if (twig->heir != twig->line)
            continue;
        if (twig->parent != NO_LINE)
            twig->parent = tree->twigs[twig->parent].heir;
        tree->order[kept++] = twig->line;
    }
    tree->count = kept;
}

/* ---- Order ---- */

/* Links the lists of children among the first `count` of `order`, each in that order; *roots: the first root. */
static uint32_t link_children(struct tree *tree, size_t count)
{
    uint32_t roots = NO_LINE;
    for (size_t i = 0; i < tree->count; i++)
        tree->twigs[tree->order[i]].child = NO_LINE;
    for (size_t i = count; i-- > 0;) {
        struct twig *twig = &tree->twigs[tree->order[i]];
        uint32_t *list = twig->parent == NO_LINE ? &roots : &tree->twigs[twig->parent].child;
        twig->sibling = *list;
        *list = twig->line;
    }
    return roots;
}

/* Visits the tree in preorder. */
static size_t flatten(struct tree *tree, uint32_t at, uint32_t *preorder)
{
    size_t count = 0, waiting = 0;
    while (at != NO_LINE) {
        const struct twig *twig = &tree->twigs[at];
        preorder[count++] = at;
        if (twig->sibling != NO_LINE)
            tree->stack[waiting++] = twig->sibling;
        at = twig->child;
        if (at == NO_LINE && waiting)
            at = tree->stack[--waiting];
    }
    return count;
}

/* Lines below a copy may be nearer than the line that the copy was folded into; they still come after it. */
static void raise_costs(struct tree *tree)
{
    uint32_t *preorder = memory_allocate((tree->count + 1) * sizeof *preorder);
    size_t count = flatten(tree, link_children(tree, tree->count), preorder);
    for (size_t i = 0; i < count; i++) {
        struct twig *twig = &tree->twigs[preorder[i]];
        if (twig->parent != NO_LINE && twig->cost <= tree->twigs[twig->parent].cost)
            twig->cost = tree->twigs[twig->parent].cost + 1;
    }
    free(preorder);
}

/* ---- Steps ---- */

static enum explain_end end_of(struct explaining *e, const struct explain_line *line)
{
    unsigned follow = e->question->follow;
    bool control = line->link == EXPLAIN_CONTROL && line->kind == LINK_CONTROL, control_alone = !e->history && !(follow & EXPLAIN_FOLLOW_VALUES);
    if (line->values)
        return EXPLAIN_GOES_ON;
    if (line->pending)
        return EXPLAIN_CUT;
    if (line->horizon)
        return EXPLAIN_HORIZON;
    if (line->unwritten)
        return EXPLAIN_UNWRITTEN;
    if (line->uncertain)
        return EXPLAIN_UNCERTAIN;
    if (control || control_alone)
        return line->controls || !(follow & EXPLAIN_FOLLOW_CONTROL) ? EXPLAIN_GOES_ON : EXPLAIN_START;
    return line->made ? EXPLAIN_CALL : line->framed ? EXPLAIN_FRAME : EXPLAIN_CONSTANT;
}

static void copies_of(struct tree *tree, const struct twig *twig, struct explain_step *step)
{
    struct explain_copy *copies = arena_allocate(&tree->out->arena, (twig->run_count + twig->aside_count + 1) * sizeof *copies);
    uint32_t aside = twig->asides;
    for (uint32_t i = 0; i < twig->run_count + twig->aside_count; i++) {
        const struct explain_line *line = &tree->e->lines[i < twig->run_count ? tree->folded[twig->run + i] : aside];
        copies[i] = (struct explain_copy){line->user, line->node, line->port, line->entries};
        if (i >= twig->run_count)
            aside = tree->twigs[aside].next_aside;
    }
    step->copies = copies;
    step->copy_count = twig->run_count;
    step->aside_count = twig->aside_count;
}

static void fill_step(struct tree *tree, uint32_t number, struct explain_step *step)
{
    const struct explain_line *line = &tree->e->lines[number];
    struct twig *twig = &tree->twigs[number];
    *step = (struct explain_step){
        .parent = twig->parent == NO_LINE ? SIZE_MAX : tree->twigs[twig->parent].step,
        .link = twig->link, .user = line->user, .definer = line->definer, .port = line->port, .kind = line->kind, .node = line->node,
        .instances = line->instances ? line->instances : 1, .first = line->first, .last = line->last, .library = line->library,
        .end = end_of(tree->e, line), .end_node = line->unwritten_node, .end_port = line->unwritten_port,
        .end_home = line->unwritten_home, .unwritten = line->unwritten, .outside = line->outside, .let_run = line->let_run, .cost = twig->cost,
    };
    step->depth = step->parent == SIZE_MAX ? 0 : tree->out->steps[step->parent].depth + 1;
    copies_of(tree, twig, step);
    twig->step = (size_t)(step - tree->out->steps);
}

static void write_steps(struct tree *tree)
{
    struct explanation *out = tree->out;
    size_t most = tree->e->question->most;
    if (tree->count)
        qsort_r(tree->order, tree->count, sizeof *tree->order, by_wish, tree);
    size_t shown = most && most < tree->count ? most : tree->count;
    uint32_t *preorder = memory_allocate((shown + 1) * sizeof *preorder);
    out->count = flatten(tree, link_children(tree, shown), preorder);
    out->steps = arena_allocate(&out->arena, (out->count + 1) * sizeof *out->steps);
    for (size_t i = 0; i < out->count; i++)
        fill_step(tree, preorder[i], &out->steps[i]);
    free(preorder);
}

void explain_tree(struct explaining *e, struct explanation *out)
{
    struct tree tree = {.e = e, .out = out};
    size_t room = e->line_count + 1;
    tree.twigs = memory_allocate(room * sizeof *tree.twigs);
    tree.order = memory_allocate(room * sizeof *tree.order);
    tree.folded = memory_allocate(room * sizeof *tree.folded);
    tree.stack = memory_allocate(room * sizeof *tree.stack);
    gather(&tree);
    fold_copies(&tree);
    raise_costs(&tree);
    write_steps(&tree);
    out->lines = tree.count;
    out->edges = e->edges;
    out->uncertain = e->uncertain;
    free(tree.twigs);
    free(tree.order);
    free(tree.folded);
    free(tree.stack);
}
