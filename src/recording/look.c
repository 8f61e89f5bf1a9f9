/* look.c - shows what is known about your place and the trace.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/current_slice.h"
#include "recording/describe.h"
#include "recording/evaluate.h"
#include "recording/heap.h"
#include "recording/libraries.h"
#include "recording/system_calls.h"

#include <inttypes.h>
#include <regex.h>
#include <stdlib.h>

/* One optional position. */
static bool one_node(struct session *session, struct str arguments, struct node *node, struct error *error)
{
    struct str word = {NULL, 0};
    argument_position(&arguments, &word);
    return argument_end(arguments, error) && position_argument(session, word, node, error);
}

bool wet_is_position(struct session *session, struct str words, struct node *node, struct error *error)
{
    return one_node(session, words, node, error);
}

/* The full name, if the first row shortens it. */
static void tell_whole_name(struct session *session, struct node node, struct rows *rows)
{
    struct instruction instruction = program_instruction(wet_of(session)->program, node.index);
    struct text whole = {0}, shorter = {0};
    describe_location(&instruction, &whole);
    describe_location_in(&instruction, LOCATION_ROOM, &shorter);
    if (!str_equal(text_str(&whole), text_str(&shorter)))
        rows_add_printf(rows, "  in %s", text_string(&whole))->style = STYLE_LOCATION;
    text_free(&whole);
    text_free(&shorter);
}

bool wet_where(struct session *session, struct str arguments, struct answer *answer, struct error *error)
{
    struct node node;
    if (!one_node(session, arguments, &node, error))
        return false;
    rows_of_one(session, node, &answer->rows);
    tell_whole_name(session, node, &answer->rows);
    return true;
}

bool wet_history(struct session *session, struct str arguments, struct answer *answer, struct error *error)
{
    (void)arguments;
    answer->is_list = true;
    (void)error;
    rows_of_trail(session, &answer->rows);
    return true;
}

/* ---- Values and executions ---- */

static bool need_values(const struct session *session, struct error *error)
{
    if (!wet_need(session, error))
        return false;
    return !wet_is_history(session) ||
           error_set(error, "a history records no values: use `deps` and `uses`, or record without --history");
}

/* Says why a list of values is empty: for people, not for programs. */
static void say_no_values(struct session *session, uint64_t index, struct rows *rows)
{
    struct instruction instruction = program_instruction(wet_of(session)->program, index);
    if (rows->count == 0)
        rows_add_printf(rows, instruction.no_values ? "this instruction defines no value" : "no value recorded")->style = STYLE_UNKNOWN;
}

COMMAND(run_values)
{
    struct str word = {NULL, 0};
    uint64_t index, first = 0;
    argument_position(&arguments, &word);
    answer->is_list = true;
    if (!need_values(session, error) || !argument_end(arguments, error) || !position_instruction(session, word, &index, error))
        return false;
    uint64_t count = program_instruction(wet_of(session)->program, index).values;
    struct place place = {0};
    struct node node;
    if (word.size && place_parse(word, &place, error) && place.has & (PLACE_INSTANCE | PLACE_MARK | PLACE_RELATIVE)) {
        if (!position_resolve(session, &place, &node, error))
            return false;
        count = store_values_of(wet_of(session)->store, node, &first);
    }
    rows_of_values(session, index, first, count, &answer->rows);
    if (count == 0) {
        rows_free(&answer->rows);
        say_no_values(session, index, &answer->rows);
    }
    title_of_instruction(session, "values of", index, &answer->rows);
    return true;
}

/* Thirty bytes can claim that an instruction ran 2^64-1 times: the list is cut where no reader would go on. */
COMMAND(run_executions)
{
    enum { LISTED_INSTANCES = 1000000 };
    struct str word = {NULL, 0};
    struct rows parts[2] = {{0}, {0}};
    uint64_t index;
    argument_position(&arguments, &word);
    answer->is_list = true;
    if (!argument_end(arguments, error) || !position_instruction(session, word, &index, error))
        return false;
    rows_of_instances(session, index, &parts[0]);
    uint64_t focus = parts[0].focus;
    if (parts[0].count > LISTED_INSTANCES) {
        struct row *row = rows_add_printf(&parts[1], "and %" PRIu64 " more: `goto ID#N` goes to any", parts[0].count - LISTED_INSTANCES);
        row->style = STYLE_UNKNOWN;
        row_number(row, "more", parts[0].count - LISTED_INSTANCES);
        parts[0].count = LISTED_INSTANCES;
    }
    rows_chain(&answer->rows, parts, 2);
    answer->rows.focus = focus < parts[0].count ? focus : 0;
    title_of_instruction(session, "executions of", index, &answer->rows);
    return true;
}

