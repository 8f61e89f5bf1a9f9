/* gnatcov_walk.c - steps in a history trace, both ways; the next entry of an instruction.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * An entry of a history that covers code is one execution of that code, from its first instruction to its last; the next such entry follows it. Steps pass over
 * entries that only say which way a branch went, and entries without code. */
#include "coverage/gnatcov.h"
#include "session/engine.h"

#include <stdlib.h>
#include <string.h>

enum { REPORTED = 65536, HITS_REPORTED = 4096 };
enum step { STEP_DONE, STEP_END, STEP_INTERRUPTED };

/* The starts of the instructions in an entry's code, for walking backwards through it. */
struct starts {
    uint64_t first;                     /* address of the code; size 0: empty */
    size_t unit;
    uint16_t size;
    uint64_t *addresses;                /* malloced, ascending */
    size_t count, capacity;
};

/* What a step already knows about an instruction while it looks for another line: a loop on the line can repeat millions of times. */
struct seen {
    uint64_t address;
    size_t unit;
    uint32_t size;                      /* of the instruction; 0: empty */
    bool other;                         /* it is on another line */
};
enum { SEEN = 1024, STARTS = 64 };

struct walker {
    struct seen *seen;                  /* SEEN items, by address; for the line that the step leaves */
    struct session *session;
    struct spot spot;
    struct gnatcov_entry entry;         /* the entry of spot */
    struct starts *starts;              /* STARTS items, by address: a loop repeats the same code */
    bool reverse;
    uint64_t passed;
};

static bool is_execution(const struct gnatcov_entry *entry)
{
    return !entry->special && entry->relocated && entry->size > 0 && entry->op & (GNATCOV_BLOCK | GNATCOV_FAULT);
}

/* Counts from the entry's first instruction: emulators make blocks of whole instructions. */
static struct starts *find_starts(struct walker *w)
{
    struct starts *starts = &w->starts[(w->entry.relative ^ w->entry.relative >> 6) % STARTS];
    struct object_coverage *coverage = gnatcov_coverage(w->session, w->spot.unit);
    struct object_instruction instruction;
    if (starts->size == w->entry.size && starts->first == w->entry.relative && starts->unit == w->spot.unit)
        return starts;
    starts->first = w->entry.relative;
    starts->unit = w->spot.unit;
    starts->size = w->entry.size;
    starts->count = 0;
    for (uint64_t address = w->entry.relative; coverage && gnatcov_covers(w->session, &w->entry, w->spot.unit, address); address += instruction.code.size) {
        if (!object_coverage_at(coverage, address, &instruction))
            break;
        starts->addresses = array_grow(starts->addresses, &starts->capacity, starts->count + 1, sizeof *starts->addresses);
        starts->addresses[starts->count++] = address;
    }
    return starts;
}

static size_t starts_below(const struct starts *starts, uint64_t address)
{
    LOWER_BOUND(size_t, at, 0, starts->count, starts->addresses[at] < address);
    return at;
}

static void go_to_last(struct walker *w)
{
    const struct starts *starts = find_starts(w);
    w->spot.address = starts->count ? starts->addresses[starts->count - 1] : w->entry.relative;
}

/* Moves to the first address of the next execution. */
static enum step next_entry(struct walker *w)
{
    const struct gnatcov *trace = &gnatcov_of(w->session)->trace;
    struct gnatcov_entry entry;
    uint64_t number = w->spot.entry;
    do {
        number += w->reverse ? UINT64_MAX : 1;
        if (number == 0 || number > trace->entry_count || !gnatcov_entry(trace, number, &entry))
            return STEP_END;
        if (++w->passed % REPORTED == 0 && !progress_report(&w->session->options.progress, number, trace->entry_count))
            return STEP_INTERRUPTED;
    } while (!is_execution(&entry));
    w->entry = entry;
    w->spot = (struct spot){number, entry.relative, gnatcov_unit_of(w->session, &entry)};
    return STEP_DONE;
}

