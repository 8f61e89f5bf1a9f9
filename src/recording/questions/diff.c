/* diff.c - which differences follow from others, and which do not.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/questions/diff.h"
#include "recording/questions/program.h"
#include "recording/questions/rank.h"

#include <stdlib.h>

enum { INSTANCE_BITS = 33 };

/* The inputs of an aligned pair: the same, the same but written elsewhere, or OTHER: different, not aligned or unknown. The greatest of its inputs counts.
 * WAITS: silent inputs (is_silent) must be settled first. ACTIVE: an input that waits. */
enum used { USED_SAME, USED_ELSEWHERE, USED_WAITS, USED_OTHER, USED_ACTIVE };

struct timed {
    uint64_t time;                      /* or the address, without a clock */
    struct diff_part part;
};

struct kept {                           /* grows to twice as many as remain in the end */
    struct timed *items;
    size_t count, capacity;
    uint64_t latest;                    /* later differences need no look: there are enough */
};

/* A pointer that walks through memory is made from the one before, millions in a row. So waiting pairs are on a stack of their own, not the program's. */
struct looking {
    struct diff *diff;
    struct diff_inside *inside;
    struct map settled;                 /* of silent executions: enum used */
    struct diff_pair *stack;            /* silent pairs to look at; a pair that waits is below those it waits for */
    size_t height, capacity;
    struct kept ways, values;
};

static uint64_t key_of(struct node node)
{
    return node.index << INSTANCE_BITS | node.instance;
}

/* Does its value say nothing about its effect? */
static bool is_silent(const struct diff_inside *inside, struct node node)
{
    struct instruction instruction = store_instruction(inside->here, node.index);
    uint64_t first;
    return instruction.ports > instruction.own_ports || diff_bit(inside->moved, node) || !store_values_of(inside->here, node, &first);
}

static bool has_definer(const struct links *links, const struct link *like, struct node node)
{
    for (size_t i = 0; i < links->count; i++) {
        const struct link *link = &links->items[i];
        if (link->kind == LINK_DATA && link->node.index == node.index && link->node.instance == node.instance && (link->carried ? like->carried : link->port == like->port))
            return true;
    }
    return false;
}

/* The definers of a silent execution count in its place. One that uses itself, in a nonsensical file, counts as OTHER. */
static enum used look_through(struct looking *l, struct node here, struct node there)
{
    uint64_t settled;
    if (map_get(&l->settled, key_of(here), &settled))
        return settled == USED_ACTIVE ? USED_OTHER : (enum used)settled;
    l->stack = array_grow(l->stack, &l->capacity, l->height + 1, sizeof *l->stack);
    l->stack[l->height++] = (struct diff_pair){here, there};
    return USED_WAITS;
}

static enum used look_at(struct looking *l, const struct link *link, const struct links *others)
{
    struct node there;
    if (diff_find(l->inside, link->node, &there) != DIFF_ALIGNED || diff_bit(l->inside->differs, link->node))
        return USED_OTHER;
    enum used used = is_silent(l->inside, link->node) ? look_through(l, link->node, there) : USED_SAME;
    return used == USED_SAME && !has_definer(others, link, there) ? USED_ELSEWHERE : used;
}

static enum used look_at_other(struct looking *l, const struct link *link)
{
    struct node here;
    if (!diff_here(l->diff, link->node, &here) || diff_bit(l->inside->differs, here))
        return USED_OTHER;
    return is_silent(l->inside, here) ? look_through(l, here, link->node) : USED_SAME;
}

static enum used look(struct looking *l, struct node here, struct node there)
{
    struct links own = {0}, others = {0};
    uint64_t uncertain[LINK_KINDS] = {0};
    bool whole = store_certain_definers(l->inside->here, here, NULL, &own, uncertain) && store_certain_definers(l->inside->there, there, NULL, &others, uncertain);
    enum used used = whole && !uncertain[LINK_DATA] ? USED_SAME : USED_OTHER, found;
    size_t mine = 0, theirs = 0;
    for (size_t i = 0; i < own.count && used != USED_OTHER; i++)
        if (own.items[i].kind == LINK_DATA) {
            found = look_at(l, &own.items[i], &others);
            used = found > used ? found : used;
            mine++;
        }
    for (size_t i = 0; i < others.count && used != USED_OTHER; i++)
        if (others.items[i].kind == LINK_DATA) {
            found = look_at_other(l, &others.items[i]);
            used = found > used ? found : used;
            theirs++;
        }
    links_free(&own);
    links_free(&others);
    return used == USED_SAME && mine != theirs ? USED_ELSEWHERE : used;
}

