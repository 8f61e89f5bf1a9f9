/* explain_checker.h - checks what must hold for every explanation.  SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CLEW_TESTS_EXPLAIN_CHECKER_H
#define CLEW_TESTS_EXPLAIN_CHECKER_H

#include "recording/questions/questions.h"

#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static inline bool nodes_equal(struct node a, struct node b)
{
    return a.index == b.index && a.instance == b.instance;
}

static inline void assert_is_edge(const struct store *store, struct node user, uint64_t port, struct node definer)
{
    struct links links = {0};
    bool found = false;
    assert_true(store_definers(store, user, NULL, &links));
    for (size_t i = 0; i < links.count; i++)
        found |= !links.items[i].uncertain && links.items[i].port == port && nodes_equal(links.items[i].node, definer);
    links_free(&links);
    assert_true(found);
}

static inline void assert_same_value(const struct store *store, struct node a, struct node b)
{
    uint64_t first, second;
    assert_int_equal(store_values_of(store, a, &first), 1);
    assert_int_equal(store_values_of(store, b, &second), 1);
    struct value x = store_value(store, a.index, first), y = store_value(store, b.index, second);
    assert_int_equal(x.size, y.size);
    assert_memory_equal(x.digits, y.digits, x.size);
}

static inline bool has_line(const struct instruction *instruction)
{
    return instruction->line && instruction->file.data && instruction->function.data;
}

/* The smallest instruction of the trace on the same line. */
static inline uint64_t line_name(const struct program *program, uint64_t index)
{
    for (uint64_t i = 0; i < index; i++)
        if (statement_same(program, i, index))
            return i;
    return index;
}

struct marks {                  /* one per instruction: marks lines, by line_name */
    uint8_t *items;
    size_t count;
};

static inline struct marks marks_make(const struct program *program)
{
    return (struct marks){memory_allocate((size_t)store_count(program_store(program)) + 1), 0};
}

/* False: it was marked already. */
static inline bool mark(struct marks *marks, uint64_t name)
{
    bool fresh = !marks->items[name];
    marks->items[name] = 1;
    marks->count += fresh;
    return fresh;
}

/* Every edge is in the trace, lines are distinct, each step is below its parent, copies have the values of their neighbours. Marks the lines. */
static inline void check_steps(const struct program *program, const struct explanation *why, struct marks *marks)
{
    const struct store *store = program_store(program);
    for (size_t i = 0; i < why->count; i++) {
        const struct explain_step *step = &why->steps[i];
        assert_true(mark(marks, line_name(program, step->node.index)));
        assert_true(step->instances >= 1);
        if (step->link == EXPLAIN_ASKED) {
            assert_true(step->parent == SIZE_MAX && step->depth == 0);
            continue;
        }
        assert_true(step->parent < i);
        assert_int_equal(step->depth, why->steps[step->parent].depth + 1);
        assert_true(step->cost > why->steps[step->parent].cost);
        assert_is_edge(store, step->user, step->port, step->definer);
        for (size_t k = 0; k < step->copy_count + step->aside_count; k++) {
            const struct explain_copy *copy = &step->copies[k];
            assert_true(mark(marks, line_name(program, copy->node.index)));
            assert_is_edge(store, copy->user, copy->port, copy->node);
            if (k < step->copy_count)
                assert_same_value(store, copy->node, k + 1 < step->copy_count ? copy[1].node : step->definer);
        }
    }
}

static inline void assert_same_steps(const struct explanation *a, const struct explanation *b)
{
    assert_int_equal(a->count, b->count);
    assert_int_equal(a->lines, b->lines);
    for (size_t i = 0; i < a->count; i++) {
        struct explain_step x = a->steps[i], y = b->steps[i];
        assert_true(nodes_equal(x.node, y.node) && nodes_equal(x.user, y.user) && nodes_equal(x.definer, y.definer) && x.port == y.port);
        assert_true(x.parent == y.parent && x.depth == y.depth && x.link == y.link && x.cost == y.cost && x.end == y.end);
        assert_true(x.instances == y.instances && x.copy_count == y.copy_count && x.library == y.library && x.unwritten == y.unwritten);
    }
}

