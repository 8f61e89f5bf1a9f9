/* tool_crash.c - clew suffix and clew coverage: a debugger's output, explained by CSI metadata.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "crash/crash.h"
#include "session/session.h"
#include "tools/tools.h"

#include <getopt.h>
#include <inttypes.h>
#include <stdio.h>
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
    "Prints the execution suffix of every frame: the blocks and source lines that ran last. META is a program (or object, or debug file) that\n"
    "clew csi-cc built, or the text of one or more of its .debug_PT, .debug_CC, .debug_BBC and .debug_FC sections, in one file or several. DUMP is text copied\n"
    "from gdb or lldb.\n\n"
    "  --core=CORE        ask gdb for the frames in a core file\n"
    "  --pid=PID          ask gdb for the frames of a process, which continues afterwards\n"
    "  --gdb=GDB          run this gdb\n"
    "  --gdb-commands     print the gdb commands that print everything clew needs, to run elsewhere\n"
    "  --from-gdb         standard input names its program (as clew.gdb sends it)\n"
    "  --frame=N          only this frame\n"
    "  --prune            let local coverage rule out candidates\n";
static const char coverage_usage[] =
    "Usage: clew coverage [OPTIONS] META... [DUMP|-]\n"
    "       clew coverage [OPTIONS] --core=CORE|--pid=PID PROGRAM [META...]\n\n"
    "Prints what ran, from the coverage arrays of a program that clew csi-cc built: one row per function, then each frame's own coverage.\n"
    "\n"
    "  --core=CORE --pid=PID --gdb=GDB --gdb-commands --from-gdb    as in clew suffix\n"
    "  --function=NAME    call sites, statements and lines of a function\n"
    "  --details          the same for all functions\n"
    "  --lines            the source lines of all functions, marked + ran, - did not run, ? may have run\n";
static const char common_usage[] =
    "  --bbc=entered|completed   what a block's bit means; without it clew infers that from metadata and text, and says how\n"
    "  --exec=FILE        the executable, if META is text\n"
    "  --source-path=DIRS folders with source files, separated by ':'\n"
    "  --json             one JSON object per line\n"
    "  --strict           treat damaged metadata as an error\n";

enum {
    OPTION_CORE = 256, OPTION_PID, OPTION_GDB, OPTION_COMMANDS, OPTION_FROM, OPTION_FRAME, OPTION_PRUNE, OPTION_FUNCTION, OPTION_DETAILS, OPTION_LINES,
    OPTION_BBC, OPTION_EXEC, OPTION_SOURCE, OPTION_JSON, OPTION_STRICT, OPTION_HELP
};

static const struct option crash_options[] = {
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

/* One option; -1: go on, otherwise the exit status. */
static int take_option(struct crash_job *job, int option, char **argv)
{
    switch (option) {
    case OPTION_CORE: job->crash.core = optarg; return -1;
    case OPTION_PID:
        if (!str_decimal(str_of(optarg), &job->crash.process) || job->crash.process == 0)
            return tool_misused(job->tool, "--pid needs a process number, not", optarg);
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
        return tool_misused(job->tool, "--bbc takes entered, completed or inferred, not", optarg);
    case OPTION_EXEC: job->session.executable = optarg; return -1;
    case OPTION_SOURCE: job->session.source_path = optarg; return -1;
    case OPTION_JSON: job->json = true; return -1;
    case OPTION_STRICT: job->session.strict = true; return -1;
    case OPTION_HELP:
        if (job->coverage)
            printf("%s\n", tool_object_coverage_usage);
        printf("%s%s", job->coverage ? coverage_usage : suffix_usage, common_usage);
        return TOOL_DONE;
    default: return tool_bad_option(job->tool, argv, "", crash_options);
    }
}

/* Recognises files by content: metadata first, then at most one debugger's output, anywhere behind the first. -1: go on. */
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
            return tool_misused(job->tool, "too many files; the first extra one is", name);
        else
            return tool_misused(job->tool, "too many debugger texts; the second is", name);
    }
    return -1;
}

