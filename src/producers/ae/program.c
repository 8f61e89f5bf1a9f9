/* program.c - all units of a link: callees by name, the identity, the schema.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "unit.h"

#include <stdlib.h>
#include <string.h>

/* ---- Special calls ---- */

enum program_manner program_manner(struct str callee)
{
    static const struct { const char *name; enum program_manner manner; } manners[] = {
        {"setjmp", MANNER_SETJMP}, {"_setjmp", MANNER_SETJMP}, {"__sigsetjmp", MANNER_SETJMP}, {"sigsetjmp", MANNER_SETJMP},
        {"_exit", MANNER_LAST}, {"_Exit", MANNER_LAST}, {"abort", MANNER_LAST}, {"__assert_fail", MANNER_LAST}, {"quick_exit", MANNER_LAST},
        {"raise", MANNER_LAST}, {"kill", MANNER_LAST}, {"execv", MANNER_LAST}, {"execve", MANNER_LAST}, {"execvp", MANNER_LAST}, {"execvpe", MANNER_LAST},
        {"execl", MANNER_LAST}, {"execle", MANNER_LAST}, {"execlp", MANNER_LAST}, {"fexecve", MANNER_LAST}, {"__stack_chk_fail", MANNER_LAST},
        {"signal", MANNER_WARNED}, {"bsd_signal", MANNER_WARNED}, {"sigset", MANNER_WARNED}, {"sigaction", MANNER_WARNED}, {"fork", MANNER_WARNED},
        {"daemon", MANNER_WARNED}, {"pthread_create", MANNER_WARNED}, {"thrd_create", MANNER_WARNED}, {"dlopen", MANNER_WARNED},
        {"vfork", MANNER_REFUSED}, {"clone", MANNER_REFUSED}, {"swapcontext", MANNER_REFUSED}, {"makecontext", MANNER_REFUSED}, {"setcontext", MANNER_REFUSED},
        {"getcontext", MANNER_REFUSED},
    };
    for (size_t i = 0; i < sizeof manners / sizeof *manners; i++)
        if (str_is(callee, manners[i].name))
            return manners[i].manner;
    return MANNER_PLAIN;
}

static const char *reason_of(struct str callee)
{
    if (str_is(callee, "fork") || str_is(callee, "daemon"))
        return "the trace does not include the child";
    if (str_is(callee, "dlopen"))
        return "the trace does not include loaded libraries";
    return str_find(callee, str_of("create")) != SIZE_MAX ? "the trace does not include other threads, and they may spoil it"
                                                            : "the trace does not include handlers that run during traced code";
}

void program_warn(struct program *program, struct unit *unit, const struct function *function, struct str callee)
{
    uint32_t at = unit_symbol(unit, callee);
    if (program->warn && !unit->symbols[at].warned)
        text_printf(&program->warnings, "%.*s: in function '%.*s': %.*s is called: %s\n", STR(unit->source), STR(function->symbol_name), STR(callee),
                    reason_of(callee));
    unit->symbols[at].warned = true;        /* once for each file */
}

/* ---- Names ---- */

struct str unit_schema_name(struct unit *unit, struct str symbol, bool own)
{
    struct text name = {0};
    for (size_t i = 0; i < symbol.size; i++)
        if ((unsigned char)symbol.data[i] < 0x80)
            text_byte(&name, symbol.data[i]);
        else
            text_printf(&name, "$x%02x", (unsigned char)symbol.data[i]);
    if (own)
        text_printf(&name, "$u%u", unit->tag);
    struct str kept = arena_copy(&unit->arena, text_str(&name));
    text_free(&name);
    return kept;
}

static uint64_t name_key(struct program *program, struct str name)
{
    return (uint64_t)(uintptr_t)pool_name(&program->names, name).data;
}

const struct function *program_callee(struct program *program, struct unit *unit, struct str name)
{
    uint32_t symbol = unit_find(unit, name);
    uint64_t found;
    if (symbol != NONE && unit->symbols[symbol].is_function && !unit->symbols[symbol].global)
        return unit->functions[unit->symbols[symbol].function].count > 0 ? &unit->functions[unit->symbols[symbol].function] : NULL;
    if ((symbol != NONE && unit->symbols[symbol].defined && !unit->symbols[symbol].global) || !map_get(&program->by_name, name_key(program, name), &found))
        return NULL;
    return &program->units[found >> 32].functions[found & UINT32_MAX];
}

void program_write_symbol(struct program *program, struct unit *unit, struct str expression, struct text *out)
{
    struct str name, added;
    mips_part_symbol(expression, &name, &added);
    uint32_t at = unit_symbol(unit, name);
    const struct function *function = program_callee(program, unit, name);
    struct symbol *symbol = &unit->symbols[at];
    struct str plain = unit_schema_name(unit, name, false);
    if (function) {
        text_printf(out, "__aeo_%.*s", STR(function->name));
    } else if ((symbol->defined && !symbol->global) || plain.size != name.size) {
        symbol->exported = true;
        text_printf(out, "__aed_u%u_%.*s", unit->tag, STR(plain));
    } else {
        text_append(out, name);
    }
    text_append(out, added);
}

