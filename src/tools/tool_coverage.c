/* tool_coverage.c - tools for GNATcoverage traces: clew coverage, dump-trace, run-coverage.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "coverage/coverage.h"
#include "tools/tools.h"

#include <errno.h>
#include <getopt.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum coverage_format { FORMAT_TEXT, FORMAT_JSON, FORMAT_LCOV, FORMAT_HTML };

/* Names from the command line, repetitions included. */
struct coverage_names {
    const char **items;
    size_t count, capacity;
};

struct coverage_job {
    struct coverage_choice choice;
    enum coverage_annotate annotate;
    enum coverage_format format;
    bool annotated, diff;
    const char *output;
    struct coverage_names executables, functions, files, traces;
    struct arena arena;                 /* the lists of traces */
    struct coverage_notices notices;
};

/* ---- Messages ---- */

static void print_lines(const struct text *lines)
{
    struct str rest = text_str(lines), line;
    while (str_line(&rest, &line))
        fprintf(stderr, "clew: %.*s\n", STR(line));
}

static void print_notices(const struct coverage_notices *notices)
{
    print_lines(&notices->lines);
    if (notices->missing > COVERAGE_NAMED)
        fprintf(stderr, "clew: and %" PRIu64 " more source files not found\n", notices->missing - COVERAGE_NAMED);
    if (notices->newer > COVERAGE_NAMED)
        fprintf(stderr, "clew: and %" PRIu64 " more source files are newer than their executable\n", notices->newer - COVERAGE_NAMED);
}

static void trace_tell_problem(const struct gnatcov_problem *problem)
{
    struct text text = {0};
    gnatcov_problem_text(problem, &text);
    fprintf(stderr, "%s\n", text_string(&text));
    text_free(&text);
}

static void print_input_problems(const struct gnatcov_problems *problems)
{
    uint64_t kept = problems->count < GNATCOV_PROBLEMS ? problems->count : GNATCOV_PROBLEMS;
    for (uint64_t i = 0; i < kept; i++)
        trace_tell_problem(&problems->items[i]);
    if (kept < problems->count)
        fprintf(stderr, "clew: and %" PRIu64 " more errors or warnings of traces\n", problems->count - kept);
}

/* A line on standard error about an unreadable trace: only the system's message, since the rest is plain. */
static void trace_tell_unreadable(const struct error *error)
{
    const char *message = error->message;
    struct text line = {0};
    size_t colon = str_find(str_of(message), str_of(": "));
    if (colon != SIZE_MAX && str_starts(str_of(message), "cannot be "))
        message += colon + 2;
    text_add(&line, "clew: ");
    text_safe(&line, str_of(error->source));
    text_add(&line, ": error: ");
    text_safe(&line, str_of(message));
    fprintf(stderr, "%s\n", text_string(&line));
    text_free(&line);
}

/* For a refused file: a line with its content, if it is no trace, and the command that shows it; nothing if unknown. */
static void trace_tell_kind(const char *path)
{
    struct error error;
    error_at(&error, path, 0, 0, "is no trace");
    size_t said = strlen(error.message);
    command_add_kind(path, (const char *const[]){"gnatcov", NULL}, &error);
    if (strlen(error.message) > said)
        tool_complain(&error);
}

/* A refused trace gets a line like a damaged one; an unreadable one has no offset. */
static void print_refusal(const struct error *error)
{
    if (error->has_offset)
        trace_tell_problem(&(struct gnatcov_problem){*error, false});
    else
        trace_tell_unreadable(error);
}

/* ---- Traces ---- */

/* Names in a list look as the user would type them; skips blank lines. False: clew could not read the list. */
static bool add_list(struct coverage_job *job, struct gnatcov_input *input, const char *path, bool *good)
{
    struct str rest, line;
    struct error error;
    if (!file_read(path, &job->arena, &rest, &error)) {
        print_refusal(&error);
        return false;
    }
    bool empty = true;
    while (str_line(&rest, &line)) {
        line = str_trim(line);
        if (!line.size)
            continue;
        empty = false;
        if (str_find_byte(line, 0) == SIZE_MAX && gnatcov_input_add(input, arena_string(&job->arena, line), &error))
            continue;
        if (str_find_byte(line, 0) != SIZE_MAX)
            error_at(&error, path, 0, 0, "not a list of names: it contains a NUL byte");
        print_refusal(&error);
        *good = false;
    }
    if (empty) {
        error_at(&error, path, 0, 0, "the list names no trace");
        print_refusal(&error);
    }
    return !empty;
}

