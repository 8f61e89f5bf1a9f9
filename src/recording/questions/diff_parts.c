/* diff_parts.c - which differences follow from others, and which do not.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/questions/diff_inside.h"

#include <stdlib.h>

enum { INSTANCE_BITS = 33 };

/* What an aligned pair used: the same, the same written elsewhere, or something that differs, is not aligned or not known. Of those that it used the greatest
 * counts. WAITS: some that say nothing of what they made must be looked at before that can be told. ACTIVE: one of those that wait. */
enum used { USED_SAME, USED_ELSEWHERE, USED_WAITS, USED_OTHER, USED_ACTIVE };

struct timed {
    uint64_t time;                      /* or the address, where there is no clock */
    struct diff_part part;
};

struct kept {                           /* up to twice as many as in the end */
    struct timed *items;
    size_t count, capacity;
    uint64_t latest;                    /* what is later need not be looked at: there are enough */
};

/* Pointers that walk through memory are made one of the other, millions in a row: so those that wait stand on a stack, and it is not the program's. */
struct looking {
    struct diff *diff;
    struct diff_inside *inside;
    struct map settled;                 /* of instances that say nothing of what they made: enum used */
    struct diff_pair *stack;            /* of them: to be looked at, what waits below what it waits for */
    size_t height, capacity;
    struct kept ways, values;
};

static uint64_t key_of(struct node node)
{
    return node.index << INSTANCE_BITS | node.instance;
}

/* Does it say nothing of what it made? */
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

/* Definers of one that says nothing of what it made count for it. What uses itself, in a file that makes no sense, is not known. */
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

/* Looks at what waits; each is looked at again when all that it waited for is settled. False: stopped. */
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

/* ---- What is kept: the first in time ---- */

static int by_time(const void *x, const void *y)
{
    const struct timed *a = x, *b = y;
    if (a->time != b->time)
        return a->time < b->time ? -1 : 1;
    if (a->part.here.index != b->part.here.index)
        return a->part.here.index < b->part.here.index ? -1 : 1;
    if (a->part.here.instance != b->part.here.instance)
        return a->part.here.instance < b->part.here.instance ? -1 : 1;
    return (int)a->part.kind - (int)b->part.kind;
}

static uint64_t time_of(const struct diff_inside *inside, struct node here)
{
    uint64_t time;
    return store_time(inside->here, here, &time) ? time : store_instruction(inside->here, here.index).address;
}

/* Of more than are kept the last ones go. */
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

/* Ways are often many; what they follow from must have room all the same. */
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

bool diff_parts(struct diff *diff)
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

/* Of the users that a leave let run in one run only the first: by time where there is a clock, else by address. */
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

/* ---- Where a run went on that it let nothing more run in ---- */

struct next {
    bool known, ran;                    /* ran: something that is shown, later in the same thread */
    uint64_t time;                      /* of the way */
    struct node node;
};

/* A handler of a signal begins there: what runs next is not where the way went. */
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

/* Was the frame of that time open when the run ended? */
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
