/* test_record_select.c - files and functions shown by name; dependences go through skipped code.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The oracle is a recording of the same program with all code. The recording with skipped code must have, in each data slice, every shown member of the
 * oracle's slice; and each of its definers must exist and have run before its user. */
#include "recorded.h"

struct pass {
    struct recorded *run;
    struct store *full;
    struct decoder *decoder;
    char what[64];
};

/* ---- Through skipped code ---- */

static bool decode(const struct pass *pass, const struct store *store, uint64_t index, struct decoded *decoded)
{
    uint64_t address = store_instruction(store, index).address;
    struct str bytes = symbols_bytes(pass->run->symbols, address - pass->run->bias, 15);
    return bytes.data && decoder_decode(pass->decoder, bytes, address, decoded);
}

static bool is(const struct decoded *decoded, const char *mnemonic)
{
    return strcmp(decoded->mnemonic, mnemonic) == 0;
}

enum { RSP = 4, RBP = 5 };

/* Does it define the stack pointer, or the frame pointer from it? */
static bool moves_stack(const struct decoded *decoded)
{
    const struct operand *first = &decoded->operand[0], *second = &decoded->operand[1];
    bool call = decoded->flow == FLOW_CALL || decoded->flow == FLOW_CALL_INDIRECT || decoded->flow == FLOW_RETURN;
    return call || is(decoded, "push") || is(decoded, "pop") || is(decoded, "leave") || (first->kind == OPERAND_REGISTER && first->reg == RSP) ||
           (first->kind == OPERAND_REGISTER && first->reg == RBP && decoded->operands > 1 && second->kind == OPERAND_REGISTER && second->reg == RSP);
}

static bool mentions(const struct decoded *decoded, int reg)
{
    bool found = is(decoded, "leave") && reg == RBP;
    for (unsigned i = 0; i < decoded->operands; i++)
        found |= decoded->operand[i].reg == reg || decoded->operand[i].base == reg || decoded->operand[i].index == reg;
    return found;
}

/* Is an edge only about the stack pointer? The stack pointer's slice holds all earlier calls and says nothing about values. */
static bool is_stack_edge(const struct pass *pass, struct node user, const struct link *link)
{
    struct decoded from, to;
    if (!decode(pass, pass->full, link->node.index, &from) || !decode(pass, pass->full, user.index, &to) || !moves_stack(&from))
        return false;
    bool stores = is(&from, "push") || from.flow == FLOW_CALL || from.flow == FLOW_CALL_INDIRECT;
    bool loads = to.flow == FLOW_RETURN || is(&to, "pop") || is(&to, "leave");
    for (unsigned i = 0; i < to.operands; i++)
        loads |= to.operand[i].kind == OPERAND_MEMORY;
    if (link->carried || (stores && loads && link->port + 1 == store_instruction(pass->full, user.index).own_ports))
        return false;
    return !is(&from, "pop") || !mentions(&to, from.operand[0].reg);
}

/* The data slice of a node, on request without the stack pointer's edges. */
static void slice(const struct pass *pass, const struct store *store, struct node node, bool values_only, struct map *seen, struct node **members, size_t *count)
{
    size_t capacity = 0;
    *count = 0;
    *members = array_grow(NULL, &capacity, 1, sizeof **members);
    (*members)[(*count)++] = node;
    map_put(seen, node.index << 32 | node.instance, 1);
    for (size_t i = 0; i < *count; i++) {
        struct links links = {0};
        uint64_t known;
        struct node user = (*members)[i];
        assert_true(store_definers(store, user, NULL, &links));
        for (size_t k = 0; k < links.count; k++) {
            struct node to = links.items[k].node;
            if (links.items[k].kind != LINK_DATA || map_get(seen, to.index << 32 | to.instance, &known) ||
                (values_only && is_stack_edge(pass, user, &links.items[k])))
                continue;
            map_put(seen, to.index << 32 | to.instance, 1);
            *members = array_grow(*members, &capacity, *count + 1, sizeof **members);
            (*members)[(*count)++] = to;
        }
        links_free(&links);
    }
}

/* The same node in the recording with skipped code, whose window may begin later. False: it is not shown there. */
static bool shown_node(const struct pass *pass, struct node node, struct node *shown)
{
    struct instruction whole = store_instruction(pass->full, node.index);
    if (!store_find_address(pass->run->store, whole.address, &shown->index))
        return false;
    uint64_t before = whole.executions - store_instruction(pass->run->store, shown->index).executions;
    shown->instance = node.instance - before;
    return node.instance >= before;
}

