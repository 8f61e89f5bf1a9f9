/* compare.c - compares a recorded trace with the oracle's output, execution by execution.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     compare ORACLE TRACE HISTORY NAME EXAMPLES ROWS
 *
 * Writes to ROWS a line for the program's own code (with a source file) and one for the rest, and prints EXAMPLES of each instruction that
 * disagrees. A line is NAME, "program" or "other", and these numbers:
 *
 *     sites      instructions
 *     instances  compared executions, those of instructions that ran equally often on both sides
 *     counts     instructions that ran equally often
 *     data       executions whose every port names the youngest of the oracle's definers
 *     sets       executions with all the oracle's definers and the same parent in the history
 *     control    executions with the same parent
 *     values     executions with the same value, not counting addresses that differ from run to run
 *
 * The trace does not name its ports. Both sides drop ports that are never filled; the others are in the same order. If the numbers of ports
 * differ, the definers of an execution are compared as a set. */
#include "compare.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct all all;
static unsigned examples_wanted;

struct score {
    uint64_t sites, same_count, instances, data, sets, control, values, addresses;
};
static struct score scores[2];

/* ---- Comparing ---- */

static bool is_address(uint64_t value)
{
    for (size_t i = 0; i < all.range_count; i++) {
        bool inside = value >= all.ranges[i].start && value <= all.ranges[i].end;
        bool low = value <= UINT32_MAX && all.ranges[i].start > UINT32_MAX && value >= (uint32_t)all.ranges[i].start && value <= (uint32_t)all.ranges[i].end;
        if (inside || low)
            return true;
    }
    return false;
}

static void print_entry(const struct entry *entry)
{
    if (!entry)
        printf(" nothing");
    else if (entry->id == 0 || entry->id > all.block_count)
        printf(" id%" PRIu64, entry->id);
    else
        printf(" %" PRIx64 "#%" PRIu64, all.blocks[entry->id - 1].address - all.bias, entry->number);
}

static bool wants_example(struct site *site, int class)
{
    return site->examples[class]++ < examples_wanted;
}

/* The filled ports of the trace, without control. */
static unsigned filled_ports(const struct block *block, const struct list *out[64])
{
    unsigned count = 0;
    for (unsigned p = 1; p < block->port_count; p++)
        if (block->ports[p].count)
            out[count++] = &block->ports[p];
    return count;
}

static const char *port_text(const char *ports, unsigned key)
{
    while (*ports) {
        if (strtoul(ports, NULL, 10) == key)
            return strchr(ports, '=') + 1;
        ports += strcspn(ports, " ");
        ports += strspn(ports, " ");
    }
    return NULL;
}

static bool carried_same(const struct instance *instance, const struct list *const *ports, unsigned count)
{
    unsigned mine = 0, theirs = 0;
    for (unsigned p = 0; p < count; p++)
        theirs += find_entry(ports[p], instance->number) != NULL;
    bool same = true;
    for (size_t i = 0; i < all.carried_count; i++) {
        if (all.carrieds[i].address != instance->address || all.carrieds[i].number != instance->number)
            continue;
        bool found = false;
        for (unsigned p = 0; p < count && !found; p++)
            found = names(&all, all.carrieds[i].definer, find_entry(ports[p], instance->number));
        same &= found;
        mine++;
    }
    return same && mine == theirs;
}

static bool as_set_same(const struct instance *instance, const struct list *const *ports, unsigned count)
{
    for (const char *at = instance->ports; *at; at += strspn(at, " ")) {
        const char *definer = strchr(at, '=') + 1;
        bool found = false;
        for (unsigned p = 0; p < count && !found; p++)
            found = names(&all, definer, find_entry(ports[p], instance->number));
        if (!found)
            return false;
        at += strcspn(at, " ");
    }
    for (unsigned p = 0; p < count; p++) {
        const struct entry *entry = find_entry(ports[p], instance->number);
        bool found = !entry;
        for (const char *at = instance->ports; *at && !found; at += strspn(at, " ")) {
            found = names(&all, strchr(at, '=') + 1, entry);
            at += strcspn(at, " ");
        }
        if (!found)
            return false;
    }
    return true;
}

