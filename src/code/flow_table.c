/* flow_table.c - what a computed jump can reach.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The path that leads to the jump is followed backwards as long as only one is known, then run forwards on symbolic values (flow_value.c).
 * If that does not tell, and the path begins where several meet, each of them is followed, and all have to tell the same.
 * A switch shows itself as an entry of a table whose index has a bound:
 *
 *     cmpl $7,-4(%rbp); ja default; mov -4(%rbp),%eax; lea 0(,%rax,4),%rdx; lea table(%rip),%rax; mov (%rdx,%rax),%eax; cltq;
 *     lea table(%rip),%rdx; add %rdx,%rax; jmp *%rax                                                      gcc -O0, relative
 *     cmp $7,%edi; ja default; mov %edi,%eax; jmp *table(,%rax,8)                                        absolute
 *     and $3,%eax; jmp *(%r12,%rax,8)                                               the table's address lifted out of a loop
 *
 * Where the bound or the table is not in sight no table is read; and none that has an entry which is no instruction of the function. */
#include "code/flow_inside.h"
#include "code/flow_value.h"
#include "code/symbols.h"

#include <stdlib.h>
#include <string.h>

enum { WAYS_MAX = 8 };

struct flow_path {
    struct decoded code[FLOW_PATH_MAX];     /* filled from the end */
    struct flow_values values;
};

struct flow_path *flow_path_open(void)
{
    return memory_allocate(sizeof(struct flow_path));
}

void flow_path_close(struct flow_path *path)
{
    free(path);
}

static bool decode(struct flow_graphs *flow, const struct flow_function *f, uint64_t address, struct decoded *decoded)
{
    return flow_starts(f, address) && decoder_decode(flow->decoder, flow_bytes(f, address), address, decoded);
}

static bool goes_on(const struct decoded *d)
{
    return d->flow == FLOW_NEXT || d->flow == FLOW_BRANCH || flow_is_call(d->flow);
}

/* The addresses of the instructions from which control comes to one, at most WAYS_MAX; 0: none, more, or not all are known. */
static size_t ways_to(struct flow_graphs *flow, const struct flow_function *f, uint64_t address, uint64_t *from)
{
    enum { LONGEST = 15 };
    uint64_t bit, way = 0;
    struct decoded decoded;
    size_t count = 0;
    const struct flow_cell *cell = flow_cell(f, address, &bit);
    if (address == f->entry || !cell || cell->unknown & bit)
        return 0;
    for (uint64_t back = 1; cell->follows & bit && count == 0 && back <= LONGEST && back <= address; back++)
        if (decode(flow, f, address - back, &decoded) && decoded.length == back && goes_on(&decoded))
            from[count++] = address - back;
    if (cell->follows & bit && count == 0)
        return 0;
    map_get(&f->targets, address, &way);
    for (; way; way = f->ways[way - 1].next) {
        if (count == WAYS_MAX)
            return 0;
        from[count++] = f->ways[way - 1].from;
    }
    return count;
}

/* Puts the instruction at an address in front of the path; false: control does not come from there by a jump of known target. */
static bool path_prepend(struct flow_graphs *flow, const struct flow_function *f, size_t begin, uint64_t address, uint64_t *addresses)
{
    struct decoded *decoded = &flow->path->code[begin - 1];
    addresses[begin - 1] = address;
    return decode(flow, f, address, decoded) && (goes_on(decoded) || decoded->flow == FLOW_JUMP);
}

/* Lengthens the path backwards as long as there is just one way; at most to number `least`. Returns where it begins then. */
static size_t path_extend(struct flow_graphs *flow, const struct flow_function *f, size_t begin, size_t least, uint64_t *addresses)
{
    uint64_t from[WAYS_MAX];
    while (begin > least && ways_to(flow, f, addresses[begin], from) == 1 && path_prepend(flow, f, begin, from[0], addresses))
        begin--;
    return begin;
}

/* Fills the path with the instructions that lead to the one at an address, at most `most`; returns where they begin. */
static size_t path_gather(struct flow_graphs *flow, const struct flow_function *f, uint64_t address, size_t most, uint64_t *addresses)
{
    size_t begin = FLOW_PATH_MAX - 1;
    addresses[begin] = address;
    if (!decode(flow, f, address, &flow->path->code[begin]))
        return FLOW_PATH_MAX;
    return path_extend(flow, f, begin, FLOW_PATH_MAX - most, addresses);
}

/* Runs the path up to, not including, its last instruction. Assumes `base` in a register if there is one. */
static void path_run(struct flow_path *path, size_t begin, const uint64_t *addresses, const struct flow_base *base)
{
    flow_values_begin(&path->values);
    if (base)
        flow_values_assume(&path->values, base->reg, base->value);
    for (size_t i = begin; i + 1 < FLOW_PATH_MAX; i++) {
        flow_values_step(&path->values, &path->code[i]);
        if (path->code[i].flow == FLOW_BRANCH)
            flow_values_branch(&path->values, &path->code[i], addresses[i + 1] != addresses[i] + path->code[i].length);
    }
}

