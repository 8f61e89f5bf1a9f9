/* flow_graph.h - what the parts of flow share.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     flow.c             questions and observations; functions and their ranges (f, f.cold); which of them return
 *     flow_graph.c       recursive descent: the instructions of one function; its basic blocks and postdominators
 *     flow_value.c       where a computed jump can lead: values along the path to it, jump tables
 *     flow_control.c     postdominators of a graph; the branches that an instruction depends upon, and the edges into it
 *
 * clew decodes a function step by step: each step decodes one pending address and makes its successors pending. A step that meets a call of a function without
 * a verdict (does it return?) parks there and continues once that function is proven to return. So one walk over the code both finds the functions that return
 * and builds the graphs, only as far as questions need it, and without recursion. */
#ifndef CLEW_CODE_FLOW_GRAPH_H
#define CLEW_CODE_FLOW_GRAPH_H

#include "code/flow.h"

/* ---- Postdominators of a graph (flow_control.c) ---- */

/* Nodes 0 ... count-1 and the exit, number `count`. The successors of node n are successor[first[n]] ... successor[first[n+1]-1]. */
struct flow_digraph {
    uint32_t count;
    const uint32_t *first;      /* count + 1 items */
    const uint32_t *successor;
};

/* Fills result[n] with the immediate postdominator of every node (`count`: the exit). In a region that cannot reach the exit, the highest-numbered node of each
 * endless loop gets an edge to it. O((nodes + edges) log nodes) for any graph. */
void flow_postdominators(const struct flow_digraph *graph, uint32_t *result);

/* ---- Functions under construction ---- */

enum { FLOW_RANGES_MAX = 16, FLOW_RANGE_SIZE_MAX = 1 << 26, FLOW_BASES_MAX = 32,
       FLOW_TABLE_MAX = 1 << 16, FLOW_ENTRIES_MAX = 1 << 20 };

/* In an observed edge: not in the function. */
#define FLOW_OUTSIDE UINT64_MAX

/* 64 bytes of code. Which bytes begin an instruction, lie inside one, follow one that goes on, can be reached in unknown ways; and how many instructions of the
 * function begin before these bytes. */
struct flow_cell {
    uint64_t starts, inside, follows, unknown;
    uint32_t before;
};

struct flow_range {
    uint64_t address;
    struct str bytes;
    struct flow_cell *cells;
};

enum node_bits {
    NODE_RETURNS = 1,           /* a call that returns */
    NODE_ENDS = 2,              /* a system call that does not return */
    NODE_LEAVES = 4, NODE_BRANCHES = 8,
    NODE_POSTDOMINATED = 16,
    NODE_OUTSIDE = 32           /* a computed jump seen going to another function */
};

struct flow_node {
    uint64_t address, target;
    uint32_t postdominator;     /* node number, if NODE_POSTDOMINATED */
    uint8_t length, flow, bits;
};

struct flow_edge {
    uint64_t from, to;
};

/* A jump to an address, and 1 + the number of the way found before it. */
struct flow_way {
    uint64_t from;
    size_t next;
};

/* A table address that a register holds somewhere in the function. */
struct flow_base {
    uint64_t value;
    int reg;
};

struct flow_control;

enum flow_verdict { VERDICT_OPEN, VERDICT_RETURNS, VERDICT_NEVER };

struct flow_function {
    size_t index;                           /* of its entry's range in symbols */
    uint64_t entry;
    enum flow_verdict verdict;
    bool sweeping;                          /* what the entry reaches is done; now the rest, which proves nothing */
    bool decoded, solved;                   /* all instructions known and in order; postdominators valid */
    struct flow_range *ranges;              /* by address, once decoded */
    size_t range_count, range_capacity;
    struct flow_node *nodes;
    size_t node_count, node_capacity;
    uint64_t *pending;
    size_t pending_count, pending_capacity;
    uint64_t *jumps;                        /* addresses of computed jumps */
    size_t jump_count, jump_capacity, jumps_tried;
    struct flow_edge *edges;                /* from computed jumps; ordered by from, then to, once decoded */
    size_t edge_count, edge_capacity;
    struct flow_edge *observed;
    size_t observed_count, observed_capacity;
    struct flow_base bases[FLOW_BASES_MAX];
    size_t base_count;
    size_t entries_read;                    /* from jump tables, tried ones included */
    struct map targets;                     /* jump target -> 1 + number of the last of the ways to it */
    struct flow_way *ways;
    size_t way_count, way_capacity;
    size_t parks;                           /* waiting for its verdict: 1 + number in flow->parks; 0: none */
    size_t parked;                          /* number of its own calls that wait */
    struct flow_control *control;           /* flow_control.c; NULL: no question since it was solved */
};

