/* list.c - draws lists of rows, and turns text and styles into cells.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Rows arrive safe, yet list.c sends no control characters either: it is the last gate before the terminal. It asks the C library for widths because curses
 * does; if they differed, columns would shift. */
#include "ui/list.h"

#include <langinfo.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

static int cells_of(const struct theme *theme, uint32_t *code)
{
    if (!theme->unicode && *code >= 0x80)
        *code = '?';
    int cells = wcwidth((wchar_t)*code);
    if (cells < 0 || *code < ' ') {
        *code = '?';
        cells = 1;
    }
    return cells;
}

static void put_blanks(struct pen *pen, int count)
{
    for (; count > 0 && pen->x < pen->end; count--)
        mvaddch(pen->y, pen->x++, ' ');
}

static void put(struct pen *pen, uint32_t code, int cells)
{
    wchar_t character = (wchar_t)code;
    if (cells)
        mvaddnwstr(pen->y, pen->x, &character, 1);
    else
        addnwstr(&character, 1);        /* combining: joins the character before */
    pen->x += cells;
}

void pen_write(struct pen *pen, struct str text, attr_t attributes)
{
    attrset((int)attributes);
    bool base = false;                  /* a character that combining ones can join */
    while (text.size && !pen->cut) {
        uint32_t code;
        size_t size = text_decode(text, &code);
        text = str_cut(text, size, text.size);
        int cells = cells_of(pen->theme, &code);
        if (cells && pen->skip) {
            size_t left_out = pen->skip < (size_t)cells ? pen->skip : (size_t)cells;
            pen->skip -= left_out;
            put_blanks(pen, cells - (int)left_out);
            base = false;
        } else if (pen->x + cells > pen->end) {
            put_blanks(pen, cells - 1);
            pen->cut = true;
        } else if (cells || base) {
            put(pen, code, cells);
            base = true;
        }
    }
    attrset(A_NORMAL);
}

void pen_fill(struct pen *pen, attr_t attributes)
{
    attrset((int)attributes);
    put_blanks(pen, pen->end - pen->x);
    attrset(A_NORMAL);
}

void pen_mark_cut(struct pen *pen, attr_t attributes)
{
    if (!pen->cut || pen->x < 1)
        return;
    attrset((int)attributes);
    if (pen->theme->unicode)
        mvaddnwstr(pen->y, pen->x - 1, L"…", 1);
    else
        mvaddch(pen->y, pen->x - 1, '>');
    attrset(A_NORMAL);
}

void draw_frame(const struct theme *theme, int y, int x, enum frame_piece piece)
{
    static const wchar_t lines[] = L"─│┬┴┤├┼";
    attrset((int)theme->frame);
    if (theme->unicode)
        mvaddnwstr(y, x, &lines[piece], 1);
    else
        mvaddch(y, x, (chtype)"-|+++++"[piece]);
    attrset(A_NORMAL);
}

static void copy_row(int y, struct text *out)
{
    cchar_t cell;
    wchar_t characters[CCHARW_MAX + 1];
    attr_t attributes;
    short pair;
    size_t start = out->size, end = start;
    for (int x = 0; x < COLS; x++) {
        if (mvin_wch(y, x, &cell) == ERR || getcchar(&cell, characters, &attributes, &pair, NULL) == ERR)
            continue;
        int cells = wcwidth(characters[0]);
        text_printf(out, "%ls", characters);
        x += cells > 1 ? cells - 1 : 0;
        if (characters[0] != L' ')
            end = out->size;
    }
    out->size = end;
    text_byte(out, '\n');
}

void draw_copy(struct text *out)
{
    for (int y = 0; y < LINES; y++)
        copy_row(y, out);
}

/* ---- How styles look on this terminal ---- */

enum { BRIGHT = 8 };

static bool wants_colours(void)
{
    const char *refusal = getenv("NO_COLOR");
    return has_colors() && !(refusal && refusal[0]);
}

/* Each style uses the colour pair of its number. Without bright colours the plain one is used, in bold; other colours that the terminal lacks are dropped. */
static attr_t colour_of(int style, int colour)
{
    attr_t bold = 0;
    if (colour >= COLORS && colour >= BRIGHT && colour < 2 * BRIGHT) {
        colour -= BRIGHT;
        bold = A_BOLD;
    }
    short pair = (short)(style + 1);
    if (colour < 0 || colour >= COLORS || init_pair(pair, (short)colour, -1) != OK)
        return 0;
    return (attr_t)COLOR_PAIR(pair) | bold;
}