/* Works off the stack; looks at a pair again when everything it waited for is settled. False: stopped. */
static bool settle(struct looking *l)
{
    while (l->height) {
        size_t top = l->height - 1;
        struct diff_pair pair = l->stack[top];
        uint64_t key = key_of(pair.here), settled;
        if (!diff_go_on(l->inside))
            return false;
        if (map_get(&l->settled, key, &settled) && settled != USED_ACTIVE) {
            l->height = top;
            continue;
        }
        map_put(&l->settled, key, USED_ACTIVE);
        enum used used = look(l, pair.here, pair.there);
        if (used == USED_WAITS)
            continue;
        map_put(&l->settled, key, used);
        l->height = top;
    }
    return true;
}

static enum used look_whole(struct looking *l, struct node here, struct node there)
{
    enum used used;
    while ((used = look(l, here, there)) == USED_WAITS && settle(l))
        ;
    l->height = 0;
    return used == USED_WAITS ? USED_OTHER : used;
}

/* ---- Keeping the first in time ---- */

static int by_time(const void *x, const void *y)
{
    const struct timed *a = x, *b = y;
    COMPARE_FIRST(a->time, b->time);
    COMPARE_FIRST(a->part.here.index, b->part.here.index);
    COMPARE_FIRST(a->part.here.instance, b->part.here.instance);
    return (int)a->part.kind - (int)b->part.kind;
}

static uint64_t time_of(const struct diff_inside *inside, struct node here)
{
    uint64_t time;
    return store_time(inside->here, here, &time) ? time : store_instruction(inside->here, here.index).address;
}

/* Beyond the limit the last ones go. */
static void arrange(struct diff *diff, struct kept *kept)
{
    if (kept->count)
        qsort(kept->items, kept->count, sizeof *kept->items, by_time);
    if (kept->count <= DIFF_PARTS)
        return;
    kept->count = DIFF_PARTS;
    kept->latest = kept->items[DIFF_PARTS - 1].time;
    diff->parts_least = true;
}

/* Ways are often many; the values they follow from must still have room. */
static void keep(struct looking *l, uint64_t time, struct diff_part part)
{
    struct kept *kept = part.kind == DIFF_WAY ? &l->ways : &l->values;
    if (kept->count == 2 * DIFF_PARTS)
        arrange(l->diff, kept);
    kept->items = array_grow(kept->items, &kept->capacity, kept->count + 1, sizeof *kept->items);
    kept->items[kept->count++] = (struct timed){time, part};
}

static void take(struct looking *l, struct node here, bool way)
{
    struct node there;
    uint64_t time = time_of(l->inside, here);
    if (diff_find(l->inside, here, &there) != DIFF_ALIGNED || time > (way ? l->ways : l->values).latest)
        return;
    enum used used = look_whole(l, here, there);
    if (l->inside->stopped)
        return;
    if (way)
        keep(l, time, (struct diff_part){DIFF_WAY, used == USED_OTHER, here, there});
    else if (used != USED_OTHER)
        keep(l, time, (struct diff_part){used == USED_ELSEWHERE ? DIFF_SOURCE : DIFF_VALUE, false, here, there});
}

/* False: stopped. */
static bool take_all(struct looking *l, uint64_t *const *bits, bool way)
{
    for (uint64_t i = 0; i < l->inside->count_here; i++) {
        uint64_t executions = bits[i] ? store_instruction(l->inside->here, i).executions : 0;
        for (uint64_t word = 0; word < (executions + 63) / 64; word++)
            for (uint64_t left = bits[i][word]; left; left &= left - 1) {
                if (!diff_go_on(l->inside))
                    return false;
                take(l, (struct node){i, word * 64 + (unsigned)__builtin_ctzll(left)}, way);
            }
    }
    return true;
}

static void put_together(struct diff *diff, struct kept *ways, const struct kept *values)
{
    for (size_t i = 0; i < values->count; i++) {
        ways->items = array_grow(ways->items, &ways->capacity, ways->count + 1, sizeof *ways->items);
        ways->items[ways->count++] = values->items[i];
    }
    if (ways->count)
        qsort(ways->items, ways->count, sizeof *ways->items, by_time);
    diff->parts = memory_allocate((ways->count + 1) * sizeof *diff->parts);
    for (size_t i = 0; i < ways->count; i++)
        diff->parts[diff->part_count++] = ways->items[i].part;
}

