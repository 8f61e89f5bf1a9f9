/* unrun.c - why code did not run; finds callers of a function in the bytes of the code.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Calls, jumps and `lea` contain the distance to the function in four bytes (short jumps in one), counted from the instruction's end. Wherever bytes match,
 * unrun looks up their instruction in the function's graph and decodes it. So it disassembles only functions that may contain a call. */
#include "recording/questions/unrun.h"
#include "recording/questions/program.h"

#include <stdlib.h>
#include <string.h>

/* An address that a step stands for, besides others on its line and in its function. */
struct unrun_member {
    size_t step;
    uint64_t address;
};

struct unrun_work {
    struct program *program;
    struct symbols *symbols;
    struct flow_graphs *flow;
    struct decoder *decoder;            /* may be NULL */
    const struct progress *progress;
    bool stopped;
    struct unrun *unrun;
    size_t *parents;                    /* by step; SIZE_MAX: none */
    size_t parent_capacity;
    struct unrun_member *members;       /* addresses of calls that did not run, by step */
    size_t member_count, member_capacity;
    bool pointers_counted;
};

/* ---- Calls that did not run ---- */

struct unrun_site {
    uint64_t address;           /* link address of the instruction */
    bool takes;                 /* it takes the address, and does not lead there */
};
struct unrun_sites {            /* zeroed is empty; free() items */
    struct unrun_site *items;
    size_t count, capacity;
};

enum { LONGEST = 15, DISTANCE = 4, REPORTED = 1 << 12 /* matching places between two reports of progress */ };

/* Does it lead to the address, or have it as an operand? */
static bool is_site(const struct decoded *decoded, uint64_t entry, bool *takes)
{
    bool jumps = decoded->flow == FLOW_CALL || decoded->flow == FLOW_JUMP || decoded->flow == FLOW_BRANCH;
    *takes = !jumps;
    if (jumps)
        return decoded->target == entry;
    for (size_t i = 0; i < decoded->operands && i < sizeof decoded->operand / sizeof *decoded->operand; i++) {
        const struct operand *operand = &decoded->operand[i];
        bool loaded = operand->kind == OPERAND_MEMORY && operand->rip_relative && decoded->operation == OPERATION_ADDRESS;
        if (loaded ? (uint64_t)operand->displacement == entry : operand->kind == OPERAND_IMMEDIATE && (uint64_t)operand->immediate == entry)
            return true;
    }
    return false;
}

/* The site that ends at an address, or whose last bytes do. */
static bool site_ending(struct unrun_work *work, uint64_t end, uint64_t least, uint64_t entry, struct unrun_site *site)
{
    struct decoded decoded;
    struct flow_site at;
    for (uint64_t back = 2; back <= LONGEST && back <= end - least; back++) {
        uint64_t address = end - back;
        if (decoder_decode(work->decoder, symbols_bytes(work->symbols, address, LONGEST), address, &decoded) && decoded.length == back &&
            is_site(&decoded, entry, &site->takes) && flow_site(work->flow, address, &at) && at.function != entry) {
            site->address = address;
            return true;
        }
    }
    return false;
}

/* Do the bytes before `end` contain the address: as a distance, as themselves, or as the distance of a short jump? */
static bool may_name(const unsigned char *bytes, size_t at, uint64_t end, uint64_t entry)
{
    uint32_t four;
    uint64_t distance = entry - end;
    if (at >= DISTANCE + 1) {
        memcpy(&four, bytes + at - DISTANCE, DISTANCE);
        if (four == (uint32_t)distance || (four == entry && entry))
            return true;
    }
    unsigned char code = bytes[at - 2];
    return distance + 128 < 256 && bytes[at - 1] == (unsigned char)distance && (code == 0xeb || (code & 0xf0) == 0x70 || (code & 0xfc) == 0xe0);
}

