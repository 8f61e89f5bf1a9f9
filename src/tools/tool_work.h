/* tool_work.h - long work of tools and batch: shown on a terminal, stopped before it leaves half a file.  SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CLEW_TOOLS_TOOL_WORK_H
#define CLEW_TOOLS_TOOL_WORK_H

#include "session/session.h"

#include <signal.h>

/* Stores are written beside their name and renamed at the end. Signals that end a program wait meanwhile; the work asks now and then whether one does,
 * stops and leaves nothing behind, and at its end the program dies of it as it would have.
 *
 *     tool_work_begin(&work);
 *     bool good = store_copy(store, path, &work.progress, &totals, &error);
 *     tool_work_end(&work); */
struct tool_work {
    struct progress progress;
    struct batch_meter meter;
    sigset_t before;
    bool holds;
};
void tool_work_begin(struct tool_work *work);       /* must stay where it is: progress points into it */
/* The same for work that opens files: of one that is no regular file, a pipe or standard input, nothing is kept, and it may never say anything, so that it
 * is watched alone. */
void tool_work_begin_reading(struct tool_work *work, const char *const *files, size_t count);
/* Only shows it: where nothing can be left, as on a pipe, which may block for ever, signals end the program at once */
void tool_work_watch(struct tool_work *work);
/* tool_complain(), while signals still wait: of work that was stopped something is said, too */
int tool_work_complain(struct tool_work *work, const struct error *error);
void tool_work_end(struct tool_work *work);

#endif
