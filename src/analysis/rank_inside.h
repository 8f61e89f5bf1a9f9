/* rank_inside.h - what the files of rank share; private to this folder.  SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CLEW_ANALYSIS_RANK_INSIDE_H
#define CLEW_ANALYSIS_RANK_INSIDE_H

#include "analysis/rank.h"

/* Where an instruction stands in the other run. False: it did not run there, or, if not *comparable, that cannot be told. */
bool rank_find(const struct program *program, const struct rank_question *question, uint64_t index, uint64_t *there, bool *comparable);

/* What differs between both runs on a line. False: stopped. */
CHECKED bool rank_differences(struct program *program, const struct rank_question *question, const struct progress *progress, struct ranking *ranking,
                              struct rank_line *line);

#endif
