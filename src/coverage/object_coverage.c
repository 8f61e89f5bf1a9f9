/* object_coverage.c - the instructions, branches, routines and source lines that ran.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Seeds settle once and for all where instructions begin: the start of each span of code, routine and row of the line table; for x86-64 also of functions that
 * only .eh_frame knows. From a seed instructions follow one another up to the next seed, without data. So the sums over lines, the sums over routines and the
 * listings agree, and clew can reach any address from the seed below it. */
#include "coverage/object_coverage.h"
#include "coverage/executed.h"
#include "coverage/trace.h"

#include <stdlib.h>
#include <string.h>

/* Most code that clew analyses as a whole (overlapping routines, lines): sums have 32 bits. */
#define OBJECT_CODE_LIMIT (UINT64_C(1) << 30)

struct object_area {                    /* overlapping routines */
    uint64_t address, end;
};

struct object_sum {                     /* fits because of OBJECT_CODE_LIMIT */
    uint32_t instructions, executed, branches, both, one_way, never;
};

struct object_sums {
    uint64_t *bounds;                   /* ascending: starts and ends of spans, routines and rows; NULL: not made yet */
    struct object_sum *below;           /* sum of the instructions that begin below each bound */
    size_t count;
};

struct object_coverage {
    struct symbols *symbols;
    const struct executed *executed;
    struct code_reader *code;
    enum object_level level;
    struct arena arena;

    bool outlined;                      /* the fields below are filled */
    uint64_t *seeds;
    size_t seed_count;
    struct object_routine *routines;    /* mark 0: none yet */
    size_t routine_count;
    struct object_area *areas;          /* ascending, disjoint */
    size_t area_count;
    uint64_t code_bytes;                /* of all spans */

    uint64_t walked;                    /* bytes walked for routines so far */
    struct object_sums sums;

    bool filed;
    struct object_file *files;
    size_t file_count;
    const struct symbols_line_range **ranges;
};

/* The range that ends at or above an address. Kept, because it is mostly the next answer too. Zeroed: empty. */
struct object_hint {
    uint64_t asked;
    bool known, found;
    struct executed_range range;
};

/* A walk over the instructions that begin in address ... end - 1. */
struct object_walk {
    struct object_coverage *coverage;
    uint64_t address, end;
    size_t seed;                        /* the first seed above `address` */
    struct object_hint hint;
};

struct object_coverage *object_coverage_open(struct symbols *symbols, const struct executed *executed, enum object_level level)
{
    struct object_coverage *coverage = memory_allocate(sizeof *coverage);
    coverage->symbols = symbols;
    coverage->executed = executed;
    coverage->code = code_open(symbols);
    coverage->level = level;
    return coverage;
}

static void object_sums_free(struct object_sums *sums);

void object_coverage_close(struct object_coverage *coverage)
{
    if (!coverage)
        return;
    object_sums_free(&coverage->sums);
    code_close(coverage->code);
    free(coverage->seeds);
    free(coverage->ranges);
    arena_free(&coverage->arena);
    free(coverage);
}

enum object_level object_coverage_level(const struct object_coverage *coverage)
{
    return coverage->level;
}

struct code_reader *object_coverage_code(const struct object_coverage *coverage)
{
    return coverage->code;
}

/* ---- One instruction ---- */

static void hint_ask(const struct object_coverage *coverage, struct object_hint *hint, uint64_t address)
{
    if (hint->known && address >= hint->asked && (!hint->found || address <= hint->range.last))
        return;
    hint->asked = address;
    hint->known = true;
    hint->found = executed_from(coverage->executed, address, &hint->range);
}

/* The range that a branch ends gives its outcome. With a delay slot that range ends with the slot, or with the branch if the slot was annulled. In the middle
 * of a range (two merged blocks with different ends) the outcome is unknown. */
