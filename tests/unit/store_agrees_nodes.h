/* store_agrees_nodes.h - store_agrees.h for nodes: links, values, slices.  SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CLEW_TESTS_STORE_AGREES_NODES_H
#define CLEW_TESTS_STORE_AGREES_NODES_H

#include "store_agrees.h"
#include "recording/questions/slice.h"

enum { ASKED = 240, SLICED = 6, SLICED_LARGE = 3, ENTRIES_MANY = 20000 };

/* ---- Links ---- */

#define SHOWN_LINK "%" PRIu64 ":%" PRIu64 "#%" PRIu64 "-%" PRIu64 "%s"

static inline bool links_agree(struct comparison *c, const char *what, uint64_t id, uint64_t instance, const struct links *links,
                               const struct answers *answers)
{
    if (links->count != answers->count)
        return DIFFERS(c, "%s of %" PRIu64 "#%" PRIu64 ": the store has %zu, the model %zu", what, id, instance, links->count, answers->count);
    for (size_t i = 0; i < links->count; i++) {
        const struct link *l = &links->items[i];
        const struct answer *a = &answers->items[i];
        enum link_kind kind = c->model->history ? LINK_UNKNOWN : a->port ? LINK_DATA : LINK_CONTROL;
        uint64_t name = name_of_index(c, l->node.index);
        if (name != a->id || l->node.instance != a->instance || l->instance_max != a->last || l->uncertain != a->uncertain || l->kind != kind ||
            (!c->model->history && l->port != a->port))
            return DIFFERS(c, "%s %zu of %" PRIu64 "#%" PRIu64 ": the store says " SHOWN_LINK ", the model " SHOWN_LINK, what, i, id, instance, l->port, name,
                           l->node.instance, l->instance_max, l->uncertain ? "?" : "", a->port, a->id, a->instance, a->last, a->uncertain ? "?" : "");
        c->tally->uncertain += a->uncertain;
        c->tally->several += i && a[-1].port == a->port;
    }
    c->tally->links += links->count;
    return true;
}

/* Only the certain links, and the number of uncertain ones of each kind. */
static inline bool certain_agree(struct comparison *c, struct node node, uint64_t id, struct answers *answers)
{
    uint64_t uncertain[LINK_KINDS] = {0};
    struct links links = {0};
    size_t kept = 0;
    bool agrees = store_certain_definers(c->store, node, NULL, &links, uncertain);
    for (size_t i = 0; i < answers->count; i++)
        if (!answers->items[i].uncertain)
            answers->items[kept++] = answers->items[i];
    answers->count = kept;
    agrees = agrees && links_agree(c, "certain definers", id, node.instance, &links, answers) &&
             same_number(c, "uncertain control definers", id, uncertain[LINK_CONTROL], answers->uncertain[0]) &&
             same_number(c, "uncertain data definers", id, uncertain[LINK_DATA], answers->uncertain[1]) &&
             same_number(c, "uncertain definers of unknown kind", id, uncertain[LINK_UNKNOWN], 0);
    links_free(&links);
    return agrees;
}

static inline bool node_agrees(struct comparison *c, uint64_t id, uint64_t instance)
{
    struct node node = {0, instance};
    struct links links = {0};
    struct answers answers = {0};
    uint64_t time;
    bool exists = model_exists(c->model, id, instance), horizon = model_at_horizon(c->model, id, instance);
    if (!find_index(c, id, &node.index))
        return !exists || DIFFERS(c, "id %" PRIu64 " is not found", id);
    bool agrees = same_number(c, "exists", instance, store_exists(c->store, node), exists) &&
                  same_number(c, "at horizon", instance, store_at_horizon(c->store, node), horizon) &&
                  same_number(c, "time", instance, store_time(c->store, node, &time), 0);
    model_definers(c->model, id, instance, &answers);
    agrees = agrees && store_definers(c->store, node, NULL, &links) && links_agree(c, "definers", id, instance, &links, &answers);
    agrees = agrees && certain_agree(c, node, id, &answers);
    links.count = 0;
    model_users(c->model, id, instance, &answers);
    agrees = agrees && store_users(c->store, node, NULL, &links) && links_agree(c, "users", id, instance, &links, &answers);
    c->tally->nodes++;
    c->tally->horizon += horizon;
    free(answers.items);
    links_free(&links);
    return agrees;
}

