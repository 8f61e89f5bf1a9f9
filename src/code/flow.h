/* flow.h - control-flow graphs of an executable and their postdominators.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Control dependence (Ferrante, Ottenstein, Warren, TOPLAS 1987) needs for every branch its immediate postdominator: the first
 * instruction that every way onward passes. Executed edges alone are not enough (a branch that went one way only would have no
 * dependents), so the graph is static: each function of the executable is disassembled by recursive descent from its entry (and, where
 * code remains, from the addresses that remain), at the granularity of instructions grouped in basic blocks.
 *
 *     struct flow_graphs *flow = flow_open(symbols);
 *     struct flow_site site;
 *     if (flow_site(flow, address, &site) && site.branches) ... site.postdominator ...
 *
 * Rules: `f.cold` belongs to f; a jump to another function's entry (tail call, PLT) leaves the function; no edge after a
 * call that does not return: exit, _exit, abort, __assert_fail, longjmp, __stack_chk_fail and the like by name, also through the PLT,
 * and every function none of whose paths returns (fixpoint); jump tables are read where the bound is visible
 * (cmp/ja before `jmp *table(,%reg,8)` or the 4-byte relative form of position independent code), other computed jumps have the targets
 * observed (flow_observe); an endless loop leaves from its last instruction; ud2, hlt and an exit leave.
 * Postdominators: Lengauer, Tarjan, "A Fast Algorithm for Finding Dominators in a Flowgraph" (TOPLAS 1979), on the reversed graph with one
 * virtual exit. Functions are analysed at the first question about them, and as far as it needs that also their callees, to see whether those
 * return; cost O(n log n) in the size of the code looked at, about 3 microseconds an instruction, kept.
 *
 * A computed jump with neither table nor observed target has the exit as its only successor, and is taken to return sooner or later: what
 * is observed of it later changes postdominators, but not which functions return. */
#ifndef CLEW_CODE_FLOW_H
#define CLEW_CODE_FLOW_H

#include "core/core.h"

struct flow_graphs;
struct symbols;

struct flow_graphs *flow_open(struct symbols *symbols);        /* never NULL; symbols must outlive it */
void flow_close(struct flow_graphs *flow);

struct flow_site {
    uint64_t function;          /* entry address of the function it belongs to (`f` for f.cold), or of the PLT stub */
    bool branches;              /* two or more successors: conditional, or a computed jump, unless it is known only to leave */
    bool computed;              /* a computed jump */
    bool leaves;                /* jumps to another function: a tail call, perhaps conditional or observed; or a PLT stub's jump */
    bool postdominated;         /* postdominator is an instruction; false: only the function's exit postdominates it */
    uint64_t postdominator;     /* its link address */
};

/* What is known of the instruction at a link address; false: it is in no function, or not an instruction start there. O(1) expected
 * after its function was analysed. */
bool flow_site(struct flow_graphs *flow, uint64_t address, struct flow_site *site);

/* A computed jump was seen going from one address to another. A new edge inside one function makes that function's postdominators be
 * computed anew at the next question (O(size of the function)); true if it was new. Answers given before may differ from those given
 * after. A pair seen before costs O(1); false too where `from` is no computed jump of a function. */
bool flow_observe(struct flow_graphs *flow, uint64_t from, uint64_t to);

/* Does a function (by entry address) return on some path? */
bool flow_returns(struct flow_graphs *flow, uint64_t function);

/* ---- One step back from an instruction ---- */

/* An edge inside a function: link addresses of an instruction and of one that may run next. */
struct flow_arc {
    uint64_t from, to;
    bool branches;              /* `from` has another way to go: within the function, or out of it */
};
struct flow_arcs {              /* zeroed is empty; free() items */
    struct flow_arc *items;
    size_t count, capacity;
};

/* The branches that an instruction is control dependent upon, each with the way that leads there: `to` is the instruction or is postdominated by it, `from`
 * is not, but by itself (Ferrante, Ottenstein, Warren 1987, section 3.1). Computed jumps are branches. Not the branches that decide upon these:
 * ask of `from` again. The answer replaces what arcs held, ordered by `to` in the tree of postdominators, then `from`. False: no instruction starts there.
 * The first question about a function costs O(n log n), then O(log n + edges that come to it or to what it postdominates). */
bool flow_control(struct flow_graphs *flow, uint64_t address, struct flow_arcs *arcs);

/* The edges that come to an instruction, by `from`. O(their number) after the first question, as above. */
bool flow_arrivals(struct flow_graphs *flow, uint64_t address, struct flow_arcs *arcs);

#endif
