/* record_run.c - a recording from its start to what is said of it.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/log/front.h"
#include "recording/log/record.h"


#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* ---- A program alone ---- */

/* The program runs; *worker, which was started, is the front's from here on. */
static bool run_alone(struct front *front, const struct worker *worker, const struct launch_log *log, struct error *error)
{
    struct traced *traced = front_add(front, worker, 0);
    front->running = launch_start(&front->launch, log, front->options->arguments, &front->before, error);
    traced->process = (uint64_t)front->launch.process;
    close(log->stream);
    bool good = front->running;
    if (!good)
        worker_kill(&traced->worker);
    front_wait(front);
    return good;
}

static bool start_alone(struct front *front, const struct work_task *task, struct error *error)
{
    struct worker worker;
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) < 0)
        return error_set(error, "no pipe for the recorder: %s", strerror(errno));
    fcntl(ends[1], F_SETPIPE_SZ, 1 << 20);
    bool good = worker_start(&worker, task, ends[0], ends[1], error);
    close(ends[0]);
    if (!good) {
        close(ends[1]);
        return false;
    }
    front_open(front);
    return run_alone(front, &worker, &(struct launch_log){.stream = ends[1]}, error);
}

/* ---- With its children ---- */

static bool start_all(struct front *front, struct error *error)
{
    front_open(front);
    if (!children_open(&front->children, error))
        return false;
    front->running = launch_start(&front->launch, &(struct launch_log){.name = front->children.name}, front->options->arguments, &front->before, error);
    if (!front->running)
        return false;
    front_wait(front);
    if (front->first)
        return true;
    launch_wrote_nothing(&front->launch, front->status, error);
    return false;
}

/* What is told of each. */
static void tell_trace(const struct front *front, const struct traced *traced)
{
    const struct record_watch *watch = &front->options->watch;
    const struct worker_page *page = traced->worker.page;
    struct record_result result;
    struct error error;
    bool good = worker_result(&traced->worker, &result, &error);
    struct record_trace trace = {.process = traced->process, .parent = page->parent, .program = page->program, .output = page->result.output};
    trace.began = page->began;
    trace.instructions = result.instructions;
    trace.instances = result.instances;
    trace.executed = result.executed;
    trace.result = &result;
    trace.lost = good ? NULL : &error;
    if (watch->trace)
        watch->trace(watch->context, &trace);
}

/* ---- The end ---- */

/* What the first trace became. */
static bool conclude(struct front *front, struct record_result *result, struct error *error)
{
    const struct worker *worker = &front->first->worker;
    bool good = worker_result(worker, result, error);
    if (!good && front->caught && atomic_load(&worker->page->stage) < WORKER_DONE)
        error_at(error, worker->page->result.output, 0, 0, "is given up: interrupted");
    if (!good && front->first->worker.page->no_log)
        launch_wrote_nothing(&front->launch, front->status, error);
    result->status = front->status;
    result->signal = front->signal;
    result->unrecorded = front->children.unrecorded;
    result->left = front->options->children ? front_count_left(front) : 0;
    if (front->options->children)
        for (const struct traced *traced = front->first; traced; traced = traced->next) {
            tell_trace(front, traced);
            if (traced != front->first)
                memory_check_add(&result->check, &traced->worker.page->result.check);
        }
    return good;
}

static bool run(const struct record_options *options, const struct work_task *task, struct record_result *result, struct error *error)
{
    struct front front = {.options = options, .children = {.listener = -1}};
    if (!launch_prepare(&front.launch, error))
        return false;
    front.launch.bytes = options->check;
    bool good = options->children ? start_all(&front, error) : start_alone(&front, task, error);
    if (good)
        good = conclude(&front, result, error);
    if (!options->children)
        result->started = launch_unrecorded(&front.launch, options->arguments[0], result->started_names, sizeof result->started_names);
    result->restricted = launch_restricted(&front.launch);
    launch_limits(&front.launch, result->limits, sizeof result->limits);
    launch_end(&front.launch, result->message);
    children_close(&front.children);
    if (front.last)
        front_close(&front);
    return good;
}

bool record_run(const struct record_options *options, struct record_result *result, struct error *error)
{
    char name[sizeof result->output], *executable = NULL;
    *result = (struct record_result){0};
    if (!work_name(options, name, sizeof name, error) || !launch_check(options->arguments[0], &executable, error))
        return false;
    struct record_options named = *options;
    named.output = name;
    char *script = launch_script(options->arguments[0], executable);
    struct work_task task = {.options = &named, .executable = executable, .script = script, .output = name};
    bool good = options->children ? children_check_pattern(name, error) : work_spares_program(name, executable, error);
    good = good && run(&named, &task, result, error);
    free(script);
    free(executable);
    return good;
}
