/* outputs.c - from the bytes that were written back to lines.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/ask.h"
#include "recording/outputs.h"
#include "recording/wet.h"
#include "recording/who.h"

#include <stdlib.h>
#include <string.h>


enum { CALLERS_MOST = 256 };            /* frames that are looked at for a line */

/* An instance that led to output, and the line it is of. */
struct origin {
    struct written_by by;               /* that it was found for */
    bool known;
    struct node node;
    uint64_t time;
    struct instruction instruction;
};

/* ---- Lines ---- */

static bool has_line(const struct session *session, struct node node, struct instruction *instruction, bool *own)
{
    *instruction = program_instruction(session->trace->program, node.index);
    bool line = instruction->line && instruction->file.size;
    *own = line && !source_is_system(instruction->file, program_folder(session->trace->program, node.index));
    return line;
}

static void take_origin(struct origin *origin, struct node node, uint64_t time, const struct instruction *instruction)
{
    origin->node = node;
    origin->time = time;
    origin->instruction = *instruction;
    origin->known = true;
}

/* Code of a system's header that was inlined, as that of printf and of C++ streams is: where the function that it stands in called it, in the file that this
 * function begins in. False: it is not inlined, or the function is no own one. */
static bool has_inlining_line(const struct session *session, struct node node, uint64_t time, struct instruction *instruction)
{
    enum { CALLS = 64 };
    struct inlined_call calls[CALLS];
    struct instruction begins;
    struct store_frame frame;
    struct node first;
    bool own = false;
    size_t count = program_inlined_calls(session->trace->program, node.index, calls, CALLS);
    if (!count || count > CALLS || !calls[count - 1].line || !store_frame(session->trace->store, time, 0, &frame) ||
        !store_at(session->trace->store, frame.from, &first) || !has_line(session, first, &begins, &own) || !own ||
        !slice_equal(begins.function, calls[count - 1].caller))
        return false;
    instruction->function = begins.function;
    instruction->file = begins.file;
    instruction->line = calls[count - 1].line;
    return true;
}

/* The nearest caller with a line of the program's own files, else with any, else the instance itself. */
static void find_line(const struct session *session, struct node node, uint64_t time, struct origin *origin)
{
    struct instruction instruction;
    uint64_t call = time;
    bool own = false, line = has_line(session, node, &instruction, &own);
    own = own || has_inlining_line(session, node, time, &instruction);
    take_origin(origin, node, time, &instruction);
    for (uint64_t level = 1; !own && level < CALLERS_MOST && wet_call_of(session, time, level, &call) && store_at(session->trace->store, call, &node); level++) {
        bool other = has_line(session, node, &instruction, &own);
        own = own || has_inlining_line(session, node, call, &instruction);
        if (own || (other && !line))
            take_origin(origin, node, call, &instruction);
        line |= other;
    }
}

/* Neighbours have the same one, mostly. */
static void find_origin(const struct session *session, struct written_by by, struct origin *origin)
{
    struct node node = {.instance = by.instance};
    uint64_t time;
    if (origin->by.id == by.id && origin->by.instance == by.instance)
        return;
    *origin = (struct origin){.by = by};
    if (by.id && store_find_id(session->trace->store, by.id, &node.index) && store_time(session->trace->store, node, &time))
        find_line(session, node, time, origin);
}

static bool is_same(const struct origin *one, const struct origin *other)
{
    return one->known && other->known && one->node.index == other->node.index && one->node.instance == other->node.instance;
}

static bool is_call(const struct session *session, uint64_t index)
{
    struct decoded decoded;
    return program_disassemble(session->trace->program, index, &decoded) && flow_is_call(decoded.flow);
}

/* ---- Whose buffer it was ---- */

enum { PASSED = 6 };

/* The registers that arguments of a call are in: rdi, rsi, rdx, rcx, r8, r9 (System V AMD64 ABI, 3.2.3). */
static size_t read_arguments(struct session *session, const struct origin *call, uint64_t values[PASSED])
{
    static const int registers[PASSED] = {7, 6, 2, 1, 8, 9};
    struct node definer;
    size_t count = 0;
    for (size_t i = 0; i < PASSED; i++)
        if (memory_register_at(who_memory(session), call->time, registers[i], &values[count], &definer) == MEMORY_KNOWN)
            count++;
    return count;
}

/* Did the line give away the memory that the system call wrote from, as a buffer, or as a pointer and a size, or as the object around it? */
static bool gave_buffer(struct session *session, const struct origin *line, const struct store_written *written, bool prints)
{
    enum { OBJECT = 64 };
    uint64_t values[PASSED];
    size_t count = written->argument && is_call(session, line->node.index) ? read_arguments(session, line, values) : 0;
    for (size_t i = 0; i < count; i++) {
        uint64_t beyond = written->argument - values[i];
        if (written->argument < values[i])
            continue;
        for (size_t k = 0; k < count; k++)
            if (beyond < OBJECT || (prints && k != i && beyond < values[k] && values[k] < (UINT64_C(1) << 31)))
                return true;
    }
    return false;
}

