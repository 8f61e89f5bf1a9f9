/* collect.h - gathers the dependences of a run by instruction, and writes the trace.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Two collections of one face: the comprehensive one keeps, for each site and port, a stream of entries packed as differences (three to
 * four bytes each), because the text groups by instruction; the history keeps the last N dependences in a ring and nothing else.
 *
 * A *site* is one instruction of the program: an address with certain bytes. Sites are numbered from 1. */
#ifndef CLEW_CAPTURE_COLLECT_H
#define CLEW_CAPTURE_COLLECT_H

#include "capture/shadow.h"
#include "core/core.h"

#include <stdio.h>

struct collection;

struct collection *collection_open(uint64_t history);       /* 0: comprehensive, else the ring's size */
bool collection_is_history(const struct collection *collection);
void collection_close(struct collection *collection);

/* The number of a site's port, which is made if it is new; a port exists even if no instance has a dependence on it. O(1) expected. */
uint32_t collect_port(struct collection *collection, uint32_t site, uint64_t key);

/* An instance of a shown site has a dependence on one of its ports. The text has room for one definer of an instance and port: pass
 * the youngest. X may come in any order; of equal X the last stays. */
void collect_dependence(struct collection *collection, actor user, uint32_t port, actor definer);

/* An instance of a shown site defined a value. */
void collect_value(struct collection *collection, actor who, uint64_t value);

/* How the writer learns what a site is. id: from 1 in order of first execution, 0 if it is not shown or never ran. */
struct site_text {
    uint64_t id, address;
    struct slice file, function;
    uint64_t line;
};
struct site_source {
    struct site_text (*site)(void *context, uint32_t site);
    struct site_text (*name)(void *context, uint32_t site);     /* id and address only: asked for every entry */
    void *context;
    uint32_t first_executed_count;              /* ids are 1 ... this */
    const uint32_t *by_id;                      /* site of each id, from by_id[1] */
};

struct collected {
    uint64_t instructions, dependences, values, renamed;
};

/* Writes the trace as text, once: nothing can be collected afterwards. False: the file could not be written. dense: X counts entries
 * (clew-formats(5) 1.4). */
CHECKED bool collection_write(struct collection *collection, const struct site_source *sites, bool dense, FILE *file, struct collected *collected);

#endif
