/* record.c - runs a program under the recorder and writes its trace.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "capture/capture.h"

#include "capture/launch.h"
#include "capture/reconstruct.h"

#include <errno.h>
#include <fcntl.h>
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

/* The trace is written beside its final name and renamed when it is whole. */
struct target {
    char path[4096 + 16];
    FILE *file;
};

static bool target_open(struct target *target, const char *output, struct error *error)
{
    snprintf(target->path, sizeof target->path, "%s.part-XXXXXX", output);
    int descriptor = mkostemp(target->path, O_CLOEXEC);
    if (descriptor < 0 || !(target->file = fdopen(descriptor, "w"))) {
        int number = errno;
        if (descriptor >= 0)
            close(descriptor);
        return error_at(error, output, 0, 0, "cannot be written: %s", strerror(number));
    }
    return true;
}

static bool target_finish(struct target *target, bool good, const char *output, struct error *error)
{
    mode_t mask = umask(0);
    umask(mask);
    fchmod(fileno(target->file), 0666 & ~mask);
    int number = errno;
    if (fclose(target->file) != 0)
        good = false;
    if (good && rename(target->path, output) == 0)
        return true;
    if (good)
        number = errno;
    unlink(target->path);
    return error_at(error, output, 0, 0, "cannot be written: %s", strerror(number));
}

struct work {
    struct sites *sites;
    struct collection *collection;
    struct reconstruction *reconstruction;
};

static bool read_log(int descriptor, struct work *work, struct error *error)
{
    struct log_reader *reader;
    struct log_record record;
    if (!log_open(descriptor, &reader, error))
        return false;
    bool good = true;
    while (good && log_next(reader, &record, error))
        good = reconstruct_record(work->reconstruction, &record, error);
    good = good && !log_failed(reader);
    log_close(reader);
    reconstruct_finish(work->reconstruction);
    return good;
}

static bool write_trace(const struct record_options *options, struct work *work, struct target *target, struct record_result *result, struct error *error)
{
    struct site_source source = sites_source(work->sites);
    struct collected collected;
    errno = 0;
    bool good = collection_write(work->collection, &source, options->dense, target->file, &collected);
    if (!target_finish(target, good, result->output, error))
        return false;
    struct reconstruct_totals totals = reconstruct_totals(work->reconstruction);
    result->whole = totals.ended;
    result->instructions = collected.instructions;
    result->instances = totals.shown;
    result->dependences = collected.dependences;
    result->values = collected.values;
    result->executed = totals.executed;
    result->renamed = collected.renamed;
    return true;
}

static bool record_with(const struct record_options *options, const char *executable, struct target *target, struct record_result *result,
                        struct error *error)
{
    struct launch launch;
    if (!launch_start(&launch, options->arguments, error))
        return false;
    struct work work = {sites_open(options->only, options->object, executable), collection_open(options->history), NULL};
    work.reconstruction = reconstruct_open(work.sites, work.collection, options->history > 0);
    bool good = read_log(launch.log, &work, error);
    good = launch_finish(&launch, good, &result->status, error);
    if (good)
        good = write_trace(options, &work, target, result, error);
    else
        fclose(target->file);
    reconstruct_close(work.reconstruction);
    collection_close(work.collection);
    sites_close(work.sites);
    return good;
}

bool record_run(const struct record_options *options, struct record_result *result, struct error *error)
{
    *result = (struct record_result){0};
    char *executable = NULL;
    struct target target;
    if (!name_output(options, result, error) || !launch_check(options->arguments[0], &executable, error))
        return false;
    bool good = target_open(&target, result->output, error);
    if (good) {
        good = record_with(options, executable, &target, result, error);
        if (!good)
            unlink(target.path);
    }
    free(executable);
    return good;
}
