/* test_paged.c - streams in a paged file: what was written is read, or damage is told.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "store/paged_inside.h"

#include <dirent.h>
#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>
#include <cmocka.h>

static char folder[64], path[128], other[128];

static int make_folder(void **state)
{
    (void)state;
    snprintf(folder, sizeof folder, "/tmp/clew-paged-XXXXXX");
    if (!mkdtemp(folder))
        return -1;
    snprintf(path, sizeof path, "%s/store", folder);
    snprintf(other, sizeof other, "%s/other", folder);
    return 0;
}

static int remove_folder(void **state)
{
    (void)state;
    unlink(path);
    unlink(other);
    return rmdir(folder);
}

static int begin(void **state)
{
    (void)state;
    unlink(path);
    unlink(other);
    return 0;
}

/* How many names there are in the folder: nothing temporary may stay. */
static int count_files(void)
{
    int count = 0;
    DIR *directory = opendir(folder);
    assert_non_null(directory);
    for (const struct dirent *entry; (entry = readdir(directory)) != NULL;)
        count += entry->d_name[0] != '.';
    closedir(directory);
    return count;
}

static uint64_t next_random(uint64_t *state)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return *state >> 33;
}

/* ---- What a stream should hold ---- */

struct model {
    unsigned char *data;
    size_t size, capacity;
};

static void model_zeros(struct model *model, size_t size)
{
    model->data = array_grow(model->data, &model->capacity, model->size + size + 1, 1);
    memset(model->data + model->size, 0, size);
    model->size += size;
}

static void model_add(struct model *model, const void *data, size_t size)
{
    model_zeros(model, size);
    if (size)
        memcpy(model->data + model->size - size, data, size);
}

static uint64_t model_append(struct model *model, const void *data, size_t size)
{
    size_t left = (PAGED_SIZE - model->size % PAGED_SIZE) % PAGED_SIZE;
    if (size > left && left)
        model_zeros(model, left);
    model_add(model, data, size);
    return model->size - size;
}

static uint64_t model_append_items(struct model *model, const void *items, size_t count, size_t item)
{
    model_zeros(model, (item - model->size % item) % item);
    uint64_t at = model->size;
    model_add(model, items, count * item);
    return at;
}

static struct paged_writer *create(const char *name, unsigned streams)
{
    struct paged_writer *writer;
    struct error error;
    if (!paged_create(name, streams, &writer, &error))
        fail_msg("%s", error.message);
    return writer;
}

static struct paged *finish(struct paged_writer *writer, const void *header, size_t size)
{
    struct paged *paged;
    struct error error;
    if (!paged_finish(writer, header, size, &paged, &error))
        fail_msg("%s", error.message);
    return paged;
}

static struct paged *open_paged(const char *name)
{
    struct paged *paged;
    struct error error;
    if (!paged_open(name, &paged, &error))
        fail_msg("%s", error.message);
    return paged;
}

static void check_no_damage(const struct paged *paged)
{
    struct error error;
    if (paged_damage(paged, &error))
        fail_msg("%s", error.message);
}

/* A piece is there, the rest of its page can be read too, and beyond the stream all is zero. */
static void check_at(struct paged *paged, unsigned stream, const struct model *model, uint64_t at, size_t size)
{
    const unsigned char *data = paged_at(paged, stream, at, size);
    if (size == 0)
        return;
    assert_memory_equal(data, model->data + at, size);
    size_t rest = PAGED_SIZE - at % PAGED_SIZE;
    for (size_t i = 0; i < rest + PAGED_SLACK; i++)
        assert_int_equal(data[i], i < rest && at + i < model->size ? model->data[at + i] : 0);
}

static void check_copies(struct paged *paged, unsigned stream, const struct model *model, uint64_t seed)
{
    unsigned char *data = memory_allocate(model->size + 1);
    assert_int_equal(paged->streams[stream].size, model->size);
    assert_true(paged_copy(paged, stream, 0, data, model->size));
    if (model->size)
        assert_memory_equal(data, model->data, model->size);
    for (int i = 0; i < 20; i++) {
        uint64_t at = next_random(&seed) % (model->size + 1);
        size_t size = (size_t)(next_random(&seed) % (model->size - at + 1));
        assert_true(paged_copy(paged, stream, at, data, size));
        if (size)
            assert_memory_equal(data, model->data + at, size);
    }
    free(data);
}

