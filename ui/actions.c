/* actions.c - runs a command line, and makes the screen do what its answer asks.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/recording.h"
#include "tools/tools.h"
#include "ui/screen.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { PLACES_LOOKED_AT = 64, SHORT_ANSWER = 3 /* rows */, CLOSED_JUST_NOW = 1000 /* milliseconds */, PANES = 5 };

/* The only place among the first rows. False: several, or none. */
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

/* ---- Jumps ---- */

static bool actions_go(struct screen *screen, const struct place *place)
{
    struct text text = {0};
    struct error error;
    session_place_text(screen->session, place, &text);
    text_clear(&screen->echo);
    if (place->trace && place->trace != session_trace_number(screen->session))
        text_printf(&screen->echo, "trace %u ", place->trace);
    else
        text_add(&screen->echo, "goto ");
    text_safe(&screen->echo, text_str(&text));
    text_free(&text);
    bool there = session_go(screen->session, place, &error);
    if (!there)
        actions_error(screen, &error);
    panes_renew(screen);
    return there;
}

static bool answers_ask(struct screen *screen);
static bool answers_back(struct screen *screen);
static void answers_close(struct screen *screen);
static bool answers_forward(struct screen *screen);
static void answers_moved(struct screen *screen, const char *command, struct str from, size_t jumps);
static void guide_command(struct screen *screen, struct str how);

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
        answers_moved(screen, "enter", text_str(&from), jumps);
    text_free(&from);
}

/* ---- Actions ---- */

/* Warns once about notes that are in no file; a tour's session keeps nothing anyway. */
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

/* When you press q to close lists you may press it once too often: a q so soon after one that closed a list does not end clew, except in a tour. */
static void close_top(struct screen *screen)
{
    bool list = screen->overlay;
    if (list)
        answers_close(screen);
    else if (panes_asked_for(screen))
        panes_reset(screen);            /* the pane asked for gives its place back */
    else if (!screen->tour && screen->closed_at && screen->read_at - screen->closed_at < CLOSED_JUST_NOW)
        actions_say(screen, STYLE_WARNING, "all lists are closed: `q` once more quits");
    else
        end(screen);
    if (list)
        screen->closed_at = milliseconds();
}

static void ask(struct screen *screen, const char *text)
{
    bool kind = text[0] && strchr(PROMPT_KINDS, text[0]);
    prompt_open(screen, kind ? text[0] : ':', kind ? text + 1 : text);
}

/* By lines in the source pane, by instructions in theirs; elsewhere by the grain. */
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
    struct str name = text_str(&answer->text);
    int64_t number = name.size ? 0 : answer->count;
    struct text message = {0};
    for (int64_t i = 0; i < PANES; i++) {
        if (name.size && !number && str_starts(str_of(view_name(panes[i])), text_string(&answer->text)))
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
        else if (!screen->has_search && slice_locked(screen->session))
            walk_slice(screen, answer->count);
        else
            actions_search(screen, "", answer->count);
        break;
    case ACTION_SCREENSHOT: save_screen(screen, text_string(&answer->text)); break;
    case ACTION_PIPE: pipe_list(screen, answer->count ? &answer->rows : &panes_focused(screen, &height)->rows, text_string(&answer->text)); break;
    case ACTION_EDIT: edit_source(screen, text_string(&answer->text), answer->count); break;
    case ACTION_EXPORT: export_list(screen, &panes_focused(screen, &height)->rows, text_string(&answer->text), answer->count); break;
    case ACTION_FILTER: filter_set(screen, text_string(&answer->text)); break;
    case ACTION_PASTE: paste_start(screen, text_str(&answer->text)); break;
    case ACTION_MESSAGES: messages_show(screen); break;
    case ACTION_TOUR: guide_command(screen, text_str(&answer->text)); break;
    default: break;
    }
}

/* ---- Answers ---- */

