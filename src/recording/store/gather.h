/* gather.h - many lists of a store that grow at the same time.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Private to this folder. Text has one list after the other, and build.c writes their blocks as it reads them. A recording, a history and the users of
 * instructions come in order of execution instead: thousands of lists, an entry here, an entry there. A *gather* keeps the open block of each, and encodes it
 * (block.h) when BLOCK entries are there. Lists that had entries lately, about a thousand of them, have it as it is, in arrays; of the others it is
 * packed as differences (one to six bytes an entry):
 *
 *     struct gather *gather = gather_open(writer, &streams);
 *     uint32_t list = gather_list(gather, true);
 *     gather_append(gather, list, x, definer, value);
 *     gather_finish(gather);                              closes all blocks, puts each list's descriptors side by side
 *     struct gathered g = gather_get(gather, list);       where they are, how many entries
 *     gather_close(gather);
 *
 * Memory: up to 6 MB for the arrays; 120 bytes a list, a few bytes a packed entry, and 16 to 32 bytes a closed block for its descriptor, which is
 * written at the end, since those of a list have to be neighbours; a list that is uniform so far has but one. Beyond a megabyte descriptors are put aside on
 * disk (spill.h), so that no list takes more than about 2 KB for them while it grows. The X of a list cost nothing while they are 0, 1, 2, ...; from the
 * first that is not they get blocks of their own. */
#ifndef CLEW_RECORDING_STORE_GATHER_H
#define CLEW_RECORDING_STORE_GATHER_H

#include "core/core.h"

struct block_range;
struct paged_writer;

/* Where blocks go: streams of the writer. */
struct gather_streams {
    unsigned descriptors, payload;
    bool bytes;                     /* payload is compressed: block_encode_bytes for numbers */
    /* Told of each block of a list with definers, which is number b of the list, what it names of each (block_ranges); of lists that are sorted at the
     * end again, behind all others. NULL: nobody is. */
    void (*named)(void *context, uint32_t list, uint64_t b, const struct block_range *ranges, unsigned count);
    void *context;
};

struct gather;

struct gather *gather_open(struct paged_writer *writer, const struct gather_streams *streams);
void gather_close(struct gather *gather);

/* A new list, numbered from 0; with definers, or numbers only. */
uint32_t gather_list(struct gather *gather, bool has_definers);
uint32_t gather_count(const struct gather *gather);

/* Appends an entry. X below 2^64 - 1 may be anything (several entries of one X; X that do not rise), but entries should come with X rising: see
 * gather_finish. */
void gather_append(struct gather *gather, uint32_t list, uint64_t x, uint32_t definer, uint64_t value);

struct gathered {
    uint64_t count;
    uint64_t first;                 /* number of the first descriptor in the stream of descriptors */
    uint64_t xs;                    /* of the first descriptor of X; UINT64_MAX: they are 0 ... count - 1 */
    uint64_t top;                   /* largest X + 1 */
    bool uniform, xs_uniform;       /* one descriptor is all there is (block.h) */
    bool sorted;                    /* X never fell */
};

/* Ends all lists: afterwards nothing is added. Lists whose X fell are sorted by X, equal X in the order they came. Where that goes beyond one
 * block, their blocks are read back from the writer and encoded again, within memory for the largest of these lists (48 bytes an entry). */
void gather_finish(struct gather *gather);
struct gathered gather_get(const struct gather *gather, uint32_t list);

/* Bytes of memory it holds, but for the arrays, which depend on no list. */
size_t gather_memory(const struct gather *gather);

/* Bytes that finishing it writes at most: open blocks, descriptors, and again the blocks of lists that are to be sorted. O(lists). */
uint64_t gather_unwritten(const struct gather *gather);

#endif
