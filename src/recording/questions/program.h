/* program.h - a trace seen together with its executable.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A trace's own names win; what it leaves out is completed from the executable. Everything above asks a program, not a
 * store, where an instruction stands.
 *
 *     struct program *program = program_open(store);
 *     program_attach(program, symbols, NULL, &report);                       optional
 *     struct instruction i = program_instruction(program, index);            completed names
 *     program_close(program);                                                closes neither store nor symbols
 *
 * What is completed: function and file where the trace has none; the line where it has none and the executable names the same file, so
 * that no line is given to a file it is not of. Instructions without address, or outside the executable's code, stay as they are.
 * Strings live as long as store and symbols. */
#ifndef CLEW_RECORDING_QUESTIONS_PROGRAM_H
#define CLEW_RECORDING_QUESTIONS_PROGRAM_H

#include "recording/store/store.h"

struct arch;
struct program;
struct symbols;
struct inlined_call;
struct decoded;

struct program *program_open(const struct store *store);
void program_close(struct program *program);

/* How an executable fits the trace. */
enum attach {
    ATTACH_FITS,            /* bias known: given, 0 for a fixed executable whose names agree, or the only one possible */
    ATTACH_UNCHECKED,       /* no name can be compared: bias 0 (fixed executable) or the given one is used unchecked */
    ATTACH_NEEDS_OFFSET,    /* position independent, and several biases or none of the names fit: nothing is completed */
    ATTACH_MISMATCH         /* names disagree: nothing is completed */
};
struct attach_report {
    enum attach result;
    uint64_t bias;
    uint64_t samples, known;    /* distinct (address, name) pairs looked at, and those whose name the executable has */
};

/* Joins an executable to the program, in place of an earlier one; load_offset, if given, is always believed. For a fixed executable the
 * names compared are those at addresses where it has code, since a trace may hold libraries too. For a position independent one
 * names that every object has (_start, _init and the like) are left out where with them nothing fits. Link addresses, which clew writes, are tried first: the
 * names at those where the executable has code must agree, or, where there are none, the addresses be those of its instructions. Asks symbols about each
 * instruction once: O(instructions log n). */
void program_attach(struct program *program, struct symbols *symbols, const uint64_t *load_offset, struct attach_report *report);

const struct store *program_store(const struct program *program);
struct symbols *program_symbols(const struct program *program);         /* NULL: none attached, or it does not fit */
uint64_t program_bias(const struct program *program);

/* Another object with code in the trace, a library, at trace address - link address = bias: for disassembly, and the folders of sources; its functions and
 * lines a recording knows itself. `build` is the build id it must have, in hexadecimal; null: any. Paths and ids must outlive the program. The file is opened
 * at the first question about an address below which no other object begins later. */
void program_add_object(struct program *program, struct str path, uint64_t bias, struct str build);

/* Objects in the order in which they were added; asking for one opens it. */
enum program_object_state { PROGRAM_OBJECT_USED, PROGRAM_OBJECT_MISSING, PROGRAM_OBJECT_CHANGED /* its build id is another */ };
size_t program_object_count(const struct program *program);
/* Why the file of an object, which is there, could not be read when it was opened; NULL: it could, or was not needed so far. */
const char *program_object_unread(const struct program *program, size_t i, struct str *path);
enum program_object_state program_object_state(const struct program *program, size_t i, struct str *path, uint64_t *bias);

/* Is it the build with this id, in hexadecimal? A null id is anybody's. */
bool program_is_build(const struct symbols *symbols, struct str build);

/* Like store_instruction, names completed. */
struct instruction program_instruction(const struct program *program, uint64_t index);

/* DW_AT_comp_dir for the instruction's file, if the executable knows; else null. */
struct str program_folder(const struct program *program, uint64_t index);

/* Which copy of its function the instruction is of, where the compiler inlined it in several places (source_position.copy); 0: not known, or there is one. */
size_t program_copy(const struct program *program, uint64_t index);

/* The function whose code an inlined instruction is; null: it is not inlined, or that is not known. Asked anew each time: O(log n). */
struct str program_inlined_in(const struct program *program, uint64_t index);

