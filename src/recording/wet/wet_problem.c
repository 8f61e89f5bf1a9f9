/* wet_problem.c - names and wording of the problems a WET trace can have.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/wet/wet.h"

#include <inttypes.h>

const char *wet_problem_name(enum wet_problem kind)
{
    static const char *const names[WET_PROBLEMS] = {
        [WET_MISSING_COUNT] = "missing-count",   [WET_COUNT_MISMATCH] = "count-mismatch",
        [WET_BAD_LINE] = "bad-line",             [WET_PORTS_MISMATCH] = "ports-mismatch",
        [WET_SIZE_MISMATCH] = "size-mismatch",   [WET_MISSING_VALUES] = "missing-values",
        [WET_TRUNCATED] = "truncated",           [WET_X_ORDER] = "x-order",
        [WET_X_DUPLICATE] = "x-duplicate",       [WET_DUPLICATE_ID] = "duplicate-id",
        [WET_DUPLICATE_ADDRESS] = "duplicate-address", [WET_DANGLING_ID] = "dangling-id",
        [WET_INSTANCE_RANGE] = "instance-range",
    };
    return kind < WET_PROBLEMS ? names[kind] : "unknown";
}

static void add_number(struct text *out, const char *before, uint64_t number, const char *after)
{
    text_printf(out, "%s%" PRIu64 "%s", before, number, after);
}

/* "1 entry follows", "3 entries follow" */
static void add_count(struct text *out, uint64_t number, const char *one, const char *many)
{
    add_number(out, "", number, number == 1 ? one : many);
}

static void add_mismatch(struct text *out, const struct wet_finding *finding)
{
    uint64_t first = finding->first, second = finding->second, third = finding->third;
    if (finding->kind == WET_COUNT_MISMATCH) {
        text_add(out, "header says ");
        add_count(out, first, " instruction block", " instruction blocks");
        add_number(out, ", the file has ", second, "");
    } else if (finding->kind == WET_PORTS_MISMATCH) {
        add_number(out, "instruction ", first, " announces ");
        add_count(out, second, " port, ", " ports, ");
        add_count(out, third, " SIZE list follows", " SIZE lists follow");
    } else {
        add_number(out, third ? "VALUES says " : "SIZE says ", first, ", ");
        add_count(out, second, " entry follows", " entries follow");
    }
}

static void add_address(struct text *out, const struct wet_finding *finding)
{
    text_add(out, "address ");
    text_hex(out, finding->first);
    add_number(out, " belongs to id ", finding->second, " too (line ");
    add_number(out, "", finding->third, ")");
}

static void add_range(struct text *out, const struct wet_finding *finding)
{
    add_number(out, "instance ", finding->first, " of id ");
    add_number(out, "", finding->second, ": the trace has ");
    add_count(out, finding->third, " execution", " executions");
}

static void add_duplicate(struct text *out, const struct wet_finding *finding)
{
    add_number(out, "id ", finding->first, " has a block already (line ");
    add_number(out, "", finding->second, "); this block is dropped");
}

void wet_problem_text(const struct wet_finding *finding, struct text *out)
{
    switch (finding->kind) {
    case WET_MISSING_COUNT: text_add(out, "first line must be the number of instruction blocks"); break;
    case WET_COUNT_MISMATCH:
    case WET_PORTS_MISMATCH:
    case WET_SIZE_MISMATCH: add_mismatch(out, finding); break;
    case WET_BAD_LINE: text_add(out, "not a line of a WET trace"); break;
    case WET_MISSING_VALUES: add_number(out, "instruction ", finding->first, " has neither VALUES nor NO VALUES"); break;
    case WET_TRUNCATED:
        if (finding->third)
            text_add(out, "the file ends inside a line");
        else
            add_number(out, "the file ends inside the block of instruction ", finding->first, "");
        break;
    case WET_X_ORDER:
        add_number(out, "X ", finding->first, " after X ");
        add_number(out, "", finding->second, "");
        break;
    case WET_X_DUPLICATE: add_number(out, "X ", finding->first, " a second time in this list"); break;
    case WET_DUPLICATE_ID: add_duplicate(out, finding); break;
    case WET_DUPLICATE_ADDRESS: add_address(out, finding); break;
    case WET_DANGLING_ID: add_number(out, "id ", finding->first, " has no instruction block"); break;
    case WET_INSTANCE_RANGE: add_range(out, finding); break;
    case WET_PROBLEMS: break;
    }
}
