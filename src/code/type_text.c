/* type_text.c - types as C, C++ and Rust write them.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "code/variable_tables.h"

static const char *const prefixes[] = {[ENTRY_STRUCT] = "struct ", [ENTRY_UNION] = "union ", [ENTRY_ENUM] = "enum "};

/* Appends "std::__cxx11::". */
static void scope_text(const struct variables *tables, uint32_t scope, struct text *out)
{
    enum { SCOPES_MAX = 32 };
    uint32_t around[SCOPES_MAX];
    unsigned count = 0;
    for (; scope != NO_NUMBER && count < SCOPES_MAX; scope = tables->scopes[scope].parent)
        around[count++] = scope;
    while (count-- > 0) {
        struct str name = tables->scopes[around[count]].name;
        text_safe(out, name.data ? name : str_of("(anonymous namespace)"));
        text_add(out, "::");
    }
}

/* How a type is written. */
struct type_writing {
    const struct variables *tables;
    bool scoped;                        /* with the namespaces and classes around it, and without "struct", as C++ writes types */
    bool brief;                         /* and without what templates of std have by default */
    unsigned depth;                     /* functions in parameters of functions, templates in templates */
    unsigned parts;                     /* how many parts it has written */
    struct text *out;
};

static void type_text(struct type_writing *writing, type_number number);

static bool is_nameless_array(const struct variables *tables, uint32_t number)
{
    return type_is_of(tables, number) && type_entry_of(tables, number)->kind == ENTRY_ARRAY && !type_entry_of(tables, number)->name.data;
}

/* "*", "&" and "c" for const, from the outermost on. */
static void pointers_text(const struct text *behind, struct text *out)
{
    for (size_t i = behind->size; i-- > 0;) {
        bool constant = behind->data[i] == 'c';
        text_add(out, constant ? i ? " const " : " const" : behind->data[i] == '*' ? "*" : "&");
    }
}

static void return_text(struct type_writing *writing, const struct type_entry *type)
{
    writing->depth++;
    type_text(writing, type_at(writing->tables, type->target));
    writing->depth--;
}

/* " (*)(int, ...)"; around: "S::" of a pointer to a member */
static void function_text(struct type_writing *writing, const struct type_entry *type, const struct text *behind, struct str around)
{
    enum { PARAMETERS_MAX = 16, TEXT_MAX = 4096 };
    const struct variables *tables = writing->tables;
    size_t begin = writing->out->size;
    bool cut = type->argument_count > PARAMETERS_MAX;
    writing->depth++;
    text_add(writing->out, " (");
    text_append(writing->out, around);
    pointers_text(behind, writing->out);
    text_add(writing->out, behind->size ? ")(" : "");
    for (uint32_t i = 0; i < type->argument_count && i < PARAMETERS_MAX; i++) {
        if (writing->out->size - begin > TEXT_MAX) {
            cut = true;
            break;
        }
        text_add(writing->out, i ? ", " : "");
        type_text(writing, type_at(tables, tables->arguments[type->arguments + i].type));
    }
    if (type->more || cut)
        text_add(writing->out, type->argument_count ? ", ..." : "...");
    text_add(writing->out, !type->argument_count && !type->more && type->prototyped ? "void)" : ")");
    writing->depth--;
}

/* Is it what a template of std takes when the program names nothing? */
static bool is_default(const struct type_entry *type)
{
    static const char *const defaults[] = {"allocator<", "char_traits<", "default_delete<", "equal_to<", "hash<", "less<"};
    for (size_t i = 0; i < sizeof defaults / sizeof *defaults; i++)
        if (str_starts(type->name, defaults[i]))
            return true;
    return false;
}

static const struct type_entry *argument_type(const struct variables *tables, const struct type_entry *type, uint32_t i)
{
    const struct argument_entry *argument = &tables->arguments[type->arguments + i];
    uint32_t number = argument->is_value ? TYPE_NONE : type_resolve(tables, type_at(tables, argument->type));
    return number == TYPE_NONE ? NULL : type_entry_of(tables, number);
}

/* "std::string", by its characters. */
static bool string_text(const struct variables *tables, const struct type_entry *type, struct text *out)
{
    static const struct { const char *character, *name; } strings[] = {{"char", "std::string"}, {"wchar_t", "std::wstring"}, {"char8_t", "std::u8string"},
            {"char16_t", "std::u16string"}, {"char32_t", "std::u32string"}};
    const struct type_entry *character = type->argument_count ? argument_type(tables, type, 0) : NULL;
    bool view = str_starts(type->name, "basic_string_view<");
    for (size_t i = 0; character && i < sizeof strings / sizeof *strings; i++)
        if ((view || str_starts(type->name, "basic_string<")) && str_is(character->name, strings[i].character)) {
            text_printf(out, "%s%s", strings[i].name, view ? "_view" : "");
            return true;
        }
    return false;
}

