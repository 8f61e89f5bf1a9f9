/* driver.c - runs clang's jobs one by one and instruments in between.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * `clang -###` prints the jobs of a command line: preprocessing, compiling, assembling, linking, each as a command with all its arguments.
 * csi-cc runs a job that makes code in two halves: the same command, but writing bitcode (the whole optimiser runs here); then, after
 * instrumentation, the same command reading the bitcode, without the optimiser. It runs all other jobs unchanged. So clang itself handles
 * output names, dependency files, -save-temps and everything else. */
#include "csi.h"
#include "../worker.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

struct words {
    char **items;                   /* ended by NULL */
    size_t count, capacity;
};

struct driver {
    const struct csi_options *options;
    struct words command;           /* clang and its arguments */
    char *folder;                   /* for the driver's temporary files */
    struct words failed;            /* outputs of jobs that failed */
    bool verbose;
    unsigned jobs;
};

static void words_add(struct words *words, char *word)
{
    words->items = memory_grow(words->items, &words->capacity, words->count + 2, sizeof *words->items);
    words->items[words->count++] = word;
    words->items[words->count] = NULL;
}

static struct words words_copy(const struct words *words)
{
    struct words copy = {0};
    for (size_t i = 0; i < words->count; i++)
        words_add(&copy, words->items[i]);
    return copy;
}

static bool words_have(const struct words *words, const char *word)
{
    for (size_t i = 0; i < words->count; i++)
        if (strcmp(words->items[i], word) == 0)
            return true;
    return false;
}

/* ---- The clang command ---- */

static bool in_path(const char *program)
{
    const char *path = getenv("PATH");
    for (path = path ? path : "/usr/bin:/bin"; *path; path += *path == ':') {
        size_t size = strcspn(path, ":");
        char *candidate = text_print("%.*s/%s", (int)size, path, program);
        bool found = access(candidate, X_OK) == 0;
        free(candidate);
        if (found)
            return true;
        path += size;
    }
    return false;
}

static bool has_ending(const char *word, const char *const *endings)
{
    const char *dot = strrchr(word, '.');
    for (; dot && *endings; endings++)
        if (strcmp(dot, *endings) == 0)
            return true;
    return false;
}

/* Are all sources C++? Linking C++ needs its library, so clang must behave as clang++. */
static bool only_cplusplus(char *const *arguments, size_t count)
{
    static const char *const cplusplus[] = {".cc", ".cp", ".cpp", ".cxx", ".c++", ".C", ".CPP", ".ii", NULL};
    static const char *const others[] = {".c", ".i", ".m", ".s", ".S", NULL};
    bool found = false;
    for (size_t i = 1; i < count; i++) {
        if (strncmp(arguments[i], "--driver-mode=", 14) == 0 || strcmp(arguments[i], "-x") == 0)
            return false;
        if (arguments[i][0] == '-' || strcmp(arguments[i - 1], "-o") == 0)
            continue;
        if (has_ending(arguments[i], others))
            return false;
        found |= has_ending(arguments[i], cplusplus);
    }
    return found;
}

/* Puts "-g" first, so that any other -g option wins. */
static struct words clang_command(char *const *arguments, size_t count)
{
    struct words command = {0};
    const char *named = getenv("CLEW_CLANG");
    words_add(&command, text_print("%s", named && *named ? named : in_path("clang-" CLEW_LLVM) ? "clang-" CLEW_LLVM : "clang"));
    if (only_cplusplus(arguments, count))
        words_add(&command, text_print("--driver-mode=g++"));
    words_add(&command, text_print("-g"));
    for (size_t i = 1; i < count; i++)
        words_add(&command, arguments[i]);
    return command;
}

static _Noreturn void become(const struct words *command)
{
    execvp(command->items[0], command->items);
    complain("%s: %s; install clang-" CLEW_LLVM ", or set CLEW_CLANG to a clang", command->items[0], strerror(errno));
    _exit(127);
}

int driver_become_clang(char *const *arguments, size_t count)
{
    struct words command = clang_command(arguments, count);
    become(&command);
}

