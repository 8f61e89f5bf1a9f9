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

/* The trace is written beside its final name and renamed when it is whole. What is no regular file (a pipe, a device) is written as it is;
 * what a link leads to is replaced, not the link. */
struct target {
    char final[4096], path[4096 + 16];
    bool in_place;
    FILE *file;
};

static int target_descriptor(struct target *target, const char *output)
{
    struct stat stat_buffer;
    bool exists = stat(output, &stat_buffer) == 0;
    target->in_place = exists && !S_ISREG(stat_buffer.st_mode);
    if (target->in_place)
        return open(output, O_WRONLY | O_CLOEXEC);
    if (!exists || !realpath(output, target->final))
        snprintf(target->final, sizeof target->final, "%s", output);
    snprintf(target->path, sizeof target->path, "%s.part-XXXXXX", target->final);
    return mkostemp(target->path, O_CLOEXEC);
}

static bool target_open(struct target *target, const char *output, struct error *error)
{
    int descriptor = target_descriptor(target, output);
    if (descriptor < 0 || !(target->file = fdopen(descriptor, "w"))) {
        int number = errno;
        if (descriptor >= 0)
            close(descriptor);
        return error_at(error, output, 0, 0, "cannot be written: %s", strerror(number));
    }
    return true;
}

static void target_drop(struct target *target)
{
    fclose(target->file);
    if (!target->in_place)
        unlink(target->path);
}

static bool target_finish(struct target *target, bool good, const char *output, struct error *error)
{
    mode_t mask = umask(0);
    umask(mask);
    int number = errno;
    if (!target->in_place)
        fchmod(fileno(target->file), 0666 & ~mask);
    if (fclose(target->file) != 0 && good) {
        number = errno;
        good = false;
    }
    if (good && (target->in_place || rename(target->path, target->final) == 0))
        return true;
    if (good)
        number = errno;
    if (!target->in_place)
        unlink(target->path);
    return error_at(error, output, 0, 0, "cannot be written: %s", strerror(number));
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
    result->dropped = totals.dropped;
    result->renamed = collected.renamed;
    return true;
}

/* Ends with the target written or dropped. */
static bool record_with(const struct record_options *options, const char *executable, struct target *target, struct record_result *result,
                        struct error *error)
{
    struct launch launch;
    if (!launch_start(&launch, options->arguments, error)) {
        target_drop(target);
        return false;
    }
    struct work work = {sites_open(options->only, options->object, executable), collection_open(options->history), NULL};
    work.reconstruction = reconstruct_open(work.sites, work.collection);
    bool good = read_log(&launch, &work, error);
    good = launch_finish(&launch, good, &result->status, result->message, error);
    if (good)
        good = write_trace(options, &work, target, result, error);
    else
        target_drop(target);
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
    struct stat program, trace;
    if (stat(executable, &program) == 0 && stat(result->output, &trace) == 0 && program.st_dev == trace.st_dev && program.st_ino == trace.st_ino) {
        free(executable);
        return error_at(error, result->output, 0, 0, "is the program that is to be recorded; name another file with -o");
    }
    bool good = target_open(&target, result->output, error) && record_with(options, executable, &target, result, error);
    free(executable);
    return good;
}
