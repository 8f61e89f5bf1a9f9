/* select.h - decides which code is yours, by the names of files and functions.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     struct selection *selection = selection_open(options, "/bin/sort");
 *     struct selected *selected = selection_file(selection, path, symbols);           a file was mapped
 *     if (selected_shows(selected, address)) ...                                      its link addresses
 *     selection_found(selection, opened, closed, &result)                             which names matched nothing
 *
 * A name (record_options) names a file: by its path, its file name, or its file name up to ".so"; "exe" is the executable. Or it names functions, in all
 * mapped files: by the symbol. A C++ function also matches by its demangled name, with or without return type, parameters and template arguments; blanks do
 * not matter. f() also means the C function f, and so never a library f.so. Parts that a compiler splits off a function (f.cold, f.part.0,
 * f.constprop.0) belong to it; inlined code belongs to the function it is in. Functions are found by symbol, so not in stripped files.
 *
 * Cost: if the options name functions, O(functions of a file) once for each file; then O(log n) for each address. */
#ifndef CLEW_RECORDING_LOG_SELECT_H
#define CLEW_RECORDING_LOG_SELECT_H

#include "core/core.h"

struct record_options;
struct symbols;
struct record_result;
struct store_writer;

enum select_role { SELECT_ONLY, SELECT_SKIP, SELECT_FROM, SELECT_UNTIL, SELECT_ROLES };

struct selection;
struct selected;                        /* the selected code of one file */

/* The strings must outlive the selection. */
struct selection *selection_open(const struct record_options *options, const char *executable);
void selection_close(struct selection *selection);

/* Adds a file whose code is mapped. symbols NULL: not a readable ELF file. The selection owns the result. */
struct selected *selection_file(struct selection *selection, struct str path, struct symbols *symbols);
bool selection_shows_unknown(const struct selection *selection);        /* is code from no file yours? */
bool selection_begins_open(const struct selection *selection);          /* does the window open at once, without waiting for a function? */

bool selected_is_executable(const struct selected *selected);
bool selected_shows_any(const struct selected *selected);               /* may some of the file be your code? */
bool selected_shows(const struct selected *selected, uint64_t address);
bool selected_is_entry(const struct selected *selected, enum select_role role, uint64_t address);      /* SELECT_FROM, SELECT_UNTIL */
bool selected_same_function(const struct selected *selected, uint64_t one, uint64_t other);            /* by the symbols */

/* Code of the file ran at that address. */
void selected_ran(struct selected *selected, uint64_t address);

/* After the run: fills in what became of the names. opened, closed: a function opened, closed the window. */
void selection_found(const struct selection *selection, bool opened, bool closed, struct record_result *result);

/* Writes the notes "only", "skip", "from" and "until" of a recording, names separated by blanks; none if the options select just the executable. */
void selection_note(const struct selection *selection, struct store_writer *writer);

#endif
