/* test_terse.c - terse definitions: operations come out as they went in, compute the same, and damage is noticed.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "random_segment.h"
#include "recording/state/log_reader.h"
#include "recording/state/terse.h"

/* The operations of a log's definition that pieces need, in terse bytes. */
static struct text terse_of(struct str operations)
{
    struct terse terse = {0};
    struct text out = {0};
    struct log_operation o;
    bool damaged = false;
    while (log_operation(&operations, &o, &damaged))
        terse_write(&terse, &o, &out);
    assert_false(damaged);
    return out;
}

static struct str operations_of(const struct text *definition)
{
    return str_cut(text_str(definition), 4, SIZE_MAX);
}

/* ---- Operations ---- */

/* Every kind, with operands in both ranges of temporaries, and far apart. */
static void define_all(struct text *out, uint64_t *random)
{
    define_begin(out, 1);
    for (unsigned round = 0; round < 400; round++) {
        unsigned size = 1u << next_random(random) % 6, numbers[4];
        for (unsigned i = 0; i < 4; i++)
            numbers[i] = next_random(random) % (next_random(random) % 2 ? 0x10000 : 40) | (next_random(random) % 2 ? 0x8000 : 0);
        switch (next_random(random) % 8) {
        case 0: define_instruction(out, next_random(random) % 4 ? 0x401000 + round : (uint64_t)next_random(random) << 33); break;
        case 1: define_continuation(out, 0x401000 + next_random(random) % 99); break;
        case 2: define_constant(out, size, next_random(random) % 2, numbers[0], next_random(random) % 2 ? UINT64_MAX : next_random(random)); break;
        default:
            define_micro(out, 1 + next_random(random) % (MICRO_KINDS - 1), size, next_random(random) % 256, numbers[0], numbers[1], numbers[2],
                         next_random(random) % 3 ? numbers[3] : MICRO_ALWAYS);
            break;
        }
    }
}

/* Of an operation: which of its operands say something. */
static unsigned operand_count(unsigned kind)
{
    switch (kind) {
    case MICRO_KNOWN: case MICRO_FLAGS: case MICRO_CARRY: case MICRO_CONDITION: return 0;
    case MICRO_SET: case MICRO_GET: case MICRO_LOAD: return 1;
    case MICRO_FILL: case MICRO_PUT_ELEMENT: case MICRO_STORE: case MICRO_CHOOSE: return 3;
    default: return kind >= MICRO_MOVE && kind < MICRO_ADD ? 1 : 2;
    }
}

/* Has it a result? */
static bool makes(unsigned kind)
{
    return kind != MICRO_SET && kind != MICRO_FILL && kind != MICRO_PUT && kind != MICRO_PUT_ELEMENT && kind != MICRO_STORE;
}

static void expect_operation(const struct log_operation *got, const struct log_operation *expected)
{
    assert_int_equal(got->letter, expected->letter);
    assert_true(got->address == expected->address);
    assert_int_equal(got->length, expected->length);
    assert_int_equal(got->kind, expected->kind);
    assert_int_equal(got->size, expected->size);
    assert_int_equal(got->detail, expected->detail);
    assert_int_equal(got->bias, expected->bias);
    if (expected->letter == 'k' || (expected->letter == 'm' && makes(expected->kind)))
        assert_int_equal(got->result, expected->result);
    for (unsigned i = 0; expected->letter == 'm' && i < operand_count(expected->kind); i++)
        assert_int_equal(got->operand[i], expected->operand[i]);
}

static void operations_come_out_as_they_went_in(void **state)
{
    struct fixture *fixture = *state;
    uint64_t random = 7;
    for (unsigned round = 0; round < 50; round++) {
        define_all(&fixture->definition, &random);
        struct str operations = operations_of(&fixture->definition);
        struct text bytes = terse_of(operations);
        struct str rest = text_str(&bytes);
        struct terse terse = {0};
        struct log_operation got, expected;
        bool damaged = false;
        while (log_operation(&operations, &expected, &damaged)) {
            assert_true(terse_read(&terse, &rest, &got, &damaged));
            expect_operation(&got, &expected);
        }
        assert_false(terse_read(&terse, &rest, &got, &damaged));
        assert_false(damaged);
        text_free(&bytes);
    }
}

