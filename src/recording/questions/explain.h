/* explain.h - why an instance is as it is: its backward slice as source lines, nearest first.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A slice holds all that had a part in something; an explanation is what a reader wants to see next. From the instances asked for, source lines are reached
 * along edges of the trace, the cheapest way first (Dijkstra, "A note on two problems in connexion with graphs", 1959), each line once. A *step* is one line
 * (function, file, line; where the line is unknown, one instruction) with all its instances that were reached; it hangs below the line from which it was
 * reached first.
 *
 *     struct explain_question question = {.roots = &node, .root_count = 1, .follow = EXPLAIN_FOLLOW_ALL, .most = 10};
 *     struct explanation *why;
 *     bool whole = explain(program, &question, progress, &why);
 *     for (size_t i = 0; i < why->count; i++) ... why->steps[i] ...      in preorder: each step below its parent
 *     explanation_free(why);
 *
 * Which way is cheap: values, what something was copied or computed from (the thin slice of Sridharan, Fink, Bodik, "Thin slicing", PLDI 2007), are nearest;
 * what let it run is farther; what only formed an address is farther still. Links through the stack and frame pointers (statement_is_frame) are not followed,
 * nor are those to a call that restored these, as longjmp does: the frame was made elsewhere. Uncertain ones are not followed either, and are counted.
 *
 *     from a line to one that        costs (enum explain_cost)
 *     wrote a value it used          VALUE
 *     let it run                     CONTROL: what was computed is followed before what was decided
 *     wrote what formed an address   ADDRESS
 *     a copy used                    COPY instead of VALUE: the reader has nothing to think about there
 *     let it run another time        CONTROL + EARLIER: a loop's earlier rounds are folded into its lines, what let them run is hardly ever asked
 *     let what is asked run, too     ASKED, whatever it is reached from: it went that way anyway, so it tells nothing of this line alone
 *     left what library code used    LIBRARY: a call that is not shown to another one, as printf does to the next printf by way of its stream; use after free
 *                                    is told by this at times, so that it is far, and there
 *
 * Where values do not tell, the others come nearer:
 *     - What an instruction leaves that used its own result of an earlier round (a sum, a count) is made of its rounds: what let them run costs RECURS.
 *     - Behind a constant there is no value. Why it was written, and there, is all that can be asked: control and addresses cost CONSTANT.
 *     - Behind memory that nobody wrote there is none either. What formed the address is the way to who had it given and did not fill it: as near as a
 *       value, unless the memory is the executable's own, where all is 0 or as written in its source (question.memory infers that).
 *     - What a function wrote to memory is handed over by a call, as a result in a register is, but on another line than its user's. Where the user's
 *       activation called, itself or by others, what wrote the value, that call is CALLED behind the definer; in the activation asked about, which often
 *       is main and has called everything, CALLED_BY_ASKED, but for constants. Such a step's `user` is the last instance on the way that the call let run.
 *       Needs a clock.
 * The costs were chosen with tests/bugs in view; the order among them is meant, their differences are not.
 *
 * Within a line nothing is paid but the difference between these, once: of `sum += v[i]` the links to sum and v[*] are values, those to i and v are
 * addresses, though i was loaded by an instruction of its own. An instruction met again on its line, an earlier round, costs AGAIN, but no more than
 * AGAIN_MOST times; rounds beyond that wait until all that is near was looked at, so that a loop of a million does not use up the walk before its neighbours
 * are seen. (A line that both lead to may then have come the dearer way.)
 *
 * A *copy* is a line out of which one value link leads, along moves alone where the code is known, with an equal recorded value all the way. Runs of two or
 * more are folded into the step they lead to, and listed there: equal values are evidence, no proof. A single copy remains a step, but for a parameter that
 * is put aside on its function's opening line, and a pop, which restores a caller's register; where what that leads to was reached another way it is folded
 * into the line that used it. A line that a branch of its own decided is no copy; nor is one of which several lines use different values of one instruction:
 * there ways part.
 *
 * *Library code* (code without line, or of another object than the executable, where all that is asked for has lines in it) is folded into the line that
 * called it, to which its control parents lead. The walk goes on through it to the lines it depends upon.
 *
 * A text trace has no clock, maybe no executable (every data link then counts as a value), a history no kinds of links (they are EXPLAIN_UNKNOWN). */
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
    EXPLAIN_COST_HIDDEN = 1, /* an instance of library code */
    EXPLAIN_AGAIN_MOST = 16
};

enum { EXPLAIN_FOLLOW_VALUES = 1, EXPLAIN_FOLLOW_CONTROL = 2, EXPLAIN_FOLLOW_ADDRESSES = 4, EXPLAIN_FOLLOW_ALL = 7 };

enum { EXPLAIN_EDGES = 1 << 20 };           /* how many edges are looked at, if the question does not say */

