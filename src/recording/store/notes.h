/* notes.h - notes that a recording has of its run, as text and back: the fault, shared memory, what was written.  SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CLEW_RECORDING_STORE_NOTES_H
#define CLEW_RECORDING_STORE_NOTES_H

#include "core/core.h"

struct store;

/* ---- The fault that its program died of ----
 *
 *     fault_text(&fault, &text); store_writer_note(writer, "fault", text_str(&text));          the recorder
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

enum fault_kind {
    FAULT_INSTRUCTION,              /* an instruction could not complete */
    FAULT_JUMP                      /* a jump, call or return completed, and where it led nothing can run */
};

enum { FAULT_DEFINERS = 8 };

struct fault {
    struct str signal;            /* "SIGSEGV" */
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
    struct str where;             /* skipped: "strlen in libc.so.6", the function or the file may be missing; null: not known */
};

void fault_text(const struct fault *fault, struct text *out);

/* The note may be of any bytes. False: it is empty, or makes no sense. The strings of *fault are parts of the note. */
CHECKED bool fault_parse(struct str note, struct fault *fault);

/* ---- Memory that other processes and files could change: mappings with MAP_SHARED and of shmat ----
 *
 * Nothing that the program executes tells what others write there: a value that it stored or loaded is known at that time alone.
 *
 *     shared_add(&shared, start, size, now); ... shared_end(&shared, start, size, now); ...
 *     shared_text(&shared, &text); store_writer_note(writer, "shared", text_str(&text));       the recorder
 *     if (store_shared(store, address, size, time)) ...                                          the reader
 *
 * The note has four numbers for each stretch, parted by a blank: address and size, in hexadecimal, and the times from which and until which it was shared. */

enum { SHARED_MOST = 1 << 12 };         /* of more the rest is one: from the lowest address to the highest, to the end of the run */

struct shared_stretch {
    uint64_t start, end;                /* end: the first address behind it */
    uint64_t from, until;               /* times */
    bool open;                          /* it is shared still */
};

struct shared {                         /* zeroed is empty */
    struct shared_stretch *stretches;
    size_t stretches_count, stretches_capacity;
};
void shared_free(struct shared *shared);

/* Memory is shared from now on; and no more, or no more mapped. O(stretches). */
void shared_add(struct shared *shared, uint64_t start, uint64_t size, uint64_t now);
void shared_end(struct shared *shared, uint64_t start, uint64_t size, uint64_t now);

/* Memory was moved with what it holds: what was shared is shared there. */
void shared_move(struct shared *shared, uint64_t from, uint64_t to, uint64_t size, uint64_t now);

void shared_text(const struct shared *shared, struct text *out);

/* Was any of it shared then? Recordings made before there was such a note say no. O(stretches). */
bool store_shared(const struct store *store, uint64_t address, uint64_t size, uint64_t time);

/* ---- What its program wrote last ----
 *
 *     written_text(&written, &text); ... store_writer_note(writer, "written", text_str(&text));       the recorder
 *     struct str rest = store_note(store, "written");
 *     while (written_parse(&rest, &written)) ...                                                         the reader
 *
 * What stands there is what system calls wrote to files and sockets, in order: the last ones to standard output and the error output, and the last ones to
 * others. Each has six fields, parted by a blank, - for what is not known:
 *
 *     descriptor  size  by    argument  parts                                text
 *     1           12    31#0  0x4a72a0  0x4a72a0+5=17#0,0x4a72a5+7=23#1      73756d203d...
 *
 * `by` is the shown instruction that made the call or led to it, as ID#INSTANCE, `argument` the call's second one: of write the address of the bytes. Parts
 * are what was written, the end of it: address, size, and which shown instruction wrote these bytes there last, or led to the code that did. So text that the
 * C library buffered leads to the printf that it came from. The text is that of all parts, in hexadecimal.
 *
 * Recordings made before there was such a note have none; that of a program that wrote nothing is "-". */

enum {
    WRITTEN_PARTS = 32,             /* of one call */
    WRITTEN_TEXT = 512              /* bytes of one call */
};

struct written_by {
    uint64_t id, instance;          /* id 0: not known, or nothing that is shown */
};

struct store_written {
    uint64_t descriptor, size, argument;
    struct written_by by;
    struct {
        uint64_t address, size;
        struct written_by by;
    } parts[WRITTEN_PARTS];
    size_t part_count;
    unsigned char text[WRITTEN_TEXT];
    size_t text_size;               /* as the parts' sizes add up to */
};

void written_text(const struct store_written *written, struct text *out);

/* Takes the first off a note, which may be of any bytes. False: no more, or what comes makes no sense. */
CHECKED bool written_parse(struct str *rest, struct store_written *written);

#endif
