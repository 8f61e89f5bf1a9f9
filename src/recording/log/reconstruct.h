/* reconstruct.h - turns the recorder's log into dependences.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     struct reconstruction *r = reconstruct_open(sites, collection);
 *     while (log_next(reader, &record, &error))
 *         if (!reconstruct_record(r, &record, &error)) ...
 *     reconstruct_finish(r);
 *
 * Each run of an instruction is an execution of its site. The reconstruction looks up the definers of its uses in the shadow (data) and on the control
 * stack (control), and enters its definitions there.
 *
 * Skipped code. A skipped instruction acts for its *anchor*, the instruction in your code that led to it (mostly a call). The anchor's execution defines
 * everything that the skipped instruction defines. When the skipped instruction uses a result of your code, the anchor's execution gets a *carried*
 * dependence: one port for each instruction whose results were used, and one more for each further execution of it. A callback from skipped code depends
 * on the anchor.
 *
 *     - The call in _start that leads to main is an anchor for the whole run. It carries only what it could use when it started. Stores of the C library on
 *       its behalf count as start-up values, which have no definer.
 *     - Skipped code that your code did not call acts for the instruction in your code that returned to it last (run_carry). So a value passes through a
 *       skipped caller.
 *     - PLT stubs and the dynamic linker use nothing. A call that returns leaves the stack pointer's definer as it was.
 *     - Skipped code often saves a register on its own stack and restores it (push and pop, the dynamic linker's lazy binding). Such a copy is neither use
 *       nor definition: the register keeps its definer. The saved cells have a tag with their register; only a load into the same register restores them. */
#ifndef CLEW_RECORDING_LOG_RECONSTRUCT_H
#define CLEW_RECORDING_LOG_RECONSTRUCT_H

#include "core/core.h"

struct reconstruction;
struct collection;
struct sites;
struct log_record;
struct memory_check;
struct store_writer;
struct fault;

struct reconstruction *reconstruct_open(struct sites *sites, struct collection *collection);
void reconstruct_close(struct reconstruction *reconstruction);

/* Takes one record of the log. False: the record makes no sense, the run has too many sites or executions to number, or it wrote more memory than the
 * shadow can follow (shadow.h). */
CHECKED bool reconstruct_record(struct reconstruction *reconstruction, const struct log_record *record, struct error *error);

/* Of the instructions of a segment, in their order (parts): is each your code? Appends a byte for each, 1 or 0. */
void reconstruct_shown_parts(const struct reconstruction *reconstruction, uint32_t segment, struct text *shown);

/* The log has ended: hands over the dependences that are still open. */
void reconstruct_finish(struct reconstruction *reconstruction);

/* Checks the bytes of every load from now on, if the log has them (memory_check.h). The caller closes the check, after the reconstruction. */
void reconstruct_check(struct reconstruction *reconstruction, struct memory_check *check);

/* Lists the system calls in the recording from now on (store/system_calls.h). Their results differ from run to run: numbers of processes, times. */
void reconstruct_keep_calls(struct reconstruction *reconstruction);

/* Notes which thread created which (store/clock.h), if there were several. Writes no note for more than THREADS_NOTED threads. */
enum { THREADS_NOTED = 1 << 16 };
void reconstruct_note_threads(const struct reconstruction *reconstruction, struct store_writer *writer);

/* Notes what the program wrote last, and which instructions in your code led to it (store/notes.h). */
void reconstruct_note_written(const struct reconstruction *reconstruction, struct store_writer *writer);

/* Notes the memory that others could change, if there was any (store/notes.h). */
void reconstruct_note_shared(const struct reconstruction *reconstruction, struct store_writer *writer);

struct reconstruct_totals {
    uint64_t executed;          /* executions, in all code */
    uint64_t shown;             /* executions in your code */
    uint64_t dropped;           /* carried uses that had no room (collect.h) */
    uint64_t stacks_forgotten, stacks_unknown;      /* run.h */
    bool ended;                 /* the program's end was in the log */
    bool opened, closed;        /* a function's entry began, ended the window (record_options) */
    uint64_t opened_at, closed_at;      /* how many instructions of all code ran before it did */
    bool executing;             /* the log ended within an execve, so the execve succeeded */
};
struct reconstruct_totals reconstruct_totals(const struct reconstruction *reconstruction);

/* Describes the fault that the program died of, for a note (report.h). name: storage for fault->where. False: it died of no fault. */
CHECKED bool fault_describe(const struct reconstruction *reconstruction, struct text *name, struct fault *fault);

/* The message about floating-point settings (report.h). False: none. */
bool reconstruct_floating(const struct reconstruction *reconstruction, char *message, size_t size);

/* The message about an instruction that Valgrind cannot execute and the program reached (report.h). False: none. */
bool reconstruct_unsupported(const struct reconstruction *reconstruction, char *message, size_t size);

#endif
