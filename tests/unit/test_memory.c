/* test_memory.c - addresses inferred from values.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A load and the store that defined the loaded value have bytes in common. */
#include "recorded.h"

#include "recording/questions/questions.h"

static const char source[] =
    "#include <stdlib.h>\n"
    "#include <string.h>\n"
    "struct item { long key; short small[4]; struct item *next; };\n"
    "static struct item *head; static int counts[8];\n"
    "static void add(long key)\n"
    "{\n"
    "    struct item *item = malloc(sizeof *item);\n"
    "    memset(item, 0, sizeof *item);\n"
    "    item->key = key;\n"
    "    item->small[key % 4] = (short)key;\n"
    "    item->next = head;\n"
    "    head = item;\n"
    "    counts[key % 8]++;\n"
    "}\n"
    "static int depth(int n) { return n ? 1 + depth(n - 1) : 0; }\n"
    "static int by_key(const void *a, const void *b) { const int *x = a, *y = b; return (*x > *y) - (*x < *y); }\n"
    "int main(void)\n"
    "{\n"
    "    int sum = 0, copy[8];\n"
    "    for (long i = 0; i < 20; i++)\n"
    "        add(i);\n"
    "    for (struct item *item = head; item; item = item->next)\n"
    "        sum += (int)item->key + item->small[1] + depth((int)item->key % 5);\n"
    "    memcpy(copy, counts, sizeof copy);\n"
    "    qsort(copy, 8, sizeof *copy, by_key);\n"
    "    return (sum + copy[0]) & 1;\n"
    "}\n";

struct opened {
    struct recorded run;
    struct program *program;
    struct memory *memory;
};

static void open_source(struct opened *opened, const char *text, const char *flags)
{
    struct attach_report report;
    recorded_start(&opened->run, "t.c", text, flags);
    recorded_run(&opened->run, NULL, (struct record_options){0});
    opened->program = program_open(opened->run.store);
    program_attach(opened->program, opened->run.symbols, NULL, &report);
    assert_int_equal(report.result, ATTACH_FITS);
    opened->memory = memory_open(opened->program, opened->run.loaded);
}

static void open_program(struct opened *opened, const char *flags)
{
    open_source(opened, source, flags);
}

static void close_program(struct opened *opened)
{
    memory_close(opened->memory);
    program_close(opened->program);
    recorded_end(&opened->run);
}

static bool common(const struct memory_access *a, const struct memory_access *b)
{
    return a->address - b->address < b->size || b->address - a->address < a->size;
}

/* Does a known store of the definer touch the loaded bytes? If the definer is a call, skipped code may have stored them. */
static void agree(struct opened *opened, const struct memory_access *load, struct node reader, struct node definer)
{
    struct memory_access stores[MEMORY_ACCESSES];
    struct node hidden[MEMORY_HIDDEN_WRITERS];
    bool any = false, known = false;
    if (!memory_shape(opened->memory, definer.index).writes || memory_hidden_writers(opened->memory, reader, load->port, hidden, NULL))
        return;
    size_t count = memory_accesses(opened->memory, definer, stores);
    for (size_t i = 0; i < count; i++)
        if (stores[i].writes && stores[i].why == MEMORY_KNOWN) {
            known = true;
            any |= common(&stores[i], load);
        }
    if (known && !any)
        fail_msg("0x%lx#%lu reads what 0x%lx#%lu did not write", (unsigned long)store_instruction(opened->run.store, reader.index).address,
                 (unsigned long)reader.instance, (unsigned long)store_instruction(opened->run.store, definer.index).address, (unsigned long)definer.instance);
}

static void check_node(struct opened *opened, struct node node, size_t *known, size_t *all)
{
    struct memory_access accesses[MEMORY_ACCESSES];
    struct links links = {0};
    size_t count = memory_accesses(opened->memory, node, accesses);
    assert_true(store_definers(opened->run.store, node, NULL, &links));
    for (size_t i = 0; i < count; i++) {
        ++*all;
        *known += accesses[i].why == MEMORY_KNOWN;
        for (size_t k = 0; k < links.count; k++)
            if (accesses[i].why == MEMORY_KNOWN && accesses[i].port && links.items[k].port == accesses[i].port)
                agree(opened, &accesses[i], node, links.items[k].node);
    }
    links_free(&links);
}

