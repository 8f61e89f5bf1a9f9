/* ae_analyses.c - analyses of a whole address stream: cache, pp, who, diff, the call tree.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/recording.h"
#include "stream/ae.h"
#include "stream/cache.h"
#include "stream/parallelism.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* ---- Cache and pp: consumers of a whole address stream ---- */

/* Feeds the whole trace from its beginning to one of two consumers. */
struct meal {
    struct cache *cache;
    struct parallelism *parallelism;
};

static bool feed(struct session *session, const struct meal *meal, struct error *error)
{
    const struct ae_input *input = &ae_of(session)->input;
    struct regenerator *regenerator;
    struct ae_event *batch = memory_allocate(REGENERATED_BATCH * sizeof *batch);
    bool going = true;
    if (!regenerator_open(input->program, input->events, input->events_name, &regenerator, error)) {
        free(batch);
        return false;
    }
    for (size_t count; going && (count = regenerator_run(regenerator, batch, REGENERATED_BATCH)) > 0;) {
        if (meal->cache)
            cache_feed(meal->cache, batch, count);
        else
            parallelism_feed(meal->parallelism, batch, count);
        going = progress_report(&session->options.progress, regenerator_offset(regenerator), input->events.size);
    }
    regenerator_close(regenerator);
    free(batch);
    return going || error_set(error, "interrupted");
}

/* Adds the lines of a report; the callback completes each row with its numbers. */
static void add_lines(const struct text *text, const void *context, void (*complete)(const void *context, size_t i, struct row *row), struct rows *rows)
{
    struct str rest = text_str(text), line;
    for (size_t i = 0; str_line(&rest, &line); i++)
        complete(context, i, rows_add(rows, line));
}

/* Analyses count the complete part of a damaged trace; the rows say that it ends early. */
static void add_damage(struct session *session, struct rows *rows)
{
    struct error problem;
    if (timeline_problem(ae_of(session)->timeline, &problem))
        rows_add_printf(rows, "the trace ends early: `problems` says why")->style = STYLE_WARNING;
}

/* ---- cache ---- */

/* "{"fetch":62325,"read":206,"write":10206}" */
static void accesses_field(struct row *row, const char *name, const uint64_t counts[CACHE_ACCESSES])
{
    struct text json = {0};
    text_printf(&json, "{\"fetch\":%" PRIu64 ",\"read\":%" PRIu64 ",\"write\":%" PRIu64 "}", counts[CACHE_FETCH], counts[CACHE_READ], counts[CACHE_WRITE]);
    row_json(row, name, text_str(&json));
    text_free(&json);
}

static void add_access(const char *name, uint64_t accesses, uint64_t misses, struct rows *rows)
{
    struct row *row = rows_add_printf(rows, "  %-14s %14" PRIu64 " %14" PRIu64, name, accesses, misses);
    if (accesses)
        text_printf(&row->text, " %8.1f%%", 100.0 * (double)misses / (double)accesses);
}

/* "1 line written back" */
static void add_lines_of(uint64_t count, const char *what, struct text *out)
{
    text_count(out, count);
    text_printf(out, " line%s %s", count == 1 ? "" : "s", what);
}

/* The numbers of `clew cache`, with names. The first row has the fields. */
static void add_level(const char *name, const struct cache_counts *counts, struct rows *rows)
{
    static const char *const names[CACHE_ACCESSES] = {"fetches", "reads", "writes"};
    struct row *row = rows_add_printf(rows, "%-16s %14s %14s %9s", name, "accesses", "misses", "rate");
    row->style = STYLE_HEADING;
    row_string(row, "cache", str_of(name));
    accesses_field(row, "accesses", counts->accesses);
    accesses_field(row, "misses", counts->misses);
    row_number(row, "compulsory", counts->compulsory);
    row_number(row, "written_back", counts->written_back);
    row_number(row, "dirty_at_end", counts->dirty);
    for (size_t i = 0; i < CACHE_ACCESSES; i++)
        add_access(names[i], counts->accesses[i], counts->misses[i], rows);
    row = rows_add(rows, str_of("  compulsory: "));
    text_count(&row->text, counts->compulsory);
    text_add(&row->text, counts->compulsory == 1 ? " miss; " : " misses; ");
    add_lines_of(counts->written_back, "written back, ", &row->text);
    add_lines_of(counts->dirty, "dirty at the end", &row->text);
}

