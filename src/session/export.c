/* export.c - copies, pipes and exports rows; control-flow graphs as text for graphviz.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "session/dot.h"
#include "session/engine.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>
#include <unistd.h>

static void write_escaped(FILE *out, struct str text)
{
    for (size_t i = 0; i < text.size; i++) {
        if (text.data[i] == '"' || text.data[i] == '\\')
            putc('\\', out);
        putc(text.data[i], out);
    }
}

void dot_quoted(FILE *out, struct str text)
{
    putc('"', out);
    write_escaped(out, text);
    putc('"', out);
}

/* Makes each line safe; between lines, graphviz's own line end, which aligns them at the left. */
static void write_label(FILE *out, struct str lines)
{
    struct str rest = lines, line;
    struct text safe = {0};
    putc('"', out);
    while (str_line(&rest, &line)) {
        text_clear(&safe);
        text_safe(&safe, line);
        write_escaped(out, text_str(&safe));
        fputs("\\l", out);
    }
    putc('"', out);
    text_free(&safe);
}

static const char *style_of(enum dot_state state)
{
    return state == DOT_RAN ? "penwidth=2.5" : state == DOT_NOT ? "style=dashed" : "style=dotted";
}

void dot_begin(FILE *out, struct str title)
{
    fputs("digraph function {\n  node [shape=box, fontname=monospace];\n  labelloc=t;\n  labeljust=l;\n  label=", out);
    write_label(out, title);
    fputs(";\n", out);
}

void dot_block(FILE *out, uint64_t number, enum dot_state state, bool here, struct str label)
{
    fprintf(out, "  b%" PRIu64 " [label=", number);
    write_label(out, label);
    fprintf(out, ", %s%s];\n", style_of(state), here ? ", peripheries=2" : "");
}

void dot_edge(FILE *out, uint64_t from, uint64_t to, enum dot_state state, struct str label)
{
    fprintf(out, "  b%" PRIu64 " -> b%" PRIu64 " [%s", from, to, style_of(state));
    if (label.size) {
        fputs(", label=", out);
        dot_quoted(out, label);
    }
    fputs("];\n", out);
}

void dot_end(FILE *out)
{
    fputs("}\n", out);
}

/* ---- A position, its address, value or line as text to copy ---- */

static const char *const copy_names[] = {"position", "address", "value", "line", NULL};
enum copy { COPY_POSITION, COPY_ADDRESS, COPY_VALUE, COPY_LINE };

bool row_field_text(const struct row *row, const char *name, struct text *out)
{
    for (size_t i = 0; i < row->field_count; i++) {
        const struct field *field = &row->fields[i];
        if (strcmp(field->name, name) != 0)
            continue;
        if (field->kind == FIELD_NUMBER)
            text_printf(out, "%" PRIu64, field->number);
        else if (field->kind == FIELD_HEX)
            text_hex(out, field->number);
        else if (field->kind == FIELD_TEXT || field->kind == FIELD_VALUE)
            text_safe(out, field->text);
        else
            return false;
        return true;
    }
    return false;
}

/* The value that `print` prints for the place, undecorated. */
static bool copy_value(struct session *session, struct str position, struct text *out, struct error *error)
{
    struct answer answer = {0};
    struct row row = {0};
    if (!session->trace->kind->print)
        return error_set(error, "%s records no values", session->trace->kind->what);
    bool done = session->trace->kind->print(session, position, &answer, error);
    if (done && !(rows_get(&answer.rows, 0, &row) && row_field_text(&row, "value", out)))
        done = error_set(error, "no value is recorded at `%.*s`", STR(position));
    row_free(&row);
    answer_free(&answer);
    return done;
}

