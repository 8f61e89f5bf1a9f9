/* telling.h - what faces and tools say beside answers: a place, the signs before source lines, a file of another kind.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     session.c         a place as the screen shows it
 *     source_view.c     what stands before source lines
 *     other_kind.c      what a file is that was taken for something else */
#ifndef CLEW_SESSION_TELLING_H
#define CLEW_SESSION_TELLING_H

#include "core/core.h"

struct session;
struct place;
struct rows;

/* A place as the screen shows it and `goto` takes it: 0x8048242#0 in place of an instruction's id, where the address names no other one. */
void session_place_text(struct session *session, const struct place *place, struct text *out);

/* For help: what stands before source lines in traces of these kinds (of enum kind); nothing where a kind has signs of its own. */
void source_margin_help(unsigned kinds, struct rows *rows);

/* Behind the complaint of a tool about a file that it could not use: what it is by its content and the command that shows it, as "; its content is: WET
 * history: the last dependences of a run; clew last.lim shows it". Nothing is added of formats that the complaint speaks of itself (names, ended by NULL), and
 * nothing where nobody knows. O(64 KB). */
void command_add_kind(const char *path, const char *const *taken_for, struct error *error);

#endif
