/* gnatcov.c - a GNATcoverage trace: opening, where one is, going there.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "coverage/gnatcov.h"
#include "session/engine.h"

#include <inttypes.h>
#include <stdlib.h>

/* ---- Opening ---- */

static void gnatcov_free(struct gnatcov_session *own)
{
    gnatcov_input_close(&own->input);
    gnatcov_filter_free(own->filter);
    free(own->object_units);
    text_free(&own->stopped);
    arena_free(&own->arena);
    free(own);
}

void gnatcov_close(struct session *session)
{
    session->trace->symbols = NULL;            /* the input's */
    gnatcov_free(session->trace->gnatcov);
    session->trace->gnatcov = NULL;
}

/* Damage before there was anything to be shown, or any damage with --strict. */
static bool is_refused(const struct session *session, const struct gnatcov *trace, struct error *error)
{
    bool empty = !trace->has_infos && !trace->has_entries;
    const struct gnatcov_problems *problems = &trace->problems;
    size_t kept = problems->count < GNATCOV_PROBLEMS ? (size_t)problems->count : GNATCOV_PROBLEMS;
    for (size_t i = 0; i < kept && (empty || session->options.strict); i++)
        if (!problems->items[i].warning || session->options.strict) {
            *error = problems->items[i].error;
            return true;
        }
    return false;
}

static void note_problems(struct session *session, const struct gnatcov_problems *problems)
{
    struct text text = {0};
    if (!problems->count)
        return;
    error_text(&problems->items[0].error, &text);
    session_note(session, "%s", text_string(&text));
    if (problems->count > 1)
        session_note(session, "and %" PRIu64 " more: problems lists them", problems->count - 1);
    text_free(&text);
}

static void note_lines(struct session *session, const struct text *notices)
{
    struct slice rest = text_slice(notices), line;
    while (slice_line(&rest, &line))
        session_note(session, "%.*s", SLICE(line));
}

/* Which unit each shared object of the trace is: several that were loaded one after the other can be the same file. */
static void name_objects(struct gnatcov_session *own)
{
    own->object_units = memory_allocate((own->trace.object_count + (size_t)1) * sizeof *own->object_units);
    for (uint32_t i = 0; i < own->trace.object_count; i++) {
        own->object_units[i] = NO_UNIT;
        for (size_t unit = 1; unit < own->input.unit_count; unit++)
            if (slice_equal(own->input.units[unit].base->name, own->trace.objects[i].name))
                own->object_units[i] = unit;
    }
}

/* Merges and finds the ELF files. Of a decision map nothing ran, but its addresses are those of an executable too. */
static bool prepare(struct session *session, struct gnatcov_session *own, const char *executable, struct error *error)
{
    struct gnatcov merged = own->trace;
    own->input.progress = session->options.progress;
    own->executable = executable ? arena_string(&own->arena, slice_of(executable)) : NULL;
    own->input.executables = &own->executable;
    own->input.executable_count = executable ? 1 : 0;
    own->input.first_path = own->trace.source;
    own->is_map = own->trace.has_entries && own->trace.second.kind == GNATCOV_DECISION_MAP;
    if (own->is_map) {
        session_note(session, "a decision map says what an emulator is to watch, not what ran");
        merged.second.kind = GNATCOV_FLAT;
        merged.entry_count = 0;
    }
    if (!gnatcov_input_add_trace(&own->input, &merged, error) || !gnatcov_input_attach(&own->input, error))
        return false;
    name_objects(own);
    return true;
}

static void take(struct session *session, struct gnatcov_session *own)
{
    const struct gnatcov_unit *program = gnatcov_unit(session, 0);
    session->trace->path = own->trace.source;
    session->trace->kind = &kind_of_gnatcov;
    session->trace->symbols = program ? program->symbols : NULL;
    session_opened_anew(session);
}

bool gnatcov_open(struct session *session, const char *path, const char *executable, struct error *error)
{
    struct gnatcov_session *own = memory_allocate(sizeof *own);
    struct slice bytes;
    const struct progress *progress = &session->options.progress;
    bool done = contents_read(path, progress, &own->arena, &bytes, error);
    if (done) {
        done = gnatcov_read_watched(bytes, arena_string(&own->arena, slice_of(path)), progress, &own->arena, &own->trace) ||
               error_at(error, path, 0, 0, "interrupted");
        done = done && !is_refused(session, &own->trace, error) && prepare(session, own, executable, error);
    }
    if (!done) {
        gnatcov_free(own);
        return false;
    }
    session_close_trace(session);
    session->trace->gnatcov = own;
    take(session, own);
    note_problems(session, &own->input.problems);
    note_lines(session, &own->input.notices);
    gnatcov_begin_at(session);
    return true;
}

