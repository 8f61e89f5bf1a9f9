/* actions.c - a command line is run, and what its answer makes the screen do.  SPDX-License-Identifier: GPL-3.0-or-later */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "ui/draw.h"
#include "ui/screen.h"
#include "ui/signals.h"

enum { OVERLAYS = 16, WATCH_DELAY = 100, PLACES_LOOKED_AT = 64, SHORT_ANSWER = 3 /* rows */, CLOSED_JUST_NOW = 1000 /* milliseconds */, PANES = 5 };

void actions_message(struct screen *screen, enum style style, struct slice text)
{
    text_clear(&screen->message);
    text_clear(&screen->echo);
    text_safe(&screen->message, text);
    screen->message_style = style;
    screen->message_whole = style != STYLE_NORMAL;
}

void actions_say(struct screen *screen, enum style style, const char *message)
{
    text_clear(&screen->message);
    text_safe(&screen->message, slice_of(message));
    screen->message_style = style;
    screen->message_whole = style != STYLE_NORMAL;
}

void actions_error(struct screen *screen, const struct error *error)
{
    text_clear(&screen->message);
    error_text(error, &screen->message);
    screen->message_style = STYLE_ERROR;
    screen->message_whole = true;
}

/* ---- Long work ---- */

int64_t actions_now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

static void draw_progress(struct screen *screen, uint64_t done, uint64_t total)
{
    char line[64];
    if (total || !done)
        snprintf(line, sizeof line, "working: %d%%, ^C stops it", total ? (int)((double)done * 100.0 / (double)total) : 0);
    else                                /* how many there are to come nobody knows */
        snprintf(line, sizeof line, "working: %" PRIu64 " so far, ^C stops it", done);
    struct pen pen = {.theme = &screen->theme, .y = screen->rows - 1, .end = screen->columns};
    pen_write(&pen, slice_of(line), A_NORMAL);
    pen_fill(&pen, A_NORMAL);
    refresh();
}

/* Called by work that takes long: says how far it is, and stops it when ^C was typed or the end was asked for. */
static bool report(void *context, uint64_t done, uint64_t total)
{
    struct screen *screen = context;
    int64_t time = actions_now();
    if (time - screen->watched_since >= WATCH_DELAY) {
        screen->watched_since = time;
        if (keyboard_interrupted(&screen->keyboard, STDIN_FILENO))
            signals_note_interrupt();
        if (screen->rows > 1 && !isendwin())
            draw_progress(screen, done, total);
    }
    return !signals_interrupted();
}

struct progress actions_progress(struct screen *screen)
{
    return (struct progress){report, screen};
}

/* ---- Lists over the panes ---- */

/* The only place among the first rows. False: there are several, or none. */
static bool single_place(const struct rows *rows, struct place *place)
{
    struct row row = {0};
    uint64_t found = 0;
    for (uint64_t i = 0; i < rows->count && found < 2; i++)
        if (rows_get(rows, i, &row) && row.place.has) {
            *place = row.place;
            found++;
        }
    row_free(&row);
    return found == 1;
}

/* The first row that leads somewhere, among the first ones. False: none does. */
static bool first_place(const struct rows *rows, uint64_t *at)
{
    struct row row = {0};
    bool found = false;
    for (uint64_t i = 0; i < rows->count && i < PLACES_LOOKED_AT && !found; i++)
        if (rows_get(rows, i, &row) && row.place.has) {
            *at = i;
            found = true;
        }
    row_free(&row);
    return found;
}

/* Do the first rows read the same? */
static bool begins_alike(const struct rows *a, const struct rows *b)
{
    struct row x = {0}, y = {0};
    bool alike = !a->count == !b->count && (!a->count || (rows_get(a, 0, &x) && rows_get(b, 0, &y) && slice_equal(text_slice(&x.text), text_slice(&y.text))));
    row_free(&x);
    row_free(&y);
    return alike;
}

/* Takes the overlay out of the stack that shows the same list already. NULL: there is none. A list below answers that were asked from it stays: `back` leads
 * there. */
