/* made_recording.h - a recording of a made program: its clock and its state stream.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     struct recording recording;
 *     struct state *state = record(&recording, seed, 0, UINT64_MAX);          the whole run is recorded
 *     state_close(state);
 *     end(&recording); */
#ifndef CLEW_TESTS_MADE_RECORDING_H
#define CLEW_TESTS_MADE_RECORDING_H

#include "made_pieces.h"
#include "recording/state/state.h"
#include "recording/store/pieces.h"

enum { SITES = 2 * MADE_SEGMENTS + 2, LEAST = 25 };

struct recording {
    struct made made;
    struct made_pieces pieces;
    struct store_writer *writer;
    uint64_t executions[SITES + 1];
    struct store *store;
};

static inline struct writer_instruction list_site(void *context, uint64_t i)
{
    const struct recording *recording = context;
    return (struct writer_instruction){.site = (uint32_t)i + 1, .id = i + 1, .address = 0x1000 + 4 * i, .executions = recording->executions[i + 1]};
}

/* A definition as the recorder keeps it: behind the operations a byte for each instruction says whether it is your code. */
static inline struct text shown_definition(const struct made_pieces *pieces, size_t i)
{
    const struct made_segment *segment = &made_segments[pieces->segments[i]];
    struct text text = {0};
    text_append(&text, text_str(&pieces->definitions[i]));
    for (unsigned k = 0; k < segment->count; k++)
        text_byte(&text, segment->parts[k].yours);
    return text;
}

static inline void begin(struct recording *recording, uint64_t seed, uint64_t opens, uint64_t closes)
{
    struct error error;
    *recording = (struct recording){.made = {.opens = opens, .closes = closes}};
    made_run(&recording->made, seed, 400);
    made_pieces_write(&recording->pieces, &recording->made, LEAST);
    assert_true(store_writer_open(NULL, &recording->writer, &error));
    for (uint64_t time = 1; time <= recording->made.times; time++) {
        uint32_t site = 1 + (uint32_t)(time * 7 % SITES);
        assert_int_equal(store_writer_run(recording->writer, 1, site, recording->executions[site]++), time);
    }
}

static inline void add_definitions(struct recording *recording)
{
    for (size_t i = 0; i < recording->pieces.definitions_count; i++) {
        struct text text = shown_definition(&recording->pieces, i);
        store_writer_definition(recording->writer, text_str(&text));
        text_free(&text);
    }
}

static inline void add_piece(struct recording *recording, size_t i)
{
    const struct made_piece *piece = &recording->pieces.pieces[i];
    store_writer_piece(recording->writer, text_str(&piece->bytes), text_str(&piece->lines), piece->time, piece->instructions);
    if (piece->summary.size)
        store_writer_summary(recording->writer, text_str(&piece->summary));
}

static inline void finish(struct recording *recording)
{
    struct writer_program program = {.count = SITES, .instruction = list_site, .context = recording};
    struct writer_totals totals;
    struct error error;
    if (!store_writer_finish(recording->writer, &program, &totals, &recording->store, &error))
        fail_msg("%s", error.message);
    assert_int_equal(store_summary(recording->store).times, recording->made.times);
}

static inline struct state *record(struct recording *recording, uint64_t seed, uint64_t opens, uint64_t closes)
{
    struct state *state;
    struct error error;
    begin(recording, seed, opens, closes);
    add_definitions(recording);
    for (size_t i = 0; i < recording->pieces.pieces_count; i++)
        add_piece(recording, i);
    if (opens || closes != UINT64_MAX) {
        struct text note = {0};
        text_printf(&note, "%lu %lu", opens, closes);
        store_writer_note(recording->writer, "state window", text_str(&note));
        text_free(&note);
    }
    finish(recording);
    if (!state_open(recording->store, &state, &error))
        fail_msg("%s", error.message);
    return state;
}

static inline void end(struct recording *recording)
{
    store_close(recording->store);
    made_pieces_free(&recording->pieces);
    made_free(&recording->made);
}

#endif
