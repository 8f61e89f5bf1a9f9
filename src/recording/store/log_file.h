/* log_file.h - a log in a file: what a recording is before its dependences are rebuilt.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     struct log_file_writer *writer;
 *     if (!log_file_create(path, task, &writer, &error)) ...
 *     log_file_add(writer, records);                      whole records of the log, again and again
 *     good = log_file_end(writer, ended, &error);         how the program ended
 *     log_file_close(writer);                             gives up the lock
 *
 *     struct log_file *file;
 *     if (!log_file_open(path, &file, &error)) ...
 *     while (log_file_next(file, &bytes, &error)) ...     what was added, in the same portions
 *     log_file_close_read(file);
 *
 * The recorder's log goes to the disk as the program runs, so that nothing is lost if clew is killed. Its rebuild (recording/log/record.h) makes a recording of
 * it, which takes its name. This folder knows nothing of the meaning of the bytes.
 *
 *     file    = struct log_file_head  frame*
 *     frame   = u32 kind, u32 packed size, u32 size, u32 crc32 of these; one frame of zstd with its checksum
 *
 * The first frame is the task, the last one tells how the program ended; all others are records. A file that was cut anywhere is good up to its last whole
 * frame. The process that writes or rebuilds a log holds a lock on it (flock), which the kernel gives up when that process dies. */
#ifndef CLEW_RECORDING_STORE_LOG_FILE_H
#define CLEW_RECORDING_STORE_LOG_FILE_H

#include "core/core.h"

#define LOG_FILE_MAGIC "clew log\n\0\0"     /* 12 bytes with the last NUL */

struct log_file_head {                  /* 64 bytes */
    char magic[12];
    uint32_t version;
    uint64_t done, total;               /* bytes of records that are rebuilt; that there are. Both grow */
    uint64_t spare[4];
};
enum {
    LOG_FILE_VERSION = 1,
    LOG_FILE_MOST = 1 << 26,            /* bytes of one frame, unpacked */
    LOG_FILE_LEAVES = 64 << 20          /* bytes that it leaves on the disk, for the recording */
};

bool log_file_sniff(struct str head);

/* ---- Writing ---- */

struct log_file_writer;

/* A new file, with the lock. */
CHECKED bool log_file_create(const char *path, struct str task, struct log_file_writer **writer, struct error *error);
void log_file_close(struct log_file_writer *writer);        /* NULL is allowed. The file stays */

/* Packs and writes them: 19 ns for 10 bytes. False: it cannot be written, or would leave too little space; nothing can be added any more. */
CHECKED bool log_file_add(struct log_file_writer *writer, struct str records, struct error *error);
CHECKED bool log_file_end(struct log_file_writer *writer, struct str ended, struct error *error);

/* How much is rebuilt, for those who wait. */
void log_file_done(struct log_file_writer *writer, uint64_t done);

uint64_t log_file_bytes(const struct log_file_writer *writer);          /* on disk: where the next frame will be */

/* Records that were added, by the log_file_bytes before: they replace those of `bytes`. Another thread may add some meanwhile. */
CHECKED bool log_file_reread(const struct log_file_writer *writer, uint64_t at, struct text *bytes, struct error *error);

/* ---- Reading ---- */

struct log_file;
CHECKED bool log_file_open(const char *path, struct log_file **file, struct error *error);    /* False: no such file, or its task is damaged */
void log_file_close_read(struct log_file *file);            /* NULL is allowed */

struct str log_file_task(const struct log_file *file);      /* valid as long as the file is open */

/* The bytes of the next frame of records replace those of `bytes`. False: there is no other one, or damage: then log_file_is_damaged, and error says where.
 * A file that grows may have another one later. */
CHECKED bool log_file_next(struct log_file *file, struct text *bytes, struct error *error);
bool log_file_is_damaged(const struct log_file *file);
bool log_file_is_broken(const struct log_file *file);       /* the file could not be read, or there was no memory: what follows may be good */
uint64_t log_file_position(const struct log_file *file);    /* bytes of the file up to the next frame */

/* After the last frame: how the program ended, valid as long as the file is open. Null: the file does not tell. */
struct str log_file_ended(const struct log_file *file);

/* Takes the lock. False: another process has it. Where files cannot be locked, it is true for all. */
bool log_file_lock(struct log_file *file);

struct log_file_head log_file_head(const struct log_file *file);        /* as it is now; zeros: it cannot be read */

/* Appends a path that leads to the file, which may have been renamed: `expected`, if that does. False: it has no name any more, or /proc is missing. */
CHECKED bool log_file_where(const struct log_file_writer *writer, const char *expected, struct text *path);
bool log_file_is_gone(const struct log_file_writer *writer);            /* it was removed, or another file replaced it */

/* Does the path still lead to this file? */
bool log_file_writes(const struct log_file_writer *writer, const char *path);
bool log_file_reads(const struct log_file *file, const char *path);

#endif
