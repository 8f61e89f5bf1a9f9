/* test_indexing.c - provisional stores say what the real ones say; the thread that makes those.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "store/indexing.h"
#include "store/store.h"
#include "trace_maker_whole.h"

#include <dirent.h>
#include <poll.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <unistd.h>

#include <cmocka.h>

enum { SMALL = 400, LARGE = 60, HUGE_TRACES = 12, MIXED = 40, DAMAGED = 600, PATIENCE = 20000 /* milliseconds: more than any of these takes */ };

/* ---- Files ---- */

struct place_on_disk {
    char folder[256], path[300];
};

static struct place_on_disk folder_make(void)
{
    struct place_on_disk place;
    const char *temporary = getenv("TMPDIR");
    snprintf(place.folder, sizeof place.folder, "%s/indexing-XXXXXX", temporary && strlen(temporary) < 200 ? temporary : "/tmp");
    assert_non_null(mkdtemp(place.folder));
    snprintf(place.path, sizeof place.path, "%s/trace.wet", place.folder);
    return place;
}

static void file_write(const char *path, struct slice text)
{
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(text.data, 1, text.size, file), text.size);
    assert_int_equal(fclose(file), 0);
}

/* Removes it, and says how many files were in it besides the trace and its index. */
static unsigned folder_remove(const struct place_on_disk *place)
{
    unsigned others = 0;
    DIR *entries = opendir(place->folder);
    assert_non_null(entries);
    for (struct dirent *entry; (entry = readdir(entries));) {
        char path[600];
        snprintf(path, sizeof path, "%s/%s", place->folder, entry->d_name);
        if (entry->d_name[0] == '.' && (entry->d_name[1] == 0 || entry->d_name[1] == '.'))
            continue;
        others += strcmp(entry->d_name, "trace.wet") != 0 && strcmp(entry->d_name, "trace.wet.clew") != 0;
        assert_int_equal(unlink(path), 0);
    }
    closedir(entries);
    assert_int_equal(rmdir(place->folder), 0);
    return others;
}

/* ---- Do both say the same? ---- */

struct two {
    const struct store *guess, *real;
    uint64_t state;
    const char *what;
    uint64_t seed;
};

static void same(const struct two *two, bool holds, const char *what)
{
    if (!holds)
        fail_msg("%s %" PRIu64 ": %s", two->what, two->seed, what);
}

#define SAME(two, ...) same(two, __VA_ARGS__, #__VA_ARGS__)

static void instructions_same(struct two *two, uint64_t index)
{
    struct instruction a = store_instruction(two->guess, index), b = store_instruction(two->real, index);
    uint64_t first, second;
    SAME(two, a.id == b.id && a.address == b.address && a.line == b.line && a.ports == b.ports && a.values == b.values && a.no_values == b.no_values);
    SAME(two, slice_equal(a.file, b.file) && slice_equal(a.function, b.function) && !a.file.data == !b.file.data && !a.function.data == !b.function.data);
    SAME(two, a.executions == b.executions || (a.executions_least && a.executions == 1 && !b.executions_least));
    SAME(two, a.executions_least >= b.executions_least);
    SAME(two, store_find_id(two->guess, a.id, &first) && first == index);
    SAME(two, store_find_address(two->guess, a.address, &first) && store_find_address(two->real, a.address, &second) && first == second);
}

static void definers_same(struct two *two, struct node node)
{
    struct links a = {0}, b = {0};
    SAME(two, store_definers(two->guess, node, NULL, &a) && store_definers(two->real, node, NULL, &b));
    SAME(two, a.count == b.count);
    for (size_t i = 0; i < a.count; i++) {
        const struct link *x = &a.items[i], *y = &b.items[i];
        SAME(two, x->node.index == y->node.index && x->node.instance == y->node.instance && x->port == y->port && x->uncertain == y->uncertain && x->kind == y->kind);
    }
    links_free(&a);
    links_free(&b);
}

static void values_same(struct two *two, struct node node, uint64_t k)
{
    uint64_t first, other;
    uint64_t count = store_values_of(two->guess, node, &first), expected = store_values_of(two->real, node, &other);
    SAME(two, count == expected && first == other);
    if (k >= store_instruction(two->real, node.index).values)
        return;
    struct value a = store_value(two->guess, node.index, k), b = store_value(two->real, node.index, k);
    SAME(two, a.instance == b.instance && a.instance_max == b.instance_max && a.uncertain == b.uncertain && a.size == b.size && memcmp(a.digits, b.digits, a.size) == 0);
}

