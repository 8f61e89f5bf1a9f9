/* ae_who.c - who wrote to an address of an address stream, before where one is.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What was written is not in the trace, but that it was, and by which instruction. The last one is looked for first, as reverse-continue would; then those
 * before it, in one more search, which can be interrupted: what was found by then is told. */
#include "session/engine.h"
#include "stream/ae.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { WRITES = 1000 /* the last so many are listed */, RING = WRITES + 1 };

/* A search backwards runs forwards through one stretch after the other, each nearer to the beginning, and meets some writes in each. */
struct writes {
    struct timeline_address *items;     /* of whole stretches, the last write first */
    size_t count, capacity;
    struct timeline_address *met;       /* the last ones of the stretch that is run through: number i at i % RING */
    uint64_t met_count, met_last;       /* how many it had; the number of the last */
    bool interrupted;
};

static void keep(struct writes *writes, const struct timeline_address *write)
{
    writes->items = array_grow(writes->items, &writes->capacity, writes->count + 1, sizeof *writes->items);
    writes->items[writes->count++] = *write;
}

/* A stretch was run through. */
static void keep_stretch(struct writes *writes)
{
    uint64_t least = writes->met_count > RING ? writes->met_count - RING : 0;
    for (uint64_t i = writes->met_count; i-- > least && writes->count <= WRITES;)
        keep(writes, &writes->met[i % RING]);
    writes->met_count = 0;
}

/* None is taken for the answer, so that the search goes on, until there were enough of them: a number below the one before begins the next stretch. */
static bool enough(void *context, const struct timeline_found *found)
{
    struct writes *writes = context;
    if (writes->met_count && found->at.number < writes->met_last)
        keep_stretch(writes);
    if (writes->count > WRITES)
        return true;
    writes->met_last = found->at.number;
    writes->met[writes->met_count++ % RING] = found->at;
    return false;
}

/* False: interrupted before the last write was found. */
static bool find_writes(struct session *session, const struct timeline_watch *watch, struct writes *writes, struct error *error)
{
    struct ae *ae = session->trace->ae;
    struct timeline_query query = {.watches = watch, .watch_count = 1};
    struct timeline_found last, found;
    bool there;
    if (!ae_find(session, &query, ae->moment.at.number, -1, &last, &there, error))
        return false;
    if (!there)
        return true;
    keep(writes, &last.at);
    writes->met = memory_allocate(RING * sizeof *writes->met);
    query.meets = enough;
    query.context = writes;
    writes->interrupted = timeline_find(ae->timeline, &query, last.at.number, -1, &found) == TIMELINE_STOPPED;
    if (!writes->interrupted)
        keep_stretch(writes);           /* of one that was interrupted the end, which is nearer, is not known */
    free(writes->met);
    return true;
}

/* "@74  put+0x28 put.c:6     sw     $v0, ($a0)  W 0x60002c table[3]" */
static void add_write(const struct session *session, const struct timeline_address *write, size_t column, struct rows *rows)
{
    struct text text = {0};
    struct row *row = rows_add_printf(rows, "@%" PRIu64, write->number);
    row_column(row, column);
    row_style(row, STYLE_LOCATION);
    ae_describe_place(session, write->instruction, &row->text);
    row_column(row, column + LOCATION_ROOM);
    row_style(row, STYLE_NORMAL);
    ae_describe_code(session, write->instruction, &row->text);
    row_style(row, STYLE_VALUE);
    text_printf(&row->text, "  W 0x%" PRIx32, write->address);
    ae_describe_data(session, write->instruction, write->address, &text);
    text_printf(&row->text, "%s%s", text.size ? " " : "", text_string(&text));
    row_number(row, "event", write->number);
    ae_fields(session, write->instruction, row);
    row_hex(row, "location", write->address);
    ae_data_field(session, write, row);
    row->place = (struct place){.has = PLACE_EVENT, .event = write->number};
    text_free(&text);
}

