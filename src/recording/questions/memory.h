/* memory.h - which memory an instance read or wrote, inferred from recorded values.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A trace has no addresses of data. But it says who defined each register that an address is made of, and what value that instance left in it; the
 * instruction's code says how the address is made of these. So most addresses can be computed, and each is either known for certain or unknown for a reason:
 * nothing is guessed.
 *
 *     struct memory *memory = memory_open(program, run_bias);
 *     struct memory_access accesses[MEMORY_ACCESSES];
 *     size_t count = memory_accesses(memory, node, accesses);
 *     for (size_t i = 0; i < count; i++)
 *         if (accesses[i].why == MEMORY_KNOWN) ... accesses[i].address, accesses[i].size
 *     memory_close(memory);
 *
 * How: a register that a port uses has the value its one definer computed, if that is what the trace has as the definer's value (clew-formats(5) 3.5) and it
 * filled the register. The stack pointer,
 * which values leave out, is followed through push, pop and call by what they add to it, back to an instance that has it as its value (ret, sub, mov to
 * rbp). What skipped code
 * left in a register is known if one of the instances that ran next copied it. Where a frame began is known the same way.
 *
 * Addresses are those of the run. Needs the code of the executable, and values; calls and frames need a clock. Histories have no ports: nothing is known.
 * A round of a repeated string instruction goes on from the one asked for before it; asked out of order, what is more than
 * 4096 rounds from the first is MEMORY_RULE. About 3 microseconds an instance; a
 * struct memory keeps what it learned of instructions, some 100 bytes for each that was asked of, and of frames. */
#ifndef CLEW_RECORDING_QUESTIONS_MEMORY_H
#define CLEW_RECORDING_QUESTIONS_MEMORY_H

#include "code/code.h"
#include "recording/store/store.h"

struct memory;
struct program;

/* run_bias: what is added to addresses of the executable in the trace where the run's are meant. */
struct memory *memory_open(const struct program *program, uint64_t run_bias);
void memory_close(struct memory *memory);                       /* NULL is allowed */
const struct store *memory_store(const struct memory *memory);

uint64_t memory_link_address(const struct memory *memory, uint64_t address);    /* in the executable's file, if it is in the executable */

enum memory_why {
    MEMORY_KNOWN,
    MEMORY_NONE,                /* this instance accessed nothing there: a repeated string instruction that found the count 0 */
    MEMORY_NO_CODE,             /* no code is known, or not which registers its ports are */
    MEMORY_SEGMENT,             /* relative to fs or gs: a thread's own memory */
    MEMORY_RULE,                /* how the address comes about is not followed: vector gathers, masked stores, state areas */
    MEMORY_START,               /* a register that nobody wrote in what is recorded */
    MEMORY_HIDDEN,              /* a register that skipped code wrote, and nobody copied soon */
    MEMORY_NO_VALUE,            /* the definer's value is not recorded, or is uncertain */
    MEMORY_OTHER_RESULT,        /* the definer's recorded value is another result of it */
    MEMORY_PARTS,               /* several instances wrote parts of a register, or one wrote a part */
    MEMORY_STACK,               /* the stack pointer could not be followed */
    MEMORY_WHYS
};
const char *memory_why_text(enum memory_why why);       /* "a register that ...", for messages */

struct memory_access {
    bool reads, writes;
    enum memory_why why;        /* KNOWN: address is */
    uint64_t address;
    uint32_t size;              /* bytes, at least 1 */
    uint64_t port;              /* of what it loaded; 0: it loads nothing, or that is not known */
};

/* What an instance accesses, at most so many; 0: nothing, or its code is not known. */
enum { MEMORY_ACCESSES = ARCH_ACCESSES };
size_t memory_accesses(struct memory *memory, struct node node, struct memory_access accesses[MEMORY_ACCESSES]);

/* What can be said of all instances of an instruction: cheap, and decided once. */
struct memory_shape {
    bool known;                 /* its code is */
    bool reads, writes;
    bool fixed;                 /* all its accesses are at addresses that stand in its code */
    bool stack;                 /* all its writes are at a constant distance from the stack pointer,
            or from rbp in a function that begins with push %rbp; mov %rsp,%rbp */
    bool reads_stack;           /* all its reads are */
    bool stored;                /* its value is what it stored (the low 8 bytes of it) */
    bool loaded;                /* its value is what it loaded, perhaps widened (the low 8 bytes of it) */
};
struct memory_shape memory_shape(struct memory *memory, uint64_t index);

/* On whose behalf skipped code wrote what a load of this port read: calls and system calls among its definers. Port 0: any port of memory. *sole
 * (may be NULL): the port has
 * one definer, which wrote all that was read. */
enum { MEMORY_HIDDEN_WRITERS = 8 };
size_t memory_hidden_writers(struct memory *memory, struct node node, uint64_t port, struct node writers[MEMORY_HIDDEN_WRITERS], bool *sole);

/* Who defined all that an instance used at a port. False: several did, or nobody that is shown, or that is not certain. */
bool memory_sole_definer(struct memory *memory, struct node node, uint64_t port, struct node *definer);

/* Was all that an instance used at a port defined by what ran up to a time? Then nothing shown wrote there between that time and the instance. False: not, or
 * it is not known. */
bool memory_defined_until(struct memory *memory, struct node node, uint64_t port, uint64_t time);

/* What a general register held when an instance used it. */
enum memory_why memory_register(struct memory *memory, struct node node, int reg, uint64_t *value);

/* What a general register held when the instance at a time began, by the next instance of its thread that used it, itself included: that one says who wrote
 * what it used, and if this was before, nobody wrote it between. Uses of one or two bytes do not tell, nor do those behind a callback's or a signal handler's
 * end: skipped code restores registers. *definer is who. Where within some thousand instances nobody used it before it was written
 * again, the one tells that wrote it last, if nothing but shown code ran since. NONE: nothing tells. Needs a clock. */
enum memory_why memory_register_at(struct memory *memory, uint64_t time, int reg, uint64_t *value, struct node *definer);

/* Who wrote the low bytes of a vector register last before the instance at a time began, if nothing but shown code ran since: so many bytes, 4 or 8, of what is
 * recorded as its value are what the register held. False: that is not known. Needs a clock. */
bool memory_vector_at(struct memory *memory, uint64_t time, int reg, uint64_t size, struct node *definer);

/* The canonical frame address of the frame that an instance ran in: what the stack pointer was before the call. False: not known. */
bool memory_cfa(struct memory *memory, uint64_t time, uint64_t *cfa);

#endif
