/* wet_condition.c - what conditions of breakpoints ask of a recording: variables, when the instruction ran.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/wet.h"
#include "recording/who.h"
#include "session/engine.h"

#include <stdlib.h>
#include <string.h>

static bool read_instance(const struct wet_asked *asked, struct condition_number *number, struct error *error)
{
    struct node node;
    if (!store_at(asked->session->trace->store, asked->time, &node))
        return error_set(error, "which instance this is is not known");
    *number = (struct condition_number){node.instance, 8, true};
    return true;
}

/* Where the line of a function's entry begins a second time behind it: of a function in one line its body. 0: it does not. */
static uint64_t second_beginning(const struct session *session, const struct instruction *entry)
{
    struct symbols *symbols = program_symbols(session->trace->program);
    uint64_t *addresses = NULL, bias = program_bias(session->trace->program), found = 0;
    size_t count = symbols ? symbols_line_addresses(symbols, entry->file, entry->line, &addresses) : 0;
    for (size_t i = 0; i < count && !found; i++)
        found = addresses[i] + bias > entry->address ? addresses[i] + bias : 0;
    free(addresses);
    return found;
}

/* The last time at which a frame was within its prologue: before another line, or (second not 0) that address. False: it does not get there soon. */
static bool end_of_prologue(const struct session *session, const struct instruction *entry, const struct store_frame *frame, uint64_t second, uint64_t *time)
{
    enum { PROLOGUE = 64 };
    const struct store *store = session->trace->store;
    struct node node;
    uint64_t last = frame->from, next;
    for (unsigned i = 0; i < PROLOGUE && store_next_in_thread(store, last, &next) && next < frame->to && store_at(store, next, &node); i++) {
        struct instruction now = program_instruction(session->trace->program, node.index);
        if (second ? now.address == second : now.line && now.line != entry->line) {
            *time = last;
            return true;
        }
        last = next;
    }
    return false;
}

uint64_t wet_behind_prologue(const struct session *session, uint64_t time)
{
    struct store_frame frame;
    struct node node;
    uint64_t behind = time, second;
    if (!store_frame(session->trace->store, time, 0, &frame) || frame.from != time || !store_at(session->trace->store, time, &node))
        return time;
    struct instruction entry = program_instruction(session->trace->program, node.index);
    if (!entry.line || end_of_prologue(session, &entry, &frame, 0, &behind))
        return behind;
    second = second_beginning(session, &entry);
    return second && end_of_prologue(session, &entry, &frame, second, &behind) ? behind : time;
}

/* As print says it of where one would stop. */
static bool read_variable(struct wet_asked *asked, struct slice words, struct condition_number *number, struct error *error)
{
    struct who_place place = {0};
    struct who_value value;
    struct error why;
    uint64_t time = wet_behind_prologue(asked->session, asked->time);
    asked->variables = true;
    bool known = who_place_at(asked->session, words, 0, time, &place, error);
    if (known && !(who_value(asked->session, &place, time, &value, &why) && who_integer(asked->session, &place, value.number, number, &why))) {
        bool unknown = slice_starts(slice_of(why.message), "unknown");
        error_set(error, "%.*s%s %s", SLICE(words), unknown ? " is" : ":", why.message);
        known = false;
    }
    who_place_free(&place);
    return known;
}

bool wet_read_name(struct condition_reader *reader, struct slice words, struct condition_number *number, struct error *error)
{
    struct wet_asked *asked = reader->context;
    if (condition_is_instance(words))
        return read_instance(asked, number, error);
    if (read_variable(asked, words, number, error))
        return true;
    reader->interrupted |= !progress_report(&asked->session->options.progress, asked->time, store_summary(asked->session->trace->store).times);
    return false;
}

/* The name that a path begins with, as `list` of (*list).items[3]. */
static struct slice first_name(struct slice words)
{
    size_t from = 0, size = 0;
    while (from < words.size && (words.data[from] == '*' || words.data[from] == '(' || words.data[from] == ' ' || words.data[from] == '\t'))
        from++;
    struct slice rest = slice_cut(words, from, SIZE_MAX);
    while (size < rest.size && !memchr(".-[) \t", rest.data[size], 6))
        size++;
    return slice_cut(rest, 0, size);
}

/* What names another function (FUNCTION::VAR), or an address, is found out when it is asked for. */
bool wet_stop_name(struct session *session, const struct stop *stop, struct slice words, struct error *error)
{
    struct symbols *symbols = program_symbols(session->trace->program);
    struct slice name = first_name(words);
    struct variable variable;
    struct variable_part part;
    bool several = false, is_address = name.size && name.data[0] >= '0' && name.data[0] <= '9';
    if (is_address || slice_find(name, slice_of("::")) != SIZE_MAX)
        return true;
    if (!symbols)
        return error_set(error, "without the executable no variable is known: $instance is what can be asked for");
    for (size_t i = 0; i < stop->address_count; i++) {
        uint64_t link = stop->addresses[i] - program_bias(session->trace->program);
        enum this_member member = symbols_this_member(symbols, link, name, &variable, &part, error);
        if (member == THIS_MEMBER_NOWHERE)
            return false;
        if (member == THIS_MEMBER_KNOWN || symbols_variable(symbols, link, name, &variable, &several) || several)
            return true;
    }
    struct near near;
    uint64_t address = stop->address_count ? stop->addresses[0] - program_bias(session->trace->program) : 0;
    return error_set(error, "no variable %.*s is known there%s", SLICE(name), near_variable_end(symbols, address, name, &near));
}
