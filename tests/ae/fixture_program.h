/* fixture_program.h - the text of a random schema.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Structured programs: conditions, loops with their test at either end and breaks out of several loops, switches, calls of functions with and without a
 * schema, setjmp. Because programs are structured, loop annotations always fit. */
#ifndef CLEW_TESTS_FIXTURE_PROGRAM_H
#define CLEW_TESTS_FIXTURE_PROGRAM_H

#include "../unit/test_ae.h"

static uint64_t seed;

static uint32_t random_below(uint32_t limit)
{
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)((seed >> 33) % limit);
}

static bool chance(uint32_t percent) { return random_below(100) < percent; }

enum { BLOCKS = 400, OPEN = 8, FUNCTIONS = 5, SITES = 3 };

struct block {
    struct text ops, end;               /* end: without annotations and without line end */
    struct text edges;                  /* annotations */
    bool target;
};

struct maker {
    struct block blocks[BLOCKS];
    uint32_t count, current, loops;
    uint32_t open[OPEN], open_count;    /* loops around the current block, outermost first */
    struct { uint32_t block, level; } breaks[BLOCKS];   /* blocks that leave all loops from `level` on */
    uint32_t break_count;
    uint32_t self;
};

static uint32_t any_register(void) { return 1 + random_below(31); }

static void add_operand(struct text *out)
{
    if (chance(60))
        text_printf(out, "#R%u", random_below(32));
    else
        text_printf(out, "#I%d", (int)random_below(2000) - 1000);
}

static void add_call(struct maker *m, struct text *out)
{
    uint32_t callee = m->self + 1 + random_below(FUNCTIONS);
    if (callee < FUNCTIONS)
        text_printf(out, "call_inst f%u x2\n", callee);
    else if (chance(30))
        text_printf(out, "call_setjmp %u x2\n", random_below(SITES));
    else
        text_add(out, chance(50) ? "call_ext puts x2\n" : "call_indirect x2\n");
}

static void add_op(struct maker *m, struct text *out)
{
    static const char *const signs[] = {"+", "-", "*", "&", "|", "^", "<<", ">>", ">>>"};
    switch (random_below(8)) {
    case 0: text_printf(out, "uneventful_inst x%u\n", 1 + random_below(12)); break;
    case 1: text_printf(out, "unknown_defn R%u%s\n", any_register(), chance(50) ? " x0" : ""); break;
    case 2: text_printf(out, "load_inst %d(#R%u)\n", (int)random_below(100) - 50, random_below(32)); break;
    case 3: text_printf(out, "store_inst #R%u(#R%u)\n", any_register(), any_register()); break;
    case 4:
        text_printf(out, "compute_defn_1 R%u ", any_register());
        add_operand(out);
        text_byte(out, '\n');
        break;
    case 5: add_call(m, out); break;
    default:
        text_printf(out, "compute_defn_2 R%u ", any_register());
        add_operand(out);
        text_printf(out, " %s ", signs[random_below(9)]);
        add_operand(out);
        text_byte(out, '\n');
    }
}

static struct block *here(struct maker *m) { return &m->blocks[m->current]; }

static uint32_t new_block(struct maker *m)
{
    m->current = m->count++;
    here(m)->target = chance(10);
    return m->current;
}

static void make_code(struct maker *m, uint32_t depth);

static void make_condition(struct maker *m, uint32_t depth)
{
    uint32_t test = m->current, then = new_block(m);
    make_code(m, depth + 1);
    uint32_t end = m->current, otherwise = new_block(m);
    make_code(m, depth + 1);
    text_printf(&here(m)->end, "end_block %u x0", m->current);
    uint32_t join = new_block(m);
    if (chance(15))
        text_add(&m->blocks[end].end, "return x2");
    else
        text_printf(&m->blocks[end].end, "end_block_jump %u %u x2", end, join);
    text_printf(&m->blocks[test].end, "end_block_cjump %u %u %u x2", test, then, otherwise);
    m->blocks[then].target = m->blocks[otherwise].target = true;
}

static void make_switch(struct maker *m, uint32_t depth)
{
    uint32_t test = m->current, count = 2 + random_below(4), ends[8];
    text_printf(&m->blocks[test].end, "end_block_switch %u", test);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t arm = new_block(m);
        m->blocks[arm].target = true;
        text_printf(&m->blocks[test].end, " %u", arm);
        if (chance(20))
            text_printf(&m->blocks[test].end, " %u", arm);
        make_code(m, depth + 1);
        ends[i] = m->current;
    }
    text_add(&m->blocks[test].end, " x2");
    uint32_t join = new_block(m);
    for (uint32_t i = 0; i < count; i++)
        text_printf(&m->blocks[ends[i]].end, "end_block_jump %u %u x1", ends[i], join);
}

