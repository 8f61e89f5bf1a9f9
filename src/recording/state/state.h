/* state.h - all registers and all memory of a recorded program, at any moment.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     struct state *state;
 *     if (!state_open(store, &state, &error)) ...
 *     if (!state_go(state, 2118, &error)) ...                       just before the execution at time 2118
 *     uint64_t rsp = state_register(state, 4);
 *     state_memory(state, rsp, bytes, told, sizeof bytes);
 *     state_close(state);
 *
 * A *moment* is a time of the recording's clock: everything before the execution at that time has happened, also what skipped code and the kernel did.
 * The moment behind the last execution is the number of times + 1.
 *
 *     log_format.h, micro_format.h   the recorder's log, from which all of this comes
 *     log_reader.h                   cuts it into records
 *     piece.h                        turns it into pieces, and runs one
 *     micro.h, image.h               a machine: what a segment computes; its memory
 *     touched.h                      which memory a piece touches
 *     files.h                        the executable and the libraries
 *     flags.h, registers.h           the flags register; the others that are not general
 *     lifetimes.h, blocks.h, unwritten.h     what the program allocated, and where it misused memory
 *     allocators.c, misuses.h, regions.h     parts of that: the functions that allocate; what was found; heap memory
 *     state_check.h                       checks all of it while a program is recorded
 *
 * state_go runs the piece (piece.h) around the moment in a machine: 2 ms for a whole piece, or less if the moment lies a little ahead. state_memory first asks
 * that machine. A byte that the piece has not touched before the moment is as the latest earlier piece that touched it left it or, without one, as the first
 * later piece found it: touched.h says which pieces touched it. Each of these costs one more run of a piece; the last few stay in memory. The first question
 * about memory makes the index of all pieces from their summaries: 8 ms for 551 million instructions of jq, or 110 ms where an older recording has none.
 *
 * The first piece says what memory held when the log began: bytes, zeros, or files (files.h). Unknown are bytes of files that are not there as they were or
 * have no build id, and memory that others share. Each state keeps STATE_PIECES + 1 machines of 2 MB and
 * their images. One thread at a time. */
#ifndef CLEW_RECORDING_STATE_STATE_H
#define CLEW_RECORDING_STATE_STATE_H

#include "recording/state/piece.h"
#include "recording/state/touched.h"
#include "recording/store/store.h"

struct state;

enum { STATE_PIECES = 8 };

/* The store must outlive it and keep state (store_keeps_state). O(definitions): 0.07 s for the 63,000 segments of a run of python3. The first run of a segment
 * prepares its quick list (micro_code.h). False: damaged. */
CHECKED bool state_open(const struct store *store, struct state **state, struct error *error);
void state_close(struct state *state);                      /* NULL is allowed */

/* Goes to a moment, 1 to the number of times + 1. False: damaged. */
CHECKED bool state_go(struct state *state, uint64_t time, struct error *error);

/* Goes to just behind the execution at a time, before anything else runs or happens: a call has not entered yet, a return has left. */
CHECKED bool state_go_behind(struct state *state, uint64_t time, struct error *error);

/* Goes to where so many instructions of all code have run: just behind the last of them or, if not behind, just before the next one, when events such as the
 * end of a system call are over (store/system_calls.h has these numbers). state_registers: of the thread that ran the last one. */
CHECKED bool state_go_instruction(struct state *state, uint64_t count, bool behind, struct error *error);

/* Does going to that moment take no new piece, and no piece from its beginning? */
bool state_is_near(const struct state *state, uint64_t time);

/* Of the thread that runs the execution at the moment, or at the end the last one: REGISTERS_SIZE bytes (micro.h). Until the next call. */
const uint8_t *state_registers(const struct state *state);
uint64_t state_register(const struct state *state, unsigned number);    /* general: 0 rax, rcx, rdx, rbx, rsp, rbp, rsi, rdi, 8 r8 ... 15 r15 */

/* The bytes at the moment; those that are not known are 0. told[i] is about byte i. Returns how many are known. At damage fewer are, and state_damage says
 * why. */
enum state_told {
    STATE_UNKNOWN,
    STATE_KNOWN,
    STATE_UNTOUCHED                     /* unknown, and nothing in the log touched it up to the moment: it is as it was when the log began */
};
uint64_t state_memory(struct state *state, uint64_t address, uint8_t *bytes, uint8_t *told, uint64_t size);
/* ---- What happened to some bytes ----
 *
 *     struct state_accesses list = {0};
 *     uint64_t piece = state_piece_at(state, time);
 *     while ((piece = state_piece_next(state, piece, true, address, 4, false)) != STATE_NO_PIECE && state_accesses(state, piece, address, 4, false, &list)) {
 *         ... list.items, the latest last ...
 *         piece--;                                                  before the first piece comes STATE_NO_PIECE
 *     }
 *     state_accesses_free(&list);
 *
 * A piece answers as a whole, in a run of its own: the moment stays. So a caller can report progress and stop between two pieces. */

