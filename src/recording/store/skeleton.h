/* skeleton.h - guesses where things stand in a text.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Private to this folder; indexing.h says what it is for and how far to trust it. A skeleton takes the place of a store's streams: its lists
 * (LIST_GUESSED in layout.h) are stretches of text, and clew reads an entry there on demand.
 *
 *     lists passed through     a *mark* every 256 entries: its X and where it stands
 *     lists jumped over        X are first_x + k * step; interpolation between both ends finds entry k (skeleton.c)
 *
 * Passing through means reading with wet/wet.h, as for the real store; only jumps are guesses. */
#ifndef CLEW_RECORDING_STORE_SKELETON_H
#define CLEW_RECORDING_STORE_SKELETON_H

#include "recording/store/building.h"

/* A list in the text. */
struct guessed {
    uint64_t from, to;              /* offsets of its first line and of the line behind its last */
    uint64_t first_x, step;         /* step 0: passed through, with marks */
    size_t first_mark;
};

struct mark {
    uint64_t x, offset;
};

struct chunk;                       /* of entries, the one read last; skeleton.c */

struct skeleton {                   /* tables in the store's arena, by number of the list */
    const struct guessed *lists;
    const struct mark *marks;
    uint64_t reached, size;
    bool whole;
    struct chunk *chunk;
};

/* ---- Making one (skeleton.c) ---- */

/* The result of a walk through the text. */
struct found {
    ARRAY(struct record, records);
    ARRAY(struct list, lists);
    ARRAY(struct guessed, guessed);     /* as many as lists */
    ARRAY(struct mark, marks);
    struct map by_id;                   /* of records */
    struct pool names;
    struct map name_places;             /* as in struct build */
    struct text name_bytes;
    enum store_evidence evidence;
    uint64_t reached;                   /* has all instructions before this offset */
    bool whole;
};

/* Walks through the text for at most `milliseconds`. False: it cannot be read. */
CHECKED bool skeleton_find(struct input *input, unsigned milliseconds, struct found *found, struct error *error);
void found_free(struct found *found);

/* Makes the tables of a provisional store, whose input, path and arena are set. False: it cannot make a file in memory. */
CHECKED bool skeleton_load(struct store *store, const struct store_options *options, struct found *found, struct error *error);
void skeleton_free(struct skeleton *skeleton);          /* NULL is allowed */

/* ---- Asking (skeleton.c): lists of struct store that have LIST_GUESSED ---- */

/* How many X of a list are below x. */
uint64_t guessed_below(const struct store *store, const struct list *list, uint64_t x);
uint64_t guessed_x(const struct store *store, const struct list *list, uint64_t entry);

/* An entry of a port. False: no such entry, or the walk has not found the id it names. */
bool guessed_node(const struct store *store, const struct list *list, uint64_t entry, struct node *node);

/* The offset of entry b * BLOCK. False: none. */
bool guessed_offset(const struct store *store, const struct list *list, uint64_t b, uint64_t *offset);

#endif
