/* gnatcov.c - a GNATcoverage trace in a session: opening it, your place, jumps; what the session asks about it.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "coverage/gnatcov.h"
#include "session/engine.h"

#include <inttypes.h>
#include <stdlib.h>

/* ---- The entry that covers an address ----
 *
 * Entries stay in the file, so clew searches them one after the other. In a long trace it skips most stretches: each has a table of bits, one set for every
 * piece of code that an entry in it touches (a Bloom filter with one function: Bloom 1970). A history runs through the same code for a long time, so clew
 * searches few stretches in vain. 16 entries cost two bytes of bits. */

enum { STRETCH = 16384 /* entries */, BITS = 1 << 14, PIECE = 8 /* bytes of code */, PIECES = 256 /* an entry with more pieces fills the table */ };

struct gnatcov_filter {
    uint64_t stretches;
    uint8_t (*bits)[BITS / 8];
};

static void gnatcov_filter_free(struct gnatcov_filter *filter)
{
    if (filter)
        free(filter->bits);
    free(filter);
}

/* Fibonacci hashing (Knuth, volume 3, 6.4): adjacent pieces get different bits. */
static unsigned bit_of(uint64_t piece)
{
    return (unsigned)(piece * UINT64_C(0x9e3779b97f4a7c15) >> 50);
}

static void note(uint8_t *bits, const struct gnatcov_entry *entry)
{
    if (entry->special || !entry->relocated || entry->size == 0)
        return;
    for (uint64_t offset = 0, pieces = (entry->relative % PIECE + entry->size - 1) / PIECE; offset <= pieces; offset++) {
        if (offset == PIECES) {
            for (size_t i = 0; i < BITS / 8; i++)
                bits[i] = 0xff;
            return;
        }
        unsigned bit = bit_of((entry->relative + offset * PIECE) / PIECE);      /* modulo the address space */
        bits[bit / 8] |= (uint8_t)(1u << bit % 8);
    }
}

/* False: stopped. */
static bool make_filter(struct session *session)
{
    struct gnatcov_session *own = gnatcov_of(session);
    struct gnatcov_cursor cursor;
    struct gnatcov_entry entry;
    struct gnatcov_filter *filter = memory_allocate(sizeof *filter);
    filter->stretches = (own->trace.entry_count + STRETCH - 1) / STRETCH;
    filter->bits = memory_allocate((size_t)filter->stretches * sizeof *filter->bits);
    for (gnatcov_begin(&own->trace, &cursor); gnatcov_next(&cursor, &entry);) {
        note(filter->bits[(entry.number - 1) / STRETCH], &entry);
        if (entry.number % STRETCH == 0 && !progress_report(&session->options.progress, entry.number, own->trace.entry_count)) {
            gnatcov_filter_free(filter);
            return false;
        }
    }
    own->filter = filter;
    return true;
}

static bool may_hold(const struct gnatcov_filter *filter, uint64_t stretch, uint64_t address)
{
    unsigned bit = bit_of(address / PIECE);
    return !filter || filter->bits[stretch][bit / 8] >> bit % 8 & 1;
}

bool gnatcov_covers(const struct session *session, const struct gnatcov_entry *entry, size_t unit, uint64_t address)
{
    return !entry->special && entry->relocated && address - entry->relative < entry->size && gnatcov_unit_of(session, entry) == unit;
}

/* Searches the stretch that holds `from`. */
static bool search_stretch(const struct session *session, size_t unit, uint64_t address, uint64_t from, int direction, uint64_t *number)
{
    const struct gnatcov *trace = &gnatcov_of(session)->trace;
    struct gnatcov_entry entry;
    uint64_t stretch = (from - 1) / STRETCH;
    for (uint64_t i = from; i >= 1 && (i - 1) / STRETCH == stretch && gnatcov_entry(trace, i, &entry); i += direction < 0 ? UINT64_MAX : 1)
        if (gnatcov_covers(session, &entry, unit, address)) {
            *number = i;
            return true;
        }
    return false;
}

