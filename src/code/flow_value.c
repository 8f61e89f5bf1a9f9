/* flow_value.c - symbolic values along a path; where a computed jump can lead.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "code/flow_graph.h"
#include "code/symbols.h"

#include <stdlib.h>
#include <string.h>

enum { FLOW_PATH_MAX = 48, FLOW_REGISTERS = 16, FLOW_SYMBOLS_MAX = 1024, FLOW_SLOTS_MAX = 16 };

struct flow_value {
    bool entry;                 /* a table entry */
    int symbol;                 /* if scale is not 0, or for an entry */
    uint64_t scale, constant;
    uint64_t table, width;      /* of an entry */
};

/* A memory word whose address is symbol * scale + constant, scale 0 or 1. */
struct flow_slot {
    struct flow_value where, what;
};

struct flow_values {
    struct flow_value registers[FLOW_REGISTERS];
    struct flow_slot slots[FLOW_SLOTS_MAX];
    size_t slot_count;
    uint64_t bounds[FLOW_SYMBOLS_MAX];      /* the largest value of a symbol, UINT64_MAX: unknown */
    uint64_t lowest[FLOW_SYMBOLS_MAX];      /* its least value, 32-bit */
    uint64_t shifts[FLOW_SYMBOLS_MAX];      /* this symbol is its parent plus this; 0: it has no parent */
    int parents[FLOW_SYMBOLS_MAX];
    int symbols;
    bool compared;                          /* the flags compare `left` with `right` */
    struct flow_value left;
    uint64_t right;
    int wanted;                 /* the register that would have given the last table's address, had its value at the start been known; -1: none */
};

struct flow_table {
    uint64_t address, width;    /* 8: addresses; 4: signed offsets from origin */
    uint64_t origin, last;      /* entries 0 ... last */
};

static struct flow_value fresh(struct flow_values *v)
{
    /* A path is too short to use up all symbols. If one did, the last symbol stays without a bound. */
    int symbol = v->symbols < FLOW_SYMBOLS_MAX - 1 ? v->symbols++ : v->symbols;
    v->bounds[symbol] = UINT64_MAX;
    v->lowest[symbol] = v->shifts[symbol] = 0;
    v->parents[symbol] = symbol;
    return (struct flow_value){.symbol = symbol, .scale = 1};
}

static struct flow_value constant(uint64_t value)
{
    return (struct flow_value){.constant = value};
}

static void flow_values_begin(struct flow_values *v)
{
    v->slot_count = 0;
    v->symbols = 0;
    v->compared = false;
    v->wanted = -1;
    for (int i = 0; i < FLOW_REGISTERS; i++)
        v->registers[i] = fresh(v);
}

static void flow_values_assume(struct flow_values *v, int reg, uint64_t value)
{
    v->registers[reg] = constant(value);
}

static bool flow_values_constant(const struct flow_values *v, int reg, uint64_t *value)
{
    *value = v->registers[reg].constant;
    return !v->registers[reg].entry && v->registers[reg].scale == 0;
}

/* The register that held a value at the start; -1: none. */
static int start_register(struct flow_value value)
{
    return !value.entry && value.scale == 1 && value.constant == 0 && value.symbol < FLOW_REGISTERS ? value.symbol : -1;
}

static bool sum(struct flow_value a, struct flow_value b, struct flow_value *result)
{
    if (a.entry && b.entry)
        return false;
    if (a.entry || b.entry) {
        const struct flow_value *other = a.entry ? &b : &a;
        *result = a.entry ? a : b;
        result->constant += other->constant;
        return other->scale == 0;
    }
    if (a.scale && b.scale && a.symbol != b.symbol)
        return false;
    *result = (struct flow_value){.symbol = a.scale ? a.symbol : b.symbol, .scale = a.scale + b.scale, .constant = a.constant + b.constant};
    return true;
}

static struct flow_value scaled(struct flow_value value, uint64_t factor)
{
    value.scale *= factor;
    value.constant *= factor;
    return value;
}

