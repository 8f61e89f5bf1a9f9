/* walk.c - the call stack and the threads of a recording, and walking in it, both ways.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/describe.h"
#include "recording/state/state.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* ---- The call stack of a recording: when each frame called ---- */

/* ---- Lost stacks ---- */

/* The level of the innermost frame with an unknown caller, because it was on a stack unknown to the recorder: functions around it may be over. UINT64_MAX:
 * none. O(depth) in recordings with such stacks. */
static uint64_t lost_level(const struct session *session, uint64_t time)
{
    struct store_frame frame;
    if (!store_note(wet_of(session)->store, "lost stacks").size)
        return UINT64_MAX;
    for (uint64_t level = 0; store_frame(wet_of(session)->store, time, level, &frame) && frame.depth > 1; level++)
        if (!frame.call && !frame.handler)
            return level;
    return UINT64_MAX;
}

/* The known frames around a time; one more row says so if the stack was lost. */
static uint64_t frame_rows(const struct session *session, uint64_t time)
{
    uint64_t depth = store_depth(wet_of(session)->store, time), lost = lost_level(session, time);
    return lost < depth ? lost + 2 : depth;
}

static bool is_lost(const struct session *session, uint64_t time, uint64_t level)
{
    struct store_frame inner;
    return level && store_note(wet_of(session)->store, "lost stacks").size && store_frame(wet_of(session)->store, time, level - 1, &inner) && !inner.call &&
           !inner.handler;
}

/* ---- Rows: made on demand, since stacks can be deep ---- */

/* The function whose code contains an inlined instruction. Null: not inlined, unknown, or the session hurries: all symbols are needed for that. */
static struct str inlined_in(const struct session *session, uint64_t index)
{
    return session->hurries ? (struct str){NULL, 0} : program_inlined_in(wet_of(session)->program, index);
}

/* The function whose code contains an instruction, whatever was inlined there. */
static struct str physical_function(const struct session *session, uint64_t index)
{
    struct str physical = inlined_in(session, index);
    return physical.size ? physical : program_instruction(wet_of(session)->program, index).function;
}

/* ", entered as first": a function that ends by jumping to another one leaves its frame to that one. index: the current instruction. */
static void add_entered(const struct session *session, const struct store_frame *frame, uint64_t index, struct row *row)
{
    struct node first;
    if (!frame->call || !store_at(wet_of(session)->store, frame->from, &first))
        return;
    struct str now = physical_function(session, index), entered = physical_function(session, first.index);
    if (!now.size || !entered.size || str_equal(now, entered))
        return;
    text_add(&row->text, ", entered as ");
    text_safe(&row->text, entered);
    row_string(row, "entered_as", entered);
}

static void add_since(const struct store_frame *frame, struct row *row)
{
    row_style(row, STYLE_DIM);
    text_printf(&row->text, "  since @%" PRIu64 "%s%s", frame->from, frame->from_hidden ? ", called by skipped code" : "",
                frame->handler ? ", handles a signal" : "");
    row_number(row, "since", frame->from);
    (frame->handler ? row_true : row_false)(row, "handler");
    (frame->from_hidden ? row_true : row_false)(row, "from_hidden");
}

/* "count_word:74, main:158": the callers of inlined code and their lines, up to the function whose code contains it. */
static void add_callers(const struct session *session, uint64_t index, struct str physical, struct row *row)
{
    enum { SHOWN = 6 };
    struct inlined_call calls[SHOWN];
    size_t count = program_inlined_calls(wet_of(session)->program, index, calls, SHOWN);
    for (size_t i = 0; i < count && i < SHOWN; i++) {
        text_add(&row->text, i ? ", " : "");
        text_safe(&row->text, calls[i].caller.size ? calls[i].caller : str_of("?"));
        if (calls[i].line)
            text_printf(&row->text, ":%" PRIu64, calls[i].line);
    }
    if (count > SHOWN)
        text_printf(&row->text, ", %zu more, ", count - SHOWN);
    if (count == 0 || count > SHOWN)
        text_safe(&row->text, physical);
}

