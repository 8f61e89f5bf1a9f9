/* variables.h - variables and parameters: what they are called, of what type they are, where they lie.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     struct variable variable;
 *     if (symbols_variable(symbols, address, str_of("count"), &variable)) ...        as code at that address means it
 *     if (variable.place == VARIABLE_FRAME) ... CFA + variable.offset ...
 *     struct variable_part part = variable_whole(&variable);
 *     if (!symbols_member(symbols, &part, str_of("sample"), &error)) ...             count.sample: moves the part
 *
 * From DWARF 2 to 5. The CFA (canonical frame address) is what the stack pointer was before the call that began the frame pushed its return address (DWARF 4,
 * 6.4). All addresses are link addresses. Nothing is guessed: a place that is none of those below is VARIABLE_OTHER, and what a damaged file lacks is not
 * there. The first question reads all entries of the file: some microseconds an entry; a type, member or variable takes about 100 bytes. Part of symbols.h.
 * Strings live as long as symbols. */
#ifndef CLEW_CODE_VARIABLES_H
#define CLEW_CODE_VARIABLES_H

#include "core/core.h"

struct symbols;

enum variable_place {
    VARIABLE_STATIC,            /* address: at a fixed place */
    VARIABLE_FRAME,             /* offset: from the CFA */
    VARIABLE_AT_REGISTER,       /* reg + offset: what the register holds at the code's address */
    VARIABLE_REGISTER,          /* reg: it is in no memory */
    VARIABLE_THREAD,            /* offset: in each thread's own memory */
    VARIABLE_CONSTANT,          /* number, if it has one: a constant lies nowhere */
    VARIABLE_COMPUTED,          /* its value can be computed, but it lies nowhere: symbols_compute */
    VARIABLE_GONE,              /* optimised away, here or everywhere */
    VARIABLE_PIECES,            /* each in another place, or in none */
    VARIABLE_OTHER              /* by an expression that is not followed */
};
const char *variable_place_name(enum variable_place place);     /* "in a register", for messages */

enum variable_kind { VARIABLE_LOCAL, VARIABLE_PARAMETER, VARIABLE_GLOBAL /* outside of functions */, VARIABLE_LOCAL_STATIC };

/* A number of a type; TYPE_NONE: void, or unknown. */
typedef uint32_t type_number;
#define TYPE_NONE UINT32_MAX

struct variable {
    struct str name;
    struct str function;      /* null: it is outside of functions, or the function has no name */
    enum variable_kind kind;
    enum variable_place place;
    uint64_t address;
    int64_t offset;
    int reg;                    /* as struct operand numbers them; -1: another one */
    bool has_number;            /* a constant of up to 8 bytes: the low bytes of number are its */
    uint64_t number;
    struct str expression;    /* COMPUTED, PIECES */
    bool based;                 /* COMPUTED: offset leads from the CFA to where the function counts its variables from */
    type_number type;
    uint64_t size;              /* bytes; 0: unknown */
    bool inner;                 /* as symbols_variables says it: of the innermost function that code is of, and no caller that it was inlined into */
    uint64_t scope;             /* a number of the innermost block it is of, 0 outside of functions: two of one name are two variables */
};

/* The variables that code at an address sees in its function, and in those that the compiler inlined there: innermost first; a name that is hidden by an
 * inner one is there all the same. The array is the caller's (free it). O(variables of these blocks + log n). */
size_t symbols_variables(struct symbols *symbols, uint64_t address, struct variable **variables);

/* What code at an address means by a name: the innermost local, else what is global in its file, else in the program, else one of another block of its
 * function. Of several equally near none is meant, and *several tells. O(variables of the program). */
bool symbols_variable(struct symbols *symbols, uint64_t address, struct str name, struct variable *variable, bool *several);

/* Is any variable of the program called so, wherever it is? O(variables of the program). */
bool symbols_has_variable(struct symbols *symbols, struct str name);

/* The name of a variable outside of functions, by its number from 0; null: that number is none. False: no more. */
bool symbols_global_name(struct symbols *symbols, size_t number, struct str *name);

/* The functions that have a variable of that name, each once, in the order of the executable, at most so many. O(variables of the program). */
size_t symbols_variable_functions(struct symbols *symbols, struct str name, struct str *functions, size_t room);

/* Are there variables of which nothing is known, because they are described in .dwo files (-gsplit-dwarf), which are not read? */
bool symbols_split_variables(struct symbols *symbols);

/* What a value is computed from. Each may say that it does not know, and why. */
struct expression_world {
    void *context;
    bool (*reg)(void *context, int reg, bool at_entry, uint64_t *value, struct error *error);   /* as struct operand numbers it, maybe at the function's entry */
    bool (*frame)(void *context, uint64_t *cfa, struct error *error);
    bool (*load)(void *context, uint64_t address, unsigned size, uint64_t *value, struct error *error);
};
/* The value of a variable that is COMPUTED, for x86-64; the low bytes count. False: something of it is not known, or an operation is not followed. Nothing of
 * the file is trusted; it takes a step a byte at most. */
