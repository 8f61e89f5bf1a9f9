/* rows.h - every answer is a list of rows.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Batch prints all rows, as text or JSON; the screen asks for the visible ones; Enter goes to the row's place. get is O(log n) at worst, so that a hundred
 * million rows cost nothing until someone looks at them.
 *
 *     struct row row = {0};
 *     for (uint64_t i = 0; i < rows->count && rows_get(rows, i, &row); i++)
 *         puts(text_string(&row.text));
 *     row_free(&row);
 *
 * A source of rows fills a struct rows with its own data (in the rows' arena, or with a release function) and get. */
#ifndef CLEW_TABLE_ROWS_H
#define CLEW_TABLE_ROWS_H

#include "table/place.h"

/* ---- Folds: which entries of a list are shown, where some hide others ----
 *
 *     struct folds folds = {0};
 *     size_t step = folds_add(&folds, FOLDS_TOP);             entry 0, always shown
 *     folds_add(&folds, step);                                entry 1, hidden by entry 0 until that is opened
 *     rows->count = folds_count(&folds);                      1
 *     ... folds_entry(&folds, i) ...                          the entry in row i
 *     uint64_t row = 0;
 *     if (folds_change(&folds, &row, FOLD_OPEN))
 *         rows->count = folds_count(&folds);                  2
 *     folds_free(&folds);
 *
 * An entry is hidden by one added before it, which another may hide in turn: a tree in preorder. All are closed at first. Rows that unfold (struct rows, fold)
 * keep their entries in a struct folds. */

/* CLOSE and TOGGLE on an entry that hides nothing, and CLOSE on a closed one, apply to the entry that hides it. */
enum fold { FOLD_OPEN, FOLD_CLOSE, FOLD_TOGGLE, FOLD_OPEN_ALL, FOLD_CLOSE_ALL };

struct folds {                      /* zeroed is empty */
    struct folds_entry {
        size_t owner;               /* or FOLDS_TOP */
        size_t hides;               /* entries directly below it */
        bool open;
    } *entries;
    size_t count, capacity;
    size_t *shown;                  /* entries, row by row */
    size_t shown_count, shown_capacity;
};

#define FOLDS_TOP SIZE_MAX

size_t folds_add(struct folds *folds, size_t owner);            /* returns the entry's number; O(1) */
void folds_free(struct folds *folds);

size_t folds_count(const struct folds *folds);                  /* number of shown rows */
size_t folds_entry(const struct folds *folds, size_t row);      /* row < folds_count */
size_t folds_hidden(const struct folds *folds, size_t entry);   /* entries that opening it would show; 0: it hides none, or is open */
bool folds_is_open(const struct folds *folds, size_t entry);

/* Opens or closes the entry in row *row, or all entries. *row becomes the new row of the same entry, or of the one that now hides it. False: nothing changed.
 * O(entries). */
bool folds_change(struct folds *folds, uint64_t *row, enum fold change);

/* ---- Rows ---- */

/* The meaning of a piece of text; themes decide its look. Recorded, inferred, unknown and lost also differ in words, without colour. */
enum style {
    STYLE_NORMAL, STYLE_HEADING, STYLE_CURRENT, STYLE_DIM, STYLE_ADDRESS, STYLE_LOCATION, STYLE_VALUE, STYLE_CONTROL, STYLE_UNCERTAIN,
    STYLE_UNKNOWN, STYLE_WARNING, STYLE_ERROR, STYLE_MATCH,
    STYLE_KEYWORD, STYLE_STRING, STYLE_COMMENT, STYLE_NUMBER, STYLE_PREPROCESSOR,      /* of source text */
    STYLES
};

/* As themes call them: "normal", "heading", ... */
const char *style_name(enum style style);
bool style_named(struct str name, enum style *style);         /* false: no style has that name */

enum field_kind { FIELD_NULL, FIELD_NUMBER, FIELD_HEX, FIELD_VALUE, FIELD_TEXT, FIELD_TRUE, FIELD_FALSE, FIELD_JSON };

/* One key of the row's JSON object. NUMBER prints digits (all 64 bits), HEX a string "0x...", VALUE also a string: "0x..." of any size, or a value in its own
 * notation; JSON stands unchanged (lists). */
struct field {
    const char *name;
    enum field_kind kind;
    uint64_t number;
    struct str text;
};

struct span {                       /* this style, from this byte of the text on */
    uint32_t from;
    enum style style;
};

enum { ROW_FIELDS = 24, ROW_SPANS = 48 };

struct row {
    struct text text;               /* one line, printable UTF-8, made safe */
    enum style style;               /* of the whole row, except where spans say otherwise */
    struct place place;             /* has == 0: goes nowhere */
    struct str ask;               /* for a question: a command line that Enter runs after going to the place; null: none. In the row's arena */
    bool current;                   /* the row of the session's current place */
    struct field fields[ROW_FIELDS];
    size_t field_count;             /* 0: the row is for people only; JSON leaves it out */
    struct span spans[ROW_SPANS];
    size_t span_count;
    struct arena arena;             /* for field texts that live as long as this row's content */
};

struct rows {
    uint64_t count;
    bool (*get)(const struct rows *rows, uint64_t i, struct row *row);
    void (*release)(struct rows *rows);     /* may be NULL; frees the part of data that is outside the arena */
    bool (*fold)(struct rows *rows, uint64_t *i, enum fold change);     /* as folds_change, with i as the row; count changes. NULL: these rows hide nothing */
    void *data;
    struct arena arena;
    struct str title;             /* the name of this list, for a pane's head; may be null */
    struct place of;                /* the execution that the question was about; has 0: none */
    bool users;                     /* the rows are its users; false: if they are links, its definers */
    uint64_t focus;                 /* the row to show first */
};

/* Empties the row (keeping its memory) and fills it with row i. False: i is out of range. */
bool rows_get(const struct rows *rows, uint64_t i, struct row *row);
void rows_free(struct rows *rows);
bool rows_fold(struct rows *rows, uint64_t *i, enum fold change);           /* false: nothing changed */

void row_clear(struct row *row);
void row_free(struct row *row);
void row_style(struct row *row, enum style style);      /* of the text appended from here on */

/* Fields, in the order of the JSON object. Names are not copied. Fields and spans beyond ROW_FIELDS and ROW_SPANS are dropped. */
void row_null(struct row *row, const char *name);
void row_number(struct row *row, const char *name, uint64_t number);
void row_hex(struct row *row, const char *name, uint64_t number);
void row_string(struct row *row, const char *name, struct str text);      /* null string: JSON null; copied into the row's arena */
void row_value(struct row *row, const char *name, struct str text);       /* a value that the program computed: "0x88"; null and copied as above */
void row_value_number(struct row *row, const char *name, uint64_t number);     /* such a value, printed in hexadecimal */
void row_true(struct row *row, const char *name);
void row_false(struct row *row, const char *name);
void row_field(struct row *row, const struct field *field);     /* a copy of another row's field */
const struct field *row_find(const struct row *row, const char *name);         /* NULL: the row has no field of this name */
void row_ask(struct row *row, struct str line);       /* copied */
void row_json(struct row *row, const char *name, struct str json);     /* valid JSON, copied; see text_quoted */

/* Rows built one after the other in memory, for short answers (help, problems, marks). Start from a zeroed struct rows. Makes the text safe. The list owns the
 * returned row: add fields, styles, a place, more text (made safe by the caller). A row that you got from the list holds copies and outlives it, except the
 * names of its fields and its place. */
struct row *rows_add(struct rows *rows, struct str text);
struct row *rows_add_printf(struct rows *rows, const char *format, ...) FORMATTED(2, 3);

#endif
