/* suffix_inside.h - what the files of suffix.h share.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     suffix.c           suffix_decode: the order of the steps, the status
 *     suffix_history.c   which slots are the history, their paths, the chain between them
 *     suffix_rotate.c    a history whose index is missing: every index that fits
 *     suffix_position.c  which blocks may be the last one
 *     suffix_current.c   the candidates for the current part
 *     suffix_text.c      notes
 *     suffix_blocks.c    the whole suffix of a candidate, the lines of a step */
#ifndef CLEW_CRASH_SUFFIX_INSIDE_H
#define CLEW_CRASH_SUFFIX_INSIDE_H

#include "core/core.h"

struct path;
struct suffix_position;

/* Blocks of all paths together, above which older paths stay undecoded: an array of a million slots may name a path of a million blocks in each. */
enum { HISTORY_BLOCKS = 1 << 25 };

struct slice_list {
    struct slice *items;
    size_t count, capacity;
    uint64_t total;
};

/* How the history ends, as far as it is known: that is where the current part begins. */
enum history_end {
    HISTORY_EMPTY,                  /* no path was recorded */
    HISTORY_PATH,                   /* the last of suffix->paths */
    HISTORY_UNKNOWN                 /* missing, cut or impossible */
};

struct suffix_work {
    const struct path_graph *graph;
    const struct csi_function *function;
    const struct suffix_values *values;
    const struct suffix_prune *prune;
    struct arena *arena;
    struct suffix *suffix;
    struct slice_list notes, ruled_out;
    bool impossible, inconsistent, partial, chain_broken;

    enum history_end end;
    bool begun;                     /* some path was recorded, even if it is unknown which: the current part does not begin at ENTRY */
    bool oldest_known;              /* the first of paths is the oldest that the array keeps */

    bool has_block, has_line;       /* the position, as far as the metadata knows it */
    uint32_t block;                 /* ordinal */
    int64_t line;
};

/* ---- suffix_text.c ---- */

enum { SUFFIX_NOTES_KEPT = 200 };
void suffix_note(struct suffix_work *work, struct slice_list *list, const char *format, ...) FORMATTED(3, 4);   /* hostile bytes become printable */
struct slice suffix_start_text(const struct suffix_work *work, uint32_t start);             /* "ENTRY", "9~>4" */
struct slice suffix_sequence_text(const struct suffix_work *work, const uint32_t *blocks, size_t count);    /* "4,5,8,9" */
struct slice suffix_number_text(const struct suffix_work *work, uint64_t number);           /* signed, as a debugger shows it */
void suffix_list_finish(struct suffix_work *work, struct slice_list *list, struct slice **items, size_t *count);

/* ---- suffix_history.c ---- */

void suffix_history(struct suffix_work *work);

/* Is the slot known? */
bool suffix_slot_known(const struct suffix_values *values, size_t slot);

/* The history as the index says it, csi.md 4. */
void suffix_select(struct suffix_work *work, uint64_t index);

/* Appends the slots [from, to) of the array to the history, undecoded. Slots that were not printed become one gap. */
void suffix_append_slots(struct suffix_work *work, size_t from, uint64_t to);
void suffix_append_gap(struct suffix_work *work, size_t slot);

/* Where the first block stands whose record was made early; path->count: none. */
size_t suffix_recorder(const struct suffix_work *work, const struct path *path);

/* ---- suffix_rotate.c ---- */

void suffix_rotate(struct suffix_work *work);

/* ---- suffix_position.c ---- */

/* On which side of the record a last block may stand. */
enum suffix_side {
    SIDE_OPEN,                      /* its path is not recorded yet: before a marker (a) or (b) */
    SIDE_RECORDER,                  /* it recorded its path early: behind the marker (b) */
    SIDE_BEHIND,                    /* behind the recorder */
    SUFFIX_SIDES
};
void suffix_position_find(struct suffix_work *work, const struct suffix_position *position);
bool suffix_may_end(const struct suffix_work *work, uint32_t block, enum suffix_side side, bool positioned);
int64_t suffix_line_at(const struct suffix_work *work, uint32_t block, enum suffix_side side);     /* first line on that side; 0: none */

/* ---- suffix_current.c ---- */

void suffix_current(struct suffix_work *work);

#endif
