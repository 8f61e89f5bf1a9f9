/* piece_thread.c - cuts a log into pieces in a thread of its own.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/log/piece_thread.h"

#include <stdlib.h>
#include <string.h>

enum { BATCH = 1 << 20, BEYOND = 8 /* bytes that a reader of a record's last number may touch */ };

/* A record in a batch: this, its bytes, and for all but a plain run of a segment `more`. */
struct entry {
    uint32_t size : 31, has_more : 1;
    uint32_t segment;
};
struct more {
    struct log_record record;
    uint64_t time;
};

/* What the writer made of a batch: these, each with its bytes behind it. */
struct made {
    bool is_piece;                      /* otherwise a definition */
    uint32_t segment;
    struct finished_piece piece;        /* its strings have sizes, and no data */
};

struct batch {
    struct text records, made;
};

struct piece_thread {
    struct piece_sink sink;
    struct piece_writer *writer;
    struct relay *relay;                /* NULL: no thread */
    struct batch batches[RELAY_BATCHES];
    unsigned filling;                   /* the caller's */
    struct batch *taking;               /* the thread's */
};

/* ---- In the thread ---- */

static void keep(struct text *text, const void *data, size_t size)
{
    text_append(text, (struct str){data, size});
}

static void keep_piece(void *context, const struct finished_piece *piece)
{
    struct piece_thread *thread = context;
    struct made made = {.is_piece = true, .piece = *piece};
    keep(&thread->taking->made, &made, sizeof made);
    text_append(&thread->taking->made, piece->bytes);
    text_append(&thread->taking->made, piece->touched);
    text_append(&thread->taking->made, piece->summary);
}

static void keep_definition(void *context, uint32_t segment, struct str definition)
{
    struct piece_thread *thread = context;
    struct made made = {.segment = segment, .piece = {.bytes = {NULL, definition.size}}};
    keep(&thread->taking->made, &made, sizeof made);
    text_append(&thread->taking->made, definition);
}

static struct str take(struct str *rest, size_t size)
{
    struct str taken = str_cut(*rest, 0, size);
    *rest = str_cut(*rest, size, SIZE_MAX);
    return taken;
}

static void cut(void *context, unsigned number)
{
    struct piece_thread *thread = context;
    struct batch *batch = &thread->batches[number];
    struct str rest = str_cut(text_str(&batch->records), 0, batch->records.size - BEYOND);
    thread->taking = batch;
    while (rest.size) {
        struct entry entry;
        struct more more = {.time = 0};
        memcpy(&entry, take(&rest, sizeof entry).data, sizeof entry);
        struct str data = take(&rest, entry.size);
        if (entry.has_more)
            memcpy(&more, take(&rest, sizeof more).data, sizeof more);
        more.record.segment = entry.segment;
        more.record.data = (const uint8_t *)data.data;
        more.record.size = data.size;
        piece_writer_record(thread->writer, &more.record, more.time);
    }
    batch->records.size = 0;
}

/* ---- In the caller ---- */

struct piece_thread *piece_thread_open(struct piece_sink sink, enum threading threading)
{
    struct piece_thread *thread = memory_allocate(sizeof *thread);
    thread->sink = sink;
    thread->relay = relay_open(cut, thread, threading);
    struct piece_sink own = {keep_piece, keep_definition, thread};
    thread->writer = piece_writer_open(thread->relay ? own : sink, 0);      /* before the first batch is passed */
    return thread;
}

static void hand_over(struct piece_thread *thread, struct batch *batch)
{
    struct str rest = text_str(&batch->made);
    while (rest.size) {
        struct made made;
        memcpy(&made, take(&rest, sizeof made).data, sizeof made);
        made.piece.bytes = take(&rest, made.piece.bytes.size);
        if (!made.is_piece) {
            thread->sink.definition(thread->sink.context, made.segment, made.piece.bytes);
            continue;
        }
        made.piece.touched = take(&rest, made.piece.touched.size);
        made.piece.summary = take(&rest, made.piece.summary.size);
        thread->sink.piece(thread->sink.context, &made.piece);
    }
    batch->made.size = 0;
}

/* Gives the batch to the thread, and hands over what it made of the next one. */
static void turn(struct piece_thread *thread)
{
    keep(&thread->batches[thread->filling].records, (const char[BEYOND]){0}, BEYOND);
    thread->filling = relay_pass(thread->relay);
    hand_over(thread, &thread->batches[thread->filling]);
}

void piece_thread_record(struct piece_thread *thread, const struct log_record *record, uint64_t time)
{
    if (!thread->relay) {
        piece_writer_record(thread->writer, record, time);
        return;
    }
    if (thread->batches[thread->filling].records.size >= BATCH)
        turn(thread);
    struct batch *batch = &thread->batches[thread->filling];
    struct entry entry = {(uint32_t)record->size & INT32_MAX, record->kind || record->interrupted, record->segment};
    struct more more = {*record, time};
    keep(&batch->records, &entry, sizeof entry);
    keep(&batch->records, record->data, entry.size);
    if (entry.has_more)
        keep(&batch->records, &more, sizeof more);
}

void piece_thread_finish(struct piece_thread *thread)
{
    if (thread->relay) {
        turn(thread);
        relay_rest(thread->relay);
    }
    piece_writer_finish(thread->writer);        /* into the batch that was cut last */
    for (unsigned i = 0; i < RELAY_BATCHES; i++)
        hand_over(thread, &thread->batches[(thread->filling + i) % RELAY_BATCHES]);
}

void piece_thread_close(struct piece_thread *thread)
{
    if (!thread)
        return;
    relay_close(thread->relay);
    piece_writer_close(thread->writer);
    for (unsigned i = 0; i < RELAY_BATCHES; i++) {
        text_free(&thread->batches[i].records);
        text_free(&thread->batches[i].made);
    }
    free(thread);
}
