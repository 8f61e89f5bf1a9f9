/* tool_ae.h - shared by the tools of Abstract Execution.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     struct ae_tool run;
 *     if (!ae_tool_open(&run, paths, count, &error)) return tool_complain(&error);
 *     while ((n = ae_tool_next(&run)) > 0) ... run.batch ...
 *     status = ae_tool_close(&run);                reports a problem, after everything before it was delivered */
#ifndef CLEW_TOOLS_TOOL_AE_H
#define CLEW_TOOLS_TOOL_AE_H

#include "stream/stream.h"

/* One regeneration from beginning to end. */
struct ae_tool {
    struct ae_input input;
    struct regenerator *regenerator;
    struct ae_event batch[REGENERATED_BATCH];
};
CHECKED bool ae_tool_open(struct ae_tool *run, const char *const *paths, size_t count, struct error *error);
size_t ae_tool_next(struct ae_tool *run);             /* 0: the end */
int ae_tool_close(struct ae_tool *run);               /* TOOL_DONE, or TOOL_FAILED after printing why it ended early */

/* "0x400c10 relax prog.c:31": the address, then its function and line, if known. */
void ae_tool_where(const struct abstract *program, uint32_t address, struct text *out);
/* "address":"0x400c10","function":"relax","file":"prog.c","line":31: null if unknown. */
void ae_tool_where_json(const struct abstract *program, uint32_t address, struct text *out);
void ae_tool_quoted(struct str name, struct text *out);        /* as JSON; the null string is null */

/* Writes to standard output; TOOL_FAILED after printing that it could not. */
int ae_tool_print(const struct text *text);

#endif
