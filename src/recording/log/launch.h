/* launch.h - starts the recorder on a program.  SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CLEW_RECORDING_LOG_LAUNCH_H
#define CLEW_RECORDING_LOG_LAUNCH_H

#include "core/core.h"

#include <signal.h>
#include <sys/types.h>

/* Finds a program as the shell would and says in plain words why it cannot be recorded: not there, not executable, a folder, 32-bit,
 * not for x86-64, set-user-id. *executable: the absolute path of the ELF file that will run (of a script its interpreter); free it. */
CHECKED bool launch_check(const char *program, char **executable, struct error *error);

/* If the executable runs since the program is a script: the absolute path of the script; free it. NULL: it is none. */
char *launch_script(const char *program, const char *executable);

struct launch {
    char *tool;                 /* the recorder */
    const char *launcher;       /* Valgrind's */
    bool bytes;                 /* the caller's to set: the log gets the bytes of every load and store */
    char messages[64];          /* what Valgrind's own messages go to, a file in memory: its path for all processes, as long as this one is there */
    int messages_file;
    pid_t process;
};

/* Where the log goes (log_format.h). */
struct launch_log {
    const char *name;           /* an abstract Unix socket: one connection a process, children included; NULL: */
    int stream;                 /* this descriptor, of the program alone */
};

/* What the program is to find as it was, though the process that starts it needs them otherwise. */
struct launch_signals {
    sigset_t mask;
    struct sigaction child;     /* for SIGCHLD */
};

/* Finds the recorder and Valgrind; makes the file for its messages. */
CHECKED bool launch_prepare(struct launch *launch, struct error *error);

/* Starts the recorder on a program, as a child of this process that SIGTERM ends when this process does. */
CHECKED bool launch_start(struct launch *launch, const struct launch_log *log, char *const *arguments, const struct launch_signals *before, struct error *error);

/* The recorder wrote nothing and ended with a status as from waitpid: the error becomes that, and the last thing that Valgrind said, if it said anything. */
void launch_wrote_nothing(const struct launch *launch, int status, struct error *error);

/* Did the program die of an access of memory (status as from waitpid)? At which address, as far as Valgrind said so. */
bool launch_accessed(const struct launch *launch, int status, uint64_t *address);

/* Did the program restrict its system calls (seccomp)? */
bool launch_restricted(const struct launch *launch);

/* Limits of Valgrind that it came to: a sentence a line; "": none. */
void launch_limits(const struct launch *launch, char *limits, size_t size);

/* How many processes the program made that nobody records (launch_log names no socket), and the names of their programs, that of the most processes
 * first, else by name: "2 cc1, sh". Those that executed none have the program's own. What a program does that one of them executed is not known. */
uint64_t launch_unrecorded(const struct launch *launch, const char *program, char *names, size_t size);

/* The program has ended, or never began. message: why Valgrind gave up, "": it did not. */
void launch_end(struct launch *launch, char message[256]);

#endif