static enum object_mark branch_mark(const struct code_instruction *code, const struct executed_range *range)
{
    static const enum object_mark marks[] = {OBJECT_UNRECORDED, OBJECT_TAKEN, OBJECT_FELL, OBJECT_COVERED};
    uint64_t last = code->address + code->size - 1;
    bool ends = range->last == last || (code->delay_slot && range->last == code->next - 1);
    return marks[ends ? range->op & (GNATCOV_TAKEN | GNATCOV_FELL_THROUGH) : 0];
}

static void object_judge(const struct object_coverage *coverage, struct object_hint *hint, struct object_instruction *instruction)
{
    const struct code_instruction *code = &instruction->code;
    uint64_t last = code->address + code->size - 1;
    hint_ask(coverage, hint, last);
    const struct executed_range *range = &hint->range;
    bool held = hint->found && range->first <= last;
    instruction->op = held ? range->op : 0;
    instruction->mark = OBJECT_NOT;
    if (!held || (range->first > code->address && !executed_whole(coverage->executed, code->address, last)))
        return;
    instruction->mark = coverage->level == OBJECT_BRANCH && code->conditional ? branch_mark(code, range) : OBJECT_COVERED;
}

bool object_coverage_at(struct object_coverage *coverage, uint64_t address, struct object_instruction *instruction)
{
    struct object_hint hint = {0};
    if (!code_at(coverage->code, address, &instruction->code))
        return false;
    object_judge(coverage, &hint, instruction);
    return true;
}

/* ---- Counts and marks ---- */

void object_counts_add(struct object_counts *sum, const struct object_counts *more)
{
    sum->instructions += more->instructions;
    sum->executed += more->executed;
    sum->branches += more->branches;
    sum->both += more->both;
    sum->one_way += more->one_way;
    sum->never += more->never;
    sum->unrecorded += more->unrecorded;
}

void object_count(struct object_counts *counts, enum object_level level, const struct object_instruction *instruction)
{
    enum object_mark mark = instruction->mark;
    counts->instructions++;
    counts->executed += mark != OBJECT_NOT;
    if (level != OBJECT_BRANCH || !instruction->code.conditional)
        return;
    counts->branches++;
    counts->both += mark == OBJECT_COVERED;
    counts->one_way += mark == OBJECT_TAKEN || mark == OBJECT_FELL;
    counts->never += mark == OBJECT_NOT;
    counts->unrecorded += mark == OBJECT_UNRECORDED;
}

enum object_mark object_mark_of(const struct object_counts *counts)
{
    if (counts->instructions == 0)
        return OBJECT_NO_CODE;
    if (counts->executed == 0)
        return OBJECT_NOT;
    return counts->executed == counts->instructions && counts->both == counts->branches ? OBJECT_COVERED : OBJECT_PARTLY;
}

const char *object_mark_words(enum object_mark mark)
{
    switch (mark) {
    case OBJECT_NO_CODE: return "no code";
    case OBJECT_NOT: return "not executed";
    case OBJECT_COVERED: return "covered";
    case OBJECT_PARTLY: return "partly covered";
    case OBJECT_TAKEN: return "always taken";
    case OBJECT_FELL: return "never taken";
    case OBJECT_UNRECORDED: return "outcome not recorded";
    }
    return "";
}

unsigned object_percent(uint64_t part, uint64_t whole)
{
    if (whole == 0)
        return 0;
    uint64_t percent = (part * 200 + whole) / (whole * 2);
    if (percent == 100 && part < whole)
        return 99;
    return percent == 0 && part > 0 ? 1 : (unsigned)percent;
}

unsigned object_file_percent(const struct object_file *file)
{
    return object_percent(file->covered, file->line_count - file->unknown);
}

/* ---- Does the executable fit? ---- */

static uint64_t object_end(uint64_t address, uint64_t size)
{
    return size <= UINT64_MAX - address ? address + size : UINT64_MAX;
}

static uint64_t saturated(uint64_t a, uint64_t b)
{
    return a <= UINT64_MAX - b ? a + b : UINT64_MAX;
}

