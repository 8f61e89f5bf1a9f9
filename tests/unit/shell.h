/* shell.h - runs a shell command for a test's setup; it must succeed.  SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CLEW_TESTS_SHELL_H
#define CLEW_TESTS_SHELL_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "core/core.h"

static inline void shell(const char *format, ...) FORMATTED(1, 2);
static inline void shell(const char *format, ...)
{
    char command[1024];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(command, sizeof command, format, arguments);
    va_end(arguments);
    if (system(command) != 0)
        fail_msg("failed: %s", command);
}

#endif
