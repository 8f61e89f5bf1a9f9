/* diff_align.c - which executions of the two runs correspond.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The executions that a control parent let run are read once and kept in order. So finding the n-th execution of an instruction is a binary search, however
 * often it is needed: two calls whose callbacks take turns ask again and again. */
#include "recording/questions/diff.h"

#include <stdlib.h>

enum {
    INSTANCE_BITS = 33,
    SIBLINGS_KEPT = 1 << 21,            /* executions, in all lists */
    LISTS_LEAST = 8                     /* are kept, however long */
};

struct diff_list {
    struct node *items;                 /* by instruction and execution */
    size_t count;
};

static void drop_lists(struct diff_siblings *siblings)
{
    for (size_t i = 0; i < siblings->count; i++)
        free(siblings->lists[i].items);
    siblings->count = siblings->kept = 0;
    map_free(&siblings->list_of);
    siblings->list_of = (struct map){0};
}

static void diff_siblings_free(struct diff_siblings *siblings)
{
    drop_lists(siblings);
    free(siblings->lists);
    links_free(&siblings->users);
    *siblings = (struct diff_siblings){0};
}

static int by_instance(const void *x, const void *y)
{
    const struct node *a = x, *b = y;
    COMPARE_FIRST(a->index, b->index);
    return COMPARE(a->instance, b->instance);
}

static const struct diff_list *make_list(struct diff_siblings *siblings, uint64_t key)
{
    const struct links *users = &siblings->users;
    struct diff_list list = {memory_allocate((users->count + 1) * sizeof *list.items), 0};
    for (size_t i = 0; i < users->count; i++)
        if (users->items[i].kind == LINK_CONTROL)
            list.items[list.count++] = users->items[i].node;
    qsort(list.items, list.count, sizeof *list.items, by_instance);
    if (siblings->count >= LISTS_LEAST && siblings->kept + list.count > SIBLINGS_KEPT)
        drop_lists(siblings);
    siblings->lists = array_grow(siblings->lists, &siblings->capacity, siblings->count + 1, sizeof *siblings->lists);
    siblings->lists[siblings->count] = list;
    siblings->kept += list.count;
    map_put(&siblings->list_of, key, siblings->count);
    return &siblings->lists[siblings->count++];
}

/* NULL: stopped. */
static const struct diff_list *list_of(struct diff_inside *inside, struct diff_siblings *siblings, const struct store *store, struct node leave)
{
    uint64_t key = leave.index << INSTANCE_BITS | leave.instance, at;
    if (map_get(&siblings->list_of, key, &at))
        return &siblings->lists[at];
    siblings->users.count = 0;
    if (!store_users(store, leave, inside->progress, &siblings->users))
        inside->stopped = true;
    inside->done += siblings->users.count;
    return diff_go_on(inside) ? make_list(siblings, key) : NULL;
}

/* its list is kept */
static bool diff_siblings_known(const struct diff_siblings *siblings, struct node leave)
{
    uint64_t at;
    return siblings->count && map_get(&siblings->list_of, leave.index << INSTANCE_BITS | leave.instance, &at);
}

/* How many nodes of a list come before a node. */
static size_t below(const struct diff_list *list, struct node node)
{
    LOWER_BOUND(size_t, at, 0, list->count, by_instance(&list->items[at], &node) < 0);
    return at;
}

static uint64_t diff_siblings_before(struct diff_inside *inside, struct diff_siblings *siblings, const struct store *store, struct node leave, struct node node)
{
    const struct diff_list *list = list_of(inside, siblings, store, leave);
    return list ? below(list, node) - below(list, (struct node){node.index, 0}) : 0;
}

/* How many executions of the same instruction a control parent let run before a node; and the n-th one of an instruction: *nth holds the instruction and n,
 * then the execution. False (0): none, or stopped. Cost: a look at the parent's users and O(n log n) for n of them at the first question; then O(log n). */
