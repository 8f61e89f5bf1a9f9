/* calls_list.c - which calls are shown: those that repeat as one, and what is unfolded.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "session/engine.h"

#include <stdlib.h>
#include <string.h>

enum { ROOM = 50, CHAIN_ROOM = 1000, SIBLINGS = 40, REPEATED_LEAST = 3, BEFORE_FOCUS = 4, STEPS_REPORTED = 1 << 16, LEVELS_MOST = 1 << 20 };

/* ---- Calls that repeat ---- */

static bool same_code(const struct session *session, uint32_t a, uint32_t b)
{
    struct slice x, y;
    calls_name(session, a, &x);
    calls_name(session, b, &y);
    return x.size && slice_equal(x, y);
}

static bool same_line(const struct session *session, uint32_t a, uint32_t b)
{
    struct slice x, y;
    uint64_t line, other;
    return calls_line(session, a, &x, &line) && calls_line(session, b, &y, &other) && line == other && slice_equal(x, y);
}

/* The same function, called from the same line in the same way. */
static bool repeats(const struct calls_list *list, uint32_t a, uint32_t b)
{
    const struct call *x = &list->calls->items[a], *y = &list->calls->items[b];
    if (x->from_hidden != y->from_hidden || x->handler != y->handler)
        return false;
    uint32_t code = calls_code(list->calls, a), other = calls_code(list->calls, b);
    return (code == other || same_code(list->session, code, other)) && (x->site == y->site || same_line(list->session, x->site, y->site));
}

static bool is_around_focus(const struct calls_list *list, uint32_t call)
{
    return list->focus != CALLS_NONE && call <= list->focus && list->focus < list->calls->items[call].after;
}

/* ---- Filling ---- */

/* Calls side by side that are still to be shown. */
struct siblings {
    uint32_t next, end, level;
    bool each;                          /* the members of a run: every one has its row */
    bool whole;                         /* however many there are */
    uint32_t rows;                      /* shown so far, or since the call around the focus */
};
struct filling {
    const struct calls_list *list;
    uint64_t levels;                    /* calls above this level are open */
    bool all;                           /* runs too */
    bool whole;                         /* and however many are side by side */
    size_t room;                        /* so many rows at most */
    struct calls_shown *shown;
    size_t count, capacity;
    struct siblings *stack;
    size_t depth, stack_capacity;
    uint64_t steps;
    bool stopped, hides;                /* some call that is not open called others */
};

static bool add(struct filling *fill, struct calls_shown shown)
{
    if (fill->count >= fill->room)
        return false;
    fill->shown = array_grow(fill->shown, &fill->capacity, fill->count + 1, sizeof *fill->shown);
    fill->shown[fill->count++] = shown;
    return true;
}

static bool step(struct filling *fill)
{
    if (++fill->steps % STEPS_REPORTED == 0 && !progress_report(&fill->list->session->options.progress, fill->steps, 0))
        fill->stopped = true;
    return !fill->stopped;
}

static void push(struct filling *fill, struct siblings siblings)
{
    fill->stack = array_grow(fill->stack, &fill->stack_capacity, fill->depth + 1, sizeof *fill->stack);
    fill->stack[fill->depth++] = siblings;
}

static void add_call(const struct filling *fill, struct calls_shown *shown, uint32_t call)
{
    const struct call *item = &fill->list->calls->items[call];
    shown->end = item->after;
    shown->total += item->total;
    shown->alone += item->alone;
    shown->count++;
}

/* The calls that stand in one row with the next one: those that repeat it. The two calls of a line are no loop. */
static void take_run(struct filling *fill, const struct siblings *siblings, struct calls_shown *shown)
{
    add_call(fill, shown, siblings->next);
    if (siblings->each || is_around_focus(fill->list, siblings->next))
        return;
    const struct calls_shown one = *shown;
    while (shown->end < siblings->end && !is_around_focus(fill->list, shown->end) && repeats(fill->list, siblings->next, shown->end) && step(fill))
        add_call(fill, shown, shown->end);
    if (shown->count < REPEATED_LEAST)
        *shown = one;
}

/* Those that are too many: up to some before the one around the focus, if that is still to come. */
static void take_rest(struct filling *fill, struct siblings *siblings, struct calls_shown *shown)
{
    const struct call *items = fill->list->calls->items;
    uint32_t end = siblings->next, ahead = end;
    for (unsigned i = 0; i < BEFORE_FOCUS && ahead < siblings->end && !is_around_focus(fill->list, ahead); i++)
        ahead = items[ahead].after;
    while (ahead < siblings->end && !is_around_focus(fill->list, ahead) && step(fill)) {
        ahead = items[ahead].after;
        add_call(fill, shown, end);
        end = items[end].after;
    }
    siblings->rows = 0;
    if (ahead < siblings->end)
        return;
    while (end < siblings->end && step(fill)) {
        add_call(fill, shown, end);
        end = items[end].after;
    }
}

