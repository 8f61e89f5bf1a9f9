/* csi.h - a program with CSI metadata, and what a debugger printed of it, in a session.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     csi_names.c      the current frame and function, places, names, files and lines
 *     csi_coverage.c   coverage as rows
 *     csi_suffix.c     suffixes as rows and as JSON: frames, paths, candidates
 *     csi_graph.c      the control-flow graph, drawn with the suffix, or for graphviz
 *     csi.c            what a debugger printed, explaining frames
 *     csi_here.c       going and walking; the steps of a suffix, source lines with its counts
 *     csi_commands.c   the commands, the topics of `info`, what the session asks of every kind of trace
 *     csi_open.c       reading files with metadata, opening them, a crash given as a whole
 *
 * Each file calls only files above it in this list.
 *
 * Where one is: a step of a suffix (frame, entry of its function, candidate, step), or, where no frame has one, a function of the metadata. A place
 * says FRAME/BLOCK@STEP; the FRAME of another thread is CSI_THREAD_FRAMES times its ordinal more; ~N names a candidate other than the first. A function
 * without suffix: FUNCTION/BLOCK@0. */
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
    size_t frame, entry, candidate;     /* of crash.frames, of its entries, of their suffix's candidates */
    size_t function;                    /* ordinal in paths; SIZE_MAX: the frame has no metadata */
    size_t step;                        /* of the suffix, from 1; 0: it has none */
    uint32_t block;                     /* ordinal of the current block; UINT32_MAX: none */
};

/* One text that a debugger printed. */
struct csi_part {
    struct str text;
    const char *source, *path, *command;    /* in messages; the file it is from, NULL: none; "paste" or "core" */
    bool anew;                              /* begins another stop */
    bool from_gdb;                          /* what gdb answered to clew: its lines tell nobody anything */
    uint64_t lines_before;                  /* of the texts before */
};

/* A value without a name, and what the user said it is. */
struct csi_choice {
    size_t unnamed;                     /* ordinal in dump.unnamed */
    struct str name;
};

struct csi {
    struct arena arena;                 /* of the metadata */
    struct csi_paths paths;
    struct csi_coverage coverage[CSI_SCHEMES];
    struct probes *probes;
    const char *program;                /* the ELF file among those that were opened; NULL: none */
    size_t file_count;                  /* how many were opened; the trace's path is the first */
    struct arena parts_arena;           /* of the texts that a debugger printed, as they came */
    struct csi_part *parts;
    size_t part_count, part_capacity;
    bool cleared;                       /* the next text is of another stop */
    struct arena dump_arena;            /* of what was read in all of them */
    struct debugger_text dump;
    size_t snapshot;                    /* dump.count: none */
    struct csi_choice *chosen;          /* what the user said that values without a name are */
    size_t chosen_count, chosen_capacity;
    struct crash_names names;           /* values of the snapshot that may be several variables */
    struct arena crash_arena;           /* of what was made of it: anew when a setting changes */
    struct crash crash;
    bool has_here;
    struct csi_here here;
    size_t choices;                     /* candidates of the current frame: when they are others, its number means another one */
    struct arena step_arena;
    struct suffix_blocks steps;         /* of the current frame, entry and candidate */
    uint32_t *visits;                   /* by block ordinal: how often it is in steps; NULL: no suffix */
};

struct csi *csi_of(const struct session *session);          /* session_trace.own; NULL: a trace of another kind is open, or none */
enum coverage_rule csi_rule(const struct session *session);      /* what a bit of a block means, as it is set */

/* ---- What a debugger printed, text by text (csi.c) ---- */
CHECKED bool csi_paste(struct session *session, struct str text, const char *source, struct answer *answer, struct error *error);     /* session_paste */
void csi_note_next(struct session *session);                /* what to print next in the debugger, if the frame lacks values */
void csi_rows_of_values(struct session *session, struct rows *rows);    /* values that have to be asked for: each meaning a row, which takes it */
CHECKED bool csi_take_value(struct session *session, struct str arguments, struct error *error);  /* "2 __PT_arrIndex": the second of them */
void csi_paste_clear(struct session *session);              /* no frames; those that were known stay as snapshots */
CHECKED bool csi_read_dump(struct session *session, const char *path, struct error *error);      /* a file, or - */
CHECKED bool csi_ask_gdb(struct session *session, const char *core, uint64_t process, struct error *error);
const struct csi_part *csi_last_part(const struct csi *csi);                    /* NULL: none was read yet */
void csi_text_place(const struct csi *csi, uint64_t line, struct text *out);

