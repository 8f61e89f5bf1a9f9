/* variables.h - variables and parameters: names, types, places.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     struct variable variable;
 *     if (symbols_variable(symbols, address, str_of("count"), &variable, &several)) ...     its meaning for the code at that address
 *     if (variable.place == VARIABLE_FRAME) ... CFA + variable.offset ...
 *     struct variable_part part = variable_whole(&variable);
 *     if (!symbols_member(symbols, &part, str_of("sample"), &error)) ...             narrows the part to count.sample
 *
 * Reads DWARF 2 to 5. The CFA (canonical frame address) of a frame is the stack pointer's value before the call pushed the frame's return address (DWARF 4,
 * 6.4). All addresses are link addresses. clew does not guess: a place of no kind below is VARIABLE_OTHER, and entries missing from a damaged file have no
 * answer. The first question reads all entries of the file, at some microseconds each; a type, member or variable takes about 100 bytes. Part of symbols.h.
 * Strings live as long as `symbols`. */
#ifndef CLEW_CODE_VARIABLES_H
#define CLEW_CODE_VARIABLES_H

#include "code/expression.h"

struct symbols;

enum variable_place {
    VARIABLE_STATIC,            /* at a fixed `address` */
    VARIABLE_FRAME,             /* at `offset` from the CFA */
    VARIABLE_AT_REGISTER,       /* at reg + offset, with the register's value at the code's address */
    VARIABLE_REGISTER,          /* in `reg`, not in memory */
    VARIABLE_THREAD,            /* at `offset` in each thread's own memory */
    VARIABLE_CONSTANT,          /* has no place; its value is `number`, if has_number, else `bytes`, if they are not null */
    VARIABLE_COMPUTED,          /* has no place, but symbols_compute can compute its value */
    VARIABLE_AT_COMPUTED,       /* at the address that symbols_compute computes */
    VARIABLE_GONE,              /* optimised away, here or everywhere */
    VARIABLE_PIECES,            /* each piece in another place, or in none */
    VARIABLE_SYNTHETIC,         /* a pointer that the program does not keep; symbols_synthetic_target has what it points to */
    VARIABLE_OTHER              /* by an expression that clew does not follow */
};
const char *variable_place_name(enum variable_place place);     /* "in a register", for messages */

enum variable_kind { VARIABLE_LOCAL, VARIABLE_PARAMETER, VARIABLE_GLOBAL /* outside functions */, VARIABLE_LOCAL_STATIC };

/* The number of a type. TYPE_NONE: void, or unknown. */
typedef uint32_t type_number;
#define TYPE_NONE UINT32_MAX

struct variable {
    struct str name;
    struct str function;      /* null: outside functions, or in a function without a name */
    enum variable_kind kind;
    enum variable_place place;
    uint64_t address;
    int64_t offset;
    int reg;                    /* numbered as in struct operand; -1: another one */
    bool has_number;            /* a constant of up to 8 bytes: the low bytes of `number` */
    uint64_t number;
    struct str bytes;           /* another constant: the lowest address first */
    struct str expression;    /* COMPUTED, AT_COMPUTED, PIECES */
    const struct variables *tables;     /* for symbols_compute: the file's types, and the number of the unit that `expression` is of */
    uint32_t unit;
    bool based;                 /* with an expression: `offset` leads from the CFA to the function's frame base. AT_REGISTER: `reg` is the frame base, with the
                                 * value that it has behind the function's prologue */
    type_number type;
    uint64_t size;              /* bytes; 0: unknown */
    uint64_t declared;          /* rises in the order of declaration within a function */
    bool inner;                 /* set by symbols_variables: belongs to the innermost function of the code, not to a caller that it was inlined into */
    bool of_caller;             /* set by symbols_variable: it belongs to a function that the code was inlined into */
    uint64_t scope;             /* number of its innermost block, 0 outside functions; tells two variables of one name apart */
};

/* The variables that code at an address sees, in its function and in those that the compiler inlined there, innermost first. Includes a name that an inner one
 * hides. The array is the caller's (free it). O(variables of these blocks + log n). */
size_t symbols_variables(struct symbols *symbols, uint64_t address, struct variable **variables);

