/* undo.c - takes back the session's last edits.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A command may edit one part of the session; every part has a form as entries. clew takes them before the command and after it: the difference is the edit,
 * and `undo` restores the former state. Moves are no edits; `back` undoes those. Closing a trace clears the list: undo does not go behind it. */
#include "session/engine.h"
#include "session/traces.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { EDITS = 200 };                   /* kept at most */

/* ---- What a command edits ---- */

static enum part part_of(const struct command *command)
{
    static const char *const names[PARTS] = {
        [PART_BINDINGS] = "bind unbind", [PART_ALIASES] = "alias unalias", [PART_NOTES] = "note", [PART_MARKS] = "mark unmark",
        [PART_SETTINGS] = "set grain hex theme unset directory", [PART_DISPLAYS] = "display undisplay",
        [PART_STOPS] = "break tbreak watch rwatch awatch delete disable enable ignore condition",
    };
    for (size_t i = 0; i < PARTS; i++)
        if (command_is(command, names[i]))
            return (enum part)i;
    return PARTS;
}

/* ---- Parts as entries ---- */

static struct entries *list_of(struct session *session, enum part part)
{
    struct own *own = &session->own;
    return part == PART_BINDINGS ? &own->bindings : part == PART_ALIASES ? &own->aliases : part == PART_NOTES ? &own->notes : part == PART_DISPLAYS ? &own->displays : NULL;
}

/* A mark belongs to a trace; the entry's number is the trace's. */
static void take_marks(struct session *session, struct entries *out)
{
    struct text position = {0};
    struct place place;
    for (size_t i = 0; i < session->trace_count; i++)
        for (char name = 'a'; name <= 'z'; name++)
            if (marks_get(&session->traces[i]->marks, name, &place)) {
                text_clear(&position);
                place.trace = 0;
                place_text(&place, &position);
                entries_set(out, session->traces[i]->number, (struct str){&name, 1}, text_str(&position));
            }
    text_free(&position);
}

#define GRAIN_CHOSEN "grain was chosen"
enum { RULE = 1 };                      /* the number of entries that are rules of substitute-path, FROM and TO; settings have 0 */

static void take_settings(struct session *session, struct entries *out)
{
    struct text value = {0};
    const char *name;
    bool changed;
    for (size_t i = 0; setting_at(session, i, &name, &value, &changed); i++) {
        entries_set(out, 0, str_of(name), text_str(&value));
        text_clear(&value);
    }
    entries_set(out, 0, str_of(GRAIN_CHOSEN), str_of(session->grain_chosen ? "1" : "0"));
    struct str from, to;
    for (size_t i = 0; source_path_rule(session, i, &from, &to); i++)
        entries_set(out, RULE, from, to);
    text_free(&value);
}

static void take_stops(const struct session *session, struct entries *out)
{
    struct text state = {0};
    for (size_t i = 0; i < session->trace->stops.count; i++) {
        const struct stop *stop = &session->trace->stops.items[i];
        text_clear(&state);
        text_printf(&state, "%d%d%" PRIu64 " %s", stop->gone, stop->disabled, stop->ignore, stop->condition ? condition_text(stop->condition) : "");
        entries_add(out, stop->number, str_of("stop"), text_str(&state));
    }
    text_free(&state);
}

static void take(struct session *session, enum part part, struct entries *out)
{
    if (part == PART_MARKS)
        take_marks(session, out);
    else if (part == PART_SETTINGS)
        take_settings(session, out);
    else if (part == PART_STOPS)
        take_stops(session, out);
    else
        entries_copy(list_of(session, part), out);
}

/* ---- Restoring: only what the edit changed ---- */

static bool differs(const struct entry *entry, const struct entries *others)
{
    const struct entry *other = entries_find(others, entry->number, str_of(entry->name));
    return !other || strcmp(entry->value, other->value) != 0;
}

static void give_marks(struct session *session, const struct edit *edit)
{
    struct error ignored;
    struct place place;
    for (size_t i = 0; i < edit->after.count; i++) {
        struct session_trace *of = traces_find(session, edit->after.items[i].number);
        if (of && differs(&edit->after.items[i], &edit->before))
            marks_clear(&of->marks, edit->after.items[i].name[0]);
    }
    for (size_t i = 0; i < edit->before.count; i++) {
        const struct entry *mark = &edit->before.items[i];
        struct session_trace *of = differs(mark, &edit->after) ? traces_find(session, mark->number) : NULL;
        if (!of || !of->kind)
            continue;
        struct session_trace *was = traces_borrow(session, of);
        bool there = session_place(session, str_of(mark->value), &place, &ignored) && marks_set(&of->marks, mark->name[0], &place);
        traces_return(session, was);
        if (!there)
            session_note(session, "the position of mark %s no longer exists", mark->name);
    }
}