/* Merges one argument. False: clew could not read some of it. */
static bool add_trace(struct coverage_job *job, struct gnatcov_input *input, const char *path)
{
    struct error error;
    bool good = true;
    if (path[0] == '@')
        return add_list(job, input, path + 1, &good) && good;
    bool added = gnatcov_input_add(input, path, &error);
    if (!added)
        print_refusal(&error);
    trace_tell_kind(path);
    return added;
}

/* Attaches the executables and prints all messages. False: there is nothing to document. */
static bool attach(struct gnatcov_input *input)
{
    struct error error;
    bool attached = input->set.traces > 0 && gnatcov_input_attach(input, &error);
    print_input_problems(&input->problems);
    if (input->set.traces == 0)
        return false;
    if (attached)
        print_lines(&input->notices);
    else
        tool_complain(&error);
    bool known = false;
    for (size_t i = 0; i < input->unit_count; i++)
        known = known || input->units[i].symbols;
    return attached && known && (input->set.entries || !input->problems.failed);
}

static void add_machine_notices(struct coverage_job *job, const struct coverage_view *view)
{
    const char *missing = !code_knows_lengths(view->code) ? "instructions" : !code_knows_branches(view->code) && job->choice.level == OBJECT_BRANCH
                                                                                  ? "conditional branches"
                                                                                  : NULL;
    if (job->format != FORMAT_HTML && (job->format != FORMAT_TEXT || job->annotate != ANNOTATE_REPORT))
        coverage_left_out_text(view, &job->notices.lines);
    bool lines = job->format == FORMAT_LCOV || job->format == FORMAT_HTML || job->annotate == ANNOTATE_SOURCE;
    if (lines && !view->file_count) {
        text_safe(&job->notices.lines, str_of(view->unit->path));
        text_add(&job->notices.lines, ": no line information: compile with -g\n");
    }
    if (!missing)
        return;
    text_safe(&job->notices.lines, str_of(view->unit->path));
    text_printf(&job->notices.lines, ": clew does not know the %s of machine %u: %s\n", missing, symbols_summary(view->unit->symbols).machine,
                code_knows_lengths(view->code) ? "use --level=insn" : "it counts units of the smallest instruction size");
}

/* Opens a view of each unit with an ELF file. */
static struct coverage_view *open_views(struct coverage_job *job, const struct gnatcov_input *input, size_t *count, struct error *error)
{
    struct coverage_view *views = memory_allocate((input->unit_count + 1) * sizeof *views);
    bool done = true;
    *count = 0;
    for (size_t i = 0; i < input->unit_count && done; i++) {
        if (!input->units[i].symbols)
            continue;
        done = coverage_view_open(&input->units[i], &job->choice, &views[*count], error);
        *count += done;
    }
    if (done && coverage_view_check(views, *count, &job->choice, error))
        return views;
    for (size_t i = 0; i < *count; i++)
        coverage_view_close(&views[i]);
    free(views);
    return NULL;
}

static void close_views(struct coverage_view *views, size_t count)
{
    for (size_t i = 0; i < count && views; i++)
        coverage_view_close(&views[i]);
    free(views);
}

/* ---- The document ---- */

/* While the file is incomplete, signals that would end clew wait: the next report stops the writing and removes the file; then they end clew. */
struct document {
    struct output_file output;
    sigset_t held, before;
};

static bool nothing_waits(void *context, uint64_t done, uint64_t total)
{
    const struct document *document = context;
    sigset_t waiting;
    (void)done;
    (void)total;
    sigpending(&waiting);
    sigandset(&waiting, &waiting, &document->held);
    return sigisemptyset(&waiting);
}

/* Leaves ignored signals ignored: blocked, they would count as pending. */
static void hold_signals(struct document *document)
{
    static const int endings[] = {SIGINT, SIGQUIT, SIGTERM, SIGHUP};
    struct sigaction action;
    sigemptyset(&document->held);
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++)
        if (sigaction(endings[i], NULL, &action) == 0 && action.sa_handler != SIG_IGN)
            sigaddset(&document->held, endings[i]);
    sigprocmask(SIG_BLOCK, &document->held, &document->before);
}

