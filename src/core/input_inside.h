/* input_inside.h - what input.c and its readers of compressed files share.  SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CLEW_CORE_INPUT_INSIDE_H
#define CLEW_CORE_INPUT_INSIDE_H

#include "core/error.h"
#include "core/slice.h"

struct input;

/* Bytes as they lie in the file, from an offset on. Fewer only at its end. */
CHECKED bool input_read_raw(const struct input *input, uint64_t offset, void *data, size_t size, size_t *got, struct error *error);

/* ---- Members of gzip files, frames of zstd files, streams of xz files: input_frames.c ---- */

enum frames_kind { FRAMES_NONE, FRAMES_GZIP, FRAMES_ZSTD, FRAMES_XZ, FRAMES_LZW };
enum { FRAMES_HEAD = 4 };           /* so many bytes tell the kind */
enum frames_kind frames_recognise(struct slice head);

struct frames;
struct frames *frames_open(enum frames_kind kind);
void frames_close(struct frames *frames);
void frames_restart(struct frames *frames);     /* what comes next is the beginning of the file */

/* Decompresses from the front of *in, which is moved behind what was used, up to `size` bytes; returns how many. `last`: nothing follows *in, of which
 * there are FRAMES_HEAD bytes otherwise. *problem: what is wrong at the front of *in, else NULL. *ended: there is nothing more. Where none of that is so,
 * going on makes progress. */
size_t frames_step(struct frames *frames, struct slice *in, bool last, void *data, size_t size, const char **problem, bool *ended);

/* ---- What compress(1) wrote: input_lzw.c ---- */

struct lzw;                         /* a quarter of a megabyte, whatever the file */
bool lzw_recognise(struct slice head);
struct lzw *lzw_open(void);
void lzw_close(struct lzw *lzw);
void lzw_restart(struct lzw *lzw);
size_t lzw_step(struct lzw *lzw, struct slice *in, bool last, void *data, size_t size, const char **problem, bool *ended);   /* as frames_step */

/* ---- Contents at any offset: input_unpack.c ---- */

struct unpack;
struct unpack *unpack_open(const struct input *input, enum frames_kind kind);
void unpack_close(struct unpack *unpack);
CHECKED bool unpack_read(struct unpack *unpack, uint64_t offset, void *data, size_t size, size_t *got, struct error *error);
uint64_t unpack_position(struct unpack *unpack, uint64_t offset);

#endif
