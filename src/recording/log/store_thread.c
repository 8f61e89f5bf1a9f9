/* store_thread.c - stores what a run does in a thread of its own.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/log/store_thread.h"
#include "recording/state/state.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum { BATCH_WORDS = 1 << 15, WORD = sizeof(uint64_t) };

struct batch {
    ARRAY(uint64_t, words);
};

struct store_thread {
    struct store_orders orders;         /* first; next and limit point into `filling` */
    struct store_writer *writer;
    struct relay *relay;                /* NULL: no thread */
    struct batch batches[RELAY_BATCHES], *filling;
    uint32_t ports, values;             /* made so far */
    uint64_t stored_here;               /* the thread's: the instance that ran last */
    _Atomic uint64_t bytes;
};

/* ---- In the thread ---- */

static size_t words_of(size_t bytes)
{
    return (bytes + WORD - 1) / WORD;
}

static struct str bytes_at(const uint64_t **words, size_t size)
{
    struct str bytes = {(const char *)*words, size};
    *words += words_of(size);
    return bytes;
}

static void store_piece_at(struct store_writer *writer, const uint64_t **words)
{
    struct finished_piece piece;
    memcpy(&piece, bytes_at(words, sizeof piece).data, sizeof piece);
    struct str bytes = bytes_at(words, piece.bytes.size), touched = bytes_at(words, piece.touched.size), summary = bytes_at(words, piece.summary.size);
    store_writer_piece(writer, bytes, touched, piece.time, piece.instructions);
    if (summary.size)
        store_writer_summary(writer, summary);
}

static void store_rare(struct store_writer *writer, enum store_order kind, uint64_t number, const uint64_t **words)
{
    const uint64_t *word = *words;
    struct store_system_call call;
    switch (kind) {
    case ORDER_PORT: (void)store_writer_port(writer); break;
    case ORDER_VALUES: (void)store_writer_values(writer); break;
    case ORDER_FRAME_BEGINS: store_writer_frame_begins(writer, number, word[0], word[1] & 1, word[1] & 2); *words += 2; break;
    case ORDER_FRAME_RESUMES: store_writer_frame_resumes(writer, number); break;
    case ORDER_FRAME_ENDS: store_writer_frame_ends(writer, number); break;
    case ORDER_SKIPPED: store_writer_skipped(writer, word[0], word[1], word[2], word[3]); *words += 4; break;
    case ORDER_SYSTEM_CALL:
        memcpy(&call, bytes_at(words, sizeof call).data, sizeof call);
        store_writer_system_call(writer, &call);
        break;
    case ORDER_PIECE: store_piece_at(writer, words); break;
    case ORDER_DEFINITION: store_writer_definition(writer, bytes_at(words, number)); break;
    default: break;
    }
}

static inline uint32_t site_of(uint64_t actor)
{
    return (uint32_t)(actor >> ORDER_INSTANCE_BITS);
}

static inline uint64_t instance_of(uint64_t actor)
{
    return actor & ((UINT64_C(1) << ORDER_INSTANCE_BITS) - 1);
}

static void store(void *context, unsigned number_of_batch)
{
    struct store_thread *thread = context;
    struct store_writer *writer = thread->writer;
    struct batch *batch = &thread->batches[number_of_batch];
    uint64_t *here = &thread->stored_here;
    const uint64_t *word = batch->words, *end = batch->words_count ? word + batch->words_count : word;
    while (word < end) {
        enum store_order kind = *word & ((1 << ORDER_BITS) - 1);
        uint64_t number = *word++ >> ORDER_BITS;
        switch (kind) {
        case ORDER_RUN:
            *here = instance_of(*word);
            (void)store_writer_run(writer, number, site_of(*word), *here);
            word++;
            break;
        case ORDER_LINK_HERE:
            store_writer_link(writer, (uint32_t)number, *here, site_of(*word), instance_of(*word));
            word++;
            break;
        case ORDER_LINK:
            store_writer_link(writer, (uint32_t)number, word[1], site_of(word[0]), instance_of(word[0]));
            word += 2;
            break;
        case ORDER_VALUE_HERE: store_writer_value(writer, (uint32_t)number, *here, *word++); break;
        case ORDER_VALUE:
            store_writer_value(writer, (uint32_t)number, word[1], word[0]);
            word += 2;
            break;
        default: store_rare(writer, kind, number, &word); break;
        }
    }
    batch->words_count = 0;
    atomic_store_explicit(&thread->bytes, store_writer_bytes(writer), memory_order_relaxed);
}

/* ---- In the caller ---- */

/* Room for an order in the batch being filled: there is some behind the limit, and more is made. */
static void reserve(struct store_thread *thread, size_t count)
{
    struct batch *batch = thread->filling;
    size_t used = batch->words ? (size_t)(thread->orders.next - batch->words) : 0;
    if (used + count + ORDER_WORDS > batch->words_capacity)
        batch->words = array_grow(batch->words, &batch->words_capacity, used + count + ORDER_WORDS + BATCH_WORDS, sizeof *batch->words);
    thread->orders.next = batch->words + used;
    thread->orders.limit = batch->words + BATCH_WORDS;
}

struct store_thread *store_thread_open(struct store_writer *writer, enum threading threading)
{
    struct store_thread *thread = memory_allocate(sizeof *thread);
    thread->writer = writer;
    thread->filling = &thread->batches[0];
    thread->relay = relay_open(store, thread, threading);
    if (thread->relay)
        reserve(thread, 0);
    return thread;
}

/* Gives the batch to the thread, and takes the next one. */
static void turn(struct store_thread *thread)
{
    struct batch *batch = thread->filling;
    batch->words_count = batch->words ? (size_t)(thread->orders.next - batch->words) : 0;
    thread->filling = &thread->batches[relay_pass(thread->relay)];
    thread->orders.next = thread->filling->words;
    reserve(thread, 0);
}

