/* model_answers.h - answers about a whole trace, found by searching all of it each time.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Written from clew-formats(5) 1.4 to 1.6, 2 and 3: executions, numbering, definers, users, and closures breadth first. */
#ifndef CLEW_TESTS_MODEL_ANSWERS_H
#define CLEW_TESTS_MODEL_ANSWERS_H

#include "model_trace.h"

/* ---- Reading a whole text ---- */

static inline bool is_kept(const struct model *m, const struct model_entry *entry)
{
    return m->history || m->lists[entry->list].kept;
}

static inline int compare_problems(const void *left, const void *right)
{
    const struct problem *a = left, *b = right;
    uint64_t keys[3][2] = {{a->line, b->line}, {a->column, b->column}, {a->kind, b->kind}};
    for (int i = 0; i < 3; i++)
        if (keys[i][0] != keys[i][1])
            return keys[i][0] < keys[i][1] ? -1 : 1;
    return 0;
}

/* Does X count executions? Yes if the caller or the writer says so, or if a clean list has a gap. */
static inline bool model_is_dense(const struct model *m, enum store_numbering numbering)
{
    if (numbering != NUMBERING_DETECT)
        return numbering == NUMBERING_DENSE;
    for (size_t i = 0; i < m->lists_count; i++) {
        const struct model_list *list = &m->lists[i];
        if (list->kept && list->rises && list->count == list->announced && list->top > list->count)
            return false;
    }
    return !m->marked;
}

static inline uint64_t model_spare_of(const struct model *m, uint64_t list)
{
    const struct model_block *block = m->history || !m->dense ? NULL : model_find(m, m->lists[list].id);
    return block && m->lists[list].top ? block->executions - m->lists[list].top : 0;
}

static inline void model_executions(struct model *m, struct model_block *block)
{
    for (size_t i = 0; i < m->lists_count; i++)
        if (m->lists[i].kept && m->lists[i].id == block->id && m->lists[i].top > block->executions)
            block->executions = m->lists[i].top;
    for (size_t i = 0; i < m->lists_count; i++)
        if (m->lists[i].kept && m->lists[i].id == block->id && m->lists[i].top && m->lists[i].top < block->executions)
            block->least = m->dense;
    if (block->executions)
        return;
    block->executions = 1;
    for (size_t i = 0; i < m->entries_count; i++)
        if (is_kept(m, &m->entries[i]) && m->entries[i].id == block->id && m->entries[i].instance >= block->executions)
            block->executions = m->entries[i].instance + 1;
}

static inline void model_check_entries(struct model *m)
{
    for (size_t i = 0; i < m->entries_count; i++) {
        const struct model_entry *e = &m->entries[i];
        const struct model_block *block = model_find(m, e->id);
        if (!is_kept(m, e))
            continue;
        if (!block)
            model_problem(m, WET_DANGLING_ID, e->line, e->id_column, e->id, 0, 0);
        else if (e->instance >= block->executions)
            model_problem(m, WET_INSTANCE_RANGE, e->line, e->instance_column, e->instance, e->id, block->executions);
    }
}

static inline void model_finish(struct model *m, enum store_numbering numbering)
{
    if (!m->history) {
        model_end_file(m);
        m->dense = model_is_dense(m, numbering);
        for (size_t i = 0; i < m->blocks_count; i++)
            if (m->blocks[i].kept)
                model_executions(m, &m->blocks[i]);
        model_check_entries(m);
    }
    if (m->problems_count)
        qsort(m->problems, m->problems_count, sizeof *m->problems, compare_problems);
}

/* A line between start and end, both without the line end. */
static inline void model_take(struct model *m, struct cursor c, bool has_end, bool *begun)
{
    struct cursor whole = c;
    take_blanks(&c, 0);
    while (c.end > c.at && is_model_blank(c.end[-1]))
        c.end--;
    if (is_done(&c))
        return;
    m->last_line = m->line;
    m->last_column = model_column(m, c.end);
    if (!*begun) {
        for (const char *at = c.at; at + 3 <= c.end; at++)
            m->history = m->history || memcmp(at, "-->", 3) == 0;
        *begun = true;
        if (!m->history) {
            model_first_line(m, c, (struct str){c.end, (size_t)(whole.end - c.end)});
            return;
        }
    }
    if (m->history)
        model_history_line(m, c, has_end);
    else
        model_line(m, c);
}

static inline struct model model_read(struct str text, enum store_numbering numbering)
{
    struct model m = {0};
    bool begun = false;
    size_t at = text.size >= 3 && memcmp(text.data, "\xef\xbb\xbf", 3) == 0 ? 3 : 0, start = 0;
    while (at < text.size) {
        size_t end = at;
        while (end < text.size && text.data[end] != '\n')
            end++;
        /* A CR as the last byte of the file begins a line end. The rules leave this open. */
        bool carriage = end > at && text.data[end - 1] == '\r';
        m.line++;
        m.line_start = text.data + start;
        model_take(&m, (struct cursor){text.data + at, text.data + end - carriage}, end < text.size, &begun);
        start = at = end + 1;
    }
    m.empty = !begun;
    model_finish(&m, numbering);
    return m;
}

/* ---- Definers and users ---- */

struct answer {
    uint64_t port, id, instance, last;      /* last: the largest execution it may be */
    bool uncertain;
};

struct answers {
    struct answer *items;
    size_t count, capacity;
    uint64_t uncertain[2];                  /* uncertain entries found, of port 0 and of others */
};

static inline int compare_keys(const uint64_t *a, const uint64_t *b, int count)
{
    for (int i = 0; i < count; i++)
        if (a[i] != b[i])
            return a[i] < b[i] ? -1 : 1;
    return 0;
}

