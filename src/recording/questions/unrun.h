/* unrun.h - why code did not run: which branch instances kept it from that, and who did not call.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The question "why didn't" of Ko and Myers, "Designing the Whyline" (CHI 2004) and "Finding Causes of Program Output with the Java Whyline" (CHI 2009),
 * asked of machine code: what the code is control dependent upon (flow.h) either ran, and went the other way, or did not run, and then the question is why
 * that did not, up to the function's entry; a function that was never entered was not called, and the question is why its calls did not run.
 *
 *     struct flow_graphs *flow = flow_open(program_symbols(program));
 *     struct unrun unrun = {0};
 *     if (unrun_ask(program, flow, addresses, count, progress, &unrun))
 *         for (size_t i = 0; i < unrun.count; i++) ... unrun.steps[i], indented by its depth
 *     unrun_free(&unrun);
 *     flow_close(flow);
 *
 *     never ran                       TARGET
 *         went the other way          WENT_OTHER_WAY      lines with branches that did not run either, between them and the target, are counted (`through`)
 *             went past that          WENT_PAST           the conditions around that branch; those of loops, which end sooner or later, are left out
 *         did not come back           EXITED_BEFORE
 *         never called                NEVER_CALLED        of the function whose code it is; then nothing in it needs a reason
 *             a call that never ran   CALL_NEVER_RAN
 *                 went the other way  WENT_OTHER_WAY      ... and so on
 *
 * The graphs are those of the executable, and inferred; that an instruction ran is recorded. So the trace must show all that the executable's code did:
 * where it is not known to, who asks has to refuse or to say so. What came of a branch instance is not looked up: where no way onwards ran, none of its
 * instances went there. */
#ifndef CLEW_RECORDING_QUESTIONS_UNRUN_H
#define CLEW_RECORDING_QUESTIONS_UNRUN_H

#include "code/code.h"
#include "recording/store/store.h"

struct program;

enum unrun_kind {
    UNRUN_TARGET,               /* what was asked for; it never ran */
    UNRUN_DID_RUN,              /* what was asked for; node: its last instance */
    UNRUN_WENT_OTHER_WAY,       /* a branch, or computed jump: all of its instances went where the code above is not come to. node: the last one */
    /* below WENT_OTHER_WAY: a branch that led there, but `past` of its instances went past it. node: the last that did, if it is known */
    UNRUN_WENT_PAST,
    /* what runs next did not, though nothing branches: none of its instances came back (exit, longjmp, exception, fault, end). node: the last */
    UNRUN_EXITED_BEFORE,
    UNRUN_NEVER_CALLED,         /* address: the entry of the function */
    UNRUN_CALL_NEVER_RAN,       /* direct calls of it, or jumps to it, of one line and function; address: the first */
    UNRUN_CALL_RAN,             /* the same; but it ran, and where it leads did not: it failed, or the trace does not show it. node */
    UNRUN_NEVER_TAKEN,          /* code that takes its address; it never ran */
    UNRUN_TAKEN,                /* the same; it ran. node */
    UNRUN_POINTERS,             /* no code calls it directly; calls through pointers ran (pointer_calls), but never led to it */
    UNRUN_NO_CALLER,            /* no code calls it directly, or takes its address, and no call through a pointer ran */
    UNRUN_NO_WAY                /* no way leads there that the executable's code shows: an exception, or a computed jump whose targets are not known */
};

enum unrun_end {
    UNRUN_END_UNKNOWN,          /* the trace has no clock */
    UNRUN_END_STANDING,         /* its frame was there, and what it called perhaps, when its thread ran last */
    UNRUN_END_LEFT              /* its frame was left; of EXITED_BEFORE: by longjmp, an exception, or what is not shown */
};

struct unrun_step {
    enum unrun_kind kind;
    uint64_t depth;             /* 0: asked for */
    uint64_t address;           /* as the trace has addresses, whether it ran or not */
    struct source_position position;    /* zeroed: unknown */
    bool has_node;
    struct node node;           /* an instance */
    uint64_t executions;        /* of the instruction */
    bool executions_least;      /* it may be more (struct instruction) */
    uint64_t time;              /* of node; 0: unknown */
    uint64_t through;           /* WENT_OTHER_WAY: lines between it and the code above whose branches did not run either */
    uint64_t past;              /* WENT_PAST */
    bool repeated;              /* what lies below stands below another step of this address, and not here */
    enum unrun_end end;         /* of node, EXITED_BEFORE and WENT_OTHER_WAY */
    bool has_stand;             /* of END_STANDING: */
    struct node stand;          /* where it stood then: the innermost that has a line of the executable's */
};

struct unrun {                  /* zeroed is empty */
    /* each before those below it; those beside each other: with the nearest reason first, then the last instance, then by address */
    struct unrun_step *steps;
    size_t count, capacity;
    uint64_t cut;               /* callers, and steps, that were left out; beyond UNRUN_CALLERS and UNRUN_STEPS */
    uint64_t pointer_sites, pointer_calls;      /* POINTERS: calls through pointers that ran, instructions and instances */
    bool pointer_calls_least;
};
void unrun_free(struct unrun *unrun);

enum { UNRUN_STEPS = 512, UNRUN_CALLERS = 64 /* of one function */ };

/* Why did none of these run? They are link addresses of instructions, of the executable that the program has; those of one function and line are one
 * question. An address of no function has NO_WAY. False: progress stopped it; then unrun holds what was found. Cost: graphs of the functions that are met
 * (flow.h); for each function that was not called a look over all code, at the speed of memory; for POINTERS O(instructions of the trace). */
CHECKED bool unrun_ask(struct program *program, struct flow_graphs *flow, const uint64_t *addresses, size_t count, const struct progress *progress,
                       struct unrun *unrun);

#endif
