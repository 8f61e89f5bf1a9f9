/* cursor.c - the list with the focus: moves its cursor, searches, filters, copies, writes to files.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/screen.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { SIDEWAYS_CELLS = 8 };

static int64_t times(int64_t count, int64_t lines)
{
    int64_t product;
    if (__builtin_mul_overflow(count, lines > 0 ? lines : 1, &product))
        return count < 0 ? INT64_MIN + 1 : INT64_MAX;
    return product;
}

/* Beyond the end it goes to the last row, and says so. */
static void go_line(struct screen *screen, struct list *list, uint64_t number, int height)
{
    uint64_t count = list->rows.count;
    struct text message = {0};
    text_add(&message, "only ");
    text_count(&message, count);
    text_add(&message, count == 1 ? " line" : " lines");
    list_go(list, number > count ? (count ? count - 1 : 0) : number ? number - 1 : 0, height);
    if (number > count)
        actions_say(screen, STYLE_NORMAL, text_string(&message));
    text_free(&message);
}

static void say_percent(struct screen *screen, uint64_t percent)
{
    char message[96];
    snprintf(message, sizeof message, "%" PRIu64 "%%: a percentage is at most 100; this is the end", percent);
    actions_say(screen, STYLE_NORMAL, message);
}

/* Actions that move within the list that has the focus. False: another action. */
static bool move_within(struct screen *screen, struct list *list, int height, const struct answer *answer)
{
    uint64_t last = list->rows.count ? list->rows.count - 1 : 0, count = answer->count > 0 ? (uint64_t)answer->count : 0;
    switch ((int)answer->action) {
    case ACTION_MOVE: list_move(list, answer->count, height); return true;
    case ACTION_PAGE: list_scroll(list, times(answer->count, height - 1), height); return true;
    case ACTION_HALF_PAGE: list_scroll(list, times(answer->count, height / 2), height); return true;
    case ACTION_TOP: list_go(list, 0, height); return true;
    case ACTION_BOTTOM: list_go(list, last, height); return true;
    case ACTION_LINE: go_line(screen, list, count, height); return true;
    case ACTION_PERCENT:
        if (count > 100)
            say_percent(screen, count);
        list_go(list, (uint64_t)((double)last * (double)(count < 100 ? count : 100) / 100.0), height);
        return true;
    case ACTION_CENTRE: list_centre(list, height); return true;
    case ACTION_SCROLL_SIDEWAYS: {
        int64_t cells = times(answer->count, SIDEWAYS_CELLS);
        if (cells < 0)
            list->sideways -= (uint64_t)-cells < list->sideways ? (size_t)-cells : list->sideways;
        else if (list->sideways < 100000)
            list->sideways += cells < 100000 ? (size_t)cells : 100000;
        return true;
    }
    default: return false;
    }
}

bool cursor_move(struct screen *screen, const struct answer *answer)
{
    int height;
    struct list *list = panes_focused(screen, &height);
    uint64_t before = list->cursor;
    if (!move_within(screen, list, height, answer))
        return false;
    if (screen->overlay && list->cursor != before)
        screen->overlay->passed = false;
    return true;
}

void cursor_fold(struct screen *screen, enum fold change)
{
    int height;
    struct list *list = panes_focused(screen, &height);
    if (!list->rows.fold)
        actions_say(screen, STYLE_NORMAL, "nothing is folded in this list");
    else if (!list_fold(list, change, height))
        actions_say(screen, STYLE_NORMAL, change == FOLD_OPEN ? "this line hides nothing" : change == FOLD_OPEN_ALL ? "everything is unfolded" : "nothing is unfolded here");
}

/* ---- The row under the cursor ---- */

static bool copy_place(const struct screen *screen, const struct list *list, const struct row *row, struct place *place);

/* For the row under the cursor if it names a position, else for your place. */
void cursor_edit(struct screen *screen, struct text *line)
{
    int height;
    struct row row = {0};
    struct place place;
    const struct list *list = panes_focused(screen, &height);
    if (rows_get(&list->rows, list->cursor, &row) && copy_place(screen, list, &row, &place)) {
        text_add(line, "edit ");
        session_place_text(screen->session, &place, line);
    }
    row_free(&row);
}

/* If you did not move the cursor, it is at your place or at its first link: then the question is about your place. In a list on top it is about the row, unless
 * you went elsewhere since and did not move the cursor again. */