/* What a name means to code at an address: the innermost local of its function, inlined or not, else a global of its file, else one of the program. If there is
 * none, the source there does not see the name; then it is a local of a function into which the code was inlined (of_caller), else a static local of any
 * function, else a variable in another block of its function. If several are equally near, there is no answer and *several is set. O(variables of the
 * program). */
bool symbols_variable(struct symbols *symbols, uint64_t address, struct str name, struct variable *variable, bool *several);

/* A variable of this name outside functions, of any file: one that all files see wins. If there are several, there is no answer and *several is set.
 * O(variables of the program). */
bool symbols_global(struct symbols *symbols, struct str name, struct variable *variable, bool *several);

/* Does the innermost function, inlined function or block with variables around one address hold the code at another one, too? True where neither is in a known
 * function. O(log n + depth of the blocks). */
bool symbols_block_holds(struct symbols *symbols, uint64_t outer, uint64_t address);

/* Does the program have a variable of this name anywhere? O(variables of the program). */
bool symbols_has_variable(struct symbols *symbols, struct str name);

/* The type of a variable that the file only declares, as extern char **environ: it lies elsewhere. False: there is no such declaration. O(variables). */
bool symbols_declared_type(struct symbols *symbols, struct str name, type_number *type);

/* The name of variable `number` (from 0), if it lies outside functions; null: it does not. False: no more. */
bool symbols_global_name(struct symbols *symbols, size_t number, struct str *name);

/* The functions that have a variable of this name, without repeats, in the order of the executable, at most `room`. O(variables of the program). */
size_t symbols_variable_functions(struct symbols *symbols, struct str name, struct str *functions, size_t room);

/* Are some variables unknown because a .dwo file (-gsplit-dwarf) describes them? clew does not read those. */
bool symbols_split_variables(struct symbols *symbols);

/* The inputs of a computed value. Each function may fail and say why. size: 1 to COMPUTED_BYTES, of what it stores in `bytes`; at_entry: as the function found
 * it at its entry. */
enum { COMPUTED_BYTES = 16, X87_REGISTERS = 32 /* the number of st0; its value is a long double */, X87_REGISTERS_END = X87_REGISTERS + 8 };
struct expression_world {
    void *context;
    uint64_t bias;              /* what to add to a link address */
    bool (*reg)(void *context, int reg, bool at_entry, unsigned size, unsigned char *bytes, struct error *error);     /* as struct operand numbers it, and st0 to st7 */
    bool (*frame)(void *context, uint64_t *cfa, struct error *error);
    bool (*load)(void *context, uint64_t address, bool at_entry, unsigned size, unsigned char *bytes, struct error *error);
};
struct computed {
    uint64_t number;            /* the first 8 bytes */
    unsigned char bytes[COMPUTED_BYTES];
    unsigned size;              /* of `bytes`, which count: 1 to COMPUTED_BYTES */
};
/* The value of a COMPUTED variable, of which the first bytes count, or the address of an AT_COMPUTED one, for x86-64. Follows values with a type (DWARF 5,
 * 2.5.1.6): integers of up to 8 bytes and floating-point numbers. False: an input is unknown, or clew does not follow an operation. Trusts nothing in the
 * file and takes at most 1,000 steps. */
CHECKED bool symbols_compute(const struct variable *variable, const struct expression_world *world, struct computed *computed, struct error *error);

/* What a SYNTHETIC pointer points to, for code at an address: *offset bytes into the target, which may have no name and no type. False: unknown. O(log n). */
bool symbols_synthetic_target(struct symbols *symbols, const struct variable *pointer, uint64_t address, struct variable *target, int64_t *offset);

/* The piece of a PIECES variable that holds `byte`, for x86-64. False: clew does not follow what comes before, or no piece holds it. */
struct variable_piece {
    uint64_t begin, size;       /* in bytes of the variable */
    enum variable_place place;  /* REGISTER: in reg; CONSTANT: number; GONE: nowhere; SYNTHETIC: a pointer; COMPUTED, AT_COMPUTED: by `expression`, as of a
                                 * variable */
    int reg;
    uint64_t number;
    struct str expression;
};
bool symbols_piece(const struct variable *variable, uint64_t byte, struct variable_piece *piece);