static bool data_same(const struct instance *instance, const struct site *site)
{
    const struct list *ports[64];
    unsigned count = filled_ports(site->block, ports), fixed = site->key_count;
    if (count < fixed || (count > fixed && !site->carries))
        return as_set_same(instance, ports, count);
    for (unsigned i = 0; i < fixed; i++) {
        const char *wanted = port_text(instance->ports, site->keys[i]);
        const struct entry *entry = find_entry(ports[i], instance->number);
        if (wanted ? !names(&all, wanted, entry) : entry != NULL)
            return as_set_same(instance, ports, fixed) && carried_same(instance, ports + fixed, count - fixed);
    }
    return carried_same(instance, ports + fixed, count - fixed);
}

static void compare_data(struct score *score, const struct instance *instance, struct site *site)
{
    if (data_same(instance, site)) {
        score->data++;
        return;
    }
    if (!wants_example(site, 0))
        return;
    const struct list *ports[64];
    unsigned count = filled_ports(site->block, ports);
    printf("data    %" PRIx64 "#%" PRIu64 ": oracle %s", instance->address, instance->number, instance->ports);
    for (size_t i = 0; i < all.carried_count; i++)
        if (all.carrieds[i].address == instance->address && all.carrieds[i].number == instance->number)
            printf(" c=%s", all.carrieds[i].definer);
    printf(" | trace");
    for (unsigned i = 0; i < count; i++)
        print_entry(find_entry(ports[i], instance->number));
    printf("\n");
}

/* ---- All definers of an execution ---- */

static bool same_definer(const struct arrow *arrow, uint64_t address, uint64_t number)
{
    const struct site *site = site_at(&all, address);
    return arrow->definer == address && (arrow->definer_number == number || (site && !site->comparable));
}

/* Calls `found` with each of the oracle's definers; true if it returns true for all. */
static bool for_each_definer(const struct instance *instance, bool found(uint64_t address, uint64_t number, void *context), void *context)
{
    bool good = true;
    const char *texts[2] = {instance->parent, instance->ports};
    for (int t = 0; t < 2; t++)
        for (const char *hash = strchr(texts[t], '#'); hash; hash = strchr(hash + 1, '#')) {
            const char *from = hash;
            while (from > texts[t] && strchr("0123456789abcdef", from[-1]))
                from--;
            good &= found(strtoull(from, NULL, 16), strtoull(hash + 1, NULL, 10), context);
        }
    for (size_t i = 0; i < all.carried_count; i++)
        if (all.carrieds[i].address == instance->address && all.carrieds[i].number == instance->number)
            good &= found(strtoull(all.carrieds[i].definer, NULL, 16), strtoull(strchr(all.carrieds[i].definer, '#') + 1, NULL, 10), context);
    return good;
}

struct arrows {                     /* of one execution */
    const struct arrow *items;
    size_t count;
};

static struct arrows arrows_of(const struct instance *instance)
{
    size_t low = 0, high = all.arrow_count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        const struct arrow *at = &all.arrows[middle];
        if (at->user < instance->address || (at->user == instance->address && at->number < instance->number))
            low = middle + 1;
        else
            high = middle;
    }
    struct arrows arrows = {all.arrows + low, 0};
    while (low + arrows.count < all.arrow_count && arrows.items[arrows.count].user == instance->address &&
           arrows.items[arrows.count].number == instance->number)
        arrows.count++;
    return arrows;
}

static bool is_among(uint64_t address, uint64_t number, void *context)
{
    const struct arrows *arrows = context;
    for (size_t i = 0; i < arrows->count; i++)
        if (same_definer(&arrows->items[i], address, number))
            return true;
    return false;
}

static bool is_other(uint64_t address, uint64_t number, void *context)
{
    return !same_definer(context, address, number);
}

