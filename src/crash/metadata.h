/* metadata.h - CSI metadata: the records of csi-cc in a program's debug sections.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The metadata is the key to the path-tracing and coverage variables in a program's frames. It has one control-flow graph for each function (.debug_PT), and
 * lists of probes for each function, its call sites and its statements (.debug_FC, .debug_CC, .debug_BBC).
 *
 *     struct csi_paths paths = {0};
 *     csi_paths_read(text, "a.out(.debug_PT)", &arena, &paths);     never fails as a whole
 *     for (size_t i = 0; i < paths.count; i++) ... paths.functions[i] ...
 *
 * Sources: the csi-cc documentation (Ohmann and Liblit), pages "Path Tracing Details" and "Program Coverage Details"; Ohmann and Liblit, "Lightweight
 * control-flow instrumentation and postmortem analysis in support of debugging", ASE 2013. The grammar is in metadata.c.
 *
 * The text is untrusted. Damage adds a problem with its line and marks one function as damaged; it never affects other functions. Strings point into the text,
 * which must outlive the structures; everything else lies in the arena. O(bytes) time; at most 100 bytes of memory for each edge. */
#ifndef CLEW_CRASH_METADATA_H
#define CLEW_CRASH_METADATA_H

#include "core/core.h"

/* A problem, or a note about something harmless. error.source, .line and .column say where; function: the ordinal of the entry it belongs to, SIZE_MAX for
 * none. The reader counts all and keeps at most CSI_PROBLEMS_KEPT. */
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

enum { CSI_MARKER = -1 };                   /* among a block's lines: the block records the finished path here */

enum csi_block_kind { CSI_PLAIN, CSI_ENTRY, CSI_EXIT };

struct csi_block {
    uint32_t id;                            /* unique only within its object file: never join functions by it */
    enum csi_block_kind kind;
    const int64_t *lines;                   /* one for each instruction, in order, with repeats; CSI_MARKER; 0: line unknown */
    size_t line_count;                      /* 0: NULL, or the text gives no lines */
    uint64_t text_line;                     /* of the metadata, from 1 */
};

struct csi_edge {
    uint32_t source, target;                /* ordinals of blocks, not ids */
    bool back;                              /* "~>": ends one path and begins the next; usually a back edge, see path_graph.h */
    uint64_t increment, weight;             /* up to 2^63-1 */
    uint64_t text_line;
};

struct csi_function {
    struct str name;                      /* linker symbol, mangled for C++; raw bytes */
    uint64_t text_line;
    struct csi_block *blocks;               /* in the order of the text */
    size_t block_count;
    struct csi_edge *edges;                 /* in text order, so the edges of one source are in successor order */
    size_t edge_count;
    uint32_t entry, exit;                   /* ordinals of blocks; set unless damaged */
    bool damaged;                           /* cannot be decoded; its problem says why */
};

struct csi_paths {
    struct csi_function *functions;         /* in the order of the text; several may have one name */
    size_t count;
    struct csi_problems problems;
};

/* Reads the text of .debug_PT, of one section or several concatenated ones. `source` names it in problems. Checks grammar, numbers, duplicate ids, one ENTRY
 * and one EXIT, edges between known blocks, and that "->" edges form no cycle. Notes blocks that ENTRY does not reach. */
void csi_paths_read(struct str text, const char *source, struct arena *arena, struct csi_paths *paths);
/* The same for a part of a file; lines_before is the number of lines before it. */
void csi_paths_read_from(struct str text, uint64_t lines_before, const char *source, struct arena *arena, struct csi_paths *paths);

/* Is the function one block without a branch? A call of it runs its lines in order, as far as its own calls return. */
bool csi_is_straight(const struct csi_function *function);

/* Ordinal of the block with an id; O(blocks). False: the function has none. */
bool csi_block_find(const struct csi_function *function, uint32_t id, uint32_t *block);

/* Does the block list this line? Always false for the marker and unknown lines. O(lines). */
bool csi_block_lists(const struct csi_block *block, int64_t line);

