/* gdb.h - asks gdb for frames and variables of a core file or a process.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     struct gdb_request request = {.executable = "a.out", .core = "core", .commands = text};
 *     if (!gdb_ask(&request, &arena, &output, &error)) ...
 *     debugger_read(output, "gdb", &arena, &dump);
 *
 * clew runs gdb with its machine interface on a pipe: without init files, auto-loaded scripts, debuginfod or a terminal. Calling functions of the program is
 * switched off, so no code of the program runs. gdb attaches to a process, reads it and leaves it running. clew keeps everything gdb prints after opening the
 * files, unchanged, up to GDB_OUTPUT bytes. If gdb prints more, the text ends with a line &"clew: gdb printed more than ...". gdb_start, below, says how clew
 * runs and ends gdb. */
#ifndef CLEW_CRASH_GDB_H
#define CLEW_CRASH_GDB_H

#include "core/core.h"

#include <sys/types.h>

enum { GDB_OUTPUT = 256 << 20, GDB_SECONDS = 120 };

struct gdb_request {
    const char *gdb;                /* program; NULL: $CLEW_GDB, else gdb */
    const char *executable;         /* NULL only with a process */
    const char *core;               /* either core or process */
    uint64_t process;               /* 0: none */
    struct str commands;          /* gdb commands, one a line, from crash_gdb_commands */
    struct progress progress;       /* can stop it: clew then ends gdb and leaves the process running */
};

/* Collects gdb's MI records in order, including the messages of failed commands. False: gdb is missing (the error says what to install), could not open the
 * file or attach (the error quotes gdb), was stopped, or did not answer for GDB_SECONDS. */
CHECKED bool gdb_ask(const struct gdb_request *request, struct arena *arena, struct str *output, struct error *error);

/* ---- A gdb at the other end of a pipe, asked one command at a time ----
 *
 *     struct gdb gdb = {.progress = &request->progress, .traced = process};
 *     if (!gdb_start(&gdb, program, &error)) ...
 *     if (gdb_command(&gdb, str_of("bt"), "^", &record) && str_starts(record, "^done")) ...
 *     gdb_end(&gdb);                          always; leaves nothing running
 *
 *     clew -- life pipe --> keeper -- waits for --> gdb -- ptrace --> the process
 *       \-- commands (socket), answers (pipe) -----/
 *
 * gdb runs in a session without a terminal, so that ^C reaches clew alone, with the machine interface (MI), in locale C, without core files. Between clew and
 * gdb stands a keeper, a fork of clew that only waits. When clew closes the connection or dies for any reason, gdb must leave and the process must continue. A
 * signal to gdb cannot do that: during an attach, gdb 13 takes SIGTERM for ^C and passes it to the process as SIGINT, or leaves the process stopped. But gdb's
 * input ends then, at which gdb detaches. The keeper waits up to LEAVE milliseconds and sends SIGKILL to a gdb that is still there, at which the kernel
 * detaches. The keeper's SIGCONT then undoes a stop that gdb may have left behind. */

enum gdb_state {
    GDB_RUNS,
    GDB_DIED,                   /* gdb ended by itself */
    GDB_INTERRUPTED,            /* progress asked to stop */
    GDB_SILENT,                 /* for `patience` */
    GDB_FULL                    /* it printed more than `room` */
};

struct gdb {
    pid_t keeper;               /* 0: none */
    pid_t traced;               /* process that must run after gdb is gone; 0: none. Set it before gdb_start */
    int commands, answers, life;/* -1: closed */
    struct text text;           /* gdb's output */
    size_t line, searched;      /* start of the current line; how far clew has searched for its end */
    enum gdb_state state;
    size_t room;                /* bytes; GDB_OUTPUT */
    int64_t patience;           /* milliseconds; GDB_SECONDS */
    const struct progress *progress;
    uint64_t done, total;       /* commands, for progress */
};

/* Starts gdb. False: clew cannot run it; if it is not installed, the error says how to install it. program NULL: $CLEW_GDB, else gdb. */
CHECKED bool gdb_start(struct gdb *gdb, const char *program, struct error *error);

/* Sends a line (none if null) and reads until a line that starts with `end`: "^" for the one result record that MI gives each command, "*stopped" for the stop
 * after an attach. *record points into the text until the next call; record may be NULL. False: the state says why; a state other than GDB_RUNS stays. */
CHECKED bool gdb_command(struct gdb *gdb, struct str line, const char *end, struct str *record);

/* Makes gdb leave, waits until it is gone and the process runs, and frees the text. */
void gdb_end(struct gdb *gdb);

#endif
