/* messages.c - the bottom lines: messages, progress, notices, the tour's step.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A refusal, warning, answer or opening message longer than the bottom line takes as many rows above it as it needs, until the next key, because the end of
 * a refusal says what to do next. The message covers the panes, whose rows do not move, and leaves them half of their rows. `messages` lists the rest, and
 * earlier messages. */
#include "tools/tools.h"
#include "ui/screen.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { WATCH_DELAY = 100 };

void actions_message(struct screen *screen, enum style style, struct str text)
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
    text_safe(&screen->message, str_of(message));
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

static void draw_progress(struct screen *screen, uint64_t done, uint64_t total)
{
    char line[96];
    const char *what = screen->doing ? screen->doing : "working";
    if (total || !done)
        snprintf(line, sizeof line, "%s: %d%%, ^C stops it", what, total ? (int)((double)done * 100.0 / (double)total) : 0);
    else                                /* the total is unknown */
        snprintf(line, sizeof line, "%s: %" PRIu64 " so far, ^C stops it", what, done);
    struct pen pen = {.theme = &screen->theme, .y = screen->rows - 1, .end = screen->columns};
    pen_write(&pen, str_of(line), A_NORMAL);
    pen_fill(&pen, A_NORMAL);
    refresh();
}

/* Long work calls this: it shows progress, and stops the work after ^C or an ending signal. */
static bool report(void *context, uint64_t done, uint64_t total)
{
    struct screen *screen = context;
    int64_t time = milliseconds();
    if (time - screen->watched_since >= WATCH_DELAY) {
        screen->watched_since = time;
        if (keyboard_interrupted(&screen->keyboard, STDIN_FILENO))
            signals_note_interrupt();
        if (screen->rows > 1 && !isendwin())
            draw_progress(screen, done, total);
    }
    return !signals_interrupted();
}

static void take_doing(void *context, const char *what)
{
    ((struct screen *)context)->doing = what;
}

struct progress actions_progress(struct screen *screen)
{
    return (struct progress){report, screen, take_doing};
}

void actions_watch(struct screen *screen)
{
    screen->watched_since = milliseconds();
    signals_forget_interrupt();
}

void actions_begin(struct screen *screen, const char *echo)
{
    actions_message(screen, STYLE_NORMAL, str_of(""));
    text_safe(&screen->echo, str_of(echo));
    actions_watch(screen);
}

enum { TITLED_ROWS = 3 /* the bottom line, the status line, one row */, MORE_COLUMNS = 30 };

/* Breaks a text into lines of `room` cells; the later lines are indented like the first. */
static void add_wrapped(struct rows *rows, struct str text, enum style style, size_t room)
{
    struct text lines = {0};
    struct str rest = text, word, line;
    size_t indent = 0, used = 0;
    while (indent < text.size && text.data[indent] == ' ')
        indent++;
    indent = indent < room / 2 ? indent : 0;
    while (str_field(&rest, &word))
        text_word(&lines, &used, room - indent, word);
    rest = text_str(&lines);
    while (str_line(&rest, &line)) {
        struct row *row = rows_add_printf(rows, "%*s", (int)indent, "");
        text_append(&row->text, line);
        row->style = style;
    }
    text_free(&lines);
}

static size_t room_of(const struct screen *screen)
{
    return screen->columns > 4 ? (size_t)screen->columns - 2 : 2;
}

/* ---- The bottom line ---- */

/* Takes the next line off a text: up to the last blank within so many cells, else as much as fits. */
static struct str take_line(struct str *text, size_t room)
{
    size_t end = 0, used = 0, blank = 0;
    while (end < text->size) {
        uint32_t code;
        size_t size = text_decode(str_cut(*text, end, SIZE_MAX), &code);
        used += (size_t)text_cells(code);
        if (code == ' ')
            blank = end;
        else if (used > room && end)
            break;
        end += size;
    }
    end = end < text->size && blank ? blank : end;
    struct str line = str_cut(*text, 0, end);
    *text = str_trim(str_cut(*text, end, SIZE_MAX));
    return line;
}

int messages_rows(const struct screen *screen)
{
    struct str rest = text_str(&screen->message);
    if (screen->prompt || !screen->message_whole || screen->rows <= TITLED_ROWS || text_width(rest) <= (size_t)screen->columns)
        return 1;
    int rows = 0, most = 1 + (screen->rows - 2 - guide_rows(screen)) / 2;
    for (; rest.size && rows < most; rows++)
        take_line(&rest, (size_t)screen->columns);
    return rows;
}

