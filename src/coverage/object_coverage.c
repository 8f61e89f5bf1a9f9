/* object_coverage.c - the mark of one instruction by the ranges that ran.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "coverage/object_coverage.h"
#include "coverage/object_inside.h"
#include "coverage/trace.h"

#include <stdlib.h>
#include <string.h>

struct object_coverage *object_coverage_open(struct symbols *symbols, const struct executed *executed, enum object_level level)
{
    struct object_coverage *coverage = memory_allocate(sizeof *coverage);
    coverage->symbols = symbols;
    coverage->executed = executed;
    coverage->code = code_open(symbols);
    coverage->level = level;
    return coverage;
}

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

/* A branch is judged by the range it ends; with a delay slot that one ends with the slot, or with the branch where the slot was annulled. In the middle of
 * a range (two blocks of different ends merged) nobody says which way it went. */
static enum object_mark branch_mark(const struct code_instruction *code, const struct executed_range *range)
{
    static const enum object_mark marks[] = {OBJECT_UNRECORDED, OBJECT_TAKEN, OBJECT_FELL, OBJECT_COVERED};
    uint64_t last = code->address + code->size - 1;
    bool ends = range->last == last || (code->delay_slot && range->last == code->next - 1);
    return marks[ends ? range->op & (GNATCOV_TAKEN | GNATCOV_FELL_THROUGH) : 0];
}

void object_judge(const struct object_coverage *coverage, struct object_hint *hint, struct object_instruction *instruction)
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

uint64_t object_end(uint64_t address, uint64_t size)
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