/* Room for an order. Bytes make a batch larger. */
static uint64_t *words_add(struct store_thread *thread, size_t count)
{
    if (thread->orders.next >= thread->orders.limit)
        turn(thread);
    reserve(thread, count);
    uint64_t *words = thread->orders.next;
    thread->orders.next += count;
    return words;
}

static uint64_t head(enum store_order kind, uint64_t number)
{
    return (uint64_t)kind | number << ORDER_BITS;
}

static uint64_t *put_bytes(uint64_t *words, struct str bytes)
{
    if (bytes.size)
        memcpy(words, bytes.data, bytes.size);
    return words + words_of(bytes.size);
}

struct store_writer *store_thread_rest(struct store_thread *thread)
{
    if (thread->relay) {
        turn(thread);
        relay_rest(thread->relay);
    }
    return thread->writer;
}

void store_thread_close(struct store_thread *thread)
{
    if (!thread)
        return;
    relay_close(thread->relay);
    for (unsigned i = 0; i < RELAY_BATCHES; i++)
        free(thread->batches[i].words);
    free(thread);
}

uint64_t store_thread_bytes(const struct store_thread *thread)
{
    return thread->relay ? atomic_load_explicit(&thread->bytes, memory_order_relaxed) : store_writer_bytes(thread->writer);
}

uint32_t store_thread_port(struct store_thread *thread)
{
    if (!thread->relay)
        return store_writer_port(thread->writer);
    *words_add(thread, 1) = head(ORDER_PORT, 0);
    return thread->ports++;
}

uint32_t store_thread_values(struct store_thread *thread)
{
    if (!thread->relay)
        return store_writer_values(thread->writer);
    *words_add(thread, 1) = head(ORDER_VALUES, 0);
    return thread->values++;
}

void store_thread_link_slowly(struct store_thread *thread, uint32_t port, uint64_t x, uint64_t definer)
{
    if (!thread->relay) {
        store_writer_link(thread->writer, port, x, site_of(definer), instance_of(definer));
        return;
    }
    turn(thread);
    store_thread_link(thread, port, x, definer);
}

void store_thread_value_slowly(struct store_thread *thread, uint32_t values, uint64_t x, uint64_t value)
{
    if (!thread->relay) {
        store_writer_value(thread->writer, values, x, value);
        return;
    }
    turn(thread);
    store_thread_value(thread, values, x, value);
}

uint64_t store_thread_run_slowly(struct store_thread *thread, uint64_t number, uint64_t who)
{
    if (!thread->relay)
        return store_writer_run(thread->writer, number, site_of(who), instance_of(who));
    turn(thread);
    return store_thread_run(thread, number, who);
}

void store_thread_frame_begins(struct store_thread *thread, uint64_t number, uint64_t call, bool from_hidden, bool handler)
{
    if (!thread->relay) {
        store_writer_frame_begins(thread->writer, number, call, from_hidden, handler);
        return;
    }
    uint64_t *words = words_add(thread, 3);
    words[0] = head(ORDER_FRAME_BEGINS, number);
    words[1] = call;
    words[2] = (uint64_t)from_hidden | (uint64_t)handler << 1;
}

void store_thread_frame_resumes(struct store_thread *thread, uint64_t number)
{
    if (!thread->relay)
        store_writer_frame_resumes(thread->writer, number);
    else
        *words_add(thread, 1) = head(ORDER_FRAME_RESUMES, number);
}

void store_thread_frame_ends(struct store_thread *thread, uint64_t number)
{
    if (!thread->relay)
        store_writer_frame_ends(thread->writer, number);
    else
        *words_add(thread, 1) = head(ORDER_FRAME_ENDS, number);
}

void store_thread_skipped(struct store_thread *thread, uint64_t call, uint64_t address, uint64_t size, uint64_t below)
{
    if (!thread->relay) {
        store_writer_skipped(thread->writer, call, address, size, below);
        return;
    }
    uint64_t *words = words_add(thread, 5);
    words[0] = head(ORDER_SKIPPED, 0);
    words[1] = call;
    words[2] = address;
    words[3] = size;
    words[4] = below;
}

void store_thread_system_call(struct store_thread *thread, const struct store_system_call *call)
{
    if (!thread->relay) {
        store_writer_system_call(thread->writer, call);
        return;
    }
    uint64_t *words = words_add(thread, 1 + words_of(sizeof *call));
    words[0] = head(ORDER_SYSTEM_CALL, 0);
    memcpy(words + 1, call, sizeof *call);
}

void store_thread_piece(struct store_thread *thread, const struct finished_piece *piece)
{
    if (!thread->relay) {
        store_writer_piece(thread->writer, piece->bytes, piece->touched, piece->time, piece->instructions);
        if (piece->summary.size)
            store_writer_summary(thread->writer, piece->summary);
        return;
    }
    uint64_t *words = words_add(thread, 1 + words_of(sizeof *piece) + words_of(piece->bytes.size) + words_of(piece->touched.size) + words_of(piece->summary.size));
    *words++ = head(ORDER_PIECE, 0);
    words = put_bytes(words, (struct str){(const char *)piece, sizeof *piece});
    words = put_bytes(words, piece->bytes);
    words = put_bytes(words, piece->touched);
    (void)put_bytes(words, piece->summary);
}

void store_thread_definition(struct store_thread *thread, struct str bytes)
{
    if (!thread->relay) {
        store_writer_definition(thread->writer, bytes);
        return;
    }
    uint64_t *words = words_add(thread, 1 + words_of(bytes.size));
    words[0] = head(ORDER_DEFINITION, bytes.size);
    (void)put_bytes(words + 1, bytes);
}