struct explain_question {
    const struct node *roots;               /* the instances asked for; those that the store does not have are left out */
    size_t root_count;
    unsigned follow;                        /* of a history all links are followed */
    size_t most;                            /* steps wanted; 0: all */
    bool address;                           /* what formed the addresses at the roots is what is asked for, as at a fault; their values come after that */
    bool instructions;                      /* every instruction is a step of its own; nothing is folded but library code */
    struct memory *memory;                  /* tells what lies in the executable from other memory; may be NULL */
    uint64_t edges;                         /* the bound; 0: EXPLAIN_EDGES */
};

/* Where a value lay that nobody wrote. */
enum explain_home {
    EXPLAIN_HOME_UNKNOWN,                   /* a register; or which address that was is not known */
    EXPLAIN_HOME_CONSTANT,                  /* in the executable, where nothing can be written */
    EXPLAIN_HOME_STATIC,                    /* in the executable's data: there from the start, often 0 */
    EXPLAIN_HOME_OTHER                      /* stack, heap, data of libraries, what the system gave */
};

/* How a step has to do with its parent. */
enum explain_link {
    EXPLAIN_ASKED,                          /* a root */
    EXPLAIN_VALUE, EXPLAIN_CONTROL, EXPLAIN_ADDRESS,
    EXPLAIN_UNKNOWN,                        /* of a history */
    EXPLAIN_LIBRARY                         /* a value that skipped code used, and an earlier call of such code left: not the program's */
};

/* What there is behind a step. */
enum explain_end {
    EXPLAIN_GOES_ON,                        /* values it used were written by other lines, below it or anywhere in the list */
    EXPLAIN_CONSTANT,                       /* it used no value but what stands in the code */
    EXPLAIN_UNWRITTEN,                      /* a register or memory that nobody wrote in what is recorded: end_node, end_port */
    EXPLAIN_CALL,                           /* the result of a call into skipped code, which used nothing that is */
    EXPLAIN_HORIZON,                        /* a history begins there */
    EXPLAIN_UNCERTAIN,                      /* all it may have used is uncertain */
    EXPLAIN_START,                          /* it let things run, or nothing but that is asked, and nothing that is shown let it run: outside */
    EXPLAIN_CUT,                            /* the walk ended before it was looked at */
    EXPLAIN_FRAME                           /* nothing but what stands in the code, and the stack or frame pointer: it made an address on the stack */
};

/* A copy that was passed through: `node` gave its value to user's port. */
struct explain_copy {
    struct node user, node;
    uint64_t port;
    uint64_t instances;                     /* of the line, that were reached */
};

struct explain_step {
    size_t parent;                          /* among the steps; SIZE_MAX: a root */
    unsigned depth;                         /* 0: a root */
    enum explain_link link;
    /* The edge that reached it: port of `user` was written by `definer`. user is an instance of the parent's line, or of what is
     * folded into that, or of the last of the copies below. */
    struct node user, definer;
    uint64_t port;
    enum link_kind kind;                    /* CONTROL links are EXPLAIN_CONTROL; DATA ones too where a branch of the parent's line used the value */
    struct node node;                       /* the instance to show: the definer, or, where that is library code, the call of this line that led to it */
    uint64_t instances;                     /* of node's instruction, that were reached */
    struct node first, last;                /* of these, by instance */
    const struct explain_copy *copies;      /* folded between the parent and this step, nearest to the parent first */
    size_t copy_count;
    /* behind these in copies: parameters put aside where a function opens, and registers restored, that this line used; what they lead to is elsewhere */
    size_t aside_count;
    uint64_t library;                       /* instances of library code from the parent's line to definer, itself included if it is such;
                                             * else `user` is the last of them */
    enum explain_end end;
    struct node end_node;                   /* UNWRITTEN, and GOES_ON with unwritten > 0 */
    uint64_t end_port;
    enum explain_home end_home;             /* inferred from recorded values: memory.h */
    uint64_t unwritten;                     /* uses of values without definer on this line */
    /* skipped code let it run, with nothing that is shown behind it: what starts a program, a thread or a handler */
    bool outside;
    struct node let_run;                    /* that */
    unsigned cost;                          /* from the root */
};

struct explanation {                        /* owned by whoever asked; explanation_free */
    struct explain_step *steps;
    size_t count;
    uint64_t lines;                         /* steps there would be without `most` */
    bool more;                              /* and more: the walk ended at its bound, was interrupted, or met damage */
    uint64_t edges;                         /* looked at */
    uint64_t uncertain;                     /* links not followed */
    struct arena arena;
};

/* False: progress stopped it, or damage was met; *explanation is set all the same and holds what was found. Time: about a microsecond or two an edge;
 * memory: at most about 100 bytes an edge, and a pointer or two an instruction of the trace. The same trace and question give the same answer. */
CHECKED bool explain(struct program *program, const struct explain_question *question, const struct progress *progress, struct explanation **explanation);
void explanation_free(struct explanation *explanation);         /* NULL is allowed */