static void check_all(struct paged *paged, const struct model *models, unsigned streams)
{
    struct error error;
    for (unsigned i = 0; i < streams; i++)
        check_copies(paged, i, &models[i], i);
    if (!paged_verify(paged, NULL, &error))
        fail_msg("%s", error.message);
    check_no_damage(paged);
}

static void free_models(struct model *models, unsigned streams)
{
    for (unsigned i = 0; i < streams; i++)
        free(models[i].data);
}

/* ---- Round trips ---- */

static unsigned char noise[4 * PAGED_SIZE], lines[4 * PAGED_SIZE];

static void make_data(void)
{
    uint64_t seed = 1;
    for (size_t i = 0; i < sizeof noise; i++) {
        noise[i] = (unsigned char)next_random(&seed);
        lines[i] = (unsigned char)"of ten lines\n"[i / 3 % 13];
    }
}

static void streams_of_every_size_are_read_as_they_were_written(void **state)
{
    (void)state;
    const size_t sizes[] = {0, 1, 16, PAGED_SIZE - 1, PAGED_SIZE, PAGED_SIZE + 1, 2 * PAGED_SIZE, 3 * PAGED_SIZE + 77};
    enum { SIZES = 8, COUNT = 3 * SIZES };
    for (int memory = 0; memory < 2; memory++) {
        struct model models[COUNT] = {0};
        struct paged_writer *writer = create(memory ? NULL : path, COUNT);
        for (unsigned i = 0; i < COUNT; i++) {
            const unsigned char *data = i % 3 == 2 ? lines : noise;
            if (i % 3)
                paged_compress(writer, i);
            assert_int_equal(paged_append_items(writer, i, data, sizes[i / 3], 1), model_append_items(&models[i], data, sizes[i / 3], 1));
            assert_int_equal(paged_stream_size(writer, i), sizes[i / 3]);
        }
        struct paged *paged = finish(writer, "header", 6);
        check_all(paged, models, COUNT);
        if (!memory) {
            paged_close(paged);
            paged = open_paged(path);
            check_all(paged, models, COUNT);
            assert_true(paged_stored_size(paged, COUNT - 1) < models[COUNT - 1].size / 10);
            assert_int_equal(paged_stored_size(paged, COUNT - 2), models[COUNT - 2].size);
            struct stat stat_buffer;
            assert_int_equal(stat(path, &stat_buffer), 0);
            assert_int_equal(paged_file_size(paged), stat_buffer.st_size);
            assert_int_equal(count_files(), 1);
        }
        size_t size;
        assert_memory_equal(paged_header(paged, &size), "header", 6);
        assert_int_equal(size, 6);
        paged_close(paged);
        free_models(models, COUNT);
    }
    paged_close(NULL);
}

struct piece {
    unsigned stream;
    uint64_t at;
    size_t size;
};

static struct piece append_random(struct paged_writer *writer, struct model *models, unsigned streams, uint64_t *seed)
{
    unsigned stream = (unsigned)(next_random(seed) % streams), kind = (unsigned)(next_random(seed) % 8);
    const unsigned char *data = (stream % 2 ? noise : lines) + next_random(seed) % 1000;
    size_t size = (size_t)next_random(seed) % (kind == 0 ? PAGED_SIZE + 1 : kind == 1 ? 3 : 4000), item = (size_t)1 << next_random(seed) % 6;
    uint64_t at, wanted;
    if (kind < 6) {
        at = paged_append(writer, stream, data, size);
        wanted = model_append(&models[stream], data, size);
    } else {
        size_t count = (size_t)next_random(seed) % (kind == 6 ? 10 : 100000 / item);
        at = paged_append_items(writer, stream, data, count, item);
        wanted = model_append_items(&models[stream], data, count, item);
        assert_int_equal(at % item, 0);
        size = count ? item : 0;
    }
    assert_int_equal(at, wanted);
    assert_int_equal(paged_stream_size(writer, stream), models[stream].size);
    return (struct piece){stream, at, size};
}

