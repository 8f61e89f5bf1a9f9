/* relay.c - a thread that does the work of batches in turn.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/log/relay.h"

#include <pthread.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>

struct relay {
    relay_work *work;
    void *context;
    bool behind;
    pthread_t thread;
    unsigned filling;                   /* the caller's */
    pthread_mutex_t mutex;              /* of all below */
    pthread_cond_t changed;
    bool full[RELAY_BATCHES];           /* the thread may take it; false again when it is done */
    bool ends;
};

void thread_stays_behind(void)
{
    enum { NICE = 5 };
    setpriority(PRIO_PROCESS, (id_t)gettid(), NICE);
}

static void *run(void *context)
{
    struct relay *relay = context;
    if (relay->behind)
        thread_stays_behind();
    pthread_mutex_lock(&relay->mutex);
    for (unsigned next = 0;; next = (next + 1) % RELAY_BATCHES) {
        while (!relay->full[next] && !relay->ends)
            pthread_cond_wait(&relay->changed, &relay->mutex);
        if (!relay->full[next])
            break;
        pthread_mutex_unlock(&relay->mutex);
        relay->work(relay->context, next);
        pthread_mutex_lock(&relay->mutex);
        relay->full[next] = false;
        pthread_cond_signal(&relay->changed);
    }
    pthread_mutex_unlock(&relay->mutex);
    return NULL;
}

static void free_relay(struct relay *relay)
{
    pthread_mutex_destroy(&relay->mutex);
    pthread_cond_destroy(&relay->changed);
    free(relay);
}

struct relay *relay_open(relay_work *work, void *context, enum threading threading)
{
    if (threading == THREAD_NONE || processor_count() < 2)
        return NULL;
    struct relay *relay = memory_allocate(sizeof *relay);
    relay->work = work;
    relay->context = context;
    relay->behind = threading == THREAD_BEHIND;
    pthread_mutex_init(&relay->mutex, NULL);
    pthread_cond_init(&relay->changed, NULL);
    if (pthread_create(&relay->thread, NULL, run, relay) == 0)
        return relay;
    free_relay(relay);
    return NULL;
}

void relay_close(struct relay *relay)
{
    if (!relay)
        return;
    pthread_mutex_lock(&relay->mutex);
    relay->ends = true;
    pthread_cond_signal(&relay->changed);
    pthread_mutex_unlock(&relay->mutex);
    pthread_join(relay->thread, NULL);
    free_relay(relay);
}

static void wait_for(struct relay *relay, unsigned batch)
{
    while (relay->full[batch])
        pthread_cond_wait(&relay->changed, &relay->mutex);
}

unsigned relay_pass(struct relay *relay)
{
    pthread_mutex_lock(&relay->mutex);
    relay->full[relay->filling] = true;
    pthread_cond_signal(&relay->changed);
    relay->filling = (relay->filling + 1) % RELAY_BATCHES;
    wait_for(relay, relay->filling);
    pthread_mutex_unlock(&relay->mutex);
    return relay->filling;
}

void relay_rest(struct relay *relay)
{
    pthread_mutex_lock(&relay->mutex);
    for (unsigned i = 0; i < RELAY_BATCHES; i++)
        wait_for(relay, i);
    pthread_mutex_unlock(&relay->mutex);
}
