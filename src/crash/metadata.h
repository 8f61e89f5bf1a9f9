/* metadata.h - CSI metadata: what csi-cc left in the debug sections of a program.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The key to the variables that path tracing and coverage keep in a program's frames: one control-flow graph a function (.debug_PT),
 * one list of probes a function for functions, call sites and statements (.debug_FC, .debug_CC, .debug_BBC).
 *
 *     struct csi_paths paths = {0};
 *     csi_paths_read(text, "a.out(.debug_PT)", &arena, &paths);     never fails as a whole
 *     for (size_t i = 0; i < paths.count; i++) ... paths.functions[i] ...
 *
 * Sources: the csi-cc documentation (Ohmann and Liblit), pages "Path Tracing Details" and "Program Coverage Details"; Ohmann and Liblit,
 * "Lightweight control-flow instrumentation and postmortem analysis in support of debugging", ASE 2013. Grammar in metadata.c.
 *
 * The text is untrusted. Damage is a problem with its line, marks one function as damaged, and never touches the others. Strings point
 * into the text, which must outlive the structures; everything else lies in the arena. O(bytes) time; at most 100 bytes an edge. */
#ifndef CLEW_CRASH_METADATA_H
#define CLEW_CRASH_METADATA_H

#include "core/core.h"

/* A problem, or (note) something worth knowing that damages nothing. error.source, .line and .column say where; function: the ordinal of
 * the entry it belongs to, SIZE_MAX for none. At most CSI_PROBLEMS_KEPT are kept, all are counted. */
struct csi_problem {
    struct error error;
    size_t function;
    bool note;
};
enum { CSI_PROBLEMS_KEPT = 1000 };

struct csi_problems {
    struct csi_problem *items;              /* in the order of the text */
    size_t count;                           /* kept */
    uint64_t total;
};

/* ---- Path tracing ---- */

enum { CSI_MARKER = -1 };                   /* among a block's lines: here the finished path is recorded */

enum csi_block_kind { CSI_PLAIN, CSI_ENTRY, CSI_EXIT };

struct csi_block {
    uint32_t id;                            /* unique in its object file only: never join functions by it */
    enum csi_block_kind kind;
    const int64_t *lines;                   /* one an instruction, in order, with repeats; CSI_MARKER; 0: line unknown */
    size_t line_count;                      /* 0: NULL, or nothing was given */
    uint64_t text_line;                     /* of the metadata, from 1 */
};

struct csi_edge {
    uint32_t source, target;                /* ordinals of blocks, not ids */
    bool back;                              /* "~>": ends one path and begins the next; nearly always a back edge, see path_graph.h */
    uint64_t increment, weight;             /* up to 2^63-1 */
    uint64_t text_line;
};

struct csi_function {
    struct str name;                      /* linker symbol, mangled for C++; raw bytes */
    uint64_t text_line;
    struct csi_block *blocks;               /* in the order of the text */
    size_t block_count;
    struct csi_edge *edges;                 /* in the order of the text: the edges of one source are in successor order */
    size_t edge_count;
    uint32_t entry, exit;                   /* ordinals of blocks; only if not damaged */
    bool damaged;                           /* not to be decoded; its problem says why */
};

struct csi_paths {
    struct csi_function *functions;         /* in the order of the text; several may have one name */
    size_t count;
    struct csi_problems problems;
};

/* Reads the text of .debug_PT, as many sections as were concatenated. `source` names it in problems. Checked here: grammar, numbers, duplicate
 * ids, one ENTRY and one EXIT, edges between known blocks, no cycle over "->" edges; noted: blocks that ENTRY does not reach. */
void csi_paths_read(struct str text, const char *source, struct arena *arena, struct csi_paths *paths);
/* The same of a part of a file that has so many lines before it. */
void csi_paths_read_from(struct str text, uint64_t lines_before, const char *source, struct arena *arena, struct csi_paths *paths);

/* Is it one block without a branch? Whoever entered it runs its lines one after the other, as far as its calls return. */
bool csi_is_straight(const struct csi_function *function);

/* Ordinal of the block with an id; O(blocks). False: the function has none. */
bool csi_block_find(const struct csi_function *function, uint32_t id, uint32_t *block);

/* Is a line among those of the block? Never true of the marker or an unknown line. O(lines). */
bool csi_block_lists(const struct csi_block *block, int64_t line);

