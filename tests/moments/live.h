/* live.h - a program under the recorder, stopped at executions of its instructions.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     struct live *live = live_start(recorder, arguments);
 *     if (live_go(live, 0x401136, 3)) ...                          just before the third execution from here on of the instruction there
 *     live_registers(live, &registers); live_read(live, 0x7ff0, bytes, 16);
 *     live_end(live);
 *
 * Leaves files named vgdb-* in the current folder. It speaks gdb's remote protocol with the gdbserver in Valgrind's core, through vgdb, and reads memory
 * from /proc. It uses no code of src/. */
#ifndef TESTS_MOMENTS_LIVE_H
#define TESTS_MOMENTS_LIVE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

struct live;

/* NULL: it could not be started. arguments: of the program, NULL at the end. */
struct live *live_start(const char *recorder, char **arguments);
void live_end(struct live *live);               /* kills it */
pid_t live_process(const struct live *live);

/* Continues until the instruction is about to run for the hits-th time. False: the program ended. */
bool live_go(struct live *live, uint64_t address, uint64_t hits);

struct live_registers {
    uint64_t general[16];               /* rax rcx rdx rbx rsp rbp rsi rdi r8 ... */
    uint64_t instruction;
    uint32_t flags, mxcsr;
    uint8_t st[8][10];                  /* as the gdbserver gives them */
    uint32_t control, status, tags;     /* x87 */
    uint8_t vector[16][32];
    bool has_high;                      /* the upper halves of vector */
};
bool live_registers(struct live *live, struct live_registers *registers);

/* The readable mappings of the program, without Valgrind's own. */
struct live_mapping { uint64_t start, end, offset; bool writable, shared; char path[512]; };
size_t live_mappings(struct live *live, struct live_mapping *mappings, size_t most);
bool live_read(struct live *live, uint64_t address, void *bytes, size_t size);

#endif
