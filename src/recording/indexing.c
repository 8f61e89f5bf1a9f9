/* indexing.c - shows a text while indexing it: marks guesses, then the whole takes over.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/log/log.h"
#include "recording/wet.h"

#include <inttypes.h>
#include <poll.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { LOOKED_AT = 8 };                 /* rows to look at for one that leads into the trace */

/* ---- Rows ---- */

struct guesses {
    struct rows rows;
    bool plain;                         /* guesses get no style of their own */
};

static bool guess_get(const struct rows *rows, uint64_t i, struct row *row)
{
    const struct guesses *guesses = rows->data;
    if (!rows_get(&guesses->rows, i, row))
        return false;
    if (!row->place.has)
        return true;
    row_true(row, "provisional");
    if (guesses->plain)
        return true;
    row->span_count = 0;
    row->style = STYLE_UNCERTAIN;
    return true;
}

static void guess_release(struct rows *rows)
{
    struct guesses *guesses = rows->data;
    rows_free(&guesses->rows);
}

/* Takes the rows over and puts marked ones in their place. */
static void mark(struct rows *rows, bool plain)
{
    struct rows marked = {.count = rows->count, .get = guess_get, .release = guess_release, .focus = rows->focus};
    struct guesses *guesses = arena_allocate(&marked.arena, sizeof *guesses);
    *guesses = (struct guesses){*rows, plain};
    marked.data = guesses;
    marked.title = rows->title;         /* the title stays */
    *rows = marked;
}

static void wet_mark_view(const struct session *session, enum view view, struct rows *rows)
{
    if (!wet_is_provisional(session))
        return;
    mark(rows, view == VIEW_SOURCE);    /* the program's source is no guess */
    if (!rows->title.size)
        return;
    struct text title = {0};
    text_append(&title, rows->title);
    text_add(&title, " - provisional");
    rows->title = arena_copy(&rows->arena, text_str(&title));
    text_free(&title);
}

static bool leads_into_trace(const struct rows *rows)
{
    struct row row = {0};
    bool leads = false;
    for (uint64_t i = 0; i < rows->count && i < LOOKED_AT && !leads && rows_get(rows, i, &row); i++)
        leads = row.place.has != 0;
    row_free(&row);
    return leads;
}

/* An empty answer is a guess, too. */
static bool is_guess(const struct command *command, const struct answer *answer)
{
    bool of_position = command->argument == ARGUMENT_POSITION || command->argument == ARGUMENT_ID;
    return leads_into_trace(&answer->rows) || (of_position && (answer->rows.count || answer->is_list));
}

static void wet_mark_answer(const struct session *session, const struct command *command, struct answer *answer)
{
    if (!wet_is_provisional(session) || !is_guess(command, answer))
        return;
    struct rows parts[2] = {{0}, {0}}, whole = {.focus = answer->rows.focus + 1};
    struct text text = {0};
    text_add(&text, "provisional: ");
    wet_say_indexing(session, &text);
    struct row *row = rows_add(&parts[0], text_str(&text));
    row->style = STYLE_UNCERTAIN;
    row_true(row, "provisional");
    row_string(row, "state", str_cut(text_str(&text), sizeof "provisional: " - 1, SIZE_MAX));
    text_free(&text);
    whole.title = arena_copy(&whole.arena, answer->rows.title);
    mark(&answer->rows, false);
    parts[1] = answer->rows;
    rows_chain(&whole, parts, 2);
    answer->rows = whole;
}

/* ---- Users ---- */

struct unknown {
    const struct session *session;
    size_t indent;
};

/* Made on demand: the percentage grows. */
static bool unknown_get(const struct rows *rows, uint64_t i, struct row *row)
{
    const struct unknown *unknown = rows->data;
    (void)i;
    text_pad(&row->text, unknown->indent);
    text_add(&row->text, "not known yet: ");
    wet_say_indexing(unknown->session, &row->text);
    row->style = STYLE_UNKNOWN;
    row_string(row, "relation", str_of("user"));
    row_false(row, "known");
    row_true(row, "provisional");
    return true;
}

