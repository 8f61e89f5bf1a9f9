/* test_machine_memory.c - machines load and store: logged bytes, food, guards, watches, checks.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "random.h"
#include "machine_fixture.h"

enum { ADDRESS = 1, VALUE = 2, GUARD = 3 };     /* temporaries */

static void expect_bytes(struct image *image, uint64_t address, const char *bytes, size_t size)
{
    char got[64];
    assert_true(image_read(image, address, got, size));
    assert_memory_equal(got, bytes, size);
}

/* rcx = `size` bytes at rax */
static void define_loading(struct fixture *fixture, uint32_t segment, unsigned size, bool logged)
{
    struct text *out = begin(fixture, segment);
    define_micro(out, MICRO_GET, 8, 0, ADDRESS, RAX, 0, 0);
    if (logged)
        define_load(out, size, VALUE, ADDRESS);
    else
        define_micro(out, MICRO_LOAD, size, 0, VALUE, ADDRESS, 0, 0);
    define_micro(out, MICRO_PUT, size, 0, 0, size > 8 ? REGISTERS_VECTOR : RCX, VALUE, 0);
    define(fixture, logged);
}

/* `size` bytes at rax = the same of the first vector register, if rdx holds */
static void define_storing(struct fixture *fixture, uint32_t segment, unsigned size, bool logged)
{
    struct text *out = begin(fixture, segment);
    define_micro(out, MICRO_GET, 8, 0, ADDRESS, RAX, 0, 0);
    define_micro(out, MICRO_GET, size, 0, VALUE, REGISTERS_VECTOR, 0, 0);
    define_micro(out, MICRO_GET, 1, 0, GUARD, RDX, 0, 0);
    if (logged)
        define_store(out, size, ADDRESS, VALUE, GUARD);
    else
        define_micro(out, MICRO_STORE, size, 0, 0, ADDRESS, VALUE, GUARD);
    define(fixture, logged);
}

/* ---- Logged ---- */

static void logged_loads_bring_their_bytes(void **state)
{
    struct fixture *fixture = *state;
    struct image *image = machine_image(fixture->machine);
    for (unsigned size = 1; size <= 8; size *= 2) {
        static const char data[ADDRESS_BYTES + 8] = "\0\x20\0\0\0\0ABCDEFGH";
        uint64_t expected = 0;
        memcpy(&expected, data + ADDRESS_BYTES, size);
        define_loading(fixture, 1, size, true);
        image_forget(image, 0, UINT64_MAX);
        image_write(image, 0x2000, "stale", 5);         /* what the log says counts */
        set(fixture, RAX, UINT64_C(0xfff3000000002000));        /* addresses have 48 bits */
        set(fixture, RCX, 0);
        machine_run(fixture->machine, 1, 1, (const uint8_t *)data, 0, MACHINE_WHOLE);
        assert_int_equal(get(fixture, RCX), expected);
        expect_bytes(image, 0x2000, data + ADDRESS_BYTES, size);
    }
    assert_int_equal(machine_origin(fixture->machine)->count, 0);       /* that is about food */
}

static void stores_of_every_size_change_memory_if_their_guard_holds(void **state)
{
    struct fixture *fixture = *state;
    struct image *image = machine_image(fixture->machine);
    static const char value[] = "0123456789ABCDEFabcdefghijklmnop";
    memcpy(machine_registers(fixture->machine, 1) + REGISTERS_VECTOR, value, 32);
    for (unsigned size = 1; size <= 32; size *= 2) {
        define_storing(fixture, size, size, false);
        image_write(image, 0x2ffe, "..................................", 34);
        set(fixture, RAX, UINT64_C(0xabcd000000002fff));
        set(fixture, RDX, 0);
        run_fed(fixture, size, "", 0);
        expect_bytes(image, 0x2ffe, "..................................", 34);
        set(fixture, RDX, 1);
        run_fed(fixture, size, "", 0);
        expect_bytes(image, 0x2fff, value, size);
        expect_bytes(image, 0x2ffe, ".", 1);
        expect_bytes(image, 0x2fff + size, ".", 1);
    }
}