struct cache_order {
    struct cache_shape shape;
    bool split, has_by;
    enum cache_by by;
};

static bool cache_arguments(struct str arguments, struct cache_order *order, struct error *error)
{
    static const char *const by[] = {"function", "line", "instruction", "data", "loop", NULL};
    uint64_t *const sizes[] = {&order->shape.size, &order->shape.line, &order->shape.ways};
    struct str word;
    size_t choice;
    for (size_t i = 0; i < 3; i++)
        if (!argument_next(&arguments, &word))
            return error_set(error, "`cache` needs SIZE LINE WAYS, as in `cache 32k 32 4`");
        else if (!str_bytes(word, sizes[i]))
            return error_set(error, "not a number: %.*s; `cache` needs SIZE LINE WAYS, as in `cache 32k 32 4`", STR(word));
    while (argument_next(&arguments, &word)) {
        if (str_is(word, "split")) {
            order->split = true;
            continue;
        }
        if (!argument_choice(word, by, "grouping of misses", &choice, error))
            return false;
        order->has_by = true;
        order->by = (enum cache_by)choice;
    }
    return true;
}

static void share_row(const struct session *session, const struct cache_share *share, enum cache_by by, struct rows *rows)
{
    uint64_t misses = 0, accesses = 0;
    for (size_t i = 0; i < CACHE_ACCESSES; i++) {
        misses += share->misses[i];
        accesses += share->accesses[i];
    }
    struct row *row = rows_add_printf(rows, "%12" PRIu64 " %14" PRIu64 "  ", misses, accesses);
    row_style(row, STYLE_LOCATION);
    if (by == CACHE_BY_INSTRUCTION)
        ae_describe_function(session, share->address, &row->text);
    else if (by == CACHE_BY_LOOP && share->loop != UINT32_MAX)
        ae_describe_loop(session, share->loop, &row->text);
    else if (by == CACHE_BY_LOOP)
        text_add(&row->text, "outside loops");
    else if (share->stack)
        text_add(&row->text, "the stack");
    else if (share->name.size)
        text_safe(&row->text, share->name);
    else
        text_hex(&row->text, share->address);
    if (by == CACHE_BY_LINE && share->name.size && share->line)
        text_printf(&row->text, ":%" PRIu64, share->line);
    row_number(row, "misses", misses);
    row_number(row, "accesses", accesses);
    row_string(row, "name", share->name);
    if (by == CACHE_BY_DATA)
        (share->stack ? row_true : row_false)(row, "stack");
    row_hex(row, "address", share->address);
    row_number(row, "line", share->line);
    if (by != CACHE_BY_DATA && !(by == CACHE_BY_LOOP && share->loop == UINT32_MAX))
        row->place = (struct place){.has = PLACE_ADDRESS, .address = share->address};
}

static void add_shares(struct session *session, const struct cache *cache, enum cache_by by, struct rows *rows)
{
    enum { SHOWN = 100 };
    struct arena arena = {0};
    struct cache_share *shares;
    size_t count = cache_shares(cache, ae_of(session)->input.program, by, &arena, &shares);
    rows_add(rows, str_of(""));
    rows_add_printf(rows, "%12s %14s", "misses", "accesses")->style = STYLE_HEADING;
    for (size_t i = 0; i < count && i < SHOWN; i++)
        share_row(session, &shares[i], by, rows);
    if (count > SHOWN)
        rows_add_printf(rows, "... and %zu more", count - SHOWN)->style = STYLE_DIM;
    arena_free(&arena);
}

