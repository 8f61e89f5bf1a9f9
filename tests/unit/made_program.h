/* made_program.h - a small program that a test runs by itself, and the log that a recorder would write of it.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     struct made made = {.closes = UINT64_MAX};
 *     made_run(&made, seed, 600);
 *     for (size_t i = 0; i < made.records_count; i++) { struct log_record record = made_record(&made, i); ... }
 *     made_free(&made);
 *
 * Seven segments load, store and compute on MADE_SIZE bytes of memory across a page border, in two threads. Between them the kernel writes, maps and moves, and
 * others change shared memory. Plain C computes registers and memory at each moment: `before` and `behind` have them for each execution of your code. */
#ifndef CLEW_TESTS_MADE_PROGRAM_H
#define CLEW_TESTS_MADE_PROGRAM_H

#include "recording/state/log_reader.h"
#include "recording/state/micro.h"
#include "made_log.h"
#include "random.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

enum { MADE_SIZE = 512, MADE_BORDER = 256, MADE_THREADS = 3, MADE_SEGMENTS = 7 };      /* BORDER: offset of the second page, the one that others share */
#define MADE_BASE UINT64_C(0x10f00)

enum {
    MADE_RAX = REGISTERS_GENERAL, MADE_RCX = MADE_RAX + 8, MADE_RDX = MADE_RAX + 16, MADE_RBX = MADE_RAX + 24, MADE_RSI = MADE_RAX + 48,
    MADE_RDI = MADE_RAX + 56, MADE_R8 = MADE_RAX + 64, MADE_R9 = MADE_RAX + 72, MADE_R10 = MADE_RAX + 80, MADE_R11 = MADE_RAX + 88
};

struct made_record_bytes {
    uint32_t kind, segment;
    size_t at, size;                    /* in bytes */
    bool interrupted;
    uint64_t fault, time;               /* time: of the next execution of your code */
    size_t touches;                     /* so many came before; those of an event come behind it, those of a run before */
};

/* What happened to bytes. LOST: an event took them, and did not tell what they are now. MOVED: it put others there, that a machine may know. */
enum made_how { MADE_LOADED, MADE_STORED, MADE_TOLD, MADE_LOST, MADE_MOVED };
struct made_touch {
    enum made_how how;
    size_t first, end;                  /* offsets in memory */
    bool shared;                        /* the second page was shared then */
    uint64_t time, instruction;         /* of the last execution of your code; STORED: the instruction */
    bool yours;
};

struct made_moment {
    uint8_t registers[REGISTERS_SIZE], memory[MADE_SIZE];
    size_t touches;                     /* that happened before */
    bool shared;
    uint64_t instructions;              /* of all code that ran before */
};

struct made {
    uint64_t random;
    struct text bytes;                  /* of all records */
    ARRAY(struct made_record_bytes, records);
    ARRAY(struct made_touch, touches);
    ARRAY(struct made_moment, before);  /* by time - 1: just before each execution, and the end */
    ARRAY(struct made_moment, behind);  /* just behind it */
    uint8_t registers[MADE_THREADS][REGISTERS_SIZE], memory[MADE_SIZE];
    uint32_t thread;
    bool shared, pending;               /* pending: the moment behind the last execution has not come */
    uint64_t times, instructions;       /* of your code, of all code */
    uint64_t opens, closes;             /* the window: instructions of all code, the first in it and the first behind */
    uint64_t instruction;               /* that runs */
    bool yours, holds;                  /* is it yours? Does the guard of the repeated store hold? */
    uint64_t to;                        /* where that stores */
};

/* ---- Registers and memory ---- */

static inline uint64_t made_get(struct made *made, unsigned offset)
{
    return log_number(made->registers[made->thread] + offset, 8);
}

static inline void made_set(struct made *made, unsigned offset, uint64_t number)
{
    memcpy(made->registers[made->thread] + offset, &number, sizeof number);
}

