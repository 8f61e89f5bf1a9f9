/* crash.h - a stopped program: every frame of a debugger's text with its execution suffix.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     struct crash_options options = {0};
 *     struct crash crash;
 *     crash_explain(probes, snapshot, &options, &arena, &crash);
 *     for (size_t i = 0; i < crash.count; i++) ... crash.frames[i] ...
 *
 * Joins formats/debugger.h (what was printed) and analysis/probes.h (what the program's metadata says) by function name, chooses among entries of one name
 * (formats/csi.md 6) and asks suffix.h for each. Values without a frame, or of an unknown function, are tried on every function: those that
 * they fit are shown, and that they were inferred is said. */
#ifndef CLEW_ANALYSIS_CRASH_H
#define CLEW_ANALYSIS_CRASH_H

#include "analysis/probes.h"
#include "analysis/suffix.h"

struct crash_options {
    bool prune;                             /* let local coverage rule out candidates (csi.md 8.3) */
    enum coverage_rule rule;
};

struct crash_entry {
    size_t function;                        /* ordinal in paths */
    size_t ordinal;                         /* among the entries of this name, from 0 */
    const struct path_graph *graph;         /* NULL: damaged */
    struct suffix suffix;
    struct slice *warnings;                 /* the path contradicts local coverage: "block 5 (line 12) is on the path, but ..."; printable */
    size_t warning_count;
};

struct crash_frame {
    const struct debugger_frame *frame;
    size_t thread;                          /* of the snapshot */
    uint64_t level;                         /* as printed, else its order in the thread */
    struct slice function;                  /* as the debugger shows it; null: unknown */
    bool inferred;                          /* the function is not printed: those entries are shown that the values fit */
    bool inlined;                           /* inlined into the frame above it in number (csi.md 10.3): variables are there */
    bool caller;                            /* stands at a call, which has not returned */
    struct crash_entry *entries;            /* 0: no metadata; several: ambiguous function, each with its suffix */
    size_t entry_count;
    size_t entries_of_name;                 /* before lines and values ruled some out */
    enum suffix_status status;              /* of the frame as a whole: ambiguous if several entries remain */
    struct slice *notes;                    /* printable: entries ruled out and why, values that changed, inlining, ... */
    size_t note_count;
};

struct crash {
    const struct debugger_snapshot *snapshot;
    struct crash_frame *frames;             /* by thread, then level */
    size_t count;
};

/* snapshot NULL: no frames. Everything lies in the arena; probes and snapshot must outlive the answer. */
void crash_explain(struct probes *probes, const struct debugger_snapshot *snapshot, const struct crash_options *options, struct arena *arena,
                   struct crash *crash);

/* The variables a debugger has to be asked for: gdb commands, one a line, that print frames, locals and the globals of the metadata in a form
 * that debugger_read understands, and that never call code of the program. Names are checked: one with a character outside [A-Za-z0-9_.$] is left
 * out and said in a comment line. all_threads: "thread apply all". */
void crash_gdb_commands(const struct probes *probes, bool all_threads, struct text *out);

#endif
