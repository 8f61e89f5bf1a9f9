/* stack_evidence.c - what local coverage says against a path.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Blocks of .debug_PT and .debug_BBC have different numbers; they are compared by lines. The rules stand in crash.h. A twin is the coverage
 * function of an entry: of the same name, with every line of the entry among those of its blocks and every call on a line of the entry. */
#include "crash/debugger.h"
#include "crash/probes_inside.h"
#include "crash/stack_inside.h"

#include <stdlib.h>

/* ---- Lines of an entry's own blocks ---- */

static const struct line_table *entry_lines(struct probes *probes, size_t function)
{
    struct line_table *table = &probes->twins[function].lines;
    const struct csi_function *entry = &probes->paths->functions[function];
    if (table->made)
        return table;
    for (size_t i = 0; i < entry->block_count && i < UINT32_MAX; i++)
        line_table_add(table, (uint32_t)i, entry->blocks[i].lines, entry->blocks[i].line_count);
    line_table_finish(table);
    return table;
}

bool entry_lists_line(struct probes *probes, size_t function, int64_t line)
{
    const struct line_at *items;
    return line_table_find(entry_lines(probes, function), line, &items) > 0;
}

/* ---- Which statement probe is which block ---- */

/* Positive lines without immediate repeats, as one number. */
static bool sequence_of(const int64_t *lines, size_t count, uint64_t secret, uint64_t *sequence)
{
    int64_t last = 0;
    *sequence = secret;
    for (size_t i = 0; i < count; i++)
        if (lines[i] > 0 && lines[i] != last) {
            last = lines[i];
            *sequence = hash_mix(*sequence ^ (uint64_t)last, secret);
        }
    return last != 0;
}

struct sequence {
    uint64_t sequence;
    uint32_t block;
};

static int by_sequence(const void *x, const void *y)
{
    const struct sequence *a = x, *b = y;
    if (a->sequence != b->sequence)
        return a->sequence < b->sequence ? -1 : 1;
    return (a->block > b->block) - (a->block < b->block);
}

static size_t sequences_of_blocks(const struct csi_function *entry, uint64_t secret, struct sequence *items)
{
    size_t count = 0;
    for (size_t i = 0; i < entry->block_count; i++)
        if (sequence_of(entry->blocks[i].lines, entry->blocks[i].line_count, secret, &items[count].sequence))
            items[count++].block = (uint32_t)i;
    if (count)
        qsort(items, count, sizeof *items, by_sequence);
    return count;
}

static size_t sequences_of_probes(const struct csi_coverage_function *function, uint64_t secret, struct sequence *items)
{
    size_t count = 0;
    for (size_t i = 0; i < function->probe_count; i++)
        if (sequence_of(function->probes[i].lines, function->probes[i].line_count, secret, &items[count].sequence))
            items[count++].block = (uint32_t)i;
    if (count)
        qsort(items, count, sizeof *items, by_sequence);
    return count;
}

/* Where both sides have the same sequences of lines, equally often, a block is the probe of its sequence if there is only one. */
static void match_sequences(const struct sequence *blocks, const struct sequence *probes, size_t count, uint32_t *same)
{
    for (size_t i = 0; i < count; i++)
        if (blocks[i].sequence != probes[i].sequence)
            return;
    for (size_t i = 0; i < count; i++) {
        bool before = i > 0 && blocks[i - 1].sequence == blocks[i].sequence;
        bool behind = i + 1 < count && blocks[i + 1].sequence == blocks[i].sequence;
        if (!before && !behind)
            same[blocks[i].block] = probes[i].block;
    }
}

static void twin_blocks(const struct csi_function *entry, const struct csi_coverage_function *function, struct twin *twin)
{
    uint64_t secret = hash_key(twin);
    twin->same = memory_allocate((entry->block_count + 1) * sizeof *twin->same);
    for (size_t i = 0; i < entry->block_count; i++)
        twin->same[i] = UINT32_MAX;
    if (!function)
        return;
    struct sequence *blocks = memory_allocate((entry->block_count + 1) * sizeof *blocks);
    struct sequence *probes = memory_allocate((function->probe_count + 1) * sizeof *probes);
    size_t block_count = sequences_of_blocks(entry, secret, blocks), probe_count = sequences_of_probes(function, secret, probes);
    if (block_count == probe_count)
        match_sequences(blocks, probes, block_count, twin->same);
    free(blocks);
    free(probes);
}

static bool lines_within(const struct line_table *inner, const struct line_table *outer)
{
    const struct line_at *items;
    for (size_t i = 0; i < inner->count; i++)
        if ((i == 0 || inner->items[i].line != inner->items[i - 1].line) && line_table_find(outer, inner->items[i].line, &items) == 0)
            return false;
    return true;
}