/* "std::map<std::string, int>": false: it is no template of std, or DWARF does not say what it was made with. */
static bool brief_text(struct type_writing *writing, const struct type_entry *type)
{
    enum { DEPTH_MAX = 8, WRITTEN_MAX = 64 };
    const struct variables *tables = writing->tables;
    uint32_t scope = type->scope, count = type->argument_count;
    size_t angle = str_find_byte(type->name, '<');
    while (scope != NO_NUMBER && str_starts(tables->scopes[scope].name, "__"))
        scope = tables->scopes[scope].parent;
    if (!writing->brief || scope == NO_NUMBER || tables->scopes[scope].parent != NO_NUMBER || !str_is(tables->scopes[scope].name, "std") ||
        angle == SIZE_MAX || !count || writing->depth >= DEPTH_MAX || writing->parts >= WRITTEN_MAX)
        return false;
    writing->parts++;
    if (string_text(tables, type, writing->out))
        return true;
    while (count > 1 && argument_type(tables, type, count - 1) && is_default(argument_type(tables, type, count - 1)))
        count--;
    writing->depth++;
    text_add(writing->out, "std::");
    text_safe(writing->out, str_cut(type->name, 0, angle));
    for (uint32_t i = 0; i < count; i++) {
        const struct argument_entry *argument = &tables->arguments[type->arguments + i];
        text_add(writing->out, i ? ", " : "<");
        if (argument->is_value)
            text_printf(writing->out, argument->has_value ? "%lld" : "...", (long long)argument->value);
        else
            type_text(writing, type_at(tables, argument->type));
    }
    text_byte(writing->out, '>');
    writing->depth--;
    return true;
}

static void rust_text(struct type_writing *writing, const struct type_entry *type)
{
    struct text whole = {0};
    scope_text(writing->tables, type->scope, &whole);
    text_append(&whole, type->name);
    if (writing->scoped && !writing->brief)
        text_safe(writing->out, text_str(&whole));
    else
        rust_name_brief(text_str(&whole), writing->out);
    text_free(&whole);
}

/* "int (S::*)[2]": a pointer to a member that is an array */
static void member_array_text(struct type_writing *writing, uint32_t array, struct str around, bool constant)
{
    enum { DIMENSIONS_MAX = 8 };
    const struct variables *tables = writing->tables;
    struct text sizes = {0};
    for (unsigned i = 0; i < DIMENSIONS_MAX && is_nameless_array(tables, array); i++) {
        const struct type_entry *type = type_entry_of(tables, array);
        text_printf(&sizes, type->count ? "[%llu]" : "[]", (unsigned long long)type->count);
        array = type_at(tables, type->target);
    }
    type_text(writing, array);
    text_printf(writing->out, " (%.*s*%s)%s", STR(around), constant ? " const" : "", text_string(&sizes));
    text_free(&sizes);
}

/* "int S::*", "void (S::*)(S * const)"; constant: the pointer is, as in "int S::* const" */
static void member_pointer_text(struct type_writing *writing, const struct type_entry *type, bool constant)
{
    enum { DEPTH_MAX = 3 };
    const struct variables *tables = writing->tables;
    uint32_t target = type_at(tables, type->target);
    const struct type_entry *function = target != TYPE_NONE && type_entry_of(tables, target)->kind == ENTRY_FUNCTION ? type_entry_of(tables, target) : NULL;
    struct text around = {0}, star = {0};
    if (writing->depth >= DEPTH_MAX) {
        text_add(writing->out, "...");
        return;
    }
    writing->depth++;
    type_text(&(struct type_writing){.tables = tables, .scoped = true, .brief = writing->brief, .depth = writing->depth, .out = &around}, type_at(tables, type->count));
    text_add(&around, "::");
    text_add(&star, constant ? "c*" : "*");
    if (function) {
        return_text(writing, function);
        function_text(writing, function, &star, text_str(&around));
    } else if (is_nameless_array(tables, target)) {
        member_array_text(writing, target, text_str(&around), constant);
    } else {
        type_text(writing, target);
        text_printf(writing->out, " %s*%s", text_string(&around), constant ? " const" : "");
    }
    writing->depth--;
    text_free(&around);
    text_free(&star);
}