static void look_through(struct unrun_work *work, struct symbols_function function, uint64_t entry, struct unrun_sites *sites)
{
    struct str bytes = symbols_bytes(work->symbols, function.address, (size_t)function.size);
    size_t tried = 0;
    for (size_t at = 2; at <= bytes.size && !work->stopped; at++) {
        struct unrun_site site = {0};
        if (!may_name((const unsigned char *)bytes.data, at, function.address + at, entry))
            continue;
        if (++tried % REPORTED == 0 && !progress_report(work->progress, at, bytes.size))
            work->stopped = true;
        if (!site_ending(work, function.address + at, function.address, entry, &site))
            continue;
        sites->items = array_grow(sites->items, &sites->capacity, sites->count + 1, sizeof *sites->items);
        sites->items[sites->count++] = site;
    }
}

/* Instructions of other functions that lead to a function or take its address, by address. */
static void unrun_sites(struct unrun_work *work, uint64_t entry, struct unrun_sites *sites)
{
    size_t count = symbols_function_count(work->symbols);
    sites->count = 0;
    for (size_t i = 0; work->decoder && i < count; i++) {
        if (i % 64 == 0 && !progress_report(work->progress, i, count)) {
            work->stopped = true;
            return;
        }
        struct symbols_function function = symbols_function(work->symbols, i);
        if (symbols_is_code(work->symbols, function.address))
            look_through(work, function, entry, sites);
    }
}

/* ---- Conditions around a branch that decided ----
 *
 * In `if (a) if (b) target;` b may have been false at some time, and yet the time that matters may be another one, when a was false. */

enum { AROUND = 8 /* levels */, SEARCHED = 1 << 12 /* executions, for the last one that went past */ };

/* A branch that is control dependent upon itself is a loop's. */
static bool is_loop(struct unrun_work *work, uint64_t branch)
{
    struct flow_arcs arcs = {0};
    bool loop = false;
    if (flow_control(work->flow, branch, &arcs))
        for (size_t i = 0; i < arcs.count; i++)
            loop |= arcs.items[i].from == branch;
    free(arcs.items);
    return loop;
}

static bool unrun_add(struct unrun_work *work, size_t parent, enum unrun_kind kind, uint64_t link);
static bool unrun_ran(const struct unrun_work *work, uint64_t link, struct node *last, uint64_t *executions);

/* How often a branch did not take an arc. Known if the arc is the only one to its target. */
static bool count_past(struct unrun_work *work, const struct flow_arc *arc, uint64_t *past)
{
    struct flow_arcs arrivals = {0};
    struct node node;
    uint64_t at = 0, there = 0;
    bool only = flow_arrivals(work->flow, arc->to, &arrivals) && arrivals.count == 1;
    free(arrivals.items);
    if (!only || !unrun_ran(work, arc->from, &node, &at) || !unrun_ran(work, arc->to, &node, &there) || at < there)
        return false;
    *past = at - there;
    return true;
}

/* The last execution of a branch that did not go to an address, by the next execution of its thread. */
static bool find_past(const struct unrun_work *work, struct node branch, uint64_t to, struct node *past)
{
    const struct store *store = program_store(work->program);
    uint64_t index, time, next;
    struct node after;
    if (!store_find_address(store, to + program_bias(work->program), &index))
        return false;
    for (uint64_t k = 0; k < SEARCHED && k <= branch.instance; k++) {
        *past = (struct node){branch.index, branch.instance - k};
        if (!store_time(store, *past, &time) || !store_next_in_thread(store, time, &next) || !store_at(store, next, &after))
            return false;
        if (after.index != index)
            return true;
    }
    return false;
}

static void add_past(struct unrun_work *work, size_t parent, const struct flow_arc *arc, uint64_t past)
{
    if (!unrun_add(work, parent, UNRUN_WENT_PAST, arc->from))
        return;
    struct unrun_step *step = &work->unrun->steps[work->unrun->count - 1];
    step->past = past;
    step->has_node = step->has_node && find_past(work, step->node, arc->to, &step->node);
    if (!step->has_node || !store_time(program_store(work->program), step->node, &step->time))
        step->time = 0;
}

