/* random_segment.h - definitions of random segments that make sense.  SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CLEW_TESTS_RANDOM_SEGMENT_H
#define CLEW_TESTS_RANDOM_SEGMENT_H

#include "machine_fixture.h"
#include "random.h"

enum { TEMPS = 40, PARTS = 4, MEMORY = 256 };
#define BASE UINT64_C(0x5f80)           /* its loads and stores are in MEMORY bytes from here on, across a page border */

struct writer {
    uint64_t random;
    struct text *out;
    unsigned sizes[2 * TEMPS];          /* of each temporary */
    unsigned next;                      /* the next temporary */
};

static inline unsigned below(struct writer *writer, unsigned limit)
{
    return next_random(&writer->random) % limit;
}

/* A temporary of a size: an old one, or a new constant or result. */
static inline unsigned temporary(struct writer *writer, unsigned size)
{
    for (unsigned i = 0; i < 8 && writer->next; i++) {
        unsigned number = below(writer, writer->next);
        if (writer->sizes[number] == size)
            return number;
    }
    unsigned made = writer->next++;
    writer->sizes[made] = size;
    if (size <= 8 && below(writer, 2))
        define_constant(writer->out, size, false, made, below(writer, 3) ? next_random(&writer->random) : below(writer, 2));
    else
        define_micro(writer->out, MICRO_KNOWN, size, 0, made, 0, 0, 0);
    return made;
}

/* Guest state: few places, so that reads and writes meet, also at other sizes. */
static inline unsigned place(struct writer *writer, unsigned size)
{
    unsigned first = below(writer, 4) ? REGISTERS_GENERAL : REGISTERS_FLAGS;     /* five words: all that flags follow from, and one more */
    return first + below(writer, 5) * 8 + (size < 8 && below(writer, 3) == 0 ? size : 0);
}

static inline unsigned some_size(struct writer *writer, unsigned largest)
{
    unsigned size = 8;
    if (below(writer, 2))
        for (size = 1; size < largest && below(writer, 3); size *= 2)
            ;
    return size;
}

static inline void make_result(struct writer *writer, unsigned kind, unsigned size, unsigned detail, unsigned first, unsigned second, unsigned third)
{
    writer->sizes[writer->next] = size;
    define_micro(writer->out, kind, size, detail, writer->next++, first, second, third);
}

static inline unsigned constant(struct writer *writer, unsigned size, uint64_t number)
{
    unsigned made = writer->next++;
    writer->sizes[made] = size;
    define_constant(writer->out, size, false, made, number);
    return made;
}

/* The address of some bytes in memory: a constant, or made of a register as programs do. */
static inline unsigned address(struct writer *writer)
{
    if (below(writer, 2))
        return constant(writer, 8, BASE + below(writer, MEMORY - 64));
    make_result(writer, MICRO_GET, 8, 0, place(writer, 8), 0, 0);
    unsigned got = writer->next - 1, mask = constant(writer, 8, MEMORY / 2 - 1);
    make_result(writer, MICRO_AND, 8, 0, got, mask, 0);
    unsigned inside = writer->next - 1, base = constant(writer, 8, BASE + below(writer, MEMORY / 2 - 64));
    make_result(writer, MICRO_ADD, 8, 0, inside, base, 0);
    return writer->next - 1;
}

/* A result of a number and a constant, mostly put into a register: rsp -= 8, flags. */
static inline void by_constant(struct writer *writer)
{
    static const unsigned kinds[] = {MICRO_ADD, MICRO_SUB, MICRO_AND, MICRO_OR, MICRO_XOR, MICRO_EQ, MICRO_NE, MICRO_LT_U, MICRO_LE_U, MICRO_SHL, MICRO_SHR};
    unsigned kind = kinds[below(writer, sizeof kinds / sizeof *kinds)], size = below(writer, 3) ? 8 : 4, to = place(writer, 8);
    bool shifts = kind == MICRO_SHL || kind == MICRO_SHR, compares = kind >= MICRO_EQ && kind <= MICRO_LE_U;
    make_result(writer, MICRO_GET, size, 0, below(writer, 2) ? to & ~7u : place(writer, size), 0, 0);
    unsigned got = writer->next - 1, by = constant(writer, shifts ? 1 : size, shifts ? below(writer, 8 * size) : (uint64_t)below(writer, 300) - 8);
    make_result(writer, kind, compares ? 1 : size, 0, got, by, 0);
    if (size == 8 && !compares && below(writer, 4))
        define_micro(writer->out, MICRO_PUT, 8, 0, 0, to & ~7u, writer->next - 1, 0);
}

