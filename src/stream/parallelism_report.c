/* parallelism_report.c - the lines of clew pp.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "stream/abstract.h"
#include "stream/parallelism.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* As printf rounds, but with a point in every locale. */
void parallelism_speed_up(uint64_t instructions, uint64_t steps, struct text *out)
{
    char number[40];
    int size = snprintf(number, sizeof number, "%.2f", steps ? (double)instructions / (double)steps : 1.0);
    text_append(out, (struct slice){number, strspn(number, "0123456789")});
    text_byte(out, '.');
    text_append(out, (struct slice){number + size - 2, 2});
}

const char *dependence_kind_name(enum dependence_kind kind)
{
    static const char *const names[DEPENDENCE_KINDS] = {"flow", "anti", "output"};
    return names[kind];
}

static void report_kind(const struct parallelism_loop *loop, enum dependence_kind kind, struct text *out)
{
    text_printf(out, " %s ", dependence_kind_name(kind));
    if (loop->dependence_counts[kind] == 0)
        text_byte(out, '-');
    for (size_t i = 0; i < loop->dependence_counts[kind]; i++)
        text_printf(out, "%s%" PRIu64 ":%" PRIu64, i ? "," : "", loop->dependences[kind][i].distance, loop->dependences[kind][i].count);
}

void parallelism_report_loop(const struct parallelism_loop *loop, struct text *out)
{
    text_printf(out, "loop %" PRIu32 " activations %" PRIu64 " iterations %" PRIu64 " instructions %" PRIu64, loop->loop, loop->activations,
                loop->iterations, loop->instructions);
    text_printf(out, " steps %" PRIu64 " speed-up ", loop->steps);
    parallelism_speed_up(loop->instructions, loop->steps, out);
    text_printf(out, " delayed %" PRIu64 " speed-up ", loop->delayed);
    parallelism_speed_up(loop->instructions, loop->delayed, out);
    for (size_t kind = 0; kind < DEPENDENCE_KINDS; kind++)
        report_kind(loop, (enum dependence_kind)kind, out);
    text_byte(out, '\n');
}

void parallelism_report_object(const struct dependence_object *object, struct text *out)
{
    static const char *const meanings[DEPENDENCE_KINDS] = {"reads what an earlier one wrote", "writes what an earlier one read", "writes what an earlier one wrote"};
    text_printf(out, "%s on ", dependence_kind_name(object->kind));
    if (object->name.size)
        text_safe(out, abstract_data_name(object->name));
    else
        text_add(out, object->stack ? "the stack" : "memory without a name");
    text_add(out, ", ");
    text_count(out, object->count);
    text_printf(out, " time%s: an iteration %s, %" PRIu64 " before%s", object->count == 1 ? "" : "s", meanings[object->kind], object->nearest,
                object->count == 1 ? "" : " or more");
}

void parallelism_report_program(const struct parallelism *pp, struct text *out)
{
    struct parallelism_summary summary;
    parallelism_summary(pp, &summary);
    text_printf(out, "program %" PRIu64 " instructions %" PRIu64 " steps speed-up ", summary.instructions, summary.steps);
    parallelism_speed_up(summary.instructions, summary.steps, out);
    text_byte(out, '\n');
}

void parallelism_report(const struct parallelism *pp, struct text *out)
{
    struct parallelism_summary summary;
    parallelism_summary(pp, &summary);
    parallelism_report_program(pp, out);
    for (size_t i = 0; i < summary.loop_count; i++)
        parallelism_report_loop(&summary.loops[i], out);
}
