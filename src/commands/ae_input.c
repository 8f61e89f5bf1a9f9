/* ae_input.c - the files of one Abstract Execution: telling them apart, finding what is missing.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "commands/ae_input.h"

#include <dirent.h>
#include <string.h>

enum part { PART_EXECUTABLE, PART_SCHEMA, PART_EVENTS, PARTS };
static const char *const part_names[PARTS] = {"executable", "schema", "event file"};
static const char suffix[] = ".sma", section[] = ".clew.schema";

/* What a file is by its first bytes; what is nothing else may be events of the paper's form, which have no head. */
static enum part part_of(const char *path)
{
    enum { HEAD = 65536 };
    struct arena arena = {0};
    struct slice head;
    enum part part = PART_EVENTS;
    if (file_head(path, HEAD, &arena, &head))
        part = slice_starts(head, "\x7f" "ELF") ? PART_EXECUTABLE : ae_schema_sniff(head) ? PART_SCHEMA : PART_EVENTS;
    arena_free(&arena);
    return part;
}

static bool has_events_head(const char *path)
{
    struct arena arena = {0};
    struct slice head;
    bool has = file_head(path, AE_EVENTS_HEAD, &arena, &head) && ae_events_sniff(head);
    arena_free(&arena);
    return has;
}

static bool can_read(const char *path, struct error *error)
{
    struct arena arena = {0};
    struct slice bytes;
    bool read = file_read(path, &arena, &bytes, error);
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

static struct slice folder_of(struct slice path)
{
    return slice_cut(path, 0, path.size - slice_basename(path).size);
}

/* ---- The schema an executable names ---- */

static bool is_section(struct slice name)
{
    return slice_is(name, section);
}

/* Just a name, without folders: what is untrusted must not lead anywhere else. */
static bool is_plain_name(struct slice name)
{
    return name.size > 0 && name.size < 256 && slice_find_byte(name, '/') == SIZE_MAX && slice_find_byte(name, 0) == SIZE_MAX && !slice_is(name, "..");
}

static const char *schema_of_executable(const char *executable, struct arena *arena)
{
    struct symbols_section *sections;
    struct slice path = slice_of(executable), folder = folder_of(path), name = {NULL, 0};
    struct error ignored;
    size_t count;
    if (symbols_sections(executable, is_section, arena, &sections, &count, &ignored))
        for (size_t i = 0; i < count; i++)
            if (is_section(sections[i].name) && sections[i].bytes.data)
                name = slice_cut(sections[i].bytes, 0, strnlen(sections[i].bytes.data, sections[i].bytes.size));
    if (is_plain_name(name))
        return arena_printf(arena, "%.*s%.*s", SLICE(folder), SLICE(name)).data;
    return arena_printf(arena, "%s%s", executable, suffix).data;
}

/* ---- The schema that events belong to ---- */

/* The identity a schema's second line tells. */
static bool schema_identity(const char *path, struct text *identity)
{
    struct arena arena = {0};
    struct slice head, line, field;
    bool found = false;
    text_clear(identity);
    if (file_head(path, 4096, &arena, &head) && ae_schema_sniff(head))
        while (!found && slice_line(&head, &line))
            if (slice_field(&line, &field) && slice_is(field, "ae_id") && slice_field(&line, &field)) {
                text_append(identity, field);
                found = true;
            }
    arena_free(&arena);
    return found;
}

/* Is the executable of that name there? A copy of a schema has none. */
static bool has_executable(struct slice schema)
{
    struct text name = {0};
    struct file_stat stat;
    text_append(&name, slice_cut(schema, 0, schema.size - strlen(suffix)));
    bool has = file_stat(text_string(&name), &stat);
    text_free(&name);
    return has;
}

/* The first name, in the order of bytes, of a schema in the folder that has this identity and whose executable is there. */
static bool schema_in_folder(const char *folder, struct slice identity, struct arena *arena, const char **found, size_t *others)
{
    struct text its = {0}, path = {0};
    DIR *directory = opendir(folder);
    struct dirent *entry;
    *found = NULL;
    *others = 0;
    while (directory && (entry = readdir(directory))) {
        if (!slice_ends(slice_of(entry->d_name), suffix))
            continue;
        text_clear(&path);
        text_printf(&path, "%s/%s", folder, entry->d_name);
        *others += schema_identity(text_string(&path), &its) && !slice_equal(text_slice(&its), identity);
        if (schema_identity(text_string(&path), &its) && slice_equal(text_slice(&its), identity) && has_executable(text_slice(&path)) &&
            (!*found || slice_compare(text_slice(&path), slice_of(*found)) < 0))
            *found = arena_string(arena, text_slice(&path));
    }
    if (directory)
        closedir(directory);
    text_free(&its);
    text_free(&path);
    return *found != NULL;
}

/* Events of the paper's form have no head; what has none may be no events at all, and says by its content what it is. */
static bool no_identity(const char *path, struct error *error)
{
    enum { HEAD = 65536 };
    struct arena arena = {0};
    struct slice head = {NULL, 0};
    if (!can_read(path, error))
        return false;
    const struct format *format = file_head(path, HEAD, &arena, &head) && head.size ? format_sniff(head) : NULL;
    arena_free(&arena);
    if (head.size == 0)
        return error_at_offset(error, path, 0, "no events: the program was ended, as by a signal, before it wrote any");
    if (format && strcmp(format->name, "events") != 0)
        return error_at_offset(error, path, 0, "these are no events; by its content it is: %s", format->description);
    return error_at_offset(error, path, 0, "these events do not tell what program they are of: name its executable and its schema too");
}

static bool find_by_events(struct ae_input *input, const char *paths[PARTS], struct error *error)
{
    struct slice head, folder = folder_of(slice_of(paths[PART_EVENTS]));
    unsigned char identity[AE_IDENTITY];
    struct text text = {0};
    size_t others;
    if (!file_head(paths[PART_EVENTS], AE_EVENTS_HEAD, &input->arena, &head) || !ae_events_identity(head, identity))
        return no_identity(paths[PART_EVENTS], error);
    ae_identity_text(identity, &text);
    const char *where = folder.size ? arena_string(&input->arena, folder) : ".";
    bool found = schema_in_folder(where, text_slice(&text), &input->arena, &paths[PART_SCHEMA], &others);
    if (!found && others)
        error_set(error, "%s: the schema%s in its folder %s of another build: run the program again, or name the executable and schema of that run",
                  paths[PART_EVENTS], others == 1 ? "" : "s", others == 1 ? "is" : "are");
    else if (!found)
        error_set(error, "%s: no schema (*.sma) of identity %s, with its executable, in its folder: name the executable and its schema too", paths[PART_EVENTS], text_string(&text));
    text_free(&text);
    return found;
}

/* Names what was not given. */
static bool find_missing(struct ae_input *input, const char *paths[PARTS], struct error *error)
{
    struct file_stat stat;
    if (!paths[PART_SCHEMA] && paths[PART_EXECUTABLE]) {
        const char *beside = schema_of_executable(paths[PART_EXECUTABLE], &input->arena);
        struct slice folder = folder_of(slice_of(paths[PART_EVENTS]));
        paths[PART_SCHEMA] = beside;
        if (!file_stat(beside, &stat))          /* else beside the events, where the run left it */
            beside = arena_printf(&input->arena, "%.*s%.*s", SLICE(folder), SLICE(slice_basename(slice_of(beside)))).data;
        if (file_stat(beside, &stat))
            paths[PART_SCHEMA] = beside;
    }
    if (!paths[PART_SCHEMA] && !find_by_events(input, paths, error))
        return false;
    if (!paths[PART_EXECUTABLE]) {
        struct slice schema = slice_of(paths[PART_SCHEMA]);
        if (!slice_ends(schema, suffix))
            return error_set(error, "%s: the executable it belongs to must be named too", paths[PART_SCHEMA]);
        paths[PART_EXECUTABLE] = arena_string(&input->arena, slice_cut(schema, 0, schema.size - strlen(suffix)));
    }
    return true;
}

/* ---- Opening ---- */

static const char *keep(struct ae_input *input, const char *path)
{
    return arena_string(&input->arena, slice_of(path));
}

static bool read_schemas(struct ae_input *input, const char *const *paths, size_t count, struct error *error)
{
    struct slice bytes;
    if (count == 1)
        return file_read(paths[0], &input->arena, &bytes, error) && ae_schema_read(bytes, paths[0], &input->arena, &input->schema, error);
    struct ae_schema *parts = arena_allocate(&input->arena, count * sizeof *parts);
    for (size_t i = 0; i < count; i++)
        if (!file_read(paths[i], &input->arena, &bytes, error) || !ae_schema_read_part(bytes, paths[i], &input->arena, &parts[i], error))
            return false;
    return ae_schema_link(parts, paths, count, &input->arena, &input->schema, error);
}

static bool open_program(struct ae_input *input, const char *executable, const char *const *schemas, size_t count, struct error *error)
{
    input->executable_name = keep(input, executable);
    input->schema_name = keep(input, schemas[0]);
    return read_schemas(input, schemas, count, error) && symbols_open(executable, &input->symbols, error) &&
           abstract_open(&input->schema, input->schema_name, input->symbols, &input->program, error);
}

bool ae_input_open_program(const char *executable, const char *const *schemas, size_t count, struct ae_input *input, struct error *error)
{
    *input = (struct ae_input){0};
    const char *named = count ? NULL : schema_of_executable(executable, &input->arena);
    if (count <= AE_INPUT_SCHEMAS ? open_program(input, executable, count ? schemas : &named, count ? count : 1, error)
                                  : error_set(error, "more than %d schemas", AE_INPUT_SCHEMAS))
        return true;
    ae_input_close(input);
    return false;
}

/* What cannot be read, or is nothing known, passed for events. */
static bool two_of(enum part part, const char *one, const char *other, struct error *error)
{
    if (!can_read(one, error) || !can_read(other, error))
        return false;
    if (part == PART_EVENTS && has_events_head(one) != has_events_head(other))
        return error_set(error, "%s: neither an executable nor a schema, and %s are the events", has_events_head(one) ? other : one,
                         has_events_head(one) ? one : other);
    return error_set(error, "two files look like the %s: %s and %s", part_names[part], one, other);
}

static bool sort_paths(const char *const *paths, size_t count, const char *sorted[PARTS], struct error *error)
{
    for (size_t i = 0; i < count; i++) {
        enum part part = part_of(paths[i]);
        if (sorted[part])
            return two_of(part, sorted[part], paths[i], error);
        sorted[part] = paths[i];
    }
    return sorted[PART_EVENTS] != NULL || error_set(error, "no event file is named (ae.out)");
}

bool ae_input_open(const char *const *paths, size_t count, struct ae_input *input, struct error *error)
{
    const char *sorted[PARTS] = {NULL};
    *input = (struct ae_input){0};
    if (sort_paths(paths, count, sorted, error) && find_missing(input, sorted, error) &&
        open_program(input, sorted[PART_EXECUTABLE], &sorted[PART_SCHEMA], 1, error)) {
        input->events_name = keep(input, sorted[PART_EVENTS]);
        if (file_read(sorted[PART_EVENTS], &input->arena, &input->events, error))
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