static attr_t attributes_of(const struct theme *theme, int style)
{
    const struct style_look *look = &theme->looks[style];
    attr_t attributes = 0;
    if (look->flags & LOOK_BOLD)
        attributes |= A_BOLD;
    if (look->flags & LOOK_UNDERLINE)
        attributes |= A_UNDERLINE;
    if (look->flags & LOOK_REVERSE)
        attributes |= A_REVERSE;
    if (!theme->coloured)
        return attributes;
    if (look->flags & LOOK_DIM && termattrs() & A_DIM)
        attributes |= A_DIM;
    return attributes | colour_of(style, look->colour);
}

static void apply(struct theme *theme)
{
    for (int i = 0; i < STYLES; i++)
        theme->styles[i] = attributes_of(theme, i);
    theme->match = theme->styles[STYLE_MATCH];
    theme->frame = theme->styles[STYLE_DIM];
}

void theme_take(struct theme *theme, const struct style_look *looks)
{
    if (memcmp(theme->looks, looks, sizeof theme->looks) == 0)
        return;
    memcpy(theme->looks, looks, sizeof theme->looks);
    apply(theme);
}

void theme_start(struct theme *theme, const struct style_look *looks)
{
    *theme = (struct theme){.title_focused = A_BOLD};
    memcpy(theme->looks, looks, sizeof theme->looks);
    theme->unicode = strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
    bool reverses = (termattrs() & A_REVERSE) != 0;
    theme->marks_cursor = !reverses;
    theme->cursor = theme->status = reverses ? A_REVERSE : A_STANDOUT;
    theme->coloured = wants_colours() && start_color() != ERR && use_default_colors() != ERR;
    apply(theme);
}

/* ---- Lists: rows in a window, with a cursor ---- */

enum {
    SEARCH_STEP = 256,                  /* rows between two reports of progress */
    MARGIN_WIDTH = 20                   /* narrower boxes have none */
};

static uint64_t window(int height)
{
    return height > 0 ? (uint64_t)height : 1;
}

static void follow(struct list *list, int height)
{
    uint64_t count = list->rows.count, seen = window(height);
    if (list->cursor >= count)
        list->cursor = count ? count - 1 : 0;
    if (list->top > list->cursor)
        list->top = list->cursor;
    if (list->cursor - list->top >= seen)
        list->top = list->cursor - seen + 1;
    if (list->top + seen > count)
        list->top = count > seen ? count - seen : 0;
}

void list_fit(struct list *list, int height)
{
    uint64_t seen = window(height), had = window(list->rest_height), above = seen > had ? (seen - had) / 2 : 0;
    list->top = list->rest > above ? list->rest - above : 0;
    follow(list, height);
}

/* Brings the cursor into sight, and keeps that position. */
static void settle(struct list *list, int height)
{
    follow(list, height);
    list->rest = list->top;
    list->rest_height = height;
}

void list_return(struct list *list, uint64_t cursor, uint64_t top, int height)
{
    list->cursor = cursor;
    list->top = top;
    settle(list, height);
}

void list_go(struct list *list, uint64_t row, int height)
{
    uint64_t seen = window(height);
    bool near = row + 1 >= list->top && row <= list->top + seen;
    list->cursor = row;
    if (!near)
        list->top = row > seen / 2 ? row - seen / 2 : 0;
    settle(list, height);
}

void list_show(struct list *list, struct rows *rows, int height)
{
    rows_free(&list->rows);
    list->rows = *rows;
    *rows = (struct rows){0};
    uint64_t seen = window(height), focus = list->rows.focus;
    bool inside = focus >= list->top + (list->top ? 1 : 0) && focus + 1 < list->top + seen;
    if (!inside)
        list->top = focus > seen / 2 ? focus - seen / 2 : 0;
    list->cursor = focus;
    settle(list, height);
}

/* A label in STYLE_CURRENT; lines may have that style, too, but contain no digits. */
static bool is_current_label(struct str piece, enum style style)
{
    bool digit = false;
    for (size_t i = 0; i < piece.size && style == STYLE_CURRENT; i++)
        digit = digit || (piece.data[i] >= '0' && piece.data[i] <= '9');
    return digit;
}

