/* position.c - turns positions into executions of the trace, and explains positions without one.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/wet.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* ---- The instruction ---- */

/* Names the ids next to an id that does not exist; O(instructions), for a message. */
static bool unknown_id(const struct session *session, uint64_t id, struct error *error)
{
    uint64_t below = 0, above = 0, count = store_count(wet_of(session)->store);
    bool has_below = false, has_above = false;
    for (uint64_t i = 0; i < count; i++) {
        struct instruction instruction = store_instruction(wet_of(session)->store, i);
        if (!instruction.has_id)
            continue;
        if (instruction.id < id && (!has_below || instruction.id > below))
            below = instruction.id, has_below = true;
        if (instruction.id > id && (!has_above || instruction.id < above))
            above = instruction.id, has_above = true;
    }
    if (has_below && has_above)
        return error_set(error, "no instruction has id %" PRIu64 ": the nearest are %" PRIu64 " and %" PRIu64, id, below, above);
    if (has_below || has_above)
        return error_set(error, "no instruction has id %" PRIu64 ": the nearest is %" PRIu64, id, has_below ? below : above);
    return error_set(error, "no instruction has id %" PRIu64 ": this trace has none", id);
}

/* "; for the line use mean.c:39"; nothing if no line of your current file fits. */
static void add_line_meant(struct session *session, uint64_t number, struct text *out)
{
    const struct place place = {.has = PLACE_LINE, .line = number};
    struct str file;
    struct error ignored;
    if (!number || !program_file_count(wet_of(session)->program) || !position_file(session, &place, &file, &ignored))
        return;
    const bool own = wet_of(session)->has_here && program_instruction(wet_of(session)->program, wet_of(session)->here.index).file.size;
    struct str folder = own ? program_folder(wet_of(session)->program, wet_of(session)->here.index) : (struct str){NULL, 0};
    const struct session_source *source = session_source(session, file, folder);
    if (source->source && number > source_line_count(source->source))
        return;
    text_add(out, "; for the line use `");
    ask_file_line(session, file, number, out);
    text_byte(out, '`');
}

static bool find_id(struct session *session, uint64_t id, bool alone, uint64_t *index, struct error *error)
{
    struct text line = {0};
    if (wet_is_history(session))
        return error_set(error, "a history has no instruction ids: name the address, as in 0x8048242#0");
    if (store_find_id(wet_of(session)->store, id, index))
        return true;
    unknown_id(session, id, error);
    if (alone)
        add_line_meant(session, id, &line);
    size_t said = strlen(error->message);
    snprintf(error->message + said, sizeof error->message - said, "%s", text_string(&line));
    text_free(&line);
    return false;
}

static void say_number(struct session *session, uint64_t id)
{
    uint64_t index;
    struct text line = {0}, said = {0}, location = {0};
    add_line_meant(session, id, &line);
    if (line.size && store_find_id(wet_of(session)->store, id, &index)) {
        struct instruction instruction = program_instruction(wet_of(session)->program, index);
        describe_location(&instruction, &location);
        text_printf(&said, "%" PRIu64 ": clew takes it as instruction %" PRIu64 "%s%s%s%s", id, id, location.size ? " (" : "", text_string(&location), location.size ? ")" : "",
                    text_string(&line));
    }
    if (said.size)
        session_note_once(session, text_str(&said));
    text_free(&line);
    text_free(&said);
    text_free(&location);
}

void position_number(struct session *session, struct place *place)
{
    const struct place of_line = {.has = PLACE_LINE, .line = place->id};
    struct str file;
    struct error ignored;
    if (place->has != PLACE_ID)
        return;
    if (!store_summary(wet_of(session)->store).has_clock || !place->id || !program_file_count(wet_of(session)->program) || !position_file(session, &of_line, &file, &ignored))
        say_number(session, place->id);
    else
        *place = (struct place){.has = PLACE_FILE | PLACE_LINE, .file = file, .line = place->id};
}

/* Debuggers and pasted values show an address of the run where the trace has the file's. */
static bool find_run_address(struct session *session, uint64_t address, uint64_t *index)
{
    if (!wet_find_run_address(session, address, index))
        return false;
    session_note(session, "0x%" PRIx64 " is the run-time address of 0x%" PRIx64, address, store_instruction(wet_of(session)->store, *index).address);
    return true;
}

static bool find_address(struct session *session, uint64_t address, uint64_t *index, struct error *error)
{
    if (store_find_address(wet_of(session)->store, address, index) || find_run_address(session, address, index))
        return true;
    uint64_t nearest;
    if (!store_nearest_address(wet_of(session)->store, address, &nearest))
        return error_set(error, "no instruction at 0x%" PRIx64 ": this trace has none", address);
    struct instruction instruction = program_instruction(wet_of(session)->program, nearest);
    struct text location = {0};
    describe_location(&instruction, &location);
    error_set(error, "no instruction at 0x%" PRIx64 ": the nearest is 0x%" PRIx64 "%s%s", address, instruction.address,
              location.size ? ", " : "", text_string(&location));
    text_free(&location);
    return false;
}

