/* tool_object_coverage.c - clew coverage for GNATcoverage traces: what ran, as documents.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "tools/coverage_tool.h"
#include "tools/tools.h"

#include <getopt.h>
#include <stdlib.h>
#include <string.h>

const char tool_object_coverage_usage[] =
    "Usage: clew coverage [OPTIONS] TRACE...        what ran, by execution traces of GNATcoverage\n"
    "       clew coverage --diff [OPTIONS] A B      what only one of two traces covers\n"
    "\n"
    "Traces are merged; @LIST is a file with the name of a trace in each line. Marks: + covered, - not executed, ! in part; of conditional branches > always\n"
    "taken, v never taken, ? executed without a recorded outcome. Statement, decision and MC/DC coverage cannot be computed from a trace and an executable.\n"
    "\n"
    "  --level=insn|branch      instructions alone, or also both ways of conditional branches (branch)\n"
    "  --annotate=report        routines, files and lines, least covered first, and totals (this is the default)\n"
    "  --annotate=source        source files with a mark a line; with --details the instructions below it\n"
    "  --annotate=asm           routines with a mark an instruction, and the counts\n"
    "  --annotate=xcov|xcov+|html   gnatcov's words: source, source with --details, and --format=html\n"
    "  --format=text|json       for people, or one JSON object a line (text); --json is the latter\n"
    "  --format=lcov            a tracefile for genhtml and its like; counts are 1 or 0\n"
    "  --format=html            one page that needs nothing else\n"
    "  --exec=FILE              the executable, or a shared object that was loaded; may be said more than once\n"
    "  --function=NAME          this routine only, and its lines; may be said more than once\n"
    "  --file=NAME              this source file only, whole name or the end of it behind a slash; may be said more than once\n"
    "  --system                 files of the system too (/usr/include, /usr/lib, the same of /usr/local), which are left out and counted\n"
    "                           otherwise, with the routines that begin in them\n"
    "  --source-path=DIRS       folders with source files, parted by ':'\n"
    "  -o, --output=FILE        written there when it is complete, else to standard output\n"
    "\n"
    "Exit status: 0; 1 if a trace has an error or the executable is missing. Of --diff: 0 they cover the same, 1 they differ, 2 trouble.\n";

static void names_add(struct coverage_names *names, const char *name)
{
    names->items = array_grow(names->items, &names->capacity, names->count + 1, sizeof *names->items);
    names->items[names->count++] = name;
}

/* ---- Options ---- */

enum { OPTION_LEVEL = 256, OPTION_ANNOTATE, OPTION_FORMAT, OPTION_EXEC, OPTION_FUNCTION, OPTION_FILE, OPTION_DETAILS, OPTION_SOURCE, OPTION_DIFF, OPTION_JSON, OPTION_SYSTEM,
       OPTION_HELP };

static const struct option options[] = {
    {"level", required_argument, NULL, OPTION_LEVEL},       {"annotate", required_argument, NULL, OPTION_ANNOTATE},
    {"format", required_argument, NULL, OPTION_FORMAT},     {"exec", required_argument, NULL, OPTION_EXEC},
    {"function", required_argument, NULL, OPTION_FUNCTION}, {"file", required_argument, NULL, OPTION_FILE},
    {"system", no_argument, NULL, OPTION_SYSTEM},           {"details", no_argument, NULL, OPTION_DETAILS},
    {"source-path", required_argument, NULL, OPTION_SOURCE},
    {"diff", no_argument, NULL, OPTION_DIFF},               {"json", no_argument, NULL, OPTION_JSON},
    {"output", required_argument, NULL, 'o'},               {"help", no_argument, NULL, OPTION_HELP},
    {NULL, 0, NULL, 0},
};

/* The number of a word in a list, ended by NULL; -1: none. */
static int choose(const char *word, const char *const *words)
{
    for (int i = 0; words[i]; i++)
        if (strcmp(word, words[i]) == 0)
            return i;
    return -1;
}

/* --annotate has clew's words, and those that gnatcov has for the same. What else gnatcov writes is named, not taken for a slip of the pen. */
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
        return tool_misused("coverage", "of what gnatcov writes clew has report, asm, xcov, xcov+ and html, and --format=lcov for other tools, not --annotate", word);
    return tool_misused("coverage", "--annotate is report, source (xcov), asm or html, not", word);
}

