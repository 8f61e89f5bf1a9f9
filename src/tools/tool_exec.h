/* tool_exec.h - tools that are programs of their own, beside clew.  SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CLEW_TOOLS_TOOL_EXEC_H
#define CLEW_TOOLS_TOOL_EXEC_H

struct tool_program {
    const char *name;               /* in libexec/clew/ */
    const char *variable;           /* of the environment: names another program */
    const char *absent;             /* what to say if there is none */
};

/* Becomes the program. The arguments are its own; it says itself what it does not understand. Returns (127, after a message) only if it is not there. */
int tool_exec(const struct tool_program *program, char **argv);

/* Ends as a program ended (a status of waitpid): the same exit status, returned, or by the same signal, without a second core file. */
int tool_end_like(int status);

#endif