enum gnatcov_search gnatcov_search_entry(struct session *session, size_t unit, uint64_t address, uint64_t from, int direction, uint64_t *number)
{
    struct gnatcov_session *own = gnatcov_of(session);
    uint64_t count = own->trace.entry_count;
    if (count > STRETCH && !own->filter && !make_filter(session))
        return SEARCH_INTERRUPTED;
    while (from >= 1 && from <= count) {
        uint64_t stretch = (from - 1) / STRETCH;
        if (may_hold(own->filter, stretch, address)) {
            if (search_stretch(session, unit, address, from, direction, number))
                return SEARCH_HIT;
            if (!progress_report(&session->options.progress, from, count))
                return SEARCH_INTERRUPTED;
        }
        from = direction < 0 ? stretch * STRETCH : (stretch + 1) * STRETCH + 1;
    }
    return SEARCH_MISS;
}

/* ---- Opening ---- */

struct gnatcov_session *gnatcov_of(const struct session *session)
{
    return session_kinds(session) & KIND_GNATCOV ? session->trace->own : NULL;
}

static void gnatcov_free(struct gnatcov_session *own)
{
    gnatcov_input_close(&own->input);
    gnatcov_filter_free(own->filter);
    free(own->object_units);
    text_free(&own->stopped);
    arena_free(&own->arena);
    free(own);
}

static void gnatcov_close(struct session *session)
{
    session->trace->symbols = NULL;            /* belongs to the input */
    gnatcov_free(gnatcov_of(session));
    session->trace->own = NULL;
}

/* Damage before the first usable entry, or any damage with --strict. */
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
        session_note(session, "and %" PRIu64 " more: `problems` lists them", problems->count - 1);
    text_free(&text);
}

static void note_lines(struct session *session, const struct text *notices)
{
    struct str rest = text_str(notices), line;
    while (str_line(&rest, &line))
        session_note(session, "%.*s", STR(line));
}

/* The unit of each shared object of the trace. Objects loaded one after the other can be the same file. */
static void name_objects(struct gnatcov_session *own)
{
    own->object_units = memory_allocate((own->trace.object_count + (size_t)1) * sizeof *own->object_units);
    for (uint32_t i = 0; i < own->trace.object_count; i++) {
        own->object_units[i] = NO_UNIT;
        for (size_t unit = 1; unit < own->input.unit_count; unit++)
            if (str_equal(own->input.units[unit].base->name, own->trace.objects[i].name))
                own->object_units[i] = unit;
    }
}

