/* ask.h - the questions that make sense at your place, as rows that ask them.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Whyline (Ko and Myers, "Designing the Whyline", CHI 2004; "Finding Causes of Program Output with the Java Whyline", CHI 2009) lets people choose among
 * questions that a run can answer, instead of thinking them up. Here each question is a row in words and the command line that answers it.
 *
 *     ask.c           the command, the list, questions about a line, about code nearby that never ran, and for other kinds of traces
 *     ask_moment.c    one run of a line: its executions, and the values it used
 *     ask_output.c    which calls print; questions about the last output
 *     names.c         the names of variables that instructions write and fetch
 *
 * ask offers a question only if it knows that the answer is not empty. The work for that is bounded, however long the trace. */
#ifndef CLEW_RECORDING_ASK_H
#define CLEW_RECORDING_ASK_H

#include "recording/wet.h"

enum {
    ASK_MOST = 15,                      /* questions */
    ASK_ALWAYS = 3,                     /* of these, room for the questions that are possible everywhere */
    ASK_NODES = 256,                    /* executions of a line's run that ask looks at: the last ones */
    ASK_USED = 64                       /* used values that ask looks at */
};

struct questions {
    struct session *session;
    struct arena *arena;                /* holds the texts */
    struct place place;                 /* the place they are about, where names get their meaning; has == 0: anywhere */
    size_t room;                        /* the limit for now */
    size_t count;
    struct question {
        struct str words, command;
    } items[ASK_MOST];
};

/* ---- names.c, ask_moment.c ---- */
/* The name of a variable, or of a part of one. */
struct ask_variable {                   /* zeroed: nothing is known; ask_variable_free */
    struct text name;                   /* "sum", "window->sample[2]", made safe */
    struct text who;                    /* the same as `who` accepts it at the moment; empty: it does not */
    type_number type;
    uint64_t size;
    bool typed;
};
void ask_variable_free(struct ask_variable *variable);

/* A value that came from outside the line's run. */
struct ask_used {
    struct node via, definer;           /* the execution of the line that used it, and its definer */
    uint64_t port;                      /* of via */
    bool carried;                       /* skipped code used it on behalf of via */
    bool address;                       /* it only formed an address */
    bool beside;                        /* skipped code read its memory on the line's behalf, perhaps only because it lay beside the bytes it wanted */
    bool printed;                       /* it went into a call that prints */
    bool known;                         /* its number is known */
    uint64_t number;
    struct ask_variable variable;
};

/* One run of a line: the executions between two other lines of their frame. Without a clock: one execution for each instruction that ran once, if the node's
 * instruction did, else the node alone. */
struct ask_moment {
    struct node node;                   /* the one you ask about */
    struct instruction instruction;     /* of node */
    bool has_time;
    struct nodes nodes;                 /* the last first */
    bool cut;
    bool controlled;                    /* something outside the run let it run */
    struct ask_used used[ASK_USED];
    size_t used_count;
};
void ask_moment_read(struct session *session, struct node node, struct ask_moment *moment);
void ask_moment_free(struct ask_moment *moment);

/* "0x88 (136)", or "136" where values are decimal; in the form of its type. */
void ask_describe(const struct session *session, const struct ask_variable *variable, uint64_t number, struct text *out);

/* ---- names.c ---- */
/* The variable that an execution read or wrote in memory. False: it accessed none, or the name is unknown. */
bool ask_variable_of(struct session *session, const struct ask_moment *moment, struct node node, bool writes, struct ask_variable *variable);
/* The variable that the code alone shows: at an operand's fixed address, or at its distance from the frame pointer. Free it either way. False: no variable is
 * there, or the operand is another one. O(variables of the executable) at worst. */
bool ask_name_by_code(const struct session *session, uint64_t index, const struct operand *operand, struct ask_variable *variable);
/* the variable whose home this register is here, in optimised code */
bool ask_name_by_register(struct session *session, struct node node, int reg, struct ask_variable *variable);
/* -104, 2.5: the decimal number that an execution wrote to or fetched from a variable or element of a numeric type, found by its code or by its inferred
 * address. Where integers are hexadecimal, only floating point. False: no such variable is known, or its type makes no difference. Cost as above. */
bool ask_typed(const struct session *session, struct node node, uint64_t number, struct text *out);

/* ---- ask_output.c ---- */
/* Adds a question, unless the list already has its command or its words, or is full. The caller makes the texts safe. */
void ask_add(struct questions *questions, struct str command, const char *format, ...) FORMATTED(3, 4);

/* The position that `why` and `slice` take for the run of a node's line: "mean.c:23" where that is known to mean this run (the last one), else the execution.
 * Cost: wet_stretch. */
void ask_position(struct session *session, struct node node, struct text *out);

bool ask_is_output(struct session *session, uint64_t index);            /* a call that prints by its name, or that wrote something according to the recording */
bool ask_prints(struct session *session, const struct ask_moment *moment);
/* When the line ran that output came from: the one that supplied the bytes of the first part, or that led to the system call (ask_output.c has the rule).
 * 0: none of your code did. */
uint64_t output_time(struct session *session, const struct store_written *written);
/* Questions about the last output, if nothing was printed after the moment. Needs a clock. */
void ask_of_outputs(struct questions *questions, const struct ask_moment *moment);

/* What to ask about instead, where the last run of a line computes nothing (as where main ends): the call that printed last, if nothing prints after the run.
 * Appends position (in the form `why` takes), where (its line) and what (the last line of the text it printed; without
 * recorded output the text it was given, such as a printf format; empty if unknown). */
enum ask_instead {
    INSTEAD_NOTHING,                    /* the line is worth asking about, or no clock tells what came last */
    INSTEAD_UNKNOWN,                    /* the line is not, but no call is known to print */
    INSTEAD_OUTPUT
};
enum ask_instead ask_instead(struct session *session, const struct nodes *run, struct text *position, struct text *where, struct text *what);

#endif