static uint64_t range_bytes(uint64_t first, uint64_t last)
{
    return saturated(last - first, 1);
}

void object_coverage_fit(struct object_coverage *coverage, uint64_t *inside, uint64_t *all)
{
    const struct code_span *spans;
    size_t count = symbols_spans(coverage->symbols, &spans), at = 0;
    struct executed_range range;
    *inside = *all = 0;
    for (uint64_t from = 0; executed_from(coverage->executed, from, &range); from = range.last + 1) {
        *all = saturated(*all, range_bytes(range.first, range.last));
        while (at < count && object_end(spans[at].address, spans[at].size) <= range.first)
            at++;
        for (size_t i = at; i < count && spans[i].address <= range.last; i++) {
            uint64_t low = spans[i].address > range.first ? spans[i].address : range.first, last = object_end(spans[i].address, spans[i].size) - 1;
            if (spans[i].kind != SPAN_DATA && spans[i].size > 0 && low <= last)
                *inside += range_bytes(low, last < range.last ? last : range.last);
        }
        if (range.last == UINT64_MAX)
            break;
    }
}

/* Sorts them and removes duplicates. */
static size_t object_unique(uint64_t *numbers, size_t count)
{
    size_t kept = 0;
    if (count > 1)
        qsort(numbers, count, sizeof *numbers, compare_uint64);
    for (size_t i = 0; i < count; i++)
        if (kept == 0 || numbers[kept - 1] != numbers[i])
            numbers[kept++] = numbers[i];
    return kept;
}

/* ---- The outline: seeds, routines, areas ---- */

static void outline_seeds(struct object_coverage *coverage)
{
    const struct code_span *spans;
    const struct symbols_line_range *ranges;
    size_t span_count = symbols_spans(coverage->symbols, &spans), range_count = symbols_line_ranges(coverage->symbols, &ranges), count = 0;
    size_t function_count = symbols_summary(coverage->symbols).x86_64 ? symbols_function_count(coverage->symbols) : 0;
    uint64_t *seeds = memory_allocate((span_count + range_count + coverage->routine_count + function_count + 1) * sizeof *seeds);
    for (size_t i = 0; i < span_count; i++) {
        seeds[count++] = spans[i].address;
        coverage->code_bytes += object_end(spans[i].address, spans[i].size) - spans[i].address;
    }
    for (size_t i = 0; i < range_count; i++)
        seeds[count++] = ranges[i].address;
    for (size_t i = 0; i < coverage->routine_count; i++)
        seeds[count++] = coverage->routines[i].routine->address;
    for (size_t i = 0; i < function_count; i++)
        seeds[count++] = symbols_function(coverage->symbols, i).address;
    coverage->seed_count = object_unique(seeds, count);
    coverage->seeds = seeds;
}

static void outline_areas(struct object_coverage *coverage)
{
    struct object_area *areas = arena_allocate(&coverage->arena, (coverage->routine_count + 1) * sizeof *areas);
    size_t kept = 0;
    for (size_t i = 0; i < coverage->routine_count; i++) {
        const struct symbols_routine *routine = coverage->routines[i].routine;
        areas[i] = (struct object_area){routine->address, object_end(routine->address, routine->size)};
    }
    qsort(areas, coverage->routine_count, sizeof *areas, compare_uint64);
    for (size_t i = 0; i < coverage->routine_count; i++) {
        if (kept == 0 || areas[i].address >= areas[kept - 1].end)
            areas[kept++] = areas[i];
        else if (areas[i].end > areas[kept - 1].end)
            areas[kept - 1].end = areas[i].end;
    }
    coverage->areas = areas;
    coverage->area_count = kept;
}

