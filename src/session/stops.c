/* stops.c - breakpoints and their commands.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "session/stops.h"
#include "session/engine.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

void stops_free(struct stops *stops)
{
    for (size_t i = 0; i < stops->count; i++) {
        free(stops->items[i].what);
        free(stops->items[i].addresses);
        condition_free(stops->items[i].condition);
    }
    free(stops->items);
    *stops = (struct stops){0};
}

bool stop_is_on(const struct stop *stop)
{
    return !stop->gone && !stop->disabled;
}

static const char *kind_name(const struct stop *stop)
{
    static const char *const names[] = {"breakpoint", "watchpoint", "read watchpoint", "access watchpoint", "loop breakpoint", "catchpoint"};
    return names[stop->kind];
}

/* "breakpoint 1, sub"; made safe */
static void stop_text(const struct stop *stop, struct text *out)
{
    text_printf(out, "%s%s %u, ", stop->temporary ? "temporary " : "", kind_name(stop), stop->number);
    text_safe(out, str_of(stop->what));
}

bool stop_hit(struct stop *stop, bool reverse, struct text *told)
{
    stop->hits++;
    if (!reverse && stop->ignore) {
        stop->ignore--;
        return false;
    }
    if (stop->temporary)
        stop->gone = true;
    text_add(told, told->size ? "; " : "");
    stop_text(stop, told);
    return true;
}

bool stop_met(const struct stop *stop, struct condition_reader *reader, bool *unknown, struct error *why)
{
    enum condition_verdict verdict = stop->condition ? condition_holds(stop->condition, reader, why) : CONDITION_TRUE;
    *unknown = verdict == CONDITION_UNKNOWN;
    return verdict != CONDITION_FALSE && !reader->interrupted;
}

void stop_ended(const struct stop *stop, bool reverse, struct text *told)
{
    text_add(told, told->size ? "; " : "");
    stop_text(stop, told);
    text_add(told, reverse ? ": the function that you set it in is called here" : ": the function that you set it in has returned");
}

bool stop_hit_if(struct stop *stop, struct condition_reader *reader, bool reverse, struct text *told)
{
    struct error why;
    bool unknown;
    if (!stop_met(stop, reader, &unknown, &why) || !stop_hit(stop, reverse, told))
        return false;
    if (unknown) {
        text_add(told, " (whether `");
        text_safe(told, str_of(condition_text(stop->condition)));
        text_add(told, "` holds is unknown; ");
        text_safe(told, str_of(why.message));
        text_byte(told, ')');
    }
    return true;
}

/* ---- Setting them ---- */

static bool need_walk(const struct session *session, struct error *error)
{
    if (!session_need_open(session, error))
        return false;
    return session->trace->kind->stop_at || error_set(error, "this trace has no run that could stop");
}

static struct row *say_stop(const struct stop *stop, const char *verb, struct rows *rows)
{
    struct row *row = rows_add(rows, str_of(verb));
    stop_text(stop, &row->text);
    bool is_address = stop->what[0] == '*' || (stop->what[0] >= '0' && stop->what[0] <= '9');      /* then it already shows the address */
    if (stop->kind == STOPS_AT_CODE) {
        if (!is_address)
            text_printf(&row->text, " at 0x%" PRIx64, stop->addresses[0]);
        if (stop->address_count > 1)
            text_printf(&row->text, " (%zu locations)", stop->address_count);
    } else if (stop->kind == STOPS_AT_SYSCALL) {
        text_printf(&row->text, ": at %zu time%s", stop->address_count, stop->address_count == 1 ? "" : "s");
    } else if (stop->kind != STOPS_AT_LOOP) {
        text_printf(&row->text, ": %" PRIu64 " byte%s", stop->size, stop->size == 1 ? "" : "s");
        if (!is_address)
            text_printf(&row->text, " at 0x%" PRIx64, stop->address);
    }
    if (stop->condition) {
        text_add(&row->text, " if ");
        text_safe(&row->text, str_of(condition_text(stop->condition)));
    }
    row_number(row, "number", stop->number);
    row_string(row, "kind", str_of(kind_name(stop)));
    row_string(row, "what", str_of(stop->what));
    bool in_memory = stop->kind == STOPS_AT_WRITE || stop->kind == STOPS_AT_READ || stop->kind == STOPS_AT_ACCESS;
    if (in_memory || stop->kind == STOPS_AT_CODE)
        row_hex(row, "address", stop->kind == STOPS_AT_CODE ? stop->addresses[0] : stop->address);
    if (stop->kind == STOPS_AT_CODE && stop->address_count > 1)
        row_number(row, "locations", stop->address_count);
    if (stop->kind == STOPS_AT_SYSCALL)
        row_number(row, "times", stop->address_count);
    if (in_memory)
        row_number(row, "bytes", stop->size);
    row_number(row, "hits", stop->hits);
    row_number(row, "ignore", stop->ignore);
    (stop->disabled ? row_false : row_true)(row, "enabled");
    (stop->temporary ? row_true : row_false)(row, "temporary");
    if (stop->condition)
        row_string(row, "condition", str_of(condition_text(stop->condition)));
    return row;
}