static bool diff_siblings_nth(struct diff_inside *inside, struct diff_siblings *siblings, const struct store *store, struct node leave, struct node *nth)
{
    const struct diff_list *list = list_of(inside, siblings, store, leave);
    size_t first = list ? below(list, (struct node){nth->index, 0}) : 0;
    if (!list || nth->instance >= list->count - first || list->items[first + nth->instance].index != nth->index)
        return false;
    *nth = list->items[first + nth->instance];
    return true;
}

/* ---- Matching the threads of the two runs, and where each parts ---- */

/* ---- Matching ---- */

static uint64_t count_of(const struct store *store)
{
    uint64_t count = store_summary(store).has_clock ? store_thread_count(store) : 0;
    return count ? count : 1;
}

/* In the order in which they first ran. */
static void match_in_order(struct diff_threads *threads)
{
    for (uint64_t i = 1; i <= threads->here; i++)
        threads->there_of[i] = i <= threads->there ? i : 0;
}

/* The threads of a run in the order of their creation, from 1: a thread's number (0: none of your code ran in it), its creator, and how many threads that one
 * had created before. */
struct created {
    uint64_t number, creator, before;
};

struct creation {
    struct created *items;
    size_t count, capacity;
};

/* False: not recorded, or nonsense: each thread that ran is created once, by a thread created before it. */
static bool read_creation(const struct store *store, uint64_t threads, struct creation *creation)
{
    struct str rest = store_note(store, "threads");
    struct created next = {0, 0, 0};
    struct map created = {0};
    uint64_t ran = 0;
    bool good = true, *known = memory_allocate((threads + 1) * sizeof *known);
    creation->items = array_grow(NULL, &creation->capacity, 1, sizeof *creation->items);
    creation->items[creation->count++] = next;
    while (good && store_next_created(&rest, &next.number, &next.creator)) {
        good = next.number <= threads && !known[next.number] && (creation->count == 1 ? next.creator == 0 : next.creator && next.creator < creation->count);
        if (!good)
            break;
        known[next.number] = next.number != 0;
        ran += next.number != 0;
        next.before = 0;
        (void)!map_get(&created, next.creator, &next.before);
        map_put(&created, next.creator, next.before + 1);
        creation->items = array_grow(creation->items, &creation->capacity, creation->count + 1, sizeof *creation->items);
        creation->items[creation->count++] = next;
    }
    map_free(&created);
    free(known);
    return good && ran == threads;
}

static uint64_t key_of(uint64_t creator, uint64_t before)
{
    return creator << 32 | before;
}

/* The n-th thread that a thread created matches the n-th that its counterpart created. */
static void match_created(struct diff_threads *threads, const struct creation *here, const struct creation *there)
{
    struct map by_creator = {0};
    uint64_t *like = memory_allocate(here->count * sizeof *like), found;         /* by the number here, in the order of creation: its counterpart; 0: none */
    for (size_t i = 1; i < there->count; i++)
        map_put(&by_creator, key_of(there->items[i].creator, there->items[i].before), i);
    for (size_t i = 1; i < here->count; i++) {
        const struct created *created = &here->items[i];
        uint64_t creator = created->creator ? like[created->creator] : 0;
        if ((creator || !created->creator) && map_get(&by_creator, key_of(creator, created->before), &found)) {
            like[i] = found;
            threads->there_of[created->number] = there->items[found].number;
        }
    }
    threads->there_of[0] = 0;
    map_free(&by_creator);
    free(like);
}

void diff_threads_match(struct diff *diff)
{
    struct diff_inside *inside = diff->inside;
    struct diff_threads *threads = &inside->threads;
    struct creation here = {0}, there = {0};
    bool clocks = store_summary(inside->here).has_clock && store_summary(inside->there).has_clock;
    threads->here = clocks ? count_of(inside->here) : 1;
    threads->there = clocks ? count_of(inside->there) : 1;
    threads->there_of = memory_allocate((threads->here + 1) * sizeof *threads->there_of);
    diff->threads_created = clocks && read_creation(inside->here, threads->here, &here) && read_creation(inside->there, threads->there, &there);
    if (diff->threads_created)
        match_created(threads, &here, &there);
    else
        match_in_order(threads);
    free(here.items);
    free(there.items);
}

