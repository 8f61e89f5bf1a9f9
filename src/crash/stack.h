/* stack.h - a stopped program: every frame of a debugger's text with its execution suffix.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     struct crash_options options = {0};
 *     struct crash crash;
 *     crash_explain(probes, snapshot, &options, &arena, &crash);
 *     for (size_t i = 0; i < crash.count; i++) ... crash.frames[i] ...
 *
 * Joins debugger.h (what was printed) and probes.h (what the program's metadata says) by function name, chooses among entries of one name
 * (formats/csi.md 6) and asks suffix.h for each. Values without a frame, or of an unknown function, are tried on every function: those that
 * they fit are shown, and that they were inferred is said.
 *
 * Values that the text does not name ("$1 = {1, 3, -1}") are first given names by crash_names_find, where only one fits.
 *
 * Local coverage against a path (formats/csi.md 8.3). Blocks of .debug_PT and .debug_BBC have different ids, so they are compared by source lines; only if
 * the coverage function certainly is the entry's: same name, all lines of the entry among its own, all its calls on lines of the entry. Then a block
 *     cannot be on the path        if its statement probe is false, under the rule "entered". Its probe is the one with the same lines in the same order,
 *                                  where both sections have the same sequences of lines equally often and this one once. Or: every probe that
 *                                  lists any of its lines is false, and none of these lines is in a block without probe.
 *     can only be the last one     if the same holds under the rule "completed", or where the rule is not known; or the frame may stand before the
 *                                  block's first instruction, where the bit is not set yet (frame 0, not stopped by a fault of the only thread, at
 *                                  the block's first line or an unknown one)
 *     can only be the last one     if a call-site bit is false whose line is in this block and in no other: the call has not returned. So the active
 *                                  call of a caller contradicts nothing.
 * Candidates that need such a block are ruled out by `prune`, each with the bit named ("BBC4 (lines 11-13) is false"). With or without it, blocks
 * that the path passed for certain are warnings: those of completed paths, and those all candidates pass. */
#ifndef CLEW_CRASH_STACK_H
#define CLEW_CRASH_STACK_H

#include "crash/probes.h"
#include "crash/suffix.h"

struct debugger_text;
struct debugger_unnamed;

struct crash_options {
    bool prune;                             /* let local coverage rule out candidates (csi.md 8.3) */
    enum coverage_rule rule;
    bool asked;                             /* the debugger was asked for all variables: those that are missing it does not have */
};

struct crash_entry {
    size_t function;                        /* ordinal in paths */
    size_t ordinal;                         /* among the entries of this name, from 0 */
    const struct path_graph *graph;         /* NULL: damaged */
    struct suffix suffix;
    struct str *warnings;                 /* the path contradicts local coverage: "block 5 (line 12) is on the path, but ..."; printable */
    size_t warning_count;
};

struct crash_frame {
    const struct debugger_frame *frame;
    size_t thread;                          /* of the snapshot */
    uint64_t level;                         /* as printed, else its order in the thread */
    struct str function;                  /* as the debugger shows it; null: unknown */
    bool inferred;                          /* the function is not printed: those entries are shown that the values fit */
    bool inlined;                           /* inlined into the frame above it in number (csi.md 10.3): variables are there */
    bool caller;                            /* stands at a call, which has not returned */
    struct crash_entry *entries;            /* 0: no metadata; several: ambiguous function, each with its suffix */
    size_t entry_count;
    size_t entries_of_name;                 /* before lines and values ruled some out */
    enum suffix_status status;              /* of the frame as a whole: ambiguous if several entries remain */
    bool valued;                            /* a path variable of it was printed with its value */
    struct str *notes;                    /* printable: entries ruled out and why, values that changed, inlining, ... */
    size_t note_count;
};

struct crash {
    const struct debugger_snapshot *snapshot;
    struct coverage_reading reading;        /* of the bits of blocks: what ruled out and warnings rest on; of a snapshot with frames */
    struct crash_frame *frames;             /* by thread, then level */
    size_t count;
};

/* snapshot NULL: no frames. Everything lies in the arena; probes and snapshot must outlive the answer. */
void crash_explain(struct probes *probes, const struct debugger_snapshot *snapshot, const struct crash_options *options, struct arena *arena,
                   struct crash *crash);

/* The same while somebody watches: done and total are frames. False: stopped, and *crash has none. */
CHECKED bool crash_explain_watched(struct probes *probes, const struct debugger_snapshot *snapshot, const struct crash_options *options,
                                   const struct progress *progress, struct arena *arena, struct crash *crash);

/* A value without a name that may be several variables. */
enum { CRASH_MEANINGS = 8 };
struct crash_unnamed_value {
    size_t unnamed;                         /* ordinal in the text's */
    struct str meanings[CRASH_MEANINGS];  /* names of variables */
    size_t count;
    bool more;                              /* so does more than fits in here */
};
struct crash_names {
    struct crash_unnamed_value *values;     /* those that have to be asked for */
    size_t count;
    struct debugger_note *notes;            /* what was taken: "$2 is taken as __PT_arrIndex of frame #1: nothing else fits" */
    size_t note_count;
};

/* Puts values without a name into the frames and globals of a snapshot of the text, where one variable only fits; what was named once stays so. */
void crash_names_find(struct probes *probes, struct debugger_text *dump, struct debugger_snapshot *snapshot, const struct crash_options *options,
                      struct arena *arena, struct crash_names *names);
/* The same by the user's word. False: no such value in this snapshot, or no variable of CSI. */
CHECKED bool crash_value_name(struct debugger_text *dump, struct debugger_snapshot *snapshot, size_t unnamed, struct str name, struct arena *arena);
void crash_value_label(const struct debugger_unnamed *value, struct text *out);        /* "$2", "the value of line 7" */

/* So many frames of a thread are asked for, from the innermost and from the outermost one: gdb takes time that grows with the square of their number,
 * and a stack that overflowed has tens of thousands. */
enum { CRASH_INNER_FRAMES = 250, CRASH_OUTER_FRAMES = 25 };

/* The variables a debugger has to be asked for: gdb commands, one a line, that print frames, locals and the globals of the metadata in a form
 * that debugger_read understands, and that never call code of the program. Names are checked: one with a character outside [A-Za-z0-9_.$] is left
 * out and said in a comment line. all_threads: "thread apply all". */
void crash_gdb_commands(const struct probes *probes, bool all_threads, struct text *out);

/* ---- Shared by the files of this module ---- */

struct messages;

struct stack_job {
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
void crash_explain_one(struct stack_job *job, size_t thread, size_t at, struct crash_frame *frame);

/* Does a block of the entry list the line? */
bool entry_lists_line(struct probes *probes, size_t function, int64_t line);

/* What local coverage says against blocks of the entry; false: nothing can be said. The texts live as long as probes; the two arrays are malloced and
 * freed by crash_evidence_free. */
bool crash_evidence(struct stack_job *job, const struct crash_input *input, size_t function, struct suffix_prune *evidence);
void crash_evidence_free(struct suffix_prune *evidence);

/* Blocks on the path that the evidence speaks against, as warnings of the entry. */
void crash_warn(struct stack_job *job, const struct suffix_prune *evidence, struct crash_entry *entry);

#endif