static bool diff_parts(struct diff *diff)
{
    struct looking looking = {.diff = diff, .inside = diff->inside, .ways = {.latest = UINT64_MAX}, .values = {.latest = UINT64_MAX}};
    bool whole = take_all(&looking, diff->inside->split, true) && take_all(&looking, diff->inside->differs, false);
    arrange(diff, &looking.ways);
    arrange(diff, &looking.values);
    put_together(diff, &looking.ways, &looking.values);
    free(looking.ways.items);
    free(looking.values.items);
    map_free(&looking.settled);
    free(looking.stack);
    return whole;
}

/* ---- Where a way led ---- */

/* The first of the executions that a control parent let run in one run only: by time, without a clock by address. */
static bool first_led(const struct diff *diff, const struct store *store, struct node leave, bool here, struct node *led)
{
    struct links users = {0};
    struct node other;
    uint64_t least = UINT64_MAX, at;
    bool whole = store_users(store, leave, NULL, &users);
    for (size_t i = 0; whole && i < users.count; i++) {
        struct node node = users.items[i].node;
        if (users.items[i].kind != LINK_CONTROL || (here ? diff_find(diff->inside, node, &other) != DIFF_ONLY : diff_here(diff, node, &other)))
            continue;
        if (!store_time(store, node, &at))
            at = store_instruction(store, node.index).address;
        if (at < least) {
            least = at;
            *led = node;
        }
    }
    links_free(&users);
    return least != UINT64_MAX;
}

bool diff_way_here(const struct diff *diff, const struct diff_part *way, struct node *led)
{
    return first_led(diff, diff->inside->here, way->here, true, led);
}

bool diff_way_there(const struct diff *diff, const struct diff_part *way, struct node *led)
{
    return first_led(diff, diff->inside->there, way->there, false, led);
}

/* ---- Where a run went on after a way that let nothing more run there ---- */

struct next {
    bool known, ran;                    /* ran: your code ran later in the same thread */
    uint64_t time;                      /* of the way */
    struct node node;
};

/* A signal handler begins there: the way did not lead to it. */
static bool is_handled(const struct store *store, uint64_t time)
{
    struct store_frame frame;
    return store_frame(store, time, 0, &frame) && frame.handler && frame.from == time;
}

static struct next next_of(const struct store *store, struct node node)
{
    struct next next = {0};
    uint64_t at;
    if (!store_time(store, node, &next.time))
        return next;
    next.ran = store_next_in_thread(store, next.time, &at);
    next.known = !next.ran || (!is_handled(store, at) && store_at(store, at, &next.node));
    return next;
}

/* Was the frame at that time still open when the run ended? */
static bool is_open_frame(const struct store *store, uint64_t time)
{
    struct store_frame frame;
    return store_frame(store, time, 0, &frame) && frame.to > store_summary(store).times;
}

static enum diff_went went(const struct store *store, const struct next *own, bool alike, struct node *next)
{
    if (!own->known)
        return DIFF_WENT_UNKNOWN;
    if (!own->ran || (alike && is_open_frame(store, own->time)))
        return DIFF_WENT_NOWHERE;
    *next = own->node;
    return alike ? DIFF_WENT_UNKNOWN : DIFF_WENT_ON;
}

enum diff_went diff_way_went_here(const struct diff *diff, const struct diff_part *way, struct node *next)
{
    const struct diff_inside *inside = diff->inside;
    struct next here = next_of(inside->here, way->here), there = next_of(inside->there, way->there);
    if (!there.known)
        return DIFF_WENT_UNKNOWN;
    return went(inside->here, &here, here.ran && there.ran && inside->there_of[here.node.index] == there.node.index, next);
}

enum diff_went diff_way_went_there(const struct diff *diff, const struct diff_part *way, struct node *next)
{
    const struct diff_inside *inside = diff->inside;
    struct next here = next_of(inside->here, way->here), there = next_of(inside->there, way->there);
    if (!here.known)
        return DIFF_WENT_UNKNOWN;
    return went(inside->there, &there, here.ran && there.ran && inside->there_of[here.node.index] == there.node.index, next);
}

