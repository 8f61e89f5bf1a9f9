/* lifetimes.c - runs a recording again and watches what it does with memory.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/state/misuses.h"
#include "recording/state/regions.h"
#include "recording/state/state.h"
#include "recording/state/unwritten.h"

#include <stdlib.h>
#include <string.h>

enum { RAX = 0, RCX = 1, RDX = 2, RSP = 4, RSI = 6, RDI = 7, R8 = 8, R9 = 9 };
enum { SYSTEM_MMAP = 9, SYSTEM_MUNMAP = 11, SYSTEM_BRK = 12, SYSTEM_MREMAP = 25 };
enum { THREADS = 1 << 16, RECENT = 64, PAGE_BITS = 12 };
enum {
    JUMP = 16 << 10,                    /* the stack pointer moves farther at once: it changed to another stack */
    RED_ZONE = 128,
    AHEAD = 64 << 10,                   /* of the main stack, bytes marked unwritten before it comes there */
    STACK_MOST = 8 << 20,
    ENTRIES_MOST = 1 << 12
};

/* ---- The pass ---- */

/* Where an access, a call or an event stands. */
struct moment {
    bool yours;
    uint64_t time, site, order;
};

/* A call of one of the entries, from its first instruction to its return. */
struct call {
    bool active;
    struct lifetimes_entry entry;
    struct moment moment;               /* of the instruction in your code that led to it */
    uint64_t arguments[ALLOCATOR_ARGUMENTS];
    uint64_t back, rsp;                 /* its return address, 0: unknown; the stack pointer there, which holds it */
    uint64_t kept, kept_size;           /* what it moves: the marks there stay as they were when it began, whatever it writes over them */
};

struct life {                           /* of a thread */
    bool begun;
    uint64_t rsp, lowest, highest;      /* of its stack: lowest with anything on it */
    uint64_t marked;                    /* the main stack is marked down to here; 0: another stack */
    bool returned;                      /* from a signal handler, just now */
    uint64_t time, site;                /* of its execution in your code that ran last: its instruction's address */
    struct call call, own;              /* own: of an allocator of the program itself, which may call others */
    struct call interrupted[2];         /* these two, while a handler runs */
    unsigned handlers;                  /* that run */
    uint64_t number, arguments[3];      /* its last system call */
};

/* What runs of a segment need to know. */
struct life_segment {
    uint32_t version;                   /* of the entries, when this was known; 0: not known */
    bool inner;
    uint32_t starts, yours;             /* instructions; those of your code */
    uint32_t last_yours;                /* the part with the last one */
    uint32_t entry;                     /* the first part with an entry; UINT32_MAX: none */
};

struct pass {
    struct lifetimes *result;
    struct state *state;
    struct lifetimes_code code;         /* entries grow: what resolvers returned */
    bool partial;                       /* blocks may be older than the recording */
    struct map entries;                 /* address -> 1 + index in the code's entries */
    struct map pools;                   /* -> 1 + the block that it gave last; `next` of that is 1 + the one before */
    uint32_t version;
    struct machine *machine;
    struct piece_run *run;
    ARRAY(struct life_segment, segments);
    struct life **threads;
    bool plain;                         /* all is recorded */
    struct unwritten unwritten;
    struct regions heaps;
    uint32_t recent[RECENT];            /* blocks that were accessed, by address; 0: none, else 1 + number */
    uint64_t end;                       /* the program break; 0: unknown */
    uint64_t scans;                     /* blocks passed in search of freed ones */
    uint64_t marked, read;              /* bytes of blocks marked as unwritten; of texts that string functions read */
    uint64_t looked;                    /* pages that system calls read and memcpy copied */
    const struct progress *progress;
    uint64_t piece, pieces;             /* that runs, of so many */
    bool stopped;                       /* by progress, within a piece */
    /* the run under way */
    struct life *thread;
    struct micro_parts parts;
    uint32_t segment, from, to;
    uint64_t time, order;               /* of the next execution in your code, of the next instruction, at its beginning */
    uint64_t ran;                       /* instructions that the pass has run */
    bool exempt, reads;                 /* its accesses are not checked; nor are its loads */
};

/* ---- Misuses ---- */

static bool is_yours(const struct pass *pass, uint32_t part, uint64_t order)
{
    return state_is_yours(pass->state, pass->segment, part, pass->parts.items[part].starts ? order : order - 1);
}

/* A part of the run under way. */
static struct moment moment_of(const struct pass *pass, uint32_t part)
{
    struct moment moment = {false, pass->thread->time, pass->thread->site, pass->order};
    uint64_t time = pass->time;
    for (uint32_t i = pass->from; i <= part && i < pass->parts.count; i++) {
        bool starts = pass->parts.items[i].starts;
        moment.yours = is_yours(pass, i, moment.order);
        time += starts && moment.yours;
        if (moment.yours) {
            moment.time = time - 1;
            moment.site = pass->parts.items[i].address;
        }
        moment.order += starts && i < part;
    }
    return moment;
}

/* Between two runs. */
static struct moment moment_between(const struct pass *pass)
{
    return (struct moment){false, pass->thread->time, pass->thread->site, pass->order};
}

/* From here on no access can be judged. */
static void give_up(struct pass *pass, const struct moment *moment)
{
    pass->result->full = pass->result->full ? pass->result->full : moment->time ? moment->time : 1;
    regions_free(&pass->heaps);
}

/* The row of a misuse, one more. NULL: no access can be judged any more, for example because there are too many rows. */
static struct misuse *note_misuse(struct pass *pass, enum misuse_kind kind, const struct moment *moment, uint64_t address, uint64_t size)
{
    struct misuse first = {.kind = (uint8_t)kind, .yours = moment->yours, .time = moment->time, .order = moment->order, .address = address, .size = size,
                           .block = BLOCK_NONE, .last = BLOCK_NONE};
    struct misuse *row = pass->result->full ? NULL : misuses_note(pass->result, moment->site, first);
    if (!row)
        give_up(pass, moment);
    return row;
}

