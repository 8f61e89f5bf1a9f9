/* stops.c - breakpoints and watchpoints: the list and its commands.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "commands/session.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

void stops_free(struct stops *stops)
{
    for (size_t i = 0; i < stops->count; i++) {
        free(stops->items[i].what);
        free(stops->items[i].addresses);
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
    return row;
}

static bool make_stop(struct session *session, enum stop_kind kind, bool temporary, struct slice arguments, struct answer *answer, struct error *error)
{
    struct stops *stops = &session->trace->stops;
    struct stop stop = {.kind = kind, .temporary = temporary};
    if (!need_walk(session, error))
        return false;
    if (!session->trace->kind->stop_at(session, arguments, &stop, error)) {
        free(stop.addresses);
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

static struct stop *stop_of(struct session *session, struct slice word, struct error *error)
{
    uint64_t number;
    if (slice_decimal(word, &number))
        for (size_t i = 0; i < session->trace->stops.count; i++)
            if (session->trace->stops.items[i].number == number && !session->trace->stops.items[i].gone)
                return &session->trace->stops.items[i];
    error_set(error, "there is no breakpoint %.*s: info breakpoints lists them", SLICE(word));
    return NULL;
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
