/* why_not.c - `why not`: which branch instances kept code from running, or who did not call it.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What was asked for did not run, so that the trace does not know it: names are looked up in the executable. */
#include "recording/questions/questions.h"
#include "recording/wet.h"
#include "session/engine.h"

#include <inttypes.h>
#include <stdlib.h>

struct addresses {                      /* link addresses; zeroed is empty */
    uint64_t *items;
    size_t count, capacity;
};

static void add(struct addresses *addresses, uint64_t address)
{
    for (size_t i = 0; i < addresses->count; i++)
        if (addresses->items[i] == address)
            return;
    addresses->items = array_grow(addresses->items, &addresses->capacity, addresses->count + 1, sizeof *addresses->items);
    addresses->items[addresses->count++] = address;
}

/* ---- May it be asked of this trace at all? ---- */

/* Absence proves nothing where code ran that is not shown. */
bool why_not_shows_all(const struct session *session, struct error *error)
{
    static const char *const parts[] = {"from", "until", "skip"};
    struct slice only = store_note(session->trace->store, "only");
    if (session_is_history(session))
        return error_set(error, "a history holds the last dependences only: that code is absent does not say that it did not run");
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        struct slice note = store_note(session->trace->store, parts[i]);
        if (note.size)
            return error_set(error, "recorded with --%s=%.*s: code that is not shown may have run, so that why not has no answer", parts[i], SLICE(note));
    }
    if (only.size && !slice_is(only, "all") && !slice_is(only, "exe") && !slice_starts(only, "exe "))
        return error_set(error, "recorded with --only=%.*s: code that is not shown may have run, so that why not has no answer", SLICE(only));
    return true;
}

bool why_not_possible(struct session *session, struct error *error)
{
    if (!session_need(session, error) || !wet_need_whole(session, error) || !why_not_shows_all(session, error))
        return false;
    if (!program_symbols(session->trace->program))
        return error_set(error, "why not needs the executable, whose code tells what leads where: name it with --exec");
    struct symbols_summary summary = symbols_summary(program_symbols(session->trace->program));
    if (!summary.x86_64)
        return error_set(error, "why not knows the code of x86-64 alone");
    return true;
}

/* ---- What was asked for ---- */

static bool no_code(const struct session *session, struct slice file, uint64_t line, struct error *error)
{
    struct symbols *symbols = program_symbols(session->trace->program);
    uint64_t nearest = symbols_nearest_line(symbols, file, line);
    if (nearest)
        return error_set(error, "%.*s:%" PRIu64 " has no code in the executable: the nearest line that has is %" PRIu64, SLICE(file), line, nearest);
    return error_set(error, "%.*s:%" PRIu64 " has no code in the executable: %s", SLICE(file), line,
                     symbols_summary(symbols).has_lines ? "no such file, or none of its lines has" : "it has no line information");
}

/* Code of a line: where it begins in the executable, and what ran of it. Where optimized code begins a line and another one at once, the other has the code. */
static bool find_line(struct session *session, struct slice file, uint64_t line, struct addresses *addresses, struct error *error)
{
    struct symbols *symbols = program_symbols(session->trace->program);
    uint64_t *begins;
    size_t count = symbols_line_code(symbols, file, line, &begins);
    for (int pass = 0; pass < 2 && !addresses->count; pass++)
        for (size_t i = 0; i < count; i++) {
            struct source_position position;
            if (pass || (symbols_position(symbols, begins[i], &position) && position.line == line))
                add(addresses, begins[i]);
        }
    free(begins);
    struct indices ran = program_line(session->trace->program, file, line);
    for (size_t i = 0; i < ran.count; i++) {
        uint64_t link = store_instruction(session->trace->store, ran.items[i]).address - program_bias(session->trace->program);
        if (symbols_is_code(symbols, link))
            add(addresses, link);
    }
    return addresses->count || no_code(session, file, line, error);
}

/* Did any of these run? */
static bool entered(const struct session *session, const struct addresses *addresses)
{
    uint64_t index;
    for (size_t i = 0; i < addresses->count; i++)
        if (store_find_address(session->trace->store, addresses->items[i] + program_bias(session->trace->program), &index))
            return true;
    return false;
}

enum { FUNCTIONS_MOST = 16 };           /* that are asked about at once */

/* Where the compiler put copies of an inlined function. */
static void add_inlined(struct symbols *symbols, struct slice name, struct addresses *addresses)
{
    uint64_t *copies;
    size_t count = symbols_copies_named(symbols, name, &copies);
    for (size_t i = 0; i < count && addresses->count <= FUNCTIONS_MOST; i++)
        add(addresses, copies[i]);
    free(copies);
}

/* Its entries, of every function of that name; where it is inlined only, the first that ran of it, or, if none did, each copy. */
static bool find_function(struct session *session, struct slice name, struct addresses *addresses, struct error *error)
{
    struct symbols *symbols = program_symbols(session->trace->program);
    size_t count = symbols_function_count(symbols);
    for (size_t i = 0; i < count && addresses->count <= FUNCTIONS_MOST; i++) {
        struct symbols_function function = symbols_function(symbols, i);
        struct slice readable = symbols_readable(symbols, function.name);
        if (function.name.size && (slice_equal(function.name, name) || slice_equal(readable, name) || demangled_matches(readable, name)))
            add(addresses, function.address);
    }
    struct indices ran = program_function(session->trace->program, name);
    if (ran.count && !entered(session, addresses)) {
        uint64_t link = store_instruction(session->trace->store, ran.items[0]).address - program_bias(session->trace->program);
        if (symbols_is_code(symbols, link))
            add(addresses, link);
    }
    if (!addresses->count)
        add_inlined(symbols, name, addresses);
    if (addresses->count > FUNCTIONS_MOST)
        return error_set(error, "more than %d functions or inlined copies are called %.*s: FILE:LINE asks for a line", FUNCTIONS_MOST, SLICE(name));
    return addresses->count || error_set(error, "no code in the executable is that of a function %.*s: why not knows no library's", SLICE(name));
}