static struct overlay *take_same(struct screen *screen, const struct rows *rows)
{
    for (struct overlay **at = &screen->overlay; *at; at = &(*at)->below) {
        struct overlay *same = *at;
        if (same->opened_rows == rows->count && slice_equal(same->list.rows.title, rows->title) && begins_alike(&same->list.rows, rows)) {
            if (same->asked && same != screen->overlay)
                return NULL;
            *at = same->below;
            list_free(&same->list);
            return same;
        }
        if (same->asked)
            return NULL;
    }
    return NULL;
}

/* Room for one more. */
static void drop_oldest(struct screen *screen)
{
    size_t depth = 0;
    for (struct overlay **at = &screen->overlay; *at; at = &(*at)->below)
        if (++depth == OVERLAYS - 1 && (*at)->below) {  /* the oldest makes room */
            struct overlay *oldest = (*at)->below;
            (*at)->below = NULL;
            list_free(&oldest->list);
            free(oldest);
            return;
        }
}

void actions_open(struct screen *screen, struct rows *rows, bool picks)
{
    uint64_t first = 0;
    if (!rows->title.size)              /* what was asked is what the list is */
        rows->title = arena_copy(&rows->arena, text_slice(&screen->echo));
    struct overlay *overlay = take_same(screen, rows);
    if (!overlay) {
        drop_oldest(screen);
        overlay = memory_allocate(sizeof *overlay);
    }
    overlay->opened_rows = rows->count;
    overlay->passed = false;
    overlay->whole = !first_place(rows, &first);
    overlay->picks = picks;
    if (!rows->focus)
        rows->focus = first;
    answers_forget(screen);
    overlay->below = screen->overlay;
    screen->overlay = overlay;
    enum view under = session_arrangement(screen->session)->main;
    if (screen->panes[under].box.height == 0)
        screen->focus = under;
    panes_layout(screen);
    list_show(&overlay->list, rows, overlay->box.height);
}

/* ---- Going ---- */

bool actions_go(struct screen *screen, const struct place *place)
{
    struct text text = {0};
    struct error error;
    session_place_text(screen->session, place, &text);
    text_clear(&screen->echo);
    if (place->trace && place->trace != session_trace_number(screen->session))
        text_printf(&screen->echo, "trace %u ", place->trace);
    else
        text_add(&screen->echo, "goto ");
    text_safe(&screen->echo, text_slice(&text));
    text_free(&text);
    bool there = session_go(screen->session, place, &error);
    if (!there)
        actions_error(screen, &error);
    panes_renew(screen);
    return there;
}

static void enter(struct screen *screen)
{
    int height;
    struct place place;
    struct text from = {0};
    if (answers_ask(screen))
        return;
    if (!list_place(panes_focused(screen, &height), &place, NULL)) {
        actions_say(screen, STYLE_NORMAL, "this line leads nowhere");
        return;
    }
    if (screen->overlay && screen->overlay->picks)
        panes_close_overlay(screen);
    session_position(screen->session, &from);
    size_t jumps = session_jumps(screen->session);
    if (actions_go(screen, &place) && screen->overlay)
        answers_moved(screen, "enter", text_slice(&from), jumps);
    text_free(&from);
}

/* ---- Actions ---- */

/* Of notes that are in no file it is said once; nothing of the tour's session stays anyway. */
static void end(struct screen *screen)
{
    struct text text = {0};
    if (!screen->tour)
        session_keep(screen->session, &text);
    text_clear(&text);
    screen->done = screen->warned || screen->tour || !session_unsaved(screen->session, &text);
    screen->warned = true;
    if (!screen->done)
        actions_say(screen, STYLE_WARNING, text_string(&text));
    text_free(&text);
}