/* ---- What there is ---- */

bool gnatcov_is_ordered(const struct session *session)
{
    return session->trace->gnatcov->trace.second.kind == GNATCOV_HISTORY;
}

const struct gnatcov_unit *gnatcov_unit(const struct session *session, size_t unit)
{
    return unit < session->trace->gnatcov->input.unit_count ? &session->trace->gnatcov->input.units[unit] : NULL;
}

struct object_coverage *gnatcov_coverage(const struct session *session, size_t unit)
{
    const struct gnatcov_unit *found = gnatcov_unit(session, unit);
    return !found ? NULL : session->insn_level ? found->insn : found->branch;
}

size_t gnatcov_unit_of(const struct session *session, const struct gnatcov_entry *entry)
{
    if (!entry->relocated || session->trace->gnatcov->input.unit_count == 0)
        return NO_UNIT;
    return entry->object ? session->trace->gnatcov->object_units[entry->object - 1] : 0;
}

bool gnatcov_need(const struct session *session, struct error *error)
{
    if (!session_need_open(session, error))
        return false;
    if (!session->trace->gnatcov)
        return error_set(error, "this is %s, no %s", session->trace->kind->what, kind_of_gnatcov.what);
    return session->trace->gnatcov->has_here || error_set(error, "no entry of code is in this trace");
}

bool gnatcov_need_runs(const struct session *session, struct error *error)
{
    return gnatcov_need(session, error) &&
           (!session->trace->gnatcov->is_map || error_set(error, "a decision map says what an emulator is to watch, not what ran"));
}

bool gnatcov_need_code(const struct session *session, struct error *error)
{
    if (!gnatcov_need(session, error))
        return false;
    return gnatcov_coverage(session, session->trace->gnatcov->here.unit) ||
           error_set(error, "the executable is not known, so its code is not: --exec=FILE names it");
}

/* ---- Where one is ---- */

/* Does its address alone lead back to it? Not within an instruction, nor where an entry covers nothing. */
static bool is_reached(const struct session *session, const struct spot *spot, const struct gnatcov_entry *entry)
{
    struct object_coverage *coverage = gnatcov_coverage(session, spot->unit);
    uint64_t start;
    return entry->size > 0 && spot->unit != NO_UNIT && (!coverage || !object_coverage_start(coverage, spot->address, &start) || start == spot->address);
}

struct place gnatcov_place(const struct session *session, const struct spot *spot)
{
    struct gnatcov_entry entry;
    unsigned unit = spot->unit == NO_UNIT ? 0 : 1 + (unsigned)spot->unit;
    bool known = spot->entry && gnatcov_entry(&session->trace->gnatcov->trace, spot->entry, &entry);
    if (known && (gnatcov_is_ordered(session) || !is_reached(session, spot, &entry))) {
        struct place place = {.has = PLACE_EVENT, .event = spot->entry, .object = unit};
        if (gnatcov_covers(session, &entry, spot->unit, spot->address) && spot->address != entry.relative) {
            place.has |= PLACE_ADDRESS;
            place.address = spot->address;
        }
        return place;
    }
    return (struct place){.has = PLACE_ADDRESS, .address = spot->address, .object = unit};
}

bool gnatcov_here(const struct session *session, struct place *place)
{
    if (!session->trace->gnatcov->has_here)
        return false;
    *place = gnatcov_place(session, &session->trace->gnatcov->here);
    return true;
}

void gnatcov_stand(struct session *session, const struct spot *spot)
{
    session->trace->gnatcov->here = *spot;
    session->trace->gnatcov->has_here = true;
    if (spot->entry)
        session->trace->gnatcov->last_entry = spot->entry;
    session->trace->list_line = 0;
    session->version++;
}

/* ---- What a position means ---- */

