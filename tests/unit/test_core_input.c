/* test_core_input.c - files read piece by piece, compressed or not, and known again.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/core.h"

#include <fcntl.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include <zlib.h>
#include <zstd.h>
#include <cmocka.h>

enum { ROOM = 4 << 20 };

struct bytes {
    unsigned char *data;
    size_t size;
};

static char folder[64], path[128], other[128];

static int make_folder(void **state)
{
    (void)state;
    snprintf(folder, sizeof folder, "/tmp/clew-input-XXXXXX");
    if (!mkdtemp(folder))
        return -1;
    snprintf(path, sizeof path, "%s/file", folder);
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

static uint64_t next_random(uint64_t *state)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return *state >> 33;
}

/* Half of it compresses well. */
static struct bytes make_bytes(size_t size, uint64_t seed)
{
    struct bytes made = {memory_allocate(size), size};
    for (size_t i = 0; i < size; i++)
        made.data[i] = i / 4096 % 2 ? (unsigned char)next_random(&seed) : (unsigned char)"of ten lines\n"[i % 13];
    return made;
}

static void write_file(const char *name, struct bytes bytes)
{
    FILE *file = fopen(name, "wb");
    assert_non_null(file);
    assert_true(bytes.size == 0 || fwrite(bytes.data, bytes.size, 1, file) == 1);
    assert_int_equal(fclose(file), 0);
}

static struct input *open_file(const char *name)
{
    struct input *input;
    struct error error;
    if (!input_open(name, &input, &error))
        fail_msg("%s", error.message);
    return input;
}

static void add(struct bytes *to, const void *data, size_t size)
{
    to->data = memory_resize(to->data, to->size + size);
    if (size)
        memcpy(to->data + to->size, data, size);
    to->size += size;
}

static void add_gzip(struct bytes *to, struct bytes from)
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

static void add_zstd(struct bytes *to, struct bytes from)
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

static struct input *of_bytes(struct bytes bytes)
{
    return input_of_bytes((struct slice){(const char *)bytes.data, bytes.size}, "bytes");
}

static void check_piece(struct input *input, struct bytes all, uint64_t offset, size_t size)
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

static void check_everywhere(struct input *input, struct bytes all, int times)
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

static void a_file_is_read_from_anywhere_and_ends_where_it_ends(void **state)
{
    (void)state;
    const size_t sizes[] = {0, 1, 3, 4, 4096, 1000000};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        struct bytes all = make_bytes(sizes[i], i);
        write_file(path, all);
        struct input *input = open_file(path);
        assert_string_equal(input_name(input), path);
        assert_true(input_is_file(input));
        assert_false(input_is_compressed(input));
        assert_int_equal(input_size(input), all.size);
        assert_int_equal(input_position(input, all.size / 2), all.size / 2);
        assert_int_equal(input_position(input, UINT64_MAX), all.size);
        check_everywhere(input, all, 200);
        input_close(input);
        free(all.data);
    }
    input_close(NULL);
}

static void bytes_in_memory_are_read_like_a_file(void **state)
{
    (void)state;
    struct bytes all = make_bytes(100000, 1);
    struct input *input = of_bytes(all);
    struct input_identity identity;
    struct error error;
    assert_int_equal(input_size(input), all.size);
    check_everywhere(input, all, 200);
    assert_false(input_is_file(input));
    assert_false(input_identify(input, &identity, &error));
    assert_int_equal(input_changed(input), INPUT_UNCHANGED);
    assert_false(input_replaced(input));
    input_close(input);
    input = input_of_bytes((struct slice){NULL, 0}, "nothing");
    check_piece(input, (struct bytes){NULL, 0}, 0, 10);
    input_close(input);
    free(all.data);
}

static pid_t feed(int descriptor, const char *name, struct bytes bytes)
{
    pid_t child = fork();
    if (child)
        return child;
    descriptor = name ? open(name, O_WRONLY) : descriptor;
    for (size_t done = 0; done < bytes.size;) {
        ssize_t written = write(descriptor, bytes.data + done, bytes.size - done < 10000 ? bytes.size - done : 10000);
        if (written <= 0)
            _exit(1);
        done += (size_t)written;
    }
    _exit(0);
}

