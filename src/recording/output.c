/* output.c - the text that a recorded program wrote, line by line.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A line ends at a newline, or where its descriptor writes nothing more. Its bytes may come from several system calls. The place of a line is the execution
 * that supplied its first byte: for text that the C library buffered, the printf (output_line). clew finds that when the row is shown. */
#include "recording/ask.h"
#include "recording/describe.h"
#include "recording/state/state.h"
#include "recording/system_calls.h"

#include <inttypes.h>
#include <regex.h>
#include <stdlib.h>
#include <string.h>

enum {
    TEXT_MOST = 1 << 26,                /* bytes kept in all */
    LINES_MOST = 1 << 21,
    LINE_MOST = 1 << 12,                /* bytes of a line */
    OPEN_MOST = 64                      /* descriptors with an unfinished line */
};

struct output_text {
    uint64_t call;                      /* number of the system call that wrote its first byte */
    uint64_t at;                        /* that byte, counted from the call's first one */
    uint32_t descriptor;
    bool unknown;                       /* some of its bytes, or those behind it, are */
    bool cut;                           /* longer than LINE_MOST */
    bool placed;                        /* its time is known */
    uint64_t time;                      /* output_time */
    struct text text;
};

struct output_lines {
    ARRAY(struct output_text, lines);
    uint64_t bytes;
    bool cut;
};

void output_lines_close(struct output_lines *lines)
{
    if (!lines)
        return;
    for (size_t i = 0; i < lines->lines_count; i++)
        text_free(&lines->lines[i].text);
    free(lines->lines);
    free(lines);
}

/* ---- Reading ---- */

struct reading {
    struct output_lines *lines;
    struct { uint32_t descriptor; size_t line; } open[OPEN_MOST];
    size_t open_count;
};

static size_t *open_line(struct reading *reading, uint32_t descriptor)
{
    size_t i = 0;
    while (i < reading->open_count && reading->open[i].descriptor != descriptor)
        i++;
    if (i == reading->open_count) {
        i = reading->open_count < OPEN_MOST ? reading->open_count++ : 0;
        reading->open[i].descriptor = descriptor;
        reading->open[i].line = SIZE_MAX;
    }
    return &reading->open[i].line;
}

/* The bytes that one call wrote. */
static void take_bytes(struct reading *reading, uint64_t call, uint32_t descriptor, struct str bytes, bool unknown)
{
    struct output_lines *lines = reading->lines;
    size_t *line = open_line(reading, descriptor);
    for (size_t from = 0, end; from < bytes.size && lines->lines_count < LINES_MOST; from = end) {
        const char *newline = memchr(bytes.data + from, '\n', bytes.size - from);
        end = newline ? (size_t)(newline - bytes.data) + 1 : bytes.size;
        if (*line == SIZE_MAX) {
            *line = lines->lines_count;
            ARRAY_ADD(lines, lines, (struct output_text){.call = call, .at = from, .descriptor = descriptor});
        }
        struct text *text = &lines->lines[*line].text;
        lines->lines[*line].unknown |= unknown;
        size_t room = text->size < LINE_MOST ? LINE_MOST - text->size : 0;
        text_append(text, str_cut(bytes, from, end - from < room ? end - from : room));
        lines->lines[*line].cut |= end - from > room;
        if (newline)
            *line = SIZE_MAX;
    }
    lines->bytes += bytes.size;
    lines->cut |= lines->lines_count >= LINES_MOST;
}