static void keep_use(struct pass *pass, struct misuse *row, const struct moment *moment, uint64_t address, uint32_t block)
{
    misuses_keep(pass->result, row, moment->time, address, block);
}

/* The last freed block, of those from number `from` on, that held the byte, or BLOCK_NONE. False: the search would take too long, or was stopped. */
static bool freed_at(struct pass *pass, const struct moment *moment, uint64_t address, uint32_t from, uint32_t *block)
{
    enum { MOST = 1 << 30, REPORTED = 1 << 22 };
    uint64_t before = pass->scans / REPORTED;
    pass->scans += pass->result->blocks.items_count - from;
    if (pass->scans / REPORTED != before && !progress_report(pass->progress, pass->piece, pass->pieces))
        pass->stopped = true;
    if (pass->stopped)
        return false;
    if (pass->scans >= MOST) {
        give_up(pass, moment);
        return false;
    }
    *block = blocks_last(&pass->result->blocks, address, from);
    return true;
}

static bool holds(const struct heap_block *block, uint64_t address)
{
    return address - block->address < block->size;
}

/* The live block whose end or beginning is nearest to a byte that none holds; where an own allocator carves a block, of its blocks. */
static uint32_t nearest(const struct blocks *blocks, uint64_t address)
{
    enum { BELOW_WITHIN, ABOVE_WITHIN, BELOW, ABOVE, CANDIDATES };
    uint32_t around = blocks_at(blocks, address), found = BLOCK_NONE;
    bool carved = around != BLOCK_NONE && blocks->items[around].holds;
    uint64_t least = UINT64_MAX;
    const uint32_t candidates[CANDIDATES] = {
        [BELOW_WITHIN] = blocks_below(blocks, address, true), [ABOVE_WITHIN] = blocks_above(blocks, address, true),
        [BELOW] = carved ? BLOCK_NONE : blocks_below(blocks, address, false), [ABOVE] = carved ? BLOCK_NONE : blocks_above(blocks, address, false)};
    for (unsigned i = 0; i < CANDIDATES; i++) {
        const struct heap_block *block = candidates[i] == BLOCK_NONE ? NULL : &blocks->items[candidates[i]];
        uint64_t gap = !block ? UINT64_MAX : block->address > address ? block->address - address : address - (block->address + block->size);
        if (gap < least) {
            least = gap;
            found = candidates[i];
        }
    }
    return found;
}

/* An access with a byte that no live block holds: at `bad`. It may not be heap memory. */
static void note_outside(struct pass *pass, const struct moment *moment, uint64_t address, uint64_t size, uint64_t bad, bool stores, bool kernel)
{
    enum { HEADER = 8 /* of malloc, between two blocks */ };
    const struct blocks *blocks = &pass->result->blocks;
    enum misuse_kind freed = stores ? MISUSE_FREED_WRITE : MISUSE_FREED_READ, outside = stores ? MISUSE_OUTSIDE_WRITE : MISUSE_OUTSIDE_READ;
    struct misuse *row = misuses_find(pass->result, moment->site, freed);
    if (!regions_hold(&pass->heaps, bad))
        return;
    uint32_t last = row ? row->last : BLOCK_NONE;       /* blocks behind it may have held the byte since */
    bool same = last != BLOCK_NONE && !blocks->items[last].live && holds(&blocks->items[last], bad);
    uint32_t below = blocks_below(blocks, bad, false), block = BLOCK_NONE;
    bool just_behind = !same && below != BLOCK_NONE && bad - (blocks->items[below].address + blocks->items[below].size) < HEADER;
    if (!just_behind && !freed_at(pass, moment, bad, same ? last : 0, &block))
        return;
    bool is_freed = block != BLOCK_NONE;
    row = note_misuse(pass, is_freed ? freed : outside, moment, address, size);
    if (!row)
        return;
    row->last = block;
    block = is_freed ? block : nearest(blocks, bad);
    keep_use(pass, row, moment, address, block);
    if (row->count > 1)
        return;
    row->kernel = kernel;
    row->call = (uint32_t)pass->thread->number;
    row->block = block;
}

/* The live block that holds a byte and no other blocks. */
static const struct heap_block *innermost(const struct blocks *blocks, uint64_t address)
{
    uint32_t found = blocks_at(blocks, address);
    return found == BLOCK_NONE || blocks->items[found].holds ? NULL : &blocks->items[found];
}

/* Does one live block hold the whole access? */
static bool is_inside(struct pass *pass, uint64_t address, uint64_t size)
{
    const struct blocks *blocks = &pass->result->blocks;
    uint32_t *recent = &pass->recent[address >> 4 & (RECENT - 1)];
    const struct heap_block *block = *recent ? &blocks->items[*recent - 1] : NULL;
    if (!block || !block->live || !holds(block, address)) {
        uint32_t found = blocks_at(blocks, address);
        if (found == BLOCK_NONE)
            return false;
        *recent = found + 1;
        block = &blocks->items[found];
    }
    if (block->holds && (block = innermost(blocks, address)) == NULL)
        return false;
    return size <= block->size - (address - block->address);
}

/* The first byte of a range that its first byte's block does not hold. */
static uint64_t first_outside(const struct blocks *blocks, uint64_t address)
{
    const struct heap_block *block = innermost(blocks, address);
    return block ? block->address + block->size : address;
}