/* Inlined code has no frame of its own: the row names the function that contains it, and the calls that led there. */
static void add_inlined(const struct session *session, uint64_t index, struct row *row)
{
    struct str physical = inlined_in(session, index);
    if (!physical.data)
        return;
    text_add(&row->text, "  inlined in ");
    add_callers(session, index, physical, row);
    row_string(row, "inlined_in", physical);
}

static bool frame_get(const struct rows *rows, uint64_t level, struct row *row)
{
    struct session *session = rows->data;
    uint64_t here, time;
    struct store_frame frame;
    struct node node;
    if (!wet_time(session, &here))
        return false;
    time = here;
    text_printf(&row->text, "%c #%-2" PRIu64 " ", level == 0 ? '>' : ' ', level);
    row_number(row, "frame", level);
    if (is_lost(session, here, level)) {
        row_style(row, STYLE_DIM);
        text_add(&row->text, "the stack is lost: the caller is unknown");
        row_true(row, "lost");
        return true;
    }
    row_style(row, STYLE_LOCATION);
    bool known = (level == 0 || wet_call_of(session, here, level, &time)) && store_at(wet_of(session)->store, time, &node);
    if (!known) {
        text_add(&row->text, "call site unknown");
    } else {
        struct instruction instruction = program_instruction(wet_of(session)->program, node.index);
        describe_location_in(&instruction, LOCATION_ROOM, &row->text);
        if (!instruction.function.size && !instruction.file.size)
            describe_node(session, node, &row->text);
        row_node(row, session, node);
        row_number(row, "time", time);
        row_where(row, session, node);
        add_inlined(session, node.index, row);
    }
    if (store_frame(wet_of(session)->store, here, level, &frame)) {
        add_since(&frame, row);
        if (known)
            add_entered(session, &frame, node.index, row);
    }
    row->current = level == 0;
    return true;
}

void wet_rows_of_frames(struct session *session, struct rows *rows)
{
    uint64_t time, depth = wet_time(session, &time) ? frame_rows(session, time) : 0;
    rows->title = str_of("frames");
    rows->data = session;
    rows->get = frame_get;
    rows->count = depth ? depth : 1;    /* at least the place itself */
}

bool wet_backtrace(struct session *session, struct str arguments, struct answer *answer, struct error *error)
{
    if (!wet_need_recording(session, error) || !argument_end(arguments, error))
        return false;
    wet_rows_of_frames(session, &answer->rows);
    answer->is_list = true;
    return true;
}

/* "#1  window_mean mean.c:29  back at the call; ...": like a debugger, names the frame you jumped to, by its number before the jump. */
static void say_frame(struct session *session, uint64_t level)
{
    struct text *out = &wet_of(session)->recording->stopped;
    struct instruction instruction = program_instruction(wet_of(session)->program, wet_of(session)->here.index);
    text_printf(out, "#%" PRIu64 "  ", level);
    describe_location(&instruction, out);
    text_add(out, "  back at the call; `back` returns");
}

/* The row of backtrace for the current frame, without its mark. */
static void add_current(struct session *session, struct rows *rows)
{
    struct rows frames = {0};
    struct row row = {0};
    wet_rows_of_frames(session, &frames);
    if (rows_get(&frames, 0, &row)) {
        struct row *own = rows_add(rows, str_cut(text_str(&row.text), 2, SIZE_MAX));
        row_number(own, "frame", 0);
        own->style = STYLE_HEADING;
    }
    row_free(&row);
    rows_free(&frames);
}

