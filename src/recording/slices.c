/* slices.c - the latest slice or chop: makes, measures, describes, shows and walks it.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/current_slice.h"
#include "recording/describe.h"
#include "recording/why.h"

#include <inttypes.h>
#include <stdlib.h>

/* ---- Within a function or file ---- */

static bool has_tail(struct str file, struct str name)
{
    return file.size > name.size && str_equal(str_cut(file, file.size - name.size, SIZE_MAX), name) && file.data[file.size - name.size - 1] == '/';
}

/* The one file of the trace with this name or, if there is none, whose name ends with it. */
static bool find_file(struct session *session, struct str name, struct str *file, struct error *error)
{
    size_t count = program_file_count(wet_of(session)->program), found = 0;
    for (size_t i = 0; i < count; i++)
        if (str_equal(program_file(wet_of(session)->program, i), name)) {
            *file = program_file(wet_of(session)->program, i);
            return true;
        }
    for (size_t i = 0; i < count; i++)
        if (has_tail(program_file(wet_of(session)->program, i), name)) {
            *file = found++ ? *file : program_file(wet_of(session)->program, i);
            if (found == 2)
                return error_set(error, "several files are called `%.*s`: %.*s, %.*s", STR(name), STR(*file), STR(program_file(wet_of(session)->program, i)));
        }
    struct near functions, files;
    return found || error_set(error, "no function or file `%.*s` in this trace: %s%s`info functions` and `info source` list them", STR(name),
                              near_function(session, name, &functions), near_file(session, name, &files));
}

/* Sets *wanted to a malloced truth value for each instruction. */
static bool find_within(struct session *session, struct str name, bool **wanted, struct error *error)
{
    struct str function = {NULL, 0}, file = {NULL, 0};
    uint64_t count = store_count(wet_of(session)->store);
    if (!position_function(session, name, &function, error) && (function.size || !find_file(session, name, &file, error)))
        return false;
    *wanted = memory_allocate((count + 1) * sizeof **wanted);
    for (uint64_t i = 0; i < count; i++) {
        struct instruction instruction = program_instruction(wet_of(session)->program, i);
        (*wanted)[i] = function.size ? str_equal(instruction.function, function) : str_equal(instruction.file, file);
    }
    return true;
}

/* ---- Making it ---- */

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
        return slice_chop_roots(wet_of(session)->store, &ahead, &behind, progress, members);
    return slice_roots(wet_of(session)->store, asked->way == SLICE_FORWARD ? &ahead : &behind, progress, members);
}

/* The walk went through code outside the function or file; this leaves it out. */
static void narrow(const struct session *session, const bool *wanted, struct reached **members)
{
    if (!wanted)
        return;
    struct reached *inside = reached_part(wet_of(session)->store, *members, NULL, wanted);
    reached_arrange(inside, wet_of(session)->store);
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
    struct current_slice *slice = wet_of(session)->slice = memory_allocate(sizeof *slice);
    *slice = (struct current_slice){.asked = *asked, .members = members, .reached = reached, .cut = cut, .locked = locked};
    slice->asked.from = copy(&asked->from);
    slice->asked.to = copy(&asked->to);
    text_append(&slice->within, asked->within);
    slice->asked.within = asked->within.size ? text_str(&slice->within) : (struct str){NULL, 0};
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
    if (*nothing || store_damaged(wet_of(session)->store, false, error)) {
        reached_free(members);
        return *nothing;
    }
    replace(session, asked, members, reached, !whole);
    return true;
}

void slice_forget(struct session *session)
{
    if (!wet_of(session)->slice)
        return;
    reached_free(wet_of(session)->slice->members);
    nodes_free(&wet_of(session)->slice->asked.from);
    nodes_free(&wet_of(session)->slice->asked.to);
    text_free(&wet_of(session)->slice->within);
    free(wet_of(session)->slice);
    wet_of(session)->slice = NULL;
}

static void slice_lock(struct session *session, bool locked)
{
    wet_of(session)->slice->locked = locked;
    session->version++;
}

