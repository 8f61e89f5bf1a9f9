/* who_type.c - of which types variables and paths of a recording are, and where they lie.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A type is known wherever DWARF knows the variable, also where its value is not; what a pointer leads to needs the pointer's value. */
#include "recording/wet.h"
#include "recording/who.h"
#include "session/engine.h"

#include <inttypes.h>
#include <stdlib.h>

/* ---- Types as C writes them ---- */

/* "int *", "int (*)[3]". */
static void add_pointer_to(struct slice target, struct text *out)
{
    size_t sizes = slice_find(target, slice_of(" ["));
    text_append(out, slice_cut(target, 0, sizes));
    text_add(out, sizes != SIZE_MAX ? " (*)" : slice_ends(target, "*") ? "*" : " *");
    text_append(out, sizes == SIZE_MAX ? (struct slice){NULL, 0} : slice_cut(target, sizes + 1, SIZE_MAX));
}

/* "int v[3];", "char *name;", "unsigned int flag : 3;", made safe. */
static void add_member(struct symbols *symbols, struct slice name, const struct variable_part *part, struct text *out)
{
    struct text type = {0};
    symbols_type_text(symbols, part->type, &type);
    struct slice whole = text_slice(&type);
    size_t sizes = slice_find(whole, slice_of(" ["));
    text_append(out, slice_cut(whole, 0, sizes));
    if (name.size) {
        text_add(out, sizes == SIZE_MAX && slice_ends(whole, "*") ? "" : " ");
        text_safe(out, name);
    }
    text_append(out, sizes == SIZE_MAX ? (struct slice){NULL, 0} : slice_cut(whole, sizes + 1, SIZE_MAX));
    if (part->bits)
        text_printf(out, " : %u", part->bits);
    text_byte(out, ';');
    text_free(&type);
}

