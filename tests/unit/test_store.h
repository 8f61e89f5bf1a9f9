/* test_store.h - asks a store and prints its answers.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Answers have a short form, separated by commas: a definer or user is "PORT:ID#EXECUTION", then "-MAX" for an uncertain user with several possible
 * executions, then "?" if it is uncertain. In a history it is "0xADDRESS#EXECUTION". */
#ifndef CLEW_TESTS_TEST_STORE_H
#define CLEW_TESTS_TEST_STORE_H

#include "recording/store/store.h"

#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static inline struct store *opened_as(const char *text, enum store_numbering numbering)
{
    struct store_options options = {.numbering = numbering};
    struct store *store = NULL;
    struct error error;
    assert_true(store_open_bytes(str_of(text), "test.wet", &options, &store, &error));
    return store;
}

static inline struct store *opened(const char *text)
{
    return opened_as(text, NUMBERING_DETECT);
}

static inline uint64_t index_of(const struct store *store, uint64_t id)
{
    uint64_t index = 0;
    bool found = store_summary(store).kind == STORE_HISTORY ? store_find_address(store, id, &index) : store_find_id(store, id, &index);
    assert_true(found);
    return index;
}

static inline struct node node_of(const struct store *store, uint64_t id, uint64_t instance)
{
    return (struct node){index_of(store, id), instance};
}

static inline void links_show(const struct store *store, const struct links *links, struct text *out)
{
    for (size_t i = 0; i < links->count; i++) {
        const struct link *link = &links->items[i];
        struct instruction instruction = store_instruction(store, link->node.index);
        if (i)
            text_byte(out, ',');
        if (instruction.has_id) {
            text_printf(out, "%" PRIu64 ":%" PRIu64, link->port, instruction.id);
            assert_int_equal(link->kind, link->port ? LINK_DATA : LINK_CONTROL);
        } else {
            text_hex(out, instruction.address);
            assert_int_equal(link->kind, LINK_UNKNOWN);
        }
        text_printf(out, "#%" PRIu64, link->node.instance);
        if (link->instance_max != link->node.instance)
            text_printf(out, "-%" PRIu64, link->instance_max);
        if (link->uncertain)
            text_byte(out, '?');
    }
}

static inline void expect_definers(const struct store *store, uint64_t id, uint64_t instance, const char *expected)
{
    struct links links = {0};
    struct text text = {0};
    assert_true(store_definers(store, node_of(store, id, instance), NULL, &links));
    links_show(store, &links, &text);
    assert_string_equal(text_string(&text), expected);
    text_free(&text);
    links_free(&links);
}

static inline void expect_users(const struct store *store, uint64_t id, uint64_t instance, const char *expected)
{
    struct links links = {0};
    struct text text = {0};
    assert_true(store_users(store, node_of(store, id, instance), NULL, &links));
    links_show(store, &links, &text);
    assert_string_equal(text_string(&text), expected);
    text_free(&text);
    links_free(&links);
}

/* All values of an instruction: "EXECUTION[-MAX][?]=0xVALUE". */
static inline void expect_values(const struct store *store, uint64_t id, const char *expected)
{
    struct text text = {0};
    uint64_t index = index_of(store, id);
    for (uint64_t k = 0; k < store_instruction(store, index).values; k++) {
        struct value value = store_value(store, index, k);
        text_printf(&text, "%s%" PRIu64, k ? "," : "", value.instance);
        if (value.instance_max != value.instance)
            text_printf(&text, "-%" PRIu64, value.instance_max);
        text_printf(&text, "%s=", value.uncertain ? "?" : "");
        value_text(&value, &text);
    }
    assert_string_equal(text_string(&text), expected);
    text_free(&text);
}

/* All problems: "KIND@LINE:COLUMN". */
static inline void expect_problems(const struct store *store, const char *expected)
{
    struct text text = {0};
    uint64_t counts[WET_PROBLEMS] = {0};
    for (uint64_t i = 0; i < store_summary(store).problems; i++) {
        struct problem problem = store_problem(store, i);
        text_printf(&text, "%s%s@%" PRIu64 ":%" PRIu64, i ? "," : "", wet_problem_name(problem.kind), problem.line, problem.column);
        counts[problem.kind]++;
    }
    for (unsigned kind = 0; kind < WET_PROBLEMS; kind++)
        assert_int_equal(store_problem_count(store, (enum wet_problem)kind), counts[kind]);
    assert_string_equal(text_string(&text), expected);
    text_free(&text);
}

#endif