static void object_outline(struct object_coverage *coverage)
{
    const struct symbols_routine *routines;
    if (coverage->outlined)
        return;
    size_t count = symbols_routines(coverage->symbols, &routines);
    coverage->outlined = true;
    coverage->routines = arena_allocate(&coverage->arena, (count + 1) * sizeof *coverage->routines);
    for (size_t i = 0; i < count; i++)
        if (!routines[i].alias)
            coverage->routines[coverage->routine_count++].routine = &routines[i];
    outline_seeds(coverage);
    outline_areas(coverage);
}

/* ---- Walking ---- */

/* The number of seeds at or below an address. */
static size_t seeds_to(const struct object_coverage *coverage, uint64_t address)
{
    LOWER_BOUND(size_t, at, 0, coverage->seed_count, coverage->seeds[at] <= address);
    return at;
}

/* The start of the next span above an address; UINT64_MAX: none. */
static uint64_t next_span(const struct object_coverage *coverage, uint64_t address)
{
    const struct code_span *spans;
    size_t count = symbols_spans(coverage->symbols, &spans);
    LOWER_BOUND(size_t, at, 0, count, spans[at].address <= address);
    return at < count ? spans[at].address : UINT64_MAX;
}

/* The next instruction, without a mark. */
static bool walk_code(struct object_walk *walk, struct code_instruction *code)
{
    const struct object_coverage *coverage = walk->coverage;
    while (walk->address < walk->end && (!code_at(coverage->code, walk->address, code) || code->size == 0))
        walk->address = next_span(coverage, walk->address);
    if (walk->address >= walk->end)
        return false;
    while (walk->seed < coverage->seed_count && coverage->seeds[walk->seed] <= walk->address)
        walk->seed++;
    walk->address = object_end(walk->address, code->size);
    if (walk->seed < coverage->seed_count && coverage->seeds[walk->seed] < walk->address)
        walk->address = coverage->seeds[walk->seed];
    return true;
}

static void object_walk_begin(struct object_walk *walk, struct object_coverage *coverage, uint64_t address, uint64_t end)
{
    struct code_instruction passed;
    object_outline(coverage);
    size_t seed = seeds_to(coverage, address);
    *walk = (struct object_walk){.coverage = coverage, .address = seed ? coverage->seeds[seed - 1] : address, .end = address, .seed = seed};
    while (walk_code(walk, &passed))
        ;
    walk->end = end;
}

static bool object_walk_next(struct object_walk *walk, struct object_instruction *instruction)
{
    if (!walk_code(walk, &instruction->code))
        return false;
    object_judge(walk->coverage, &walk->hint, instruction);
    return true;
}

bool object_coverage_start(struct object_coverage *coverage, uint64_t address, uint64_t *start)
{
    struct code_instruction code;
    bool found = false;
    object_outline(coverage);
    size_t seed = seeds_to(coverage, address);
    if (seed == 0 || address == UINT64_MAX)
        return false;
    struct object_walk walk = {.coverage = coverage, .address = coverage->seeds[seed - 1], .end = address + 1, .seed = seed};
    while (walk_code(&walk, &code))
        if (address - code.address < code.size) {
            *start = code.address;
            found = true;
        }
    return found;
}

size_t object_coverage_range(struct object_coverage *coverage, uint64_t address, uint64_t size, struct object_instruction **instructions)
{
    struct object_instruction *items = NULL, instruction;
    struct object_walk walk;
    size_t count = 0, capacity = 0;
    for (object_walk_begin(&walk, coverage, address, object_end(address, size)); object_walk_next(&walk, &instruction);) {
        items = array_grow(items, &capacity, count + 1, sizeof *items);
        items[count++] = instruction;
    }
    *instructions = items;
    return count;
}

/* ---- The next instruction with one of some marks ---- */

struct find {
    uint64_t address;
    int direction;
    const char *marks;
    bool runs;
};

