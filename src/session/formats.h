/* formats.h - bytes to structures, one reader and writer per format; pure: no input or output.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     ae.h       Abstract Execution: schemas, the head of event files
 *     wet.h      the WET text formats: reader of comprehensive traces and histories, their problems, their writer
 *     csi.h      CSI metadata: control-flow graphs and coverage probes out of debug sections
 *     debugger.h output of gdb or lldb: frames and the variables of CSI
 *     gnatcov.h  GNATcoverage's execution traces: reader, dump, writer
 *
 * The content decides the format, never the name: format_sniff() asks the table below. */
#ifndef CLEW_SESSION_FORMATS_H
#define CLEW_SESSION_FORMATS_H

#include "core/core.h"

struct format {
    const char *name;              /* as in `open FILE as NAME` */
    const char *description;
    bool (*sniff)(struct str head);
};

/* The formats that clew knows, ended by a null name, in the order in which format_sniff() tries them. */
extern const struct format formats[];

/* The format of a file that begins with head (as many bytes as there are, ideally 64 KB); NULL: none fits. */
const struct format *format_sniff(struct str head);
const struct format *format_named(struct str name);

#endif
