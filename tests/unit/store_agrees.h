/* store_agrees.h - checks that a store answers like the naive model of the same text.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     struct comparison c = {.store = store, .model = &model, .why = &why, .state = seed};
 *     if (!store_agrees(&c)) ...              `why` says where they differ
 *
 * Compares everything; in a trace with many nodes, only some nodes, chosen by the seed. */
#ifndef CLEW_TESTS_STORE_AGREES_H
#define CLEW_TESTS_STORE_AGREES_H

#include "recording/store/store.h"
#include "model_answers.h"
#include "trace_maker.h"

struct tally {                      /* counts what was compared, so that a test can check that something was */
    uint64_t nodes, links, uncertain, several, values, wide, dense, horizon, sliced, chopped, near, problems[WET_PROBLEMS];
};

struct comparison {
    const struct store *store;
    const struct model *model;
    struct text *why;
    uint64_t state;
    struct tally *tally;
    bool converted;                 /* converted to a recording: it lacks the problems of the text */
    bool rewritten;                 /* converted to text again: where the text said nothing about values, it now says that there are none */
};

#define DIFFERS(c, ...) (text_printf((c)->why, __VA_ARGS__), false)

static inline bool same_number(struct comparison *c, const char *what, uint64_t of, uint64_t found, uint64_t expected)
{
    if (found == expected)
        return true;
    return DIFFERS(c, "%s of %" PRIu64 ": the store says %" PRIu64 ", the model %" PRIu64, what, of, found, expected);
}

static inline bool same_name(struct comparison *c, const char *what, uint64_t of, struct str found, struct str expected)
{
    if (!found.data == !expected.data && str_equal(found, expected))
        return true;
    return DIFFERS(c, "%s of %" PRIu64 ": the store says '%.*s', the model '%.*s'", what, of, STR(found), STR(expected));
}

static inline bool find_index(const struct comparison *c, uint64_t id, uint64_t *index)
{
    return c->model->history ? store_find_address(c->store, id, index) : store_find_id(c->store, id, index);
}

static inline uint64_t name_of_index(const struct comparison *c, uint64_t index)
{
    struct instruction instruction = store_instruction(c->store, index);
    return instruction.has_id ? instruction.id : instruction.address;
}

/* ---- Instructions ---- */

static inline bool block_agrees(struct comparison *c, uint64_t index, const struct model_block *b)
{
    struct instruction i = store_instruction(c->store, index);
    uint64_t found = UINT64_MAX, values = 0, first = index;
    for (size_t k = 0; k < c->model->values_count; k++)
        values += c->model->values[k].id == b->id && c->model->lists[c->model->values[k].list].kept;
    for (const struct model_block *other = c->model->blocks; other < b; other++)
        if (other->kept && other->address == b->address) {
            store_find_id(c->store, other->id, &first);
            break;
        }
    if (!i.has_block || !i.has_id || !i.has_address || i.id != b->id || i.address != b->address)
        return DIFFERS(c, "instruction %" PRIu64 " is another: id %" PRIu64 " address %" PRIx64, index, i.id, i.address);
    if (!store_find_id(c->store, b->id, &found) || found != index)
        return DIFFERS(c, "id %" PRIu64 " is not found, or elsewhere", b->id);
    if (!store_find_address(c->store, b->address, &found) || found != first)
        return DIFFERS(c, "address %" PRIx64 " is not found, or elsewhere", b->address);
    return same_name(c, "file", b->id, i.file, b->file) && same_name(c, "function", b->id, i.function, b->function) &&
           same_number(c, "line", b->id, i.line, b->source_line) && same_number(c, "ports", b->id, i.ports, b->lists) &&
           same_number(c, "executions", b->id, i.executions, b->executions) && same_number(c, "values", b->id, i.values, values) &&
           same_number(c, "executions_least", b->id, i.executions_least, b->least) &&
           same_number(c, "no_values", b->id, i.no_values, b->no_values || (c->rewritten && i.no_values && !values));
}