/* All of them. NULL: interrupted. Cost: one run of each piece of the state stream in which something is written. */
static struct output_lines *lines_of(struct session *session, struct error *error)
{
    struct recording *recording = wet_of(session)->recording;
    const struct store *store = wet_of(session)->store;
    struct reading reading = {0};
    struct store_system_call call;
    struct text bytes = {0};
    uint64_t total = store_system_call_count(store), descriptor, unknown;
    bool good = true;
    if (recording->output_lines)
        return recording->output_lines;
    reading.lines = memory_allocate(sizeof *reading.lines);
    for (uint64_t i = 0; i < total && good && !reading.lines->cut; i++) {
        good = (progress_report(&session->options.progress, i, total) || error_set(error, "interrupted")) && store_system_call(store, i, &call, error);
        if (!good || !system_call_writes(&call, &descriptor))
            continue;
        bytes.size = 0;
        uint64_t most = TEXT_MOST - reading.lines->bytes;
        if (system_call_output(session, &call, most, &bytes, &unknown))
            take_bytes(&reading, i, (uint32_t)descriptor, text_str(&bytes), unknown > 0);
        reading.lines->cut |= call.result >= most;
    }
    text_free(&bytes);
    if (!good) {
        output_lines_close(reading.lines);
        return NULL;
    }
    return recording->output_lines = reading.lines;
}

/* ---- Where a line came from ---- */

static struct written_by by_of_time(const struct session *session, uint64_t time)
{
    struct node node;
    if (!time || !store_at(wet_of(session)->store, time, &node))
        return (struct written_by){0, 0};
    return (struct written_by){program_instruction(wet_of(session)->program, node.index).id, node.instance};
}

/* Lines that one call wrote, while clew searches who stored their first bytes. */
struct placing {
    struct store_system_call call;
    struct output_text *lines;
    size_t count, open;                 /* open: without a store so far */
    uint64_t *stored;                   /* by line: the time of the store, or STILL_OPEN; 0: unknown */
};
#define STILL_OPEN UINT64_MAX

/* Does the time of an access name an execution that stored the bytes, or led to that? Of skipped code it is the last one in any thread: another thread's says
 * nothing. */
static bool is_supplier(const struct session *session, const struct store_system_call *call, const struct state_access *access)
{
    return access->how == STATE_STORED && access->time && (access->yours || store_thread(wet_of(session)->store, access->time) == call->thread);
}

/* One access to the call's bytes, the latest first. */
static void take_access(const struct session *session, struct placing *placing, const struct state_access *access)
{
    uint64_t address = placing->call.arguments[1];
    if (access->order >= placing->call.entered)
        return;
    for (size_t i = 0; i < placing->count; i++)
        if (placing->stored[i] == STILL_OPEN && address + placing->lines[i].at >= access->first && address + placing->lines[i].at <= access->last) {
            placing->stored[i] = is_supplier(session, &placing->call, access) ? access->time : 0;
            placing->open--;
        }
}

/* Who stored the first byte of each line? Searches the pieces before the call, a few. */
static void find_stores(struct session *session, struct placing *placing)
{
    enum { PIECES = 16 };
    struct state *state = who_state(session);
    const struct store_system_call *call = &placing->call;
    uint64_t last = store_summary(wet_of(session)->store).times, piece = state_piece_at(state, call->now < last ? call->now + 1 : last);
    struct state_accesses list = {0};
    for (unsigned i = 0; i < PIECES && placing->open && piece != STATE_NO_PIECE; i++, piece--) {
        piece = state_piece_next(state, piece, true, call->arguments[1], call->result, false);
        if (piece == STATE_NO_PIECE || !state_accesses(state, piece, call->arguments[1], call->result, false, &list) || list.cut)
            break;
        for (size_t k = list.items_count; k-- > 0 && placing->open;)
            take_access(session, placing, &list.items[k]);
    }
    state_accesses_free(&list);
}

