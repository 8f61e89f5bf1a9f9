/* fuzz_object_coverage.c - any bytes as an ELF file and a trace of it: the answers of object coverage agree.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The file begins at the first ELF magic of the input. The bytes before it are a trace of the file. If they are not a trace, they choose the stretches of
 * code that ran, and their op, because few random traces would meet any code. */
#include "coverage/coverage.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { ROUTINES = 64, LINES = 64, INSTRUCTIONS = 4096 };

static void promise(bool kept)
{
    if (!kept)
        abort();
}

static bool counts_equal(const struct object_counts *a, const struct object_counts *b)
{
    return a->instructions == b->instructions && a->executed == b->executed && a->branches == b->branches && a->both == b->both &&
           a->one_way == b->one_way && a->never == b->never && a->unrecorded == b->unrecorded;
}

static void check_counts(const struct object_counts *counts, enum object_level level)
{
    promise(counts->executed <= counts->instructions && counts->branches <= counts->instructions);
    promise(counts->both + counts->one_way + counts->never + counts->unrecorded == counts->branches);
    promise(level == OBJECT_BRANCH || counts->branches == 0);
}

/* An instruction is the same in a range and alone, and its mark agrees with the bytes. Checks at most a sample. */
static void check_range(struct object_coverage *coverage, const struct executed *executed, uint64_t address, uint64_t size)
{
    struct object_instruction *items, alone;
    size_t count = object_coverage_range(coverage, address, size, &items);
    uint64_t start;
    for (size_t i = 0; i < count && i < INSTRUCTIONS; i++) {
        uint64_t at = items[i].code.address;
        bool ran = executed_whole(executed, at, at + items[i].code.size - 1);
        promise(at - address < size && items[i].code.size > 0 && (i == 0 || at > items[i - 1].code.address));
        promise(object_coverage_at(coverage, at, &alone) && alone.mark == items[i].mark && alone.code.size == items[i].code.size && alone.op == items[i].op);
        promise(object_coverage_start(coverage, at, &start) && start == at);
        promise((items[i].mark != OBJECT_NOT) == ran);
        promise(items[i].mark == OBJECT_NOT || items[i].mark == OBJECT_COVERED || (items[i].code.conditional && object_coverage_level(coverage) == OBJECT_BRANCH));
    }
    free(items);
}

static void check_routines(struct object_coverage *coverage, const struct executed *executed)
{
    size_t count = object_coverage_routines(coverage), index;
    for (size_t i = 0; i < count && i < ROUTINES; i++) {
        struct object_routine routine, again;
        struct object_counts sum = {0};
        struct object_instruction *items;
        object_coverage_routine(coverage, i, &routine);
        check_counts(&routine.counts, object_coverage_level(coverage));
        promise(routine.mark == object_mark_of(&routine.counts) && !routine.routine->alias);
        promise(object_coverage_routine_named(coverage, routine.routine->name, &index) && index <= i);
        size_t found = object_coverage_range(coverage, routine.routine->address, routine.routine->size, &items);
        for (size_t k = 0; k < found; k++)
            object_count(&sum, object_coverage_level(coverage), &items[k]);
        free(items);
        promise(counts_equal(&sum, &routine.counts));
        check_range(coverage, executed, routine.routine->address, routine.routine->size);
        object_coverage_routine(coverage, i, &again);
        promise(counts_equal(&again.counts, &routine.counts) && again.mark == routine.mark);
    }
}

static void check_file(struct object_coverage *coverage, const struct object_file *file)
{
    size_t covered = 0;
    check_counts(&file->counts, object_coverage_level(coverage));
    for (size_t i = 0; i < file->line_count; i++) {
        const struct object_line *line = &file->lines[i];
        check_counts(&line->counts, object_coverage_level(coverage));
        covered += line->mark == OBJECT_COVERED;
        promise(line->line > 0 && (i == 0 || line->line > file->lines[i - 1].line) && line->range_count > 0 && line->mark == object_mark_of(&line->counts));
        promise(line->counts.instructions <= file->counts.instructions && object_file_line(file, line->line) == line);
        for (size_t k = 0; k < line->range_count && k < LINES; k++)
            promise(file->ranges[line->first_range + k]->line == line->line);
    }
    promise(covered == file->covered && object_file_percent(file) <= 100 && (object_file_percent(file) == 100) == (covered == file->line_count && covered));
}