static void random_streams_are_read_piece_by_piece_in_any_order_from_file_and_memory(void **state)
{
    (void)state;
    enum { COUNT = 7, PIECES = 1500 };
    static struct piece pieces[PIECES];
    for (uint64_t round = 0; round < 12; round++) {
        uint64_t seed = round * 77 + 5;
        struct model models[COUNT] = {0};
        struct paged_writer *writer = create(round % 3 == 2 ? NULL : path, COUNT);
        for (unsigned i = 0; i < COUNT; i += 3)
            paged_compress(writer, i);
        int count = round < 3 ? 10 : PIECES;
        for (int i = 0; i < count; i++)
            pieces[i] = append_random(writer, models, COUNT - 1, &seed);
        struct paged *paged = finish(writer, NULL, 0);
        if (round % 3 == 1) {
            paged_close(paged);
            paged = open_paged(path);
        }
        if (round % 2)
            paged_limit(paged, 0);
        for (int i = 0; i < 400; i++) {
            struct piece piece = pieces[next_random(&seed) % (uint64_t)count];
            assert_true(piece.size == 0 || piece.at % PAGED_SIZE + piece.size <= PAGED_SIZE);
            check_at(paged, piece.stream, &models[piece.stream], piece.at, piece.size);
        }
        check_all(paged, models, COUNT);
        paged_close(paged);
        free_models(models, COUNT);
    }
    assert_int_equal(count_files(), 1);
}

static void pages_in_memory_are_handed_over_without_copying(void **state)
{
    (void)state;
    struct paged_writer *writer = create(NULL, 2);
    paged_compress(writer, 0);
    paged_append(writer, 0, lines, PAGED_SIZE);
    paged_append(writer, 0, lines, 100);
    struct paged *paged = finish(writer, NULL, 0);
    paged_limit(paged, 0);
    for (int i = 0; i < 2; i++)
        assert_non_null(paged->streams[0].pages[i]);
    assert_ptr_equal(paged_at(paged, 0, PAGED_SIZE + 50, 50), paged->streams[0].pages[1] + 50);
    assert_int_equal(paged_file_size(paged), PAGED_SIZE + 100);
    assert_int_equal(paged_stored_size(paged, 0), PAGED_SIZE + 100);
    paged_close(paged);
}

static void pieces_that_fit_nowhere_fail_when_writing_ends(void **state)
{
    (void)state;
    for (int kind = 0; kind < 4; kind++) {
        struct paged_writer *writer = create(kind % 2 ? NULL : path, 1);
        struct paged *paged;
        struct error error;
        if (kind < 2)
            paged_append(writer, 0, noise, PAGED_SIZE + 1);
        else
            paged_append_items(writer, 0, noise, kind == 2 ? 10 : SIZE_MAX / 2, kind == 2 ? 12 : 8);
        assert_true(paged_failed(writer));
        assert_false(paged_finish(writer, NULL, 0, &paged, &error));
        assert_int_equal(count_files(), 0);
    }
    struct paged_writer *writer = create(path, 1);
    struct paged *paged;
    struct error error;
    assert_false(paged_finish(writer, noise, PAGED_HEADER + 1, &paged, &error));
    assert_int_equal(count_files(), 0);
    paged_close(finish(create(path, 1), noise, PAGED_HEADER));
    assert_false(paged_create(path, 0, &writer, &error));
    assert_false(paged_create(path, PAGED_STREAMS + 1, &writer, &error));
    paged = open_paged(path);
    size_t size;
    assert_memory_equal(paged_header(paged, &size), noise, PAGED_HEADER);
    assert_int_equal(size, PAGED_HEADER);
    paged_close(paged);
}

static void the_checksum_of_any_bytes_is_that_of_zlib(void **state)
{
    (void)state;
    for (size_t size = 0; size < 1000; size++)
        for (size_t at = 0; at < 17; at++)
            assert_int_equal(paged_checksum(noise + at * 1001, size), crc32(0, noise + at * 1001, (uInt)size));
    for (size_t size = PAGED_SIZE - 70; size <= PAGED_SIZE; size++)
        assert_int_equal(paged_checksum(noise + size % 7, size), crc32(0, noise + size % 7, (uInt)size));
}

/* ---- The cache ---- */

/* Each page begins with its number. */
static struct paged *make_numbered(unsigned pages)
{
    struct paged_writer *writer = create(path, 2);
    paged_compress(writer, 1);
    for (uint32_t page = 0; page < pages; page++) {
        for (unsigned stream = 0; stream < 2; stream++) {
            paged_append(writer, stream, &page, sizeof page);
            paged_append(writer, stream, noise, PAGED_SIZE - sizeof page);
        }
    }
    return finish(writer, NULL, 0);
}

