/* explain.h - why an execution is as it is: its backward slice as source lines, nearest first.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A slice holds everything that had a part in something; an explanation holds what a reader wants to see next. From the executions asked about, explain reaches
 * source lines along the links of the trace, cheapest way first (Dijkstra, "A note on two problems in connexion with graphs", 1959), each line once. A *step*
 * is one line (function, file, line; an instruction if its line is unknown) with all its executions that the walk reached. It hangs below the line that first
 * led to it.
 *
 *     struct explain_question question = {.roots = &node, .root_count = 1, .follow = EXPLAIN_FOLLOW_ALL, .most = 10};
 *     struct explanation *why;
 *     bool whole = explain(program, &question, progress, &why);
 *     for (size_t i = 0; i < why->count; i++) ... why->steps[i] ...      in preorder: each step below its parent
 *     explanation_free(why);
 *
 * What is cheap? Values come first: the origins of copies and results (the thin slice of Sridharan, Fink, Bodik, "Thin slicing", PLDI 2007). The branches and
 * calls that let something run are farther, and what only formed an address is farther still. explain does not follow links through the stack and frame
 * pointers (statement_is_frame), nor those to a call that restored them, as longjmp does: another place made that frame. It counts uncertain links but does not
 * follow them.
 *
 *     from a line to a line that     costs (enum explain_cost)
 *     wrote a value it used          VALUE
 *     let it run                     CONTROL: computations come before decisions
 *     wrote what formed an address   ADDRESS
 *     a copy used                    COPY instead of VALUE: the reader has nothing to think about there
 *     let it run another time        CONTROL + EARLIER: a loop's earlier rounds are folded into its lines, and readers hardly ever ask what let those run
 *     let the roots run, too         ASKED, from wherever: that decision was made anyway, so it says nothing special about this line
 *     left what library code used    LIBRARY: from one call of skipped code to an earlier one, as from printf to printf through its stream. This sometimes
 *                                    shows a use after free, so it is far away but present
 *
 * Where values say little, the other links come nearer:
 *     - An instruction that uses its own result of an earlier round (a sum, a count) is made of its rounds: what let them run costs RECURS.
 *     - Behind a constant there is no value. The only questions left are why it was written, and why there: control and addresses cost CONSTANT.
 *     - Behind memory that nothing wrote there is no value either. What formed the address leads to the code that allocated it and did not fill it: as near as
 *       a value, except for the executable's own memory, which holds 0 or what its source says (question.memory infers that).
 *     - A call hands over what its function wrote to memory, like a result in a register, but to a user on another line. If the user's activation made the call
 *       that led to the writer, directly or not, that call costs CALLED behind the definer. In the activation asked about, often main, which called everything,
 *       it costs CALLED_BY_ASKED, except for constants. Such a step's `user` is the last execution on the way that the call let run. Needs a clock.
 * The costs were chosen with tests/bugs in view. Their order matters, their differences do not.
 *
 * Within a line a way pays only the difference between these kinds, once: for `sum += v[i]` the links to sum and v[*] are values, and those to i and v are
 * addresses, though an instruction of its own loaded i. Meeting an instruction of the line again, in an earlier round, costs AGAIN, at most AGAIN_MOST times.
 * Rounds beyond that wait until the walk has looked at everything near, so that a loop of a million rounds does not use up the walk before its neighbours
 * appear. (A line that both lead to may then have come the dearer way.)
 *
 * A *copy* is a line with one value link out of it, along moves only where the code is known, and an equal recorded value all the way. Two or more copies in a
 * row are folded into the step they lead to, and listed there: equal values are evidence, not proof. A single copy remains a step, with two exceptions: a
 * parameter saved on its function's opening line, and a pop, which restores a caller's register. Where the line behind these was reached another way, they are
 * folded into the line that used them. A line that a branch of its own decided is no copy; nor is a line from which several lines use different values of one
 * instruction: there ways part.
 *
 * *Library code* is code without a line, or of another object than the executable if all roots have lines in it. It is folded into the line that called it,
 * where its control parents lead. The walk continues through it to the lines it depends upon.
 *
 * A text trace has no clock and perhaps no executable (then every data link counts as a value). A history has no kinds of links (they are EXPLAIN_UNKNOWN). */