/* Who presses q to close lists may press it once too often: a q that came that soon behind one that closed a list ends nothing, but for a tour's. */
static void close_top(struct screen *screen)
{
    bool list = screen->overlay;
    if (list)
        answers_close(screen);
    else if (panes_asked_for(screen))
        panes_reset(screen);            /* it gives its place back */
    else if (!screen->tour && screen->closed_at && screen->read_at - screen->closed_at < CLOSED_JUST_NOW)
        actions_say(screen, STYLE_WARNING, "all lists are closed: q once more quits");
    else
        end(screen);
    if (list)
        screen->closed_at = actions_now();
}

static void ask(struct screen *screen, const char *text)
{
    bool kind = text[0] && strchr(PROMPT_KINDS, text[0]);
    prompt_open(screen, kind ? text[0] : ':', kind ? text + 1 : text);
}

/* Of the source its lines, of the instructions these; elsewhere as the grain is. */
static void walk_slice(struct screen *screen, int64_t count)
{
    const char *grain = screen->overlay ? "" : screen->focus == VIEW_SOURCE ? " line" : screen->focus == VIEW_INSTRUCTIONS ? " instruction" : "";
    char command[64];
    char times[32] = "";
    if (count > 1 || count < -1)
        snprintf(times, sizeof times, " %" PRId64, count < 0 ? -count : count);
    snprintf(command, sizeof command, "%s-member%s%s", count < 0 ? "previous" : "next", times, grain);
    actions_run_own(screen, command, FOLLOW_NOTHING);
}

static void walk_uncovered(struct screen *screen, int64_t count)
{
    for (int64_t left = count; left != 0; left -= count > 0 ? 1 : -1) {
        actions_run_own(screen, count < 0 ? "previous-uncovered" : "next-uncovered", FOLLOW_NOTHING);
        if (screen->message_style == STYLE_ERROR || signals_interrupted())
            return;
    }
}

/* By its number, or the beginning of its name. */
static void show_pane(struct screen *screen, struct answer *answer)
{
    const enum view *panes = session_arrangement(screen->session)->panes;
    struct slice name = text_slice(&answer->text);
    int64_t number = name.size ? 0 : answer->count;
    struct text message = {0};
    for (int64_t i = 0; i < PANES; i++) {
        if (name.size && !number && slice_starts(slice_of(view_name(panes[i])), text_string(&answer->text)))
            number = i + 1;
        text_printf(&message, "%s%d %s", i ? ", " : "only panes ", (int)i + 1, view_name(panes[i]));
    }
    if (number < 1 || number > PANES) {
        actions_say(screen, STYLE_ERROR, text_string(&message));
    } else {
        while (screen->overlay)
            panes_close_overlay(screen);
        panes_focus(screen, panes[number - 1]);
    }
    text_free(&message);
}

static void act(struct screen *screen, struct answer *answer)
{
    int height;
    const struct arrangement *arrangement = session_arrangement(screen->session);
    if (cursor_move(screen, answer))
        return;
    switch ((int)answer->action) {
    case ACTION_QUIT: end(screen); break;
    case ACTION_CLOSE: close_top(screen); break;
    case ACTION_ENTER: enter(screen); break;
    case ACTION_FOCUS_NEXT: panes_focus_step(screen, 1); break;
    case ACTION_FOCUS_PREVIOUS: panes_focus_step(screen, -1); break;
    case ACTION_FOLD: cursor_fold(screen, answer->count > 0 ? FOLD_OPEN : answer->count < 0 ? FOLD_CLOSE : FOLD_TOGGLE); break;
    case ACTION_FOLD_ALL: cursor_fold(screen, answer->count > 0 ? FOLD_OPEN_ALL : FOLD_CLOSE_ALL); break;
    case ACTION_PANE: show_pane(screen, answer); break;
    case ACTION_LAYOUT:
        screen->layout = (enum layout)((screen->layout + 1) % LAYOUTS);
        screen->focus = arrangement->main;
        break;
    case ACTION_REDRAW: clearok(curscr, TRUE); break;
    case ACTION_SUSPEND: screen->suspend = true; break;
    case ACTION_PROMPT: ask(screen, text_string(&answer->text)); break;
    case ACTION_SEARCH: actions_search(screen, text_string(&answer->text), answer->count < 0 ? -1 : 1); break;
    case ACTION_SEARCH_NEXT:
        if (!screen->has_search && session_kinds(screen->session) == KIND_GNATCOV)
            walk_uncovered(screen, answer->count);
        else if (!screen->has_search && session_is_locked(screen->session))
            walk_slice(screen, answer->count);
        else
            actions_search(screen, "", answer->count);
        break;
    case ACTION_SCREENSHOT: save_screen(screen, text_string(&answer->text)); break;
    case ACTION_PIPE: pipe_list(screen, answer->count ? &answer->rows : &panes_focused(screen, &height)->rows, text_string(&answer->text)); break;
    case ACTION_EDIT: edit_source(screen, text_string(&answer->text), answer->count); break;
    case ACTION_EXPORT: export_list(screen, &panes_focused(screen, &height)->rows, text_string(&answer->text), answer->count); break;
    case ACTION_FILTER: filter_set(screen, text_string(&answer->text)); break;
    case ACTION_PASTE: paste_start(screen, text_slice(&answer->text)); break;
    case ACTION_MESSAGES: messages_show(screen); break;
    case ACTION_TOUR: guide_command(screen, text_slice(&answer->text)); break;
    default: break;
    }
}

