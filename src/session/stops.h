/* stops.h - breakpoints and watchpoints of a trace that can be walked.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The list of a session, and the commands that keep it: break, tbreak, watch, rwatch, awatch, delete, disable, enable, ignore, condition, info breakpoints.
 * What a location means is the kind's business (session_kind.stop_at); where they stop a walk, its walk's. Numbers count up and are not used again
 * while a trace is open; another trace begins without any. */
#ifndef CLEW_SESSION_STOPS_H
#define CLEW_SESSION_STOPS_H

#include "core/core.h"

struct condition_reader;

enum stop_kind { STOPS_AT_CODE, STOPS_AT_WRITE, STOPS_AT_READ, STOPS_AT_ACCESS, STOPS_AT_LOOP };

struct stop {
    unsigned number;
    enum stop_kind kind;
    bool temporary, disabled, gone;
    uint64_t hits, ignore;              /* ignore: so many hits more do not stop, forwards */
    char *what;                         /* as it was asked for; malloced, not made safe */
    uint64_t *addresses;                /* AT_CODE: ascending; malloced */
    size_t address_count;
    size_t unit;                        /* AT_CODE: of a trace of several ELF files, the one they are of */
    uint64_t address, size;             /* AT_WRITE, AT_READ, AT_ACCESS: the bytes watched */
    uint64_t loop, iteration;           /* AT_LOOP: iteration 0: each one */
    struct condition *condition;        /* that must hold for it to stop; NULL: always */
};

struct stops {                          /* zeroed is empty */
    struct stop *items;
    size_t count, capacity;
    unsigned last;                      /* number */
};

void stops_free(struct stops *stops);
struct stop *stop_numbered(struct stops *stops, uint64_t number);       /* NULL: none has that number, or it was deleted */
bool stop_is_on(const struct stop *stop);
bool stop_hit(struct stop *stop, bool reverse, struct text *told);      /* counts a hit; true: it stops the walk, and is added to what is told of that */

/* Does its condition hold, or is it not known whether it does (*unknown, and why)? Where it does not, that is no hit. The other is stop_hit where it
 * does: what is not known is told, too. Both are false where the reader was interrupted. */
bool stop_met(const struct stop *stop, struct condition_reader *reader, bool *unknown, struct error *why);
bool stop_hit_if(struct stop *stop, struct condition_reader *reader, bool reverse, struct text *told);

#endif
