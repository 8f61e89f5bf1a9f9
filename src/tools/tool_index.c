/* tool_index.c - clew index: makes or checks the index of a text trace.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "tools/tool_work.h"
#include "tools/tools.h"


#include <getopt.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static const char usage[] =
    "usage: clew index [--rebuild|--verify] [--x=instance|dense] [--threads=N] TRACE...\n"
    "\n"
    "Makes the index of each text trace, NAME.clew beside it (in the cache folder, where its own cannot be written), unless there is a good one.\n"
    "Opening a trace of 16 MB or more does that by itself.\n"
    "\n"
    "  --rebuild      make it anew in any case\n"
    "  --verify       check the one that is there: every page, and that it is what reading the text again makes; a recording: every page. Writes nothing\n"
    "  --x=HOW        how the text is numbered, if it does not show\n"
    "  --threads=N    read with N threads (default: 2, or 1 where there is one processor)\n";

struct job {
    struct store_options options;
    bool verify, help;
};

static int misused(const char *what, const char *argument)
{
    return tool_misused("index", what, argument);
}

static int set_option(struct job *job, int option, const char *value)
{
    uint64_t number;
    switch (option) {
    case 'R':
        job->options.index = STORE_INDEX_REBUILD;
        return TOOL_DONE;
    case 'V':
        job->verify = true;
        return TOOL_DONE;
    case 'X':
        job->options.numbering = strcmp(value, "instance") == 0 ? NUMBERING_INSTANCE : strcmp(value, "dense") == 0 ? NUMBERING_DENSE : NUMBERING_DETECT;
        return job->options.numbering ? TOOL_DONE : misused("--x takes instance or dense, not", value);
    case 'T':
        if (!slice_decimal(slice_of(value), &number) || number == 0 || number > 8)
            return misused("--threads takes 1 to 8, not", value);
        job->options.threads = (unsigned)number;
        return TOOL_DONE;
    case 'h':
        job->help = true;
        return TOOL_DONE;
    default:
        return TOOL_USAGE;              /* none of the table */
    }
}

/* "trace.wet.clew: 39,112,925 dependences in 13,723,857 bytes (0.35 each), 1.5 % of the text; was there" */
static void say(const struct store *store, bool verified)
{
    struct store_files files = store_files(store);
    struct store_summary summary = store_summary(store);
    struct text line = {0};
    text_safe(&line, slice_of(files.recording ? files.trace : files.index ? files.index : files.trace));
    text_add(&line, ": ");
    text_count(&line, summary.dependences);
    text_add(&line, " dependences in ");
    text_count(&line, files.index_size);
    text_add(&line, " bytes");
    if (summary.dependences)
        text_printf(&line, " (%.2f each)", (double)files.index_size / (double)summary.dependences);
    if (!files.recording && files.trace_size)
        text_printf(&line, ", %.1f %% of the text", 100.0 * (double)files.index_size / (double)files.trace_size);
    text_add(&line, files.recording ? "; a recording" : !files.index ? "; not kept" : files.reused ? "; was there" : "; made");
    text_add(&line, verified ? "; verified\n" : "\n");
    fputs(text_string(&line), stdout);
    fflush(stdout);             /* a signal that waits ends the program without that */
    text_free(&line);
}

/* Says what became of it, or what is wrong with it. */
static int report(const struct job *job, const struct store *store, struct tool_work *work)
{
    struct error error = {0};
    struct store_files files = store_files(store);
    bool kept = files.recording || files.index;
    bool good = store_is_trace(store, &error) && (!job->verify || store_verify(store, &work->progress, &error));
    batch_meter_clear(&work->meter);
    if (store_notice(store))
        fprintf(stderr, "clew: %s\n", store_notice(store));
    if (good)
        say(store, job->verify);
    if (good && !kept && !store_notice(store))
        good = error_at(&error, files.trace, 0, 0, "only a file with a name has an index");
    if (good)
        return kept ? TOOL_DONE : TOOL_FAILED;
    if (!error.source[0])
        snprintf(error.source, sizeof error.source, "%s", files.trace);
    return tool_work_complain(work, &error);
}

static int index_one(const struct job *job, const char *path)
{
    struct store *store;
    struct error error = {0};
    struct tool_work work;
    struct store_options options = job->options;
    tool_work_begin_reading(&work, &path, 1);
    options.progress = work.progress;
    if (job->verify)
        options.index = STORE_INDEX_EXISTING;
    bool opened = store_open(path, &options, &store, &error);
    if (!opened)
        command_add_kind(path, (const char *const[]){"wet", "recording", "history", NULL}, &error);
    int status = opened ? report(job, store, &work) : tool_work_complain(&work, &error);
    if (opened)
        store_close(store);
    tool_work_end(&work);
    return status;
}

int tool_index(int argc, char **argv)
{
    static const struct option known[] = {
        {"rebuild", no_argument, NULL, 'R'},       {"verify", no_argument, NULL, 'V'}, {"x", required_argument, NULL, 'X'},
        {"threads", required_argument, NULL, 'T'}, {"help", no_argument, NULL, 'h'},   {NULL, 0, NULL, 0}};
    struct job job = {.options = {.index = STORE_INDEX_ALWAYS}};
    int option, status = TOOL_DONE;
    opterr = 0;
    optind = 0;
    while (status == TOOL_DONE && (option = getopt_long(argc, argv, "h", known, NULL)) != -1)
        status = option == '?' ? tool_bad_option("index", argv, "h", known) : set_option(&job, option, optarg);
    if (status != TOOL_DONE)
        return status;
    if (job.help) {
        fputs(usage, stdout);
        return TOOL_DONE;
    }
    if (optind == argc)
        return misused("no trace given", NULL);
    if (job.verify && job.options.index == STORE_INDEX_REBUILD)
        return misused("--rebuild and --verify contradict each other", NULL);
    for (int i = optind; i < argc; i++) {
        int one = index_one(&job, argv[i]);
        status = one > status ? one : status;
    }
    return status;
}
