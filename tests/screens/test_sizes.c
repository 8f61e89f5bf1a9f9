/* test_sizes.c - every pane of every kind of trace, at every size, and changes between all sizes.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * On each screen, the chosen pane has its title and the focus; the cursor is in it, on a marked row; the status line is whole and ends with the screen; and
 * each row on the terminal equals the row that clew drew (`screen` writes those to a file), because a row that is too long would spill into the next. */
#include "../unit/test_ae.h"
#include "../unit/test_gnatcov_session.h"
#include "terminal.h"

enum { PANES = 5, NAMED_COLUMNS = 60 /* from this width on the status line names kind and file */ };

static const char *const keys[PANES] = {"\033OQ", "\033OR", "\033OS", "\033[15~", "\033[17~"};

/* ---- Sizes ---- */

struct size {
    int rows, columns;
};

/* Each ordered pair of four sizes once; ends with the first size. */
static const struct size circuit[] = {{24, 80}, {10, 40}, {50, 200}, {1, 1},   {24, 80}, {50, 200}, {10, 40},
                                      {1, 1},   {50, 200}, {24, 80}, {1, 1}, {10, 40}, {24, 80}};
enum { STOPS = sizeof circuit / sizeof *circuit };

static void every_size_follows_every_other(void **state)
{
    (void)state;
    bool went[STOPS * STOPS] = {false};
    size_t changes = 0;
    for (size_t i = 1; i < STOPS; i++) {
        size_t from = 0, to = 0;            /* the first stop of that size */
        while (circuit[from].rows != circuit[i - 1].rows)
            from++;
        while (circuit[to].rows != circuit[i].rows)
            to++;
        assert_true(from != to && !went[from * STOPS + to]);
        went[from * STOPS + to] = true;
        changes++;
    }
    assert_int_equal(changes, 4 * 3);
}

/* ---- Checking a screen ---- */

static char copy[64];                       /* where `screen` writes */

/* Compares row by row, except the last, which held the prompt. */
static void assert_drawn(struct terminal *terminal, struct size size)
{
    char line[4096];
    FILE *file = fopen(copy, "r");
    assert_non_null(file);
    for (int row = 0; row < size.rows; row++) {
        assert_non_null(fgets(line, sizeof line, file));
        line[strcspn(line, "\n")] = '\0';
        if (row + 1 < size.rows)
            assert_string_equal(terminal_row(terminal, row), line);
    }
    assert_null(fgets(line, sizeof line, file));
    fclose(file);
    unlink(copy);
}

static bool begins(const char *text, const char *with)
{
    return !strncmp(text, with, strlen(with));
}

/* The cursor returns to its row after all drawing. */
static bool is_marked(struct terminal *terminal, const void *context)
{
    int row, column;
    (void)context;
    terminal_cursor(terminal, &row, &column);
    return terminal_is_reversed(terminal, row, column) || terminal_is_reversed(terminal, row, column + 1);
}

/* The first title above the cursor, from its column on, has the focus; and the cursor's row is marked. */
static void assert_cursor(struct terminal *terminal, const char *title)
{
    int row, column;
    const char *above;
    terminal_wait_that(terminal, is_marked, NULL, "the cursor on a row that is marked");
    terminal_cursor(terminal, &row, &column);
    do {
        assert_true(row-- > 0);
        above = terminal_row_from(terminal, row, column);
    } while (!begins(above, "─[ ") && !begins(above, "── ") && !begins(above, "───"));
    if (!begins(above, title))
        fail_msg("the title is \"%s\", not \"%s\"", above, title);
}

/* clew draws the echo of a key over the last message, from the left. */
static bool says_nothing_else(struct terminal *terminal, const void *context)
{
    (void)context;
    return !strstr(terminal_row(terminal, -1), "written");
}

