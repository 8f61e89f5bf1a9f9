/* terminal.h - runs a program on a pseudo-terminal and reads its screen.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     struct terminal *terminal = terminal_start(&(struct terminal_options){.rows = 24, .columns = 80}, "average.wet", NULL);
 *     terminal_wait(terminal, "depends upon");         until it is on the screen: no test ever sleeps
 *     terminal_press(terminal, "j\r");
 *     assert_int_equal(terminal_end(terminal), 0);     waits for the program, returns its exit status, frees the terminal
 *
 * A wait longer than TERMINAL_PATIENCE prints the screen and fails the test. */
#ifndef CLEW_TESTS_TERMINAL_H
#define CLEW_TESTS_TERMINAL_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

enum { TERMINAL_PATIENCE = 30000 /* milliseconds: sanitizers on a busy machine */, TERMINAL_COLUMNS = 400 };
enum { TERMINAL_INK = 0xd4, TERMINAL_PAPER = 0x1e };     /* red, green and blue of a cell without colours from the program */

struct terminal_options {
    int rows, columns;
    const char *environment[8];         /* "NAME=VALUE" */
    bool ignores_hang_up;               /* as under nohup */
    const char *program;                /* NULL: clew */
    const char *folder;                 /* working folder; NULL: tests/screens/data */
};

struct terminal;

/* Runs the program named by $CLEW (build/clew), or another, in tests/screens/data. NULL ends the arguments. In the program, $CLEW is its absolute path. */
struct terminal *terminal_start(const struct terminal_options *options, ...) __attribute__((sentinel));

/* Returns the exit status, or 128 + the signal that killed the program. Reads its remaining output. */
int terminal_end(struct terminal *terminal);
int terminal_wait_exit(struct terminal *terminal);      /* the same, but keeps the terminal for questions */
void terminal_free(struct terminal *terminal);
void terminal_quit(struct terminal *terminal);          /* types :quit on the full screen, asserts that the program ends well, frees the terminal */

void terminal_press(struct terminal *terminal, const char *bytes);
void terminal_press_bytes(struct terminal *terminal, const char *bytes, size_t size);     /* may be long: reads output meanwhile */
void terminal_resize(struct terminal *terminal, int rows, int columns);
void terminal_hang_up(struct terminal *terminal);       /* closes our side */
void terminal_signal(struct terminal *terminal, int signal);

/* These wait for a text in any row; for a text in a certain row; until a text is gone. A negative row counts from the bottom: -1 is the bottom line, or any
 * row of a message that takes several; -2 is the status line above. */
void terminal_wait(struct terminal *terminal, const char *needle);
void terminal_wait_row(struct terminal *terminal, int row, const char *needle);
void terminal_wait_row_end(struct terminal *terminal, int row, const char *ending);     /* for a row with this ending */
void terminal_wait_gone(struct terminal *terminal, const char *needle);
void terminal_wait_cursor(struct terminal *terminal, int row);  /* until the cursor is in that row: the screen is drawn */
void terminal_wait_end(struct terminal *terminal, int row, const char *needle, int column);      /* until a row ends with a text before that column */
void terminal_wait_shows_cursor(struct terminal *terminal, bool shown);

/* Waits until a question below has the answer you want. The program draws a screen piece by piece: a question asked once, right after a wait, may see half of
 * it. */
typedef bool terminal_holds(struct terminal *terminal, const void *context);
void terminal_wait_that(struct terminal *terminal, terminal_holds *holds, const void *context, const char *what);

/* ---- What the screen shows now; waits for nothing ---- */
const char *terminal_row(struct terminal *terminal, int row);   /* UTF-8 without trailing blanks; valid until the next call */
const char *terminal_row_from(struct terminal *terminal, int row, int column);     /* the same from that cell on; a wide character takes two */
int terminal_find(struct terminal *terminal, const char *needle);               /* row, or -1 */
bool terminal_shows_cursor(const struct terminal *terminal);
void terminal_cursor(struct terminal *terminal, int *row, int *column);         /* its position, also while hidden */
bool terminal_is_reversed(struct terminal *terminal, int row, int column);
bool terminal_is_bold(struct terminal *terminal, int row, int column);
int terminal_column(struct terminal *terminal, int row, const char *needle);    /* its first column, or -1; wide characters count 1 */
bool terminal_is_coloured(struct terminal *terminal, int row, int column);      /* is the cell not in the default colour? */

/* A cell as you see it: where the program chose no colours, those of a dark terminal; reversed colours are already swapped. */
struct terminal_cell {
    char text[32];                      /* UTF-8; "": nothing, or the second half of a wide character */
    uint8_t ink[3], paper[3];           /* red, green, blue */
    bool bold, underlined;
};
bool terminal_cell(struct terminal *terminal, int row, int column, struct terminal_cell *cell);     /* false: no such cell */
bool terminal_has_colour(struct terminal *terminal);            /* is any cell not in the default colours? */
bool terminal_has_background(struct terminal *terminal);        /* is the background of any cell not the default one? */
bool terminal_alternate(const struct terminal *terminal);       /* does it show the second screen of full-screen programs? */
bool terminal_wrote(const struct terminal *terminal, const char *bytes);        /* did the program ever write these bytes? */
size_t terminal_wrote_times(const struct terminal *terminal, const char *bytes);
bool terminal_wrote_ascii(const struct terminal *terminal);     /* did it write only ASCII? */
bool terminal_modes_changed(const struct terminal *terminal);   /* compared with before the program */

#endif
