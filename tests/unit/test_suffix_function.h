/* test_suffix_function.h - makes random functions, numbers them by the published rules, and prints them as metadata.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Written from Ball and Larus, MICRO 1996, sections 3.2 to 3.4, and the format's page; shares nothing with src. Phony arcs are ordinary arcs here: ROOT leads
 * from ENTRY to a block where a path can begin, LEAVE from a block where a path can end to EXIT. A block with more than `limit` paths has its edges cut. */
#ifndef CLEW_TEST_SUFFIX_FUNCTION_H
#define CLEW_TEST_SUFFIX_FUNCTION_H

#include "test_suffix.h"

enum { MOST_BLOCKS = 160, MOST_ARCS = 640, MOST_ITEMS = 8 };

static uint64_t random_state;

static unsigned random_below(unsigned limit)
{
    random_state = random_state * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)((random_state >> 33) % limit);
}

static bool chance(unsigned percent)
{
    return random_below(100) < percent;
}

/* ---- A function ---- */

enum arc_kind { NORMAL, BACK, CUT, ROOT, LEAVE, TURN };     /* ROOT: ENTRY to a target; LEAVE: a source to EXIT; TURN: EXIT to ENTRY */

struct arc {
    enum arc_kind kind;
    int from, to, root, leave;      /* of BACK and CUT: their phony arcs */
    uint64_t weight, increment;
    bool sets, records;
    int stub;                       /* block that holds its probe; -1 */
};

struct list {
    int count, arcs[MOST_ARCS];
};

struct block {
    int item_count, items[MOST_ITEMS];  /* lines and markers */
    int marker_arc_front, marker_arc_end, end_marker;   /* arcs whose probes the markers are; place of the second marker */
    bool returns;
};

struct function {
    int blocks, exit, arcs;         /* block 0 is ENTRY */
    struct block block[MOST_BLOCKS];
    struct arc arc[MOST_ARCS];
    struct list out[MOST_BLOCKS], in[MOST_BLOCKS];
    uint64_t ways[MOST_BLOCKS], limit;
    unsigned base;                  /* of ids */
    int splits;
};

static int add_arc(struct function *f, int from, int to, enum arc_kind kind)
{
    assert_true(f->arcs < MOST_ARCS);
    f->arc[f->arcs] = (struct arc){.kind = kind, .from = from, .to = to, .root = -1, .leave = -1, .stub = -1};
    f->out[from].arcs[f->out[from].count++] = f->arcs;
    f->in[to].arcs[f->in[to].count++] = f->arcs;
    return f->arcs++;
}

/* ---- Making it ---- */

struct draft {
    int blocks, count[MOST_BLOCKS], to[MOST_BLOCKS][5];
};

static void draft_block(struct draft *d, int b, unsigned back, bool endless, bool tree)
{
    int ways = tree && 2 * b + 2 < d->blocks ? 2 : (int)(chance(45) ? 1 : chance(75) ? 2 : 2 + random_below(3));
    if (tree && 2 * b + 2 < d->blocks) {
        d->to[b][0] = 2 * b + 1;
        d->to[b][1] = 2 * b + 2;
        d->count[b] = ways;
        return;
    }
    for (int i = 0; i < ways; i++) {
        int to = b + 1 + (int)random_below(chance(70) ? 2 : 5);
        if (b && chance(back))
            to = 1 + (int)random_below((unsigned)d->blocks - 1);
        if (to >= d->blocks) {
            d->count[b] = endless && d->blocks > 1 ? 1 : 0;     /* returns, or jumps back */
            d->to[b][0] = endless && d->blocks > 1 ? 1 + (int)random_below((unsigned)d->blocks - 1) : 0;
            return;
        }
        d->to[b][d->count[b]++] = to;
    }
    if (d->count[b] > 1 && chance(15))
        d->to[b][1] = d->to[b][0];                              /* parallel edges */
}

