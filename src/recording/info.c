/* info.c - the topics of `info`.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/current_slice.h"
#include "recording/locals.h"
#include "recording/questions/questions.h"
#include "recording/wet.h"

#include <inttypes.h>
#include <stdlib.h>

static struct row *fact(struct rows *rows, const char *name, uint64_t number, const char *note)
{
    struct text count = {0};
    text_count(&count, number);
    struct row *row = rows_add_printf(rows, "%-14s %14s%s%s", name, text_string(&count), note[0] ? "  " : "", note);
    text_free(&count);
    return row;
}

static void add_bias(struct row *row, uint64_t bias)
{
    if (!bias)
        return;
    text_add(&row->text, ", load bias ");
    text_hex(&row->text, bias);
}

static void describe_objects(const struct session *session, struct rows *rows)
{
    static const char *const states[] = {[PROGRAM_OBJECT_USED] = "", [PROGRAM_OBJECT_MISSING] = ", which cannot be read: its code is not known",
                                         [PROGRAM_OBJECT_CHANGED] = ", which is another build now: its code is not known"};
    for (size_t i = 0; i < program_object_count(session->trace->program); i++) {
        struct row *row = rows_add_printf(rows, "%-15s", "object");
        struct slice path;
        uint64_t bias;
        enum program_object_state state = program_object_state(session->trace->program, i, &path, &bias);
        text_safe(&row->text, path);
        add_bias(row, bias);
        text_add(&row->text, states[state]);
    }
}

/* Whose code it is, and how its addresses and those of the run go together. */
static void describe_program(struct session *session, struct row *first, struct rows *rows)
{
    struct symbols *symbols = program_symbols(session->trace->program);
    uint64_t run = wet_run_bias(session);
    if (symbols) {
        struct row *row = rows_add_printf(rows, "%-15s", "executable");
        text_safe(&row->text, symbols_path(symbols));
        add_bias(row, program_bias(session->trace->program));
    }
    if (run) {
        row_number(first, "run_bias", run);
        rows_add_printf(rows, "%-15saddresses are the file's: in the run, and in values, they were 0x%" PRIx64 " higher", "", run);
    }
    describe_objects(session, rows);
}

/* A recording in which nothing ran that is shown has no clock, and is none to walk in; but it knows of its program. */
static bool is_recording(const struct session *session)
{
    return session->trace->recording || store_note(session->trace->store, "program").size;
}

/* How the program was run and ended. */
static void describe_run(const struct session *session, struct rows *rows)
{
    static const char *const notes[] = {"program", "script", "arguments", "status", "ended", "recorder", "memory check", "floating point", "lost stacks", "process", "parent", "began", "only", "skip", "from", "until"};
    for (size_t i = 0; i < sizeof notes / sizeof *notes; i++) {
        struct slice note = store_note(session->trace->store, notes[i]);
        if (note.size)
            text_safe(&rows_add_printf(rows, "%-15s", notes[i])->text, note);
    }
}

/* What the clock knows, and what the program died of. */
static void describe_order(const struct session *session, struct row *first, struct rows *rows)
{
    struct store_summary summary = store_summary(session->trace->store);
    if (!session->trace->recording) {
        rows_add_printf(rows, is_recording(session) ? "nothing ran that is shown" : "no order between instructions is recorded")->style = STYLE_DIM;
        describe_run(session, rows);
        return;
    }
    uint64_t threads = store_thread_count(session->trace->store);
    row_number(first, "times", summary.times);
    row_number(first, "threads", threads);
    fact(rows, "threads", threads, threads > 1 ? "info threads lists them" : "");
    describe_run(session, rows);
    if (!store_note(session->trace->store, "written").data)
        rows_add_printf(rows, "%-15snot recorded: clew knows it by the names of the functions that are called", "output")->style = STYLE_DIM;
    if (session->trace->recording->has_fault) {
        row_string(first, "faulted", session->trace->recording->fault.signal);
        struct row *row = rows_add_printf(rows, "%-15s", "fault");
        if (session->trace->recording->is_shown) {
            describe_node(session, session->trace->recording->faulted, &row->text);
            text_add(&row->text, "  ");
            row->place = place_of_node(session, session->trace->recording->faulted);
        }
        wet_fault_say(&session->trace->recording->fault, &row->text);
    }
}

