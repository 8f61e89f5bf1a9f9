/* all.c - every unit test in one program: `all` prints their names, `all NAME` runs one.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Each file test_NAME.c has a main, which the Makefile compiles as test_NAME_main. Each test still has a process of its own, because tests/run starts this
 * program once per test. */
#include <stdio.h>
#include <string.h>

#define UNIT(name) int name##_main(void);
#include "names.h"
#undef UNIT

static const struct unit {
    const char *name;
    int (*run)(void);
} units[] = {
#define UNIT(name) {#name, name##_main},
#include "names.h"
};

int main(int argc, char **argv)
{
    for (size_t i = 0; i < sizeof units / sizeof *units; i++)
        if (argc < 2)
            puts(units[i].name);
        else if (strcmp(argv[1], units[i].name) == 0)
            return units[i].run();
    if (argc > 1)
        fprintf(stderr, "%s: no test %s; without arguments it lists them\n", argv[0], argv[1]);
    return argc > 1 ? 2 : 0;
}
