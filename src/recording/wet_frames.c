/* wet_frames.c - the call stack of a recording: when each frame called.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/questions/questions.h"
#include "recording/wet.h"
#include "session/engine.h"

#include <inttypes.h>

/* Of a signal handler the caller is what it interrupted. */
bool wet_call_of(const struct session *session, uint64_t time, uint64_t level, uint64_t *call)
{
    struct store_frame inner;
    if (level == 0 || !store_frame(session->trace->store, time, level - 1, &inner))
        return false;
    *call = inner.call;
    return inner.call || (inner.handler && store_previous_in_thread(session->trace->store, inner.from, call));
}

/* ---- Where the stack was lost ---- */

/* The level of the innermost frame of which it is not known who called it, since it stood on a stack that the recorder did not know: functions that ran before
 * may be over. UINT64_MAX: there is none. O(depth) in recordings with such stacks. */
static uint64_t lost_level(const struct session *session, uint64_t time)
{
    struct store_frame frame;
    if (!store_note(session->trace->store, "lost stacks").size)
        return UINT64_MAX;
    for (uint64_t level = 0; store_frame(session->trace->store, time, level, &frame) && frame.depth > 1; level++)
        if (!frame.call && !frame.handler)
            return level;
    return UINT64_MAX;
}

/* Frames around a time, as far as they are known: where the stack was lost one row more says so. */
static uint64_t frame_rows(const struct session *session, uint64_t time)
{
    uint64_t depth = store_depth(session->trace->store, time), lost = lost_level(session, time);
    return lost < depth ? lost + 2 : depth;
}

static bool is_lost(const struct session *session, uint64_t time, uint64_t level)
{
    struct store_frame inner;
    return level && store_note(session->trace->store, "lost stacks").size && store_frame(session->trace->store, time, level - 1, &inner) && !inner.call &&
           !inner.handler;
}

/* ---- Rows: made when they are asked for, since stacks can be deep ---- */

/* The function whose code an instruction is, whatever was inlined there. */
static struct slice physical_function(const struct session *session, uint64_t index)
{
    struct slice physical = program_inlined_in(session->trace->program, index);
    return physical.size ? physical : program_instruction(session->trace->program, index).function;
}

/* ", entered as first": a function that ends by jumping to another one leaves its frame to that. index: where it is now. */
static void add_entered(const struct session *session, const struct store_frame *frame, uint64_t index, struct row *row)
{
    struct node first;
    if (!frame->call || !store_at(session->trace->store, frame->from, &first))
        return;
    struct slice now = physical_function(session, index), entered = physical_function(session, first.index);
    if (!now.size || !entered.size || slice_equal(now, entered))
        return;
    text_add(&row->text, ", entered as ");
    text_safe(&row->text, entered);
    row_string(row, "entered_as", entered);
}

static void add_since(const struct store_frame *frame, struct row *row)
{
    row_style(row, STYLE_DIM);
    text_printf(&row->text, "  since @%" PRIu64 "%s%s", frame->from, frame->from_hidden ? ", called by code that is not shown" : "",
                frame->handler ? ", handles a signal" : "");
    row_number(row, "since", frame->from);
    (frame->handler ? row_true : row_false)(row, "handler");
    (frame->from_hidden ? row_true : row_false)(row, "from_hidden");
}

/* "count_word:74, main:158": who called what is inlined, and at which line, up to the function whose code it is. */
static void add_callers(const struct session *session, uint64_t index, struct slice physical, struct row *row)
{
    enum { SHOWN = 6 };
    struct inlined_call calls[SHOWN];
    size_t count = program_inlined_calls(session->trace->program, index, calls, SHOWN);
    for (size_t i = 0; i < count && i < SHOWN; i++) {
        text_add(&row->text, i ? ", " : "");
        text_safe(&row->text, calls[i].caller.size ? calls[i].caller : slice_of("?"));
        if (calls[i].line)
            text_printf(&row->text, ":%" PRIu64, calls[i].line);
    }
    if (count > SHOWN)
        text_printf(&row->text, ", %zu more, ", count - SHOWN);
    if (count == 0 || count > SHOWN)
        text_safe(&row->text, physical);
}

