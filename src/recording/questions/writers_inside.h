/* writers_inside.h - what an access says of a place; private to this folder.  SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CLEW_RECORDING_QUESTIONS_WRITERS_INSIDE_H
#define CLEW_RECORDING_QUESTIONS_WRITERS_INSIDE_H

#include "recording/questions/writers.h"

/* Can what fs and gs lead to not be the place? */
static inline bool writers_never_segment(const struct written *place)
{
    return place->is_static || place->is_local;
}

bool writers_overlap(const struct written *place, uint64_t address, uint64_t size);

/* Adds what an access of an instance to the place tells of: that it wrote, who is not shown and wrote what it read, and, if wanted, that it read. */
void writers_take(struct memory *memory, const struct written *place, struct node node, const struct memory_access *access, struct memory_writers *writers);

/* Adds a store of the place's time whose address is not known. */
void writers_take_unknown(const struct written *place, struct node node, uint64_t time, struct memory_writers *writers);

/* Adds what skipped code wrote of the place, as far as the recording says. */
void writers_take_skipped(struct memory *memory, const struct written *place, struct memory_writers *writers);

/* Those from a number on by time, each once. */
void writers_arrange(struct memory_writers *writers, size_t from);

#endif