void wet_unknown_users(const struct session *session, size_t indent, struct rows *rows)
{
    struct unknown *unknown = arena_allocate(&rows->arena, sizeof *unknown);
    *unknown = (struct unknown){session, indent};
    rows->data = unknown;
    rows->get = unknown_get;
    rows->count = 1;
}

/* ---- Another store of the same trace replaces the open one ----
 *
 * Either the index is ready, and clew asks again for everything it guessed, or the file changed or broke. Your place, the history and marks are ids and
 * execution numbers: they stay valid. */

/* ---- What clew keeps ---- */

struct kept {
    char *path;
    bool had;
    struct place here;
    struct history history;
    struct marks marks;
    bool unmoved;                       /* here is where the trace opened: you did not choose it */
};

static bool is_unmoved(const struct session *session, const struct wet_standing *standing, const struct place *here)
{
    return session->trace->history.count == standing->visited && place_equal(here, &standing->opening);
}

static void keep(struct session *session, const struct wet_standing *standing, struct kept *kept)
{
    struct node node;
    size_t size = strlen(session->trace->path) + 1;
    *kept = (struct kept){.path = memory_allocate(size), .history = session->trace->history, .marks = session->trace->marks};
    memcpy(kept->path, session->trace->path, size);
    kept->had = wet_here(session, &kept->here, &node);
    kept->unmoved = kept->had && standing && is_unmoved(session, standing, &kept->here);
    if (kept->unmoved && standing->wants) {
        kept->here = standing->wanted;
        kept->unmoved = false;
    }
    session->trace->history = (struct history){0};
    if (slice_locked(session))          /* its members belong to the old store */
        session_note(session, "the slice lock is off, because clew read the trace again: `L` locks again");
}

/* The nearest existing execution, if the instruction now has fewer. False: the instruction is missing. */
static bool nearest(struct session *session, const struct place *place, struct node *node)
{
    struct error ignored;
    if (!position_find(session, place, &node->index, &ignored))
        return false;
    uint64_t executions = program_instruction(wet_of(session)->program, node->index).executions;
    node->instance = place->instance < executions ? place->instance : executions ? executions - 1 : 0;
    return store_exists(wet_of(session)->store, *node);
}

/* Jumps near a place that the whole trace lacks. */
static void go_near(struct session *session, const struct place *place)
{
    struct node node;
    struct text was = {0}, now = {0};
    session_place_text(session, place, &was);
    if (nearest(session, place, &node)) {
        struct place other = place_of_node(session, node);
        wet_set_here(session, node);
        session_place_text(session, &other, &now);
        session_note(session, "%s does not exist: this is %s", text_string(&was), text_string(&now));
    } else {
        session_note(session, "%s no longer exists", text_string(&was));
    }
    text_free(&was);
    text_free(&now);
}

/* Drops places of the history that the whole trace lacks, and joins neighbours that become equal. */
static void drop_gone(struct session *session)
{
    struct history *history = &session->trace->history;
    size_t count = 0, position = 0, gone = 0;
    for (size_t i = 0; i < history->count; i++) {
        struct error ignored;
        struct node node;
        bool there = position_look(session, &history->places[i], &node, &ignored);
        gone += !there;
        if (there && (count == 0 || !place_equal(&history->places[count - 1], &history->places[i])))
            history->places[count++] = history->places[i];
        if (i <= history->position && count)
            position = count - 1;
    }
    history->count = count;
    history->position = position;
    if (gone)
        session_note(session, "%zu place%s of the trail no longer exist%s", gone, gone == 1 ? "" : "s", gone == 1 ? "s" : "");
}

static struct wet_standing *wet_standing(struct session *session);
static void wet_wait_a_while(struct session *session);

/* The part read in the first moment lacks the place, but the rest may hold it: that is worth another moment. If you do not move meanwhile, clew brings you
 * back. */
static void wait_for(struct session *session, const struct kept *kept)
{
    struct wet_standing *standing = wet_standing(session);
    struct text was = {0};
    standing->wants = !kept->unmoved;
    standing->wanted = kept->here;
    wet_wait_a_while(session);
    session_place_text(session, &kept->here, &was);
    if (wet_standing(session) && !kept->unmoved)
        session_note(session, "%s is not known yet: clew returns there when indexing is done", text_string(&was));
    text_free(&was);
}

