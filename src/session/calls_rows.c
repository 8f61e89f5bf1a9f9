/* calls_rows.c - what the rows of a tree of calls say.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "session/engine.h"

#include <inttypes.h>
#include <stdlib.h>


enum { NAME_ROOM = 40, INDENT_MOST = 40 };

/* ---- Code, of either kind of trace ---- */

uint32_t calls_code(const struct calls *calls, uint32_t call)
{
    const struct call *own = &calls->items[call], *inner = own + 1;
    bool at_once = own->after > call + 1 && inner->from == own->from && inner->site != CALLS_NONE;
    return at_once ? inner->site : own->callee;
}

void calls_name(const struct session *session, uint32_t code, struct slice *name)
{
    *name = (struct slice){NULL, 0};
    if (code != CALLS_NONE)
        session->trace->kind->calls->name(session, code, name);
}

bool calls_line(const struct session *session, uint32_t code, struct slice *file, uint64_t *line)
{
    struct source_position position = {0};
    bool known = code != CALLS_NONE && session->trace->kind->calls->line(session, code, &position);
    *file = known ? position.file : (struct slice){NULL, 0};
    *line = known ? position.line : 0;
    return file->size && *line;
}

static const struct calls_end *end_of(struct calls_list *list, uint32_t call)
{
    struct calls_end *end = &list->ends[call % CALLS_ENDS];
    if (end->call == call + 1)
        return end;
    *end = (struct calls_end){.call = call + 1, .last = CALLS_NONE, .type = TYPE_NONE};
    if (list->session->trace->kind->calls->end)
        list->session->trace->kind->calls->end(list, call, end);
    return end;
}

static void say_name(const struct session *session, uint32_t code, struct text *out)
{
    struct slice name;
    calls_name(session, code, &name);
    if (name.size)
        shorten_name(name, NAME_ROOM, out);
    else if (code != CALLS_NONE)
        text_hex(out, session->trace->kind->calls->address(session, code));
    else
        text_add(out, "what was called is not known");
}

static void say_line(const struct session *session, uint32_t code, struct text *out)
{
    struct slice file;
    uint64_t line;
    if (!calls_line(session, code, &file, &line))
        return;
    text_safe(out, slice_basename(file));
    text_printf(out, ":%" PRIu64, line);
}

/* ---- A row ---- */

/* "> 1,234 + name": where one is, how many instructions, whether there is more, and what it is in. */
static void begin(const struct calls_list *list, const struct calls_shown *shown, bool current, struct row *row)
{
    struct text count = {0};
    text_count(&count, shown->total);
    text_printf(&row->text, "%c %*s ", current ? '>' : ' ', (int)list->total_width, text_string(&count));
    text_free(&count);
    for (uint32_t i = 0; i < shown->level && i < INDENT_MOST; i++)
        text_byte(&row->text, ' ');
    if (shown->level > INDENT_MOST)
        text_printf(&row->text, "[%" PRIu32 " deep] ", shown->level + 1);
    row_style(row, STYLE_DIM);
    text_add(&row->text, !calls_list_hides(shown) ? "  " : shown->open ? "- " : "+ ");
}

static void add_site(const struct calls_list *list, const struct call *call, bool caller, struct row *row)
{
    const struct session *session = list->session;
    struct text line = {0};
    say_line(session, call->site, &line);
    if (call->site == CALLS_NONE || (!caller && !line.size)) {
        text_free(&line);
        return;
    }
    row_style(row, STYLE_DIM);
    text_add(&row->text, caller ? "  from " : "  ");
    row_style(row, STYLE_LOCATION);
    if (caller)
        say_name(session, call->site, &row->text);
    text_printf(&row->text, "%s%s", caller && line.size ? " " : "", text_string(&line));
    text_free(&line);
}