/* Merges the trace and finds the ELF files. Of a decision map nothing ran, but its addresses are those of an executable too. */
static bool prepare(struct session *session, struct gnatcov_session *own, const char *executable, struct error *error)
{
    struct gnatcov merged = own->trace;
    own->input.progress = session->options.progress;
    own->executable = executable ? arena_string(&own->arena, str_of(executable)) : NULL;
    own->input.executables = &own->executable;
    own->input.executable_count = executable ? 1 : 0;
    own->input.first_path = own->trace.source;
    own->is_map = own->trace.has_entries && own->trace.second.kind == GNATCOV_DECISION_MAP;
    if (own->is_map) {
        session_note(session, "a decision map lists what an emulator should watch, not what ran");
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
    session->trace->own = own;
    session->trace->kind = &kind_of_gnatcov;
    session->trace->path = own->trace.source;
    const struct gnatcov_unit *program = gnatcov_unit(session, 0);
    session->trace->symbols = program ? program->symbols : NULL;
    session_opened_anew(session);
}

static void gnatcov_begin_at(struct session *session);

bool gnatcov_open(struct session *session, const char *path, const char *executable, struct error *error)
{
    struct gnatcov_session *own = memory_allocate(sizeof *own);
    struct str bytes;
    const struct progress *progress = &session->options.progress;
    bool done = contents_read(path, progress, &own->arena, &bytes, error);
    if (done) {
        done = gnatcov_read_watched(bytes, arena_string(&own->arena, str_of(path)), progress, &own->arena, &own->trace) ||
               error_at(error, path, 0, 0, "interrupted");
        done = done && !is_refused(session, &own->trace, error) && prepare(session, own, executable, error);
    }
    if (!done) {
        gnatcov_free(own);
        return false;
    }
    session_close_trace(session);
    take(session, own);
    note_problems(session, &own->input.problems);
    note_lines(session, &own->input.notices);
    gnatcov_begin_at(session);
    return true;
}

/* ---- Units and their coverage ---- */

bool gnatcov_is_ordered(const struct session *session)
{
    return gnatcov_of(session)->trace.second.kind == GNATCOV_HISTORY;
}

const struct gnatcov_unit *gnatcov_unit(const struct session *session, size_t unit)
{
    return unit < gnatcov_of(session)->input.unit_count ? &gnatcov_of(session)->input.units[unit] : NULL;
}

struct object_coverage *gnatcov_coverage(const struct session *session, size_t unit)
{
    const struct gnatcov_unit *found = gnatcov_unit(session, unit);
    return !found ? NULL : session->insn_level ? found->insn : found->branch;
}

size_t gnatcov_unit_of(const struct session *session, const struct gnatcov_entry *entry)
{
    if (!entry->relocated || gnatcov_of(session)->input.unit_count == 0)
        return NO_UNIT;
    return entry->object ? gnatcov_of(session)->object_units[entry->object - 1] : 0;
}

bool gnatcov_need(const struct session *session, struct error *error)
{
    if (!session_need_open(session, error))
        return false;
    if (!gnatcov_of(session))
        return error_set(error, "this is %s, not %s", session->trace->kind->what, kind_of_gnatcov.what);
    return gnatcov_of(session)->has_here || error_set(error, "this trace has no entry of code");
}

bool gnatcov_need_runs(const struct session *session, struct error *error)
{
    return gnatcov_need(session, error) &&
           (!gnatcov_of(session)->is_map || error_set(error, "a decision map lists what an emulator should watch, not what ran"));
}

bool gnatcov_need_code(const struct session *session, struct error *error)
{
    if (!gnatcov_need(session, error))
        return false;
    return gnatcov_coverage(session, gnatcov_of(session)->here.unit) ||
           error_set(error, "cannot show code without the executable: name it with --exec=FILE");
}

/* ---- Your place ---- */

/* Does its address alone lead back to this place? Not inside an instruction, nor where an entry covers nothing. */
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
    bool known = spot->entry && gnatcov_entry(&gnatcov_of(session)->trace, spot->entry, &entry);
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

static bool gnatcov_here(const struct session *session, struct place *place)
{
    if (!gnatcov_of(session)->has_here)
        return false;
    *place = gnatcov_place(session, &gnatcov_of(session)->here);
    return true;
}

void gnatcov_stand(struct session *session, const struct spot *spot)
{
    gnatcov_of(session)->here = *spot;
    gnatcov_of(session)->has_here = true;
    if (spot->entry)
        gnatcov_of(session)->last_entry = spot->entry;
    session->trace->list_line = 0;
    session->version++;
}

/* ---- Positions ---- */

static bool spot_of_entry(const struct session *session, uint64_t number, struct spot *spot, struct error *error)
{
    const struct gnatcov *trace = &gnatcov_of(session)->trace;
    struct gnatcov_entry entry;
    if (!gnatcov_entry(trace, number, &entry))
        return trace->entry_count ? error_set(error, "no entry @%" PRIu64 ": the trace has @1 to @%" PRIu64, number, trace->entry_count)
                                  : error_set(error, "no entry @%" PRIu64 ": the trace has none", number);
    *spot = (struct spot){number, entry.relocated ? entry.relative : entry.address, gnatcov_unit_of(session, &entry)};
    return true;
}

/* The next entry that covers the address, the current one included, else the last one before: it shows how the code came to run. */
static bool spot_of_address(struct session *session, size_t unit, uint64_t address, struct spot *spot, struct error *error)
{
    uint64_t from = gnatcov_of(session)->last_entry ? gnatcov_of(session)->last_entry : 1;
    *spot = (struct spot){0, address, unit};
    enum gnatcov_search found = gnatcov_search_entry(session, unit, address, from, 1, &spot->entry);
    if (found == SEARCH_MISS && from > 1)
        found = gnatcov_search_entry(session, unit, address, from - 1, -1, &spot->entry);
    return found != SEARCH_INTERRUPTED || error_set(error, "interrupted: nothing moved");
}

enum { REPORTED = 4096 };               /* hits between two progress reports */

/* The K-th entry, from 0, that covers the address. */
static bool spot_of_instance(struct session *session, size_t unit, uint64_t address, uint64_t instance, struct spot *spot, struct error *error)
{
    uint64_t at = 0;
    for (uint64_t k = 0;; k++) {
        enum gnatcov_search found = gnatcov_search_entry(session, unit, address, at + 1, 1, &at);
        if (found == SEARCH_INTERRUPTED || (k % REPORTED == REPORTED - 1 && !progress_report(&session->options.progress, k, instance)))
            return error_set(error, "interrupted: nothing moved");
        if (found == SEARCH_MISS)
            return k ? error_set(error, "no entry #%" PRIu64 " of this instruction: %" PRIu64 " entr%s it, and #0 is the first", instance, k, k == 1 ? "y covers" : "ies cover")
                     : error_set(error, "no entry covers this instruction");
        if (k == instance)
            break;
    }
    *spot = (struct spot){at, address, unit};
    return true;
}

/* The unit with code at an address: the place's own, else the current one, else the first. */
static size_t unit_with(const struct session *session, const struct place *place)
{
    const struct gnatcov_session *own = gnatcov_of(session);
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

/* Where clew knows no code, an address counts as code if an entry covers it. */
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
                            : coverage ? "0x%" PRIx64 " is not code of the executable, and no entry covers it"
                                       : "no entry covers 0x%" PRIx64 "; for more, name the executable with --exec=FILE", place->address);
}