/* Jumps to the time of the call so many frames up. */
bool wet_frame(struct session *session, struct str arguments, struct answer *answer, struct error *error)
{
    struct place place = {.has = PLACE_EVENT};
    uint64_t level = 0, time;
    if (!wet_need_recording(session, error))
        return false;
    if (!wet_time(session, &time))
        return error_set(error, "the trace does not say when this ran");
    if (arguments.size && (!str_decimal(arguments, &level) || (level && level >= frame_rows(session, time))))
        return error_set(error, "no frame `%.*s`: `backtrace` lists the frames", STR(arguments));
    if (level && !wet_call_of(session, time, level, &place.event))
        return error_set(error, is_lost(session, time, level) ? "the stack is lost: the caller is unknown" : "no call in the trace leads to this function");
    if (level && !session_go(session, &place, error))
        return false;
    if (level)
        say_frame(session, level);
    else
        add_current(session, &answer->rows);
    size_t said = wet_of(session)->recording->stopped.size;
    wet_of(session)->recording->stopped.size = level ? said : 0;         /* the user did not ask why the walk ended here */
    session->trace->kind->tell(session, &answer->rows);
    wet_of(session)->recording->stopped.size = said;
    return true;
}

/* ---- The threads of a recording, and the place of each ----
 *
 * Threads run one at a time, so one time applies to all: a thread's place is its last execution up to now. A thread that has not begun by then is shown at its
 * beginning. */

/* A thread's place at a time. False: no such thread, or damage. */
static bool stand_of(const struct session *session, uint64_t thread, uint64_t time, uint64_t *stood)
{
    uint64_t last;
    return store_thread_until(wet_of(session)->store, thread, time, stood) || store_thread_range(wet_of(session)->store, thread, stood, &last);
}

struct thread_rows {
    struct session *session;
    uint64_t here;                      /* now */
    struct table table;
};

/* The location; if unknown, the execution. */
static void describe_stand(struct session *session, uint64_t time, struct text *out)
{
    struct node node;
    if (!store_at(wet_of(session)->store, time, &node))
        return;
    struct instruction instruction = program_instruction(wet_of(session)->program, node.index);
    describe_location_in(&instruction, LOCATION_ROOM, out);
    if (!instruction.function.size && !instruction.file.size)
        describe_node(session, node, out);
}

static void thread_cell(const void *data, uint64_t i, size_t column, struct table_cell *cell)
{
    const struct thread_rows *list = data;
    const struct store *store = wet_of(list->session)->store;
    uint64_t stood, first, last;
    if (column == 0)
        text_printf(cell->text, "thread %" PRIu64, i + 1);
    if (column == 0 || !stand_of(list->session, i + 1, list->here, &stood) || !store_thread_range(store, i + 1, &first, &last))
        return;
    if (column == 1)
        text_printf(cell->text, "@%" PRIu64, stood);
    else if (column == 2)
        describe_stand(list->session, stood, cell->text);
    else if (stood > list->here)
        text_printf(cell->text, "begins later, last @%" PRIu64, last);
    else
        text_printf(cell->text, last == stood ? "first @%" PRIu64 ", does not run again" : "first @%" PRIu64 ", last @%" PRIu64, first, last);
}

static bool thread_get(const struct rows *rows, uint64_t i, struct row *row)
{
    const struct thread_rows *list = rows->data;
    struct session *session = list->session;
    uint64_t thread = i + 1, stood, first, last;
    struct node node;
    row->current = store_thread(wet_of(session)->store, list->here) == thread;
    text_byte(&row->text, row->current ? '>' : ' ');
    table_row(&list->table, i, row);
    row_number(row, "thread", thread);
    if (!stand_of(session, thread, list->here, &stood) || !store_thread_range(wet_of(session)->store, thread, &first, &last))
        return true;
    if (store_at(wet_of(session)->store, stood, &node))
        row_node(row, session, node);
    row_number(row, "time", stood);
    row_number(row, "first", first);
    row_number(row, "last", last);
    (stood > list->here ? row_false : row_true)(row, "begun");
    row->place = (struct place){.has = PLACE_EVENT, .event = stood};
    return true;
}