static enum step step_entry(struct walker *w)
{
    enum step result = next_entry(w);
    if (result == STEP_DONE && w->reverse)
        go_to_last(w);
    return result;
}

/* Moves to the neighbouring instruction in the same entry. False: this was its last (or first) one, or clew does not know its code. */
static bool step_inside(struct walker *w)
{
    struct object_coverage *coverage = gnatcov_coverage(w->session, w->spot.unit);
    struct object_instruction instruction;
    if (!coverage || !gnatcov_covers(w->session, &w->entry, w->spot.unit, w->spot.address))
        return false;
    if (w->reverse) {
        const struct starts *starts = find_starts(w);
        size_t before = starts_below(starts, w->spot.address);
        if (before)
            w->spot.address = starts->addresses[before - 1];
        return before > 0;
    }
    const struct seen *seen = &w->seen[w->spot.address % SEEN];
    bool known = seen->size && seen->address == w->spot.address && seen->unit == w->spot.unit;
    if (!known && !object_coverage_at(coverage, w->spot.address, &instruction))
        return false;
    uint32_t size = known ? seen->size : instruction.code.size;
    if (!gnatcov_covers(w->session, &w->entry, w->spot.unit, w->spot.address + size))
        return false;
    w->spot.address += size;
    return true;
}

static enum step step_instruction(struct walker *w)
{
    if (++w->passed % 1024 == 0 && !progress_report(&w->session->options.progress, w->spot.entry, gnatcov_of(w->session)->trace.entry_count))
        return STEP_INTERRUPTED;
    return step_inside(w) ? STEP_DONE : step_entry(w);
}

/* ---- Lines ---- */

/* Is it on another line than `line`? No for code without a line; calls of libraries are such code. */
static bool is_other_line(const struct walker *w, const struct source_position *line)
{
    struct seen *seen = &w->seen[w->spot.address % SEEN];
    struct object_instruction instruction;
    struct source_position now;
    if (seen->size && seen->address == w->spot.address && seen->unit == w->spot.unit)
        return seen->other;
    bool other = gnatcov_position(w->session, w->spot.unit, w->spot.address, &now) && now.line &&
                 (now.line != line->line || !str_equal(now.file, line->file) || !str_equal(now.function, line->function));
    if (gnatcov_instruction(w->session, &w->spot, &instruction))
        *seen = (struct seen){w->spot.address, w->spot.unit, instruction.code.size, other};
    return other;
}

static void forget_seen(struct walker *w)
{
    memset(w->seen, 0, SEEN * sizeof *w->seen);
}

static enum step step_line(struct walker *w)
{
    struct source_position line;
    enum step result;
    if (!gnatcov_position(w->session, w->spot.unit, w->spot.address, &line) || !line.line)
        return step_entry(w);           /* without lines: a step of one block */
    forget_seen(w);
    while ((result = step_instruction(w)) == STEP_DONE && !is_other_line(w, &line))
        ;
    if (result != STEP_DONE || !w->reverse)
        return result;
    (void)gnatcov_position(w->session, w->spot.unit, w->spot.address, &line);
    struct walker before = *w;          /* backwards also to the start of the line */
    forget_seen(w);
    while ((result = step_instruction(&before)) == STEP_DONE && !is_other_line(&before, &line))
        *w = before;
    return result == STEP_INTERRUPTED ? result : STEP_DONE;
}

/* ---- Breakpoints ---- */

struct targets {
    size_t unit;
    const uint64_t *addresses;
    size_t count;
    struct stop *stop;                  /* NULL: `until`'s */
};

/* The first of the targets after `from` within the entry (`from` itself counts unless `beyond`). False: none. */
static bool first_in_entry(const struct walker *w, const struct targets *targets, uint64_t from, bool beyond, uint64_t *best)
{
    bool found = false;
    for (size_t i = 0; i < targets->count; i++) {
        uint64_t address = targets->addresses[i];
        bool ahead = w->reverse ? address < from || (!beyond && address == from) : address > from || (!beyond && address == from);
        if (!ahead || !gnatcov_covers(w->session, &w->entry, targets->unit, address))
            continue;
        if (!found || (w->reverse ? address > *best : address < *best))
            *best = address;
        found = true;
    }
    return found;
}

