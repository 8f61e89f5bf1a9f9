/* allocators.c - reads what `set allocators` names.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "session/allocators.h"

static bool take_word(struct str word, int number, struct allocator_rule *rule, struct error *error)
{
    static const char *const names[] = {"size", "count", "block", "pool", "result"};
    struct allocator *takes = &rule->takes;
    int *const arguments[] = {&takes->size, &takes->count, &takes->block, &takes->pool, &takes->result};
    uint64_t bytes;
    if (str_is(word, "_"))
        return number < ALLOCATOR_ARGUMENTS || error_set(error, "`%.*s` has more than %d arguments", STR(rule->name), ALLOCATOR_ARGUMENTS);
    if (str_decimal(word, &bytes) && bytes && takes->size < 0 && !takes->bytes) {
        takes->bytes = bytes;
        return true;
    }
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (str_is(word, names[i])) {
            if (number >= ALLOCATOR_ARGUMENTS)
                return error_set(error, "`%.*s` has more than %d arguments", STR(rule->name), ALLOCATOR_ARGUMENTS);
            if (*arguments[i] >= 0)
                return error_set(error, "`%.*s`: `%.*s` appears twice", STR(rule->name), STR(word));
            *arguments[i] = number;
            return true;
        }
    return error_set(error, "`%.*s`: expected size, count, block, pool, result, _ or a number of bytes, not `%.*s`", STR(rule->name), STR(word));
}

static bool take_words(struct str words, struct allocator_rule *rule, struct error *error)
{
    for (int number = 0; words.size; number++) {
        size_t comma = str_find_byte(words, ',');
        if (rule->takes.bytes)
            return error_set(error, "`%.*s`: the number of bytes comes last", STR(rule->name));
        if (!take_word(str_trim(str_cut(words, 0, comma)), number, rule, error))
            return false;
        words = comma == SIZE_MAX ? (struct str){NULL, 0} : str_cut(words, comma + 1, SIZE_MAX);
    }
    bool allocates = rule->takes.size >= 0 || rule->takes.bytes;
    if (rule->takes.count >= 0 && !allocates)
        return error_set(error, "`%.*s`: `count` needs `size`, or a number of bytes", STR(rule->name));
    if (rule->takes.result >= 0 && !allocates)
        return error_set(error, "`%.*s`: `result` needs `size`, or a number of bytes", STR(rule->name));
    return true;
}

bool allocators_next(struct str *rest, struct allocator_rule *rule, bool *wrong, struct error *error)
{
    struct str all = str_trim(*rest);
    *rule = (struct allocator_rule){.takes = {NO_ARGUMENT, NO_ARGUMENT, NO_ARGUMENT, NO_ARGUMENT, NO_ARGUMENT, 0}};
    *wrong = false;
    if (!all.size)
        return false;
    size_t open = str_find_byte(all, '('), close = str_find_byte(all, ')');
    rule->name = str_trim(str_cut(all, 0, open));
    bool good = open != SIZE_MAX && close != SIZE_MAX && open < close && rule->name.size && str_find_byte(rule->name, ' ') == SIZE_MAX;
    if (!good)
        error_set(error, "`%.*s`: expected NAME(ARGUMENTS), as in pool_alloc(pool, size)", STR(all));
    good = good && take_words(str_cut(all, open + 1, close - open - 1), rule, error);
    *rest = close == SIZE_MAX ? (struct str){NULL, 0} : str_cut(all, close + 1, SIZE_MAX);
    *wrong = !good;
    return good;
}

bool allocators_check(struct str rules, struct error *error)
{
    struct allocator_rule rule;
    bool wrong;
    size_t count = 0;
    while (allocators_next(&rules, &rule, &wrong, error))
        if (++count > ALLOCATORS_MOST)
            return error_set(error, "more than %d functions", ALLOCATORS_MOST);
    return !wrong;
}