static int take_level(struct coverage_job *job, const char *word)
{
    static const char *const levels[] = {"insn", "branch", NULL};
    int level = choose(word, levels);
    if (level < 0)
        return tool_misused("coverage", "--level is insn or branch (what source coverage needs is not in a trace), not", word);
    job->choice.level = (enum object_level)level;
    return -1;
}

static int take_format(struct coverage_job *job, const char *word)
{
    static const char *const documents[] = {"text", "json", "lcov", "html", NULL};
    int format = choose(word, documents);
    if (format < 0)
        return tool_misused("coverage", "--format is text, json, lcov or html, not", word);
    job->format = (enum coverage_format)format;
    return -1;
}

/* The other clew coverage has options of its own, which --help lists too. */
static int refuse_option(char *const *argv)
{
    static const char *const of_crashes[] = {"--core", "--pid", "--gdb", "--gdb-commands", "--from-gdb", "--lines", "--bbc", "--strict"};
    struct slice word = slice_of(argv[optind > 1 ? optind - 1 : 1]);
    word = slice_cut(word, 0, slice_find_byte(word, '='));
    for (size_t i = 0; i < sizeof of_crashes / sizeof *of_crashes && optopt == 0; i++)
        if (slice_is(word, of_crashes[i]))
            return tool_misused("coverage", "GNATcoverage traces are named, but this option is for crashes", of_crashes[i]);
    return tool_bad_option("coverage", argv, "o:", options);
}

/* One option; -1: go on, else the status to end with. */
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
        return tool_misused("coverage", "which trace? its file is missing", NULL);
    if (job->diff && job->traces.count != 2)
        return tool_misused("coverage", "--diff takes two traces", NULL);
    if (job->diff && (job->annotated || job->format > FORMAT_JSON))
        return tool_misused("coverage", "--diff has no other format than text and json", NULL);
    if (job->annotated && job->format > FORMAT_JSON)
        return tool_misused("coverage", "--annotate goes with text and json", NULL);
    if (job->choice.details && (job->annotate != ANNOTATE_SOURCE || job->format != FORMAT_TEXT))
        return tool_misused("coverage", "--details goes with --annotate=source", NULL);
    return -1;
}

static bool is_elf(const char *path)
{
    struct arena arena = {0};
    struct slice head;
    bool elf = file_head(path, 4, &arena, &head) && slice_is(head, "\x7f" "ELF");
    arena_free(&arena);
    return elf;
}

static int parse(struct coverage_job *job, int argc, char **argv)
{
    int option, status;
    opterr = 0;
    optind = 1;
    while ((option = getopt_long(argc, argv, "o:", options, NULL)) != -1)
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

/* ---- Is it this one's? ---- */

/* Is the argument an option of this tool that the other clew coverage does not have? Beginnings of names count as getopt_long has them. */
static bool is_own_option(struct slice argument)
{
    static const char *const own[] = {"level", "annotate", "format", "file", "diff", "output", "system"};
    enum { SHORTEST = 3 };              /* --fo, --an: shorter ones could be another's */
    if (slice_starts(argument, "-o"))
        return true;
    if (!slice_starts(argument, "--"))
        return false;
    struct slice name = slice_cut(argument, 2, SIZE_MAX);
    name = slice_cut(name, 0, slice_find_byte(name, '='));
    for (size_t i = 0; i < sizeof own / sizeof *own; i++)
        if (name.size >= SHORTEST && slice_equal(slice_cut(slice_of(own[i]), 0, name.size), name))
            return true;
    return false;
}

bool tool_object_coverage_wants(int argc, char **argv)
{
    struct file_stat stat;
    for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++) {
        if (is_own_option(slice_of(argv[i])))
            return true;
        if (argv[i][0] != '-' && (gnatcov_input_sniff(argv[i]) || (argv[i][0] == '@' && file_stat(argv[i] + 1, &stat))))
            return true;
    }
    return false;
}

int tool_object_coverage(int argc, char **argv)
{
    struct coverage_job job = {.choice = {.level = OBJECT_BRANCH}};
    int status = parse(&job, argc, argv);
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
