/* counter.h - how many instructions ran and how a log ended, without a rebuild of dependences.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     struct counter counter = {0};
 *     while (log_next(reader, &record, &error))
 *         counter_take(&counter, &record);
 *     ... counter.ran ...
 *     counter_free(&counter);
 *
 * Memory: 8 bytes for each instruction of the code that ran, and 12 for each segment. Cost: a sum for each run of a segment. */
#ifndef CLEW_RECORDING_LOG_COUNTER_H
#define CLEW_RECORDING_LOG_COUNTER_H

#include "recording/state/state.h"

struct counter {
    uint64_t ran;                       /* instructions that began, as reconstruct_totals counts them */
    bool ended;                         /* the log is whole (LOG_END) */
    bool executing;                     /* the last system call would replace the program (execve), and has not returned */
    ARRAY(uint64_t, addresses);         /* of the instructions of all segments */
    struct counted {
        uint32_t first, all, count;     /* in addresses; how many, and how many of them begin */
    } *segments;
    size_t segment_count, segment_capacity;
};

/* Takes the next record of the log. */
static inline void counter_take(struct counter *counter, const struct log_record *record);
void counter_free(struct counter *counter);

/* Records other than a run that nothing interrupts. */
void counter_take_slowly(struct counter *counter, const struct log_record *record);

static inline void counter_take(struct counter *counter, const struct log_record *record)
{
    if (record->kind || record->interrupted || record->segment >= counter->segment_count)
        counter_take_slowly(counter, record);
    else
        counter->ran += counter->segments[record->segment].count;
}

#endif