/* terse.h's format, byte by byte. */
static void bytes_are_as_the_header_says(void **state)
{
    struct fixture *fixture = *state;
    struct text *out = &fixture->definition;
    define_begin(out, 1);
    define_instruction(out, 0x1000);    /* 1, 1 byte long, +0x1000 */
    define_constant(out, 16, true, 5, 3);               /* 3, log2 16 and the spread, 5 from 0: a difference of -5 */
    define_access(out, 'l', 4);         /* nothing */
    define_value(out, 8);
    define_micro(out, MICRO_STORE, 4, 0, 0, 4, 0x8002, MICRO_ALWAYS);
    define_micro(out, MICRO_STORE, 4, 0, 0, 4, 5, 6);
    define_micro(out, MICRO_GET, 8, 0, 0x8002, 0x110, 0, 0);
    define_micro(out, MICRO_PART, 8, 24, 6, 5, 0, 0);
    define_instruction(out, 0x0ff0);    /* 17 before the end of the last one */
    define_continuation(out, 0x0ff0);   /* 1 before the end of that */
    static const uint8_t expected[] = {
        1, 1, 0x80, 0x40, 3, 4 | 1 << 3, 9 << 1, 3, 4 + MICRO_STORE, 2, 2 << 1, 0x87, 0x80, 0x08, 0, 4 + MICRO_STORE, 2, 2 << 1, 0, 1 + (1 << 1),
        4 + MICRO_GET, 3, 0x90, 2, 0x87, 0x80, 0x08, 4 + MICRO_PART, 3 | 0xc0, 1, 0, 1 << 1, 1, 1, 33, 2, 1,
    };
    struct text bytes = terse_of(operations_of(out));
    assert_memory_equal(bytes.data, expected, bytes.size < sizeof expected ? bytes.size : sizeof expected);
    assert_int_equal(bytes.size, sizeof expected);
    text_free(&bytes);
}

