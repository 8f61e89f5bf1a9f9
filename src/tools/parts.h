/* parts.h - what clew can do without, and what of it is here: clew --version --verbose.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Three lines a part:
 *
 *     gdb          found: /usr/bin/gdb
 *                  GNU gdb (Debian 13.1-3) 13.1
 *                  asked for crashes: core, --core=, --pid=; Debian package gdb
 *
 * the second one only where the part says a version. Nothing here fails: what is not there is missing, and the last line says how it comes here. */
#ifndef CLEW_TOOLS_PARTS_H
#define CLEW_TOOLS_PARTS_H

#include "core/core.h"

struct part_row {
    const char *name;
    bool found;
    const char *where;              /* a path, or why it is missing; made safe here */
    const char *version;            /* NULL or "": it says none; safe already */
    const char *purpose;
};

void part_row(struct text *out, const struct part_row *row);

/* All parts outside of the terminal. Runs those that say their version, each for five seconds at most. */
void parts_report(struct text *out);

#endif
