/* graph.h - blocks and loops of MIPS functions, from nothing but their disassembly.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The independent half of a test: it knows no schema, and reads what objdump prints. Blocks end behind the delay slot of a jump or branch, or where
 * one leads to; calls end none. Loops are natural ones, found by their definition: a block heads a loop if it lies on every way
 * from the entry to one of its predecessors; the loop is all that reaches such a predecessor without passing the head. */
#ifndef GRAPH_H
#define GRAPH_H

#include <stdbool.h>
#include <stdint.h>

enum kind { plain, branch, jump, computed_jump, leave, call, setjmp_call };

struct instruction {
    uint32_t target;                    /* of a branch, jump, or direct call */
    int32_t offset;                     /* from the stack or frame pointer, of a reference; what is added to the stack pointer */
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
    struct instruction *code;           /* from low, one each 4 bytes */
    struct word *words;                 /* of the sections of data, those that point into functions; sorted */
    int word_count;
};

_Noreturn void stop(const char *what, const char *detail);
void *grow(void *memory, int count, unsigned long size);    /* an array that has room for one more than count */

/* FUNCTIONS: lines "LOW HIGH NAME"; CODE: objdump -d --no-show-raw-insn -M gpr-names=numeric; DATA: objdump -s. */
void program_read(struct program *program, const char *functions, const char *code, const char *data);
void graph_build(struct program *program);
struct instruction *instruction_at(const struct program *program, uint32_t address);    /* NULL: not in a function */
struct function *function_at(const struct program *program, uint32_t address);          /* NULL: none */

#endif
