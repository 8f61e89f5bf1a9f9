/* wet_steps.h - single steps of one thread of a recording, both ways.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     struct walker w = {.session = session, .store = store, .reverse = true};
 *     steps_begin(&w, time);
 *     while (steps_line_back(&w) == STEP_DONE)
 *         ...                             w.time is where the line begins
 *
 * A step looks at one instance after the other, but what is called is passed over by its frame if the walker is to (over). A line begins where the instance
 * before it that has a line is of another one, or of another frame. Steps report progress, and end where that says so. */
#ifndef CLEW_RECORDING_WET_STEPS_H
#define CLEW_RECORDING_WET_STEPS_H

#include "recording/store/store.h"

enum step { STEP_DONE, STEP_END, STEP_INTERRUPTED };

struct walker {
    const struct session *session;
    const struct store *store;
    uint64_t time;
    bool reverse, over;                 /* over: what is called from the frame is passed over */
    uint64_t origin, level;             /* the frame that is walked in is so many levels above that of origin */
    struct store_frame frame;           /* depth 0: none is known */
    bool left;                          /* the frame of origin ended (or, backwards, had not begun) */
    bool no_frame;                      /* and so did all around it */
    uint64_t depth, depth_from, depth_to;       /* at the times of the thread in [depth_from, depth_to) */
    uint64_t passed;
};

#endif
