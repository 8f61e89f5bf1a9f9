/* coverage_report.c - coverage of a program, or of one activation: the meaning of bits, the lines that ran.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "crash/debugger.h"
#include "crash/probes.h"

#include <inttypes.h>
#include <stdlib.h>

/* ---- The meaning of block bits, from metadata and values ----
 *
 * Two signs can disagree: the form of .debug_BBC and the names of the path variables in the debugger's text. Then the values decide, if they contradict only
 * one reading. If not, the rule is COVERAGE_EITHER. */

const char *const coverage_rule_names[] = {"inferred", "entered", "completed", "unknown"};

enum coverage_rule coverage_rule_of(const struct coverage_reading *reading, const struct csi_coverage_function *blocks)
{
    return blocks ? reading->forms[csi_bits_of(blocks)] : reading->rule == COVERAGE_INFERRED ? COVERAGE_EITHER : reading->rule;
}

/* The form that the names of path variables contradict; CSI_BITS: none. */
static enum csi_bits disputed(const struct debugger_snapshot *snapshot)
{
    if (!snapshot || snapshot->documented == snapshot->released)
        return CSI_BITS;
    return snapshot->documented ? CSI_BITS_RELEASED : CSI_BITS_DOCUMENTED;
}

static void coverage_report_by(struct probes *probes, const struct debugger_snapshot *snapshot, const struct coverage_reading *reading, struct arena *arena,
                        struct coverage_report *report);

/* Do the values contradict this reading, in a way that only the other one explains? */
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

/* ---- From the values of one coverage array to the states of its probes ----
 *
 * An array of the wrong length does not belong to this metadata: clew ignores its bits, since they may belong to other probes. */

/* ---- Values ---- */

/* Accepts one value for an array of one element, and an array of one for a value. */
static size_t value_count(const struct debugger_value *value)
{
    return value->kind == DEBUGGER_ARRAY ? value->count : value->kind == DEBUGGER_SCALAR ? 1 : 0;
}

static enum coverage_state state_at(const struct debugger_value *value, size_t index)
{
    if (value->kind == DEBUGGER_SCALAR)
        return value->number ? COVERAGE_YES : COVERAGE_NO;
    if (index >= value->count)                                      /* zeros at the end, which a debugger leaves out of a string */
        return value->string && !value->cut ? COVERAGE_NO : COVERAGE_UNKNOWN;
    if (value->known && !value->known[index])
        return COVERAGE_UNKNOWN;
    return value->items[index] ? COVERAGE_YES : COVERAGE_NO;
}

/* Can clew use the bits of this value? If not, a note says why. */
static bool value_fits(const struct csi_coverage_function *function, const struct debugger_value *value, struct str what, struct messages *notes)
{
    size_t count = value_count(value), length = function->length;
    if (value->kind == DEBUGGER_MISSING) {
        message_add(notes, "%.*s has no value: %.*s", STR(what), STR(printable(value->reason, notes->arena)));
        return false;
    }
    if (function->damaged) {
        message_add(notes, "the metadata of %.*s is damaged: clew ignores its values", STR(what));
        return false;
    }
    if (count < length && value->string && !value->cut) {
        message_add(notes, "%.*s was printed as a string of %zu of %zu elements: the others are zeros, which debuggers leave out", STR(what), count, length);
        return true;
    }
    if (count < length && value->cut) {
        message_add(notes, "%.*s was cut after %zu of %zu elements: `set print elements 0` shows all", STR(what), count, length);
        return true;
    }
    if (count == length && !value->cut)
        return true;
    message_add(notes, "%.*s has %s%zu element%s, the metadata %zu: another build? clew ignores its values", STR(what),
                value->cut ? "more than " : "", count, count == 1 ? "" : "s", length);
    return false;
}

static void count_states(struct coverage_array *array)
{
    array->yes = array->no = array->unknown = 0;
    for (size_t i = 0; i < array->count; i++) {
        array->yes += array->probes[i].state == COVERAGE_YES;
        array->no += array->probes[i].state == COVERAGE_NO;
        array->unknown += array->probes[i].state == COVERAGE_UNKNOWN;
    }
}

