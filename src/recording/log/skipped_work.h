/* skipped_work.h - which files ran most of what a trace does not show.  SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CLEW_RECORDING_LOG_SKIPPED_WORK_H
#define CLEW_RECORDING_LOG_SKIPPED_WORK_H

#include "core/core.h"

struct record_result;
struct sites;

/* Fills result->skipped, when the run is over. */
void skipped_find(struct sites *sites, struct record_result *result);

#endif