/* Without a name: standard output. */
static bool document_open(struct coverage_job *job, struct document *document, struct error *error)
{
    document->output = (struct output_file){.file = stdout, .in_place = true};
    if (!job->output)
        return true;
    hold_signals(document);
    bool opened = output_open(&document->output, job->output, error);
    if (opened && !document->output.in_place)
        job->choice.progress = (struct progress){.report = nothing_waits, .context = document};
    else
        sigprocmask(SIG_SETMASK, &document->before, NULL);      /* a reader that stalls must not delay the signals that end clew */
    return opened;
}

static bool document_close(struct coverage_job *job, struct document *document, bool good, struct error *error)
{
    bool held = job->output && !document->output.in_place;
    if (job->output && !good)
        output_drop(&document->output);
    good = good && (!job->output || output_finish(&document->output, true, job->output, error));
    job->choice.progress = (struct progress){0};
    if (held)
        sigprocmask(SIG_SETMASK, &document->before, NULL);
    return good;
}

/* A test's name: the first trace's file name without its last extension; for several merged traces, also how many more there are. */
static const char *test_name(struct coverage_job *job, const char *path)
{
    struct str name = str_basename(str_of(path));
    size_t dot = str_find_last_byte(name, '.'), more = job->traces.count - 1;
    name = str_cut(name, 0, dot && dot != SIZE_MAX ? dot : name.size);
    return more ? arena_printf(&job->arena, "%.*s and %zu more", STR(name), more).data : arena_string(&job->arena, name);
}

static bool write_view(FILE *out, struct coverage_job *job, const struct coverage_view *view, const char *name, struct error *error)
{
    if (job->format == FORMAT_LCOV)
        return coverage_write_lcov(out, view, name, error);
    if (job->format == FORMAT_JSON)
        return coverage_write_json(out, view, job->annotate, error);
    switch (job->annotate) {
    case ANNOTATE_ASM: return coverage_write_asm(out, view, error);
    case ANNOTATE_SOURCE: return coverage_write_source(out, view, error);
    default: return coverage_write_report(out, view, error);
    }
}

/* Writes the documents of several code files one after the other; a line separates those for people. */
static bool write_views(FILE *out, struct coverage_job *job, const struct coverage_view *views, size_t count, const char *name, struct error *error)
{
    bool done = true;
    if (job->format == FORMAT_HTML)
        return coverage_write_html(out, views, count, name, error);
    for (size_t i = 0; i < count && done; i++) {
        struct text path = {0};
        text_safe(&path, str_of(views[i].unit->path));
        if (count > 1 && job->format == FORMAT_TEXT)
            fprintf(out, "%s==== %s\n", i ? "\n" : "", text_string(&path));
        text_free(&path);
        done = write_view(out, job, &views[i], name, error);
    }
    return done;
}

static bool write_document(struct coverage_job *job, const struct gnatcov_input *input)
{
    struct error error;
    struct document document;
    size_t count;
    struct coverage_view *views = open_views(job, input, &count, &error);
    for (size_t i = 0; i < count && views; i++)
        add_machine_notices(job, &views[i]);
    bool done = views && document_open(job, &document, &error);
    if (done)
        done = document_close(job, &document, write_views(document.output.file, job, views, count, test_name(job, input->first_path), &error), &error);
    print_notices(&job->notices);
    if (!done)
        tool_complain(&error);
    close_views(views, count);
    return done;
}

/* This and the next return the exit status, after all messages are printed. */
static int coverage_job_document(struct coverage_job *job)
{
    struct gnatcov_input input = {.executables = job->executables.items, .executable_count = job->executables.count};
    bool good = true;
    for (size_t i = 0; i < job->traces.count; i++)
        good = add_trace(job, &input, job->traces.items[i]) && good;
    good = attach(&input) && write_document(job, &input) && good && !input.problems.failed && input.units[0].symbols;
    gnatcov_input_close(&input);
    return good ? TOOL_DONE : TOOL_FAILED;
}

/* ---- Differences ---- */

/* False: they belong to different executables. */
static bool same_code(const struct gnatcov_unit *a, const struct gnatcov_unit *b, struct error *error)
{
    struct arena arena = {0};
    struct str left, right;
    bool same = strcmp(a->path, b->path) == 0;
    if (!same) {
        same = file_read(a->path, &arena, &left, error) && file_read(b->path, &arena, &right, error);
        if (same && !str_equal(left, right))
            same = error_set(error, "%s and %s differ: compare two traces of the same executable", a->path, b->path);
    }
    arena_free(&arena);
    return same;
}

