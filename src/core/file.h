/* file.h - the door to files and to programs, and long work that can be watched and stopped.  SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CLEW_CORE_FILE_H
#define CLEW_CORE_FILE_H

#include <stdio.h>
#include <sys/types.h>

#include "core/text.h"

struct arena;

int64_t milliseconds(void);                         /* of a clock that nobody sets */

/* Called now and then by long work with how much of `total` is done; returns false to stop the work. Zeroed: nobody watches. */
struct progress {
    bool (*report)(void *context, uint64_t done, uint64_t total);
    void *context;
};
bool progress_report(const struct progress *progress, uint64_t done, uint64_t total);  /* true: go on; progress may be NULL */

/* Reads a whole file (or pipe, or standard input for "-") into the arena; the bytes are followed by 64 zero bytes, so that
 * vector loads may overrun. O(size) time and memory; nothing is mapped, so a file that shrinks cannot hurt. Folders and devices are refused. */
CHECKED bool file_read(const char *path, struct arena *arena, struct str *bytes, struct error *error);

/* The same while somebody watches: progress counts bytes. Stopped, it fails as "interrupted". */
CHECKED bool file_read_watched(const char *path, const struct progress *progress, struct arena *arena, struct str *bytes, struct error *error);

/* The same of a file that another file names, an executable or a source: refused above `most` bytes. Holes in it cost no memory. */
CHECKED bool file_read_most(const char *path, uint64_t most, struct arena *arena, struct str *bytes, struct error *error);

/* Of a file that could not be opened, or run, for the reason of this errno: "cannot be opened: No such file or directory: the nearest is mean.clew". `what` is
 * "cannot be opened". Where it is not there, the names of its folder are looked at (near_files). Returns false. */
bool file_not_opened(const char *path, const char *what, int number, struct error *error);

/* The first `size` bytes of a regular file, fewer if it is shorter. False: it is none (a pipe would lose what is read), or cannot be read. */
bool file_head(const char *path, size_t size, struct arena *arena, struct str *bytes);

/* Is anything of that name there, readable or not? */
bool file_is_there(const char *path);

/* Size and time of last change of a file; false: there is none or it is no regular file. */
struct file_stat {
    uint64_t size;
    int64_t modified;  /* seconds since 1970 */
};
bool file_stat(const char *path, struct file_stat *stat);
bool file_is_folder(const char *path);

/* ---- Files that are written beside others ---- */

/* A file in the folder of `path` that has no name yet, for reading and writing: whatever happens to this process, nothing of it is left. -1: the file
 * system has none, or none that could be named later. */
int file_nameless(const char *path, mode_t mode);

/* Gives it a name, which nothing may have yet. False: errno says why not. */
CHECKED bool file_give_name(int descriptor, const char *path);

/* Who may read and write a file that was made of another one: those who may that one. Gives it the other's mode, group and, as root, owner; where the group
 * cannot be had, or the other has a list of its own (ACL), the group may do nothing. The file was made with mode 0600, which stays where this fails. */
void file_take_after(int descriptor, const char *other);

/* The mode of a new file that shows what is in the file `other`: as usual, but that nobody can read it who cannot read that. NULL, or not there: as usual. */
mode_t file_mode_within(const char *other);

/* ---- A file that is there when it is whole ---- */

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
typedef bool output_judge(struct str head);
CHECKED bool output_may_hold(const char *name, output_judge *judge, const char *otherwise, struct error *error);
bool output_has_older(const char *name);                            /* is a regular file there that is not empty? What is written takes its place */
CHECKED bool output_open(struct output_file *output, const char *name, struct error *error);
void output_drop(struct output_file *output);                            /* nothing is left of it */
/* good: everything was written to it so far, else errno says why not. Closes it in any case; name is for messages. */
CHECKED bool output_finish(struct output_file *output, bool good, const char *name, struct error *error);

/* ---- Programs and clew's own parts, found ---- */

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