void coverage_states(const struct csi_coverage_function *function, enum csi_scheme scheme, const struct debugger_value *value,
                     struct str what, struct arena *arena, struct messages *notes, struct coverage_array *array)
{
    array->function = function;
    array->value = value;
    array->count = scheme == CSI_FC ? 1 : function->probe_count;
    array->probes = arena_allocate(arena, (array->count ? array->count : 1) * sizeof *array->probes);
    bool fits = value && value_fits(function, value, what, notes);
    for (size_t i = 0; i < array->count; i++) {
        const struct csi_probe *probe = scheme == CSI_FC ? NULL : &function->probes[i];
        enum coverage_state state = fits ? state_at(value, probe ? (size_t)(probe->index < 0 ? 0 : probe->index) : 0) : COVERAGE_UNKNOWN;
        array->probes[i] = (struct coverage_probe){probe, probe && probe->index < 0 ? COVERAGE_NO_PROBE : state};
    }
    count_states(array);
}

/* ---- Text ---- */

static int by_value(const void *x, const void *y)
{
    int64_t a = *(const int64_t *)x, b = *(const int64_t *)y;
    return COMPARE(a, b);
}

enum { RANGES_SHOWN = 6, LINES_LOOKED_AT = 4096 };

/* "line 14", "lines 11-13, 20": each line once, ascending; at most a few ranges. */
static void ranges_text(const int64_t *lines, size_t count, struct text *text)
{
    size_t known = 0, looked = count < LINES_LOOKED_AT ? count : LINES_LOOKED_AT, ranges = 0;
    int64_t *sorted = memory_allocate((looked ? looked : 1) * sizeof *sorted);
    for (size_t i = 0; i < looked; i++)
        if (lines[i] > 0)
            sorted[known++] = lines[i];
    qsort(sorted, known, sizeof *sorted, by_value);
    for (size_t i = 0, end; i < known && ranges < RANGES_SHOWN; i = end, ranges++) {
        for (end = i + 1; end < known && sorted[end] - sorted[end - 1] <= 1;)
            end++;
        bool several = sorted[end - 1] != sorted[i];
        text_printf(text, "%s%" PRId64, i ? ", " : several || end < known ? "lines " : "line ", sorted[i]);
        if (several)
            text_printf(text, "-%" PRId64, sorted[end - 1]);
        if (ranges + 1 == RANGES_SHOWN && end < known)
            text_add(text, ", ...");
    }
    if (known == 0)
        text_add(text, "no source line");
    free(sorted);
}

/* Text after the name of a probe: its lines and its callee. */
static struct str place_text(struct text *text, const struct csi_probe *probe, enum csi_scheme scheme, struct arena *arena)
{
    text_add(text, " (");
    ranges_text(probe->lines, probe->line_count, text);
    if (scheme == CSI_CC) {
        text_add(text, ": ");
        if (str_is(probe->callee, "?"))
            text_add(text, "through a pointer");
        else
            text_safe(text, probe->callee);
    }
    text_byte(text, ')');
    struct str copy = arena_copy(arena, text_str(text));
    text_free(text);
    return copy;
}

struct str probe_text(const struct csi_probe *probe, enum csi_scheme scheme, struct arena *arena)
{
    struct text text = {0};
    text_printf(&text, "%s %" PRId64, scheme == CSI_CC ? "call site" : "block", probe->index);
    return place_text(&text, probe, scheme, arena);
}

struct str probe_label(const struct csi_probe *probe, enum csi_scheme scheme, struct arena *arena)
{
    struct text text = {0};
    if (probe->label.size)
        text_safe(&text, probe->label);
    else
        text_printf(&text, "%s%" PRId64, csi_scheme_names[scheme], probe->index);
    return place_text(&text, probe, scheme, arena);
}

/* ---- Source lines that ran, from the bits ----
 *
 *     yes    a block with the line has its bit, and the line is not after the place where that block may have stopped; or a call on it returned
 *     no     every block with the line has a probe and no bit, and none of them may have run in part; or the function's own bit says it was never entered, and
 *            no other bit and no frame contradicts it
 *     maybe  the rest: blocks without probe, missing values, blocks that ran in part
 *
 * A block has run in part if a frame is in it, or if one of its calls has not returned. If a bit means "entered", lines of such a block are sure up to the
 * first place where it may have stopped. If it means "completed", a block without its bit may still have run in part. If no statement has a probe, call sites
 * give the marks: `no` then means that no call of the line ever returned.
 *
 * A straight line (csi_is_straight) stops at the first call that never returned: lines after it never ran, and lines before it ran if the function was
 * entered. */

