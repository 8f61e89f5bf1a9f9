/* locals.h - info locals, info args and info registers of a recording.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A row each of all the names that `print` could be asked for where one is, with its answer; Enter goes to who wrote the value. They take no arguments and need
 * a clock and values. Cost: that of as many prints. */
#ifndef CLEW_RECORDING_LOCALS_H
#define CLEW_RECORDING_LOCALS_H

#include "core/core.h"

struct answer;
struct session;
struct variable;

CHECKED bool info_locals(struct session *session, struct slice arguments, struct answer *answer, struct error *error);
CHECKED bool info_args(struct session *session, struct slice arguments, struct answer *answer, struct error *error);
CHECKED bool info_registers(struct session *session, struct slice arguments, struct answer *answer, struct error *error);

/* Of variables, the innermost first: is one of the same name before it? O(n log n) in what a file says of a scope. */
void locals_hidden(const struct variable *found, size_t count, bool *hidden);

#endif
