/* gdb.h - asks gdb for the frames and variables of a core file or a process.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     struct gdb_request request = {.executable = "a.out", .core = "core", .commands = text};
 *     if (!gdb_ask(&request, &arena, &output, &error)) ...
 *     debugger_read(output, "gdb", &arena, &dump);
 *
 * gdb runs with its machine interface on a pipe, without init files, without auto-loaded scripts, never connected to a terminal, and with the calling
 * of functions of the program switched off: no code of the program runs. A process is attached, read and left running again. gdb's debuginfod
 * is off. Everything gdb prints from the opening of the files on is kept as it came, at most GDB_OUTPUT bytes; what is behind is cut, and the text then
 * ends with a line &"clew: gdb printed more than ...". How gdb is run and ended: below, gdb_start. */
#ifndef CLEW_CRASH_GDB_H
#define CLEW_CRASH_GDB_H

#include "core/core.h"

#include <sys/types.h>

enum { GDB_OUTPUT = 256 << 20, GDB_SECONDS = 120 };

struct gdb_request {
    const char *gdb;                /* program; NULL: $CLEW_GDB, else gdb */
    const char *executable;         /* NULL only with a process */
    const char *core;               /* one of core and process */
    uint64_t process;               /* 0: none */
    struct str commands;          /* gdb commands, one a line: those of crash_gdb_commands */
    struct progress progress;       /* may stop it: gdb is then ended, the process left running */
};

/* The MI records gdb answered with, in order; after a failed command its message is in the text as well. False: gdb is missing (the message
 * says what to install), could not open the file or attach (gdb's own words), was stopped, or did not answer for GDB_SECONDS. */
CHECKED bool gdb_ask(const struct gdb_request *request, struct arena *arena, struct str *output, struct error *error);

/* ---- A gdb at the other end of a pipe, asked one command at a time ----
 *
 *     struct gdb gdb = {.progress = &request->progress, .traced = process};
 *     if (!gdb_start(&gdb, program, &error)) ...
 *     if (gdb_command(&gdb, str_of("bt"), "^", &record) && str_starts(record, "^done")) ...
 *     gdb_end(&gdb);                          always; nothing of it is left running
 *
 *     clew -- life pipe --> keeper -- waits for --> gdb -- ptrace --> the process
 *       \-- commands (socket), answers (pipe) -----/
 *
 * gdb runs in a session without a terminal, so that ^C reaches clew alone, with the machine interface (MI), in locale C, without core files. Between
 * clew and gdb stands a keeper, a fork of clew that only waits: when clew ends the talk, or dies of whatever, it sees to it that gdb leaves
 * and that the process goes on. A signal to gdb is no way to do that: in the middle of an attach, gdb 13 takes SIGTERM for ^C and hands it on to
 * the process as SIGINT, or leaves it stopped. So gdb is given the end of its input, at which it detaches, then LEAVE milliseconds, then SIGKILL, at which
 * the kernel detaches; the stop signal that gdb may have left behind is undone by SIGCONT. */

enum gdb_state {
    GDB_RUNS,
    GDB_DIED,                   /* by itself: see status */
    GDB_INTERRUPTED,            /* progress said so */
    GDB_SILENT,                 /* for `patience` */
    GDB_FULL                    /* it printed more than `room` */
};

struct gdb {
    pid_t keeper;               /* 0: none */
    pid_t traced;               /* process that must run when gdb is gone; 0: none. Set before the start */
    int commands, answers, life;/* -1: closed */
    struct text text;           /* what it printed */
    size_t line, searched;      /* start of the line that is looked at, and up to where its end was looked for */
    enum gdb_state state;
    size_t room;                /* bytes; GDB_OUTPUT */
    int64_t patience;           /* milliseconds; GDB_SECONDS */
    const struct progress *progress;
    uint64_t done, total;       /* commands, for progress */
};

/* False: it cannot be run; where it is not installed the message says how to get it. program NULL: $CLEW_GDB, else gdb. */
CHECKED bool gdb_start(struct gdb *gdb, const char *program, struct error *error);

/* Sends a line and reads until one that starts with `end`: "^" for the result record that MI gives every command once, "*stopped" for
 * the stop behind an attach; nothing is sent if the line is null. *record points into the text until the next call; NULL: not wanted.
 * False: the state says why; a state other than GDB_RUNS stays. */
CHECKED bool gdb_command(struct gdb *gdb, struct str line, const char *end, struct str *record);

/* Makes it leave, waits until it is gone and the process runs, and frees the text. */
void gdb_end(struct gdb *gdb);

#endif
