/* test_reach.c - compares closures over dependences with breadth-first search over plain arrays.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/store/store.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <cmocka.h>

static uint64_t random_state;

static uint64_t random_below(uint64_t limit)
{
    random_state = random_state * 6364136223846793005u + 1442695040888963407u;
    return (random_state >> 20) % limit;
}

/* ---- The model: edges in an array ---- */

struct name {                       /* a node by its name in the trace: id or address */
    uint64_t id, instance;
};

struct edge {
    struct name user, definer;
    bool control;
};

enum { EDGES_MAX = 8000 };

struct model {
    struct text trace;
    struct edge edges[EDGES_MAX];
    size_t count;
    bool history;
    struct name members[2 * EDGES_MAX + 1];
    size_t member_count;
};

static int compare_names(const void *x, const void *y)
{
    const struct name *a = x, *b = y;
    if (a->id != b->id)
        return a->id < b->id ? -1 : 1;
    return (a->instance > b->instance) - (a->instance < b->instance);
}

static void add_member(struct model *model, struct name name)
{
    for (size_t i = 0; i < model->member_count; i++)
        if (compare_names(&model->members[i], &name) == 0)
            return;
    model->members[model->member_count++] = name;
}

static void close_over(struct model *model, struct name from, enum reach_direction direction, enum reach_kinds kinds)
{
    model->member_count = 0;
    add_member(model, from);
    for (size_t i = 0; i < model->member_count; i++)
        for (size_t k = 0; k < model->count; k++) {
            const struct edge *edge = &model->edges[k];
            bool wanted = model->history ? kinds == REACH_ALL : kinds & (edge->control ? REACH_CONTROL : REACH_DATA);
            if (wanted && compare_names(direction == REACH_FORWARD ? &edge->definer : &edge->user, &model->members[i]) == 0)
                add_member(model, direction == REACH_FORWARD ? edge->user : edge->definer);
        }
    qsort(model->members, model->member_count, sizeof *model->members, compare_names);
}

/* ---- The store's answer ---- */

static struct store *open_text(const char *trace, enum store_numbering numbering)
{
    struct store *store = NULL;
    struct error error;
    struct store_options options = {.numbering = numbering};
    if (!store_open_bytes(str_of(trace), "test", &options, &store, &error))
        fail_msg("%s", error.message);
    return store;
}

static struct node node_of(const struct store *store, bool history, struct name name)
{
    uint64_t index;
    assert_true(history ? store_find_address(store, name.id, &index) : store_find_id(store, name.id, &index));
    return (struct node){index, name.instance};
}

static struct name name_of(const struct store *store, struct node node)
{
    struct instruction instruction = store_instruction(store, node.index);
    return (struct name){instruction.has_id ? instruction.id : instruction.address, node.instance};
}

static void assert_members(const struct model *model, const struct store *store, const struct reached *reached)
{
    uint64_t k;
    assert_int_equal(reached_count(reached), model->member_count);
    for (size_t i = 0; i < model->member_count; i++) {
        struct node node = reached_get(reached, i);
        struct name name = name_of(store, node);
        assert_int_equal(name.id, model->members[i].id);
        assert_int_equal(name.instance, model->members[i].instance);
        assert_true(reached_find(reached, node, &k) && k == i && reached_has(reached, node));
        node.instance++;
        if (i + 1 < model->member_count && compare_names(&model->members[i + 1], &(struct name){name.id, node.instance}) == 0)
            continue;
        assert_false(reached_find(reached, node, &k) || reached_has(reached, node));
        assert_int_equal(k, i + 1);
    }
}

static void check(struct model *model, const struct store *store, struct name from, enum reach_direction direction, enum reach_kinds kinds)
{
    struct reached *reached;
    close_over(model, from, direction, kinds);
    assert_true(store_reach(store, node_of(store, model->history, from), direction, kinds, NULL, &reached));
    reached_arrange(reached, store);
    assert_members(model, store, reached);
    assert_int_equal(reached_uncertain(reached), 0);
    reached_free(reached);
}

