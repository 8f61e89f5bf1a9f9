/* calls.c - the call tree of a run: building it, the command `calls`.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "session/calls.h"
#include "session/call_tree.h"
#include "session/engine.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* ---- Making it ---- */

void calls_thread_begins(struct calls_making *making)
{
    struct calls *calls = making->calls;
    calls->threads = array_grow(calls->threads, &calls->thread_capacity, calls->thread_count + 1, sizeof *calls->threads);
    calls->threads[calls->thread_count++] = (struct calls_thread){(uint32_t)calls->count, (uint32_t)calls->count};
    making->open = CALLS_NONE;
    making->depth = 0;
}

bool calls_begin(struct calls_making *making, struct call call, uint64_t ran, struct error *error)
{
    struct calls *calls = making->calls;
    if (calls->count >= CALLS_NONE - 1)
        return error_set(error, "more than %u calls: clew keeps no more", CALLS_NONE - 1);
    call.total = ran & CALLS_TOTAL_MOST;
    call.alone = 0;
    call.parent = making->open;
    calls->items = array_grow(calls->items, &calls->capacity, calls->count + 1, sizeof *calls->items);
    making->open = (uint32_t)calls->count;
    making->depth++;
    calls->items[calls->count++] = call;
    return true;
}

void calls_end(struct calls_making *making, uint64_t ran)
{
    struct calls *calls = making->calls;
    struct call *call = &calls->items[making->open];
    call->total = (ran - call->total) & CALLS_TOTAL_MOST;
    call->alone = call->total - call->alone;
    call->after = (uint32_t)calls->count;
    if (call->parent != CALLS_NONE)
        calls->items[call->parent].alone += call->total;
    making->open = call->parent;
    making->depth--;
}

void calls_thread_ends(struct calls_making *making, uint64_t ran)
{
    while (making->depth)
        calls_end(making, ran);
    making->calls->threads[making->calls->thread_count - 1].end = (uint32_t)making->calls->count;
}

void calls_free(struct calls *calls)
{
    if (!calls)
        return;
    free(calls->items);
    free(calls->threads);
    free(calls);
}

/* ---- Asking ---- */

uint64_t calls_depth(const struct calls *calls, uint32_t call)
{
    uint64_t depth = 0;
    for (; call != CALLS_NONE; call = calls->items[call].parent)
        depth++;
    return depth;
}

/* Finds the last call that began by then, and goes up to the one that is still open: frames that began since have ended. */
uint32_t calls_at(const struct calls *calls, uint64_t thread, uint64_t time, uint64_t depth)
{
    if (thread == 0 || thread > calls->thread_count)
        return CALLS_NONE;
    uint32_t first = calls->threads[thread - 1].first;
    LOWER_BOUND(uint32_t, at, first, calls->threads[thread - 1].end, calls->items[at].from <= time);
    uint32_t call = at > first ? at - 1 : CALLS_NONE;
    for (uint64_t deep = calls_depth(calls, call); call != CALLS_NONE && deep > depth; deep--)
        call = calls->items[call].parent;
    return call;
}

uint32_t calls_thread_of(const struct calls *calls, uint32_t call)
{
    LOWER_BOUND(size_t, next, 1, calls->thread_count, calls->threads[next].first <= call);
    return (uint32_t)(next - 1);
}

/* ---- The shown calls: repeated ones in one row, and unfolding ---- */

enum { ROOM = 50, CHAIN_ROOM = 1000, SIBLINGS = 40, REPEATED_LEAST = 3, BEFORE_FOCUS = 4, STEPS_REPORTED = 1 << 16, LEVELS_MOST = 1 << 20 };

/* ---- Calls that repeat ---- */

static bool same_code(const struct session *session, uint32_t a, uint32_t b)
{
    struct str x, y;
    calls_name(session, a, &x);
    calls_name(session, b, &y);
    return x.size && str_equal(x, y);
}

static uint32_t calls_code(const struct calls *calls, uint32_t call);
static uint32_t calls_here(const struct session *session, const struct calls *calls);
static bool calls_line(const struct session *session, uint32_t code, struct str *file, uint64_t *line);