/* The cells of the current node's label. False: the row has none. */
static bool current_cells(const struct row *row, size_t *from, size_t *to)
{
    struct str text = text_str(&row->text);
    for (size_t i = 0; i < row->span_count && i < ROW_SPANS; i++) {
        size_t start = row->spans[i].from, end = i + 1 < row->span_count && i + 1 < ROW_SPANS ? row->spans[i + 1].from : text.size;
        if (end <= start || !is_current_label(str_cut(text, start, end - start), row->spans[i].style))
            continue;
        *from = text_width(str_cut(text, 0, start));
        *to = text_width(str_cut(text, 0, end));
        return true;
    }
    return false;
}

/* Cells of the widest visible row. */
static size_t widest_seen(const struct list *list, int height)
{
    struct row row = {0};
    size_t widest = 0;
    for (uint64_t i = list->top; i < list->top + window(height) && rows_get(&list->rows, i, &row); i++) {
        size_t width = text_width(text_str(&row.text));
        widest = width > widest ? width : widest;
    }
    row_free(&row);
    return widest;
}

void list_show_current(struct list *list, int height, int width)
{
    struct row row = {0};
    size_t from, to, seen = width > 3 ? (size_t)width - 2 : 1, around = seen / 6;   /* without the margin, and the mark of a cut */
    size_t widest = widest_seen(list, height), most = widest > seen ? widest - seen : 0;
    if (rows_get(&list->rows, list->rows.focus, &row) && current_cells(&row, &from, &to)) {
        if (to <= seen)                     /* the left side, where loops return, should be in sight */
            list->sideways = 0;
        bool left = from < list->sideways, right = to > list->sideways + seen;
        if (right && to - from <= seen)
            list->sideways = to - seen + around < from ? to - seen + around : from;
        else if (right || left)
            list->sideways = from < around ? 0 : from - around;
    }
    if (list->sideways > most)
        list->sideways = most;
    row_free(&row);
}

void list_free(struct list *list)
{
    rows_free(&list->rows);
    text_free(&list->filter);
    *list = (struct list){0};
}

static uint64_t moved(uint64_t from, int64_t by, uint64_t count)
{
    if (by < 0) {
        uint64_t up = (uint64_t)-(by + 1) + 1;
        return up > from ? 0 : from - up;
    }
    uint64_t last = count ? count - 1 : 0;
    return (uint64_t)by > last - (from < last ? from : last) ? last : from + (uint64_t)by;
}

void list_move(struct list *list, int64_t lines, int height)
{
    list->cursor = moved(list->cursor, lines, list->rows.count);
    settle(list, height);
}

void list_scroll(struct list *list, int64_t lines, int height)
{
    list->top = moved(list->top, lines, list->rows.count);
    list->cursor = moved(list->cursor, lines, list->rows.count);
    settle(list, height);
}

void list_centre(struct list *list, int height)
{
    uint64_t half = window(height) / 2;
    list->top = list->cursor > half ? list->cursor - half : 0;
    settle(list, height);
}

bool list_place(const struct list *list, struct place *place, struct text *text)
{
    struct row row = {0};
    bool there = rows_get(&list->rows, list->cursor, &row);
    if (there) {
        *place = row.place;
        if (text)
            text_append(text, text_str(&row.text));
    }
    row_free(&row);
    return there && place->has;
}

bool list_question(const struct list *list, struct place *place, struct text *line)
{
    struct row row = {0};
    bool asks = rows_get(&list->rows, list->cursor, &row) && row.ask.data;
    if (asks) {
        *place = row.place;
        text_append(line, row.ask);
    }
    row_free(&row);
    return asks;
}

bool list_fold(struct list *list, enum fold change, int height)
{
    uint64_t cursor = list->cursor, above = cursor - list->top;
    if (!rows_fold(&list->rows, &cursor, change))
        return false;
    list->cursor = cursor;
    list->top = cursor > above ? cursor - above : 0;
    settle(list, height);
    return true;
}