static bool position_no_file(const struct session *session, struct str file, struct error *error)
{
    struct near near;
    return error_set(error, "no code of file `%.*s` is known to have run: %s`info source` lists the files", STR(file), near_file(session, file, &near));
}

bool position_no_line(const struct session *session, struct str file, uint64_t line, struct error *error)
{
    uint64_t nearest = program_line_beside(wet_of(session)->program, file, line);
    if (nearest == 0)
        return position_no_file(session, file, error);
    return error_set(error, "nothing in %.*s:%" PRIu64 " ran: the nearest line that ran is %" PRIu64, STR(file), line, nearest);
}

/* Of the instructions of a line, the one with the highest address that uses something: the last of a statement usually computes its value. A jump that only
 * leads on does not count. */
static bool find_line(struct session *session, struct str file, uint64_t line, uint64_t *index, struct error *error)
{
    struct indices found = program_line(wet_of(session)->program, file, line);
    if (found.count) {
        size_t pick = found.count;
        while (pick > 1 && store_instruction(wet_of(session)->store, found.items[pick - 1]).ports <= 1)
            pick--;
        if (store_instruction(wet_of(session)->store, found.items[pick - 1]).ports <= 1)
            pick = found.count;
        *index = found.items[pick - 1];
        return true;
    }
    return position_no_line(session, file, line, error);
}

bool position_file(struct session *session, const struct place *place, struct str *file, struct error *error)
{
    struct source_position position;
    *file = place->file;
    if (!file->size && wet_of(session)->has_here)
        *file = program_instruction(wet_of(session)->program, wet_of(session)->here.index).file;
    if (!file->size && list_of_main(session, &position))
        *file = position.file;
    return file->size || error_set(error, "no source file is known here: name one, as in FILE:%" PRIu64, place->line);
}

bool position_line_number(struct session *session, struct str word, struct text *line, struct error *error)
{
    struct place place = {.has = PLACE_LINE};
    struct str file;
    if (!str_decimal(word, &place.line))
        return true;
    if (place.line == 0)
        return error_set(error, "line 0: lines are numbered from 1");
    if (!position_file(session, &place, &file, error))
        return false;
    text_printf(line, "%.*s:%" PRIu64, STR(file), place.line);
    return true;
}

bool position_function(struct session *session, struct str function, struct str *whole, struct error *error)
{
    enum { LISTED = 4 };
    struct str names[LISTED];
    size_t count = program_functions_called(wet_of(session)->program, function, names, LISTED);
    *whole = count ? names[0] : (struct str){NULL, 0};
    if (count > 1)
        return several_functions(function, names, count, LISTED, error);
    if (count && program_function(wet_of(session)->program, *whole).count)
        return true;
    struct near near;
    return error_set(error, "no function `%.*s` in this trace: %s`info functions` lists them", STR(function), near_function(session, function, &near));
}

bool position_is_entry(const struct session *session, struct str function, uint64_t address)
{
    uint64_t link;
    struct symbols *symbols = program_symbols_at(wet_of(session)->program, address, &link);
    size_t index;
    return symbols && symbols_function_named(symbols, function, &index) && symbols_function(symbols, index).address == link;
}

/* Its entry if that ran, else its lowest address. Cold code may lie below the entry. */
static bool find_function(struct session *session, struct str function, uint64_t *index, struct error *error)
{
    struct str whole;
    if (!position_function(session, function, &whole, error))
        return false;
    struct indices all = program_function(wet_of(session)->program, whole);
    *index = all.items[0];
    for (size_t i = 0; i < all.count; i++) {
        struct instruction instruction = program_instruction(wet_of(session)->program, all.items[i]);
        if (instruction.has_address && position_is_entry(session, whole, instruction.address)) {
            *index = all.items[i];
            break;
        }
    }
    return true;
}

/* In a trace without a clock, begin, end and percentages go by address, the only order it has. */
static bool find_part(struct session *session, const struct place *place, uint64_t *index, struct error *error)
{
    struct indices all = program_by_address(wet_of(session)->program);
    if (all.count == 0)
        return error_set(error, "this trace has no instructions");
    int64_t percent = place->has & PLACE_BEGIN ? 0 : place->has & PLACE_END ? 100 : place->offset;
    if (percent < 0 || percent > 100)
        return error_set(error, "a percentage is between 0 and 100");
    *index = all.items[(size_t)((double)(all.count - 1) * (double)percent / 100.0)];
    return true;
}

