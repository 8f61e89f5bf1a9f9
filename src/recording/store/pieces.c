/* pieces.c - writes and reads the pieces of the state stream.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/store/pieces.h"
#include "recording/store/paged.h"
#include "recording/store/times.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum {
    PIECE_MOST = 1 << 25,               /* bytes of the largest piece */
    FRAME_MOST = 1 << 21,               /* bytes of a frame's pieces, from which on the next piece begins another frame */
    LEVEL = 3, CODES_LEVEL = 6, WINDOW = 21,    /* of zstd; the window has 2 MB */
    RATIO_MOST = 64,                    /* of definitions: most compress to a fifth, unrolled code to 1/350 */
    CODES_ALWAYS = 1 << 28              /* bytes of definitions that a short stream may give in any case */
};

/* A frame of zstd under way. */
struct packer {
    ZSTD_CCtx *context;                 /* NULL: it has not begun, or there is no memory */
    unsigned char *packed;
    size_t room;
};

struct pieces_writer {
    struct paged_writer *paged;
    struct packer pieces_packer, codes_packer;
    bool has_codes;
    uint64_t before;
    size_t in_frame;                    /* bytes of the frame's pieces so far */
    bool lost;                          /* a piece since the last summary */
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
    ZSTD_freeCCtx(writer->pieces_packer.context);
    ZSTD_freeCCtx(writer->codes_packer.context);
    free(writer->pieces_packer.packed);
    free(writer->codes_packer.packed);
    free(writer->pieces);
    free(writer);
}

/* Adds bytes to the frame. packer->packed has what comes out; its size becomes *size. False: it cannot. */
static bool pack(struct packer *packer, struct str bytes, ZSTD_EndDirective how, int level, size_t *size)
{
    if (!packer->context && (packer->context = ZSTD_createCCtx())) {
        ZSTD_CCtx_setParameter(packer->context, ZSTD_c_compressionLevel, level);
        ZSTD_CCtx_setParameter(packer->context, ZSTD_c_windowLog, WINDOW);
    }
    packer->packed = array_grow(packer->packed, &packer->room, ZSTD_compressBound(bytes.size) + 2 * ZSTD_CStreamOutSize(), 1);
    ZSTD_inBuffer in = {bytes.data, bytes.size, 0};
    ZSTD_outBuffer out = {packer->packed, packer->room, 0};
    size_t left = packer->context ? ZSTD_compressStream2(packer->context, &out, &in, how) : 1;
    *size = out.pos;
    return in.pos == in.size && !ZSTD_isError(left) && (left == 0 || how == ZSTD_e_continue);
}

/* Begins a frame, or goes on with the last one. Sets how far back it begins. */
static void place_in_frame(struct pieces_writer *writer, struct store_piece *piece)
{
    const struct store_piece *last = writer->pieces_count ? &writer->pieces[writer->pieces_count - 1] : NULL;
    if (last && last->unpacked && last->back + 1 < PIECES_TOGETHER && writer->in_frame < FRAME_MOST) {
        piece->back = last->back + 1;
        return;
    }
    writer->in_frame = 0;
    if (writer->pieces_packer.context)
        ZSTD_CCtx_reset(writer->pieces_packer.context, ZSTD_reset_session_only);
}

void store_writer_piece(struct store_writer *main, struct str bytes, struct str touched, uint64_t time, uint64_t instructions)
{
    struct pieces_writer *writer = main->pieces;
    struct store_piece piece = {.time = time, .before = writer->before, .unpacked = (uint32_t)bytes.size, .form = PIECE_FORM};
    size_t size = 0;
    place_in_frame(writer, &piece);
    writer->in_frame += bytes.size;
    if (bytes.size > PIECE_MOST || !pack(&writer->pieces_packer, bytes, ZSTD_e_flush, LEVEL, &size)) {
        size = piece.unpacked = 0;      /* the piece is lost: readers take it for damaged. The next one begins a frame */
        touched = str_of(STORE_TOUCHES_ANYTHING);
        writer->lost = true;
    }
    piece.size = (uint32_t)size;
    piece.offset = paged_append_items(writer->paged, STREAM_STATE, writer->pieces_packer.packed, size, 1);
    piece.touched = paged_append_items(writer->paged, STREAM_STATE_TOUCHED, touched.data, touched.size, 1);
    piece.touched_size = (uint32_t)touched.size;
    writer->before += instructions;
    ARRAY_ADD(writer, pieces, piece);
}

