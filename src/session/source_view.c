/* source_view.c - source lines as rows, with the signs before them; `list`.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "session/engine.h"
#include "session/source_colour.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

const struct line_fact *source_fact(struct session *session, struct str file, uint64_t line)
{
    static const struct line_fact unknown = {0};
    const struct line_fact *fact = traces_line(session, file, line);
    return fact ? fact : &unknown;
}

enum style source_shade(const struct line_fact *fact, bool current)
{
    return current ? STYLE_CURRENT : fact->state == LINE_NEVER ? STYLE_DIM : STYLE_NORMAL;
}

void source_sign(const struct line_fact *fact, struct text *out)
{
    if (fact->count)
        text_add(out, fact->about ? "~" : fact->state == LINE_PARTLY ? "!x" : "x");
    if (fact->count)
        text_count(out, fact->count);
    else if (fact->state != LINE_UNKNOWN && fact->state != LINE_NO_CODE)
        text_byte(out, line_state_mark(fact->state));
}

size_t source_sign_width(const struct session *session, size_t least)
{
    const struct line_table *table = session->trace->lines;
    return table && table->sign_width > least ? table->sign_width : least;
}

void source_margin_fact(const struct line_fact *fact, size_t width, bool current, struct row *row)
{
    struct text sign = {0};
    source_sign(fact, &sign);
    if (!current)
        row_style(row, line_state_style(fact->state));
    for (size_t cells = sign.size; cells < width; cells++)
        text_byte(&row->text, ' ');
    text_append(&row->text, text_str(&sign));
    text_free(&sign);
}

void source_fact_fields(const struct line_fact *fact, bool counted, struct row *row)
{
    if (counted)
        row_number(row, "executions", fact->count);
    if (counted && fact->about)
        row_true(row, "about");
    row_string(row, "state", fact->state == LINE_UNKNOWN ? (struct str){NULL, 0} : str_of(line_state_word(fact->state)));
}

/* Short enough for narrow screens. */
void source_margin_help(unsigned kinds, struct rows *rows)
{
    if (!kinds || kinds == KIND_GNATCOV)        /* gnatcov's own marks */
        return;
    rows_add(rows, str_of("Before source lines"))->style = STYLE_HEADING;
    rows_add(rows, str_of("  x9     ran nine times"));
    rows_add(rows, str_of("  !x9    ran, but a part never did"));
    if (kinds == KIND_AE)
        rows_add(rows, str_of("  ~9     about nine: optimised code"));
    rows_add(rows, str_of("  + !    ran, ran in part"));
    rows_add(rows, str_of("  - ?    never ran, may have run"));
    rows_add(rows, str_of(""));
}

size_t source_margin_about(struct session *session, struct str file)
{
    size_t about = 0;
    if (!traces_line(session, file, 1) && !session->trace->lines)
        return 0;
    for (uint64_t line = 1; line <= session->trace->lines->count; line++)
        about += source_fact(session, file, line)->about;
    return about;
}

/* ---- Source files, found once, and their lines as rows ---- */

enum { COUNT_WIDTH = 6 };

struct str source_executable(const struct session *session)
{
    const struct session_kind *kind = session->trace->kind;
    const struct symbols *symbols = kind && kind->symbols ? kind->symbols(session) : session->trace->symbols;
    return symbols ? symbols_path(symbols) : (struct str){NULL, 0};
}

/* The recording or the executable, if older than the source: its lines may not be the ones that ran. The age of other traces means nothing, since people copy
 * and unpack them. This may hold for their executable too, unpacked with its sources within a moment: such a small difference does not count. */
static struct str older_than(const struct session *session, const struct source *source)
{
    enum { UNPACKED = 2 };              /* seconds */
    bool recorded = session_kinds(session) & KIND_RECORDING;
    struct str paths[] = {recorded ? str_of(session->trace->path) : (struct str){NULL, 0}, source_executable(session)};
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
        struct text path = {0};
        struct file_stat stat;
        text_append(&path, paths[i]);
        bool older = paths[i].size && file_stat(text_string(&path), &stat) && source_modified(source) > stat.modified + (recorded ? 0 : UNPACKED);
        text_free(&path);
        if (older)
            return paths[i];
    }
    return (struct str){NULL, 0};
}