/* ---- Coverage ---- */

enum csi_scheme { CSI_FC, CSI_CC, CSI_BBC, CSI_SCHEMES };
extern const char *const csi_scheme_names[CSI_SCHEMES];     /* "FC" "CC" "BBC" */

struct csi_probe {
    int64_t index;                          /* in the arrays; negative: this site or block has no probe */
    struct str label;                     /* "CC0"; null where the dialect has none */
    int64_t *lines;                         /* CC: one, 0 if unknown; BBC: as they stand, none for NULL */
    size_t line_count;
    struct str callee;                    /* CC: "?" through a pointer; null for BBC */
    uint64_t text_line;
};

struct csi_coverage_function {
    struct str name, global;              /* the global array's name is taken from here, never built */
    uint64_t text_line;
    struct csi_probe *probes;               /* in the order of the text, which is neither index nor source order; FC: none */
    size_t probe_count;
    size_t length;                          /* of the arrays: probes with index >= 0; FC: 1 */
    bool damaged;                           /* duplicate index or a hole, or a line that fits no rule */
};

struct csi_coverage {
    enum csi_scheme scheme;
    struct csi_coverage_function *functions;
    size_t count;
    struct csi_problems problems;
};

/* What an entry of .debug_BBC shows of the meaning of its bits. Two forms are those of csi-cc's releases and of its documentation, which say different things;
 * clew csi-cc writes which, where it is not what the form means: a label "BBC0:completed". */
enum csi_bits {
    CSI_BITS_RELEASED,                      /* labels, or an array that is named after file and function: csi-cc 1.1 to 1.4, which set a bit on entry */
    CSI_BITS_DOCUMENTED,                    /* neither: "#f|__BBC_arr_f", "0|3|4", as in the documentation, which calls a block with its bit completed */
    CSI_BITS_ENTERED, CSI_BITS_COMPLETED,   /* labels that say so */
    CSI_BITS
};
enum csi_bits csi_bits_of(const struct csi_coverage_function *blocks);      /* by its first entry that has a probe; O(entries) */

/* Is the array of f called __CC_arr_f, as in csi-cc's documentation, and not after its file? Then path variables have the documentation's names, too. */
bool csi_global_documented(const struct csi_coverage_function *function);

/* Reads the text of .debug_FC, .debug_CC or .debug_BBC, in all three dialects (told apart per line). */
void csi_coverage_read(struct str text, enum csi_scheme scheme, const char *source, struct arena *arena, struct csi_coverage *coverage);
void csi_coverage_read_from(struct str text, uint64_t lines_before, enum csi_scheme scheme, const char *source, struct arena *arena,
                            struct csi_coverage *coverage);

/* ---- What is it? ---- */

/* Does a text begin like one of the four? By content, in its first lines: a line that is exactly # with a name and a block behind it (path
 * tracing); #name|global with a known prefix of the global. */
enum csi_text { CSI_TEXT_NONE, CSI_TEXT_PT, CSI_TEXT_FC, CSI_TEXT_CC, CSI_TEXT_BBC };
enum csi_text csi_sniff(struct str head);

/* Is this text worth reading as a section's content? True: somewhere an entry begins, or nothing is in it (no function was instrumented). False:
 * "not CSI metadata" with the offset of the first byte that is not blank. O(bytes) at worst, a line or two as a rule. */
CHECKED bool csi_check(struct str text, const char *source, struct error *error);

/* Makes one text of the sections of one name, in their order: adds the line end a section lacks, drops NULs at its end. *dropped_nuls: how
 * many. One section without either is returned as it is. */
struct str csi_concatenate(const struct str *sections, size_t count, struct arena *arena, size_t *dropped_nuls);

/* ---- Several texts: of one section each, or one file with several sections one behind the other (cat pt.txt cc.txt) ---- */

/* Consecutive lines of one section. */
struct csi_piece {
    enum csi_text kind;
    struct str text;
    uint64_t lines_before;                  /* of the whole text */
};

/* Where a line begins an entry of another section than the one above it, another piece begins. Lines before the first entry belong to its piece;
 * without any entry there is one piece of kind CSI_TEXT_NONE. O(bytes). */
size_t csi_split(struct str text, struct arena *arena, struct csi_piece **pieces);

