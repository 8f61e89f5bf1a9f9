/* evaluate.h - the value of an expression (code/expression.h) at a time of a recording.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     struct expression *expression = evaluate_parse(session, str_of("a[i].x * 2"), "expression", &error);
 *     struct evaluation evaluation = {.session = session, .expression = expression, .time = time, .registers = time, .error = &error};
 *     if (evaluate(&evaluation, expression->root, &place)) ...                            a place in memory, or a value (HOME_VALUE)
 *     evaluation_end(&evaluation, &place);
 *     who_place_free(&place);
 *
 * Types and conversions are those of C, nearly always as gdb has them: 7/2 is 3, p + 1 is the next element, a comparison is an int, in C++ a bool. Differences:
 * sizeof is an unsigned long, a short bit field an int, and bools add up, as in C. Within an expression clew refuses to follow a number, as it has no type:
 * *(int *)0x4010, not *0x4010 (alone, *0x4010 is an address without a size: who.h). A recording cannot change: clew refuses to assign to anything but a
 * convenience variable ($count = EXPR, $count++), which expressions may use until the trace is closed. It calls only $_streq(a, b), $_strlen(a),
 * $_memeq(a, b, bytes), $_creal(z), $_cimag(z) and members of containers (contained.c).
 *
 *     who_place.c    what a name means: variables, enumerators, functions
 *     evaluate.c     operators
 *     dollar.c       names with $: registers, convenience variables, functions on texts
 *     contained.c    elements of containers: v[0], v.size(), *it
 *     evaluate_rust.c    members in Rust: through references, of tuples and variants
 *     printed.c      the value history: $1, $, $$2
 *
 * Memory is what it was after everything that ran up to `time`; registers are as the execution at `registers` found them. Cost: each value in memory as
 * who_value. */
#ifndef CLEW_RECORDING_EVALUATE_H
#define CLEW_RECORDING_EVALUATE_H

#include "recording/who.h"

struct evaluation {
    struct session *session;
    const struct expression *expression;
    uint64_t time, registers;
    bool types_only;                    /* as sizeof: no value counts; places have types and sizes, but no right addresses */
    bool keeps_none;                    /* assignments to convenience variables change none: values within an expression of which only the type counts */
    bool nonsense;                      /* as in struct who_place */
    const char *uncounted;              /* why the number of elements of an array that the program counts is unknown; NULL: clew did not miss one */
    uint64_t valid_from, valid_until;   /* the same: set by names of locals */
    struct error *error;
    struct arena arena;                 /* for values of more than 8 bytes */
    struct symbols *symbols;            /* those of the code at `time` (wet_code_at); evaluate sets it */
};

/* NULL: the error says why the text is no expression. what: "condition", "expression". */
struct expression *evaluate_parse(struct session *session, struct str words, const char *what, struct error *error);
/* False: the error says which part of the expression is unknown or wrong, and why. */
CHECKED bool evaluate(struct evaluation *evaluation, uint32_t node, struct who_place *place);
/* The place owns its value from now on; frees the evaluation's memory. place: may be NULL. */
void evaluation_end(struct evaluation *evaluation, struct who_place *place);

/* For conditions: is it true after everything that ran up to the time, at a function's entry behind its prologue? Registers are those found at the time. */
CHECKED bool evaluate_truth(struct session *session, const struct expression *expression, uint64_t time, bool *holds, struct error *error);

/* A scalar value: of an array or a function its address. */
struct scalar {
    struct number number;
    type_number type;                   /* TYPE_NONE: an address or a function */
    bool is_pointer;
    uint64_t moment;                    /* as in struct who_place */
    type_number target;                 /* of a pointer */
    uint64_t step;                      /* bytes of its target; of void and functions 1 */
};
CHECKED bool evaluate_scalar(struct evaluation *evaluation, uint32_t node, const struct who_place *place, struct scalar *scalar);
void evaluate_put(struct evaluation *evaluation, struct number number, type_number type, struct who_place *place);    /* makes it the place's value */
bool evaluate_refuse(struct evaluation *evaluation, uint32_t node, const char *why);     /* "`a[3]` WHY"; returns false */
/* In between values count, even where only a type does; then assignments change nothing. */
struct evaluate_mode {
    bool types_only, keeps_none;
};
struct evaluate_mode evaluate_begin_values(struct evaluation *evaluation);
void evaluate_end_values(struct evaluation *evaluation, struct evaluate_mode before);
/* The bytes of a place, each known. False: not all are. */
CHECKED bool evaluate_bytes(struct evaluation *evaluation, uint32_t node, const struct who_place *place, uint64_t size, unsigned char *bytes);
/* The place becomes the target of its pointer value, or for an array its first element. node: EXPRESSION_NONE: the whole expression. */
CHECKED bool evaluate_follow(struct evaluation *evaluation, uint32_t node, struct who_place *place);
CHECKED bool evaluate_see_through(struct evaluation *evaluation, uint32_t node, struct who_place *place);        /* a reference becomes its object */
void evaluate_become_part(struct who_place *place, const struct variable_part *part);