static void bytes_that_make_no_sense_are_damage(void **state)
{
    (void)state;
    static const struct { const char *bytes; size_t size; bool good; } cases[] = {
        {"\x03\x03\x00\x07", 4, true},                         /* a constant of 8 bytes: temporary 0 = 7 */
        {"\x03\x03\x00", 3, false},
        {"\x03\x03\x01\x07", 4, false},                        /* temporary 0 is none that the recorder made */
        {"\x03\x03\x04\x07", 4, false},                        /* there is no temporary -1 */
        {"\x03\x03\xff\xff\x07\x07", 6, true},               /* 0x8000 is the first that it made */
        {"\x03\x03\xfe\xff\x07\x07", 6, false},              /* and none of the others */
        {"\x08\x03\x10\x00", 4, true},                         /* reads guest state at 16 */
        {"\x08\x03\xff\xff\x03\x00", 6, true},               /* at 65535: no damage to the bytes */
        {"\x08\x03\x80\x80\x04\x00", 6, false},              /* at 65536 */
        {"\x00\x03\x10\x00", 4, false}, {"\x04\x03\x10\x00", 4, false}, {"\xff\x03\x10\x00", 4, false},
        {"\x01\x01\x00", 3, true}, {"\x01\x01", 2, false}, {"\x01", 1, false}, {"\x02", 1, false}, {"\x02\x80", 2, false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct terse terse = {0};
        struct str bytes = {cases[i].bytes, cases[i].size};
        struct log_operation o;
        bool damaged = false;
        assert_int_equal(terse_read(&terse, &bytes, &o, &damaged), cases[i].good);
        assert_int_equal(damaged, !cases[i].good);
        assert_int_equal(bytes.size, cases[i].good ? 0 : cases[i].size);
    }
    for (unsigned kind = MICRO_KINDS; kind < 252; kind++) {
        char bytes[] = {(char)(4 + kind), 3, 0, 0, 0, 0};
        struct str rest = {bytes, sizeof bytes};
        struct log_operation o;
        bool damaged = false;
        assert_false(terse_read(&(struct terse){0}, &rest, &o, &damaged));
        assert_true(damaged);
    }
}

static void the_same_code_elsewhere_has_the_same_bytes(void **state)
{
    struct fixture *fixture = *state;
    struct text *out = &fixture->definition, bytes[2];
    for (unsigned i = 0; i < 2; i++) {
        define_begin(out, 1);
        define_instruction(out, 0x401000);
        define_micro(out, MICRO_KNOWN, 8, 0, i ? 900 : 12, 0, 0, 0);
        size_t before = out->size;
        define_instruction(out, 0x401001);
        define_micro(out, MICRO_GET, 8, 0, i ? 901 : 13, RAX, 0, 0);
        define_micro(out, MICRO_ADD, 8, 0, i ? 902 : 14, i ? 901 : 13, i ? 900 : 12, 0);
        struct text all = terse_of(operations_of(out));
        out->size = before;
        struct text first = terse_of(operations_of(out));
        bytes[i] = (struct text){0};
        text_append(&bytes[i], str_cut(text_str(&all), first.size, SIZE_MAX));
        text_free(&all);
        text_free(&first);
    }
    assert_true(bytes[0].size > 0 && str_equal(text_str(&bytes[0]), text_str(&bytes[1])));
    text_free(&bytes[0]);
    text_free(&bytes[1]);
}

/* ---- Definitions ---- */

static struct text terse_definition(const struct text *definition, uint32_t segment, uint32_t parts)
{
    struct text made = {0}, bytes = terse_of(operations_of(definition));
    put_number(&made, segment, 4);
    put_number(&made, parts, 4);
    put_number(&made, 1, 1);
    text_append(&made, text_str(&bytes));
    text_free(&bytes);
    return made;
}

static void define_terse(struct micro_codes *codes, const struct text *definition, uint32_t segment, uint32_t parts)
{
    struct error error;
    struct text made = terse_definition(definition, segment, parts);
    if (!micro_define_terse(codes, text_str(&made), &error))
        fail_msg("%s", error.message);
    text_free(&made);
}

static void terse_segments_compute_the_same(void **state)
{
    struct fixture *fixture = *state;
    char food[FOOD];
    struct micro_codes *codes = micro_codes_open();
    struct machine *other = machine_open(codes);
    fill_food(food);
    for (uint64_t round = 1; round <= 1000; round++) {
        struct writer writer = {.random = 5000 + round, .out = &fixture->definition};
        unsigned first = write_parts(&writer, 1);
        define(fixture, false);
        define_terse(codes, writer.out, 1, PARTS);
        write_continuation(&writer, 2, first);
        define(fixture, false);
        define_terse(codes, writer.out, 2, 1);
        begin_machine(fixture->machine, food);
        begin_machine(other, food);
        for (uint32_t segment = 1; segment <= 2; segment++) {
            machine_run(fixture->machine, 1, segment, NULL, 0, MACHINE_WHOLE);
            machine_run(other, 1, segment, NULL, 0, MACHINE_WHOLE);
            expect_same(fixture->machine, other);
        }
        struct micro_parts parts = micro_parts(fixture->codes, 1), others = micro_parts(codes, 1);
        assert_int_equal(parts.count, others.count);
        for (size_t i = 0; i < parts.count; i++) {
            struct micro_part a = parts.items[i], b = others.items[i];
            assert_true(a.address == b.address && a.first == b.first && a.starts == b.starts);
        }
    }
    machine_close(other);
    micro_codes_close(codes);
}

/* Bytes at the end of their allocation, so that sanitizers report reads beyond. */
static bool defines(struct str bytes)
{
    struct micro_codes *codes = micro_codes_open();
    struct machine *machine = machine_open(codes);
    struct error error = {0};
    char *exact = malloc(bytes.size + 1);
    memcpy(exact + 1, bytes.data, bytes.size);
    uint32_t id = bytes.size < 4 ? 0 : (uint32_t)log_number((const uint8_t *)bytes.data, 4);
    bool good = id < 5000 && micro_define_terse(codes, (struct str){exact + 1, bytes.size}, &error);
    assert_true(good || id >= 5000 || error.message[0]);
    if (good)
        machine_run(machine, 1, id, NULL, 0, MACHINE_WHOLE);
    machine_close(machine);
    micro_codes_close(codes);
    free(exact);
    return good;
}

static void damaged_definitions_are_refused_or_harmless(void **state)
{
    struct fixture *fixture = *state;
    struct writer writer = {.random = 99, .out = &fixture->definition};
    unsigned refused = 0;
    write_parts(&writer, 1);
    struct text bytes = terse_definition(writer.out, 1, PARTS), more = terse_definition(writer.out, 1, PARTS + 1);
    assert_true(bytes.size > 60 && defines(text_str(&bytes)));
    assert_false(defines(text_str(&more)));
    for (size_t size = 0; size < bytes.size; size++)
        refused += !defines(str_cut(text_str(&bytes), 0, size));
    assert_true(refused > bytes.size / 2);
    for (size_t at = 0; at < bytes.size; at++)
        for (unsigned bit = 0; bit < 9; bit++) {
            char byte = bytes.data[at];
            bytes.data[at] = (char)(byte ^ (bit < 8 ? 1 << bit : 0xff));
            refused += !defines(text_str(&bytes));
            bytes.data[at] = byte;
        }
    assert_true(refused > 4 * bytes.size);
    text_free(&bytes);
    text_free(&more);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, fixture_make, fixture_end)
    const struct CMUnitTest tests[] = {
        TEST(operations_come_out_as_they_went_in),
        TEST(bytes_are_as_the_header_says),
        TEST(bytes_that_make_no_sense_are_damage),
        TEST(the_same_code_elsewhere_has_the_same_bytes),
        TEST(terse_segments_compute_the_same),
        TEST(damaged_definitions_are_refused_or_harmless),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
