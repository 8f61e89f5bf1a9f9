/* libraries.c - the dynamic linker's list of libraries, and their symbols.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/libraries.h"
#include "recording/who.h"

#include <elf.h>
#include <link.h>
#include <stdlib.h>
#include <string.h>

enum { LIBRARIES_MAX = 1 << 10, PATH_ROOM = 1 << 12, FOUND = 16 };

struct library {
    char *path;
    struct symbols *symbols;            /* NULL: none, or another build */
    bool shared;                        /* they are the program's */
};

struct loaded {
    uint64_t bias;
    size_t library;
};

/* An answer of libraries_variable. */
struct found {
    char *file, *name;                  /* name NULL: empty; file NULL: any */
    bool known, several;
    struct wet_code code;
    struct variable variable;
};

struct libraries {
    struct library *files;              /* opened once, at any time */
    size_t file_count, file_capacity;
    struct loaded *loaded;              /* from one time to another, both included */
    size_t loaded_count, loaded_capacity;
    uint64_t from, until;               /* 0: not read */
    uint64_t debug;                     /* the linker's struct r_debug, which it writes before and after each change of its list. 0: unknown */
    struct found found[FOUND];          /* of the list as it is */
    size_t next_found;
};

static void forget_found(struct libraries *libraries)
{
    for (size_t i = 0; i < FOUND; i++) {
        free(libraries->found[i].file);
        free(libraries->found[i].name);
        libraries->found[i] = (struct found){.name = NULL};
    }
}

void libraries_close(struct libraries *libraries)
{
    if (!libraries)
        return;
    for (size_t i = 0; i < libraries->file_count; i++) {
        free(libraries->files[i].path);
        if (!libraries->files[i].shared)
            symbols_close(libraries->files[i].symbols);
    }
    forget_found(libraries);
    free(libraries->files);
    free(libraries->loaded);
    free(libraries);
}

/* ---- Memory of the run ---- */

/* Known bytes, fewer at the first unknown one; string: up to the 0. */
static size_t read_run(struct session *session, uint64_t time, uint64_t address, bool string, void *bytes, size_t size)
{
    struct written where = {.address = address, .size = size, .until = store_summary(wet_of(session)->store).times};
    struct who_bytes held;
    size_t known = 0;
    who_bytes(session, &where, time, string, 1, &held);
    for (; known < held.size && held.bytes[known].known; known++)
        ((unsigned char *)bytes)[known] = held.bytes[known].value;
    who_bytes_free(&held);
    return known;
}

/* The address of the linker's struct r_debug, which it stores into the executable's dynamic section. */
static bool find_debug(struct session *session, uint64_t time, uint64_t *address)
{
    enum { MOST = 1 << 8 };
    Elf64_Dyn entry;
    uint64_t dynamic;
    if (!symbols_dynamic(program_symbols(wet_of(session)->program), &dynamic))
        return false;
    dynamic += program_bias(wet_of(session)->program) + wet_run_bias(session);
    for (size_t i = 0; i < MOST && read_run(session, time, dynamic + i * sizeof entry, false, &entry, sizeof entry) == sizeof entry && entry.d_tag != DT_NULL; i++)
        if (entry.d_tag == DT_DEBUG) {
            *address = entry.d_un.d_ptr;
            return *address != 0;
        }
    return false;
}

/* ---- The list ---- */

/* The recording notes the build of each ELF file that the program mapped, by its real path. Null: it has no such note. */
static struct str noted_build(const struct session *session, const char *path)
{
    char *real = realpath(path, NULL);
    struct str noted = store_note_about(wet_of(session)->store, "mapped", str_of(real ? real : path));
    free(real);
    return noted;
}

/* A library that was opened by a relative name: the one mapped file of that name. Null: none, or several. */
static struct str mapped_named(const struct session *session, struct str path)
{
    struct str rest = store_notes(wet_of(session)->store), name, note, found = {NULL, 0}, base = str_basename(path);
    while (base.size && store_next_note(&rest, &name, &note)) {
        if (!str_starts(name, "mapped ") || !str_equal(str_basename(name), base))
            continue;
        if (found.data)
            return (struct str){NULL, 0};
        found = str_cut(name, strlen("mapped "), SIZE_MAX);
    }
    return found;
}