static bool is_partly_inside(const struct blocks *blocks, uint64_t address, uint64_t size)
{
    for (int within = 0; within < 2; within++) {
        uint32_t last = blocks_below(blocks, address + (size - 1), within);
        const struct heap_block *block = last == BLOCK_NONE ? NULL : &blocks->items[last];
        if (block && !block->holds && block->size && block->address + block->size > address)
            return true;
    }
    return false;
}

static void check_heap(struct pass *pass, uint64_t address, unsigned size, uint32_t part, bool stores)
{
    enum { WORD = 8 };
    if (is_inside(pass, address, size) || (pass->reads && !stores))
        return;
    if (size > WORD && !stores && address % size == 0 && is_partly_inside(&pass->result->blocks, address, size))
        return;
    struct moment moment = moment_of(pass, part);
    note_outside(pass, &moment, address, size, first_outside(&pass->result->blocks, address), stores, false);
}

/* A range that the kernel or a string function accessed. */
static void check_range(struct pass *pass, const struct moment *moment, uint64_t address, uint64_t size, bool stores, bool kernel)
{
    if (size && address + (size - 1) >= address && regions_page(&pass->heaps, address) && !is_inside(pass, address, size))
        note_outside(pass, moment, address, size, first_outside(&pass->result->blocks, address), stores, kernel);
}

/* A load in your code of bytes that nothing wrote. */
static void check_unwritten(struct pass *pass, uint64_t address, unsigned size, uint32_t part)
{
    struct moment moment = moment_of(pass, part);
    struct misuse *row = moment.yours ? note_misuse(pass, MISUSE_UNWRITTEN, &moment, address, size) : NULL;
    if (!row)
        return;
    uint32_t block = row->count > MISUSE_USES ? BLOCK_NONE : blocks_at(&pass->result->blocks, address);
    keep_use(pass, row, &moment, address, block);
    if (row->count == 1)
        row->block = block;
}

/* May clew look at so many bytes more for unwritten ones? */
static bool may_look(struct pass *pass, uint64_t size)
{
    pass->looked += (size < UNWRITTEN_RANGE ? size : UNWRITTEN_RANGE) / UNWRITTEN_PAGE + 1;
    pass->result->limits |= (size > UNWRITTEN_RANGE ? LIFETIMES_COPY : 0) | (pass->looked >= LOOKED_MOST ? LIFETIMES_COPIES : 0);
    return pass->looked < LOOKED_MOST;
}

/* A system call reads a range. */
static void check_kernel(struct pass *pass, const struct moment *moment, uint64_t address, uint64_t size)
{
    uint64_t offset, count = 0;
    if (may_look(pass, size))
        count = unwritten_first(&pass->unwritten, address, size < UNWRITTEN_RANGE ? size : UNWRITTEN_RANGE, &offset);
    if (!count || (regions_page(&pass->heaps, address + offset) && !innermost(&pass->result->blocks, address + offset)))
        return;
    struct misuse *row = note_misuse(pass, MISUSE_UNWRITTEN_KERNEL, moment, address + offset, count);
    if (!row)
        return;
    uint32_t block = blocks_at(&pass->result->blocks, address + offset);
    keep_use(pass, row, moment, address + offset, block);
    if (row->count > 1)
        return;
    row->kernel = true;
    row->call = (uint32_t)pass->thread->number;
    row->block = block;
}

/* A thread wrote a range, or the range is new. */
static void clear_unwritten(struct pass *pass, const struct life *thread, uint64_t address, uint64_t size)
{
    unwritten_clear_except(&pass->unwritten, address, size, thread->call.kept, thread->call.active ? thread->call.kept_size : 0);
}

static void mark_ahead(struct pass *pass, struct life *thread, uint64_t address)
{
    while (address < thread->marked && thread->marked - address < STACK_MOST && thread->marked > AHEAD) {
        thread->marked -= AHEAD;
        unwritten_mark(&pass->unwritten, thread->marked, AHEAD);
    }
}

static void take_access(void *context, uint64_t address, unsigned size, uint32_t part, bool stores)
{
    enum { WORD = 8 };
    struct pass *pass = context;
    struct life *thread = pass->thread;
    if (stores) {
        if (thread->rsp - address < JUMP && address < thread->lowest) {
            mark_ahead(pass, thread, address);
            thread->lowest = address;
        }
        clear_unwritten(pass, thread, address, size);
    } else if (size <= WORD && !pass->exempt && unwritten_all(&pass->unwritten, address, size) &&
               (!regions_page(&pass->heaps, address) || innermost(&pass->result->blocks, address))) {        /* outside blocks it is another misuse */
        check_unwritten(pass, address, size, part);
    }
    if (!pass->exempt && regions_page(&pass->heaps, address))
        check_heap(pass, address, size, part, stores);
}

/* ---- Calls ---- */

static uint64_t general(struct pass *pass, unsigned number)
{
    return log_number(machine_registers(pass->machine, piece_thread(pass->run)) + REGISTERS_GENERAL + 8 * number, 8);
}

static bool is_inner(const struct pass *pass, uint64_t address)
{
    for (size_t i = 0; i < pass->code.inner_count; i++)
        if (address >= pass->code.inner[i].first && address <= pass->code.inner[i].last)
            return true;
    return false;
}

/* A block is there. BLOCK_NONE: there are too many, or the allocator failed. */
static uint32_t add_block(struct pass *pass, const struct moment *moment, uint64_t address, uint64_t size, unsigned how)
{
    struct lifetimes *result = pass->result;
    bool within = how >= ALLOCATES_OWN;
    if (!address || result->full)
        return BLOCK_NONE;
    bool stack = within && address - pass->thread->rsp < STACK_MOST;
    if ((pass->partial || within) && size && !stack && !regions_hold(&pass->heaps, address))
        regions_add(&pass->heaps, address, size);
    uint32_t block = blocks_add(&result->blocks, (struct heap_block){.address = address, .size = size, .allocated = moment->time, .order = pass->order,
                                                                     .how = (uint8_t)how, .within = within});
    if (block == BLOCK_NONE)
        give_up(pass, moment);
    return block;
}

