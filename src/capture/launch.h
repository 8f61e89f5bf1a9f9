/* launch.h - starts the recorder on a program.  SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CLEW_CAPTURE_LAUNCH_H
#define CLEW_CAPTURE_LAUNCH_H

#include "core/core.h"

#include <signal.h>
#include <sys/types.h>

/* Finds a program as the shell would and says in plain words why it cannot be recorded: not there, not executable, a folder, 32-bit,
 * not for x86-64, set-user-id. *executable: the absolute path of the ELF file that will run (of a script its interpreter); free it. */
CHECKED bool launch_check(const char *program, char **executable, struct error *error);

struct launch {
    pid_t process;
    int log;                    /* the stream of log_format.h */
    char messages[64];          /* file that Valgrind's own messages go to */
    int signals;                /* descriptor that tells of SIGTERM and SIGHUP to clew */
    sigset_t mask;              /* of signals, as it was */
    bool has_accessed;          /* launch_finish: it died of an access of memory, at this address */
    uint64_t accessed;
    struct {
        void (*interrupt)(int), (*quit)(int);
    } old;
};

/* Starts the recorder. ^C then reaches the program, not clew; SIGTERM and SIGHUP are passed on to it (launch_wait), so that the trace is
 * finished when it ends. */
CHECKED bool launch_start(struct launch *launch, char *const *arguments, struct error *error);

/* Waits until there is something to read from the log, or its end. context: the struct launch. For log_watch. */
void launch_wait(void *context);

/* Waits for the end. log_good: the log was read to its end without error; else *error says so already and gets Valgrind's last message added
 * where there is one. *status as from waitpid; message: why Valgrind let it die by SIGILL, "" if it did not. */
CHECKED bool launch_finish(struct launch *launch, bool log_good, int *status, char message[256], struct error *error);

#endif
