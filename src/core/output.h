/* output.h - a file that is there when it is whole; programs and clew's own parts, found.  SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CLEW_CORE_OUTPUT_H
#define CLEW_CORE_OUTPUT_H

#include <stdio.h>

#include "core/error.h"
#include "core/slice.h"

/* Written without a name, or beside its final name where the file system has no such files, and named when it is whole. What is no regular file (a pipe, a
 * device) is written as it is; what a link leads to is replaced, not the link. */
struct output_file {
    char final[4096], path[4096 + 16];  /* path: its name before it has the final one, if only for a moment */
    bool in_place, nameless;
    const char *after;                  /* a file that it was made of, set behind output_open: who may read that may read this; NULL: as usual */
    const char *shows;                  /* a file of which it tells, set behind output_open: who may not read that may not read this (file_mode_within) */
    bool is_private;                    /* set behind output_open: only its owner may read it */
    FILE *file;
};
bool output_is_stream(const char *name);                            /* a pipe or a device: it is written as it is, and nothing can be left behind */

/* May the file be written over? Yes, if it is not there, empty, or no regular file, and if the judge, who is given its beginning, says that it is of the kind
 * that is written; over nobody's anything else: false, and `otherwise` is the error. Asked before output_open. */
typedef bool output_judge(struct slice head);
CHECKED bool output_may_hold(const char *name, output_judge *judge, const char *otherwise, struct error *error);
bool output_has_older(const char *name);                            /* is a regular file there that is not empty? What is written takes its place */
CHECKED bool output_open(struct output_file *output, const char *name, struct error *error);
void output_drop(struct output_file *output);                            /* nothing is left of it */
/* good: everything was written to it so far, else errno says why not. Closes it in any case; name is for messages. */
CHECKED bool output_finish(struct output_file *output, bool good, const char *name, struct error *error);

/* The path the shell would run, malloced. NULL: none. */
char *program_search(const char *name);
/* It found none: false, and whether there is a file of that name here, which a shell runs as ./NAME only. */
CHECKED bool program_not_found(const char *name, struct error *error);

/* A part of clew that lies in libexec/clew/: what the environment variable names, else beside or above the running program. NULL: not there, or access() does
 * not allow `mode`. Malloced. */
char *part_search(const char *variable, const char *name, int mode);

/* Appends the first line that the program at a path prints, made safe: what it says to "--version" or the like, which stands in its arguments. False: it said
 * nothing within five seconds; it is killed in any case. */
bool program_version(const char *path, char *const *arguments, struct text *version);

/* Runs the program in a folder, without input and with its output dropped, and waits for it. True: it ended with status 0. A ^C meanwhile is its own alone. */
bool program_succeeds(const char *path, char *const *arguments, const char *folder);

#endif