static bool compare_units(struct coverage_job *job, const struct gnatcov_unit *a, const struct gnatcov_unit *b, bool *differs, struct error *error)
{
    struct coverage_view views[2] = {0};
    struct coverage_diff how = {{job->traces.items[0], job->traces.items[1]}, job->format == FORMAT_JSON};
    struct document document;
    bool done = same_code(a, b, error) && coverage_view_open(a, &job->choice, &views[0], error) &&
                coverage_view_open(b, &job->choice, &views[1], error) && coverage_view_check(views, 1, &job->choice, error) &&
                document_open(job, &document, error);
    if (done)
        coverage_left_out_text(&views[0], &job->notices.lines);
    if (done)
        done = document_close(job, &document, coverage_write_diff(document.output.file, &views[0], &views[1], &how, differs, error), error);
    coverage_view_close(&views[0]);
    coverage_view_close(&views[1]);
    return done;
}

/* Compares executables; reports that it leaves out loaded shared objects. */
static int coverage_job_diff(struct coverage_job *job)
{
    enum { TROUBLE = 2 };
    struct gnatcov_input inputs[2] = {0};
    struct error error;
    bool good = true, differs = false;
    for (int i = 0; i < 2; i++) {
        inputs[i].executables = job->executables.items;
        inputs[i].executable_count = job->executables.count;
        good = add_trace(job, &inputs[i], job->traces.items[i]) && good;
        good = attach(&inputs[i]) && good && !inputs[i].problems.failed && inputs[i].units[0].symbols;
        if (inputs[i].unit_count > 1)
            text_printf(&job->notices.lines, "%zu shared objects are left out of the comparison\n", inputs[i].unit_count - 1);
    }
    if (good && !compare_units(job, &inputs[0].units[0], &inputs[1].units[0], &differs, &error)) {
        tool_complain(&error);
        good = false;
    }
    print_notices(&job->notices);
    for (int i = 0; i < 2; i++)
        gnatcov_input_close(&inputs[i]);
    return !good ? TROUBLE : differs ? 1 : 0;
}

/* ---- clew coverage for GNATcoverage traces: what ran, as documents ---- */

const char tool_object_coverage_usage[] =
    "Usage: clew coverage [OPTIONS] TRACE...        which code ran, from GNATcoverage traces\n"
    "       clew coverage --diff [OPTIONS] A B      what only one of two traces covers\n"
    "\n"
    "clew merges the traces; @LIST is a file with one trace name per line. Marks: + covered, - not executed, ! in part; of conditional branches > always\n"
    "taken, v never taken, ? executed without a recorded outcome. Statement, decision and MC/DC coverage cannot be computed from a trace and an executable.\n"
    "\n"
    "  --level=insn|branch      only instructions, or also both ways of conditional branches (default: branch)\n"
    "  --annotate=report        routines, files and lines, least covered first, and totals (the default)\n"
    "  --annotate=source        source files with a mark per line; --details adds its instructions below\n"
    "  --annotate=asm           routines with a mark per instruction, and the counts\n"
    "  --annotate=xcov|xcov+|html   gnatcov's names for source, source with --details, and --format=html\n"
    "  --format=text|json       for people, or one JSON object per line (default: text); --json is short for --format=json\n"
    "  --format=lcov            a tracefile for genhtml and similar tools; counts are 1 or 0\n"
    "  --format=html            one page with everything in it\n"
    "  --exec=FILE              the executable, or a shared object that was loaded; may be repeated\n"
    "  --function=NAME          only this routine and its lines; may be repeated\n"
    "  --file=NAME              only this source file: its whole name, or the end after a slash; may be repeated\n"
    "  --system                 add system files (/usr/include, /usr/lib, the same under /usr/local); without it clew leaves them out and\n"
    "                           counts them, with the routines that begin in them\n"
    "  --source-path=DIRS       folders with source files, separated by ':'\n"
    "  -o, --output=FILE        write there, once complete, instead of to standard output\n"
    "\n"
    "Exit status: 0; 1 if a trace has an error or the executable is missing. With --diff: 0 if both cover the same, 1 if they differ, 2 for trouble.\n";