void messages_draw(const struct screen *screen, int rows, int end)
{
    const struct theme *theme = &screen->theme;
    struct str rest = text_str(&screen->message);
    for (int i = 0; i < rows; i++) {
        bool last = i + 1 == rows;
        struct str line = take_line(&rest, (size_t)screen->columns);
        const char *more = last && rest.size && screen->columns >= MORE_COLUMNS ? "  :messages" : "";
        struct pen pen = {.theme = theme, .y = screen->rows - rows + i, .x = 0, .end = (last ? end : screen->columns) - (int)strlen(more)};
        pen_write(&pen, line, theme->styles[screen->message_style]);
        pen.cut = pen.cut || (last && rest.size && !more[0]);
        pen_mark_cut(&pen, A_NORMAL);
        pen = (struct pen){.theme = theme, .y = pen.y, .x = pen.x, .end = screen->columns};
        pen_write(&pen, str_of(more), theme->styles[STYLE_DIM]);
        pen_fill(&pen, A_NORMAL);
    }
}

/* ---- Rows that are too wide ---- */

void messages_wrap(const struct screen *screen, struct rows *rows)
{
    struct rows wrapped = {.title = rows->title};
    struct row row = {0};
    for (uint64_t i = 0; i < rows->count && rows_get(rows, i, &row); i++) {
        struct str text = text_str(&row.text);
        if (text_width(text) <= room_of(screen))
            rows_add(&wrapped, text)->style = row.style;
        else
            add_wrapped(&wrapped, text, row.style, room_of(screen));
    }
    wrapped.title = arena_copy(&wrapped.arena, rows->title);
    row_free(&row);
    rows_free(rows);
    *rows = wrapped;
}

/* ---- Earlier messages ---- */

static void messages_add(struct screen *screen, struct str text, enum style style)
{
    struct message *last = screen->message_count ? &screen->messages[(screen->message_count - 1) % MESSAGES] : NULL;
    if (!text.size || (last && str_equal(text_str(&last->text), text)))
        return;
    struct message *next = &screen->messages[screen->message_count++ % MESSAGES];
    text_clear(&next->text);
    text_append(&next->text, text);
    next->style = style;
}

void messages_keep(struct screen *screen)
{
    messages_add(screen, text_str(&screen->message), screen->message_style);
}

void messages_show(struct screen *screen)
{
    struct rows rows = {0};
    size_t kept = screen->message_count < MESSAGES ? screen->message_count : MESSAGES;
    for (size_t i = 0; i < kept; i++) {
        const struct message *message = &screen->messages[(screen->message_count - 1 - i) % MESSAGES];
        add_wrapped(&rows, text_str(&message->text), message->style, room_of(screen));
    }
    if (!kept)
        rows_add(&rows, str_of("no messages yet"))->style = STYLE_DIM;
    rows.title = str_of("messages, the last one first");
    actions_open(screen, &rows, false);
    rows_free(&rows);
}

void messages_free(struct screen *screen)
{
    for (size_t i = 0; i < MESSAGES; i++)
        text_free(&screen->messages[i].text);
}

/* ---- The lines of the tour ---- */

enum { GUIDE_ROWS = 7 /* the most */, GUIDE_BODY = 5 /* rows left to the panes and the two last lines */, GUIDE_LOW = 16 };

const struct tour_step *guide_step(const struct screen *screen)
{
    return &screen->tour->steps[screen->tour_step];
}

/* The step's words and, from `*keys` on, its keys. */
static void write_lines(const struct screen *screen, struct text *out, size_t *keys)
{
    const struct tour_step *step = guide_step(screen);
    size_t used = 0, room = screen->columns > 2 ? (size_t)screen->columns - 2 : 1;
    struct str rest = str_of(screen->rows < GUIDE_LOW && step->brief ? step->brief : step->text), word;
    if (screen->guide_text.size)
        rest = text_str(&screen->guide_text);
    while (str_field(&rest, &word))
        text_word(out, &used, room, word);
    *keys = out->size;
    rest = screen->guide_keys.size ? text_str(&screen->guide_keys) : str_of(step->keys);
    if (rest.size && used)
        text_word(out, &used, room, str_of("press:"));
    while (str_field(&rest, &word))
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
    text_printf(&title, screen->columns >= 60 ? " tour %zu of %zu: %s " : " %zu/%zu %s ", screen->tour_step + 1, screen->tour->count, guide_step(screen)->title);
    struct pen pen = {.theme = theme, .y = y, .x = 2, .end = end};
    pen_write(&pen, text_str(&title), theme->title_focused);
    pen_mark_cut(&pen, theme->title_focused);
    pen = (struct pen){.theme = theme, .y = y, .x = end > 2 ? end : 2, .end = screen->columns};
    pen_write(&pen, str_of(help), theme->title);
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
        struct str rest = str_cut(text_str(&lines), at, SIZE_MAX);
        size_t end = str_find_byte(rest, '\n'), size = end == SIZE_MAX ? rest.size : end, plain = keys > at ? keys - at : 0;
        struct pen pen = {.theme = &screen->theme, .y = y + i, .x = 0, .end = screen->columns};
        pen_write(&pen, str_of(" "), A_NORMAL);
        pen_write(&pen, str_cut(rest, 0, plain < size ? plain : size), A_NORMAL);
        if (plain < size)
            pen_write(&pen, str_cut(rest, plain, size - plain), screen->theme.title_focused);
        at += size + 1;
        pen.cut = pen.cut || (i == rows - 1 && at < lines.size);
        pen_mark_cut(&pen, A_NORMAL);
        pen_fill(&pen, A_NORMAL);
    }
    text_free(&lines);
}

