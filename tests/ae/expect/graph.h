/* graph.h - finds the blocks and loops of MIPS functions in their disassembly alone.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The independent half of a test: it knows no schema and reads only what objdump prints. A block ends behind the delay slot of a jump or branch, and before
 * the target of one. Calls end no block. Loops are natural loops, found by their definition: a block heads a loop if it lies on every way from the entry to
 * one of its predecessors. The loop holds every block that reaches such a predecessor without passing the head. */
#ifndef GRAPH_H
#define GRAPH_H

#include <stdbool.h>
#include <stdint.h>

enum kind { plain, branch, jump, computed_jump, leave, call, setjmp_call };

struct instruction {
    uint32_t target;                    /* of a branch, jump, or direct call */
    int32_t offset;                     /* of a reference, from the stack or frame pointer; or the number added to the stack pointer */
    uint16_t high;                      /* of lui */
    enum kind kind;
    bool exists, is_leader, is_lui, has_low, on_stack, moves_stack;
    int block;                          /* within its function */
};

struct loop {
    int head, size;
    bool *holds;                        /* by block */
};

struct function {
    uint32_t low, high;
    char name[120];
    int block_count, loop_count, first_loop;
    struct loop *loops;                 /* by their heads */
};

struct word { uint32_t address, value; };

struct program {
    struct function *functions;         /* in the order of the file that lists them */
    int function_count;
    uint32_t low, high;                 /* around all functions */
    struct instruction *code;           /* from low, one every 4 bytes */
    struct word *words;                 /* words in data sections that point into functions; sorted */
    int word_count;
};

_Noreturn void stop(const char *what, const char *detail);
void *grow(void *memory, int count, unsigned long size);    /* the array, with room for count + 1 elements */

/* FUNCTIONS: lines "LOW HIGH NAME"; CODE: objdump -d --no-show-raw-insn -M gpr-names=numeric; DATA: objdump -s. */
void program_read(struct program *program, const char *functions, const char *code, const char *data);
void graph_build(struct program *program);
struct instruction *instruction_at(const struct program *program, uint32_t address);    /* NULL: not in a function */
struct function *function_at(const struct program *program, uint32_t address);          /* NULL: none */

#endif