static void loads_overlap_the_stores_that_defined_them(void **state)
{
    static const char *const flags[] = {"-O0", "-O2", "-O1 -no-pie", "-O2 -fomit-frame-pointer -fno-inline"};
    (void)state;
    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++) {
        struct opened opened = {0};
        size_t known = 0, all = 0;
        open_program(&opened, flags[i]);
        for (uint64_t index = 0; index < store_count(opened.run.store); index++)
            for (uint64_t k = 0; k < store_instruction(opened.run.store, index).executions; k++)
                check_node(&opened, (struct node){index, k}, &known, &all);
        assert_true(all > 200);
        if (known * 100 < all * 80)     /* qsort is skipped code: the pointers it passes to by_key are unknown if it copies nothing */
            fail_msg("%s: of %zu accesses %zu are known", flags[i], all, known);
        close_program(&opened);
    }
}

/* Finds every write to head, and only to its bytes. A frame's local is written while the frame is active. */
static void writers_come_in_order(void **state)
{
    struct opened opened = {0};
    struct variable head, sum;
    bool several;
    uint64_t time, cfa;
    struct node node;
    (void)state;
    open_program(&opened, "-O0");
    uint64_t line = line_instruction(&opened.run, "t.c", 26, 0), code = store_instruction(opened.run.store, line).address;
    assert_true(symbols_variable(opened.run.symbols, code, str_of("head"), &head, &several));
    struct memory_writers writers = {0};
    struct written place = {.address = head.address + opened.run.loaded, .size = 8, .until = UINT64_MAX, .is_static = true};
    assert_true(memory_writers(opened.memory, &place, NULL, &writers));
    assert_int_equal(writers.count, 20);
    assert_int_equal(writers.unknown, 0);
    for (size_t i = 0; i < writers.count; i++) {
        assert_int_equal(store_instruction(opened.run.store, writers.items[i].node.index).line, 12);
        assert_int_equal(writers.items[i].node.instance, i);
        assert_true(i == 0 || writers.items[i - 1].time < writers.items[i].time);
    }
    memory_writers_free(&writers);
    assert_true(symbols_variable(opened.run.symbols, code, str_of("sum"), &sum, &several));
    node = (struct node){line, 0};
    assert_true(store_time(opened.run.store, node, &time) && memory_cfa(opened.memory, time, &cfa));
    place = (struct written){.address = cfa + (uint64_t)sum.offset, .size = 4, .from = 1, .until = time};
    assert_true(memory_writers(opened.memory, &place, NULL, &writers));
    assert_int_equal(store_instruction(opened.run.store, writers.items[writers.count - 1].node.index).line, 23);
    assert_true(writers.count >= 21);
    memory_writers_free(&writers);
    close_program(&opened);
}

/* ---- Instructions with special effects on registers ---- */

