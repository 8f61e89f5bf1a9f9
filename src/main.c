/* main.c - the command line: which face of clew, on which trace.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "session/session.h"
#include "tools/tools.h"
#include "ui/ui.h"

#include <errno.h>
#include <getopt.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum status { STATUS_DONE = 0, STATUS_FAILED = 1, STATUS_USAGE = 2 };

/* What -c and -x ask for, in the order given. */
struct job {
    bool script;
    const char *text;
};

struct command_line {
    struct session_options session;
    struct job *jobs;
    size_t job_count, job_capacity;
    bool interactive, json, echo, no_rc, version, verbose;
    const char *const *files;
    size_t file_count;
    unsigned as;                        /* of enum kind; 0: the content of the files tells */
    struct batch_meter meter;
    const char *start, *core, *dump, *rc;
};

static const char usage[] =
    "Usage: clew [OPTIONS] FILE             browse a trace, or a program with CSI metadata, on the full screen\n"
    "       clew [OPTIONS] TRACE            browse a GNATcoverage trace: what ran and what did not\n"
    "       clew [OPTIONS] EXE SCHEMA EVENTS  step through the addresses of an Abstract Execution (or just EVENTS)\n"
    "       clew [OPTIONS] TEXT TEXT...     browse a program's CSI metadata, from the texts of its sections (pt.txt cc.txt)\n"
    "       clew [OPTIONS] FILE FILE...     open several of these side by side: `trace` switches between them\n"
    "       clew -i [OPTIONS] [FILE]        type the same commands at a prompt\n"
    "       clew -c COMMAND... FILE         run commands, print their answers\n"
    "       clew -x SCRIPT FILE             run the commands in a file\n"
    "       clew help [TOOL|COMMAND]        this text, or help on a tool below or on a command\n";

static const char options_help[] =
    "  -c, --command=COMMAND   run a command; may be repeated\n"
    "  -x, --script=SCRIPT     run the commands in a file\n"
    "  -i, --interactive       read commands from a prompt, or from standard input\n"
    "      --echo              print each command before its answer\n"
    "      --json              print one JSON object per line\n"
    "      --strict            treat a problem in the trace as an error\n"
    "      --as=KIND           read the files as wet, csi, ae or gnatcov, whatever they look like\n"
    "      --exec=FILE         the executable, for source positions and code\n"
    "      --load-offset=HEX   where a position-independent executable was loaded\n"
    "      --index=WHEN        keep the index of a text trace: auto (if it is large), always, never or rebuild\n"
    "      --x=instance|dense  what entry numbers mean, if clew guesses wrong\n"
    "      --source-path=DIRS  folders with source files, separated by ':'\n"
    "      --substitute-path=FROM=TO  source files that the compiler found under FROM are under TO now\n"
    "      --core=FILE         a core file of the program; clew asks gdb for its frames\n"
    "      --dump=FILE         what a debugger printed about the program\n"
    "      --gdb=GDB           the gdb to ask\n"
    "      --checkpoints=SIZE  memory for checkpoints of an address stream (64M)\n"
    "      --at=POS            begin at a position\n"
    "      --rc=FILE           read this clewrc; --no-rc: none\n"
    "      --version           print the version; with --verbose also the optional parts, found or missing, and their purpose\n"
    "      --verbose           see --version\n"
    "      --help, --manual (commands for the manual page, as roff)\n";

static int complain(const struct error *error)
{
    batch_complain(error, stderr);
    return STATUS_FAILED;
}

static int print_help(void)
{
    fputs(usage, stdout);
    for (const struct tool *tool = tools; tool->name; tool++)
        printf("       clew %s %s\n", tool->name, tool->arguments);
    printf("\nOptions:\n%s\n`clew -c help` lists the commands.\n", options_help);
    return STATUS_DONE;
}

static void add_job(struct command_line *line, bool script, const char *text)
{
    line->jobs = array_grow(line->jobs, &line->job_capacity, line->job_count + 1, sizeof *line->jobs);
    line->jobs[line->job_count++] = (struct job){script, text};
}

