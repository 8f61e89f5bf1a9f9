/* program.h - a trace together with its executable.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A trace's own names win; the executable supplies the names it lacks. All code above asks a program, not a store, about an instruction's names.
 *
 *     struct program *program = program_open(store);
 *     program_attach(program, symbols, NULL, &report);                       optional
 *     struct instruction i = program_instruction(program, index);            completed names
 *     program_close(program);                                                closes neither store nor symbols
 *
 * program supplies function and file where the trace has none. It supplies the line where the trace has none and the executable names the same file, so that no
 * file gets a line of another one. Instructions without address, or outside the executable's code, stay as they are. Strings live as long as store and
 * symbols. */
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
    ATTACH_FITS,            /* bias known: the given one, 0 for a fixed executable whose names agree, or the only possible one */
    ATTACH_UNCHECKED,       /* no name can be compared: uses bias 0 (fixed executable) or the given one unchecked */
    ATTACH_NEEDS_OFFSET,    /* position independent; several biases fit the names, or none: completes nothing */
    ATTACH_MISMATCH         /* names disagree: completes nothing */
};
struct attach_report {
    enum attach result;
    uint64_t bias;
    uint64_t samples, known;    /* distinct (address, name) pairs compared; those whose name the executable has */
};

/* Joins an executable to the program, in place of an earlier one; always believes a given load_offset. For a fixed executable it compares the names at
 * addresses where the executable has code, since a trace may contain libraries too. For a position-independent one it leaves out names that every object has
 * (_start, _init and the like) if nothing fits with them. It tries link addresses first, since clew writes those: all names at addresses where the executable
 * has code must agree or, without such names, the addresses must be those of its instructions. O(instructions log n). */
void program_attach(struct program *program, struct symbols *symbols, const uint64_t *load_offset, struct attach_report *report);

/* The same for the recorded build at its recorded bias, as the build id says: compares nothing, O(1). `clew record` had the same file, so clew asks it for
 * names only if it has debug information, which may have come later. */
void program_attach_known(struct program *program, struct symbols *symbols, uint64_t bias);

const struct store *program_store(const struct program *program);
struct symbols *program_symbols(const struct program *program);         /* NULL: none attached, or it does not fit */
uint64_t program_bias(const struct program *program);

/* Adds a library with code in the trace, at trace address - link address = bias. It serves disassembly and the folders of sources; a recording has the
 * library's functions and lines itself. `build` is the build id that it must have, in hexadecimal; null: any. Paths and ids must outlive the program. program
 * opens the file at the first question about an address whose nearest object below is this one. */
void program_add_object(struct program *program, struct str path, uint64_t bias, struct str build);

/* Objects in the order of their addition; asking for the state opens the file. */
enum program_object_state { PROGRAM_OBJECT_USED, PROGRAM_OBJECT_MISSING, PROGRAM_OBJECT_CHANGED /* its build id is another */ };
size_t program_object_count(const struct program *program);
/* Why an existing file of an object could not be read when it was opened; NULL: it could, or was not needed yet. */
const char *program_object_unread(const struct program *program, size_t i, struct str *path);
enum program_object_state program_object_state(const struct program *program, size_t i, struct str *path, uint64_t *bias);

/* store_instruction with completed names. Asks symbols at the first question about the instruction, O(log n), and keeps the answer: for one thread at a time,
 * as a store is. */
struct instruction program_instruction(const struct program *program, uint64_t index);

/* DW_AT_comp_dir of the instruction's file; null: unknown. */
struct str program_folder(const struct program *program, uint64_t index);

/* Does a question about the instruction's source first read debug information of a library, which may take a second? *library: its path. */
bool program_debug_waits(const struct program *program, uint64_t index, struct str *library);

/* The copy of its function that the instruction is in, if the compiler inlined that in several places (source_position.copy); 0: unknown, or there is only
 * one. */
size_t program_copy(const struct program *program, uint64_t index);

/* The function of an inlined instruction's code; null: not inlined, or unknown. Not kept: O(log n) each time. */
struct str program_inlined_in(const struct program *program, uint64_t index);

/* The callers of that function, and where they call, the innermost first (symbols_inlined_calls). */
size_t program_inlined_calls(const struct program *program, uint64_t index, struct inlined_call *calls, size_t room);

/* Disassembles the instruction; targets and addresses in the text are trace addresses. False: no executable, or no code there. About a microsecond, not
 * kept. */
bool program_disassemble(const struct program *program, uint64_t index, struct decoded *decoded);

/* The machine whose registers the trace has: x86-64 if the executable is unknown, or if clew has no decoder for its machine. */
const struct arch *program_arch(const struct program *program);

