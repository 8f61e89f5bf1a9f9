/* store_check.h - checks what holds for every store, whatever bytes it was made from.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * For the fuzzers: aborts when two answers contradict each other. */
#ifndef CLEW_FUZZ_STORE_CHECK_H
#define CLEW_FUZZ_STORE_CHECK_H

#include "recording/store/store.h"

#include <stdlib.h>

enum { NODES = 16 };

static inline void check(bool holds)
{
    if (!holds)
        abort();
}

/* Is the node at the other end of a link, with the same port, among the answers? */
static inline bool is_among(const struct links *links, struct node node, uint64_t port)
{
    for (size_t i = 0; i < links->count; i++) {
        const struct link *link = &links->items[i];
        if (link->node.index == node.index && link->port == port && link->node.instance <= node.instance &&
            node.instance <= link->instance_max)
            return true;
    }
    return false;
}

static inline int compare(uint64_t a, uint64_t b)
{
    return (a > b) - (a < b);
}

static inline int compare_nodes(const struct store *store, struct node a, struct node b)
{
    struct instruction first = store_instruction(store, a.index), second = store_instruction(store, b.index);
    int order = first.has_id ? compare(first.id, second.id) : compare(first.address, second.address);
    return order ? order : compare(a.instance, b.instance);
}

/* The list of certain definers is the full list without the uncertain ones, and the store counts uncertain ones exactly if there are any. */
static inline void check_certain(const struct store *store, struct node node, const struct links *definers)
{
    struct links certain = {0};
    uint64_t uncertain[LINK_KINDS] = {0};
    size_t next = 0, others[LINK_KINDS] = {0};
    check(store_certain_definers(store, node, NULL, &certain, uncertain));
    for (size_t i = 0; i < definers->count; i++) {
        const struct link *link = &definers->items[i];
        others[link->kind] += link->uncertain;
        if (link->uncertain)
            continue;
        check(next < certain.count && certain.items[next].node.index == link->node.index);
        check(certain.items[next].node.instance == link->node.instance && certain.items[next].port == link->port);
        next++;
    }
    check(next == certain.count);
    for (unsigned kind = 0; kind < LINK_KINDS; kind++)
        check(uncertain[kind] >= others[kind] && !uncertain[kind] == !others[kind]); /* counts entries; several may make one link */
    links_free(&certain);
}

/* Definers are in order and exist, and each has the node among its users. */
static inline void check_definers(const struct store *store, struct node node)
{
    struct links definers = {0};
    check(store_definers(store, node, NULL, &definers));
    for (size_t i = 0; i < definers.count && i < NODES; i++) {
        const struct link *link = &definers.items[i], *before = i ? link - 1 : NULL;
        struct links users = {0};
        check(!before || before->port < link->port || (before->port == link->port && compare_nodes(store, before->node, link->node) < 0));
        check(store_exists(store, link->node));
        check(link->instance_max == link->node.instance);
        check(store_users(store, link->node, NULL, &users));
        check(is_among(&users, node, link->port));
        links_free(&users);
    }
    check(!store_at_horizon(store, node) || definers.count == 0);
    check_certain(store, node, &definers);
    links_free(&definers);
}

/* Users are in order. Every execution that a user may be has the node among its definers. */
static inline void check_users(const struct store *store, struct node node)
{
    struct links users = {0};
    check(store_users(store, node, NULL, &users));
    for (size_t i = 0; i < users.count && i < NODES; i++) {
        const struct link *link = &users.items[i], *before = i ? link - 1 : NULL;
        int order = before ? compare_nodes(store, before->node, link->node) : -1;
        check(order < 0 || (order == 0 && before->port < link->port));
        check(link->uncertain == (link->instance_max > link->node.instance));
        for (unsigned end = 0; end < 2; end++) {
            struct node user = {link->node.index, end ? link->instance_max : link->node.instance};
            struct links definers = {0};
            check(store_exists(store, user));
            check(store_definers(store, user, NULL, &definers));
            check(is_among(&definers, node, link->port));
            links_free(&definers);
        }
    }
    check(users.count == 0 || store_exists(store, node));
    links_free(&users);
}

static inline void check_values(const struct store *store, uint64_t index)
{
    struct text text = {0};
    uint64_t count = store_instruction(store, index).values, before = 0, first;
    for (uint64_t k = 0; k < count && k < NODES; k++) {
        struct value value = store_value(store, index, k);
        check(value.instance >= before && value.instance_max >= value.instance);
        check(value.size >= 1 && value.size <= VALUE_DIGITS && (value.size == 1 || value.digits[0] != '0'));
        uint64_t number = store_values_of(store, (struct node){index, value.instance}, &first);
        check(first <= k && k < first + number);
        value_text(&value, &text);
        before = value.instance;
    }
    text_free(&text);
}

static inline void check_instruction(const struct store *store, uint64_t index)
{
    struct instruction instruction = store_instruction(store, index);
    uint64_t found, last = instruction.executions - 1;
    check(instruction.executions > 0);
    check(!instruction.has_id || (store_find_id(store, instruction.id, &found) && found == index));
    check(!instruction.has_address || (store_find_address(store, instruction.address, &found) && found <= index));
    uint64_t instances[] = {0, 1, 2, last / 2, last - 1, last, last + 1, UINT64_MAX};
    for (size_t i = 0; i < sizeof instances / sizeof *instances; i++) {
        check_definers(store, (struct node){index, instances[i]});
        check_users(store, (struct node){index, instances[i]});
    }
    if (instruction.has_block)
        check_values(store, index);
}

static inline void check_problems(const struct store *store)
{
    struct text text = {0};
    uint64_t sum = 0, problems = store_summary(store).problems;
    for (unsigned kind = 0; kind < WET_PROBLEMS; kind++)
        sum += store_problem_count(store, (enum wet_problem)kind);
    check(sum == problems);
    for (uint64_t i = 0; i < problems; i++) {
        struct problem problem = store_problem(store, i), before = i ? store_problem(store, i - 1) : (struct problem){0};
        check(problem.line > before.line || (problem.line == before.line && problem.column >= before.column));
        check(problem.line > 0 && problem.column > 0);
        problem_text(store, &problem, &text);
    }
    text_free(&text);
}

static inline void check_store(const struct store *store)
{
    for (uint64_t index = 0; index < store_count(store) && index < NODES; index++)
        check_instruction(store, index);
    check_problems(store);
}

#endif