static void names_add(struct coverage_names *names, const char *name)
{
    names->items = array_grow(names->items, &names->capacity, names->count + 1, sizeof *names->items);
    names->items[names->count++] = name;
}

/* ---- Options ---- */

enum { OPTION_LEVEL = 256, OPTION_ANNOTATE, OPTION_FORMAT, OPTION_EXEC, OPTION_FUNCTION, OPTION_FILE, OPTION_DETAILS, OPTION_SOURCE, OPTION_DIFF, OPTION_JSON, OPTION_SYSTEM,
       OPTION_HELP };

static const struct option coverage_options[] = {
    {"level", required_argument, NULL, OPTION_LEVEL},       {"annotate", required_argument, NULL, OPTION_ANNOTATE},
    {"format", required_argument, NULL, OPTION_FORMAT},     {"exec", required_argument, NULL, OPTION_EXEC},
    {"function", required_argument, NULL, OPTION_FUNCTION}, {"file", required_argument, NULL, OPTION_FILE},
    {"system", no_argument, NULL, OPTION_SYSTEM},           {"details", no_argument, NULL, OPTION_DETAILS},
    {"source-path", required_argument, NULL, OPTION_SOURCE},
    {"diff", no_argument, NULL, OPTION_DIFF},               {"json", no_argument, NULL, OPTION_JSON},
    {"output", required_argument, NULL, 'o'},               {"help", no_argument, NULL, OPTION_HELP},
    {NULL, 0, NULL, 0},
};

/* The index of a word in a list ended by NULL; -1: not there. */
static int choose(const char *word, const char *const *words)
{
    for (int i = 0; words[i]; i++)
        if (strcmp(word, words[i]) == 0)
            return i;
    return -1;
}

/* --annotate takes clew's words, and gnatcov's words for the same. gnatcov's other words get their own message, not a spelling suggestion. */
static int take_annotate(struct coverage_job *job, const char *word)
{
    static const struct {
        const char *word;
        enum coverage_annotate annotate;
        bool details, html;
    } known[] = {{"report", ANNOTATE_REPORT, false, false}, {"source", ANNOTATE_SOURCE, false, false}, {"asm", ANNOTATE_ASM, false, false},
                 {"xcov", ANNOTATE_SOURCE, false, false},   {"xcov+", ANNOTATE_SOURCE, true, false},   {"html", ANNOTATE_REPORT, false, true}};
    static const char *const others[] = {"html+", "dhtml", "xml", "cobertura", "sarif", NULL};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strcmp(word, known[i].word) == 0) {
            job->annotated = !known[i].html;
            job->annotate = known[i].annotate;
            job->choice.details = job->choice.details || known[i].details;
            job->format = known[i].html ? FORMAT_HTML : job->format;
            return -1;
        }
    if (choose(word, others) >= 0)
        return tool_misused("coverage", "--annotate takes gnatcov's report, asm, xcov, xcov+ and html (for other tools --format=lcov), not", word);
    return tool_misused("coverage", "--annotate takes report, source (xcov), asm or html, not", word);
}

static int take_level(struct coverage_job *job, const char *word)
{
    static const char *const levels[] = {"insn", "branch", NULL};
    int level = choose(word, levels);
    if (level < 0)
        return tool_misused("coverage", "--level takes insn or branch (a trace lacks what source coverage needs), not", word);
    job->choice.level = (enum object_level)level;
    return -1;
}

static int take_format(struct coverage_job *job, const char *word)
{
    static const char *const documents[] = {"text", "json", "lcov", "html", NULL};
    int format = choose(word, documents);
    if (format < 0)
        return tool_misused("coverage", "--format takes text, json, lcov or html, not", word);
    job->format = (enum coverage_format)format;
    return -1;
}

/* The other clew coverage has its own options, which --help lists too. */
static int refuse_option(char *const *argv)
{
    static const char *const of_crashes[] = {"--core", "--pid", "--gdb", "--gdb-commands", "--from-gdb", "--lines", "--bbc", "--strict"};
    struct str word = str_of(argv[optind > 1 ? optind - 1 : 1]);
    word = str_cut(word, 0, str_find_byte(word, '='));
    for (size_t i = 0; i < sizeof of_crashes / sizeof *of_crashes && optopt == 0; i++)
        if (str_is(word, of_crashes[i]))
            return tool_misused("coverage", "for crashes only, not for GNATcoverage traces", of_crashes[i]);
    return tool_bad_option("coverage", argv, "o:", coverage_options);
}

