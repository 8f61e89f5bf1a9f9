/* variable_tables.h - the tables behind variables.h.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Private to this room. Entries keep the order of the file, so types and variables are sorted by offset: bisection finds what a reference means. */
#ifndef CLEW_CODE_VARIABLE_TABLES_H
#define CLEW_CODE_VARIABLE_TABLES_H

#include "code/tables.h"
#include "code/variables.h"

struct cursor;

/* DW_ATE_... (DWARF 5, 7.8); FLAGS: of made types alone. */
enum { ENCODING_BOOL = 2, ENCODING_COMPLEX, ENCODING_FLOAT, ENCODING_SIGNED, ENCODING_SIGNED_CHAR, ENCODING_UNSIGNED, ENCODING_UNSIGNED_CHAR, ENCODING_UTF = 16,
        ENCODING_FLAGS = 255 };

#define NO_OFFSET UINT64_MAX
#define NO_NUMBER UINT32_MAX

enum location_kind { LOCATION_NONE, LOCATION_EXPRESSION, LOCATION_LIST, LOCATION_INDEXED_LIST, LOCATION_CONSTANT };

struct location {
    enum location_kind kind;
    struct str expression;
    uint64_t list;
    bool has_number;            /* of a constant; without a number `expression` is its bytes, or null */
    uint64_t number;
};

enum entry_kind { ENTRY_BASE, ENTRY_ALIAS /* typedef, const, volatile */, ENTRY_POINTER, ENTRY_REFERENCE, ENTRY_ARRAY, ENTRY_STRUCT, ENTRY_UNION,
        ENTRY_ENUM, ENTRY_FUNCTION, ENTRY_MEMBER /* a pointer to one */, ENTRY_OTHER };

struct type_entry {
    uint64_t offset;            /* of the entry; each further dimension of an array has its own entry's */
    uint64_t target;            /* offset of the entry it refers to; NO_OFFSET: none */
    uint64_t size, count;       /* count: of a pointer to a member the offset of the class's entry */
    struct str name;
    uint32_t members, member_count;
    uint8_t kind, encoding;     /* of enum entry_kind; DW_ATE_... */
    bool declaration, constant; /* an incomplete type; const */
    bool several;               /* an incomplete type, and the complete ones of its name differ */
    bool prototyped, more;      /* a function type, as in struct block_entry */
    uint8_t alignment;          /* log2, as declared with alignas; 0: that of its parts */
    bool rust;                  /* of a unit of Rust */
    bool sized;                 /* `size` is written */
    bool none;                  /* of an array: its count is written, and is 0 */
    uint32_t bound;             /* of an array whose count the program computes: 1 + the number in `bounds`; else 0 */
    uint8_t variant_parts;      /* DW_TAG_variant_part entries below it */
    uint32_t choices, choice_count;     /* members behind the others: the discriminant of its variant part, if it has one, and the variants */
    uint32_t scope;             /* the namespace or type that it is declared in; NO_NUMBER: none, or a function */
    uint32_t arguments, argument_count;         /* of a template; the parameters of a function type */
};

struct scope_entry {            /* a namespace, or a structure or union */
    uint32_t parent;            /* NO_NUMBER: none */
    struct str name;
};

struct argument_entry {         /* what a template was made with */
    uint64_t type;              /* offset of the entry; of a value: its type */
    uint64_t value;
    bool is_value, has_value;   /* has_value: `value` is known */
    uint32_t owner;
    uint32_t order;             /* as declared */
};

struct member_entry {           /* or an enumerator */
    struct str name;          /* null: an unnamed struct or union, or a base class */
    uint64_t type;              /* offset of the entry */
    uint64_t offset;            /* bytes; NO_OFFSET: the program computes it; of an enumerator: its value */
    uint64_t bit_offset, bits;  /* bits 0: not a bit field; bit_offset counts from `offset` */
    uint64_t storage;           /* bytes of the unit in which bit_offset counts; 0: those of its type */
    bool from_highest;          /* bit_offset counts from the unit's highest bit, as before DWARF 4 */
    uint32_t owner;
    uint32_t order;             /* as declared */
    bool base;                  /* a base class */
    bool declared;              /* stands where it is declared, not by its offset: a member of Rust */
    uint8_t role;               /* of enum member_role */
    bool has_value, obscure;    /* of a variant: it has the discriminant `value`; it has one that clew does not read. Neither: it is the default */
    uint64_t value[2];          /* low word, high word */
};

/* MEMBER_OTHER: a member of the variant part itself beside the discriminant; compilers of Rust write none. */
enum member_role { MEMBER_PLAIN, MEMBER_DISCRIMINANT, MEMBER_VARIANT, MEMBER_OTHER };

struct variable_entry {
    uint64_t offset, origin;    /* origin: of the entry it was made from; NO_OFFSET: none */
    uint64_t type;
    struct str name;
    struct location location;
    uint32_t scope;             /* NO_NUMBER: outside functions */
    uint32_t unit;
    bool parameter, external, declaration;
};

struct bound_entry {            /* what computes the count of an array's elements */
    struct location location;   /* of the value; NONE: it is the value of a variable */
    uint64_t variable;          /* offset of its entry */
    uint32_t unit;
    bool is_count;              /* the count, or the highest index */
};

