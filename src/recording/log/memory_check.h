/* memory_check.h - checks that a program loads the bytes that its definers stored.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The memory oracle of clew record --check. The shadow knows who defined each byte (shadow.h). This check keeps each byte's value and the clock of the
 * store that left it. A load must find that value, and the shadow must name the execution of that clock. Otherwise an unlogged write changed memory, or
 * the shadow names the wrong definer, or it has lost the right one. The rules give some stores no definer (start-up values, the dynamic linker's notes,
 * code that acts for nobody): the caller reports these with by.who 0, and the shadow must name nobody. The check and the shadow share no code: each
 * follows the log on its own.
 *
 *     memory_check_store()       for 'S' after an 's', and bytes after a LOG_KERNEL_WROTE
 *     memory_check_load()        for 'L' after an 'l'; call it before the instruction's definitions change the shadow
 *
 * The check learns a byte that nobody stored (the initial stack, a mapped file) at its first load: a second load without a store in between must
 * find the same. After a mismatch the loaded bytes become the expected ones, so that one lost store is not reported twice. The check counts bytes that
 * the kernel writes at an unknown time, and skips them until the next store.
 *
 * Memory: 5 bytes for each byte of memory that was loaded or stored, in leaves for 64 KB of memory, up to 16 GB of memory. The check counts bytes beyond
 * that limit and does not check them. Cost: linear in the bytes. */
#ifndef CLEW_RECORDING_LOG_MEMORY_CHECK_H
#define CLEW_RECORDING_LOG_MEMORY_CHECK_H

#include "recording/log/shadow.h"

struct memory_check;

struct memory_check *memory_check_open(void);
void memory_check_close(struct memory_check *check);        /* NULL: nothing */

/* Execution by.who stored these bytes at clock by.when (shadow.h). by.who 0: the rules give this store no definer. */
void memory_check_store(struct memory_check *check, uint64_t address, const uint8_t *bytes, uint64_t size, struct cell by);
/* The same for a store that no instruction of the program made: loads from there do not check the definer. */
void memory_check_disturb(struct memory_check *check, uint64_t address, const uint8_t *bytes, uint64_t size);
/* The kernel may write unknown bytes there. In a range above 1 MB, memory that has no leaf yet counts as never seen. */
void memory_check_lose(struct memory_check *check, uint64_t address, uint64_t size);
void memory_check_forget(struct memory_check *check, uint64_t address, uint64_t size);      /* the range lost its bytes */
void memory_check_unmap(struct memory_check *check, uint64_t address, uint64_t size);       /* the mapping is gone too, or a new one is there */
void memory_check_move(struct memory_check *check, uint64_t from, uint64_t to, uint64_t size);
/* Other processes may change the range until it is unmapped: differences there are no mismatches. */
void memory_check_share(struct memory_check *check, uint64_t address, uint64_t size);

enum memory_mismatch_kind {
    MISMATCH_VALUE,             /* the load found another value than the store left */
    MISMATCH_SHARED,            /* the same, in memory that others may change: the recording is not at fault */
    MISMATCH_DEFINER,           /* right value, but the shadow names another store than the one that left it */
    MISMATCH_LOST               /* right value, but the shadow names nobody although a store left it */
};

enum { MISMATCH_BYTES = 32 };
struct memory_mismatch {
    enum memory_mismatch_kind kind;
    uint64_t address;           /* of the load */
    unsigned size;              /* of the load; of a load longer than MISMATCH_BYTES, the piece that differs */
    unsigned first;             /* index of the first wrong byte */
    uint8_t loaded[MISMATCH_BYTES], expected[MISMATCH_BYTES];
    actor user;                 /* who loaded */
    actor definer;              /* the shadow's definer of the first wrong byte; 0: nobody */
};

/* Compares the bytes that `user` loaded. A load counts as one mismatch, however many of its bytes are wrong. */
void memory_check_load(struct memory_check *check, const struct shadow *shadow, uint64_t address, const uint8_t *bytes, uint64_t size, actor user);

struct memory_check_totals {
    uint64_t loads, bytes;      /* bytes: compared, or seen for the first time */
    uint64_t unchecked;         /* bytes that the kernel may have written meanwhile */
    uint64_t beyond;            /* bytes beyond the memory limit */
    uint64_t mismatches;        /* MISMATCH_VALUE, MISMATCH_DEFINER and MISMATCH_LOST */
    uint64_t shared;            /* MISMATCH_SHARED */
};
struct memory_check_totals memory_check_totals(const struct memory_check *check);
void memory_check_add(struct memory_check_totals *sum, const struct memory_check_totals *totals);

/* Returns mismatch i of the first MISMATCHES_KEPT; NULL: there are fewer. */
enum { MISMATCHES_KEPT = 16 };
const struct memory_mismatch *memory_check_mismatch(const struct memory_check *check, size_t i);

#endif
