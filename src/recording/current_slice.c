/* current_slice.c - the slice or chop that was asked for last: made, measured, told.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/current_slice.h"
#include "recording/questions/questions.h"
#include "recording/wet.h"

#include <inttypes.h>
#include <stdlib.h>


/* ---- Within a function or file ---- */

static bool has_tail(struct slice file, struct slice name)
{
    return file.size > name.size && slice_equal(slice_cut(file, file.size - name.size, SIZE_MAX), name) && file.data[file.size - name.size - 1] == '/';
}

/* The one file of the trace that has this name, or, where none has it as a whole, ends with it. */
static bool find_file(struct session *session, struct slice name, struct slice *file, struct error *error)
{
    size_t count = program_file_count(session->trace->program), found = 0;
    for (size_t i = 0; i < count; i++)
        if (slice_equal(program_file(session->trace->program, i), name)) {
            *file = program_file(session->trace->program, i);
            return true;
        }
    for (size_t i = 0; i < count; i++)
        if (has_tail(program_file(session->trace->program, i), name)) {
            *file = found++ ? *file : program_file(session->trace->program, i);
            if (found == 2)
                return error_set(error, "several files are called %.*s: %.*s, %.*s", SLICE(name), SLICE(*file), SLICE(program_file(session->trace->program, i)));
        }
    struct near functions, files;
    return found || error_set(error, "no function or file %.*s in this trace: %s%sinfo functions and info source list them", SLICE(name),
                              near_function(session, name, &functions), near_file(session, name, &files));
}

/* A malloced truth value for each instruction. */
static bool find_within(struct session *session, struct slice name, bool **wanted, struct error *error)
{
    struct slice function = {NULL, 0}, file = {NULL, 0};
    uint64_t count = store_count(session->trace->store);
    if (!position_function(session, name, &function, error) && (function.size || !find_file(session, name, &file, error)))
        return false;
    *wanted = memory_allocate((count + 1) * sizeof **wanted);
    for (uint64_t i = 0; i < count; i++) {
        struct instruction instruction = program_instruction(session->trace->program, i);
        (*wanted)[i] = function.size ? slice_equal(instruction.function, function) : slice_equal(instruction.file, file);
    }
    return true;
}

/* ---- Made ---- */

static bool close_over(const struct session *session, const struct slice_request *asked, struct reached **members)
{
    const struct progress *progress = &session->options.progress;
    struct reach_question ahead = {.roots = asked->from.items, .root_count = asked->from.count, .direction = REACH_FORWARD, .kinds = asked->kinds,
                                   .near = asked->near, .depth = asked->depth}, behind = ahead;
    const struct nodes *end = asked->way == SLICE_CHOP ? &asked->to : &asked->from;
    behind.direction = REACH_BACKWARD;
    behind.roots = end->items;
    behind.root_count = end->count;
    if (asked->way == SLICE_CHOP)
        return slice_chop_roots(session->trace->store, &ahead, &behind, progress, members);
    return slice_roots(session->trace->store, asked->way == SLICE_FORWARD ? &ahead : &behind, progress, members);
}

/* What is outside of the function or file was walked through, and is left out now. */
static void narrow(const struct session *session, const bool *wanted, struct reached **members)
{
    if (!wanted)
        return;
    struct reached *inside = reached_part(session->trace->store, *members, NULL, wanted);
    reached_arrange(inside, session->trace->store);
    reached_free(*members);
    *members = inside;
}

static struct nodes copy(const struct nodes *nodes)
{
    struct nodes copied = {0};
    for (size_t i = 0; i < nodes->count; i++)
        nodes_add(&copied, nodes->items[i]);
    return copied;
}

