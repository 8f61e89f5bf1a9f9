/* lifetimes.h - the blocks that a recorded program allocated, and its misuses of memory.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     struct lifetimes_code code = {0};
 *     lifetimes_enter(&code, (struct lifetimes_entry){.address = of malloc in the run, .how = ALLOCATES_MALLOC});      and so on (lifetimes_symbol)
 *     struct lifetimes *lifetimes = lifetimes_run(state, store, &code, &progress, &error);
 *     lifetimes_blocks(lifetimes)->items[i] ... lifetimes_misuses(lifetimes, &count)[i]
 *     lifetimes_close(lifetimes);
 *
 * lifetimes_run runs all pieces of the state stream again, in their order. At the entry of an allocator it reads the arguments, where the allocator
 * returns the result: a block begins or ends. An allocator that another one calls does not count, nor do accesses and calls made by allocators or by code
 * in `code->inner`.
 *
 * Heap memory is what the kernel gave the program (brk, mmap) while an allocator ran; in `partial` programs also what blocks held. Each access to it must
 * lie in one live block. Exceptions: vector loads with at least one byte in a block, aligned to their size, as memcheck does; loads of string functions,
 * which read whole vectors: of these the strings themselves are checked, when the function returns.
 *
 * What a system call reads is checked as well, for unwritten bytes one by one: those that it copies to the outside, for example.
 *
 * A load of at most 8 bytes in your code is UNWRITTEN if nothing wrote any of its bytes since a block came to hold them, or since the stack pointer last
 * rose above them. Copies that memcpy, memmove and realloc made of such bytes are unwritten, too. That is a candidate: the caller decides by what became of the
 * value. An earlier write to one of the bytes, padding for example, hides the others. Not seen are the first descent of threads other than the first into
 * their stacks, and frames of more than 16 KB.
 *
 * Cost: see doc/how-it-works.md. Memory: blocks.h, unwritten.h, 96 bytes for each of at most MISUSES_MOST misuses, and 24 for each of their executions. */
#ifndef CLEW_RECORDING_STATE_LIFETIMES_H
#define CLEW_RECORDING_STATE_LIFETIMES_H

#include "code/code.h"
#include "recording/state/blocks.h"
#include "recording/state/image.h"

struct state;
struct store;

/* What a function does with memory, and so where its arguments are. */
enum allocates {
    ALLOCATES_NOT,
    ALLOCATES_MALLOC, ALLOCATES_CALLOC, ALLOCATES_REALLOC, ALLOCATES_REALLOCARRAY, ALLOCATES_ALIGNED /* aligned_alloc */, ALLOCATES_MEMALIGN,
    ALLOCATES_POSIX /* posix_memalign */, ALLOCATES_PVALLOC, ALLOCATES_VALLOC, ALLOCATES_NEW, ALLOCATES_NEW_ARRAY,
    ALLOCATES_FREE, ALLOCATES_DELETE, ALLOCATES_DELETE_ARRAY,
    ALLOCATES_USABLE,                   /* malloc_usable_size: from then on the block has that many bytes */
    ALLOCATES_MMAP, ALLOCATES_BRK, ALLOCATES_MUNMAP, ALLOCATES_MREMAP,      /* system calls: only of mappings */
    ALLOCATES_OWN                       /* the program's own function number 0 is this, number 1 is 1 more, ... */
};
const char *allocates_name(enum allocates how);                 /* "malloc", "operator new[]"; of an own one "?" */

/* Functions that read whole vectors, and what they really read. */
enum reads_string {
    READS_NOT,
    READS_VECTORS,                      /* nothing is checked */
    READS_FIRST, READS_SECOND,          /* the text at the first (second) argument, with its 0 */
    READS_SECOND_MOST,                  /* the same, at most as many bytes as the third argument says */
    READS_BOTH, READS_BOTH_MOST,        /* both texts up to the first difference */
    READS_FIRST_MOST,                   /* as the second argument says */
    READS_COPY,                         /* memcpy(to, from, size): its loads are checked as all others, and unwritten bytes stay unwritten */
    READS_MEMORY                        /* as many bytes of both as the third argument says, up to the first difference */
};

struct lifetimes_entry {
    uint64_t address;                   /* of the function's first instruction in the run */
    uint8_t how, reads;                 /* enum allocates, enum reads_string: one of the two. From ALLOCATES_OWN on: number how - ALLOCATES_OWN of the own */
    bool resolves;                      /* it returns the function's address (an indirect function of ELF) */
};

/* The functions that clew knows, by the names of their symbols: malloc, _ZnwmSt11align_val_t, strlen. *entry has what they do. NULL: no more. */
const char *lifetimes_symbol(size_t i, struct lifetimes_entry *entry);

