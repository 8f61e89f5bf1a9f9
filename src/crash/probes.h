/* probes.h - an instrumented program's metadata by function, and its coverage.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     struct probes *probes = probes_open(&paths, coverage);       the four sections, joined by function name
 *     struct coverage_report report;
 *     probes_coverage(probes, snapshot, rule, &arena, &report);
 *
 * One name may have several entries (static functions in two files). clew never merges entries; their ordinal distinguishes them. clew-formats(5) 6.6 explains
 * the probes. A call-site bit means that the call returned. A statement bit means that the block was entered (released tools) or completed (documentation); the
 * metadata or a setting decides which. clew reports contradictions and never repairs them. A report costs O(probes). */
#ifndef CLEW_CRASH_PROBES_H
#define CLEW_CRASH_PROBES_H

#include "crash/metadata.h"

struct probes;
struct debugger_snapshot;
struct debugger_frame;
struct debugger_thread;

/* Keeps references: paths and coverage (CSI_SCHEMES items, each may be empty) must outlive probes. */
struct probes *probes_open(const struct csi_paths *paths, const struct csi_coverage *coverage);
void probes_close(struct probes *probes);
const struct csi_paths *probes_paths(const struct probes *probes);
const struct csi_coverage *probes_of_scheme(const struct probes *probes, enum csi_scheme scheme);

/* The graph of entry `function` of paths, made at the first call and kept. NULL: the entry is damaged. */
const struct path_graph *probes_graph(struct probes *probes, size_t function);

/* ---- Names (clew-formats(5) 6.3) ---- */

/* Finds the entries of .debug_PT for the function name of a frame. Names match if they are equal, or equal up to the first $ (variants) or the first dot after
 * a name (f.part.0), or if one is the C++ name of the other, mangled or demangled, with or without arguments. If an entry has exactly this name, only exact
 * matches count. In text order; the array is in the arena. */
size_t probes_find(const struct probes *probes, struct str name, struct arena *arena, const size_t **functions);
size_t probes_find_coverage(const struct probes *probes, enum csi_scheme scheme, struct str name, struct arena *arena, const size_t **functions);

/* The same for names that people type, who also omit scopes, parameters and template arguments (demangled_matches). Finds only C++ functions; call it when
 * nothing else has the name. Not for names from a debugger: its f is not ns::f. O(functions), plus making each readable name the first time. */
size_t probes_find_shorter(struct probes *probes, struct str name, struct arena *arena, const size_t **functions);

/* The readable name: demangled if it is C++ ("ns::f(int)", DEMANGLE_NO_RETURN), or else unchanged. In the arena. */
struct str probes_readable(struct str name, struct arena *arena);
/* The readable name of entry `function` of paths, made at the first call and kept. */
struct str probes_name(struct probes *probes, size_t function);

/* Do path variables have their documented names, __PT_pathArr? The debugger's text decides, or else the names of coverage arrays in the metadata. snapshot may
 * be NULL. O(1). */
bool probes_documented(const struct probes *probes, const struct debugger_snapshot *snapshot);

/* ---- Coverage ---- */

/* The meaning of a statement bit. INFERRED: metadata and values decide, function by function. EITHER: unknown; clew says only what holds under both
 * meanings. */
enum coverage_rule { COVERAGE_INFERRED, COVERAGE_ENTERED, COVERAGE_COMPLETED, COVERAGE_EITHER };
extern const char *const coverage_rule_names[];             /* "inferred" "entered" "completed" "unknown" */

/* Why clew uses this meaning. */
enum coverage_source {
    COVERAGE_NO_BLOCKS,                     /* no .debug_BBC, so no statement bits */
    COVERAGE_SET,                           /* the user set it */
    COVERAGE_BY_LABELS, COVERAGE_BY_RELEASE, COVERAGE_BY_DOCUMENTATION,     /* enum csi_bits, the same for all functions */
    COVERAGE_BY_FUNCTION,                   /* the same, but functions have different forms */
    COVERAGE_BY_VALUES,                     /* form and path variable names disagree, and the values contradict one meaning */
    COVERAGE_BY_NOTHING                   /* they disagree, and the values contradict neither */
};

/* The form of the metadata shows the meaning of bits (csi_bits_of). Path variable names in the debugger's text are a second sign: __PT_pathArr for the
 * documented meaning, __PT_counter_arr for that of releases. Labels that name the meaning override both. */
struct coverage_reading {
    enum coverage_rule rule;                /* of all functions; COVERAGE_INFERRED: functions differ */
    enum coverage_source source;
    enum coverage_rule forms[CSI_BITS];     /* of functions with metadata in that form */
};

