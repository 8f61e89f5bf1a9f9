/* unit.c - reads gcc's assembly: lines, symbols, functions, tables of labels.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "unit.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The state of the reader. */
struct reader {
    struct unit *unit;
    struct str section;
    struct str stack[16];         /* of .pushsection */
    size_t depth;
    struct str previous;
    bool application;               /* between #APP and #NO_APP: inline assembly */
    bool reorder;                   /* the assembler fills delay slots */
    struct function *function;      /* between .ent and .end */
    uint32_t table;                 /* the data label before the current .word lines */
    uint32_t numeric[10];           /* how often each of the labels 0: to 9: was defined */
    size_t line;
    struct error *error;
};

uint32_t unit_find(struct unit *unit, struct str name)
{
    struct str kept = pool_name(&unit->names, name);
    uint64_t at;
    return map_get(&unit->by_name, (uint64_t)(uintptr_t)kept.data, &at) ? (uint32_t)at : NONE;
}

uint32_t unit_symbol(struct unit *unit, struct str name)
{
    struct str kept = pool_name(&unit->names, name);
    uint64_t at;
    if (map_get(&unit->by_name, (uint64_t)(uintptr_t)kept.data, &at))
        return (uint32_t)at;
    unit->symbols = array_grow(unit->symbols, &unit->symbol_capacity, unit->symbol_count + 1, sizeof *unit->symbols);
    unit->symbols[unit->symbol_count] = (struct symbol){.name = kept, .function = NONE};
    map_put(&unit->by_name, (uint64_t)(uintptr_t)kept.data, unit->symbol_count);
    return (uint32_t)unit->symbol_count++;
}

/* Valid until the next new symbol. */
static struct symbol *symbol_named(struct unit *unit, struct str name)
{
    uint32_t at = unit_symbol(unit, name);
    return &unit->symbols[at];
}

bool unit_error(const struct unit *unit, const struct function *function, size_t line, struct error *error, const char *format, ...)
{
    char message[400];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    if (function)
        return error_set(error, "%.*s: in function '%.*s', line %zu of its assembly: %s", STR(unit->source), STR(function->symbol_name), line, message);
    return error_set(error, "%.*s: line %zu of its assembly: %s", STR(unit->source), line, message);
}

/* ---- Lines ---- */

static bool is_name_byte(char c)
{
    return c == '_' || c == '.' || c == '$' || (c >= '0' && c <= '9') || ((c | 32) >= 'a' && (c | 32) <= 'z') || (unsigned char)c >= 0x80;
}

/* Cuts the text at its comment; a # within quotes does not begin one. */
static struct str without_comment(struct str text)
{
    bool quoted = false;
    for (size_t i = 0; i < text.size; i++) {
        if (quoted && text.data[i] == '\\')
            i++;
        else if (text.data[i] == '"')
            quoted = !quoted;
        else if (text.data[i] == '#' && !quoted)
            return str_trim(str_cut(text, 0, i));
    }
    return str_trim(text);
}

/* Takes the next statement; semicolons separate the statements of one line. */
static bool next_statement(struct str *rest, struct str *statement)
{
    if (!rest->data || rest->size == 0)
        return false;
    bool quoted = false;
    size_t end = 0;
    for (; end < rest->size && (quoted || rest->data[end] != ';'); end++) {
        if (quoted && rest->data[end] == '\\')
            end++;
        else if (rest->data[end] == '"')
            quoted = !quoted;
    }
    *statement = str_trim(str_cut(*rest, 0, end));
    *rest = str_cut(*rest, end + 1, rest->size);
    return true;
}

static struct str directive_operand(struct str statement)
{
    struct str rest = statement, field;
    return str_field(&rest, &field) ? str_trim(rest) : (struct str){NULL, 0};
}

/* "x, 4" -> "x" */
struct str unit_label_name(struct str operand)
{
    size_t end = 0;
    while (end < operand.size && is_name_byte(operand.data[end]))
        end++;
    return str_cut(operand, 0, end);
}