enum state_how {
    STATE_STORED, STATE_LOADED,         /* by an instruction */
    STATE_KERNEL,                       /* a system call wrote them */
    STATE_TAKEN                         /* they were mapped, unmapped, moved or shared, or their contents dropped */
};

struct state_access {
    enum state_how how;
    bool yours;                         /* an instruction of your code */
    bool told;                          /* is it known what the bytes were then? */
    uint64_t time;                      /* of its execution if it is yours; otherwise of your execution that ran last before it, in any thread; 0: none */
    uint64_t order;                     /* instructions of all code before it; an event stands before the instruction that comes next */
    uint64_t instruction;               /* STORED, LOADED: its address in the run; otherwise 0 */
    uint64_t address, size;             /* all that an instruction accessed; of an event, the bytes that were asked about */
    uint64_t first, last;               /* addresses of those that were asked about: the first and the last */
    size_t bytes;                       /* told: where their contents stand in the list's bytes */
};

struct state_accesses {                 /* zeroed is empty */
    ARRAY(struct state_access, items);  /* in the order in which they happened */
    struct text bytes;
    bool cut;                           /* there are more than STATE_ACCESSES_MOST */
};
enum { STATE_ACCESSES_MOST = 1 << 20 };
void state_accesses_free(struct state_accesses *list);

#define STATE_NO_PIECE UINT64_MAX
uint64_t state_piece_at(const struct state *state, uint64_t time);      /* the piece that runs the execution at a time */

/* The nearest piece that changes (loads: touches) one of the bytes: this one, or one before it (back) or behind it. Microseconds. */
uint64_t state_piece_next(struct state *state, uint64_t piece, bool back, uint64_t address, uint64_t size, bool loads);

/* All that a piece does to the bytes; with loads or without. One run: 2 ms. False: damaged. */
CHECKED bool state_accesses(struct state *state, uint64_t piece, uint64_t address, uint64_t size, bool loads, struct state_accesses *list);

/* As state_memory, at the beginning of a piece. */
uint64_t state_memory_before(struct state *state, uint64_t piece, uint64_t address, uint8_t *bytes, uint8_t *told, uint64_t size);

/* The last change of one of the bytes before the moment. NONE: there was none. UNTOLD: damage, or progress stopped the search. A run of a piece, two if the
 * moment's piece changes them later. progress may be NULL. */
enum state_found { STATE_FOUND, STATE_NONE, STATE_UNTOLD };
enum state_found state_last_change(struct state *state, uint64_t address, uint64_t size, const struct progress *progress, struct state_access *found);

/* Which bytes did anything change since a time and since so many instructions of all code (order), up to the moment? changed[i]: byte i. One run for each piece
 * that changes a byte not known to be changed yet, at most STATE_CHANGES of them. False: that was not enough, damage, or progress stopped it. */
enum { STATE_CHANGES = 16 };
struct state_span { uint64_t address, size, time, order; };
CHECKED bool state_changes(struct state *state, const struct state_span *span, const struct progress *progress, bool *changed);

/* Searches all memory from the beginning on for 1 to MACHINE_SEARCHED bytes: takes each access that leaves them somewhere, a store, a system call, or the first
 * load of bytes that were there from the start. address: where they lie. Until `take` returns false. Runs all pieces. False: progress stopped it, or damage,
 * which state_damage tells. */
typedef bool state_taker(void *context, const struct state_access *access);
CHECKED bool state_search(struct state *state, struct str bytes, const struct progress *progress, state_taker *take, void *context);

bool state_damage(const struct state *state, struct error *error);      /* the first damage met; false: none */

/* ---- For those that run all pieces themselves ---- */

const struct micro_codes *state_codes(const struct state *state);
/* Is this part of a segment your code, and recorded, when so many instructions of all code have run? */
bool state_is_yours(const struct state *state, uint32_t segment, uint32_t part, uint64_t order);
bool state_is_all_recorded(const struct state *state);      /* no: the recording has --from or --until */

#include "recording/state/files.h"
#include "recording/state/flags.h"
#include "recording/state/registers.h"
#include "recording/state/lifetimes.h"
#include "recording/state/state_check.h"
#include "recording/state/log_format.h"
#include "recording/state/log_reader.h"

#endif