/* The address of a memory operand. */
static bool address_of(struct flow_values *v, const struct operand *o, struct flow_value *address)
{
    struct flow_value base = constant((uint64_t)o->displacement), index = constant(0);
    if (o->rip_relative) {
        *address = base;
        return true;
    }
    if (o->segment_based || o->base >= FLOW_REGISTERS || o->index >= FLOW_REGISTERS)
        return false;
    if (o->base >= 0 && !sum(v->registers[o->base], base, &base))
        return false;
    if (o->index >= 0) {
        if (v->registers[o->index].entry)
            return false;
        index = scaled(v->registers[o->index], o->scale);
    }
    if (sum(base, index, address))
        return true;
    int first = start_register(base), second = start_register(index);
    v->wanted = index.scale > 1 ? first : base.scale > 1 ? second : -1;
    return false;
}

static bool same(struct flow_value a, struct flow_value b)
{
    return a.scale == b.scale && a.constant == b.constant && (a.scale == 0 || a.symbol == b.symbol);
}

static struct flow_value load(struct flow_values *v, const struct operand *o)
{
    struct flow_value where, what;
    if (!address_of(v, o, &where) || where.entry)
        return fresh(v);
    if (where.scale == o->size && (where.scale == 4 || where.scale == 8))
        return (struct flow_value){.entry = true, .symbol = where.symbol, .table = where.constant, .width = where.scale};
    for (size_t i = 0; i < v->slot_count; i++)
        if (same(v->slots[i].where, where))
            return v->slots[i].what;
    what = fresh(v);
    if (where.scale <= 1 && v->slot_count < FLOW_SLOTS_MAX)
        v->slots[v->slot_count++] = (struct flow_slot){where, what};
    return what;
}

/* A store makes unknown every word it may overlap. Other words of the same object stay known. */
static void store(struct flow_values *v, const struct operand *o, const struct flow_value *what)
{
    enum { APART = 8 };
    struct flow_value where = {0};
    bool known = address_of(v, o, &where) && !where.entry && where.scale <= 1;
    size_t kept = 0;
    for (size_t i = 0; i < v->slot_count; i++) {
        const struct flow_value *slot = &v->slots[i].where;
        uint64_t above = slot->constant - where.constant;
        if (known && slot->scale == where.scale && (slot->scale == 0 || slot->symbol == where.symbol) && above >= APART
            && above <= UINT64_MAX - APART)
            v->slots[kept++] = v->slots[i];
    }
    v->slot_count = kept;
    if (known && what && o->size >= 4 && kept < FLOW_SLOTS_MAX)
        v->slots[v->slot_count++] = (struct flow_slot){where, *what};
}

static struct flow_value read_operand(struct flow_values *v, const struct operand *o)
{
    if (o->kind == OPERAND_IMMEDIATE)
        return constant((uint64_t)o->immediate);
    if (o->kind == OPERAND_MEMORY)
        return load(v, o);
    return o->reg >= 0 && o->reg < FLOW_REGISTERS && !o->high_byte ? v->registers[o->reg] : fresh(v);
}

static void write_operand(struct flow_values *v, const struct operand *o, struct flow_value value)
{
    if (o->kind == OPERAND_MEMORY)
        store(v, o, &value);
    else if (o->kind == OPERAND_REGISTER && o->reg >= 0 && o->reg < FLOW_REGISTERS)
        v->registers[o->reg] = value;
}

/* A symbol moved by a constant becomes a symbol of its own. A bound on one is no bound on the other; bound_of knows the exception. */
static struct flow_value settled(struct flow_values *v, struct flow_value value)
{
    if (value.entry || value.scale != 1 || value.constant == 0)
        return value;
    struct flow_value moved = fresh(v);
    v->parents[moved.symbol] = value.symbol;
    v->shifts[moved.symbol] = value.constant;
    return moved;
}

/* The largest value of a symbol. `lea 5(%r12),%eax; cmp $-5,%r12d; jb default` bounds eax too: it wrapped around to 0 ... 4. */
static uint64_t bound_of(const struct flow_values *v, int symbol)
{
    uint64_t shift = v->shifts[symbol], lowest = v->lowest[v->parents[symbol]];
    bool wraps = shift && lowest && shift < FLOW_TABLE_MAX && ((lowest + shift) & UINT32_MAX) == 0;
    return wraps && shift - 1 < v->bounds[symbol] ? shift - 1 : v->bounds[symbol];
}

