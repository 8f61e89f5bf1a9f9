/* theme.c - what styles look like on this terminal.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/theme.h"

#include <langinfo.h>
#include <stdlib.h>
#include <string.h>

static const attr_t plain_styles[STYLES] = {
    [STYLE_HEADING] = A_BOLD, [STYLE_CURRENT] = A_BOLD, [STYLE_WARNING] = A_BOLD, [STYLE_ERROR] = A_BOLD, [STYLE_MATCH] = A_UNDERLINE | A_BOLD,
};

/* Foregrounds that can be read on light and on dark screens; yellow, white and black are not among them. */
static const struct {
    enum style style;
    short colour;
} colours[] = {
    {STYLE_ADDRESS, COLOR_CYAN}, {STYLE_LOCATION, COLOR_CYAN},      {STYLE_VALUE, COLOR_GREEN},    {STYLE_CONTROL, COLOR_MAGENTA},
    {STYLE_UNKNOWN, COLOR_RED},  {STYLE_UNCERTAIN, COLOR_MAGENTA},  {STYLE_WARNING, COLOR_RED},    {STYLE_ERROR, COLOR_RED},
    {STYLE_KEYWORD, COLOR_CYAN}, {STYLE_PREPROCESSOR, COLOR_MAGENTA}, {STYLE_STRING, COLOR_GREEN}, {STYLE_NUMBER, COLOR_MAGENTA},
};

static bool wants_colours(void)
{
    const char *refusal = getenv("NO_COLOR");
    return has_colors() && !(refusal && refusal[0]);
}

void theme_start(struct theme *theme)
{
    *theme = (struct theme){.title_focused = A_BOLD, .match = A_UNDERLINE | A_BOLD};
    memcpy(theme->styles, plain_styles, sizeof theme->styles);
    theme->unicode = strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
    bool reverses = (termattrs() & A_REVERSE) != 0;
    theme->marks_cursor = !reverses;
    theme->cursor = theme->status = reverses ? A_REVERSE : A_STANDOUT;
    if (!wants_colours() || start_color() == ERR || use_default_colors() == ERR)
        return;
    if (termattrs() & A_DIM)
        theme->styles[STYLE_DIM] = theme->styles[STYLE_COMMENT] = theme->frame = A_DIM;
    for (size_t i = 0; i < sizeof colours / sizeof *colours; i++) {
        short pair = (short)(i + 1);
        if (init_pair(pair, colours[i].colour, -1) == OK)
            theme->styles[colours[i].style] |= COLOR_PAIR(pair);
    }
}
