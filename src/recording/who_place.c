/* who_place.c - the meaning of variables, paths and addresses of a recording at your place.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A type is known wherever DWARF knows the variable, even if its value is unknown; the target of a pointer needs the pointer's value. */
#include "recording/evaluate.h"
#include "recording/libraries.h"
#include "recording/steps.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* ---- Types as C writes them ---- */

/* ---- Functions ---- */

/* By its symbol, or by the name of a function that ran, as `calls` and `goto` take it; writes *error if several have that name. O(instructions). */
static bool function_named(struct session *session, struct str name, struct symbols_function *function, struct error *error)
{
    struct symbols *symbols = program_symbols(wet_of(session)->program);
    uint64_t bias = program_bias(wet_of(session)->program), count = store_summary(wet_of(session)->store).instructions;
    struct str whole;
    struct error other;
    size_t index;
    bool known = symbols && symbols_function_named(symbols, name, &index);
    if (!known && symbols && !program_functions_called(wet_of(session)->program, name, &whole, 1))     /* without a search for near names */
        return false;
    if (!known && symbols && !position_function(session, name, &whole, &other)) {
        *error = whole.data ? other : *error;
        return false;
    }
    for (uint64_t i = 0; i < count && symbols && !known; i++) {
        struct instruction instruction = program_instruction(wet_of(session)->program, i);
        known = str_equal(instruction.function, whole) && symbols_function_at(symbols, instruction.address - bias, &index);
    }
    if (known)
        *function = symbols_function(symbols, index);
    return known;
}

static int by_declaration(const void *left, const void *right)
{
    const struct variable *a = left, *b = right;
    return COMPARE(a->declared, b->declared);
}

/* "int (int, char **)", for a pointer "int (*)(int, char **)"; nothing if DWARF lacks it. */
static void add_function_type(struct symbols *symbols, uint64_t address, bool pointer, struct text *out)
{
    struct variable *variables;
    type_number type;
    size_t parameters = 0, count;
    if (!symbols_return_type(symbols, address, &type))
        return;
    symbols_type_text(symbols, type, out);
    text_add(out, pointer ? " (*)(" : " (");
    count = symbols_variables(symbols, address, &variables);
    if (count)
        qsort(variables, count, sizeof *variables, by_declaration);
    for (size_t i = 0; i < count; i++)
        if (variables[i].kind == VARIABLE_PARAMETER && variables[i].inner) {
            text_add(out, parameters++ ? ", " : "");
            symbols_type_text(symbols, variables[i].type, out);
        }
    free(variables);
    struct function_ending ending = symbols_function_ending(symbols, address);
    if (ending.more)
        text_add(out, parameters ? ", ..." : "...");
    text_add(out, !parameters && !ending.more && ending.prototyped ? "void)" : ")");
}

static void print_function(struct session *session, const struct wet_code *code, const struct symbols_function *function, char format, uint64_t number, struct rows *rows)
{
    struct who_place pointer = {.type = TYPE_NONE, .where = {.size = sizeof(uint64_t)}};
    uint64_t address = function->address + code->bias;
    struct row *row = who_value_row(number, rows);
    who_describe_as(session, &pointer, address, format ? format : 'a', &row->text);
    row_value_number(row, "value", address);
    row_style(row, STYLE_DIM);
    text_add(&row->text, "  ");
    size_t begin = row->text.size;
    add_function_type(code->symbols, function->address, true, &row->text);
    row_string(row, "type", str_cut(text_str(&row->text), begin, SIZE_MAX));
}

void who_place_free(struct who_place *place)
{
    text_free(&place->name);
    text_free(&place->kept);
    *place = (struct who_place){0};
}

/* ---- Variables ---- */

/* The time in a frame so many levels up: when it called the next frame, or now. */
static bool frame_time(const struct session *session, uint64_t now, uint64_t level, uint64_t *time)
{
    *time = now;
    return level == 0 || wet_call_of(session, now, level, time);
}

static bool standing_at(const struct session *session, uint64_t time, struct wet_code *code, struct instruction *instruction)
{
    struct node node;
    if (!store_at(wet_of(session)->store, time, &node))
        return false;
    *instruction = program_instruction(wet_of(session)->program, node.index);
    return wet_code_at(session, time, code);
}

/* The address that a slot of the object has for a name: what the dynamic linker decided. False: unknown here. */
static bool read_slot(struct evaluation *e, const struct wet_code *code, uint64_t slot, uint64_t *address)
{
    struct who_place place = {.type = TYPE_NONE, .where = {.address = slot + code->bias, .size = sizeof *address, .until = store_summary(wet_of(e->session)->store).times}};
    struct who_value value;
    struct error ignored;
    *address = who_value(e->session, &place, e->time, &value, &ignored) ? value.number : 0;
    return *address != 0;
}

/* Where a variable of an object lies in the run. The dynamic linker decides about those that a library exports: all objects use the first one of its name that
 * they see, or a copy in the executable. What it decided stands in a slot: of the code here, or of the library. Without a slot the library uses its own. */
static bool find_static(struct evaluation *e, const struct wet_code *code, const struct variable *variable, uint64_t *address)
{
    struct wet_code own = wet_own_code(e->session), here;
    struct str object;
    uint64_t offset, size, slot, exported;
    *address = variable->address + code->bias;
    if (code->own || !symbols_object_at(code->symbols, variable->address, &object, &offset) || !symbols_is_exported(code->symbols, object) ||
        !symbols_value(code->symbols, object, &exported, &size) || exported != variable->address - offset)
        return true;
    bool stands = wet_code_at(e->session, e->time, &here), copied = symbols_is_exported(own.symbols, object) && symbols_value(own.symbols, object, &exported, &size);
    if (stands && here.own && copied) {
        *address = exported + own.bias + offset;
        return true;
    }
    const struct wet_code *asked = stands && symbols_slot_of(here.symbols, object, &slot) ? &here : symbols_slot_of(code->symbols, object, &slot) ? code : NULL;
    if (asked ? !read_slot(e, asked, slot, address) : copied && !who_state(e->session))
        return error_set(e->error, "`%.*s` lies where the dynamic linker decides: clew does not know what it decided here", STR(variable->name));
    *address += asked ? offset : 0;
    return true;
}

