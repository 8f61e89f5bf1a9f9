/* fault.h - the note a recording has of the fault that its program died of.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     fault_text(&fault, &text); store_writer_note(writer, "fault", text_slice(&text));          the recorder
 *     if (fault_parse(store_note(store, "fault"), &fault)) ...                                  the reader
 *
 * The note is one line, fields parted by a blank, - for what is not known:
 *
 *     signal  kind  time  address  accessed  definers  where
 *     SIGSEGV instruction 34 0x109135 0x0 12#0 -
 *     SIGSEGV jump 57 0x109182 0x0 21#0 -
 *     SIGSEGV skipped-instruction 41 0x16e53a 0x10 19#0 strlen in libc.so.6
 *
 * Recordings made before there was such a note have none; so has a program that no fault killed. */
#ifndef CLEW_RECORDING_STORE_FAULT_H
#define CLEW_RECORDING_STORE_FAULT_H

#include "core/core.h"

enum fault_kind {
    FAULT_INSTRUCTION,              /* an instruction could not complete */
    FAULT_JUMP                      /* a jump, call or return completed, and where it led nothing can run */
};

enum { FAULT_DEFINERS = 8 };

struct fault {
    struct slice signal;            /* "SIGSEGV" */
    enum fault_kind kind;
    bool skipped;                   /* that instruction is not shown: `time` is of the shown one that led to it */
    uint64_t time;                  /* on the clock of the recording; 0: nothing shown led to it */
    uint64_t address;               /* of the instruction; where it is skipped, in its file */
    bool has_accessed;
    uint64_t accessed;              /* the address that could not be accessed, or run */
    struct {
        uint64_t id, instance;
    } definers[FAULT_DEFINERS];     /* who defined what formed that address, or the divisor: as far as they are shown */
    size_t definer_count;
    bool unknown;                   /* the recorder does not know the instruction: what it uses is not in the trace. Written ? instead of definers */
    struct slice where;             /* skipped: "strlen in libc.so.6", the function or the file may be missing; null: not known */
};

void fault_text(const struct fault *fault, struct text *out);

/* The note may be of any bytes. False: it is empty, or makes no sense. The slices of *fault are parts of the note. */
CHECKED bool fault_parse(struct slice note, struct fault *fault);

#endif