/* Adds steps below a branch that ran, at a link address: the branches that lead to it and did not go there each time. */
static void unrun_past(struct unrun_work *work, size_t step, uint64_t branch)
{
    uint64_t around[AROUND] = {branch}, past;
    size_t count = 1;
    struct flow_arcs arcs = {0};
    for (size_t at = 0; at < count; at++) {
        if (!flow_control(work->flow, around[at], &arcs))
            continue;
        for (size_t i = 0; i < arcs.count && count < AROUND; i++) {
            bool seen = false;
            for (size_t k = 0; k < count; k++)
                seen |= around[k] == arcs.items[i].from;
            if (seen)
                continue;
            around[count++] = arcs.items[i].from;
            if (!is_loop(work, arcs.items[i].from) && count_past(work, &arcs.items[i], &past) && past)
                add_past(work, step, &arcs.items[i], past);
        }
    }
    free(arcs.items);
}

/* ---- Back through one function: branches that decided, and code that did not come back ----
 *
 * Two walks from the targets back, both only through code that did not run, up to code that ran. The walk along control dependences finds the branches that
 * went the other way: they decided. The walk along the arcs of the graph finds code that ran and had no choice, but was not followed by the next: it did not
 * come back. Every way from the entry to a target that did not run crosses from code that ran to code that did not; so wherever there is a way, one of the
 * walks finds the reason. */

enum { STEPS_REPORTED = 64 };                 /* one step may look at all arcs of a function */

struct waiting {
    uint64_t address, through;
};

struct queue {                          /* zeroed is empty */
    struct waiting *items;
    size_t count, capacity, next;
    struct map seen;
};

static void queue_free(struct queue *queue)
{
    free(queue->items);
    map_free(&queue->seen);
}

static void put(struct queue *queue, uint64_t address, uint64_t through)
{
    uint64_t ignored;
    if (map_get(&queue->seen, address, &ignored))
        return;
    map_put(&queue->seen, address, through);
    queue->items = array_grow(queue->items, &queue->capacity, queue->count + 1, sizeof *queue->items);
    queue->items[queue->count++] = (struct waiting){address, through};
}

static bool take(struct unrun_work *work, struct queue *queue, struct waiting *waiting)
{
    if (queue->next == queue->count || work->stopped)
        return false;
    if (queue->next % STEPS_REPORTED == STEPS_REPORTED - 1 && !progress_report(work->progress, queue->next, 0))
        work->stopped = true;
    *waiting = queue->items[queue->next++];
    return !work->stopped;
}

static void begin(struct queue *queue, const uint64_t *targets, size_t count)
{
    for (size_t i = 0; i < count; i++)
        put(queue, targets[i], 0);
}

static bool ran(const struct unrun_work *work, uint64_t link)
{
    struct node node;
    uint64_t executions;
    return unrun_ran(work, link, &node, &executions);
}

static void add_once(struct unrun_work *work, struct map *added, size_t parent, enum unrun_kind kind, uint64_t link, uint64_t through)
{
    uint64_t ignored;
    if (map_get(added, link, &ignored))
        return;
    map_put(added, link, kind);
    if (unrun_add(work, parent, kind, link))
        work->unrun->steps[work->unrun->count - 1].through = through;
}

/* Are two instructions on one line of one function, like conditions joined by && or ||? */
static bool same_line(const struct unrun_work *work, uint64_t a, uint64_t b)
{
    struct source_position x, y;
    return symbols_position(work->symbols, a, &x) && symbols_position(work->symbols, b, &y) && x.line && x.line == y.line && str_equal(x.file, y.file) &&
           str_equal(x.function, y.function);
}

