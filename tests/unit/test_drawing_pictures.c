/* test_drawing_pictures.c - drawings of control-flow graphs: their looks.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "test_drawing.h"

#include <stdio.h>

/* "0>1 1>2 2>1": the graph; `names` for the nodes in order, separated by '|'. */
static struct example *example_of(const char *edges, const char *names)
{
    uint32_t highest = 0, source = 0, target = 0;
    struct example *example = example_new(NODES_MAX);
    for (int used = 0; sscanf(edges, " %u>%u%n", &source, &target, &used) == 2; edges += used) {
        highest = source > highest ? source : highest;
        highest = target > highest ? target : highest;
        edge_add(example, source, target);
    }
    example->input.node_count = highest + 1;
    for (size_t i = 0; names && *names; i++) {
        size_t size = strcspn(names, "|");
        example->names[i] = strndup(names, size);
        example->widths[i] = (uint16_t)size;
        names += size + (names[size] != '\0');
    }
    example_draw(example);
    return example;
}

static void picture(const struct example *example, bool ascii, struct text *text)
{
    const struct drawing *drawing = &example->drawing;
    for (size_t row = 0; row < drawing->rows; row++) {
        size_t blanks = 0;
        for (size_t column = 0; column < drawing->columns; column++) {
            const struct drawing_cell *cell = cell_at(drawing, row, column);
            char number[16];
            blanks += cell->node == UINT32_MAX && !cell->lines;
            if (cell->node == UINT32_MAX && !cell->lines)
                continue;
            for (; blanks; blanks--)
                text_byte(text, ' ');
            snprintf(number, sizeof number, "(%u)", cell->node);
            if (cell->node == UINT32_MAX)
                text_add(text, drawing_glyph(cell->lines, cell->arrow, ascii));
            else
                text_byte(text, (example->names[cell->node] ? example->names[cell->node] : number)[cell->offset]);
        }
        text_byte(text, '\n');
    }
}

static void assert_picture(const char *edges, const char *names, bool ascii, const char *expected)
{
    struct example *example = example_of(edges, names);
    struct text text = {0};
    assert_true(example->made);
    picture(example, ascii, &text);
    assert_string_equal(text_string(&text), expected);
    text_free(&text);
    example_free(example);
}

/* ---- Looks ---- */

static void a_loop_has_a_lane_at_the_left(void **state)
{
    (void)state;
    assert_picture("0>1 1>2 1>3 2>4 2>5 3>6 4>7 5>7 7>1",
                   "(2) 9|(4) 10|(5) 11|(6) 20|(7) 14|(8) 17|(3)|(9) 18", true,
                   "           (2) 9\n"
                   "             |\n"
                   ".--------->(4) 10\n"
                   "|        .---'-------.\n"
                   "|      (5) 11      (6) 20\n"
                   "|    .---'---.       |\n"
                   "|  (7) 14  (8) 17   (3)\n"
                   "|    '---.---'\n"
                   "'------(9) 18\n");
    assert_picture("0>1 1>2 1>3 2>4 2>5 3>6 4>7 5>7 7>1",
                   "(2) 9|(4) 10|(5) 11|(6) 20|(7) 14|(8) 17|(3)|(9) 18", false,
                   "           (2) 9\n"
                   "             │\n"
                   "┌─────────>(4) 10\n"
                   "│        ┌───┴───────┐\n"
                   "│      (5) 11      (6) 20\n"
                   "│    ┌───┴───┐       │\n"
                   "│  (7) 14  (8) 17   (3)\n"
                   "│    └───┬───┘\n"
                   "└──────(9) 18\n");
}

static void a_chain_is_one_straight_line(void **state)
{
    (void)state;
    assert_picture("0>1 1>2",
                   "a|wider|widest", true,
                   "  a\n"
                   "  |\n"
                   "wider\n"
                   "  |\n"
                   "widest\n");
}

/* A list walked by a while loop, with two conditions in its body, one of them nested. */
static void nested_conditions_are_laid_out_without_crossings(void **state)
{
    (void)state;
    assert_picture("0>1 1>2 1>3 2>4 2>5 3>15 4>6 5>7 5>8 6>9 6>10 7>11 7>12 8>13 9>14 10>14 11>13 12>13 13>6 14>1",
                   "(24) 6|(26) 8|(27) 9|(28) 18|(29) 10|(30) 11|(34) 13|(31) 11|(32)|(35) 14|(36) 16|(38) 12|(39)|(33)|(37)|(25)", true,
                   "                  (24) 6\n"
                   "                    |\n"
                   ".---------------->(26) 8\n"
                   "|               .---'-------.\n"
                   "|             (27) 9     (28) 18\n"
                   "|     .---------'---.       |\n"
                   "|  (29) 10       (30) 11   (25)\n"
                   "|     |          .--'-----.\n"
                   "|     |       (31) 11    (32)\n"
                   "|     |      .---'--.     |\n"
                   "|     |   (38) 12  (39)   |\n"
                   "|     |      '------+-----'\n"
                   "|     |            (33)\n"
                   "|     +-------------'\n"
                   "|  (34) 13\n"
                   "|     +-------------.\n"
                   "|  (35) 14       (36) 16\n"
                   "|     '-----.-------'\n"
                   "'----------(37)\n");
}

static void an_exit_that_comes_first_does_not_push_the_loop_to_the_right(void **state)
{
    (void)state;
    assert_picture("0>1 1>5 1>2 2>3 3>2 3>4 4>1 5>6",
                   NULL, true,
                   "     (0)\n"
                   "      |\n"
                   ".--->(1)\n"
                   "|     +----.\n"
                   "| .->(2)  (5)\n"
                   "| |   |    |\n"
                   "| '--(3)  (6)\n"
                   "|     |\n"
                   "'----(4)\n");
}

