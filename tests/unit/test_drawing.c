/* test_drawing.c - drawings of control-flow graphs: properties of every drawing, and refusals.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "random.h"
#include "test_drawing.h"

/* ---- Properties of every drawing ---- */

static uint8_t side_towards(const uint32_t from[2], const uint32_t to[2])
{
    if (from[0] == to[0] && from[1] + 1 == to[1])
        return DRAWING_RIGHT;
    if (from[0] == to[0] && from[1] == to[1] + 1)
        return DRAWING_LEFT;
    if (from[1] == to[1] && from[0] + 1 == to[0])
        return DRAWING_DOWN;
    return from[1] == to[1] && from[0] == to[0] + 1 ? DRAWING_UP : 0;
}

/* The side where a label touches a cell: below or above it, or at its left end. */
static uint8_t side_of_label(const struct example *example, uint32_t node, const uint32_t cell[2])
{
    struct drawing_box box = example->drawing.nodes[node];
    bool within = cell[1] >= box.column && cell[1] < box.column + example->widths[node];
    if (cell[0] == box.row)
        return cell[1] + 1 == box.column ? DRAWING_RIGHT : 0;
    if (cell[0] == box.row + 1)
        return within ? DRAWING_UP : 0;
    return cell[0] + 1 == box.row && within ? DRAWING_DOWN : 0;
}

/* One edge in one cell: the sides that it joins. */
struct passage {
    uint64_t cell;
    uint32_t edge;
    uint8_t sides;
};

static int passage_compare(const void *x, const void *y)
{
    const struct passage *a = x, *b = y;
    if (a->cell != b->cell)
        return a->cell < b->cell ? -1 : 1;
    return (a->edge > b->edge) - (a->edge < b->edge);
}

/* A path leads from beside its source to beside its target, from each cell to a neighbour. */
static size_t passages_of(const struct example *example, uint32_t edge, struct passage *passages)
{
    const struct drawing *drawing = &example->drawing;
    struct drawing_path path = drawing->edges[edge];
    struct drawing_edge ends = example->edges[edge];
    assert_true(path.count > 0);
    for (size_t i = 0; i < path.count; i++) {
        const uint32_t *cell = path.cells[i];
        uint8_t in = i ? side_towards(cell, path.cells[i - 1]) : side_of_label(example, ends.source, cell);
        uint8_t out = i + 1 < path.count ? side_towards(cell, path.cells[i + 1]) : side_of_label(example, ends.target, cell);
        assert_true(in && out && in != out);
        assert_int_equal(cell_at(drawing, cell[0], cell[1])->node, UINT32_MAX);
        passages[i] = (struct passage){(uint64_t)cell[0] * drawing->columns + cell[1], edge, in | out};
    }
    return path.count;
}

/* Edges with different ends meet only in crossings, where each goes straight on. */
static void assert_may_meet(const struct example *example, const struct passage *a, const struct passage *b)
{
    struct drawing_edge x = example->edges[a->edge], y = example->edges[b->edge];
    enum { ACROSS = DRAWING_LEFT | DRAWING_RIGHT, DOWNWARDS = DRAWING_UP | DRAWING_DOWN };
    assert_int_not_equal(a->edge, b->edge);
    if (x.source == y.source || x.target == y.target)
        return;
    assert_true((a->sides == ACROSS && b->sides == DOWNWARDS) || (a->sides == DOWNWARDS && b->sides == ACROSS));
}

/* An arrow head is at the left of a label, or on a horizontal line that joins a vertical one there. */
static void assert_arrow(const struct drawing_cell *cell)
{
    enum { ACROSS = DRAWING_LEFT | DRAWING_RIGHT };
    assert_true(cell->arrow == 0 || cell->lines == ACROSS);
    if (cell->arrow)
        assert_true(cell->arrow == DRAWING_RIGHT || cell->arrow == DRAWING_LEFT);
    if (cell->arrow == DRAWING_RIGHT)
        assert_true(cell[1].node != UINT32_MAX ? cell[1].offset == 0 : (cell[1].lines & DRAWING_DOWN));
    if (cell->arrow == DRAWING_LEFT)
        assert_true(cell[-1].lines & DRAWING_DOWN);
}

