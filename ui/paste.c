/* paste.c - what a debugger printed, pasted into the terminal or written in an editor.  SPDX-License-Identifier: GPL-3.0-or-later */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "ui/screen.h"

/* ---- To the session ---- */

static void give(struct screen *screen, struct slice text, const char *source, const char *echo, bool burst)
{
    struct answer answer = {0};
    struct error error;
    actions_begin(screen, echo);
    panes_forget(screen);               /* rows of the text before point into what goes now */
    if (session_paste(screen->session, text, source, &answer, &error)) {
        struct text found = {0};        /* the panes say the rest of the answer */
        text_printf(&found, "%" PRIu64 " frame%s: S and s walk the path, f and F the frames", answer.rows.count, answer.rows.count == 1 ? "" : "s");
        actions_say(screen, STYLE_NORMAL, text_string(&found));
        text_free(&found);
    } else {
        actions_error(screen, &error);
    }
    answer_free(&answer);
    actions_end(screen);
    if (burst) {                        /* before whatever else there is to say */
        struct text said = {0};
        text_printf(&said, "a paste, not keys: %s", text_string(&screen->message));
        text_free(&screen->message);
        screen->message = said;
    }
}

static bool takes_pastes(struct screen *screen)
{
    if (session_takes_paste(screen->session))
        return true;
    actions_message(screen, STYLE_NORMAL, slice_of("this trace takes no paste: what a debugger printed explains CSI metadata"));
    return false;
}

void paste_take(struct screen *screen, bool burst)
{
    struct keyboard *keyboard = &screen->keyboard;
    keys_cancel(screen);
    if (screen->prompt)
        prompt_insert(screen, text_slice(&keyboard->paste));
    else if (keyboard->paste_too_long)
        actions_message(screen, STYLE_ERROR, slice_of("the paste is longer than 256 MB: nothing of it was taken; `paste FILE` reads a file"));
    else if (takes_pastes(screen) && !slice_trim(text_slice(&keyboard->paste)).size)
        actions_message(screen, STYLE_NORMAL, slice_of("nothing was pasted: copy what `bt full` of gdb printed first"));
    else if (takes_pastes(screen))
        give(screen, text_slice(&keyboard->paste), "pasted text", "paste", burst);
    keyboard_forget(keyboard);
}

void paste_drop(struct screen *screen)
{
    actions_message(screen, STYLE_NORMAL, slice_of("the paste was given up: nothing of it was taken"));
}

/* ---- From an editor ---- */

static void edit(struct screen *screen, const char *path)
{
    struct arena arena = {0};
    struct slice text = {0};
    struct error error;
    terminal_lend(screen);
    bool done = edit_file(path, 0, &error);
    terminal_take_back(screen);
    if (!done) {
        actions_error(screen, &error);
    } else if (!file_read(path, &arena, &text, &error)) {
        actions_error(screen, &error);
    } else if (!slice_trim(text).size) {
        actions_message(screen, STYLE_NORMAL, slice_of("nothing was written"));
    } else {
        give(screen, text, "edited text", "paste edit", false);
    }
    arena_free(&arena);
}

static void start_editor(struct screen *screen)
{
    const char *folder = getenv("TMPDIR");
    struct text path = {0};
    text_printf(&path, "%s/clew-paste-XXXXXX", folder && *folder ? folder : "/tmp");
    text_string(&path);
    int file = mkstemp(path.data);
    if (file >= 0) {
        close(file);
        edit(screen, text_string(&path));
        unlink(text_string(&path));
    } else {
        struct error error;
        error_set(&error, "%s: %s", text_string(&path), strerror(errno));
        actions_error(screen, &error);
    }
    text_free(&path);
}

void paste_start(struct screen *screen, struct slice how)
{
    if (!takes_pastes(screen))
        return;
    if (slice_is(slice_trim(how), "edit"))
        start_editor(screen);
    else
        keyboard_collect(&screen->keyboard);
}
