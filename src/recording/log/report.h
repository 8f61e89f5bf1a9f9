/* report.h - what a recording says of the run besides its dependences (record.c).  SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CLEW_RECORDING_LOG_REPORT_H
#define CLEW_RECORDING_LOG_REPORT_H

#include "core/core.h"
#include "recording/log/shadow.h"
#include "recording/store/store.h"

/* ---- The instruction that a program died of ----
 *
 * Where a fault kills the program, the instruction that faulted did not complete, and is nevertheless the last instance of the trace (run.c): it
 * has a control parent and what it used, it defines nothing and has no value. Here is what else is kept of it for the note (store/notes.h): where it was, and
 * who defined what formed the address. What skipped code has computed is its anchor's, as everywhere: of a fault there the anchor may be the definer itself.
 *
 * A jump, call or return to where nothing can run has completed. It is the last instance then, and the fault is its. Faults that a
 * handler takes are none of this. */

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

/* ---- Modes of floating-point numbers that Valgrind does not obey ----
 *
 * MXCSR has the rounding mode, which Valgrind obeys in conversions only, and bits for flush to zero, denormals as zero, and exceptions that raise SIGFPE,
 * which it ignores. A program that sets them may compute other numbers when it is recorded. That must be said. */

struct sites;

struct floating {
    uint64_t address, value;            /* the instruction, and what it set MXCSR to; address 0: none did */
};

/* "0x401136 main prog.c:12 sets MXCSR to 0x5f80 (round up): ...". False: nothing is to be said. */
bool floating_describe(const struct floating *floating, const struct sites *sites, char *message, size_t size);

/* ---- Instructions that Valgrind cannot execute ----
 *
 * Valgrind raises SIGILL in front of such an instruction, where the processor might run it: the program dies of it, or its handler goes another
 * way than natively. That must be said, and not be said of ud2 and its like, which Valgrind decodes. */

struct sites;

enum { UNSUPPORTED_MAX = 1024, UNSUPPORTED_BYTES = 15 };

struct unsupported_code {
    uint64_t address;
    uint8_t bytes[UNSUPPORTED_BYTES], size;
};

struct unsupported {
    struct unsupported_code *items;     /* all that were translated, up to UNSUPPORTED_MAX; free it */
    size_t count, capacity;
    struct unsupported_code reached;    /* the last one that a signal came in front of */
    bool is_reached;
};

/* A LOG_UNSUPPORTED record's payload. */
void unsupported_add(struct unsupported *unsupported, struct str payload);

/* A signal in front of the instruction at an address. */
void unsupported_reach(struct unsupported *unsupported, uint64_t address);

/* "0x401136 main prog.c:12: vaddps %zmm2,%zmm1,%zmm0 (62 f1 74 48 58 c2): Valgrind knows no AVX-512; ...", cut at the end of `message`.
 * False: the program came to none. */
bool unsupported_describe(const struct unsupported *unsupported, const struct sites *sites, char *message, size_t size);

/* ---- The memory check's mismatches in words ---- */

struct site_source;
struct memory_check;

/* The mismatches that the check kept, two lines each, safe for a terminal: who loaded what, and what was expected of whom. */
void check_mismatches(const struct memory_check *check, const struct site_source *sites, struct text *out);

#endif
