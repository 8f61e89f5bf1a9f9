/* paths.c - measures large functions: reading metadata, making the graph, decoding a suffix; ms of CPU.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     paths            prints one line per shape; links only libclew.a */
#include "crash/crash.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { BLOCKS = 100000, PATHS = 10 };

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return (double)time.tv_sec * 1e3 + (double)time.tv_nsec / 1e6;
}

/* Blocks in a row. From each, `back` edges lead back: the first to the first block, the others less far. Numbers follow the compiler: N(b) = N(b + 1) +
 * back. */
static void write_function(struct text *text, int back)
{
    uint64_t weight = 0;
    text_printf(text, "#\nlarge\n1|EXIT\n0|ENTRY|1\n");
    for (int b = 2; b <= BLOCKS; b++)
        text_printf(text, "%d|%d%s\n", b, b, b == BLOCKS ? "|-1|7" : "");
    text_add(text, "$\n0->2|0$0\n");
    weight = 1 + (uint64_t)back * (BLOCKS - 2);
    for (int b = 2; b < BLOCKS; b++) {
        text_printf(text, "%d->%d|0$0\n", b, b + 1);
        for (int i = 0; i < back; i++) {
            int target = i == 0 || b - i < 2 ? 2 : b - i;
            text_printf(text, "%d~>%d|%llu$%llu\n", b, target, (unsigned long long)weight, (unsigned long long)weight);
            weight += 1 + (uint64_t)back * (uint64_t)(BLOCKS - target);
        }
    }
    text_printf(text, "%d->1|0$0\n", BLOCKS);
}

/* Path numbers that follow each other: from ENTRY down to the last edge back to the first block, then on from there. */
static size_t chain_numbers(const struct path_graph *graph, uint64_t *numbers, struct arena *arena)
{
    const struct csi_function *function = path_graph_function(graph);
    uint64_t from = 0;
    size_t count = 0;
    for (; count < PATHS; count++) {
        struct path path;
        const uint32_t *edges;
        numbers[count] = from + 1;
        if (!path_decode(graph, numbers[count], arena, &path))
            break;
        if (!path_ended_by(graph, &path, &edges))
            return count + 1;
        from = function->edges[edges[0]].weight;
    }
    return count;
}

static void measure(const char *name, int ways)
{
    struct text text = {0};
    struct arena arena = {0};
    struct csi_paths paths;
    struct suffix suffix;
    write_function(&text, ways);
    double start_time = now();
    csi_paths_read(text_str(&text), "bench", &arena, &paths);
    struct path_graph *graph = path_graph_open(&paths.functions[0]);
    double loaded = now();
    uint64_t array[PATHS + 1] = {0};
    size_t count = chain_numbers(graph, array, &arena);
    uint32_t start = 0;
    array[PATHS] = UINT64_MAX;
    struct suffix_values values = {.has_array = true, .array = array, .slots = PATHS + 1, .has_index = true, .index = (int64_t)count, .has_current = true};
    if (count && path_graph_root(graph, array[count - 1] - (count > 1), &start))
        values.current = paths.functions[0].edges[start == PATH_FROM_ENTRY ? 0 : start].increment;
    struct suffix_position position = {.has_block = true, .block = BLOCKS / 2};
    double chained = now();
    suffix_decode(graph, &values, &position, NULL, &arena, &suffix);
    printf("%s, %zu edges: %.0f ms loaded, %zu warnings\n", name, paths.functions[0].edge_count, loaded - start_time, path_graph_warning_count(graph));
    printf("1e5-block function, %zu paths decoded: %.0f ms (%s, %zu blocks in the last)\n", count, now() - chained, suffix_status_names[suffix.status],
           suffix.path_count ? suffix.paths[suffix.path_count - 1].path.count : 0);
    path_graph_close(graph);
    arena_free(&arena);
    text_free(&text);
}

int main(void)
{
    measure("a chain with one way back a block", 1);
    measure("nine ways back a block", 9);
    return 0;
}
