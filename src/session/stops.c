/* stops.c - breakpoints and watchpoints: the list and its commands.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "session/engine.h"
#include "session/stops.h"

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
    static const char *const names[] = {"breakpoint", "watchpoint", "read watchpoint", "access watchpoint", "loop breakpoint"};
    return names[stop->kind];
}

void stop_text(const struct stop *stop, struct text *out)
{
    text_printf(out, "%s%s %u, ", stop->temporary ? "temporary " : "", kind_name(stop), stop->number);
    text_safe(out, slice_of(stop->what));
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

bool stop_hit_if(struct stop *stop, struct condition_reader *reader, bool reverse, struct text *told)
{
    struct error why;
    bool unknown;
    if (!stop_met(stop, reader, &unknown, &why) || !stop_hit(stop, reverse, told))
        return false;
    if (unknown) {
        text_add(told, " (whether ");
        text_safe(told, slice_of(condition_text(stop->condition)));
        text_add(told, " holds is not known: ");
        text_safe(told, slice_of(why.message));
        text_byte(told, ')');
    }
    return true;
}

/* ---- Making them ---- */

static bool need_walk(const struct session *session, struct error *error)
{
    if (!session_need_open(session, error))
        return false;
    return session->trace->kind->stop_at || error_set(error, "nothing runs here that could stop");
}

static struct row *say_stop(const struct stop *stop, const char *verb, struct rows *rows)
{
    struct row *row = rows_add(rows, slice_of(verb));
    stop_text(stop, &row->text);
    bool is_address = stop->what[0] == '*' || (stop->what[0] >= '0' && stop->what[0] <= '9');      /* then it tells where */
    if (stop->kind == STOPS_AT_CODE) {
        if (!is_address)
            text_printf(&row->text, " at 0x%" PRIx64, stop->addresses[0]);
        if (stop->address_count > 1)
            text_printf(&row->text, " (%zu locations)", stop->address_count);
    } else if (stop->kind != STOPS_AT_LOOP) {
        text_printf(&row->text, ": %" PRIu64 " byte%s", stop->size, stop->size == 1 ? "" : "s");
        if (!is_address)
            text_printf(&row->text, " at 0x%" PRIx64, stop->address);
    }
    if (stop->condition) {
        text_add(&row->text, " if ");
        text_safe(&row->text, slice_of(condition_text(stop->condition)));
    }
    row_number(row, "number", stop->number);
    row_string(row, "kind", slice_of(kind_name(stop)));
    row_string(row, "what", slice_of(stop->what));
    if (stop->kind != STOPS_AT_LOOP)
        row_hex(row, "address", stop->kind == STOPS_AT_CODE ? stop->addresses[0] : stop->address);
    if (stop->kind == STOPS_AT_CODE && stop->address_count > 1)
        row_number(row, "locations", stop->address_count);
    if (stop->kind != STOPS_AT_LOOP && stop->kind != STOPS_AT_CODE)
        row_number(row, "bytes", stop->size);
    row_number(row, "hits", stop->hits);
    row_number(row, "ignore", stop->ignore);
    (stop->disabled ? row_false : row_true)(row, "enabled");
    (stop->temporary ? row_true : row_false)(row, "temporary");
    if (stop->condition)
        row_string(row, "condition", slice_of(condition_text(stop->condition)));
    return row;
}

/* What stands behind the word `if`; *location becomes what stands before it. False: there is none. */
static bool split_condition(struct slice *location, struct slice *condition)
{
    struct slice all = *location;
    for (size_t i = 0; i + 1 < all.size; i++) {
        bool begins = i == 0 || all.data[i - 1] == ' ' || all.data[i - 1] == '\t', ends = i + 2 == all.size || memchr(" \t(", all.data[i + 2], 3);
        if (!begins || !ends || all.data[i] != 'i' || all.data[i + 1] != 'f')
            continue;
        *location = slice_trim(slice_cut(all, 0, i));
        *condition = slice_trim(slice_cut(all, i + 2, SIZE_MAX));
        return true;
    }
    return false;
}

/* Reads it, and asks the kind of trace whether what it names can be known where the stop is. NULL: why not. */
static struct condition *make_condition(struct session *session, const struct stop *stop, struct slice text, struct error *error)
{
    struct slice words;
    struct error why;
    size_t column;
    if (!session->trace->kind->stop_name) {
        error_set(error, "a condition compares values, and %s records none", session->trace->kind->what);
        return NULL;
    }
    struct condition *condition = condition_parse(text, error);
    for (size_t i = 0; condition && condition_name(condition, i, &words, &column); i++)
        if (!condition_is_instance(words) && !session->trace->kind->stop_name(session, stop, words, &why)) {
            error_set(error, "column %zu of the condition: %s", column, why.message);
            condition_free(condition);
            return NULL;
        }
    return condition;
}