/* Walks one area from its start, which shows where runs begin. Forwards the first match is the answer, backwards the last. */
static bool find_in_area(struct object_coverage *coverage, const struct find *find, const struct object_area *area, struct object_instruction *found)
{
    struct object_walk walk;
    struct object_instruction instruction;
    enum object_mark before = OBJECT_NO_CODE;
    bool any = false, forwards = find->direction > 0;
    uint64_t end = !forwards && find->address < area->end ? find->address : area->end;
    object_walk_begin(&walk, coverage, area->address, end);
    while (!(any && forwards) && object_walk_next(&walk, &instruction)) {
        bool inside_run = find->runs && instruction.mark == OBJECT_NOT && before == OBJECT_NOT;
        before = instruction.mark;
        if (inside_run || !strchr(find->marks, (int)instruction.mark) || (forwards && instruction.code.address <= find->address))
            continue;
        *found = instruction;
        any = true;
    }
    return any;
}

/* the number of areas that begin at or below an address */
static size_t object_areas_to(const struct object_coverage *coverage, uint64_t address)
{
    LOWER_BOUND(size_t, at, 0, coverage->area_count, coverage->areas[at].address <= address);
    return at;
}

bool object_coverage_find(struct object_coverage *coverage, uint64_t address, int direction, const char *marks, bool runs, struct object_instruction *found)
{
    struct find find = {address, direction, marks, runs};
    object_outline(coverage);
    size_t area = object_areas_to(coverage, address);
    if (direction < 0) {
        while (area > 0)
            if (find_in_area(coverage, &find, &coverage->areas[--area], found))
                return true;
        return false;
    }
    for (area -= area > 0; area < coverage->area_count; area++)
        if (coverage->areas[area].end > address && find_in_area(coverage, &find, &coverage->areas[area], found))
            return true;
    return false;
}

/* ---- Counts of any range of code, and routines ----
 *
 * One pass counts the instructions below every bound; a subtraction then gives the counts of any range. So ranges of lines and symbols that overlap a thousand
 * times (only a damaged or hostile file has them) cost no more than others. */

enum { REPORT_EVERY = 4096 };

/* ---- Sums ---- */

static size_t collect_bounds(struct object_coverage *coverage, uint64_t **bounds)
{
    const struct code_span *spans;
    const struct symbols_line_range *ranges;
    size_t span_count = symbols_spans(coverage->symbols, &spans), range_count = symbols_line_ranges(coverage->symbols, &ranges), count = 0;
    uint64_t *all = memory_allocate(2 * (span_count + range_count + coverage->routine_count + 1) * sizeof *all);
    for (size_t i = 0; i < span_count; i++) {
        all[count++] = spans[i].address;
        all[count++] = object_end(spans[i].address, spans[i].size);
    }
    for (size_t i = 0; i < range_count; i++) {
        all[count++] = ranges[i].address;
        all[count++] = object_end(ranges[i].address, ranges[i].size);
    }
    for (size_t i = 0; i < coverage->routine_count; i++) {
        const struct symbols_routine *routine = coverage->routines[i].routine;
        all[count++] = routine->address;
        all[count++] = object_end(routine->address, routine->size);
    }
    *bounds = all;
    return object_unique(all, count);
}

static void sum_one(struct object_sum *sum, enum object_level level, const struct object_instruction *instruction)
{
    struct object_counts one = {0};
    object_count(&one, level, instruction);
    sum->instructions += 1;
    sum->executed += one.executed > 0;
    sum->branches += one.branches > 0;
    sum->both += one.both > 0;
    sum->one_way += one.one_way > 0;
    sum->never += one.never > 0;
}

bool object_is_alignment(const struct object_coverage *coverage, const struct object_instruction *instruction)
{
    uint64_t address = instruction->code.address;
    if (instruction->mark != OBJECT_NOT || !code_is_padding(coverage->code, &instruction->code))
        return false;
    size_t area = object_areas_to(coverage, address);
    return area > 0 && address >= coverage->areas[area - 1].end;
}