/* First and last executions of an instruction, and numbers outside them. */
static inline bool edges_agree(struct comparison *c, uint64_t id, uint64_t executions)
{
    uint64_t instances[] = {0, 1, executions / 2, executions - 2, executions - 1, executions, executions + 1, 255, 256, 257, UINT64_MAX - 1, UINT64_MAX};
    unsigned one_in = c->model->entries_count > ENTRIES_MANY ? 4 : 1;
    for (size_t i = 0; i < sizeof instances / sizeof *instances; i++)
        if (random_below(&c->state, one_in) == 0 && !node_agrees(c, id, instances[i]))
            return false;
    return true;
}

/* Nodes that entries name, and their neighbours. */
static inline bool nodes_agree(struct comparison *c)
{
    const struct model *m = c->model;
    uint64_t one_in = 1 + m->entries_count * (m->entries_count > ENTRIES_MANY ? 10 : 2) / ASKED;
    for (uint64_t index = 0; index < store_count(c->store); index++)
        if (!edges_agree(c, name_of_index(c, index), store_instruction(c->store, index).executions))
            return false;
    for (size_t i = 0; i < m->entries_count; i++) {
        const struct model_entry *e = &m->entries[i];
        uint64_t spare = model_spare_of(m, e->list), beside = e->x + random_below(&c->state, spare < UINT64_MAX - 2 ? spare + 2 : 1);
        if (random_below(&c->state, one_in))
            continue;
        if (!node_agrees(c, e->user, e->x) || !node_agrees(c, e->user, beside) || !node_agrees(c, e->id, e->instance) ||
            !node_agrees(c, e->id, e->instance + random_below(&c->state, 3) - 1))
            return false;
    }
    return true;
}

/* ---- Values ---- */

static inline bool value_agrees(struct comparison *c, uint64_t index, uint64_t k, const struct model_value *v)
{
    struct value value = store_value(c->store, index, k);
    uint64_t spare = model_spare_of(c->model, v->list), first, number = store_values_of(c->store, (struct node){index, v->x}, &first);
    c->tally->values++;
    c->tally->wide += v->size > 16;
    if (value.size != v->size || memcmp(value.digits, v->digits, v->size) != 0)
        return DIFFERS(c, "value %" PRIu64 " of %" PRIu64 ": the store says 0x%.*s, the model 0x%.*s", k, v->id, value.size, value.digits, (int)v->size,
                       v->digits);
    if (first > k || k - first >= number)
        return DIFFERS(c, "value %" PRIu64 " of %" PRIu64 " is not among those of instance %" PRIu64, k, v->id, v->x);
    return same_number(c, "instance of a value", v->id, value.instance, v->x) &&
           same_number(c, "largest instance of a value", v->id, value.instance_max, v->x + spare) &&
           same_number(c, "uncertain value", v->id, value.uncertain, spare > 0);
}

/* How many values an execution may have. */
static inline bool values_of_agrees(struct comparison *c, uint64_t index, uint64_t id, uint64_t instance)
{
    const struct model *m = c->model;
    uint64_t first = 0, before = 0, count = 0, number = store_values_of(c->store, (struct node){index, instance}, &first);
    for (size_t i = 0; i < m->values_count; i++) {
        const struct model_value *v = &m->values[i];
        bool of = v->id == id && m->lists[v->list].kept;
        bool fits = of && v->x <= instance && instance - v->x <= model_spare_of(m, v->list);
        count += fits;
        before += of && !fits && v->x < instance;
    }
    return same_number(c, "number of values of an instance", id, number, count) && (!count || same_number(c, "first value of an instance", id, first, before));
}