/* Counts the hits of the breakpoints here. True: at least one stops. */
static bool hit(struct walker *w, struct targets *targets, size_t count)
{
    struct text *out = &gnatcov_of(w->session)->stopped;
    bool stopped = false;
    for (size_t i = 0; i < count; i++) {
        struct stop *stop = targets[i].stop;
        bool met = false;
        for (size_t k = 0; k < targets[i].count && targets[i].unit == w->spot.unit; k++)
            met = met || targets[i].addresses[k] == w->spot.address;
        if (!met || (stop && !stop_is_on(stop)))
            continue;
        stopped |= !stop || stop_hit(stop, w->reverse, out);
    }
    return stopped;
}

/* Runs to the next target that stops. */
static enum step run_to(struct walker *w, struct targets *targets, size_t count)
{
    uint64_t from = w->spot.address, address;
    for (bool beyond = true;;) {
        uint64_t best = 0;
        bool found = false;
        for (size_t i = 0; i < count; i++)
            if (first_in_entry(w, &targets[i], from, beyond, &address) && (!found || (w->reverse ? address > best : address < best))) {
                best = address;
                found = true;
            }
        if (found) {
            w->spot.address = from = best;
            beyond = true;
            if (hit(w, targets, count))
                return STEP_DONE;
            continue;
        }
        enum step result = next_entry(w);
        if (result != STEP_DONE)
            return result;
        from = w->reverse ? w->entry.relative + w->entry.size - 1 : w->entry.relative;
        beyond = false;
    }
}

static enum step go_on(struct walker *w, struct targets *targets, size_t count)
{
    enum step result = run_to(w, targets, count);
    if (result == STEP_END && w->reverse)
        w->spot.address = w->entry.relative;
    else if (result == STEP_END)
        go_to_last(w);                  /* the end is at the last instruction */
    return result;
}

/* The first address of a function's own code and of each inlined copy. If `first` is not among them, `first` alone. */
static void add_copies(struct session *session, struct str name, uint64_t first, struct targets *targets, uint64_t **addresses)
{
    targets->count = symbols_copies_named(gnatcov_unit(session, targets->unit)->symbols, name, addresses);
    bool known = false;
    for (size_t i = 0; i < targets->count; i++)
        known |= (*addresses)[i] == first;
    if (known)
        return;
    (*addresses)[0] = first;            /* there is room for one */
    targets->count = 1;
}

/* The same for all functions that a name means; a C++ name may be a shortened one. False: none with code of its own. */
static bool add_called(struct session *session, struct str name, struct targets *targets, uint64_t **addresses)
{
    const struct symbols_routine **found;
    size_t capacity = 0, called = 0, all = 0;
    for (targets->unit = 0; targets->unit < gnatcov_of(session)->input.unit_count && !called; targets->unit += !called) {
        struct symbols *symbols = gnatcov_unit(session, targets->unit)->symbols;
        called = symbols ? symbols_routines_called(symbols, name, &found) : 0;
    }
    *addresses = NULL;
    for (size_t i = 0; i < called; i++) {
        struct targets one = {.unit = targets->unit};
        uint64_t *own;
        add_copies(session, found[i]->name, found[i]->address, &one, &own);
        for (size_t k = 0; k < one.count; k++) {
            *addresses = array_grow(*addresses, &capacity, all + 1, sizeof **addresses);
            (*addresses)[all++] = own[k];
        }
        free(own);
    }
    if (called)
        free(found);
    targets->addresses = *addresses;
    targets->count = all;
    return called > 0;
}

