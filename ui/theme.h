/* theme.h - what styles look like on this terminal.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Which colours, the session's theme says (session_looks). No background is ever painted, and nothing is said by colour alone: without colours (NO_COLOR, a
 * plain terminal) bold, underline and reverse remain. */
#ifndef CLEW_UI_THEME_H
#define CLEW_UI_THEME_H

#include <curses.h>

#include "session/session.h"

struct theme {
    attr_t styles[STYLES];
    attr_t cursor;                      /* the row the cursor is on, in the pane that has the focus */
    attr_t status, frame, title, title_focused, match;
    bool marks_cursor;                  /* the terminal cannot reverse: the cursor's row begins with '>' */
    bool coloured;                      /* the terminal has colours, and NO_COLOR does not refuse them */
    struct style_look looks[STYLES];    /* that styles show now */
    bool unicode;                       /* the locale is UTF-8; else everything is shown in ASCII */
};

/* After curses has started. */
void theme_start(struct theme *theme, const struct style_look *looks);

/* Shows other looks from the next drawing on; costs nothing if they are the same. */
void theme_take(struct theme *theme, const struct style_look *looks);

#endif