/* The reverse: which variable lies at a static address, or at an offset from the CFA in the frame of code at an address, and how far into it. O(variables). */
bool symbols_variable_at(struct symbols *symbols, uint64_t address, struct variable *variable, uint64_t *offset);
bool symbols_variable_in_frame(struct symbols *symbols, uint64_t code, int64_t cfa_offset, struct variable *variable, uint64_t *offset);

/* Does the function that holds an address begin with push %rbp; mov %rsp,%rbp? Then rbp is CFA - 16 after that, and variables that DWARF places relative to rbp
 * become VARIABLE_FRAME. */
bool symbols_has_frame_pointer(struct symbols *symbols, uint64_t address);

/* The return type of the function that holds an address, ignoring functions inlined there; *type TYPE_NONE: it returns nothing. False: DWARF does not say which
 * function that is. O(log n). */
bool symbols_return_type(struct symbols *symbols, uint64_t address, type_number *type);
/* Where the code of that function begins: its first range in DWARF, so `f` for `f.cold`. False: as above. O(log n). */
bool symbols_function_entry(struct symbols *symbols, uint64_t address, uint64_t *entry);
/* For the same function. `more`: arguments may follow its parameters ("..."). `prototyped`: without parameters, DWARF says that it takes none; C++ does not say
 * so. O(log n). */
struct function_ending {
    bool more, prototyped;
};
struct function_ending symbols_function_ending(struct symbols *symbols, uint64_t address);

/* ---- Types ----
 *
 * Files that are joined number their types differently: a function about a type asks the file of that type, whichever of them the caller passes. The types of a
 * closed file are unknown. Functions that find types and enumerators by name ask the passed file first, then the executable. At most 127 files can be joined
 * to one. */

/* Joins a library to an executable, before any other question about its variables and types. Closing either ends it. False: too many are joined already, or it
 * is too late. */
bool symbols_join(struct symbols *symbols, struct symbols *to);

enum type_kind { TYPE_OTHER, TYPE_SIGNED, TYPE_UNSIGNED, TYPE_BOOL, TYPE_CHAR, TYPE_FLOAT, TYPE_COMPLEX, TYPE_ENUM, TYPE_FLAGS /* an integer whose bits have names */,
        TYPE_POINTER, TYPE_REFERENCE, TYPE_ARRAY, TYPE_STRUCT, TYPE_UNION, TYPE_FUNCTION, TYPE_MEMBER /* a pointer to a member of a class */ };

/* Typedefs, const and volatile resolved. */
struct type {
    enum type_kind kind;
    struct str name;          /* as declared: a typedef keeps its name; null: none */
    uint64_t size;              /* 0: unknown */
    uint64_t count;             /* of an array; 0: unknown */
    bool is_signed;             /* for integers, characters and enumerations */
    bool empty;                 /* its size is 0, and known: objects of it have no bytes */
    bool rust;                  /* declared in Rust */
    type_number target;         /* the type a pointer points to, or of an array's elements; of the member */
};
bool symbols_type(struct symbols *symbols, type_number number, struct type *type);      /* false: void, or unknown */
/* Is the size of a type unknown because its unit only declares it, and the program has several different types of its name? The error says so. */
bool symbols_type_is_several(struct symbols *symbols, type_number number, struct error *error);
/* The enumerators of an enumeration: non-negative ones first, ascending; values in two's complement. Of FLAGS the bits. False: no more. O(log types). */
bool symbols_enumerator(struct symbols *symbols, type_number number, size_t index, struct str *name, uint64_t *value);
/* The type behind typedefs, const and volatile. TYPE_NONE: void, or unknown. */
type_number symbols_type_real(struct symbols *symbols, type_number number);
/* Is the type, or a typedef that leads from it to its real type, called this? So wchar_t of C, which is a typedef of int. */
bool symbols_type_called(struct symbols *symbols, type_number number, const char *name);
/* Appends the name with the namespaces and classes around it: "std::__cxx11::list<int, std::allocator<int> >", "ns::item *", "int"; made safe. */
void symbols_type_scoped(struct symbols *symbols, type_number number, struct text *out);
/* The same without inline namespaces and what templates of std have by default: "std::list<int>", "std::map<std::string, ns::item *>". Types of Rust that
 * everybody knows are without their modules: "Vec<Option<String>>", "[i32; 3]", "shop::Item". */