void cursor_why(struct screen *screen, struct text *line)
{
    int height;
    struct row row = {0};
    struct place place;
    struct text position = {0};
    const struct list *list = panes_focused(screen, &height);
    const struct overlay *overlay = screen->overlay;
    bool chosen = overlay ? !overlay->passed || list->cursor != overlay->passed_row : list->cursor != list->rows.focus, dependences = session_kinds(screen->session) & KIND_WET;
    if (chosen && dependences && rows_get(&list->rows, list->cursor, &row) && copy_place(screen, list, &row, &place)) {
        session_place_text(screen->session, &place, &position);
        const char *quote = str_find_byte(text_str(&position), ' ') == SIZE_MAX ? "" : "\"";
        text_printf(line, "why %s%s%s%s", row.place.has ? "" : "not ", quote, text_string(&position), quote);
    }
    text_free(&position);
    row_free(&row);
}

/* ---- Searching in the list that has the focus ----
 *
 * While you type an expression the cursor is on its first match, if clew finds that in a moment. Enter searches for it from where you began, Esc returns
 * there. */

enum { MOMENT = 150 /* milliseconds for each key */ };

/* Keeps the last search; "" forgets it. False: not an expression, nothing changed. */
static bool remember(struct screen *screen, const char *expression, struct error *error)
{
    regex_t compiled;
    if (expression[0] && !pattern_compile(expression, &compiled, error))
        return false;
    if (screen->has_search)
        regfree(&screen->search);
    screen->has_search = expression[0] != '\0';
    if (screen->has_search)
        screen->search = compiled;
    return true;
}

/* The count-th match: after the row if the count is positive, before it if negative. *around: the search wrapped around. */
static enum search_result find(struct screen *screen, const struct list *list, int64_t count, const struct progress *progress, uint64_t *row, bool *around)
{
    enum search_result result = SEARCH_FOUND;
    *row = list->cursor;
    for (int64_t left = count; left != 0 && result <= SEARCH_AROUND; left -= count > 0 ? 1 : -1) {
        result = list_search(list, &screen->search, *row, count > 0 ? 1 : -1, progress, row);
        *around = *around || result == SEARCH_AROUND;
    }
    return result;
}

/* ---- While you type ---- */

struct typing {
    uint64_t cursor, top;               /* where you began */
    struct text before;                 /* the previous expression, to search for it again */
};

/* A key must not wait for a list of millions. */
static bool within_a_moment(void *context, uint64_t done, uint64_t total)
{
    const int64_t *began = context;
    (void)done, (void)total;
    return milliseconds() - *began < MOMENT && !signals_interrupted();
}

void search_begin(struct screen *screen)
{
    int height;
    const struct list *list = panes_focused(screen, &height);
    search_end(screen);
    screen->typing = memory_allocate(sizeof *screen->typing);
    *screen->typing = (struct typing){.cursor = list->cursor, .top = list->top};
    if (screen->has_search)
        text_append(&screen->typing->before, text_str(&screen->searched));
}

static void go_back(struct screen *screen)
{
    int height;
    struct list *list = panes_focused(screen, &height);
    list_return(list, screen->typing->cursor, screen->typing->top, height);
}

void search_typed(struct screen *screen, const char *expression)
{
    int height;
    uint64_t row;
    bool around = false;
    struct error ignored;
    int64_t began = milliseconds();
    struct progress progress = {.report = within_a_moment, .context = &began};
    if (!screen->typing)
        return;
    go_back(screen);
    if (!remember(screen, expression, &ignored) || !screen->has_search)
        return;
    struct list *list = panes_focused(screen, &height);
    if (find(screen, list, 1, &progress, &row, &around) <= SEARCH_AROUND)
        list_go(list, row, height);
}

void search_end(struct screen *screen)
{
    struct error ignored;
    struct typing *typing = screen->typing;
    if (!typing)
        return;
    go_back(screen);
    bool again = remember(screen, text_string(&typing->before), &ignored);
    (void)again;                        /* it was an expression before */
    text_free(&typing->before);
    free(typing);
    screen->typing = NULL;
}

/* ---- The search ---- */

void search_forget(struct screen *screen)
{
    struct error ignored;
    bool forgotten = remember(screen, "", &ignored);
    (void)forgotten;
}

static void search_again(struct screen *screen, int64_t count)
{
    int height;
    uint64_t row;
    bool around = false;
    struct list *list = panes_focused(screen, &height);
    struct progress progress = actions_progress(screen);
    actions_watch(screen);
    enum search_result result = find(screen, list, count, &progress, &row, &around);
    if (result <= SEARCH_AROUND)
        list_go(list, row, height);
    if (result == SEARCH_NONE)
        actions_say(screen, STYLE_NORMAL, "no line of this pane matches");
    else if (result == SEARCH_STOPPED)
        actions_say(screen, STYLE_NORMAL, "interrupted");
    else if (around)
        actions_say(screen, STYLE_NORMAL, count > 0 ? "reached the end, found from the top" : "reached the top, found from the end");
}

