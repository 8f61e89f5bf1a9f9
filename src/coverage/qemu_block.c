/* qemu_block.c - what a block says: how far it came, which way its branch went.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "code/code.h"
#include "coverage/qemu.h"
#include "coverage/qemu_inside.h"
#include "coverage/trace.h"

#include <elf.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

enum { SLOT_BLOCKS = 64 };              /* there is one, or one in each forked process */

static int compare_blocks(const void *a, const void *b)
{
    const struct run_summary *one = a, *two = b;
    if (one->address != two->address)
        return one->address < two->address ? -1 : 1;
    if (one->size != two->size)
        return one->size < two->size ? -1 : 1;
    return one->index < two->index ? -1 : one->index > two->index;
}

void run_blocks_read(struct run *run)
{
    uint64_t count = run_log_blocks(run->log);
    size_t capacity = 0;
    struct run_block *block = memory_allocate(sizeof *block);
    for (uint64_t i = 0; i < count; i++) {
        if (!run_log_block(run->log, i, block) || block->log.order == 0)
            continue;
        run->blocks = array_grow(run->blocks, &capacity, run->count + 1, sizeof *run->blocks);
        struct run_summary *summary = &run->blocks[run->count++];
        *summary = (struct run_summary){.address = block->log.address, .order = block->log.order, .index = (uint32_t)i, .size = block->log.size,
                                        .instructions = block->log.instructions, .behind = block->log.behind};
        memcpy(summary->next, block->log.next, sizeof summary->next);
    }
    free(block);
    qsort(run->blocks, run->count, sizeof *run->blocks, compare_blocks);
}

/* beql bnel blezl bgtzl, bltzl bgezl bltzall bgezall, bc1fl bc1tl (MIPS IV). */
static bool is_likely(const struct run *run, uint64_t address)
{
    struct slice bytes = symbols_bytes(run->program->symbols, address, 4);
    if (run->program->machine != EM_MIPS || bytes.size < 4)
        return false;
    bool little = symbols_summary(run->program->symbols).little_endian;
    uint32_t word = 0;
    for (unsigned i = 0; i < 4; i++)
        word = word << 8 | (unsigned char)bytes.data[little ? 3 - i : i];
    uint32_t opcode = word >> 26, kind = word >> 16 & 31;
    return (opcode >= 0x14 && opcode <= 0x17) || (opcode == 1 && (kind & 0xe) == 2) || (opcode == 0x11 && (word >> 21 & 31) == 8 && kind & 2);
}

struct run_branch run_branch_of(const struct run *run, const struct run_block *block)
{
    struct run_branch branch = {0};
    struct code_instruction code;
    uint64_t bias = run->result->bias;
    uint32_t count = block->log.instructions;
    for (uint32_t back = 1; back <= 2 && back <= count; back++) {
        uint64_t address = block->log.address + block->cells[count - back].offset;
        if (!code_at(run->program->reader, (address - bias) & run->mask, &code))
            continue;
        if (back == 2 && !code.delay_slot)
            break;
        branch.open = back == 1 && code.delay_slot;
        branch.likely = back == 2 && code.conditional && is_likely(run, code.address);
        branch.judged = code.conditional && code.has_target;
        branch.target = (code.target + bias) & run->mask;
        branch.next = (code.next + bias) & run->mask;
        if (branch.judged || branch.open)
            break;
    }
    return branch;
}

uint8_t run_outcome(const struct run_branch *branch, uint64_t end, uint64_t address)
{
    if (!branch->judged)
        return address == end ? GNATCOV_FELL_THROUGH : GNATCOV_TAKEN;
    if (address == branch->next)
        return GNATCOV_FELL_THROUGH;
    return address == branch->target ? GNATCOV_TAKEN : 0;
}

static uint8_t summary_outcomes(const struct run_branch *branch, const struct run_summary *summary, uint64_t end)
{
    uint8_t op = summary->behind ? run_outcome(branch, end, end) : 0;
    for (unsigned i = 0; i < COVERAGE_LOG_SUCCESSORS && summary->next[i]; i++)
        op |= run_outcome(branch, end, summary->next[i]);
    return op;
}

/* The first block at an address, or above it. */
static size_t block_search(const struct run *run, uint64_t address)
{
    size_t low = 0, high = run->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (run->blocks[middle].address < address)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

uint8_t run_outcomes(const struct run *run, const struct run_block *block)
{
    struct run_branch branch = run_branch_of(run, block);
    uint64_t end = (block->log.address + block->log.size) & run->mask;
    struct run_summary own = {.behind = block->log.behind};
    memcpy(own.next, block->log.next, sizeof own.next);
    uint8_t op = summary_outcomes(&branch, &own, end);
    if (!branch.open || !branch.judged)
        return op;
    size_t first = block_search(run, end);
    for (size_t i = first; i < run->count && i - first < SLOT_BLOCKS && run->blocks[i].address == end; i++)
        if (run->blocks[i].instructions == 1)
            op |= summary_outcomes(&branch, &run->blocks[i], (end + run->blocks[i].size) & run->mask);
    return op;
}

static bool died_of(const struct run *run, const int *signals)
{
    if (!WIFSIGNALED(run->result->status))
        return false;
    while (*signals && *signals != WTERMSIG(run->result->status))
        signals++;
    return *signals != 0;
}

/* The last instruction began, nothing followed, and it was one that the program died on. One that jumps to where nothing is has run itself: SIGSEGV is
 * not among these. */
static bool died_at_end(const struct run *run, const struct run_block *block)
{
    static const int traps[] = {SIGILL, SIGTRAP, SIGFPE, 0};
    uint64_t count = block->cells[block->log.instructions - 1].count;
    return !block->log.called && (block->log.ends == 0 || (run->alone && count > block->log.ends)) && died_of(run, traps);
}

uint32_t run_furthest(const struct run_block *block)
{
    uint32_t at = 0;
    while (at + 1 < block->log.instructions && block->cells[at + 1].count > 0)
        at++;
    return at;
}

/* How often the next instruction did not begin behind this one, not counting what the plugin has noticed: 0 or 1 where one thread runs alone. */
static bool is_unfinished(const struct run_block *block, uint32_t at)
{
    const struct coverage_cell *cell = &block->cells[at];
    return cell[0].count > cell[1].count + cell[0].stops;
}

struct run_part run_part_of(const struct run *run, const struct run_block *block)
{
    static const int faults[] = {SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGFPE, 0};
    uint32_t last = block->log.instructions - 1, furthest = run_furthest(block), at = furthest;
    if (run->alone)
        for (at = 0; at < furthest && !is_unfinished(block, at);)
            at++;
    if (at < last && is_unfinished(block, at) && died_of(run, faults))
        return (struct run_part){block->cells[at].offset, GNATCOV_FAULT};
    if (furthest < last)
        return (struct run_part){block->cells[furthest].offset, GNATCOV_BLOCK};
    return died_at_end(run, block) ? (struct run_part){block->cells[last].offset, GNATCOV_FAULT} : (struct run_part){block->log.size, GNATCOV_BLOCK};
}
