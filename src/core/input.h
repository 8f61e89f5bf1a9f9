/* input.h - reads a file piece by piece, from any offset.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * file_read() (file.h) takes a whole file into memory; an input is for larger files:
 *
 *     struct input *input;
 *     if (!input_open(path, &input, &error)) ...
 *     size_t got;
 *     if (!input_read(input, offset, buffer, size, &got, &error)) ...        got < size: the end of the file
 *     input_close(input);
 *
 * Regular files are read with pread: nothing is mapped, so a shrinking file does no harm. clew first copies input without random access (a pipe; standard
 * input as "-", unless it is a file at its beginning) to an unlinked temporary file in $TMPDIR or /tmp. It recognises gzip (RFC 1952), zstd (RFC 8878), xz and
 * compress (.Z) by content, in files, pipes and memory alike, and decompresses while it reads, all members, frames or streams, with zlib, libzstd, liblzma and
 * unpack.c. A compressed input reads forwards at full speed; going back by more than a few lines restarts it from the beginning (input_is_compressed). Damage
 * in compressed data is an error at its offset in the file; everything before it is readable.
 *
 * Several threads may read an input at once, each with its own buffer; with a compressed one they wait for each other. */
#ifndef CLEW_CORE_INPUT_H
#define CLEW_CORE_INPUT_H

#include "core/text.h"

struct arena;
struct input;
struct progress;

/* Refuses folders and devices. O(1), except for pipes. */
CHECKED bool input_open(const char *path, struct input **input, struct error *error);

/* An input of bytes in memory, which must stay until it is closed; `name` is for messages. */
struct input *input_of_bytes(struct str bytes, const char *name);
void input_close(struct input *input);                  /* NULL is allowed */

/* Reads up to `size` bytes at an offset of the (decompressed) contents; *got is less only at the end. False: the rest is unreadable or damaged; the first *got
 * bytes are good. */
CHECKED bool input_read(struct input *input, uint64_t offset, void *data, size_t size, size_t *got, struct error *error);

const char *input_name(const struct input *input);      /* as opened */
bool input_is_file(const struct input *input);          /* a regular file with a name, which others can open too */
bool input_is_compressed(const struct input *input);

/* Bytes of the contents; for a compressed input, of the compressed file, as a measure of the work; see input_position. */
uint64_t input_size(const struct input *input);

/* For progress: how many of input_size() bytes must be read to reach an offset of the contents. The offset itself, except for compressed inputs: those
 * estimate it from the part read so far; for an offset beyond that part, they return the part's size. O(1), and does not wait for readers. */
uint64_t input_position(const struct input *input, uint64_t offset);

/* ---- Whole contents ---- */

/* As file_read_watched and file_head (file.h), but decompressed. contents_read refuses compressed contents above CONTENTS_MAX bytes. */
#define CONTENTS_MAX (UINT64_C(1) << 30)
CHECKED bool contents_read(const char *path, const struct progress *progress, struct arena *arena, struct str *bytes, struct error *error);
bool contents_head(const char *path, size_t size, struct arena *arena, struct str *bytes);

/* ---- Is it still the same file? ---- */

enum { INPUT_SAMPLES = 64, INPUT_SAMPLE = 4096 };
struct input_identity {
    uint64_t size, inode;
    int64_t seconds, nanoseconds;   /* of its last change */
    uint64_t samples;               /* a hash of INPUT_SAMPLES evenly spread pieces of INPUT_SAMPLE bytes, with the first and the last bytes among them */
};

/* The file's identity when it was opened: O(INPUT_SAMPLES) reads at the first call. False: unreadable, or not a file (input_is_file). */
CHECKED bool input_identify(struct input *input, struct input_identity *identity, struct error *error);
bool input_identity_equal(const struct input_identity *a, const struct input_identity *b);

/* Did the open file change its size or modification time since it was opened? One fstat; INPUT_UNCHANGED for bytes and copies. */
enum input_change { INPUT_UNCHANGED, INPUT_SHRANK, INPUT_GREW, INPUT_WRITTEN /* the same size, another modification time */ };
enum input_change input_changed(const struct input *input);

/* Does its name lead to another file now (replaced or removed)? One stat. */
bool input_replaced(const struct input *input);

/* ---- Shared by input.c and unpack.c ---- */

/* The raw bytes of the file, from an offset on. Fewer only at its end. */
CHECKED bool input_read_raw(const struct input *input, uint64_t offset, void *data, size_t size, size_t *got, struct error *error);

enum frames_kind { FRAMES_NONE, FRAMES_GZIP, FRAMES_ZSTD, FRAMES_XZ, FRAMES_LZW };
enum { FRAMES_HEAD = 4 };           /* bytes that tell the kind */
enum frames_kind frames_recognise(struct str head);

struct unpack;
struct unpack *unpack_open(const struct input *input, enum frames_kind kind);
void unpack_close(struct unpack *unpack);
CHECKED bool unpack_read(struct unpack *unpack, uint64_t offset, void *data, size_t size, size_t *got, struct error *error);
uint64_t unpack_position(struct unpack *unpack, uint64_t offset);

#endif
