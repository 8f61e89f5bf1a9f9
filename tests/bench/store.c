/* store.c - measures the store for `make bench`: one subcommand per row.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     store index PATH [THREADS [best|scalar|avx2]]    indexes from nothing: "CPU WALL TEXT-BYTES INDEX-BYTES DEPENDENCES", seconds
 *     store slice PATH ROUNDS                          each round "SLICE GATHER": ns per dependence of a backward slice, ns per random gather from 256 MB
 *     store lookups PATH ROUNDS                        each round "LOOK-UP CHASE": ns per dependence looked up, ns per step of a chase through as much memory
 *     store users PATH ROUNDS                          each round "WORST MEDIAN ...": ms for the users of one execution, of some hundreds
 *     store open PATH ROUNDS [cold]                    each round: ms from nothing to the first 60 look-ups, with an index
 *     store skeleton PATH ROUNDS                       each round: ms for all instructions of a text without an index; 1: it reached the end
 *     store rss PATH                                   "INDEXING BROWSING": the largest RssAnon in MB
 *     store closure PATH ID INSTANCE                   "NODES CPU": seconds to load the text and slice
 *     store screen MARK PROGRAM ARGUMENT...            ms until a program on a terminal has shown MARK
 *     store evict FILE...                              drops files from the page cache
 *
 * Rounds measure CPU time, except users, open and screen, which measure elapsed time. */
#include "recording/questions/slice.h"
#include "recording/store/store.h"

#include "bench.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SCREEN_LOOKS = 60, SAMPLE = 1 << 18, USERS_SAMPLE = 400, SLICE_STARTS = 6 };

enum how { FROM_TEXT = STORE_INDEX_REBUILD, FROM_INDEX = STORE_INDEX_ALWAYS };

static struct store *trace_open_with(const char *path, enum how how, unsigned threads, enum wet_path wet_path)
{
    struct store_options options = {.index = (enum store_index)how, .threads = threads, .path = wet_path};
    struct store *store;
    struct error error;
    if (!store_open(path, &options, &store, &error)) {
        fprintf(stderr, "store: %s: %s\n", path, error.message);
        exit(1);
    }
    return store;
}

static struct store *trace_open(const char *path, enum how how)
{
    return trace_open_with(path, how, 0, WET_PATH_BEST);
}

static uint64_t index_size(const struct store *store)
{
    return store_files(store).index_size;
}

static uint64_t text_size(const char *path)
{
    struct file_stat stat;
    return file_stat(path, &stat) ? stat.size : 0;
}

/* ---- Nodes to ask for ---- */

/* Random nodes, an instruction as often as it ran: people look at hot code more often. */
static struct node *nodes_sample(const struct store *store, size_t count)
{
    uint64_t instructions = store_count(store), sum = 0, state = 1;
    uint64_t *sums = memory_allocate((instructions + 1) * sizeof *sums);
    struct node *nodes = memory_allocate(count * sizeof *nodes);
    for (uint64_t i = 0; i < instructions; i++)
        sums[i] = sum += store_instruction(store, i).executions;
    for (size_t n = 0; n < count; n++) {
        uint64_t wanted = bench_random(&state) % sum, low = 0, high = instructions - 1;
        while (low < high) {
            uint64_t middle = (low + high) / 2;
            if (sums[middle] > wanted)
                high = middle;
            else
                low = middle + 1;
        }
        nodes[n] = (struct node){low, sums[low] - 1 - wanted};
    }
    free(sums);
    return nodes;
}

/* Looks up a node as a line of the screen does: appends its definers. */
static void look_up(const struct store *store, struct node node, struct links *links)
{
    links->count = 0;
    if (!store_definers(store, node, NULL, links))
        exit(1);
}

/* ---- Rows 1 to 4 and 8: indexing ---- */

static int bench_index(int count, char **arguments)
{
    unsigned threads = count > 1 ? (unsigned)strtoul(arguments[1], NULL, 10) : 0;
    enum wet_path path = count < 3 ? WET_PATH_BEST : strcmp(arguments[2], "scalar") == 0 ? WET_PATH_SCALAR : WET_PATH_AVX2;
    double start = bench_wall();
    struct store *store = trace_open_with(arguments[0], FROM_TEXT, threads, path);
    double wall = bench_wall() - start;
    printf("%.6f %.6f %" PRIu64 " %" PRIu64 " %" PRIu64 "\n", bench_cpu(), wall, text_size(arguments[0]), index_size(store),
           store_summary(store).dependences);
    store_close(store);
    return 0;
}

/* ---- Row 10: slices ---- */

static struct reached *slice_make(const struct store *store, struct node from)
{
    struct reached *slice;
    if (!slice_backward(store, from, REACH_ALL, NULL, &slice))
        exit(1);
    return slice;
}

