/* worker.c - the worker: a separate process that turns a log into a trace.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/log/counter.h"
#include "recording/log/log_queue.h"
#include "recording/log/record.h"
#include "recording/log/relay.h"
#include "recording/log/worker.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

/* A message from the front. */
struct order {
    enum { ORDER_STATUS, ORDER_END } kind;
    int status;
};

/* ---- In the worker ---- */

struct job {
    struct worker_page *page;
    const struct work_task *task;
    struct work *work;
    int log, control;           /* control: -1 once the front is gone */
    int status;
    bool has_status;
    uint64_t asked;             /* executions at the last check of the disk */
    int64_t deadline;           /* milliseconds: the recorder may flush its data until then, and the trace ends; 0: it was not asked to */
    uint64_t flushes;           /* how often the recorder had flushed when it was asked */
    /* with a file for the log: */
    struct log_file_writer *file;
    struct log_queue *queue;
    pthread_t rebuild;
    _Atomic uint64_t rebuilt;   /* bytes of the log */
    bool log_stays;             /* the rebuild failed; somebody may try again */
    struct timespec logged;     /* when the log had ended */
    uint64_t all_flushes;       /* LOG_FLUSHED so far */
    bool is_flushed;            /* the last record was one */
    struct error stopped;       /* why the rebuild ended before the log, as it says; once log_queue_is_stopped */
    struct error told;          /* why it was told to end; empty: it was not */
    bool makes_no_sense;        /* the log, from there on: another rebuild would end there, too */
    struct counter counter;
    struct arena arena;
    ARRAY(struct str, built);   /* paths whose LOG_BUILD is in the queue */
};

static void enter(const struct job *job, enum worker_stage stage)
{
    atomic_store(&job->page->stage, stage);
    if (job->control >= 0)
        (void)!send(job->control, "", 1, MSG_NOSIGNAL);
}

/* Replaces the log by an empty file: this process sees its end, and the recorder has no reader any more. */
static void leave_log(struct job *job)
{
    int nothing = open("/dev/null", O_RDONLY | O_CLOEXEC);
    dup3(nothing, job->log, O_CLOEXEC);
    close(nothing);
}

static void end_early(struct job *job, const struct error *why)
{
    if (atomic_load(&job->page->early))
        return;
    job->page->ended = *why;
    atomic_store(&job->page->early, true);
    leave_log(job);
    enter(job, WORKER_READS);
}

static void stop(struct job *job, const char *words)
{
    struct error stopped;
    error_set(&stopped, "%s", words);
    end_early(job, &stopped);
}

static uint64_t flushes(const struct job *job)
{
    return job->queue ? job->all_flushes : work_flushes(job->work);
}

/* Ends the trace here. It includes the data that the recorder holds back: if the log comes over a socket, asks the recorder to flush first. */
static void stop_when_flushed(struct job *job)
{
    enum { PATIENCE = 1000 };
    if (job->deadline)
        return;
    if ((!job->work && !job->queue) || send(job->log, "", 1, MSG_DONTWAIT | MSG_NOSIGNAL) != 1) {
        stop(job, "interrupted");
        return;
    }
    job->deadline = milliseconds() + PATIENCE;
    job->flushes = flushes(job);
}

/* Returns how many milliseconds to wait for the log. A process inside a system call does not answer, but it has flushed before the call. */
static int patience(struct job *job)
{
    if (!job->deadline)
        return -1;
    int64_t left = job->deadline - milliseconds();
    bool flushed = job->queue ? job->is_flushed : work_is_flushed(job->work);
    if (flushes(job) != job->flushes || (left <= 0 && flushed))
        stop(job, "interrupted");
    else if (left <= 0)
        stop(job, "interrupted; what the process did last may be missing");
    return left > 0 ? (int)left : 0;
}

static void take_order(struct job *job)
{
    struct order order;
    if (recv(job->control, &order, sizeof order, MSG_WAITALL) != sizeof order) {
        close(job->control);
        job->control = -1;
    } else if (order.kind == ORDER_STATUS) {
        job->status = order.status;
        job->has_status = true;
    } else {
        stop_when_flushed(job);
    }
}

