/* clewrc.c - the file in which users keep how they want clew: settings, keys, aliases, a theme.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * It is read by the faces that people sit at, not by batch, whose answers are the same for everybody. It can change how clew looks and listens, and nothing
 * else: it opens nothing, goes nowhere and writes nothing. What is wrong in it is told with its line, and the rest is read. */
#include "session/engine.h"

#include <inttypes.h>
#include <stdlib.h>
#include <unistd.h>

enum { PROBLEMS_TOLD = 20 };

/* ---- Where it is ---- */

bool own_folder(struct text *out)
{
    const char *configuration = getenv("XDG_CONFIG_HOME"), *home = getenv("HOME");
    if (configuration && configuration[0] == '/')
        text_printf(out, "%s/clew", configuration);
    else if (home && home[0])
        text_printf(out, "%s/.config/clew", home);
    return out->size;
}

/* The first that is there. False: there is none. */
static bool find(struct text *path)
{
    const char *home = getenv("HOME");
    for (int which = 0; which < 3; which++) {
        text_clear(path);
        if (which == 0 && own_folder(path))
            text_add(path, "/clewrc");
        else if (which > 0 && home && home[0])
            text_printf(path, which == 1 ? "%s/.config/clew/clewrc" : "%s/.clewrc", home);
        if (path->size && access(text_string(path), F_OK) == 0)
            return true;
    }
    return false;
}

/* ---- Reading it ---- */

static bool may_stand_here(const struct command *command)
{
    return command->run == run_set || command->run == run_bind || command->run == run_unbind || command->run == run_alias ||
           command->run == run_theme;
}

static bool obey(struct session *session, struct slice line, struct error *error)
{
    struct text whole = {0};
    struct answer answer = {0};
    struct slice arguments;
    const struct command *command = session_command(session, line, &whole, &arguments, error);
    bool done = command && (may_stand_here(command) || error_set(error, "a clewrc holds set, bind, unbind, alias, theme and comments, not %s", command->name));
    done = done && session_run(session, text_string(&whole), &answer, error);
    answer_free(&answer);
    text_free(&whole);
    return done;
}

/* At its line of the file, 0: of the whole file, which the error names. Made safe. */
static void complain(struct session *session, const char *path, uint64_t number, const struct error *error)
{
    struct error placed = *error;
    struct text message = {0};
    error_text(error, &message);
    if (number)
        error_at(&placed, path, number, 0, "%s", text_string(&message));
    error_text(&placed, &session->own.rc_problems);
    text_byte(&session->own.rc_problems, '\n');
    text_free(&message);
}

/* What the clewrc has needs no other place: `save` does not speak of it. */
static void remember_own(struct own *own)
{
    entries_free(&own->rc_aliases);
    entries_free(&own->rc_bindings);
    entries_copy(&own->aliases, &own->rc_aliases);
    entries_copy(&own->bindings, &own->rc_bindings);
}

static void read_lines(struct session *session, const char *path, struct slice rest)
{
    struct slice line;
    struct error error;
    uint64_t problems = 0;
    for (uint64_t number = 1; slice_line(&rest, &line); number++) {
        line = slice_trim(line);
        if (line.size && line.data[0] != '#' && !obey(session, line, &error) && ++problems <= PROBLEMS_TOLD)
            complain(session, path, number, &error);
    }
    if (problems > PROBLEMS_TOLD)
        text_printf(&session->own.rc_problems, "and %" PRIu64 " more lines that were not understood\n", problems - PROBLEMS_TOLD);
}

/* What the command line said of source files stands above what the file says. */
bool session_read_rc(struct session *session, const char *path, struct error *error)
{
    struct text found = {0};
    struct arena arena = {0};
    struct slice bytes;
    bool named = path != NULL, there = named || find(&found), done = true;
    if (there && !named)
        path = text_string(&found);
    if (there && file_read(path, &arena, &bytes, error))
        read_lines(session, path, bytes);
    else if (there && named)
        done = false;
    else if (there)
        complain(session, path, 0, error);
    if (session->options.source_path) {
        text_clear(&session->source_path);
        text_add(&session->source_path, session->options.source_path);
    }
    text_clear(&session->repeat);
    remember_own(&session->own);
    arena_free(&arena);
    text_free(&found);
    return done;
}

void session_rc_problems(struct session *session, struct rows *rows)
{
    struct slice rest = text_slice(&session->own.rc_problems), line;
    while (slice_line(&rest, &line))
        rows_add(rows, line)->style = STYLE_WARNING;
    rows->title = slice_of("clewrc");
    text_clear(&session->own.rc_problems);
}
