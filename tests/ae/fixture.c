/* fixture.c - makes executables and events for the tests of Abstract Execution.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     fixture executable SCHEMA OUT [little]     an executable that fits the schema (test_ae.h)
 *     fixture figure1 OUT [little]               the events of figure 1: main calls sub 100 times (Larus 1990)
 *     fixture random SEED PREFIX                 PREFIX.sma, PREFIX.exe, PREFIX.ae: a random program and a random run of it
 *     fixture damage SEED IN OUT                 IN with a byte changed, dropped or added, or its end cut off
 *     fixture hostile OUT.c OUT.txt              a compiled schema whose function names no reader accepts, and those names in hexadecimal
 *
 * A random program is structured: conditions, loops with breaks out of several, switches, calls, code without a schema and with callbacks, setjmp, longjmp. */
#include "fixture_program.h"
#include "stream/stream.h"

static int save(const char *path, const struct text *bytes)
{
    FILE *out = fopen(path, "wb");
    bool written = out && fwrite(bytes->data, 1, bytes->size, out) == bytes->size;
    if (!out || fclose(out) != 0 || !written) {
        fprintf(stderr, "cannot write %s\n", path);
        return 1;
    }
    return 0;
}

static struct str load(const char *path, struct arena *arena)
{
    struct str bytes;
    struct error error;
    if (!file_read(path, arena, &bytes, &error)) {
        fprintf(stderr, "%s: %s\n", path, error.message);
        exit(1);
    }
    return bytes;
}

/* Filled in place: the program points to the schema in it. */
static void open_schema(struct text *schema, struct test_ae *ae)
{
    struct error error;
    if (test_ae_try(text_str(schema), &(struct test_ae_options){.little_endian = false}, ae, &error))
        return;
    fprintf(stderr, "%s\n", error.message);
    exit(1);
}

/* ---- A random run ---- */

enum { DEEPEST = 300, LANDINGS = DEEPEST * SITES };

struct run {
    const struct abstract *program;
    struct text events;
    struct { uint32_t function, op; bool outside; } frames[DEEPEST];
    uint32_t depth;
    struct { uint32_t depth, site, op; } landings[LANDINGS];
    uint32_t landing_count;
    size_t budget;
    bool over;
};

static void put(struct run *run, uint32_t value, uint32_t size)
{
    for (uint32_t i = size; i > 0; i--)
        text_byte(&run->events, (char)(value >> 8 * (i - 1)));
}

static void go_to(struct run *run, uint32_t block)
{
    const struct abstract_block *b = &run->program->blocks[block];
    const struct abstract_function *f = &run->program->functions[b->function];
    if (b->target)
        put(run, block - f->first_block, f->block_count > 256 ? 2 : 1);
    run->frames[run->depth - 1].op = b->first;
}

static void enter(struct run *run, uint32_t function, bool outside)
{
    if (run->depth == DEEPEST) {
        run->over = true;
        return;
    }
    run->frames[run->depth].function = function;
    run->frames[run->depth++].outside = outside;
    go_to(run, run->program->functions[function].first_block);
}

static void put_setjmp(struct run *run, uint32_t depth, uint32_t site)
{
    put(run, 2, 1);
    put(run, 0x7fff0000u - 64 * depth, 4);
    put(run, site, 1);
}

static void forget(struct run *run)
{
    while (run->landing_count > 0 && run->landings[run->landing_count - 1].depth > run->depth)
        run->landing_count--;
}

static void remember(struct run *run, uint32_t site)
{
    uint32_t at = 0;
    put_setjmp(run, run->depth, site);
    while (at < run->landing_count && (run->landings[at].depth != run->depth || run->landings[at].site != site))
        at++;
    run->landing_count += at == run->landing_count;
    run->landings[at].depth = run->depth;
    run->landings[at].site = site;
    run->landings[at].op = ++run->frames[run->depth - 1].op;
}

