/* regenerate.c - measures how many addresses the regeneration engine makes per second.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     regenerate                       two programs made up here: a loop of plain operators, figure 1 of the paper with a longer loop
 *     regenerate SCHEMA EVENTS EXE     a real program, once
 *
 * The consumer adds up addresses: the cost does not matter, but the compiler cannot drop them. Prints; asserts nothing. */
#include "../unit/test_ae.h"

#include "stream/regenerate.h"
#include "stream/stream.h"

#include <time.h>

#define HEAD "ae_schema 1\nae_id 0123456789abcdef\n"

static const char loops[] = HEAD "start_function main 3\nstart_block 0\nunknown_defn R4\nend_block 0 x0 %loop_entry(1 0)\n"
                            "start_block_target 1\nload_inst 0(#R4)\nuneventful_inst x3\nload_inst 4(#R4)\ncompute_defn_2 R5 #R4 + #I8\n"
                            "uneventful_inst x2\nstore_inst 0(#R5)\ncompute_defn_2 R4 #R4 + #I12\nend_block_cjump 1 2 1 x2 %loop_exit(2 0) %loop_back(1 0)\n"
                            "start_block_target 2\nreturn x2\nend_function main\n";
static const char figure1[] = HEAD "start_function sub 4\nstart_block 0\nunknown_defn R29\nstore_inst 4(#R29)\nunknown_defn R4\nuneventful_inst x1\n"
                              "uneventful_inst x1\n"
                              "end_block_jump 0 2 x1 %loop_entry(2 0)\nstart_block_target 1\nuneventful_inst\nstore_inst 0(#R4)\n"
                              "compute_defn_2 R4 #R4 + #I4\nuneventful_inst\nend_block 1 x0 %loop_back(2 0)\nstart_block 2\n"
                              "end_block_cjump 2 3 1 x2 %loop_exit(3 0)\nstart_block_target 3\nload_inst 4(#R29)\nreturn x2\nend_function sub\n";

static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static void put_word(struct text *out, uint32_t word)
{
    for (int i = 24; i >= 0; i -= 8)
        text_byte(out, (char)(word >> i));
}

/* Events of `entries` entries from code without a schema, each with `rounds` rounds. */
static void make_events(struct text *out, uint32_t words, uint32_t entries, uint32_t rounds, bool first_counts)
{
    text_append(out, (struct str){"AE1\n\x01\x23\x45\x67\x89\xab\xcd\xef", 12});
    for (uint32_t i = 0; i < entries; i++) {
        text_byte(out, 1);
        put_word(out, test_ae_entry(0));
        for (uint32_t w = 0; w < words; w++)
            put_word(out, 0x10000000 + w);
        if (first_counts)
            text_byte(out, 1);
        for (uint32_t n = 0; n < rounds; n++)
            text_byte(out, 1);
        text_byte(out, (char)(words + 1));
    }
}

static void measure(const char *name, const struct abstract *program, struct str events, const char *file)
{
    struct ae_event batch[REGENERATED_BATCH];
    struct error error;
    struct regenerator *r;
    uint32_t sum = 0;
    size_t count;
    if (!regenerator_open(program, events, file, &r, &error)) {
        printf("%s: %s\n", name, error.message);
        return;
    }
    double start = seconds();
    while ((count = regenerator_run(r, batch, REGENERATED_BATCH)) > 0)
        for (size_t i = 0; i < count; i++)
            sum += batch[i].address;
    double took = seconds() - start;
    uint64_t number = regenerator_number(r);
    printf("%-10s %10.1f M addresses, %7.1f M/s (%08x) %s\n", name, (double)number / 1e6, (double)number / 1e6 / took, sum,
           regenerator_problem(r, &error) ? error.message : "");
    regenerator_close(r);
}

static void measure_text(const char *name, const char *schema, const struct text *events)
{
    struct test_ae ae;
    struct error error;
    if (!test_ae_try(str_of(schema), &(struct test_ae_options){.little_endian = false}, &ae, &error)) {
        printf("%s: %s\n", name, error.message);
        return;
    }
    for (int i = 0; i < 3; i++)
        measure(name, ae.program, text_str(events), name);
    test_ae_close(&ae);
}

static bool measure_files(char **files, struct error *error)
{
    struct arena arena = {0};
    struct str text, events;
    struct ae_schema schema;
    struct symbols *symbols;
    struct abstract *program;
    if (!file_read(files[1], &arena, &text, error) || !file_read(files[2], &arena, &events, error)
        || !ae_schema_read(text, files[1], &arena, &schema, error) || !symbols_open(files[3], &symbols, error)
        || !abstract_open(&schema, files[1], symbols, &program, error))
        return false;
    measure(files[1], program, events, files[2]);
    abstract_close(program);
    symbols_close(symbols);
    arena_free(&arena);
    return true;
}

int main(int count, char **arguments)
{
    struct error error;
    if (count == 4) {
        if (measure_files(arguments, &error))
            return 0;
        fprintf(stderr, "%s: %s\n", error.source, error.message);
        return 1;
    }
    struct text events = {0};
    make_events(&events, 1, 1, 20000000, true);
    measure_text("loop", loops, &events);
    text_clear(&events);
    make_events(&events, 2, 100000, 200, false);
    measure_text("figure 1", figure1, &events);
    text_free(&events);
    return 0;
}
