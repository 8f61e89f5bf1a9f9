/* writers_inside.h - what an access says of a place; private to this folder.  SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CLEW_ANALYSIS_WRITERS_INSIDE_H
#define CLEW_ANALYSIS_WRITERS_INSIDE_H

#include "analysis/writers.h"

bool writers_overlap(const struct written *place, uint64_t address, uint64_t size);

/* Adds what an access of an instance to the place tells of: that it wrote, who is not shown and wrote what it read, and, if wanted, that it read. */
void writers_take(struct memory *memory, const struct written *place, struct node node, const struct memory_access *access, struct memory_writers *writers);

/* By time, each once. */
void writers_arrange(struct memory_writers *writers);

#endif
