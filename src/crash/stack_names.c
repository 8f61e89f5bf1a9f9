/* stack_names.c - evidence besides the path variables: local coverage, and values without a name.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "crash/debugger.h"
#include "crash/probes.h"
#include "crash/stack.h"

#include <inttypes.h>
#include <stdlib.h>

/* ---- Evidence of local coverage against a path ----
 *
 * Blocks of .debug_PT and .debug_BBC have different numbers, so clew compares them by lines. stack.h has the rules. A twin is the coverage function of an
 * entry: it has the same name, its blocks list every line of the entry, and all its calls are on lines of the entry. */

/* ---- Lines of an entry's own blocks ---- */

static const struct mark_table *entry_lines(struct probes *probes, size_t function)
{
    struct mark_table *table = &probes->twins[function].lines;
    const struct csi_function *entry = &probes->paths->functions[function];
    if (table->made)
        return table;
    for (size_t i = 0; i < entry->block_count && i < UINT32_MAX; i++)
        mark_table_add(table, (uint32_t)i, entry->blocks[i].lines, entry->blocks[i].line_count);
    mark_table_finish(table);
    return table;
}

bool entry_lists_line(struct probes *probes, size_t function, int64_t line)
{
    const struct line_at *items;
    return mark_table_find(entry_lines(probes, function), line, &items) > 0;
}

/* ---- The statement probe of each block ---- */

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
    COMPARE_FIRST(a->sequence, b->sequence);
    return COMPARE(a->block, b->block);
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

/* If both sides have the same sequences of lines, equally often, a block belongs to the probe with its sequence if there is only one. */
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

static bool lines_within(const struct mark_table *inner, const struct mark_table *outer)
{
    const struct line_at *items;
    for (size_t i = 0; i < inner->count; i++)
        if ((i == 0 || inner->items[i].line != inner->items[i - 1].line) && mark_table_find(outer, inner->items[i].line, &items) == 0)
            return false;
    return true;
}

static bool may_be_twin(struct probes *probes, size_t function, struct joined *joined)
{
    const struct mark_table *mine = entry_lines(probes, function);
    if (joined->functions[CSI_BBC] != SIZE_MAX && !lines_within(mine, joined_lines(probes, joined, CSI_BBC)))
        return false;
    return joined->functions[CSI_CC] == SIZE_MAX || lines_within(joined_lines(probes, joined, CSI_CC), mine);
}

/* If several functions qualify, takes the one at the same place among equally many: the linker keeps the order of objects. */
static struct twin *twin_find(struct probes *probes, size_t function)
{
    struct twin *twin = &probes->twins[function];
    if (twin->made)
        return twin;
    struct arena scratch = {0};
    const size_t *found, *entries;
    struct str name = probes->paths->functions[function].name;
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
    struct stack_job *job;
    const struct crash_input *input;
    const struct csi_function *entry;
    struct twin *twin;
    const struct coverage_array *blocks, *calls;
    enum coverage_rule rule;
    const struct mark_table *block_lines;   /* lines of the statement probes */
    bool *unset;                            /* by place in block_lines where a line begins: all blocks with the line have probes, and none has its bit */
    struct str *never, *unfinished;
};

static void find_unset(struct weighing *weighing)
{
    const struct mark_table *table = weighing->block_lines;
    weighing->unset = memory_allocate(table->count + 1);
    for (size_t i = 0, end; i < table->count; i = end) {
        weighing->unset[i] = true;
        for (end = i; end < table->count && table->items[end].line == table->items[i].line; end++)
            weighing->unset[i] = weighing->unset[i] && weighing->blocks->probes[table->items[end].block].state == COVERAGE_NO;
    }
}

/* The text for a probe, made once: frames of a deep recursion share it. */
static struct str block_text(const struct weighing *weighing, uint32_t probe, bool others)
{
    struct arena *arena = &weighing->job->probes->texts;
    struct str **texts = &weighing->twin->block_texts[others];
    if (!*texts)
        *texts = memory_allocate((weighing->blocks->count + 1) * sizeof **texts);
    if (!(*texts)[probe].data)
        (*texts)[probe] = arena_printf(arena, "%.*s is false%s", STR(probe_label(weighing->blocks->probes[probe].probe, CSI_BBC, arena)),
                                       others ? ", and so is every other block with its lines" : "");
    return (*texts)[probe];
}