/* The addresses at which a line begins and control comes from another line: several for a loop's head. For other places one address. */
static bool addresses_of(struct session *session, const struct place *place, struct targets *targets, uint64_t **addresses, struct error *error)
{
    struct source_position position, before;
    uint64_t first;
    bool function = place->has & PLACE_FUNCTION && !(place->has & (PLACE_ADDRESS | PLACE_LINE | PLACE_BLOCK));
    if (function && add_called(session, place->function, targets, addresses))
        return true;
    if (!gnatcov_code_of(session, place, &targets->unit, &first, error))
        return false;
    bool line = !(place->has & PLACE_ADDRESS) && place->has & PLACE_LINE && gnatcov_position(session, targets->unit, first, &position);
    *addresses = NULL;
    size_t all = line ? symbols_line_addresses(gnatcov_unit(session, targets->unit)->symbols, position.file, position.line, addresses) : 0;
    for (size_t i = 0; i < all; i++) {
        bool goes_on = gnatcov_position(session, targets->unit, (*addresses)[i] - 1, &before) && before.line == position.line &&
                       str_equal(before.file, position.file) && str_equal(before.function, position.function);
        if (!goes_on || (*addresses)[i] == first)
            (*addresses)[targets->count++] = (*addresses)[i];
    }
    if (function) {
        free(*addresses);
        add_copies(session, place->function, first, targets, addresses);
    }
    if (!targets->count) {
        free(*addresses);
        *addresses = memory_allocate(sizeof **addresses);
        (*addresses)[targets->count++] = first;
    }
    targets->addresses = *addresses;
    return true;
}

static enum step walk_stops(struct walker *w, const struct place *until, struct error *error, bool *failed)
{
    struct session *session = w->session;
    struct targets *targets = memory_allocate((session->trace->stops.count + 1) * sizeof *targets);
    uint64_t *addresses = NULL;
    size_t count = 0;
    for (size_t i = 0; i < session->trace->stops.count; i++) {
        struct stop *stop = &session->trace->stops.items[i];
        if (stop_is_on(stop))
            targets[count++] = (struct targets){stop->unit, stop->addresses, stop->address_count, stop};
    }
    enum step result = STEP_END;
    if (until) {
        *failed = !addresses_of(session, until, &targets[count], &addresses, error);
        count++;
    }
    if (!*failed)
        result = go_on(w, targets, count);
    free(addresses);
    free(targets);
    return result;
}

/* ---- The command ---- */

static bool refuse(const struct session *session, const struct walk_order *order, struct error *error)
{
    if (gnatcov_of(session)->is_map)
        return gnatcov_need_runs(session, error);
    if (!gnatcov_is_ordered(session))
        return error_set(error, "a flat trace does not record the order of executions: use `next-uncovered`, `next-execution` or `goto +1` (the next entry). "
                                "clew run-coverage --history records an order");
    if (order->walk == WALK_NEXT || order->walk == WALK_NEXT_INSTRUCTION || order->walk == WALK_FINISH)
        return error_set(error, "the trace does not record calls and returns: use `step`, `stepi`, `continue` or `until`");
    if (order->walk == WALK_UNTIL && !order->has_until)
        return error_set(error, "`until` needs a position: `until LINE`, `until FUNCTION` or `until 0xADDRESS`");
    return true;
}

static enum step walk_once(struct walker *w, const struct walk_order *order, struct error *error, bool *failed)
{
    switch (order->walk) {
    case WALK_STEP_INSTRUCTION: return step_instruction(w);
    case WALK_STEP: return step_line(w);
    default: return walk_stops(w, order->has_until ? &order->until : NULL, error, failed);
    }
}

/* Repeats a step as often as ordered, or to the end. */
static bool walk_often(struct walker *w, const struct walk_order *order, struct error *error)
{
    struct text *stopped = &gnatcov_of(w->session)->stopped;
    const struct spot began = w->spot;
    bool failed = false;
    for (uint64_t i = 0; i < order->count; i++) {
        text_clear(stopped);
        enum step result = walk_once(w, order, error, &failed);
        if (failed)
            return false;
        if (result == STEP_INTERRUPTED)
            return error_set(error, "interrupted: nothing moved");
        bool moved = w->spot.entry != began.entry || w->spot.address != began.address;
        if (result == STEP_END && !moved && order->walk < WALK_CONTINUE)
            return error_set(error, order->reverse ? "this is where the trace begins" : "this is where the trace ends");
        if (result == STEP_END) {
            text_add(stopped, order->reverse ? "the trace begins here" : "the trace ends here");
            break;
        }
    }
    return true;
}

