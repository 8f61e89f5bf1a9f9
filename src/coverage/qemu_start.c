/* qemu_start.c - the emulator is started with the plugin, and waited for.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "coverage/qemu.h"
#include "coverage/qemu_inside.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

char *coverage_plugin(void)
{
    return part_search("CLEW_COVERAGE_PLUGIN", "gnatcov-qemu.so", R_OK);
}

/* A copy that stays open in the emulator until the plugin closes it. It is high, so that the emulator's own files get the numbers they always get. */
static int descriptor_pass(int descriptor)
{
    int copy = fcntl(descriptor, F_DUPFD, 500);
    return copy >= 0 ? copy : fcntl(descriptor, F_DUPFD, 3);
}

/* "PLUGIN,log=500,history=501"; QEMU wants commas in names twice. */
static void plugin_option(const char *plugin, const struct run_log *log, struct text *out)
{
    for (const char *at = plugin; *at; at++) {
        text_byte(out, *at);
        if (*at == ',')
            text_byte(out, ',');
    }
    text_printf(out, ",log=%d", descriptor_pass(log->descriptor));
    if (log->history_descriptor >= 0)
        text_printf(out, ",history=%d", descriptor_pass(log->history_descriptor));
}

/* In the child, between fork and exec; does not return. */
static _Noreturn void become_emulator(const struct coverage_run_options *options, const struct run_program *program, const struct run_log *log,
                                      const char *plugin)
{
    struct text option = {0};
    size_t count = 0, used = 0;
    plugin_option(plugin, log, &option);
    while (options->arguments[count])
        count++;
    const char **all = memory_allocate((count + 8) * sizeof *all);
    all[used++] = program->emulator;
    all[used++] = "-plugin";
    all[used++] = text_string(&option);
    all[used++] = "-0";
    all[used++] = options->arguments[0];
    if (program->sysroot[0]) {
        all[used++] = "-L";
        all[used++] = program->sysroot;
    }
    all[used++] = program->path;
    for (size_t i = 1; i < count; i++)
        all[used++] = options->arguments[i];
    all[used] = NULL;
    execv(program->emulator, (char *const *)(uintptr_t)all);
    _exit(127);
}

/* Until the program ends. SIGTERM and SIGHUP are passed on to it, so that its trace is written when it ends. */
static int wait_for(pid_t process, const sigset_t *signals)
{
    int status = 0;
    siginfo_t info;
    for (;;) {
        pid_t ended = waitpid(process, &status, WNOHANG);
        if (ended == process || (ended < 0 && errno != EINTR))
            return status;
        if (sigwaitinfo(signals, &info) > 0 && info.si_signo != SIGCHLD)
            kill(process, info.si_signo);
    }
}

bool run_emulator(const struct coverage_run_options *options, const struct run_program *program, const struct run_log *log, int *status, struct error *error)
{
    char *plugin = coverage_plugin();
    if (!plugin)
        return error_set(error, "the plugin of QEMU is not there (libexec/clew/gnatcov-qemu.so): build clew again (make)");
    sigset_t signals, before;
    sigemptyset(&signals);
    sigaddset(&signals, SIGTERM);
    sigaddset(&signals, SIGHUP);
    sigaddset(&signals, SIGCHLD);
    sigprocmask(SIG_BLOCK, &signals, &before);
    pid_t process = fork();
    if (process == 0) {
        sigprocmask(SIG_SETMASK, &before, NULL);
        prctl(PR_SET_PDEATHSIG, SIGTERM);       /* whoever ends clew does not leave the program behind */
        become_emulator(options, program, log, plugin);
    }
    int number = errno;
    free(plugin);
    if (process > 0) {
        void (*child)(int) = signal(SIGCHLD, SIG_DFL);          /* who ignores it is told of no end */
        void (*interrupt)(int) = signal(SIGINT, SIG_IGN), (*quit)(int) = signal(SIGQUIT, SIG_IGN);
        *status = wait_for(process, &signals);
        signal(SIGINT, interrupt);
        signal(SIGQUIT, quit);
        signal(SIGCHLD, child);
    }
    sigprocmask(SIG_SETMASK, &before, NULL);
    return process > 0 || error_set(error, "the emulator could not be started: %s", strerror(number));
}