/* Shows a short answer in the bottom line. After a move the panes show the new place, so only the heading is left: why the move ended there. */
static void say_rows(struct screen *screen, const struct rows *rows, bool moved)
{
    struct row row = {0};
    text_clear(&screen->message);
    for (uint64_t i = 0; i < rows->count && rows_get(rows, i, &row); i++) {
        if (moved && row.style != STYLE_HEADING)
            continue;
        text_add(&screen->message, screen->message.size ? "  " : "");
        text_append(&screen->message, str_trim(text_str(&row.text)));
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
        copy_text(screen, text_str(&row.text));
    else if (answer->action != ACTION_PIPE && (answer->rows.count || answer->is_list))
        show_rows(screen, answer, follow);
    row_free(&row);
}

/* The name of a line's command ("" if it has none), and its arguments; `expanded` is the line with aliases expanded. */
static const char *command_of(const struct screen *screen, const char *line, struct text *expanded, struct str *arguments)
{
    struct error error;
    const struct command *command = session_command(screen->session, str_of(line), expanded, arguments, &error);
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
        struct row *copy = rows_add(&keys, text_str(&row.text));
        copy->style = row.style;
        if (row.ask.data)
            row_ask(copy, row.ask);
    }
    keys.title = str_of("help");
    row_free(&row);
    rows_free(&commands);
    actions_open(screen, &keys, false);
    rows_free(&keys);
}

/* Answers what only the screen knows: keys, earlier answers, the row under the cursor. False: the session has to answer; if *whole has a line, with that
 * one. */