/* code: where the variable was found. */
static bool place_static(struct evaluation *e, const struct wet_code *code, const struct variable *variable, struct who_place *place)
{
    place->where.is_static = true;
    return find_static(e, code, variable, &place->where.address);
}

/* A local lives as long as its frame. */
static bool place_local(struct evaluation *e, const struct variable *variable, uint64_t time, struct who_place *place)
{
    struct store_frame frame;
    uint64_t cfa;
    const struct store *store = wet_of(e->session)->store;
    if (!store_frame(store, time, 0, &frame) || !memory_cfa(who_memory(e->session), time, &cfa))
        return error_set(e->error, "`%.*s` is in the frame, whose address is unknown", STR(variable->name));
    place->where.address = cfa + (uint64_t)variable->offset;
    place->where.from = frame.from;
    place->where.is_local = true;
    struct store_frame caller;          /* which wrote the arguments on the stack */
    if (variable->offset >= 0 && store_frame(store, time, 1, &caller))
        place->where.from = caller.from;
    place->where.until = frame.to - 1;
    return true;
}

/* Has the stack pointer this value when an execution of the frame begins? */
static bool stack_is_at(const struct evaluation *e, uint64_t time, uint64_t address)
{
    struct node definer;
    uint64_t value;
    int reg = program_arch(wet_of(e->session)->program)->stack_pointer;
    return memory_register_at(who_memory(e->session), time, reg, &value, &definer) == MEMORY_KNOWN && value == address;
}

/* LLVM describes places by the stack pointer that the function has behind its prologue. In the prologue, and before its return, it has another one. */
static bool place_on_stack(struct evaluation *e, const struct variable *variable, uint64_t time, struct who_place *place)
{
    const struct store *store = wet_of(e->session)->store;
    struct variable local = *variable;
    struct store_frame frame;
    struct node node;
    struct error ignored;
    uint64_t cfa, below, next, begins, entered;
    if (!store_at(store, time, &node) || !store_frame(store, time, 0, &frame) || !memory_cfa(who_memory(e->session), time, &cfa) ||
        !program_stack_below(wet_of(e->session)->program, node.index, &below))
        return error_set(e->error, "`%.*s` is in the frame, whose address is unknown", STR(variable->name));
    bool sure = stack_is_at(e, time, cfa - below) || (store_next_in_thread(store, time, &next) && next < frame.to && stack_is_at(e, next, cfa - below)) ||
                (wet_entered(e->session, time, &entered, &ignored) && (begins = wet_behind_prologue(e->session, entered)) > entered &&
                 store_next_in_thread(store, begins, &next) && stack_is_at(e, next, cfa - below));
    if (!sure)
        return error_set(e->error, "`%.*s` is in the frame, and clew cannot tell where: the stack pointer moves in this function", STR(variable->name));
    local.offset -= (int64_t)below;
    return place_local(e, &local, time, place);
}

/* A constant that DWARF gives as bytes. */
static bool place_bytes(struct evaluation *e, const struct variable *variable, struct who_place *place)
{
    if (variable->bytes.size < variable->size)
        return error_set(e->error, "`%.*s` is a constant, and DWARF has too few of its bytes", STR(variable->name));
    memcpy(&place->number, variable->bytes.data, variable->bytes.size < sizeof place->number ? variable->bytes.size : sizeof place->number);
    place->home = variable->size > sizeof place->number ? HOME_VALUE : HOME_CONSTANT;
    place->bytes = place->home == HOME_VALUE ? variable->bytes : place->bytes;
    place->time = e->time;
    return true;
}

/* A variable in a vector register becomes a value. */
static bool place_vector(struct evaluation *e, const struct variable *variable, uint64_t time, struct who_place *place)
{
    struct str bytes = variable->reg < X87_REGISTERS ? who_vector(e->session, variable->reg, time, e->error) : (struct str){NULL, 0};
    if (variable->reg >= X87_REGISTERS)
        return error_set(e->error, "`%.*s` is in %%st%d here, which clew shows only by that name", STR(variable->name), variable->reg - X87_REGISTERS);
    const struct error why = *e->error;
    if (!bytes.data || variable->size > bytes.size)
        return error_set(e->error, "`%.*s` is in %%xmm%d here: %s", STR(variable->name), variable->reg - GENERAL_REGISTERS,
                         bytes.data ? "it is larger" : why.message);
    place->home = HOME_VALUE;
    place->reg = variable->reg;
    place->time = e->time;
    place->bytes = arena_copy(&e->arena, bytes);
    memcpy(&place->number, bytes.data, sizeof place->number);
    return true;
}

/* A variable outside memory; or the message about one that nothing can locate. */
static bool place_outside(struct evaluation *e, const struct variable *variable, uint64_t time, struct who_place *place)
{
    bool constant = variable->place == VARIABLE_CONSTANT && variable->has_number;
    bool in_register = variable->place == VARIABLE_REGISTER && variable->reg >= 0 && variable->reg < GENERAL_REGISTERS;
    if (variable->place == VARIABLE_COMPUTED)
        return who_compute(e->session, variable, time, &e->arena, place, e->error);
    if (variable->place == VARIABLE_CONSTANT && !constant && variable->bytes.data)
        return place_bytes(e, variable, place);
    if (variable->place == VARIABLE_PIECES || variable->place == VARIABLE_SYNTHETIC) {
        place->home = variable->place == VARIABLE_PIECES ? HOME_PIECES : HOME_SYNTHETIC;
        place->pieces = *variable;
        place->time = time;
        return true;
    }
    if (variable->place == VARIABLE_REGISTER && variable->reg >= GENERAL_REGISTERS)
        return place_vector(e, variable, time, place);
    if (!constant && !in_register)
        return error_set(e->error, "`%.*s` is %s here: nothing in memory holds it", STR(variable->name), variable_place_name(variable->place));
    place->home = constant ? HOME_CONSTANT : HOME_REGISTER;
    place->number = variable->number;
    place->reg = variable->reg;
    place->time = time;
    return true;
}