static void assert_pane(struct terminal *terminal, struct size size, size_t pane, const char *kind, const char *title)
{
    char command[128], focused[64], echo[16];
    terminal_wait_end(terminal, -2, " ?=help", size.columns - 1);
    terminal_press(terminal, keys[pane]);
    snprintf(echo, sizeof echo, ":pane %zu", pane + 1);
    terminal_wait_row(terminal, -1, echo);
    terminal_wait_that(terminal, says_nothing_else, NULL, "the end of what was said before");
    snprintf(command, sizeof command, ":screen %s\r", copy);
    terminal_press(terminal, command);
    terminal_wait_row(terminal, -1, "written");
    assert_drawn(terminal, size);
    snprintf(focused, sizeof focused, "─[ %s", title);
    terminal_wait_shows_cursor(terminal, false);
    assert_cursor(terminal, focused);
    snprintf(focused, sizeof focused, " [%s ", kind);
    if (size.columns >= NAMED_COLUMNS)
        assert_true(begins(terminal_row(terminal, -2), focused));
    terminal_wait_end(terminal, -2, " ?=help", size.columns - 1);
}

/* One cell only shows that there is a prompt: opens it and cancels it. */
static void assert_cell(struct terminal *terminal, size_t pane)
{
    terminal_press(terminal, keys[pane]);
    terminal_press(terminal, "jk:");
    terminal_wait_shows_cursor(terminal, true);
    terminal_press(terminal, "\007");
    terminal_wait_shows_cursor(terminal, false);
}

/* Titles: their beginnings, as far as visible in 40 columns. */
static void walk_around(struct terminal *terminal, const char *kind, const char *const *titles)
{
    for (size_t pane = 0; pane < PANES; pane++)
        for (size_t i = 0; i < STOPS; i++) {
            if (i)
                terminal_resize(terminal, circuit[i].rows, circuit[i].columns);
            if (circuit[i].rows == 1)
                assert_cell(terminal, pane);
            else
                assert_pane(terminal, circuit[i], pane, kind, titles[pane]);
        }
    terminal_press(terminal, ":quit\r");
    assert_int_equal(terminal_end(terminal), 0);
}

/* ---- A window that was small and grows again ---- */

enum { KEPT_ROWS = 22 /* of the panes, at 24 */ };
static const struct size small_ones[] = {{1, 1}, {4, 40}, {2, 10}, {3, 80}, {10, 40}, {1, 200}};

static void keep(struct terminal *terminal, char kept[KEPT_ROWS][512])
{
    for (int row = 0; row < KEPT_ROWS; row++)
        snprintf(kept[row], sizeof kept[row], "%s", terminal_row(terminal, row));
}

/* Waits until all input is drawn: clew draws rows from the top down, and the prompt is in the last one. */
static void settle(struct terminal *terminal)
{
    terminal_press(terminal, ":zz");
    terminal_wait_row(terminal, -1, ":zz");
    terminal_press(terminal, "\007");
    terminal_wait_gone(terminal, ":zz");
    terminal_wait_that(terminal, is_marked, NULL, "the cursor on a row that is marked");
}

/* Small and back: every row is the same. */
static void shrink_and_grow(struct terminal *terminal)
{
    char kept[KEPT_ROWS][512];
    int row, column;
    settle(terminal);
    keep(terminal, kept);
    terminal_cursor(terminal, &row, &column);
    for (size_t i = 0; i < sizeof small_ones / sizeof *small_ones; i++) {
        terminal_resize(terminal, small_ones[i].rows, small_ones[i].columns);
        terminal_press(terminal, ":");
        terminal_wait_shows_cursor(terminal, true);
        terminal_press(terminal, "\007");
        terminal_wait_shows_cursor(terminal, false);
        terminal_resize(terminal, 24, 80);
        terminal_wait_end(terminal, -2, " ?=help", 79);
        settle(terminal);
        for (int k = 0; k < KEPT_ROWS; k++)
            assert_string_equal(terminal_row(terminal, k), kept[k]);
        terminal_wait_cursor(terminal, row);
    }
}