static uint32_t number_at(const unsigned char *data)
{
    uint32_t number;
    memcpy(&number, data, sizeof number);
    return number;
}

static unsigned count_loaded(const struct paged *paged)
{
    unsigned count = 0;
    for (unsigned stream = 0; stream < paged->stream_count; stream++)
        for (uint64_t page = 0; page < paged->streams[stream].page_count; page++)
            count += paged->streams[stream].pages[page] != NULL;
    return count;
}

static void a_pointer_stays_good_while_as_many_other_pages_are_loaded_as_is_promised(void **state)
{
    (void)state;
    enum { PAGES = 200, HELD = 4096 };
    static struct { const unsigned char *data; uint32_t page; int loads; } held[HELD];
    struct paged *paged = make_numbered(PAGES);
    const size_t limits[] = {0, 90 * PAGED_SIZE, 130 * PAGED_SIZE};
    for (size_t k = 0; k < 3; k++) {
        uint64_t seed = k;
        int loads = 0;
        paged_limit(paged, limits[k]);
        for (int i = 0; i < HELD; i++) {
            unsigned stream = next_random(&seed) % 2;
            uint64_t page = i % 5 ? next_random(&seed) % 20 : next_random(&seed) % PAGES;
            loads += paged->streams[stream].pages[page] == NULL;
            held[i].data = paged_at(paged, stream, page << PAGED_BITS, 4);
            held[i].page = (uint32_t)page;
            held[i].loads = loads;
            for (int j = i; j >= 0 && held[j].loads >= loads - PAGED_STAY; j--)
                assert_int_equal(number_at(held[j].data), held[j].page);
        }
        check_no_damage(paged);
    }
    paged_close(paged);
}

static void the_pointer_to_the_page_that_goes_next_stays_good_as_long(void **state)
{
    (void)state;
    struct paged *paged = make_numbered(200);
    paged_limit(paged, 0);
    for (uint64_t page = 0; page < 200 - PAGED_STAY; page++)
        (void)paged_at(paged, 0, page << PAGED_BITS, 4);
    uint32_t oldest = 0;
    while (!paged->streams[0].pages[oldest])
        oldest++;
    const unsigned char *data = paged_at(paged, 0, (uint64_t)oldest << PAGED_BITS, 4);
    for (uint64_t page = 200 - PAGED_STAY; page < 200; page++) {
        assert_int_equal(number_at(paged_at(paged, 0, page << PAGED_BITS, 4)), page);
        assert_int_equal(number_at(data), oldest);
    }
    assert_null(paged->streams[0].pages[oldest]);
    assert_ptr_equal(paged_at(paged, 0, (uint64_t)oldest << PAGED_BITS, 4), data);
    paged_close(paged);
}

static void memory_is_bounded_by_the_limit(void **state)
{
    (void)state;
    enum { PAGES = 200 };
    struct paged *paged = make_numbered(PAGES);
    const size_t limits[] = {SIZE_MAX, 150 * (PAGED_SIZE + PAGED_SLACK), 100 * (PAGED_SIZE + PAGED_SLACK), 0};
    const unsigned most[] = {PAGES, 150, 100, 2 * PAGED_STAY};
    for (int k = 0; k < 4; k++) {
        if (k)
            paged_limit(paged, limits[k]);
        assert_true(k == 0 || count_loaded(paged) <= most[k]);
        for (uint64_t page = 0; page < PAGES; page++)
            assert_int_equal(number_at(paged_at(paged, 0, page << PAGED_BITS, 4)), page);
        assert_true(count_loaded(paged) <= most[k]);
        assert_true(count_loaded(paged) >= 16);
    }
    paged_close(paged);
}

static bool count_reports(void *context, uint64_t done, uint64_t total)
{
    int *left = context;
    assert_true(done <= total);
    return --*left > 0;
}

static void verifying_reads_all_without_filling_memory_and_can_be_stopped(void **state)
{
    (void)state;
    struct paged *paged = make_numbered(20);
    struct error error;
    int left = 1000;
    struct progress progress = {count_reports, &left};
    assert_true(paged_verify(paged, &progress, &error));
    assert_true(left <= 1000 - 20);
    assert_int_equal(count_loaded(paged), 0);
    left = 5;
    assert_false(paged_verify(paged, &progress, &error));
    assert_string_equal(error.message, "interrupted");
    check_no_damage(paged);
    paged_close(paged);
}