void store_writer_summary(struct store_writer *main, struct str summary)
{
    struct pieces_writer *writer = main->pieces;
    struct str bytes = writer->lost ? str_of(STORE_TOUCHES_ANYTHING) : summary;
    paged_append_items(writer->paged, STREAM_STATE_TOUCHED, bytes.data, bytes.size, 1);
    writer->pieces[writer->pieces_count - 1].summary_size = bytes.size;
    writer->lost = false;
}

/* Bytes that cannot be packed are missing: readers find the frame damaged. */
static void write_codes(struct pieces_writer *writer, struct str bytes, ZSTD_EndDirective how)
{
    size_t size;
    writer->has_codes = true;
    if (pack(&writer->codes_packer, bytes, how, CODES_LEVEL, &size))
        paged_append_items(writer->paged, STREAM_STATE_CODES, writer->codes_packer.packed, size, 1);
}

void store_writer_definition(struct store_writer *main, struct str bytes)
{
    uint32_t size = (uint32_t)bytes.size;
    write_codes(main->pieces, (struct str){(const char *)&size, sizeof size}, ZSTD_e_continue);
    write_codes(main->pieces, bytes, ZSTD_e_continue);
}

uint64_t pieces_writer_unwritten(const struct pieces_writer *writer)
{
    return (writer->pieces_count + 2) * sizeof(struct store_piece) + (writer->has_codes ? 2 * ZSTD_CStreamOutSize() : 0);
}

void pieces_writer_finish(struct pieces_writer *writer)
{
    if (writer->has_codes)
        write_codes(writer, (struct str){NULL, 0}, ZSTD_e_end);
    paged_append_items(writer->paged, STREAM_STATE_PIECES, writer->pieces, writer->pieces_count, sizeof *writer->pieces);
}

/* ---- Reading ---- */

bool pieces_check(const struct store_piece *pieces, uint64_t count, uint64_t stream_size, uint64_t touched_size, uint64_t times, struct error *error)
{
    struct store_piece last = {0};
    uint64_t in_frame = 0;
    for (uint64_t i = 0; i < count; i++) {
        const struct store_piece *piece = &pieces[i];
        if (piece->offset != last.offset + last.size || piece->size > stream_size - piece->offset || piece->unpacked > PIECE_MOST)
            return error_set(error, "piece %" PRIu64 " of the state lies outside its stream", i);
        if (piece->touched != last.touched + last.touched_size + last.summary_size || piece->touched_size > touched_size - piece->touched ||
            piece->summary_size > touched_size - piece->touched - piece->touched_size)
            return error_set(error, "what piece %" PRIu64 " of the state touches lies outside their stream", i);
        if (piece->form != PIECE_FORM && piece->form != PIECE_FORM_UNSUMMARISED)
            return error_set(error, "piece %" PRIu64 " of the state has a form that this clew does not know", i);
        in_frame = piece->back ? in_frame + last.unpacked : 0;
        if (piece->back && (i == 0 || piece->back != last.back + 1 || piece->back >= PIECES_TOGETHER || in_frame >= FRAME_MOST))
            return error_set(error, "piece %" PRIu64 " of the state begins in no frame", i);
        if (piece->time < last.time || piece->time > times + 1 || piece->before < last.before)
            return error_set(error, "piece %" PRIu64 " of the state begins at time %" PRIu64 ", expected %" PRIu64 " to %" PRIu64, i, piece->time, last.time, times + 1);
        last = *piece;
    }
    return true;
}

