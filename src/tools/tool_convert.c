/* tool_convert.c - clew convert: one kind of WET trace as another.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/log/log.h"
#include "tools/tool_work.h"
#include "tools/tools.h"


#include <getopt.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char usage[] =
    "usage: clew convert [--format=store|wet|history] [--history=N] [--dense] [--x=instance|dense] IN -o OUT\n"
    "\n"
    "Writes a WET trace in another form:\n"
    "  store      a recording: everything in one compact file that opens at once (default, and for OUT.clew)\n"
    "  wet        text, one definer an instance and port where the trace knows their order (for OUT.wet; - is standard output)\n"
    "  history    the last dependences of a recording with a clock, as text (for OUT.lim)\n"
    "\n"
    "  -o, --output=OUT    where to\n"
    "  --history=N         a history, of so many dependences (default 100000)\n"
    "  --dense             text numbers entries 0, 1, ... instead of by instance\n"
    "  --x=HOW             how the text IN is numbered, if it does not show\n";

enum form { FORM_NONE, FORM_STORE, FORM_WET, FORM_HISTORY };

struct job {
    const char *in, *out;
    enum form form;
    uint64_t history;
    bool dense, help;
    struct store_options options;
};

static int misused(const char *what, const char *argument)
{
    return tool_misused("convert", what, argument);
}

static int set_option(struct job *job, int option, const char *value)
{
    static const char *const forms[] = {[FORM_STORE] = "store", [FORM_WET] = "wet", [FORM_HISTORY] = "history"};
    switch (option) {
    case 'o':
        job->out = value;
        return TOOL_DONE;
    case 'F':
        for (enum form form = FORM_STORE; form <= FORM_HISTORY; form++)
            if (strcmp(value, forms[form]) == 0)
                job->form = form;
        return job->form ? TOOL_DONE : misused("--format takes store, wet or history, not", value);
    case 'H':
        return slice_decimal(slice_of(value), &job->history) && job->history ? TOOL_DONE : misused("--history takes a number of dependences, not", value);
    case 'D':
        job->dense = true;
        return TOOL_DONE;
    case 'X':
        job->options.numbering = strcmp(value, "instance") == 0 ? NUMBERING_INSTANCE : strcmp(value, "dense") == 0 ? NUMBERING_DENSE : NUMBERING_DETECT;
        return job->options.numbering ? TOOL_DONE : misused("--x takes instance or dense, not", value);
    case 'h':
        job->help = true;
        return TOOL_DONE;
    default:
        return TOOL_USAGE;              /* none of the table */
    }
}

static int settle(struct job *job)
{
    if (!job->in)
        return misused("no trace given", NULL);
    if (!job->out)
        return misused("no output given (-o)", NULL);
    if (!job->form && (job->history || slice_ends(slice_of(job->out), ".lim")))
        job->form = FORM_HISTORY;
    else if (!job->form)
        job->form = slice_ends(slice_of(job->out), ".wet") || strcmp(job->out, "-") == 0 ? FORM_WET : FORM_STORE;
    if (job->history && job->form != FORM_HISTORY)
        return misused("--history and --format contradict each other", NULL);
    if (!job->history)
        job->history = RECORD_HISTORY_DEFAULT;
    if (job->dense && job->form != FORM_WET)
        return misused("--dense is for text: --format=wet", NULL);
    return TOOL_DONE;
}

static int parse(int argc, char **argv, struct job *job)
{
    static const struct option known[] = {
        {"output", required_argument, NULL, 'o'}, {"format", required_argument, NULL, 'F'}, {"history", required_argument, NULL, 'H'},
        {"dense", no_argument, NULL, 'D'},        {"x", required_argument, NULL, 'X'},      {"help", no_argument, NULL, 'h'},
        {NULL, 0, NULL, 0}};
    int option, status = TOOL_DONE;
    opterr = 0;
    optind = 0;
    while (status == TOOL_DONE && (option = getopt_long(argc, argv, "o:h", known, NULL)) != -1)
        status = option == '?' ? tool_bad_option("convert", argv, "o:h", known) : set_option(job, option, optarg);
    if (status != TOOL_DONE || job->help)
        return status;
    job->in = optind < argc ? argv[optind] : NULL;
    return optind + 1 < argc ? misused("one trace at a time, not", argv[optind + 1]) : settle(job);
}

static bool is_same_file(const char *a, const char *b)
{
    struct stat first, second;
    return stat(a, &first) == 0 && stat(b, &second) == 0 && first.st_dev == second.st_dev && first.st_ino == second.st_ino;
}

/* ---- Writing ---- */

static void say_totals(struct text *said, uint64_t instructions, uint64_t dependences, uint64_t values)
{
    text_count(said, instructions);
    text_add(said, " instructions, ");
    text_count(said, dependences);
    text_add(said, " dependences, ");
    text_count(said, values);
    text_add(said, " values");
}

