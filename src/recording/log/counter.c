/* counter.c - counts the instructions of a log.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/log/counter.h"

#include <stdlib.h>

/* A segment goes on inside that instruction. */
#define GOES_ON (UINT64_C(1) << 63)

static void define(struct counter *counter, const struct log_record *record)
{
    struct log_operation operation;
    struct str payload = str_cut((struct str){(const char *)record->data, record->size}, sizeof(uint32_t), SIZE_MAX);
    struct counted counted = {.first = (uint32_t)counter->addresses_count};
    bool damaged;
    while (log_operation(&payload, &operation, &damaged)) {
        if (operation.letter != 'I' && operation.letter != 'C')
            continue;
        ARRAY_ADD(counter, addresses, operation.address | (operation.letter == 'C' ? GOES_ON : 0));
        counted.all++;
        counted.count += operation.letter == 'I';
    }
    size_t needed = (size_t)record->segment + 1;
    counter->segments = array_grow(counter->segments, &counter->segment_capacity, needed, sizeof *counter->segments);
    while (counter->segment_count < needed)
        counter->segments[counter->segment_count++] = (struct counted){0};
    counter->segments[record->segment] = counted;
}

/* A signal came before the instruction at record->fault, if the segment has it. Without a signal that instruction killed the program, and counts. */
static void interrupt(struct counter *counter, const struct log_record *record)
{
    if (record->segment >= counter->segment_count)
        return;
    struct counted counted = counter->segments[record->segment];
    const uint64_t *address = counter->addresses + counted.first, *end = address + counted.all;
    for (; address < end && (*address & ~GOES_ON) != record->fault; address++)
        counter->ran += !(*address & GOES_ON);
    counter->ran += address < end && record->fault_signal == 0 && !(*address & GOES_ON);
}

void counter_take_slowly(struct counter *counter, const struct log_record *record)
{
    enum { EXECVE = 59, EXECVEAT = 322 };
    uint64_t number[LOG_NUMBERS];
    switch (record->kind) {
    case 0: interrupt(counter, record); break;
    case LOG_SEGMENT: define(counter, record); break;
    case LOG_SYSCALL:
        log_numbers(record, number);
        counter->executing = number[1] == EXECVE || number[1] == EXECVEAT;
        break;
    case LOG_SYSCALL_DONE: counter->executing = false; break;
    case LOG_END: counter->ended = true; break;
    default: break;
    }
}

void counter_free(struct counter *counter)
{
    free(counter->addresses);
    free(counter->segments);
    *counter = (struct counter){0};
}