/* ---- Shared by the files of this module ----
 *
 *     explain.c           the walk: labels in a heap, cheapest first; values that nobody wrote; is it a copy?
 *     explain_lines.c     which line an instance belongs to, what is library code, roles and names kept
 *     explain_tree.c      from lines reached to steps: folding, order, ends */

enum { NO_LINE = UINT32_MAX };

/* How the walk came where it is, within a line: each is dearer than those before it. */
enum explain_way { WAY_VALUE, WAY_CONTROL, WAY_LIBRARY, WAY_ADDRESS, WAYS };

/* What is known of an instruction, found when it is first met. */
struct explain_code {
    struct roles roles;
    uint32_t line;                  /* its own; NO_LINE: library code */
    bool frame;                     /* statement_is_frame */
    bool keeps_frame;               /* rbp is the frame pointer there (program_keeps_frame) */
    bool call;
    bool enters;                    /* a call of a function that is shown: all it leaves itself is where that returns to */
    bool moves;                     /* a plain move, or its code is not known */
    bool opens;                     /* on the line that its function begins with */
    bool restores;                  /* a pop: it gives a register the value back that was saved for the caller */
    bool recurs;                    /* it used what it left itself in an earlier round: what it leaves is made of its rounds */
    bool met;                       /* an instance was reached: another one is another round */
};

/* A line that was reached. */
struct explain_line {
    uint64_t representative;        /* one of its instructions */
    bool reached;
    uint32_t parent;                /* NO_LINE: a root */
    enum explain_link link;
    enum link_kind kind;
    struct node user, definer, node;
    uint64_t port, library, time;
    uint32_t cost;
    uint64_t order;                 /* of being reached */
    bool saves;                     /* node is on its function's opening line, where a parameter is put aside, or restores a register */
    uint64_t entries, copies;       /* ways in from other lines, but for those from what it called, and those at which it is a copy */
    uint64_t instances;             /* of node's instruction */
    struct node first, last;
    uint64_t values, controls;      /* links that leave it: values it used, what let it run */
    uint64_t unwritten, uncertain;
    bool made;                      /* a value it used is what a call into skipped code left */
    bool framed;                    /* a value it used is the stack or frame pointer: it made an address on the stack */
    bool decides;                   /* a branch of its own chose what it leaves */
    bool shared, varies;            /* entered from several lines; with several values */
    uint32_t entered_from;          /* the first of them */
    bool outside;                   /* skipped code let it run, and nothing that is shown called that: */
    struct node let_run;            /* the first of it that was met */
    bool horizon, pending;          /* pending: not all of it was looked at */
    struct node unwritten_node;
    uint64_t unwritten_port;
    enum explain_home unwritten_home;       /* of all of them; UNKNOWN: they differ, too */
};

/* A way to a node that may be the cheapest one. */
struct explain_label {
    uint64_t time, order;           /* of equal cost the youngest node first, then the first found */
    struct node node, user;
    uint64_t port, hidden;
    uint32_t cost, delay, paid;     /* paid: on this line already, besides the cost of a value */
    uint32_t line, parent;          /* of the node; of the user (NO_LINE: a root) */
    uint8_t way, kind, link, rounds;
    bool root, earlier, copy, enters;
};

struct explain_caller {                     /* of an instance of library code */
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
    struct explain_caller *callers;         /* of library code, as they were asked for */
    size_t caller_count, caller_capacity;
    struct links parents;
    uint64_t salt;
    struct explain_label *heap;
    size_t heap_count, heap_capacity;
    uint64_t labels, reached;
    struct node_set settled, context;       /* context: what let run what is asked */
    struct node_set called[2];              /* calls that are waiting, or were refused: those of near cost, and of far cost (push_call) */
    struct links links;
    bool missing;                   /* the node whose links are followed loaded what nobody wrote, elsewhere than in the executable's own data */
    bool constant;                  /* it computes with nothing: it moves what stands in the code */
    uint64_t edges, bound, uncertain;
    bool stopped;                   /* by progress */
};

struct explain_code *explain_view(struct explaining *e, uint64_t index);

/* The line that an instance is shown in; of library code that of the shown call that led to it (*place), NO_LINE if there is none. */
uint32_t explain_line(struct explaining *e, struct node node, struct node *place);

/* May the library be folded: is everything asked for in code with lines? */
bool explain_has_lines(struct explaining *e);

/* Notes what let a root run, and what let that run. */
void explain_context(struct explaining *e, struct node root);

/* Did it run in the function activation of a root? */
bool explain_in_asked_frame(const struct explaining *e, struct node node);

/* The call in the user's own function activation by which the definer came to run, in the function that was called or in one that this called. O(frames). */
bool explain_call_between(struct explaining *e, struct node user, struct node definer, struct node *call);

/* The instance that a call let run on the way to the definer. As long as the way of control parents: a loop's rounds hang one below the other. */
bool explain_let_run(struct explaining *e, struct node definer, struct node call, struct node *let_run);

/* Steps from the lines reached. */
void explain_tree(struct explaining *e, struct explanation *out);

#endif