/* clew help: this; of a tool its own help; else a command's, as if asked for by -c. -1: go on with that. */
static int take_help(int argc, char **argv, struct command_line *line, struct text *asked)
{
    const struct tool *tool = argc > 2 ? tool_find(argv[2]) : NULL;
    char help[] = "--help", *arguments[] = {argc > 2 ? argv[2] : NULL, help, NULL};
    if (argc > 3)
        return tool_misused(NULL, "`clew help` takes one tool or command at a time, not", argv[3]);
    if (argc < 3)
        return print_help();
    if (tool)
        return tool->run(2, arguments);
    text_printf(asked, "help %s", argv[2]);
    add_job(line, false, text_string(asked));
    return -1;
}

/* The COMMANDS section of clew(1): the manual page is made with it. */
static int print_manual(void)
{
    struct text text = {0};
    command_manual(&text);
    fwrite(text.data, 1, text.size, stdout);
    text_free(&text);
    return STATUS_DONE;
}

/* The names of all commands, one a line: what shells complete behind -c. */
static int print_words(void)
{
    size_t count;
    const struct command *table = command_table(&count);
    for (size_t i = 0; i < count; i++)
        puts(table[i].name);
    return STATUS_DONE;
}

/* The version; verbose: and what clew can do without, found or not. */
static int print_version(bool verbose)
{
    struct text text = {0};
    text_printf(&text, "clew " CLEW_VERSION "\n");
    if (verbose) {
        parts_report(&text);
        terminal_report(&text);
    }
    fwrite(text.data, 1, text.size, stdout);
    text_free(&text);
    return STATUS_DONE;
}

enum {
    OPTION_JSON = 256, OPTION_ECHO, OPTION_STRICT, OPTION_EXEC, OPTION_OFFSET, OPTION_X, OPTION_AS, OPTION_SOURCE_PATH, OPTION_SUBSTITUTE, OPTION_AT, OPTION_GDB, OPTION_CORE, OPTION_DUMP, OPTION_CHECKPOINTS, OPTION_INDEX, OPTION_RC, OPTION_NO_RC, OPTION_HELP, OPTION_MANUAL,
    OPTION_VERSION, OPTION_VERBOSE, OPTION_WORDS
};

static const char short_options[] = "c:x:i";
static const struct option long_options[] = {
    {"command", required_argument, NULL, 'c'},
    {"script", required_argument, NULL, 'x'},
    {"interactive", no_argument, NULL, 'i'},
    {"echo", no_argument, NULL, OPTION_ECHO},
    {"json", no_argument, NULL, OPTION_JSON},
    {"strict", no_argument, NULL, OPTION_STRICT},
    {"exec", required_argument, NULL, OPTION_EXEC},
    {"load-offset", required_argument, NULL, OPTION_OFFSET},
    {"index", required_argument, NULL, OPTION_INDEX},
    {"x", required_argument, NULL, OPTION_X},
    {"as", required_argument, NULL, OPTION_AS},
    {"source-path", required_argument, NULL, OPTION_SOURCE_PATH},
    {"substitute-path", required_argument, NULL, OPTION_SUBSTITUTE},
    {"at", required_argument, NULL, OPTION_AT},
    {"gdb", required_argument, NULL, OPTION_GDB},
    {"core", required_argument, NULL, OPTION_CORE},
    {"dump", required_argument, NULL, OPTION_DUMP},
    {"checkpoints", required_argument, NULL, OPTION_CHECKPOINTS},
    {"rc", required_argument, NULL, OPTION_RC},
    {"no-rc", no_argument, NULL, OPTION_NO_RC},
    {"help", no_argument, NULL, OPTION_HELP},
    {"manual", no_argument, NULL, OPTION_MANUAL},
    {"version", no_argument, NULL, OPTION_VERSION},
    {"verbose", no_argument, NULL, OPTION_VERBOSE},
    {"words", no_argument, NULL, OPTION_WORDS},
    {NULL, 0, NULL, 0},
};

static bool set_numbering(struct command_line *line, const char *name)
{
    if (strcmp(name, "instance") != 0 && strcmp(name, "dense") != 0)
        return false;
    line->session.numbering = name[0] == 'i' ? NUMBERING_INSTANCE : NUMBERING_DENSE;
    return true;
}