/* ---- Explaining frames (csi.c) ---- */
void csi_begin(struct csi *csi);                            /* goes to main, else to the first function that can be drawn */
void csi_free(struct csi *csi);
void csi_close(struct session *session);
void csi_explain(struct session *session);                  /* the snapshot anew, with the options as they are; stays where it was if it can */
void csi_arrive(struct session *session);                   /* puts where one is into the jump history */
bool csi_is_bad(const struct csi *csi);                     /* a suffix is impossible or inconsistent: batch then fails */
size_t csi_texts(const struct session *session, struct saving *saving);         /* session_kind.texts */
size_t csi_frames(const struct session *session, size_t *choices);              /* session_kind.frames */

/* ---- Where one is (csi_names.c) ---- */
CHECKED bool csi_need(const struct session *session, struct error *error);
CHECKED bool csi_need_frames(const struct session *session, struct error *error);
void csi_count_visits(struct csi *csi);                     /* of the current frame, entry and candidate: steps and visits */
struct csi_here csi_end_of(size_t frame, size_t entry, size_t candidate);    /* a frame, before its function and steps are known */
CHECKED bool csi_choose(struct session *session, size_t frame, size_t entry, size_t candidate);   /* goes to the end of that suffix; false: not there */
const struct csi_function *csi_function(const struct csi *csi);        /* where one is; NULL: no metadata */
const struct crash_frame *csi_frame(const struct csi *csi);            /* NULL: none */
const struct suffix *csi_suffix(const struct csi *csi);                /* NULL: none */
struct place csi_place(const struct csi *csi, const struct csi_here *here);
size_t csi_choice(const struct csi *csi, size_t frame, size_t entry, size_t candidate);     /* number of a candidate among those of all entries, from 0 */
size_t csi_choices(const struct csi *csi, size_t frame);                                    /* how many there are */
bool csi_choice_parts(const struct csi *csi, size_t frame, uint64_t choice, size_t *entry, size_t *candidate);
/* as a user counts: in the current thread, else in the first that has it */
bool csi_frame_of_level(const struct csi *csi, uint64_t level, size_t *frame);
bool csi_frame_of_place(const struct csi *csi, uint64_t id, size_t *frame);          /* the id of a place: the same frame wherever one is */
bool csi_at(const struct session *session, struct place *place);

/* ---- Going and walking (csi_here.c) ---- */
CHECKED bool csi_resolve(struct session *session, const struct place *place, struct place *whole, struct error *error);
CHECKED bool csi_set(struct session *session, const struct place *place, struct error *error);
CHECKED bool csi_walk(struct session *session, const struct walk_order *order, struct error *error);
bool csi_source(struct session *session, struct source_position *position);
void csi_lines(struct session *session, struct str file, struct line_table *table);

/* ---- Names, files and lines (csi_names.c) ---- */
struct str csi_name(const struct csi *csi);              /* of csi_function, as people write it; null: no metadata */
/* Do these functions, which a name means, have one name of C++? If not the error lists their names. */
CHECKED bool csi_one_name(const struct csi *csi, struct str name, const size_t *found, size_t count, struct error *error);
/* Where a function's source is, by the executable; null: not known, or several functions have that name. */
struct str csi_function_file(const struct session *session, struct str name, struct str *folder);
/* The same of a frame (NULL: none) whose function has that name (null: none): from the frame, else from the executable. */
struct str csi_frame_file(const struct session *session, const struct crash_frame *frame, struct str name, struct str *folder);
/* The same of the current frame or function. */
struct str csi_source_file(const struct session *session, struct str *folder);

