/* allocators.h - the functions of a program that `set allocators` names.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     rules = rule*                       divided by blanks
 *     rule  = NAME ( word, word, ... )    a word for each argument, from the first on: at most 6. NAME has no blanks, and may be C++'s: pool::get
 *     word  = size | count | block | pool | result | _       | a number: of bytes, last, and no argument
 *
 *     pool_alloc(pool, size)              gives a block; with `count`, size times count bytes; node_new(48): always 48 bytes
 *     pool_free(_, block)                 frees it; pool_free(_, block, size) would change its size
 *     pool_clear(pool)                    frees all blocks that this pool gave
 *     pool_init(_)                        belongs to the allocator: what it does is no misuse
 *     pool_new(result, size)              leaves the address of the block where its first argument points; otherwise a function returns it */
#ifndef CLEW_SESSION_ALLOCATORS_H
#define CLEW_SESSION_ALLOCATORS_H

#include "code/code.h"

struct allocator_rule {
    struct str name;
    struct allocator takes;
};

/* Takes the next rule. False: there is none left, or (*wrong) it is none, and why. */
bool allocators_next(struct str *rest, struct allocator_rule *rule, bool *wrong, struct error *error);

/* Are these rules, at most ALLOCATORS_MOST? */
CHECKED bool allocators_check(struct str rules, struct error *error);

#endif