/* ---- The comparison of two runs: instructions, steps, lines ---- */

enum { REPORT_EVERY = 4096 /* executions */ };

bool diff_bit(uint64_t *const *bits, struct node node)
{
    return bits[node.index] && bits[node.index][node.instance / 64] >> node.instance % 64 & 1;
}

void diff_set(uint64_t **bits, struct node node, uint64_t executions)
{
    if (!bits[node.index])
        bits[node.index] = memory_allocate((executions / 64 + 1) * sizeof **bits);
    bits[node.index][node.instance / 64] |= UINT64_C(1) << node.instance % 64;
}

bool diff_go_on(struct diff_inside *inside)
{
    if (!inside->stopped && ++inside->done >= inside->reported + REPORT_EVERY) {
        inside->stopped = !progress_report(inside->progress, inside->done, 0);
        inside->reported = inside->done;
    }
    return !inside->stopped;
}

/* ---- Instructions ---- */

/* For each instruction of one run, its index in the other. */
static uint64_t *others(const struct program *program, const struct rank_question *question, uint64_t count)
{
    uint64_t *found = memory_allocate((count + 1) * sizeof *found);
    for (uint64_t i = 0; i < count; i++) {
        bool comparable, ran = rank_find(program, question, i, &found[i], &comparable);
        if (!ran)
            found[i] = comparable ? DIFF_NONE : DIFF_UNKNOWN;
    }
    return found;
}

/* If several instructions share an address, the first block stands for all: the others are unknown. */
static void agree(uint64_t *there_of, const uint64_t *here_of, uint64_t count_here, uint64_t count_there)
{
    for (uint64_t i = 0; i < count_here; i++)
        if (there_of[i] < count_there && here_of[there_of[i]] != i)
            there_of[i] = DIFF_UNKNOWN;
        else if (there_of[i] >= count_there && there_of[i] != DIFF_NONE)
            there_of[i] = DIFF_UNKNOWN;
}

static void find_instructions(struct diff_inside *inside)
{
    const struct diff_question *question = &inside->question;
    struct rank_question forth = {.other = question->there, .shift = question->shift}, back = {.other = question->here, .shift = 0 - question->shift};
    inside->there_of = others(question->here, &forth, inside->count_here);
    inside->here_of = others(question->there, &back, inside->count_there);
    agree(inside->there_of, inside->here_of, inside->count_here, inside->count_there);
    agree(inside->here_of, inside->there_of, inside->count_there, inside->count_here);
}

/* ---- Lines ---- */

struct located {
    struct line_of at;
    uint64_t index;
    bool here;
};

static size_t locate(const struct program *program, uint64_t count, bool here, struct located *out)
{
    size_t found = 0;
    for (uint64_t i = 0; i < count; i++) {
        struct instruction instruction = program_instruction(program, i);
        if (instruction.file.size && instruction.line && instruction.executions)
            out[found++] = (struct located){{instruction.file, instruction.line}, i, here};
    }
    return found;
}