/* From the fields of this place's row. */
static bool copy_fields(struct session *session, const struct place *place, enum copy what, struct text *out, struct error *error)
{
    struct row row = {0};
    struct text line = {0};
    bool done = session->trace->kind->place_row(session, place, &row);
    if (what == COPY_ADDRESS) {
        done = done && row_field_text(&row, "address", out);
    } else {
        done = done && row_field_text(&row, "line", &line) && row_field_text(&row, "file", out);
        text_printf(out, ":%s", text_string(&line));
    }
    text_free(&line);
    row_free(&row);
    return done || error_set(error, what == COPY_ADDRESS ? "no address is known for it" : "no source line is known for it");
}

static bool copy(struct session *session, const struct place *place, enum copy what, struct text *out, struct error *error)
{
    struct text position = {0};
    session_place_text(session, place, &position);
    bool done = true;
    if (what == COPY_POSITION)
        text_safe(out, text_str(&position));
    else if (what == COPY_VALUE)
        done = copy_value(session, text_str(&position), out, error);
    else
        done = copy_fields(session, place, what, out, error);
    text_free(&position);
    return done;
}

void session_show_whole(struct session *session, bool whole)
{
    session->whole = whole;
}

COMMAND(run_copy)
{
    struct str word, position = {NULL, 0};
    struct place place;
    struct text text = {0};
    size_t what;
    if (!argument_next(&arguments, &word))
        return error_set(error, "`copy` needs what to copy: position, address, value or line; on the full screen also row");
    if (str_is(word, "row"))
        return error_set(error, "`copy row` needs the full screen: start clew without -c, -x and -i");
    if (!argument_choice(word, copy_names, "thing to copy", &what, error) || !session_need_open(session, error))
        return false;
    bool named = argument_next(&arguments, &position);
    if (!argument_end(arguments, error) || (named && !session_place(session, position, &place, error)))
        return false;
    if (!named && !session->trace->kind->here(session, &place))
        return error_set(error, "there is no current position");
    bool done = copy(session, &place, (enum copy)what, &text, error);
    if (done) {
        struct row *row = rows_add(&answer->rows, text_str(&text));
        row_string(row, copy_names[what], text_str(&row->text));
        answer->action = ACTION_COPY;
    }
    text_free(&text);
    return done;
}

/* ---- Rows piped to a shell command ---- */

bool pipe_rows(const struct rows *rows, bool json, const char *command, bool (*stopped)(void), int *status, struct error *error)
{
    const char *const arguments[] = {"/bin/sh", "-c", command, NULL};
    struct shell *shell = shell_start(arguments, true, stopped, error);
    if (!shell)
        return false;
    struct batch_options options = {.json = json, .out = shell_input(shell)};
    if (options.out)
        batch_rows(rows, &options);
    *status = shell_finish(shell);
    return true;
}

/* Cuts "COMMAND | SHELL" at the mark: a one-byte mark anywhere, a longer one as a word. False: no mark. */
static bool cut_at(struct str mark, struct str arguments, struct str *command, struct str *shell)
{
    for (size_t i = 0; i + mark.size <= arguments.size; i++) {
        bool starts = mark.size == 1 || i == 0 || arguments.data[i - 1] == ' ';
        bool ends = mark.size == 1 || i + mark.size == arguments.size || arguments.data[i + mark.size] == ' ';
        if (!starts || !ends || !str_equal(str_cut(arguments, i, mark.size), mark))
            continue;
        *command = str_trim(str_cut(arguments, 0, i));
        *shell = str_trim(str_cut(arguments, i + mark.size, SIZE_MAX));
        return true;
    }
    return false;
}

COMMAND(run_pipe)
{
    struct str mark = str_of("|"), command = {NULL, 0}, shell = {NULL, 0}, word, rest = arguments;
    bool named = str_field(&rest, &word) && str_is(word, "-d");
    if (named && !str_field(&rest, &mark))
        return error_set(error, "-d needs a word to separate the two commands: pipe -d WORD COMMAND WORD SHELL COMMAND");
    if (!cut_at(mark, named ? str_trim(rest) : arguments, &command, &shell) || !shell.size)
        return named ? error_set(error, "usage: pipe -d %.*s COMMAND %.*s SHELL COMMAND", STR(mark), STR(mark)) : error_set(error, "usage: pipe COMMAND | SHELL COMMAND");
    if (!need_command(session, command, "pipe COMMAND | SHELL COMMAND", error) || (command.size && !run_inner(session, command, answer, error)))
        return false;
    answer->action = ACTION_PIPE;
    answer->count = command.size > 0;
    text_clear(&answer->text);
    text_append(&answer->text, shell);
    return true;
}