/* A cell has the lines of exactly the edges that pass it, and an edge passes no cell twice. */
static void assert_cells(const struct example *example, const struct passage *passages, size_t count)
{
    const struct drawing *drawing = &example->drawing;
    size_t with_lines = 0, seen = 0;
    for (size_t i = 0; i < drawing->rows * drawing->columns; i++)
        with_lines += drawing->cells[i].lines != 0;
    for (size_t i = 0, end = 0; i < count; i = end, seen++) {
        const struct drawing_cell *cell = &drawing->cells[passages[i].cell];
        uint8_t sides = 0;
        bool named = false;
        for (end = i; end < count && passages[end].cell == passages[i].cell; end++) {
            for (size_t k = i; k < end; k++)
                assert_may_meet(example, &passages[k], &passages[end]);
            sides |= passages[end].sides;
            named = named || passages[end].edge == cell->edge;
        }
        assert_int_equal(cell->lines, sides);
        assert_true(named);
        assert_arrow(cell);
    }
    assert_int_equal(seen, with_lines);
}

/* Left and right of a label are blanks, or on the left a line from or to a lane. */
static void assert_alone(const struct example *example, uint32_t node)
{
    struct drawing_box box = example->drawing.nodes[node];
    size_t end = box.column + example->widths[node];
    if (box.column) {
        const struct drawing_cell *left = cell_at(&example->drawing, box.row, box.column - 1);
        assert_true(left->node == UINT32_MAX && (!left->lines || left->lines == (DRAWING_LEFT | DRAWING_RIGHT)));
    }
    if (end < example->drawing.columns) {
        const struct drawing_cell *right = cell_at(&example->drawing, box.row, end);
        assert_true(right->node == UINT32_MAX && !right->lines);
    }
}

static void assert_labels(const struct example *example)
{
    const struct drawing *drawing = &example->drawing;
    size_t cells = 0, widths = 0;
    for (size_t i = 0; i < drawing->rows * drawing->columns; i++) {
        cells += drawing->cells[i].node != UINT32_MAX;
        assert_true(drawing->cells[i].node == UINT32_MAX || (!drawing->cells[i].lines && drawing->cells[i].edge == UINT32_MAX));
    }
    for (uint32_t n = 0; n < example->input.node_count; n++) {
        widths += example->widths[n];
        assert_alone(example, n);
        for (uint16_t i = 0; i < example->widths[n]; i++) {
            const struct drawing_cell *cell = cell_at(drawing, drawing->nodes[n].row, drawing->nodes[n].column + i);
            assert_int_equal(cell->node, n);
            assert_int_equal(cell->offset, i);
        }
    }
    assert_int_equal(cells, widths);
}

static void assert_sound(struct example *example)
{
    const struct drawing *drawing = &example->drawing;
    size_t count = 0;
    for (size_t e = 0; e < example->input.edge_count; e++)
        count += drawing->edges[e].count;
    struct passage *passages = memory_allocate((count + 1) * sizeof *passages);
    count = 0;
    for (uint32_t e = 0; e < example->input.edge_count; e++)
        count += passages_of(example, e, passages + count);
    if (count)
        qsort(passages, count, sizeof *passages, passage_compare);
    assert_cells(example, passages, count);
    assert_labels(example);
    for (uint32_t n = 0; n < example->input.node_count; n++)
        assert_true(drawing->nodes[example->input.root].row <= drawing->nodes[n].row);
    free(passages);
}

