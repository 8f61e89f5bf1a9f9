/* near.h - names near a mistyped one.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     struct near near;
 *     near_begin(&near, word);
 *     for (...) near_offer(&near, name);
 *     error_set(error, "unknown command %.*s: %shelp lists the commands", STR(word), near_words(&near));
 *
 * A name is near if one or two typing slips separate it from the word (a letter too many, missing, replaced, or two swapped: Damerau, "A technique for
 * computer detection and correction of spelling errors", CACM 1964), or if it begins with the word; case does not count. To keep the list short: a word of up
 * to three letters allows one slip; if one slip finds a name, clew does not look for two; if only capitals differ, for none. clew names the near ones and
 * never takes one. A name costs O(its length); names longer than NEAR_LONGEST are never near. */
#ifndef CLEW_CORE_NEAR_H
#define CLEW_CORE_NEAR_H

#include "core/text.h"

struct arena;

enum { NEAR_NAMES = 3, NEAR_LONGEST = 64, NEAR_ENTRIES = 1000 };

struct near {
    struct str word;
    struct str names[NEAR_NAMES];     /* the best ones, nearest first; equals in the order offered. The caller owns them */
    unsigned distances[NEAR_NAMES];
    size_t count;
    char words[NEAR_NAMES * (NEAR_LONGEST * 4 + 8) + 32];
};

void near_begin(struct near *near, struct str word);
void near_offer(struct near *near, struct str name);

/* Offers a list that ends with NULL. */
void near_offer_all(struct near *near, const char *const *names);

/* Offers the names in the folder of a path, whose last part is the word. Reads at most NEAR_ENTRIES entries, since a folder may be large or remote. The arena
 * keeps the names. Skips names equal to the word, and hidden ones unless the word is hidden. */
void near_files(struct near *near, const char *path, struct arena *arena);

/* "the nearest is break; ", "the nearest are break and tbreak; ", printable; "" if none is near. Lives as long as `near`. */
const char *near_words(struct near *near);

/* The same for the end of a message: ": the nearest is break", or "". */
const char *near_end(struct near *near);

#endif
