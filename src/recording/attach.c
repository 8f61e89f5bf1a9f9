/* attach.c - finds the executable that belongs to a trace, and reports the outcome.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/wet.h"
#include "recording/who.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* The trace's name without its ending, which by custom is the executable's name. Null: it has none of the endings. */
static struct str name_of_program(struct str path)
{
    if (str_ends(path, ".wet") || str_ends(path, ".lim"))
        return str_cut(path, 0, path.size - 4);
    if (str_ends(path, ".clew"))
        return str_cut(path, 0, path.size - 5);
    return (struct str){NULL, 0};
}

/* Opens a file if it is an ELF executable; silently passes over any other file. Keeps the first existing file that it cannot read. */
static bool try_executable(struct session *session, const char *path, struct error *unread)
{
    struct error own;
    bool opened = symbols_open_if_there(path, &session->trace->symbols, &own);
    if (!unread->message[0])
        *unread = own;
    return opened;
}

/* A guessed name may be a folder's. */
static bool try_guessed(struct session *session, const char *path, struct error *unread)
{
    struct file_stat stat;
    return file_stat(path, &stat) && try_executable(session, path, unread);
}

/* ---- A recording's notes about the objects it covers (log/sites.h) ---- */

/* The next object with a bias. False: no more. */
static bool next_object(struct str *rest, struct str *path, struct str *bias)
{
    struct str name;
    while (store_next_note(rest, &name, bias))
        if (str_starts(name, "bias ")) {
            *path = str_cut(name, strlen("bias "), SIZE_MAX);
            return true;
        }
    return false;
}

/* The object whose code completes names: the program if its code is recorded, else the only recorded object. Null: several, or no recording with such notes. */
static struct str main_object(const struct session *session)
{
    struct str rest = store_notes(wet_of(session)->store), program = store_note(wet_of(session)->store, "program"), path, bias, only = {0};
    size_t count = 0;
    if (store_note_about(wet_of(session)->store, "bias", program).data)
        return program;
    for (; next_object(&rest, &path, &bias); count++)
        only = path;
    return count == 1 ? only : (struct str){0};
}

static bool notes_objects(const struct session *session)
{
    struct str rest = store_notes(wet_of(session)->store), path, bias;
    return next_object(&rest, &path, &bias);
}

/* The noted object that is the file the user named: by its path or build id; otherwise the main one is assumed. */
static struct str named_object(const struct session *session, const char *file)
{
    struct str rest = store_notes(wet_of(session)->store), path, bias, main = main_object(session);
    char *real = realpath(file, NULL);
    struct str found = {0};
    while (!found.data && next_object(&rest, &path, &bias)) {
        struct str build = store_note_about(wet_of(session)->store, "build", path);
        if ((real && str_is(path, real)) || (build.size && symbols_is_build(session->trace->symbols, build)))
            found = path;
    }
    free(real);
    return found.data ? found : main;
}

bool wet_is_build_sure(const struct session *session)
{
    struct str build = store_note_about(wet_of(session)->store, "build", main_object(session));
    return build.size && session->trace->symbols && symbols_is_build(session->trace->symbols, build);
}

static void add_others(const struct session *session, struct str but)
{
    struct str rest = store_notes(wet_of(session)->store), path, note;
    uint64_t bias;
    while (next_object(&rest, &path, &note))
        if (!str_equal(path, but) && str_hex(note, &bias))
            program_add_object(wet_of(session)->program, path, bias, store_note_about(wet_of(session)->store, "build", path));
}

/* A recording notes the program's path; if the program has moved since, the trace's name must help. */
static const char *find_executable(struct session *session, struct error *unread)
{
    struct str beside = name_of_program(str_of(session->trace->path)), ran = main_object(session);
    if (!ran.data)
        ran = store_note(wet_of(session)->store, "program");
    if (ran.size) {
        const char *program = arena_string(&session->trace->arena, ran);
        if (try_executable(session, program, unread))
            return program;
    }
    if (beside.size == 0 || str_ends(beside, "/"))
        return NULL;
    const char *path = arena_string(&session->trace->arena, beside);
    if (try_guessed(session, path, unread))
        return path;
    path = arena_string(&session->trace->arena, str_basename(beside));
    return try_guessed(session, path, unread) ? path : NULL;
}

/* A program built after the recording may have other code at the same addresses. */
static void note_newer(struct session *session, const char *path)
{
    struct file_stat program, trace;
    if (file_stat(path, &program) && file_stat(session->trace->path, &trace) && program.modified > trace.modified)
        session_note(session, "%s is newer than %s: lines and code may be those of another build", path, session->trace->path);
}