/* Finds the places of all lines that the same call wrote. */
static void find_places(struct session *session, struct output_lines *lines, size_t which)
{
    struct placing placing = {.lines = &lines->lines[which]};
    struct error error;
    uint64_t descriptor;
    while (placing.lines > lines->lines && placing.lines[-1].call == placing.lines->call)
        placing.lines--;
    size_t rest = lines->lines_count - (size_t)(placing.lines - lines->lines);
    while (placing.count < rest && placing.lines[placing.count].call == placing.lines->call)
        placing.lines[placing.count++].placed = true;
    if (!store_system_call(wet_of(session)->store, placing.lines->call, &placing.call, &error) || !system_call_writes(&placing.call, &descriptor))
        return;
    placing.open = placing.count;
    placing.stored = memory_allocate(placing.count * sizeof *placing.stored);
    for (size_t i = 0; i < placing.count; i++)
        placing.stored[i] = STILL_OPEN;
    if (system_call_is_plain(&placing.call))
        find_stores(session, &placing);
    struct store_written written = {.descriptor = (uint32_t)descriptor, .size = placing.call.result, .argument = placing.call.arguments[1],
                                    .by = by_of_time(session, placing.call.time)};
    for (size_t i = 0; i < placing.count; i++) {
        struct output_text *line = &placing.lines[i];
        written.part_count = placing.stored[i] != STILL_OPEN && placing.stored[i];
        written.parts[0].address = written.argument + line->at;
        written.parts[0].size = 1;
        written.parts[0].by = by_of_time(session, written.part_count ? placing.stored[i] : 0);
        line->time = output_time(session, &written);
    }
    free(placing.stored);
}

/* ---- Rows ---- */

struct output_rows {
    struct session *session;
    struct output_lines *lines;
    size_t *chosen;
    struct table table;
};

enum { OUTPUT_TIME, OUTPUT_LOCATION, OUTPUT_STREAM, OUTPUT_TEXT, OUTPUT_COLUMNS };

static void add_stream(uint32_t descriptor, struct text *out)
{
    if (descriptor == 2)
        text_add(out, "stderr");
    else if (descriptor != 1)
        text_printf(out, "descriptor %" PRIu32, descriptor);
}

static void output_cell(const void *data, uint64_t i, size_t column, struct table_cell *cell)
{
    const struct output_rows *list = data;
    struct output_text *line = &list->lines->lines[list->chosen[i]];
    struct str text = text_str(&line->text);
    if ((column == OUTPUT_TIME || column == OUTPUT_LOCATION) && !line->placed)
        find_places(list->session, list->lines, list->chosen[i]);
    switch (column) {
    case OUTPUT_TIME:
        time_cell(list->session, line->time, cell->text);
        break;
    case OUTPUT_LOCATION:
        location_cell(list->session, line->time, cell->text);
        break;
    case OUTPUT_STREAM: add_stream(line->descriptor, cell->text); break;
    default:
        text_safe(cell->text, str_ends(text, "\n") ? str_cut(text, 0, text.size - 1) : text);
        text_add(cell->text, line->cut ? "..." : "");
        break;
    }
}

static bool output_get(const struct rows *rows, uint64_t i, struct row *row)
{
    const struct output_rows *list = rows->data;
    struct output_text *line = &list->lines->lines[list->chosen[i]];
    table_row(&list->table, i, row);
    row_of_time(row, list->session, line->time);
    row_number(row, "descriptor", line->descriptor);
    row_string(row, "text", text_str(&line->text));
    if (line->cut)
        row_true(row, "cut");
    if (line->unknown) {
        row_style(row, STYLE_UNKNOWN);
        text_add(&row->text, "  ? marks unknown bytes");
        row_true(row, "partly_unknown");
    }
    return true;
}

static void output_release(struct rows *rows)
{
    struct output_rows *list = rows->data;
    free(list->chosen);
}

/* The last line that was written before your place. */
static uint64_t last_before(struct session *session, const struct output_rows *list, uint64_t count)
{
    uint64_t now, focus = 0;
    struct store_system_call call;
    struct error error;
    if (!wet_time(session, &now))
        return 0;
    for (uint64_t i = 0; i < count; i++)
        if (store_system_call(wet_of(session)->store, list->lines->lines[list->chosen[i]].call, &call, &error) && call.now <= now)
            focus = i;
    return focus;
}

