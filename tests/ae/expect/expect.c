/* expect.c - adds functions and loops to a stream of instructions and references.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     expect FUNCTIONS CODE DATA TRACE >TEXT
 *
 * FUNCTIONS, CODE, DATA as graph.h says, TRACE as oracle.c writes it. TEXT is what `clew regenerate --format=text` must print.
 * It uses neither schema nor events. An activation begins when a call, or code outside, arrives at a function's first
 * instruction. It ends with jr $31. Control that arrives at any other place, except behind the call, came by longjmp, to the
 * activation that called setjmp there; if there are several, the next reference to the stack shows which. */
#include "graph.h"
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>

struct activation {
    const struct function *function;
    int block;                          /* -1: before the first */
    uint32_t resume;                    /* the address behind the call under way */
    uint32_t stack;                     /* the stack pointer, once moved and shown by a reference */
    bool moved, shown;
    uint32_t *jumps;                    /* return addresses of the setjmps it called */
    int jump_count;
};

struct run {
    const struct program *program;
    struct activation *stack;
    int depth;
    const struct instruction *last;
    uint32_t address;                   /* of last */
    enum { inside, in_slot, after_slot } state;
    enum kind ended_by;                 /* of the block or call that this delay slot belongs to */
    const char *at, *end;               /* the trace */
};

static struct activation *top(const struct run *run) { return &run->stack[run->depth - 1]; }

static void loop_print(const char *what, const struct function *function, int loop) { printf("%s %d\n", what, function->first_loop + loop); }

static bool holds(const struct function *function, int loop, int block) { return block >= 0 && function->loops[loop].holds[block]; }

/* Of the loops that hold `inside` and not `outside`, the next one in size after `previous`, going up (or down); -1: none. */
static int loop_next(const struct function *function, int within, int without, int previous, bool outwards)
{
    int found = -1, bound = previous < 0 ? -1 : function->loops[previous].size;
    for (int i = 0; i < function->loop_count; i++) {
        int size = function->loops[i].size;
        if (!holds(function, i, within) || holds(function, i, without) || (bound >= 0 && (outwards ? size <= bound : size >= bound)))
            continue;
        if (found < 0 || (outwards ? size < function->loops[found].size : size > function->loops[found].size))
            found = i;
    }
    return found;
}

static void loops_leave(const struct function *function, int from, int to)
{
    for (int loop = -1; (loop = loop_next(function, from, to, loop, true)) >= 0;)
        loop_print("L-", function, loop);
}

static void loops_enter(const struct function *function, int from, int to)
{
    for (int loop = -1; (loop = loop_next(function, to, from, loop, false)) >= 0;)
        loop_print("L+", function, loop);
}

static void edge_take(struct activation *activation, int to)
{
    const struct function *function = activation->function;
    int from = activation->block;
    loops_leave(function, from, to);
    loops_enter(function, from, to);
    for (int i = 0; i < function->loop_count; i++)
        if (function->loops[i].head == to && holds(function, i, from))
            loop_print("L=", function, i);
    activation->block = to;
}

static void activation_begin(struct run *run, const struct function *function)
{
    printf("C %s\n", function->name);
    run->stack = grow(run->stack, run->depth, sizeof *run->stack);
    run->stack[run->depth++] = (struct activation){.function = function, .block = -1};
}

static void activation_end(struct run *run)
{
    struct activation *activation = top(run);
    loops_leave(activation->function, activation->block, -1);
    printf("E %s\n", activation->function->name);
    free(activation->jumps);
    run->depth--;
}

static bool is_jump_of(const struct activation *activation, uint32_t address)
{
    for (int i = 0; i < activation->jump_count; i++)
        if (activation->jumps[i] == address)
            return true;
    return false;
}

/* The stack pointer, from the first reference relative to it from here on in this function. */
static bool stack_ahead(const struct run *run, const struct function *function, uint32_t *stack)
{
    const struct instruction *instruction = NULL;
    const char *next;
    for (const char *at = run->at; at < run->end; at = next) {
        next = memchr(at, '\n', (size_t)(run->end - at));
        next = next ? next + 1 : run->end;
        uint32_t address = (uint32_t)strtoul(at + 2, NULL, 16);
        if (*at == 'I') {
            instruction = instruction_at(run->program, address);
            if (address < function->low || address >= function->high)
                return false;
        } else if (instruction && instruction->on_stack) {
            *stack = address - (uint32_t)instruction->offset;
            return true;
        }
    }
    return false;
}

