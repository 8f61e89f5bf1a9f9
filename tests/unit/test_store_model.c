/* test_store_model.c - compares random small traces with a straightforward model; writes and reads them again.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The model keeps every entry as written and searches all of them for each answer. It shares no code with the store. */
#include "test_store.h"

enum { BLOCKS = 5, PORTS = 3, ENTRIES = 7, INSTANCES = 9, TRACES = 4000 };

struct entry {
    uint64_t x, id, instance;
};

struct entries {
    struct entry items[ENTRIES];
    size_t count;
    uint64_t announced;
};

struct block {
    uint64_t id;
    struct entries ports[PORTS], values;    /* of a value: x, and the value as id */
    size_t port_count;
    bool has_values, dropped;
};

struct model {
    struct block blocks[BLOCKS];
    size_t count;
    bool dense;
};

/* ---- Making ---- */

static uint64_t random_below(uint64_t *state, uint64_t limit)
{
    *state ^= *state << 13; /* xorshift64, Marsaglia 2003 */
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return (*state >> 11) % limit;
}

/* style 0: X 0, 1, 2 ...; 1: rising with gaps; 2: anything */
static struct entries random_entries(uint64_t *state, bool values)
{
    struct entries entries = {.count = random_below(state, ENTRIES)};
    uint64_t style = random_below(state, 8), x = 0;
    style = style < 4 ? 0 : style < 7 ? 1 : 2;
    for (size_t i = 0; i < entries.count; i++) {
        x = style == 0 ? i : style == 1 ? x + (i > 0) + random_below(state, 2) : random_below(state, ENTRIES);
        uint64_t id = values ? random_below(state, UINT64_MAX) >> random_below(state, 60) : random_below(state, BLOCKS + 2);
        entries.items[i] = (struct entry){x, id, random_below(state, INSTANCES - 1)};
    }
    entries.announced = entries.count + (random_below(state, 10) == 0);
    return entries;
}

static struct model random_model(uint64_t *state)
{
    struct model model = {.count = 1 + random_below(state, BLOCKS)};
    for (size_t i = 0; i < model.count; i++) {
        struct block *block = &model.blocks[i];
        block->id = random_below(state, 12) ? (i * 3 + 1) % BLOCKS : random_below(state, BLOCKS);
        for (size_t k = 0; k < i; k++)
            block->dropped = block->dropped || model.blocks[k].id == block->id;
        block->port_count = random_below(state, PORTS + 1);
        for (size_t port = 0; port < block->port_count; port++)
            block->ports[port] = random_entries(state, false);
        block->has_values = random_below(state, 2);
        if (block->has_values)
            block->values = random_entries(state, true);
    }
    return model;
}

static void model_write(const struct model *model, struct text *out)
{
    text_clear(out);
    wet_write_count(out, model->count, false);
    for (size_t i = 0; i < model->count; i++) {
        const struct block *block = &model->blocks[i];
        wet_write_block(out, &(struct wet_block){.id = block->id, .ports = block->port_count, .address = i});
        for (size_t port = 0; port < block->port_count; port++) {
            const struct entries *list = &block->ports[port];
            wet_write_port(out, list->announced);
            for (size_t k = 0; k < list->count; k++)
                wet_write_entry(out, list->items[k].x, list->items[k].id, list->items[k].instance);
        }
        if (!block->has_values)
            wet_write_no_values(out);
        else
            wet_write_values(out, block->values.announced);
        for (size_t k = 0; k < block->values.count; k++)
            wet_write_value(out, block->values.items[k].x, block->values.items[k].id);
    }
}

/* ---- The model's answers ---- */

static uint64_t top_of(const struct entries *list)
{
    uint64_t top = 0;
    for (size_t k = 0; k < list->count; k++)
        if (list->items[k].x >= top)
            top = list->items[k].x + 1;
    return top;
}

static bool has_gap(const struct entries *list)
{
    for (size_t k = 1; k < list->count; k++)
        if (list->items[k].x <= list->items[k - 1].x)
            return false;
    return list->announced == list->count && top_of(list) > list->count;
}

static bool is_dense(const struct model *model)
{
    for (size_t i = 0; i < model->count; i++) {
        const struct block *block = &model->blocks[i];
        for (size_t port = 0; port < block->port_count; port++)
            if (!block->dropped && has_gap(&block->ports[port]))
                return false;
        if (!block->dropped && has_gap(&block->values))
            return false;
    }
    return true;
}