/* What one of them gave, another one may free. */
static unsigned family(unsigned how)
{
    return how == ALLOCATES_NEW || how == ALLOCATES_DELETE ? 1 : how == ALLOCATES_NEW_ARRAY || how == ALLOCATES_DELETE_ARRAY ? 2 : 0;
}

static void note_free(struct pass *pass, enum misuse_kind kind, const struct moment *moment, uint64_t address, uint32_t block, unsigned how)
{
    struct misuse *row = note_misuse(pass, kind, moment, address, 0);
    if (!row)
        return;
    keep_use(pass, row, moment, address, block);
    if (row->count > 1)
        return;
    row->block = block;
    row->how = (uint8_t)how;
}

/* Memory is about to be freed, by free or a function that does it too. */
static void free_block(struct pass *pass, const struct moment *moment, uint64_t address, unsigned how, bool inner)
{
    struct blocks *blocks = &pass->result->blocks;
    bool within = how >= ALLOCATES_OWN;
    uint32_t block = blocks_starting(blocks, address, within);
    if (!address || pass->result->full)
        return;
    if (block != BLOCK_NONE) {
        bool mismatch = !within && family(how) != family(blocks->items[block].how) && !inner;
        if (mismatch)
            note_free(pass, MISUSE_MISMATCH, moment, address, block, how);
        blocks_free_at(blocks, block, moment->time, (uint8_t)how);
        return;
    }
    if (inner)
        return;
    uint32_t freed;
    if (!freed_at(pass, moment, address, 0, &freed))
        return;
    bool twice = freed != BLOCK_NONE && blocks->items[freed].address == address && blocks->items[freed].within == within;
    if (pass->partial && !twice)
        return;
    note_free(pass, twice ? MISUSE_FREED_TWICE : MISUSE_FREED_WRONG, moment, address, twice ? freed : blocks_at(blocks, address), how);
}

static bool read_memory(struct pass *pass, uint64_t address, void *bytes, uint64_t size)
{
    return image_read(machine_image(pass->machine), address, bytes, size);
}

/* A block's bytes are new. */
static void mark_new(struct pass *pass, uint64_t address, uint64_t size)
{
    enum { FEW = 1 << PAGE_BITS };
    if (pass->marked >= MARKED_MOST && size > FEW)
        pass->result->limits |= LIFETIMES_BLOCKS;
    pass->marked += size < UNWRITTEN_RANGE ? size : UNWRITTEN_RANGE;
    unwritten_mark(&pass->unwritten, address, pass->marked < MARKED_MOST || size < FEW ? size : FEW);
}

static const struct allocator *own_of(const struct pass *pass, const struct call *call)
{
    return &pass->code.own[call->entry.how - ALLOCATES_OWN];
}

/* An argument of a call; 0: it has none such. */
static uint64_t argument(const struct call *call, int number)
{
    return number == NO_ARGUMENT ? 0 : call->arguments[number];
}

static void free_own(struct pass *pass, const struct moment *moment, uint32_t block, unsigned how)
{
    struct heap_block freed = pass->result->blocks.items[block];
    blocks_free_at(&pass->result->blocks, block, moment->time, (uint8_t)how);
    mark_new(pass, freed.address, freed.size);
}

/* Frees all blocks of a pool. */
static void free_pool(struct pass *pass, const struct moment *moment, uint64_t pool, unsigned how)
{
    uint64_t block;
    const struct heap_block *items = pass->result->blocks.items;
    if (!map_get(&pass->pools, pool, &block))
        return;
    for (; block; block = items[block - 1].next)
        if (items[block - 1].live)
            free_own(pass, moment, (uint32_t)(block - 1), how);
    map_put(&pass->pools, pool, 0);
}

static void begin_own(struct pass *pass, const struct call *call)
{
    const struct allocator *own = own_of(pass, call);
    uint64_t address = argument(call, own->block);
    if (own->size != NO_ARGUMENT || own->bytes || pass->result->full)
        return;
    if (own->block != NO_ARGUMENT) {
        uint32_t block = blocks_starting(&pass->result->blocks, address, true);
        if (block != BLOCK_NONE)
            free_own(pass, &call->moment, block, call->entry.how);
        else
            free_block(pass, &call->moment, address, call->entry.how, false);
    } else if (own->pool != NO_ARGUMENT) {
        free_pool(pass, &call->moment, argument(call, own->pool), call->entry.how);
    }
}

/* The block that realloc may move, or what memmove reads. Before realloc returns, free may write to its first and last bytes, or unmap it. */
static void keep_marks(const struct pass *pass, struct call *call)
{
    bool resizes = call->entry.how == ALLOCATES_REALLOC || call->entry.how == ALLOCATES_REALLOCARRAY;
    uint32_t block = resizes ? blocks_starting(&pass->result->blocks, call->arguments[0], false) : BLOCK_NONE;
    if (block != BLOCK_NONE) {
        call->kept = call->arguments[0];
        call->kept_size = pass->result->blocks.items[block].size;
    } else if (call->entry.reads == READS_COPY && !call->entry.resolves) {
        call->kept = call->arguments[1];
        call->kept_size = call->arguments[2];
    }
}

