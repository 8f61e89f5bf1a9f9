/* ae_input.c - the files of one Abstract Execution: recognises them and finds missing ones.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "stream/abstract.h"
#include "stream/ae.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>

enum input_part { PART_EXECUTABLE, PART_SCHEMA, PART_EVENTS, INPUT_PARTS };
static const char *const part_names[INPUT_PARTS] = {"executable", "schema", "event file"};
static const char suffix[] = ".sma", section[] = ".clew.schema";

/* The kind of a file by its first bytes; an unknown file may hold events of the paper's form, which have no head. */
static enum input_part part_of(const char *path)
{
    enum { HEAD = 65536 };
    struct arena arena = {0};
    struct str head;
    enum input_part part = PART_EVENTS;
    if (contents_head(path, HEAD, &arena, &head))
        part = str_starts(head, "\x7f" "ELF") ? PART_EXECUTABLE : ae_schema_sniff(head) ? PART_SCHEMA : PART_EVENTS;
    arena_free(&arena);
    return part;
}

static bool has_events_head(const char *path)
{
    struct arena arena = {0};
    struct str head;
    bool has = contents_head(path, AE_EVENTS_HEAD, &arena, &head) && ae_events_sniff(head);
    arena_free(&arena);
    return has;
}

static bool can_read(const char *path, struct error *error)
{
    struct arena arena = {0};
    struct str bytes;
    bool read = contents_read(path, NULL, &arena, &bytes, error);
    arena_free(&arena);
    return read;
}

bool ae_input_sniff(const char *const *paths, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (part_of(paths[i]) == PART_SCHEMA || has_events_head(paths[i]))
            return true;
    return false;
}

static size_t count_events(const char *const *paths, size_t count)
{
    size_t events = 0;
    for (size_t i = 0; i < count; i++)
        events += has_events_head(paths[i]);
    return events;
}

static struct str folder_of(struct str path)
{
    return str_cut(path, 0, path.size - str_basename(path).size);
}

/* ---- The schema that an executable names ---- */

static bool is_section(struct str name)
{
    return str_is(name, section);
}

/* Accepts only a name without folders: an untrusted name must not lead elsewhere. */
static bool is_plain_name(struct str name)
{
    return name.size > 0 && name.size < 256 && str_find_byte(name, '/') == SIZE_MAX && str_find_byte(name, 0) == SIZE_MAX && !str_is(name, "..");
}

static const char *schema_of_executable(const char *executable, struct arena *arena)
{
    struct symbols_section *sections;
    struct str path = str_of(executable), folder = folder_of(path), name = {NULL, 0};
    struct error ignored;
    size_t count;
    if (symbols_sections(executable, is_section, arena, &sections, &count, &ignored))
        for (size_t i = 0; i < count; i++)
            if (is_section(sections[i].name) && sections[i].bytes.data)
                name = str_cut(sections[i].bytes, 0, strnlen(sections[i].bytes.data, sections[i].bytes.size));
    if (is_plain_name(name))
        return arena_printf(arena, "%.*s%.*s", STR(folder), STR(name)).data;
    return arena_printf(arena, "%s%s", executable, suffix).data;
}

/* ---- The schema of events ---- */

/* The identity in a schema's second line. */
static bool schema_identity(const char *path, struct text *identity)
{
    struct arena arena = {0};
    struct str head, line, field;
    bool found = false;
    text_clear(identity);
    if (contents_head(path, 4096, &arena, &head) && ae_schema_sniff(head))
        while (!found && str_line(&head, &line))
            if (str_field(&line, &field) && str_is(field, "ae_id") && str_field(&line, &field)) {
                text_append(identity, field);
                found = true;
            }
    arena_free(&arena);
    return found;
}

/* Does the executable of that name exist? A copy of a schema has none. */
static bool has_executable(struct str schema)
{
    struct text name = {0};
    struct file_stat stat;
    text_append(&name, str_cut(schema, 0, schema.size - strlen(suffix)));
    bool has = file_stat(text_string(&name), &stat);
    text_free(&name);
    return has;
}

/* The first name, in byte order, of a schema in the folder with this identity and an existing executable. *alone: one without executable, or NULL. *others:
 * number of schemas of other builds. */
static bool schema_in_folder(const char *folder, struct str identity, struct arena *arena, const char **found, const char **alone, size_t *others)
{
    struct text its = {0}, path = {0};
    DIR *directory = opendir(folder);
    struct dirent *entry;
    *found = *alone = NULL;
    *others = 0;
    while (directory && (entry = readdir(directory))) {
        if (!str_ends(str_of(entry->d_name), suffix))
            continue;
        text_clear(&path);
        text_printf(&path, "%s%s%s", folder, str_ends(str_of(folder), "/") ? "" : "/", entry->d_name);
        if (!schema_identity(text_string(&path), &its))
            continue;
        bool same = str_equal(text_str(&its), identity);
        const char **kind = has_executable(text_str(&path)) ? found : alone;
        *others += !same;
        if (same && (!*kind || str_compare(text_str(&path), str_of(*kind)) < 0))
            *kind = arena_string(arena, text_str(&path));
    }
    if (directory)
        closedir(directory);
    text_free(&its);
    text_free(&path);
    return *found != NULL;
}

