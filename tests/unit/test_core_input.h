/* test_core_input.h - bytes from a seed, files of such bytes, and pieces read from inputs.  SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CLEW_TESTS_TEST_CORE_INPUT_H
#define CLEW_TESTS_TEST_CORE_INPUT_H

#include "random.h"

#include "core/core.h"

#include <lzma.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>
#include <zstd.h>
#include <cmocka.h>

struct bytes {
    unsigned char *data;
    size_t size;
};

static char folder[64], path[128], other[128];

static inline int make_folder(void **state)
{
    (void)state;
    snprintf(folder, sizeof folder, "/tmp/clew-input-XXXXXX");
    if (!mkdtemp(folder))
        return -1;
    snprintf(path, sizeof path, "%s/file", folder);
    snprintf(other, sizeof other, "%s/other", folder);
    return 0;
}

static inline int remove_folder(void **state)
{
    (void)state;
    unlink(path);
    unlink(other);
    return rmdir(folder);
}

/* Half of the bytes compress well. */
static inline struct bytes make_bytes(size_t size, uint64_t seed)
{
    struct bytes made = {memory_allocate(size), size};
    for (size_t i = 0; i < size; i++)
        made.data[i] = i / 4096 % 2 ? (unsigned char)next_random(&seed) : (unsigned char)"of ten lines\n"[i % 13];
    return made;
}

static inline void write_file(const char *name, struct bytes bytes)
{
    FILE *file = fopen(name, "wb");
    assert_non_null(file);
    assert_true(bytes.size == 0 || fwrite(bytes.data, bytes.size, 1, file) == 1);
    assert_int_equal(fclose(file), 0);
}

static inline struct input *open_file(const char *name)
{
    struct input *input;
    struct error error;
    if (!input_open(name, &input, &error))
        fail_msg("%s", error.message);
    return input;
}

static inline void add(struct bytes *to, const void *data, size_t size)
{
    to->data = memory_resize(to->data, to->size + size);
    if (size)
        memcpy(to->data + to->size, data, size);
    to->size += size;
}

static inline void add_gzip(struct bytes *to, struct bytes from)
{
    z_stream stream = {0};
    assert_int_equal(deflateInit2(&stream, 6, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY), Z_OK);
    size_t room = deflateBound(&stream, from.size);
    unsigned char *data = memory_allocate(room);
    stream.next_in = from.data;
    stream.avail_in = (uInt)from.size;
    stream.next_out = data;
    stream.avail_out = (uInt)room;
    assert_int_equal(deflate(&stream, Z_FINISH), Z_STREAM_END);
    add(to, data, room - stream.avail_out);
    deflateEnd(&stream);
    free(data);
}

static inline void add_zstd(struct bytes *to, struct bytes from)
{
    size_t room = ZSTD_compressBound(from.size);
    unsigned char *data = memory_allocate(room);
    ZSTD_CCtx *context = ZSTD_createCCtx();
    ZSTD_CCtx_setParameter(context, ZSTD_c_checksumFlag, 1);
    size_t size = ZSTD_compress2(context, data, room, from.data, from.size);
    assert_false(ZSTD_isError(size));
    add(to, data, size);
    ZSTD_freeCCtx(context);
    free(data);
}

static inline void add_xz(struct bytes *to, struct bytes from)
{
    size_t room = lzma_stream_buffer_bound(from.size), size = 0;
    unsigned char *data = memory_allocate(room);
    assert_int_equal(lzma_easy_buffer_encode(1, LZMA_CHECK_CRC64, NULL, from.data, from.size, data, &size, room), LZMA_OK);
    add(to, data, size);
    free(data);
}

static inline struct input *of_bytes(struct bytes bytes)
{
    return input_of_bytes((struct str){(const char *)bytes.data, bytes.size}, "bytes");
}

static inline void check_piece(struct input *input, struct bytes all, uint64_t offset, size_t size)
{
    unsigned char *data = memory_allocate(size);
    size_t got, left = offset < all.size ? all.size - (size_t)offset : 0;
    struct error error;
    if (!input_read(input, offset, data, size, &got, &error))
        fail_msg("%s", error.message);
    assert_int_equal(got, size < left ? size : left);
    assert_memory_equal(data, all.data + (got ? offset : 0), got);
    free(data);
}

static inline void check_everywhere(struct input *input, struct bytes all, int times)
{
    uint64_t seed = all.size;
    check_piece(input, all, 0, all.size + 1);
    for (int i = 0; i < times; i++)
        check_piece(input, all, next_random(&seed) % (all.size + 100), (size_t)next_random(&seed) % (1u << next_random(&seed) % 18));
    for (uint64_t at = 0; at < all.size + 70000; at += 70000)
        check_piece(input, all, at, 70000);
    check_piece(input, all, all.size, 10);
    check_piece(input, all, all.size + 1, 10);
    check_piece(input, all, (uint64_t)INT64_MAX - 3, 10);
    check_piece(input, all, UINT64_MAX, 10);
    check_piece(input, all, 0, 0);
}

#endif
