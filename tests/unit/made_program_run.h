/* made_program_run.h - the second half of made_program.h: runs the made program, and writes its log.  SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CLEW_TESTS_MADE_PROGRAM_RUN_H
#define CLEW_TESTS_MADE_PROGRAM_RUN_H

#include "made_program.h"

/* ---- Moments ---- */

static inline struct made_moment made_now(const struct made *made)
{
    struct made_moment moment = {.touches = made->touches_count, .shared = made->shared, .instructions = made->instructions};
    memcpy(moment.registers, made->registers[made->thread], REGISTERS_SIZE);
    memcpy(moment.memory, made->memory, MADE_SIZE);
    return moment;
}

/* Something else is about to happen. */
static inline void made_note_behind(struct made *made)
{
    if (made->pending)
        ARRAY_ADD(made, behind, made_now(made));
    made->pending = false;
}

static inline void made_begin_instruction(struct made *made, const struct made_part *part)
{
    made_note_behind(made);
    if (made->instructions == made->closes)
        ARRAY_ADD(made, before, made_now(made));        /* the recording ends here */
    made->instruction = part->address;
    made->yours = part->yours && made->instructions >= made->opens && made->instructions < made->closes;
    made->instructions++;
    if (!made->yours)
        return;
    ARRAY_ADD(made, before, made_now(made));
    made->before[made->before_count - 1].instructions--;        /* this one has not run */
    made->times++;
    made->pending = true;
}

/* ---- Records ---- */

static inline struct log_record made_record(const struct made *made, size_t i)
{
    const struct made_record_bytes *record = &made->records[i];
    return (struct log_record){.kind = record->kind, .segment = record->segment, .data = (const uint8_t *)made->bytes.data + record->at, .size = record->size,
                               .interrupted = record->interrupted, .fault = record->fault};
}

/* A record of the bytes that were written since `at`. */
static inline void made_add(struct made *made, struct made_record_bytes record)
{
    record.size = made->bytes.size - record.at;
    record.time = made->times + 1;
    record.touches = made->touches_count;
    ARRAY_ADD(made, records, record);
}

static inline void made_event(struct made *made, uint32_t kind, unsigned count, uint64_t first, uint64_t second, uint64_t third)
{
    uint64_t numbers[3] = {first, second, third};
    size_t at = made->bytes.size;
    made_note_behind(made);
    for (unsigned i = 0; i < count; i++)
        put_number(&made->bytes, numbers[i], 8);
    made_add(made, (struct made_record_bytes){.kind = kind, .at = at});
}

/* One number, then bytes. */
static inline void made_event_bytes(struct made *made, uint32_t kind, uint64_t number, const uint8_t *bytes, size_t size)
{
    size_t at = made->bytes.size;
    made_note_behind(made);
    put_number(&made->bytes, number, 8);
    text_append(&made->bytes, (struct str){(const char *)bytes, size});
    made_add(made, (struct made_record_bytes){.kind = kind, .at = at});
}

static inline void made_registers(struct made *made)
{
    made_event_bytes(made, LOG_REGISTERS, made->thread, made->registers[made->thread], REGISTERS_SIZE);
}

static inline void made_define(struct made *made, uint32_t segment, struct text *definition)
{
    define_begin(definition, segment);
    for (unsigned i = 0; i < made_segments[segment].count; i++) {
        const struct made_part *part = &made_segments[segment].parts[i];
        if (part->starts)
            define_instruction(definition, part->address);
        else
            define_continuation(definition, part->address);
        part->define(definition);
    }
    size_t at = made->bytes.size;
    text_append(&made->bytes, text_str(definition));
    made_add(made, (struct made_record_bytes){.kind = LOG_SEGMENT, .segment = segment, .at = at});
}

/* ---- Runs ---- */

/* Runs the parts before `stop`: a signal interrupts that one. What the record has of it and the parts behind is garbage. */
static inline void made_run_segment(struct made *made, uint32_t id, unsigned stop)
{
    const struct made_segment *segment = &made_segments[id];
    struct made_record_bytes record = {.segment = id, .at = made->bytes.size, .interrupted = stop < segment->count};
    for (unsigned i = 0; i < segment->count; i++) {
        const struct made_part *part = &segment->parts[i];
        size_t at = made->bytes.size;
        if (i >= stop) {
            memset(text_extend(&made->bytes, part->logged), 0xee, part->logged);
            continue;
        }
        if (part->starts)
            made_begin_instruction(made, part);
        part->run(made);
        assert_int_equal(made->bytes.size - at, part->logged);
    }
    if (record.interrupted)
        record.fault = segment->parts[stop].address;
    made_add(made, record);
}

static inline void made_run_some(struct made *made, size_t step)
{
    static const uint32_t loop[] = {1, 2, 7, 3, 1, 2, 6, MADE_REPEAT};
    uint32_t segment = loop[made_below(made, 4) ? step % 8 : made_below(made, 8)];
    unsigned stop = made_below(made, 20) ? 2 : (unsigned)made_below(made, made_segments[segment].count + 1);
    if (segment == MADE_REPEAT) {       /* a fault in the continuation is one of the instruction: both records say so */
        stop = stop < 2 && made_below(made, 2) ? 0 : stop < 2 ? 1 : 2;
        made_run_segment(made, MADE_REPEAT, stop == 0 ? 0 : 1);
        made_run_segment(made, MADE_REPEATED, stop);
    } else {
        made_run_segment(made, segment, stop);
    }
    if (made->records[made->records_count - 1].interrupted)
        made_event(made, LOG_SIGNAL, 3, made->thread, 11, made->records[made->records_count - 1].fault);
}

