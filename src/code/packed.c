/* packed.c - the content of compressed sections.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Two headers say that and how a section is compressed: ELF's own (SHF_COMPRESSED: Elf32_Chdr or Elf64_Chdr, System V ABI, "Section Compression")
 * and GNU's older one (sections named .zdebug_: "ZLIB", then the size in eight bytes, the highest first). What they announce is checked
 * against what comes out, and memory follows what came out so far. */
#include "code/cursor.h"
#include "code/packed.h"
#include "code/symbols_inside.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>
#include <zstd.h>

/* Methods of Elf32_Chdr and Elf64_Chdr; the second is younger than some elf.h. */
enum { METHOD_ZLIB = 1, METHOD_ZSTD = 2 };

/* Output grows in steps of at least this. */
enum { STEP = 1 << 16 };

/* ---- Headers ---- */

static bool gnu_header(struct slice stored, struct packed *packed, struct text *problem)
{
    packed->method = "gnu zlib";
    packed->size = cursor_take(&(struct cursor){.bytes = stored, .at = 4}, 8);
    packed->data = slice_cut(stored, 12, stored.size);
    if (stored.size >= 12 && slice_starts(stored, "ZLIB"))
        return true;
    text_add(problem, "\"ZLIB\" and a size expected at its start");
    return false;
}

bool packed_read(struct slice stored, bool gnu, const struct elf *elf, struct packed *packed, struct text *problem)
{
    bool wide = elf->address_size == 8;
    size_t header = wide ? 24 : 12;
    *packed = (struct packed){0};
    if (gnu)
        return gnu_header(stored, packed, problem);
    if (stored.size < header) {
        text_printf(problem, "a compression header of %zu bytes expected, %zu bytes found", header, stored.size);
        return false;
    }
    struct cursor cursor = {.bytes = stored, .little_endian = elf->little_endian};
    uint64_t method = cursor_take(&cursor, 4);
    cursor_take(&cursor, wide ? 4 : 0);          /* reserved */
    packed->size = cursor_take(&cursor, wide ? 8 : 4);
    packed->data = slice_cut(stored, header, stored.size);
    packed->method = method == METHOD_ZLIB ? "zlib" : method == METHOD_ZSTD ? "zstd" : NULL;
    if (!packed->method)
        text_printf(problem, "compressed by the unknown method %" PRIu64 ", zlib (1) or zstd (2) expected", method);
    return packed->method;
}

/* ---- Streams ---- */

struct output {
    char *data;
    size_t size, capacity, most;    /* most: what is announced */
};

/* Room for more, at least a byte: also behind what is announced, so that a stream that is too long is seen to be. */
static size_t output_room(struct output *output)
{
    size_t step = output->most + 1 - output->size < STEP ? output->most + 1 - output->size : STEP;
    output->data = array_grow(output->data, &output->capacity, output->size + step, 1);
    return output->capacity - output->size < UINT_MAX / 2 ? output->capacity - output->size : UINT_MAX / 2;
}

/* *read: how much of the data was taken. False: damaged there. A section may hold several streams, one behind the other. */
static bool inflate_zlib(struct slice data, struct output *output, size_t *read)
{
    z_stream stream = {0};
    int state = inflateInit(&stream);
    while (state == Z_OK && output->size <= output->most) {
        size_t room = output_room(output), left = data.size - *read < UINT_MAX / 2 ? data.size - *read : UINT_MAX / 2;
        stream.next_in = (Bytef *)(uintptr_t)(data.data + *read);
        stream.avail_in = (uInt)left;
        stream.next_out = (Bytef *)output->data + output->size;
        stream.avail_out = (uInt)room;
        state = inflate(&stream, Z_NO_FLUSH);
        *read += left - stream.avail_in;
        output->size += room - stream.avail_out;
        if (state == Z_STREAM_END && *read < data.size && output->size < output->most)
            state = inflateReset(&stream);
    }
    inflateEnd(&stream);
    return state == Z_OK || state == Z_STREAM_END;
}

static bool inflate_zstd(struct slice data, struct output *output, size_t *read)
{
    ZSTD_DStream *stream = ZSTD_createDStream();
    size_t state = stream ? ZSTD_initDStream(stream) : 0;
    bool well = stream && !ZSTD_isError(state), more = true;
    while (well && more && output->size <= output->most) {
        size_t room = output_room(output), before = output->size;
        ZSTD_inBuffer in = {data.data, data.size, *read};
        ZSTD_outBuffer out = {output->data, output->size + room, output->size};
        state = ZSTD_decompressStream(stream, &out, &in);
        well = !ZSTD_isError(state) && (out.pos > before || in.pos > *read || state == 0);
        more = state != 0 || in.pos < in.size;
        *read = in.pos;
        output->size = out.pos;
    }
    ZSTD_freeDStream(stream);
    return well;
}

bool packed_inflate(const struct packed *packed, uint64_t most, struct arena *arena, struct slice *bytes, struct text *problem)
{
    size_t read = 0;
    if (packed->size > most) {
        text_printf(problem, "%" PRIu64 " bytes announced, at most %" PRIu64 " are taken from this file", packed->size, most);
        return false;
    }
    struct output output = {.most = (size_t)packed->size};
    bool whole = (strcmp(packed->method, "zstd") == 0 ? inflate_zstd : inflate_zlib)(packed->data, &output, &read);
    if (!whole)
        text_printf(problem, "damaged at byte %zu of %zu, behind %zu bytes of %" PRIu64, read, packed->data.size, output.size, packed->size);
    else if (output.size > packed->size)
        text_printf(problem, "more than the %" PRIu64 " bytes announced", packed->size);
    else if (output.size < packed->size)
        text_printf(problem, "%zu bytes found, %" PRIu64 " announced", output.size, packed->size);
    whole = whole && output.size == packed->size;
    if (whole)
        *bytes = arena_copy(arena, (struct slice){output.data, output.size});
    free(output.data);
    return whole;
}