/* Drawing again gives the same. */
static void assert_repeats(const struct example *example)
{
    struct arena arena = {0};
    struct drawing again;
    const struct drawing *drawing = &example->drawing;
    assert_true(drawing_make(&example->input, &arena, &again));
    assert_int_equal(again.rows, drawing->rows);
    assert_int_equal(again.columns, drawing->columns);
    for (size_t i = 0; i < again.rows * again.columns; i++) {
        const struct drawing_cell *a = &again.cells[i], *b = &drawing->cells[i];
        assert_true(a->node == b->node && a->offset == b->offset && a->lines == b->lines && a->arrow == b->arrow && a->edge == b->edge);
    }
    arena_free(&arena);
}

/* ---- Random graphs ---- */

static void edges_any(struct example *example, uint64_t *state, size_t count)
{
    uint32_t nodes = (uint32_t)example->input.node_count;
    for (size_t i = 0; i < count; i++)
        edge_add(example, next_random(state) % nodes, next_random(state) % nodes);
}

/* Like a function: most edges go a little forwards, some back. */
static void edges_like_code(struct example *example, uint64_t *state)
{
    uint32_t nodes = (uint32_t)example->input.node_count;
    for (uint32_t n = 0; n + 1 < nodes; n++) {
        uint32_t kind = next_random(state) % 8, ahead = n + 2 + next_random(state) % 6;
        edge_add(example, n, n + 1);
        if (kind < 4 && ahead < nodes)
            edge_add(example, n, ahead);
        if (kind == 4)
            edge_add(example, n, n - next_random(state) % (n < 12 ? n + 1 : 12));
        if (kind == 5 && n % 5 == 0)
            edge_add(example, n, nodes - 1);
    }
}

/* Edges from every node of a layer to all of the next: in some columns, lines would have to pass each other on both sides. */
static void edges_full(struct example *example, uint32_t in_layer)
{
    uint32_t nodes = (uint32_t)example->input.node_count;
    for (uint32_t n = 0; n < nodes; n++)
        for (uint32_t k = 0; k < in_layer && n / in_layer * in_layer + in_layer + k < nodes; k++)
            edge_add(example, n, n / in_layer * in_layer + in_layer + k);
}

static void any_graph_is_drawn_soundly(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 600; seed++) {
        uint64_t random = seed;
        size_t nodes = 1 + next_random(&random) % (seed % 10 == 0 ? 200 : 24);
        struct example *example = example_new(nodes);
        for (size_t i = 0; i < nodes; i++)
            example->widths[i] = (uint16_t)(1 + next_random(&random) % (seed % 3 ? 8 : 1));
        if (seed % 12 == 4)
            edges_full(example, 2 + next_random(&random) % 8);
        else if (seed % 2)
            edges_like_code(example, &random);
        else
            edges_any(example, &random, next_random(&random) % (nodes * (1 + seed % 4)));
        example->input.root = seed % 5 ? 0 : next_random(&random) % (uint32_t)nodes;
        example_draw(example);
        assert_true(example->made);
        assert_sound(example);
        assert_repeats(example);
        example_free(example);
    }
}

/* ---- Refusals ---- */

static void assert_refused(struct example *example)
{
    size_t before = example->arena.total;
    example_draw(example);
    assert_false(example->made);
    assert_int_equal(example->arena.total, before);
    assert_null(example->drawing.cells);
    example_free(example);
}

static void what_names_no_node_is_refused(void **state)
{
    (void)state;
    struct example *example = example_new(3);
    edge_add(example, 0, 3);
    assert_refused(example);
    example = example_new(3);
    edge_add(example, UINT32_MAX, 0);
    assert_refused(example);
    example = example_new(3);
    example->input.root = 3;
    assert_refused(example);
    example = example_new(3);
    example->widths[1] = 0;
    assert_refused(example);
    example = example_new(0);
    edge_add(example, 0, 0);
    assert_refused(example);
}

