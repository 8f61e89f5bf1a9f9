/* plugin.c - a plugin for QEMU's user emulators: logs which code runs and where control goes.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     qemu-mips -plugin libexec/clew/gnatcov-qemu.so,log=1000[,history=1001] ./program
 *
 * log and history are descriptors of shared memory, in the layout of coverage/plugin_log.h; clew run-coverage makes them. The plugin maps and closes
 * them before the program begins. It only logs: clew makes the trace from the log after the program has ended.
 *
 * Each instruction increments its count inline when it begins. A callback at the start of each block notes where this thread's previous block has led.
 * The counts also show whether that block ran to its end, and if not, how far it came.
 *
 * QEMU offers version 1 of this interface up to 8.x. Distributions have no header for it; these declarations are from its documentation. */
#include "coverage/coverage.h"

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

typedef uint64_t plugin_t;
struct translation;
struct instruction;
struct emulator {
    const char *machine;
    struct { int least, current; } version;
};
typedef void when_translated(plugin_t, struct translation *);
typedef void when_executed(unsigned cpu, void *data);
typedef void when_called(plugin_t, unsigned cpu, int64_t number, uint64_t, uint64_t, uint64_t, uint64_t, uint64_t, uint64_t, uint64_t, uint64_t);
enum { no_registers = 0, add_to_counter = 0 };

size_t qemu_plugin_tb_n_insns(const struct translation *);
uint64_t qemu_plugin_tb_vaddr(const struct translation *);
struct instruction *qemu_plugin_tb_get_insn(const struct translation *, size_t index);
uint64_t qemu_plugin_insn_vaddr(const struct instruction *);
size_t qemu_plugin_insn_size(const struct instruction *);
uint64_t qemu_plugin_start_code(void) __attribute__((weak));
void qemu_plugin_register_vcpu_tb_trans_cb(plugin_t, when_translated *);
void qemu_plugin_register_vcpu_tb_exec_cb(struct translation *, when_executed *, int registers, void *data);
void qemu_plugin_register_vcpu_insn_exec_inline(struct instruction *, int operation, void *counter, uint64_t amount);
void qemu_plugin_register_vcpu_syscall_cb(plugin_t, when_called *);

#define PUBLIC __attribute__((visibility("default")))
PUBLIC int qemu_plugin_version = 1;
PUBLIC int qemu_plugin_install(plugin_t, const struct emulator *, int count, char **arguments);

static struct coverage_log_head *head;
static struct coverage_block *blocks;
static struct coverage_cell *cells;
static struct coverage_history_head *history;
static uint32_t *history_words;

/* ---- Execution ---- */

/* The last block of a thread. A forked process continues with its parent's. */
static _Thread_local struct lane {
    struct coverage_block *block;
    uint64_t count;                     /* of the block's last instruction, before the block began */
    uint32_t number;                    /* from 1; 0: none yet */
} lane __attribute__((tls_model("initial-exec")));

static void history_add(uint32_t first, uint32_t second, unsigned words)
{
    uint64_t at = __atomic_fetch_add(&history->count, words, __ATOMIC_RELAXED);
    if (at + words > history->capacity)
        return;
    uint32_t mine = lane.number << COVERAGE_HISTORY_LANE;
    history_words[at] = mine | first;
    if (words > 1)
        history_words[at + 1] = mine | second;
}

static void successor_add(struct coverage_block *block, uint64_t address)
{
    for (unsigned i = 0; i < COVERAGE_LOG_SUCCESSORS; i++) {
        uint64_t old = 0;
        if (__atomic_load_n(&block->next[i], __ATOMIC_RELAXED) == address ||
            __atomic_compare_exchange_n(&block->next[i], &old, address, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED) || old == address)
            return;
    }
    block->more = 1;
}

/* Has this instruction, not the last of its block, begun more often than the next one, beyond the known stops? Concurrent threads make the counts inexact. */
static bool is_unnoticed_stop(const struct coverage_cell *cell, uint32_t at)
{
    return cell[at].count > cell[at + 1].count + cell[at].stops;
}

static void ended(struct coverage_block *block, uint64_t address)
{
    block->ends++;
    if (address == block->address + block->size)
        block->behind = 1;
    else if (block->next[0] != address)
        successor_add(block, address);
}

/* A block did not reach its last instruction, and control continued at `address`. If that is the instruction where the block stopped, there was no fault: QEMU
 * continues there when code changes, or when an instruction must run alone. It may also be the last instruction, which has never run here: if an x86
 * instruction crosses into the next page, QEMU lists it in this block, although it translates it as its own block. */
