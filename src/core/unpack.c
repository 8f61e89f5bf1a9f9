/* unpack.c - compressed contents at any offset: gzip, zstd, xz and compress.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/input.h"
#include "core/memory.h"

#include <lzma.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>
#include <zstd.h>

/* ---- Files of compress(1) (.Z): Welch's codes ----
 *
 * Source: Welch, "A Technique for High-Performance Data Compression", IEEE Computer 17(6), 1984, in compress 4.0's layout. After 1f 9d comes a byte: the
 * maximum number of bits of a code (9 to 16), plus 128 if code 256 clears the table. The codes follow, lowest bit first, of 9 bits at first. Codes below 256
 * are bytes. Each code but the first adds an entry: the string of the previous code plus the first byte of this code's string. When the table outgrows the
 * codes, they get one bit more. Where the size changes, and after a clearing code, padding fills the codes of one size up to a multiple of eight. There is no
 * checksum: damage that yields other valid codes goes unnoticed, and so does a cut at a byte's end. */

enum { FIRST_BITS = 9, MOST_BITS = 16, TABLE = 1 << MOST_BITS, CLEAR = 256, HEAD = 3, CLEARS = 0x80, RESERVED = 0x60, BITS = 0x1f };

struct lzw {
    unsigned bits, most_bits;       /* of a code, now and at most; most_bits 0: head not read yet */
    bool clears, has_before;
    uint32_t next;                  /* the next entry to add */
    uint32_t before;                /* the previous code */
    unsigned char first;            /* first byte of that code's string */
    uint64_t held;                  /* bits read and not used */
    unsigned held_bits;
    unsigned codes, skip;           /* of this size so far, modulo 8; bits to skip */
    unsigned waiting;               /* undelivered bytes in `stack`, the first at its end */
    uint16_t prefix[TABLE];
    unsigned char last[TABLE], stack[TABLE];
};

/* a quarter of a megabyte, whatever the file */
static struct lzw *lzw_open(void)
{
    return memory_allocate(sizeof(struct lzw));
}

static void lzw_close(struct lzw *lzw)
{
    free(lzw);
}

static void lzw_restart(struct lzw *lzw)
{
    lzw->most_bits = lzw->held_bits = lzw->codes = lzw->skip = lzw->waiting = 0;
    lzw->held = 0;
    lzw->has_before = false;
    lzw->bits = FIRST_BITS;
}

static bool lzw_recognise(struct str head)
{
    unsigned flags = head.size >= HEAD ? (unsigned char)head.data[HEAD - 1] : 0;
    return str_starts(head, "\x1f\x9d") && !(flags & RESERVED) && (flags & BITS) >= FIRST_BITS && (flags & BITS) <= MOST_BITS;
}

/* False: the file changed since it was recognised. */
static bool begin(struct lzw *lzw, struct str *in)
{
    if (!lzw_recognise(*in))
        return false;
    unsigned flags = (unsigned char)in->data[HEAD - 1];
    *in = str_cut(*in, HEAD, SIZE_MAX);
    lzw->most_bits = flags & BITS;
    lzw->clears = flags & CLEARS;
    lzw->next = lzw->clears ? CLEAR + 1 : CLEAR;
    return true;
}

/* Takes bytes until it holds `bits` bits. False: no more bytes. */
static bool hold(struct lzw *lzw, struct str *in, unsigned bits)
{
    while (lzw->held_bits < bits) {
        if (!in->size)
            return false;
        lzw->held |= (uint64_t)(unsigned char)*in->data << lzw->held_bits;
        lzw->held_bits += 8;
        *in = str_cut(*in, 1, SIZE_MAX);
    }
    return true;
}

static uint32_t drop(struct lzw *lzw, unsigned bits)
{
    uint32_t dropped = (uint32_t)(lzw->held & ((UINT64_C(1) << bits) - 1));
    lzw->held >>= bits;
    lzw->held_bits -= bits;
    return dropped;
}

static bool pass_over(struct lzw *lzw, struct str *in)
{
    while (lzw->skip) {
        unsigned bits = lzw->skip < MOST_BITS ? lzw->skip : MOST_BITS;
        if (!hold(lzw, in, bits))
            return false;
        drop(lzw, bits);
        lzw->skip -= bits;
    }
    return true;
}

static void change_size(struct lzw *lzw, unsigned bits)
{
    lzw->skip = (8 - lzw->codes % 8) % 8 * lzw->bits;
    lzw->codes = 0;
    lzw->bits = bits;
}