struct marking {
    const struct coverage_array *blocks, *calls;
    const struct mark_table *block_lines, *call_lines;
    enum coverage_rule rule;
    struct standing standing;
    size_t *sure;                           /* by block: number of its lines that surely ran if the block was entered */
    bool *partial;                          /* by block: has no bit, but may have run in part */
    bool never_entered, local;              /* by the function's own bit; for one activation */
    struct mark_table straight;             /* empty: the function is no straight line, or all its calls returned */
    uint32_t stop_first, stop_last;         /* first and last place in it of the line of the first call that never returned */
    bool entered;
};

/* State of a line's probes: is any set, is any not? Sites and blocks without probe or value count as neither. */
static void states_of(const struct coverage_array *array, const struct line_at *items, size_t count, bool *any_yes, bool *all_no)
{
    *any_yes = false;
    *all_no = count > 0;
    for (size_t i = 0; i < count; i++) {
        enum coverage_state state = array->probes[items[i].block].state;
        *any_yes = *any_yes || state == COVERAGE_YES;
        *all_no = *all_no && state == COVERAGE_NO;
    }
}

/* Is the line a frame's own? Then it ran at least in part. */
static bool stands_at(struct standing standing, int64_t line)
{
    LOWER_BOUND(size_t, at, 0, standing.count, standing.lines[at].line < line);
    return at < standing.count && standing.lines[at].line == line && standing.lines[at].how != STANDS_PERHAPS;
}

static void stop_at(struct marking *marking, const struct line_at *items, size_t count, bool contradicted)
{
    for (size_t i = 0; i < count; i++) {
        size_t *sure = &marking->sure[items[i].block];
        *sure = items[i].first + 1u < *sure ? items[i].first + 1u : *sure;
        if (marking->rule == COVERAGE_COMPLETED || contradicted)
            marking->partial[items[i].block] = true;
    }
}

static void stop_at_line(struct marking *marking, int64_t line)
{
    const struct line_at *items;
    size_t count = mark_table_find(marking->block_lines, line, &items);
    stop_at(marking, items, count, false);
}

/* Finds the lines of frames, and calls that have not returned. If a frame is in a block that was never entered according to its bit, the bit proves nothing. */
static void find_stops(struct marking *marking)
{
    const struct line_at *items;
    for (size_t i = 0; i < marking->standing.count; i++) {
        bool any_yes, all_no;
        size_t count = mark_table_find(marking->block_lines, marking->standing.lines[i].line, &items);
        states_of(marking->blocks, items, count, &any_yes, &all_no);
        stop_at(marking, items, count, all_no);
    }
    const struct mark_table *calls = marking->call_lines;
    for (size_t i = 0, end; i < calls->count; i = end) {
        bool returned = true;
        for (end = i; end < calls->count && calls->items[end].line == calls->items[i].line; end++)
            returned = returned && marking->calls->probes[calls->items[end].block].state != COVERAGE_NO;
        if (!returned)
            stop_at_line(marking, calls->items[i].line);
    }
}

static enum coverage_mark mark_of(const struct marking *marking, const struct line_at *items, size_t count)
{
    bool all_no = true;
    if (stands_at(marking->standing, items[0].line))
        return COVERAGE_LINE_YES;
    for (size_t i = 0; i < count; i++) {
        enum coverage_state state = marking->blocks->probes[items[i].block].state;
        bool sure = marking->rule == COVERAGE_COMPLETED || items[i].first < marking->sure[items[i].block];
        if (state == COVERAGE_YES && sure)
            return COVERAGE_LINE_YES;
        all_no = all_no && state == COVERAGE_NO && !marking->partial[items[i].block];
    }
    const struct line_at *calls;
    bool returned, none_returned;
    size_t call_count = mark_table_find(marking->call_lines, items[0].line, &calls);
    states_of(marking->calls, calls, call_count, &returned, &none_returned);
    return returned ? COVERAGE_LINE_YES : all_no || marking->never_entered ? COVERAGE_LINE_NO : COVERAGE_LINE_MAYBE;
}

/* The function's only block, if its metadata shows a straight line and no other function has its name; NULL if not. */
static const struct csi_block *straight_block(const struct probes *probes, const struct joined *joined, struct arena *arena)
{
    const size_t *found;
    if (joined->of != 1 || joined->apart || name_index_find(&probes->path_index, joined->name, NULL, 0, arena, &found) != 1)
        return NULL;
    const struct csi_function *function = &probes->paths->functions[found[0]];
    return str_equal(function->name, joined->name) && csi_is_straight(function) ? &function->blocks[function->entry] : NULL;
}

