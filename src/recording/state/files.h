/* files.h - the files whose bytes a program mapped, as they were when it was recorded.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     struct files *files = files_open(store);
 *     if (files_read(files, path, 0x1000, bytes, sizeof bytes)) ...
 *     files_close(files);
 *
 * A recording has the bytes of its executable and libraries by reference: the note "mapped PATH" is the build id of the ELF file. A file that is missing, or
 * has another build id now, tells nothing. Files are read when the first question needs them, whole. */
#ifndef CLEW_RECORDING_STATE_FILES_H
#define CLEW_RECORDING_STATE_FILES_H

#include "core/core.h"

struct files;
struct store;
struct store_writer;

struct files *files_open(const struct store *store);        /* the store must outlive it */
void files_close(struct files *files);                      /* NULL is allowed */

/* Bytes of a file from an offset on; behind its end zeros, as in its last page. False: the file is not there as it was. */
CHECKED bool files_read(struct files *files, struct str path, uint64_t offset, uint8_t *bytes, uint64_t size);

/* Appends which build a file is: its build id, or else its size and the time of its last change. Nothing: there is no such file. O(size of an ELF file). */
void file_build(const char *path, struct text *out);

/* ---- While recording: collects the paths that the log maps ---- */

struct mapped_files;
struct mapped_files *mapped_files_open(void);
void mapped_files_close(struct mapped_files *mapped);       /* NULL is allowed */

/* The program maps this file: keeps its build id, if it is an ELF file that has one. O(size of the file) if it is new or has changed. */
void mapped_files_add(struct mapped_files *mapped, struct str path);
void mapped_files_spoil(struct mapped_files *mapped, struct str path);          /* it is another build now: no file is that */
/* Writes the notes "mapped PATH"; MAPPED_SEVERAL where the path had several builds one after the other: no file is that. */
#define MAPPED_SEVERAL "several"
void mapped_files_write(const struct mapped_files *mapped, struct store_writer *writer);

#endif
