/* terminal_report.c - what the terminal is said to be able to: clew --version --verbose.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "tools/tools.h"
#include "ui/ui.h"

#include <curses.h>
#include <langinfo.h>
#include <stdlib.h>
#include <term.h>

static void report_utf8(struct text *out)
{
    struct text where = {0};
    text_printf(&where, "the locale's characters are %s", nl_langinfo(CODESET));
    part_row(out, &(struct part_row){"UTF-8", text_is_utf8(), text_string(&where), NULL,
                                     "lines and graphs drawn in one piece; without it everything is shown in ASCII; LC_ALL=C.UTF-8 has it"});
    text_free(&where);
}

static void report_colours(struct text *out, const char *name, bool known)
{
    struct text where = {0};
    const char *refusal = getenv("NO_COLOR");
    int colours = known ? tigetnum("colors") : 0;
    if (refusal && *refusal)
        text_printf(&where, "NO_COLOR is set");
    else if (!known)
        text_printf(&where, "nothing is known of TERM=%s", name);
    else
        text_printf(&where, "%d, TERM=%s", colours > 0 ? colours : 0, name);
    part_row(out, &(struct part_row){"colours", colours > 0 && !(refusal && *refusal), text_string(&where), NULL,
                                     "nothing is said by colour alone; what TERM can do is in the Debian packages ncurses-base, ncurses-term"});
    text_free(&where);
}

/* "Ms" is the capability by which tmux, too, knows that a terminal takes text for the clipboard. */
static void report_clipboard(struct text *out, const char *name, bool known)
{
    struct text where = {0};
    const char *sets = known ? tigetstr("Ms") : NULL;
    bool found = sets && sets != (const char *)-1;
    text_printf(&where, "TERM=%s %s", name, found ? "takes text for it" : "does not say that it does; many terminals do all the same");
    part_row(out, &(struct part_row){"OSC 52", found, text_string(&where), NULL,
                                     "copying to the clipboard, from afar too; inside tmux: set -s set-clipboard on"});
    text_free(&where);
}

void terminal_report(struct text *out)
{
    const char *name = getenv("TERM");
    int outcome = 0;
    bool known = name && *name && setupterm(name, 1, &outcome) == OK;
    report_utf8(out);
    report_colours(out, name ? name : "", known);
    report_clipboard(out, name ? name : "", known);
    if (known)
        del_curterm(cur_term);
}