/* What lies at the stack pointer, below the CFA, lives as long as the frame. */
static void live_in_frame(const struct evaluation *e, uint64_t time, struct who_place *place)
{
    struct store_frame frame;
    uint64_t cfa;
    if (!store_frame(wet_of(e->session)->store, time, 0, &frame) || !memory_cfa(who_memory(e->session), time, &cfa) || place->where.address >= cfa)
        return;
    place->where.from = frame.from;
    place->where.until = frame.to - 1;
    place->where.is_local = true;
}

/* LLVM describes places at the stack pointer up to the function's end, also where that has left part of the frame. gcc does not. stack: its value. */
static bool is_left(const struct evaluation *e, uint64_t time, uint64_t stack, uint64_t address)
{
    enum { RETURN_ADDRESS = 8 };
    struct node node;
    uint64_t cfa, below;
    if (!store_at(wet_of(e->session)->store, time, &node) || !memory_cfa(who_memory(e->session), time, &cfa))
        return false;
    return (address < cfa && cfa - address <= RETURN_ADDRESS) ||
           (program_stack_below(wet_of(e->session)->program, node.index, &below) && stack > cfa - below);
}

/* At a register's value and an offset. */
static bool place_at_register(struct evaluation *e, const struct variable *variable, uint64_t time, struct who_place *place)
{
    struct node node;
    uint64_t value;
    bool is_stack = variable->reg == program_arch(wet_of(e->session)->program)->stack_pointer;
    if (variable->based && is_stack)
        return place_on_stack(e, variable, time, place);
    if (!store_at(wet_of(e->session)->store, time, &node) || variable->reg < 0 || variable->reg >= GENERAL_REGISTERS ||
        (memory_register(who_memory(e->session), node, variable->reg, &value) != MEMORY_KNOWN &&
         memory_register_at(who_memory(e->session), time, variable->reg, &value, &node) != MEMORY_KNOWN))
        return error_set(e->error, "`%.*s` is where a register points, whose value is unknown here", STR(variable->name));
    place->where.address = value + (uint64_t)variable->offset;
    if (is_stack && is_left(e, time, value, place->where.address))
        return error_set(e->error, "`%.*s` is in the frame, and clew cannot tell where: the stack pointer has left part of the frame", STR(variable->name));
    if (is_stack)
        live_in_frame(e, time, place);
    return true;
}

static bool locate(struct evaluation *e, const struct wet_code *code, const struct variable *variable, uint64_t time, struct who_place *place)
{
    place->where = (struct written){.size = variable->size, .until = store_summary(wet_of(e->session)->store).times};
    place->type = variable->type;
    place->typed = variable->type != TYPE_NONE;
    if (e->types_only)                  /* a type needs no place */
        return true;
    switch (variable->place) {
    case VARIABLE_STATIC: return place_static(e, code, variable, place);
    case VARIABLE_FRAME: return place_local(e, variable, time, place);
    case VARIABLE_THREAD:
        if (!code->own)
            return error_set(e->error, "`%.*s` is in the thread-local memory of a library: clew does not know where that lies", STR(variable->name));
        return who_thread_address(e->session, variable->name, (uint64_t)variable->offset, time, &place->where.address, e->error);
    case VARIABLE_AT_REGISTER: return place_at_register(e, variable, time, place);
    case VARIABLE_AT_COMPUTED:
        if (!who_compute(e->session, variable, time, NULL, place, e->error))
            return false;
        place->home = HOME_MEMORY;
        place->where.address = place->number;
        return true;
    default: return place_outside(e, variable, time, place);
    }
}

bool evaluate_synthetic(struct evaluation *e, uint32_t node, struct who_place *place)
{
    const struct who_place pointer = *place;
    struct type type = {0}, target_type = {0};
    struct variable target;
    struct wet_code code;
    int64_t offset;
    if (!wet_code_at(e->session, pointer.time, &code) || !symbols_synthetic_target(code.symbols, &pointer.pieces, code.link, &target, &offset))
        return evaluate_refuse(e, node, "is a synthetic pointer, and DWARF does not say to what");
    if (!symbols_type(e->symbols, pointer.type, &type) || (type.kind != TYPE_POINTER && type.kind != TYPE_REFERENCE))
        return evaluate_refuse(e, node, "is not a pointer");
    bool known = symbols_type(e->symbols, type.target, &target_type);
    target.size = target.size ? target.size : target.bytes.size;
    if (target.place == VARIABLE_GONE)
        return error_set(e->error, "what `%.*s` points to is optimised away here", STR(expression_words(e->expression, node)));
    if (!target.name.data)
        target.name = pointer.pieces.name;
    *place = (struct who_place){.type = TYPE_NONE};
    if (!locate(e, &code, &target, pointer.time, place))
        return false;
    if (offset < 0 || !known || (uint64_t)offset > target.size || target_type.size > target.size - (uint64_t)offset)
        return evaluate_refuse(e, node, known ? "points beyond a variable that has no address" : "points to what has an unknown type");
    place->where.address += (uint64_t)offset;
    place->where.size = target_type.size;
    place->type = type.target;
    place->typed = true;
    place->moment = pointer.moment;
    return true;
}

static bool unknown_name(struct evaluation *e, struct str name, bool several)
{
    struct instruction instruction;
    struct wet_code code;
    struct near near;
    if (several)
        return error_set(e->error, "there are several variables `%.*s`, but none in this function or file", STR(name));
    if (symbols_split_variables(e->symbols))
        return error_set(e->error, "`%.*s` is unknown: this program describes its variables in .dwo files (-gsplit-dwarf), which clew does not read",
                         STR(name));
    e->nonsense = !symbols_has_variable(e->symbols, name);
    struct str owners[3] = {{NULL, 0}};       /* with more than two, the message omits the others */
    size_t count = symbols_variable_functions(e->symbols, name, owners, 3);
    if (count)
        return error_set(e->error, "no variable `%.*s` is known here: %.*s%s%.*s%s one", STR(name), STR(owners[0]),
                         count == 2 ? " and " : count > 2 ? ", " : "", STR(owners[1]),
                         count == 1 ? " has" : count == 2 ? " have" : " and others have");
    if (!e->nonsense)
        return error_set(e->error, "`%.*s` is optimised away, or in a library: the executable does not say where it is", STR(name));
    const char *others = standing_at(e->session, e->time, &code, &instruction) ? near_variable_end(code.symbols, code.link, name, &near) : "";
    return error_set(e->error, "no variable `%.*s` is known here%s", STR(name), others);
}