/* ---- Coverage ---- */

enum csi_scheme { CSI_FC, CSI_CC, CSI_BBC, CSI_SCHEMES };
extern const char *const csi_scheme_names[CSI_SCHEMES];     /* "FC" "CC" "BBC" */

struct csi_probe {
    int64_t index;                          /* in the arrays; negative: this site or block has no probe */
    struct str label;                     /* "CC0"; null where the dialect has none */
    int64_t *lines;                         /* CC: one, 0 if unknown; BBC: as in the text, none for NULL */
    size_t line_count;
    struct str callee;                    /* CC: "?" for a call through a pointer; null for BBC */
    uint64_t text_line;
};

struct csi_coverage_function {
    struct str name, global;              /* global: the array's name, read from here, never built */
    uint64_t text_line;
    struct csi_probe *probes;               /* in text order, which is neither index nor source order; FC: none */
    size_t probe_count;
    size_t length;                          /* of the arrays: probes with index >= 0; FC: 1 */
    bool damaged;                           /* duplicate index, a gap in the indices, or a malformed line */
};

struct csi_coverage {
    enum csi_scheme scheme;
    struct csi_coverage_function *functions;
    size_t count;
    struct csi_problems problems;
};

/* What the form of a .debug_BBC entry says about its bits. csi-cc's releases and its documentation use two forms and give the bits different meanings. clew
 * csi-cc adds the meaning to a label ("BBC0:completed") if it differs from the form's. */
enum csi_bits {
    CSI_BITS_RELEASED,                      /* labels, or an array named after file and function: csi-cc 1.1 to 1.4, which set a bit on entry */
    CSI_BITS_DOCUMENTED,                    /* neither: "#f|__BBC_arr_f", "0|3|4", as in the documentation, where a set bit means that the block completed */
    CSI_BITS_ENTERED, CSI_BITS_COMPLETED,   /* labels that name the meaning */
    CSI_BITS
};
enum csi_bits csi_bits_of(const struct csi_coverage_function *blocks);      /* decides by the first entry with a probe; O(entries) */

/* Is the array of f named __CC_arr_f, as in csi-cc's documentation, without its file? Path variables then have the documented names too. */
bool csi_global_documented(const struct csi_coverage_function *function);

/* Reads the text of .debug_FC, .debug_CC or .debug_BBC, in all three dialects; each line shows its dialect. */
void csi_coverage_read(struct str text, enum csi_scheme scheme, const char *source, struct arena *arena, struct csi_coverage *coverage);
void csi_coverage_read_from(struct str text, uint64_t lines_before, enum csi_scheme scheme, const char *source, struct arena *arena,
                            struct csi_coverage *coverage);

/* ---- What kind of text? ---- */

/* Which of the four kinds does the text look like? Judges by its first lines: a line of # and a name with a block after it (path tracing), or #name|global with
 * a known prefix of the global. */
enum csi_text { CSI_TEXT_NONE, CSI_TEXT_PT, CSI_TEXT_FC, CSI_TEXT_CC, CSI_TEXT_BBC };
enum csi_text csi_sniff(struct str head);

/* Can this text be a section's content? True: an entry begins somewhere, or the text is empty (no function was instrumented). False: "not CSI metadata" with
 * the offset of the first non-blank byte. Usually reads a line or two, at worst O(bytes). */
CHECKED bool csi_check(struct str text, const char *source, struct error *error);

/* Joins the sections of one name into one text, in order: adds a missing line end to a section and drops NULs at its end. *dropped_nuls counts them. Returns a
 * single section unchanged if it needs neither. */
struct str csi_concatenate(const struct str *sections, size_t count, struct arena *arena, size_t *dropped_nuls);

/* ---- Several texts: of one section each, or one file with several sections one after the other (cat pt.txt cc.txt) ---- */

/* Consecutive lines of one section. */
struct csi_piece {
    enum csi_text kind;
    struct str text;
    uint64_t lines_before;                  /* in the whole text */
};

