/* reconstruct.h - from the recorder's log to dependences.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     struct reconstruction *r = reconstruct_open(sites, collection);
 *     while (log_next(reader, &record, &error))
 *         if (!reconstruct_record(r, &record, &error)) ...
 *     reconstruct_finish(r);
 *
 * Every executed instruction becomes an instance of its site. What it uses is looked up in the shadow (data) and on the control stack
 * (control), what it defines is entered there.
 *
 * Skipped code. An instruction that is not shown acts for the shown instruction that led to it, its *anchor* (mostly a call): what it defines is
 * defined by the anchor's instance, and what it uses of shown code's results becomes a *carried* dependence of that instance, one port for
 * each instruction whose results were used, and for each further instance of it. A callback from skipped code depends on the anchor.
 * The call in _start that leads to main is an anchor for the whole run: it carries only what it could use when it started, and what the C library
 * stores in memory on its behalf counts as start-up values, which have no definer. Skipped code that nothing shown called acts for the shown instruction that
 * returned to it last (run_carry), so that a value goes on through a caller that is not shown. PLT stubs and the dynamic linker use nothing. A call that
 * returns leaves the stack pointer's definer as it was. Registers that skipped code merely puts aside on its own stack and fetches back (push and pop, the
 * dynamic linker's lazy binding) keep their definers: such a copy is neither use nor definition. Cells put aside so carry a tag with the register they came
 * from, and only a fetch into the same register takes them back. */
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

/* Takes one record of the log. False: it makes no sense, or the run is larger than can be numbered, or wrote to more memory than can be followed (shadow.h). */
CHECKED bool reconstruct_record(struct reconstruction *reconstruction, const struct log_record *record, struct error *error);

/* The log ended: hands over what was still open. */
void reconstruct_finish(struct reconstruction *reconstruction);

/* Every load's bytes are checked from now on, if the log has them (memory_check.h); the check is the caller's to close, later. */
void reconstruct_check(struct reconstruction *reconstruction, struct memory_check *check);

/* Who created whom, as a note (store/clock.h), if there were several threads. Of more than THREADS_NOTED nothing is noted. */
enum { THREADS_NOTED = 1 << 16 };
void reconstruct_note_threads(const struct reconstruction *reconstruction, struct store_writer *writer);

/* What the program wrote last, and which shown instructions led to it, as a note (store/notes.h). */
void reconstruct_note_written(const struct reconstruction *reconstruction, struct store_writer *writer);

/* Memory that others could change, as a note (store/notes.h), if there was any. */
void reconstruct_note_shared(const struct reconstruction *reconstruction, struct store_writer *writer);

struct reconstruct_totals {
    uint64_t executed;          /* instances, shown or not */
    uint64_t shown;
    uint64_t dropped;           /* carried uses that had no room (collect.h) */
    uint64_t stacks_forgotten, stacks_unknown;      /* run.h */
    bool ended;                 /* the program's end was in the log */
    bool opened, closed;        /* the window (record_options) began, ended with a function's entry */
    bool executing;             /* the log ended within an execve, which succeeded then */
};
struct reconstruct_totals reconstruct_totals(const struct reconstruction *reconstruction);

/* What the program died of, for a note (log/record.h). name: where fault->where is kept. False: not of a fault. */
CHECKED bool fault_describe(const struct reconstruction *reconstruction, struct text *name, struct fault *fault);

/* What is to be said of floating-point numbers (report.h). False: nothing. */
bool reconstruct_floating(const struct reconstruction *reconstruction, char *message, size_t size);

/* What is to be said of an instruction that Valgrind cannot execute and the program came to (report.h). False: none. */
bool reconstruct_unsupported(const struct reconstruction *reconstruction, char *message, size_t size);

#endif
