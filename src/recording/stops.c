/* stops.c - breakpoints of a recording: where they are, what their conditions read, when they are hit.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/evaluate.h"
#include "recording/libraries.h"
#include "recording/steps.h"
#include "recording/system_calls.h"
#include "recording/watch.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static bool wet_judge(struct condition_reader *reader, const struct expression *expression, bool *holds, struct error *error)
{
    struct wet_asked *asked = reader->context;
    asked->judged = true;
    if (evaluate_truth(asked->session, expression, asked->time, holds, error))
        return true;
    reader->interrupted |= !progress_report(&asked->session->options.progress, asked->time, store_summary(wet_of(asked->session)->store).times);
    return false;
}

/* ---- Names of a condition ---- */

enum { ADDRESSES_ASKED = 16 /* of a breakpoint: one in each library, or one in each copy of a template */ };

/* The i-th time at which names of a condition are looked up: for a breakpoint when its code ran first and last, as libraries may come and go; else now. */
static bool time_to_ask(struct session *session, const struct stop *stop, size_t i, uint64_t *time)
{
    const struct store *store = wet_of(session)->store;
    uint64_t index;
    if (!stop || stop->kind != STOPS_AT_CODE)
        return i == 0 && wet_time(session, time);
    if (i / 2 >= stop->address_count || i / 2 >= ADDRESSES_ASKED || !store_find_address(store, stop->addresses[i / 2], &index))
        return false;
    uint64_t executions = store_instruction(store, index).executions;
    return executions > 0 && store_time(store, (struct node){index, i % 2 ? executions - 1 : 0}, time);
}

/* Does code at an address have the name, as a variable or a member of `this`? NOWHERE: as a member that lies nowhere; the error says so. */
static enum this_member find_in_code(const struct session *session, uint64_t address, struct str name, struct error *error)
{
    struct variable variable;
    struct variable_part part;
    struct wet_code code;
    bool several = false;
    if (!wet_code_of(session, address, &code))
        return THIS_MEMBER_NONE;
    enum this_member member = symbols_this_member(code.symbols, code.link, name, &variable, &part, error);
    return member == THIS_MEMBER_NONE && symbols_variable(code.symbols, code.link, name, &variable, &several) ? THIS_MEMBER_KNOWN : member;
}

/* A variable hides a type. */
static bool is_variable(struct session *session, uint64_t time, struct str name)
{
    struct error ignored;
    struct node node;
    return store_at(wet_of(session)->store, wet_behind_prologue(session, time), &node) &&
           find_in_code(session, store_instruction(wet_of(session)->store, node.index).address, name, &ignored) != THIS_MEMBER_NONE;
}

static bool is_type_at(struct session *session, uint64_t time, struct str name)
{
    struct expression_type written = {.base = BASE_NAMED, .name = name};
    struct error ignored;
    struct wet_code code;
    type_number type;
    if (!wet_code_at(session, time, &code) || is_variable(session, time, name))
        return false;
    return symbols_type_named(code.symbols, BASE_NAMED, name, &type, &ignored) || type != TYPE_NONE ||         /* of several the cast says so */
           libraries_type(session, time, &written, &type, &ignored) || type != TYPE_NONE;
}

bool wet_is_type(struct session *session, const struct stop *stop, struct str name)
{
    uint64_t time;
    for (size_t i = 0; time_to_ask(session, stop, i, &time); i++)
        if (is_type_at(session, time, name))
            return true;
    return false;
}

/* A variable of another function (FUNCTION::VAR) and every name at a watchpoint are checked only when the condition reads them. */
bool wet_stop_name(struct session *session, const struct stop *stop, struct str name, struct error *error)
{
    struct symbols *symbols = program_symbols(wet_of(session)->program);
    uint64_t time;
    if (str_starts(name, "$"))
        return dollar_is_known(session, name) ||
               (!wet_lost_register(name, error) && error_set(error, "there is no register and no convenience variable `%.*s`", STR(name)));
    if (str_find(name, str_of("::")) != SIZE_MAX || (stop->kind != STOPS_AT_CODE && symbols))
        return true;
    if (!symbols)
        return error_set(error, "without the executable a condition knows only `$execution`");
    for (size_t i = 0; i < stop->address_count; i++) {
        enum this_member found = find_in_code(session, stop->addresses[i], name, error);
        if (found != THIS_MEMBER_NONE)
            return found == THIS_MEMBER_KNOWN;
    }
    for (size_t i = 0; time_to_ask(session, stop, i, &time); i++)
        if (evaluate_knows(session, name, time, error))
            return true;
    struct near near;
    struct wet_code code = wet_own_code(session);
    bool nowhere = stop->address_count == 0 || !wet_code_of(session, stop->addresses[0], &code);
    return error_set(error, "no variable `%.*s` is known there%s", STR(name), near_variable_end(code.symbols, nowhere ? 0 : code.link, name, &near));
}

/* ---- Breakpoints of a recording: their instructions, and when these run ----
 *
 * clew does not step: the clock knows when each instruction runs next, and the earliest of them is the next hit. */

enum { HITS_REPORTED = 1024, ASKED_REPORTED = 16 /* of breakpoints with a condition */ };

/* ---- Locations ---- */

