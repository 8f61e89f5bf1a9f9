/* test_drawing.h - graphs and their drawings as text.  SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CLEW_TESTS_TEST_DRAWING_H
#define CLEW_TESTS_TEST_DRAWING_H

#include "table/table.h"

#include <locale.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

enum { NODES_MAX = DRAWING_NODES + 1, EDGES_MAX = DRAWING_EDGES + 1 };

/* A graph and its drawing. Labels come from `names`; a node without a name has its number: "(3)". */
struct example {
    struct drawing_input input;
    uint16_t widths[NODES_MAX];
    struct drawing_edge edges[EDGES_MAX];
    char *names[NODES_MAX];
    struct arena arena;
    struct drawing drawing;
    bool made;
};

static inline struct example *example_new(size_t nodes)
{
    struct example *example = memory_allocate(sizeof *example);
    example->input = (struct drawing_input){nodes, example->widths, example->edges, 0, 0};
    for (size_t i = 0; i < nodes; i++)
        example->widths[i] = 3;
    return example;
}

static inline void edge_add(struct example *example, uint32_t source, uint32_t target)
{
    example->edges[example->input.edge_count++] = (struct drawing_edge){source, target};
}

static inline void example_draw(struct example *example)
{
    example->made = drawing_make(&example->input, &example->arena, &example->drawing);
}

static inline void example_free(struct example *example)
{
    for (size_t i = 0; i < NODES_MAX; i++)
        free(example->names[i]);
    arena_free(&example->arena);
    free(example);
}

static inline const struct drawing_cell *cell_at(const struct drawing *drawing, size_t row, size_t column)
{
    assert_true(row < drawing->rows && column < drawing->columns);
    return &drawing->cells[row * drawing->columns + column];
}

#endif
