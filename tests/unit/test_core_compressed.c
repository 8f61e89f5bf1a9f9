/* test_core_compressed.c - compressed files read like any other, and their damage is reported.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "test_core_input.h"

enum { ROOM = 4 << 20 };

/* ---- Compressed ---- */

typedef void (*add_function)(struct bytes *to, struct bytes from);

/* Parts of many sizes, including an empty one, each a member or a frame. */
static struct bytes make_parts(add_function add_part, struct bytes *all)
{
    const size_t sizes[] = {5, 0, 300000, 1, 1500000, 131072};
    struct bytes packed = {0};
    *all = (struct bytes){0};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        struct bytes part = make_bytes(sizes[i], i);
        add(all, part.data, part.size);
        add_part(&packed, part);
        free(part.data);
    }
    return packed;
}

static void check_compressed(struct bytes packed, struct bytes all)
{
    write_file(path, packed);
    for (int i = 0; i < 2; i++) {
        struct input *input = i ? of_bytes(packed) : open_file(path);
        assert_true(input_is_compressed(input));
        assert_int_equal(input_is_file(input), i == 0);
        assert_int_equal(input_size(input), packed.size);
        check_everywhere(input, all, 20);
        input_close(input);
    }
}

static void all_members_of_a_gzip_file_are_one_contents_and_padding_is_none(void **state)
{
    (void)state;
    struct bytes all, packed = make_parts(add_gzip, &all), zeros = {memory_allocate(200000), 200000};
    check_compressed(packed, all);
    add(&packed, zeros.data, zeros.size);
    check_compressed(packed, all);
    free(zeros.data);
    free(packed.data);
    free(all.data);
}

static void all_frames_of_a_zstd_file_are_one_contents_and_skippable_ones_are_none(void **state)
{
    (void)state;
    struct bytes all, packed = make_parts(add_zstd, &all), skippable = {memory_allocate(200008), 200008};
    check_compressed(packed, all);
    memcpy(skippable.data, "\x53\x2a\x4d\x18\x40\x0d\x03\x00", 8);
    add(&packed, skippable.data, skippable.size);
    check_compressed(packed, all);
    struct bytes both = {0};
    add(&both, skippable.data, skippable.size);
    add(&both, packed.data, packed.size);
    check_compressed(both, all);
    free(both.data);
    free(skippable.data);
    free(packed.data);
    free(all.data);
}

static void all_streams_of_an_xz_file_are_one_contents_and_padding_is_none(void **state)
{
    (void)state;
    struct bytes all, packed = make_parts(add_xz, &all);
    check_compressed(packed, all);
    add(&packed, "\0\0\0\0\0\0\0", 8);
    check_compressed(packed, all);
    free(packed.data);
    free(all.data);
}

/* ---- Files of compress(1) ---- */

struct codes {
    struct bytes *to;
    unsigned bits, most, held, codes;
    uint32_t word, next;
};

static void put(struct codes *codes, uint32_t code)
{
    for (unsigned i = 0; i < codes->bits; i++) {
        codes->word |= (code >> i & 1) << codes->held;
        if (++codes->held == 8) {
            add(codes->to, (unsigned char[]){(unsigned char)codes->word}, 1);
            codes->word = codes->held = 0;
        }
    }
    codes->codes++;
}

static void fill_up(struct codes *codes, unsigned bits)
{
    while (codes->codes % 8)
        put(codes, 0);
    codes->codes = 0;
    codes->bits = bits;
}

/* Codes by the rules, always for the longest entry, found the plain way. Clears the table every `clear` codes (0: never). */
static struct bytes make_lzw(struct bytes all, unsigned most, unsigned clear)
{
    struct bytes packed = {0};
    struct codes codes = {.to = &packed, .bits = 9, .most = most, .next = clear ? 257 : 256};
    static int32_t follow[65536][256];
    memset(follow, 0, sizeof follow);
    add(&packed, (unsigned char[]){0x1f, 0x9d, (unsigned char)(most | (clear ? 0x80 : 0))}, 3);
    unsigned since = 0;
    for (size_t at = 0; at < all.size;) {
        uint32_t code = all.data[at++];
        while (at < all.size && follow[code][all.data[at]])
            code = (uint32_t)follow[code][all.data[at++]];
        put(&codes, code);
        bool full = codes.next >= UINT32_C(1) << most;
        if (!full && at < all.size)
            follow[code][all.data[at]] = (int32_t)codes.next++;
        if (codes.next > UINT32_C(1) << codes.bits && codes.bits < most)      /* the reader is one entry behind */
            fill_up(&codes, codes.bits + 1);
        if (clear && ++since >= clear && at < all.size) {
            put(&codes, 256);
            fill_up(&codes, 9);
            memset(follow, 0, codes.next * sizeof *follow);
            codes.next = 257;
            since = 0;
        }
    }
    while (codes.held)
        codes.bits = 1, put(&codes, 0);
    return packed;
}

