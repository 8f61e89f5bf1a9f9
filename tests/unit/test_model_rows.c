/* test_model_rows.c - rows, history and marks.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "table/table.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

static void a_list_gives_back_what_was_added(void **state)
{
    (void)state;
    struct rows rows = {0};
    struct row row = {0};
    struct row *added = rows_add(&rows, str_of("first\x1b"));
    added->place = (struct place){.has = PLACE_ID, .id = 7};
    added->style = STYLE_HEADING;
    added->current = true;
    row_number(added, "id", UINT64_MAX);
    row_string(added, "file", str_of("a.c"));
    row_style(added, STYLE_VALUE);
    text_add(&added->text, " 0x5");
    rows_add_printf(&rows, "%s %d\n", "second", 2);
    assert_int_equal(rows.count, 2);
    assert_true(rows_get(&rows, 0, &row));
    assert_string_equal(text_string(&row.text), "first\\x1b 0x5");
    assert_true(row.current && row.style == STYLE_HEADING && row.place.id == 7);
    assert_int_equal(row.field_count, 2);
    assert_true(row.fields[0].kind == FIELD_NUMBER && row.fields[0].number == UINT64_MAX);
    assert_true(row.fields[1].kind == FIELD_TEXT && str_is(row.fields[1].text, "a.c"));
    assert_int_equal(row.span_count, 1);
    assert_true(row.spans[0].from == 9 && row.spans[0].style == STYLE_VALUE);
    assert_true(rows_get(&rows, 1, &row));
    assert_string_equal(text_string(&row.text), "second 2\\x0a");
    assert_int_equal(row.field_count, 0);
    assert_false(row.current);
    assert_int_equal(row.place.has, 0);
    assert_false(rows_get(&rows, 2, &row));
    assert_int_equal(row.text.size, 0);
    rows_free(&rows);
    row_free(&row);
}

static void a_row_outlives_its_list(void **state)
{
    (void)state;
    struct rows rows = {0};
    struct row row = {0};
    char name[] = "gone.c";
    row_string(rows_add(&rows, str_of("x")), "file", str_of(name));
    memset(name, '?', sizeof name - 1);
    assert_true(rows_get(&rows, 0, &row));
    rows_free(&rows);
    assert_true(str_is(row.fields[0].text, "gone.c"));
    row_free(&row);
}

static void long_lists_keep_every_row(void **state)
{
    (void)state;
    struct rows rows = {0};
    struct row row = {0};
    char expected[32];
    for (int i = 0; i < 3000; i++)
        row_hex(rows_add_printf(&rows, "row %d", i), "address", (uint64_t)i);
    for (int i = 2999; i >= 0; i--) {
        assert_true(rows_get(&rows, (uint64_t)i, &row));
        snprintf(expected, sizeof expected, "row %d", i);
        assert_string_equal(text_string(&row.text), expected);
        assert_int_equal(row.fields[0].number, i);
    }
    rows_free(&rows);
    row_free(&row);
}

static void fields_have_their_kinds_and_a_null_slice_is_null(void **state)
{
    (void)state;
    struct row row = {0};
    row_null(&row, "a");
    row_number(&row, "b", 1);
    row_hex(&row, "c", 2);
    row_string(&row, "d", (struct str){NULL, 0});
    row_string(&row, "e", str_of(""));
    row_true(&row, "f");
    row_value(&row, "g", str_of("0x88"));
    row_value(&row, "h", (struct str){NULL, 0});
    const enum field_kind kinds[] = {FIELD_NULL, FIELD_NUMBER, FIELD_HEX, FIELD_NULL, FIELD_TEXT, FIELD_TRUE, FIELD_VALUE, FIELD_NULL};
    assert_int_equal(row.field_count, 8);
    for (size_t i = 0; i < 8; i++)
        assert_int_equal(row.fields[i].kind, kinds[i]);
    row_clear(&row);
    assert_int_equal(row.field_count, 0);
    row_free(&row);
}

static void more_fields_and_spans_than_fit_are_dropped(void **state)
{
    (void)state;
    struct row row = {0};
    for (int i = 0; i < 100; i++) {
        row_number(&row, "n", (uint64_t)i);
        row_style(&row, STYLE_DIM);
        text_add(&row.text, "x");
    }
    assert_int_equal(row.field_count, ROW_FIELDS);
    assert_int_equal(row.span_count, ROW_SPANS);
    row_free(&row);
}

static void a_style_without_text_is_replaced_by_the_next(void **state)
{
    (void)state;
    struct row row = {0};
    row_style(&row, STYLE_DIM);
    row_style(&row, STYLE_ERROR);
    text_add(&row.text, "x");
    row_style(&row, STYLE_NORMAL);
    assert_int_equal(row.span_count, 2);
    assert_true(row.spans[0].from == 0 && row.spans[0].style == STYLE_ERROR);
    assert_true(row.spans[1].from == 1 && row.spans[1].style == STYLE_NORMAL);
    row_free(&row);
}

static bool get_number(const struct rows *rows, uint64_t i, struct row *row)
{
    (void)rows;
    text_printf(&row->text, "%llu", (unsigned long long)i);
    row_string(row, "text", text_str(&row->text));
    return true;
}

static void release_count(struct rows *rows)
{
    ++*(int *)rows->data;
}

static void rows_made_on_demand_cost_only_what_is_looked_at(void **state)
{
    (void)state;
    int released = 0;
    struct rows rows = {.count = UINT64_MAX, .get = get_number, .release = release_count, .data = &released};
    struct row row = {0};
    assert_true(rows_get(&rows, UINT64_MAX - 1, &row));
    assert_string_equal(text_string(&row.text), "18446744073709551614");
    for (uint64_t i = 0; i < 100000; i++)
        assert_true(rows_get(&rows, i, &row));
    assert_true(str_is(row.fields[0].text, "99999"));
    assert_true(row.arena.total < 1000);
    assert_false(rows_get(&rows, UINT64_MAX, &row));
    rows_free(&rows);
    assert_int_equal(released, 1);
    assert_int_equal(rows.count, 0);
    assert_false(rows_get(&rows, 0, &row));
    row_free(&row);
}

/* ---- History and marks ---- */