static void rows_of_threads(struct session *session, struct rows *rows)
{
    static const struct column columns[] = {{STYLE_NORMAL, 11, 11}, {STYLE_NORMAL, 11, 11}, LOCATION_COLUMN, {STYLE_DIM, 0, 0}};
    struct thread_rows *list = arena_allocate(&rows->arena, sizeof *list);
    *list = (struct thread_rows){.session = session};
    list->table = (struct table){.columns = columns, .count = sizeof columns / sizeof *columns, .cell = thread_cell, .data = list, .indent = 2};
    rows->data = list;
    rows->get = thread_get;
    if (!wet_time(session, &list->here))
        return;
    rows->count = store_thread_count(wet_of(session)->store);
    uint64_t here = store_thread(wet_of(session)->store, list->here);
    rows->focus = here ? here - 1 : 0;          /* 0: damage */
    table_measure(&list->table, 0, rows->count);
}

bool wet_thread(struct session *session, struct str arguments, struct answer *answer, struct error *error)
{
    uint64_t thread, here, stood;
    if (!wet_need_recording(session, error))
        return false;
    if (!wet_time(session, &here))
        return error_set(error, "the trace does not say when this ran");
    answer->is_list = arguments.size == 0;
    if (answer->is_list) {
        rows_of_threads(session, &answer->rows);
        return true;
    }
    if (!str_decimal(arguments, &thread) || thread == 0 || thread > store_thread_count(wet_of(session)->store))
        return error_set(error, "no thread `%.*s`: `info threads` lists the threads", STR(arguments));
    if (!stand_of(session, thread, here, &stood))
        return error_set(error, "cannot read when thread %" PRIu64 " ran", thread);
    const struct place place = {.has = PLACE_EVENT, .event = stood};
    if (stood != here && !session_go(session, &place, error))
        return false;
    text_clear(&wet_of(session)->recording->stopped);
    text_printf(&wet_of(session)->recording->stopped, stood == here  ? "thread %" PRIu64 " is the current one" :
                                              stood < here ? "thread %" PRIu64 " was here; `back` returns" :
                                                             "thread %" PRIu64 " had not begun: it begins here; `back` returns", thread);
    session->trace->kind->tell(session, &answer->rows);
    return true;
}

/* ---- Walking in a recording, both ways ----
 *
 * A walk follows one thread by steps (steps.h); then clew searches the way for breakpoints. */

enum { STEPS_REPORTED = 1024 };

/* ---- Orders ---- */

static bool has_line(const struct session *session)
{
    struct instruction here = program_instruction(wet_of(session)->program, wet_of(session)->here.index);
    return here.line && here.file.size;
}

/* ---- Finish ---- */

enum { INLINED_MOST = 64 };             /* the most functions inlined into each other that are considered */

/* The inlined functions that the walker is in, the innermost first; returns their number. Unknown for code without a line: 0. */
static size_t inlined_copies(const struct walker *w, size_t copies[INLINED_MOST])
{
    struct inlined_call calls[INLINED_MOST];
    struct node node;
    size_t count = store_at(w->store, w->time, &node) ? program_inlined_calls(wet_of(w->session)->program, node.index, calls, INLINED_MOST) : 0;
    count = count < INLINED_MOST ? count : INLINED_MOST;
    for (size_t i = 0; i < count; i++)
        copies[i] = calls[i].copy;
    return count;
}

static bool is_among(const size_t *copies, size_t count, size_t copy)
{
    for (size_t i = 0; i < count; i++)
        if (copies[i] == copy)
            return true;
    return false;
}

/* Leaves an inlined function for the function that contains it and shares its frame: for that one's first instruction after, or (backwards) its last one
 * before. The compiler mixes instructions of both with those of functions around them and of other inlined ones. So this searches for the caller's own
 * instructions a while before it takes others: those within the caller first. */
static enum step leave_inlined(struct walker *w, size_t copy, size_t caller)
{
    enum { AHEAD = 256 };
    size_t copies[INLINED_MOST];
    struct instruction instruction;
    uint64_t outside = 0, within = 0;   /* the first time out of the copy; the first in the caller, but in other code inlined there */
    w->over = true;
    for (unsigned beyond = 0; beyond < AHEAD; beyond += outside != 0) {
        enum step result = steps_instruction(w);
        if (result == STEP_INTERRUPTED || (result == STEP_END && !outside))
            return result;
        if (result == STEP_END)
            break;
        size_t count = inlined_copies(w, copies);
        bool left = w->left, in = !left && (!steps_source(w, &instruction) || is_among(copies, count, copy));
        outside = !in && !outside ? w->time : outside;
        if (!in && !left && (caller ? count && copies[0] == caller : !count))
            return STEP_DONE;
        if (!in && !left && !within && (!caller || is_among(copies, count, caller)))
            within = w->time;
        if (left)
            break;
    }
    w->time = within ? within : outside;
    return STEP_DONE;
}