static void tell_counters(struct job *job)
{
    enum { INSTANCES_AN_ASK = 1 << 20 };
    uint64_t executed = work_executed(job->work);
    struct error full;
    atomic_store_explicit(&job->page->executed, executed, memory_order_relaxed);
    atomic_store_explicit(&job->page->bytes, work_bytes(job->work), memory_order_relaxed);
    if (executed - job->asked < INSTANCES_AN_ASK)
        return;
    job->asked = executed;
    if (work_has_room(job->work, &full))
        return;
    job->page->lost = work_failed(job->work);
    end_early(job, &full);
}

static void wait_for_either(struct job *job)
{
    for (;;) {
        struct pollfd files[2] = {{job->log, POLLIN, 0}, {job->control, POLLIN, 0}};
        if (poll(files, 2, patience(job)) < 0 && errno != EINTR)
            return;
        if (files[1].revents)
            take_order(job);
        if (files[0].revents || atomic_load(&job->page->early))
            return;
    }
}

/* Waits until the log is readable or at its end. */
static void wait_for_log(void *context)
{
    struct job *job = context;
    tell_counters(job);
    wait_for_either(job);
}

static bool report(void *context, uint64_t done, uint64_t total)
{
    struct worker_page *page = context;
    atomic_store(&page->done, done);
    atomic_store(&page->total, total);
    return !atomic_load(&page->stop);
}

/* Descriptors inherited from the front or from the user. The worker must close them: while it holds another log or another worker's control, their readers
 * never see the end. */
struct inherited {
    int items[1024];
    size_t count;
};

static void list_inherited(struct inherited *inherited, const struct job *job)
{
    DIR *folder = opendir("/proc/self/fd");
    inherited->count = 0;
    for (const struct dirent *entry; folder && (entry = readdir(folder)) && inherited->count < sizeof inherited->items / sizeof *inherited->items;) {
        uint64_t number;
        if (!str_decimal(str_of(entry->d_name), &number) || number > INT_MAX)
            continue;
        int descriptor = (int)number;
        if (descriptor > STDERR_FILENO && descriptor != dirfd(folder) && descriptor != job->log && descriptor != job->control)
            inherited->items[inherited->count++] = descriptor;
    }
    if (folder)
        closedir(folder);
}

