/* made_pieces.h - the pieces of a made program's log, and a machine that runs the log itself.  SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CLEW_TESTS_MADE_PIECES_H
#define CLEW_TESTS_MADE_PIECES_H

#include "recording/state/piece.h"
#include "made_program.h"

/* ---- Pieces ---- */

struct made_piece {
    struct text bytes, lines, summary;  /* summary: empty if a later piece has it */
    uint64_t time, instructions;
    size_t begin, end;                  /* its records */
};

struct made_pieces {
    struct micro_codes *codes;          /* as the writer hands them over */
    ARRAY(struct made_piece, pieces);
    ARRAY(struct text, definitions);
    ARRAY(uint32_t, segments);          /* of the definitions */
    size_t begin, now;                  /* records: where the open piece begins; the one that the writer takes */
};

static inline void made_take_piece(void *context, const struct finished_piece *finished)
{
    struct made_pieces *made = context;
    struct made_piece piece = {.time = finished->time, .instructions = finished->instructions, .begin = made->begin, .end = made->now};
    text_append(&piece.bytes, finished->bytes);
    text_append(&piece.lines, finished->touched);
    text_append(&piece.summary, finished->summary);
    ARRAY_ADD(made, pieces, piece);
    made->begin = made->now;
}

static inline void made_take_definition(void *context, uint32_t segment, struct str definition)
{
    struct made_pieces *made = context;
    struct error error;
    struct text copy = {0};
    text_append(&copy, definition);
    ARRAY_ADD(made, definitions, copy);
    ARRAY_ADD(made, segments, segment);
    if (!micro_define_terse(made->codes, definition, &error))
        fail_msg("%s", error.message);
}

static inline void made_pieces_write(struct made_pieces *pieces, const struct made *made, uint64_t least)
{
    *pieces = (struct made_pieces){.codes = micro_codes_open()};
    struct piece_writer *writer = piece_writer_open((struct piece_sink){made_take_piece, made_take_definition, pieces}, least);
    while (made->records[pieces->begin].kind != LOG_REGISTERS)
        pieces->begin++;
    for (pieces->now = 0; pieces->now < made->records_count; pieces->now++) {
        struct log_record record = made_record(made, pieces->now);
        piece_writer_record(writer, &record, made->records[pieces->now].time);
    }
    piece_writer_finish(writer);
    piece_writer_close(writer);
}

static inline void made_pieces_free(struct made_pieces *made)
{
    for (size_t i = 0; i < made->pieces_count; i++) {
        text_free(&made->pieces[i].bytes);
        text_free(&made->pieces[i].lines);
        text_free(&made->pieces[i].summary);
    }
    for (size_t i = 0; i < made->definitions_count; i++)
        text_free(&made->definitions[i]);
    free(made->pieces);
    free(made->definitions);
    free(made->segments);
    micro_codes_close(made->codes);
}

/* ---- The log itself ---- */

struct made_follower {
    struct micro_codes *codes;
    struct machine *machine;
    uint32_t thread;
    uint64_t instructions;
    bool has_registers[MADE_THREADS];
};

static inline struct made_follower follower_open(void)
{
    struct made_follower follower = {.codes = micro_codes_open(), .thread = 1};
    follower.machine = machine_open(follower.codes);
    return follower;
}

static inline void follower_close(struct made_follower *follower)
{
    machine_close(follower->machine);
    micro_codes_close(follower->codes);
}

static inline void follower_run(struct made_follower *follower, const struct log_record *record)
{
    const struct made_segment *segment = &made_segments[record->segment];
    uint32_t count = 0;
    for (; count < segment->count && !(record->interrupted && segment->parts[count].address == record->fault); count++)
        follower->instructions += segment->parts[count].starts;
    machine_run(follower->machine, follower->thread, record->segment, record->data, 0, count);
}

static inline void follower_record(struct made_follower *follower, const struct log_record *record)
{
    struct image *image = machine_image(follower->machine);
    struct error error;
    uint64_t number[3] = {0};
    for (unsigned i = 0; i < 3 && record->size >= 8 * (i + 1); i++)
        number[i] = log_number(record->data + 8 * i, 8);
    switch (record->kind) {
    case 0: follower_run(follower, record); break;
    case LOG_SEGMENT:
        if (!micro_define(follower->codes, (struct str){(const char *)record->data, record->size}, true, &error))
            fail_msg("%s", error.message);
        break;
    case LOG_REGISTERS:
        memcpy(machine_registers(follower->machine, (uint32_t)number[0]), record->data + 8, REGISTERS_SIZE);
        follower->has_registers[number[0]] = true;
        break;
    case LOG_THREAD: follower->thread = (uint32_t)number[0]; break;
    case LOG_UNMAP: image_unmap(image, number[0], number[1]); break;
    case LOG_DISCARD: case LOG_KERNEL_WROTE: image_forget(image, number[0], number[1]); break;
    case LOG_KERNEL_BYTES: image_write(image, number[0], record->data + 8, record->size - 8); break;
    case LOG_MOVE: image_move(image, number[0], number[1], number[2]); break;
    case LOG_SHARED: image_share(image, number[0], number[1]); break;
    default: break;
    }
}

static inline void follower_go(struct made_follower *follower, const struct made *made, size_t from, size_t to)
{
    for (size_t i = from; i < to; i++) {
        struct log_record record = made_record(made, i);
        follower_record(follower, &record);
    }
}

#endif
