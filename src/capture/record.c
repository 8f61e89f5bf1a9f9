/* record.c - runs a program under the recorder and writes its trace.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "capture/capture.h"

#include "capture/addresses.h"
#include "capture/launch.h"
#include "capture/output.h"
#include "capture/reconstruct.h"

#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

/* The default name: PROGRAM.clew in the current folder. */
static bool name_output(const struct record_options *options, struct record_result *result, struct error *error)
{
    static const char *const endings[] = {[RECORD_STORE] = "clew", [RECORD_WET] = "wet", [RECORD_HISTORY] = "lim"};
    struct slice base = slice_basename(slice_of(options->arguments[0]));
    int size;
    if (options->output)
        size = snprintf(result->output, sizeof result->output, "%s", options->output);
    else
        size = snprintf(result->output, sizeof result->output, "%.*s.%s", SLICE(base), endings[options->format]);
    if (size < 0 || (size_t)size >= sizeof result->output)
        return error_set(error, "the name of the trace is too long");
    return true;
}

struct work {
    const struct record_options *options;
    const char *executable;
    struct record_result *result;
    struct output text;                 /* RECORD_WET, RECORD_HISTORY */
    char path[4096 + 32];               /* of the store */
    struct store_writer *writer;        /* RECORD_STORE, RECORD_WET */
    struct sites *sites;
    struct collection *collection;
    struct reconstruction *reconstruction;
    const struct launch *launch;
};

/* ---- Where it goes ---- */

/* What a link leads to is written, not the link; what is no regular file cannot hold a store. */
static bool name_store(struct work *work, struct error *error)
{
    struct stat stat_buffer;
    const char *name = work->result->output;
    bool there = stat(name, &stat_buffer) == 0;
    if (there && S_ISDIR(stat_buffer.st_mode))
        return error_at(error, name, 0, 0, "is a folder: name a file in it");
    if (there && !S_ISREG(stat_buffer.st_mode))
        return error_at(error, name, 0, 0, "is no regular file: a recording cannot be written there, text can (--format=wet)");
    if (lstat(name, &stat_buffer) != 0 || !S_ISLNK(stat_buffer.st_mode) || !realpath(name, work->path))
        snprintf(work->path, sizeof work->path, "%s", name);
    return true;
}

/* The store that text is made of lies beside the text. */
static void name_passing_store(struct work *work)
{
    if (work->text.in_place)
        snprintf(work->path, sizeof work->path, "/tmp/clew-record-%016" PRIx64, hash_key(work));
    else
        snprintf(work->path, sizeof work->path, "%s.clew", work->text.path);
}

static bool open_output(struct work *work, struct error *error)
{
    if (work->options->format == RECORD_STORE)
        return name_store(work, error) && store_writer_open(work->path, &work->writer, error);
    if (!output_may_hold_trace(work->result->output, error) || !output_open(&work->text, work->result->output, error))
        return false;
    name_passing_store(work);
    if (work->options->format == RECORD_HISTORY || store_writer_open(work->path, &work->writer, error))
        return true;
    output_drop(&work->text);
    return false;
}

static void drop_output(struct work *work)
{
    store_writer_drop(work->writer);
    if (work->options->format != RECORD_STORE)
        output_drop(&work->text);
}

/* ---- What is known besides ---- */

