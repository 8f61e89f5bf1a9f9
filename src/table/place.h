/* place.h - a place in a trace.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A place is a value that owns nothing: a set of fields, and a mask of those it has. Every list row points to a place, history and marks keep them, `goto`
 * takes them. A place has one text form, the same everywhere, that the user can paste back:
 *
 *     2118#0  0x8048242#0  foo1.c:8#0     an execution: its instruction by id, by address, by source line
 *     2118    0x8048242    foo1.c:8       the instruction itself, without an execution
 *     main    main#3                      a function (its first instruction)
 *     foo1.c                              a file: the name holds a slash or ends as source files do (.c .h .cpp .adb ...)
 *     @12345                              event number of an ordered stream, from 1
 *     main/5@3  0/5@3  0/5@3~1            block 5 of main (or of frame 0, kept in id), step 3 of an execution suffix, of its candidate 1 (from 0,
 *                                         kept in instance); step 0: the block itself, of no suffix
 *     $a  'a  $'  +12  -3  50%  begin  end   a mark, in either spelling; relative; of the whole: the session resolves these
 *
 * Grammar: file names and functions may hold ':' and '#'; the last ones count. Blanks around the whole are dropped. Text that looks like a number (digits, 0x)
 * must be a correct number. Lines and events count from 1; `instance` is at most 2^64-2; names are not empty. A name that looks like another form (a function
 * called `begin`, a file without such an ending) needs a leading "fn:" or "file:". Behind these an empty instance or line ends the name: fn:f#3# is the
 * function "f#3", file:a:8: is the file "a:8". So every name has a text form. */
#ifndef CLEW_TABLE_PLACE_H
#define CLEW_TABLE_PLACE_H

#include "core/core.h"

enum place_field {
    PLACE_ID = 1, PLACE_ADDRESS = 2, PLACE_INSTANCE = 4, PLACE_EVENT = 8, PLACE_FILE = 16, PLACE_LINE = 32, PLACE_FUNCTION = 64,
    PLACE_BLOCK = 128,              /* block and step */
    PLACE_MARK = 256,               /* mark */
    PLACE_RELATIVE = 512,           /* offset */
    PLACE_PERCENT = 1024,           /* offset, 0 to 100 */
    PLACE_BEGIN = 2048, PLACE_END = 4096
};

struct place {
    unsigned has;                   /* of enum place_field; 0: nowhere */
    unsigned trace;                 /* which trace of the session, from 1; 0: the current one */
    unsigned object;                /* which object file, in a trace of several, from 1; 0: not given */
    uint64_t id, instance, event, address, line;
    uint64_t block, step;
    int64_t offset;
    char mark;                      /* a-z, or ' for the place before the last jump */
    struct str file, function;    /* live as long as the trace, or as the parsed text */
};

/* Reads the text form. The strings of the place point into the text. On failure the place is nowhere, and the error's column (from 1, in bytes) says where the
 * text is wrong. */
CHECKED bool place_parse(struct str text, struct place *place, struct error *error);

/* Appends the shortest text form of the place: for an instruction its id if it has one, otherwise its address, file and line, function, or file, in this
 * order. place_parse reads back exactly that (and the execution). Nowhere, or a place whose only name is empty, appends nothing. Does not make names safe: pass
 * the result through text_safe for a screen. */
void place_text(const struct place *place, struct text *out);

/* The same trace, the same fields, the same values. */
bool place_equal(const struct place *a, const struct place *b);

/* ---- History and marks ---- */

/* Two-way jump history, as in a web browser: a visit drops the places ahead. Zeroed is empty. Holds at most HISTORY_MAX places, then drops the oldest tenth.
 * back and forward give the place to go to; false: there is none, nothing changes. */
enum { HISTORY_MAX = 10000 };
struct history {
    struct place *places;
    size_t count, capacity;
    size_t position;                /* of the current place; meaningless while count is 0 */
};
void history_visit(struct history *history, const struct place *place);    /* no-op if it is the current one */
/* Steps are no visits: before a jump, sets the current place to the one that steps have reached. Does nothing while the history is empty. */
void history_leave(struct history *history, const struct place *place);
bool history_back(struct history *history, struct place *place);
bool history_forward(struct history *history, struct place *place);
void history_free(struct history *history);

/* Marks a-z, and ' for the start of the last jump. Zeroed is empty. */
struct marks {
    struct place places[27];
};
bool marks_set(struct marks *marks, char name, const struct place *place);          /* false: not a name */
void marks_clear(struct marks *marks, char name);                                    /* no-op if it is not set */
bool marks_get(const struct marks *marks, char name, struct place *place);          /* false: not set */

#endif