/* Did the executable supply anything that the trace lacks? O(instructions). */
static bool completes_anything(const struct session *session)
{
    for (uint64_t i = 0; i < store_summary(wet_of(session)->store).instructions; i++) {
        struct instruction own = store_instruction(wet_of(session)->store, i), all = program_instruction(wet_of(session)->program, i);
        if (own.function.size != all.function.size || own.file.size != all.file.size || own.line != all.line)
            return true;
    }
    return false;
}

static void note_report(struct session *session, const char *path, const struct attach_report *report)
{
    struct text bias = {0};
    if (report->bias) {
        text_add(&bias, ", load bias ");
        text_hex(&bias, report->bias);
    }
    switch (report->result) {
    case ATTACH_FITS:
        if (completes_anything(session))
            session_note(session, "%s: clew uses its names and lines%s", path, text_string(&bias));
        break;
    case ATTACH_UNCHECKED:
        session_note(session, "%s: clew uses its names and lines%s, but cannot check that this is the traced file: the trace names no function", path,
                     text_string(&bias));
        break;
    case ATTACH_NEEDS_OFFSET:
        if (store_summary(wet_of(session)->store).instructions)
            session_note(session, "%s: no names or lines taken from it: it is position independent, and its load address is unknown; use --load-offset=HEX "
                     "(0x108000 under Valgrind)", path);
        break;
    case ATTACH_MISMATCH:
        session_note(session, "%s: no names or lines taken from it: its functions have other addresses in the trace (%" PRIu64 " of %" PRIu64 " names known)",
                     path, report->known, report->samples);
        break;
    }
    text_free(&bias);
    if (report->result == ATTACH_FITS || report->result == ATTACH_UNCHECKED)
        note_newer(session, path);
}

/* ---- Attaching it ---- */

static void note_unread_debug(struct session *session, struct str refused)
{
    struct text reason = {0};
    text_append(&reason, refused);
    session_note_unread(session, str_of("debug file"), text_string(&reason));
    text_free(&reason);
}

/* checked: it is known to be the right build, at this bias. */
static void join(struct session *session, const char *path, const uint64_t *bias, bool checked)
{
    struct attach_report report = {0};
    if (checked) {
        program_attach_known(wet_of(session)->program, session->trace->symbols, *bias);
    } else {
        program_attach(wet_of(session)->program, session->trace->symbols, bias, &report);
        note_report(session, path, &report);
    }
    struct str refused = symbols_refused_debug(session->trace->symbols);
    if (refused.size && symbols_unread_debug(session->trace->symbols))
        note_unread_debug(session, refused);
    else if (refused.size)
        session_note(session, "%s: clew does not use its debug file: %.*s", path, STR(refused));
}

/* A recording knows the object's load address and its build. */
static void join_recorded(struct session *session, const char *path)
{
    struct str object = session->options.executable ? named_object(session, path) : main_object(session);
    struct str note = store_note_about(wet_of(session)->store, "bias", object);
    struct str build = store_note_about(wet_of(session)->store, "build", object);
    uint64_t bias;
    add_others(session, object);
    if (!object.data && session->options.executable)
        session_note(session, "%s: no names or lines taken from it: the recording lists several objects, and this is none of them", path);
    else if (object.data && !symbols_is_build(session->trace->symbols, build))
        session_note(session, "%s: no names or lines taken from it: it is another build than the recorded one", path);
    else if (str_hex(note, &bias))
        join(session, path, &bias, build.size > 0);
    else if (object.data)
        session_note(session, "%s: no names or lines taken from it: other code had its addresses, too", path);
}

bool wet_attach(struct session *session, struct error *error)
{
    const char *path = session->options.executable;
    if (path && !symbols_open(path, &session->trace->symbols, error))
        return false;
    struct error unread = {0};
    if (!path)
        path = find_executable(session, &unread);
    if (!path && unread.message[0])
        session_note_unread(session, str_of(unread.source), unread.message);
    if (path && session->options.has_load_offset)
        join(session, path, &session->options.load_offset, false);
    else if (path && notes_objects(session))
        join_recorded(session, path);
    else if (path)
        join(session, path, NULL, false);
    if (!path || session->options.has_load_offset)
        add_others(session, main_object(session));
    return true;
}

/* ---- Run-time addresses ---- */

/* The distance between addresses of the run and of the trace: as recorded, else what Valgrind and gdb (which turns randomisation off) add to a
 * position-independent executable. */
