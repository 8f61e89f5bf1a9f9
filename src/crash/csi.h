/* csi.h - a program with CSI metadata, and what a debugger printed of it, in a session.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     csi_names.c      the current frame and function, places, names, files and lines
 *     csi_coverage.c   coverage as rows
 *     csi_suffix.c     suffixes as rows and as JSON: frames, paths, candidates
 *     csi_graph.c      the control-flow graph, drawn with the suffix, or for graphviz
 *     csi.c            what a debugger printed, explaining frames
 *     csi_here.c       jumps and steps; the steps of a suffix, source lines with their counts
 *     csi_commands.c   the commands, the topics of `info`, what the session needs from every kind of trace
 *     csi_open.c       reading files with metadata, opening them, a whole crash at once
 *
 * Each file calls only files above it in this list.
 *
 * The current place is a step of a suffix (frame, entry of its function, candidate, step). If no frame has a suffix, it is a function of the metadata. A
 * position reads FRAME/BLOCK@STEP; in the thread with ordinal T (from 0), FRAME is the level plus T * CSI_THREAD_FRAMES; ~N names a candidate other than
 * the first. A function without suffix reads FUNCTION/BLOCK@0. */
#ifndef CLEW_CRASH_CSI_H
#define CLEW_CRASH_CSI_H

#include "crash/debugger.h"
#include "crash/stack.h"
#include "table/table.h"
#include "crash/probes.h"

struct answer;
struct line_table;
struct session;
struct source_position;
struct saving;
struct walk_order;

enum { CSI_THREAD_FRAMES = 1000000, CSI_NOTES_TOLD = 20 };

struct csi_here {
    bool has_frame;
    size_t frame, entry, candidate;     /* ordinals in crash.frames, in its entries, in their suffix's candidates */
    size_t function;                    /* ordinal in paths; SIZE_MAX: the frame has no metadata */
    size_t step;                        /* of the suffix, from 1; 0: no suffix */
    uint32_t block;                     /* ordinal of the current block; UINT32_MAX: none */
};

/* One text that a debugger printed. */
struct csi_part {
    struct str text;
    const char *source, *path, *command;    /* the name in messages; its file or NULL; "paste" or "core" */
    bool anew;                              /* begins another stop */
    bool from_gdb;                          /* gdb printed it for clew: messages leave out its line numbers */
    uint64_t lines_before;                  /* lines of the earlier texts */
};

/* A value without a name, and the name the user gave it. */
struct csi_choice {
    size_t unnamed;                     /* ordinal in dump.unnamed */
    struct str name;
};

struct csi {
    struct arena arena;                 /* of the metadata */
    struct csi_paths paths;
    struct csi_coverage coverage[CSI_SCHEMES];
    struct probes *probes;
    const char *program;                /* the one ELF file among the opened files; NULL: none */
    size_t file_count;                  /* files opened; the trace's path is the first */
    struct arena parts_arena;           /* for the debugger's texts, unchanged */
    struct csi_part *parts;
    size_t part_count, part_capacity;
    bool cleared;                       /* the next text belongs to another stop */
    struct arena dump_arena;            /* for what clew read from all texts */
    struct debugger_text dump;
    size_t snapshot;                    /* the current one; dump.count: none */
    struct csi_choice *chosen;          /* names the user gave to unnamed values */
    size_t chosen_count, chosen_capacity;
    struct crash_names names;           /* values of the snapshot that fit several variables */
    struct arena crash_arena;           /* for the explanation; made again when a setting changes */
    struct crash crash;
    bool has_here;
    struct csi_here here;
    size_t choices;                     /* candidates of the current frame: if their number changes, a candidate's number means another one */
    struct arena step_arena;
    struct suffix_blocks steps;         /* of the current frame, entry and candidate */
    uint32_t *visits;                   /* by block ordinal: how often it is in steps; NULL: no suffix */
};

struct csi *csi_of(const struct session *session);          /* session_trace.own; NULL: no trace is open, or one of another kind */
enum coverage_rule csi_rule(const struct session *session);      /* the meaning of a block's bit, as the user set it */