/* ---- Adding and naming ---- */

bool program_add(struct program *program, size_t at, struct str text, bool little_endian, bool old, struct error *error)
{
    struct unit *unit = &program->units[at];
    *unit = (struct unit){.tag = (unsigned)at, .little_endian = little_endian, .old = old};
    if (!unit_read(unit, text, error))
        return false;
    for (size_t i = 0; i < unit->function_count; i++) {
        struct function *function = &unit->functions[i];
        function->name = unit_schema_name(unit, function->symbol_name, true);
        if (function->count == 0)
            continue;
        if (!graph_build(unit, function, error))
            return false;
        needed_find(function);
    }
    return true;
}

/* Gives the name to this definition, unless an earlier one has it. */
static void claim(struct program *program, struct unit *unit, struct function *function, bool weak)
{
    const struct symbol *symbol = &unit->symbols[function->symbol];
    uint64_t found, key = name_key(program, symbol->name);
    if (!symbol->global || symbol->weak != weak || function->count == 0 || map_get(&program->by_name, key, &found))
        return;
    if (weak && program->is_weak && !program->is_weak(program->context, symbol->name))
        return;                 /* the program has a strong definition without schema */
    map_put(&program->by_name, key, (uint64_t)(unit - program->units) << 32 | (uint64_t)(function - unit->functions));
    function->named = true;
    function->name = unit_schema_name(unit, symbol->name, false);
}

static bool check_names(struct program *program, struct error *error)
{
    struct map seen = {0};
    uint64_t other;
    bool good = true;
    for (size_t u = 0; good && u < program->count; u++)
        for (size_t i = 0; good && i < program->units[u].function_count; i++) {
            struct unit *unit = &program->units[u];
            uint64_t key = name_key(program, unit->functions[i].name);
            if (map_get(&seen, key, &other))
                good = unit_error(unit, &unit->functions[i], 1, error, "the schema has two functions named '%.*s'", STR(unit->functions[i].name));
            map_put(&seen, key, 1);
        }
    map_free(&seen);
    return good;
}

bool program_name(struct program *program, struct error *error)
{
    for (int weak = 0; weak < 2; weak++)
        for (size_t u = 0; u < program->count; u++)
            for (size_t i = 0; i < program->units[u].function_count; i++)
                claim(program, &program->units[u], &program->units[u].functions[i], weak);
    return check_names(program, error);
}

bool program_instrument(struct program *program, size_t at, struct text *out, struct error *error)
{
    struct unit *unit = &program->units[at];
    struct text images = {0};
    bool done = true;
    for (size_t i = 0; done && i < unit->function_count; i++)
        if (unit->functions[i].count > 0)
            done = image_write(unit, program, &unit->functions[i], &images, error);
    if (done)
        unit_write(unit, text_str(&images), out);
    text_free(&images);
    return done;
}

/* ---- Identity and schema ---- */

static uint64_t hash_bytes(uint64_t hash, struct str bytes)
{
    for (size_t i = 0; i < bytes.size; i++)
        hash = (hash ^ (unsigned char)bytes.data[i]) * 0x100000001b3u;
    return (hash ^ '\n') * 0x100000001b3u;
}

void program_identify(struct program *program)
{
    uint64_t hash = 0xcbf29ce484222325u;
    for (size_t u = 0; u < program->count; u++) {
        const struct unit *unit = &program->units[u];
        for (size_t i = 0; i < unit->line_count; i++)
            if (unit->lines[i].hashed)
                hash = hash_bytes(hash, unit->lines[i].text);
        for (size_t i = 0; i < unit->function_count; i++)
            hash = hash_bytes(hash, text_str(&unit->functions[i].schema));
    }
    for (size_t i = 0; i < sizeof program->identity; i++)
        program->identity[i] = (unsigned char)(hash >> (56 - 8 * i));
}

void program_schema(const struct program *program, bool (*present)(void *context, const struct function *function), void *context, struct text *out)
{
    text_add(out, "ae_schema 1\nae_id ");
    for (size_t i = 0; i < sizeof program->identity; i++)
        text_printf(out, "%02x", program->identity[i]);
    text_byte(out, '\n');
    for (size_t u = 0; u < program->count; u++)
        for (size_t i = 0; i < program->units[u].function_count; i++) {
            const struct function *function = &program->units[u].functions[i];
            if (function->count > 0 && (!present || present(context, function)))
                text_append(out, text_str(&function->schema));
        }
}

void program_free(struct program *program)
{
    for (size_t u = 0; u < program->count; u++)
        unit_free(&program->units[u]);
    free(program->units);
    map_free(&program->by_name);
    pool_free(&program->names);
    text_free(&program->warnings);
    arena_free(&program->arena);
}