/* ---- Answers ---- */

/* A short answer in the bottom line. Where one is now the panes say: after a move only the heading is left, why it ended there. */
static void say_rows(struct screen *screen, const struct rows *rows, bool moved)
{
    struct row row = {0};
    text_clear(&screen->message);
    for (uint64_t i = 0; i < rows->count && rows_get(rows, i, &row); i++) {
        if (moved && row.style != STYLE_HEADING)
            continue;
        text_add(&screen->message, screen->message.size ? "  " : "");
        text_append(&screen->message, slice_trim(text_slice(&row.text)));
        screen->message_style = row.style;
    }
    screen->message_whole = true;
    row_free(&row);
}

static void show_rows(struct screen *screen, struct answer *answer, enum follow follow)
{
    struct place place;
    if (answer->is_list && !answer->rows.count)
        actions_say(screen, STYLE_NORMAL, "nothing");
    else if (follow == FOLLOW_SINGLE && answer->is_list && single_place(&answer->rows, &place))
        actions_go(screen, &place);
    else if (answer->is_list || (answer->rows.count > SHORT_ANSWER && !answer->moved))
        actions_open(screen, &answer->rows, follow != FOLLOW_NOTHING);
    else
        say_rows(screen, &answer->rows, answer->moved);
}

static void show_answer(struct screen *screen, struct answer *answer, enum follow follow)
{
    struct row row = {0};
    panes_renew(screen);
    act(screen, answer);
    if (answer->action == ACTION_COPY && rows_get(&answer->rows, 0, &row))
        copy_text(screen, text_slice(&row.text));
    else if (answer->action != ACTION_PIPE && (answer->rows.count || answer->is_list))
        show_rows(screen, answer, follow);
    row_free(&row);
}

/* The name of a line's command, "" if it is none, and what follows it; `expanded` is the line where aliases stand for what they mean. */
static const char *command_of(const struct screen *screen, const char *line, struct text *expanded, struct slice *arguments)
{
    struct error error;
    const struct command *command = session_command(screen->session, slice_of(line), expanded, arguments, &error);
    return command ? command->name : "";
}

static void show_help(struct screen *screen)
{
    struct rows keys = {0}, commands = {0};
    struct row row = {0};
    keys_help(screen, &keys);
    session_aliases(screen->session, &commands);
    command_help(NULL, session_kinds(screen->session), &commands);
    for (uint64_t i = 0; i < commands.count && rows_get(&commands, i, &row); i++) {
        struct row *copy = rows_add(&keys, text_slice(&row.text));
        copy->style = row.style;
        if (row.ask.data)
            row_ask(copy, row.ask);
    }
    keys.title = slice_of("help");
    row_free(&row);
    rows_free(&commands);
    actions_open(screen, &keys, false);
    rows_free(&keys);
}