/* The format after print; 0: none, or an unknown one. Variables accept more formats than instructions. */
static char format_of(struct str word)
{
    return word.size == 2 && who_is_format(word.data[1]) ? word.data[1] : 0;
}

/* Names the execution whose value it is, if that is not the one here and the words (-1, $a, @40) do not name it. */
static void tell_instance(const struct session *session, struct str words, struct node node, struct row *row)
{
    const struct node *here = &wet_of(session)->here;
    bool is_here = wet_of(session)->has_here && node.index == here->index && node.instance == here->instance;
    if (is_here || !words.size || str_find_byte(words, '#') != SIZE_MAX)
        return;
    struct instruction instruction = program_instruction(wet_of(session)->program, node.index);
    row_style(row, STYLE_DIM);
    text_add(&row->text, "  of ");
    describe_node(session, node, &row->text);
    text_add(&row->text, "  ");
    describe_location(&instruction, &row->text);
    row->place = place_of_node(session, node);
}

/* Words that only a position has: 12, +3, $a, @40, mean.c:15. An expression such as +3 would not be the answer that they ask for. */
static bool only_position(const struct session *session, struct str words)
{
    struct place place;
    struct error ignored;
    const unsigned fields = PLACE_ID | PLACE_INSTANCE | PLACE_EVENT | PLACE_RELATIVE | PLACE_PERCENT | PLACE_MARK | PLACE_LINE;
    return str_find_byte(words, '?') == SIZE_MAX && place_parse(words, &place, &ignored) && place.has & fields && !dollar_is_known(session, words);
}

/* Registers, and other words with $ that are no position. */
static bool print_dollar(struct session *session, struct str words, char format, bool keeps, struct rows *rows, struct error *error)
{
    if (!wet_of(session)->recording && printed_is_name(words))
        return error_set(error, "only a recording numbers the values that `print` shows");
    if (!wet_of(session)->recording)
        return error_set(error, "registers are not recorded: `print ID#N` shows what an execution computed, `deps` who wrote what it used");
    if (!dollar_is_known(session, words))
        return wet_no_register(words, error);
    if (!program_symbols(wet_of(session)->program))
        return error_set(error, "registers need the code of the executable: --exec=FILE names it");
    if (who_print(session, words, format, keeps, rows, error))
        return true;
    who_name_error(words, error);
    return false;
}

/* What an execution computed becomes a value of the history. 0: there is no history here, or no such value. */
static uint64_t keep_number(struct session *session, struct node node)
{
    struct symbols *symbols = program_symbols(wet_of(session)->program);
    struct who_place place = {.home = HOME_VALUE, .typed = true, .where = {.size = sizeof place.number}};
    uint64_t now;
    if (!wet_of(session)->recording || !symbols || !wet_time(session, &now) || !store_number(wet_of(session)->store, node, &place.number))
        return 0;
    place.type = symbols_base_type(symbols, BASE_UNSIGNED_LONG);
    place.bytes = (struct str){(const char *)&place.number, sizeof place.number};
    return printed_keep(session, &place, now);
}

/* Does a function of the code here have a variable of this name? It hides a position of the name: begin, end, a function. */
static bool is_local(const struct session *session, struct str word)
{
    struct variable variable;
    struct wet_code code;
    uint64_t time;
    bool several;
    return wet_of(session)->recording && wet_of(session)->has_here && wet_time(session, &time) && wet_code_at(session, time, &code) &&
           symbols_variable(code.symbols, code.link, word, &variable, &several) &&
           variable.kind != VARIABLE_GLOBAL;
}

/* 12, -1: alone a position; with a format, as in print/x 12, a number. */
static bool is_bare_number(const struct session *session, struct str words)
{
    struct str digits = str_starts(words, "-") || str_starts(words, "+") ? str_cut(words, 1, SIZE_MAX) : words;
    bool all = digits.size > 0;
    for (size_t i = 0; i < digits.size; i++)
        all = all && digits.data[i] >= '0' && digits.data[i] <= '9';
    return all && wet_of(session)->recording && wet_of(session)->has_here && program_symbols(wet_of(session)->program);
}