static bool fill_next(struct filling *fill)
{
    struct siblings *siblings = &fill->stack[fill->depth - 1];
    struct calls_shown shown = {.call = siblings->next, .level = siblings->level};
    if (siblings->rows >= SIBLINGS && !siblings->each && !siblings->whole && !fill->whole)
        take_rest(fill, siblings, &shown);
    shown.mixed = shown.count > 1;
    if (!shown.mixed) {
        shown.count = 0;
        shown.total = shown.alone = 0;
        take_run(fill, siblings, &shown);
    }
    siblings->next = shown.end;
    siblings->rows++;
    uint32_t call = shown.call, level = shown.level;
    bool inner = shown.count == 1 && shown.end > call + 1, around = is_around_focus(fill->list, call) && call != fill->list->focus;
    shown.open = shown.count > 1 ? fill->all : inner && (level < fill->levels || around);
    fill->hides |= inner && !shown.open;
    if (!step(fill) || !add(fill, shown))
        return false;
    if (shown.open && shown.count > 1)
        push(fill, (struct siblings){call, shown.end, level + 1, !shown.mixed, true, 0});
    else if (shown.open)
        push(fill, (struct siblings){call + 1, shown.end, level + 1, false, false, 0});
    return true;
}

/* What stands on the stack, with all that is open in it. False: no room, or stopped. */
static bool fill_stack(struct filling *fill)
{
    while (fill->depth)
        if (fill->stack[fill->depth - 1].next >= fill->stack[fill->depth - 1].end)
            fill->depth--;
        else if (!fill_next(fill))
            return false;
    return true;
}

static bool add_thread(struct filling *fill, const struct calls_thread *thread)
{
    struct calls_shown shown = {.call = thread->first, .end = thread->end, .open = true};
    for (uint32_t i = thread->first; i < thread->end && step(fill); i = fill->list->calls->items[i].after)
        shown.total += fill->list->calls->items[i].total;
    return add(fill, shown);
}

/* Everything from the top: calls of a function, or the threads, if there are several, or what was called first. */
static bool fill_top(struct filling *fill)
{
    const struct calls *calls = fill->list->calls;
    fill->count = fill->depth = 0;
    fill->hides = false;
    for (size_t i = 0; i < fill->list->chosen_count; i++) {
        uint32_t call = fill->list->chosen[i];
        push(fill, (struct siblings){call, calls->items[call].after, 0, true, true, 0});
        if (!fill_stack(fill))
            return false;
    }
    for (size_t t = 0; !fill->list->chosen && t < calls->thread_count; t++) {
        const struct calls_thread *thread = &calls->threads[t];
        bool several = calls->thread_count > 1;
        if (thread->first == thread->end)
            continue;
        if (several && !add_thread(fill, thread))
            return false;
        push(fill, (struct siblings){thread->first, thread->end, several, false, false, 0});
        if (!fill_stack(fill))
            return false;
    }
    return true;
}

static void take(struct calls_list *list, struct filling *fill)
{
    free(list->shown);
    list->shown = fill->shown;
    list->count = fill->count;
    list->capacity = fill->capacity;
    fill->shown = NULL;
    fill->count = fill->capacity = 0;
}

/* The levels of calls that have rows of their own in a list; the threads are none. */
static uint64_t levels_in(const struct calls_list *list, uint64_t levels)
{
    return levels - 1 + (list->calls->thread_count > 1 && !list->chosen);
}

/* One level more and more, while they fit, or each had one row only. */
static bool fill_room(struct calls_list *list, struct filling *fill)
{
    size_t before = 0;
    for (uint64_t levels = 1;; levels++) {
        bool chain = list->count == before + 1;
        before = list->count;
        fill->levels = levels_in(list, levels);
        fill->room = levels == 1 ? SIZE_MAX : chain ? CHAIN_ROOM : ROOM;
        if (!fill_top(fill))
            return !fill->stopped;
        take(list, fill);
        if (!fill->hides)
            return true;
    }
}

bool calls_list_fill(struct calls_list *list, uint64_t levels)
{
    struct filling fill = {.list = list, .room = SIZE_MAX};
    bool done;
    if (levels) {
        fill.levels = levels_in(list, levels < LEVELS_MOST ? levels : LEVELS_MOST);
        fill.whole = true;
        done = fill_top(&fill);
        if (done)
            take(list, &fill);
    } else {
        done = fill_room(list, &fill);
    }
    free(fill.shown);
    free(fill.stack);
    return done;
}

/* ---- Folding ---- */

bool calls_list_hides(const struct calls_shown *shown)
{
    return shown->count != 1 || shown->end > shown->call + 1;
}