/* Sorts by X. Equal X keep the order of the file (moving one at a time guarantees that). */
static inline size_t values_in_order(const struct model *m, uint64_t id, struct model_value **values)
{
    size_t count = 0;
    *values = malloc((m->values_count + 1) * sizeof **values);
    for (size_t i = 0; i < m->values_count; i++) {
        if (m->values[i].id != id || !m->lists[m->values[i].list].kept)
            continue;
        size_t at = count++;
        for (; at && m->values[i].x < (*values)[at - 1].x; at--)
            (*values)[at] = (*values)[at - 1];
        (*values)[at] = m->values[i];
    }
    return count;
}

static inline bool values_agree(struct comparison *c)
{
    uint64_t one_in = 1 + c->model->values_count / ASKED;
    for (uint64_t index = 0; index < store_count(c->store) && !c->model->history; index++) {
        struct model_value *values;
        uint64_t id = name_of_index(c, index);
        size_t count = values_in_order(c->model, id, &values);
        bool agrees = values_of_agrees(c, index, id, random_below(&c->state, store_instruction(c->store, index).executions)) &&
                      values_of_agrees(c, index, id, random_next(&c->state));
        for (size_t k = 0; agrees && k < count; k++)
            agrees = value_agrees(c, index, k, &values[k]) &&
                     (random_below(&c->state, one_in) || values_of_agrees(c, index, id, values[k].x + random_below(&c->state, 2)));
        free(values);
        if (!agrees)
            return false;
    }
    return true;
}

/* ---- Slices ---- */

static inline bool set_agrees(struct comparison *c, const char *what, uint64_t id, uint64_t instance, const struct reached *nodes,
                              const struct model_set *set)
{
    uint64_t same = 0, count = reached_count(nodes), at;
    for (; same < count && same < set->count; same++) {
        struct node node = reached_get(nodes, same);
        if (name_of_index(c, node.index) != set->items[same].id || node.instance != set->items[same].instance || !reached_has(nodes, node) ||
            !reached_find(nodes, node, &at) || at != same)
            break;
    }
    if (same == count && same == set->count)
        return true;
    return DIFFERS(c, "%s of %" PRIu64 "#%" PRIu64 ": differs from member %" PRIu64 " on; the store has %" PRIu64 ", the model %zu", what, id, instance, same,
                   count, set->count);
}

/* The chop from a to b: the nodes in both slices. */
static inline bool chop_agrees(struct comparison *c, const struct answer *a, const struct answer *b, enum reach_kinds kinds)
{
    struct model_set forward = {0}, backward = {0};
    struct reached *nodes = NULL;
    struct node first = {0, a->instance}, second = {0, b->instance};
    size_t kept = 0;
    model_slice(c->model, a->id, a->instance, true, kinds, &forward);
    model_slice(c->model, b->id, b->instance, false, kinds, &backward);
    for (size_t i = 0; i < forward.count; i++)
        if (set_has(&backward, forward.items[i].id, forward.items[i].instance))
            forward.items[kept++] = forward.items[i];
    forward.count = kept;
    bool agrees = find_index(c, a->id, &first.index) && find_index(c, b->id, &second.index) && slice_chop(c->store, first, second, kinds, NULL, &nodes) &&
                  set_agrees(c, "chop", a->id, a->instance, nodes, &forward);
    c->tally->chopped += kept > 1;
    free(forward.items);
    free(backward.items);
    reached_free(nodes);
    return agrees;
}

