/* plugin_log.h - what the plugin of QEMU tells clew: blocks, and which way control went behind them.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The plugin (src/producers/gnatcov-qemu) is loaded by an emulator of another machine's programs; it links nothing of clew and decides nothing. Its log is
 * memory that it shares with clew, so that what was executed stands there whatever ends the program: exit, a fatal signal, SIGKILL. clew makes it
 * (memfd_create, filled with zeros, sealed against another size) and reads it when the program is over (qemu.h); the plugin gets a
 * descriptor, maps it and closes it before the program begins, so that the program sees none. Processes that the program forks off go on in the same log.
 *
 *     log       struct coverage_log_head, struct coverage_block[block_capacity], struct coverage_cell[cell_capacity]
 *     history   (where it was asked for) struct coverage_history_head, uint32_t[capacity]: which block began, in order
 *
 * A block is what the emulator translates at once, told apart by address and size: several of them can overlap, and after a fork two of them can be the
 * same. It has a cell for each of its instructions, because a fault can end a block in its middle. Threads and forked processes count without locks: a
 * count that is not 0 stays so, but some of its increments can be lost. Numbers are in the byte order of the machine that runs clew and QEMU. Clew trusts
 * none of them: the emulated program can write into the emulator's memory. */
#ifndef CLEW_COVERAGE_PLUGIN_LOG_H
#define CLEW_COVERAGE_PLUGIN_LOG_H

#include <stdint.h>

#define COVERAGE_LOG_MAGIC UINT64_C(0x31676f6c76436c63)         /* "clCvlog1" */

enum { COVERAGE_LOG_INSTRUCTIONS = 512,         /* of a block at most: QEMU's own limit */
       COVERAGE_LOG_SUCCESSORS = 4 };           /* different addresses at which control went on behind a block; more are not told apart */

struct coverage_log_head {
    uint64_t magic, block_capacity, cell_capacity;      /* clew's */
    uint64_t started;                           /* 1: the plugin runs; what follows is its own */
    uint64_t start_code;                        /* where the executable's lowest segment with code was loaded; 0: this QEMU does not say */
    uint64_t blocks, cells;                     /* used, or more than the capacity: atomic */
    uint64_t order;                             /* blocks that were executed so far: atomic */
    uint64_t lost;                              /* translations for which there was no room: atomic */
    uint32_t lanes;                             /* threads, and processes forked off, so far: atomic */
    uint32_t reserved;
};

struct coverage_block {
    uint64_t address;
    uint64_t cell;                              /* index of the first instruction's */
    uint32_t size;                              /* bytes of code; 0: not yet filled in */
    uint32_t instructions;
    uint64_t order;                             /* rank of its first execution among all blocks, from 1; 0: never executed */
    uint64_t ends;                              /* how often control went on behind its last instruction */
    uint64_t next[COVERAGE_LOG_SUCCESSORS];     /* where it went on then, address + size left out; 0: free */
    uint32_t behind;                            /* 1: also at address + size */
    uint32_t more;                              /* 1: at more addresses than fit */
    uint32_t called;                            /* 1: its last instruction was a system call, which may not return */
    uint32_t reserved;
};

struct coverage_cell {
    uint64_t count;                             /* how often the instruction began */
    uint64_t stops : 47;                        /* how often the next one of its block did not begin behind it */
    uint64_t fault : 1;                         /* after one of these stops control went on elsewhere, not at the same instruction again */
    uint64_t offset : 16;                       /* from the block's address */
};

struct coverage_history_head {
    uint64_t magic, capacity;
    uint64_t count;                             /* words used, or more than the capacity: atomic */
};

/* A word of the history is a lane (what tells threads apart, modulo 256) above the index of a block; or above COVERAGE_HISTORY_STOP, and then the block that
 * this lane began last has stopped in its middle: the next word has the index of the instruction there. */
enum { COVERAGE_HISTORY_LANE = 24, COVERAGE_HISTORY_STOP = 0xffffff };

#endif
