/* rank_inside.h - what the files of rank share; private to this folder.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     rank.c             distances, the order, is it the same code?
 *     rank_values.c      what a line did that it never did in the other run
 *     rank_addresses.c   which values are not compared */
#ifndef CLEW_RECORDING_QUESTIONS_RANK_INSIDE_H
#define CLEW_RECORDING_QUESTIONS_RANK_INSIDE_H

#include "core/core.h"

struct rank_question;
struct program;
struct rank_line;
struct ranking;

/* Where an instruction stands in the other run. False: it did not run there, or, if not *comparable, that cannot be told. */
bool rank_find(const struct program *program, const struct rank_question *question, uint64_t index, uint64_t *there, bool *comparable);

struct rank_addresses {
    bool *forms;                        /* of an instruction: its value formed an address */
    struct map regions;                 /* of 64 KiB in which addresses lie that were met */
};

/* False: stopped; what was found is there. Some microseconds an instruction, some 16 bytes for each of its ports. */
CHECKED bool rank_addresses_find(const struct program *program, const struct progress *progress, struct rank_addresses *out);
void rank_addresses_free(struct rank_addresses *addresses);
bool rank_is_narrow(const struct program *program, uint64_t index);            /* its result has fewer than 8 bytes */
bool rank_may_be_address(const struct rank_addresses *addresses, uint64_t index, uint64_t value,
                         bool code_known);         /* of one that is not narrow */

#endif