/* The dependences that a slice follows. */
static uint64_t slice_dependences(const struct store *store, const struct reached *slice)
{
    struct links links = {0};
    uint64_t sum = 0, uncertain[LINK_KINDS] = {0};
    for (uint64_t i = 0; i < reached_count(slice); i++) {
        links.count = 0;
        if (!store_certain_definers(store, reached_get(slice, i), NULL, &links, uncertain))
            exit(1);
        sum += links.count;
    }
    links_free(&links);
    return sum;
}

/* The node with the largest slice among a few: the last executions of the last instruction, and of some random ones. */
static struct node slice_start(const struct store *store)
{
    struct node *starts = nodes_sample(store, SLICE_STARTS), best = starts[0];
    uint64_t most = 0;
    starts[0].index = store_summary(store).instructions - 1;
    for (size_t i = 0; i < SLICE_STARTS; i++) {
        starts[i].instance = store_instruction(store, starts[i].index).executions - 1;
        struct reached *slice = slice_make(store, starts[i]);
        if (reached_count(slice) > most) {
            most = reached_count(slice);
            best = starts[i];
        }
        reached_free(slice);
    }
    free(starts);
    return best;
}

static int bench_slice(int count, char **arguments)
{
    struct store *store = trace_open(arguments[0], FROM_INDEX);
    struct bench_gather *gather = bench_gather_new();
    struct node from = slice_start(store);
    struct reached *slice = slice_make(store, from);
    uint64_t dependences = slice_dependences(store, slice);
    for (int round = 0, rounds = count > 1 ? atoi(arguments[1]) : 1; round < rounds; round++) {
        reached_free(slice);
        double start = bench_cpu();
        slice = slice_make(store, from);
        double time = (bench_cpu() - start) * 1e9 / (double)dependences;
        printf("%.3f %.3f %" PRIu64 " %" PRIu64 "\n", time, bench_gather_run(gather), reached_count(slice), dependences);
    }
    bench_gather_free(gather);
    reached_free(slice);
    store_close(store);
    return 0;
}

static int bench_closure(int count, char **arguments)
{
    struct store *store = trace_open(arguments[0], FROM_TEXT);
    struct node from;
    if (count != 3 || !store_find_id(store, strtoull(arguments[1], NULL, 10), &from.index))
        return 1;
    from.instance = strtoull(arguments[2], NULL, 10);
    struct reached *slice = slice_make(store, from);
    printf("%" PRIu64 " %.6f\n", reached_count(slice), bench_cpu());
    reached_free(slice);
    store_close(store);
    return 0;
}

/* ---- Row 11: look-ups ---- */

/* Each look-up depends on the last answer (no execution has the top bit set), as each step of the chase does: none can begin before the one before it
 * ends. */
static double look_ups_time(const struct store *store, const struct node *sample, struct links *links)
{
    uint64_t found = 0;
    double start = bench_cpu();
    for (size_t i = 0; i < SAMPLE;) {
        look_up(store, sample[i], links);
        found += links->count;
        i += 1 + (links->count ? links->items[links->count - 1].node.instance >> 63 : 0);
    }
    return (bench_cpu() - start) * 1e9 / (double)found;
}

static int bench_lookups(int count, char **arguments)
{
    struct store *store = trace_open(arguments[0], FROM_INDEX);
    uint64_t memory = index_size(store) ? index_size(store) : store_summary(store).dependences * 12;
    struct bench_chase *chase = bench_chase_new(memory);
    struct node *sample = nodes_sample(store, SAMPLE);
    struct links links = {0};
    look_ups_time(store, sample, &links);
    for (int round = 0, rounds = count > 1 ? atoi(arguments[1]) : 1; round < rounds; round++) {
        double look = look_ups_time(store, sample, &links);
        printf("%.3f %.3f %" PRIu64 "\n", look, bench_chase_run(chase, SAMPLE), memory);
    }
    links_free(&links);
    free(sample);
    bench_chase_free(chase);
    store_close(store);
    return 0;
}

/* ---- Row 13: users ---- */

static int compare_numbers(const void *a, const void *b)
{
    double left = *(const double *)a, right = *(const double *)b;
    return (left > right) - (left < right);
}

static double users_time(const struct store *store, struct node node, struct links *links)
{
    double start = bench_wall();
    links->count = 0;
    if (!store_users(store, node, NULL, links))
        exit(1);
    return (bench_wall() - start) * 1e3;
}

/* Each iteration of a loop can use straight-line code before the loop. Of such definers of the sample's nodes, measures the slowest. */
static double once_worst(const struct store *store, const struct node *sample, struct links *links, size_t *users)
{
    struct links definers = {0};
    double worst = 0;
    for (size_t i = 0; i < USERS_SAMPLE; i++) {
        look_up(store, sample[i], &definers);
        for (size_t j = 0; j < definers.count; j++) {
            if (store_instruction(store, definers.items[j].node.index).executions != 1)
                continue;
            double time = users_time(store, definers.items[j].node, links);
            if (time > worst) {
                worst = time;
                *users = links->count;
            }
        }
    }
    links_free(&definers);
    return worst;
}