/* The value of left OP right, for a node of that text: EXPR_ADD to EXPR_NOT_EQUAL. */
CHECKED bool evaluate_binary(struct evaluation *evaluation, enum expression_op op, uint32_t node, const struct scalar *left, const struct scalar *right,
                             struct who_place *place);

/* The time at which the contents of a place count. */
uint64_t evaluate_time(const struct evaluation *evaluation, const struct who_place *place);

/* ---- printed.c ---- */

/* The value history. A number stands for a place and a time, not for bytes: a recording does not change, so both always give the same value, and what it points
 * to is as it was then. Keeps the last 16,384. */
bool printed_is_name(struct str name);                                          /* $, $$, $$2, $1 */
uint64_t printed_keep(struct session *session, const struct who_place *place, uint64_t time);        /* copies the place; its number, from 1 */
uint64_t printed_last(const struct session *session);                           /* 0: nothing was printed */
const struct who_place *printed_at(const struct session *session, uint64_t number);         /* NULL: no longer kept, or no such number */
CHECKED bool evaluate_printed(struct evaluation *evaluation, struct str name, struct who_place *place);

/* ---- contained.c ---- */

/* container[index], for the place of the container: the element. */
CHECKED bool evaluate_contained_index(struct evaluation *evaluation, uint32_t node, uint32_t container, uint32_t index, struct who_place *place);
/* The target of an iterator, a smart pointer or an optional. */
CHECKED bool evaluate_contained_target(struct evaluation *evaluation, uint32_t node, struct who_place *place);
/* container.size(), .empty(), .front(), .back(), .at(i), .data(), .c_str(), .get(), .value(); in Rust .len(), .is_empty(), .unwrap(), .first() and
 * .last() of rows, .front() and .back() of VecDeque, .as_ptr(). *found: the call is one of these, of a container. */
CHECKED bool evaluate_contained_call(struct evaluation *evaluation, uint32_t node, struct who_place *place, bool *found);

/* The bytes of a text or of other containers of bytes in a row. False: the error says why there are none. */
CHECKED bool evaluate_contained_bytes(struct evaluation *evaluation, uint32_t node, const struct who_place *place, uint64_t *address, uint64_t *count);
struct shaping;
struct shape_object;
/* Reads an object, which lies in the shape's memory or in the evaluation's. */
CHECKED bool evaluate_object(struct evaluation *evaluation, uint32_t node, const struct who_place *place, struct shaping *shape, struct shape_object *object);

/* ---- evaluate_rust.c ---- */
bool evaluate_is_rust(const struct evaluation *evaluation, const struct who_place *place);      /* is its type one of Rust? */
/* Is it a reference, Box, Rc or Arc of Rust? [] and .len() then mean what it leads to. */
bool evaluate_rust_leads(const struct evaluation *evaluation, const struct who_place *place);
/* The place of a node becomes what it leads to in the end; places that lead nowhere stay. Values must count (evaluate_begin_values). */
CHECKED bool evaluate_rust_behind(struct evaluation *evaluation, uint32_t node, struct who_place *place);
/* For a node whole.member and the place of the whole: the member. */
CHECKED bool evaluate_rust_member(struct evaluation *evaluation, uint32_t node, struct who_place *place);
/* The place of an Option or Result becomes what its Some or Ok holds. */
CHECKED bool evaluate_rust_unwrap(struct evaluation *evaluation, uint32_t node, struct who_place *place);

/* ---- who_place.c ---- */
/* Does the name mean anything to code that runs at the time, in it or elsewhere in the program? It may have no value then. False: the error says why not. */
CHECKED bool evaluate_knows(struct session *session, struct str name, uint64_t time, struct error *error);
/* The place of a synthetic pointer becomes its target, which often has no address either. */
CHECKED bool evaluate_synthetic(struct evaluation *evaluation, uint32_t node, struct who_place *place);
CHECKED bool evaluate_name(struct evaluation *evaluation, uint32_t node, struct who_place *place);

/* ---- dollar.c ---- */
CHECKED bool evaluate_dollar(struct evaluation *evaluation, uint32_t node, struct who_place *place);
CHECKED bool evaluate_text(struct evaluation *evaluation, uint32_t node, const struct who_place *place, struct text *out);      /* appends the bytes of a text */
CHECKED bool evaluate_call(struct evaluation *evaluation, uint32_t node, struct who_place *place);
CHECKED bool evaluate_assignment(struct evaluation *evaluation, uint32_t node, struct who_place *place);
bool dollar_is_known(const struct session *session, struct str name);   /* a register, a convenience variable, $execution or of the value history? */
bool dollar_is_register(struct str name);                                /* $rax, $al, $xmm0, $eflags, ... */
void dollar_lose(struct session *session, struct str name);             /* from now on a convenience variable has an unknown value */
/* Sets a convenience variable to a value of this time. */
void dollar_keep(struct session *session, struct str name, uint64_t time, type_number type, struct str bytes);

#endif
