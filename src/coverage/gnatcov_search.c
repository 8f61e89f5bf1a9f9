/* gnatcov_search.c - which entry covers an address.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Entries stay in the file, so they are searched one after the other. Of a long trace most stretches are passed over: each has a table of bits, one set for
 * every piece of code that an entry in it touches (a Bloom filter of one function: Bloom 1970). A history runs through the same code for a long time, so few
 * stretches that do not hold an address are looked into. Two bytes of bits for 16 entries. */
#include "coverage/gnatcov.h"
#include "session/engine.h"

#include <stdlib.h>

enum { STRETCH = 16384 /* entries */, BITS = 1 << 14, PIECE = 8 /* bytes of code */, PIECES = 256 /* an entry of more of them fills the table */ };

struct gnatcov_filter {
    uint64_t stretches;
    uint8_t (*bits)[BITS / 8];
};

void gnatcov_filter_free(struct gnatcov_filter *filter)
{
    if (filter)
        free(filter->bits);
    free(filter);
}

/* Fibonacci hashing (Knuth, volume 3, 6.4): pieces side by side do not meet. */
static unsigned bit_of(uint64_t piece)
{
    return (unsigned)(piece * UINT64_C(0x9e3779b97f4a7c15) >> 50);
}

static void note(uint8_t *bits, const struct gnatcov_entry *entry)
{
    if (entry->special || !entry->relocated || entry->size == 0)
        return;
    for (uint64_t offset = 0, pieces = (entry->relative % PIECE + entry->size - 1) / PIECE; offset <= pieces; offset++) {
        if (offset == PIECES) {
            for (size_t i = 0; i < BITS / 8; i++)
                bits[i] = 0xff;
            return;
        }
        unsigned bit = bit_of((entry->relative + offset * PIECE) / PIECE);      /* modulo the address space */
        bits[bit / 8] |= (uint8_t)(1u << bit % 8);
    }
}

/* False: stopped. */
static bool make_filter(struct session *session)
{
    struct gnatcov_session *own = session->trace->gnatcov;
    struct gnatcov_cursor cursor;
    struct gnatcov_entry entry;
    struct gnatcov_filter *filter = memory_allocate(sizeof *filter);
    filter->stretches = (own->trace.entry_count + STRETCH - 1) / STRETCH;
    filter->bits = memory_allocate((size_t)filter->stretches * sizeof *filter->bits);
    for (gnatcov_begin(&own->trace, &cursor); gnatcov_next(&cursor, &entry);) {
        note(filter->bits[(entry.number - 1) / STRETCH], &entry);
        if (entry.number % STRETCH == 0 && !progress_report(&session->options.progress, entry.number, own->trace.entry_count)) {
            gnatcov_filter_free(filter);
            return false;
        }
    }
    own->filter = filter;
    return true;
}

static bool may_hold(const struct gnatcov_filter *filter, uint64_t stretch, uint64_t address)
{
    unsigned bit = bit_of(address / PIECE);
    return !filter || filter->bits[stretch][bit / 8] >> bit % 8 & 1;
}

bool gnatcov_covers(const struct session *session, const struct gnatcov_entry *entry, size_t unit, uint64_t address)
{
    return !entry->special && entry->relocated && address - entry->relative < entry->size && gnatcov_unit_of(session, entry) == unit;
}

/* In the stretch that `from` lies in. */
static bool search_stretch(const struct session *session, size_t unit, uint64_t address, uint64_t from, int direction, uint64_t *number)
{
    const struct gnatcov *trace = &session->trace->gnatcov->trace;
    struct gnatcov_entry entry;
    uint64_t stretch = (from - 1) / STRETCH;
    for (uint64_t i = from; i >= 1 && (i - 1) / STRETCH == stretch && gnatcov_entry(trace, i, &entry); i += direction < 0 ? UINT64_MAX : 1)
        if (gnatcov_covers(session, &entry, unit, address)) {
            *number = i;
            return true;
        }
    return false;
}

enum gnatcov_search gnatcov_search_entry(struct session *session, size_t unit, uint64_t address, uint64_t from, int direction, uint64_t *number)
{
    struct gnatcov_session *own = session->trace->gnatcov;
    uint64_t count = own->trace.entry_count;
    if (count > STRETCH && !own->filter && !make_filter(session))
        return SEARCH_INTERRUPTED;
    while (from >= 1 && from <= count) {
        uint64_t stretch = (from - 1) / STRETCH;
        if (may_hold(own->filter, stretch, address)) {
            if (search_stretch(session, unit, address, from, direction, number))
                return SEARCH_HIT;
            if (!progress_report(&session->options.progress, from, count))
                return SEARCH_INTERRUPTED;
        }
        from = direction < 0 ? stretch * STRETCH : (stretch + 1) * STRETCH + 1;
    }
    return SEARCH_MISS;
}