/* Puts a code's string into the stack, backwards. False: no such code. */
static bool expand(struct lzw *lzw, uint32_t code)
{
    uint32_t at = code;
    unsigned top = 0;
    if (code >= CLEAR && (!lzw->has_before || code > lzw->next || (code == lzw->next && lzw->before >= lzw->next)))
        return false;
    if (code == lzw->next && code >= CLEAR) {       /* the entry that this code itself adds */
        lzw->stack[top++] = lzw->first;
        at = lzw->before;
    }
    for (; at >= CLEAR; at = lzw->prefix[at])
        lzw->stack[top++] = lzw->last[at];
    lzw->stack[top++] = lzw->first = (unsigned char)at;
    lzw->waiting = top;
    return true;
}

static bool take(struct lzw *lzw, uint32_t code)
{
    if (lzw->clears && code == CLEAR && lzw->has_before) {
        lzw->next = CLEAR;                          /* the next code adds an entry that no code can mean */
        change_size(lzw, FIRST_BITS);
        return true;
    }
    if (!expand(lzw, code))
        return false;
    if (lzw->has_before && lzw->next < UINT32_C(1) << lzw->most_bits) {
        lzw->prefix[lzw->next] = (uint16_t)lzw->before;
        lzw->last[lzw->next++] = lzw->first;
    }
    lzw->has_before = true;
    lzw->before = code;
    if (lzw->next >= UINT32_C(1) << lzw->bits && lzw->bits < lzw->most_bits)
        change_size(lzw, lzw->bits + 1);
    return true;
}

/* as frames_step */
static size_t lzw_step(struct lzw *lzw, struct str *in, bool last, void *data, size_t size, const char **problem, bool *ended)
{
    unsigned char *out = data;
    size_t made = 0;
    if (!lzw->most_bits && !begin(lzw, in))
        return *problem = "no compress(1) header here", (size_t)0;
    while (made < size) {
        if (lzw->waiting) {
            out[made++] = lzw->stack[--lzw->waiting];
            continue;
        }
        if (!pass_over(lzw, in) || !hold(lzw, in, lzw->bits)) {
            *ended = last;
            break;
        }
        lzw->codes++;
        if (!take(lzw, drop(lzw, lzw->bits))) {
            *problem = "found a code that is not defined yet";
            break;
        }
    }
    return made;
}

/* ---- Gzip members, zstd frames and xz streams, one after the other ----
 *
 * A gzip file consists of members (RFC 1952), each with the CRC-32 of its contents, which zlib checks; zeros after the last one are tape padding. A zstd file
 * consists of frames (RFC 8878), some of them skippable. Anything else after them is a problem. An xz file (format 1.2.0, tukaani.org) consists of streams
 * with checks, with padding between them; liblzma reads one after the other. */

enum { GZIP_ONLY = 15 + 16 /* for inflateInit2: 32 KB window, gzip wrapper only */, PIECE = 1 << 30 };
enum { XZ_MEMORY = 160 << 20 /* xz -9 needs 65 MiB */ };
enum { ZSTD_FIRST = 5 /* bytes to begin a frame with */, BLOCK_HEADER = 3 };

struct frames {
    enum frames_kind kind;
    bool inside;            /* inside a member or frame */
    bool padding;           /* gzip: found zeros after a member */
    z_stream inflater;
    ZSTD_DStream *stream;
    lzma_stream xz;
    bool has_xz;
    struct lzw *lzw;
    size_t wanted;          /* zstd: bytes it asks for */
    bool full;              /* zstd: the last output was full, so there may be more of it */
};

static uint32_t first_word(struct str head)
{
    const unsigned char *byte = (const unsigned char *)head.data;
    return head.size < FRAMES_HEAD ? 0 : byte[0] | (uint32_t)byte[1] << 8 | (uint32_t)byte[2] << 16 | (uint32_t)byte[3] << 24;
}

enum frames_kind frames_recognise(struct str head)
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

static void frames_restart(struct frames *frames);

static struct frames *frames_open(enum frames_kind kind)
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

static void frames_close(struct frames *frames)
{
    ZSTD_freeDStream(frames->stream);
    lzma_end(&frames->xz);
    lzw_close(frames->lzw);
    if (frames->kind == FRAMES_GZIP && frames->inflater.state)
        inflateEnd(&frames->inflater);
    free(frames);
}

/* the next input is the beginning of the file */
static void frames_restart(struct frames *frames)
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