static void a_pipe_is_copied_and_then_read_from_anywhere(void **state)
{
    (void)state;
    struct bytes all = make_bytes(700000, 2);
    unlink(path);
    assert_int_equal(mkfifo(path, 0600), 0);
    pid_t child = feed(-1, path, all);
    struct input *input = open_file(path);
    waitpid(child, NULL, 0);
    assert_false(input_is_file(input));
    assert_false(input_replaced(input));
    assert_int_equal(input_size(input), all.size);
    check_everywhere(input, all, 100);
    input_close(input);
    unlink(path);
    free(all.data);
}

static struct input *open_standard_input(int descriptor)
{
    int kept = dup(STDIN_FILENO);
    dup2(descriptor, STDIN_FILENO);
    struct input *input = open_file("-");
    dup2(kept, STDIN_FILENO);
    close(kept);
    close(descriptor);
    return input;
}

static void standard_input_is_a_pipe_or_a_file_compressed_or_not(void **state)
{
    (void)state;
    struct bytes all = make_bytes(300000, 3), packed = {0};
    int ends[2];
    add_gzip(&packed, all);
    assert_int_equal(pipe2(ends, O_CLOEXEC), 0);
    pid_t child = feed(ends[1], NULL, packed);
    close(ends[1]);
    struct input *input = open_standard_input(ends[0]);
    waitpid(child, NULL, 0);
    assert_true(input_is_compressed(input));
    assert_int_equal(input_size(input), packed.size);
    assert_string_equal(input_name(input), "-");
    check_everywhere(input, all, 20);
    input_close(input);

    write_file(path, all);
    int descriptor = open(path, O_RDONLY);
    assert_int_equal(lseek(descriptor, 1000, SEEK_SET), 1000);          /* what somebody has read already does not come again */
    input = open_standard_input(descriptor);
    check_everywhere(input, (struct bytes){all.data + 1000, all.size - 1000}, 20);
    input_close(input);
    input = open_standard_input(open(path, O_RDONLY));
    assert_false(input_is_file(input));
    check_everywhere(input, all, 20);
    assert_int_equal(truncate(path, 10), 0);
    assert_int_equal(input_changed(input), INPUT_SHRANK);
    input_close(input);
    free(all.data);
    free(packed.data);
}

static void what_is_no_file_is_refused_by_its_name(void **state)
{
    (void)state;
    const char *const names[] = {folder, "/dev/null", "/nothing/here", ""};
    const char *const words[] = {"folder", "device", "No such file", "No such file"};
    for (size_t i = 0; i < 4; i++) {
        struct input *input;
        struct error error;
        assert_false(input_open(names[i], &input, &error));
        assert_string_equal(error.source, names[i]);
        assert_non_null(strstr(error.message, words[i]));
    }
}

static void a_stream_that_cannot_be_copied_says_where(void **state)
{
    (void)state;
    int ends[2];
    struct input *input;
    struct error error;
    assert_int_equal(pipe2(ends, O_CLOEXEC), 0);
    close(ends[1]);
    int kept = dup(STDIN_FILENO);
    dup2(ends[0], STDIN_FILENO);
    setenv("TMPDIR", "/nothing/here", 1);
    bool opened = input_open("-", &input, &error);
    unsetenv("TMPDIR");
    dup2(kept, STDIN_FILENO);
    close(kept);
    close(ends[0]);
    assert_false(opened);
    assert_string_equal(error.source, "/nothing/here");
    assert_non_null(strstr(error.message, "copy of -"));
}

/* ---- Compressed ---- */

typedef void (*add_function)(struct bytes *to, struct bytes from);

/* Parts of many sizes, one of them nothing, each a member or a frame. */
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

