/* pieces.h - the state stream: the log of a recording, in pieces that a machine can run (state/piece.h).  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * From it all registers and all bytes of memory follow, at every moment (state/state.h). This folder keeps its bytes and knows nothing of their meaning.
 * Pieces resemble each other. So up to PIECES_TOGETHER of them are one frame of zstd, flushed behind each: clew unpacks a piece together with those before it
 * in the frame, and keeps them for the next question. All definitions are one frame, too. */
#ifndef CLEW_RECORDING_STORE_PIECES_H
#define CLEW_RECORDING_STORE_PIECES_H

#include "core/core.h"

struct store;
struct store_writer;
struct pieces_unpacked;
struct paged_writer;

/* Does the recording have it, in the form that this clew reads? Not: texts, recordings made with --state=no, older ones. */
bool store_keeps_state(const struct store *store);

struct store_piece {                /* 64 bytes, in memory and on disk */
    uint64_t time;                  /* your executions at times before it ran before the piece, the one at this time in it or later. Rises */
    uint64_t before;                /* instructions of all code that ran before it. Rises */
    uint64_t offset;                /* in the stream */
    uint32_t size, unpacked;        /* bytes there; bytes of the piece */
    uint64_t touched;               /* offset of the bytes that say so */
    uint32_t touched_size, form;    /* form: PIECE_FORM */
    uint64_t back;                  /* pieces before this one in its frame */
    uint64_t summary_size;              /* of the summary behind `touched`, of this piece and those before it without one. 0: none */
};
enum { PIECES_TOGETHER = 16, PIECE_FORM = 3, PIECE_FORM_UNSUMMARISED = 2 /* older recordings have 0 or 1 */ };

uint64_t store_piece_count(const struct store *store);
struct store_piece store_piece(const struct store *store, uint64_t i);      /* i < count. O(1) */

/* Which memory a piece touches (state/touched.h), appended to the text. False: damaged. */
CHECKED bool store_piece_touched(const struct store *store, uint64_t i, struct text *bytes, struct error *error);
CHECKED bool store_piece_summary(const struct store *store, uint64_t i, struct text *bytes, struct error *error);
#define STORE_TOUCHES_ANYTHING "\x80"  /* a damaged list: the piece may touch any byte */

/* The bytes of a piece, or all definitions one behind the other, each u32 size and its bytes: puts them into the text, in place of what it holds. False:
 * damaged, and how. */
CHECKED bool store_piece_bytes(const struct store *store, uint64_t i, struct text *bytes, struct error *error);
CHECKED bool store_piece_definitions(const struct store *store, struct text *bytes, struct error *error);

/* ---- Writing (store/writer.h) ---- */

/* The next piece. time as above, instructions: that it runs. Errors wait for the end. */
void store_writer_piece(struct store_writer *writer, struct str bytes, struct str touched, uint64_t time, uint64_t instructions);
void store_writer_summary(struct store_writer *writer, struct str summary);     /* of the pieces since the last summary, at least one */
void store_writer_definition(struct store_writer *writer, struct str bytes);

/* ---- For this folder ---- */

struct pieces_unpacked *pieces_unpack_none(void);               /* for a store that has pieces */
void pieces_forget(struct pieces_unpacked *unpacked);           /* NULL is allowed */
bool pieces_are_known(const struct store_piece *pieces, uint64_t count);        /* O(1). False: an older clew wrote them */

struct pieces_writer;
struct pieces_writer *pieces_writer_open(struct paged_writer *paged);
void pieces_writer_close(struct pieces_writer *writer);         /* NULL is allowed */
uint64_t pieces_writer_unwritten(const struct pieces_writer *writer);
void pieces_writer_finish(struct pieces_writer *writer);

/* Are they consistent? False: no, and why. O(pieces). */
CHECKED bool pieces_check(const struct store_piece *pieces, uint64_t count, uint64_t stream_size, uint64_t touched_size, uint64_t times,
                          struct error *error);

#endif