static void check_some(struct model *model, const struct store *store)
{
    for (unsigned kinds = REACH_DATA; kinds <= REACH_ALL; kinds++)
        for (int i = 0; i < 3; i++) {
            const struct edge *edge = &model->edges[random_below(model->count)];
            check(model, store, edge->user, REACH_BACKWARD, (enum reach_kinds)kinds);
            check(model, store, edge->definer, REACH_FORWARD, (enum reach_kinds)kinds);
        }
}

/* ---- Random traces ---- */

static const uint64_t ids[] = {900, 3, 17, 1000000007, 42, 5 /* the rest have no block */, 6, UINT64_C(1) << 63};
enum { IDS = 8, BLOCKS = 5 };

/* X of entry k: 0, 1, 2 ..., with gaps, several of one, falling, huge. */
static uint64_t next_x(unsigned shape, uint64_t k, uint64_t count, uint64_t before)
{
    switch (shape) {
    case 0: return k;
    case 1: return before + (k > 0) + (random_below(3) ? 0 : random_below(20));
    case 2: return before + random_below(2);
    case 3: return count - k;
    case 4: return before + (k == count / 2 ? UINT64_C(1) << 62 : 1);
    default: return k + k / 7;
    }
}

static struct name next_definer(unsigned shape, uint64_t id, uint64_t k)
{
    switch (shape) {
    case 0: return (struct name){ids[id], k};
    case 1: return (struct name){ids[id], k / 5};
    case 2: return (struct name){ids[random_below(IDS)], random_below(50)};
    case 3: return (struct name){ids[id], UINT64_MAX - 1 - random_below(3)};
    case 4: return (struct name){ids[k % 3], k / 3};
    case 5: return (struct name){ids[id], k < 300 ? k : random_below(3000)};
    default: return (struct name){ids[id], random_below(3000)};
    }
}

static void write_port(struct model *model, uint64_t user, bool control)
{
    uint64_t count = random_below(4) ? random_below(40) : random_below(700), x = 0, id = random_below(IDS);
    unsigned xs = (unsigned)random_below(7), shape = (unsigned)random_below(7);
    text_printf(&model->trace, "SIZE %llu\n", (unsigned long long)count);
    for (uint64_t k = 0; k < count; k++) {
        struct name definer = next_definer(shape, id, k);
        x = next_x(xs < 3 ? 0 : xs - 2, k, count, x);
        text_printf(&model->trace, "%llu:%llu %llu\n", (unsigned long long)x, (unsigned long long)definer.id, (unsigned long long)definer.instance);
        model->edges[model->count++] = (struct edge){{user, x}, definer, control};
    }
}

static void write_trace(struct model *model)
{
    text_printf(&model->trace, "%d\n", BLOCKS);
    for (uint64_t block = 0; block < BLOCKS; block++) {
        uint64_t ports = random_below(4);
        text_printf(&model->trace, "%llu %llu %x\n", (unsigned long long)ids[block], (unsigned long long)ports, 0x1000 + (unsigned)block);
        for (uint64_t port = 0; port < ports && model->count + 700 < EDGES_MAX; port++)
            write_port(model, ids[block], port == 0);
        text_add(&model->trace, "NO VALUES\n");
    }
}

static void closures_equal_breadth_first_over_arrays(void **state)
{
    (void)state;
    struct model *model = memory_allocate(sizeof *model);
    for (uint64_t seed = 1; seed <= 60; seed++) {
        random_state = seed;
        model->count = 0;
        text_clear(&model->trace);
        write_trace(model);
        struct store *store = open_text(text_string(&model->trace), NUMBERING_INSTANCE);
        if (model->count)
            check_some(model, store);
        store_close(store);
    }
    text_free(&model->trace);
    free(model);
}