/* Some instances of each instruction: the first and last ones, and some anywhere. */
static void stores_same(struct two *two)
{
    SAME(two, store_summary(two->guess).dense == store_summary(two->real).dense);
    SAME(two, store_count(two->guess) == store_summary(two->real).instructions);
    for (uint64_t index = 0; index < store_count(two->guess); index++) {
        instructions_same(two, index);
        struct instruction b = store_instruction(two->real, index);
        if (store_instruction(two->guess, index).executions != b.executions)
            continue;
        for (unsigned i = 0; i < 24; i++) {
            uint64_t any = random_next(&two->state), length = b.values ? b.values : b.executions;
            uint64_t instance = i < 3 ? i : i < 6 ? b.executions - (i - 2) : any % (i < 12 && length < b.executions ? length : b.executions);
            definers_same(two, (struct node){index, instance});
            values_same(two, (struct node){index, instance}, i < 3 ? i : i < 6 ? b.values - (i - 2) : any % length);
        }
    }
}

/* Opens a text both ways. Returns whether the provisional one found a place for all. */
static bool text_same(const char *what, uint64_t seed, struct slice text, bool needs_whole)
{
    struct place_on_disk place = folder_make();
    struct store_options options = {.index = STORE_INDEX_NEVER};
    struct store *guess, *real;
    struct error error;
    file_write(place.path, text);
    if (!store_open(place.path, &options, &real, &error)) {
        folder_remove(&place);
        return false;
    }
    assert_true(store_open_provisional(place.path, NULL, PATIENCE, &guess, &error));
    struct two two = {guess, real, seed, what, seed};
    struct store_provision provision = store_provision(guess);
    SAME(&two, provision.provisional && provision.size == text.size && provision.reached <= text.size);
    SAME(&two, !needs_whole || (provision.whole && provision.reached == text.size));
    if (provision.whole && needs_whole)
        stores_same(&two);
    SAME(&two, !store_damaged(guess, true, &error));
    store_close(guess);
    store_close(real);
    assert_int_equal(folder_remove(&place), 0);
    return provision.whole;
}

static bool is_clean(struct slice text)
{
    struct store *store;
    struct error error;
    bool clean = store_open_bytes(text, "test", NULL, &store, &error);
    if (clean) {
        clean = store_summary(store).problems == 0;
        store_close(store);
    }
    return clean;
}

/* ---- Generated texts ---- */

static unsigned texts_same(const char *what, enum trace_size size, unsigned count)
{
    struct text text = {0};
    unsigned compared = 0;
    for (unsigned i = 0; i < count; i++) {
        trace_make(i, size, &text);
        if (is_clean(text_slice(&text))) {
            text_same(what, i, text_slice(&text), true);
            compared++;
        }
    }
    text_free(&text);
    return compared;
}

static void test_small_texts(void **state)
{
    (void)state;
    assert_true(texts_same("small", TRACE_SMALL, SMALL) > SMALL / 20);
}

static void test_large_texts(void **state)
{
    (void)state;
    assert_true(texts_same("large", TRACE_LARGE, LARGE) > 0);
    assert_true(texts_same("huge", TRACE_HUGE, HUGE_TRACES) > 0);
}

enum shape { DENSE, LATE, EVEN, GAPS, PHASES, SHAPES };

static uint64_t shape_x(uint64_t *state, enum shape shape, uint64_t k, uint64_t before)
{
    switch (shape) {
    case LATE: return k ? before + 1 : 77;
    case EVEN: return 3 * k + 1;
    case GAPS: return k ? before + 1 + random_below(state, 3) : 0;
    case PHASES: return k ? before + (k % 900 ? 1 : 50000) : 0;
    default: return k;
    }
}

/* What stands behind the X. */
static void payload(uint64_t *state, struct text *text, unsigned style, uint64_t k, unsigned blocks)
{
    switch (style) {
    case 0: text_printf(text, "%" PRIu64 " 0\n", 1 + k % blocks); break;
    case 1: text_printf(text, "%u %" PRIu64 "\n", 1 + (unsigned)random_below(state, blocks), random_next(state) >> random_below(state, 64) >> 1); break;
    case 2: text_printf(text, "%u %" PRIu64 "\n", k / 5000 % 2 ? blocks : 1, k % 5000 < 4000 ? k : UINT64_MAX - 1); break;
    case 3: text_printf(text, "%u %" PRIu64 "%s\n", 1, k, k % 11 ? "" : "          \t          "); break;
    default: text_printf(text, "%" PRIu64 " %" PRIu64 "\n", 1 + k % blocks, k); break;
    }
}

