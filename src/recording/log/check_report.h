/* check_report.h - the memory check's mismatches in words.  SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CLEW_RECORDING_LOG_CHECK_REPORT_H
#define CLEW_RECORDING_LOG_CHECK_REPORT_H

#include "core/core.h"

struct site_source;
struct memory_check;

/* The mismatches that the check kept, two lines each, safe for a terminal: who loaded what, and what was expected of whom. */
void check_mismatches(const struct memory_check *check, const struct site_source *sites, struct text *out);

#endif
