/* fuzz_reconstruct.c - any bytes as a whole recorder's log: its definitions, runs and events become a trace.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Bits of the first byte choose the result: 1 a history instead of a recording; 2 with the memory check; 4 shows only the executable, including /x; 8 starts
 * at a function that does not exist, so that the window never opens. The rest is the log after its header. Files that the log maps do not exist. Ranges that
 * the kernel wrote, moved or read are cut to RANGE: a large range rightly costs its size, which is no fault. tests/run limits memory and time. */
#include "recording/log/log.h"
#include "recording/state/log_reader.h"
#include "recording/log/reconstruct.h"
#include "recording/log/sites.h"

#include "store_check.h"

#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { HISTORY = 1, CHECK = 2, EXECUTABLE = 4, WINDOW = 8, ALONE = 16, RING = 50, RANGE = 1 << 20 };

/* Copies the record, with an 8-byte number in it limited. */
static void cut(struct log_record *record, uint8_t *copy, size_t room, size_t at)
{
    const uint64_t most = RANGE;
    if (record->size < at + sizeof most || record->size > room)
        return;
    memcpy(copy, record->data, record->size);
    record->data = copy;
    if (log_number(copy + at, sizeof most) > most)
        memcpy(copy + at, &most, sizeof most);
}

/* May the mapped file exist? Then the result would depend on the machine. */
static bool names_file(const struct log_record *record)
{
    enum { NUMBERS = 24 };
    return record->kind == LOG_MAP && record->size > NUMBERS && !(record->data[NUMBERS] == '/' && record->data[record->size - 1] == 'x');
}

static bool read_log(int descriptor, struct reconstruction *reconstruction)
{
    struct log_reader *reader;
    struct log_record record;
    struct error error;
    uint8_t copy[64];
    if (!log_open(descriptor, &reader, &error))
        abort();
    bool good = true;
    while (good && log_next(reader, &record, &error)) {
        if (names_file(&record))
            continue;
        if (record.kind == LOG_KERNEL_WROTE || record.kind == LOG_KERNEL_READ)
            cut(&record, copy, sizeof copy, 8);
        else if (record.kind == LOG_MOVE)
            cut(&record, copy, sizeof copy, 16);
        good = reconstruct_record(reconstruction, &record, &error);
    }
    log_close(reader);
    return good;
}

/* Finishes a recording and checks that its answers agree. */
static void finish(struct collection *collection, struct sites *sites, bool history)
{
    struct site_source source = sites_source(sites);
    struct writer_totals totals;
    struct text_totals text_totals;
    struct store *store;
    struct error error;
    struct progress progress = {.report = NULL, .context = NULL};
    if (history) {
        FILE *file = fopen("/dev/null", "w");
        check(file && collection_write_history(collection, &source, file, &progress, &text_totals, &error));
        fclose(file);
    } else {
        check(collection_finish(collection, &source, &totals, &store, &error));
        check_store(store);
        store_close(store);
    }
}

static void reconstruct(int descriptor, unsigned what)
{
    struct record_options options = {.only = what & EXECUTABLE ? ONLY_EXECUTABLE : ONLY_ALL, .from = what & WINDOW ? "none" : NULL};
    struct store_writer *writer = NULL;
    struct error error;
    if (!(what & HISTORY))
        check(store_writer_open(NULL, &writer, &error));
    struct sites *sites = sites_open(&options, "/x");
    struct store_thread *store = writer ? store_thread_open(writer, what & ALONE ? THREAD_NONE : THREAD_BESIDE) : NULL;
    struct collection *collection = collection_open(what & HISTORY ? RING : 0, store);
    struct reconstruction *reconstruction = reconstruct_open(sites, collection);
    struct memory_check *memory = what & CHECK ? memory_check_open() : NULL;
    reconstruct_check(reconstruction, memory);
    (void)!read_log(descriptor, reconstruction);
    reconstruct_finish(reconstruction);
    finish(collection, sites, what & HISTORY);
    char message[256];
    struct text name = {0};
    struct fault fault;
    (void)!reconstruct_unsupported(reconstruction, message, sizeof message);
    (void)!fault_describe(reconstruction, &name, &fault);
    text_free(&name);
    reconstruct_close(reconstruction);
    memory_check_close(memory);
    collection_close(collection);
    store_thread_close(store);
    sites_close(sites);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0)
        return 0;
    int descriptor = memfd_create("log", MFD_CLOEXEC);
    struct log_header header = {LOG_MAGIC, LOG_VERSION, sizeof header, 0, 1, 0, LOG_ORIGIN_START};
    if (write(descriptor, &header, sizeof header) != sizeof header || write(descriptor, data + 1, size - 1) != (ssize_t)(size - 1))
        abort();
    lseek(descriptor, 0, SEEK_SET);
    reconstruct(descriptor, data[0]);
    close(descriptor);
    return 0;
}