bool position_find(struct session *session, const struct place *place, uint64_t *index, struct error *error)
{
    if (place->has & PLACE_BLOCK)
        return error_set(error, "a WET trace has no block steps: use ID#N");
    if (place->has & PLACE_ID)
        return find_id(session, place->id, place->has == PLACE_ID, index, error);
    if (place->has & PLACE_ADDRESS)
        return find_address(session, place->address, index, error);
    if (place->has & PLACE_LINE)
        return find_line(session, place->file, place->line, index, error);
    if (place->has & PLACE_FUNCTION)
        return find_function(session, place->function, index, error);
    if (place->has & (PLACE_BEGIN | PLACE_END | PLACE_PERCENT))
        return find_part(session, place, index, error);
    if (place->has & PLACE_EVENT)
        return error_set(error, "a WET trace has no event numbers, since it records no order between instructions: use ID#N");
    if (place->has & PLACE_FILE)
        return error_set(error, "a file alone is not a position: use FILE:LINE");
    return error_set(error, "not a position: expected ID#N, 0xADDRESS#N, FILE:LINE or FUNCTION");
}

/* ---- The execution ---- */

/* For a function the message names the function; for a line it names the instruction that was chosen, whose executions it counts. */
static bool no_instance(const struct session *session, const struct place *place, struct node node, struct error *error)
{
    struct instruction instruction = program_instruction(wet_of(session)->program, node.index);
    struct text name = {0};
    if ((place->has & ~(unsigned)PLACE_INSTANCE) == PLACE_FUNCTION)
        describe_asked(place, &name);
    else if (instruction.has_address)
        text_hex(&name, instruction.address);
    else
        text_printf(&name, "%" PRIu64, instruction.id);
    const char *what = text_string(&name);
    uint64_t last = instruction.executions - 1;
    if (wet_is_history(session))
        error_set(error, "%s#%" PRIu64 " is not in this history: the last execution of %s it holds is #%" PRIu64, what, node.instance, what,
                  last);
    else if (!instruction.has_block)
        error_set(error, "%s has no instruction block, and nothing names its execution #%" PRIu64, what, node.instance);
    else if (instruction.executions == 1)
        error_set(error, "%s ran %s1 time: #0", what, instruction.executions_least ? "at least " : "");
    else
        error_set(error, "%s ran %s%" PRIu64 " times: #0 to #%" PRIu64, what, instruction.executions_least ? "at least " : "",
                  instruction.executions, last);
    text_free(&name);
    return false;
}

/* The default execution: of the current instruction the current one, of any other its last. */
static uint64_t default_instance(const struct session *session, uint64_t index)
{
    if (wet_of(session)->has_here && wet_of(session)->here.index == index)
        return wet_of(session)->here.instance;
    return program_instruction(wet_of(session)->program, index).executions - 1;
}

static bool resolve_relative(const struct session *session, const struct place *place, struct node *node, struct error *error)
{
    int64_t offset = place->offset;
    if (!wet_need_here(session, error))
        return false;
    uint64_t here = wet_of(session)->here.instance, last = program_instruction(wet_of(session)->program, wet_of(session)->here.index).executions - 1;
    uint64_t by = offset < 0 ? (uint64_t)0 - (uint64_t)offset : (uint64_t)offset;
    node->index = wet_of(session)->here.index;
    if (offset < 0 ? by > here : here > last || by > last - here)
        return error_set(error, offset < 0 ? "no earlier execution: this is #%" PRIu64 : "no later execution: this is #%" PRIu64, here);
    node->instance = offset < 0 ? here - by : here + by;
    return store_exists(wet_of(session)->store, *node) || no_instance(session, place, *node, error);
}

/* ---- The time ---- */

static bool is_moment(const struct session *session, const struct place *place)
{
    return store_summary(wet_of(session)->store).has_clock && place->has & (PLACE_EVENT | PLACE_BEGIN | PLACE_END | PLACE_PERCENT);
}

static uint64_t time_of(const struct place *place, uint64_t times)
{
    if (place->has & PLACE_EVENT)
        return place->event;
    if (place->has & (PLACE_BEGIN | PLACE_END))
        return place->has & PLACE_BEGIN ? 1 : times;
    uint64_t percent = (uint64_t)place->offset, time = times / 100 * percent + times % 100 * percent / 100;
    return time ? time : 1;
}

static bool find_moment(const struct session *session, const struct place *place, struct node *node, struct error *error)
{
    uint64_t times = store_summary(wet_of(session)->store).times;
    if (place->has & PLACE_PERCENT && (place->offset < 0 || place->offset > 100))
        return error_set(error, "a percentage is between 0 and 100");
    uint64_t time = time_of(place, times);
    if (time == 0 || time > times)
        return error_set(error, "@%" PRIu64 " is not in this recording: it goes from @1 to @%" PRIu64, time, times);
    return store_at(wet_of(session)->store, time, node) || error_set(error, "cannot read what ran at @%" PRIu64, time);
}

