/* diff.c - the command `diff`: two runs compared, as rows.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Both traces are open. Rows lead to this trace; rows about executions that ran only in the other one lead there. Both must stay open as long as the rows. */
#include "recording/against.h"
#include "recording/describe.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

struct diff_answer {
    struct diff *diff;
    struct session_trace *other;
};

static void diff_say_count_of(struct text *out, uint64_t count, const char *one, const char *several)
{
    text_count(out, count);
    text_byte(out, ' ');
    text_add(out, count == 1 ? one : several);
}

static void diff_say_line(struct str file, uint64_t line, struct text *out)
{
    text_safe(out, str_basename(file));
    text_printf(out, ":%" PRIu64, line);
}

/* its line, else its address and function */
static void diff_say_place(const struct program *program, uint64_t index, struct text *out)
{
    struct instruction instruction = program_instruction(program, index);
    if (instruction.file.size && instruction.line) {
        diff_say_line(instruction.file, instruction.line, out);
        return;
    }
    if (instruction.has_address)
        text_printf(out, "0x%" PRIx64, instruction.address);
    else
        text_printf(out, "%" PRIu64, instruction.id);
    if (instruction.function.size) {
        text_byte(out, ' ');
        text_safe(out, instruction.function);
    }
}

/* A value in either store; "no value" if none is recorded. */
static void diff_say_value(const struct session *session, const struct store *store, struct node node, struct text *out)
{
    uint64_t first;
    if (!store_values_of(store, node, &first)) {
        text_add(out, "no value");
        return;
    }
    struct value value = store_value(store, node.index, first);
    describe_number(session, &value, out);
}

/* "= 0x4b, in 2: 0x6b" */
static void diff_say_values(const struct session *session, const struct diff_answer *answer, struct node here, struct node there, struct text *out)
{
    text_add(out, "= ");
    diff_say_value(session, wet_of(session)->store, here, out);
    text_printf(out, ", in %u: ", answer->other->number);
    diff_say_value(session, wet_of_trace(answer->other)->store, there, out);
}

/* a row: how many more lines there are, and the command that shows them */
static void diff_say_rest(struct rows *rows, uint64_t left, const char *how)
{
    if (!left)
        return;
    struct row *row = rows_add(rows, str_of("  "));
    diff_say_count_of(&row->text, left, "more line: ", "more lines: ");
    text_add(&row->text, how);
    row->style = STYLE_DIM;
}

/* Where a way led in one run: to the executions it let run, or else to the next execution, so that the end of a loop shows the code behind it. */
struct target {
    const struct program *program;
    struct node led;
    bool known;                         /* led is valid */
    enum diff_went went;                /* if it let nothing more run */
};

static void target_find(const struct diff_answer *answer, const struct diff_part *way, bool here, struct target *target)
{
    target->known = (here ? diff_way_here : diff_way_there)(answer->diff, way, &target->led);
    if (target->known)
        return;
    target->went = (here ? diff_way_went_here : diff_way_went_there)(answer->diff, way, &target->led);
    target->known = target->went == DIFF_WENT_ON;
}

/* The line; if both runs led to the same line, the instruction. */
static void say_target(const struct target *target, bool exactly, struct text *out)
{
    if (!target->known) {
        text_add(out, target->went == DIFF_WENT_NOWHERE ? "the run ends before" : "to nothing more under its control");
        return;
    }
    text_add(out, "to ");
    if (exactly)
        text_printf(out, "0x%" PRIx64, store_instruction(program_store(target->program), target->led.index).address);
    else
        diff_say_place(target->program, target->led.index, out);
}

/* where a way led in both runs */
static void diff_say_led(struct session *session, const struct diff_answer *answer, const struct diff_part *way, struct text *out)
{
    struct target here = {.program = wet_of(session)->program}, there = {.program = wet_of_trace(answer->other)->program};
    target_find(answer, way, true, &here);
    target_find(answer, way, false, &there);
    struct text own = {0}, other = {0};
    say_target(&here, false, &own);
    say_target(&there, false, &other);
    bool exactly = here.known && there.known && str_equal(text_str(&own), text_str(&other));
    say_target(&here, exactly, out);
    text_printf(out, ", in %u: ", answer->other->number);
    say_target(&there, exactly, out);
    text_free(&own);
    text_free(&other);
}

/* ---- Rows of a comparison: arguments; threads, and where each parts ---- */

/* ---- Arguments ---- */

enum { ARGUMENTS_SHOWN = 120 /* bytes, of each run's */ };

/* Does not split characters. */
static size_t character_at(struct str s, size_t at)
{
    while (at < s.size && at && (s.data[at] & 0xc0) == 0x80)
        at--;
    return at;
}

/* For long arguments, the part around the first byte that differs. */
static size_t shown_from(struct str here, struct str there)
{
    size_t same = 0;
    while (same < here.size && same < there.size && here.data[same] == there.data[same])
        same++;
    return same > ARGUMENTS_SHOWN / 2 ? character_at(here, same - ARGUMENTS_SHOWN / 4) : 0;
}