/* ---- Asking for what there is not ---- */

static void what_lies_outside_reads_as_zeros_and_is_damage(void **state)
{
    (void)state;
    const struct { uint64_t at; size_t size; } asked[] = {
        {PAGED_SIZE + 100, 1}, {PAGED_SIZE + 99, 2}, {PAGED_SIZE - 1, 2}, {0, PAGED_SIZE + 1}, {UINT64_MAX, 1}, {UINT64_MAX, 0}, {UINT64_MAX - 1, 8},
        {1, SIZE_MAX}, {PAGED_SIZE + 101, 0}};
    for (size_t i = 0; i < 2 * sizeof asked / sizeof *asked; i++) {
        struct paged_writer *writer = create(i % 2 ? NULL : path, 3);
        paged_append_items(writer, 1, noise, PAGED_SIZE + 100, 1);
        struct paged *paged = finish(writer, NULL, 0);
        const unsigned char *data = paged_at(paged, 1, asked[i / 2].at, asked[i / 2].size);
        for (int k = 0; k < PAGED_SIZE + PAGED_SLACK; k++)
            assert_int_equal(data[k], 0);
        struct error error;
        assert_true(paged_damage(paged, &error));
        paged_close(paged);
    }
}

static void what_is_asked_of_an_empty_stream_or_copied_from_outside_is_damage(void **state)
{
    (void)state;
    struct paged_writer *writer = create(path, 2);
    paged_append(writer, 0, noise, 100);
    struct paged *paged = finish(writer, NULL, 0);
    unsigned char data[8];
    struct error error;
    assert_non_null(paged_at(paged, 0, 100, 0));
    assert_non_null(paged_at(paged, 1, 0, 0));
    assert_true(paged_copy(paged, 1, 0, data, 0));
    assert_true(paged_copy(paged, 0, 100, data, 0));
    check_no_damage(paged);
    assert_false(paged_copy(paged, 0, 98, data, 3));
    assert_false(paged_copy(paged, 0, UINT64_MAX - 2, data, 8));
    assert_false(paged_copy(paged, 1, 0, data, 1));
    assert_true(paged_damage(paged, &error));
    assert_string_equal(error.source, path);
    assert_non_null(strstr(error.message, "3 bytes from 98 of stream 0"));
    paged_close(paged);
}

/* ---- Damaged files ---- */

static struct model read_file(const char *name)
{
    struct model file = {0};
    FILE *stream = fopen(name, "rb");
    assert_non_null(stream);
    unsigned char data[4096];
    for (size_t got; (got = fread(data, 1, sizeof data, stream)) > 0;)
        model_add(&file, data, got);
    fclose(stream);
    return file;
}

static void write_file(const char *name, const void *data, size_t size)
{
    FILE *stream = fopen(name, "wb");
    assert_non_null(stream);
    assert_true(size == 0 || fwrite(data, size, 1, stream) == 1);
    assert_int_equal(fclose(stream), 0);
}

enum { SMALL = 3, PAGES_AT = 68 };

/* Small, with an empty stream, a compressed one and one that is not. */
static void make_small(struct model models[SMALL])
{
    struct paged_writer *writer = create(path, SMALL);
    paged_compress(writer, 2);
    model_append(&models[0], noise, 200);
    paged_append(writer, 0, noise, 200);
    model_append_items(&models[2], lines, PAGED_SIZE + 900, 1);
    paged_append_items(writer, 2, lines, PAGED_SIZE + 900, 1);
    paged_close(finish(writer, noise, 30));
}

