/* tool_say.c - what tools say on standard error when they end.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "tools/tools.h"

#include <stdio.h>

int tool_complain(const struct error *error)
{
    struct text text = {0};
    error_text(error, &text);
    fprintf(stderr, "clew: %s\n", text_string(&text));
    text_free(&text);
    return TOOL_FAILED;
}

int tool_misused(const char *tool, const char *what, const char *argument)
{
    struct text text = {0};
    text_safe(&text, slice_of(argument));
    fprintf(stderr, "clew: %s%s%s; clew%s%s --help says more\n", what, argument ? ": " : "", text_string(&text), tool ? " " : "", tool ? tool : "");
    text_free(&text);
    return TOOL_USAGE;
}
