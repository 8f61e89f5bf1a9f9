/* tool_convert.c - clew convert and clew index: converts kinds of WET traces; makes the index of a text trace.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/log/log.h"
#include "tools/tools.h"

#include <getopt.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char convert_usage[] =
    "usage: clew convert [--format=store|wet|history] [--history=N] [--dense] [--x=instance|dense] IN -o OUT\n"
    "\n"
    "Writes a WET trace in another form:\n"
    "  store      a recording: everything in one compact file that opens at once (default, and for OUT.clew)\n"
    "  wet        text, one definer per execution and port if the trace knows their order (for OUT.wet; - is standard output)\n"
    "  history    the last dependences of a recording with a clock, as text (for OUT.lim)\n"
    "\n"
    "  -o, --output=OUT    the file to write\n"
    "  --history=N         a history of the last N dependences (default 100000)\n"
    "  --dense             number the text's entries 0, 1, ... instead of by execution\n"
    "  --x=HOW             how the text IN is numbered, if clew cannot tell\n";

enum form { FORM_NONE, FORM_STORE, FORM_WET, FORM_HISTORY };

struct convert_job {
    const char *in, *out;
    enum form form;
    uint64_t history;
    bool dense, help;
    struct store_options options;
};

static int convert_misused(const char *what, const char *argument)
{
    return tool_misused("convert", what, argument);
}

static int set_convert_option(struct convert_job *convert_job, int option, const char *value)
{
    static const char *const forms[] = {[FORM_STORE] = "store", [FORM_WET] = "wet", [FORM_HISTORY] = "history"};
    switch (option) {
    case 'o':
        convert_job->out = value;
        return TOOL_DONE;
    case 'F':
        for (enum form form = FORM_STORE; form <= FORM_HISTORY; form++)
            if (strcmp(value, forms[form]) == 0)
                convert_job->form = form;
        return convert_job->form ? TOOL_DONE : convert_misused("--format takes store, wet or history, not", value);
    case 'H':
        return str_decimal(str_of(value), &convert_job->history) && convert_job->history ? TOOL_DONE : convert_misused("--history takes a number of dependences, not", value);
    case 'D':
        convert_job->dense = true;
        return TOOL_DONE;
    case 'X':
        convert_job->options.numbering = strcmp(value, "instance") == 0 ? NUMBERING_INSTANCE : strcmp(value, "dense") == 0 ? NUMBERING_DENSE : NUMBERING_DETECT;
        return convert_job->options.numbering ? TOOL_DONE : convert_misused("--x takes instance or dense, not", value);
    case 'h':
        convert_job->help = true;
        return TOOL_DONE;
    default:
        return TOOL_USAGE;              /* not in the table */
    }
}

static int settle(struct convert_job *convert_job)
{
    if (!convert_job->in)
        return convert_misused("no trace given", NULL);
    if (!convert_job->out)
        return convert_misused("no output given (-o)", NULL);
    if (!convert_job->form && (convert_job->history || str_ends(str_of(convert_job->out), ".lim")))
        convert_job->form = FORM_HISTORY;
    else if (!convert_job->form)
        convert_job->form = str_ends(str_of(convert_job->out), ".wet") || strcmp(convert_job->out, "-") == 0 ? FORM_WET : FORM_STORE;
    if (convert_job->history && convert_job->form != FORM_HISTORY)
        return convert_misused("--history and --format contradict each other", NULL);
    if (!convert_job->history)
        convert_job->history = RECORD_HISTORY_DEFAULT;
    if (convert_job->dense && convert_job->form != FORM_WET)
        return convert_misused("--dense numbers the entries of text: add --format=wet", NULL);
    return TOOL_DONE;
}