static void compare(struct flow_values *v, struct flow_value left, const struct operand *o, uint8_t size)
{
    struct flow_value right = read_operand(v, o);
    v->compared = !left.entry && left.scale == 1 && left.constant == 0 && !right.entry && right.scale == 0;
    v->left = left;
    v->right = size >= 8 || size == 0 ? right.constant : right.constant & (((uint64_t)1 << 8 * size) - 1);
}

static void step_move(struct flow_values *v, const struct decoded *d)
{
    struct flow_value value = read_operand(v, &d->operand[1]);
    if (d->operand[0].kind == OPERAND_REGISTER && d->operand[0].size < 4)
        value = fresh(v); /* the rest of the register keeps its value */
    write_operand(v, &d->operand[0], value);
}

static void step_lea(struct flow_values *v, const struct decoded *d)
{
    struct flow_value value;
    bool known = address_of(v, &d->operand[1], &value);
    write_operand(v, &d->operand[0], known ? settled(v, value) : fresh(v));
}

static void step_add(struct flow_values *v, const struct decoded *d)
{
    struct flow_value value, a = read_operand(v, &d->operand[0]), b = read_operand(v, &d->operand[1]);
    bool known = sum(a, b, &value);
    if (!known && (a.entry || b.entry))
        v->wanted = start_register(a.entry ? b : a);
    write_operand(v, &d->operand[0], known ? settled(v, value) : fresh(v));
}

static void step_subtract(struct flow_values *v, const struct decoded *d)
{
    struct flow_value value, a = read_operand(v, &d->operand[0]), b = read_operand(v, &d->operand[1]);
    compare(v, a, &d->operand[1], d->operand[0].size);
    bool known = !b.entry && b.scale == 0 && sum(a, constant(-b.constant), &value);
    write_operand(v, &d->operand[0], known ? settled(v, value) : fresh(v));
}

static void step_compare(struct flow_values *v, const struct decoded *d)
{
    compare(v, read_operand(v, &d->operand[0]), &d->operand[1], d->operand[0].size);
}

static void step_shift(struct flow_values *v, const struct decoded *d)
{
    struct flow_value a = read_operand(v, &d->operand[0]);
    const struct operand *by = &d->operand[1];
    bool known = d->operands == 2 && by->kind == OPERAND_IMMEDIATE && by->immediate >= 0 && by->immediate < 32 && !a.entry;
    write_operand(v, &d->operand[0], known ? scaled(a, (uint64_t)1 << by->immediate) : fresh(v));
}

static void step_and(struct flow_values *v, const struct decoded *d)
{
    struct flow_value value = fresh(v);
    if (d->operand[1].kind == OPERAND_IMMEDIATE && d->operand[1].immediate >= 0)
        v->bounds[value.symbol] = (uint64_t)d->operand[1].immediate;
    write_operand(v, &d->operand[0], value);
}

static void step_xor(struct flow_values *v, const struct decoded *d)
{
    bool zero = d->operand[0].kind == OPERAND_REGISTER && d->operand[1].kind == OPERAND_REGISTER && d->operand[0].reg == d->operand[1].reg
                && d->operand[0].size >= 4;
    write_operand(v, &d->operand[0], zero ? constant(0) : fresh(v));
}

static void step_nothing(struct flow_values *v, const struct decoded *d)
{
    (void)v, (void)d;
}

/* Instructions that write only their first operand. */
static void step_write(struct flow_values *v, const struct decoded *d)
{
    write_operand(v, &d->operand[0], fresh(v));
}

static void step_stack(struct flow_values *v, const struct decoded *d)
{
    if (d->operation == OPERATION_POP)
        write_operand(v, &d->operand[0], fresh(v));
    v->registers[d->arch->stack_pointer] = fresh(v);
}

/* Everything else. Afterwards these are unknown: registers that some instruction writes without naming them, its operands, and memory. A call keeps the
 * registers that the ABI saves. */