/* How far an address is behind the start of the instruction that holds it, by the code from its function's beginning on. 0: one starts there, or what starts
 * where is not known. */
static uint64_t bytes_inside(struct symbols *symbols, uint64_t address)
{
    struct code_instruction instruction = {0};
    size_t index;
    if (!symbols_function_at(symbols, address, &index))
        return 0;
    struct code_reader *code = code_open(symbols);
    uint64_t at = symbols_function(symbols, index).address;
    bool known = true;
    while (known && at < address) {
        known = code_at(code, at, &instruction) && instruction.valid;
        at += instruction.size;
    }
    code_close(code);
    return known && at > address ? instruction.size - (at - address) : 0;
}

/* An address of the trace, or of the run. */
static bool find_address(const struct session *session, uint64_t address, struct addresses *addresses, struct error *error)
{
    struct symbols *symbols = program_symbols(session->trace->program);
    uint64_t link = address - program_bias(session->trace->program), run = wet_run_bias(session), before, index;
    if (!symbols_is_code(symbols, link) && run && symbols_is_code(symbols, link - run))
        link -= run;
    if (!symbols_is_code(symbols, link))
        return error_set(error, "0x%" PRIx64 " is no code of the executable: why not knows no library's", address);
    uint64_t named = link + program_bias(session->trace->program);
    if (!store_find_address(session->trace->store, named, &index) && (before = bytes_inside(symbols, link)) > 0)
        return error_set(error, "0x%" PRIx64 " is inside the instruction that starts at 0x%" PRIx64 ": name that", address, address - before);
    add(addresses, link);
    return true;
}

static bool find(struct session *session, struct slice word, struct addresses *addresses, struct error *error)
{
    struct place place = {0};
    if (slice_decimal(word, &place.line))
        place.has = PLACE_LINE;
    else if (!session_parse(session, word, &place, error))
        return false;
    if (place.has & PLACE_INSTANCE)
        return error_set(error, "why not asks for code that never ran, not for an instance: leave #%" PRIu64 " out", place.instance);
    if (place.has & PLACE_LINE) {
        struct slice file;
        if (!position_file(session, &place, &file, error))
            return false;
        return place.line ? find_line(session, file, place.line, addresses, error) : error_set(error, "lines count from 1");
    }
    if (place.has & PLACE_FUNCTION)
        return find_function(session, place.function, addresses, error);
    if (place.has & PLACE_ADDRESS)
        return find_address(session, place.address, addresses, error);
    return error_set(error, "not code: expected LINE, FILE:LINE, FUNCTION or 0xADDRESS");
}

/* ---- The answer ---- */

/* What is taken for granted: that all was recorded until the end, and of a text that it shows the whole executable. */
static void add_ground(struct session *session, bool any, struct rows *rows)
{
    struct slice ended = store_note(session->trace->store, "ended");
    struct row *row;
    if (ended.size) {
        row = rows_add(rows, slice_of("the recording ends before the program did, it may have run later: "));
        row->style = STYLE_WARNING;
        text_safe(&row->text, ended);
    }
    if (!session->trace->recording)
        rows_add(rows, slice_of("taken for granted: that the trace shows all the executable's code that ran"))->style = STYLE_UNCERTAIN;
    if (!any)
        return;
    row = rows_add(rows, slice_of("what ran is recorded; what leads where is inferred from the code of "));
    row->style = STYLE_DIM;
    text_safe(&row->text, slice_basename(symbols_path(program_symbols(session->trace->program))));
}

/* What ran is asked for with `why`. */
static void offer_why(const struct unrun *unrun, struct slice word, struct rows *rows)
{
    bool all = true, any = false;
    for (size_t i = 0; i < unrun->count; i++) {
        all &= unrun->steps[i].kind == UNRUN_DID_RUN;
        any |= unrun->steps[i].kind == UNRUN_DID_RUN;
    }
    if (!any)
        return;
    struct row *row = rows_add(rows, slice_of(all ? "it ran: why " : "some of its code ran: why "));
    row->style = STYLE_DIM;
    text_safe(&row->text, word);
    text_add(&row->text, " asks what made it run");
}

bool why_not(struct session *session, struct slice arguments, struct answer *answer, struct error *error)
{
    struct addresses addresses = {0};
    struct unrun unrun = {0};
    struct slice word;
    if (!argument_next(&arguments, &word))
        return error_set(error, "why not needs what did not run: why not LINE, FILE:LINE, FUNCTION or 0xADDRESS");
    if (!argument_end(arguments, error) || !why_not_possible(session, error) || !find(session, word, &addresses, error)) {
        free(addresses.items);
        return false;
    }
    struct flow_graphs *flow = flow_open(program_symbols(session->trace->program));
    bool done = unrun_ask(session->trace->program, flow, addresses.items, addresses.count, &session->options.progress, &unrun);
    flow_close(flow);
    free(addresses.items);
    if (done) {
        bool any = false;
        for (size_t i = 0; i < unrun.count; i++)
            any |= unrun.steps[i].kind != UNRUN_DID_RUN;
        why_not_rows(session, &unrun, &answer->rows);
        offer_why(&unrun, word, &answer->rows);
        add_ground(session, any, &answer->rows);
        answer->rows.title = arena_printf(&answer->rows.arena, "why not %.*s", SLICE(word));
        answer->is_list = true;
    } else {
        error_set(error, "interrupted");
    }
    unrun_free(&unrun);
    return done;
}
