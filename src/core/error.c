/* error.c - filling and printing struct error.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/error.h"
#include "core/text.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

/* The arguments may point into the error to fill: one error is often made from another. */
static void fill(struct error *error, const char *source, const char *format, va_list arguments)
{
    struct error made = {0};
    if (source)
        snprintf(made.source, sizeof made.source, "%s", source);
    vsnprintf(made.message, sizeof made.message, format, arguments);
    *error = made;
}

bool error_set(struct error *error, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fill(error, NULL, format, arguments);
    va_end(arguments);
    return false;
}

bool error_at(struct error *error, const char *source, uint64_t line, uint64_t column, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fill(error, source, format, arguments);
    va_end(arguments);
    error->line = line;
    error->column = column;
    return false;
}

bool error_at_offset(struct error *error, const char *source, uint64_t offset, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fill(error, source, format, arguments);
    va_end(arguments);
    error->offset = offset;
    error->has_offset = true;
    return false;
}

void error_text(const struct error *error, struct text *out)
{
    if (error->source[0]) {
        text_safe(out, str_of(error->source));
        text_add(out, ":");
        if (error->line)
            text_printf(out, "%" PRIu64 ":", error->line);
        if (error->line && error->column)
            text_printf(out, "%" PRIu64 ":", error->column);
        text_add(out, " ");
    }
    if (error->has_offset)
        text_printf(out, "offset %" PRIu64 ": ", error->offset);
    text_safe(out, str_of(error->message));
}