static void what_was_shown_comes_back_after_a_small_size(void **state)
{
    (void)state;
    struct terminal *terminal = terminal_start(&(struct terminal_options){.rows = 24, .columns = 80}, "average.wet", NULL);
    terminal_wait_cursor(terminal, 15);
    shrink_and_grow(terminal);
    terminal_press(terminal, "\033OQggjjj");                /* the source, at its top */
    terminal_wait_cursor(terminal, 4);
    shrink_and_grow(terminal);
    terminal_press(terminal, "G");
    terminal_wait_row(terminal, 9, "20         }");
    shrink_and_grow(terminal);
    terminal_press(terminal, "kkkkkkk");                    /* not at an end, the cursor not in the middle */
    terminal_wait_cursor(terminal, 2);
    shrink_and_grow(terminal);
    terminal_press(terminal, "?");                          /* a list over all */
    terminal_wait(terminal, "[ help ]");
    terminal_press(terminal, "30j5k");
    terminal_wait_cursor(terminal, 16);
    shrink_and_grow(terminal);
    terminal_press(terminal, ":quit\r");
    assert_int_equal(terminal_end(terminal), 0);
}

/* A place reached while the window was small is in the middle of the large window. */
static void a_place_gone_to_in_a_small_size_is_centred(void **state)
{
    (void)state;
    struct terminal *terminal = terminal_start(&(struct terminal_options){.rows = 24, .columns = 80}, "average.wet", NULL);
    terminal_wait(terminal, "> 19");
    for (size_t i = 0; i < sizeof small_ones / sizeof *small_ones; i++) {
        terminal_resize(terminal, small_ones[i].rows, small_ones[i].columns);
        terminal_press(terminal, ":goto 6#2\r:");
        terminal_wait_shows_cursor(terminal, true);
        terminal_press(terminal, "\007");
        terminal_wait_shows_cursor(terminal, false);
        terminal_resize(terminal, 24, 80);
        terminal_wait_end(terminal, -2, " ?=help", 79);
        settle(terminal);
        int row = terminal_find(terminal, "> 11");
        assert_true(row >= 4 && row <= 7);
        assert_true(terminal_find(terminal, "depends upon") > 10);
        terminal_press(terminal, ":goto 10#0\r");
        terminal_wait(terminal, "> 19");
    }
    terminal_press(terminal, ":quit\r");
    assert_int_equal(terminal_end(terminal), 0);
}

/* ---- Traces of every kind ---- */

static bool recorded;

static void put_word(FILE *file, uint32_t word)
{
    for (int shift = 24; shift >= 0; shift -= 8)
        fputc((int)(word >> shift & 255), file);
}

/* The paper's program, data/ae/fig1.sma: its loop runs three times and calls a loop of four rounds. */
static void make_stream(void)
{
    enum { OUTER = 3, INNER = 4, ARRAY = 0x10000130 };
    char command[512], path[64];
    struct arena arena = {0};
    struct str text;
    struct error error;
    struct test_ae ae;
    assert_true(file_read("data/ae/fig1.sma", &arena, &text, &error));
    assert_true(test_ae_try(text, &(struct test_ae_options){.little_endian = false}, &ae, &error));
    snprintf(command, sizeof command, "mv %s %s/fig1 && cp data/ae/fig1.sma %s", ae.path, folder, folder);
    assert_int_equal(system(command), 0);
    snprintf(path, sizeof path, "%s/ae.out", folder);
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    put_word(file, 0x7feffe58);
    for (uint32_t i = 0; i < OUTER; i++) {
        fputc(1, file);
        put_word(file, 0x7feffe38);
        put_word(file, ARRAY + 400 * i);
        for (uint32_t j = 0; j < INNER; j++)
            fputc(1, file);
        fputc(3, file);
    }
    fputc(3, file);
    assert_int_equal(fclose(file), 0);
    test_ae_close(&ae);
    arena_free(&arena);
}

static void make_coverage(const char *name, enum gnatcov_kind kind, const struct step *steps, size_t count)
{
    char path[64];
    struct text bytes = {0};
    put_infos(&bytes);
    put_steps(&bytes, kind, steps, count);
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "wb");
    assert_true(file && fwrite(bytes.data, bytes.size, 1, file) == 1 && fclose(file) == 0);
    text_free(&bytes);
}