/* One option; -1: go on, otherwise the exit status. */
static int take_option(struct coverage_job *job, int option, char **argv)
{
    switch (option) {
    case OPTION_LEVEL: return take_level(job, optarg);
    case OPTION_ANNOTATE: return take_annotate(job, optarg);
    case OPTION_FORMAT: return take_format(job, optarg);
    case OPTION_EXEC: names_add(&job->executables, optarg); return -1;
    case OPTION_FUNCTION: names_add(&job->functions, optarg); return -1;
    case OPTION_FILE: names_add(&job->files, optarg); return -1;
    case OPTION_SYSTEM: job->choice.system = true; return -1;
    case OPTION_DETAILS: job->choice.details = true; return -1;
    case OPTION_SOURCE: job->choice.source_path = optarg; return -1;
    case OPTION_DIFF: job->diff = true; return -1;
    case OPTION_JSON: job->format = FORMAT_JSON; return -1;
    case 'o': job->output = optarg; return -1;
    case OPTION_HELP: fputs(tool_object_coverage_usage, stdout); return TOOL_DONE;
    default: return refuse_option(argv);
    }
}

static int check_job(struct coverage_job *job)
{
    if (!job->traces.count)
        return tool_misused("coverage", "no trace given", NULL);
    if (job->diff && job->traces.count != 2)
        return tool_misused("coverage", "--diff takes two traces", NULL);
    if (job->diff && (job->annotated || job->format > FORMAT_JSON))
        return tool_misused("coverage", "--diff takes no --annotate, and writes only text or json", NULL);
    if (job->annotated && job->format > FORMAT_JSON)
        return tool_misused("coverage", "--annotate needs --format=text or json", NULL);
    if (job->choice.details && (job->annotate != ANNOTATE_SOURCE || job->format != FORMAT_TEXT))
        return tool_misused("coverage", "--details needs --annotate=source and --format=text", NULL);
    return -1;
}

static bool is_elf(const char *path)
{
    struct arena arena = {0};
    struct str head;
    bool elf = file_head(path, 4, &arena, &head) && str_is(head, "\x7f" "ELF");
    arena_free(&arena);
    return elf;
}

static int parse_coverage(struct coverage_job *job, int argc, char **argv)
{
    int option, status;
    opterr = 0;
    optind = 1;
    while ((option = getopt_long(argc, argv, "o:", coverage_options, NULL)) != -1)
        if ((status = take_option(job, option, argv)) >= 0)
            return status;
    for (int i = optind; i < argc; i++)
        names_add(is_elf(argv[i]) ? &job->executables : &job->traces, argv[i]);
    job->choice.functions = job->functions.items;
    job->choice.function_count = job->functions.count;
    job->choice.files = job->files.items;
    job->choice.file_count = job->files.count;
    job->choice.notices = &job->notices;
    return check_job(job);
}

/* ---- Which clew coverage is meant? ---- */

/* Is the argument an option that only this tool has? Beginnings of names count, as in getopt_long. */
static bool is_own_option(struct str argument)
{
    static const char *const own[] = {"level", "annotate", "format", "file", "diff", "output", "system"};
    enum { SHORTEST = 3 };              /* --fo, --an: shorter ones could mean another option */
    if (str_starts(argument, "-o"))
        return true;
    if (!str_starts(argument, "--"))
        return false;
    struct str name = str_cut(argument, 2, SIZE_MAX);
    name = str_cut(name, 0, str_find_byte(name, '='));
    for (size_t i = 0; i < sizeof own / sizeof *own; i++)
        if (name.size >= SHORTEST && str_equal(str_cut(str_of(own[i]), 0, name.size), name))
            return true;
    return false;
}

bool tool_object_coverage_wants(int argc, char **argv)
{
    struct file_stat stat;
    for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++) {
        if (is_own_option(str_of(argv[i])))
            return true;
        if (argv[i][0] != '-' && (gnatcov_input_sniff(argv[i]) || (argv[i][0] == '@' && file_stat(argv[i] + 1, &stat))))
            return true;
    }
    return false;
}

