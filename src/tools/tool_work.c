/* tool_work.c - shared by tools: messages, long work, programs that a tool becomes.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "tools/tools.h"

#include <errno.h>
#include <getopt.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

int tool_complain(const struct error *error)
{
    struct text text = {0};
    error_text(error, &text);
    fprintf(stderr, "clew: %s\n", text_string(&text));
    text_free(&text);
    return TOOL_FAILED;
}

int tool_complain_of_program(const char *program, struct error *error)
{
    if (strcmp(error->source, program) == 0)
        command_add_kind(program, (const char *const[]){"elf", NULL}, error);
    return tool_complain(error);
}

int tool_misused(const char *tool, const char *what, const char *argument)
{
    struct text text = {0};
    text_safe(&text, str_of(argument));
    fprintf(stderr, "clew: %s%s%s; clew%s%s --help says more\n", what, argument ? ": " : "", text_string(&text), tool ? " " : "", tool ? tool : "");
    text_free(&text);
    return TOOL_USAGE;
}

bool tool_is_too_large(const char *word)
{
    size_t digits = strspn(word, "0123456789"), units = strspn(word + digits, "kKmMgG");
    uint64_t bytes;
    return digits && units <= 1 && !word[digits + units] && !str_bytes(str_of(word), &bytes);
}

/* The name in a long option's word. */
static struct str option_name(const char *word)
{
    struct str name = str_cut(str_of(word), strspn(word, "-"), SIZE_MAX);
    return str_cut(name, 0, str_find_byte(name, '='));
}

static int unknown_option(const char *tool, const char *word, const struct option *options)
{
    struct near near;
    struct text text = {0}, safe = {0};
    near_begin(&near, option_name(word));
    for (const struct option *option = options; option->name; option++)
        near_offer(&near, str_of(option->name));
    text_safe(&safe, str_of(word));
    text_printf(&text, "unknown option %s", text_string(&safe));
    for (size_t i = 0; i < near.count; i++)
        text_printf(&text, "%s--%.*s", i == 0 ? ": the nearest is " : " or ", STR(near.names[i]));
    int status = tool_misused(tool, text_string(&text), NULL);
    text_free(&text);
    text_free(&safe);
    return status;
}

/* optopt is 0 if a long option is unknown, otherwise the refused option's value or letter. */
int tool_bad_option(const char *tool, char *const *argv, const char *shorts, const struct option *options)
{
    const char *word = argv[optind > 1 ? optind - 1 : 1];
    char letter[3] = {'-', (char)optopt, 0}, message[96];
    const struct option *option = options;
    if (optopt == 0)
        return unknown_option(tool, word, options);
    while (option->name && option->val != optopt)
        option++;
    bool is_long = option->name && str_starts(str_of(word), "--") && (option->has_arg == required_argument || strchr(word, '='));
    if (!is_long)                       /* in the middle of a group of letters, `word` is the word before it */
        return tool_misused(tool, strchr(shorts, optopt) ? "missing argument after" : "unknown option", letter);
    if (option->has_arg == required_argument)
        snprintf(message, sizeof message, "--%s needs an argument: --%s=ARGUMENT", option->name, option->name);
    else
        snprintf(message, sizeof message, "--%s takes no argument", option->name);
    return tool_misused(tool, message, NULL);
}

/* ---- Long work of tools and batch ---- */

static const int ending[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};

/* Leaves out ignored signals: they would stay pending for ever. */
static void ending_signals(sigset_t *set)
{
    struct sigaction action;
    sigemptyset(set);
    for (size_t i = 0; i < sizeof ending / sizeof *ending; i++)
        if (sigaction(ending[i], NULL, &action) == 0 && action.sa_handler != SIG_IGN)
            sigaddset(set, ending[i]);
}

static bool signal_waits(void)
{
    sigset_t waiting;
    bool found = false;
    if (sigpending(&waiting) == 0)
        for (size_t i = 0; i < sizeof ending / sizeof *ending; i++)
            found |= sigismember(&waiting, ending[i]) == 1;
    return found;
}

void tool_work_begin(struct tool_work *work)
{
    sigset_t set;
    ending_signals(&set);
    *work = (struct tool_work){.meter = {.terminal = isatty(STDERR_FILENO) ? stderr : NULL, .stopped = signal_waits}};
    work->progress = batch_progress(&work->meter);
    work->holds = sigprocmask(SIG_BLOCK, &set, &work->before) == 0;
}