COMMAND(run_cache)
{
    struct cache_order order = {.split = false};
    struct meal meal = {0};
    struct cache_counts counts;
    const char *name;
    if (!ae_need(session, error) || !cache_arguments(arguments, &order, error) || !cache_open(&order.shape, 1, order.split, &meal.cache, error))
        return false;
    if (order.has_by)
        cache_remember(meal.cache, order.by);
    bool done = feed(session, &meal, error);
    if (done) {
        answer->is_list = true;
        for (size_t i = 0; cache_level(meal.cache, i, &name, &counts); i++)
            add_level(name, &counts, &answer->rows);
        if (order.has_by)
            add_shares(session, meal.cache, order.by, &answer->rows);
        add_damage(session, &answer->rows);
    }
    cache_close(meal.cache);
    return done;
}

/* ---- pp ---- */

/* The first row is the program, the others are its loops. */
static void complete_loop(const void *context, size_t i, struct row *row)
{
    struct parallelism_summary summary;
    parallelism_summary(context, &summary);
    if (i > summary.loop_count)
        return;
    const struct parallelism_loop *loop = i ? &summary.loops[i - 1] : NULL;
    if (loop) {
        row_number(row, "loop", loop->loop);
        row_number(row, "activations", loop->activations);
        row_number(row, "iterations", loop->iterations);
        row_number(row, "delayed", loop->delayed);
    }
    row_number(row, "instructions", loop ? loop->instructions : summary.instructions);
    row_number(row, "steps", loop ? loop->steps : summary.steps);
}

/* The variables or arrays on which a loop's iterations depend on each other; the place is the instruction at the end of the first dependence. */
static void name_objects(struct session *session, const struct parallelism_loop *loop, struct rows *rows)
{
    enum { SHOWN = 8 };
    for (size_t i = 0; i < loop->object_count && i < SHOWN; i++) {
        const struct dependence_object *object = &loop->objects[i];
        struct row *row = rows_add(rows, str_of("  "));
        parallelism_report_object(object, &row->text);
        text_add(&row->text, "; first ");
        size_t before = row->text.size;
        ae_describe_data(session, object->sink, object->address, &row->text);
        text_add(&row->text, row->text.size > before ? " in " : "in ");
        ae_describe_function(session, object->sink, &row->text);
        row->place = (struct place){.has = PLACE_ADDRESS, .address = object->sink};
        row_number(row, "loop", loop->loop);
        row_string(row, "kind", str_of(dependence_kind_name(object->kind)));
        row_string(row, "object", object->name.data ? abstract_data_name(object->name) : object->name);
        (object->stack ? row_true : row_false)(row, "stack");
        row_number(row, "count", object->count);
        row_number(row, "distance", object->nearest);
        row_hex(row, "data", object->address);
    }
    if (loop->object_count > SHOWN)
        rows_add_printf(rows, "  ... and %zu more", loop->object_count - SHOWN)->style = STYLE_DIM;
}

static void name_loops(struct session *session, const struct parallelism *parallelism, struct rows *rows)
{
    struct parallelism_summary summary;
    parallelism_summary(parallelism, &summary);
    rows_add(rows, str_of(""));
    for (size_t i = 0; i < summary.loop_count; i++) {
        const struct abstract_loop *loop = &ae_of(session)->input.program->loops[summary.loops[i].loop];
        struct row *row = rows_add(rows, str_of(""));
        row_style(row, STYLE_DIM);
        ae_describe_loop(session, summary.loops[i].loop, &row->text);
        if (loop->header != UINT32_MAX)
            row->place = (struct place){.has = PLACE_ADDRESS, .address = ae_of(session)->input.program->blocks[loop->header].address};
        name_objects(session, &summary.loops[i], rows);
    }
}

COMMAND(run_parallelism)
{
    struct parallelism_options options = {0};
    struct text report = {0};
    uint64_t granule = 4;
    if (!ae_need(session, error))
        return false;
    if (arguments.size && (!str_decimal(arguments, &granule) || granule == 0 || granule > 1 << 20 || (granule & (granule - 1))))
        return error_set(error, "`%.*s` is not a power of two up to 1048576: `pp` needs a number of bytes", STR(arguments));
    options.granule = (uint32_t)granule;
    struct meal meal = {.parallelism = parallelism_open(ae_of(session)->input.program, &options)};
    bool done = feed(session, &meal, error);
    if (done) {
        parallelism_finish(meal.parallelism);
        answer->is_list = true;
        parallelism_report(meal.parallelism, &report);
        add_lines(&report, meal.parallelism, complete_loop, &answer->rows);
        name_loops(session, meal.parallelism, &answer->rows);
        add_damage(session, &answer->rows);
    }
    text_free(&report);
    parallelism_close(meal.parallelism);
    return done;
}

