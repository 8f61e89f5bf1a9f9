/* libraries.h - the shared libraries that the program had loaded at a time, and their symbols.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     struct library_symbol symbol;
 *     if (libraries_find(session, time, str_of("environ"), &symbol)) ...         where the program finds it: symbol.address
 *     if (libraries_at(session, time, 0x4a2c5b0, &symbol)) ...                   symbol.name is "printf", symbol.offset 0
 *
 * The list is the dynamic linker's own, read from the run's memory, as debuggers do (struct r_debug of <link.h>). It needs the state stream and a dynamically
 * linked executable. A library whose file is gone or another build than the recording notes has no symbols. Cost: reading the list once, 0.4 s in a recording
 * of 90 MB, and again where it changed. Between two changes a question costs nothing more. */
#ifndef CLEW_RECORDING_LIBRARIES_H
#define CLEW_RECORDING_LIBRARIES_H

#include "recording/wet.h"

struct library_symbol {
    struct str name;                    /* readable, as for symbols_readable */
    struct str path;                    /* of the library */
    uint64_t address, size;             /* in the run; size 0: unknown */
    uint64_t offset;                    /* of libraries_at: how far into it */
    bool is_function;
};

/* The first library that exports a symbol of this name, in the order in which the dynamic linker searches: what the name means in the program. False: none. */
bool libraries_find(struct session *session, uint64_t time, struct str name, struct library_symbol *symbol);
/* Library i that is loaded at a time, for questions about its variables and types; without a state stream, one whose code the recording lists. symbols NULL: it
 * has none, or 127 have some already. False: no more. */
bool libraries_code(struct session *session, uint64_t time, size_t i, struct wet_code *code);

/* A variable of an object whose code you are not in. file: its source file; null: any, and then it must lie outside functions. False: none, or several. */
struct variable;
bool libraries_static(const struct wet_code *code, struct str file, struct str name, struct variable *variable, bool *several);
/* The same of any library loaded at a time, and that library. The dynamic linker decides: not one whose place another library's variable takes. The last few
 * answers are kept while the list is the same. */
bool libraries_variable(struct session *session, uint64_t time, struct str file, struct str name, struct wet_code *code, struct variable *variable, bool *several);

/* A written type, or an enumerator, that some of them describe. False: none does, or they differ. */
struct expression_type;
bool libraries_type(struct session *session, uint64_t time, const struct expression_type *written, type_number *type, struct error *error);
bool libraries_enumerator(struct session *session, uint64_t time, struct str scope, struct str name, type_number *type, uint64_t *value);

/* The function or object that holds an address of the run. False: none. */
bool libraries_at(struct session *session, uint64_t time, uint64_t address, struct library_symbol *symbol);

/* `info sharedlibrary`: the libraries loaded at your place, in the order in which the dynamic linker searches them: how much higher than in their files their
 * addresses are, and whether clew has their symbols. */
CHECKED bool info_libraries(struct session *session, struct str words, struct answer *answer, struct error *error);

#endif
