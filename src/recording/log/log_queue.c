/* log_queue.c - carries a log from the thread that reads it to the one that rebuilds it.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/log/log_queue.h"
#include "recording/store/store.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { PORTION = 1 << 20, PORTIONS = 64 };

struct portion {
    struct text bytes;
    bool here;                          /* the bytes are in memory */
    bool packed;                        /* in the file, at: */
    uint64_t at;
};

struct log_queue {
    struct log_file_writer *file;
    struct text filling;                /* the writer's */
    struct text taken;                  /* the reader's: the portion it reads, from `done` on */
    size_t done;
    pthread_t packer;
    pthread_mutex_t mutex;              /* of all below */
    pthread_cond_t changed;
    ARRAY(struct portion, portions);    /* all of them, in order: 48 bytes for each MB of the log */
    size_t next, unpacked;              /* the first that the reader has not taken; that the packer has not taken */
    size_t in_memory;
    uint64_t file_bytes;
    bool ended, stopped, failed;
    struct error why;                   /* failed */
};

/* ---- The packer ---- */

static bool has_work(const struct log_queue *queue)
{
    return queue->unpacked < queue->portions_count;
}

/* A portion is needed in memory until it is packed, and until the reader has it. */
static void forget(struct log_queue *queue, struct portion *portion)
{
    if (!portion->here)
        return;
    portion->here = false;
    text_free(&portion->bytes);
    queue->in_memory--;
}

static bool is_free(const struct log_queue *queue, size_t number)
{
    return number < queue->unpacked;
}

/* Packs portions as they come, outside the mutex: nobody changes the bytes of a portion before. */
static void *pack(void *context)
{
    struct log_queue *queue = context;
    pthread_mutex_lock(&queue->mutex);
    for (;;) {
        while (!has_work(queue) && !queue->ended)
            pthread_cond_wait(&queue->changed, &queue->mutex);
        if (!has_work(queue))
            break;
        struct str bytes = text_str(&queue->portions[queue->unpacked].bytes);
        uint64_t at = log_file_bytes(queue->file);
        struct error error;
        bool failed = queue->failed;
        pthread_mutex_unlock(&queue->mutex);
        bool good = !failed && log_file_add(queue->file, bytes, &error);
        pthread_mutex_lock(&queue->mutex);
        struct portion *portion = &queue->portions[queue->unpacked++];
        portion->packed = good;
        queue->file_bytes = log_file_bytes(queue->file);
        portion->at = at;
        if (!good && !failed)
            queue->why = error;
        queue->failed = !good;
        if (queue->next > (size_t)(portion - queue->portions) || queue->stopped)
            forget(queue, portion);
        pthread_cond_broadcast(&queue->changed);
    }
    pthread_mutex_unlock(&queue->mutex);
    return NULL;
}

/* ---- Both ends ---- */

struct log_queue *log_queue_open(struct log_file_writer *file)
{
    struct log_queue *queue = memory_allocate(sizeof *queue);
    queue->file = file;
    pthread_mutex_init(&queue->mutex, NULL);
    pthread_cond_init(&queue->changed, NULL);
    if (pthread_create(&queue->packer, NULL, pack, queue) == 0)
        return queue;
    log_queue_close(queue);
    return NULL;
}

void log_queue_close(struct log_queue *queue)
{
    if (!queue)
        return;
    for (size_t i = 0; i < queue->portions_count; i++)
        text_free(&queue->portions[i].bytes);
    free(queue->portions);
    text_free(&queue->filling);
    text_free(&queue->taken);
    pthread_mutex_destroy(&queue->mutex);
    pthread_cond_destroy(&queue->changed);
    free(queue);
}

/* ---- The writer ---- */

/* Makes room for one more portion in memory. Forgets the newest packed one: the reader needs it last. */
static void make_room(struct log_queue *queue)
{
    while (queue->in_memory >= PORTIONS) {
        size_t i = queue->portions_count;
        while (i > queue->next && !(queue->portions[i - 1].here && queue->portions[i - 1].packed))
            i--;
        if (i > queue->next)
            forget(queue, &queue->portions[i - 1]);
        else
            pthread_cond_wait(&queue->changed, &queue->mutex);
    }
}