/* What X means in a text, and why clew takes it so. */
static void describe_numbering(const struct store_summary *summary, struct row *all, struct rows *rows)
{
    static const char *const names[] = {"older", "none", "old mark", "gap", "mark", "asked"};
    static const char *const why[] = {"an older clew read the text so", "no mark of clew, no list with gaps", "an older clew may have written it: then use --x=instance",
                                      "a list has gaps", "it has clew's mark", "you gave --x"};
    if (summary->kind == STORE_HISTORY || summary->has_clock || summary->dependences + summary->values == 0)
        return;
    row_string(all, "numbering", slice_of(summary->dense ? "dense" : "instance"));
    row_string(all, "numbering_from", slice_of(names[summary->evidence]));
    if (summary->dense)
        rows_add_printf(rows, "numbered densely (%s): links of lists that are shorter than the executions are uncertain", why[summary->evidence])->style = STYLE_UNCERTAIN;
    else
        rows_add_printf(rows, "numbered by instance (%s): every link is certain", why[summary->evidence]);
}

/* The first row is the whole object of --json; the others are for people. */
static bool info_trace(struct session *session, struct slice word, struct answer *answer, struct error *error)
{
    (void)word;
    if (!wet_need_whole(session, error))
        return false;
    struct store_summary summary = store_summary(session->trace->store);
    struct rows *rows = &answer->rows;
    bool history = summary.kind == STORE_HISTORY;
    struct row *row = rows_add(rows, slice_of(history ? "WET trace, limited history: " : is_recording(session) ? "Recording: " : "WET trace, comprehensive: "));
    text_safe(&row->text, slice_of(session->trace->path));
    row_string(row, "kind", slice_of(session_kind_name(session)));
    row_number(row, "instructions", summary.instructions);
    row_number(row, "instances", store_instances(session->trace->store));
    row_number(row, "dependences", summary.dependences);
    row_number(row, "values", summary.values);
    row_number(row, "problems", summary.problems);
    fact(rows, "instructions", summary.instructions, history ? "addresses" : "");
    fact(rows, "instances", store_instances(session->trace->store), store_instances(session->trace->store) == UINT64_MAX ? "or more" : "");
    fact(rows, "dependences", summary.dependences, "");
    if (!history)
        fact(rows, "values", summary.values, "");
    fact(rows, "problems", summary.problems, summary.problems ? "problems lists them" : "");
    describe_numbering(&summary, row, rows);
    describe_order(session, row, rows);
    describe_program(session, row, rows);
    return true;
}

/* ---- Functions ---- */

struct function_count {
    struct slice name, file;
    uint64_t index, instructions, executions;
};

static int by_name(const void *a, const void *b)
{
    const struct function_count *x = a, *y = b;
    int names = slice_compare(x->name, y->name);
    if (names == 0)
        names = slice_compare(x->file, y->file);
    if (names)
        return names;
    return x->index < y->index ? -1 : x->index > y->index;
}

static bool same_function(const struct function_count *a, const struct function_count *b)
{
    return slice_equal(a->name, b->name) && slice_equal(a->file, b->file);
}

static void function_row(struct session *session, const struct function_count *function, struct rows *rows)
{
    struct row *row = rows_add(rows, slice_of(""));
    enum { NAME_ROOM = 30 };
    struct text shorter = {0}, whole = {0};
    shorten_name(function->name, NAME_ROOM, &shorter);
    text_safe(&whole, function->name);
    row_style(row, STYLE_LOCATION);
    text_append(&row->text, text_slice(&shorter));
    row_column(row, 32);
    row_style(row, STYLE_DIM);
    text_count(&row->text, function->instructions);
    text_add(&row->text, function->instructions == 1 ? " instruction" : " instructions");
    row_column(row, 56);
    text_safe(&row->text, slice_basename(function->file));
    if (!slice_equal(text_slice(&shorter), text_slice(&whole)))
        text_printf(&row->text, "  %s", text_string(&whole));
    text_free(&shorter);
    text_free(&whole);
    row_string(row, "function", function->name);
    row_string(row, "file", function->file);
    row_number(row, "instructions", function->instructions);
    row_number(row, "executions", function->executions);
    row->place = place_of_node(session, (struct node){function->index, function->executions - 1});
}

