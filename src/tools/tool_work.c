/* tool_work.c - long work of tools and batch.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "tools/tool_work.h"
#include "tools/tools.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const int ending[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};

/* Those that are ignored stay so: they would wait for ever. */
static void ending_signals(sigset_t *set)
{
    struct sigaction action;
    sigemptyset(set);
    for (size_t i = 0; i < sizeof ending / sizeof *ending; i++)
        if (sigaction(ending[i], NULL, &action) == 0 && action.sa_handler != SIG_IGN)
            sigaddset(set, ending[i]);
}

static bool signal_waits(void)
{
    sigset_t waiting;
    bool found = false;
    if (sigpending(&waiting) == 0)
        for (size_t i = 0; i < sizeof ending / sizeof *ending; i++)
            found |= sigismember(&waiting, ending[i]) == 1;
    return found;
}

void tool_work_begin(struct tool_work *work)
{
    sigset_t set;
    ending_signals(&set);
    *work = (struct tool_work){.meter = {.terminal = isatty(STDERR_FILENO) ? stderr : NULL, .stopped = signal_waits}};
    work->progress = batch_progress(&work->meter);
    work->holds = sigprocmask(SIG_BLOCK, &set, &work->before) == 0;
}

void tool_work_begin_reading(struct tool_work *work, const char *const *files, size_t count)
{
    struct file_stat stat;
    bool waits = false;
    for (size_t i = 0; i < count; i++)
        waits |= !file_stat(files[i], &stat);
    (waits ? tool_work_watch : tool_work_begin)(work);
}

void tool_work_watch(struct tool_work *work)
{
    *work = (struct tool_work){.meter = {.terminal = isatty(STDERR_FILENO) ? stderr : NULL}};
    work->progress = batch_progress(&work->meter);
}

int tool_work_complain(struct tool_work *work, const struct error *error)
{
    batch_meter_clear(&work->meter);
    return tool_complain(error);
}

void tool_work_end(struct tool_work *work)
{
    batch_meter_clear(&work->meter);
    if (work->holds)
        sigprocmask(SIG_SETMASK, &work->before, NULL);
}

typedef bool (*opening)(struct session *session, const char *const *paths, size_t count, struct error *error);

/* Nothing is seen until somebody writes to a pipe that has a name: what is waited for is said. Of those that a shell makes the other end is there. */
static void tell_pipes(const char *const *files, size_t count)
{
    struct stat stat_buffer;
    struct text name = {0};
    for (size_t i = 0; i < count && isatty(STDERR_FILENO); i++) {
        if (stat(files[i], &stat_buffer) != 0 || !S_ISFIFO(stat_buffer.st_mode) || slice_starts(slice_of(files[i]), "/dev/") || slice_starts(slice_of(files[i]), "/proc/"))
            continue;
        text_clear(&name);
        text_safe(&name, slice_of(files[i]));
        fprintf(stderr, "clew: %s: is a pipe: what is written to it is waited for, ^C ends that\n", text_string(&name));
    }
    text_free(&name);
}

static bool load(struct session *session, const char *const *files, size_t count, opening open)
{
    struct tool_work work;
    struct error error;
    tell_pipes(files, count);
    tool_work_begin_reading(&work, files, count);
    struct progress before = session_watch(session, work.progress);
    bool done = open(session, files, count, &error);
    batch_meter_clear(&work.meter);
    if (!done) {
        batch_notices(session, stderr);         /* of the files before, and of a saved session */
        batch_complain(&error, stderr);
    }
    tool_work_end(&work);
    session_watch(session, before);
    return done;
}

bool tool_load(struct session *session, const char *const *files, size_t count)
{
    return load(session, files, count, session_open_files);
}

bool tool_load_some(struct session *session, const char *const *files, size_t count)
{
    return load(session, files, count, session_open_some);
}
