/* suffix.c - the execution suffix of one frame: the order of the steps, and the status.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * csi.md 5: history, chain, current part, filter, report. What is wrong outweighs what is missing, and that what is open. */
#include "crash/path_inside.h"
#include "crash/suffix.h"
#include "crash/suffix_inside.h"

const char *const suffix_status_names[SUFFIX_STATUSES] = {"unique", "ambiguous", "impossible", "inconsistent", "partial-data", "no-metadata", "off"};

static enum suffix_status status_of(const struct suffix_work *work)
{
    if (work->impossible)
        return SUFFIX_IMPOSSIBLE;
    if (work->inconsistent || (!work->partial && !work->suffix->candidate_total))
        return SUFFIX_INCONSISTENT;
    if (work->partial)
        return SUFFIX_PARTIAL_DATA;
    return work->suffix->candidate_total > 1 ? SUFFIX_AMBIGUOUS : SUFFIX_UNIQUE;
}

static void finish(struct suffix_work *work)
{
    suffix_list_finish(work, &work->notes, &work->suffix->notes, &work->suffix->note_count);
    suffix_list_finish(work, &work->ruled_out, &work->suffix->ruled_out, &work->suffix->ruled_out_count);
}

/* What the metadata itself leaves in doubt goes first. */
static void note_warnings(struct suffix_work *work)
{
    for (size_t i = 0; i < path_graph_warning_count(work->graph); i++) {
        struct slice warning = path_graph_warning(work->graph, i);
        suffix_note(work, &work->notes, path_graph_tiles(work->graph) ? "metadata: %.*s" : "metadata: %.*s: paths may be wrong", SLICE(warning));
        if (i == 4)
            break;
    }
}

void suffix_decode(const struct path_graph *graph, const struct suffix_values *values, const struct suffix_position *position,
                   const struct suffix_prune *prune, struct arena *arena, struct suffix *suffix)
{
    struct suffix_work work = {.graph = graph, .values = values, .prune = prune, .arena = arena, .suffix = suffix};
    *suffix = (struct suffix){.status = SUFFIX_NO_METADATA, .wrapped = SUFFIX_WRAPPED_UNKNOWN};
    if (!graph) {
        suffix_note(&work, &work.notes, "the function is not in .debug_PT");
    } else if (values->has_index && values->index == -1) {
        suffix->status = SUFFIX_OFF;
        suffix_note(&work, &work.notes, "index -1: path tracing was off in this frame");
    } else {
        work.function = path_graph_function(graph);
        note_warnings(&work);
        suffix_position_find(&work, position);
        suffix_history(&work);
        suffix_current(&work);
        if (work.chain_broken || work.impossible)
            suffix_note(&work, &work.notes, "%svalues do not belong to this metadata (another build), were changed, or longjmp led into the frame",
                        path_graph_tiles(graph) ? "the metadata is whole: " : "");
        suffix->status = status_of(&work);
    }
    finish(&work);
}