static void wide_value(uint64_t *state, struct text *text, unsigned style)
{
    static const unsigned widths[] = {1, 1, 8, 16, 100, 128};
    unsigned width = style == 0 ? 1 : widths[random_below(state, style == 1 ? 3 : 6)];
    for (unsigned i = 0; i < width; i++)
        text_byte(text, i ? "0123456789abcdef"[random_below(state, 16)] : '5');
    text_byte(text, '\n');
}

/* Few blocks with lists far longer than a jump needs, often several of the same length in a row. */
static void mixed_make(uint64_t seed, struct text *text)
{
    uint64_t state = seed, blocks = 1 + random_below(&state, 6), dense = random_below(&state, 2);
    text_clear(text);
    text_printf(text, "%" PRIu64 "%s\n", blocks, dense ? "" : " \t");
    for (unsigned block = 1; block <= blocks; block++) {
        static const unsigned lengths[] = {1, 599, 600, 601, 5000, 20000};
        uint64_t ports = random_below(&state, 5), count = lengths[random_below(&state, 6)];
        text_printf(text, "%u %" PRIu64 " %x a.c f %u\n", block, ports, 0x400000 + 4 * block, block);
        for (uint64_t port = 0; port <= ports; port++) {
            bool values = port == ports;
            enum shape shape = dense ? DENSE : (enum shape)random_below(&state, SHAPES);
            unsigned style = (unsigned)random_below(&state, 5);
            uint64_t length = random_below(&state, 3) ? count : random_below(&state, count + 1), x = 0;
            text_printf(text, "%s %" PRIu64 "\n", values ? "VALUES" : "SIZE", length);
            for (uint64_t k = 0; k < length; k++) {
                x = shape_x(&state, shape, k, x);
                text_printf(text, "    %" PRIu64 ":", x);
                if (values)
                    wide_value(&state, text, style % 3);
                else
                    payload(&state, text, style, k, (unsigned)blocks);
            }
        }
    }
}

static void test_long_lists(void **state)
{
    (void)state;
    struct text text = {0};
    for (unsigned i = 0; i < MIXED; i++) {
        mixed_make(i, &text);
        text_same("mixed", i, text_slice(&text), true);
    }
    text_free(&text);
}

/* Its lines grow short behind the first thirty, so that its end is looked for far behind it, in a list whose X go on as its own would. */
static void test_jump_taken_back(void **state)
{
    (void)state;
    struct text text = {0};
    text_add(&text, "1\n1 2 401000\n");
    for (unsigned port = 0; port < 2; port++) {
        text_add(&text, "SIZE 700\n");
        for (unsigned k = 0; k < 700; k++)
            text_printf(&text, "    %u:1 %u%*s\n", k, k * port, port ? 45 : k < 30 ? 400 : 0, "");
    }
    text_add(&text, "NO VALUES\n");
    text_same("text", 0, text_slice(&text), true);
    text_free(&text);
}

/* ---- Texts with problems ---- */

static void everything_asked(const struct store *store, uint64_t seed)
{
    uint64_t state = seed, first, index;
    struct error error;
    for (uint64_t i = 0; i < store_count(store) && i < 40; i++) {
        struct instruction instruction = store_instruction(store, i);
        assert_true(instruction.executions > 0);
        assert_true(store_find_id(store, instruction.id, &index) && index == i);
        for (unsigned k = 0; k < 8; k++) {
            uint64_t any = random_next(&state), instance = k < 4 ? any % instruction.executions : k == 7 ? UINT64_MAX : k - 4;
            struct node node = {i, instance};
            struct links links = {0};
            uint64_t uncertain[LINK_KINDS] = {0}, time;
            assert_true(store_definers(store, node, NULL, &links));
            for (size_t l = 0; l < links.count; l++)
                assert_true(links.items[l].node.index < store_count(store));
            assert_true(store_certain_definers(store, node, NULL, &links, uncertain));
            links.count = 0;
            assert_true(store_users(store, node, NULL, &links));
            assert_int_equal(links.count, 0);
            assert_false(store_time(store, node, &time));
            assert_true(store_exists(store, node) == (instance < instruction.executions));
            uint64_t count = store_values_of(store, node, &first);
            assert_true(count <= instruction.values && first <= instruction.values - count);
            if (instruction.values)
                assert_true(store_value(store, i, any % instruction.values).size > 0);
            links_free(&links);
        }
    }
    assert_int_equal(store_summary(store).problems, 0);
    store_damaged(store, true, &error);
}