/* Nearest first, so that a branch is found with the fewest others between it and a target. */
static void find_deciding(struct unrun_work *work, size_t parent, const uint64_t *targets, size_t count, struct map *added)
{
    struct queue queue = {0};
    struct flow_arcs arcs = {0};
    struct waiting at;
    begin(&queue, targets, count);
    while (take(work, &queue, &at)) {
        if (!flow_control(work->flow, at.address, &arcs))
            continue;
        for (size_t i = 0; i < arcs.count; i++) {
            const struct flow_arc *arc = &arcs.items[i];
            bool same = same_line(work, arc->from, at.address);
            if (!ran(work, arc->from))
                put(&queue, arc->from, at.through + !same);
            else if (!ran(work, arc->to))
                add_once(work, added, parent, UNRUN_WENT_OTHER_WAY, arc->from, at.through - (same && at.through));
        }
    }
    free(arcs.items);
    queue_free(&queue);
}

/* Adds code that ran but did not go on to a target; with `branches`, code that had another way to go. */
static void find_border(struct unrun_work *work, size_t parent, const uint64_t *targets, size_t count, bool branches, struct map *added)
{
    struct queue queue = {0};
    struct flow_arcs arcs = {0};
    struct waiting at;
    begin(&queue, targets, count);
    while (take(work, &queue, &at)) {
        if (!flow_arrivals(work->flow, at.address, &arcs))
            continue;
        for (size_t i = 0; i < arcs.count; i++) {
            const struct flow_arc *arc = &arcs.items[i];
            if (!ran(work, arc->from))
                put(&queue, arc->from, 0);
            else if (arc->branches == branches)
                add_once(work, added, parent, branches ? UNRUN_WENT_OTHER_WAY : UNRUN_EXITED_BEFORE, arc->from, 0);
        }
    }
    free(arcs.items);
    queue_free(&queue);
}

/* ---- The place at the end ---- */

/* Does it have a line of the executable itself? After an exit, parts of the C library and of start-up code run. */
static bool has_line(const struct unrun_work *work, struct node node)
{
    struct instruction instruction = program_instruction(work->program, node.index);
    return instruction.line && symbols_is_code(work->symbols, instruction.address - program_bias(work->program));
}

/* The innermost place with such a line that its thread had reached at the end. */
static void find_stand(const struct unrun_work *work, uint64_t last, struct unrun_step *step)
{
    enum { LEVELS = 1 << 12 };
    const struct store *store = program_store(work->program);
    struct store_frame frame;
    uint64_t at = last;
    for (uint64_t level = 0; level < LEVELS && store_at(store, at, &step->stand); level++) {
        step->has_stand = has_line(work, step->stand);
        if (step->has_stand || !store_frame(store, last, level, &frame) ||
            (!frame.call && !(frame.handler && store_previous_in_thread(store, frame.from, &frame.call))))
            return;
        at = frame.call;
    }
}

/* A frame that its thread never left still existed when the thread ran last. */
static void tell_end(const struct unrun_work *work, struct unrun_step *step)
{
    const struct store *store = program_store(work->program);
    uint64_t first, last;
    struct store_frame frame;
    if (!step->time || !store_frame(store, step->time, 0, &frame) || !store_thread_range(store, store_thread(store, step->time), &first, &last))
        return;
    step->end = frame.to > last ? UNRUN_END_STANDING : UNRUN_END_LEFT;
    if (step->end == UNRUN_END_STANDING)
        find_stand(work, last, step);
}

/* Adds steps below `parent`: why these link addresses of one function, whose entry ran, did not run. */
static void unrun_walk(struct unrun_work *work, size_t parent, const uint64_t *targets, size_t count)
{
    struct map added = {0};
    size_t first = work->unrun->count;
    find_deciding(work, parent, targets, count, &added);
    find_border(work, parent, targets, count, false, &added);
    if (work->unrun->count == first)
        find_border(work, parent, targets, count, true, &added);
    size_t last = work->unrun->count;
    for (size_t i = first; i < last; i++) {
        tell_end(work, &work->unrun->steps[i]);
        if (work->unrun->steps[i].kind == UNRUN_WENT_OTHER_WAY)
            unrun_past(work, i, work->unrun->steps[i].address - program_bias(work->program));
    }
    if (added.count == 0 && !work->stopped && count)
        unrun_add(work, parent, UNRUN_NO_WAY, targets[0]);
    map_free(&added);
}

