/* near.h - the names that a mistyped one may have meant.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     struct near near;
 *     near_begin(&near, word);
 *     for (...) near_offer(&near, name);
 *     error_set(error, "unknown command %.*s: %shelp lists the commands", STR(word), near_words(&near));
 *
 * Near is what one or two slips of the fingers make of the word (a letter too many, missing, another one, or two that changed places: Damerau, "A technique
 * for computer detection and correction of spelling errors", CACM 1964), and what begins with the word; case does not count. A word of up to three letters
 * takes one slip; where one slip is enough two are not looked for, and where only capitals differ none, so that not everything is near. They are named, never
 * taken. A name costs O(its length), and names longer than NEAR_LONGEST are not near. */
#ifndef CLEW_CORE_NEAR_H
#define CLEW_CORE_NEAR_H

#include "core/text.h"

struct arena;

enum { NEAR_NAMES = 3, NEAR_LONGEST = 64, NEAR_ENTRIES = 1000 };

struct near {
    struct str word;
    struct str names[NEAR_NAMES];     /* the best ones, nearest first; among equals those offered first. They are the caller's */
    unsigned distances[NEAR_NAMES];
    size_t count;
    char words[NEAR_NAMES * (NEAR_LONGEST * 4 + 8) + 32];
};

void near_begin(struct near *near, struct str word);
void near_offer(struct near *near, struct str name);

/* All of a list that ends with NULL. */
void near_offer_all(struct near *near, const char *const *names);

/* The names in the folder of a path whose last part is the word, of NEAR_ENTRIES of its entries at most: a folder may be large or far. They are kept in the
 * arena. Names like the word itself, and hidden ones where the word is not, are not offered. */
void near_files(struct near *near, const char *path, struct arena *arena);

/* "the nearest is break; ", "the nearest are break and tbreak; ", printable; "" if none is near. Lives as long as near does. */
const char *near_words(struct near *near);

/* The same where nothing follows: ": the nearest is break", or "". */
const char *near_end(struct near *near);

#endif
