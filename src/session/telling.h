/* telling.h - what faces and tools print besides answers: places, signs before source lines, a file's true content.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     session.c         a place as the screen shows it
 *     source_view.c     the signs before source lines
 *     other_kind.c      the true content of a file that a tool could not use */
#ifndef CLEW_SESSION_TELLING_H
#define CLEW_SESSION_TELLING_H

#include "core/core.h"

struct session;
struct place;
struct rows;

/* A place as the screen shows it and `goto` takes it: 0x8048242#0 instead of an instruction's id, if no other instruction has that address. */
void session_place_text(struct session *session, const struct place *place, struct text *out);

/* What follows the name in a message about it: of "`sum` is unknown here: why", " is unknown here: why". data NULL: the message does not begin with the name.
 * */
struct str message_behind_name(struct str message, struct str name);

/* For help: the signs before source lines in traces of these kinds (of enum kind); nothing if a kind has its own signs. */
void source_margin_help(unsigned kinds, struct rows *rows);

/* Adds to a tool's complaint about an unusable file: the file's content and the command that shows it, as ". It contains a WET history (the last dependences
 * of a run); `clew last.lim` shows it". Adds nothing for formats that the complaint itself names (taken_for, ended by NULL), and nothing for unknown content.
 * O(64 KB). */
void command_add_kind(const char *path, const char *const *taken_for, struct error *error);

#endif