static void fills_take_their_bytes_even_if_they_do_not_happen(void **state)
{
    struct fixture *fixture = *state;
    struct text *out = begin(fixture, 1);
    define_micro(out, MICRO_GET, 8, 0, ADDRESS, RAX, 0, 0);
    define_micro(out, MICRO_GET, 1, 0, GUARD, RDX, 0, 0);
    define_micro(out, MICRO_FILL, 2, 0, 0, ADDRESS, 0x1000, GUARD);
    define_micro(out, MICRO_FILL, 1, 0, 0, ADDRESS, 2, MICRO_ALWAYS);
    define_micro(out, MICRO_KNOWN, 1, 0, VALUE, 0, 0, 0);
    define_micro(out, MICRO_PUT, 1, 0, 0, RCX, VALUE, 0);
    define(fixture, false);
    set(fixture, RAX, 0x2000);
    run_fed(fixture, 1, "abcX", 4);
    assert_false(image_knows(machine_image(fixture->machine), 0x3000, 1));
    expect_bytes(machine_image(fixture->machine), 0x2002, "c", 1);
    assert_int_equal(get(fixture, RCX), 'X');
    set(fixture, RDX, 1);
    run_fed(fixture, 1, "defY", 4);
    expect_bytes(machine_image(fixture->machine), 0x3000, "de", 2);
    expect_bytes(machine_image(fixture->machine), 0x2002, "f", 1);
}

/* ---- Fed ---- */

static void loads_take_food_unless_the_image_knows_them(void **state)
{
    struct fixture *fixture = *state;
    struct image *image = machine_image(fixture->machine), *origin = machine_origin(fixture->machine);
    define_loading(fixture, 1, 4, false);
    set(fixture, RAX, 0x2ffe);
    run_fed(fixture, 1, "ABCD", 4);                     /* across a page border */
    assert_int_equal(get(fixture, RCX), 0x44434241);
    expect_bytes(image, 0x2ffe, "ABCD", 4);
    expect_bytes(origin, 0x2ffe, "ABCD", 4);
    set(fixture, RCX, 0);
    run_fed(fixture, 1, "", 0);
    assert_int_equal(get(fixture, RCX), 0x44434241);
    image_write(image, 0x2fff, "xy", 2);
    run_fed(fixture, 1, "", 0);
    assert_int_equal(get(fixture, RCX), 0x44797841);
    expect_bytes(origin, 0x2ffe, "ABCD", 4);            /* as it was found */
    set(fixture, RAX, 0x3000);
    image_write(image, 0x3001, "z", 1);
    run_fed(fixture, 1, "CzEF", 4);                     /* half known: takes all */
    expect_bytes(image, 0x2ffe, "AxCzEF", 6);
    expect_bytes(origin, 0x2ffe, "ABCDEF", 6);
}

static void stored_bytes_feed_no_load_and_have_no_origin(void **state)
{
    struct fixture *fixture = *state;
    define_storing(fixture, 1, 8, false);
    define_loading(fixture, 2, 8, false);
    memcpy(machine_registers(fixture->machine, 1) + REGISTERS_VECTOR, "ABCDEFGH", 8);
    set(fixture, RAX, 0x2000);
    set(fixture, RDX, 1);
    run_fed(fixture, 1, "", 0);
    run_fed(fixture, 2, "", 0);
    assert_int_equal(get(fixture, RCX), 0x4847464544434241);
    set(fixture, RAX, 0x2004);
    run_fed(fixture, 2, "EFGHIJKL", 8);
    assert_false(image_knows(machine_origin(fixture->machine), 0x2007, 1));
    expect_bytes(machine_origin(fixture->machine), 0x2008, "IJKL", 4);
}