/* An id without a block, or an address of a history: the largest execution number says how many executions there are. */
static inline bool named_agrees(struct comparison *c, uint64_t id, uint64_t index)
{
    struct instruction i = store_instruction(c->store, index);
    uint64_t executions = 0;
    for (size_t k = 0; k < c->model->entries_count; k++) {
        const struct model_entry *e = &c->model->entries[k];
        if (e->id == id && e->instance >= executions && is_kept(c->model, e))
            executions = e->instance + 1;
        if (c->model->history && e->user == id && e->x >= executions)
            executions = e->x + 1;
    }
    if (i.has_block != c->model->history || i.has_address != c->model->history || i.has_id == c->model->history || i.file.data || i.function.data)
        return DIFFERS(c, "%" PRIu64 " is no instruction that is merely named", id);
    return same_number(c, "name", index, name_of_index(c, index), id) && same_number(c, "executions", id, i.executions, executions) &&
           same_number(c, "ports, line, values", id, i.ports + i.line + i.values + i.no_values + i.executions_least, 0);
}

/* Is entry k the first to name this id? In a history, both sides of an entry name ids. */
static inline bool is_first_mention(const struct model *m, uint64_t id, size_t k)
{
    for (size_t i = 0; i < k; i++)
        if ((m->entries[i].id == id && is_kept(m, &m->entries[i])) || (m->history && m->entries[i].user == id))
            return false;
    return true;
}

/* Instructions without a block come after those with one; in a history, in the order of first mention. */
static inline bool names_agree(struct comparison *c, uint64_t blocks)
{
    const struct model *m = c->model;
    uint64_t count = blocks, index = 0;
    for (size_t k = 0; k < m->entries_count; k++) {
        const struct model_entry *e = &m->entries[k];
        uint64_t names[2] = {e->user, e->id};
        for (int side = m->history ? 0 : 1; side < 2; side++) {
            bool again = side && m->history && e->user == e->id;
            if (again || !is_kept(m, e) || (!m->history && model_find(m, e->id)) || !is_first_mention(m, names[side], k))
                continue;
            count++;
            if (!find_index(c, names[side], &index) || index < blocks || (m->history && index != count - 1))
                return DIFFERS(c, "%" PRIu64 " is not found, or not behind the instructions", names[side]);
            if (!named_agrees(c, names[side], index))
                return false;
        }
    }
    uint64_t instructions = m->history ? count : blocks;
    return same_number(c, "count", 0, store_count(c->store), count) &&
           same_number(c, "instructions", 0, store_summary(c->store).instructions, instructions);
}

static inline bool nearest_agrees(struct comparison *c, uint64_t address)
{
    uint64_t least = UINT64_MAX, index = 0;
    bool any = false;
    for (uint64_t i = 0; i < store_count(c->store); i++) {
        struct instruction instruction = store_instruction(c->store, i);
        uint64_t distance = instruction.address > address ? instruction.address - address : address - instruction.address;
        any = any || instruction.has_address;
        least = instruction.has_address && distance < least ? distance : least;
    }
    if (store_nearest_address(c->store, address, &index) != any)
        return DIFFERS(c, "nearest address to %" PRIx64 ": is there one?", address);
    uint64_t near = any ? store_instruction(c->store, index).address : address;
    return !any || same_number(c, "distance of nearest address", address, near > address ? near - address : address - near, least);
}

static inline bool instructions_agree(struct comparison *c)
{
    uint64_t index = 0;
    for (size_t i = 0; i < c->model->blocks_count; i++)
        if (c->model->blocks[i].kept && !block_agrees(c, index++, &c->model->blocks[i]))
            return false;
    if (!names_agree(c, index))
        return false;
    for (int i = 0; i < 4; i++)
        if (!nearest_agrees(c, random_next(&c->state) >> random_below(&c->state, 64)))
            return false;
    return true;
}

