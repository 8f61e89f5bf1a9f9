/* worker.c - a process that does the work, and one that cleans up after it.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "worker.h"

#include <errno.h>
#include <ftw.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

static int remove_entry(const char *path, const struct stat *about, int kind, struct FTW *walk)
{
    (void)about;
    (void)kind;
    (void)walk;
    return remove(path);
}

/* Waits for the worker and passes signals that mean "stop" on to it. */
static int supervise(pid_t worker, const sigset_t *signals)
{
    for (;;) {
        int status, signal = sigwaitinfo(signals, NULL);
        if (signal > 0 && signal != SIGCHLD)
            kill(worker, signal);
        pid_t ended = waitpid(worker, &status, WNOHANG);
        if (ended == worker)
            return status;
        if (ended < 0 && errno != EINTR)
            return 1 << 8;
    }
}

int worker_run(int (*work)(void *context), void *context, const char *folder)
{
    sigset_t signals, before;
    signal(SIGCHLD, SIG_DFL);
    sigemptyset(&signals);
    sigaddset(&signals, SIGCHLD);
    sigaddset(&signals, SIGINT);
    sigaddset(&signals, SIGTERM);
    sigaddset(&signals, SIGHUP);
    sigprocmask(SIG_BLOCK, &signals, &before);
    pid_t worker = fork();
    if (worker == 0) {
        sigprocmask(SIG_SETMASK, &before, NULL);
        prctl(PR_SET_PDEATHSIG, SIGTERM);
        int status = work(context);
        fflush(NULL);
        _exit(status);
    }
    int status = worker > 0 ? supervise(worker, &signals) : 1 << 8;
    nftw(folder, remove_entry, 16, FTW_DEPTH | FTW_PHYS);
    return status;
}

void worker_end_as(int signal)
{
    sigset_t one;
    sigemptyset(&one);
    sigaddset(&one, signal);
    struct sigaction standard = {.sa_handler = SIG_DFL};
    sigaction(signal, &standard, NULL);
    sigprocmask(SIG_UNBLOCK, &one, NULL);
    raise(signal);
}
