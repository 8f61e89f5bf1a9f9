/* stack.h - all frames of a stopped program, each with its execution suffix.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     struct crash_options options = {0};
 *     struct crash crash;
 *     crash_explain(probes, snapshot, &options, &arena, &crash);
 *     for (size_t i = 0; i < crash.count; i++) ... crash.frames[i] ...
 *
 * Joins debugger.h (what was printed) and probes.h (what the program's metadata says) by function name, chooses among entries of one name (clew-formats(5) 6.3)
 * and decodes a suffix for each (suffix.h). clew tries values without a frame, or of an unknown function, on every function. It keeps the functions that fit
 * and marks them as inferred.
 *
 * crash_names_find first names the values that the text does not name ("$1 = {1, 3, -1}"), where only one name fits.
 *
 * Local coverage against a path (clew-formats(5) 6.5). Blocks of .debug_PT and .debug_BBC have different ids, so clew compares them by source lines. It does so
 * only if the coverage function certainly belongs to the entry: same name, all lines of the entry among its own, all its calls on lines of the entry. Then
 * a block
 *     cannot be on the path        if its statement probe is false, under the rule "entered". Its probe is the one with the same lines in the same order,
 *                                  where both sections have the same sequences of lines equally often and this one once. Or: every probe that
 *                                  lists any of its lines is false, and none of these lines is in a block without probe.
 *     can only be the last one     if the same holds under the rule "completed", or the rule is unknown; or if the frame may stand before the
 *                                  block's first instruction, where the bit is not set yet (frame 0, not stopped by a fault of the only thread, at
 *                                  the block's first line or an unknown one)
 *     can only be the last one     if a call site on a line of this block alone has a false bit: the call has not returned. So the active call of a
 *                                  caller contradicts nothing.
 * `prune` rules out candidates that need such a block and names the bit ("BBC4 (lines 11-13) is false"). With or without `prune`, a warning names each such
 * block that the path certainly passed: in a completed path, or in all candidates. */
#ifndef CLEW_CRASH_STACK_H
#define CLEW_CRASH_STACK_H

#include "crash/probes.h"
#include "crash/suffix.h"

struct debugger_text;
struct debugger_unnamed;

struct crash_options {
    bool prune;                             /* let local coverage rule out candidates (clew-formats(5) 6.5) */
    enum coverage_rule rule;
    bool asked;                             /* the debugger was asked for all variables, so it does not have the missing ones */
};

struct crash_entry {
    size_t function;                        /* ordinal in paths */
    size_t ordinal;                         /* among entries of this name, from 0 */
    const struct path_graph *graph;         /* NULL: damaged */
    struct suffix suffix;
    struct str *warnings;                 /* contradictions between path and local coverage: "block 5 (line 12) is on the path, but ..."; printable */
    size_t warning_count;
};

struct crash_frame {
    const struct debugger_frame *frame;
    size_t thread;                          /* ordinal in the snapshot */
    uint64_t level;                         /* as printed, or else its position in the thread */
    struct str function;                  /* as the debugger shows it; null: unknown */
    bool inferred;                          /* the text does not name the function: the entries are those that fit the values */
    bool inlined;                           /* inlined into the frame with the next higher number (clew-formats(5) 6.2), which has the variables */
    bool caller;                            /* stands at a call that has not returned */
    struct crash_entry *entries;            /* 0: no metadata; several: ambiguous function, one suffix each */
    size_t entry_count;
    size_t entries_of_name;                 /* before lines and values ruled out some */
    enum suffix_status status;              /* of the frame as a whole: ambiguous if several entries remain */
    bool valued;                            /* the text has the value of a path variable */
    struct str *notes;                    /* printable: entries ruled out and why, values that changed, inlining, ... */
    size_t note_count;
};

struct crash {
    const struct debugger_snapshot *snapshot;
    struct coverage_reading reading;        /* the meaning of block bits, the basis of exclusions and warnings; set if the snapshot has frames */
    struct crash_frame *frames;             /* by thread, then level */
    size_t count;
};

/* snapshot NULL: no frames. Everything is in the arena; probes and snapshot must outlive the result. */
void crash_explain(struct probes *probes, const struct debugger_snapshot *snapshot, const struct crash_options *options, struct arena *arena,
                   struct crash *crash);

