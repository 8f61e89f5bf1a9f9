/* demangle.h - C++ names as people write them.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The library is libiberty's, used here alone. Names are hostile: one may announce 2^500 bytes of output, or nest without end. Names of more than
 * 1,000 bytes, answers above DEMANGLE_MAX bytes, and names whose parameter packs could be searched exponentially long are left mangled. */
#ifndef CLEW_CODE_DEMANGLE_H
#define CLEW_CODE_DEMANGLE_H

#include "core/core.h"

enum { DEMANGLE_MAX = 16 << 10 };

enum demangle_form {
    DEMANGLE_FULL,              /* void ns::f<int>(int) */
    DEMANGLE_NO_RETURN,         /* ns::f<int>(int) */
    DEMANGLE_NAME               /* ns::f<int> */
};

/* The null string: not a C++ name, or one of those that are left as they are. In the arena. */
struct str demangle(struct str name, enum demangle_form form, struct arena *arena);

/* Is a readable name (DEMANGLE_NO_RETURN) what is meant by a shorter one: without its parameters, template arguments at its end, or the scopes in front of
 * it? */
bool demangled_matches(struct str name, struct str wanted);

/* A readable name without its parameters and the template arguments at its end: ns::f of ns::f<int>(int). What has none is as it was. */
struct str demangled_plain(struct str name);
/* What of it a mistyped word is compared with: that, or where the word has no scopes its last part alone, f. */
struct str demangled_alike(struct str name, struct str word);

/* Bytes of the operator's name at `at` whose signs are no brackets: of operator<<, operator(); else 0. */
size_t demangled_operator(struct str name, size_t at);

/* Appends the name, made safe, in at most `room` cells (of some, at least 4). Where it is longer, with an ellipsis for, as far as is needed, template
 * arguments, then parameters, then scopes in front, then the middle: std::vector<...>::push_back(int&&), ...::push_back(...). O(bytes). */
void shorten_name(struct str name, size_t room, struct text *out);

#endif
