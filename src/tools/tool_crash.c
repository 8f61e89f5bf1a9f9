/* tool_crash.c - clew suffix and clew coverage: what a debugger printed, explained by CSI metadata.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "crash/crash.h"
#include "tools/coverage_tool.h"
#include "tools/tools.h"

#include <getopt.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct crash_job {
    const char *tool;
    struct session_options session;
    bool coverage;                          /* the tool is coverage */
    struct csi_crash crash;
    bool json, commands, lines, details;
    const char *function, *frame;
};

static const char suffix_usage[] =
    "Usage: clew suffix [OPTIONS] META... [DUMP|-]\n"
    "       clew suffix [OPTIONS] --core=CORE|--pid=PID PROGRAM [META...]\n\n"
    "Prints the execution suffix of every frame: the blocks and source lines that ran last. META is a program (or object, or debug file) built by\n"
    "clew csi-cc, or the text of its .debug_PT, .debug_CC, .debug_BBC or .debug_FC section, or of several, in as many files as you like;\n"
    "DUMP is whatever was copied out of gdb or lldb.\n\n"
    "  --core=CORE        ask gdb for the frames in a core file\n"
    "  --pid=PID          ask gdb for the frames of a process, which then runs on\n"
    "  --gdb=GDB          the gdb to be asked\n"
    "  --gdb-commands     print the gdb commands that print what is needed, to be run elsewhere\n"
    "  --from-gdb         standard input says which program it is of (as clew.gdb sends it)\n"
    "  --frame=N          this frame only\n"
    "  --prune            let local coverage rule out candidates\n";
static const char coverage_usage[] =
    "Usage: clew coverage [OPTIONS] META... [DUMP|-]\n"
    "       clew coverage [OPTIONS] --core=CORE|--pid=PID PROGRAM [META...]\n\n"
    "Prints what ran, by the coverage arrays of a program built by clew csi-cc: a row a function, then every frame's own coverage.\n"
    "\n"
    "  --core=CORE --pid=PID --gdb=GDB --gdb-commands --from-gdb    as clew suffix\n"
    "  --function=NAME    call sites, statements and lines of a function\n"
    "  --details          the same of all functions\n"
    "  --lines            the source lines of all functions, marked + ran, - did not, ? maybe\n";
static const char common_usage[] =
    "  --bbc=entered|completed   what the bit of a block means; without it clew infers it from metadata and text, and says how\n"
    "  --exec=FILE        the executable, where META is a text\n"
    "  --source-path=DIRS folders with source files, parted by ':'\n"
    "  --json             one JSON object a line\n"
    "  --strict           damaged metadata is an error\n";

enum {
    OPTION_CORE = 256, OPTION_PID, OPTION_GDB, OPTION_COMMANDS, OPTION_FROM, OPTION_FRAME, OPTION_PRUNE, OPTION_FUNCTION, OPTION_DETAILS, OPTION_LINES,
    OPTION_BBC, OPTION_EXEC, OPTION_SOURCE, OPTION_JSON, OPTION_STRICT, OPTION_HELP
};

static const struct option options[] = {
    {"core", required_argument, NULL, OPTION_CORE},         {"pid", required_argument, NULL, OPTION_PID},
    {"gdb", required_argument, NULL, OPTION_GDB},           {"gdb-commands", no_argument, NULL, OPTION_COMMANDS},
    {"from-gdb", no_argument, NULL, OPTION_FROM},           {"frame", required_argument, NULL, OPTION_FRAME},
    {"prune", no_argument, NULL, OPTION_PRUNE},             {"function", required_argument, NULL, OPTION_FUNCTION},
    {"details", no_argument, NULL, OPTION_DETAILS},         {"lines", no_argument, NULL, OPTION_LINES},
    {"bbc", required_argument, NULL, OPTION_BBC},           {"exec", required_argument, NULL, OPTION_EXEC},
    {"source-path", required_argument, NULL, OPTION_SOURCE}, {"json", no_argument, NULL, OPTION_JSON},
    {"strict", no_argument, NULL, OPTION_STRICT},           {"help", no_argument, NULL, OPTION_HELP},
    {NULL, 0, NULL, 0},
};