static inline uint64_t made_below(struct made *made, uint64_t limit)
{
    return next_random(&made->random) % limit;
}

static inline uint64_t made_number(struct made *made)
{
    return (uint64_t)next_random(&made->random) << 40 ^ (uint64_t)next_random(&made->random) << 15 ^ next_random(&made->random);
}

static inline void made_touch(struct made *made, enum made_how how, uint64_t address, uint64_t size)
{
    size_t first = address - MADE_BASE;
    ARRAY_ADD(made, touches, (struct made_touch){how, first, first + size, made->shared, made->times, made->instruction, made->yours});
}

/* Logs an address and the bytes there. */
static inline void made_load(struct made *made, uint64_t address, void *bytes, unsigned size)
{
    memcpy(bytes, made->memory + (address - MADE_BASE), size);
    put_number(&made->bytes, address, ADDRESS_BYTES);
    text_append(&made->bytes, (struct str){bytes, size});
    made_touch(made, MADE_LOADED, address, size);
}

static inline void made_store(struct made *made, uint64_t address, const void *bytes, unsigned size)
{
    memcpy(made->memory + (address - MADE_BASE), bytes, size);
    made_touch(made, MADE_STORED, address, size);
}

/* Logs a result that no micro-operation computes. */
static inline uint64_t made_known(struct made *made, uint64_t number)
{
    put_number(&made->bytes, number, 8);
    return number;
}

/* ---- Instructions: each one's definition and what it does ---- */

/* r8 = 8 bytes at rsi */
static inline void made_define_load(struct text *out)
{
    define_micro(out, MICRO_GET, 8, 0, 1, MADE_RSI, 0, 0);
    define_load(out, 8, 2, 1);
    define_micro(out, MICRO_PUT, 8, 0, 0, MADE_R8, 2, 0);
}

static inline void made_run_load(struct made *made)
{
    uint64_t number;
    made_load(made, made_get(made, MADE_RSI), &number, 8);
    made_set(made, MADE_R8, number);
}

/* rax += r8 */
static inline void made_define_add(struct text *out)
{
    define_micro(out, MICRO_GET, 8, 0, 3, MADE_RAX, 0, 0);
    define_micro(out, MICRO_GET, 8, 0, 4, MADE_R8, 0, 0);
    define_micro(out, MICRO_ADD, 8, 0, 5, 3, 4, 0);
    define_micro(out, MICRO_PUT, 8, 0, 0, MADE_RAX, 5, 0);
}

static inline void made_run_add(struct made *made)
{
    made_set(made, MADE_RAX, made_get(made, MADE_RAX) + made_get(made, MADE_R8));
}

/* 4 bytes at rdi = eax */
static inline void made_define_store(struct text *out)
{
    define_micro(out, MICRO_GET, 8, 0, 1, MADE_RDI, 0, 0);
    define_micro(out, MICRO_GET, 8, 0, 2, MADE_RAX, 0, 0);
    define_micro(out, MICRO_MOVE, 4, 0, 3, 2, 0, 0);
    define_store(out, 4, 1, 3, MICRO_ALWAYS);
}

static inline void made_run_store(struct made *made)
{
    uint64_t number = made_get(made, MADE_RAX);
    put_number(&made->bytes, made_get(made, MADE_RDI), ADDRESS_BYTES);
    made_store(made, made_get(made, MADE_RDI), &number, 4);
}

/* rdx *= rcx */
static inline void made_define_multiply(struct text *out)
{
    define_micro(out, MICRO_GET, 8, 0, 6, MADE_RDX, 0, 0);
    define_micro(out, MICRO_GET, 8, 0, 7, MADE_RCX, 0, 0);
    define_micro(out, MICRO_MUL, 8, 0, 8, 6, 7, 0);
    define_micro(out, MICRO_PUT, 8, 0, 0, MADE_RDX, 8, 0);
}

static inline void made_run_multiply(struct made *made)
{
    made_set(made, MADE_RDX, made_get(made, MADE_RDX) * made_get(made, MADE_RCX));
}