bool pieces_are_known(const struct store_piece *pieces, uint64_t count)
{
    return count == 0 || pieces[0].form >= PIECE_FORM_UNSUMMARISED;
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

/* The pieces of one frame, unpacked up to one of them. */
struct pieces_unpacked {
    ZSTD_DCtx *unpacker;
    uint64_t first, next;               /* the piece that begins the frame; the first one that is not unpacked. None: both 0 */
    struct text bytes;
};

struct pieces_unpacked *pieces_unpack_none(void)
{
    return memory_allocate(sizeof(struct pieces_unpacked));
}

void pieces_forget(struct pieces_unpacked *unpacked)
{
    if (!unpacked)
        return;
    ZSTD_freeDCtx(unpacked->unpacker);
    text_free(&unpacked->bytes);
    free(unpacked);
}

static void begin_frame(struct pieces_unpacked *unpacked, uint64_t first)
{
    if (!unpacked->unpacker && (unpacked->unpacker = ZSTD_createDCtx()))
        ZSTD_DCtx_setParameter(unpacked->unpacker, ZSTD_d_windowLogMax, WINDOW);
    if (unpacked->unpacker)
        ZSTD_DCtx_reset(unpacked->unpacker, ZSTD_reset_session_only);
    unpacked->first = unpacked->next = first;
    unpacked->bytes.size = 0;
}

/* Unpacks the next piece of the frame. False: damaged; then the frame has to begin again. */
static bool unpack(struct pieces_unpacked *unpacked, const struct store *store)
{
    const struct store_piece *piece = &store->pieces[unpacked->next];
    unsigned char *packed = memory_allocate(piece->size + 1), after;
    bool good = unpacked->unpacker && paged_copy(store->paged, STREAM_STATE, piece->offset, packed, piece->size);
    ZSTD_inBuffer in = {packed, piece->size, 0};
    ZSTD_outBuffer out = {text_extend(&unpacked->bytes, piece->unpacked), piece->unpacked, 0}, more = {&after, 1, 0};
    for (size_t before = 1; good && out.pos < out.size && in.pos + out.pos != before;) {
        before = in.pos + out.pos;
        good = !ZSTD_isError(ZSTD_decompressStream(unpacked->unpacker, &out, &in));
    }
    good = good && out.pos == out.size && !ZSTD_isError(ZSTD_decompressStream(unpacked->unpacker, &more, &in)) && !more.pos && in.pos == in.size;
    free(packed);
    unpacked->next++;
    return good;
}

bool store_piece_bytes(const struct store *store, uint64_t i, struct text *bytes, struct error *error)
{
    struct pieces_unpacked *unpacked = store->unpacked;
    uint64_t first = i - store->pieces[i].back;
    bool good = true;
    bytes->size = 0;
    if (unpacked->first != first || unpacked->next <= first)
        begin_frame(unpacked, first);
    while (good && unpacked->next <= i)
        good = unpack(unpacked, store);
    if (!good) {
        unpacked->first = unpacked->next = 0;
        return error_set(error, "piece %" PRIu64 " of the state stream is damaged: clew cannot decompress it", i);
    }
    size_t at = 0;
    for (uint64_t k = first; k < i; k++)
        at += store->pieces[k].unpacked;
    text_append(bytes, str_cut(text_str(&unpacked->bytes), at, store->pieces[i].unpacked));
    return true;
}

bool store_piece_touched(const struct store *store, uint64_t i, struct text *bytes, struct error *error)
{
    const struct store_piece *piece = &store->pieces[i];
    return paged_copy(store->paged, STREAM_STATE_TOUCHED, piece->touched, text_extend(bytes, piece->touched_size), piece->touched_size) ||
           error_set(error, "what piece %" PRIu64 " of the state stream touches is damaged", i);
}

bool store_piece_summary(const struct store *store, uint64_t i, struct text *bytes, struct error *error)
{
    const struct store_piece *piece = &store->pieces[i];
    uint64_t offset = piece->touched + piece->touched_size, size = piece->summary_size;
    return paged_copy(store->paged, STREAM_STATE_TOUCHED, offset, text_extend(bytes, size), size) ||
           error_set(error, "the summary behind piece %" PRIu64 " of the state stream is damaged", i);
}

/* The frame of all definitions, unpacked behind the text. False: damaged. */
static bool unpack_codes(struct str packed, struct text *bytes)
{
    ZSTD_DCtx *unpacker = ZSTD_createDCtx();
    ZSTD_inBuffer in = {packed.data, packed.size, 0};
    size_t left = 1, room = ZSTD_DStreamOutSize(), most = packed.size < INT32_MAX / RATIO_MOST ? packed.size * RATIO_MOST : INT32_MAX;
    most = most > CODES_ALWAYS ? most : CODES_ALWAYS;
    bool good = unpacker && !ZSTD_isError(ZSTD_DCtx_setParameter(unpacker, ZSTD_d_windowLogMax, WINDOW));
    for (size_t before = 1; good && left && bytes->size < most && in.pos + bytes->size != before;) {
        before = in.pos + bytes->size;
        ZSTD_outBuffer out = {text_extend(bytes, room), room, 0};
        left = ZSTD_decompressStream(unpacker, &out, &in);
        good = !ZSTD_isError(left);
        bytes->size -= room - out.pos;
    }
    ZSTD_freeDCtx(unpacker);
    return good && !left && in.pos == in.size;
}

bool store_piece_definitions(const struct store *store, struct text *bytes, struct error *error)
{
    uint64_t size = store->paged->streams[STREAM_STATE_CODES].size;
    struct text packed = {0};
    bytes->size = 0;
    bool good = size <= INT32_MAX && paged_copy(store->paged, STREAM_STATE_CODES, 0, text_extend(&packed, size), size);
    good = good && (size == 0 || unpack_codes(text_str(&packed), bytes));
    text_free(&packed);
    return good || error_set(error, "the definitions of the state stream are damaged");
}