/* Keeps only blocks that ENTRY reaches, in the order of their drafts. */
static void keep_reachable(struct draft *d)
{
    int stack[MOST_BLOCKS * 5], depth = 0, name[MOST_BLOCKS], used = 0;
    bool seen[MOST_BLOCKS] = {false};
    stack[depth++] = 0;
    while (depth) {
        int b = stack[--depth];
        if (seen[b])
            continue;
        seen[b] = true;
        for (int i = 0; i < d->count[b]; i++)
            stack[depth++] = d->to[b][i];
    }
    for (int b = 0; b < d->blocks; b++)
        name[b] = seen[b] ? used++ : -1;
    for (int b = 0; b < d->blocks; b++) {
        if (!seen[b])
            continue;
        d->count[name[b]] = d->count[b];
        for (int i = 0; i < d->count[b]; i++)
            d->to[name[b]][i] = name[d->to[b][i]];
    }
    d->blocks = used;
}

/* Splits critical edges by plain blocks without lines, before the numbering. */
static void cut_before(struct draft *d, unsigned percent)
{
    int preds[MOST_BLOCKS] = {0}, blocks = d->blocks;
    for (int b = 0; b < blocks; b++)
        for (int i = 0; i < d->count[b]; i++)
            preds[d->to[b][i]]++;
    for (int b = 0; b < blocks; b++)
        for (int i = 0; i < d->count[b] && d->count[b] > 1; i++)
            if (preds[d->to[b][i]] > 1 && d->blocks < MOST_BLOCKS / 2 && chance(percent)) {
                d->count[d->blocks] = 1;
                d->to[d->blocks][0] = d->to[b][i];
                d->to[b][i] = d->blocks++;
            }
}

static void make_lines(struct function *f, int plain)
{
    bool one_line = chance(8);
    for (int b = 0; b < f->blocks; b++) {
        struct block *block = &f->block[b];
        *block = (struct block){.marker_arc_front = -1, .marker_arc_end = -1, .end_marker = -1};
        int count = b >= plain ? 0 : chance(10) ? 0 : 1 + (int)random_below(4);
        int line = one_line ? 7 : chance(20) ? 3 + (int)random_below(6) : 10 + 2 * b;
        for (int i = 0; i < count; i++) {
            block->items[block->item_count++] = chance(5) ? 0 : line;
            line += one_line ? 0 : (int)random_below(3) - (chance(20) ? 1 : 0);
        }
    }
}

/* ---- Numbering it ---- */

/* The compiler's search: pushes successors in order, so visits the last one first. */
static void find_back_arcs(struct function *f)
{
    int stack[MOST_ARCS + 1], depth = 0, colour[MOST_BLOCKS] = {0};
    stack[depth++] = 0;
    while (depth) {
        int v = stack[depth - 1];
        if (colour[v]) {
            colour[v] = 2;
            depth--;
            continue;
        }
        colour[v] = 1;
        for (int i = 0, count = f->out[v].count; i < count; i++) {
            int e = f->out[v].arcs[i], to = f->arc[e].to;
            if (to != f->exit && colour[to] == 1) {
                f->arc[e].kind = BACK;
                f->arc[e].root = add_arc(f, 0, to, ROOT);
                f->arc[e].leave = add_arc(f, v, f->exit, LEAVE);
            } else if (to != f->exit && colour[to] == 0) {
                stack[depth++] = to;
            }
        }
    }
}

/* A leave arc is numbered in its backedge's place, a shared one after all others. */
static uint64_t weigh(struct function *f, int v)
{
    uint64_t sum = 0;
    int shared = -1;
    for (int i = 0; i < f->out[v].count; i++) {
        struct arc *arc = &f->arc[f->out[v].arcs[i]];
        if (arc->kind == CUT)
            shared = arc->leave;
        if (arc->kind == NORMAL || arc->kind == ROOT) {
            arc->weight = sum;
            sum += f->ways[arc->to];
        } else if (arc->kind == BACK) {
            f->arc[arc->leave].weight = sum++;
        }
    }
    if (shared >= 0)
        f->arc[shared].weight = sum++;
    return sum;
}