/* Searching forwards and backwards finds the same places. */
static void check_finds(struct object_coverage *coverage)
{
    enum { FOUND = 100 };
    uint64_t places[FOUND], at = 0;
    struct object_instruction found;
    size_t count = 0;
    while (count < FOUND && object_coverage_find(coverage, at, 1, "->v?", true, &found)) {
        promise(count == 0 || found.code.address > at);
        places[count++] = at = found.code.address;
    }
    for (size_t i = count; i-- > 1; at = found.code.address)
        promise(object_coverage_find(coverage, at, -1, "->v?", true, &found) && found.code.address == places[i - 1]);
}

static void check_coverage(struct symbols *symbols, const struct executed *executed, enum object_level level)
{
    struct object_coverage *coverage = object_coverage_open(symbols, executed, level);
    const struct object_file *files;
    const struct code_span *spans;
    size_t count, span_count = symbols_spans(symbols, &spans);
    uint64_t inside, all, start;
    check_routines(coverage, executed);
    promise(object_coverage_files(coverage, NULL, &files, &count));
    for (size_t i = 0; i < count; i++)
        check_file(coverage, &files[i]);
    check_finds(coverage);
    for (size_t i = 0; i < span_count && i < ROUTINES; i++)
        for (uint64_t k = 0; k < spans[i].size && k < ROUTINES; k++)
            if (object_coverage_start(coverage, spans[i].address + k, &start))
                promise(start <= spans[i].address + k);
    object_coverage_fit(coverage, &inside, &all);
    promise(inside <= all);
    object_coverage_close(coverage);
}

/* Two bytes per stretch: its distance from the one before, its length, its op. */
static void execute_some(struct symbols *symbols, struct executed *executed, struct str seed)
{
    const struct code_span *spans;
    size_t count = symbols_spans(symbols, &spans), span = 0;
    uint64_t offset = 0;
    for (size_t i = 0; i + 1 < seed.size && span < count; i += 2) {
        unsigned char where = (unsigned char)seed.data[i], op = (unsigned char)seed.data[i + 1];
        offset += where >> 4;
        if (offset >= spans[span].size) {
            offset = 0;
            span++;
            continue;
        }
        uint64_t first = spans[span].address + offset, last = first + (where & 15);
        executed_add(executed, first, last < first ? UINT64_MAX : last, op);
        offset += where & 15;
    }
}

static void check_file_and_trace(struct symbols *symbols, struct str trace_bytes)
{
    struct executed_set set = {0};
    struct arena arena = {0};
    struct gnatcov_problems problems = {0};
    struct gnatcov trace;
    struct executed *own = executed_open();
    gnatcov_read(trace_bytes, "fuzz", &arena, &trace);
    bool added = trace.has_entries && executed_add_trace(&set, &trace, &problems, &arena, NULL);
    if (!added)
        execute_some(symbols, own, trace_bytes);
    for (int level = OBJECT_INSN; level <= OBJECT_BRANCH; level++)
        check_coverage(symbols, added ? set.bases[0].executed : own, (enum object_level)level);
    executed_close(own);
    executed_set_free(&set);
    arena_free(&arena);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct str all = {(const char *)data, size};
    char path[64];
    struct symbols *symbols;
    struct error error;
    size_t magic = str_find(all, str_of("\177ELF"));
    int file = memfd_create("fuzz", MFD_CLOEXEC);
    if (magic != SIZE_MAX && file >= 0 && write(file, data + magic, size - magic) == (ssize_t)(size - magic)) {
        snprintf(path, sizeof path, "/proc/self/fd/%d", file);
        if (symbols_open(path, &symbols, &error)) {
            check_file_and_trace(symbols, str_cut(all, 0, magic));
            symbols_close(symbols);
        }
    }
    if (file >= 0)
        close(file);
    return 0;
}