/* ---- Measuring it ---- */

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

/* The lines are in order: one that occurs several times counts once. */
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
    struct slice_measure *measure = &wet_of(session)->slice->measure;
    const struct reached *members = wet_of(session)->slice->members;
    uint64_t count = store_count(wet_of(session)->store), first;
    size_t known = 0;
    if (measure->known)
        return measure;
    struct trace_line *lines = memory_allocate((count + 1) * sizeof *lines);
    for (uint64_t i = 0; i < count; i++) {
        struct instruction instruction = program_instruction(wet_of(session)->program, i);
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

bool slice_at_line(struct session *session, struct str file, uint64_t line, struct slice_at_line *own)
{
    struct indices all = program_line(wet_of(session)->program, file, line);
    uint64_t first;
    *own = (struct slice_at_line){0, program_line_executions(wet_of(session)->program, file, line)};
    for (size_t i = 0; i < all.count; i++) {
        uint64_t instances = reached_instances(wet_of(session)->slice->members, all.items[i], &first);
        own->instances = instances > own->instances ? instances : own->instances;
    }
    return own->instances > 0;
}

bool slice_value_at_line(struct session *session, const struct reached *members, struct str file, uint64_t line, struct text *out)
{
    struct indices all = program_line(wet_of(session)->program, file, line);
    struct text value = {0};
    uint64_t first, time = 0, latest = 0;
    bool found = false;
    enum grain grain = session->grain;
    session->grain = GRAIN_STATEMENT;   /* the values of calls and frame instructions are not the line's */
    for (size_t i = 0; i < all.count; i++) {
        uint64_t instances = reached_instances(members, all.items[i], &first);
        struct node last = instances ? reached_get(members, first + instances - 1) : (struct node){0, 0};
        text_clear(&value);
        if (!instances || (store_time(wet_of(session)->store, last, &time) && time < latest) || statement_is_frame(wet_of(session)->program, last.index))
            continue;
        bool known = describe_value(session, last, &value), call = !known && wet_is_call(session, last.index);
        if (!known && !call)
            continue;
        latest = time;
        text_clear(out);
        text_append(out, text_str(&value));
        found = known;
    }
    session->grain = grain;
    text_free(&value);
    return found;
}

/* ---- Describing it ---- */

static void slice_name(const struct session *session, bool lines, struct text *out)
{
    static const char *const ways[] = {[SLICE_BACK] = "slice back", [SLICE_FORWARD] = "slice forward", [SLICE_CHOP] = "chop"};
    static const char *const kinds[] = {[REACH_DATA] = " data", [REACH_CONTROL] = " control", [REACH_ALL] = ""};
    const struct slice_request *asked = &wet_of(session)->slice->asked;
    text_printf(out, "%s%s", ways[asked->way], kinds[asked->kinds]);
    if (asked->near)
        text_printf(out, " depth %" PRIu64, asked->depth);
    if (asked->within.size) {
        text_add(out, " within ");
        text_safe(out, asked->within);
    }
    text_add(out, lines ? " lines" : "");
}

/* "14 of 212 lines", if lines are known; a cut slice may have more. */
static void say_size(struct session *session, struct text *out)
{
    const struct slice_measure *measure = slice_measure(session);
    bool lines = measure->all_lines > 0;
    text_count(out, lines ? measure->lines : measure->instructions);
    text_add(out, wet_of(session)->slice->cut ? "+ of " : " of ");
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
    const struct slice_request *asked = &wet_of(session)->slice->asked;
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
    row_string(row, name, text_str(&text));
    row_number(row, count_name, end->count);
    text_free(&text);
}

static void tell_fields(struct session *session, struct row *row)
{
    static const char *const ways[] = {[SLICE_BACK] = "back", [SLICE_FORWARD] = "forward", [SLICE_CHOP] = "chop"};
    static const char *const kinds[] = {[REACH_DATA] = "data", [REACH_CONTROL] = "control", [REACH_ALL] = "all"};
    const struct current_slice *slice = wet_of(session)->slice;
    const struct slice_measure *measure = slice_measure(session);
    row_string(row, "slice", str_of(ways[slice->asked.way]));
    end_fields(session, &slice->asked.from, "from", "from_instances", row);
    if (slice->asked.way == SLICE_CHOP)
        end_fields(session, &slice->asked.to, "to", "to_instances", row);
    row_string(row, "kinds", str_of(kinds[slice->asked.kinds]));
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

/* one row: the slice and its size; for JSON everything */
static void slice_tell(struct session *session, struct rows *rows)
{
    struct row *row = rows_add(rows, str_of(""));
    row->style = wet_of(session)->slice->cut ? STYLE_WARNING : STYLE_NORMAL;
    slice_name(session, false, &row->text);
    say_ends(session, &row->text);
    text_add(&row->text, ": ");
    say_size(session, &row->text);
    text_add(&row->text, ", ");
    text_count(&row->text, reached_count(wet_of(session)->slice->members));
    text_add(&row->text, reached_count(wet_of(session)->slice->members) == 1 ? " execution" : " executions");
    if (wet_of(session)->slice->cut)
        text_add(&row->text, "; interrupted: there may be more");
    tell_fields(session, row);
    row->place = place_of_node(session, wet_of(session)->slice->asked.from.items[0]);
}

static void add_count(struct rows *rows, uint64_t count, const char *one, const char *several)
{
    struct row *row = count ? rows_add(rows, str_of("  ")) : NULL;
    if (!row)
        return;
    text_count(&row->text, count);
    text_printf(&row->text, " %s", count == 1 ? one : several);
}

bool slice_info(struct session *session, struct str arguments, struct answer *answer, struct error *error)
{
    struct rows *rows = &answer->rows;
    if (!argument_end(arguments, error) || !wet_need(session, error))
        return false;
    if (!wet_of(session)->slice)
        return error_set(error, "there is no slice yet: `slice back`, `slice fwd` and `chop` make one");
    const struct current_slice *slice = wet_of(session)->slice;
    const struct slice_measure *measure = slice_measure(session);
    slice_tell(session, rows);
    rows_add(rows, str_of(slice->locked ? "  locked: the rest is dimmed; n and N go through the slice" : "  not locked: `slice lock on` dims the rest"));
    struct row *row = rows_add(rows, str_of("  "));
    text_count(&row->text, measure->instructions);
    text_add(&row->text, " of ");
    text_count(&row->text, measure->all_instructions);
    text_add(&row->text, " instructions");
    add_count(rows, measure->without, "execution has no source line", "executions have no source line");
    add_count(rows, slice->reached - reached_count(slice->members), "execution outside was followed", "executions outside were followed");
    add_count(rows, reached_uncertain(slice->members), "uncertain link not followed", "uncertain links not followed");
    return true;
}

/* ---- The source lines of a slice, made row by row ---- */

enum { WIDEST_LOCATION = 30, WIDEST_COUNT = 18, WIDEST_VALUED = 12 };

struct line_rows {
    struct session *session;
    struct reached *members;
    struct slice_lines lines;
    struct table table;
};

/* ---- Rows ---- */

static void say_location(const struct slice_line *line, struct text *out)
{
    text_safe(out, str_basename(line->at.file));
    text_printf(out, ":%" PRIu64, line->at.line);
}

/* Counted for its instructions: how often the line ran is another number. */
static void say_count(const struct slice_line *line, struct text *out)
{
    text_count(out, line->instances);
    text_add(out, line->instances == 1 ? " execution" : " executions");
}

static void say_value(const struct line_rows *list, const struct slice_line *line, struct text *out)
{
    struct text value = {0};
    if (slice_value_at_line(list->session, list->members, line->at.file, line->at.line, &value))
        value_cell(text_str(&value), out);
    text_free(&value);
}

static void line_cell(const void *data, uint64_t i, size_t column, struct table_cell *cell)
{
    const struct line_rows *list = data;
    if (i >= list->lines.count)
        return;
    const struct slice_line *line = &list->lines.items[i];
    switch (column) {
    case 0: say_location(line, cell->text); break;
    case 1: say_count(line, cell->text); break;
    case 2: say_value(list, line, cell->text); break;
    default: describe_statement(list->session, line->last, cell->text);
    }
}

static bool line_get(const struct rows *rows, uint64_t i, struct row *row)
{
    const struct line_rows *list = rows->data;
    if (i >= list->lines.count) {
        slice_say_without(list->lines.without, row);
        return true;
    }
    const struct slice_line *line = &list->lines.items[i];
    table_row(&list->table, i, row);
    row_string(row, "file", line->at.file);
    row_number(row, "line", line->at.line);
    row_number(row, "instances", line->instances);
    row->place = place_of_node(list->session, line->last);
    return true;
}

static void line_release(struct rows *rows)
{
    struct line_rows *list = rows->data;
    reached_free(list->members);
    slice_lines_free(&list->lines);
}

static void slice_rows_of_lines(struct session *session, struct rows *rows)
{
    static const struct column columns[] = {{STYLE_LOCATION, WIDEST_LOCATION, 0}, {STYLE_DIM, WIDEST_COUNT, 0}, {STYLE_VALUE, WIDEST_VALUED, 0}, {STYLE_NORMAL, 0, 0}};
    struct line_rows *list = arena_allocate(&rows->arena, sizeof *list);
    *list = (struct line_rows){.session = session, .members = reached_share(wet_of(session)->slice->members)};
    slice_lines(wet_of(session)->program, list->members, &list->lines);
    list->table = (struct table){.columns = columns, .count = sizeof columns / sizeof *columns, .cell = line_cell, .data = list};
    table_measure(&list->table, 0, list->lines.count);
    rows->count = list->lines.count + (list->lines.without > 0);
    rows->data = list;
    rows->get = line_get;
    rows->release = line_release;
}

/* one row, if it was interrupted */
static void slice_mark_cut(const struct session *session, struct rows *rows)
{
    if (!wet_of(session)->slice->cut)
        return;
    struct row *row = rows_add(rows, str_of("interrupted after "));
    text_count(&row->text, wet_of(session)->slice->reached);
    text_add(&row->text, wet_of(session)->slice->reached == 1 ? " execution" : " executions");
    text_add(&row->text, ": this is the part reached so far, there may be more");
    row->style = STYLE_WARNING;
    row_true(row, "cut");
    row_number(row, "instances", wet_of(session)->slice->reached);
}

/* ---- From member to member of the current slice: by time if there is a clock, else by address ---- */

enum { REPORT_EVERY = 1024 /* instructions */, STEPS_REPORTED = 64 };

struct stroll {
    struct session *session;
    const struct reached *members;
    bool backward, lines;
    bool any;                           /* found is valid */
    struct node found;
    uint64_t time;                      /* of found, if there is a clock */
};

/* In a walk over lines: does the instruction belong to your current line? */
static bool is_here(const struct stroll *walk, uint64_t index)
{
    const struct session *session = walk->session;
    return walk->lines && (index == wet_of(session)->here.index || statement_same(wet_of(session)->program, index, wet_of(session)->here.index));
}

/* ---- By time ---- */

/* The first member of an instruction after a time, or the last one before it. */
static bool nearest_member(const struct stroll *walk, uint64_t index, uint64_t time, struct node *node)
{
    uint64_t when, at, first, count = reached_instances(walk->members, index, &first);
    const struct store *store = wet_of(walk->session)->store;
    if (!count || !(walk->backward ? store_previous_execution : store_next_execution)(store, index, time, node, &when))
        return false;
    bool member = reached_find(walk->members, *node, &at);
    if (walk->backward && !member && at-- == first)
        return false;
    if (at >= first + count)
        return false;
    *node = reached_get(walk->members, at);
    return true;
}

/* Asks all instructions, with a few searches each. False: interrupted. */
static bool walk_time(struct stroll *walk, uint64_t here)
{
    const struct session *session = walk->session;
    uint64_t count = store_count(wet_of(session)->store), time;
    struct node node;
    for (uint64_t index = 0; index < count; index++) {
        if (index % REPORT_EVERY == REPORT_EVERY - 1 && !progress_report(&session->options.progress, index, count))
            return false;
        if (is_here(walk, index) || !nearest_member(walk, index, here, &node) || !store_time(wet_of(session)->store, node, &time))
            continue;
        if (walk->any && (walk->backward ? time < walk->time : time > walk->time))
            continue;
        walk->any = true;
        walk->time = time;
        walk->found = node;
    }
    return true;
}

/* ---- By address ---- */

/* The next instruction with members; stops at the last of these. */
static bool walk_addresses(struct stroll *walk)
{
    struct session *session = walk->session;
    struct indices all = program_by_address(wet_of(session)->program);
    uint64_t first, count;
    size_t at = 0;
    while (at < all.count && all.items[at] != wet_of(session)->here.index)
        at++;
    for (size_t k = 1; walk->backward ? k <= at : at + k < all.count; k++) {
        uint64_t index = all.items[walk->backward ? at - k : at + k];
        if (k % REPORT_EVERY == 0 && !progress_report(&session->options.progress, k, all.count))
            return false;
        if (is_here(walk, index) || !(count = reached_instances(walk->members, index, &first)))
            continue;
        walk->found = reached_get(walk->members, first + count - 1);
        walk->any = true;
        return true;
    }
    return true;
}

/* ---- The commands ---- */

/* Walks as far as it can, and says so if that is less than ordered. */
static bool walk_members(struct stroll *walk, uint64_t count, struct error *error)
{
    struct session *session = walk->session;
    uint64_t time = 0, gone = 0;
    struct node from = wet_of(session)->here;
    bool going = true;
    walk->any = true;
    while (going && walk->any && gone < count) {
        walk->any = false;
        going = store_time(wet_of(session)->store, wet_of(session)->here, &time) ? walk_time(walk, time) : walk_addresses(walk);
        if (going && walk->any) {
            wet_of(session)->here = walk->found;        /* only on the way; the jump goes to the last one */
            going = ++gone % STEPS_REPORTED || progress_report(&session->options.progress, gone, count);
        }
    }
    struct node to = wet_of(session)->here;
    wet_of(session)->here = from;
    if (!going)
        return error_set(error, "interrupted");
    if (!gone)
        return error_set(error, "the slice has no %s %s this one", walk->lines ? "line" : "instruction", walk->backward ? "before" : "after");
    if (gone < count)
        session_note(session, "the slice ends after %" PRIu64 " of %" PRIu64 " steps", gone, count);
    wet_go_node(session, to);
    return true;
}

static bool go(struct session *session, struct str rest, bool backward, struct answer *answer, struct error *error)
{
    static const char *const grains[] = {"line", "instruction", NULL};
    struct str word;
    size_t choice = session->grain == GRAIN_STATEMENT ? 0 : 1;
    uint64_t count = 1;
    while (argument_next(&rest, &word))
        if (!str_decimal(word, &count) && !argument_choice(word, grains, "grain", &choice, error))
            return false;
    if (!wet_need_here(session, error))
        return false;
    if (!wet_of(session)->slice)
        return error_set(error, "there is no slice yet: `slice back`, `slice fwd` and `chop` make one");
    if (!reached_count(wet_of(session)->slice->members))
        return error_set(error, "the slice is empty");
    struct stroll walk = {.session = session, .members = wet_of(session)->slice->members, .backward = backward, .lines = choice == 0};
    if (!walk_members(&walk, count ? count : 1, error))
        return false;
    session->trace->kind->tell(session, &answer->rows);
    return true;
}

COMMAND(run_next_member)
{
    return go(session, arguments, false, answer, error);
}

COMMAND(run_previous_member)
{
    return go(session, arguments, true, answer, error);
}

/* ---- The commands slice, chop and slice lock ---- */

/* ---- The words ---- */

struct words {
    struct slice_request asked;
    bool lines, rank, lock;
    struct str against;               /* the file of another run; null: none */
    struct str positions[2];
    size_t count;
};

/* Takes "data", "control", "all", "lines", "rank"; false: another word. */
static bool filter_word(struct str word, struct words *words)
{
    static const char *const names[] = {"", "data", "control", "all"};
    for (unsigned kinds = REACH_DATA; kinds <= REACH_ALL; kinds++)
        if (str_is(word, names[kinds])) {
            words->asked.kinds = (enum reach_kinds)kinds;
            return true;
        }
    words->lines |= str_is(word, "lines");
    words->rank |= str_is(word, "rank");
    return str_is(word, "lines") || str_is(word, "rank");
}

/* "depth N", "within NAME" and "against FILE". *taken: it was one of them; its argument is consumed, too. */
static bool limit_word(struct str word, struct str *rest, struct words *words, bool *taken, struct error *error)
{
    struct str argument = {NULL, 0};
    bool depth = str_is(word, "depth"), within = str_is(word, "within"), against = str_is(word, "against");
    *taken = depth || within || against;
    if (*taken)
        argument_next(rest, &argument);
    words->asked.near |= depth;
    if (depth && !str_decimal(argument, &words->asked.depth))
        return error_set(error, "`depth` needs a number of links, as in `depth 3`");
    if (within && !argument.size)
        return error_set(error, "`within` needs the name of a function or a file, as in `within main`");
    if (against && !argument.size)
        return error_set(error, "`against` needs the recording or text of another run, as in `against passing.clew`");
    words->asked.within = within ? argument : words->asked.within;
    words->against = against ? argument : words->against;
    words->rank |= against;
    return true;
}

/* Positions (at most `most`) and filters in any order. */
static bool parse_words(struct session *session, struct str rest, size_t most, struct words *words, struct error *error)
{
    struct str word;
    bool taken;
    words->asked.kinds = REACH_ALL;
    while (argument_next(&rest, &word)) {
        if (filter_word(word, words))
            continue;
        if (!limit_word(word, &rest, words, &taken, error))
            return false;
        if (taken)
            continue;
        if (words->count == most)
            return error_set(error, "one argument too many: %.*s (a filter is data, control or all)", STR(word));
        words->positions[words->count++] = word;
    }
    return words->asked.kinds == REACH_ALL || need_link_kinds(session, error);
}

static void words_free(struct words *words)
{
    nodes_free(&words->asked.from);
    nodes_free(&words->asked.to);
}

/* ---- The roots ---- */

/* A list of executions is the slice of a single execution, as in clew-formats(5). A list of lines is the slice of a whole line, unless the user chose
 * instructions. */
static bool is_of_lines(const struct session *session, const struct words *words)
{
    return session->grain == GRAIN_STATEMENT || (!session->grain_chosen && (words->lines || words->rank || words->lock));
}

/* A line then means its last run, as for `why`; any other position means one execution. */
static bool find_roots(struct session *session, const struct words *words, struct str position, struct nodes *roots, struct error *error)
{
    struct why_question meant = {0};
    struct node node;
    if (!is_of_lines(session, words)) {
        if (!position_argument(session, position, &node, error))
            return false;
        nodes_add(roots, node);
        return true;
    }
    bool found = why_place(session, position, &meant, error);
    if (found && meant.inferred)
        session_note(session, "no clock tells which executions of `%.*s` ran together: clew takes the last ones", STR(position));
    if (found && meant.cut)
        session_note(session, "the last run of `%.*s` is longer: clew took its last %zu executions", STR(position), meant.roots.count);
    if (found) {
        *roots = meant.roots;
        meant.roots = (struct nodes){0};
    }
    why_question_free(&meant);
    return found;
}

static bool make(struct session *session, struct words *words, bool *nothing, struct error *error)
{
    return find_roots(session, words, words->positions[0], &words->asked.from, error) &&
           (words->asked.way != SLICE_CHOP || find_roots(session, words, words->positions[1], &words->asked.to, error)) &&
           slice_make(session, &words->asked, nothing, error);
}

/* ---- The answer ---- */

static void note_left_out(struct session *session)
{
    uint64_t uncertain = reached_uncertain(wet_of(session)->slice->members), outside = wet_of(session)->slice->reached - reached_count(wet_of(session)->slice->members);
    if (uncertain)
        session_note(session, "%" PRIu64 " uncertain link%s not followed", uncertain, uncertain == 1 ? "" : "s");
    if (outside)
        session_note(session, "%" PRIu64 " execution%s outside of %s %s followed but not listed", outside, outside == 1 ? "" : "s",
                     text_string(&wet_of(session)->slice->within), outside == 1 ? "was" : "were");
}

static bool list_rows(struct session *session, const struct words *words, struct rows *rows, struct error *error)
{
    if (words->rank)
        return slice_rows_ranked(session, words->against, words->lines, rows, error);
    if (words->lines)
        slice_rows_of_lines(session, rows);
    else
        rows_of_reached(session, reached_share(wet_of(session)->slice->members), rows);
    return true;
}

static bool show(struct session *session, const struct words *words, struct answer *answer, struct error *error)
{
    struct rows parts[2] = {{0}, {0}};
    note_left_out(session);
    if (!list_rows(session, words, &parts[1], error))
        return false;
    slice_mark_cut(session, &parts[0]);
    answer->is_list = true;
    rows_chain(&answer->rows, parts, 2);
    return true;
}

/* "slice back data from 0x8048242#0  main foo1.c:8" */
static void title(struct session *session, const struct words *words, struct rows *rows)
{
    struct text name = {0};
    slice_name(session, words->lines, &name);
    text_add(&name, words->rank ? " rank" : "");
    if (words->against.size) {
        text_add(&name, " against ");
        text_safe(&name, str_basename(words->against));
    }
    text_add(&name, " from");
    title_of_node(session, text_string(&name), wet_of(session)->slice->asked.from.items[0], rows);
    text_free(&name);
}

/* ---- slice lock ---- */

enum lock { LOCK_BACK, LOCK_FORWARD, LOCK_ON, LOCK_OFF, LOCKS };

/* Backward, forward, off, and again. */
static enum lock next_lock(const struct session *session)
{
    const struct current_slice *locked = slice_locked(session);
    return !locked ? LOCK_BACK : locked->asked.way == SLICE_BACK ? LOCK_FORWARD : LOCK_OFF;
}

static bool turn(struct session *session, enum lock lock, struct answer *answer, struct error *error)
{
    if (lock == LOCK_ON && !wet_of(session)->slice)
        return error_set(error, "there is no slice to lock yet: `slice back`, `slice fwd` and `chop` make one");
    if (wet_of(session)->slice)
        slice_lock(session, lock == LOCK_ON);
    if (lock == LOCK_ON)
        slice_tell(session, &answer->rows);
    else
        rows_add(&answer->rows, str_of("slice lock off"));
    return true;
}

static bool need_no_lines(const struct words *words, struct error *error)
{
    return (!words->lines && !words->rank) || error_set(error, "`slice lock` takes no `lines`, `rank` or `against`: use them with `slice back`, `slice fwd` or `chop`");
}

static bool lock_slice(struct session *session, struct str rest, struct answer *answer, struct error *error)
{
    static const char *const names[] = {"back", "fwd", "on", "off", "backward", "forward", NULL};
    static const enum lock locks[] = {LOCK_BACK, LOCK_FORWARD, LOCK_ON, LOCK_OFF, LOCK_BACK, LOCK_FORWARD};
    struct str word;
    struct words words = {.lock = true};
    size_t choice = 0;
    bool nothing, named = argument_next(&rest, &word);
    if (named && !argument_choice(word, names, "lock", &choice, error))
        return false;
    enum lock lock = named ? locks[choice] : next_lock(session);
    if (lock == LOCK_ON || lock == LOCK_OFF)
        return argument_end(rest, error) && wet_need(session, error) && turn(session, lock, answer, error);
    words.asked.way = lock == LOCK_FORWARD ? SLICE_FORWARD : SLICE_BACK;
    bool made = wet_need(session, error) && parse_words(session, rest, 1, &words, error) && need_no_lines(&words, error) &&
                make(session, &words, &nothing, error);
    words_free(&words);
    if (made)
        note_left_out(session);
    return made && turn(session, LOCK_ON, answer, error);
}

/* ---- The commands ---- */

COMMAND(run_slice)
{
    static const char *const directions[] = {"back", "fwd", "backward", "forward", NULL};
    static const enum slice_way ways[] = {SLICE_BACK, SLICE_FORWARD, SLICE_BACK, SLICE_FORWARD};
    struct str word;
    struct words words = {0};
    size_t direction;
    bool nothing;
    if (!argument_next(&arguments, &word))
        return error_set(error, "`slice` needs a direction: slice back POS or slice fwd POS");
    if (str_is(word, "lock"))
        return lock_slice(session, arguments, answer, error);
    if (!argument_choice(word, directions, "direction", &direction, error))
        return false;
    words.asked.way = ways[direction];
    bool shown = wet_need(session, error) && parse_words(session, arguments, 1, &words, error) && make(session, &words, &nothing, error) &&
                 show(session, &words, answer, error);
    if (shown)
        title(session, &words, &answer->rows);
    words_free(&words);
    return shown;
}

static bool chop(struct session *session, struct words *words, struct answer *answer, struct error *error)
{
    bool nothing;
    if (words->count < 2)
        return error_set(error, "`chop` needs two positions: `chop A B` shows how B comes from A");
    if (!make(session, words, &nothing, error))
        return false;
    if (nothing)
        rows_add_printf(&answer->rows, "the second does not depend upon the first%s", words->asked.near ? " within so few links" : "")->style = STYLE_UNKNOWN;
    return nothing || show(session, words, answer, error);
}

COMMAND(run_chop)
{
    struct words words = {.asked.way = SLICE_CHOP};
    bool done = wet_need(session, error) && parse_words(session, arguments, 2, &words, error) && chop(session, &words, answer, error);
    words_free(&words);
    return done;
}

/* ---- In a saved session ---- */

/* The position that a slice starts from: an execution or, for several, the line whose last run they are. */
static struct place place_of_roots(const struct session *session, const struct nodes *roots)
{
    struct instruction first = roots->count ? program_instruction(wet_of(session)->program, roots->items[0].index) : (struct instruction){0};
    if (roots->count == 0)
        return (struct place){0};
    if (roots->count > 1 && first.file.size && first.line)
        return (struct place){.has = PLACE_FILE | PLACE_LINE, .file = first.file, .line = first.line};
    return place_of_node(session, roots->items[0]);
}

/* Saves only a locked slice: any other was an answer, which the user can ask for again. */
bool wet_save(struct session *session, struct text *out, const char **lost)
{
    static const char *const kinds[] = {[REACH_DATA] = " data", [REACH_CONTROL] = " control", [REACH_ALL] = ""};
    const struct current_slice *slice = slice_locked(session);
    struct text from = {0}, to = {0};
    if (!slice)
        return true;
    const struct slice_request *asked = &slice->asked;
    struct place ends[2] = {place_of_roots(session, &asked->from), place_of_roots(session, asked->way == SLICE_CHOP ? &asked->to : &asked->from)};
    bool known = saved_position(session, &ends[0], &from) && saved_position(session, &ends[1], &to);
    *lost = "where the slice begins";
    if (known) {
        text_printf(out, "%s %s", asked->way == SLICE_CHOP ? "chop" : asked->way == SLICE_BACK ? "slice lock back" : "slice lock fwd", text_string(&from));
        if (asked->way == SLICE_CHOP)
            text_printf(out, " %s", text_string(&to));
        text_add(out, kinds[asked->kinds]);
        if (asked->near)
            text_printf(out, " depth %" PRIu64, asked->depth);
        if (asked->within.size)
            text_printf(out, " within %.*s", STR(asked->within));
        text_add(out, asked->way == SLICE_CHOP ? "\nslice lock on\n" : "\n");
    }
    text_free(&from);
    text_free(&to);
    return known;
}