bool gnatcov_walk(struct session *session, const struct walk_order *order, struct error *error)
{
    struct gnatcov_session *own = gnatcov_of(session);
    struct starts starts[STARTS] = {{0}};
    struct seen seen[SEEN] = {{0}};
    struct walker w = {.session = session, .spot = own->here, .starts = starts, .seen = seen, .reverse = order->reverse};
    text_clear(&own->stopped);
    if (!gnatcov_need(session, error) || !refuse(session, order, error))
        return false;
    if (!w.spot.entry || !gnatcov_entry(&own->trace, w.spot.entry, &w.entry))
        return error_set(error, "no entry covers this instruction, so nothing comes before or after it: `goto @N` goes to an entry");
    bool done = walk_often(&w, order, error);
    for (size_t i = 0; i < STARTS; i++)
        free(starts[i].addresses);
    if (!done)
        text_clear(&own->stopped);
    else
        gnatcov_stand(session, &w.spot);
    return done;
}

bool gnatcov_stop_at(struct session *session, struct str location, struct stop *stop, struct error *error)
{
    struct place place = {0};
    struct targets targets = {0};
    if (!gnatcov_need(session, error))
        return false;
    if (!gnatcov_is_ordered(session))
        return error_set(error, "a flat trace does not record the order of executions, so nothing can stop: clew run-coverage --history records one");
    if (str_decimal(location, &place.line))
        place.has = PLACE_LINE;
    else if (location.size && !session_parse(session, str_starts(location, "*") ? str_trim(str_cut(location, 1, SIZE_MAX)) : location, &place, error))
        return false;
    if (location.size == 0) {
        targets.unit = gnatcov_of(session)->here.unit;
        targets.count = 1;
        stop->addresses = memory_allocate(sizeof *stop->addresses);
        stop->addresses[0] = gnatcov_of(session)->here.address;
    } else if (!addresses_of(session, &place, &targets, &stop->addresses, error)) {
        return false;
    }
    stop->unit = targets.unit;
    stop->address_count = targets.count;
    if (location.size == 0 || (place.has == PLACE_LINE && !place.file.size)) {
        struct text text = {0};
        gnatcov_describe_place(session, stop->unit, stop->addresses[0], &text);
        stop->what = memory_string(text_str(&text));
        text_free(&text);
    }
    return true;
}

/* ---- The next execution of the instruction ---- */

bool gnatcov_next_execution(struct session *session, int64_t count, struct answer *answer, struct error *error)
{
    struct gnatcov_session *own = gnatcov_of(session);
    uint64_t times = count < 0 ? (uint64_t)-count : (uint64_t)count, last = 0, at = own->here.entry;
    if (!gnatcov_need(session, error))
        return false;
    if (!at)
        return error_set(error, "no entry covers this instruction: `goto @N` goes to an entry, `next-uncovered` to other code that did not run");
    for (uint64_t i = 0; i < times; i++) {
        enum gnatcov_search found = gnatcov_search_entry(session, own->here.unit, own->here.address, count < 0 ? at - 1 : at + 1, count < 0 ? -1 : 1, &at);
        if (found == SEARCH_INTERRUPTED || (i % HITS_REPORTED == HITS_REPORTED - 1 && !progress_report(&session->options.progress, at, own->trace.entry_count)))
            return error_set(error, "interrupted: nothing moved");
        if (found == SEARCH_MISS)
            break;
        last = at;
    }
    if (!last)
        return error_set(error, count < 0 ? "no earlier entry covers it" : "no later entry covers it");
    struct spot spot = {last, own->here.address, own->here.unit};
    gnatcov_stand(session, &spot);
    gnatcov_tell(session, &answer->rows);
    return true;
}