/* ---- Writes to an address before the current place ----
 *
 * The trace has no written values, but it has the writes and their instructions. The first search finds the last write, as reverse-continue does. A second one
 * finds the writes before it; if the user interrupts it, clew shows the writes found so far. */

enum { WRITES = 1000 /* most writes to list, the last ones */, RING = WRITES + 1 };

/* A backward search runs forward through one stretch after the other, each nearer to the beginning, and meets some writes in each. */
struct writes {
    struct timeline_address *items;     /* from whole stretches, the last write first */
    size_t count, capacity;
    struct timeline_address *met;       /* the last writes of the current stretch: number i at i % RING */
    uint64_t met_count, met_last;       /* number of writes in it; trace number of its last */
    bool interrupted;
};

static void keep(struct writes *writes, const struct timeline_address *write)
{
    writes->items = array_grow(writes->items, &writes->capacity, writes->count + 1, sizeof *writes->items);
    writes->items[writes->count++] = *write;
}

/* After a stretch: keeps its writes. */
static void keep_stretch(struct writes *writes)
{
    uint64_t least = writes->met_count > RING ? writes->met_count - RING : 0;
    for (uint64_t i = writes->met_count; i-- > least && writes->count <= WRITES;)
        keep(writes, &writes->met[i % RING]);
    writes->met_count = 0;
}

/* Rejects each write, so that the search continues, until there are enough. A lower number than the one before begins the next stretch. */
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

/* False: interrupted before finding the last write. */
static bool find_writes(struct session *session, const struct timeline_watch *watch, struct writes *writes, struct error *error)
{
    struct ae *ae = ae_of(session);
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
        keep_stretch(writes);           /* an interrupted stretch lacks its end, which is nearer */
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
        rows_add_printf(rows, "interrupted: some earlier writes may be missing")->style = STYLE_WARNING;
    else if (writes->count > WRITES)
        rows_add_printf(rows, "there are more than %d writes before here: only the last are listed", WRITES)->style = STYLE_WARNING;
    for (size_t i = listed; i-- > 0;)
        add_write(session, &writes->items[i], column, rows);
    if (!listed)
        rows_add_printf(rows, "no instruction in the trace wrote here before @%" PRIu64, ae_of(session)->moment.at.number)->style = STYLE_UNKNOWN;
    rows->focus = rows->count - 1;
    rows_add_printf(rows, "the trace lacks writes by code without schema (libraries)")->style = STYLE_DIM;
}

/* ADDRESS, VAR, VAR[3], each with watch's ",LEN", or with " SIZE". An address alone is one byte. */
static struct str length_of(struct str *words)
{
    size_t blank = str_find_last_byte(*words, ' '), comma = str_find_last_byte(*words, ',');
    uint64_t size;
    size_t cut = blank != SIZE_MAX && str_decimal(str_cut(*words, blank + 1, SIZE_MAX), &size) ? blank : comma;
    struct str length = cut == SIZE_MAX ? (struct str){NULL, 0} : str_trim(str_cut(*words, cut + 1, SIZE_MAX));
    *words = str_trim(str_cut(*words, 0, cut));
    if (str_ends(*words, ","))
        *words = str_trim(str_cut(*words, 0, words->size - 1));
    return length;
}

/* Does the current instruction itself write to one of these bytes? The question is about the state before it. */
static bool is_written_here(const struct session *session, const struct timeline_watch *watch)
{
    enum { REFERENCES = 4 };
    struct timeline_address here[REFERENCES];
    const struct ae *ae = ae_of(session);
    size_t got = 0;
    if (timeline_addresses(ae->timeline, ae->moment.at.number, REFERENCES, here, &got) != TIMELINE_FOUND)
        return false;
    for (size_t i = 0; i < got && (i == 0 || here[i].kind != AE_INSTRUCTION); i++)
        if (here[i].kind == AE_WRITE && here[i].address - watch->address < watch->size)
            return true;
    return false;
}

