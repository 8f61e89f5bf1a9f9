/* filter.c - regular expressions that always terminate; rows that match one; commands within commands.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "session/engine.h"
#include "session/session.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { TEXT_LOOKED_AT = 4096 };

/* \1 to \9, unless the backslash is itself escaped. */
static bool has_back_reference(const char *expression)
{
    for (const char *at = expression; (at = strchr(at, '\\')) && at[1]; at += 2)
        if (at[1] >= '1' && at[1] <= '9')
            return true;
    return false;
}

bool pattern_compile(const char *expression, regex_t *regex, struct error *error)
{
    if (has_back_reference(expression))
        return error_set(error, "back references (\\1) are not supported: matching them can take forever");
    int code = regcomp(regex, expression, REG_EXTENDED);
    if (code == 0)
        return true;
    char reason[128];
    regerror(code, regex, reason, sizeof reason);
    return error_set(error, "not a regular expression: %s", reason);
}

bool pattern_matches(const regex_t *regex, const char *text, size_t *from, size_t *to)
{
    regmatch_t match = {.rm_so = 0, .rm_eo = (regoff_t)strnlen(text, TEXT_LOOKED_AT)};
    if (regexec(regex, text, 1, &match, REG_STARTEND) != 0)
        return false;
    if (from) {
        *from = (size_t)match.rm_so;
        *to = (size_t)match.rm_eo;
    }
    return true;
}

/* ---- Rows that match a regular expression, and commands within commands ----
 *
 * One bit per row says whether it stays, and a count precedes every 512 rows: binary search finds the i-th. */

enum { WORD = 64, BLOCK_WORDS = 8, LOOK_STEP = 256 /* rows between two progress reports */, DEEPEST = 16 };

struct filtered {
    struct rows all;
    uint64_t *words, *before;           /* bits; how many are set before each block of words */
    uint64_t looked_at, blocks;
};

/* ---- Rows ---- */

static bool filtered_get(const struct rows *rows, uint64_t i, struct row *row);

static struct filtered *filtered_of(const struct rows *rows)
{
    return rows->get == filtered_get ? rows->data : NULL;
}

/* The number of the i-th kept row among all rows; i must be below the number kept. */
static uint64_t whole_row(const struct filtered *filtered, uint64_t i)
{
    LOWER_BOUND(uint64_t, next, 1, filtered->blocks, filtered->before[next] <= i);
    uint64_t left = i - filtered->before[next - 1], word = (next - 1) * BLOCK_WORDS;
    for (uint64_t bits; (bits = (uint64_t)__builtin_popcountll(filtered->words[word])) <= left; word++)
        left -= bits;
    uint64_t bits = filtered->words[word];
    for (; left > 0; left--)
        bits &= bits - 1;
    return word * WORD + (uint64_t)__builtin_ctzll(bits);
}

static bool filtered_get(const struct rows *rows, uint64_t i, struct row *row)
{
    const struct filtered *filtered = rows->data;
    return rows_get(&filtered->all, whole_row(filtered, i), row);
}

static void filtered_release(struct rows *rows)
{
    struct filtered *filtered = rows->data;
    rows_free(&filtered->all);
    free(filtered->words);
    free(filtered->before);
}

/* Marks the matching rows as bits. Returns their number. */
static uint64_t choose(struct filtered *filtered, const regex_t *regex, const struct progress *progress)
{
    struct row row = {0};
    uint64_t kept = 0, count = filtered->all.count, i = 0;
    for (; i < count; i++) {
        if (i % LOOK_STEP == LOOK_STEP - 1 && !progress_report(progress, i, count))
            break;
        if (i % (WORD * BLOCK_WORDS) == 0)
            filtered->before[i / (WORD * BLOCK_WORDS)] = kept;
        if (!rows_get(&filtered->all, i, &row) || !pattern_matches(regex, text_string(&row.text), NULL, NULL))
            continue;
        filtered->words[i / WORD] |= UINT64_C(1) << i % WORD;
        kept++;
    }
    filtered->looked_at = i;
    filtered->blocks = (i + WORD * BLOCK_WORDS - 1) / (WORD * BLOCK_WORDS);
    row_free(&row);
    return kept;
}

/* "/eax/: 3 of 120  deps of 10#0": a cut title still shows the filter */
static struct str title(const struct filtered *filtered, const char *expression, uint64_t kept, struct arena *arena)
{
    struct text text = {0};
    text_printf(&text, "/%s/: ", expression);
    text_count(&text, kept);
    text_add(&text, " of ");
    if (filtered->looked_at < filtered->all.count) {
        text_add(&text, "the first ");
        text_count(&text, filtered->looked_at);
        text_add(&text, " (interrupted) of ");
    }
    text_count(&text, filtered->all.count);
    text_add(&text, filtered->all.title.size ? "  " : "");
    text_append(&text, filtered->all.title);
    struct str copy = arena_copy(arena, text_str(&text));
    text_free(&text);
    return copy;
}