static struct bytes make_words(size_t size)
{
    struct bytes all = {memory_allocate(size), size};
    for (size_t i = 0; i < size; i++)
        all.data[i] = (unsigned char)("0123456789abcdef\n #"[(i * i / 7 + i / 50) % 19]);
    return all;
}

static void codes_of_compress_are_read_whatever_their_most_bits_and_where_tables_are_cleared(void **state)
{
    (void)state;
    struct bytes all = make_words(150000);
    for (unsigned most = 9; most <= 16; most++) {
        for (unsigned clear = 0; clear <= 3; clear++) {
            struct bytes packed = make_lzw(all, most, (unsigned[]){0, 20, 333, 20000}[clear]);
            write_file(path, packed);
            struct input *input = open_file(path);
            assert_true(input_is_compressed(input));
            check_everywhere(input, all, 4);
            input_close(input);
            free(packed.data);
        }
    }
    free(all.data);
}

static void codes_that_were_not_made_yet_are_damage(void **state)
{
    (void)state;
    static const char *const lies[] = {"\x1f\x9d\x90\x01\x01", "\x1f\x9d\x90\x41\x04\x06", "\x1f\x9d\x90\x41\xfe\x03"};  /* begins with 257; a, 258; a, 511 */
    for (size_t i = 0; i < sizeof lies / sizeof *lies; i++) {
        char data[64];
        size_t got;
        struct error error;
        struct input *input = input_of_bytes(str_of(lies[i]), "bytes");
        assert_false(input_read(input, 0, data, sizeof data, &got, &error));
        assert_non_null(strstr(error.message, "a code that is not defined yet"));
        assert_int_equal(got, i ? 1 : 0);
        input_close(input);
    }
}

static void going_back_in_compressed_contents_starts_again(void **state)
{
    (void)state;
    const add_function adds[] = {add_gzip, add_zstd, add_xz};
    for (int i = 0; i < 3; i++) {
        struct bytes all, packed = make_parts(adds[i], &all);
        struct input *input = of_bytes(packed);
        assert_int_equal(input_position(input, 1000), 0);
        uint64_t position = 0;
        for (uint64_t at = 0; at < all.size; at += 100000) {
            check_piece(input, all, at, 100000);
            assert_true(input_position(input, at) >= position);
            position = input_position(input, at);
        }
        check_piece(input, all, all.size, 1);
        assert_int_equal(input_position(input, all.size), packed.size);
        for (int k = 0; k < 5; k++) {
            check_piece(input, all, all.size - 10, 20);
            check_piece(input, all, 0, 20);
            check_piece(input, all, all.size / 2, 20);
        }
        assert_int_equal(input_position(input, all.size), packed.size);
        assert_in_range(input_position(input, all.size / 2), packed.size / 2 - 1, packed.size / 2);
        input_close(input);
        free(packed.data);
        free(all.data);
    }
}

/* Reads everything; *got: number of bytes. */
static bool read_all(struct input *input, unsigned char *data, size_t *got, struct error *error)
{
    return input_read(input, 0, data, ROOM, got, error);
}

static void a_gzip_member_behind_padding_is_damage(void **state)
{
    (void)state;
    struct bytes all = make_bytes(1000, 1);
    unsigned char *data = memory_allocate(ROOM), *zeros = memory_allocate(ROOM);
    for (int i = 0; i < 2; i++) {
        struct bytes packed = {0};
        size_t got;
        struct error error;
        add_gzip(&packed, all);
        add(&packed, zeros, i ? 128 * 1024 - packed.size : 5);         /* padding up to the end of one read */
        size_t place = packed.size;
        add_gzip(&packed, all);
        struct input *input = of_bytes(packed);
        assert_false(read_all(input, data, &got, &error));
        assert_int_equal(got, all.size);
        assert_int_equal(error.offset, place);
        input_close(input);
        free(packed.data);
    }
    free(zeros);
    free(data);
    free(all.data);
}

static void garbage_behind_compressed_contents_is_damage_where_it_begins(void **state)
{
    (void)state;
    const add_function adds[] = {add_gzip, add_zstd, add_xz};
    unsigned char *data = memory_allocate(ROOM);
    for (int i = 0; i < 3; i++) {
        struct bytes all, packed = make_parts(adds[i], &all);
        size_t got, good = packed.size;
        struct error error;
        add(&packed, "garbage", 8);
        struct input *input = of_bytes(packed);
        assert_false(read_all(input, data, &got, &error));
        assert_int_equal(got, all.size);
        assert_memory_equal(data, all.data, all.size);
        assert_true(error.has_offset);
        assert_in_range(error.offset, good, good + 8);
        assert_string_equal(error.source, "bytes");
        check_piece(input, all, 0, all.size);
        assert_false(input_read(input, all.size + 1, data, 1, &got, &error));
        assert_int_equal(got, 0);
        input_close(input);
        free(packed.data);
        free(all.data);
    }
    free(data);
}