/* The same with progress: done and total are frames. False: the user stopped it, and *crash has no frames. */
CHECKED bool crash_explain_watched(struct probes *probes, const struct debugger_snapshot *snapshot, const struct crash_options *options,
                                   const struct progress *progress, struct arena *arena, struct crash *crash);

/* A value without a name that fits several variables. */
enum { CRASH_MEANINGS = 8 };
struct crash_unnamed_value {
    size_t unnamed;                         /* ordinal in the debugger's text */
    struct str meanings[CRASH_MEANINGS];  /* names of variables */
    size_t count;
    bool more;                              /* further variables fit */
};
struct crash_names {
    struct crash_unnamed_value *values;     /* values that the user must name */
    size_t count;
    struct debugger_note *notes;            /* names that clew chose: "the text does not say which variable $2 is: clew takes it for ..." */
    size_t note_count;
};

/* Puts unnamed values into the frames and globals of a snapshot of the text where only one variable fits. Values named before keep their names. */
void crash_names_find(struct probes *probes, struct debugger_text *dump, struct debugger_snapshot *snapshot, const struct crash_options *options,
                      struct arena *arena, struct crash_names *names);
/* The same with a name from the user. False: this snapshot has no such value, or the name is no CSI variable. */
CHECKED bool crash_value_name(struct debugger_text *dump, struct debugger_snapshot *snapshot, size_t unnamed, struct str name, struct arena *arena);
void crash_value_label(const struct debugger_unnamed *value, struct text *out);        /* "$2", "the value of line 7" */

/* How many frames of a thread clew asks for, from the innermost and from the outermost. gdb's time grows with the square of their number, and an overflowed
 * stack has tens of thousands. */
enum { CRASH_INNER_FRAMES = 250, CRASH_OUTER_FRAMES = 25 };

/* Writes gdb commands, one a line, that print frames, locals and the metadata's globals in a form that debugger_read understands. They never call the program's
 * code. A name with a character outside [A-Za-z0-9_.$] is left out; a comment line says so. all_threads: uses "thread apply all". */
void crash_gdb_commands(const struct probes *probes, bool all_threads, struct text *out);

/* ---- Shared by the files of this module ---- */

struct messages;

struct stack_job {
    struct probes *probes;
    const struct debugger_snapshot *snapshot;
    const struct crash_options *options;
    struct coverage_reading reading;
    struct arena *arena;
    bool fault;                             /* an instruction of the only thread faulted, so it is not before a block's first instruction */
    uint64_t work;                          /* blocks, edges and slots looked at so far */
};

/* Above this much work, clew no longer decodes the remaining frames: an untrusted text may have many frames of a large function, or of many functions of one
 * name. Ordinary dumps stay far below: a hundred frames of a function with a million edges, half a million frames of a small one. */
enum { CRASH_WORK = 1 << 28, WORK_DECODING = 500, WORK_ENTRY = 50 };

/* Facts about a frame before its function is chosen. */
struct crash_input {
    const struct debugger_frame *frame;
    struct suffix_values values;
    struct suffix_position position;
    int64_t inner_line;                     /* of the innermost frame that is inlined into this one; 0: none */
    int64_t doubtful_line;                  /* of the innermost frame that may be inlined (no address shows it); 0: none */
    bool any_value;                         /* the text has a path variable, with or without a value */
    bool caller;
};

/* One frame of a thread. */
void crash_explain_one(struct stack_job *job, size_t thread, size_t at, struct crash_frame *frame);

/* Does a block of the entry list the line? */
bool entry_lists_line(struct probes *probes, size_t function, int64_t line);

/* The evidence of local coverage against blocks of the entry; false: it cannot say anything. The texts live as long as probes; the two arrays are malloced, and
 * crash_evidence_free frees them. */
bool crash_evidence(struct stack_job *job, const struct crash_input *input, size_t function, struct suffix_prune *evidence);
void crash_evidence_free(struct suffix_prune *evidence);

/* Adds a warning to the entry for each block on the path that the evidence rules out. */
void crash_warn(struct stack_job *job, const struct suffix_prune *evidence, struct crash_entry *entry);

#endif