/* Restores the kept state; in a trace of another kind it has no meaning. */
static void put_back(struct session *session, struct kept *kept)
{
    struct place here;
    struct node node;
    struct error ignored;
    bool provisional = wet_is_provisional(session);
    free(kept->path);
    session->version++;
    if (!wet_of(session)->store) {
        history_free(&kept->history);
        return;
    }
    history_free(&session->trace->history);
    session->trace->history = kept->history;
    session->trace->marks = kept->marks;
    bool there = kept->had && position_look(session, &kept->here, &node, &ignored);
    if (!provisional)
        drop_gone(session);
    if (there)
        wet_set_here(session, node);
    else if (kept->had && !provisional)
        go_near(session, &kept->here);
    bool stands = session->trace->kind->here(session, &here), waits = provisional && kept->had && !there;
    if (stands && !waits)
        history_visit(&session->trace->history, &here);
    wet_opened(session, (there && kept->unmoved) || waits);
    if (waits)
        wait_for(session, kept);
}

/* You did not choose the guessed opening place, so clew moves you to the real one. */
static void open_where_whole(struct session *session, struct kept *kept)
{
    struct place here = {0};
    struct text was = {0}, now = {0};
    session->trace->marks = kept->marks;
    history_free(&kept->history);
    free(kept->path);
    if (session->trace->kind->here(session, &here) && !place_equal(&here, &kept->here)) {
        session_place_text(session, &kept->here, &was);
        session_place_text(session, &here, &now);
        session_note(session, "the whole trace opens at %s; %s was a guess before it was read", text_string(&now), text_string(&was));
    }
    text_free(&was);
    text_free(&now);
}

/* ---- Wrong guesses ---- */

/* "3 or more" was a correct guess for 5 executions. */
static bool same_executions(const struct instruction *guessed, const struct instruction *whole)
{
    return guessed->executions_least ? whole->executions >= guessed->executions : whole->executions == guessed->executions && !whole->executions_least;
}

static bool same_instruction(const struct instruction *a, const struct instruction *b)
{
    return a->has_block == b->has_block && a->has_address == b->has_address && a->address == b->address && a->line == b->line && a->ports == b->ports &&
           a->values == b->values && a->no_values == b->no_values && same_executions(a, b) &&
           str_equal(a->function, b->function) && str_equal(a->file, b->file);
}

/* Are all the shown definers of the guess among the real ones? */
static bool same_definers(const struct store *guessed, struct node shown, const struct store *whole, struct node is)
{
    struct links a = {0}, b = {0};
    bool same = store_definers(guessed, shown, NULL, &a) && store_definers(whole, is, NULL, &b) && a.count == b.count;
    for (size_t i = 0; same && i < a.count; i++)
        same = a.items[i].node.instance == b.items[i].node.instance && a.items[i].port == b.items[i].port && a.items[i].uncertain == b.items[i].uncertain &&
               store_instruction(guessed, a.items[i].node.index).id == store_instruction(whole, b.items[i].node.index).id;
    links_free(&a);
    links_free(&b);
    return same;
}

/* Says in one notice what the index corrected, if any known answer changed. O(instructions). */
static void note_corrections(struct session *session, const struct store *whole)
{
    const struct store *guessed = wet_of(session)->store;
    uint64_t count = store_count(guessed), wrong = 0, is;
    bool here_wrong = false;
    for (uint64_t i = 0; i < count; i++) {
        struct instruction a = store_instruction(guessed, i), b = {0};
        if (!a.has_block)
            continue;
        if (store_find_id(whole, a.id, &is))
            b = store_instruction(whole, is);
        bool same = same_instruction(&a, &b);
        if (same && wet_of(session)->has_here && wet_of(session)->here.index == i)
            same = same_definers(guessed, wet_of(session)->here, whole, (struct node){is, wet_of(session)->here.instance});
        wrong += !same;
        here_wrong |= !same && wet_of(session)->has_here && wet_of(session)->here.index == i;
    }
    uint64_t shown = store_summary(guessed).instructions, instructions = store_summary(whole).instructions;
    struct text text = {0};
    if (store_provision(guessed).whole && shown != instructions)
        text_printf(&text, ": %" PRIu64 " instructions, not %" PRIu64, instructions, shown);
    if (wrong)
        text_printf(&text, "%s%" PRIu64 " of %" PRIu64 " instructions%s", text.size ? "; " : ": ", wrong, shown, here_wrong ? ", including this one" : "");
    if (text.size)
        session_note(session, "the index corrected what was shown%s", text_string(&text));
    text_free(&text);
}

