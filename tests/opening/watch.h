/* watch.h - runs a program and refuses every system call that writes, runs or connects.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     struct watched seen;
 *     watch_run(&(struct watch){.arguments = arguments, .input = "info\n", .folder = "/tmp/x"}, &seen);
 *     if (seen.call[0]) ... it tried a forbidden call: seen.call, seen.path
 *
 * A seccomp filter stops the program before such a call, and this process, which traces it, ends it there: the program writes and runs nothing. Forbidden are:
 * opening a file for writing (except files without a name, O_TMPFILE, which clew keeps piped input in); making, renaming, linking and removing files;
 * changing their mode, owner, size or time; fork, vfork, exec, ptrace; sockets; signals to other processes; typing into the terminal (TIOCSTI). The program
 * may write to pipes or a terminal that it has open already, and may start threads. */
#ifndef CLEW_TESTS_WATCH_H
#define CLEW_TESTS_WATCH_H

#include <stdbool.h>
#include <stddef.h>

struct watch {
    const char *const *arguments;       /* ended by NULL; the first is a path */
    const char *input;                  /* what it reads; on a terminal, the keys typed after its first output; NULL: nothing */
    size_t input_size;
    const char *folder;                 /* where it runs; also its HOME */
    bool terminal;                      /* it runs on a terminal of 24 x 80; otherwise its output is dropped */
};

struct watched {
    char call[32];                      /* the first forbidden call; "": none */
    char path[256];                     /* the file that it names, if any */
    bool late;                          /* it ran longer than WATCH_PATIENCE, and was ended */
    int status;                         /* from waitpid, if it ended by itself */
};

enum { WATCH_PATIENCE = 120 /* seconds, on a busy machine */ };

/* False: this machine cannot watch (no seccomp, no ptrace). */
bool watch_run(const struct watch *watch, struct watched *seen);

/* Makes one of the forbidden calls in this process, named as in struct watched: for a test of the watch. False: unknown name. */
bool watch_provoke(const char *call);

#endif