/* A jump out of several loops at once. Its target becomes known when the outermost of them ends. */
static void make_break(struct maker *m)
{
    uint32_t level = random_below(m->open_count), test = m->current, on = new_block(m);
    m->blocks[on].target = true;
    text_printf(&m->blocks[test].end, "end_block_cjump %u %u", test, on);
    for (uint32_t i = m->open_count; i > level; i--)
        text_printf(&m->blocks[test].edges, " %%loop_exit(* %u)", m->open[i - 1]);
    m->breaks[m->break_count].block = test;
    m->breaks[m->break_count++].level = level;
}

static void patch_breaks(struct maker *m, uint32_t level, uint32_t target)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < m->break_count; i++) {
        struct block *block = &m->blocks[m->breaks[i].block];
        if (m->breaks[i].level != level) {
            m->breaks[kept++] = m->breaks[i];
            continue;
        }
        text_printf(&block->end, " %u x2", target);
        struct text edges = {0};
        for (size_t c = 0; c < block->edges.size; c++)
            if (block->edges.data[c] == '*')
                text_printf(&edges, "%u", target);
            else
                text_byte(&edges, block->edges.data[c]);
        text_free(&block->edges);
        block->edges = edges;
        m->blocks[target].target = true;
    }
    m->break_count = kept;
}

static void make_loop(struct maker *m, uint32_t depth)
{
    uint32_t before = m->current, header = new_block(m), loop = m->loops++, level = m->open_count;
    bool at_end = chance(50);
    text_printf(&m->blocks[before].end, "end_block %u x0", before);
    text_printf(&m->blocks[before].edges, " %%loop_entry(%u %u)", header, loop);
    m->open[m->open_count++] = loop;
    if (!at_end)
        m->blocks[new_block(m)].target = true;
    make_code(m, depth + 1);
    uint32_t end = m->current, exit = new_block(m);
    m->open_count = level;
    m->blocks[exit].target = true;
    struct block *test = &m->blocks[at_end ? end : header];
    if (at_end) {
        text_printf(&test->end, "end_block_cjump %u %u %u x2", end, exit, header);
        m->blocks[header].target = true;
    } else {
        text_printf(&test->end, "end_block_cjump %u %u %u x2", header, header + 1, exit);
        text_printf(&m->blocks[end].end, "end_block_jump %u %u x2", end, header);
    }
    text_printf(&test->edges, " %%loop_exit(%u %u)", exit, loop);
    text_printf(&m->blocks[end].edges, " %%loop_back(%u %u)", header, loop);
    patch_breaks(m, level, exit);
}

/* Makes blocks from the current one on. The last of them stays open and becomes the current one. */
static void make_code(struct maker *m, uint32_t depth)
{
    for (uint32_t i = random_below(4); i > 0; i--)
        add_op(m, &here(m)->ops);
    for (uint32_t i = random_below(4); i > 0 && depth < 4 && m->count < BLOCKS / 2; i--) {
        uint32_t what = random_below(10);
        if (what < 3)
            make_condition(m, depth);
        else if (what < 5)
            make_switch(m, depth);
        else if (what < 9 && m->open_count < OPEN)
            make_loop(m, depth);
        else if (m->open_count > 0)
            make_break(m);
        add_op(m, &here(m)->ops);
    }
}

static void make_function(uint32_t self, struct text *out)
{
    struct maker *m = memory_allocate(sizeof *m);
    m->self = self;
    new_block(m);
    make_code(m, 0);
    text_add(&here(m)->end, "return x2");
    if (self == 0)
        while (m->count < 300) {                /* block numbers of two bytes */
            new_block(m);
            text_add(&here(m)->end, "return x1");
        }
    text_printf(out, "start_function f%u %u\n", self, m->count);
    for (uint32_t i = 0; i < m->count; i++) {
        struct block *b = &m->blocks[i];
        text_printf(out, "%s %u\n%s%s%s\n", b->target ? "start_block_target" : "start_block", i, text_string(&b->ops), text_string(&b->end),
                    text_string(&b->edges));
        text_free(&b->ops);
        text_free(&b->end);
        text_free(&b->edges);
    }
    text_printf(out, "end_function f%u\n", self);
    free(m);
}

#endif