bool gnatcov_need_any_code(const struct session *session, struct error *error)
{
    for (size_t unit = 0; unit < gnatcov_of(session)->input.unit_count; unit++)
        if (gnatcov_coverage(session, unit))
            return true;
    return error_set(error, "no names or lines without the executable: name it with --exec=FILE");
}

/* The routine that a name means (in C++ perhaps a shortened name). *count routines match, the first at *address; 0: none. False: it is ambiguous. */
static bool routine_called(struct symbols *symbols, struct str name, size_t *count, uint64_t *address, struct error *error)
{
    enum { LISTED = 4 };
    const struct symbols_routine **found;
    struct str names[LISTED];
    size_t different = 0;
    *count = symbols_routines_called(symbols, name, &found);
    for (size_t i = 0; i < *count; i++) {
        struct str readable = symbols_readable(symbols, found[i]->name);
        if (i < LISTED)
            names[i] = readable;
        different += i > 0 && !str_equal(readable, names[0]);
    }
    *address = *count ? found[0]->address : 0;
    free(found);
    return !different || several_functions(name, names, *count, LISTED, error);
}

static bool code_of_function(struct session *session, struct str name, size_t *unit, uint64_t *address, struct error *error)
{
    size_t count;
    if (!gnatcov_need_any_code(session, error))
        return false;
    for (*unit = 0; *unit < gnatcov_of(session)->input.unit_count; (*unit)++) {
        if (!gnatcov_coverage(session, *unit))
            continue;
        if (!routine_called(gnatcov_of(session)->input.units[*unit].symbols, name, &count, address, error))
            return false;
        if (count)
            return true;
    }
    for (*unit = 0; *unit < gnatcov_of(session)->input.unit_count; (*unit)++) {     /* a function that is inlined everywhere */
        struct symbols *symbols = gnatcov_of(session)->input.units[*unit].symbols;
        if (symbols && symbols_code_named(symbols, name, address, 1))
            return true;
    }
    struct near near;
    return error_set(error, "no function `%.*s`: %s`info functions` lists them", STR(name), near_function(session, name, &near));
}

/* A whole name, or the end of one after a slash. */
static bool is_file(struct str name, struct str wanted)
{
    size_t rest = name.size - wanted.size;
    return wanted.size <= name.size && str_equal(str_cut(name, rest, wanted.size), wanted) && (rest == 0 || name.data[rest - 1] == '/');
}