/* A number that is no position: says how to print it. Returns false. */
static bool refuse_position(bool number, struct str words, struct error *error)
{
    const struct error why = *error;
    return number && error_set(error, "%s; `(%.*s)` is the number", why.message, STR(words));
}

/* print, print/x, print/d: the value here, in the given base; for variables any format. */
bool wet_print(struct session *session, struct str arguments, struct answer *answer, struct error *error)
{
    bool before = session->hexadecimal, bits = session->bits, base = str_starts(arguments, "/");
    struct str format = {NULL, 0};
    struct node node;
    if (base && str_starts(arguments, "/i") && (arguments.size == 2 || arguments.data[2] == ' '))
        return error_set(error, "`/i` shows instructions at an address, with `x`: `x/i%.*s`", STR(str_cut(arguments, 2, SIZE_MAX)));
    if (base && (!str_field(&arguments, &format) || !format_of(format)))
        return error_set(error, "unknown format `%.*s`: expected /x (hexadecimal), /d (signed), /u (unsigned), /o (octal), /t (binary), /c (characters), /a (addresses), /f (floating point), /z (all digits), /s (strings) or /r (raw members)", STR(format));
    if (str_starts(str_trim(arguments), "&") && !wet_of(session)->recording)
        return error_set(error, "`print &` needs a recording, which has the addresses of variables: `clew record` makes one");
    if (!need_values(session, error))
        return false;
    struct str words = str_trim(arguments);
    if (wet_is_register(words) || printed_is_name(words))
        return print_dollar(session, words, format_of(format), answer->keeps, &answer->rows, error);
    bool number = is_bare_number(session, words), taken = number && base;
    if (taken || is_local(session, words) || !one_node(session, arguments, &node, error)) {          /* no position: perhaps a variable */
        struct error other;
        if (!wet_of(session)->recording || !wet_of(session)->has_here || (only_position(session, words) && !taken))
            return refuse_position(number, words, error);
        if (who_print(session, arguments, format_of(format), answer->keeps, &answer->rows, &other))
            return true;
        who_name_error(arguments, &other);
        return who_keep_error(session, &other, arguments, error);
    }
    if (base && !str_is(format, "/x") && !str_is(format, "/d"))
        return error_set(error, "format `%.*s` is for variables; `print`, `print/x` and `print/d` show what an instruction computed", STR(format));
    session->hexadecimal = base ? str_is(format, "/x") : before;
    session->bits = base ? session->hexadecimal : bits;
    struct node named = node;
    if (!str_trim(arguments).size && session->grain == GRAIN_STATEMENT && wet_statement_value(session, named, &node) != VALUED)
        node = named;                   /* no word named an instruction: show its statement, if that has a value */
    struct row *row = who_value_row(answer->keeps ? keep_number(session, node) : 0, &answer->rows);
    if (describe_value(session, node, &row->text)) {
        uint64_t first, count = store_values_of(wet_of(session)->store, node, &first);
        struct value value = store_value(wet_of(session)->store, node.index, first);
        struct text digits = {0};
        value_text(&value, &digits);
        if (node.index != named.index)
            row_node(row, session, node);
        else
            row_number(row, "instance", node.instance);
        if (count == 1 && !value.uncertain)
            row_value(row, "value", text_str(&digits));
        else
            row_null(row, "value");
        text_free(&digits);
        tell_instance(session, str_trim(arguments), node, row);
    } else {
        rows_free(&answer->rows);
        say_no_values(session, node.index, &answer->rows);
    }
    session->hexadecimal = before;
    session->bits = bits;
    return true;
}

/* Words that depend on your place, or are set later, may mean anything; for names and numbers the program and the trace know whether they exist. */
bool wet_could_print(struct session *session, struct str arguments)
{
    struct str format = {NULL, 0};
    struct place position;
    struct who_place place = {0};
    struct error ignored;
    if (str_starts(arguments, "/") && (!str_field(&arguments, &format) || !format_of(format)))
        return false;
    arguments = str_trim(arguments);
    if (wet_is_provisional(session) || wet_is_history(session) || !wet_of(session)->has_here)
        return true;
    if (wet_is_register(arguments))
        return dollar_is_known(session, arguments) || wet_lost_register(arguments, &ignored);
    if (place_parse(arguments, &position, &ignored) && position.has & (PLACE_RELATIVE | PLACE_MARK))
        return true;
    bool could = wet_of(session)->recording && (who_place_parse(session, arguments, 0, &place, &ignored) || !place.nonsense);
    who_place_free(&place);
    return could;
}

/* ---- Source and code ---- */

