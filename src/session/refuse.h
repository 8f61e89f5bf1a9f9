/* refuse.h - what to say of what cannot be answered, and of names that are mistyped.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     return refuse_command(session, command, error);             the open trace is of another kind
 *
 *     struct near near;
 *     return error_set(error, "no function %.*s: %sinfo functions lists them", STR(name), near_function(session, name, &near)); */
#ifndef CLEW_SESSION_REFUSE_H
#define CLEW_SESSION_REFUSE_H

#include "core/core.h"

struct command;
struct session;
struct symbols;

/* ---- refuse.c ---- */

/* The open trace is of a kind that cannot answer the command, or the question it stands for: false, with what answers the question there. */
CHECKED bool refuse_command(const struct session *session, const struct command *command, struct error *error);
CHECKED bool refuse_question(const struct session *session, const char *what, const char *command, struct error *error);

/* What is said of a word that is no command, where it is a whole tool's name, or near to one. */
void refuse_tool(const struct session *session, struct str word, struct error *error);

/* A mark that is not set, with those that are, of any open trace; ' is the place before the last jump. */
CHECKED bool refuse_mark(const struct session *session, char mark, struct error *error);

/* What is said of a command, or of a topic of `info`, also of gdb's, where the trace is of these kinds (of enum kind). NULL: nothing better than the kind's own
 * list of what can be asked. */
const char *refuse_instead(const char *command, unsigned kind);
const char *refuse_topic_instead(struct str topic, unsigned kind);

/* ---- other_kind.c ---- */

/* What a file is for that is no trace: what a debugger printed, a program's text. `head` is its begin. Nothing is added where nobody knows. */
void refuse_what_it_looks_like(const char *path, struct str head, struct text *message);

/* Is the name that of a file which clew was writing when it was killed: OUT.01234567.part, OUT.part-abcdef, of a recording or index, or of text? */
bool refuse_is_leftover(const char *path);

/* The error of a file that begins so and is no trace, nor said to be one: what it looks like ("a PNG image"). Returns false. */
bool refuse_no_trace(const char *path, struct str head, struct error *error);

/* ---- session.c ---- */

/* near_words (of variables near_end) of what the word may have meant: a function of the trace, a source file, a variable of the function that has code at the
 * executable's address, or one outside of functions. They live in `near`. O(names of that kind). */
const char *near_function(const struct session *session, struct str word, struct near *near);
const char *near_file(const struct session *session, struct str word, struct near *near);
const char *near_variable_end(struct symbols *symbols, uint64_t address, struct str word, struct near *near);

/* A name of C++ means `count` functions, of which the first `listed` (or all, if they are fewer) are `names`: false, and they are named. */
bool several_functions(struct str function, const struct str *names, size_t count, size_t listed, struct error *error);

#endif
