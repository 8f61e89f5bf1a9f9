/* source_values.c - behind a source line: the value that its statement computed last.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * In a recording that is in the current activation of the current function, at or before here; of the line one is in it is what the statement computes as a
 * whole. It is found by searching back from here for each instruction of the line; executions in deeper activations, of a function that calls itself, and in
 * other threads are jumped over, one search each, so many times at most. A text knows no moments: the current instance counts, else the last. What a line hands
 * to a call that it makes last is no value of its statement, nor is what calls and frames leave behind (describe_value). */
#include "recording/questions/questions.h"
#include "recording/wet.h"
#include "session/engine.h"

#include <stdlib.h>

enum {
    JUMPS = 64,                         /* a function that called itself more often than that since: its values stay unknown */
    MOST_INSTRUCTIONS = 256,            /* of a line */
    WIDEST = 40                         /* cells of a value */
};

struct activation {
    uint64_t time, thread, depth;
    struct store_frame frame;
};

/* The last execution of an instruction in the activation, up to its time. */
static bool last_in(const struct store *store, uint64_t index, const struct activation *own, struct node *node, uint64_t *when)
{
    uint64_t before = own->time + 1, until;
    bool alone = store_thread_count(store) < 2;
    for (int jump = 0; jump < JUMPS && store_previous_execution(store, index, before, node, when) && *when >= own->frame.from; jump++) {
        if (!alone && store_thread(store, *when) != own->thread) {
            if (!store_thread_until(store, own->thread, *when, &until))
                return false;
            before = until + 1;
            continue;
        }
        struct store_frame deeper;
        uint64_t depth = store_depth(store, *when);
        if (depth <= own->depth)
            return depth == own->depth;
        if (!store_frame(store, *when, depth - own->depth - 1, &deeper) || deeper.from > *when)
            return false;
        before = deeper.from;
    }
    return false;
}

/* Where one is in a text, if that is on the line, else the last instance. */
static bool last_of(const struct session *session, uint64_t index, struct node *node)
{
    uint64_t executions = program_instruction(session->trace->program, index).executions;
    *node = session->trace->here.index == index ? session->trace->here : (struct node){index, executions - 1};
    return executions > 0;
}

bool source_says_something(struct slice text)
{
    for (size_t i = 0; i < text.size; i++)
        if ((unsigned char)text.data[i] > ' ' && !(text.data[i] == '{' || text.data[i] == '}' || text.data[i] == ';'))
            return true;
    return false;
}

/* The instruction's place in the order in which those of the line ran: in a text where it stands, but for the current one. False: it did not run. */
static bool when_of(struct session *session, const struct activation *own, uint64_t index, size_t i, struct node *node, uint64_t *when)
{
    if (own)
        return last_in(session->trace->store, index, own, node, when);
    bool there = last_of(session, index, node);
    *when = session->trace->here.index == index ? UINT64_MAX : i + 1;
    return there;
}

/* Did the instruction run again in the activation, between that time and its last execution? */
static bool again_since(const struct session *session, const struct activation *own, uint64_t index, uint64_t last, uint64_t since)
{
    struct activation before = *own;
    struct node node;
    uint64_t when;
    before.time = last - 1;
    return last_in(session->trace->store, index, &before, &node, &when) && when > since;
}

static bool find_value(struct session *session, const struct activation *own, struct slice function, const struct indices *all, struct node *found, struct text *out)
{
    struct text value = {0};
    uint64_t latest = 0, called = 0, when, moved = 0, moved_index = 0;
    bool any = false;
    for (size_t i = 0; i < all->count && i < MOST_INSTRUCTIONS; i++) {
        struct node node;
        if ((own && !slice_equal(program_instruction(session->trace->program, all->items[i]).function, function)) ||
            !when_of(session, own, all->items[i], i, &node, &when))
            continue;
        if (when > called && wet_is_call(session, all->items[i]))
            called = when;
        if (!describe_is_value(session, node))
            continue;
        if (!wet_is_of_statement(session, node)) {
            if (when > moved)
                moved = when, moved_index = all->items[i];
            continue;
        }
        text_clear(&value);
        if (when < latest || !describe_value(session, node, &value))
            continue;
        latest = when;
        any = true;
        *found = node;
        text_clear(out);
        text_append(out, text_slice(&value));
    }
    text_free(&value);
    /* A value of an earlier turn is not the last one: what it became in the later one is not known. */
    bool stale = own && moved > latest && again_since(session, own, moved_index, moved, latest);
    return any && !stale && latest > called && text_width(text_slice(out)) <= WIDEST;
}