static bool object_sums_make(struct object_coverage *coverage, const struct progress *progress)
{
    struct object_sums *sums = &coverage->sums;
    struct object_walk walk;
    struct object_instruction instruction;
    struct object_sum sum = {0};
    uint64_t bytes = 0, number = 0;
    size_t at = 0;
    if (sums->bounds)
        return true;
    object_outline(coverage);
    sums->count = collect_bounds(coverage, &sums->bounds);
    sums->below = memory_allocate((sums->count + 1) * sizeof *sums->below);
    object_walk_begin(&walk, coverage, 0, UINT64_MAX);
    while (bytes < OBJECT_CODE_LIMIT && object_walk_next(&walk, &instruction)) {
        for (; at < sums->count && sums->bounds[at] <= instruction.code.address; at++)
            sums->below[at] = sum;
        if (!object_is_alignment(coverage, &instruction))
            sum_one(&sum, coverage->level, &instruction);
        bytes += instruction.code.size;
        if (++number % REPORT_EVERY == 0 && !progress_report(progress, bytes, coverage->code_bytes)) {
            object_sums_free(sums);
            return false;
        }
    }
    for (; at < sums->count; at++)
        sums->below[at] = sum;
    return true;
}

/* false: stopped */
static void object_sums_free(struct object_sums *sums)
{
    free(sums->bounds);
    free(sums->below);
    *sums = (struct object_sums){0};
}

static const struct object_sum *sum_below(const struct object_sums *sums, uint64_t address)
{
    const uint64_t *bound = bsearch(&address, sums->bounds, sums->count, sizeof *sums->bounds, compare_uint64);
    return &sums->below[bound - sums->bounds];
}

/* Adds the instructions that begin in address ... end - 1; both are bounds. O(log n). */
static void object_sums_add(const struct object_sums *sums, uint64_t address, uint64_t end, struct object_counts *counts)
{
    const struct object_sum *from = sum_below(sums, address), *to = sum_below(sums, end);
    struct object_counts more = {
        .instructions = to->instructions - from->instructions,
        .executed = to->executed - from->executed,
        .branches = to->branches - from->branches,
        .both = to->both - from->both,
        .one_way = to->one_way - from->one_way,
        .never = to->never - from->never,
    };
    more.unrecorded = more.branches - more.both - more.one_way - more.never;
    object_counts_add(counts, &more);
}

/* ---- Routines ---- */

size_t object_coverage_routines(struct object_coverage *coverage)
{
    object_outline(coverage);
    return coverage->routine_count;
}

/* Is it cheaper now to sum all code than to walk routine after routine? Only where routines overlap. */
static bool walked_enough(struct object_coverage *coverage, uint64_t size)
{
    enum { TIMES = 4, ALWAYS = 65536 };
    if (coverage->sums.bounds)
        return true;
    coverage->walked = object_end(coverage->walked, size);
    return coverage->walked > ALWAYS && coverage->walked / TIMES > coverage->code_bytes;
}

static void judge_routine(struct object_coverage *coverage, struct object_routine *routine)
{
    uint64_t address = routine->routine->address, end = object_end(address, routine->routine->size);
    struct object_walk walk;
    struct object_instruction instruction;
    if (walked_enough(coverage, routine->routine->size) && object_sums_make(coverage, NULL))
        object_sums_add(&coverage->sums, address, end, &routine->counts);
    else
        for (object_walk_begin(&walk, coverage, address, end); object_walk_next(&walk, &instruction);)
            object_count(&routine->counts, coverage->level, &instruction);
    routine->mark = object_mark_of(&routine->counts);
}

void object_coverage_routine(struct object_coverage *coverage, size_t index, struct object_routine *routine)
{
    object_outline(coverage);
    struct object_routine *kept = &coverage->routines[index];
    if (!kept->mark)
        judge_routine(coverage, kept);
    *routine = *kept;
}