void actions_search(struct screen *screen, const char *expression, int64_t count)
{
    struct error error;
    actions_message(screen, STYLE_NORMAL, str_of(""));
    if (expression[0] && !remember(screen, expression, &error)) {
        actions_say(screen, STYLE_ERROR, error.message);
        return;
    }
    if (expression[0]) {
        text_clear(&screen->searched);
        text_add(&screen->searched, expression);
        text_add(&screen->echo, "search /");
        text_safe(&screen->echo, str_of(expression));
        text_add(&screen->echo, "/");
    } else {
        text_printf(&screen->echo, "%s %" PRIu64, count > 0 ? "search-next" : "search-previous", count > 0 ? (uint64_t)count : (uint64_t)-count);
    }
    if (screen->has_search)
        search_again(screen, count);
    else
        actions_say(screen, STYLE_NORMAL, "no search yet: `/` asks for a regular expression");
}

/* ---- The list that has the focus shows only rows that match ----
 *
 * The expression stays with the list: when a pane gets new rows after a move, it filters them again. */

/* Says how many rows match, and how many were not searched. */
static void tell(struct screen *screen, const struct list *list, uint64_t all)
{
    struct text text = {0};
    uint64_t looked_at;
    bool cut = rows_filter_cut(&list->rows, &looked_at, &all);
    text_count(&text, list->rows.count);
    text_add(&text, " of ");
    if (cut) {
        text_add(&text, "the first ");
        text_count(&text, looked_at);
        text_add(&text, " rows match: interrupted, the list has ");
        text_count(&text, all);
    } else {
        text_count(&text, all);
        text_add(&text, " rows match; `&` and Enter show all rows again");
    }
    actions_say(screen, cut ? STYLE_WARNING : STYLE_NORMAL, text_string(&text));
    text_free(&text);
}

/* Shows all rows; the cursor stays on its row. */
static void show_all(struct list *list, int height)
{
    uint64_t cursor = list->cursor;
    text_clear(&list->filter);
    if (rows_filter_end(&list->rows, &cursor))
        list_go(list, cursor, height);
}

static void show_matching(struct screen *screen, struct list *list, const char *expression, const regex_t *regex, int height)
{
    struct progress progress = actions_progress(screen);
    struct rows rows = list->rows;
    uint64_t all = rows.count;
    rows.focus = list->cursor;
    list->rows = (struct rows){0};
    text_add(&list->filter, expression);
    rows_filter(&rows, expression, regex, &progress);
    list_show(list, &rows, height);
    tell(screen, list, all);
}

void filter_set(struct screen *screen, const char *expression)
{
    int height;
    regex_t regex;
    struct error error;
    struct list *list = panes_focused(screen, &height);
    bool filtered = list->filter.size > 0;
    struct text echo = {0};
    text_printf(&echo, expression[0] ? "filter /%s/" : "filter", expression);
    actions_begin(screen, text_string(&echo));
    text_free(&echo);
    if (list->drawing) {
        actions_say(screen, STYLE_NORMAL, "a graph has no rows to filter");
    } else if (!expression[0]) {
        show_all(list, height);
        actions_say(screen, STYLE_NORMAL, filtered ? "all rows" : "no filter is set: `&` asks for a regular expression");
    } else if (!pattern_compile(expression, &regex, &error)) {
        actions_error(screen, &error);
    } else {
        show_all(list, height);
        show_matching(screen, list, expression, &regex, height);
        regfree(&regex);
    }
}

void filter_again(struct screen *screen, struct list *list, struct rows *rows)
{
    regex_t regex;
    struct error error;
    struct progress progress = actions_progress(screen);
    if (!list->filter.size || !pattern_compile(text_string(&list->filter), &regex, &error))
        return;
    rows_filter(rows, text_string(&list->filter), &regex, &progress);
    regfree(&regex);
}

/* ---- From the cursor's row to the terminal's clipboard ----
 *
 * clew asks the terminal by OSC 52, which xterm defined: "ESC ] 52 ; c ; BASE64 BEL". No terminal says whether it obeyed. Over ssh and in tmux (set-clipboard
 * on) the text arrives at the user's own machine. */

static void write_base64(struct str bytes, struct text *out)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (size_t i = 0; i < bytes.size; i += 3) {
        uint32_t group = 0;
        size_t have = bytes.size - i < 3 ? bytes.size - i : 3;
        for (size_t k = 0; k < 3; k++)
            group = group << 8 | (k < have ? (unsigned char)bytes.data[i + k] : 0);
        for (size_t k = 0; k < 4; k++)
            text_byte(out, k <= have ? digits[group >> (18 - 6 * k) & 63] : '=');
    }
}

