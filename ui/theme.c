/* theme.c - what styles look like on this terminal.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/theme.h"

#include <langinfo.h>
#include <stdlib.h>
#include <string.h>

enum { BRIGHT = 8 };

static bool wants_colours(void)
{
    const char *refusal = getenv("NO_COLOR");
    return has_colors() && !(refusal && refusal[0]);
}

/* Each style has the pair of its number. A bright colour that the terminal does not have is the plain one, bold; of others it does not have nothing is left. */
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