/* Makes one of what was read of several pieces, in their order. Within a piece entries stay as they are. Of an entry that stands in an earlier piece
 * too, with the same content, the earlier one stays, and one note says so. Contradictions are problems, with file and line of both entries:
 *     path tracing   a function of one name with other blocks or edges: both stay, as two functions of that name
 *     coverage       an array that two entries of one function describe differently: both are damaged, since its values may mean either
 * With one part this copies nothing. sources[i] names part i; it must outlive the result, as in the readers. O(size of the parts). */
void csi_paths_join(const struct csi_paths *parts, const char *const *sources, size_t count, struct arena *arena, struct csi_paths *paths);
void csi_coverage_join(const struct csi_coverage *parts, const char *const *sources, size_t count, struct arena *arena, struct csi_coverage *coverage);

/* ---- Shared by the files of this module: lines, a cursor, problems ----
 *
 * A reader looks at one line at a time; a cursor in it remembers the first thing that did not fit:
 *
 *     struct csi_lines lines;
 *     csi_lines_open(&lines, text, 0, source);
 *     while (!lines.ended) {
 *         uint64_t id = csi_number(&lines, UINT32_MAX, "a block id");
 *         if (!csi_line_end(&lines, "|"))
 *             csi_problem_broken(&lines, function);            found "x", expected "|", in "7x|3"
 *         csi_lines_next(&lines);
 *     }
 *     csi_lines_close(&lines, arena, &problems); */

struct csi_lines {
    const char *source;
    struct str rest;              /* behind the current line */
    struct str line;              /* the current line without its end; never blank */
    const char *line_start;         /* columns count from here: before the first line a byte order mark may stand */
    uint64_t number;                /* of the current line, from 1 */
    bool ended;                     /* there is no current line */
    uint64_t last_line, last_column;    /* one past the last byte of the last line that was not blank */
    size_t at;                      /* the cursor, in `line` */
    const char *expected;           /* what did not stand at broken_at; NULL: all was well so far */
    size_t broken_at;
    size_t nuls;                    /* at the end of the text, passed over */
    struct csi_problems problems;
    size_t problem_capacity;
};

void csi_lines_open(struct csi_lines *lines, struct str text, uint64_t lines_before, const char *source);    /* the first line is current */
void csi_lines_next(struct csi_lines *lines);                                               /* blank lines are passed over */
void csi_lines_skip(struct csi_lines *lines, bool (*is_start)(struct str line));          /* to the next line that starts an entry */
void csi_lines_close(struct csi_lines *lines, struct arena *arena, struct csi_problems *problems);

/* ---- The cursor: each takes what it names, or takes nothing and remembers where and what was expected ---- */

bool csi_take(struct csi_lines *lines, const char *token);          /* optional: remembers nothing */
void csi_expect(struct csi_lines *lines, const char *token, const char *expected);
uint64_t csi_number(struct csi_lines *lines, uint64_t most, const char *expected);          /* decimal digits, at most `most`; else 0 */
struct str csi_field(struct csi_lines *lines);                    /* up to the next | or the end, may be empty */
void csi_break(struct csi_lines *lines, size_t at, const char *expected);
CHECKED bool csi_line_end(struct csi_lines *lines, const char *expected);      /* true: nothing is left and all was well */

/* ---- Problems; `function` as in struct csi_problem ---- */

void csi_problem_broken(struct csi_lines *lines, size_t function);             /* what the cursor remembers */
void csi_problem_at(struct csi_lines *lines, size_t function, size_t at, const char *format, ...) FORMATTED(4, 5);     /* in the current line */
void csi_problem_place(struct csi_lines *lines, size_t function, uint64_t line, uint64_t column, const char *format, ...) FORMATTED(5, 6);
void csi_note(struct csi_lines *lines, size_t function, uint64_t line, const char *format, ...) FORMATTED(4, 5);

/* The part of a hostile name that a message has room for. */
struct str csi_shown(struct str name);

/* #name|global: false: the line has not this shape. *scheme: whose prefix the global has, CSI_SCHEMES: none of the known. */
bool csi_header(struct str line, struct str *name, struct str *global, enum csi_scheme *scheme);

/* A copy in the arena, with its alignment; NULL of nothing. */
void *csi_keep(struct arena *arena, const void *data, size_t size);

#endif
