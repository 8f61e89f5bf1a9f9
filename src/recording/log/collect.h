/* collect.h - hands the dependences of a run to a store, or keeps the last of them.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Two collections of one face: the comprehensive one is a thin layer over the writer of recordings (store/writer.h), which knows ports and values of
 * sites by number; the history keeps the last N dependences in a ring and nothing else.
 *
 * A *site* is one instruction of the program: an address with certain bytes. Sites are numbered from 1. */
#ifndef CLEW_RECORDING_LOG_COLLECT_H
#define CLEW_RECORDING_LOG_COLLECT_H

#include "recording/log/shadow.h"
#include "recording/store/store.h"

#include <stdio.h>

struct collection;

/* history: the ring's size; 0: comprehensive, then writer is written to (but not finished or dropped), else it is NULL. */
struct collection *collection_open(uint64_t history, struct store_writer *writer);
/* Here, with what every instance asks: struct collection begins so. */
struct arrow {
    actor user, definer;
};
struct collection_head {
    struct store_writer *writer;        /* NULL: a history */
    struct arrow *ring;
    size_t ring_size, ring_next;        /* next: where the next one goes; size: it grows */
    uint64_t ring_limit;
};
static inline bool collection_is_history(const struct collection *collection)
{
    return !((const struct collection_head *)collection)->writer;
}
void collection_close(struct collection *collection);

/* The number of a site's port, which is made if it is new; a port exists even if no instance has a dependence on it. O(1) expected. */
uint32_t collect_port(struct collection *collection, uint32_t site, uint64_t key);

/* An instance of a shown site has dependences on ports, in the order of the items (carry.h). */
struct dependence;
void collect_dependences(struct collection *collection, actor user, const struct dependence *items, size_t count);

/* The same of one, at once; it stands here for those whose dependences come in order anyway. */
void collect_ring_grow(struct collection *collection);
static inline void collect_arrow(struct collection *collection, struct arrow arrow)
{
    struct collection_head *head = (struct collection_head *)collection;
    size_t next = head->ring_next;
    if (next == head->ring_size)
        collect_ring_grow(collection);
    head->ring[next] = arrow;
    head->ring_next = next + 1 == head->ring_limit ? 0 : next + 1;
}
static inline void collect_now(struct collection *collection, actor user, uint32_t port, actor definer)
{
    struct store_writer *writer = ((struct collection_head *)collection)->writer;
    if (writer)
        store_writer_link(writer, port, actor_instance(user), actor_site(definer), actor_instance(definer));
    else
        collect_arrow(collection, (struct arrow){user, definer});
}

/* An instance of a shown site has a dependence on a port. Several definers of one instance and port: the youngest first. X may come in any order. */
void collect_dependence(struct collection *collection, actor user, uint32_t port, actor definer);

/* An instance of a shown site defined a value. A history keeps none. */
void collect_value_stored(struct collection *collection, actor who, uint64_t value);
static inline void collect_value(struct collection *collection, actor who, uint64_t value)
{
    if (!collection_is_history(collection))
        collect_value_stored(collection, who, value);
}

/* The clock (store/clock.h): an instance of a shown site runs now, at the time that is returned; frames begin and end, whatever code runs in them. A history
 * has none: 0. */
static inline uint64_t collect_run(struct collection *collection, uint64_t thread, actor who)
{
    const struct collection_head *head = (const struct collection_head *)collection;
    return head->writer ? store_writer_run(head->writer, thread, actor_site(who), actor_instance(who)) : 0;
}
/* Skipped code or the kernel writes to memory now: store_writer_skipped. */
static inline void collect_skipped(struct collection *collection, uint64_t call, uint64_t address, uint64_t size, uint64_t below)
{
    const struct collection_head *head = (const struct collection_head *)collection;
    if (head->writer)
        store_writer_skipped(head->writer, call, address, size, below);
}
void collect_frame_begins(struct collection *collection, uint64_t thread, uint64_t call, bool from_hidden, bool handler);
void collect_frame_resumes(struct collection *collection, uint64_t thread);    /* the one that began last had begun before, and something ran in it */
void collect_frame_ends(struct collection *collection, uint64_t thread);

/* How the writers learn what a site is. id: from 1 in order of first execution, 0 if it is not shown or never ran. */
struct site_text {
    uint64_t id, address, executions;
    struct slice file, function;
    uint64_t line;
};
struct site_source {
    struct site_text (*site)(void *context, uint32_t site);
    struct site_text (*name)(void *context, uint32_t site);     /* id and address only */
    void *context;
    uint32_t first_executed_count;              /* ids are 1 ... this */
    const uint32_t *by_id;                      /* site of each id, from by_id[1] */
};

/* Finishes the writer with the sites that ran, their ports in canonical order. Once: nothing can be collected afterwards. The writer is gone in any case. */
CHECKED bool collection_finish(struct collection *collection, const struct site_source *sites, struct writer_totals *totals, struct store **store, struct error *error);

/* Writes a history as text. False: stopped, or the file could not be written (errno says why). */
CHECKED bool collection_write_history(const struct collection *collection, const struct site_source *sites, FILE *file, const struct progress *progress,
                                      struct text_totals *totals, struct error *error);

#endif
