/* coverage_log.h - what the plugin of QEMU tells clew: blocks, and which way control went behind them.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The plugin (src/producers/gnatcov-qemu) is loaded by an emulator of another machine's programs; it links nothing of clew and decides nothing. Its log is
 * a file that it maps shared, so that what was executed stands there whatever ends the program: exit, a fatal signal, SIGKILL. clew reads it when the
 * program is over and writes the trace (capture/coverage_run.h). The traced program sees no descriptor of it: the file is opened, mapped and closed.
 *
 *     file = struct coverage_log_head, struct coverage_block[blocks], ...     the file is sparse; its length is what is reserved, not what is used
 *     history (where it was asked for) = a second file: struct coverage_history_head, u32[count], numbers of blocks from 1 in the order in which they began
 *
 * A block is what the emulator translates at once, told apart by (address, size): several of them can overlap. It has a counter for each of its
 * instructions, because a fault (or a signal) can end a block in its middle. Numbers are those of the machine that runs clew. */
#ifndef CLEW_CAPTURE_COVERAGE_LOG_H
#define CLEW_CAPTURE_COVERAGE_LOG_H

#include <stdint.h>

#define COVERAGE_LOG_MAGIC UINT64_C(0x31676f6c76436c63)         /* "clCvlog1" */

enum { COVERAGE_LOG_INSTRUCTIONS = 512,         /* of a block at most: QEMU's own limit */
       COVERAGE_LOG_SUCCESSORS = 4 };           /* different addresses at which control went on behind it: more are not told apart */

struct coverage_log_head {
    uint64_t magic;
    char machine[24];                           /* QEMU's name of the target */
    uint64_t start_code, end_code, entry;       /* of the executable, as loaded; 0: this QEMU does not say */
    uint64_t capacity;                          /* bytes that blocks may use */
    uint64_t used;                              /* bytes behind the head that blocks use, whole blocks only; atomic */
    uint64_t order;                             /* blocks that were executed, so far; atomic */
    uint64_t lost;                              /* blocks for which there was no room; atomic */
    uint32_t whole;                             /* 1: the program ended by itself, and the last block knows that nothing follows */
    uint32_t threads;                           /* most that ran at once */
};

/* Followed by the counters: u64[instruction_count], how often each instruction began; then u16[instruction_count], its offset in the block; padded to 8. */
struct coverage_block {
    uint64_t address;
    uint32_t size;                              /* bytes of code */
    uint32_t instruction_count;
    uint64_t order;                             /* rank of its first execution among all blocks, from 1; 0: never executed */
    uint64_t next[COVERAGE_LOG_SUCCESSORS];     /* where control went on when it was complete; 0: free */
    uint32_t more;                              /* 1: at more addresses than fit */
    uint32_t reserved;
};

#endif