bool flow_system_call_ends(struct flow_graphs *flow, struct flow_function *f, uint64_t address)
{
    enum { NEAR = 12, SIGNAL_RETURN = 15, EXIT = 60, EXIT_GROUP = 231 };
    uint64_t addresses[FLOW_PATH_MAX], number;
    size_t begin = path_gather(flow, f, address, NEAR, addresses);
    if (begin >= FLOW_PATH_MAX)
        return false;
    path_run(flow->path, begin, addresses, NULL);
    return flow_values_constant(&flow->path->values, 0, &number) && (number == SIGNAL_RETURN || number == EXIT || number == EXIT_GROUP);
}

static bool table_entry(struct symbols *symbols, const struct flow_table *table, uint64_t i, uint64_t *target)
{
    uint64_t where = table->address + i * table->width;
    if (table->width == 8)
        return symbols_pointer(symbols, where, target);
    struct slice bytes = symbols_bytes(symbols, where, 4);
    int32_t offset;
    if (bytes.size < sizeof offset)
        return false;
    memcpy(&offset, bytes.data, sizeof offset);
    *target = table->origin + (uint64_t)(int64_t)offset;
    return true;
}

/* Compilers fill holes that cannot be reached with the address behind the function. */
static bool is_end(const struct flow_function *f, uint64_t address)
{
    for (size_t i = 0; i < f->range_count; i++)
        if (f->ranges[i].address + f->ranges[i].bytes.size == address)
            return true;
    return false;
}

static bool fits(struct flow_graphs *flow, struct flow_function *f, uint64_t target, bool settled)
{
    uint64_t bit;
    const struct flow_cell *cell = flow_cell(f, target, &bit);
    if (settled)
        return cell && cell->starts & bit;
    if (!cell)
        return flow_claim(flow, f, target);
    return cell->starts & bit || !(cell->inside & bit);
}

static bool read_table(struct flow_graphs *flow, struct flow_function *f, uint64_t jump, const struct flow_table *table, bool settled)
{
    size_t known = f->edge_count;
    if (table->last >= FLOW_TABLE_MAX)
        return false;
    for (uint64_t i = 0, target; i <= table->last; i++) {
        if (f->entries_read++ >= FLOW_ENTRIES_MAX || !table_entry(flow->symbols, table, i, &target)
            || (!is_end(f, target) && !fits(flow, f, target, settled))) {
            f->edge_count = known;
            return false;
        }
        if (f->edge_count > known && f->edges[f->edge_count - 1].to == target)
            continue;
        f->edges = array_grow(f->edges, &f->edge_capacity, f->edge_count + 1, sizeof *f->edges);
        f->edges[f->edge_count++] = (struct flow_edge){jump, target};
    }
    return f->edge_count > known;
}

static bool path_table(struct flow_path *path, size_t begin, const uint64_t *addresses, const struct flow_base *base, struct flow_table *table)
{
    path_run(path, begin, addresses, base);
    return flow_values_table(&path->values, &path->code[FLOW_PATH_MAX - 1], table);
}

/* The table that all the paths tell of that meet where one begins. */
static bool agreed_table(struct flow_graphs *flow, const struct flow_function *f, size_t meeting, uint64_t *addresses,
                         const struct flow_base *base, struct flow_table *table)
{
    uint64_t from[WAYS_MAX];
    size_t ways = meeting ? ways_to(flow, f, addresses[meeting], from) : 0;
    for (size_t i = 0; i < ways; i++) {
        struct flow_table other;
        if (!path_prepend(flow, f, meeting, from[i], addresses))
            return false;
        size_t begin = path_extend(flow, f, meeting - 1, 0, addresses);
        if (!path_table(flow->path, begin, addresses, base, &other))
            return false;
        if (i && (other.address != table->address || other.width != table->width || other.origin != table->origin))
            return false;
        if (i && table->last > other.last)
            other.last = table->last;
        *table = other;
    }
    return ways > 0;
}

/* The table that the path to a jump tells of. If false, values.wanted is what the path was short of. */
static bool find_table(struct flow_graphs *flow, const struct flow_function *f, uint64_t jump, const struct flow_base *base, struct flow_table *table)
{
    uint64_t addresses[FLOW_PATH_MAX];
    size_t meeting = path_gather(flow, f, jump, FLOW_PATH_MAX, addresses);
    if (meeting >= FLOW_PATH_MAX)
        return false;
    if (path_table(flow->path, meeting, addresses, base, table))
        return true;
    int wanted = flow->path->values.wanted;
    bool found = agreed_table(flow, f, meeting, addresses, base, table);
    flow->path->values.wanted = wanted;
    return found;
}

bool flow_table_read(struct flow_graphs *flow, struct flow_function *f, uint64_t jump, bool settled)
{
    struct flow_table table;
    size_t known = f->edge_count, fitting = 0;
    flow->path->values.wanted = -1;
    if (find_table(flow, f, jump, NULL, &table))
        return read_table(flow, f, jump, &table, settled);
    int wanted = flow->path->values.wanted;
    for (size_t i = 0; wanted >= 0 && i < f->base_count; i++)
        if (f->bases[i].reg == wanted && find_table(flow, f, jump, &f->bases[i], &table))
            fitting += read_table(flow, f, jump, &table, settled);
    if (fitting != 1)
        f->edge_count = known;
    return fitting == 1;
}