/* If the user has closed standard input or output, other files have these numbers: moves a descriptor above them. */
static void leave_standard(int *descriptor)
{
    int above = *descriptor > STDERR_FILENO ? -1 : fcntl(*descriptor, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    if (above < 0)
        return;
    close(*descriptor);
    *descriptor = above;
}

static void fill_standard(void)
{
    int nothing;
    while ((nothing = open("/dev/null", O_RDWR | O_CLOEXEC)) >= 0 && nothing <= STDERR_FILENO)
        continue;
    close(nothing);
}

/* The signals that end the rebuild of a log. They wait in all threads, until wait_for_rebuild looks. */
static const int ending[] = {SIGINT, SIGQUIT, SIGTERM};
enum { ENDING = sizeof ending / sizeof *ending };

static void handle_ending(void (*handler)(int number))
{
    for (size_t i = 0; i < ENDING; i++)
        signal(ending[i], handler);
}

static bool is_asked_to_end(void)
{
    sigset_t waiting;
    bool found = false;
    if (sigpending(&waiting) == 0)
        for (size_t i = 0; i < ENDING; i++)
            found |= sigismember(&waiting, ending[i]) == 1;
    return found;
}

/* Leaves the terminal. Standard input and output belong to the program: the worker must not keep them open for others. Standard error stays, for messages of
 * failing libraries. */
static void leave_terminal(void)
{
    static const int ignored[] = {SIGHUP, SIGPIPE, SIGXFSZ, SIGTSTP};
    setsid();
    for (size_t i = 0; i < sizeof ignored / sizeof *ignored; i++)
        signal(ignored[i], SIG_IGN);
    handle_ending(SIG_IGN);
    sigset_t blocked;
    sigemptyset(&blocked);
    for (size_t i = 0; i < ENDING; i++)
        sigaddset(&blocked, ending[i]);
    sigprocmask(SIG_SETMASK, &blocked, NULL);
    int nothing = open("/dev/null", O_RDWR | O_CLOEXEC);
    dup2(nothing, STDIN_FILENO);
    dup2(nothing, STDOUT_FILENO);
    close(nothing);
}

/* Reads until the log has ended, then waits for the program's status. */
static bool read_all(struct job *job, struct error *error)
{
    bool good = work_read(job->work, job->log, wait_for_log, job, error);
    if (!good && work_began(job->work))
        end_early(job, error);
    leave_log(job);
    enter(job, WORKER_WAITS);
    while (!job->has_status && job->control >= 0)
        take_order(job);
    return work_began(job->work);
}

/* ---- With a file for the log: one thread reads it, another one rebuilds ---- */

/* For tests. The front gets what it waits for in any case. */
static bool is_held(const struct job *job)
{
    const char *hold = job->task->options->hold;
    return hold && work_executed(job->work) >= atomic_load(&job->page->named) && !log_queue_is_stopped(job->queue) && access(hold, F_OK) == 0;
}

static ssize_t take_queued(void *context, void *bytes, size_t size)
{
    struct job *job = context;
    while (is_held(job))
        nanosleep(&(const struct timespec){0, 10000000}, NULL);
    ssize_t got = log_queue_read(job->queue, bytes, size);
    atomic_fetch_add_explicit(&job->rebuilt, (uint64_t)got, memory_order_relaxed);
    return got;
}

/* Before each portion. A full disk ends the rebuild. */
static void tell_rebuild(void *context)
{
    enum { INSTANCES_AN_ASK = 1 << 20 };
    struct job *job = context;
    uint64_t executed = work_executed(job->work);
    atomic_store_explicit(&job->page->executed, executed, memory_order_relaxed);
    atomic_store_explicit(&job->page->bytes, work_bytes(job->work), memory_order_relaxed);
    if (executed - job->asked < INSTANCES_AN_ASK)
        return;
    job->asked = executed;
    if (work_has_room(job->work, &job->stopped))
        return;
    job->page->lost = work_failed(job->work);
    log_queue_stop(job->queue);
}

static void *rebuild(void *context)
{
    struct job *job = context;
    struct error why;
    thread_stays_behind();
    if (!work_read_source(job->work, take_queued, job, tell_rebuild, job, &why)) {
        job->stopped = why;
        job->makes_no_sense = work_is_of_that_build(job->work);
        log_queue_stop(job->queue);
    }
    return NULL;
}

/* The file alone is enough, and so is the rebuild, unless the log makes no sense. */
static void wait_for_log_alone(void *context)
{
    struct job *job = context;
    struct error why;
    if (log_queue_is_stopped(job->queue) && (job->makes_no_sense || !log_queue_is_well(job->queue, &why)))
        end_early(job, &job->stopped);
    wait_for_either(job);
}

/* The path that a record names; null: none. */
static struct str path_in(const struct log_record *record)
{
    enum { MAP_HEAD = 24 };
    struct str payload = {(const char *)record->data, record->size};
    if (record->kind == LOG_MAP || record->kind == LOG_FILE)
        return str_cut(payload, record->kind == LOG_MAP ? MAP_HEAD : LOG_FILE_HEAD, SIZE_MAX);
    return (struct str){NULL, 0};
}

/* A file that its user may compile again at any time, and not one of the system. */
static bool may_change(struct str path)
{
    static const char *const systems[] = {"/usr/lib", "/usr/bin/", "/usr/sbin/", "/lib", "/bin/", "/sbin/", "/nix/", "/gnu/"};
    for (size_t i = 0; i < sizeof systems / sizeof *systems; i++)
        if (str_starts(path, systems[i]))
            return false;
    return path.size > 0;
}

/* Adds a LOG_BUILD for a path that has none yet. */
static void add_build(struct job *job, struct str path)
{
    enum { MOST = 1 << 12 };
    for (size_t i = 0; i < job->built_count; i++)
        if (str_equal(job->built[i], path))
            return;
    if (!path.size || job->built_count == MOST)
        return;
    struct text record = {0}, build = {0};
    char *name = arena_string(&job->arena, path);
    file_build(name, &build);
    uint32_t head[2] = {LOG_SPECIAL + LOG_BUILD, (uint32_t)(path.size + 1 + build.size)};
    text_append(&record, (struct str){(const char *)head, sizeof head});
    text_append(&record, (struct str){name, path.size + 1});
    text_append(&record, text_str(&build));
    if (build.size && head[1] <= LOG_RECORD_MOST)
        log_queue_add(job->queue, text_str(&record));
    ARRAY_ADD(job, built, str_of(name));
    text_free(&record);
    text_free(&build);
}

static void tell_log(struct job *job)
{
    atomic_store_explicit(&job->page->ran, job->counter.ran, memory_order_relaxed);
    atomic_store_explicit(&job->page->log_bytes, log_queue_bytes(job->queue), memory_order_relaxed);
}

/* While nothing comes for a while, the file has all that came before. */
static void wait_quietly(void *context)
{
    enum { WHILE = 100 };
    struct job *job = context;
    struct pollfd files[2] = {{job->log, POLLIN, 0}, {job->control, POLLIN, 0}};
    tell_log(job);
    if (poll(files, 2, WHILE) == 0)
        log_queue_flush(job->queue);
    wait_for_log_alone(job);
}

/* The log from its header to its end, or up to where it makes no sense. */
static bool read_into_queue(struct job *job, struct log_reader *reader, struct error *error)
{
    struct log_record record;
    struct log_header header = *log_about(reader);
    header.header_size = sizeof header;
    log_queue_add(job->queue, (struct str){(const char *)&header, sizeof header});
    log_watch(reader, wait_quietly, job);
    while (log_next(reader, &record, error)) {
        if (record.kind)
            add_build(job, path_in(&record));
        if (record.kind == LOG_MAP && may_change(path_in(&record)))
            atomic_store_explicit(&job->page->named, job->counter.ran + 1, memory_order_relaxed);
        log_queue_add(job->queue, log_bytes(&record));
        counter_take(&job->counter, &record);
        job->is_flushed = record.kind == LOG_FLUSHED;
        job->all_flushes += job->is_flushed;
    }
    return !log_failed(reader);
}

static bool may_replace(const char *path)
{
    struct error ignored;
    return output_may_hold(path, store_sniff, "", &ignored);
}

/* Says in the file how the program ended, and gives the file the trace's name. False: there is no good file; the rebuild goes on. */
static bool name_log(struct job *job)
{
    struct worker_page *page = job->page;
    struct text text = {0};
    struct error error;
    struct work_end end = {job->has_status ? job->status : STATUS_UNKNOWN, page->has_accessed, atomic_load(&page->early), page->accessed, page->ended.message};
    end_write(&end, &text);
    bool good = log_queue_is_well(job->queue, &error) && log_file_end(job->file, text_str(&text), &error);
    text_free(&text);
    good = good && may_replace(page->path) && rename(page->log, page->path) == 0;
    if (good)
        page->log[0] = 0;
    clock_gettime(CLOCK_REALTIME, &job->logged);
    page->whole = job->counter.ended;
    page->executing = job->counter.executing;
    counter_free(&job->counter);
    return good;
}

/* The front ends, and with it the command that the user started: a pipe behind it must see its end. */
static void leave_error_output(void)
{
    int nothing = open("/dev/null", O_RDWR | O_CLOEXEC);
    dup2(nothing, STDERR_FILENO);
    close(nothing);
}

/* Ends the rebuild if nobody can want it any more, or somebody says so. */
static void look_whether_to_end(struct job *job)
{
    if (!atomic_load(&job->page->logged) || log_queue_is_stopped(job->queue))
        return;
    job->page->gone = log_file_is_gone(job->file);
    if (!job->page->gone && !is_asked_to_end())
        return;
    error_set(&job->told, job->page->gone ? "was removed or replaced while clew rebuilt it" : "interrupted");
    log_queue_stop(job->queue);
}

/* Waits for the rebuild, and tells those who wait how far it is. */
static void wait_for_rebuild(struct job *job)
{
    enum { TELL = 100 };
    for (;;) {
        look_whether_to_end(job);
        struct timespec until;
        clock_gettime(CLOCK_REALTIME, &until);
        until.tv_nsec += TELL * 1000000L;
        until.tv_sec += until.tv_nsec / 1000000000L;
        until.tv_nsec %= 1000000000L;
        if (pthread_timedjoin_np(job->rebuild, NULL, &until) != ETIMEDOUT)
            return;
        log_file_done(job->file, atomic_load(&job->rebuilt));
    }
}

static bool read_all_into_file(struct job *job, struct error *error)
{
    struct log_reader *reader;
    if (!log_open(job->log, &reader, error))
        return false;
    error_set(&job->stopped, "the log cannot be read back from its file");      /* unless `rebuild` knows better */
    job->queue = log_queue_open(job->file);
    if (!job->queue || pthread_create(&job->rebuild, NULL, rebuild, job) != 0) {
        log_close(reader);
        return error_set(error, "there is no thread to rebuild the trace");
    }
    if (!read_into_queue(job, reader, error))
        end_early(job, error);
    job->page->one_instruction = log_about(reader)->one_instruction != 0;
    log_close(reader);
    log_queue_end(job->queue);
    tell_log(job);
    leave_log(job);
    enter(job, WORKER_WAITS);
    while (!job->has_status && job->control >= 0)
        take_order(job);
    if (name_log(job)) {
        leave_error_output();
        handle_ending(SIG_IGN);         /* forgets those that came before */
        handle_ending(SIG_DFL);
        atomic_store(&job->page->logged, true);
        enter(job, WORKER_WAITS);
    }
    wait_for_rebuild(job);
    if (log_queue_is_stopped(job->queue) && !job->makes_no_sense && atomic_load(&job->page->logged)) {
        job->page->error = job->told.message[0] ? job->told : job->stopped;
        job->log_stays = true;          /* it has more than the rebuild */
    } else if (log_queue_is_stopped(job->queue)) {
        end_early(job, &job->stopped);
    }
    return work_began(job->work) && !job->log_stays;
}

/* Whoever waits for the trace gets it sooner without the file. Whatever is no recording is written at the end, and perhaps into a pipe. An older trace must
 * not be replaced before clew knows that any of the named code ran. */
static bool wants_file(const struct job *job)
{
    const struct record_options *options = job->task->options;
    bool named = options->shown.count || options->skipped.count || options->from;
    return options->background && !options->children && options->format == RECORD_STORE && !options->check && !(named && job->page->result.replaced);
}

static bool open_log_file(struct job *job)
{
    struct text task = {0};
    struct error error;
    enum { ATTEMPTS = 10 };
    task_write(job->task, &task);
    snprintf(job->page->path, sizeof job->page->path, "%s", work_path(job->work));
    for (unsigned i = 0; i < ATTEMPTS && !job->file; i++) {
        snprintf(job->page->log, sizeof job->page->log, "%s.%08" PRIx32 ".log", work_path(job->work), (uint32_t)(hash_key(job) >> 32));
        if (!log_file_create(job->page->log, text_str(&task), &job->file, &error))
            job->page->log[0] = 0;
    }
    text_free(&task);
    return job->file;
}

/* The trace goes where the log is now. False: somebody has replaced or removed the log meanwhile: a newer trace stays, and a removed one does not come back. */
static bool follow_log(struct job *job)
{
    struct worker_page *page = job->page;
    struct text path = {0};
    if (!atomic_load(&page->logged))
        return true;
    bool found = log_file_where(job->file, page->path, &path);
    bool moved = found && strcmp(page->path, text_string(&path)) != 0;
    if (moved) {
        snprintf(page->path, sizeof page->path, "%s", text_string(&path));
        work_rename(job->work, page->path);
    }
    text_free(&path);
    page->gone = !found;
    return found || error_set(&page->error, "was removed or replaced while clew rebuilt it");
}

static void finish(struct job *job)
{
    struct worker_page *page = job->page;
    if (!follow_log(job)) {
        work_drop(job->work);
        enter(job, WORKER_FAILED);
        return;
    }
    char ended[sizeof page->ended.message];
    snprintf(ended, sizeof ended, "%s", page->ended.message);
    page->result.cut = atomic_load(&page->early);
    if (atomic_load(&page->in_place))
        prctl(PR_SET_PDEATHSIG, SIGKILL);       /* otherwise nobody could end a worker that waits for the reader of a pipe */
    enter(job, WORKER_WRITES);
    struct stat log;
    if (atomic_load(&page->logged) && lstat(page->path, &log) == 0)
        work_replace(job->work, &log, job->logged);
    bool good = work_finish(job->work, job->has_status ? job->status : STATUS_UNKNOWN, page->has_accessed ? &page->accessed : NULL, page->result.cut ? ended : NULL,
                            &page->error);
    page->gone = !good && atomic_load(&page->logged) && log_file_is_gone(job->file);
    if (good && page->log[0])
        unlink(page->log);
    if (good)
        page->log[0] = 0;
    enter(job, good ? WORKER_DONE : WORKER_FAILED);
}

static bool open_files(struct job *job, const struct work_task *task)
{
    struct worker_page *page = job->page;
    prctl(PR_SET_PDEATHSIG, SIGKILL);           /* opening a pipe may take for ever */
    bool good = work_open(task, &page->result, &job->work, &page->error);
    prctl(PR_SET_PDEATHSIG, 0);
    if (!good)
        return false;
    leave_terminal();
    snprintf(page->temporary, sizeof page->temporary, "%s", work_temporary(job->work));
    snprintf(page->text, sizeof page->text, "%s", work_temporary_text(job->work));
    atomic_store(&page->in_place, task->options->format != RECORD_STORE && !page->text[0]);
    return true;
}

/* Looks at the first `size` bytes of the log without taking them. False: the log is shorter, or the front wants no trace. Bytes in the log come before an order
 * to end: such a trace has a beginning, and work_read ends it. */
static bool look(struct job *job, void *bytes, size_t size)
{
    for (;;) {
        struct pollfd files[2] = {{job->log, POLLIN, 0}, {job->control, POLLIN, 0}};
        if (poll(files, 2, -1) < 0 && errno != EINTR)
            return false;
        if (files[0].revents && recv(job->log, bytes, size, MSG_PEEK | MSG_DONTWAIT) == (ssize_t)size)
            return true;
        if (files[1].revents)
            take_order(job);
        if (atomic_load(&job->page->early))
            return false;
        if (files[0].revents)
            return recv(job->log, bytes, size, MSG_PEEK | MSG_WAITALL) == (ssize_t)size;
    }
}

enum { LOOK = sizeof(struct log_header) + 2 * sizeof(uint32_t), LOOK_MOST = 1 << 14 };

static bool look_at_log(struct job *job, unsigned char *bytes, struct worker_log *log)
{
    uint32_t record[2];
    if (!look(job, bytes, LOOK))
        return false;
    memcpy(&log->header, bytes, sizeof log->header);
    memcpy(record, bytes + sizeof log->header, sizeof record);
    if (memcmp(log->header.magic, LOG_MAGIC, sizeof log->header.magic) != 0 || log->header.header_size != sizeof log->header)
        return false;
    if (record[0] != LOG_SPECIAL + LOG_PROGRAM || record[1] > LOOK_MOST - LOOK || !look(job, bytes, LOOK + record[1]))
        return true;
    struct str text = {(const char *)bytes + LOOK, record[1]};
    size_t end = str_find_byte(text, '\0');
    log->program = str_cut(text, 0, end);
    log->folder = end == SIZE_MAX ? log->folder : str_cut(text, end + 1, text.size);
    return true;
}

static bool settle_task(struct job *job, struct work_task *task, worker_settle *settle)
{
    struct worker_page *page = job->page;
    struct worker_log log = {0};
    unsigned char bytes[LOOK_MOST];
    if (!settle)
        return true;
    if (!look_at_log(job, bytes, &log))
        return error_set(&page->error, "the recorder wrote nothing");
    bool good = settle(task, &log, &page->error);
    page->parent = task->parent;
    snprintf(page->began, sizeof page->began, "%s", task->began);
    snprintf(page->program, sizeof page->program, "%s", task->executable);
    snprintf(page->result.output, sizeof page->result.output, "%s", task->output);
    return good;
}

static _Noreturn void be_worker(const struct work_task *given, worker_settle *settle, struct job *job)
{
    struct record_options options = *given->options;
    struct work_task task = *given;
    task.options = &options;
    options.progress = (struct progress){.report = report, .context = job->page};
    struct inherited inherited;
    leave_standard(&job->log);
    leave_standard(&job->control);
    fill_standard();
    list_inherited(&inherited, job);
    job->task = &task;
    if (!settle_task(job, &task, settle) || !open_files(job, &task)) {
        enter(job, WORKER_FAILED);
        _exit(0);
    }
    for (size_t i = 0; i < inherited.count; i++)
        close(inherited.items[i]);
    enter(job, WORKER_READS);
    bool began = wants_file(job) && open_log_file(job) ? read_all_into_file(job, &job->page->error) : read_all(job, &job->page->error);
    if (began) {
        finish(job);
        _exit(0);
    }
    if (job->page->log[0])
        unlink(job->page->log);
    work_drop(job->work);
    job->page->no_log = !job->log_stays;
    enter(job, WORKER_FAILED);
    _exit(0);
}

/* ---- In the front ---- */

static bool fork_worker(struct worker *worker, const struct work_task *task, worker_settle *settle, int log, int other, struct error *error)
{
    int ends[2];
    *worker = (struct worker){.control = -1};
    void *memory = mmap(NULL, sizeof *worker->page, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED)
        return error_set(error, "no memory to write the trace: %s", strerror(errno));
    worker->page = memory;
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) < 0)
        return error_set(error, "no socket to write the trace: %s", strerror(errno));
    worker->process = fork();
    if (worker->process == 0) {
        close(ends[0]);
        if (other >= 0)
            close(other);
        struct job job = {.page = worker->page, .log = log, .control = ends[1]};
        be_worker(task, settle, &job);
    }
    close(ends[1]);
    worker->control = ends[0];
    if (worker->process > 0)
        return true;
    close(ends[0]);
    return error_set(error, "no process to write the trace: %s", strerror(errno));
}

