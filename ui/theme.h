/* theme.h - what styles look like on this terminal.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * No background is ever painted, and nothing is said by colour alone: without colours (NO_COLOR, a plain terminal) bold and underline remain. */
#ifndef CLEW_UI_THEME_H
#define CLEW_UI_THEME_H

#include <curses.h>

#include "model/model.h"

struct theme {
    attr_t styles[STYLES];
    attr_t cursor;                      /* the row the cursor is on, in the pane that has the focus */
    attr_t status, frame, title, title_focused, match;
    bool marks_cursor;                  /* the terminal cannot reverse: the cursor's row begins with '>' */
    bool unicode;                       /* the locale is UTF-8; else everything is shown in ASCII */
};

/* After curses has started. */
void theme_start(struct theme *theme);

#endif