bool ae_who(struct session *session, struct str arguments, struct answer *answer, struct error *error)
{
    struct writes writes = {0};
    struct text name = {0};
    struct str words = str_trim(arguments), length = length_of(&words);
    uint64_t address, size;
    if (words.size == 0)
        return error_set(error, "`who` needs a variable or an address: `who VAR` or `who 0xADDRESS [SIZE]`");
    if (!length.data && words.data[0] >= '0' && words.data[0] <= '9')
        length = str_of("1");
    if (!ae_need(session, error) || !ae_data_place(session, words, length, &address, &size, error))
        return false;
    const struct timeline_watch watch = {.address = (uint32_t)address, .size = (uint32_t)size, .write = true};
    bool done = find_writes(session, &watch, &writes, error);
    if (done) {
        text_safe(&name, words);
        answer->rows.title = arena_printf(&answer->rows.arena, "who wrote %s, %" PRIu64 " byte%s at 0x%" PRIx64 ", before @%" PRIu64, text_string(&name), size,
                                          size == 1 ? "" : "s", address, ae_of(session)->moment.at.number);
        list_writes(session, &writes, &answer->rows);
        if (is_written_here(session, &watch))
            rows_add_printf(&answer->rows, "the instruction here, @%" PRIu64 ", writes it; the list has earlier writes", ae_of(session)->moment.at.number)
                ->style = STYLE_DIM;
        answer->is_list = true;
    }
    free(writes.items);
    text_free(&name);
    return done;
}

/* ---- Two address streams of one program: their parting ----
 *
 * Both are in order and begin with the same instruction. So the n-th addresses of both correspond until an instruction differs, where the runs went different
 * ways. Numbers after that do not correspond. Before it, only the addresses of data may differ. */

enum { CHUNK = 4096 };

struct parting {
    uint64_t same;                      /* addresses before the first difference of any kind */
    uint64_t moved;                     /* references before `parts` with different addresses */
    uint64_t parts;                     /* the first address with different instructions, or only in one trace; 0: none */
    struct timeline_address first[2];   /* in this and the other trace, if moved; their instructions are the same */
    struct timeline_address at[2];      /* in this and the other trace, at `parts`; number 0: the trace ends before it */
    uint64_t last;                      /* the last common instruction; 0: none */
};

static bool same_step(const struct timeline_address *a, const struct timeline_address *b)
{
    return a->kind == b->kind && a->instruction == b->instruction;
}

static void compare(const struct timeline_address *a, const struct timeline_address *b, struct parting *out)
{
    if (a->kind == AE_INSTRUCTION)
        out->last = a->number;
    if (a->address == b->address) {
        out->same += !out->moved;
        return;
    }
    if (!out->moved++) {
        out->first[0] = *a;
        out->first[1] = *b;
    }
}

/* False: stopped. */
static bool find_parting(struct timeline *here, struct timeline *there, struct parting *out)
{
    static const struct timeline_address none = {0};
    struct timeline_address *a = memory_allocate(2 * CHUNK * sizeof *a), *b = a + CHUNK;
    size_t got_a = CHUNK, got_b = CHUNK, i = CHUNK;
    bool going = true;
    for (uint64_t from = 1; going && got_a == CHUNK && got_b == CHUNK && i == CHUNK; from += CHUNK) {
        going = timeline_addresses(here, from, CHUNK, a, &got_a) != TIMELINE_STOPPED && timeline_addresses(there, from, CHUNK, b, &got_b) != TIMELINE_STOPPED;
        for (i = 0; going && i < got_a && i < got_b && same_step(&a[i], &b[i]); i++)
            compare(&a[i], &b[i], out);
        if (going && (i < got_a || i < got_b)) {
            out->parts = from + i;
            out->at[0] = i < got_a ? a[i] : none;
            out->at[1] = i < got_b ? b[i] : none;
        }
    }
    free(a);
    return going;
}

/* ---- Rows ---- */

