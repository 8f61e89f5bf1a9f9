/* diff.c - the command that compares two runs.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/against.h"
#include "recording/diff.h"
#include "recording/questions/questions.h"
#include "recording/wet.h"
#include "session/engine.h"

#include <inttypes.h>


enum { OVERVIEW = 20 /* rows of each kind */, WRITERS = 6 /* but of values that follow from others */ };

static const char *const topics[] = {"causes", "lines", "values", NULL};
enum topic { TOPIC_CAUSES, TOPIC_LINES, TOPIC_VALUES, TOPIC_NONE };

/* ---- Which trace ---- */

static bool is_comparable(const struct session *session, const struct session_trace *other)
{
    return session->trace->ae ? other->ae != NULL : other->store != NULL;
}

static bool refuse_kind(const struct session *session, const struct session_trace *other, struct error *error)
{
    if (session->trace->ae)
        return error_set(error, "trace %u is no address stream: diff compares it with another one of the same program", other->number);
    return error_set(error, "trace %u has no dependences and no values: diff compares two recordings, or texts, or two address streams; "
                     "`clew coverage --diff` compares coverage traces", other->number);
}

/* The one other trace that can be compared. */
static struct session_trace *only_other(struct session *session, struct error *error)
{
    struct session_trace *found = NULL;
    struct text numbers = {0};
    size_t count = 0;
    for (size_t i = 0; i < session->trace_count; i++) {
        struct session_trace *trace = session->traces[i];
        if (trace == session->trace || !trace->kind || !is_comparable(session, trace))
            continue;
        found = trace;
        text_printf(&numbers, count++ ? ", diff %u" : "diff %u", trace->number);
    }
    if (!count)
        error_set(error, "diff needs another run of this program: diff FILE opens its trace beside this one");
    else if (count > 1)
        error_set(error, "several traces are open beside this one: %s", text_string(&numbers));
    text_free(&numbers);
    return count == 1 ? found : NULL;
}

/* Opened beside; the current trace stays current. */
static struct session_trace *open_beside(struct session *session, const char *path, struct error *error)
{
    unsigned number = session->trace->number;
    if (slice_is(slice_of(path), "-")) {
        error_set(error, "diff needs a file: standard input can be read once");
        return NULL;
    }
    if (!traces_open(session, &path, 1, error))
        return NULL;
    struct session_trace *opened = session->trace, *was = traces_find(session, number);
    if (!was || was == opened) {                /* a saved session can close what was open */
        error_set(error, "%s is no trace that was opened beside this one: nothing is compared", path);
        return NULL;
    }
    session->trace = was;
    session_opened_anew(session);
    return opened;
}

static struct session_trace *named(struct session *session, struct slice word, struct error *error)
{
    struct text path = {0};
    struct session_trace *found = NULL;
    uint64_t number;
    if (slice_decimal(word, &number)) {
        found = number <= session->last_number ? traces_find(session, (unsigned)number) : NULL;
        if (!found || !found->kind)
            error_set(error, "there is no trace %.*s: trace lists them", SLICE(word));
        return found && found->kind ? found : NULL;
    }
    found = traces_of_file(session, word);
    text_append(&path, word);
    if (!found)
        found = open_beside(session, text_string(&path), error);
    text_free(&path);
    return found;
}

static bool is_whole(struct session *session, struct session_trace *other, struct error *error)
{
    struct session_trace *was = traces_borrow(session, other);
    bool whole = wet_need_whole(session, error);
    traces_return(session, was);
    return whole;
}

static struct session_trace *other_trace(struct session *session, struct slice word, struct error *error)
{
    struct session_trace *other = word.size ? named(session, word, error) : only_other(session, error);
    if (!other)
        return NULL;
    if (other == session->trace)
        error_set(error, "trace %u is this one: diff compares it with another run", other->number);
    else if (!is_comparable(session, other))
        (void)refuse_kind(session, other, error);
    else if (other->ae || is_whole(session, other, error))
        return other;
    return NULL;
}

/* ---- The answer ---- */