static bool spot_of_entry(const struct session *session, uint64_t number, struct spot *spot, struct error *error)
{
    const struct gnatcov *trace = &session->trace->gnatcov->trace;
    struct gnatcov_entry entry;
    if (!gnatcov_entry(trace, number, &entry))
        return trace->entry_count ? error_set(error, "there is no entry @%" PRIu64 ": the trace has @1 to @%" PRIu64, number, trace->entry_count)
                                  : error_set(error, "there is no entry @%" PRIu64 ": the trace has none", number);
    *spot = (struct spot){number, entry.relocated ? entry.relative : entry.address, gnatcov_unit_of(session, &entry)};
    return true;
}

/* The next entry that covers it, this one before all, else the last one before: then one knows how it came to be executed. */
static bool spot_of_address(struct session *session, size_t unit, uint64_t address, struct spot *spot, struct error *error)
{
    uint64_t from = session->trace->gnatcov->last_entry ? session->trace->gnatcov->last_entry : 1;
    *spot = (struct spot){0, address, unit};
    enum gnatcov_search found = gnatcov_search_entry(session, unit, address, from, 1, &spot->entry);
    if (found == SEARCH_MISS && from > 1)
        found = gnatcov_search_entry(session, unit, address, from - 1, -1, &spot->entry);
    return found != SEARCH_INTERRUPTED || error_set(error, "interrupted: nothing moved");
}

enum { REPORTED = 4096 };               /* hits between two reports of progress */

/* The K-th entry, from 0, that covers it. */
static bool spot_of_instance(struct session *session, size_t unit, uint64_t address, uint64_t instance, struct spot *spot, struct error *error)
{
    uint64_t at = 0;
    for (uint64_t k = 0;; k++) {
        enum gnatcov_search found = gnatcov_search_entry(session, unit, address, at + 1, 1, &at);
        if (found == SEARCH_INTERRUPTED || (k % REPORTED == REPORTED - 1 && !progress_report(&session->options.progress, k, instance)))
            return error_set(error, "interrupted: nothing moved");
        if (found == SEARCH_MISS)
            return error_set(error, "%" PRIu64 " entr%s this instruction: #0 is the first", k, k == 1 ? "y covers" : "ies cover");
        if (k == instance)
            break;
    }
    *spot = (struct spot){at, address, unit};
    return true;
}

/* The unit that has code at an address: the one that is named, else the current one, else the first. */
static size_t unit_with(const struct session *session, const struct place *place)
{
    const struct gnatcov_session *own = session->trace->gnatcov;
    if (place->object && place->object <= own->input.unit_count)
        return place->object - 1;
    size_t first = own->has_here && own->here.unit != NO_UNIT ? own->here.unit : 0;
    for (size_t k = 0; k < own->input.unit_count; k++) {
        size_t unit = k == 0 ? first : k <= first ? k - 1 : k;
        if (own->input.units[unit].symbols && symbols_span_at(own->input.units[unit].symbols, place->address))
            return unit;
    }
    return first;
}

/* Of an address without known code the entries decide whether it is any. */
static bool code_of_address(struct session *session, const struct place *place, size_t *unit, uint64_t *address, struct error *error)
{
    uint64_t number;
    *unit = unit_with(session, place);
    *address = place->address;
    struct object_coverage *coverage = gnatcov_coverage(session, *unit);
    if (coverage && object_coverage_start(coverage, place->address, address))
        return true;
    enum gnatcov_search found = gnatcov_search_entry(session, *unit, place->address, 1, 1, &number);
    if (found == SEARCH_HIT)
        return true;
    return error_set(error, found == SEARCH_INTERRUPTED ? "interrupted: nothing moved"
                            : coverage ? "0x%" PRIx64 " is no code of the executable, and no entry covers it"
                                       : "no entry covers 0x%" PRIx64 "; the executable, which could tell more, is not known: --exec=FILE names it", place->address);
}

bool gnatcov_need_any_code(const struct session *session, struct error *error)
{
    for (size_t unit = 0; unit < session->trace->gnatcov->input.unit_count; unit++)
        if (gnatcov_coverage(session, unit))
            return true;
    return error_set(error, "the executable is not known, so names and lines are not: --exec=FILE names it");
}