/* Call's function is about to run. */
static void begin_call(struct pass *pass, struct life *thread, const struct lifetimes_entry *entry)
{
    static const unsigned registers[ALLOCATOR_ARGUMENTS] = {RDI, RSI, RDX, RCX, R8, R9};
    struct call *call = entry->how >= ALLOCATES_OWN ? &thread->own : &thread->call;
    *call = (struct call){.entry = *entry, .rsp = general(pass, RSP)};
    for (unsigned i = 0; i < ALLOCATOR_ARGUMENTS; i++)
        call->arguments[i] = general(pass, registers[i]);
    call->active = true;
    call->moment = moment_between(pass);
    call->moment.yours = is_yours(pass, pass->from, pass->order);
    if (!read_memory(pass, call->rsp, &call->back, sizeof call->back))
        call->back = 0;                 /* the piece begins between the call and here */
    keep_marks(pass, call);
    if (entry->how >= ALLOCATES_OWN)
        begin_own(pass, call);
    else if (entry->how >= ALLOCATES_FREE && entry->how <= ALLOCATES_DELETE_ARRAY)
        free_block(pass, &call->moment, call->arguments[0], entry->how, is_inner(pass, call->back));
}

/* The text's bytes that a function read: up to a 0 or the most. other: only up to the first difference; 0: no other. */
static uint64_t string_size(struct pass *pass, uint64_t address, uint64_t other, uint64_t most, bool ends)
{
    uint8_t one, two;
    uint64_t size = 0;
    for (; size < most; size++, pass->read++) {
        if (size >= TEXT_MOST || pass->read >= TEXT_MOST + TEXTS_EACH * pass->ran) {
            pass->result->limits |= size >= TEXT_MOST ? LIFETIMES_TEXT : LIFETIMES_TEXTS;
            return size;
        }
        if (!read_memory(pass, address + size, &one, 1) || (other && !read_memory(pass, other + size, &two, 1)))
            return size;
        if ((ends && !one) || (other && one != two))
            return size + 1;
    }
    return size;
}

/* What was unwritten stays so where it was copied to. The call kept the marks, also where it wrote over them. */
static void copy_unwritten(struct pass *pass, uint64_t to, uint64_t from, uint64_t size)
{
    uint64_t followed = size && may_look(pass, size) ? size < UNWRITTEN_RANGE ? size : UNWRITTEN_RANGE : 0;
    unwritten_move(&pass->unwritten, to, from, followed);
    unwritten_clear(&pass->unwritten, to + followed, size - followed);
}

static void finish_reader(struct pass *pass, const struct call *call, const struct moment *moment)
{
    const uint64_t *a = call->arguments;
    uint64_t size = 0;
    switch (call->entry.reads) {
    case READS_FIRST: check_range(pass, moment, a[0], string_size(pass, a[0], 0, UINT64_MAX, true), false, false); return;
    case READS_SECOND: check_range(pass, moment, a[1], string_size(pass, a[1], 0, UINT64_MAX, true), false, false); return;
    case READS_SECOND_MOST: check_range(pass, moment, a[1], string_size(pass, a[1], 0, a[2], true), false, false); return;
    case READS_FIRST_MOST: check_range(pass, moment, a[0], string_size(pass, a[0], 0, a[1], true), false, false); return;
    case READS_BOTH: size = string_size(pass, a[0], a[1], UINT64_MAX, true); break;
    case READS_BOTH_MOST: size = string_size(pass, a[0], a[1], a[2], true); break;
    case READS_COPY: copy_unwritten(pass, a[0], a[1], a[2]); return;
    case READS_MEMORY: size = string_size(pass, a[0], a[1], a[2], false); break;
    default: return;
    }
    check_range(pass, moment, a[0], size, false, false);
    check_range(pass, moment, a[1], size, false, false);
}

static void finish_realloc(struct pass *pass, const struct call *call, const struct moment *moment, uint64_t size, uint64_t result)
{
    uint64_t address = call->arguments[0], had = call->kept_size;
    bool unknown = address && blocks_starting(&pass->result->blocks, address, false) == BLOCK_NONE;
    if (!result && size)                /* it failed, and the old block stays */
        return;
    free_block(pass, moment, address, call->entry.how, is_inner(pass, call->back));
    add_block(pass, moment, result, size, call->entry.how);
    if (result && result != address)
        copy_unwritten(pass, result, address, size < had ? size : had);
    if (result && size > had && !unknown)
        mark_new(pass, result + had, size - had);
    if (result != address)              /* other memory may lie there next */
        unwritten_clear_except(&pass->unwritten, address, had, result, size);
}

/* What posix_memalign left; 0: unknown. */
static uint64_t pointer_at(struct pass *pass, uint64_t address)
{
    uint64_t found = 0;
    uint8_t told[sizeof found];
    struct error error;
    if (read_memory(pass, address, &found, sizeof found))
        return found;
    bool known = state_go_instruction(pass->state, pass->order, false, &error) &&
                 state_memory(pass->state, address, (uint8_t *)&found, told, sizeof found) == sizeof found;
    return known ? found : 0;
}

static void finish_own(struct pass *pass, struct life *thread)
{
    const struct call *call = &thread->own;
    const struct allocator *own = own_of(pass, call);
    uint64_t size = own->bytes ? own->bytes : argument(call, own->size), result = general(pass, RAX), before;
    thread->own.active = false;
    if (own->count != NO_ARGUMENT && __builtin_mul_overflow(size, argument(call, own->count), &size))
        return;
    if (own->result != NO_ARGUMENT)
        result = pointer_at(pass, argument(call, own->result));
    if ((own->size == NO_ARGUMENT && !own->bytes) || !result || pass->result->full)
        return;
    uint32_t old = own->block == NO_ARGUMENT ? BLOCK_NONE : blocks_starting(&pass->result->blocks, argument(call, own->block), true);
    if (old != BLOCK_NONE && pass->result->blocks.items[old].address != result)
        free_own(pass, &call->moment, old, call->entry.how);
    else if (old != BLOCK_NONE)         /* its bytes stay as they are */
        blocks_free_at(&pass->result->blocks, old, call->moment.time, call->entry.how);
    uint32_t block = add_block(pass, &call->moment, result, size, call->entry.how);
    uint64_t pool = argument(call, own->pool);
    if (block == BLOCK_NONE || own->pool == NO_ARGUMENT)
        return;
    pass->result->blocks.items[block].next = map_get(&pass->pools, pool, &before) ? (uint32_t)before : 0;
    map_put(&pass->pools, pool, block + 1);
}