/* Once per file, unless `list` and the source's title say it. */
static void note_newer(struct session *session, const struct session_source *source)
{
    struct text line = {0};
    if (!(session_kinds(session) & KIND_WET) && source_newer(session, source, &line))
        session_note(session, "%s", text_string(&line));
    text_free(&line);
}

const struct session_source *session_source(struct session *session, struct str file, struct str folder)
{
    /* Neighbouring rows mostly ask for the same file. */
    for (size_t k = 0; k < session->trace->source_count; k++) {
        size_t i = (session->trace->source_last + k) % session->trace->source_count;
        session->trace->source_last = i;
        if (!session->trace->sources[i].stale && str_equal(session->trace->sources[i].file, file) && str_equal(session->trace->sources[i].folder, folder))
            return &session->trace->sources[i];
    }
    struct text first = {0};
    bool moved = source_path_rewritten(session, file, folder, &first);
    bool there = false;
    struct source_search search = {source_path_folders(session), moved ? text_str(&first) : (struct str){NULL, 0}, &there};
    struct error error;
    session->trace->sources = array_grow(session->trace->sources, &session->trace->source_capacity, session->trace->source_count + 1, sizeof *session->trace->sources);
    struct session_source *source = &session->trace->sources[session->trace->source_count++];
    *source = (struct session_source){.file = arena_copy(&session->trace->arena, file), .folder = arena_copy(&session->trace->arena, folder),
                                       .states = arena_allocate(&session->trace->arena, sizeof *source->states)};
    if (!source_open(source->file, source->folder, &search, &source->source, &error)) {
        source->source = NULL;
        snprintf(source->reason, sizeof source->reason, "%s%s%.250s", there ? error.source : "", there ? " " : "", error.message);
        if (there)
            session_note_unread(session, str_of(error.source), error.message);
    } else {
        source->newer = arena_copy(&session->trace->arena, older_than(session, source->source));
        note_newer(session, source);
    }
    text_free(&first);
    return source;
}

void source_code(struct session *session, const struct session_source *source, uint64_t line, enum style base, struct row *row)
{
    enum source_language language = source_language_of(source->file);
    if (!*source->states)
        *source->states = source_states(language, source->source, &session->trace->arena);
    struct colour_state begins = *source->states && line && line <= source_line_count(source->source) ? (*source->states)[line - 1] : (struct colour_state){0};
    source_text(language, begins, source_line(source->source, line), base, row);
}

bool source_newer(struct session *session, const struct session_source *source, struct text *out)
{
    if (source->newer.size == 0 || source->told)
        return false;
    session->trace->sources[source - session->trace->sources].told = true;
    text_safe(out, source->file);
    text_add(out, " is newer than ");
    text_safe(out, str_basename(source->newer));
    text_add(out, ": its lines may not be the ones that ran");
    return true;
}

/* The reason lists the places one after the other; a pane is narrow, so each gets a row of its own. */
void source_missing(const struct session_source *source, struct rows *rows)
{
    struct str rest = str_of(source->reason);
    struct row *row = rows_add(rows, source->file);
    text_add(&row->text, ": source not found");
    row->style = STYLE_UNKNOWN;
    while (rest.size) {
        size_t end = str_find(rest, str_of(", "));
        struct str part = str_cut(rest, 0, end == SIZE_MAX ? rest.size : end);
        if (!str_is(part, "source file not found"))
            rows_add(rows, part)->style = STYLE_DIM;
        rest = end == SIZE_MAX ? (struct str){NULL, 0} : str_cut(rest, end + 2, SIZE_MAX);
    }
    rows_add(rows, str_of("`directory FOLDER` adds a folder to search"))->style = STYLE_DIM;
    rows_add(rows, str_of("`set substitute-path FROM TO`: it was moved"))->style = STYLE_DIM;
}

