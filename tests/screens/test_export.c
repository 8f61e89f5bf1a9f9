/* test_export.c - exports the list with the focus, and the screen, to files.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "terminal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The file contains this text. */
static void assert_holds(const char *path, const char *needle)
{
    char bytes[65536];
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    size_t size = fread(bytes, 1, sizeof bytes - 1, file);
    bytes[size] = '\0';
    fclose(file);
    if (!strstr(bytes, needle))
        fail_msg("%s does not hold \"%s\": %s", path, needle, bytes);
}

static void press_command(struct terminal *terminal, const char *before, const char *path, const char *behind)
{
    char line[256];
    snprintf(line, sizeof line, ":%s %s%s\r", before, path, behind);
    terminal_press(terminal, line);
}

static void exports(int rows, int columns)
{
    char folder[] = "/tmp/clew-X-XXXXXX", path[64];
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/x", folder);
    struct terminal *terminal = terminal_start(&(struct terminal_options){.rows = rows, .columns = columns}, "average.wet", NULL);
    terminal_wait(terminal, "links of the statement");
    press_command(terminal, "export csv", path, "");
    terminal_wait_row(terminal, -1, "written as CSV");
    assert_holds(path, "id,address,instance,");
    assert_holds(path, "\r\n9,0x401109,0,average.c,main,18,1,data,definer");
    press_command(terminal, "export text", path, "");
    terminal_wait_row(terminal, -1, "exists: put !");
    press_command(terminal, "export! dot", path, "");
    terminal_wait_row(terminal, -1, "written as a graph");
    assert_holds(path, "\"0x401110#0\" -> \"0x401109#0\" [label=\"data\"];");
    press_command(terminal, "export! text", path, " slice back");
    terminal_wait_row(terminal, -1, "x written");
    assert_holds(path, "0x401109#0  main");
    press_command(terminal, "screen", path, "");
    terminal_wait_row(terminal, -1, "exists: put !");
    press_command(terminal, "screen!", path, "");
    terminal_wait_row(terminal, -1, "screen written");
    assert_holds(path, "links of the statement");
    press_command(terminal, "export! dot", path, " marks");
    terminal_wait_row(terminal, -1, "no row of this list is an");
    assert_holds(path, "links of the statement");       /* unchanged */
    terminal_quit(terminal);
    unlink(path);
    rmdir(folder);
}

static void of_the_focused_list_at_80x24(void **state)
{
    (void)state;
    exports(24, 80);
}

static void of_the_focused_list_at_40x10(void **state)
{
    (void)state;
    exports(10, 40);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(of_the_focused_list_at_80x24),
        cmocka_unit_test(of_the_focused_list_at_40x10),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
