/* probes.h - what an instrumented program's metadata says, by function, and what its coverage arrays say.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     struct probes *probes = probes_open(&paths, coverage);       the four sections, joined by function name
 *     struct coverage_report report;
 *     probes_coverage(probes, snapshot, NULL, rule, &arena, &report);
 *
 * One function may have several entries (statics of one name in two files): entries are never merged, their ordinal tells them apart. What the
 * probes mean: formats/csi.md 8. A call-site bit: the call returned; a statement bit: the block was entered (what released tools do) or
 * completed (what the documentation says): what the metadata shows, or a setting. Contradictions are reported, never repaired. Costs O(probes) a report. */
#ifndef CLEW_CRASH_PROBES_H
#define CLEW_CRASH_PROBES_H

#include "crash/metadata.h"

struct probes;
struct debugger_snapshot;
struct debugger_frame;
struct debugger_thread;

/* Takes references: paths and coverage (CSI_SCHEMES of them, each may be empty) must outlive it. */
struct probes *probes_open(const struct csi_paths *paths, const struct csi_coverage *coverage);
void probes_close(struct probes *probes);
const struct csi_paths *probes_paths(const struct probes *probes);
const struct csi_coverage *probes_of_scheme(const struct probes *probes, enum csi_scheme scheme);

/* The graph of entry `function` of paths: made at the first question and kept. NULL: the entry is damaged. */
const struct path_graph *probes_graph(struct probes *probes, size_t function);

/* ---- Names (csi.md 6) ---- */

/* Entries of .debug_PT that a frame's function name means: equal names, the same up to the first $ (variants), up to the first dot behind a name
 * (f.part.0), a C++ name mangled or demangled with or without arguments. Exact names first: where one is equal, only equals. In order of the
 * text; the array is the arena's. */
size_t probes_find(const struct probes *probes, struct str name, struct arena *arena, const size_t **functions);
size_t probes_find_coverage(const struct probes *probes, enum csi_scheme scheme, struct str name, struct arena *arena, const size_t **functions);

/* The same for what people type, who leave scopes, parameters and template arguments out too (demangled_matches): of C++ functions alone, and to be asked where
 * nothing else has the name. Not for what a debugger says: its f is no ns::f. O(functions), the first time each readable name is made. */
size_t probes_find_shorter(struct probes *probes, struct str name, struct arena *arena, const size_t **functions);

/* The name as people write it: demangled C++ ("ns::f(int)", DEMANGLE_NO_RETURN), else as it is. In the arena. */
struct str probes_readable(struct str name, struct arena *arena);
/* That of entry `function` of paths, made at the first question and kept. */
struct str probes_name(struct probes *probes, size_t function);

/* Have path variables the names of csi-cc's documentation, __PT_pathArr? The debugger's text shows it, else the names of the metadata's coverage arrays do.
 * snapshot may be NULL. O(1). */
bool probes_documented(const struct probes *probes, const struct debugger_snapshot *snapshot);

/* ---- Coverage ---- */

/* What a statement bit means. INFERRED: what metadata and values show, function by function; EITHER: it is not known, and clew says only
 * what both readings say. */
enum coverage_rule { COVERAGE_INFERRED, COVERAGE_ENTERED, COVERAGE_COMPLETED, COVERAGE_EITHER };
extern const char *const coverage_rule_names[];             /* "inferred" "entered" "completed" "unknown" */

/* Why it is read so. */
enum coverage_source {
    COVERAGE_NO_BLOCKS,                     /* there is no .debug_BBC: nothing is read */
    COVERAGE_SET,                           /* by the user */
    COVERAGE_BY_LABELS, COVERAGE_BY_RELEASE, COVERAGE_BY_DOCUMENTATION,     /* enum csi_bits of all functions */
    COVERAGE_BY_FUNCTION,                   /* the same, but functions are of several forms */
    COVERAGE_BY_VALUES,                     /* form and names of path variables disagree, and the values contradict one reading */
    COVERAGE_BY_NOTHING                   /* they disagree, and the values decide nothing */
};

/* Metadata shows by its form what bits mean (csi_bits_of). The names of path variables in the debugger's text are a second sign: __PT_pathArr of the
 * documentation's reading, __PT_counter_arr of the releases'. Labels that say it stand above both. */
struct coverage_reading {
    enum coverage_rule rule;                /* of all functions; COVERAGE_INFERRED: they differ */
    enum coverage_source source;
    enum coverage_rule forms[CSI_BITS];     /* of functions with metadata of that form */
};

/* rule: what the user set, or COVERAGE_INFERRED. snapshot may be NULL. O(probes). */
struct coverage_reading probes_reading(struct probes *probes, const struct debugger_snapshot *snapshot, enum coverage_rule rule);
/* That of one entry of .debug_BBC; NULL: there is none. */
enum coverage_rule coverage_rule_of(const struct coverage_reading *reading, const struct csi_coverage_function *blocks);