static int make_traces(void **state)
{
    char command[4096];
    const char *recorder = getenv("CLEW_RECORDER"), *clew = getenv("CLEW");
    if (make_program(state))
        return -1;
    snprintf(copy, sizeof copy, "%s/screen", folder);
    make_coverage("flat", GNATCOV_FLAT, flat_steps, FLAT_STEPS);
    make_coverage("history", GNATCOV_HISTORY, round_steps, ROUND_STEPS);
    make_stream();
    if (!recorder || access(recorder, X_OK) != 0)
        return 0;
    snprintf(command, sizeof command, "cp data/demo/mean.c %s && cd %s && gcc -g -O0 -o mean mean.c && '%s' record -- ./mean >output", folder, folder,
             clew ? clew : "build/clew");
    recorded = system(command) == 0;
    return recorded ? 0 : -1;
}

static struct terminal *start(const char *name)
{
    char path[64];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return terminal_start(&(struct terminal_options){.rows = 24, .columns = 80}, path, NULL);
}

/* ---- Tests ---- */

static void panes_of_a_trace_without_a_clock(void **state)
{
    (void)state;
    static const char *const titles[PANES] = {"average.c", "links of", "instructions", "executions and values", "trail"};
    struct terminal *terminal = terminal_start(&(struct terminal_options){.rows = 24, .columns = 80}, "average.wet", NULL);
    walk_around(terminal, "wet", titles);
}

/* Names with escape sequences, wide and combining characters. */
static void panes_of_hostile_text(void **state)
{
    (void)state;
    static const char *const titles[PANES] = {"", "links of", "instructions", "executions and values", "trail"};
    walk_around(terminal_start(&(struct terminal_options){.rows = 24, .columns = 80}, "hostile.wet", NULL), "wet", titles);
}

static void panes_of_a_recording(void **state)
{
    (void)state;
    static const char *const titles[PANES] = {"mean.c", "links of", "instructions", "executions and values", "frames"};
    if (!recorded)
        skip();
    walk_around(start("mean.clew"), "recording", titles);
}

static void panes_of_a_crash(void **state)
{
    (void)state;
    static const char *const titles[PANES] = {"digits.c", "graph of", "frames", "steps", "coverage"};
    struct terminal *terminal = terminal_start(&(struct terminal_options){.rows = 24, .columns = 80}, "digits.debug_PT", NULL);
    terminal_press(terminal, ":paste digits.gdb\r");
    terminal_wait_row(terminal, -2, "#0 digits digits.c:");
    walk_around(terminal, "csi", titles);
}

static void panes_of_metadata_alone(void **state)
{
    (void)state;
    static const char *const titles[PANES] = {"source of", "graph of", "frames", "steps", "coverage"};
    walk_around(terminal_start(&(struct terminal_options){.rows = 24, .columns = 80}, "digits.debug_PT", NULL), "csi", titles);
}

static void panes_of_an_address_trace(void **state)
{
    (void)state;
    static const char *const titles[PANES] = {"source", "main", "frames", "stream", "registers"};
    char program_path[64], schema[64], events[64];
    snprintf(program_path, sizeof program_path, "%s/fig1", folder);
    snprintf(schema, sizeof schema, "%s/fig1.sma", folder);
    snprintf(events, sizeof events, "%s/ae.out", folder);
    walk_around(terminal_start(&(struct terminal_options){.rows = 24, .columns = 80}, program_path, schema, events, NULL), "ae", titles);
}

static void panes_of_coverage(void **state)
{
    (void)state;
    static const char *const uncovered[PANES] = {"prog.c", "spare", "entries", "functions", "branch"};      /* the views of a flat trace at the start */
    static const char *const titles[PANES] = {"prog.c", "main", "entries", "functions", "branch"};
    walk_around(start("flat"), "flat", uncovered);
    walk_around(start("history"), "history", titles);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_size_follows_every_other),
        cmocka_unit_test(what_was_shown_comes_back_after_a_small_size),
        cmocka_unit_test(a_place_gone_to_in_a_small_size_is_centred),
        cmocka_unit_test(panes_of_a_trace_without_a_clock),
        cmocka_unit_test(panes_of_hostile_text),
        cmocka_unit_test(panes_of_a_recording),
        cmocka_unit_test(panes_of_a_crash),
        cmocka_unit_test(panes_of_metadata_alone),
        cmocka_unit_test(panes_of_an_address_trace),
        cmocka_unit_test(panes_of_coverage),
    };
    return cmocka_run_group_tests(tests, make_traces, remove_program);
}
