/* shoot.c - makes screens for documents: runs clew at 80x24 and types the keys from standard input.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     shoot FOLDER ARGUMENT... <<'END'
 *     last :goto mean.c:39             waits for that text in the last row: the rows above it are drawn then
 *     wait > 39                        the same, anywhere
 *     press x                          types; \r is Enter, \e Escape
 *     show                             prints the screen, indented by four blanks
 *     draw                             prints the screen as a picture (SVG), in its colours
 *     END
 *
 * If a text does not appear, prints the current screen and exits with a nonzero status. */
#include "terminal.h"

#include <stdio.h>
#include <string.h>

enum { ROWS = 24, COLUMNS = 80, WORDS = 8 };

static void press(struct terminal *terminal, const char *keys)
{
    char bytes[256];
    size_t size = 0;
    for (; *keys && size < sizeof bytes - 1; keys++) {
        bool escaped = keys[0] == '\\' && (keys[1] == 'r' || keys[1] == 'e');
        bytes[size++] = !escaped ? *keys : keys[1] == 'r' ? '\r' : '\033';
        keys += escaped;
    }
    bytes[size] = '\0';
    terminal_press(terminal, bytes);
}

static void show(struct terminal *terminal)
{
    for (int row = 0; row < ROWS; row++) {
        const char *text = terminal_row(terminal, row);
        printf("%s%s\n", *text ? "    " : "", text);
    }
}

/* ---- The screen as a picture ---- */

enum { CELL_WIDTH = 9, CELL_HEIGHT = 19, BASE_LINE = 14, EDGE = 12 };     /* in pixels, for a font of 15 */

static void put_text(const char *text)
{
    for (; *text; text++)
        switch (*text) {
        case '<': fputs("&lt;", stdout); break;
        case '>': fputs("&gt;", stdout); break;
        case '&': fputs("&amp;", stdout); break;
        default:  putchar(*text); break;
        }
}

static bool looks_alike(const struct terminal_cell *a, const struct terminal_cell *b)
{
    return memcmp(a->ink, b->ink, sizeof a->ink) == 0 && memcmp(a->paper, b->paper, sizeof a->paper) == 0 && a->bold == b->bold && a->underlined == b->underlined;
}

/* Cells FIRST to END of a row, which look alike: their paper, and their text, stretched to the cells' width in any font. */
static void draw_run(const struct terminal_cell *cells, int row, int first, int end)
{
    const struct terminal_cell *look = &cells[first];
    int x = EDGE + first * CELL_WIDTH, y = EDGE + row * CELL_HEIGHT, from = first, to = end;
    if (look->paper[0] != TERMINAL_PAPER || look->paper[1] != TERMINAL_PAPER || look->paper[2] != TERMINAL_PAPER)
        printf("<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"#%02x%02x%02x\"/>\n", x, y, (end - first) * CELL_WIDTH, CELL_HEIGHT, look->paper[0],
               look->paper[1], look->paper[2]);
    while (from < to && (!*cells[from].text || *cells[from].text == ' '))
        from++;
    while (to > from && (!*cells[to - 1].text || *cells[to - 1].text == ' '))
        to--;
    if (from == to)
        return;
    printf("<text x=\"%d\" y=\"%d\" textLength=\"%d\" fill=\"#%02x%02x%02x\"%s%s>", EDGE + from * CELL_WIDTH, y + BASE_LINE, (to - from) * CELL_WIDTH, look->ink[0],
           look->ink[1], look->ink[2], look->bold ? " font-weight=\"bold\"" : "", look->underlined ? " text-decoration=\"underline\"" : "");
    for (int i = from; i < to; i++)
        put_text(*cells[i].text ? cells[i].text : " ");
    fputs("</text>\n", stdout);
}

static void draw(struct terminal *terminal)
{
    const int width = COLUMNS * CELL_WIDTH + 2 * EDGE, height = ROWS * CELL_HEIGHT + 2 * EDGE;
    printf("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\" font-family=\"ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', monospace\" "
           "font-size=\"15\" xml:space=\"preserve\">\n<rect width=\"100%%\" height=\"100%%\" rx=\"8\" fill=\"#%02x%02x%02x\"/>\n", width, height, width, height, TERMINAL_PAPER, TERMINAL_PAPER,
           TERMINAL_PAPER);
    for (int row = 0; row < ROWS; row++) {
        struct terminal_cell cells[COLUMNS];
        for (int column = 0; column < COLUMNS; column++)
            terminal_cell(terminal, row, column, &cells[column]);
        for (int first = 0, end; first < COLUMNS; first = end) {
            for (end = first + 1; end < COLUMNS && looks_alike(&cells[first], &cells[end]); end++)
                continue;
            draw_run(cells, row, first, end);
        }
    }
    puts("</svg>");
}

static bool obey(struct terminal *terminal, const char *line)
{
    if (strncmp(line, "press ", 6) == 0)
        press(terminal, line + 6);
    else if (strncmp(line, "wait ", 5) == 0)
        terminal_wait(terminal, line + 5);
    else if (strncmp(line, "last ", 5) == 0)
        terminal_wait_row(terminal, -1, line + 5);
    else if (strcmp(line, "show") == 0)
        show(terminal);
    else if (strcmp(line, "draw") == 0)
        draw(terminal);
    else
        return *line == '\0';
    return true;
}

int main(int argc, char **argv)
{
    const char *words[WORDS] = {NULL};
    char line[512];
    if (argc < 3 || argc > 2 + WORDS) {
        fputs("shoot FOLDER ARGUMENT... <SCRIPT\n", stderr);
        return 2;
    }
    for (int i = 2; i < argc; i++)
        words[i - 2] = argv[i];
    struct terminal_options options = {.rows = ROWS, .columns = COLUMNS, .folder = argv[1]};
    struct terminal *terminal = terminal_start(&options, words[0], words[1], words[2], words[3], words[4], words[5], words[6], words[7], NULL);
    while (fgets(line, sizeof line, stdin)) {
        line[strcspn(line, "\n")] = '\0';
        if (!obey(terminal, line)) {
            fprintf(stderr, "shoot: found \"%s\", expected press, wait, last, show or draw\n", line);
            return 2;
        }
    }
    terminal_press(terminal, ":quit\r");
    return terminal_end(terminal);
}
