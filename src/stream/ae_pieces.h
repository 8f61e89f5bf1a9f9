/* ae_pieces.h - what the line table of an address stream's executable says of each address: ae_lines.c asks it.  SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CLEW_STREAM_AE_PIECES_H
#define CLEW_STREAM_AE_PIECES_H

#include "core/core.h"

struct session;

/* What the line table says of one line at one address, in code of the schema. */
struct piece {
    uint64_t line;
    size_t copy;                        /* of the function whose code it is */
    uint64_t arrivals;                  /* how often its statement began behind one of another line */
    uint32_t file, address, block, function;
    bool statement, code;               /* one begins there; the code there is the line's (struct symbols_line_row) */
    bool joined;                        /* while they are found: to one before */
};

struct ae_pieces {
    struct piece *items;                /* ascending by address */
    size_t count;
    uint32_t *addresses;                /* of rows and of functions: ascending, each once */
    uint64_t *executions;
    size_t address_count;
    bool *begins;                       /* by address: a function does */
    bool *optimised, *looped;           /* by function; by block: within the addresses that a loop reaches over */
    bool *has_code;                     /* by function, while a line is looked at: it has code of it */
    size_t *first;                      /* of `items`, by address; a function may begin at one without any */
    bool counted;                       /* else the stream is long, or counting was interrupted */
    const struct piece **last;          /* while counting: the statement that the activation of a depth was in; NULL: none yet */
    size_t last_count;
};

/* Of all files, in the trace's arena; nothing is counted. O(rows of the line table * log). */
struct ae_pieces *ae_pieces_of(struct session *session);

/* Pieces of one line at one address become one, which stands where the first of them does. O(n log n): a table may have all its rows at one address. */
void ae_pieces_join(struct ae_pieces *all);

/* Of `addresses`; of one that is not there address_count, which has room and is nobody's. */
size_t ae_piece_index(const struct ae_pieces *all, uint32_t address);

#endif
