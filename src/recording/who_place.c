/* who_place.c - the meaning of variables, paths and addresses of a recording at your place.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A type is known wherever DWARF knows the variable, even if its value is unknown; the target of a pointer needs the pointer's value. */
#include "recording/steps.h"
#include "recording/who.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* ---- Types as C writes them ---- */

/* "int *", "int (*)[3]". */
static void add_pointer_to(struct str target, struct text *out)
{
    size_t sizes = str_find(target, str_of(" ["));
    text_append(out, str_cut(target, 0, sizes));
    text_add(out, sizes != SIZE_MAX ? " (*)" : str_ends(target, "*") ? "*" : " *");
    text_append(out, sizes == SIZE_MAX ? (struct str){NULL, 0} : str_cut(target, sizes + 1, SIZE_MAX));
}

/* "int v[3];", "char *name;", "unsigned int flag : 3;", made safe. */
static void add_member(struct symbols *symbols, struct str name, const struct variable_part *part, struct text *out)
{
    struct text type = {0};
    symbols_type_text(symbols, part->type, &type);
    struct str whole = text_str(&type);
    size_t sizes = str_find(whole, str_of(" ["));
    text_append(out, str_cut(whole, 0, sizes));
    if (name.size) {
        text_add(out, sizes == SIZE_MAX && str_ends(whole, "*") ? "" : " ");
        text_safe(out, name);
    }
    text_append(out, sizes == SIZE_MAX ? (struct str){NULL, 0} : str_cut(whole, sizes + 1, SIZE_MAX));
    if (part->bits)
        text_printf(out, " : %u", part->bits);
    text_byte(out, ';');
    text_free(&type);
}

/* For a structure, or a pointer that leads to one: its members and their offsets, a row each. */
static void add_members(struct symbols *symbols, type_number number, struct rows *rows)
{
    enum { MOST = 1000, LEADS = 64 /* a damaged type may lead to itself */ };
    struct str name;
    struct variable_part part;
    struct type type;
    for (int i = 0; i < LEADS && symbols_type(symbols, number, &type) && (type.kind == TYPE_POINTER || type.kind == TYPE_REFERENCE || type.kind == TYPE_ARRAY); i++)
        number = type.target;
    for (size_t i = 0; i < MOST && symbols_member_at(symbols, number, i, &name, &part); i++) {
        struct row *row = rows_add(rows, str_of("    "));
        add_member(symbols, name, &part, &row->text);
        row_string(row, "member", str_trim(text_str(&row->text)));
        if (part.size) {
            row_number(row, "offset", part.offset);
            row_number(row, "size", part.size);
            row_style(row, STYLE_DIM);
            text_printf(&row->text, "  at %" PRIu64 ", %" PRIu64 " byte%s", part.offset, part.size, part.size == 1 ? "" : "s");
        } else {
            row_null(row, "offset"), row_null(row, "size");
        }
    }
}

/* ---- What words mean ---- */

static bool take_address_of(struct str *words)
{
    bool taken = str_starts(*words, "&");
    *words = taken ? str_trim(str_cut(*words, 1, SIZE_MAX)) : *words;
    return taken;
}

/* The type of a variable that DWARF has here, whatever its home: a type needs no value. */
static bool variable_type(struct session *session, struct str name, uint64_t now, type_number *type)
{
    struct symbols *symbols = program_symbols(wet_of(session)->program);
    struct variable variable;
    struct node node;
    bool several;
    if (!symbols || !store_at(wet_of(session)->store, now, &node))
        return false;
    uint64_t link = program_instruction(wet_of(session)->program, node.index).address - program_bias(wet_of(session)->program);
    struct variable_part part;
    struct error ignored;
    bool known = symbols_this_member(symbols, link, name, &variable, &part, &ignored) == THIS_MEMBER_NONE && symbols_variable(symbols, link, name, &variable, &several);
    *type = known ? variable.type : TYPE_NONE;
    return known && *type != TYPE_NONE;
}

