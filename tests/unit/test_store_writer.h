/* test_store_writer.h - a program of a few sites; keeps the writer's input as plain arrays.  SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CLEW_TESTS_TEST_STORE_WRITER_H
#define CLEW_TESTS_TEST_STORE_WRITER_H

#include "recording/store/store.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

enum { SITES = 12, PORTS = 3 };

struct told_link {
    uint32_t user, definer;             /* sites */
    unsigned port;
    uint64_t x, instance;
};

struct told {
    struct store_writer *writer;
    uint32_t ports[SITES + 1][PORTS], values[SITES + 1];
    uint64_t executions[SITES + 1];
    struct told_link *links;
    size_t link_count, link_capacity;
    struct node *runs;                  /* by time - 1; index is the site */
    size_t run_count, run_capacity;
    bool dense;
    struct store *store;
    struct writer_totals totals;
};

static inline uint64_t next_random(uint64_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    return *state ^= *state << 17;
}

static inline void begin(struct told *told, const char *path)
{
    struct error error;
    *told = (struct told){0};
    if (!store_writer_open(path, &told->writer, &error))
        fail_msg("%s", error.message);
    for (uint32_t site = 1; site <= SITES; site++) {
        for (unsigned port = 0; port < PORTS; port++)
            told->ports[site][port] = store_writer_port(told->writer);
        told->values[site] = store_writer_values(told->writer);
    }
}

static inline void tell_link(struct told *told, uint32_t user, unsigned port, uint64_t x, uint32_t definer, uint64_t instance)
{
    told->links = array_grow(told->links, &told->link_capacity, told->link_count + 1, sizeof *told->links);
    told->links[told->link_count++] = (struct told_link){user, definer, port, x, instance};
    store_writer_link(told->writer, told->ports[user][port], x, definer, instance);
}

static inline uint64_t tell_run(struct told *told, uint64_t thread, uint32_t site)
{
    told->runs = array_grow(told->runs, &told->run_capacity, told->run_count + 1, sizeof *told->runs);
    told->runs[told->run_count++] = (struct node){site, told->executions[site]};
    uint64_t time = store_writer_run(told->writer, thread, site, told->executions[site]++);
    assert_int_equal(time, told->run_count);
    return time;
}

/* The store has site n at index SITES - n, so that a test cannot confuse numbers with indices. */
static inline uint64_t index_of(uint32_t site)
{
    return SITES - site;
}

static inline struct writer_instruction list_site(void *context, uint64_t i)
{
    struct told *told = context;
    uint32_t site = (uint32_t)(SITES - i);
    return (struct writer_instruction){.site = site, .has_values = true, .values = told->values[site], .id = 100 + i, .address = 0x401000 + 16 * (uint64_t)site,
                                       .line = site, .executions = told->executions[site], .file = str_of(site % 2 ? "odd.c" : "even.c"),
                                       .function = site == 3 ? (struct str){0} : str_of("main"), .ports = told->ports[site], .port_count = PORTS};
}

static inline bool finish(struct told *told, struct error *error)
{
    struct writer_program program = {.count = SITES, .instruction = list_site, .context = told, .dense = told->dense};
    return store_writer_finish(told->writer, &program, &told->totals, &told->store, error);
}

static inline void finish_well(struct told *told)
{
    struct error error;
    if (!finish(told, &error))
        fail_msg("%s", error.message);
}

static inline void end(struct told *told)
{
    store_close(told->store);
    free(told->links);
    free(told->runs);
}

#endif