static uint64_t most(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

/* The first execution of an instruction here that ran in this run only, or has another value; else its first one. */
static struct node first_unlike(const struct diff_inside *inside, uint64_t index)
{
    uint64_t executions = store_instruction(inside->here, index).executions;
    struct node node = {index, 0}, there;
    if (!inside->unaligned_here[index] && !inside->valued[index])
        return node;
    while (node.instance < executions && diff_find(inside, node, &there) != DIFF_ONLY && !diff_bit(inside->differs, node))
        node.instance++;
    return node.instance < executions ? node : (struct node){index, 0};
}

/* Adds an instruction to its line. */
static void add_to_line(const struct diff_inside *inside, const struct located *at, struct diff_line *line)
{
    if (at->here) {
        uint64_t unlike = inside->unaligned_here[at->index] + inside->valued[at->index];
        if (!line->ran_here || (unlike && !line->only_here && !line->values))
            line->first = first_unlike(inside, at->index);
        line->executions_here = most(line->executions_here, store_instruction(inside->here, at->index).executions);
        line->values += inside->valued[at->index];
        line->only_here += inside->unaligned_here[at->index];
        line->ran_here = true;
    } else {
        line->executions_there = most(line->executions_there, store_instruction(inside->there, at->index).executions);
        line->only_there += inside->unaligned_there[at->index];
        if (!line->ran_here && line->first.index == DIFF_NONE)
            line->first = (struct node){at->index, 0};
    }
}

static void make_lines(struct diff *diff)
{
    const struct diff_inside *inside = diff->inside;
    struct located *all = memory_allocate((inside->count_here + inside->count_there + 1) * sizeof *all);
    size_t count = locate(inside->question.here, inside->count_here, true, all);
    count += locate(inside->question.there, inside->count_there, false, all + count);
    qsort(all, count, sizeof *all, slice_compare_lines);
    diff->lines = memory_allocate((count + 1) * sizeof *diff->lines);
    for (size_t i = 0; i < count;) {
        struct diff_line *line = &diff->lines[diff->line_count];
        *line = (struct diff_line){.file = all[i].at.file, .line = all[i].at.line, .first = {DIFF_NONE, 0}};
        size_t from = i;
        while (i < count && slice_compare_lines(&all[from], &all[i]) == 0)
            add_to_line(inside, &all[i++], line);
        diff->line_count += line->only_here || line->only_there || line->values;
    }
    free(all);
}

/* ---- The whole ---- */

static struct diff *diff_new(const struct diff_question *question, const struct progress *progress)
{
    struct diff *diff = memory_allocate(sizeof *diff);
    struct diff_inside *inside = diff->inside = memory_allocate(sizeof *inside);
    *inside = (struct diff_inside){.question = *question, .here = program_store(question->here), .there = program_store(question->there), .progress = progress};
    inside->count_here = store_summary(inside->here).instructions;
    inside->count_there = store_summary(inside->there).instructions;
    inside->stretches = memory_allocate((inside->count_here + 1) * sizeof *inside->stretches);
    inside->differs = memory_allocate((inside->count_here + 1) * sizeof *inside->differs);
    inside->split = memory_allocate((inside->count_here + 1) * sizeof *inside->split);
    inside->moved = memory_allocate((inside->count_here + 1) * sizeof *inside->moved);
    inside->taken = memory_allocate((inside->count_there + 1) * sizeof *inside->taken);
    inside->unaligned_here = memory_allocate((inside->count_here + 1) * sizeof *inside->unaligned_here);
    inside->unaligned_there = memory_allocate((inside->count_there + 1) * sizeof *inside->unaligned_there);
    inside->valued = memory_allocate((inside->count_here + 1) * sizeof *inside->valued);
    inside->unsure = memory_allocate((inside->count_here + 1) * sizeof *inside->unsure);
    find_instructions(inside);
    diff_threads_match(diff);
    return diff;
}

bool diff_make(const struct diff_question *question, const struct progress *progress, struct diff **out)
{
    struct diff *diff = *out = diff_new(question, progress);
    struct error damage;
    if (store_instances(diff->inside->here) > DIFF_INSTANCES || store_instances(diff->inside->there) > DIFF_INSTANCES)
        return false;
    bool whole = diff_align(diff) && diff_values(diff) && diff_parts(diff) && diff_writers(diff) && diff_threads_part(diff);
    make_lines(diff);
    return whole && !store_damaged(diff->inside->here, false, &damage) && !store_damaged(diff->inside->there, false, &damage);
}

static void free_each(uint64_t **bits, uint64_t count)
{
    for (uint64_t i = 0; i < count; i++)
        free(bits[i]);
    free(bits);
}

static void free_stretches(struct diff_stretches *stretches, uint64_t count)
{
    for (uint64_t i = 0; stretches && i < count; i++)
        free(stretches[i].items);
    free(stretches);
}

void diff_free(struct diff *diff)
{
    if (!diff)
        return;
    struct diff_inside *inside = diff->inside;
    free_each(inside->differs, inside->count_here);
    free_each(inside->split, inside->count_here);
    free_each(inside->moved, inside->count_here);
    free_each(inside->taken, inside->count_there);
    free_stretches(inside->stretches, inside->count_here);
    free_stretches(inside->back, inside->count_there);
    free(inside->there_of);
    free(inside->here_of);
    free(inside->unaligned_here);
    free(inside->unaligned_there);
    free(inside->valued);
    free(inside->unsure);
    free(inside->threads.there_of);
    free(inside);
    free(diff->threads);
    free(diff->parts);
    free(diff->pairs);
    free(diff->writers);
    free(diff->lines);
    free(diff);
}