static bool has_other_problems(struct slice text)
{
    struct store *store;
    struct error error;
    bool other = false;
    if (!store_open_bytes(text, "test", NULL, &store, &error))
        return false;
    for (unsigned kind = 0; kind < WET_PROBLEMS; kind++)
        other |= kind != WET_DUPLICATE_ADDRESS && kind != WET_DANGLING_ID && kind != WET_INSTANCE_RANGE && store_problem_count(store, (enum wet_problem)kind);
    store_close(store);
    return other;
}

static void test_damaged_texts(void **state)
{
    (void)state;
    struct text text = {0};
    unsigned seen = 0;
    for (unsigned i = 0; i < DAMAGED; i++) {
        struct place_on_disk place = folder_make();
        struct store *guess;
        struct error error;
        bool small = i % 8;
        if (i % 16 == 8)
            mixed_make(i, &text);
        else
            trace_make(i, small ? TRACE_SMALL : TRACE_LARGE, &text);
        trace_damage(i, &text);
        file_write(place.path, text_slice(&text));
        if (store_open_provisional(place.path, NULL, PATIENCE, &guess, &error)) {
            everything_asked(guess, i);
            bool problems = small && has_other_problems(text_slice(&text));
            if (problems && store_provision(guess).whole)
                fail_msg("damaged %u: it has problems, and all of it was said to have a place", i);
            seen += problems;
            store_close(guess);
        }
        folder_remove(&place);
    }
    assert_true(seen > DAMAGED / 4);
    text_free(&text);
}

static void test_time_is_over(void **state)
{
    (void)state;
    struct place_on_disk place = folder_make();
    struct text text = {0};
    struct store *guess;
    struct error error;
    text_printf(&text, "%d\n", 5000);
    for (unsigned i = 0; i < 5000; i++)
        text_printf(&text, "%u 1 %x\nSIZE 1\n    0:%u 0\nNO VALUES\n", i, 0x1000 + i, i ? i - 1 : 0);
    file_write(place.path, text_slice(&text));
    assert_true(store_open_provisional(place.path, NULL, 0, &guess, &error));
    struct store_provision provision = store_provision(guess);
    assert_true(!provision.whole && provision.reached < provision.size && provision.reached > 0);
    assert_true(store_count(guess) < 5000);
    everything_asked(guess, 1);
    store_close(guess);
    folder_remove(&place);
    text_free(&text);
}

static void test_changed_under_us(void **state)
{
    (void)state;
    struct place_on_disk place = folder_make();
    struct text text = {0};
    struct store *guess;
    struct error error;
    mixed_make(3, &text);
    file_write(place.path, text_slice(&text));
    assert_true(store_open_provisional(place.path, NULL, PATIENCE, &guess, &error));
    assert_int_equal(truncate(place.path, (off_t)text.size / 3), 0);
    everything_asked(guess, 1);
    assert_true(store_damaged(guess, true, &error));
    store_close(guess);
    folder_remove(&place);
    text_free(&text);
}

static void test_what_is_refused(void **state)
{
    (void)state;
    static const char *const texts[] = {"", "\n \n", "0x1#0 --> 0x2#0\n", "\x1f\x8b\x08 1 2 3 4", "clew store\n"};
    struct store *guess;
    struct error error;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct place_on_disk place = folder_make();
        file_write(place.path, slice_of(texts[i]));
        if (i < 4)
            assert_false(store_open_provisional(place.path, NULL, 10, &guess, &error));
        assert_false(store_wants_indexing(place.path, NULL));
        folder_remove(&place);
    }
    assert_false(store_open_provisional("/nonexistent/trace", NULL, 10, &guess, &error));
    assert_false(store_wants_indexing("/nonexistent/trace", NULL));
    assert_false(store_wants_indexing("-", NULL));
}

/* ---- The thread ---- */

static void test_taken(void **state)
{
    (void)state;
    struct store_options options = {.index = STORE_INDEX_ALWAYS};
    struct text text = {0};
    struct error error;
    for (unsigned i = 0; i < 6; i++) {
        struct place_on_disk place = folder_make();
        struct indexing *indexing;
        struct store *taken, *again;
        uint64_t done, total;
        trace_make(i, i < 4 ? TRACE_SMALL : TRACE_LARGE, &text);
        file_write(place.path, text_slice(&text));
        assert_true(indexing_start(place.path, &options, &indexing, &error));
        struct pollfd wait = {.fd = indexing_descriptor(indexing), .events = POLLIN};
        assert_int_equal(poll(&wait, 1, PATIENCE), 1);
        assert_true(indexing_done(indexing));
        indexing_progress(indexing, &done, &total);
        assert_true(done <= total && total == text.size);
        assert_true(indexing_take(indexing, &taken, &error));
        assert_false(store_files(taken).reused);
        assert_false(store_provision(taken).provisional);
        assert_true(store_verify(taken, NULL, &error));
        assert_true(store_open(place.path, NULL, &again, &error));
        assert_true(store_files(again).reused);
        assert_int_equal(store_summary(taken).dependences, store_summary(again).dependences);
        assert_int_equal(store_count(taken), store_count(again));
        store_close(taken);
        store_close(again);
        assert_int_equal(folder_remove(&place), 0);
    }
    text_free(&text);
}

