/* csi_commands.c - the commands of crashes.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "session/engine.h"

#include <inttypes.h>

/* ---- Frames ---- */

bool csi_backtrace(struct session *session, struct slice arguments, struct answer *answer, struct error *error)
{
    (void)arguments;
    if (!csi_need_frames(session, error))
        return false;
    csi_rows_of_frames(session, &answer->rows);
    answer->is_list = true;
    return true;
}

static bool go_to_frame(struct session *session, size_t frame, struct answer *answer, struct error *error)
{
    struct csi_here there = csi_end_of(frame, 0, SIZE_MAX);
    const struct csi_here *here = &session->trace->csi->here;
    if (session->trace->csi->has_here && here->has_frame && here->frame == frame) {    /* the candidate that was chosen stays */
        there.entry = here->entry;
        there.candidate = here->candidate;
    }
    struct place place = csi_place(session->trace->csi, &there);
    if (!session_go(session, &place, error))
        return false;
    csi_tell(session, &answer->rows);
    return true;
}

bool csi_go_frame(struct session *session, struct slice arguments, struct answer *answer, struct error *error)
{
    uint64_t level;
    size_t frame;
    if (!csi_need_frames(session, error))
        return false;
    if (arguments.size == 0) {
        csi_tell(session, &answer->rows);
        return true;
    }
    if (!slice_decimal(arguments, &level))
        return error_set(error, "not the number of a frame: %.*s (backtrace lists them)", SLICE(arguments));
    if (!csi_frame_of_level(session->trace->csi, level, &frame))
        return error_set(error, "there is no frame %" PRIu64 ": backtrace lists them", level);
    return go_to_frame(session, frame, answer, error);
}

/* The first frame of a thread. False: it has none. */
static bool first_of_thread(const struct csi *csi, size_t thread, size_t *frame)
{
    for (size_t i = 0; i < csi->crash.count; i++)
        if (csi->crash.frames[i].thread == thread) {
            *frame = i;
            return true;
        }
    return false;
}

/* The debugger's name of a thread; if it gave none, its number in the text. */
static void thread_name(const struct csi *csi, size_t thread, struct text *out)
{
    struct slice name = csi->crash.snapshot->threads[thread].name;
    text_append(out, name);
    if (name.size == 0)
        text_printf(out, "%zu", thread + 1);
}

static bool find_thread(const struct csi *csi, struct slice word, size_t *thread)
{
    struct text name = {0};
    bool found = false;
    for (size_t i = 0; i < csi->crash.snapshot->count && !found; i++) {
        text_clear(&name);
        thread_name(csi, i, &name);
        found = slice_equal(text_slice(&name), word);
        *thread = i;
    }
    text_free(&name);
    return found;
}

static void thread_row(const struct csi *csi, size_t thread, struct rows *rows)
{
    struct text name = {0};
    size_t frame;
    struct row *row = rows_add_printf(rows, "%c ", csi_frame(csi) && csi_frame(csi)->thread == thread ? '>' : ' ');
    row->current = csi_frame(csi) && csi_frame(csi)->thread == thread;
    thread_name(csi, thread, &name);
    text_safe(&row->text, text_slice(&name));
    row_string(row, "thread", text_slice(&name));
    text_free(&name);
    if (first_of_thread(csi, thread, &frame)) {
        struct csi_here there = csi_end_of(frame, 0, SIZE_MAX);
        text_add(&row->text, "  ");
        csi_frame_title(&csi->crash.frames[frame], &row->text);
        row->place = csi_place(csi, &there);
        row_number(row, "frame", csi->crash.frames[frame].level);
        row_string(row, "function", csi->crash.frames[frame].function);
    }
}

