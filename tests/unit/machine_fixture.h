/* machine_fixture.h - a machine for tests, and segments to run in it.  SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CLEW_TESTS_MACHINE_FIXTURE_H
#define CLEW_TESTS_MACHINE_FIXTURE_H

#include "recording/state/micro.h"
#include "made_log.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { RAX = REGISTERS_GENERAL, RCX = RAX + 8, RDX = RAX + 16, TOP = REGISTERS_SIZE };

struct fixture {
    struct micro_codes *codes;
    struct machine *machine;
    struct text definition;
};

static inline int fixture_make(void **state)
{
    struct fixture *fixture = calloc(1, sizeof *fixture);
    fixture->codes = micro_codes_open();
    fixture->machine = machine_open(fixture->codes);
    *state = fixture;
    return 0;
}

static inline int fixture_end(void **state)
{
    struct fixture *fixture = *state;
    machine_close(fixture->machine);
    micro_codes_close(fixture->codes);
    text_free(&fixture->definition);
    free(fixture);
    return 0;
}

/* Begins the definition of a segment with one instruction. */
static inline struct text *begin(struct fixture *fixture, uint32_t segment)
{
    define_begin(&fixture->definition, segment);
    define_instruction(&fixture->definition, 0x1000);
    return &fixture->definition;
}

static inline void define(struct fixture *fixture, bool logged)
{
    struct error error;
    if (!micro_define(fixture->codes, text_str(&fixture->definition), logged, &error))
        fail_msg("%s", error.message);
}

static inline uint64_t get(struct fixture *fixture, unsigned offset)
{
    uint64_t number;
    memcpy(&number, machine_registers(fixture->machine, 1) + offset, sizeof number);
    return number;
}

static inline void set(struct fixture *fixture, unsigned offset, uint64_t number)
{
    memcpy(machine_registers(fixture->machine, 1) + offset, &number, sizeof number);
}

/* Runs a segment that takes this food, and all of it. */
static inline void run_fed(struct fixture *fixture, uint32_t segment, const char *food, size_t size)
{
    machine_feed(fixture->machine, (struct str){food, size});
    machine_run(fixture->machine, 1, segment, NULL, 0, MACHINE_WHOLE);
    assert_false(machine_starves(fixture->machine));
    assert_int_equal(machine_food(fixture->machine), 0);
}

#endif
