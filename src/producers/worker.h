/* worker.h - what both compiler drivers are: one process works, another one cleans up.  SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CLEW_PRODUCERS_WORKER_H
#define CLEW_PRODUCERS_WORKER_H

/* Runs work(context) in a process of its own, which ends with what that answers, passes SIGINT, SIGTERM and SIGHUP on to it, and removes the folder with
 * all that is in it when it is over. Answers the status as waitpid has it. */
int worker_run(int (*work)(void *context), void *context, const char *folder);

/* Ends this process by the signal, as one that does not catch it. */
void worker_end_as(int signal);

#endif
