/* rank.c - the lines of a slice in their order; which values may be addresses.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/questions/rank.h"
#include "code/code.h"
#include "recording/questions/explain.h"
#include "recording/questions/program.h"
#include "recording/questions/roles.h"
#include "recording/questions/statement.h"

#include <stdlib.h>

/* ---- Which values of a run may be addresses ----
 *
 * The definer of a port that forms an address has an address as its value. So may everything that value was made of, except results that are too narrow. rank
 * looks at some executions of each instruction, evenly spread; code that runs differently each time may have more addresses. So a value near a known address
 * counts as one, too. */
enum { INSTANCES = 8, REPORT_EVERY = 1024 /* instructions */, REGION_BITS = 16, REGIONS_MOST = 1 << 20 };

/* The definer's value went into the user's. */
struct part {
    uint64_t user, definer;
};

struct search {
    const struct program *program;
    struct rank_addresses *out;
    struct part *parts;
    size_t count, capacity;
    struct links links;
};

static void add_region(struct search *s, struct node node)
{
    const struct store *store = program_store(s->program);
    uint64_t first, number;
    if (!store_values_of(store, node, &first) || s->out->regions.count >= REGIONS_MOST)
        return;
    struct value value = store_value(store, node.index, first);
    if (!value.uncertain && str_hex((struct str){value.digits, value.size}, &number))
        map_put(&s->out->regions, number >> REGION_BITS, 1);
}

/* False: stopped. */
static bool look_at(struct search *s, struct node node, const struct roles *roles, const struct progress *progress)
{
    uint64_t uncertain[LINK_KINDS] = {0};
    s->links.count = 0;
    if (!store_certain_definers(program_store(s->program), node, progress, &s->links, uncertain))
        return false;
    for (size_t i = 0; i < s->links.count; i++) {
        const struct link *link = &s->links.items[i];
        if (link->kind != LINK_DATA)
            continue;
        if (roles_port(roles, link->port) == ROLE_ADDRESS) {
            s->out->forms[link->node.index] = true;
            add_region(s, link->node);
        } else {
            s->parts = array_grow(s->parts, &s->capacity, s->count + 1, sizeof *s->parts);
            s->parts[s->count++] = (struct part){node.index, link->node.index};
        }
    }
    return true;
}

static bool look_at_all(struct search *s, const struct progress *progress)
{
    uint64_t count = store_summary(program_store(s->program)).instructions;
    for (uint64_t index = 0; index < count; index++) {
        uint64_t executions = store_instruction(program_store(s->program), index).executions;
        uint64_t some = executions < INSTANCES ? executions : INSTANCES;
        struct roles roles;
        if (index % REPORT_EVERY == REPORT_EVERY - 1 && !progress_report(progress, index, count))
            return false;
        roles_of(s->program, index, &roles);
        for (uint64_t i = 0; i < some; i++) {
            uint64_t instance = some < INSTANCES ? i : executions / (INSTANCES - 1) * i;
            if (!look_at(s, (struct node){index, instance < executions ? instance : executions - 1}, &roles, progress))
                return false;
        }
    }
    return true;
}

bool rank_is_narrow(const struct program *program, uint64_t index)
{
    struct decoded decoded;
    return program_disassemble(program, index, &decoded) && decoded.operands > 0 && decoded.operand[0].size > 0 && decoded.operand[0].size < 8;
}

static int by_user(const void *a, const void *b)
{
    const struct part *x = a, *y = b;
    COMPARE_FIRST(x->user, y->user);
    return COMPARE(x->definer, y->definer);
}

static size_t first_of(const struct search *s, uint64_t user)
{
    LOWER_BOUND(size_t, at, 0, s->count, s->parts[at].user < user);
    return at;
}

/* Adds the values that addresses were made of, and so on. */
static void close_over(struct search *s)
{
    uint64_t count = store_count(program_store(s->program)), waiting = 0;
    uint64_t *stack = memory_allocate((count + 1) * sizeof *stack);
    for (uint64_t i = 0; i < count; i++)
        if (s->out->forms[i])
            stack[waiting++] = i;
    while (waiting) {
        uint64_t user = stack[--waiting];
        for (size_t i = first_of(s, user); i < s->count && s->parts[i].user == user; i++) {
            uint64_t definer = s->parts[i].definer;
            if (s->out->forms[definer] || rank_is_narrow(s->program, definer))
                continue;
            s->out->forms[definer] = true;
            stack[waiting++] = definer;
        }
    }
    free(stack);
}