void symbols_type_brief(struct symbols *symbols, type_number number, struct text *out);
/* The address of an object of this type is a multiple of it; 0: unknown. O(members, also those of members). */
uint64_t symbols_alignment(struct symbols *symbols, type_number number);

/* What the template was made with, in order: <int, 3> has a type and a value; those of a pack stand one by one. Of a function type: its parameters. False: no
 * more. */
struct template_argument {
    type_number type;           /* of a value: its type */
    bool is_value, has_value;   /* has_value: `value` is known */
    uint64_t value;
};
bool symbols_template_argument(struct symbols *symbols, type_number number, size_t index, struct template_argument *argument);

/* Appends "const char *", "struct window [16]", "void (*)(int)"; types of Rust as symbols_type_brief does; made safe. */
void symbols_type_text(struct symbols *symbols, type_number number, struct text *out);

/* The class of a pointer to a member; TYPE_NONE: unknown. A pointer to data is an offset, or -1; one to a function has its address, or 1 + an offset in the
 * class's table of virtual functions, and then what to add to `this` (the C++ ABI of Itanium, 2.3). */
type_number symbols_member_class(struct symbols *symbols, type_number number);

/* Does the program compute the number of the array's elements (int v[n])? Then *bound is a nameless variable with the highest index or, if *is_count, with the
 * number, for code at an address; its size may be any, or 0. */
bool symbols_array_bound(struct symbols *symbols, type_number number, uint64_t address, struct variable *bound, bool *is_count);

/* ---- Types that expressions name (expression.h) ---- */

/* Types that the file may not describe; clew makes them and keeps up to TYPES_MADE. TYPE_NONE as the target: void. TYPE_NONE: there are too many. */
enum { TYPES_MADE = 1 << 14 };
/* Drops the arrays, pointers and functions that were made last, when there were `before`: nothing may use their numbers from now on. Others stay, and what was
 * made before them. */
size_t symbols_types_made(struct symbols *symbols);
void symbols_types_drop(struct symbols *symbols, size_t before);
type_number symbols_pointer_to(struct symbols *symbols, type_number target);
type_number symbols_array_of(struct symbols *symbols, type_number element, uint64_t count);
type_number symbols_base_type(struct symbols *symbols, enum expression_base base);     /* of x86-64; BASE_VOID: TYPE_NONE */
type_number symbols_signed_type(struct symbols *symbols, uint64_t bytes);       /* signed char, short, int, long; other sizes: TYPE_NONE */
type_number symbols_float_type(struct symbols *symbols, uint64_t bytes);        /* float, double, long double (16); other sizes: TYPE_NONE */

/* The types that gdb gives registers: i386_eflags and i386_mxcsr are FLAGS, vec128 and vec256 unions of lanes ($xmm0.v4_float[1]); gdb's half and bfloat16 are
 * left out. */
enum register_type { REGISTER_EFLAGS, REGISTER_MXCSR, REGISTER_XMM, REGISTER_YMM, REGISTER_TYPES };
type_number symbols_register_type(struct symbols *symbols, enum register_type which);

/* The type that a name means alone (BASE_NAMED: a typedef or a base type; in a program with C++ also a structure, union or enumeration), or behind struct,
 * union or enum. Scopes in the name (ns::item) must fit; the innermost ones suffice, and those that begin with __ (std::__cxx11) may be left out. False: there
 * is none; or there are several different ones, as the error says, and *type is one of them. Copies of a type in several units are one. O(types). */
bool symbols_type_named(struct symbols *symbols, enum expression_base base, struct str name, type_number *type, struct error *error);

/* A written type. *is_void: nothing, as in (void)a; then *type is TYPE_NONE. False: the error names what is unknown. */
CHECKED bool symbols_type_written(struct symbols *symbols, const struct expression_type *written, type_number *type, bool *is_void, struct error *error);

/* The enumerator of a name: its type and value. scope: of an enumeration, or null. False: there is none, or several with different values. O(types). */
bool symbols_enumerator_named(struct symbols *symbols, struct str scope, struct str name, type_number *type, uint64_t *value);

