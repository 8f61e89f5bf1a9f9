/* test_store_writer.c - a recording says what the writer was given as the program ran.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "test_store_writer.h"
#include "recording/store/layout.h"
#include "recording/store/paged.h"

#include <string.h>
#include <unistd.h>

/* ---- Dependences ---- */

static int by_port(const void *a, const void *b)
{
    const struct link *x = a, *y = b;
    uint64_t left[] = {x->port, x->node.index, x->node.instance}, right[] = {y->port, y->node.index, y->node.instance};
    for (unsigned i = 0; i < 3; i++)
        if (left[i] != right[i])
            return left[i] < right[i] ? -1 : 1;
    return 0;
}

/* Ids rise with the index, so the store orders definers by index. */
static void expect_links(const struct told *told, uint32_t user, uint64_t x)
{
    struct links links = {0};
    struct link *expected = memory_allocate((told->link_count + 1) * sizeof *expected);
    size_t count = 0, kept = 0;
    for (size_t i = 0; i < told->link_count; i++)
        if (told->links[i].user == user && told->links[i].x == x)
            expected[count++] = (struct link){.node = {index_of(told->links[i].definer), told->links[i].instance}, .port = told->links[i].port};
    qsort(expected, count, sizeof *expected, by_port);
    for (size_t i = 0; i < count; i++)
        if (i == 0 || by_port(&expected[kept - 1], &expected[i]) != 0)
            expected[kept++] = expected[i];
    assert_true(store_definers(told->store, (struct node){index_of(user), x}, NULL, &links));
    assert_int_equal(links.count, kept);
    for (size_t i = 0; i < kept; i++)
        assert_int_equal(by_port(&links.items[i], &expected[i]), 0);
    links_free(&links);
    free(expected);
}

static void what_was_linked_is_found_with_all_its_definers(void **state)
{
    (void)state;
    struct told told;
    uint64_t seed = 88172645463325252u;
    begin(&told, NULL);
    for (uint64_t x = 0; x < 900; x++)
        for (uint32_t site = 1; site <= SITES; site++) {
            unsigned shape = site % 4;
            uint64_t at = shape == 2 ? next_random(&seed) % 900 : x;       /* X in any order */
            tell_run(&told, 1, site);
            if (shape != 1 || x % 3)
                tell_link(&told, site, 0, at, 1 + site % SITES, x / 2);
            for (unsigned several = 0; shape == 3 && several < x % 4; several++)
                tell_link(&told, site, 2, at, 1 + (uint32_t)(next_random(&seed) % SITES), next_random(&seed) % 500);
        }
    finish_well(&told);
    assert_int_equal(store_summary(told.store).dependences, told.link_count);
    for (uint64_t x = 0; x < 900; x += 7)
        for (uint32_t site = 1; site <= SITES; site++)
            expect_links(&told, site, x);
    end(&told);
}

/* More dependences than the smallest cache holds, so that those read for the other port are no longer in memory. */
static void very_many_definers_on_one_port_do_not_spoil_those_on_another(void **state)
{
    enum { MANY = 1200000 };
    struct told told;
    struct links links = {0};
    uint64_t random = 88172645463325252, second = 0;
    char folder[] = "/tmp/clew-test-XXXXXX", path[64];
    (void)state;
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/a.clew", folder);
    begin(&told, path);
    for (uint64_t x = 0; x < 300; x++) {
        uint64_t instance = next_random(&random) >> 1;
        second = x ? second : instance;
        store_writer_link(told.writer, told.ports[1][1], x, 2, instance);
        tell_run(&told, 0, 1);
    }
    for (uint64_t i = 0; i < MANY; i++)
        store_writer_link(told.writer, told.ports[1][0], 0, 2, next_random(&random) >> 1);
    finish_well(&told);
    paged_limit(told.store->paged, 0);
    assert_true(store_definers(told.store, (struct node){index_of(1), 0}, NULL, &links));
    assert_int_equal(links.count, MANY + 1);
    assert_int_equal(links.items[MANY].port, 1);
    assert_int_equal(links.items[MANY].node.instance, second);
    links_free(&links);
    end(&told);
    unlink(path);
    rmdir(folder);
}

