/* worker.h - for both compiler drivers: one process does the work, another one cleans up.  SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CLEW_PRODUCERS_WORKER_H
#define CLEW_PRODUCERS_WORKER_H

/* Runs work(context) in a separate process, whose exit status is the result of `work`. Passes SIGINT, SIGTERM and SIGHUP on to it. When that process has ended,
 * removes the folder and its contents. Returns the process's status as from waitpid. */
int worker_run(int (*work)(void *context), void *context, const char *folder);

/* Ends this process by the signal, with its default action. */
void worker_end_as(int signal);

#endif
