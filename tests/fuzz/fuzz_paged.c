/* fuzz_paged.c - any bytes as a paged file, and any pieces written to one.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The first byte chooses the use of the rest. 0: a file as it is. 1: a file whose checksums are corrected first, so that the fuzzer gets past them.
 * Otherwise: pieces to append; the file made from them is read again. Every file that opens is asked inside and outside its streams. */
#include "recording/store/paged.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { HEAD = 64, TABLE_AT = 24, TABLE_SIZE_AT = 32, TABLE_CHECKSUM_AT = 40, HEADER_SIZE_AT = 44, UNPACKED_AT = 48, ENTRY = 16, PIECES = 100 };

static uint64_t number(const uint8_t *at, size_t bytes)
{
    uint64_t value = 0;
    memcpy(&value, at, bytes);
    return value;
}

static void put_checksum(uint8_t *to, const uint8_t *from, size_t size)
{
    uint32_t checksum = (uint32_t)crc32(0, from, (uInt)size);
    memcpy(to, &checksum, sizeof checksum);
}

/* Walks the table behind the user's header like a reader, as far as it makes sense. */
static void mend_pages(uint8_t *file, size_t size, size_t table, size_t table_size)
{
    uint8_t *at = file + table, *end = at + table_size;
    while (end - at >= 8) {
        uint64_t stream = number(at, 8);
        at += 8;
        for (uint64_t page = 0; page * PAGED_SIZE < stream && page < size && end - at >= ENTRY; page++, at += ENTRY) {
            uint64_t offset = number(at, 8), stored = number(at + 8, 4);
            if (offset < size && stored && stored <= size - offset && stored <= PAGED_SIZE)
                put_checksum(at + 12, file + offset, stored);
        }
    }
}

static void mend(uint8_t *file, size_t size)
{
    if (size < HEAD)
        return;
    uint64_t table = number(file + TABLE_AT, 8), table_size = number(file + TABLE_SIZE_AT, 8), header = number(file + HEADER_SIZE_AT, 4);
    if (table < size && table_size <= size - table) {
        if (header <= table_size && number(file + UNPACKED_AT, 8) == table_size)
            mend_pages(file, size, table + header, table_size - header);
        put_checksum(file + TABLE_CHECKSUM_AT, file + table, table_size);
    }
    if (size - HEAD >= 4)
        put_checksum(file + HEAD, file, HEAD);
}

/* A question outside a stream gives zeros and reports damage. Every answer can be read as far as promised. */
static void ask(struct paged *paged, unsigned stream, uint64_t at, size_t size)
{
    volatile unsigned sum = 0;
    const unsigned char *data = paged_at(paged, stream, at, size);
    size_t readable = size <= PAGED_SIZE ? size + PAGED_SLACK : PAGED_SIZE;
    for (size_t i = 0; i < readable; i += 61)
        sum = sum + data[i];
    struct error error;
    if (size && (at >= paged->streams[stream].size || size > PAGED_SIZE) && (data[0] || !paged_damage(paged, &error)))
        abort();
}

static void ask_all(struct paged *paged)
{
    static unsigned char copy[3 * PAGED_SIZE];
    struct error error;
    size_t header;
    paged_limit(paged, 0);
    if (!paged_header(paged, &header) || header > PAGED_HEADER)
        abort();
    bool verified = paged_verify(paged, NULL, &error), copied = true;
    for (unsigned stream = 0; stream < paged->stream_count; stream++) {
        uint64_t size = paged->streams[stream].size;
        for (uint64_t at = 0; at < size; at += sizeof copy)
            copied &= paged_copy(paged, stream, at, copy, size - at < sizeof copy ? (size_t)(size - at) : sizeof copy);
    }
    if (verified != copied)
        abort();
    for (unsigned stream = 0; stream < paged->stream_count; stream++) {
        uint64_t size = paged->streams[stream].size;
        const uint64_t places[] = {0, 1, size / 2, size - 1, size, size + 1, PAGED_SIZE - 1, PAGED_SIZE, UINT64_MAX, (uint64_t)1 << 63};
        for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
            const size_t sizes[] = {0, 1, 8, 100, PAGED_SIZE, PAGED_SIZE + 1, SIZE_MAX};
            for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++)
                ask(paged, stream, places[i], sizes[k]);
        }
    }
}

static void read_file(const char *name, const uint8_t *data, size_t size, bool mended)
{
    uint8_t *bytes = malloc(size + 1);
    memcpy(bytes, data, size);
    if (mended)
        mend(bytes, size);
    FILE *file = fopen(name, "wb");
    if (!bytes || !file || (size && fwrite(bytes, size, 1, file) != 1) || fclose(file) != 0)
        abort();
    struct paged *paged;
    struct error error;
    if (paged_open(name, &paged, &error)) {
        if (paged_file_size(paged) != size)
            abort();
        ask_all(paged);
        paged_close(paged);
    }
    free(bytes);
}

struct written {
    unsigned stream;
    uint64_t at;
    const uint8_t *data;
    size_t size;
};

/* Each piece is three bytes (stream, size, factor of the size); its content is the input itself. */
static size_t write_pieces(struct paged_writer *writer, unsigned streams, const uint8_t *data, size_t size, struct written written[PIECES])
{
    static uint8_t filler[PAGED_SIZE];
    size_t count = 0;
    for (size_t at = 0; at + 3 <= size && count < PIECES; at += 3, count++) {
        size_t length = (size_t)data[at + 1] << data[at + 2] % 9, left = size - at;
        const uint8_t *from = length <= left ? data + at : filler;
        unsigned stream = data[at] % streams;
        uint64_t place = data[at + 2] & 128 ? paged_append_items(writer, stream, from, length / 4, 4) : paged_append(writer, stream, from, length);
        written[count] = (struct written){stream, place, from, data[at + 2] & 128 ? length / 4 * 4 : length};
    }
    return count;
}

static void write_and_read(const char *name, unsigned kind, const uint8_t *data, size_t size)
{
    static struct written written[PIECES];
    static unsigned char copy[PAGED_SIZE];
    struct paged_writer *writer;
    struct paged *paged;
    struct error error;
    unlink(name);
    unsigned streams = 1 + kind % PAGED_STREAMS;
    if (!paged_create(kind & 128 ? NULL : name, streams, &writer, &error))
        abort();
    for (unsigned i = 0; i < streams; i += 2)
        paged_compress(writer, i);
    size_t count = write_pieces(writer, streams, data, size, written);
    if (!paged_finish(writer, data, size < PAGED_HEADER ? size : PAGED_HEADER, &paged, &error) || !paged_verify(paged, NULL, &error))
        abort();
    if (kind & 64)
        paged_limit(paged, 0);
    for (size_t i = 0; i < count; i++)
        if (!paged_copy(paged, written[i].stream, written[i].at, copy, written[i].size) || memcmp(copy, written[i].data, written[i].size) != 0)
            abort();
    if (paged_damage(paged, &error))
        abort();
    ask_all(paged);
    paged_close(paged);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char name[64];
    snprintf(name, sizeof name, "/dev/shm/fuzz-paged-%d", (int)getpid());
    if (size == 0)
        return 0;
    if (data[0] < 2)
        read_file(name, data + 1, size - 1, data[0] == 1);
    else
        write_and_read(name, data[0], data + 1, size - 1);
    unlink(name);
    return 0;
}
