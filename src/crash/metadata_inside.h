/* metadata_inside.h - what the readers of CSI metadata share: lines, a cursor, problems.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Private to this folder. A reader looks at one line at a time; a cursor in it remembers the first thing that did not fit:
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
#ifndef CLEW_CRASH_METADATA_INSIDE_H
#define CLEW_CRASH_METADATA_INSIDE_H

#include "crash/metadata.h"

struct csi_lines {
    const char *source;
    struct slice rest;              /* behind the current line */
    struct slice line;              /* the current line without its end; never blank */
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

void csi_lines_open(struct csi_lines *lines, struct slice text, uint64_t lines_before, const char *source);    /* the first line is current */
void csi_lines_next(struct csi_lines *lines);                                               /* blank lines are passed over */
void csi_lines_skip(struct csi_lines *lines, bool (*is_start)(struct slice line));          /* to the next line that starts an entry */
void csi_lines_close(struct csi_lines *lines, struct arena *arena, struct csi_problems *problems);

/* ---- The cursor: each takes what it names, or takes nothing and remembers where and what was expected ---- */

bool csi_take(struct csi_lines *lines, const char *token);          /* optional: remembers nothing */
void csi_expect(struct csi_lines *lines, const char *token, const char *expected);
uint64_t csi_number(struct csi_lines *lines, uint64_t most, const char *expected);          /* decimal digits, at most `most`; else 0 */
struct slice csi_field(struct csi_lines *lines);                    /* up to the next | or the end, may be empty */
void csi_break(struct csi_lines *lines, size_t at, const char *expected);
CHECKED bool csi_line_end(struct csi_lines *lines, const char *expected);      /* true: nothing is left and all was well */

/* ---- Problems; `function` as in struct csi_problem ---- */

void csi_problem_broken(struct csi_lines *lines, size_t function);             /* what the cursor remembers */
void csi_problem_at(struct csi_lines *lines, size_t function, size_t at, const char *format, ...) FORMATTED(4, 5);     /* in the current line */
void csi_problem_place(struct csi_lines *lines, size_t function, uint64_t line, uint64_t column, const char *format, ...) FORMATTED(5, 6);
void csi_note(struct csi_lines *lines, size_t function, uint64_t line, const char *format, ...) FORMATTED(4, 5);

/* The part of a hostile name that a message has room for. */
struct slice csi_shown(struct slice name);

/* The text without a byte order mark at its start. */
struct slice csi_without_mark(struct slice text);

/* What the header of a coverage entry says the text is; CSI_TEXT_NONE: it is no such line. */
enum csi_text csi_header_kind(struct slice line);

/* #name|global: false: the line has not this shape. *scheme: whose prefix the global has, CSI_SCHEMES: none of the known. */
bool csi_header(struct slice line, struct slice *name, struct slice *global, enum csi_scheme *scheme);

/* ---- csi_graph.c: what must hold of a function's edges, in O(blocks + edges), iterative ---- */

/* The edge that closes a cycle of "->" edges; false: there is none. */
bool csi_graph_cycle(const struct csi_function *function, size_t *edge);

/* How many blocks ENTRY does not reach, over edges of both kinds, EXIT not counted; *first: the first of them. */
size_t csi_graph_unreached(const struct csi_function *function, uint32_t *first);

/* A copy in the arena, with its alignment; NULL of nothing. */
void *csi_keep(struct arena *arena, const void *data, size_t size);

#endif