/* Is rbp the frame pointer in the instruction's function: does one of the function's first instructions set it from rsp, as far as their code is known? Also
 * true if the function is unknown. Optimising compilers keep values in rbp instead. About ten microseconds, not kept. */
bool program_keeps_frame(const struct program *program, uint64_t index);
bool program_is_call(const struct program *program, uint64_t index);        /* the same cost; false also if it cannot be disassembled */
/* How many bytes below the CFA do the first instructions of the instruction's function move the stack pointer, by pushes and a subtraction? False: unknown;
 * also if they do not move it, but later ones do. O(instructions of the function), not kept. */
bool program_stack_below(const struct program *program, uint64_t index, uint64_t *below);
/* The symbol that a call or jump goes to, directly or through a stub or slot of the linker: "__cxa_throw". *function: its address in the trace if that file
 * has its code; 0: it is another file's. False: no symbol begins there, or unknown. As costly. */
bool program_callee(const struct program *program, uint64_t index, struct str *symbol, uint64_t *function);

/* The disassembly for people, with the name of the target of a call or jump: "call   0x401030 <printf@plt>"; made safe. False as above. */
bool program_code_text(const struct program *program, uint64_t index, struct text *out);
bool program_code_plain(const struct program *program, uint64_t index, struct text *out);       /* without the name; reads no symbols */

/* Indices of the instructions of one source line, of a function, or of all; ascending by address, then index. The array is the program's and valid until it
 * closes or attaches. `file` matches a full name or, if no file has that name, the part after a slash (foo.c matches src/foo.c). O(log n) after the first call;
 * the first call for a part that several files end in costs O(their instructions). */
struct indices {
    const uint64_t *items;
    size_t count;
};
struct indices program_line(struct program *program, struct str file, uint64_t line);
struct indices program_function(struct program *program, struct str function);
struct indices program_by_address(struct program *program);      /* instructions without address at the end */

/* The functions that a shorter C++ name means (demangled_matches): push_back or vector<int>::push_back for std::vector<int>::push_back(int&&). Writes the first
 * `most` names to `names`, in order of first mention, and returns the number of all. A name that is complete means only itself; so does its mangled form.
 * `main` means the function that the source calls so (symbols_main). O(functions). */
size_t program_functions_called(struct program *program, struct str name, struct str *names, size_t most);

/* Does any instruction have a line, or could the executable know some? O(1). */
bool program_has_lines(const struct program *program);

/* The distinct source files of the trace, in order of first mention (i < count), and how often a line of a file ran: for each copy of its function, out of line
 * or inlined, the largest number of executions of one instruction of the line, added up; 0: not in the trace. O(1); O(instructions of the line log n). */
size_t program_file_count(struct program *program);
struct str program_file(struct program *program, size_t i);
uint64_t program_line_executions(struct program *program, struct str file, uint64_t line);

/* The largest line number up to `line` with instructions in the trace, else the smallest beyond it; 0: none in that file. */
uint64_t program_nearest_line(struct program *program, struct str file, uint64_t line);
/* The nearest such line on either side; of two equally near the later one, where a debugger would stop; 0: none in that file. */
uint64_t program_line_beside(struct program *program, struct str file, uint64_t line);

/* ---- Shared by the files of this module ---- */
struct program_tables;

struct completed {                      /* names of one instruction, from trace and executable together */
    struct str file, function, folder;
    uint64_t line;
    bool known;                         /* false: not asked yet */
};

struct program_object {                 /* a library that a recording notes */
    struct str path, build;
    uint64_t bias;
    bool tried;
    enum program_object_state state;
    struct symbols *symbols;            /* NULL: not tried yet, or unusable */
    char *unread;                       /* why the existing file cannot be read; NULL: it can, or was not tried */
};


struct program {
    const struct store *store;
    struct symbols *symbols;            /* NULL: none fits */
    struct decoder *decoder;            /* for x86-64 also without an executable; NULL: clew cannot decode this machine's code */
    struct code_reader *code;           /* with a decoder, for the text of code; else NULL */
    uint64_t bias;
    struct arena arena;                 /* for `completed` and `by_address` */
    struct indices by_address;          /* if it is `ordered` */
    bool ordered;
    struct completed *completed;        /* one for each instruction; NULL without executable */
    struct program_tables *tables;      /* NULL until first needed */
    struct program_object *objects;
    size_t object_count, object_capacity;
};

/* The object whose code is at a trace address, and the link address of that code; NULL: none known. */
struct symbols *program_symbols_at(const struct program *program, uint64_t address, uint64_t *link);

/* Object i, with types of its own numbers (symbols_join). NULL: unusable. */
struct symbols *program_object_symbols(const struct program *program, size_t i, uint64_t *bias);

#endif