int64_t csi_frame_line(const struct crash_frame *frame);    /* 0: unknown */
bool csi_none_lost(const struct suffix *suffix);             /* does it reach back to where the function began? */
bool csi_frame_unprinted(const struct crash_frame *frame);      /* values came, but no line that names their function; frame may be NULL */
void csi_frame_title(const struct crash_frame *frame, struct text *out);             /* "#0 walk crash.c:9" */
const char *csi_frame_status(const struct crash_frame *frame);                       /* suffix_status_names, but for what is plain only to programs */
void csi_add_choice(const struct csi *csi, struct text *out);                        /* " - candidate 1 of 3", where there are several */
void csi_block_lines(const struct csi_block *block, struct text *out);               /* "11-13", "9,14"; nothing if it has none */
void csi_add_reading(const struct coverage_reading *reading, struct text *out);      /* "entered (inferred: ...)": what bits of blocks mean */

/* ---- Suffixes as rows (csi_suffix.c) ---- */
void csi_frame_verdict(const struct csi *csi, const struct crash_frame *frame, struct text *out);  /* "unique: 9 paths, 69 blocks, not wrapped" */
void csi_rows_of_frames(struct session *session, struct rows *rows);
void csi_rows_of_suffix(struct session *session, size_t frame, struct rows *rows);   /* one JSON object an entry, the rest for people */
void csi_rows_of_candidates(struct session *session, size_t frame, struct rows *rows);

/* ---- Steps, graph, source and coverage as rows ---- */
void csi_rows_of_steps(struct session *session, struct rows *rows);
void csi_tell(struct session *session, struct rows *rows);
int64_t csi_here_line(const struct csi *csi, bool *earlier);    /* of the current step, else of the nearest one before it: earlier; 0: none is known */

CHECKED bool csi_rows_of_graph(struct session *session, struct rows *rows, struct error *error);
CHECKED bool csi_rows_of_source(struct session *session, struct rows *rows, struct error *error);
void csi_rows_of_coverage(struct session *session, struct rows *rows);               /* a row a function */
CHECKED bool csi_rows_of_function_coverage(struct session *session, struct str name, struct rows *rows, struct error *error);
void csi_rows_of_line_coverage(struct session *session, struct rows *rows);          /* all lines of all functions */
CHECKED bool csi_rows_of_frame_coverage(struct session *session, struct rows *rows, struct error *error);
void csi_rows_of_all_coverage(struct session *session, struct rows *rows);
void csi_rows_of_frames_coverage(struct session *session, struct rows *rows);
void csi_rows_of_pane_coverage(struct session *session, struct rows *rows);          /* the current function, then the program */

CHECKED bool csi_list(struct session *session, struct str arguments, struct answer *answer, struct error *error);

/* ---- A crash that is given as a whole, for tools ----
 *
 *     struct csi_crash crash = {.meta = "settings", .core = "core"};
 *     if (!csi_crash_load(session, &crash, &error)) ...
 *     for (size_t i = 0; i < csi_crash_frames(session); i++) {
 *         csi_crash_suffix(session, i, &rows);         one frame in memory at a time
 *         ...
 *     }
 *
 * A user of the session says the same with `open`, `set prune`, `set bbc`, `paste` or `core`, and `suffix all`. */

struct csi_crash {
    const char *meta;           /* an ELF file, or metadata as text; not read if from_gdb */
    const char *more[47];       /* further files with metadata of the same program */
    size_t more_count;
    const char *dump;           /* what a debugger printed: a file, - or NULL */
    const char *core;           /* gdb is asked for it; or NULL */
    uint64_t process;           /* the same of a running one; 0: none */
    bool from_gdb;              /* standard input is what clew.gdb sends, which names the program itself */
    bool prune;
    enum coverage_rule rule;
};

/* Is a file metadata, by its content: a program, or the text of sections? Else it is taken for what a debugger printed. An empty file is the text of an
 * empty section, unless it is the last one. */
bool csi_crash_is_meta(const char *path, bool last);

/* Opens the metadata and reads the frames from where they are said to be. False: what could not be read; the session may hold the metadata already. */
CHECKED bool csi_crash_load(struct session *session, const struct csi_crash *crash, struct error *error);

/* Says what is missing if no frame is known. */
CHECKED bool csi_crash_need(const struct session *session, struct error *error);
size_t csi_crash_frames(const struct session *session);
void csi_crash_suffix(struct session *session, size_t frame, struct rows *rows);       /* of one of them, with all its entries */
bool csi_crash_is_bad(const struct session *session);          /* is a suffix impossible or inconsistent? */

extern const struct session_kind kind_of_csi;

#endif