/* Inlined code has no frame of its own: it says in which function it stands, and how it came there. */
static void add_inlined(const struct session *session, uint64_t index, struct row *row)
{
    struct slice physical = program_inlined_in(session->trace->program, index);
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
        text_add(&row->text, "the stack is lost: who called this is not known");
        row_true(row, "lost");
        return true;
    }
    row_style(row, STYLE_LOCATION);
    bool known = (level == 0 || wet_call_of(session, here, level, &time)) && store_at(session->trace->store, time, &node);
    if (!known) {
        text_add(&row->text, "where it called is not known");
    } else {
        struct instruction instruction = program_instruction(session->trace->program, node.index);
        describe_location_in(&instruction, LOCATION_ROOM, &row->text);
        if (!instruction.function.size && !instruction.file.size)
            describe_node(session, node, &row->text);
        row_node(row, session, node);
        row_number(row, "time", time);
        row_where(row, session, node);
        add_inlined(session, node.index, row);
    }
    if (store_frame(session->trace->store, here, level, &frame)) {
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
    rows->title = slice_of("frames");
    rows->data = session;
    rows->get = frame_get;
    rows->count = depth ? depth : 1;    /* where it is, in any case */
}

bool wet_backtrace(struct session *session, struct slice arguments, struct answer *answer, struct error *error)
{
    if (!wet_need_recording(session, error) || !argument_end(arguments, error))
        return false;
    wet_rows_of_frames(session, &answer->rows);
    answer->is_list = true;
    return true;
}

/* "#1  window_mean mean.c:29  back at the call; ...": as debuggers name the frame that was gone to, by the number it had where one came from. */
static void say_frame(struct session *session, uint64_t level)
{
    struct text *out = &session->trace->recording->stopped;
    struct instruction instruction = program_instruction(session->trace->program, session->trace->here.index);
    text_printf(out, "#%" PRIu64 "  ", level);
    describe_location(&instruction, out);
    text_add(out, "  back at the call; `back` returns");
}

/* The row that backtrace has of the current frame, without the sign that it is. */
static void add_current(struct session *session, struct rows *rows)
{
    struct rows frames = {0};
    struct row row = {0};
    wet_rows_of_frames(session, &frames);
    if (rows_get(&frames, 0, &row)) {
        struct row *own = rows_add(rows, slice_cut(text_slice(&row.text), 2, SIZE_MAX));
        row_number(own, "frame", 0);
        own->style = STYLE_HEADING;
    }
    row_free(&row);
    rows_free(&frames);
}

/* The time of the call, so many frames up, becomes the current one. */
bool wet_frame(struct session *session, struct slice arguments, struct answer *answer, struct error *error)
{
    struct place place = {.has = PLACE_EVENT};
    uint64_t level = 0, time;
    if (!wet_need_recording(session, error))
        return false;
    if (!wet_time(session, &time))
        return error_set(error, "when this ran is not known");
    if (arguments.size && (!slice_decimal(arguments, &level) || (level && level >= frame_rows(session, time))))
        return error_set(error, "there is no frame %.*s: backtrace lists them", SLICE(arguments));
    if (level && !wet_call_of(session, time, level, &place.event))
        return error_set(error, is_lost(session, time, level) ? "the stack is lost: who called this is not known" : "no call in the trace leads to this function");
    if (level && !session_go(session, &place, error))
        return false;
    if (level)
        say_frame(session, level);
    else
        add_current(session, &answer->rows);
    size_t said = session->trace->recording->stopped.size;
    session->trace->recording->stopped.size = level ? said : 0;         /* how one came here is not what was asked */
    session->trace->kind->tell(session, &answer->rows);
    session->trace->recording->stopped.size = said;
    return true;
}
