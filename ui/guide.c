/* guide.c - the steps of clew tour, in the lines below the panes.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     -- tour 3 of 12: And who before ----------------- F8 does it  F7 back  q leaves --
 *     You are in line 38 now, which called window_mean. ... The same again press: Down, then Enter
 *
 * The lines go away with a screen too low to hold them beside the main pane, and come again with it. */
#include <string.h>

#include "ui/screen.h"

enum { GUIDE_ROWS = 7 /* at most */, GUIDE_BODY = 5 /* rows that the panes and the two last lines keep */ };

static const struct tour_step *step_of(const struct screen *screen)
{
    return &screen->tour->steps[screen->tour_step];
}

/* ---- Drawing ---- */

/* The step's words and, from `*keys` on, its keys. */
static void write_lines(const struct screen *screen, struct text *out, size_t *keys)
{
    const struct tour_step *step = step_of(screen);
    size_t used = 0, room = screen->columns > 2 ? (size_t)screen->columns - 2 : 1;
    struct slice rest = slice_of(step->text), word;
    while (slice_field(&rest, &word))
        text_word(out, &used, room, word);
    *keys = out->size;
    rest = slice_of(step->keys);
    if (rest.size && used)
        text_word(out, &used, room, slice_of("press:"));
    while (slice_field(&rest, &word))
        text_word(out, &used, room, word);
}

int guide_rows(const struct screen *screen)
{
    if (!screen->tour)
        return 0;
    struct text lines = {0};
    size_t keys;
    int rows = 2, most = screen->rows - GUIDE_BODY < GUIDE_ROWS ? screen->rows - GUIDE_BODY : GUIDE_ROWS;
    write_lines(screen, &lines, &keys);
    for (size_t i = 0; i < lines.size; i++)
        rows += lines.data[i] == '\n';
    text_free(&lines);
    return most < 2 ? 0 : rows < most ? rows : most;
}

static void draw_head(const struct screen *screen, int y)
{
    const struct theme *theme = &screen->theme;
    struct text title = {0};
    const char *help = screen->columns >= 60 ? " F8 does it  F7 back  q leaves " : " F8 F7 q ";
    for (int x = 0; x < screen->columns; x++)
        draw_frame(theme, y, x, FRAME_ACROSS);
    int tail = (int)strlen(help), end = screen->columns - tail - 2;
    text_printf(&title, screen->columns >= 60 ? " tour %zu of %zu: %s " : " %zu/%zu %s ", screen->tour_step + 1, screen->tour->count, step_of(screen)->title);
    struct pen pen = {.theme = theme, .y = y, .x = 2, .end = end};
    pen_write(&pen, text_slice(&title), theme->title_focused);
    pen_mark_cut(&pen, theme->title_focused);
    pen = (struct pen){.theme = theme, .y = y, .x = end > 2 ? end : 2, .end = screen->columns};
    pen_write(&pen, slice_of(help), theme->title);
    text_free(&title);
}

void guide_draw(const struct screen *screen)
{
    int rows = guide_rows(screen), y = screen->rows - 1 - messages_rows(screen) - rows;
    if (!rows)
        return;
    struct text lines = {0};
    size_t keys, at = 0;
    write_lines(screen, &lines, &keys);
    draw_head(screen, y);
    for (int i = 1; i < rows && at < lines.size; i++) {
        struct slice rest = slice_cut(text_slice(&lines), at, SIZE_MAX);
        size_t end = slice_find_byte(rest, '\n'), size = end == SIZE_MAX ? rest.size : end, plain = keys > at ? keys - at : 0;
        struct pen pen = {.theme = &screen->theme, .y = y + i, .x = 0, .end = screen->columns};
        pen_write(&pen, slice_of(" "), A_NORMAL);
        pen_write(&pen, slice_cut(rest, 0, plain < size ? plain : size), A_NORMAL);
        if (plain < size)
            pen_write(&pen, slice_cut(rest, plain, size - plain), screen->theme.title_focused);
        at += size + 1;
        pen.cut = pen.cut || (i == rows - 1 && at < lines.size);
        pen_mark_cut(&pen, A_NORMAL);
        pen_fill(&pen, A_NORMAL);
    }
    text_free(&lines);
}

/* ---- Going on ---- */

static bool is_over(const struct screen *screen)
{
    const struct tour_step *step = step_of(screen);
    struct place place;
    struct node node = {0};
    struct program *program = session_program(screen->session);
    if (step->wait)
        return !strcmp(screen->ran, step->wait);
    return step->line && program && session_here(screen->session, &place, &node) && program_instruction(program, node.index).line == step->line;
}

static void show_step(struct screen *screen)
{
    panes_layout(screen);
    panes_refresh(screen);
}

void guide_follow(struct screen *screen)
{
    bool over = screen->tour && is_over(screen) && screen->tour_step + 1 < screen->tour->count;
    screen->ran = "";
    if (!over)
        return;
    screen->tour_step++;
    show_step(screen);
}

/* What the keys of this step do; the next one begins in any case. */
static void go_on(struct screen *screen)
{
    const struct tour_step *step = step_of(screen);
    if (screen->tour_step + 1 == screen->tour->count) {
        actions_say(screen, STYLE_NORMAL, "this was the last step: q leaves");
        return;
    }
    while (screen->overlay && step->line)
        panes_close_overlay(screen);
    for (size_t i = 0; i < TOUR_COMMANDS && step->commands[i]; i++)
        if (strcmp(step->commands[i], "close") != 0 || screen->overlay)     /* without a list it would end clew */
            actions_run_own(screen, step->commands[i], FOLLOW_NOTHING);
    screen->tour_step++;
    show_step(screen);
}

static void go_back(struct screen *screen)
{
    if (screen->tour_step == 0) {
        actions_say(screen, STYLE_NORMAL, "this is the first step");
        return;
    }
    screen->tour_step--;
    while (screen->overlay)
        panes_close_overlay(screen);
    if (step_of(screen)->at)
        actions_run_own(screen, step_of(screen)->at, FOLLOW_NOTHING);
    show_step(screen);
}

void guide_command(struct screen *screen, struct slice how)
{
    if (!screen->tour)
        actions_say(screen, STYLE_ERROR, "no tour is shown: clew tour begins it");
    else if (!how.size || slice_is(how, "next"))
        go_on(screen);
    else if (slice_is(how, "back"))
        go_back(screen);
    else
        actions_say(screen, STYLE_ERROR, "tour: expected next or back");
    screen->ran = "";
}
