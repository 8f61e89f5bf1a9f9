/* program.c - a trace completed from its executable.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the executable adds is asked once for each instruction when it is attached, and kept beside the store. */
#include "code/code.h"
#include "recording/questions/program.h"
#include "recording/questions/program_inside.h"
#include "recording/questions/roles.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

struct program *program_open(const struct store *store)
{
    struct program *program = memory_allocate(sizeof *program);
    program->store = store;
    program->decoder = decoder_open();
    return program;
}

static void detach(struct program *program)
{
    program_forget_tables(program);
    arena_free(&program->arena);
    program->completed = NULL;
    program->symbols = NULL;
    program->bias = 0;
}

void program_close(struct program *program)
{
    if (!program)
        return;
    detach(program);
    program_forget_objects(program);
    decoder_close(program->decoder);
    free(program);
}

const struct store *program_store(const struct program *program)
{
    return program->store;
}

struct symbols *program_symbols(const struct program *program)
{
    return program->symbols;
}

uint64_t program_bias(const struct program *program)
{
    return program->bias;
}

/* ---- Does the executable fit? ---- */

struct samples {
    struct symbols_sample *items;
    size_t count, capacity;
};

static int compare_samples(const void *x, const void *y)
{
    const struct symbols_sample *a = x, *b = y;
    if (a->address != b->address)
        return a->address < b->address ? -1 : 1;
    return slice_compare(a->function, b->function);
}

static void drop_repetitions(struct samples *samples)
{
    size_t kept = 0;
    if (samples->count)
        qsort(samples->items, samples->count, sizeof *samples->items, compare_samples);
    for (size_t i = 0; i < samples->count; i++)
        if (kept == 0 || compare_samples(&samples->items[kept - 1], &samples->items[i]) != 0)
            samples->items[kept++] = samples->items[i];
    samples->count = kept;
}

static void gather_samples(const struct store *store, struct symbols *symbols, struct samples *samples)
{
    bool anywhere = symbols_summary(symbols).position_independent;
    uint64_t count = store_count(store);
    for (uint64_t i = 0; i < count; i++) {
        struct instruction instruction = store_instruction(store, i);
        if (!instruction.has_address || !instruction.function.data || (!anywhere && !symbols_is_code(symbols, instruction.address)))
            continue;
        samples->items = array_grow(samples->items, &samples->capacity, samples->count + 1, sizeof *samples->items);
        samples->items[samples->count++] = (struct symbols_sample){instruction.address, instruction.function};
    }
    drop_repetitions(samples);
}

/* Functions of the C start-up code, which every object of a process has its own of: a library's must not speak against the
 * executable. */