static void going_back_in_compressed_contents_starts_again(void **state)
{
    (void)state;
    const add_function adds[] = {add_gzip, add_zstd};
    for (int i = 0; i < 2; i++) {
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

/* Reads all; *got bytes came. */
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
        add(&packed, zeros, i ? 128 * 1024 - packed.size : 5);         /* padding up to the end of what is read at once */
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
    const add_function adds[] = {add_gzip, add_zstd};
    unsigned char *data = memory_allocate(ROOM);
    for (int i = 0; i < 2; i++) {
        struct bytes all, packed = make_parts(adds[i], &all);
        size_t got, good = packed.size;
        struct error error;
        add(&packed, "garbage", 8);
        struct input *input = of_bytes(packed);
        assert_false(read_all(input, data, &got, &error));
        assert_int_equal(got, all.size);
        assert_memory_equal(data, all.data, all.size);
        assert_true(error.has_offset);
        assert_in_range(error.offset, good, good + 7);
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
    const add_function adds[] = {add_gzip, add_zstd};
    unsigned char *data = memory_allocate(ROOM);
    for (int i = 0; i < 2; i++) {
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
    const add_function adds[] = {add_gzip, add_zstd};
    unsigned char *data = memory_allocate(ROOM);
    for (int i = 0; i < 2; i++) {
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
        /* Random bytes lie there as they are: 3 bytes of header, the block; at the end a checksum. */
        size_t got, place = packed.size - 4 - (BLOCKS - block) * (3 + ZSTD_BLOCK), good = BEFORE + block * ZSTD_BLOCK;
        struct error error;
        packed.data[place] |= 6;                                        /* a type of block that there is not */
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

struct reading {
    struct input *input;
    struct bytes all;
    uint64_t seed;
    int wrong;
};

static void *read_randomly(void *context)
{
    struct reading *reading = context;
    unsigned char data[5000];
    for (int i = 0; i < 40; i++) {
        uint64_t at = next_random(&reading->seed) % (reading->all.size - sizeof data);
        size_t got;
        struct error error;
        if (!input_read(reading->input, at, data, sizeof data, &got, &error) || got != sizeof data || memcmp(data, reading->all.data + at, got) != 0)
            reading->wrong++;
        if (input_position(reading->input, at) > input_size(reading->input))
            reading->wrong++;
    }
    return NULL;
}

static void several_threads_read_one_input(void **state)
{
    (void)state;
    struct bytes all = make_bytes(1000000, 11), packed = {0};
    add_zstd(&packed, all);
    for (int i = 0; i < 2; i++) {
        struct input *input = of_bytes(i ? packed : all);
        struct reading readings[3] = {{input, all, 1, 0}, {input, all, 2, 0}, {input, all, 3, 0}};
        pthread_t threads[3];
        for (int k = 0; k < 3; k++)
            assert_int_equal(pthread_create(&threads[k], NULL, read_randomly, &readings[k]), 0);
        for (int k = 0; k < 3; k++) {
            pthread_join(threads[k], NULL);
            assert_int_equal(readings[k].wrong, 0);
        }
        input_close(input);
    }
    free(packed.data);
    free(all.data);
}

/* ---- Is it still the same file? ---- */

static struct input_identity identify(const char *name)
{
    struct input *input = open_file(name);
    struct input_identity identity, again;
    struct error error;
    assert_true(input_identify(input, &identity, &error));
    assert_true(input_identify(input, &again, &error));
    assert_true(input_identity_equal(&identity, &again));
    input_close(input);
    return identity;
}

static void set_time(const char *name, int64_t seconds, int64_t nanoseconds)
{
    struct timespec times[2] = {{seconds, nanoseconds}, {seconds, nanoseconds}};
    assert_int_equal(utimensat(AT_FDCWD, name, times, 0), 0);
}

static void a_file_is_known_by_size_inode_time_and_sampled_bytes(void **state)
{
    (void)state;
    const size_t sizes[] = {1, 100, 4096, 5000, 200000, 3000000};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        struct bytes all = make_bytes(sizes[i], i);
        write_file(path, all);
        set_time(path, 1000, 5);
        struct input_identity first = identify(path), now = identify(path);
        assert_true(input_identity_equal(&first, &now));
        assert_int_equal(first.size, all.size);
        const size_t places[] = {0, all.size - 1, all.size < INPUT_SAMPLE ? all.size / 2 : (all.size - INPUT_SAMPLE) / (INPUT_SAMPLES - 1) * 31 + 100};
        for (size_t k = 0; k < 3; k++) {
            all.data[places[k]] ^= 4;
            write_file(path, all);
            set_time(path, 1000, 5);
            now = identify(path);
            assert_int_not_equal(first.samples, now.samples);
            assert_false(input_identity_equal(&first, &now));
            all.data[places[k]] ^= 4;
        }
        write_file(path, all);
        set_time(path, 1000, 6);
        now = identify(path);
        assert_int_equal(first.samples, now.samples);
        assert_false(input_identity_equal(&first, &now));
        set_time(path, 1001, 5);
        now = identify(path);
        assert_false(input_identity_equal(&first, &now));
        write_file(other, all);
        set_time(other, 1000, 5);
        now = identify(other);
        assert_int_equal(first.samples, now.samples);
        assert_false(input_identity_equal(&first, &now));
        add(&all, "x", 1);
        write_file(path, all);
        set_time(path, 1000, 5);
        now = identify(path);
        assert_false(input_identity_equal(&first, &now));
        free(all.data);
    }
}

static void a_file_that_shrank_before_it_was_identified_is_an_error(void **state)
{
    (void)state;
    struct bytes all = make_bytes(100000, 1);
    struct input_identity identity;
    struct error error;
    write_file(path, all);
    struct input *input = open_file(path);
    assert_int_equal(truncate(path, 50000), 0);
    assert_false(input_identify(input, &identity, &error));
    assert_string_equal(error.source, path);
    input_close(input);
    free(all.data);
}

static void a_change_of_size_or_time_of_the_open_file_is_told(void **state)
{
    (void)state;
    struct bytes all = make_bytes(10000, 1);
    write_file(path, all);
    set_time(path, 1000, 5);
    struct input *input = open_file(path);
    assert_int_equal(input_changed(input), INPUT_UNCHANGED);
    assert_int_equal(truncate(path, 5000), 0);
    assert_int_equal(input_changed(input), INPUT_SHRANK);
    check_piece(input, (struct bytes){all.data, 5000}, 0, 10000);
    assert_int_equal(truncate(path, 10001), 0);
    assert_int_equal(input_changed(input), INPUT_GREW);
    assert_int_equal(input_size(input), 10000);
    write_file(path, all);
    assert_int_equal(input_changed(input), INPUT_WRITTEN);
    set_time(path, 1000, 5);
    assert_int_equal(input_changed(input), INPUT_UNCHANGED);
    set_time(path, 1000, 6);
    assert_int_equal(input_changed(input), INPUT_WRITTEN);
    input_close(input);
    free(all.data);
}

static void a_name_that_leads_elsewhere_by_now_is_told(void **state)
{
    (void)state;
    struct bytes all = make_bytes(10000, 1);
    write_file(path, all);
    write_file(other, all);
    struct input *input = open_file(path);
    assert_false(input_replaced(input));
    assert_int_equal(rename(other, path), 0);
    assert_true(input_replaced(input));
    assert_int_equal(input_changed(input), INPUT_UNCHANGED);
    check_everywhere(input, all, 10);
    unlink(path);
    assert_true(input_replaced(input));
    input_close(input);
    free(all.data);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_file_is_read_from_anywhere_and_ends_where_it_ends),
        cmocka_unit_test(bytes_in_memory_are_read_like_a_file),
        cmocka_unit_test(a_pipe_is_copied_and_then_read_from_anywhere),
        cmocka_unit_test(standard_input_is_a_pipe_or_a_file_compressed_or_not),
        cmocka_unit_test(what_is_no_file_is_refused_by_its_name),
        cmocka_unit_test(a_stream_that_cannot_be_copied_says_where),
        cmocka_unit_test(all_members_of_a_gzip_file_are_one_contents_and_padding_is_none),
        cmocka_unit_test(all_frames_of_a_zstd_file_are_one_contents_and_skippable_ones_are_none),
        cmocka_unit_test(going_back_in_compressed_contents_starts_again),
        cmocka_unit_test(a_gzip_member_behind_padding_is_damage),
        cmocka_unit_test(garbage_behind_compressed_contents_is_damage_where_it_begins),
        cmocka_unit_test(compressed_contents_that_are_cut_off_say_so_and_what_came_before_is_right),
        cmocka_unit_test(damage_in_compressed_contents_is_never_taken_for_contents),
        cmocka_unit_test(blocks_before_a_damaged_one_can_be_read),
        cmocka_unit_test(several_threads_read_one_input),
        cmocka_unit_test(a_file_is_known_by_size_inode_time_and_sampled_bytes),
        cmocka_unit_test(a_file_that_shrank_before_it_was_identified_is_an_error),
        cmocka_unit_test(a_change_of_size_or_time_of_the_open_file_is_told),
        cmocka_unit_test(a_name_that_leads_elsewhere_by_now_is_told),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