enum { LISTED = 10 };

/* FILE:LINE of a file that the trace knows: the line need not have run. */
static bool list_file_line(struct session *session, const struct place *place)
{
    if (place->has != (PLACE_FILE | PLACE_LINE))
        return false;
    struct indices near = program_line(wet_of(session)->program, place->file, program_nearest_line(wet_of(session)->program, place->file, place->line));
    if (near.count == 0)
        return false;
    session->trace->list_file = program_instruction(wet_of(session)->program, near.items[0]).file;
    session->trace->list_folder = program_folder(wet_of(session)->program, near.items[0]);
    return true;
}

/* For code that did not run, the executable gives the line. */
static bool list_unrun(struct session *session, const struct place *place, uint64_t *middle)
{
    struct source_position position;
    if (!list_of_executable(session, place, &position))
        return false;
    session->trace->list_file = position.file;
    session->trace->list_folder = position.folder;
    *middle = position.line;
    return true;
}

/* The file and the line in the middle of `list`; *middle 0: the lines after the last ten. */
static bool list_start(struct session *session, struct str word, uint64_t *middle, struct error *error)
{
    uint64_t number = 0;
    struct node node;
    struct place place = {0};
    struct error ignored;
    if (word.size == 0 && session->trace->list_line)
        return true;
    bool bare = word.size && str_decimal(word, &number);
    if (bare && session->trace->list_line && session->trace->list_file.size) {     /* a line of the file that was listed last */
        *middle = number ? number : 1;
        return true;
    }
    if (word.size && !bare && place_parse(word, &place, &ignored) && list_file_line(session, &place)) {
        *middle = place.line;
        return true;
    }
    if (!position_argument(session, bare ? (struct str){NULL, 0} : word, &node, error))
        return list_unrun(session, &place, middle);
    struct instruction instruction = program_instruction(wet_of(session)->program, node.index);
    struct source_position position = {.file = instruction.file, .folder = program_folder(wet_of(session)->program, node.index)};
    if (position.file.size == 0 && !(bare && list_of_main(session, &position)))
        return error_set(error, "no source line is known for this instruction: compile with -g, or name the executable with --exec=FILE; "
                                "`disassemble` shows the code");
    session->trace->list_file = position.file;
    session->trace->list_folder = position.folder;
    *middle = bare ? number : instruction.line;
    *middle = *middle ? *middle : 1;
    return true;
}

bool wet_list(struct session *session, struct str arguments, struct answer *answer, struct error *error)
{
    uint64_t middle = 0;
    answer->is_list = true;
    if (!wet_need_here(session, error) || !list_start(session, arguments, &middle, error))
        return false;
    uint64_t line = !middle ? session->trace->list_line : middle > LISTED / 2 ? middle - LISTED / 2 : 1, count = list_count(session);
    const struct session_source *source = session_source(session, session->trace->list_file, session->trace->list_folder);
    if (!source->source)
        return error_set(error, "%s; `directory FOLDER` adds a folder to search", source->reason);
    uint64_t last = source_line_count(source->source);
    if (line > last)
        return error_set(error, "%.*s has %" PRIu64 " lines", STR(str_basename(session->trace->list_file)), last);
    struct instruction here = program_instruction(wet_of(session)->program, wet_of(session)->here.index);
    struct text newer = {0};
    if (source_newer(session, source, &newer))
        rows_add(&answer->rows, text_str(&newer))->style = STYLE_WARNING;
    text_free(&newer);
    for (uint64_t i = line; i - line < count && i <= last; i++)
        source_row(session, source, i, i == here.line && str_equal(here.file, source->file), rows_add(&answer->rows, str_of("")));
    list_done(session, line, middle);
    return true;
}

bool wet_disassemble(struct session *session, struct str arguments, struct answer *answer, struct error *error)
{
    struct node node;
    if (!one_node(session, arguments, &node, error))
        return false;
    struct instruction instruction = program_instruction(wet_of(session)->program, node.index);
    if (instruction.function.size == 0)
        return error_set(error, "the function of this instruction is unknown");
    struct indices found = program_function(wet_of(session)->program, instruction.function);
    if (!program_symbols(wet_of(session)->program) && program_object_count(wet_of(session)->program) == 0)
        session_note(session, "no code without the executable: --exec=FILE names it");
    answer->is_list = true;
    rows_of_instructions(session, found.items, found.count, NULL, &answer->rows);
    return true;
}

/* ---- Problems ---- */