static bool are_several(const struct diff_inside *inside)
{
    return inside->threads.here > 1 || inside->threads.there > 1;
}

static uint64_t thread_in(const struct store *store, struct node node, uint64_t count)
{
    uint64_t time, thread = store_time(store, node, &time) ? store_thread(store, time) : 1;
    return thread >= 1 && thread <= count ? thread : 1;
}

static uint64_t diff_thread_here(const struct diff_inside *inside, struct node node)
{
    return inside->threads.here > 1 ? thread_in(inside->here, node, inside->threads.here) : 1;
}

static uint64_t diff_thread_there(const struct diff_inside *inside, struct node node)
{
    return inside->threads.there > 1 ? thread_in(inside->there, node, inside->threads.there) : 1;
}

/* ---- Where each thread parts ---- */

static void take(struct diff *diff, struct node here)
{
    struct diff_thread *thread = &diff->threads[diff_thread_here(diff->inside, here) - 1];
    struct node there;
    uint64_t time, time_there;
    if (!store_time(diff->inside->here, here, &time) || (thread->parts && thread->time_here <= time) ||
        diff_find(diff->inside, here, &there) != DIFF_ALIGNED || !store_time(diff->inside->there, there, &time_there))
        return;
    *thread = (struct diff_thread){thread->here, thread->there, true, here, there, time, time_there};
}

/* False: stopped. */
static bool take_all(struct diff *diff, uint64_t *const *bits)
{
    for (uint64_t i = 0; i < diff->inside->count_here; i++) {
        uint64_t executions = bits[i] ? store_instruction(diff->inside->here, i).executions : 0;
        for (uint64_t word = 0; word < (executions + 63) / 64; word++)
            for (uint64_t left = bits[i][word]; left; left &= left - 1) {
                if (!diff_go_on(diff->inside))
                    return false;
                take(diff, (struct node){i, word * 64 + (unsigned)__builtin_ctzll(left)});
            }
    }
    return true;
}

bool diff_threads_part(struct diff *diff)
{
    const struct diff_threads *threads = &diff->inside->threads;
    if (!are_several(diff->inside))
        return true;
    bool *matched = memory_allocate((threads->there + 1) * sizeof *matched);
    diff->threads = memory_allocate((threads->here + threads->there) * sizeof *diff->threads);
    for (uint64_t i = 1; i <= threads->here; i++) {
        diff->threads[diff->thread_count++] = (struct diff_thread){.here = i, .there = threads->there_of[i]};
        matched[threads->there_of[i]] = true;
    }
    for (uint64_t i = 1; i <= threads->there; i++)
        if (!matched[i])
            diff->threads[diff->thread_count++] = (struct diff_thread){.there = i};
    free(matched);
    return take_all(diff, diff->inside->split) && take_all(diff, diff->inside->differs);
}

/* ---- Matching the executions of the two runs ----
 *
 * An execution's control parent, which ran before it, must be aligned first. So instructions wait for one another on a stack, each to be aligned up to some
 * execution, until one waits for none. This needs no clock. An instruction's executions are aligned in order, so the one after the last aligned one is nearly
 * always the right one; if it is not, the users of the control parent decide. */

enum {
    AHEAD = 4,                          /* executions to try before the users decide */
    /* control parents whose users are read although no clock shows that this is needed; beyond that the first match is believed */
    DOUBTS_ASKED = 1 << 16
};

/* The position in the executions of an instruction there, for an instruction here and a thread there. */
struct cursor {
    uint64_t next;                      /* after the last aligned one */
    uint64_t missed;                    /* some below it may have been passed over; none from it up to the highest `next` */
    uint64_t unled;                     /* the next execution to try among those without a control parent */
};

struct waiting {
    uint64_t index, until;              /* to be aligned up to this execution */
};

