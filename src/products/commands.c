/* commands.c - every command, as commands.txt lists it.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "session/engine.h"

#define DECLARE
#include "commands.h"
#undef DECLARE

static const struct command table[] = {
#include "commands.h"
};

const struct command *command_table(size_t *count)
{
    *count = sizeof table / sizeof *table;
    return table;
}