/* A name of a symbol table, of the executable or a library. */
static bool place_symbol(struct evaluation *e, struct str name, struct who_place *place)
{
    struct library_symbol symbol = {.address = 0};
    struct wet_code own = wet_own_code(e->session);
    if (symbols_value(own.symbols, name, &symbol.address, &symbol.size))
        symbol.address += own.bias;
    else if (!libraries_find(e->session, e->time, name, &symbol))
        return false;
    *place = (struct who_place){.type = TYPE_NONE, .is_symbol = !symbol.is_function, .is_function = symbol.is_function,
            .where = {.address = symbol.address, .size = symbol.size, .until = store_summary(wet_of(e->session)->store).times, .is_static = true}};
    struct type type;
    if (place->is_symbol && symbols_declared_type(own.symbols, name, &place->type) && symbols_type(e->symbols, place->type, &type) && type.size) {
        place->typed = true;            /* the program declares it: extern int optind */
        place->is_symbol = false;
        place->where.size = type.size;
    }
    return true;
}

/* A name in namespaces that the program takes from a library: std::cout. */
static bool place_scoped_symbol(struct evaluation *e, struct str whole, struct who_place *place)
{
    struct text symbol = {0};
    bool found = mangle_variable(whole, &symbol) && place_symbol(e, text_str(&symbol), place);
    text_free(&symbol);
    return found;
}

/* The expression has this meaning while the variable's frame lasts. */
static void note_frame(struct evaluation *e, const struct variable *variable, uint64_t time)
{
    struct store_frame frame;
    if ((variable->kind != VARIABLE_LOCAL && variable->kind != VARIABLE_PARAMETER) || !store_frame(wet_of(e->session)->store, time, 0, &frame))
        return;
    e->valid_from = frame.from > e->valid_from ? frame.from : e->valid_from;
    e->valid_until = !e->valid_until || frame.to - 1 < e->valid_until ? frame.to - 1 : e->valid_until;
}

/* An integer of a known size, with its sign. False: it has another size. */
static bool bound_number(const struct wet_code *code, const struct variable *bound, uint64_t bits, int64_t *number)
{
    struct type type = {.is_signed = true};
    if (bound->size == 0 || bound->size > sizeof bits)
        return false;
    (void)symbols_type(code->symbols, bound->type, &type);
    unsigned unused = (unsigned)(8 * (sizeof bits - bound->size));
    *number = type.is_signed ? (int64_t)(bits << unused) >> unused : (int64_t)(bits << unused >> unused);
    return true;
}

/* The number of elements that the program computed for an array. 0: unknown, and e->uncounted says why. */
static uint64_t counted(struct evaluation *e, const struct wet_code *code, type_number type, uint64_t time)
{
    struct evaluate_mode before = evaluate_begin_values(e);
    struct who_place place = {.type = TYPE_NONE};
    struct who_value value = {0};
    struct variable bound;
    struct error ignored;
    struct error *error = e->error;
    bool is_count = false, described = symbols_array_bound(code->symbols, type, code->link, &bound, &is_count), known;
    int64_t number = 0;
    e->error = &ignored;
    known = described && locate(e, code, &bound, time, &place) && who_value(e->session, &place, time, &value, &ignored) &&
            bound_number(code, &bound, value.number, &number);
    if (known && place.home == HOME_MEMORY && place.where.is_local)
        place.early |= who_is_older(e->session, &place.where, &value, time, place.where.from);
    known &= !place.early;
    e->error = error;
    evaluate_end_values(e, before);
    if (described && !known)
        e->uncounted = place.early ? "this call has not computed the number of elements yet" : "clew does not know the number of elements here";
    return known && number >= 0 && number < INT64_MAX ? (uint64_t)number + !is_count : 0;
}

/* int v[n], char w[n][m], int (*p)[n]: the type with the numbers of elements that the program computed. */
static type_number counted_type(struct evaluation *e, const struct wet_code *code, type_number type, uint64_t time, unsigned depth)
{
    enum { DEPTH_MAX = 16 };
    struct type found;
    if (depth == DEPTH_MAX || !symbols_type(code->symbols, type, &found) || (found.kind != TYPE_ARRAY && found.kind != TYPE_POINTER))
        return type;
    type_number target = counted_type(e, code, found.target, time, depth + 1);
    uint64_t count = found.kind == TYPE_ARRAY && !found.count && !found.empty ? counted(e, code, type, time) : found.count;
    if (target == found.target && count == found.count)
        return type;
    type_number made = found.kind == TYPE_POINTER ? symbols_pointer_to(code->symbols, target) : symbols_array_of(code->symbols, target, count);
    if (made == TYPE_NONE)
        e->uncounted = "clew has made up as many types as it keeps";
    return made == TYPE_NONE ? type : made;
}

static bool place_variable(struct evaluation *e, uint32_t node, const struct wet_code *code, const struct variable *variable, uint64_t time, struct who_place *place)
{
    struct type type;
    note_frame(e, variable, time);
    if (!locate(e, code, variable, time, place))
        return false;
    place->type = place->typed && variable->kind != VARIABLE_GLOBAL ? counted_type(e, code, place->type, time, 0) : place->type;
    if (place->type != variable->type && symbols_type(code->symbols, place->type, &type))
        place->where.size = type.size;
    return evaluate_see_through(e, node, place);
}

/* One of a file: of the object whose code you are in, else of the executable, else of a library. */
static bool find_of_file(struct evaluation *e, struct str file, struct str name, struct wet_code *code, struct variable *variable, bool *several)
{
    if (wet_code_at(e->session, e->time, code) && libraries_static(code, file, name, variable, several))
        return true;
    *code = wet_own_code(e->session);
    return libraries_static(code, file, name, variable, several) || libraries_variable(e->session, e->time, file, name, code, variable, several);
}