static bool is_everywhere(struct slice function)
{
    static const char *const names[] = {"_start", "_init", "_fini", "deregister_tm_clones", "register_tm_clones",
                                        "__do_global_dtors_aux", "frame_dummy"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (slice_is(function, names[i]))
            return true;
    return false;
}

static void drop_everywhere(struct samples *samples)
{
    size_t kept = 0;
    for (size_t i = 0; i < samples->count; i++)
        if (!is_everywhere(samples->items[i].function))
            samples->items[kept++] = samples->items[i];
    samples->count = kept;
}

static enum symbols_fit fit_samples(struct symbols *symbols, const struct samples *samples, struct attach_report *report)
{
    size_t known = 0;
    enum symbols_fit fit = FIT_NO_NAMES;
    if (samples->count)
        fit = symbols_fit(symbols, samples->items, samples->count, &report->bias, &known);
    report->samples = samples->count;
    report->known = known;
    return fit;
}

static enum attach judge(enum symbols_fit fit, bool position_independent, bool given)
{
    if (given)
        return fit == FIT_NO_NAMES ? ATTACH_UNCHECKED : ATTACH_FITS;
    if (fit == FIT_FOUND)
        return ATTACH_FITS;
    if (position_independent)
        return ATTACH_NEEDS_OFFSET;
    return fit == FIT_NONE ? ATTACH_MISMATCH : ATTACH_UNCHECKED;
}

/* ---- Link addresses ---- */

/* Addresses of the trace that are looked at, evenly spread; enough to tell code from chance. */
enum { STARTS_LOOKED_AT = 1 << 12 };

static int compare_numbers(const void *x, const void *y)
{
    uint64_t a = *(const uint64_t *)x, b = *(const uint64_t *)y;
    return (a > b) - (a < b);
}

/* Are the trace's addresses those of the executable's instructions, as they stand? What lies elsewhere is other code. */
static bool starts_agree(const struct store *store, struct symbols *symbols)
{
    uint64_t count = store_count(store), step = count / STARTS_LOOKED_AT + 1;
    uint64_t *addresses = memory_allocate((size_t)(count / step + 1) * sizeof *addresses);
    size_t used = 0;
    for (uint64_t i = 0; i < count; i += step) {
        struct instruction instruction = store_instruction(store, i);
        if (instruction.has_address)
            addresses[used++] = instruction.address;
    }
    if (used)
        qsort(addresses, used, sizeof *addresses, compare_numbers);
    struct symbols_starts starts = symbols_starts(symbols, addresses, used);
    free(addresses);
    return starts.right >= 20 * starts.wrong && starts.right >= starts.inside / 2 && starts.right > 0;
}

/* Does the trace have link addresses, as clew writes them (clew-formats(5) 3.6)? By the names where it has some in the executable's code. */
static enum symbols_fit fit_linked(const struct samples *all, struct symbols *symbols, struct attach_report *report)
{
    struct samples inside = {memory_allocate((all->count + 1) * sizeof *all->items), 0, 0};
    size_t known = 0;
    for (size_t i = 0; i < all->count; i++)
        if (symbols_is_code(symbols, all->items[i].address))
            inside.items[inside.count++] = all->items[i];
    enum symbols_fit fit = symbols_fit_linked(symbols, inside.items, inside.count, &known);
    if (fit == FIT_FOUND)
        *report = (struct attach_report){ATTACH_FITS, 0, inside.count, known};
    free(inside.items);
    return fit;
}

/* Of a position independent executable, whose bias is to be found. */
static void examine_movable(const struct store *store, struct symbols *symbols, struct samples *samples, struct attach_report *report)
{
    enum symbols_fit linked = fit_linked(samples, symbols, report);
    if (linked == FIT_FOUND)
        return;
    enum symbols_fit fit = fit_samples(symbols, samples, report);
    if (fit == FIT_NONE) {
        drop_everywhere(samples);
        fit = fit_samples(symbols, samples, report);
    }
    bool unnamed = linked == FIT_NO_NAMES && fit == FIT_NO_NAMES && starts_agree(store, symbols);
    report->result = unnamed ? ATTACH_UNCHECKED : judge(fit, true, false);
}

static struct attach_report examine(const struct store *store, struct symbols *symbols, const uint64_t *load_offset)
{
    struct samples samples = {0};
    struct attach_report report = {0};
    gather_samples(store, symbols, &samples);
    if (symbols_summary(symbols).position_independent && !load_offset)
        examine_movable(store, symbols, &samples, &report);
    else
        report.result = judge(fit_samples(symbols, &samples, &report), false, load_offset != NULL);
    if (load_offset)
        report.bias = *load_offset;
    else if (report.result != ATTACH_FITS)
        report.bias = 0;
    free(samples.items);
    return report;
}

/* ---- Completing ---- */

static bool same_file(struct slice a, struct slice b)
{
    return slice_equal(slice_basename(a), slice_basename(b));
}

static struct completed complete(struct program *program, uint64_t index)
{
    struct instruction instruction = store_instruction(program->store, index);
    struct completed completed = {instruction.file, instruction.function, {0}, instruction.line};
    struct source_position position;
    uint64_t address = instruction.address - program->bias;
    if (!instruction.has_address || !symbols_is_code(program->symbols, address) || !symbols_position(program->symbols, address, &position))
        return completed;
    if (!completed.function.data)
        completed.function = position.function;
    if (!completed.file.data)
        completed.file = position.file;
    if (!position.file.data || !same_file(completed.file, position.file))
        return completed;
    completed.folder = position.folder;
    if (!completed.line)
        completed.line = position.line;
    return completed;
}

void program_attach(struct program *program, struct symbols *symbols, const uint64_t *load_offset, struct attach_report *report)
{
    detach(program);
    *report = examine(program->store, symbols, load_offset);
    if (report->result != ATTACH_FITS && report->result != ATTACH_UNCHECKED)
        return;
    uint64_t count = store_count(program->store);
    program->symbols = symbols;
    program->bias = report->bias;
    program->completed = arena_allocate(&program->arena, count * sizeof *program->completed);
    for (uint64_t i = 0; i < count; i++)
        program->completed[i] = complete(program, i);
}

struct instruction program_instruction(const struct program *program, uint64_t index)
{
    struct instruction instruction = store_instruction(program->store, index);
    if (program->completed) {
        const struct completed *completed = &program->completed[index];
        instruction.file = completed->file;
        instruction.function = completed->function;
        instruction.line = completed->line;
    }
    return instruction;
}

struct slice program_folder(const struct program *program, uint64_t index)
{
    struct instruction instruction = store_instruction(program->store, index);
    struct source_position position;
    uint64_t address;
    if (program->completed && program->completed[index].folder.data)
        return program->completed[index].folder;
    struct symbols *symbols = instruction.has_address && instruction.file.data ? program_symbols_at(program, instruction.address, &address) : NULL;
    if (!symbols || symbols == program->symbols || !symbols_position(symbols, address, &position) || !same_file(instruction.file, position.file))
        return (struct slice){0};
    return position.folder;
}

static bool position_at(const struct program *program, uint64_t index, struct source_position *position)
{
    struct instruction instruction = store_instruction(program->store, index);
    uint64_t address;
    struct symbols *symbols = instruction.has_address ? program_symbols_at(program, instruction.address, &address) : NULL;
    return symbols && symbols_position(symbols, address, position);
}

size_t program_copy(const struct program *program, uint64_t index)
{
    struct source_position position;
    return position_at(program, index, &position) ? position.copy : 0;
}

struct slice program_inlined_in(const struct program *program, uint64_t index)
{
    struct source_position position;
    bool inlined = position_at(program, index, &position) && position.function.data && !slice_equal(position.function, position.physical);
    return inlined ? position.physical : (struct slice){NULL, 0};
}

size_t program_inlined_calls(const struct program *program, uint64_t index, struct inlined_call *calls, size_t room)
{
    struct instruction instruction = store_instruction(program->store, index);
    uint64_t address;
    struct symbols *symbols = instruction.has_address ? program_symbols_at(program, instruction.address, &address) : NULL;
    return symbols ? symbols_inlined_calls(symbols, address, calls, room) : 0;
}

enum { LONGEST_INSTRUCTION = 15 };      /* bytes, x86 */

bool program_disassemble(const struct program *program, uint64_t index, struct decoded *decoded)
{
    struct instruction instruction = store_instruction(program->store, index);
    uint64_t address;
    struct symbols *symbols = instruction.has_address ? program_symbols_at(program, instruction.address, &address) : NULL;
    if (!symbols || !program->decoder)
        return false;
    struct slice bytes = symbols_bytes(symbols, address, LONGEST_INSTRUCTION);
    return bytes.size && decoder_decode(program->decoder, bytes, instruction.address, decoded);
}

bool program_keeps_frame(const struct program *program, uint64_t index)
{
    enum { FIRST = 32 };                    /* instructions: the prologue may come behind a test */
    struct instruction instruction = store_instruction(program->store, index);
    struct decoded decoded;
    uint64_t address;
    size_t function;
    struct symbols *symbols = instruction.has_address ? program_symbols_at(program, instruction.address, &address) : NULL;
    if (!symbols || !program->decoder || !symbols_function_at(symbols, address, &function))
        return true;
    struct symbols_function found = symbols_function(symbols, function);
    uint64_t at = found.address;
    for (unsigned i = 0; i < FIRST && at < found.address + found.size; i++, at += decoded.length) {
        struct slice bytes = symbols_bytes(symbols, at, LONGEST_INSTRUCTION);
        if (!bytes.size || !decoder_decode(program->decoder, bytes, at, &decoded))
            return true;
        bool sets = strcmp(decoded.mnemonic, "mov") == 0 && decoded.operands > 1 && decoded.operand[0].kind == OPERAND_REGISTER &&
                    decoded.operand[1].kind == OPERAND_REGISTER;
        if (sets && decoded.operand[0].reg == REGISTER_RBP && decoded.operand[1].reg == REGISTER_RSP)
            return true;
    }
    return false;
}

bool program_is_call(const struct program *program, uint64_t index)
{
    struct decoded decoded;
    return program_disassemble(program, index, &decoded) && flow_is_call(decoded.flow);
}

/* " <main+0x12>" for a target outside the function that jumps there; nothing where no name is known. Both are addresses of the trace. */
static void target_text(const struct program *program, uint64_t from, uint64_t target, struct text *out)
{
    enum { NAME_ROOM = 32 };
    struct slice stub;
    size_t own, function;
    struct symbols *symbols = program_symbols_at(program, target, &target), *source = program_symbols_at(program, from, &from);
    if (symbols && symbols_plt(symbols, target, &stub)) {
        text_add(out, " <");
        shorten_name(symbols_readable(symbols, stub), NAME_ROOM, out);
        text_add(out, "@plt>");
        return;
    }
    if (!symbols || !symbols_function_at(symbols, target, &function) ||
        (source == symbols && symbols_function_at(symbols, from, &own) && own == function && target != symbols_function(symbols, own).address))
        return;
    struct symbols_function found = symbols_function(symbols, function);
    if (!found.name.size)
        return;
    text_add(out, " <");
    shorten_name(symbols_readable(symbols, found.name), NAME_ROOM, out);
    if (target > found.address)
        text_printf(out, "+0x%" PRIx64, target - found.address);
    text_add(out, ">");
}

bool program_code_text(const struct program *program, uint64_t index, struct text *out)
{
    struct decoded decoded;
    if (!program_disassemble(program, index, &decoded))
        return false;
    text_safe(out, slice_of(decoded.text));
    if (decoded.flow == FLOW_CALL || decoded.flow == FLOW_JUMP || decoded.flow == FLOW_BRANCH)
        target_text(program, store_instruction(program->store, index).address, decoded.target, out);
    return true;
}