static bool set_index(struct command_line *line, const char *name)
{
    static const char *const names[] = {"auto", "always", "never", "rebuild"};      /* as enum store_index */
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(name, names[i]) == 0) {
            line->session.index = (enum store_index)i;
            return true;
        }
    return false;
}

static bool set_checkpoints(struct command_line *line, struct str size)
{
    uint64_t bytes;
    if (!str_bytes(size, &bytes) || bytes == 0 || bytes > SIZE_MAX)
        return false;
    line->session.checkpoints = (size_t)bytes;
    return true;
}

/* Options that are a word to be kept. False: it is none of these. */
static bool take_word(struct command_line *line, int option)
{
    const char **word = option == OPTION_EXEC          ? &line->session.executable
                        : option == OPTION_SOURCE_PATH ? &line->session.source_path
                        : option == OPTION_AT          ? &line->start
                        : option == OPTION_GDB         ? &line->session.gdb
                        : option == OPTION_CORE        ? &line->core
                        : option == OPTION_DUMP        ? &line->dump
                        : option == OPTION_RC          ? &line->rc
                                                       : NULL;
    if (word)
        *word = optarg;
    return word;
}

static bool add_substitute(struct command_line *line, const char *rule)
{
    size_t most = sizeof line->session.substitutes / sizeof *line->session.substitutes;
    if (rule[0] == '=' || !strchr(rule, '=') || line->session.substitute_count == most)
        return false;
    line->session.substitutes[line->session.substitute_count++] = rule;
    return true;
}

/* An option without an argument that only is on from then; false: it is another one. */
static bool take_switch(struct command_line *line, int option)
{
    switch (option) {
    case 'i': return line->interactive = true;
    case OPTION_JSON: return line->json = true;
    case OPTION_ECHO: return line->echo = true;
    case OPTION_STRICT: return line->session.strict = true;
    case OPTION_VERSION: return line->version = true;
    case OPTION_NO_RC: return line->no_rc = true;
    case OPTION_VERBOSE: return line->verbose = true;
    default: return false;
    }
}

/* One option; -1: go on, else the status to end with. */
static int take_option(struct command_line *line, int option, char **argv)
{
    if (take_word(line, option) || take_switch(line, option))
        return -1;
    switch (option) {
    case 'c':
    case 'x':
        add_job(line, option == 'x', optarg);
        return -1;
    case OPTION_OFFSET:
        line->session.has_load_offset = str_hex(str_of(optarg), &line->session.load_offset);
        return line->session.has_load_offset ? -1 : tool_misused(NULL, "--load-offset needs a hexadecimal number, not", optarg);
    case OPTION_X:
        return set_numbering(line, optarg) ? -1 : tool_misused(NULL, "--x takes instance or dense, not", optarg);
    case OPTION_AS:
        line->as = kind_named(optarg);
        return line->as ? -1 : tool_misused(NULL, "--as takes wet, csi, ae or gnatcov, not", optarg);
    case OPTION_INDEX:
        return set_index(line, optarg) ? -1 : tool_misused(NULL, "--index takes auto, always, never or rebuild, not", optarg);
    case OPTION_SUBSTITUTE:
        return add_substitute(line, optarg)          ? -1
               : optarg[0] == '=' || !strchr(optarg, '=') ? tool_misused(NULL, "--substitute-path needs FROM=TO, not", optarg)
                                                           : tool_misused(NULL, "--substitute-path can be given at most 32 times; one too many is", optarg);
    case OPTION_CHECKPOINTS:
        return set_checkpoints(line, str_of(optarg)) ? -1
               : tool_is_too_large(optarg)          ? tool_misused(NULL, "--checkpoints is too large, at most 17179869183G", optarg)
                                                    : tool_misused(NULL, "--checkpoints needs a number of bytes like 4M, not", optarg);
    case OPTION_HELP:
        return print_help();
    case OPTION_MANUAL:
        return print_manual();
    case OPTION_WORDS:
        return print_words();
    default:
        return tool_bad_option(NULL, argv, short_options, long_options);
    }
}

/* A word that could have been meant as a tool, since nothing but tools and files stands there. */
static bool is_unknown_word(const char *word)
{
    return word[0] != '-' && !strpbrk(word, "/.") && access(word, F_OK) != 0;
}

