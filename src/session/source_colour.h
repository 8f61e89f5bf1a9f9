/* source_colour.h - source text as rows show it: what each piece of a line is, tabs laid out, bytes made safe.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     enum source_language language = source_language_of(file);           by its ending; SOURCE_PLAIN: no piece is told from another
 *     struct colour_state *states = source_states(language, source, &arena);      what each line begins in, found once: O(size)
 *     source_text(language, states[line - 1], source_line(source, line), STYLE_NORMAL, &row);
 *
 * Words, strings, characters, numbers, comments and directives are told apart by a scan that understands no more of a language than that: nothing is parsed,
 * and what is unfinished or no text at all is a piece like any other. Colouring changes no byte of a row's text: it adds spans. */
#ifndef CLEW_SESSION_SOURCE_COLOUR_H
#define CLEW_SESSION_SOURCE_COLOUR_H

#include "table/table.h"

struct source;

enum source_language { SOURCE_PLAIN, SOURCE_C /* and C++ */, SOURCE_ADA, SOURCE_ASSEMBLER, SOURCE_LANGUAGES };

/* What a piece of text stands in, beside the language's own code. */
enum colour_in { IN_CODE, IN_COMMENT, IN_LINE_COMMENT, IN_STRING, IN_RAW_STRING };

/* Zeroed: the beginning of a file. A raw string ends with its own delimiter, of which size and hash are kept. */
struct colour_state {
    uint8_t in;                         /* enum colour_in */
    bool directive;                     /* of the preprocessor; a backslash at the end of a line takes it over to the next */
    uint8_t size;
    uint32_t hash;
};

enum source_language source_language_of(struct str file);

/* One state a line, and one for the end; NULL for SOURCE_PLAIN. O(size of the source). */
struct colour_state *source_states(enum source_language language, const struct source *source, struct arena *arena);

/* The piece of a line that begins at an offset below its size: its style, and where it ends (behind the offset). The state is what it begins in, and becomes
 * what the next one does. O(piece). */
size_t colour_piece(enum source_language language, struct str line, size_t at, struct colour_state *state, enum style *style);
void colour_line_end(enum source_language language, struct str line, struct colour_state *state);    /* what the next line begins in */

/* Appends a line to a row: code in `base`, other pieces in their own styles, but all of it in STYLE_DIM where that is the base. A line above SOURCE_SHOWN
 * bytes is cut there, and says so. Leaves SOURCE_SPANS of the row's spans for what comes behind. O(bytes shown). */
enum { SOURCE_SHOWN = 16384, SOURCE_SPANS = 6 };
void source_text(enum source_language language, struct colour_state state, struct str line, enum style base, struct row *row);

#endif
