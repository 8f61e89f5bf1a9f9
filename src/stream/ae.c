/* ae.c - an address stream in a session: its files, opening, where one is, going there.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "stream/ae.h"
#include "session/engine.h"
#include "session/session.h"
#include "stream/abstract.h"

#include <dirent.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* ---- The files of one Abstract Execution: telling them apart, finding what is missing ---- */

enum input_part { PART_EXECUTABLE, PART_SCHEMA, PART_EVENTS, INPUT_PARTS };
static const char *const part_names[INPUT_PARTS] = {"executable", "schema", "event file"};
static const char suffix[] = ".sma", section[] = ".clew.schema";

/* What a file is by its first bytes; what is nothing else may be events of the paper's form, which have no head. */
static enum input_part part_of(const char *path)
{
    enum { HEAD = 65536 };
    struct arena arena = {0};
    struct slice head;
    enum input_part part = PART_EVENTS;
    if (contents_head(path, HEAD, &arena, &head))
        part = slice_starts(head, "\x7f" "ELF") ? PART_EXECUTABLE : ae_schema_sniff(head) ? PART_SCHEMA : PART_EVENTS;
    arena_free(&arena);
    return part;
}

static bool has_events_head(const char *path)
{
    struct arena arena = {0};
    struct slice head;
    bool has = contents_head(path, AE_EVENTS_HEAD, &arena, &head) && ae_events_sniff(head);
    arena_free(&arena);
    return has;
}

static bool can_read(const char *path, struct error *error)
{
    struct arena arena = {0};
    struct slice bytes;
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
    if (contents_head(path, 4096, &arena, &head) && ae_schema_sniff(head))
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

/* The first name, in the order of bytes, of a schema in the folder that has this identity and whose executable is there; *alone: of one whose executable is not
 * there, NULL none. *others: how many are of other builds. */
static bool schema_in_folder(const char *folder, struct slice identity, struct arena *arena, const char **found, const char **alone, size_t *others)
{
    struct text its = {0}, path = {0};
    DIR *directory = opendir(folder);
    struct dirent *entry;
    *found = *alone = NULL;
    *others = 0;
    while (directory && (entry = readdir(directory))) {
        if (!slice_ends(slice_of(entry->d_name), suffix))
            continue;
        text_clear(&path);
        text_printf(&path, "%s%s%s", folder, slice_ends(slice_of(folder), "/") ? "" : "/", entry->d_name);
        if (!schema_identity(text_string(&path), &its))
            continue;
        bool same = slice_equal(text_slice(&its), identity);
        const char **kind = has_executable(text_slice(&path)) ? found : alone;
        *others += !same;
        if (same && (!*kind || slice_compare(text_slice(&path), slice_of(*kind)) < 0))
            *kind = arena_string(arena, text_slice(&path));
    }
    if (directory)
        closedir(directory);
    text_free(&its);
    text_free(&path);
    return *found != NULL;
}

/* The identity of a schema or of events; nothing where it has none. */
static void identity_of(const char *path, enum input_part part, struct text *identity)
{
    struct arena arena = {0};
    struct slice head;
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
        if (twice || (runs && identity.size && other.size && !slice_equal(text_slice(&identity), text_slice(&other))))
            break;
        has[part] = true;
        if (other.size) {
            text_clear(&identity);
            text_append(&identity, text_slice(&other));
        }
    }
    text_free(&identity);
    text_free(&other);
    return group;
}

/* Events of the paper's form have no head; what has none may be no events at all, and says by its content what it is. */
static bool no_identity(const char *path, struct error *error)
{
    enum { HEAD = 65536 };
    struct arena arena = {0};
    struct slice head = {NULL, 0};
    if (!can_read(path, error))
        return false;
    const struct format *format = contents_head(path, HEAD, &arena, &head) && head.size ? format_sniff(head) : NULL;
    arena_free(&arena);
    if (head.size == 0)
        return error_at_offset(error, path, 0, "no events: the program was ended, as by a signal, before it wrote any");
    if (format && strcmp(format->name, "events") != 0)
        return error_at_offset(error, path, 0, "these are no events; by its content it is: %s", format->description);
    return error_at_offset(error, path, 0, "these events do not tell what program they are of: name it and its schema too, clew PROGRAM PROGRAM.sma %s", path);
}