static inline void some_result(struct writer *writer)
{
    unsigned size = some_size(writer, 8), first, second, third;
    switch (below(writer, 13)) {
    case 0: case 1: case 2:
        size = some_size(writer, 32);
        make_result(writer, MICRO_GET, size, 0, place(writer, size), 0, 0);
        break;
    case 3:
        first = temporary(writer, some_size(writer, 32));
        make_result(writer, MICRO_MOVE, below(writer, 2) ? writer->sizes[first] : size, 0, first, 0, 0);
        break;
    case 4:
        first = temporary(writer, size), second = temporary(writer, size);
        make_result(writer, MICRO_ADD + below(writer, 6), size, 0, first, second, 0);
        break;
    case 5:
        first = temporary(writer, 1), second = temporary(writer, size), third = temporary(writer, size);
        make_result(writer, MICRO_CHOOSE, size, 0, first, second, third);
        break;
    case 6: first = temporary(writer, 16), make_result(writer, MICRO_PART, 8, below(writer, 9), first, 0, 0); break;
    case 7: first = below(writer, 3), make_result(writer, MICRO_FLAGS + first, 8, first == 2 ? below(writer, 16) : 0, 0, 0, 0); break;
    case 8: first = address(writer), make_result(writer, MICRO_LOAD, some_size(writer, 32), 0, first, 0, 0); break;
    case 9: case 10: by_constant(writer); break;
    case 11: first = temporary(writer, 4), make_result(writer, MICRO_SIGNED, 8, 0, first, 0, 0); break;
    default: first = temporary(writer, 4), make_result(writer, MICRO_GET_ELEMENT, 4, below(writer, 8), REGISTERS_GENERAL, first, 0); break;
    }
}

static inline void some_effect(struct writer *writer)
{
    unsigned size = some_size(writer, 32), value = temporary(writer, size), to, guard = below(writer, 2) ? MICRO_ALWAYS : temporary(writer, 1);
    switch (below(writer, 7)) {
    case 0: to = address(writer), define_micro(writer->out, MICRO_STORE, size, 0, 0, to, value, guard); break;
    case 1: to = address(writer), define_micro(writer->out, MICRO_FILL, size, 0, 0, to, below(writer, 9), guard); break;
    case 2: define_micro(writer->out, MICRO_SET, size, 0, 0, place(writer, size), 0, 0); break;
    case 3:
        to = temporary(writer, 4), value = temporary(writer, 4);
        define_micro(writer->out, MICRO_PUT_ELEMENT, 4, below(writer, 8), 0, REGISTERS_GENERAL, to, value);
        break;
    default: define_micro(writer->out, MICRO_PUT, size, 0, 0, place(writer, size), value, 0); break;
    }
}

/* Some instructions; none when the temporaries are used up. Returns the first temporary of the last instruction. */
static inline unsigned write_parts(struct writer *writer, uint32_t segment)
{
    unsigned first = 0;
    writer->next = 0;
    define_begin(writer->out, segment);
    for (unsigned part = 0; part < PARTS; part++) {
        define_instruction(writer->out, 0x1000 * segment + part);
        first = writer->next;
        for (unsigned i = below(writer, 7); i > 0 && writer->next < TEMPS; i--)
            if (below(writer, 2))
                some_result(writer);
            else
                some_effect(writer);
    }
    return first;
}

/* Goes on in that instruction: puts all its temporaries into registers. */
static inline void write_continuation(struct writer *writer, uint32_t segment, unsigned first)
{
    define_begin(writer->out, segment);
    define_continuation(writer->out, 0x1000);
    for (unsigned i = first, offset = REGISTERS_VECTOR; i < writer->next && offset < REGISTERS_X87_TOP - 32; i++, offset += 32)
        define_micro(writer->out, MICRO_PUT, writer->sizes[i], 0, 0, offset, i, 0);
}

/* ---- Machines to compare ---- */

enum { FOOD = 4096 };

static inline void fill_food(char food[FOOD])
{
    uint64_t random = 1;
    for (unsigned i = 0; i < FOOD; i++)
        food[i] = (char)next_random(&random);
}

static inline void begin_machine(struct machine *machine, const char *food)
{
    uint8_t *registers = machine_registers(machine, 1);
    for (unsigned i = 0; i < REGISTERS_SIZE; i++)
        registers[i] = (uint8_t)(i * 37);
    image_clear(machine_image(machine));
    image_write(machine_image(machine), BASE, food + 100, MEMORY / 2);          /* the other half is unknown */
    machine_feed(machine, (struct str){food, FOOD});
}

static inline void expect_same(struct machine *a, struct machine *b)
{
    uint8_t left[MEMORY], right[MEMORY];
    bool known_left[MEMORY], known_right[MEMORY];
    assert_memory_equal(machine_registers(a, 1), machine_registers(b, 1), REGISTERS_SIZE);
    image_read_known(machine_image(a), BASE, left, known_left, MEMORY);
    image_read_known(machine_image(b), BASE, right, known_right, MEMORY);
    assert_memory_equal(left, right, MEMORY);
    assert_memory_equal(known_left, known_right, MEMORY);
    assert_int_equal(machine_food(a), machine_food(b));
    assert_false(machine_starves(a));
}

#endif