static void say_arguments(struct str arguments, size_t from, struct text *out)
{
    size_t end = arguments.size - from > ARGUMENTS_SHOWN ? character_at(arguments, from + ARGUMENTS_SHOWN) : arguments.size;
    text_add(out, from ? "..." : arguments.size ? "" : "none");
    text_safe(out, str_cut(arguments, from, end - from));
    text_add(out, end < arguments.size ? "..." : "");
}

/* The arguments of both runs, if both recordings have them and they differ. The environment is not recorded. */
static void diff_rows_arguments(struct session *session, const struct diff_answer *answer, struct rows *rows)
{
    struct str here = store_note(wet_of(session)->store, "arguments"), there = store_note(wet_of_trace(answer->other)->store, "arguments");
    if (!here.data || !there.data || str_equal(here, there))
        return;
    size_t from = shown_from(here, there);
    struct row *row = rows_add(rows, str_of("the arguments differ: "));
    say_arguments(here, from, &row->text);
    text_printf(&row->text, ", in %u: ", answer->other->number);
    say_arguments(there, from, &row->text);
    row_string(row, "arguments", here);
    row_string(row, "arguments_other", there);
    if (!answer->diff->values)
        return;
    row = rows_add(rows, str_of("  this may explain every difference: "));
    text_printf(&row->text, "`diff %u values` lists %s", answer->other->number, answer->diff->pair_count < answer->diff->values ? "the first " : "all ");
    text_count(&row->text, answer->diff->pair_count);
    row->style = STYLE_DIM;
}

/* ---- Threads ---- */

enum { WIDEST_NAMES = 40 };

static void say_names(const struct diff_answer *answer, const struct diff_thread *thread, struct text *out)
{
    if (thread->here)
        text_printf(out, "thread %" PRIu64, thread->here);
    if (thread->there)
        text_printf(out, "%sin %u: thread %" PRIu64, thread->here ? ", " : "", answer->other->number, thread->there);
}

static void say_when(const struct diff_answer *answer, const struct diff_thread *thread, struct text *out)
{
    if (!thread->there)
        text_add(out, "ran here only");
    else if (!thread->here)
        text_printf(out, "ran in %u only", answer->other->number);
    else if (thread->parts)
        text_printf(out, "parts @%" PRIu64 ", in %u: @%" PRIu64 "  ", thread->time_here, answer->other->number, thread->time_there);
    else
        text_add(out, "nothing differs");
}

static void number_or_null(struct row *row, const char *name, uint64_t number)
{
    if (number)
        row_number(row, name, number);
    else
        row_null(row, name);
}

static void thread_cell(const void *data, uint64_t i, size_t column, struct table_cell *cell)
{
    const struct diff_answer *answer = data;
    (column == 0 ? say_names : say_when)(answer, &answer->diff->threads[i], cell->text);
}

static void add_thread(struct session *session, const struct diff_answer *answer, const struct table *table, size_t i, struct rows *rows)
{
    const struct diff_thread *thread = &answer->diff->threads[i];
    struct row *row = rows_add(rows, str_of(""));
    table_row(table, i, row);
    number_or_null(row, "thread", thread->here);
    number_or_null(row, "thread_other", thread->there);
    number_or_null(row, "time", thread->time_here);
    number_or_null(row, "time_other", thread->time_there);
    if (!thread->parts)
        return;
    struct instruction instruction = program_instruction(wet_of(session)->program, thread->first_here.index);
    row_style(row, STYLE_LOCATION);
    describe_location_in(&instruction, LOCATION_ROOM, &row->text);
    row->place = place_of_node(session, thread->first_here);
}

/* Each run's clock orders its threads. The row speaks for both runs only if the same thread comes first in both. */
static void say_first(const struct diff_answer *answer, struct rows *rows)
{
    const struct diff *diff = answer->diff;
    const struct diff_thread *here = NULL, *there = NULL;
    size_t parting = 0;
    for (size_t i = 0; i < diff->thread_count; i++) {
        const struct diff_thread *thread = &diff->threads[i];
        if (!thread->parts)
            continue;
        parting++;
        here = here && here->time_here <= thread->time_here ? here : thread;
        there = there && there->time_there <= thread->time_there ? there : thread;
    }
    if (parting < 2)
        return;
    struct row *row = rows_add(rows, str_of("  "));
    if (here == there)
        text_printf(&row->text, "thread %" PRIu64 " parted first, by the clocks of both runs", here->here);
    else
        text_printf(&row->text, "thread %" PRIu64 " parted first here, and in %u thread %" PRIu64 " did: which one parted by itself is unknown", here->here,
                    answer->other->number, there->there);
    row->style = STYLE_DIM;
}