/* Uses the bits of all activations: if none of them returned from a call, none of them passed it. */
static void find_straight(struct marking *marking, const struct csi_block *block)
{
    struct mark_table lines = {0};
    const struct line_at *at;
    marking->stop_first = marking->stop_last = UINT32_MAX;
    mark_table_add(&lines, 0, block->lines, block->line_count);
    mark_table_finish(&lines);
    for (size_t i = 0; i < marking->call_lines->count; i++) {
        const struct line_at *call = &marking->call_lines->items[i];
        if (marking->calls->probes[call->block].state != COVERAGE_NO || mark_table_find(&lines, call->line, &at) != 1)
            continue;
        marking->stop_first = at->first < marking->stop_first ? at->first : marking->stop_first;
        marking->stop_last = at->last < marking->stop_last ? at->last : marking->stop_last;
    }
    if (marking->stop_last == UINT32_MAX)
        mark_table_free(&lines);
    else
        marking->straight = lines;
}

static enum coverage_mark mark_of_straight(const struct marking *marking, int64_t line)
{
    const struct line_at *at;
    if (mark_table_find(&marking->straight, line, &at) != 1)
        return COVERAGE_LINE_MAYBE;
    if (at->first > marking->stop_last)
        return COVERAGE_LINE_NO;
    return marking->entered && at->first <= marking->stop_first ? COVERAGE_LINE_YES : COVERAGE_LINE_MAYBE;
}

/* A call that never returned may still have been made (exit, longjmp, an activation within it). So `no` needs an activation that is elsewhere, or a function
 * that was never entered. */
static enum coverage_mark mark_of_calls(const struct marking *marking, const struct line_at *items, size_t count)
{
    bool any_yes, all_no;
    states_of(marking->calls, items, count, &any_yes, &all_no);
    bool not_made = marking->never_entered || marking->local;
    return any_yes || stands_at(marking->standing, items[0].line) ? COVERAGE_LINE_YES : all_no && not_made ? COVERAGE_LINE_NO : COVERAGE_LINE_MAYBE;
}

static void mark_lines(const struct marking *marking, struct coverage_function *function, struct arena *arena)
{
    bool by_blocks = marking->block_lines->count > 0;
    const struct mark_table *table = by_blocks ? marking->block_lines : marking->call_lines;
    size_t lines = 0;
    for (size_t i = 0; i < table->count; i++)
        lines += i == 0 || table->items[i].line != table->items[i - 1].line;
    function->lines = arena_allocate(arena, (lines ? lines : 1) * sizeof *function->lines);
    for (size_t i = 0, end; i < table->count; i = end) {
        for (end = i + 1; end < table->count && table->items[end].line == table->items[i].line;)
            end++;
        enum coverage_mark mark = by_blocks ? mark_of(marking, table->items + i, end - i) : mark_of_calls(marking, table->items + i, end - i);
        if (mark == COVERAGE_LINE_MAYBE)
            mark = mark_of_straight(marking, table->items[i].line);
        function->lines[function->line_count++] = (struct coverage_line){table->items[i].line, mark};
    }
}

static void lines_by(struct probes *probes, struct joined *joined, struct coverage_function *function, enum coverage_rule rule,
                     struct standing standing, bool local, struct arena *arena)
{
    struct marking marking = {.blocks = &function->schemes[CSI_BBC], .calls = &function->schemes[CSI_CC], .rule = rule, .standing = standing, .local = local,
                              .block_lines = joined_lines(probes, joined, CSI_BBC), .call_lines = joined_lines(probes, joined, CSI_CC)};
    const struct coverage_array *entered = &function->schemes[CSI_FC];
    marking.never_entered = entered->count == 1 && entered->probes[0].state == COVERAGE_NO && !marking.blocks->yes && !marking.calls->yes && !standing.count;
    size_t blocks = marking.blocks->count ? marking.blocks->count : 1;
    marking.sure = memory_allocate(blocks * sizeof *marking.sure);
    marking.partial = memory_allocate(blocks * sizeof *marking.partial);
    for (size_t i = 0; i < marking.blocks->count; i++)
        marking.sure[i] = SIZE_MAX;
    find_stops(&marking);
    const struct csi_block *block = local ? NULL : straight_block(probes, joined, arena);
    marking.entered = function->entered == COVERAGE_YES || standing.count;
    if (block)
        find_straight(&marking, block);
    mark_lines(&marking, function, arena);
    mark_table_free(&marking.straight);
    free(marking.sure);
    free(marking.partial);
}