void source_found_row(struct session *session, struct str file, struct str folder, struct rows *rows)
{
    const struct session_source *source = session_source(session, file, folder);
    struct str reason = str_of(source->reason), looked = {NULL, 0};
    size_t at = str_find(reason, str_of("looked for "));
    struct row *row = rows_add(rows, file);
    if (!source->source && at != SIZE_MAX)
        looked = str_cut(reason, at + strlen("looked for "), SIZE_MAX);
    row_string(row, "file", file);
    row_string(row, "found", source->source ? str_of(source_path(source->source)) : (struct str){NULL, 0});
    if (looked.size)
        row_string(row, "looked_for", looked);
    row_column(row, 24);
    row_style(row, source->source ? STYLE_DIM : STYLE_UNKNOWN);
    if (source->source)
        text_safe(&row->text, str_of(source_path(source->source)));
    else if (looked.size || !source->reason[0])
        text_add(&row->text, looked.size ? "not found, looked for " : "not found");
    else
        text_safe(&row->text, reason);      /* found, but not shown: says why */
    text_safe(&row->text, looked);
    if (source->newer.size) {
        row_style(row, STYLE_WARNING);
        text_add(&row->text, ": newer than ");
        text_safe(&row->text, str_basename(source->newer));
        row_true(row, "newer");
    }
}

/* ---- A file with a margin, for kinds other than WET traces ---- */

struct file_rows {
    struct session *session;
    const struct session_source *source;
    uint64_t current;
    struct source_margin margin;
};

static bool file_get(const struct rows *rows, uint64_t i, struct row *row)
{
    const struct file_rows *list = rows->data;
    uint64_t line = i + 1;
    int digits = snprintf(NULL, 0, "%" PRIu64, source_line_count(list->source->source));
    row->current = line == list->current;
    row_style(row, row->current ? STYLE_CURRENT : STYLE_DIM);
    const struct line_fact *fact = source_fact(list->session, list->source->file, line);
    text_printf(&row->text, "%c %*" PRIu64 " ", row->current ? '>' : ' ', digits, line);
    row_number(row, "line", line);
    if (list->margin.write)
        list->margin.write(list->margin.context, line, row);
    else
        source_margin_fact(fact, source_sign_width(list->session, COUNT_WIDTH), row->current, row);
    text_add(&row->text, list->margin.write ? "" : "  ");
    source_fact_fields(fact, !list->margin.write, row);
    traces_margin(list->session, list->source->file, line, row);
    source_code(list->session, list->source, line, source_shade(fact, row->current), row);
    row_string(row, "text", source_line(list->source->source, line));
    row->place = (struct place){.has = PLACE_FILE | PLACE_LINE, .file = list->source->file, .line = line};
    return true;
}

bool rows_of_source_file(struct session *session, struct str file, struct str folder, uint64_t current, const struct source_margin *margin, struct rows *rows)
{
    const struct session_source *source = session_source(session, file, folder);
    rows->title = arena_copy(&rows->arena, str_basename(file));
    if (!source->source) {
        source_missing(source, rows);
        return false;
    }
    struct file_rows *list = arena_allocate(&rows->arena, sizeof *list);
    struct session_source *kept = arena_allocate(&rows->arena, sizeof *kept);
    *kept = *source; /* the table of sources may move while the rows exist */
    *list = (struct file_rows){.session = session, .source = kept, .current = current};
    if (margin)
        list->margin = *margin;
    rows->data = list;
    rows->count = source_line_count(source->source);
    rows->focus = current && current <= rows->count ? current - 1 : 0;
    rows->get = file_get;
    return true;
}

/* ---- list ---- */

static void copy_lines(const struct rows *all, uint64_t first, uint64_t count, struct rows *out)
{
    struct row row = {0};
    for (uint64_t i = first; i < all->count && i - first < count && rows_get(all, i, &row); i++) {
        struct row *copy = rows_add(out, (struct str){NULL, 0});
        text_append(&copy->text, text_str(&row.text));
        copy->current = row.current;
        copy->span_count = row.span_count;
        memcpy(copy->spans, row.spans, sizeof row.spans);
        for (size_t k = 0; all->get == file_get && k < row.field_count; k++)
            row_field(copy, &row.fields[k]);
    }
    row_free(&row);
}

