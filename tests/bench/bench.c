/* bench.c - clocks, and the speed of memory and machine.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "bench.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <pty.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static double clock_seconds(clockid_t clock)
{
    struct timespec time;
    clock_gettime(clock, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

double bench_cpu(void)
{
    return clock_seconds(CLOCK_PROCESS_CPUTIME_ID);
}

double bench_wall(void)
{
    return clock_seconds(CLOCK_MONOTONIC);
}

/* Splitmix64: Steele, Lea, Flood, OOPSLA 2014. */
uint64_t bench_random(uint64_t *state)
{
    uint64_t mixed = *state += UINT64_C(0x9e3779b97f4a7c15);
    mixed = (mixed ^ mixed >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    mixed = (mixed ^ mixed >> 27) * UINT64_C(0x94d049bb133111eb);
    return mixed ^ mixed >> 31;
}

enum { HUGE_PAGE = 1 << 21 };

/* Uses huge pages if the system has them, so that benches measure memory, not address translation. Touches every page before a clock runs. */
static void *allocate(size_t size)
{
    bool is_large = size >= HUGE_PAGE;
    size_t step = is_large ? HUGE_PAGE : 64, whole = (size + step - 1) / step * step;
    void *memory = aligned_alloc(step, whole);
    if (!memory) {
        fprintf(stderr, "bench: no memory\n");
        exit(1);
    }
    if (is_large)
        madvise(memory, whole, MADV_HUGEPAGE);
    memset(memory, 1, size);
    return memory;
}

/* ---- Gathers ---- */

enum { GATHER_FROM = 1 << 26, GATHERS = 1 << 24 };

struct bench_gather {
    uint32_t *from, *places;
    volatile uint32_t sum;          /* keeps the compiler from dropping the loads */
};

struct bench_gather *bench_gather_new(void)
{
    struct bench_gather *gather = allocate(sizeof *gather);
    uint64_t state = 2;
    gather->from = allocate((size_t)GATHER_FROM * sizeof *gather->from);
    gather->places = allocate((size_t)GATHERS * sizeof *gather->places);
    for (uint32_t i = 0; i < GATHERS; i++)
        gather->places[i] = (uint32_t)bench_random(&state) & (GATHER_FROM - 1);
    bench_gather_run(gather);
    return gather;
}

double bench_gather_run(struct bench_gather *gather)
{
    const uint32_t *from = gather->from, *places = gather->places;
    uint32_t sum = 0;
    double start = bench_cpu();
    for (uint32_t i = 0; i < GATHERS; i++)
        sum += from[places[i]];
    gather->sum = sum;
    return (bench_cpu() - start) * 1e9 / GATHERS;
}

void bench_gather_free(struct bench_gather *gather)
{
    free(gather->from);
    free(gather->places);
    free(gather);
}

/* ---- The chase ---- */

enum { LINE = 64 };

struct bench_chase {
    struct chase_line {
        struct chase_line *next;
        char rest[LINE - sizeof(struct chase_line *)];
    } *lines;
    struct chase_line *volatile at;
};

/* One cycle through all lines: Sattolo's shuffle. */
struct bench_chase *bench_chase_new(uint64_t bytes)
{
    struct bench_chase *chase = allocate(sizeof *chase);
    uint64_t count = bytes / LINE + 2, state = 3;
    chase->lines = allocate(count * sizeof *chase->lines);
    for (uint64_t i = 0; i < count; i++)
        chase->lines[i].next = &chase->lines[i];
    for (uint64_t i = count - 1; i > 0; i--) {
        uint64_t other = bench_random(&state) % i;
        struct chase_line *next = chase->lines[i].next;
        chase->lines[i].next = chase->lines[other].next;
        chase->lines[other].next = next;
    }
    chase->at = chase->lines;
    return chase;
}

double bench_chase_run(struct bench_chase *chase, uint64_t steps)
{
    struct chase_line *at = chase->at;
    double start = bench_cpu();
    for (uint64_t i = 0; i < steps; i++)
        at = at->next;
    chase->at = at;
    return (bench_cpu() - start) * 1e9 / (double)steps;
}

void bench_chase_free(struct bench_chase *chase)
{
    free(chase->lines);
    free(chase);
}

/* ---- Memory ---- */

struct bench_watch {
    pthread_t thread;
    atomic_long peak;
    atomic_bool stop;
};

static long anonymous_memory(void)
{
    char status[4096];
    int file = open("/proc/self/status", O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return 0;
    ssize_t got = read(file, status, sizeof status - 1);
    close(file);
    status[got > 0 ? got : 0] = '\0';
    const char *found = strstr(status, "RssAnon:");
    return found ? strtol(found + strlen("RssAnon:"), NULL, 10) : 0;
}

static void *watch_run(void *argument)
{
    struct bench_watch *watch = argument;
    while (!atomic_load(&watch->stop)) {
        long now = anonymous_memory();
        if (now > atomic_load(&watch->peak))
            atomic_store(&watch->peak, now);
        nanosleep(&(struct timespec){0, 2000000}, NULL);
    }
    return NULL;
}

struct bench_watch *bench_watch_start(void)
{
    struct bench_watch *watch = allocate(sizeof *watch);
    atomic_init(&watch->peak, 0);
    atomic_init(&watch->stop, false);
    if (pthread_create(&watch->thread, NULL, watch_run, watch) != 0)
        exit(1);
    return watch;
}

double bench_watch_peak(struct bench_watch *watch, bool reset)
{
    long now = anonymous_memory(), peak = reset ? atomic_exchange(&watch->peak, 0) : atomic_load(&watch->peak);
    return (double)(now > peak ? now : peak) * 1024 / 1e6;
}

void bench_watch_stop(struct bench_watch *watch)
{
    atomic_store(&watch->stop, true);
    pthread_join(watch->thread, NULL);
    free(watch);
}

void bench_evict(const char *path)
{
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return;
    fdatasync(file);
    posix_fadvise(file, 0, 0, POSIX_FADV_DONTNEED);
    close(file);
}

/* ---- A screen ---- */

enum { SCREEN_BYTES = 1 << 18, SCREEN_SECONDS = 60 };

/* Reads the program's output until the mark appears. */
static bool mark_wait(int terminal, const char *mark, double until)
{
    static char text[SCREEN_BYTES];
    size_t used = 0;
    while (used < sizeof text && bench_wall() < until) {
        struct pollfd wait = {.fd = terminal, .events = POLLIN};
        if (poll(&wait, 1, 100) <= 0)
            continue;
        ssize_t got = read(terminal, text + used, sizeof text - used);
        if (got <= 0)
            return false;
        used += (size_t)got;
        if (memmem(text, used, mark, strlen(mark)))
            return true;
    }
    return false;
}

/* A program may still write while it ends: keeps reading its terminal. */
static void program_end(pid_t program, int terminal)
{
    char rest[4096];
    double until = bench_wall() + 2;
    kill(program, SIGTERM);
    while (waitpid(program, NULL, WNOHANG) == 0) {
        struct pollfd wait = {.fd = terminal, .events = POLLIN};
        if (bench_wall() > until)
            kill(program, SIGKILL);
        if (poll(&wait, 1, 20) > 0 && read(terminal, rest, sizeof rest) <= 0)
            nanosleep(&(struct timespec){0, 1000000}, NULL);
    }
    close(terminal);
}

double bench_screen_time(const char *mark, char **arguments)
{
    struct winsize size = {.ws_row = 24, .ws_col = 80};
    int terminal;
    double start = bench_wall();
    pid_t program = forkpty(&terminal, NULL, NULL, &size);
    if (program < 0)
        return -1;
    if (program == 0) {
        setenv("TERM", "xterm", 1);
        execv(arguments[0], arguments);
        _exit(127);
    }
    bool shown = mark_wait(terminal, mark, start + SCREEN_SECONDS);
    double time = bench_wall() - start;
    program_end(program, terminal);
    return shown ? time : -1;
}