static int bench_users(int count, char **arguments)
{
    struct store *store = trace_open(arguments[0], FROM_INDEX);
    struct node *sample = nodes_sample(store, USERS_SAMPLE);
    struct links links = {0};
    size_t once_users = 0;
    double times[USERS_SAMPLE], first = users_time(store, sample[0], &links);
    for (int round = 0, rounds = count > 1 ? atoi(arguments[1]) : 1; round < rounds; round++) {
        size_t most = 0;
        for (size_t i = 0; i < USERS_SAMPLE; i++) {
            times[i] = users_time(store, sample[i], &links);
            if (links.count > most)
                most = links.count;
        }
        qsort(times, USERS_SAMPLE, sizeof *times, compare_numbers);
        double once = once_worst(store, sample, &links, &once_users);
        printf("%.4f %.4f %.4f %zu %.4f %zu\n", times[USERS_SAMPLE - 1], times[USERS_SAMPLE / 2], first, most, once, once_users);
    }
    links_free(&links);
    free(sample);
    store_close(store);
    return 0;
}

/* ---- Row 7: opening again ---- */

static int bench_open(int count, char **arguments)
{
    struct store *store = trace_open(arguments[0], FROM_INDEX);
    struct node *sample = nodes_sample(store, SCREEN_LOOKS);
    struct links links = {0};
    for (int round = 0, rounds = count > 1 ? atoi(arguments[1]) : 1; round < rounds; round++) {
        if (count > 2) {
            bench_evict(store_files(store).index);
            bench_evict(arguments[0]);
        }
        store_close(store);
        double start = bench_wall();
        store = trace_open(arguments[0], FROM_INDEX);
        for (size_t i = 0; i < SCREEN_LOOKS; i++)
            look_up(store, sample[i], &links);
        printf("%.3f\n", (bench_wall() - start) * 1e3);
    }
    links_free(&links);
    free(sample);
    store_close(store);
    return 0;
}

/* ---- Row 6: the skeleton ---- */

static int bench_skeleton(int count, char **arguments)
{
    enum { NO_LIMIT = 60000 };
    for (int round = 0, rounds = count > 1 ? atoi(arguments[1]) : 1; round < rounds; round++) {
        struct store_options options = {0};
        struct store *store;
        struct error error;
        double start = bench_wall();
        if (!store_open_provisional(arguments[0], &options, NO_LIMIT, &store, &error))
            return 1;
        printf("%.3f %d\n", (bench_wall() - start) * 1e3, store_provision(store).whole);
        store_close(store);
    }
    return 0;
}

/* ---- Row 9: memory ---- */

/* Browses like a person: instructions, definers, users, values. */
static void browse(const struct store *store)
{
    struct node *sample = nodes_sample(store, 4000);
    struct links links = {0};
    for (size_t i = 0; i < 4000; i++) {
        struct instruction instruction = store_instruction(store, sample[i].index);
        look_up(store, sample[i], &links);
        if (instruction.values)
            (void)store_value(store, sample[i].index, sample[i].instance % instruction.values);
        if (i % 40 == 0)
            users_time(store, sample[i], &links);
    }
    links_free(&links);
    free(sample);
}

static int bench_rss(int count, char **arguments)
{
    (void)count;
    struct bench_watch *watch = bench_watch_start();
    struct store *store = trace_open(arguments[0], FROM_TEXT);
    double indexing = bench_watch_peak(watch, true);
    browse(store);
    store_close(store);
    store = trace_open(arguments[0], FROM_INDEX);
    browse(store);
    double browsing = bench_watch_peak(watch, true);
    printf("%.1f %.1f\n", indexing, browsing);
    store_close(store);
    bench_watch_stop(watch);
    return 0;
}

/* ---- Row 5, and the command line ---- */

static int bench_screen(int count, char **arguments)
{
    if (count < 2)
        return 2;
    double seconds = bench_screen_time(arguments[0], arguments + 1);
    if (seconds < 0)
        return 1;
    printf("%.3f\n", seconds * 1e3);
    return 0;
}

static int bench_evict_all(int count, char **arguments)
{
    for (int i = 0; i < count; i++)
        bench_evict(arguments[i]);
    return 0;
}

int main(int count, char **arguments)
{
    static const struct {
        const char *name;
        int (*run)(int count, char **arguments);
    } commands[] = {{"index", bench_index},   {"slice", bench_slice}, {"lookups", bench_lookups}, {"users", bench_users}, {"open", bench_open},
                    {"skeleton", bench_skeleton}, {"rss", bench_rss}, {"closure", bench_closure}, {"screen", bench_screen}, {"evict", bench_evict_all}};
    for (size_t i = 0; count > 2 && i < sizeof commands / sizeof *commands; i++)
        if (strcmp(arguments[1], commands[i].name) == 0)
            return commands[i].run(count - 2, arguments + 2);
    fprintf(stderr, "usage: store index|slice|lookups|users|open|skeleton|rss|closure|screen|evict ...\n");
    return 2;
}
