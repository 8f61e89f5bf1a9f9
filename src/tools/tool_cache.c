/* tool_cache.c - clew cache: what caches make of a recorded run.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "tools/ae_tool.h"
#include "tools/tools.h"

#include <getopt.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char usage[] =
    "Usage: clew cache [OPTIONS] SIZE LINE WAYS [split] [SCHEMA...] EVENTS [EXECUTABLE]\n\n"
    "Regenerates the full trace of a run that was recorded by Abstract Execution, and feeds it to a cache of SIZE bytes with lines of LINE bytes in\n"
    "sets of WAYS; split: one for instructions and one for data, each of that size. Sizes may be written 64k or 1M.\n\n"
    "  --level=SIZE,LINE,WAYS   a further cache behind it, for both; up to three times\n"
    "  --by=WHAT                who missed most: function, line, instruction, data or loop; may be said more than once\n"
    "  --top=N                  so many of them (20); 0: all\n"
    "  --json                   one JSON object a line\n";

enum { TOP = 20, BY = CACHE_BY_LOOP + 1 };
static const char *const by_names[BY] = {"function", "line", "instruction", "data", "loop"};
static const char *const access_names[CACHE_ACCESSES] = {"fetch", "read", "write"};

struct job {
    struct cache_shape shapes[CACHE_LEVELS];
    size_t shape_count;
    bool split, json;
    enum cache_by by[BY];               /* in the order they were asked for */
    size_t by_count;
    uint64_t top;
    const char *const *paths;
    size_t path_count;
};

/* ---- Arguments ---- */

/* "64k,32,4" */
static bool read_level(struct slice text, struct cache_shape *shape)
{
    uint64_t *numbers[] = {&shape->size, &shape->line, &shape->ways};
    for (size_t i = 0; i < 3; i++) {
        size_t comma = i < 2 ? slice_find_byte(text, ',') : text.size;
        if (comma == SIZE_MAX || !slice_bytes(slice_cut(text, 0, comma), numbers[i]))
            return false;
        text = slice_cut(text, comma + 1, SIZE_MAX);
    }
    return true;
}

static bool read_by(struct job *job, const char *name)
{
    for (size_t i = 0; i < BY; i++) {
        if (strcmp(name, by_names[i]) != 0)
            continue;
        for (size_t k = 0; k < job->by_count; k++)
            if (job->by[k] == (enum cache_by)i)
                return true;
        job->by[job->by_count++] = (enum cache_by)i;
        return true;
    }
    return false;
}

/* One option; -1: go on, else the status to end with. */
static int take_option(struct job *job, int option, char **argv)
{
    switch (option) {
    case 'l':
        if (job->shape_count == CACHE_LEVELS)
            return tool_misused(argv[0], "one level too many", optarg);
        if (!read_level(slice_of(optarg), &job->shapes[job->shape_count++]))
            return tool_misused(argv[0], "--level needs SIZE,LINE,WAYS, not", optarg);
        return -1;
    case 'b': return read_by(job, optarg) ? -1 : tool_misused(argv[0], "--by is function, line, instruction, data or loop, not", optarg);
    case 't': return slice_decimal(slice_of(optarg), &job->top) ? -1 : tool_misused(argv[0], "--top needs a number, not", optarg);
    case 'j': job->json = true; return -1;
    case 'h': fputs(usage, stdout); return TOOL_DONE;
    default: return TOOL_USAGE;
    }
}

/* SIZE LINE WAYS [split] FILES: -1, else the status to end with. */
static int take_arguments(struct job *job, int argc, char **argv)
{
    uint64_t *numbers[] = {&job->shapes[0].size, &job->shapes[0].line, &job->shapes[0].ways};
    static const char *const names[] = {"SIZE needs a number of bytes, not", "LINE needs a number of bytes, not", "WAYS needs a number, not"};
    int at = optind;
    for (size_t i = 0; i < 3; i++, at++) {
        if (at >= argc)
            return tool_misused(argv[0], "SIZE LINE WAYS are missing", NULL);
        if (!slice_bytes(slice_of(argv[at]), numbers[i]))
            return tool_misused(argv[0], names[i], argv[at]);
    }
    job->split = at < argc && strcmp(argv[at], "split") == 0;
    at += job->split;
    if (at >= argc)
        return tool_misused(argv[0], "which run? its events are missing", NULL);
    job->paths = (const char *const *)&argv[at];
    job->path_count = (size_t)(argc - at);
    return -1;
}