static bool put_enumerator(struct evaluation *e, type_number number, uint64_t value, struct who_place *place)
{
    struct type type;
    if (!symbols_type(e->symbols, number, &type) || !type.size || type.size > sizeof value)
        return false;
    evaluate_put(e, number_integer(value, (unsigned)type.size, type.is_signed), number, place);
    return true;
}

/* What else a name may mean: an enumerator, or a function. */
static bool place_constant(struct evaluation *e, struct str scope, struct str name, struct who_place *place)
{
    struct symbols_function function;
    struct error ignored;
    type_number number;
    uint64_t value;
    if (symbols_enumerator_named(e->symbols, scope, name, &number, &value) && put_enumerator(e, number, value, place))
        return true;
    struct str whole = scope.size ? (struct str){scope.data, (size_t)(name.data + name.size - scope.data)} : name;
    if (!function_named(e->session, whole, &function, &ignored))
        return false;
    *place = (struct who_place){.type = TYPE_NONE, .is_function = true, .where = {.size = 1, .until = store_summary(wet_of(e->session)->store).times,
            .address = function.address + program_bias(wet_of(e->session)->program) + wet_run_bias(e->session)}};
    return true;
}

/* Does the program itself declare the name outside functions, as a variable that lies elsewhere or as a function? */
static bool is_declared(const struct wet_code *own, struct str name)
{
    type_number type;
    size_t index;
    return symbols_declared_type(own->symbols, name, &type) || symbols_function_named(own->symbols, name, &index);
}

/* In a C++ method the name of a member means this->MEMBER. A local of a function that the code was inlined into comes behind all that the source sees. */
static bool find_variable(struct evaluation *e, uint32_t node, struct str name, struct who_place *place)
{
    struct instruction instruction;
    struct variable variable = {.reg = -1};
    struct variable_part part;
    struct wet_code code = {.link = 0};
    const struct str any = {NULL, 0};   /* file, scope */
    type_number number;
    uint64_t value;
    bool several = false, stands = standing_at(e->session, e->time, &code, &instruction);
    enum this_member member = stands ? symbols_this_member(code.symbols, code.link, name, &variable, &part, e->error) : THIS_MEMBER_NONE;
    if (member == THIS_MEMBER_NOWHERE)
        return false;
    if (member == THIS_MEMBER_KNOWN) {
        if (!locate(e, &code, &variable, e->time, place) || !evaluate_follow(e, node, place))
            return false;
        evaluate_become_part(place, &part);
        return evaluate_see_through(e, node, place);
    }
    bool known = stands && symbols_variable(code.symbols, code.link, name, &variable, &several), elsewhere = stands && !code.own;
    if (known && !variable.of_caller)
        return place_variable(e, node, &code, &variable, e->time, place);
    const struct variable callers = variable;
    const struct wet_code here = code;
    code = wet_own_code(e->session);
    if (elsewhere && !several && libraries_static(&code, any, name, &variable, &several))
        return place_variable(e, node, &code, &variable, e->time, place);
    if (!several && place_constant(e, any, name, place))
        return true;
    if (known && !is_declared(&code, name))
        return place_variable(e, node, &here, &callers, e->time, place);
    if (!several && libraries_variable(e->session, e->time, any, name, &code, &variable, &several))
        return place_variable(e, node, &code, &variable, e->time, place);
    if (!several && libraries_enumerator(e->session, e->time, any, name, &number, &value) && put_enumerator(e, number, value, place))
        return true;
    if (!several && place_symbol(e, name, place))
        return true;
    return known ? place_variable(e, node, &here, &callers, e->time, place) : unknown_name(e, name, several);
}

/* "ns::A::count" is A::count, too. */
static bool is_scoped(struct str whole, struct str name)
{
    size_t before = whole.size - name.size;
    return str_equal(whole, name) || (whole.size > name.size + 2 && str_equal(str_cut(whole, before, SIZE_MAX), name) && whole.data[before - 1] == ':');
}

/* One of the executable, else of a library. */
static bool find_global(struct evaluation *e, struct str name, struct wet_code *code, struct variable *variable, bool *several)
{
    const struct str any = {NULL, 0};
    *code = wet_own_code(e->session);
    return libraries_static(code, any, name, variable, several) || (!*several && libraries_variable(e->session, e->time, any, name, code, variable, several));
}

/* A static of a class or namespace, whose symbol has the full name: ns::count. */
static bool find_in_scope(struct evaluation *e, struct str scope, struct str name, struct wet_code *code, struct variable *variable)
{
    struct str object, whole = {scope.data, (size_t)(name.data + name.size - scope.data)};
    uint64_t offset;
    bool several = false;
    return ((wet_code_at(e->session, e->time, code) && symbols_variable(code->symbols, code->link, name, variable, &several)) ||
            (!several && find_global(e, name, code, variable, &several))) &&
           variable->place == VARIABLE_STATIC && symbols_object_at(code->symbols, variable->address, &object, &offset) && offset == 0 &&
           is_scoped(symbols_readable(code->symbols, object), whole);
}

/* A variable in the nearest frame of a function, which in C++ may have a shorter name; a static of the function needs no frame. */
static bool find_in_function(struct evaluation *e, uint32_t node, struct str function, struct str name, struct who_place *place)
{
    struct instruction instruction;
    struct variable variable;
    struct wet_code code;
    bool several;
    uint64_t time, depth = store_depth(wet_of(e->session)->store, e->time);
    size_t index;
    for (uint64_t level = 0; level < (depth ? depth : 1) && frame_time(e->session, e->time, level, &time); level++)
        if (standing_at(e->session, time, &code, &instruction) &&
            (str_equal(instruction.function, function) || demangled_matches(symbols_readable(code.symbols, instruction.function), function)) &&
            symbols_variable(code.symbols, code.link, name, &variable, &several) && variable.kind != VARIABLE_GLOBAL && !variable.of_caller)
            return place_variable(e, node, &code, &variable, time, place);
    code = wet_own_code(e->session);
    if (symbols_function_named(code.symbols, function, &index) &&
        symbols_variable(code.symbols, symbols_function(code.symbols, index).address, name, &variable, &several) &&
        variable.kind == VARIABLE_LOCAL_STATIC)
        return place_variable(e, node, &code, &variable, e->time, place);
    if (find_in_scope(e, function, name, &code, &variable))
        return place_variable(e, node, &code, &variable, e->time, place);
    if (place_constant(e, function, name, place) ||
        place_scoped_symbol(e, (struct str){function.data, (size_t)(name.data + name.size - function.data)}, place))
        return true;
    e->nonsense = !symbols_has_variable(e->symbols, name) && !symbols_split_variables(e->symbols);
    return error_set(e->error, "no frame of `%.*s` on the stack has a variable `%.*s`: `backtrace` lists the frames", STR(function), STR(name));
}