static bool directive_is(struct str statement, const char *name)
{
    struct str rest = statement, field;
    return str_field(&rest, &field) && str_is(field, name);
}

/* Sections of debug information and unwind tables, which refer to the original image. */
static bool is_debug_section(struct str section)
{
    static const char *const prefixes[] = {".debug", ".gcc_except_table", ".eh_frame", ".mdebug", ".pdr", ".gnu", ".comment", ".note"};
    for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++)
        if (str_starts(section, prefixes[i]))
            return true;
    return false;
}

/* ---- Sections ---- */

static void enter_section(struct reader *reader, struct str section)
{
    reader->previous = reader->section;
    reader->section = section;
    reader->table = NONE;
}

/* Follows a directive that changes the section. False: it is no such directive. */
static bool read_section(struct reader *reader, struct str statement)
{
    static const char *const plain[][2] = {{".text", ".text"}, {".data", ".data"}, {".bss", ".bss"}, {".rdata", ".rodata"}, {".sdata", ".sdata"}};
    for (size_t i = 0; i < sizeof plain / sizeof *plain; i++)
        if (directive_is(statement, plain[i][0])) {
            enter_section(reader, str_of(plain[i][1]));
            return true;
        }
    bool push = directive_is(statement, ".pushsection");
    if (push || directive_is(statement, ".section")) {
        struct str operand = directive_operand(statement);
        size_t comma = str_find_byte(operand, ',');
        if (push && reader->depth < sizeof reader->stack / sizeof *reader->stack)
            reader->stack[reader->depth++] = reader->section;
        enter_section(reader, str_trim(str_cut(operand, 0, comma == SIZE_MAX ? operand.size : comma)));
        return true;
    }
    if (directive_is(statement, ".previous")) {
        enter_section(reader, reader->previous);
        return true;
    }
    if (directive_is(statement, ".popsection") && reader->depth > 0) {
        enter_section(reader, reader->stack[--reader->depth]);
        return true;
    }
    return false;
}

/* ---- Symbols and data ---- */

static void define(struct reader *reader, struct str name)
{
    symbol_named(reader->unit, name)->defined = true;
}

/* Reads a directive about a symbol: .globl x; x = y; .comm x,4 */
static void read_binding(struct reader *reader, struct str statement)
{
    struct unit *unit = reader->unit;
    struct str name = unit_label_name(directive_operand(statement));
    if (directive_is(statement, ".globl") || directive_is(statement, ".global")) {
        symbol_named(unit, name)->global = true;
    } else if (directive_is(statement, ".weak")) {
        struct symbol *symbol = symbol_named(unit, name);
        symbol->global = symbol->weak = true;
    } else if (directive_is(statement, ".local") || directive_is(statement, ".lcomm")) {
        define(reader, name);
    } else if (directive_is(statement, ".comm")) {
        struct symbol *symbol = symbol_named(unit, name);
        symbol->global = !symbol->defined;      /* defined: by a .local before it */
        symbol->defined = true;
    } else if (directive_is(statement, ".set") && str_find_byte(statement, ',') != SIZE_MAX) {
        define(reader, name);
    } else if (statement.data[0] != '.' && str_find_byte(statement, '=') != SIZE_MAX) {
        define(reader, unit_label_name(statement));
    }
}

/* Data may hold addresses of code labels; only the end of the text shows which. */
static void read_data(struct reader *reader, struct str statement)
{
    struct unit *unit = reader->unit;
    struct str operand = directive_operand(statement);
    bool word = directive_is(statement, ".word");
    if (str_find(statement, str_of("$L")) != SIZE_MAX && !is_debug_section(reader->section) && operand.size > 0)
        unit->lines[reader->line - 1].kind = LINE_DATA;
    if (word && reader->table != NONE && operand.size > 0 && unit_label_name(operand).size == operand.size) {
        unit->tables = array_grow(unit->tables, &unit->table_capacity, unit->table_count + 1, sizeof *unit->tables);
        unit->tables[unit->table_count++] = (struct table_entry){reader->table, unit_symbol(unit, operand)};
    } else if (!directive_is(statement, ".align") && !directive_is(statement, ".type") && !directive_is(statement, ".size")) {
        reader->table = NONE;
    }
}

