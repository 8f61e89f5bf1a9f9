/* test_gnatcov_input.h - makes a program, and traces with the records that a test wants.  SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CLEW_TESTS_TEST_GNATCOV_INPUT_H
#define CLEW_TESTS_TEST_GNATCOV_INPUT_H

#include "tests/unit/test_symbols_programs.h"

#include "coverage/coverage.h"

#include <inttypes.h>
#include <utime.h>
#include <zlib.h>

static const char source[] = "int zero;\nvoid _start(void) { zero = 1; for (;;); }\n";
static const char fixed[] = "-nostdlib -static -no-pie -O1 -g -Wl,--build-id=none", movable[] = "-nostdlib -static-pie -fPIE -O1 -g -Wl,--build-id=none";
enum { X86_64 = 62, CHANGED = 1771061400 };             /* 2026-02-14 09:30:00 UTC */

/* The records of a trace; zeroed: none. */
struct record {
    const char *name, *time;
    uint64_t size, crc;
    unsigned machine, address_size;     /* 0: X86_64, 8 */
    uint64_t address;                   /* of one entry of 12 bytes; 0: none */
    const char *object;                 /* a shared object, loaded at 0x7f0000000000; 4 of its bytes ran */
    bool decisions;
    const char *tail;                   /* bytes to append */
};

static inline void info_write(struct text *out, uint32_t tag, const char *text)
{
    if (text)
        gnatcov_write_info(out, tag, str_of(text));
}

static inline void number_write(struct text *out, uint32_t tag, uint64_t number)
{
    struct text text = {0};
    text_printf(&text, " %" PRIu64, number);
    if (number)
        gnatcov_write_info(out, tag, text_str(&text));
    text_free(&text);
}

static inline void infos_write(struct text *out, const char *name, const struct record *record)
{
    info_write(out, GNATCOV_EXECUTABLE, name);
    number_write(out, GNATCOV_SIZE, record->size);
    info_write(out, GNATCOV_TIME_STAMP, record->time);
    number_write(out, GNATCOV_CRC32, record->crc);
}

static inline void trace_text(struct text *out, const struct record *record)
{
    unsigned size = record->address_size ? record->address_size : 8, machine = record->machine ? record->machine : X86_64;
    const struct record nothing = {.size = 1, .crc = 1, .time = "2000-01-01 00:00:00"};
    if (!record->decisions) {
        gnatcov_write_header(out, GNATCOV_INFO, size, machine);
        infos_write(out, record->name, record);
        gnatcov_write_info(out, GNATCOV_END, (struct str){0});
    }
    gnatcov_write_header(out, record->decisions ? GNATCOV_DECISION_MAP : GNATCOV_FLAT, size, machine);
    if (record->address)
        gnatcov_write_entry(out, size, record->address, 12, 0x11);
    if (record->object) {
        gnatcov_write_entry(out, size, UINT64_C(0x7f0000000000), GNATCOV_OBJECT_LOADED, GNATCOV_SPECIAL);
        infos_write(out, record->object, &nothing);
        number_write(out, GNATCOV_CODE_SIZE, 0x1000000);
        gnatcov_write_info(out, GNATCOV_END, (struct str){0});
        gnatcov_write_entry(out, size, UINT64_C(0x7f0000000000) + 16, 4, 0x11);
    }
    if (record->tail)
        text_add(out, record->tail);
}

static inline void text_write(const char *path, struct text *text)
{
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(text->data, 1, text->size, file), text->size);
    assert_int_equal(fclose(file), 0);
    text_free(text);
}

static inline void trace_write(const char *path, const struct record *record)
{
    struct text text = {0};
    trace_text(&text, record);
    text_write(path, &text);
}

/* A program with a known time of last change, and the record of a trace that fits it. */
static inline struct record program_made(const char *name, const char *options)
{
    struct arena arena = {0};
    struct str bytes;
    struct error error;
    struct utimbuf times = {CHANGED, CHANGED};
    compile(name, source, options);
    assert_int_equal(utime(name, &times), 0);
    assert_true(file_read(name, &arena, &bytes, &error));
    struct symbols *symbols = opened(name);
    struct record record = {.name = name, .size = bytes.size, .time = "2026-02-14 09:30:00", .address = function_named(symbols, "_start").address};
    record.crc = crc32(0, (const Bytef *)bytes.data, (uInt)bytes.size);
    symbols_close(symbols);
    arena_free(&arena);
    return record;
}

static inline struct gnatcov_input input_of(const char *trace, const char *const *executables)
{
    struct gnatcov_input input = {.executables = executables};
    struct error error;
    while (executables && executables[input.executable_count])
        input.executable_count++;
    if (!gnatcov_input_add(&input, trace, &error))
        fail_msg("%s", error.message);
    return input;
}

/* The notices of one trace; the caller frees nothing. */
static inline const char *notices_of(const char *trace, const char *const *executables)
{
    static char notices[2048];
    struct gnatcov_input input = input_of(trace, executables);
    struct error error;
    if (!gnatcov_input_attach(&input, &error))
        fail_msg("%s", error.message);
    assert_int_equal(input.problems.count, 0);
    snprintf(notices, sizeof notices, "%s", text_string(&input.notices));
    gnatcov_input_close(&input);
    return notices;
}

static inline const char *notices_of_record(const struct record *record)
{
    trace_write("t.trace", record);
    return notices_of("t.trace", NULL);
}

#endif