/* Which threads correspond, and where each parts; nothing if there is one. most: rows; the rest is counted; 0: all. */
static void diff_rows_threads(struct session *session, const struct diff_answer *answer, size_t most, struct rows *rows)
{
    const struct diff *diff = answer->diff;
    static const struct column columns[] = {{STYLE_NORMAL, WIDEST_NAMES, 0}, {STYLE_DIM, 0, 0}};
    struct table table = {.columns = columns, .count = sizeof columns / sizeof *columns, .cell = thread_cell, .data = answer, .indent = 2};
    size_t shown = most && diff->thread_count > most ? most : diff->thread_count;
    if (!diff->thread_count)
        return;
    rows_add(rows, str_of(diff->threads_created ? "Threads, each beside the one created in its place" :
                                                    "Threads in the order of their first executions: who created them is not recorded"))->style = STYLE_HEADING;
    table_measure(&table, 0, shown);
    for (size_t i = 0; i < shown; i++)
        add_thread(session, answer, &table, i, rows);
    if (shown < diff->thread_count)
        rows_add_printf(rows, "  %zu more threads: `diff %u causes` lists them", diff->thread_count - shown, answer->other->number)->style = STYLE_DIM;
    say_first(answer, rows);
}

/* ---- Rows of a comparison: values whose input came from another writer ---- */

enum { WIDEST_READER = 30, WIDEST_WRITERS = 60 };

/* How closely a writer is named: by its line, by the instruction if both lines are the same, or by the execution. */
enum closeness { BY_LINE, BY_CODE, BY_INSTANCE };

static void say_writer(const struct session *session, bool is_there, struct node node, enum closeness closeness, struct text *out)
{
    struct text name = {0};
    if (!is_there) {
        text_add(out, "skipped code or nothing");
        return;
    }
    if (closeness == BY_LINE) {
        diff_say_place(wet_of(session)->program, node.index, out);
        return;
    }
    describe_node(session, node, &name);
    struct str all = text_str(&name);
    size_t end = all.size;
    while (closeness == BY_CODE && end && all.data[--end] != '#')
        ;
    text_append(out, str_cut(all, 0, end));
    text_free(&name);
}

static void say_writer_there(struct session *session, const struct diff_answer *answer, const struct diff_writer *writer, enum closeness closeness, struct text *out)
{
    struct session_trace *was = traces_borrow(session, answer->other);
    say_writer(session, writer->has_there, writer->by_there, closeness, out);
    traces_return(session, was);
}

/* "rate.c:6" and "rate.c:7", or "0x1238#1" and "0x1238#2". */
static enum closeness find_writers(struct session *session, const struct diff_answer *answer, const struct diff_writer *writer, struct text *own, struct text *other)
{
    enum closeness closeness = writer->same_code ? BY_INSTANCE : BY_LINE;
    say_writer(session, writer->has_here, writer->by_here, closeness, own);
    say_writer_there(session, answer, writer, closeness, other);
    if (closeness == BY_INSTANCE || !str_equal(text_str(own), text_str(other)))
        return closeness;
    text_clear(own);
    text_clear(other);
    say_writer(session, writer->has_here, writer->by_here, BY_CODE, own);
    say_writer_there(session, answer, writer, BY_CODE, other);
    return BY_CODE;
}

/* "by rate.c:6, in 2: by rate.c:7"; if both are on one line, that line comes first. */
static void say_writers(struct session *session, const struct diff_answer *answer, const struct diff_writer *writer, struct text *out)
{
    struct text own = {0}, other = {0};
    text_add(out, "by ");
    if (find_writers(session, answer, writer, &own, &other) != BY_LINE && program_instruction(wet_of(session)->program, writer->by_here.index).line) {
        diff_say_place(wet_of(session)->program, writer->by_here.index, out);
        text_byte(out, ' ');
    }
    text_printf(out, "%s, in %u: by %s", text_string(&own), answer->other->number, text_string(&other));
    if (writer->count > 1) {
        text_add(out, "  x ");
        text_count(out, writer->count);
    }
    text_free(&own);
    text_free(&other);
}

static void writer_fields(struct session *session, const struct diff_answer *answer, const struct diff_writer *writer, struct row *row)
{
    struct text own = {0}, other = {0}, value = {0}, value_other = {0};
    (void)find_writers(session, answer, writer, &own, &other);
    diff_say_value(session, wet_of(session)->store, writer->here, &value);
    diff_say_value(session, wet_of_trace(answer->other)->store, writer->there, &value_other);
    row_string(row, "difference", str_of("writer"));
    row_true(row, "follows");
    row_node(row, session, writer->here);
    row_number(row, "instance_other", writer->there.instance);
    row_number(row, "count", writer->count);
    row_value(row, "value", text_str(&value));
    row_value(row, "value_other", text_str(&value_other));
    row_string(row, "writer", writer->has_here ? text_str(&own) : (struct str){NULL, 0});
    row_string(row, "writer_other", writer->has_there ? text_str(&other) : (struct str){NULL, 0});
    text_free(&own);
    text_free(&other);
    text_free(&value);
    text_free(&value_other);
}

struct writer_table {
    struct session *session;
    const struct diff_answer *answer;
};

static void writer_cell(const void *data, uint64_t i, size_t column, struct table_cell *cell)
{
    const struct writer_table *list = data;
    const struct diff_writer *writer = &list->answer->diff->writers[i];
    if (column == 0)
        diff_say_place(wet_of(list->session)->program, writer->here.index, cell->text);
    else if (column == 1)
        say_writers(list->session, list->answer, writer, cell->text);
    else if (!describe_statement(list->session, writer->here, cell->text))
        describe_code(list->session, writer->here, cell->text);
}

