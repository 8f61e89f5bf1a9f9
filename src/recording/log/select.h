/* select.h - which code a trace shows, by the names of files and functions.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     struct selection *selection = selection_open(options, "/bin/sort");
 *     struct selected *selected = selection_file(selection, path, symbols);           a file was mapped
 *     if (selected_shows(selected, address)) ...                                      its link addresses
 *     selection_found(selection, opened, closed, &result)                             which names were names of nothing
 *
 * A name (record_options) is that of a file: its path, its file name, or its file name up to ".so"; "exe" is the executable. Or it is that of functions, in all
 * files that are mapped: a symbol's name; of a C++ function also the demangled name, with or without what it returns, its parameters, the arguments of its
 * template, blanks apart; f() is also the C function f, and so never a library f.so. The parts a compiler cuts off a function (f.cold,
 * f.part.0, f.constprop.0) belong to it; code that was inlined belongs to where it is. Functions are known by their symbols: those of stripped files are not.
 *
 * Cost: O(functions of a file) where functions are named at all, once a file; then O(log n) an address. */
#ifndef CLEW_RECORDING_LOG_SELECT_H
#define CLEW_RECORDING_LOG_SELECT_H

#include "core/core.h"

struct record_options;
struct symbols;
struct record_result;
struct store_writer;

enum select_role { SELECT_ONLY, SELECT_SKIP, SELECT_FROM, SELECT_UNTIL, SELECT_ROLES };

struct selection;
struct selected;                        /* what is selected of one file */

/* Strings must outlive it. */
struct selection *selection_open(const struct record_options *options, const char *executable);
void selection_close(struct selection *selection);

/* A file whose code is mapped; symbols NULL: it is no ELF file that could be read. Owned by the selection. */
struct selected *selection_file(struct selection *selection, struct str path, struct symbols *symbols);
bool selection_shows_unknown(const struct selection *selection);        /* is code shown that is from no file? */
bool selection_begins_open(const struct selection *selection);          /* is there no function to wait for? */

bool selected_is_executable(const struct selected *selected);
bool selected_shows_any(const struct selected *selected);               /* may some of it be shown? */
bool selected_shows(const struct selected *selected, uint64_t address);
bool selected_is_entry(const struct selected *selected, enum select_role role, uint64_t address);      /* FROM, UNTIL: of a function of that name */
bool selected_same_function(const struct selected *selected, uint64_t one, uint64_t other);            /* do symbols say so? */

/* Something of it ran, at that address. */
void selected_ran(struct selected *selected, uint64_t address);

/* Once all is over: what became of the names; the window was opened, closed by a function. */
void selection_found(const struct selection *selection, bool opened, bool closed, struct record_result *result);

/* Notes of a recording: "only", "skip", "from", "until", the names parted by blanks; none where the executable is shown and nothing else was asked for. */
void selection_note(const struct selection *selection, struct store_writer *writer);

#endif
