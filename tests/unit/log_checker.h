/* log_checker.h - reads a recorder's log for tests and checks its rules.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Keeps every executed instruction with its value and addresses, and all records except segments, in order. A breach of the format fails the test. */
#ifndef CLEW_TESTS_UNIT_LOG_CHECKER_H
#define CLEW_TESTS_UNIT_LOG_CHECKER_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/core.h"
#include "recording/state/log_format.h"

struct executed {
    uint64_t address, value, accesses; /* the last is a hash of the addresses it loaded from and stored to */
    uint64_t has_value;
};

/* A record other than a segment. */
struct event {
    unsigned kind;
    uint64_t numbers[8];
    const char *text; /* behind the numbers of a LOG_MAP */
    size_t text_size;
    size_t executed;  /* number of instructions executed before it */
    int after_segment;
};

struct definition {
    const unsigned char *operations, *end;
};

struct log {
    struct log_header header;
    unsigned char *bytes;
    size_t size;
    struct definition *definitions;
    size_t definition_count;
    struct executed *executed;
    size_t executed_count, executed_room;
    struct event *events;
    size_t event_count, event_room;
    size_t segment_start; /* number of instructions executed before the last segment */
    int in_segment, ended;
    unsigned interrupted, shift_counts;
};

static uint64_t checked_number(const unsigned char *at, size_t size)
{
    uint64_t result = 0;
    assert_true(size <= sizeof result);
    memcpy(&result, at, size);
    return result;
}

static const unsigned char *log_take(const unsigned char **at, const unsigned char *end, size_t size)
{
    const unsigned char *start = *at;
    assert_true((size_t)(end - start) >= size);
    *at = start + size;
    return start;
}

static struct executed *log_last(struct log *log)
{
    assert_true(log->executed_count > 0);
    return &log->executed[log->executed_count - 1];
}

static void log_start_instruction(struct log *log, uint64_t address)
{
    if (log->executed_count == log->executed_room) {
        log->executed_room = log->executed_room == 0 ? 4096 : 2 * log->executed_room;
        log->executed = realloc(log->executed, log->executed_room * sizeof *log->executed);
        assert_non_null(log->executed);
    }
    log->executed[log->executed_count++] = (struct executed){address, 0, 0, 0};
}

static void log_access(struct log *log, uint64_t address)
{
    log_last(log)->accesses = log_last(log)->accesses * 31 + address;
}

/* One operation of a definition. `at` points to its operand, `record` to the rest of what the segment logged. */
static void checked_operation(struct log *log, int letter, const unsigned char **at, const unsigned char *end,
                          const unsigned char **record)
{
    const unsigned char *limit = log->bytes + log->size;
    size_t size;
    switch (letter) {
    case 'I':
        log_start_instruction(log, checked_number(log_take(at, end, 8), 8));
        size = *log_take(at, end, 1);
        assert_true(size <= 15);
        log_take(at, end, size);
        return;
    case 'C':
        assert_int_equal(log_last(log)->address, checked_number(log_take(at, end, 8), 8));
        return;
    case 'r': case 'w':
        assert_true(checked_number(log_take(at, end, 2), 2) >= 16);
        assert_true(checked_number(log_take(at, end, 2), 2) > 0);
        return;
    case 'R': case 'W':
        log_take(at, end, 5);
        assert_true(*log_take(record, limit, 1) < 8);
        return;
    case 'l': case 's':
        log_take(at, end, 4);
        log_access(log, checked_number(log_take(record, limit, 6), 6));
        return;
    case 'v':
        size = *log_take(at, end, 1);
        assert_true(size == 1 || size == 2 || size == 4 || size == 8);
        assert_false(log_last(log)->has_value);
        log_last(log)->value = checked_number(log_take(record, limit, size), size);
        log_last(log)->has_value = 1;
        return;
    case 'c':
        log->shift_counts++;
        log_take(record, limit, 1);
        return;
    case 'p':
        log_take(record, limit, 6);
        return;
    case 'x':
        log_take(at, end, 8);
        assert_ptr_equal(*at, end); /* it ends the segment */
        return;
    case 'n':
        assert_true(*log_take(at, end, 1) <= LOG_JUMP_OTHER);
        log_take(at, end, 8);
        assert_ptr_equal(*at, end);
        return;
    default:
        fail_msg("operation '%c'", letter);
    }
}

static void log_segment(struct log *log, uint64_t id, const unsigned char **record)
{
    assert_true(id > 0 && id <= log->definition_count); /* defined before it runs */
    const unsigned char *at = log->definitions[id - 1].operations, *end = log->definitions[id - 1].end;
    log->in_segment = 1;
    log->segment_start = log->executed_count;
    while (at < end) {
        int letter = *at++;
        checked_operation(log, letter, &at, end, record);
    }
}

static void log_define(struct log *log, const unsigned char *payload, size_t size)
{
    assert_true(size > 4);
    assert_int_equal(checked_number(payload, 4), log->definition_count + 1);
    log->definitions = realloc(log->definitions, (log->definition_count + 1) * sizeof *log->definitions);
    assert_non_null(log->definitions);
    log->definitions[log->definition_count++] = (struct definition){payload + 4, payload + size};
}

