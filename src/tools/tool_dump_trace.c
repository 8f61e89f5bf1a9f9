/* tool_dump_trace.c - clew dump-trace: a GNATcoverage trace as text.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "tools/coverage_tool.h"
#include "tools/tools.h"

#include <errno.h>
#include <getopt.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static const char usage[] =
    "Usage: clew dump-trace [--raw | --merged] [--kind] FILE...\n\n"
    "Prints execution traces of GNATcoverage: their infos and entries, relocated. What is wrong with a trace is told on standard error.\n\n"
    "  --raw     addresses as they stand in the file, whatever was loaded there\n"
    "  --merged  no infos, but the ranges that all entries of a file make together, ascending\n"
    "  --kind    first the kind of the trace: FLAT, HISTORY, INFO or DECISION_MAP\n";

enum { PAGE = 32 * 1024 };

struct dump_job {
    bool raw, merged, kind;
    const char *path;
    struct arena arena;                     /* of one file */
    struct gnatcov trace;
    struct gnatcov_problems merging;        /* problems of what was merged */
    struct text text;                       /* a page of what is printed */
    int failure;                            /* errno of standard output; 0: all is well */
};

static void print_text(struct dump_job *job)
{
    if (!job->failure && job->text.size && fwrite(job->text.data, 1, job->text.size, stdout) != job->text.size)
        job->failure = errno ? errno : EIO;
    text_clear(&job->text);
}

static void print_kind(struct dump_job *job)
{
    static const char *const names[] = {"FLAT", "HISTORY", "INFO", "DECISION_MAP"};
    const struct gnatcov_header *header = job->trace.has_entries ? &job->trace.second : &job->trace.first;
    if (job->trace.has_entries || job->trace.has_infos)
        text_printf(&job->text, "Kind: %s\n\n", names[header->kind]);
}

static void print_dump(struct dump_job *job)
{
    struct gnatcov_dump dump = {.trace = &job->trace, .raw = job->raw};
    bool more = true;
    while (more && !job->failure) {
        more = gnatcov_dump(&dump, &job->text);
        print_text(job);
    }
}

/* ---- Merged ---- */

static void print_ranges(struct dump_job *job, const struct executed *executed)
{
    struct executed_range range = {0};
    for (uint64_t address = 0; !job->failure && executed_from(executed, address, &range); address = range.last + 1) {
        gnatcov_line(job->trace.second.address_size, range.first, range.last, range.op, &job->text);
        text_byte(&job->text, '\n');
        if (job->text.size >= PAGE)
            print_text(job);
        if (range.last == UINT64_MAX)
            break;
    }
    print_text(job);
}

/* Code of shared objects in one list with the executable's, by addresses in their files. */
static void print_merged(struct dump_job *job)
{
    struct executed_set set = {.joined = true};
    if (executed_add_trace(&set, &job->trace, &job->merging, &job->arena, NULL))
        print_ranges(job, set.bases[0].executed);
    executed_set_free(&set);
}

/* ---- What is wrong ---- */

static size_t problems_kept(const struct gnatcov_problems *problems)
{
    return problems->count < GNATCOV_PROBLEMS ? (size_t)problems->count : GNATCOV_PROBLEMS;
}

/* Both lists in the order of the file. */
static int print_problems(const struct dump_job *job)
{
    const struct gnatcov_problems *reading = &job->trace.problems, *merging = &job->merging;
    size_t i = 0, k = 0, read = problems_kept(reading), merged = problems_kept(merging);
    while (i < read || k < merged) {
        bool first = k == merged || (i < read && reading->items[i].error.offset <= merging->items[k].error.offset);
        trace_tell_problem(first ? &reading->items[i++] : &merging->items[k++]);
    }
    uint64_t more = reading->count - read + (merging->count - merged);
    if (more) {
        struct text text = {0};
        text_safe(&text, slice_of(job->path));
        fprintf(stderr, "clew: %s: and %" PRIu64 " more errors or warnings\n", text_string(&text), more);
        text_free(&text);
    }
    return reading->failed || merging->failed ? TOOL_FAILED : TOOL_DONE;
}

/* ---- Files ---- */

static int dump_file(struct dump_job *job)
{
    struct slice bytes;
    struct error error;
    if (!contents_read(job->path, NULL, &job->arena, &bytes, &error)) {
        trace_tell_unreadable(&error);
        return TOOL_FAILED;
    }
    gnatcov_read(bytes, job->path, &job->arena, &job->trace);
    if (job->kind)
        print_kind(job);
    if (job->merged)
        print_merged(job);
    else
        print_dump(job);
    print_text(job);
    if (fflush(stdout) != 0 && !job->failure)
        job->failure = errno;
    int status = print_problems(job);
    if (status != TOOL_DONE)
        trace_tell_kind(job->path);
    return status;
}

/* A reader that has seen enough is no error worth a word. */
static int dump_files(struct dump_job *job, char **paths, int count)
{
    int status = TOOL_DONE;
    struct error error;
    for (int i = 0; i < count && !job->failure; i++) {
        job->path = paths[i];
        if (dump_file(job) != TOOL_DONE)
            status = TOOL_FAILED;
        arena_free(&job->arena);
        job->trace = (struct gnatcov){0};
        job->merging = (struct gnatcov_problems){0};
    }
    text_free(&job->text);
    if (job->failure && job->failure != EPIPE) {
        error_set(&error, "standard output could not be written: %s", strerror(job->failure));
        tool_complain(&error);
    }
    return job->failure ? TOOL_FAILED : status;
}

int tool_dump_trace(int argc, char **argv)
{
    static const struct option options[] = {{"raw", no_argument, NULL, 'r'}, {"merged", no_argument, NULL, 'm'}, {"kind", no_argument, NULL, 'k'},
                                            {"help", no_argument, NULL, 'h'}, {NULL, 0, NULL, 0}};
    struct dump_job job = {0};
    int option;
    opterr = 0;
    optind = 1;
    while ((option = getopt_long(argc, argv, "", options, NULL)) != -1)
        switch (option) {
        case 'r': job.raw = true; break;
        case 'm': job.merged = true; break;
        case 'k': job.kind = true; break;
        case 'h': fputs(usage, stdout); return TOOL_DONE;
        default: return tool_bad_option(argv[0], argv, "", options);
        }
    if (job.raw && job.merged)
        return tool_misused(argv[0], "--raw or --merged, not both", NULL);
    if (optind == argc)
        return tool_misused(argv[0], "which trace? its file is missing", NULL);
    return dump_files(&job, &argv[optind], argc - optind);
}