/* ---- Rows written to a file, as text, JSON, CSV; graphs ---- */

enum { LOOK_STEP = 256 /* rows between two progress reports */, COLUMNS = 256 };

bool export_may_write(const char *path, bool over, struct error *error)
{
    if (!path[0])
        return error_set(error, "a file name is missing");
    if (over || output_is_stream(path) || access(path, F_OK) != 0)
        return true;
    return error_set(error, "%s exists: put ! after the command to overwrite it", path);
}

/* ---- CSV ---- */

struct columns {
    const char *names[COLUMNS];
    size_t count;
};

static bool go_on(const struct progress *progress, uint64_t done, uint64_t total)
{
    return done % LOOK_STEP != LOOK_STEP - 1 || progress_report(progress, done, total);
}

static const struct field *field_of(const struct row *row, const char *name)
{
    for (size_t i = 0; i < row->field_count; i++)
        if (!strcmp(row->fields[i].name, name))
            return &row->fields[i];
    return NULL;
}

/* All field names in these rows, in order of first appearance. False: interrupted. */
static bool find_columns(const struct rows *rows, const struct progress *progress, struct columns *columns)
{
    struct row row = {0};
    bool done = true;
    for (uint64_t i = 0; done && i < rows->count && rows_get(rows, i, &row); i++) {
        done = go_on(progress, i, rows->count * 2);
        for (size_t k = 0; k < row.field_count; k++) {
            size_t at = 0;
            while (at < columns->count && strcmp(columns->names[at], row.fields[k].name) != 0)
                at++;
            if (at == columns->count && at < COLUMNS)
                columns->names[columns->count++] = row.fields[k].name;
        }
    }
    row_free(&row);
    return done;
}

/* RFC 4180: a cell with a comma, a quote or a line end stands in quotes, with inner quotes doubled. */
static void write_cell(FILE *out, struct str cell)
{
    bool quoted = str_find_byte(cell, ',') != SIZE_MAX || str_find_byte(cell, '"') != SIZE_MAX;
    if (quoted)
        putc('"', out);
    for (size_t i = 0; i < cell.size; i++) {
        if (cell.data[i] == '"')
            putc('"', out);
        putc(cell.data[i], out);
    }
    if (quoted)
        putc('"', out);
}

static void cell_text(const struct field *field, struct text *out)
{
    static const char *const words[] = {[FIELD_TRUE] = "true", [FIELD_FALSE] = "false"};
    switch (field->kind) {
    case FIELD_NUMBER: text_printf(out, "%" PRIu64, field->number); break;
    case FIELD_HEX: text_hex(out, field->number); break;
    case FIELD_VALUE:
    case FIELD_TEXT:
    case FIELD_JSON: text_safe(out, field->text); break;
    case FIELD_TRUE:
    case FIELD_FALSE: text_add(out, words[field->kind]); break;
    case FIELD_NULL: break;
    }
}

/* Leaves out rows without fields, which are for people. If no row has fields, writes one column, their text. */
static bool write_csv(const struct rows *rows, FILE *out, const struct progress *progress)
{
    struct columns columns = {.count = 0};
    struct row row = {0};
    struct text cell = {0};
    bool done = find_columns(rows, progress, &columns), plain = columns.count == 0;
    for (size_t k = 0; k < columns.count; k++)
        fprintf(out, "%s%s", k ? "," : "", columns.names[k]);
    fputs(plain ? "text\r\n" : "\r\n", out);
    for (uint64_t i = 0; done && !ferror(out) && i < rows->count && rows_get(rows, i, &row); i++) {
        done = go_on(progress, rows->count + i, rows->count * 2);
        if (!plain && !row.field_count)
            continue;
        for (size_t k = 0; k < columns.count; k++) {
            const struct field *field = field_of(&row, columns.names[k]);
            text_clear(&cell);
            if (field)
                cell_text(field, &cell);
            if (k)
                putc(',', out);
            write_cell(out, text_str(&cell));
        }
        if (plain)
            write_cell(out, text_str(&row.text));
        fputs("\r\n", out);
    }
    text_free(&cell);
    row_free(&row);
    return done;
}