static int parse(struct crash_job *job, int argc, char **argv)
{
    int option, status;
    opterr = 0;
    optind = 1;
    while ((option = getopt_long(argc, argv, "", crash_options, NULL)) != -1)
        if ((status = take_option(job, option, argv)) >= 0)
            return status;
    int names = argc - optind;
    if ((status = take_files(job, names, argv + optind)) >= 0)
        return status;
    bool asks = job->crash.core || job->crash.process;
    if (job->crash.from_gdb ? names > 0 : names == 0)
        return tool_misused(job->tool, job->crash.from_gdb ? "--from-gdb takes the program from standard input, not" : job->coverage
                                           ? "name a GNATcoverage TRACE, or a program with CSI metadata"
                                           : "META is missing: name a program, or texts of its sections", job->crash.meta);
    if (job->crash.core && job->crash.process)
        return tool_misused(job->tool, "give --core or --pid, not both", NULL);
    if (asks && job->crash.dump)
        return tool_misused(job->tool, "with --core or --pid clew asks gdb, and reads no text", job->crash.dump);
    bool needs_dump = !asks && !job->crash.dump && !job->crash.from_gdb && !job->commands;
    if (needs_dump && !job->coverage && isatty(STDIN_FILENO))
        return tool_misused(job->tool, "DUMP is missing: name a debugger text, or - for standard input", NULL);
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

/* As "suffix all", but with only one frame in memory at a time. */
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

/* Adds the true content of META; for coverage, also what else it could have been. */
static int complain_of_input(const struct crash_job *job, struct error *error)
{
    struct file_stat stat;
    size_t said = strlen(error->message);
    if (job->crash.meta && strcmp(error->source, job->crash.meta) == 0)
        command_add_kind(job->crash.meta, (const char *const[]){"csi", "elf", NULL}, error);
    bool known = strlen(error->message) > said;
    tool_complain(error);
    if (job->coverage && !known && job->crash.meta && !error->line && file_stat(job->crash.meta, &stat)) {
        error_set(error, "it is not a GNATcoverage trace either: `clew run-coverage PROGRAM` records one");
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

/* ---- clew sections: the metadata sections of a program ---- */

static const char usage[] =
    "Usage: clew sections [--all] ELF          list the metadata sections\n"
    "       clew sections [--require] ELF NAME print the text of all sections with that name, one after the other\n\n"
    "  --all      list every section\n"
    "  --require  fail if there is none (without it clew prints nothing)\n"
    "  --json     list as JSON, one object per line\n";

static bool is_metadata(struct str name)
{
    static const char *const names[] = {".debug_PT", ".debug_FC", ".debug_CC", ".debug_BBC"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (str_is(name, names[i]))
            return true;
    return false;
}

static bool is_any(struct str name)
{
    (void)name;
    return true;
}

/* ".debug_PT     1,234 bytes  zlib, 5,678 inflated" */
static void list_one(const struct symbols_section *section, bool json)
{
    struct text line = {0};
    if (json) {
        text_add(&line, "{\"section\":");
        text_quoted(&line, section->name);
        text_printf(&line, ",\"size\":%" PRIu64 ",\"compression\":", section->size);
        if (section->compression)
            text_quoted(&line, str_of(section->compression));
        else
            text_add(&line, "null");
        text_add(&line, ",\"problem\":");
        if (section->problem.size)
            text_quoted(&line, section->problem);
        else
            text_add(&line, "null");
        text_byte(&line, '}');
    } else {
        text_safe(&line, section->name);
        text_pad(&line, 20);
        text_byte(&line, ' ');
        text_count(&line, section->size);
        text_add(&line, " bytes");
        if (section->compression && section->bytes.data) {
            text_printf(&line, ", %s, inflated ", section->compression);
            text_count(&line, section->bytes.size);
        }
        if (section->problem.size) {
            text_add(&line, "  ");
            text_safe(&line, section->problem);
        }
    }
    puts(text_string(&line));
    text_free(&line);
}

static int list_sections(const struct symbols_section *sections, size_t count, bool all, bool json, const char *path)
{
    size_t listed = 0;
    bool good = true;
    for (size_t i = 0; i < count; i++) {
        if (!all && !is_metadata(sections[i].name))
            continue;
        list_one(&sections[i], json);
        good = good && !sections[i].problem.size;
        listed++;
    }
    struct error error;
    if (listed == 0) {
        error_at(&error, path, 0, 0, "no section .debug_PT .debug_FC .debug_CC .debug_BBC: `clew csi-cc` builds programs that have them");
        return tool_complain(&error);
    }
    return good ? TOOL_DONE : TOOL_FAILED;
}

/* Writes the text unchanged: it is for a file or a pipe. */
static int print_section(const struct symbols_section *sections, size_t count, const char *path, const char *name, bool require)
{
    struct error error;
    size_t found = 0;
    bool good = true;
    for (size_t i = 0; i < count; i++) {
        if (!str_is(sections[i].name, name))
            continue;
        found++;
        if (sections[i].problem.size) {
            error_at(&error, path, 0, 0, "%.*s", STR(sections[i].problem));
            tool_complain(&error);
            good = false;
            continue;
        }
        fwrite(sections[i].bytes.data ? sections[i].bytes.data : "", 1, sections[i].bytes.size, stdout);
        if (sections[i].bytes.size && sections[i].bytes.data[sections[i].bytes.size - 1] != '\n' && is_metadata(sections[i].name))
            putchar('\n');
    }
    if (found == 0 && require) {
        error_at(&error, path, 0, 0, "no section `%s`: `clew sections --all` lists all sections", name);
        return tool_complain(&error);
    }
    return good ? TOOL_DONE : TOOL_FAILED;
}

static void complain_of_file(const char *path, struct error *error)
{
    command_add_kind(path, (const char *const[]){"elf", NULL}, error);
    tool_complain(error);
}

int tool_sections(int argc, char **argv)
{
    static const struct option options[] = {{"all", no_argument, NULL, 'a'}, {"require", no_argument, NULL, 'r'}, {"json", no_argument, NULL, 'j'},
                                            {"help", no_argument, NULL, 'h'}, {NULL, 0, NULL, 0}};
    bool all = false, require = false, json = false;
    int option;
    opterr = 0;
    optind = 1;
    while ((option = getopt_long(argc, argv, "", options, NULL)) != -1) {
        if (option == 'h') {
            fputs(usage, stdout);
            return TOOL_DONE;
        }
        if (option == '?')
            return tool_bad_option("sections", argv, "", options);
        all = all || option == 'a';
        require = require || option == 'r';
        json = json || option == 'j';
    }
    if (argc - optind < 1)
        return tool_misused("sections", "name a program: `clew sections ELF` lists its sections", NULL);
    if (argc - optind > 2)
        return tool_misused("sections", "too many arguments", argv[optind + 2]);
    const char *path = argv[optind], *name = optind + 1 < argc ? argv[optind + 1] : NULL;
    struct arena arena = {0};
    struct symbols_section *sections;
    size_t count;
    struct error error;
    int status = TOOL_FAILED;
    if (!symbols_sections(path, name ? is_any : is_metadata, &arena, &sections, &count, &error))
        complain_of_file(path, &error);
    else
        status = name ? print_section(sections, count, path, name, require) : list_sections(sections, count, all, json, path);
    arena_free(&arena);
    return status;
}