/* The end of a long run: a few executions with large numbers. */
static void closures_of_histories_equal_breadth_first_over_arrays(void **state)
{
    (void)state;
    struct model *model = memory_allocate(sizeof *model);
    model->history = true;
    for (uint64_t seed = 1; seed <= 20; seed++) {
        random_state = seed;
        model->count = 0;
        text_clear(&model->trace);
        uint64_t start = seed % 2 ? UINT64_C(5000000033) : 0;
        for (uint64_t i = 0; i < 1200; i++) {
            struct name user = {0x401000 + 16 * random_below(9), start + i / 9}, definer = {0x401000 + 16 * random_below(12), start + i / 9};
            definer.instance -= definer.instance > 3 ? random_below(4) : 0;
            text_printf(&model->trace, "0x%llx#%llu --> 0x%llx#%llu\n", (unsigned long long)user.id, (unsigned long long)user.instance,
                        (unsigned long long)definer.id, (unsigned long long)definer.instance);
            model->edges[model->count++] = (struct edge){user, definer, false};
        }
        struct store *store = open_text(text_string(&model->trace), NUMBERING_DETECT);
        check_some(model, store);
        for (size_t i = 0; i < 30; i++) { /* its start */
            check(model, store, model->edges[i].user, REACH_BACKWARD, REACH_ALL);
            check(model, store, model->edges[i].definer, REACH_FORWARD, REACH_ALL);
        }
        store_close(store);
    }
    text_free(&model->trace);
    free(model);
}

/* ---- Uncertain links, against one step at a time ---- */

static uint64_t walk_slowly(const struct store *store, struct node from, enum reach_direction direction, struct reached *reached)
{
    struct node *queue = memory_allocate((reached_count(reached) + 1) * sizeof *queue);
    struct links links = {0};
    uint64_t uncertain = 0, kinds[LINK_KINDS] = {0}, count = 1;
    queue[0] = from;
    for (uint64_t i = 0; i < count; i++) {
        links.count = 0;
        assert_true(direction == REACH_FORWARD ? store_users(store, queue[i], NULL, &links) : store_certain_definers(store, queue[i], NULL, &links, kinds));
        for (size_t l = 0; l < links.count; l++) {
            bool seen = links.items[l].uncertain;
            uncertain += links.items[l].uncertain;
            for (uint64_t k = 0; k < count && !seen; k++)
                seen = queue[k].index == links.items[l].node.index && queue[k].instance == links.items[l].node.instance;
            if (seen)
                continue;
            assert_true(reached_has(reached, links.items[l].node) && count < reached_count(reached));
            queue[count++] = links.items[l].node;
        }
    }
    assert_int_equal(count, reached_count(reached));
    links_free(&links);
    free(queue);
    return uncertain + kinds[LINK_CONTROL] + kinds[LINK_DATA];
}

static void uncertain_links_are_counted_as_one_step_at_a_time_meets_them(void **state)
{
    (void)state;
    struct text trace = {0};
    uint64_t met = 0;
    for (uint64_t seed = 1; seed <= 20; seed++) {
        random_state = seed;
        text_clear(&trace);
        text_add(&trace, "4\n");
        for (int id = 1; id <= 4; id++) {
            text_printf(&trace, "%d 3 %x\n", id, 0x1000 + id);
            for (int port = 0; port < 3; port++) {
                uint64_t count = random_below(3) ? 60 : 60 - random_below(5);
                text_printf(&trace, "SIZE %llu\n", (unsigned long long)count);
                for (uint64_t k = 0; k < count; k++)
                    text_printf(&trace, "%d:%d %d\n", (int)k, 1 + (int)random_below(4), (int)random_below(k + 1));
            }
            text_add(&trace, "NO VALUES\n");
        }
        struct store *store = open_text(text_string(&trace), NUMBERING_DENSE);
        for (enum reach_direction direction = REACH_BACKWARD; direction <= REACH_FORWARD; direction++) {
            struct node from = {random_below(4), direction == REACH_FORWARD ? 0 : 59};
            struct reached *reached;
            assert_true(store_reach(store, from, direction, REACH_ALL, NULL, &reached));
            assert_int_equal(reached_uncertain(reached), walk_slowly(store, from, direction, reached));
            met += reached_uncertain(reached);
            reached_free(reached);
        }
        store_close(store);
    }
    assert_true(met > 0);
    text_free(&trace);
}

