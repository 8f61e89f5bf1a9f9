/* explain_lines.c - the line that shows an execution.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Lines are numbered as the walk meets them. Library code belongs to the line that called it: control parents lead there. */
#include "code/code.h"
#include "recording/questions/explain.h"
#include "recording/questions/program.h"
#include "recording/questions/statement.h"

enum { PARENTS_MOST = 1 << 16, FRAMES_MOST = 64, REPORT_EACH = 1024, CALL_STEPS = 256 };        /* on the way to the call */

static uint32_t new_line(struct explaining *e, uint64_t representative)
{
    e->lines = array_grow(e->lines, &e->line_capacity, e->line_count + 1, sizeof *e->lines);
    e->lines[e->line_count] = (struct explain_line){.representative = representative, .parent = NO_LINE};
    return (uint32_t)e->line_count++;
}

/* Compares names by their places in a pool. If two lines had the same key, the second takes the next free key. */
static uint32_t line_of(struct explaining *e, uint64_t index, const struct instruction *instruction)
{
    bool known = instruction->line && instruction->file.data && instruction->function.data && !e->question->instructions;
    if (!known)
        return new_line(e, index);
    uint64_t key = e->salt, number;
    key = hash_mix((uint64_t)(uintptr_t)pool_name(&e->names, instruction->file).data, key);
    key = hash_mix((uint64_t)(uintptr_t)pool_name(&e->names, instruction->function).data, key);
    key = hash_mix(instruction->line, key);
    for (; map_get(&e->line_map, key, &number); key++)
        if (statement_same(e->program, e->lines[number].representative, index))
            return (uint32_t)number;
    number = new_line(e, index);
    map_put(&e->line_map, key, number);
    return (uint32_t)number;
}

static bool is_library(const struct explaining *e, const struct instruction *instruction)
{
    uint64_t link;
    if (!instruction->line || !instruction->file.data || !instruction->function.data)
        return true;
    struct symbols *own = program_symbols(e->program);
    return own && instruction->has_address && program_symbols_at(e->program, instruction->address, &link) != own;
}

/* Is it on the opening line of its function, where unoptimised code saves parameters? */
static bool opens_function(const struct explaining *e, uint64_t index, const struct instruction *instruction)
{
    uint64_t link, entry;
    size_t function;
    struct symbols *symbols = instruction->has_address ? program_symbols_at(e->program, instruction->address, &link) : NULL;
    if (!symbols || !symbols_function_at(symbols, link, &function))
        return false;
    uint64_t address = symbols_function(symbols, function).address + (instruction->address - link);
    return store_find_address(e->store, address, &entry) && statement_same(e->program, entry, index);
}

struct explain_code *explain_view(struct explaining *e, uint64_t index)
{
    struct decoded decoded;
    uint64_t entry;
    if (e->views[index])
        return e->views[index];
    struct explain_code *view = e->views[index] = arena_allocate(&e->arena, sizeof *view);
    struct instruction instruction = program_instruction(e->program, index);
    view->line = e->fold_library && is_library(e, &instruction) ? NO_LINE : line_of(e, index, &instruction);
    bool known = program_disassemble(e->program, index, &decoded);
    roles_of(e->program, index, &view->roles);
    view->opens = known && opens_function(e, index, &instruction);
    view->frame = known && statement_is_frame(e->program, index);
    view->restores = known && decoded.operation == OPERATION_POP;
    view->keeps_frame = known && program_keeps_frame(e->program, index);
    view->call = known && flow_is_call(decoded.flow);
    view->enters = known && decoded.flow == FLOW_CALL && store_find_address(e->store, decoded.target, &entry);
    view->moves = !known || decoded.traits & TRAIT_CARRIES;
    return view;
}

bool explain_has_lines(struct explaining *e)
{
    const struct explain_question *question = e->question;
    for (size_t i = 0; i < question->root_count; i++) {
        if (!store_exists(e->store, question->roots[i]))
            continue;
        struct instruction instruction = program_instruction(e->program, question->roots[i].index);
        if (is_library(e, &instruction))
            return false;
    }
    return true;
}

/* ---- The call that led to library code ---- */

/* The known call of a node. NULL: none yet; *key is then free for it. */
static struct explain_caller *find_caller(struct explaining *e, struct node node, uint64_t *key)
{
    uint64_t at;
    *key = hash_mix(node.instance, hash_mix(node.index, e->salt));
    for (; map_get(&e->call_map, *key, &at); ++*key)
        if (e->callers[at].node.index == node.index && e->callers[at].node.instance == node.instance)
            return &e->callers[at];
    return NULL;
}