/* If the meaning of bits is unknown, a line has the mark that both readings give it. */
void coverage_lines(struct probes *probes, struct joined *joined, struct coverage_function *function, enum coverage_rule rule,
                    struct standing standing, bool local, struct arena *arena)
{
    bool either = rule == COVERAGE_EITHER;
    lines_by(probes, joined, function, either ? COVERAGE_ENTERED : rule, standing, local, arena);
    if (!either)
        return;
    struct coverage_function other = *function;
    other.line_count = 0;
    lines_by(probes, joined, &other, COVERAGE_COMPLETED, standing, local, arena);
    for (size_t i = 0; i < function->line_count; i++)
        if (function->lines[i].mark != other.lines[i].mark)
            function->lines[i].mark = COVERAGE_LINE_MAYBE;
}

/* ---- Coverage of a program, or of one activation ---- */

/* WORK_MAX: most probes looked at for all frames together, since an untrusted text may have many frames of a large function. NEAR: how deep to look for
 * inlining. */
enum { WORK_MAX = 1 << 28, WORK_ENTRY = 100, NEAR = 32 };

struct stand_of {
    size_t joined;
    struct stand_line line;
};

struct reporting {
    struct probes *probes;
    const struct debugger_snapshot *snapshot;
    struct arena *arena, scratch;
    struct coverage_report *report;
    struct messages contradictions, notes;
    const struct debugger_global **globals; /* sorted by name */
    struct stand_of *stands;                /* sorted by function */
    size_t stand_count, stand_capacity;
    bool *said;                             /* by function: reported that a frame is in it although the program never entered it */
    size_t work, skipped;
};

/* ---- Functions ---- */

static enum coverage_rule rule_of(const struct reporting *reporting, const struct joined *joined)
{
    return coverage_rule_of(&reporting->report->reading, joined_function(reporting->probes, joined, CSI_BBC));
}

static void name_function(const struct joined *joined, struct coverage_function *function)
{
    function->name = joined->name;
    function->ordinal = joined->ordinal;
    function->of = joined->of;
}

static enum coverage_state entered_by(const struct coverage_function *function, enum coverage_rule rule)
{
    const struct coverage_array *entered = &function->schemes[CSI_FC], *calls = &function->schemes[CSI_CC], *blocks = &function->schemes[CSI_BBC];
    if (entered->count && entered->probes[0].state != COVERAGE_UNKNOWN)
        return entered->probes[0].state;
    if (calls->yes + blocks->yes > 0)
        return COVERAGE_YES;
    bool every_block = rule == COVERAGE_ENTERED && blocks->count > 0 && blocks->no == blocks->count;
    return every_block ? COVERAGE_NO : COVERAGE_UNKNOWN;
}

static int by_global_name(const void *x, const void *y)
{
    const struct debugger_global *const *a = x, *const *b = y;
    return str_compare((*a)->name, (*b)->name);
}

static void sort_globals(struct reporting *reporting)
{
    size_t count = reporting->snapshot ? reporting->snapshot->global_count : 0;
    reporting->globals = memory_allocate((count ? count : 1) * sizeof(struct debugger_global *));
    for (size_t i = 0; i < count; i++)
        reporting->globals[i] = &reporting->snapshot->globals[i];
    if (count)
        qsort(reporting->globals, count, sizeof(struct debugger_global *), by_global_name);
}

static const struct debugger_global *find_global(const struct reporting *reporting, struct str name)
{
    size_t count = reporting->snapshot ? reporting->snapshot->global_count : 0;
    LOWER_BOUND(size_t, at, 0, count, str_compare(reporting->globals[at]->name, name) < 0);
    return at < count && str_equal(reporting->globals[at]->name, name) ? reporting->globals[at] : NULL;
}

static void fill_global(struct reporting *reporting, size_t i, size_t *missing)
{
    struct coverage_function *function = &reporting->report->functions[i];
    const struct joined *joined = &reporting->probes->joined[i];
    name_function(joined, function);
    for (enum csi_scheme scheme = 0; scheme < CSI_SCHEMES; scheme++) {
        const struct csi_coverage_function *entry = joined_function(reporting->probes, joined, scheme);
        if (!entry)
            continue;
        const struct debugger_global *global = find_global(reporting, entry->global);
        struct str what = printable(entry->global, reporting->arena);
        coverage_states(entry, scheme, global ? &global->value : NULL, what, reporting->arena, &reporting->notes, &function->schemes[scheme]);
        *missing += !global;
        if (global && global->changed)
            message_add(&reporting->notes, "%.*s was printed several times with different values: clew uses the last", STR(what));
        if (global && joined->of > 1 && joined->apart)
            message_add(&reporting->notes, "%.*s may belong to any of %zu functions of one name: some sections list more of them than others", STR(what), joined->of);
    }
    function->entered = entered_by(function, rule_of(reporting, joined));
}