struct aligning {
    struct diff *diff;
    struct diff_inside *inside;
    uint64_t *done;                     /* by instruction: how many are done */
    bool *waits;                        /* by instruction: is it on the stack? */
    struct waiting *stack;
    size_t height, capacity;
    struct map cursor_of;               /* of an instruction here in another thread there: its index in cursors */
    struct cursor *cursors;             /* first those of thread 1, by instruction */
    size_t cursor_count, cursor_capacity;
    uint64_t doubts;                    /* how often it read users in doubt */
    uint64_t **unled;                   /* by instruction there: a bit for each execution without a control parent; NULL: not looked at yet */
    /* by instruction: a control parent whose next execution is missing there, so the later ones are missing, too; DIFF_NONE: none */
    struct node *failed;
    struct links links;
    struct diff_siblings siblings_here, siblings_there;
};

/* ---- Stretches ---- */

static const struct diff_stretch *stretch_of(const struct diff_stretches *stretches, uint64_t instance)
{
    size_t low = 0, high = stretches->count;
    if (high && stretches->items[high - 1].from <= instance)
        low = high;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (stretches->items[middle].from <= instance)
            low = middle + 1;
        else
            high = middle;
    }
    const struct diff_stretch *found = low ? &stretches->items[low - 1] : NULL;
    return found && instance - found->from < found->count ? found : NULL;
}

enum diff_state diff_find(const struct diff_inside *inside, struct node here, struct node *there)
{
    if (here.index >= inside->count_here || inside->there_of[here.index] == DIFF_UNKNOWN)
        return DIFF_UNSURE;
    const struct diff_stretch *stretch = stretch_of(&inside->stretches[here.index], here.instance);
    if (!stretch)
        return DIFF_ONLY;
    if (stretch->to == DIFF_UNKNOWN)
        return DIFF_UNSURE;
    *there = (struct node){inside->there_of[here.index], stretch->to + (here.instance - stretch->from)};
    return DIFF_ALIGNED;
}

bool diff_there(const struct diff *diff, struct node here, struct node *there)
{
    return diff_find(diff->inside, here, there) == DIFF_ALIGNED;
}

bool diff_here(const struct diff *diff, struct node there, struct node *here)
{
    const struct diff_inside *inside = diff->inside;
    if (there.index >= inside->count_there || !inside->back)
        return false;
    const struct diff_stretch *stretch = stretch_of(&inside->back[there.index], there.instance);
    if (!stretch)
        return false;
    *here = (struct node){inside->here_of[there.index], stretch->to + (there.instance - stretch->from)};
    return true;
}

static void add(struct aligning *a, uint64_t index, uint64_t from, uint64_t to)
{
    struct diff_inside *inside = a->inside;
    struct diff_stretches *stretches = &inside->stretches[index];
    struct diff_stretch *last = stretches->count ? &stretches->items[stretches->count - 1] : NULL;
    if (last && last->from + last->count == from && (to == DIFF_UNKNOWN ? last->to == to : last->to != DIFF_UNKNOWN && last->to + last->count == to)) {
        last->count++;
        return;
    }
    stretches->items = array_grow(stretches->items, &stretches->capacity, stretches->count + 1, sizeof *stretches->items);
    stretches->items[stretches->count++] = (struct diff_stretch){from, to, 1};
    inside->stretch_count++;
}

static void add_unknown(struct aligning *a, uint64_t index, uint64_t from)
{
    add(a, index, from, DIFF_UNKNOWN);
    a->inside->unsure[index] = true;
    a->diff->unknown++;
}

/* ---- The control parent ---- */

static enum diff_leave diff_leave_of(const struct store *store, struct node node, struct links *links, struct node *parent)
{
    uint64_t uncertain[LINK_KINDS] = {0};
    links->count = 0;
    if (!store_certain_control(store, node, links, uncertain) || uncertain[LINK_CONTROL])
        return LEAVE_UNCERTAIN;
    if (!links->count)
        return LEAVE_NONE;
    *parent = links->items[0].node;
    return LEAVE_KNOWN;
}