static bool answer_alone(struct screen *screen, const char *command, struct str arguments, struct text *whole)
{
    struct str rest = arguments, word = {0};
    if (!strcmp(command, "copy") && str_field(&rest, &word) && !str_trim(rest).size)
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

/* The ^C that stopped the command is not for the panes that show its result. n and N belong to the slice once you lock it, until you search. */
static bool run_watched(struct screen *screen, const char *line, struct answer *answer, struct error *error)
{
    bool locked = slice_locked(screen->session), done = session_run(screen->session, line, answer, error);
    signals_forget_interrupt();
    if (!locked && slice_locked(screen->session))
        search_forget(screen);
    return done;
}

void actions_run_own(struct screen *screen, const char *line, enum follow follow)
{
    struct text own = {0};
    session_own_line(screen->session, str_of(line), &own);
    actions_run(screen, text_string(&own), follow);
    text_free(&own);
}

void actions_run(struct screen *screen, const char *line, enum follow follow)
{
    struct answer answer = {0};
    struct error error;
    struct str arguments = {0};
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
            text_safe(&screen->echo, str_of(line));
        }
        if (run_watched(screen, line, &answer, &error)) {
            if (!strcmp(command, "help"))
                messages_wrap(screen, &answer.rows);
            struct overlay *before = screen->overlay;
            show_answer(screen, &answer, follow);
            if (screen->overlay && screen->overlay != before)
                screen->overlay->menu = !strcmp(command, "ask");
            session_position(screen->session, &now);
            if (before == screen->overlay && !str_equal(text_str(&from), text_str(&now)))
                answers_moved(screen, command, text_str(&from), jumps);
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

/* ---- Answers whose rows are questions: they stack, and you go back and forward among them ----
 *
 * Enter on a row that asks (struct row, ask) jumps to the row's place and asks there; the new answer covers the old one. Then `back` returns to the answer
 * before, with its cursor and your place at that time, and `forward` to the answer you left. clew keeps the answers ahead until you ask something else.
 *
 * When you walk on you want to see where you are. So clew lays lists aside then, and shows them again when `back` or `forward` brings you to the place where
 * you left them. A list that leaves a pane in sight stays while you follow its rows, go back, or jump to a position; a list that covers all panes does not.
 * From such a list without places, and from the menu of questions, `back` returns to what it covers: you did not move to see them. */

/* Your place, as the jump history has it. */
static bool position(const struct screen *screen, struct place *place)
{
    struct node node;
    return wet_here(screen->session, place, &node);
}

/* asks the question of the cursor's row; false: it is none */
static bool answers_ask(struct screen *screen)
{
    int height;
    struct text line = {0};
    struct overlay *before = screen->overlay;
    struct place from = {0}, to = {0}, place = {0};
    if (!list_question(panes_focused(screen, &height), &place, &line)) {
        text_free(&line);
        return false;
    }
    uint64_t opened = session_opened(screen->session);
    bool had = position(screen, &from);
    bool there = !place.has || actions_go(screen, &place);
    if (there && opened == session_opened(screen->session))
        actions_run_own(screen, text_string(&line), FOLLOW_NOTHING);
    if (opened == session_opened(screen->session) && screen->overlay && screen->overlay != before) {
        screen->overlay->asked = true;
        screen->overlay->moved = had && position(screen, &to) && !place_equal(&from, &to);
        screen->overlay->place = to;
    }
    text_free(&line);
    return true;
}

/* Goes along the jump history together with the answers, if you are still where the answer was asked. */
static void travel(struct screen *screen, const char *command)
{
    struct answer answer = {0};
    struct error error;
    if (!session_run(screen->session, command, &answer, &error))
        actions_error(screen, &error);
    answer_free(&answer);
}

/* ---- Lists laid aside ---- */

/* Does the list on top cover all panes? */
static bool hides_all(const struct screen *screen)
{
    enum view main = session_arrangement(screen->session)->main;
    for (int view = 0; view < VIEWS && !screen->overlay->whole; view++)
        if (view != (int)main && screen->panes[view].box.height > 0 && !screen->panes[view].is_line)
            return false;
    return true;
}

static bool is_walk(const char *name)
{
    struct error ignored;
    const struct command *command = command_find(str_of(name), &ignored);
    return command && (!strcmp(command->group, "Walk") || !strcmp(name, "next-execution") || !strcmp(name, "previous-execution"));
}

static void lay_again(struct screen *screen)
{
    screen->overlay = screen->aside;
    screen->aside = NULL;
    answers_forget_aside(screen);
}

/* Are you where they were left, or only some steps from there? */
static bool is_near_aside(const struct screen *screen, bool there)
{
    struct text here = {0};
    session_position(screen->session, &here);
    struct str now = text_str(&here), then = text_str(&screen->aside_at);
    bool same = str_equal(str_cut(now, 0, str_find_byte(now, ' ')), str_cut(then, 0, str_find_byte(then, ' ')));     /* the trace */
    same = same && screen->aside && !screen->overlay && session_jumps(screen->session) == screen->aside_jumps && (!there || str_equal(now, then));
    text_free(&here);
    return same;
}

/* Back from steps: to where you left the list. */
static bool return_to_aside(struct screen *screen)
{
    struct place place;
    struct error error;
    if (!is_near_aside(screen, false))
        return false;
    size_t blank = str_find_byte(text_str(&screen->aside_at), ' ');
    if (!place_parse(str_cut(text_str(&screen->aside_at), blank + 1, SIZE_MAX), &place, &error) || !session_go(screen->session, &place, &error))
        return false;
    lay_again(screen);
    return true;
}

/* After a command that moved you: lays aside the lists that cover the new place. */
static void answers_moved(struct screen *screen, const char *command, struct str from, size_t jumps)
{
    bool travels = !strcmp(command, "back") || !strcmp(command, "forward");
    if (screen->overlay && (is_walk(command) || hides_all(screen))) {
        answers_forget_aside(screen);
        screen->aside = screen->overlay;
        screen->overlay = NULL;
        text_append(&screen->aside_at, from);
        screen->aside_jumps = jumps;
        if (!screen->message.size)
            actions_say(screen, STYLE_NORMAL, "`back` reopens the list");
    } else if (travels && is_near_aside(screen, true)) {
        lay_again(screen);
    } else if (screen->overlay && strcmp(command, "enter")) {
        screen->overlay->passed = true;
        screen->overlay->passed_row = screen->overlay->list.cursor;
    }
}

/* ---- Back and forward ---- */

static bool answers_back(struct screen *screen)
{
    struct overlay *overlay = screen->overlay;
    struct place here = {0};
    if (!overlay)
        return return_to_aside(screen);
    if (!overlay->asked && !overlay->whole && !overlay->menu)
        return false;
    screen->overlay = overlay->below;
    overlay->below = screen->ahead;
    screen->ahead = overlay;
    overlay->returned = overlay->moved && position(screen, &here) && place_equal(&here, &overlay->place);
    if (overlay->returned)
        travel(screen, "back");
    overlay->jumps = session_jumps(screen->session);
    return true;
}

static bool answers_forward(struct screen *screen)
{
    struct overlay *overlay = screen->ahead;
    if (!overlay || session_jumps(screen->session) < overlay->jumps)       /* you went further back after it: that comes first */
        return false;
    screen->ahead = overlay->below;
    overlay->below = screen->overlay;
    screen->overlay = overlay;
    if (overlay->returned)
        travel(screen, "forward");
    return true;
}

/* the list on top, and those it was asked from */
static void answers_close(struct screen *screen)
{
    while (screen->overlay && screen->overlay->asked)
        panes_close_overlay(screen);
    panes_close_overlay(screen);
}

/* ---- The steps of clew tour, in the lines below the panes ----
 *
 *     -- tour 3 of 12: And who before ----------------- F8 does it  F7 back  q leaves --
 *     You are in line 38 now, which called window_mean. ... The same again press: Down, then Enter
 *
 * A step's keys work only from where it begins. If you are on another line, in another pane or under a list, the lines say that instead, and how to return. For
 * a row to follow, they say how far it is from the cursor. A low screen gets brief words, so that it shows what they are about.
 *
 * On a screen too low for the lines beside the main pane they disappear; they return when it grows. */

enum { GUIDE_SEEN = 100 };

/* ---- Your place ---- */

/* Does a row lead to a source line? */
static bool leads_to(const struct row *row, uint64_t line)
{
    struct text text = {0};
    uint64_t number;
    bool leads = row->place.has && row_field_text(row, "line", &text) && str_decimal(text_str(&text), &number) && number == line;
    text_free(&text);
    return leads;
}

static bool here(const struct screen *screen, uint64_t *line, uint64_t *instance)
{
    struct place place;
    struct node node = {0};
    struct program *program = wet_program(screen->session);
    bool known = program && wet_here(screen->session, &place, &node);
    *line = known ? program_instruction(program, node.index).line : 0;
    *instance = node.instance;
    return known;
}

static bool is_over(const struct screen *screen)
{
    const struct tour_step *step = guide_step(screen);
    uint64_t line, instance;
    if (step->wait)
        return !strcmp(screen->ran, step->wait);
    return step->line && here(screen, &line, &instance) && line == step->line;
}

/* Are you away from the step's beginning, on another line or in another pane? If so, adds what to do. */
static bool is_astray(const struct screen *screen, struct text *text, struct text *keys)
{
    const struct tour_step *step = guide_step(screen);
    uint64_t line, instance;
    if (!step->at)
        return false;
    bool there = here(screen, &line, &instance) && line == step->at_line;
    if (screen->overlay && there)
        text_add(text, "A list covers the panes. To close it,");
    else if (there && (step->at_instance == UINT64_MAX || instance == step->at_instance) && screen->focus == session_arrangement(screen->session)->main)
        return false;
    else if (there && screen->focus != session_arrangement(screen->session)->main)
        text_add(text, "The cursor is in another pane. To return to the step,");
    else if (there)
        text_printf(text, "You are in another iteration of line %" PRIu64 ". To return to the step,", line);
    else if (line)
        text_printf(text, "You are in line %" PRIu64 ", but this step begins in %" PRIu64 ". To return,", line, step->at_line);
    else
        text_printf(text, "This step begins in line %" PRIu64 ". To return,", step->at_line);
    text_add(keys, screen->overlay && there ? "q" : "F7");
    return true;
}

/* The keys to the row that leads to the step's line; nothing if the step's own keys do it, or no row leads there. */
static void point_at_row(struct screen *screen, struct text *keys)
{
    const struct list *list = &screen->panes[screen->focus].list;
    uint64_t at = 0, most = list->rows.count < GUIDE_SEEN ? list->rows.count : GUIDE_SEEN;
    struct row row = {0};
    bool found = false;
    for (; at < most && !found; at += !found)
        found = rows_get(&list->rows, at, &row) && leads_to(&row, guide_step(screen)->line);
    row_free(&row);
    uint64_t far = at > list->cursor ? at - list->cursor : list->cursor - at;
    if (!found || at == list->cursor + 1)
        return;
    if (far)
        text_add(keys, at > list->cursor ? "Down" : "Up");
    if (far > 1)
        text_printf(keys, " %" PRIu64 " times", far);
    text_add(keys, far ? ", then Enter" : "Enter");
}

/* ---- The next step ---- */

static void show_step(struct screen *screen)
{
    panes_layout(screen);
    panes_refresh(screen);
}

/* The step's words, for your place. */
static void look(struct screen *screen)
{
    struct text text = {0}, keys = {0};
    panes_refresh(screen);
    if (!is_astray(screen, &text, &keys) && guide_step(screen)->line && guide_step(screen)->at)
        point_at_row(screen, &keys);
    bool same = str_equal(text_str(&text), text_str(&screen->guide_text)) && str_equal(text_str(&keys), text_str(&screen->guide_keys));
    guide_free(screen);
    screen->guide_text = text;
    screen->guide_keys = keys;
    if (!same)
        show_step(screen);
}

void guide_free(struct screen *screen)
{
    text_free(&screen->guide_text);
    text_free(&screen->guide_keys);
}

void guide_follow(struct screen *screen)
{
    bool over = screen->tour && is_over(screen) && screen->tour_step + 1 < screen->tour->count;
    screen->ran = "";
    if (over) {
        screen->tour_step++;
        show_step(screen);
    }
    if (screen->tour)
        look(screen);
}

/* Closes the lists over the panes and goes to the step's beginning. */
static void go_to_step(struct screen *screen)
{
    while (screen->overlay)
        panes_close_overlay(screen);
    panes_focus(screen, session_arrangement(screen->session)->main);
    if (guide_step(screen)->at)
        actions_run_own(screen, guide_step(screen)->at, FOLLOW_NOTHING);
    if (guide_step(screen)->then)
        actions_run_own(screen, guide_step(screen)->then, FOLLOW_NOTHING);
}

/* Does what the step's keys do, from its beginning; the next step begins in any case. */
static void go_on(struct screen *screen)
{
    const struct tour_step *step = guide_step(screen);
    if (screen->tour_step + 1 == screen->tour->count) {
        actions_say(screen, STYLE_NORMAL, "this was the last step: `q` leaves");
        return;
    }
    if (screen->guide_text.size)        /* from another place they would lead elsewhere */
        go_to_step(screen);
    for (size_t i = 0; i < TOUR_COMMANDS && step->commands[i]; i++)
        if (strcmp(step->commands[i], "close") != 0 || screen->overlay)     /* without a list it would end clew */
            actions_run_own(screen, step->commands[i], FOLLOW_NOTHING);
    screen->tour_step++;
    show_step(screen);
}

/* To the step's beginning or, if you are there, to the step before. */
static void go_back(struct screen *screen)
{
    bool astray = screen->guide_text.size;
    if (screen->tour_step == 0 && !astray) {
        actions_say(screen, STYLE_NORMAL, "this is the first step");
        return;
    }
    screen->tour_step -= !astray;
    go_to_step(screen);
    show_step(screen);
}

/* "next" or "back" */
static void guide_command(struct screen *screen, struct str how)
{
    if (!screen->tour)
        actions_say(screen, STYLE_ERROR, "no tour is running: `clew tour` starts it");
    else if (!how.size || str_is(how, "next"))
        go_on(screen);
    else if (str_is(how, "back"))
        go_back(screen);
    else
        actions_say(screen, STYLE_ERROR, "`tour` needs `next` or `back`");
    screen->ran = "";
}
