/* csi_crash.h - a crash that is given as a whole, for tools.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     struct csi_crash crash = {.meta = "settings", .core = "core"};
 *     if (!csi_crash_load(session, &crash, &error)) ...
 *     for (size_t i = 0; i < csi_crash_frames(session); i++) {
 *         csi_crash_suffix(session, i, &rows);         one frame in memory at a time
 *         ...
 *     }
 *
 * A user of the session says the same with `open`, `set prune`, `set bbc`, `paste` or `core`, and `suffix all`. */
#ifndef CLEW_CRASH_CSI_CRASH_H
#define CLEW_CRASH_CSI_CRASH_H

#include "crash/probes.h"

struct session;
struct rows;

struct csi_crash {
    const char *meta;           /* an ELF file, or metadata as text; not read if from_gdb */
    const char *more[47];       /* further files with metadata of the same program */
    size_t more_count;
    const char *dump;           /* what a debugger printed: a file, - or NULL */
    const char *core;           /* gdb is asked for it; or NULL */
    uint64_t process;           /* the same of a running one; 0: none */
    bool from_gdb;              /* standard input is what clew.gdb sends, which names the program itself */
    bool prune;
    enum coverage_rule rule;
};

/* Is a file metadata, by its content: a program, or the text of sections? Else it is taken for what a debugger printed. An empty file is the text of an
 * empty section, unless it is the last one. */
bool csi_crash_is_meta(const char *path, bool last);

/* Opens the metadata and reads the frames from where they are said to be. False: what could not be read; the session may hold the metadata already. */
CHECKED bool csi_crash_load(struct session *session, const struct csi_crash *crash, struct error *error);

/* Says what is missing if no frame is known. */
CHECKED bool csi_crash_need(const struct session *session, struct error *error);
size_t csi_crash_frames(const struct session *session);
void csi_crash_suffix(struct session *session, size_t frame, struct rows *rows);       /* of one of them, with all its entries */
bool csi_crash_is_bad(const struct session *session);          /* is a suffix impossible or inconsistent? */

#endif
