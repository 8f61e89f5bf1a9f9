/* generate.c - makes up traces of any size for benches to index.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     generate [-m full|history|csv] [-s SIZE | -d DEPENDENCES] [-r SEED] [-g REGIONS] [-x instance|dense] >TRACE
 *
 *     -m    comprehensive text, history text, or, for other programs, "user,definer" per dependence, an execution being id * 2^32 + number
 *     -s    size in bytes, roughly (suffix k, m, g), 100m by default; with csv, the size of the full text of the same run
 *     -d    number of dependences instead, roughly
 *     -x    what X means (clew-formats(5) 1.4): the execution's own number, or one entry after the other
 *
 * The same options give the same bytes; full and csv with the same options are the same run. One line on standard error describes the run. Memory use does
 * not depend on the size. */
#include "generate.h"

#include <getopt.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { BUFFER = 1 << 20, LINE_MOST = 256 };
enum mode { FULL, HISTORY, CSV };

struct run {
    struct program program;
    enum mode mode;
    bool dense, by_dependences;
    double wanted;
    uint32_t from, to, only;        /* output: instructions [from, to), one port of them or (NONE) all */
    uint64_t entries;               /* entries of the current list written so far */
    uint64_t dependences, values, lines, bytes;
    char *buffer;
    size_t used;
};

/* ---- Size ---- */

/* Digits of the middle number of 0 ... count-1. Nearly all of these have as many or one less. */
static double digits(uint64_t count, double base)
{
    double all = 1, power = base;
    for (; power < (double)count; power *= base)
        all++;
    return count > 1 ? all - power / base / (double)count : 1;
}

static double instruction_size(const struct run *run, const struct instruction *code)
{
    static const double worths[] = {[POINTER] = 7, [FLAG] = 1, [BYTE] = 1.9, [WORD] = 7.9, [SAME] = 4.5, [HEAP] = 12};
    const struct region *region = &run->program.regions[code->region];
    double count = (double)executions(region, code), own = digits(executions(region, code), 10), size = 60;
    for (unsigned i = 0; i < code->ports; i++) {
        enum shape shape = code->port[i].shape;
        double entries = (double)port_entries(region, code, &code->port[i]);
        double its = shape == FIXED ? 1 : digits(shape == OF_ROUND ? region->rounds : region->iterations, 10);
        size += run->mode == HISTORY ? entries * (2 + 6 + 1 + own + 5 + 2 + 6 + 1 + its + 1) : 9 + entries * (4 + own + 1 + 4 + 1 + its + 1);
    }
    if (code->worth && run->mode != HISTORY)
        size += count * (4 + own + 2 + (code->worth == COUNTER ? digits(executions(region, code), 16) : worths[code->worth]));
    return size;
}

static double program_measure(const struct run *run)
{
    double sum = 0;
    for (uint32_t i = 0; i < run->program.count; i++) {
        const struct instruction *code = &run->program.code[i];
        if (!run->by_dependences)
            sum += instruction_size(run, code);
        else
            for (unsigned j = 0; j < code->ports; j++)
                sum += (double)port_entries(&run->program.regions[code->region], code, &code->port[j]);
    }
    return sum;
}

/* Chooses the rounds so that the estimate meets the wanted size: the size is nearly proportional to the rounds. */
static void run_scale(struct run *run)
{
    double scale = 1000;
    for (int i = 0; i < 12; i++) {
        program_scale(&run->program, scale);
        scale *= run->wanted / program_measure(run);
        if (scale < 1)
            scale = 1;
    }
    program_scale(&run->program, scale);
    program_count(&run->program);
}

/* ---- Writing ---- */

static void flush(struct run *run)
{
    for (size_t at = 0; at < run->used;) {
        ssize_t written = write(STDOUT_FILENO, run->buffer + at, run->used - at);
        if (written <= 0) {
            perror("generate");
            exit(1);
        }
        at += (size_t)written;
    }
    run->bytes += run->used;
    run->used = 0;
}

/* Starts every line; lines are shorter than LINE_MOST. */
static void line_start(struct run *run)
{
    if (run->used > BUFFER - LINE_MOST)
        flush(run);
    run->lines++;
}

static void put(struct run *run, const char *text)
{
    size_t size = strlen(text);
    memcpy(run->buffer + run->used, text, size);
    run->used += size;
}

static void put_number(struct run *run, uint64_t number, unsigned base)
{
    char reversed[24];
    unsigned count = 0;
    do
        reversed[count++] = "0123456789abcdef"[number % base];
    while (number /= base);
    while (count > 0)
        run->buffer[run->used++] = reversed[--count];
}

static void put_decimal(struct run *run, uint64_t number)
{
    put_number(run, number, 10);
}