bool worker_start_later(struct worker *worker, const struct work_task *task, worker_settle *settle, int log, struct error *error)
{
    if (fork_worker(worker, task, settle, log, -1, error))
        return true;
    worker_end(worker);
    return false;
}

bool worker_start(struct worker *worker, const struct work_task *task, int log, int other, struct error *error)
{
    bool good = fork_worker(worker, task, NULL, log, other, error);
    while (good && atomic_load(&worker->page->stage) == WORKER_OPENS && worker_hears(worker))
        continue;
    int stage = good ? atomic_load(&worker->page->stage) : WORKER_FAILED;
    if (stage != WORKER_OPENS && stage != WORKER_FAILED)
        return true;
    while (good && worker_hears(worker))
        continue;
    if (good) {
        struct record_result nothing;
        (void)!worker_result(worker, &nothing, error);
    }
    worker_end(worker);
    return false;
}

static bool has_records(const char *log)
{
    struct log_file *file;
    struct error ignored;
    if (!log_file_open(log, &file, &ignored))
        return false;
    bool has = log_file_head(file).total > 0;
    log_file_close_read(file);
    return has;
}

static void remove_rest(const struct worker *worker)
{
    const struct worker_page *page = worker->page;
    int stage = atomic_load(&page->stage);
    if (stage == WORKER_DONE || (stage == WORKER_FAILED && !page->log[0]))
        return;
    if (page->temporary[0])
        unlink(page->temporary);
    if (page->text[0])
        unlink(page->text);
    if (page->log[0] && has_records(page->log) && may_replace(page->path))
        worker->page->log_stays = rename(page->log, page->path) == 0;
    else if (page->log[0])
        unlink(page->log);
}