/* The identity of a schema or of events; nothing without one. */
static void identity_of(const char *path, enum input_part part, struct text *identity)
{
    struct arena arena = {0};
    struct str head;
    unsigned char bytes[AE_IDENTITY];
    text_clear(identity);
    if (part == PART_SCHEMA)
        (void)schema_identity(path, identity);
    else if (part == PART_EVENTS && contents_head(path, AE_EVENTS_HEAD, &arena, &head) && ae_events_identity(head, bytes))
        ae_identity_text(bytes, identity);
    arena_free(&arena);
}

static bool is_among(const char *path, const char *const *paths, size_t count)
{
    size_t i = 0;
    while (i < count && strcmp(path, paths[i]) != 0)
        i++;
    return i < count;
}

size_t ae_input_group(const char *const *paths, size_t count)
{
    bool has[INPUT_PARTS] = {false}, runs = count_events(paths, count) > 1;
    struct text identity = {0}, other = {0};
    size_t group = 0;
    for (; group < count; group++) {
        enum input_part part = part_of(paths[group]);
        bool twice = part == PART_SCHEMA ? is_among(paths[group], paths, group) : has[part] && (runs || part == PART_EXECUTABLE);
        identity_of(paths[group], part, &other);
        if (twice || (runs && identity.size && other.size && !str_equal(text_str(&identity), text_str(&other))))
            break;
        has[part] = true;
        if (other.size) {
            text_clear(&identity);
            text_append(&identity, text_str(&other));
        }
    }
    text_free(&identity);
    text_free(&other);
    return group;
}

/* Events of the paper's form have no head. A file without head may be no events at all; its content shows its kind. */
static bool no_identity(const char *path, struct error *error)
{
    enum { HEAD = 65536 };
    struct arena arena = {0};
    struct str head = {NULL, 0};
    if (!can_read(path, error))
        return false;
    const struct format *format = contents_head(path, HEAD, &arena, &head) && head.size ? format_sniff(head) : NULL;
    arena_free(&arena);
    if (head.size == 0)
        return error_at(error, path, 0, 0, "no events: the program ended, for example by a signal, before it wrote any");
    if (format && strcmp(format->name, "events") != 0)
        return error_at(error, path, 0, 0, "not an event file. It contains %s", format->description);
    return error_at(error, path, 0, 0, "this event file does not name its program. Name program and schema too: clew PROGRAM PROGRAM.sma %s", path);
}

/* Explains what a schema is, who writes it and where clew looked, since its name is hard to guess. */
static bool no_schema(const char *events, const char *where, struct str identity, struct error *error)
{
    return error_set(error,
                     "%s: %s has no schema for it, a file PROGRAM.sma with ae_id %.*s. clew ae-cc writes it beside PROGRAM. "
                     "Name both: clew PROGRAM PROGRAM.sma %s",
                     events, strcmp(where, ".") ? where : "this folder", STR(identity), events);
}

/* The given files, sorted, and the files found for the rest. */
struct files {
    const char *executable, *events;
    const char **schemas;               /* room for all given ones and one more */
    size_t schema_count;
};

static bool find_by_events(struct ae_input *input, struct files *files, struct error *error)
{
    struct str head, folder = folder_of(str_of(files->events));
    unsigned char identity[AE_IDENTITY];
    struct text text = {0};
    const char *alone;
    size_t others;
    if (!contents_head(files->events, AE_EVENTS_HEAD, &input->arena, &head) || !ae_events_identity(head, identity))
        return no_identity(files->events, error);
    ae_identity_text(identity, &text);
    const char *where = folder.size ? arena_string(&input->arena, folder) : ".", *events = files->events;
    bool found = schema_in_folder(where, text_str(&text), &input->arena, &files->schemas[0], &alone, &others);
    files->schema_count = found;
    if (!found && alone)
        error_set(error, "%s: its schema is %s, but no program is beside it. Name the program too: clew PROGRAM %s %s", events, alone, alone, events);
    else if (!found && others)
        error_set(error, "%s: the schema%s in its folder %s from another build. Run the program again, or name the program and schema of that run: "
                  "clew PROGRAM PROGRAM.sma %s", events, others == 1 ? "" : "s", others == 1 ? "is" : "are", events);
    else if (!found)
        found = no_schema(events, where, text_str(&text), error);
    text_free(&text);
    return found;
}

/* Takes the schema that the executable names, in its folder or, if the run left it there, in the folder of the events. */
static bool find_by_executable(struct ae_input *input, struct files *files, struct error *error)
{
    struct file_stat stat;
    const char *own = schema_of_executable(files->executable, &input->arena), *events = files->events;
    struct str folder = folder_of(str_of(events));
    const char *beside = arena_printf(&input->arena, "%.*s%.*s", STR(folder), STR(str_basename(str_of(own)))).data;
    files->schemas[0] = file_stat(own, &stat) ? own : file_stat(beside, &stat) ? beside : NULL;
    files->schema_count = files->schemas[0] != NULL;
    if (files->schema_count)
        return true;
    return error_set(error, "%s: found no schema, and looked for %s%s%s. clew ae-cc writes it when it compiles the program. Name it (clew %s FILE.sma %s), or "
                     "compile and run again", files->executable, own, strcmp(own, beside) ? " and " : "", strcmp(own, beside) ? beside : "",
                     files->executable, events);
}

