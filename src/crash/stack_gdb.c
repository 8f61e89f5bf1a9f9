/* stack_gdb.c - gdb commands that print what clew wants to know.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Frames and locals in one command: "info locals" with a pattern prints NAME = value, and nothing for a frame that has none, so every frame is
 * asked and none can fail; the trace of the command behind every header tells such values from those that follow a backtrace. Addresses are
 * asked for in every header, since equal ones tell what was inlined. The pattern has neither | nor parentheses, which gdb's expressions spell with
 * backslashes. A global is printed behind a trace of its command, "+print NAME", in one piece of output, as the machine interface separates the output of
 * commands; "frame apply 1 -s" swallows the error of one that does not exist, which would end a script. "with" puts settings back. (gdb manual: "Frame
 * Apply", "Locals", "Command Settings"; needs gdb 10.) */
#include "crash/debugger.h"
#include "crash/probes_inside.h"
#include "crash/stack.h"


#include <stdlib.h>

#define WHOLE_VALUES "with pagination off -- with max-value-size 134217728 -- with print elements 0 -- "

static bool is_name(struct slice name)
{
    for (size_t i = 0; i < name.size; i++) {
        char c = name.data[i];
        if (!((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '.' || c == '$'))
            return false;
    }
    return name.size > 0;
}

static void add_global(struct slice name, struct text *out)
{
    enum debugger_name which;
    if (!is_name(name) || !debugger_name_find(name, &which) || which != DEBUGGER_GLOBAL) {
        text_add(out, "# left out, not the name of a coverage array: ");
        text_safe(out, name);
        text_byte(out, '\n');
        return;
    }
    const char *quote = slice_find_byte(name, '.') == SIZE_MAX ? "" : "'";      /* else a dot would ask for a member; $ is part of a name */
    text_printf(out, WHOLE_VALUES "frame apply 1 -q -s -- with trace-commands on -- print %s%.*s%s\n", quote, SLICE(name), quote);
}

static int by_text(const void *x, const void *y)
{
    return slice_compare(*(const struct slice *)x, *(const struct slice *)y);
}

/* Each global once: variants of a function share theirs. */
static void add_globals(const struct probes *probes, struct text *out)
{
    size_t count = 0;
    for (size_t s = 0; s < CSI_SCHEMES; s++)
        count += probes->coverage[s].count;
    struct slice *names = memory_allocate((count ? count : 1) * sizeof *names);
    count = 0;
    for (size_t s = 0; s < CSI_SCHEMES; s++)
        for (size_t i = 0; i < probes->coverage[s].count; i++)
            names[count++] = probes->coverage[s].functions[i].global;
    if (count)
        qsort(names, count, sizeof *names, by_text);
    for (size_t i = 0; i < count; i++)
        if (i == 0 || !slice_equal(names[i], names[i - 1]))
            add_global(names[i], out);
    free(names);
}

void crash_gdb_commands(const struct probes *probes, bool all_threads, struct text *out)
{
    const int counts[] = {CRASH_INNER_FRAMES, -CRASH_OUTER_FRAMES};
    for (size_t i = 0; i < 2; i++)
        text_printf(out, WHOLE_VALUES "with print frame-info location-and-address -- %sframe apply %d -c -- with trace-commands on -- info locals -q "
                         "^__[BCPT]*_[acp]\n", all_threads ? "thread apply all -c -- " : "", counts[i]);
    add_globals(probes, out);
}