/* Begins a member at the front of *in. False: there is no member. */
static bool begin_member(struct frames *frames, struct str *in, const char **problem, bool *ended)
{
    if (!frames->padding && str_starts(*in, "\x1f\x8b") && inflateReset(&frames->inflater) == Z_OK) {
        frames->inside = true;
        return true;
    }
    while (in->size && *in->data == 0) {
        *in = str_cut(*in, 1, SIZE_MAX);
        frames->padding = true;
    }
    if (in->size)
        *problem = "found bytes that are not a gzip member";
    else
        *ended = true;
    return false;
}

static size_t step_gzip(struct frames *frames, struct str *in, bool last, void *data, size_t size, const char **problem, bool *ended)
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
    *in = str_cut(*in, given - inflater->avail_in, SIZE_MAX);
    if (state == Z_STREAM_END)
        frames->inside = false;
    else if (state == Z_BUF_ERROR || (state == Z_OK && inflater->avail_out == room && inflater->avail_in == given))
        *problem = last && !in->size ? "the file ends within a gzip member" : "zlib makes no progress";
    else if (state != Z_OK)
        *problem = inflater->msg ? inflater->msg : state == Z_NEED_DICT ? "needs a dictionary" : "zlib has no memory";
    return room - inflater->avail_out;
}

/* One block, or one header, per call: damage then loses nothing before it, and its offset is known. zstd asks for a block and the next block's header. */
static size_t piece_of_zstd(const struct frames *frames, size_t size)
{
    size_t wanted = frames->wanted > BLOCK_HEADER ? frames->wanted - BLOCK_HEADER : frames->wanted;
    return frames->full ? 0 : size < wanted ? size : wanted;
}

static size_t step_zstd(struct frames *frames, struct str *in, bool last, void *data, size_t size, const char **problem, bool *ended)
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
    *in = str_cut(*in, input.pos, SIZE_MAX);
    frames->inside = state != 0;
    frames->wanted = state ? state : ZSTD_FIRST;
    frames->full = frames->inside && output.pos == size;
    if (!was_full && !input.pos && !output.pos)
        *problem = last && !in->size ? "the file ends within a zstd frame" : "zstd makes no progress";
    return output.pos;
}

static const char *problem_of_xz(lzma_ret state, bool begun)
{
    switch (state) {
    case LZMA_FORMAT_ERROR: return begun ? "found bytes that are not an xz stream" : "no xz stream begins here";
    case LZMA_DATA_ERROR: return "an xz stream is damaged";
    case LZMA_OPTIONS_ERROR: return "an xz stream uses filters that liblzma does not know";
    case LZMA_MEMLIMIT_ERROR: return "an xz stream asks for a dictionary above 128 MiB";
    case LZMA_BUF_ERROR: return "the file ends within an xz stream";
    default: return "liblzma has no memory";
    }
}

static size_t step_xz(struct frames *frames, struct str *in, bool last, void *data, size_t size, const char **problem, bool *ended)
{
    lzma_stream *xz = &frames->xz;
    if (!frames->has_xz)
        return *problem = "liblzma has no memory", (size_t)0;
    xz->next_in = (const uint8_t *)in->data;
    xz->avail_in = in->size;
    xz->next_out = data;
    xz->avail_out = size;
    lzma_ret state = lzma_code(xz, last ? LZMA_FINISH : LZMA_RUN);
    *in = str_cut(*in, in->size - xz->avail_in, SIZE_MAX);
    if (state == LZMA_STREAM_END)
        *ended = true;
    else if (state != LZMA_OK)
        *problem = problem_of_xz(state, xz->total_out > 0);
    return size - xz->avail_out;
}

/* Decompresses up to `size` bytes from the front of *in, which moves past the used bytes; returns how many. `last`: nothing follows *in; otherwise *in has at
 * least FRAMES_HEAD bytes. *problem: the problem at the front of *in, otherwise NULL. *ended: there is no more. With neither, calling again makes progress. */
static size_t frames_step(struct frames *frames, struct str *in, bool last, void *data, size_t size, const char **problem, bool *ended)
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

/* ---- Compressed contents at any offset: forwards, or again from the beginning ----
 *
 * clew decompresses into a window and copies reads from it. When the window moves on, its last part stays, so that a step back to the beginning of a line does
 * not restart everything. */

enum { WINDOW = 512 * 1024, KEPT = 128 * 1024, PACKED = 128 * 1024 };

