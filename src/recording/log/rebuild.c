/* rebuild.c - makes the recording of a log in a file, or waits for the process that does.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/log/log.h"
#include "recording/log/record.h"

#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

struct rebuild {
    struct log_file *file;
    const struct progress *progress;
    struct text bytes;                  /* the frame being read, from `at` on */
    size_t at;
    uint64_t done;
    struct work *work;
    uint64_t asked;                     /* executions at the last check of the disk */
    bool stopped, swells, full;         /* swells: it unpacks to more than any log; full: the recording cannot be written */
    struct error damage;
};

/* Does a file of that size hold so much? Logs pack to a tenth, zeros to 1/10000. */
static bool is_plausible(uint64_t unpacked, uint64_t packed)
{
    enum { TIMES = 1000 };
    return unpacked / TIMES <= packed + (1 << 18);
}

static bool has_room(struct rebuild *rebuild)
{
    enum { INSTANCES_AN_ASK = 1 << 20 };
    uint64_t executed = work_executed(rebuild->work);
    if (executed - rebuild->asked < INSTANCES_AN_ASK)
        return true;
    rebuild->asked = executed;
    return work_has_room(rebuild->work, &rebuild->damage);
}

/* Takes the next frame, up to the last whole one. */
static bool take_next(struct rebuild *rebuild)
{
    uint64_t total = log_file_head(rebuild->file).total;
    rebuild->stopped = !progress_report(rebuild->progress, rebuild->done < total ? rebuild->done : total, total);
    rebuild->full = !has_room(rebuild);
    if (rebuild->stopped || rebuild->full || !log_file_next(rebuild->file, &rebuild->bytes, &rebuild->damage))
        return false;
    rebuild->done += rebuild->bytes.size;
    rebuild->swells = !is_plausible(rebuild->done, log_file_position(rebuild->file));
    return !rebuild->swells;
}

static ssize_t take_frame(void *context, void *bytes, size_t size)
{
    struct rebuild *rebuild = context;
    if (rebuild->at == rebuild->bytes.size) {
        rebuild->at = 0;
        if (rebuild->stopped || rebuild->swells || rebuild->full || !take_next(rebuild)) {
            rebuild->bytes.size = 0;
            return 0;
        }
    }
    size_t left = rebuild->bytes.size - rebuild->at, got = size < left ? size : left;
    memcpy(bytes, rebuild->bytes.data + rebuild->at, got);
    rebuild->at += got;
    return (ssize_t)got;
}

static const char *why_cut(const struct rebuild *rebuild, const struct work_end *end, bool good, const struct error *error)
{
    if (!good)
        return error->message;
    if (log_file_is_damaged(rebuild->file))
        return "its log is damaged";
    if (rebuild->done < log_file_head(rebuild->file).total)
        return "its log is cut";
    if (!log_file_ended(rebuild->file).data)
        return "the process that wrote it was killed";
    return end->cut ? end->ended : NULL;
}

/* Nothing comes of it, and why; the log stays. False: it can be finished. */
static bool is_lost(const struct rebuild *rebuild, const struct work *work, const struct error *why, struct error *error)
{
    if (rebuild->stopped)
        return !error_set(error, "interrupted");
    if (rebuild->swells)
        return !error_set(error, "unpacks to more than a log of this size has");
    if (log_file_is_broken(rebuild->file) || rebuild->full)
        return !error_set(error, "%s", rebuild->damage.message);
    if (!work_began(work))
        return !error_set(error, "%s", rebuild->done ? why->message : "the log is empty");
    if (!work_is_of_that_build(work))
        return !error_set(error, "cannot be rebuilt from its log: %s", why->message);
    return false;
}

static bool rebuild_into(struct rebuild *rebuild, const struct work_task *task, struct arena *arena, struct error *error)
{
    struct record_result *result = arena_allocate(arena, sizeof *result);
    struct work *work;
    struct work_end end;
    struct error why = {0};
    rebuild->full = !work_open(task, result, &work, error);
    if (rebuild->full)
        return false;
    result->replaced = false;           /* the older file is the log */
    rebuild->work = work;
    bool good = work_read_source(work, take_frame, rebuild, NULL, NULL, &why), lost = is_lost(rebuild, work, &why, error);
    if (lost || !log_file_reads(rebuild->file, task->output)) {
        work_drop(work);
        return lost ? false : error_set(error, "has changed while clew rebuilt it");
    }
    struct stat name, log;              /* the name may be a link: it is replaced itself, and the time is the log's */
    if (lstat(task->output, &name) == 0 && stat(task->output, &log) == 0)
        work_replace(work, &name, log.st_mtim);
    end_read(log_file_ended(rebuild->file), arena, &end);
    progress_doing(rebuild->progress, "finishing the recording");
    rebuild->full = !work_finish(work, end.status, end.has_accessed ? &end.accessed : NULL, why_cut(rebuild, &end, good, &why), error);
    if (rebuild->full)
        return false;
    return true;
}

static bool rebuild(struct log_file *file, const char *path, const struct progress *progress, struct error *error)
{
    struct rebuild state = {.file = file, .progress = progress};
    struct arena arena = {0};
    struct record_options options;
    struct work_task task;
    bool good = task_read(log_file_task(file), &arena, &options, &task, error);
    task.output = task.from_file = path;
    good = good && rebuild_into(&state, &task, &arena, error);
    text_free(&state.bytes);
    arena_free(&arena);
    if (!good && state.full)
        snprintf(error->message + strlen(error->message), sizeof error->message - strlen(error->message), "; the log stays: make room or allow writing, then open it again");
    if (!good && !error->source[0])
        snprintf(error->source, sizeof error->source, "%s", path);
    return good;
}

bool record_is_log(const char *path)
{
    char head[sizeof(struct log_file_head)];
    struct stat stat_buffer;
    FILE *file = stat(path, &stat_buffer) == 0 && S_ISREG(stat_buffer.st_mode) ? fopen(path, "re") : NULL;
    size_t size = file ? fread(head, 1, sizeof head, file) : 0;
    if (file)
        fclose(file);
    return log_file_sniff((struct str){head, size});
}

/* Rebuilds, or looks how far another process is. *done: nothing is left to do here. */
static bool settle_once(const char *path, bool may_write, const struct progress *progress, bool *done, struct error *error)
{
    struct log_file *file;
    *done = true;
    if (!log_file_open(path, &file, error))
        return !record_is_log(path);    /* its recording has just replaced it */
    bool ours = log_file_lock(file), same = log_file_reads(file, path), good = true;
    struct log_file_head head = log_file_head(file);
    progress_doing(progress, ours || head.done < head.total ? "rebuilding dependences" : "finishing the recording");
    if (ours && same && !may_write)
        good = error_at(error, path, 0, 0, "is a log: clew has to write its recording before you can read it, and may not write here");
    else if (ours && same)
        good = rebuild(file, path, progress, error);
    else if (!ours && !progress_report(progress, head.done < head.total ? head.done : head.total, head.total))
        good = error_at(error, path, 0, 0, "interrupted: another process still rebuilds the recording");
    log_file_close_read(file);
    *done = ours && same;
    return good;
}

bool record_settle(const char *path, bool may_write, const struct progress *progress, struct error *error)
{
    enum { LOOK = 50 };
    const struct timespec look = {0, LOOK * 1000000L};
    bool good = true, done = false;
    while (good && !done && record_is_log(path)) {
        good = settle_once(path, may_write, progress, &done, error);
        if (good && !done)
            nanosleep(&look, NULL);
    }
    progress_doing(progress, NULL);
    return good;
}
