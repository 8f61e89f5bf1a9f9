/* input.h - a file read piece by piece, from anywhere in it.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * file_read() (file.h) takes a whole file into memory; an input is for files larger than that:
 *
 *     struct input *input;
 *     if (!input_open(path, &input, &error)) ...
 *     size_t got;
 *     if (!input_read(input, offset, buffer, size, &got, &error)) ...        got < size: the end of the file
 *     input_close(input);
 *
 * Regular files are read with pread, so that nothing is mapped and a file that shrinks cannot hurt. What cannot be read anywhere
 * (a pipe; standard input as "-", unless it is a file of which nothing was read yet) is copied to an unlinked temporary file first, in $TMPDIR or
 * /tmp. Contents that begin as gzip (RFC 1952), zstd (RFC 8878), xz or compress (.Z) files do, in files, pipes and memory alike, are decompressed while they
 * are read, all members, frames or streams of them, by zlib, libzstd, liblzma and unpack.c: such an input is read forwards at full speed, and going back
 * by more than a few lines starts it again from its beginning (input_is_compressed). Damage in compressed data is an error at its offset in the file; what
 * came before it can be read.
 *
 * An input may be read by several threads at once, each with its own buffer; a compressed one makes them wait for each other. */
#ifndef CLEW_CORE_INPUT_H
#define CLEW_CORE_INPUT_H

#include "core/text.h"

struct arena;
struct input;
struct progress;

/* Folders and devices are refused. O(1), but for pipes. */
CHECKED bool input_open(const char *path, struct input **input, struct error *error);

/* Bytes in memory, which must stay until it is closed; `name` is for messages. */
struct input *input_of_bytes(struct str bytes, const char *name);
void input_close(struct input *input);                  /* NULL is allowed */

/* Reads up to `size` bytes at an offset of the (decompressed) contents; *got is less only at the end. False: the rest cannot be read or is damaged;
 * *got bytes before it were read. */
CHECKED bool input_read(struct input *input, uint64_t offset, void *data, size_t size, size_t *got, struct error *error);

const char *input_name(const struct input *input);      /* as opened */
bool input_is_file(const struct input *input);          /* a regular file with a name of its own, which others can open too */
bool input_is_compressed(const struct input *input);

/* Bytes of the contents; of a compressed one those of the compressed file, which say how much there is to do; see input_position. */
uint64_t input_size(const struct input *input);

/* For progress: how many of input_size() bytes have to be read to come to an offset of the contents. The same number, but for compressed ones, where it
 * is estimated from what was read so far, and beyond that is what was read so far. O(1), and does not wait for readers. */
uint64_t input_position(const struct input *input, uint64_t offset);

/* ---- At once ---- */

/* As file_read_watched and file_head (file.h), but of what is compressed they give the contents, of which CONTENTS_MAX bytes are read at most. */
#define CONTENTS_MAX (UINT64_C(1) << 30)
CHECKED bool contents_read(const char *path, const struct progress *progress, struct arena *arena, struct str *bytes, struct error *error);
bool contents_head(const char *path, size_t size, struct arena *arena, struct str *bytes);

/* ---- Is it still the same file? ---- */

enum { INPUT_SAMPLES = 64, INPUT_SAMPLE = 4096 };
struct input_identity {
    uint64_t size, inode;
    int64_t seconds, nanoseconds;   /* of its last change */
    uint64_t samples;               /* a hash of INPUT_SAMPLES pieces of INPUT_SAMPLE bytes, evenly spread, the first and the last bytes among them */
};

/* What the file was when it was opened: O(INPUT_SAMPLES) reads the first time it is asked. False: it cannot be read, or is none (input_is_file). */
CHECKED bool input_identify(struct input *input, struct input_identity *identity, struct error *error);
bool input_identity_equal(const struct input_identity *a, const struct input_identity *b);

/* Did the file that is open change its size or its time of change since it was opened? One fstat; of
 * bytes and copies never anything. */
enum input_change { INPUT_UNCHANGED, INPUT_SHRANK, INPUT_GREW, INPUT_WRITTEN /* the same size, another time */ };
enum input_change input_changed(const struct input *input);

/* Does its name lead to another file by now (it was replaced or removed)? One stat. */
bool input_replaced(const struct input *input);

/* ---- Shared by input.c and unpack.c ---- */

/* Bytes as they lie in the file, from an offset on. Fewer only at its end. */
CHECKED bool input_read_raw(const struct input *input, uint64_t offset, void *data, size_t size, size_t *got, struct error *error);

enum frames_kind { FRAMES_NONE, FRAMES_GZIP, FRAMES_ZSTD, FRAMES_XZ, FRAMES_LZW };
enum { FRAMES_HEAD = 4 };           /* so many bytes tell the kind */
enum frames_kind frames_recognise(struct str head);

struct unpack;
struct unpack *unpack_open(const struct input *input, enum frames_kind kind);
void unpack_close(struct unpack *unpack);
CHECKED bool unpack_read(struct unpack *unpack, uint64_t offset, void *data, size_t size, size_t *got, struct error *error);
uint64_t unpack_position(struct unpack *unpack, uint64_t offset);

#endif