static void stopped(struct coverage_block *block, uint64_t address)
{
    struct coverage_cell *cell = cells + block->cell;
    uint32_t last = block->instructions - 1;
    if (last > 0 && cell[last].count == 0 && address == block->address + cell[last].offset) {
        block->size = cell[last].offset;
        block->instructions = last;
        ended(block, address);
        return;
    }
    for (uint32_t i = 0; i < last; i++) {
        if (!is_unnoticed_stop(cell, i))
            continue;
        cell[i].stops++;
        if (address != block->address + cell[i].offset)
            cell[i].fault = 1;
        if (history)
            history_add(COVERAGE_HISTORY_STOP, i, 2);
        return;
    }
}

static void begins(unsigned cpu, void *data)
{
    struct coverage_block *block = data, *before = lane.block;
    (void)cpu;
    if (before) {
        if (cells[before->cell + before->instructions - 1].count == lane.count)
            stopped(before, block->address);
        else
            ended(before, block->address);
    } else if (!lane.number) {
        lane.number = __atomic_add_fetch(&head->lanes, 1, __ATOMIC_RELAXED);
    }
    lane.block = block;
    lane.count = cells[block->cell + block->instructions - 1].count;
    if (!block->order)
        block->order = __atomic_add_fetch(&head->order, 1, __ATOMIC_RELAXED);
    if (history)
        history_add((uint32_t)(block - blocks), 0, 1);
}

static void called(plugin_t plugin, unsigned cpu, int64_t number, uint64_t a, uint64_t b, uint64_t c, uint64_t d, uint64_t e, uint64_t f, uint64_t g,
                   uint64_t h)
{
    (void)plugin, (void)cpu, (void)number, (void)a, (void)b, (void)c, (void)d, (void)e, (void)f, (void)g, (void)h;
    if (lane.block)
        lane.block->called = 1;
}

/* ---- Translation: QEMU may translate the same code again ---- */

static struct {
    struct coverage_block **slots;      /* open addressing, by address and size */
    uint64_t count, capacity;
    pthread_mutex_t lock;
} known = {.lock = PTHREAD_MUTEX_INITIALIZER};

static uint64_t slot_of(uint64_t address, uint64_t size)
{
    return ((address ^ size << 48) * UINT64_C(0x9e3779b97f4a7c15) >> 20) & (known.capacity - 1);
}

static void known_add(struct coverage_block *block)
{
    uint64_t at = slot_of(block->address, block->size);
    while (known.slots[at])
        at = (at + 1) & (known.capacity - 1);
    known.slots[at] = block;
}

static bool known_grow(void)
{
    uint64_t old_capacity = known.capacity;
    struct coverage_block **old = known.slots, **slots;
    if (known.count * 2 < known.capacity)
        return true;
    slots = calloc(old_capacity ? old_capacity * 2 : 1 << 14, sizeof *slots);
    if (!slots)
        return false;
    known.slots = slots;
    known.capacity = old_capacity ? old_capacity * 2 : 1 << 14;
    for (uint64_t i = 0; i < old_capacity; i++)
        if (old[i])
            known_add(old[i]);
    free(old);
    return true;
}

static bool is_same(const struct coverage_block *block, const struct coverage_block *wanted, const struct translation *translation)
{
    if (block->address != wanted->address || block->size != wanted->size || block->instructions != wanted->instructions)
        return false;
    for (uint32_t i = 0; i < block->instructions; i++)
        if (block->address + cells[block->cell + i].offset != qemu_plugin_insn_vaddr(qemu_plugin_tb_get_insn(translation, i)))
            return false;
    return true;
}

static struct coverage_block *block_find(const struct coverage_block *wanted, const struct translation *translation)
{
    for (uint64_t at = slot_of(wanted->address, wanted->size); known.slots[at]; at = (at + 1) & (known.capacity - 1))
        if (is_same(known.slots[at], wanted, translation))
            return known.slots[at];
    return NULL;
}

