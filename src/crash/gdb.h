/* gdb.h - asks gdb for the frames and variables of a core file or a process.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     struct gdb_request request = {.executable = "a.out", .core = "core", .commands = text};
 *     if (!gdb_ask(&request, &arena, &output, &error)) ...
 *     debugger_read(output, "gdb", &arena, &dump);
 *
 * gdb runs with its machine interface on a pipe, without init files, without auto-loaded scripts, never connected to a terminal, and with the calling
 * of functions of the program switched off: no code of the program runs. A process is attached, read and left running again. gdb's debuginfod
 * is off. Everything gdb prints from the opening of the files on is kept as it came, at most GDB_OUTPUT bytes; what is behind is cut, and the text then
 * ends with a line &"clew: gdb printed more than ...". How gdb is run and ended stands in gdb_process.h. */
#ifndef CLEW_CRASH_GDB_H
#define CLEW_CRASH_GDB_H

#include "core/core.h"

enum { GDB_OUTPUT = 256 << 20, GDB_SECONDS = 120 };

struct gdb_request {
    const char *gdb;                /* program; NULL: $CLEW_GDB, else gdb */
    const char *executable;         /* NULL only with a process */
    const char *core;               /* one of core and process */
    uint64_t process;               /* 0: none */
    struct slice commands;          /* gdb commands, one a line: those of crash_gdb_commands */
    struct progress progress;       /* may stop it: gdb is then ended, the process left running */
};

/* The MI records gdb answered with, in order; after a failed command its message is in the text as well. False: gdb is missing (the message
 * says what to install), could not open the file or attach (gdb's own words), was stopped, or did not answer for GDB_SECONDS. */
CHECKED bool gdb_ask(const struct gdb_request *request, struct arena *arena, struct slice *output, struct error *error);

#endif