/* ---- The whole ---- */

static inline bool summary_agrees(struct comparison *c)
{
    const struct model *m = c->model;
    struct store_summary s = store_summary(c->store);
    uint64_t instances = 0, dependences = 0, values = 0;
    for (size_t i = 0; i < m->blocks_count; i++)
        if (m->blocks[i].kept)
            instances = instances + m->blocks[i].executions < instances ? UINT64_MAX : instances + m->blocks[i].executions;
    for (size_t i = 0; i < m->entries_count; i++) {
        const struct model_entry *e = &m->entries[i];
        dependences += is_kept(m, e);
        for (int side = 0; m->history && side < 2; side++) {
            struct model before = *m;
            before.entries_count = i;
            uint64_t id = side ? e->id : e->user, instance = side ? e->instance : e->x;
            instances += !model_exists(&before, id, instance) && !(side && e->user == id && e->x == instance);
        }
    }
    for (size_t i = 0; i < m->values_count; i++)
        values += m->lists[m->values[i].list].kept;
    c->tally->dense += m->dense;
    return same_number(c, "kind", 0, s.kind, m->history ? STORE_HISTORY : STORE_COMPREHENSIVE) && same_number(c, "dense", 0, s.dense, m->dense) &&
           same_number(c, "instances", 0, store_instances(c->store), instances) && same_number(c, "dependences", 0, s.dependences, dependences) &&
           same_number(c, "all values", 0, s.values, values) && (c->converted || same_number(c, "problems", 0, s.problems, m->problems_count));
}

/* How many of first, second, third are in use (wet.h). */
static inline int problem_details(enum wet_problem kind)
{
    static const int details[WET_PROBLEMS] = {
        [WET_COUNT_MISMATCH] = 2, [WET_PORTS_MISMATCH] = 3, [WET_SIZE_MISMATCH] = 3, [WET_MISSING_VALUES] = 1, [WET_TRUNCATED] = 1, [WET_X_ORDER] = 2,
        [WET_X_DUPLICATE] = 1, [WET_DUPLICATE_ID] = 2, [WET_DUPLICATE_ADDRESS] = 3, [WET_DANGLING_ID] = 1, [WET_INSTANCE_RANGE] = 3
    };
    return details[kind];
}

static inline bool problem_agrees(struct comparison *c, uint64_t i)
{
    struct problem p = store_problem(c->store, i), expected = c->model->problems[i];
    c->tally->problems[expected.kind]++;
    if (p.kind != expected.kind || p.line != expected.line || p.column != expected.column)
        return DIFFERS(c, "problem %" PRIu64 ": the store says %s at %" PRIu64 ":%" PRIu64 ", the model %s at %" PRIu64 ":%" PRIu64, i,
                       wet_problem_name(p.kind), p.line, p.column, wet_problem_name(expected.kind), expected.line, expected.column);
    if (expected.kind == WET_TRUNCATED && c->model->history)
        return same_number(c, "third number of the problem in line", p.line, p.third, 1);
    uint64_t found[] = {p.first, p.second, p.third}, numbers[] = {expected.first, expected.second, expected.third};
    for (int k = 0; k < problem_details(expected.kind); k++)
        if (!same_number(c, wet_problem_name(p.kind), p.line, found[k], numbers[k]))
            return false;
    return true;
}

static inline bool problems_agree(struct comparison *c)
{
    uint64_t counts[WET_PROBLEMS] = {0};
    if (c->converted)
        return true;
    for (uint64_t i = 0; i < c->model->problems_count; i++) {
        counts[c->model->problems[i].kind]++;
        if (!problem_agrees(c, i))
            return false;
    }
    for (unsigned kind = 0; kind < WET_PROBLEMS; kind++)
        if (!same_number(c, "problems of a kind", kind, store_problem_count(c->store, (enum wet_problem)kind), counts[kind]))
            return false;
    return true;
}

#endif
