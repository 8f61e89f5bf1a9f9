/* run.h - executing segments: the state that reconstruct.c and run.c share.  SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CLEW_RECORDING_LOG_RUN_H
#define CLEW_RECORDING_LOG_RUN_H

#include "recording/log/carry.h"
#include "recording/log/fault.h"
#include "recording/log/floating.h"
#include "recording/log/quick.h"
#include "recording/log/sites.h"
#include "recording/log/stacks.h"
#include "recording/log/template.h"
#include "recording/log/unsupported.h"
#include "recording/log/writes.h"

struct site;

/* An instruction, or the part of one that lies in a segment. */
struct part {
    uint32_t site;
    uint32_t control;           /* number of its control port */
    uint32_t first_step, step_count;
    bool starts;                /* it is a new instance */
    bool saves, restores;       /* a plain move from register to memory, from memory to register */
    bool area;                  /* xsave, xrstor and kin: all of the state at once */
    bool pops;                  /* loads from where the stack pointer was, which rises above it */
    bool orderly;               /* it starts, and its uses stand by port, none twice: one definer each is in order without looking */
    bool calls;                 /* the last one of a segment that ends in a call */
    bool leaves;                /* a step says where the stack pointer is behind a jump */
    bool follows;               /* nothing happens between the part before it and this one (run_segment.c); see struct segment */
    bool direct;                /* what it uses can be handed over at once: orderly, and one that is chained to it (quick.h) comes behind it */
    uint8_t value_size;         /* of the value that stands at value_place of the run's bytes; 0: none, or it is not kept */
    uint32_t value_place;
    uint32_t first_quick, quick_count;
    actor self;                 /* the instance that ran last, in a run with quick steps */
    bool moves_or_pops;
    bool moves;                 /* gives the stack pointer a value not made of the old one: stacks.h */
};

struct segment {
    uint32_t first_part, part_count;
    uint8_t jump;               /* enum log_jump; a side exit is plain */
    bool quick;                 /* all of its code may be shown, and has quick steps */
    /* which of its parts follow; it depends upon what is known of control flow, and is found again when that has changed */
    bool prepared;
    bool whole;                     /* all parts but the first follow, and it is quick */
    bool ran;                       /* as a whole, shown */
    const struct object *object;    /* of those that follow and of those before them; NULL: code from no file */
    uint32_t generation;        /* of the object then */
};

/* Did control come to an instruction with the stack pointer moved, so that it left frames: into the middle of one, or back where that had called? */
enum leapt { LEAPT_NOT, LEAPT, LEAPT_BACK };

struct thread {
    uint64_t number;            /* of its own: 1, 2, ... as threads were created */
    struct cell registers[REGISTER_BYTES / 4];
    struct control control;
    uint32_t site;              /* of the instruction that runs, or ran last; 0: none yet */
    actor self;                 /* its instance */
    actor acts;                 /* whom it acts for: itself if shown, else its anchor, or 0 */
    uint64_t time;              /* when that ran, on the clock of the recording; 0: acts is 0 */
    bool ended;                 /* it left by its last system call: who has its number next is another one */
    bool shown;
    uint64_t below;             /* where the frame begins in which skipped code took over from shown code; 0: not known */
    uint8_t jump;               /* how it left */
    bool stack_known;
    uint64_t stack;             /* the stack pointer behind it, if known */
    uint64_t loaded, stored;    /* addresses it last used: a call's and a return's slot */
    bool no_flags;              /* a shift by zero */
    bool linkage;               /* it is a PLT stub's or the dynamic linker's: what it uses concerns nobody */
    struct cell stack_pointer[2];   /* what defined the stack pointer before it, if it is shown */
    struct dependences pending;
    size_t handlers;                /* frames of handlers that are open */
    struct carry *carry;            /* of what returned last to skipped code that nothing shown had called; NULL: none */
    bool moved;                     /* the stack pointer was moved (stacks.h), and where to is not known yet */
    uint8_t leapt;                  /* enum leapt */
    struct stacks stacks;           /* the others */
};

/* What is shown at all: from the first entry of one function up to the next entry of another (record_options). Before, nothing is, and there are no
 * anchors; behind, instructions are counted and that is all. */
enum window { WINDOW_AHEAD, WINDOW_OPEN, WINDOW_OVER };