static void fill_globals(struct reporting *reporting)
{
    size_t count = reporting->probes->joined_count, missing = 0, arrays = 0;
    sort_globals(reporting);
    reporting->report->functions = arena_allocate(reporting->arena, (count ? count : 1) * sizeof *reporting->report->functions);
    reporting->report->count = count;
    for (size_t i = 0; i < count; i++)
        fill_global(reporting, i, &missing);
    for (size_t s = 0; s < CSI_SCHEMES; s++)
        arrays += reporting->probes->coverage[s].count;
    if (reporting->snapshot && missing)
        message_add(&reporting->notes, "%zu of the metadata's %zu global array%s %s no value", missing, arrays, arrays == 1 ? "" : "s", missing == 1 ? "has" : "have");
}

/* ---- Frames ---- */

int64_t frame_line(const struct debugger_frame *frame)
{
    return frame->has_line && frame->line <= INT64_MAX ? (int64_t)frame->line : 0;
}

bool frame_has_function(const struct debugger_frame *frame)
{
    return frame->function.size > 0 && !str_is(frame->function, "??");
}

static bool has_path_values(const struct debugger_frame *frame)
{
    return frame->has[DEBUGGER_PATH_ARRAY] || frame->has[DEBUGGER_PATH_INDEX] || frame->has[DEBUGGER_PATH_CURRENT];
}

/* Does the text have any addresses? Only then does a missing one mean something. */
static bool addresses_near(const struct debugger_thread *thread, size_t i)
{
    size_t from = i > NEAR ? i - NEAR : 0;
    for (size_t k = from; k < thread->count && k <= i + NEAR; k++)
        if (thread->frames[k].has_address)
            return true;
    return false;
}

bool frame_is_inlined(const struct debugger_thread *thread, size_t i)
{
    if (i + 1 >= thread->count || has_path_values(&thread->frames[i]))
        return false;
    const struct debugger_frame *frame = &thread->frames[i], *outer = frame + 1;
    if (!frame->has_level || !outer->has_level || outer->level != frame->level + 1 || !frame_has_function(outer) || outer->library.size)
        return false;
    if (outer->has_address)                                     /* recursion has one address and one name */
        return frame->has_address && frame->address == outer->address && !str_equal(frame->function, outer->function);
    return addresses_near(thread, i);
}

bool frame_may_be_inlined(const struct debugger_thread *thread, size_t i)
{
    const struct debugger_frame *frame = &thread->frames[i], *outer = frame + 1;
    return i + 1 < thread->count && !frame->has_address && !outer->has_address && !frame->has[DEBUGGER_PATH_ARRAY] && frame->has_level && outer->has_level;
}

static int by_line(const void *x, const void *y)
{
    const struct stand_line *a = x, *b = y;
    COMPARE_FIRST(a->line, b->line);
    return COMPARE(b->how, a->how);
}

size_t stand_lines_sort(struct stand_line *lines, size_t count)
{
    size_t kept = 0;
    if (count)
        qsort(lines, count, sizeof *lines, by_line);
    for (size_t i = 0; i < count; i++)
        if (kept == 0 || lines[kept - 1].line != lines[i].line)
            lines[kept++] = lines[i];
    return kept;
}

struct standing frame_standing(const struct debugger_thread *thread, size_t i, struct arena *arena)
{
    struct stand_line *lines = arena_allocate(arena, (NEAR + 1) * sizeof *lines);
    size_t count = 0;
    bool around = i > 0 && (frame_is_inlined(thread, i - 1) || frame_may_be_inlined(thread, i - 1));
    lines[count++] = (struct stand_line){frame_line(&thread->frames[i]), around ? STANDS_AROUND : STANDS_AT};
    for (size_t k = i; k > 0 && i - k < NEAR && (frame_is_inlined(thread, k - 1) || frame_may_be_inlined(thread, k - 1)); k--)
        lines[count++] = (struct stand_line){frame_line(&thread->frames[k - 1]), STANDS_PERHAPS};
    count = stand_lines_sort(lines, count);
    size_t unknown = lines[0].line == 0;
    return (struct standing){lines + unknown, count - unknown};
}