/* Of a structure, or what a pointer leads to one: its members, a row each, with where they lie in it. */
static void add_members(struct symbols *symbols, type_number number, struct rows *rows)
{
    enum { MOST = 1000, LEADS = 64 /* a damaged type may lead to itself */ };
    struct slice name;
    struct variable_part part;
    struct type type;
    for (int i = 0; i < LEADS && symbols_type(symbols, number, &type) && (type.kind == TYPE_POINTER || type.kind == TYPE_REFERENCE || type.kind == TYPE_ARRAY); i++)
        number = type.target;
    for (size_t i = 0; i < MOST && symbols_member_at(symbols, number, i, &name, &part); i++) {
        struct row *row = rows_add(rows, slice_of("    "));
        add_member(symbols, name, &part, &row->text);
        row_string(row, "member", slice_trim(text_slice(&row->text)));
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

static bool take_address_of(struct slice *words)
{
    bool taken = slice_starts(*words, "&");
    *words = taken ? slice_trim(slice_cut(*words, 1, SIZE_MAX)) : *words;
    return taken;
}

/* A variable that DWARF has here, wherever it lies: its type needs no value. */
static bool variable_type(struct session *session, struct slice name, uint64_t now, type_number *type)
{
    struct symbols *symbols = program_symbols(session->trace->program);
    struct variable variable;
    struct node node;
    bool several;
    if (!symbols || !store_at(session->trace->store, now, &node))
        return false;
    uint64_t link = program_instruction(session->trace->program, node.index).address - program_bias(session->trace->program);
    struct variable_part part;
    struct error ignored;
    bool known = symbols_this_member(symbols, link, name, &variable, &part, &ignored) == THIS_MEMBER_NONE && symbols_variable(symbols, link, name, &variable, &several);
    *type = known ? variable.type : TYPE_NONE;
    return known && *type != TYPE_NONE;
}

static bool type_of_words(struct session *session, struct slice words, type_number *type, struct error *error)
{
    struct who_place place = {0};
    uint64_t now;
    if (!wet_time(session, &now))
        return error_set(error, "when this ran is not known");
    now = wet_behind_prologue(session, now);
    if (variable_type(session, words, now, type))
        return true;
    bool known = who_place_at(session, words, 0, now, &place, error);
    *type = place.type;
    if (known && (!place.typed || place.type == TYPE_NONE))
        known = error_set(error, "of which type %.*s is, is not known", SLICE(words));
    who_place_free(&place);
    return known;
}

/* ---- Functions ---- */

/* By its symbol, or as `calls` and `goto` take names of functions that ran: *error is written where several have it. O(instructions). */
static bool function_named(struct session *session, struct slice name, struct symbols_function *function, struct error *error)
{
    struct symbols *symbols = program_symbols(session->trace->program);
    uint64_t bias = program_bias(session->trace->program), count = store_summary(session->trace->store).instructions;
    struct slice whole;
    struct error other;
    size_t index;
    bool known = symbols && symbols_function_named(symbols, name, &index);
    if (!known && symbols && !position_function(session, name, &whole, &other)) {
        *error = whole.data ? other : *error;
        return false;
    }
    for (uint64_t i = 0; i < count && symbols && !known; i++) {
        struct instruction instruction = program_instruction(session->trace->program, i);
        known = slice_equal(instruction.function, whole) && symbols_function_at(symbols, instruction.address - bias, &index);
    }
    if (known)
        *function = symbols_function(symbols, index);
    return known;
}

/* "int (int, char **)", of a pointer "int (*)(int, char **)"; nothing where DWARF does not have it. */
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
    uint64_t address = function->address + program_bias(session->trace->program) + wet_run_bias(session);
    struct row *row = rows_add(rows, slice_of("= "));
    who_describe_as(session, &pointer, address, format ? format : 'a', &row->text);
    row_hex(row, "value", address);
    row_style(row, STYLE_DIM);
    text_add(&row->text, "  ");
    size_t begin = row->text.size;
    add_function_type(program_symbols(session->trace->program), function->address, true, &row->text);
    row_string(row, "type", slice_cut(text_slice(&row->text), begin, SIZE_MAX));
}

/* ---- The commands ---- */

bool who_print_address(struct session *session, struct slice words, char format, struct rows *rows, struct error *error)
{
    struct who_place place = {0}, pointer = {.type = TYPE_NONE, .where = {.size = sizeof(uint64_t)}};
    struct symbols_function function;
    struct text type = {0};
    take_address_of(&words);
    if (words.size == 0)
        return error_set(error, "& needs a variable, a path or a function: print &VAR");
    bool known = who_place_parse(session, words, 0, &place, error);
    if (!known && function_named(session, words, &function, error)) {
        print_function(session, &function, format, rows);
        return true;
    }
    if (known && place.bits)
        known = error_set(error, "%.*s is a bit field: others lie in its bytes at 0x%" PRIx64 ", and it has no address of its own", SLICE(words),
                          place.where.address);
    if (known) {
        struct row *row = rows_add(rows, slice_of("= "));
        who_describe_as(session, &pointer, place.where.address, format ? format : 'a', &row->text);
        row_hex(row, "value", place.where.address);
        if (place.typed)
            symbols_type_text(program_symbols(session->trace->program), place.type, &type);
        row_style(row, STYLE_DIM);
        text_add(&row->text, "  ");
        size_t begin = row->text.size;
        if (place.typed)
            add_pointer_to(text_slice(&type), &row->text);
        row_string(row, "type", slice_cut(text_slice(&row->text), begin, SIZE_MAX));
        if (!place.any_size)
            text_printf(&row->text, "%sto %" PRIu64 " byte%s", place.typed ? ", " : "", place.where.size, place.where.size == 1 ? "" : "s");
    }
    text_free(&type);
    who_place_free(&place);
    return known;
}

/* "type = int *", and the members of what has some. */
static void show_type(struct session *session, type_number type, bool pointer, struct rows *rows)
{
    struct symbols *symbols = program_symbols(session->trace->program);
    struct text text = {0};
    struct row *row = rows_add(rows, slice_of("type = "));
    size_t begin = row->text.size;
    symbols_type_text(symbols, type, &text);
    if (pointer)
        add_pointer_to(text_slice(&text), &row->text);
    else
        text_append(&row->text, text_slice(&text));
    row_string(row, "type", slice_cut(text_slice(&row->text), begin, SIZE_MAX));
    text_free(&text);
    add_members(symbols, type, rows);
}

static bool show_function_type(struct session *session, const struct symbols_function *function, bool pointer, struct rows *rows, struct error *error)
{
    struct text text = {0};
    add_function_type(program_symbols(session->trace->program), function->address, pointer, &text);
    bool known = text.size > 0;
    if (known) {
        struct row *row = rows_add_printf(rows, "type = %s", text_string(&text));
        row_string(row, "type", text_slice(&text));
    } else {
        error_set(error, "what %.*s returns and takes is not known: its code has no DWARF", SLICE(function->name));
    }
    text_free(&text);
    return known;
}

bool run_whatis(struct session *session, struct slice arguments, struct answer *answer, struct error *error)
{
    struct slice words = slice_trim(arguments);
    struct symbols_function function;
    type_number type = TYPE_NONE;
    if (!session_need(session, error) || !session_need_here(session, error))
        return false;
    bool pointer = take_address_of(&words);
    if (words.size == 0)
        return error_set(error, "whatis needs a variable, a path or a function: whatis VAR, whatis p->next");
    if (wet_is_register(words))
        return error_set(error, "registers have no types: print %.*s shows what one holds", SLICE(words));
    if (type_of_words(session, words, &type, error))
        show_type(session, type, pointer, &answer->rows);
    else if (!function_named(session, words, &function, error) || !show_function_type(session, &function, pointer, &answer->rows, error))
        return false;
    return true;
}
