/* packed.h - the content of compressed sections.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Private to this room, for elf.c. */
#ifndef CLEW_CODE_PACKED_H
#define CLEW_CODE_PACKED_H

#include "core/core.h"

struct elf;

struct packed {
    const char *method;          /* as in struct symbols_section */
    struct slice data;           /* behind the header */
    uint64_t size;               /* what comes out, as the header announces it */
};

/* Reads the header of a compressed section's bytes: ELF's, or of .zdebug_ GNU's. False: *problem says what was found; the method may be NULL. */
CHECKED bool packed_read(struct slice stored, bool gnu, const struct elf *elf, struct packed *packed, struct text *problem);

/* Inflates into the arena what comes to exactly the size announced, and that to at most `most`. O(bytes). False: *problem says why not. */
CHECKED bool packed_inflate(const struct packed *packed, uint64_t most, struct arena *arena, struct slice *bytes, struct text *problem);

#endif