/* Values whose input came from another writer in the other run, a row a line. most as above. */
static void diff_rows_writers(struct session *session, const struct diff_answer *answer, size_t most, struct rows *rows)
{
    const struct diff *diff = answer->diff;
    static const struct column columns[] = {{STYLE_LOCATION, WIDEST_READER, 0}, {STYLE_VALUE, WIDEST_WRITERS, 0}, {STYLE_NORMAL, 0, 0}};
    struct writer_table list = {session, answer};
    struct table table = {.columns = columns, .count = sizeof columns / sizeof *columns, .cell = writer_cell, .data = &list, .indent = 2};
    size_t shown = most && diff->writer_count > most ? most : diff->writer_count;
    char how[32];
    if (diff->writer_count)
        rows_add(rows, str_of("Values whose inputs came from different writes, those by different code first"))->style = STYLE_HEADING;
    table_measure(&table, 0, shown);
    for (size_t i = 0; i < shown; i++) {
        struct row *row = rows_add(rows, str_of(""));
        table_row(&table, i, row);
        writer_fields(session, answer, &diff->writers[i], row);
        row->place = place_of_node(session, diff->writers[i].here);
    }
    snprintf(how, sizeof how, "diff %u causes", answer->other->number);
    diff_say_rest(rows, diff->writer_count - shown, how);
}

/* ---- Rows of a comparison: the rest ---- */

enum { WIDEST_PLACE = 30, WIDEST_SAID = 40 };

static struct place place_there(struct session *session, const struct diff_answer *answer, struct node node)
{
    struct session_trace *was = traces_borrow(session, answer->other);
    struct place place = place_of_node(session, node);
    traces_return(session, was);
    place.trace = answer->other->number;
    return place;
}

/* ---- Counts ---- */

static void warn(struct rows *rows, const char *before, uint64_t count, const char *one, const char *several)
{
    struct row *row = rows_add(rows, str_of(before));
    diff_say_count_of(&row->text, count, one, several);
    row->style = STYLE_DIM;
}

/* How many executions ran in both runs or in one only, and how many values differ; with rows about what is unknown. */
static void diff_rows_counts(struct session *session, const struct diff_answer *answer, struct rows *rows)
{
    const struct diff *diff = answer->diff;
    struct row *row = rows_add(rows, (struct str){NULL, 0});
    diff_say_count_of(&row->text, diff->aligned, "execution ran in both", "executions ran in both");
    text_add(&row->text, ", ");
    text_count(&row->text, diff->only_here);
    text_printf(&row->text, " only in %u (this one), ", session->trace->number);
    text_count(&row->text, diff->only_there);
    text_printf(&row->text, " only in %u", answer->other->number);
    row_number(row, "both", diff->aligned);
    row_number(row, "only_here", diff->only_here);
    row_number(row, "only_there", diff->only_there);
    row_number(row, "unknown", diff->unknown);
    row_number(row, "values", diff->values);
    row_number(row, "addresses", diff->addresses);
    row_number(row, "guards", diff->guards);
    row_number(row, "uncompared", diff->uncompared);
    row = rows_add(rows, (struct str){NULL, 0});
    text_add(&row->text, "of those in both, ");
    diff_say_count_of(&row->text, diff->values, "value differs", "values differ");
    if (diff->addresses)
        warn(rows, "not counted: ", diff->addresses, "differing value that may be an address", "differing values that may be addresses");
    if (diff->guards)
        warn(rows, "not counted: ", diff->guards, "value of the stack protector, which is random", "values of the stack protector, which are random");
    if (diff->uncompared)
        warn(rows, "not compared: ", diff->uncompared, "value that is uncertain, or recorded in one run only", "values that are uncertain, or recorded in one run only");
    if (diff->unknown)
        warn(rows, "not known: ", diff->unknown, "execution whose code or control dependence cannot be compared",
             "executions whose code or control dependences cannot be compared");
    if (diff->cut)
        rows_add(rows, str_of("the runs differ too often: the rest is not known"))->style = STYLE_WARNING;
    if (diff->parts_least)
        rows_add(rows, str_of("the runs part in more places than clew keeps"))->style = STYLE_WARNING;
}

/* ---- Where the runs part: one row for each line ---- */

struct group {
    size_t first;                       /* its earliest part */
    uint64_t count;
};

struct grouping {
    const struct program *program;
    struct group *groups;
    size_t count, capacity;
    uint64_t *group_of;                 /* by instruction: 1 + its group; 0: none yet */
    struct pool names;                  /* of lines: file and number */
    struct map group_of_line;           /* by the index of its name: the same */
};

/* Groups by line; an instruction without a line has its own group. */
static uint64_t *group_of(struct grouping *grouping, uint64_t index, uint64_t *key)
{
    struct instruction instruction = program_instruction(grouping->program, index);
    uint64_t *own = &grouping->group_of[index];
    *key = 0;
    if (*own || !instruction.line || !instruction.file.size)
        return own;
    struct text name = {0};
    text_append(&name, instruction.file);
    text_printf(&name, ":%" PRIu64, instruction.line);
    *key = (uintptr_t)pool_name(&grouping->names, text_str(&name)).data;
    text_free(&name);
    (void)!map_get(&grouping->group_of_line, *key, own);
    return own;
}