void tool_work_begin_reading(struct tool_work *work, const char *const *files, size_t count)
{
    struct file_stat stat;
    bool waits = false;
    for (size_t i = 0; i < count; i++)
        waits |= !file_stat(files[i], &stat);
    (waits ? tool_work_watch : tool_work_begin)(work);
}

void tool_work_watch(struct tool_work *work)
{
    *work = (struct tool_work){.meter = {.terminal = isatty(STDERR_FILENO) ? stderr : NULL}};
    work->progress = batch_progress(&work->meter);
}

int tool_work_complain(struct tool_work *work, const struct error *error)
{
    batch_meter_clear(&work->meter);
    return tool_complain(error);
}

void tool_work_end(struct tool_work *work)
{
    batch_meter_clear(&work->meter);
    if (work->holds)
        sigprocmask(SIG_SETMASK, &work->before, NULL);
}

typedef bool (*opening)(struct session *session, const char *const *paths, size_t count, struct error *error);

/* A named pipe is silent until somebody writes to it: says that clew waits. A shell's pipes already have a writer. */
static void tell_pipes(const char *const *files, size_t count)
{
    struct stat stat_buffer;
    struct text name = {0};
    for (size_t i = 0; i < count && isatty(STDERR_FILENO); i++) {
        if (stat(files[i], &stat_buffer) != 0 || !S_ISFIFO(stat_buffer.st_mode) || str_starts(str_of(files[i]), "/dev/") || str_starts(str_of(files[i]), "/proc/"))
            continue;
        text_clear(&name);
        text_safe(&name, str_of(files[i]));
        fprintf(stderr, "clew: %s is a pipe: clew waits until something writes to it; ^C stops that\n", text_string(&name));
    }
    text_free(&name);
}

static bool load(struct session *session, const char *const *files, size_t count, opening open)
{
    struct tool_work work;
    struct error error;
    tell_pipes(files, count);
    tool_work_begin_reading(&work, files, count);
    struct progress before = session_watch(session, work.progress);
    bool done = open(session, files, count, &error);
    batch_meter_clear(&work.meter);
    if (!done) {
        batch_notices(session, stderr);         /* about the files before, and a saved session */
        batch_complain(&error, stderr);
    }
    tool_work_end(&work);
    session_watch(session, before);
    return done;
}

bool tool_load(struct session *session, const char *const *files, size_t count)
{
    return load(session, files, count, session_open_files);
}

bool tool_load_some(struct session *session, const char *const *files, size_t count)
{
    return load(session, files, count, session_open_some);
}

/* ---- Tools that are other programs, or run one: becoming them, ending as they did ---- */

static int tool_exec(const struct tool_program *program, char **argv)
{
    struct text safe = {0};
    char *path = part_search(program->variable, program->name, X_OK);
    const char *named = getenv(program->variable);
    if (path)
        execv(path, argv);
    int reason = errno;
    text_safe(&safe, str_of(path ? path : named));
    if (path)
        fprintf(stderr, "clew: %s: cannot start %s: %s\n", program->name, text_string(&safe), strerror(reason));
    else if (named && *named)
        fprintf(stderr, "clew: %s: %s names no program: %s\n", program->name, program->variable, text_string(&safe));
    else
        fprintf(stderr, "clew: %s: %s\n", program->name, program->absent);
    text_free(&safe);
    free(path);
    return 127;
}

int tool_end_like(int status)
{
    if (WIFEXITED(status))
        return WEXITSTATUS(status);
    if (!WIFSIGNALED(status))
        return 1;
    struct rlimit none = {0, 0};
    setrlimit(RLIMIT_CORE, &none);
    signal(WTERMSIG(status), SIG_DFL);
    raise(WTERMSIG(status));
    return 128 + WTERMSIG(status);
}

/* ---- clew ae-cc: becomes the instrumenting compiler for MIPS ---- */

int tool_ae_cc(int argc, char **argv)
{
    static const struct tool_program program = {"ae-cc", "CLEW_AE_CC", "the compiler was not built; run make ae-cc"};
    (void)argc;
    return tool_exec(&program, argv);
}

/* ---- clew csi-cc: becomes the instrumenting compiler ---- */

int tool_csi_cc(int argc, char **argv)
{
    static const struct tool_program program = {
        "csi-cc", "CLEW_CSI_CC", "the compiler was not built; install the Debian packages clang-" CLEW_LLVM " and llvm-" CLEW_LLVM "-dev, then run make csi-cc"};
    (void)argc;
    return tool_exec(&program, argv);
}