static size_t run_biases(const struct session *session, uint64_t *biases, size_t most)
{
    enum { VALGRIND = 0x108000 };
    static const uint64_t gdb = 0x555555554000;
    struct str rest = store_notes(wet_of(session)->store), path, note;
    struct symbols *symbols = program_symbols(wet_of(session)->program);
    size_t count = 0;
    uint64_t bias, loaded;
    while (count + 2 < most && next_object(&rest, &path, &note))
        if (str_hex(note, &bias) && str_hex(store_note_about(wet_of(session)->store, "loaded", path), &loaded) && loaded != bias)
            biases[count++] = loaded - bias;
    if (!symbols || !symbols_summary(symbols).position_independent)
        return count;
    if (count == 0)
        biases[count++] = VALGRIND - program_bias(wet_of(session)->program);
    biases[count++] = gdb - program_bias(wet_of(session)->program);
    return count;
}

uint64_t wet_run_bias(const struct session *session)
{
    struct str main = main_object(session);
    uint64_t bias, loaded;
    const struct store *store = wet_of(session)->store;
    return str_hex(store_note_about(store, "bias", main), &bias) && str_hex(store_note_about(store, "loaded", main), &loaded) ? loaded - bias : 0;
}

uint64_t wet_run_address(const struct session *session, uint64_t address)
{
    const struct program *program = wet_of(session)->program;
    struct symbols *own = program_symbols(program);
    return address + (!own || symbols_is_code(own, address - program_bias(program)) ? wet_run_bias(session) : 0);
}

bool wet_recorded_address(const struct session *session, uint64_t address, uint64_t *recorded)
{
    const uint64_t candidates[] = {address - wet_run_bias(session), address};
    uint64_t index;
    for (size_t i = 0; i < sizeof candidates / sizeof *candidates; i++) {
        *recorded = candidates[i];
        if (store_find_address(wet_of(session)->store, *recorded, &index) && wet_run_address(session, *recorded) == address)
            return true;
    }
    return false;
}

struct wet_code wet_own_code(const struct session *session)
{
    const struct program *program = wet_of(session)->program;
    return (struct wet_code){.symbols = program_symbols(program), .bias = program_bias(program) + wet_run_bias(session), .own = true};
}

bool wet_code_of(const struct session *session, uint64_t address, struct wet_code *code)
{
    const struct program *program = wet_of(session)->program;
    uint64_t link;
    *code = wet_own_code(session);
    if (!code->symbols)
        return false;
    struct symbols *symbols = program_symbols_at(program, address, &link);
    code->link = address - program_bias(program);
    if (symbols && symbols != code->symbols && symbols_join(symbols, code->symbols))
        *code = (struct wet_code){.symbols = symbols, .link = link, .bias = address - link};
    return true;
}

bool wet_code_at(const struct session *session, uint64_t time, struct wet_code *code)
{
    struct node node;
    *code = wet_own_code(session);
    if (!store_at(wet_of(session)->store, time, &node))
        return false;
    struct instruction instruction = store_instruction(wet_of(session)->store, node.index);
    return instruction.has_address && wet_code_of(session, instruction.address, code);
}

bool wet_find_run_address(const struct session *session, uint64_t address, uint64_t *index)
{
    enum { MOST = 32 };
    uint64_t biases[MOST], found, other = UINT64_MAX;
    size_t count = run_biases(session, biases, MOST);
    for (size_t i = 0; i < count; i++)
        if (store_find_address(wet_of(session)->store, address - biases[i], &found)) {
            if (other != UINT64_MAX && other != found)
                return false;
            other = found;
        }
    *index = other;
    return other != UINT64_MAX;
}

struct memory *who_memory(const struct session *session)
{
    struct recording *recording = wet_of(session)->recording;
    if (!recording->memory) {
        recording->memory = memory_open(wet_of(session)->program, wet_run_bias(session));
        memory_use_state(recording->memory, who_state(session));
    }
    return recording->memory;
}

bool who_thread_address(const struct session *session, struct str name, uint64_t offset, uint64_t time, uint64_t *address, struct error *error)
{
    struct state *state = who_state(session);
    const struct symbols *symbols = program_symbols(wet_of(session)->program);
    uint64_t below;
    if (!state)
        return error_set(error, "`%.*s` is in thread-local memory: only a recording with a state stream knows where that lies", STR(name));
    if (!symbols || !symbols_thread_local(symbols, offset, &below))
        return error_set(error, "`%.*s` is in thread-local memory, and the executable does not say where", STR(name));
    if (!state_go(state, time, error))
        return false;
    uint64_t base = log_number(state_registers(state) + REGISTERS_FS, 8);
    *address = base - below;
    return base || error_set(error, "`%.*s` is in thread-local memory, which the thread does not have here", STR(name));
}

struct state *who_state(const struct session *session)
{
    struct recording *recording = wet_of(session)->recording;
    struct error error;
    if (!recording->state && !recording->has_no_state)
        recording->has_no_state = !store_keeps_state(wet_of(session)->store) || !state_open(wet_of(session)->store, &recording->state, &error);
    return recording->state;
}
