/* batch.c - commands in, lines of text or JSON out; pastes at a prompt.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "session/batch.h"
#include "session/engine.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static bool begins_paste(const struct session *session, struct str line)
{
    return session_takes_paste(session) && session->trace->kind->begins_paste(line);
}

/* `x = 5` is a variable, `f (n=3) at f.c:7` a call, `frame #0: ...` lldb's: the first words alone would be commands. */
static bool is_command(const struct session *session, struct str line)
{
    struct text whole = {0};
    struct str word, arguments, rest = line;
    struct error ignored;
    if (!line.size || line.data[0] == ' ' || line.data[0] == '\t' || begins_paste(session, line))
        return false;
    bool known = session_command(session, line, &whole, &arguments, &ignored) != NULL;
    text_free(&whole);
    return known && str_field(&rest, &word) && !strchr("=(#", (rest = str_trim(rest)).size ? rest.data[0] : ' ');
}

void batch_paste_take(struct batch_paste *paste, struct str text)
{
    struct str line;
    while (str_line(&text, &line)) {
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

enum batch_line_use batch_paste_line(struct session *session, struct batch_paste *paste, struct str line)
{
    if (paste->taking == BATCH_PASTE_NONE && (!begins_paste(session, line)))
        return BATCH_LINE_COMMAND;
    if (paste->taking == BATCH_PASTE_NONE)
        paste->taking = BATCH_PASTE_PRINTED;
    else if (paste->taking == BATCH_PASTE_ASKED && !str_trim(line).size)
        return BATCH_LINE_ENDS;
    else if (paste->taking == BATCH_PASTE_PRINTED && is_command(session, line))
        return BATCH_LINE_ENDS_BEFORE;
    batch_paste_take(paste, line.size ? line : str_of("\n"));
    return BATCH_LINE_TAKEN;
}

static void batch_answer(struct session *session, const struct batch_options *options, struct answer *answer, const struct error *error);

bool batch_paste_end(struct session *session, const struct batch_options *options, struct batch_paste *paste)
{
    struct answer answer = {0};
    struct error error;
    bool asked = paste->taking == BATCH_PASTE_ASKED, done;
    if (!asked)
        fprintf(options->err, "clew: %" PRIu64 " line%s taken as a paste, not as commands\n", paste->lines, paste->lines == 1 ? "" : "s");
    if (paste->too_long)
        done = error_set(&error, "the paste is longer than %d MB: clew ignored it; `paste FILE` reads a file", BATCH_PASTE_BYTES >> 20);
    else if (!str_trim(text_str(&paste->text)).size)
        done = error_set(&error, "nothing was pasted: copy the output of gdb's `bt full` first");
    else
        done = session_paste(session, text_str(&paste->text), "pasted text", &answer, &error);
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

/* ---- Commands in, lines of text or JSON out ---- */

enum { LOOK_STEP = 256 /* rows between two checks for an interrupt */ };

/* ---- JSON ---- */

static void add_field(struct text *out, const struct field *field)
{
    switch (field->kind) {
    case FIELD_NUMBER:
        text_printf(out, "%" PRIu64, field->number); /* all 64 bits: no double in between */
        break;
    case FIELD_HEX:
        text_byte(out, '"');
        text_hex(out, field->number);
        text_byte(out, '"');
        break;
    case FIELD_VALUE:
    case FIELD_TEXT:
        text_quoted(out, field->text);
        break;
    case FIELD_TRUE:
        text_add(out, "true");
        break;
    case FIELD_FALSE:
        text_add(out, "false");
        break;
    case FIELD_JSON:
        text_append(out, field->text);
        break;
    case FIELD_NULL:
        text_add(out, "null");
        break;
    }
}

void batch_json(const struct row *row, struct text *out)
{
    text_byte(out, '{');
    for (size_t i = 0; i < row->field_count; i++) {
        if (i)
            text_byte(out, ',');
        text_quoted(out, str_of(row->fields[i].name));
        text_byte(out, ':');
        add_field(out, &row->fields[i]);
    }
    text_byte(out, '}');
}

/* ---- Printing ---- */

/* A line of text ends after its last visible character. */
static struct str without_padding(struct str s)
{
    while (s.size && s.data[s.size - 1] == ' ')
        s.size--;
    return s;
}

/* ^C ends a long list. */
static bool goes_on(const struct batch_options *options, uint64_t done, uint64_t total)
{
    bool stopped = options->meter && options->meter->stopped && options->meter->stopped();
    return !stopped && progress_report(options->progress, done, total);
}

void batch_rows(const struct rows *rows, const struct batch_options *options)
{
    struct row row = {0};
    struct text line = {0};
    for (uint64_t i = 0; i < rows->count && rows_get(rows, i, &row) && !ferror(options->out); i++) {
        if (i % LOOK_STEP == LOOK_STEP - 1 && !goes_on(options, i, rows->count))
            break;
        if (options->json && row.field_count == 0)
            continue;
        text_clear(&line);
        if (options->json)
            batch_json(&row, &line);
        else
            text_append(&line, without_padding(text_str(&row.text)));
        text_byte(&line, '\n');
        fwrite(line.data, 1, line.size, options->out);
    }
    text_free(&line);
    row_free(&row);
}

/* A notice about a place in a file looks as compilers write it; others begin with "clew: ". */
void batch_notices(struct session *session, FILE *err)
{
    struct text line = {0};
    struct text prefix = {0};
    if (session_path(session))
        text_safe(&prefix, str_of(session_path(session)));
    text_byte(&prefix, ':');
    while (session_notice(session, &line))
        fprintf(err, "%s%s\n", str_starts(text_str(&line), text_string(&prefix)) ? "" : "clew: ", text_string(&line));
    text_free(&line);
    text_free(&prefix);
}

void batch_complain(const struct error *error, FILE *err)
{
    struct text text = {0};
    error_text(error, &text);
    fprintf(err, "%s%s\n", error->source[0] && error->line ? "" : "clew: ", text_string(&text));
    text_free(&text);
}

/* ---- How far it is ---- */

static bool meter_report(void *context, uint64_t done, uint64_t total)
{
    enum { QUIET = 1000, AGAIN = 200 };         /* milliseconds */
    struct batch_meter *meter = context;
    const char *what = meter->doing ? meter->doing : "working";
    int64_t time = meter->terminal ? milliseconds() : 0;
    if (!meter->since)
        meter->since = time;
    if (meter->terminal && time - meter->since >= (meter->shown ? AGAIN : QUIET)) {
        if (total || !done)
            fprintf(meter->terminal, "\rclew: %s: %d%%", what, total ? (int)(100.0 * (double)done / (double)total) : 0);
        else                            /* the total is unknown */
            fprintf(meter->terminal, "\rclew: %s: %" PRIu64 " so far", what, done);
        fflush(meter->terminal);
        meter->since = time;
        meter->shown = true;
    }
    return !meter->stopped || !meter->stopped();
}

static void blank(const struct batch_meter *meter)
{
    if (meter->shown)
        fputs("\r                                              \r", meter->terminal);
}

static void meter_doing(void *context, const char *what)
{
    struct batch_meter *meter = context;
    if (what != meter->doing)
        blank(meter);                   /* the next line may be shorter */
    meter->doing = what;
}

struct progress batch_progress(struct batch_meter *meter)
{
    return (struct progress){meter_report, meter, meter_doing};
}

void batch_meter_clear(struct batch_meter *meter)
{
    if (!meter)
        return;
    blank(meter);
    meter->shown = false;
    meter->since = 0;
}

/* ---- Running ---- */

/* The printed text of an answer; a long answer is not made in advance. */
struct printing {
    struct answer answer;
    char *made;
    size_t size;
};

static void printing_free(struct printing *printing)
{
    answer_free(&printing->answer);
    free(printing->made);
    *printing = (struct printing){0};
}

static void print_displays(struct session *session, const struct batch_options *options)
{
    struct rows displays = {0};
    session_displays(session, &displays);
    batch_rows(&displays, options);
    rows_free(&displays);
}

/* Making rows reads the trace. Rows made before printing show whether clew could read the trace. */
static bool run_and_make(struct session *session, const struct batch_options *options, const char *line, struct printing *printing, struct error *error)
{
    enum { MADE_BEFORE = 1 << 14 };     /* rows */
    session->exact = true;
    bool done = session_run(session, line, &printing->answer, error);
    session->exact = false;
    if (!done || printing->answer.rows.count > MADE_BEFORE)
        return done;
    struct batch_options aside = *options;
    aside.out = open_memstream(&printing->made, &printing->size);
    if (!aside.out)
        return done;
    batch_rows(&printing->answer.rows, &aside);
    if (printing->answer.moved)
        print_displays(session, &aside);
    fclose(aside.out);
    return done;
}

/* A recording reports its own damage; a text may have a new index, or may itself have changed. */
static bool can_ask_again(struct session *session)
{
    return session_kinds(session) == KIND_WET && !session_is_provisional(session) && session_is_due(session);
}

/* Runs the line. If the trace broke or changed meanwhile, runs it again on what is there now; after a completed move, runs `where` instead. */
static bool ask(struct session *session, const struct batch_options *options, const char *line, struct printing *printing, struct error *error)
{
    bool done = run_and_make(session, options, line, printing, error);
    if (can_ask_again(session) && printing->answer.action == ACTION_NONE) {
        bool moved = done && printing->answer.moved;
        printing_free(printing);
        session_tick(session);
        done = run_and_make(session, options, moved ? "where" : line, printing, error);
    }
    return done;
}

static void lend_terminal(const struct batch_options *options)
{
    fflush(options->out);
    if (options->lent)
        *options->lent = true;
}

static bool pipe_answer(const struct batch_options *options, struct answer *answer, struct error *error)
{
    int status = 0;
    struct text said = {0};
    lend_terminal(options);
    bool done = pipe_rows(&answer->rows, options->json, text_string(&answer->text), options->meter ? options->meter->stopped : NULL, &status, error);
    if (done && status) {
        shell_say(status, &said);
        done = error_set(error, "%s: %s", text_string(&answer->text), text_string(&said));
    }
    text_free(&said);
    return done;
}

static bool edit_answer(struct session *session, const struct batch_options *options, struct answer *answer, struct error *error)
{
    if (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO))
        return error_set(error, "`edit` needs a terminal");
    lend_terminal(options);
    bool done = edit_file(text_string(&answer->text), (uint64_t)answer->count, error);
    session_read_sources_again(session);
    return done;
}

/* The error names a command that does something similar without a screen. */
static bool needs_screen(const char *line, enum action action, struct error *error)
{
    const char *instead = action == ACTION_PASTE                                     ? "; `paste FILE` reads a file (- is standard input)"
                          : action == ACTION_SEARCH || action == ACTION_SEARCH_NEXT  ? "; `find /REGEX/` searches the code, `filter /REGEX/ COMMAND` what a command prints"
                          : action == ACTION_SCREENSHOT                              ? "; `export text FILE COMMAND` writes an answer to a file"
                          : action == ACTION_CLOSE                                   ? "; `quit` quits clew"
                          : action == ACTION_LINE                                    ? "; `list N` shows source lines"
                                                                                     : "";
    bool prompt = action == ACTION_PASTE && !str_ends(str_trim(str_of(line)), "edit");
    return error_set(error, "`%s` needs the full screen%s: start clew without -c%s -x%s%s", line, prompt ? ", or a prompt" : "", prompt ? " and" : ",",
                     prompt ? "" : " and -i", instead);
}

static bool run_one(struct session *session, const struct batch_options *options, const char *line, bool *quit, struct error *error)
{
    if (options->echo && !options->json)
        fprintf(options->out, "(clew) %s\n", line);
    struct printing printing = {0};
    bool done = ask(session, options, line, &printing, error);
    batch_meter_clear(options->meter);
    session_look_for_unread(session);
    batch_notices(session, options->err);
    if (done && printing.answer.action == ACTION_QUIT)
        *quit = true;
    else if (done && printing.answer.action == ACTION_PIPE)
        done = pipe_answer(options, &printing.answer, error);
    else if (done && printing.answer.action == ACTION_EDIT)
        done = edit_answer(session, options, &printing.answer, error);
    else if (done && printing.answer.action == ACTION_PASTE && options->asks_paste && !session->depth && !printing.answer.text.size)
        *options->asks_paste = true;
    else if (done && printing.answer.action != ACTION_NONE && printing.answer.action != ACTION_COPY)
        done = needs_screen(line, printing.answer.action, error);
    else if (done && printing.made)
        fwrite(printing.made, 1, printing.size, options->out);
    else if (done)
        batch_rows(&printing.answer.rows, options);
    uint64_t opened = session_opened(session);
    bool provisional = session_is_provisional(session);
    printing_free(&printing);
    fflush(options->out);
    session_look_for_unread(session);               /* printing made rows */
    session_tick(session);
    batch_notices(session, options->err);
    /* The rows lack the change. */
    if (done && !provisional && opened != session_opened(session))
        done = error_set(error, "%s: the answer may be incomplete: the trace changed meanwhile", line);
    return done;
}

/* Prints an answer, or the error instead, and the notices, as batch_line does. */
static void batch_answer(struct session *session, const struct batch_options *options, struct answer *answer, const struct error *error)
{
    batch_meter_clear(options->meter);
    batch_notices(session, options->err);
    if (error)
        batch_complain(error, options->err);
    else
        batch_rows(&answer->rows, options);
    fflush(options->out);
}

/* In batch, every line of a script prints, not only the last one. */
static bool is_script(const struct session *session, const char *line, struct arena *arena, struct str *path)
{
    struct error ignored;
    struct text whole = {0};
    const struct command *command = session_command(session, str_of(line), &whole, path, &ignored);
    if (path->size > 1 && path->data[0] == '"' && str_ends(*path, "\""))
        *path = str_cut(*path, 1, path->size - 2);
    *path = arena_copy(arena, *path);
    text_free(&whole);
    return command && command_is(command, "source") && path->size;
}

bool batch_line(struct session *session, const struct batch_options *options, const char *line, bool *quit)
{
    struct error error;
    struct str path;
    struct arena arena = {0};
    bool script = is_script(session, line, &arena, &path);
    bool done = script ? batch_script(session, options, path.data, quit) : run_one(session, options, line, quit, &error);
    if (!done && !script)
        batch_complain(&error, options->err);
    arena_free(&arena);
    return done;
}

static bool script_line(struct session *session, const struct batch_options *options, const char *path, uint64_t number, struct str line,
                        bool *quit)
{
    struct arena arena = {0};
    struct error error;
    struct str inner;
    const char *string = arena_string(&arena, line);
    bool script = is_script(session, string, &arena, &inner);
    bool done = script ? batch_script(session, options, inner.data, quit) : run_one(session, options, string, quit, &error);
    if (!done && !script) {
        struct error placed;
        struct text message = {0};
        error_text(&error, &message);
        error_at(&placed, path, number, 0, "%s", text_string(&message));
        batch_complain(&placed, options->err);
        text_free(&message);
    }
    arena_free(&arena);
    return done;
}

bool batch_script(struct session *session, const struct batch_options *options, const char *path, bool *quit)
{
    enum { DEEPEST = 16 };
    struct arena arena = {0};
    struct error error;
    struct str rest, line;
    bool done = session->depth < DEEPEST ? file_read(path, &arena, &rest, &error)
                                         : error_at(&error, path, 0, 0, "scripts are nested more than %d deep", DEEPEST);
    if (!done)
        batch_complain(&error, options->err);
    session->depth++;
    for (uint64_t number = 1; done && !*quit && str_line(&rest, &line); number++) {
        line = str_trim(line);
        if (line.size && line.data[0] != '#')
            done = script_line(session, options, path, number, line, quit);
    }
    session->depth--;
    arena_free(&arena);
    return done;
}
