/* made_trace.h - makes a store, and perhaps its program, from a text in the test.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     struct made_trace trace = made_trace_open(str_of("1 0 400 a.c main 1\nNO VALUES\n"), NUMBERING_INSTANCE);
 *     ... trace.store, trace.program, node_of(trace.store, 1, 0) ...
 *     made_trace_close(&trace);
 *
 * The text must last as long as the store. If it cannot be opened, the test fails. */
#ifndef CLEW_TESTS_MADE_TRACE_H
#define CLEW_TESTS_MADE_TRACE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "recording/questions/questions.h"

struct made_trace {
    struct store *store;
    struct program *program;
};

static inline struct store *store_of(struct str text, enum store_numbering numbering)
{
    struct store *store = NULL;
    struct error error;
    if (!store_open_bytes(text, "test", &(struct store_options){.numbering = numbering}, &store, &error))
        fail_msg("%s", error.message);
    return store;
}

static inline struct made_trace made_trace_open(struct str text, enum store_numbering numbering)
{
    struct store *store = store_of(text, numbering);
    return (struct made_trace){store, program_open(store)};
}

static inline void made_trace_close(struct made_trace *trace)
{
    program_close(trace->program);
    store_close(trace->store);
}

/* An execution of the instruction with that id. */
static inline struct node node_of(const struct store *store, uint64_t id, uint64_t instance)
{
    uint64_t index = 0;
    assert_true(store_find_id(store, id, &index));
    return (struct node){index, instance};
}

#endif