/* Slices over `links` links at most, and the chop to or from any member of one. */
static inline bool near_agrees(struct comparison *c, uint64_t id, uint64_t instance, bool forward, enum reach_kinds kinds, uint64_t depth)
{
    struct model_set set = {0}, other = {0};
    struct reached *nodes = NULL, *chop = NULL;
    struct node node = {0, instance}, end;
    size_t kept = 0;
    model_slice_near(c->model, id, instance, forward, kinds, depth, &set);
    const struct answer at = set.items[random_below(&c->state, set.count)];
    end.instance = at.instance;
    const struct reach_question ahead = {.roots = forward ? &node : &end, .root_count = 1, .direction = REACH_FORWARD, .kinds = kinds, .near = true, .depth = depth};
    const struct reach_question behind = {.roots = forward ? &end : &node, .root_count = 1, .direction = REACH_BACKWARD, .kinds = kinds, .near = true, .depth = depth};
    bool agrees = find_index(c, id, &node.index) && find_index(c, at.id, &end.index) &&
                  slice_roots(c->store, forward ? &ahead : &behind, NULL, &nodes) &&
                  set_agrees(c, forward ? "forward slice so deep" : "backward slice so deep", id, instance, nodes, &set) &&
                  same_number(c, "uncertain links so deep", id, reached_uncertain(nodes), set.uncertain) &&
                  slice_chop_roots(c->store, &ahead, &behind, NULL, &chop);
    model_slice_near(c->model, at.id, at.instance, !forward, kinds, depth, &other);
    bool close = set_has(&other, id, instance);             /* otherwise no path is this short */
    for (size_t i = 0; i < set.count; i++)
        if (close && set_has(&other, set.items[i].id, set.items[i].instance))
            set.items[kept++] = set.items[i];
    set.count = kept;
    agrees = agrees && set_agrees(c, "chop so deep", id, instance, chop, &set) &&
             same_number(c, "uncertain links of a chop so deep", id, reached_uncertain(chop),
                         close ? set.uncertain + other.uncertain : forward ? other.uncertain : set.uncertain);
    c->tally->near += kept > 1;
    free(set.items);
    free(other.items);
    reached_free(nodes);
    reached_free(chop);
    return agrees;
}

static inline bool slice_agrees(struct comparison *c, uint64_t id, uint64_t instance, bool forward, enum reach_kinds kinds)
{
    struct model_set set = {0};
    struct reached *nodes = NULL;
    struct node node = {0, instance};
    model_slice(c->model, id, instance, forward, kinds, &set);
    bool agrees = find_index(c, id, &node.index) && (forward ? slice_forward : slice_backward)(c->store, node, kinds, NULL, &nodes) &&
                  set_agrees(c, forward ? "forward slice" : "backward slice", id, instance, nodes, &set) &&
                  same_number(c, forward ? "uncertain links forward" : "uncertain links backward", id, reached_uncertain(nodes), set.uncertain);
    const struct answer other = set.items[random_below(&c->state, set.count)], self = {.id = id, .instance = instance};
    if (agrees && set.count > 1)
        agrees = forward ? chop_agrees(c, &self, &other, kinds) : chop_agrees(c, &other, &self, kinds);
    c->tally->sliced += set.count > 1;
    free(set.items);
    reached_free(nodes);
    return agrees;
}

static inline bool slices_agree(struct comparison *c)
{
    const struct model *m = c->model;
    unsigned times = m->entries_count > 1000 ? SLICED_LARGE : SLICED;
    for (unsigned i = 0; i < times && m->entries_count && m->entries_count <= ENTRIES_MANY; i++) { /* the naive slicer is slow */
        const struct model_entry *e = &m->entries[random_below(&c->state, m->entries_count)];
        enum reach_kinds kinds = (enum reach_kinds)(1 + random_below(&c->state, 3));
        bool forward = random_below(&c->state, 2);
        uint64_t id = forward ? e->id : e->user, instance = forward ? e->instance : e->x;
        if (is_kept(m, e) && (!slice_agrees(c, id, instance, forward, kinds) || !near_agrees(c, id, instance, forward, kinds, random_below(&c->state, 6))))
            return false;
    }
    return true;
}

static inline bool store_agrees(struct comparison *c)
{
    return summary_agrees(c) && instructions_agree(c) && problems_agree(c) && nodes_agree(c) && values_agree(c) && slices_agree(c);
}

#endif