/* The first ten steps are the nearest ten: no omitted step is nearer than a shown one, and the whole tree holds each shown one. */
static inline void check_nearest(struct program *program, struct explain_question question, const struct explanation *whole)
{
    struct explanation *some, *again;
    question.most = 10;
    assert_true(explain(program, &question, NULL, &some));
    assert_true(explain(program, &question, NULL, &again));
    assert_same_steps(some, again);
    assert_int_equal(some->count, whole->count < 10 ? whole->count : 10);
    unsigned farthest = 0;
    size_t found = 0, nearer = 0;
    for (size_t i = 0; i < some->count; i++)
        farthest = some->steps[i].cost > farthest ? some->steps[i].cost : farthest;
    for (size_t i = 0; i < whole->count; i++) {
        nearer += whole->steps[i].cost < farthest;
        for (size_t k = 0; k < some->count; k++)
            found += nodes_equal(whole->steps[i].node, some->steps[k].node);
    }
    assert_int_equal(found, some->count);
    assert_true(nearer < some->count || some->count == 0);
    explanation_free(some);
    explanation_free(again);
}

/* Does a link lead to a call that left the stack or frame pointer, as longjmp does? Such a call restores a pointer that another line made. Its own line says
 * nothing about the frame, so no explanation goes through it. */
static inline bool is_restored(const struct program *program, struct node user, const struct link *link)
{
    struct roles roles;
    struct decoded decoded;
    if (link->kind != LINK_DATA || link->carried || !program_disassemble(program, link->node.index, &decoded) || !flow_is_call(decoded.flow))
        return false;
    roles_of(program, user.index, &roles);
    int reg = link->port < roles.ports && link->port < ROLES_PORTS ? roles.reg[link->port] : NO_REGISTER;
    return reg == 4 || (reg == 5 && program_keeps_frame(program, user.index));
}

/* Lines of the backward slice, except those reached only through the stack pointer. If the root has a line, executions without a line are left out. */
static inline void mark_slice(const struct program *program, struct node root, struct marks *marks)
{
    const struct store *store = program_store(program);
    struct instruction first = program_instruction(program, root.index);
    struct node *queue = NULL;
    size_t count = 0, capacity = 0;
    struct marks seen = {0};
    struct reached *all;
    struct links links = {0};
    uint64_t uncertain[LINK_KINDS], k;
    assert_true(store_reach(store, root, REACH_BACKWARD, REACH_ALL, NULL, &all));
    reached_arrange(all, store);
    seen.items = memory_allocate((size_t)reached_count(all) + 1);
    queue = array_grow(queue, &capacity, 1, sizeof *queue);
    queue[count++] = root;
    for (size_t i = 0; i < count; i++) {
        struct instruction instruction = program_instruction(program, queue[i].index);
        if (has_line(&instruction) || !has_line(&first))
            mark(marks, line_name(program, queue[i].index));
        links.count = 0;
        assert_true(store_certain_definers(store, queue[i], NULL, &links, uncertain));
        for (size_t j = 0; j < links.count; j++) {
            struct node node = links.items[j].node;
            assert_true(reached_find(all, node, &k));
            bool frame = links.items[j].kind == LINK_DATA && statement_is_frame(program, node.index);
            if (frame || is_restored(program, queue[i], &links.items[j]) || !mark(&seen, k))
                continue;
            queue = array_grow(queue, &capacity, count + 1, sizeof *queue);
            queue[count++] = node;
        }
    }
    links_free(&links);
    reached_free(all);
    free(seen.items);
    free(queue);
}

static inline void check_explanation(struct program *program, struct node root)
{
    struct explain_question question = {.roots = &root, .root_count = 1, .follow = EXPLAIN_FOLLOW_ALL};
    struct explanation *why;
    struct marks found = marks_make(program), expected = marks_make(program);
    assert_true(explain(program, &question, NULL, &why));
    assert_false(why->more);
    assert_int_equal(why->lines, why->count);
    check_steps(program, why, &found);
    mark_slice(program, root, &expected);
    assert_int_equal(found.count, expected.count);
    assert_memory_equal(found.items, expected.items, store_count(program_store(program)));
    check_nearest(program, question, why);
    explanation_free(why);
    free(found.items);
    free(expected.items);
}

#endif
