/* model_trace.h - reads a whole trace into plain arrays, naively.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Entries and values keep the order of the file. In a history, an instruction's address is its id, and every line is an entry of port 0. */
#ifndef CLEW_TESTS_MODEL_TRACE_H
#define CLEW_TESTS_MODEL_TRACE_H

#include "model_line.h"
#include "recording/store/store.h"

#include <stdlib.h>

struct model_entry {
    uint64_t user, x, port, id, instance;
    uint64_t list;                          /* number of its list; none in a history */
    uint64_t line, id_column, instance_column;
};

struct model_value {
    uint64_t id, x, list;                   /* id: of the instruction */
    unsigned size;
    char digits[128];
};

struct model_list {
    uint64_t announced, count, top;         /* top: largest X + 1 */
    uint64_t line, column;                  /* of the number announced */
    uint64_t id, port;
    bool values, kept, rises;
};

struct model_block {
    uint64_t id, ports, address, source_line, lists, values, executions;
    struct str file, function;            /* into the text */
    uint64_t line, column, ports_column, address_column;
    bool no_values, has_values, kept, least;
};

#define MODEL_ARRAY(type, name) \
    struct type *name; \
    size_t name##_count, name##_capacity

struct model {
    bool empty, history, marked, has_count, dense;
    uint64_t announced, count_line, count_column;
    uint64_t last_line, last_column;        /* one past the last byte other than blanks and line ends */
    MODEL_ARRAY(model_block, blocks);
    MODEL_ARRAY(model_list, lists);
    MODEL_ARRAY(model_entry, entries);
    MODEL_ARRAY(model_value, values);
    MODEL_ARRAY(problem, problems);
    bool block_open, list_open;             /* the last block, the last list */
    uint64_t line;                          /* the current line */
    const char *line_start;
};