/* Splits at the word `if`: *condition becomes the text behind it, *location the text before it. False: there is none. */
static bool split_condition(struct str *location, struct str *condition)
{
    struct str all = *location;
    for (size_t i = 0; i + 1 < all.size; i++) {
        bool begins = i == 0 || all.data[i - 1] == ' ' || all.data[i - 1] == '\t', ends = i + 2 == all.size || memchr(" \t(", all.data[i + 2], 3);
        if (!begins || !ends || all.data[i] != 'i' || all.data[i + 1] != 'f')
            continue;
        *location = str_trim(str_cut(all, 0, i));
        *condition = str_trim(str_cut(all, i + 2, SIZE_MAX));
        return true;
    }
    return false;
}

struct reading {                        /* of a condition */
    struct session *session;
    const struct stop *stop;
};

/* Is the name a type of the program? */
static bool is_type(void *context, struct str name)
{
    const struct reading *reading = context;
    const struct session_kind *kind = reading->session->trace->kind;
    return kind && kind->is_type && kind->is_type(reading->session, reading->stop, name);
}

struct condition *stop_condition(struct session *session, const struct stop *stop, struct str text, struct error *error)
{
    struct reading reading = {session, stop};
    struct expression_rules rules = {"condition", is_type, &reading};
    return condition_parse(text, &rules, error);
}

/* Parses it, and asks the kind of trace whether its names can be known at the stop. NULL: the error says why not. */
static struct condition *make_condition(struct session *session, const struct stop *stop, struct str text, struct error *error)
{
    const struct session_kind *kind = session->trace->kind;
    struct str name;
    struct error why;
    size_t column;
    if (!kind->stop_name) {
        error_set(error, "conditions compare values, and %s records none", kind->what);
        return NULL;
    }
    struct condition *condition = stop_condition(session, stop, text, error);
    if (!condition)
        return NULL;
    bool good = kind->is_type || condition_is_plain(condition, error);
    for (size_t i = 0; good && condition_name(condition, i, &name, &column); i++)
        if (!condition_is_execution(name) && !kind->stop_name(session, stop, name, &why))
            good = error_set(error, "column %zu of the condition: %s", column, why.message);
    if (good)
        return condition;
    condition_free(condition);
    return NULL;
}

static bool make_stop(struct session *session, enum stop_kind kind, bool temporary, struct str arguments, struct answer *answer, struct error *error)
{
    struct stops *stops = &session->trace->stops;
    struct stop stop = {.kind = kind, .temporary = temporary};
    if (!need_walk(session, error))
        return false;
    struct str text;
    bool is_conditional = split_condition(&arguments, &text);
    bool done = session->trace->kind->stop_at(session, arguments, &stop, error);
    if (done && is_conditional)
        stop.condition = make_condition(session, &stop, text, error);
    if (!done || (is_conditional && !stop.condition)) {
        free(stop.addresses);
        free(stop.what);
        return false;
    }
    if (!stop.what)
        stop.what = memory_string(arguments);
    stop.number = ++stops->last;
    stops->items = array_grow(stops->items, &stops->capacity, stops->count + 1, sizeof *stops->items);
    stops->items[stops->count++] = stop;
    struct row *row = say_stop(&stop, "", &answer->rows);
    if (stop.kind != STOPS_AT_CODE && stop.kind != STOPS_AT_LOOP && stop.kind != STOPS_AT_SYSCALL && session->trace->kind->unwatched)
        text_printf(&row->text, "; %s", session->trace->kind->unwatched);
    return true;
}

COMMAND(run_break)
{
    return make_stop(session, STOPS_AT_CODE, false, arguments, answer, error);
}

COMMAND(run_tbreak)
{
    return make_stop(session, STOPS_AT_CODE, true, arguments, answer, error);
}

COMMAND(run_watch)
{
    return make_stop(session, STOPS_AT_WRITE, false, arguments, answer, error);
}

COMMAND(run_rwatch)
{
    return make_stop(session, STOPS_AT_READ, false, arguments, answer, error);
}

COMMAND(run_awatch)
{
    return make_stop(session, STOPS_AT_ACCESS, false, arguments, answer, error);
}

/* ---- Changing them ---- */

struct stop *stop_numbered(struct stops *stops, uint64_t number)
{
    for (size_t i = 0; i < stops->count; i++)
        if (stops->items[i].number == number && !stops->items[i].gone)
            return &stops->items[i];
    return NULL;
}