/* Takes "name:" off the front of a statement. */
static bool take_label(struct str *statement, struct str *label)
{
    *label = unit_label_name(*statement);
    if (label->size == 0 || label->size >= statement->size || statement->data[label->size] != ':')
        return false;
    *statement = str_trim(str_cut(*statement, label->size + 1, statement->size));
    return true;
}

/* ---- Functions ---- */

static bool wrong(struct reader *reader, const char *what, struct str text)
{
    return unit_error(reader->unit, reader->function, reader->line - reader->function->line + 1, reader->error, "%s: '%.*s'", what, STR(text));
}

/* Each "1:" becomes a separate label; 1b and 1f name the last and the next one. */
static struct str numeric_label(struct reader *reader, char digit, uint32_t ordinal)
{
    return arena_printf(&reader->unit->arena, "$Lae_%c_%u", digit, ordinal);
}

static bool add_label(struct reader *reader, struct str name)
{
    struct unit *unit = reader->unit;
    struct function *function = reader->function;
    if (name.size == 1 && name.data[0] >= '0' && name.data[0] <= '9')
        name = numeric_label(reader, name.data[0], ++reader->numeric[name.data[0] - '0']);
    else if (reader->application)
        return wrong(reader, "cannot trace inline assembly with a label", name);
    uint32_t at = unit_symbol(unit, name);
    struct symbol *symbol = &unit->symbols[at];
    symbol->defined = true;
    if (symbol->is_function)
        return true;
    symbol->function = (uint32_t)(function - unit->functions);
    symbol->at = function->count;
    function->labels = array_grow(function->labels, &function->label_capacity, function->label_count + 1, sizeof *function->labels);
    function->labels[function->label_count++] = (struct label){at, function->count};
    return true;
}

static struct instruction *add_instruction(struct function *function)
{
    function->code = array_grow(function->code, &function->capacity, function->count + 1ul, sizeof *function->code);
    return &function->code[function->count++];
}

/* "bne $5,$0,1f": renames the target for the instrumented image; the original image keeps the line. */
static void resolve_numeric(struct reader *reader, struct instruction *it)
{
    struct str target = it->target;
    if (target.size != 2 || target.data[0] < '0' || target.data[0] > '9' || (target.data[1] != 'b' && target.data[1] != 'f'))
        return;
    uint32_t ordinal = reader->numeric[target.data[0] - '0'] + (target.data[1] == 'f');
    it->target = numeric_label(reader, target.data[0], ordinal);
    it->text = arena_printf(&reader->unit->arena, "%.*s%.*s", (int)(it->text.size - 2), it->text.data, STR(it->target));
}

static bool check_application(struct reader *reader, const struct instruction *it)
{
    if (mips_is_control(it))
        return wrong(reader, "cannot trace inline assembly with a branch or call", it->text);
    if (it->kind == MIPS_LOAD || it->kind == MIPS_STORE)
        return wrong(reader, "cannot trace inline assembly that refers to memory", it->text);
    if (it->mentions >> MIPS_SCRATCH & 1)
        return wrong(reader, "inline assembly uses register 1, but ae-cc needs it", it->text);
    return true;
}

static bool read_instruction(struct reader *reader, struct str statement)
{
    struct function *function = reader->function;
    struct instruction it;
    struct error reason;
    if (!mips_parse(statement, &reader->unit->arena, &it, &reason))
        return unit_error(reader->unit, function, reader->line - function->line + 1, reader->error, "%s%s", reader->application ? "inline assembly: " : "",
                          reason.message);
    it.line = reader->line - function->line + 1;
    resolve_numeric(reader, &it);
    if (it.mentions >> MIPS_BUFFER & 1)
        return wrong(reader, "register 23 is used, but ae-cc needs it (a register variable?)", statement);
    if (reader->application && !check_application(reader, &it))
        return false;
    *add_instruction(function) = it;
    if (mips_is_control(&it) && reader->reorder)
        *add_instruction(function) = (struct instruction){.text = str_of("nop"), .line = it.line, .implied = true, .nop = true};
    return true;
}