/* One option; -1: go on, else the status to end with. */
static int take_option(struct crash_job *job, int option, char **argv)
{
    switch (option) {
    case OPTION_CORE: job->crash.core = optarg; return -1;
    case OPTION_PID:
        if (!slice_decimal(slice_of(optarg), &job->crash.process) || job->crash.process == 0)
            return tool_misused(job->tool, "--pid needs the number of a process, not", optarg);
        return -1;
    case OPTION_GDB: job->session.gdb = optarg; return -1;
    case OPTION_COMMANDS: job->commands = true; return -1;
    case OPTION_FROM: job->crash.from_gdb = true; return -1;
    case OPTION_FRAME: job->frame = optarg; return -1;
    case OPTION_PRUNE: job->crash.prune = true; return -1;
    case OPTION_FUNCTION: job->function = optarg; return -1;
    case OPTION_DETAILS: job->details = true; return -1;
    case OPTION_LINES: job->lines = true; return -1;
    case OPTION_BBC:
        for (job->crash.rule = COVERAGE_INFERRED; job->crash.rule <= COVERAGE_COMPLETED; job->crash.rule++)
            if (strcmp(optarg, coverage_rule_names[job->crash.rule]) == 0)
                return -1;
        return tool_misused(job->tool, "--bbc is entered, completed or inferred, not", optarg);
    case OPTION_EXEC: job->session.executable = optarg; return -1;
    case OPTION_SOURCE: job->session.source_path = optarg; return -1;
    case OPTION_JSON: job->json = true; return -1;
    case OPTION_STRICT: job->session.strict = true; return -1;
    case OPTION_HELP:
        if (job->coverage)
            printf("%s\n", tool_object_coverage_usage);
        printf("%s%s", job->coverage ? coverage_usage : suffix_usage, common_usage);
        return TOOL_DONE;
    default: return tool_bad_option(job->tool, argv, "", options);
    }
}

/* Files are told by their content: metadata first, then at most one text of a debugger, in any order behind the first. -1: go on. */
static int take_files(struct crash_job *job, int count, char **names)
{
    enum { META_FILES = sizeof job->crash.more / sizeof *job->crash.more };
    job->crash.meta = count > 0 ? names[0] : NULL;
    for (int i = 1; i < count; i++) {
        const char *name = names[i];
        bool meta = csi_crash_is_meta(name, i + 1 == count);
        if (meta && job->crash.more_count < META_FILES)
            job->crash.more[job->crash.more_count++] = name;
        else if (!meta && !job->crash.dump)
            job->crash.dump = name;
        else if (meta)
            return tool_misused(job->tool, "too many files; the first one too many is", name);
        else
            return tool_misused(job->tool, "one text of a debugger at a time, and one more is", name);
    }
    return -1;
}

static int parse(struct crash_job *job, int argc, char **argv)
{
    int option, status;
    opterr = 0;
    optind = 1;
    while ((option = getopt_long(argc, argv, "", options, NULL)) != -1)
        if ((status = take_option(job, option, argv)) >= 0)
            return status;
    int names = argc - optind;
    if ((status = take_files(job, names, argv + optind)) >= 0)
        return status;
    bool asks = job->crash.core || job->crash.process;
    if (job->crash.from_gdb ? names > 0 : names == 0)
        return tool_misused(job->tool, job->crash.from_gdb ? "--from-gdb takes the program from standard input, not" : job->coverage
                                           ? "which TRACE of GNATcoverage, or program with CSI metadata? none is named"
                                           : "which program? META is missing", job->crash.meta);
    if (job->crash.core && job->crash.process)
        return tool_misused(job->tool, "--core or --pid, not both", NULL);
    if (asks && job->crash.dump)
        return tool_misused(job->tool, "gdb is asked, so there is no text to be read", job->crash.dump);
    bool needs_dump = !asks && !job->crash.dump && !job->crash.from_gdb && !job->commands;
    if (needs_dump && !job->coverage && isatty(STDIN_FILENO))
        return tool_misused(job->tool, "which text? DUMP is missing (- is standard input)", NULL);
    if (needs_dump && !job->coverage)
        job->crash.dump = "-";
    return -1;
}