/* A line that begins an entry of another section begins a new piece. Lines before the first entry belong to its piece. A text without entries is one piece of
 * kind CSI_TEXT_NONE. O(bytes). */
size_t csi_split(struct str text, struct arena *arena, struct csi_piece **pieces);

/* Joins the results of several pieces, in order, and keeps the entries within a piece unchanged. If two pieces have the same entry, the first one stays and a
 * note says so. Contradictions are problems, with file and line of both entries:
 *     path tracing   two functions of one name with different blocks or edges: both stay, as two functions of that name
 *     coverage       an array that two entries of one function describe differently: both are damaged, since its values may mean either
 * With one part this copies nothing. sources[i] names part i; it must outlive the result, as in the readers. O(size of the parts). */
void csi_paths_join(const struct csi_paths *parts, const char *const *sources, size_t count, struct arena *arena, struct csi_paths *paths);
void csi_coverage_join(const struct csi_coverage *parts, const char *const *sources, size_t count, struct arena *arena, struct csi_coverage *coverage);

/* ---- Shared by the files of this module: lines, a cursor, problems ----
 *
 * A reader looks at one line at a time. A cursor in the line remembers the first mismatch:
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
    struct str rest;              /* after the current line */
    struct str line;              /* the current line without its end; never blank */
    const char *line_start;         /* columns count from here: a byte order mark may precede the first line */
    uint64_t number;                /* of the current line, from 1 */
    bool ended;                     /* there is no current line */
    uint64_t last_line, last_column;    /* one past the last byte of the last non-blank line */
    size_t at;                      /* the cursor, in `line` */
    const char *expected;           /* missing at broken_at; NULL: no mismatch so far */
    size_t broken_at;
    size_t nuls;                    /* skipped at the end of the text */
    struct csi_problems problems;
    size_t problem_capacity;
};

void csi_lines_open(struct csi_lines *lines, struct str text, uint64_t lines_before, const char *source);    /* the first line is current */
void csi_lines_next(struct csi_lines *lines);                                               /* skips blank lines */
void csi_lines_skip(struct csi_lines *lines, bool (*is_start)(struct str line));          /* to the next line that starts an entry */
void csi_lines_close(struct csi_lines *lines, struct arena *arena, struct csi_problems *problems);

/* ---- The cursor: each function takes what it names, or takes nothing and remembers where and what it expected ---- */

bool csi_take(struct csi_lines *lines, const char *token);          /* optional: remembers nothing */
void csi_expect(struct csi_lines *lines, const char *token, const char *expected);
uint64_t csi_number(struct csi_lines *lines, uint64_t most, const char *expected);          /* decimal digits, at most `most`; 0 on a mismatch */
struct str csi_field(struct csi_lines *lines);                    /* up to the next | or the end, may be empty */
void csi_break(struct csi_lines *lines, size_t at, const char *expected);
CHECKED bool csi_line_end(struct csi_lines *lines, const char *expected);      /* true: the line ends here without a mismatch */

/* ---- Problems; `function` as in struct csi_problem ---- */

void csi_problem_broken(struct csi_lines *lines, size_t function);             /* from the mismatch that the cursor remembers */
void csi_problem_at(struct csi_lines *lines, size_t function, size_t at, const char *format, ...) FORMATTED(4, 5);     /* in the current line */
void csi_problem_place(struct csi_lines *lines, size_t function, uint64_t line, uint64_t column, const char *format, ...) FORMATTED(5, 6);
void csi_note(struct csi_lines *lines, size_t function, uint64_t line, const char *format, ...) FORMATTED(4, 5);

/* The part of an untrusted name that fits into a message. */
struct str csi_shown(struct str name);

/* Splits a line #name|global. False: the line has another shape. *scheme: the scheme of the global's prefix; CSI_SCHEMES: unknown prefix. */
bool csi_header(struct str line, struct str *name, struct str *global, enum csi_scheme *scheme);

/* A copy in the arena, suitably aligned; NULL if size is 0. */
void *csi_keep(struct arena *arena, const void *data, size_t size);

#endif