enum search_result list_search(const struct list *list, const regex_t *expression, uint64_t from, int direction, const struct progress *progress, uint64_t *found)
{
    struct row row = {0};
    uint64_t count = list->rows.count, at = from;
    enum search_result result = SEARCH_NONE;
    for (uint64_t done = 0; done < count && result == SEARCH_NONE; done++) {
        bool last = direction > 0 ? at + 1 >= count : at == 0;
        at = last ? (direction > 0 ? 0 : count - 1) : direction > 0 ? at + 1 : at - 1;
        if (done % SEARCH_STEP == SEARCH_STEP - 1 && !progress_report(progress, done, count))
            result = SEARCH_STOPPED;
        else if (rows_get(&list->rows, at, &row) && pattern_matches(expression, text_string(&row.text), NULL, NULL))
            result = (direction > 0 ? at > from : at < from) ? SEARCH_FOUND : SEARCH_AROUND;
    }
    *found = at;
    row_free(&row);
    return result;
}

/* ---- Drawing ---- */

struct look {                           /* how one row is drawn */
    const struct theme *theme;
    attr_t added, all;                  /* over every style; instead of every style */
    bool replaces, drawing;
};

static attr_t look_of(const struct look *look, enum style style)
{
    if (look->replaces)
        return look->all;
    return (style < STYLES ? look->theme->styles[style] : A_NORMAL) | look->added;
}

/* Writes the bytes from ... to-1 in one style, and underlines matches of the search. */
static void write_piece(struct pen *pen, const struct look *look, struct str text, enum style style, size_t from, size_t to, const regmatch_t *match)
{
    attr_t attributes = look_of(look, style);
    if (look->drawing && is_current_label(str_cut(text, from, to - from), style))
        attributes |= look->theme->cursor;
    size_t start = match && match->rm_so >= 0 ? (size_t)match->rm_so : to, end = match && match->rm_eo >= 0 ? (size_t)match->rm_eo : to;
    start = start < from ? from : start > to ? to : start;
    end = end < start ? start : end > to ? to : end;
    pen_write(pen, str_cut(text, from, start - from), attributes);
    pen_write(pen, str_cut(text, start, end - start), attributes | look->theme->match);
    pen_write(pen, str_cut(text, end, to - end), attributes);
}

static void draw_row(struct pen *pen, const struct look *look, struct row *row, const regex_t *expression)
{
    struct str text = str_of(text_string(&row->text));
    regmatch_t match = {.rm_so = -1, .rm_eo = -1};
    size_t match_from, match_to;
    if (expression && pattern_matches(expression, text.data, &match_from, &match_to))
        match = (regmatch_t){(regoff_t)match_from, (regoff_t)match_to};
    enum style style = row->style;
    size_t from = 0;
    for (size_t i = 0; i < row->span_count && i < ROW_SPANS; i++) {
        size_t to = row->spans[i].from < text.size ? row->spans[i].from : text.size;
        if (to > from) {
            write_piece(pen, look, text, style, from, to, &match);
            from = to;
        }
        style = row->spans[i].style;
    }
    write_piece(pen, look, text, style, from, text.size, &match);
    pen_mark_cut(pen, look_of(look, STYLE_DIM));
    pen_fill(pen, look_of(look, STYLE_NORMAL));
}

static void draw_line(const struct list *list, const struct theme *theme, const struct box *box, int line, bool focused, const regex_t *match, struct row *row)
{
    struct pen pen = {.theme = theme, .y = box->y + line, .x = box->x, .end = box->x + box->width, .skip = list->sideways};
    uint64_t i = list->top + (uint64_t)line;
    if (!rows_get(&list->rows, i, row)) {
        pen_fill(&pen, A_NORMAL);
        return;
    }
    bool at_cursor = focused && i == list->cursor;
    attr_t added = row->current && !list->drawing ? A_BOLD : A_NORMAL;
    struct look look = {.theme = theme, .added = added, .all = theme->cursor | added, .replaces = at_cursor && !list->drawing, .drawing = list->drawing};
    pen.skip = 0;
    if (box->width > MARGIN_WIDTH)      /* the margin keeps text off the divider */
        pen_write(&pen, str_of(at_cursor && theme->marks_cursor ? ">" : " "), at_cursor ? look.all : look_of(&look, STYLE_NORMAL));
    pen.skip = list->sideways;
    draw_row(&pen, &look, row, match);
}

void list_draw(const struct list *list, const struct theme *theme, const struct box *box, bool focused, const regex_t *match)
{
    struct row row = {0};
    for (int line = 0; line < box->height; line++)
        draw_line(list, theme, box, line, focused, match, &row);
    row_free(&row);
}