static void add_caller(struct explaining *e, struct node node)
{
    uint64_t key;
    if (find_caller(e, node, &key))
        return;
    e->callers = array_grow(e->callers, &e->caller_capacity, e->caller_count + 1, sizeof *e->callers);
    e->callers[e->caller_count] = (struct explain_caller){.node = node};
    map_put(&e->call_map, key, e->caller_count++);
}

static bool control_parent(struct explaining *e, struct node node, struct node *parent)
{
    uint64_t uncertain[LINK_KINDS] = {0};
    e->parents.count = 0;
    if (!store_certain_control(e->store, node, &e->parents, uncertain) || e->parents.count == 0 || e->parents.items[0].kind != LINK_CONTROL)
        return false;
    *parent = e->parents.items[0].node;
    return true;
}

/* Follows control parents, visiting each once: all nodes on the way have the same call. */
static bool find_call(struct explaining *e, struct node node, struct node *call)
{
    size_t from = e->caller_count;
    uint64_t key;
    bool found = false;
    for (unsigned steps = 0; steps < PARENTS_MOST; steps++) {
        const struct explain_caller *known = find_caller(e, node, &key);
        if (known) {
            found = known->found;
            *call = known->call;
            break;
        }
        add_caller(e, node);
        if (!control_parent(e, node, &node))
            break;
        if ((found = explain_view(e, node.index)->line != NO_LINE)) {
            *call = node;
            break;
        }
    }
    for (size_t i = from; i < e->caller_count; i++) {
        e->callers[i].found = found;
        e->callers[i].call = *call;
    }
    return found;
}

uint32_t explain_line(struct explaining *e, struct node node, struct node *place)
{
    struct node call = node;
    uint32_t line = explain_view(e, node.index)->line;
    *place = node;
    if (line != NO_LINE || !find_call(e, node, &call))
        return line;
    *place = call;
    return explain_view(e, call.index)->line;
}

/* The call that ran at a time and by which a node came to run. It is nearly always a few control parents away; to find it by its time alone takes a table of
 * all that ran about that time. */
static bool call_at(struct explaining *e, struct node node, uint64_t called, struct node *call)
{
    uint64_t time = UINT64_MAX;
    for (unsigned steps = 0; steps < CALL_STEPS && time > called && control_parent(e, node, &node) && store_time(e->store, node, &time); steps++)
        if (time == called) {
            *call = node;
            return true;
        }
    return store_at(e->store, called, call);
}

/* The frames around the definer, up to the user's own: the call in it that entered the next one. */
bool explain_call_between(struct explaining *e, struct node user, struct node definer, struct node *call)
{
    uint64_t used, defined, called = 0;
    struct store_frame own, frame;
    if (!store_summary(e->store).has_clock || !store_time(e->store, user, &used) || !store_time(e->store, definer, &defined) ||
        !store_frame(e->store, used, 0, &own) || own.from == 0)
        return false;
    for (uint64_t level = 0; level < FRAMES_MOST; level++) {
        if (!store_frame(e->store, defined, level, &frame))
            return false;
        if (frame.from == own.from)
            break;
        called = frame.call;
    }
    return called && frame.from == own.from && call_at(e, definer, called, call) && explain_view(e, call->index)->line != NO_LINE;
}

bool explain_let_run(struct explaining *e, struct node definer, struct node call, struct node *let_run)
{
    struct node node = definer, parent;
    for (unsigned steps = 1; steps <= PARENTS_MOST && !e->stopped && control_parent(e, node, &parent); steps++, node = parent) {
        if (parent.index == call.index && parent.instance == call.instance) {
            *let_run = node;
            return true;
        }
        if (steps % REPORT_EACH == 0 && !progress_report(e->progress, e->edges, e->bound))
            e->stopped = true;
    }
    return false;
}

void explain_context(struct explaining *e, struct node root)
{
    for (unsigned steps = 0; steps < PARENTS_MOST && control_parent(e, root, &root); steps++)
        if (!node_set_add(&e->context, root))
            return;
}

bool explain_in_asked_frame(const struct explaining *e, struct node node)
{
    uint64_t asked, time;
    struct store_frame own, frame;
    return e->question->root_count && store_time(e->store, e->question->roots[0], &asked) && store_time(e->store, node, &time) &&
           store_frame(e->store, asked, 0, &own) && store_frame(e->store, time, 0, &frame) && own.from == frame.from;
}