/* Reads a directive within code. Those that only control the assembler are for the original image, which keeps all lines. */
static bool read_code_directive(struct reader *reader, struct str statement)
{
    static const char *const harmless[] = {".set", ".frame", ".mask", ".fmask", ".loc", ".type", ".size", ".align", ".cfi", ".globl", ".weak", ".hidden", ".file",
                                           ".insn"};
    struct str operand = directive_operand(statement);
    if (directive_is(statement, ".set") && str_is(operand, "noreorder"))
        reader->reorder = false;
    if (directive_is(statement, ".set") && str_is(operand, "reorder"))
        reader->reorder = true;
    if (directive_is(statement, ".align") && reader->function->count > 0 && !str_is(operand, "2"))
        return wrong(reader, "cannot trace code that is aligned within a function", statement);
    for (size_t i = 0; i < sizeof harmless / sizeof *harmless; i++)
        if (str_starts(statement, harmless[i])) {
            read_binding(reader, statement);
            return true;
        }
    return wrong(reader, reader->application ? "cannot trace inline assembly with a directive" : "cannot trace a directive within code", statement);
}

static bool read_code(struct reader *reader, struct str statement)
{
    struct str label;
    while (take_label(&statement, &label))
        if (!add_label(reader, label))
            return false;
    if (statement.size == 0)
        return true;
    if (statement.data[0] == '.')
        return read_code_directive(reader, statement);
    size_t equals = str_find_byte(statement, '=');
    if (equals != SIZE_MAX && unit_label_name(statement).size > 0 && !reader->application) {
        read_binding(reader, statement);        /* $LVL1 = . */
        symbol_named(reader->unit, unit_label_name(statement))->assigned = true;
        return true;
    }
    return read_instruction(reader, statement);
}

static bool start_function(struct reader *reader, struct str statement)
{
    struct unit *unit = reader->unit;
    struct str name = unit_label_name(directive_operand(statement));
    uint32_t symbol = unit_symbol(unit, name);
    if (unit->symbols[symbol].is_function)
        return unit_error(unit, NULL, reader->line, reader->error, "two functions are named '%.*s'", STR(name));
    unit->functions = array_grow(unit->functions, &unit->function_capacity, unit->function_count + 1, sizeof *unit->functions);
    struct function *function = &unit->functions[unit->function_count++];
    *function = (struct function){.symbol = symbol, .symbol_name = unit->symbols[symbol].name, .line = reader->line, .section = reader->section};
    unit->symbols[symbol].is_function = true;
    unit->symbols[symbol].function = (uint32_t)(function - unit->functions);
    reader->function = function;
    reader->reorder = true;
    unit->lines[reader->line - 1].kind = LINE_ENT;
    return true;
}

/* ---- The whole text ---- */

/* Reads a statement outside of functions, or in data within a function. */
static void read_elsewhere(struct reader *reader, struct str statement)
{
    struct str label;
    while (take_label(&statement, &label)) {
        define(reader, label);
        reader->table = is_debug_section(reader->section) ? NONE : unit_symbol(reader->unit, label);
    }
    if (statement.size == 0)
        return;
    read_binding(reader, statement);
    if (statement.data[0] == '.')
        read_data(reader, statement);
}

