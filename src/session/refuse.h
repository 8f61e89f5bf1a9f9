/* refuse.h - answers to questions that clew cannot answer, and to mistyped names.  SPDX-License-Identifier: GPL-3.0-or-later
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

/* The open trace's kind cannot answer this command, or the question behind it. Returns false; the error names the command that answers it there. */
CHECKED bool refuse_command(const struct session *session, const struct command *command, struct error *error);
CHECKED bool refuse_question(const struct session *session, const char *what, const char *command, struct error *error);

/* The error for a word that is no command, but the name of a whole tool, or near to one. */
void refuse_tool(const struct session *session, struct str word, struct error *error);

/* A mark is not set: the error lists the marks that are, of any open trace. ' is the place before the last jump. */
CHECKED bool refuse_mark(const struct session *session, char mark, struct error *error);

/* Advice for a command, or for a topic of `info`, including gdb's, with traces of these kinds (of enum kind) open. NULL: nothing better than the kind's own
 * list of questions. */
const char *refuse_instead(const char *command, unsigned kind);
const char *refuse_topic_instead(struct str topic, unsigned kind);

/* ---- other_kind.c ---- */

/* Appends the purpose of a file that is no trace: debugger's output, a program's text. `head` is its beginning. Appends nothing if unknown. */
void refuse_what_it_looks_like(const char *path, struct str head, struct text *message);

/* Does the name belong to an unfinished file that clew left when it was killed? OUT.01234567.part or OUT.part-abcdef: a recording, an index or a text. */
bool refuse_is_leftover(const char *path);

/* The error for a file that begins with `head` and is no trace: what it looks like ("a PNG image"). For files without --as or `as KIND`. Returns false. */
bool refuse_no_trace(const char *path, struct str head, struct error *error);

/* ---- session.c ---- */

/* near_words (for variables near_end) of possible meanings of a word: a function of the trace, a source file, a variable of the function at the executable's
 * address, or a global one. The text lives in `near`. O(names of that kind). */
const char *near_function(const struct session *session, struct str word, struct near *near);
const char *near_file(const struct session *session, struct str word, struct near *near);
const char *near_variable_end(struct symbols *symbols, uint64_t address, struct str word, struct near *near);

/* A C++ name means `count` functions; `names` has the first `listed` of them (or all, if there are fewer). Returns false; the error lists them. */
bool several_functions(struct str function, const struct str *names, size_t count, size_t listed, struct error *error);

#endif
