/* memory_check.h - is what a program loads what its definers stored?  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The memory oracle of clew record --check. Beside the shadow, which knows who defined each byte (shadow.h), a byte's value is kept and the clock
 * of the store that left it. A load must find that value, and the shadow must name the instance of that clock: else somebody wrote memory and
 * nobody told of it, or the wrong definer is named, or the right one was lost. Nobody is to be named where the rules give a store no definer (start-up
 * values, what the dynamic linker notes, code that acts for nobody), and that is what is told of such a store. Of what the log tells of, the two are kept on
 * their own: they share no code.
 *
 *     memory_check_store()       'S' behind an 's', bytes behind a LOG_KERNEL_WROTE
 *     memory_check_load()        'L' behind an 'l'; the shadow is asked as it was before the instruction defines anything
 *
 * A byte that nobody stored (the stack at the start, a mapped file) is known from its first load on: a second load without a store in between must
 * find the same. After a mismatch what was loaded counts as known so that one lost store is not told of twice. Bytes that the kernel
 * writes at a time that is not known are not checked until they are stored again; they are counted.
 *
 * Memory: 5 bytes a byte of memory that was loaded or stored, in leaves of 64 KB of memory; of the 16 GB that such leaves hold at most. What lies beyond
 * is counted, not checked. Cost: linear in the bytes. */
#ifndef CLEW_RECORDING_LOG_MEMORY_CHECK_H
#define CLEW_RECORDING_LOG_MEMORY_CHECK_H

#include "recording/log/shadow.h"

struct memory_check;

struct memory_check *memory_check_open(void);
void memory_check_close(struct memory_check *check);        /* NULL: nothing */

/* Memory took these bytes (shadow.h): from whom, and when. by.who 0: from nobody, by the rules. */
void memory_check_store(struct memory_check *check, uint64_t address, const uint8_t *bytes, uint64_t size, struct cell by);
/* The same, but no instruction of the program did it: whom the shadow names there is not looked at. */
void memory_check_disturb(struct memory_check *check, uint64_t address, const uint8_t *bytes, uint64_t size);
/* The kernel may write there: what is not known. Of more than 1 MB only that it was never seen. */
void memory_check_lose(struct memory_check *check, uint64_t address, uint64_t size);
void memory_check_forget(struct memory_check *check, uint64_t address, uint64_t size);      /* its bytes are gone */
void memory_check_unmap(struct memory_check *check, uint64_t address, uint64_t size);       /* and so is the mapping, or it is a new one */
void memory_check_move(struct memory_check *check, uint64_t from, uint64_t to, uint64_t size);
/* Others may change the range, till it is unmapped: differences there are no mismatches. */
void memory_check_share(struct memory_check *check, uint64_t address, uint64_t size);

enum memory_mismatch_kind {
    MISMATCH_VALUE,             /* another value than was stored */
    MISMATCH_SHARED,            /* the same in memory that others may change: no fault of the recording */
    MISMATCH_DEFINER,           /* the value is right, but the shadow names another store than the one that left it */
    MISMATCH_LOST               /* the value is right, but the shadow names nobody, though somebody stored it */
};

enum { MISMATCH_BYTES = 32 };
struct memory_mismatch {
    enum memory_mismatch_kind kind;
    uint64_t address;           /* of the load */
    unsigned size;              /* of it, MISMATCH_BYTES at most: of longer ones the piece that differs */
    unsigned first;             /* the first byte of it that is wrong */
    uint8_t loaded[MISMATCH_BYTES], expected[MISMATCH_BYTES];
    actor user;                 /* who loaded */
    actor definer;              /* whom the shadow names for the first wrong byte; 0: nobody */
};

/* `user` fetched these bytes: they are compared. A load counts once, however much of it is wrong. */
void memory_check_load(struct memory_check *check, const struct shadow *shadow, uint64_t address, const uint8_t *bytes, uint64_t size, actor user);

struct memory_check_totals {
    uint64_t loads, bytes;      /* bytes: that were compared, or seen for the first time */
    uint64_t unchecked;         /* bytes that the kernel may have written meanwhile */
    uint64_t beyond;            /* bytes that there was no room for */
    uint64_t mismatches;        /* MISMATCH_VALUE, MISMATCH_DEFINER and MISMATCH_LOST */
    uint64_t shared;            /* MISMATCH_SHARED */
};
struct memory_check_totals memory_check_totals(const struct memory_check *check);
void memory_check_add(struct memory_check_totals *sum, const struct memory_check_totals *totals);

/* The first mismatches, MISMATCHES_KEPT at most; NULL: there are not so many. */
enum { MISMATCHES_KEPT = 16 };
const struct memory_mismatch *memory_check_mismatch(const struct memory_check *check, size_t i);

#endif