/* The first kept row at or after a given row; the last one if there is none. */
static uint64_t nearest(const struct filtered *filtered, uint64_t kept, uint64_t row)
{
    LOWER_BOUND(uint64_t, at, 0, kept, whole_row(filtered, at) < row);
    return at < kept || kept == 0 ? at : kept - 1;
}

void rows_filter(struct rows *rows, const char *expression, const regex_t *regex, const struct progress *progress)
{
    struct rows result = {.of = rows->of, .users = rows->users};
    struct filtered *filtered = arena_allocate(&result.arena, sizeof *filtered);
    size_t words = (size_t)(rows->count / WORD) + 1;
    *filtered = (struct filtered){.all = *rows};
    filtered->words = memory_allocate(words * sizeof *filtered->words);
    filtered->before = memory_allocate((words / BLOCK_WORDS + 1) * sizeof *filtered->before);
    result.count = choose(filtered, regex, progress);
    result.get = filtered_get;
    result.release = filtered_release;
    result.data = filtered;
    result.focus = nearest(filtered, result.count, rows->focus);
    result.title = title(filtered, expression, result.count, &result.arena);
    *rows = result;
}

bool rows_filter_end(struct rows *rows, uint64_t *row)
{
    struct filtered *filtered = filtered_of(rows);
    if (!filtered)
        return false;
    struct rows all = filtered->all;
    *row = rows->count ? whole_row(filtered, *row < rows->count ? *row : rows->count - 1) : all.focus;
    filtered->all = (struct rows){0};
    rows_free(rows);
    *rows = all;
    return true;
}

bool rows_filter_cut(const struct rows *rows, uint64_t *looked_at, uint64_t *all)
{
    const struct filtered *filtered = filtered_of(rows);
    if (!filtered || filtered->looked_at == filtered->all.count)
        return false;
    *looked_at = filtered->looked_at;
    *all = filtered->all.count;
    return true;
}

/* ---- Commands within commands ---- */

bool need_command(const struct session *session, struct str command, const char *usage, struct error *error)
{
    return command.size || !session->exact || error_set(error, "outside the full screen there is no list: use `%s`", usage);
}

bool run_inner(struct session *session, struct str line, struct answer *answer, struct error *error)
{
    struct text text = {0};
    struct str arguments;
    const struct command *command = session_command(session, line, &text, &arguments, error);
    text_free(&text);
    if (!command)
        return false;
    bool closes = command_is(command, "open drop source load");
    if (command->screen_only || command_is(command, "quit") || closes)
        return error_set(error, "`%s` gives no rows", command->name);
    if (session->depth >= DEEPEST)
        return error_set(error, "commands are nested more than %d deep", DEEPEST);
    text_append(&text, line);
    session->depth++;
    bool done = session_run(session, text_string(&text), answer, error);
    session->depth--;
    text_free(&text);
    if (done && answer->action == ACTION_COPY)
        answer->action = ACTION_NONE;
    if (done && answer->action != ACTION_NONE) {
        answer_free(answer);
        return error_set(error, "`%s` gives no rows", command->name);
    }
    return done;
}

/* ---- The command ---- */

/* Takes /RE/ off the arguments, where \/ is a slash; without a slash at the beginning, all of it is the expression. */
static void take_expression(struct str *arguments, struct text *expression)
{
    struct str s = *arguments;
    size_t at = str_starts(s, "/") ? 1 : 0, slashed = at;
    for (; at < s.size && !(slashed && s.data[at] == '/'); at++) {
        bool escape = slashed && s.data[at] == '\\' && at + 1 < s.size;
        if (escape && s.data[at + 1] != '/')
            text_byte(expression, s.data[at]);
        at += escape;
        text_byte(expression, s.data[at]);
    }
    *arguments = str_trim(str_cut(s, at + (at < s.size), SIZE_MAX));
}

static bool filter_rows(struct session *session, const char *expression, struct str command, struct answer *answer, struct error *error)
{
    regex_t regex;
    uint64_t looked_at, all;
    if (!pattern_compile(expression, &regex, error))
        return false;
    bool done = run_inner(session, command, answer, error);
    if (done)
        rows_filter(&answer->rows, expression, &regex, &session->options.progress);
    if (done && rows_filter_cut(&answer->rows, &looked_at, &all))
        session_note(session, "interrupted: of %" PRIu64 " rows, clew looked only at the first %" PRIu64, all, looked_at);
    answer->is_list = true;
    regfree(&regex);
    return done;
}

COMMAND(run_filter)
{
    struct text expression = {0};
    take_expression(&arguments, &expression);
    bool done = need_command(session, arguments, "filter /REGEX/ COMMAND", error);
    if (done && arguments.size) {
        done = filter_rows(session, text_string(&expression), arguments, answer, error);
    } else if (done) {
        answer->action = ACTION_FILTER;
        text_append(&answer->text, text_str(&expression));
    }
    text_free(&expression);
    return done;
}
