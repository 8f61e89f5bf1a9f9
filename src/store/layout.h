/* layout.h - how a store keeps a trace in memory.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Private to this folder. A trace is a few long arrays, no object an entry:
 *
 *     records[index]      one an instruction: its names, its executions, where its lists are
 *     lists[]             one a SIZE list, in file order, so the ports of a record stand together
 *     value_lists[]       one a VALUES list
 *     definers[], instances[]     one an entry: the definer's index and instance, 12 bytes; the entries of a list together, by X
 *     values[]            one a value, 8 bytes: the value, or where a wide one stands in wide[]
 *     xs[]                X of the entries of those lists whose X are not simply 0, 1, 2, ...
 *
 * A history is kept the same way: every address is a record with one list, whose X are the instances that have dependences.
 *
 * Entries that name what has no block, or an instance beyond the executions, make nodes of their own: extras[], sorted, each once.
 *
 * The users of a node need the arrays the other way round (struct reverse); it is built when first asked for. */
#ifndef CLEW_STORE_LAYOUT_H
#define CLEW_STORE_LAYOUT_H

#include "store/store.h"

#define NOWHERE UINT64_MAX

struct list {
    uint64_t first, count;          /* entries, or values */
    uint64_t xs;                    /* where its X begin in xs[]; NOWHERE: X are 0 ... count-1 */
    uint64_t top;                   /* largest X + 1; 0: it has no entries */
};

struct record {
    uint64_t id, address, line, executions;
    struct slice file, function;
    uint64_t first_list, ports;     /* lists[first_list ... + ports) */
    uint64_t value_list;            /* in value_lists, or NOWHERE */
    bool has_block, no_values, has_entries, executions_least;
    bool has_wide;                  /* its values[] are places in wide[] */
};

/* Problems in file order; kinds that need numbers for their message have them in details, from `detail` on. */
struct finding {
    uint64_t line, column;
    uint64_t detail : 56, kind : 8;
};

struct reverse;

/* An array and its capacity, for array_grow. */
#define ARRAY(type, name) type *name; size_t name##_count, name##_capacity
#define ARRAY_ADD(owner, name, ...) \
    ((owner)->name##_count == (owner)->name##_capacity \
         ? (void)((owner)->name = array_grow((owner)->name, &(owner)->name##_capacity, (owner)->name##_count + 1, sizeof *(owner)->name)) \
         : (void)0, (void)((owner)->name[(owner)->name##_count++] = __VA_ARGS__))

struct store {
    struct store_summary summary;
    struct pool names;
    ARRAY(struct record, records);  /* with a block first, in file order */
    ARRAY(struct list, lists);
    ARRAY(struct list, value_lists);
    ARRAY(uint32_t, definers);
    ARRAY(uint64_t, instances);
    ARRAY(uint64_t, values);
    ARRAY(unsigned char, wide);     /* size in digits, then the digits, two a byte */
    ARRAY(uint64_t, xs);
    ARRAY(struct node, extras);     /* by index, then instance */
    ARRAY(struct finding, findings);
    ARRAY(uint64_t, details);
    uint64_t kind_count[WET_PROBLEMS];
    struct map by_id, by_address;   /* by_id gives the number of an id in `final` */
    ARRAY(uint32_t, final);         /* an id's number in order of first mention -> index */
    struct reverse *reverse;        /* its array is empty until users are asked for */
};

/* ---- Building, in this order (build.c, history.c, resolve.c) ---- */

/* Indices have 32 bits; the limit is looked at once in so many items, so it keeps well below. */
enum { ITEMS_A_REPORT = 1 << 16 };
#define INSTRUCTIONS_MAX (UINT32_MAX - 4u * ITEMS_A_REPORT)

/* Both read all of bytes. False: stopped by progress, or too many instructions. */
CHECKED bool build_trace(struct store *store, struct slice bytes, const struct store_options *options, struct error *error);
CHECKED bool build_history(struct store *store, struct slice bytes, const struct store_options *options, struct error *error);

/* Executions, nodes and problems that only the whole trace shows. Reads bytes again for the places of such problems. */
void resolve_trace(struct store *store, struct slice bytes, bool dense);

/* Fails with "interrupted" when progress says stop; called every so many items. */
CHECKED bool build_goes_on(const struct progress *progress, uint64_t done, uint64_t total, struct error *error);
void finding_add(struct store *store, uint64_t line, uint64_t column, const struct wet_finding *finding);
void findings_sort(struct store *store);

/* Sorts extras and leaves each node once. */
void extras_finish(struct store *store);

/* ---- Searching (query.c) ---- */

/* Entries of a list whose X is in [low, high]: the range of entry numbers [*from, *to). O(log n). */
void list_range(const struct store *store, const struct list *list, uint64_t low, uint64_t high, uint64_t *from, uint64_t *to);
uint64_t list_x(const struct store *store, const struct list *list, uint64_t entry);

/* By how many instances the entries of a list may be off (1.4); 0: the list is certain. */
uint64_t list_spare(const struct store *store, const struct record *record, const struct list *list);
enum link_kind link_kind_of(const struct store *store, uint64_t port);

/* Sorts links[from ...] by id (history: address), instance, port, and leaves equal ones once. */
void links_finish(const struct store *store, struct links *links, size_t from);
void links_add(struct links *links, struct link link);

/* ---- Sorting (sort.c) ---- */

struct pair {
    uint64_t key, value;
};

/* Stable, by key; natural merge sort: O(n) for what is sorted, O(n log runs) else. Scratch memory of the same size. */
void pairs_sort(struct pair *pairs, size_t count);

/* Users (users.c). */
void reverse_free(struct reverse *reverse);
struct reverse *reverse_new(void);

#endif
