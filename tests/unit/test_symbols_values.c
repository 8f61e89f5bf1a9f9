/* test_symbols_values.c - symbols of any type by name, data objects by address.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/unit/test_symbols_programs.h"

/* A box of 16 bytes with a mark in its middle, a label without a size, a chest that holds a sized part, two names for one thing. */
static const char layout[] = "__asm__(\".data\\n.balign 16\\n\"\n"
                             "\".globl box\\n.type box,@object\\n.size box,16\\nbox: .quad 1\\nmark: .quad 2\\n\"\n"
                             "\"label: .quad 3,4\\n\"\n"
                             "\".type chest,@object\\n.size chest,32\\nchest: .quad 5\\n.type part,@object\\n.size part,4\\npart: .quad 6,7,8\\n\"\n"
                             "\".globl longer_name,short\\n.type longer_name,@object\\n.type short,@object\\n.size longer_name,8\\n.size short,8\\n\"\n"
                             "\"longer_name:\\nshort: .quad 9\\n\"\n"
                             "\".globl number\\nnumber = 0x1234\\n.text\\n\");\n"
                             "_Thread_local int own = 3;\n"
                             "static int twin = 1;\n"
                             "int from_other(void);\n"
                             "int main(void) { return own + twin + from_other(); }\n";

static struct symbols *layout_opened(void)
{
    write_file("other.c", "int twin = 2;\nint from_other(void) { return twin; }\n");
    compile("layout", layout, "-O0 -no-pie -fno-pie other.c");
    return opened("layout");
}

static uint64_t value_of(struct symbols *symbols, const char *name, uint64_t expected_size)
{
    uint64_t address = 0, size = 0;
    if (!symbols_value(symbols, str_of(name), &address, &size))
        fail_msg("no symbol %s", name);
    assert_int_equal(size, expected_size);
    return address;
}

static void assert_object(struct symbols *symbols, uint64_t address, const char *expected, uint64_t expected_offset)
{
    struct str name;
    uint64_t offset = 99;
    if (!symbols_object_at(symbols, address, &name, &offset))
        fail_msg("no object, %s expected", expected);
    assert_slice(name, expected);
    assert_int_equal(offset, expected_offset);
}

static void symbols_of_every_type_have_values(void **state)
{
    (void)state;
    struct symbols *symbols = layout_opened();
    uint64_t box = value_of(symbols, "box", 16), address, size;
    assert_int_equal(value_of(symbols, "mark", 0), box + 8);
    assert_int_equal(value_of(symbols, "number", 0), 0x1234);
    assert_true(symbols_value(symbols, str_of("main"), &address, &size));
    assert_int_equal(address, function_named(symbols, "main").address);
    assert_int_equal(size, function_named(symbols, "main").size);
    assert_false(symbols_value(symbols, str_of("own"), &address, &size)); /* an offset within each thread's memory, not an address */
    assert_false(symbols_value(symbols, str_of("bo"), &address, &size));
    assert_false(symbols_value(symbols, str_of("boxx"), &address, &size));
    assert_false(symbols_value(symbols, (struct str){0}, &address, &size));
    symbols_close(symbols);
}

static void of_two_with_one_name_the_global_counts(void **state)
{
    (void)state;
    struct symbols *symbols = layout_opened();
    struct str bytes = symbols_bytes(symbols, value_of(symbols, "twin", 4), 4);
    assert_memory_equal(bytes.data, "\2\0\0\0", 4);
    symbols_close(symbols);
}

static void objects_hold_addresses(void **state)
{
    (void)state;
    struct symbols *symbols = layout_opened();
    uint64_t box = value_of(symbols, "box", 16), chest = value_of(symbols, "chest", 32), offset;
    struct str name;
    for (uint64_t i = 0; i < 16; i++)
        assert_object(symbols, box + i, "box", i); /* the mark does not cut it */
    for (uint64_t i = 0; i < 16; i++)
        assert_object(symbols, box + 16 + i, "label", i);
    assert_object(symbols, chest + 7, "chest", 7);
    assert_object(symbols, chest + 8, "part", 0);
    assert_object(symbols, chest + 11, "part", 3);
    assert_object(symbols, chest + 12, "chest", 12);
    assert_object(symbols, value_of(symbols, "longer_name", 8), "short", 0);
    assert_false(symbols_object_at(symbols, 0x1234, &name, &offset));
    assert_false(symbols_object_at(symbols, function_named(symbols, "main").address, &name, &offset));
    assert_false(symbols_object_at(symbols, UINT64_MAX, &name, &offset));
    symbols_close(symbols);
}

static void without_symbols_there_is_nothing(void **state)
{
    (void)state;
    struct symbols *symbols = layout_opened();
    uint64_t box = value_of(symbols, "box", 16), address, size;
    struct str name;
    symbols_close(symbols);
    char *strip[] = {"strip", "layout", NULL};
    run(strip);
    symbols = opened("layout");
    assert_false(symbols_value(symbols, str_of("box"), &address, &size));
    assert_false(symbols_object_at(symbols, box, &name, &size));
    symbols_close(symbols);
}

/* A separate debug file has the stripped symbols. */
static void a_debug_file_has_them(void **state)
{
    (void)state;
    struct symbols *symbols = layout_opened();
    uint64_t box = value_of(symbols, "box", 16);
    symbols_close(symbols);
    char *keep[] = {"objcopy", "--only-keep-debug", "layout", "layout.debug", NULL};
    char *link[] = {"objcopy", "--strip-all", "--add-gnu-debuglink=layout.debug", "layout", NULL};
    run(keep);
    run(link);
    symbols = opened("layout");
    assert_int_equal(value_of(symbols, "box", 16), box);
    assert_object(symbols, box + 3, "box", 3);
    assert_object(symbols, box + 17, "label", 1);
    symbols_close(symbols);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(symbols_of_every_type_have_values),
        cmocka_unit_test(of_two_with_one_name_the_global_counts),
        cmocka_unit_test(objects_hold_addresses),
        cmocka_unit_test(without_symbols_there_is_nothing),
        cmocka_unit_test(a_debug_file_has_them),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