struct unpack {
    const struct input *input;
    struct frames *frames;
    uint64_t next;              /* file offset of the next bytes to read */
    struct str in;            /* read and not yet used, in packed */
    uint64_t start;             /* the window's offset in the contents */
    size_t have;                /* bytes in the window */
    bool at_end, stopped;       /* end of the file; end of the contents, or damage */
    bool damaged;
    struct error damage;
    uint64_t far, far_packed;   /* the furthest offsets reached in contents and file; readable without the lock */
    char packed[PACKED], window[WINDOW];
};

struct unpack *unpack_open(const struct input *input, enum frames_kind kind)
{
    struct unpack *unpack = memory_allocate(sizeof *unpack);
    unpack->input = input;
    unpack->frames = frames_open(kind);
    return unpack;
}

void unpack_close(struct unpack *unpack)
{
    if (!unpack)
        return;
    frames_close(unpack->frames);
    free(unpack);
}

static void restart(struct unpack *unpack)
{
    frames_restart(unpack->frames);
    unpack->next = unpack->start = 0;
    unpack->in = (struct str){NULL, 0};
    unpack->have = 0;
    unpack->at_end = unpack->stopped = unpack->damaged = false;
}

/* Reads more of the file, behind its unused part. */
static bool fill(struct unpack *unpack, struct error *error)
{
    if (unpack->in.size)
        memmove(unpack->packed, unpack->in.data, unpack->in.size);
    size_t got, room = PACKED - unpack->in.size;
    if (!input_read_raw(unpack->input, unpack->next, unpack->packed + unpack->in.size, room, &got, error))
        return false;
    unpack->at_end = got < room;
    unpack->next += got;
    unpack->in = (struct str){unpack->packed, unpack->in.size + got};
    return true;
}

static void note_progress(struct unpack *unpack)
{
    uint64_t contents = unpack->start + unpack->have;
    if (contents < __atomic_load_n(&unpack->far, __ATOMIC_RELAXED))
        return;
    __atomic_store_n(&unpack->far, contents, __ATOMIC_RELAXED);
    __atomic_store_n(&unpack->far_packed, unpack->next - unpack->in.size, __ATOMIC_RELAXED);
}

static void stop(struct unpack *unpack, bool damaged)
{
    unpack->stopped = true;
    unpack->damaged = damaged;
}

/* Decompresses some more. */
static void advance(struct unpack *unpack)
{
    const char *problem;
    bool ended;
    if (unpack->have == WINDOW) {
        memmove(unpack->window, unpack->window + WINDOW - KEPT, KEPT);
        unpack->start += WINDOW - KEPT;
        unpack->have = KEPT;
    }
    if (unpack->in.size < FRAMES_HEAD && !unpack->at_end && !fill(unpack, &unpack->damage)) {
        stop(unpack, true);
        return;
    }
    unpack->have += frames_step(unpack->frames, &unpack->in, unpack->at_end, unpack->window + unpack->have, WINDOW - unpack->have, &problem, &ended);
    if (problem)
        error_at_offset(&unpack->damage, input_name(unpack->input), unpack->next - unpack->in.size, "compressed data is damaged: %s", problem);
    if (problem || ended)
        stop(unpack, problem != NULL);
    note_progress(unpack);
}

bool unpack_read(struct unpack *unpack, uint64_t offset, void *data, size_t size, size_t *got, struct error *error)
{
    *got = 0;
    if (offset < unpack->start)
        restart(unpack);
    while (*got < size) {
        uint64_t from = offset + *got - unpack->start;
        if (from < unpack->have) {
            size_t piece = unpack->have - (size_t)from < size - *got ? unpack->have - (size_t)from : size - *got;
            memcpy((char *)data + *got, unpack->window + from, piece);
            *got += piece;
        } else if (unpack->stopped) {
            break;
        } else {
            advance(unpack);
        }
    }
    if (*got < size && unpack->damaged)
        *error = unpack->damage;
    return *got == size || !unpack->damaged;
}

/* Between the beginning and the furthest offset reached, assumes a constant ratio. */
uint64_t unpack_position(struct unpack *unpack, uint64_t offset)
{
    uint64_t far = __atomic_load_n(&unpack->far, __ATOMIC_RELAXED), packed = __atomic_load_n(&unpack->far_packed, __ATOMIC_RELAXED);
    return offset >= far ? packed : (uint64_t)((double)packed * ((double)offset / (double)far));
}