static void a_run_that_finds_no_food_starves(void **state)
{
    struct fixture *fixture = *state;
    static const uint8_t nothing[8];
    struct text *out = begin(fixture, 1);
    define_micro(out, MICRO_KNOWN, 4, 0, VALUE, 0, 0, 0);
    define_micro(out, MICRO_PUT, 4, 0, 0, RCX, VALUE, 0);
    define_micro(out, MICRO_SET, 8, 0, 0, RDX, 0, 0);
    define(fixture, false);
    for (size_t size = 0; size <= 13; size++) {
        set(fixture, RCX, UINT64_MAX);
        set(fixture, RDX, UINT64_MAX);
        machine_feed(fixture->machine, (struct str){"ABCDabcdefghi", size});
        assert_false(machine_starves(fixture->machine));
        machine_run(fixture->machine, 1, 1, NULL, 0, MACHINE_WHOLE);
        assert_int_equal(machine_starves(fixture->machine), size < 12);
        assert_int_equal(machine_food(fixture->machine), size < 4 ? size : size < 12 ? size - 4 : size - 12);
        assert_memory_equal(machine_registers(fixture->machine, 1) + RCX, size < 4 ? (const void *)nothing : "ABCD", 4);
        assert_memory_equal(machine_registers(fixture->machine, 1) + RDX, size < 12 ? (const void *)nothing : "abcdefgh", 8);
    }
}

/* ---- Watches ---- */

/* Three instructions: a store of 8 bytes at rax, one of 8 at rcx, a fill of 4 at rdx. */
static void define_three(struct fixture *fixture)
{
    struct text *out = begin(fixture, 1);
    define_micro(out, MICRO_GET, 8, 0, ADDRESS, RAX, 0, 0);
    define_micro(out, MICRO_STORE, 8, 0, 0, ADDRESS, ADDRESS, MICRO_ALWAYS);
    define_instruction(out, 0x1001);
    define_micro(out, MICRO_GET, 8, 0, VALUE, RCX, 0, 0);
    define_micro(out, MICRO_STORE, 8, 0, 0, VALUE, ADDRESS, MICRO_ALWAYS);
    define_instruction(out, 0x1002);
    define_micro(out, MICRO_GET, 8, 0, GUARD, RDX, 0, 0);
    define_micro(out, MICRO_FILL, 4, 0, 0, GUARD, 0, MICRO_ALWAYS);
    define(fixture, false);
    set(fixture, RAX, 0x2000);
    set(fixture, RCX, 0x3000);
    set(fixture, RDX, 0x2002);
}

/* parts: of the stores that hit, as digits. */
static void expect_hits(struct fixture *fixture, uint64_t address, uint64_t size, const char *parts)
{
    const struct machine_hit *hits;
    machine_watch(fixture->machine, address, size, false);
    assert_int_equal(machine_hits(fixture->machine, &hits), 0);
    run_fed(fixture, 1, "abcd", 4);
    size_t count = machine_hits(fixture->machine, &hits);
    assert_int_equal(count, strlen(parts));
    for (size_t i = 0; i < count; i++) {
        static const uint64_t addresses[] = {0x2000, 0x3000, 0x2002};
        uint32_t part = (uint32_t)(parts[i] - '0');
        assert_true(hits[i].part == part && hits[i].address == addresses[part] && hits[i].size == (part == 2 ? 4 : 8) && !hits[i].loads);
        assert_memory_equal(hits[i].bytes, part == 2 ? "abcd" : part == 1 ? "\0\x20\0\0" : "\0\x20\0\0", 4);
    }
    assert_int_equal(machine_hits(fixture->machine, &hits), 0);         /* they were told */
}

static void a_watch_tells_who_stored(void **state)
{
    struct fixture *fixture = *state;
    const struct machine_hit *hits;
    define_three(fixture);
    run_fed(fixture, 1, "abcd", 4);
    assert_int_equal(machine_hits(fixture->machine, &hits), 0);         /* nothing is watched */
    expect_hits(fixture, 0x1ff0, 16, "");
    expect_hits(fixture, 0x1ff0, 17, "0");
    expect_hits(fixture, 0x2001, 1, "0");
    expect_hits(fixture, 0x2002, 1, "02");
    expect_hits(fixture, 0x2005, 9, "02");
    expect_hits(fixture, 0x2006, 9, "0");
    expect_hits(fixture, 0x2008, 0xff8, "");
    expect_hits(fixture, 0x2008, 0xff9, "1");
    expect_hits(fixture, 0x3007, 1, "1");
    expect_hits(fixture, 0x3008, 1, "");
    expect_hits(fixture, 0x2000, 0, "");
    expect_hits(fixture, 0, 0x10000, "012");
    expect_hits(fixture, 5, UINT64_MAX, "012");
}