void copy_text(struct screen *screen, struct str text)
{
    struct text sequence = {0}, message = {0};
    text_add(&sequence, "\033]52;c;");
    write_base64(text, &sequence);
    text_byte(&sequence, '\a');
    for (size_t done = 0; done < sequence.size;) {      /* past curses, whose buffer is empty between two drawings */
        ssize_t written = write(STDOUT_FILENO, sequence.data + done, sequence.size - done);
        if (written <= 0)
            break;                      /* the terminal is gone */
        done += (size_t)written;
    }
    text_add(&message, "copied: ");
    text_append(&message, text);
    actions_say(screen, STYLE_NORMAL, text_string(&message));
    text_free(&sequence);
    text_free(&message);
}

/* The whole row, even the part beyond the screen, without blanks around it. */
static void copy_row(struct screen *screen, const struct list *list)
{
    struct row row = {0};
    session_show_whole(screen->session, true);
    struct str text = rows_get(&list->rows, list->cursor, &row) ? str_trim(text_str(&row.text)) : str_of("");
    session_show_whole(screen->session, false);
    if (text.size)
        copy_text(screen, text);
    else
        actions_say(screen, STYLE_NORMAL, "there is nothing in this row to copy");
    row_free(&row);
}

/* The place of a row; for a source line without code its file and line. False: it has none, or it is in another trace. */
static bool copy_place(const struct screen *screen, const struct list *list, const struct row *row, struct place *place)
{
    struct row current = {0};
    struct text line = {0};
    *place = row->place;
    if (!place->has && row_field_text(row, "line", &line) && rows_get(&list->rows, list->rows.focus, &current) && current.place.has & PLACE_FILE) {
        *place = (struct place){.has = PLACE_FILE | PLACE_LINE, .file = current.place.file};
        if (!str_decimal(text_str(&line), &place->line) || !place->line)
            place->has = 0;
    }
    text_free(&line);
    row_free(&current);
    return place->has && (!place->trace || place->trace == session_trace_number(screen->session));
}

/* The row's own data: an address, a value, file and line. */
static bool field_text(const struct row *row, struct str what, struct text *out)
{
    bool line = str_is(what, "line");
    if (line && row_field_text(row, "file", out)) {
        text_byte(out, ':');
        return row_field_text(row, "line", out);
    }
    return (str_is(what, "value") && row_field_text(row, "value", out)) || (str_is(what, "address") && row_field_text(row, "address", out));
}

bool copy_from_row(struct screen *screen, struct str what, struct text *line)
{
    int height;
    struct row row = {0};
    struct place place = {0};
    struct text value = {0}, position = {0};
    const struct list *list = panes_focused(screen, &height);
    bool there = rows_get(&list->rows, list->cursor, &row), asked = false;
    if (there && str_is(what, "row"))
        copy_row(screen, list);
    else if (there && field_text(&row, what, &value))
        copy_text(screen, text_str(&value));
    else if (there && copy_place(screen, list, &row, &place))
        asked = true;
    else
        actions_say(screen, STYLE_NORMAL, place.has ? "this row belongs to another trace: go there first" : "this row names no position: `y y` copies its text");
    if (asked) {
        session_place_text(screen->session, &place, &position);
        text_printf(line, "copy %.*s ", STR(what));
        text_append(line, text_str(&position));
    }
    text_free(&position);
    text_free(&value);
    row_free(&row);
    return !asked;
}

/* ---- Lists and pictures of the screen, written to files ---- */

void save_screen(struct screen *screen, const char *arguments)
{
    struct error error;
    bool over = arguments[0] == '!';
    const char *name = arguments + over + strspn(arguments + over, " ");
    if (!export_may_write(name, over, &error)) {
        actions_error(screen, &error);
        return;
    }
    struct text copy = {0};
    draw_copy(&copy);
    FILE *file = fopen(name, "w");
    bool written = file && fwrite(copy.data, 1, copy.size, file) == copy.size;
    int problem = errno;
    if (file && fclose(file)) {
        written = false;
        problem = errno;
    }
    error_set(&error, "%s: %s", name, strerror(problem));
    if (written)
        actions_say(screen, STYLE_NORMAL, "screen written");
    else
        actions_error(screen, &error);
    text_free(&copy);
}

void export_list(struct screen *screen, const struct rows *rows, const char *path, int64_t how)
{
    static const char *const said[] = {[EXPORT_JSON] = "written as JSON", [EXPORT_CSV] = "written as CSV", [EXPORT_DOT] = "written as a graph",
                                       [EXPORT_TEXT] = "written as text"};
    struct error error;
    struct progress progress = actions_progress(screen);
    struct export_wish wish = {(enum export_format)(how % EXPORT_OVER), path, how >= EXPORT_OVER};
    if (export_rows(screen->session, rows, &wish, &progress, &error))
        actions_say(screen, STYLE_NORMAL, said[wish.format]);
    else
        actions_error(screen, &error);
}