bool object_coverage_routine_named(struct object_coverage *coverage, struct str name, size_t *index)
{
    object_outline(coverage);
    LOWER_BOUND(size_t, at, 0, coverage->routine_count, str_compare(coverage->routines[at].routine->name, name) < 0);
    *index = at;
    return at < coverage->routine_count && str_equal(coverage->routines[at].routine->name, name);
}

/* ---- Source files and the marks of their lines ----
 *
 * A line's mark comes from all its ranges, wherever they lie: copies of inlined code and of generics count together. */

/* ---- Names of the same file ---- */

enum { PARTS = 256, PATH = 4096 };      /* longer paths: only the first parts count */

/* The parts of a path from the root; "." adds nothing, ".." removes one. */
static size_t path_parts(struct str path, struct str *parts, size_t count)
{
    path = str_cut(path, 0, PATH);
    while (path.size > 0) {
        size_t slash = str_find_byte(path, '/');
        struct str part = str_cut(path, 0, slash < path.size ? slash : path.size);
        path = str_cut(path, part.size + 1, path.size);
        if (str_is(part, ".."))
            count -= count > 0;
        else if (part.size > 0 && !str_is(part, ".") && count < PARTS)
            parts[count++] = part;
    }
    return count;
}

/* Units name one file differently, from different folders; the hash is the same for all of them. */
static uint64_t file_hash(struct str name, struct str folder, uint64_t key)
{
    struct str parts[PARTS];
    uint64_t hash = key;
    size_t count = str_starts(name, "/") ? 0 : path_parts(folder, parts, 0);
    count = path_parts(name, parts, count);
    for (size_t i = 0; i < count; i++) {
        for (size_t k = 0; k < parts[i].size; k++)
            hash = hash_mix(hash ^ (unsigned char)parts[i].data[k], key);
        hash = hash_mix(hash ^ '/', key);
    }
    return hash;
}

/* Numbers the files; group[index of symbols_line_file] becomes the number. */
static size_t group_files(struct object_coverage *coverage, uint32_t *group, size_t count)
{
    struct map numbers = {0};
    uint64_t key = hash_key(group), number;
    size_t groups = 0;
    coverage->files = arena_allocate(&coverage->arena, (count + 1) * sizeof *coverage->files);
    for (size_t i = 0; i < count; i++) {
        struct str name, folder;
        symbols_line_file(coverage->symbols, (uint32_t)i, &name, &folder);
        uint64_t hash = file_hash(name, folder, key);
        if (!map_get(&numbers, hash, &number)) {
            number = groups++;
            map_put(&numbers, hash, number);
            coverage->files[number].name = name;
            coverage->files[number].folder = folder;
        }
        group[i] = (uint32_t)number;
    }
    map_free(&numbers);
    return groups;
}

/* ---- The ranges of each file ---- */

/* Adds ranges that come in order of address; where two overlap, the common part counts once. *behind: the highest end so far. */
static void add_once(struct object_coverage *coverage, const struct symbols_line_range *range, uint64_t *behind, struct object_counts *counts)
{
    uint64_t from = range->address > *behind ? range->address : *behind, end = object_end(range->address, range->size);
    if (from >= end)
        return;
    object_sums_add(&coverage->sums, from, end, counts);
    *behind = end;
}

/* Distributes the ranges to their files, in order of address; room[] is where those of each file begin. */
static void deal_ranges(struct object_coverage *coverage, const struct symbols_line_range *ranges, size_t count, const uint32_t *group, size_t *room)
{
    for (size_t i = 0; i < count; i++)
        room[group[ranges[i].file] + 1]++;
    for (size_t i = 1; i <= coverage->file_count; i++)
        room[i] += room[i - 1];
    for (size_t i = 0; i < count; i++)
        coverage->ranges[room[group[ranges[i].file]]++] = &ranges[i];
    for (size_t i = coverage->file_count; i > 0; i--)
        room[i] = room[i - 1];
    room[0] = 0;
}

/* ---- Lines ---- */

