/* ae_analyses.c - cache and pp: what the whole of an address stream is fed to.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "session/engine.h"
#include "stream/abstract.h"
#include "stream/ae.h"
#include "stream/cache.h"
#include "stream/parallelism.h"

#include <inttypes.h>
#include <stdlib.h>

/* The whole trace from its beginning, to one of two consumers. */
struct meal {
    struct cache *cache;
    struct parallelism *parallelism;
};

static bool feed(struct session *session, const struct meal *meal, struct error *error)
{
    const struct ae_input *input = &session->trace->ae->input;
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

/* The lines of a report, each completed by who knows its numbers. */
static void add_lines(const struct text *text, const void *context, void (*complete)(const void *context, size_t i, struct row *row), struct rows *rows)
{
    struct slice rest = text_slice(text), line;
    for (size_t i = 0; slice_line(&rest, &line); i++)
        complete(context, i, rows_add(rows, line));
}

/* What a damaged trace has is counted; that it ends early is said too. */
static void add_damage(struct session *session, struct rows *rows)
{
    struct error problem;
    if (timeline_problem(session->trace->ae->timeline, &problem))
        rows_add_printf(rows, "the trace ends early: problems says why")->style = STYLE_WARNING;
}

/* ---- cache ---- */

/* "{"fetch":62325,"read":206,"write":10206}" */
static void accesses_field(struct row *row, const char *name, const uint64_t counts[CACHE_ACCESSES])
{
    struct text json = {0};
    text_printf(&json, "{\"fetch\":%" PRIu64 ",\"read\":%" PRIu64 ",\"write\":%" PRIu64 "}", counts[CACHE_FETCH], counts[CACHE_READ], counts[CACHE_WRITE]);
    row_json(row, name, text_slice(&json));
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

/* The numbers of `clew cache`, under names. The first row has the fields. */
static void add_level(const char *name, const struct cache_counts *counts, struct rows *rows)
{
    static const char *const names[CACHE_ACCESSES] = {"fetches", "reads", "writes"};
    struct row *row = rows_add_printf(rows, "%-16s %14s %14s %9s", name, "accesses", "misses", "rate");
    row->style = STYLE_HEADING;
    row_string(row, "cache", slice_of(name));
    accesses_field(row, "accesses", counts->accesses);
    accesses_field(row, "misses", counts->misses);
    row_number(row, "compulsory", counts->compulsory);
    row_number(row, "written_back", counts->written_back);
    row_number(row, "dirty_at_end", counts->dirty);
    for (size_t i = 0; i < CACHE_ACCESSES; i++)
        add_access(names[i], counts->accesses[i], counts->misses[i], rows);
    row = rows_add(rows, slice_of("  compulsory: "));
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

static bool cache_arguments(struct slice arguments, struct cache_order *order, struct error *error)
{
    static const char *const by[] = {"function", "line", "instruction", "data", "loop", NULL};
    uint64_t *const sizes[] = {&order->shape.size, &order->shape.line, &order->shape.ways};
    struct slice word;
    size_t choice;
    for (size_t i = 0; i < 3; i++)
        if (!argument_next(&arguments, &word) || !slice_bytes(word, sizes[i]))
            return error_set(error, "cache needs SIZE LINE WAYS, as in cache 32k 32 4");
    while (argument_next(&arguments, &word)) {
        if (slice_is(word, "split")) {
            order->split = true;
            continue;
        }
        if (!argument_choice(word, by, "way to share the misses out", &choice, error))
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
        text_add(&row->text, "outside of loops");
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
    size_t count = cache_shares(cache, session->trace->ae->input.program, by, &arena, &shares);
    rows_add(rows, slice_of(""));
    rows_add_printf(rows, "%12s %14s", "misses", "accesses")->style = STYLE_HEADING;
    for (size_t i = 0; i < count && i < SHOWN; i++)
        share_row(session, &shares[i], by, rows);
    if (count > SHOWN)
        rows_add_printf(rows, "... and %zu more", count - SHOWN)->style = STYLE_DIM;
    arena_free(&arena);
}

bool run_cache(struct session *session, struct slice arguments, struct answer *answer, struct error *error)
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

/* The program comes first, then its loops. */
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

/* On which variable or array a loop's iterations depend on each other; the place is the instruction at the end of the first. */
static void name_objects(struct session *session, const struct parallelism_loop *loop, struct rows *rows)
{
    enum { SHOWN = 8 };
    for (size_t i = 0; i < loop->object_count && i < SHOWN; i++) {
        const struct dependence_object *object = &loop->objects[i];
        struct row *row = rows_add(rows, slice_of("  "));
        parallelism_report_object(object, &row->text);
        text_add(&row->text, "; first ");
        size_t before = row->text.size;
        ae_describe_data(session, object->sink, object->address, &row->text);
        text_add(&row->text, row->text.size > before ? " in " : "in ");
        ae_describe_function(session, object->sink, &row->text);
        row->place = (struct place){.has = PLACE_ADDRESS, .address = object->sink};
        row_number(row, "loop", loop->loop);
        row_string(row, "kind", slice_of(dependence_kind_name(object->kind)));
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
    rows_add(rows, slice_of(""));
    for (size_t i = 0; i < summary.loop_count; i++) {
        const struct abstract_loop *loop = &session->trace->ae->input.program->loops[summary.loops[i].loop];
        struct row *row = rows_add(rows, slice_of(""));
        row_style(row, STYLE_DIM);
        ae_describe_loop(session, summary.loops[i].loop, &row->text);
        if (loop->header != UINT32_MAX)
            row->place = (struct place){.has = PLACE_ADDRESS, .address = session->trace->ae->input.program->blocks[loop->header].address};
        name_objects(session, &summary.loops[i], rows);
    }
}

bool run_parallelism(struct session *session, struct slice arguments, struct answer *answer, struct error *error)
{
    struct parallelism_options options = {0};
    struct text report = {0};
    uint64_t granule = 4;
    if (!ae_need(session, error))
        return false;
    if (arguments.size && (!slice_decimal(arguments, &granule) || granule == 0 || granule > 1 << 20 || (granule & (granule - 1))))
        return error_set(error, "a granule is a power of two, in bytes");
    options.granule = (uint32_t)granule;
    struct meal meal = {.parallelism = parallelism_open(session->trace->ae->input.program, &options)};
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