/* Members that matter for values. Results of _start are start-up values for functions called by skipped code. */
static bool counts(const struct pass *pass, struct node node)
{
    struct decoded decoded;
    return decode(pass, pass->full, node.index, &decoded) && !moves_stack(&decoded) && !str_is(store_instruction(pass->full, node.index).function, "_start");
}

static void compare_slices(const struct pass *pass, struct node whole, struct node shown)
{
    struct map expected = {0}, found = {0};
    struct node *members, *others, there;
    size_t count, other_count;
    uint64_t known;
    slice(pass, pass->full, whole, true, &expected, &members, &count);
    slice(pass, pass->run->store, shown, false, &found, &others, &other_count);
    for (size_t i = 0; i < count; i++) {
        if (!counts(pass, members[i]) || !shown_node(pass, members[i], &there))
            continue;
        if (!map_get(&found, there.index << 32 | there.instance, &known))
            fail_msg("%s: the slice of 0x%lx#%lu lacks 0x%lx#%lu (line %lu)", pass->what, (unsigned long)store_instruction(pass->full, whole.index).address,
                     (unsigned long)whole.instance, (unsigned long)store_instruction(pass->full, members[i].index).address,
                     (unsigned long)members[i].instance, (unsigned long)store_instruction(pass->full, members[i].index).line);
    }
    free(members);
    free(others);
    map_free(&expected);
    map_free(&found);
}

/* Every definer exists and ran before its user. A call's definer may run during the call, if skipped code called back. */
static void check_order(const struct pass *pass)
{
    struct store *store = pass->run->store;
    struct store_summary summary = store_summary(store);
    struct node node;
    assert_int_equal(summary.problems, 0);
    assert_true(summary.has_clock);
    for (uint64_t time = 1; time <= summary.times; time++) {
        struct links links = {0};
        assert_true(store_at(store, time, &node) && store_definers(store, node, NULL, &links));
        for (size_t i = 0; i < links.count; i++) {
            uint64_t when = 0;
            struct instruction definer = store_instruction(store, links.items[i].node.index);
            bool there = definer.has_block && links.items[i].node.instance < definer.executions && store_time(store, links.items[i].node, &when);
            if (!there || (when >= time && !links.items[i].carried))
                fail_msg("%s: @%lu depends upon what ran at @%lu", pass->what, (unsigned long)time, (unsigned long)when);
        }
        links_free(&links);
    }
}

/* All slices, or some of many. */
static void check_slices(struct pass *pass)
{
    enum { TRIED = 40 };
    struct store_summary summary = store_summary(pass->full);
    uint64_t step = summary.times / TRIED + 1, tried = 0;
    struct node whole, shown;
    for (uint64_t time = summary.times; time > step; time -= step) {
        assert_true(store_at(pass->full, time, &whole));
        if (!counts(pass, whole) || !shown_node(pass, whole, &shown))
            continue;
        compare_slices(pass, whole, shown);
        tried++;
    }
    assert_true(tried > 0);
}

static void begin(struct pass *pass, struct recorded *run, const char *name, const char *source, const char *flags)
{
    recorded_start(run, name, source, flags);
    recorded_run(run, NULL, (struct record_options){0});
    *pass = (struct pass){.run = run, .full = run->store, .decoder = decoder_open()};
    run->store = NULL;
}

static void try(struct pass *pass, struct record_options options)
{
    const char *name = options.skipped.count ? options.skipped.items[0] : options.shown.count ? options.shown.items[0] : options.from;
    snprintf(pass->what, sizeof pass->what, "%s %s", options.skipped.count ? "skip" : options.shown.count ? "only" : "from", name);
    recorded_run(pass->run, NULL, options);
    check_order(pass);
    if (!options.until)
        check_slices(pass);
}

static void end(struct pass *pass)
{
    store_close(pass->full);
    decoder_close(pass->decoder);
    recorded_end(pass->run);
}

