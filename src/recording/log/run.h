/* run.h - executing segments: the state that reconstruct.c, run.c and run_segment.c share.  SPDX-License-Identifier: GPL-3.0-or-later */
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
 * Coroutines (swapcontext, or an assembly of one's own) load the stack pointer with the address of another stack, and leave for what runs there. Each
 * stack has frames of its own (struct control), so that each goes on where it was left: nobody's frames end, and nobody gets another's control parents.
 *
 * An instruction *moves* the stack pointer if it gives it a value not made of the old one: no call, return, push, pop, addition. Most moves are
 * none to another stack (variable arrays that are given back, longjmp). What it was shows where control goes with it, by a return or a computed jump:
 *
 *     to the return address of a frame, by its slot           that frame is returned from, on whatever stack it is. Who goes on behind a
 *                                                             stack's outermost one is nobody's
 *     to where setjmp or getcontext returned, by both         into the frame that called it
 *     to the entry of a function                              a new stack; the parent is what led there. It is forgotten what was on that memory
 *     into the function it was in, not above its frame        nothing has happened
 *     between the frames of a stack                           into the one whose memory it is
 *     anywhere else                                           a new stack of which nothing is known: no parent rather than a wrong one.
 *                                                             It is counted
 *
 * A call behind a move may have its frame anywhere: a segment (collect.h). Valgrind's own tools, which are not told of a stack, take a
 * change of more than --max-stackframe (2 MB) for a switch; stacks of coroutines may lie closer together, in one array, or in another's frame.
 *
 * Frames of several stacks are told to the recording's clock as if who is resumed was called: they stand on the frames of who resumed them, until one of
 * these goes on. */

/* Besides the one in use. Of more, one of which nothing is known is forgotten, else the one that was left longest ago, and that is counted; never the one
 * that the thread began on. */
enum { STACKS_MAX = 1024 };

struct stack {
    struct control control;
    struct carry *carry;                /* the thread's own, as it was left */
    size_t handlers;
    uint64_t left;                      /* the clock */
    size_t nest;                        /* which of the stacks whose frames the recording's clock has, from the bottom; 0: it has not */
};

struct stacks {                         /* of a thread, without the one in use. Zeroed, with nest 1 */
    struct stack *items;
    size_t count, capacity;
    size_t nest;                        /* of the one in use: the highest */
};

/* ---- The steps of a segment's shown code that are left when what the segment itself tells is taken out (run_segment.c) ----
 *
 * A run of a segment that nothing interrupts takes all its steps (template.h) in one order. So much is known once and for all, when it is defined:
 *
 *     where in a run's bytes each logged number stands            steps that only pass over bytes are gone
 *     which part of the segment defined what a register use uses  QUICK_KNOWN: the definer need not be looked up
 *     that a definition of a register, or of flags, is replaced in the same segment before anybody looks it up          it is gone
 *     that a part uses what it defined itself                     no dependence: it is gone
 *
 * That holds within a *chain*: parts that come one behind the other, each a new instruction, all shown or none, without the window (run.h) beginning or ending
 * and without the stack pointer logged between them. In front of a call the definers of the stack pointer are looked up, whoever replaces them.
 *
 * Cost: O(steps + parts) and a few KB of stack, once a segment. */

enum quick_kind {
    QUICK_KNOWN,                        /* the definer is the part that stands `place` parts before this one */
    QUICK_USE, QUICK_DEFINE,            /* register bytes from place on */
    QUICK_USE_WORD, QUICK_DEFINE_WORD,  /* the same of 8 bytes that are two cells */
    QUICK_USE_INDEXED, QUICK_DEFINE_INDEXED,    /* of the x87 stack, 8 bytes; the element stands at `place` of the run's bytes */
    QUICK_LOAD, QUICK_STORE,            /* the address stands at `place` */
    QUICK_FLAGS_USE, QUICK_FLAGS_DEFINE,        /* size: mask */
    QUICK_COUNT,                        /* the count stands at `place`; (it & size) is 0: the part defines no flags */
    QUICK_STACK                         /* the stack pointer stands at `place` */
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

/* What it has to be told of a part (run.h). */
struct quick_part {
    const struct step *steps;
    size_t step_count;
    bool chained;                       /* to the part before it */
    bool calls;
    size_t first, count;                /* filled: its quick steps; first is an index of the list */
    uint8_t value_size;                 /* filled: of its value, which stands at value_place of the run's bytes; 0: it has none */
    uint32_t value_place;
};

/* Appends the steps of all parts of a segment. False, and nothing is appended: it has steps that are not for here (bytes of accesses, several values of a
 * part). */
bool quick_append(struct quick_part *parts, size_t count, struct quick_steps *steps);

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
    bool direct;                /* what it uses can be handed over at once: orderly, and one that is chained to it comes behind it */
    uint8_t value_size;         /* of the value that stands at value_place of the run's bytes; 0: none, or it is not kept */
    uint32_t value_place;
    uint32_t first_quick, quick_count;
    actor self;                 /* the instance that ran last, in a run with quick steps */
    bool moves_or_pops;
    bool moves;                 /* gives the stack pointer a value not made of the old one: "The stacks of a thread" */
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
    bool moved;                     /* the stack pointer was moved, and where to is not known yet */
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
    uint64_t stacks_forgotten, stacks_unknown;
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

/* ---- run.c: control comes to an instruction, which is the next one of the running thread; `last` ran before ---- */

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
/* Of skipped code: what it puts aside and fetches back is neither used nor defined. Takes the part's bytes of the log and returns what comes
 * behind them. */
const uint8_t *run_skipped(struct reconstruction *r, const struct part *part, const uint8_t *data);
/* The program dies of a fault of this instruction. */
bool run_faulted(struct reconstruction *r, const struct part *part, const uint8_t *data);
void run_use_carried(struct reconstruction *r, struct cell definer);    /* of a shown one: on the port for what that definer results in */
/* Control left the last instruction for an address at which nothing runs yet: a signal came in between. */
void run_leave(struct reconstruction *r, uint64_t address);
/* A call, or a signal, begins a frame. */
void run_begin_handler(struct reconstruction *r, struct thread *thread, actor parent);
void run_end_frames(struct reconstruction *r, struct thread *thread, uint64_t pointer);
void run_end_frame(struct reconstruction *r, struct thread *thread);
void run_end_carry(struct reconstruction *r, struct thread *thread);    /* the thread's own, if there is one */
#endif