bool csi_thread(struct session *session, struct slice arguments, struct answer *answer, struct error *error)
{
    size_t frame, thread;
    if (!csi_need_frames(session, error))
        return false;
    const struct csi *csi = session->trace->csi;
    if (arguments.size) {
        if (!find_thread(csi, arguments, &thread))
            return error_set(error, "there is no thread %.*s: thread lists them", SLICE(arguments));
        return first_of_thread(csi, thread, &frame) ? go_to_frame(session, frame, answer, error) : error_set(error, "this thread has no frame");
    }
    answer->is_list = true;
    for (size_t i = 0; i < csi->crash.snapshot->count; i++)
        thread_row(csi, i, &answer->rows);
    return true;
}

bool run_snapshot(struct session *session, struct slice arguments, struct answer *answer, struct error *error)
{
    uint64_t number;
    struct csi *csi = session->trace->csi;
    if (!csi_need(session, error))
        return false;
    if (csi->dump.count == 0)
        return error_set(error, "no text of a debugger was read yet: paste takes what gdb or lldb printed, core FILE asks gdb");
    if (arguments.size) {
        if (!slice_decimal(arguments, &number) || number == 0 || number > csi->dump.count)
            return error_set(error, "snapshots are 1 to %zu: snapshot lists them", csi->dump.count);
        csi->snapshot = (size_t)number - 1;
        csi->has_here = csi->here.has_frame = false;
        csi_explain(session);
        csi_arrive(session);
        csi_rows_of_frames(session, &answer->rows);
        answer->is_list = true;
        return true;
    }
    answer->is_list = true;
    for (size_t i = 0; i < csi->dump.count; i++) {
        const struct debugger_snapshot *own = &csi->dump.snapshots[i];
        struct row *row = rows_add_printf(&answer->rows, "%c %zu  ", i == csi->snapshot ? '>' : ' ', i + 1);
        csi_text_place(csi, own->text_line, &row->text);
        text_printf(&row->text, ", %zu thread%s%s", own->count, own->count == 1 ? "" : "s", own->signal.size ? "  " : "");
        text_safe(&row->text, own->signal);
        row_number(row, "snapshot", i + 1);
        row_number(row, "line", own->text_line);
        row_string(row, "signal", own->signal);
    }
    return true;
}

/* ---- Suffixes ---- */

/* The frame a word names: empty is the current one. */
static bool frame_argument(struct session *session, struct slice word, size_t *frame, struct error *error)
{
    uint64_t level;
    if (!csi_need_frames(session, error))
        return false;
    *frame = session->trace->csi->here.frame;
    if (word.size == 0)
        return session->trace->csi->here.has_frame || error_set(error, "no frame is current: frame 0 goes to one");
    if (!slice_decimal(word, &level) || !csi_frame_of_level(session->trace->csi, level, frame))
        return error_set(error, "there is no frame %.*s: backtrace lists them", SLICE(word));
    return true;
}

bool run_suffix(struct session *session, struct slice arguments, struct answer *answer, struct error *error)
{
    size_t frame;
    answer->is_list = true;
    if (!slice_is(arguments, "all")) {
        if (!frame_argument(session, arguments, &frame, error))
            return false;
        csi_rows_of_suffix(session, frame, &answer->rows);
        return true;
    }
    if (!csi_need_frames(session, error))
        return false;
    for (size_t i = 0; i < session->trace->csi->crash.count; i++) {
        if (i)
            rows_add(&answer->rows, slice_of(""));
        csi_rows_of_suffix(session, i, &answer->rows);
    }
    return true;
}

bool run_candidates(struct session *session, struct slice arguments, struct answer *answer, struct error *error)
{
    size_t frame;
    answer->is_list = true;
    if (!frame_argument(session, arguments, &frame, error))
        return false;
    csi_rows_of_candidates(session, frame, &answer->rows);
    return true;
}