static struct place place_at(const struct session_trace *trace, uint64_t number)
{
    return (struct place){.has = PLACE_EVENT, .event = number, .trace = trace->number};
}

static struct row *add_row(struct session *session, const struct timeline_address *at, const char *what, struct rows *rows)
{
    struct row *row = rows_add_printf(rows, "  @%" PRIu64 "  ", at->number);
    row_style(row, STYLE_LOCATION);
    ae_describe_place(session, at->instruction, &row->text);
    row_string(row, "difference", str_of(what));
    row_number(row, "event", at->number);
    ae_fields(session, at->instruction, row);
    row->place = place_at(session->trace, at->number);
    return row;
}

static void say_where(struct session *session, const struct timeline_address *at, struct text *out)
{
    if (at->number)
        ae_describe_place(session, at->address, out);
    else
        text_add(out, "its end");
}

static void add_moved(struct session *session, const struct session_trace *other, const struct parting *parting, struct rows *rows)
{
    rows_add(rows, str_of("The first data address that differs"))->style = STYLE_HEADING;
    struct row *row = add_row(session, &parting->first[0], "address", rows);
    row_style(row, STYLE_VALUE);
    text_printf(&row->text, "  %s 0x%" PRIx32 ", in %u: 0x%" PRIx32, parting->first[0].kind == AE_WRITE ? "W" : "R", parting->first[0].address, other->number,
                parting->first[1].address);
    row_hex(row, "location", parting->first[0].address);
    row_hex(row, "location_other", parting->first[1].address);
    row_style(row, STYLE_NORMAL);
    text_add(&row->text, "  ");
    ae_describe_code(session, parting->first[0].instruction, &row->text);
}

/* Enter leads to the last instruction that ran in both. */
static void add_parting(struct session *session, const struct session_trace *other, const struct parting *parting, struct timeline_address last, struct rows *rows)
{
    rows_add(rows, str_of("Where the runs part"))->style = STYLE_HEADING;
    struct row *row = add_row(session, &last, "way", rows);
    row_style(row, STYLE_VALUE);
    text_add(&row->text, "  to ");
    say_where(session, &parting->at[0], &row->text);
    text_printf(&row->text, ", in %u: to ", other->number);
    say_where(session, &parting->at[1], &row->text);
    row_style(row, STYLE_NORMAL);
    text_add(&row->text, "  ");
    ae_describe_code(session, last.instruction, &row->text);
    if (!parting->at[1].number)
        return;
    row = rows_add_printf(rows, "  @%" PRIu64 "  in %u  ", parting->parts, other->number);
    row_style(row, STYLE_LOCATION);
    ae_describe_place(session, parting->at[1].instruction, &row->text);
    row_string(row, "difference", str_of("there"));
    row_number(row, "event", parting->parts);
    ae_fields(session, parting->at[1].instruction, row);
    row->place = place_at(other, parting->parts);
}

static void fill(struct session *session, const struct session_trace *other, const struct parting *parting, struct rows *rows)
{
    struct timeline_address last;
    size_t got;
    struct row *row = rows_add(rows, (struct str){NULL, 0});
    if (!parting->parts && !parting->moved)
        text_add(&row->text, "all ");
    text_count(&row->text, parting->same);
    text_add(&row->text, parting->same == 1 ? " address is the same" : " addresses are the same");
    if (parting->moved) {
        text_add(&row->text, ", then ");
        text_count(&row->text, parting->moved);
        text_add(&row->text, parting->moved == 1 ? " data address differs" : " data addresses differ");
        text_add(&row->text, parting->parts ? " before the runs part" : "");
    }
    row_number(row, "same", parting->same);
    row_number(row, "moved", parting->moved);
    if (parting->parts)
        row_number(row, "parts", parting->parts);
    else
        row_null(row, "parts");
    if (parting->moved)
        add_moved(session, other, parting, rows);
    if (parting->parts && parting->last && timeline_addresses(ae_of(session)->timeline, parting->last, 1, &last, &got) == TIMELINE_FOUND && got)
        add_parting(session, other, parting, last, rows);
    else if (parting->parts)
        rows_add(rows, str_of("they differ from the first instruction on"));
}

