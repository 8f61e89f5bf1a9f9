/* test_suffix_walks.c - the decoder recovers walks through random functions that the test numbers and runs itself.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * test_suffix_function.h makes and prints a function. This test runs it by the documented rules, stops it anywhere, prints it like a debugger
 * (test_suffix_dump.h), reads that back and decodes it. Seeds are fixed; a failure names its seed. */
#include "test_suffix.h"
#include "test_suffix_dump.h"
#include "test_suffix_function.h"

enum { MOST_SLOTS = 12, MOST_WALK = 4000, FUNCTIONS = 900, WALKS = 14 };

/* ---- Running it ---- */

struct stop {                       /* the debugger's view, and what really happened */
    uint64_t slots[MOST_SLOTS], current;
    int slot_count, index, block, line;
    int walked, recorded;           /* blocks entered, paths recorded by then */
    bool early;                     /* the last path is recorded, and still running */
};

struct run {
    const struct function *f;
    struct stop now, stop;
    int walk[MOST_WALK], starts[MOST_WALK];     /* starts: by ordinal of the path, its first block in the walk */
    int left;                       /* points to pass before the stop */
};

static void record(struct run *run)
{
    struct stop *now = &run->now;
    now->slots[now->index] = now->current;
    now->index = now->index == now->slot_count - 1 ? 0 : now->index + 1;
    now->current = 0;
    now->recorded++;
}

static void probe(struct run *run, const struct arc *arc, bool in_front)
{
    const struct function *f = run->f;
    if (arc->kind == NORMAL) {
        run->now.current += arc->increment;
        if (arc->records) {
            record(run);
            run->now.early = true;
        }
        return;
    }
    run->now.current += f->arc[arc->leave].increment;
    record(run);
    run->now.current = f->arc[arc->root].increment;
    run->starts[run->now.recorded] = run->now.walked - in_front;
}

static void pass(struct run *run, int block, int line)
{
    if (run->left-- < 0)
        return;
    run->now.block = block;
    run->now.line = line;
    run->stop = run->now;
}

static void enter(struct run *run, int b)
{
    const struct block *block = &run->f->block[b];
    run->walk[run->now.walked++] = b;
    if (!block->item_count)
        pass(run, b, 0);
    for (int i = 0; i < block->item_count; i++) {
        if (i == 0 && block->marker_arc_front >= 0)
            probe(run, &run->f->arc[block->marker_arc_front], true);
        else if (i == block->end_marker)
            probe(run, &run->f->arc[block->marker_arc_end], false);
        else
            pass(run, b, block->items[i]);
    }
}

static int choose_arc(const struct function *f, int b)
{
    int real[MOST_ARCS], count = 0;
    for (int i = 0; i < f->out[b].count; i++)
        if (f->arc[f->out[b].arcs[i]].kind <= CUT)
            real[count++] = f->out[b].arcs[i];
    return real[random_below((unsigned)count)];
}

/* An arc's probe is at a marker or, if it only adds, on the edge itself. */
static void run_function(const struct function *f, struct run *run)
{
    memset(run, 0, sizeof *run);
    run->f = f;
    run->left = (int)random_below(chance(30) ? 400 : 40);
    run->now.slot_count = 1 + (int)random_below(MOST_SLOTS);
    for (int i = 0; i < run->now.slot_count; i++)
        run->now.slots[i] = chance(50) ? random_below(12) : ((uint64_t)random_below(1u << 31) << 33) + random_below(99);
    run->now.slots[run->now.slot_count - 1] = UINT64_MAX;
    run->stop.slot_count = 0;
    for (int b = 0; b != f->exit && run->left >= 0 && run->now.walked < MOST_WALK - 4;) {
        enter(run, b);
        const struct arc *arc = &f->arc[choose_arc(f, b)];
        if (arc->kind == NORMAL && !arc->records)
            run->now.current += arc->increment;
        if (arc->stub >= 0)
            enter(run, arc->stub);
        b = arc->to;
    }
}

/* ---- Comparing ---- */

struct asked {
    struct arena arena;
    struct suffix suffix;
    struct suffix_blocks blocks;
};