static void replace(struct session *session, const struct slice_request *asked, struct reached *members, uint64_t reached, bool cut)
{
    bool locked = slice_locked(session);
    slice_forget(session);
    struct current_slice *slice = session->trace->slice = memory_allocate(sizeof *slice);
    *slice = (struct current_slice){.asked = *asked, .members = members, .reached = reached, .cut = cut, .locked = locked};
    slice->asked.from = copy(&asked->from);
    slice->asked.to = copy(&asked->to);
    text_append(&slice->within, asked->within);
    slice->asked.within = asked->within.size ? text_slice(&slice->within) : (struct slice){NULL, 0};
    session->version++;
}

bool slice_make(struct session *session, const struct slice_request *asked, bool *nothing, struct error *error)
{
    struct reached *members = NULL;
    bool *wanted = NULL;
    *nothing = false;
    if (asked->within.size && !find_within(session, asked->within, &wanted, error))
        return false;
    bool whole = close_over(session, asked, &members);
    uint64_t reached = reached_count(members);
    narrow(session, wanted, &members);
    free(wanted);
    *nothing = whole && reached == 0;
    if (*nothing || store_damaged(session->trace->store, false, error)) {
        reached_free(members);
        return *nothing;
    }
    replace(session, asked, members, reached, !whole);
    return true;
}

void slice_forget(struct session *session)
{
    if (!session->trace->slice)
        return;
    reached_free(session->trace->slice->members);
    nodes_free(&session->trace->slice->asked.from);
    nodes_free(&session->trace->slice->asked.to);
    text_free(&session->trace->slice->within);
    free(session->trace->slice);
    session->trace->slice = NULL;
}

void slice_lock(struct session *session, bool locked)
{
    session->trace->slice->locked = locked;
    session->version++;
}

const struct current_slice *slice_locked(const struct session *session)
{
    return session->trace->slice && session->trace->slice->locked ? session->trace->slice : NULL;
}

bool session_is_locked(const struct session *session)
{
    return slice_locked(session);
}

/* ---- Measured ---- */

struct trace_line {
    struct line_of at;
    bool member;
};

static size_t count_width(struct session *session, const struct trace_line *line)
{
    struct slice_at_line own;
    struct text text = {0};
    if (slice_at_line(session, line->at.file, line->at.line, &own)) {
        text_count(&text, own.instances);
        text_byte(&text, '/');
        text_count(&text, own.executions);
    }
    size_t width = text.size;
    text_free(&text);
    return width;
}

/* Lines in order: those that are several times there count once. */
static void measure_lines(struct session *session, struct trace_line *lines, size_t count, struct slice_measure *measure)
{
    if (count)
        qsort(lines, count, sizeof *lines, slice_compare_lines);
    for (size_t i = 0, end; i < count; i = end) {
        bool member = false;
        for (end = i; end < count && slice_compare_lines(&lines[i], &lines[end]) == 0; end++)
            member |= lines[end].member;
        size_t width = member ? count_width(session, &lines[i]) : 0;
        measure->all_lines++;
        measure->lines += member;
        measure->count_width = width > measure->count_width ? width : measure->count_width;
    }
}

const struct slice_measure *slice_measure(struct session *session)
{
    struct slice_measure *measure = &session->trace->slice->measure;
    const struct reached *members = session->trace->slice->members;
    uint64_t count = store_count(session->trace->store), first;
    size_t known = 0;
    if (measure->known)
        return measure;
    struct trace_line *lines = memory_allocate((count + 1) * sizeof *lines);
    for (uint64_t i = 0; i < count; i++) {
        struct instruction instruction = program_instruction(session->trace->program, i);
        uint64_t instances = reached_instances(members, i, &first);
        measure->instructions += instances > 0;
        measure->all_instructions += instruction.has_block;
        if (instruction.file.size && instruction.line)
            lines[known++] = (struct trace_line){{instruction.file, instruction.line}, instances > 0};
        else
            measure->without += instances;
    }
    measure_lines(session, lines, known, measure);
    free(lines);
    measure->known = true;
    return measure;
}

/* ---- Lines ---- */

