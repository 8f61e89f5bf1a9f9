/* record_meter.h - says on a terminal how far a recording is.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Where the program has nothing to do with the terminal (neither its input nor its output is one) it is one line, refreshed in place and taken away again.
 * Where it has, nothing that it printed may be overwritten, nor a screen that it drew be spoilt: whole lines, the first after five seconds, then at doubling
 * intervals up to a minute, and none while the terminal is not in its usual mode of lines, or belongs to another job. Nor is one written while the program
 * executes nothing: it may wait at a prompt of its own. That traces are finished is told only if it takes long. */
#ifndef CLEW_TOOLS_RECORD_METER_H
#define CLEW_TOOLS_RECORD_METER_H

#include "core/core.h"

struct record_state;

enum record_progress { PROGRESS_AUTO /* where standard error is a terminal */, PROGRESS_ALWAYS, PROGRESS_NEVER };

struct record_meter {
    bool on, in_place, shown;
    bool closes;                        /* traces are being finished */
    int64_t begun, next, step;          /* milliseconds */
    uint64_t seen;                      /* executed, when last looked at */
    int64_t counted;                    /* when executed was noted, for the rate */
    uint64_t executed;
};

void record_meter_open(struct record_meter *meter, enum record_progress progress);
void record_meter_show(struct record_meter *meter, const struct record_state *state);      /* if it is time */
void record_meter_clear(struct record_meter *meter);            /* before anything else is printed */

#endif
