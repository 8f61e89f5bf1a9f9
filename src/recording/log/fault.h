/* fault.h - the instruction that a program died of.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Where a fault kills the program, the instruction that faulted did not complete, and is nevertheless the last instance of the trace (run.c): it
 * has a control parent and what it used, it defines nothing and has no value. Here is what else is kept of it for the note (store/fault.h): where it was, and
 * who defined what formed the address. What skipped code has computed is its anchor's, as everywhere: of a fault there the anchor may be the definer itself.
 *
 * A jump, call or return to where nothing can run has completed. It is the last instance then, and the fault is its. Faults that a
 * handler takes are none of this. */
#ifndef CLEW_RECORDING_LOG_FAULT_H
#define CLEW_RECORDING_LOG_FAULT_H

#include "recording/log/shadow.h"
#include "recording/store/store.h"

struct reconstruction;

struct run_fault {
    bool happened;
    enum fault_kind kind;
    bool skipped;
    uint64_t time, target;          /* of who is shown, 0: nobody; FAULT_JUMP: where it led */
    uint32_t site;                  /* that faulted, or jumped */
    actor definers[FAULT_DEFINERS];
    size_t definer_count;
};

/* The running thread's current instruction faults; its first access of memory is `accessed`, 0: none, or not known. */
void fault_take(struct reconstruction *reconstruction, uint64_t accessed);

/* The log says that the program died at an address. If nothing faulted there, control had just come to it. */
void fault_arrive(struct reconstruction *reconstruction, uint64_t address);

/* What the note says. name: where fault->where is kept. False: the program did not die of a fault. */
CHECKED bool fault_describe(const struct reconstruction *reconstruction, struct text *name, struct fault *fault);

#endif