static void test_failed(void **state)
{
    (void)state;
    struct indexing *indexing;
    struct store *store;
    struct error error;
    assert_true(indexing_start("/nonexistent/trace", NULL, &indexing, &error));
    assert_false(indexing_take(indexing, &store, &error));
    assert_true(error.message[0] != 0);
    indexing_stop(NULL);
}

static void test_stopped(void **state)
{
    (void)state;
    struct store_options options = {.index = STORE_INDEX_ALWAYS};
    struct text text = {0}, one = {0};
    mixed_make(5, &one);
    while (text.size < 4 << 20)
        text_append(&text, text_slice(&one));
    for (unsigned i = 0; i < 12; i++) {
        struct place_on_disk place = folder_make();
        struct indexing *indexing;
        struct error error;
        uint64_t done = 0, total;
        file_write(place.path, text_slice(&text));
        assert_true(indexing_start(place.path, &options, &indexing, &error));
        while (i % 3 && !done && !indexing_done(indexing)) /* not before it has begun */
            indexing_progress(indexing, &done, &total);
        indexing_stop(indexing);
        assert_int_equal(folder_remove(&place), 0);
    }
    text_free(&text);
    text_free(&one);
}

static void test_changed_while_read(void **state)
{
    (void)state;
    struct store_options options = {.index = STORE_INDEX_ALWAYS};
    struct text text = {0}, one = {0};
    mixed_make(5, &one);
    while (text.size < 3 << 20)
        text_append(&text, text_slice(&one));
    for (unsigned i = 0; i < 8; i++) {
        struct place_on_disk place = folder_make();
        struct indexing *indexing;
        struct store *store;
        struct error error;
        uint64_t done = 0, total;
        file_write(place.path, text_slice(&text));
        assert_true(indexing_start(place.path, &options, &indexing, &error));
        while (!done && !indexing_done(indexing))
            indexing_progress(indexing, &done, &total);
        if (i % 2) {
            assert_int_equal(truncate(place.path, 1000), 0);
        } else {
            assert_int_equal(unlink(place.path), 0);
            file_write(place.path, slice_of("1\n1 0 1\nNO VALUES\n"));
        }
        if (indexing_take(indexing, &store, &error)) {
            assert_true(store_damaged(store, true, &error));
            store_close(store);
        }
        assert_true(store_open(place.path, NULL, &store, &error)); /* the index of what it was is not believed */
        assert_false(store_files(store).reused);
        store_close(store);
        assert_int_equal(folder_remove(&place), 0);
    }
    text_free(&text);
    text_free(&one);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        {"a provisional store of a small text without problems says what the real one says", test_small_texts, NULL, NULL, NULL},
        {"a provisional store of a large text without problems says what the real one says", test_large_texts, NULL, NULL, NULL},
        {"the end of a long list is found whatever its X, its lines and its neighbours are", test_long_lists, NULL, NULL, NULL},
        {"a jump that swallowed another list is taken back", test_jump_taken_back, NULL, NULL, NULL},
        {"a text with problems is never said to be whole, and every question is answered", test_damaged_texts, NULL, NULL, NULL},
        {"when time is over, instructions found so far are there, whole", test_time_is_over, NULL, NULL, NULL},
        {"a text that shrinks under a provisional store leaves questions unanswered, and is noticed", test_changed_under_us, NULL, NULL, NULL},
        {"histories, recordings, compressed and empty files have no provisional store", test_what_is_refused, NULL, NULL, NULL},
        {"what is taken from the thread is the store that store_open makes", test_taken, NULL, NULL, NULL},
        {"a thread that fails says why", test_failed, NULL, NULL, NULL},
        {"a thread that is stopped leaves no file behind but perhaps a finished index", test_stopped, NULL, NULL, NULL},
        {"a text that changes while it is read gives no store that hides it, and no index that is believed", test_changed_while_read, NULL, NULL, NULL},
    };
    return cmocka_run_group_tests_name("indexing", tests, NULL, NULL);
}
