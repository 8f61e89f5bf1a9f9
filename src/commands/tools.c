/* tools.c - the table of whole tools.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "commands/commands.h"

#include <string.h>

const struct tool tools[] = {
    {"record", "[OPTIONS] PROGRAM [ARGUMENTS]", "Runs a program and records a trace of it.", tool_record},
    {NULL, NULL, NULL, NULL},
};

const struct tool *tool_find(const char *name)
{
    for (const struct tool *tool = tools; tool->name; tool++)
        if (strcmp(tool->name, name) == 0)
            return tool;
    return NULL;
}
