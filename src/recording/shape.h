/* shape.h - writing values in the form of their types.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     who_shape.c        numbers, pointers, structures and arrays; what who.h promises
 *     shape_text.c       characters and strings
 *     shape_rust.c       enums and tuples of Rust
 *     shape_rows.c       one row, or indented rows where one is too wide
 *     containers.c       std::string, std::vector, std::map and others: which rule is for which type, and what the rules share
 *     containers_gnu.c containers_llvm.c containers_rust.c      the rules of libstdc++, of libc++, and of Rust's library
 *
 * Text under construction has marks instead of `{`, `, ` and `}`, so that shape_rows can break it without taking a brace in a string for one.
 * Everything here reads memory of the run, which may hold anything: each read, each loop and each level is bounded, by struct shaping. */
#ifndef CLEW_RECORDING_SHAPE_H
#define CLEW_RECORDING_SHAPE_H

#include "recording/who.h"

/* ---- Marks ---- */

/* OPEN_LIST: of elements, of which several may stand in a row; TUPLE: in round brackets */
enum { SHAPE_OPEN = 1, SHAPE_COMMA, SHAPE_CLOSE, SHAPE_OPEN_LIST, SHAPE_OPEN_TUPLE, SHAPE_CLOSE_TUPLE };

/* ---- An object: a type, and bytes that are there or are not ---- */

struct shape_object {
    const struct who_byte *bytes;       /* `there` of them */
    uint64_t there, size;               /* size: of the type; there may be less, or more where an array goes on */
    uint64_t address;                   /* of the first byte; 0: not in memory */
    type_number type;
    unsigned bit_offset, bits;          /* as in struct variable_part */
};

/* ---- What one answer may take ---- */

enum {
    SHAPE_DEPTH = 20,                   /* structures in structures, as in gdb */
    SHAPE_REPEATS = 10,                 /* more equal elements or characters become one and a count, as in gdb */
    SHAPE_PARTS = 1 << 20,              /* parts to look at, with repetitions: a file can claim that large ones lie in small ones, without end */
    SHAPE_FETCHES = 1 << 10,            /* stretches of memory to read behind pointers: some milliseconds each where the program last touched them long ago */
    SHAPE_FETCHED = 1 << 20,            /* and their bytes */
    SHAPE_EMPTY_ELEMENTS = 1 << 16      /* elements without bytes, of which a number is all there is */
};

struct shaping {
    struct session *session;
    struct symbols *symbols;
    uint64_t time;
    char format;                        /* 0: in the form of their types */
    bool raw;                           /* print/r: without the rules for containers */
    unsigned elements;                  /* of one array, string or container: set print elements */
    unsigned left;                      /* numbers and characters that the whole answer has room for */
    unsigned parts, fetches;            /* of SHAPE_PARTS and SHAPE_FETCHES */
    uint64_t fetched;                   /* of SHAPE_FETCHED */
    unsigned depth;
    bool cut;                           /* interrupted while it read memory */
    struct who_bytes *kept;             /* what was read, for objects that point into it */
    size_t kept_count, kept_capacity;
};

/* ---- who_shape.c ---- */

void shape_begin(struct shaping *shape, struct session *session, uint64_t time, char format);
void shape_end(struct shaping *shape);

/* Appends the value, with marks. */
void shape_value(struct shaping *shape, const struct shape_object *object, struct text *out);
/* The same without a rule for its own type; its members keep theirs. */
void shape_plain(struct shaping *shape, const struct shape_object *object, struct text *out);

/* A member's value, without its name. */
void shape_member(struct shaping *shape, const struct shape_object *whole, const struct variable_part *part, struct text *out);

/* Reads an object of the run's memory. False: no room for more reads, or its size is unknown. Bytes that nothing tells are unknown in it. */
bool shape_fetch(struct shaping *shape, uint64_t address, type_number type, uint64_t count, struct shape_object *object);
bool shape_fetch_bytes(struct shaping *shape, uint64_t address, uint64_t size, struct shape_object *object);
/* shape_release frees what was read since shape_mark; its objects are then gone. shape_end frees the rest. A byte takes 24 while it is kept. */
size_t shape_mark(const struct shaping *shape);
void shape_release(struct shaping *shape, size_t mark);
/* An object at an offset into another. */
struct shape_object shape_within(const struct shape_object *object, uint64_t offset, type_number type, uint64_t size);

/* The number in up to eight bytes: an integer, a pointer, an enumeration. False: it is larger, or a byte is unknown. */
bool shape_number(const struct shape_object *object, uint64_t *number);

