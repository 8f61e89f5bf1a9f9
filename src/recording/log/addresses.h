/* addresses.h - the addresses that a trace gives to code, and what connects them with the run.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * clew-formats(5) 3.6 has the rules. Three addresses are to be kept apart: where an instruction stood in the run, where it stands in its file (what objdump
 * and addr2line take), and what the trace says: the file's address for the executable, and for an object whose code is all that is shown; the run's
 * address for everything else, so that no two instructions share one. Where code without a file, or of another object, ran at what would be an address of
 * the executable, that object keeps the run's addresses, too.
 *
 * A recording notes of each object that is shown, by its path (store/writer.h):
 *     bias PATH      trace address - file address; "ambiguous": the same trace addresses hold other code as well, or the object was mapped at several
 *                    places, and only what the recording itself says of its code can be believed
 *     loaded PATH    run address - file address, of its first mapping
 *     build PATH     its build id, where it has one */
#ifndef CLEW_RECORDING_LOG_ADDRESSES_H
#define CLEW_RECORDING_LOG_ADDRESSES_H

#include "core/core.h"

struct sites;
struct site;
struct store_writer;

/* Decides, once the run is over, which objects have file addresses: object->linked, object->ambiguous. Only what ran counts. May be called again.
 * O(sites shown * objects shown). */
void addresses_settle(struct sites *sites, const uint32_t *by_id, uint32_t id_count);

/* The address of a site in the trace; after addresses_settle. */
uint64_t address_in_trace(const struct site *site);

void addresses_note(const struct sites *sites, struct store_writer *writer);

#endif