/* ---- The question why code did not run: targets, functions and their callers, the order of the answer ----
 *
 * The search is breadth-first, and notes the step above each step: the nearest steps are there even if there are too many. At the end it puts them in order. */

#define NOBODY SIZE_MAX

void unrun_free(struct unrun *unrun)
{
    free(unrun->steps);
    *unrun = (struct unrun){0};
}

static uint64_t trace_address(const struct unrun_work *work, uint64_t link)
{
    return link + program_bias(work->program);
}

/* Did the instruction at a link address run? */
static bool unrun_ran(const struct unrun_work *work, uint64_t link, struct node *last, uint64_t *executions)
{
    const struct store *store = program_store(work->program);
    uint64_t index;
    if (!store_find_address(store, trace_address(work, link), &index))
        return false;
    *executions = store_instruction(store, index).executions;
    *last = (struct node){index, *executions - 1};
    return *executions > 0;
}

/* Appends a step below another; false: too many, and the step was counted as left out. */
static bool unrun_add(struct unrun_work *work, size_t parent, enum unrun_kind kind, uint64_t link)
{
    struct unrun *unrun = work->unrun;
    if (unrun->count == UNRUN_STEPS) {
        unrun->cut++;
        return false;
    }
    unrun->steps = array_grow(unrun->steps, &unrun->capacity, unrun->count + 1, sizeof *unrun->steps);
    work->parents = array_grow(work->parents, &work->parent_capacity, unrun->count + 1, sizeof *work->parents);
    work->parents[unrun->count] = parent;
    struct unrun_step *step = &unrun->steps[unrun->count++];
    *step = (struct unrun_step){.kind = kind, .address = trace_address(work, link), .depth = parent == NOBODY ? 0 : unrun->steps[parent].depth + 1};
    if (!symbols_position(work->symbols, link, &step->position))
        step->position = (struct source_position){0};
    step->has_node = unrun_ran(work, link, &step->node, &step->executions);
    if (step->has_node) {
        step->executions_least = store_instruction(program_store(work->program), step->node.index).executions_least;
        if (!store_time(program_store(work->program), step->node, &step->time))
            step->time = 0;
    }
    return true;
}

/* ---- Calls that never came ---- */

/* A call, or code that takes the address, as the answer shows it: those of one function and line are one step, however often the compiler repeated them. */
struct caller {
    uint64_t address, function;
    struct source_position position;
    enum unrun_kind kind;
};

static int by_caller(const void *a, const void *b)
{
    const struct caller *x = a, *y = b;
    COMPARE_FIRST(x->kind, y->kind);
    COMPARE_FIRST(x->function, y->function);
    int order = str_compare(x->position.function, y->position.function);
    order = order ? order : str_compare(x->position.file, y->position.file);
    order = order ? order : COMPARE(x->position.line, y->position.line);
    return order ? order : COMPARE(x->address, y->address);
}

static bool same_caller(const struct caller *x, const struct caller *y)
{
    return x->kind == y->kind && x->function == y->function && x->position.line && x->position.line == y->position.line &&
           str_equal(x->position.file, y->position.file) && str_equal(x->position.function, y->position.function);
}

static struct caller make_caller(struct unrun_work *work, const struct unrun_site *site)
{
    static const enum unrun_kind kinds[2][2] = {{UNRUN_CALL_NEVER_RAN, UNRUN_CALL_RAN}, {UNRUN_NEVER_TAKEN, UNRUN_TAKEN}};
    struct caller caller = {.address = site->address};
    struct flow_site at;
    struct node node;
    uint64_t executions;
    caller.kind = kinds[site->takes][unrun_ran(work, site->address, &node, &executions)];
    if (flow_site(work->flow, site->address, &at))
        caller.function = at.function;
    if (!symbols_position(work->symbols, site->address, &caller.position))
        caller.position = (struct source_position){0};
    return caller;
}