/* One system call, on its way. */
struct one_write {
    const struct store_written *written;
    struct origin line;                 /* that led to it */
    bool gave;                          /* it gave away the memory that was written */
    bool prints, stored;                /* by the name of what it calls; it stored some of the bytes */
};

static void look_at_call(struct session *session, const struct store_written *written, struct one_write *call)
{
    struct origin part = {0};
    *call = (struct one_write){.written = written};
    find_origin(session, written->by, &call->line);
    for (size_t i = 0; i < written->part_count; i++) {
        find_origin(session, written->parts[i].by, &part);
        call->stored |= is_same(&part, &call->line);
    }
    call->prints = call->line.known && ask_names_output(session, call->line.node.index);
    call->gave = call->line.known && gave_buffer(session, &call->line, written, call->prints);
}

/* Which line bytes came from: the one that led to the system call, or the one that stored them, earlier. */
static const struct origin *choose(const struct session *session, const struct one_write *call, const struct origin *part)
{
    bool has_line = call->line.known && (call->line.instruction.line || !part->instruction.line);
    if (!part->known)
        return &call->line;
    if (!has_line)
        return part;
    bool direct = call->prints && !call->stored && !ask_names_output(session, part->node.index);
    return call->gave || direct ? &call->line : part;
}

/* ---- All of them ---- */

static bool is_same_line(const struct printed *printed, const struct origin *origin)
{
    const struct instruction *one = &printed->instruction, *other = &origin->instruction;
    if (one->line && other->line)
        return one->line == other->line && slice_equal(one->file, other->file);
    return printed->node.index == origin->node.index;
}

/* What a line wrote by several system calls in a row stands together, too: unbuffered streams write one for each piece. The end is kept. */
static struct slice joined(struct outputs *outputs, struct slice before, struct slice text)
{
    size_t most = WRITTEN_TEXT > text.size ? WRITTEN_TEXT - text.size : 0, from = before.size > most ? before.size - most : 0;
    before = slice_cut(before, from, SIZE_MAX);
    if (before.data && before.data + before.size == text.data)
        return (struct slice){before.data, before.size + text.size};
    char *both = arena_allocate(&outputs->arena, before.size + text.size + 1);
    if (before.size)
        memcpy(both, before.data, before.size);
    if (text.size)
        memcpy(both + before.size, text.data, text.size);
    return (struct slice){both, before.size + text.size};
}

/* Text that a line printed in pieces, or in turns, is one. gap: bytes that nobody is known for stand in front of it. */
static void add(struct outputs *outputs, const struct one_write *call, const struct origin *origin, bool gap, struct slice text)
{
    struct printed *last = outputs->count ? &outputs->items[outputs->count - 1] : NULL;
    if (last && !gap && last->descriptor == call->written->descriptor && is_same_line(last, origin)) {
        last->text = joined(outputs, last->text, text);
        if (origin->time < last->time)
            return;
    } else {
        outputs->items = array_grow(outputs->items, &outputs->capacity, outputs->count + 1, sizeof *outputs->items);
        last = &outputs->items[outputs->count++];
        *last = (struct printed){.descriptor = call->written->descriptor, .text = text};
    }
    last->node = origin->node;
    last->time = origin->time;
    last->instruction = origin->instruction;
}

static void take_call(struct session *session, struct outputs *outputs, const struct store_written *written)
{
    struct one_write call;
    struct origin part = {0};
    size_t passed = 0;
    bool gap = false;
    struct slice text = arena_copy(&outputs->arena, (struct slice){(const char *)written->text, written->text_size});
    look_at_call(session, written, &call);
    for (size_t i = 0; i < written->part_count; i++) {
        find_origin(session, written->parts[i].by, &part);
        const struct origin *origin = choose(session, &call, &part);
        if (origin->known)
            add(outputs, &call, origin, gap, slice_cut(text, passed, written->parts[i].size));
        gap = !origin->known;
        passed += written->parts[i].size;
    }
    if (!written->part_count && call.line.known)
        add(outputs, &call, &call.line, true, (struct slice){NULL, 0});
}

const struct outputs *outputs_of(struct session *session)
{
    struct recording *recording = session->trace->recording;
    struct store_written written;
    if (recording->outputs)
        return recording->outputs;
    struct outputs *outputs = recording->outputs = memory_allocate(sizeof *outputs);
    struct slice rest = store_note(session->trace->store, "written");
    outputs->recorded = rest.data != NULL;
    while (written_parse(&rest, &written))
        take_call(session, outputs, &written);
    return outputs;
}

bool outputs_has(struct session *session, uint64_t index)
{
    const struct outputs *outputs = session->trace->recording ? outputs_of(session) : NULL;
    for (size_t i = 0; outputs && i < outputs->count; i++)
        if (outputs->items[i].node.index == index)
            return true;
    return false;
}

void outputs_close(struct outputs *outputs)
{
    if (!outputs)
        return;
    free(outputs->items);
    arena_free(&outputs->arena);
    free(outputs);
}
