/* skipped_work.h - which files ran most of what a trace does not show.  SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CLEW_CAPTURE_SKIPPED_WORK_H
#define CLEW_CAPTURE_SKIPPED_WORK_H

#include "capture/sites.h"

/* Fills result->skipped, when the run is over. */
void skipped_find(struct sites *sites, struct record_result *result);

#endif