/* "frame #3 (rec)", or with several threads "thread 2, frame #3 (rec)"; printable. */
static struct str frame_text(const struct debugger_snapshot *snapshot, size_t thread, size_t i, struct arena *arena)
{
    const struct debugger_frame *frame = &snapshot->threads[thread].frames[i];
    struct text text = {0};
    if (snapshot->count > 1) {
        text_add(&text, str_starts(snapshot->threads[thread].name, "Thread") ? "" : "thread ");
        text_safe(&text, snapshot->threads[thread].name);
        text_add(&text, ", ");
    }
    text_printf(&text, "frame #%" PRIu64, frame->has_level ? frame->level : (uint64_t)i);
    if (frame_has_function(frame)) {
        text_add(&text, " (");
        text_safe(&text, frame->function);
        text_byte(&text, ')');
    }
    struct str copy = arena_copy(arena, text_str(&text));
    text_free(&text);
    return copy;
}

/* Compares a frame with its function's global bits, once for each function; records the frame's place. */
static void look_at_frame(struct reporting *reporting, size_t thread, size_t i)
{
    const struct debugger_frame *frame = &reporting->snapshot->threads[thread].frames[i];
    const size_t *found;
    size_t looked = 0, count = joined_of_frame(reporting->probes, frame, &reporting->scratch, &found, &looked);
    reporting->work += WORK_ENTRY * looked;
    bool never = count > 0;
    for (size_t k = 0; k < count; k++) {
        const struct coverage_array *entered = &reporting->report->functions[found[k]].schemes[CSI_FC];
        never = never && entered->count && entered->probes[0].state == COVERAGE_NO;
    }
    if (never && !reporting->said[found[0]]) {
        struct str global = reporting->report->functions[found[0]].schemes[CSI_FC].function->global;
        message_add(&reporting->contradictions, "%.*s is on the stack, but according to %.*s the function was never entered",
                    STR(frame_text(reporting->snapshot, thread, i, reporting->arena)), STR(printable(global, reporting->arena)));
        reporting->said[found[0]] = true;
    }
    if (count != 1)
        return;
    struct standing standing = frame_standing(&reporting->snapshot->threads[thread], i, &reporting->scratch);
    reporting->stands = array_grow(reporting->stands, &reporting->stand_capacity, reporting->stand_count + standing.count, sizeof *reporting->stands);
    for (size_t k = 0; k < standing.count; k++)
        reporting->stands[reporting->stand_count++] = (struct stand_of){found[0], standing.lines[k]};
}

/* Checks a frame's local arrays, if their function is certain. */
static void check_frame(struct reporting *reporting, size_t thread, size_t i)
{
    const struct debugger_frame *frame = &reporting->snapshot->threads[thread].frames[i];
    const size_t *found;
    size_t looked = 0, count = joined_of_frame(reporting->probes, frame, &reporting->scratch, &found, &looked);
    reporting->work += WORK_ENTRY * looked;
    if (count != 1)
        return;
    struct joined *joined = &reporting->probes->joined[found[0]];
    struct coverage_function local = {0};
    struct str who = frame_text(reporting->snapshot, thread, i, &reporting->scratch);
    struct messages notes = {.arena = &reporting->scratch};
    for (enum csi_scheme scheme = CSI_CC; scheme < CSI_SCHEMES; scheme++) {
        enum debugger_name which = scheme == CSI_CC ? DEBUGGER_LOCAL_CC : DEBUGGER_LOCAL_BBC;
        const struct csi_coverage_function *entry = joined_function(reporting->probes, joined, scheme);
        if (!entry || !frame->has[which])
            continue;
        coverage_states(entry, scheme, &frame->locals[which], who, &reporting->scratch, &notes, &local.schemes[scheme]);
        reporting->work += entry->probe_count;
    }
    struct standing standing = frame_standing(&reporting->snapshot->threads[thread], i, &reporting->scratch);
    coverage_check(reporting->probes, joined, &local, rule_of(reporting, joined), standing, who, &reporting->contradictions);
    coverage_check_local(&local, &reporting->report->functions[found[0]], who, &reporting->contradictions);
}

