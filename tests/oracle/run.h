/* run.h - the state of a stepped program.  SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef RUN_H
#define RUN_H

#include "oracle.h"

#include <stdio.h>

enum { SITES = 1 << 20, STACK_DEPTH = 64 << 20, STACK_POINTER = 4, THREADS = 16, SIGNALS = 64, COROUTINES = 16, SIGRETURN = 15 };

struct site {
    uint64_t address;               /* in the run; 0: free */
    uint64_t link;
    bool shown;
    bool linkage;                   /* a PLT stub: it belongs to the linker, and nobody asks for its uses */
    uint32_t count;
    struct effect *effect;
};

struct instance {
    uint64_t link;
    uint32_t number, when;
    struct cell *carried;           /* one per defining instruction */
    size_t carried_count, carried_capacity;
};

struct leaf {
    uint32_t number, sub, result[4];
    bool is_xgetbv;
};

/* The state that a signal interrupted; restored when the handler returns. */
struct interrupted {
    struct user_regs_struct values;
    struct cell registers[FILE_BYTES];
    uint64_t frame;                 /* the stack pointer at the handler's entry: its return address, then the context */
    bool over;
};

enum thread_state { THREAD_STOPPED, THREAD_RUNNING, THREAD_GONE };

struct coroutine {
    uint64_t low;                   /* the lowest address of its stack; 0: the thread's own */
    struct frames *frames;
};

struct thread {
    pid_t id;
    enum thread_state state;
    bool stepping;                  /* the instruction at before.rip was begun */
    bool in_handler;                /* ... but a handler was entered in its place */
    int signal, handed;             /* delivered with the next step; delivered with this one */
    struct frames *frames;
    uint64_t stack;                 /* of the coroutine that it runs on */
    struct coroutine coroutines[COROUTINES];        /* those it ran on before */
    size_t coroutine_count;
    struct cell registers[FILE_BYTES];
    struct user_regs_struct before, after;
    struct user_fpregs_struct vectors;      /* before, where the instruction needs them */
    struct interrupted *interrupted[SIGNALS];
    size_t interrupted_count;
    uint64_t other_stack, other_stack_end;  /* sigaltstack */
    uint64_t cleared_at_end;        /* the word that the kernel clears when the thread ends; 0: none */
    /* the last instruction */
    struct site *last;
    uint32_t last_self, last_acts;
    bool last_is_skipped, last_is_linker;
    uint64_t next_address;          /* behind it */
    struct cell last_stack_pointer[8];      /* before it */
};

struct run {
    struct leaf *leaves;
    size_t leaf_count, leaf_capacity;
    uint64_t linker_start, linker_end;  /* the dynamic linker: it uses nothing, and nobody owns its notes */
    struct image image;
    struct graphs *graphs;
    FILE *out;
    uint64_t bias;
    struct site *sites;
    struct instance *instances;     /* from 1 */
    size_t instance_count, instance_capacity;
    uint32_t clock;
    struct thread *threads[THREADS];
    size_t thread_count;
    struct thread *thread;          /* the one whose instruction it is */
    uint32_t starter;               /* the call in _start that leads to main, once made */
    uint64_t irregular_steps, without_rule;
};

/* process.c */
void process_start(struct run *run, const char *stack, char **arguments);
void process_print_ranges(const struct run *run);
void process_read_processor(struct run *run, const char *path);
void process_change_processor(struct run *run, const struct effect *e);     /* call after each step; acts on cpuid */

/* threads.c: one thread runs at a time, until it waits for another or ends, so that a program takes its steps in the same order each time. */
struct thread *threads_add(struct run *run, pid_t id);
bool threads_choose(struct run *run);       /* sets run->thread to a stopped thread; false: the program is gone */
void threads_step(struct run *run, bool may_wait);                          /* starts the instruction at before.rip, and usually finishes it */

/* uses.c */
void lacks_rule(struct run *run, const char *format, ...) __attribute__((format(printf, 2, 3)));      /* prints the message; the run has failed */
struct site *site_at(struct run *run, uint64_t address);
uint64_t address_of(const struct run *run, const struct memory *memory);
uint64_t register_value(const struct run *run, struct piece piece);
void carry(struct run *run, uint32_t anchor, struct cell cell);
bool is_aside(struct run *run, const struct site *site);    /* does it save or restore a register? */
void put_aside(struct run *run, const struct effect *e, uint32_t acts);
/* Collects an instruction's uses: prints them if it is shown, carries them if not. For an instruction that saves a register, only the uses of the address.
 * Returns whether random bytes are among them. */
bool use_all(struct run *run, const struct site *site, uint32_t acts, bool only_count);
bool use_address(struct run *run, const struct site *site, uint32_t acts);
void define_all(struct run *run, const struct effect *e, uint32_t acts, bool random);
void define_memory(struct run *run, uint64_t address, uint64_t size, struct cell cell);

/* signals.c */
void signals_deliver(struct run *run);      /* call when the thread is at a handler's entry */
void signals_return(struct run *run);       /* rt_sigreturn was executed */

/* coroutines.c */
void stacks_follow(struct run *run, const struct site *site);      /* control arrived at `site`: the thread now has the frames of that stack */
void stacks_end(struct run *run);           /* the first function of a stack has returned: nobody called the code that goes on there */
void stacks_land(struct run *run, const struct site *site);        /* ... and goes on in the middle of the innermost frame */

/* oracle.c */
void arrive(struct run *run, const struct site *site);      /* updates frames and anchors between the last instruction and this one */

#endif