static void users_of_a_definer_are_found(void **state)
{
    (void)state;
    struct told told;
    begin(&told, NULL);
    for (uint64_t x = 0; x < 2000; x++) {
        tell_run(&told, 1, 5);
        tell_run(&told, 1, 7);
        tell_link(&told, 7, 1, x, 5, x / 10);
    }
    tell_link(&told, 7, 2, 3, 5, 42);   /* X falls behind, and joins another port */
    finish_well(&told);
    struct links links = {0};
    assert_true(store_users(told.store, (struct node){index_of(5), 42}, NULL, &links));
    assert_int_equal(links.count, 11);
    assert_int_equal(links.items[0].node.instance, 3);
    assert_int_equal(links.items[0].port, 2);
    for (size_t i = 1; i < 11; i++) {
        assert_int_equal(links.items[i].node.index, index_of(7));
        assert_int_equal(links.items[i].node.instance, 420 + i - 1);
    }
    links_free(&links);
    end(&told);
}

static void an_instruction_that_is_not_listed_is_refused(void **state)
{
    (void)state;
    struct told told;
    struct error error = {0};
    begin(&told, NULL);
    store_writer_link(told.writer, told.ports[1][0], 0, SITES + 5, 0);
    assert_false(finish(&told, &error));
    assert_string_equal(error.message, "an instruction that is not listed was depended upon");
    begin(&told, NULL);
    store_writer_run(told.writer, 1, SITES + 5, 0);
    assert_false(finish(&told, &error));
    assert_string_equal(error.message, "an instruction that is not listed ran");
}

/* ---- Instructions, values, notes ---- */

static void instructions_are_as_they_were_listed(void **state)
{
    (void)state;
    struct told told;
    uint64_t index;
    begin(&told, NULL);
    for (int i = 0; i < 5; i++)
        tell_run(&told, 1, 3);
    tell_run(&told, 1, 4);
    finish_well(&told);
    assert_int_equal(store_count(told.store), SITES);
    struct instruction third = store_instruction(told.store, index_of(3)), fourth = store_instruction(told.store, index_of(4));
    assert_true(third.has_block && third.has_id && third.has_address);
    assert_int_equal(third.executions, 5);
    assert_int_equal(third.ports, PORTS);
    assert_int_equal(third.line, 3);
    assert_true(str_is(third.file, "odd.c") && third.function.data == NULL);
    assert_true(str_is(fourth.file, "even.c") && str_is(fourth.function, "main"));
    assert_true(store_find_id(told.store, 100 + index_of(4), &index) && index == index_of(4));
    assert_true(store_find_address(told.store, 0x401030, &index) && index == index_of(3));
    assert_int_equal(store_instances(told.store), 6);
    assert_int_equal(told.totals.instances, 6);
    end(&told);
}

static void expect_digits(const struct told *told, uint32_t site, uint64_t instance, const char *digits)
{
    uint64_t first;
    assert_int_equal(store_values_of(told->store, (struct node){index_of(site), instance}, &first), 1);
    struct value value = store_value(told->store, index_of(site), first);
    assert_int_equal(value.instance, instance);
    assert_int_equal(value.size, strlen(digits));
    assert_memory_equal(value.digits, digits, value.size);
}

/* Searching finds each value with these digits, and no other. */
static void expect_found(const struct told *told, uint32_t site, const char *digits, uint64_t only)
{
    struct found_values found = {0};
    struct str wanted[] = {str_of("123456789abcdef"), str_of(digits)};
    uint64_t values = store_instruction(told->store, index_of(site)).values;
    store_find_values(told->store, index_of(site), 0, values, wanted, 2, &found);
    assert_int_equal(found.count, 1);
    assert_int_equal(found.items[0], only);
    store_find_values(told->store, index_of(site), only + 1, values, wanted, 2, &found);
    store_find_values(told->store, index_of(site), 0, only, wanted, 2, &found);
    assert_int_equal(found.count, 1);
    store_find_values(told->store, index_of(site), only, only + 1, wanted, 2, &found);
    assert_int_equal(found.count, 2);
    free(found.items);
}