/* Opens it if it can be, and reads everything. True: nothing was wrong. */
static bool read_everything(const char *name, const struct model models[SMALL])
{
    struct paged *paged;
    struct error error = {0};
    if (!paged_open(name, &paged, &error)) {
        assert_string_equal(error.source, name);
        return false;
    }
    size_t size;
    bool good = paged_verify(paged, NULL, &error), header_good = memcmp(paged_header(paged, &size), noise, 30) == 0 && size == 30;
    assert_true(header_good);
    assert_int_equal(paged->stream_count, SMALL);
    unsigned char *data = memory_allocate(2 * PAGED_SIZE);
    for (unsigned i = 0; i < SMALL; i++) {
        assert_int_equal(paged->streams[i].size, models[i].size);
        bool copied = paged_copy(paged, i, 0, data, models[i].size);
        assert_true(!copied || models[i].size == 0 || memcmp(data, models[i].data, models[i].size) == 0);
        assert_true(copied || !good);
        for (uint64_t at = 0; at < models[i].size; at += 100)
            (void)*paged_at(paged, i, at, 1);
    }
    assert_int_equal(paged_damage(paged, &error), !good);
    assert_true(good || error.has_offset);
    free(data);
    paged_close(paged);
    return good;
}

static void every_byte_that_is_changed_is_noticed_or_does_no_harm(void **state)
{
    (void)state;
    struct model models[SMALL] = {0};
    make_small(models);
    struct model file = read_file(path);
    assert_true(read_everything(path, models));
    int descriptor = open(path, O_RDWR);
    int noticed = 0;
    for (size_t at = 0; at < file.size; at++) {
        const unsigned char masks[] = {1, 0x80, 0xff, 0x10, file.data[at]};
        for (size_t i = 0; i < sizeof masks; i++) {
            unsigned char byte = file.data[at] ^ masks[i];
            if (masks[i] == 0)
                continue;
            assert_int_equal(pwrite(descriptor, &byte, 1, (off_t)at), 1);
            assert_false(read_everything(path, models));
            noticed++;
        }
        assert_int_equal(pwrite(descriptor, &file.data[at], 1, (off_t)at), 1);
    }
    assert_true(noticed > 4 * 300);
    assert_true(read_everything(path, models));
    close(descriptor);
    free(file.data);
    free_models(models, SMALL);
}

static void a_file_of_any_other_length_is_refused(void **state)
{
    (void)state;
    struct model models[SMALL] = {0};
    make_small(models);
    struct model file = read_file(path);
    for (size_t size = file.size; size-- > 0;) {
        assert_int_equal(truncate(path, (off_t)size), 0);
        assert_false(read_everything(path, models));
    }
    model_zeros(&file, 1);
    write_file(path, file.data, file.size);
    assert_false(read_everything(path, models));
    free(file.data);
    free_models(models, SMALL);
}