static bool equals_walk(const struct run *run, const struct path_graph *graph, const struct suffix_blocks *blocks)
{
    const struct stop *stop = &run->stop;
    const struct csi_function *function = path_graph_function(graph);
    int kept = stop->recorded < stop->slot_count ? stop->recorded : stop->slot_count;
    int from = run->starts[stop->recorded - kept];
    if (blocks->count != (size_t)(stop->walked - from) || blocks->gap_before)
        return false;
    for (size_t i = 0; i < blocks->count; i++)
        if (function->blocks[blocks->blocks[i]].id != run->f->base + (unsigned)run->walk[from + (int)i])
            return false;
    return true;
}

static bool walk_among(const struct run *run, const struct path_graph *graph, struct asked *asked)
{
    for (size_t i = 0; i < asked->suffix.candidate_count; i++) {
        suffix_blocks(graph, &asked->suffix, i, &asked->arena, &asked->blocks);
        if (equals_walk(run, graph, &asked->blocks))
            return true;
    }
    return asked->suffix.candidate_total > SUFFIX_CANDIDATES_SHOWN;
}

static void fail_walk(const struct run *run, const struct path_graph *graph, const struct asked *asked, uint64_t seed, const char *what)
{
    struct text text = {0};
    for (size_t i = 0; i < asked->suffix.note_count; i++)
        text_printf(&text, "%.*s\n", STR(asked->suffix.notes[i]));
    text_add(&text, "walk:");
    for (int i = 0; i < run->stop.walked; i++)
        text_printf(&text, "%s%u", i ? "," : " ", run->f->base + (unsigned)run->walk[i]);
    text_printf(&text, "\ncandidates %llu of status %s\n", (unsigned long long)asked->suffix.candidate_total, suffix_status_names[asked->suffix.status]);
    for (size_t i = 0; i < asked->suffix.candidate_count; i++) {
        ids_add(&text, path_graph_function(graph), asked->suffix.candidates[i].current, asked->suffix.candidates[i].current_count);
        text_add(&text, "\n");
    }
    print_function(run->f, &text);
    fail_msg("seed %llu: %s: block %u line %d index %d sum %llu\n%s", (unsigned long long)seed, what, run->f->base + (unsigned)run->stop.block,
             run->stop.line, run->stop.index, (unsigned long long)run->stop.current, text_string(&text));
}

static void ask(const struct path_graph *graph, const struct suffix_values *values, struct suffix_position position, struct asked *asked)
{
    memset(asked, 0, sizeof *asked);
    suffix_decode(graph, values, &position, NULL, &asked->arena, &asked->suffix);
}

static uint64_t ambiguous_by_line, unique_by_line;

/* If the block is known, the answer is exactly the walk. If only the line or nothing is known, the walk is among the candidates. */
static void check_walk(const struct run *run, const struct path_graph *graph, const struct suffix_values *values, uint64_t seed)
{
    struct asked asked;
    uint32_t id = run->f->base + (uint32_t)run->stop.block;
    ask(graph, values, (struct suffix_position){.has_block = true, .block = id}, &asked);
    if (asked.suffix.status != SUFFIX_UNIQUE || !walk_among(run, graph, &asked))
        fail_walk(run, graph, &asked, seed, "block known");
    arena_free(&asked.arena);
    if (run->stop.line) {
        ask(graph, values, (struct suffix_position){.has_line = true, .line = run->stop.line}, &asked);
        if ((asked.suffix.status != SUFFIX_UNIQUE && asked.suffix.status != SUFFIX_AMBIGUOUS) || !walk_among(run, graph, &asked))
            fail_walk(run, graph, &asked, seed, "line known");
        ambiguous_by_line += asked.suffix.status == SUFFIX_AMBIGUOUS;
        unique_by_line += asked.suffix.status == SUFFIX_UNIQUE;
        arena_free(&asked.arena);
    }
    ask(graph, values, (struct suffix_position){0}, &asked);
    if ((asked.suffix.status != SUFFIX_UNIQUE && asked.suffix.status != SUFFIX_AMBIGUOUS) || !walk_among(run, graph, &asked))
        fail_walk(run, graph, &asked, seed, "nothing known");
    arena_free(&asked.arena);
}

