/* store_thread.h - stores what a run does (store/writer.h) in a thread of its own, beside the reconstruction.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     struct store_thread *thread = store_thread_open(writer, THREAD_BESIDE);
 *     store_thread_run(thread, number, site, instance); store_thread_link(thread, port, x, site, instance); ...
 *     struct store_writer *writer = store_thread_rest(thread);        everything is stored: the caller may use the writer itself
 *     store_thread_close(thread);
 *
 * Each function does what the function of store/writer.h with that name does, later and in order, so that the recording is the same. The calls go to the thread
 * in batches of 256 KB (relay.h): 2 words for a run, a dependence or a value of the execution that ran last. With one processor there is no thread, and each
 * function calls the writer at once.
 *
 * Memory: RELAY_BATCHES batches, and whatever bytes pieces and definitions have. */
#ifndef CLEW_RECORDING_LOG_STORE_THREAD_H
#define CLEW_RECORDING_LOG_STORE_THREAD_H

#include "recording/log/relay.h"

struct store_writer;
struct store_system_call;
struct finished_piece;

/* Every execution gives some orders, so these members are here for the inline functions: struct store_thread begins with them. */
struct store_orders {
    uint64_t *next, *limit;             /* where the next order goes; up to here an order of 3 words fits. Equal: the slow way */
    uint64_t here, time;                /* the instance and the time of the run ordered last */
};

/* An order is a word of its kind and a number, then further words. _HERE: the X is the instance that ran last. */
enum store_order {
    ORDER_RUN,                          /* thread; site and instance */
    ORDER_LINK_HERE, ORDER_LINK,        /* port; the definer's site and instance; LINK: X */
    ORDER_VALUE_HERE, ORDER_VALUE,      /* list; value; VALUE: X */
    ORDER_PORT, ORDER_VALUES,
    ORDER_FRAME_BEGINS,                 /* thread; call, from_hidden | handler << 1 */
    ORDER_FRAME_RESUMES, ORDER_FRAME_ENDS,      /* thread */
    ORDER_SKIPPED,                      /* 0; call, address, size, below */
    ORDER_SYSTEM_CALL,                  /* 0; the structure */
    ORDER_PIECE,                        /* 0; struct finished_piece, its three strings */
    ORDER_DEFINITION                    /* size; bytes */
};
enum { ORDER_BITS = 4, ORDER_INSTANCE_BITS = 40, ORDER_WORDS = 3 };

struct store_thread;
struct store_thread *store_thread_open(struct store_writer *writer, enum threading threading);
void store_thread_close(struct store_thread *thread);       /* NULL is allowed. Leaves the writer alone; call store_thread_rest before, otherwise waiting calls are lost */

/* Waits until all is stored. The writer must not be used between a later call of a function below and the next rest. */
struct store_writer *store_thread_rest(struct store_thread *thread);

uint64_t store_thread_bytes(const struct store_thread *thread);         /* store_writer_bytes, of some time ago */

uint32_t store_thread_port(struct store_thread *thread);
uint32_t store_thread_values(struct store_thread *thread);

/* definer, who: site << 40 | instance. The slow way: without a thread, or into the next batch. */
void store_thread_link_slowly(struct store_thread *thread, uint32_t port, uint64_t x, uint64_t definer);
static inline void store_thread_link(struct store_thread *thread, uint32_t port, uint64_t x, uint64_t definer)
{
    struct store_orders *orders = (struct store_orders *)thread;
    uint64_t *word = orders->next;
    if (word >= orders->limit) {
        store_thread_link_slowly(thread, port, x, definer);
        return;
    }
    bool here = x == orders->here;
    word[0] = (here ? ORDER_LINK_HERE : ORDER_LINK) | (uint64_t)port << ORDER_BITS;
    word[1] = definer;
    word[2] = x;
    orders->next = word + (here ? 2 : 3);
}

void store_thread_value_slowly(struct store_thread *thread, uint32_t values, uint64_t x, uint64_t value);
static inline void store_thread_value(struct store_thread *thread, uint32_t values, uint64_t x, uint64_t value)
{
    struct store_orders *orders = (struct store_orders *)thread;
    uint64_t *word = orders->next;
    if (word >= orders->limit) {
        store_thread_value_slowly(thread, values, x, value);
        return;
    }
    bool here = x == orders->here;
    word[0] = (here ? ORDER_VALUE_HERE : ORDER_VALUE) | (uint64_t)values << ORDER_BITS;
    word[1] = value;
    word[2] = x;
    orders->next = word + (here ? 2 : 3);
}

uint64_t store_thread_run_slowly(struct store_thread *thread, uint64_t number, uint64_t who);
static inline uint64_t store_thread_run(struct store_thread *thread, uint64_t number, uint64_t who)
{
    struct store_orders *orders = (struct store_orders *)thread;
    uint64_t *word = orders->next;
    if (word >= orders->limit)
        return store_thread_run_slowly(thread, number, who);
    word[0] = ORDER_RUN | number << ORDER_BITS;
    word[1] = who;
    orders->here = who & ((UINT64_C(1) << ORDER_INSTANCE_BITS) - 1);
    orders->next = word + 2;
    return ++orders->time;
}

void store_thread_frame_begins(struct store_thread *thread, uint64_t number, uint64_t call, bool from_hidden, bool handler);
void store_thread_frame_resumes(struct store_thread *thread, uint64_t number);
void store_thread_frame_ends(struct store_thread *thread, uint64_t number);
void store_thread_skipped(struct store_thread *thread, uint64_t call, uint64_t address, uint64_t size, uint64_t below);
void store_thread_system_call(struct store_thread *thread, const struct store_system_call *call);
void store_thread_piece(struct store_thread *thread, const struct finished_piece *piece);     /* with its summary, if it has one */
void store_thread_definition(struct store_thread *thread, struct str bytes);

#endif
