/* spill.h - what a writer puts aside on disk until it finishes.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Private to this folder. A file beside the one that is written, without a name, so that nothing of it remains whoever is killed. */
#ifndef CLEW_RECORDING_STORE_SPILL_H
#define CLEW_RECORDING_STORE_SPILL_H

#include "core/core.h"

struct spill;
struct paged_writer;

/* Of a file in memory too: then nothing can be put aside. The disk is not touched before something is. */
struct spill *spill_open(struct paged_writer *writer);
void spill_close(struct spill *spill);

/* Puts it aside; *at: where. False: it cannot be, and has to stay in memory; so will be what comes later. */
CHECKED bool spill_write(struct spill *spill, const void *data, size_t size, uint64_t *at);

/* Takes it back. Where the disk does not give it back the writer fails (paged_failed), and there are zeros. */
void spill_read(struct spill *spill, uint64_t at, void *data, size_t size);

#endif
