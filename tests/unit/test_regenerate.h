/* test_regenerate.h - random programs.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     random_schema(seed, &text)      structured functions: loops, branches, switches, calls of all kinds, setjmp, long operators
 *     test_regenerate_walk.h          a random run of one */
#ifndef CLEW_TESTS_TEST_REGENERATE_H
#define CLEW_TESTS_TEST_REGENERATE_H

#include "core/core.h"

#include <string.h>

struct random {
    uint64_t state;
};

static inline uint32_t random_next(struct random *random)
{
    random->state = random->state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(random->state >> 33);
}

static inline uint32_t random_below(struct random *random, uint32_t bound) { return random_next(random) % bound; }
static inline bool random_chance(struct random *random, uint32_t percent) { return random_below(random, 100) < percent; }

/* ---- Random schemas ---- */

enum { BLOCKS = 64, NESTED = 8, TARGETS = 6 };

struct made_block {
    struct text ops;
    uint32_t path[NESTED], depth;       /* the loops around it, outermost first */
    const char *end;                    /* NULL: goes on to the next block */
    uint32_t targets[TARGETS], target_count;
    bool target, header;
};

struct made {
    struct random *random;
    struct made_block blocks[BLOCKS];
    uint32_t count, loops, function, functions, sites;
    uint32_t path[NESTED], depth;
};

static inline struct made_block *made_last(struct made *made) { return &made->blocks[made->count - 1]; }

static inline uint32_t made_block(struct made *made)
{
    struct made_block *block = &made->blocks[made->count++];
    memset(block, 0, sizeof *block);
    memcpy(block->path, made->path, sizeof block->path);
    block->depth = made->depth;
    block->target = random_chance(made->random, 15);
    return made->count - 1;
}

static inline void made_goes(struct made *made, uint32_t from, const char *end, uint32_t target)
{
    struct made_block *block = &made->blocks[from];
    block->end = end;
    block->targets[block->target_count++] = target;
}

static inline void made_operand(struct made *made, struct text *out)
{
    static const char *const names[] = {"alpha", "beta+4", "beta-12"};
    if (random_chance(made->random, 50))
        text_printf(out, " #R%u", random_below(made->random, 32));
    else if (random_chance(made->random, 60))
        text_printf(out, " #I%d", (int)random_below(made->random, 200) - 100);
    else
        text_printf(out, " #%c%s", "SHL"[random_below(made->random, 3)], names[random_below(made->random, 3)]);
}

static inline void made_compute(struct made *made, struct text *out)
{
    static const char *const binaries[] = {"+", "-", "*", "&", "|", "^", "<<", ">>", ">>>"};
    bool two = random_chance(made->random, 70);
    text_printf(out, "compute_defn_%d R%u", two ? 2 : 1, 1 + random_below(made->random, 31));
    made_operand(made, out);
    if (!two)
        return;
    text_printf(out, " %s", binaries[random_below(made->random, 9)]);
    made_operand(made, out);
}

static inline void made_refer(struct made *made, struct text *out)
{
    text_add(out, random_chance(made->random, 50) ? "load_inst " : "store_inst ");
    if (random_chance(made->random, 20))
        text_printf(out, "#R%u", random_below(made->random, 32));
    else if (random_chance(made->random, 10))
        text_add(out, "#Lalpha");
    else
        text_printf(out, "%d", 4 * (int)random_below(made->random, 50) - 100);
    text_printf(out, "(#R%u)", random_below(made->random, 32));
}

/* How many instructions: usually one, sometimes more than any batch holds. */
static inline void made_times(struct made *made, struct text *out, uint32_t least)
{
    uint32_t kind = random_below(made->random, 100), count = 1;
    if (kind >= 60)
        count = least + random_below(made->random, 4);
    if (kind >= 90)
        count = 20 + random_below(made->random, 60);
    if (kind >= 99)
        count = 3000 + random_below(made->random, 3000);
    text_printf(out, " x%u\n", count);
}

static inline void made_call(struct made *made, struct text *out, bool guarded)
{
    uint32_t kind = random_below(made->random, 10), first = guarded ? 0 : made->function + 1;
    if (kind < 6 && first < made->functions)
        text_printf(out, "call_inst f%u x2\n", first + random_below(made->random, made->functions - first));
    else if (kind < 7)
        text_add(out, "call_indirect x2\n");
    else if (kind < 8)
        text_printf(out, "call_setjmp %u x2\n", made->sites++);
    else
        text_add(out, "call_ext printf x2\n");
}

static inline void made_ops(struct made *made, bool guarded)
{
    struct text *out = &made_last(made)->ops;
    for (uint32_t n = random_below(made->random, 5); n; n--) {
        uint32_t kind = random_below(made->random, 100);
        if (kind < 15) {
            text_add(out, "uneventful_inst");
            made_times(made, out, 0);
        } else if (kind < 40) {
            made_compute(made, out);
            made_times(made, out, 0);
        } else if (kind < 55) {
            text_printf(out, "unknown_defn R%u", 1 + random_below(made->random, 31));
            made_times(made, out, 0);
        } else if (kind < 85) {
            made_refer(made, out);
            made_times(made, out, 1);
        } else {
            made_call(made, out, guarded);
        }
    }
}

