/* source_list.c - the forms of `list`, for every kind of trace: what gdb takes.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     list            ten lines around where one is, then the next ten          list N,M       from line N to line M
 *     list -          the ten before those that were listed last                list N,        ten from line N on
 *     list N          ten around line N; FILE:N, FUNCTION                       list ,M        ten that end with line M
 *
 * A kind lists around a place, and on from list_line: ranges are made of these two. */
#include "session/engine.h"

#include <inttypes.h>

enum { LISTED = 10 };

uint64_t list_count(const struct session *session)
{
    return session->trace->list_count ? session->trace->list_count : LISTED;
}

/* `first` is the first line of what was listed, `middle` what it was asked to be around; 0: it was not. */
void list_done(struct session *session, uint64_t first, uint64_t middle)
{
    session->trace->list_line = first + list_count(session) > first ? first + list_count(session) : UINT64_MAX;
    session->trace->list_first = first;
    if (middle)
        session->trace->list_middle = middle;
}

/* From here on what the kind listed last. */
static bool list_lines(struct session *session, uint64_t first, uint64_t count, struct answer *answer, struct error *error)
{
    session->trace->list_line = first;
    session->trace->list_count = count;
    bool done = session->trace->kind->list(session, (struct slice){NULL, 0}, answer, error);
    session->trace->list_count = 0;
    return done;
}

/* Lists without being seen, so that the file and the middle are known. */
static bool look(struct session *session, struct slice place, struct error *error)
{
    struct answer unseen = {0};
    bool done = session->trace->kind->list(session, place, &unseen, error);
    answer_free(&unseen);
    return done;
}

static bool list_before(struct session *session, struct answer *answer, struct error *error)
{
    if (!session->trace->list_line && !look(session, (struct slice){NULL, 0}, error))
        return false;
    uint64_t end = session->trace->list_first;
    if (end <= 1)
        return error_set(error, "the first line was listed");
    return list_lines(session, end > LISTED ? end - LISTED : 1, end > LISTED ? LISTED : end - 1, answer, error);
}

/* The last comma outside of brackets: names of C++ hold some. */
static size_t comma_of(struct slice text)
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

/* The number of a line: of the file that was listed last, or is looked at; FILE:N and FUNCTION make theirs that file. */
static bool line_of(struct session *session, struct slice word, uint64_t *line, struct error *error)
{
    uint64_t number;
    if (slice_decimal(word, &number)) {
        *line = number;
        if (number && session->trace->list_line)
            return true;
        return number ? look(session, word, error) : error_set(error, "lines are counted from 1");
    }
    if (!look(session, word, error))
        return false;
    *line = session->trace->list_middle;
    return true;
}

static bool list_range(struct session *session, struct slice from, struct slice to, struct answer *answer, struct error *error)
{
    uint64_t first = 0, last = 0;
    if (from.size && !line_of(session, from, &first, error))
        return false;
    if (to.size && !line_of(session, to, &last, error))
        return false;
    if (!from.size && !to.size)
        return error_set(error, "list N,M: from line N to line M");
    if (!from.size)
        first = last > LISTED ? last - LISTED + 1 : 1;
    if (!to.size)
        last = first + LISTED - 1;
    if (last < first)
        return error_set(error, "the range ends with line %" PRIu64 ", before it begins with line %" PRIu64, last, first);
    return list_lines(session, first, last - first + 1, answer, error);
}

bool run_list(struct session *session, struct slice arguments, struct answer *answer, struct error *error)
{
    size_t comma = comma_of(arguments);
    if (!session_need_open(session, error))
        return false;
    if (slice_is(arguments, "-"))
        return list_before(session, answer, error);
    if (comma != SIZE_MAX)
        return list_range(session, slice_trim(slice_cut(arguments, 0, comma)), slice_trim(slice_cut(arguments, comma + 1, SIZE_MAX)), answer, error);
    return session->trace->kind->list(session, arguments, answer, error);
}

/* As gdb: where one looks at no source, line numbers are those of the file that main is in. */
bool list_of_main(struct session *session, struct source_position *position)
{
    const struct place place = {.has = PLACE_FUNCTION, .function = slice_of("main")};
    return list_of_executable(session, &place, position);
}

/* ---- Code that the trace does not show, but its executable has ---- */

static bool file_fits(struct slice name, struct slice file)
{
    return slice_equal(name, file) || (name.size > file.size && name.data[name.size - file.size - 1] == '/' &&
                                       slice_equal(slice_cut(name, name.size - file.size, SIZE_MAX), file));
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
