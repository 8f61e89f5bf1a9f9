/* draw.h - text into cells: clipped, scrolled sideways, printable.  SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CLEW_UI_DRAW_H
#define CLEW_UI_DRAW_H

#include "ui/theme.h"

/* Writes cells x ... end-1 of row y, leaving out the first `skip` cells of the text. */
struct pen {
    const struct theme *theme;
    int y, x, end;
    size_t skip;
    bool cut;                           /* text did not fit */
};

void pen_write(struct pen *pen, struct slice text, attr_t attributes);      /* whatever is not printable becomes '?' */
void pen_fill(struct pen *pen, attr_t attributes);                          /* blanks up to the end */
void pen_mark_cut(struct pen *pen, attr_t attributes);                      /* if text was cut, the last cell says so */

enum frame_piece { FRAME_ACROSS, FRAME_DOWN, FRAME_TEE_DOWN, FRAME_TEE_UP, FRAME_TEE_LEFT, FRAME_TEE_RIGHT, FRAME_CROSS };
void draw_frame(const struct theme *theme, int y, int x, enum frame_piece piece);

/* The screen as text, a line a row, without blanks at the ends. */
void draw_copy(struct text *out);

#endif