static void list_writes(const struct session *session, const struct writes *writes, struct rows *rows)
{
    size_t listed = writes->count < WRITES ? writes->count : WRITES, column = 0;
    struct text digits = {0};
    if (listed)
        text_printf(&digits, "@%" PRIu64 "  ", writes->items[0].number);
    column = digits.size;
    text_free(&digits);
    if (writes->interrupted)
        rows_add_printf(rows, "interrupted: not all that was written before was looked for")->style = STYLE_WARNING;
    else if (writes->count > WRITES)
        rows_add_printf(rows, "cut: there are more than %d writes before here", WRITES)->style = STYLE_WARNING;
    for (size_t i = listed; i-- > 0;)
        add_write(session, &writes->items[i], column, rows);
    if (!listed)
        rows_add_printf(rows, "nothing that is shown wrote here before @%" PRIu64, session->trace->ae->moment.at.number)->style = STYLE_UNKNOWN;
    rows->focus = rows->count - 1;
    rows_add_printf(rows, "what code without schema (libraries) wrote is not in the trace")->style = STYLE_DIM;
}

/* ADDRESS, VAR, VAR[3], each with ",LEN" as watch has it, or " SIZE". An address alone is a byte. */
static struct slice length_of(struct slice *words)
{
    size_t blank = slice_find_last_byte(*words, ' '), comma = slice_find_last_byte(*words, ',');
    uint64_t size;
    size_t cut = blank != SIZE_MAX && slice_decimal(slice_cut(*words, blank + 1, SIZE_MAX), &size) ? blank : comma;
    struct slice length = cut == SIZE_MAX ? (struct slice){NULL, 0} : slice_trim(slice_cut(*words, cut + 1, SIZE_MAX));
    *words = slice_trim(slice_cut(*words, 0, cut));
    if (slice_ends(*words, ","))
        *words = slice_trim(slice_cut(*words, 0, words->size - 1));
    return length;
}

/* Does what stands here write to one of these bytes itself? It is the state before it that is asked about. */
static bool is_written_here(const struct session *session, const struct timeline_watch *watch)
{
    enum { REFERENCES = 4 };
    struct timeline_address here[REFERENCES];
    const struct ae *ae = session->trace->ae;
    size_t got = 0;
    if (timeline_addresses(ae->timeline, ae->moment.at.number, REFERENCES, here, &got) != TIMELINE_FOUND)
        return false;
    for (size_t i = 0; i < got && (i == 0 || here[i].kind != AE_INSTRUCTION); i++)
        if (here[i].kind == AE_WRITE && here[i].address - watch->address < watch->size)
            return true;
    return false;
}

bool ae_who(struct session *session, struct slice arguments, struct answer *answer, struct error *error)
{
    struct writes writes = {0};
    struct text name = {0};
    struct slice words = slice_trim(arguments), length = length_of(&words);
    uint64_t address, size;
    if (words.size == 0)
        return error_set(error, "who needs a variable or an address: who VAR, who 0xADDRESS [SIZE]");
    if (!length.data && words.data[0] >= '0' && words.data[0] <= '9')
        length = slice_of("1");
    if (!ae_need(session, error) || !ae_data_place(session, words, length, &address, &size, error))
        return false;
    const struct timeline_watch watch = {.address = (uint32_t)address, .size = (uint32_t)size, .write = true};
    bool done = find_writes(session, &watch, &writes, error);
    if (done) {
        text_safe(&name, words);
        answer->rows.title = arena_printf(&answer->rows.arena, "who wrote %s, %" PRIu64 " byte%s at 0x%" PRIx64 ", before @%" PRIu64, text_string(&name), size,
                                          size == 1 ? "" : "s", address, session->trace->ae->moment.at.number);
        list_writes(session, &writes, &answer->rows);
        if (is_written_here(session, &watch))
            rows_add_printf(&answer->rows, "the instruction here, @%" PRIu64 ", writes it; this is of before", session->trace->ae->moment.at.number)->style = STYLE_DIM;
        answer->is_list = true;
    }
    free(writes.items);
    text_free(&name);
    return done;
}