/* ---- Events ---- */

static inline void made_change(struct made *made, uint64_t address, uint64_t size, bool zeros)
{
    for (uint64_t i = 0; i < size; i++)
        made->memory[address - MADE_BASE + i] = zeros ? 0 : (uint8_t)next_random(&made->random);
}

/* The kernel writes; perhaps the log has the bytes. */
static inline void made_kernel(struct made *made, bool told)
{
    uint64_t address = MADE_BASE + made_below(made, MADE_SIZE - 60), size = 1 + made_below(made, 60);
    made_event(made, LOG_KERNEL_WROTE, 2, address, size, 0);
    made_touch(made, MADE_LOST, address, size);
    made_change(made, address, size, false);
    if (!told)
        return;
    made_event_bytes(made, LOG_KERNEL_BYTES, address, made->memory + (address - MADE_BASE), size);
    made_touch(made, MADE_TOLD, address, size);
}

static inline void made_empty(struct made *made, uint32_t kind, uint64_t address, uint64_t size)
{
    made_event(made, kind, 2, address, size, 0);
    made_touch(made, MADE_LOST, address, size);
    made_change(made, address, size, true);
}

static inline void made_move(struct made *made)
{
    uint64_t size = 1 + made_below(made, 100), from = made_below(made, MADE_SIZE - size), to = made_below(made, MADE_SIZE - size);
    if (made->shared || (from < to + size && to < from + size))
        return;
    made_event(made, LOG_MOVE, 3, MADE_BASE + from, MADE_BASE + to, size);
    made_touch(made, MADE_MOVED, MADE_BASE + to, size);
    memcpy(made->memory + to, made->memory + from, size);
    made_empty(made, LOG_UNMAP, MADE_BASE + from, size);
}

static inline void made_share(struct made *made)
{
    uint64_t page = MADE_BASE + MADE_BORDER;
    if (made->shared) {
        made_event(made, LOG_UNMAP, 2, page, 4096, 0);
        made->shared = false;
    } else {
        made_event(made, LOG_SHARED, 2, page, 4096, 0);
        made->shared = true;
    }
    made_touch(made, MADE_LOST, page, MADE_SIZE - MADE_BORDER);
    made_change(made, page, MADE_SIZE - MADE_BORDER, false);
}

static inline void made_happen(struct made *made)
{
    switch (made_below(made, 20)) {
    case 0: case 1:
        made_event(made, LOG_THREAD, 1, 3 - made->thread, 0, 0);
        made->thread = 3 - made->thread;
        made_registers(made);
        break;
    case 2: case 3: made_kernel(made, true); break;
    case 4: made_kernel(made, false); break;
    case 5:                             /* shared pages go as a whole */
        made_empty(made, LOG_UNMAP, MADE_BASE + made_below(made, (made->shared ? MADE_BORDER : MADE_SIZE) - 90), 90);
        break;
    case 6: made_empty(made, LOG_DISCARD, MADE_BASE + made_below(made, MADE_SIZE - 50), 50); break;
    case 7: made_move(made); break;
    case 8: made_below(made, 3) ? (void)0 : made_share(made); break;
    case 9: made_event(made, LOG_SYSCALL_DONE, 3, made->thread, 1, 7); break;
    case 10: made_event(made, LOG_FLUSHED, 0, 0, 0, 0); break;
    case 11: made_event(made, LOG_SHARED, 2, MADE_BASE + 0x100000, 4096, 0); break;        /* only the first time says something */
    default: made_registers(made); break;
    }
}

static inline void made_run(struct made *made, uint64_t seed, size_t steps)
{
    struct text definition = {0};
    made->random = seed;
    made->thread = 1;
    for (unsigned thread = 1; thread < MADE_THREADS; thread++)
        for (unsigned i = 0; i < REGISTERS_SIZE; i++)
            made->registers[thread][i] = (uint8_t)next_random(&made->random);
    for (made->thread = 1; made->thread < MADE_THREADS; made->thread++) {
        made_set(made, MADE_RSI, MADE_BASE + 5 * made->thread);
        made_set(made, MADE_RDI, MADE_BASE + MADE_BORDER - 3);
    }
    made->thread = 1;
    made_change(made, MADE_BASE, MADE_SIZE, false);
    made_event(made, LOG_THREAD, 1, made->thread, 0, 0);
    for (uint32_t id = 1; id <= 3; id++)
        made_define(made, id, &definition);
    made_registers(made);
    for (uint32_t id = 4; id <= MADE_SEGMENTS; id++)
        made_define(made, id, &definition);
    for (size_t step = 0; step < steps; step++) {
        if (made->shared)
            made_change(made, MADE_BASE + MADE_BORDER + made_below(made, MADE_BORDER - 8), 8, false);
        if (made_below(made, 100) < 80)
            made_run_some(made, step);
        else
            made_happen(made);
    }
    made_note_behind(made);
    if (made->instructions <= made->closes)
        ARRAY_ADD(made, before, made_now(made));
    put_number(&made->bytes, 0, 8);     /* a record's data may be read up to 8 bytes beyond its end */
    text_free(&definition);
}

static inline void made_free(struct made *made)
{
    text_free(&made->bytes);
    free(made->records);
    free(made->touches);
    free(made->before);
    free(made->behind);
    *made = (struct made){0};
}

#endif
