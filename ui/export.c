/* export.c - lists and pictures of the screen, written to files.  SPDX-License-Identifier: GPL-3.0-or-later */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "ui/draw.h"
#include "ui/screen.h"

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
        actions_say(screen, STYLE_NORMAL, "the screen is written");
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
