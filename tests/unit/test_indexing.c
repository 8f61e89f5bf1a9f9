/* test_indexing.c - provisional stores answer like the real ones.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "test_indexing.h"
#include "recording/store/store.h"

/* ---- Comparing both ---- */

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
    SAME(two, str_equal(a.file, b.file) && str_equal(a.function, b.function) && !a.file.data == !b.file.data && !a.function.data == !b.function.data);
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

/* Some executions of each instruction: the first, the last, and some random ones. */
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

/* Opens a text both ways. Returns whether the provisional store found a place for everything. */
static bool text_same(const char *what, uint64_t seed, struct str text, bool needs_whole)
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

static bool is_clean(struct str text)
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
        if (is_clean(text_str(&text))) {
            text_same(what, i, text_str(&text), true);
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

static void test_long_lists(void **state)
{
    (void)state;
    struct text text = {0};
    for (unsigned i = 0; i < MIXED; i++) {
        mixed_make(i, &text);
        text_same("mixed", i, text_str(&text), true);
    }
    text_free(&text);
}

/* Lines become short after the first thirty, so that clew looks for the list's end far behind it, in a list whose X continue like its own. */
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
    text_same("text", 0, text_str(&text), true);
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

static bool has_other_problems(struct str text)
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
        file_write(place.path, text_str(&text));
        if (store_open_provisional(place.path, NULL, PATIENCE, &guess, &error)) {
            everything_asked(guess, i);
            bool problems = small && has_other_problems(text_str(&text));
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
    file_write(place.path, text_str(&text));
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
    file_write(place.path, text_str(&text));
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
        file_write(place.path, str_of(texts[i]));
        if (i < 4)
            assert_false(store_open_provisional(place.path, NULL, 10, &guess, &error));
        assert_false(store_wants_indexing(place.path, NULL));
        folder_remove(&place);
    }
    assert_false(store_open_provisional("/nonexistent/trace", NULL, 10, &guess, &error));
    assert_false(store_wants_indexing("/nonexistent/trace", NULL));
    assert_false(store_wants_indexing("-", NULL));
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
    };
    return cmocka_run_group_tests_name("indexing", tests, NULL, NULL);
}