/* ---- Running ---- */

/* Returns the status as a shell does. The command ends when the driver ends. */
static int run(const struct driver *driver, const struct words *command)
{
    if (driver->verbose) {
        for (size_t i = 0; i < command->count; i++)
            fprintf(stderr, " \"%s\"", command->items[i]);
        fputc('\n', stderr);
    }
    pid_t child = fork();
    if (child == 0) {
        prctl(PR_SET_PDEATHSIG, SIGTERM);
        become(command);
    }
    int status;
    while (child > 0 && waitpid(child, &status, 0) < 0)
        if (errno != EINTR)
            child = -1;
    if (child < 0) {
        complain("cannot run %s: %s", command->items[0], strerror(errno));
        return 1;
    }
    if (WIFSIGNALED(status))
        complain("%s was ended by signal %d", command->items[0], WTERMSIG(status));
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

static char *read_all(int file)
{
    struct buffer text = {0};
    char block[4096];
    ssize_t size;
    while ((size = read(file, block, sizeof block)) > 0 || (size < 0 && errno == EINTR))
        if (size > 0)
            buffer_add(&text, block, (size_t)size);
    buffer_add(&text, "", 0);
    return text.data;
}

/* Returns clang's output with -###: jobs and complaints. Clang's temporary names are in the driver's folder. */
static char *ask(const struct driver *driver)
{
    int ends[2];
    if (pipe(ends))
        return NULL;
    struct words command = words_copy(&driver->command);
    words_add(&command, text_print("-###"));
    pid_t child = fork();
    if (child == 0) {
        prctl(PR_SET_PDEATHSIG, SIGTERM);
        setenv("TMPDIR", driver->folder, 1);
        dup2(ends[1], STDERR_FILENO);
        close(ends[0]);
        close(ends[1]);
        int nothing = open("/dev/null", O_RDWR | O_CLOEXEC);
        dup2(nothing, STDIN_FILENO);
        dup2(nothing, STDOUT_FILENO);
        execvp(command.items[0], command.items);
        dprintf(STDERR_FILENO, "csi-cc: error: %s: %s; install clang-" CLEW_LLVM ", or set CLEW_CLANG to a clang\n", command.items[0], strerror(errno));
        _exit(127);
    }
    close(ends[1]);
    char *text = read_all(ends[0]);
    close(ends[0]);
    while (child > 0 && waitpid(child, NULL, 0) < 0 && errno == EINTR)
        ;
    return text;
}

/* ---- Reading jobs ---- */

/* Reads a job's line: a blank, then words in quotes, with \ before quote, backslash and dollar. */
static struct words read_job(const char *line, size_t size)
{
    struct words job = {0};
    for (size_t i = 0; i < size; i++) {
        if (line[i] != '"')
            continue;
        struct buffer word = {0};
        for (i++; i < size && line[i] != '"'; i++) {
            if (line[i] == '\\' && i + 1 < size)
                i++;
            buffer_add(&word, line + i, 1);
        }
        buffer_add(&word, "", 0);
        words_add(&job, word.data);
    }
    return job;
}

static bool is_heading(const char *line)
{
    return strstr(line, " clang version ") || strncmp(line, "clang version ", 14) == 0 || strncmp(line, "Target: ", 8) == 0 ||
           strncmp(line, "Thread model: ", 14) == 0 || strncmp(line, "InstalledDir: ", 14) == 0 || strncmp(line, "Found ", 6) == 0 ||
           strncmp(line, "Selected ", 9) == 0 || strncmp(line, "Candidate ", 10) == 0 || strcmp(line, " (in-process)") == 0 ||
           strncmp(line, "Configuration file: ", 20) == 0;
}

static size_t find_word(const struct words *job, const char *word)
{
    size_t at = job->count;
    while (at > 0 && strcmp(job->items[at - 1], word) != 0)
        at--;
    return at ? at - 1 : SIZE_MAX;
}

/* The index of the word that makes the job produce code or, at the end of a chain, bitcode; SIZE_MAX: none. */
static size_t find_action(const struct words *job)
{
    static const char *const actions[] = {"-emit-obj", "-S", "-emit-llvm", "-emit-llvm-bc"};
    if (job->count < 5 || strcmp(job->items[1], "-cc1") != 0 || find_word(job, "-x") == SIZE_MAX)
        return SIZE_MAX;
    for (size_t i = 0; i < sizeof actions / sizeof actions[0]; i++) {
        size_t at = find_word(job, actions[i]);
        /* with -save-temps a job writes bitcode that is not optimised yet: the next job makes code from it */
        if (at != SIZE_MAX && !(i >= 2 && find_word(job, "-disable-llvm-passes") != SIZE_MAX))
            return at;
    }
    return SIZE_MAX;
}

static const char *output_of(const struct words *job)
{
    size_t at = find_word(job, "-o");
    return at == SIZE_MAX || at + 1 >= job->count ? NULL : job->items[at + 1];
}

/* ---- Doing jobs ---- */

static void fail(struct driver *driver, const struct words *job)
{
    const char *output = output_of(job);
    struct stat about;
    if (!output)
        return;
    words_add(&driver->failed, text_print("%s", output));
    if (lstat(output, &about) == 0 && S_ISREG(about.st_mode))
        unlink(output);
}

/* Drops the words that make a job write additional files: its second half must not write them again, empty. */
static void drop_reports(struct words *job)
{
    static const char *const pairs[] = {"-dependency-file", "-serialize-diagnostic-file", "-opt-record-file", "-header-include-file",
                                        "-dependency-dot", "-diagnostic-log-file"};
    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++) {
        size_t at = find_word(job, pairs[i]);
        if (at == SIZE_MAX || at + 1 >= job->count)
            continue;
        memmove(job->items + at, job->items + at + 2, (job->count - at - 1) * sizeof *job->items);
        job->count -= 2;
    }
}

