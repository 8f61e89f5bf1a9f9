/* near.c - names and files near a mistyped word.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/near.h"
#include "core/file.h"
#include "core/memory.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Twice the number of slips, so that names that begin with the word rank between one slip and two. */
enum { SLIP = 2, BEGINS = 3, FAR = 1000 };

static char lower(char byte)
{
    return byte >= 'A' && byte <= 'Z' ? (char)(byte - 'A' + 'a') : byte;
}

static unsigned least(unsigned a, unsigned b)
{
    return a < b ? a : b;
}

/* Slips from one word to the other; both have at most NEAR_LONGEST bytes. Keeps three rows of the table. */
static unsigned slips(struct str a, struct str b)
{
    unsigned rows[3][NEAR_LONGEST + 1];
    for (size_t j = 0; j <= b.size; j++)
        rows[0][j] = (unsigned)j;
    for (size_t i = 1; i <= a.size; i++) {
        unsigned *row = rows[i % 3], *above = rows[(i - 1) % 3];
        row[0] = (unsigned)i;
        for (size_t j = 1; j <= b.size; j++) {
            char x = lower(a.data[i - 1]), y = lower(b.data[j - 1]);
            row[j] = least(least(row[j - 1], above[j]) + 1, above[j - 1] + (x != y));
            if (i > 1 && j > 1 && x == lower(b.data[j - 2]) && lower(a.data[i - 2]) == y)
                row[j] = least(row[j], rows[(i + 1) % 3][j - 2] + 1);
        }
    }
    return rows[a.size % 3][b.size];
}

static bool begins_with(struct str name, struct str word)
{
    for (size_t i = 0; i < word.size; i++)
        if (i >= name.size || lower(name.data[i]) != lower(word.data[i]))
            return false;
    return word.size > 1;
}

static unsigned distance(struct str word, struct str name)
{
    size_t apart = word.size > name.size ? word.size - name.size : name.size - word.size;
    unsigned most = word.size < 4 ? 1 : 2, found = FAR;
    if (apart <= most)
        found = slips(word, name);
    found = found <= most && found < word.size ? found * SLIP : FAR;
    return begins_with(name, word) ? least(found, BEGINS) : found;
}

void near_begin(struct near *near, struct str word)
{
    near->word = word.size <= NEAR_LONGEST ? word : str_of("");
    near->count = 0;
}

void near_offer(struct near *near, struct str name)
{
    if (name.size == 0 || name.size > NEAR_LONGEST || near->word.size == 0)
        return;
    unsigned far = distance(near->word, name);
    size_t at = near->count;
    for (size_t i = 0; i < near->count; i++)
        if (str_equal(near->names[i], name))
            return;
    while (at > 0 && near->distances[at - 1] > far)
        at--;
    if (far == FAR || at == NEAR_NAMES)
        return;
    near->count += near->count < NEAR_NAMES;
    for (size_t i = near->count - 1; i > at; i--) {
        near->names[i] = near->names[i - 1];
        near->distances[i] = near->distances[i - 1];
    }
    near->names[at] = name;
    near->distances[at] = far;
}

void near_offer_all(struct near *near, const char *const *names)
{
    for (size_t i = 0; names[i]; i++)
        near_offer(near, str_of(names[i]));
}

/* If one slip explains the word, drops names two slips away; if capitals do, drops all other names. */
static size_t named(const struct near *near)
{
    size_t count = near->count;
    while (count > 1 && near->distances[0] == 0 && near->distances[count - 1] > 0)
        count--;
    while (count > 1 && near->distances[0] <= SLIP && near->distances[count - 1] > BEGINS)
        count--;
    return count;
}

static void write_words(struct near *near, const char *before, const char *behind)
{
    struct text text = {0};
    size_t count = named(near);
    text_add(&text, near->count ? before : "");
    for (size_t i = 0; i < count; i++) {
        text_add(&text, i == 0 ? count == 1 ? "the nearest is " : "the nearest are " : i + 1 < count ? ", " : " and ");
        text_safe(&text, near->names[i]);
    }
    text_add(&text, near->count ? behind : "");
    snprintf(near->words, sizeof near->words, "%s", text_string(&text));
    text_free(&text);
}

const char *near_words(struct near *near)
{
    write_words(near, "", "; ");
    return near->words;
}

const char *near_end(struct near *near)
{
    write_words(near, ": ", "");
    return near->words;
}

/* ---- Files ---- */

/* Could the word mean this file? A hidden file only if the word begins with a dot too. */
static bool could_be_meant(struct str name, struct str word)
{
    bool hidden = str_starts(name, ".") && !str_starts(word, ".");
    return !hidden && name.size <= NEAR_LONGEST && !str_equal(name, word) && !str_is(name, ".") && !str_is(name, "..");
}

static int by_bytes(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* A folder has no order of its own: among equally near names, takes the first by bytes. */
void near_files(struct near *near, const char *path, struct arena *arena)
{
    struct str word = str_basename(str_of(path));
    struct str folder = str_cut(str_of(path), 0, strlen(path) - word.size);
    DIR *entries = word.size && word.size <= NEAR_LONGEST ? opendir(folder.size ? arena_printf(arena, "%.*s", STR(folder)).data : ".") : NULL;
    const char *names[NEAR_ENTRIES];
    size_t count = 0;
    struct dirent *entry;
    for (size_t seen = 0; entries && seen < NEAR_ENTRIES && (entry = readdir(entries)); seen++)
        if (could_be_meant(str_of(entry->d_name), word))
            names[count++] = arena_string(arena, str_of(entry->d_name));
    if (entries)
        closedir(entries);
    if (count)
        qsort(names, count, sizeof *names, by_bytes);
    for (size_t i = 0; i < count; i++)
        near_offer(near, str_of(names[i]));
}

bool file_not_opened(const char *path, const char *what, int number, struct error *error)
{
    struct arena arena = {0};
    struct near near;
    near_begin(&near, str_basename(str_of(path)));
    if (number == ENOENT)
        near_files(&near, path, &arena);
    error_at(error, path, 0, 0, "%s: %s%s", what, strerror(number), near_end(&near));
    arena_free(&arena);
    return false;
}
