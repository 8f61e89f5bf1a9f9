/* pieces.c - writes and reads the pieces of the state stream.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/store/pieces.h"
#include "recording/store/paged.h"
#include "recording/store/times.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { PIECE_MOST = 1 << 25, LEVEL = 1 };       /* bytes of the largest piece; of zstd */

struct pieces_writer {
    struct paged_writer *paged;
    ZSTD_CCtx *packer;
    unsigned char *packed;
    size_t room;
    uint64_t before;
    ARRAY(struct store_piece, pieces);
};

struct pieces_writer *pieces_writer_open(struct paged_writer *paged)
{
    struct pieces_writer *writer = memory_allocate(sizeof *writer);
    writer->paged = paged;
    return writer;
}

void pieces_writer_close(struct pieces_writer *writer)
{
    if (!writer)
        return;
    ZSTD_freeCCtx(writer->packer);
    free(writer->packed);
    free(writer->pieces);
    free(writer);
}

void store_writer_piece(struct store_writer *main, struct str bytes, struct str touched, uint64_t time, uint64_t instructions)
{
    struct pieces_writer *writer = main->pieces;
    static const char anything[] = "\x80";     /* a damaged list: the piece may touch any byte */
    struct store_piece piece = {.time = time, .before = writer->before, .unpacked = (uint32_t)bytes.size, .marked = 1};
    if (!writer->packer)
        writer->packer = ZSTD_createCCtx();
    size_t bound = ZSTD_compressBound(bytes.size <= PIECE_MOST ? bytes.size : 0), size = 0;
    writer->packed = array_grow(writer->packed, &writer->room, bound, 1);
    if (writer->packer && bytes.size <= PIECE_MOST)
        size = ZSTD_compressCCtx(writer->packer, writer->packed, writer->room, bytes.data, bytes.size, LEVEL);
    if (size == 0 || size > bound) {            /* the piece is lost: readers take it for damaged */
        size = piece.unpacked = 0;
        touched = str_of(anything);
    }
    piece.size = (uint32_t)size;
    piece.offset = paged_append_items(writer->paged, STREAM_STATE, writer->packed, size, 1);
    piece.touched = paged_append_items(writer->paged, STREAM_STATE_TOUCHED, touched.data, touched.size, 1);
    piece.touched_size = (uint32_t)touched.size;
    writer->before += instructions;
    ARRAY_ADD(writer, pieces, piece);
}

void store_writer_definition(struct store_writer *main, struct str bytes)
{
    uint32_t size = (uint32_t)bytes.size;
    paged_append_items(main->paged, STREAM_STATE_CODES, &size, sizeof size, 1);
    paged_append_items(main->paged, STREAM_STATE_CODES, bytes.data, bytes.size, 1);
}

uint64_t pieces_writer_unwritten(const struct pieces_writer *writer)
{
    return (writer->pieces_count + 2) * sizeof(struct store_piece);
}

void pieces_writer_finish(struct pieces_writer *writer)
{
    paged_append_items(writer->paged, STREAM_STATE_PIECES, writer->pieces, writer->pieces_count, sizeof *writer->pieces);
}

/* ---- Reading ---- */

bool pieces_check(const struct store_piece *pieces, uint64_t count, uint64_t stream_size, uint64_t touched_size, uint64_t times, struct error *error)
{
    struct store_piece last = {0};
    for (uint64_t i = 0; i < count; i++) {
        const struct store_piece *piece = &pieces[i];
        if (piece->offset != last.offset + last.size || piece->size > stream_size - piece->offset || piece->unpacked > PIECE_MOST)
            return error_set(error, "piece %" PRIu64 " of the state lies outside its stream", i);
        if (piece->touched != last.touched + last.touched_size || piece->touched_size > touched_size - piece->touched)
            return error_set(error, "what piece %" PRIu64 " of the state touches lies outside their stream", i);
        if (piece->marked > 1)
            return error_set(error, "piece %" PRIu64 " of the state has a list of touched bytes that this clew does not know", i);
        if (piece->time < last.time || piece->time > times + 1 || piece->before < last.before)
            return error_set(error, "piece %" PRIu64 " of the state begins at time %" PRIu64 ", expected %" PRIu64 " to %" PRIu64, i, piece->time, last.time, times + 1);
        last = *piece;
    }
    return true;
}

bool store_keeps_state(const struct store *store)
{
    return store->piece_count > 0;
}

uint64_t store_piece_count(const struct store *store)
{
    return store->piece_count;
}

struct store_piece store_piece(const struct store *store, uint64_t i)
{
    return store->pieces[i];
}

bool store_piece_bytes(const struct store *store, uint64_t i, struct text *bytes, struct error *error)
{
    const struct store_piece *piece = &store->pieces[i];
    unsigned char *packed = memory_allocate(piece->size + 1);
    bool good = paged_copy(store->paged, STREAM_STATE, piece->offset, packed, piece->size);
    bytes->size = 0;
    char *room = text_extend(bytes, piece->unpacked);
    good = good && ZSTD_decompress(room, piece->unpacked, packed, piece->size) == piece->unpacked;
    free(packed);
    return good || error_set(error, "piece %" PRIu64 " of the state stream is damaged: clew cannot decompress it", i);
}

bool store_piece_touched(const struct store *store, uint64_t i, struct text *bytes, struct error *error)
{
    const struct store_piece *piece = &store->pieces[i];
    return paged_copy(store->paged, STREAM_STATE_TOUCHED, piece->touched, text_extend(bytes, piece->touched_size), piece->touched_size) ||
           error_set(error, "what piece %" PRIu64 " of the state stream touches is damaged", i);
}

bool store_piece_definitions(const struct store *store, struct text *bytes, struct error *error)
{
    uint64_t size = store->paged->streams[STREAM_STATE_CODES].size;
    bytes->size = 0;
    if (size > INT32_MAX)
        return error_set(error, "the state stream has more than 2 GB of definitions");
    return paged_copy(store->paged, STREAM_STATE_CODES, 0, text_extend(bytes, size), size) || error_set(error, "the definitions of the state stream are damaged");
}