/* Missing values never make true ones impossible or inconsistent, and the true current part stays among the candidates. */
static void check_missing(const struct run *run, const struct path_graph *graph, const struct suffix_values *whole, uint64_t seed)
{
    struct suffix_values values = *whole;
    struct asked asked;
    bool known[MOST_SLOTS];
    for (int i = 0; i < run->stop.slot_count; i++)
        known[i] = chance(70);
    switch (random_below(5)) {
    case 0:
        values.has_array = false;
        break;
    case 1:
        values.has_index = false;
        break;
    case 2:
        values.has_current = false;
        break;
    case 3:
        values.known = known;
        break;
    default:
        values.slots = random_below((unsigned)values.slots);
        values.array_cut = true;
        break;
    }
    ask(graph, &values, (struct suffix_position){.has_block = true, .block = run->f->base + (uint32_t)run->stop.block}, &asked);
    if (asked.suffix.status == SUFFIX_IMPOSSIBLE || asked.suffix.status == SUFFIX_INCONSISTENT || (values.has_current && !asked.suffix.candidate_total))
        fail_walk(run, graph, &asked, seed, "something missing");
    arena_free(&asked.arena);
}

static void check_stop(const struct run *run, const struct path_graph *graph, uint64_t seed)
{
    const struct stop *stop = &run->stop;
    struct suffix_values values = {.has_array = true, .array = stop->slots, .slots = (size_t)stop->slot_count, .has_index = true, .index = stop->index,
                                   .has_current = true, .current = stop->current};
    check_walk(run, graph, &values, seed);
    check_missing(run, graph, &values, seed);
    struct dump dump;
    struct frame_dump frame = {stop->slots, (size_t)stop->slot_count, stop->index, stop->current, "walked", stop->line};
    dump_make(&frame, random_below(DUMP_STYLES), chance(50), &dump);
    if (!dump_read(&dump, &values))
        fail_msg("seed %llu, style %u: not read as printed:\n%s", (unsigned long long)seed, dump.style, text_string(&dump.text));
    check_walk(run, graph, &values, seed);
    dump_free(&dump);
}

static void check_function(uint64_t seed, uint64_t *walks, uint64_t *splits)
{
    static struct function f;
    static struct run run;
    struct frame_graph loaded;
    struct text text = {0};
    random_state = seed;
    make_function(&f);
    print_function(&f, &text);
    graph_load(&loaded, text_str(&text), "walked");
    if (!path_graph_tiles(loaded.graph) || path_graph_warning_count(loaded.graph) || path_graph_total(loaded.graph) != f.ways[0])
        fail_msg("seed %llu: total %llu of %llu, %.*s\n%s", (unsigned long long)seed, (unsigned long long)path_graph_total(loaded.graph),
                 (unsigned long long)f.ways[0], STR(path_graph_warning_count(loaded.graph) ? path_graph_warning(loaded.graph, 0) : str_of("tiles")),
                 text_string(&text));
    for (int i = 0; i < WALKS; i++) {
        run_function(&f, &run);
        if (!run.stop.slot_count)
            continue;               /* it passed no instruction */
        check_stop(&run, loaded.graph, seed);
        ++*walks;
    }
    *splits += f.splits > 0;
    graph_free(&loaded);
    text_free(&text);
}

static void decoding_finds_the_walk_again(void **state)
{
    (void)state;
    uint64_t walks = 0, splits = 0;
    for (uint64_t seed = 1; seed <= FUNCTIONS; seed++)
        check_function(seed * 0x9e3779b97f4a7c15u, &walks, &splits);
    print_message("%llu walks, %llu functions with cut edges; by line %llu unique, %llu ambiguous\n", (unsigned long long)walks,
                  (unsigned long long)splits, (unsigned long long)unique_by_line, (unsigned long long)ambiguous_by_line);
    assert_true(walks >= 10000);
    assert_true(splits >= 50);
    assert_true(ambiguous_by_line && unique_by_line > ambiguous_by_line);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(decoding_finds_the_walk_again),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