int tool_object_coverage(int argc, char **argv)
{
    struct coverage_job job = {.choice = {.level = OBJECT_BRANCH}};
    int status = parse_coverage(&job, argc, argv);
    if (status < 0)
        status = job.diff ? coverage_job_diff(&job) : coverage_job_document(&job);
    free(job.executables.items);
    free(job.functions.items);
    free(job.files.items);
    free(job.traces.items);
    text_free(&job.notices.lines);
    arena_free(&job.arena);
    return status;
}

/* ---- clew dump-trace: a GNATcoverage trace as text ---- */

static const char dump_usage[] =
    "Usage: clew dump-trace [--raw | --merged] [--kind] FILE...\n\n"
    "Prints GNATcoverage traces: their infos and entries, relocated. Problems in a trace go to standard error.\n\n"
    "  --raw     addresses as in the file, not relocated\n"
    "  --merged  only the ranges that the entries of a file cover, merged and ascending\n"
    "  --kind    print the kind of the trace first: FLAT, HISTORY, INFO or DECISION_MAP\n";

enum { PAGE = 32 * 1024 };

struct dump_job {
    bool raw, merged, kind;
    const char *path;
    struct arena arena;                     /* of one file */
    struct gnatcov trace;
    struct gnatcov_problems merging;        /* problems of the merged trace */
    struct text text;                       /* a page of output */
    int failure;                            /* errno of standard output; 0: none */
};

static void print_text(struct dump_job *job)
{
    if (!job->failure && job->text.size && fwrite(job->text.data, 1, job->text.size, stdout) != job->text.size)
        job->failure = errno ? errno : EIO;
    text_clear(&job->text);
}

static void print_kind(struct dump_job *job)
{
    const struct gnatcov_header *header = job->trace.has_entries ? &job->trace.second : &job->trace.first;
    if (job->trace.has_entries || job->trace.has_infos)
        text_printf(&job->text, "Kind: %s\n\n", gnatcov_kind_texts[header->kind].name);
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

/* Lists code of shared objects together with the executable's, by addresses in their files. */
static void print_merged(struct dump_job *job)
{
    struct executed_set set = {.joined = true};
    if (executed_add_trace(&set, &job->trace, &job->merging, &job->arena, NULL))
        print_ranges(job, set.bases[0].executed);
    executed_set_free(&set);
}

/* ---- Problems ---- */

static size_t problems_kept(const struct gnatcov_problems *problems)
{
    return problems->count < GNATCOV_PROBLEMS ? (size_t)problems->count : GNATCOV_PROBLEMS;
}

/* Merges both lists in file order. */
static int print_trace_problems(const struct dump_job *job)
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
        text_safe(&text, str_of(job->path));
        fprintf(stderr, "clew: %s: and %" PRIu64 " more errors or warnings\n", text_string(&text), more);
        text_free(&text);
    }
    return reading->failed || merging->failed ? TOOL_FAILED : TOOL_DONE;
}

/* ---- Files ---- */

static int dump_file(struct dump_job *job)
{
    struct str bytes;
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
    int status = print_trace_problems(job);
    if (status != TOOL_DONE)
        trace_tell_kind(job->path);
    return status;
}

/* A closed pipe (EPIPE) needs no message: its reader has seen enough. */
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
        error_set(&error, "cannot write standard output: %s", strerror(job->failure));
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
        case 'h': fputs(dump_usage, stdout); return TOOL_DONE;
        default: return tool_bad_option(argv[0], argv, "", options);
        }
    if (job.raw && job.merged)
        return tool_misused(argv[0], "--raw or --merged, not both", NULL);
    if (optind == argc)
        return tool_misused(argv[0], "no trace given", NULL);
    return dump_files(&job, &argv[optind], argc - optind);
}

/* ---- clew run-coverage: runs a program under QEMU and writes what it executed ---- */

