/* record.c - runs a program under the recorder and writes its trace.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "capture/capture.h"

#include "capture/launch.h"
#include "capture/output.h"
#include "capture/reconstruct.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* The default name: PROGRAM.wet in the current folder. */
static bool name_output(const struct record_options *options, struct record_result *result, struct error *error)
{
    struct slice base = slice_basename(slice_of(options->arguments[0]));
    int size;
    if (options->output)
        size = snprintf(result->output, sizeof result->output, "%s", options->output);
    else
        size = snprintf(result->output, sizeof result->output, "%.*s.%s", SLICE(base), options->history ? "lim" : "wet");
    if (size < 0 || (size_t)size >= sizeof result->output)
        return error_set(error, "the name of the trace is too long");
    return true;
}

struct work {
    struct sites *sites;
    struct collection *collection;
    struct reconstruction *reconstruction;
};

static bool read_log(struct launch *launch, struct work *work, struct error *error)
{
    struct log_reader *reader;
    struct log_record record;
    if (!log_open(launch->log, &reader, error))
        return false;
    log_watch(reader, launch_wait, launch);
    bool good = true;
    while (good && log_next(reader, &record, error))
        good = reconstruct_record(work->reconstruction, &record, error);
    good = good && !log_failed(reader);
    log_close(reader);
    reconstruct_finish(work->reconstruction);
    return good;
}

static bool write_trace(const struct record_options *options, struct work *work, struct output *output, struct record_result *result, struct error *error)
{
    struct site_source source = sites_source(work->sites);
    struct collected collected;
    errno = 0;
    bool good = collection_write(work->collection, &source, options->dense, output->file, &collected);
    if (!output_finish(output, good, result->output, error))
        return false;
    struct reconstruct_totals totals = reconstruct_totals(work->reconstruction);
    result->whole = totals.ended;
    result->instructions = collected.instructions;
    result->instances = totals.shown;
    result->dependences = collected.dependences;
    result->values = collected.values;
    result->executed = totals.executed;
    result->dropped = totals.dropped;
    result->renamed = collected.renamed;
    return true;
}

/* Ends with the output written or dropped. */
static bool record_with(const struct record_options *options, const char *executable, struct output *output, struct record_result *result,
                        struct error *error)
{
    struct launch launch;
    if (!launch_start(&launch, options->arguments, error)) {
        output_drop(output);
        return false;
    }
    struct work work = {sites_open(options->only, options->object, executable), collection_open(options->history), NULL};
    work.reconstruction = reconstruct_open(work.sites, work.collection);
    bool good = read_log(&launch, &work, error);
    good = launch_finish(&launch, good, &result->status, result->message, error);
    if (good)
        good = write_trace(options, &work, output, result, error);
    else
        output_drop(output);
    reconstruct_close(work.reconstruction);
    collection_close(work.collection);
    sites_close(work.sites);
    return good;
}

bool record_run(const struct record_options *options, struct record_result *result, struct error *error)
{
    *result = (struct record_result){0};
    char *executable = NULL;
    struct output output;
    if (!name_output(options, result, error) || !launch_check(options->arguments[0], &executable, error))
        return false;
    struct stat program, trace;
    if (stat(executable, &program) == 0 && stat(result->output, &trace) == 0 && program.st_dev == trace.st_dev && program.st_ino == trace.st_ino) {
        free(executable);
        return error_at(error, result->output, 0, 0, "is the program that is to be recorded; name another file with -o");
    }
    bool good = output_open(&output, result->output, error) && record_with(options, executable, &output, result, error);
    free(executable);
    return good;
}