static void compare_set(struct score *score, const struct instance *instance, struct site *site)
{
    struct arrows arrows = arrows_of(instance);
    bool same = for_each_definer(instance, is_among, &arrows);
    for (size_t i = 0; i < arrows.count && same; i++) {
        struct arrow one = arrows.items[i];
        same = !for_each_definer(instance, is_other, &one);
    }
    if (same) {
        score->sets++;
    } else if (all.arrow_count && wants_example(site, 3)) {
        printf("set     %" PRIx64 "#%" PRIu64 ": oracle %s %s | history", instance->address, instance->number, instance->parent, instance->ports);
        for (size_t i = 0; i < arrows.count; i++)
            printf(" %" PRIx64 "#%" PRIu64, arrows.items[i].definer, arrows.items[i].definer_number);
        printf("\n");
    }
}

static void compare_control(struct score *score, const struct instance *instance, struct site *site)
{
    const struct entry *entry = site->block->port_count ? find_entry(&site->block->ports[0], instance->number) : NULL;
    if (*instance->parent == '-' ? !entry : names(&all, instance->parent, entry)) {
        score->control++;
    } else if (wants_example(site, 1)) {
        printf("control %" PRIx64 "#%" PRIu64 ": oracle %s | trace", instance->address, instance->number, instance->parent);
        print_entry(entry);
        printf("\n");
    }
}

static void compare_value(struct score *score, const struct instance *instance, struct site *site)
{
    const struct entry *entry = find_entry(&site->block->values, instance->number);
    bool none = *instance->value == '-';
    uint64_t value = strtoull(instance->value, NULL, 16);
    if (none ? !entry : entry && (entry->id == value || *instance->value == '*')) {
        score->values++;
    } else if (!none && entry && is_address(value)) {
        score->values++;
        score->addresses++;
    } else if (wants_example(site, 2)) {
        printf("value   %" PRIx64 "#%" PRIu64 ": oracle %s | trace", instance->address, instance->number, instance->value);
        if (entry)
            printf(" %" PRIx64 "\n", entry->id);
        else
            printf(" nothing\n");
    }
}

static void print_score(FILE *file, const char *name, const char *what, const struct score *s)
{
    if (s->sites)
        fprintf(file, "%s %s %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64 "\n", name, what, s->sites, s->instances, s->same_count,
                s->data, s->sets, s->control, s->values);
}

int main(int count, char **arguments)
{
    FILE *rows = count == 7 ? fopen(arguments[6], "w") : NULL;
    if (!rows) {
        fputs("usage: compare ORACLE TRACE HISTORY NAME EXAMPLES ROWS\n", stderr);
        return 2;
    }
    examples_wanted = (unsigned)strtoul(arguments[5], NULL, 10);
    all_read(&all, arguments[1], arguments[2], arguments[3]);
    for (size_t i = 0; i < all.site_count; i++) {
        struct score *score = &scores[!all.sites[i].block || !all.sites[i].block->sourced];
        score->sites++;
        score->same_count += all.sites[i].comparable;
        if (!all.sites[i].comparable && examples_wanted)
            printf("count   %" PRIx64 ": oracle %" PRIu64 " | trace %" PRIu64 "\n", all.sites[i].address, all.sites[i].executions,
                   all.sites[i].block ? all.sites[i].block->executions : 0);
    }
    for (size_t i = 0; i < all.instance_count; i++) {
        struct site *site = site_at(&all, all.instances[i].address);
        if (!site->comparable || *all.instances[i].value == '?')
            continue;
        struct score *score = &scores[!site->block->sourced];
        score->instances++;
        compare_data(score, &all.instances[i], site);
        compare_set(score, &all.instances[i], site);
        compare_control(score, &all.instances[i], site);
        compare_value(score, &all.instances[i], site);
    }
    print_score(rows, arguments[4], "program", &scores[0]);
    print_score(rows, arguments[4], "other", &scores[1]);
    return fclose(rows) == 0 ? 0 : 2;
}