static void title(const struct session *session, const struct session_trace *other, enum topic topic, struct rows *rows)
{
    struct text text = {0}, safe = {0};
    text_safe(&safe, slice_basename(slice_of(other->path)));
    text_printf(&text, "diff of %u, this one, and %u, %s", session->trace->number, other->number, text_string(&safe));
    if (topic != TOPIC_NONE)
        text_printf(&text, ": %s", topics[topic]);
    rows->title = arena_copy(&rows->arena, text_slice(&text));
    text_free(&text);
    text_free(&safe);
}

static void fill(struct session *session, struct diff_answer *compared, enum topic topic, struct rows *rows)
{
    struct rows parts[2] = {{0}, {0}};
    if (topic == TOPIC_NONE || topic == TOPIC_CAUSES) {
        diff_rows_counts(session, compared, rows);
        diff_rows_arguments(session, compared, rows);
        diff_rows_threads(session, compared, topic == TOPIC_NONE ? OVERVIEW : 0, rows);
        diff_rows_parts(session, compared, topic == TOPIC_NONE ? OVERVIEW : 0, rows);
        if (topic == TOPIC_NONE)
            diff_rows_lines(session, compared, true, OVERVIEW, rows);
        diff_rows_writers(session, compared, topic == TOPIC_NONE ? WRITERS : 0, rows);
        diff_rows_ends(session, compared, topic == TOPIC_NONE ? OVERVIEW : 0, rows);
    } else if (topic == TOPIC_LINES) {
        diff_rows_counts(session, compared, rows);
        diff_rows_lines(session, compared, false, 0, rows);
    } else {
        diff_rows_counts(session, compared, &parts[0]);
        if (compared->diff->pair_count < compared->diff->values)
            rows_add_printf(&parts[0], "the first %zu by instruction and instance:", compared->diff->pair_count)->style = STYLE_WARNING;
        diff_rows_values(session, compared, &parts[1]);
        rows_chain(rows, parts, 2);
    }
}

static bool compare(struct session *session, struct session_trace *other, enum topic topic, struct answer *answer, struct error *error)
{
    struct against against;
    if (!against_take(session, other, &against, error))
        return false;
    struct diff_question question = {.here = session->trace->program, .there = other->program, .shift = against.shift};
    struct diff_answer compared = {.other = other};
    if (store_instances(session->trace->store) > DIFF_INSTANCES || store_instances(other->store) > DIFF_INSTANCES)
        return error_set(error, "at most %" PRIu64 " instances can be compared", (uint64_t)DIFF_INSTANCES);
    bool good = diff_make(&question, &session->options.progress, &compared.diff);
    if (good) {
        answer->is_list = true;
        fill(session, &compared, topic, &answer->rows);
    } else if (!store_damaged(session->trace->store, false, error) && !store_damaged(other->store, false, error)) {
        error_set(error, "interrupted: where they part was not found by then");
    }
    diff_free(compared.diff);
    return good;
}

static void close_last(struct session *session)
{
    struct error ignored;
    (void)!traces_drop(session, session->traces[session->trace_count - 1]->number, &ignored);
}

bool run_diff(struct session *session, struct slice arguments, struct answer *answer, struct error *error)
{
    struct slice word = {NULL, 0}, next;
    struct error unknown;
    size_t topic = TOPIC_NONE;
    bool has_word = argument_next(&arguments, &word);
    if (has_word && argument_choice(word, topics, "topic", &topic, &unknown))
        word = (struct slice){NULL, 0};
    else if (has_word && argument_next(&arguments, &next) && !argument_choice(next, topics, "topic", &topic, error))
        return false;
    if (!argument_end(arguments, error) || !session_need_open(session, error))
        return false;
    if (session->trace->ae && topic != TOPIC_NONE)
        return error_set(error, "an address stream has no %s to compare: diff says where two of them part", topics[topic]);
    size_t open = session->trace_count;
    struct session_trace *other = other_trace(session, word, error);
    bool done = other && (other->ae ? ae_diff(session, other, answer, error) : compare(session, other, (enum topic)topic, answer, error));
    if (done)
        title(session, other, (enum topic)topic, &answer->rows);
    if (!done && session->trace_count > open)   /* what was opened for nothing is closed again */
        close_last(session);
    return done;
}