static bool type_of_words(struct session *session, struct str words, type_number *type, struct error *error)
{
    struct who_place place = {0};
    uint64_t now;
    if (!wet_time(session, &now))
        return error_set(error, "the trace does not say when this ran");
    now = wet_behind_prologue(session, now);
    if (variable_type(session, words, now, type))
        return true;
    bool known = who_place_at(session, words, 0, now, &place, error);
    *type = place.type;
    if (known && (!place.typed || place.type == TYPE_NONE))
        known = error_set(error, "the type of `%.*s` is unknown", STR(words));
    who_place_free(&place);
    return known;
}

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

/* "int (int, char **)", for a pointer "int (*)(int, char **)"; nothing if DWARF lacks it. */
static void add_function_type(struct symbols *symbols, uint64_t address, bool pointer, struct text *out)
{
    struct variable *variables;
    type_number type;
    size_t parameters = 0;
    if (!symbols_return_type(symbols, address, &type))
        return;
    symbols_type_text(symbols, type, out);
    text_add(out, pointer ? " (*)(" : " (");
    size_t count = symbols_variables(symbols, address, &variables);
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

static void print_function(struct session *session, const struct symbols_function *function, char format, struct rows *rows)
{
    struct who_place pointer = {.type = TYPE_NONE, .where = {.size = sizeof(uint64_t)}};
    uint64_t address = function->address + program_bias(wet_of(session)->program) + wet_run_bias(session);
    struct row *row = rows_add(rows, str_of("= "));
    who_describe_as(session, &pointer, address, format ? format : 'a', &row->text);
    row_value_number(row, "value", address);
    row_style(row, STYLE_DIM);
    text_add(&row->text, "  ");
    size_t begin = row->text.size;
    add_function_type(program_symbols(wet_of(session)->program), function->address, true, &row->text);
    row_string(row, "type", str_cut(text_str(&row->text), begin, SIZE_MAX));
}

/* ---- The commands ---- */

bool who_print_address(struct session *session, struct str words, char format, struct rows *rows, struct error *error)
{
    struct who_place place = {0}, pointer = {.type = TYPE_NONE, .where = {.size = sizeof(uint64_t)}};
    struct symbols_function function;
    struct text type = {0};
    take_address_of(&words);
    if (words.size == 0)
        return error_set(error, "& needs a variable, a path or a function, as in `print &VAR`");
    bool known = who_place_parse(session, words, 0, &place, error);
    if (!known && function_named(session, words, &function, error)) {
        print_function(session, &function, format, rows);
        return true;
    }
    if (known && place.bits)
        known = error_set(error, "`%.*s` is a bit field: it shares its bytes at 0x%" PRIx64 " and has no address of its own", STR(words),
                          place.where.address);
    if (known) {
        struct row *row = rows_add(rows, str_of("= "));
        who_describe_as(session, &pointer, place.where.address, format ? format : 'a', &row->text);
        row_value_number(row, "value", place.where.address);
        if (place.typed)
            symbols_type_text(program_symbols(wet_of(session)->program), place.type, &type);
        row_style(row, STYLE_DIM);
        text_add(&row->text, "  ");
        size_t begin = row->text.size;
        if (place.typed)
            add_pointer_to(text_str(&type), &row->text);
        row_string(row, "type", str_cut(text_str(&row->text), begin, SIZE_MAX));
        if (!place.any_size)
            text_printf(&row->text, "%sto %" PRIu64 " byte%s", place.typed ? ", " : "", place.where.size, place.where.size == 1 ? "" : "s");
    }
    text_free(&type);
    who_place_free(&place);
    return known;
}

/* "type = int *", and the members if there are any. */
static void show_type(struct session *session, type_number type, bool pointer, struct rows *rows)
{
    struct symbols *symbols = program_symbols(wet_of(session)->program);
    struct text text = {0};
    struct row *row = rows_add(rows, str_of("type = "));
    size_t begin = row->text.size;
    symbols_type_text(symbols, type, &text);
    if (pointer)
        add_pointer_to(text_str(&text), &row->text);
    else
        text_append(&row->text, text_str(&text));
    row_string(row, "type", str_cut(text_str(&row->text), begin, SIZE_MAX));
    text_free(&text);
    add_members(symbols, type, rows);
}

static bool show_function_type(struct session *session, const struct symbols_function *function, bool pointer, struct rows *rows, struct error *error)
{
    struct text text = {0};
    add_function_type(program_symbols(wet_of(session)->program), function->address, pointer, &text);
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
    struct symbols_function function;
    type_number type = TYPE_NONE;
    if (!wet_need(session, error) || !wet_need_here(session, error))
        return false;
    bool pointer = take_address_of(&words);
    if (words.size == 0)
        return error_set(error, "`whatis` needs a variable, a path or a function, as in `whatis p->next`");
    if (wet_is_register(words))
        return error_set(error, "registers have no types: `print %.*s` shows its value", STR(words));
    if (type_of_words(session, words, &type, error))
        show_type(session, type, pointer, &answer->rows);
    else if (!function_named(session, words, &function, error) || !show_function_type(session, &function, pointer, &answer->rows, error))
        return false;
    return true;
}

/* ---- The meaning of a name, a path or an address at your place ---- */

enum { DEPTH_MAX = 16 };

struct parser {
    struct session *session;
    struct symbols *symbols;
    struct str whole, rest;
    uint64_t now;
    unsigned depth;
    bool nonsense;                      /* of struct who_place */
    struct error *error;
};

void who_place_free(struct who_place *place)
{
    text_free(&place->name);
    *place = (struct who_place){0};
}

/* ---- Variables ---- */

/* The time in a frame so many levels up: when it called the next frame, or now. */
static bool frame_time(const struct session *session, uint64_t now, uint64_t level, uint64_t *time)
{
    *time = now;
    return level == 0 || wet_call_of(session, now, level, time);
}

static bool standing_at(const struct session *session, uint64_t time, uint64_t *link, struct instruction *instruction)
{
    struct node node;
    if (!store_at(wet_of(session)->store, time, &node))
        return false;
    *instruction = program_instruction(wet_of(session)->program, node.index);
    *link = instruction->address - program_bias(wet_of(session)->program);
    return instruction->has_address;
}

static bool place_static(struct parser *parser, const struct variable *variable, struct who_place *place)
{
    place->where.address = variable->address + program_bias(wet_of(parser->session)->program) + wet_run_bias(parser->session);
    place->where.is_static = true;
    return true;
}

/* A local lives as long as its frame. */
static bool place_local(struct parser *parser, const struct variable *variable, uint64_t time, struct who_place *place)
{
    struct store_frame frame;
    uint64_t cfa;
    const struct store *store = wet_of(parser->session)->store;
    if (!store_frame(store, time, 0, &frame) || !memory_cfa(who_memory(parser->session), time, &cfa))
        return error_set(parser->error, "`%.*s` is in the frame, whose address is unknown", STR(variable->name));
    place->where.address = cfa + (uint64_t)variable->offset;
    place->where.from = frame.from;
    place->where.is_local = true;
    struct store_frame caller;          /* which wrote the arguments on the stack */
    if (variable->offset >= 0 && store_frame(store, time, 1, &caller))
        place->where.from = caller.from;
    place->where.until = frame.to - 1;
    return true;
}

/* A variable outside memory; or the message about one that nothing can locate. */
static bool place_outside(struct parser *parser, const struct variable *variable, uint64_t time, struct who_place *place)
{
    bool constant = variable->place == VARIABLE_CONSTANT && variable->has_number;
    bool in_register = variable->place == VARIABLE_REGISTER && variable->reg >= 0 && variable->reg < GENERAL_REGISTERS;
    if (variable->place == VARIABLE_COMPUTED)
        return who_compute(parser->session, variable, time, place, parser->error);
    if (variable->place == VARIABLE_PIECES) {
        place->home = HOME_PIECES;
        place->pieces = *variable;
        place->time = time;
        return true;
    }
    if (variable->place == VARIABLE_REGISTER && variable->reg >= GENERAL_REGISTERS)
        return error_set(parser->error, "`%.*s` is in %%xmm%d here: clew does not follow vector registers", STR(variable->name),
                         variable->reg - GENERAL_REGISTERS);
    if (!constant && !in_register)
        return error_set(parser->error, "`%.*s` is %s here: nothing in memory holds it", STR(variable->name), variable_place_name(variable->place));
    place->home = constant ? HOME_CONSTANT : HOME_REGISTER;
    place->number = variable->number;
    place->reg = variable->reg;
    place->time = time;
    return true;
}

static bool see_through(struct parser *parser, struct who_place *place);

static bool locate(struct parser *parser, const struct variable *variable, uint64_t time, struct who_place *place)
{
    uint64_t value;
    struct node node;
    place->where = (struct written){.size = variable->size, .until = store_summary(wet_of(parser->session)->store).times};
    place->type = variable->type;
    place->typed = variable->type != TYPE_NONE;
    switch (variable->place) {
    case VARIABLE_STATIC: return place_static(parser, variable, place);
    case VARIABLE_FRAME: return place_local(parser, variable, time, place);
    case VARIABLE_THREAD:
        return who_thread_address(parser->session, variable->name, (uint64_t)variable->offset, time, &place->where.address, parser->error);
    case VARIABLE_AT_REGISTER:
        if (store_at(wet_of(parser->session)->store, time, &node) && variable->reg >= 0 && variable->reg < 16 &&
            memory_register(who_memory(parser->session), node, variable->reg, &value) == MEMORY_KNOWN) {
            place->where.address = value + (uint64_t)variable->offset;
            return true;
        }
        return error_set(parser->error, "`%.*s` is where a register points, whose value is unknown here", STR(variable->name));
    default: return place_outside(parser, variable, time, place);
    }
}

static bool unknown_name(struct parser *parser, struct str name, bool several)
{
    struct instruction instruction;
    struct near near;
    uint64_t link;
    if (several)
        return error_set(parser->error, "there are several variables `%.*s`, but none in this function or file", STR(name));
    if (symbols_split_variables(parser->symbols))
        return error_set(parser->error, "`%.*s` is unknown: this program describes its variables in .dwo files (-gsplit-dwarf), which clew does not read",
                         STR(name));
    parser->nonsense = !symbols_has_variable(parser->symbols, name);
    struct str owners[3] = {{NULL, 0}};       /* with more than two, the message omits the others */
    size_t count = symbols_variable_functions(parser->symbols, name, owners, 3);
    if (count)
        return error_set(parser->error, "no variable `%.*s` is known here: %.*s%s%.*s%s one", STR(name), STR(owners[0]),
                         count == 2 ? " and " : count > 2 ? ", " : "", STR(owners[1]),
                         count == 1 ? " has" : count == 2 ? " have" : " and others have");
    if (!parser->nonsense)
        return error_set(parser->error, "`%.*s` is optimised away, or in a library: the executable does not say where it is", STR(name));
    const char *others = standing_at(parser->session, parser->now, &link, &instruction) ? near_variable_end(parser->symbols, link, name, &near) : "";
    return error_set(parser->error, "no variable `%.*s` is known here%s", STR(name), others);
}

static bool place_variable(struct parser *parser, const struct variable *variable, uint64_t time, struct who_place *place)
{
    return locate(parser, variable, time, place) && see_through(parser, place);
}

static bool follow(struct parser *parser, struct str words, struct who_place *place);
static void become_part(struct who_place *place, const struct variable_part *part);

/* In a C++ method the name of a member means this->MEMBER. */
static bool find_variable(struct parser *parser, struct str name, struct who_place *place)
{
    struct instruction instruction;
    struct variable variable;
    struct variable_part part;
    uint64_t link;
    bool several = false, stands = standing_at(parser->session, parser->now, &link, &instruction);
    enum this_member member = stands ? symbols_this_member(parser->symbols, link, name, &variable, &part, parser->error) : THIS_MEMBER_NONE;
    if (member == THIS_MEMBER_NOWHERE)
        return false;
    if (member == THIS_MEMBER_KNOWN) {
        if (!locate(parser, &variable, parser->now, place) || !follow(parser, str_of("this"), place))
            return false;
        become_part(place, &part);
        return see_through(parser, place);
    }
    if (!stands || !symbols_variable(parser->symbols, link, name, &variable, &several))
        return unknown_name(parser, name, several);
    return place_variable(parser, &variable, parser->now, place);
}

/* A static of a class or namespace, whose symbol has the full name: ns::count. */
static bool find_in_scope(struct parser *parser, struct str scope, struct str name, struct variable *variable)
{
    struct instruction instruction;
    struct str object, whole = {scope.data, (size_t)(name.data + name.size - scope.data)};
    uint64_t link, offset;
    bool several;
    return standing_at(parser->session, parser->now, &link, &instruction) &&
           symbols_variable(parser->symbols, link, name, variable, &several) && variable->place == VARIABLE_STATIC &&
           symbols_object_at(parser->symbols, variable->address, &object, &offset) && offset == 0 &&
           str_equal(symbols_readable(parser->symbols, object), whole);
}

/* A variable in the nearest frame of a function, which in C++ may have a shorter name; a static of the function needs no frame. */
static bool find_in_function(struct parser *parser, struct str function, struct str name, struct who_place *place)
{
    struct instruction instruction;
    struct variable variable;
    bool several;
    uint64_t link, time, depth = store_depth(wet_of(parser->session)->store, parser->now);
    size_t index;
    for (uint64_t level = 0; level < (depth ? depth : 1) && frame_time(parser->session, parser->now, level, &time); level++)
        if (standing_at(parser->session, time, &link, &instruction) &&
            (str_equal(instruction.function, function) || demangled_matches(symbols_readable(parser->symbols, instruction.function), function)) &&
            symbols_variable(parser->symbols, link, name, &variable, &several) && variable.kind != VARIABLE_GLOBAL)
            return place_variable(parser, &variable, time, place);
    if (symbols_function_named(parser->symbols, function, &index) &&
        symbols_variable(parser->symbols, symbols_function(parser->symbols, index).address, name, &variable, &several) &&
        variable.kind == VARIABLE_LOCAL_STATIC)
        return place_variable(parser, &variable, parser->now, place);
    if (find_in_scope(parser, function, name, &variable))
        return place_variable(parser, &variable, parser->now, place);
    parser->nonsense = !symbols_has_variable(parser->symbols, name) && !symbols_split_variables(parser->symbols);
    return error_set(parser->error, "no frame of `%.*s` on the stack has a variable `%.*s`: `backtrace` lists the frames", STR(function), STR(name));
}

/* ---- Paths ---- */

static bool is_name_byte(char byte)
{
    return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') || (byte >= '0' && byte <= '9') || byte == '_' || byte == '$' ||
            (unsigned char)byte >= 0x80;
}

static struct str take_name(struct parser *parser)
{
    size_t size = 0;
    while (size < parser->rest.size && is_name_byte(parser->rest.data[size]))
        size++;
    struct str name = str_cut(parser->rest, 0, size);
    parser->rest = str_cut(parser->rest, size, SIZE_MAX);
    return name;
}

static bool take(struct parser *parser, const char *token)
{
    parser->rest = str_trim(parser->rest);
    if (!str_starts(parser->rest, token))
        return false;
    parser->rest = str_trim(str_cut(parser->rest, strlen(token), SIZE_MAX));
    return true;
}

static bool misunderstood(struct parser *parser, const char *expected)
{
    parser->nonsense = true;
    if (parser->rest.size == 0)
        return error_set(parser->error, "`%.*s` ends where %s is expected", STR(parser->whole), expected);
    if (str_equal(parser->rest, parser->whole))
        return error_set(parser->error, "`%.*s` stands where %s is expected", STR(parser->whole), expected);
    return error_set(parser->error, "in `%.*s`, `%.*s` stands where %s is expected", STR(parser->whole), STR(parser->rest), expected);
}

static bool parse(struct parser *parser, struct who_place *place);

static void become_part(struct who_place *place, const struct variable_part *part)
{
    place->where.address += part->offset;
    place->where.size = part->size;
    place->type = part->type;
    place->typed = part->type != TYPE_NONE;
    place->bit_offset = part->bit_offset;
    place->bits = part->bits;
}

/* The place, named by the words, becomes the target of its pointer value, or for an array its first element. */
static bool follow(struct parser *parser, struct str words, struct who_place *place)
{
    struct type type = {0};
    struct who_value value;
    struct variable_part part = {.type = place->type};
    bool typed = place->typed && symbols_type(parser->symbols, place->type, &type);
    if (typed && type.kind == TYPE_ARRAY) {
        bool any = symbols_element(parser->symbols, &part, 0, parser->error);
        if (any)
            become_part(place, &part);
        return any;
    }
    if (!typed || (type.kind != TYPE_POINTER && type.kind != TYPE_REFERENCE))
        return error_set(parser->error, "`%.*s` is not a pointer", STR(words));
    if (!who_value(parser->session, place, parser->now, &value, parser->error))
        return false;
    struct type target = {0};
    bool known = symbols_type(parser->symbols, type.target, &target);
    place->where = (struct written){.address = value.number, .size = known ? target.size : 0, .until = store_summary(wet_of(parser->session)->store).times};
    place->type = type.target;
    place->typed = type.target != TYPE_NONE;
    place->bits = 0;
    place->home = HOME_MEMORY;
    return true;
}

/* A reference stands for the object it refers to. */
static bool see_through(struct parser *parser, struct who_place *place)
{
    struct type type;
    bool refers = place->typed && symbols_type(parser->symbols, place->type, &type) && type.kind == TYPE_REFERENCE;
    return !refers || follow(parser, parser->whole, place);
}

static bool enter_member(struct parser *parser, struct who_place *place)
{
    struct str name = take_name(parser);
    struct variable_part part = {.type = place->type};
    if (name.size == 0)
        return misunderstood(parser, "the name of a member");
    parser->nonsense = !symbols_member(parser->symbols, &part, name, parser->error);
    if (parser->nonsense)
        return false;
    become_part(place, &part);
    return see_through(parser, place);
}

/* A number, or the value of a variable. */
static bool parse_index(struct parser *parser, int64_t *index)
{
    uint64_t number;
    bool negative = take(parser, "-");
    struct str before = parser->rest, word = take_name(parser);
    if (word.size && str_number(word, &number)) {
        *index = negative ? (int64_t)(0 - number) : (int64_t)number;
        return true;
    }
    parser->rest = before;
    struct who_place place = {0};
    struct who_value value = {0};
    bool known = parse(parser, &place) && who_value(parser->session, &place, parser->now, &value, parser->error);
    struct type type = {0};
    unsigned unused = 64 - (place.bits && place.bits < 64 ? place.bits : 8 * (unsigned)(place.where.size < 8 ? place.where.size : 8));
    *index = (int64_t)value.number;
    if (known && unused < 64 && symbols_type(parser->symbols, place.type, &type) && type.is_signed)
        *index = (int64_t)(value.number << unused) >> unused;
    *index = negative ? (int64_t)(0 - (uint64_t)*index) : *index;
    who_place_free(&place);
    return known;
}

static bool enter_element(struct parser *parser, struct str words, struct who_place *place)
{
    struct type type = {0};
    int64_t index;
    if (!parse_index(parser, &index))
        return false;
    if (!take(parser, "]"))
        return misunderstood(parser, "]");
    if (place->typed && symbols_type(parser->symbols, place->type, &type) && type.kind == TYPE_POINTER) {
        if (!follow(parser, words, place))
            return false;
        place->where.address += (uint64_t)index * place->where.size;
        return place->where.size || error_set(parser->error, "the size of the pointer's target is unknown");
    }
    struct variable_part part = {.type = place->type};
    if (!symbols_element(parser->symbols, &part, index, parser->error))
        return false;
    become_part(place, &part);
    return true;
}

static bool parse_primary(struct parser *parser, struct who_place *place)
{
    if (take(parser, "("))
        return parse(parser, place) && (take(parser, ")") || misunderstood(parser, ")"));
    struct str before = parser->rest, name = take_name(parser);
    if (name.size == 0 || (name.data[0] >= '0' && name.data[0] <= '9')) {
        parser->rest = before;
        return misunderstood(parser, "a variable (VAR, A.B, A->B, A[3], *A) or an address (0x4010)");
    }
    /* C++ names have scopes themselves: the last part is the variable */
    const char *start = name.data;
    while (take(parser, "::")) {
        struct str scope = {start, (size_t)(name.data + name.size - start)};
        name = take_name(parser);
        if (!str_starts(parser->rest, "::"))
            return find_in_function(parser, scope, name, place);
    }
    return find_variable(parser, name, place);
}

/* The words from a position in them up to the rest that is not parsed yet. */
static struct str words_from(const struct parser *parser, struct str from)
{
    return str_trim(str_cut(from, 0, from.size - parser->rest.size));
}

static bool parse_postfix(struct parser *parser, struct who_place *place)
{
    struct str from = parser->rest;
    if (!parse_primary(parser, place))
        return false;
    for (;;) {
        struct str words = words_from(parser, from);
        bool arrow = take(parser, "->");
        if (arrow || take(parser, ".")) {
            if ((arrow && !follow(parser, words, place)) || !enter_member(parser, place))
                return false;
        } else if (take(parser, "[")) {
            if (!enter_element(parser, words, place))
                return false;
        } else {
            return true;
        }
    }
}

static bool parse(struct parser *parser, struct who_place *place)
{
    if (parser->depth == DEPTH_MAX)
        return error_set(parser->error, "nested too deep: `%.*s`", STR(parser->whole));
    parser->depth++;
    bool star = take(parser, "*");
    struct str from = parser->rest;
    bool good = star ? parse(parser, place) && follow(parser, words_from(parser, from), place) : parse_postfix(parser, place);
    parser->depth--;
    return good;
}

/* ---- Addresses ---- */

/* The known object at an address of the run: its name, and its size if it begins there. */
static void name_address(struct parser *parser, struct who_place *place)
{
    struct variable variable;
    struct str object;
    uint64_t offset, link = place->where.address - wet_run_bias(parser->session) - program_bias(wet_of(parser->session)->program);
    text_hex(&place->name, place->where.address);
    if (!parser->symbols)
        return;
    if (symbols_variable_at(parser->symbols, link, &variable, &offset)) {
        text_add(&place->name, ", ");
        text_safe(&place->name, variable.name);
        symbols_part_text(parser->symbols, variable.type, offset, &place->name);
        place->where.is_static = true;
    } else if (symbols_object_at(parser->symbols, link, &object, &offset)) {
        text_add(&place->name, ", ");
        text_safe(&place->name, object);
        if (offset)
            text_printf(&place->name, "+%" PRIu64, offset);
        place->where.is_static = true;
    }
}

static bool parse_address(struct parser *parser, uint64_t size, struct who_place *place)
{
    struct str word = parser->rest;
    while (str_starts(word, "*"))
        word = str_cut(word, 1, SIZE_MAX);
    if (!str_starts(word, "0x") || !str_hex(word, &place->where.address))
        return false;
    place->where.size = size ? size : 1;
    place->any_size = size == 0;
    place->where.until = store_summary(wet_of(parser->session)->store).times;
    place->type = TYPE_NONE;
    name_address(parser, place);
    return true;
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
    return error_set(error, "`%.*s` is %s here, and not in memory; `print %.*s` shows it", STR(name),
                     place->home == HOME_REGISTER ? "in a register" : place->home == HOME_COMPUTED ? "computed from registers" :
                     place->home == HOME_PIECES ? "in several pieces" : "a constant", STR(name));
}

bool who_place_at(struct session *session, struct str words, uint64_t size, uint64_t time, struct who_place *place, struct error *error)
{
    struct parser parser = {.session = session, .symbols = program_symbols(wet_of(session)->program), .whole = str_trim(words), .now = time, .error = error};
    *place = (struct who_place){.type = TYPE_NONE};
    parser.rest = parser.whole;
    if (parse_address(&parser, size, place))
        return true;
    if (!parser.symbols)
        return error_set(error, "without the executable clew knows no variables: name an address, as in 0x4010");
    if (!parse(&parser, place) || (parser.rest.size && !misunderstood(&parser, "the end, or one of . -> ["))) {
        place->nonsense = parser.nonsense;
        return false;
    }
    place->where.size = size ? size : place->where.size;
    if (place->where.size == 0)
        return error_set(error, "the size of `%.*s` is unknown: give it in bytes, as in `who %.*s 4`", STR(parser.whole), STR(parser.whole));
    text_safe(&place->name, parser.whole);
    return true;
}