/* rcx = a random number */
static inline void made_define_random(struct text *out)
{
    define_micro(out, MICRO_KNOWN, 8, 0, 1, 0, 0, 0);
    define_micro(out, MICRO_PUT, 8, 0, 0, MADE_RCX, 1, 0);
}

static inline void made_run_random(struct made *made)
{
    made_set(made, MADE_RCX, made_known(made, made_number(made)));
}

/* rsi and rdi = addresses of some bytes, with 32 behind them */
static inline void made_define_pointers(struct text *out)
{
    define_micro(out, MICRO_KNOWN, 8, 0, 2, 0, 0, 0);
    define_value(out, 4);
    define_micro(out, MICRO_KNOWN, 8, 0, 3, 0, 0, 0);
    define_micro(out, MICRO_PUT, 8, 0, 0, MADE_RSI, 2, 0);
    define_micro(out, MICRO_PUT, 8, 0, 0, MADE_RDI, 3, 0);
}

static inline void made_run_pointers(struct made *made)
{
    made_set(made, MADE_RSI, made_known(made, MADE_BASE + made_below(made, MADE_SIZE - 32)));
    put_number(&made->bytes, 0x55555555, 4);
    made_set(made, MADE_RDI, made_known(made, MADE_BASE + made_below(made, MADE_SIZE - 32)));
}

/* A repeated store begins: it will store to rdi, if something holds. */
static inline void made_define_repeat(struct text *out)
{
    define_micro(out, MICRO_GET, 8, 0, 100, MADE_RDI, 0, 0);
    define_micro(out, MICRO_KNOWN, 1, 0, 101, 0, 0, 0);
}

static inline void made_run_repeat(struct made *made)
{
    made->to = made_get(made, MADE_RDI);
    made->holds = made_below(made, 3) != 0;
    put_number(&made->bytes, made->holds, 1);
}

/* It goes on in the next segment: 8 bytes there = rax. */
static inline void made_define_repeated(struct text *out)
{
    define_micro(out, MICRO_GET, 8, 0, 102, MADE_RAX, 0, 0);
    define_store(out, 8, 100, 102, 101);
}

static inline void made_run_repeated(struct made *made)
{
    uint64_t number = made_get(made, MADE_RAX);
    put_number(&made->bytes, made->holds ? made->to : 0, ADDRESS_BYTES);
    if (made->holds)
        made_store(made, made->to, &number, 8);
}

/* rbx ^= rax */
static inline void made_define_xor(struct text *out)
{
    define_micro(out, MICRO_GET, 8, 0, 103, MADE_RBX, 0, 0);
    define_micro(out, MICRO_GET, 8, 0, 104, MADE_RAX, 0, 0);
    define_micro(out, MICRO_XOR, 8, 0, 105, 103, 104, 0);
    define_micro(out, MICRO_PUT, 8, 0, 0, MADE_RBX, 105, 0);
}

static inline void made_run_xor(struct made *made)
{
    made_set(made, MADE_RBX, made_get(made, MADE_RBX) ^ made_get(made, MADE_RAX));
}

/* A helper sets r9 and fills 16 bytes at rdi. What it loads no micro-operation loads. */
static inline void made_define_helper(struct text *out)
{
    define_micro(out, MICRO_SET, 4, 0, 0, MADE_R9, 0, 0);
    define_access(out, 'l', 8);
    define_micro(out, MICRO_SET, 4, 0, 0, MADE_R9 + 4, 0, 0);
    define_micro(out, MICRO_GET, 8, 0, 1, MADE_RDI, 0, 0);
    define_access(out, 's', 16);
    define_micro(out, MICRO_FILL, 8, 0, 0, 1, 0, MICRO_ALWAYS);
    define_micro(out, MICRO_FILL, 8, 0, 0, 1, 8, MICRO_ALWAYS);
}