struct addresses {                      /* zeroed is empty; free() items */
    uint64_t *items;
    size_t count, capacity;
};

static void add_address(struct addresses *addresses, uint64_t address)
{
    addresses->items = array_grow(addresses->items, &addresses->capacity, addresses->count + 1, sizeof *addresses->items);
    addresses->items[addresses->count++] = address;
}

/* The index of an address in the order of addresses: the first that is not below it. */
static size_t place_of_address(const struct session *session, struct indices all, uint64_t address)
{
    size_t low = 0, high = all.count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        struct instruction instruction = store_instruction(wet_of(session)->store, all.items[middle]);
        if (instruction.has_address && instruction.address < address)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Is the instruction before it, by address, on the same line of the same function? */
static bool goes_on(struct session *session, struct indices all, const struct instruction *instruction)
{
    size_t place = place_of_address(session, all, instruction->address);
    if (place == 0)
        return false;
    struct instruction before = program_instruction(wet_of(session)->program, all.items[place - 1]);
    return before.line == instruction->line && str_equal(before.file, instruction->file) && str_equal(before.function, instruction->function);
}

/* Adds the addresses that ran and at which the line table of an object begins a line. Returns their number. */
static size_t add_rows(const struct session *session, struct symbols *symbols, uint64_t bias, struct str file, uint64_t line, struct addresses *found)
{
    uint64_t *rows = NULL, index;
    size_t before = found->count, count = symbols_line_statements(symbols, file, line, &rows);
    for (size_t i = 0; i < count; i++)
        if (store_find_address(wet_of(session)->store, rows[i] + bias, &index))
            add_address(found, rows[i] + bias);
    free(rows);
    return found->count - before;
}

/* The addresses that ran and at which a line begins: by the line table of the executable and of each object that has code of it; without one,
 * or where optimisation left none of its rows, those behind code of another line. An address may come twice. */
static void line_beginnings(struct session *session, struct str file, uint64_t line, struct addresses *found)
{
    struct program *program = wet_of(session)->program;
    struct indices code = program_line(program, file, line), all = program_by_address(program);
    struct symbols *last = program_symbols(program);
    size_t rows = last ? add_rows(session, last, program_bias(program), file, line, found) : 0;
    uint64_t link;
    for (size_t i = 0; i < code.count; i++) {
        struct instruction instruction = program_instruction(program, code.items[i]);
        struct symbols *symbols = program_symbols_at(program, instruction.address, &link);
        if (symbols != last)
            rows = symbols ? add_rows(session, symbols, instruction.address - link, file, line, found) : 0;
        last = symbols;
        if (!rows && !goes_on(session, all, &instruction))
            add_address(found, instruction.address);
    }
}

/* An instruction, and the copy of a function that it belongs to: out of line, or inlined somewhere. */
struct copy {
    uint64_t object;                    /* the bias of its object: objects number their copies alone */
    size_t number;                      /* program_copy */
    struct str name;                    /* where that is 0: of its file, as functions of one name in several files are different; or of the function */
    uint64_t first;                     /* when the instruction ran first; 0: does not matter */
    bool shared;                        /* its line is another one, which begins there, too */
    uint64_t address;
};

static struct copy copy_of(const struct session *session, uint64_t index, struct str name)
{
    struct instruction instruction = store_instruction(wet_of(session)->store, index);
    uint64_t link;
    (void)program_symbols_at(wet_of(session)->program, instruction.address, &link);
    return (struct copy){.object = instruction.address - link, .number = program_copy(wet_of(session)->program, index), .name = name,
                         .address = instruction.address};
}

static int compare_copies(const struct copy *a, const struct copy *b)
{
    COMPARE_FIRST(a->object, b->object);
    COMPARE_FIRST(a->number, b->number);
    return a->number ? 0 : str_compare(a->name, b->name);
}

static int by_copy(const void *a, const void *b)
{
    const struct copy *x = a, *y = b;
    int order = compare_copies(x, y);
    if (order)
        return order;
    COMPARE_FIRST(x->first, y->first);
    return COMPARE(x->address, y->address);
}

static void sort_addresses(struct addresses *found)
{
    if (found->count)
        qsort(found->items, found->count, sizeof *found->items, compare_uint64);
}

/* ---- The beginnings of a line that debuggers stop at ----
 *
 * A line of a function has several beginnings: a `for` has one before the first round and others in each round. A debugger stops at the first one of each
 * call. Which one that is may differ between calls, where the compiler moved code apart: then several stop. */

/* Did an instruction run in a frame by a time? Passes over what the frame called. Gives up after some calls. */
static bool ran_in_frame(const struct store *store, uint64_t index, const struct store_frame *frame, uint64_t until)
{
    enum { CALLS_LOOKED_AT = 64 };
    uint64_t thread = store_thread(store, until), time = frame->from - 1;
    struct store_frame other, callee;
    struct node node;
    for (int i = 0; i < CALLS_LOOKED_AT && store_next_execution(store, index, time, &node, &time) && time <= until; i++) {
        if (store_thread(store, time) != thread || !store_frame(store, time, 0, &other))
            continue;
        if (other.from == frame->from && other.depth == frame->depth)
            return true;
        if (other.depth > frame->depth && store_frame(store, time, other.depth - frame->depth - 1, &callee) && callee.to > time)
            time = callee.to - 1;
    }
    return false;
}

/* Is an instruction in the block of another one, or in a block in that? Code of an outer block is no later round of an inner one. */
static bool is_in_block(const struct session *session, uint64_t address, uint64_t outer)
{
    uint64_t link, other;
    struct symbols *symbols = program_symbols_at(wet_of(session)->program, address, &link);
    return !symbols || (program_symbols_at(wet_of(session)->program, outer, &other) == symbols && symbols_block_holds(symbols, other, link));
}

/* Does one of the stops from `from` on run before an instruction in each frame in which that runs? first: where the first of them was before a prologue was
 * passed over. Looks at some executions, the first among them; on doubt: no. */
static bool is_behind(const struct session *session, const struct addresses *stops, size_t from, uint64_t first, uint64_t index)
{
    enum { LOOKED_AT = 1000 };
    const struct store *store = wet_of(session)->store;
    struct instruction instruction = store_instruction(store, index);
    uint64_t executions = instruction.executions, address = instruction.address, step = executions / LOOKED_AT + 1, time, stop, thread = 0;
    struct store_frame frame = {.to = 0};
    for (uint64_t i = 0; i < executions; i += step) {
        bool ran = false;
        if (!store_time(store, (struct node){index, i}, &time))
            return false;
        if (frame.from <= time && time < frame.to && store_depth(store, time) == frame.depth && store_thread(store, time) == thread)
            continue;                                                           /* as the execution before it */
        if (!store_frame(store, time, 0, &frame))
            return false;
        thread = store_thread(store, time);
        for (size_t k = from; k < stops->count && !ran; k++)
            ran = is_in_block(session, address, k == from ? first : stops->items[k]) && store_find_address(store, stops->items[k], &stop) && ran_in_frame(store, stop, &frame, time);
        if (!ran)
            return false;
    }
    return true;
}

/* Behind the prologue, for the entry of a function with a frame pointer: its parameters are not in their places before. */
static uint64_t behind_prologue(const struct session *session, uint64_t index)
{
    struct instruction entry = program_instruction(wet_of(session)->program, index);
    uint64_t link, other;
    size_t function;
    struct symbols *symbols = program_symbols_at(wet_of(session)->program, entry.address, &link);
    if (!symbols || !symbols_function_at(symbols, link, &function) || symbols_function(symbols, function).address != link || !symbols_has_frame_pointer(symbols, link))
        return entry.address;
    uint64_t second = steps_second_beginning(session, &entry);
    return second && store_find_address(wet_of(session)->store, second, &other) ? second : entry.address;
}

/* Keeps of the beginnings of one copy, the earliest first, those at which some call stops first. */
static void choose_beginnings(const struct session *session, const struct copy *copies, size_t count, struct addresses *chosen)
{
    size_t from = chosen->count;
    uint64_t index;
    for (size_t i = 0; i < count; i++) {
        if (!store_find_address(wet_of(session)->store, copies[i].address, &index))
            continue;
        if (i == 0)
            add_address(chosen, behind_prologue(session, index));
        else if (copies[i].address != copies[0].address && !is_behind(session, chosen, from, copies[0].address, index))
            add_address(chosen, copies[i].address);
    }
}

/* How many have an instruction of the line. Copies without one are code of functions that it calls, inlined there. */
static size_t count_owned(const struct copy *copies, size_t count)
{
    size_t owned = 0;
    for (size_t i = 0; i < count; i++)
        owned += !copies[i].shared;
    return owned;
}

/* Where debuggers stop at a line: in each copy of a function at its first code of the line, behind a prologue. So at a loop's head once, before the first
 * round. */
static bool line_addresses(struct session *session, struct str file, uint64_t line, struct addresses *chosen, struct error *error)
{
    struct program *program = wet_of(session)->program;
    struct addresses found = {0};
    size_t count = 0;
    struct node node;
    line_beginnings(session, file, line, &found);
    struct copy *copies = memory_allocate((found.count + 1) * sizeof *copies);
    for (size_t i = 0; i < found.count; i++) {
        uint64_t index, first;
        if (!store_find_address(wet_of(session)->store, found.items[i], &index) || !store_next_execution(wet_of(session)->store, index, 0, &node, &first))
            continue;
        struct instruction instruction = program_instruction(program, index);
        copies[count] = copy_of(session, index, instruction.function);
        copies[count].first = first;
        copies[count++].shared = instruction.line != line;
    }
    if (count)
        qsort(copies, count, sizeof *copies, by_copy);
    size_t owned = count_owned(copies, count);
    for (size_t i = 0, end; i < count; i = end) {
        for (end = i + 1; end < count && compare_copies(&copies[i], &copies[end]) == 0; end++)
            ;
        if (!owned || count_owned(&copies[i], end - i))
            choose_beginnings(session, &copies[i], end - i, chosen);
    }
    free(copies);
    free(found.items);
    sort_addresses(chosen);
    return chosen->count || position_no_line(session, file, line, error);
}

/* The beginning of each copy of a function: its entry if that ran, else its lowest address. Cold code may lie below the entry. */
static void add_function(struct session *session, struct str function, struct addresses *chosen)
{
    struct program *program = wet_of(session)->program;
    struct indices found = program_function(program, function);
    struct copy *copies = memory_allocate((found.count + 1) * sizeof *copies);
    for (size_t i = 0; i < found.count; i++)
        copies[i] = copy_of(session, found.items[i], program_instruction(program, found.items[i]).file);
    if (found.count)
        qsort(copies, found.count, sizeof *copies, by_copy);
    for (size_t i = 0; i < found.count; i++) {
        if (i == 0 || compare_copies(&copies[i], &copies[i - 1]) != 0)
            add_address(chosen, copies[i].address);
        else if (position_is_entry(session, function, copies[i].address))
            chosen->items[chosen->count - 1] = copies[i].address;
    }
    free(copies);
}

/* All functions that a shorter C++ name means, as in debuggers. */
static bool function_addresses(struct session *session, struct str function, struct addresses *chosen, struct error *error)
{
    enum { MOST = 64 };
    struct str names[MOST];
    size_t called = program_functions_called(wet_of(session)->program, function, names, MOST);
    if (called > MOST)
        return error_set(error, "%zu functions are called `%.*s`: use FILE:LINE", called, STR(function));
    for (size_t i = 0; i < called; i++)
        add_function(session, names[i], chosen);
    sort_addresses(chosen);
    struct near near;
    return chosen->count || error_set(error, "no function `%.*s` in this trace: %s`info functions` lists them", STR(function), near_function(session, function, &near));
}

static bool place_addresses(struct session *session, const struct place *place, struct addresses *chosen, struct error *error)
{
    struct str file;
    uint64_t index;
    if (place->has & PLACE_INSTANCE)
        return error_set(error, "a breakpoint is for all executions of an instruction: leave out #%" PRIu64 "", place->instance);
    if (place->has & PLACE_LINE)
        return position_file(session, place, &file, error) && line_addresses(session, file, place->line, chosen, error);
    if (place->has & PLACE_FUNCTION)
        return function_addresses(session, place->function, chosen, error);
    if (!(place->has & (PLACE_ADDRESS | PLACE_ID)))
        return error_set(error, "not an instruction: expected FUNCTION, FILE:LINE or 0xADDRESS");
    if (!position_find(session, place, &index, error))
        return false;
    add_address(chosen, store_instruction(wet_of(session)->store, index).address);
    return true;
}

bool wet_addresses(struct session *session, const struct place *place, uint64_t **addresses, size_t *count, struct error *error)
{
    struct addresses chosen = {0};
    bool good = place_addresses(session, place, &chosen, error);        /* if not, it found none */
    *addresses = chosen.items;
    *count = chosen.count;
    return good;
}

static void name_location(struct session *session, uint64_t address, struct stop *stop)
{
    struct text text = {0};
    uint64_t index;
    if (store_find_address(wet_of(session)->store, address, &index)) {
        struct instruction instruction = program_instruction(wet_of(session)->program, index);
        describe_location(&instruction, &text);
    }
    if (text.size == 0)
        text_hex(&text, address);
    stop->what = memory_string(text_str(&text));
    text_free(&text);
}

/* ---- System calls and signals ---- */

/* `syscall` or `signal` and names; the word alone is every one, unless the program has a function of that name. */
static bool is_caught(const struct session *session, struct str location, enum call_among *among)
{
    struct str word, function;
    if (!str_field(&location, &word) || (!str_is(word, "syscall") && !str_is(word, "signal")))
        return false;
    *among = str_is(word, "syscall") ? AMONG_CALLS : AMONG_SIGNALS;
    return str_trim(location).size || !program_functions_called(wet_of(session)->program, word, &function, 1);
}

/* ---- Exceptions of C++ ----
 *
 * `catch throw` of gdb: the calls of your code into its runtime (Itanium C++ ABI: Exception Handling, 2.4 and 2.5). */

static const struct exception_call {
    const char *word, *function, *other;        /* other: NULL, or how the name of another such function begins */
    const char *nothing;
} exception_calls[] = {
    {"throw", "__cxa_throw", NULL, "no `throw` of your code ran; `catch catch` stops where your code takes exceptions, also those of libraries"},
    {"rethrow", "__cxa_rethrow", "_ZSt17rethrow_exception", "no `throw;` of your code ran"},
    {"catch", "__cxa_begin_catch", NULL, "no `catch` of your code ran"}};

/* The exceptions that a word means. NULL: none, or the program has a function of that name. */
static const struct exception_call *exception_named(const struct session *session, struct str word)
{
    struct str function;
    for (size_t i = 0; i < sizeof exception_calls / sizeof *exception_calls; i++)
        if (str_is(word, exception_calls[i].word))
            return program_functions_called(wet_of(session)->program, word, &function, 1) ? NULL : &exception_calls[i];
    return NULL;
}

/* Words of gdb that clew does not follow: types behind `catch throw`, and Ada's exceptions. */
static bool refuse_exception(const struct session *session, struct str location, struct error *error)
{
    struct str word, function;
    if (!str_field(&location, &word))
        return false;
    const struct exception_call *named = exception_named(session, word);
    if (named && str_trim(location).size)
        return !error_set(error, "clew does not choose exceptions by type: `catch %s` stops at all of them", named->word);
    return str_is(word, "exception") && !program_functions_called(wet_of(session)->program, word, &function, 1) &&
           !error_set(error, "clew knows only exceptions of C++: `catch throw`, `catch catch` and `catch rethrow` stop there");
}

/* Where a library of the run has the function; 0: unknown. */
static uint64_t find_exported(struct session *session, const char *function)
{
    struct library_symbol symbol;
    bool found = who_state(session) && libraries_find(session, store_summary(wet_of(session)->store).times, str_of(function), &symbol);
    return found ? symbol.address : 0;
}

/* The symbol that begins at an address: a function, or the one to which a stub leads. */
static bool name_at(const struct program *program, uint64_t address, struct str *name)
{
    uint64_t link;
    size_t function;
    struct symbols *symbols = program_symbols_at(program, address, &link);
    if (!symbols || symbols_plt(symbols, link, name))
        return symbols && name->size;
    if (!symbols_function_at(symbols, link, &function) || symbols_function(symbols, function).address != link)
        return false;
    *name = symbols_function(symbols, function).name;
    return name->size;
}

/* The contents of a register at a time; of no register 0. */
static bool add_register(struct session *session, uint64_t time, int reg, uint64_t factor, uint64_t *sum)
{
    struct node definer;
    uint64_t value = 0;
    if (reg >= 0 && memory_register_at(who_memory(session), time, reg, &value, &definer) != MEMORY_KNOWN)
        return false;
    *sum += value * factor;
    return true;
}

/* The symbol that a computed call goes to in its first execution: by its register, or by the slot of the linker that it reads. exported: where wanted->function
 * lies. */
static bool name_computed(struct session *session, uint64_t index, const struct exception_call *wanted, uint64_t exported, struct str *name)
{
    const struct program *program = wet_of(session)->program;
    struct decoded decoded;
    uint64_t time, link, to = 0, address = store_instruction(wet_of(session)->store, index).address, run = wet_run_bias(session);
    if (!program_disassemble(program, index, &decoded) || decoded.flow != FLOW_CALL_INDIRECT || !store_time(wet_of(session)->store, (struct node){index, 0}, &time))
        return false;
    const struct operand *operand = &decoded.operand[0];
    if (operand->kind == OPERAND_REGISTER) {
        *name = str_of(wanted->function);
        return add_register(session, time, operand->reg, 1, &to) && ((exported && to == exported) || name_at(program, to - run, name) || name_at(program, to, name));
    }
    struct symbols *symbols = program_symbols_at(program, address, &link);
    to = (uint64_t)operand->displacement - (symbols == program_symbols(program) ? run : 0) - (address - link);
    return symbols && operand->kind == OPERAND_MEMORY && !operand->rip_relative && !operand->segment_based && add_register(session, time, operand->base, 1, &to) &&
           add_register(session, time, operand->index, operand->scale, &to) && symbols_slot(symbols, to, name);
}

/* The symbol that a call goes to; a computed one in its first execution. */
static bool name_callee(struct session *session, uint64_t index, const struct exception_call *wanted, uint64_t exported, struct str *name)
{
    uint64_t function;
    return program_callee(wet_of(session)->program, index, name, &function) || name_computed(session, index, wanted, exported, name);
}

static bool is_in_stub(const struct program *program, uint64_t address)
{
    struct str name;
    uint64_t link;
    struct symbols *symbols = program_symbols_at(program, address, &link);
    return symbols && symbols_plt(symbols, link, &name);
}

/* Did an execution of a computed call begin a function with a name, or that of a computed jump stay in its function? */
static bool leads_to_known(const struct session *session, uint64_t time, const struct decoded *decoded)
{
    const struct store *store = wet_of(session)->store;
    struct store_frame here, then;
    struct node node;
    uint64_t next, from, to;
    size_t function, other;
    struct str name;
    if (!store_next_in_thread(store, time, &next) || !store_at(store, time, &node) || !store_frame(store, time, 0, &here) || !store_frame(store, next, 0, &then))
        return false;
    struct symbols *source = program_symbols_at(wet_of(session)->program, store_instruction(store, node.index).address, &from);
    if (!store_at(store, next, &node))
        return false;
    struct symbols *symbols = program_symbols_at(wet_of(session)->program, store_instruction(store, node.index).address, &to);
    if (!symbols || !source || !symbols_function_at(symbols, to, &function))
        return false;
    if (flow_is_call(decoded->flow))
        return then.call == time && !then.from_hidden && name_at(wet_of(session)->program, store_instruction(store, node.index).address, &name);
    return source == symbols && then.from == here.from && symbols_function_at(source, from, &other) && other == function;
}

/* May an instruction call a function that clew cannot name? */
static bool calls_unknown(struct session *session, uint64_t index, const struct exception_call *wanted, uint64_t exported)
{
    enum { LOOKED_AT = 16 };
    const struct program *program = wet_of(session)->program;
    struct instruction instruction = store_instruction(wet_of(session)->store, index);
    struct decoded decoded;
    struct str callee;
    uint64_t time;
    if (!instruction.has_address || !instruction.executions || is_in_stub(program, instruction.address) ||
        name_callee(session, index, wanted, exported, &callee) || !program_disassemble(program, index, &decoded))
        return false;
    if (decoded.flow != FLOW_CALL_INDIRECT && decoded.flow != FLOW_INDIRECT)
        return decoded.flow == FLOW_CALL;
    for (uint64_t i = 0; i < instruction.executions && i < LOOKED_AT; i++)
        if (!store_time(wet_of(session)->store, (struct node){index, i}, &time) || !leads_to_known(session, time, &decoded))
            return true;
    return instruction.executions > LOOKED_AT;
}

static bool say_no_exception(struct session *session, const struct exception_call *wanted, uint64_t exported, struct error *error)
{
    struct indices all = program_by_address(wet_of(session)->program);
    uint64_t unknown = 0;
    for (size_t i = 0; i < all.count; i++)
        unknown += calls_unknown(session, all.items[i], wanted, exported);
    if (unknown == 0)
        return error_set(error, "%s", wanted->nothing);
    return error_set(error, unknown == 1 ? "clew found no call of `%s`: %" PRIu64 " call goes to an unknown function" :
                                           "clew found no call of `%s`: %" PRIu64 " calls go to unknown functions", wanted->function, unknown);
}

/* Calls by name, directly or through slots and stubs of the linker, and through registers. */
static bool stop_at_exception(struct session *session, const struct exception_call *wanted, struct stop *stop, struct error *error)
{
    struct program *program = wet_of(session)->program;
    struct indices all = program_by_address(program);
    struct addresses found = {0};
    struct str callee;
    if (!program_symbols(program))
        return error_set(error, "without the executable clew does not know which calls throw: --exec=FILE names it");
    uint64_t exported = find_exported(session, wanted->function);
    for (size_t i = 0; i < all.count; i++) {
        struct instruction instruction = store_instruction(wet_of(session)->store, all.items[i]);
        if (!instruction.has_address || is_in_stub(program, instruction.address))
            continue;
        bool named = instruction.executions && name_callee(session, all.items[i], wanted, exported, &callee);
        if (named && (str_is(callee, wanted->function) || (wanted->other && str_starts(callee, wanted->other))))
            add_address(&found, instruction.address);
    }
    stop->addresses = found.items;
    stop->address_count = found.count;
    return found.count || say_no_exception(session, wanted, exported, error);
}

/* " of std::runtime_error": the type that the call at a time throws, if a symbol tells: its second argument. */
static void say_thrown(struct session *session, uint64_t time, struct text *out)
{
    enum { RSI = 6 };                   /* System V AMD64 ABI, 3.2.3 */
    static const char kind[] = "typeinfo for ";
    struct library_symbol symbol = {.offset = 0};
    struct node definer;
    uint64_t address;
    if (memory_register_at(who_memory(session), time, RSI, &address, &definer) != MEMORY_KNOWN ||
        (!who_symbol_at(session, address, &symbol.name, &symbol.offset) && !libraries_at(session, time, address, &symbol)))
        return;
    if (symbol.offset || !str_starts(symbol.name, kind))
        return;
    struct str type = str_cut(symbol.name, strlen(kind), SIZE_MAX);
    text_add(out, " of ");
    text_safe(out, str_cut(type, 0, str_find_byte(type, '@')));
}

/* What the words behind the first one choose. */
static bool read_caught(struct str location, enum call_among among, struct call_choice *choice, struct error *error)
{
    struct str word;
    str_field(&location, &word);
    return call_choice_read(location, among, choice, error);
}

static bool stop_at_caught(struct session *session, struct str location, enum call_among among, struct stop *stop, struct error *error)
{
    struct call_choice choice = {0};
    bool good = system_calls_need(session, error) && read_caught(location, among, &choice, error) &&
                system_call_times(session, &choice, &stop->addresses, &stop->address_count, error);
    call_choice_free(&choice);
    if (good && stop->address_count == 0) {
        free(stop->addresses);
        stop->addresses = NULL;
        good = error_set(error, among == AMONG_CALLS ? "your code made no such system call: `info syscalls` lists all of them" :
                                "no handler took such a signal while your code ran: `info signals` lists all of them");
    }
    stop->kind = STOPS_AT_SYSCALL;
    return good;
}

/* The next time in the list behind a time, or before it. */
static uint64_t next_time(const struct stop *stop, uint64_t from, bool reverse)
{
    LOWER_BOUND(size_t, at, 0, stop->address_count, stop->addresses[at] < from + !reverse);
    if (reverse)
        return at ? stop->addresses[at - 1] : UINT64_MAX;
    return at < stop->address_count ? stop->addresses[at] : UINT64_MAX;
}

/* ": write(1, "sum\n", 4) = 4": the first such call or signal with that moment. */
static void say_caught(struct session *session, const struct stop *stop, uint64_t time, struct text *out)
{
    enum { LOOKED_AT = 100000 };       /* a call that waited stands behind those that returned earlier */
    const struct store *store = wet_of(session)->store;
    struct store_system_call call;
    struct call_choice choice = {0};
    struct error error;
    enum call_among among;
    uint64_t total = store_system_call_count(store), first = store_system_call_at(store, time);
    if (is_caught(session, str_of(stop->what), &among) && read_caught(str_of(stop->what), among, &choice, &error))
        for (uint64_t i = first; i < total && i - first < LOOKED_AT && store_system_call(store, i, &call, &error); i++)
            if (system_call_time(session, &call) == time && call_choice_has(session, &choice, &call)) {
                text_add(out, ": ");
                system_call_line(session, &call, out);
                break;
            }
    call_choice_free(&choice);
}

/* A location with a `*`: a position, or an expression for an address of the run, such as $pc or main + 4. */
static bool stop_at_address(struct session *session, struct str words, struct stop *stop, struct error *error)
{
    struct place place = {0};
    struct error ignored;
    uint64_t address, found;
    if (session_parse(session, words, &place, &ignored) && wet_addresses(session, &place, &stop->addresses, &stop->address_count, &ignored))
        return true;
    if (!wet_address_of(session, words, &address, error))
        return false;
    if (!wet_recorded_address(session, address, &found))
        return error_set(error, "no instruction at 0x%" PRIx64 " ran", address);
    place = (struct place){.has = PLACE_ADDRESS, .address = found};
    if (!wet_addresses(session, &place, &stop->addresses, &stop->address_count, error))
        return false;
    struct text what = {0};             /* elsewhere the expression may mean another address */
    text_printf(&what, "*0x%" PRIx64, place.address);
    stop->what = memory_string(text_str(&what));
    text_free(&what);
    return true;
}

bool wet_stop_at(struct session *session, struct str location, struct stop *stop, struct error *error)
{
    struct place place = {0};
    const struct exception_call *exception;
    enum call_among among;
    if (!wet_need_recording(session, error))
        return false;
    if (stop->kind != STOPS_AT_CODE)
        return watch_location(session, location, stop, error);
    if (is_caught(session, location, &among))
        return stop_at_caught(session, location, among, stop, error);
    if ((exception = exception_named(session, location)))
        return stop_at_exception(session, exception, stop, error);
    if (refuse_exception(session, location, error))
        return false;
    if (str_starts(location, "*"))
        return stop_at_address(session, str_trim(str_cut(location, 1, SIZE_MAX)), stop, error);
    if (location.size == 0)
        place = (struct place){.has = PLACE_ADDRESS, .address = store_instruction(wet_of(session)->store, wet_of(session)->here.index).address};
    else if (str_decimal(location, &place.line))
        place.has = PLACE_LINE;
    else if (!session_parse(session, location, &place, error))
        return false;
    if (!wet_addresses(session, &place, &stop->addresses, &stop->address_count, error))
        return false;
    if (location.size == 0 || (place.has == PLACE_LINE && !place.file.size))
        name_location(session, stop->addresses[0], stop);
    return true;
}

/* ---- Hits ---- */

/* An instruction with a stop, or a watchpoint, and when it runs or is hit next. */
struct target {
    uint64_t index, when;               /* when: NEVER: it does not */
    size_t stop;                        /* ordinal in session->trace->stops */
    struct watch *watch;                /* NULL: none */
    bool ends;                          /* at `when` the watchpoint's function has returned; in reverse, it has not been called */
    const struct stop *syscalls;        /* NULL: none; then it is an instruction */
};
#define NEVER UINT64_MAX

struct targets {                        /* zeroed is empty */
    struct target *items;
    size_t count, capacity;
};

/* Adds every instruction at an address: there are several if code was replaced. */
static void add_targets(const struct session *session, uint64_t address, size_t stop, struct targets *targets)
{
    struct indices all = program_by_address(wet_of(session)->program);
    for (size_t i = place_of_address(session, all, address); i < all.count; i++) {
        if (store_instruction(wet_of(session)->store, all.items[i]).address != address)
            break;
        targets->items = array_grow(targets->items, &targets->capacity, targets->count + 1, sizeof *targets->items);
        targets->items[targets->count++] = (struct target){.index = all.items[i], .stop = stop};
    }
}

/* A watchpoint on locals ends with their function: the walk stops behind its return, or, backwards, at its call. */
static void end_watch(const struct stop *stop, struct target *target, uint64_t from, bool reverse)
{
    target->ends = stop->scoped && from >= stop->from && from <= stop->until && (!reverse || stop->from > 1);
    if (target->ends)
        target->when = reverse ? stop->from - 1 : stop->until + 1;
}

/* limit: no hit of a watchpoint beyond it is wanted. NONE: it may be found or not; otherwise the search failed. */
static enum stops_found find_next(const struct session *session, struct target *target, uint64_t from, bool reverse, uint64_t limit)
{
    struct node node;
    if (target->watch) {
        target->when = from;
        enum watch_found watched = watch_next(target->watch, &target->when, limit);
        target->when = watched == WATCH_HIT ? target->when : NEVER;
        if (watched == WATCH_NONE)
            end_watch(&session->trace->stops.items[target->stop], target, from, reverse);
        return watched == WATCH_INTERRUPTED ? STOPS_INTERRUPTED : watched == WATCH_DAMAGED ? STOPS_DAMAGED : STOPS_NONE;
    }
    if (target->syscalls) {
        target->when = next_time(target->syscalls, from, reverse);
        return STOPS_NONE;
    }
    bool found = reverse ? store_previous_execution(wet_of(session)->store, target->index, from, &node, &target->when)
                         : store_next_execution(wet_of(session)->store, target->index, from, &node, &target->when);
    if (!found)
        target->when = NEVER;
    return STOPS_NONE;
}

/* The next time at which any of them runs. */
static uint64_t soonest(const struct targets *targets, bool reverse)
{
    uint64_t best = NEVER;
    for (size_t i = 0; i < targets->count; i++) {
        uint64_t when = targets->items[i].when;
        if (when != NEVER && (best == NEVER || (reverse ? when > best : when < best)))
            best = when;
    }
    return best;
}

bool wet_next_of(const struct session *session, const uint64_t *addresses, size_t count, uint64_t time, uint64_t *when)
{
    struct targets targets = {0};
    for (size_t i = 0; i < count; i++)
        add_targets(session, addresses[i], 0, &targets);
    for (size_t i = 0; i < targets.count; i++)
        (void)find_next(session, &targets.items[i], time, false, NEVER);
    *when = soonest(&targets, false);
    free(targets.items);
    return *when != NEVER;
}

/* Counts the hits at a time. True: one stops. */
static bool hit_at(struct session *session, const struct targets *targets, uint64_t time, bool reverse, struct condition_reader *reader)
{
    struct wet_asked *asked = reader->context;
    struct text *stopped = &wet_of(session)->recording->stopped;
    bool any = false;
    asked->time = time;
    for (size_t i = 0; i < targets->count; i++) {
        const struct target *target = &targets->items[i];
        struct stop *stop = &session->trace->stops.items[target->stop];
        if (target->when == time && stop_is_on(stop) && target->ends) {
            stop_ended(stop, reverse, stopped);
            any = true;
            continue;
        }
        if (target->when != time || !stop_is_on(stop) || !stop_hit_if(stop, reader, reverse, stopped))
            continue;
        any = true;
        if (target->watch)
            watch_say(target->watch, stopped);
        if (target->syscalls)
            say_caught(session, stop, time, stopped);
        if (stop->kind == STOPS_AT_CODE && exception_named(session, str_of(stop->what)) == exception_calls)
            say_thrown(session, time, stopped);
    }
    return any;
}

/* All instructions with a breakpoint, and all watchpoints. */
static void make_targets(struct session *session, bool reverse, struct targets *targets)
{
    for (size_t i = 0; i < session->trace->stops.count; i++) {
        const struct stop *stop = &session->trace->stops.items[i];
        bool calls = stop->kind == STOPS_AT_SYSCALL;
        for (size_t k = 0; stop_is_on(stop) && stop->kind == STOPS_AT_CODE && k < stop->address_count; k++)
            add_targets(session, stop->addresses[k], i, targets);
        if (!stop_is_on(stop) || stop->kind == STOPS_AT_CODE || (!calls && !who_state(session)))
            continue;
        targets->items = array_grow(targets->items, &targets->capacity, targets->count + 1, sizeof *targets->items);
        targets->items[targets->count++] = (struct target){.stop = i, .watch = calls ? NULL : watch_open(session, stop, reverse),
                .syscalls = calls ? stop : NULL};
    }
}

/* Finds when those that are at a time come next. NONE: done. */
static enum stops_found pass(const struct session *session, struct targets *targets, uint64_t time, bool reverse, uint64_t limit)
{
    enum stops_found found = STOPS_NONE;
    for (size_t i = 0; i < targets->count && found == STOPS_NONE; i++)
        if (targets->items[i].when == time)
            found = find_next(session, &targets->items[i], time, reverse, limit);
    return found;
}

enum stops_found wet_stops_between(struct session *session, uint64_t from, uint64_t to, uint64_t count, uint64_t *stopped_at)
{
    bool reverse = to < from;
    struct targets targets = {0};
    uint64_t time, hits = 0;
    struct wet_asked asked = {.session = session};
    struct condition_reader reader = {.context = &asked, .judge = wet_judge};
    make_targets(session, reverse, &targets);
    for (size_t i = 0; i < targets.count; i++)
        targets.items[i].when = from;
    enum stops_found found = pass(session, &targets, from, reverse, to);
    while (found == STOPS_NONE && (time = soonest(&targets, reverse)) != NEVER && (reverse ? time >= to : time <= to)) {
        text_clear(&wet_of(session)->recording->stopped);
        *stopped_at = time;
        if (hit_at(session, &targets, time, reverse, &reader) && !reader.interrupted && --count == 0)
            found = STOPS_HIT;
        else if (reader.interrupted || (found = pass(session, &targets, time, reverse, to)) != STOPS_NONE)
            found = reader.interrupted ? STOPS_INTERRUPTED : found;
        else if (++hits % (asked.judged ? ASKED_REPORTED : HITS_REPORTED) == 0 &&
                 !progress_report(&session->options.progress, time, store_summary(wet_of(session)->store).times))
            found = STOPS_INTERRUPTED;
    }
    if (found != STOPS_HIT)
        text_clear(&wet_of(session)->recording->stopped);
    for (size_t i = 0; i < targets.count; i++)
        watch_close(targets.items[i].watch);
    free(targets.items);
    return found;
}
