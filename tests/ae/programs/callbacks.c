/* callbacks.c - code that the C library calls: comparisons, constructors, exit handlers, and exit out of one.  SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct item { unsigned key; char name[8]; };
enum { count = 60 };
static struct item items[count];
static unsigned sum = 1, built;

static void mix(unsigned value) { sum = sum * 33 + value; }

__attribute__((constructor)) static void construct(void)
{
    for (unsigned i = 0; i < 5; i++)
        built += i * i;
}

__attribute__((constructor(201))) static void construct_early(void) { built = built * 3 + 7; }

static int by_key(const void *left, const void *right)
{
    const struct item *l = left, *r = right;
    return l->key < r->key ? -1 : l->key > r->key;
}

static int by_name(const void *left, const void *right) { return strcmp(((const struct item *)left)->name, ((const struct item *)right)->name); }

/* A comparison that sorts: the library in a callback of the library. */
static int by_sorted_digits(const void *left, const void *right)
{
    struct item pair[2] = {*(const struct item *)left, *(const struct item *)right};
    for (int i = 0; i < 2; i++) {
        struct item digits[3] = {{pair[i].key % 10, ""}, {pair[i].key / 10 % 10, ""}, {pair[i].key / 100 % 10, ""}};
        qsort(digits, 3, sizeof *digits, by_key);
        pair[i].key = digits[0].key * 100 + digits[1].key * 10 + digits[2].key;
    }
    return by_key(&pair[0], &pair[1]) ? by_key(&pair[0], &pair[1]) : by_key(left, right);
}

static unsigned twice(unsigned x) { return x * 2; }
static unsigned square(unsigned x) { return x * x; }
static unsigned (*const functions[])(unsigned) = {twice, square, twice};

static unsigned apply(unsigned (*function)(unsigned), unsigned times, unsigned value)
{
    while (times--)
        value = function(value) + times;
    return value;
}

static void sort_and_mix(int (*compare)(const void *, const void *))
{
    qsort(items, count, sizeof *items, compare);
    for (int i = 0; i < count; i++)
        mix(items[i].key + (unsigned char)items[i].name[1]);
}

static void last(void)
{
    mix(99);
    printf("callbacks %08x\n", sum);
}

static void first(void) { qsort(items, count, sizeof *items, by_key); mix(items[3].key); }

/* The program ends here, inside bsearch, three calls deep. */
static int by_key_once(const void *left, const void *right)
{
    int order = by_key(left, right);
    if (order == 0)
        exit((int)(sum & 7) + 1);
    return order;
}

int main(void)
{
    atexit(last);
    atexit(first);
    mix(built);
    for (unsigned i = 0, x = 7; i < count; i++, x = x * 1103515245u + 12345u) {
        items[i].key = x >> 8 & 1023;
        snprintf(items[i].name, sizeof items[i].name, "n%u", x >> 20);
    }
    sort_and_mix(by_name);
    sort_and_mix(by_sorted_digits);
    sort_and_mix(by_key);
    for (unsigned i = 0; i < 9; i++)
        mix(apply(functions[i % 3], i, i + 3));
    for (unsigned key = 0; key < 64; key++) {
        struct item wanted = {key * 16, ""}, *found = bsearch(&wanted, items, count, sizeof *items, by_key);
        mix(found ? found->key : 5);
    }
    struct item wanted = items[41];
    bsearch(&wanted, items, count, sizeof *items, by_key_once);
    mix(0);
    return 0;
}