/* A call or tail call that waits for the callee's verdict. */
struct flow_park {
    struct flow_function *caller;
    size_t node;                            /* SIZE_MAX: a tail call */
    size_t next;
};

struct flow_path;

struct flow_graphs {
    struct symbols *symbols;
    struct decoder *decoder;
    struct flow_path *path;                 /* flow_value.c's workspace */
    size_t count;
    struct flow_function **functions;       /* by number in symbols; NULL: no question has reached it yet */
    size_t *by_name;                        /* numbers of the named functions, without f.cold, by name */
    size_t by_name_count;
    struct map owners, colds;               /* range of f.cold -> f; f -> range of f.cold */
    struct map returns_to;                  /* nameless range -> the function into whose middle it jumps */
    struct flow_park *parks;
    size_t park_count, park_capacity;
    struct flow_function **open;            /* without verdict, or recently so */
    size_t open_count, open_capacity;
    struct flow_function **work;            /* those of `open` that may have something pending */
    size_t work_count, work_capacity;
    struct flow_function **proven;          /* proven; their waiters do not know yet */
    size_t proven_count, proven_capacity;
    struct map numbers, seen;               /* observed addresses -> small number; pairs of numbers already observed */
};

/* If the range that holds an address is f's cold part, makes it part of f. False: it is not. */
bool flow_claim(struct flow_graphs *flow, struct flow_function *f, uint64_t address);

/* The cell and bit of an address in a function; NULL: outside. */
struct flow_cell *flow_cell(const struct flow_function *f, uint64_t address, uint64_t *bit);
struct str flow_bytes(const struct flow_function *f, uint64_t address);          /* to the end of the range */
bool flow_starts(const struct flow_function *f, uint64_t address);                  /* does an instruction begin there? */

/* ---- flow_graph.c ---- */

/* Decodes what is pending. `all`: continues even after f is proven to return. */
void flow_explore(struct flow_graphs *flow, struct flow_function *f, bool all);
void flow_reach(struct flow_function *f, uint64_t from, uint64_t to, bool jump);   /* adds an edge */
void flow_build(struct flow_graphs *flow, struct flow_function *f);                /* builds all of it, postdominators too */
/* flow.c: the function whose code holds an address, built; NULL: none */
struct flow_function *flow_built_at(struct flow_graphs *flow, uint64_t address);
bool flow_node_at(const struct flow_function *f, uint64_t address, size_t *node);  /* once decoded; O(ranges) */

/* What clew knows about a callee by its address: the verdict and, if that is open, the function to wait for. */
enum flow_verdict flow_callee(struct flow_graphs *flow, uint64_t address, struct flow_function **callee);
void flow_wait(struct flow_graphs *flow, struct flow_function *caller, size_t node, struct flow_function *callee);
void flow_prove(struct flow_graphs *flow, struct flow_function *f);                /* f returns */
void flow_decide(struct flow_graphs *flow, struct flow_function *f);               /* until f has a verdict */
void flow_decide_calls(struct flow_graphs *flow, struct flow_function *f);         /* until f can go on, or has no parked calls */

/* ---- flow_value.c ---- */

struct flow_path *flow_path_open(void);
void flow_path_close(struct flow_path *path);

/* Appends an edge for each distinct target of a computed jump whose table and bound are visible. False: they are not. `settled`: every target must be a known
 * instruction. */
bool flow_table_read(struct flow_graphs *flow, struct flow_function *f, uint64_t jump, bool settled);

/* Is the system call at an address one that does not return: exit, exit_group, rt_sigreturn? */
bool flow_system_call_ends(struct flow_graphs *flow, struct flow_function *f, uint64_t address);

/* The successors of an instruction, as node numbers, without repeats; the exit's number is one past the last node. */
struct flow_successors {        /* zeroed except `exit`; free() item */
    uint32_t *item;
    size_t count, capacity;
    uint32_t exit;
};
void flow_successors(const struct flow_function *f, size_t number, struct flow_successors *s);

/* ---- flow_control.c ---- */

void flow_control_free(struct flow_control *control);       /* NULL is allowed */

#endif