/* A name that is no variable, but a type: of it only the type counts. */
static bool place_type(struct evaluation *e, struct str name, struct who_place *place)
{
    struct error ignored;
    struct type type;
    *place = (struct who_place){.home = HOME_VALUE, .typed = true};
    if (!e->types_only || !symbols_type_named(e->symbols, BASE_NAMED, name, &place->type, &ignored))
        return false;
    place->where.size = symbols_type(e->symbols, place->type, &type) ? type.size : 0;
    return true;
}

/* C++ names have scopes themselves: the last part is the variable. */
bool evaluate_name(struct evaluation *e, uint32_t node, struct who_place *place)
{
    const struct expression_node *asked = &e->expression->nodes[node];
    struct str name = asked->text, scope = {NULL, 0};
    struct variable variable;
    struct wet_code code;
    bool several = false;
    for (size_t i = name.size; i > 2 && !scope.size; i--)
        if (name.data[i - 1] == ':') {
            scope = str_cut(name, 0, i - 2);
            name = str_cut(name, i, SIZE_MAX);
        }
    if (asked->file.data) {
        if (find_of_file(e, asked->file, name, &code, &variable, &several))
            return place_variable(e, node, &code, &variable, e->time, place);
        if (several)
            return error_set(e->error, "several libraries have a file `%.*s` with a static variable `%.*s`", STR(asked->file), STR(name));
        return error_set(e->error, "no file `%.*s` has a static variable `%.*s`", STR(asked->file), STR(name));
    }
    bool found = scope.size ? find_in_function(e, node, scope, name, place) : find_variable(e, node, name, place);
    struct who_place type;
    if (found && !(e->types_only && place->is_function))
        return true;
    if (!place_type(e, asked->text, &type))
        return found;
    *place = type;                      /* of a class and its constructor, the class */
    return true;
}

bool evaluate_knows(struct session *session, struct str name, uint64_t time, struct error *error)
{
    const struct expression_rules no_types = {.what = "condition"};
    struct evaluation evaluation = {.session = session, .time = wet_behind_prologue(session, time), .registers = time, .types_only = true, .error = error};
    struct who_place place = {.type = TYPE_NONE};
    struct expression *expression = expression_parse(name, &no_types, error);
    evaluation.expression = expression;
    bool known = expression && evaluate(&evaluation, expression->root, &place);
    evaluation_end(&evaluation, NULL);
    who_place_free(&place);
    expression_free(expression);
    return known;
}

/* ---- Addresses ---- */

/* Names what lies at an address of the run: the part of a variable, else the object or the function. */
static void name_address(struct session *session, struct who_place *place)
{
    struct symbols *symbols = program_symbols(wet_of(session)->program);
    struct variable variable;
    struct str symbol;
    uint64_t offset, link = place->where.address - wet_run_bias(session) - program_bias(wet_of(session)->program);
    text_hex(&place->name, place->where.address);
    if (symbols && symbols_variable_at(symbols, link, &variable, &offset)) {
        text_add(&place->name, ", ");
        text_safe(&place->name, variable.name);
        symbols_part_text(symbols, variable.type, offset, &place->name);
        place->where.is_static = true;
    } else if (who_symbol_at(session, place->where.address, &symbol, &offset)) {
        text_add(&place->name, ", ");
        text_safe(&place->name, symbol);
        if (offset)
            text_printf(&place->name, "+%" PRIu64, offset);
        place->where.is_static = true;
    }
}

static bool take_address(struct session *session, struct str word, uint64_t size, struct who_place *place)
{
    while (str_starts(word, "*"))
        word = str_cut(word, 1, SIZE_MAX);
    if (!str_starts(word, "0x") || !str_hex(word, &place->where.address))
        return false;
    place->where.size = size ? size : 1;
    place->any_size = size == 0;
    place->where.until = store_summary(wet_of(session)->store).times;
    place->type = TYPE_NONE;
    name_address(session, place);
    return true;
}

/* ---- Words ---- */

/* Where you are, registers are those that the execution there found, even where variables are those behind a prologue. */
static uint64_t registers_at(const struct session *session, uint64_t time)
{
    uint64_t here;
    return wet_time(session, &here) && wet_behind_prologue(session, here) == time ? here : time;
}

enum { ASKS_PLACE, ASKS_ADDRESS /* of the place: the words begin with & */ };

/* The place, or for &PLACE the place behind the &. */
static bool place_of_words(struct session *session, struct str words, uint64_t time, bool types_only, int *asks, struct who_place *place, struct error *error)
{
    struct expression *expression = evaluate_parse(session, words, "expression", error);
    struct evaluation evaluation = {.session = session, .expression = expression, .time = time, .registers = registers_at(session, time),
            .types_only = types_only, .error = error};
    *place = (struct who_place){.type = TYPE_NONE, .nonsense = !expression};
    if (!expression)
        return false;
    const struct expression_node *root = &expression->nodes[expression->root];
    uint32_t node = asks && root->op == EXPR_ADDRESS ? root->left : expression->root;
    if (asks)
        *asks = node == expression->root ? ASKS_PLACE : ASKS_ADDRESS;
    bool known = evaluate(&evaluation, node, place);
    if (!known)
        *place = (struct who_place){.type = TYPE_NONE, .nonsense = evaluation.nonsense};
    place->valid_from = evaluation.valid_from;
    place->valid_until = evaluation.valid_until;
    evaluation_end(&evaluation, known ? place : NULL);
    expression_free(expression);
    return known;
}