static bool is_plain(const char *word)
{
    return *word && strspn(word, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=./:,@%") == strlen(word);
}

/* As a shell would read it. */
static void add_word(struct text *text, const char *word)
{
    if (is_plain(word)) {
        text_add(text, word);
        return;
    }
    text_byte(text, '\'');
    for (; *word; word++) {
        if (*word == '\'')
            text_add(text, "'\\'");
        text_byte(text, *word);
    }
    text_byte(text, '\'');
}

static void note_arguments(const struct work *work)
{
    struct text text = {0};
    for (size_t i = 1; work->options->arguments[i]; i++) {
        if (i > 1)
            text_byte(&text, ' ');
        add_word(&text, work->options->arguments[i]);
    }
    store_writer_note(work->writer, "arguments", text_slice(&text));
    text_free(&text);
}

static void note_status(const struct work *work)
{
    char status[64];
    int number = work->result->status;
    const char *name = WIFSIGNALED(number) ? sigabbrev_np(WTERMSIG(number)) : NULL;
    if (name)
        snprintf(status, sizeof status, "signal SIG%s", name);
    else if (WIFSIGNALED(number))
        snprintf(status, sizeof status, "signal %d", WTERMSIG(number));
    else
        snprintf(status, sizeof status, "exit %d", WEXITSTATUS(number));
    store_writer_note(work->writer, "status", slice_of(status));
}

/* Signals that faults send; another one came from elsewhere. */
static void note_fault(const struct work *work)
{
    int number = work->result->status, signal = WIFSIGNALED(number) ? WTERMSIG(number) : 0;
    struct text name = {0}, note = {0}, signal_name = {0};
    struct fault fault;
    bool faults = signal == SIGSEGV || signal == SIGBUS || signal == SIGFPE || signal == SIGILL;
    if (faults && fault_describe(work->reconstruction, &name, &fault)) {
        text_printf(&signal_name, "SIG%s", sigabbrev_np(signal));
        fault.signal = text_slice(&signal_name);
        if (!fault.has_accessed && work->launch->has_accessed) {
            fault.has_accessed = true;
            fault.accessed = work->launch->accessed;
        }
        fault_text(&fault, &note);
        store_writer_note(work->writer, "fault", text_slice(&note));
    }
    text_free(&name);
    text_free(&note);
    text_free(&signal_name);
}

static void note_all(const struct work *work)
{
    store_writer_note(work->writer, "program", slice_of(work->executable));
    note_arguments(work);
    note_status(work);
    note_fault(work);
    store_writer_note(work->writer, "recorder", slice_of("clew " CLEW_VERSION));
    selection_note(sites_selection(work->sites), work->writer);
    addresses_note(work->sites, work->writer);
}

/* ---- Writing ---- */

static bool write_store(struct work *work, struct store **store, struct error *error)
{
    struct site_source source = sites_source(work->sites);
    struct writer_totals totals;
    note_all(work);
    if (!collection_finish(work->collection, &source, &totals, store, error))
        return false;
    work->result->instructions = totals.instructions;
    work->result->dependences = totals.dependences;
    work->result->values = totals.values;
    return true;
}

/* good: all of it was written; else error says why not. */
static bool finish_text(struct work *work, bool good, const struct text_totals *totals, struct error *error)
{
    if (!good) {
        output_drop(&work->text);
        return error_at(error, work->result->output, 0, 0, "%s", error->message);
    }
    work->result->instructions = totals->instructions;
    work->result->dependences = totals->dependences;
    work->result->values = totals->values;
    work->result->renamed = totals->renamed;
    work->result->left_out = totals->left_out;
    return output_finish(&work->text, true, work->result->output, error);
}

/* With its text the whole run would be lost. The recording gets the name that --format=store would have given it, where nothing is; else it stays where it
 * is. */
static void keep_recording(struct work *work)
{
    struct record_result *result = work->result;
    struct slice name = slice_of(result->output), base = slice_basename(name);
    size_t dot = slice_find_last_byte(base, '.');
    name.size -= dot == SIZE_MAX || dot == 0 ? 0 : base.size - dot;
    snprintf(result->kept, sizeof result->kept, "%.*s.clew", SLICE(name));
    if (renameat2(AT_FDCWD, work->path, AT_FDCWD, result->kept, RENAME_NOREPLACE) < 0)
        snprintf(result->kept, sizeof result->kept, "%s", work->path);
}

static bool write_text(struct work *work, struct error *error)
{
    struct text_totals totals;
    struct store *store;
    if (!write_store(work, &store, error)) {
        output_drop(&work->text);
        return false;
    }
    if (work->text.in_place)
        unlink(work->path);             /* whoever reads a pipe can end clew by going away; what is open can be read all the same */
    bool good = store_write_text(store, work->options->dense, work->text.file, &work->options->progress, &totals, error);
    store_close(store);
    good = finish_text(work, good, &totals, error);
    if (good)
        unlink(work->path);
    else if (!work->text.in_place)
        keep_recording(work);
    return good;
}

static bool write_history(struct work *work, struct error *error)
{
    struct site_source source = sites_source(work->sites);
    struct text_totals totals;
    bool good = collection_write_history(work->collection, &source, work->text.file, &work->options->progress, &totals, error);
    return finish_text(work, good, &totals, error);
}

static bool write_trace(struct work *work, struct error *error)
{
    struct reconstruct_totals totals = reconstruct_totals(work->reconstruction);
    work->result->whole = totals.ended;
    work->result->executing = totals.executing;
    work->result->instances = totals.shown;
    work->result->executed = totals.executed;
    work->result->dropped = totals.dropped;
    selection_found(sites_selection(work->sites), totals.opened, totals.closed, work->result);
    progress_report(&work->options->progress, 0, 1);    /* whoever wants to stop is asked again where something can be stopped */
    switch (work->options->format) {
    case RECORD_WET: return write_text(work, error);
    case RECORD_HISTORY: return write_history(work, error);
    default: return write_store(work, NULL, error);
    }
}

/* ---- The run ---- */

static bool read_log(struct launch *launch, struct work *work, struct error *error)
{
    struct log_reader *reader;
    struct log_record record;
    if (!log_open(launch->log, &reader, error))
        return false;
    work->result->one_instruction = log_about(reader)->one_instruction != 0;
    log_watch(reader, launch_wait, launch);
    bool good = true;
    while (good && log_next(reader, &record, error))
        good = reconstruct_record(work->reconstruction, &record, error);
    good = good && !log_failed(reader);
    log_close(reader);
    reconstruct_finish(work->reconstruction);
    return good;
}

/* Ends with the output written or dropped. */
static bool record_with(struct work *work, struct error *error)
{
    const struct record_options *options = work->options;
    struct launch launch;
    if (!launch_start(&launch, options->arguments, error)) {
        drop_output(work);
        return false;
    }
    work->sites = sites_open(options, work->executable);
    work->collection = collection_open(options->history, work->writer);
    work->reconstruction = reconstruct_open(work->sites, work->collection);
    work->launch = &launch;
    bool good = read_log(&launch, work, error);
    good = launch_finish(&launch, good, &work->result->status, work->result->message, error);
    if (!reconstruct_unsupported(work->reconstruction, work->result->unsupported, sizeof work->result->unsupported))
        work->result->unsupported[0] = 0;
    if (good)
        good = write_trace(work, error);
    else
        drop_output(work);
    reconstruct_close(work->reconstruction);
    collection_close(work->collection);
    sites_close(work->sites);
    return good;
}

bool record_run(const struct record_options *given, struct record_result *result, struct error *error)
{
    struct record_options options = *given;
    char *executable = NULL;
    *result = (struct record_result){0};
    options.history = options.format != RECORD_HISTORY ? 0 : options.history ? options.history : RECORD_HISTORY_DEFAULT;
    if (!name_output(&options, result, error) || !launch_check(options.arguments[0], &executable, error))
        return false;
    struct stat program, trace;
    if (stat(executable, &program) == 0 && stat(result->output, &trace) == 0 && program.st_dev == trace.st_dev && program.st_ino == trace.st_ino) {
        free(executable);
        return error_at(error, result->output, 0, 0, "is the program that is to be recorded; name another file with -o");
    }
    struct work work = {.options = &options, .executable = executable, .result = result};
    bool good = open_output(&work, error) && record_with(&work, error);
    free(executable);
    return good;
}