static bool has_leave(struct aligning *a, struct node node, const struct node *leave)
{
    struct node parent;
    enum diff_leave found = diff_leave_of(a->inside->there, node, &a->links, &parent);
    if (!leave)
        return found == LEAVE_NONE;
    return found == LEAVE_KNOWN && parent.index == leave->index && parent.instance == leave->instance;
}

static struct cursor *cursor_of(struct aligning *a, uint64_t index, uint64_t thread)
{
    uint64_t key = thread * a->inside->count_here + index, at = index;
    if (thread > 1 && !map_get(&a->cursor_of, key, &at)) {
        at = a->cursor_count;
        a->cursors = array_grow(a->cursors, &a->cursor_capacity, a->cursor_count + 1, sizeof *a->cursors);
        a->cursors[a->cursor_count++] = (struct cursor){0, 0, 0};
        map_put(&a->cursor_of, key, at);
    }
    return &a->cursors[at];
}

/* Finds the executions of an instruction there without a control parent. False: stopped. */
static bool find_unled(struct aligning *a, uint64_t there, uint64_t executions)
{
    if (a->unled[there])
        return true;
    a->unled[there] = memory_allocate((executions / 64 + 1) * sizeof **a->unled);
    for (uint64_t k = 0; k < executions && diff_go_on(a->inside); k++)
        if (has_leave(a, (struct node){there, k}, NULL))
            diff_set(a->unled, (struct node){there, k}, executions);
    return !a->inside->stopped;
}

/* Executions without a control parent are aligned in the order of their thread. */
static bool next_unled(struct aligning *a, struct cursor *cursor, uint64_t there, uint64_t thread, uint64_t *instance)
{
    uint64_t executions = store_instruction(a->inside->there, there).executions;
    if (!find_unled(a, there, executions))
        return false;
    for (uint64_t k = cursor->unled; k < executions && diff_go_on(a->inside); k = k / 64 * 64 + 64) {
        for (uint64_t left = a->unled[there][k / 64] >> k % 64 << k % 64; left; left &= left - 1) {
            *instance = k / 64 * 64 + (unsigned)__builtin_ctzll(left);
            if (*instance < executions && diff_thread_there(a->inside, (struct node){there, *instance}) == thread) {
                cursor->unled = *instance + 1;
                return true;
            }
        }
    }
    cursor->unled = executions;
    return false;
}

/* The n-th there, for as many executions before it as before the node here. */
static bool nth_led(struct aligning *a, struct node node, uint64_t there, const struct node *here_leave, const struct node *leave, uint64_t *instance)
{
    struct diff_inside *inside = a->inside;
    struct node nth = {there, diff_siblings_before(inside, &a->siblings_here, inside->here, *here_leave, node)};
    if (inside->stopped)
        return false;
    if (!diff_siblings_nth(inside, &a->siblings_there, inside->there, *leave, &nth) || nth.instance >= store_instruction(inside->there, there).executions) {
        a->failed[node.index] = *here_leave;
        return false;
    }
    *instance = nth.instance;
    return !diff_bit(inside->taken, nth);
}

/* May an execution that was passed over belong to this control parent? It would have run after it. */
static bool is_doubtful(struct aligning *a, const struct cursor *cursor, uint64_t there, struct node leave)
{
    uint64_t led, passed;
    if (!cursor->missed)
        return false;
    if (store_time(a->inside->there, leave, &led) && store_time(a->inside->there, (struct node){there, cursor->missed - 1}, &passed))
        return passed > led;
    return a->doubts++ < DOUBTS_ASKED;
}

static bool find_led(struct aligning *a, const struct cursor *cursor, struct node node, uint64_t there, const struct node *here_leave, const struct node *leave, uint64_t *instance)
{
    uint64_t executions = store_instruction(a->inside->there, there).executions;
    bool known = diff_siblings_known(&a->siblings_here, *here_leave) && diff_siblings_known(&a->siblings_there, *leave);
    for (uint64_t k = cursor->next; !known && k < executions && k < cursor->next + AHEAD; k++)
        if (!diff_bit(a->inside->taken, (struct node){there, k}) && has_leave(a, (struct node){there, k}, leave)) {
            if (is_doubtful(a, cursor, there, *leave))
                break;
            *instance = k;
            return true;
        }
    const struct node *failed = &a->failed[node.index];
    if (failed->index == here_leave->index && failed->instance == here_leave->instance)
        return false;
    return nth_led(a, node, there, here_leave, leave, instance);
}

