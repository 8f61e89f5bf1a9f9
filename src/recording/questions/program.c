/* program.c - completes a trace from its executable: names, code, instructions by address, function and line.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/questions/program.h"
#include "code/code.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* ---- Libraries: opened at the first question about their code ---- */

void program_add_object(struct program *program, struct str path, uint64_t bias, struct str build)
{
    program->objects = array_grow(program->objects, &program->object_capacity, program->object_count + 1, sizeof *program->objects);
    program->objects[program->object_count++] = (struct program_object){.path = path, .build = build, .bias = bias};
}

static void program_forget_objects(struct program *program)
{
    for (size_t i = 0; i < program->object_count; i++) {
        symbols_close(program->objects[i].symbols);
        free(program->objects[i].unread);
    }
    free(program->objects);
    program->objects = NULL;
    program->object_count = program->object_capacity = 0;
}

static void open_object(struct program_object *object)
{
    struct arena arena = {0};
    struct error unread;
    const char *path = arena_string(&arena, object->path);
    object->tried = true;
    enum symbols_opened opened = symbols_open_build(path, object->build, &object->symbols, &unread);
    if (opened != SYMBOLS_OPENED) {
        object->symbols = NULL;
        object->unread = unread.message[0] ? strdup(unread.message) : NULL;
        object->state = opened == SYMBOLS_MISSING ? PROGRAM_OBJECT_MISSING : PROGRAM_OBJECT_CHANGED;
    }
    arena_free(&arena);
}

size_t program_object_count(const struct program *program)
{
    return program->object_count;
}

enum program_object_state program_object_state(const struct program *program, size_t i, struct str *path, uint64_t *bias)
{
    struct program_object *object = &program->objects[i];
    if (!object->tried)
        open_object(object);
    *path = object->path;
    *bias = object->bias;
    return object->state;
}

const char *program_object_unread(const struct program *program, size_t i, struct str *path)
{
    *path = program->objects[i].path;
    return program->objects[i].unread;
}

struct symbols *program_object_symbols(const struct program *program, size_t i, uint64_t *bias)
{
    struct str path;
    bool used = program_object_state(program, i, &path, bias) == PROGRAM_OBJECT_USED;
    struct symbols *symbols = used ? program->objects[i].symbols : NULL;
    return symbols && program->symbols && symbols_join(symbols, program->symbols) ? symbols : NULL;
}

/* Objects do not overlap: only the one that begins last at or below an address can contain it. Where a program unloaded one library and loaded another one in
 * its place, clew does not know whose code an address is. */
struct symbols *program_symbols_at(const struct program *program, uint64_t address, uint64_t *link)
{
    struct program_object *nearest = NULL;
    bool several = false;
    *link = address - program->bias;
    if (program->symbols && symbols_is_code(program->symbols, *link))
        return program->symbols;
    for (size_t i = 0; i < program->object_count; i++) {
        struct program_object *object = &program->objects[i];
        if (object->bias > address || (nearest && object->bias < nearest->bias))
            continue;
        several = nearest && object->bias == nearest->bias && (several || !str_equal(object->path, nearest->path));
        nearest = object;
    }
    if (nearest && !nearest->tried)
        open_object(nearest);
    if (!nearest || !nearest->symbols || several)
        return NULL;
    *link = address - nearest->bias;
    return symbols_is_code(nearest->symbols, *link) ? nearest->symbols : NULL;
}

/* ---- Completing a trace from its executable ----
 *
 * program asks the executable about each instruction once, at the first question about it, and keeps the answers beside the store. */

struct program *program_open(const struct store *store)
{
    struct program *program = memory_allocate(sizeof *program);
    program->store = store;
    program->decoder = decoder_open();
    return program;
}

static void program_forget_tables(struct program *program);