static void named_text(struct type_writing *writing, const struct type_entry *type, bool constant)
{
    if (type->kind == ENTRY_MEMBER && !type->name.data) {
        member_pointer_text(writing, type, constant);
        return;
    }
    text_add(writing->out, constant ? "const " : "");
    if (type->rust && type->name.data) {
        rust_text(writing, type);
        return;
    }
    if (brief_text(writing, type))
        return;
    bool prefixed = type->kind >= ENTRY_STRUCT && type->kind <= ENTRY_ENUM, scoped = writing->scoped && type->name.data;
    text_add(writing->out, prefixed && !scoped ? prefixes[type->kind] : "");
    if (scoped)
        scope_text(writing->tables, type->scope, writing->out);
    text_safe(writing->out, type->name);
    text_add(writing->out, type->name.data ? "" : prefixed ? "{...}" : "...");
}

/* "[i32; 3]". False: it is no array of Rust. */
static bool rust_array_text(struct type_writing *writing, type_number number)
{
    enum { DEPTH_MAX = 8 };
    const struct type_entry *type = type_is_of(writing->tables, number) ? type_entry_of(writing->tables, number) : NULL;
    if (!type || !type->rust || type->kind != ENTRY_ARRAY || type->name.data || writing->depth >= DEPTH_MAX)
        return false;
    writing->depth++;
    text_byte(writing->out, '[');
    type_text(writing, type_at(writing->tables, type->target));
    text_printf(writing->out, type->count || (type->rust && type->none) ? "; %llu]" : "]", (unsigned long long)type->count);
    writing->depth--;
    return true;
}

static void type_text(struct type_writing *writing, type_number number)
{
    enum { PARTS_MAX = 8, FUNCTIONS_MAX = 3 };
    const struct variables *tables = writing->tables;
    if (rust_array_text(writing, number))
        return;
    struct text behind = {0}, outer = {0}, sizes = {0}, *out = writing->out;    /* outer: "(*)", before sizes */
    bool constant = false;              /* what follows is const; an array passes it to its elements, which may repeat it */
    const struct type_entry *function = NULL;
    for (unsigned i = 0; i <= PARTS_MAX; i++) {
        const struct type_entry *type = type_is_of(tables, number) ? type_entry_of(tables, number) : NULL;
        if (!type || i == PARTS_MAX || type->name.data || type->kind >= ENTRY_STRUCT) {
            bool is_function = type && i < PARTS_MAX && type->kind == ENTRY_FUNCTION && !type->name.data && writing->depth < FUNCTIONS_MAX;
            function = is_function ? type : NULL;
            if (!type || is_function)
                text_add(out, constant ? "const " : "");
            if (!type)
                text_add(out, "void");
            else if (is_function)
                return_text(writing, type);
            else
                named_text(writing, type, constant);
            break;
        }
        if (type->kind == ENTRY_POINTER || type->kind == ENTRY_REFERENCE) {
            text_printf(&behind, "%s%s", constant ? "c" : "", type->kind == ENTRY_POINTER ? "*" : "&");
            constant = false;
        } else if (type->kind == ENTRY_ARRAY) {
            if (behind.size && !outer.size) {           /* a pointer to an array */
                outer = behind;
                behind = (struct text){0};
            }
            text_printf(&sizes, type->count ? "[%llu]" : "[]", (unsigned long long)type->count);
        }
        constant |= type->constant && type->kind != ENTRY_POINTER && type->kind != ENTRY_REFERENCE && type->kind != ENTRY_ARRAY;
        number = type_at(tables, type->target);
    }
    if (function) {
        function_text(writing, function, &behind, (struct str){NULL, 0});
    } else {
        text_add(out, behind.size ? " " : "");
        pointers_text(&behind, out);
    }
    text_add(out, outer.size ? behind.size ? "(" : " (" : sizes.size ? " " : "");
    pointers_text(&outer, out);
    text_add(out, outer.size ? ")" : "");
    text_append(out, text_str(&sizes));
    text_free(&behind);
    text_free(&outer);
    text_free(&sizes);
}

void symbols_type_text(struct symbols *symbols, type_number number, struct text *out)
{
    symbols = symbols_owner(symbols, number);
    type_text(&(struct type_writing){.tables = symbols_variable_tables(symbols), .out = out}, number);
}

void symbols_type_scoped(struct symbols *symbols, type_number number, struct text *out)
{
    symbols = symbols_owner(symbols, number);
    type_text(&(struct type_writing){.tables = symbols_variable_tables(symbols), .scoped = true, .out = out}, number);
}

void symbols_type_brief(struct symbols *symbols, type_number number, struct text *out)
{
    symbols = symbols_owner(symbols, number);
    type_text(&(struct type_writing){.tables = symbols_variable_tables(symbols), .scoped = true, .brief = true, .out = out}, number);
}