/* If the walker is in inlined code, leaves it. False: it is in a function with a frame of its own. */
static bool finish_inlined(struct walker *w, enum step *result)
{
    size_t copies[INLINED_MOST], count = inlined_copies(w, copies);
    if (count)
        *result = leave_inlined(w, copies[0], count > 1 ? copies[1] : 0);
    return count > 0;
}

/* To where the caller itself goes on, not to the next function that skipped code calls. */
static enum step finish(struct walker *w)
{
    uint64_t time = w->frame.to;
    enum step result;
    if (finish_inlined(w, &result))
        return result;
    if (w->frame.depth == 0 || time > store_summary(w->store).times || !steps_out(w, &time))
        return STEP_END;
    w->time = time;
    return STEP_DONE;
}

static enum step finish_back(struct walker *w)
{
    uint64_t time;
    enum step result;
    if (finish_inlined(w, &result))
        return result;
    if (!wet_call_of(w->session, w->time, 1, &time))
        return STEP_END;
    w->time = time;
    return STEP_DONE;
}

static enum step walk_target(struct walker *w, const struct walk_order *order)
{
    bool lines = program_file_count(wet_of(w->session)->program) > 0;
    steps_begin(w, w->time);
    w->over = order->walk != WALK_STEP && order->walk != WALK_STEP_INSTRUCTION;
    if (order->walk == WALK_NEXT && lines && !has_line(w->session))
        w->over = false;                /* out of code without lines, such as that before and after main */
    switch (order->walk) {
    case WALK_STEP:
    case WALK_NEXT:
        if (lines)
            return order->reverse ? steps_line_back(w) : steps_line(w);
        return steps_instruction(w);
    case WALK_STEP_INSTRUCTION:
    case WALK_NEXT_INSTRUCTION:
        return steps_instruction(w);
    case WALK_FINISH:
        return order->reverse ? finish_back(w) : finish(w);
    case WALK_CONTINUE:
    case WALK_UNTIL:
        break;
    }
    return STEP_END;
}

/* The last (first) time: of the thread or, if everything runs on, of all threads. */
static uint64_t end_of(const struct walker *w, const struct walk_order *order)
{
    uint64_t first = 1, last = store_summary(w->store).times;
    if (order->walk != WALK_CONTINUE && !store_thread_range(w->store, store_thread(w->store, w->time), &first, &last))
        return w->time;
    return order->reverse ? first : last;
}

static void say_end(struct session *session, uint64_t time, bool reverse)
{
    struct text *out = &wet_of(session)->recording->stopped;
    struct text said = {0};
    bool all = time == (reverse ? 1 : store_summary(wet_of(session)->store).times);
    text_clear(out);
    if (!all)
        text_printf(out, "thread %" PRIu64 " %s here", store_thread(wet_of(session)->store, time), reverse ? "begins" : "ends");
    else if (reverse || !wet_end_say(session, &said))
        text_add(out, reverse ? "the trace begins here" : "the trace ends here");
    else
        text_printf(out, "the trace ends here: %s", text_string(&said));
    text_free(&said);
}

static bool refuse_end(const struct session *session, const struct walk_order *order, uint64_t time, struct error *error)
{
    if (order->walk == WALK_FINISH && order->reverse)
        return error_set(error, "no call in the trace leads to this function");
    if (time == (order->reverse ? 1 : store_summary(wet_of(session)->store).times))
        return error_set(error, order->reverse ? "this is where the trace begins" : "this is where the trace ends");
    return error_set(error, order->reverse ? "thread %" PRIu64 " began here: `reverse-continue` goes back in the others"
                                           : "thread %" PRIu64 " does not run again: `continue` goes on with the others", store_thread(wet_of(session)->store, time));
}