/* The current line, if it is in the listed file; otherwise 0. */
static uint64_t line_of_here(struct session *session, const struct source_lister *lister, struct str file)
{
    struct source_position here;
    struct error ignored;
    return lister->find(session, NULL, &here, &ignored) && str_equal(here.file, file) ? here.line : 0;
}

/* The file and line: from the arguments, from the end of the last list, or the current one. */
static bool list_position(struct session *session, const struct source_lister *lister, struct str arguments, struct source_position *position, struct error *error)
{
    struct place place = {0};
    if (arguments.size == 0 && session->trace->list_line && session->trace->list_file.size) {
        *position = (struct source_position){.file = session->trace->list_file, .folder = session->trace->list_folder};
        return true;
    }
    if (str_decimal(arguments, &place.line))
        place.has = PLACE_LINE;
    if (place.has && session->trace->list_line && session->trace->list_file.size) {        /* a line of the last listed file */
        *position = (struct source_position){.file = session->trace->list_file, .folder = session->trace->list_folder, .line = place.line};
        return true;
    }
    if (!place.has && arguments.size && !place_parse(arguments, &place, error))
        return false;
    bool elsewhere = arguments.size && !(place.has & PLACE_LINE && !place.file.size);
    if (!lister->find(session, elsewhere ? &place : NULL, position, error) &&
        !(elsewhere ? list_of_executable(session, &place, position) : place.has && list_of_main(session, position)))
        return false;
    position->line = place.has & PLACE_LINE ? place.line : position->line;
    session->trace->list_file = arena_copy(&session->trace->arena, position->file);
    session->trace->list_folder = arena_copy(&session->trace->arena, position->folder);
    session->trace->list_line = 0;
    return true;
}

bool list_source(struct session *session, const struct source_lister *lister, struct str arguments, struct answer *answer, struct error *error)
{
    enum { LISTED = 10 };
    struct rows all = {0};
    struct source_position position;
    bool done = true;
    if (!list_position(session, lister, arguments, &position, error))
        return false;
    uint64_t current = line_of_here(session, lister, position.file);
    struct source_margin margin = {lister->write, lister->margin ? lister->margin(session, &position, &all.arena) : NULL};
    bool lines = rows_of_source_file(session, position.file, position.folder, current, &margin, &all);
    uint64_t first = arguments.size == 0 && session->trace->list_line ? session->trace->list_line : position.line > LISTED / 2 ? position.line - LISTED / 2 : 1;
    answer->is_list = true;
    if (lines && first > all.count)
        done = error_set(error, "the file has %" PRIu64 " lines", all.count);
    else
        copy_lines(&all, lines ? first - 1 : 0, list_count(session), &answer->rows);
    if (done && lines)
        list_done(session, first, position.line);
    rows_free(&all);
    return done;
}

/* ---- The forms of `list`, for every kind of trace: as in gdb ----
 *
 *     list            ten lines around the current line, then the next ten   list N,M       from line N to line M
 *     list -          the ten before those listed last                       list N,        ten from line N on
 *     list N          ten around line N; FILE:N, FUNCTION                    list ,M        ten that end with line M
 *
 * A kind lists around a place, and on from list_line: ranges are made of these two. */

enum { LISTED = 10 };

uint64_t list_count(const struct session *session)
{
    return session->trace->list_count ? session->trace->list_count : LISTED;
}

/* `first` is the first listed line, `middle` the line that the list should surround; 0: none. */
void list_done(struct session *session, uint64_t first, uint64_t middle)
{
    session->trace->list_line = first + list_count(session) > first ? first + list_count(session) : UINT64_MAX;
    session->trace->list_first = first;
    if (middle)
        session->trace->list_middle = middle;
}

/* Continues where the kind's last list ended. */
static bool list_lines(struct session *session, uint64_t first, uint64_t count, struct answer *answer, struct error *error)
{
    session->trace->list_line = first;
    session->trace->list_count = count;
    bool done = session->trace->kind->list(session, (struct str){NULL, 0}, answer, error);
    session->trace->list_count = 0;
    return done;
}

/* Lists without showing it, to learn the file and the middle. */
static bool look(struct session *session, struct str place, struct error *error)
{
    struct answer unseen = {0};
    bool done = session->trace->kind->list(session, place, &unseen, error);
    answer_free(&unseen);
    return done;
}

