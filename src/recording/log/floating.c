/* floating.c - modes of floating-point numbers that Valgrind does not obey.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/log/floating.h"
#include "recording/log/sites.h"

#include <inttypes.h>
#include <stdio.h>

enum { ROUNDING_SHIFT = 13, ROUNDING = 3 << ROUNDING_SHIFT, FLUSH = 1 << 15, DENORMALS = 1 << 6, MASKS = 0x1F80 };

static void add_modes(struct text *line, uint64_t value)
{
    static const char *const rounding[] = {"", "round down", "round up", "round towards zero"};
    const char *between = "";
    if (value & ROUNDING) {
        text_add(line, rounding[(value & ROUNDING) >> ROUNDING_SHIFT]);
        between = ", ";
    }
    if (value & FLUSH) {
        text_printf(line, "%sflush to zero", between);
        between = ", ";
    }
    if (value & DENORMALS) {
        text_printf(line, "%sdenormals are zero", between);
        between = ", ";
    }
    if ((value & MASKS) != MASKS)
        text_printf(line, "%sexceptions raise SIGFPE", between);
}

bool floating_describe(const struct floating *floating, const struct sites *sites, char *message, size_t size)
{
    struct text line = {0};
    if (!floating->address)
        return false;
    sites_say_place(sites, floating->address, &line);
    text_printf(&line, " sets MXCSR to 0x%" PRIx64 " (", floating->value);
    add_modes(&line, floating->value);
    bool rounds = floating->value & ROUNDING, more = (floating->value & (FLUSH | DENORMALS)) || (floating->value & MASKS) != MASKS;
    text_printf(&line, "). Valgrind %s%s%s: results may differ from the processor's", rounds ? "obeys the rounding mode in conversions only" : "",
                rounds && more ? " and " : "", more ? rounds ? "ignores the rest" : "ignores it" : "");
    snprintf(message, size, "%s", text_string(&line));
    text_free(&line);
    return true;
}