static void add_member(struct unrun_work *work, size_t step, uint64_t address)
{
    work->members = array_grow(work->members, &work->member_capacity, work->member_count + 1, sizeof *work->members);
    work->members[work->member_count++] = (struct unrun_member){step, address};
}

/* Direct calls come first, as in the enum. */
static void add_sites(struct unrun_work *work, size_t parent, const struct unrun_sites *sites)
{
    struct caller *callers = memory_allocate((sites->count + 1) * sizeof *callers);
    size_t listed = 0;
    bool added = false;
    for (size_t i = 0; i < sites->count; i++)
        callers[i] = make_caller(work, &sites->items[i]);
    if (sites->count)
        qsort(callers, sites->count, sizeof *callers, by_caller);
    for (size_t i = 0; i < sites->count; i++) {
        if (i == 0 || !same_caller(&callers[i - 1], &callers[i])) {
            added = listed < UNRUN_CALLERS && unrun_add(work, parent, callers[i].kind, callers[i].address);
            work->unrun->cut += listed++ >= UNRUN_CALLERS;
        }
        if (added)
            add_member(work, work->unrun->count - 1, callers[i].address);
    }
    free(callers);
}

/* Counts calls through pointers that ran. A call through the dynamic linker's slot, which no data symbol covers, leads outside. */
static void count_pointers(struct unrun_work *work)
{
    const struct store *store = program_store(work->program);
    struct unrun *unrun = work->unrun;
    uint64_t count = store_count(store), offset;
    struct decoded decoded;
    struct str name;
    work->pointers_counted = true;
    for (uint64_t i = 0; i < count && !work->stopped; i++) {
        struct instruction instruction = store_instruction(store, i);
        if (i % 4096 == 4095 && !progress_report(work->progress, i, count))
            work->stopped = true;
        if (!instruction.has_address || !instruction.executions || !symbols_is_code(work->symbols, instruction.address - program_bias(work->program)) ||
            !program_disassemble(work->program, i, &decoded) || decoded.flow != FLOW_CALL_INDIRECT)
            continue;
        const struct operand *to = &decoded.operand[0];
        if (to->kind == OPERAND_MEMORY && to->rip_relative &&
            !symbols_object_at(work->symbols, (uint64_t)to->displacement - program_bias(work->program), &name, &offset))
            continue;
        unrun->pointer_sites++;
        if (__builtin_add_overflow(unrun->pointer_calls, instruction.executions, &unrun->pointer_calls))
            unrun->pointer_calls = UINT64_MAX;
        unrun->pointer_calls_least |= instruction.executions_least;
    }
}

static void add_callers(struct unrun_work *work, size_t parent, uint64_t entry)
{
    struct unrun_sites sites = {0};
    bool direct = false;
    unrun_sites(work, entry, &sites);
    add_sites(work, parent, &sites);
    for (size_t i = 0; i < sites.count; i++)
        direct |= !sites.items[i].takes;
    if (!direct && !work->stopped) {
        if (!work->pointers_counted)
            count_pointers(work);
        unrun_add(work, parent, sites.count || work->unrun->pointer_sites ? UNRUN_POINTERS : UNRUN_NO_CALLER, entry);
    }
    free(sites.items);
}

/* Asks about a function that was not called, once. */
static void add_function(struct unrun_work *work, size_t parent, uint64_t entry)
{
    bool repeated = false;
    for (size_t i = 0; i < work->unrun->count; i++)
        repeated |= work->unrun->steps[i].kind == UNRUN_NEVER_CALLED && work->unrun->steps[i].address == trace_address(work, entry);
    if (!unrun_add(work, parent, UNRUN_NEVER_CALLED, entry))
        return;
    work->unrun->steps[work->unrun->count - 1].repeated = repeated;
    if (!repeated)
        add_callers(work, work->unrun->count - 1, entry);
}

