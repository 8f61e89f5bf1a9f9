/* answers.c - answers whose rows are questions: they stack, and one goes back and forward among them.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Enter on a row that asks (struct row, ask) goes to the row's place and asks there; the answer is laid over the one it was asked from. `back` then means the
 * answer before, with its cursor where it was, and the place one stood at; `forward` the one that was gone back from. What was gone back from is kept until
 * something else is asked.
 *
 * Who steps on wants to see where he is: lists are laid aside by that, and stand there again when `back` or `forward` comes to the place where they were
 * left. A list that leaves some pane in sight stays while one follows its rows, goes back, or goes anywhere by name; one that hides all of them does not.
 * From such a list without places, and from the menu of questions, `back` goes to what it hides: nobody went anywhere to see them. */
#include <stdlib.h>
#include <string.h>

#include "ui/screen.h"

static void free_overlay(struct overlay *overlay)
{
    list_free(&overlay->list);
    free(overlay);
}

void answers_forget(struct screen *screen)
{
    while (screen->ahead) {
        struct overlay *next = screen->ahead->below;
        free_overlay(screen->ahead);
        screen->ahead = next;
    }
}

/* Where one is, as the jump history has it. */
static bool position(const struct screen *screen, struct place *place)
{
    struct node node;
    return session_here(screen->session, place, &node);
}

bool answers_ask(struct screen *screen)
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

/* Goes along the jump history with the answers, if one still stands where the answer was asked. */
static void travel(struct screen *screen, const char *command)
{
    struct answer answer = {0};
    struct error error;
    if (!session_run(screen->session, command, &answer, &error))
        actions_error(screen, &error);
    answer_free(&answer);
}

/* ---- Laid aside ---- */

void answers_forget_aside(struct screen *screen)
{
    while (screen->aside) {
        struct overlay *below = screen->aside->below;
        free_overlay(screen->aside);
        screen->aside = below;
    }
    text_clear(&screen->aside_at);
}

/* Does the list on top leave no pane in sight? */
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
    const struct command *command = command_find(slice_of(name), &ignored);
    return command && (!strcmp(command->group, "Walk") || !strcmp(name, "next-instance") || !strcmp(name, "previous-instance"));
}

static void lay_again(struct screen *screen)
{
    screen->overlay = screen->aside;
    screen->aside = NULL;
    answers_forget_aside(screen);
}

/* Is one where they were left, or has only stepped from there? */
static bool is_near_aside(const struct screen *screen, bool there)
{
    struct text here = {0};
    session_position(screen->session, &here);
    struct slice now = text_slice(&here), then = text_slice(&screen->aside_at);
    bool same = slice_equal(slice_cut(now, 0, slice_find_byte(now, ' ')), slice_cut(then, 0, slice_find_byte(then, ' ')));     /* the trace */
    same = same && screen->aside && !screen->overlay && session_jumps(screen->session) == screen->aside_jumps && (!there || slice_equal(now, then));
    text_free(&here);
    return same;
}

/* Back from steps: to where the list was left. */
static bool return_to_aside(struct screen *screen)
{
    struct place place;
    struct error error;
    if (!is_near_aside(screen, false))
        return false;
    size_t blank = slice_find_byte(text_slice(&screen->aside_at), ' ');
    if (!place_parse(slice_cut(text_slice(&screen->aside_at), blank + 1, SIZE_MAX), &place, &error) || !session_go(screen->session, &place, &error))
        return false;
    lay_again(screen);
    return true;
}

void answers_moved(struct screen *screen, const char *command, struct slice from, size_t jumps)
{
    bool travels = !strcmp(command, "back") || !strcmp(command, "forward");
    if (screen->overlay && (is_walk(command) || hides_all(screen))) {
        answers_forget_aside(screen);
        screen->aside = screen->overlay;
        screen->overlay = NULL;
        text_append(&screen->aside_at, from);
        screen->aside_jumps = jumps;
        if (!screen->message.size)
            actions_say(screen, STYLE_NORMAL, "back: the list again");
    } else if (travels && is_near_aside(screen, true)) {
        lay_again(screen);
    } else if (screen->overlay && strcmp(command, "enter")) {
        screen->overlay->passed = true;
        screen->overlay->passed_row = screen->overlay->list.cursor;
    }
}

/* ---- Back and forward ---- */

bool answers_back(struct screen *screen)
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

bool answers_forward(struct screen *screen)
{
    struct overlay *overlay = screen->ahead;
    if (!overlay || session_jumps(screen->session) < overlay->jumps)       /* one went further back behind it: that comes first */
        return false;
    screen->ahead = overlay->below;
    overlay->below = screen->overlay;
    screen->overlay = overlay;
    if (overlay->returned)
        travel(screen, "forward");
    return true;
}

void answers_close(struct screen *screen)
{
    while (screen->overlay && screen->overlay->asked)
        panes_close_overlay(screen);
    panes_close_overlay(screen);
}