/* What it returned, and whether it went on in another function. */
static void add_end(struct calls_list *list, uint32_t call, struct row *row)
{
    const struct calls_end *end = end_of(list, call);
    struct slice own, last;
    struct text value = {0};
    uint64_t number = 0;
    bool known = list->session->trace->kind->calls->value && list->session->trace->kind->calls->value(list->session, end, &number, &value);
    if (known) {
        row_style(row, STYLE_VALUE);
        text_printf(&row->text, "  = %s", text_string(&value));
    }
    text_free(&value);
    if (known)
        row_hex(row, "returned", number);
    else
        row_null(row, "returned");
    calls_name(list->session, calls_code(list->calls, call), &own);
    calls_name(list->session, end->last, &last);
    bool other = last.size && !slice_equal(own, last);
    row_string(row, "goes_on_in", other ? last : (struct slice){NULL, 0});
    if (!other)
        return;
    row_style(row, STYLE_NORMAL);
    text_add(&row->text, "  goes on in ");
    shorten_name(last, NAME_ROOM, &row->text);
}

static void add_flags(const struct calls_list *list, const struct calls_shown *shown, struct row *row)
{
    const struct call *call = &list->calls->items[shown->call];
    const bool stream = list->session->trace->ae;
    row_style(row, STYLE_NORMAL);
    if (call->handler)
        text_add(&row->text, "  handles a signal");
    if (call->from_hidden)
        text_add(&row->text, !stream ? "  called by code that is not shown" : call->parent == CALLS_NONE ? "  called by code without schema"
                                                                                                           : "  through a pointer or code without schema");
    (call->handler ? row_true : row_false)(row, "handler");
    (call->from_hidden ? row_true : row_false)(row, "from_hidden");
}

static void add_code_fields(const struct session *session, uint32_t code, struct row *row)
{
    struct slice name, file;
    uint64_t line;
    bool known = calls_line(session, code, &file, &line);
    calls_name(session, code, &name);
    if (code == CALLS_NONE)
        row_null(row, "address");
    else
        row_hex(row, "address", session->trace->kind->calls->address(session, code));
    row_string(row, "function", name);
    row_string(row, "file", known ? file : (struct slice){NULL, 0});
    if (known)
        row_number(row, "line", line);
    else
        row_null(row, "line");
}

static void add_site_fields(const struct session *session, uint32_t site, struct row *row)
{
    struct slice name = {NULL, 0}, file = {NULL, 0};
    uint64_t line;
    bool known = calls_line(session, site, &file, &line);
    calls_name(session, site, &name);
    if (site == CALLS_NONE)
        row_null(row, "call");
    else
        row_hex(row, "call", session->trace->kind->calls->address(session, site));
    row_string(row, "caller", name);
    row_string(row, "caller_file", known ? file : (struct slice){NULL, 0});
    if (known)
        row_number(row, "caller_line", line);
    else
        row_null(row, "caller_line");
}

static void add_counts(struct calls_list *list, const struct calls_shown *shown, struct row *row)
{
    row_number(row, "thread", calls_thread_of(list->calls, shown->call) + 1);
    row_number(row, "depth", calls_list_depth(list, shown->call));
    row_number(row, "calls", shown->count);
    row_number(row, "instructions", shown->total);
    row_number(row, "alone", shown->alone);
    row_number(row, "since", list->calls->items[shown->call].from);
}

/* "  12 alone  @34" */
static void add_tail(const struct calls_list *list, const struct calls_shown *shown, struct row *row)
{
    row_style(row, STYLE_DIM);
    if (shown->alone != shown->total && !shown->mixed) {
        text_add(&row->text, "  ");
        text_count(&row->text, shown->alone);
        text_add(&row->text, " alone");
    }
    text_printf(&row->text, "  @%" PRIu64, list->calls->items[shown->call].from);
}