static void split_block(struct function *f, int v)
{
    int leave = add_arc(f, v, f->exit, LEAVE);
    f->splits++;
    for (int i = 0, count = f->out[v].count; i < count; i++) {
        int e = f->out[v].arcs[i];
        if (f->arc[e].kind != NORMAL)
            continue;
        f->arc[e].kind = CUT;
        f->arc[e].leave = leave;
        f->arc[e].root = add_arc(f, 0, f->arc[e].to, ROOT);
    }
}

static void count_ways(struct function *f, int v)
{
    if (f->ways[v])
        return;
    for (int i = 0; i < f->out[v].count; i++)
        if (f->arc[f->out[v].arcs[i]].kind == NORMAL)
            count_ways(f, f->arc[f->out[v].arcs[i]].to);
    if (v == 0)
        return;
    f->ways[v] = v == f->exit ? 1 : weigh(f, v);
    if (v != f->exit && f->ways[v] > f->limit) {
        split_block(f, v);
        f->ways[v] = weigh(f, v);
    }
}

static void push_down(struct function *f, int e)
{
    struct arc *arc = &f->arc[e];
    if (f->in[arc->to].count > 1 || arc->to == f->exit)
        return;
    for (int i = 0; i < f->out[arc->to].count; i++) {
        int next = f->out[arc->to].arcs[i];
        if (f->arc[next].kind == CUT)
            continue;
        f->arc[next].increment += arc->increment;
        f->arc[next].sets = true;
        push_down(f, next);
    }
    arc->increment = 0;
    arc->sets = false;
}

/* The record moves up as long as every path leads to it, but not above a block that a cut edge enters. */
static void push_up(struct function *f, int e)
{
    struct arc *arc = &f->arc[e];
    if (f->out[arc->from].count > 1 || arc->from == 0 || arc->sets)
        return;
    for (int i = 0; i < f->in[arc->from].count; i++)
        if (f->arc[f->in[arc->from].arcs[i]].kind != NORMAL && f->arc[f->in[arc->from].arcs[i]].kind != LEAVE)
            return;
    for (int i = 0; i < f->in[arc->from].count; i++) {
        int before = f->in[arc->from].arcs[i];
        f->arc[before].increment += arc->increment;
        f->arc[before].records = true;
        push_up(f, before);
    }
    arc->increment = 0;
    arc->records = false;
}

static int real_arcs(const struct function *f, const struct list *list)
{
    int count = 0;
    for (int i = 0; i < list->count; i++)
        count += f->arc[list->arcs[i]].kind <= CUT;
    return count;
}

static void place_end_marker(struct function *f, int b, int e)
{
    struct block *block = &f->block[b];
    int at = block->item_count - (f->arc[e].to == f->exit && block->item_count && chance(80));   /* the return has a line */
    for (int i = block->item_count++; i > at; i--)
        block->items[i] = block->items[i - 1];
    block->items[at] = -1;
    block->end_marker = at;
    block->marker_arc_end = e;
}

static void place_front_marker(struct function *f, int b, int e)
{
    struct block *block = &f->block[b];
    for (int i = block->item_count++; i > 0; i--)
        block->items[i] = block->items[i - 1];
    block->items[0] = -1;
    block->end_marker += block->end_marker >= 0;
    block->marker_arc_front = e;
}

static void place_probe(struct function *f, int e, bool always_cut)
{
    struct arc *arc = &f->arc[e];
    bool records = arc->kind != NORMAL || arc->records;
    bool critical = real_arcs(f, &f->out[arc->from]) > 1 && real_arcs(f, &f->in[arc->to]) > 1;
    if (critical && (records || always_cut)) {
        assert_true(f->blocks < MOST_BLOCKS);
        arc->stub = f->blocks++;
        f->block[arc->stub] = (struct block){.marker_arc_front = -1, .marker_arc_end = -1, .end_marker = -1};
        if (records)
            place_end_marker(f, arc->stub, e);
    } else if (records && real_arcs(f, &f->out[arc->from]) == 1) {
        place_end_marker(f, arc->from, e);
    } else if (records) {
        place_front_marker(f, arc->to, e);
    }
}

