/* merge.c - writes and merges many GNATcoverage traces.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     merge write same|half|random COUNT ENTRIES FOLDER     COUNT traces of ENTRIES entries each, x86-64, as FOLDER/0.trace ...
 *     merge FILE...                                         merges them, and prints one line: entries, ranges, seconds of CPU, memory
 *
 * same: one program, run again and again: each trace has all its blocks, in the same order, with outcomes that sometimes differ. half: half of each trace is
 * code that no other trace has. random: addresses all over 1 GB, so that entries overlap; no real program does that. */
#include "coverage/coverage.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

enum { BLOCKS = 8, ROUTINE = 192, X86_64 = 62 };        /* blocks in a routine; its bytes */
static const uint64_t code = 0x400000, random_span = UINT64_C(1) << 30;

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static uint64_t mixed(uint64_t value)
{
    value ^= value >> 31;
    value *= UINT64_C(0x9e3779b97f4a7c15);
    return value ^ value >> 29;
}

/* Routines execute in an order unrelated to their addresses. */
static uint32_t *routine_order(uint32_t count)
{
    uint32_t *order = memory_allocate(count * sizeof *order);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t other = (uint32_t)(mixed(i + 1) % (i + 1));
        order[i] = order[other];
        order[other] = i;
    }
    return order;
}

static void write_routine(struct text *out, uint64_t routine, uint64_t trace)
{
    uint64_t at = code + routine * ROUTINE;
    for (uint64_t i = 0; i < BLOCKS; i++) {
        uint64_t dice = mixed(at), size = 4 + dice % 20, outcome = mixed(dice + trace) % 16 ? 1 + (dice >> 8 & 1) : 3;
        gnatcov_write_entry(out, 8, at, (uint16_t)size, (uint8_t)(GNATCOV_BLOCK | outcome));
        at += size;
    }
}

static void write_entries(struct text *out, const char *shape, uint64_t trace, uint32_t entries, const uint32_t *order)
{
    uint32_t routines = entries / BLOCKS;
    if (strcmp(shape, "random") == 0) {
        for (uint64_t i = 0; i < entries; i++) {
            uint64_t dice = mixed(mixed(trace * entries + i + 1));
            gnatcov_write_entry(out, 8, code + dice % random_span, (uint16_t)(1 + (dice >> 40) % 64), (uint8_t)(GNATCOV_BLOCK | (dice >> 60 & 3)));
        }
        return;
    }
    for (uint32_t i = 0; i < routines; i++) {
        bool own = strcmp(shape, "half") == 0 && i >= routines / 2;
        write_routine(out, own ? order[i] + (trace + 1) * routines : order[i], trace);
    }
}

static int write_traces(const char *shape, uint64_t count, uint32_t entries, const char *folder)
{
    uint32_t *order = routine_order(entries / BLOCKS);
    struct text out = {0}, path = {0};
    bool written = true;
    for (uint64_t trace = 0; trace < count && written; trace++) {
        text_clear(&out);
        text_clear(&path);
        text_printf(&path, "%s/%" PRIu64 ".trace", folder, trace);
        gnatcov_write_header(&out, GNATCOV_INFO, 8, X86_64);
        gnatcov_write_info(&out, GNATCOV_EXECUTABLE, str_of("program"));
        gnatcov_write_info(&out, GNATCOV_END, (struct str){0});
        gnatcov_write_header(&out, GNATCOV_FLAT, 8, X86_64);
        write_entries(&out, shape, trace, entries, order);
        FILE *file = fopen(text_string(&path), "wb");
        written = file && fwrite(out.data, 1, out.size, file) == out.size;
        written = file && fclose(file) == 0 && written;
    }
    if (!written)
        perror(text_string(&path));
    free(order);
    text_free(&out);
    text_free(&path);
    return !written;
}

static int merge_traces(int count, char **paths)
{
    struct executed_set set = {0};
    struct rusage usage;
    double reading = 0, merging = 0;
    for (int i = 0; i < count; i++) {
        struct arena arena = {0};
        struct gnatcov_problems problems = {0};
        struct gnatcov trace;
        struct str bytes;
        struct error error;
        double start = now();
        if (!file_read(paths[i], &arena, &bytes, &error)) {
            fprintf(stderr, "%s: %s\n", paths[i], error.message);
            return 1;
        }
        gnatcov_read(bytes, paths[i], &arena, &trace);
        double read = now();
        if (!executed_add_trace(&set, &trace, &problems, &arena, NULL))
            return 1;
        reading += read - start;
        merging += now() - read;
        arena_free(&arena);
    }
    getrusage(RUSAGE_SELF, &usage);
    uint64_t ranges = executed_count(set.bases[0].executed);
    printf("%" PRIu64 " entries, %" PRIu64 " ranges: %.2f s read, %.2f s merged (%.0f ns an entry), peak %ld MB (%.1f bytes a range)\n", set.entries, ranges,
           reading, merging, merging / (double)set.entries * 1e9, usage.ru_maxrss / 1024, (double)usage.ru_maxrss * 1024 / (double)ranges);
    executed_set_free(&set);
    return 0;
}

int main(int count, char **arguments)
{
    if (count == 6 && strcmp(arguments[1], "write") == 0)
        return write_traces(arguments[2], strtoull(arguments[3], NULL, 10), (uint32_t)strtoul(arguments[4], NULL, 10), arguments[5]);
    return count > 1 ? merge_traces(count - 1, arguments + 1) : 2;
}
