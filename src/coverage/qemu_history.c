/* qemu_history.c - an entry at every execution of every block.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The log says which block began. What came of it stands in what the same thread began next, so that entries are written when all of them are known: a first
 * pass gives each word its op, a second one writes. */
#include "coverage/qemu.h"
#include "coverage/qemu_inside.h"
#include "coverage/trace.h"

#include <stdlib.h>

enum { LANES = 256, NO_ENTRY = 0 };

struct pending {
    uint64_t word, open;                /* + 1, 0: none. What began last; before it, a branch whose delay slot that is */
    bool stopped;
    uint32_t stop;                      /* instruction in whose middle it stopped */
};

/* What is asked of blocks again and again. */
struct known {
    bool read, inside;
    struct run_branch branch;
    uint64_t address, end;
    uint32_t size;                      /* of its entries: without a delay slot that never ran */
};

struct history {
    struct run *run;
    const uint32_t *words;
    uint64_t count;
    uint8_t *ops;                       /* of each word; 0: no entry */
    struct map sizes;                   /* word -> size, where it is not the block's */
    struct known *known;
    uint64_t known_count;
    struct run_block *block;            /* scratch */
    struct pending lanes[LANES];
};

static struct known *known_of(struct history *history, uint64_t index)
{
    if (index >= history->known_count)
        return NULL;
    struct known *known = &history->known[index];
    if (known->read)
        return known;
    const struct run *run = history->run;
    struct run_block *block = history->block;
    known->read = true;
    if (!run_log_block(run->log, index, block))
        return known;
    known->address = block->log.address;
    known->end = (block->log.address + block->log.size) & run->mask;
    known->size = block->log.size;
    known->inside = run_program_holds(run->program, (known->address - run->result->bias) & run->mask, known->size);
    if (known->inside)
        known->branch = run_branch_of(run, block);
    if (known->branch.likely && run_outcomes(run, block) == GNATCOV_FELL_THROUGH)
        known->size = block->cells[block->log.instructions - 1].offset;
    return known;
}

static uint32_t index_at(const struct history *history, uint64_t word)
{
    return history->words[word] & COVERAGE_HISTORY_STOP;
}

static void set_part(struct history *history, uint64_t word, uint32_t size, uint8_t op)
{
    history->ops[word] = size == 0 && op != GNATCOV_FAULT ? NO_ENTRY : op;
    map_put(&history->sizes, word, size);
}

/* A block stopped in its middle: a fault, unless control went on at the same instruction. */
static void set_stopped(struct history *history, uint64_t word, uint32_t stop, uint64_t next)
{
    struct run_block *block = history->block;
    if (!run_log_block(history->run->log, index_at(history, word), block) || stop >= block->log.instructions)
        return;
    uint32_t offset = block->cells[stop].offset;
    set_part(history, word, offset, next == ((block->log.address + offset) & history->run->mask) ? GNATCOV_BLOCK : GNATCOV_FAULT);
}

/* The lane's last block led to an address. */
static void settle(struct history *history, struct pending *pending, uint64_t next)
{
    uint64_t word = pending->word - 1, open = pending->open;
    struct known *known = known_of(history, index_at(history, word)), *before = open ? known_of(history, index_at(history, open - 1)) : NULL;
    pending->open = 0;
    if (before && before->branch.judged)
        history->ops[open - 1] |= run_outcome(&before->branch, before->end, next);
    if (!known || !known->inside)
        return;
    if (pending->stopped) {
        set_stopped(history, word, pending->stop, next);
        return;
    }
    history->ops[word] = (uint8_t)(GNATCOV_BLOCK | run_outcome(&known->branch, known->end, next));
    if (known->branch.open && next == known->end)
        pending->open = pending->word;
}

/* The program ended, or the log, with this block. */
static void settle_last(struct history *history, struct pending *pending)
{
    uint64_t word = pending->word - 1;
    struct known *known = known_of(history, index_at(history, word));
    if (!known || !known->inside || !run_log_block(history->run->log, index_at(history, word), history->block))
        return;
    struct run_part part = run_part_of(history->run, history->block);
    if (pending->stopped)
        set_stopped(history, word, pending->stop, known->address);
    else
        set_part(history, word, part.size, part.op);
}

static void find_ops(struct history *history)
{
    for (uint64_t i = 0; i < history->count; i++) {
        struct pending *pending = &history->lanes[history->words[i] >> COVERAGE_HISTORY_LANE];
        uint32_t index = index_at(history, i);
        if (index == COVERAGE_HISTORY_STOP) {
            if (pending->word && i + 1 < history->count) {
                pending->stopped = true;
                pending->stop = index_at(history, i + 1);
            }
            i++;
            continue;
        }
        struct known *known = known_of(history, index);
        if (pending->word)
            settle(history, pending, known ? known->address : 0);
        pending->word = i + 1;
        pending->stopped = false;
    }
    for (size_t lane = 0; lane < LANES; lane++)
        if (history->lanes[lane].word)
            settle_last(history, &history->lanes[lane]);
}

void run_history_write(struct run *run, struct run_writer *writer)
{
    struct history *history = memory_allocate(sizeof *history);
    uint64_t all = run->log->history->count;
    history->run = run;
    history->words = (const uint32_t *)(run->log->history + 1);
    history->count = run_log_words(run->log);
    history->known_count = run_log_blocks(run->log);
    history->known = memory_allocate((history->known_count + 1) * sizeof *history->known);
    history->block = memory_allocate(sizeof *history->block);
    history->ops = memory_allocate(history->count + 1);
    find_ops(history);
    for (uint64_t i = 0; i < history->count; i++) {
        if (history->ops[i] == NO_ENTRY)
            continue;
        const struct known *known = known_of(history, index_at(history, i));
        if (!known)
            continue;
        uint64_t size = known->size;
        if (history->sizes.count)
            map_get(&history->sizes, i, &size);
        run_write_entry(writer, (known->address - run->result->bias) & run->mask, (uint32_t)size, history->ops[i]);
        run->result->entries++;
    }
    run->result->lost += all > history->count ? all - history->count : 0;
    map_free(&history->sizes);
    free(history->ops);
    free(history->block);
    free(history->known);
    free(history);
}