/* Adds the names of missing files. */
static bool find_missing(struct ae_input *input, struct files *files, struct error *error)
{
    if (!files->schema_count && files->executable && !find_by_executable(input, files, error))
        return false;
    if (!files->schema_count && !find_by_events(input, files, error))
        return false;
    struct str schema = str_of(files->schemas[0]);
    if (!files->executable && files->schema_count > 1)
        return error_set(error, "%s and %zu more schema%s: name their executable too", files->schemas[0], files->schema_count - 1,
                         files->schema_count == 2 ? "" : "s");
    if (!files->executable && !str_ends(schema, suffix))
        return error_set(error, "%s: name its executable too", files->schemas[0]);
    if (!files->executable)
        files->executable = arena_string(&input->arena, str_cut(schema, 0, schema.size - strlen(suffix)));
    return true;
}

/* ---- Opening ---- */

static const char *keep(struct ae_input *input, const char *path)
{
    return arena_string(&input->arena, str_of(path));
}

static bool read_schemas(struct ae_input *input, const char *const *paths, size_t count, struct error *error)
{
    struct str bytes;
    if (count == 1)
        return contents_read(paths[0], NULL, &input->arena, &bytes, error) && ae_schema_read(bytes, paths[0], &input->arena, &input->schema, error);
    struct ae_schema *parts = arena_allocate(&input->arena, count * sizeof *parts);
    for (size_t i = 0; i < count; i++)
        if (!contents_read(paths[i], NULL, &input->arena, &bytes, error) || !ae_schema_read_part(bytes, paths[i], &input->arena, &parts[i], error))
            return false;
    return ae_schema_link(parts, paths, count, &input->arena, &input->schema, error);
}

static bool open_program(struct ae_input *input, const char *executable, const char *const *schemas, size_t count, struct error *error)
{
    if (count > AE_INPUT_SCHEMAS)
        return error_set(error, "too many schemas, %zu: clew reads at most %d at once", count, AE_INPUT_SCHEMAS);
    input->executable_name = keep(input, executable);
    input->schema_names = arena_allocate(&input->arena, count * sizeof *input->schema_names);
    for (size_t i = 0; i < count; i++)
        input->schema_names[i] = keep(input, schemas[i]);
    input->schema_count = count;
    return read_schemas(input, schemas, count, error) && symbols_open(executable, &input->symbols, error) &&
           abstract_open(&input->schema, input->schema_names[0], input->symbols, &input->program, error);
}

bool ae_input_open_program(const char *executable, const char *const *schemas, size_t count, struct ae_input *input, struct error *error)
{
    *input = (struct ae_input){0};
    const char *named = count ? NULL : schema_of_executable(executable, &input->arena);
    if (open_program(input, executable, count ? schemas : &named, count ? count : 1, error))
        return true;
    ae_input_close(input);
    return false;
}

/* Unreadable and unknown files were taken for events. */
static bool two_of(enum input_part part, const char *one, const char *other, struct error *error)
{
    if (!can_read(one, error) || !can_read(other, error))
        return false;
    if (part == PART_EVENTS && has_events_head(one) != has_events_head(other))
        return error_set(error, "%s is neither an executable nor a schema; the event file is %s", has_events_head(one) ? other : one,
                         has_events_head(one) ? one : other);
    return error_set(error, "two files look like the %s, %s and %s: name only one", part_names[part], one, other);
}

static bool sort_paths(const char *const *paths, size_t count, struct files *files, struct error *error)
{
    for (size_t i = 0; i < count; i++) {
        enum input_part part = part_of(paths[i]);
        if (part == PART_SCHEMA) {
            files->schemas[files->schema_count++] = paths[i];
            continue;
        }
        const char **one = part == PART_EXECUTABLE ? &files->executable : &files->events;
        if (*one)
            return two_of(part, *one, paths[i], error);
        *one = paths[i];
    }
    return files->events != NULL || error_set(error, "name an event file too (ae.out)");
}

bool ae_input_open(const char *const *paths, size_t count, struct ae_input *input, struct error *error)
{
    *input = (struct ae_input){0};
    struct files files = {.schemas = arena_allocate(&input->arena, (count + 1) * sizeof *files.schemas)};
    if (sort_paths(paths, count, &files, error) && find_missing(input, &files, error) &&
        open_program(input, files.executable, files.schemas, files.schema_count, error)) {
        input->events_name = keep(input, files.events);
        if (contents_read(files.events, NULL, &input->arena, &input->events, error))
            return true;
    }
    ae_input_close(input);
    return false;
}

void ae_input_close(struct ae_input *input)
{
    if (input->program)
        abstract_close(input->program);
    if (input->symbols)
        symbols_close(input->symbols);
    arena_free(&input->arena);
    *input = (struct ae_input){0};
}