/* rule: the user's setting, or COVERAGE_INFERRED. snapshot may be NULL. O(probes). */
struct coverage_reading probes_reading(struct probes *probes, const struct debugger_snapshot *snapshot, enum coverage_rule rule);
/* The rule for one entry of .debug_BBC; NULL: no entry. */
enum coverage_rule coverage_rule_of(const struct coverage_reading *reading, const struct csi_coverage_function *blocks);

enum coverage_state { COVERAGE_NO, COVERAGE_YES, COVERAGE_UNKNOWN, COVERAGE_NO_PROBE };

struct coverage_probe {
    const struct csi_probe *probe;
    enum coverage_state state;
};

struct coverage_array {                     /* one function under one scheme */
    const struct csi_coverage_function *function;   /* NULL: this scheme has no entry */
    const struct debugger_value *value;     /* NULL: the snapshot has no value */
    struct coverage_probe *probes;          /* function->probe_count; FC: one, with probe NULL */
    size_t count, yes, no, unknown;         /* yes, no and unknown leave out sites and blocks without probe */
};

enum coverage_mark { COVERAGE_LINE_NONE, COVERAGE_LINE_YES, COVERAGE_LINE_NO, COVERAGE_LINE_MAYBE };    /* clew-formats(5) 6.6 */

struct coverage_line {
    int64_t line;
    enum coverage_mark mark;
};

struct coverage_function {
    struct str name;
    size_t ordinal, of;                     /* this is entry `ordinal` (from 0) of `of` of one name */
    struct coverage_array schemes[CSI_SCHEMES];
    struct coverage_line *lines;            /* ascending; from statement probes, or from call sites if there are none */
    size_t line_count;
    enum coverage_state entered;            /* from FC, or else from any set bit of the other schemes */
};

struct coverage_report {
    struct coverage_reading reading;
    bool local;
    size_t decisive;                        /* contradictions that the other meaning avoids and nothing else explains */
    bool refuted;                           /* there are decisive ones, and the other meaning has none */
    struct coverage_function *functions;    /* in order of first appearance: FC, CC, BBC texts */
    size_t count;
    struct str *contradictions;           /* printable; each says which arrays disagree, where, and why that is impossible */
    size_t contradiction_count;
    struct str *notes;                    /* an array of the wrong length, a global of the metadata without value, zeros filled in, ... */
    size_t note_count;
};

/* Coverage of the whole program, from the global arrays of a snapshot (NULL: no values, all unknown). Compares arrays with each other, local arrays with global
 * ones, and all with the stack: a caller's active call has not returned, and the function of each frame was entered (clew-formats(5) 6.6). */
void probes_coverage(struct probes *probes, const struct debugger_snapshot *snapshot, enum coverage_rule rule, struct arena *arena,
                     struct coverage_report *report);

/* Coverage of one activation, from the local arrays of frame i of a thread, for the entries of its function. `reading` is that of the snapshot
 * (probes_reading), the same for all its frames. */
void probes_coverage_frame(struct probes *probes, const struct debugger_thread *thread, size_t i, const struct coverage_reading *reading,
                           struct arena *arena, struct coverage_report *report);

/* ---- Shared by probes.c, coverage_*.c and stack*.c ---- */

/* ---- Messages: printable lines in an arena ---- */

struct messages {
    struct arena *arena;
    struct str *items;
    size_t count, capacity, refused;        /* refused: beyond MESSAGES_MAX; messages_end adds their number */
    size_t decisive;                        /* as in struct coverage_report; counted by coverage_check */
};
enum { MESSAGES_MAX = 1000 };
void message_add(struct messages *messages, const char *format, ...) FORMATTED(2, 3);
bool messages_full(struct messages *messages);                           /* true: message_add would refuse the next one; counts it as refused */
void messages_end(struct messages *messages, struct str **items, size_t *count);

/* A name made printable, for "%.*s" in a message. */
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

/* Ordinals of the names that a debugger's name matches (see "Names" above), ascending. wanted NULL: all; if not, only names i with wanted[i] & mask. */
size_t name_index_find(const struct name_index *index, struct str name, const uint8_t *wanted, uint8_t mask, struct arena *arena,
                       const size_t **found);

/* ---- Lines ---- */

/* A line of a block (or call site), with its first and last index in the block's lines. Sorted by line, then block. Tables leave out unknown lines (0) and
 * markers. */
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

/* ---- Entries of the three coverage sections that belong to one function ---- */

struct joined {
    struct str name;
    size_t functions[CSI_SCHEMES];          /* ordinals; SIZE_MAX: none */
    size_t ordinal, of;
    bool apart;                             /* clew could not match entries of this name and global between sections */
    struct mark_table lines[CSI_SCHEMES];   /* made at the first call; FC: empty */
};