/* The matching thread there must have run. Within it, an execution with a control parent is found through that. */
static bool find_instance(struct aligning *a, struct node node, uint64_t there, const struct node *here_leave, const struct node *leave, uint64_t *instance)
{
    uint64_t thread = a->inside->threads.there_of[diff_thread_here(a->inside, node)];
    struct cursor *cursor = thread ? cursor_of(a, node.index, thread) : NULL;
    if (!cursor || !(leave ? find_led(a, cursor, node, there, here_leave, leave, instance) : next_unled(a, cursor, there, thread, instance)))
        return false;
    if (*instance != cursor->next)
        cursor->missed = *instance > cursor->next || *instance + 1 == cursor->missed ? *instance : cursor->missed;
    cursor->next = *instance + 1;
    return true;
}

/* ---- A single execution ---- */

static void only_here(struct aligning *a, struct node node, const struct node *leave)
{
    struct diff_inside *inside = a->inside;
    inside->unaligned_here[node.index]++;
    a->diff->only_here++;
    if (leave)
        diff_set(inside->split, *leave, store_instruction(inside->here, leave->index).executions);
}

static void align_found(struct aligning *a, struct node node, const struct node *here_leave, const struct node *leave)
{
    struct diff_inside *inside = a->inside;
    uint64_t there = inside->there_of[node.index], instance;
    if (there == DIFF_NONE || !find_instance(a, node, there, here_leave, leave, &instance)) {
        only_here(a, node, here_leave);
        return;
    }
    if (inside->stretch_count >= DIFF_STRETCHES) {
        a->diff->cut = true;
        add_unknown(a, node.index, node.instance);
        return;
    }
    add(a, node.index, node.instance, instance);
    diff_set(inside->taken, (struct node){there, instance}, store_instruction(inside->there, there).executions);
    a->diff->aligned++;
}

static void push(struct aligning *a, uint64_t index, uint64_t until)
{
    a->stack = array_grow(a->stack, &a->capacity, a->height + 1, sizeof *a->stack);
    a->stack[a->height++] = (struct waiting){index, until};
    a->waits[index] = true;
}

/* Aligns the next execution of the instruction on top, or pushes what must be aligned before it. A control parent that waits itself would have let itself run:
 * no program does that. */
static void align_next(struct aligning *a)
{
    struct diff_inside *inside = a->inside;
    const struct waiting *top = &a->stack[a->height - 1];
    struct node node = {top->index, a->done[top->index]}, parent, there;
    enum diff_leave leave = inside->there_of[node.index] == DIFF_UNKNOWN ? LEAVE_UNCERTAIN : diff_leave_of(inside->here, node, &a->links, &parent);
    if (leave == LEAVE_KNOWN && parent.index < inside->count_here && a->done[parent.index] <= parent.instance &&
        parent.instance < store_instruction(inside->here, parent.index).executions) {
        if (!a->waits[parent.index]) {
            push(a, parent.index, parent.instance);
            return;
        }
        leave = LEAVE_UNCERTAIN;
    }
    a->done[node.index]++;
    if (leave == LEAVE_NONE) {
        align_found(a, node, NULL, NULL);
        return;
    }
    enum diff_state state = leave == LEAVE_UNCERTAIN ? DIFF_UNSURE : diff_find(inside, parent, &there);
    if (state == DIFF_ALIGNED)
        align_found(a, node, &parent, &there);
    else if (state == DIFF_ONLY)
        only_here(a, node, NULL);
    else
        add_unknown(a, node.index, node.instance);
}