static void leap(struct run *run)
{
    uint32_t to = random_below(run->landing_count);
    run->depth = run->landings[to].depth;
    run->frames[run->depth - 1].op = run->landings[to].op;
    put_setjmp(run, run->depth, run->landings[to].site);
    forget(run);
}

static void outside(struct run *run)
{
    const struct abstract_op *op = run->depth ? &run->program->ops[run->frames[run->depth - 1].op] : NULL;
    if (run->events.size > run->budget || (!op && chance(10))) {
        run->over = true;
    } else if (!op || chance(30)) {
        uint32_t function = random_below(run->program->function_count);
        put(run, 1, 1);
        put(run, run->program->functions[function].entry, 4);
        enter(run, function, true);
    } else if (op->operator == AE_CALL_SETJMP) {
        remember(run, op->callee);
    } else if (run->landing_count && chance(20)) {
        leap(run);
    } else {
        put(run, 0, 1);
        run->frames[run->depth - 1].op++;
    }
}

static void give_back(struct run *run)
{
    bool was_outside = run->frames[--run->depth].outside;
    forget(run);
    if (was_outside)
        outside(run);
    else
        run->frames[run->depth - 1].op++;
}

static void step(struct run *run)
{
    uint32_t *at = &run->frames[run->depth - 1].op;
    const struct abstract_op *op = &run->program->ops[*at];
    switch (op->operator) {
    case AE_CALL: enter(run, op->callee, false); break;
    case AE_CALL_EXTERNAL:
    case AE_CALL_INDIRECT:
    case AE_CALL_SETJMP: outside(run); break;
    case AE_RETURN: give_back(run); break;
    case AE_END:
    case AE_JUMP: go_to(run, run->program->edges[op->first_edge].target); break;
    case AE_CJUMP:
    case AE_SWITCH: go_to(run, run->program->edges[op->first_edge + random_below(op->edge_count)].target); break;
    case AE_UNKNOWN:
        put(run, (uint32_t)random_below(UINT32_MAX), 4);
        ++*at;
        break;
    default: ++*at;
    }
}

static int make_random(const char *prefix)
{
    struct text schema = {0}, path = {0};
    text_printf(&schema, "ae_schema 1\nae_id 00112233%08x\n", random_below(1 << 30));
    for (uint32_t i = 0; i < FUNCTIONS; i++)
        make_function(i, &schema);
    struct test_ae ae;
    open_schema(&schema, &ae);
    struct run *run = memory_allocate(sizeof *run);
    run->program = ae.program;
    run->budget = 50 + random_below(3000);
    text_add(&run->events, "AE1\n");
    text_append(&run->events, (struct str){(const char *)ae.schema.identity, AE_IDENTITY});
    for (uint32_t left = 200000; left > 0 && !run->over; left--)
        if (run->depth)
            step(run);
        else
            outside(run);
    text_printf(&path, "%s.sma", prefix);
    int failed = save(text_string(&path), &schema);
    text_clear(&path);
    text_printf(&path, "%s.ae", prefix);
    failed |= save(text_string(&path), &run->events);
    text_clear(&path);
    text_printf(&path, "%s.exe", prefix);
    struct str image = load(ae.path, &ae.arena);
    text_clear(&schema);
    text_append(&schema, image);
    failed |= save(text_string(&path), &schema);
    text_free(&run->events);
    text_free(&schema);
    text_free(&path);
    free(run);
    test_ae_close(&ae);
    return failed;
}

/* ---- Figure 1 and the other commands ---- */

static void put_word(struct text *out, uint32_t value, bool little)
{
    for (int i = 0; i < 4; i++)
        text_byte(out, (char)(value >> 8 * (little ? i : 3 - i)));
}

/* main: R29, 100 times block 1 and a call, block 3; sub: R29, R4, 100 times block 1, block 3. */
static int figure1(const char *path, bool little)
{
    enum { A = 0x10000130, STACK = 0x7feffe58 };
    struct text events = {0};
    put_word(&events, STACK, little);
    for (uint32_t i = 0; i < 100; i++) {
        text_byte(&events, 1);
        put_word(&events, STACK - 32, little);
        put_word(&events, A + 400 * i, little);
        for (int j = 0; j < 100; j++)
            text_byte(&events, 1);
        text_byte(&events, 3);
    }
    text_byte(&events, 3);
    int failed = save(path, &events);
    text_free(&events);
    return failed;
}