/* Of files none of which is there each is said. */
static bool is_any_there(const struct command_line *line)
{
    for (size_t i = 0; i < line->file_count; i++)
        if (access(line->files[i], F_OK) == 0)
            return true;
    struct error error;
    for (size_t i = 0; i < line->file_count; i++)
        if (access(line->files[i], F_OK) < 0 && !file_not_opened(line->files[i], "cannot be opened", errno, &error))
            complain(&error);
    return false;
}

static int parse(int argc, char **argv, struct command_line *line)
{
    int option, status;
    const char *first = argv[1];        /* getopt changes the order */
    opterr = 0; /* getopt would print the word as it is */
    while ((option = getopt_long(argc, argv, short_options, long_options, NULL)) != -1)
        if ((status = take_option(line, option, argv)) >= 0)
            return status;
    if (line->version)
        return print_version(line->verbose);
    if (line->verbose)
        return tool_misused(NULL, "--verbose needs --version", NULL);
    bool screen = line->job_count == 0 && !line->interactive;
    line->files = (const char *const *)argv + optind;
    line->file_count = (size_t)(argc - optind);
    if (line->file_count && line->files[0] == first && is_unknown_word(first))
        return tool_unknown(first);
    if (line->file_count > SESSION_PATHS)
        return tool_misused(NULL, "too many files; the first extra one is", argv[optind + SESSION_PATHS]);
    if ((line->core || line->dump) && !line->file_count)
        return tool_misused(NULL, "no program given: use `clew --core=CORE PROGRAM` or `clew --dump=TEXT PROGRAM`", NULL);
    if (screen && !line->file_count)
        return tool_misused(NULL, "no trace given: `clew FILE` opens one, `clew record PROGRAM` makes one, `clew tour` shows how", NULL);
    if (screen && !is_any_there(line))
        return STATUS_FAILED;
    if (screen && (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO)))
        return tool_misused(NULL, "the full screen needs a terminal; -c COMMAND and -i work without one", NULL);
    if (line->rc && line->no_rc)
        return tool_misused(NULL, "--rc or --no-rc, not both", NULL);
    if (screen && line->json)
        return tool_misused(NULL, "--json needs -c, -x or -i", NULL);
    return -1;
}

/* ---- Running ---- */

static bool run_jobs(struct session *session, struct command_line *line, bool *quit)
{
    struct batch_options options = {.json = line->json, .echo = line->echo, .out = stdout, .err = stderr, .meter = &line->meter};
    bool done = true;
    for (size_t i = 0; i < line->job_count && !*quit; i++)
        done &= line->jobs[i].script ? batch_script(session, &options, line->jobs[i].text, quit)
                                     : batch_line(session, &options, line->jobs[i].text, quit);
    return done;
}

/* How the user wants clew. Batch answers everybody alike: only a file that is named is read there. */
static bool read_rc(struct session *session, const struct command_line *line)
{
    struct error error;
    return line->no_rc || session_read_rc(session, line->rc, &error) || (complain(&error), false);
}

static void tell_rc_problems(struct session *session)
{
    struct rows rows = {0};
    session_rc_problems(session, &rows);
    batch_rows(&rows, &(struct batch_options){.out = stderr, .err = stderr});
    rows_free(&rows);
}

static int run_screen(struct session *session, const struct command_line *line)
{
    struct answer answer = {0};
    struct error error = {0};
    if (!session_run(session, "set grain statement", &answer, &error))
        return complain(&error);
    if (!read_rc(session, line))
        return STATUS_FAILED;
    answer_free(&answer);
    session_resume(session, !line->start);
    session_forget_edits(session);
    int status = screen_run(session, &error);
    if (status == STATUS_USAGE)
        complain(&error);
    return status;
}

/* What --core, --dump and --at name, as the commands core, paste and goto take it; NULL: they were not given. */
static bool run_option(struct session *session, const char *command, const char *argument, struct error *error)
{
    struct text text = {0};
    struct answer answer = {0};
    text_printf(&text, "%s \"%s\"", command, argument);
    bool done = !argument || session_run(session, text_string(&text), &answer, error);
    answer_free(&answer);
    text_free(&text);
    return done;
}

