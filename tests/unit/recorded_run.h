/* recorded_run.h - compiles small programs and runs them, recorded or not.  SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CLEW_TESTS_UNIT_RECORDED_RUN_H
#define CLEW_TESTS_UNIT_RECORDED_RUN_H

#include "log_checker.h"

#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

struct run {
    char output[4096];
    int status; /* as wait reports it */
    struct log log;
};

static char folder[] = "/tmp/clew-recorder-XXXXXX";

static const char *recorder(void)
{
    const char *path = getenv("CLEW_RECORDER");
    return path != NULL ? path : "build/libexec/clew/clewrec-amd64-linux";
}

static const char *launcher(void)
{
    return access("/usr/bin/valgrind.bin", X_OK) == 0 ? "VALGRIND_LAUNCHER=/usr/bin/valgrind.bin" : "VALGRIND_LAUNCHER=/usr/bin/valgrind";
}

static int set_up(void **state)
{
    (void)state;
    return mkdtemp(folder) == NULL;
}

static int tear_down(void **state)
{
    (void)state;
    char command[PATH_MAX];
    snprintf(command, sizeof command, "rm -rf %s", folder);
    return system(command);
}

static void need_recorder(void)
{
    if (access(recorder(), X_OK) != 0) {
        print_message("skipped: there is no recorder at %s\n", recorder());
        skip();
    }
}

static void compile(const char *source, const char *options)
{
    need_recorder();
    char path[PATH_MAX], command[2 * PATH_MAX];
    snprintf(path, sizeof path, "%s/program.c", folder);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    assert_true(fputs(source, file) >= 0);
    assert_int_equal(fclose(file), 0);
    snprintf(command, sizeof command, "gcc -w %s -o %s/program %s", options, folder, path);
    assert_int_equal(system(command), 0);
}

/* In the child: leaves only the standard descriptors open, and number 3 for the recorder. */
static void start(char *const *arguments, int output, int log)
{
    char *environment[] = {(char *)(uintptr_t)launcher(), (char *)(uintptr_t)"PATH=/usr/bin:/bin", NULL};
    dup2(output, STDOUT_FILENO);
    if (log >= 0 && log != 3) /* the copy is not close-on-exec */
        dup2(log, 3);
    for (int descriptor = log >= 0 ? 4 : 3; descriptor < 64; descriptor++)
        close(descriptor);
    execve(arguments[0], arguments, environment + (log < 0));
    _exit(127);
}

static void run_arguments(struct run *run, char *const *arguments, int log)
{
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0)
        start(arguments, ends[1], log);
    close(ends[1]);
    size_t size = 0;
    ssize_t got;
    while (size < sizeof run->output - 1 && (got = read(ends[0], run->output + size, sizeof run->output - 1 - size)) > 0)
        size += (size_t)got;
    run->output[size] = '\0';
    close(ends[0]);
    assert_int_equal(waitpid(child, &run->status, 0), child);
}

static void run_recorded_into(struct run *run, const char *option, int log)
{
    char program[PATH_MAX], messages[PATH_MAX];
    snprintf(program, sizeof program, "%s/program", folder);
    snprintf(messages, sizeof messages, "--log-file=%s/messages", folder);
    const char *arguments[] = {recorder(), "--tool=clewrec", "--command-line-only=yes", "--vgdb=no", messages, "--stream=3",
                               option, "--", program, NULL};
    run_arguments(run, (char *const *)(uintptr_t)arguments, log);
}

static inline void run_recorded(struct run *run, const char *option)
{
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%s/log", folder);
    int log = open(path, O_CREAT | O_TRUNC | O_WRONLY, 0600);
    assert_true(log >= 0);
    run_recorded_into(run, option, log);
    close(log);
    log_read(&run->log, path);
    assert_int_equal(run->log.header.one_instruction, strcmp(option, "--one-instruction=yes") == 0);
}

static void run_natively(struct run *run)
{
    char program[PATH_MAX];
    snprintf(program, sizeof program, "%s/program", folder);
    char *arguments[] = {program, NULL};
    memset(run, 0, sizeof *run);
    run_arguments(run, arguments, -1);
}

static void assert_behaves_as_native(const struct run *recorded)
{
    struct run native;
    run_natively(&native);
    assert_string_equal(recorded->output, native.output);
    assert_int_equal(recorded->status, native.status);
}

static inline void assert_same_execution(const struct log *first, const struct log *second)
{
    assert_int_equal(first->executed_count, second->executed_count);
    for (size_t i = 0; i < first->executed_count; i++)
        if (memcmp(&first->executed[i], &second->executed[i], sizeof first->executed[i]) != 0)
            fail_msg("instruction %zu: 0x%llx 0x%llx, 0x%llx 0x%llx", i, (unsigned long long)first->executed[i].address,
                     (unsigned long long)first->executed[i].value, (unsigned long long)second->executed[i].address,
                     (unsigned long long)second->executed[i].value);
}

#endif