static void each_frame(struct reporting *reporting, void (*look)(struct reporting *, size_t, size_t), bool with_locals)
{
    for (size_t t = 0; reporting->snapshot && t < reporting->snapshot->count; t++) {
        const struct debugger_thread *thread = &reporting->snapshot->threads[t];
        for (size_t i = 0; i < thread->count; i++) {
            const struct debugger_frame *frame = &thread->frames[i];
            bool wanted = !with_locals || frame->has[DEBUGGER_LOCAL_CC] || frame->has[DEBUGGER_LOCAL_BBC];
            if (!wanted || !frame_has_function(frame) || frame_is_inlined(thread, i))
                continue;
            if (reporting->work > WORK_MAX) {
                reporting->skipped++;
                continue;
            }
            look(reporting, t, i);
            arena_clear(&reporting->scratch);
        }
    }
}

/* ---- The whole program ---- */

static int by_function(const void *x, const void *y)
{
    const struct stand_of *a = x, *b = y;
    return COMPARE(a->joined, b->joined);
}

/* Finds lines and contradictions of every function, with the lines of its frames. */
static void check_functions(struct reporting *reporting)
{
    if (reporting->stand_count)
        qsort(reporting->stands, reporting->stand_count, sizeof *reporting->stands, by_function);
    struct stand_line *lines = memory_allocate((reporting->stand_count + 1) * sizeof *lines);
    for (size_t i = 0, at = 0; i < reporting->report->count; i++) {
        struct coverage_function *function = &reporting->report->functions[i];
        struct joined *joined = &reporting->probes->joined[i];
        struct standing standing = {lines, 0};
        for (; at < reporting->stand_count && reporting->stands[at].joined == i; at++)
            lines[standing.count++] = reporting->stands[at].line;
        standing.count = stand_lines_sort(lines, standing.count);
        coverage_lines(reporting->probes, joined, function, rule_of(reporting, joined), standing, false, reporting->arena);
        coverage_check(reporting->probes, joined, function, rule_of(reporting, joined), standing, printable(function->name, &reporting->scratch),
                       &reporting->contradictions);
        arena_clear(&reporting->scratch);
    }
    free(lines);
}

static void finish(struct reporting *reporting)
{
    reporting->report->decisive = reporting->contradictions.decisive;
    if (reporting->skipped)
        message_add(&reporting->notes, "clew did not compare %zu frame%s: too many frames of large functions", reporting->skipped, reporting->skipped == 1 ? "" : "s");
    messages_end(&reporting->contradictions, &reporting->report->contradictions, &reporting->report->contradiction_count);
    messages_end(&reporting->notes, &reporting->report->notes, &reporting->report->note_count);
    free(reporting->globals);
    free(reporting->stands);
    free(reporting->said);
    arena_free(&reporting->scratch);
}

/* probes_coverage with a known reading. */
static void coverage_report_by(struct probes *probes, const struct debugger_snapshot *snapshot, const struct coverage_reading *reading, struct arena *arena,
                        struct coverage_report *report)
{
    *report = (struct coverage_report){.reading = *reading};
    struct reporting reporting = {.probes = probes, .snapshot = snapshot, .arena = arena, .report = report,
                                  .contradictions = {.arena = arena}, .notes = {.arena = arena}};
    reporting.said = memory_allocate(probes->joined_count ? probes->joined_count : 1);
    fill_globals(&reporting);
    each_frame(&reporting, look_at_frame, false);
    check_functions(&reporting);
    each_frame(&reporting, check_frame, true);
    finish(&reporting);
}

/* Do contradictions exist under this reading, but none under the other? */
static bool is_refuted(struct probes *probes, const struct debugger_snapshot *snapshot, const struct coverage_report *report)
{
    enum coverage_rule rule = report->reading.rule;
    if (!report->decisive || (rule != COVERAGE_ENTERED && rule != COVERAGE_COMPLETED))
        return false;
    struct arena arena = {0};
    struct coverage_report other;
    struct coverage_reading reading = probes_reading(probes, snapshot, rule == COVERAGE_ENTERED ? COVERAGE_COMPLETED : COVERAGE_ENTERED);
    coverage_report_by(probes, snapshot, &reading, &arena, &other);
    arena_free(&arena);
    return other.decisive == 0;
}

void probes_coverage(struct probes *probes, const struct debugger_snapshot *snapshot, enum coverage_rule rule, struct arena *arena,
                     struct coverage_report *report)
{
    struct coverage_reading reading = probes_reading(probes, snapshot, rule);
    coverage_report_by(probes, snapshot, &reading, arena, report);
    report->refuted = is_refuted(probes, snapshot, report);
}