enum coverage_state { COVERAGE_NO, COVERAGE_YES, COVERAGE_UNKNOWN, COVERAGE_NO_PROBE };

struct coverage_probe {
    const struct csi_probe *probe;
    enum coverage_state state;
};

struct coverage_array {                     /* one function under one scheme */
    const struct csi_coverage_function *function;   /* NULL: this scheme has no entry */
    const struct debugger_value *value;     /* NULL: no value was given */
    struct coverage_probe *probes;          /* function->probe_count; FC: one, with probe NULL */
    size_t count, yes, no, unknown;         /* counts leave out what has no probe */
};

enum coverage_mark { COVERAGE_LINE_NONE, COVERAGE_LINE_YES, COVERAGE_LINE_NO, COVERAGE_LINE_MAYBE };    /* csi.md 8.2, end */

struct coverage_line {
    int64_t line;
    enum coverage_mark mark;
};

struct coverage_function {
    struct str name;
    size_t ordinal, of;                     /* this is entry `ordinal` (from 0) of `of` of one name */
    struct coverage_array schemes[CSI_SCHEMES];
    struct coverage_line *lines;            /* ascending; from statement probes where there are any, else call sites */
    size_t line_count;
    enum coverage_state entered;            /* by FC, else by any bit of the others that is set */
};

struct coverage_report {
    struct coverage_reading reading;
    bool local;
    size_t decisive;                        /* contradictions that the other reading does not have, and nothing but it explains */
    bool refuted;                           /* there are some, and the other reading has none */
    struct coverage_function *functions;    /* in order of first appearance: FC, CC, BBC texts */
    size_t count;
    struct str *contradictions;           /* printable, each says which arrays disagree, where, and why that cannot be */
    size_t contradiction_count;
    struct str *notes;                    /* an array of the wrong length, a global of the metadata without value, filled zeros, ... */
    size_t note_count;
};

/* Coverage of the whole program: the global arrays of a snapshot (NULL: no values, all unknown). Also compares arrays with each other, local
 * with global, and with the frames on the stack (the active call of a caller has not returned; a frame's function was entered): csi.md 8.2, 8.4. */
void probes_coverage(struct probes *probes, const struct debugger_snapshot *snapshot, enum coverage_rule rule, struct arena *arena,
                     struct coverage_report *report);

/* Coverage of one activation: the local arrays of frame i of a thread, of the entries of its function. The reading is that of the snapshot
 * (probes_reading), once for all of its frames. */
void probes_coverage_frame(struct probes *probes, const struct debugger_thread *thread, size_t i, const struct coverage_reading *reading,
                           struct arena *arena, struct coverage_report *report);

/* ---- Shared by probes.c, coverage_*.c and stack*.c ---- */

/* ---- Messages: printable lines in an arena ---- */

struct messages {
    struct arena *arena;
    struct str *items;
    size_t count, capacity, refused;        /* refused: beyond MESSAGES_MAX; messages_end says how many */
    size_t decisive;                        /* coverage_check: as of struct coverage_report */
};
enum { MESSAGES_MAX = 1000 };
void message_add(struct messages *messages, const char *format, ...) FORMATTED(2, 3);
bool messages_full(struct messages *messages);                           /* true: the next one would be refused, and is counted as such */
void messages_end(struct messages *messages, struct str **items, size_t *count);

/* A name made printable; for "%.*s" of a message. */
struct str printable(struct str name, struct arena *arena);

/* ---- Names ---- */

struct name_key;
struct name_index {
    const struct str *names;
    size_t count;
    struct name_key *keys;                  /* malloced; by hash, then name */
    size_t key_count, key_capacity;
    uint64_t secret;
};
void name_index_make(struct name_index *index, const struct str *names, size_t count);
void name_index_free(struct name_index *index);

/* Ordinals of the names a debugger's name means (probes.h, "Names"), ascending. wanted NULL: all; else only names i with wanted[i] & mask. */
size_t name_index_find(const struct name_index *index, struct str name, const uint8_t *wanted, uint8_t mask, struct arena *arena,
                       const size_t **found);

/* ---- Lines ---- */

/* Which blocks (or call sites) list a line, and where in their lines it first and last stands. By line, then block. Unknown lines (0) and
 * markers are left out. */
struct line_at {
    int64_t line;
    uint32_t block, first, last;
};
struct mark_table {
    struct line_at *items;                  /* malloced */
    size_t count, capacity;
    bool made;
};
void mark_table_add(struct mark_table *table, uint32_t block, const int64_t *lines, size_t count);
void mark_table_finish(struct mark_table *table);
void mark_table_free(struct mark_table *table);
size_t mark_table_find(const struct mark_table *table, int64_t line, const struct line_at **items);     /* O(log n) */

/* ---- Entries of the three coverage sections that are one function ---- */

struct joined {
    struct str name;
    size_t functions[CSI_SCHEMES];          /* ordinals; SIZE_MAX: none */
    size_t ordinal, of;
    bool apart;                             /* entries of this name and global could not be matched between sections */
    struct mark_table lines[CSI_SCHEMES];   /* made at the first question; FC: empty */
};