static int parse(struct job *job, int argc, char **argv)
{
    static const struct option options[] = {{"level", required_argument, NULL, 'l'}, {"by", required_argument, NULL, 'b'},
                                            {"top", required_argument, NULL, 't'},   {"json", no_argument, NULL, 'j'},
                                            {"help", no_argument, NULL, 'h'},        {NULL, 0, NULL, 0}};
    int option, status;
    opterr = 0;
    optind = 1;
    while ((option = getopt_long(argc, argv, "", options, NULL)) != -1)
        if ((status = option == '?' ? tool_bad_option(argv[0], argv, "", options) : take_option(job, option, argv)) >= 0)
            return status;
    return take_arguments(job, argc, argv);
}

/* ---- Caches ---- */

static void add_counts(const char *name, const uint64_t counts[CACHE_ACCESSES], struct text *out)
{
    text_printf(out, ",\"%s\":{", name);
    for (size_t k = 0; k < CACHE_ACCESSES; k++)
        text_printf(out, "%s\"%s\":%" PRIu64, k ? "," : "", access_names[k], counts[k]);
    text_byte(out, '}');
}

static void add_levels(const struct cache *cache, struct text *out)
{
    struct cache_counts counts;
    const char *name;
    for (size_t i = 0; cache_level(cache, i, &name, &counts); i++) {
        text_printf(out, "{\"cache\":\"%s\"", name);
        add_counts("accesses", counts.accesses, out);
        add_counts("misses", counts.misses, out);
        text_printf(out, ",\"compulsory\":%" PRIu64 ",\"written_back\":%" PRIu64 ",\"dirty_at_end\":%" PRIu64 "}\n", counts.compulsory,
                    counts.written_back, counts.dirty);
    }
}

/* ---- Who missed ---- */

static uint64_t sum(const uint64_t counts[CACHE_ACCESSES])
{
    return counts[CACHE_FETCH] + counts[CACHE_READ] + counts[CACHE_WRITE];
}

/* "12.5%", right-aligned; 0 of 0 is 0. */
static void add_percent(uint64_t part, uint64_t whole, struct text *out)
{
    uint64_t tenths = whole ? (part * 1000 + whole / 2) / whole : 0;
    text_printf(out, " %5" PRIu64 ".%" PRIu64 "%%", tenths / 10, tenths % 10);
}

static void add_name(struct slice name, const char *unknown, struct text *out)
{
    if (name.data)
        text_safe(out, name);
    else
        text_add(out, unknown);
}

static void add_loop(const struct cache_share *share, const struct abstract *program, struct text *out)
{
    if (share->loop == UINT32_MAX) {
        text_add(out, "(no loop)");
        return;
    }
    text_printf(out, "loop %" PRIu32 " ", share->loop);
    ae_tool_where(program, share->address, out);
}

static void add_owner(const struct cache_share *share, const struct abstract *program, enum cache_by by, struct text *out)
{
    switch (by) {
    case CACHE_BY_FUNCTION: add_name(share->name, "(no function)", out); break;
    case CACHE_BY_LINE:
        add_name(share->name, "(no line)", out);
        if (share->line)
            text_printf(out, ":%" PRIu64, share->line);
        break;
    case CACHE_BY_INSTRUCTION: ae_tool_where(program, share->address, out); break;
    case CACHE_BY_DATA:
        text_hex(out, share->address);
        if (share->name.data) {
            text_byte(out, ' ');
            text_safe(out, share->name);
        } else if (share->stack) {
            text_add(out, " (stack)");
        }
        break;
    case CACHE_BY_LOOP: add_loop(share, program, out); break;
    }
}