static void no_nodes_are_an_empty_drawing(void **state)
{
    (void)state;
    struct example *example = example_new(0);
    example_draw(example);
    assert_true(example->made);
    assert_int_equal(example->drawing.rows * example->drawing.columns, 0);
    example_free(example);
}

static void a_chain_of_as_many_nodes_as_there_may_be_is_drawn_and_one_more_is_not(void **state)
{
    (void)state;
    struct example *example = example_new(DRAWING_NODES);
    for (uint32_t n = 0; n + 1 < DRAWING_NODES; n++)
        edge_add(example, n, n + 1);
    example_draw(example);
    assert_true(example->made);
    assert_int_equal(example->drawing.rows, 2 * DRAWING_NODES - 1);
    assert_int_equal(example->drawing.columns, 3);
    assert_sound(example);
    example_free(example);
    assert_refused(example_new(DRAWING_NODES + 1));
    example = example_new(1);
    for (size_t i = 0; i < DRAWING_EDGES; i++)
        edge_add(example, 0, 0);
    example_draw(example);
    assert_true(example->made);
    edge_add(example, 0, 0);
    assert_refused(example);
}

/* The drawing would have too many lines, rows, columns; paths too many cells. */
static void what_would_be_too_large_is_refused(void **state)
{
    (void)state;
    uint64_t random = 1;
    struct example *example = example_new(DRAWING_NODES);
    edges_any(example, &random, DRAWING_EDGES);
    assert_refused(example);
    example = example_new(DRAWING_NODES);
    for (uint32_t n = 0; n + 1 < DRAWING_NODES; n++)
        edge_add(example, n, n + 1);
    for (uint32_t n = 0; n < DRAWING_NODES; n++)
        edge_add(example, DRAWING_NODES - 1 - n / 2, n / 2);
    assert_refused(example);
    example = example_new(DRAWING_NODES);
    for (uint32_t n = 0; n < DRAWING_NODES; n++)
        example->widths[n] = UINT16_MAX;
    assert_refused(example);
    example = example_new(DRAWING_NODES);
    for (uint32_t n = 1; n < DRAWING_NODES; n++) {
        example->widths[n] = 6;
        edge_add(example, 0, n);
    }
    assert_refused(example);
}

static void large_functions_are_drawn(void **state)
{
    (void)state;
    uint64_t random = 7;
    struct example *example = example_new(1500);
    edges_like_code(example, &random);
    example_draw(example);
    assert_true(example->made);
    assert_sound(example);
    example_free(example);
    example = example_new(140);
    edges_full(example, 70);
    example_draw(example);
    assert_true(example->made);
    assert_sound(example);
    example_free(example);
}

static void glyphs_are_one_column(void **state)
{
    (void)state;
    for (uint8_t lines = 0; lines < 16; lines++) {
        assert_int_equal(strlen(drawing_glyph(lines, 0, true)), 1);
        assert_int_equal(text_width(str_of(drawing_glyph(lines, 0, false))), 1);
    }
    assert_string_equal(drawing_glyph(DRAWING_UP | DRAWING_DOWN | DRAWING_RIGHT, 0, false), "├");
    assert_string_equal(drawing_glyph(DRAWING_LEFT | DRAWING_RIGHT, DRAWING_RIGHT, false), ">");
    assert_string_equal(drawing_glyph(DRAWING_LEFT | DRAWING_RIGHT, DRAWING_LEFT, true), "<");
}

int main(void)
{
    setlocale(LC_CTYPE, "C.UTF-8");
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(any_graph_is_drawn_soundly),
        cmocka_unit_test(large_functions_are_drawn),
        cmocka_unit_test(what_names_no_node_is_refused),
        cmocka_unit_test(no_nodes_are_an_empty_drawing),
        cmocka_unit_test(a_chain_of_as_many_nodes_as_there_may_be_is_drawn_and_one_more_is_not),
        cmocka_unit_test(what_would_be_too_large_is_refused),
        cmocka_unit_test(glyphs_are_one_column),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
