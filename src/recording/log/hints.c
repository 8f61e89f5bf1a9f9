/* hints.c - what clew knows about a trace only after the rebuild: names that match nothing, skipped code.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/log/log.h"

#include <inttypes.h>
#include <string.h>

/* ---- Names that match nothing ---- */

/* "--only=name: reason", unless the named code ran. */
static void add_found(struct text *lines, const char *option, const char *name, uint8_t found, const char *idle, const char *so)
{
    if (!name || found == FOUND_RAN)
        return;
    const char *nothing = strchr(name, ',') ? "the program loaded no function or file of that name; for several names repeat the option"
                                           : "the program loaded no function or file of that name (a function that is inlined everywhere has no code of its own)";
    text_printf(lines, "%s=", option);
    text_safe(lines, str_of(name));
    text_printf(lines, ": %s%s\n", found == FOUND_IDLE ? idle : nothing, so);
}

static void add_missing(const struct record_options *options, const struct record_result *result, struct text *lines)
{
    for (size_t i = 0; i < options->shown.count; i++)
        add_found(lines, "--only", options->shown.items[i], result->shown_found[i], "none of it ran", "");
    add_found(lines, "--from", options->from, result->from_found, "the program never entered it", result->older_stays ? "" : ", so the trace is empty");
    if (!options->from || result->from_found == FOUND_RAN)
        add_found(lines, "--until", options->until, result->until_found, "the program did not enter it after the trace began", ", so the trace goes on to the end");
}

/* ---- Skipped code ---- */

/* Files that ran at least a tenth of all instructions, and more than the trace shows. False: there are none. */
static bool find_skipped(const struct record_result *result, struct text *shares, struct text *options)
{
    enum { FEW = 1000000 };                 /* the startup of a small program */
    const struct record_skipped *skipped = result->skipped;
    uint64_t shown = result->instances, executed = shown + result->skipped_total;
    bool none = skipped[0].executed < FEW || skipped[0].executed <= shown;
    for (size_t i = 0; !none && i < RECORD_SKIPPED_MAX && skipped[i].executed >= executed / 10; i++) {
        struct str name = str_of(skipped[i].name);
        text_add(shares, i ? ", " : "");
        text_safe(shares, name.size ? name : str_of("code the program generated"));
        text_printf(shares, " %" PRIu64 "%%", skipped[i].executed * 100 / executed);
        text_add(options, i ? " --only=" : "--only=");
        text_safe(options, name.size ? name : str_of("all"));
    }
    return !none;
}

/* Most instructions ran in skipped code, and the user chose no code: suggests --only. */
static void add_skipped(const struct record_options *options, const struct record_result *result, struct text *lines)
{
    struct text shares = {0}, names = {0};
    bool chosen = options->only != ONLY_EXECUTABLE || options->shown.count || options->skipped.count;
    if (!chosen && find_skipped(result, &shares, &names))
        text_printf(lines, "most instructions ran in skipped code: %s. To see them, record with %s\n", text_string(&shares), text_string(&names));
    text_free(&shares);
    text_free(&names);
}

/* ---- The rest ---- */

static void add_rest(const struct record_options *options, const struct record_result *result, struct text *lines)
{
    if (result->dropped)
        text_printf(lines, "%" PRIu64 " use%s by skipped code %s dropped: a call keeps the newest 1048576\n", result->dropped, result->dropped == 1 ? "" : "s",
                    result->dropped == 1 ? "was" : "were");
    for (size_t i = 0; i < options->skipped.count; i++)
        add_found(lines, "--skip", options->skipped.items[i], result->skipped_found[i], "none of it ran", "");
    if (result->unsupported[0]) {
        text_add(lines, "SIGILL: ");
        text_safe(lines, str_of(result->unsupported));
        text_byte(lines, '\n');
    }
}

/* What notes of their own tell, too. */
static void add_noted(const struct record_result *result, struct text *lines)
{
    if (result->stacks_forgotten)
        text_printf(lines, "%" PRIu64 " stack%s forgotten: clew keeps 1024 per thread besides the current one. What runs on a forgotten stack has no control parent\n",
                    result->stacks_forgotten, result->stacks_forgotten == 1 ? " was" : "s were");
    if (result->stacks_unknown)
        text_printf(lines, "the program switched to unknown stacks %" PRIu64 " time%s: what runs there has no control parent\n",
                    result->stacks_unknown, result->stacks_unknown == 1 ? "" : "s");
    if (result->floating[0]) {
        text_safe(lines, str_of(result->floating));
        text_byte(lines, '\n');
    }
}

void record_hints(const struct record_options *options, const struct record_result *result, unsigned which, struct text *lines)
{
    if (which & HINT_MISSING)
        add_missing(options, result, lines);
    if (which & HINT_SKIPPED)
        add_skipped(options, result, lines);
    if (which & HINT_NOTED)
        add_noted(result, lines);
    if (which & HINT_REST)
        add_rest(options, result, lines);
}
