/* input_frames.c - gzip members, zstd frames and xz streams, one after the other.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A gzip file is members (RFC 1952), each with the CRC-32 of its contents, which zlib checks; zeros behind the last one are the padding of
 * tapes. A zstd file is frames (RFC 8878), some of which are to be skipped. Anything else behind them is a problem. An xz file
 * (format 1.2.0, tukaani.org) is streams with checks, which liblzma reads one after the other, with padding between them. */
#include "core/input_inside.h"
#include "core/memory.h"

#include <lzma.h>
#include <stdlib.h>
#include <zlib.h>
#include <zstd.h>

enum { GZIP_ONLY = 15 + 16 /* for inflateInit2: 32 KB of window, and no other wrapping */, PIECE = 1 << 30 };
enum { XZ_MEMORY = 160 << 20 /* xz -9 asks for 65 MiB */ };
enum { ZSTD_FIRST = 5 /* bytes of a frame to begin with */, BLOCK_HEADER = 3 };

struct frames {
    enum frames_kind kind;
    bool inside;            /* a member or frame has begun and not ended */
    bool padding;           /* gzip: zeros were met behind a member */
    z_stream inflater;
    ZSTD_DStream *stream;
    lzma_stream xz;
    bool has_xz;
    struct lzw *lzw;
    size_t wanted;          /* zstd: bytes it asked for */
    bool full;              /* zstd: the last output was filled up, so that more of it may be waiting */
};

static uint32_t first_word(struct slice head)
{
    const unsigned char *byte = (const unsigned char *)head.data;
    return head.size < FRAMES_HEAD ? 0 : byte[0] | (uint32_t)byte[1] << 8 | (uint32_t)byte[2] << 16 | (uint32_t)byte[3] << 24;
}

enum frames_kind frames_recognise(struct slice head)
{
    uint32_t word = first_word(head);
    if ((word & 0xffffff) == 0x088b1f)
        return FRAMES_GZIP;
    if (word == 0x587a37fd)
        return FRAMES_XZ;
    if (lzw_recognise(head))
        return FRAMES_LZW;
    return word == ZSTD_MAGICNUMBER || (word & ZSTD_MAGIC_SKIPPABLE_MASK) == ZSTD_MAGIC_SKIPPABLE_START ? FRAMES_ZSTD : FRAMES_NONE;
}

struct frames *frames_open(enum frames_kind kind)
{
    struct frames *frames = memory_allocate(sizeof *frames);
    frames->kind = kind;
    frames->xz = (lzma_stream)LZMA_STREAM_INIT;
    if (kind == FRAMES_ZSTD)
        frames->stream = ZSTD_createDStream();
    else if (kind == FRAMES_LZW)
        frames->lzw = lzw_open();
    else if (kind == FRAMES_GZIP && inflateInit2(&frames->inflater, GZIP_ONLY) != Z_OK)
        frames->inflater.state = Z_NULL;
    frames_restart(frames);
    return frames;
}

void frames_close(struct frames *frames)
{
    ZSTD_freeDStream(frames->stream);
    lzma_end(&frames->xz);
    lzw_close(frames->lzw);
    if (frames->kind == FRAMES_GZIP && frames->inflater.state)
        inflateEnd(&frames->inflater);
    free(frames);
}

void frames_restart(struct frames *frames)
{
    frames->inside = frames->padding = frames->full = false;
    frames->wanted = ZSTD_FIRST;
    if (frames->stream)
        ZSTD_initDStream(frames->stream);
    if (frames->lzw)
        lzw_restart(frames->lzw);
    if (frames->kind == FRAMES_XZ)
        frames->has_xz = lzma_stream_decoder(&frames->xz, XZ_MEMORY, LZMA_CONCATENATED) == LZMA_OK;
}

/* What stands where a member has to begin. False: there is no member. */
static bool begin_member(struct frames *frames, struct slice *in, const char **problem, bool *ended)
{
    if (!frames->padding && slice_starts(*in, "\x1f\x8b") && inflateReset(&frames->inflater) == Z_OK) {
        frames->inside = true;
        return true;
    }
    while (in->size && *in->data == 0) {
        *in = slice_cut(*in, 1, SIZE_MAX);
        frames->padding = true;
    }
    if (in->size)
        *problem = "found bytes that begin no gzip member";
    else
        *ended = true;
    return false;
}

