/* probes_inside.h - what probes.c, coverage_*.c and crash*.c share.  SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CLEW_CRASH_PROBES_INSIDE_H
#define CLEW_CRASH_PROBES_INSIDE_H

#include "crash/probes.h"

struct debugger_frame;
struct debugger_thread;
struct debugger_snapshot;

/* ---- Messages: printable lines in an arena ---- */

struct messages {
    struct arena *arena;
    struct slice *items;
    size_t count, capacity, refused;        /* refused: beyond MESSAGES_MAX; messages_end says how many */
    size_t decisive;                        /* coverage_check: as of struct coverage_report */
};
enum { MESSAGES_MAX = 1000 };
void message_add(struct messages *messages, const char *format, ...) FORMATTED(2, 3);
bool messages_full(struct messages *messages);                           /* true: the next one would be refused, and is counted as such */
void messages_end(struct messages *messages, struct slice **items, size_t *count);

/* A name made printable; for "%.*s" of a message. */
struct slice printable(struct slice name, struct arena *arena);

/* ---- Names ---- */

struct name_key;
struct name_index {
    const struct slice *names;
    size_t count;
    struct name_key *keys;                  /* malloced; by hash, then name */
    size_t key_count, key_capacity;
    uint64_t secret;
};
void name_index_make(struct name_index *index, const struct slice *names, size_t count);
void name_index_free(struct name_index *index);

/* Ordinals of the names a debugger's name means (probes.h, "Names"), ascending. wanted NULL: all; else only names i with wanted[i] & mask. */
size_t name_index_find(const struct name_index *index, struct slice name, const uint8_t *wanted, uint8_t mask, struct arena *arena,
                       const size_t **found);

/* ---- Lines ---- */

/* Which blocks (or call sites) list a line, and where in their lines it first and last stands. By line, then block. Unknown lines (0) and
 * markers are left out. */
struct line_at {
    int64_t line;
    uint32_t block, first, last;
};
struct line_table {
    struct line_at *items;                  /* malloced */
    size_t count, capacity;
    bool made;
};
void line_table_add(struct line_table *table, uint32_t block, const int64_t *lines, size_t count);
void line_table_finish(struct line_table *table);
void mark_table_free(struct line_table *table);
size_t line_table_find(const struct line_table *table, int64_t line, const struct line_at **items);     /* O(log n) */

/* ---- Entries of the three coverage sections that are one function ---- */

struct joined {
    struct slice name;
    size_t functions[CSI_SCHEMES];          /* ordinals; SIZE_MAX: none */
    size_t ordinal, of;
    bool apart;                             /* entries of this name and global could not be matched between sections */
    struct line_table lines[CSI_SCHEMES];   /* made at the first question; FC: empty */
};

/* The coverage function whose blocks are those of one entry of .debug_PT: found at the first question (twin_find). */
struct twin {
    bool made;
    size_t joined;                          /* SIZE_MAX: none, or several */
    uint32_t *same;                         /* by block: ordinal of the statement probe that surely is this block, else UINT32_MAX */
    struct slice *block_texts[2];           /* by statement probe: why its block cannot have run, alone or with others of its lines; made when asked */
    struct slice *call_texts;               /* by call site */
    struct line_table lines;                /* of the entry's own blocks */
};

struct probes {
    const struct csi_paths *paths;
    const struct csi_coverage *coverage;
    struct path_graph **graphs;             /* by function; NULL: not asked yet */
    struct twin *twins;                     /* by function */
    struct slice *path_names, *joined_names;
    struct slice *readable_names;           /* by function; null: not asked yet */
    struct name_index path_index, joined_index;
    struct joined *joined;                  /* in order of first appearance: FC, CC, BBC */
    uint8_t *joined_schemes;                /* bit s: has an entry of scheme s */
    size_t joined_count;
    struct arena texts;                     /* of twins */
    bool documented;                        /* some coverage array has the documentation's name */
};

void probes_join(struct probes *probes);                            /* coverage_join.c */
void probes_join_free(struct probes *probes);
const struct csi_coverage_function *joined_function(const struct probes *probes, const struct joined *joined, enum csi_scheme scheme);
const struct line_table *joined_lines(struct probes *probes, struct joined *joined, enum csi_scheme scheme);

/* The coverage functions a frame may stand in: by name, then by line, then by the lengths of its local arrays; where a rule would leave
 * none it is passed over. In the arena. *looked (may be NULL) grows by those looked at. */
size_t joined_of_frame(struct probes *probes, const struct debugger_frame *frame, struct arena *arena, const size_t **found, size_t *looked);

/* Is frame i of a thread inlined into frame i + 1? A frame that others are inlined into is printed without address, or with theirs
 * (formats/csi.md 10.3). */
bool frame_is_inlined(const struct debugger_thread *thread, size_t i);

/* The line a frame stands at as the metadata may know it; 0: unknown. */
int64_t frame_line(const struct debugger_frame *frame);

/* Has a debugger named the function of a frame? */
bool frame_has_function(const struct debugger_frame *frame);

/* "frame #3 (rec)", of several threads "thread 2, frame #3 (rec)"; printable. */
struct slice frame_text(const struct debugger_snapshot *snapshot, size_t thread, size_t i, struct arena *arena);

/* ---- States ---- */

/* States of one array. `value` may be NULL. What does not fit (length, kind) is noted with `what` as its name, and then nothing is known. */
void coverage_states(const struct csi_coverage_function *function, enum csi_scheme scheme, const struct debugger_value *value,
                     struct slice what, struct arena *arena, struct messages *notes, struct coverage_array *array);

/* "block 1 (line 14)", "call site 2 (line 17: abc)"; printable. */
struct slice probe_text(const struct csi_probe *probe, enum csi_scheme scheme, struct arena *arena);

/* "BBC1 (line 14)", "CC2 (line 17: abc)": with the label the metadata gives, else made of scheme and index; printable. */
struct slice probe_label(const struct csi_probe *probe, enum csi_scheme scheme, struct arena *arena);

/* Lines where frames of a function stand, sorted, each once. */
struct standing {
    const int64_t *lines;
    size_t count;
};

/* probes_coverage by a reading that is known. */
void coverage_report_by(struct probes *probes, const struct debugger_snapshot *snapshot, const struct coverage_reading *reading, struct arena *arena,
                        struct coverage_report *report);

void coverage_lines(struct probes *probes, struct joined *joined, struct coverage_function *function, enum coverage_rule rule,
                    struct standing standing, bool local, struct arena *arena);     /* coverage_lines.c */

/* Contradictions of the arrays of one function among each other and with the lines where it stands; `who` names function and frame. */
void coverage_check(struct probes *probes, struct joined *joined, const struct coverage_function *function, enum coverage_rule rule,
                    struct standing standing, struct slice who, struct messages *messages);     /* coverage_check.c */

/* A local array against the global one. */
void coverage_check_local(const struct coverage_function *local, const struct coverage_function *global, struct slice who,
                          struct messages *messages);

#endif
