/* coverage_check.c - coverage entries by function, and contradictions between their arrays.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Joins the entries that belong to one function, from all three coverage sections. Finds the entries a frame stands in. Checks the arrays of one function
 * against each other and against the lines where its frames stand. */
#include "crash/debugger.h"
#include "crash/probes.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* ---- Entries that belong to one function; the entries a frame stands in ----
 *
 * An entry names its function and its global array; the part of the global's name after __FC_arr_, __CC_arr_, __BBC_arr_ is the same in all sections and
 * contains the file in newer dialects. If a pair of names occurs several times (static functions in the documentation's dialect), clew matches entries in
 * order, since the linker keeps the order of objects in every section. It does so only if each section has the same number of them. */

struct entry {
    struct str name, key;                 /* key: the global after its prefix */
    size_t scheme, function;
    size_t joined;                          /* of the function's first entry, in order of schemes */
    bool apart;
};

static struct str key_of(const struct csi_coverage_function *function)
{
    static const char *const prefixes[CSI_SCHEMES] = {"__FC_arr_", "__CC_arr_", "__BBC_arr_"};
    for (size_t i = 0; i < CSI_SCHEMES; i++)
        if (str_starts(function->global, prefixes[i]))
            return str_cut(function->global, strlen(prefixes[i]), function->global.size);
    return function->global;
}

static int by_key(const void *x, const void *y)
{
    const struct entry *a = x, *b = y;
    int order = str_compare(a->name, b->name);
    if (!order)
        order = str_compare(a->key, b->key);
    if (!order)
        order = COMPARE(a->scheme, b->scheme);
    return order ? order : COMPARE(a->function, b->function);
}

static int by_scheme(const void *x, const void *y)
{
    const struct entry *a = x, *b = y;
    COMPARE_FIRST(a->scheme, b->scheme);
    return COMPARE(a->function, b->function);
}

/* Entries of one name and key are neighbours, sorted by scheme: the k-th of each scheme are one function. `number` counts functions. */
static void match_group(struct entry *entries, size_t count, size_t *number)
{
    size_t counts[CSI_SCHEMES] = {0}, most = 0, first = *number;
    for (size_t i = 0; i < count; i++)
        most = ++counts[entries[i].scheme] > most ? counts[entries[i].scheme] : most;
    bool apart = false;
    for (size_t s = 0; s < CSI_SCHEMES; s++)
        apart = apart || (counts[s] && counts[s] != most);
    for (size_t i = 0, place = 0; i < count; i++) {
        place = i && entries[i].scheme == entries[i - 1].scheme ? place + 1 : 0;
        entries[i].joined = apart ? first + i : first + place;
        entries[i].apart = apart;
    }
    *number += apart ? count : most;
}

static size_t match(struct entry *entries, size_t count)
{
    qsort(entries, count, sizeof *entries, by_key);
    size_t number = 0;
    for (size_t i = 0, end; i < count; i = end) {
        for (end = i + 1; end < count && str_equal(entries[end].name, entries[i].name) && str_equal(entries[end].key, entries[i].key);)
            end++;
        match_group(entries + i, end - i, &number);
    }
    return number;
}

/* Numbers functions in order of first appearance: FC, CC, BBC. */
static void fill(struct probes *probes, struct entry *entries, size_t count, size_t number)
{
    size_t *place = memory_allocate((number ? number : 1) * sizeof *place);
    probes->joined = memory_allocate((number ? number : 1) * sizeof *probes->joined);
    probes->joined_schemes = memory_allocate(number ? number : 1);
    probes->joined_names = memory_allocate((number ? number : 1) * sizeof *probes->joined_names);
    qsort(entries, count, sizeof *entries, by_scheme);
    for (size_t i = 0; i < count; i++) {
        if (!place[entries[i].joined]) {
            place[entries[i].joined] = ++probes->joined_count;
            probes->joined[probes->joined_count - 1] =
                (struct joined){.name = entries[i].name, .functions = {SIZE_MAX, SIZE_MAX, SIZE_MAX}, .apart = entries[i].apart};
            probes->joined_names[probes->joined_count - 1] = entries[i].name;
        }
        size_t joined = place[entries[i].joined] - 1;
        probes->joined[joined].functions[entries[i].scheme] = entries[i].function;
        probes->joined_schemes[joined] |= (uint8_t)(1u << entries[i].scheme);
    }
    free(place);
}

static int by_name(const void *x, const void *y, void *context)
{
    const struct joined *joined = context;
    size_t a = *(const size_t *)x, b = *(const size_t *)y;
    int order = str_compare(joined[a].name, joined[b].name);
    return order ? order : COMPARE(a, b);
}

static void count_names(struct probes *probes)
{
    size_t count = probes->joined_count, *order = memory_allocate((count ? count : 1) * sizeof *order);
    for (size_t i = 0; i < count; i++)
        order[i] = i;
    qsort_r(order, count, sizeof *order, by_name, probes->joined);
    for (size_t i = 0, end; i < count; i = end) {
        for (end = i + 1; end < count && str_equal(probes->joined[order[end]].name, probes->joined[order[i]].name);)
            end++;
        for (size_t k = i; k < end; k++) {
            probes->joined[order[k]].ordinal = k - i;
            probes->joined[order[k]].of = end - i;
        }
    }
    free(order);
}

void probes_join(struct probes *probes)
{
    size_t count = 0;
    for (size_t s = 0; s < CSI_SCHEMES; s++)
        count += probes->coverage[s].count;
    struct entry *entries = memory_allocate((count ? count : 1) * sizeof *entries);
    count = 0;
    for (size_t s = 0; s < CSI_SCHEMES; s++)
        for (size_t i = 0; i < probes->coverage[s].count; i++) {
            const struct csi_coverage_function *function = &probes->coverage[s].functions[i];
            entries[count++] = (struct entry){.name = function->name, .key = key_of(function), .scheme = s, .function = i};
        }
    size_t number = match(entries, count);
    fill(probes, entries, count, number);
    free(entries);
    count_names(probes);
    name_index_make(&probes->joined_index, probes->joined_names, probes->joined_count);
}

void probes_join_free(struct probes *probes)
{
    for (size_t i = 0; i < probes->joined_count; i++)
        for (size_t s = 0; s < CSI_SCHEMES; s++)
            mark_table_free(&probes->joined[i].lines[s]);
    name_index_free(&probes->joined_index);
    free(probes->joined);
    free(probes->joined_schemes);
    free(probes->joined_names);
}

const struct csi_coverage_function *joined_function(const struct probes *probes, const struct joined *joined, enum csi_scheme scheme)
{
    size_t function = joined->functions[scheme];
    return function == SIZE_MAX ? NULL : &probes->coverage[scheme].functions[function];
}

/* ---- Lines ---- */

void mark_table_add(struct mark_table *table, uint32_t block, const int64_t *lines, size_t count)
{
    table->items = array_grow(table->items, &table->capacity, table->count + count, sizeof *table->items);
    for (size_t i = 0; i < count && i < UINT32_MAX; i++)
        if (lines[i] > 0)
            table->items[table->count++] = (struct line_at){lines[i], block, (uint32_t)i, (uint32_t)i};
}

static int by_line(const void *x, const void *y)
{
    const struct line_at *a = x, *b = y;
    COMPARE_FIRST(a->line, b->line);
    COMPARE_FIRST(a->block, b->block);
    return COMPARE(a->first, b->first);
}

void mark_table_finish(struct mark_table *table)
{
    table->made = true;
    if (table->count == 0)
        return;
    qsort(table->items, table->count, sizeof *table->items, by_line);
    size_t kept = 1;
    for (size_t i = 1; i < table->count; i++) {
        struct line_at *last = &table->items[kept - 1];
        if (table->items[i].line == last->line && table->items[i].block == last->block)
            last->last = table->items[i].first;
        else
            table->items[kept++] = table->items[i];
    }
    table->count = kept;
    table->items = memory_resize(table->items, kept * sizeof *table->items);
    table->capacity = kept;
}

void mark_table_free(struct mark_table *table)
{
    free(table->items);
    *table = (struct mark_table){0};
}

/* The first item whose line is not below `line`. */
static size_t lower(const struct mark_table *table, int64_t line)
{
    LOWER_BOUND(size_t, at, 0, table->count, table->items[at].line < line);
    return at;
}

size_t mark_table_find(const struct mark_table *table, int64_t line, const struct line_at **items)
{
    size_t from = lower(table, line), to = line == INT64_MAX ? table->count : lower(table, line + 1);
    *items = table->count ? table->items + from : NULL;
    return to - from;
}

const struct mark_table *joined_lines(struct probes *probes, struct joined *joined, enum csi_scheme scheme)
{
    struct mark_table *table = &joined->lines[scheme];
    const struct csi_coverage_function *function = joined_function(probes, joined, scheme);
    if (table->made)
        return table;
    for (size_t i = 0; function && i < function->probe_count && i < UINT32_MAX; i++)
        mark_table_add(table, (uint32_t)i, function->probes[i].lines, function->probes[i].line_count);
    mark_table_finish(table);
    return table;
}

/* ---- The coverage functions of a frame ---- */

static bool lists_line(struct probes *probes, struct joined *joined, int64_t line)
{
    const struct line_at *items;
    return mark_table_find(joined_lines(probes, joined, CSI_CC), line, &items) || mark_table_find(joined_lines(probes, joined, CSI_BBC), line, &items);
}

/* Does the printed array have the entry's length? An array that may be incomplete proves nothing. */
static bool length_fits(const struct probes *probes, const struct joined *joined, enum csi_scheme scheme, const struct debugger_value *value)
{
    const struct csi_coverage_function *function = joined_function(probes, joined, scheme);
    if (value->kind != DEBUGGER_ARRAY || value->cut || value->string)
        return true;
    return function && !function->damaged && function->length == value->count;
}

static bool lengths_fit(const struct probes *probes, const struct joined *joined, const struct debugger_frame *frame)
{
    return (!frame->has[DEBUGGER_LOCAL_CC] || length_fits(probes, joined, CSI_CC, &frame->locals[DEBUGGER_LOCAL_CC])) &&
           (!frame->has[DEBUGGER_LOCAL_BBC] || length_fits(probes, joined, CSI_BBC, &frame->locals[DEBUGGER_LOCAL_BBC]));
}

/* Keeps the items that fit, or all if none does. */
static size_t keep(size_t *items, size_t count, const bool *fits)
{
    size_t kept = 0;
    for (size_t i = 0; i < count; i++)
        kept += fits[i];
    if (kept == 0)
        return count;
    kept = 0;
    for (size_t i = 0; i < count; i++)
        if (fits[i])
            items[kept++] = items[i];
    return kept;
}

size_t joined_of_frame(struct probes *probes, const struct debugger_frame *frame, struct arena *arena, const size_t **found, size_t *looked)
{
    const size_t *named;
    size_t count = name_index_find(&probes->joined_index, frame->function, NULL, 0, arena, &named);
    *found = named;
    if (looked)
        *looked += count;
    if (count < 2)
        return count;
    size_t *items = arena_allocate(arena, count * sizeof *items);
    bool *fits = memory_allocate(count * sizeof *fits);
    memcpy(items, named, count * sizeof *items);
    for (size_t i = 0; i < count; i++)
        fits[i] = !frame->has_line || frame->line > INT64_MAX || lists_line(probes, &probes->joined[items[i]], (int64_t)frame->line);
    count = keep(items, count, fits);
    for (size_t i = 0; i < count; i++)
        fits[i] = lengths_fit(probes, &probes->joined[items[i]], frame);
    count = keep(items, count, fits);
    free(fits);
    *found = items;
    return count;
}

/* ---- Coverage of one activation ---- */

static const enum debugger_name local_of[CSI_SCHEMES] = {DEBUGGER_LOCALS, DEBUGGER_LOCAL_CC, DEBUGGER_LOCAL_BBC};

/* Functions whose arrays have the lengths of the printed ones, for a frame without function name. */
static size_t find_by_length(const struct probes *probes, const struct debugger_frame *frame, struct arena *arena, const size_t **found)
{
    size_t *items = arena_allocate(arena, (probes->joined_count ? probes->joined_count : 1) * sizeof *items), count = 0;
    for (size_t i = 0; i < probes->joined_count; i++) {
        bool fits = false, unfit = false;
        for (enum csi_scheme scheme = CSI_CC; scheme < CSI_SCHEMES; scheme++) {
            const struct debugger_value *value = &frame->locals[local_of[scheme]];
            const struct csi_coverage_function *entry = joined_function(probes, &probes->joined[i], scheme);
            if (!frame->has[local_of[scheme]] || value->kind != DEBUGGER_ARRAY)
                continue;
            bool same = entry && !entry->damaged && (value->count == entry->length || (value->count < entry->length && (value->cut || value->string)));
            fits = fits || same;
            unfit = unfit || !same;
        }
        if (fits && !unfit)
            items[count++] = i;
    }
    *found = items;
    return count;
}

static void fill_local(struct probes *probes, size_t which, const struct debugger_frame *frame, struct arena *arena, struct messages *notes,
                       struct coverage_function *function)
{
    const struct joined *joined = &probes->joined[which];
    *function = (struct coverage_function){.name = joined->name, .ordinal = joined->ordinal, .of = joined->of, .entered = COVERAGE_YES};
    for (enum csi_scheme scheme = CSI_CC; scheme < CSI_SCHEMES; scheme++) {
        const struct csi_coverage_function *entry = joined_function(probes, joined, scheme);
        const struct debugger_value *value = frame->has[local_of[scheme]] ? &frame->locals[local_of[scheme]] : NULL;
        struct str what = str_of(scheme == CSI_CC ? "__CC_arr" : "__BBC_arr");
        if (!entry)
            continue;
        coverage_states(entry, scheme, value, what, arena, notes, &function->schemes[scheme]);
        if (!value)
            message_add(notes, "%.*s was not printed for this frame", STR(what));
        else if (frame->changed[local_of[scheme]])
            message_add(notes, "%.*s was printed several times with different values: clew uses the last", STR(what));
    }
}

/* The function's FC bit does not belong to the activation; but the frame itself proves that the function was entered. */
void probes_coverage_frame(struct probes *probes, const struct debugger_thread *thread, size_t i, const struct coverage_reading *reading,
                           struct arena *arena, struct coverage_report *report)
{
    const struct debugger_frame *frame = &thread->frames[i];
    *report = (struct coverage_report){.reading = *reading, .local = true};
    struct messages notes = {.arena = arena}, contradictions = {.arena = arena};
    const size_t *found;
    bool named = frame_has_function(frame);
    size_t count = named ? joined_of_frame(probes, frame, arena, &found, NULL) : find_by_length(probes, frame, arena, &found);
    if (!named && count)
        message_add(&notes, "the function of these arrays was not printed: inferred from their lengths%s", count > 1 ? ", which several functions share" : "");
    else if (count > 1)
        message_add(&notes, "%zu functions have this name: the values may belong to any of them", count);
    else if (count == 0)
        message_add(&notes, named ? "this function has no coverage metadata" : "no function in the metadata has arrays of these lengths");
    report->functions = arena_allocate(arena, (count ? count : 1) * sizeof *report->functions);
    report->count = count;
    struct standing standing = frame_standing(thread, i, arena);
    for (size_t k = 0; k < count; k++) {
        struct coverage_function *function = &report->functions[k];
        struct joined *joined = &probes->joined[found[k]];
        enum coverage_rule rule = coverage_rule_of(reading, joined_function(probes, joined, CSI_BBC));
        fill_local(probes, found[k], frame, arena, &notes, function);
        coverage_lines(probes, joined, function, rule, standing, true, arena);
        coverage_check(probes, joined, function, rule, standing, printable(function->name, arena), &contradictions);
    }
    report->decisive = contradictions.decisive;
    messages_end(&contradictions, &report->contradictions, &report->contradiction_count);
    messages_end(&notes, &report->notes, &report->note_count);
}

/* ---- Arrays that contradict each other, or the frames on the stack ----
 *
 * A call is certainly in a block if no other block lists its line. Then (clew-formats(5) 6.6):
 *
 *                     block set, call not                        call set, block not
 *     completed       never                                      only while a frame is in the block
 *     entered         only while a frame is in the block         never
 *                     and has not passed the call
 *
 * If the meaning of bits is unknown, clew reports a contradiction only if both meanings have it. If it is known, contradictions that no longjmp explains count
 * as decisive.
 *
 * If bits mean "entered", the block of each frame has its bit. A call left by longjmp or an exception has not returned either; a message says so if that would
 * explain it. clew repairs nothing. */

struct checking {
    const struct coverage_array *blocks, *calls;
    const struct mark_table *block_lines;
    enum coverage_rule rule;
    uint32_t *stands;                       /* by block: first index in its lines where a frame may stand; UINT32_MAX: none */
    struct str who;
    struct messages *messages;
};

/* Finds where frames may stand; under the rule "entered", reports a block that has a frame but not its bit. */
static void check_standing(struct checking *checking, struct standing standing)
{
    for (size_t i = 0; i < standing.count; i++) {
        const struct line_at *items;
        size_t count = mark_table_find(checking->block_lines, standing.lines[i].line, &items);
        bool all_no = count > 0, behind = true;
        for (size_t k = 0; k < count; k++) {
            uint32_t *stands = &checking->stands[items[k].block];
            *stands = items[k].first < *stands ? items[k].first : *stands;
            all_no = all_no && checking->blocks->probes[items[k].block].state == COVERAGE_NO;
            behind = behind && items[k].first > 0;      /* before its first instruction a block has no bit yet */
        }
        if (checking->rule != COVERAGE_ENTERED || !all_no || standing.lines[i].how != STANDS_AT)
            continue;
        checking->messages->decisive += behind;
        struct str block = probe_text(checking->blocks->probes[items[0].block].probe, CSI_BBC, checking->messages->arena);
        message_add(checking->messages, "%.*s: a frame is at line %" PRId64 ", but %.*s is not marked%s; entering a block marks it",
                    STR(checking->who), standing.lines[i].line, STR(block), count > 1 ? ", nor is any other with that line" : "");
    }
}

static void say_unreturned(const struct checking *checking, struct str block, struct str call, bool stands)
{
    if (checking->rule == COVERAGE_COMPLETED)
        message_add(checking->messages, "%.*s: %.*s is marked, %.*s is not; a block holding a call cannot complete unless the call returned%s",
                    STR(checking->who), STR(block), STR(call),
                    stands ? " (a frame may be in it: perhaps this program marks blocks when they are entered)" : "");
    else
        message_add(checking->messages, "%.*s: %.*s is marked as entered, %.*s as not returned; that is possible only while the call is active%s",
                    STR(checking->who), STR(block), STR(call),
                    stands ? ", but the frame is past it" : ", but no frame is in the block (unless a longjmp or an exception left the call)");
}

static void say_unmarked(const struct checking *checking, struct str block, struct str call)
{
    if (checking->rule == COVERAGE_COMPLETED)
        message_add(checking->messages,
                    "%.*s: %.*s returned, but %.*s is not marked, and no frame is in it; it must have completed (or a longjmp or an exception left it)",
                    STR(checking->who), STR(call), STR(block));
    else
        message_add(checking->messages, "%.*s: %.*s returned, but %.*s is not marked; the block must have been entered before",
                    STR(checking->who), STR(call), STR(block));
}

static void check_call(const struct checking *checking, const struct coverage_probe *call)
{
    const struct line_at *items;
    int64_t line = call->probe->line_count ? call->probe->lines[0] : 0;
    if (line <= 0 || mark_table_find(checking->block_lines, line, &items) != 1)
        return;
    const struct coverage_probe *block = &checking->blocks->probes[items[0].block];
    uint32_t place = checking->stands[items[0].block];
    bool stands = place != UINT32_MAX, before = stands && place <= items[0].last;
    bool unreturned = block->state == COVERAGE_YES && call->state == COVERAGE_NO && (checking->rule == COVERAGE_COMPLETED || !before);
    bool unmarked = block->state == COVERAGE_NO && call->state == COVERAGE_YES && (checking->rule == COVERAGE_ENTERED || !stands);
    checking->messages->decisive += (unreturned && checking->rule == COVERAGE_COMPLETED && before) || (unmarked && checking->rule == COVERAGE_ENTERED && stands);
    if ((!unreturned && !unmarked) || messages_full(checking->messages))
        return;
    struct arena *arena = checking->messages->arena;
    struct str block_text = probe_text(block->probe, CSI_BBC, arena), call_text = probe_text(call->probe, CSI_CC, arena);
    if (unreturned)
        say_unreturned(checking, block_text, call_text, stands);
    else
        say_unmarked(checking, block_text, call_text);
}

/* Reports a function whose own bit says that the program never entered it, although a bit inside it is set. */
static void check_entered(const struct coverage_function *function, struct str who, struct messages *messages)
{
    const struct coverage_array *entered = &function->schemes[CSI_FC];
    const struct coverage_array *blocks = &function->schemes[CSI_BBC], *calls = &function->schemes[CSI_CC];
    if (entered->count && entered->probes[0].state == COVERAGE_NO && blocks->yes + calls->yes > 0)
        message_add(messages, "%.*s: never entered according to %.*s, but %zu of its %s %s marked", STR(who),
                    STR(printable(entered->function->global, messages->arena)), blocks->yes ? blocks->yes : calls->yes,
                    blocks->yes ? "blocks" : "call sites", (blocks->yes ? blocks->yes : calls->yes) == 1 ? "is" : "are");
}

void coverage_check(struct probes *probes, struct joined *joined, const struct coverage_function *function, enum coverage_rule rule,
                    struct standing standing, struct str who, struct messages *messages)
{
    const struct coverage_array *blocks = &function->schemes[CSI_BBC], *calls = &function->schemes[CSI_CC];
    check_entered(function, who, messages);
    if (blocks->yes + blocks->no == 0)
        return;
    struct checking checking = {blocks, calls, joined_lines(probes, joined, CSI_BBC), rule, NULL, who, messages};
    checking.stands = memory_allocate((blocks->count ? blocks->count : 1) * sizeof *checking.stands);
    for (size_t i = 0; i < blocks->count; i++)
        checking.stands[i] = UINT32_MAX;
    check_standing(&checking, standing);
    for (size_t i = 0; i < calls->count; i++)
        check_call(&checking, &calls->probes[i]);
    free(checking.stands);
}

void coverage_check_local(const struct coverage_function *local, const struct coverage_function *global, struct str who,
                          struct messages *messages)
{
    for (enum csi_scheme scheme = CSI_CC; scheme < CSI_SCHEMES; scheme++) {
        const struct coverage_array *mine = &local->schemes[scheme], *all = &global->schemes[scheme];
        for (size_t i = 0; i < mine->count && i < all->count && all->no > 0; i++)
            if (mine->probes[i].state == COVERAGE_YES && all->probes[i].state == COVERAGE_NO && !messages_full(messages))
                message_add(messages, "%.*s: %.*s is marked in this activation, but not in %.*s, which covers all activations", STR(who),
                            STR(probe_text(mine->probes[i].probe, scheme, messages->arena)),
                            STR(printable(all->function->global, messages->arena)));
    }
}