CHECKED bool symbols_compute(const struct variable *variable, const struct expression_world *world, uint64_t *number, struct error *error);

/* The piece of a variable in PIECES, of x86-64, that has a byte. False: what comes before is not followed, or there is none. */
struct variable_piece {
    uint64_t begin, size;       /* of its bytes */
    enum variable_place place;  /* REGISTER: reg; CONSTANT: number; GONE: nowhere; else OTHER */
    int reg;
    uint64_t number;
};
bool symbols_piece(const struct variable *variable, uint64_t byte, struct variable_piece *piece);

/* The other way: what lies at a static address, or at an offset from the CFA of the frame of code at an address: the variable, and how far into it.
 * O(variables). */
bool symbols_variable_at(struct symbols *symbols, uint64_t address, struct variable *variable, uint64_t *offset);
bool symbols_variable_in_frame(struct symbols *symbols, uint64_t code, int64_t cfa_offset, struct variable *variable, uint64_t *offset);

/* Does the code of the function at an address begin with push %rbp; mov %rsp,%rbp? Then rbp is CFA - 16 behind that, and what DWARF says of rbp is given as
 * VARIABLE_FRAME. */
bool symbols_has_frame_pointer(struct symbols *symbols, uint64_t address);

/* What the function returns whose code is at an address, and no function that was inlined there; *type TYPE_NONE: nothing. False: DWARF does not say which
 * function that is. O(log n). */
bool symbols_return_type(struct symbols *symbols, uint64_t address, type_number *type);
/* Of the same function: may arguments follow its parameters ("..."), and, where it has none, is it said that it takes none? C++ does not say that. O(log n). */
struct function_ending {
    bool more, prototyped;
};
struct function_ending symbols_function_ending(struct symbols *symbols, uint64_t address);

/* ---- Types ---- */

enum type_kind { TYPE_OTHER, TYPE_SIGNED, TYPE_UNSIGNED, TYPE_BOOL, TYPE_CHAR, TYPE_FLOAT, TYPE_ENUM, TYPE_POINTER, TYPE_REFERENCE, TYPE_ARRAY, TYPE_STRUCT,
        TYPE_UNION, TYPE_FUNCTION };

/* Typedefs, const and volatile are seen through. */
struct type {
    enum type_kind kind;
    struct str name;          /* as declared: of a typedef its name; null: it has none */
    uint64_t size;              /* 0: unknown */
    uint64_t count;             /* of an array, 0: unknown */
    bool is_signed;             /* of integers, characters and enumerations */
    type_number target;         /* what a pointer leads to, what an array is of */
};
bool symbols_type(struct symbols *symbols, type_number number, struct type *type);      /* false: void, or unknown */
/* The enumerators of an enumeration, those of 0 and more first, ascending; values as two's complement. False: no more. O(log types). */
bool symbols_enumerator(struct symbols *symbols, type_number number, size_t index, struct str *name, uint64_t *value);
/* "const char *", "struct window [16]": made safe. */
void symbols_type_text(struct symbols *symbols, type_number number, struct text *out);

/* A part of what lies somewhere. */
struct variable_part {
    uint64_t offset;            /* bytes from the start */
    uint64_t size;
    type_number type;
    unsigned bit_offset, bits;  /* a bit field of so many bits behind the bits skipped, the lowest first on a little endian machine, in these bytes; else 0 */
};
struct variable_part variable_whole(const struct variable *variable);

/* The part becomes a member of what it is, or an element. The error says why there is none. An index beyond the array's end is no error: programs go there. */
CHECKED bool symbols_member(struct symbols *symbols, struct variable_part *part, struct str name, struct error *error);
CHECKED bool symbols_element(struct symbols *symbols, struct variable_part *part, int64_t index, struct error *error);

/* What code of a method at an address means by the name of a member alone: the pointer `this`, and the part of what it points to. A member hides what is
 * outside of functions, also one of a virtual base, which lies where the program computes: then the error says so. None: it is no method, the class has
 * no such member, or a local of the method hides it. */
enum this_member { THIS_MEMBER_NONE, THIS_MEMBER_KNOWN, THIS_MEMBER_NOWHERE };
enum this_member symbols_this_member(struct symbols *symbols, uint64_t address, struct str name, struct variable *self, struct variable_part *part, struct error *error);

/* The members of a structure or union one by one, as they are declared; of what a class is derived of, and of structures without a name, the name is null.
 * *part: from the start of the whole; its size is 0 where it is not known where the member lies, or how large it is. False: no more. O(log types). */
bool symbols_member_at(struct symbols *symbols, type_number number, size_t index, struct str *name, struct variable_part *part);

/* What lies `offset` bytes into something of a type, the innermost member or element, as text behind a name: ".sample[2]", "+3" for what is between;
 * nothing: the start of a whole. */
void symbols_part_text(struct symbols *symbols, type_number type, uint64_t offset, struct text *out);
/* The type of what begins there, the innermost. False: nothing does, or it is not certain what is meant: a bit field, a member of a union. */
bool symbols_part_type(struct symbols *symbols, type_number type, uint64_t offset, type_number *part);

#endif