static bool problem_get(const struct rows *rows, uint64_t i, struct row *row)
{
    struct session *session = rows->data;
    struct problem problem = store_problem(wet_of(session)->store, i);
    struct text message = {0};
    problem_text(wet_of(session)->store, &problem, &message);
    text_safe(&row->text, str_of(session->trace->path));
    text_printf(&row->text, ":%" PRIu64 ":%" PRIu64 ": ", problem.line, problem.column);
    row_style(row, STYLE_WARNING);
    text_safe(&row->text, text_str(&message));
    row_string(row, "kind", str_of(wet_problem_name(problem.kind)));
    row_number(row, "line", problem.line);
    row_number(row, "column", problem.column);
    row_string(row, "message", text_str(&message));
    text_free(&message);
    return true;
}

bool wet_problems(struct session *session, struct str arguments, struct answer *answer, struct error *error)
{
    (void)arguments;
    (void)error;
    answer->is_list = true;
    answer->rows.count = store_summary(wet_of(session)->store).problems;
    answer->rows.data = session;
    answer->rows.get = problem_get;
    if (answer->rows.count == 0) {
        answer->rows = (struct rows){0};
        rows_add_printf(&answer->rows, "no problems")->style = STYLE_DIM;
    }
    return true;
}

/* ---- The next execution of an instruction, and the other end of a link ---- */

/* The answer to a move is your new place. */
static bool arrive(struct session *session, struct answer *answer)
{
    session->trace->kind->tell(session, &answer->rows);
    return true;
}

bool wet_next_execution(struct session *session, int64_t count, struct answer *answer, struct error *error)
{
    struct node node;
    if (!wet_need_here(session, error))
        return false;
    struct instruction here = program_instruction(wet_of(session)->program, wet_of(session)->here.index);
    if (here.executions_least && !wet_need_whole(session, error))
        return false;
    here = program_instruction(wet_of(session)->program, wet_of(session)->here.index);
    uint64_t number = count < 0 ? (uint64_t)-count : (uint64_t)count;
    uint64_t room = count < 0 ? wet_of(session)->here.instance : here.executions > wet_of(session)->here.instance ? here.executions - 1 - wet_of(session)->here.instance : 0;
    if (room && number > room)      /* as far as there are any */
        number = room;
    struct place place = {.has = PLACE_RELATIVE, .offset = count < 0 ? -(int64_t)number : (int64_t)number};
    if (!position_resolve(session, &place, &node, error))
        return false;
    wet_go_node(session, node);
    return arrive(session, answer);
}

/* The n-th row, from 1, that leads somewhere. */
static bool nth_place(const struct rows *rows, uint64_t *n, struct place *place)
{
    struct row row = {0};
    bool found = false;
    for (uint64_t i = 0; i < rows->count && !found && rows_get(rows, i, &row); i++)
        if (row.place.has && --*n == 0) {
            *place = row.place;
            found = true;
        }
    row_free(&row);
    return found;
}

static bool nth_link(struct session *session, uint64_t number, struct place *place, struct error *error)
{
    uint64_t left = number;
    struct rows definers = {0}, users = {0};
    const struct link_layout layout = {.grouped = true};    /* as `links` shows them */
    bool done = rows_of_links(session, wet_definers_of(session, wet_of(session)->here), LINKS_DEFINERS, layout, &definers, error) &&
                rows_of_links(session, wet_of(session)->here, LINKS_USERS, layout, &users, error);
    if (done && !nth_place(&definers, &left, place) && !nth_place(&users, &left, place))
        done = error_set(error, "no link %" PRIu64 ": `links` lists them", number);
    rows_free(&definers);
    rows_free(&users);
    return done;
}

COMMAND(run_follow)
{
    uint64_t number;
    struct place place;
    if (!wet_need_here(session, error))
        return false;
    if (!str_decimal(arguments, &number) || number == 0)
        return error_set(error, "`follow` needs the number of a link, from 1: `links` lists them");
    bool found = nth_link(session, number, &place, error);
    if (!found && wet_is_provisional(session))      /* users are unknown yet */
        found = wet_need_whole(session, error) && nth_link(session, number, &place, error);
    return found && session_go(session, &place, error) && arrive(session, answer);
}