bool worker_hears(struct worker *worker)
{
    char bytes[16];
    ssize_t got;
    do
        got = recv(worker->control, bytes, sizeof bytes, 0);
    while (got < 0 && errno == EINTR);
    if (got > 0)
        return true;
    while (waitpid(worker->process, &worker->status, 0) < 0 && errno == EINTR)
        continue;
    worker->process = 0;
    close(worker->control);
    worker->control = -1;
    remove_rest(worker);
    return false;
}

static void tell(const struct worker *worker, struct order order)
{
    if (worker->control >= 0)
        (void)!send(worker->control, &order, sizeof order, MSG_NOSIGNAL);
}

void worker_tell_status(const struct worker *worker, int status)
{
    tell(worker, (struct order){ORDER_STATUS, status});
}

void worker_tell_end(const struct worker *worker)
{
    tell(worker, (struct order){ORDER_END, 0});
}

void worker_kill(const struct worker *worker)
{
    if (worker->process > 0)
        kill(worker->process, SIGKILL);
}

/* The trace is not whole, but its log has its name. */
static bool say_log_stays(const struct worker_page *page, const char *killed, struct error *error)
{
    struct error why = page->error;
    if (killed)
        error_set(&why, "the process that wrote it was killed%s%s", killed[0] ? " by SIG" : "", killed);
    return error_at(error, page->result.output, 0, 0, "%s: `clew` rebuilds what its log has when you open it", why.message);
}