static void finish_call(struct pass *pass, struct life *thread)
{
    struct call *call = &thread->call;
    const uint64_t *a = call->arguments;
    struct moment moment = call->moment;
    uint64_t result = general(pass, RAX), size = a[0], index;
    call->active = false;
    if (call->entry.resolves) {
        if (!map_get(&pass->entries, result, &index) && pass->code.entries_count < ENTRIES_MOST) {
            lifetimes_enter(&pass->code, (struct lifetimes_entry){.address = result, .reads = call->entry.reads});
            map_put(&pass->entries, result, pass->code.entries_count);
            pass->version++;
        }
        return;
    }
    switch (call->entry.how) {
    case ALLOCATES_NOT: finish_reader(pass, call, &moment); return;
    case ALLOCATES_REALLOC: finish_realloc(pass, call, &moment, a[1], result); return;
    case ALLOCATES_REALLOCARRAY:
        if (!__builtin_mul_overflow(a[1], a[2], &size))       /* otherwise it failed, and the old block stays */
            finish_realloc(pass, call, &moment, size, result);
        return;
    case ALLOCATES_USABLE:
        if ((index = blocks_starting(&pass->result->blocks, a[0], false)) != BLOCK_NONE && result > pass->result->blocks.items[index].size)
            blocks_resize(&pass->result->blocks, (uint32_t)index, result, moment.time);
        return;
    case ALLOCATES_CALLOC: size = a[0] * a[1]; break;
    case ALLOCATES_ALIGNED: case ALLOCATES_MEMALIGN: size = a[1]; break;
    case ALLOCATES_PVALLOC: size = (size + (1 << PAGE_BITS) - 1) >> PAGE_BITS << PAGE_BITS; break;
    case ALLOCATES_POSIX:
        size = a[2];
        if (result)
            return;
        result = pointer_at(pass, a[0]);
        break;
    case ALLOCATES_FREE: case ALLOCATES_DELETE: case ALLOCATES_DELETE_ARRAY: return;
    default: break;
    }
    add_block(pass, &moment, result, size, call->entry.how);
    if (result && call->entry.how != ALLOCATES_CALLOC)
        mark_new(pass, result, size);
}

/* ---- Stacks ---- */

/* The stack pointer between two runs. What lies below it is gone. */
static void follow_stack(struct pass *pass, struct life *thread, uint64_t rsp)
{
    if (rsp > thread->rsp && (rsp - thread->rsp > JUMP || (rsp > thread->highest && rsp - thread->highest > (1 << PAGE_BITS)))) {
        thread->lowest = thread->highest = rsp;
    } else if (rsp > thread->rsp) {
        uint64_t from = thread->lowest < thread->rsp ? thread->lowest : thread->rsp, to = thread->returned ? rsp - RED_ZONE : rsp;
        if (from < to)
            unwritten_mark(&pass->unwritten, from, to - from);
        thread->lowest = rsp;
    } else if (thread->rsp - rsp > JUMP) {
        thread->lowest = thread->highest = rsp;
    }
    if (thread->marked && rsp < thread->marked)
        mark_ahead(pass, thread, rsp);
    thread->lowest = thread->lowest < rsp ? thread->lowest : rsp;
    thread->highest = thread->highest > rsp ? thread->highest : rsp;
    thread->rsp = rsp;
    thread->returned = false;
}

static struct life *thread_of(struct pass *pass, uint32_t number)
{
    struct life **at = &pass->threads[number % THREADS];
    if (!*at)
        *at = memory_allocate(sizeof **at);
    return *at;
}

static void begin_stack(struct pass *pass, struct life *thread, uint64_t rsp, bool main)
{
    thread->begun = true;
    thread->rsp = thread->lowest = thread->highest = rsp;
    if (!main || rsp < STACK_MOST)
        return;
    thread->marked = rsp;
    mark_ahead(pass, thread, rsp - 1);
}

/* ---- Runs ---- */

static const struct life_segment *segment_of(struct pass *pass, uint32_t number)
{
    while (pass->segments_count <= number)
        ARRAY_ADD(pass, segments, (struct life_segment){0});
    struct life_segment *segment = &pass->segments[number];
    if (segment->version == pass->version)
        return segment;
    struct micro_parts parts = micro_parts(state_codes(pass->state), number);
    *segment = (struct life_segment){.version = pass->version, .entry = UINT32_MAX};
    segment->inner = parts.count && is_inner(pass, parts.items[0].address);
    for (uint32_t i = 0; i < parts.count; i++) {
        uint64_t index;
        bool starts = parts.items[i].starts;
        segment->starts += starts;
        if (state_is_yours(pass->state, number, i, 0)) {
            segment->yours += starts;
            segment->last_yours = i;
        }
        if (starts && segment->entry == UINT32_MAX && map_get(&pass->entries, parts.items[i].address, &index))
            segment->entry = i;
    }
    return segment;
}