struct reconstruction {
    struct sites *sites;
    struct collection *collection;
    struct decoder *decoder;
    struct shadow shadow;
    uint64_t clock, shown;
    uint64_t dropped;           /* carried uses that had no room */
    uint64_t stacks_forgotten, stacks_unknown;      /* stacks.h */
    bool ended;
    bool forked;                /* the log goes on behind a system call: where the program began is in another one */
    enum window window;
    struct steps steps;
    struct quick_steps quick;
    struct part *parts;
    size_t part_count, part_capacity;
    struct segment *segments;
    size_t segment_count, segment_capacity;
    struct thread **threads;
    size_t thread_count, thread_capacity;
    uint64_t threads_begun;
    uint64_t *creators;         /* of each thread, by its number - 1: the number of the one that was current when it was created; 0: none */
    size_t creator_capacity;
    struct thread *thread;      /* the running one */
    struct run_fault fault;
    struct unsupported unsupported;
    struct floating floating;
    struct writes writes;
    struct shared shared;
    bool executing;             /* an execve has begun and not come back */
    struct memory_check *check; /* NULL: not asked for */
};

/* Is it shown now? */
static inline bool run_shows(const struct reconstruction *r, const struct site *site)
{
    return site->shown && r->window == WINDOW_OPEN;
}

/* ---- run_segment.c ---- */

/* Executes one run of a segment. False: instances or sites ran out of numbers. */
bool run_segment(struct reconstruction *r, struct segment *segment, const struct log_record *record);
/* A segment has been defined: finds its quick steps. */
void run_quicken(struct reconstruction *r, struct segment *segment);
/* An instance begins, wherever control came from. */
CHECKED bool run_start(struct reconstruction *r, const struct part *part);

/* ---- run_arrive.c: control comes to an instruction, which is the next one of the running thread; `last` ran before ---- */

enum { STACK_POINTER_CELL = (BYTE_GENERAL + 4 * 8) / 4 };       /* the first of its cells in the register file */

/* The window begins or ends with it, if a function that the options name begins here. */
void run_window(struct reconstruction *r, const struct site *site, const struct site *last);
/* Frames that were begun or left, the branch that was taken, and what is handed over by whoever ran last. */
void run_arrive(struct reconstruction *r, const struct site *site, const struct site *last, bool shown);
/* It is shown: in which function, under which control parent? */
void run_enter(struct reconstruction *r, struct site *site, const struct site *last);

/* Whom skipped code acts for: whatever shown code led to it in its frame; else, and rather than for the start of the program, for what returned to it. NULL:
 * nobody. */
struct carry *run_carry(struct thread *thread);

/* ---- run_stacks.c ---- */

/* A return or computed jump with the stack pointer moved: finds the frame where control is, ends those that were left, goes to another stack. True: all is
 * done, and *carry is of whom skipped code acted for that goes on there, or NULL; it is the caller's. False: the ordinary rule is left to do. */
bool run_move(struct reconstruction *r, struct thread *thread, const struct site *site, struct carry **carry);
void run_forget_frames(struct reconstruction *r, struct control *control);     /* what they hold is handed over */
void run_forget_stacks(struct reconstruction *r, struct thread *thread);

/* ---- run.c ---- */

/* Uses and definitions of the running thread's current instruction, from outside its steps (system calls). */
struct cell run_stores_by(const struct reconstruction *r);
void run_wrote(struct reconstruction *r, uint64_t address, uint64_t size);      /* skipped code or the kernel, to memory */
void run_use_one(struct reconstruction *r, uint32_t key, uint32_t port, struct cell definer);
void run_use(struct reconstruction *r, uint32_t key, uint32_t port, const struct definers *found);
/* Of bytes, or flags, that may have several definers, or are of an unusual size: run_steps.h has the usual case. */
void run_use_registers(struct reconstruction *r, const struct step *step, unsigned byte, unsigned size);
void run_use_memory(struct reconstruction *r, const struct step *step, uint64_t address);
void run_use_flags(struct reconstruction *r, const struct step *step);
/* Of code that is not shown: what it puts aside and fetches back is neither used nor defined. Takes the part's bytes of the log and returns what comes
 * behind them. */
const uint8_t *run_skipped(struct reconstruction *r, const struct part *part, const uint8_t *data);
/* The program dies of a fault of this instruction. */
bool run_faulted(struct reconstruction *r, const struct part *part, const uint8_t *data);
void run_use_carried(struct reconstruction *r, struct cell definer);    /* of a shown one: on the port for what that definer results in */
/* Control left the last instruction for an address at which nothing runs yet: a signal came in between. */
void run_leave(struct reconstruction *r, uint64_t address);
/* A call, or a signal, begins a frame. */
void run_begin_frame(struct reconstruction *r, struct thread *thread, actor parent, uint64_t slot);
void run_begin_handler(struct reconstruction *r, struct thread *thread, actor parent);
void run_end_frames(struct reconstruction *r, struct thread *thread, uint64_t pointer);
void run_forget_interrupted(struct reconstruction *r, struct frame *frame);     /* of a handler */
void run_end_frame(struct reconstruction *r, struct thread *thread);
void run_end_carry(struct reconstruction *r, struct thread *thread);    /* the thread's own, if there is one */

#endif