/* The symbols that the program opened for code of this file; NULL: none. */
static struct symbols *opened_already(const struct session *session, const char *path)
{
    const struct program *program = wet_of(session)->program;
    char *real = realpath(path, NULL);
    struct symbols *found = NULL;
    for (size_t i = 0; real && !found && i < program_object_count(program); i++) {
        uint64_t bias;
        struct str object;
        struct symbols *symbols = program_object_symbols(program, i, &bias);
        (void)program_object_state(program, i, &object, &bias);
        found = str_is(object, real) ? symbols : NULL;
    }
    free(real);
    return found;
}

static size_t file_of(struct session *session, struct libraries *libraries, const char *path)
{
    struct error ignored;
    for (size_t i = 0; i < libraries->file_count; i++)
        if (strcmp(libraries->files[i].path, path) == 0)
            return i;
    libraries->files = array_grow(libraries->files, &libraries->file_capacity, libraries->file_count + 1, sizeof *libraries->files);
    struct library *file = &libraries->files[libraries->file_count];
    *file = (struct library){.path = memory_string(str_of(path))};
    struct str noted = noted_build(session, path);
    if ((file->symbols = opened_already(session, path)))
        file->shared = true;
    else if (!noted.size || symbols_open_build(path, noted, &file->symbols, &ignored) != SYMBOLS_OPENED)
        file->symbols = NULL;
    return libraries->file_count++;
}

/* *settled: the linker is not just changing it. */
static void read_list(struct session *session, struct libraries *libraries, uint64_t time, bool *settled)
{
    struct r_debug debug;
    struct link_map map;
    char path[PATH_ROOM];
    uint64_t address;
    libraries->loaded_count = 0;
    *settled = false;
    if ((!libraries->debug && !find_debug(session, time, &libraries->debug)) ||
        read_run(session, time, libraries->debug, false, &debug, sizeof debug) != sizeof debug)
        return;
    *settled = debug.r_state == RT_CONSISTENT;
    address = (uintptr_t)debug.r_map;
    for (size_t i = 0; i < LIBRARIES_MAX && address; i++, address = (uintptr_t)map.l_next) {
        if (read_run(session, time, address, false, &map, sizeof map) != sizeof map)
            return;
        size_t length = read_run(session, time, (uintptr_t)map.l_name, true, path, sizeof path - 1);
        path[length] = '\0';
        if (!path[0])
            continue;                   /* the executable has no name here */
        struct str mapped = path[0] == '/' ? (struct str){NULL, 0} : mapped_named(session, str_of(path));
        if (mapped.size && mapped.size < sizeof path)
            *(char *)mempcpy(path, mapped.data, mapped.size) = '\0';
        libraries->loaded = array_grow(libraries->loaded, &libraries->loaded_capacity, libraries->loaded_count + 1, sizeof *libraries->loaded);
        libraries->loaded[libraries->loaded_count++] = (struct loaded){map.l_addr, file_of(session, libraries, path)};
    }
}

/* When the linker wrote its struct r_debug last. */
static uint64_t changed_at(struct session *session, const struct libraries *libraries, uint64_t time)
{
    struct written where = {.address = libraries->debug, .size = sizeof(struct r_debug), .until = store_summary(wet_of(session)->store).times};
    struct memory_writer writer;
    who_state_writer(session, &where, time, &writer);
    return writer.time;
}

/* The times around one at which the list is the same. A search by halves, as each question costs milliseconds; most lists stay to the end. */
static void find_times(struct session *session, struct libraries *libraries, uint64_t time)
{
    uint64_t changed = changed_at(session, libraries, time), same = time, other = store_summary(wet_of(session)->store).times + 1;
    uint64_t middle = other - 1;
    while (other - same > 1) {
        if (changed_at(session, libraries, middle) == changed)
            same = middle;
        else
            other = middle;
        middle = same + (other - same) / 2;
    }
    libraries->from = changed && changed <= time ? changed : time;
    libraries->until = same;
}

static struct libraries *libraries_of(struct session *session, uint64_t time)
{
    struct recording *recording = wet_of(session)->recording;
    if (!recording || !program_symbols(wet_of(session)->program) || !who_state(session))
        return NULL;
    if (!recording->libraries)
        recording->libraries = memory_allocate(sizeof *recording->libraries);
    struct libraries *libraries = recording->libraries;
    if (libraries->until && libraries->from <= time && time <= libraries->until)
        return libraries;
    bool settled;
    forget_found(libraries);
    read_list(session, libraries, time, &settled);
    libraries->from = libraries->until = time;
    if (settled && libraries->loaded_count)
        find_times(session, libraries, time);
    return libraries;
}

/* ---- Questions ---- */