#ifndef CLEW_RECORDING_QUESTIONS_EXPLAIN_H
#define CLEW_RECORDING_QUESTIONS_EXPLAIN_H

#include "recording/store/store.h"
#include "recording/questions/roles.h"
#include "recording/questions/slice.h"

struct program;

enum explain_cost {
    EXPLAIN_COST_VALUE = 16,
    EXPLAIN_COST_CONTROL = 40, EXPLAIN_COST_ADDRESS = 38, EXPLAIN_COST_LIBRARY = 192, EXPLAIN_COST_ASKED = 96, EXPLAIN_COST_RECURS = 17,
    EXPLAIN_COST_CONSTANT = 18, EXPLAIN_COST_CALLED = 8, EXPLAIN_COST_CALLED_BY_ASKED = 48, EXPLAIN_COST_COPY = 1, EXPLAIN_COST_EARLIER = 24,
    EXPLAIN_COST_AGAIN = 1,
    EXPLAIN_COST_HIDDEN = 1, /* for each execution of library code */
    EXPLAIN_AGAIN_MOST = 16
};

enum { EXPLAIN_FOLLOW_VALUES = 1, EXPLAIN_FOLLOW_CONTROL = 2, EXPLAIN_FOLLOW_ADDRESSES = 4, EXPLAIN_FOLLOW_ALL = 7 };

enum { EXPLAIN_EDGES = 1 << 20 };           /* how many links explain looks at, unless the question says */

struct explain_question {
    const struct node *roots;               /* the executions asked about; explain ignores those that the store does not have */
    size_t root_count;
    unsigned follow;                        /* in a history it follows all links */
    size_t most;                            /* steps wanted; 0: all */
    bool address;                           /* the question is about the addresses at the roots, as at a fault; their values come after those */
    bool instructions;                      /* every instruction is a step of its own; only library code is folded */
    struct memory *memory;                  /* tells the executable's memory from other memory; may be NULL */
    uint64_t edges;                         /* the limit of links; 0: EXPLAIN_EDGES */
};

/* Where a value lay that nothing wrote. */
enum explain_home {
    EXPLAIN_HOME_UNKNOWN,                   /* a register, or an unknown address */
    EXPLAIN_HOME_CONSTANT,                  /* in a read-only part of the executable */
    EXPLAIN_HOME_STATIC,                    /* in the executable's data: there from the start, often 0 */
    EXPLAIN_HOME_OTHER                      /* stack, heap, data of libraries, memory from the system */
};

/* The link from a step's parent to it. */
enum explain_link {
    EXPLAIN_ASKED,                          /* a root */
    EXPLAIN_VALUE, EXPLAIN_CONTROL, EXPLAIN_ADDRESS,
    EXPLAIN_UNKNOWN,                        /* from a history */
    EXPLAIN_LIBRARY                         /* a value that skipped code used, left by an earlier call of such code: not the program's own */
};

/* What lies behind a step. */
enum explain_end {
    EXPLAIN_GOES_ON,                        /* other lines wrote values it used: they are below it or elsewhere in the list */
    EXPLAIN_CONSTANT,                       /* it used only constants in the code */
    EXPLAIN_UNWRITTEN,                      /* a register or memory that nothing wrote in the recording: end_node, end_port */
    EXPLAIN_CALL,                           /* the result of a call into skipped code that used no recorded value */
    EXPLAIN_HORIZON,                        /* a history begins there */
    EXPLAIN_UNCERTAIN,                      /* every link to what it used is uncertain */
    EXPLAIN_START,                          /* it let things run, or the question is about control only; nothing in your code let it run */
    EXPLAIN_CUT,                            /* the walk ended before it got there */
    EXPLAIN_FRAME                           /* it used only constants in the code and the stack or frame pointer: it made an address on the stack */
};

