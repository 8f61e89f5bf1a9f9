/* rank_values.c - what a line did that it never did in another run.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "code/code.h"
#include "recording/questions/program.h"
#include "recording/questions/rank.h"
#include "recording/questions/rank_inside.h"
#include "recording/questions/statement.h"

enum { REPORT_EVERY = 4096 /* values */ };

struct comparing {
    struct program *program;
    const struct rank_question *question;
    const struct rank_addresses *addresses;
    const struct progress *progress;
    struct ranking *ranking;
    struct rank_line *line;
    struct map fresh;               /* values of the line that are only here, in order of their number */
    uint64_t done;
    bool stopped;
};

static bool go_on(struct comparing *c)
{
    if (++c->done % REPORT_EVERY == 0 && !progress_report(c->progress, c->done, 0))
        c->stopped = true;
    return !c->stopped;
}

/* ---- Which values mean something ---- */

/* What an instruction's values are: of no meaning for the line, numbers, or maybe addresses. */
enum meaning { MEANING_NONE, MEANING_NUMBER, MEANING_MAYBE_ADDRESS, MEANING_UNKNOWN };

static enum meaning meaning_of(const struct program *program, uint64_t index)
{
    struct decoded decoded;
    if (!program_disassemble(program, index, &decoded))
        return MEANING_UNKNOWN;
    if (decoded.flow != FLOW_NEXT || statement_is_frame(program, index))
        return MEANING_NONE;
    return rank_is_narrow(program, index) ? MEANING_NUMBER : MEANING_MAYBE_ADDRESS;
}

/* False: it is left out, and counted. */
static bool number_of(struct comparing *c, uint64_t index, const struct value *value, enum meaning meaning, uint64_t *number)
{
    bool known = !value->uncertain && slice_hex((struct slice){value->digits, value->size}, number);
    bool address = known && meaning != MEANING_NUMBER && rank_may_be_address(c->addresses, index, *number, meaning == MEANING_MAYBE_ADDRESS);
    c->ranking->uncompared += !known;
    c->ranking->addresses += address;
    return known && !address;
}

/* ---- Compared ---- */

/* False: there are too many, or it was stopped. */
static bool gather_there(struct comparing *c, uint64_t there, struct map *seen)
{
    const struct store *store = program_store(c->question->other);
    uint64_t count = store_instruction(store, there).values, number;
    for (uint64_t k = 0; k < count && seen->count < RANK_DISTINCT && go_on(c); k++) {
        struct value value = store_value(store, there, k);
        if (slice_hex((struct slice){value.digits, value.size}, &number))
            map_put(seen, number, 1);
    }
    return !c->stopped && seen->count < RANK_DISTINCT;
}

static void add_fresh(struct comparing *c, uint64_t number, struct node node)
{
    struct rank_line *line = c->line;
    uint64_t ignored;
    if (map_get(&c->fresh, number, &ignored))
        return;
    if (c->fresh.count >= RANK_DISTINCT) {
        line->values_least = true;
        return;
    }
    map_put(&c->fresh, number, 1);
    if (line->values_only_here < RANK_VALUES)
        line->valued[line->values_only_here] = node;
    line->values_only_here++;
}

/* The first value from the k-th on that may be a member's: where the slice has few of many instances, those between are jumped over. */
static uint64_t next_of_member(const struct comparing *c, const struct slice_piece *piece, uint64_t k, uint64_t instance)
{
    uint64_t rank, found;
    reached_find(c->question->members, (struct node){piece->index, instance}, &rank);
    if (rank >= piece->first + piece->instances)
        return UINT64_MAX;
    if (!store_values_of(program_store(c->program), reached_get(c->question->members, rank), &found) || found <= k)
        return k + 1;
    return found;
}

static void gather_here(struct comparing *c, const struct slice_piece *piece, enum meaning meaning, const struct map *seen)
{
    const struct store *store = program_store(c->program);
    uint64_t count = store_instruction(store, piece->index).values, number, ignored;
    for (uint64_t k = 0; k < count && go_on(c);) {
        struct value value = store_value(store, piece->index, k);
        struct node node = {piece->index, value.instance};
        if (!value.uncertain && !reached_has(c->question->members, node)) {
            k = next_of_member(c, piece, k, value.instance);
            continue;
        }
        if (number_of(c, piece->index, &value, meaning, &number) && !map_get(seen, number, &ignored))
            add_fresh(c, number, node);
        k++;
    }
}

static void compare_values(struct comparing *c, const struct slice_piece *piece, uint64_t there)
{
    enum meaning meaning = meaning_of(c->program, piece->index);
    struct map seen = {0};
    if (meaning == MEANING_NONE || !store_instruction(program_store(c->program), piece->index).values)
        return;
    bool known = store_instruction(program_store(c->question->other), there).values && gather_there(c, there, &seen);
    if (known)
        gather_here(c, piece, meaning, &seen);
    else
        c->ranking->uncompared += piece->instances;
    map_free(&seen);
}

/* From the last instruction of a line to the first: its result comes before what that was made of. */
bool rank_differences(struct program *program, const struct rank_question *question, const struct rank_addresses *addresses,
                      const struct progress *progress, struct ranking *ranking, struct rank_line *line)
{
    const struct slice_line *own = &ranking->lines.items[line->line];
    struct comparing c = {.program = program, .question = question, .addresses = addresses, .progress = progress,
                          .ranking = ranking, .line = line};
    uint64_t there, missing = 0, found = 0;
    line->executions_other = program_line_executions(question->other, own->at.file, own->at.line);
    for (size_t i = own->pieces; i-- > 0 && !c.stopped;) {
        const struct slice_piece *piece = &ranking->lines.pieces[own->piece + i];
        bool comparable, ran = rank_find(program, question, piece->index, &there, &comparable);
        missing += comparable && !ran;
        found += ran;
        if (ran)
            compare_values(&c, piece, there);
    }
    line->compared = !c.stopped && (missing || found || line->executions_other);
    line->only_here = line->compared && missing && !found && !line->executions_other;
    line->part_only_here = line->compared && missing && !line->only_here;
    map_free(&c.fresh);
    return !c.stopped;
}