/* What a schema is, who writes it and where it was looked for: one does not come across it by name. */
static bool no_schema(const char *events, const char *where, struct slice identity, struct error *error)
{
    return error_set(error,
                     "%s: its schema is not in %s: a file PROGRAM.sma, which clew ae-cc writes beside PROGRAM when it compiles it, with ae_id %.*s. "
                     "Addresses come back by schema and program: name both, clew PROGRAM PROGRAM.sma %s",
                     events, strcmp(where, ".") ? where : "this folder", SLICE(identity), events);
}

/* Files as they are given, sorted, and what is found of the rest. */
struct files {
    const char *executable, *events;
    const char **schemas;               /* room for all that are given, and one */
    size_t schema_count;
};

static bool find_by_events(struct ae_input *input, struct files *files, struct error *error)
{
    struct slice head, folder = folder_of(slice_of(files->events));
    unsigned char identity[AE_IDENTITY];
    struct text text = {0};
    const char *alone;
    size_t others;
    if (!contents_head(files->events, AE_EVENTS_HEAD, &input->arena, &head) || !ae_events_identity(head, identity))
        return no_identity(files->events, error);
    ae_identity_text(identity, &text);
    const char *where = folder.size ? arena_string(&input->arena, folder) : ".", *events = files->events;
    bool found = schema_in_folder(where, text_slice(&text), &input->arena, &files->schemas[0], &alone, &others);
    files->schema_count = found;
    if (!found && alone)
        error_set(error, "%s: its schema is %s, but the program is not beside it: name it too, clew PROGRAM %s %s", events, alone, alone, events);
    else if (!found && others)
        error_set(error, "%s: the schema%s in its folder %s of another build: run the program again, or name the program and schema of that run, clew PROGRAM PROGRAM.sma %s", events,
                  others == 1 ? "" : "s", others == 1 ? "is" : "are", events);
    else if (!found)
        found = no_schema(events, where, text_slice(&text), error);
    text_free(&text);
    return found;
}

/* The schema that the executable names, beside it or, where the run left it, beside the events. */
static bool find_by_executable(struct ae_input *input, struct files *files, struct error *error)
{
    struct file_stat stat;
    const char *own = schema_of_executable(files->executable, &input->arena), *events = files->events;
    struct slice folder = folder_of(slice_of(events));
    const char *beside = arena_printf(&input->arena, "%.*s%.*s", SLICE(folder), SLICE(slice_basename(slice_of(own)))).data;
    files->schemas[0] = file_stat(own, &stat) ? own : file_stat(beside, &stat) ? beside : NULL;
    files->schema_count = files->schemas[0] != NULL;
    if (files->schema_count)
        return true;
    return error_set(error, "%s: its schema is not there: looked for %s%s%s. clew ae-cc writes it when it compiles the program, and addresses come back by it: name it, clew %s FILE.sma %s, or "
                     "compile and run again", files->executable, own, strcmp(own, beside) ? " and " : "", strcmp(own, beside) ? beside : "",
                     files->executable, events);
}