/* Skips each name, and shows each alone; begins the window with the first. threads: others are in calls when it begins, so slices are not compared there. */
static void try_all(const char *source, bool threads, const char *const *functions, size_t count)
{
    static const char *const flags[] = {"-O0 -pthread", "-O2 -pthread"};
    for (size_t f = 0; f < 2; f++) {
        struct recorded run;
        struct pass pass;
        begin(&pass, &run, "t.c", source, flags[f]);
        int status = run.result.status;
        for (size_t i = 0; i < count; i++) {
            try(&pass, (struct record_options){.skipped = {{functions[i]}, 1}});
            assert_int_equal(run.result.skipped_found[0], FOUND_RAN);
            if (f == 0)
                break;
            try(&pass, (struct record_options){.only = ONLY_NAMED, .shown = {{functions[i]}, 1}});
            assert_int_equal(run.result.shown_found[0], FOUND_RAN);
            assert_int_equal(run.result.status, status);
        }
        if (f == 0) {
            try(&pass, (struct record_options){.from = functions[0], .until = threads ? "none" : NULL});
            assert_int_equal(run.result.from_found, FOUND_RAN);
        }
        end(&pass);
    }
}
#define TRY_ALL(source, threads, ...)                                                  \
    do {                                                                               \
        static const char *const functions[] = {__VA_ARGS__};                          \
        try_all(source, threads, functions, sizeof functions / sizeof functions[0]);   \
    } while (0)

#define ALONE "__attribute__((noinline,noclone)) "

static void values_go_through_functions(void **state)
{
    (void)state;
    TRY_ALL("int in = 3, a, b, c, d;\n"
            ALONE "static int inner(int x) { return x * 7 + 1; }\n"
            ALONE "int outer(int x) { a = x; b = inner(x) + inner(a + 1); return b; }\n"
            ALONE "static int last(int x) { c = x; return c ^ 5; }\n"
            "int main(void) {\n"
            "    for (int i = 0; i < 3; i++) {\n"
            "        d += outer(in + i);\n"
            "        in = last(d); }\n"
            "    return d & 63; }\n", false,
            "inner", "outer", "last", "main");
}

static void recursion_goes_through(void **state)
{
    (void)state;
    TRY_ALL("int seen[64], n = 9;\n"
            "int odd(int x);\n"
            ALONE "int even(int x) { seen[x] = x * 3; return x == 0 ? 1 : odd(x - 1) + seen[x]; }\n"
            ALONE "int odd(int x) { seen[x] = x * 5; return x == 0 ? 0 : even(x - 1) + seen[x] + seen[x - 1]; }\n"
            "int main(void) { n = odd(n); return n & 63; }\n", false,
            "even", "odd", "main");
}

static void callbacks_go_through(void **state)
{
    (void)state;
    TRY_ALL("#include <stdlib.h>\n#include <string.h>\n"
            "int list[6] = {5, 3, 9, 1, 7, 2}, copy[6], order, sum;\n"
            ALONE "int compare(const void *x, const void *y) { order++; return *(const int *)x - *(const int *)y; }\n"
            ALONE "void sort(int *from, int count, int (*with)(const void *, const void *)) {\n"
            "    for (int i = 1; i < count; i++)\n"
            "        for (int k = i; k > 0 && with(&from[k - 1], &from[k]) > 0; k--) {\n"
            "            int kept = from[k]; from[k] = from[k - 1]; from[k - 1] = kept; } }\n"
            ALONE "void fill(int n) { for (int i = 0; i < 6; i++) list[i] = list[i] * n; memcpy(copy, list, sizeof list); }\n"
            "int main(int argc, char **argv) {\n"
            "    fill(argc + 1);\n"
            "    sort(list, 6, compare);\n"
            "    for (int i = 0; i < 6; i++) sum += list[i] * (i + 1) + copy[i];\n"
            "    return (sum + order) & 63; }\n", false,
            "compare", "sort", "fill", "main");
}

static void jumps_and_signals_go_through(void **state)
{
    (void)state;
    TRY_ALL("#include <setjmp.h>\n#include <signal.h>\n"
            "jmp_buf place; sigjmp_buf other; int tries, got, caught;\n"
            ALONE "void deep(int n) { got += n; if (n == 0) longjmp(place, got + 1); deep(n - 1); }\n"
            ALONE "void handle(int number) { caught += number; if (tries == 2) siglongjmp(other, 1); }\n"
            ALONE "void disturb(int n) { got += n; raise(SIGUSR1); got += caught; }\n"
            "int main(void) {\n"
            "    signal(SIGUSR1, handle);\n"
            "    int came = setjmp(place);\n"
            "    if (came == 0) deep(4);\n"
            "    for (tries = 0; tries < 3; tries++)\n"
            "        if (sigsetjmp(other, 1) == 0) disturb(came + tries);\n"
            "    return (got + caught + came) & 63; }\n", false,
            "deep", "handle", "disturb", "main");
}

