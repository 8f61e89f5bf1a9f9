/* store.c - opening and closing a store.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "store/layout.h"

#include <stdio.h>
#include <stdlib.h>

void store_close(struct store *store)
{
    if (!store)
        return;
    pool_free(&store->names);
    map_free(&store->by_id);
    map_free(&store->by_address);
    free(store->records);
    free(store->lists);
    free(store->value_lists);
    free(store->definers);
    free(store->instances);
    free(store->values);
    free(store->wide);
    free(store->xs);
    free(store->extras);
    free(store->findings);
    free(store->details);
    free(store->final);
    reverse_free(store->reverse);
    free(store);
}

struct store_summary store_summary(const struct store *store)
{
    return store->summary;
}

static bool refuse_first_problem(const struct store *store, const char *name, struct error *error)
{
    struct problem problem = store_problem(store, 0);
    struct text message = {0};
    problem_text(store, &problem, &message);
    error_at(error, name, problem.line, problem.column, "%s", text_string(&message));
    text_free(&message);
    return false;
}

/* Errors of building have no source yet. */
static bool name_source(struct error *error, const char *name)
{
    snprintf(error->source, sizeof error->source, "%s", name);
    return false;
}

bool store_open_bytes(struct slice bytes, const char *name, const struct store_options *options, struct store **store, struct error *error)
{
    static const struct store_options defaults = {0};
    if (!options)
        options = &defaults;
    enum wet_kind kind = wet_kind(bytes);
    if (kind == WET_EMPTY)
        return error_at(error, name, 0, 0, "empty file");
    struct store *made = memory_allocate(sizeof *made);
    made->reverse = reverse_new();
    bool done = kind == WET_HISTORY ? build_history(made, bytes, options, error) : build_trace(made, bytes, options, error);
    if (!done) {
        name_source(error, name);
    } else {
        findings_sort(made);
        if (options->strict && made->summary.problems)
            done = refuse_first_problem(made, name, error);
    }
    if (done)
        *store = made;
    else
        store_close(made);
    return done;
}

bool store_open(const char *path, const struct store_options *options, struct store **store, struct error *error)
{
    struct arena arena = {0};
    struct slice bytes;
    bool done = file_read(path, &arena, &bytes, error) && store_open_bytes(bytes, path, options, store, error);
    arena_free(&arena);
    return done;
}
