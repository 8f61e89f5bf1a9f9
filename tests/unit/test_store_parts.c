/* test_store_parts.c - a text cut into parts gives the same index, whichever thread reads them.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Parts are so small here that each line where a wrong cut is possible comes near a multiple of their size. */
#include "test_store_folder.h"

enum { BLOCKS = 60, TEXTS = 4, PART_SIZES = 24, HISTORY_LINES = 60000 };

static const char *const line_ends[] = {"\n", "\r\n", "\n\n", "\r\n \t\r\n", "\n   \n\n"};

/* Instructions, and between them lines that make cuts hard: blank and bad lines, CR LF, indented static lines, short lists, duplicate ids. */
static void text_make(struct text *text, unsigned seed)
{
    text_printf(text, "%u\n", BLOCKS);
    for (unsigned k = 0; k < BLOCKS; k++) {
        unsigned mix = (k + 7) * (seed + 13) * 2654435761u >> 16;
        const char *end = line_ends[mix % 5], *indent = mix % 7 == 0 ? "  " : mix % 11 == 0 ? "\t" : "";
        text_printf(text, "%s%u %u %x%s", indent, mix % 13 == 0 && k ? k - 1 : k, 1 + mix % 3, 0x400000 + 4 * k, mix % 4 == 0 ? " file.c name 12" : "");
        text_add(text, end);
        if (mix % 6 == 0)
            text_printf(text, "what is this%s", end);
        text_printf(text, "SIZE %u%s", 3 + mix % 2, line_ends[mix / 5 % 2]);
        for (unsigned x = 0; x < 3; x++)
            text_printf(text, "%s%u:%u %u%s", mix % 5 == 1 ? "" : "    ", x, mix * (x + 1) % (BLOCKS + 5), x, line_ends[mix / 5 % 2]);
        if (mix % 9 == 0)
            text_printf(text, "12 x y%s%s", end, line_ends[mix / 3 % 5]);
        if (mix % 8)
            text_printf(text, mix % 2 ? "NO VALUES%s" : "VALUES 1\n    0:5%s", end);
    }
}

/* A history of loops, with some lines that no batch takes, and some falling X. */
static void history_make(struct text *text, unsigned seed)
{
    for (unsigned i = 0; i < HISTORY_LINES; i++) {
        unsigned mix = (i + 3) * (seed + 5) * 2654435761u >> 12, turn = mix % 97 ? i / 7 : i / 9;
        if (mix % 211 == 0)
            text_printf(text, "0x%x#%u\n", mix, turn);
        text_printf(text, mix % 5 ? "0x%x#%u --> 0x%x#%u%s" : "  %x#%u  -->  %X#%u%s", 0x401000 + 3 * (i % 7), turn, 0xa01000 + mix % 60, turn / (1 + mix % 3),
                    mix % 11 ? "\n" : "\r\n");
    }
}

/* The bytes of the index from reading the text in parts of this size. */
static char *index_make(const struct folder *folder, unsigned threads, uint64_t part_size, size_t *size, struct store_summary *summary)
{
    struct store_options options = {.index = STORE_INDEX_REBUILD, .threads = threads, .part_size = part_size};
    struct store *store;
    struct error error;
    if (!store_open(folder->trace, &options, &store, &error))
        fail_msg("%s", error.message);
    *summary = store_summary(store);
    *size = (size_t)store_files(store).index_size;
    char *bytes = malloc(*size);
    FILE *file = fopen(store_files(store).index, "rb");
    assert_non_null(file);
    assert_int_equal(fread(bytes, 1, *size, file), *size);
    fclose(file);
    store_close(store);
    return bytes;
}

/* Everything in the file: all streams, and the header. */
static void check_parts(const struct folder *folder, unsigned seed, uint64_t part_size)
{
    struct store_summary first, second;
    size_t size, other_size;
    char *one = index_make(folder, 1, part_size, &size, &first), *two = index_make(folder, 2, part_size, &other_size, &second);
    assert_int_equal(first.instructions, second.instructions);
    assert_int_equal(first.problems, second.problems);
    if (size != other_size || memcmp(one, two, size) != 0)
        fail_msg("text %u in parts of %lu bytes", seed, (unsigned long)part_size);
    free(one);
    free(two);
}

static void two_threads_write_the_same_index_as_one_wherever_the_text_is_cut(void **state)
{
    (void)state;
    struct folder folder;
    folder_make(&folder);
    for (unsigned seed = 0; seed < TEXTS; seed++) {
        struct text text = {0};
        text_make(&text, seed);
        file_write(folder.trace, text_str(&text));
        for (uint64_t k = 0; k < PART_SIZES; k++)
            check_parts(&folder, seed, 90 + 7 * k + seed);
        text_free(&text);
    }
    folder_remove(&folder);
}

static void two_threads_write_the_same_index_of_a_history_as_one(void **state)
{
    (void)state;
    struct folder folder;
    folder_make(&folder);
    for (unsigned seed = 0; seed < TEXTS; seed++) {
        struct text text = {0};
        history_make(&text, seed);
        file_write(folder.trace, text_str(&text));
        check_parts(&folder, seed, 1000);
        text_free(&text);
    }
    folder_remove(&folder);
}

static bool stop(void *context, uint64_t done, uint64_t total)
{
    (void)done, (void)total;
    ++*(unsigned *)context;
    return false;
}

/* A hole of 4 TB: reading it, or searching it for the next line, would take an hour. */
static void a_line_without_end_can_be_interrupted(void **state)
{
    (void)state;
    struct folder folder;
    folder_make(&folder);
    file_write(folder.trace, str_of("1\n0 1 400000\n"));
    if (truncate(folder.trace, (off_t)1 << 42) == 0)
        for (unsigned threads = 1; threads <= 4; threads++) {
            unsigned asked = 0;
            struct store_options options = {.index = STORE_INDEX_NEVER, .threads = threads, .progress = {.report = stop, .context = &asked}};
            struct store *store;
            struct error error;
            assert_false(store_open(folder.trace, &options, &store, &error));
            assert_non_null(strstr(error.message, "interrupted"));
            assert_true(asked);
        }
    folder_remove(&folder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_threads_write_the_same_index_as_one_wherever_the_text_is_cut),
        cmocka_unit_test(two_threads_write_the_same_index_of_a_history_as_one),
        cmocka_unit_test(a_line_without_end_can_be_interrupted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