/* ---- Unasked messages of the session ---- */

/* Is it one that `problems` lists: file, line and column of the trace, and what is wrong there? */
static bool is_problem(const struct screen *screen, struct str line)
{
    struct text path = {0};
    text_safe(&path, str_of(session_path(screen->session)));
    struct str behind = str_cut(line, path.size, SIZE_MAX);
    bool problem = path.size && str_starts(line, text_string(&path)) && behind.size > 1 && behind.data[0] == ':' && behind.data[1] >= '0' && behind.data[1] <= '9';
    text_free(&path);
    return problem;
}

/* Keeps those that do not fit the bottom line, the last one first: `messages` lists them below it, in the order of their appearance. */
static void keep_rest(struct screen *screen, struct str rest)
{
    while (rest.size) {
        struct str before = str_cut(rest, 0, rest.size - 1);        /* without the line end */
        size_t end = str_find_last_byte(before, '\n');
        messages_add(screen, str_cut(before, end == SIZE_MAX ? 0 : end + 1, SIZE_MAX), STYLE_WARNING);
        rest = str_cut(before, 0, end == SIZE_MAX ? 0 : end + 1);
    }
}

/* The first notice as the message; false: there is none. */
static bool show_notices(struct screen *screen)
{
    struct text line = {0}, first = {0}, rest = {0};
    size_t more = 0;
    bool problems = true;
    while (session_notice(screen->session, &line)) {
        problems = problems && is_problem(screen, text_str(&line));
        if (first.size) {
            more++;
            text_append(&rest, text_str(&line));
            text_byte(&rest, '\n');
        } else {
            text_append(&first, text_str(&line));
        }
    }
    keep_rest(screen, text_str(&rest));
    if (more)
        text_printf(&first, problems ? "  (and %zu more: `problems` lists what is wrong with the file)" : "  (and %zu more: `messages` lists them)", more);
    bool told = first.size;
    if (told)
        actions_say(screen, STYLE_WARNING, text_string(&first));
    text_free(&rest);
    text_free(&line);
    text_free(&first);
    return told;
}

/* The trace's own words, unless there is a message already: problems come before them. */
static void greet(struct screen *screen, bool told)
{
    struct text line = {0};
    if (session_greeting(screen->session, &line) && !told && !screen->tour) {       /* the tour has its own words */
        actions_say(screen, STYLE_NORMAL, text_string(&line));
        screen->message_whole = true;
    }
    text_free(&line);
}

void notices_show(struct screen *screen)
{
    greet(screen, show_notices(screen));
    messages_keep(screen);
}

/* A single wrong line of a clewrc gives a message; several give a list. */
static void show_rc_problems(struct screen *screen)
{
    struct rows problems = {0};
    struct row row = {0};
    session_rc_problems(screen->session, &problems);
    if (problems.count > 1)
        actions_open(screen, &problems, false);
    else if (rows_get(&problems, 0, &row))
        actions_say(screen, STYLE_WARNING, text_string(&row.text));
    row_free(&row);
    rows_free(&problems);
}

/* Have you moved since the last call? */
static bool has_moved(struct screen *screen)
{
    struct text here = {0};
    session_position(screen->session, &here);
    bool moved = !str_equal(text_str(&here), text_str(&screen->displayed));
    text_free(&screen->displayed);
    screen->displayed = here;
    return moved;
}

void notices_greet(struct screen *screen)
{
    bool told = show_notices(screen);
    messages_keep(screen);
    show_rc_problems(screen);
    has_moved(screen);
    if (!screen->tour)
        paint_screen(screen);           /* the words may take a walk through the recording */
    greet(screen, told || screen->message.size);
    messages_keep(screen);
}

/* Appends to the message of the move: "1: sum = 3  2: i unknown". `display` lists the rest, and why values are unknown. */
void notices_displays(struct screen *screen)
{
    struct rows rows = {0};
    struct row row = {0};
    if (has_moved(screen))
        session_displays(screen->session, &rows);
    if (rows.count && !screen->message.size)
        screen->message_style = STYLE_NORMAL;
    screen->message_whole = screen->message_whole || rows.count;
    for (uint64_t i = 0; i < rows.count && rows_get(&rows, i, &row); i++) {
        text_add(&screen->message, screen->message.size ? "  " : "");
        text_append(&screen->message, str_trim(str_cut(text_str(&row.text), 0, row.span_count ? row.spans[0].from : SIZE_MAX)));
    }
    row_free(&row);
    rows_free(&rows);
}