static void add_part(struct grouping *grouping, const struct diff *diff, size_t i)
{
    uint64_t key, *own = group_of(grouping, diff->parts[i].here.index, &key);
    if (*own) {
        grouping->groups[*own - 1].count++;
        return;
    }
    grouping->groups = array_grow(grouping->groups, &grouping->capacity, grouping->count + 1, sizeof *grouping->groups);
    grouping->groups[grouping->count++] = (struct group){i, 1};
    *own = grouping->count;
    if (key)
        map_put(&grouping->group_of_line, key, *own);
}

static void say_part(struct session *session, const struct diff_answer *answer, const struct diff_part *part, uint64_t count, struct text *out)
{
    if (part->kind == DIFF_WAY)
        diff_say_led(session, answer, part, out);
    else
        diff_say_values(session, answer, part->here, part->there, out);
    if (part->kind == DIFF_SOURCE)
        text_add(out, ", written elsewhere");
    if (count > 1) {
        text_add(out, "  x ");
        text_count(out, count);
    }
}

static void part_fields(struct session *session, const struct diff_answer *answer, const struct diff_part *part, uint64_t count, struct row *row)
{
    static const char *const kinds[] = {[DIFF_VALUE] = "value", [DIFF_SOURCE] = "source", [DIFF_WAY] = "way"};
    struct text own = {0}, other = {0};
    row_string(row, "difference", str_of(kinds[part->kind]));
    (part->follows ? row_true : row_false)(row, "follows");
    row_node(row, session, part->here);
    row_number(row, "instance_other", part->there.instance);
    row_number(row, "count", count);
    if (part->kind != DIFF_WAY) {
        diff_say_value(session, wet_of(session)->store, part->here, &own);
        diff_say_value(session, wet_of_trace(answer->other)->store, part->there, &other);
        row_value(row, "value", text_str(&own));
        row_value(row, "value_other", text_str(&other));
    }
    row->place = place_of_node(session, part->here);
    text_free(&own);
    text_free(&other);
}

/* Rows of `groups`: where, how it differs, its source. */
struct group_table {
    struct session *session;
    const struct diff_answer *answer;
    const struct grouping *grouping;
};

static void group_cell(const void *data, uint64_t i, size_t column, struct table_cell *cell)
{
    const struct group_table *list = data;
    const struct group *group = &list->grouping->groups[i];
    const struct diff_part *part = &list->answer->diff->parts[group->first];
    switch (column) {
    case 0: diff_say_place(wet_of(list->session)->program, part->here.index, cell->text); break;
    case 1: say_part(list->session, list->answer, part, group->count, cell->text); break;
    default:
        if (!describe_statement(list->session, part->here, cell->text))
            describe_code(list->session, part->here, cell->text);
    }
}

static const struct column difference_columns[] = {{STYLE_LOCATION, WIDEST_PLACE, 0}, {STYLE_VALUE, WIDEST_SAID, 0}, {STYLE_NORMAL, 0, 0}};

enum which { WHERE_VALUES_PART, WHERE_WAYS_PART, WAYS_THAT_FOLLOW, WAYS_CUT_OFF };

/* The run ended before it reached what the way let run in the other run. */
static bool is_cut_off(const struct diff *diff, const struct diff_part *way)
{
    struct node node;
    return (diff_way_went_here(diff, way, &node) == DIFF_WENT_NOWHERE && !diff_way_here(diff, way, &node)) ||
           (diff_way_went_there(diff, way, &node) == DIFF_WENT_NOWHERE && !diff_way_there(diff, way, &node));
}

static enum which which_of(const struct diff *diff, const struct diff_part *part)
{
    if (part->kind != DIFF_WAY)
        return WHERE_VALUES_PART;
    return is_cut_off(diff, part) ? WAYS_CUT_OFF : part->follows ? WAYS_THAT_FOLLOW : WHERE_WAYS_PART;
}

static void add_groups(struct session *session, const struct diff_answer *answer, enum which which, const char *heading, size_t most, struct rows *rows)
{
    struct grouping grouping = {.program = wet_of(session)->program};
    const struct group_table list = {session, answer, &grouping};
    struct table table = {.columns = difference_columns, .count = sizeof difference_columns / sizeof *difference_columns, .cell = group_cell, .data = &list,
                          .indent = 2};
    char how[32];
    grouping.group_of = memory_allocate((store_count(wet_of(session)->store) + 1) * sizeof *grouping.group_of);
    for (size_t i = 0; i < answer->diff->part_count; i++)
        if (which_of(answer->diff, &answer->diff->parts[i]) == which)
            add_part(&grouping, answer->diff, i);
    size_t shown = most && grouping.count > most ? most : grouping.count;
    table_measure(&table, 0, shown);
    if (grouping.count)
        rows_add(rows, str_of(heading))->style = STYLE_HEADING;
    for (size_t i = 0; i < shown; i++) {
        const struct group *group = &grouping.groups[i];
        struct row *row = rows_add(rows, str_of(""));
        table_row(&table, i, row);
        part_fields(session, answer, &answer->diff->parts[group->first], group->count, row);
    }
    snprintf(how, sizeof how, "diff %u causes", answer->other->number);
    diff_say_rest(rows, grouping.count - shown, how);
    free(grouping.groups);
    free(grouping.group_of);
    pool_free(&grouping.names);
    map_free(&grouping.group_of_line);
}

