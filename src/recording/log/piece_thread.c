/* piece_thread.c - cuts a log into pieces in a thread of its own.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/log/piece_thread.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

enum { BATCH = 1 << 20, BATCHES = 4, BEYOND = 8 /* bytes that a reader of a record's last number may touch */ };

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
    bool full;                          /* the thread may take it; false again when it is done */
};

struct piece_thread {
    struct piece_sink sink;
    struct piece_writer *writer;
    bool alone, behind;
    pthread_t thread;
    struct batch batches[BATCHES];
    unsigned filling;                   /* the caller's */
    struct batch *taking;               /* the thread's */
    pthread_mutex_t mutex;              /* of all below, and of `full` */
    pthread_cond_t changed;
    bool ends;
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

static void cut(struct piece_thread *thread, struct batch *batch)
{
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

void thread_stays_behind(void)
{
    enum { NICE = 5 };
    setpriority(PRIO_PROCESS, (id_t)gettid(), NICE);
}

static void *run(void *context)
{
    struct piece_thread *thread = context;
    unsigned next = 0;
    if (thread->behind)
        thread_stays_behind();
    pthread_mutex_lock(&thread->mutex);
    for (;;) {
        struct batch *batch = &thread->batches[next];
        while (!batch->full && !thread->ends)
            pthread_cond_wait(&thread->changed, &thread->mutex);
        if (!batch->full)
            break;
        pthread_mutex_unlock(&thread->mutex);
        cut(thread, batch);
        pthread_mutex_lock(&thread->mutex);
        batch->full = false;
        pthread_cond_signal(&thread->changed);
        next = (next + 1) % BATCHES;
    }
    pthread_mutex_unlock(&thread->mutex);
    return NULL;
}

/* ---- In the caller ---- */

struct piece_thread *piece_thread_open(struct piece_sink sink, enum threading threading)
{
    struct piece_thread *thread = memory_allocate(sizeof *thread);
    thread->sink = sink;
    thread->behind = threading == THREAD_BEHIND;
    thread->alone = threading == THREAD_NONE || sysconf(_SC_NPROCESSORS_ONLN) < 2;
    pthread_mutex_init(&thread->mutex, NULL);
    pthread_cond_init(&thread->changed, NULL);
    thread->alone = thread->alone || pthread_create(&thread->thread, NULL, run, thread) != 0;
    struct piece_sink own = {keep_piece, keep_definition, thread};
    thread->writer = piece_writer_open(thread->alone ? sink : own, 0);      /* before the first batch is full */
    return thread;
}

static void set_full(struct piece_thread *thread, struct batch *batch)
{
    keep(&batch->records, (const char[BEYOND]){0}, BEYOND);
    pthread_mutex_lock(&thread->mutex);
    batch->full = true;
    pthread_cond_signal(&thread->changed);
    pthread_mutex_unlock(&thread->mutex);
}

static void wait_for(struct piece_thread *thread, const struct batch *batch)
{
    pthread_mutex_lock(&thread->mutex);
    while (batch->full)
        pthread_cond_wait(&thread->changed, &thread->mutex);
    pthread_mutex_unlock(&thread->mutex);
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

void piece_thread_record(struct piece_thread *thread, const struct log_record *record, uint64_t time)
{
    if (thread->alone) {
        piece_writer_record(thread->writer, record, time);
        return;
    }
    struct batch *batch = &thread->batches[thread->filling];
    struct entry entry = {(uint32_t)record->size & INT32_MAX, record->kind || record->interrupted, record->segment};
    struct more more = {*record, time};
    if (batch->records.size >= BATCH) {
        set_full(thread, batch);
        thread->filling = (thread->filling + 1) % BATCHES;
        batch = &thread->batches[thread->filling];
        wait_for(thread, batch);
        hand_over(thread, batch);
    }
    keep(&batch->records, &entry, sizeof entry);
    keep(&batch->records, record->data, entry.size);
    if (entry.has_more)
        keep(&batch->records, &more, sizeof more);
}

/* Lets the thread end, when it has cut all full batches. */
static void join(struct piece_thread *thread)
{
    pthread_mutex_lock(&thread->mutex);
    thread->ends = true;
    pthread_cond_signal(&thread->changed);
    pthread_mutex_unlock(&thread->mutex);
    pthread_join(thread->thread, NULL);
    thread->alone = true;
}

void piece_thread_finish(struct piece_thread *thread)
{
    bool alone = thread->alone;
    if (!alone) {
        set_full(thread, &thread->batches[thread->filling]);
        join(thread);
    }
    piece_writer_finish(thread->writer);        /* into the batch that was cut last */
    for (unsigned i = 1; !alone && i <= BATCHES; i++)
        hand_over(thread, &thread->batches[(thread->filling + i) % BATCHES]);
}

void piece_thread_close(struct piece_thread *thread)
{
    if (!thread)
        return;
    if (!thread->alone)
        join(thread);
    piece_writer_close(thread->writer);
    for (unsigned i = 0; i < BATCHES; i++) {
        text_free(&thread->batches[i].records);
        text_free(&thread->batches[i].made);
    }
    pthread_mutex_destroy(&thread->mutex);
    pthread_cond_destroy(&thread->changed);
    free(thread);
}