static void step_other(struct flow_values *v, const struct decoded *d)
{
    for (int i = 0; i < FLOW_REGISTERS; i++)
        if (!(d->arch->saved >> i & 1))
            v->registers[i] = fresh(v);
    for (size_t i = 0; i < d->operands && i < 4; i++)
        if (d->operand[i].kind == OPERAND_REGISTER && d->flow == FLOW_NEXT)
            write_operand(v, &d->operand[i], fresh(v));
    v->slot_count = 0;
}

static const struct {
    enum arch_operation operation;
    uint8_t operands;
    void (*step)(struct flow_values *v, const struct decoded *d);
} effects[] = {
    {OPERATION_MOVE, 2, step_move}, {OPERATION_EXTEND, 2, step_move}, {OPERATION_ADDRESS, 2, step_lea}, {OPERATION_ADD, 2, step_add},
    {OPERATION_SUBTRACT, 2, step_subtract}, {OPERATION_COMPARE, 2, step_compare}, {OPERATION_SHIFT_LEFT, 2, step_shift}, {OPERATION_AND, 2, step_and},
    {OPERATION_XOR, 2, step_xor}, {OPERATION_WIDEN, 0, step_nothing}, {OPERATION_NOTHING, 0, step_nothing}, {OPERATION_NOTHING, 1, step_nothing},
    {OPERATION_NOTHING, 2, step_nothing}, {OPERATION_LANDING, 0, step_nothing}, {OPERATION_TEST, 2, step_nothing}, {OPERATION_OR, 2, step_write},
    {OPERATION_SHIFT_RIGHT, 2, step_write}, {OPERATION_MULTIPLY, 2, step_write}, {OPERATION_MULTIPLY, 3, step_write}, {OPERATION_INCREMENT, 1, step_write},
    {OPERATION_NEGATE, 1, step_write}, {OPERATION_PUSH, 1, step_stack}, {OPERATION_POP, 1, step_stack}};

static void flow_values_step(struct flow_values *v, const struct decoded *d)
{
    bool jumps = d->flow == FLOW_BRANCH || d->flow == FLOW_JUMP;
    void (*effect)(struct flow_values *, const struct decoded *) = jumps ? step_nothing : step_other;
    if (d->operands && d->operand[0].kind == OPERAND_REGISTER && d->operand[0].reg >= FLOW_REGISTERS)
        effect = step_nothing; /* a vector register */
    else if (d->operation == OPERATION_SET || d->operation == OPERATION_MOVE_IF)
        effect = step_write;
    for (size_t i = 0; i < sizeof effects / sizeof *effects; i++)
        if (effects[i].operands == d->operands && effects[i].operation == d->operation)
            effect = effects[i].step;
    effect(v, d);
    if (d->flags_written & (FLAG_CF | FLAG_ZF) && effect != step_compare && effect != step_subtract)
        v->compared = false;
}

static void flow_values_branch(struct flow_values *v, const struct decoded *d, bool taken)
{
    bool above = d->condition == ARCH_ABOVE, not_below = d->condition == ARCH_NOT_BELOW;
    bool below = d->condition == ARCH_BELOW, not_above = d->condition == ARCH_NOT_ABOVE;
    if (!v->compared)
        return;
    uint64_t bound = UINT64_MAX;
    if (taken ? not_above : above)
        bound = v->right;
    else if ((taken ? below : not_below) && v->right)
        bound = v->right - 1;
    if (bound < v->bounds[v->left.symbol])
        v->bounds[v->left.symbol] = bound;
    if (taken ? not_below : below)
        v->lowest[v->left.symbol] = v->right;
    else if (taken ? above : not_above)
        v->lowest[v->left.symbol] = v->right + 1;
}

static bool flow_values_table(struct flow_values *v, const struct decoded *jump, struct flow_table *table)
{
    if (jump->flow != FLOW_INDIRECT || jump->operands != 1)
        return false;
    struct flow_value value = read_operand(v, &jump->operand[0]);
    if (!value.entry || bound_of(v, value.symbol) == UINT64_MAX || (value.width == 8 && value.constant) || (value.width == 4 && !value.constant))
        return false;
    *table = (struct flow_table){value.table, value.width, value.constant, bound_of(v, value.symbol)};
    return true;
}