enum halt { HALT_NOT, HALT_STOP, HALT_END };       /* at a breakpoint; at the end or beginning of the trace or thread */

/* "sum returned 0x18", as a debugger says, for the frame at a time, if the caller used the value; for floating point also if the value is unknown. */
static void say_returned(struct session *session, uint64_t time)
{
    struct store_frame frame;
    struct text *out = &wet_of(session)->recording->stopped;
    struct text value = {0};
    struct str name;
    struct node first;
    enum grain grain = session->grain;
    session->grain = GRAIN_INSTRUCTION; /* only the value */
    bool known = store_frame(wet_of(session)->store, time, 0, &frame) && store_at(wet_of(session)->store, frame.from, &first);
    struct calls_end end = known ? calls_end_of_frame(session, &frame) : (struct calls_end){.last = CALLS_NONE, .entry = CALLS_NONE};
    known = known && (calls_end_value(session, &end, NULL, &value) || calls_end_lacks(session, &end, &value));
    session->grain = grain;
    if (known) {
        calls_name(session, end.entry != CALLS_NONE ? end.entry : (uint32_t)first.index, &name);
        text_clear(out);
        text_safe(out, name.size ? name : str_of("the function"));
        text_add(out, " returned ");
        text_append(out, text_str(&value));
    }
    text_free(&value);
}

/* From `from` to the target, or to the breakpoint that stops before it. */
static bool go_until(struct session *session, uint64_t from, uint64_t target, uint64_t count, enum halt *halt, struct error *error)
{
    uint64_t stopped = target;
    enum stops_found found = wet_stops_between(session, from, target, count, &stopped);
    if (found == STOPS_INTERRUPTED)
        return error_set(error, "interrupted");
    if (found == STOPS_DAMAGED)
        return !state_damage(who_state(session), error) && error_set(error, "the state stream has more accesses to the watched memory than clew can list");
    if (found == STOPS_HIT)
        *halt = HALT_STOP;
    return wet_stand(session, found == STOPS_HIT ? stopped : target, error);
}

/* "left add3, inlined in outer": it has no return value of its own. False: the function left is not inlined. */
static bool say_left(struct session *session, uint64_t from)
{
    struct text *out = &wet_of(session)->recording->stopped;
    struct inlined_call call;
    struct node node;
    const struct program *program = wet_of(session)->program;
    if (!store_at(wet_of(session)->store, from, &node) || !program_inlined_calls(program, node.index, &call, 1))
        return false;
    text_clear(out);
    text_add(out, "left ");
    text_safe(out, program_instruction(program, node.index).function);
    text_add(out, ", inlined in ");
    text_safe(out, call.caller.size ? call.caller : str_of("its caller"));
    return true;
}

static bool walk_once(struct session *session, const struct walk_order *order, enum halt *halt, struct error *error)
{
    struct walker w = {.session = session, .store = wet_of(session)->store, .reverse = order->reverse};
    if (!wet_time(session, &w.time))
        return error_set(error, "the trace does not say when this ran");
    uint64_t from = w.time;
    enum step result = walk_target(&w, order);
    if (result == STEP_INTERRUPTED)
        return error_set(error, "interrupted");
    *halt = result == STEP_END ? HALT_END : HALT_NOT;
    uint64_t target = result == STEP_END ? end_of(&w, order) : w.time;
    if (target == from || (result == STEP_END && order->walk == WALK_FINISH && order->reverse))
        return refuse_end(session, order, from, error);
    if (!go_until(session, from, target, order->walk == WALK_CONTINUE ? order->count : 1, halt, error))
        return false;
    if (*halt == HALT_END)
        say_end(session, target, order->reverse);
    if (*halt == HALT_NOT && order->walk == WALK_FINISH && !order->reverse && !say_left(session, from))
        say_returned(session, from);
    return true;
}