/* ---- What a debugger printed, text by text (csi.c) ---- */
CHECKED bool csi_paste(struct session *session, struct str text, const char *source, struct answer *answer, struct error *error);     /* session_paste */
void csi_note_next(struct session *session);                /* if the frame lacks values: notes what to print next in the debugger */
void csi_rows_of_values(struct session *session, struct rows *rows);    /* values the user must name: one row for each meaning; Enter takes it */
CHECKED bool csi_take_value(struct session *session, struct str arguments, struct error *error);  /* "2 __PT_arrIndex": value 2 is __PT_arrIndex */
void csi_paste_clear(struct session *session);              /* no frames; earlier frames stay as snapshots */
CHECKED bool csi_read_dump(struct session *session, const char *path, struct error *error);      /* a file, or - */
CHECKED bool csi_ask_gdb(struct session *session, const char *core, uint64_t process, struct error *error);
const struct csi_part *csi_last_part(const struct csi *csi);                    /* NULL: clew has read none yet */
void csi_text_place(const struct csi *csi, uint64_t line, struct text *out);

/* ---- Explaining frames (csi.c) ---- */
void csi_begin(struct csi *csi);                            /* goes to main, or without it to the first function with a graph */
void csi_free(struct csi *csi);
void csi_close(struct session *session);
void csi_explain(struct session *session);                  /* explains the snapshot again with the current options; keeps the place if it can */
void csi_arrive(struct session *session);                   /* adds the current place to the jump history */
bool csi_is_bad(const struct csi *csi);                     /* a suffix is impossible or inconsistent: a batch run then fails */
size_t csi_texts(const struct session *session, struct saving *saving);         /* session_kind.texts */
size_t csi_frames(const struct session *session, size_t *choices);              /* session_kind.frames */

/* ---- The current place (csi_names.c) ---- */
CHECKED bool csi_need(const struct session *session, struct error *error);
CHECKED bool csi_need_frames(const struct session *session, struct error *error);
void csi_count_visits(struct csi *csi);                     /* counts steps and visits of the current frame, entry and candidate */
struct csi_here csi_end_of(size_t frame, size_t entry, size_t candidate);    /* a place at the end of a frame; its function and steps are still unknown */
CHECKED bool csi_choose(struct session *session, size_t frame, size_t entry, size_t candidate);   /* goes to the end of that suffix; false: not there */
const struct csi_function *csi_function(const struct csi *csi);        /* the current function; NULL: no metadata */
const struct crash_frame *csi_frame(const struct csi *csi);            /* NULL: none */
const struct suffix *csi_suffix(const struct csi *csi);                /* NULL: none */
struct place csi_place(const struct csi *csi, const struct csi_here *here);
size_t csi_choice(const struct csi *csi, size_t frame, size_t entry, size_t candidate);     /* number of a candidate, counted over all entries from 0 */
size_t csi_choices(const struct csi *csi, size_t frame);                                    /* number of candidates of a frame */
bool csi_choice_parts(const struct csi *csi, size_t frame, uint64_t choice, size_t *entry, size_t *candidate);
/* level as the user counts: in the current thread, or else in the first thread that has it */
bool csi_frame_of_level(const struct csi *csi, uint64_t level, size_t *frame);
bool csi_frame_of_place(const struct csi *csi, uint64_t id, size_t *frame);          /* id as in a place: names the same frame from everywhere */
bool csi_at(const struct session *session, struct place *place);

/* ---- Jumps and steps (csi_here.c) ---- */
CHECKED bool csi_resolve(struct session *session, const struct place *place, struct place *whole, struct error *error);
CHECKED bool csi_set(struct session *session, const struct place *place, struct error *error);
CHECKED bool csi_walk(struct session *session, const struct walk_order *order, struct error *error);
bool csi_source(struct session *session, struct source_position *position);
void csi_lines(struct session *session, struct str file, struct line_table *table);

/* ---- Names, files and lines (csi_names.c) ---- */
struct str csi_name(const struct csi *csi);              /* of csi_function, readable; null: no metadata */
/* Do these functions, all candidates for a name, share one C++ name? If not, the error lists their names. */
CHECKED bool csi_one_name(const struct csi *csi, struct str name, const size_t *found, size_t count, struct error *error);
/* The source file of a function, from the executable; null: unknown, or several functions have that name. */
struct str csi_function_file(const struct session *session, struct str name, struct str *folder);
/* The source file of a frame (NULL: none) whose function has that name (null: none): from the frame, or else from the executable. */
struct str csi_frame_file(const struct session *session, const struct crash_frame *frame, struct str name, struct str *folder);
/* The source file of the current frame or function. */
struct str csi_source_file(const struct session *session, struct str *folder);

