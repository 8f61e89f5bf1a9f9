/* compare.h - the data that compare.c compares and compare_read.c reads.  SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef COMPARE_H
#define COMPARE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct entry {
    uint64_t x, id, number;
};
struct list {
    struct entry *items;
    size_t count, capacity;
};
struct block {
    uint64_t address, executions;
    bool sourced;
    struct list ports[64];          /* 0: control */
    struct list *more;              /* all entries of further ports */
    unsigned port_count;
    struct list values;
};
struct range {
    uint64_t start, end;
};
struct instance {
    uint64_t address, number;
    const char *parent, *ports, *value;
};
struct site {
    uint64_t address, executions;
    struct block *block;            /* NULL: not in the trace */
    unsigned keys[64], key_count;   /* filled ports */
    bool carries, comparable;
    unsigned examples[4];
};
struct carried {
    uint64_t address, number;
    const char *definer;
};
struct arrow {                      /* of a history */
    uint64_t user, number, definer, definer_number;
};

/* Everything read. This is a program of its own, so globals are allowed. */
struct all {
    struct block *blocks;
    size_t block_count, block_capacity;
    struct instance *instances;
    size_t instance_count, instance_capacity;
    struct carried *carrieds;
    size_t carried_count, carried_capacity;
    struct site *sites;
    size_t site_count, site_capacity;
    struct arrow *arrows;           /* sorted */
    size_t arrow_count, arrow_capacity;
    struct range ranges[512];
    size_t range_count;
    uint64_t bias, entry_address;
};

void all_read(struct all *all, const char *oracle, const char *trace, const char *history);
struct site *site_at(const struct all *all, uint64_t address);
const struct entry *find_entry(const struct list *list, uint64_t x);
bool names(const struct all *all, const char *text, const struct entry *entry);     /* does the oracle's "address#number" name the entry's definer? */

#endif