/* Where the runs part, then the branches and calls that led on differently; a row a source line, the earliest first. most: rows of each; the rest is counted;
 * 0: all. */
static void diff_rows_parts(struct session *session, const struct diff_answer *answer, size_t most, struct rows *rows)
{
    add_groups(session, answer, WHERE_VALUES_PART, "Where the runs part: values differ, but nothing they depend upon differs", most, rows);
    add_groups(session, answer, WHERE_WAYS_PART, "Where the runs part: branches or calls led elsewhere, but nothing they used differs", most, rows);
    add_groups(session, answer, WAYS_THAT_FOLLOW, "Branches and calls that led elsewhere, because what they used differs", most, rows);
}

/* Branches and calls where the runs did not part: one run ended before it reached what they let run in the other. most as above. */
static void diff_rows_ends(struct session *session, const struct diff_answer *answer, size_t most, struct rows *rows)
{
    add_groups(session, answer, WAYS_CUT_OFF, "One run ended before it reached what ran in the other", most, rows);
}

/* ---- Lines ---- */

static void say_line_difference(const struct diff_answer *answer, const struct diff_line *line, struct text *out)
{
    if (!line->executions_there) {
        text_add(out, "only here, x");
        text_count(out, line->executions_here);
    } else if (!line->executions_here) {
        text_printf(out, "only in %u, x", answer->other->number);
        text_count(out, line->executions_there);
    } else if (line->executions_here != line->executions_there) {
        text_byte(out, 'x');
        text_count(out, line->executions_here);
        text_printf(out, ", in %u: x", answer->other->number);
        text_count(out, line->executions_there);
    } else if (line->only_here || line->only_there) {
        text_add(out, "part of it, or at other times");
    }
    if (line->values) {
        text_add(out, line->only_here || line->only_there ? ", " : "");
        diff_say_count_of(out, line->values, "value", "values");
    }
}

static void describe_there(struct session *session, const struct diff_answer *answer, struct node node, struct text *out)
{
    struct session_trace *was = traces_borrow(session, answer->other);
    describe_statement(session, node, out);
    traces_return(session, was);
}

struct difference_table {
    struct session *session;
    const struct diff_answer *answer;
    const struct diff_line **lines;     /* the rows */
};

static void line_cell(const void *data, uint64_t i, size_t column, struct table_cell *cell)
{
    const struct difference_table *list = data;
    const struct diff_line *line = list->lines[i];
    switch (column) {
    case 0: diff_say_line(line->file, line->line, cell->text); break;
    case 1: say_line_difference(list->answer, line, cell->text); break;
    default:
        if (line->ran_here)
            describe_statement(list->session, line->first, cell->text);
        else
            describe_there(list->session, list->answer, line->first, cell->text);
    }
}

static void line_fields(struct session *session, const struct diff_answer *answer, const struct diff_line *line, struct row *row)
{
    row_string(row, "file", line->file);
    row_number(row, "line", line->line);
    row_number(row, "executions", line->executions_here);
    row_number(row, "executions_other", line->executions_there);
    row_number(row, "instances_only_here", line->only_here);
    row_number(row, "instances_only_there", line->only_there);
    row_number(row, "values", line->values);
    row->place = line->ran_here ? place_of_node(session, line->first) : place_there(session, answer, line->first);
}

/* Lines with executions that are not aligned, or with values that differ; alone: only lines that ran in one run only. */
static void diff_rows_lines(struct session *session, const struct diff_answer *answer, bool alone, size_t most, struct rows *rows)
{
    const struct diff *diff = answer->diff;
    struct difference_table list = {session, answer, memory_allocate((diff->line_count + 1) * sizeof *list.lines)};
    struct table table = {.columns = difference_columns, .count = sizeof difference_columns / sizeof *difference_columns, .cell = line_cell, .data = &list,
                          .indent = 2};
    size_t count = 0;
    char how[32];
    for (size_t i = 0; i < diff->line_count; i++)
        if (!alone || !diff->lines[i].executions_here || !diff->lines[i].executions_there)
            list.lines[count++] = &diff->lines[i];
    size_t shown = most && count > most ? most : count;
    table_measure(&table, 0, shown);
    if (count)
        rows_add(rows, str_of(alone ? "Lines that ran in one run only" : "Lines that ran in one run only, a different number of times, at other times, or with other values"))->style = STYLE_HEADING;
    for (size_t i = 0; i < shown; i++) {
        struct row *row = rows_add(rows, str_of(""));
        table_row(&table, i, row);
        line_fields(session, answer, list.lines[i], row);
    }
    snprintf(how, sizeof how, "diff %u lines", answer->other->number);
    diff_say_rest(rows, count - shown, how);
    free(list.lines);
}

/* ---- Values ---- */

struct value_rows {
    struct session *session;
    struct diff_answer answer;
    struct table table;
    struct said *said;
};

