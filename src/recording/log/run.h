/* run.h - executes segments: the state that reconstruct.c, run.c and run_segment.c share.  SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CLEW_RECORDING_LOG_RUN_H
#define CLEW_RECORDING_LOG_RUN_H

#include "core/core.h"
#include "recording/log/collect.h"
#include "recording/log/report.h"
#include "recording/log/sites.h"
#include "recording/log/template.h"
#include "recording/log/shadow.h"

/* ---- The stacks of a thread that uses several ----
 *
 * Coroutines (swapcontext, or hand-written assembly) load the stack pointer with the address of another stack and jump to the code that runs there. Each
 * stack has its own frames (struct control) and continues where it was left: a switch ends no frame, and no coroutine gets another's control parents.
 *
 * An instruction *moves* the stack pointer if it gives it a value not made of the old one: so not a call, return, push, pop or addition. Most moves do
 * not switch stacks (release of variable-length arrays, longjmp). The next return or computed jump shows the meaning of a move, by its destination:
 *
 *     the return address of a frame, by its slot              returns from that frame, on whatever stack it is. Code that continues behind
 *                                                             a stack's outermost frame has no control parent
 *     where setjmp or getcontext returned, by address and stack pointer  into the frame that called it
 *     the entry of a function                                 a new stack; its parent is the jump. Older stacks in that memory are forgotten
 *     the same function, not above its frame                  no switch
 *     between the frames of a stack                           into the frame whose memory it is
 *     anywhere else                                           a new, unknown stack, which is counted: no parent rather than a wrong one
 *
 * A call after a move may have its frame anywhere: it begins a segment (collect.h). Valgrind's own tools, unless the program registers its stacks, take a
 * change of more than --max-stackframe (2 MB) for a switch. Coroutine stacks may lie closer together, in one array, or inside another stack's frame.
 *
 * The recording's clock sees a resumed stack as if its resumer had called it: its frames stand on those of the resumer, until one of these continues. */

/* Besides the stack in use. Beyond this number clew forgets an unknown stack, or else the one left longest ago, which it counts; never the one that the thread
 * began on. */
enum { STACKS_MAX = 1024 };

struct stack {
    struct control control;
    struct carry *carry;                /* the thread's carry when control left this stack */
    size_t handlers;
    uint64_t left;                      /* the clock when control left it */
    size_t nest;                        /* its position among the stacks whose frames the recording's clock has, from the bottom; 0: not among them */
};

struct stacks {                         /* of a thread, without the one in use. Start with zeros and nest 1 */
    struct stack *items;
    size_t count, capacity;
    size_t nest;                        /* of the stack in use: the highest */
};

/* ---- Quick steps: the steps of a segment in your code, without those that the segment itself answers (run_segment.c) ----
 *
 * A run of a segment that nothing interrupts takes all its steps (template.h) in one order. Its definition therefore shows, once for all runs:
 *
 *     where in a run's bytes each logged number stands            drops steps that only skip bytes
 *     which part of the segment defined the register of a use     QUICK_KNOWN: no need to look up the definer
 *     a register or flag definition that another one replaces in the segment, unused until then      drops the definition
 *     a use of something that the same part defined               no dependence: drops the use
 *
 * This holds within a *chain*: consecutive parts, each a new instruction, all in your code or all skipped, where the window (run.h) neither begins nor ends
 * and no stack pointer is logged in between. A call looks up the definers of the stack pointer first, so that they count as used.
 *
 * Cost: O(steps + parts) and a few KB of stack, once for each segment. */

enum quick_kind {
    QUICK_KNOWN,                        /* the definer is `place` parts before this one */
    QUICK_USE, QUICK_DEFINE,            /* register bytes from `place` on */
    QUICK_USE_WORD, QUICK_DEFINE_WORD,  /* the same for 8 bytes in two cells */
    QUICK_USE_INDEXED, QUICK_DEFINE_INDEXED,    /* x87 stack, 8 bytes; the element number is at `place` in the run's bytes */
    QUICK_LOAD, QUICK_STORE,            /* the address is at `place` */
    QUICK_FLAGS_USE, QUICK_FLAGS_DEFINE,        /* size: mask */
    QUICK_COUNT,                        /* the count is at `place`; if (count & size) is 0 the part defines no flags */
    QUICK_STACK                         /* the stack pointer is at `place` */
};

struct quick_step {
    uint8_t kind;
    uint16_t size;
    uint32_t place;
    uint32_t port, number;              /* as in struct step */
};

struct quick_steps {                    /* zeroed is empty */
    struct quick_step *items;
    size_t count, capacity;
};