static void what_is_no_store_is_refused_and_says_why(void **state)
{
    (void)state;
    struct model models[SMALL] = {0};
    make_small(models);
    struct model file = read_file(path);
    const struct { const char *name, *bytes; size_t at; const char *word; } cases[] = {
        {"/nothing/here", "", 0, "No such file"}, {folder, "", 0, "no file"}, {path, "C", 0, "no clew store"}, {path, "\3", 12, "version 3"},
        {path, "\1\2\3\4", 16, "byte order"}, {path, "\4", 20, "head of the store is damaged"}, {path, "\xff\xff", 44, "head of the store is damaged"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct paged *paged;
        struct error error;
        unsigned char *changed = memory_allocate(file.size);
        memcpy(changed, file.data, file.size);
        memcpy(changed + cases[i].at, cases[i].bytes, i == 4 ? 4 : strlen(cases[i].bytes));
        write_file(path, changed, file.size);
        assert_false(paged_open(cases[i].name, &paged, &error));
        assert_string_equal(error.source, cases[i].name);
        assert_non_null(strstr(error.message, cases[i].word));
        free(changed);
    }
    assert_true(paged_is_store((struct slice){(const char *)file.data, 12}));
    assert_false(paged_is_store((struct slice){(const char *)file.data, 11}));
    assert_false(paged_is_store(slice_of("clew stores!")));
    free(file.data);
    free_models(models, SMALL);
}

static void a_reader_keeps_the_file_it_opened_when_another_takes_the_name(void **state)
{
    (void)state;
    struct paged *first = make_numbered(100), *second = make_numbered(3);
    for (uint64_t page = 0; page < 100; page++)
        assert_int_equal(number_at(paged_at(first, 0, page << PAGED_BITS, 4)), page);
    assert_int_equal(second->streams[0].page_count, 3);
    check_no_damage(first);
    unlink(path);
    assert_int_equal(number_at(paged_at(second, 1, 2 << PAGED_BITS, 4)), 2);
    paged_close(first);
    paged_close(second);
}

static void a_file_cut_off_under_its_reader_is_damage_and_what_was_loaded_stays(void **state)
{
    (void)state;
    struct paged *paged = make_numbered(10);
    struct error error;
    assert_int_equal(number_at(paged_at(paged, 0, 3 << PAGED_BITS, 4)), 3);
    assert_int_equal(truncate(path, 5000), 0);
    assert_int_equal(number_at(paged_at(paged, 0, 4 << PAGED_BITS, 4)), 0);
    assert_int_equal(number_at(paged_at(paged, 0, 3 << PAGED_BITS, 4)), 3);
    assert_true(paged_damage(paged, &error));
    assert_string_equal(error.source, path);
    assert_non_null(strstr(error.message, "page 4 of stream 0"));
    assert_false(paged_verify(paged, NULL, &error));
    for (uint64_t page = 4; page < 10; page++)
        assert_int_equal(*paged_at(paged, 1, (page << PAGED_BITS) + 8, 8), 0);
    paged_close(paged);
}

/* ---- Names ---- */

static void try_create(const char *name, const char *word)
{
    struct paged_writer *writer;
    struct error error;
    assert_false(paged_create(name, 1, &writer, &error));
    assert_string_equal(error.source, name);
    assert_non_null(strstr(error.message, word));
}

static void nothing_is_written_over_but_a_store(void **state)
{
    (void)state;
    write_file(path, "a file of somebody\n", 19);
    try_create(path, "no clew store");
    write_file(path, "", 0);
    try_create(path, "no clew store");
    try_create(folder, "no clew store");
    try_create("/dev/null", "no clew store");
    unlink(path);
    assert_int_equal(mkfifo(path, 0600), 0);
    try_create(path, "no clew store");
    unlink(path);
    write_file(other, "a file of somebody\n", 19);
    assert_int_equal(symlink(other, path), 0);
    try_create(path, "no clew store");
    assert_int_equal(count_files(), 2);
}

static void a_file_that_appears_while_a_store_is_written_stays(void **state)
{
    (void)state;
    struct paged_writer *writer = create(path, 1);
    struct paged *paged;
    struct error error;
    paged_append(writer, 0, noise, 1000);
    write_file(path, "a file of somebody\n", 19);
    assert_false(paged_finish(writer, NULL, 0, &paged, &error));
    assert_string_equal(error.source, path);
    struct model file = read_file(path);
    assert_int_equal(file.size, 19);
    free(file.data);
    assert_int_equal(count_files(), 1);
}

static void a_store_has_its_name_only_when_it_is_finished_and_its_mode_is_usual(void **state)
{
    (void)state;
    struct stat stat_buffer;
    mode_t mask = umask(027);
    struct paged_writer *writer = create(path, 1);
    paged_append_items(writer, 0, noise, sizeof noise, 1);
    assert_int_equal(access(path, F_OK), -1);
    assert_int_equal(count_files(), 1);
    paged_close(finish(writer, NULL, 0));
    assert_int_equal(stat(path, &stat_buffer), 0);
    assert_int_equal(stat_buffer.st_mode & 07777, 0640);
    umask(mask);

    writer = create(path, 1);
    paged_append(writer, 0, noise, 10);
    paged_drop(writer);
    assert_int_equal(count_files(), 1);
    struct paged *paged = open_paged(path);
    assert_int_equal(paged->streams[0].size, sizeof noise);
    paged_close(paged);
    paged_drop(NULL);
}

static void a_link_is_replaced_and_what_it_led_to_stays(void **state)
{
    (void)state;
    struct stat stat_buffer;
    struct paged_writer *writer = create(other, 1);
    paged_append(writer, 0, noise, 10);
    paged_close(finish(writer, NULL, 0));
    for (int i = 0; i < 2; i++) {       /* the second time it leads nowhere */
        unlink(path);
        assert_int_equal(symlink(i ? "nowhere" : other, path), 0);
        paged_close(finish(create(path, 1), NULL, 0));
        assert_int_equal(lstat(path, &stat_buffer), 0);
        assert_true(S_ISREG(stat_buffer.st_mode));
    }
    struct paged *paged = open_paged(other);
    assert_int_equal(paged->streams[0].size, 10);
    paged_close(paged);
    assert_int_equal(count_files(), 2);
}

static void a_folder_that_takes_no_files_is_an_error_with_the_name(void **state)
{
    (void)state;
    char name[400], long_name[256];
    try_create("/proc/store", "cannot be written");
    snprintf(name, sizeof name, "%s/nothing/store", folder);
    try_create(name, "cannot be written");
    write_file(other, "", 0);
    snprintf(name, sizeof name, "%s/store", other);
    try_create(name, "cannot be written");
    memset(long_name, 'n', 255);
    long_name[255] = 0;
    snprintf(name, sizeof name, "%s/%s", folder, long_name);
    paged_close(finish(create(name, 1), NULL, 0));
    unlink(name);
    assert_int_equal(chdir(folder), 0);
    paged_close(finish(create("store", 1), NULL, 0));
    assert_int_equal(chdir("/"), 0);
    paged_close(open_paged(path));
}

static void a_full_disk_is_an_error_with_the_name_and_leaves_nothing(void **state)
{
    (void)state;
    struct rlimit limit;
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &limit), 0);
    void (*handler)(int) = signal(SIGXFSZ, SIG_IGN);
    const rlim_t limits[] = {0, 500, PAGES_AT + PAGED_SIZE, PAGES_AT + 2 * PAGED_SIZE, PAGES_AT + 2 * PAGED_SIZE + 20};
    for (int i = 0; i < 5; i++) {
        struct paged_writer *writer = create(path, 2);
        struct paged *paged;
        struct error error;
        assert_int_equal(setrlimit(RLIMIT_FSIZE, &(struct rlimit){limits[i], limit.rlim_max}), 0);
        paged_append_items(writer, 0, noise, 2 * PAGED_SIZE, 1);
        paged_append(writer, 0, noise, 0);
        bool finished = paged_finish(writer, NULL, 0, &paged, &error);
        assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
        assert_false(finished);
        assert_string_equal(error.source, path);
        assert_non_null(strstr(error.message, "cannot be written"));
        assert_int_equal(count_files(), 0);
    }
    signal(SIGXFSZ, handler);
}