/* The routine that a name means, which of C++ may be a shorter one: *count of them, of which the first is at *address; 0: none. False: it means several. */
static bool routine_called(struct symbols *symbols, struct slice name, size_t *count, uint64_t *address, struct error *error)
{
    enum { LISTED = 4 };
    const struct symbols_routine **found;
    struct slice names[LISTED];
    size_t different = 0;
    *count = symbols_routines_called(symbols, name, &found);
    for (size_t i = 0; i < *count; i++) {
        struct slice readable = symbols_readable(symbols, found[i]->name);
        if (i < LISTED)
            names[i] = readable;
        different += i > 0 && !slice_equal(readable, names[0]);
    }
    *address = *count ? found[0]->address : 0;
    free(found);
    return !different || several_functions(name, names, *count, LISTED, error);
}

static bool code_of_function(struct session *session, struct slice name, size_t *unit, uint64_t *address, struct error *error)
{
    size_t count;
    if (!gnatcov_need_any_code(session, error))
        return false;
    for (*unit = 0; *unit < session->trace->gnatcov->input.unit_count; (*unit)++) {
        if (!gnatcov_coverage(session, *unit))
            continue;
        if (!routine_called(session->trace->gnatcov->input.units[*unit].symbols, name, &count, address, error))
            return false;
        if (count)
            return true;
    }
    for (*unit = 0; *unit < session->trace->gnatcov->input.unit_count; (*unit)++) {     /* inlined everywhere */
        struct symbols *symbols = session->trace->gnatcov->input.units[*unit].symbols;
        if (symbols && symbols_code_named(symbols, name, address, 1))
            return true;
    }
    struct near near;
    return error_set(error, "no function %.*s: %sinfo functions lists them", SLICE(name), near_function(session, name, &near));
}

/* A whole name, or a tail of it behind a slash. */
static bool is_file(struct slice name, struct slice wanted)
{
    size_t rest = name.size - wanted.size;
    return wanted.size <= name.size && slice_equal(slice_cut(name, rest, wanted.size), wanted) && (rest == 0 || name.data[rest - 1] == '/');
}

/* The lowest address of a line of which no row says that a statement begins there: of optimised code. */
static bool address_of_line(struct symbols *symbols, struct slice file, uint64_t line, uint64_t *address)
{
    const struct symbols_line_range *ranges;
    size_t count = symbols_line_ranges(symbols, &ranges);
    struct slice name, folder;
    for (size_t i = 0; i < count; i++) {
        if (ranges[i].line != line)
            continue;
        symbols_line_file(symbols, ranges[i].file, &name, &folder);
        if (!is_file(name, file))
            continue;
        *address = ranges[i].address;
        return true;
    }
    return false;
}

/* The line of a file that has code and is nearest, of all units; 0: none. */
static uint64_t nearest_line(const struct session *session, struct slice file, uint64_t line)
{
    uint64_t nearest = 0;
    for (size_t unit = 0; unit < session->trace->gnatcov->input.unit_count; unit++) {
        struct symbols *symbols = gnatcov_unit(session, unit)->symbols;
        nearest = line_nearer(line, nearest, symbols ? symbols_nearest_line(symbols, file, line) : 0);
    }
    return nearest;
}

static bool code_of_line(struct session *session, struct slice file, uint64_t line, size_t *unit, uint64_t *address, struct error *error)
{
    struct source_position position;
    uint64_t *addresses;
    if (line == 0)
        return error_set(error, "lines count from 1");
    if (!file.size && gnatcov_file_here(session, &position))
        file = position.file;
    if (!file.size)
        return error_set(error, "no source file is known here: FILE:%" PRIu64 " names one", line);
    if (!gnatcov_need_any_code(session, error))
        return false;
    for (*unit = 0; *unit < session->trace->gnatcov->input.unit_count; (*unit)++) {
        struct symbols *symbols = session->trace->gnatcov->input.units[*unit].symbols;
        size_t count = symbols ? symbols_line_addresses(symbols, file, line, &addresses) : 0;
        if (!symbols)
            continue;
        *address = count ? addresses[0] : 0;
        free(addresses);
        if (count || address_of_line(symbols, file, line, address))
            return true;
    }
    uint64_t nearest = nearest_line(session, file, line);
    return nearest ? error_set(error, "no code is of %.*s:%" PRIu64 ": the nearest line with code is %" PRIu64, SLICE(file), line, nearest)
                   : error_set(error, "no code is of %.*s:%" PRIu64, SLICE(file), line);
}

