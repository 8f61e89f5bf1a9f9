/* coverage_reading.c - what the bits of blocks mean, as metadata and values show it.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Two signs can disagree: the form of .debug_BBC and the names of the path variables in the debugger's text. Then the values decide, if they contradict one
 * reading alone. Else neither is taken: COVERAGE_EITHER. */
#include "crash/debugger.h"
#include "crash/probes_inside.h"

const char *const coverage_rule_names[] = {"inferred", "entered", "completed", "unknown"};

enum coverage_rule coverage_rule_of(const struct coverage_reading *reading, const struct csi_coverage_function *blocks)
{
    return blocks ? reading->forms[csi_bits_of(blocks)] : reading->rule == COVERAGE_INFERRED ? COVERAGE_EITHER : reading->rule;
}

/* The form that the names of path variables speak against; CSI_BITS: none. */
static enum csi_bits disputed(const struct debugger_snapshot *snapshot)
{
    if (!snapshot || snapshot->documented == snapshot->released)
        return CSI_BITS;
    return snapshot->documented ? CSI_BITS_RELEASED : CSI_BITS_DOCUMENTED;
}

/* Do the values contradict the reading in a way that nothing but the other one explains? */
static bool is_contradicted(struct probes *probes, const struct debugger_snapshot *snapshot, struct coverage_reading reading, enum csi_bits form,
                            enum coverage_rule rule)
{
    struct arena arena = {0};
    struct coverage_report report;
    reading.forms[form] = rule;
    coverage_report_by(probes, snapshot, &reading, &arena, &report);
    bool decisive = report.decisive > 0;
    arena_free(&arena);
    return decisive;
}

static void settle(struct probes *probes, const struct debugger_snapshot *snapshot, enum csi_bits form, struct coverage_reading *reading)
{
    bool not_entered = is_contradicted(probes, snapshot, *reading, form, COVERAGE_ENTERED);
    bool not_completed = is_contradicted(probes, snapshot, *reading, form, COVERAGE_COMPLETED);
    reading->source = not_entered == not_completed ? COVERAGE_BY_NOTHING : COVERAGE_BY_VALUES;
    reading->forms[form] = not_entered == not_completed ? COVERAGE_EITHER : not_entered ? COVERAGE_COMPLETED : COVERAGE_ENTERED;
}

struct coverage_reading probes_reading(struct probes *probes, const struct debugger_snapshot *snapshot, enum coverage_rule rule)
{
    static const enum coverage_source sources[CSI_BITS] = {COVERAGE_BY_RELEASE, COVERAGE_BY_DOCUMENTATION, COVERAGE_BY_LABELS, COVERAGE_BY_LABELS};
    const struct csi_coverage *blocks = &probes->coverage[CSI_BBC];
    struct coverage_reading reading = {.forms = {COVERAGE_ENTERED, COVERAGE_COMPLETED, COVERAGE_ENTERED, COVERAGE_COMPLETED}};
    size_t of[CSI_BITS] = {0};
    enum csi_bits form = disputed(snapshot);
    for (size_t i = 0; i < blocks->count; i++)
        of[csi_bits_of(&blocks->functions[i])]++;
    for (size_t i = 0; i < CSI_BITS && rule != COVERAGE_INFERRED; i++)
        reading.forms[i] = rule;
    if (rule == COVERAGE_INFERRED && form != CSI_BITS && of[form])
        settle(probes, snapshot, form, &reading);
    bool settled = reading.source != COVERAGE_NO_BLOCKS;
    enum coverage_rule common = COVERAGE_INFERRED;
    bool differ = false;
    for (size_t i = 0; i < CSI_BITS; i++) {
        if (!of[i])
            continue;
        differ = differ || (common != COVERAGE_INFERRED && common != reading.forms[i]);
        common = reading.forms[i];
        if (!settled)
            reading.source = reading.source == COVERAGE_NO_BLOCKS || reading.source == sources[i] ? sources[i] : COVERAGE_BY_FUNCTION;
    }
    if (rule != COVERAGE_INFERRED)
        reading.source = COVERAGE_SET;
    reading.rule = differ ? COVERAGE_INFERRED : common == COVERAGE_INFERRED ? (rule == COVERAGE_INFERRED ? COVERAGE_ENTERED : rule) : common;
    return reading;
}
