/* dot.h - a function's control-flow graph as text for graphviz, with what ran.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     dot_begin(out, title);
 *     dot_block(out, 4, DOT_RAN, false, str_of("4\n12-13"));
 *     dot_edge(out, 4, 5, DOT_NOT, str_of(""));
 *     dot_end(out);
 *
 * Code that ran is heavy, code that did not is dashed, unknown code is dotted, the current block has two frames: no colour needed. The title explains this.
 * All text is made safe for a terminal, then quoted for dot, so that no name can end its string. */
#ifndef CLEW_SESSION_DOT_H
#define CLEW_SESSION_DOT_H

#include <stdio.h>

#include "core/core.h"

struct session;

enum dot_state { DOT_RAN, DOT_NOT, DOT_UNKNOWN };

void dot_begin(FILE *out, struct str title);                  /* title, labels: raw bytes, in lines */
void dot_block(FILE *out, uint64_t number, enum dot_state state, bool here, struct str label);
void dot_edge(FILE *out, uint64_t from, uint64_t to, enum dot_state state, struct str label);
void dot_end(FILE *out);
/* Quotes text that has no line breaks. */
void dot_quoted(FILE *out, struct str text);

/* The `dot` functions of the kinds of traces (struct session_kind): the graph of the current function. False: there is none, and nothing was written. */
CHECKED bool csi_dot(struct session *session, FILE *out, struct error *error);
CHECKED bool gnatcov_dot(struct session *session, FILE *out, struct error *error);

#endif