/* ---- Sets ---- */

static void a_walk_within_a_set_stays_in_it(void **state)
{
    (void)state;
    struct store *store = open_text("2\n1 2 10\nSIZE 0\nSIZE 3\n0:2 0\n1:2 1\n9000000000000000000:7 8000000000000000000\n"
                                    "2 2 20\nSIZE 2\n0:7 8000000000000000000\n1:7 8000000000000000001\nSIZE 0\nNO VALUES\n", NUMBERING_INSTANCE);
    struct reached *a, *b;
    uint64_t one, seven;
    assert_true(store_find_id(store, 1, &one) && store_find_id(store, 7, &seven));
    assert_true(store_reach(store, (struct node){one, 0}, REACH_BACKWARD, REACH_ALL, NULL, &a));
    assert_true(store_reach(store, (struct node){one, UINT64_C(9000000000000000000)}, REACH_BACKWARD, REACH_ALL, NULL, &b));
    assert_int_equal(reached_count(a), 3);
    assert_int_equal(reached_count(b), 2);
    reached_free(a);
    assert_true(store_reach_within(store, b, (struct node){seven, UINT64_C(8000000000000000000)}, REACH_FORWARD, REACH_ALL, NULL, &a));
    assert_int_equal(reached_count(a), 2);
    reached_free(a);
    assert_true(store_reach_within(store, b, (struct node){seven, 3}, REACH_FORWARD, REACH_ALL, NULL, &a));
    assert_int_equal(reached_count(a), 0);
    reached_free(a);
    reached_free(b);
    store_close(store);
}

/* ---- Many edges ---- */

static bool stop(void *context, uint64_t done, uint64_t total)
{
    (void)done;
    *(bool *)context = *(bool *)context || total > 0;
    return false;
}

/* More edges than clew sorts at a time: to executions all over, most of them to a single one. */
static void users_of_a_definer_with_many_edges_are_all_found(void **state)
{
    enum { MANY = 1600000, SPREAD = 1000 };
    (void)state;
    struct text trace = {0};
    uint64_t *counts = memory_allocate(SPREAD * sizeof *counts);
    random_state = 7;
    text_printf(&trace, "2\n1 0 10\nNO VALUES\n2 2 20\nSIZE 0\nSIZE %d\n", MANY);
    for (int i = 0; i < MANY; i++) {
        uint64_t instance = random_below(4) ? 77 : random_below(SPREAD);
        counts[instance]++;
        text_printf(&trace, "%d:1 %llu\n", i, (unsigned long long)instance);
    }
    text_add(&trace, "NO VALUES\n");
    struct store *store = open_text(text_string(&trace), NUMBERING_INSTANCE);
    struct reached *reached;
    bool told = false;
    struct progress progress = {.report = stop, .context = &told};
    for (uint64_t instance = 5; instance <= 77; instance += 72, told = false) {         /* nearly every block may name it: that needs lists of users */
        assert_false(store_reach(store, (struct node){0, instance}, REACH_FORWARD, REACH_ALL, &progress, &reached));
        assert_true(told && reached_count(reached) < counts[instance]);
        reached_free(reached);
    }
    for (uint64_t instance = 70; instance < SPREAD; instance += instance == 90 ? SPREAD - 100 : 1) {
        assert_true(store_reach(store, (struct node){0, instance}, REACH_FORWARD, REACH_ALL, NULL, &reached));
        assert_int_equal(reached_count(reached), 1 + counts[instance]);
        reached_free(reached);
    }
    store_close(store);
    text_free(&trace);
    free(counts);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(closures_equal_breadth_first_over_arrays),
        cmocka_unit_test(closures_of_histories_equal_breadth_first_over_arrays),
        cmocka_unit_test(uncertain_links_are_counted_as_one_step_at_a_time_meets_them),
        cmocka_unit_test(a_walk_within_a_set_stays_in_it),
        cmocka_unit_test(users_of_a_definer_with_many_edges_are_all_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