bool slice_at_line(struct session *session, struct slice file, uint64_t line, struct slice_at_line *own)
{
    struct indices all = program_line(session->trace->program, file, line);
    uint64_t first;
    *own = (struct slice_at_line){0, program_line_executions(session->trace->program, file, line)};
    for (size_t i = 0; i < all.count; i++) {
        uint64_t instances = reached_instances(session->trace->slice->members, all.items[i], &first);
        own->instances = instances > own->instances ? instances : own->instances;
    }
    return own->instances > 0;
}

bool slice_value_at_line(struct session *session, const struct reached *members, struct slice file, uint64_t line, struct text *out)
{
    struct indices all = program_line(session->trace->program, file, line);
    struct text value = {0};
    uint64_t first, time = 0, latest = 0;
    bool found = false;
    enum grain grain = session->grain;
    session->grain = GRAIN_STATEMENT;   /* what calls and frames leave behind is none of a line's */
    for (size_t i = 0; i < all.count; i++) {
        uint64_t instances = reached_instances(members, all.items[i], &first);
        struct node last = instances ? reached_get(members, first + instances - 1) : (struct node){0, 0};
        text_clear(&value);
        if (!instances || (store_time(session->trace->store, last, &time) && time < latest) || statement_is_frame(session->trace->program, last.index))
            continue;
        bool known = describe_value(session, last, &value), call = !known && wet_is_call(session, last.index);
        if (!known && !call)
            continue;
        latest = time;
        text_clear(out);
        text_append(out, text_slice(&value));
        found = known;
    }
    session->grain = grain;
    text_free(&value);
    return found;
}

/* ---- Told ---- */

void slice_name(const struct session *session, bool lines, struct text *out)
{
    static const char *const ways[] = {[SLICE_BACK] = "slice back", [SLICE_FORWARD] = "slice forward", [SLICE_CHOP] = "chop"};
    static const char *const kinds[] = {[REACH_DATA] = " data", [REACH_CONTROL] = " control", [REACH_ALL] = ""};
    const struct slice_request *asked = &session->trace->slice->asked;
    text_printf(out, "%s%s", ways[asked->way], kinds[asked->kinds]);
    if (asked->near)
        text_printf(out, " depth %" PRIu64, asked->depth);
    if (asked->within.size) {
        text_add(out, " within ");
        text_safe(out, asked->within);
    }
    text_add(out, lines ? " lines" : "");
}

/* "14 of 212 lines", where lines are known; a cut one may have more. */
static void say_size(struct session *session, struct text *out)
{
    const struct slice_measure *measure = slice_measure(session);
    bool lines = measure->all_lines > 0;
    text_count(out, lines ? measure->lines : measure->instructions);
    text_add(out, session->trace->slice->cut ? "+ of " : " of ");
    text_count(out, lines ? measure->all_lines : measure->all_instructions);
    text_add(out, lines ? " lines" : " insns");
}

void slice_status(struct session *session, struct text *out)
{
    if (!slice_locked(session))
        return;
    text_add(out, "slice ");
    say_size(session, out);
    text_add(out, " - ");
}

/* "0x126d#0", or "0x126d#0 and 7 of its line" */
static void say_end(const struct session *session, const struct nodes *end, struct text *out)
{
    if (end->count)
        describe_node(session, end->items[0], out);
    if (end->count < 2)
        return;
    text_add(out, " and ");
    text_count(out, end->count - 1);
    text_add(out, " of its line");
}

static void say_ends(const struct session *session, struct text *out)
{
    const struct slice_request *asked = &session->trace->slice->asked;
    text_add(out, " from ");
    say_end(session, &asked->from, out);
    text_add(out, asked->way == SLICE_CHOP ? " to " : "");
    say_end(session, &asked->to, out);
}

static void end_fields(const struct session *session, const struct nodes *end, const char *name, const char *count_name, struct row *row)
{
    struct text text = {0};
    if (end->count)
        describe_node(session, end->items[0], &text);
    row_string(row, name, text_slice(&text));
    row_number(row, count_name, end->count);
    text_free(&text);
}