static size_t step_gzip(struct frames *frames, struct slice *in, bool last, void *data, size_t size, const char **problem, bool *ended)
{
    z_stream *inflater = &frames->inflater;
    if (!inflater->state)
        return *problem = "zlib has no memory", (size_t)0;
    if (!frames->inside && !begin_member(frames, in, problem, ended)) {
        *ended = *ended && last;
        return 0;
    }
    uInt given = (uInt)(in->size < PIECE ? in->size : PIECE), room = (uInt)(size < PIECE ? size : PIECE);
    inflater->next_in = (z_const Bytef *)in->data;
    inflater->avail_in = given;
    inflater->next_out = data;
    inflater->avail_out = room;
    int state = inflate(inflater, Z_NO_FLUSH);
    *in = slice_cut(*in, given - inflater->avail_in, SIZE_MAX);
    if (state == Z_STREAM_END)
        frames->inside = false;
    else if (state == Z_BUF_ERROR || (state == Z_OK && inflater->avail_out == room && inflater->avail_in == given))
        *problem = last && !in->size ? "the file ends within a gzip member" : "zlib does not go on";
    else if (state != Z_OK)
        *problem = inflater->msg ? inflater->msg : state == Z_NEED_DICT ? "needs a dictionary" : "zlib has no memory";
    return room - inflater->avail_out;
}

/* A block, or the header of one, a call: what was decompressed before damage is not lost with it, and its place is known. What zstd wants is a
 * block and the header of the next. */
static size_t piece_of_zstd(const struct frames *frames, size_t size)
{
    size_t wanted = frames->wanted > BLOCK_HEADER ? frames->wanted - BLOCK_HEADER : frames->wanted;
    return frames->full ? 0 : size < wanted ? size : wanted;
}

static size_t step_zstd(struct frames *frames, struct slice *in, bool last, void *data, size_t size, const char **problem, bool *ended)
{
    if (!frames->stream)
        return *problem = "zstd has no memory", (size_t)0;
    if (!frames->inside && !in->size) {
        *ended = last;
        return 0;
    }
    size_t given = piece_of_zstd(frames, in->size);
    bool was_full = frames->full;
    ZSTD_inBuffer input = {in->data, given, 0};
    ZSTD_outBuffer output = {data, size, 0};
    size_t state = ZSTD_decompressStream(frames->stream, &output, &input);
    if (ZSTD_isError(state))
        return *problem = ZSTD_getErrorName(state), (size_t)0;
    *in = slice_cut(*in, input.pos, SIZE_MAX);
    frames->inside = state != 0;
    frames->wanted = state ? state : ZSTD_FIRST;
    frames->full = frames->inside && output.pos == size;
    if (!was_full && !input.pos && !output.pos)
        *problem = last && !in->size ? "the file ends within a zstd frame" : "zstd does not go on";
    return output.pos;
}

static const char *problem_of_xz(lzma_ret state, bool begun)
{
    switch (state) {
    case LZMA_FORMAT_ERROR: return begun ? "found bytes that begin no xz stream" : "no xz stream begins here";
    case LZMA_DATA_ERROR: return "an xz stream is damaged";
    case LZMA_OPTIONS_ERROR: return "an xz stream uses filters that liblzma does not know";
    case LZMA_MEMLIMIT_ERROR: return "an xz stream asks for a dictionary above 128 MiB";
    case LZMA_BUF_ERROR: return "the file ends within an xz stream";
    default: return "liblzma has no memory";
    }
}

static size_t step_xz(struct frames *frames, struct slice *in, bool last, void *data, size_t size, const char **problem, bool *ended)
{
    lzma_stream *xz = &frames->xz;
    if (!frames->has_xz)
        return *problem = "liblzma has no memory", (size_t)0;
    xz->next_in = (const uint8_t *)in->data;
    xz->avail_in = in->size;
    xz->next_out = data;
    xz->avail_out = size;
    lzma_ret state = lzma_code(xz, last ? LZMA_FINISH : LZMA_RUN);
    *in = slice_cut(*in, in->size - xz->avail_in, SIZE_MAX);
    if (state == LZMA_STREAM_END)
        *ended = true;
    else if (state != LZMA_OK)
        *problem = problem_of_xz(state, xz->total_out > 0);
    return size - xz->avail_out;
}

size_t frames_step(struct frames *frames, struct slice *in, bool last, void *data, size_t size, const char **problem, bool *ended)
{
    *problem = NULL;
    *ended = false;
    switch (frames->kind) {
    case FRAMES_ZSTD: return step_zstd(frames, in, last, data, size, problem, ended);
    case FRAMES_XZ: return step_xz(frames, in, last, data, size, problem, ended);
    case FRAMES_LZW: return lzw_step(frames->lzw, in, last, data, size, problem, ended);
    default: return step_gzip(frames, in, last, data, size, problem, ended);
    }
}
