/* flow.h - control-flow graphs of an executable and their postdominators.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Control dependence (Ferrante, Ottenstein, Warren, TOPLAS 1987) needs the immediate postdominator of every branch: the first instruction that all ways onward
 * pass. The executed edges alone do not give it: a branch that went only one way would have no dependents. So the graph is static. clew disassembles each
 * function by recursive descent from its entry, then from the addresses that this did not reach. A node is an instruction; basic blocks group them.
 *
 *     struct flow_graphs *flow = flow_open(symbols);
 *     struct flow_site site;
 *     if (flow_site(flow, address, &site) && site.branches) ... site.postdominator ...
 *
 * Rules:
 *   - `f.cold` belongs to f. A jump to another function's entry (tail call, PLT) leaves the function.
 *   - No edge follows a call that does not return: exit, _exit, abort, __assert_fail, longjmp, __stack_chk_fail and the like, by name and also
 *     through the PLT; and any function that has no returning path (fixpoint).
 *   - A jump table counts where its bound is visible: cmp/ja before `jmp *table(,%reg,8)` or the 4-byte relative form of position independent code.
 *     Other computed jumps have their observed targets (flow_observe).
 *   - An endless loop leaves from its last instruction; ud2, hlt and an exit leave.
 *
 * Postdominators: Lengauer, Tarjan, "A Fast Algorithm for Finding Dominators in a Flowgraph" (TOPLAS 1979), on the reversed graph with one virtual exit. The
 * first question about a function analyses it, and its callees as far as needed to see whether they return. Cost: O(n log n) in the size of that code, about 3
 * microseconds an instruction; clew keeps the result.
 *
 * A computed jump with neither table nor observed target has the exit as its only successor, and clew assumes that it returns sooner or later. Later
 * observations change postdominators, but not which functions return. */
#ifndef CLEW_CODE_FLOW_H
#define CLEW_CODE_FLOW_H

#include "core/core.h"

struct flow_graphs;
struct symbols;

struct flow_graphs *flow_open(struct symbols *symbols);        /* never NULL; symbols must outlive it */
void flow_close(struct flow_graphs *flow);

struct flow_site {
    uint64_t function;          /* entry address of its function (`f` for f.cold) or of its PLT stub */
    bool branches;              /* two or more successors: conditional, or a computed jump that does not only leave */
    bool computed;              /* a computed jump */
    bool leaves;                /* can jump to another function: a tail call (conditional and observed ones too) or a PLT stub's jump */
    bool postdominated;         /* postdominator is an instruction; false: only the function's exit postdominates it */
    uint64_t postdominator;     /* link address of that instruction */
};

/* What clew knows about the instruction at a link address. False: the address is in no function, or no instruction starts there. O(1) expected once its
 * function is analysed. */
bool flow_site(struct flow_graphs *flow, uint64_t address, struct flow_site *site);

/* Reports that a computed jump went from one address to another. Returns true if the pair is new. A new edge inside one function makes the next question
 * recompute that function's postdominators (O(size of the function)), so later answers may differ from earlier ones. A known pair costs O(1). Returns false
 * also where `from` is not a computed jump of a function. */
bool flow_observe(struct flow_graphs *flow, uint64_t from, uint64_t to);

/* Does a function (by entry address) return on some path? */
bool flow_returns(struct flow_graphs *flow, uint64_t function);

/* ---- One step back from an instruction ---- */

/* An edge inside a function, as link addresses: an instruction and one that may run next. */
struct flow_arc {
    uint64_t from, to;
    bool branches;              /* `from` has another way to go, inside the function or out of it */
};
struct flow_arcs {              /* zeroed: empty; free() items */
    struct flow_arc *items;
    size_t count, capacity;
};

/* The branches upon which an instruction is control dependent, each with the way that leads there: `to` is the instruction or an instruction that it
 * postdominates. It does not postdominate `from`, but may be `from` itself (Ferrante, Ottenstein, Warren 1987, section 3.1). Computed jumps count as branches.
 * For the branches that decide upon these, ask about `from`. The answer replaces the contents of `arcs`, ordered by `to` in the postdominator tree, then by
 * `from`. False: no instruction starts there. The first question about a function costs O(n log n), later ones O(log n + edges into the instruction or into
 * what it postdominates). */
bool flow_control(struct flow_graphs *flow, uint64_t address, struct flow_arcs *arcs);

/* The edges that enter an instruction, by `from`. O(number of edges) after the first question, as above. */
bool flow_arrivals(struct flow_graphs *flow, uint64_t address, struct flow_arcs *arcs);

#endif