/* Loads are hits if they are wanted, also those of bytes that the machine knows. */
static void a_watch_tells_who_loaded(void **state)
{
    struct fixture *fixture = *state;
    const struct machine_hit *hits;
    struct text *out = begin(fixture, 1);
    define_micro(out, MICRO_GET, 8, 0, ADDRESS, RAX, 0, 0);
    define_load(out, 8, VALUE, ADDRESS);
    define_instruction(out, 0x1001);
    define_load(out, 8, GUARD, ADDRESS);
    define(fixture, false);
    set(fixture, RAX, 0x2000);
    for (unsigned loads = 0; loads < 2; loads++) {
        machine_clear(fixture->machine);
        machine_watch(fixture->machine, 0x2007, 3, loads);
        run_fed(fixture, 1, "abcdefgh", 8);
        assert_int_equal(machine_hits(fixture->machine, &hits), 2 * loads);
        for (unsigned i = 0; i < 2 * loads; i++)
            assert_true(hits[i].loads && hits[i].part == i && hits[i].address == 0x2000 && hits[i].size == 8 && memcmp(hits[i].bytes, "abcdefgh", 8) == 0);
    }
}

/* ---- Searches ---- */

static size_t search_hits(struct fixture *fixture, const char *wanted, struct image *before, uint64_t *address)
{
    const struct machine_hit *hits;
    machine_clear(fixture->machine);
    machine_search(fixture->machine, str_of(wanted), before);
    run_fed(fixture, 1, "abcd", 4);
    size_t count = machine_hits(fixture->machine, &hits);
    *address = count ? hits[0].address : 0;
    machine_watch(fixture->machine, 0, 0, false);
    return count;
}

/* The stores leave 00 20 a b c d 00 00 at 0x2000, and 00 30 six zeros before. */
static void a_search_tells_where_bytes_come_to_lie(void **state)
{
    struct fixture *fixture = *state;
    struct image before = {0};
    uint64_t at;
    define_three(fixture);
    assert_true(search_hits(fixture, "abcd", &before, &at) == 1 && at == 0x2002);
    assert_true(search_hits(fixture, "cd", &before, &at) == 1 && at == 0x2004);
    assert_true(search_hits(fixture, " a", &before, &at) == 1 && at == 0x2001);         /* in part of an earlier store */
    assert_int_equal(search_hits(fixture, "abce", &before, &at), 0);
    assert_int_equal(search_hits(fixture, "bcdx", &before, &at), 0);
    image_write(&before, 0x1fff, "x", 1);
    assert_int_equal(search_hits(fixture, "x", &before, &at), 0);       /* no access made it */
    image_write(&before, 0x3008, "yz", 2);
    machine_clear(fixture->machine);
    static const char wanted[] = {0, 0, 'y', 'z'};
    const struct machine_hit *hits;
    machine_search(fixture->machine, (struct str){wanted, 4}, &before);
    run_fed(fixture, 1, "abcd", 4);
    assert_int_equal(machine_hits(fixture->machine, &hits), 1);         /* behind a store stand bytes of long ago */
    assert_true(hits[0].address == 0x3006 && hits[0].part == 1);
    image_free(&before);
}