static int by_line(const void *a, const void *b)
{
    const struct symbols_line_range *x = *(const struct symbols_line_range *const *)a, *y = *(const struct symbols_line_range *const *)b;
    COMPARE_FIRST(x->line, y->line);
    COMPARE_FIRST(x->address, y->address);
    return COMPARE(x->size, y->size);
}

/* Makes one line of the ranges from `first` on. */
static struct object_line judge_line(struct object_coverage *coverage, const struct object_file *file, size_t first, size_t count)
{
    struct object_line line = {.line = file->ranges[first]->line, .first_range = first};
    uint64_t behind = 0;
    for (size_t i = first; i < count && file->ranges[i]->line == line.line; i++) {
        add_once(coverage, file->ranges[i], &behind, &line.counts);
        line.range_count++;
    }
    line.mark = object_mark_of(&line.counts);
    return line;
}

static void judge_file(struct object_coverage *coverage, struct object_file *file, size_t count)
{
    size_t lines = 0;
    uint64_t behind = 0;
    for (size_t i = 0; i < count; i++)
        add_once(coverage, file->ranges[i], &behind, &file->counts);
    qsort(file->ranges, count, sizeof(const struct symbols_line_range *), by_line);
    for (size_t i = 0; i < count; i++)
        lines += i == 0 || file->ranges[i - 1]->line != file->ranges[i]->line;
    struct object_line *kept = arena_allocate(&coverage->arena, (lines + 1) * sizeof *kept);
    file->lines = kept;
    for (size_t i = 0; i < count;) {
        struct object_line line = judge_line(coverage, file, i, count);
        i += line.range_count;
        if (line.mark == OBJECT_NO_CODE)
            continue;
        kept[file->line_count++] = line;
        file->covered += line.mark == OBJECT_COVERED;
    }
}

static int by_name(const void *a, const void *b)
{
    const struct object_file *x = a, *y = b;
    int order = str_compare(x->name, y->name);
    return order ? order : str_compare(x->folder, y->folder);
}

/* Leaves out files whose lines have no ranges. */
static void judge_files(struct object_coverage *coverage, const size_t *room)
{
    size_t kept = 0;
    for (size_t i = 0; i < coverage->file_count; i++) {
        if (room[i] == room[i + 1])
            continue;
        coverage->files[kept] = coverage->files[i];
        coverage->files[kept].ranges = coverage->ranges + room[i];
        judge_file(coverage, &coverage->files[kept++], room[i + 1] - room[i]);
    }
    coverage->file_count = kept;
    qsort(coverage->files, kept, sizeof *coverage->files, by_name);
}

bool object_coverage_files(struct object_coverage *coverage, const struct progress *progress, const struct object_file **files, size_t *count)
{
    *files = NULL;
    *count = 0;
    if (!coverage->filed) {
        const struct symbols_line_range *ranges;
        size_t range_count = symbols_line_ranges(coverage->symbols, &ranges), names = symbols_line_file_count(coverage->symbols);
        if (range_count > 0 && !object_sums_make(coverage, progress))
            return false;
        uint32_t *group = memory_allocate((names + 1) * sizeof *group);
        size_t *room = memory_allocate((names + 2) * sizeof *room);
        coverage->ranges = memory_allocate((range_count + 1) * sizeof(const struct symbols_line_range *));
        coverage->file_count = group_files(coverage, group, names);
        deal_ranges(coverage, ranges, range_count, group, room);
        judge_files(coverage, room);
        coverage->filed = true;
        object_sums_free(&coverage->sums);
        free(group);
        free(room);
    }
    *files = coverage->files;
    *count = coverage->file_count;
    return true;
}

const struct object_line *object_file_line(const struct object_file *file, uint64_t line)
{
    LOWER_BOUND(size_t, at, 0, file->line_count, file->lines[at].line < line);
    return at < file->line_count && file->lines[at].line == line ? &file->lines[at] : NULL;
}