/* ---- shape_rust.c ---- */

/* The variant that an object of an enum of Rust is, and where in it the structure with its members lies. number: the discriminant. UNKNOWN: the discriminant is
 * unknown, or DWARF does not say how to choose. WRONG: no variant has this number. NONE: the type has no variants. */
enum shape_variant { VARIANT_NONE, VARIANT_KNOWN, VARIANT_UNKNOWN, VARIANT_WRONG };
enum shape_variant shape_variant(struct symbols *symbols, const struct shape_object *object, struct str *name, struct variable_part *part, uint64_t *number);        /* two words */

/* Writes the variant, of an enum that also has members of its own behind these. */
void shape_variants(struct shaping *shape, const struct shape_object *object, struct text *out);
/* Writes an enum or a tuple. False: it is neither; nothing was written. */
bool shape_rust(struct shaping *shape, const struct shape_object *object, struct text *out);
/* Is it a reference or a Box of Rust? *target: the type behind it. */
bool shape_refers(struct symbols *symbols, type_number type, type_number *target);
bool shape_is_bare(struct symbols *symbols, type_number type);        /* is it a type without members, variants and elements? */
/* An array of elements without bytes. False: it is none; nothing was written. */
bool shape_empty_array(struct shaping *shape, type_number type, struct text *out);
/* so many such elements */
void shape_empty_elements(struct shaping *shape, type_number type, uint64_t count, struct text *out);
/* An object without bytes: its type's name, in C {}. */
void shape_empty(struct shaping *shape, type_number type, struct text *out);

/* ---- Lists: elements with repetitions and limits ----
 *
 *     struct shape_list list = {.shape = shape, .room = shape->elements};
 *     shape_list_begin(&list, out);
 *     while (... && shape_list_room(&list)) {
 *         shape_value(shape, &element, &list.element);
 *         shape_list_add(&list, out);
 *     }
 *     shape_list_end(&list, more, out); */
struct shape_list {
    struct shaping *shape;
    struct text element, before;
    uint64_t equal;                     /* elements like `before` */
    unsigned room, left;
    bool any;
};
void shape_list_begin(struct shape_list *list, struct text *out);
bool shape_list_room(struct shape_list *list);
void shape_list_add(struct shape_list *list, struct text *out);
/* Adds elements in a row from the first on, as far as their bytes are there and the list has room. Returns how many. */
uint64_t shape_list_elements(struct shape_list *list, const struct shape_object *first, uint64_t count, struct text *out);
void shape_list_end(struct shape_list *list, bool more, struct text *out);       /* more: ends with "..." */

/* ---- shape_text.c ---- */

/* RUST: char of Rust, which makes no texts: those consist of u8. */
enum shape_characters { CHARACTERS_NONE, CHARACTERS_PLAIN, CHARACTERS_UTF8, CHARACTERS_WIDE, CHARACTERS_16, CHARACTERS_32, CHARACTERS_RUST };
enum shape_characters shape_characters(struct symbols *symbols, type_number type);
unsigned shape_character_size(enum shape_characters kind);
/* 97 'a', 8364 L'\x20ac' */
void shape_character(enum shape_characters kind, uint64_t number, bool is_signed, struct text *out);
/* "pear\000", <7 bytes unknown>, '\000' <repeats 12 times>... `count` characters; whole: they end there. ends: a last 0 belongs to the notation, not to the
 * text. */
void shape_string(enum shape_characters kind, const struct who_byte *bytes, uint64_t count, uint64_t room, bool whole, bool ends, struct text *out);

/* ---- shape_rows.c ---- */

/* One row, without marks. */
void shape_flat(struct str marked, struct text *out);
/* Rows, divided by line feeds, the first of which begins at a column; the others are indented by two cells for each level. One row if it fits the width. */
void shape_rows(struct str marked, size_t column, size_t width, struct text *out);

/* ---- containers.c ---- */

/* Writes the value by the rule for its type. False: no rule fits, or what it needs is unknown; nothing was written. Where members contradict each other, it
 * writes them, and why. */
bool shape_container(struct shaping *shape, const struct shape_object *object, struct text *out);
bool shape_has_rule(struct symbols *symbols, type_number type);       /* is there a rule for a type of this name? */
/* Where the contents of a Box, Rc, Arc, Vec, String, slice or &str in memory lie. False: it is none of these, or clew does not know. */
bool shape_contents(struct session *session, const struct who_place *place, uint64_t time, uint64_t *address);

#endif