bool libraries_find(struct session *session, uint64_t time, struct str name, struct library_symbol *symbol)
{
    struct libraries *libraries = libraries_of(session, time);
    for (size_t i = 0; libraries && i < libraries->loaded_count; i++) {
        const struct library *file = &libraries->files[libraries->loaded[i].library];
        uint64_t address, size;
        if (!file->symbols || !symbols_value(file->symbols, name, &address, &size) || !symbols_is_exported(file->symbols, name))
            continue;
        *symbol = (struct library_symbol){.name = name, .path = str_of(file->path), .address = address + libraries->loaded[i].bias, .size = size,
                .is_function = symbols_is_code(file->symbols, address)};
        return true;
    }
    return false;
}

bool libraries_code(struct session *session, uint64_t time, size_t i, struct wet_code *code)
{
    struct libraries *libraries = libraries_of(session, time);
    const struct program *program = wet_of(session)->program;
    *code = (struct wet_code){.symbols = NULL};
    if (!who_state(session) && i < program_object_count(program)) {
        code->symbols = program_object_symbols(program, i, &code->bias);
        return true;
    }
    if (!libraries || i >= libraries->loaded_count)
        return false;
    struct symbols *symbols = libraries->files[libraries->loaded[i].library].symbols;
    if (symbols && symbols_join(symbols, program_symbols(wet_of(session)->program)))
        *code = (struct wet_code){.symbols = symbols, .bias = libraries->loaded[i].bias};
    return true;
}

bool libraries_static(const struct wet_code *code, struct str file, struct str name, struct variable *variable, bool *several)
{
    bool found = file.data ? symbols_variable_of_file(code->symbols, file, name, variable) : symbols_global(code->symbols, name, variable, several);
    return found && (variable->place == VARIABLE_STATIC || variable->place == VARIABLE_THREAD);
}

/* Does the dynamic linker take another library's variable of this name than that of this library? */
static bool is_hidden(struct session *session, uint64_t time, struct str name, const struct wet_code *code, const struct variable *variable)
{
    struct library_symbol symbol;
    return symbols_is_exported(code->symbols, name) && libraries_find(session, time, name, &symbol) && symbol.address != variable->address + code->bias;
}

static void find_variable(struct session *session, uint64_t time, struct str file, struct str name, struct found *found)
{
    struct wet_code library;
    struct variable other;
    for (size_t i = 0; libraries_code(session, time, i, &library); i++) {
        bool tied = false, has = library.symbols && libraries_static(&library, file, name, &other, &tied);
        found->several |= tied || (has && found->known);
        found->code = has ? library : found->code;
        found->variable = has ? other : found->variable;
        found->known |= has;
    }
    found->several |= found->known && !file.data && is_hidden(session, time, name, &found->code, &found->variable);
}

static struct found *found_before(struct libraries *libraries, struct str file, struct str name)
{
    for (size_t i = 0; i < FOUND; i++) {
        struct found *found = &libraries->found[i];
        if (found->name && str_is(name, found->name) && (file.data ? found->file && str_is(file, found->file) : !found->file))
            return found;
    }
    return NULL;
}

bool libraries_variable(struct session *session, uint64_t time, struct str file, struct str name, struct wet_code *code, struct variable *variable, bool *several)
{
    struct libraries *libraries = libraries_of(session, time);
    struct found asked = {.name = NULL}, *found = libraries ? found_before(libraries, file, name) : NULL;
    if (!found) {
        find_variable(session, time, file, name, &asked);
        found = &asked;
    }
    if (found == &asked && libraries) {
        found = &libraries->found[libraries->next_found++ % FOUND];
        free(found->file);
        free(found->name);
        *found = asked;
        found->file = file.data ? memory_string(file) : NULL;
        found->name = memory_string(name);
    }
    *several |= found->several;
    *code = found->known ? found->code : *code;
    *variable = found->known ? found->variable : *variable;
    return found->known && !*several;
}

/* Do two types of different files look alike, as copies from one header do? One level deep. */
static bool are_alike(struct symbols *symbols, type_number one, type_number other)
{
    struct type a, b, of_a, of_b;
    struct variable_part x, y;
    struct str left, right;
    if (!symbols_type(symbols, one, &a) || !symbols_type(symbols, other, &b) || a.kind != b.kind || a.size != b.size || a.count != b.count || a.is_signed != b.is_signed)
        return false;
    for (size_t i = 0;; i++) {
        bool has = symbols_member_at(symbols, one, i, &left, &x);
        if (has != symbols_member_at(symbols, other, i, &right, &y))
            return false;
        if (!has)
            return !symbols_type(symbols, a.target, &of_a) || !symbols_type(symbols, b.target, &of_b) || (of_a.kind == of_b.kind && of_a.size == of_b.size);
        if (!str_equal(left, right) || x.offset != y.offset || x.size != y.size || x.bits != y.bits)
            return false;
    }
}

