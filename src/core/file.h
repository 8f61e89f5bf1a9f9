/* file.h - the door to files and programs; progress of long work.  SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CLEW_CORE_FILE_H
#define CLEW_CORE_FILE_H

#include <stdio.h>
#include <sys/types.h>

#include "core/text.h"

struct arena;

int64_t milliseconds(void);                         /* of a monotonic clock */
unsigned processor_count(void);                     /* that this process may use (sched_setaffinity(2)): at least 1 */

/* Long work calls this now and then with its progress, `done` of `total`; it returns false to stop the work. Zeroed: nobody watches. */
struct progress {
    bool (*report)(void *context, uint64_t done, uint64_t total);
    void *context;
    void (*doing)(void *context, const char *what);     /* what the work is from here on, as a literal: "rebuilding"; NULL: just work. Or NULL */
};
void progress_doing(const struct progress *progress, const char *what);
bool progress_report(const struct progress *progress, uint64_t done, uint64_t total);  /* true: go on; progress may be NULL */

/* Reads a whole file (or pipe, or standard input for "-") into the arena, followed by 64 zero bytes, so that vector loads may overrun. O(size) time and
 * memory. It maps nothing, so a shrinking file does no harm. Refuses folders and devices. */
CHECKED bool file_read(const char *path, struct arena *arena, struct str *bytes, struct error *error);

/* As file_read, with progress in bytes. Stopped, it fails as "interrupted". */
CHECKED bool file_read_watched(const char *path, const struct progress *progress, struct arena *arena, struct str *bytes, struct error *error);

/* As file_read, for a file that another file names (an executable, a source): refuses files above `most` bytes. Holes in the file cost no memory. */
CHECKED bool file_read_most(const char *path, uint64_t most, struct arena *arena, struct str *bytes, struct error *error);

/* The error for a file that could not be opened or run, from an errno: "cannot be opened: No such file or directory: the nearest is mean.clew". `what` is
 * "cannot be opened". If the file is missing, looks for near names in its folder (near_files). Returns false. */
bool file_not_opened(const char *path, const char *what, int number, struct error *error);

/* The first `size` bytes of a regular file, fewer if it is shorter. False: not regular (a pipe would lose the bytes read), or unreadable. */
bool file_head(const char *path, size_t size, struct arena *arena, struct str *bytes);

/* Does anything of that name exist, readable or not? */
bool file_is_there(const char *path);

/* Size and modification time of a file; false: missing, or not a regular file. */
struct file_stat {
    uint64_t size;
    int64_t modified;  /* seconds since 1970 */
};
bool file_stat(const char *path, struct file_stat *stat);
bool file_is_folder(const char *path);

/* ---- Files written beside others ---- */

/* Makes a nameless file in the folder of `path`, for reading and writing: unless it gets a name, it vanishes with this process. -1: the file system has no
 * nameless files, or could not name one later. */
int file_nameless(const char *path, mode_t mode);

/* Gives it a name that is free. False: errno says why not. */
CHECKED bool file_give_name(int descriptor, const char *path);

/* Makes a derived file as accessible as its source `other`: gives it that file's mode, group and, as root, owner. If clew cannot set the group, or `other` has
 * an ACL, the group gets no access. Create the file with mode 0600: it stays if this fails. */
void file_take_after(int descriptor, const char *other);

/* The mode of a new file that shows the content of `other`: as usual, but unreadable for everyone who cannot read `other`. NULL or missing: as usual. */
mode_t file_mode_within(const char *other);

/* ---- A file that appears when it is whole ---- */

/* Written without a name, or, if the file system has no nameless files, beside its final name; named when it is whole. A pipe or device is written directly.
 * Of a link, the target is replaced, not the link. */
struct output_file {
    char final[4096], path[4096 + 16];  /* path: a name it has before the final one, perhaps only for a moment */
    bool in_place, nameless;
    const char *after;                  /* its source, set after output_open: readers of that may read this; NULL: as usual */
    const char *shows;                  /* a file that it describes, set after output_open: only readers of that may read this (file_mode_within) */
    bool is_private;                    /* set after output_open: only its owner may read it */
    FILE *file;
};
bool output_is_stream(const char *name);                            /* a pipe or a device: written directly, nothing can be left behind */

/* May clew overwrite this file? Yes, if it is missing, empty, or not regular, or if the judge recognises its beginning as the kind of file that clew is about
 * to write. Otherwise false, with `otherwise` as the error: clew overwrites no other file. Ask before output_open. */
typedef bool output_judge(struct str head);
CHECKED bool output_may_hold(const char *name, output_judge *judge, const char *otherwise, struct error *error);
bool output_has_older(const char *name);                            /* does a regular file of that name exist that is not empty? The output replaces it */
CHECKED bool output_open(struct output_file *output, const char *name, struct error *error);
void output_drop(struct output_file *output);                            /* leaves nothing of it */
/* good: all writes succeeded; otherwise errno says why not. Closes the file in any case; name is for messages. */
CHECKED bool output_finish(struct output_file *output, bool good, const char *name, struct error *error);

/* ---- Finding programs and clew's own parts ---- */

/* The path that the shell would run, malloced. NULL: none. */
char *program_search(const char *name);
/* The error after program_search found none; it mentions a file of that name here, which a shell runs only as ./NAME. Returns false. */
CHECKED bool program_not_found(const char *name, struct error *error);

/* A part of clew in libexec/clew/: the path in the environment variable, otherwise beside or above the running program. NULL: missing, or access() does not
 * allow `mode`. Malloced. */
char *part_search(const char *variable, const char *name, int mode);

/* Appends the first line that a program prints, made safe. Its arguments hold "--version" or the like. False: it printed nothing within five seconds. Kills
 * the program in any case. */
bool program_version(const char *path, char *const *arguments, struct text *version);

/* Runs a program in a folder, without input and with its output dropped, and waits for it. True: exit status 0. A ^C meanwhile reaches only the program. */
bool program_succeeds(const char *path, char *const *arguments, const char *folder);

#endif