static uint64_t executions(const struct model *model, const struct block *block)
{
    uint64_t top = top_of(&block->values);
    for (size_t port = 0; port < block->port_count; port++)
        if (top_of(&block->ports[port]) > top)
            top = top_of(&block->ports[port]);
    if (top)
        return top;
    top = 1;
    for (size_t i = 0; i < model->count; i++)
        for (size_t port = 0; port < model->blocks[i].port_count && !model->blocks[i].dropped; port++)
            for (size_t k = 0; k < model->blocks[i].ports[port].count; k++) {
                const struct entry *entry = &model->blocks[i].ports[port].items[k];
                if (entry->id == block->id && entry->instance >= top)
                    top = entry->instance + 1;
            }
    return top;
}

struct answer {
    uint64_t port, id, instance, last;
    bool uncertain, by_port;
};

static int compare_answers(const void *left, const void *right)
{
    const struct answer *a = left, *b = right;
    uint64_t keys[4][2] = {{a->by_port ? a->port : 0, b->by_port ? b->port : 0}, {a->id, b->id}, {a->instance, b->instance}, {a->port, b->port}};
    for (size_t i = 0; i < 4; i++)
        if (keys[i][0] != keys[i][1])
            return keys[i][0] < keys[i][1] ? -1 : 1;
    return 0;
}

struct answers {
    struct answer items[BLOCKS * PORTS * ENTRIES];
    size_t count;
};

static void answers_show(struct answers *answers, struct text *out)
{
    text_clear(out);
    qsort(answers->items, answers->count, sizeof *answers->items, compare_answers);
    for (size_t i = 0; i < answers->count; i++) {
        const struct answer *answer = &answers->items[i];
        if (i && compare_answers(answer - 1, answer) == 0)
            continue;
        text_printf(out, "%s%" PRIu64 ":%" PRIu64 "#%" PRIu64, i ? "," : "", answer->port, answer->id, answer->instance);
        if (answer->last != answer->instance)
            text_printf(out, "-%" PRIu64, answer->last);
        text_add(out, answer->uncertain ? "?" : "");
    }
}

/* One pass over all entries for both questions: the entries of user (id, instance), or the entries that name it. */
static void model_answer(const struct model *model, uint64_t id, uint64_t instance, bool users, struct text *out)
{
    struct answers answers = {.count = 0};
    for (size_t i = 0; i < model->count; i++) {
        const struct block *block = &model->blocks[i];
        for (size_t port = 0; port < block->port_count && !block->dropped; port++) {
            const struct entries *list = &block->ports[port];
            uint64_t spare = model->dense ? executions(model, block) - top_of(list) : 0;
            for (size_t k = 0; k < list->count; k++) {
                const struct entry *entry = &list->items[k];
                if (users && entry->id == id && entry->instance == instance)
                    answers.items[answers.count++] = (struct answer){port, block->id, entry->x, entry->x + spare, spare > 0, false};
                if (!users && block->id == id && entry->x <= instance && instance <= entry->x + spare)
                    answers.items[answers.count++] = (struct answer){port, entry->id, entry->instance, entry->instance, spare > 0, true};
            }
        }
    }
    answers_show(&answers, out);
}

static void values_show(const struct model *model, const struct block *block, struct text *out)
{
    uint64_t spare = model->dense ? executions(model, block) - top_of(&block->values) : 0;
    text_clear(out);
    for (uint64_t x = 0; x < 2 * ENTRIES; x++)
        for (size_t k = 0; k < block->values.count; k++)
            if (block->values.items[k].x == x) {
                text_printf(out, "%s%" PRIu64, out->size ? "," : "", x);
                if (spare)
                    text_printf(out, "-%" PRIu64 "?", x + spare);
                text_printf(out, "=0x%" PRIx64, block->values.items[k].id);
            }
}

