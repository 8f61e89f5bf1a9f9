/* qemu_log.c - the memory that the plugin writes to, made and read.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "coverage/qemu_inside.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* Only what is used takes memory. Code that ran has about 2 to 10 instructions a block; a large program runs some 100,000 blocks. */
enum { BLOCKS = 1 << 22, CELLS = 1 << 25 };

/* Memory that can be handed to another program, and that this one can read without fear that it is cut. */
static bool memory_make(const char *name, const void *head, size_t head_size, uint64_t size, int *descriptor, const void **map, struct error *error)
{
    *descriptor = memfd_create(name, MFD_CLOEXEC | MFD_ALLOW_SEALING);
    if (*descriptor < 0)
        return error_set(error, "no memory to share with the emulator: %s", strerror(errno));
    if (ftruncate(*descriptor, (off_t)size) < 0 || pwrite(*descriptor, head, head_size, 0) != (ssize_t)head_size ||
        fcntl(*descriptor, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL) < 0 ||
        (*map = mmap(NULL, (size_t)size, PROT_READ, MAP_SHARED | MAP_NORESERVE, *descriptor, 0)) == MAP_FAILED) {
        int number = errno;
        *map = NULL;
        close(*descriptor);
        *descriptor = -1;
        return error_set(error, "no memory to share with the emulator: %s", strerror(number));
    }
    return true;
}

bool run_log_open(bool history, uint64_t limit, struct run_log *log, struct error *error)
{
    const struct coverage_log_head head = {.magic = COVERAGE_LOG_MAGIC, .block_capacity = BLOCKS, .cell_capacity = CELLS};
    const struct coverage_history_head history_head = {.magic = COVERAGE_LOG_MAGIC, .capacity = limit};
    const void *map;
    *log = (struct run_log){.descriptor = -1, .history_descriptor = -1};
    log->size = sizeof head + (uint64_t)BLOCKS * sizeof(struct coverage_block) + (uint64_t)CELLS * sizeof(struct coverage_cell);
    if (!memory_make("clew-log", &head, sizeof head, log->size, &log->descriptor, &map, error))
        return false;
    log->head = map;
    if (!history)
        return true;
    log->history_size = sizeof history_head + limit * sizeof(uint32_t);
    if (!memory_make("clew-history", &history_head, sizeof history_head, log->history_size, &log->history_descriptor, &map, error)) {
        run_log_close(log);
        return false;
    }
    log->history = map;
    return true;
}

void run_log_close(struct run_log *log)
{
    if (log->head)
        munmap((void *)(uintptr_t)log->head, (size_t)log->size);
    if (log->history)
        munmap((void *)(uintptr_t)log->history, (size_t)log->history_size);
    if (log->descriptor >= 0)
        close(log->descriptor);
    if (log->history_descriptor >= 0)
        close(log->history_descriptor);
    *log = (struct run_log){.descriptor = -1, .history_descriptor = -1};
}

uint64_t run_log_blocks(const struct run_log *log)
{
    uint64_t blocks = __atomic_load_n(&log->head->blocks, __ATOMIC_RELAXED);
    return blocks < BLOCKS ? blocks : BLOCKS;
}

uint64_t run_log_words(const struct run_log *log)
{
    uint64_t capacity = (log->history_size - sizeof *log->history) / sizeof(uint32_t), words = __atomic_load_n(&log->history->count, __ATOMIC_RELAXED);
    return words < capacity ? words : capacity;
}

/* Offsets ascend and stay within the block. */
static bool is_sound(const struct run_block *block)
{
    if (block->cells[0].offset != 0)
        return false;
    for (uint32_t i = 0; i < block->log.instructions; i++)
        if (block->cells[i].offset >= (i + 1 < block->log.instructions ? block->cells[i + 1].offset : block->log.size))
            return false;
    return true;
}

bool run_log_block(const struct run_log *log, uint64_t index, struct run_block *block)
{
    const struct coverage_block *blocks = (const struct coverage_block *)(log->head + 1);
    const struct coverage_cell *cells = (const struct coverage_cell *)(blocks + BLOCKS);
    if (index >= BLOCKS)
        return false;
    memcpy(&block->log, &blocks[index], sizeof block->log);
    uint32_t count = block->log.instructions;
    if (block->log.size == 0 || block->log.size > UINT16_MAX || count == 0 || count > COVERAGE_LOG_INSTRUCTIONS || block->log.cell > CELLS - count)
        return false;
    memcpy(block->cells, &cells[block->log.cell], count * sizeof *cells);
    return is_sound(block);
}
