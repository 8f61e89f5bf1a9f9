/* notes.h - a recording's notes about its run, to text and back: the fault, shared memory, output.  SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CLEW_RECORDING_STORE_NOTES_H
#define CLEW_RECORDING_STORE_NOTES_H

#include "core/core.h"

struct store;

/* ---- The fault that killed the program ----
 *
 *     fault_text(&fault, &text); store_writer_note(writer, "fault", text_str(&text));          the recorder
 *     if (fault_parse(store_note(store, "fault"), &fault)) ...                                  the reader
 *
 * The note is one line; a blank separates the fields; - stands for unknown:
 *
 *     signal  kind  time  address  accessed  definers  where
 *     SIGSEGV instruction 34 0x109135 0x0 12#0 -
 *     SIGSEGV jump 57 0x109182 0x0 21#0 -
 *     SIGSEGV skipped-instruction 41 0x16e53a 0x10 19#0 strlen in libc.so.6
 *
 * There is no such note in older recordings, nor if no fault killed the program. */

enum fault_kind {
    FAULT_INSTRUCTION,              /* an instruction could not complete */
    FAULT_JUMP                      /* a jump, call or return completed, but led to an address where nothing can run */
};

enum { FAULT_DEFINERS = 8 };

struct fault {
    struct str signal;            /* "SIGSEGV" */
    enum fault_kind kind;
    bool skipped;                   /* the instruction is in skipped code: `time` is that of the execution in your code that led to it */
    uint64_t time;                  /* on the clock of the recording; 0: nothing in your code led to it */
    uint64_t address;               /* of the instruction; in skipped code: its address in its file */
    bool has_accessed;
    uint64_t accessed;              /* the address that the program could not access, or run */
    struct {
        uint64_t id, instance;
    } definers[FAULT_DEFINERS];     /* the definers, in your code, of that address or of the divisor */
    size_t definer_count;
    bool unknown;                   /* the recorder does not know the instruction, so not what it uses. The note has ? instead of definers */
    struct str where;             /* skipped: "strlen in libc.so.6", function or file may be missing; null: unknown */
};

void fault_text(const struct fault *fault, struct text *out);

/* The note may hold any bytes. False: it is empty, or makes no sense. The strings of *fault point into the note. */
CHECKED bool fault_parse(struct str note, struct fault *fault);

/* ---- Memory that other processes and files could change: mappings by mmap with MAP_SHARED, and by shmat ----
 *
 * clew does not see what other processes write there. It knows a value only at the time when the program stored or loaded it.
 *
 *     shared_add(&shared, start, size, now); ... shared_end(&shared, start, size, now); ...
 *     shared_text(&shared, &text); store_writer_note(writer, "shared", text_str(&text));       the recorder
 *     if (store_shared(store, address, size, time)) ...                                          the reader
 *
 * The note has four numbers for each stretch, separated by blanks: address and size in hexadecimal, and the times from and until which it was shared. */

enum { SHARED_MOST = 1 << 12 };         /* the most stretches; the others become one: from lowest to highest address, to the end of the run */

struct shared_stretch {
    uint64_t start, end;                /* end: the first address behind it */
    uint64_t from, until;               /* times */
    bool open;                          /* still shared */
};

struct shared {                         /* zeroed is empty */
    struct shared_stretch *stretches;
    size_t stretches_count, stretches_capacity;
};
void shared_free(struct shared *shared);

/* Memory becomes shared (shared_add); stops being shared, or mapped (shared_end). O(stretches). */
void shared_add(struct shared *shared, uint64_t start, uint64_t size, uint64_t now);
void shared_end(struct shared *shared, uint64_t start, uint64_t size, uint64_t now);

/* Memory moved with its contents (mremap): what was shared stays shared at the new address. */
void shared_move(struct shared *shared, uint64_t from, uint64_t to, uint64_t size, uint64_t now);

void shared_text(const struct shared *shared, struct text *out);

/* Was any of this memory shared at that time? No, if the recording is older than this note. O(stretches). */
bool store_shared(const struct store *store, uint64_t address, uint64_t size, uint64_t time);

/* ---- The program's last output ----
 *
 *     written_text(&written, &text); ... store_writer_note(writer, "written", text_str(&text));       the recorder
 *     struct str rest = store_note(store, "written");
 *     while (written_parse(&rest, &written)) ...                                                         the reader
 *
 * The note lists system calls that wrote to files and sockets, in order: the last to standard output and standard error, and the last to other
 * descriptors. Each has six fields, separated by blanks; - stands for unknown:
 *
 *     descriptor  size  by    argument  parts                                text
 *     1           12    31#0  0x4a72a0  0x4a72a0+5=17#0,0x4a72a5+7=23#1      73756d203d...
 *
 * `by` is the execution in your code that made the call or led to it, as ID#INSTANCE. `argument` is the call's second argument: for write the address of the
 * bytes. Parts cover the end of the output: address, size, and the execution in your code that last wrote these bytes there, or led to the code that did. So
 * text that the C library buffered leads to the printf it came from. `text` has the bytes of all parts, in hexadecimal.
 *
 * Older recordings have no such note; if the program wrote nothing, it is "-". */

enum {
    WRITTEN_PARTS = 32,             /* of one call */
    WRITTEN_TEXT = 512              /* bytes of one call */
};

struct written_by {
    uint64_t id, instance;          /* id 0: unknown, or nothing in your code */
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
    size_t text_size;               /* the sum of the parts' sizes */
};

void written_text(const struct store_written *written, struct text *out);

/* Takes the first call off a note, which may hold any bytes. False: no more, or the rest makes no sense. */
CHECKED bool written_parse(struct str *rest, struct store_written *written);

#endif