static bool align_up_to(struct aligning *a, uint64_t index, uint64_t until)
{
    push(a, index, until);
    while (a->height) {
        const struct waiting *top = &a->stack[a->height - 1];
        if (a->done[top->index] > top->until) {
            a->waits[top->index] = false;
            a->height--;
        } else {
            if (!diff_go_on(a->inside))
                return false;
            align_next(a);
        }
    }
    return true;
}

/* ---- The other way around ---- */

static int by_from(const void *x, const void *y)
{
    const struct diff_stretch *a = x, *b = y;
    return COMPARE(a->from, b->from);
}

static void turn_around(struct diff_inside *inside)
{
    inside->back = memory_allocate((inside->count_there + 1) * sizeof *inside->back);
    for (uint64_t i = 0; i < inside->count_here; i++) {
        uint64_t there = inside->there_of[i];
        for (size_t k = 0; k < inside->stretches[i].count; k++) {
            const struct diff_stretch *stretch = &inside->stretches[i].items[k];
            if (stretch->to == DIFF_UNKNOWN)
                continue;
            struct diff_stretches *back = &inside->back[there];
            back->items = array_grow(back->items, &back->capacity, back->count + 1, sizeof *back->items);
            back->items[back->count++] = (struct diff_stretch){stretch->to, stretch->from, stretch->count};
        }
    }
    for (uint64_t i = 0; i < inside->count_there; i++)
        if (inside->back[i].count)
            qsort(inside->back[i].items, inside->back[i].count, sizeof *inside->back[i].items, by_from);
}

/* Finds executions that ran there only; an aligned control parent of one went another way there. False: stopped. */
static bool look_there(struct aligning *a, uint64_t index)
{
    struct diff_inside *inside = a->inside;
    uint64_t executions = store_instruction(inside->there, index).executions, here = inside->here_of[index];
    struct node parent, aligned;
    if (here == DIFF_UNKNOWN || (here != DIFF_NONE && inside->unsure[here]))
        return true;
    for (uint64_t k = 0; k < executions; k++) {
        struct node node = {index, k};
        if (diff_bit(inside->taken, node))
            continue;
        if (!diff_go_on(inside))
            return false;
        inside->unaligned_there[index]++;
        a->diff->only_there++;
        if (diff_leave_of(inside->there, node, &a->links, &parent) == LEAVE_KNOWN && diff_here(a->diff, parent, &aligned))
            diff_set(inside->split, aligned, store_instruction(inside->here, aligned.index).executions);
    }
    return true;
}

bool diff_align(struct diff *diff)
{
    struct diff_inside *inside = diff->inside;
    struct aligning a = {.diff = diff, .inside = inside};
    bool whole = true;
    a.done = memory_allocate((inside->count_here + 1) * sizeof *a.done);
    a.unled = memory_allocate((inside->count_there + 1) * sizeof *a.unled);
    a.cursor_count = inside->count_here;
    a.cursors = array_grow(NULL, &a.cursor_capacity, a.cursor_count + 1, sizeof *a.cursors);
    for (size_t i = 0; i < a.cursor_count; i++)
        a.cursors[i] = (struct cursor){0, 0, 0};
    a.waits = memory_allocate((inside->count_here + 1) * sizeof *a.waits);
    a.failed = memory_allocate((inside->count_here + 1) * sizeof *a.failed);
    for (uint64_t i = 0; i < inside->count_here; i++)
        a.failed[i].index = DIFF_NONE;
    for (uint64_t i = 0; i < inside->count_here && whole; i++) {
        uint64_t executions = store_instruction(inside->here, i).executions;
        whole = !executions || align_up_to(&a, i, executions - 1);
    }
    turn_around(inside);
    for (uint64_t i = 0; i < inside->count_there && whole; i++)
        whole = look_there(&a, i);
    links_free(&a.links);
    diff_siblings_free(&a.siblings_here);
    diff_siblings_free(&a.siblings_there);
    free(a.done);
    for (uint64_t i = 0; i < inside->count_there; i++)
        free(a.unled[i]);
    free(a.unled);
    map_free(&a.cursor_of);
    free(a.cursors);
    free(a.failed);
    free(a.waits);
    free(a.stack);
    return whole;
}