/* The coverage function with the same blocks as an entry of .debug_PT, found at the first call (twin_find). */
struct twin {
    bool made;
    size_t joined;                          /* SIZE_MAX: none, or several */
    uint32_t *same;                         /* by block: ordinal of the statement probe that is certainly this block; UINT32_MAX: none */
    struct str *block_texts[2];           /* by statement probe: why its block cannot have run, alone or with others on its lines; made on demand */
    struct str *call_texts;               /* the same by call site */
    struct mark_table lines;                /* of the entry's own blocks */
};

struct probes {
    const struct csi_paths *paths;
    const struct csi_coverage *coverage;
    struct path_graph **graphs;             /* by function; NULL: not made yet */
    struct twin *twins;                     /* by function */
    struct str *path_names, *joined_names;
    struct str *readable_names;           /* by function; null: not made yet */
    struct name_index path_index, joined_index;
    struct joined *joined;                  /* in order of first appearance: FC, CC, BBC */
    uint8_t *joined_schemes;                /* bit s: has an entry of scheme s */
    size_t joined_count;
    struct arena texts;                     /* for twins */
    bool documented;                        /* some coverage array has its documented name */
};

void probes_join(struct probes *probes);
void probes_join_free(struct probes *probes);
const struct csi_coverage_function *joined_function(const struct probes *probes, const struct joined *joined, enum csi_scheme scheme);
const struct mark_table *joined_lines(struct probes *probes, struct joined *joined, enum csi_scheme scheme);

/* The coverage functions that a frame may belong to: by name, then by line, then by the lengths of its local arrays. A test that would leave none is skipped.
 * In the arena. Adds the number of functions looked at to *looked (may be NULL). */
size_t joined_of_frame(struct probes *probes, const struct debugger_frame *frame, struct arena *arena, const size_t **found, size_t *looked);

/* Is frame i of a thread inlined into frame i + 1? gdb prints a frame with other frames inlined into it without address, or with their address. */
bool frame_is_inlined(const struct debugger_thread *thread, size_t i);

/* May frame i be inlined into frame i + 1, although no address shows it? gdb leaves out the address where an instruction begins a line, and the addresses of
 * frames with an inlined frame above. A thread without any address may be such a stack, or printed with "print address off". */
bool frame_may_be_inlined(const struct debugger_thread *thread, size_t i);

/* The line of a frame, if the metadata can know it; 0: unknown. */
int64_t frame_line(const struct debugger_frame *frame);

/* Does the debugger's text name the frame's function? */
bool frame_has_function(const struct debugger_frame *frame);

/* ---- States ---- */

/* States of one array. `value` may be NULL. If the value does not fit (length, kind), a note names it as `what` and all states are unknown. */
void coverage_states(const struct csi_coverage_function *function, enum csi_scheme scheme, const struct debugger_value *value,
                     struct str what, struct arena *arena, struct messages *notes, struct coverage_array *array);

/* "block 1 (line 14)", "call site 2 (line 17: abc)"; printable. */
struct str probe_text(const struct csi_probe *probe, enum csi_scheme scheme, struct arena *arena);

/* "BBC1 (line 14)", "CC2 (line 17: abc)": the metadata's label, or one made of scheme and index; printable. */
struct str probe_label(const struct csi_probe *probe, enum csi_scheme scheme, struct arena *arena);

/* How a frame of a function relates to a line. */
enum stand {
    STANDS_PERHAPS,                         /* a line of a function that is, or may be, inlined into the frame's: one of its blocks may have stopped there */
    STANDS_AROUND,                          /* the frame's own line, but the instruction is, or may be, that of an inlined function that the line calls */
    STANDS_AT                               /* the frame's own line and own instruction */
};

struct stand_line {
    int64_t line;
    enum stand how;
};

/* Lines where frames of a function stand: ascending, each once, with its strongest relation. */
struct standing {
    const struct stand_line *lines;
    size_t count;
};

/* For frame i of a thread. In the arena. */
struct standing frame_standing(const struct debugger_thread *thread, size_t i, struct arena *arena);

/* Sorts lines and keeps each once. Returns their number. */
size_t stand_lines_sort(struct stand_line *lines, size_t count);

void coverage_lines(struct probes *probes, struct joined *joined, struct coverage_function *function, enum coverage_rule rule,
                    struct standing standing, bool local, struct arena *arena);

/* Finds contradictions among the arrays of one function and with the lines where it stands; `who` names function and frame. */
void coverage_check(struct probes *probes, struct joined *joined, const struct coverage_function *function, enum coverage_rule rule,
                    struct standing standing, struct str who, struct messages *messages);

/* Compares a local array with the global one. */
void coverage_check_local(const struct coverage_function *local, const struct coverage_function *global, struct str who,
                          struct messages *messages);

#endif