static void add_call(struct calls_list *list, const struct calls_shown *shown, struct row *row)
{
    const struct call *call = &list->calls->items[shown->call];
    uint32_t code = calls_code(list->calls, shown->call);
    row_style(row, STYLE_NORMAL);
    say_name(list->session, code, &row->text);
    add_counts(list, shown, row);
    add_code_fields(list->session, code, row);
    add_site_fields(list->session, call->site, row);
    if (shown->count > 1) {
        row_style(row, STYLE_CONTROL);
        text_add(&row->text, "  x ");
        text_count(&row->text, shown->count);
    }
    add_site(list, call, list->chosen && shown->level == 0, row);
    if (shown->count == 1)
        add_end(list, shown->call, row);
    if (list->chosen && shown->level == 0 && list->calls->thread_count > 1) {
        row_style(row, STYLE_DIM);
        text_printf(&row->text, "  thread %" PRIu32, calls_thread_of(list->calls, shown->call) + 1);
    }
    add_flags(list, shown, row);
    add_tail(list, shown, row);
}

/* Calls of any functions in one row. */
static void add_rest(struct calls_list *list, const struct calls_shown *shown, struct row *row)
{
    row_style(row, STYLE_CONTROL);
    text_count(&row->text, shown->count);
    text_add(&row->text, " more calls");
    add_counts(list, shown, row);
    row_null(row, "function");
    add_tail(list, shown, row);
}

static void add_thread(const struct calls_list *list, const struct calls_shown *shown, struct row *row)
{
    uint32_t thread = calls_thread_of(list->calls, shown->call) + 1;
    row_style(row, STYLE_HEADING);
    text_printf(&row->text, "thread %" PRIu32, thread);
    row_style(row, STYLE_DIM);
    text_printf(&row->text, "  @%" PRIu64, list->calls->items[shown->call].from);
    row_number(row, "thread", thread);
}

static void take_here(struct calls_list *list)
{
    if (list->asked || list->version == session_version(list->session))
        return;
    list->version = session_version(list->session);
    list->here = calls_here(list->session, list->calls);
}

static bool get(const struct rows *rows, uint64_t i, struct row *row)
{
    struct calls_list *list = rows->data;
    if (i >= list->count) {
        row->style = STYLE_WARNING;
        text_add(&row->text, "the trace ends early: problems says why");
        return true;
    }
    const struct calls_shown *shown = &list->shown[i];
    take_here(list);
    row->current = calls_list_holds(list, (size_t)i, list->here);
    begin(list, shown, row->current, row);
    if (shown->mixed)
        add_rest(list, shown, row);
    else if (shown->count)
        add_call(list, shown, row);
    else
        add_thread(list, shown, row);
    row->place = (struct place){.has = PLACE_EVENT, .event = list->calls->items[shown->call].from};
    return true;
}

static bool fold(struct rows *rows, uint64_t *i, enum fold change)
{
    struct calls_list *list = rows->data;
    bool changed = calls_list_fold(list, i, change);
    rows->count = list->count + list->calls->ends_early;
    return changed;
}

static void release(struct rows *rows)
{
    struct calls_list *list = rows->data;
    free(list->shown);
    free(list->chosen);
}

/* The row of the call one is in, or of what began last before it. */
static uint64_t focus_of(const struct calls_list *list)
{
    uint64_t focus = 0;
    for (size_t i = 0; i < list->count && list->here != CALLS_NONE; i++)
        if (list->shown[i].call <= list->here)
            focus = i;
    return focus;
}

void calls_rows(struct calls_list *list, struct rows *rows)
{
    struct text widest = {0};
    uint64_t most = 0;
    for (size_t i = 0; i < list->count && i < MEASURED; i++)
        most = list->shown[i].total > most ? list->shown[i].total : most;
    text_count(&widest, most);
    list->total_width = widest.size;
    text_free(&widest);
    take_here(list);
    rows->title = slice_of("calls");
    rows->data = list;
    rows->get = get;
    rows->fold = fold;
    rows->release = release;
    rows->count = list->count + list->calls->ends_early;
    rows->focus = focus_of(list);
}
