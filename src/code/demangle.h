/* demangle.h - names of C++ and Rust as people write them.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Uses libiberty; no other file does. Names are hostile: one may announce 2^500 bytes of output, or nest without end. Three kinds of names stay mangled: those
 * above 1,000 bytes, those with an answer above DEMANGLE_MAX bytes, and those whose parameter packs could take exponential time to search. */
#ifndef CLEW_CODE_DEMANGLE_H
#define CLEW_CODE_DEMANGLE_H

#include "core/core.h"

enum { DEMANGLE_MAX = 16 << 10 };

enum demangle_form {
    DEMANGLE_FULL,              /* void ns::f<int>(int); names of Rust have one form: <shop::Item as core::fmt::Debug>::fmt, without the hash at the end */
    DEMANGLE_NO_RETURN,         /* ns::f<int>(int) */
    DEMANGLE_NAME               /* ns::f<int> */
};

/* May the name be a mangled one? False for those of C. */
bool demangle_may(struct str name);
/* Null: not a name of C++ or Rust, or one of those that stay mangled. In the arena. */
struct str demangle(struct str name, enum demangle_form form, struct arena *arena);

/* The symbol of a variable in namespaces or classes, appended: "std::cout" is _ZSt4cout, "a::b::c" is _ZN1a1b1cE. False: it has template arguments, or is no
 * scoped name. */
bool mangle_variable(struct str name, struct text *out);

/* Does `wanted` mean the readable name `name` (DEMANGLE_NO_RETURN)? It may leave out the parameters, the template arguments at the end, or the scopes in
 * front. */
bool demangled_matches(struct str name, struct str wanted);

/* A readable name without its parameters and the template arguments at its end: ns::f for ns::f<int>(int). Other names stay as they are. */
struct str demangled_plain(struct str name);
/* The part of a name to compare with a mistyped word: demangled_plain's or, if the word has no scopes, its last part: f. */
struct str demangled_alike(struct str name, struct str word);

/* The length of an operator's name at `at` whose characters are not brackets (operator<<, operator()); else 0. */
size_t demangled_operator(struct str name, size_t at);

/* Appends the name, made safe, in at most `room` cells (at least 4 for a name that is not empty). Shortens a longer name with ellipses, only as far as needed:
 * first template arguments, then parameters, then scopes in front, then the middle: std::vector<...>::push_back(int&&), ...::push_back(...). O(bytes). */
void shorten_name(struct str name, size_t room, struct text *out);

#endif