/* ---- The topics of `info` ---- */

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
    static const char *const states[] = {[PROGRAM_OBJECT_USED] = "", [PROGRAM_OBJECT_MISSING] = ", which clew cannot read: its code is unknown",
                                         [PROGRAM_OBJECT_CHANGED] = ", which is another build now: its code is unknown"};
    for (size_t i = 0; i < program_object_count(wet_of(session)->program); i++) {
        struct row *row = rows_add_printf(rows, "%-15s", "object");
        struct str path;
        uint64_t bias;
        enum program_object_state state = program_object_state(wet_of(session)->program, i, &path, &bias);
        text_safe(&row->text, path);
        add_bias(row, bias);
        text_add(&row->text, states[state]);
    }
}

/* The code's object, and how its addresses relate to those of the run. */
static void describe_program(struct session *session, struct row *first, struct rows *rows)
{
    struct symbols *symbols = program_symbols(wet_of(session)->program);
    uint64_t run = wet_run_bias(session);
    if (symbols) {
        struct row *row = rows_add_printf(rows, "%-15s", "executable");
        text_safe(&row->text, symbols_path(symbols));
        add_bias(row, program_bias(wet_of(session)->program));
    }
    if (run) {
        row_number(first, "run_bias", run);
        rows_add_printf(rows, "%-15saddresses are those of the file: in the run, and in values, they were 0x%" PRIx64 " higher", "", run);
    }
    describe_objects(session, rows);
}

/* A recording in which none of your code ran has no clock, so you cannot walk in it; but it knows its program. */
static bool is_recording(const struct session *session)
{
    return wet_of(session)->recording || store_note(wet_of(session)->store, "program").size;
}

/* How the program was run and ended. */
static void describe_run(const struct session *session, struct rows *rows)
{
    static const char *const notes[] = {"program", "script", "arguments", "status", "ended", "recorder", "memory check", "floating point", "lost stacks",
                                        "process", "parent", "began", "only", "skip", "from", "until", "missing", "hint"};
    for (size_t i = 0; i < sizeof notes / sizeof *notes; i++) {
        struct str rest = store_notes(wet_of(session)->store), name, value;
        while (store_next_note(&rest, &name, &value))
            if (str_is(name, notes[i]) && value.size)
                text_safe(&rows_add_printf(rows, "%-15s", notes[i])->text, value);
    }
}

/* The facts of the clock, and the fault that ended the program. */
static void describe_order(const struct session *session, struct row *first, struct rows *rows)
{
    struct store_summary summary = store_summary(wet_of(session)->store);
    if (!wet_of(session)->recording) {
        rows_add_printf(rows, is_recording(session) ? "no code ran that this recording lists" : "no order between instructions is recorded")->style = STYLE_DIM;
        describe_run(session, rows);
        return;
    }
    uint64_t threads = store_thread_count(wet_of(session)->store);
    row_number(first, "times", summary.times);
    row_number(first, "threads", threads);
    fact(rows, "threads", threads, threads > 1 ? "`info threads` lists them" : "");
    describe_run(session, rows);
    if (!store_note(wet_of(session)->store, "written").data)
        rows_add_printf(rows, "%-15snot recorded: clew infers it from the names of called functions", "output")->style = STYLE_DIM;
    if (store_keeps_state(wet_of(session)->store))
        row_number(first, "state_pieces", store_piece_count(wet_of(session)->store));
    else
        rows_add_printf(rows, "%-15snot recorded: registers and memory are known in part only", "state")->style = STYLE_DIM;
    if (wet_of(session)->recording->has_fault) {
        row_string(first, "faulted", wet_of(session)->recording->fault.signal);
        struct row *row = rows_add_printf(rows, "%-15s", "fault");
        if (wet_of(session)->recording->is_shown) {
            describe_node(session, wet_of(session)->recording->faulted, &row->text);
            text_add(&row->text, "  ");
            row->place = place_of_node(session, wet_of(session)->recording->faulted);
        }
        wet_fault_say(&wet_of(session)->recording->fault, &row->text);
    }
}

/* The meaning of X in a text, and the evidence for it. */
static void describe_numbering(const struct store_summary *summary, struct row *all, struct rows *rows)
{
    static const char *const names[] = {"older", "none", "old mark", "gap", "mark", "asked"};
    static const char *const why[] = {"an older clew read it this way", "no mark of clew, no list with gaps", "an older clew may have written it: then use --x=instance",
                                      "a list has gaps", "it has clew's mark", "you gave --x"};
    if (summary->kind == STORE_HISTORY || summary->has_clock || summary->dependences + summary->values == 0)
        return;
    row_string(all, "numbering", str_of(summary->dense ? "dense" : "instance"));
    row_string(all, "numbering_from", str_of(names[summary->evidence]));
    if (summary->dense)
        rows_add_printf(rows, "numbered densely (%s): links of lists that are shorter than the executions are uncertain", why[summary->evidence])->style = STYLE_UNCERTAIN;
    else
        rows_add_printf(rows, "numbered by execution (%s): every link is certain", why[summary->evidence]);
}

