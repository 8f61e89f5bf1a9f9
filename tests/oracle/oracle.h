/* oracle.h - the parts of the single-stepping oracle.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     image part       reads the ELF file: functions, PLT stubs, bytes
 *     effect part      what one instruction reads and writes, from the oracle's own table
 *     graph part       static control flow, functions that do not return, immediate postdominators
 *     shadow part      last definer of each register byte, flag and memory byte
 *     frames part      dynamic control parents
 *     system part      what a system call reads and writes
 *
 * Nothing here is shared with src/, so that it is evidence when the two agree. Everything is as simple as possible, at the cost of time and memory: the
 * programs under test are small. */
#ifndef ORACLE_H
#define ORACLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>
#include <sys/user.h>

void *grow(void *items, size_t *capacity, size_t count, size_t size);     /* ends the program if there is no memory */
_Noreturn void fail(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* ---- image.c ---- */

struct symbol {
    uint64_t start, end;            /* link addresses */
    const char *name;
    bool sized;
};
struct section {
    uint64_t start, end;
    const uint8_t *bytes;
    bool code, plt;
};
struct image {
    struct symbol *functions;       /* by start; one per start */
    size_t function_count, function_capacity;
    struct symbol *names;           /* all names, by start */
    size_t name_count, name_capacity;
    struct section *sections;
    size_t section_count, section_capacity;
    struct symbol *slots;           /* GOT slots and their functions */
    size_t slot_count, slot_capacity;
    uint64_t entry;
    uint64_t other_stacks, other_stacks_size;   /* the program's table of other stacks (coroutines.c); 0: it has none */
    bool moves;                     /* position independent */
};
void image_open(struct image *image, const char *path);
int image_function(const struct image *image, uint64_t address);            /* -1: none */
const struct section *image_section(const struct image *image, uint64_t address);
const char *image_slot(const struct image *image, uint64_t slot);           /* NULL: none */

/* ---- effect.c ---- */

enum {
    PORT_GENERAL = 1, PORT_FS = 17, PORT_GS, PORT_FLAGS, PORT_DIRECTION, PORT_X87, PORT_CONTROL_WORD = 29, PORT_MXCSR, PORT_VECTOR, PORT_MEMORY = 64,
    FILE_VECTOR = 128, FILE_FS = 640, FILE_GS = 648, FILE_FLAGS = 656, FILE_X87 = 664, FILE_CONTROL = 728, FILE_STATUS, FILE_MXCSR, FILE_BYTES
};
enum { CF = 1, PF = 2, AF = 4, ZF = 8, SF = 16, OF = 32, DF = 64, ALL = 63 };

struct piece {                      /* bytes of a register */
    uint16_t byte, size;
    bool address;                   /* part of a memory operand's address */
};
struct memory {
    int base, index;                /* number of a general register; -1: none */
    int segment;                    /* 0 or a port */
    int64_t scale, displacement;    /* with rip the displacement is the address */
    uint16_t size;
    bool load, store, narrow;       /* narrow: 32-bit address */
    bool low_index;                 /* only the lowest byte of the index */
};
enum effect_kind { EFFECT_PLAIN, EFFECT_CALL, EFFECT_RETURN, EFFECT_JUMP, EFFECT_SYSTEM, EFFECT_UNKNOWN };
enum value_kind { VALUE_NONE, VALUE_REGISTER, VALUE_MEMORY, VALUE_X87, VALUE_OTHER };     /* OTHER: the value shows the stepping itself */

enum { PIECES = 24, MEMORIES = 4 };
struct effect {
    enum effect_kind kind;
    uint8_t length;
    bool x87;                       /* needs the top of the x87 stack */
    bool repeats, while_equal, while_different;     /* rep, repe, repne */
    bool if_equal;                  /* stores only if the flags say so afterwards: a locked cmpxchg */
    bool computed;                  /* a jump or call to an address read from a register or memory */
    struct piece use[PIECES], define[PIECES];
    unsigned uses, defines;
    struct memory memory[MEMORIES];
    unsigned memories;
    uint8_t flags_read, flags_written;
    uint8_t count_mask;             /* not 0: flags are defined only if cl & mask is not 0 */
    enum value_kind value;
    struct piece value_register;
    int moves;                      /* register that this moves whole to or from memory; -1: not a plain move */
    char text[80];
};
void effect_open(void);
void effect_decode(const uint8_t *bytes, size_t size, uint64_t address, struct effect *effect);

/* ---- graph.c ---- */

enum flow_kind { FLOW_NEXT, FLOW_JUMP, FLOW_BRANCH, FLOW_CALL, FLOW_RETURN, FLOW_COMPUTED, FLOW_STOP, FLOW_SYSTEM };
struct flow {
    uint64_t address, target;
    enum flow_kind kind;
    uint8_t length;
};
struct decoded_flow {
    struct flow flow;
    char text[112];                  /* mnemonic and operands in Intel syntax, for jump tables */
};
void flow_decode(const uint8_t *bytes, size_t size, uint64_t address, struct decoded_flow *decoded);

struct graphs;
struct graph_answer {
    bool known, branches;
    int function;                   /* its function; for a cold part, the function it belongs to */
    uint64_t postdominator;         /* 0: the exit */
};
struct graphs *graphs_open(const struct image *image);
struct graph_answer graphs_ask(struct graphs *graphs, uint64_t address);
void graphs_observe(struct graphs *graphs, uint64_t from, uint64_t to);      /* a computed jump went there */

/* postdominators.c: immediate postdominators of `count` nodes, by sets. edges: pairs from, to; to == count is the exit. */
struct edge {
    uint32_t from, to;
};
void postdominators(size_t count, struct edge **edges, size_t *edge_count, size_t *edge_capacity, const bool *reached, uint32_t *immediate);

/* ---- shadow.c ---- */

struct cell {
    uint32_t who;                   /* number of an execution; 0: nobody */
    uint32_t when;
    uint8_t aside;                  /* 1 + the register saved here */
    bool random;                    /* made of random bytes: differs in each run */
};
struct cell *shadow_at(uint64_t address);
void shadow_forget(uint64_t address, uint64_t size);                 /* whole pages: they have no definer any more */

struct definers {
    struct cell *items;
    size_t count, capacity;
    bool random;                    /* one of the added cells was random */
};
void definers_add(struct definers *definers, struct cell cell);     /* a set */
void definers_sort(struct definers *definers);                      /* youngest first */

/* ---- frames.c ---- */

struct frames;
struct frame {
    uint32_t parent, anchor;
    bool adopted;                   /* the anchor did not call the code running here; it came here by returning, or by longjmp */
    bool starts_program;            /* the anchor is the call in _start that leads to main */
    bool handler;                   /* of a signal: ends when the stack pointer leaves low ... slot */
    uint64_t low;
    bool returns;                   /* opened by a shown call: stack_pointer holds the definer of the stack pointer before the call */
    struct cell stack_pointer[8];
    uint64_t slot, anchor_slot;
    uint64_t behind;                /* the address behind the call */
    int function;
    size_t entries;
};
struct frames *frames_open(void);
struct frame *frames_top(struct frames *frames);
void frames_call(struct frames *frames, struct frame frame);
size_t frames_end(struct frames *frames, uint64_t stack_pointer);      /* returns how many ended */
/* From now on, code in the frames that nobody called, down to a handler, acts for `anchor`. It saves registers below stack_pointer. */
void frames_adopt(struct frames *frames, uint32_t anchor, uint64_t stack_pointer);

/* A call may come back a second time, by longjmp, in the regions where it was made. */
void frames_save(struct frames *frames, uint64_t return_address);
bool frames_restore(struct frames *frames, uint64_t return_address);       /* false: unknown call */
bool frames_are_open(struct frames *frames);                        /* does the innermost frame have regions? */
void frames_clear(struct frames *frames);                           /* ends them */
void frames_lose(struct frames *frames, uint64_t until);            /* no control parent until the outermost region ends, or, without one, until `until` */
uint32_t frames_reach(struct frames *frames, uint64_t address);     /* the control parent there */
void frames_branch(struct frames *frames, uint32_t who, uint64_t postdominator);
void frames_transfer(struct frames *frames, uint32_t who, int function);

/* ---- system.c ---- */

struct range {
    uint64_t address, size;
};
enum { RANGES = 8 };
struct system_call {
    unsigned arguments;             /* registers used besides rax */
    struct range read[RANGES], written[RANGES];
    struct range fresh;             /* pages that were freed or are new */
    unsigned reads, writes;
    bool sets_fs;
    bool random, chance;            /* what it wrote, or what it returned, differs in each run */
    bool known;
};
void system_decode(pid_t process, const struct user_regs_struct *before, const struct user_regs_struct *after, struct system_call *call);
bool process_read(pid_t process, uint64_t address, void *bytes, size_t size);

#endif
