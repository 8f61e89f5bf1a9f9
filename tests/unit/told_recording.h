/* told_recording.h - makes a recording of four instructions: two threads, frames, values, several definers.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * `count` executions, seemingly random and always the same. Needs no test library. */
#ifndef CLEW_TESTS_TOLD_RECORDING_H
#define CLEW_TESTS_TOLD_RECORDING_H

#include "recording/store/store.h"

struct told {
    struct store_writer *writer;
    uint32_t ports[4], values[4];
    uint64_t executions[4];
};

static inline struct writer_instruction told_site(void *context, uint64_t i)
{
    const struct told *told = context;
    return (struct writer_instruction){.site = (uint32_t)i + 1, .has_values = i > 0, .values = told->values[i], .id = 5 + i, .address = 0x1000 - 4 * i,
                                       .line = i, .executions = told->executions[i], .file = str_of("a.c"), .function = str_of(i ? "f" : "main"),
                                       .ports = &told->ports[i], .port_count = 1};
}

static inline uint64_t told_scramble(uint64_t number)
{
    number = (number ^ number >> 30) * 0xbf58476d1ce4e5b9u;
    number = (number ^ number >> 27) * 0x94d049bb133111ebu;
    return number ^ number >> 31;
}

static inline void told_call(struct told *told, uint64_t thread, uint64_t n)
{
    static const uint64_t numbers[] = {0, 1, 20, 22, 257};
    struct store_system_call call = {.time = n + 1, .now = n + 1, .entered = n + 1, .left = n + 1, .thread = thread, .number = numbers[n / 90 % 5],
                                     .result = told_scramble(n) % 100, .arguments = {1, 0x1000, 2}, .has_result = 1, .has_arguments = 1};
    store_writer_system_call(told->writer, &call);
}

static inline void told_run(struct told *told, uint64_t count)
{
    for (uint64_t n = 0; n < count; n++) {
        uint32_t site = (uint32_t)(n % 7 ? told_scramble(n) % 4 : n / 7 % 2), before = (site + 1) % 4;
        uint64_t thread = 1 + n / 100 % 2, x = told->executions[site]++;
        if (n % 50 == 0)
            store_writer_frame_begins(told->writer, thread, n ? n : 0, false, n % 100 == 0);
        store_writer_run(told->writer, thread, site + 1, x);
        if (told->executions[before])
            store_writer_link(told->writer, told->ports[site], x, before + 1, told->executions[before] - 1);
        store_writer_link(told->writer, told->ports[site], x, site + 1, x / 2);
        if (site)
            store_writer_value(told->writer, told->values[site], x, told_scramble(n) >> n % 64);
        if (n % 50 == 49)
            store_writer_frame_ends(told->writer, thread);
        if (n % 90 == 89)
            told_call(told, thread, n);
    }
}

static inline bool told_recording(const char *path, uint64_t count, struct error *error)
{
    struct told told = {0};
    struct writer_totals totals;
    if (!store_writer_open(path, &told.writer, error))
        return false;
    for (unsigned i = 0; i < 4; i++) {
        told.ports[i] = store_writer_port(told.writer);
        told.values[i] = store_writer_values(told.writer);
    }
    told_run(&told, count);
    store_writer_note(told.writer, "program", str_of("/bin/x"));
    struct writer_program program = {.count = 4, .instruction = told_site, .context = &told};
    return store_writer_finish(told.writer, &program, &totals, NULL, error);
}

#endif