/* A copy that the walk passed through: `node` gave its value to port of `user`. */
struct explain_copy {
    struct node user, node;
    uint64_t port;
    uint64_t instances;                     /* executions of the line that the walk reached */
};

struct explain_step {
    size_t parent;                          /* its index among the steps; SIZE_MAX: a root */
    unsigned depth;                         /* 0: a root */
    enum explain_link link;
    /* The link that reached it: `definer` wrote port of `user`. user is an execution of the parent's line, of something folded into that, or of the last of the
     * copies below. */
    struct node user, definer;
    uint64_t port;
    enum link_kind kind;                    /* CONTROL links are EXPLAIN_CONTROL; so are DATA links if a branch of the parent's line used the value */
    struct node node;                       /* the execution to show: the definer or, if that is library code, the call on this line that led to it */
    uint64_t instances;                     /* executions of node's instruction that the walk reached */
    struct node first, last;                /* of these */
    const struct explain_copy *copies;      /* folded between the parent and this step, nearest to the parent first */
    size_t copy_count;
    /* behind these in copies: saved parameters and restored registers that this line used; the lines behind them are elsewhere */
    size_t aside_count;
    /* executions of library code from the parent's line to definer (included if it is one; else `user` is the last of them) */
    uint64_t library;
    enum explain_end end;
    struct node end_node;                   /* for UNWRITTEN, and for GOES_ON with unwritten > 0 */
    uint64_t end_port;
    enum explain_home end_home;             /* inferred from recorded values: memory.h */
    uint64_t unwritten;                     /* uses of values without definer on this line */
    /* skipped code let it run, and nothing in your code let that run: the start of a program, a thread or a handler */
    bool outside;
    struct node let_run;                    /* that skipped code's execution */
    unsigned cost;                          /* from the root */
};

struct explanation {                        /* the caller owns it; explanation_free */
    struct explain_step *steps;
    size_t count;
    uint64_t lines;                         /* steps there would be without `most` */
    bool more;                              /* and more: the walk reached its limit, was interrupted, or met damage */
    uint64_t edges;                         /* links looked at */
    uint64_t uncertain;                     /* uncertain links, not followed */
    struct arena arena;
};

/* False: progress stopped it, or damage; *explanation is set all the same and holds what it found. Time: one or two microseconds a link. Memory: at most about
 * 100 bytes a link, and one or two pointers for each instruction of the trace. The same trace and question give the same answer. */
CHECKED bool explain(struct program *program, const struct explain_question *question, const struct progress *progress, struct explanation **explanation);
void explanation_free(struct explanation *explanation);         /* NULL is allowed */

/* ---- Shared by the files of this module ----
 *
 *     explain.c           the walk: labels in a heap, cheapest first; values that nothing wrote; recognises copies
 *     explain_lines.c     the line of an execution, what is library code; keeps roles and names
 *     explain_tree.c      turns reached lines into steps: folding, order, ends */

enum { NO_LINE = UINT32_MAX };

/* The kind of link by which the walk arrived, within a line; each costs more than those before it. */
enum explain_way { WAY_VALUE, WAY_CONTROL, WAY_LIBRARY, WAY_ADDRESS, WAYS };

/* Facts about an instruction, found when the walk first meets it. */
struct explain_code {
    struct roles roles;
    uint32_t line;                  /* the line it is on; NO_LINE: library code */
    bool frame;                     /* statement_is_frame */
    bool keeps_frame;               /* rbp is the frame pointer in its function (program_keeps_frame) */
    bool call;
    bool enters;                    /* a call of a function in your code: its own value is only the return address */
    bool moves;                     /* a plain move, or its code is not known */
    bool opens;                     /* on the opening line of its function */
    bool restores;                  /* a pop: it gives a register back the value saved for the caller */
    bool recurs;                    /* it used its own result of an earlier round: it is made of its rounds */
    bool met;                       /* the walk reached an execution: another one is another round */
};

