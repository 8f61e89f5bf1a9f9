/* check_report.h - the memory check's mismatches in words.  SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CLEW_CAPTURE_CHECK_REPORT_H
#define CLEW_CAPTURE_CHECK_REPORT_H

#include "capture/capture.h"
#include "capture/collect.h"

/* The mismatches that the check kept, two lines each, safe for a terminal: who loaded what, and what was expected of whom. */
void check_mismatches(const struct memory_check *check, const struct site_source *sites, struct text *out);

#endif