static void number_function(struct function *f)
{
    int turn = add_arc(f, f->exit, 0, TURN);
    f->arc[turn].kind = TURN;
    find_back_arcs(f);
    for (int b = 0; b < f->exit; b++)
        count_ways(f, b);
    f->ways[f->exit] = 1;
    f->ways[0] = weigh(f, 0);
    for (int e = 0; e < f->arcs; e++)
        f->arc[e].increment = f->arc[e].weight;
    f->arc[turn].sets = f->arc[turn].records = true;
    push_down(f, turn);
    for (int i = 0; i < f->in[f->exit].count; i++) {
        f->arc[f->in[f->exit].arcs[i]].records = true;
        push_up(f, f->in[f->exit].arcs[i]);
    }
    bool always_cut = chance(50);
    for (int e = 0, count = f->arcs; e < count; e++)
        if (f->arc[e].kind <= CUT)
            place_probe(f, e, always_cut);
}

static void make_function(struct function *f)
{
    static const uint64_t limits[] = {8, 8, 12, 40, 1000, (uint64_t)1 << 40};
    struct draft d = {.blocks = 1 + (int)random_below(chance(20) ? 60 : 18)};
    unsigned back = random_below(35), tree = chance(25) ? 1 + random_below(7) : 0;
    bool endless = chance(12);
    for (int b = 0; b < d.blocks; b++)
        draft_block(&d, b, back, endless, b < (int)tree);
    keep_reachable(&d);
    int plain = d.blocks;
    cut_before(&d, chance(50) ? 0 : chance(50) ? 100 : 50);
    memset(f, 0, sizeof *f);
    f->limit = limits[random_below(6)];
    f->base = chance(50) ? 0 : random_below(1000000);
    f->blocks = d.blocks;
    make_lines(f, plain);
    f->exit = f->blocks++;
    f->block[f->exit] = (struct block){.marker_arc_front = -1, .marker_arc_end = -1, .end_marker = -1};
    for (int b = 0; b < d.blocks; b++) {
        for (int i = 0; i < d.count[b]; i++)
            add_arc(f, b, d.to[b][i], NORMAL);
        if (!d.count[b])
            add_arc(f, b, f->exit, NORMAL);
    }
    number_function(f);
}

/* ---- Printing it ---- */

static void print_block(const struct function *f, int b, struct text *text)
{
    text_printf(text, "%u%s", f->base + (unsigned)b, b == f->exit ? "|EXIT" : b == 0 ? "|ENTRY" : "");
    for (int i = 0; i < f->block[b].item_count; i++)
        text_printf(text, "|%d", f->block[b].items[i]);
    text_add(text, b == f->exit || f->block[b].item_count || (b == 0 && chance(50)) ? "\n" : "|NULL\n");
}

static void print_edge(const struct function *f, int from, int to, const char *arrow, const struct arc *numbers, struct text *text)
{
    text_printf(text, "%u%s%u|%llu$%llu\n", f->base + (unsigned)from, arrow, f->base + (unsigned)to,
                (unsigned long long)(numbers ? numbers->increment : 0), (unsigned long long)(numbers ? numbers->weight : 0));
}

static void print_arc(const struct function *f, const struct arc *arc, struct text *text)
{
    bool normal = arc->kind == NORMAL;
    const struct arc *numbers = normal ? arc : &f->arc[arc->root];
    if (arc->stub < 0) {
        print_edge(f, arc->from, arc->to, normal ? "->" : "~>", numbers, text);
    } else {
        print_edge(f, arc->from, arc->stub, "->", normal ? numbers : NULL, text);
        print_edge(f, arc->stub, arc->to, normal ? "->" : "~>", normal ? NULL : numbers, text);
    }
}

static void print_function(const struct function *f, struct text *text)
{
    text_add(text, "#\nwalked\n");
    print_block(f, f->exit, text);
    for (int b = 0; b < f->blocks; b++)
        if (b != f->exit)
            print_block(f, b, text);
    text_add(text, "$\n");
    for (int b = 0; b < f->exit; b++)
        for (int i = 0; i < f->out[b].count; i++)
            if (f->arc[f->out[b].arcs[i]].kind <= CUT)
                print_arc(f, &f->arc[f->out[b].arcs[i]], text);
}

#endif