static int parse(int argc, char **argv, struct convert_job *convert_job)
{
    static const struct option known[] = {
        {"output", required_argument, NULL, 'o'}, {"format", required_argument, NULL, 'F'}, {"history", required_argument, NULL, 'H'},
        {"dense", no_argument, NULL, 'D'},        {"x", required_argument, NULL, 'X'},      {"help", no_argument, NULL, 'h'},
        {NULL, 0, NULL, 0}};
    int option, status = TOOL_DONE;
    opterr = 0;
    optind = 0;
    while (status == TOOL_DONE && (option = getopt_long(argc, argv, "o:h", known, NULL)) != -1)
        status = option == '?' ? tool_bad_option("convert", argv, "o:h", known) : set_convert_option(convert_job, option, optarg);
    if (status != TOOL_DONE || convert_job->help)
        return status;
    convert_job->in = optind < argc ? argv[optind] : NULL;
    return optind + 1 < argc ? convert_misused("too many traces, expected one; the second is", argv[optind + 1]) : settle(convert_job);
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

static bool write_form(const struct convert_job *convert_job, const struct store *store, FILE *file, const struct progress *progress, struct text *said, struct error *error)
{
    struct text_totals totals;
    uint64_t written;
    if (convert_job->form == FORM_HISTORY) {
        if (!store_write_history(store, convert_job->history, file, progress, &written, error))
            return false;
        text_count(said, written);
        text_add(said, " dependences");
        return true;
    }
    if (!store_write_text(store, convert_job->dense, file, progress, &totals, error))
        return false;
    say_totals(said, totals.instructions, totals.dependences, totals.values);
    if (totals.left_out) {
        text_add(said, "; ");
        text_count(said, totals.left_out);
        text_add(said, totals.left_out == 1 ? " carried use left out: text has at most 1024 per instruction and call" : " carried uses left out: text has at most 1024 per instruction and call");
    }
    if (totals.renamed) {
        text_add(said, "; blanks in ");
        text_count(said, totals.renamed);
        text_add(said, totals.renamed == 1 ? " name became _" : " names became _");
    }
    return true;
}

static bool is_standard_output(const struct convert_job *convert_job)
{
    return strcmp(convert_job->out, "-") == 0;
}

/* A failed write is about the output; all other errors are about the trace. */
static void name_output(const struct convert_job *convert_job, FILE *file, struct error *error)
{
    if (ferror(file))
        snprintf(error->source, sizeof error->source, "%s", is_standard_output(convert_job) ? "standard output" : convert_job->out);
}

static bool write_text(const struct convert_job *convert_job, const struct store *store, const struct progress *progress, struct text *said, struct error *error)
{
    struct output_file output = {.file = stdout};
    if (!is_standard_output(convert_job) && (!output_may_hold(convert_job->out, store_sniff_any, "exists and is not a trace: clew does not overwrite it", error) || !output_open(&output, convert_job->out, error)))
        return false;
    output.after = strcmp(convert_job->in, "-") != 0 && !output_is_stream(convert_job->in) ? convert_job->in : NULL;
    bool good = write_form(convert_job, store, output.file, progress, said, error);
    if (!good)
        name_output(convert_job, output.file, error);
    if (is_standard_output(convert_job))
        return good;
    if (good)
        return output_finish(&output, true, convert_job->out, error);
    output_drop(&output);
    return false;
}

static bool write_store(const struct convert_job *convert_job, const struct store *store, const struct progress *progress, struct text *said, struct error *error)
{
    struct writer_totals totals;
    if (!store_copy(store, convert_job->out, progress, &totals, error))
        return false;
    say_totals(said, totals.instructions, totals.dependences, totals.values);
    text_add(said, ", ");
    text_count(said, totals.bytes);
    text_add(said, " bytes");
    return true;
}

/* Reports that the output lacks the problems of a text. */
static void say_done(const struct convert_job *convert_job, struct str said, uint64_t problems)
{
    struct text line = {0};
    if (strcmp(convert_job->out, "-") != 0) {
        text_add(&line, "clew: ");
        text_safe(&line, str_of(convert_job->out));
        text_printf(&line, ": %.*s\n", STR(said));
    }
    if (problems) {
        text_add(&line, "clew: ");
        text_safe(&line, str_of(convert_job->in));
        text_add(&line, ": ");
        text_count(&line, problems);
        text_add(&line, problems == 1 ? " problem not kept in the output: `clew -c problems` lists it\n"
                                      : " problems not kept in the output: `clew -c problems` lists them\n");
    }
    fputs(text_string(&line), stderr);
    text_free(&line);
}

static int complain(const struct convert_job *convert_job, struct tool_work *work, struct error *error)
{
    if (!error->source[0])
        snprintf(error->source, sizeof error->source, "%s", convert_job->in);
    return tool_work_complain(work, error);
}

static int open_trace(const struct convert_job *convert_job, struct store **store)
{
    struct tool_work work;
    struct error error;
    struct store_options options = convert_job->options;
    tool_work_begin_reading(&work, &convert_job->in, 1);
    options.progress = work.progress;
    bool opened = record_settle(convert_job->in, record_may_settle(options.index), &options.progress, &error) && store_open(convert_job->in, &options, store, &error);
    bool good = opened && store_is_trace(*store, &error);
    if (!good)
        command_add_kind(convert_job->in, (const char *const[]){"wet", "recording", "history", NULL}, &error);
    int status = good ? TOOL_DONE : complain(convert_job, &work, &error);
    if (opened && !good)
        store_close(*store);
    tool_work_end(&work);
    return status;
}

/* Does not hold back signals on a pipe: it may block for ever, and needs no cleaning up. */
static void begin_writing(const struct convert_job *convert_job, struct tool_work *work)
{
    if (!is_standard_output(convert_job) && !output_is_stream(convert_job->out)) {
        tool_work_begin(work);
        return;
    }
    tool_work_watch(work);
    if (isatty(STDOUT_FILENO))
        work->meter.terminal = NULL;        /* the text is already there */
}

static int write_trace(const struct convert_job *convert_job, const struct store *store)
{
    struct tool_work work;
    struct error error = {0};
    struct text said = {0};
    begin_writing(convert_job, &work);
    bool good = convert_job->form == FORM_STORE ? write_store(convert_job, store, &work.progress, &said, &error) : write_text(convert_job, store, &work.progress, &said, &error);
    batch_meter_clear(&work.meter);
    if (good)
        say_done(convert_job, text_str(&said), store_summary(store).problems);
    int status = good ? TOOL_DONE : complain(convert_job, &work, &error);
    text_free(&said);
    tool_work_end(&work);
    return status;
}

int tool_convert(int argc, char **argv)
{
    struct convert_job convert_job = {0};
    struct store *store;
    int status = parse(argc, argv, &convert_job);
    if (status != TOOL_DONE)
        return status;
    if (convert_job.help) {
        fputs(convert_usage, stdout);
        return TOOL_DONE;
    }
    if (is_same_file(convert_job.in, convert_job.out))
        return convert_misused("the output is the trace itself", convert_job.out);
    status = open_trace(&convert_job, &store);
    if (status != TOOL_DONE)
        return status;
    status = write_trace(&convert_job, store);
    store_close(store);
    return status;
}

/* ---- clew index: makes or checks the index of a text trace ---- */

static const char index_usage[] =
    "usage: clew index [--rebuild|--verify] [--x=instance|dense] [--threads=N] TRACE...\n"
    "\n"
    "Makes the index of each text trace that has no good one: NAME.clew beside it, or in the cache folder if its own cannot be written.\n"
    "clew does this itself when it opens a trace of 16 MB or more.\n"
    "\n"
    "  --rebuild      make a new one in any case\n"
    "  --verify       check the existing index: every page, and that reading the text again gives the same. Of a recording: every page. Writes nothing\n"
    "  --x=HOW        how the text is numbered, if clew cannot tell\n"
    "  --threads=N    read with N threads (default: 2, or 1 on a single processor)\n";

struct index_job {
    struct store_options options;
    bool verify, help;
};

static int index_misused(const char *what, const char *argument)
{
    return tool_misused("index", what, argument);
}

static int set_index_option(struct index_job *index_job, int option, const char *value)
{
    uint64_t number;
    switch (option) {
    case 'R':
        index_job->options.index = STORE_INDEX_REBUILD;
        return TOOL_DONE;
    case 'V':
        index_job->verify = true;
        return TOOL_DONE;
    case 'X':
        index_job->options.numbering = strcmp(value, "instance") == 0 ? NUMBERING_INSTANCE : strcmp(value, "dense") == 0 ? NUMBERING_DENSE : NUMBERING_DETECT;
        return index_job->options.numbering ? TOOL_DONE : index_misused("--x takes instance or dense, not", value);
    case 'T':
        if (!str_decimal(str_of(value), &number) || number == 0 || number > 8)
            return index_misused("--threads takes 1 to 8, not", value);
        index_job->options.threads = (unsigned)number;
        return TOOL_DONE;
    case 'h':
        index_job->help = true;
        return TOOL_DONE;
    default:
        return TOOL_USAGE;              /* not in the table */
    }
}

/* "trace.wet.clew: 39,112,925 dependences in 13,723,857 bytes (0.35 each), 1.5 % of the text; already there" */
static void say(const struct store *store, bool verified)
{
    struct store_files files = store_files(store);
    struct store_summary summary = store_summary(store);
    struct text line = {0};
    text_safe(&line, str_of(files.recording ? files.trace : files.index ? files.index : files.trace));
    text_add(&line, ": ");
    text_count(&line, summary.dependences);
    text_add(&line, " dependences in ");
    text_count(&line, files.index_size);
    text_add(&line, " bytes");
    if (summary.dependences)
        text_printf(&line, " (%.2f each)", (double)files.index_size / (double)summary.dependences);
    if (!files.recording && files.trace_size)
        text_printf(&line, ", %.1f %% of the text", 100.0 * (double)files.index_size / (double)files.trace_size);
    text_add(&line, files.recording ? "; a recording" : !files.index ? "; not kept" : files.reused ? "; already there" : "; made");
    text_add(&line, verified ? "; verified\n" : "\n");
    fputs(text_string(&line), stdout);
    fflush(stdout);             /* a waiting signal ends the program without flushing */
    text_free(&line);
}

/* Prints the result, or the damage. */
static int report(const struct index_job *index_job, const struct store *store, struct tool_work *work)
{
    struct error error = {0};
    struct store_files files = store_files(store);
    bool kept = files.recording || files.index;
    bool good = store_is_trace(store, &error) && (!index_job->verify || store_verify(store, &work->progress, &error));
    batch_meter_clear(&work->meter);
    if (store_notice(store))
        fprintf(stderr, "clew: %s\n", store_notice(store));
    if (good)
        say(store, index_job->verify);
    if (good && !kept && !store_notice(store))
        good = error_at(&error, files.trace, 0, 0, "only a file with a name has an index");
    if (good)
        return kept ? TOOL_DONE : TOOL_FAILED;
    if (!error.source[0])
        snprintf(error.source, sizeof error.source, "%s", files.trace);
    return tool_work_complain(work, &error);
}

static int index_one(const struct index_job *index_job, const char *path)
{
    struct store *store;
    struct error error = {0};
    struct tool_work work;
    struct store_options options = index_job->options;
    tool_work_begin_reading(&work, &path, 1);
    options.progress = work.progress;
    if (index_job->verify)
        options.index = STORE_INDEX_EXISTING;
    bool opened = record_settle(path, record_may_settle(options.index), &options.progress, &error) && store_open(path, &options, &store, &error);
    if (!opened)
        command_add_kind(path, (const char *const[]){"wet", "recording", "history", NULL}, &error);
    int status = opened ? report(index_job, store, &work) : tool_work_complain(&work, &error);
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
    struct index_job index_job = {.options = {.index = STORE_INDEX_ALWAYS}};
    int option, status = TOOL_DONE;
    opterr = 0;
    optind = 0;
    while (status == TOOL_DONE && (option = getopt_long(argc, argv, "h", known, NULL)) != -1)
        status = option == '?' ? tool_bad_option("index", argv, "h", known) : set_index_option(&index_job, option, optarg);
    if (status != TOOL_DONE)
        return status;
    if (index_job.help) {
        fputs(index_usage, stdout);
        return TOOL_DONE;
    }
    if (optind == argc)
        return index_misused("no trace given", NULL);
    if (index_job.verify && index_job.options.index == STORE_INDEX_REBUILD)
        return index_misused("--rebuild and --verify contradict each other", NULL);
    for (int i = optind; i < argc; i++) {
        int one = index_one(&index_job, argv[i]);
        status = one > status ? one : status;
    }
    return status;
}
