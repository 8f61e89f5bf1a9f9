/* plugin_log.h - what QEMU's plugin reports to clew: blocks, and where control went after them.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * An emulator of another machine's programs loads the plugin (src/producers/gnatcov-qemu). The plugin links nothing of clew and decides nothing. Its log is
 * memory shared with clew, so the log survives any end of the program: exit, a fatal signal, SIGKILL. clew creates it (memfd_create, filled with zeros, sealed
 * against resizing) and reads it when the program is over (qemu.h). The plugin gets a descriptor, maps it and closes it before the program begins, so the
 * program sees no descriptor. Processes that the program forks off continue in the same log.
 *
 *     log       struct coverage_log_head, struct coverage_block[block_capacity], struct coverage_cell[cell_capacity]
 *     history   (on request) struct coverage_history_head, uint32_t[capacity]: the blocks that began, in order
 *
 * A block is the code that the emulator translates at once, identified by address and size. Blocks can overlap, and after a fork two can be identical. A block
 * has a cell for each of its instructions, because a fault can end a block in its middle. Threads and forked processes count without locks: a count that is not
 * 0 stays so, but increments can be lost. Numbers are in the byte order of the machine that runs clew and QEMU. clew trusts none of them: the emulated program
 * can write into the emulator's memory. */
#ifndef CLEW_COVERAGE_PLUGIN_LOG_H
#define CLEW_COVERAGE_PLUGIN_LOG_H

#include <stdint.h>

#define COVERAGE_LOG_MAGIC UINT64_C(0x31676f6c76436c63)         /* "clCvlog1" */

enum { COVERAGE_LOG_INSTRUCTIONS = 512,         /* most instructions of a block: QEMU's own limit */
       COVERAGE_LOG_SUCCESSORS = 4 };           /* most addresses recorded to which control went after a block */

struct coverage_log_head {
    uint64_t magic, block_capacity, cell_capacity;      /* set by clew */
    uint64_t started;                           /* 1: the plugin runs; it sets the rest */
    uint64_t start_code;                        /* load address of the executable's lowest segment with code; 0: this QEMU does not say */
    uint64_t blocks, cells;                     /* used, or more than the capacity: atomic */
    uint64_t order;                             /* blocks that have executed: atomic */
    uint64_t lost;                              /* translations that found no room: atomic */
    uint32_t lanes;                             /* threads and forked processes so far: atomic */
    uint32_t reserved;
};

struct coverage_block {
    uint64_t address;
    uint64_t cell;                              /* index of its first instruction's cell */
    uint32_t size;                              /* bytes of code; 0: not yet filled in */
    uint32_t instructions;
    uint64_t order;                             /* rank of its first execution among all blocks, from 1; 0: never executed */
    uint64_t ends;                              /* how often control went past its last instruction */
    uint64_t next[COVERAGE_LOG_SUCCESSORS];     /* where it then went, except address + size; 0: free */
    uint32_t behind;                            /* 1: it also went to address + size */
    uint32_t more;                              /* 1: it went to more addresses than fit */
    uint32_t called;                            /* 1: its last instruction was a system call, which may not return */
    uint32_t reserved;
};

struct coverage_cell {
    uint64_t count;                             /* how often the instruction began */
    uint64_t stops : 47;                        /* how often the block's next instruction did not begin after it */
    uint64_t fault : 1;                         /* after one of these stops control went elsewhere, not to the same instruction again */
    uint64_t offset : 16;                       /* from the block's address */
};

struct coverage_history_head {
    uint64_t magic, capacity;
    uint64_t count;                             /* words used, or more than the capacity: atomic */
};

/* A word of the history is a lane (tells threads apart, modulo 256) above the index of a block. With COVERAGE_HISTORY_STOP instead of the index, the block that
 * this lane began last has stopped in its middle; the next word has the index of the instruction where it stopped. */
enum { COVERAGE_HISTORY_LANE = 24, COVERAGE_HISTORY_STOP = 0xffffff };

#endif