/* ---- Taking over ---- */

/* Puts the notices from `at` on before those from `first` on: a screen has one line for them, and the problems of the file can be listed later. */
static void notices_first(struct session *session, size_t first, size_t at)
{
    struct text others = {0};
    text_append(&others, str_cut(text_str(&session->notices), first, at - first));
    memmove(session->notices.data + first, session->notices.data + at, session->notices.size - at);
    session->notices.size -= at - first;
    text_append(&session->notices, text_str(&others));
    text_free(&others);
}

/* The whole replaces the provisional store. If you have not moved, you go to where the whole opens; standing NULL: you keep your place. */
static void wet_adopt(struct session *session, struct store *whole, const struct wet_standing *standing, const struct text *told)
{
    struct kept kept;
    struct error error;
    size_t first = session->notices.size;
    note_corrections(session, whole);
    keep(session, standing, &kept);
    if (!wet_show(session, kept.path, whole, NULL, told, NULL, &error)) {
        struct text text = {0};
        error_text(&error, &text);
        session_note(session, "%s", text_string(&text));
        text_free(&text);
    }
    size_t at = session->notices.size;
    if (kept.unmoved && wet_of(session)->store)
        open_where_whole(session, &kept);
    else
        put_back(session, &kept);
    if (session->notices.size > at)
        notices_first(session, first, at);
}

/* Closes a trace that has become unreadable. */
static void cannot_open(struct session *session, struct kept *kept, const struct error *error)
{
    struct text text = {0};
    error_text(error, &text);
    session_close_trace(session);
    session_note(session, "%s: clew closed the trace; `open` opens it again", text_string(&text));
    text_free(&text);
    history_free(&kept->history);
    free(kept->path);
}

/* Opens it again, and returns you to your place. */
static void open_again(struct session *session, bool anew)
{
    struct kept kept;
    struct error error;
    enum store_index index = session->options.index;
    keep(session, wet_standing(session), &kept);
    if (anew && index != STORE_INDEX_NEVER)
        session->options.index = STORE_INDEX_REBUILD;
    bool opened = session_load(session, kept.path, &error);
    session->options.index = index;
    if (opened)
        resume_opened(session);
    if (opened)
        put_back(session, &kept);
    else
        cannot_open(session, &kept, &error);
}

/* The file changed or broke. Opens a text again if its file exists; otherwise, and always for a recording, keeps what is left of the earlier file. */
static void wet_changed(struct session *session, const struct error *damage)
{
    struct text text = {0};
    struct file_stat stat;
    struct store_files files = store_files(wet_of(session)->store);
    bool of_index = files.index && strncmp(damage->source, files.index, sizeof damage->source - 1) == 0;
    bool stays = files.recording || !file_stat(files.trace, &stat);     /* a removed file stays readable */
    error_text(damage, &text);
    const char *then = of_index ? "clew builds the index again" : "clew reads it again";
    const char *kept = files.recording ? "you see what is left of the earlier file" : "you see the earlier file";
    session_note(session, "%s: %s", text_string(&text), stays ? kept : then);
    text_free(&text);
    session->trace->damage_told = stays;
    if (!stays)
        open_again(session, of_index);
}

/* ---- Showing a large text while indexing it: opening, waiting, taking the real store over ----
 *
 *     wet_open_store ---> provisional store + thread ---> wet_tick: the index is ready ---> the real store takes over
 *                                            \--------> it failed, or was stopped: the answers stay provisional
 *
 * The thread and the session share only what store/indexing.h offers. */

/* milliseconds: for the first search for instructions; between two checks while waiting; of wet_wait_a_while */
enum { FIRST_LOOK = 100, PATIENCE = 50, A_WHILE = 1000 };