static void pass_on(struct log_queue *queue)
{
    pthread_mutex_lock(&queue->mutex);
    bool wanted = !queue->stopped || !queue->failed;
    if (wanted && queue->filling.size) {
        make_room(queue);
        ARRAY_ADD(queue, portions, (struct portion){.bytes = queue->filling, .here = true});
        queue->in_memory++;
        queue->filling = (struct text){0};
        pthread_cond_broadcast(&queue->changed);
    }
    pthread_mutex_unlock(&queue->mutex);
    queue->filling.size = 0;
}

void log_queue_add(struct log_queue *queue, struct str record)
{
    text_append(&queue->filling, record);
    if (queue->filling.size >= PORTION)
        pass_on(queue);
}

void log_queue_flush(struct log_queue *queue)
{
    pass_on(queue);
}

void log_queue_end(struct log_queue *queue)
{
    pass_on(queue);
    pthread_mutex_lock(&queue->mutex);
    queue->ended = true;
    pthread_cond_broadcast(&queue->changed);
    pthread_mutex_unlock(&queue->mutex);
    pthread_join(queue->packer, NULL);
}

bool log_queue_is_well(struct log_queue *queue, struct error *error)
{
    pthread_mutex_lock(&queue->mutex);
    bool well = !queue->failed;
    if (!well)
        *error = queue->why;
    pthread_mutex_unlock(&queue->mutex);
    return well;
}

bool log_queue_is_stopped(struct log_queue *queue)
{
    pthread_mutex_lock(&queue->mutex);
    bool stopped = queue->stopped;
    pthread_mutex_unlock(&queue->mutex);
    return stopped;
}

uint64_t log_queue_bytes(struct log_queue *queue)
{
    pthread_mutex_lock(&queue->mutex);
    uint64_t bytes = queue->file_bytes;
    pthread_mutex_unlock(&queue->mutex);
    return bytes;
}

/* ---- The reader ---- */

/* Takes the next portion. False: there is none. */
static bool take(struct log_queue *queue)
{
    struct error error;
    bool good = true;
    queue->taken.size = queue->done = 0;
    pthread_mutex_lock(&queue->mutex);
    while (queue->next == queue->portions_count && !queue->ended && !queue->stopped)
        pthread_cond_wait(&queue->changed, &queue->mutex);
    bool there = queue->next < queue->portions_count && !queue->stopped;
    if (there) {
        bool nobody_else = is_free(queue, queue->next);
        struct portion *portion = &queue->portions[queue->next++];
        bool here = portion->here;
        uint64_t at = portion->at;
        if (here && nobody_else) {
            text_free(&queue->taken);
            queue->taken = portion->bytes;
            portion->bytes = (struct text){0};
            portion->here = false;
            queue->in_memory--;
        } else if (here) {
            text_append(&queue->taken, text_str(&portion->bytes));      /* the packer still needs them */
        }
        pthread_cond_broadcast(&queue->changed);
        pthread_mutex_unlock(&queue->mutex);
        good = here || log_file_reread(queue->file, at, &queue->taken, &error);
        if (!good)
            log_queue_stop(queue);
        pthread_mutex_lock(&queue->mutex);
    }
    pthread_mutex_unlock(&queue->mutex);
    return there && good;
}

ssize_t log_queue_read(struct log_queue *queue, void *bytes, size_t size)
{
    if (queue->done == queue->taken.size && !take(queue))
        return 0;
    size_t left = queue->taken.size - queue->done, got = size < left ? size : left;
    memcpy(bytes, queue->taken.data + queue->done, got);
    queue->done += got;
    return (ssize_t)got;
}

void log_queue_stop(struct log_queue *queue)
{
    pthread_mutex_lock(&queue->mutex);
    queue->stopped = true;
    for (size_t i = queue->next; i < queue->portions_count; i++)
        if (is_free(queue, i))
            forget(queue, &queue->portions[i]);
    pthread_cond_broadcast(&queue->changed);
    pthread_mutex_unlock(&queue->mutex);
}
