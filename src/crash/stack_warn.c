/* stack_warn.c - paths that contradict local coverage.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Warned is of blocks that were passed for certain: those of completed paths, and those that every candidate of the current part passes. A path
 * recorded early counts only as far as its candidates go. */
#include "crash/probes_inside.h"
#include "crash/stack.h"
#include "crash/stack_inside.h"

#include <inttypes.h>
#include <stdlib.h>

struct warning {
    struct crash_job *job;
    const struct suffix_prune *evidence;
    const struct csi_function *function;
    size_t *passed, *reached;               /* by block: candidates of which it is passed, or is at least the last one */
    bool *warned;
    struct messages messages;
};

static void warn(struct warning *warning, uint32_t block, struct slice why)
{
    if (warning->warned[block] || messages_full(&warning->messages))
        return;
    warning->warned[block] = true;
    const struct csi_block *entry = &warning->function->blocks[block];
    struct csi_probe lines = {.index = entry->id, .lines = (int64_t *)entry->lines, .line_count = entry->line_count};
    message_add(&warning->messages, "%.*s is on the path, but %.*s", SLICE(probe_text(&lines, CSI_BBC, warning->job->arena)), SLICE(why));
}

static void warn_passed(struct warning *warning, uint32_t block)
{
    if (warning->evidence->never[block].data)
        warn(warning, block, warning->evidence->never[block]);
    else if (warning->evidence->unfinished[block].data)
        warn(warning, block, warning->evidence->unfinished[block]);
}

static void look_at_history(struct warning *warning, const struct suffix *suffix)
{
    for (size_t i = 0; i < suffix->path_count; i++) {
        const struct suffix_path *path = &suffix->paths[i];
        if (path->impossible || (i + 1 == suffix->path_count && path->path.end == PATH_END_EXIT))
            continue;
        for (size_t k = 0; k < path->path.count; k++)
            warn_passed(warning, path->path.blocks[k]);
    }
}

/* A block counts once a candidate; a current part over "->" edges passes each block once. */
static void look_at_candidates(struct warning *warning, const struct suffix *suffix)
{
    if (suffix->candidate_count == 0 || suffix->candidate_total != suffix->candidate_count)
        return;
    for (size_t i = 0; i < suffix->candidate_count; i++) {
        const struct suffix_candidate *candidate = &suffix->candidates[i];
        for (size_t k = 0; k < candidate->current_count; k++) {
            warning->passed[candidate->current[k]] += k + 1 < candidate->current_count;
            warning->reached[candidate->current[k]]++;
        }
    }
    const struct suffix_candidate *first = &suffix->candidates[0];
    for (size_t k = 0; k < first->current_count; k++) {
        uint32_t block = first->current[k];
        if (warning->passed[block] == suffix->candidate_count)
            warn_passed(warning, block);
        else if (warning->reached[block] == suffix->candidate_count && warning->evidence->never[block].data)
            warn(warning, block, warning->evidence->never[block]);
    }
}

void crash_warn(struct crash_job *job, const struct suffix_prune *evidence, struct crash_entry *entry)
{
    const struct csi_function *function = &probes_paths(job->probes)->functions[entry->function];
    size_t blocks = function->block_count + 1;
    struct warning warning = {.job = job, .evidence = evidence, .function = function, .messages = {.arena = job->arena}};
    warning.passed = memory_allocate(blocks * sizeof *warning.passed);
    warning.reached = memory_allocate(blocks * sizeof *warning.reached);
    warning.warned = memory_allocate(blocks * sizeof *warning.warned);
    look_at_history(&warning, &entry->suffix);
    look_at_candidates(&warning, &entry->suffix);
    messages_end(&warning.messages, &entry->warnings, &entry->warning_count);
    free(warning.passed);
    free(warning.reached);
    free(warning.warned);
}
