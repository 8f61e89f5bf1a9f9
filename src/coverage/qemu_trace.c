/* qemu_trace.c - makes a trace from the plugin's log in shared memory.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "code/code.h"
#include "coverage/qemu.h"
#include "coverage/trace.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include <zlib.h>

/* Only the used part takes memory. Code that ran has about 2 to 10 instructions a block; a large program runs some 100,000 blocks. */
enum { BLOCKS = 1 << 22, CELLS = 1 << 25 };

/* Memory to share with another program; sealed, so that clew can read it without fear of truncation. */
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

static uint64_t run_log_blocks(const struct run_log *log)
{
    uint64_t blocks = __atomic_load_n(&log->head->blocks, __ATOMIC_RELAXED);
    return blocks < BLOCKS ? blocks : BLOCKS;
}

/* words in the history */
static uint64_t run_log_words(const struct run_log *log)
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

/* Copies and checks block `index` with its cells. False: there is none, or it is damaged. */
static bool run_log_block(const struct run_log *log, uint64_t index, struct run_block *block)
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

/* ---- A block: how far it ran, which way its branch went ---- */

enum { SLOT_BLOCKS = 64 };              /* usually one; after forks one for each process */

static int compare_blocks(const void *a, const void *b)
{
    const struct run_summary *one = a, *two = b;
    COMPARE_FIRST(one->address, two->address);
    COMPARE_FIRST(one->size, two->size);
    return COMPARE(one->index, two->index);
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

/* Is this a branch whose delay slot does not run on fall-through? */
static bool is_likely(const struct run *run, uint64_t address)
{
    struct str bytes = symbols_bytes(run->program->symbols, address, 4);
    const struct arch *arch = symbols_arch(run->program->symbols);
    if (!arch || !arch->annuls || bytes.size < 4)
        return false;
    bool little = symbols_summary(run->program->symbols).little_endian;
    uint32_t word = 0;
    for (unsigned i = 0; i < 4; i++)
        word = word << 8 | (unsigned char)bytes.data[little ? 3 - i : i];
    return arch->annuls(word);
}

static struct run_branch run_branch_of(const struct run *run, const struct run_block *block)
{
    struct run_branch branch = {.called = block->log.called != 0};
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

/* TAKEN or FELL_THROUGH of trace.h, or neither, if control went to `address` after a block that ends at `end`. */
static uint8_t run_outcome(const struct run_branch *branch, uint64_t end, uint64_t address)
{
    if (!branch->judged)
        return address == end ? GNATCOV_FELL_THROUGH : branch->called ? 0 : GNATCOV_TAKEN;
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

/* The first block at or above an address. */
static size_t block_search(const struct run *run, uint64_t address)
{
    LOWER_BOUND(size_t, at, 0, run->count, run->blocks[at].address < address);
    return at;
}

/* The outcomes of all executions of a block together. */
static uint8_t run_outcomes(const struct run *run, const struct run_block *block)
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

/* Did the program die on the block's last instruction? It began, nothing followed, and the signal fits. SIGSEGV is not among these signals: a jump to an
 * address without code has itself executed. */
static bool died_at_end(const struct run *run, const struct run_block *block)
{
    static const int traps[] = {SIGILL, SIGTRAP, SIGFPE, 0};
    uint64_t count = block->cells[block->log.instructions - 1].count;
    return !block->log.called && (block->log.ends == 0 || (run->alone && count > block->log.ends)) && died_of(run, traps);
}

/* index of the last instruction that ever began */
static uint32_t run_furthest(const struct run_block *block)
{
    uint32_t at = 0;
    while (at + 1 < block->log.instructions && block->cells[at + 1].count > 0)
        at++;
    return at;
}

/* Did the next instruction sometimes not begin after this one, beyond the stops that the plugin noticed? With a single thread that happens at most once. */
static bool is_unfinished(const struct run_block *block, uint32_t at)
{
    const struct coverage_cell *cell = &block->cells[at];
    return cell[0].count > cell[1].count + cell[0].stops;
}

static struct run_part run_part_of(const struct run *run, const struct run_block *block)
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

/* ---- The trace: infos, then entries in the order in which blocks first ran ---- */

struct run_entry {
    uint64_t address, order;
    uint32_t size;
    uint8_t op;
};

struct run_entries {
    struct run_entry *items;
    size_t count, capacity;
};

/* ---- Writing ---- */

static void flush(struct run_writer *writer)
{
    fwrite(writer->text.data, 1, writer->text.size, writer->file);
    text_clear(&writer->text);
}

static void run_write_entry(struct run_writer *writer, uint64_t address, uint32_t size, uint8_t op)
{
    gnatcov_write_entry(&writer->text, writer->address_size, address, (uint16_t)size, op);
    if (writer->text.size >= 1 << 16)
        flush(writer);
}

static void write_number(struct text *out, enum gnatcov_tag tag, uint64_t value)
{
    char digits[32];
    int size = snprintf(digits, sizeof digits, " %" PRIu64, value);
    gnatcov_write_info(out, tag, (struct str){digits, (size_t)size});
}

static void write_infos(const struct run *run, struct text *out)
{
    const struct run_program *program = run->program;
    struct str bytes = program->bytes;
    char stamp[64];
    struct tm parts;
    time_t modified = (time_t)program->stat.modified;
    gnatcov_write_header(out, GNATCOV_INFO, program->address_size, program->machine);
    gnatcov_write_date(out, (int64_t)time(NULL));
    gnatcov_write_info(out, GNATCOV_EXECUTABLE, str_of(program->path));
    write_number(out, GNATCOV_SIZE, bytes.size);
    if (gmtime_r(&modified, &parts) && strftime(stamp, sizeof stamp, "%Y-%m-%d %H:%M:%S", &parts) > 0)
        gnatcov_write_info(out, GNATCOV_TIME_STAMP, str_of(stamp));
    write_number(out, GNATCOV_CRC32, crc32_z(crc32_z(0, NULL, 0), (const unsigned char *)bytes.data, bytes.size));
    if (run->options->tag)
        gnatcov_write_info(out, GNATCOV_USER_DATA, str_of(run->options->tag));
    gnatcov_write_info(out, GNATCOV_END, (struct str){NULL, 0});
    gnatcov_write_header(out, run->options->history ? GNATCOV_HISTORY : GNATCOV_FLAT, program->address_size, program->machine);
}

/* ---- Entries ---- */

static void entry_add(struct run_entries *entries, uint64_t address, uint64_t order, uint32_t size, uint8_t op)
{
    if (size == 0 && op != GNATCOV_FAULT)
        return;
    entries->items = array_grow(entries->items, &entries->capacity, entries->count + 1, sizeof *entries->items);
    entries->items[entries->count++] = (struct run_entry){address, order, size, op};
}

static void block_entries(const struct run *run, const struct run_block *block, struct run_entries *entries)
{
    const struct coverage_cell *cells = block->cells;
    uint64_t address = (block->log.address - run->result->bias) & run->mask, order = block->log.order;
    uint32_t last = block->log.instructions - 1, furthest = run_furthest(block);
    struct run_part part = run_part_of(run, block);
    bool died = part.op == GNATCOV_FAULT && part.size == cells[last].offset && block->log.ends == 0;
    bool whole = furthest == last && !died;
    uint8_t outcomes = whole ? run_outcomes(run, block) : 0;
    bool annulled = outcomes == GNATCOV_FELL_THROUGH && run_branch_of(run, block).likely;
    if (whole)
        entry_add(entries, address, order, annulled ? cells[last].offset : block->log.size, GNATCOV_BLOCK | outcomes);
    for (uint32_t i = 0; i < last; i++)
        if (cells[i].fault)
            entry_add(entries, address, order, cells[i].offset, GNATCOV_FAULT);
    if (part.op == GNATCOV_FAULT || (!whole && !cells[furthest].fault))
        entry_add(entries, address, order, part.size, part.op);
}

static int compare_places(const void *a, const void *b)
{
    const struct run_entry *one = a, *two = b;
    COMPARE_FIRST(one->address, two->address);
    COMPARE_FIRST(one->size, two->size);
    return (one->op & GNATCOV_FAULT) - (two->op & GNATCOV_FAULT);
}

static int compare_orders(const void *a, const void *b)
{
    const struct run_entry *one = a, *two = b;
    COMPARE_FIRST(one->order, two->order);
    return (one->op & GNATCOV_FAULT) != (two->op & GNATCOV_FAULT) ? (one->op & GNATCOV_FAULT) - (two->op & GNATCOV_FAULT) : compare_places(a, b);
}

/* Merges the entries of one place: a forked process may have translated the block again. Keeps them sorted by place. */
static void entries_join(struct run_entries *entries)
{
    size_t kept = 0;
    for (size_t i = 0; i < entries->count; i++) {
        struct run_entry *item = &entries->items[i], *before = kept ? &entries->items[kept - 1] : NULL;
        if (before && compare_places(before, item) == 0) {
            before->op |= item->op;
            before->order = item->order < before->order ? item->order : before->order;
        } else {
            entries->items[kept++] = *item;
        }
    }
    entries->count = kept;
}

static uint64_t entries_bytes(const struct run_entries *entries)
{
    uint64_t bytes = 0, end = 0;                        /* end: of the bytes counted so far, within the span of code */
    for (size_t i = 0; i < entries->count; i++) {
        const struct run_entry *item = &entries->items[i];
        uint64_t from = item->address > end || bytes == 0 ? item->address : end, to = item->address + item->size;
        if (to > from)
            bytes += to - from, end = to;
    }
    return bytes;
}

static bool is_inside(const struct run *run, const struct run_summary *block)
{
    return run_program_holds(run->program, (block->address - run->result->bias) & run->mask, block->size);
}

static void entries_collect(struct run *run, struct run_entries *entries)
{
    struct run_block *block = memory_allocate(sizeof *block);
    for (size_t i = 0; i < run->count; i++) {
        if (!is_inside(run, &run->blocks[i])) {
            run->result->outside++;
        } else if (run_log_block(run->log, run->blocks[i].index, block)) {
            block_entries(run, block, entries);
            run->result->blocks++;
        }
    }
    free(block);
    if (entries->count > 0)
        qsort(entries->items, entries->count, sizeof *entries->items, compare_places);
    entries_join(entries);
    run->result->bytes = entries_bytes(entries);
}

static void run_history_write(struct run *run, struct run_writer *writer);

void run_trace_write(struct run *run, FILE *file)
{
    struct run_writer writer = {.file = file, .address_size = run->program->address_size};
    struct run_entries entries = {0};
    write_infos(run, &writer.text);
    entries_collect(run, &entries);
    if (run->options->history) {
        run_history_write(run, &writer);
    } else {
        if (entries.count > 0)
            qsort(entries.items, entries.count, sizeof *entries.items, compare_orders);
        for (size_t i = 0; i < entries.count; i++)
            run_write_entry(&writer, entries.items[i].address, entries.items[i].size, entries.items[i].op);
        run->result->entries = entries.count;
    }
    flush(&writer);
    text_free(&writer.text);
    free(entries.items);
}

/* ---- An entry for every execution of every block ----
 *
 * The log says which block began. The next block of the same thread shows how it ended, so clew writes entries only when it knows all of that: the first pass
 * gives each word its op, the second one writes. */

enum { LANES = 256, NO_ENTRY = 0 };

struct pending {
    uint64_t word, open;                /* 1 + index, 0: none. word: the last one that began; open: the branch before, if its delay slot is that block */
    bool stopped;
    uint32_t stop;                      /* the instruction in whose middle it stopped */
};

/* Cached properties of a block. */
struct known {
    bool read, inside;
    struct run_branch branch;
    uint64_t address, end;
    uint32_t size;                      /* size in its entries: excludes a delay slot that never ran */
};

struct history {
    struct run *run;
    const uint32_t *words;
    uint64_t count;
    uint8_t *ops;                       /* for each word; 0: no entry */
    struct map sizes;                   /* word -> size, where that is not the block's */
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

/* A block stopped in its middle: with a fault, unless control continued at the same instruction. */
static void set_stopped(struct history *history, uint64_t word, uint32_t stop, uint64_t next)
{
    struct run_block *block = history->block;
    if (!run_log_block(history->run->log, index_at(history, word), block) || stop >= block->log.instructions)
        return;
    uint32_t offset = block->cells[stop].offset;
    set_part(history, word, offset, next == ((block->log.address + offset) & history->run->mask) ? GNATCOV_BLOCK : GNATCOV_FAULT);
}

/* Control went from the lane's last block to `next`. */
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

/* This block is the last one of the program or of the log. */
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

static void run_history_write(struct run *run, struct run_writer *writer)
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