/* A part of a segment (struct part) as quick_append needs it. */
struct quick_part {
    const struct step *steps;
    size_t step_count;
    bool chained;                       /* to the part before it */
    bool calls;
    size_t first, count;                /* result: its quick steps; first is an index into the list */
    uint8_t value_size;                 /* result: size of its value, which is at value_place in the run's bytes; 0: no value */
    uint32_t value_place;
};

/* Appends the quick steps of all parts of a segment. False, with nothing appended: the segment has steps that cannot be quick (bytes of accesses, several
 * values of one part). */
bool quick_append(struct quick_part *parts, size_t count, struct quick_steps *steps);

struct site;

/* An instruction, or the part of one that lies in a segment. */
struct part {
    uint32_t site;
    uint32_t control;           /* number of its control port */
    uint32_t first_step, step_count;
    bool starts;                /* it begins a new execution */
    bool saves, restores;       /* a plain move from register to memory, from memory to register */
    bool area;                  /* xsave, xrstor and similar: all of the state at once */
    bool pops;                  /* loads from the old stack pointer's address, and the stack pointer rises above it */
    bool orderly;               /* it starts, and each use has a higher port than the one before: with one definer each, no sorting is needed */
    bool calls;                 /* the last part of a segment that ends in a call */
    bool leaves;                /* one of its steps gives the stack pointer after a jump */
    bool follows;               /* nothing happens between the part before it and this one (run_segment.c); see struct segment */
    bool direct;                /* its uses can be handed over at once: it is orderly, does not pop, and the next part is chained to it */
    uint8_t value_size;         /* of its value, which is at value_place in the run's bytes; 0: none, or not kept */
    uint32_t value_place;
    uint32_t first_quick, quick_count;
    actor self;                 /* its latest execution in a run with quick steps */
    bool moves_or_pops;
    bool moves;                 /* gives the stack pointer a value not made of the old one: "The stacks of a thread" */
};

struct segment {
    uint32_t first_part, part_count;
    uint8_t jump;               /* enum log_jump; a side exit is plain */
    bool quick;                 /* all of it may be your code, and it has quick steps */
    /* these say which of its parts follow (struct part); clew finds them again when it has learnt more control flow */
    bool prepared;
    bool whole;                     /* all parts but the first follow, and the segment is quick */
    bool ran;                       /* as a whole, in your code */
    const struct object *object;    /* of the parts that follow and of those before them; NULL: code from no file */
    uint32_t generation;        /* of the object at that time */
};

/* Did control arrive with a moved stack pointer and so leave frames? LEAPT: into the middle of a frame. LEAPT_BACK: to where that frame had called. */
enum leapt { LEAPT_NOT, LEAPT, LEAPT_BACK };

struct thread {
    uint64_t number;            /* unique: 1, 2, ... in order of creation */
    struct cell registers[REGISTER_BYTES / 4];
    struct control control;
    uint32_t site;              /* of the current instruction, which runs or ran last; 0: none yet */
    actor self;                 /* its execution */
    actor acts;                 /* the execution it acts for: itself in your code, its anchor in skipped code; 0: none */
    uint64_t time;              /* when `acts` ran, on the clock of the recording; 0: acts is 0 */
    bool ended;                 /* the thread ended with its last system call: the next thread with its system number is another one */
    bool shown;
    uint64_t below;             /* start of the frame in which skipped code took over from your code; 0: unknown */
    uint8_t jump;               /* enum log_jump: how control left the instruction */
    bool stack_known;
    uint64_t stack;             /* the stack pointer after it, if known */
    uint64_t loaded, stored;    /* addresses it last used: the slot of a return, of a call */
    bool no_flags;              /* a shift by zero */
    bool linkage;               /* code of a PLT stub or the dynamic linker: its uses do not count */
    struct cell stack_pointer[2];   /* definers of the stack pointer before it, if it is your code */
    struct dependences pending;
    size_t handlers;                /* open frames of handlers */
    struct carry *carry;            /* for skipped code that your code did not call: of the last return from your code; NULL: none */
    bool moved;                     /* an instruction moved the stack pointer, and it is not yet known where to */
    uint8_t leapt;                  /* enum leapt */
    bool calls;                     /* `call` has not returned */
    struct store_system_call call;
    bool signalled;                     /* `signal` waits for the registers of its handler */
    struct store_system_call signal;
    struct stacks stacks;           /* besides the one in use */
};

/* The window of the recording: from the first entry of one function up to the next entry of another (record_options). Before it clew lists nothing and there
 * are no anchors; after it clew only counts instructions. */
enum window { WINDOW_AHEAD, WINDOW_OPEN, WINDOW_OVER };