/* The first row is the whole object of --json; the others are for people. */
static bool info_trace(struct session *session, struct str word, struct answer *answer, struct error *error)
{
    (void)word;
    if (!wet_need_whole(session, error))
        return false;
    struct store_summary summary = store_summary(wet_of(session)->store);
    struct rows *rows = &answer->rows;
    bool history = summary.kind == STORE_HISTORY;
    struct row *row = rows_add(rows, str_of(history ? "WET trace, limited history: " : is_recording(session) ? "Recording: " : "WET trace, comprehensive: "));
    text_safe(&row->text, str_of(session->trace->path));
    row_string(row, "kind", str_of(session_kind_name(session)));
    row_number(row, "instructions", summary.instructions);
    row_number(row, "instances", store_instances(wet_of(session)->store));
    row_number(row, "dependences", summary.dependences);
    row_number(row, "values", summary.values);
    row_number(row, "problems", summary.problems);
    fact(rows, "instructions", summary.instructions, history ? "addresses" : "");
    fact(rows, "executions", store_instances(wet_of(session)->store), store_instances(wet_of(session)->store) == UINT64_MAX ? "or more" : "");
    fact(rows, "dependences", summary.dependences, "");
    if (!history)
        fact(rows, "values", summary.values, "");
    fact(rows, "problems", summary.problems, summary.problems ? "`problems` lists them" : "");
    describe_numbering(&summary, row, rows);
    describe_order(session, row, rows);
    describe_program(session, row, rows);
    return true;
}

/* ---- Functions ---- */

struct function_count {
    struct str name, file;
    uint64_t index, instructions, executions;
};

static int by_name(const void *a, const void *b)
{
    const struct function_count *x = a, *y = b;
    int names = str_compare(x->name, y->name);
    if (names == 0)
        names = str_compare(x->file, y->file);
    if (names)
        return names;
    return COMPARE(x->index, y->index);
}

static bool same_function(const struct function_count *a, const struct function_count *b)
{
    return str_equal(a->name, b->name) && str_equal(a->file, b->file);
}

static void function_row(struct session *session, const struct function_count *function, struct rows *rows)
{
    struct row *row = rows_add(rows, str_of(""));
    enum { NAME_ROOM = 30 };
    struct text shorter = {0}, whole = {0};
    shorten_name(function->name, NAME_ROOM, &shorter);
    text_safe(&whole, function->name);
    row_style(row, STYLE_LOCATION);
    text_append(&row->text, text_str(&shorter));
    row_column(row, 32);
    row_style(row, STYLE_DIM);
    text_count(&row->text, function->instructions);
    text_add(&row->text, function->instructions == 1 ? " instruction" : " instructions");
    row_column(row, 56);
    text_safe(&row->text, str_basename(function->file));
    if (!str_equal(text_str(&shorter), text_str(&whole)))
        text_printf(&row->text, "  %s", text_string(&whole));
    text_free(&shorter);
    text_free(&whole);
    row_string(row, "function", function->name);
    row_string(row, "file", function->file);
    row_number(row, "instructions", function->instructions);
    row_number(row, "executions", function->executions);
    row->place = place_of_node(session, (struct node){function->index, function->executions - 1});
}

/* Lists the functions whose name matches; pattern NULL: all of them. */
static bool list_functions(struct session *session, const regex_t *pattern, struct answer *answer)
{
    uint64_t count = store_count(wet_of(session)->store);
    struct function_count *list = memory_allocate((count + 1) * sizeof *list);
    size_t known = 0;
    for (uint64_t i = 0; i < count; i++) {
        struct instruction instruction = program_instruction(wet_of(session)->program, i);
        if (instruction.function.size)
            list[known++] = (struct function_count){instruction.function, instruction.file, i, 1, instruction.executions};
    }
    if (known)
        qsort(list, known, sizeof *list, by_name);
    for (size_t i = 0, end; i < known; i = end) {
        for (end = i + 1; end < known && same_function(&list[i], &list[end]); end++)
            list[i].instructions++;
        struct text name = {0};
        text_safe(&name, list[i].name);
        if (!pattern || pattern_matches(pattern, text_string(&name), NULL, NULL))
            function_row(session, &list[i], &answer->rows);
        text_free(&name);
    }
    free(list);
    if (known && !answer->rows.count)
        rows_add_printf(&answer->rows, "no function that ran has such a name")->style = STYLE_UNKNOWN;
    if (known == 0)
        rows_add_printf(&answer->rows, count ? "no known function names: --exec=FILE may add them" : "nothing is recorded: the trace is empty")->style = STYLE_UNKNOWN;
    return true;
}