static void value_cell_of(const void *data, uint64_t i, size_t column, struct table_cell *cell)
{
    const struct value_rows *list = data;
    const struct diff_pair *pair = &list->answer.diff->pairs[i];
    if (column == NODE_VALUE)
        diff_say_values(list->session, &list->answer, pair->here, pair->there, cell->text);
    else
        node_cell(list->session, pair->here, column, list->said, cell->text);
}

static bool value_get(const struct rows *rows, uint64_t i, struct row *row)
{
    struct value_rows *list = rows->data;
    const struct diff_pair *pair = &list->answer.diff->pairs[i];
    struct text own = {0}, other = {0};
    table_row(&list->table, i, row);
    row_node(row, list->session, pair->here);
    row_number(row, "instance_other", pair->there.instance);
    diff_say_value(list->session, wet_of(list->session)->store, pair->here, &own);
    diff_say_value(list->session, wet_of_trace(list->answer.other)->store, pair->there, &other);
    row_value(row, "value", text_str(&own));
    row_value(row, "value_other", text_str(&other));
    node_row_end(list->session, pair->here, row);
    text_free(&own);
    text_free(&other);
    return true;
}

static void value_release(struct rows *rows)
{
    struct value_rows *list = rows->data;
    said_free(list->said);
    diff_free(list->answer.diff);
}

/* Every execution whose value differs; takes the diff over. */
static void diff_rows_values(struct session *session, struct diff_answer *answer, struct rows *rows)
{
    struct value_rows *list = arena_allocate(&rows->arena, sizeof *list);
    *list = (struct value_rows){.session = session, .answer = *answer, .said = arena_allocate(&rows->arena, sizeof *list->said)};
    list->table = (struct table){.columns = node_columns, .count = NODE_COLUMNS, .cell = value_cell_of, .data = list};
    table_measure(&list->table, 0, answer->diff->pair_count);
    rows->count = answer->diff->pair_count;
    rows->data = list;
    rows->get = value_get;
    rows->release = value_release;
    answer->diff = NULL;
}

/* ---- The command that compares two runs ---- */

enum { OVERVIEW = 20 /* rows of each kind */, WRITERS = 6 /* rows of values that follow from others */ };

static const char *const topics[] = {"causes", "lines", "values", NULL};
enum topic { TOPIC_CAUSES, TOPIC_LINES, TOPIC_VALUES, TOPIC_NONE };

/* ---- The other trace ---- */

static bool is_comparable(const struct session *session, const struct session_trace *other)
{
    return trace_kinds(other) & (session_kinds(session) & KIND_AE ? KIND_AE : KIND_WET);
}

static bool refuse_kind(const struct session *session, const struct session_trace *other, struct error *error)
{
    if (session_kinds(session) & KIND_AE)
        return error_set(error, "trace %u is not an address stream: `diff` needs another address stream of this program", other->number);
    return error_set(error, "trace %u has neither dependences nor values: `diff` compares recordings, texts or address streams; "
                     "`clew coverage --diff` compares coverage traces", other->number);
}

/* The only other trace that can be compared. */
static struct session_trace *only_other(struct session *session, struct error *error)
{
    struct session_trace *found = NULL;
    struct text numbers = {0};
    size_t count = 0;
    for (size_t i = 0; i < session->trace_count; i++) {
        struct session_trace *trace = session->traces[i];
        if (trace == session->trace || !trace->kind || !is_comparable(session, trace))
            continue;
        found = trace;
        text_printf(&numbers, count++ ? ", `diff %u`" : "`diff %u`", trace->number);
    }
    if (!count)
        error_set(error, "`diff` needs another run of this program: `diff FILE` opens its trace beside this one");
    else if (count > 1)
        error_set(error, "several other traces are open: use one of %s", text_string(&numbers));
    text_free(&numbers);
    return count == 1 ? found : NULL;
}

/* Opens a trace beside the current one, which stays current. */
static struct session_trace *open_beside(struct session *session, const char *path, struct error *error)
{
    unsigned number = session->trace->number;
    if (str_is(str_of(path), "-")) {
        error_set(error, "`diff` needs a file: it cannot read standard input");
        return NULL;
    }
    if (!traces_open(session, &path, 1, error))
        return NULL;
    struct session_trace *opened = session->trace, *was = traces_find(session, number);
    if (!was || was == opened) {                /* a saved session can close the traces that were open */
        error_set(error, "%s did not open beside this trace: `diff` compared nothing", path);
        return NULL;
    }
    session->trace = was;
    session_opened_anew(session);
    return opened;
}

static struct session_trace *named(struct session *session, struct str word, struct error *error)
{
    struct text path = {0};
    struct session_trace *found = NULL;
    uint64_t number;
    if (str_decimal(word, &number)) {
        found = number <= session->last_number ? traces_find(session, (unsigned)number) : NULL;
        if (!found || !found->kind)
            error_set(error, "there is no trace `%.*s`: `trace` lists them", STR(word));
        return found && found->kind ? found : NULL;
    }
    found = traces_of_file(session, word);
    text_append(&path, word);
    if (!found)
        found = open_beside(session, text_string(&path), error);
    text_free(&path);
    return found;
}