static void visit(struct history *history, uint64_t id)
{
    history_visit(history, &(struct place){.has = PLACE_ID, .id = id});
}

static void history_goes_back_and_forward_and_visiting_drops_what_lies_ahead(void **state)
{
    (void)state;
    struct history history = {0};
    struct place place = {0};
    assert_false(history_back(&history, &place) || history_forward(&history, &place));
    for (uint64_t id = 1; id <= 3; id++)
        visit(&history, id);
    visit(&history, 3); /* there already */
    assert_int_equal(history.count, 3);
    assert_false(history_forward(&history, &place));
    assert_true(history_back(&history, &place) && place.id == 2);
    assert_true(history_back(&history, &place) && place.id == 1);
    assert_false(history_back(&history, &place));
    assert_int_equal(place.id, 1);
    assert_true(history_forward(&history, &place) && place.id == 2);
    visit(&history, 9);
    assert_false(history_forward(&history, &place));
    assert_true(history_back(&history, &place) && place.id == 2);
    assert_true(history_back(&history, &place) && place.id == 1);
    assert_true(history_forward(&history, &place) && place.id == 2);
    history_leave(&history, &(struct place){.has = PLACE_ID, .id = 22});     /* by steps */
    assert_true(history_back(&history, &place) && place.id == 1);
    assert_true(history_forward(&history, &place) && place.id == 22);
    history_leave(&history, &(struct place){.has = PLACE_ID, .id = 2});
    assert_true(history_back(&history, &place) && place.id == 1);
    history_visit(&history, &history.places[1]); /* a place of the history itself, */
    for (uint64_t id = 100; history.count < history.capacity; id++)
        visit(&history, id);
    history_visit(&history, &history.places[1]); /* also while the array moves */
    assert_int_equal(history.places[history.position].id, 2);
    history_free(&history);
    assert_int_equal(history.count, 0);
    history_leave(&history, &place);            /* no place to leave */
    assert_int_equal(history.count, 0);
}

static void history_is_bounded_and_forgets_the_oldest(void **state)
{
    (void)state;
    struct history history = {0};
    struct place place;
    for (uint64_t id = 0; id < 3 * HISTORY_MAX; id++) {
        visit(&history, id);
        assert_true(history.count <= HISTORY_MAX);
    }
    uint64_t steps = 0;
    while (history_back(&history, &place))
        assert_int_equal(place.id, 3 * HISTORY_MAX - 1 - ++steps);
    assert_true(steps >= HISTORY_MAX / 2);
    history_free(&history);
}

