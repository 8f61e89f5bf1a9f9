/* guide.c - the steps of clew tour, in the lines below the panes.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     -- tour 3 of 12: And who before ----------------- F8 does it  F7 back  q leaves --
 *     You are in line 38 now, which called window_mean. ... The same again press: Down, then Enter
 *
 * Keys lead elsewhere from elsewhere: where one is on another line, in another pane, or under a list than the step begins at, the lines say so instead, and how
 * to get back; of a row that is to be followed they say how far it is from the cursor. On a low screen the words are brief ones, so that what they speak of
 * can be seen.
 *
 * The lines go away with a screen too low to hold them beside the main pane, and come again with it. */
#include <inttypes.h>
#include <string.h>

#include "recording/questions/questions.h"
#include "tools/tools.h"
#include "ui/draw.h"
#include "ui/screen.h"

enum { GUIDE_ROWS = 7 /* at most */, GUIDE_BODY = 5 /* rows that the panes and the two last lines keep */, GUIDE_LOW = 16, GUIDE_SEEN = 100 };

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
    struct slice rest = slice_of(screen->rows < GUIDE_LOW && step->brief ? step->brief : step->text), word;
    if (screen->guide_text.size)
        rest = text_slice(&screen->guide_text);
    while (slice_field(&rest, &word))
        text_word(out, &used, room, word);
    *keys = out->size;
    rest = screen->guide_keys.size ? text_slice(&screen->guide_keys) : slice_of(step->keys);
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

/* ---- Where one is ---- */

/* Does a row lead to a source line? */
static bool leads_to(const struct row *row, uint64_t line)
{
    struct text text = {0};
    uint64_t number;
    bool leads = row->place.has && row_field_text(row, "line", &text) && slice_decimal(text_slice(&text), &number) && number == line;
    text_free(&text);
    return leads;
}

static bool here(const struct screen *screen, uint64_t *line, uint64_t *instance)
{
    struct place place;
    struct node node = {0};
    struct program *program = session_program(screen->session);
    bool known = program && session_here(screen->session, &place, &node);
    *line = known ? program_instruction(program, node.index).line : 0;
    *instance = node.instance;
    return known;
}

static bool is_over(const struct screen *screen)
{
    const struct tour_step *step = step_of(screen);
    uint64_t line, instance;
    if (step->wait)
        return !strcmp(screen->ran, step->wait);
    return step->line && here(screen, &line, &instance) && line == step->line;
}

/* Is one not where the step begins, on its line or in its pane? What to do is said, if it is. */
static bool is_astray(const struct screen *screen, struct text *text, struct text *keys)
{
    const struct tour_step *step = step_of(screen);
    uint64_t line, instance;
    if (!step->at)
        return false;
    bool there = here(screen, &line, &instance) && line == step->at_line;
    if (screen->overlay && there)
        text_add(text, "A list lies over the panes. To close that,");
    else if (there && (step->at_instance == UINT64_MAX || instance == step->at_instance) && screen->focus == session_arrangement(screen->session)->main)
        return false;
    else if (there && screen->focus != session_arrangement(screen->session)->main)
        text_add(text, "The cursor is in another pane. To go back to where this step begins,");
    else if (there)
        text_printf(text, "You are in another round of line %" PRIu64 ". To go back to where this step begins,", line);
    else if (line)
        text_printf(text, "You are in line %" PRIu64 ", this step begins in line %" PRIu64 ". To go back there,", line, step->at_line);
    else
        text_printf(text, "You are elsewhere, this step begins in line %" PRIu64 ". To go back there,", step->at_line);
    text_add(keys, screen->overlay && there ? "q" : "F7");
    return true;
}

/* How far it is to the row that leads to the step's line; nothing where the step's own keys do it, or no row leads there. */
static void point_at_row(struct screen *screen, struct text *keys)
{
    const struct list *list = &screen->panes[screen->focus].list;
    uint64_t at = 0, most = list->rows.count < GUIDE_SEEN ? list->rows.count : GUIDE_SEEN;
    struct row row = {0};
    bool found = false;
    for (; at < most && !found; at += !found)
        found = rows_get(&list->rows, at, &row) && leads_to(&row, step_of(screen)->line);
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

/* ---- Going on ---- */

static void show_step(struct screen *screen)
{
    panes_layout(screen);
    panes_refresh(screen);
}

/* What is said for the step, by where one is. */
static void look(struct screen *screen)
{
    struct text text = {0}, keys = {0};
    panes_refresh(screen);
    if (!is_astray(screen, &text, &keys) && step_of(screen)->line && step_of(screen)->at)
        point_at_row(screen, &keys);
    bool same = slice_equal(text_slice(&text), text_slice(&screen->guide_text)) && slice_equal(text_slice(&keys), text_slice(&screen->guide_keys));
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

/* Nothing lies over the panes, and one is where the step begins. */
static void go_to_step(struct screen *screen)
{
    while (screen->overlay)
        panes_close_overlay(screen);
    panes_focus(screen, session_arrangement(screen->session)->main);
    if (step_of(screen)->at)
        actions_run_own(screen, step_of(screen)->at, FOLLOW_NOTHING);
    if (step_of(screen)->then)
        actions_run_own(screen, step_of(screen)->then, FOLLOW_NOTHING);
}

/* What the keys of this step do, from where it begins; the next one begins in any case. */
static void go_on(struct screen *screen)
{
    const struct tour_step *step = step_of(screen);
    if (screen->tour_step + 1 == screen->tour->count) {
        actions_say(screen, STYLE_NORMAL, "this was the last step: q leaves");
        return;
    }
    if (screen->guide_text.size)        /* from elsewhere they lead elsewhere */
        go_to_step(screen);
    for (size_t i = 0; i < TOUR_COMMANDS && step->commands[i]; i++)
        if (strcmp(step->commands[i], "close") != 0 || screen->overlay)     /* without a list it would end clew */
            actions_run_own(screen, step->commands[i], FOLLOW_NOTHING);
    screen->tour_step++;
    show_step(screen);
}

/* To where this step begins, or if one is there, to the one before. */
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