int64_t csi_frame_line(const struct crash_frame *frame);    /* 0: unknown */
bool csi_none_lost(const struct suffix *suffix);             /* does the suffix reach back to the function's entry? */
bool csi_frame_unprinted(const struct crash_frame *frame);      /* values came without a line that names their function; frame may be NULL */
void csi_frame_title(const struct crash_frame *frame, struct text *out);             /* "#0 walk crash.c:9" */
const char *csi_frame_status(const struct crash_frame *frame);                       /* suffix_status_names, in plainer words where needed */
void csi_add_choice(const struct csi *csi, struct text *out);                        /* " - candidate 1 of 3", if there are several */
void csi_block_lines(const struct csi_block *block, struct text *out);               /* "11-13", "9,14"; nothing if the block has no lines */
void csi_add_reading(const struct coverage_reading *reading, struct text *out);      /* "entered (inferred: ...)": the meaning of block bits */

/* ---- Suffixes as rows (csi_suffix.c) ---- */
void csi_frame_verdict(const struct csi *csi, const struct crash_frame *frame, struct text *out);  /* "unique: 9 paths, 69 blocks, not wrapped" */
void csi_rows_of_frames(struct session *session, struct rows *rows);
void csi_rows_of_suffix(struct session *session, size_t frame, struct rows *rows);   /* one JSON object for each entry; other rows are for people */
void csi_rows_of_candidates(struct session *session, size_t frame, struct rows *rows);

/* ---- Steps, graph, source and coverage as rows ---- */
void csi_rows_of_steps(struct session *session, struct rows *rows);
void csi_tell(struct session *session, struct rows *rows);
int64_t csi_here_line(const struct csi *csi, bool *earlier);    /* line of the current step, or else of the nearest earlier step (*earlier); 0: unknown */

CHECKED bool csi_rows_of_graph(struct session *session, struct rows *rows, struct error *error);
CHECKED bool csi_rows_of_source(struct session *session, struct rows *rows, struct error *error);
void csi_rows_of_coverage(struct session *session, struct rows *rows);               /* one row for each function */
CHECKED bool csi_rows_of_function_coverage(struct session *session, struct str name, struct rows *rows, struct error *error);
void csi_rows_of_line_coverage(struct session *session, struct rows *rows);          /* all lines of all functions */
CHECKED bool csi_rows_of_frame_coverage(struct session *session, struct rows *rows, struct error *error);
void csi_rows_of_all_coverage(struct session *session, struct rows *rows);
void csi_rows_of_frames_coverage(struct session *session, struct rows *rows);
void csi_rows_of_pane_coverage(struct session *session, struct rows *rows);          /* the current function, then the program */

CHECKED bool csi_list(struct session *session, struct str arguments, struct answer *answer, struct error *error);

/* ---- A whole crash at once, for tools ----
 *
 *     struct csi_crash crash = {.meta = "settings", .core = "core"};
 *     if (!csi_crash_load(session, &crash, &error)) ...
 *     for (size_t i = 0; i < csi_crash_frames(session); i++) {
 *         csi_crash_suffix(session, i, &rows);         one frame in memory at a time
 *         ...
 *     }
 *
 * In a session the user does the same with `open`, `set prune`, `set bbc`, `paste` or `core`, and `suffix all`. */

struct csi_crash {
    const char *meta;           /* an ELF file, or metadata as text; ignored if from_gdb */
    const char *more[47];       /* further files with metadata of the same program */
    size_t more_count;
    const char *dump;           /* the debugger's text: a file, - or NULL */
    const char *core;           /* clew asks gdb about this core file; or NULL */
    uint64_t process;           /* clew asks gdb about this running process; 0: none */
    bool from_gdb;              /* standard input holds the output of clew.gdb, which names the program itself */
    bool prune;
    enum coverage_rule rule;
};

/* Is the file's content metadata: a program, or the text of sections? If not, clew takes the file for a debugger's text. An empty file counts as the text of an
 * empty section, unless it is the last file. */
bool csi_crash_is_meta(const char *path, bool last);

/* Opens the metadata and reads the frames from their source in `crash`. False: the error names what clew could not read; the session may already hold the
 * metadata. */
CHECKED bool csi_crash_load(struct session *session, const struct csi_crash *crash, struct error *error);

/* Fails if the session has no frames; the error says what is missing. */
CHECKED bool csi_crash_need(const struct session *session, struct error *error);
size_t csi_crash_frames(const struct session *session);
void csi_crash_suffix(struct session *session, size_t frame, struct rows *rows);       /* of one frame, with all its entries */
bool csi_crash_is_bad(const struct session *session);          /* is a suffix impossible or inconsistent? */

extern const struct session_kind kind_of_csi;

#endif
