/* flow_returns.c - which functions return.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The least fixpoint: a function returns if a path from its entry reaches a return, where a path goes past a call only if the callee
 * returns. So one that only calls itself, or two that only call each other, do not. Work goes on depth first (the callee a path has just
 * met) until the question is answered; if nothing is left that could prove anything, all that are still open never return. */
#include "code/flow_inside.h"
#include "code/symbols.h"

#include <stdlib.h>
#include <string.h>

/* Names that the C and C++ languages or their libraries reserve: believed wherever they are defined. */
static const char *const reserved[] = {
    "_Exit", "_ITM_abortTransaction", "_Unwind_Resume", "__assert", "__assert_fail", "__assert_perror_fail", "__chk_fail", "__cxa_bad_cast",
    "__cxa_bad_typeid", "__cxa_call_unexpected", "__cxa_deleted_virtual", "__cxa_pure_virtual", "__cxa_rethrow", "__cxa_throw",
    "__cxa_throw_bad_array_new_length", "__fortify_fail", "__libc_fatal", "__longjmp", "__longjmp_chk", "__stack_chk_fail", "__stack_chk_fail_local",
    "_exit", "_longjmp", "_ZSt10unexpectedv", "_ZSt9terminatev", "abort", "exit", "longjmp", "quick_exit", "siglongjmp"};

/* Names that a program may well give to something of its own: believed only of a library's functions. */
static const char *const customary[] = {
    "_gfortran_error_stop_numeric", "_gfortran_error_stop_string", "_gfortran_os_error", "_gfortran_os_error_at",
    "_gfortran_runtime_error", "_gfortran_runtime_error_at", "_gfortran_stop_numeric", "_gfortran_stop_string", "err", "errx",
    "pthread_exit", "thrd_exit", "verr", "verrx"};

static bool listed(struct slice name, const char *const *names, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (slice_is(name, names[i]))
            return true;
    return false;
}

bool flow_name_never(struct slice name, bool in_plt)
{
    size_t version = slice_find_byte(name, '@');
    if (version != SIZE_MAX)
        name = slice_cut(name, 0, version);
    if (slice_starts(name, "_ZSt") && slice_find(name, slice_of("__throw_")) != SIZE_MAX)
        return true;
    if (slice_starts(name, "__gnat_rcheck_"))
        return true;
    return listed(name, reserved, sizeof reserved / sizeof *reserved)
           || (in_plt && listed(name, customary, sizeof customary / sizeof *customary));
}

enum flow_verdict flow_callee(struct flow_graphs *flow, uint64_t address, struct flow_function **callee)
{
    struct slice name;
    size_t index;
    uint64_t owner;
    *callee = NULL;
    if (symbols_plt(flow->symbols, address, &name))
        return flow_name_never(name, true) ? VERDICT_NEVER : VERDICT_RETURNS;
    if (!symbols_function_at(flow->symbols, address, &index)
        || symbols_function(flow->symbols, index).address != address || map_get(&flow->owners, index, &owner))
        return VERDICT_RETURNS;
    *callee = flow_function(flow, index);
    return (*callee)->verdict;
}

static void push(struct flow_function ***list, size_t *count, size_t *capacity, struct flow_function *f)
{
    *list = array_grow(*list, capacity, *count + 1, sizeof(struct flow_function *));
    (*list)[(*count)++] = f;
}

void flow_wait(struct flow_graphs *flow, struct flow_function *caller, size_t node, struct flow_function *callee)
{
    flow->parks = array_grow(flow->parks, &flow->park_capacity, flow->park_count + 1, sizeof *flow->parks);
    flow->parks[flow->park_count++] = (struct flow_park){caller, node, callee->parks};
    callee->parks = flow->park_count;
    caller->parked += node != SIZE_MAX;
    push(&flow->work, &flow->work_count, &flow->work_capacity, callee);
}

static void set_proven(struct flow_graphs *flow, struct flow_function *f)
{
    if (f->verdict != VERDICT_OPEN)
        return;
    f->verdict = VERDICT_RETURNS;
    push(&flow->proven, &flow->proven_count, &flow->proven_capacity, f);
}

static void resume(struct flow_graphs *flow, const struct flow_park *park)
{
    struct flow_function *caller = park->caller;
    if (park->node == SIZE_MAX) {
        set_proven(flow, caller);
        return;
    }
    struct flow_node *call = &caller->nodes[park->node];
    caller->parked--;
    call->bits |= NODE_RETURNS;
    flow_reach(caller, call->address, call->address + call->length, false);
    if (caller->verdict == VERDICT_OPEN)
        push(&flow->work, &flow->work_count, &flow->work_capacity, caller);
}

void flow_prove(struct flow_graphs *flow, struct flow_function *f)
{
    set_proven(flow, f);
    while (flow->proven_count) {
        struct flow_function *proven = flow->proven[--flow->proven_count];
        for (size_t i = proven->parks; i; i = flow->parks[i - 1].next)
            resume(flow, &flow->parks[i - 1]);
        proven->parks = 0;
    }
}

/* Nothing is left to do: what is open stays unproven for good. */
static void conclude(struct flow_graphs *flow)
{
    for (size_t i = 0; i < flow->open_count; i++) {
        struct flow_function *f = flow->open[i];
        if (f->verdict != VERDICT_OPEN)
            continue;
        f->verdict = VERDICT_NEVER;
        for (size_t p = f->parks; p; p = flow->parks[p - 1].next)
            flow->parks[p - 1].caller->parked -= flow->parks[p - 1].node != SIZE_MAX;
        f->parks = 0;
    }
    flow->open_count = 0;
    flow->park_count = 0;
}

static void work_once(struct flow_graphs *flow)
{
    if (flow->work_count == 0) {
        conclude(flow);
        return;
    }
    struct flow_function *f = flow->work[--flow->work_count];
    if (f->verdict == VERDICT_OPEN)
        flow_explore(flow, f, false);
}

void flow_decide(struct flow_graphs *flow, struct flow_function *f)
{
    while (f->verdict == VERDICT_OPEN)
        work_once(flow);
}

void flow_decide_calls(struct flow_graphs *flow, struct flow_function *f)
{
    while (f->parked && !f->pending_count)
        work_once(flow);
}