/* ---- All of them ---- */

static bool write_lines(const struct rows *rows, bool json, FILE *out, const struct progress *progress)
{
    struct batch_options options = {.json = json, .out = out, .progress = progress};
    batch_rows(rows, &options);
    return progress_report(progress, rows->count, rows->count);
}

static bool write_dot(struct session *session, const struct rows *rows, FILE *out, const struct progress *progress, struct error *error)
{
    const struct session_kind *kind = session->trace->kind;
    if (kind && kind->dot)
        return kind->dot(session, out, error);
    if (kind && kind->rows_dot)
        return kind->rows_dot(session, rows, out, progress, error);
    return error_set(error, "`export dot` draws dependences: use `deps`, `uses`, `slice`, `chop` or `why` of a WET trace");
}

static bool write_rows(struct session *session, const struct rows *rows, enum export_format format, FILE *out, const struct progress *progress,
                       struct error *error)
{
    bool done = format == EXPORT_DOT ? write_dot(session, rows, out, progress, error)
                : format == EXPORT_CSV ? write_csv(rows, out, progress) : write_lines(rows, format == EXPORT_JSON, out, progress);
    return done || (format == EXPORT_DOT ? false : error_set(error, "interrupted: nothing was written"));
}

bool export_rows(struct session *session, const struct rows *rows, const struct export_wish *wish, const struct progress *progress, struct error *error)
{
    struct output_file output;
    if (!export_may_write(wish->path, wish->over, error) || !output_open(&output, wish->path, error))
        return false;
    output.shows = session->trace->path;
    if (!write_rows(session, rows, wish->format, output.file, progress, error)) {
        output_drop(&output);
        return false;
    }
    bool good = !ferror(output.file) && fflush(output.file) == 0;
    return output_finish(&output, good, wish->path, error);
}

/* ---- The command ---- */

static const char *const format_names[] = {"json", "csv", "dot", "text", NULL};

COMMAND(run_export)
{
    struct str word, file = {NULL, 0};
    struct answer own = {0};
    struct text path = {0};
    size_t format;
    bool over = str_starts(arguments, "!");
    arguments = str_trim(str_cut(arguments, over, SIZE_MAX));
    if (!argument_next(&arguments, &word) || !argument_next(&arguments, &file))
        return error_set(error, "usage: export json|csv|dot|text FILE [COMMAND]");
    arguments = str_trim(arguments);
    if (str_is(file, "-"))
        return error_set(error, "`export` cannot write to standard output. In batch, --json prints rows as JSON; ./- names a file called -");
    if (!argument_choice(word, format_names, "format", &format, error) || !need_command(session, arguments, "export FORMAT FILE COMMAND", error))
        return false;
    text_append(&path, file);
    struct export_wish wish = {(enum export_format)format, text_string(&path), over};
    bool done = export_may_write(wish.path, over, error);
    if (done && arguments.size) {
        done = run_inner(session, arguments, &own, error) && export_rows(session, &own.rows, &wish, &session->options.progress, error);
        if (done)
            rows_add_printf(&answer->rows, "%s written", wish.path);
    } else if (done) {
        answer->action = ACTION_EXPORT;
        answer->count = (int64_t)format + (over ? EXPORT_OVER : 0);
        text_append(&answer->text, file);
    }
    answer_free(&own);
    text_free(&path);
    return done;
}