/* A set of changed ranges against a flag for each address. */
static void changes_are_found_among_many(void **state)
{
    struct fixture *fixture = *state;
    enum { SPAN = 3000 };
    bool flags[SPAN] = {false};
    uint64_t random = 3;
    for (unsigned round = 0; round < 150; round++) {
        uint64_t address = next_random(&random) % SPAN, size = next_random(&random) % (round % 10 ? 6 : 80);
        machine_changed(fixture->machine, address, size);
        for (uint64_t at = address; at < address + size && at < SPAN; at++)
            flags[at] = true;
        for (uint64_t at = 0; at < SPAN; at++)
            assert_int_equal(machine_has_changed(fixture->machine, at), flags[at]);
    }
    machine_changed(fixture->machine, UINT64_MAX - 1, 7);
    assert_true(machine_has_changed(fixture->machine, UINT64_MAX) && !machine_has_changed(fixture->machine, UINT64_MAX - 2));
    machine_clear(fixture->machine);
    assert_false(machine_has_changed(fixture->machine, UINT64_MAX));
}

/* ---- Checks ---- */

static void logged_run(struct fixture *fixture, uint32_t segment, uint64_t address, const char *bytes)
{
    struct text data = {0};
    put_number(&data, address, ADDRESS_BYTES);
    text_append(&data, (struct str){bytes, 8});
    machine_run(fixture->machine, 1, segment, (const uint8_t *)text_str(&data).data, 0, MACHINE_WHOLE);
    text_free(&data);
}

static void expect_counts(const struct machine_check *check, uint64_t addresses, uint64_t wrong_addresses, uint64_t bytes, uint64_t wrong_bytes)
{
    assert_int_equal(check->addresses, addresses);
    assert_int_equal(check->wrong_addresses, wrong_addresses);
    assert_int_equal(check->bytes, bytes);
    assert_int_equal(check->wrong_bytes, wrong_bytes);
    assert_int_equal(check->first_wrong, wrong_addresses + wrong_bytes ? 0x1000 : 0);
}

static void a_check_counts_what_the_log_says_otherwise(void **state)
{
    struct fixture *fixture = *state;
    struct machine_check check = {0};
    define_loading(fixture, 1, 8, true);
    define_storing(fixture, 2, 8, true);
    machine_check(fixture->machine, &check);
    memcpy(machine_registers(fixture->machine, 1) + REGISTERS_VECTOR, "ABCDEFGH", 8);
    set(fixture, RAX, 0x2000);
    logged_run(fixture, 2, 0, "        ");              /* a guard that does not hold: nothing to compare */
    expect_counts(&check, 0, 0, 0, 0);
    set(fixture, RDX, 1);
    logged_run(fixture, 2, 0x2000, "        ");
    expect_counts(&check, 1, 0, 0, 0);
    logged_run(fixture, 1, 0x2000, "ABCDEFGH");
    expect_counts(&check, 2, 0, 8, 0);
    set(fixture, RAX, 0x2006);
    logged_run(fixture, 1, 0x2006, "GHijklmn");         /* the image knows two of them */
    expect_counts(&check, 3, 0, 10, 0);
    logged_run(fixture, 1, 0x2006, "GHijkXmY");
    expect_counts(&check, 4, 0, 18, 2);
    logged_run(fixture, 2, 0x2007, "        ");
    expect_counts(&check, 5, 1, 18, 2);
    logged_run(fixture, 1, 0x12006, "ABCDEFGH");
    expect_counts(&check, 6, 2, 26, 2);
    machine_check(fixture->machine, NULL);
    logged_run(fixture, 1, 0, "????????");
    expect_counts(&check, 6, 2, 26, 2);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, fixture_make, fixture_end)
    const struct CMUnitTest tests[] = {
        TEST(logged_loads_bring_their_bytes),
        TEST(stores_of_every_size_change_memory_if_their_guard_holds),
        TEST(fills_take_their_bytes_even_if_they_do_not_happen),
        TEST(loads_take_food_unless_the_image_knows_them),
        TEST(stored_bytes_feed_no_load_and_have_no_origin),
        TEST(a_run_that_finds_no_food_starves),
        TEST(a_watch_tells_who_stored),
        TEST(a_watch_tells_who_loaded),
        TEST(a_search_tells_where_bytes_come_to_lie),
        TEST(changes_are_found_among_many),
        TEST(a_check_counts_what_the_log_says_otherwise),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