static struct str call_text(const struct weighing *weighing, size_t call)
{
    struct arena *arena = &weighing->job->probes->texts;
    struct str **texts = &weighing->twin->call_texts;
    if (!*texts)
        *texts = memory_allocate((weighing->calls->count + 1) * sizeof **texts);
    if (!(*texts)[call].data)
        (*texts)[call] = arena_printf(arena, "%.*s is false: it never returned",
                                      STR(probe_label(weighing->calls->probes[call].probe, CSI_CC, arena)));
    return (*texts)[call];
}

/* Why a block cannot have been entered; null: it may have been. */
static struct str why_unset(const struct weighing *weighing, size_t block)
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
        size_t count = mark_table_find(weighing->block_lines, entry->lines[i], &items);
        if (count == 0 || !weighing->unset[items - weighing->block_lines->items])
            return (struct str){0};
        first_count = first ? first_count : count;
        first = first ? first : items;
    }
    return first ? block_text(weighing, first->block, first_count > 1) : (struct str){0};
}

/* May the frame stand before the first instruction of the block, where the bit is not set yet? After a breakpoint it may; a caller or a fault cannot. */
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
        struct str why = why_unset(weighing, i);
        bool entered = weighing->rule == COVERAGE_ENTERED && !may_stand_before(weighing, i);
        if (why.data && entered)
            weighing->never[i] = why;
        else if (why.data)
            weighing->unfinished[i] = why;
    }
    free(weighing->unset);
}

static void weigh_calls(struct weighing *weighing, const struct mark_table *own_lines)
{
    for (size_t i = 0; i < weighing->calls->count; i++) {
        const struct coverage_probe *call = &weighing->calls->probes[i];
        const struct line_at *items;
        if (call->state != COVERAGE_NO || call->probe->line_count == 0 || call->probe->lines[0] <= 0)
            continue;
        if (mark_table_find(own_lines, call->probe->lines[0], &items) == 1 && !weighing->unfinished[items[0].block].data)
            weighing->unfinished[items[0].block] = call_text(weighing, i);
    }
}

/* The states of a local array, for an entry with a known coverage function. */
static bool local_states(struct stack_job *job, const struct crash_input *input, struct joined *joined, enum csi_scheme scheme,
                         struct arena *scratch, struct coverage_array *array)
{
    enum debugger_name which = scheme == CSI_CC ? DEBUGGER_LOCAL_CC : DEBUGGER_LOCAL_BBC;
    const struct csi_coverage_function *function = joined_function(job->probes, joined, scheme);
    struct messages notes = {.arena = scratch};
    if (!function || !input->frame->has[which])
        return false;
    coverage_states(function, scheme, &input->frame->locals[which], str_of("a local array"), scratch, &notes, array);
    job->work += function->probe_count;
    return array->no > 0;
}

bool crash_evidence(struct stack_job *job, const struct crash_input *input, size_t function, struct suffix_prune *evidence)
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
    free((struct str *)evidence->never);
    free((struct str *)evidence->unfinished);
}

/* ---- Paths that contradict local coverage ----
 *
 * clew warns of blocks that certainly were passed: those of completed paths, and those that every candidate of the current part passes. An early-recorded path
 * counts only as far as its candidates go. */

struct warning {
    struct stack_job *job;
    const struct suffix_prune *evidence;
    const struct csi_function *function;
    size_t *passed, *reached;               /* by block: number of candidates that pass it, or that at least reach it */
    bool *warned;
    struct messages messages;
};