/* Names what was not given. */
static bool find_missing(struct ae_input *input, struct files *files, struct error *error)
{
    if (!files->schema_count && files->executable && !find_by_executable(input, files, error))
        return false;
    if (!files->schema_count && !find_by_events(input, files, error))
        return false;
    struct slice schema = slice_of(files->schemas[0]);
    if (!files->executable && files->schema_count > 1)
        return error_set(error, "%s and %zu more schema%s: the executable they belong to must be named too", files->schemas[0], files->schema_count - 1,
                         files->schema_count == 2 ? "" : "s");
    if (!files->executable && !slice_ends(schema, suffix))
        return error_set(error, "%s: the executable it belongs to must be named too", files->schemas[0]);
    if (!files->executable)
        files->executable = arena_string(&input->arena, slice_cut(schema, 0, schema.size - strlen(suffix)));
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
        return error_set(error, "more than %d schemas", AE_INPUT_SCHEMAS);
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

/* What cannot be read, or is nothing known, passed for events. */
static bool two_of(enum input_part part, const char *one, const char *other, struct error *error)
{
    if (!can_read(one, error) || !can_read(other, error))
        return false;
    if (part == PART_EVENTS && has_events_head(one) != has_events_head(other))
        return error_set(error, "%s: neither an executable nor a schema, and %s are the events", has_events_head(one) ? other : one,
                         has_events_head(one) ? one : other);
    return error_set(error, "two files look like the %s: %s and %s", part_names[part], one, other);
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
    return files->events != NULL || error_set(error, "no event file is named (ae.out)");
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

/* ---- A regenerated address stream: opening, where one is, going there ---- */

/* ---- Opening ---- */

void ae_close(struct session *session)
{
    struct ae *ae = session->trace->ae;
    ae_asked_free(&ae->asked);
    timeline_close(ae->timeline);
    disassembler_close(ae->disassembler);
    session->trace->symbols = NULL;            /* the input's */
    ae_input_close(&ae->input);
    arena_free(&ae->arena);
    text_free(&ae->stopped);
    free(ae);
    session->trace->ae = NULL;
}

/* The first damage that was met is said once, when it is met. */
static void tell_problem(struct session *session)
{
    struct ae *ae = session->trace->ae;
    struct error problem;
    struct text text = {0};
    if (ae->told_problem || !timeline_problem(ae->timeline, &problem))
        return;
    ae->told_problem = true;
    error_text(&problem, &text);
    session_note(session, "the trace ends early: %s", text_string(&text));
    text_free(&text);
}

/* The input is opened where it stays: the program points into it. */
static struct ae *open_files(struct session *session, const char *const *paths, size_t count, struct error *error)
{
    struct ae *ae = memory_allocate(sizeof *ae);
    struct timeline_options options = {.memory = session->options.checkpoints, .progress = session->options.progress};
    if (ae_input_open(paths, count, &ae->input, error)) {
        if (timeline_open(ae->input.program, ae->input.events, ae->input.events_name, &options, &ae->timeline, error))
            return ae;
        ae_input_close(&ae->input);
    }
    free(ae);
    return NULL;
}

/* --exec names the executable too, where it is not among the files. */
static struct ae *open_with_executable(struct session *session, const char *const *paths, size_t count, struct error *error)
{
    const char *all[SESSION_PATHS + 1] = {session->options.executable};
    bool among = !session->options.executable || count > SESSION_PATHS;
    struct arena arena = {0};
    struct slice head;
    for (size_t i = 0; i < count && !among; i++) {
        all[i + 1] = paths[i];
        among = file_head(paths[i], 4, &arena, &head) && slice_starts(head, "\x7f" "ELF");
    }
    arena_free(&arena);
    return among ? open_files(session, paths, count, error) : open_files(session, all, count + 1, error);
}

/* Few events are passed through at once, so that all is known of them; --strict wants to know in any case. */
static bool measure(struct session *session, struct ae *ae, struct error *error)
{
    uint64_t total;
    bool strict = session->options.strict;
    if (!strict && ae->input.events.size > AE_MEASURED)
        return true;
    enum timeline_answer answer = timeline_measure(ae->timeline, &total);   /* stopped: the total is found out when it is asked for */
    if (strict && answer == TIMELINE_STOPPED)
        return error_set(error, "interrupted");
    return !(strict && timeline_problem(ae->timeline, error));
}

static void take(struct session *session, struct ae *ae)
{
    struct symbols_summary summary = symbols_summary(ae->input.symbols);
    ae->disassembler = disassembler_open(&summary);
    ae->has_lines = summary.has_lines;
    session->trace->path = arena_string(&session->trace->arena, slice_of(ae->input.events_name));
    session->trace->symbols = ae->input.symbols;
    session->trace->kind = &kind_of_ae;
    session->trace->ae = ae;
    session_opened_anew(session);
}

/* Who browses is told how long it is, and how to come to its end, where a program that failed stopped. */
static void greet(struct session *session)
{
    uint64_t total;
    struct text words = {0};
    text_add(&words, timeline_total(session->trace->ae->timeline, &total) == TIMELINE_FOUND ? "the first of " : "the first of at least ");
    text_count(&words, total);
    text_add(&words, " addresses: goto end leads to the last");
    session_greet(session, text_slice(&words));
    text_free(&words);
}

bool ae_open(struct session *session, const char *const *paths, size_t count, struct error *error)
{
    struct ae *ae = open_with_executable(session, paths, count, error);
    struct error empty;
    if (!ae)
        return false;
    if (!measure(session, ae, error)) {
        timeline_close(ae->timeline);
        ae_input_close(&ae->input);
        free(ae);
        return false;
    }
    session_close_trace(session);
    take(session, ae);
    if (ae_stand(session, 1, &empty)) {
        struct place place;
        if (ae_here(session, &place))
            history_visit(&session->trace->history, &place);
        greet(session);
    } else {
        session_note(session, "no address is in this trace");
    }
    tell_problem(session);
    return true;
}

bool ae_need(const struct session *session, struct error *error)
{
    if (!session_need_open(session, error))
        return false;
    if (!session->trace->ae)
        return error_set(error, "this is %s, no %s", session->trace->kind->what, kind_of_ae.what);
    return session->trace->ae->has_here || error_set(error, "no address is in this trace");
}

static bool answered(struct session *session, enum timeline_answer answer, struct error *error)
{
    tell_problem(session);
    return answer != TIMELINE_STOPPED || error_set(error, "interrupted: nothing moved");
}

bool ae_find(struct session *session, const struct timeline_query *query, uint64_t from, int direction, struct timeline_found *found, bool *there,
             struct error *error)
{
    /* Asked here too: many short searches one after the other never come to report. */
    if (!progress_report(&session->options.progress, 0, 0))
        return error_set(error, "interrupted");
    timeline_watch(session->trace->ae->timeline, session->options.progress);
    enum timeline_answer answer = timeline_find(session->trace->ae->timeline, query, from, direction, found);
    *there = answer == TIMELINE_FOUND;
    return answered(session, answer, error);
}

/* ---- Where one is ---- */

bool ae_here(const struct session *session, struct place *place)
{
    if (!session->trace->ae->has_here)
        return false;
    *place = (struct place){.has = PLACE_EVENT, .event = session->trace->ae->moment.at.number};
    return true;
}

uint64_t ae_iterations(const struct session *session, size_t inner)
{
    struct ae *ae = session->trace->ae;
    const struct regenerated_state *state = &ae->moment.state;
    if (ae->looked_ahead)
        return inner < ae->total_count ? ae->totals[inner] : 0;
    ae->looked_ahead = true;
    ae->total_count = state->loop_count < 2 ? state->loop_count : 2;
    timeline_watch(ae->timeline, session->options.progress);
    for (size_t i = 0; i < ae->total_count; i++)
        if (timeline_iterations(ae->timeline, ae->moment.instruction, state->loop_count - 1 - i, AE_AHEAD, &ae->totals[i]) != TIMELINE_FOUND)
            ae->totals[i] = 0;
    return inner < ae->total_count ? ae->totals[inner] : 0;
}

/* Registers of an activation are its own: where another one goes on, they are not those that the instruction wrote. */
const uint32_t *ae_after(const struct session *session, uint32_t *known, bool *interrupted)
{
    enum { OWN = 0x70ff0000 };          /* $s0 to $s7, $gp, $sp, $fp */
    struct ae *ae = session->trace->ae;
    struct arena arena = {0};
    struct moment next;
    if (!ae->looked_after) {
        ae->after_known = 0;
        timeline_watch(ae->timeline, session->options.progress);
        enum timeline_answer answer = timeline_moment(ae->timeline, ae->moment.instruction + 1 + ae->moment.has_reference, &arena, &next);
        ae->looked_after = answer != TIMELINE_STOPPED;
        if (answer == TIMELINE_FOUND) {
            ae->after_known = next.state.known & (next.state.frame_count == ae->moment.state.frame_count ? UINT32_MAX : ~(uint32_t)OWN);
            memcpy(ae->after, next.state.values, sizeof ae->after);
        }
        arena_free(&arena);
    }
    *known = ae->after_known;
    *interrupted = !ae->looked_after;
    return ae->after;
}

bool ae_stand(struct session *session, uint64_t number, struct error *error)
{
    struct ae *ae = session->trace->ae;
    struct arena arena = {0};
    struct moment moment;
    uint64_t total;
    timeline_watch(ae->timeline, session->options.progress);
    enum timeline_answer answer = timeline_moment(ae->timeline, number, &arena, &moment);
    if (answer != TIMELINE_FOUND) {
        arena_free(&arena);
        if (!answered(session, answer, error))
            return false;
        (void)timeline_total(ae->timeline, &total);
        return error_set(error, "there is no address @%" PRIu64 ": the trace has @1 to @%" PRIu64, number, total);
    }
    arena_free(&ae->arena);
    ae->arena = arena;
    ae->moment = moment;
    ae->has_here = true;
    ae->looked_ahead = ae->looked_after = false;
    session->trace->list_line = 0;
    session->version++;
    return true;
}

/* ---- What a position means ---- */

static bool line_addresses(struct session *session, struct slice file, uint64_t line, uint32_t **addresses, size_t *count, struct error *error)
{
    *count = ae_line_stops(session, file, line, addresses);
    if (*count)
        return true;
    free(*addresses);
    *addresses = NULL;
    return error_set(error, session->trace->ae->has_lines ? "no code of the schema begins at %.*s:%" PRIu64 : "the executable has no line information, so %.*s:%" PRIu64 " is unknown",
                     SLICE(file), line);
}

static bool one_address(uint32_t address, uint32_t **addresses, size_t *count)
{
    *addresses = memory_allocate(sizeof **addresses);
    **addresses = address;
    *count = 1;
    return true;
}

int ae_compare_addresses(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

/* Where the compiler inlined a function, in code of the schema. Appended behind the addresses of its own code, for which there is room. */
static void add_inlined(const struct session *session, struct slice name, uint32_t **addresses, size_t *count)
{
    struct symbols *symbols = session->trace->symbols;
    struct source_position position;
    uint64_t *copies;
    size_t all = symbols_copies_named(symbols, name, &copies), capacity = *count;
    uint32_t function;
    for (size_t i = 0; i < all; i++) {
        bool inlined = symbols_position(symbols, copies[i], &position) && position.copy && !slice_equal(position.physical, name);
        if (!inlined || copies[i] > UINT32_MAX || !abstract_function_at(session->trace->ae->input.program, (uint32_t)copies[i], &function))
            continue;
        *addresses = array_grow(*addresses, &capacity, *count + 1, sizeof **addresses);
        (*addresses)[(*count)++] = (uint32_t)copies[i];
    }
    free(copies);
}

/* Is it the readable name of a function; or, of one of C++, a shorter form of that (demangled_matches)? In ae.c. */
static bool ae_is_called(const struct abstract *program, uint32_t function, struct slice name, bool shorter)
{
    struct slice own = ae_function_name(program, function);
    bool mangled = own.data != program->functions[function].name.data;
    return shorter ? mangled && demangled_matches(own, name) : slice_equal(own, name);
}

bool ae_one_function(const struct session *session, struct slice said, struct slice *whole, struct error *error)
{
    enum { LISTED = 4 };
    const struct abstract *program = session->trace->ae->input.program;
    struct slice names[LISTED];
    uint32_t function;
    size_t count = 0;
    *whole = (struct slice){NULL, 0};
    if (abstract_function_named(program, said, &function))
        names[count++] = ae_function_name(program, function);
    for (int shorter = 0; shorter < 2 && !count; shorter++)
        for (uint32_t i = 0; i < program->function_count; i++) {
            if (!ae_is_called(program, i, said, shorter) || (count == 1 && slice_equal(names[0], ae_function_name(program, i))))
                continue;
            if (count < LISTED)
                names[count] = ae_function_name(program, i);
            count++;
        }
    if (count > 1)
        return several_functions(said, names, count, LISTED, error);
    *whole = count ? names[0] : *whole;
    return true;
}

/* Static functions of one name in several files: all of them; so of C++ all that a shorter name means. */
static bool functions_named(const struct session *session, struct slice name, uint32_t **addresses, size_t *count, struct error *error)
{
    const struct abstract *program = session->trace->ae->input.program;
    uint32_t function;
    *addresses = memory_allocate((program->function_count + (size_t)1) * sizeof **addresses);
    *count = 0;
    if (abstract_function_named(program, name, &function))
        (*addresses)[(*count)++] = program->functions[function].address;
    bool one = *count > 0;
    for (int shorter = 0; shorter < 2 && !*count; shorter++)
        for (uint32_t i = 0; i < program->function_count && !one; i++)
            if (ae_is_called(program, i, name, shorter))
                (*addresses)[(*count)++] = program->functions[i].address;
    add_inlined(session, name, addresses, count);
    qsort(*addresses, *count, sizeof **addresses, ae_compare_addresses);
    if (*count)
        return true;
    free(*addresses);
    *addresses = NULL;
    struct near near;
    near_begin(&near, name);
    for (uint32_t i = 0; i < program->function_count; i++)
        near_offer(&near, demangled_alike(ae_function_name(program, i), name));
    return error_set(error, "no function %.*s is in the schema: %sinfo functions lists them", SLICE(name), near_words(&near));
}

static bool file_here(struct session *session, struct slice *file)
{
    struct source_position position;
    *file = (struct slice){NULL, 0};
    if (session->trace->ae->has_here && ae_position(session, session->trace->ae->moment.at.instruction, &position))
        *file = position.file;
    return file->size > 0;
}

bool ae_addresses(struct session *session, const struct place *place, uint32_t **addresses, size_t *count, struct error *error)
{
    const struct abstract *program = session->trace->ae->input.program;
    struct slice file = place->file;
    uint32_t op;
    if (place->has & PLACE_ADDRESS) {
        if (place->address > UINT32_MAX || !abstract_op_at(program, (uint32_t)place->address, &op) || place->address % 4)
            return error_set(error, "0x%" PRIx64 " is no instruction of the schema: info functions lists what it covers", place->address);
        return one_address((uint32_t)place->address, addresses, count);
    }
    if (place->has & PLACE_LINE) {
        struct source_position position;
        if (!file.size && !file_here(session, &file) && list_of_main(session, &position))
            file = position.file;
        if (!file.size)
            return error_set(error, "no source file is known here: FILE:%" PRIu64 " names one", place->line);
        return line_addresses(session, file, place->line, addresses, count, error);
    }
    if (place->has & PLACE_FUNCTION)
        return functions_named(session, place->function, addresses, count, error);
    return error_set(error, "not an instruction: expected FUNCTION, FILE:LINE or 0xADDRESS");
}

bool ae_addresses_of_one(struct session *session, const struct place *place, uint32_t **addresses, size_t *count, struct error *error)
{
    struct slice whole;
    bool several = place->has & PLACE_FUNCTION && !(place->has & (PLACE_ADDRESS | PLACE_LINE)) && !ae_one_function(session, place->function, &whole, error);
    return !several && ae_addresses(session, place, addresses, count, error);
}

/* "sub ran 100 times: #0 to #99" */
static bool no_execution(const struct place *place, uint64_t ran, struct error *error)
{
    struct text name = {0};
    describe_asked(place, &name);
    if (ran > 1)
        error_set(error, "%s ran %" PRIu64 " times: #0 to #%" PRIu64, text_string(&name), ran, ran - 1);
    else
        error_set(error, ran ? "%s ran 1 time: #0" : "%s never ran", text_string(&name));
    text_free(&name);
    return false;
}

/* The K-th that is met, from 0: so many are left. */
static enum timeline_verdict count_down(void *context, const struct timeline_found *found)
{
    uint64_t *left = context;
    (void)found;
    return (*left)-- == 0 ? TIMELINE_TAKE : TIMELINE_PASS;
}

/* The next execution of these, else the last one before; with #K the K-th of the trace. */
static bool execution(struct session *session, const struct place *place, uint64_t *number, struct error *error)
{
    struct timeline_query query = {0};
    struct timeline_found found;
    uint32_t *addresses = NULL;
    uint64_t left = place->has & PLACE_INSTANCE ? place->instance : 0;
    bool there = false, done;
    if (!ae_addresses_of_one(session, place, &addresses, &query.instruction_count, error))
        return false;
    query.instructions = addresses;
    uint64_t here = session->trace->ae->moment.instruction;
    if (place->has & PLACE_INSTANCE) {
        query.judge = count_down;
        query.context = &left;
        done = ae_find(session, &query, 0, 1, &found, &there, error);
    } else {
        done = ae_find(session, &query, here - 1, 1, &found, &there, error);
        if (done && !there)
            done = ae_find(session, &query, here, -1, &found, &there, error);
    }
    free(addresses);
    if (done && !there)
        return no_execution(place, place->has & PLACE_INSTANCE ? place->instance - left : 0, error);
    *number = found.at.number;
    return done;
}

static bool measured(struct session *session, uint64_t *total, struct error *error)
{
    timeline_watch(session->trace->ae->timeline, session->options.progress);
    return answered(session, timeline_measure(session->trace->ae->timeline, total), error);
}

static bool relative(struct session *session, int64_t offset, uint64_t *number, struct error *error)
{
    uint64_t here = session->trace->ae->moment.at.number;
    if (offset < 0 ? (uint64_t)-offset >= here : (uint64_t)offset > UINT64_MAX - here)
        return error_set(error, "that leads out of the trace: this is @%" PRIu64, here);
    *number = offset < 0 ? here - (uint64_t)-offset : here + (uint64_t)offset;
    return true;
}

static bool aim(struct session *session, const struct place *place, uint64_t *number, struct error *error)
{
    uint64_t total;
    if (!ae_need(session, error))
        return false;
    if (place->has & PLACE_EVENT) {
        *number = place->event;
        return true;
    }
    if (place->has & PLACE_RELATIVE)
        return relative(session, place->offset, number, error);
    if (place->has & PLACE_BEGIN) {
        *number = 1;
        return true;
    }
    if (place->has & (PLACE_END | PLACE_PERCENT)) {
        if (!measured(session, &total, error))
            return false;
        uint64_t percent = place->has & PLACE_END ? 100 : (uint64_t)place->offset;
        *number = total / 100 * percent + total % 100 * percent / 100;
        *number = *number ? *number : 1;
        return true;
    }
    if (place->has & (PLACE_ADDRESS | PLACE_LINE | PLACE_FUNCTION))
        return execution(session, place, number, error);
    return error_set(error, "not a position in %s: expected @N, 0xADDRESS, FUNCTION, FILE:LINE, +N, -N, N%%, begin or end", kind_of_ae.what);
}

bool ae_resolve(struct session *session, const struct place *place, struct place *whole, struct error *error)
{
    struct place marked;
    struct timeline_address address;
    uint64_t number, total;
    size_t got;
    if (place->has & PLACE_MARK) {
        if (!marks_get(&session->trace->marks, place->mark, &marked))
            return refuse_mark(session, place->mark, error);
        place = &marked;
    }
    if (!aim(session, place, &number, error))
        return false;
    if (!answered(session, timeline_addresses(session->trace->ae->timeline, number, 1, &address, &got), error))
        return false;
    (void)timeline_total(session->trace->ae->timeline, &total);
    if (got == 0)
        return error_set(error, "there is no address @%" PRIu64 ": the trace has @1 to @%" PRIu64, number, total);
    *whole = (struct place){.has = PLACE_EVENT, .event = number};
    return true;
}

bool ae_set(struct session *session, const struct place *place, struct error *error)
{
    uint64_t number;
    text_clear(&session->trace->ae->stopped);
    return aim(session, place, &number, error) && ae_stand(session, number, error);
}
