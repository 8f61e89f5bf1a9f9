/* stack_inside.h - what the files of crash.h share.  SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CLEW_CRASH_STACK_INSIDE_H
#define CLEW_CRASH_STACK_INSIDE_H

#include "crash/probes.h"
#include "crash/suffix.h"

struct crash_frame;
struct messages;
struct crash_entry;

struct crash_job {
    struct probes *probes;
    const struct debugger_snapshot *snapshot;
    const struct crash_options *options;
    struct coverage_reading reading;
    struct arena *arena;
    bool fault;                             /* an instruction of the only thread faulted: it does not stand before the first of a block */
    uint64_t work;                          /* blocks, edges and slots looked at so far */
};

/* Above this much work, frames that follow are not decoded any more: a hostile text may have many frames of a large function, or of many functions
 * of one name. Ordinary dumps stay far below: a hundred frames of a function with a million edges, half a million frames of a small one. */
enum { CRASH_WORK = 1 << 28, WORK_DECODING = 500, WORK_ENTRY = 50 };

/* What is known of a frame before its function is chosen. */
struct crash_input {
    const struct debugger_frame *frame;
    struct suffix_values values;
    struct suffix_position position;
    int64_t inner_line;                     /* of the innermost frame inlined into this one; 0: none */
    int64_t doubtful_line;                  /* of the innermost one that may be inlined: no address tells; 0: none */
    bool any_value;                         /* a path variable was printed, with or without a value */
    bool caller;
};

/* One frame of a thread. */
void crash_explain_one(struct crash_job *job, size_t thread, size_t at, struct crash_frame *frame);

/* ---- crash_entries.c ---- */

/* Fills entries, status and notes of a frame whose function is known, or not. */
void crash_named(struct crash_job *job, const struct crash_input *input, struct crash_frame *frame, struct messages *notes);
void crash_unnamed(struct crash_job *job, const struct crash_input *input, struct crash_frame *frame, struct messages *notes);

/* ---- crash_evidence.c ---- */

/* Does a block of the entry list the line? */
bool entry_lists_line(struct probes *probes, size_t function, int64_t line);

/* What local coverage says against blocks of the entry; false: nothing can be said. The texts live as long as probes; the two arrays are malloced and
 * freed by crash_evidence_free. */
bool crash_evidence(struct crash_job *job, const struct crash_input *input, size_t function, struct suffix_prune *evidence);
void crash_evidence_free(struct suffix_prune *evidence);

/* Blocks on the path that the evidence speaks against, as warnings of the entry. */
void crash_warn(struct crash_job *job, const struct suffix_prune *evidence, struct crash_entry *entry);

#endif
