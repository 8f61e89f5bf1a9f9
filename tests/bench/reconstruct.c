/* reconstruct.c - measures how fast a recorder's log becomes dependences.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     reconstruct last|history|store LOG PROGRAM      prints INSTRUCTIONS SECONDS (user and system time to read LOG to its end)
 *
 * LOG comes from a run of the executable PROGRAM; its instructions are shown, as with clew record. The bench drops a store unfinished. `last` makes
 * a history of one dependence, so that finding dependences takes nearly all of the time. */
#include "tests/bench/bench.h"

#include "recording/log/log.h"
#include "recording/state/log_reader.h"
#include "recording/log/reconstruct.h"
#include "recording/log/sites.h"
#include "recording/store/writer.h"

#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { HISTORY = 100000 };

static bool read_log(int descriptor, struct reconstruction *reconstruction, struct error *error)
{
    struct log_reader *reader;
    struct log_record record;
    if (!log_open(descriptor, &reader, error))
        return false;
    bool good = true;
    while (good && log_next(reader, &record, error))
        good = reconstruct_record(reconstruction, &record, error);
    good = good && !log_failed(reader);
    log_close(reader);
    reconstruct_finish(reconstruction);
    return good;
}

static bool measure(bool store, uint64_t history, const char *log, const char *program, struct error *error)
{
    struct store_writer *writer = NULL;
    int descriptor = open(log, O_RDONLY | O_CLOEXEC);
    if (descriptor < 0 || (store && !store_writer_open("reconstructed.clew", &writer, error)))
        return descriptor >= 0 || error_set(error, "no log");
    double start = bench_cpu();
    struct sites *sites = sites_open(&(struct record_options){0}, program);
    struct store_thread *thread = store ? store_thread_open(writer, THREAD_NONE) : NULL;       /* one core, as row 15 says */
    struct collection *collection = collection_open(store ? 0 : history, thread);
    struct reconstruction *reconstruction = reconstruct_open(sites, collection);
    bool good = read_log(descriptor, reconstruction, error);
    if (good)
        printf("%" PRIu64 " %.4f\n", reconstruct_totals(reconstruction).executed, bench_cpu() - start);
    reconstruct_close(reconstruction);
    collection_close(collection);
    store_thread_close(thread);
    sites_close(sites);
    store_writer_drop(writer);
    close(descriptor);
    return good;
}

int main(int argc, char **argv)
{
    struct error error;
    if (argc != 4 || !measure(strcmp(argv[1], "store") == 0, strcmp(argv[1], "last") == 0 ? 1 : HISTORY, argv[2], argv[3], &error)) {
        fprintf(stderr, "reconstruct: %s\n", argc == 4 ? error.message : "wrong arguments");
        return 1;
    }
    return 0;
}
