/* answers.c - answers whose rows are questions: they stack, and one goes back and forward among them.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Enter on a row that asks (struct row, ask) goes to the row's place and asks there; the answer is laid over the one it was asked from. `back` then means the
 * answer before, with its cursor where it was, and the place one stood at; `forward` the one that was gone back from. What was gone back from is kept until
 * something else is asked. */
#include <stdlib.h>

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
        actions_run(screen, text_string(&line), FOLLOW_NOTHING);
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

bool answers_back(struct screen *screen)
{
    struct overlay *overlay = screen->overlay;
    struct place here = {0};
    if (!overlay || !overlay->asked)
        return false;
    screen->overlay = overlay->below;
    overlay->below = screen->ahead;
    screen->ahead = overlay;
    overlay->returned = overlay->moved && position(screen, &here) && place_equal(&here, &overlay->place);
    if (overlay->returned)
        travel(screen, "back");
    return true;
}

bool answers_forward(struct screen *screen)
{
    struct overlay *overlay = screen->ahead;
    if (!overlay)
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