bool rank_addresses_find(const struct program *program, const struct progress *progress, struct rank_addresses *out)
{
    struct search search = {.program = program, .out = out};
    *out = (struct rank_addresses){.forms = memory_allocate((store_count(program_store(program)) + 1) * sizeof *out->forms)};
    bool whole = look_at_all(&search, progress);
    if (search.count)
        qsort(search.parts, search.count, sizeof *search.parts, by_user);
    close_over(&search);
    links_free(&search.links);
    free(search.parts);
    return whole;
}

bool rank_may_be_address(const struct rank_addresses *addresses, uint64_t index, uint64_t value, bool code_known)
{
    uint64_t ignored;
    if (value < UINT64_C(0x10000) || value > UINT64_C(0x7fffffffffff))
        return false;
    return !code_known || value > UINT32_MAX || addresses->forms[index] || map_get(&addresses->regions, value >> REGION_BITS, &ignored);
}

void rank_addresses_free(struct rank_addresses *addresses)
{
    free(addresses->forms);
    map_free(&addresses->regions);
}

/* ---- What a line did here and never in the other run ---- */

enum { VALUES_REPORTED = 4096 /* values */ };

struct comparing {
    struct program *program;
    const struct rank_question *question;
    const struct rank_addresses *addresses;
    const struct progress *progress;
    struct ranking *ranking;
    struct rank_line *line;
    struct map fresh;               /* values of the line that occur only here, in order of their number */
    uint64_t done;
    bool stopped;
};

static bool go_on(struct comparing *c)
{
    if (++c->done % VALUES_REPORTED == 0 && !progress_report(c->progress, c->done, 0))
        c->stopped = true;
    return !c->stopped;
}

/* ---- The meaning of values ---- */

/* The values of an instruction: without meaning for the line, numbers, or perhaps addresses. */
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

/* False: left out, and counted. */
static bool number_of(struct comparing *c, uint64_t index, const struct value *value, enum meaning meaning, uint64_t *number)
{
    bool known = !value->uncertain && str_hex((struct str){value->digits, value->size}, number);
    bool address = known && meaning != MEANING_NUMBER && rank_may_be_address(c->addresses, index, *number, meaning == MEANING_MAYBE_ADDRESS);
    c->ranking->uncompared += !known;
    c->ranking->addresses += address;
    return known && !address;
}

/* ---- Comparing ---- */