static int executable(const char *schema, const char *path, bool little)
{
    struct arena arena = {0};
    struct text bytes = {0};
    struct test_ae ae;
    struct error error;
    int failed = 1;
    if (test_ae_try(load(schema, &arena), &(struct test_ae_options){.little_endian = little}, &ae, &error)) {
        text_append(&bytes, load(ae.path, &arena));
        failed = save(path, &bytes);
        test_ae_close(&ae);
    } else {
        fprintf(stderr, "%s: %s\n", schema, error.message);
    }
    text_free(&bytes);
    arena_free(&arena);
    return failed;
}

static int hostile(const char *code, const char *list)
{
    static const char *const names[] = {"\"; int main = 1; //", "a\nb", "*/ #error /*", "\?\?/\"", "\\", "\\\n\"", "\xc3\xa9\xff\x01", "%s%n", "int", "R4", ""};
    enum { NAMES = sizeof names / sizeof *names };
    struct text schema = {0}, text = {0}, lines = {0};
    for (size_t i = 0; i < NAMES; i++)
        text_printf(&schema, "start_function %s%zu 1\nstart_block 0\nreturn x2\nend_function %s%zu\n", i ? "f" : "main.", i, i ? "f" : "main.", i);
    text_add(&text, "ae_schema 1\nae_id 0011223344556677\n");
    text_append(&text, text_str(&schema));
    struct test_ae ae;
    open_schema(&text, &ae);
    text_clear(&text);
    for (size_t i = 0; i < NAMES; i++) {
        ae.program->functions[i].name = str_of(names[i]);
        for (const char *c = names[i]; *c; c++)
            text_printf(&lines, "%02x", (unsigned)(unsigned char)*c);
        text_byte(&lines, '\n');
    }
    schema_compile(ae.program, &text);
    int failed = save(code, &text) | save(list, &lines);
    test_ae_close(&ae);
    text_free(&schema);
    text_free(&text);
    text_free(&lines);
    return failed;
}

static int damage(const char *from, const char *to)
{
    struct arena arena = {0};
    struct str bytes = load(from, &arena);
    struct text out = {0};
    size_t at = bytes.size ? random_below((uint32_t)bytes.size) : 0;
    uint32_t what = random_below(4);
    text_append(&out, str_cut(bytes, 0, at));
    if (what == 1 || (what == 2 && at < bytes.size))
        text_byte(&out, (char)(what == 1 ? random_below(5) : (unsigned char)bytes.data[at] ^ (1u << random_below(8))));
    if (what > 0)
        text_append(&out, str_cut(bytes, at + (what > 1), bytes.size));
    int failed = save(to, &out);
    text_free(&out);
    arena_free(&arena);
    return failed;
}

int main(int argc, char **argv)
{
    bool little = argc > 3 && strcmp(argv[argc - 1], "little") == 0;
    const char *what = argc > 1 ? argv[1] : "";
    if (strcmp(what, "executable") == 0 && argc == 4 + little)
        return executable(argv[2], argv[3], little);
    if (strcmp(what, "figure1") == 0 && argc == 3 + little)
        return figure1(argv[2], little);
    seed = argc > 2 ? strtoull(argv[2], NULL, 10) + 1 : 0;
    if (strcmp(what, "random") == 0 && argc == 4)
        return make_random(argv[3]);
    if (strcmp(what, "damage") == 0 && argc == 5)
        return damage(argv[3], argv[4]);
    if (strcmp(what, "hostile") == 0 && argc == 4)
        return hostile(argv[2], argv[3]);
    fputs("usage: fixture executable|figure1|random|damage|hostile ...\n", stderr);
    return 2;
}