/* To the next execution of a position, but not beyond the return of the current function. */
static bool walk_to(struct session *session, const struct place *place, struct error *error)
{
    uint64_t *addresses, from, target, times = store_summary(wet_of(session)->store).times;
    size_t count;
    struct store_frame frame;
    struct str name;
    const struct node left = wet_of(session)->here;
    enum halt halt = HALT_NOT;
    if (!wet_addresses(session, place, &addresses, &count, error))
        return false;
    bool known = wet_time(session, &from), there = known && wet_next_of(session, addresses, count, from, &target);
    free(addresses);
    if (!known)
        return error_set(error, "the trace does not say when this ran");
    bool returns = store_frame(wet_of(session)->store, from, 0, &frame) && frame.to <= times && (!there || frame.to < target);
    if (returns) {
        there = true;
        target = frame.to;
    }
    if (!there)
        target = times;
    if (target == from)
        return error_set(error, "this is where the trace ends");
    if (!go_until(session, from, target, 1, &halt, error))
        return false;
    uint64_t line = program_instruction(wet_of(session)->program, wet_of(session)->here.index).line;
    if (returns && halt == HALT_NOT && !(place->has & PLACE_LINE && place->line == line)) {      /* after a call on the line itself it has arrived */
        calls_name(session, (uint32_t)left.index, &name);
        walk_say_returned(name, place, &wet_of(session)->recording->stopped);
    }
    if (!there && halt == HALT_NOT)
        say_end(session, target, false);
    return true;
}

/* Short steps may be many: reports progress now and then. If the user stops it, you stand where the steps led. */
static bool reported(struct session *session, uint64_t steps, uint64_t total, struct error *error)
{
    if (steps % STEPS_REPORTED || progress_report(&session->options.progress, steps, total))
        return true;
    return error_set(error, "interrupted after %" PRIu64 " steps", steps);
}

/* Repeats next while it leads back to an earlier line of the same activation: leaves loops. */
static bool walk_past(struct session *session, struct error *error)
{
    const struct walk_order next = {.walk = WALK_NEXT, .count = 1};
    struct instruction from = program_instruction(wet_of(session)->program, wet_of(session)->here.index), now;
    struct store_frame frame = {.to = UINT64_MAX};
    enum halt halt;
    uint64_t time;
    if (wet_time(session, &time) && !store_frame(wet_of(session)->store, time, 0, &frame))
        frame.to = UINT64_MAX;
    for (uint64_t i = 1;; i++) {
        if (!walk_once(session, &next, &halt, error) || !reported(session, i, 0, error))
            return false;
        now = program_instruction(wet_of(session)->program, wet_of(session)->here.index);
        if (!from.line || halt != HALT_NOT || !wet_time(session, &time) || time >= frame.to || !str_equal(now.function, from.function) || now.line > from.line)
            return true;
    }
}

bool wet_walk(struct session *session, const struct walk_order *order, struct error *error)
{
    enum halt halt = HALT_NOT;
    if (!wet_need_recording(session, error))
        return false;
    struct text *stopped = &wet_of(session)->recording->stopped;
    text_clear(stopped);
    if (order->walk == WALK_UNTIL)
        return order->has_until ? walk_to(session, &order->until, error) : walk_past(session, error);
    bool unknown = (order->walk == WALK_STEP || order->walk == WALK_NEXT) && program_file_count(wet_of(session)->program) > 0 && !has_line(session);
    uint64_t times = order->walk == WALK_CONTINUE ? 1 : order->count;
    for (uint64_t i = 0; i < times && halt == HALT_NOT; i++)
        if (!walk_once(session, order, &halt, error)) {
            if (i == 0 || halt != HALT_END)
                return false;
            uint64_t time;
            if (wet_time(session, &time))
                say_end(session, time, order->reverse);
            break;
        } else if (!reported(session, i + 1, times, error)) {
            return false;
        }
    if (unknown && stopped->size == 0)
        text_add(stopped, "there was no line information");
    return true;
}