static bool make_stop(struct session *session, enum stop_kind kind, bool temporary, struct slice arguments, struct answer *answer, struct error *error)
{
    struct stops *stops = &session->trace->stops;
    struct stop stop = {.kind = kind, .temporary = temporary};
    if (!need_walk(session, error))
        return false;
    struct slice text;
    bool is_conditional = split_condition(&arguments, &text);
    bool done = session->trace->kind->stop_at(session, arguments, &stop, error);
    if (done && is_conditional)
        stop.condition = make_condition(session, &stop, text, error);
    if (!done || (is_conditional && !stop.condition)) {
        free(stop.addresses);
        free(stop.what);
        return false;
    }
    if (!stop.what) {
        stop.what = memory_allocate(arguments.size + 1);
        memcpy(stop.what, arguments.data, arguments.size);
    }
    stop.number = ++stops->last;
    stops->items = array_grow(stops->items, &stops->capacity, stops->count + 1, sizeof *stops->items);
    stops->items[stops->count++] = stop;
    struct row *row = say_stop(&stop, "", &answer->rows);
    if (stop.kind != STOPS_AT_CODE && stop.kind != STOPS_AT_LOOP)
        text_add(&row->text, "; code without schema (libraries) is not watched");
    return true;
}

bool run_break(struct session *session, struct slice arguments, struct answer *answer, struct error *error)
{
    return make_stop(session, STOPS_AT_CODE, false, arguments, answer, error);
}

bool run_tbreak(struct session *session, struct slice arguments, struct answer *answer, struct error *error)
{
    return make_stop(session, STOPS_AT_CODE, true, arguments, answer, error);
}

bool run_watch(struct session *session, struct slice arguments, struct answer *answer, struct error *error)
{
    return make_stop(session, STOPS_AT_WRITE, false, arguments, answer, error);
}

bool run_rwatch(struct session *session, struct slice arguments, struct answer *answer, struct error *error)
{
    return make_stop(session, STOPS_AT_READ, false, arguments, answer, error);
}

bool run_awatch(struct session *session, struct slice arguments, struct answer *answer, struct error *error)
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

static struct stop *stop_of(struct session *session, struct slice word, struct error *error)
{
    uint64_t number;
    struct stop *stop = slice_decimal(word, &number) ? stop_numbered(&session->trace->stops, number) : NULL;
    if (!stop)
        error_set(error, "there is no breakpoint %.*s: info breakpoints lists them", SLICE(word));
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

/* Numbers, or nothing for all. All numbers are looked at before anything changes. */
static bool change_stops(struct session *session, struct slice arguments, enum change change, struct answer *answer, struct error *error)
{
    static const char *const verbs[] = {"deleted ", "disabled ", "enabled "};
    struct slice word, rest = arguments;
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

bool run_delete(struct session *session, struct slice arguments, struct answer *answer, struct error *error)
{
    return change_stops(session, arguments, CHANGE_DELETE, answer, error);
}

bool run_disable(struct session *session, struct slice arguments, struct answer *answer, struct error *error)
{
    return change_stops(session, arguments, CHANGE_DISABLE, answer, error);
}

bool run_enable(struct session *session, struct slice arguments, struct answer *answer, struct error *error)
{
    return change_stops(session, arguments, CHANGE_ENABLE, answer, error);
}

bool run_ignore(struct session *session, struct slice arguments, struct answer *answer, struct error *error)
{
    struct slice number = {NULL, 0}, count = {NULL, 0};
    uint64_t times;
    if (!need_walk(session, error))
        return false;
    if (!argument_next(&arguments, &number) || !argument_next(&arguments, &count) || !slice_decimal(count, &times))
        return error_set(error, "ignore needs the number of a breakpoint and how many of its hits do not stop");
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

/* Without an expression it stops always again, as with gdb. */
bool run_condition(struct session *session, struct slice arguments, struct answer *answer, struct error *error)
{
    struct slice number = {NULL, 0};
    if (!need_walk(session, error))
        return false;
    if (!argument_next(&arguments, &number))
        return error_set(error, "condition needs the number of a breakpoint, and what must hold for it to stop: condition 1 i == 3");
    struct stop *stop = stop_of(session, number, error);
    struct slice text = slice_trim(arguments);
    struct condition *condition = stop && text.size ? make_condition(session, stop, text, error) : NULL;
    if (!stop || (text.size && !condition))
        return false;
    condition_free(stop->condition);
    stop->condition = condition;
    struct row *row = say_stop(stop, "", &answer->rows);
    if (!condition)
        text_add(&row->text, " stops always now");
    session->version++;
    return true;
}

bool run_breakpoints(struct session *session, struct slice arguments, struct answer *answer, struct error *error)
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