bool gnatcov_code_of(struct session *session, const struct place *place, size_t *unit, uint64_t *address, struct error *error)
{
    if (place->has & PLACE_ADDRESS)
        return code_of_address(session, place, unit, address, error);
    if (place->has & PLACE_LINE)
        return code_of_line(session, place->file, place->line, unit, address, error);
    if (place->has & PLACE_FUNCTION && !(place->has & PLACE_BLOCK))
        return code_of_function(session, place->function, unit, address, error);
    return error_set(error, "not code: expected FUNCTION, FILE:LINE or 0xADDRESS");
}

/* The nearest entry of code, from one on, in a direction. */
static bool entry_of_code(const struct session *session, uint64_t from, int direction, struct spot *spot, struct error *error)
{
    const struct gnatcov *trace = &session->trace->gnatcov->trace;
    struct gnatcov_entry entry;
    for (uint64_t i = from; i >= 1 && i <= trace->entry_count && gnatcov_entry(trace, i, &entry); i += direction < 0 ? UINT64_MAX : 1)
        if (!entry.special && entry.relocated)
            return spot_of_entry(session, i, spot, error);
    return error_set(error, "no entry of code is there");
}

static bool aim_relative(struct session *session, int64_t offset, struct spot *spot, struct error *error)
{
    uint64_t here = session->trace->gnatcov->here.entry, count = session->trace->gnatcov->trace.entry_count;
    if (!here)
        return error_set(error, "no entry covers this instruction, so there is none before or behind it");
    if (offset < 0 ? (uint64_t)-offset >= here : (uint64_t)offset > count - here)
        return error_set(error, "that leads out of the trace: this is @%" PRIu64 " of @%" PRIu64, here, count);
    return entry_of_code(session, offset < 0 ? here - (uint64_t)-offset : here + (uint64_t)offset, offset < 0 ? -1 : 1, spot, error);
}

/* An address inside of an entry: where a history stood. */
static bool aim_event(struct session *session, const struct place *place, struct spot *spot, struct error *error)
{
    struct gnatcov_entry entry;
    if (!spot_of_entry(session, place->event, spot, error))
        return false;
    if (place->has & PLACE_ADDRESS && gnatcov_entry(&session->trace->gnatcov->trace, place->event, &entry) &&
        gnatcov_covers(session, &entry, spot->unit, place->address))
        spot->address = place->address;
    return true;
}

bool gnatcov_aim(struct session *session, const struct place *place, struct spot *spot, struct error *error)
{
    uint64_t count = session->trace->gnatcov->trace.entry_count, address;
    size_t unit;
    if (place->has & PLACE_EVENT)
        return aim_event(session, place, spot, error);
    if (place->has & PLACE_RELATIVE)
        return aim_relative(session, place->offset, spot, error);
    if (place->has & PLACE_BEGIN)
        return entry_of_code(session, 1, 1, spot, error);
    if (place->has & PLACE_END)
        return entry_of_code(session, count, -1, spot, error);
    if (place->has & PLACE_PERCENT) {
        uint64_t percent = (uint64_t)place->offset, number = count / 100 * percent + count % 100 * percent / 100;
        return entry_of_code(session, number ? number : 1, number == count ? -1 : 1, spot, error);
    }
    if (!(place->has & (PLACE_ADDRESS | PLACE_LINE | PLACE_FUNCTION)) || place->has & PLACE_BLOCK)
        return error_set(error, "not a position in %s: expected 0xADDRESS, FUNCTION, FILE:LINE, @N (an entry), +N, -N, N%%, begin or end", kind_of_gnatcov.what);
    if (!gnatcov_code_of(session, place, &unit, &address, error))
        return false;
    return place->has & PLACE_INSTANCE ? spot_of_instance(session, unit, address, place->instance, spot, error)
                                       : spot_of_address(session, unit, address, spot, error);
}

bool gnatcov_resolve(struct session *session, const struct place *place, struct place *whole, struct error *error)
{
    struct place marked;
    struct spot spot;
    if (place->has & PLACE_MARK) {
        if (!marks_get(&session->trace->marks, place->mark, &marked))
            return refuse_mark(session, place->mark, error);
        place = &marked;
    }
    if (!gnatcov_aim(session, place, &spot, error))
        return false;
    *whole = gnatcov_place(session, &spot);
    return true;
}

bool gnatcov_set(struct session *session, const struct place *place, struct error *error)
{
    struct spot spot;
    text_clear(&session->trace->gnatcov->stopped);
    if (!gnatcov_aim(session, place, &spot, error))
        return false;
    gnatcov_stand(session, &spot);
    return true;
}
