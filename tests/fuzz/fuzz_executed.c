/* fuzz_executed.c - compares merged entries with a plain model of the rule, and merges traces twice.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * An input that begins like a trace is one; any other input is entries of 4 bytes each (op, where, u16 size), with close addresses, so that they overlap.
 * Entries: every range, and the answers at its ends, equal the model's. A trace: merged ranges lie within its addresses, and merging it again adds none. */
#include "coverage/coverage.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(bool holds)
{
    if (!holds)
        abort();
}

/* ---- Entries ---- */

/* The model: each byte's op, and whether a range begins there. */
enum { BYTES = 600 };
struct model {
    bool covered[BYTES + 1], begins[BYTES + 1];
    uint8_t op[BYTES];
};

static size_t model_first(const struct model *model, size_t at)
{
    while (!model->begins[at])
        at--;
    return at;
}

static size_t model_last(const struct model *model, size_t at)
{
    while (at + 1 < BYTES && model->covered[at + 1] && !model->begins[at + 1])
        at++;
    return at;
}

/* Without BLOCK and FAULT the highest range that begins at or below last gets the bits, if it reaches first. */
static bool model_outcome(struct model *model, size_t first, size_t last, uint8_t op)
{
    size_t at = last + 1;
    while (at > first && !model->covered[at - 1])
        at--;
    if (at == first)
        return false;
    for (size_t i = model_first(model, at - 1), end = model_last(model, at - 1); i <= end; i++)
        model->op[i] |= op;
    return true;
}

static void model_add(struct model *model, size_t first, size_t last, uint8_t op)
{
    if (!(op & 0x30) && model_outcome(model, first, last, op))
        return;
    if (model->covered[last + 1])
        model->begins[last + 1] = true;
    bool before = true;                 /* was the byte below covered? A filled gap is a range of its own. */
    for (size_t i = first; i <= last; i++) {
        bool was = model->covered[i];
        model->begins[i] = i == first || (was ? model->begins[i] : before);
        model->op[i] = was ? model->op[i] | op : op;
        model->covered[i] = true;
        before = was;
    }
}

static void check_model(const struct executed *executed, const struct model *model)
{
    struct executed_range range;
    uint64_t count = 0;
    size_t next = BYTES;
    for (size_t at = BYTES; at-- > 0;) {
        require(executed_whole(executed, at, at) == model->covered[at]);
        next = model->covered[at] ? model_first(model, at) : next;
        require(executed_from(executed, at, &range) == (next < BYTES));
        require(next == BYTES || (range.first == next && range.last == model_last(model, next) && range.op == model->op[next]));
        count += model->begins[at];
    }
    require(executed_count(executed) == count);
}

static void check_entries(const uint8_t *data, size_t size)
{
    struct model *model = calloc(1, sizeof *model);
    struct executed *executed = executed_open();
    uint64_t at = BYTES / 2;
    for (; size >= 4; data += 4, size -= 4) {
        at = (at + data[1]) % BYTES;
        size_t last = (at + (size_t)(data[2] | data[3] << 8) % 100) % BYTES, first = at < last ? at : last;
        last = at < last ? last : at;
        model_add(model, first, last, data[0]);
        executed_add(executed, first, last, data[0]);
    }
    check_model(executed, model);
    executed_close(executed);
    free(model);
}

/* ---- Traces ---- */

static void check_trace(struct str bytes)
{
    struct executed_set set = {0};
    struct arena arena = {0};
    struct gnatcov_problems problems = {0};
    struct gnatcov trace;
    struct executed_range range;
    gnatcov_read(bytes, "fuzz", &arena, &trace);
    if (executed_add_trace(&set, &trace, &problems, &arena, NULL)) {
        uint64_t count = 0, bases = set.base_count, top = set.address_size == 4 ? UINT32_MAX : UINT64_MAX;
        require(bases >= 1 && set.entries <= trace.entry_count);
        for (size_t i = 0; i < bases; i++) {
            uint64_t ranges = executed_count(set.bases[i].executed);
            require(executed_from(set.bases[i].executed, 0, &range) == (ranges > 0));
            require(!executed_from(set.bases[i].executed, top, &range) || range.last == top);
            count += ranges;
        }
        require(executed_add_trace(&set, &trace, &problems, &arena, NULL) && set.base_count == bases);
        for (size_t i = 0; i < bases; i++)
            count -= executed_count(set.bases[i].executed);
        require(count == 0);
    }
    executed_set_free(&set);
    arena_free(&arena);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size && data[0] == '#')
        check_trace((struct str){(const char *)data, size});
    else if (size)
        check_entries(data + 1, size - 1);
    return 0;
}