bool calls_list_holds(const struct calls_list *list, size_t i, uint32_t call)
{
    const struct calls_shown *shown = &list->shown[i];
    if (call == CALLS_NONE || shown->count == 0 || call < shown->call)
        return false;
    if (shown->open || (shown->count == 1 && list->chosen))
        return shown->count == 1 && call == shown->call;
    if (i + 1 < list->count && !list->chosen && list->shown[i + 1].call <= call)
        return false;
    return call < shown->end;
}

/* Up from the one that was asked for last to one that is around both, and that far down: recursion a million deep is told in one pass. */
uint64_t calls_list_depth(struct calls_list *list, uint32_t call)
{
    const struct call *items = list->calls->items;
    uint32_t around = list->deep;
    uint64_t above = around == CALLS_NONE ? 0 : list->depth, below = 0;
    for (; around != CALLS_NONE && (call < around || call >= items[around].after); above--)
        around = items[around].parent;
    for (uint32_t i = call; i != around; i = items[i].parent)
        below++;
    list->deep = call;
    list->depth = above + below;
    return list->depth;
}

static bool open_row(struct calls_list *list, size_t i)
{
    struct calls_shown *shown = &list->shown[i];
    if (shown->open || !calls_list_hides(shown))
        return false;
    struct filling fill = {.list = list, .room = SIZE_MAX};
    uint32_t first = shown->count == 1 ? shown->call + 1 : shown->call;
    bool several = shown->count > 1;
    push(&fill, (struct siblings){first, shown->end, shown->level + 1, several && !shown->mixed, several, 0});
    bool done = fill_stack(&fill) && fill.count > 0;
    if (done) {
        shown->open = true;
        list->shown = array_grow(list->shown, &list->capacity, list->count + fill.count, sizeof *list->shown);
        memmove(list->shown + i + 1 + fill.count, list->shown + i + 1, (list->count - i - 1) * sizeof *list->shown);
        memcpy(list->shown + i + 1, fill.shown, fill.count * sizeof *fill.shown);
        list->count += fill.count;
    }
    free(fill.shown);
    free(fill.stack);
    return done;
}

/* What is not open means what it is hidden by. */
static bool close_row(struct calls_list *list, uint64_t *i)
{
    size_t row = (size_t)*i, end;
    if (!list->shown[row].open)
        while (row > 0 && list->shown[row].level >= list->shown[*i].level)
            row--;
    if (!list->shown[row].open)
        return false;
    for (end = row + 1; end < list->count && list->shown[end].level > list->shown[row].level; end++)
        ;
    list->shown[row].open = false;
    memmove(list->shown + row + 1, list->shown + end, (list->count - end) * sizeof *list->shown);
    list->count -= end - row - 1;
    *i = row;
    return true;
}

/* The row that shows what another one showed, or hides it now. */
static size_t row_of(const struct calls_list *list, const struct calls_shown *sought)
{
    size_t found = 0;
    for (size_t i = 0; i < list->count; i++) {
        const struct calls_shown *shown = &list->shown[i];
        if (shown->call == sought->call && shown->level == sought->level)
            return i;
        if (shown->call <= sought->call && shown->level <= sought->level)
            found = i;
    }
    return found;
}

static bool change_all(struct calls_list *list, uint64_t *i, bool open)
{
    struct filling fill = {.list = list, .room = SIZE_MAX};
    struct calls_shown at = list->shown[*i];
    uint32_t focus = list->focus;
    size_t before = list->count;
    bool done = false;
    fill.whole = open;
    if (!open)
        list->focus = CALLS_NONE;
    fill.all = open && list->calls->count <= CALLS_UNFOLDED && (!list->chosen || list->calls->count * list->chosen_count <= CALLS_UNFOLDED);
    if (open && !fill.all) {
        fill.room = before > CALLS_UNFOLDED ? before : CALLS_UNFOLDED;
        for (fill.levels = 2; fill.levels <= LEVELS_MOST && fill_top(&fill); fill.levels *= 2) {
            take(list, &fill);
            done = true;
            if (!fill.hides)
                break;
        }
    } else {
        fill.levels = open ? UINT64_MAX : levels_in(list, 1);
        done = fill_top(&fill);
        if (done)
            take(list, &fill);
    }
    list->focus = focus;
    free(fill.shown);
    free(fill.stack);
    if (done)
        *i = row_of(list, &at);
    return done && list->count != before;
}

bool calls_list_fold(struct calls_list *list, uint64_t *i, enum fold change)
{
    if (*i >= list->count)
        return false;
    switch (change) {
    case FOLD_OPEN: return open_row(list, (size_t)*i);
    case FOLD_CLOSE: return close_row(list, i);
    case FOLD_TOGGLE: return open_row(list, (size_t)*i) || close_row(list, i);
    case FOLD_OPEN_ALL: return change_all(list, i, true);
    case FOLD_CLOSE_ALL: return change_all(list, i, false);
    }
    return false;
}