struct lifetimes_code {                 /* zeroed is empty */
    ARRAY(struct lifetimes_entry, entries);
    /* Allocators of the program itself (code/allocator.h), at most ALLOCATORS_MOST. Their blocks are `within` (blocks.h): memory that they get from malloc or
     * the like is known as well. Accesses to blocks on the thread's stack are not checked. While such an allocator runs, no access is a misuse. Bytes of its
     * blocks are unwritten where memory that it got is, and where it frees them. */
    ARRAY(struct allocator, own);
    ARRAY(struct image_range, inner);   /* code that belongs to allocators, or to the dynamic linker */
    bool partial;                       /* the program may own blocks from before the recording, as a forked process does */
};
void lifetimes_enter(struct lifetimes_code *code, struct lifetimes_entry entry);
void lifetimes_code_free(struct lifetimes_code *code);

enum misuse_kind {
    MISUSE_FREED_READ, MISUSE_FREED_WRITE,      /* of memory that no live block holds, and that a freed one held */
    MISUSE_OUTSIDE_READ, MISUSE_OUTSIDE_WRITE,  /* of other memory of the heap that no live block holds */
    MISUSE_UNWRITTEN,                           /* a candidate, as above */
    MISUSE_UNWRITTEN_KERNEL,                    /* a system call reads such bytes: address, size: the first of them that lie side by side */
    MISUSE_FREED_TWICE, MISUSE_FREED_WRONG /* no block begins there */, MISUSE_MISMATCH /* as by delete of what malloc gave */,
    MISUSE_FATAL                                /* not of the pass: the access that killed the program, which `info faults` adds */
};

enum { MISUSES_MOST = 4096, MISUSE_USES = 4096, USES_MOST = 1 << 20 /* of all misuses */ };

/* One row: all misuses of a kind by one instruction of yours, or of one for which skipped code acted. */
struct misuse {
    uint8_t kind;                       /* enum misuse_kind */
    uint8_t how;                        /* FREED_...: the function that was called; enum allocates */
    bool yours;                         /* an instruction in your code did it; otherwise skipped code or the kernel, called by the instruction at the time */
    bool kernel;
    uint32_t call;                      /* kernel: the number of the system call */
    uint64_t count;
    /* of the first one */
    uint64_t time;                      /* of your execution; 0: before your code ran */
    uint64_t order;                     /* instructions of all code that ran before */
    uint64_t address, size;             /* of the memory; FREED_...: what was to be freed, size 0 */
    uint32_t block;                     /* the block that holds it, held it last, or is nearest; BLOCK_NONE: none. UNWRITTEN...: BLOCK_NONE is the stack */
    /* its executions among lifetimes_uses: at most the first MISUSE_USES, and USES_MOST of all misuses */
    uint32_t first_use, use_count;
    uint64_t dropped;                   /* the earliest time of one that is not among them; UINT64_MAX: all are */
    uint32_t number;                    /* from 0, in the order in which the pass met them */
    uint32_t last;                      /* FREED_READ, FREED_WRITE: the block that held the byte of the last one */
};

/* One execution of a misuse. */
struct misuse_use {
    uint64_t time, address;             /* as in struct misuse */
    uint32_t misuse, block;             /* the index of its misuse; of this execution, as in struct misuse */
};

struct lifetimes;

/* The state's moment may move. NULL: progress stopped it ("interrupted"), or damage. */
struct lifetimes *lifetimes_run(struct state *state, const struct store *store, const struct lifetimes_code *code, const struct progress *progress,
                                struct error *error);
void lifetimes_close(struct lifetimes *lifetimes);              /* NULL is allowed */

const struct blocks *lifetimes_blocks(const struct lifetimes *lifetimes);
/* Ranges that the program mapped (how: MMAP, BRK, MREMAP) and unmapped (MUNMAP, BRK, MREMAP, MMAP: another one took its place); what is cut becomes several.
 * holds: an allocator mapped it, so all its bytes belong to blocks or to no one. Not in it is what the kernel mapped before the program began. */
const struct blocks *lifetimes_maps(const struct lifetimes *lifetimes);
const struct misuse *lifetimes_misuses(const struct lifetimes *lifetimes, size_t *count);       /* in order of their first time */
const struct misuse_use *lifetimes_uses(const struct lifetimes *lifetimes, size_t *count);      /* by misuse, then in order of time */
/* From this time on it lists no more blocks or misuses: there were too many, or the search for freed blocks took too long. 0: it has all. */
uint64_t lifetimes_full(const struct lifetimes *lifetimes);

/* What the pass left out, in words, "it knows nothing from @5 on; ...": of misuses, or of blocks and mappings. Nothing: it has all. */
void lifetimes_say_limits(const struct lifetimes *lifetimes, bool misuses, struct text *out);

#endif