static void entry_write(struct run *run, const struct instruction *user, uint64_t instance, struct node node)
{
    const struct instruction *definer = &run->program.code[node.instruction];
    line_start(run);
    switch (run->mode) {
    case FULL:
        put(run, "    ");
        put_decimal(run, run->dense ? run->entries : instance);
        put(run, ":");
        put_decimal(run, definer->id);
        put(run, " ");
        put_decimal(run, node.instance);
        break;
    case HISTORY:
        put(run, "0x");
        put_number(run, user->address, 16);
        put(run, "#");
        put_decimal(run, instance);
        put(run, " --> 0x");
        put_number(run, definer->address, 16);
        put(run, "#");
        put_decimal(run, node.instance);
        break;
    case CSV:
        put_decimal(run, ((uint64_t)user->id << 32) + instance);
        put(run, ",");
        put_decimal(run, ((uint64_t)definer->id << 32) + node.instance);
        break;
    }
    put(run, "\n");
    run->entries++;
    run->dependences++;
}

/* ---- The run ---- */

static void execute(struct run *run, const struct instruction *code, const struct moment *now)
{
    const struct region *region = &run->program.regions[code->region];
    uint64_t instances[] = {[ONCE] = 0, [ROUND] = now->round, [TEST] = now->iteration + now->round, [BODY] = now->iteration,
                            [CALLED] = now->iteration * region->calls + now->call};
    uint64_t instance = instances[code->role];
    if (code->condition != NONE) {
        if (!now->taken[code->condition])
            return;
        instance = now->rank[code->condition] - 1;
    }
    for (unsigned i = run->only == NONE ? 0 : run->only, end = run->only == NONE ? code->ports : run->only + 1; i < end; i++) {
        struct node definer = port_definer(&run->program, code, &code->port[i], now);
        if (definer.instruction != NONE)
            entry_write(run, code, instance, definer);
    }
}

static void part_run(struct run *run, uint32_t from, uint32_t to, const struct moment *now)
{
    for (uint32_t i = from > run->from ? from : run->from; i < to && i < run->to; i++)
        execute(run, &run->program.code[i], now);
}

/* The conditions that the written code depends on. Deciding all of them would take most of the time. */
static unsigned conditions_needed(const struct run *run)
{
    unsigned needed = 0;
    for (uint32_t i = run->from; i < run->to; i++) {
        const struct instruction *code = &run->program.code[i];
        if (code->condition != NONE)
            needed |= 1u << code->condition;
        for (unsigned j = 0; j < code->ports; j++)
            if (code->port[j].shape == MERGES)
                needed |= 1u << code->port[j].detail;
    }
    return needed;
}

static void iteration_run(struct run *run, const struct region *region, unsigned needed, struct moment *now)
{
    for (unsigned i = 0; i < CONDITIONS; i++)
        if (needed >> i & 1)
            now->rank[i] += now->taken[i] = region_takes(&run->program, region, i, now->iteration);
    part_run(run, region->body, region->routine, now);
    for (now->call = 0; now->call < region->calls; now->call++)
        part_run(run, region->routine, region->second, now);
    part_run(run, region->second, region->end, now);
}

/* The region's run, limited to the code in [run->from, run->to). */
static void region_run(struct run *run, const struct region *region)
{
    struct moment now = {0};
    unsigned needed = conditions_needed(run);
    part_run(run, region->first, region->round, &now);
    if (run->to <= region->round || run->from >= region->end)
        return;
    for (; now.round < region->rounds; now.round++) {
        uint64_t trips = region_trips(&run->program, region, now.round);
        now.within = 0;
        part_run(run, region->round, region->test, &now);
        if (run->to <= region->test) {
            now.iteration += trips;
            continue;
        }
        for (; now.within < trips; now.within++, now.iteration++) {
            part_run(run, region->test, region->body, &now);
            iteration_run(run, region, needed, &now);
        }
        part_run(run, region->test, region->body, &now);
    }
}

/* ---- Text ---- */

static uint64_t value_of(const struct instruction *code, uint64_t k)
{
    switch (code->worth) {
    case COUNTER:
        return k;
    case POINTER:
        return 0x4a05000 + k * 8;
    case FLAG:
        return mixed(k + code->id) & 1;
    case BYTE:
        return mixed(k * 3 + code->id) & 255;
    case WORD:
        return mixed(k * 5 + code->id) & UINT32_MAX;
    case SAME:
        return 0x1ffe000 + code->id * UINT64_C(16);
    default:
        return UINT64_C(0x7f5c1e400000) + (mixed((k >> 4) + code->id) & 0x3ffff8);
    }
}

static void values_write(struct run *run, const struct instruction *code)
{
    uint64_t count = executions(&run->program.regions[code->region], code);
    line_start(run);
    if (!code->worth) {
        put(run, "NO VALUES\n");
        return;
    }
    put(run, "VALUES ");
    put_decimal(run, count);
    put(run, "\n");
    for (uint64_t k = 0; k < count; k++) {
        line_start(run);
        put(run, "    ");
        put_decimal(run, k);
        put(run, ":");
        put_number(run, value_of(code, k), 16);
        put(run, "\n");
    }
    run->values += count;
}