const char *who_home_text(enum who_home home)
{
    static const char *const texts[] = {[HOME_MEMORY] = "in memory", [HOME_REGISTER] = "in a register", [HOME_CONSTANT] = "a constant",
            [HOME_COMPUTED] = "computed from registers", [HOME_PIECES] = "in several pieces", [HOME_SYNTHETIC] = "a synthetic pointer", [HOME_VALUE] = "a computed value"};
    return texts[home];
}

/* Of a place outside memory; a value may have come from a vector register. */
static const char *outside_text(const struct who_place *place)
{
    return who_home_text(place->home == HOME_VALUE ? HOME_REGISTER : place->home);
}

bool who_place_parse(struct session *session, struct str words, uint64_t size, struct who_place *place, struct error *error)
{
    uint64_t now;
    *place = (struct who_place){.type = TYPE_NONE};
    if (!wet_time(session, &now))
        return error_set(error, "the trace does not say when this ran");
    if (!who_place_at(session, words, size, wet_behind_prologue(session, now), place, error))
        return false;
    if (place->home == HOME_MEMORY)
        return true;
    struct str name = str_trim(words);
    if (place->home == HOME_VALUE && !place->reg)
        return error_set(error, "`%.*s` is a value and no place in memory", STR(name));
    return error_set(error, "`%.*s` is %s here, and not in memory; `print %.*s` shows it", STR(name), outside_text(place), STR(name));
}

bool who_place_at(struct session *session, struct str words, uint64_t size, uint64_t time, struct who_place *place, struct error *error)
{
    *place = (struct who_place){.type = TYPE_NONE};
    words = str_trim(words);
    if (take_address(session, words, size, place))
        return true;
    if (!program_symbols(wet_of(session)->program))
        return error_set(error, "without the executable clew knows no variables: name an address, as in 0x4010");
    if (!place_of_words(session, words, time, false, NULL, place, error))
        return false;
    if (place->is_function)
        return error_set(error, "no variable `%.*s` is known here: it is a function", STR(words));
    place->where.size = size ? size : place->where.size;
    if (place->where.size == 0)
        return error_set(error, "the size of `%.*s` is unknown: give it in bytes, as in `who %.*s 4` or `watch %.*s,4`", STR(words), STR(words), STR(words));
    text_safe(&place->name, words);
    return true;
}

/* ---- print ---- */

/* The function at the place's address, and the object that it is in. */
static bool function_of(struct session *session, const struct who_place *place, uint64_t time, struct wet_code *code, struct symbols_function *function)
{
    size_t index;
    *code = wet_own_code(session);
    bool found = symbols_function_at(code->symbols, place->where.address - code->bias, &index);
    for (size_t i = 0; !found && libraries_code(session, time, i, code); i++)
        found = code->symbols && symbols_function_at(code->symbols, place->where.address - code->bias, &index);
    if (found)
        *function = symbols_function(code->symbols, index);
    return found;
}

/* &PLACE: the place becomes a pointer to it. */
static bool become_address(struct session *session, struct str words, struct who_place *place, struct error *error)
{
    struct symbols *symbols = program_symbols(wet_of(session)->program);
    struct str inner = str_trim(str_cut(words, 1, SIZE_MAX));
    uint64_t address = place->where.address;
    if (place->bits)
        return error_set(error, "`%.*s` is a bit field: it shares its bytes at 0x%" PRIx64 " and has no address of its own", STR(inner), address);
    if (place->home == HOME_VALUE && !place->reg)
        return error_set(error, "`%.*s` is a value: it has no address", STR(inner));
    if (place->home != HOME_MEMORY)
        return error_set(error, "`%.*s` is %s here, and not in memory: it has no address", STR(inner), outside_text(place));
    type_number type = symbols_pointer_to(symbols, place->typed ? place->type : TYPE_NONE);
    uint64_t moment = place->moment;
    who_place_free(place);
    *place = (struct who_place){.home = HOME_VALUE, .type = type, .typed = true, .moment = moment, .number = address, .where = {.size = sizeof address}};
    text_append(&place->kept, (struct str){(const char *)&address, sizeof address});
    place->bytes = text_str(&place->kept);
    return true;
}

/* What &PLACE shows behind its value: how much lies there. */
static void print_address(struct session *session, const struct who_place *pointer, uint64_t size, char format, uint64_t number, struct rows *rows)
{
    struct row *row = who_value_row(number, rows);
    struct who_place untyped = {.type = TYPE_NONE, .where = {.size = sizeof pointer->number}};
    who_describe_as(session, &untyped, pointer->number, format ? format : 'a', &row->text);
    row_value_number(row, "value", pointer->number);
    row_style(row, STYLE_DIM);
    text_add(&row->text, "  ");
    size_t begin = row->text.size;
    symbols_type_text(program_symbols(wet_of(session)->program), pointer->type, &row->text);
    row_string(row, "type", str_cut(text_str(&row->text), begin, SIZE_MAX));
    if (size)
        text_printf(&row->text, ", to %" PRIu64 " byte%s", size, size == 1 ? "" : "s");
}

static void print_symbol(struct session *session, uint64_t address, const char *what, char format, uint64_t number, struct rows *rows)
{
    struct who_place untyped = {.type = TYPE_NONE, .where = {.size = sizeof address}};
    struct row *row = who_value_row(number, rows);
    who_describe_as(session, &untyped, address, format ? format : 'a', &row->text);
    row_value_number(row, "value", address);
    row_style(row, STYLE_DIM);
    text_printf(&row->text, "  %s", what);
    row_null(row, "type");
}

