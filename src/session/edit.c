/* edit.c - a source line in the user's editor.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "session/engine.h"

#include <inttypes.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>

bool edit_file(const char *path, uint64_t line, struct error *error)
{
    struct text at = {0}, name = {0}, said = {0};
    text_printf(&at, "+%" PRIu64, line);
    text_printf(&name, "%s%s", path[0] == '-' || path[0] == '+' ? "./" : "", path);        /* not taken for an option */
    const char *const with_line[] = {"/bin/sh", "-c", "exec ${VISUAL:-${EDITOR:-vi}} \"$@\"", "sh", text_string(&at), text_string(&name), NULL};
    const char *const plain[] = {"/bin/sh", "-c", "exec ${VISUAL:-${EDITOR:-vi}} \"$@\"", "sh", text_string(&name), NULL};
    struct shell *shell = shell_start(line ? with_line : plain, false, NULL, error);
    int status = shell ? shell_finish(shell) : 0;
    bool done = shell && !status;
    if (shell && WIFEXITED(status) && WEXITSTATUS(status) == SHELL_NOT_FOUND) {
        error_set(error, "the editor was not found: set VISUAL or EDITOR");
    } else if (shell && status) {
        shell_say(status, &said);
        error_set(error, "the editor failed: %s", text_string(&said));
    }
    text_free(&at);
    text_free(&name);
    text_free(&said);
    return done;
}

/* ---- Which line ---- */

/* A file that was found before, whatever folder it was named with; else as it is looked for. */
static const struct session_source *find_source(struct session *session, struct slice file, struct slice folder)
{
    for (size_t i = 0; !folder.size && i < session->trace->source_count; i++)
        if (slice_equal(session->trace->sources[i].file, file) && session->trace->sources[i].source && !session->trace->sources[i].stale)
            return &session->trace->sources[i];
    return session_source(session, file, folder);
}

/* The field of that name; null: there is none. */
static struct slice field_slice(const struct row *row, const char *name, uint64_t *number)
{
    for (size_t i = 0; i < row->field_count; i++)
        if (!strcmp(row->fields[i].name, name)) {
            *number = row->fields[i].number;
            return row->fields[i].text;
        }
    return (struct slice){NULL, 0};
}

/* Of a place: from the fields that its row has. */
static bool position_of_place(struct session *session, const struct place *place, struct source_position *position)
{
    struct row row = {0};
    uint64_t unused;
    if (session->trace->kind->place_row(session, place, &row)) {
        position->file = arena_copy(&session->trace->arena, field_slice(&row, "file", &unused));
        field_slice(&row, "line", &position->line);
    }
    row_free(&row);
    return position->file.size && position->line;
}

static bool is_at_source(struct session *session, struct source_position *position)
{
    return session->trace->kind->source && session->trace->kind->source(session, position);
}

/* A number alone is a line, as for list and break: of the file that was listed last, else of the one that is looked at, else of main's. */
static bool find_line(struct session *session, uint64_t line, struct source_position *position, struct error *error)
{
    if (line == 0)
        return error_set(error, "lines are counted from 1");
    if (session->trace->list_line && session->trace->list_file.size)
        *position = (struct source_position){.file = session->trace->list_file, .folder = session->trace->list_folder};
    else if (!is_at_source(session, position) && !list_of_main(session, position))
        return error_set(error, "no source file is known here: FILE:%" PRIu64 " names one", line);
    const struct session_source *source = find_source(session, position->file, position->folder);
    position->line = line;
    if (source->source && line > source_line_count(source->source))
        return error_set(error, "%.*s has %" PRIu64 " lines", SLICE(slice_basename(position->file)), source_line_count(source->source));
    return true;
}

static bool find_position(struct session *session, struct slice word, struct source_position *position, struct error *error)
{
    struct place place;
    struct error ignored;
    uint64_t line;
    bool known = false;
    if (slice_decimal(word, &line))
        return find_line(session, line, position, error);
    if (!word.size) {
        known = is_at_source(session, position);
    } else if (place_parse(word, &place, &ignored) && (place.has & PLACE_FILE) && !(place.has & PLACE_INSTANCE)) {
        position->file = place.file;
        position->line = place.has & PLACE_LINE ? place.line : 1;
        known = true;
    } else {
        if (!session_place(session, word, &place, error))
            return false;
        known = position_of_place(session, &place, position);
    }
    return known || error_set(error, "no source line is known of it");
}

bool run_edit(struct session *session, struct slice arguments, struct answer *answer, struct error *error)
{
    struct slice word = {NULL, 0};
    struct source_position position = {0};
    argument_next(&arguments, &word);
    if (!argument_end(arguments, error) || !session_need_open(session, error) || !find_position(session, word, &position, error))
        return false;
    const struct session_source *source = find_source(session, position.file, position.folder);
    if (!source->source)
        return error_set(error, "%s; directory FOLDER says where else to look", source->reason);
    answer->action = ACTION_EDIT;
    answer->count = (int64_t)position.line;
    text_add(&answer->text, source_path(source->source));
    return true;
}

void session_read_sources_again(struct session *session)
{
    int64_t now = (int64_t)time(NULL) - 1;      /* what was written within this second may have been written again */
    for (size_t i = 0; i < session->trace->source_count; i++) {
        struct session_source *source = &session->trace->sources[i];
        struct file_stat stat;
        bool same = source->source && file_stat(source_path(source->source), &stat) && stat.modified == source_modified(source->source) &&
                    stat.modified < now;
        source->stale = source->stale || !same;
    }
    session->version++;
}