/* ---- Where a computed jump can lead ----
 *
 * Follows the path to the jump backwards while there is only one, then runs it forwards on symbolic values. If that gives no table, and several paths meet
 * where this one begins, follows each of them; all must agree. A switch is a jump to an entry of a table whose index has a bound:
 *
 *     cmpl $7,-4(%rbp); ja default; mov -4(%rbp),%eax; lea 0(,%rax,4),%rdx; lea table(%rip),%rax; mov (%rdx,%rax),%eax; cltq;
 *     lea table(%rip),%rdx; add %rdx,%rax; jmp *%rax                                                      gcc -O0, relative
 *     cmp $7,%edi; ja default; mov %edi,%eax; jmp *table(,%rax,8)                                        absolute
 *     and $3,%eax; jmp *(%r12,%rax,8)                                               the table's address lifted out of a loop
 *
 * Reads no table if its bound or address is not visible, and none with an entry that is not an instruction of the function. */

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

/* The addresses of the instructions that lead directly to this one, at most WAYS_MAX. 0: none, more than that, or not all are known. */
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

/* Puts the instruction at an address in front of the path. False: it neither goes on nor jumps to a known target. */
static bool path_prepend(struct flow_graphs *flow, const struct flow_function *f, size_t begin, uint64_t address, uint64_t *addresses)
{
    struct decoded *decoded = &flow->path->code[begin - 1];
    addresses[begin - 1] = address;
    return decode(flow, f, address, decoded) && (goes_on(decoded) || decoded->flow == FLOW_JUMP);
}

/* Extends the path backwards while there is exactly one way, at most to number `least`. Returns its new beginning. */
static size_t path_extend(struct flow_graphs *flow, const struct flow_function *f, size_t begin, size_t least, uint64_t *addresses)
{
    uint64_t from[WAYS_MAX];
    while (begin > least && ways_to(flow, f, addresses[begin], from) == 1 && path_prepend(flow, f, begin, from[0], addresses))
        begin--;
    return begin;
}

/* Fills the path with the instructions that lead to the one at an address: at most `most`, counting that one. Returns where they begin. */
static size_t path_gather(struct flow_graphs *flow, const struct flow_function *f, uint64_t address, size_t most, uint64_t *addresses)
{
    size_t begin = FLOW_PATH_MAX - 1;
    addresses[begin] = address;
    if (!decode(flow, f, address, &flow->path->code[begin]))
        return FLOW_PATH_MAX;
    return path_extend(flow, f, begin, FLOW_PATH_MAX - most, addresses);
}

/* Runs the path up to its last instruction, without that one. If `base` is given, assumes it in its register. */
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
    enum { NEAR = 12 };
    uint64_t addresses[FLOW_PATH_MAX], number;
    size_t begin = path_gather(flow, f, address, NEAR, addresses);
    if (begin >= FLOW_PATH_MAX)
        return false;
    path_run(flow->path, begin, addresses, NULL);
    const struct arch *arch = flow->path->code[FLOW_PATH_MAX - 1].arch;
    return flow_values_constant(&flow->path->values, arch->system_number, &number) && arch->ends && arch->ends(number);
}

static bool table_entry(struct symbols *symbols, const struct flow_table *table, uint64_t i, uint64_t *target)
{
    uint64_t where = table->address + i * table->width;
    if (table->width == 8)
        return symbols_pointer(symbols, where, target);
    struct str bytes = symbols_bytes(symbols, where, 4);
    int32_t offset;
    if (bytes.size < sizeof offset)
        return false;
    memcpy(&offset, bytes.data, sizeof offset);
    *target = table->origin + (uint64_t)(int64_t)offset;
    return true;
}

/* Compilers fill unreachable table entries with the address after the function. */
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

/* The table on which all paths agree that meet at the start of a path. */
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

/* The table that the path to a jump shows. False: values.wanted is the register whose value was missing. */
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
