/* display.c - display and undisplay: `print` of an expression after each move.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "session/engine.h"

#include <inttypes.h>
#include <limits.h>
#include <string.h>

/* Traces without values show nothing. */
static bool has_values(const struct session *session)
{
    return session->trace->kind && session->trace->kind->print;
}

/* "= 3", from "= 3  int, ..." or from "$rax = 3  by ...", which names the expression. Null: there is no value, and the words say why. */
static struct str value_in(struct str said)
{
    size_t at = str_starts(said, "=") ? 0 : str_find(said, str_of(" = "));
    return at == SIZE_MAX ? (struct str){NULL, 0} : str_trim(str_cut(said, at, SIZE_MAX));
}

/* Appends " unknown" and the reason; in "$a0 unknown: no address ..." the name is the expression. An expression that never has a value is not unknown. */
static void tell_missing(struct str expression, struct str words, bool answered, struct row *row)
{
    struct str behind = message_behind_name(words, expression);
    if (str_starts(behind, " is unknown"))
        words = str_cut(behind, strlen(" is "), SIZE_MAX);
    size_t unknown = str_find(words, str_of("unknown: "));
    if (!answered && str_starts(words, "unknown")) {
        text_byte(&row->text, ' ');
        text_safe(&row->text, words);
        row_style(row, STYLE_UNKNOWN);
        row_null(row, "value");
        return;
    }
    if (!answered || unknown != SIZE_MAX) {
        text_add(&row->text, " unknown");
        row_style(row, STYLE_UNKNOWN);
    } else {
        row->style = STYLE_UNKNOWN;
    }
    text_add(&row->text, ": ");
    text_safe(&row->text, answered && unknown != SIZE_MAX ? str_cut(words, unknown + strlen("unknown: "), SIZE_MAX) : words);
    row_null(row, "value");
}

/* "1: sum = 3", then, dim, the rest of what print says of the value. Without a value, the reason. */
static void tell(struct session *session, const struct entry *display, struct rows *rows)
{
    struct answer answer = {0};
    struct error error;
    struct row said = {0}, *row = rows_add_printf(rows, "%u: ", display->number);
    text_safe(&row->text, str_of(display->value));
    row_number(row, "display", display->number);
    row_string(row, "expression", str_of(display->value));
    bool known = !session_is_provisional(session) && session_print(session, str_of(display->value), &answer, &error) && rows_get(&answer.rows, 0, &said);
    struct str words = str_trim(text_str(&said.text)), whole = text_str(&said.text);
    struct str text = value_in(str_cut(whole, 0, known && said.span_count ? said.spans[0].from : whole.size));
    const struct field *flat = known ? row_find(&said, "text") : NULL;
    if (known && text.size) {
        bool wide = flat && answer.rows.count > 1;          /* in several rows, and here in one */
        struct str value = wide ? flat->text : str_trim(str_cut(text, 1, SIZE_MAX));
        text_add(&row->text, wide ? " = " : " ");
        text_append(&row->text, wide ? value : text);
        row_value(row, "value", value);
        row_style(row, STYLE_DIM);
        text_append(&row->text, str_cut(whole, (size_t)(text.data - whole.data) + text.size, SIZE_MAX));
    } else {
        tell_missing(str_of(display->value), known ? words : str_of(session_is_provisional(session) ? "the trace is not indexed yet" : error.message), known, row);
    }
    row_free(&said);
    answer_free(&answer);
}

void session_displays(struct session *session, struct rows *rows)
{
    size_t before = session->notices.size;
    for (size_t i = 0; has_values(session) && i < session->own.displays.count; i++)
        tell(session, &session->own.displays.items[i], rows);
    session->notices.size = before;     /* clew said this when the user set the display: not again after each move */
}

void session_position(struct session *session, struct text *out)
{
    struct place here;
    if (!session->trace->kind || !session->trace->kind->here(session, &here))
        return;
    text_printf(out, "%u ", session->trace->number);
    here.trace = 0;
    place_text(&here, out);
}

static bool could_print(struct session *session, struct str expression)
{
    const struct session_kind *kind = session->trace->kind;
    return kind && kind->could_print && kind->could_print(session, expression);
}

/* Does the expression have a value here, or could it elsewhere in this trace or another one? A saved session's lines passed this test when the user typed
 * them. */
static bool makes_sense(struct session *session, struct str expression, struct error *error)
{
    struct answer answer = {0};
    size_t before = session->notices.size;
    bool sense = session->own.loading || session_is_provisional(session) || !has_values(session) || session_print(session, expression, &answer, error);
    for (size_t i = 0; i < session->trace_count && !sense; i++) {
        struct session_trace *was = traces_borrow(session, session->traces[i]);
        sense = could_print(session, expression);
        traces_return(session, was);
    }
    session->notices.size = before;     /* clew will say it when it shows the display */
    answer_free(&answer);
    return sense;
}

COMMAND(run_display)
{
    struct own *own = &session->own;
    if (!own_is_line(arguments, error) || (arguments.size && !makes_sense(session, arguments, error)))
        return false;
    if (arguments.size) {
        entries_add(&own->displays, ++own->last_display, str_of(""), arguments);
        if (has_values(session))
            tell(session, &own->displays.items[own->displays.count - 1], &answer->rows);
        else
            rows_add_printf(&answer->rows, "display %u shows nothing here: there are no values", own->last_display)->style = STYLE_UNKNOWN;
        return true;
    }
    answer->is_list = true;
    session_displays(session, &answer->rows);
    if (!answer->rows.count)
        return info_display(session, arguments, answer, error);
    return true;
}

bool info_display(struct session *session, struct str arguments, struct answer *answer, struct error *error)
{
    if (!argument_end(arguments, error))
        return false;
    answer->is_list = true;
    for (size_t i = 0; i < session->own.displays.count; i++) {
        const struct entry *display = &session->own.displays.items[i];
        struct row *row = rows_add_printf(&answer->rows, "%u: ", display->number);
        text_safe(&row->text, str_of(display->value));
        row_number(row, "display", display->number);
        row_string(row, "expression", str_of(display->value));
    }
    if (!answer->rows.count)
        rows_add_printf(&answer->rows, "no displays: `display EXPR` prints EXPR after each move")->style = STYLE_DIM;
    return true;
}

static bool number_of(const struct session *session, struct str word, unsigned *number, struct error *error)
{
    uint64_t given;
    bool there = str_decimal(word, &given) && given && given <= UINT_MAX && entries_find(&session->own.displays, (unsigned)given, str_of(""));
    *number = there ? (unsigned)given : 0;
    return there || error_set(error, "there is no display `%.*s`: `info display` lists them", STR(word));
}

/* Checks all numbers before it removes any. */
COMMAND(run_undisplay)
{
    struct str rest = arguments, word;
    unsigned number;
    (void)answer;
    if (!arguments.size)
        entries_free(&session->own.displays);
    while (argument_next(&rest, &word))
        if (!number_of(session, word, &number, error))
            return false;
    for (rest = arguments; argument_next(&rest, &word);)
        if (!number_of(session, word, &number, error) || !entries_remove(&session->own.displays, number, str_of("")))
            return false;               /* named twice */
    return true;
}
