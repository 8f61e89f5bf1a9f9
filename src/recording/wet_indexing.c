/* wet_indexing.c - a large text is shown while it is being indexed: opening, waiting, taking the real store over.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     wet_open_store ---> provisional store + thread ---> wet_tick: it is done ---> the real store takes its place (wet_again.c)
 *                                            \--------> it failed, or was stopped: what is shown stays provisional
 *
 * The thread shares nothing with the session but what store/indexing.h lets it ask. */
#include "recording/wet.h"
#include "session/engine.h"

#include <inttypes.h>
#include <poll.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { FIRST_LOOK = 100, PATIENCE = 50, A_WHILE = 1000 };       /* milliseconds: to find instructions in; between two looks at what one waits for */

struct wet_indexing {
    struct indexing *thread;            /* NULL: it does not run, because of: */
    struct text reason;
    struct text told;                   /* what was said of the executable; it is not said twice */
    struct wet_standing standing;
    const char *hold;                   /* for tests: see held(); NULL */
    atomic_bool stop;
    atomic_int shown;                   /* percent, if held; else -1 */
    _Atomic uint64_t reports;
};

/* ---- Tests hold it where they want it ---- */

/* The file holds two numbers: how many reports of progress are let pass, and the percentage that is shown while the next one waits.
 * No such file: none waits. */
static bool is_held(struct wet_indexing *indexing, uint64_t report)
{
    struct arena arena = {0};
    struct slice text, line, word;
    struct error ignored;
    uint64_t passing = 0, percent = 0;
    bool held = file_read(indexing->hold, &arena, &text, &ignored) && slice_line(&text, &line) && slice_field(&line, &word) && slice_decimal(word, &passing) &&
                slice_field(&line, &word) && slice_decimal(word, &percent) && report >= passing;
    if (held)
        atomic_store(&indexing->shown, (int)(percent % 100));
    arena_free(&arena);
    return held;
}

static bool held(void *context, uint64_t done, uint64_t total)
{
    struct wet_indexing *indexing = context;
    const struct timespec moment = {0, 2000000};
    uint64_t report = atomic_fetch_add(&indexing->reports, 1);
    (void)done, (void)total;
    while (!atomic_load(&indexing->stop) && is_held(indexing, report))
        nanosleep(&moment, NULL);
    return !atomic_load(&indexing->stop);
}

/* ---- Beginning and ending ---- */

enum store_index wet_index(const struct session *session)
{
    bool foreign = session->own.loading || session->trace->foreign;
    return foreign && session->options.index != STORE_INDEX_NEVER ? STORE_INDEX_USE : session->options.index;
}

static struct store_options options_of(const struct session *session)
{
    const struct session_options *options = &session->options;
    return (struct store_options){.numbering = options->numbering, .strict = options->strict, .progress = options->progress, .index = wet_index(session)};
}

static bool start(struct wet_indexing *indexing, const struct session *session, const char *path, struct error *error)
{
    struct store_options options = options_of(session);
    options.progress = indexing->hold ? (struct progress){held, indexing} : (struct progress){0};
    atomic_store(&indexing->stop, false);
    atomic_store(&indexing->shown, -1);
    atomic_store(&indexing->reports, 0);
    text_clear(&indexing->reason);
    if (indexing->hold)
        is_held(indexing, 0);           /* shown from the start */
    return indexing_start(path, &options, &indexing->thread, error);
}

static void stop(struct wet_indexing *indexing)
{
    atomic_store(&indexing->stop, true);
    indexing_stop(indexing->thread);
    indexing->thread = NULL;
}

void wet_indexing_free(struct wet_indexing *indexing)
{
    if (!indexing)
        return;
    stop(indexing);
    text_free(&indexing->reason);
    text_free(&indexing->told);
    free(indexing);
}

void wet_rest(struct session_trace *trace)
{
    if (trace->indexing)
        stop(trace->indexing);
}

/* A text with --strict is refused at its first problem, so it has to be read first. */
static bool wants_lazily(const struct session *session, const char *path, const struct store_options *options)
{
    return session->options.lazy && !options->strict && (session->options.hold || store_wants_indexing(path, options));
}

bool wet_open_store(struct session *session, const char *path, struct store **store, struct wet_indexing **indexing, struct error *error)
{
    struct store_options options = options_of(session);
    struct error ignored;
    *indexing = NULL;
    if (wants_lazily(session, path, &options) && store_open_provisional(path, &options, FIRST_LOOK, store, &ignored)) {
        struct wet_indexing *made = memory_allocate(sizeof *made);
        made->hold = session->options.hold;
        if (start(made, session, path, &ignored)) {
            *indexing = made;
            return true;
        }
        wet_indexing_free(made);
        store_close(*store);
    }
    return store_open(path, &options, store, error);
}

struct text *wet_told(struct session *session)
{
    return session->trace->indexing ? &session->trace->indexing->told : NULL;
}

struct wet_standing *wet_standing(struct session *session)
{
    return session->trace->indexing ? &session->trace->indexing->standing : NULL;
}