/* What `print` shows: a function, an address or a value. */
static bool print_place(struct session *session, struct str words, struct who_place *place, bool address, uint64_t now, char format, uint64_t number,
                        struct rows *rows, struct error *error)
{
    struct symbols_function function;
    struct wet_code code;
    type_number returned;
    uint64_t size = place->where.size;
    bool described = place->is_function && function_of(session, place, now, &code, &function) &&
                     (code.own || symbols_return_type(code.symbols, function.address, &returned));
    if (place->is_function && !described) {             /* of a library */
        print_symbol(session, place->where.address, "function without debug information", format, number, rows);
        return true;
    }
    if (place->is_symbol && !address)
        return error_set(error, "`%.*s` has an unknown type: cast it, as in (int)%.*s or *(char **)&%.*s", STR(words), STR(words), STR(words));
    if (place->is_function) {
        print_function(session, &code, &function, format, number, rows);
        return true;
    }
    if (address) {
        if (!become_address(session, words, place, error))
            return false;
        print_address(session, place, size, format, number, rows);
        return true;
    }
    if (size == 0 && place->typed && symbols_type_is_several(program_symbols(wet_of(session)->program), place->type, error))
        return false;
    if (size == 0 && !who_is_empty(session, place))
        return error_set(error, "`%.*s` has an unknown size: `print &%.*s` shows where it lies", STR(words), STR(words));
    return who_print_place(session, place, now, format, number, rows, error);
}

/* 0x4010 alone is the memory there; 0x10 alone is a number, as Linux gives programs no memory below 65536. */
static bool is_memory(struct session *session, struct str words)
{
    enum { LOWEST = 1 << 16 };
    struct who_place place = {0};
    bool found = take_address(session, words, 0, &place) && (str_starts(words, "*") || place.where.address >= LOWEST);
    who_place_free(&place);
    return found;
}

bool who_print(struct session *session, struct str words, char format, bool keeps, struct rows *rows, struct error *error)
{
    struct who_place place = {0};
    uint64_t now = 0;
    int asks = ASKS_PLACE;
    bool known;
    words = str_trim(words);
    if (str_is(words, "&"))
        return error_set(error, "& needs a variable, a path or a function, as in `print &VAR`");
    if (!wet_time(session, &now))
        return error_set(error, "the trace does not say when this ran");
    now = wet_behind_prologue(session, now);
    known = is_memory(session, words) || !program_symbols(wet_of(session)->program)
                ? who_place_at(session, words, 0, now, &place, error)
                : place_of_words(session, words, now, false, &asks, &place, error);
    known = known && print_place(session, words, &place, asks == ASKS_ADDRESS, now, format, keeps ? printed_last(session) + 1 : 0, rows, error);
    if (known && keeps)
        printed_keep(session, &place, now);
    who_place_free(&place);
    return known;
}

/* `show values`: ten of the history, the last ones or those around a number. */
bool wet_show_values(struct session *session, struct str word, struct answer *answer, struct error *error)
{
    enum { SHOWN = 10 };
    uint64_t number = 0, last, now;
    if (!wet_of(session)->recording || !wet_time(session, &now))
        return true;
    last = printed_last(session);
    if (word.size && (!str_decimal(word, &number) || !number))
        return error_set(error, "`%.*s` is no number of a value", STR(word));
    if (number > last && last)
        return error_set(error, "there is no value $%" PRIu64 ": the last one is $%" PRIu64, number, last);
    if (number > last)
        return error_set(error, "there is no value $%" PRIu64 ": `print` has shown none yet", number);
    uint64_t first = number > SHOWN / 2 ? number - SHOWN / 2 : number ? 1 : last > SHOWN ? last - SHOWN + 1 : 1;
    for (uint64_t i = first; i < first + SHOWN && i <= last; i++) {
        const struct who_place *kept = printed_at(session, i);
        struct who_place place = kept ? *kept : (struct who_place){0};
        struct error why;
        if (kept && !print_place(session, str_of("the value"), &place, false, now, 0, i, &answer->rows, &why))
            rows_add_printf(&answer->rows, "$%" PRIu64 " %s", i, why.message)->style = STYLE_UNKNOWN;
    }
    return true;
}

/* ---- whatis ---- */

static bool show_function_type(const struct wet_code *code, const struct symbols_function *function, bool pointer, struct rows *rows, struct error *error)
{
    struct text text = {0};
    add_function_type(code->symbols, function->address, pointer, &text);
    bool known = text.size > 0;
    if (known) {
        struct row *row = rows_add_printf(rows, "type = %s", text_string(&text));
        row_string(row, "type", text_str(&text));
    } else {
        error_set(error, "the type of `%.*s` is unknown: its code has no DWARF", STR(function->name));
    }
    text_free(&text);
    return known;
}

COMMAND(run_whatis)
{
    struct str words = str_trim(arguments);
    struct symbols *symbols;
    struct symbols_function function;
    struct who_place place;
    struct wet_code code;
    uint64_t now;
    int asks = ASKS_PLACE;
    if (!wet_need(session, error) || !wet_need_here(session, error))
        return false;
    if (words.size == 0 || str_is(words, "&"))
        return error_set(error, "`whatis` needs an expression, a type or a function, as in `whatis p->next`");
    if (!wet_time(session, &now))
        return error_set(error, "the trace does not say when this ran");
    if (!(symbols = program_symbols(wet_of(session)->program)))
        return error_set(error, "without the executable clew knows no types: --exec=FILE names it");
    if (!place_of_words(session, words, wet_behind_prologue(session, now), true, &asks, &place, error))
        return false;
    bool known = true;
    if (place.is_function && function_of(session, &place, wet_behind_prologue(session, now), &code, &function))
        known = show_function_type(&code, &function, asks == ASKS_ADDRESS, &answer->rows, error);
    else if (asks == ASKS_ADDRESS && place.bits)
        known = error_set(error, "`%.*s` is a bit field: it has no address", STR(str_trim(str_cut(words, 1, SIZE_MAX))));
    else if (place.is_function || (place.is_symbol && asks != ASKS_ADDRESS))
        known = error_set(error, "the type of `%.*s` is unknown: its code has no debug information", STR(words));
    else if (!place.typed || place.type == TYPE_NONE)
        known = error_set(error, "the type of `%.*s` is unknown", STR(words));
    else
        who_show_type(session, asks == ASKS_ADDRESS ? symbols_pointer_to(symbols, place.type) : place.type, &answer->rows);
    who_place_free(&place);
    return known;
}