/* ---- Running ---- */

static bool say(struct session *session, const struct crash_job *job, const char *command, const char *argument)
{
    struct batch_options batch = {.json = job->json, .out = stdout, .err = stderr};
    struct text line = {0};
    bool quit;
    text_printf(&line, "%s%s%s", command, argument ? " " : "", argument ? argument : "");
    bool done = batch_line(session, &batch, text_string(&line), &quit);
    text_free(&line);
    return done;
}

static bool answer_coverage(struct session *session, const struct crash_job *job)
{
    if (job->function)
        return say(session, job, "coverage", job->function);
    if (job->lines)
        return say(session, job, "coverage lines", NULL);
    if (job->details)
        return say(session, job, "coverage all", NULL);
    if (job->frame)
        return say(session, job, "frame", job->frame) && say(session, job, "coverage frame", NULL);
    return say(session, job, "coverage", NULL) && (csi_crash_frames(session) == 0 || say(session, job, "coverage frames", NULL));
}

/* As "suffix all", but one frame in memory at a time. */
static bool say_suffixes(struct session *session, const struct crash_job *job)
{
    struct batch_options batch = {.json = job->json, .out = stdout, .err = stderr};
    struct error error;
    if (!csi_crash_need(session, &error)) {
        tool_complain(&error);
        return false;
    }
    for (size_t i = 0; i < csi_crash_frames(session) && !ferror(stdout); i++) {
        struct rows rows = {0};
        if (i && !job->json)
            putchar('\n');
        csi_crash_suffix(session, i, &rows);
        batch_rows(&rows, &batch);
        rows_free(&rows);
    }
    return true;
}

static int answer_job(struct session *session, const struct crash_job *job)
{
    if (job->commands)
        return say(session, job, "gdb-commands", NULL) ? TOOL_DONE : TOOL_FAILED;
    if (job->coverage)
        return answer_coverage(session, job) ? TOOL_DONE : TOOL_FAILED;
    bool done = job->frame ? say(session, job, "suffix", job->frame) : say_suffixes(session, job);
    return done && !csi_crash_is_bad(session) ? TOOL_DONE : TOOL_FAILED;
}

/* What META is if it is something else, and of coverage what else it could have been. */
static int complain_of_input(const struct crash_job *job, struct error *error)
{
    struct file_stat stat;
    size_t said = strlen(error->message);
    if (job->crash.meta && strcmp(error->source, job->crash.meta) == 0)
        command_add_kind(job->crash.meta, (const char *const[]){"csi", "elf", NULL}, error);
    bool known = strlen(error->message) > said;
    tool_complain(error);
    if (job->coverage && !known && job->crash.meta && !error->line && file_stat(job->crash.meta, &stat)) {
        error_set(error, "nor is it a trace of GNATcoverage: clew run-coverage PROGRAM makes one of what a program runs");
        tool_complain(error);
    }
    return TOOL_FAILED;
}

static int run_job(struct crash_job *job, int argc, char **argv)
{
    struct error error;
    int status = parse(job, argc, argv);
    if (status >= 0)
        return status;
    struct session *session = session_open(&job->session);
    bool loaded = csi_crash_load(session, &job->crash, &error);
    batch_notices(session, stderr);
    status = loaded ? answer_job(session, job) : complain_of_input(job, &error);
    session_close(session);
    return status;
}

int tool_suffix(int argc, char **argv)
{
    struct crash_job job = {.tool = "suffix"};
    return run_job(&job, argc, argv);
}

int tool_coverage(int argc, char **argv)
{
    struct crash_job job = {.tool = "coverage", .coverage = true};
    if (tool_object_coverage_wants(argc, argv))
        return tool_object_coverage(argc, argv);
    return run_job(&job, argc, argv);
}
