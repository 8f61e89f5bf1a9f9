/* wet_inside.h - what the parts of the WET reader share.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Private to this folder. wet.c reads any line, carefully; wet_feed.c starts readers and feeds them; wet_batch.c takes many plain lines at once,
 * by wet_scalar.c (64-bit words), or wet_avx2.c with wet_steady.c and wet_loose.c. Plain are lines as writers write them: a few blanks in front, no
 * more where none are needed, numbers of few digits. Whatever else there is, in a line or around it, is left to the careful path. */
#ifndef CLEW_RECORDING_WET_WET_INSIDE_H
#define CLEW_RECORDING_WET_WET_INSIDE_H

#include "recording/wet/wet.h"
#include "recording/wet/wet_list.h"

/* The most items one line can give: a static line or the end of the file closes list, ports, values, file and counts. */
enum { WET_QUEUE = 8 };

struct wet_place {
    uint64_t line, column;
};

struct wet_reader {
    const char *piece, *at, *end;           /* the piece being read, from `at` on */
    const char *limit;                      /* plain lines end before it; WET_SLACK bytes behind it can be read */
    const char *line_start;                 /* of the line being read; columns count from it */
    uint64_t before;                        /* bytes of all pieces before this one */
    uint64_t line;                          /* number of the line being read, from 1 */
    struct wet_place last;                  /* one past the last byte that is no blank or line end */
    uint64_t skipped;                       /* of a line that is too long: bytes of it in pieces before */
    bool skipping;                          /* this piece begins inside such a line */
    bool marked;                            /* `at` is behind a byte order mark, which belongs to the line */
    bool vector;                            /* plain lines by AVX2 */
    bool history, begun, is_last, ended;
    bool has_count;
    uint64_t announced, blocks;             /* N, and static lines so far */
    struct wet_place count_place;
    bool headless;                          /* started inside a block: what its head announced is unknown */
    bool has_block, has_values;             /* of the open block: VALUES or NO VALUES was there */
    uint64_t id, ports, lists;              /* of the open block: announced ports, SIZE lists so far */
    struct wet_place id_place, ports_place;
    struct wet_list list;
    struct wet_item queue[WET_QUEUE];
    unsigned queued, given;
};

/* In wet.c: the problems of a block that ends here go into the queue. */
void wet_block_end(struct wet_reader *reader);

/* In wet.c: uses up the rest of a line that is too long, or what the piece has of it. */
void wet_line_skip(struct wet_reader *reader);

/* ---- Batches ---- */

/* A batch being filled: lines from `at` on are taken while they are plain, their X rise, and their ends lie before `limit`. */
struct wet_run {
    const char *at, *limit;
    const char *start, *text_end;           /* of the last line taken: its first byte, and one past its last but the line end */
    uint64_t next;                          /* X must not be below */
    unsigned count;
    bool consecutive;
};

/* Takes lines until the batch has `until` of them, or one is not plain. */
void wet_scalar_lines(struct wet_run *run, struct wet_batch *batch, unsigned until);

/* The same with vectors where they fit, of entries and values. */
void wet_avx2_lines(struct wet_run *run, struct wet_batch *batch, unsigned until);

/* The same with vectors only, of arrows: stops at a line that is not for them. */
void wet_avx2_arrows(struct wet_run *run, struct wet_batch *batch, unsigned until);
bool wet_avx2_is_here(void);

#endif