static void head_write(struct run *run, const struct instruction *code, uint32_t line)
{
    static const char *const places[] = {"main.c main",      "read.c read_token", "table.c table_find",
                                         "sort.c sort_part", "pack.c pack_block", "write.c write_code"};
    line_start(run);
    put_decimal(run, code->id);
    put(run, " ");
    put_decimal(run, code->ports);
    put(run, " ");
    put_number(run, code->address, 16);
    put(run, " ");
    put(run, places[code->region % (sizeof places / sizeof *places)]);
    put(run, " ");
    put_decimal(run, line);
    put(run, "\n");
}

/* Writes instruction by instruction, and port by port. Each port takes a run of its own that writes only that port. */
static void lists_write(struct run *run, bool text)
{
    for (uint32_t i = 0; i < run->program.count; i++) {
        const struct instruction *code = &run->program.code[i];
        const struct region *region = &run->program.regions[code->region];
        if (text)
            head_write(run, code, 10 + i / 3);
        for (unsigned j = 0; j < code->ports; j++) {
            uint64_t count = port_entries(region, code, &code->port[j]);
            if (text) {
                line_start(run);
                put(run, "SIZE ");
                put_decimal(run, count);
                put(run, "\n");
            }
            run->from = i;
            run->to = i + 1;
            run->only = j;
            run->entries = 0;
            if (count > 0)
                region_run(run, region);
            if (run->entries != count) {
                fprintf(stderr, "generate: port %u of %" PRIu32 " has %" PRIu64 " entries, not %" PRIu64 "\n", j, code->id, run->entries, count);
                exit(1);
            }
        }
        if (text)
            values_write(run, code);
    }
}

static void run_write(struct run *run)
{
    if (run->mode == HISTORY) {
        run->only = NONE;
        for (uint32_t i = 0; i < run->program.region_count; i++) {
            run->from = run->program.regions[i].first;
            run->to = run->program.regions[i].end;
            region_run(run, &run->program.regions[i]);
        }
    } else {
        if (run->mode == FULL) {
            line_start(run);
            put_decimal(run, run->program.count);
            put(run, run->dense ? "\n" : " \t\n");      /* the mark of X that count executions: src/formats/wet.h */
        }
        lists_write(run, run->mode == FULL);
    }
    flush(run);
}

/* ---- The command line ---- */

static double size_parse(const char *text)
{
    char *end;
    double size = strtod(text, &end);
    const char *suffix = "kmg", *found = *end ? strchr(suffix, *end) : NULL;
    for (long i = found ? found - suffix : -1; i >= 0; i--)
        size *= 1000;
    return size;
}

static bool option_take(struct run *run, int option, uint64_t *seed, uint32_t *regions)
{
    switch (option) {
    case 'm':
        run->mode = *optarg == 'h' ? HISTORY : *optarg == 'c' ? CSV : FULL;
        return true;
    case 's':
    case 'd':
        run->wanted = size_parse(optarg);
        run->by_dependences = option == 'd';
        return run->wanted > 0;
    case 'r':
        *seed = strtoull(optarg, NULL, 10);
        return true;
    case 'g':
        *regions = (uint32_t)strtoul(optarg, NULL, 10);
        return *regions > 0 && *regions < 1000000;
    case 'x':
        run->dense = *optarg == 'd';
        return true;
    default:
        return false;
    }
}

int main(int count, char **arguments)
{
    struct run run = {.wanted = 1e8, .buffer = malloc(BUFFER)};
    uint64_t seed = 1;
    uint32_t regions = 40;
    for (int option; (option = getopt(count, arguments, "m:s:d:r:g:x:")) != -1;)
        if (!option_take(&run, option, &seed, &regions)) {
            fprintf(stderr, "usage: generate [-m full|history|csv] [-s SIZE | -d DEPENDENCES] [-r SEED] [-g REGIONS] [-x instance|dense]\n");
            return 2;
        }
    if (!run.buffer)
        return 1;
    program_make(&run.program, seed, regions);
    run_scale(&run);
    run_write(&run);
    const struct region *last = &run.program.regions[run.program.region_count - 1];
    fprintf(stderr, "instructions=%" PRIu32 " dependences=%" PRIu64 " values=%" PRIu64 " lines=%" PRIu64 " bytes=%" PRIu64 " last=%" PRIu32 "#%" PRIu64 "\n",
            run.program.count, run.dependences, run.values, run.lines, run.bytes, run.program.code[last->plain[last->plain_count - 1]].id,
            last->iterations - 1);
    program_free(&run.program);
    free(run.buffer);
    return 0;
}