static inline void made_sequence(struct made *made, uint32_t levels, bool guarded);

static inline void made_if(struct made *made, uint32_t levels)
{
    uint32_t from = made->count - 1, then = made_block(made);
    made_goes(made, from, "cjump", then);
    made_sequence(made, levels, true);
    if (random_chance(made->random, 15))
        made_last(made)->end = "return";
    made_goes(made, from, "cjump", made_block(made));
}

static inline void made_enter(struct made *made)
{
    made->path[made->depth++] = made->loops++;
    uint32_t header = made_block(made);
    made->blocks[header].header = true;
}

static inline void made_while(struct made *made, uint32_t levels, bool guarded)
{
    made_enter(made);
    uint32_t header = made->count - 1;
    made_ops(made, guarded);
    made_goes(made, header, "cjump", made_block(made));
    made_sequence(made, levels, true);
    made_goes(made, made->count - 1, "jump", header);
    made->depth--;
    made_goes(made, header, "cjump", made_block(made));
}

static inline void made_repeat(struct made *made, uint32_t levels, bool guarded)
{
    made_enter(made);
    uint32_t header = made->count - 1;
    made_sequence(made, levels, guarded);
    uint32_t last = made->count - 1;
    made->depth--;
    made_goes(made, last, "cjump", made_block(made));
    made_goes(made, last, "cjump", header);
}

static inline void made_switch(struct made *made, uint32_t levels)
{
    uint32_t from = made->count - 1, cases = 2 + random_below(made->random, TARGETS - 2), ends[TARGETS];
    for (uint32_t i = 0; i < cases; i++) {
        made_goes(made, from, "switch", made_block(made));
        if (levels)
            made_ops(made, true);
        ends[i] = made->count - 1;
    }
    uint32_t join = made_block(made);
    for (uint32_t i = 0; i + 1 < cases; i++)
        made_goes(made, ends[i], "jump", join);
}

static inline void made_sequence(struct made *made, uint32_t levels, bool guarded)
{
    made_ops(made, guarded);
    for (uint32_t n = levels ? random_below(made->random, 3) : 0; n && made->count < BLOCKS / 2; n--) {
        uint32_t kind = random_below(made->random, 4);
        if (kind == 0)
            made_if(made, levels - 1);
        else if (kind == 1)
            made_while(made, levels - 1, guarded);
        else if (kind == 2)
            made_repeat(made, levels - 1, guarded);
        else
            made_switch(made, levels - 1);
        made_ops(made, guarded);
    }
}

/* The loops that the edge leaves, then the loop it enters or repeats. */
static inline void made_annotate(const struct made *made, uint32_t from, uint32_t to, struct text *out)
{
    const struct made_block *a = &made->blocks[from], *b = &made->blocks[to];
    uint32_t common = 0;
    while (common < a->depth && common < b->depth && a->path[common] == b->path[common])
        common++;
    for (uint32_t i = a->depth; i-- > common;)
        text_printf(out, " %%loop_exit(%u %u)", to, a->path[i]);
    if (b->header)
        text_printf(out, " %%loop_%s(%u %u)", common == b->depth ? "back" : "entry", to, b->path[b->depth - 1]);
}

static inline void made_print(struct made *made, struct text *out)
{
    for (uint32_t i = 0; i < made->count; i++)
        if (made->blocks[i].target_count > 1)
            for (uint32_t t = 0; t < made->blocks[i].target_count; t++)
                made->blocks[made->blocks[i].targets[t]].target = true;
    for (uint32_t i = 0; i < made->count; i++) {
        struct made_block *block = &made->blocks[i];
        text_printf(out, "start_block%s %u\n%s", block->target ? "_target" : "", i, block->ops.data ? text_string(&block->ops) : "");
        text_free(&block->ops);
        if (block->end && !strcmp(block->end, "return")) {
            text_add(out, "return x2\n");
            continue;
        }
        if (!block->end)
            block->targets[block->target_count++] = i + 1;
        text_printf(out, "end_block%s%s %u", block->end ? "_" : "", block->end ? block->end : "", i);
        for (uint32_t t = 0; block->end && t < block->target_count; t++)
            text_printf(out, " %u", block->targets[t]);
        text_printf(out, " x%u", block->end ? 2 : random_below(made->random, 2));
        for (uint32_t t = 0; t < block->target_count; t++)
            made_annotate(made, i, block->targets[t], out);
        text_add(out, "\n");
    }
}

static inline void random_function(struct random *random, uint32_t function, uint32_t functions, struct text *out)
{
    struct made made = {.random = random, .function = function, .functions = functions};
    made_block(&made);
    made_sequence(&made, 3, false);
    made_last(&made)->end = "return";
    text_printf(out, "start_function f%u %u\n", function, made.count);
    made_print(&made, out);
    text_printf(out, "end_function f%u\n", function);
}

static inline void random_schema(uint64_t seed, struct text *out)
{
    struct random random = {seed};
    uint32_t functions = 1 + random_below(&random, 5);
    text_add(out, "ae_schema 1\nae_id 0123456789abcdef\n");
    for (uint32_t i = 0; i < functions; i++)
        random_function(&random, i, functions, out);
}

#endif