/* Does its file only declare it? */
static bool is_declared(struct symbols *symbols, type_number number)
{
    struct type type;
    return symbols_type(symbols, number, &type) && (type.kind == TYPE_STRUCT || type.kind == TYPE_UNION) && !type.size && !type.empty;
}

bool libraries_type(struct session *session, uint64_t time, const struct expression_type *written, type_number *type, struct error *error)
{
    struct wet_code code;
    struct error ignored;
    type_number other;
    bool nothing;
    *type = TYPE_NONE;
    for (size_t i = 0; libraries_code(session, time, i, &code); i++) {
        bool known = code.symbols && symbols_type_written(code.symbols, written, &other, &nothing, &ignored);
        if (!code.symbols || other == TYPE_NONE)
            continue;
        bool better = *type == TYPE_NONE || is_declared(code.symbols, *type);
        *type = *type == TYPE_NONE ? other : *type;
        if (!known || (!better && !is_declared(code.symbols, other) && !are_alike(code.symbols, *type, other)))
            return error_set(error, "the loaded libraries have several different types `%.*s`", STR(written->name));
        *type = better ? other : *type;
    }
    return *type != TYPE_NONE;
}

bool libraries_enumerator(struct session *session, uint64_t time, struct str scope, struct str name, type_number *type, uint64_t *value)
{
    struct wet_code code;
    type_number other;
    uint64_t number;
    *type = TYPE_NONE;
    for (size_t i = 0; libraries_code(session, time, i, &code); i++) {
        if (!code.symbols || !symbols_enumerator_named(code.symbols, scope, name, &other, &number))
            continue;
        if (*type != TYPE_NONE && *value != number)
            return false;
        *type = *type == TYPE_NONE ? other : *type;
        *value = number;
    }
    return *type != TYPE_NONE;
}

bool libraries_at(struct session *session, uint64_t time, uint64_t address, struct library_symbol *symbol)
{
    struct libraries *libraries = libraries_of(session, time);
    for (size_t i = 0; libraries && i < libraries->loaded_count; i++) {
        const struct library *file = &libraries->files[libraries->loaded[i].library];
        uint64_t link = address - libraries->loaded[i].bias;
        size_t index;
        if (!file->symbols || symbols_segment_at(file->symbols, link) == SYMBOLS_NOWHERE)
            continue;
        *symbol = (struct library_symbol){.path = str_of(file->path)};
        if (symbols_function_at(file->symbols, link, &index)) {
            struct symbols_function function = symbols_function(file->symbols, index);
            *symbol = (struct library_symbol){.name = function.name, .path = symbol->path, .size = function.size, .offset = link - function.address, .is_function = true};
        } else if (!symbols_object_at(file->symbols, link, &symbol->name, &symbol->offset)) {
            return false;
        }
        symbol->address = address - symbol->offset;
        symbol->name = symbols_readable(file->symbols, symbol->name);
        return symbol->name.size > 0;
    }
    return false;
}

/* ---- The command ---- */

bool info_libraries(struct session *session, struct str words, struct answer *answer, struct error *error)
{
    uint64_t now;
    if (!wet_need_recording(session, error) || !wet_need_here(session, error) || !argument_end(words, error))
        return false;
    if (!wet_time(session, &now) || !program_symbols(wet_of(session)->program))
        return error_set(error, "without the executable clew knows no libraries: --exec=FILE names it");
    if (!who_state(session))
        return error_set(error, "the list of libraries is in the state stream, and this recording has none or a damaged one");
    const struct libraries *libraries = libraries_of(session, now);
    for (size_t i = 0; libraries && i < libraries->loaded_count; i++) {
        const struct library *file = &libraries->files[libraries->loaded[i].library];
        struct row *row = rows_add(&answer->rows, (struct str){NULL, 0});
        text_hex(&row->text, libraries->loaded[i].bias);
        row_hex(row, "loaded", libraries->loaded[i].bias);
        text_add(&row->text, "  ");
        text_safe(&row->text, str_of(file->path));
        row_string(row, "path", str_of(file->path));
        if (file->symbols)
            row_true(row, "symbols");
        else
            text_add(&row->text, "  without symbols: its file is gone or another build");
    }
    if (!answer->rows.count)
        return error_set(error, "no library is loaded here: the program is static, or its dynamic linker has not begun");
    answer->is_list = true;
    return true;
}
