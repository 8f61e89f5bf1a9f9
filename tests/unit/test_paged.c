/* test_paged.c - streams in a paged file: reads what was written, or reports damage.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "test_paged.h"
#include "recording/store/paged.h"

#include <zlib.h>

/* A piece is present, the rest of its page is readable too, and beyond the stream everything is zero. */
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

/* Bytes of the file that change later prove that nothing reads a page again. */
static void a_page_that_stays_is_not_read_again_however_large_the_limit_is(void **state)
{
    (void)state;
    enum { PAGES = 1000 };
    const size_t limits[] = {PAGES * (size_t)(PAGED_SIZE + PAGED_SLACK) + PAGED_STAY * (PAGED_SIZE + PAGED_SLACK), SIZE_MAX};
    for (int k = 0; k < 2; k++) {
        struct paged *paged = make_numbered(PAGES);
        paged_limit(paged, limits[k]);
        assert_int_equal(count_loaded(paged), 0);
        for (int round = 0; round < 2; round++) {
            for (unsigned stream = 0; stream < paged->stream_count; stream++)
                for (uint64_t page = 0; page < PAGES / 2; page++)
                    assert_int_equal(number_at(paged_at(paged, stream, page << PAGED_BITS, 4)), page);
            assert_int_equal(count_loaded(paged), PAGES / 2 * paged->stream_count);
            assert_int_equal(truncate(path, PAGED_BEGIN), 0);
        }
        check_no_damage(paged);
        (void)paged_at(paged, 0, (uint64_t)(PAGES - 1) << PAGED_BITS, 4);
        struct error error;
        assert_true(paged_damage(paged, &error));
        paged_close(paged);
    }
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
    struct progress progress = {.report = count_reports, .context = &left};
    assert_true(paged_verify(paged, &progress, &error));
    assert_true(left <= 1000 - 20);
    assert_int_equal(count_loaded(paged), 0);
    left = 5;
    assert_false(paged_verify(paged, &progress, &error));
    assert_string_equal(error.message, "interrupted");
    check_no_damage(paged);
    paged_close(paged);
}

/* ---- Questions outside the file ---- */

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
        cmocka_unit_test_setup(a_page_that_stays_is_not_read_again_however_large_the_limit_is, begin),
        cmocka_unit_test_setup(verifying_reads_all_without_filling_memory_and_can_be_stopped, begin),
        cmocka_unit_test_setup(what_lies_outside_reads_as_zeros_and_is_damage, begin),
        cmocka_unit_test_setup(what_is_asked_of_an_empty_stream_or_copied_from_outside_is_damage, begin),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