/* The lowest address of a line, for lines of optimised code where no row marks the start of a statement. */
static bool address_of_line(struct symbols *symbols, struct str file, uint64_t line, uint64_t *address)
{
    const struct symbols_line_range *ranges;
    size_t count = symbols_line_ranges(symbols, &ranges);
    struct str name, folder;
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

/* The line with code nearest to a line of a file, over all units; 0: none. */
static uint64_t nearest_line(const struct session *session, struct str file, uint64_t line)
{
    uint64_t nearest = 0;
    for (size_t unit = 0; unit < gnatcov_of(session)->input.unit_count; unit++) {
        struct symbols *symbols = gnatcov_unit(session, unit)->symbols;
        nearest = line_nearer(line, nearest, symbols ? symbols_nearest_line(symbols, file, line) : 0);
    }
    return nearest;
}

static bool code_of_line(struct session *session, struct str file, uint64_t line, size_t *unit, uint64_t *address, struct error *error)
{
    struct source_position position;
    uint64_t *addresses;
    if (line == 0)
        return error_set(error, "line 0: lines are numbered from 1");
    if (!file.size && gnatcov_file_here(session, &position))
        file = position.file;
    if (!file.size)
        return error_set(error, "no source file is known here: name one, as in FILE:%" PRIu64, line);
    if (!gnatcov_need_any_code(session, error))
        return false;
    for (*unit = 0; *unit < gnatcov_of(session)->input.unit_count; (*unit)++) {
        struct symbols *symbols = gnatcov_of(session)->input.units[*unit].symbols;
        size_t count = symbols ? symbols_line_addresses(symbols, file, line, &addresses) : 0;
        if (!symbols)
            continue;
        *address = count ? addresses[0] : 0;
        free(addresses);
        if (count || address_of_line(symbols, file, line, address))
            return true;
    }
    uint64_t nearest = nearest_line(session, file, line);
    return nearest ? error_set(error, "no code at %.*s:%" PRIu64 ": the nearest line with code is %" PRIu64, STR(file), line, nearest)
                   : error_set(error, "no code at %.*s:%" PRIu64, STR(file), line);
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

/* The nearest entry with code, from an entry on, in a direction. */
static bool entry_of_code(const struct session *session, uint64_t from, int direction, struct spot *spot, struct error *error)
{
    const struct gnatcov *trace = &gnatcov_of(session)->trace;
    struct gnatcov_entry entry;
    for (uint64_t i = from; i >= 1 && i <= trace->entry_count && gnatcov_entry(trace, i, &entry); i += direction < 0 ? UINT64_MAX : 1)
        if (!entry.special && entry.relocated)
            return spot_of_entry(session, i, spot, error);
    return error_set(error, "no entry of code there");
}

static bool aim_relative(struct session *session, int64_t offset, struct spot *spot, struct error *error)
{
    uint64_t here = gnatcov_of(session)->here.entry, count = gnatcov_of(session)->trace.entry_count;
    if (!here)
        return error_set(error, "no entry covers this instruction, so none comes before or after it");
    if (offset < 0 ? (uint64_t)-offset >= here : (uint64_t)offset > count - here)
        return error_set(error, "%+" PRId64 " leads out of the trace, which has @1 to @%" PRIu64 ": this is @%" PRIu64, offset, count, here);
    return entry_of_code(session, offset < 0 ? here - (uint64_t)-offset : here + (uint64_t)offset, offset < 0 ? -1 : 1, spot, error);
}

/* An address inside an entry: a saved place in a history. */
static bool aim_event(struct session *session, const struct place *place, struct spot *spot, struct error *error)
{
    struct gnatcov_entry entry;
    if (!spot_of_entry(session, place->event, spot, error))
        return false;
    if (place->has & PLACE_ADDRESS && gnatcov_entry(&gnatcov_of(session)->trace, place->event, &entry) &&
        gnatcov_covers(session, &entry, spot->unit, place->address))
        spot->address = place->address;
    return true;
}

bool gnatcov_aim(struct session *session, const struct place *place, struct spot *spot, struct error *error)
{
    uint64_t count = gnatcov_of(session)->trace.entry_count, address;
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

static bool gnatcov_resolve(struct session *session, const struct place *place, struct place *whole, struct error *error)
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

static bool gnatcov_set(struct session *session, const struct place *place, struct error *error)
{
    struct spot spot;
    text_clear(&gnatcov_of(session)->stopped);
    if (!gnatcov_aim(session, place, &spot, error))
        return false;
    gnatcov_stand(session, &spot);
    return true;
}

/* ---- Your place when a coverage trace opens ----
 *
 * A user who browses a flat trace wants to know what did not run, so clew begins at the first uncovered line: the first one of the file whose code comes first
 * in linking order. In that order the program's own files come before those of libraries; headers of the system come last. Batch mode, a history, and code
 * without lines begin at the first entry with code. */

/* The uncovered lines: their number, and the file to begin in. */
struct gaps {
    size_t all, lines, system;          /* over all units: lines with code; uncovered lines of the program's own files, and of the system's */
    size_t unit;
    const struct object_file *file;     /* NULL: none */
    size_t of_file;
    uint64_t address;                   /* of the file's first uncovered line */
};

static bool is_gap(const struct gnatcov_unit *unit, const struct object_file *file, const struct object_line *line)
{
    return line->mark != OBJECT_COVERED && !gnatcov_line_of_copy(unit, file, line);
}

static bool is_of_system(const struct object_file *file)
{
    return source_is_system(file->name, file->folder);
}

static bool comes_before(const struct object_file *file, uint64_t address, const struct gaps *gaps)
{
    if (!gaps->file || is_of_system(file) != is_of_system(gaps->file))
        return !gaps->file || is_of_system(gaps->file);
    return address < gaps->address;
}

static void look_into(struct session *session, size_t unit, const struct object_file *file, struct gaps *gaps)
{
    size_t count = 0;
    uint64_t address = UINT64_MAX;
    for (size_t i = 0; i < file->line_count; i++)
        if (is_gap(gnatcov_unit(session, unit), file, &file->lines[i])) {
            uint64_t begins = file->ranges[file->lines[i].first_range]->address;
            address = begins < address ? begins : address;
            count++;
        }
    gaps->all += file->line_count;
    *(is_of_system(file) ? &gaps->system : &gaps->lines) += count;
    if (count && (!gaps->file || gaps->unit == unit) && comes_before(file, address, gaps)) {
        gaps->unit = unit;
        gaps->file = file;
        gaps->of_file = count;
        gaps->address = address;
    }
}

/* False: interrupted. */
static bool find_gaps(struct session *session, struct gaps *gaps)
{
    *gaps = (struct gaps){0};
    for (size_t unit = 0; unit < gnatcov_of(session)->input.unit_count; unit++) {
        struct object_coverage *coverage = gnatcov_coverage(session, unit);
        const struct object_file *files;
        size_t count;
        if (!coverage)
            continue;
        if (!object_coverage_files(coverage, &session->options.progress, &files, &count))
            return false;
        for (size_t i = 0; i < count; i++)
            look_into(session, unit, &files[i], gaps);
    }
    return true;
}

/* The first instruction of a line that did not run, or whose branch did not go both ways. */
static uint64_t address_of(struct object_coverage *coverage, const struct object_file *file, const struct object_line *line)
{
    const struct symbols_line_range *const *ranges = (const struct symbols_line_range *const *)file->ranges + line->first_range;
    for (size_t i = 0; i < line->range_count; i++) {
        struct object_instruction *instructions;
        size_t count = object_coverage_range(coverage, ranges[i]->address, ranges[i]->size, &instructions), k = 0;
        while (k < count && instructions[k].mark == OBJECT_COVERED)
            k++;
        uint64_t address = k < count ? instructions[k].code.address : 0;
        free(instructions);
        if (k < count)
            return address;
    }
    return ranges[0]->address;
}
/* "duration.c:11: first of 9 lines not fully covered; `next-uncovered` goes on" */
static void tell(struct session *session, const struct gaps *gaps, uint64_t line)
{
    struct text note = {0}, name = {0};
    text_safe(&name, str_basename(gaps->file->name));
    text_printf(&note, "%s:%" PRIu64 ": first of ", text_string(&name), line);
    text_count(&note, gaps->of_file);
    text_add(&note, gaps->of_file == 1 ? " line not fully covered" : " lines not fully covered");
    size_t lines = is_of_system(gaps->file) ? gaps->system : gaps->lines;
    if (lines > gaps->of_file) {
        text_add(&note, " in its file, ");
        text_count(&note, lines);
        text_add(&note, " in all");
    }
    text_add(&note, "; `next-uncovered` goes on");
    session_greet(session, text_str(&note));
    text_free(&name);
    text_free(&note);
}

static bool begin_at_gap(struct session *session, struct spot *spot)
{
    struct gaps gaps;
    struct error ignored;
    if (!session->options.lazy || gnatcov_is_ordered(session) || gnatcov_of(session)->is_map || !gnatcov_of(session)->trace.entry_count ||
        !find_gaps(session, &gaps))
        return false;
    if (gaps.all && !gaps.lines && !gaps.system)
        session_greet(session, str_of("all lines are covered"));
    if (!gaps.file)
        return false;
    size_t i = 0;
    while (!is_gap(gnatcov_unit(session, gaps.unit), gaps.file, &gaps.file->lines[i]))
        i++;
    uint64_t address = address_of(gnatcov_coverage(session, gaps.unit), gaps.file, &gaps.file->lines[i]);
    struct place place = {.has = PLACE_ADDRESS, .address = address, .object = 1 + (unsigned)gaps.unit};
    if (!gnatcov_aim(session, &place, spot, &ignored))
        return false;
    tell(session, &gaps, gaps.file->lines[i].line);
    return true;
}

/* For a user who browses a flat trace: moves to the first uncovered line and says so. Otherwise, or if interrupted: to the first entry with code. Finding
 * uncovered lines reads all lines, which the panes need too: O(code with lines) once, with progress. */
static void gnatcov_begin_at(struct session *session)
{
    struct place place = {.has = PLACE_BEGIN};
    struct spot spot;
    struct error ignored;
    if (!begin_at_gap(session, &spot) && !gnatcov_aim(session, &place, &spot, &ignored)) {
        session_note(session, "this trace has no entry of code");
        return;
    }
    gnatcov_stand(session, &spot);
    if (gnatcov_here(session, &place))
        history_visit(&session->trace->history, &place);
}

/* ---- The functions of struct session_kind for coverage traces ---- */

static const char *label(const struct session *session)
{
    const struct gnatcov *trace = &gnatcov_of(session)->trace;
    return gnatcov_kind_texts[trace->has_entries ? trace->second.kind : GNATCOV_INFO].label;
}

static bool disassemble(struct session *session, struct str arguments, struct answer *answer, struct error *error)
{
    struct place place = {0};
    size_t unit;
    uint64_t address;
    if (!gnatcov_need_code(session, error))
        return false;
    unit = gnatcov_of(session)->here.unit;
    address = gnatcov_of(session)->here.address;
    if (arguments.size && (!session_parse(session, arguments, &place, error) || !gnatcov_code_of(session, &place, &unit, &address, error)))
        return false;
    answer->is_list = true;
    return gnatcov_rows_of_code(session, unit, address, &answer->rows, error);
}

/* The functions of all units, one after the other. */
static bool name(const struct session *session, size_t i, struct str *out)
{
    const struct symbols_routine *routines;
    for (size_t unit = 0; unit < gnatcov_of(session)->input.unit_count; unit++) {
        struct symbols *symbols = gnatcov_of(session)->input.units[unit].symbols;
        size_t count = symbols ? symbols_routines(symbols, &routines) : 0;
        if (i < count) {
            *out = symbols_readable(symbols, routines[i].name);
            return true;
        }
        i -= count;
    }
    return false;
}

/* A number alone is a line of the file at your place, as in gdb: there are no ids. */
static void number(struct session *session, struct place *place)
{
    struct source_position position;
    struct text said = {0};
    *place = (struct place){.has = PLACE_LINE | (place->has & PLACE_INSTANCE), .line = place->id, .instance = place->instance};
    if (place->line && gnatcov_file_here(session, &position)) {
        text_printf(&said, "%" PRIu64 " means a line of ", place->line);
        text_append(&said, str_basename(position.file));
        if (place->line && place->line <= gnatcov_of(session)->trace.entry_count)
            text_printf(&said, "; `@%" PRIu64 "` means the entry", place->line);
        session_note_once(session, text_str(&said));
    }
    text_free(&said);
}

const struct session_kind kind_of_gnatcov = {
    .kind = KIND_GNATCOV,
    .what = "a coverage trace",
    .asks = "next-uncovered, branch, coverage, info",
    .counts = "an entry",
    .arrangement = {.main = VIEW_ENTRIES, .upper = VIEW_INSTRUCTIONS, .lower = VIEW_SOURCE, .line = VIEW_BRANCH, .two_columns = 120, .upper_percent = 55,
                    .panes = {VIEW_SOURCE, VIEW_INSTRUCTIONS, VIEW_ENTRIES, VIEW_FUNCTIONS, VIEW_BRANCH}},
    .close = gnatcov_close,
    .label = label,
    .here = gnatcov_here,
    .set = gnatcov_set,
    .resolve = gnatcov_resolve,
    .tell = gnatcov_tell,
    .place_row = gnatcov_place_row,
    .view = gnatcov_view,
    .status = gnatcov_status,
    .walk = gnatcov_walk,
    .stop_at = gnatcov_stop_at,
    .where = kind_where,
    .list = gnatcov_list,
    .disassemble = disassemble,
    .next_execution = gnatcov_next_execution,
    .info = gnatcov_info,
    .problems = gnatcov_problems,
    .history = kind_history,
    .source = gnatcov_source,
    .lines = gnatcov_lines,
    .name = name,
    .number = number,
    .dot = gnatcov_dot,
    .coverage = gnatcov_coverage_command,
    .uncovered = gnatcov_uncovered,
};
