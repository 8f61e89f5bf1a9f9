/* bench.h - clocks, and the speed of memory and machine, to compare benches with.  SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CLEW_BENCH_BENCH_H
#define CLEW_BENCH_BENCH_H

#include <stdbool.h>
#include <stdint.h>

double bench_cpu(void);             /* seconds of user and system time of this process so far, all threads */
double bench_wall(void);            /* seconds since a fixed moment */
uint64_t bench_random(uint64_t *state);

/* Random gathers from an array of 256 MB at addresses known beforehand: the most that memory delivers. Returns ns per gather. */
struct bench_gather;
struct bench_gather *bench_gather_new(void);
double bench_gather_run(struct bench_gather *gather);
void bench_gather_free(struct bench_gather *gather);

/* A pointer chase: one cycle through all cache lines of `bytes` of memory, in random order. Returns ns per step, over `steps` steps. */
struct bench_chase;
struct bench_chase *bench_chase_new(uint64_t bytes);
double bench_chase_run(struct bench_chase *chase, uint64_t steps);
void bench_chase_free(struct bench_chase *chase);

/* A thread measures the anonymous memory of the process every two milliseconds. The peak is in MB, since the last call with reset. */
struct bench_watch;
struct bench_watch *bench_watch_start(void);
double bench_watch_peak(struct bench_watch *watch, bool reset);
void bench_watch_stop(struct bench_watch *watch);

/* Runs a program on a terminal of 24 lines and ends it. Returns the seconds until it wrote the mark; below 0: it did not write it within a minute or before
 * it ended. */
double bench_screen_time(const char *mark, char **arguments);

/* Writes a file back to disk and drops it from the page cache. Ignores failures. */
void bench_evict(const char *path);

#endif