/* The previous segment did not run to its end: the instruction at the address and all after it did not execute. */
static void log_interrupt(struct log *log, uint64_t address)
{
    log->interrupted++;
    for (size_t i = log->segment_start > 0 ? log->segment_start - 1 : 0; i < log->executed_count; i++)
        if (log->executed[i].address == address) {
            log->executed_count = i;
            return;
        }
}

/* Memory that a system call wrote: the pieces, then their bytes, or only the last ones if there were more than LOG_WRITTEN_MOST. */
static void log_written(const unsigned char *payload, size_t size)
{
    enum { HEAD = 32, PIECE = 16 };
    assert_true(size >= HEAD);
    uint64_t wrote = checked_number(payload + 16, 8), pieces = checked_number(payload + 24, 8), bytes = 0;
    assert_true(pieces <= LOG_WRITTEN_PIECES && size >= HEAD + pieces * PIECE);
    for (size_t i = 0; i < pieces; i++)
        bytes += checked_number(payload + HEAD + i * PIECE + 8, 8);
    assert_int_equal(size, HEAD + pieces * PIECE + bytes);
    assert_true(bytes <= wrote && bytes <= LOG_WRITTEN_MOST);
}

static void log_event(struct log *log, unsigned kind, const unsigned char *payload, size_t size)
{
    static const size_t sizes[] = {[LOG_MAP] = 24, [LOG_UNMAP] = 16, [LOG_KERNEL_READ] = 16, [LOG_KERNEL_WROTE] = 16,
                                   [LOG_KERNEL_REGISTER] = 16, [LOG_THREAD] = 8, [LOG_SIGNAL] = 24, [LOG_SIGNAL_RETURN] = 24,
                                   [LOG_SYSCALL] = 64, [LOG_SYSCALL_DONE] = 24, [LOG_END] = 8,
                                   [LOG_KERNEL_REGISTER_READ] = 16, [LOG_MOVE] = 24, [LOG_UNSUPPORTED] = 8, [LOG_DISCARD] = 16, [LOG_STACK] = 8, [LOG_FLOATING] = 16,
                                   [LOG_PROGRAM] = 1};
    if (kind == LOG_FLUSHED) {
        assert_int_equal(size, 0);
        return;
    }
    if (kind == LOG_WRITTEN) {
        log_written(payload, size);
        return;
    }
    assert_true(kind > LOG_SEGMENT && kind < sizeof sizes / sizeof sizes[0] && sizes[kind] > 0);
    assert_true(kind == LOG_MAP ? size > sizes[kind] : kind == LOG_UNSUPPORTED || kind == LOG_PROGRAM ? size >= sizes[kind] : size == sizes[kind]);
    struct event event = {kind, {0, 0, 0}, (const char *)payload + sizes[kind], size - sizes[kind], 0, log->in_segment};
    memcpy(event.numbers, payload, sizes[kind]);
    if (kind == LOG_SIGNAL && log->in_segment)
        log_interrupt(log, event.numbers[2]);
    event.executed = log->executed_count;
    log->ended = kind == LOG_END;
    if (log->event_count == log->event_room) {
        log->event_room = log->event_room == 0 ? 256 : 2 * log->event_room;
        log->events = realloc(log->events, log->event_room * sizeof *log->events);
        assert_non_null(log->events);
    }
    log->events[log->event_count++] = event;
}

static void log_load(struct log *log, const char *path)
{
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    assert_int_equal(fseek(file, 0, SEEK_END), 0);
    log->size = (size_t)ftell(file);
    rewind(file);
    log->bytes = malloc(log->size + 1);
    assert_non_null(log->bytes);
    assert_int_equal(fread(log->bytes, 1, log->size, file), log->size);
    fclose(file);
}

static void log_read(struct log *log, const char *path)
{
    memset(log, 0, sizeof *log);
    log_load(log, path);
    const unsigned char *at = log->bytes, *end = at + log->size;
    memcpy(&log->header, log_take(&at, end, sizeof log->header), sizeof log->header);
    assert_memory_equal(log->header.magic, LOG_MAGIC, sizeof log->header.magic);
    assert_int_equal(log->header.version, LOG_VERSION);
    assert_int_equal(log->header.header_size, sizeof log->header);
    while (at < end) {
        assert_false(log->ended); /* nothing follows */
        uint64_t id = checked_number(log_take(&at, end, 4), 4);
        if (id < LOG_SPECIAL) {
            log_segment(log, id, &at);
            continue;
        }
        size_t size = checked_number(log_take(&at, end, 4), 4);
        const unsigned char *payload = log_take(&at, end, size);
        if (id - LOG_SPECIAL == LOG_SEGMENT)
            log_define(log, payload, size);
        else
            log_event(log, (unsigned)(id - LOG_SPECIAL), payload, size);
        if (id - LOG_SPECIAL != LOG_SEGMENT)
            log->in_segment = 0;
    }
}

static void log_free(struct log *log)
{
    free(log->bytes);
    free(log->definitions);
    free(log->executed);
    free(log->events);
}

/* The first event of a kind from `from` on, or NULL. */
static inline const struct event *log_find(const struct log *log, size_t from, unsigned kind)
{
    for (size_t i = from; i < log->event_count; i++)
        if (log->events[i].kind == kind)
            return &log->events[i];
    return NULL;
}

#endif