static void warn(struct warning *warning, uint32_t block, struct str why)
{
    if (warning->warned[block] || messages_full(&warning->messages))
        return;
    warning->warned[block] = true;
    const struct csi_block *entry = &warning->function->blocks[block];
    struct csi_probe lines = {.index = entry->id, .lines = (int64_t *)entry->lines, .line_count = entry->line_count};
    message_add(&warning->messages, "%.*s is on the path, but %.*s", STR(probe_text(&lines, CSI_BBC, warning->job->arena)), STR(why));
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

/* Counts a block once for each candidate; a current part over "->" edges passes each block once. */
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

void crash_warn(struct stack_job *job, const struct suffix_prune *evidence, struct crash_entry *entry)
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

/* ---- Values without a name, and the variables they fit ----
 *
 * "$1 = {1, 3, -1}", "$2 = 2", "$3 = 4": clew tries every way to assign the values of a frame to its path variables that were not printed, and decodes the
 * frame for each. It accepts the part that all fitting ways share; where ways differ, it lists the meanings of a value. It recognises coverage arrays by their
 * length and by elements of 0 and 1 only. */

enum { VALUES_TRIED = 4, NAME_MEANINGS = CRASH_MEANINGS };  /* the last values of a frame; 5 x 5 x 5 ways at most */

struct naming {
    struct stack_job job;
    struct debugger_text *dump;
    struct crash_names *names;
    struct arena *arena;
    struct map last;                                /* frame id -> its last value, from 1 */
    uint64_t *before;                               /* by value: the previous one of the same frame, from 1; 0: none */
    size_t thread, at;                              /* the frame */
    struct debugger_frame *frame;
    size_t values[VALUES_TRIED], count;             /* the frame's values, by ordinal in dump->unnamed */
};

/* ---- Meanings ---- */

static struct debugger_value *value_of(const struct naming *naming, size_t i)
{
    return &naming->dump->unnamed[naming->values[i]].value;
}

static void take_local(struct debugger_frame *frame, enum debugger_name which, const struct debugger_value *value)
{
    frame->locals[which] = *value;
    frame->has[which] = true;
}

static bool is_coverage(const struct debugger_value *value)
{
    for (size_t i = 0; i < value->count; i++)
        if (value->items[i] > 1 || (value->known && !value->known[i]))
            return false;
    return value->kind == DEBUGGER_ARRAY && value->unit != 8 && !value->cut;
}

/* Could the value be that path variable, by its shape alone? */
static bool has_shape(const struct naming *naming, size_t i, enum debugger_name which)
{
    const struct debugger_value *value = value_of(naming, i);
    if (naming->frame->has[which] || value->unit == 1 || value->string)
        return false;
    if (which == DEBUGGER_PATH_ARRAY)
        return value->kind == DEBUGGER_ARRAY;
    return value->kind == DEBUGGER_SCALAR && (which == DEBUGGER_PATH_CURRENT || (int64_t)value->number >= -1);
}

static void meaning_add(struct crash_unnamed_value *value, struct str name)
{
    for (size_t i = 0; i < value->count; i++)
        if (str_equal(value->meanings[i], name))
            return;
    if (value->count < NAME_MEANINGS)
        value->meanings[value->count++] = name;
    else
        value->more = true;
}

/* ---- Coverage arrays ---- */

static bool is_printed(const struct debugger_snapshot *snapshot, struct str global)
{
    for (size_t i = 0; i < snapshot->global_count; i++)
        if (str_equal(snapshot->globals[i].name, global))
            return true;
    return false;
}

/* Adds the arrays that have this length in the metadata: of the frame's function, or of all functions. */
static void coverage_meanings(struct naming *naming, const struct debugger_value *value, struct crash_unnamed_value *out)
{
    static const enum debugger_name locals[] = {[CSI_CC] = DEBUGGER_LOCAL_CC, [CSI_BBC] = DEBUGGER_LOCAL_BBC};
    for (size_t s = CSI_CC; s < CSI_SCHEMES; s++) {
        const struct csi_coverage *coverage = &naming->job.probes->coverage[s];
        for (size_t i = 0; i < coverage->count; i++) {
            const struct csi_coverage_function *function = &coverage->functions[i];
            bool fits = function->length == value->count || (value->string && value->count < function->length);
            if (fits && !naming->frame->has[locals[s]] && str_equal(function->name, naming->frame->function))
                meaning_add(out, str_of(debugger_local_name(locals[s], false)));
            if (fits && !is_printed(naming->job.snapshot, function->global))
                meaning_add(out, function->global);
        }
    }
}

/* ---- Ways ---- */

/* Does the frame make sense with these values? SIZE_MAX: no value for that variable. */
static bool way_fits(struct naming *naming, const size_t way[3])
{
    struct debugger_frame before = *naming->frame;
    struct crash_frame explained;
    for (size_t i = 0; i < 3; i++)
        if (way[i] != SIZE_MAX)
            take_local(naming->frame, (enum debugger_name)i, value_of(naming, way[i]));
    struct arena scratch = {0};
    struct stack_job job = naming->job;
    job.arena = &scratch;
    crash_explain_one(&job, naming->thread, naming->at, &explained);
    naming->job.work = job.work;
    bool fits = explained.entry_count && (explained.status == SUFFIX_UNIQUE || explained.status == SUFFIX_AMBIGUOUS || explained.status == SUFFIX_PARTIAL_DATA);
    arena_free(&scratch);
    *naming->frame = before;
    return fits;
}

/* The number of variables with a value. */
static size_t way_size(const size_t way[3])
{
    return (size_t)(way[0] != SIZE_MAX) + (size_t)(way[1] != SIZE_MAX) + (size_t)(way[2] != SIZE_MAX);
}

struct ways {
    size_t most, fitting;                           /* variables that the largest ways have; how many of these ways fit */
    size_t same[3];                                 /* common to all of them: a value, or SIZE_MAX */
    bool differ[3];
    bool means[VALUES_TRIED][3];                    /* by value and variable: some fitting way assigns them */
};

static void way_count(struct ways *ways, const size_t way[3])
{
    for (size_t i = 0; i < 3; i++) {
        if (ways->fitting == 0)
            ways->same[i] = way[i];
        ways->differ[i] |= ways->same[i] != way[i];
        if (way[i] != SIZE_MAX)
            ways->means[way[i]][i] = true;
    }
    ways->fitting++;
}

/* Each of the three variables takes one of the values of its shape, or none; no value is taken twice. */
static bool way_make(const struct naming *naming, size_t number, size_t way[3])
{
    for (size_t i = 0; i < 3; i++, number /= naming->count + 1) {
        size_t value = number % (naming->count + 1);
        way[i] = value ? value - 1 : SIZE_MAX;
        if (value && !has_shape(naming, value - 1, (enum debugger_name)i))
            return false;
    }
    return (way[0] == SIZE_MAX || (way[0] != way[1] && way[0] != way[2])) && (way[1] == SIZE_MAX || way[1] != way[2]);
}

static void ways_try(struct naming *naming, struct ways *ways)
{
    size_t all = (naming->count + 1) * (naming->count + 1) * (naming->count + 1), way[3];
    for (size_t i = 0; i < all; i++)
        if (way_make(naming, i, way) && way_size(way) > ways->most)
            ways->most = way_size(way);
    for (size_t i = 0; i < all && ways->most; i++)
        if (way_make(naming, i, way) && way_size(way) == ways->most && way_fits(naming, way))
            way_count(ways, way);
}

/* ---- A frame ---- */

static void taken_note(struct naming *naming, const struct crash_unnamed_value *value)
{
    const struct debugger_unnamed *unnamed = &naming->dump->unnamed[value->unnamed];
    struct text label = {0};
    text_add(&label, "the text does not say which variable ");
    crash_value_label(unnamed, &label);
    text_printf(&label, " is: clew takes it for %.*s", STR(value->meanings[0]));
    if (naming->frame->has_level)
        text_printf(&label, " of frame #%" PRIu64, naming->frame->level);
    text_add(&label, ", the only one that fits");
    naming->names->notes[naming->names->note_count++] = (struct debugger_note){unnamed->value.text_line, arena_copy(naming->arena, text_str(&label))};
    text_free(&label);
}

/* Gives a value its name. False: it is neither a variable of the frame nor a coverage array. */
bool crash_value_name(struct debugger_text *dump, struct debugger_snapshot *snapshot, size_t unnamed, struct str name, struct arena *arena)
{
    enum debugger_name which;
    if (unnamed >= dump->unnamed_count || !debugger_name_find(name, &which))
        return false;
    struct debugger_unnamed *value = &dump->unnamed[unnamed];
    if (which == DEBUGGER_GLOBAL) {
        struct debugger_global *globals = arena_allocate(arena, (snapshot->global_count + 1) * sizeof *globals);
        size_t at = 0;
        for (; at < snapshot->global_count && str_compare(snapshot->globals[at].name, name) < 0; at++)
            globals[at] = snapshot->globals[at];
        globals[at] = (struct debugger_global){.name = name, .value = value->value};
        for (size_t i = at; i < snapshot->global_count; i++)
            globals[i + 1] = snapshot->globals[i];
        snapshot->globals = globals;
        snapshot->global_count++;
        value->named = true;
        return true;
    }
    for (size_t t = 0; t < snapshot->count; t++)
        for (size_t i = 0; i < snapshot->threads[t].count; i++)
            if (snapshot->threads[t].frames[i].id == value->frame) {
                take_local(&snapshot->threads[t].frames[i], which, &value->value);
                value->named = true;
            }
    return value->named;
}

static void value_decide(struct naming *naming, const struct ways *ways, size_t i, struct debugger_snapshot *snapshot)
{
    struct crash_unnamed_value *value = &naming->names->values[naming->names->count];
    bool documented = probes_documented(naming->job.probes, naming->job.snapshot);
    *value = (struct crash_unnamed_value){.unnamed = naming->values[i]};
    bool certain = false;
    for (size_t which = 0; which < 3; which++) {
        if (ways->fitting ? ways->means[i][which] : has_shape(naming, i, (enum debugger_name)which))
            meaning_add(value, str_of(debugger_local_name((enum debugger_name)which, documented)));
        certain = certain || (ways->fitting && !ways->differ[which] && ways->same[which] == i);
    }
    bool path = value->count > 0;
    if (is_coverage(value_of(naming, i)))
        coverage_meanings(naming, value_of(naming, i), value);
    if (value->count == 1 && !value->more && (certain || !path) && crash_value_name(naming->dump, snapshot, value->unnamed, value->meanings[0], naming->arena))
        taken_note(naming, value);
    else if (value->count)
        naming->names->count++;
}

static void frame_name(struct naming *naming, struct debugger_snapshot *snapshot)
{
    struct ways ways = {0};
    uint64_t last = 0;
    naming->count = 0;
    (void)!map_get(&naming->last, naming->frame->id, &last);
    for (; last && naming->count < VALUES_TRIED; last = naming->before[last - 1])
        if (!naming->dump->unnamed[last - 1].named)
            naming->values[naming->count++] = last - 1;
    for (size_t i = 0; i < naming->count / 2; i++) {        /* restores the order of printing */
        size_t other = naming->values[naming->count - 1 - i];
        naming->values[naming->count - 1 - i] = naming->values[i];
        naming->values[i] = other;
    }
    if (naming->count == 0)
        return;
    ways_try(naming, &ways);
    for (size_t i = 0; i < naming->count; i++)
        value_decide(naming, &ways, i, snapshot);
}

void crash_value_label(const struct debugger_unnamed *value, struct text *out)
{
    if (value->number)
        text_printf(out, "$%" PRIu64, value->number);
    else
        text_printf(out, "the value in line %" PRIu64, value->value.text_line);
}

void crash_names_find(struct probes *probes, struct debugger_text *dump, struct debugger_snapshot *snapshot, const struct crash_options *options,
                      struct arena *arena, struct crash_names *names)
{
    *names = (struct crash_names){0};
    names->values = arena_allocate(arena, (dump->unnamed_count + 1) * sizeof *names->values);
    names->notes = arena_allocate(arena, (dump->unnamed_count + 1) * sizeof *names->notes);
    struct naming naming = {.job = {.probes = probes, .snapshot = snapshot, .options = options, .reading = probes_reading(probes, snapshot, options->rule)}, .dump = dump, .names = names, .arena = arena};
    naming.before = arena_allocate(arena, (dump->unnamed_count + 1) * sizeof *naming.before);
    for (size_t i = 0; i < dump->unnamed_count; i++) {
        naming.before[i] = 0;
        (void)!map_get(&naming.last, dump->unnamed[i].frame, &naming.before[i]);
        map_put(&naming.last, dump->unnamed[i].frame, i + 1);
    }
    for (size_t t = 0; t < snapshot->count && dump->unnamed_count; t++)
        for (size_t i = 0; i < snapshot->threads[t].count && naming.job.work < CRASH_WORK; i++) {
            naming.thread = t;
            naming.at = i;
            naming.frame = &snapshot->threads[t].frames[i];
            frame_name(&naming, snapshot);
        }
    map_free(&naming.last);
}