static void expect_model(const struct model *model, const struct store *store)
{
    struct text text = {0};
    assert_int_equal(store_summary(store).dense, model->dense);
    for (uint64_t id = 0; id < BLOCKS + 2; id++) {
        uint64_t index;
        for (uint64_t instance = 0; instance < 2 * ENTRIES && store_find_id(store, id, &index); instance++) {
            model_answer(model, id, instance, false, &text);
            expect_definers(store, id, instance, text_string(&text));
            model_answer(model, id, instance, true, &text);
            expect_users(store, id, instance, text_string(&text));
        }
    }
    for (size_t i = 0; i < model->count; i++) {
        const struct block *block = &model->blocks[i];
        if (block->dropped)
            continue;
        assert_int_equal(store_instruction(store, index_of(store, block->id)).executions, executions(model, block));
        values_show(model, block, &text);
        expect_values(store, block->id, text_string(&text));
    }
    text_free(&text);
}

static void answers_equal_those_of_the_model(void **state)
{
    (void)state;
    uint64_t seed = 20240229;
    struct text text = {0};
    unsigned dense = 0;
    for (unsigned i = 0; i < TRACES; i++) {
        struct model model = random_model(&seed);
        model.dense = is_dense(&model);
        dense += model.dense;
        model_write(&model, &text);
        struct store *store = opened(text_string(&text));
        expect_model(&model, store);
        store_close(store);
    }
    assert_in_range(dense, TRACES / 10, TRACES - TRACES / 10); /* the test tried both numberings */
    text_free(&text);
}

/* ---- Writing a store's answers, and reading them again ---- */

/* The entries of one port, execution by execution, for a store numbered by executions. */
static uint64_t port_write(const struct store *store, uint64_t index, uint64_t port, struct text *out)
{
    uint64_t count = 0;
    for (uint64_t instance = 0; instance < store_instruction(store, index).executions; instance++) {
        struct links links = {0};
        assert_true(store_definers(store, (struct node){index, instance}, NULL, &links));
        for (size_t i = 0; i < links.count; i++)
            if (links.items[i].port == port) {
                count++;
                wet_write_entry(out, instance, store_instruction(store, links.items[i].node.index).id, links.items[i].node.instance);
            }
        links_free(&links);
    }
    return count;
}

static void instruction_write(const struct store *store, uint64_t index, struct text *out)
{
    struct instruction instruction = store_instruction(store, index);
    wet_write_block(out, &(struct wet_block){.id = instruction.id, .ports = instruction.ports, .address = instruction.address});
    for (uint64_t port = 0; port < instruction.ports; port++) {
        struct text entries = {0};
        wet_write_port(out, port_write(store, index, port, &entries));
        text_append(out, text_str(&entries));
        text_free(&entries);
    }
    if (instruction.no_values)
        wet_write_no_values(out);
    else
        wet_write_values(out, instruction.values);
    for (uint64_t k = 0; k < instruction.values; k++) {
        struct value value = store_value(store, index, k);
        wet_write_wide_value(out, value.instance, (struct str){value.digits, value.size});
    }
}

static void store_write(const struct store *store, struct text *out)
{
    text_clear(out);
    wet_write_count(out, store_summary(store).instructions, !store_summary(store).dense);
    for (uint64_t index = 0; index < store_summary(store).instructions; index++)
        instruction_write(store, index, out);
}

static void what_is_written_reads_back_as_the_same_trace(void **state)
{
    (void)state;
    uint64_t seed = 4711;
    struct text text = {0}, again = {0}, third = {0};
    for (unsigned i = 0; i < TRACES / 8; i++) {
        struct model model = random_model(&seed);
        model.dense = false;
        model_write(&model, &text);
        struct store *store = opened_as(text_string(&text), NUMBERING_INSTANCE);
        store_write(store, &again);
        struct store *second = opened(text_string(&again)); /* the mark behind N tells the numbering */
        expect_model(&model, second);
        store_write(second, &third);
        assert_string_equal(text_string(&again), text_string(&third));
        assert_int_equal(store_instances(second), store_instances(store));
        assert_int_equal(store_problem_count(second, WET_BAD_LINE), 0);
        assert_int_equal(store_problem_count(second, WET_COUNT_MISMATCH), 0);
        assert_int_equal(store_problem_count(second, WET_SIZE_MISMATCH), 0);
        store_close(store);
        store_close(second);
    }
    text_free(&text);
    text_free(&again);
    text_free(&third);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(answers_equal_those_of_the_model),
        cmocka_unit_test(what_is_written_reads_back_as_the_same_trace),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