static void give_rules(struct session *session, const struct edit *edit)
{
    bool changed = false;
    for (size_t i = 0; i < edit->after.count; i++)
        changed |= edit->after.items[i].number == RULE && differs(&edit->after.items[i], &edit->before);
    for (size_t i = 0; i < edit->before.count; i++)
        changed |= edit->before.items[i].number == RULE && differs(&edit->before.items[i], &edit->after);
    if (!changed)
        return;
    source_path_drop_rules(session);
    for (size_t i = 0; i < edit->before.count; i++)
        if (edit->before.items[i].number == RULE)
            source_path_add_rule(session, str_of(edit->before.items[i].name), str_of(edit->before.items[i].value));
    source_path_changed(session);
}

static bool give_settings(struct session *session, const struct edit *edit, struct error *error)
{
    bool done = true;
    struct text line = {0};
    struct answer ignored = {0};
    for (size_t i = 0; i < edit->before.count; i++) {
        const struct entry *setting = &edit->before.items[i];
        if (setting->number == RULE || !differs(setting, &edit->after) || strcmp(setting->name, GRAIN_CHOSEN) == 0)
            continue;
        text_clear(&line);
        text_printf(&line, "%s %s", setting->name, setting->value);
        done = run_set(session, text_str(&line), &ignored, error) && done;
    }
    give_rules(session, edit);
    const struct entry *chosen = entries_find(&edit->before, 0, str_of(GRAIN_CHOSEN));
    session->grain_chosen = chosen && chosen->value[0] == '1';
    text_free(&line);
    return done;
}

/* In take_stops' format. */
static void give_stop(struct session *session, struct session_trace *of, struct stop *stop, const char *state)
{
    struct error ignored;
    struct session_trace *was = traces_borrow(session, of);
    char *rest;
    stop->gone = state[0] == '1';
    stop->disabled = state[1] == '1';
    stop->ignore = strtoull(state + 2, &rest, 10);
    condition_free(stop->condition);
    stop->condition = rest[1] ? stop_condition(session, stop, str_of(rest + 1), &ignored) : NULL;
    traces_return(session, was);
}

/* Removes the stops that the edit made; hits are no edits and stay. */
static bool give_stops(struct session *session, const struct edit *edit, struct error *error)
{
    struct session_trace *of = traces_find(session, edit->trace);
    size_t found = 0;
    for (size_t i = 0; i < edit->after.count; i++) {
        const struct entry *now = &edit->after.items[i], *before = entries_find(&edit->before, now->number, str_of("stop"));
        for (size_t k = 0; of && differs(now, &edit->before) && k < of->stops.count; k++) {
            struct stop *stop = &of->stops.items[k];
            if (stop->number != now->number)
                continue;
            if (before)
                give_stop(session, of, stop, before->value);
            else
                stop->gone = true;
            found++;
        }
    }
    return found || error_set(error, "these breakpoints are gone: clew read the trace again");
}

static bool give_back(struct session *session, struct edit *edit, struct error *error)
{
    struct entries *list = list_of(session, edit->part), swap;
    session->version++;
    if (edit->part == PART_SETTINGS)
        return give_settings(session, edit, error);
    if (edit->part == PART_STOPS)
        return give_stops(session, edit, error);
    if (edit->part == PART_MARKS) {
        give_marks(session, edit);
        return true;
    }
    swap = *list;
    *list = edit->before;
    edit->before = swap;
    return true;
}

/* ---- Recording edits as commands run ---- */

void session_forget_edits(struct session *session)
{
    edits_free(session);
    text_clear(&session->own.last);
    text_clear(&session->repeat);
}

void edit_begin(struct session *session, const struct command *command, struct edit *edit)
{
    *edit = (struct edit){.part = part_of(command), .trace = session->trace->number};
    if (edit->part != PARTS)
        take(session, edit->part, &edit->before);
}

bool edit_end(struct session *session, struct edit *edit, struct str line)
{
    struct own *own = &session->own;
    if (edit->part == PARTS)
        return false;
    take(session, edit->part, &edit->after);
    if (entries_equal(&edit->before, &edit->after)) {
        edit_free(edit);
        return false;
    }
    if (edit->part == PART_NOTES && (session->depth || own->loading))
        notes_from_file(session, edit);
    edit->line = memory_string(line);
    if (own->edit_count == EDITS) {
        edit_free(&own->edits[0]);
        memmove(own->edits, own->edits + 1, (EDITS - 1) * sizeof *own->edits);
        own->edit_count--;
    }
    own->edits = array_grow(own->edits, &own->edit_capacity, own->edit_count + 1, sizeof *own->edits);
    own->edits[own->edit_count++] = *edit;
    return true;
}

COMMAND(run_undo)
{
    (void)arguments;
    if (!session->own.edit_count)
        return error_set(error, "nothing to undo: `undo` takes back marks, notes, displays, breakpoints, settings, aliases and keys; `back` takes back a jump");
    struct edit edit = session->own.edits[--session->own.edit_count];
    bool done = give_back(session, &edit, error);
    if (done) {
        struct row *row = rows_add(&answer->rows, str_of("undone: "));
        text_safe(&row->text, str_of(edit.line));
        row_string(row, "undone", str_of(edit.line));
    }
    edit_free(&edit);
    return done;
}
