/* source_colour.h - source text as rows show it: pieces of a line, tabs expanded, bytes made safe.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     enum source_language language = source_language_of(file);           by its ending; SOURCE_PLAIN: all text is one piece
 *     struct colour_state *states = source_states(language, source, &arena);      the state at the start of each line, found once: O(size)
 *     source_text(language, states[line - 1], source_line(source, line), STYLE_NORMAL, &row);
 *
 * A scanner tells words, strings, characters, numbers, comments and directives apart, and understands no more of the language: nothing is parsed, and
 * unfinished code or binary data is a piece like any other. Colouring changes no byte of a row's text: it adds spans. */
#ifndef CLEW_SESSION_SOURCE_COLOUR_H
#define CLEW_SESSION_SOURCE_COLOUR_H

#include "table/table.h"

struct source;

enum source_language { SOURCE_PLAIN, SOURCE_C /* and C++ */, SOURCE_ADA, SOURCE_ASSEMBLER, SOURCE_LANGUAGES };

/* What surrounds a piece of text, besides plain code. */
enum colour_in { IN_CODE, IN_COMMENT, IN_LINE_COMMENT, IN_STRING, IN_RAW_STRING };

/* Zeroed: the beginning of a file. A raw string ends with its own delimiter; `size` and `hash` are the delimiter's. */
struct colour_state {
    uint8_t in;                         /* enum colour_in */
    bool directive;                     /* in a preprocessor directive; a backslash at the end of a line continues it */
    uint8_t size;
    uint32_t hash;
};

enum source_language source_language_of(struct str file);

/* One state per line, and one for the end; NULL for SOURCE_PLAIN. O(size of the source). */
struct colour_state *source_states(enum source_language language, const struct source *source, struct arena *arena);

/* The piece of a line that begins at `at`, below the line's size: sets its style, returns its end (the offset behind it). `state` goes from the state before
 * this piece to the one before the next. O(piece). */
size_t colour_piece(enum source_language language, struct str line, size_t at, struct colour_state *state, enum style *style);
void colour_line_end(enum source_language language, struct str line, struct colour_state *state);    /* the state at the start of the next line */

/* Appends a line to a row: code in `base`, other pieces in their own styles; all of it in STYLE_DIM if that is the base. Cuts a line longer than SOURCE_SHOWN
 * bytes, and says so. Leaves SOURCE_SPANS of the row's spans to the text behind it. O(bytes shown). */
enum { SOURCE_SHOWN = 16384, SOURCE_SPANS = 6 };
void source_text(enum source_language language, struct colour_state state, struct str line, enum style base, struct row *row);

#endif