/* Rows of the chosen lines, which they take over. */
static void make_rows(struct session *session, struct output_lines *lines, size_t *chosen, size_t count, struct rows *rows)
{
    enum { WIDEST_STREAM = 16, MEASURED = 24 };
    static const struct column columns[OUTPUT_COLUMNS] = {
        [OUTPUT_TIME] = TIME_COLUMN, [OUTPUT_LOCATION] = LOCATION_COLUMN, [OUTPUT_STREAM] = {STYLE_DIM, WIDEST_STREAM, 0},
        [OUTPUT_TEXT] = {STYLE_VALUE, 0, 0}};
    struct output_rows *list = arena_allocate(&rows->arena, sizeof *list);
    *list = (struct output_rows){.session = session, .lines = lines, .chosen = chosen};
    list->table = (struct table){.columns = columns, .count = OUTPUT_COLUMNS, .cell = output_cell, .data = list};
    rows->count = count;
    rows->data = list;
    rows->get = output_get;
    rows->release = output_release;
    rows->focus = last_before(session, list, count);
    uint64_t from = rows->focus > MEASURED ? rows->focus - MEASURED : 0;        /* each line costs a search for its place */
    table_measure(&list->table, from, from + 2 * MEASURED < count ? from + 2 * MEASURED : count);
}

static bool need_output(struct session *session, struct error *error)
{
    return system_calls_need(session, error) &&
           (who_state(session) || error_set(error, "the recording keeps no state stream, which has the output: record the program without --state=no"));
}

/* Lines of some descriptors (none: standard output and error; `all`: all) that match (NULL: all). */
static bool list_output(struct session *session, struct str words, const regex_t *regex, struct answer *answer, struct error *error)
{
    uint64_t wanted = 0;
    bool all = str_is(words, "all"), one = !all && words.size;
    if (one && (!str_decimal(words, &wanted) || wanted > UINT32_MAX))
        return error_set(error, "`%.*s` is no descriptor: `output 2` lists what was written to standard error, `output all` everything", STR(words));
    if (!need_output(session, error))
        return false;
    struct output_lines *lines = lines_of(session, error);
    if (!lines)
        return false;
    size_t *chosen = memory_allocate((lines->lines_count + 1) * sizeof *chosen), count = 0;
    bool cut = false;
    for (size_t i = 0; i < lines->lines_count; i++) {
        cut |= lines->lines[i].cut;
        uint32_t descriptor = lines->lines[i].descriptor;
        bool fits = all || (one ? descriptor == wanted : descriptor == 1 || descriptor == 2);
        if (fits && (!regex || pattern_matches(regex, text_string(&lines->lines[i].text), NULL, NULL)))
            chosen[count++] = i;
    }
    if (cut && regex)
        session_note(session, "clew searches the first %d bytes of each line", LINE_MOST);
    if (lines->cut)
        session_note(session, "the program wrote too much: clew lists the first %" PRIu64 " bytes", lines->bytes);
    if (count) {
        make_rows(session, lines, chosen, count, &answer->rows);
        return true;
    }
    free(chosen);
    rows_add_printf(&answer->rows, regex ? "no line of output matches" : all || one ? "nothing was written there" :
                    "nothing was written to standard output or standard error: `output all` lists other descriptors")->style = STYLE_UNKNOWN;
    return true;
}

COMMAND(run_output)
{
    return list_output(session, str_trim(arguments), NULL, answer, error);
}

COMMAND(run_find_output)
{
    struct str words = str_trim(arguments), pattern = words;
    regex_t regex;
    struct text text = {0};
    if (str_starts(pattern, "/"))
        pattern = str_cut(pattern, 1, pattern.size - (pattern.size > 1 && str_ends(pattern, "/") ? 2 : 1));
    if (pattern.size == 0)
        return error_set(error, "`find-output` needs a pattern, as in `find-output /total/`");
    text_append(&text, pattern);
    bool good = pattern_compile(text_string(&text), &regex, error);
    text_free(&text);
    if (!good)
        return false;
    good = list_output(session, str_of("all"), &regex, answer, error);
    regfree(&regex);
    return good;
}