/* Counts the instructions of the run that has ended. */
static void finish_run(struct pass *pass)
{
    struct life *thread = pass->thread;
    if (!thread || pass->from >= pass->to)
        return;
    const struct life_segment *segment = segment_of(pass, pass->segment);
    if (pass->plain && pass->from == 0 && pass->to == pass->parts.count) {
        pass->order += segment->starts;
        pass->ran += segment->starts;
        pass->time += segment->yours;
        if (segment->yours) {
            thread->time = pass->time - 1;
            thread->site = pass->parts.items[segment->last_yours].address;
        }
    } else {
        struct moment moment = moment_of(pass, pass->to - 1);
        for (uint32_t i = pass->from; i < pass->to; i++) {
            bool starts = pass->parts.items[i].starts;
            pass->time += starts && is_yours(pass, i, pass->order);
            pass->order += starts;
            pass->ran += starts;
        }
        thread->time = moment.time;
        thread->site = moment.site;
    }
    pass->from = pass->to;
}

/* A call may return here, or may have been left by longjmp or an exception. */
static void check_return(struct pass *pass, struct life *thread, struct call *call, uint64_t address, uint64_t rsp)
{
    if (!call->active)
        return;
    if ((!call->back || address == call->back) && rsp == call->rsp + sizeof call->back) {
        call == &thread->own ? finish_own(pass, thread) : finish_call(pass, thread);
    } else if (rsp > call->rsp + sizeof call->back) {
        call->active = false;
        unwritten_clear(&pass->unwritten, call->kept, call->kept_size);         /* it may have written some */
    }
}

/* Does the call of a function that begins here count? Not one that another of its kind made. */
static bool counts(const struct life *thread, const struct lifetimes_entry *entry)
{
    return entry->how >= ALLOCATES_OWN ? !thread->own.active : !thread->call.active;
}

/* Is an allocator running? */
static bool allocates(const struct life *thread)
{
    return thread->own.active || (thread->call.active && thread->call.entry.how != ALLOCATES_NOT);
}

static uint32_t begin_run(void *context, uint32_t number, uint32_t from, uint32_t to)
{
    struct pass *pass = context;
    finish_run(pass);
    struct life *thread = pass->thread = thread_of(pass, piece_thread(pass->run));
    uint64_t rsp = general(pass, RSP), index;
    pass->parts = micro_parts(state_codes(pass->state), number);
    pass->segment = number;
    pass->from = pass->to = from;
    if (from >= pass->parts.count)
        return MACHINE_WHOLE;
    const struct life_segment *segment = segment_of(pass, number);
    if (!thread->begun)
        begin_stack(pass, thread, rsp, pass->order == 0 && !pass->partial);
    else if (rsp != thread->rsp)
        follow_stack(pass, thread, rsp);
    check_return(pass, thread, &thread->call, pass->parts.items[from].address, rsp);
    check_return(pass, thread, &thread->own, pass->parts.items[from].address, rsp);
    uint32_t stop = to < pass->parts.count ? to : (uint32_t)pass->parts.count;
    for (uint32_t i = from; segment->entry < stop && i < stop; i++) {
        if (!pass->parts.items[i].starts || !map_get(&pass->entries, pass->parts.items[i].address, &index) ||
            !counts(thread, &pass->code.entries[index - 1]))
            continue;
        if (i == from)
            begin_call(pass, thread, &pass->code.entries[index - 1]);
        else
            stop = i;
    }
    const struct call *call = &thread->call;
    bool plain = call->active && call->entry.how == ALLOCATES_NOT && !call->entry.resolves;
    pass->to = stop;
    pass->reads = plain && call->entry.reads != READS_COPY;
    pass->exempt = segment->inner || (call->active && !plain) || thread->own.active;
    return stop;
}

/* ---- Mappings ---- */

static void map_add(struct pass *pass, uint64_t address, uint64_t size, enum allocates how)
{
    struct blocks *maps = &pass->result->maps;
    uint64_t last = (address + (size - 1)) | ((1 << PAGE_BITS) - 1);
    if (maps->items_count >= BLOCKS_MOST)
        pass->result->limits |= LIFETIMES_MAPS;
    uint32_t number = size && last > address ? blocks_add(maps, (struct heap_block){.address = address, .size = last - address + 1, .how = (uint8_t)how,
                                                                                  .allocated = pass->thread->time, .order = pass->order}) : BLOCK_NONE;
    if (number != BLOCK_NONE)
        maps->items[number].holds = allocates(pass->thread);
}

static void map_drop(struct pass *pass, uint64_t address, uint64_t size)
{
    uint64_t call = pass->thread->number;
    uint8_t how = call == SYSTEM_MMAP ? ALLOCATES_MMAP : call == SYSTEM_BRK ? ALLOCATES_BRK : call == SYSTEM_MREMAP ? ALLOCATES_MREMAP : ALLOCATES_MUNMAP;
    blocks_cut(&pass->result->maps, address, size, pass->thread->time, how);
}

static void end_system_call(struct pass *pass, uint64_t number, uint64_t result)
{
    struct life *thread = pass->thread;
    bool heap = allocates(thread);
    if (system_call_failed(result))
        return;
    if (number == SYSTEM_BRK) {
        if (pass->end && result > pass->end) {
            map_add(pass, pass->end, result - pass->end, ALLOCATES_BRK);
            if (heap)
                regions_add(&pass->heaps, pass->end, result - pass->end);
        } else if (pass->end && result < pass->end) {
            map_drop(pass, result, pass->end - result);
            regions_drop(&pass->heaps, result, pass->end - result);
        }
        pass->end = result;
    } else if (number == SYSTEM_MMAP || number == SYSTEM_MREMAP) {
        uint64_t size = number == SYSTEM_MMAP ? thread->arguments[1] : thread->arguments[2];
        map_add(pass, result, size, number == SYSTEM_MMAP ? ALLOCATES_MMAP : ALLOCATES_MREMAP);
        if (heap)
            regions_add(&pass->heaps, result, size);
    }
}