static void tell_fields(struct session *session, struct row *row)
{
    static const char *const ways[] = {[SLICE_BACK] = "back", [SLICE_FORWARD] = "forward", [SLICE_CHOP] = "chop"};
    static const char *const kinds[] = {[REACH_DATA] = "data", [REACH_CONTROL] = "control", [REACH_ALL] = "all"};
    const struct current_slice *slice = session->trace->slice;
    const struct slice_measure *measure = slice_measure(session);
    row_string(row, "slice", slice_of(ways[slice->asked.way]));
    end_fields(session, &slice->asked.from, "from", "from_instances", row);
    if (slice->asked.way == SLICE_CHOP)
        end_fields(session, &slice->asked.to, "to", "to_instances", row);
    row_string(row, "kinds", slice_of(kinds[slice->asked.kinds]));
    if (slice->asked.near)
        row_number(row, "depth", slice->asked.depth);
    row_string(row, "within", slice->asked.within);
    row_number(row, "instances", reached_count(slice->members));
    row_number(row, "instructions", measure->instructions);
    row_number(row, "lines", measure->lines);
    row_number(row, "of_lines", measure->all_lines);
    row_number(row, "without_line", measure->without);
    row_number(row, "outside", slice->reached - reached_count(slice->members));
    row_number(row, "uncertain", reached_uncertain(slice->members));
    (slice->cut ? row_true : row_false)(row, "cut");
    (slice->locked ? row_true : row_false)(row, "locked");
}

void slice_tell(struct session *session, struct rows *rows)
{
    struct row *row = rows_add(rows, slice_of(""));
    row->style = session->trace->slice->cut ? STYLE_WARNING : STYLE_NORMAL;
    slice_name(session, false, &row->text);
    say_ends(session, &row->text);
    text_add(&row->text, ": ");
    say_size(session, &row->text);
    text_add(&row->text, ", ");
    text_count(&row->text, reached_count(session->trace->slice->members));
    text_add(&row->text, reached_count(session->trace->slice->members) == 1 ? " instance" : " instances");
    if (session->trace->slice->cut)
        text_add(&row->text, "; interrupted: there may be more");
    tell_fields(session, row);
    row->place = place_of_node(session, session->trace->slice->asked.from.items[0]);
}

static void add_count(struct rows *rows, uint64_t count, const char *one, const char *several)
{
    struct row *row = count ? rows_add(rows, slice_of("  ")) : NULL;
    if (!row)
        return;
    text_count(&row->text, count);
    text_printf(&row->text, " %s", count == 1 ? one : several);
}

bool slice_info(struct session *session, struct slice arguments, struct answer *answer, struct error *error)
{
    struct rows *rows = &answer->rows;
    if (!argument_end(arguments, error) || !session_need(session, error))
        return false;
    if (!session->trace->slice)
        return error_set(error, "there is no slice yet: slice back, slice fwd and chop make one");
    const struct current_slice *slice = session->trace->slice;
    const struct slice_measure *measure = slice_measure(session);
    slice_tell(session, rows);
    rows_add(rows, slice_of(slice->locked ? "  locked: the rest is dimmed; n and N lead through it" : "  not locked: `slice lock on` dims the rest"));
    struct row *row = rows_add(rows, slice_of("  "));
    text_count(&row->text, measure->instructions);
    text_add(&row->text, " of ");
    text_count(&row->text, measure->all_instructions);
    text_add(&row->text, " instructions");
    add_count(rows, measure->without, "instance has no source line", "instances have no source line");
    add_count(rows, slice->reached - reached_count(slice->members), "instance outside was walked through", "instances outside were walked through");
    add_count(rows, reached_uncertain(slice->members), "uncertain link was met and not followed", "uncertain links were met and not followed");
    return true;
}