static void leap(struct run *run, uint32_t address)
{
    uint32_t stack = 0;
    int to = -1, found = 0;
    const struct function *function = function_at(run->program, address);
    bool known = function && stack_ahead(run, function, &stack);
    for (int i = run->depth; i-- > 0;) {
        const struct activation *activation = &run->stack[i];
        if (!is_jump_of(activation, address))
            continue;
        found++;
        if (to < 0 || (known && activation->shown && activation->stack == stack))
            to = i;
    }
    if (to < 0 || (found > 1 && !(known && run->stack[to].shown && run->stack[to].stack == stack))) {
        fprintf(stderr, "expect: 0x%x: control came from 0x%x in no known way\n", (unsigned)address, (unsigned)run->address);
        exit(2);
    }
    while (run->depth > to + 1)
        activation_end(run);
    int block = instruction_at(run->program, address - 8)->block;
    loops_leave(top(run)->function, top(run)->block, block);
    loops_enter(top(run)->function, top(run)->block, block);
    top(run)->block = block;
}

static bool follows(const struct run *run, uint32_t address)
{
    const struct activation *activation = top(run);
    return address >= activation->function->low && address < activation->function->high &&
           (address == run->address + 4 || run->state == after_slot);
}

/* How control came to `address` from the instruction before it. */
static void arrive(struct run *run, uint32_t address)
{
    bool outside = !run->depth;
    if (run->state == after_slot && run->ended_by == leave) {
        activation_end(run);
        outside = true;
    } else if (run->state == after_slot && (run->ended_by == call || run->ended_by == setjmp_call)) {
        outside = true;
    } else if (!outside && !follows(run, address)) {
        fprintf(stderr, "expect: 0x%x cannot follow 0x%x\n", (unsigned)address, (unsigned)run->address);
        exit(2);
    }
    if (!outside || (run->depth && top(run)->resume == address))
        return;
    const struct function *function = function_at(run->program, address);
    if (function && function->low == address)
        activation_begin(run, function);
    else
        leap(run, address);
}

static void call_note(struct run *run, uint32_t address, bool is_setjmp)
{
    struct activation *activation = top(run);
    activation->resume = address + 8 < activation->function->high ? address + 8 : 0;
    if (!is_setjmp || is_jump_of(activation, address + 8))
        return;
    activation->jumps = grow(activation->jumps, activation->jump_count, sizeof *activation->jumps);
    activation->jumps[activation->jump_count++] = address + 8;
}

static void instruction_pass(struct run *run, uint32_t address)
{
    const struct instruction *instruction = instruction_at(run->program, address);
    if (!instruction)
        stop("an instruction outside of all functions", run->at);
    if (run->state != in_slot) {
        arrive(run, address);
        run->state = inside;
        if (instruction->is_leader)
            edge_take(top(run), instruction->block);
        if (instruction->kind != plain) {
            run->state = in_slot;
            run->ended_by = instruction->kind;
        }
        if (instruction->kind == call || instruction->kind == setjmp_call)
            call_note(run, address, instruction->kind == setjmp_call);
    } else {
        run->state = after_slot;
    }
    top(run)->moved |= instruction->moves_stack;
    run->last = instruction;
    run->address = address;
}

static void reference_pass(struct run *run, uint32_t address)
{
    struct activation *activation = top(run);
    if (!run->last->on_stack || !activation->moved || activation->shown)
        return;
    activation->stack = address - (uint32_t)run->last->offset;
    activation->shown = true;
}

static void pass(struct run *run)
{
    while (run->at < run->end) {
        const char *line = run->at, *next = memchr(line, '\n', (size_t)(run->end - line));
        next = next ? next + 1 : run->end;
        uint32_t address = (uint32_t)strtoul(line + 2, NULL, 16);
        if (*line == 'I')
            instruction_pass(run, address);
        else if (run->depth)
            reference_pass(run, address);
        fwrite(line, 1, (size_t)(next - line), stdout);
        run->at = next;
    }
    if (run->depth && run->state == after_slot && run->ended_by == leave)
        activation_end(run);
}

int main(int argc, char **argv)
{
    struct program program = {0};
    struct run run = {.program = &program};
    struct stat about;
    if (argc != 5)
        stop("usage", "expect FUNCTIONS CODE DATA TRACE");
    program_read(&program, argv[1], argv[2], argv[3]);
    graph_build(&program);
    int file = open(argv[4], O_RDONLY | O_CLOEXEC);
    if (file < 0 || fstat(file, &about) || about.st_size == 0)
        stop("no trace", argv[4]);
    run.at = mmap(NULL, (size_t)about.st_size, PROT_READ, MAP_PRIVATE, file, 0);
    if (run.at == MAP_FAILED)
        stop("cannot be mapped", argv[4]);
    run.end = run.at + about.st_size;
    pass(&run);
    return fflush(stdout) != 0;
}
