/* complete.h - the session's candidates in the form readline wants.  SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CLEW_UI_COMPLETE_H
#define CLEW_UI_COMPLETE_H

#include "core/core.h"

struct session;

/* The characters that part words: readline and the session have to agree that a position is one word. */
#define COMPLETE_BREAKS " \t"

/* Candidates for the word of readline's line that lies between start and end, as rl_attempted_completion_function returns them: the longest
 * common beginning first; readline frees them. NULL: there are none. */
char **complete_line(struct session *session, int start, int end);

#endif