/* Where objects of class `base` lie in objects of class `derived`: KNOWN: *offset bytes behind their start. NOWHERE: it is no base class. COMPUTED: the program
 * computes it, as the base or a class on the way is virtual; also where the class has more than 1,024 base classes. */
enum base_place { BASE_NOWHERE, BASE_KNOWN, BASE_COMPUTED };
enum base_place symbols_base_offset(struct symbols *symbols, type_number derived, type_number base, uint64_t *offset);

bool symbols_is_cpp(struct symbols *symbols, uint64_t address);        /* is the code at an address C++, or Rust? There comparisons are bool */
/* A variable at a fixed address, in the file of this name (or its end), outside functions or in one. O(variables). */
bool symbols_variable_of_file(struct symbols *symbols, struct str file, struct str name, struct variable *variable);

/* A part of an object. */
struct variable_part {
    uint64_t offset;            /* bytes from the start */
    uint64_t size;
    type_number type;
    unsigned bit_offset, bits;  /* a bit field: `bits` bits after the first `bit_offset`, lowest first on a little-endian machine; else 0 */
    bool base;                  /* of symbols_member_at: a base class */
};
struct variable_part variable_whole(const struct variable *variable);

/* Narrows the part to one of its members or elements. The error says why there is none. An index beyond the array's end is no error: programs go there. */
CHECKED bool symbols_member(struct symbols *symbols, struct variable_part *part, struct str name, struct error *error);
CHECKED bool symbols_element(struct symbols *symbols, struct variable_part *part, int64_t index, struct error *error);

/* What a member's name alone means to a method's code at an address: the pointer `this`, and the part of the object it points to. A member hides globals.
 * NOWHERE: a member of a virtual base, whose place the program computes; the error says so. NONE: not a method, the class has no such member, or a local hides
 * it. */
enum this_member { THIS_MEMBER_NONE, THIS_MEMBER_KNOWN, THIS_MEMBER_NOWHERE };
enum this_member symbols_this_member(struct symbols *symbols, uint64_t address, struct str name, struct variable *self, struct variable_part *part, struct error *error);

/* The members of a structure or union one by one, ascending by offset, in Rust as declared; without those of variants. Base classes and unnamed structures have
 * a null name. *part counts from the start of the whole; its size is 0 where the member's place or size is unknown, or it has no bytes. False: no more. O(log
 * types). */
bool symbols_member_at(struct symbols *symbols, type_number number, size_t index, struct str *name, struct variable_part *part);

/* ---- Variants: enums of Rust ----
 *
 *     if (symbols_has_variants(symbols, type, &discriminant)) {
 *         ... read the number at `discriminant`, if its size is not 0 ...
 *         if (symbols_variant(symbols, type, discriminant.size ? number : NULL, &name, &part) == CHOICE_KNOWN) ...   Some, and where its members lie
 *
 * An object of such a type has the members of one of its variants, each of which is a structure. A number in the object, the discriminant, says which: the one
 * with this number, else the default. The compiler puts it into bytes that no other variant uses (a null pointer is None of Option<Box<T>>). */
bool symbols_has_variants(struct symbols *symbols, type_number number, struct variable_part *discriminant);
/* number: its low and its high word, as one of i128 has two; NULL: there is no discriminant. NONE: no variant has this number, and there is no default.
 * UNKNOWN: DWARF does not tell: several have it, or one has a discriminant or a place that clew does not read. O(variants). */
enum variant_choice { CHOICE_KNOWN, CHOICE_NONE, CHOICE_UNKNOWN };
enum variant_choice symbols_variant(struct symbols *symbols, type_number type, const uint64_t *number, struct str *name, struct variable_part *part);
/* Has the type a variant of this name? O(variants). */
bool symbols_variant_named(struct symbols *symbols, type_number type, struct str name);

/* Appends the innermost member or element at `offset` bytes into an object of this type, as a suffix of its name: ".sample[2]", "+3" for a byte between parts,
 * nothing for the start of a whole. */
void symbols_part_text(struct symbols *symbols, type_number type, uint64_t offset, struct text *out);
/* The type of the innermost part that begins there. False: none begins there, or several may be meant: a bit field, a member of a union. */
bool symbols_part_type(struct symbols *symbols, type_number type, uint64_t offset, type_number *part);

#endif