static void add_row(const struct cache_share *share, uint64_t misses, const struct abstract *program, enum cache_by by, struct text *out)
{
    text_printf(out, "%12" PRIu64, sum(share->misses));
    add_percent(sum(share->misses), misses, out);
    text_printf(out, " %12" PRIu64, sum(share->accesses));
    add_percent(sum(share->misses), sum(share->accesses), out);
    for (size_t k = 0; k < CACHE_ACCESSES; k++)
        text_printf(out, " %11" PRIu64, share->misses[k]);
    text_add(out, "  ");
    add_owner(share, program, by, out);
    text_byte(out, '\n');
}

static void add_owner_json(const struct cache_share *share, const struct abstract *program, enum cache_by by, struct text *out)
{
    text_printf(out, "{\"by\":\"%s\",", by_names[by]);
    if (by == CACHE_BY_LOOP && share->loop == UINT32_MAX)
        text_add(out, "\"loop\":null");
    else if (by == CACHE_BY_LOOP) {
        text_printf(out, "\"loop\":%" PRIu32 ",", share->loop);
        ae_tool_where_json(program, share->address, out);
    } else if (by == CACHE_BY_LINE) {
        text_add(out, "\"file\":");
        ae_tool_quoted(share->name, out);
        text_add(out, ",\"line\":");
        if (share->line)
            text_printf(out, "%" PRIu64, share->line);
        else
            text_add(out, "null");
    } else if (by == CACHE_BY_DATA) {
        text_printf(out, "\"address\":\"0x%" PRIx32 "\",\"symbol\":", share->address);
        ae_tool_quoted(share->name, out);
        text_add(out, share->stack ? ",\"stack\":true" : ",\"stack\":false");
    } else
        ae_tool_where_json(program, share->address, out);
}

static void add_table(const struct cache *cache, const struct abstract *program, const struct job *job, enum cache_by by, struct text *out)
{
    struct arena arena = {0};
    struct cache_share *shares;
    size_t count = cache_shares(cache, program, by, &arena, &shares), shown = job->top && job->top < count ? (size_t)job->top : count;
    uint64_t misses = 0;
    for (size_t i = 0; i < count; i++)
        misses += sum(shares[i].misses);
    if (!job->json)
        text_printf(out, "\n      misses   share     accesses    rate  of fetches    of reads   of writes  %s\n", by_names[by]);
    for (size_t i = 0; i < shown; i++) {
        if (!job->json) {
            add_row(&shares[i], misses, program, by, out);
            continue;
        }
        add_owner_json(&shares[i], program, by, out);
        add_counts("accesses", shares[i].accesses, out);
        add_counts("misses", shares[i].misses, out);
        text_add(out, "}\n");
    }
    if (!job->json && shown < count)
        text_printf(out, "%12zu more\n", count - shown);
    arena_free(&arena);
}

/* ---- Running ---- */

static int report(const struct cache *cache, const struct abstract *program, const struct job *job)
{
    struct text text = {0};
    if (job->json)
        add_levels(cache, &text);
    else
        cache_report(cache, &text);
    for (size_t i = 0; i < job->by_count; i++)
        add_table(cache, program, job, job->by[i], &text);
    int status = ae_tool_print(&text);
    text_free(&text);
    return status;
}

static int simulate(const struct job *job, struct cache *cache)
{
    struct ae_tool *run = memory_allocate(sizeof *run);
    struct error error;
    size_t count;
    int status = TOOL_FAILED;
    if (!ae_tool_open(run, job->paths, job->path_count, &error))
        tool_complain(&error);
    else {
        while ((count = ae_tool_next(run)) > 0)
            cache_feed(cache, run->batch, count);
        status = report(cache, run->input.program, job);
        if (ae_tool_close(run) != TOOL_DONE)
            status = TOOL_FAILED;
    }
    free(run);
    return status;
}

int tool_cache(int argc, char **argv)
{
    struct job job = {.shape_count = 1, .top = TOP};
    struct cache *cache;
    struct error error;
    int status = parse(&job, argc, argv);
    if (status >= 0)
        return status;
    if (!cache_open(job.shapes, job.shape_count, job.split, &cache, &error))
        return tool_misused(argv[0], error.message, NULL);
    for (size_t i = 0; i < job.by_count; i++)
        cache_remember(cache, job.by[i]);
    status = simulate(&job, cache);
    cache_close(cache);
    return status;
}