static bool may_be_twin(struct probes *probes, size_t function, struct joined *joined)
{
    const struct line_table *mine = entry_lines(probes, function);
    if (joined->functions[CSI_BBC] != SIZE_MAX && !lines_within(mine, joined_lines(probes, joined, CSI_BBC)))
        return false;
    return joined->functions[CSI_CC] == SIZE_MAX || lines_within(joined_lines(probes, joined, CSI_CC), mine);
}

/* Of several that may be, the one at the same place among as many: the linker keeps the order of objects. */
static struct twin *twin_find(struct probes *probes, size_t function)
{
    struct twin *twin = &probes->twins[function];
    if (twin->made)
        return twin;
    struct arena scratch = {0};
    const size_t *found, *entries;
    struct slice name = probes->paths->functions[function].name;
    size_t count = name_index_find(&probes->joined_index, name, probes->joined_schemes, 1u << CSI_CC | 1u << CSI_BBC, &scratch, &found);
    size_t entry_count = probes_find(probes, name, &scratch, &entries), may_be = 0;
    twin->made = true;
    twin->joined = SIZE_MAX;
    for (size_t i = 0; i < count; i++)
        if (may_be_twin(probes, function, &probes->joined[found[i]])) {
            may_be++;
            twin->joined = found[i];
        }
    for (size_t i = 0; may_be > 1 && i < entry_count; i++)
        if (entries[i] == function)
            twin->joined = count == entry_count && may_be_twin(probes, function, &probes->joined[found[i]]) ? found[i] : SIZE_MAX;
    arena_free(&scratch);
    const struct csi_coverage_function *blocks =
        twin->joined == SIZE_MAX ? NULL : joined_function(probes, &probes->joined[twin->joined], CSI_BBC);
    twin_blocks(&probes->paths->functions[function], blocks, twin);
    return twin;
}

/* ---- Evidence ---- */

struct weighing {
    struct crash_job *job;
    const struct crash_input *input;
    const struct csi_function *entry;
    struct twin *twin;
    const struct coverage_array *blocks, *calls;
    enum coverage_rule rule;
    const struct line_table *block_lines;   /* of the statement probes */
    bool *unset;                            /* by place in block_lines where a line begins: no block with it has its bit, and all have probes */
    struct slice *never, *unfinished;
};

static void find_unset(struct weighing *weighing)
{
    const struct line_table *table = weighing->block_lines;
    weighing->unset = memory_allocate(table->count + 1);
    for (size_t i = 0, end; i < table->count; i = end) {
        weighing->unset[i] = true;
        for (end = i; end < table->count && table->items[end].line == table->items[i].line; end++)
            weighing->unset[i] = weighing->unset[i] && weighing->blocks->probes[table->items[end].block].state == COVERAGE_NO;
    }
}

/* The text for a probe, made once: frames of a deep recursion share it. */
static struct slice block_text(const struct weighing *weighing, uint32_t probe, bool others)
{
    struct arena *arena = &weighing->job->probes->texts;
    struct slice **texts = &weighing->twin->block_texts[others];
    if (!*texts)
        *texts = memory_allocate((weighing->blocks->count + 1) * sizeof **texts);
    if (!(*texts)[probe].data)
        (*texts)[probe] = arena_printf(arena, "%.*s is false%s", SLICE(probe_label(weighing->blocks->probes[probe].probe, CSI_BBC, arena)),
                                       others ? ", and so is every other block with its lines" : "");
    return (*texts)[probe];
}

static struct slice call_text(const struct weighing *weighing, size_t call)
{
    struct arena *arena = &weighing->job->probes->texts;
    struct slice **texts = &weighing->twin->call_texts;
    if (!*texts)
        *texts = memory_allocate((weighing->calls->count + 1) * sizeof **texts);
    if (!(*texts)[call].data)
        (*texts)[call] = arena_printf(arena, "%.*s is false: it never returned",
                                      SLICE(probe_label(weighing->calls->probes[call].probe, CSI_CC, arena)));
    return (*texts)[call];
}

/* Why a block cannot have been entered; null: it may have been. */
static struct slice why_unset(const struct weighing *weighing, size_t block)
{
    const struct csi_block *entry = &weighing->entry->blocks[block];
    uint32_t same = weighing->twin->same[block];
    if (same != UINT32_MAX && weighing->blocks->probes[same].state == COVERAGE_NO)
        return block_text(weighing, same, false);
    const struct line_at *items, *first = NULL;
    size_t first_count = 0;
    for (size_t i = 0; i < entry->line_count; i++) {
        if (entry->lines[i] <= 0)
            continue;
        size_t count = line_table_find(weighing->block_lines, entry->lines[i], &items);
        if (count == 0 || !weighing->unset[items - weighing->block_lines->items])
            return (struct slice){0};
        first_count = first ? first_count : count;
        first = first ? first : items;
    }
    return first ? block_text(weighing, first->block, first_count > 1) : (struct slice){0};
}