static void marks_are_a_to_z_and_the_quote(void **state)
{
    (void)state;
    struct marks marks = {0};
    struct place place = {.has = PLACE_ID, .id = 5}, got = {0};
    assert_false(marks_get(&marks, 'a', &got));
    assert_true(marks_set(&marks, 'a', &place) && marks_set(&marks, 'z', &place) && marks_set(&marks, '\'', &place));
    assert_true(marks_get(&marks, 'a', &got) && got.id == 5);
    assert_true(marks_get(&marks, 'z', &got) && marks_get(&marks, '\'', &got));
    assert_false(marks_get(&marks, 'b', &got));
    for (int name = -128; name < 128; name++) {
        bool valid = (name >= 'a' && name <= 'z') || name == '\'';
        assert_true(marks_set(&marks, (char)name, &place) == valid);
        assert_true(marks_get(&marks, (char)name, &got) == valid);
    }
}

/* ---- Tables ---- */

static void fruit_cell(const void *data, uint64_t i, size_t column, struct table_cell *cell)
{
    static const char *const names[] = {"fig", "pomegranate", "plum"};
    unsigned *asked = *(unsigned *const *)data;
    ++*asked;
    if (column == 0) {
        text_add(cell->text, names[i % 3]);
    } else if (column == 2) {
        text_count(cell->text, i);
    } else if (column == 3) {
        text_add(cell->text, i ? "\xc3\xa4pfel" : "");
        cell->style = i == 1 ? STYLE_WARNING : cell->style;
    }
}

static void a_table_has_columns_as_wide_as_their_cells(void **state)
{
    (void)state;
    static const struct column columns[] = {{STYLE_LOCATION, 8, 0}, {STYLE_VALUE, 10, 0}, {STYLE_DIM, 6, 4}, {STYLE_NORMAL, 0, 0}};
    unsigned asked = 0, *counter = &asked;
    struct table table = {.columns = columns, .count = 4, .cell = fruit_cell, .data = &counter, .indent = 2};
    struct row row = {0};
    table_measure(&table, 0, 3);
    assert_int_equal(asked, 9);                 /* the last column has no width: nobody asks for its cells */
    assert_int_equal(table.widths[0], 8);       /* of 11 cells 8 count */
    assert_int_equal(table.widths[1], 0);       /* no cell has a text */
    assert_int_equal(table.widths[2], 4);
    assert_int_equal(table_at(&table, 0), 2);
    assert_int_equal(table_at(&table, 2), 12);
    assert_int_equal(table_at(&table, 3), 18);
    table_row(&table, 0, &row);
    assert_string_equal(text_string(&row.text), "  fig       0");       /* no blanks behind the last text */
    row_clear(&row);
    table_row(&table, 1, &row);
    assert_string_equal(text_string(&row.text), "  pomegranate  1  \xc3\xa4pfel");
    assert_true(row.spans[row.span_count - 1].style == STYLE_WARNING && row.spans[0].style == STYLE_LOCATION);
    row_clear(&row);
    text_add(&row.text, ">");                   /* a mark in the indent */
    table_row(&table, 2, &row);
    assert_string_equal(text_string(&row.text), "> plum      2     \xc3\xa4pfel");
    row_free(&row);
}

static void a_long_table_looks_at_its_first_rows_for_the_widths(void **state)
{
    (void)state;
    static const struct column columns[] = {{STYLE_LOCATION, 30, 0}};
    unsigned asked = 0, *counter = &asked;
    struct table table = {.columns = columns, .count = 1, .cell = fruit_cell, .data = &counter};
    table_measure(&table, 0, UINT64_MAX);
    assert_int_equal(asked, TABLE_MEASURED);
    assert_int_equal(table.widths[0], 11);
    table_measure(&table, 0, 0);
    assert_int_equal(table.widths[0], 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_list_gives_back_what_was_added),
        cmocka_unit_test(a_row_outlives_its_list),
        cmocka_unit_test(long_lists_keep_every_row),
        cmocka_unit_test(a_table_has_columns_as_wide_as_their_cells),
        cmocka_unit_test(a_long_table_looks_at_its_first_rows_for_the_widths),
        cmocka_unit_test(fields_have_their_kinds_and_a_null_slice_is_null),
        cmocka_unit_test(more_fields_and_spans_than_fit_are_dropped),
        cmocka_unit_test(a_style_without_text_is_replaced_by_the_next),
        cmocka_unit_test(rows_made_on_demand_cost_only_what_is_looked_at),
        cmocka_unit_test(history_goes_back_and_forward_and_visiting_drops_what_lies_ahead),
        cmocka_unit_test(history_is_bounded_and_forgets_the_oldest),
        cmocka_unit_test(marks_are_a_to_z_and_the_quote),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