static struct stop *stop_of(struct session *session, struct str word, struct error *error)
{
    uint64_t number;
    struct stop *stop = str_decimal(word, &number) ? stop_numbered(&session->trace->stops, number) : NULL;
    if (!stop)
        error_set(error, "there is no breakpoint `%.*s`: `info breakpoints` lists them", STR(word));
    return stop;
}

enum change { CHANGE_DELETE, CHANGE_DISABLE, CHANGE_ENABLE };

static void change_stop(struct stop *stop, enum change change)
{
    if (change == CHANGE_DELETE)
        stop->gone = true;
    else
        stop->disabled = change == CHANGE_DISABLE;
}

/* Numbers, or nothing for all. Checks all numbers before it changes anything. */
static bool change_stops(struct session *session, struct str arguments, enum change change, struct answer *answer, struct error *error)
{
    static const char *const verbs[] = {"deleted ", "disabled ", "enabled "};
    struct str word, rest = arguments;
    if (!need_walk(session, error))
        return false;
    while (argument_next(&rest, &word))
        if (!stop_of(session, word, error))
            return false;
    for (rest = arguments; argument_next(&rest, &word);) {
        struct stop *stop = stop_of(session, word, error);
        if (!stop)
            return false;               /* named twice */
        change_stop(stop, change);
        say_stop(stop, verbs[change], &answer->rows);
    }
    for (size_t i = 0; arguments.size == 0 && i < session->trace->stops.count; i++)
        if (!session->trace->stops.items[i].gone) {
            change_stop(&session->trace->stops.items[i], change);
            say_stop(&session->trace->stops.items[i], verbs[change], &answer->rows);
        }
    if (answer->rows.count == 0)
        return error_set(error, "there are no breakpoints");
    session->version++;
    return true;
}

COMMAND(run_delete)
{
    return change_stops(session, arguments, CHANGE_DELETE, answer, error);
}

COMMAND(run_disable)
{
    return change_stops(session, arguments, CHANGE_DISABLE, answer, error);
}

COMMAND(run_enable)
{
    return change_stops(session, arguments, CHANGE_ENABLE, answer, error);
}

COMMAND(run_ignore)
{
    struct str number = {NULL, 0}, count = {NULL, 0};
    uint64_t times;
    if (!need_walk(session, error))
        return false;
    if (!argument_next(&arguments, &number) || !argument_next(&arguments, &count) || !str_decimal(count, &times))
        return error_set(error, "`ignore` needs a breakpoint number and how many hits to ignore, as in `ignore 1 5`");
    struct stop *stop = stop_of(session, number, error);
    if (!stop || !argument_end(arguments, error))
        return false;
    stop->ignore = times;
    struct row *row = rows_add_printf(&answer->rows, "the next %" PRIu64 " hit%s of ", times, times == 1 ? "" : "s");
    stop_text(stop, &row->text);
    text_add(&row->text, times == 1 ? " does not stop" : " do not stop");
    row_number(row, "number", stop->number);
    row_number(row, "ignore", times);
    return true;
}

/* Without an expression the stop is unconditional again, as in gdb. */
COMMAND(run_condition)
{
    struct str number = {NULL, 0};
    if (!need_walk(session, error))
        return false;
    if (!argument_next(&arguments, &number))
        return error_set(error, "`condition` needs a breakpoint number: `condition 1 i == 3` sets a condition, `condition 1` removes it");
    struct stop *stop = stop_of(session, number, error);
    struct str text = str_trim(arguments);
    struct condition *condition = stop && text.size ? make_condition(session, stop, text, error) : NULL;
    if (!stop || (text.size && !condition))
        return false;
    condition_free(stop->condition);
    stop->condition = condition;
    struct row *row = say_stop(stop, "", &answer->rows);
    if (!condition)
        text_add(&row->text, " stops every time now");
    session->version++;
    return true;
}

COMMAND(run_breakpoints)
{
    if (!need_walk(session, error) || !argument_end(arguments, error))
        return false;
    answer->is_list = true;
    for (size_t i = 0; i < session->trace->stops.count; i++) {
        const struct stop *stop = &session->trace->stops.items[i];
        if (stop->gone)
            continue;
        struct row *row = say_stop(stop, "", &answer->rows);
        if (stop->address_count && !stop->unit)
            row->place = (struct place){.has = PLACE_ADDRESS, .address = stop->addresses[0]};
        if (stop->disabled)
            text_add(&row->text, ", disabled");
        if (stop->hits)
            text_printf(&row->text, ", %" PRIu64 " hit%s", stop->hits, stop->hits == 1 ? "" : "s");
        if (stop->ignore)
            text_printf(&row->text, ", ignores %" PRIu64, stop->ignore);
    }
    if (answer->rows.count == 0)
        rows_add_printf(&answer->rows, "no breakpoints")->style = STYLE_DIM;
    return true;
}
