/* launch.h - starts the recorder on a program.  SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CLEW_RECORDING_LOG_LAUNCH_H
#define CLEW_RECORDING_LOG_LAUNCH_H

#include "core/core.h"

#include <signal.h>
#include <sys/types.h>

/* Finds a program as the shell would. False: clew cannot record it, and the error says why: missing, not executable, a folder, 32-bit,
 * not for x86-64, set-user-id. *executable: the absolute path of the ELF file that will run (for a script, its interpreter); free it. */
CHECKED bool launch_check(const char *program, char **executable, struct error *error);

/* If the program is a script that the executable interprets: returns the absolute path of the script; free it. NULL: it is not a script. */
char *launch_script(const char *program, const char *executable);

struct launch {
    char *tool;                 /* the recorder */
    const char *launcher;       /* Valgrind's */
    bool bytes;                 /* set by the caller: the log gets the bytes of every load and store */
    bool state;                 /* the same: it gets micro-operations (micro_format.h) */
    char messages[64];          /* path of the in-memory file for Valgrind's messages; all processes can open it while this one exists */
    int messages_file;
    pid_t process;
};

/* Where the log goes (log_format.h). */
struct launch_log {
    const char *name;           /* to an abstract Unix socket, one connection for each process, children included; or NULL: */
    int stream;                 /* to this descriptor, for the program alone */
};

/* Signal settings that clew changes for itself and restores for the program. */
struct launch_signals {
    sigset_t mask;
    struct sigaction child;     /* for SIGCHLD */
};

/* Finds the recorder and Valgrind; makes the file for Valgrind's messages. */
CHECKED bool launch_prepare(struct launch *launch, struct error *error);

/* Starts the recorder on a program, as a child of this process. The child gets SIGTERM when this process ends. */
CHECKED bool launch_start(struct launch *launch, const struct launch_log *log, char *const *arguments, const struct launch_signals *before, struct error *error);

/* Call it when the recorder wrote nothing and ended with a status as from waitpid. Fills the error with that, and with Valgrind's last message if any. */
void launch_wrote_nothing(const struct launch *launch, int status, struct error *error);

/* Did the program die of a memory access (status as from waitpid)? *address: where, if Valgrind's message said so; false otherwise. */
bool launch_accessed(const struct launch *launch, int status, uint64_t *address);

/* Did the program restrict its system calls (seccomp)? */
bool launch_restricted(const struct launch *launch);

/* Limits of Valgrind that the program reached: one sentence a line; "": none. */
void launch_limits(const struct launch *launch, char *limits, size_t size);

/* Returns how many processes the program made that clew does not record (launch_log names no socket). names: their programs, most processes first, then by
 * name: "2 cc1, sh". A process that executed no other program counts under the program's own name. Processes made by other programs are unknown. */
uint64_t launch_unrecorded(const struct launch *launch, const char *program, char *names, size_t size);

/* Cleans up after the program has ended, or never began. message: why Valgrind gave up; "": it did not. */
void launch_end(struct launch *launch, char message[256]);

#endif