/* ---- Targets ---- */

/* Why did these targets, in one function, not run? */
static void explain(struct unrun_work *work, size_t step, const uint64_t *targets, size_t count)
{
    struct flow_site site;
    struct node node;
    uint64_t executions;
    if (!flow_site(work->flow, targets[0], &site))
        unrun_add(work, step, UNRUN_NO_WAY, targets[0]);
    else if (!unrun_ran(work, site.function, &node, &executions))
        add_function(work, step, site.function);
    else
        unrun_walk(work, step, targets, count);
}

/* One question: addresses of one function and line. */
struct target {
    uint64_t address, function, line;
    struct str file;
    bool ran;
    uint64_t executions;
};

static int by_group(const void *a, const void *b)
{
    const struct target *x = a, *y = b;
    if (x->ran != y->ran)
        return x->ran ? -1 : 1;
    COMPARE_FIRST(x->function, y->function);
    int files = str_compare(x->file, y->file);
    if (files || x->line != y->line)
        return files ? files : x->line < y->line ? -1 : 1;
    return COMPARE(x->address, y->address);
}

static bool same_group(const struct target *x, const struct target *y)
{
    return x->ran == y->ran && x->function == y->function && x->line == y->line && str_equal(x->file, y->file);
}

static struct target *make_targets(const struct unrun_work *work, const uint64_t *addresses, size_t count)
{
    struct target *targets = memory_allocate((count + 1) * sizeof *targets);
    for (size_t i = 0; i < count; i++) {
        struct source_position position = {0};
        struct flow_site site = {0};
        struct node node;
        targets[i].address = addresses[i];
        targets[i].ran = unrun_ran(work, addresses[i], &node, &targets[i].executions);
        targets[i].function = flow_site(work->flow, addresses[i], &site) ? site.function : addresses[i];
        if (symbols_position(work->symbols, addresses[i], &position)) {
            targets[i].file = position.file;
            targets[i].line = position.line;
        }
    }
    if (count)
        qsort(targets, count, sizeof *targets, by_group);
    return targets;
}

/* If the line ran, its instruction that ran most often stands for it. */
static void ask_group(struct unrun_work *work, const struct target *targets, size_t count)
{
    const struct target *most = targets;
    uint64_t *addresses = memory_allocate(count * sizeof *addresses);
    for (size_t i = 0; i < count; i++) {
        addresses[i] = targets[i].address;
        most = targets[i].executions > most->executions ? &targets[i] : most;
    }
    if (unrun_add(work, NOBODY, targets->ran ? UNRUN_DID_RUN : UNRUN_TARGET, most->address) && !targets->ran)
        explain(work, work->unrun->count - 1, addresses, count);
    free(addresses);
}

static void ask_targets(struct unrun_work *work, const uint64_t *addresses, size_t count)
{
    struct target *targets = make_targets(work, addresses, count);
    for (size_t i = 0, length; i < count && !work->stopped; i += length) {
        for (length = 1; i + length < count && same_group(&targets[i], &targets[i + length]);)
            length++;
        ask_group(work, &targets[i], length);
    }
    free(targets);
}

/* Asks on about calls that did not run. Steps are in the order in which they were found; so are their members. */
static void ask_callers(struct unrun_work *work)
{
    uint64_t addresses[UNRUN_CALLERS];
    for (size_t i = 0; i < work->member_count && !work->stopped;) {
        size_t step = work->members[i].step, count = 0;
        for (; i < work->member_count && work->members[i].step == step; i++)
            if (count < UNRUN_CALLERS)
                addresses[count++] = work->members[i].address;
            else
                work->unrun->cut++;
        enum unrun_kind kind = work->unrun->steps[step].kind;
        if (kind == UNRUN_CALL_NEVER_RAN || kind == UNRUN_NEVER_TAKEN)
            explain(work, step, addresses, count);
    }
}

/* ---- Order ---- */