#define MODEL_ADD(model, name, ...) \
    ((model)->name = array_grow((model)->name, &(model)->name##_capacity, (model)->name##_count + 1, sizeof *(model)->name), \
     (model)->name[(model)->name##_count++] = __VA_ARGS__)

static inline void model_free(struct model *m)
{
    free(m->blocks);
    free(m->lists);
    free(m->entries);
    free(m->values);
    free(m->problems);
}

static inline uint64_t model_column(const struct model *m, const char *at)
{
    return (uint64_t)(at - m->line_start) + 1;
}

static inline void model_problem(struct model *m, enum wet_problem kind, uint64_t line, uint64_t column, uint64_t first, uint64_t second, uint64_t third)
{
    MODEL_ADD(m, problems, (struct problem){kind, line, column, first, second, third});
}

static inline const struct model_block *model_find(const struct model *m, uint64_t id)
{
    for (size_t i = 0; i < m->blocks_count; i++)
        if (m->blocks[i].kept && m->blocks[i].id == id)
            return &m->blocks[i];
    return NULL;
}

/* ---- Ends (1.6) ---- */

static inline void model_end_list(struct model *m)
{
    const struct model_list *list = m->list_open ? &m->lists[m->lists_count - 1] : NULL;
    if (list && list->count != list->announced)
        model_problem(m, WET_SIZE_MISMATCH, list->line, list->column, list->announced, list->count, list->values);
    m->list_open = false;
}

static inline void model_end_block(struct model *m)
{
    model_end_list(m);
    if (!m->block_open)
        return;
    const struct model_block *block = &m->blocks[m->blocks_count - 1];
    if (block->lists != block->ports)
        model_problem(m, WET_PORTS_MISMATCH, block->line, block->ports_column, block->id, block->ports, block->lists);
    if (!block->has_values)
        model_problem(m, WET_MISSING_VALUES, block->line, block->column, block->id, 0, 0);
    m->block_open = false;
}

static inline void model_end_file(struct model *m)
{
    struct model_block *block = m->block_open ? &m->blocks[m->blocks_count - 1] : NULL;
    bool is_short = m->list_open && m->lists[m->lists_count - 1].count < m->lists[m->lists_count - 1].announced;
    if (block && (!block->has_values || is_short)) {
        model_problem(m, WET_TRUNCATED, m->last_line, m->last_column, block->id, 0, 0);
        m->list_open = m->list_open && !is_short;
        block->has_values = true;
        if (block->lists < block->ports) {
            model_end_list(m);
            m->block_open = false;
        }
    }
    model_end_block(m);
    if (m->has_count && m->announced != m->blocks_count)
        model_problem(m, WET_COUNT_MISMATCH, m->count_line, m->count_column, m->announced, m->blocks_count, 0);
}

/* ---- Lines (1.1) ---- */

static inline void model_static(struct model *m, struct cursor c, const struct model_static_line *s)
{
    model_end_block(m);
    struct model_block block = {
        .id = s->id, .ports = s->ports, .address = s->address, .source_line = s->line, .file = s->file, .function = s->function, .line = m->line,
        .column = model_column(m, c.at), .ports_column = model_column(m, s->ports_at), .address_column = model_column(m, s->address_at), .kept = true
    };
    const struct model_block *first = model_find(m, s->id);
    if (first) {
        block.kept = false;
        model_problem(m, WET_DUPLICATE_ID, m->line, block.column, s->id, first->line, 0);
    }
    for (size_t i = 0; i < m->blocks_count && block.kept; i++)
        if (m->blocks[i].kept && m->blocks[i].address == s->address) {
            model_problem(m, WET_DUPLICATE_ADDRESS, m->line, block.address_column, s->address, m->blocks[i].id, m->blocks[i].line);
            break;
        }
    MODEL_ADD(m, blocks, block);
    m->block_open = true;
}

/* SIZE, VALUES (number_at: column of the number) or NO VALUES. */
static inline void model_section(struct model *m, struct cursor c, bool values, uint64_t announced, const char *number_at)
{
    struct model_block *block = m->block_open ? &m->blocks[m->blocks_count - 1] : NULL;
    model_end_list(m);
    if (!block || block->has_values) {
        model_problem(m, WET_BAD_LINE, m->line, model_column(m, c.at), 0, 0, 0);
        return;
    }
    block->has_values = values;
    block->no_values = !number_at;
    if (!number_at)
        return;
    struct model_list list = {.announced = announced, .line = m->line, .column = model_column(m, number_at), .id = block->id};
    list.values = values;
    list.kept = block->kept;
    list.rises = true;
    list.port = values ? 0 : block->lists++;
    MODEL_ADD(m, lists, list);
    m->list_open = true;
}

/* Does the last list have an entry with this X already? */
static inline bool model_has_x(const struct model *m, const struct model_list *list, uint64_t x)
{
    uint64_t number = m->lists_count - 1;
    for (size_t i = m->values_count; list->values && i > 0 && m->values[i - 1].list == number; i--)
        if (m->values[i - 1].x == x)
            return true;
    for (size_t i = m->entries_count; !list->values && i > 0 && m->entries[i - 1].list == number; i--)
        if (m->entries[i - 1].x == x)
            return true;
    return false;
}

static inline void model_order(struct model *m, struct cursor c, uint64_t x)
{
    struct model_list *list = &m->lists[m->lists_count - 1];
    uint64_t largest = list->top - 1;
    if (list->count && x <= largest) {
        list->rises = false;
        bool twice = x == largest || model_has_x(m, list, x);
        model_problem(m, twice ? WET_X_DUPLICATE : WET_X_ORDER, m->line, model_column(m, c.at), x, largest, 0);
    }
    list->count++;
    if (x >= list->top)
        list->top = x + 1;
}

/* A line of the open list; false: it is not one. */
static inline bool model_item(struct model *m, struct cursor c)
{
    const struct model_list *list = m->list_open ? &m->lists[m->lists_count - 1] : NULL;
    struct model_value value = {.list = m->lists_count - 1};
    struct model_entry_line e;
    if (list && list->values && is_value(c, &value.x, value.digits, &value.size)) {
        model_order(m, c, value.x);
        value.id = list->id;
        MODEL_ADD(m, values, value);
        return true;
    }
    if (!list || list->values || !is_entry(c, &e))
        return false;
    model_order(m, c, e.x);
    struct model_entry entry = {.user = list->id, .x = e.x, .port = list->port, .id = e.id, .instance = e.instance, .list = m->lists_count - 1};
    entry.line = m->line;
    entry.id_column = model_column(m, e.id_at);
    entry.instance_column = model_column(m, e.instance_at);
    MODEL_ADD(m, entries, entry);
    return true;
}

static inline void model_line(struct model *m, struct cursor c)
{
    uint64_t number;
    const char *number_at;
    struct model_static_line line;
    if (model_item(m, c))
        return;
    if (is_static_line(c, &line))
        model_static(m, c, &line);
    else if (is_list(c, "SIZE", &number, &number_at))
        model_section(m, c, false, number, number_at);
    else if (is_list(c, "VALUES", &number, &number_at))
        model_section(m, c, true, number, number_at);
    else if (is_no_values(c))
        model_section(m, c, true, 0, NULL);
    else
        model_problem(m, WET_BAD_LINE, m->line, model_column(m, c.at), 0, 0, 0);
}

static inline void model_history_line(struct model *m, struct cursor c, bool has_end)
{
    uint64_t n[4];
    if (is_arrow(c, n))
        MODEL_ADD(m, entries, (struct model_entry){.user = n[0], .x = n[1], .id = n[2], .instance = n[3]});
    else if (has_end)
        model_problem(m, WET_BAD_LINE, m->line, model_column(m, c.at), 0, 0, 0);
    else
        model_problem(m, WET_TRUNCATED, m->last_line, m->last_column, 0, 0, 1);
}

/* The first line that is not empty. `behind`: the rest after its last field. */
static inline void model_first_line(struct model *m, struct cursor c, struct str behind)
{
    m->count_line = m->line;
    m->count_column = model_column(m, c.at);
    m->has_count = is_number(c, &m->announced);
    m->marked = m->has_count && behind.size == 32 && memcmp(behind.data, " \t\t   \t\t \t\t \t\t   \t\t  \t \t \t\t\t \t\t\t", 32) == 0;
    if (m->has_count)
        return;
    model_problem(m, WET_MISSING_COUNT, m->line, m->count_column, 0, 0, 0);
    model_line(m, c);
}

#endif