bool position_look(struct session *session, const struct place *place, struct node *node, struct error *error)
{
    if (!wet_need(session, error))
        return false;
    if (place->has & PLACE_MARK) {
        struct place marked;
        if (!marks_get(&session->trace->marks, place->mark, &marked))
            return refuse_mark(session, place->mark, error);
        return !(marked.has & PLACE_MARK) && position_look(session, &marked, node, error);
    }
    if (place->has & PLACE_RELATIVE)
        return resolve_relative(session, place, node, error);
    if (is_moment(session, place))
        return find_moment(session, place, node, error);
    if (!position_find(session, place, &node->index, error))
        return false;
    node->instance = place->has & PLACE_INSTANCE ? place->instance : default_instance(session, node->index);
    return store_exists(wet_of(session)->store, *node) || no_instance(session, place, *node, error);
}

/* ---- While the trace is provisional ---- */

typedef bool look_function(struct session *session, const struct place *place, struct node *node, struct error *error);

/* Is this a form of position that names something in the trace? */
static bool may_be_there(const struct session *session, const struct place *place)
{
    struct place marked;
    if (place->has & PLACE_MARK)
        return marks_get(&session->trace->marks, place->mark, &marked);
    return !(place->has & PLACE_BLOCK) &&
           place->has & (PLACE_ID | PLACE_ADDRESS | PLACE_LINE | PLACE_FUNCTION | PLACE_RELATIVE | PLACE_BEGIN | PLACE_END | PLACE_PERCENT);
}

/* Does the position choose one instruction among all (a line, a function, a part)? Then the whole trace may choose another one. */
static bool is_of_all(const struct session *session, const struct place *place)
{
    return !store_provision(wet_of(session)->store).whole && !(place->has & (PLACE_ID | PLACE_ADDRESS)) &&
           place->has & (PLACE_LINE | PLACE_FUNCTION | PLACE_BEGIN | PLACE_END | PLACE_PERCENT);
}

static bool not_known_yet(const struct place *place, const struct error *why, struct error *error)
{
    struct text name = {0};
    place_text(place, &name);
    error_set(error, "%s is not known yet: %s", text_string(&name), why->message);
    text_free(&name);
    return false;
}

/* Asks the provisional trace and, if that does not settle it, the whole. */
static bool settle(struct session *session, const struct place *place, look_function *look, struct node *node, struct error *error)
{
    bool found = look(session, place, node, error);
    if (!wet_is_provisional(session) || !may_be_there(session, place) || (found && !is_of_all(session, place)))
        return found;
    struct arena arena = {0};
    struct place kept = *place;         /* its names may belong to the provisional store, which will close */
    struct error why = {0};
    kept.file = arena_copy(&arena, place->file);
    kept.function = arena_copy(&arena, place->function);
    if (session_need_whole(session, &why))
        found = look(session, &kept, node, error);
    else if (!found)
        not_known_yet(&kept, &why, error);
    arena_free(&arena);
    return found;
}

bool position_resolve(struct session *session, const struct place *place, struct node *node, struct error *error)
{
    return settle(session, place, position_look, node, error);
}

static bool look_for_instruction(struct session *session, const struct place *place, struct node *node, struct error *error)
{
    return position_find(session, place, &node->index, error);
}

bool position_argument(struct session *session, struct str word, struct node *node, struct error *error)
{
    if (word.size == 0) {
        *node = wet_of(session)->here;
        return wet_need_here(session, error);
    }
    struct place place = {0};
    return wet_need(session, error) && session_parse(session, word, &place, error) && position_resolve(session, &place, node, error);
}

enum grain position_grain(const struct session *session, struct str word)
{
    struct place place = {0};
    struct error ignored;
    bool line = !session->grain_chosen && word.size && place_parse(word, &place, &ignored) && place.has & PLACE_LINE;
    return line ? GRAIN_STATEMENT : session->grain;
}

bool position_instruction(struct session *session, struct str word, uint64_t *index, struct error *error)
{
    *index = wet_of(session)->here.index;
    if (word.size == 0)
        return wet_need_here(session, error);
    struct place place = {0};
    if (!wet_need(session, error) || !session_parse(session, word, &place, error))
        return false;
    bool whatever = !(place.has & (PLACE_INSTANCE | PLACE_MARK | PLACE_RELATIVE)) && !is_moment(session, &place);
    struct node node;
    bool found = settle(session, &place, whatever ? look_for_instruction : position_look, &node, error);
    *index = found ? node.index : *index;
    return found;
}
