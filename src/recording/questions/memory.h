/* memory.h - which memory an execution read or wrote, inferred from recorded values.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A trace does not list the addresses of data. But it names the definer of each register in an address, and the value that the definer left there; the
 * instruction's code tells how the address is made of these. So memory can compute most addresses, without running the state stream (state/state.h) for each
 * execution. Each one is either known for certain or unknown for a reason; memory never guesses.
 *
 *     struct memory *memory = memory_open(program, run_bias);
 *     struct memory_access accesses[MEMORY_ACCESSES];
 *     size_t count = memory_accesses(memory, node, accesses);
 *     for (size_t i = 0; i < count; i++)
 *         if (accesses[i].why == MEMORY_KNOWN) ... accesses[i].address, accesses[i].size
 *     memory_close(memory);
 *
 * How: a register that a port uses has the value that its one definer computed, if the trace has that as the definer's value (clew-formats(5) 3.5) and it
 * filled the register. Recorded values leave out the stack pointer. memory follows it through push, pop and call by what they add to it, back to an execution
 * that has it as its value (ret, sub, mov to rbp). A register that skipped code left is known if one of the next executions copied it. So is the beginning of a
 * frame.
 *
 * Addresses are those of the run. memory needs the executable's code, and values; for calls and frames it needs a clock. Histories have no ports: there it
 * knows nothing. A round of a repeated string instruction continues from the round asked for before it; in other orders, rounds more than 4096 from the first
 * are MEMORY_RULE. Cost: about 3 microseconds an execution. A struct memory keeps what it learned: about 100 bytes for each instruction and each frame that it
 * met. */
#ifndef CLEW_RECORDING_QUESTIONS_MEMORY_H
#define CLEW_RECORDING_QUESTIONS_MEMORY_H

#include "code/code.h"
#include "recording/state/state.h"
#include "recording/store/store.h"

struct memory;
struct program;

/* run_bias: what to add to an address of the executable in the trace to get the run's address. */
struct memory *memory_open(const struct program *program, uint64_t run_bias);
void memory_close(struct memory *memory);                       /* NULL is allowed */
const struct store *memory_store(const struct memory *memory);

/* From now on memory_register_at knows every register. state NULL: the recording keeps none. It must outlive the memory. */
void memory_use_state(struct memory *memory, struct state *state);

uint64_t memory_link_address(const struct memory *memory, uint64_t address);    /* in the executable's file, if the executable contains it */

enum memory_why {
    MEMORY_KNOWN,
    MEMORY_NONE,                /* this execution accessed nothing: a repeated string instruction with the count 0 */
    MEMORY_NO_CODE,             /* no code, or it is unknown which registers its ports are */
    MEMORY_SEGMENT,             /* relative to fs or gs: a thread's own memory */
    MEMORY_RULE,                /* memory cannot follow how its address is made: vector gathers, masked stores, state areas */
    MEMORY_START,               /* a register that nothing in the recording wrote */
    MEMORY_HIDDEN,              /* a register that skipped code wrote, and that no execution copied soon after */
    MEMORY_NO_VALUE,            /* the definer's value is not recorded, or is uncertain */
    MEMORY_OTHER_RESULT,        /* the definer's recorded value is another result of it */
    MEMORY_PARTS,               /* several executions wrote parts of the register, or one wrote only a part */
    MEMORY_STACK,               /* the stack pointer could not be followed */
    MEMORY_WHYS
};
const char *memory_why_text(enum memory_why why);               /* of a store's address, in parentheses: "by a register that skipped code wrote" */
const char *memory_register_why_text(enum memory_why why);      /* of a register's value, after a colon: "skipped code wrote it" */

struct memory_access {
    bool reads, writes;
    enum memory_why why;        /* KNOWN: address is valid */
    uint64_t address;
    uint32_t size;              /* bytes, at least 1 */
    uint64_t port;              /* of the loaded bytes; 0: it loads nothing, or the port is unknown */
};

/* The accesses of an execution; 0: none, or its code is unknown. */
enum { MEMORY_ACCESSES = ARCH_ACCESSES };
size_t memory_accesses(struct memory *memory, struct node node, struct memory_access accesses[MEMORY_ACCESSES]);

/* Facts about all executions of an instruction: cheap, and decided once. */
struct memory_shape {
    bool known;                 /* its code is known */
    bool reads, writes;
    bool fixed;                 /* all its accesses are at constant addresses in its code */
    /* all its writes are at a constant distance from the stack pointer, or from rbp in a function that begins with push %rbp; mov %rsp,%rbp */
    bool stack;
    bool reads_stack;           /* all its reads are */
    bool stored;                /* its value is what it stored (the low 8 bytes) */
    bool loaded;                /* its value is what it loaded, perhaps widened (the low 8 bytes) */
};
struct memory_shape memory_shape(struct memory *memory, uint64_t index);

/* The calls and system calls on whose behalf skipped code wrote what a load read at this port: those among its definers. Port 0: any port of memory. *sole (may
 * be NULL): the port has one definer, which wrote everything the load read. */
enum { MEMORY_HIDDEN_WRITERS = 8 };
size_t memory_hidden_writers(struct memory *memory, struct node node, uint64_t port, struct node writers[MEMORY_HIDDEN_WRITERS], bool *sole);

/* The one definer of everything that an execution used at a port. False: several, none in your code, or an uncertain one. */
bool memory_sole_definer(struct memory *memory, struct node node, uint64_t port, struct node *definer);

/* Did everything that an execution used at a port come from definers up to a time? Then nothing in your code wrote there between that time and the execution.
 * False: no, or unknown. */
bool memory_defined_until(struct memory *memory, struct node node, uint64_t port, uint64_t time);

/* The execution of your code that set a general register last before a time, if all instructions in between are known not to write it and no skipped code ran
 * in between: skipped code may change any caller-saved register. False: none, or unknown. Looks at up to 4,096 executions. */
bool memory_set_before(struct memory *memory, uint64_t time, int reg, struct node *definer);

/* The contents of a general register when an execution used it. */
enum memory_why memory_register(struct memory *memory, struct node node, int reg, uint64_t *value);

/* The contents of a general register when the execution at a time began. The next execution of its thread that used the register tells, itself included: it
 * names the writer of what it used, and if that wrote before the time, nothing wrote in between. Uses of one or two bytes do not tell, nor do uses behind the
 * end of a callback or signal handler: skipped code restores registers. If none of some thousand executions used the register before it was written again, its
 * last writer tells, provided that only your code ran since. Otherwise the state stream tells, if there is one. *definer is the writer; its index is
 * MEMORY_NOBODY if only the state stream tells. NONE: nothing tells. Needs a clock. */
#define MEMORY_NOBODY UINT64_MAX
enum memory_why memory_register_at(struct memory *memory, uint64_t time, int reg, uint64_t *value, struct node *definer);

/* The last writer of the low bytes of a vector register before the execution at a time began, if only your code ran since: then `size` (4 or 8) bytes of its
 * recorded value are what the register held. False: unknown. Needs a clock. */
bool memory_vector_at(struct memory *memory, uint64_t time, int reg, uint64_t size, struct node *definer);

/* The canonical frame address of the frame of the execution at a time: the stack pointer before the call. False: unknown. */
bool memory_cfa(struct memory *memory, uint64_t time, uint64_t *cfa);

#endif