int main(void)
{
    make_data();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(streams_of_every_size_are_read_as_they_were_written, begin),
        cmocka_unit_test_setup(random_streams_are_read_piece_by_piece_in_any_order_from_file_and_memory, begin),
        cmocka_unit_test_setup(pages_in_memory_are_handed_over_without_copying, begin),
        cmocka_unit_test_setup(pieces_that_fit_nowhere_fail_when_writing_ends, begin),
        cmocka_unit_test_setup(the_checksum_of_any_bytes_is_that_of_zlib, begin),
        cmocka_unit_test_setup(a_pointer_stays_good_while_as_many_other_pages_are_loaded_as_is_promised, begin),
        cmocka_unit_test_setup(the_pointer_to_the_page_that_goes_next_stays_good_as_long, begin),
        cmocka_unit_test_setup(memory_is_bounded_by_the_limit, begin),
        cmocka_unit_test_setup(verifying_reads_all_without_filling_memory_and_can_be_stopped, begin),
        cmocka_unit_test_setup(what_lies_outside_reads_as_zeros_and_is_damage, begin),
        cmocka_unit_test_setup(what_is_asked_of_an_empty_stream_or_copied_from_outside_is_damage, begin),
        cmocka_unit_test_setup(every_byte_that_is_changed_is_noticed_or_does_no_harm, begin),
        cmocka_unit_test_setup(a_file_of_any_other_length_is_refused, begin),
        cmocka_unit_test_setup(what_is_no_store_is_refused_and_says_why, begin),
        cmocka_unit_test_setup(a_reader_keeps_the_file_it_opened_when_another_takes_the_name, begin),
        cmocka_unit_test_setup(a_file_cut_off_under_its_reader_is_damage_and_what_was_loaded_stays, begin),
        cmocka_unit_test_setup(nothing_is_written_over_but_a_store, begin),
        cmocka_unit_test_setup(a_file_that_appears_while_a_store_is_written_stays, begin),
        cmocka_unit_test_setup(a_store_has_its_name_only_when_it_is_finished_and_its_mode_is_usual, begin),
        cmocka_unit_test_setup(a_link_is_replaced_and_what_it_led_to_stays, begin),
        cmocka_unit_test_setup(a_folder_that_takes_no_files_is_an_error_with_the_name, begin),
        cmocka_unit_test_setup(a_full_disk_is_an_error_with_the_name_and_leaves_nothing, begin),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