/* May the frame stand before the first instruction of the block, where the bit is not set yet? A breakpoint may; a caller or a fault does not. */
static bool may_stand_before(const struct weighing *weighing, size_t block)
{
    const struct csi_block *entry = &weighing->entry->blocks[block];
    const struct suffix_position *position = &weighing->input->position;
    if (weighing->input->caller || weighing->job->fault)
        return false;
    for (size_t i = 0; position->has_line && i < entry->line_count; i++)
        if (entry->lines[i] > 0)
            return entry->lines[i] == position->line || entry->lines[i] == weighing->input->inner_line;
    return true;
}

static void weigh_blocks(struct weighing *weighing)
{
    if (weighing->blocks->no == 0)
        return;
    find_unset(weighing);
    for (size_t i = 0; i < weighing->entry->block_count; i++) {
        struct slice why = why_unset(weighing, i);
        bool entered = weighing->rule == COVERAGE_ENTERED && !may_stand_before(weighing, i);
        if (why.data && entered)
            weighing->never[i] = why;
        else if (why.data)
            weighing->unfinished[i] = why;
    }
    free(weighing->unset);
}

static void weigh_calls(struct weighing *weighing, const struct line_table *own_lines)
{
    for (size_t i = 0; i < weighing->calls->count; i++) {
        const struct coverage_probe *call = &weighing->calls->probes[i];
        const struct line_at *items;
        if (call->state != COVERAGE_NO || call->probe->line_count == 0 || call->probe->lines[0] <= 0)
            continue;
        if (line_table_find(own_lines, call->probe->lines[0], &items) == 1 && !weighing->unfinished[items[0].block].data)
            weighing->unfinished[items[0].block] = call_text(weighing, i);
    }
}

/* The states of a local array, for an entry whose coverage function is known. */
static bool local_states(struct crash_job *job, const struct crash_input *input, struct joined *joined, enum csi_scheme scheme,
                         struct arena *scratch, struct coverage_array *array)
{
    enum debugger_name which = scheme == CSI_CC ? DEBUGGER_LOCAL_CC : DEBUGGER_LOCAL_BBC;
    const struct csi_coverage_function *function = joined_function(job->probes, joined, scheme);
    struct messages notes = {.arena = scratch};
    if (!function || !input->frame->has[which])
        return false;
    coverage_states(function, scheme, &input->frame->locals[which], slice_of("a local array"), scratch, &notes, array);
    job->work += function->probe_count;
    return array->no > 0;
}

bool crash_evidence(struct crash_job *job, const struct crash_input *input, size_t function, struct suffix_prune *evidence)
{
    if (!input->frame->has[DEBUGGER_LOCAL_CC] && !input->frame->has[DEBUGGER_LOCAL_BBC])
        return false;
    struct twin *twin = twin_find(job->probes, function);
    if (twin->joined == SIZE_MAX)
        return false;
    struct arena scratch = {0};
    struct joined *joined = &job->probes->joined[twin->joined];
    struct coverage_array calls = {0}, blocks = {0};
    bool speaks = local_states(job, input, joined, CSI_CC, &scratch, &calls);
    speaks = local_states(job, input, joined, CSI_BBC, &scratch, &blocks) || speaks;
    if (speaks) {
        const struct csi_function *entry = &job->probes->paths->functions[function];
        struct weighing weighing = {.job = job, .input = input, .entry = entry, .twin = twin, .blocks = &blocks, .calls = &calls,
                                    .rule = coverage_rule_of(&job->reading, joined_function(job->probes, joined, CSI_BBC)),
                                    .block_lines = joined_lines(job->probes, joined, CSI_BBC)};
        weighing.never = memory_allocate((entry->block_count + 1) * sizeof *weighing.never);
        weighing.unfinished = memory_allocate((entry->block_count + 1) * sizeof *weighing.unfinished);
        weigh_blocks(&weighing);
        weigh_calls(&weighing, entry_lines(job->probes, function));
        *evidence = (struct suffix_prune){weighing.never, weighing.unfinished};
    }
    arena_free(&scratch);
    return speaks;
}

void crash_evidence_free(struct suffix_prune *evidence)
{
    free((struct slice *)evidence->never);
    free((struct slice *)evidence->unfinished);
}