static bool info_functions(struct session *session, struct str words, struct answer *answer, struct error *error)
{
    regex_t pattern;
    if (!wet_need_whole(session, error))
        return false;
    if (!words.size)
        return list_functions(session, NULL, answer);
    char *expression = memory_string(words);
    bool good = pattern_compile(expression, &pattern, error);
    free(expression);
    if (!good)
        return false;
    good = list_functions(session, &pattern, answer);
    regfree(&pattern);
    return good;
}

/* ---- The others ---- */

/* All instructions of the line; for a place, of its line. A number alone is a line of your current file, as in a debugger. */
static bool info_line(struct session *session, struct str word, struct answer *answer, struct error *error)
{
    struct node node;
    struct text line = {0};
    if (!position_line_number(session, word, &line, error))
        return false;
    bool known = position_argument(session, line.size ? text_str(&line) : word, &node, error);
    text_free(&line);
    if (!known)
        return false;
    struct instruction instruction = program_instruction(wet_of(session)->program, node.index);
    if (instruction.file.size == 0 || instruction.line == 0)
        return error_set(error, "no source line is known for this instruction: compile with -g, or name the executable with --exec=FILE");
    struct indices found = program_line(wet_of(session)->program, instruction.file, instruction.line);
    rows_of_instructions(session, found.items, found.count, NULL, &answer->rows);
    return true;
}

static bool info_source(struct session *session, struct str word, struct answer *answer, struct error *error)
{
    (void)word;
    if (!wet_need_whole(session, error))
        return false;
    size_t count = program_file_count(wet_of(session)->program);
    for (size_t i = 0; i < count; i++) {
        struct str file = program_file(wet_of(session)->program, i);
        struct indices last = program_line(wet_of(session)->program, file, program_nearest_line(wet_of(session)->program, file, UINT64_MAX));
        source_found_row(session, file, last.count ? program_folder(wet_of(session)->program, last.items[0]) : (struct str){NULL, 0}, &answer->rows);
    }
    if (count == 0)
        rows_add_printf(&answer->rows, store_count(wet_of(session)->store) ? "no known source files: --exec=FILE may add them" : "nothing is recorded: the trace is empty")->style = STYLE_UNKNOWN;
    return true;
}

/* ---- For recordings only ---- */

static bool info_frame(struct session *session, struct str word, struct answer *answer, struct error *error)
{
    return wet_backtrace(session, word, answer, error);
}

static bool info_threads(struct session *session, struct str word, struct answer *answer, struct error *error)
{
    (void)word;
    return wet_thread(session, (struct str){NULL, 0}, answer, error);
}

static bool info_problems(struct session *session, struct str word, struct answer *answer, struct error *error)
{
    return wet_need_whole(session, error) && wet_problems(session, word, answer, error);
}

bool wet_info(struct session *session, struct str arguments, struct answer *answer, struct error *error)
{
    enum { OF_RECORDINGS = 12 };         /* the last topics */
    static const char *const topics[] = {"trace",    "functions", "line",    "executions", "values",      "marks", "problems",
                                         "source",   "history",   "slice",   "locals",    "args",        "registers", "threads", "frame", "breakpoints", "syscalls", "signals", "symbol", "heap", "faults",
                                         "sharedlibrary", NULL};
    static const topic_function run[] = {info_trace,   info_functions, info_line,    run_executions, run_values,      run_marks, info_problems,
                                         info_source,  wet_history,    slice_info,   info_locals,   info_args,       info_registers,   info_threads,  info_frame,      run_breakpoints,
                                         info_syscalls, info_signals, info_symbol, info_heap, info_faults, info_libraries};
    const char *own[sizeof topics / sizeof *topics];
    size_t count = sizeof run / sizeof *run - (wet_of(session)->recording ? 0 : OF_RECORDINGS);
    for (size_t i = 0; i < count; i++)
        own[i] = topics[i];
    own[count] = NULL;
    return run_topic(session, own, run, arguments, answer, error);
}