static void take_signal(struct life *thread, bool returns)
{
    if (!returns && thread->handlers++ == 0) {
        thread->interrupted[0] = thread->call;
        thread->interrupted[1] = thread->own;
        thread->call.active = thread->own.active = false;
    } else if (returns && thread->handlers && --thread->handlers == 0) {
        thread->call = thread->interrupted[0];
        thread->own = thread->interrupted[1];
    }
    thread->returned = returns;
}

/* Words behind those that log_numbers reads: arguments of system calls. */
static uint64_t word_of(const struct log_record *event, size_t i)
{
    return event->size >= (i + 1) * 8 ? log_number(event->data + i * 8, 8) : 0;
}

static bool take_event(void *context, const struct log_record *event)
{
    enum { HEAD = 8, NO_SIGNAL = 0 };
    struct pass *pass = context;
    uint64_t first = word_of(event, 0), second = word_of(event, 1), third = word_of(event, 2);
    finish_run(pass);
    struct life *thread = pass->thread = thread_of(pass, piece_thread(pass->run));
    struct moment moment = moment_between(pass);
    switch (event->kind) {
    case LOG_KERNEL_READ: case LOG_KERNEL_WROTE:
        if (event->kind == LOG_KERNEL_WROTE)
            clear_unwritten(pass, thread, first, second);
        else if (!allocates(thread))
            check_kernel(pass, &moment, first, second);
        if (!allocates(thread))
            check_range(pass, &moment, first, second, event->kind == LOG_KERNEL_WROTE, true);
        break;
    case LOG_KERNEL_BYTES:
        if (event->size > HEAD)
            clear_unwritten(pass, thread, first, event->size - HEAD);
        break;
    case LOG_DISCARD: clear_unwritten(pass, thread, first, second); break;
    case LOG_UNMAP:
        clear_unwritten(pass, thread, first, second);
        regions_drop(&pass->heaps, first, second);
        map_drop(pass, first, second);
        break;
    case LOG_SYSCALL:
        thread->number = second;
        for (size_t i = 0; i < 3; i++)
            thread->arguments[i] = word_of(event, 2 + i);
        break;
    case LOG_SYSCALL_DONE: end_system_call(pass, second, third); break;
    case LOG_SIGNAL:
        if (second != NO_SIGNAL)
            take_signal(thread_of(pass, (uint32_t)(first % THREADS)), false);
        break;
    case LOG_SIGNAL_RETURN: take_signal(thread_of(pass, (uint32_t)(first % THREADS)), true); break;
    default: break;
    }
    return true;
}

/* ---- All ---- */

static bool run_pieces(struct pass *pass, const struct store *store, struct error *error)
{
    struct piece_watch watch = {.run = begin_run, .event = take_event, .context = pass};
    struct text bytes = {0};
    uint64_t count = pass->pieces = store_piece_count(store);
    bool good = true;
    for (uint64_t i = 0; i < count && good; i++) {
        struct store_piece about = store_piece(store, i);
        enum piece_went went = PIECE_STOPPED;
        pass->time = about.time;
        pass->order = about.before;
        pass->from = pass->to = 0;
        pass->piece = i;
        good = (progress_report(pass->progress, i, count) || error_set(error, "interrupted")) && store_piece_bytes(store, i, &bytes, error) &&
               piece_start(pass->run, text_str(&bytes), error);
        while (good && went == PIECE_STOPPED)
            went = piece_go(pass->run, &watch, error);
        finish_run(pass);
        good = good && went == PIECE_ENDED && (!pass->stopped || error_set(error, "interrupted"));
    }
    text_free(&bytes);
    return good;
}

static void pass_free(struct pass *pass)
{
    for (size_t i = 0; i < THREADS; i++)
        free(pass->threads[i]);
    free(pass->threads);
    piece_close(pass->run);
    machine_close(pass->machine);
    lifetimes_code_free(&pass->code);
    map_free(&pass->entries);
    map_free(&pass->pools);
    unwritten_free(&pass->unwritten);
    regions_free(&pass->heaps);
    free(pass->segments);
}

struct lifetimes *lifetimes_run(struct state *state, const struct store *store, const struct lifetimes_code *code, const struct progress *progress,
                                struct error *error)
{
    struct lifetimes *result = memory_allocate(sizeof *result);
    struct pass pass = {.result = result, .state = state, .version = 1, .plain = state_is_all_recorded(state), .partial = code->partial, .progress = progress};
    pass.machine = machine_open(state_codes(state));
    pass.run = piece_open(pass.machine);
    pass.threads = memory_allocate(THREADS * sizeof *pass.threads);
    machine_observe(pass.machine, take_access, &pass);
    for (size_t i = 0; i < code->entries_count; i++) {
        ARRAY_ADD(&pass.code, entries, code->entries[i]);
        map_put(&pass.entries, code->entries[i].address, pass.code.entries_count);
    }
    for (size_t i = 0; i < code->inner_count; i++)
        ARRAY_ADD(&pass.code, inner, code->inner[i]);
    for (size_t i = 0; i < code->own_count; i++)
        ARRAY_ADD(&pass.code, own, code->own[i]);
    bool good = run_pieces(&pass, store, error);
    result->limits |= (pass.heaps.limited ? LIFETIMES_HEAP : 0) | (pass.unwritten.full ? LIFETIMES_PAGES : 0) | (pass.unwritten.cut ? LIFETIMES_BLOCK : 0);
    pass_free(&pass);
    if (!good) {
        lifetimes_close(result);
        return NULL;
    }
    misuses_arrange(result);
    return result;
}