struct wet_indexing {
    struct indexing *thread;            /* NULL: it does not run, because of `reason` */
    struct text reason;
    struct text told;                   /* the messages about the executable, so that clew does not repeat them */
    struct wet_standing standing;
    const char *hold;                   /* for tests: see is_held; or NULL */
    atomic_bool stop;
    atomic_int shown;                   /* percent, if held; else -1 */
    _Atomic uint64_t reports;
};

/* ---- Tests can hold the index ---- */

/* The file holds two numbers: how many reports of progress to let pass, and the percentage to show while the next one waits. Without such a file none waits. */
static bool is_held(struct wet_indexing *indexing, uint64_t report)
{
    struct arena arena = {0};
    struct str text, line, word;
    struct error ignored;
    uint64_t passing = 0, percent = 0;
    bool held = file_read(indexing->hold, &arena, &text, &ignored) && str_line(&text, &line) && str_field(&line, &word) && str_decimal(word, &passing) &&
                str_field(&line, &word) && str_decimal(word, &percent) && report >= passing;
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

static struct store_options options_of(const struct session *session)
{
    const struct session_options *options = &session->options;
    return (struct store_options){.numbering = options->numbering, .strict = options->strict, .progress = options->progress, .index = wet_index(session)};
}

static bool start(struct wet_indexing *indexing, const struct session *session, const char *path, struct error *error)
{
    struct store_options options = options_of(session);
    options.progress = indexing->hold ? (struct progress){.report = held, .context = indexing} : (struct progress){0};
    atomic_store(&indexing->stop, false);
    atomic_store(&indexing->shown, -1);
    atomic_store(&indexing->reports, 0);
    text_clear(&indexing->reason);
    if (indexing->hold)
        is_held(indexing, 0);           /* shows it from the start */
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

static void wet_rest(struct session_trace *trace)
{
    if (wet_of_trace(trace)->indexing)
        stop(wet_of_trace(trace)->indexing);
}

/* --strict refuses a text at its first problem, so clew has to read it first. */
static bool wants_lazily(const struct session *session, const char *path, const struct store_options *options)
{
    return session->options.lazy && !options->strict && (session->options.hold || store_wants_indexing(path, options));
}

/* Tells what may make answers wrong, and to whoever waited for the rebuild also what else `clew record` could not say. */
static void tell_hints(struct session *session, const char *path, const struct store *store, bool waited)
{
    static const char *const told[] = {"hint", "lost stacks", "floating point"};
    struct str rest = store_notes(store), name, value;
    while (store_next_note(&rest, &name, &value))
        for (size_t i = 0; i < sizeof told / sizeof *told; i++)
            if (str_is(name, told[i]) && (i || waited))
                session_note(session, i ? "%s: %s: %.*s" : "%s:%s %.*s", path, i ? told[i] : "", STR(value));
}

bool wet_open_store(struct session *session, const char *path, struct store **store, struct wet_indexing **indexing, struct error *error)
{
    struct store_options options = options_of(session);
    struct error ignored;
    *indexing = NULL;
    bool waits = record_is_log(path);
    if (!record_settle(path, record_may_settle(options.index), &options.progress, error))
        return false;
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
    if (!store_open(path, &options, store, error))
        return false;
    tell_hints(session, path, *store, waits);
    return true;
}

struct text *wet_told(struct wet_indexing *indexing)
{
    return indexing ? &indexing->told : NULL;
}

/* NULL: the store is not provisional */
static struct wet_standing *wet_standing(struct session *session)
{
    return wet_of(session)->indexing ? &wet_of(session)->indexing->standing : NULL;
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

/* ---- Progress ---- */

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
    if (wet_of(session)->indexing && wet_of(session)->indexing->thread)
        text_printf(out, "indexing %d%%", percent_of(wet_of(session)->indexing));
    else if (wet_of(session)->indexing)
        text_add(out, "not indexed");
}

static int wet_descriptor(const struct session *session)
{
    return wet_of(session)->indexing && wet_of(session)->indexing->thread ? indexing_descriptor(wet_of(session)->indexing->thread) : -1;
}

/* ---- The end of indexing ---- */

static void keep_reason(struct session *session, const struct error *error)
{
    struct wet_indexing *indexing = wet_of(session)->indexing;
    text_clear(&indexing->reason);
    error_text(error, &indexing->reason);
    session_note(session, "%s; the view stays provisional: `index start` tries again", text_string(&indexing->reason));
    session->version++;
}

/* The result replaces the guesses; your place stays, or is corrected. False: nothing changed, and the notice says why. */
static bool take(struct session *session, bool stays, struct error *error)
{
    struct wet_indexing *indexing = wet_of(session)->indexing;
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
    wet_of(session)->indexing = NULL;           /* the following code asks a whole store */
    wet_adopt(session, whole, stays ? NULL : &indexing->standing, &indexing->told);
    wet_indexing_free(indexing);
    return true;
}

static bool is_done(const struct session *session)
{
    return wet_of(session)->indexing && wet_of(session)->indexing->thread && indexing_done(wet_of(session)->indexing->thread);
}

/* New damage; a removed file may exist again. */
static bool is_damaged(const struct session *session, struct error *error)
{
    struct file_stat stat;
    if (!wet_of(session)->store || !store_damaged(wet_of(session)->store, true, error))
        return false;
    return !session->trace->damage_told || (!wet_of(session)->recording && file_stat(session->trace->path, &stat));
}

static bool wet_is_due(const struct session *session)
{
    struct error ignored;
    return is_done(session) || is_damaged(session, &ignored);
}

static bool wet_tick(struct session *session)
{
    uint64_t opened = session->opened;
    size_t notices = session->notices.size;
    struct error error;
    bool taken = is_done(session) && take(session, false, &error);
    if (taken)                          /* if not, a notice says why; perhaps the text changed */
        resume_again(session, false);
    if (is_damaged(session, &error))
        wet_changed(session, &error);
    return opened != session->opened || notices != session->notices.size;
}

static bool report(const struct session *session)
{
    return progress_report(&session->options.progress, (uint64_t)percent_of(wet_of(session)->indexing), 100);
}

/* Waits at most so many milliseconds; negative: forever. False: interrupted, or the index is not ready. */
static bool wait_for_end(const struct session *session, int milliseconds)
{
    const struct indexing *thread = wet_of(session)->indexing->thread;
    for (int waited = 0; !indexing_done(thread) && (milliseconds < 0 || waited < milliseconds); waited += PATIENCE) {
        struct pollfd file = {.fd = indexing_descriptor(thread), .events = POLLIN};
        int ready = poll(&file, 1, PATIENCE);
        (void)ready;                    /* interrupted, or time over: indexing_done decides */
        if (!report(session))
            return false;
    }
    return indexing_done(thread);
}

/* for the index to take over; not for long */
static void wet_wait_a_while(struct session *session)
{
    struct error ignored;
    bool taken = wet_of(session)->indexing && wet_of(session)->indexing->thread && wait_for_end(session, A_WHILE) && take(session, false, &ignored);
    (void)taken;                        /* if not, it may be taken later */
}

/* wet_need_whole, but only for batch, and only while the text is being indexed */
static bool wet_want_whole(struct session *session, struct error *error)
{
    return !session->exact || !wet_of(session)->indexing || !wet_of(session)->indexing->thread || wet_need_whole(session, error);
}

bool wet_need_whole(struct session *session, struct error *error)
{
    struct wet_indexing *indexing = wet_of(session)->indexing;
    if (!indexing)
        return true;
    if (!indexing->thread)
        return error_set(error, "this needs the whole trace, which is not indexed%s%s%s; `index start` indexes it", indexing->reason.size ? " (" : "",
                         text_string(&indexing->reason), indexing->reason.size ? ")" : "");
    if (!wait_for_end(session, -1))
        return error_set(error, "interrupted; indexing goes on");
    return take(session, !session->exact, error);
}

/* ---- The command ---- */

static void index_row(const struct session *session, struct rows *rows)
{
    struct store_files files = store_files(wet_of(session)->store);
    const struct wet_indexing *indexing = wet_of(session)->indexing;
    const char *kept = !files.index ? "memory" : files.reused ? "reused" : "made";
    const char *state = files.recording ? "recording" : !indexing ? kept : indexing->thread ? "indexing" : "not indexed";
    struct row *row = rows_add(rows, str_of("trace  "));
    text_safe(&row->text, str_of(files.trace));
    text_add(&row->text, ", ");
    text_count(&row->text, files.trace_size);
    text_add(&row->text, files.recording ? " bytes: a recording, which needs no index" : " bytes");
    row_string(row, "trace", str_of(files.trace));
    row_number(row, "trace_size", files.trace_size);
    row_string(row, "state", str_of(state));
    if (indexing && indexing->thread)
        row_number(row, "percent", (uint64_t)percent_of(indexing));
    if (!indexing && files.index)
        row_string(row, "index", str_of(files.index));
    if (!indexing && !files.recording)
        row_number(row, "index_size", files.index_size);
}

static void index_say(const struct session *session, struct rows *rows)
{
    struct store_files files = store_files(wet_of(session)->store);
    const struct wet_indexing *indexing = wet_of(session)->indexing;
    struct text text = {0};
    text_add(&text, "index  ");
    if (indexing) {
        wet_say_indexing(session, &text);
        text_add(&text, indexing->reason.size ? ": " : "");
        text_append(&text, text_str(&indexing->reason));
    } else {
        text_safe(&text, str_of(files.index ? files.index : "kept in memory"));
        text_add(&text, ", ");
        text_count(&text, files.index_size);
        text_add(&text, !files.index ? " bytes" : files.reused ? " bytes: reused" : " bytes: made when the trace was opened");
    }
    rows_add(rows, text_str(&text))->style = indexing ? STYLE_UNCERTAIN : STYLE_NORMAL;
    text_free(&text);
}

static bool index_show(struct session *session, struct str arguments, struct answer *answer, struct error *error)
{
    (void)arguments, (void)error;
    index_row(session, &answer->rows);
    if (!store_files(wet_of(session)->store).recording)
        index_say(session, &answer->rows);
    answer->is_list = false;
    return true;
}

static bool index_start(struct session *session, struct str arguments, struct answer *answer, struct error *error)
{
    struct wet_indexing *indexing = wet_of(session)->indexing;
    if (!indexing)
        return error_set(error, "nothing to index: clew knows the whole trace");
    if (!indexing->thread && !start(indexing, session, session->trace->path, error))
        return false;
    session->version++;
    return index_show(session, arguments, answer, error);
}

static bool index_stop(struct session *session, struct str arguments, struct answer *answer, struct error *error)
{
    if (!wet_of(session)->indexing || !wet_of(session)->indexing->thread)
        return error_set(error, "no indexing is going on: `index` shows the state, `index start` begins");
    stop(wet_of(session)->indexing);
    text_add(&wet_of(session)->indexing->reason, "you stopped it");
    session->version++;
    return index_show(session, arguments, answer, error);
}

static bool index_verify(struct session *session, struct str arguments, struct answer *answer, struct error *error)
{
    (void)arguments;
    if (!wet_need_whole(session, error) || !store_verify(wet_of(session)->store, &session->options.progress, error))
        return false;
    bool recording = store_files(wet_of(session)->store).recording;
    struct row *row = rows_add(&answer->rows, str_of("verified: every page is as it was written"));
    text_add(&row->text, recording ? "" : ", and reading the text again gives the same");
    row_true(row, "verified");
    answer->is_list = false;
    return true;
}

COMMAND(run_index)
{
    static const char *const names[] = {"show", "start", "stop", "verify", NULL};
    static const topic_function run[] = {index_show, index_start, index_stop, index_verify};
    struct str rest = arguments, word;
    bool understood = wet_need(session, error) && (!argument_next(&rest, &word) || argument_end(rest, error));
    return understood && run_topic(session, names, run, arguments, answer, error);
}

static bool wet_is_stopgap(const struct session *session)
{
    return wet_of(session)->indexing && wet_of(session)->indexing->standing.wants;
}

const struct kind_growing wet_growing = {
    .is_provisional = wet_is_provisional, .say = wet_say_indexing, .descriptor = wet_descriptor, .tick = wet_tick, .is_due = wet_is_due, .rest = wet_rest,
    .need_whole = wet_need_whole, .want_whole = wet_want_whole, .mark_view = wet_mark_view, .mark_answer = wet_mark_answer, .is_stopgap = wet_is_stopgap,
};