static const char moving[] =
    "#include <setjmp.h>\n"                                                                                                  /* 1 */
    "static char from[6000], to[6000];\n"                                                                                      /* 2 */
    "static jmp_buf back;\n"                                                                                                 /* 3 */
    "static volatile char *volatile where;\n"                                                                                /* 4 */
    "__attribute__((noinline)) static void copy(char *d, const char *s, long n)\n"                                           /* 5 */
    "{\n"                                                                                                                    /* 6 */
    "    __asm__ volatile(\"std; rep movsb; cld\" : \"+D\"(d), \"+S\"(s), \"+c\"(n) :: \"memory\");\n"             /* 7 */
    "}\n"                                                                                                                    /* 8 */
    "__attribute__((noinline)) static void leap(int n)\n"                                                                    /* 9 */
    "{\n"                                                                                                                    /* 10 */
    "    volatile char space[300];\n"                                                                                        /* 11 */
    "    space[n] = 1;\n"                                                                                                    /* 12 */
    "    if (n == 3) longjmp(back, 1);\n"                                                                                    /* 13 */
    "    leap(n + 1);\n"                                                                                                     /* 14 */
    "    space[n] = 2;\n"                                                                                                    /* 15 */
    "}\n"                                                                                                                    /* 16 */
    "int main(void)\n"                                                                                                       /* 17 */
    "{\n"                                                                                                                    /* 18 */
    "    volatile char mine;\n"                                                                                              /* 19 */
    "    where = &mine;\n"                                                                                                   /* 20 */
    "    copy(to + 5999, from + 5999, 6000);\n"                                                                              /* 21 */
    "    __asm__ volatile(\"pushw $3\\n mov %%rsp,%%rax\\n movb $1,(%%rax)\\n movb $1,(%%rsp)\\n popw %%ax\" ::: \"rax\", \"memory\");\n"  /* 22 */
    "    __asm__ volatile(\"maskmovdqu %%xmm1,%%xmm0\" :: \"D\"(to) : \"memory\");\n"                                  /* 23 */
    "    if (!setjmp(back)) leap(0);\n"                                                                                      /* 24 */
    "    mine = 1;\n"                                                                                                        /* 25 */
    "    return 0;\n"                                                                                                        /* 26 */
    "}\n";

/* The first access by which an execution writes; false: it writes nothing. */
static bool first_write(struct opened *opened, struct node node, struct memory_access *access)
{
    struct memory_access accesses[MEMORY_ACCESSES];
    size_t count = memory_accesses(opened->memory, node, accesses);
    for (size_t i = 0; i < count; i++)
        if (accesses[i].writes) {
            *access = accesses[i];
            return true;
        }
    return false;
}

/* The address that an execution on a line writes to; 0: unknown. */
static uint64_t written_at(struct opened *opened, uint64_t line, unsigned n, uint64_t instance)
{
    struct memory_access access;
    unsigned found = 0;
    for (unsigned i = 0;; i++) {
        uint64_t index = line_instruction(&opened->run, "t.c", line, i);
        assert_true(index != UINT64_MAX);
        if (first_write(opened, (struct node){index, instance}, &access) && found++ == n)
            return access.why == MEMORY_KNOWN ? access.address : 0;
    }
}

static void addresses_are_right_or_not_known(void **state)
{
    static const char *const flags[] = {"-O1", "-O2 -no-pie"};
    (void)state;
    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++) {
        struct opened opened = {0};
        struct variable to;
        bool several;
        uint64_t first;
        open_source(&opened, moving, flags[i]);
        uint64_t code = store_instruction(opened.run.store, line_instruction(&opened.run, "t.c", 20, 0)).address;
        assert_true(symbols_variable(opened.run.symbols, code, str_of("to"), &to, &several));
        for (uint64_t k = 0; k < 6000; k++)     /* backwards */
            assert_int_equal(written_at(&opened, 7, 0, k), to.address + opened.run.loaded + 5999 - k);
        uint64_t pushed = written_at(&opened, 22, 1, 0), known = written_at(&opened, 22, 2, 0);
        assert_true(pushed && (known == 0 || known == pushed));
        assert_int_equal(written_at(&opened, 23, 0, 0), 0);         /* a mask selects the bytes */
        struct node where = {line_instruction(&opened.run, "t.c", 20, 1), 0};
        assert_true(memory_shape(opened.memory, where.index).stored && store_values_of(opened.run.store, where, &first) == 1);
        struct value value = store_value(opened.run.store, where.index, first);
        uint64_t mine;
        assert_true(str_hex((struct str){value.digits, value.size}, &mine));
        known = written_at(&opened, 25, 0, 0);
        assert_true(known == 0 || known == mine);
        close_program(&opened);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(loads_overlap_the_stores_that_defined_them),
        cmocka_unit_test(writers_come_in_order),
        cmocka_unit_test(addresses_are_right_or_not_known),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
