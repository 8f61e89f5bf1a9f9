/* describe.h - instances of a recording or text as text, as fields for JSON and as rows.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     struct text text = {0};
 *     describe_node(session, node, &text);            0x8048242#0
 *     text_add(&text, " = ");
 *     if (!describe_value(session, node, &text)) ...   0x2
 *     rows_of_links(session, node, LINKS_USERS, (struct link_layout){.grouped = true}, &answer->rows, &error)
 *
 *     describe.c     text and fields        list_rows.c     rows
 *
 * Rows are made when they are asked for, and hold what they show of the open trace: they are void when another one takes its place. */
#ifndef CLEW_RECORDING_DESCRIBE_H
#define CLEW_RECORDING_DESCRIBE_H

#include "recording/steps.h"

/* ---- describe.c ---- */
void rows_of_one(struct session *session, struct node node, struct rows *rows);       /* what `where` says of an instance */
/* for a pane's head: "deps of 0x8048242#0  main foo1.c:8" */
void title_of_node(const struct session *session, const char *what, struct node node, struct rows *rows);
/* The same where the question is said in other words than a node has: "why foo1.c:8  main foo1.c:8" */
void title_of_question(const struct session *session, struct str words, struct node node, struct rows *rows);
void title_of_instruction(const struct session *session, const char *what, uint64_t index, struct rows *rows);
void describe_node(const struct session *session, struct node node, struct text *out);          /* 0x8048242#0, 70#0 */
/* the same in so many cells, the function's name shortened */
void describe_location_in(const struct instruction *instruction, size_t room, struct text *out);
void describe_code(struct session *session, struct node node, struct text *out);                /* disassembly, or the source line */
bool describe_statement(struct session *session, struct node node, struct text *out);           /* the source line; false: not known */
void describe_number(const struct session *session, const struct value *value, struct text *out);
/* 0x2; false: none recorded. In statement grain the instruction stands behind a value that is not its statement's, but one on the way there: "0x1fff000630
 * (lea)"; and what calls and frames leave behind is none. */
bool describe_value(const struct session *session, struct node node, struct text *out);
bool describe_range(const struct session *session, struct node first, struct node last, uint64_t count, struct text *out);        /* "0x1, ... 0x9", of two "0x1, 0x9"; nothing if false */
void row_node(struct row *row, const struct session *session, struct node node);                /* id, address, instance, file, function, line */
void row_where(struct row *row, const struct session *session, struct node node);               /* its place, and whether it is the current one */

void row_instruction(struct row *row, const struct session *session, uint64_t index);  /* id, address, file, function, line, executions */
void describe_lost(const struct session *session, const struct place *place, struct row *row);         /* a place that is not there, and why */
bool wet_place_text(struct session *session, const struct place *place, struct text *out);       /* describe.c */
void title_of_pane(struct rows *rows, struct str prefix, struct str name);                 /* what is asked, and of what */
bool source_says_something(struct str text);          /* of a source line: more than blanks and brackets */
void why_cut(struct str text, size_t room, struct text *out);                 /* so many cells of it, and a sign that there is more */

/* ---- list_rows.c ---- */
/* Rows of a list; takes the list over. */
void rows_of_nodes(struct session *session, struct nodes *nodes, struct rows *rows);
/* Members of a set, as slices have them, arranged; takes the set over. */
void rows_of_reached(struct session *session, struct reached *reached, struct rows *rows);
/* Instructions: the program's list, or with `owned` a malloced one that is freed with the rows. */
void rows_of_instructions(struct session *session, const uint64_t *indices, size_t count, uint64_t *owned, struct rows *rows);
/* Definers, those of port 0, or users of a node in the session's grain. The indent is in columns. */
enum link_choice { LINKS_DEFINERS, LINKS_CONTROL, LINKS_USERS };
struct link_layout {
    size_t indent;
    bool grouped;                       /* in statement grain: instances of one instruction that follow each other share a row */
};
CHECKED bool rows_of_links(struct session *session, struct node node, enum link_choice choice, struct link_layout layout, struct rows *rows,
                           struct error *error);

/* Values of an instruction, or of one instance of it. */
void rows_of_values(struct session *session, uint64_t index, uint64_t first, uint64_t count, struct rows *rows);
void rows_of_instances(struct session *session, uint64_t index, struct rows *rows);
void rows_of_trail(struct session *session, struct rows *rows);
/* Whose definers are those of the statement that one stands in: in statement grain of the instance that computed its value, where this one went into that. */
struct node wet_definers_of(struct session *session, struct node node);
CHECKED bool need_link_kinds(const struct session *session, struct error *error);       /* do links say whether they are data or control? */

/* ---- Lists of instances in columns (table/columns.h): "0x8048242#0  main foo1.c:8  = 0x2  mov x,%edx" ---- */

enum { WIDEST_NODE = 30, WIDEST_VALUE = 26 };
enum node_column { NODE_NAME, NODE_LOCATION, NODE_VALUE, NODE_CODE, NODE_COLUMNS };
#define NODE_COLUMN_NAME {STYLE_ADDRESS, WIDEST_NODE, 0}
#define NODE_COLUMNS_BEHIND {STYLE_LOCATION, LOCATION_ROOM, 0}, {STYLE_VALUE, WIDEST_VALUE, 0}, {STYLE_DIM, 0, 0}      /* the name */
extern const struct column node_columns[NODE_COLUMNS];

/* What rows say of an instruction, whatever its instance: kept, since neighbours are mostly of one. Zeroed is empty. */
struct said {
    bool known;
    uint64_t index, version;            /* of which it is, and the session's then */
    struct text location, code;
};
void said_free(struct said *said);

/* The text of one of these columns, an enum node_column. */
void node_cell(struct session *session, struct node node, size_t column, struct said *said, struct text *out);
void value_cell(struct str value, struct text *out);              /* "= 0x2"; of no value nothing */

/* Behind the last column: whether the history begins there, or the program died; and where it is, for programs. */
void node_row_end(struct session *session, struct node node, struct row *row);

#endif