struct block_entry {            /* a function, a block in one, or one inlined there */
    uint32_t parent;            /* NO_NUMBER: none */
    uint32_t unit;
    uint64_t offset, origin;    /* origin: of the abstract function or declaration it was made from; NO_OFFSET: none */
    uint64_t type;              /* of functions: the return type; NO_OFFSET: none, or see the origin */
    struct str name;          /* of functions */
    bool function;              /* a function with code of its own; else a block, or inlined */
    bool prototyped, more;      /* of functions: declared as in C; undeclared parameters may follow */
    bool named;                 /* a function, out of line or inlined: `name` owns these variables */
    struct location frame;      /* DW_AT_frame_base of a function */
    uint64_t entry;             /* of a function: where its first range begins; 0: it has no code */
    uint32_t first, count;      /* its part of by_scope */
};

struct variables {
    type_number first_type;             /* the number of the first type (symbols_join) */
    struct type_entry *types;
    size_t type_count, type_capacity;
    struct member_entry *members;       /* those of made types stand last */
    size_t member_count, member_capacity;
    struct scope_entry *scopes;
    size_t scope_count, scope_capacity;
    ARRAY(struct bound_entry, bounds);
    struct argument_entry *arguments;
    size_t argument_count, argument_capacity;
    struct variable_entry *items;
    size_t count, capacity;
    uint32_t *by_scope;         /* the variables in the order of their scopes */
    struct block_entry *blocks;
    size_t block_count, block_capacity;
    struct range_unit *units;
    size_t unit_count, unit_capacity;
    struct unit_facts { struct str name; bool cpp, rust, mute; uint32_t types; size_t members; } *facts;
                                /* of each unit; mute: its language is not written; the numbers of its first type and member */
    size_t facts_capacity;
    bool cpp;                   /* a unit is C++ or Rust */
    size_t described;           /* types of the file; those behind them are made */
    struct ranges ranges;       /* value: block; flat */
    struct ranges unit_ranges;  /* value: unit; flat */
    bool big_endian;
    bool split;                 /* a unit says only that its content is in a .dwo file */
};

/* ---- variables_read.c ---- */
void variables_read(const struct elf *elf, const struct elf *supplement, struct variables *variables);
void variables_free(struct variables *variables);

/* ---- variables.c ---- */

enum { TYPES_MOST = 1 << 25, FAMILY_MOST = 1 << 7 };    /* types of a file; files that are joined. FAMILY_MOST * TYPES_MOST - 1 is TYPE_NONE */

static inline bool type_is_of(const struct variables *tables, type_number number)
{
    return number - tables->first_type < tables->type_count;
}
static inline struct type_entry *type_entry_of(const struct variables *tables, type_number number)     /* it must be one of them */
{
    return &tables->types[number - tables->first_type];
}

uint32_t type_at(const struct variables *tables, uint64_t offset);     /* the type whose entry is at this offset; TYPE_NONE: none. O(log n) */
/* Resolves typedefs and qualifiers, and an incomplete structure to the complete one of its name, unless several different ones have it. TYPE_NONE: void,
 * unknown, or an endless chain. */
uint32_t type_resolve(const struct variables *tables, uint32_t number);
/* Do two resolved, complete types look alike, as copies of one in several units do? One level deep: structures and pointers among their members need not lead
 * to the same. O(members). */
bool type_entries_alike(const struct variables *tables, uint32_t one, uint32_t other);
/* Its size is 0 where the place or the size is unknown. */
struct variable_part member_part(const struct variables *tables, const struct member_entry *member);
struct variable variable_make(struct symbols *symbols, const struct variables *tables, uint32_t number, uint64_t address);
struct str variable_name(const struct variables *tables, uint32_t number);

/* ---- rust.c ---- */
bool type_is_empty(const struct variables *tables, uint32_t real);              /* is a size of 0 a known one? That of an array is, if that of its elements is */
void rust_name_brief(struct str name, struct text *out);        /* "Vec<i32>" for "alloc::vec::Vec<i32, alloc::alloc::Global>" */

/* ---- locations.c ---- */

/* The place of a variable while code at an address runs. */
struct placed {
    enum variable_place place;
    uint64_t address;
    int64_t offset;
    int reg;
    bool has_number;
    uint64_t number;
    struct str bytes;           /* of a constant without a number; null: unknown */
    struct str expression;    /* COMPUTED, AT_COMPUTED, PIECES: its DWARF expression; it may be there for others */
    bool based;                 /* as in struct variable */
};
/* frame: the function's, may be NULL. pointer: the frame pointer, if the function begins with push %rbp; mov %rsp,%rbp, so that the register is CFA - 16; else
 * NO_REGISTER. */
struct placed location_find(const struct range_unit *unit, const struct location *location, const struct location *frame, int8_t pointer, uint64_t address);
/* The same for an attribute that has a value and no place, as the bound of an array: what would be an address is the value (COMPUTED). */
struct placed location_value(const struct range_unit *unit, const struct location *location, const struct location *frame, uint64_t address);

/* ---- symbols.c ---- */
struct variables *symbols_variable_tables(struct symbols *symbols);
struct symbols *symbols_owner(struct symbols *symbols, type_number number);     /* the file that the type is of, among the joined ones; TYPE_NONE: this one */

#endif
