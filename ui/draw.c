/* draw.c - text into cells: clipped, scrolled sideways, printable.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Rows arrive safe, yet nothing below a blank is sent from here either: this is the last door before the terminal. Widths are asked of the C
 * library, since curses asks it too; where both disagree columns would shift. */
#include "ui/draw.h"

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
        addnwstr(&character, 1);        /* combining: goes onto the character before */
    pen->x += cells;
}

void pen_write(struct pen *pen, struct slice text, attr_t attributes)
{
    attrset((int)attributes);
    bool base = false;                  /* a character that combining ones can go onto */
    while (text.size && !pen->cut) {
        uint32_t code;
        size_t size = text_decode(text, &code);
        text = slice_cut(text, size, text.size);
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