/* What only the screen knows: the keys, which answers there were, what stands under the cursor. False: the session is asked, by *whole if it holds a line. */
static bool answer_alone(struct screen *screen, const char *command, struct slice arguments, struct text *whole)
{
    struct slice rest = arguments, word = {0};
    if (!strcmp(command, "copy") && slice_field(&rest, &word) && !slice_trim(rest).size)
        return copy_from_row(screen, word, whole);
    if (arguments.size)
        return false;
    if (!strcmp(command, "edit"))
        cursor_edit(screen, whole);
    if (!strcmp(command, "why"))
        cursor_why(screen, whole);
    bool help = !strcmp(command, "help");
    if (help)
        show_help(screen);
    return help || (!strcmp(command, "back") && answers_back(screen)) || (!strcmp(command, "forward") && answers_forward(screen));
}

void actions_watch(struct screen *screen)
{
    screen->watched_since = actions_now();
    signals_forget_interrupt();
}

void actions_begin(struct screen *screen, const char *echo)
{
    actions_message(screen, STYLE_NORMAL, slice_of(""));
    text_safe(&screen->echo, slice_of(echo));
    actions_watch(screen);
}

void actions_end(struct screen *screen)
{
    panes_renew(screen);
    theme_take(&screen->theme, session_looks(screen->session));
    notices_show(screen);
    notices_displays(screen);
    messages_keep(screen);
    if (screen->done)
        return;
    panes_layout(screen);
    panes_refresh(screen);
}

/* The ^C that stopped it is not meant for the panes that show what came of it. n and N are the slice's from where it is locked on, until something is
 * searched. */
static bool run_watched(struct screen *screen, const char *line, struct answer *answer, struct error *error)
{
    bool locked = session_is_locked(screen->session), done = session_run(screen->session, line, answer, error);
    signals_forget_interrupt();
    if (!locked && session_is_locked(screen->session))
        search_forget(screen);
    return done;
}

void actions_run_own(struct screen *screen, const char *line, enum follow follow)
{
    struct text own = {0};
    session_own_line(screen->session, slice_of(line), &own);
    actions_run(screen, text_string(&own), follow);
    text_free(&own);
}

void actions_run(struct screen *screen, const char *line, enum follow follow)
{
    struct answer answer = {0};
    struct error error;
    struct slice arguments = {0};
    struct text expanded = {0}, whole = {0}, from = {0}, now = {0};
    const char *command = command_of(screen, line, &expanded, &arguments);
    actions_begin(screen, line);
    screen->warned = screen->warned && (!strcmp(command, "close") || !strcmp(command, "quit") || !strcmp(command, "prompt"));
    if (!strcmp(command, "candidates") && follow == FOLLOW_NOTHING)
        follow = FOLLOW_PICK;
    size_t jumps = session_jumps(screen->session);
    session_position(screen->session, &from);
    if (!answer_alone(screen, command, arguments, &whole)) {
        if (whole.size) {
            line = text_string(&whole);
            text_clear(&screen->echo);
            text_safe(&screen->echo, slice_of(line));
        }
        if (run_watched(screen, line, &answer, &error)) {
            if (!strcmp(command, "help"))
                messages_wrap(screen, &answer.rows);
            struct overlay *before = screen->overlay;
            show_answer(screen, &answer, follow);
            if (screen->overlay && screen->overlay != before)
                screen->overlay->menu = !strcmp(command, "ask");
            session_position(screen->session, &now);
            if (before == screen->overlay && !slice_equal(text_slice(&from), text_slice(&now)))
                answers_moved(screen, command, text_slice(&from), jumps);
        } else {
            actions_error(screen, &error);
        }
    }
    if (screen->message_style != STYLE_ERROR || !screen->message.size)
        screen->ran = command;
    answer_free(&answer);
    text_free(&now);
    text_free(&from);
    text_free(&whole);
    text_free(&expanded);
    actions_end(screen);
}
