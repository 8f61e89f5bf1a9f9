/* shared.h - memory that other processes and files could change: mappings with MAP_SHARED and of shmat.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Nothing that the program executes tells what others write there: a value that it stored or loaded is known at that time alone.
 *
 *     shared_add(&shared, start, size, now); ... shared_end(&shared, start, size, now); ...
 *     shared_text(&shared, &text); store_writer_note(writer, "shared", text_slice(&text));       the recorder
 *     if (store_shared(store, address, size, time)) ...                                          the reader
 *
 * The note has four numbers for each stretch, parted by a blank: address and size, in hexadecimal, and the times from which and until which it was shared. */
#ifndef CLEW_RECORDING_STORE_SHARED_H
#define CLEW_RECORDING_STORE_SHARED_H

#include "core/core.h"

struct store;

enum { SHARED_MOST = 1 << 12 };         /* of more the rest is one: from the lowest address to the highest, to the end of the run */

struct shared_stretch {
    uint64_t start, end;                /* end: the first address behind it */
    uint64_t from, until;               /* times */
    bool open;                          /* it is shared still */
};

struct shared {                         /* zeroed is empty */
    struct shared_stretch *stretches;
    size_t stretches_count, stretches_capacity;
};
void shared_free(struct shared *shared);

/* Memory is shared from now on; and no more, or no more mapped. O(stretches). */
void shared_add(struct shared *shared, uint64_t start, uint64_t size, uint64_t now);
void shared_end(struct shared *shared, uint64_t start, uint64_t size, uint64_t now);

/* Memory was moved with what it holds: what was shared is shared there. */
void shared_move(struct shared *shared, uint64_t from, uint64_t to, uint64_t size, uint64_t now);

void shared_text(const struct shared *shared, struct text *out);

/* Was any of it shared then? Recordings made before there was such a note say no. O(stretches). */
bool store_shared(const struct store *store, uint64_t address, uint64_t size, uint64_t time);

#endif