static void threads_go_through(void **state)
{
    (void)state;
    TRY_ALL("#include <pthread.h>\n#include <stdint.h>\n"
            "int parts[3], all;\n"
            ALONE "int work(int n) { int sum = 0; for (int i = 0; i < n; i++) sum += i * n; return sum; }\n"
            ALONE "void *begin(void *n) { int k = (int)(intptr_t)n; parts[k] = work(k + 3); return (void *)(intptr_t)parts[k]; }\n"
            "int main(void) {\n"
            "    for (int i = 0; i < 3; i++) {\n"
            "        pthread_t thread; void *result;\n"
            "        pthread_create(&thread, 0, begin, (void *)(intptr_t)i);\n"
            "        pthread_join(thread, &result);\n"
            "        all += (int)(intptr_t)result + parts[i]; }\n"
            "    return all & 63; }\n", true,
            "work", "begin", "main");
}

/* The dependences of two values do not mix if calls of skipped code have one value in and one out. */
static void values_stay_apart(void **state)
{
    (void)state;
    struct recorded run;
    struct pass pass;
    begin(&pass, &run, "t.c",
          "int a = 3, b = 4, c, d;\n"
          ALONE "static int one(int x) { return x * 7 + 1; }\n"
          ALONE "static int two(int x) { return one(x) ^ 5; }\n"
          "int main(void) {\n"
          "    for (int i = 0; i < 4; i++) {\n"
          "        c += two(a);\n"                                 /* 6 */
          "        d += two(b);\n"                                 /* 7 */
          "        a++; }\n"                                       /* 8 */
          "    return (c + d) & 63; }\n",
          "-O0");
    size_t count, most = 0;
    struct node *members;
    try(&pass, (struct record_options){.skipped = {{"one", "two"}, 2}});
    for (unsigned n = 0; line_instruction(&run, "t.c", 7, n) != UINT64_MAX; n++) {
        struct map seen = {0};
        slice(&pass, run.store, (struct node){line_instruction(&run, "t.c", 7, n), 3}, false, &seen, &members, &count);
        most = count > most ? count : most;
        for (size_t i = 0; i < count; i++) {
            uint64_t line = store_instruction(run.store, members[i].index).line;
            assert_true(line != 6 && line != 8);
        }
        free(members);
        map_free(&seen);
    }
    assert_true(most > 4);
    end(&pass);
}

/* Callbacks from the C library, whose anchors carry the results of the callbacks. */
static void the_order_holds_with_any_filter(void **state)
{
    (void)state;
    struct recorded run;
    struct pass pass = {.run = &run};
    static const struct record_options filters[] = {
        {.only = ONLY_ALL}, {.only = ONLY_NAMED, .shown = {{"libc"}, 1}}, {.only = ONLY_ALL, .skipped = {{"libc"}, 1}}, {.skipped = {{"compare"}, 1}},
        {.only = ONLY_NAMED, .shown = {{"compare", "qsort"}, 2}}, {.shown = {{"libc"}, 1}, .skipped = {{"main", "malloc"}, 2}}, {.from = "qsort", .until = "leave"},
        {.only = ONLY_NAMED, .shown = {{"libc"}, 1}, .from = "compare"}};
    recorded_start(&run, "t.c",
                   "#include <stdio.h>\n#include <stdlib.h>\n"
                   "int list[6] = {5, 3, 9, 1, 7, 2}, calls;\n"
                   "int compare(const void *x, const void *y) { calls++; return *(const int *)x - *(const int *)y; }\n"
                   "void leave(void) { printf(\"%d\\n\", calls > 0); }\n"
                   "int main(void) {\n"
                   "    atexit(leave);\n"
                   "    qsort(list, 6, sizeof *list, compare);\n"
                   "    int key = list[2], *found = bsearch(&key, list, 6, sizeof *list, compare);\n"
                   "    return (int)(found - list); }\n",
                   "-O1");
    for (size_t i = 0; i < sizeof filters / sizeof filters[0]; i++) {
        snprintf(pass.what, sizeof pass.what, "filter %zu", i);
        recorded_run(&run, NULL, filters[i]);
        assert_int_equal(WEXITSTATUS(run.result.status), 2);
        assert_true(output_is(&run, "1\n"));
        check_order(&pass);
    }
    recorded_end(&run);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_go_through_functions),   cmocka_unit_test(recursion_goes_through), cmocka_unit_test(callbacks_go_through),
        cmocka_unit_test(jumps_and_signals_go_through),  cmocka_unit_test(threads_go_through),     cmocka_unit_test(values_stay_apart),
        cmocka_unit_test(the_order_holds_with_any_filter),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