struct placed {
    const struct unrun_step *step;
    size_t number, parent;
    size_t distance;                    /* levels down to code that ran; steps far from any come last */
};

static bool has_reason(const struct unrun_step *step)
{
    return step->kind == UNRUN_WENT_OTHER_WAY || step->kind == UNRUN_WENT_PAST || step->kind == UNRUN_EXITED_BEFORE || step->kind == UNRUN_CALL_RAN;
}

/* Steps come after those above them, so going from the end, all steps below one are known when it is reached. */
static void place(const struct unrun_work *work, struct placed *placed)
{
    size_t count = work->unrun->count;
    for (size_t i = 0; i < count; i++)
        placed[i] = (struct placed){&work->unrun->steps[i], i, work->parents[i], has_reason(&work->unrun->steps[i]) ? 0 : NOBODY};
    for (size_t i = count; i-- > 0;) {
        size_t above = placed[i].parent, distance = placed[i].distance;
        if (above != NOBODY && distance != NOBODY && distance + 1 < placed[above].distance)
            placed[above].distance = distance + 1;
    }
}

/* A remark about the whole function comes after its callers. */
static bool is_remark(const struct unrun_step *step)
{
    return step->kind == UNRUN_POINTERS || step->kind == UNRUN_NO_CALLER;
}

static int by_place(const void *a, const void *b)
{
    const struct placed *x = a, *y = b;
    COMPARE_FIRST(x->parent, y->parent);
    if (x->parent == NOBODY)
        return x->number < y->number ? -1 : 1;
    if (is_remark(x->step) != is_remark(y->step))
        return is_remark(x->step) ? 1 : -1;
    COMPARE_FIRST(x->distance, y->distance);
    COMPARE_FIRST(y->step->time, x->step->time);
    COMPARE_FIRST(x->step->address, y->step->address);
    return COMPARE(x->number, y->number);
}

/* The first step below a step, with all sorted by the step above. */
static size_t first_below(const struct placed *placed, size_t count, size_t parent)
{
    LOWER_BOUND(size_t, at, 0, count, placed[at].parent < parent);
    return at;
}

/* Puts each step before those below it. An array as long as the steps keeps the way back. */
static void put_in_order(struct unrun_work *work)
{
    size_t count = work->unrun->count, depth = 0, done = 0;
    struct placed *placed = memory_allocate((count + 1) * sizeof *placed);
    struct unrun_step *ordered = memory_allocate((count + 1) * sizeof *ordered);
    size_t *walk = memory_allocate((count + 1) * sizeof *walk);
    place(work, placed);
    if (count) {
        qsort(placed, count, sizeof *placed, by_place);
        walk[depth++] = first_below(placed, count, NOBODY);
    }
    while (depth) {
        size_t at = walk[depth - 1]++, above = at < count && depth > 0 ? placed[at].parent : NOBODY;
        size_t expected = depth == 1 ? NOBODY : placed[walk[depth - 2] - 1].number;
        if (at >= count || above != expected) {
            depth--;
            continue;
        }
        ordered[done++] = *placed[at].step;
        walk[depth++] = first_below(placed, count, placed[at].number);
    }
    free(work->unrun->steps);
    work->unrun->steps = ordered;
    work->unrun->capacity = count + 1;
    free(placed);
    free(walk);
}

bool unrun_ask(struct program *program, struct flow_graphs *flow, const uint64_t *addresses, size_t count, const struct progress *progress,
               struct unrun *unrun)
{
    struct unrun_work work = {.program = program, .symbols = program_symbols(program), .flow = flow, .progress = progress, .unrun = unrun};
    unrun_free(unrun);
    if (!work.symbols)
        return true;
    struct symbols_summary summary = symbols_summary(work.symbols);
    work.decoder = decoder_open_for(&summary);
    if (!work.decoder)
        return true;
    ask_targets(&work, addresses, count);
    ask_callers(&work);
    put_in_order(&work);
    decoder_close(work.decoder);
    free(work.parents);
    free(work.members);
    return !work.stopped;
}