struct reconstruction {
    struct sites *sites;
    struct collection *collection;
    struct decoder *decoder;
    struct shadow shadow;
    uint64_t clock, shown;
    uint64_t dropped;           /* carried uses that had no room */
    uint64_t stacks_forgotten, stacks_unknown;
    bool ended;
    bool forked;                /* the log continues behind a fork: the program's beginning is in another log */
    enum window window;
    uint64_t opened_at, closed_at;      /* the clock when it did */
    struct steps steps;
    struct quick_steps quick;
    struct part *parts;
    size_t part_count, part_capacity;
    struct segment *segments;
    size_t segment_count, segment_capacity;
    struct thread **threads;
    size_t thread_count, thread_capacity;
    uint64_t threads_begun;
    uint64_t *creators;         /* by thread number - 1: the number of the thread that created it; 0: none */
    size_t creator_capacity;
    struct thread *thread;      /* the running one */
    struct run_fault fault;
    struct unsupported unsupported;
    struct floating floating;
    struct writes writes;
    struct shared shared;
    bool executing;             /* an execve has begun and not returned */
    bool keeps_calls;           /* the recording lists system calls */
    struct memory_check *check; /* NULL: not requested */
};

/* Is the site your code, and the window open? */
static inline bool run_shows(const struct reconstruction *r, const struct site *site)
{
    return site->shown && r->window == WINDOW_OPEN;
}

/* ---- run_segment.c ---- */

/* Executes one run of a segment. False: the numbers of executions or sites ran out. */
bool run_segment(struct reconstruction *r, struct segment *segment, const struct log_record *record);
/* Finds the quick steps of a segment that was just defined. */
void run_quicken(struct reconstruction *r, struct segment *segment);
/* Begins an execution, wherever control came from. */
CHECKED bool run_start(struct reconstruction *r, const struct part *part);

/* ---- run.c: control comes to an instruction, the next one of the running thread; `last` ran before it ---- */

enum { STACK_POINTER_CELL = (BYTE_GENERAL + 4 * 8) / 4 };       /* the stack pointer's first cell in the register file */

/* Opens or closes the window if a function that the options name begins here. */
void run_window(struct reconstruction *r, const struct site *site, const struct site *last);
/* Begins and ends frames, notes the branch that was taken, and hands over the dependences of `last`. */
void run_arrive(struct reconstruction *r, const struct site *site, const struct site *last, bool shown);
/* The instruction is your code: finds its function and control parent. */
void run_enter(struct reconstruction *r, struct site *site, const struct site *last);

/* Returns the carry that skipped code acts for: that of the instruction in your code that led to it in its frame. If there is none, or only that of the
 * program's start: the thread's own carry, if it has one. NULL: it acts for nobody. */
struct carry *run_carry(struct thread *thread);

void run_forget_frames(struct reconstruction *r, struct control *control);     /* hands over the dependences they hold */
void run_forget_stacks(struct reconstruction *r, struct thread *thread);

/* ---- run.c ---- */

/* Uses and definitions of the running thread's current instruction, outside its steps (system calls). */
struct cell run_stores_by(const struct reconstruction *r);
void run_wrote(struct reconstruction *r, uint64_t address, uint64_t size);      /* skipped code or the kernel wrote to memory */
void run_use_one(struct reconstruction *r, uint32_t key, uint32_t port, struct cell definer);
void run_use(struct reconstruction *r, uint32_t key, uint32_t port, const struct definers *found);
/* Uses of bytes or flags with several definers, or of an unusual size: run_steps.h has the usual case. */
void run_use_registers(struct reconstruction *r, const struct step *step, unsigned byte, unsigned size);
void run_use_memory(struct reconstruction *r, const struct step *step, uint64_t address);
void run_use_flags(struct reconstruction *r, const struct step *step);
/* Runs a part in skipped code. Saving and restoring a register is neither use nor definition. Takes the part's bytes of the log; returns the position
 * after them. */
const uint8_t *run_skipped(struct reconstruction *r, const struct part *part, const uint8_t *data);
/* The program dies of a fault of this instruction. */
bool run_faulted(struct reconstruction *r, const struct part *part, const uint8_t *data);
void run_use_carried(struct reconstruction *r, struct cell definer);    /* for an instruction of your code: on the carried port of that definer */
/* Control left the last instruction for an address where nothing runs yet: a signal came in between. */
void run_leave(struct reconstruction *r, uint64_t address);
/* Begins the frame of a signal handler. */
void run_begin_handler(struct reconstruction *r, struct thread *thread, actor parent);
void run_end_frames(struct reconstruction *r, struct thread *thread, uint64_t pointer);
void run_end_frame(struct reconstruction *r, struct thread *thread);
void run_end_carry(struct reconstruction *r, struct thread *thread);    /* the thread's own carry, if there is one */
#endif
