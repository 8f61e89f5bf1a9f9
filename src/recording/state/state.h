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
 *     state_check.h                       checks all of it while a program is recorded
 *
 * state_go runs the piece (piece.h) around the moment in a machine: 4 ms for a whole piece, or less if the moment lies a little ahead. state_memory first asks
 * that machine. A byte that the piece has not touched before the moment is as the latest earlier piece that touched it left it or, without one, as the first
 * later piece found it: touched.h says which pieces touched it. Each of these costs one more run of a piece; the last few stay in memory.
 *
 * Unknown are bytes that the program never touched after it started, and memory that others share. Each state keeps STATE_PIECES machines of 2 MB and
 * their images. One thread at a time. */
#ifndef CLEW_RECORDING_STATE_STATE_H
#define CLEW_RECORDING_STATE_STATE_H

#include "recording/state/piece.h"
#include "recording/store/store.h"

struct state;

enum { STATE_PIECES = 8 };

/* The store must outlive it and keep state (store_keeps_state). O(definitions): 0.13 s for the 63,000 segments of a run of python3. False: damaged. */
CHECKED bool state_open(const struct store *store, struct state **state, struct error *error);
void state_close(struct state *state);                      /* NULL is allowed */

/* Goes to a moment, 1 to the number of times + 1. False: damaged. */
CHECKED bool state_go(struct state *state, uint64_t time, struct error *error);

/* Goes to just behind the execution at a time, before anything else runs or happens: a call has not entered yet, a return has left. */
CHECKED bool state_go_behind(struct state *state, uint64_t time, struct error *error);

/* Goes to where so many instructions of all code have run: just behind the last of them or, if not behind, just before the next one, when events such as the
 * end of a system call are over (store/system_calls.h has these numbers). state_registers: of the thread that ran the last one. */
CHECKED bool state_go_instruction(struct state *state, uint64_t count, bool behind, struct error *error);

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
/* The last instruction that stored to one of the bytes before the moment; system calls are no instructions. time: of its execution if it is your code,
 * otherwise of your execution that ran last before it, in any thread; 0: none ran before it. NONE: none did. UNTOLD: the kernel
 * changed or mapped one of the bytes since; or damage. */
struct state_store { uint64_t time; bool yours; uint64_t instruction; /* its address in the run */ };
enum state_found { STATE_FOUND, STATE_NONE, STATE_UNTOLD };
enum state_found state_last_store(struct state *state, uint64_t address, uint64_t size, struct state_store *found);

bool state_damage(const struct state *state, struct error *error);      /* the first damage met; false: none */

#include "recording/state/state_check.h"
#include "recording/state/log_format.h"
#include "recording/state/log_reader.h"

#endif