/* NULL: the log is full. Writes the block's size last: the reader may then use the block. */
static struct coverage_block *block_add(const struct coverage_block *wanted, const struct translation *translation)
{
    uint64_t cell = __atomic_fetch_add(&head->cells, wanted->instructions, __ATOMIC_RELAXED);
    uint64_t index = __atomic_fetch_add(&head->blocks, 1, __ATOMIC_RELAXED);
    if (cell + wanted->instructions > head->cell_capacity || index >= head->block_capacity)
        return NULL;
    struct coverage_block *block = blocks + index;
    block->address = wanted->address;
    block->cell = cell;
    block->instructions = wanted->instructions;
    for (uint32_t i = 0; i < wanted->instructions; i++)
        cells[cell + i].offset = (qemu_plugin_insn_vaddr(qemu_plugin_tb_get_insn(translation, i)) - wanted->address) & 0xffff;
    __atomic_store_n(&block->size, wanted->size, __ATOMIC_RELEASE);
    known_add(block);
    known.count++;
    return block;
}

static struct coverage_block *block_of(const struct translation *translation)
{
    size_t count = qemu_plugin_tb_n_insns(translation);
    struct instruction *last = qemu_plugin_tb_get_insn(translation, count - 1);
    struct coverage_block wanted = {.address = qemu_plugin_tb_vaddr(translation), .instructions = (uint32_t)count};
    uint64_t size = qemu_plugin_insn_vaddr(last) + qemu_plugin_insn_size(last) - wanted.address;
    if (size == 0 || size > UINT16_MAX)
        return NULL;
    wanted.size = (uint32_t)size;
    pthread_mutex_lock(&known.lock);
    struct coverage_block *block = NULL;
    if (known_grow() && !(block = block_find(&wanted, translation)))
        block = block_add(&wanted, translation);
    pthread_mutex_unlock(&known.lock);
    return block;
}

static void lost(unsigned cpu, void *data)
{
    (void)cpu, (void)data;
    lane.block = NULL;
}

static void translated(plugin_t plugin, struct translation *translation)
{
    size_t count = qemu_plugin_tb_n_insns(translation);
    (void)plugin;
    if (!head->start_code && qemu_plugin_start_code)
        head->start_code = qemu_plugin_start_code();
    struct coverage_block *block = count > 0 ? block_of(translation) : NULL;
    if (!block) {
        __atomic_add_fetch(&head->lost, 1, __ATOMIC_RELAXED);
        qemu_plugin_register_vcpu_tb_exec_cb(translation, lost, no_registers, NULL);
        return;
    }
    qemu_plugin_register_vcpu_tb_exec_cb(translation, begins, no_registers, block);
    for (size_t i = 0; i < count; i++)
        qemu_plugin_register_vcpu_insn_exec_inline(qemu_plugin_tb_get_insn(translation, i), add_to_counter, &cells[block->cell + i].count, 1);
}

/* ---- Beginning ---- */

static void forked(void)
{
    lane.number = __atomic_add_fetch(&head->lanes, 1, __ATOMIC_RELAXED);
}

/* Maps a descriptor, in the size of its file, and closes it. NULL: failed. */
static void *log_map(const char *descriptor, uint64_t least)
{
    int number = (int)strtol(descriptor, NULL, 10);
    struct stat stat_buffer;
    if (fstat(number, &stat_buffer) < 0 || (uint64_t)stat_buffer.st_size < least)
        return NULL;
    void *map = mmap(NULL, (size_t)stat_buffer.st_size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE, number, 0);
    close(number);
    return map != MAP_FAILED && *(const uint64_t *)map == COVERAGE_LOG_MAGIC ? map : NULL;
}

static int refuse(const char *what)
{
    fprintf(stderr, "gnatcov-qemu: %s; clew run-coverage starts this plugin\n", what);
    return -1;
}

int qemu_plugin_install(plugin_t plugin, const struct emulator *emulator, int count, char **arguments)
{
    (void)emulator;
    for (int i = 0; i < count; i++) {
        if (strncmp(arguments[i], "log=", 4) == 0)
            head = log_map(arguments[i] + 4, sizeof *head);
        else if (strncmp(arguments[i], "history=", 8) == 0 && !(history = log_map(arguments[i] + 8, sizeof *history)))
            return refuse("no history at that descriptor");
    }
    if (!head)
        return refuse("no log at a descriptor log=N");
    blocks = (struct coverage_block *)(head + 1);
    cells = (struct coverage_cell *)(blocks + head->block_capacity);
    if (history)
        history_words = (uint32_t *)(history + 1);
    pthread_atfork(NULL, NULL, forked);
    qemu_plugin_register_vcpu_syscall_cb(plugin, called);
    qemu_plugin_register_vcpu_tb_trans_cb(plugin, translated);
    head->started = 1;
    return 0;
}
