/* ask.h - the questions that make sense where one is, as rows that ask.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Whyline (Ko and Myers, "Designing the Whyline", CHI 2004; "Finding Causes of Program Output with the Java Whyline", CHI 2009) lets people choose
 * among questions that the program's run can answer, instead of thinking of them. Each question here is a row in words, and the command line that answers it.
 *
 *     ask.c           the command, the list, questions about a line, about code nearby that never ran, of other kinds of traces
 *     ask_moment.c    one run of a line: its instances, and the values it used
 *     ask_output.c    which calls print; questions about what was printed last
 *     names.c         the names of variables that instructions write and fetch
 *
 * A question is asked only where its answer is known not to be empty; what is looked at for that is bounded, whatever the length of the trace. */
#ifndef CLEW_RECORDING_ASK_H
#define CLEW_RECORDING_ASK_H

#include "recording/wet.h"

enum {
    ASK_MOST = 15,                      /* questions */
    ASK_ALWAYS = 3,                     /* of these are kept for what can be asked everywhere */
    ASK_NODES = 256,                    /* instances of a line's run that are looked at: the last ones */
    ASK_USED = 64                       /* values used that are looked at */
};

struct questions {
    struct session *session;
    struct arena *arena;                /* of the texts */
    struct place place;                 /* where they are asked: names mean something there; has == 0: anywhere */
    size_t room;                        /* no more than these for now */
    size_t count;
    struct question {
        struct str words, command;
    } items[ASK_MOST];
};

/* ---- names.c, ask_moment.c ---- */
/* What a variable, or a part of one, is called. */
struct ask_variable {                   /* zeroed: nothing is known; ask_variable_free */
    struct text name;                   /* "sum", "window->sample[2]", made safe */
    struct text who;                    /* the same as `who` takes it where the moment is; empty: it does not */
    type_number type;
    uint64_t size;
    bool typed;
};
void ask_variable_free(struct ask_variable *variable);

/* A value that came from outside of the line's run. */
struct ask_used {
    struct node via, definer;           /* the instance of the line that used it, and who defined it */
    uint64_t port;                      /* of via */
    bool carried;                       /* skipped code used it, on behalf of via */
    bool address;                       /* it only formed an address */
    bool beside;                        /* it lay in memory that skipped code read on the line's behalf, maybe beside what it wanted */
    bool printed;                       /* it went into a call that prints */
    bool known;                         /* its number is */
    uint64_t number;
    struct ask_variable variable;
};

/* One run of a line: the instances that ran without another line of their frame in between. Without a clock: those of instructions that ran once, where the one
 * asked about did, else this one alone. */
struct ask_moment {
    struct node node;                   /* asked about */
    struct instruction instruction;     /* its */
    bool has_time;
    struct nodes nodes;                 /* the last first */
    bool cut;
    bool controlled;                    /* something let it run that is not of it */
    struct ask_used used[ASK_USED];
    size_t used_count;
};
void ask_moment_read(struct session *session, struct node node, struct ask_moment *moment);
void ask_moment_free(struct ask_moment *moment);

/* "0x88 (136)", or "136" where values are decimal; as its type is written. */
void ask_describe(const struct session *session, const struct ask_variable *variable, uint64_t number, struct text *out);

/* ---- names.c ---- */
/* What an instance read or wrote in memory. False: no memory, or nobody knows the name. */
bool ask_variable_of(struct session *session, const struct ask_moment *moment, struct node node, bool writes, struct ask_variable *variable);
/* By the code alone: what lies at the fixed address of an operand, or at its distance from the frame pointer. The variable is to be freed either way. False:
 * that is no variable, or the operand is another one. O(variables of the executable) at worst. */
bool ask_name_by_code(const struct session *session, uint64_t index, const struct operand *operand, struct ask_variable *variable);
bool ask_name_by_register(struct session *session, struct node node, int reg, struct ask_variable *variable);         /* whose home it is here: by optimized code */
/* -104, 2.5: the decimal number of an instance that wrote or fetched a variable or an element of a number's type, which its code names, or the address that it
 * had; where integers are hexadecimal of floating point alone. False: none such is known, or its type makes no difference. Cost as above. */
bool ask_typed(const struct session *session, struct node node, uint64_t number, struct text *out);

/* ---- ask_output.c ---- */
/* One question more, but for one whose command or words are in the list already, or beyond the room. Texts are made safe by the caller. */
void ask_add(struct questions *questions, struct str command, const char *format, ...) FORMATTED(3, 4);

/* What `why` and `slice` take for the run of its line: "mean.c:23", where that is known to mean this run, the last one; else the instance. Cost:
 * wet_stretch. */
void ask_position(struct session *session, struct node node, struct text *out);

bool ask_is_output(struct session *session, uint64_t index);            /* a call that prints by its name, or that wrote something by what is recorded */
bool ask_prints(struct session *session, const struct ask_moment *moment);
/* What was printed last, if nothing was printed behind the moment. Needs a clock. */
void ask_of_outputs(struct questions *questions, const struct ask_moment *moment);

/* What may be asked instead of the last run of a line that computes nothing, as where main ends: the call that printed last, if nothing prints behind the
 * run. position: as `why` takes it; where: its line; what: the text it was given, empty where that is not known. All three are appended to. */
enum ask_instead {
    INSTEAD_NOTHING,                    /* the line is worth asking about, or no clock tells what came last */
    INSTEAD_UNKNOWN,                    /* it is not, but no call that prints is known */
    INSTEAD_OUTPUT
};
enum ask_instead ask_instead(struct session *session, const struct nodes *run, struct text *position, struct text *where, struct text *what);

#endif