static void compressed_contents_that_are_cut_off_say_so_and_what_came_before_is_right(void **state)
{
    (void)state;
    const add_function adds[] = {add_gzip, add_zstd, add_xz};
    unsigned char *data = memory_allocate(ROOM);
    for (int i = 0; i < 3; i++) {
        struct bytes all = make_bytes(9000, 7), packed = {0};
        adds[i](&packed, (struct bytes){all.data, 1000});
        size_t first = packed.size;
        adds[i](&packed, (struct bytes){all.data + 1000, 8000});
        for (size_t cut = 4; cut < packed.size; cut++) {
            size_t got;
            struct error error;
            struct input *input = of_bytes((struct bytes){packed.data, cut});
            assert_int_equal(read_all(input, data, &got, &error), cut == first);
            assert_true(got <= all.size);
            assert_true(cut < first || got >= 1000);
            assert_memory_equal(data, all.data, got);
            if (cut != first)
                assert_in_range(error.offset, 0, cut);
            input_close(input);
        }
        free(packed.data);
        free(all.data);
    }
    free(data);
}

static void damage_in_compressed_contents_is_never_taken_for_contents(void **state)
{
    (void)state;
    const add_function adds[] = {add_gzip, add_zstd, add_xz};
    unsigned char *data = memory_allocate(ROOM);
    for (int i = 0; i < 3; i++) {
        struct bytes all = make_bytes(5000, 9), packed = {0};
        adds[i](&packed, all);
        for (size_t at = 0; at < packed.size; at++) {
            for (unsigned mask = 1; mask < 256; mask = mask * 4 + 1) {
                size_t got;
                struct error error;
                packed.data[at] ^= (unsigned char)mask;
                struct input *input = of_bytes(packed);
                if (input_is_compressed(input) && read_all(input, data, &got, &error)) {
                    assert_int_equal(got, all.size);
                    assert_memory_equal(data, all.data, got);
                }
                input_close(input);
                packed.data[at] ^= (unsigned char)mask;
            }
        }
        free(packed.data);
        free(all.data);
    }
    free(data);
}

static void blocks_before_a_damaged_one_can_be_read(void **state)
{
    (void)state;
    enum { ZSTD_BLOCK = 128 * 1024, BLOCKS = 8, BEFORE = 1000 };
    struct bytes all = {memory_allocate(BEFORE + BLOCKS * ZSTD_BLOCK), BEFORE + BLOCKS * ZSTD_BLOCK};
    unsigned char *data = memory_allocate(ROOM);
    uint64_t seed = 5;
    for (size_t i = 0; i < all.size; i++)
        all.data[i] = (unsigned char)next_random(&seed);
    for (size_t block = 0; block < BLOCKS; block++) {
        struct bytes packed = {0};
        add_zstd(&packed, (struct bytes){all.data, BEFORE});
        add_zstd(&packed, (struct bytes){all.data + BEFORE, all.size - BEFORE});
        /* Random bytes are stored uncompressed: 3 bytes of header, the block, a checksum at the end. */
        size_t got, place = packed.size - 4 - (BLOCKS - block) * (3 + ZSTD_BLOCK), good = BEFORE + block * ZSTD_BLOCK;
        struct error error;
        packed.data[place] |= 6;                                        /* a nonexistent type of block */
        struct input *input = of_bytes(packed);
        assert_false(read_all(input, data, &got, &error));
        assert_int_equal(got, good);
        assert_memory_equal(data, all.data, got);
        assert_int_equal(error.offset, place);
        check_piece(input, (struct bytes){all.data, good}, 100, good - 100);
        input_close(input);
        free(packed.data);
    }
    free(data);
    free(all.data);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_members_of_a_gzip_file_are_one_contents_and_padding_is_none),
        cmocka_unit_test(all_frames_of_a_zstd_file_are_one_contents_and_skippable_ones_are_none),
        cmocka_unit_test(all_streams_of_an_xz_file_are_one_contents_and_padding_is_none),
        cmocka_unit_test(codes_of_compress_are_read_whatever_their_most_bits_and_where_tables_are_cleared),
        cmocka_unit_test(codes_that_were_not_made_yet_are_damage),
        cmocka_unit_test(going_back_in_compressed_contents_starts_again),
        cmocka_unit_test(a_gzip_member_behind_padding_is_damage),
        cmocka_unit_test(garbage_behind_compressed_contents_is_damage_where_it_begins),
        cmocka_unit_test(compressed_contents_that_are_cut_off_say_so_and_what_came_before_is_right),
        cmocka_unit_test(damage_in_compressed_contents_is_never_taken_for_contents),
        cmocka_unit_test(blocks_before_a_damaged_one_can_be_read),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