bool ae_diff(struct session *session, struct session_trace *other, struct answer *answer, struct error *error)
{
    struct parting parting = {0};
    if (memcmp(ae_of(session)->input.schema.identity, ae_of_trace(other)->input.schema.identity, AE_IDENTITY) != 0)
        return error_set(error, "%s is of another program or build: its schema differs from this trace's", other->path);
    if (!find_parting(ae_of(session)->timeline, ae_of_trace(other)->timeline, &parting))
        return error_set(error, "interrupted before `diff` found where the runs part");
    answer->is_list = true;
    fill(session, other, &parting, &answer->rows);
    return true;
}

/* ---- The call tree of an address stream ----
 *
 * The regenerated events show when functions are entered and left. The caller is the last operator of the surrounding activation. It is certain if that
 * operator calls the entered function; other calls went through a pointer or through code without schema. */

struct event_walk {
    const struct abstract *program;
    struct calls_making making;
    uint64_t number, ran;               /* addresses so far, and instructions among them */
    uint32_t *last;                     /* by depth: the last instruction of the activation; 0: none yet */
    size_t last_capacity;
};

static bool enter(struct event_walk *walk, struct ae_event event, struct error *error)
{
    size_t depth = (size_t)walk->making.depth;
    struct call call = {.from = walk->number + 1, .callee = event.address, .site = CALLS_NONE, .from_hidden = true};
    uint32_t last = depth ? walk->last[depth] : 0, at;
    walk->last = array_grow(walk->last, &walk->last_capacity, depth + 2, sizeof *walk->last);
    walk->last[depth + 1] = 0;
    if (last && abstract_op_at(walk->program, last, &at)) {
        const struct abstract_op *op = &walk->program->ops[at];
        if (op->operator >= AE_CALL && op->operator <= AE_CALL_SETJMP)
            call.site = op->address;
        call.from_hidden = op->operator != AE_CALL || op->callee != ae_event_value(event);
    }
    return calls_begin(&walk->making, call, walk->ran, error);
}

static bool take_event(struct event_walk *walk, struct ae_event event, struct error *error)
{
    switch (ae_event_kind(event)) {
    case AE_INSTRUCTION:
        walk->number++;
        walk->ran++;
        if (walk->making.depth)
            walk->last[walk->making.depth] = event.address;
        break;
    case AE_READ:
    case AE_WRITE: walk->number++; break;
    case AE_ENTER: return enter(walk, event, error);
    case AE_LEAVE:
        if (walk->making.depth)
            calls_end(&walk->making, walk->ran);
        break;
    case AE_LOOP_ENTRY:
    case AE_LOOP_BACK:
    case AE_LOOP_EXIT: break;
    }
    return true;
}

static bool run(struct event_walk *walk, struct regenerator *regenerator, uint64_t size, const struct progress *progress, struct error *error)
{
    struct ae_event *batch = memory_allocate(REGENERATED_BATCH * sizeof *batch);
    bool going = true;
    for (size_t count; going && (count = regenerator_run(regenerator, batch, REGENERATED_BATCH)) > 0;) {
        for (size_t i = 0; going && i < count; i++)
            going = take_event(walk, batch[i], error);
        if (going && !progress_report(progress, regenerator_offset(regenerator), size))
            going = error_set(error, "interrupted");
    }
    free(batch);
    return going;
}

bool calls_of_events(const struct abstract *program, struct str events, const char *name, const struct progress *progress, struct calls **calls,
                     struct error *error)
{
    struct regenerator *regenerator;
    struct error problem;
    if (!regenerator_open(program, events, name, &regenerator, error))
        return false;
    struct calls *made = memory_allocate(sizeof *made);
    struct event_walk walk = {.program = program, .making = {.calls = made}};
    calls_thread_begins(&walk.making);
    bool done = run(&walk, regenerator, events.size, progress, error);
    calls_thread_ends(&walk.making, walk.ran);
    made->ends_early = regenerator_problem(regenerator, &problem);
    regenerator_close(regenerator);
    free(walk.last);
    if (done)
        *calls = made;
    else
        calls_free(made);
    return done;
}
