/* batch_paste.c - at a prompt: what a debugger printed, among the commands.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "session/engine.h"

#include <inttypes.h>
#include <string.h>

static bool begins_paste(const struct session *session, struct slice line)
{
    return session_takes_paste(session) && session->trace->kind->begins_paste(line);
}

/* `x = 5` is a variable, `f (n=3) at f.c:7` a call, `frame #0: ...` of lldb: the words alone would be commands. */
static bool is_command(const struct session *session, struct slice line)
{
    struct text whole = {0};
    struct slice word, arguments, rest = line;
    struct error ignored;
    if (!line.size || line.data[0] == ' ' || line.data[0] == '\t' || begins_paste(session, line))
        return false;
    bool known = session_command(session, line, &whole, &arguments, &ignored) != NULL;
    text_free(&whole);
    return known && slice_field(&rest, &word) && !strchr("=(#", (rest = slice_trim(rest)).size ? rest.data[0] : ' ');
}

void batch_paste_take(struct batch_paste *paste, struct slice text)
{
    struct slice line;
    while (slice_line(&text, &line)) {
        paste->too_long = paste->too_long || line.size >= BATCH_PASTE_BYTES - paste->text.size;
        if (paste->too_long) {
            text_free(&paste->text);
            return;
        }
        text_append(&paste->text, line);
        text_byte(&paste->text, '\n');
        paste->lines++;
    }
}

void batch_paste_ask(struct batch_paste *paste)
{
    batch_paste_drop(paste);
    paste->taking = BATCH_PASTE_ASKED;
}

enum batch_line_use batch_paste_line(struct session *session, struct batch_paste *paste, struct slice line)
{
    if (paste->taking == BATCH_PASTE_NONE && (!begins_paste(session, line)))
        return BATCH_LINE_COMMAND;
    if (paste->taking == BATCH_PASTE_NONE)
        paste->taking = BATCH_PASTE_PRINTED;
    else if (paste->taking == BATCH_PASTE_ASKED && !slice_trim(line).size)
        return BATCH_LINE_ENDS;
    else if (paste->taking == BATCH_PASTE_PRINTED && is_command(session, line))
        return BATCH_LINE_ENDS_BEFORE;
    batch_paste_take(paste, line.size ? line : slice_of("\n"));
    return BATCH_LINE_TAKEN;
}

bool batch_paste_end(struct session *session, const struct batch_options *options, struct batch_paste *paste)
{
    struct answer answer = {0};
    struct error error;
    bool asked = paste->taking == BATCH_PASTE_ASKED, done;
    if (!asked)
        fprintf(options->err, "clew: a paste, not commands: %" PRIu64 " line%s\n", paste->lines, paste->lines == 1 ? "" : "s");
    if (paste->too_long)
        done = error_set(&error, "the paste is longer than %d MB: nothing of it was taken; `paste FILE` reads a file", BATCH_PASTE_BYTES >> 20);
    else if (!slice_trim(text_slice(&paste->text)).size)
        done = error_set(&error, "nothing was pasted: copy what `bt full` of gdb printed first");
    else
        done = session_paste(session, text_slice(&paste->text), "pasted text", &answer, &error);
    batch_paste_drop(paste);
    batch_answer(session, options, &answer, done ? NULL : &error);
    answer_free(&answer);
    return done;
}

void batch_paste_drop(struct batch_paste *paste)
{
    text_free(&paste->text);
    *paste = (struct batch_paste){0};
}
