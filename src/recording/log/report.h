/* report.h - what a recording says about the run besides dependences (record.c).  SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CLEW_RECORDING_LOG_REPORT_H
#define CLEW_RECORDING_LOG_REPORT_H

#include "core/core.h"
#include "recording/log/shadow.h"
#include "recording/store/store.h"

/* ---- The instruction that a program died of ----
 *
 * When a fault kills the program, the faulting instruction did not complete. It is nevertheless the last execution of the trace (run.c): it has its control
 * parent and its uses, but defines nothing and has no value. The note (store/notes.h) also needs its address and the definers of the address it
 * accessed. As everywhere, results of skipped code belong to the anchor: for a fault in skipped code the anchor may itself be the definer.
 *
 * A jump, call or return to an address where nothing can run has completed. It is then the last execution, and the fault belongs to it. Faults that a
 * handler takes are not reported. */

struct reconstruction;

struct run_fault {
    bool happened;
    enum fault_kind kind;
    bool skipped;
    uint64_t time, target;          /* time of the execution in your code, 0: none; FAULT_JUMP: the jump's target */
    uint32_t site;                  /* of the instruction that faulted, or jumped */
    actor definers[FAULT_DEFINERS];
    size_t definer_count;
};

/* The running thread's current instruction faults. accessed: address of its first memory access; 0: none, or unknown. */
void fault_take(struct reconstruction *reconstruction, uint64_t accessed);

/* The log says that the program died at an address. If no instruction faulted there, control had just come to it. */
void fault_arrive(struct reconstruction *reconstruction, uint64_t address);

/* Fills the note. name: storage for fault->where. False: the program did not die of a fault. */
CHECKED bool fault_describe(const struct reconstruction *reconstruction, struct text *name, struct fault *fault);

/* ---- Floating-point modes that Valgrind does not obey ----
 *
 * MXCSR holds the rounding mode, which Valgrind obeys in conversions only. It also has bits for flush to zero, denormals as zero, and exceptions that raise
 * SIGFPE, which Valgrind ignores. A program that sets them may compute other numbers when it is recorded, so clew warns. */

struct sites;

struct floating {
    uint64_t address, value;            /* the instruction, and the value it set MXCSR to; address 0: none */
};

/* "0x401136 main prog.c:12 sets MXCSR to 0x5f80 (round up): ...". False: no warning. */
bool floating_describe(const struct floating *floating, const struct sites *sites, char *message, size_t size);

/* ---- Instructions that Valgrind cannot execute ----
 *
 * Valgrind raises SIGILL before such an instruction, although the processor might run it: the program dies, or its handler takes another way than
 * natively. So clew warns, except about ud2 and similar instructions, which Valgrind decodes. */

struct sites;

enum { UNSUPPORTED_MAX = 1024, UNSUPPORTED_BYTES = 15 };

struct unsupported_code {
    uint64_t address;
    uint8_t bytes[UNSUPPORTED_BYTES], size;
};

struct unsupported {
    struct unsupported_code *items;     /* all that Valgrind met in translation, up to UNSUPPORTED_MAX; free it */
    size_t count, capacity;
    struct unsupported_code reached;    /* the last one that a signal stopped */
    bool is_reached;
};

/* Takes the payload of a LOG_UNSUPPORTED record. */
void unsupported_add(struct unsupported *unsupported, struct str payload);

/* A signal came before the instruction at an address. */
void unsupported_reach(struct unsupported *unsupported, uint64_t address);

/* "0x401136 main prog.c:12: vaddps %zmm2,%zmm1,%zmm0 (62 f1 74 48 58 c2): Valgrind knows no AVX-512; ...", cut at the end of `message`.
 * False: the program reached none. */
bool unsupported_describe(const struct unsupported *unsupported, const struct sites *sites, char *message, size_t size);

/* ---- The memory check's mismatches in words ---- */

struct site_source;
struct memory_check;

/* Appends the mismatches that the check kept, two lines each, safe for a terminal: the load with its bytes, and the expected bytes with their definer. */
void check_mismatches(const struct memory_check *check, const struct site_source *sites, struct text *out);

#endif