/* By whom it was called, and where, the innermost caller first (symbols_inlined_calls). */
size_t program_inlined_calls(const struct program *program, uint64_t index, struct inlined_call *calls, size_t room);

/* Disassembles the instruction, as it stands in the trace: targets and addresses in the text are trace addresses. False: no executable, or
 * no code there. About a microsecond, not kept. */
bool program_disassemble(const struct program *program, uint64_t index, struct decoded *decoded);

/* The machine whose registers the trace has: x86-64 where the executable is not known, or its machine has no decoder. */
const struct arch *program_arch(const struct program *program);

/* Is rbp the frame pointer in the instruction's function: does one of its first instructions, as far as they are known, set it from rsp? True too where the
 * function is not known. Compilers that optimise have it hold values instead. Some ten microseconds, not kept. */
bool program_keeps_frame(const struct program *program, uint64_t index);
bool program_is_call(const struct program *program, uint64_t index);        /* the same cost; false also where it cannot be disassembled */

/* The disassembly as people read it: with the name of what a call or jump leads to, "call   0x401030 <printf@plt>"; made safe. False as
 * above. */
bool program_code_text(const struct program *program, uint64_t index, struct text *out);

/* Indices of the instructions of one source line, of a function, of all in address order; ascending by address, then index. The array is
 * the program's, valid until it closes (or attaches). `file` matches a whole name or, where no file has it, tails behind a slash (foo.c matches
 * src/foo.c). O(log n) after the first call; the first for a tail that several files have costs O(their instructions). */
struct indices {
    const uint64_t *items;
    size_t count;
};
struct indices program_line(struct program *program, struct str file, uint64_t line);
struct indices program_function(struct program *program, struct str function);
struct indices program_by_address(struct program *program);      /* dangling ones without address at the end */

/* The functions that a shorter C++ name means (demangled_matches): push_back or vector<int>::push_back of std::vector<int>::push_back(int&&). The first
 * `most` names are written to `names`, in order of first mention; returns how many there are. A name that is one whole means itself alone, and so
 * does its mangled form. O(functions). */
size_t program_functions_called(struct program *program, struct str name, struct str *names, size_t most);

/* Distinct source files of the trace, in order of first mention, and per line of one file: how often it ran (of each copy of its function, out of line or
 * inlined, the largest number of executions of an instruction of that line, added up; 0: not in the trace). i < count. O(1); O(instructions of
 * the line log n). */
size_t program_file_count(struct program *program);
struct str program_file(struct program *program, size_t i);
uint64_t program_line_executions(struct program *program, struct str file, uint64_t line);

/* The largest line number up to `line` that the trace has instructions for, else the smallest beyond it; 0: none in that file. */
uint64_t program_nearest_line(struct program *program, struct str file, uint64_t line);
/* The one nearest to it on either side, of two as near the one behind it, where a debugger would stop; 0: none in that file. */
uint64_t program_line_beside(struct program *program, struct str file, uint64_t line);

/* ---- Shared by the files of this module ---- */
struct program_tables;

struct completed {                      /* names of one instruction, trace and executable together */
    struct str file, function, folder;
    uint64_t line;
};

struct program_object {                 /* a library, as a recording notes it */
    struct str path, build;
    uint64_t bias;
    bool tried;
    enum program_object_state state;
    struct symbols *symbols;            /* NULL: not tried yet, or not to be used */
    char *unread;                       /* why the file, which is there, cannot be read; NULL: it can, or was not tried */
};


struct program {
    const struct store *store;
    struct symbols *symbols;            /* NULL: none fits */
    struct decoder *decoder;            /* of x86-64, too where there is no executable; NULL: clew cannot decode this machine's code */
    struct code_reader *code;           /* then, for its text; else NULL */
    uint64_t bias;
    struct arena arena;                 /* of completed */
    struct completed *completed;        /* one an instruction; NULL without executable */
    struct program_tables *tables;      /* NULL until first asked for */
    struct program_object *objects;
    size_t object_count, object_capacity;
};

/* Whose code stands at an address of the trace, and at which link address; NULL: nobody's that is known. */
struct symbols *program_symbols_at(const struct program *program, uint64_t address, uint64_t *link);

#endif
