/* suffix.h - the execution suffix of one frame, from the values of its path-tracing variables.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     array  {1, 3, stale..., -1}    index 2    current 4       block 9 is being executed
 *     paths   2,4,5,8,9   4,5,7,9    completed, oldest first (weights)
 *     part    4,5,8,9                the current part (increments)           status unique
 *
 * Rules: clew-formats(5) 6.1, 6.2 and 6.4. The history is arr[idx..] (if the last slot is not -1: wrapped) and arr[..idx-1]; other slots are stale and never
 * read. A path must begin with the edge that ended the path before it. A path that ends in EXIT is recorded early, so blocks after the recording block are not
 * proven to have run. clew does not guess: it lists all candidates that fit, and says what ruled others out.
 *
 * Ohmann and Liblit, ASE 2013, section 3; memoised over (block, sum): O(blocks + edges + length of the result). */
#ifndef CLEW_CRASH_SUFFIX_H
#define CLEW_CRASH_SUFFIX_H

#include "crash/path_graph.h"
#include "core/core.h"

struct csi_block;

enum suffix_status {
    SUFFIX_UNIQUE, SUFFIX_AMBIGUOUS, SUFFIX_IMPOSSIBLE, SUFFIX_INCONSISTENT, SUFFIX_PARTIAL_DATA, SUFFIX_NO_METADATA, SUFFIX_OFF,
    SUFFIX_STATUSES
};
extern const char *const suffix_status_names[SUFFIX_STATUSES];          /* "unique", "ambiguous", "impossible", ... as in clew-formats(5) 6.4 */

/* The values of the frame's variables. known is false for slots that were not printed. */
struct suffix_values {
    bool has_array, array_cut;          /* cut: more slots follow, but their number is unknown */
    const uint64_t *array;
    const bool *known;                  /* NULL: all */
    size_t slots;
    bool has_index, has_current;
    int64_t index;
    uint64_t current;
    struct str array_reason, index_reason, current_reason;            /* why the value is missing: "<optimized out>"; null: not printed */
};

/* The position of the frame. */
struct suffix_position {
    bool has_block, has_line;
    uint32_t block;                     /* an id, as users see it */
    int64_t line;
};

/* Blocks that cannot have run, according to local coverage; used on request (clew-formats(5) 6.5). For each block ordinal a text that names the bit, or null. A
 * NULL array or no struct: no evidence. */
struct suffix_prune {
    const struct str *never;          /* by block ordinal: cannot be on the path at all */
    const struct str *unfinished;     /* cannot be passed, but may be the last block */
};

enum suffix_wrapped { SUFFIX_WRAPPED_NO, SUFFIX_WRAPPED_YES, SUFFIX_WRAPPED_UNKNOWN };

struct suffix_path {
    uint64_t number;
    size_t slot;                        /* of the array */
    bool impossible;                    /* a gap: the path is unknown; blocks are empty */
    bool missing;                       /* a gap too: the slot was not printed, or there are too many blocks to keep; from `slot` on, maybe several paths */
    bool broken;                        /* it does not begin with the edge that ended the path before it */
    struct path path;
};

/* One way in which the frame may have reached its place. Blocks are ordinals of the function's blocks, without EXIT. */
struct suffix_candidate {
    const uint32_t *current;            /* the current part; of an early-recorded path, its prefix up to here */
    size_t current_count;
    uint32_t start;                     /* PATH_FROM_ENTRY, or the "~>" edge it begins with; of an early-recorded path, that path's start */
    bool tail;                          /* the blocks of this path before the first block of `current` are unknown */
    bool recorded;                      /* the current part is the last recorded path (or its proven prefix); the whole suffix then does not count that path
                                         * as completed */
    struct str reason;                /* why it fits, or what makes it doubtful ("no source line", "block 6 records its path before it has run") */
};
enum { SUFFIX_CANDIDATES_SHOWN = 100 };

struct suffix {
    enum suffix_status status;
    enum suffix_wrapped wrapped;
    struct suffix_path *paths;          /* history, oldest first, as recorded; an early-recorded last path is whole */
    size_t path_count;
    struct suffix_candidate *candidates;/* newest, longest first; at most SUFFIX_CANDIDATES_SHOWN */
    size_t candidate_count;
    uint64_t candidate_total;
    struct str *notes;                /* printable: errors, missing values, values that would decide */
    size_t note_count;
    struct str *ruled_out;            /* what pruning ruled out, and the bit that did; printable */
    size_t ruled_out_count;
};

/* Everything is in the arena. graph NULL: the status is no-metadata. */
void suffix_decode(const struct path_graph *graph, const struct suffix_values *values, const struct suffix_position *position,
                   const struct suffix_prune *prune, struct arena *arena, struct suffix *suffix);

/* The whole suffix of a candidate: completed paths (including stubs of shared ends), then the current part. It skips impossible paths; gap_before[k]: something
 * is missing before block k. candidate SIZE_MAX: only the completed paths; of an early-recorded path only the proven blocks, up to its recording block. In the
 * arena. */
struct suffix_blocks {
    uint32_t *blocks;
    bool *gap_before;                   /* NULL: no gap */
    size_t count;
    size_t current_from;                /* first block of the current part; count if there is none */
};
void suffix_blocks(const struct path_graph *graph, const struct suffix *suffix, size_t candidate, struct arena *arena, struct suffix_blocks *blocks);

/* The source lines of one step of a suffix in execution order, without markers, unknown lines and immediate repeats. Of the last step, only the proven
 * instructions: up to and including the first of `line`, if the step has one (0: all). *partial: later lines were cut off. Writes at most block->line_count
 * lines. */
size_t suffix_step_lines(const struct csi_block *block, bool last, int64_t line, int64_t *lines, bool *partial);

/* ---- Shared by the files of this module ---- */

/* The most blocks of all paths together; older paths then stay undecoded. An array of a million slots may name a path of a million blocks in each. */
enum { HISTORY_BLOCKS = 1 << 25 };

struct str_list {
    struct str *items;
    size_t count, capacity;
    uint64_t total;
};

/* The end of the known history: the current part begins there. */
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
    struct str_list notes, ruled_out;
    bool impossible, inconsistent, partial, chain_broken;

    enum history_end end;
    bool begun;                     /* some path was recorded, perhaps an unknown one: the current part does not begin at ENTRY */
    bool oldest_known;              /* the first of paths is the oldest in the array */

    bool has_block, has_line;       /* the position, if the metadata knows it */
    uint32_t block;                 /* ordinal */
    int64_t line;
};

enum { SUFFIX_NOTES_KEPT = 200 };
void suffix_note(struct suffix_work *work, struct str_list *list, const char *format, ...) FORMATTED(3, 4);   /* makes untrusted bytes printable */
struct str suffix_start_text(const struct suffix_work *work, uint32_t start);             /* "ENTRY", "9~>4" */
struct str suffix_number_text(const struct suffix_work *work, uint64_t number);
void suffix_history(struct suffix_work *work);

/* Position of the block that recorded the path early; without markers, of the first block from which one way leads to EXIT. path->count: none. */
size_t suffix_recorder(const struct suffix_work *work, const struct path *path);

/* Where a last block may stand relative to the record of its path. */
enum suffix_side {
    SIDE_OPEN,                      /* not recorded yet: before a marker (a) or (b) */
    SIDE_RECORDER,                  /* recorded early by this block: after its marker (b) */
    SIDE_BEHIND,                    /* after the block that recorded it */
    SUFFIX_SIDES
};

#endif