static bool list_before(struct session *session, struct answer *answer, struct error *error)
{
    if (!session->trace->list_line && !look(session, (struct str){NULL, 0}, error))
        return false;
    uint64_t end = session->trace->list_first;
    if (end <= 1)
        return error_set(error, "there are no lines before line 1");
    return list_lines(session, end > LISTED ? end - LISTED : 1, end > LISTED ? LISTED : end - 1, answer, error);
}

/* The last comma outside brackets: C++ names contain commas. */
static size_t comma_of(struct str text)
{
    size_t depth = 0, found = SIZE_MAX;
    for (size_t i = 0; i < text.size; i++) {
        char byte = text.data[i];
        if (byte == '(' || byte == '<')
            depth++;
        else if ((byte == ')' || byte == '>') && depth)
            depth--;
        else if (byte == ',' && depth == 0)
            found = i;
    }
    return found;
}

/* A line number: of the file listed last, or of the current one. FILE:N and FUNCTION make their file the last listed one. */
static bool line_of(struct session *session, struct str word, uint64_t *line, struct error *error)
{
    uint64_t number;
    if (str_decimal(word, &number)) {
        *line = number;
        if (number && session->trace->list_line)
            return true;
        return number ? look(session, word, error) : error_set(error, "line 0: lines are numbered from 1");
    }
    if (!look(session, word, error))
        return false;
    *line = session->trace->list_middle;
    return true;
}

static bool list_range(struct session *session, struct str from, struct str to, struct answer *answer, struct error *error)
{
    uint64_t first = 0, last = 0;
    if (from.size && !line_of(session, from, &first, error))
        return false;
    if (to.size && !line_of(session, to, &last, error))
        return false;
    if (!from.size && !to.size)
        return error_set(error, "`list ,` names no line: `list 10,20` shows lines 10 to 20, `list 10,` ten lines from 10 on");
    if (!from.size)
        first = last > LISTED ? last - LISTED + 1 : 1;
    if (!to.size)
        last = first + LISTED - 1;
    if (last < first)
        return error_set(error, "the range ends at line %" PRIu64 ", before its first line %" PRIu64, last, first);
    return list_lines(session, first, last - first + 1, answer, error);
}

COMMAND(run_list)
{
    size_t comma = comma_of(arguments);
    if (!session_need_open(session, error))
        return false;
    if (str_is(arguments, "-"))
        return list_before(session, answer, error);
    if (comma != SIZE_MAX)
        return list_range(session, str_trim(str_cut(arguments, 0, comma)), str_trim(str_cut(arguments, comma + 1, SIZE_MAX)), answer, error);
    return session->trace->kind->list(session, arguments, answer, error);
}

/* As in gdb: without a current source, line numbers are those of main's file. */
bool list_of_main(struct session *session, struct source_position *position)
{
    const struct place place = {.has = PLACE_FUNCTION, .function = str_of("main")};
    return list_of_executable(session, &place, position);
}

/* ---- Code in the executable that the trace does not show ---- */

static bool file_fits(struct str name, struct str file)
{
    return str_equal(name, file) || (name.size > file.size && name.data[name.size - file.size - 1] == '/' &&
                                     str_equal(str_cut(name, name.size - file.size, SIZE_MAX), file));
}

bool list_of_executable(struct session *session, const struct place *place, struct source_position *position)
{
    struct symbols *symbols = session->trace->symbols;
    size_t index;
    *position = (struct source_position){0};
    if (!symbols)
        return false;
    if (place->has == (PLACE_FILE | PLACE_LINE))
        for (size_t i = 0; i < symbols_line_file_count(symbols); i++) {
            symbols_line_file(symbols, (uint32_t)i, &position->file, &position->folder);
            position->line = place->line;
            if (file_fits(position->file, place->file))
                return true;
        }
    return place->has == PLACE_FUNCTION && symbols_function_named(symbols, place->function, &index) &&
           symbols_position(symbols, symbols_function(symbols, index).address, position) && position->file.size && position->line;
}