/* The decoder reads the code of x86-64; for other machines a reader knows only the text. symbols NULL: the trace may be of x86-64. */
static void use_machine(struct program *program, struct symbols *symbols)
{
    struct symbols_summary summary = symbols ? symbols_summary(symbols) : (struct symbols_summary){0};
    decoder_close(program->decoder);
    code_close(program->code);
    summary.x86_64 = symbols && symbols_arch(symbols) == &arch_x86_64;      /* x32 is code of 64-bit mode */
    program->decoder = symbols ? decoder_open_for(&summary) : decoder_open();
    program->code = program->decoder ? NULL : code_open(symbols);
    if (program->code)
        code_move(program->code, program->bias);
}

static void detach(struct program *program)
{
    program_forget_tables(program);
    arena_free(&program->arena);
    program->completed = NULL;
    program->ordered = false;
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
    code_close(program->code);
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
    COMPARE_FIRST(a->address, b->address);
    return str_compare(a->function, b->function);
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

/* Functions of the C start-up code. Every object of a process has its own, so a library's must not speak against the executable. */
static bool is_everywhere(struct str function)
{
    static const char *const names[] = {"_start", "_init", "_fini", "deregister_tm_clones", "register_tm_clones",
                                        "__do_global_dtors_aux", "frame_dummy"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (str_is(function, names[i]))
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

/* How many addresses of the trace to look at, evenly spread; enough to tell code from chance. */
enum { STARTS_LOOKED_AT = 1 << 12 };

/* Are the trace's addresses those of the executable's instructions, without a bias? Addresses elsewhere are other code. */
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
        qsort(addresses, used, sizeof *addresses, compare_uint64);
    struct symbols_starts starts = symbols_starts(symbols, addresses, used);
    free(addresses);
    return starts.right >= 20 * starts.wrong && starts.right >= starts.inside / 2 && starts.right > 0;
}

/* Does the trace have link addresses, as clew writes them (clew-formats(5) 3.6)? Compares names, if it has any in the executable's code. */
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

/* For a position-independent executable, whose bias is to be found. */
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

static bool same_file(struct str a, struct str b)
{
    return str_equal(str_basename(a), str_basename(b));
}

static struct completed complete(const struct program *program, uint64_t index)
{
    struct instruction instruction = store_instruction(program->store, index);
    struct completed completed = {instruction.file, instruction.function, {0}, instruction.line, true};
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

/* The names of an instruction, completed at the first question. */
static const struct completed *completed_of(const struct program *program, uint64_t index)
{
    struct completed *completed = &program->completed[index];
    if (!completed->known)
        *completed = complete(program, index);
    return completed;
}

static void attach(struct program *program, struct symbols *symbols, uint64_t bias)
{
    detach(program);
    program->symbols = symbols;
    program->bias = bias;
    use_machine(program, symbols);
}

static void complete_names(struct program *program)
{
    program->completed = arena_allocate(&program->arena, store_count(program->store) * sizeof *program->completed);
}

void program_attach_known(struct program *program, struct symbols *symbols, uint64_t bias)
{
    attach(program, symbols, bias);
    if (symbols_has_debug(symbols))
        complete_names(program);
}

void program_attach(struct program *program, struct symbols *symbols, const uint64_t *load_offset, struct attach_report *report)
{
    detach(program);
    use_machine(program, NULL);
    *report = examine(program->store, symbols, load_offset);
    if (report->result != ATTACH_FITS && report->result != ATTACH_UNCHECKED)
        return;
    attach(program, symbols, report->bias);
    complete_names(program);
}

struct instruction program_instruction(const struct program *program, uint64_t index)
{
    struct instruction instruction = store_instruction(program->store, index);
    if (program->completed) {
        const struct completed *completed = completed_of(program, index);
        instruction.file = completed->file;
        instruction.function = completed->function;
        instruction.line = completed->line;
    }
    return instruction;
}

struct str program_folder(const struct program *program, uint64_t index)
{
    struct instruction instruction = store_instruction(program->store, index);
    struct source_position position;
    uint64_t address;
    if (program->completed && completed_of(program, index)->folder.data)
        return program->completed[index].folder;
    struct symbols *symbols = instruction.has_address && instruction.file.data ? program_symbols_at(program, instruction.address, &address) : NULL;
    if (!symbols || symbols == program->symbols || !symbols_position(symbols, address, &position) || !same_file(instruction.file, position.file))
        return (struct str){0};
    return position.folder;
}

bool program_debug_waits(const struct program *program, uint64_t index, struct str *library)
{
    struct instruction instruction = store_instruction(program->store, index);
    uint64_t address;
    struct symbols *symbols = instruction.has_address ? program_symbols_at(program, instruction.address, &address) : NULL;
    if (!symbols || symbols == program->symbols || symbols_has_read_debug(symbols))
        return false;
    *library = symbols_path(symbols);
    return true;
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

struct str program_inlined_in(const struct program *program, uint64_t index)
{
    struct source_position position;
    bool inlined = position_at(program, index, &position) && position.function.data && !str_equal(position.function, position.physical);
    return inlined ? position.physical : (struct str){NULL, 0};
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
    struct str bytes = symbols_bytes(symbols, address, LONGEST_INSTRUCTION);
    return bytes.size && decoder_decode(program->decoder, bytes, instruction.address, decoded);
}

const struct arch *program_arch(const struct program *program)
{
    return program->decoder && program->symbols ? symbols_arch(program->symbols) : &arch_x86_64;
}

/* The effect of the instruction at a link address, in program->decoder's terms. False: it cannot be disassembled. */
static bool effects_at(const struct program *program, struct symbols *symbols, uint64_t at, struct decoded *decoded, struct arch_effects *effects)
{
    struct str bytes = symbols_bytes(symbols, at, LONGEST_INSTRUCTION);
    if (!bytes.size || !decoder_decode(program->decoder, bytes, at, decoded))
        return false;
    arch_effects(decoded, effects);
    return true;
}

bool program_stack_below(const struct program *program, uint64_t index, uint64_t *below)
{
    enum { MOST = 1 << 14, RETURN_ADDRESS = 8 };        /* instructions */
    struct instruction instruction = store_instruction(program->store, index);
    struct decoded decoded;
    struct arch_effects does;
    uint64_t address, at, end;
    size_t function;
    bool begins = true, moves = false;  /* in the first instructions; others have moved it, too */
    struct symbols *symbols = instruction.has_address ? program_symbols_at(program, instruction.address, &address) : NULL;
    *below = RETURN_ADDRESS;
    if (!symbols || !program->decoder || !symbols_function_at(symbols, address, &function))
        return false;
    at = symbols_function(symbols, function).address;
    end = at + symbols_function(symbols, function).size;
    for (unsigned i = 0; at < end && !moves; i++, at += decoded.length) {
        if (i == MOST || !effects_at(program, symbols, at, &decoded, &does))
            return false;
        bool down = does.stack == STACK_ADDS && does.adds < 0 && decoded.flow == FLOW_NEXT;
        begins = begins && (down || (i == 0 && does.stack == STACK_NONE && decoded.flow == FLOW_NEXT));
        *below += begins && down ? (uint64_t)-does.adds : 0;
        moves = !begins && *below == RETURN_ADDRESS && does.stack != STACK_NONE && decoded.flow == FLOW_NEXT;
        if (!begins && *below != RETURN_ADDRESS)
            return true;
    }
    return !moves;
}

bool program_keeps_frame(const struct program *program, uint64_t index)
{
    enum { FIRST = 32 };                    /* instructions: a test may precede the prologue */
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
        struct str bytes = symbols_bytes(symbols, at, LONGEST_INSTRUCTION);
        if (!bytes.size || !decoder_decode(program->decoder, bytes, at, &decoded))
            return true;
        if (decoded.operation == OPERATION_MOVE && operand_is(&decoded, 0, decoded.arch->frame_pointer) && operand_is(&decoded, 1, decoded.arch->stack_pointer))
            return true;
    }
    return false;
}

bool program_is_call(const struct program *program, uint64_t index)
{
    struct decoded decoded;
    return program_disassemble(program, index, &decoded) && flow_is_call(decoded.flow);
}

bool program_callee(const struct program *program, uint64_t index, struct str *symbol, uint64_t *function)
{
    struct decoded decoded;
    size_t number;
    *function = 0;
    if (!program_disassemble(program, index, &decoded))
        return false;
    bool computed = decoded.flow == FLOW_CALL_INDIRECT || decoded.flow == FLOW_INDIRECT, direct = decoded.flow == FLOW_CALL || decoded.flow == FLOW_JUMP;
    if ((!computed && !direct) || (computed && (!decoded.operands || !decoded.operand[0].rip_relative)))
        return false;
    uint64_t from = store_instruction(program->store, index).address, to = computed ? from : decoded.target, link;
    struct symbols *symbols = program_symbols_at(program, to, &link);       /* of data it knows none */
    if (!symbols || computed)
        return symbols && symbols_slot(symbols, (uint64_t)decoded.operand[0].displacement - (from - link), symbol);
    if (symbols_plt(symbols, link, symbol))
        return true;
    if (!symbols_function_at(symbols, link, &number) || symbols_function(symbols, number).address != link)
        return false;
    *symbol = symbols_function(symbols, number).name;
    *function = to;
    return symbol->size > 0;
}

/* " <main+0x12>" for a target outside the jumping function; nothing without a known name. Both are addresses of the trace. */
static void target_text(const struct program *program, uint64_t from, uint64_t target, struct text *out)
{
    enum { NAME_ROOM = 32 };
    struct str stub;
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

static bool plain_code_text(const struct program *program, uint64_t index, struct text *out)
{
    struct instruction instruction = store_instruction(program->store, index);
    struct code_instruction found;
    uint64_t address;
    struct symbols *symbols = instruction.has_address ? program_symbols_at(program, instruction.address, &address) : NULL;
    const struct code_span *span = symbols && symbols == program->symbols ? symbols_span_at(symbols, address) : NULL;
    if (!span || !code_at(program->code, span->kind == SPAN_THUMB ? address & ~(uint64_t)1 : address, &found) || !found.valid)
        return false;
    code_text(program->code, &found, out);
    return true;
}

/* Leaves *decoded alone if a recorded disassembly has the text. */
static bool append_code(const struct program *program, uint64_t index, struct decoded *decoded, struct text *out)
{
    if (program->code)
        return plain_code_text(program, index, out);
    if (!program_disassemble(program, index, decoded))
        return false;
    text_safe(out, str_of(decoded->text));
    return true;
}

bool program_code_plain(const struct program *program, uint64_t index, struct text *out)
{
    struct decoded decoded;
    return append_code(program, index, &decoded, out);
}

bool program_code_text(const struct program *program, uint64_t index, struct text *out)
{
    struct decoded decoded;
    if (!append_code(program, index, &decoded, out))
        return false;
    if (!program->code && (decoded.flow == FLOW_CALL || decoded.flow == FLOW_JUMP || decoded.flow == FLOW_BRANCH))
        target_text(program, store_instruction(program->store, index).address, decoded.target, out);
    return true;
}

/* ---- Instructions by address, by function, by source line ----
 *
 * The first question sorts all instructions in three orders; an answer is a piece of one of them. If a file name is the tail of several files' names, their
 * instructions are merged into one more array, which is kept. */

/* One instruction while the orders are made. Names are numbers: only equal ones must be together. */
struct entry {
    uint64_t name;                      /* of file or function, from 1; 0: unknown */
    uint64_t line;                      /* 0 in the other orders */
    uint64_t address;
    uint64_t index;
};

/* The instructions of a file (or of several), by line, then address. Lines and indices are separate, so that an answer can be a piece of the indices. */
struct view {
    uint64_t *lines, *indices;
    size_t count;
};

struct names {                          /* distinct names, numbered from 0 in order of first mention */
    struct pool pool;
    struct map numbers;                 /* the pooled name's address: its number */
    struct str *items;
    size_t count, capacity;
};

struct program_tables {
    struct arena arena;
    struct names files, functions, tails;
    struct view *file_views;            /* one for each file */
    struct indices *function_lists;     /* one for each function */
    struct view *tail_views;            /* one for each name in `tails`: asked for, and no file's full name */
    size_t tail_capacity;
};

/* ---- Names ---- */

static uint64_t name_key(struct str pooled)
{
    return (uint64_t)(uintptr_t)pooled.data;
}

/* The number of a name; a new name gets the previous count. */
static size_t name_number(struct names *names, struct str name)
{
    struct str pooled = pool_name(&names->pool, name);
    uint64_t number;
    if (map_get(&names->numbers, name_key(pooled), &number))
        return (size_t)number;
    names->items = array_grow(names->items, &names->capacity, names->count + 1, sizeof *names->items);
    names->items[names->count] = pooled;
    map_put(&names->numbers, name_key(pooled), names->count);
    return names->count++;
}

static bool name_find(struct names *names, struct str name, size_t *number)
{
    uint64_t found;
    if (!name.data || !map_get(&names->numbers, name_key(pool_name(&names->pool, name)), &found))
        return false;
    *number = (size_t)found;
    return true;
}

static void names_free(struct names *names)
{
    pool_free(&names->pool);
    map_free(&names->numbers);
    free(names->items);
}

/* ---- Sorting ---- */

static int compare_entries(const void *x, const void *y)
{
    const struct entry *a = x, *b = y;
    COMPARE_FIRST(a->name, b->name);
    COMPARE_FIRST(a->line, b->line);
    COMPARE_FIRST(a->address, b->address);
    return COMPARE(a->index, b->index);
}

static void sort_entries(struct entry *entries, size_t count)
{
    if (count)
        qsort(entries, count, sizeof *entries, compare_entries);
}

static uint64_t *copy_indices(struct arena *arena, const struct entry *entries, size_t count)
{
    uint64_t *indices = arena_allocate(arena, count * sizeof *indices);
    for (size_t i = 0; i < count; i++)
        indices[i] = entries[i].index;
    return indices;
}

static struct view make_view(struct arena *arena, const struct entry *entries, size_t count)
{
    struct view view = {arena_allocate(arena, count * sizeof *view.lines), copy_indices(arena, entries, count), count};
    for (size_t i = 0; i < count; i++)
        view.lines[i] = entries[i].line;
    return view;
}

/* How many entries from the first on share its name. */
static size_t run_length(const struct entry *entries, size_t count)
{
    size_t length = 1;
    while (length < count && entries[length].name == entries[0].name)
        length++;
    return length;
}

/* ---- The three orders ---- */

/* The store has this order of the instructions with a block, and those without have no address. */
static void order_addresses(struct program *program)
{
    size_t count = (size_t)store_count(program->store), at = 0;
    uint64_t *order = arena_allocate(&program->arena, (count + 1) * sizeof *order), blocks = store_summary(program->store).instructions;
    while (at < count && store_address_order(program->store, at, &order[at]))
        at++;
    for (uint64_t i = blocks; i < count && at < count; i++)
        order[at++] = i;
    program->by_address = (struct indices){order, at};
    program->ordered = true;
}

static void order_functions(const struct program *program, struct program_tables *tables, struct entry *entries, size_t count)
{
    size_t used = 0;
    for (size_t i = 0; i < count; i++) {
        struct instruction instruction = program_instruction(program, i);
        if (instruction.function.data)
            entries[used++] = (struct entry){name_number(&tables->functions, instruction.function), 0, instruction.address, i};
    }
    sort_entries(entries, used);
    tables->function_lists = arena_allocate(&tables->arena, tables->functions.count * sizeof *tables->function_lists);
    for (size_t at = 0, length; at < used; at += length) {
        length = run_length(entries + at, used - at);
        tables->function_lists[entries[at].name] = (struct indices){copy_indices(&tables->arena, entries + at, length), length};
    }
}

static void order_lines(const struct program *program, struct program_tables *tables, struct entry *entries, size_t count)
{
    size_t used = 0;
    for (size_t i = 0; i < count; i++) {
        struct instruction instruction = program_instruction(program, i);
        if (!instruction.file.data)
            continue;
        size_t file = name_number(&tables->files, instruction.file);
        if (instruction.line)
            entries[used++] = (struct entry){file, instruction.line, instruction.address, i};
    }
    sort_entries(entries, used);
    tables->file_views = arena_allocate(&tables->arena, tables->files.count * sizeof *tables->file_views);
    for (size_t at = 0, length; at < used; at += length) {
        length = run_length(entries + at, used - at);
        tables->file_views[entries[at].name] = make_view(&tables->arena, entries + at, length);
    }
}

static struct program_tables *tables_of(struct program *program)
{
    if (program->tables)
        return program->tables;
    struct program_tables *tables = program->tables = memory_allocate(sizeof *tables);
    size_t count = (size_t)store_count(program->store);
    struct entry *entries = memory_allocate(count * sizeof *entries);
    order_functions(program, tables, entries, count);
    order_lines(program, tables, entries, count);
    free(entries);
    return tables;
}

static void program_forget_tables(struct program *program)
{
    struct program_tables *tables = program->tables;
    if (!tables)
        return;
    arena_free(&tables->arena);
    names_free(&tables->files);
    names_free(&tables->functions);
    names_free(&tables->tails);
    free(tables->tail_views);
    free(tables);
    program->tables = NULL;
}

/* ---- The files that a name means ---- */

static bool is_tail(struct str file, struct str tail)
{
    if (file.size <= tail.size)
        return false;
    size_t at = file.size - tail.size;
    return file.data[at - 1] == '/' && str_equal(str_cut(file, at, tail.size), tail);
}

/* All files with that tail in one view. */
static struct view merge_tail(const struct program *program, struct program_tables *tables, struct str tail)
{
    size_t count = 0, matches = 0, last = 0;
    for (size_t i = 0; i < tables->files.count; i++)
        if (is_tail(tables->files.items[i], tail)) {
            count += tables->file_views[i].count;
            matches++;
            last = i;
        }
    if (matches == 0)
        return (struct view){0};
    if (matches == 1)
        return tables->file_views[last];
    struct entry *entries = memory_allocate(count * sizeof *entries);
    size_t used = 0;
    for (size_t i = 0; i < tables->files.count; i++) {
        const struct view *view = &tables->file_views[i];
        for (size_t k = 0; is_tail(tables->files.items[i], tail) && k < view->count; k++)
            entries[used++] = (struct entry){.line = view->lines[k],
                                             .address = store_instruction(program->store, view->indices[k]).address,
                                             .index = view->indices[k]};
    }
    sort_entries(entries, used);
    struct view merged = make_view(&tables->arena, entries, used);
    free(entries);
    return merged;
}

static struct view view_of(struct program *program, struct str file)
{
    struct program_tables *tables = tables_of(program);
    size_t number, known = tables->tails.count;
    if (file.size == 0)
        return (struct view){0};
    if (name_find(&tables->files, file, &number))
        return tables->file_views[number];
    number = name_number(&tables->tails, file);
    tables->tail_views = array_grow(tables->tail_views, &tables->tail_capacity, tables->tails.count, sizeof *tables->tail_views);
    if (number == known)
        tables->tail_views[number] = merge_tail(program, tables, file);
    return tables->tail_views[number];
}

/* How many entries of a view are on lines below `line`. */
static size_t lines_below(const struct view *view, uint64_t line)
{
    LOWER_BOUND(size_t, at, 0, view->count, view->lines[at] < line);
    return at;
}

/* ---- Questions ---- */

struct indices program_by_address(struct program *program)
{
    if (!program->ordered)
        order_addresses(program);
    return program->by_address;
}

struct indices program_function(struct program *program, struct str function)
{
    struct program_tables *tables = tables_of(program);
    size_t number;
    return name_find(&tables->functions, function, &number) ? tables->function_lists[number] : (struct indices){0};
}

/* `main` of Rust: the function that the source calls so. */
static bool is_marked_main(struct program *program, struct str name, size_t *number)
{
    struct str marked;
    return str_is(name, "main") && program->symbols && symbols_main(program->symbols, &marked) && !str_equal(marked, name) &&
           name_find(&tables_of(program)->functions, marked, number);
}

size_t program_functions_called(struct program *program, struct str name, struct str *names, size_t most)
{
    struct program_tables *tables = tables_of(program);
    const struct names *functions = &tables->functions;
    struct arena arena = {0};
    size_t number, count = 0;
    struct str readable = demangle(name, DEMANGLE_NO_RETURN, &arena);          /* the linker's form of a name */
    bool whole = is_marked_main(program, name, &number) || name_find(&tables->functions, name, &number) || (readable.size && name_find(&tables->functions, readable, &number));
    arena_free(&arena);
    if (whole) {
        if (most)
            names[0] = functions->items[number];
        return 1;
    }
    for (size_t i = 0; i < functions->count; i++) {
        if (!demangled_matches(functions->items[i], name))
            continue;
        if (count < most)
            names[count] = functions->items[i];
        count++;
    }
    return count;
}

struct indices program_line(struct program *program, struct str file, uint64_t line)
{
    struct view view = view_of(program, file);
    size_t from = lines_below(&view, line), to = line < UINT64_MAX ? lines_below(&view, line + 1) : view.count;
    return to > from ? (struct indices){view.indices + from, to - from} : (struct indices){0};
}

bool program_has_lines(const struct program *program)
{
    return store_summary(program->store).has_lines || (program->symbols && symbols_summary(program->symbols).has_lines);
}

size_t program_file_count(struct program *program)
{
    return tables_of(program)->files.count;
}

struct str program_file(struct program *program, size_t i)
{
    return tables_of(program)->files.items[i];
}

uint64_t program_line_executions(struct program *program, struct str file, uint64_t line)
{
    struct indices on_line = program_line(program, file, line);
    struct map most = {0};                  /* for each copy */
    uint64_t total = 0;
    for (size_t i = 0; i < on_line.count; i++) {
        uint64_t executions = store_instruction(program->store, on_line.items[i]).executions, before = 0;
        size_t copy = on_line.count > 1 ? program_copy(program, on_line.items[i]) : 0;
        (void)map_get(&most, copy, &before);
        if (executions <= before)
            continue;
        total += executions - before;
        map_put(&most, copy, executions);
    }
    map_free(&most);
    return total;
}

uint64_t program_nearest_line(struct program *program, struct str file, uint64_t line)
{
    struct view view = view_of(program, file);
    size_t at = line < UINT64_MAX ? lines_below(&view, line + 1) : view.count;
    if (at)
        return view.lines[at - 1];
    return view.count ? view.lines[0] : 0;
}

uint64_t program_line_beside(struct program *program, struct str file, uint64_t line)
{
    struct view view = view_of(program, file);
    size_t at = line < UINT64_MAX ? lines_below(&view, line + 1) : view.count;
    return line_nearer(line, at ? view.lines[at - 1] : 0, at < view.count ? view.lines[at] : 0);
}
