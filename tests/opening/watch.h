/* watch.h - a program run where every call that writes, runs or connects is seen, and refused.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     struct watched seen;
 *     watch_run(&(struct watch){.arguments = arguments, .input = "info\n", .folder = "/tmp/x"}, &seen);
 *     if (seen.call[0]) ... it called what it may not: seen.call, seen.path
 *
 * A seccomp filter stops the program before such a call, and this process, which traces it, ends the program there: nothing is written or run. Such calls are
 * opening for writing (but for files that have no name, O_TMPFILE, in which a pipe is kept); making, renaming, linking and removing files, changing their
 * mode, owner, size or time; fork, vfork, exec, ptrace; sockets; signals to others; typing into the terminal (TIOCSTI). What it has open already,
 * pipes or a terminal, it may write to, and start threads. */
#ifndef CLEW_TESTS_WATCH_H
#define CLEW_TESTS_WATCH_H

#include <stdbool.h>
#include <stddef.h>

struct watch {
    const char *const *arguments;       /* ended by NULL; the first is a path */
    const char *input;                  /* what it reads: on a terminal what is typed there once it wrote something; NULL: nothing */
    size_t input_size;
    const char *folder;                 /* where it runs; also its HOME */
    bool terminal;                      /* it has one, of 24 x 80; else its output is dropped */
};

struct watched {
    char call[32];                      /* the first call that is not allowed; "" for none */
    char path[256];                     /* the file that it names, if any */
    bool late;                          /* it did not end within WATCH_PATIENCE, and was ended */
    int status;                         /* as of waitpid, if it ended by itself */
};

enum { WATCH_PATIENCE = 120 /* seconds: of a busy machine */ };

/* False: this machine cannot watch (no seccomp, no ptrace). */
bool watch_run(const struct watch *watch, struct watched *seen);

/* This process makes one of the calls, named as in struct watched: for a test of the watch. False: there is no such name. */
bool watch_provoke(const char *call);

#endif
