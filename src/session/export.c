/* export.c - rows written to a file, as text, JSON, CSV; graphs in export_dot.c.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "session/engine.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>
#include <unistd.h>

enum { LOOK_STEP = 256 /* rows between two looks at the progress */, COLUMNS = 256 };

bool export_may_write(const char *path, bool over, struct error *error)
{
    if (!path[0])
        return error_set(error, "the name of a file is missing");
    if (over || output_is_stream(path) || access(path, F_OK) != 0)
        return true;
    return error_set(error, "%s is there already: a ! behind the command replaces it", path);
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

/* The names that any row has, in the order in which they come. False: interrupted. */
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

/* RFC 4180: what holds a comma, a quote or a line end stands in quotes, which are doubled within. */
static void write_cell(FILE *out, struct slice cell)
{
    bool quoted = slice_find_byte(cell, ',') != SIZE_MAX || slice_find_byte(cell, '"') != SIZE_MAX;
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
    case FIELD_TEXT:
    case FIELD_JSON: text_safe(out, field->text); break;
    case FIELD_TRUE:
    case FIELD_FALSE: text_add(out, words[field->kind]); break;
    case FIELD_NULL: break;
    }
}

/* Rows that have no fields are for people, and left out; where none has any, there is one column, their text. */
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
            write_cell(out, text_slice(&cell));
        }
        if (plain)
            write_cell(out, text_slice(&row.text));
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
    return error_set(error, "dot draws dependences: deps, uses, slice, chop and why of a WET trace have some");
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

bool run_export(struct session *session, struct slice arguments, struct answer *answer, struct error *error)
{
    struct slice word, file = {NULL, 0};
    struct answer own = {0};
    struct text path = {0};
    size_t format;
    bool over = slice_starts(arguments, "!");
    arguments = slice_trim(slice_cut(arguments, over, SIZE_MAX));
    if (!argument_next(&arguments, &word) || !argument_next(&arguments, &file))
        return error_set(error, "export json|csv|dot|text FILE [COMMAND]");
    arguments = slice_trim(arguments);
    if (slice_is(file, "-"))
        return error_set(error, "export writes a file, and - is none: in batch --json prints rows as JSON to standard output; ./- is a file of that name");
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