void wet_opened(struct session *session, bool unmoved)
{
    struct wet_standing *standing = wet_standing(session);
    struct place here;
    if (!standing)
        return;
    *standing = (struct wet_standing){.visited = unmoved ? session->trace->history.count : SIZE_MAX};
    if (session->trace->kind->here(session, &here))
        standing->opening = here;
}

/* ---- How far it is ---- */

bool wet_is_provisional(const struct session *session)
{
    return session->trace->indexing != NULL;
}

static int percent_of(const struct wet_indexing *indexing)
{
    uint64_t done, total;
    int shown = atomic_load(&indexing->shown);
    if (shown >= 0)
        return shown;
    indexing_progress(indexing->thread, &done, &total);
    double part = total ? 100.0 * (double)done / (double)total : 0;
    return part < 99 ? (int)part : 99;
}

void wet_say_indexing(const struct session *session, struct text *out)
{
    if (session->trace->indexing && session->trace->indexing->thread)
        text_printf(out, "indexing %d%%", percent_of(session->trace->indexing));
    else if (session->trace->indexing)
        text_add(out, "not indexed");
}

int wet_descriptor(const struct session *session)
{
    return session->trace->indexing && session->trace->indexing->thread ? indexing_descriptor(session->trace->indexing->thread) : -1;
}

/* ---- The end of it ---- */

static void keep_reason(struct session *session, const struct error *error)
{
    struct wet_indexing *indexing = session->trace->indexing;
    text_clear(&indexing->reason);
    error_text(error, &indexing->reason);
    session_note(session, "%s; what is shown stays provisional: `index start` tries again", text_string(&indexing->reason));
    session->version++;
}

/* What came out takes the place of what was guessed; where one is stays, or is put right. False: nothing did, and the notice says why. */
static bool take(struct session *session, bool stays, struct error *error)
{
    struct wet_indexing *indexing = session->trace->indexing;
    struct store *whole;
    bool good = indexing_take(indexing->thread, &whole, error);
    indexing->thread = NULL;
    if (good && !store_is_trace(whole, error)) {
        store_close(whole);
        good = false;
    }
    if (!good) {
        keep_reason(session, error);
        return false;
    }
    session->trace->indexing = NULL;           /* what follows asks a store that is whole */
    wet_adopt(session, whole, stays ? NULL : &indexing->standing, &indexing->told);
    wet_indexing_free(indexing);
    return true;
}

static bool is_done(const struct session *session)
{
    return session->trace->indexing && session->trace->indexing->thread && indexing_done(session->trace->indexing->thread);
}

/* Damage that is not told yet; a file that was removed may be there again. */
static bool is_damaged(const struct session *session, struct error *error)
{
    struct file_stat stat;
    if (!session->trace->store || !store_damaged(session->trace->store, true, error))
        return false;
    return !session->trace->damage_told || (!session->trace->recording && file_stat(session->trace->path, &stat));
}

bool wet_is_due(const struct session *session)
{
    struct error ignored;
    return is_done(session) || is_damaged(session, &ignored);
}

bool wet_tick(struct session *session)
{
    uint64_t opened = session->opened;
    size_t notices = session->notices.size;
    struct error error;
    bool taken = is_done(session) && take(session, false, &error);
    if (taken)                          /* if not, a notice says why; perhaps because the text changed */
        resume_again(session, false);
    if (is_damaged(session, &error))
        wet_changed(session, &error);
    return opened != session->opened || notices != session->notices.size;
}

static bool report(const struct session *session)
{
    return progress_report(&session->options.progress, (uint64_t)percent_of(session->trace->indexing), 100);
}

/* For so many milliseconds at most, for ever if they are negative. False: interrupted, or it is not done yet. */
static bool wait_for_end(const struct session *session, int milliseconds)
{
    const struct indexing *thread = session->trace->indexing->thread;
    for (int waited = 0; !indexing_done(thread) && (milliseconds < 0 || waited < milliseconds); waited += PATIENCE) {
        struct pollfd file = {.fd = indexing_descriptor(thread), .events = POLLIN};
        int ready = poll(&file, 1, PATIENCE);
        (void)ready;                    /* interrupted, or over: it is looked in either case */
        if (!report(session))
            return false;
    }
    return indexing_done(thread);
}

void wet_wait_a_while(struct session *session)
{
    struct error ignored;
    bool taken = session->trace->indexing && session->trace->indexing->thread && wait_for_end(session, A_WHILE) && take(session, false, &ignored);
    (void)taken;                        /* if not, it may be later */
}

bool wet_want_whole(struct session *session, struct error *error)
{
    return !session->exact || !session->trace->indexing || !session->trace->indexing->thread || wet_need_whole(session, error);
}

