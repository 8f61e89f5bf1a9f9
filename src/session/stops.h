/* stops.h - breakpoints and watchpoints of a trace that can be walked.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The list of a session, and its commands: break, tbreak, watch, rwatch, awatch, delete, disable, enable, ignore, condition, info breakpoints. The kind
 * decides what a location means (session_kind.stop_at), and its walk where they stop. Numbers count up; while a trace is open, no number is used twice.
 * Another trace begins without breakpoints. */
#ifndef CLEW_SESSION_STOPS_H
#define CLEW_SESSION_STOPS_H

#include "core/core.h"

struct condition_reader;
struct session;

enum stop_kind { STOPS_AT_CODE, STOPS_AT_WRITE, STOPS_AT_READ, STOPS_AT_ACCESS, STOPS_AT_LOOP, STOPS_AT_SYSCALL };

struct stop {
    unsigned number;
    enum stop_kind kind;
    bool temporary, disabled, gone;
    uint64_t hits, ignore;              /* ignore: how many more hits do not stop a forward walk */
    char *what;                         /* as the user typed it; malloced, not made safe */
    uint64_t *addresses;                /* AT_CODE: ascending; AT_SYSCALL: the moments of the calls, ascending; malloced */
    size_t address_count;
    size_t unit;                        /* AT_CODE: in a trace of several ELF files, the file of the addresses */
    uint64_t address, size;             /* AT_WRITE, AT_READ, AT_ACCESS: the bytes watched */
    uint64_t from, until;               /* the same in a recording: the times at which they are what was named; and its type, if known */
    uint64_t left;                      /* the return that ends their frame: what skipped code accesses behind it is no access to them; 0: none */
    bool scoped;                        /* until the function that it was set in returns, at `until`; the walk stops behind that */
    bool typed;
    uint32_t type;
    unsigned bit_offset, bits;          /* a bit field */
    uint64_t loop, iteration;           /* AT_LOOP: iteration 0: every one */
    struct condition *condition;        /* it must hold for a stop; NULL: always */
};

struct stops {                          /* zeroed is empty */
    struct stop *items;
    size_t count, capacity;
    unsigned last;                      /* the last number given */
};

void stops_free(struct stops *stops);
struct stop *stop_numbered(struct stops *stops, uint64_t number);       /* NULL: none has that number, or it was deleted */
bool stop_is_on(const struct stop *stop);
bool stop_hit(struct stop *stop, bool reverse, struct text *told);      /* counts a hit; true: it stops the walk, and `told` names it */

void stop_ended(const struct stop *stop, bool reverse, struct text *told);      /* `told` says that a scoped one ends; reverse: where it begins */

/* stop_met: does the condition hold, or is that unknown (*unknown, and why)? If it does not hold, there is no hit. stop_hit_if: if it is met, stop_hit; `told`
 * also says what is unknown. Both return false if the reader was interrupted. */
bool stop_met(const struct stop *stop, struct condition_reader *reader, bool *unknown, struct error *why);
bool stop_hit_if(struct stop *stop, struct condition_reader *reader, bool reverse, struct text *told);

/* Parses the text of a condition as the current trace reads it at the stop. NULL: it makes no sense. */
struct condition *stop_condition(struct session *session, const struct stop *stop, struct str text, struct error *error);

#endif