static bool activation_of_here(const struct session *session, struct activation *own)
{
    const struct store *store = session->trace->store;
    if (!wet_time(session, &own->time) || !store_frame(store, own->time, 0, &own->frame))
        return false;
    own->thread = store_thread(store, own->time);
    own->depth = own->frame.depth;
    return true;
}

/* Did code of the line that stands behind the instruction, in its function, never run? Then the statement was not computed to its end: optimized code shares
 * instructions between lines. */
static bool is_unfinished(struct session *session, struct slice file, uint64_t line, uint64_t index)
{
    struct symbols *symbols = session->trace->symbols;
    size_t function, other;
    uint64_t *addresses, known, bias = program_bias(session->trace->program), link = store_instruction(session->trace->store, index).address - bias;
    if (source_fact(session, file, line)->state != LINE_PARTLY || !symbols_function_at(symbols, link, &function))
        return false;
    bool found = false;
    size_t count = symbols_line_code(symbols, file, line, &addresses);
    for (size_t i = 0; i < count && !found; i++)
        found = addresses[i] > link && symbols_function_at(symbols, addresses[i], &other) && other == function &&
                !store_find_address(session->trace->store, addresses[i] + bias, &known);
    free(addresses);
    return found;
}

static bool value_of(struct session *session, struct slice file, uint64_t line, struct node *found, struct text *out)
{
    struct activation own;
    bool recording = session->trace->recording != NULL;
    if (!session->values || !session->trace->has_here || session_is_history(session) || wet_is_provisional(session))
        return false;
    struct indices all = program_line(session->trace->program, file, line);
    if (!all.count || (recording && !activation_of_here(session, &own)))
        return false;
    struct instruction here = program_instruction(session->trace->program, session->trace->here.index);
    bool current = here.line == line && slice_equal(here.file, file);
    enum wet_valued whole = current ? wet_statement_value(session, session->trace->here, found) : VALUED_UNKNOWN;
    enum grain grain = session->grain;
    session->grain = GRAIN_INSTRUCTION; /* the value alone */
    bool known = whole == VALUED_UNKNOWN ? find_value(session, recording ? &own : NULL, here.function, &all, found, out)
                                         : whole == VALUED && describe_value(session, *found, out) && text_width(text_slice(out)) <= WIDEST;
    session->grain = grain;
    return known && (whole != VALUED_UNKNOWN || !is_unfinished(session, file, line, found->index));
}

/* For programs: as `print` has it. */
static void add_fields(const struct session *session, bool known, struct node node, struct row *row)
{
    struct text digits = {0};
    uint64_t first, count = known ? store_values_of(session->trace->store, node, &first) : 0;
    struct value value = count == 1 ? store_value(session->trace->store, node.index, first) : (struct value){.uncertain = true};
    if (!value.uncertain)
        value_text(&value, &digits);
    row_string(row, "value", digits.size ? text_slice(&digits) : (struct slice){NULL, 0});
    if (known)
        row_number(row, "instance", node.instance);
    text_free(&digits);
}

void source_value(struct session *session, const struct session_source *source, uint64_t line, struct row *row)
{
    struct text value = {0};
    struct node node = {0, 0};
    bool known = source_says_something(source_line(source->source, line)) && value_of(session, source->file, line, &node, &value);
    if (known) {
        row_style(row, STYLE_DIM);
        text_add(&row->text, "  = ");
        text_append(&row->text, text_slice(&value));
    }
    if (known && !session->trace->recording && node.index == session->trace->here.index)
        text_add(&row->text, " (here)");
    else if (known && !session->trace->recording)
        text_add(&row->text, " (last)");
    if (session->values)
        add_fields(session, known, node, row);
    text_free(&value);
}