static void values_are_kept_however_wide(void **state)
{
    (void)state;
    struct told told;
    static const char widest[] = "fedcba9876543210fedcba9876543210fedcba9876543210fedcba9876543210fedcba9876543210fedcba9876543210fedcba9876543210fedcba9876543210";
    begin(&told, NULL);
    for (uint64_t x = 0; x < 600; x++) {
        tell_run(&told, 1, 1);
        tell_run(&told, 1, 2);
        store_writer_value(told.writer, told.values[1], x, x * x * 0x123456789);
        store_writer_value(told.writer, told.values[2], x, x & 1 ? UINT64_MAX - x : x);
    }
    for (uint64_t x = 600; x < 1000; x++) {
        tell_run(&told, 1, 2);
        if (x == 700)
            store_writer_wide_value(told.writer, told.values[2], x, str_of(widest));
        else if (x == 800)
            store_writer_wide_value(told.writer, told.values[2], x, str_of("10000000000000000"));
        else
            store_writer_value(told.writer, told.values[2], x, x);
    }
    finish_well(&told);
    expect_digits(&told, 1, 0, "0");
    expect_digits(&told, 1, 599, "63aabcdec6599");
    expect_digits(&told, 2, 1, "fffffffffffffffe");
    expect_digits(&told, 2, 256, "100");
    expect_digits(&told, 2, 700, widest);
    expect_digits(&told, 2, 800, "10000000000000000");
    expect_digits(&told, 2, 999, "3e7");
    expect_found(&told, 1, "63aabcdec6599", 599);
    expect_found(&told, 1, "0", 0);
    expect_found(&told, 2, "fffffffffffffffe", 1);
    expect_found(&told, 2, widest, 700);
    expect_found(&told, 2, "10000000000000000", 800);
    expect_found(&told, 2, "3e7", 999);
    assert_int_equal(store_summary(told.store).values, 1600);
    end(&told);
}

static void notes_are_kept(void **state)
{
    (void)state;
    struct told told;
    begin(&told, NULL);
    store_writer_note(told.writer, "program", str_of("/bin/a program"));
    store_writer_note(told.writer, "arguments", str_of(""));
    store_writer_note(told.writer, "status", (struct str){"exit 3\0x", 8});
    finish_well(&told);
    assert_true(str_is(store_note(told.store, "program"), "/bin/a program"));
    assert_true(str_is(store_note(told.store, "arguments"), ""));
    assert_true(str_is(store_note(told.store, "status"), "exit 3"));
    assert_null(store_note(told.store, "exit 3").data);
    end(&told);
}

/* ---- Text ---- */

static void expect_text(const struct told *told, bool dense, const char *expected)
{
    char *data = NULL;
    size_t size = 0;
    FILE *file = open_memstream(&data, &size);
    struct text_totals totals;
    struct error error;
    assert_true(store_write_text(told->store, dense, file, NULL, &totals, &error));
    fclose(file);
    const char *found = strstr(data, "109 3 401030");
    assert_non_null(found);
    if (strncmp(found, expected, strlen(expected)) != 0)
        fail_msg("the text is\n%s", found);
    free(data);
}

static void text_has_the_youngest_definer_of_each_use(void **state)
{
    (void)state;
    struct told told;
    begin(&told, NULL);
    for (uint64_t i = 0; i < 3; i++) {
        tell_run(&told, 1, 1);
        tell_run(&told, 1, 2);
        tell_run(&told, 1, 3);
        if (i == 1)
            continue;
        tell_link(&told, 3, 0, i, 1, i);
        tell_link(&told, 3, 1, i, 2, i);        /* the youngest */
        tell_link(&told, 3, 1, i, 1, i);
        store_writer_value(told.writer, told.values[3], i, 0xab + i);
    }
    finish_well(&told);
    expect_text(&told, false, "109 3 401030 odd.c ? 3\nSIZE 2\n    0:111 0\n    2:111 2\nSIZE 2\n    0:110 0\n    2:110 2\nSIZE 0\nVALUES 2\n    0:ab\n    2:ad\n110 ");
    expect_text(&told, true, "109 3 401030 odd.c ? 3\nSIZE 2\n    0:111 0\n    1:111 2\nSIZE 2\n    0:110 0\n    1:110 2\nSIZE 0\nVALUES 2\n    0:ab\n    1:ad\n110 ");
    end(&told);
}

/* ---- The file ---- */

static void a_file_has_its_name_when_it_is_whole(void **state)
{
    (void)state;
    struct told told;
    char folder[] = "/tmp/clew-test-XXXXXX", path[64];
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/a.clew", folder);
    begin(&told, path);
    tell_run(&told, 1, 1);
    assert_int_not_equal(access(path, F_OK), 0);
    finish_well(&told);
    assert_int_equal(access(path, F_OK), 0);
    assert_true(store_summary(told.store).has_clock);
    end(&told);
    unlink(path);
    begin(&told, path);
    store_writer_drop(told.writer);
    assert_int_equal(rmdir(folder), 0);         /* nothing is left in it */
}