static const char run_usage[] =
    "Usage: clew run-coverage [-o OUT] [-T TAG] [--history [--limit=N]] [--target=MACHINE] [--sysroot=DIR] [--] PROGRAM [ARGUMENT...]\n"
    "\n"
    "Runs PROGRAM, for this machine or another, under QEMU's user emulator. Writes which code ran and which\n"
    "way its branches went, in GNATcoverage's trace format. The program keeps its own input, output and exit status.\n"
    "\n"
    "  -o, --output=OUT      the trace (default: PROGRAM.trace in the current folder)\n"
    "  -T, --tag=TAG         text to store in the trace (USER_DATA)\n"
    "      --history         record every execution of every block, in order, instead of each block once\n"
    "      --limit=N         log at most N blocks of a history (default 67108864; 4 bytes of memory each)\n"
    "      --target=MACHINE  run qemu-MACHINE (default: as the program's ELF header says)\n"
    "      --sysroot=DIR     folder of another machine's shared libraries (default: that of Debian's cross compilers)\n"
    "\n"
    "Processes that the program forks go into the same trace; a program that replaces it by exec does not. Needs a QEMU\n"
    "built with plugins, like Debian 12's package qemu-user; Debian 13's lacks them.\n";

struct tool_options {
    struct coverage_run_options run;
    bool help;
};

static int set_option(struct tool_options *options, int option, const char *value)
{
    switch (option) {
    case 'o':
        options->run.output = value;
        return strcmp(value, "-") ? 0 : tool_misused("run-coverage", "standard output is the program's: -o takes the name of a file, not", value);
    case 'T': options->run.tag = value; return 0;
    case 't': options->run.target = value; return 0;
    case 's': options->run.sysroot = value; return 0;
    case 'H': options->run.history = true; return 0;
    case 'h': options->help = true; return 0;
    case 'L':
        if (str_decimal(str_of(value), &options->run.limit) && options->run.limit > 0 && options->run.limit <= UINT64_C(1) << 32)
            return 0;
        return tool_misused("run-coverage", "--limit takes a number from 1 to 4294967296, not", value);
    default: return TOOL_USAGE;         /* not in the table */
    }
}

static int parse_run(int argc, char **argv, struct tool_options *options)
{
    static const struct option known[] = {
        {"output", required_argument, NULL, 'o'}, {"tag", required_argument, NULL, 'T'},     {"history", no_argument, NULL, 'H'},
        {"limit", required_argument, NULL, 'L'},  {"target", required_argument, NULL, 't'},  {"sysroot", required_argument, NULL, 's'},
        {"help", no_argument, NULL, 'h'},         {NULL, 0, NULL, 0}};
    int option, status = 0;
    opterr = 0;
    optind = 0;
    while (status == 0 && (option = getopt_long(argc, argv, "+o:T:h", known, NULL)) != -1)
        status = option == '?' ? tool_bad_option("run-coverage", argv, "o:T:h", known) : set_option(options, option, optarg);
    if (status == 0 && options->run.limit && !options->run.history)
        return tool_misused("run-coverage", "--limit needs --history", NULL);
    if (status == 0 && !options->help && optind >= argc)
        return tool_misused("run-coverage", "no program given", NULL);
    options->run.arguments = argv + optind;
    return status;
}

static void report(const struct coverage_run_result *result)
{
    struct text line = {0};
    text_add(&line, "clew: ");
    text_safe(&line, str_of(result->output));
    text_add(&line, ": ");
    text_count(&line, result->blocks);
    text_add(&line, " blocks, ");
    text_count(&line, result->bytes);
    text_add(&line, " bytes of code, ");
    text_count(&line, result->entries);
    text_add(&line, " entries (and ");
    text_count(&line, result->outside);
    text_add(&line, " blocks outside the program)");
    fprintf(stderr, "%s\n", text_string(&line));
    text_free(&line);
}

int tool_run_coverage(int argc, char **argv)
{
    struct tool_options options = {0};
    struct coverage_run_result result;
    struct error error;
    int status = parse_run(argc, argv, &options);
    if (status)
        return status;
    if (options.help) {
        fputs(run_usage, stdout);
        return 0;
    }
    if (!coverage_run(&options.run, &result, &error))
        return tool_complain_of_program(options.run.arguments[0], &error);
    if (result.lost)
        fprintf(stderr, "clew: %" PRIu64 " basic block%s%s, libraries' included, not logged: %s\n", result.lost, result.lost == 1 ? "" : "s", options.run.history ? " at the end of the run" : "",
                options.run.history ? "the history's limit was reached; --limit raises it" : "the log was full");
    if (result.threads && options.run.history)
        fputs("clew: several threads or processes ran: their blocks are mixed in the history\n", stderr);
    if (result.blocks == 0)
        fputs("clew: none of the program's own code ran: the trace has no entries\n", stderr);
    if (isatty(STDERR_FILENO))
        report(&result);
    return tool_end_like(result.status);
}