static bool is_whole(struct session *session, struct session_trace *other, struct error *error)
{
    struct session_trace *was = traces_borrow(session, other);
    bool whole = wet_need_whole(session, error);
    traces_return(session, was);
    return whole;
}

static struct session_trace *other_trace(struct session *session, struct str word, struct error *error)
{
    struct session_trace *other = word.size ? named(session, word, error) : only_other(session, error);
    if (!other)
        return NULL;
    if (other == session->trace)
        error_set(error, "trace %u is the current one: `diff` needs another run", other->number);
    else if (!is_comparable(session, other))
        (void)refuse_kind(session, other, error);
    else if (trace_kinds(other) & KIND_AE || is_whole(session, other, error))
        return other;
    return NULL;
}

/* ---- The answer ---- */

static void title(const struct session *session, const struct session_trace *other, enum topic topic, struct rows *rows)
{
    struct text text = {0}, safe = {0};
    text_safe(&safe, str_basename(str_of(other->path)));
    text_printf(&text, "diff of %u, this one, and %u, %s", session->trace->number, other->number, text_string(&safe));
    if (topic != TOPIC_NONE)
        text_printf(&text, ": %s", topics[topic]);
    rows->title = arena_copy(&rows->arena, text_str(&text));
    text_free(&text);
    text_free(&safe);
}

static void fill(struct session *session, struct diff_answer *compared, enum topic topic, struct rows *rows)
{
    struct rows parts[2] = {{0}, {0}};
    if (topic == TOPIC_NONE || topic == TOPIC_CAUSES) {
        diff_rows_counts(session, compared, rows);
        diff_rows_arguments(session, compared, rows);
        diff_rows_threads(session, compared, topic == TOPIC_NONE ? OVERVIEW : 0, rows);
        diff_rows_parts(session, compared, topic == TOPIC_NONE ? OVERVIEW : 0, rows);
        if (topic == TOPIC_NONE)
            diff_rows_lines(session, compared, true, OVERVIEW, rows);
        diff_rows_writers(session, compared, topic == TOPIC_NONE ? WRITERS : 0, rows);
        diff_rows_ends(session, compared, topic == TOPIC_NONE ? OVERVIEW : 0, rows);
    } else if (topic == TOPIC_LINES) {
        diff_rows_counts(session, compared, rows);
        diff_rows_lines(session, compared, false, 0, rows);
    } else {
        diff_rows_counts(session, compared, &parts[0]);
        if (compared->diff->pair_count < compared->diff->values)
            rows_add_printf(&parts[0], "the first %zu by instruction and execution:", compared->diff->pair_count)->style = STYLE_WARNING;
        diff_rows_values(session, compared, &parts[1]);
        rows_chain(rows, parts, 2);
    }
}

static bool compare(struct session *session, struct session_trace *other, enum topic topic, struct answer *answer, struct error *error)
{
    struct against against;
    if (!against_take(session, other, &against, error))
        return false;
    struct diff_question question = {.here = wet_of(session)->program, .there = wet_of_trace(other)->program, .shift = against.shift};
    struct diff_answer compared = {.other = other};
    if (store_instances(wet_of(session)->store) > DIFF_INSTANCES || store_instances(wet_of_trace(other)->store) > DIFF_INSTANCES)
        return error_set(error, "`diff` compares at most %" PRIu64 " executions", (uint64_t)DIFF_INSTANCES);
    bool good = diff_make(&question, &session->options.progress, &compared.diff);
    if (good) {
        answer->is_list = true;
        fill(session, &compared, topic, &answer->rows);
    } else if (!store_damaged(wet_of(session)->store, false, error) && !store_damaged(wet_of_trace(other)->store, false, error)) {
        error_set(error, "interrupted before diff found where the runs part");
    }
    diff_free(compared.diff);
    return good;
}

static void close_last(struct session *session)
{
    struct error ignored;
    (void)!traces_drop(session, session->traces[session->trace_count - 1]->number, &ignored);
}

COMMAND(run_diff)
{
    struct str word = {NULL, 0}, next;
    struct error unknown;
    size_t topic = TOPIC_NONE;
    bool has_word = argument_next(&arguments, &word);
    if (has_word && argument_choice(word, topics, "topic", &topic, &unknown))
        word = (struct str){NULL, 0};
    else if (has_word && argument_next(&arguments, &next) && !argument_choice(next, topics, "topic", &topic, error))
        return false;
    if (!argument_end(arguments, error) || !session_need_open(session, error))
        return false;
    if (session_kinds(session) & KIND_AE && topic != TOPIC_NONE)
        return error_set(error, "address streams have no %s to compare: `diff` shows where two of them part", topics[topic]);
    size_t open = session->trace_count;
    struct session_trace *other = other_trace(session, word, error);
    bool done = other && (trace_kinds(other) & KIND_AE ? other->kind->diff(session, other, answer, error) : compare(session, other, (enum topic)topic, answer, error));
    if (done)
        title(session, other, (enum topic)topic, &answer->rows);
    if (!done && session->trace_count > open)   /* closes what it opened for nothing */
        close_last(session);
    return done;
}