static bool read_statement(struct reader *reader, struct str statement)
{
    struct unit *unit = reader->unit;
    struct line *line = &unit->lines[reader->line - 1];
    if (read_section(reader, statement))
        return !reader->application || !reader->function || wrong(reader, "cannot trace inline assembly that changes the section", statement);
    if (!reader->application && directive_is(statement, ".ent"))
        return reader->function ? wrong(reader, "cannot trace a function within a function", statement) : start_function(reader, statement);
    if (reader->function && directive_is(statement, ".end")) {
        line->kind = LINE_END;
        line->function = (uint32_t)(reader->function - unit->functions);
        reader->function = NULL;
        return true;
    }
    if (directive_is(statement, ".file") && !unit->source.data) {
        size_t close = str_find_last_byte(statement, '"'), open = str_find_last_byte(str_cut(statement, 0, close), '"');
        if (close != SIZE_MAX && open != SIZE_MAX)
            unit->source = str_cut(statement, open + 1, close - open - 1);
    }
    if (!reader->function || !str_equal(reader->section, reader->function->section)) {
        read_elsewhere(reader, statement);
        return true;
    }
    if (str_ends(statement, ":") && str_equal(str_cut(statement, 0, statement.size - 1), reader->function->symbol_name))
        line->kind = LINE_LABEL;
    return read_code(reader, statement);
}

/* False for comments, and for directives about the source's location, which may differ between builds of one program. */
static bool is_of_program(struct str text)
{
    return text.size > 0 && text.data[0] != '#' && !str_starts(text, ".file") && !str_starts(text, ".loc") && !str_starts(text, ".ident") &&
           !str_starts(text, ".cfi");
}

static bool read_line(struct reader *reader, struct str text)
{
    struct unit *unit = reader->unit;
    struct str trimmed = str_trim(text), rest = without_comment(text), statement;
    unit->lines = array_grow(unit->lines, &unit->line_capacity, unit->line_count + 1, sizeof *unit->lines);
    reader->line = unit->line_count + 1;
    unit->lines[unit->line_count++] = (struct line){.text = text, .hashed = !is_debug_section(reader->section)};
    if (str_is(trimmed, "#APP"))
        reader->application = true;
    if (str_is(trimmed, "#NO_APP"))
        reader->application = false;
    while (next_statement(&rest, &statement))
        if (statement.size > 0 && !read_statement(reader, statement))
            return false;
    struct line *line = &unit->lines[unit->line_count - 1];
    if (reader->function)
        line->function = (uint32_t)(reader->function - unit->functions);
    line->hashed &= !is_debug_section(reader->section) && is_of_program(trimmed);
    return true;
}

/* Marks the lines about a function outside .ent and .end: drops .type, keeps .size for the original image. */
static void mark_function_lines(struct unit *unit)
{
    for (size_t i = 0; i < unit->line_count; i++) {
        struct line *line = &unit->lines[i];
        struct str statement = without_comment(line->text);
        bool type = directive_is(statement, ".type"), size = directive_is(statement, ".size");
        if (!type && !size)
            continue;
        uint32_t at = unit_find(unit, unit_label_name(directive_operand(statement)));
        if (at == NONE || !unit->symbols[at].is_function)
            continue;
        line->kind = type ? LINE_DROPPED : LINE_SIZE;
        line->function = unit->symbols[at].function;
    }
}

bool unit_read(struct unit *unit, struct str text, struct error *error)
{
    struct reader reader = {.unit = unit, .section = str_of(".text"), .previous = str_of(".text"), .table = NONE, .error = error};
    struct str line;
    while (str_line(&text, &line))
        if (!read_line(&reader, line))
            return false;
    if (reader.function)
        return unit_error(unit, reader.function, 1, error, ".end is missing");
    mark_function_lines(unit);
    tables_mark_taken(unit);
    return true;
}

void unit_free(struct unit *unit)
{
    for (size_t i = 0; i < unit->function_count; i++) {
        struct function *function = &unit->functions[i];
        free(function->code);
        free(function->labels);
        free(function->graph.blocks);
        free(function->graph.edges);
        free(function->graph.back_edges);
        free(function->graph.loops);
        free(function->graph.block_of);
        free(function->needed.recorded);
        free(function->needed.computed);
        text_free(&function->schema);
    }
    free(unit->functions);
    free(unit->lines);
    free(unit->symbols);
    free(unit->tables);
    map_free(&unit->by_name);
    pool_free(&unit->names);
    arena_free(&unit->arena);
}