/* ---- Many instructions and dependences: the file then has the parts that small recordings lack ---- */

struct many {
    uint32_t *ports;
    uint64_t sites, links;
};

static uint32_t user_of(const struct many *many, uint64_t n)
{
    return (uint32_t)(n * 7919 % many->sites) + 1;
}

static uint32_t definer_of(const struct many *many, uint64_t n)
{
    return (uint32_t)((n * 31 + n / many->sites) % many->sites) + 1;
}

static struct writer_instruction list_one_of_many(void *context, uint64_t i)
{
    const struct many *many = context;
    uint64_t site = many->sites - i;
    return (struct writer_instruction){.site = (uint32_t)site, .id = i + 1, .address = 0x1000 + (i ^ 5) * 4, .executions = many->links / many->sites + 1,
                                       .ports = &many->ports[site], .port_count = 1};
}

static void write_many(struct many *many, const char *path, struct store **store)
{
    struct store_writer *writer;
    struct writer_totals totals;
    struct error error;
    struct writer_program program = {.count = many->sites, .instruction = list_one_of_many, .context = many};
    many->ports = memory_allocate((many->sites + 1) * sizeof *many->ports);
    assert_true(store_writer_open(path, &writer, &error));
    for (uint64_t site = 1; site <= many->sites; site++)
        many->ports[site] = store_writer_port(writer);
    for (uint64_t n = 0; n < many->links; n++)
        store_writer_link(writer, many->ports[user_of(many, n)], n / many->sites, definer_of(many, n), n / many->sites);
    assert_true(store_writer_finish(writer, &program, &totals, NULL, &error));
    assert_int_equal(totals.dependences, many->links);
    assert_true(store_open(path, NULL, store, &error));
}

static void check_users_of_many(const struct many *many, const struct store *store, uint32_t site, uint64_t instance)
{
    struct links links = {0};
    uint64_t expected = 0;
    assert_true(store_users(store, (struct node){many->sites - site, instance}, NULL, &links));
    for (uint64_t n = instance * many->sites; n < many->links && n < (instance + 1) * many->sites; n++) {
        if (definer_of(many, n) != site)
            continue;
        bool found = false;
        for (size_t i = 0; i < links.count; i++)
            found |= links.items[i].node.index == many->sites - user_of(many, n) && links.items[i].node.instance == instance;
        assert_true(found);
        expected++;
    }
    assert_int_equal(links.count, expected);
    links_free(&links);
}

static void few_and_many_of_everything_are_found(void **state)
{
    (void)state;
    static const struct many sizes[] = {{NULL, 300, 20000}, {NULL, 3000, 530000}, {NULL, 70000, 140000}, {NULL, 70000, 530000}};
    char folder[] = "/tmp/clew-test-XXXXXX", path[64];
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/a.clew", folder);
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
        struct many many = sizes[k];
        struct store *store;
        uint64_t index;
        struct error error;
        write_many(&many, path, &store);
        for (uint32_t site = 1; site <= many.sites; site += (uint32_t)many.sites / 50)
            check_users_of_many(&many, store, site, site % (many.links / many.sites + 1));
        for (uint64_t i = 0; i < many.sites; i += 7)
            assert_true(store_find_address(store, 0x1000 + (i ^ 5) * 4, &index) && index == i);
        assert_false(store_find_address(store, 0x1001, &index));
        assert_false(store_damaged(store, true, &error));
        store_close(store);
        free(many.ports);
    }
    unlink(path);
    assert_int_equal(rmdir(folder), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_was_linked_is_found_with_all_its_definers),
        cmocka_unit_test(very_many_definers_on_one_port_do_not_spoil_those_on_another),
        cmocka_unit_test(users_of_a_definer_are_found),
        cmocka_unit_test(an_instruction_that_is_not_listed_is_refused),
        cmocka_unit_test(instructions_are_as_they_were_listed),
        cmocka_unit_test(values_are_kept_however_wide),
        cmocka_unit_test(notes_are_kept),
        cmocka_unit_test(text_has_the_youngest_definer_of_each_use),
        cmocka_unit_test(a_file_has_its_name_when_it_is_whole),
        cmocka_unit_test(few_and_many_of_everything_are_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
