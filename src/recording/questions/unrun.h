/* unrun.h - why code did not run: which branch executions kept it from running, and which calls never came.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The "why didn't" question of Ko and Myers, "Designing the Whyline" (CHI 2004) and "Finding Causes of Program Output with the Java Whyline" (CHI 2009), for
 * machine code. The branches that the code is control dependent upon (flow.h) either ran and went the other way, or did not run; then the question is why they
 * did not, up to the function's entry. A function that was never entered was not called; then the question is why its calls did not run.
 *
 *     struct flow_graphs *flow = flow_open(program_symbols(program));
 *     struct unrun unrun = {0};
 *     if (unrun_ask(program, flow, addresses, count, progress, &unrun))
 *         for (size_t i = 0; i < unrun.count; i++) ... unrun.steps[i], indented by its depth
 *     unrun_free(&unrun);
 *     flow_close(flow);
 *
 *     never ran                       TARGET
 *         went the other way          WENT_OTHER_WAY      lines between this and the target whose branches did not run either are counted (`through`)
 *             went past that          WENT_PAST           the conditions around that branch; without those of loops, which end sooner or later
 *         did not come back           EXITED_BEFORE
 *         never called                NEVER_CALLED        the function of the code; then nothing in it needs a reason
 *             a call that never ran   CALL_NEVER_RAN
 *                 went the other way  WENT_OTHER_WAY      ... and so on
 *
 * The graphs are those of the executable, and inferred; whether an instruction ran is recorded. So the trace must cover everything that the executable's code
 * did: if that is uncertain, the caller has to refuse or to say so. unrun does not look up where a branch execution went: if no way onwards ran, none of its
 * executions went there. */
#ifndef CLEW_RECORDING_QUESTIONS_UNRUN_H
#define CLEW_RECORDING_QUESTIONS_UNRUN_H

#include "code/code.h"
#include "recording/store/store.h"

struct program;

enum unrun_kind {
    UNRUN_TARGET,               /* the code asked about; it never ran */
    UNRUN_DID_RUN,              /* the code asked about ran; node: its last execution */
    UNRUN_WENT_OTHER_WAY,       /* a branch or computed jump: all its executions went where the code above cannot be reached. node: the last one */
    /* below WENT_OTHER_WAY: a branch that leads there, but `past` of its executions went past it. node: the last of these, if known */
    UNRUN_WENT_PAST,
    /* the next code did not run, though nothing branches: no execution came back (exit, longjmp, exception, fault, end). node: the last */
    UNRUN_EXITED_BEFORE,
    UNRUN_NEVER_CALLED,         /* address: the entry of the function */
    UNRUN_CALL_NEVER_RAN,       /* direct calls of it, or jumps to it, from one line and function; address: the first */
    UNRUN_CALL_RAN,             /* the same, but it ran and its target did not: it failed, or the trace does not show it. node */
    UNRUN_NEVER_TAKEN,          /* code that takes its address; it never ran */
    UNRUN_TAKEN,                /* the same; it ran. node */
    UNRUN_POINTERS,             /* no direct call in the code; calls through pointers ran (pointer_calls), but never led to it */
    UNRUN_NO_CALLER,            /* no direct call in the code, nothing takes its address, and no call through a pointer ran */
    UNRUN_NO_WAY                /* the executable's code shows no way there: an exception, or a computed jump with unknown targets */
};

enum unrun_end {
    UNRUN_END_UNKNOWN,          /* the trace has no clock */
    UNRUN_END_STANDING,         /* its frame, perhaps with callees, still existed when its thread ran last */
    UNRUN_END_LEFT              /* its frame was left; for EXITED_BEFORE: by longjmp, an exception, or skipped code */
};

struct unrun_step {
    enum unrun_kind kind;
    uint64_t depth;             /* 0: the code asked about */
    uint64_t address;           /* in the trace's addresses, whether it ran or not */
    struct source_position position;    /* zeroed: unknown */
    bool has_node;
    struct node node;           /* an execution */
    uint64_t executions;        /* of the instruction */
    bool executions_least;      /* there may be more (struct instruction) */
    uint64_t time;              /* of node; 0: unknown */
    uint64_t through;           /* WENT_OTHER_WAY: lines between it and the code above whose branches did not run either */
    uint64_t past;              /* WENT_PAST */
    bool repeated;              /* another step of this address has the steps below it; this one does not */
    enum unrun_end end;         /* of node, for EXITED_BEFORE and WENT_OTHER_WAY */
    bool has_stand;             /* for END_STANDING: */
    struct node stand;          /* where it stood then: the innermost place with a line of the executable */
};

struct unrun {                  /* zeroed is empty */
    /* each before those below it; steps of one level: nearest reason first, then latest execution, then by address */
    struct unrun_step *steps;
    size_t count, capacity;
    uint64_t cut;               /* callers and steps left out, beyond UNRUN_CALLERS and UNRUN_STEPS */
    uint64_t pointer_sites, pointer_calls;      /* POINTERS: calls through pointers that ran, as instructions and executions */
    bool pointer_calls_least;
};
void unrun_free(struct unrun *unrun);

enum { UNRUN_STEPS = 512, UNRUN_CALLERS = 64 /* of one function */ };

/* Why did none of these run? `addresses` are link addresses of instructions in the program's executable; those of one function and line make one question. An
 * address in no function has NO_WAY. False: progress stopped it; unrun then holds what it found. Cost: graphs of the functions it meets (flow.h); for each
 * function that was not called, a scan of all code at the speed of memory; for POINTERS O(instructions of the trace). */
CHECKED bool unrun_ask(struct program *program, struct flow_graphs *flow, const uint64_t *addresses, size_t count, const struct progress *progress,
                       struct unrun *unrun);

#endif