/* The coverage function whose blocks are those of one entry of .debug_PT: found at the first question (twin_find). */
struct twin {
    bool made;
    size_t joined;                          /* SIZE_MAX: none, or several */
    uint32_t *same;                         /* by block: ordinal of the statement probe that surely is this block, else UINT32_MAX */
    struct str *block_texts[2];           /* by statement probe: why its block cannot have run, alone or with others of its lines; made when asked */
    struct str *call_texts;               /* by call site */
    struct mark_table lines;                /* of the entry's own blocks */
};

struct probes {
    const struct csi_paths *paths;
    const struct csi_coverage *coverage;
    struct path_graph **graphs;             /* by function; NULL: not asked yet */
    struct twin *twins;                     /* by function */
    struct str *path_names, *joined_names;
    struct str *readable_names;           /* by function; null: not asked yet */
    struct name_index path_index, joined_index;
    struct joined *joined;                  /* in order of first appearance: FC, CC, BBC */
    uint8_t *joined_schemes;                /* bit s: has an entry of scheme s */
    size_t joined_count;
    struct arena texts;                     /* of twins */
    bool documented;                        /* some coverage array has the documentation's name */
};

void probes_join(struct probes *probes);
void probes_join_free(struct probes *probes);
const struct csi_coverage_function *joined_function(const struct probes *probes, const struct joined *joined, enum csi_scheme scheme);
const struct mark_table *joined_lines(struct probes *probes, struct joined *joined, enum csi_scheme scheme);

/* The coverage functions a frame may stand in: by name, then by line, then by the lengths of its local arrays; where a rule would leave
 * none it is passed over. In the arena. *looked (may be NULL) grows by those looked at. */
size_t joined_of_frame(struct probes *probes, const struct debugger_frame *frame, struct arena *arena, const size_t **found, size_t *looked);

/* Is frame i of a thread inlined into frame i + 1? A frame that others are inlined into is printed without address, or with theirs
 * (formats/csi.md 10.3). */
bool frame_is_inlined(const struct debugger_thread *thread, size_t i);

/* May frame i be inlined into frame i + 1, though no address tells? gdb leaves addresses out where an instruction begins a line, and those of frames that an
 * inlined one has above it. A thread without any may be such a stack, or printed with "print address off". */
bool frame_may_be_inlined(const struct debugger_thread *thread, size_t i);

/* The line a frame stands at as the metadata may know it; 0: unknown. */
int64_t frame_line(const struct debugger_frame *frame);

/* Has a debugger named the function of a frame? */
bool frame_has_function(const struct debugger_frame *frame);

/* ---- States ---- */

/* States of one array. `value` may be NULL. What does not fit (length, kind) is noted with `what` as its name, and then nothing is known. */
void coverage_states(const struct csi_coverage_function *function, enum csi_scheme scheme, const struct debugger_value *value,
                     struct str what, struct arena *arena, struct messages *notes, struct coverage_array *array);

/* "block 1 (line 14)", "call site 2 (line 17: abc)"; printable. */
struct str probe_text(const struct csi_probe *probe, enum csi_scheme scheme, struct arena *arena);

/* "BBC1 (line 14)", "CC2 (line 17: abc)": with the label the metadata gives, else made of scheme and index; printable. */
struct str probe_label(const struct csi_probe *probe, enum csi_scheme scheme, struct arena *arena);

/* How a frame of a function stands at a line. */
enum stand {
    STANDS_PERHAPS,                         /* of a function that is, or may be, inlined into the frame's: its blocks may have stopped there */
    STANDS_AROUND,                          /* the frame's own line, but the instruction is, or may be, of an inlined function that the line calls */
    STANDS_AT                               /* the frame's own line, and the instruction is of it */
};

struct stand_line {
    int64_t line;
    enum stand how;
};

/* Lines where frames of a function stand: ascending, each once, with the strongest. */
struct standing {
    const struct stand_line *lines;
    size_t count;
};

/* Of frame i of a thread. In the arena. */
struct standing frame_standing(const struct debugger_thread *thread, size_t i, struct arena *arena);

/* Sorts lines, and leaves each once. Gives their number. */
size_t stand_lines_sort(struct stand_line *lines, size_t count);

void coverage_lines(struct probes *probes, struct joined *joined, struct coverage_function *function, enum coverage_rule rule,
                    struct standing standing, bool local, struct arena *arena);

/* Contradictions of the arrays of one function among each other and with the lines where it stands; `who` names function and frame. */
void coverage_check(struct probes *probes, struct joined *joined, const struct coverage_function *function, enum coverage_rule rule,
                    struct standing standing, struct str who, struct messages *messages);

/* A local array against the global one. */
void coverage_check_local(const struct coverage_function *local, const struct coverage_function *global, struct str who,
                          struct messages *messages);

#endif
