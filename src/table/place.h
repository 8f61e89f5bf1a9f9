/* place.h - where one can be in a trace.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A place is a value that owns nothing: a set of fields and which of them it has. Every list row points at one, history and
 * marks keep them, `goto` takes them. It has one text form, the same everywhere, that can be pasted back:
 *
 *     2118#0  0x8048242#0  foo1.c:8#0     an instance: instruction by id, by address, by the line it stands on
 *     2118    0x8048242    foo1.c:8       the same without instance
 *     main    main#3                      a function (its first instruction)
 *     foo1.c                              a file: the name holds a slash or ends as source files do (.c .h .cpp .adb ...)
 *     @12345                              event number of an ordered stream, from 1
 *     main/5@3  0/5@3  0/5@3~1            block 5 of main (or of frame 0, kept in id), step 3 of an execution suffix, of its candidate 1 (from 0,
 *                                         kept in instance); step 0: the block itself, of no suffix
 *     $a  'a  $'  +12  -3  50%  begin  end   a mark, in either spelling; relative; of the whole: to be resolved by the session
 *
 * Grammar: file names and functions may hold ':' and '#', the last ones count; blanks around the whole are dropped. What looks like
 * a number (digits, 0x) is one and must be right; lines and events count from 1, an instance is at most 2^64-2, names are not empty.
 * A name that looks like another form (a function called `begin`, a file without such an ending) is found with a leading "fn:" or "file:";
 * behind these an empty instance or line ends the name: fn:f#3# is the function "f#3", file:a:8: is the file "a:8". So every name
 * has a text form. */
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
    unsigned trace;                 /* which trace of the session, from 1; 0: the one that is current */
    unsigned object;                /* which object file, of a trace of several, from 1; 0: not told */
    uint64_t id, instance, event, address, line;
    uint64_t block, step;
    int64_t offset;
    char mark;                      /* a-z, or ' for the place before the last jump */
    struct str file, function;    /* live as long as the trace, or as the parsed text */
};

/* Reads the text form. The strings of the place point into the text. On failure the place is nowhere and the error's column (from 1, in
 * bytes) says where the text broke. */
CHECKED bool place_parse(struct str text, struct place *place, struct error *error);

/* Appends the shortest text form of where the place is: of an instruction its id if it has one, else its address, else file and line, else
 * function, else file. place_parse reads back just that (and the instance). Nowhere, or a place whose only name is empty, appends nothing.
 * Names are not made safe: pass the result through text_safe for a screen. */
void place_text(const struct place *place, struct text *out);

/* The same trace, the same fields, the same values. */
bool place_equal(const struct place *a, const struct place *b);

/* ---- Where one has been ---- */

/* Two-way jump history, as in a web browser: visiting drops what lies ahead. Zeroed is empty. At most HISTORY_MAX places:
 * then the oldest tenth is dropped. back and forward answer the place one gets to; false: there is none, nothing changes. */
enum { HISTORY_MAX = 10000 };
struct history {
    struct place *places;
    size_t count, capacity;
    size_t position;                /* of the current place; meaningless while count is 0 */
};
void history_visit(struct history *history, const struct place *place);    /* no-op if it is the current one */
/* Steps visit nothing: before one leaves for another place, the current one becomes where they have led. Nothing while it is empty. */
void history_leave(struct history *history, const struct place *place);
bool history_back(struct history *history, struct place *place);
bool history_forward(struct history *history, struct place *place);
void history_free(struct history *history);

/* Marks a-z, and ' for where the last jump began. Zeroed is empty. */
struct marks {
    struct place places[27];
};
bool marks_set(struct marks *marks, char name, const struct place *place);          /* false: not a name */
void marks_clear(struct marks *marks, char name);                                    /* no-op if it is not set */
bool marks_get(const struct marks *marks, char name, struct place *place);          /* false: not set */

#endif