/* Inserts one or two words at index `at`. */
static void insert_words(struct words *words, size_t at, char *first, char *second)
{
    size_t count = second ? 2 : 1, old = words->count;
    for (size_t i = 0; i < count; i++)
        words_add(words, NULL);
    memmove(words->items + at + count, words->items + at, (old - at) * sizeof *words->items);
    words->items[at] = first;
    if (second)
        words->items[at + 1] = second;
}

static int compile(struct driver *driver, const struct words *job, size_t action)
{
    char *plain = text_print("%s/%u.bc", driver->folder, driver->jobs), *done = text_print("%s/%u.csi.bc", driver->folder, driver->jobs);
    struct words first = words_copy(job), second = words_copy(job);
    /* With a second compile unit, LLVM writes DWARF 5 file names in a form that GNU as cannot read. */
    size_t version = find_word(job, "-dwarf-version=5");
    bool text = strcmp(job->items[action], "-S") == 0;
    if (text && version != SIZE_MAX)
        first.items[version] = second.items[version] = "-dwarf-version=4";
    first.items[action] = "-emit-llvm-bc";
    size_t output = find_word(&first, "-o");
    if (output == SIZE_MAX || output + 1 >= first.count) {
        complain("clang's job names no output file");
        return 1;
    }
    first.items[output + 1] = plain;
    int status = run(driver, &first);
    if (status)
        return status;
    if (!instrument_file(driver->options, plain, done))
        return 1;
    drop_reports(&second);
    size_t language = find_word(&second, "-x");
    second.items[language + 1] = "ir";
    second.items[language + 2] = done;
    if (text)
        insert_words(&second, language, "-fno-dwarf-directory-asm", NULL);
    /* The first half has printed all messages about options. */
    insert_words(&second, language, "-disable-llvm-passes", "-Wno-unknown-warning-option");
    /* The compile unit of the coverage globals asks for an index of names. If no other unit has one, gdb would take it for the index of everything. */
    if (find_word(&second, "-debugger-tuning=lldb") == SIZE_MAX)
        insert_words(&second, language, "-mllvm", "-accel-tables=Disable");
    status = run(driver, &second);
    unlink(plain);
    unlink(done);
    return status;
}

