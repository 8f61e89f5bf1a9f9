/* explain_lines.c - which line an instance is shown in.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Lines are numbered as they are met. Library code belongs to the line that called it: in a recording the frames around its time tell the call, once a frame; elsewhere its
 * control parents lead there. */
#include "analysis/explain_inside.h"

#include "analysis/program_inside.h"
#include "analysis/statement.h"

#include <string.h>

enum { LEVELS_MOST = 4096 };            /* frames or control parents on the way to the call */

static uint32_t new_line(struct explaining *e, uint64_t representative)
{
    e->lines = array_grow(e->lines, &e->line_capacity, e->line_count + 1, sizeof *e->lines);
    e->lines[e->line_count] = (struct line){.representative = representative, .parent = NO_LINE};
    return (uint32_t)e->line_count++;
}

/* Names are compared as places in a pool. Should two lines have one key, the next free key is the second one's. */
static uint32_t line_of(struct explaining *e, uint64_t index, const struct instruction *instruction)
{
    bool known = instruction->line && instruction->file.data && instruction->function.data && !e->question->instructions;
    if (!known)
        return new_line(e, index);
    uint64_t salt = (uint64_t)(uintptr_t)e, key = salt, number;
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

static bool is_move(const struct decoded *decoded)
{
    static const char *const names[] = {"push", "pop", "cdqe", "cqo", "cdq", "cwde", "vmov", "lddqu", "leave"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strncmp(decoded->mnemonic, names[i], strlen(names[i])) == 0)
            return true;
    return strncmp(decoded->mnemonic, "mov", 3) == 0 && strncmp(decoded->mnemonic, "movmsk", 6) != 0;
}

/* Is it on the line that its function begins with, where code that is not optimised puts parameters aside? */
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

struct view *explain_view(struct explaining *e, uint64_t index)
{
    struct decoded decoded;
    if (e->views[index])
        return e->views[index];
    struct view *view = e->views[index] = arena_allocate(&e->arena, sizeof *view);
    struct instruction instruction = program_instruction(e->program, index);
    view->line = e->fold_library && is_library(e, &instruction) ? NO_LINE : line_of(e, index, &instruction);
    bool known = program_disassemble(e->program, index, &decoded);
    roles_of(e->program, index, &view->roles);
    view->opens = known && opens_function(e, index, &instruction);
    view->frame = known && statement_is_frame(e->program, index);
    view->call = known && (decoded.flow == FLOW_CALL || decoded.flow == FLOW_CALL_INDIRECT);
    view->moves = !known || is_move(&decoded);
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

static bool call_by_frames(struct explaining *e, struct node node, struct node *call)
{
    struct store_frame frame;
    uint64_t time, at;
    if (!store_time(e->store, node, &time) || !store_frame(e->store, time, 0, &frame))
        return false;
    if (map_get(&e->call_map, frame.from, &at)) {
        *call = e->calls[at];
        return true;
    }
    for (uint64_t level = 1; frame.call && level < LEVELS_MOST; level++) {
        if (!store_at(e->store, frame.call, call))
            return false;
        struct store_frame inner = frame;
        if (explain_view(e, call->index)->line != NO_LINE) {
            struct store_frame home;
            e->calls = array_grow(e->calls, &e->call_capacity, e->call_count + 1, sizeof *e->calls);
            e->calls[e->call_count] = *call;
            if (store_frame(e->store, time, 0, &home))
                map_put(&e->call_map, home.from, e->call_count);
            e->call_count++;
            return true;
        }
        if (!store_frame(e->store, time, level, &frame) || frame.call == inner.call)
            return false;
    }
    return false;
}

static bool control_parent(struct explaining *e, struct node node, struct node *parent)
{
    struct links links = {0};
    uint64_t uncertain[LINK_KINDS] = {0};
    bool found = false;
    if (store_certain_definers(e->store, node, NULL, &links, uncertain))
        for (size_t i = 0; i < links.count && !found; i++)
            if ((found = links.items[i].kind == LINK_CONTROL))
                *parent = links.items[i].node;
    links_free(&links);
    return found;
}

static bool call_by_control(struct explaining *e, struct node node, struct node *call)
{
    for (unsigned level = 0; level < LEVELS_MOST && control_parent(e, node, call); level++) {
        if (explain_view(e, call->index)->line != NO_LINE)
            return true;
        node = *call;
    }
    return false;
}

uint32_t explain_line(struct explaining *e, struct node node, struct node *place)
{
    uint32_t line = explain_view(e, node.index)->line;
    *place = node;
    if (line != NO_LINE)
        return line;
    if (!(e->clock ? call_by_frames : call_by_control)(e, node, place))
        return NO_LINE;
    return explain_view(e, place->index)->line;
}