bool wet_need_whole(struct session *session, struct error *error)
{
    struct wet_indexing *indexing = session->trace->indexing;
    if (!indexing)
        return true;
    if (!indexing->thread)
        return error_set(error, "this needs the whole trace, which is not indexed%s%s: `index start` does it", indexing->reason.size ? ": " : "",
                         text_string(&indexing->reason));
    if (!wait_for_end(session, -1))
        return error_set(error, "interrupted; indexing goes on");
    return take(session, !session->exact, error);
}

/* ---- The command ---- */

static void index_row(const struct session *session, struct rows *rows)
{
    struct store_files files = store_files(session->trace->store);
    const struct wet_indexing *indexing = session->trace->indexing;
    const char *kept = !files.index ? "memory" : files.reused ? "reused" : "made";
    const char *state = files.recording ? "recording" : !indexing ? kept : indexing->thread ? "indexing" : "not indexed";
    struct row *row = rows_add(rows, slice_of("trace  "));
    text_safe(&row->text, slice_of(files.trace));
    text_add(&row->text, ", ");
    text_count(&row->text, files.trace_size);
    text_add(&row->text, files.recording ? " bytes: a recording, which needs no index" : " bytes");
    row_string(row, "trace", slice_of(files.trace));
    row_number(row, "trace_size", files.trace_size);
    row_string(row, "state", slice_of(state));
    if (indexing && indexing->thread)
        row_number(row, "percent", (uint64_t)percent_of(indexing));
    if (!indexing && files.index)
        row_string(row, "index", slice_of(files.index));
    if (!indexing && !files.recording)
        row_number(row, "index_size", files.index_size);
}

static void index_say(const struct session *session, struct rows *rows)
{
    struct store_files files = store_files(session->trace->store);
    const struct wet_indexing *indexing = session->trace->indexing;
    struct text text = {0};
    text_add(&text, "index  ");
    if (indexing) {
        wet_say_indexing(session, &text);
        text_add(&text, indexing->reason.size ? ": " : "");
        text_append(&text, text_slice(&indexing->reason));
    } else {
        text_safe(&text, slice_of(files.index ? files.index : "kept in memory"));
        text_add(&text, ", ");
        text_count(&text, files.index_size);
        text_add(&text, !files.index ? " bytes" : files.reused ? " bytes: was there" : " bytes: made when the trace was opened");
    }
    rows_add(rows, text_slice(&text))->style = indexing ? STYLE_UNCERTAIN : STYLE_NORMAL;
    text_free(&text);
}

static bool index_show(struct session *session, struct slice arguments, struct answer *answer, struct error *error)
{
    (void)arguments, (void)error;
    index_row(session, &answer->rows);
    if (!store_files(session->trace->store).recording)
        index_say(session, &answer->rows);
    answer->is_list = false;
    return true;
}

static bool index_start(struct session *session, struct slice arguments, struct answer *answer, struct error *error)
{
    struct wet_indexing *indexing = session->trace->indexing;
    if (!indexing)
        return error_set(error, "there is nothing to be indexed: the trace is known completely");
    if (!indexing->thread && !start(indexing, session, session->trace->path, error))
        return false;
    session->version++;
    return index_show(session, arguments, answer, error);
}

static bool index_stop(struct session *session, struct slice arguments, struct answer *answer, struct error *error)
{
    if (!session->trace->indexing || !session->trace->indexing->thread)
        return error_set(error, "nothing is being indexed: index tells what is there, index start begins");
    stop(session->trace->indexing);
    text_add(&session->trace->indexing->reason, "it was stopped");
    session->version++;
    return index_show(session, arguments, answer, error);
}

static bool index_verify(struct session *session, struct slice arguments, struct answer *answer, struct error *error)
{
    (void)arguments;
    if (!wet_need_whole(session, error) || !store_verify(session->trace->store, &session->options.progress, error))
        return false;
    bool recording = store_files(session->trace->store).recording;
    struct row *row = rows_add(&answer->rows, slice_of("verified: every page is as it was written"));
    text_add(&row->text, recording ? "" : ", and the text says the same when it is read again");
    row_true(row, "verified");
    answer->is_list = false;
    return true;
}

bool run_index(struct session *session, struct slice arguments, struct answer *answer, struct error *error)
{
    static const char *const names[] = {"show", "start", "stop", "verify", NULL};
    static const topic_function run[] = {index_show, index_start, index_stop, index_verify};
    struct slice rest = arguments, word;
    bool understood = session_need(session, error) && (!argument_next(&rest, &word) || argument_end(rest, error));
    return understood && run_topic(session, names, run, arguments, answer, error);
}

static bool wet_is_stopgap(const struct session *session)
{
    return session->trace->indexing && session->trace->indexing->standing.wants;
}

const struct kind_growing wet_growing = {
    .is_provisional = wet_is_provisional, .say = wet_say_indexing, .descriptor = wet_descriptor, .tick = wet_tick, .is_due = wet_is_due, .rest = wet_rest,
    .need_whole = wet_need_whole, .want_whole = wet_want_whole, .mark_view = wet_mark_view, .mark_answer = wet_mark_answer, .is_stopgap = wet_is_stopgap,
};