static bool depends_on_failure(const struct driver *driver, const struct words *job)
{
    for (size_t i = 0; i < job->count; i++)
        if (words_have(&driver->failed, job->items[i]))
            return true;
    return false;
}

static int do_job(struct driver *driver, const struct words *job)
{
    if (job->count < 2 || depends_on_failure(driver, job)) {
        fail(driver, job);
        return 0;
    }
    driver->jobs++;
    size_t action = find_action(job);
    int status = action == SIZE_MAX ? run(driver, job) : compile(driver, job, action);
    if (status && strcmp(job->items[1], "-cc1") != 0)
        complain("%s ended with status %d (use -v to see the command)", job->items[0], status);
    if (status)
        fail(driver, job);
    return status;
}

struct plan {
    struct words *jobs;
    size_t count, capacity;
    bool refused, bitcode, code;        /* clang reports errors; link-time optimisation; a job makes code to instrument */
};

static bool uses_lto(const struct words *job)
{
    for (size_t i = 0; i < job->count; i++)
        if (strncmp(job->items[i], "-flto", 5) == 0 && strcmp(job->items[i], "-flto-visibility-public-std") != 0)
            return true;
    return false;
}

/* Sorts clang's lines. A line that is neither job nor heading is a complaint, which csi-cc prints if it runs the jobs. */
static struct plan read_plan(const struct driver *driver, char *text, struct buffer *complaints)
{
    struct plan plan = {0};
    for (char *line = text, *end; *line; line = end) {
        end = line + strcspn(line, "\n");
        bool more = *end != '\0';
        *end = '\0';
        if (strncmp(line, " \"", 2) == 0) {
            struct words job = read_job(line, (size_t)(end - line));
            plan.jobs = memory_grow(plan.jobs, &plan.capacity, plan.count + 1, sizeof *plan.jobs);
            plan.jobs[plan.count++] = job;
            plan.code |= find_action(&job) != SIZE_MAX;
            plan.bitcode |= find_action(&job) != SIZE_MAX && uses_lto(&job);
        } else if (is_heading(line)) {
            if (driver->verbose && strcmp(line, " (in-process)") != 0)
                buffer_print(complaints, "%s\n", line);
        } else {
            plan.refused |= strstr(line, " error: ") || strncmp(line, "error: ", 7) == 0;
            buffer_print(complaints, "%s\n", line);
        }
        end += more;
    }
    return plan;
}

static int work(void *context)
{
    struct driver *driver = context;
    struct buffer complaints = {0};
    char *text = ask(driver);
    if (!text) {
        complain("cannot make a pipe: %s", strerror(errno));
        return 1;
    }
    struct plan plan = read_plan(driver, text, &complaints);
    if (plan.refused || !plan.code)
        become(&driver->command);
    if (plan.bitcode) {
        complain("-flto leaves nothing to instrument before linking: use csi-cc without it");
        return 1;
    }
    if (complaints.size)
        fputs(complaints.data, stderr);
    int worst = 0;
    for (size_t i = 0; i < plan.count; i++) {
        int status = do_job(driver, &plan.jobs[i]);
        if (status && !worst)
            worst = status;
    }
    return worst;
}

int driver_run(const struct csi_options *options, char *const *arguments, size_t count)
{
    struct driver driver = {.options = options, .command = clang_command(arguments, count)};
    if (words_have(&driver.command, "-###"))
        become(&driver.command);
    driver.verbose = words_have(&driver.command, "-v");
    const char *place = getenv("TMPDIR");
    driver.folder = text_print("%s/csi-cc-XXXXXX", place && *place ? place : "/tmp");
    if (!mkdtemp(driver.folder)) {
        complain("%s: %s", driver.folder, strerror(errno));
        return 1;
    }
    int status = worker_run(work, &driver, driver.folder);
    if (WIFSIGNALED(status)) {
        int signal = WTERMSIG(status);
        if (signal == SIGINT || signal == SIGTERM || signal == SIGHUP)
            worker_end_as(signal);
        complain("the instrumentor was ended by signal %d", signal);
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}