static bool same_line(const struct session *session, uint32_t a, uint32_t b)
{
    struct str x, y;
    uint64_t line, other;
    return calls_line(session, a, &x, &line) && calls_line(session, b, &y, &other) && line == other && str_equal(x, y);
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

/* Sibling calls that are not shown yet. */
struct siblings {
    uint32_t next, end, level;
    bool each;                          /* these are members of a run: each gets its own row */
    bool whole;                         /* no limit on their number */
    uint32_t rows;                      /* shown so far, or since the call around the focus */
};
struct filling {
    const struct calls_list *list;
    uint64_t levels;                    /* calls above this level are open */
    bool all;                           /* open runs too */
    bool whole;                         /* no limit on the number of siblings */
    size_t room;                        /* maximum number of rows */
    struct calls_shown *shown;
    size_t count, capacity;
    struct siblings *stack;
    size_t depth, stack_capacity;
    uint64_t steps;
    bool stopped, hides;                /* hides: some closed call has callees */
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

/* The calls in one row with the next one: its repetitions. Two calls of one line are no loop. */
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

/* The calls beyond the limit: up to a few before the one around the focus, if that is still to come. */
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

/* Shows the siblings on the stack and everything open in them. False: no room, or stopped. */
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

/* Everything from the top: the chosen calls, or the threads (if several), or the outermost calls. */
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

/* The levels of calls with rows of their own in a list; threads do not count. */
static uint64_t levels_in(const struct calls_list *list, uint64_t levels)
{
    return levels - 1 + (list->calls->thread_count > 1 && !list->chosen);
}

/* Opens one level after another while they fit, or while each level has one row only. */
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

/* Fills the list: calls down to `levels`, and those around the focus. 0: as many levels as fit a screen or two; more along a chain of single rows. False:
 * stopped by progress. O(calls passed). */
static bool calls_list_fill(struct calls_list *list, uint64_t levels)
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

static bool calls_list_hides(const struct calls_shown *shown)
{
    return shown->count != 1 || shown->end > shown->call + 1;
}

/* does the row show or hide this call? */
static bool calls_list_holds(const struct calls_list *list, size_t i, uint32_t call)
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

/* Goes up from the call asked for last to one around both, and down from there: with recursion a million deep, one pass serves all rows. */
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

/* Closes the row, or, if it is not open, the row that hides it. */
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

/* The row that now shows or hides the content of another one. */
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

/* As folds_change; on a tree of more than CALLS_UNFOLDED calls, OPEN_ALL opens as many levels as fit that many rows. */
static bool calls_list_fold(struct calls_list *list, uint64_t *i, enum fold change)
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

/* ---- The text of a call tree's rows ---- */

enum { NAME_ROOM = 40, INDENT_MOST = 40 };

/* ---- Code, of either kind of trace ---- */

/* The code that names a call: its first instruction. If its first callee began at the same time, the site of that call. */
static uint32_t calls_code(const struct calls *calls, uint32_t call)
{
    const struct call *own = &calls->items[call], *inner = own + 1;
    bool at_once = own->after > call + 1 && inner->from == own->from && inner->site != CALLS_NONE;
    return at_once ? inner->site : own->callee;
}

void calls_name(const struct session *session, uint32_t code, struct str *name)
{
    *name = (struct str){NULL, 0};
    if (code != CALLS_NONE)
        session->trace->kind->calls->name(session, code, name);
}

/* false: unknown */
static bool calls_line(const struct session *session, uint32_t code, struct str *file, uint64_t *line)
{
    struct source_position position = {0};
    bool known = code != CALLS_NONE && session->trace->kind->calls->line(session, code, &position);
    *file = known ? position.file : (struct str){NULL, 0};
    *line = known ? position.line : 0;
    return file->size && *line;
}

static const struct calls_end *end_of(struct calls_list *list, uint32_t call)
{
    struct calls_end *end = &list->ends[call % CALLS_ENDS];
    if (end->call == call + 1)
        return end;
    *end = (struct calls_end){.call = call + 1, .last = CALLS_NONE, .entry = CALLS_NONE, .type = TYPE_NONE};
    if (list->session->trace->kind->calls->end)
        list->session->trace->kind->calls->end(list, call, end);
    return end;
}

static void say_name(const struct session *session, uint32_t code, struct text *out)
{
    struct str name;
    calls_name(session, code, &name);
    if (name.size)
        shorten_name(name, NAME_ROOM, out);
    else if (code != CALLS_NONE)
        text_hex(out, session->trace->kind->calls->address(session, code));
    else
        text_add(out, "the callee is not known");
}

static void say_line(const struct session *session, uint32_t code, struct text *out)
{
    struct str file;
    uint64_t line;
    if (!calls_line(session, code, &file, &line))
        return;
    text_safe(out, str_basename(file));
    text_printf(out, ":%" PRIu64, line);
}

/* ---- A row ---- */

/* "> 1,234 + name": the mark of the current call, the instructions, the fold sign, the indentation. */
static void begin(const struct calls_list *list, const struct calls_shown *shown, bool current, struct row *row)
{
    struct text count = {0};
    text_count(&count, shown->total);
    text_printf(&row->text, "%c %*s ", current ? '>' : ' ', (int)list->total_width, text_string(&count));
    text_free(&count);
    for (uint32_t i = 0; i < shown->level && i < INDENT_MOST; i++)
        text_byte(&row->text, ' ');
    if (shown->level > INDENT_MOST)
        text_printf(&row->text, "[%" PRIu32 " deep] ", shown->level + 1);
    row_style(row, STYLE_DIM);
    text_add(&row->text, !calls_list_hides(shown) ? "  " : shown->open ? "- " : "+ ");
}

static void add_site(const struct calls_list *list, const struct call *call, bool caller, struct row *row)
{
    const struct session *session = list->session;
    struct text line = {0};
    say_line(session, call->site, &line);
    if (call->site == CALLS_NONE || (!caller && !line.size)) {
        text_free(&line);
        return;
    }
    row_style(row, STYLE_DIM);
    text_add(&row->text, caller ? "  from " : "  ");
    row_style(row, STYLE_LOCATION);
    if (caller)
        say_name(session, call->site, &row->text);
    text_printf(&row->text, "%s%s", caller && line.size ? " " : "", text_string(&line));
    text_free(&line);
}

/* The return value, and a tail call into another function. */
static void add_end(struct calls_list *list, uint32_t call, struct row *row)
{
    const struct calls_end *end = end_of(list, call);
    struct str own, last;
    struct text value = {0};
    uint64_t number = 0;
    bool known = list->session->trace->kind->calls->value && list->session->trace->kind->calls->value(list->session, end, &number, &value);
    if (known) {
        row_style(row, STYLE_VALUE);
        text_printf(&row->text, "  = %s", text_string(&value));
    }
    text_free(&value);
    if (known)
        row_hex(row, "returned", number);
    else
        row_null(row, "returned");
    calls_name(list->session, calls_code(list->calls, call), &own);
    calls_name(list->session, end->last, &last);
    bool other = last.size && !str_equal(own, last);
    row_string(row, "goes_on_in", other ? last : (struct str){NULL, 0});
    if (!other)
        return;
    row_style(row, STYLE_NORMAL);
    text_add(&row->text, "  continues in ");
    shorten_name(last, NAME_ROOM, &row->text);
}

static void add_flags(const struct calls_list *list, const struct calls_shown *shown, struct row *row)
{
    const struct call *call = &list->calls->items[shown->call];
    const bool stream = session_kinds(list->session) & KIND_AE;
    row_style(row, STYLE_NORMAL);
    if (call->handler)
        text_add(&row->text, "  handles a signal");
    if (call->from_hidden)
        text_add(&row->text, !stream ? "  called by skipped code" : call->parent == CALLS_NONE ? "  called by code without schema"
                                                                                                           : "  called through a pointer or by code without schema");
    (call->handler ? row_true : row_false)(row, "handler");
    (call->from_hidden ? row_true : row_false)(row, "from_hidden");
}

static void add_code_fields(const struct session *session, uint32_t code, struct row *row)
{
    struct str name, file;
    uint64_t line;
    bool known = calls_line(session, code, &file, &line);
    calls_name(session, code, &name);
    if (code == CALLS_NONE)
        row_null(row, "address");
    else
        row_hex(row, "address", session->trace->kind->calls->address(session, code));
    row_string(row, "function", name);
    row_string(row, "file", known ? file : (struct str){NULL, 0});
    if (known)
        row_number(row, "line", line);
    else
        row_null(row, "line");
}

static void add_site_fields(const struct session *session, uint32_t site, struct row *row)
{
    struct str name = {NULL, 0}, file = {NULL, 0};
    uint64_t line;
    bool known = calls_line(session, site, &file, &line);
    calls_name(session, site, &name);
    if (site == CALLS_NONE)
        row_null(row, "call");
    else
        row_hex(row, "call", session->trace->kind->calls->address(session, site));
    row_string(row, "caller", name);
    row_string(row, "caller_file", known ? file : (struct str){NULL, 0});
    if (known)
        row_number(row, "caller_line", line);
    else
        row_null(row, "caller_line");
}

static void add_counts(struct calls_list *list, const struct calls_shown *shown, struct row *row)
{
    row_number(row, "thread", calls_thread_of(list->calls, shown->call) + 1);
    row_number(row, "depth", calls_list_depth(list, shown->call));
    row_number(row, "calls", shown->count);
    row_number(row, "instructions", shown->total);
    row_number(row, "alone", shown->alone);
    row_number(row, "since", list->calls->items[shown->call].from);
}

/* "  12 alone  @34" */
static void add_tail(const struct calls_list *list, const struct calls_shown *shown, struct row *row)
{
    row_style(row, STYLE_DIM);
    if (shown->alone != shown->total && !shown->mixed) {
        text_add(&row->text, "  ");
        text_count(&row->text, shown->alone);
        text_add(&row->text, " alone");
    }
    text_printf(&row->text, "  @%" PRIu64, list->calls->items[shown->call].from);
}

static void call_row(struct calls_list *list, const struct calls_shown *shown, struct row *row)
{
    const struct call *call = &list->calls->items[shown->call];
    uint32_t code = calls_code(list->calls, shown->call);
    row_style(row, STYLE_NORMAL);
    say_name(list->session, code, &row->text);
    add_counts(list, shown, row);
    add_code_fields(list->session, code, row);
    add_site_fields(list->session, call->site, row);
    if (shown->count > 1) {
        row_style(row, STYLE_CONTROL);
        text_add(&row->text, "  x ");
        text_count(&row->text, shown->count);
    }
    add_site(list, call, list->chosen && shown->level == 0, row);
    if (shown->count == 1)
        add_end(list, shown->call, row);
    if (list->chosen && shown->level == 0 && list->calls->thread_count > 1) {
        row_style(row, STYLE_DIM);
        text_printf(&row->text, "  thread %" PRIu32, calls_thread_of(list->calls, shown->call) + 1);
    }
    add_flags(list, shown, row);
    add_tail(list, shown, row);
}

/* Calls of any functions in one row. */
static void add_rest(struct calls_list *list, const struct calls_shown *shown, struct row *row)
{
    row_style(row, STYLE_CONTROL);
    text_count(&row->text, shown->count);
    text_add(&row->text, " more calls");
    add_counts(list, shown, row);
    row_null(row, "function");
    add_tail(list, shown, row);
}

static void thread_row(const struct calls_list *list, const struct calls_shown *shown, struct row *row)
{
    uint32_t thread = calls_thread_of(list->calls, shown->call) + 1;
    row_style(row, STYLE_HEADING);
    text_printf(&row->text, "thread %" PRIu32, thread);
    row_style(row, STYLE_DIM);
    text_printf(&row->text, "  @%" PRIu64, list->calls->items[shown->call].from);
    row_number(row, "thread", thread);
}

static void take_here(struct calls_list *list)
{
    if (list->asked || list->version == session_version(list->session))
        return;
    list->version = session_version(list->session);
    list->here = calls_here(list->session, list->calls);
}

static bool get(const struct rows *rows, uint64_t i, struct row *row)
{
    struct calls_list *list = rows->data;
    if (i >= list->count) {
        row->style = STYLE_WARNING;
        text_add(&row->text, "the trace ends early: `problems` says why");
        return true;
    }
    const struct calls_shown *shown = &list->shown[i];
    take_here(list);
    row->current = calls_list_holds(list, (size_t)i, list->here);
    begin(list, shown, row->current, row);
    if (shown->mixed)
        add_rest(list, shown, row);
    else if (shown->count)
        call_row(list, shown, row);
    else
        thread_row(list, shown, row);
    row->place = (struct place){.has = PLACE_EVENT, .event = list->calls->items[shown->call].from};
    return true;
}

static bool fold(struct rows *rows, uint64_t *i, enum fold change)
{
    struct calls_list *list = rows->data;
    bool changed = calls_list_fold(list, i, change);
    rows->count = list->count + list->calls->ends_early;
    return changed;
}

static void release(struct rows *rows)
{
    struct calls_list *list = rows->data;
    free(list->shown);
    free(list->chosen);
}

/* The row of the current call, or of the last one that began before it. */
static uint64_t focus_of(const struct calls_list *list)
{
    uint64_t focus = 0;
    for (size_t i = 0; i < list->count && list->here != CALLS_NONE; i++)
        if (list->shown[i].call <= list->here)
            focus = i;
    return focus;
}

/* takes the list over */
static void calls_rows(struct calls_list *list, struct rows *rows)
{
    struct text widest = {0};
    uint64_t most = 0;
    for (size_t i = 0; i < list->count && i < TABLE_MEASURED; i++)
        most = list->shown[i].total > most ? list->shown[i].total : most;
    text_count(&widest, most);
    list->total_width = widest.size;
    text_free(&widest);
    take_here(list);
    rows->title = str_of("calls");
    rows->data = list;
    rows->get = get;
    rows->fold = fold;
    rows->release = release;
    rows->count = list->count + list->calls->ends_early;
    rows->focus = focus_of(list);
}

/* ---- The command calls: the tree of calls of a run ---- */

/* ---- The tree ---- */

static bool make(struct session *session, struct error *error)
{
    return session->trace->calls || session->trace->kind->calls->make(session, &session->trace->calls, error);
}

/* the current call, or CALLS_NONE */
static uint32_t calls_here(const struct session *session, const struct calls *calls)
{
    return session->trace->kind->calls->here(session, calls);
}

/* ---- The question ---- */

struct asked {
    bool has_function, has_event;
    struct str function;              /* as the user typed it */
    uint64_t event;                     /* of the position */
    uint64_t levels;                    /* 0: as many as fit */
};

static bool read_position(struct session *session, struct str word, struct asked *asked, struct error *error)
{
    struct place place = {0};
    if (!session_parse(session, word, &place, error))
        return false;
    if (place.has == PLACE_FUNCTION) {
        asked->has_function = true;
        asked->function = place.function;
        return true;
    }
    asked->has_event = true;
    return session->trace->kind->calls->event(session, word, &asked->event, error);
}

static bool read_arguments(struct session *session, struct str rest, struct asked *asked, struct error *error)
{
    struct str word, number;
    while (argument_next(&rest, &word)) {
        if (str_is(word, "depth")) {
            if (!argument_next(&rest, &number) || !str_decimal(number, &asked->levels) || !asked->levels)
                return error_set(error, "`depth` needs a number of levels, as in `calls depth 3`");
        } else if (asked->has_function || asked->has_event) {
            return error_set(error, "`calls` takes one position or function: `%.*s` is one too many", STR(word));
        } else if (!read_position(session, word, asked, error)) {
            return false;
        }
    }
    return true;
}

/* ---- The calls of one function ---- */

static int by_time(const void *a, const void *b, void *items)
{
    const struct call *calls = items, *one = &calls[*(const uint32_t *)a], *other = &calls[*(const uint32_t *)b];
    return COMPARE(one->from, other->from);
}

static bool choose(struct calls_list *list, struct str said, struct error *error)
{
    const struct calls *calls = list->calls;
    struct str whole = {NULL, 0}, name = {NULL, 0};
    uint32_t last = CALLS_NONE;
    size_t capacity = 0;
    if (!list->session->trace->kind->calls->function(list->session, said, &whole, error))
        return false;
    for (uint32_t i = 0; i < calls->count; i++) {
        uint32_t code = calls_code(calls, i);
        if (code != last)
            calls_name(list->session, code, &name);
        last = code;
        if (str_equal(name, whole) && name.size) {
            list->chosen = array_grow(list->chosen, &capacity, list->chosen_count + 1, sizeof *list->chosen);
            list->chosen[list->chosen_count++] = i;
        }
        if (i % (1 << 16) == 0 && !progress_report(&list->session->options.progress, i, calls->count))
            return error_set(error, "interrupted");
    }
    if (calls->thread_count > 1 && list->chosen_count)
        qsort_r(list->chosen, list->chosen_count, sizeof *list->chosen, by_time, calls->items);
    return list->chosen_count ||
           error_set(error, "no listed call begins in `%.*s`: it is inlined, or was jumped to; `goto %.*s` goes to where it ran", STR(said), STR(said));
}

static bool need(const struct session *session, struct error *error)
{
    return session_need_open(session, error) && session->trace->kind->calls->need(session, error);
}

COMMAND(run_calls)
{
    struct asked asked = {0};
    if (!need(session, error) || !read_arguments(session, arguments, &asked, error) || !make(session, error))
        return false;
    const struct calls *calls = session->trace->calls;
    struct calls_list *list = arena_allocate(&answer->rows.arena, sizeof *list);
    *list = (struct calls_list){.session = session, .calls = calls, .here = CALLS_NONE, .focus = CALLS_NONE, .deep = CALLS_NONE};
    if (!calls->count)
        return error_set(error, "the trace has no calls");
    list->asked = asked.has_event;
    if (!asked.has_function)
        list->here = list->focus = asked.has_event ? session->trace->kind->calls->at(session, calls, asked.event) : calls_here(session, calls);
    bool done = !asked.has_function || choose(list, asked.function, error);
    if (done)
        done = calls_list_fill(list, asked.has_function && !asked.levels ? 1 : asked.levels) || error_set(error, "interrupted");
    if (!done) {
        free(list->chosen);
        free(list->shown);
        return false;
    }
    calls_rows(list, &answer->rows);
    answer->is_list = true;
    return true;
}