static bool info_functions(struct session *session, struct slice word, struct answer *answer, struct error *error)
{
    (void)word;
    if (!wet_need_whole(session, error))
        return false;
    uint64_t count = store_count(session->trace->store);
    struct function_count *list = memory_allocate((count + 1) * sizeof *list);
    size_t known = 0;
    for (uint64_t i = 0; i < count; i++) {
        struct instruction instruction = program_instruction(session->trace->program, i);
        if (instruction.function.size)
            list[known++] = (struct function_count){instruction.function, instruction.file, i, 1, instruction.executions};
    }
    if (known)
        qsort(list, known, sizeof *list, by_name);
    for (size_t i = 0, end; i < known; i = end) {
        for (end = i + 1; end < known && same_function(&list[i], &list[end]); end++)
            list[i].instructions++;
        function_row(session, &list[i], &answer->rows);
    }
    free(list);
    if (known == 0)
        rows_add_printf(&answer->rows, count ? "no function names are known: --exec=FILE may tell them" : "nothing is recorded: the trace is empty")->style = STYLE_UNKNOWN;
    return true;
}

/* ---- The others ---- */

/* All instructions of the line; of a place, those of its line. A number alone is a line of the file that one is in, as in a debugger. */
static bool info_line(struct session *session, struct slice word, struct answer *answer, struct error *error)
{
    struct node node;
    struct text line = {0};
    if (!position_line_number(session, word, &line, error))
        return false;
    bool known = position_argument(session, line.size ? text_slice(&line) : word, &node, error);
    text_free(&line);
    if (!known)
        return false;
    struct instruction instruction = program_instruction(session->trace->program, node.index);
    if (instruction.file.size == 0 || instruction.line == 0)
        return error_set(error, "the source line of this instruction is not known: gcc -g puts it into the executable, --exec=FILE names one");
    struct indices found = program_line(session->trace->program, instruction.file, instruction.line);
    rows_of_instructions(session, found.items, found.count, NULL, &answer->rows);
    return true;
}

static bool info_source(struct session *session, struct slice word, struct answer *answer, struct error *error)
{
    (void)word;
    if (!wet_need_whole(session, error))
        return false;
    size_t count = program_file_count(session->trace->program);
    for (size_t i = 0; i < count; i++) {
        struct slice file = program_file(session->trace->program, i);
        struct indices last = program_line(session->trace->program, file, program_nearest_line(session->trace->program, file, UINT64_MAX));
        source_found_row(session, file, last.count ? program_folder(session->trace->program, last.items[0]) : (struct slice){NULL, 0}, &answer->rows);
    }
    if (count == 0)
        rows_add_printf(&answer->rows, store_count(session->trace->store) ? "no source files are named: --exec=FILE may tell them" : "nothing is recorded: the trace is empty")->style = STYLE_UNKNOWN;
    return true;
}

/* ---- Of recordings only ---- */

static bool info_frame(struct session *session, struct slice word, struct answer *answer, struct error *error)
{
    return wet_backtrace(session, word, answer, error);
}

static bool info_threads(struct session *session, struct slice word, struct answer *answer, struct error *error)
{
    (void)word;
    return wet_thread(session, (struct slice){NULL, 0}, answer, error);
}

static bool info_problems(struct session *session, struct slice word, struct answer *answer, struct error *error)
{
    return wet_need_whole(session, error) && wet_problems(session, word, answer, error);
}

bool wet_info(struct session *session, struct slice arguments, struct answer *answer, struct error *error)
{
    enum { OF_RECORDINGS = 6 };         /* the last topics */
    static const char *const topics[] = {"trace",    "functions", "line",    "instances", "values",      "marks", "problems",
                                         "source",   "history",   "slice",   "locals",    "args",        "registers", "threads", "frame", "breakpoints", NULL};
    static const topic_function run[] = {info_trace,   info_functions, info_line,    run_instances, run_values,      run_marks, info_problems,
                                         info_source,  wet_history,    slice_info,   info_locals,   info_args,       info_registers,   info_threads,  info_frame,      run_breakpoints};
    const char *own[sizeof topics / sizeof *topics];
    size_t count = sizeof run / sizeof *run - (session->trace->recording ? 0 : OF_RECORDINGS);
    for (size_t i = 0; i < count; i++)
        own[i] = topics[i];
    own[count] = NULL;
    return run_topic(session, own, run, arguments, answer, error);
}
