/* shoot.c - a screen as text, for documents: runs clew at 80x24 and types what standard input says.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     shoot FOLDER ARGUMENT... <<'END'
 *     last :goto mean.c:39             waits for that text in the last row: the rows above it are drawn then
 *     wait > 39                        the same, anywhere
 *     press x                          types; \r is Enter, \e Escape
 *     show                             prints the screen, indented by four blanks
 *     END
 *
 * Ends with a status that is not 0 where a text does not come, and prints the screen that stood there. */
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
            fprintf(stderr, "shoot: found \"%s\", expected press, wait, last or show\n", line);
            return 2;
        }
    }
    terminal_press(terminal, ":quit\r");
    return terminal_end(terminal);
}