static inline int compare_definers(const void *left, const void *right)
{
    const struct answer *a = left, *b = right;
    return compare_keys((uint64_t[]){a->port, a->id, a->instance}, (uint64_t[]){b->port, b->id, b->instance}, 3);
}

static inline int compare_users(const void *left, const void *right)
{
    const struct answer *a = left, *b = right;
    return compare_keys((uint64_t[]){a->id, a->instance, a->port}, (uint64_t[]){b->id, b->instance, b->port}, 3);
}

static inline void answers_finish(struct answers *answers, int (*compare)(const void *, const void *))
{
    size_t kept = 0;
    if (answers->count)
        qsort(answers->items, answers->count, sizeof *answers->items, compare);
    for (size_t i = 0; i < answers->count; i++)
        if (i == 0 || compare(&answers->items[i], &answers->items[kept - 1]) != 0)
            answers->items[kept++] = answers->items[i];
    answers->count = kept;
}

static inline void answer_add(struct answers *answers, struct answer answer)
{
    answers->items = array_grow(answers->items, &answers->capacity, answers->count + 1, sizeof *answers->items);
    answers->items[answers->count++] = answer;
    answers->uncertain[answer.port > 0] += answer.uncertain;
}

static inline void model_definers(const struct model *m, uint64_t id, uint64_t instance, struct answers *answers)
{
    *answers = (struct answers){.items = answers->items, .capacity = answers->capacity};
    for (size_t i = 0; i < m->entries_count; i++) {
        const struct model_entry *e = &m->entries[i];
        if (e->user != id || e->x > instance || !is_kept(m, e))
            continue;
        uint64_t spare = model_spare_of(m, e->list);
        if (instance - e->x <= spare)
            answer_add(answers, (struct answer){e->port, e->id, e->instance, e->instance, spare > 0});
    }
    answers_finish(answers, compare_definers);
}

static inline void model_users(const struct model *m, uint64_t id, uint64_t instance, struct answers *answers)
{
    *answers = (struct answers){.items = answers->items, .capacity = answers->capacity};
    for (size_t i = 0; i < m->entries_count; i++) {
        const struct model_entry *e = &m->entries[i];
        if (e->id != id || e->instance != instance || !is_kept(m, e))
            continue;
        uint64_t spare = model_spare_of(m, e->list);
        answer_add(answers, (struct answer){e->port, e->user, e->x, e->x + spare, spare > 0});
    }
    answers_finish(answers, compare_users);
}

static inline bool model_names(const struct model *m, uint64_t id, uint64_t instance)
{
    for (size_t i = 0; i < m->entries_count; i++)
        if (m->entries[i].id == id && m->entries[i].instance == instance && is_kept(m, &m->entries[i]))
            return true;
    return false;
}

static inline bool model_has_user(const struct model *m, uint64_t id, uint64_t instance)
{
    for (size_t i = 0; i < m->entries_count; i++)
        if (m->entries[i].user == id && m->entries[i].x == instance)
            return true;
    return false;
}

static inline bool model_exists(const struct model *m, uint64_t id, uint64_t instance)
{
    const struct model_block *block = m->history ? NULL : model_find(m, id);
    return (block && instance < block->executions) || model_names(m, id, instance) || (m->history && model_has_user(m, id, instance));
}

static inline bool model_at_horizon(const struct model *m, uint64_t id, uint64_t instance)
{
    return m->history && model_names(m, id, instance) && !model_has_user(m, id, instance);
}

/* ---- Slices ---- */

struct model_set {
    struct answer *items;                   /* id and instance */
    size_t count, capacity;
    uint64_t uncertain;
};

static inline bool set_has(const struct model_set *set, uint64_t id, uint64_t instance)
{
    for (size_t i = 0; i < set->count; i++)
        if (set->items[i].id == id && set->items[i].instance == instance)
            return true;
    return false;
}

static inline void set_add(struct model_set *set, uint64_t id, uint64_t instance)
{
    if (set_has(set, id, instance))
        return;
    set->items = array_grow(set->items, &set->capacity, set->count + 1, sizeof *set->items);
    set->items[set->count++] = (struct answer){.id = id, .instance = instance, .last = instance};
}

/* Kinds: 1 data, 2 control, 3 all. Breadth first: the set is its own queue. Sorted at the end. */
static inline void model_slice_near(const struct model *m, uint64_t id, uint64_t instance, bool forward, unsigned kinds, uint64_t depth, struct model_set *set)
{
    struct answers answers = {0};
    set->count = 0;
    set->uncertain = 0;
    set_add(set, id, instance);
    size_t level = set->count;                              /* answers before `level` are at most this far away */
    for (size_t i = 0; i < set->count && (i < level || depth > 1) && depth; i++) {
        depth -= i == level;
        level = i == level ? set->count : level;
        (forward ? model_users : model_definers)(m, set->items[i].id, set->items[i].instance, &answers);
        for (size_t k = 0; k < answers.count; k++) {
            const struct answer *a = &answers.items[k];
            bool wanted = m->history ? kinds == 3 : kinds & (a->port ? 1 : 2);
            if (wanted && !a->uncertain)
                set_add(set, a->id, a->instance);
            set->uncertain += wanted && a->uncertain && forward;
        }
        if (!forward)
            set->uncertain += (kinds & 1 ? answers.uncertain[1] : 0) + (kinds & 2 ? answers.uncertain[0] : 0);
    }
    qsort(set->items, set->count, sizeof *set->items, compare_users);
    free(answers.items);
}

static inline void model_slice(const struct model *m, uint64_t id, uint64_t instance, bool forward, unsigned kinds, struct model_set *set)
{
    model_slice_near(m, id, instance, forward, kinds, UINT64_MAX, set);
}

#endif
