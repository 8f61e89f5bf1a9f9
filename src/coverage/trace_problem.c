/* trace_problem.c - what is wrong with a GNATcoverage trace, as a list and as diagnostics.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "coverage/trace_inside.h"

#include <inttypes.h>
#include <stdio.h>

/* Room for one more; a list in the arena leaves its smaller forms behind, together as large as itself. */
static void problems_grow(struct gnatcov_problems *problems, struct arena *arena)
{
    size_t kept = (size_t)problems->count, capacity = problems->capacity ? problems->capacity * 2 : 4;
    if (kept < problems->capacity)
        return;
    struct gnatcov_problem *items = arena_allocate(arena, capacity * sizeof *items);
    if (kept)
        memcpy(items, problems->items, kept * sizeof *items);
    problems->items = items;
    problems->capacity = capacity;
}

/* At the end of the list, or in a full one in place of the last. */
static struct gnatcov_problem *slot_take(struct gnatcov_problems *problems, struct arena *arena)
{
    if (problems->count >= GNATCOV_PROBLEMS)
        return &problems->items[GNATCOV_PROBLEMS - 1];
    problems_grow(problems, arena);
    return &problems->items[problems->count];
}

static void slot_fill(struct gnatcov_problem *slot, bool warning, const char *source, uint64_t offset, const char *format, va_list arguments)
{
    char message[sizeof slot->error.message];
    vsnprintf(message, sizeof message, format, arguments);
    error_at_offset(&slot->error, source, offset, "%s", message);
    slot->warning = warning;
}

void gnatcov_problem_add(struct gnatcov_problems *problems, struct arena *arena, bool warning, const char *source, uint64_t offset, const char *format, ...)
{
    va_list arguments;
    problems->failed = problems->failed || !warning;
    if (problems->count < GNATCOV_PROBLEMS) {
        va_start(arguments, format);
        slot_fill(slot_take(problems, arena), warning, source, offset, format, arguments);
        va_end(arguments);
    }
    problems->count++;
}

void gnatcov_problem_insert(struct gnatcov_problems *problems, struct arena *arena, bool warning, const char *source, uint64_t offset, const char *format,
                            va_list arguments)
{
    bool full = problems->count >= GNATCOV_PROBLEMS;
    problems->failed = problems->failed || !warning;
    if (!full || problems->items[GNATCOV_PROBLEMS - 1].error.offset > offset) {
        struct gnatcov_problem made, *slot = slot_take(problems, arena);
        slot_fill(&made, warning, source, offset, format, arguments);
        for (; slot > problems->items && slot[-1].error.offset > offset; slot--)
            *slot = slot[-1];
        *slot = made;
    }
    problems->count++;
}

void gnatcov_problem_text(const struct gnatcov_problem *problem, struct text *out)
{
    text_add(out, "clew: ");
    text_safe(out, slice_of(problem->error.source));
    text_printf(out, ": byte %" PRIu64 ": %s: ", problem->error.offset, problem->warning ? "warning" : "error");
    text_safe(out, slice_of(problem->error.message));
}