/* False: it was said why not. */
static bool load(struct session *session, struct command_line *line)
{
    struct error error;
    bool (*open)(struct session *session, const char *const *files, size_t count) = line->job_count ? tool_load : tool_load_some;
    session_take_as(session, line->as);
    bool opened = !line->file_count || open(session, line->files, line->file_count);
    session_take_as(session, 0);
    if (!opened)
        return false;
    bool done = run_option(session, "core", line->core, &error) && run_option(session, "paste", line->dump, &error) &&
                run_option(session, "goto", line->start, &error);
    batch_meter_clear(&line->meter);
    return done || (complain(&error), false);
}

static int run_session(struct session *session, struct command_line *line)
{
    bool quit = false;
    if (!load(session, line))
        return STATUS_FAILED;
    bool screen = line->job_count == 0 && !line->interactive;
    if (screen)
        return run_screen(session, line);
    batch_notices(session, stderr);
    if (line->rc && !read_rc(session, line))
        return STATUS_FAILED;
    tell_rc_problems(session);
    int status = run_jobs(session, line, &quit) && !session_has_unread(session) ? STATUS_DONE : STATUS_FAILED;
    if (line->interactive && !quit) {
        if (!line->rc && !read_rc(session, line))
            return STATUS_FAILED;
        tell_rc_problems(session);
        if (isatty(STDIN_FILENO) && isatty(STDOUT_FILENO))
            session_resume(session, !line->start);
        session_forget_edits(session);
        int own = repl_run(session, line->json, line->echo);
        status = own > status ? own : status;
    }
    return status;
}

/* clew tour on a terminal; elsewhere the tool prints. */
static int run_tour(int argc, char **argv)
{
    struct tour tour;
    struct error error;
    bool print = false;
    int status = tour_options(argc, argv, &print);
    if (status >= 0)
        return status;
    if (print || !isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO))
        return tool_tour(argc, argv);
    puts("$ gcc -g -O0 -o mean mean.c\n$ clew record -- ./mean");
    fflush(stdout);
    if (!tour_prepare(&tour, &error))
        return complain(&error);
    struct session *session = tour_session(&tour, true, &error);
    status = !session ? complain(&error) : screen_tour(session, &tour, &error);
    if (status == STATUS_USAGE)
        complain(&error);
    if (session)
        session_close(session);
    tour_free(&tour);
    return status;
}

int main(int argc, char **argv)
{
    setlocale(LC_ALL, "");
    setlocale(LC_NUMERIC, "C");         /* 0.5 is written and read with a point everywhere */
    const struct tool *tool = argc > 1 ? tool_find(argv[1]) : NULL;
    if (tool)
        return tool->run == tool_tour ? run_tour(argc - 1, argv + 1) : tool->run(argc - 1, argv + 1);
    struct command_line line = {0};
    struct text asked = {0};
    char help_word[] = "help", *asked_of[] = {argv[0], help_word, argc > 1 ? argv[1] : NULL, NULL};
    if (argc == 3 && strcmp(argv[2], "--help") == 0 && command_is_exact(str_of(argv[1])))    /* clew break --help: as of a tool */
        argv = asked_of;
    bool help = argc > 1 && strcmp(argv[1], "help") == 0;
    int status = help ? take_help(argc, argv, &line, &asked) : parse(argc, argv, &line);
    if (status < 0) {
        line.session.lazy = line.job_count == 0;        /* jobs want exact answers */
        line.session.hold = getenv("CLEW_TEST_INDEXING");
        line.session.tool = tool_name;
        line.session.keys = (struct session_keys){keyboard_is_name, keys_at};
        line.meter.terminal = isatty(STDERR_FILENO) ? stderr : NULL;
        line.session.progress = batch_progress(&line.meter);
        struct session *session = session_open(&line.session);
        status = run_session(session, &line);
        session_close(session);
    }
    free(line.jobs);
    text_free(&asked);
    bool lost = ferror(stdout) != 0; /* closing says nothing of what failed before */
    if ((fclose(stdout) != 0 || lost) && status == STATUS_DONE) {
        fputs("clew: cannot write standard output\n", stderr);
        status = STATUS_FAILED;
    }
    return status;
}