bool run_candidate(struct session *session, struct slice arguments, struct answer *answer, struct error *error)
{
    uint64_t number;
    size_t frame, entry, candidate;
    if (!frame_argument(session, (struct slice){NULL, 0}, &frame, error))
        return false;
    if (!slice_decimal(arguments, &number) || number == 0 || !csi_choice_parts(session->trace->csi, frame, number - 1, &entry, &candidate))
        return error_set(error, "candidate needs a number that candidates lists");
    struct csi_here there = csi_end_of(frame, entry, candidate);
    struct place place = csi_place(session->trace->csi, &there);
    if (!session_go(session, &place, error))
        return false;
    csi_tell(session, &answer->rows);
    return true;
}

bool run_graph(struct session *session, struct slice arguments, struct answer *answer, struct error *error)
{
    struct place place;
    answer->is_list = true;
    if (!csi_need(session, error))
        return false;
    if (arguments.size && (!place_parse(arguments, &place, error) || !session_go(session, &place, error)))
        return false;
    return csi_rows_of_graph(session, &answer->rows, error);
}

bool csi_coverage(struct session *session, struct slice arguments, struct answer *answer, struct error *error)
{
    answer->is_list = true;
    if (!csi_need(session, error))
        return false;
    if (arguments.size == 0)
        csi_rows_of_coverage(session, &answer->rows);
    else if (slice_is(arguments, "lines"))
        csi_rows_of_line_coverage(session, &answer->rows);
    else if (slice_is(arguments, "all"))
        csi_rows_of_all_coverage(session, &answer->rows);
    else if (slice_is(arguments, "frames"))
        csi_rows_of_frames_coverage(session, &answer->rows);
    else if (slice_is(arguments, "frame"))
        return csi_rows_of_frame_coverage(session, &answer->rows, error);
    else
        return csi_rows_of_function_coverage(session, arguments, &answer->rows, error);
    return true;
}

/* ---- Where the values come from ---- */

bool run_gdb_commands(struct session *session, struct slice arguments, struct answer *answer, struct error *error)
{
    struct text commands = {0};
    struct slice rest, line;
    (void)arguments;
    if (!csi_need(session, error))
        return false;
    crash_gdb_commands(session->trace->csi->probes, true, &commands);
    rest = text_slice(&commands);
    answer->is_list = true;
    while (slice_line(&rest, &line))
        row_string(rows_add(&answer->rows, line), "command", line);
    text_free(&commands);
    return true;
}

bool run_paste(struct session *session, struct slice arguments, struct answer *answer, struct error *error)
{
    struct text name = {0};
    if (!csi_need(session, error))
        return false;
    if (arguments.size == 0 || slice_is(arguments, "edit")) {
        answer->action = ACTION_PASTE;
        text_append(&answer->text, arguments);
        return true;
    }
    if (slice_is(slice_cut(arguments, 0, 5), "value") && (arguments.size == 5 || arguments.data[5] == ' ')) {
        struct slice value = slice_trim(slice_cut(arguments, 5, SIZE_MAX));
        answer->is_list = true;
        if (value.size && !csi_take_value(session, value, error))
            return false;
        if (value.size)
            csi_note_next(session);
        if (value.size && !session->trace->csi->names.count)
            csi_rows_of_frames(session, &answer->rows);
        else
            csi_rows_of_values(session, &answer->rows);
        return true;
    }
    if (slice_is(arguments, "clear")) {
        csi_paste_clear(session);
        return true;
    }
    bool done = csi_read_dump(session, file_argument(arguments, &name), error);
    if (done)
        csi_note_next(session);
    text_free(&name);
    if (done)
        csi_rows_of_frames(session, &answer->rows);
    return done;
}

bool run_core(struct session *session, struct slice arguments, struct answer *answer, struct error *error)
{
    struct text name = {0};
    if (!csi_need(session, error))
        return false;
    bool done = arguments.size ? csi_ask_gdb(session, file_argument(arguments, &name), 0, error) : error_set(error, "core needs the name of a core file");
    text_free(&name);
    if (done)
        csi_rows_of_frames(session, &answer->rows);
    return done;
}