/* A line that the walk reached. */
struct explain_line {
    uint64_t representative;        /* one of its instructions */
    bool reached;
    uint32_t parent;                /* NO_LINE: a root */
    enum explain_link link;
    enum link_kind kind;
    struct node user, definer, node;
    uint64_t port, library, time;
    uint32_t cost;
    uint64_t order;                 /* in which the walk reached it */
    bool saves;                     /* node saves a parameter on its function's opening line, or restores a register */
    uint64_t entries, copies;       /* ways in from other lines, except from those it called; and how many of them make it a copy */
    uint64_t instances;             /* of node's instruction */
    struct node first, last;
    uint64_t values, controls;      /* links out of it: values it used, what let it run */
    uint64_t unwritten, uncertain;
    bool made;                      /* it used a value that a call into skipped code left */
    bool framed;                    /* it used the stack or frame pointer: it made an address on the stack */
    bool decides;                   /* a branch on this line chose the value it leaves */
    bool shared, varies;            /* entered from several lines; with several values */
    uint32_t entered_from;          /* the first of them */
    bool outside;                   /* skipped code let it run, and nothing in your code called that code: */
    struct node let_run;            /* the first such execution that the walk met */
    bool horizon, pending;          /* pending: the walk did not finish it */
    struct node unwritten_node;
    uint64_t unwritten_port;
    enum explain_home unwritten_home;       /* of all of them; UNKNOWN: also if they differ */
};

/* A way to a node, perhaps the cheapest. */
struct explain_label {
    uint64_t time, order;           /* at equal cost the latest node comes first, then the first found */
    struct node node, user;
    uint64_t port, hidden;
    uint32_t cost, delay, paid;     /* paid: already on this line, besides the cost of a value */
    uint32_t line, parent;          /* of the node; of the user (NO_LINE: a root) */
    uint8_t way, kind, link, rounds;
    bool root, earlier, copy, enters;
};

struct explain_caller {                     /* for an execution of library code */
    struct node node, call;
    bool found;
};

struct explaining {
    struct program *program;
    const struct store *store;
    const struct explain_question *question;
    const struct progress *progress;
    bool fold_library, history;
    struct explain_code **views;            /* by index; NULL: not met */
    struct arena arena;
    struct explain_line *lines;
    size_t line_count, line_capacity;
    struct map line_map, call_map;
    struct pool names;
    struct explain_caller *callers;         /* of library code, in the order of the questions */
    size_t caller_count, caller_capacity;
    struct links parents;
    uint64_t salt;
    struct explain_label *heap;
    size_t heap_count, heap_capacity;
    uint64_t labels, reached;
    struct node_set settled, context;       /* context: what let the roots run */
    struct node_set called[2];              /* calls that wait or were refused: at near cost, and at far cost (push_call) */
    struct links links;
    bool missing;                   /* the current node loaded memory that nothing wrote, outside the executable's own data */
    bool constant;                  /* the current node computes nothing: it moves a constant from the code */
    uint64_t edges, bound, uncertain;
    bool stopped;                   /* by progress */
};

struct explain_code *explain_view(struct explaining *e, uint64_t index);

/* The line that shows an execution; for library code the line of the call in your code that led to it (*place); NO_LINE: none. */
uint32_t explain_line(struct explaining *e, struct node node, struct node *place);

/* May library code be folded: do all roots have code with lines? */
bool explain_has_lines(struct explaining *e);

/* Notes what let a root run, and what let that run, and so on. */
void explain_context(struct explaining *e, struct node root);

/* Did it run in the function activation of a root? */
bool explain_in_asked_frame(const struct explaining *e, struct node node);

/* The call in the user's own activation by which the definer came to run, in the called function or in one below it. O(frames). */
bool explain_call_between(struct explaining *e, struct node user, struct node definer, struct node *call);

/* The execution that a call let run on the way to the definer. Cost: the length of the way of control parents; a loop's rounds hang one below the other. */
bool explain_let_run(struct explaining *e, struct node definer, struct node call, struct node *let_run);

/* Makes steps of the reached lines. */
void explain_tree(struct explaining *e, struct explanation *out);

#endif
