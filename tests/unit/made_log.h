/* made_log.h - writes definitions of segments by hand, operation by operation.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     struct text definition = {0};
 *     define_begin(&definition, 1);
 *     define_instruction(&definition, 0x401000);
 *     define_micro(&definition, MICRO_GET, 8, 0, 1, REGISTERS_GENERAL, 0, 0);     temporary 1 = rax
 *
 * The formats are recording/state/log_format.h and recording/state/micro_format.h. */
#ifndef CLEW_TESTS_MADE_LOG_H
#define CLEW_TESTS_MADE_LOG_H

#include "core/core.h"
#include "recording/state/log_format.h"
#include "recording/state/micro_format.h"

enum { ADDRESS_BYTES = 6 };             /* of an address in a run */

/* Appends a number of 1 to 8 bytes. */
static inline void put_number(struct text *out, uint64_t number, unsigned bytes)
{
    for (unsigned i = 0; i < bytes; i++)
        text_byte(out, (char)(unsigned char)(number >> 8 * i));
}

static inline void define_begin(struct text *out, uint32_t segment)
{
    text_clear(out);
    put_number(out, segment, 4);
}

/* Its code is one byte, a nop: nothing reads it. */
static inline void define_instruction(struct text *out, uint64_t address)
{
    text_byte(out, 'I');
    put_number(out, address, 8);
    put_number(out, 1, 1);
    put_number(out, 0x90, 1);
}

static inline void define_continuation(struct text *out, uint64_t address)
{
    text_byte(out, 'C');
    put_number(out, address, 8);
}

/* letter: l, s, L or S */
static inline void define_access(struct text *out, char letter, uint32_t size)
{
    text_byte(out, letter);
    put_number(out, size, 4);
}

static inline void define_constant(struct text *out, unsigned size, bool spread, unsigned result, uint64_t value)
{
    text_byte(out, 'k');
    put_number(out, size, 1);
    put_number(out, spread, 1);
    put_number(out, result, 2);
    put_number(out, value, 8);
}

static inline void define_micro(struct text *out, unsigned kind, unsigned size, unsigned detail, unsigned result, unsigned first, unsigned second,
                                unsigned third)
{
    text_byte(out, 'm');
    put_number(out, kind, 1);
    put_number(out, size, 1);
    put_number(out, detail, 1);
    put_number(out, result, 2);
    put_number(out, first, 2);
    put_number(out, second, 2);
    put_number(out, third, 2);
}

/* Its runs log the value of so many bytes. No micro-operation takes it. */
static inline void define_value(struct text *out, unsigned size)
{
    text_byte(out, 'v');
    put_number(out, size, 1);
}

/* A load as the recorder writes it: its address, its bytes, its micro-operation. */
static inline void define_load(struct text *out, unsigned size, unsigned result, unsigned address)
{
    define_access(out, 'l', size);
    define_access(out, 'L', size);
    define_micro(out, MICRO_LOAD, size, 0, result, address, 0, 0);
}

static inline void define_store(struct text *out, unsigned size, unsigned address, unsigned value, unsigned guard)
{
    define_access(out, 's', size);
    define_micro(out, MICRO_STORE, size, 0, 0, address, value, guard);
}

#endif
