/* who_weigh.h - what the bytes of a place held, weighed from those who wrote and read it; for who_*.c.  SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CLEW_RECORDING_WHO_WEIGH_H
#define CLEW_RECORDING_WHO_WEIGH_H

#include "recording/who.h"

struct session;

struct who_evidence {
    const struct written *where;
    const struct memory_writers *writers;       /* with loads, and with stores whose address is not known */
    uint64_t time;
    uint64_t first;                             /* what ran before that was not looked at */
    bool string;                                /* bytes behind the first one known to be 0 are not wanted */
};

struct who_weighed {
    bool before;                        /* of each byte something up to the time decides: looking further back tells no more */
    bool whole;                         /* each is known, or written behind the time before anything tells: looking on tells no more */
};

/* Weighs the evidence for each of bytes->size bytes, which stand at bytes->bytes. O(writers + what they overlap). */
struct who_weighed who_weigh(struct session *session, const struct who_evidence *evidence, struct who_bytes *bytes);

/* Why a byte is not known. Returns false. */
bool who_doubt(const struct session *session, const struct who_byte *byte, struct error *error);

#endif