static bool write_form(const struct job *job, const struct store *store, FILE *file, const struct progress *progress, struct text *said, struct error *error)
{
    struct text_totals totals;
    uint64_t written;
    if (job->form == FORM_HISTORY) {
        if (!store_write_history(store, job->history, file, progress, &written, error))
            return false;
        text_count(said, written);
        text_add(said, " dependences");
        return true;
    }
    if (!store_write_text(store, job->dense, file, progress, &totals, error))
        return false;
    say_totals(said, totals.instructions, totals.dependences, totals.values);
    if (totals.left_out) {
        text_add(said, "; ");
        text_count(said, totals.left_out);
        text_add(said, " carried uses are left out: of one instruction text has 1024 a call");
    }
    if (totals.renamed) {
        text_add(said, "; blanks of ");
        text_count(said, totals.renamed);
        text_add(said, " names became _");
    }
    return true;
}

static bool is_standard_output(const struct job *job)
{
    return strcmp(job->out, "-") == 0;
}

/* What could not be written is said of the output; all else is about the trace. */
static void name_output(const struct job *job, FILE *file, struct error *error)
{
    if (ferror(file))
        snprintf(error->source, sizeof error->source, "%s", is_standard_output(job) ? "standard output" : job->out);
}

static bool write_text(const struct job *job, const struct store *store, const struct progress *progress, struct text *said, struct error *error)
{
    struct output_file output = {.file = stdout};
    if (!is_standard_output(job) && (!output_may_hold(job->out, store_sniff_any, "is there and is no trace: it is not written over", error) || !output_open(&output, job->out, error)))
        return false;
    output.after = strcmp(job->in, "-") != 0 && !output_is_stream(job->in) ? job->in : NULL;
    bool good = write_form(job, store, output.file, progress, said, error);
    if (!good)
        name_output(job, output.file, error);
    if (is_standard_output(job))
        return good;
    if (good)
        return output_finish(&output, true, job->out, error);
    output_drop(&output);
    return false;
}

static bool write_store(const struct job *job, const struct store *store, const struct progress *progress, struct text *said, struct error *error)
{
    struct writer_totals totals;
    if (!store_copy(store, job->out, progress, &totals, error))
        return false;
    say_totals(said, totals.instructions, totals.dependences, totals.values);
    text_add(said, ", ");
    text_count(said, totals.bytes);
    text_add(said, " bytes");
    return true;
}

/* What was wrong in a text is not carried over, and that is said. */
static void say_done(const struct job *job, struct slice said, uint64_t problems)
{
    struct text line = {0};
    if (strcmp(job->out, "-") != 0) {
        text_add(&line, "clew: ");
        text_safe(&line, slice_of(job->out));
        text_printf(&line, ": %.*s\n", SLICE(said));
    }
    if (problems) {
        text_add(&line, "clew: ");
        text_safe(&line, slice_of(job->in));
        text_add(&line, ": ");
        text_count(&line, problems);
        text_add(&line, problems == 1 ? " problem, which is not kept: clew -c problems names it\n"
                                      : " problems, which are not kept: clew -c problems names them\n");
    }
    fputs(text_string(&line), stderr);
    text_free(&line);
}

static int complain(const struct job *job, struct tool_work *work, struct error *error)
{
    if (!error->source[0])
        snprintf(error->source, sizeof error->source, "%s", job->in);
    return tool_work_complain(work, error);
}

static int open_trace(const struct job *job, struct store **store)
{
    struct tool_work work;
    struct error error;
    struct store_options options = job->options;
    tool_work_begin_reading(&work, &job->in, 1);
    options.progress = work.progress;
    bool opened = store_open(job->in, &options, store, &error), good = opened && store_is_trace(*store, &error);
    if (!good)
        command_add_kind(job->in, (const char *const[]){"wet", "recording", "history", NULL}, &error);
    int status = good ? TOOL_DONE : complain(job, &work, &error);
    if (opened && !good)
        store_close(*store);
    tool_work_end(&work);
    return status;
}

/* A pipe may block for ever, and nothing can be left on it: there signals are not held. */
static void begin_writing(const struct job *job, struct tool_work *work)
{
    if (!is_standard_output(job) && !output_is_stream(job->out)) {
        tool_work_begin(work);
        return;
    }
    tool_work_watch(work);
    if (isatty(STDOUT_FILENO))
        work->meter.terminal = NULL;        /* the text is there already */
}

static int write_trace(const struct job *job, const struct store *store)
{
    struct tool_work work;
    struct error error = {0};
    struct text said = {0};
    begin_writing(job, &work);
    bool good = job->form == FORM_STORE ? write_store(job, store, &work.progress, &said, &error) : write_text(job, store, &work.progress, &said, &error);
    batch_meter_clear(&work.meter);
    if (good)
        say_done(job, text_slice(&said), store_summary(store).problems);
    int status = good ? TOOL_DONE : complain(job, &work, &error);
    text_free(&said);
    tool_work_end(&work);
    return status;
}

int tool_convert(int argc, char **argv)
{
    struct job job = {0};
    struct store *store;
    int status = parse(argc, argv, &job);
    if (status != TOOL_DONE)
        return status;
    if (job.help) {
        fputs(usage, stdout);
        return TOOL_DONE;
    }
    if (is_same_file(job.in, job.out))
        return misused("the output is the trace itself", job.out);
    status = open_trace(&job, &store);
    if (status != TOOL_DONE)
        return status;
    status = write_trace(&job, store);
    store_close(store);
    return status;
}
