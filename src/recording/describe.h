/* describe.h - executions of a recording or text as text, as JSON fields and as rows.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     struct text text = {0};
 *     describe_node(session, node, &text);            0x8048242#0
 *     text_add(&text, " = ");
 *     if (!describe_value(session, node, &text)) ...   0x2
 *     rows_of_links(session, node, LINKS_USERS, (struct link_layout){.grouped = true}, &answer->rows, &error)
 *
 *     describe.c     text and fields        list_rows.c     rows
 *
 * Rows are made when they are asked for and point into the open trace: they are void when another trace takes its place. */
#ifndef CLEW_RECORDING_DESCRIBE_H
#define CLEW_RECORDING_DESCRIBE_H

#include "recording/steps.h"

/* ---- describe.c ---- */
void rows_of_one(struct session *session, struct node node, struct rows *rows);       /* the row of `where` for an execution */
/* a pane's title: "deps of 0x8048242#0  main foo1.c:8" */
void title_of_node(const struct session *session, const char *what, struct node node, struct rows *rows);
/* The same for a question in other words than the node's name: "why foo1.c:8  main foo1.c:8" */
void title_of_question(const struct session *session, struct str words, struct node node, struct rows *rows);
void title_of_instruction(const struct session *session, const char *what, uint64_t index, struct rows *rows);
void describe_node(const struct session *session, struct node node, struct text *out);          /* 0x8048242#0, 70#0 */
/* the same in at most `room` cells; shortens the function's name */
void describe_location_in(const struct instruction *instruction, size_t room, struct text *out);
bool describe_machine_code(const struct session *session, uint64_t index, struct text *out);       /* false: unknown */
void describe_code(struct session *session, struct node node, struct text *out);                /* disassembly, or the source line */
bool describe_statement(struct session *session, struct node node, struct text *out);           /* the source line; false: unknown */
void describe_number(const struct session *session, const struct value *value, struct text *out);
/* 0x2; false: none recorded. In statement grain a value of an intermediate instruction names that instruction: "0x1fff000630 (lea)". The values of calls and of
 * frame instructions do not count. */
bool describe_value(const struct session *session, struct node node, struct text *out);
/* "0x1, ... 0x9", for two "0x1, 0x9"; nothing if false */
bool describe_range(const struct session *session, struct node first, struct node last, uint64_t count, struct text *out);
void row_node(struct row *row, const struct session *session, struct node node);                /* the fields id, address, instance, file, function, line */
void row_where(struct row *row, const struct session *session, struct node node);               /* its place, and whether you are there */

void row_instruction(struct row *row, const struct session *session, uint64_t index);  /* the fields id, address, file, function, line, executions */
void describe_lost(const struct session *session, const struct place *place, struct row *row);         /* a place that no longer exists, and why */
bool wet_place_text(struct session *session, const struct place *place, struct text *out);
void title_of_pane(struct rows *rows, struct str prefix, struct str name);                 /* the question, and its subject */
bool source_says_something(struct str text);          /* does a source line hold more than blanks and brackets? */
void why_cut(struct str text, size_t room, struct text *out);                 /* the first `room` cells of it, with a mark if there is more */

/* ---- list_rows.c ---- */
/* Makes rows of a list, and takes the list over. */
void rows_of_nodes(struct session *session, struct nodes *nodes, struct rows *rows);
/* Makes rows of a slice's members (arranged), and takes the set over. */
void rows_of_reached(struct session *session, struct reached *reached, struct rows *rows);
/* Rows of instructions. `indices` is either the program's own list, or a malloced one: pass it as `owned` too, and the rows free it. */
void rows_of_instructions(struct session *session, const uint64_t *indices, size_t count, uint64_t *owned, struct rows *rows);
/* The definers, control parents (port 0) or users of a node, in the session's grain. The indent is in columns. */
enum link_choice { LINKS_DEFINERS, LINKS_CONTROL, LINKS_USERS };
struct link_layout {
    size_t indent;
    bool grouped;                       /* in statement grain: consecutive executions of one instruction share a row */
};
CHECKED bool rows_of_links(struct session *session, struct node node, enum link_choice choice, struct link_layout layout, struct rows *rows,
                           struct error *error);

/* The values of an instruction, or of one of its executions. */
void rows_of_values(struct session *session, uint64_t index, uint64_t first, uint64_t count, struct rows *rows);
void rows_of_instances(struct session *session, uint64_t index, struct rows *rows);
void rows_of_trail(struct session *session, struct rows *rows);
/* The node whose definers answer for this one: in statement grain the execution that computed the statement's value, if this one went into that value. */
struct node wet_definers_of(struct session *session, struct node node);
CHECKED bool need_link_kinds(const struct session *session, struct error *error);       /* do links tell data from control? */

/* ---- Times in columns: "@12  main foo1.c:8". A time that no execution of your code has, such as 0, gives nothing ---- */

enum { WIDEST_TIME = 21 };
#define TIME_COLUMN {STYLE_NORMAL, WIDEST_TIME, 0}
#define LOCATION_COLUMN {STYLE_LOCATION, LOCATION_ROOM, 0}
void time_cell(const struct session *session, uint64_t time, struct text *out);
void location_cell(const struct session *session, uint64_t time, struct text *out);
void row_of_time(struct row *row, const struct session *session, uint64_t time);       /* its fields and place; otherwise the field time is null */

/* ---- Lists of executions in columns (table/columns.h): "0x8048242#0  main foo1.c:8  = 0x2  mov x,%edx" ---- */

enum { WIDEST_NODE = 30, WIDEST_VALUE = 26 };
enum node_column { NODE_NAME, NODE_LOCATION, NODE_VALUE, NODE_CODE, NODE_COLUMNS };
#define NODE_COLUMN_NAME {STYLE_ADDRESS, WIDEST_NODE, 0}
#define NODE_COLUMNS_BEHIND LOCATION_COLUMN, {STYLE_VALUE, WIDEST_VALUE, 0}, {STYLE_DIM, 0, 0}      /* behind the name */
extern const struct column node_columns[NODE_COLUMNS];

/* What rows say about an instruction, whichever execution they show. Neighbouring rows mostly share it, so it is kept. Zeroed is empty. */
struct said {
    bool known;
    uint64_t index, version;            /* the instruction, and the session's version then */
    struct text location, code;
};
void said_free(struct said *said);

/* The text of one of these columns; column is an enum node_column. */
void node_cell(struct session *session, struct node node, size_t column, struct said *said, struct text *out);
void value_cell(struct str value, struct text *out);              /* "= 0x2"; nothing for an empty value */

/* Adds what follows the last column: that a history begins there, or that the program died. Adds the node's place as JSON fields. */
void node_row_end(struct session *session, struct node node, struct row *row);

#endif