static inline void made_run_helper(struct made *made)
{
    uint64_t number = made_number(made);
    made_set(made, MADE_R9, number);
    put_number(&made->bytes, number, 4);
    put_number(&made->bytes, MADE_BASE, ADDRESS_BYTES);
    put_number(&made->bytes, number >> 32, 4);
    put_number(&made->bytes, made_get(made, MADE_RDI), ADDRESS_BYTES);
    uint64_t numbers[2] = {made_known(made, made_number(made)), made_known(made, made_number(made))};
    made_store(made, made_get(made, MADE_RDI), numbers, sizeof numbers);
}

/* r10 and r11 = 16 bytes at rsi */
static inline void made_define_wide(struct text *out)
{
    define_micro(out, MICRO_GET, 8, 0, 1, MADE_RSI, 0, 0);
    define_load(out, 16, 2, 1);
    define_micro(out, MICRO_PART, 8, 0, 3, 2, 0, 0);
    define_micro(out, MICRO_PART, 8, 8, 4, 2, 0, 0);
    define_micro(out, MICRO_PUT, 8, 0, 0, MADE_R10, 3, 0);
    define_micro(out, MICRO_PUT, 8, 0, 0, MADE_R11, 4, 0);
}

static inline void made_run_wide(struct made *made)
{
    uint64_t numbers[2];
    made_load(made, made_get(made, MADE_RSI), numbers, sizeof numbers);
    made_set(made, MADE_R10, numbers[0]);
    made_set(made, MADE_R11, numbers[1]);
}

/* rdx = the byte at rsi + 3, with its sign */
static inline void made_define_byte(struct text *out)
{
    define_micro(out, MICRO_GET, 8, 0, 5, MADE_RSI, 0, 0);
    define_constant(out, 8, false, 6, 3);
    define_micro(out, MICRO_ADD, 8, 0, 7, 5, 6, 0);
    define_load(out, 1, 8, 7);
    define_micro(out, MICRO_SIGNED, 8, 0, 9, 8, 0, 0);
    define_micro(out, MICRO_PUT, 8, 0, 0, MADE_RDX, 9, 0);
}

static inline void made_run_byte(struct made *made)
{
    int8_t byte;
    made_load(made, made_get(made, MADE_RSI) + 3, &byte, 1);
    made_set(made, MADE_RDX, (uint64_t)(int64_t)byte);
}

/* ---- Segments ---- */

struct made_part {
    uint64_t address;
    bool starts, yours;
    unsigned logged;                    /* bytes in a run */
    void (*define)(struct text *out);
    void (*run)(struct made *made);
};

struct made_segment { unsigned count; struct made_part parts[2]; };

enum { MADE_REPEAT = 4, MADE_REPEATED };        /* run one behind the other */

static const struct made_segment made_segments[MADE_SEGMENTS + 1] = {
    [1] = {2, {{0x1000, true, true, 14, made_define_load, made_run_load}, {0x1004, true, true, 0, made_define_add, made_run_add}}},
    [2] = {2, {{0x1100, true, true, 6, made_define_store, made_run_store}, {0x1104, true, false, 0, made_define_multiply, made_run_multiply}}},
    [3] = {2, {{0x1200, true, false, 8, made_define_random, made_run_random}, {0x1204, true, false, 20, made_define_pointers, made_run_pointers}}},
    [MADE_REPEAT] = {1, {{0x1300, true, true, 1, made_define_repeat, made_run_repeat}}},
    [MADE_REPEATED] = {2, {{0x1300, false, true, 6, made_define_repeated, made_run_repeated}, {0x1304, true, false, 0, made_define_xor, made_run_xor}}},
    [6] = {1, {{0x1400, true, false, 36, made_define_helper, made_run_helper}}},
    [7] = {2, {{0x1500, true, true, 22, made_define_wide, made_run_wide}, {0x1504, true, true, 7, made_define_byte, made_run_byte}}},
};

#include "made_program_run.h"

#endif
