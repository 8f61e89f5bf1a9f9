/* qemu.c - runs a program under QEMU and writes what it executed.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "coverage/qemu.h"
#include "coverage/qemu_inside.h"
#include "coverage/trace.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>

/* The default name: PROGRAM.trace in the current folder. */
static bool name_output(const struct coverage_run_options *options, const struct run_program *program, struct coverage_run_result *result, struct error *error)
{
    int size;
    if (options->output)
        size = snprintf(result->output, sizeof result->output, "%s", options->output);
    else
        size = snprintf(result->output, sizeof result->output, "%.*s.trace", SLICE(slice_basename(slice_of(options->arguments[0]))));
    if (size < 0 || (size_t)size >= sizeof result->output)
        return error_set(error, "the name of the trace is too long");
    struct stat executable, trace;
    if (stat(program->path, &executable) == 0 && stat(result->output, &trace) == 0 && executable.st_dev == trace.st_dev && executable.st_ino == trace.st_ino)
        return error_at(error, result->output, 0, 0, "is the program that is to be run; name another file with -o");
    return true;
}

/* Where a position independent executable was loaded. */
static bool find_bias(struct run *run, struct error *error)
{
    uint64_t start = run->log->head->start_code;
    if (!run->program->position_independent)
        return true;
    if (start == 0)
        return error_at(error, run->program->path, 0, 0, "is position independent, and this QEMU does not say where it loaded it: link it with -no-pie");
    run->result->bias = (start - run->program->lowest_code) & run->mask;
    return true;
}

/* The log of a program that ended, as a trace. */
static bool write_log(struct run *run, struct output_file *output, struct error *error)
{
    const struct coverage_log_head *head = run->log->head;
    run->result->lost = head->lost;
    run->result->threads = head->lanes > 1;
    run->alone = head->lanes <= 1;
    run->mask = run->program->address_size == 8 ? UINT64_MAX : UINT32_MAX;
    if (!head->started || !head->order) {
        output_drop(output);
        return error_at(error, run->program->path, 0, 0, "%s %s it (status %d)", run->program->emulator,
                        head->started ? "could not run" : "did not load clew's plugin, and did not start",
                        WIFEXITED(run->result->status) ? WEXITSTATUS(run->result->status) : 128 + WTERMSIG(run->result->status));
    }
    if (!find_bias(run, error)) {
        output_drop(output);
        return false;
    }
    run_blocks_read(run);
    run_trace_write(run, output->file);
    free(run->blocks);
    return output_finish(output, true, run->result->output, error);
}

static bool run_with(struct run *run, struct error *error)
{
    struct output_file output;
    if (!output_may_hold(run->result->output, gnatcov_sniff, "is there and is no coverage trace: it is not written over; name another file with -o", error) || !output_open(&output, run->result->output, error))
        return false;
    if (run_emulator(run->options, run->program, run->log, &run->result->status, error))
        return write_log(run, &output, error);
    output_drop(&output);
    return false;
}

bool coverage_run(const struct coverage_run_options *options, struct coverage_run_result *result, struct error *error)
{
    struct run_program program;
    struct run_log log;
    struct run run = {.options = options, .program = &program, .log = &log, .result = result};
    *result = (struct coverage_run_result){0};
    if (!run_program_open(options, &program, error))
        return false;
    bool good = name_output(options, &program, result, error) &&
                run_log_open(options->history, options->limit ? options->limit : COVERAGE_RUN_LIMIT, &log, error);
    if (good) {
        good = run_with(&run, error);
        run_log_close(&log);
    }
    run_program_close(&program);
    return good;
}
