/* heap.h - the blocks that a recorded program allocated, and its misuses of memory, as rows.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     heap.c       finds the allocators, runs the recording again; `info heap`
 *     heap_list.c  the list of live blocks
 *     faults.c     what became of unwritten bytes; `info faults`; marks in other rows
 *     fresh.c      which bytes of a place nothing wrote since it began
 *
 * The answer comes from one run of the whole recording (state/lifetimes.h), with progress; the recording keeps it. It needs the state stream, and the symbols
 * of the libraries that have the allocators, as they were. `info heap` and `info faults` begin that run whatever it costs. Rows with marks begin it only in
 * recordings of at most HEAP_AT_ONCE instructions (0.3 s of processor time for 4.05 million of sqlite3); in longer ones they have marks once one of these
 * questions was asked, and a notice says so. */
#ifndef CLEW_RECORDING_HEAP_H
#define CLEW_RECORDING_HEAP_H

#include "recording/state/state.h"
#include "recording/wet.h"

enum { HEAP_AT_ONCE = 1 << 22 };

/* `info heap`: the blocks live at your place. Those that one instruction allocated, called from one place, share a row, which hides them; the largest sum
 * comes first. Blocks out of which an own allocator carved others do not count. `info heap 0xADDRESS`, `info heap EXPRESSION`: all blocks that ever held this
 * byte, and the mappings around it; of a pointer, the byte that it points to. */
CHECKED bool info_heap(struct session *session, struct str words, struct answer *answer, struct error *error);

/* `info faults`: misuses of memory in order of time.
 *
 * A load of unwritten bytes is listed only if the program did something with them: the value, or what was computed from it, decided a branch, was an
 * address, or went in a register into skipped code. The recording's dependences tell; at most 400 executions are followed. They are not followed where a
 * value whose bits were masked (and, or) is stored: bit fields beside it may have been written. Pops do not count: compilers pop to move the stack
 * pointer. A load below the stack pointer and its red zone is always listed. Of each instruction clew judges the executions that the pass kept, as long as it
 * follows at most about a million for all of them; then the first 4. It stops at the first one that counts: "one of 10 loads" has all that the instruction
 * made, used or not. Where that leaves a doubt, or the pass reached a limit, a notice with "limited:" says so. */
CHECKED bool info_faults(struct session *session, struct str words, struct answer *answer, struct error *error);

/* session_kind.allocators of recordings: does one of the recorded files have each of these functions? */
CHECKED bool heap_allocators(struct session *session, struct str rules, struct error *error);

/* ---- Marks in other rows ---- */

struct row;
struct who_place;

/* Appends what an execution did wrong: "  reads freed memory (free @133 heap.c:15)". In statement grain: what the run of its line did. Of loads of unwritten
 * bytes all are marked, except those whose value was only masked and stored. "  perhaps misuses memory: ...": the pass did not keep all executions, or clew
 * could not follow the value. */
void heap_mark_node(struct session *session, struct node node, struct row *row);

/* The same for the executions of an instruction from one to another, and of its line between them: the first misuse, with its time. */
void heap_mark_nodes(struct session *session, struct node first, struct node last, struct row *row);

/* Appends what is wrong with a place in memory, as it is after everything that ran up to a time: ", in a freed block (free @20 x.c:9)", ", just behind a block
 * of 24 bytes (malloc @34 x.c:13)", ", unwritten since malloc @34 x.c:13", ", 12 of 24 bytes unwritten in this frame": nothing wrote them since the block was
 * allocated, or since the frame began (fresh_count). */
void heap_mark_place(struct session *session, const struct who_place *place, uint64_t time, struct row *row);

/* Appends `what` and "in a freed block (free @20 x.c:9)", and a field, if the place is in one. */
bool heap_mark_freed(struct session *session, const struct who_place *place, uint64_t time, const char *what, const char *field, struct row *row);

/* Could marks be missing, because the recording is long and nobody asked `info faults` or `info heap`? */
bool heap_may_tell_more(const struct session *session);

/* ---- Shared by the files of this module ---- */

/* How the program used unwritten bytes. */
enum use { USE_NONE, USE_BRANCH, USE_ADDRESS, USE_CALL };

struct fault_row {
    const struct misuse *misuse;
    uint64_t address;                   /* of the execution at `time` */
    uint32_t block;
    bool ended;                         /* of a stack frame that ended */
    enum use use;
    uint64_t used;                      /* the time of that use, 0: unknown; `time`: of the load */
    uint64_t time;
};

struct heap {
    struct lifetimes *lifetimes;        /* NULL: it failed, so there are no marks */
    struct text missing;                /* a file whose allocators are unknown: a question tells it */
    struct text rules;                  /* the allocators of the program that it knows */
    struct arena arena;
    ARRAY(const char *, own);           /* their names, in the arena: how - ALLOCATES_OWN */
    struct heap *older;                 /* with other rules: rows may point into it */
    bool judged;                        /* the rows are made */
    bool told;                          /* the user knows what marks may miss */
    size_t doubtful;                    /* judged: loads of unwritten bytes without a row, of which clew did not look at all that they led to */
    ARRAY(struct fault_row, rows);
    struct misuse fatal;                /* the last row, if an access killed the program */
    uint64_t *indices;                  /* the instruction of each misuse; UINT64_MAX: none. NULL: not needed yet */
};

/* NULL: clew cannot tell, and why; or interrupted. */
struct heap *heap_of(struct session *session, struct error *error);
/* NULL: there are no marks. It begins the run in short recordings. The first one that needs marks notes why there are none, or which may be missing. */
struct heap *heap_for_marks(struct session *session);

const char *heap_how(const struct heap *heap, unsigned how);
const struct heap_block *heap_block(const struct heap *heap, uint32_t block);         /* NULL: BLOCK_NONE */
void heap_add_bytes(uint64_t count, struct text *out);                                /* "24 bytes" */
void heap_add_when(struct session *session, uint64_t time, struct text *out);         /* "@12 main x.c:5" */
/* "malloc @12 main x.c:5", freed: "malloc @12 main x.c:5, free @20 main x.c:9" */
void heap_add_life(struct session *session, const struct heap *heap, const struct heap_block *block, bool freed, struct text *out);
bool heap_is_live(const struct heap_block *block, uint64_t time);                       /* before the execution at that time */
CHECKED bool heap_list_live(struct session *session, struct heap *heap, uint64_t time, struct answer *answer, struct error *error);
/* How many bytes of a place nothing wrote since a time and an order of the state stream, and how many it has. Bytes between members do not count. A number, a
 * union, an enum of Rust and a container with a rule are written if one of their bytes is. False: unknown, or the place has more than FRESH_BYTES. Cost: a run
 * of each piece of the state stream that wrote there since, at most STATE_CHANGES (2 ms each). */
struct fresh { uint64_t unwritten, all; };
enum { FRESH_BYTES = 1 << 20 };
CHECKED bool fresh_count(struct session *session, const struct who_place *place, uint64_t time, const struct state_span *since, struct fresh *fresh);

/* What the pass or the judgement left out, as one notice that begins with "limited:". faults: misuses may be missing; otherwise blocks and mappings. */
void heap_note_limits(struct session *session, const struct heap *heap, bool faults);

#endif
