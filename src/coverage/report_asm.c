/* report_asm.c - routines and their instructions, each with its mark: GNATcoverage's .asm.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     Coverage level: branch
 *     pkg__partially_covered_branch !: 0800006c-08000083
 *     0800006c v:  00 b9            cbnz    r0, ...
 *     26 instructions analyzed:
 *       14 covered
 *       ...
 *
 * The end of a routine is that of its symbol; data in it (literal pools) has no line. */
#include "coverage/report.h"

#include <inttypes.h>
#include <stdlib.h>

static void add_head(const struct coverage_view *view, const struct object_routine *routine, struct text *out)
{
    text_safe(out, coverage_routine_name(view, routine->routine));
    text_printf(out, " %c: %0*" PRIx64 "-%0*" PRIx64 "\n", (char)routine->mark, view->digits, routine->routine->address, view->digits,
                routine->routine->address + routine->routine->size - 1);
}

static void write_instructions(FILE *out, const struct coverage_view *view, const struct symbols_routine *routine, struct text *text)
{
    enum { PAGE = 65536 };
    struct object_instruction *instructions;
    size_t count = object_coverage_range(view->coverage, routine->address, routine->size, &instructions);
    for (size_t i = 0; i < count; i++) {
        coverage_instruction_text(view, &instructions[i], text);
        if (text->size > PAGE)
            coverage_flush(out, text);
    }
    free(instructions);
}

bool coverage_write_asm(FILE *out, const struct coverage_view *view, struct error *error)
{
    struct text text = {0};
    bool going = true;
    text_printf(&text, "Coverage level: %s\n", coverage_level_name(view->choice->level));
    for (size_t i = 0; i < view->routine_count && going && !ferror(out); i++) {
        add_head(view, &view->routines[i].object, &text);
        write_instructions(out, view, view->routines[i].object.routine, &text);
        coverage_flush(out, &text);
        going = coverage_goes_on(view, i, view->routine_count, error);
    }
    coverage_counts_text(view, &text);
    if (going)
        coverage_flush(out, &text);
    text_free(&text);
    return going && coverage_written(out, error);
}
