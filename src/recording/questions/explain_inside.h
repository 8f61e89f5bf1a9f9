/* explain_inside.h - what the files of explain share; private to this folder.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     explain.c           the walk: labels in a heap, cheapest first
 *     explain_lines.c     which line an instance belongs to, what is library code, roles and names kept
 *     explain_copies.c    is it a copy?
 *     explain_missing.c   values that nobody wrote
 *     explain_tree.c      from lines reached to steps: folding, order, ends */
#ifndef CLEW_RECORDING_QUESTIONS_EXPLAIN_INSIDE_H
#define CLEW_RECORDING_QUESTIONS_EXPLAIN_INSIDE_H

#include "recording/questions/explain.h"
#include "recording/questions/roles.h"
#include "recording/questions/slice.h"

enum { NO_LINE = UINT32_MAX };

/* How the walk came where it is, within a line: each is dearer than those before it. */
enum way { WAY_VALUE, WAY_CONTROL, WAY_LIBRARY, WAY_ADDRESS, WAYS };

/* What is known of an instruction, found when it is first met. */
struct view {
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
struct line {
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
    bool made;                      /* a value it used is what a call into code that is not shown left */
    bool framed;                    /* a value it used is the stack or frame pointer: it made an address on the stack */
    bool decides;                   /* a branch of its own chose what it leaves */
    bool shared, varies;            /* entered from several lines; with several values */
    uint32_t entered_from;          /* the first of them */
    bool outside;                   /* code that is not shown let it run, and nothing that is shown called that: */
    struct node let_run;            /* the first of it that was met */
    bool horizon, pending;          /* pending: not all of it was looked at */
    struct node unwritten_node;
    uint64_t unwritten_port;
    enum explain_home unwritten_home;       /* of all of them; UNKNOWN: they differ, too */
};

/* A way to a node that may be the cheapest one. */
struct label {
    uint64_t time, order;           /* of equal cost the youngest node first, then the first found */
    struct node node, user;
    uint64_t port, hidden;
    uint32_t cost, delay, paid;     /* paid: on this line already, besides the cost of a value */
    uint32_t line, parent;          /* of the node; of the user (NO_LINE: a root) */
    uint8_t way, kind, link, rounds;
    bool root, earlier, copy, enters;
};

struct caller {                     /* of an instance of library code */
    struct node node, call;
    bool found;
};

struct explaining {
    struct program *program;
    const struct store *store;
    const struct explain_question *question;
    const struct progress *progress;
    bool fold_library, history;
    struct view **views;            /* by index; NULL: not met */
    struct arena arena;
    struct line *lines;
    size_t line_count, line_capacity;
    struct map line_map, call_map;
    struct pool names;
    struct caller *callers;         /* of library code, as they were asked for */
    size_t caller_count, caller_capacity;
    struct links parents;
    uint64_t salt;
    struct label *heap;
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

struct view *explain_view(struct explaining *e, uint64_t index);

/* The line that an instance is shown in; of library code that of the shown call that led to it (*place), NO_LINE if there is none. */
uint32_t explain_line(struct explaining *e, struct node node, struct node *place);

/* May the library be folded: is everything asked for in code with lines? */
bool explain_has_lines(struct explaining *e);

/* Is a node that is entered at its line a copy of something on another line? O(the moves in between). */
bool explain_is_copy(struct explaining *e, struct node node);

/* Are both recorded values there and equal? */
bool explain_same_value(const struct store *store, struct node a, struct node b);

enum explain_home explain_home(struct explaining *e, struct node node, uint64_t port);

/* Did it load memory that nobody wrote, and that is not the executable's own? Of the links e->links. */
bool explain_missing(struct explaining *e, struct node node, const struct view *view);

/* Notes what let a root run, and what let that run. */
void explain_context(struct explaining *e, struct node root);

/* Did it run in the function activation of a root? */
bool explain_in_asked_frame(const struct explaining *e, struct node node);

bool explain_uses_no_value(const struct view *view);

/* The call in the user's own function activation by which the definer came to run, in the function that was called or in one that this called. O(frames). */
bool explain_call_between(struct explaining *e, struct node user, struct node definer, struct node *call);

/* The instance that a call let run on the way to the definer. As long as the way of control parents: a loop's rounds hang one below the other. */
bool explain_let_run(struct explaining *e, struct node definer, struct node call, struct node *let_run);

/* Steps from the lines reached. */
void explain_tree(struct explaining *e, struct explanation *out);

#endif