static void loops_to_one_header_share_a_lane_and_outer_ones_are_further_left(void **state)
{
    (void)state;
    assert_picture("0>1 1>2 2>3 3>4 4>3 4>2 4>1 4>5",
                   NULL, true,
                   "       (0)\n"
                   "        |\n"
                   ".----->(1)\n"
                   "|       |\n"
                   "| .--->(2)\n"
                   "| |     |\n"
                   "| | .->(3)\n"
                   "| | |   |\n"
                   "'-'-'--(4)\n"
                   "        |\n"
                   "       (5)\n");
    assert_picture("0>1 1>2 2>3 3>1 2>4 4>1",
                   NULL, true,
                   "   (0)\n"
                   "    |\n"
                   ".->(1)\n"
                   "|   |\n"
                   "|  (2)\n"
                   "|   +----.\n"
                   "+--(3)  (4)\n"
                   "'--------'\n");
}

static void a_loop_of_one_node_leaves_below_and_enters_at_the_left(void **state)
{
    (void)state;
    assert_picture("0>1 1>1 1>2",
                   NULL, true,
                   "   (0)\n"
                   "    |\n"
                   ".->(1)\n"
                   "'---+\n"
                   "   (2)\n");
    assert_picture("0>0",
                   NULL, true,
                   ".->(0)\n"
                   "'---'\n");
}

static void edges_into_a_node_share_a_line_through_the_layers(void **state)
{
    (void)state;
    assert_picture("0>1 1>2 2>3 3>4 4>5 1>5 2>5 3>5",
                   NULL, true,
                   "(0)\n"
                   " |\n"
                   "(1)\n"
                   " +--.\n"
                   "(2) |\n"
                   " +->+\n"
                   "(3) |\n"
                   " +->+\n"
                   "(4) |\n"
                   " +--'\n"
                   "(5)\n");
    assert_picture("0>1 0>2 0>3 0>4 1>5 2>5 3>5 4>5",
                   NULL, true,
                   "(0)\n"
                   " +----.----.----.\n"
                   "(1)  (2)  (3)  (4)\n"
                   " +----'----'----'\n"
                   "(5)\n");
}

static void parallel_edges_are_one_line(void **state)
{
    (void)state;
    assert_picture("0>1 0>1",
                   NULL, true,
                   "(0)\n"
                   " |\n"
                   "(1)\n");
}

static void an_arrow_tells_where_a_branch_joins(void **state)
{
    (void)state;
    assert_picture("0>1 0>2 1>3 1>4 2>4 2>5",
                   NULL, true,
                   "(0)\n"
                   " +----.\n"
                   "(1)  (2)\n"
                   " |    +----.\n"
                   " +--->+    |\n"
                   "(3)  (4)  (5)\n");
}

static void lines_that_would_have_to_pass_each_other_change_columns(void **state)
{
    (void)state;
    assert_picture("0>1 0>2 0>3 1>4 1>5 1>6 2>4 2>5 2>6 3>4 3>5 3>6",
                   NULL, false,
                   "     (0)\n"
                   " ┌────┼────┐\n"
                   "(1)  (2)  (3)\n"
                   " │   ┌┘┌───┘\n"
                   " ├───┼┬┼──>┐\n"
                   " ├<──┴┼┼──>┤\n"
                   " ├<───┼┴──>┤\n"
                   "(4)  (5)  (6)\n");
}

static void what_the_root_does_not_reach_stands_beside_it(void **state)
{
    (void)state;
    assert_picture("0>1 2>3 3>0 3>1 4>4 5>6 6>5",
                   NULL, true,
                   ".----------------------.\n"
                   "| .----------.         |\n"
                   "| | .->(4)  (5)  (2)  (0)\n"
                   "| | '---'    |    |    |\n"
                   "| '---------(6)  (3)   |\n"
                   "'-----------------+    |\n"
                   "                  +----'\n"
                   "                 (1)\n");
}

static void a_loop_with_two_entries_has_one_edge_that_goes_up(void **state)
{
    (void)state;
    assert_picture("0>1 0>2 1>2 2>1 1>3",
                   NULL, true,
                   "   (0)\n"
                   "    +--.\n"
                   ".->(1) |\n"
                   "|   +--+-.\n"
                   "|   +--' |\n"
                   "'--(2)  (3)\n");
}

int main(void)
{
    setlocale(LC_CTYPE, "C.UTF-8");
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_loop_has_a_lane_at_the_left),
        cmocka_unit_test(a_chain_is_one_straight_line),
        cmocka_unit_test(nested_conditions_are_laid_out_without_crossings),
        cmocka_unit_test(an_exit_that_comes_first_does_not_push_the_loop_to_the_right),
        cmocka_unit_test(loops_to_one_header_share_a_lane_and_outer_ones_are_further_left),
        cmocka_unit_test(a_loop_of_one_node_leaves_below_and_enters_at_the_left),
        cmocka_unit_test(edges_into_a_node_share_a_line_through_the_layers),
        cmocka_unit_test(parallel_edges_are_one_line),
        cmocka_unit_test(an_arrow_tells_where_a_branch_joins),
        cmocka_unit_test(lines_that_would_have_to_pass_each_other_change_columns),
        cmocka_unit_test(what_the_root_does_not_reach_stands_beside_it),
        cmocka_unit_test(a_loop_with_two_entries_has_one_edge_that_goes_up),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
