/* rebuild.c - makes the recording of a log in a file, or waits for the process that does.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/log/log.h"
#include "recording/log/record.h"

#include <string.h>
#include <sys/stat.h>
#include <time.h>

struct rebuild {
    struct log_file *file;
    const struct progress *progress;
    struct text bytes;                  /* the frame being read, from `at` on */
    size_t at;
    uint64_t done;
    bool stopped;
    struct error damage;
};

/* Goes up to the last whole frame. */
static ssize_t take_frame(void *context, void *bytes, size_t size)
{
    struct rebuild *rebuild = context;
    if (rebuild->at == rebuild->bytes.size) {
        rebuild->at = 0;
        rebuild->stopped = rebuild->stopped || !progress_report(rebuild->progress, rebuild->done, log_file_head(rebuild->file).total);
        if (rebuild->stopped || !log_file_next(rebuild->file, &rebuild->bytes, &rebuild->damage)) {
            rebuild->bytes.size = 0;
            return 0;
        }
        rebuild->done += rebuild->bytes.size;
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
    if (!log_file_ended(rebuild->file).data)
        return "the process that wrote it was killed";
    return end->cut ? end->ended : NULL;
}

static bool rebuild_into(struct rebuild *rebuild, const struct work_task *task, struct arena *arena, struct error *error)
{
    struct record_result *result = arena_allocate(arena, sizeof *result);
    struct work *work;
    struct work_end end;
    struct error why = {0};
    if (!work_open(task, result, &work, error))
        return false;
    bool good = work_read_source(work, take_frame, rebuild, NULL, NULL, &why);
    if (rebuild->stopped || !work_began(work) || !work_is_of_that_build(work)) {
        bool began = work_began(work);
        work_drop(work);
        if (began && !rebuild->stopped)
            return error_set(error, "cannot be rebuilt from its log: %s %s", why.source, why.message);
        return error_set(error, "%s", rebuild->stopped ? "interrupted" : "the log is empty");
    }
    end_read(log_file_ended(rebuild->file), arena, &end);
    return work_finish(work, end.status, end.has_accessed ? &end.accessed : NULL, why_cut(rebuild, &end, good, &why), error);
}

static bool rebuild(struct log_file *file, const char *path, const struct progress *progress, struct error *error)
{
    struct rebuild state = {.file = file, .progress = progress};
    struct arena arena = {0};
    struct record_options options;
    struct work_task task;
    bool good = task_read(log_file_task(file), &arena, &options, &task, error);
    task.output = path;
    good = good && rebuild_into(&state, &task, &arena, error);
    text_free(&state.bytes);
    arena_free(&arena);
    if (!good && !error->source[0])
        snprintf(error->source, sizeof error->source, "%s", path);
    return good;
}

/* Is the file of that name a log? */
static bool is_log(const char *path)
{
    char head[sizeof(struct log_file_head)];
    struct stat stat_buffer;
    FILE *file = stat(path, &stat_buffer) == 0 && S_ISREG(stat_buffer.st_mode) ? fopen(path, "re") : NULL;
    size_t size = file ? fread(head, 1, sizeof head, file) : 0;
    if (file)
        fclose(file);
    return log_file_sniff((struct str){head, size});
}

bool record_settle(const char *path, bool may_write, const struct progress *progress, struct error *error)
{
    enum { LOOK = 50 };
    const struct timespec look = {0, LOOK * 1000000L};
    while (is_log(path)) {
        struct log_file *file;
        if (!log_file_open(path, &file, error))
            return !is_log(path);       /* its recording has just replaced it */
        bool ours = log_file_lock(file), good = true;
        struct log_file_head head = log_file_head(file);
        if (ours && !may_write)
            good = error_at(error, path, 0, 0, "is the log of a recording that is not rebuilt, and --index=never keeps clew from writing the recording");
        else if (ours && is_log(path))
            good = rebuild(file, path, progress, error);
        else if (!ours && !progress_report(progress, head.done, head.total))
            good = error_at(error, path, 0, 0, "interrupted: another process still rebuilds the recording");
        log_file_close_read(file);
        if (!good)
            return false;
        if (!ours)
            nanosleep(&look, NULL);
    }
    return true;
}