bool worker_result(const struct worker *worker, struct record_result *result, struct error *error)
{
    const struct worker_page *page = worker->page;
    int stage = atomic_load(&page->stage);
    bool logged = atomic_load(&page->logged);
    *result = (struct record_result){.replaced = page->result.replaced};
    memcpy(result->output, page->result.output, sizeof result->output);
    result->cut = atomic_load(&page->early);
    result->rebuilds = logged && stage < WORKER_DONE && worker->process;       /* it may still fill in the rest */
    if (result->rebuilds) {
        result->whole = page->whole;
        result->executing = page->executing;
        result->one_instruction = page->one_instruction;
        result->executed = atomic_load(&page->ran);
        result->log = atomic_load(&page->log_bytes);
        return true;
    }
    *result = page->result;
    if (stage == WORKER_DONE)
        return true;
    if (stage == WORKER_FAILED && logged && !page->gone)
        return say_log_stays(page, NULL, error);
    if (stage == WORKER_FAILED) {
        *error = page->error;
        if (page->gone)
            snprintf(error->source, sizeof error->source, "%.255s", page->result.output);
        return false;
    }
    const char *name = WIFSIGNALED(worker->status) ? sigabbrev_np(WTERMSIG(worker->status)) : NULL;
    if (page->log_stays || logged)
        return say_log_stays(page, name ? name : "", error);
    return error_at(error, page->result.output, 0, 0, name ? "is lost: the process that wrote it was killed by SIG%s" : "is lost: the process that wrote it was killed", name);
}

void worker_end(struct worker *worker)
{
    if (worker->control >= 0)
        close(worker->control);
    if (worker->page)
        munmap(worker->page, sizeof *worker->page);
    *worker = (struct worker){.control = -1};
}