/* False: too many, or stopped. */
static bool gather_there(struct comparing *c, uint64_t there, struct map *seen)
{
    const struct store *store = program_store(c->question->other);
    uint64_t count = store_instruction(store, there).values, number;
    for (uint64_t k = 0; k < count && seen->count < RANK_DISTINCT && go_on(c); k++) {
        struct value value = store_value(store, there, k);
        if (str_hex((struct str){value.digits, value.size}, &number))
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

/* The first value from the k-th on that may be a member's: skips those between if the slice has few of many executions. */
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

/* From the last instruction of a line to the first: a result comes before the values it was made of. */
static bool rank_differences(struct program *program, const struct rank_question *question, const struct rank_addresses *addresses,
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

/* ---- The lines of a slice in their order ---- */

/* ---- Distances ---- */

static struct rank_line *find_line(const struct ranking *ranking, const struct program *program, uint64_t index)
{
    struct instruction instruction = program_instruction(program, index);
    struct line_of at = {instruction.file, instruction.line};
    if (!at.file.size || !at.line || !ranking->lines.count)
        return NULL;
    const struct slice_line *found = bsearch(&at, ranking->lines.items, ranking->lines.count, sizeof *found, slice_compare_lines);
    return found ? &ranking->ranked[found - ranking->lines.items] : NULL;
}

static void reach_line(const struct ranking *ranking, const struct program *program, uint64_t index, unsigned cost)
{
    struct rank_line *line = find_line(ranking, program, index);
    if (!line || (line->reached && line->distance <= cost))
        return;
    line->reached = true;
    line->distance = cost;
}

/* Lines folded into a step are no farther than the step. */
static bool measure(struct ranking *ranking, struct program *program, const struct explain_question *question, const struct progress *progress)
{
    struct explanation *why;
    bool whole = explain(program, question, progress, &why);
    for (size_t i = 0; i < why->count; i++) {
        const struct explain_step *step = &why->steps[i];
        reach_line(ranking, program, step->node.index, step->cost);
        reach_line(ranking, program, step->definer.index, step->cost);
        for (size_t k = 0; k < step->copy_count; k++)
            reach_line(ranking, program, step->copies[k].node.index, step->cost);
    }
    ranking->walk_cut = why->more;
    explanation_free(why);
    return whole;
}

/* ---- The order ---- */

struct entry {
    struct rank_line line;
    struct line_of at;
};

/* Four times the distance; twice for other values; once for code that ran only here. */
static uint64_t suspicion(const struct rank_line *line)
{
    uint64_t distance = line->reached ? line->distance : UINT32_MAX;
    return line->only_here ? distance : line->part_only_here || line->values_only_here ? 2 * distance : 4 * distance;
}

static int compare_entries(const void *a, const void *b)
{
    const struct entry *x = a, *y = b;
    uint64_t one = suspicion(&x->line), other = suspicion(&y->line);
    if (x->line.reached != y->line.reached)
        return x->line.reached ? -1 : 1;
    COMPARE_FIRST(one, other);
    COMPARE_FIRST(x->line.executions, y->line.executions);
    return slice_compare_lines(&x->at, &y->at);
}

static void sort(struct ranking *ranking)
{
    size_t count = ranking->lines.count;
    struct entry *entries = memory_allocate((count + 1) * sizeof *entries);
    for (size_t i = 0; i < count; i++)
        entries[i] = (struct entry){ranking->ranked[i], ranking->lines.items[i].at};
    qsort(entries, count, sizeof *entries, compare_entries);
    for (size_t i = 0; i < count; i++)
        ranking->ranked[i] = entries[i].line;
    free(entries);
}

/* ---- The whole ranking ---- */

static bool compare_runs(struct program *program, const struct rank_question *question, const struct progress *progress, struct ranking *ranking)
{
    struct rank_addresses addresses;
    struct error damage;
    bool whole = rank_addresses_find(program, progress, &addresses);
    for (size_t i = 0; i < ranking->lines.count && whole; i++)
        whole = rank_differences(program, question, &addresses, progress, ranking, &ranking->ranked[i]);
    rank_addresses_free(&addresses);
    return whole && !store_damaged(program_store(question->other), false, &damage);
}

bool rank_slice(struct program *program, const struct rank_question *question, const struct progress *progress, struct ranking **out)
{
    struct ranking *ranking = *out = memory_allocate(sizeof *ranking);
    slice_lines(program, question->members, &ranking->lines);
    ranking->ranked = memory_allocate((ranking->lines.count + 1) * sizeof *ranking->ranked);
    bool whole = !question->distance || measure(ranking, program, question->distance, progress);
    for (size_t i = 0; i < ranking->lines.count; i++) {
        const struct line_of *at = &ranking->lines.items[i].at;
        struct rank_line *line = &ranking->ranked[i];
        line->line = i;
        line->executions = program_line_executions(program, at->file, at->line);
        ranking->unreached += !line->reached;
    }
    if (question->other && whole)
        whole = compare_runs(program, question, progress, ranking);
    sort(ranking);
    return whole;
}

void ranking_free(struct ranking *ranking)
{
    if (!ranking)
        return;
    slice_lines_free(&ranking->lines);
    free(ranking->ranked);
    free(ranking);
}

/* ---- Is it the same code? ---- */

static bool stands_elsewhere(const struct instruction *here, const struct instruction *there)
{
    bool functions = here->function.size && there->function.size && !str_equal(here->function, there->function);
    bool files = here->file.size && there->file.size && !str_equal(str_basename(here->file), str_basename(there->file));
    return functions || files || (here->line && there->line && here->line != there->line);
}

bool rank_find(const struct program *program, const struct rank_question *question, uint64_t index, uint64_t *there, bool *comparable)
{
    struct instruction here = program_instruction(program, index);
    struct symbols *symbols = program_symbols(program);
    const struct store *store = program_store(question->other);
    *comparable = here.has_address;
    if (!here.has_address)
        return false;
    /* libraries may be elsewhere: only the part found can be compared */
    bool ours = !symbols || symbols_is_code(symbols, here.address - program_bias(program));
    if (!store_find_address(store, here.address + question->shift, there)) {
        *comparable = ours;
        return false;
    }
    struct instruction found = program_instruction(question->other, *there);
    *comparable = !stands_elsewhere(&here, &found);
    return *comparable && found.executions > 0;
}

struct rank_common rank_compare(const struct program *program, const struct program *other, uint64_t shift)
{
    struct rank_common common = {0, 0};
    uint64_t there;
    for (uint64_t i = 0; i < store_summary(program_store(program)).instructions; i++) {
        struct instruction here = program_instruction(program, i);
        if (!here.has_address || !store_find_address(program_store(other), here.address + shift, &there))
            continue;
        struct instruction found = program_instruction(other, there);
        bool differs = stands_elsewhere(&here, &found);
        common.same += !differs;
        common.different += differs;
    }
    return common;
}
