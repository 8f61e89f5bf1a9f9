/* tool_cache.c - clew cache and clew pp: cache misses of an address stream, and loops that could run in parallel.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "tools/tool_ae.h"
#include "tools/tools.h"

#include <getopt.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char cache_usage[] =
    "Usage: clew cache [OPTIONS] SIZE LINE WAYS [split] [SCHEMA...] EVENTS [EXECUTABLE]\n\n"
    "Regenerates the address stream of a run recorded by Abstract Execution and counts the misses of a cache: SIZE bytes, lines of LINE bytes, WAYS\n"
    "lines per set. With split there are two, one for instructions and one for data, each of that size. Sizes may be written 64k or 1M.\n\n"
    "  --level=SIZE,LINE,WAYS   add a level behind it, for instructions and data; up to three times\n"
    "  --by=WHAT                list the most misses by function, line, instruction, data or loop; may be repeated\n"
    "  --top=N                  list N rows (20); 0: all\n"
    "  --json                   print one JSON object per line\n";

enum { TOP = 20, BY = CACHE_BY_LOOP + 1 };
static const char *const by_names[BY] = {"function", "line", "instruction", "data", "loop"};
static const char *const access_names[CACHE_ACCESSES] = {"fetch", "read", "write"};

struct cache_job {
    struct cache_shape shapes[CACHE_LEVELS];
    size_t shape_count;
    bool split, json;
    enum cache_by by[BY];               /* in the user's order */
    size_t by_count;
    uint64_t top;
    const char *const *paths;
    size_t path_count;
};

/* ---- Arguments ---- */

/* "64k,32,4" */
static bool read_level(struct str text, struct cache_shape *shape)
{
    uint64_t *numbers[] = {&shape->size, &shape->line, &shape->ways};
    for (size_t i = 0; i < 3; i++) {
        size_t comma = i < 2 ? str_find_byte(text, ',') : text.size;
        if (comma == SIZE_MAX || !str_bytes(str_cut(text, 0, comma), numbers[i]))
            return false;
        text = str_cut(text, comma + 1, SIZE_MAX);
    }
    return true;
}

static bool read_by(struct cache_job *cache_job, const char *name)
{
    for (size_t i = 0; i < BY; i++) {
        if (strcmp(name, by_names[i]) != 0)
            continue;
        for (size_t k = 0; k < cache_job->by_count; k++)
            if (cache_job->by[k] == (enum cache_by)i)
                return true;
        cache_job->by[cache_job->by_count++] = (enum cache_by)i;
        return true;
    }
    return false;
}

/* One option; -1: go on, otherwise the exit status. */
static int take_cache_option(struct cache_job *cache_job, int option, char **argv)
{
    switch (option) {
    case 'l':
        if (cache_job->shape_count == CACHE_LEVELS)
            return tool_misused(argv[0], "more than three --level options", optarg);
        if (!read_level(str_of(optarg), &cache_job->shapes[cache_job->shape_count++]))
            return tool_misused(argv[0], "--level needs SIZE,LINE,WAYS, not", optarg);
        return -1;
    case 'b': return read_by(cache_job, optarg) ? -1 : tool_misused(argv[0], "--by takes function, line, instruction, data or loop, not", optarg);
    case 't': return str_decimal(str_of(optarg), &cache_job->top) ? -1 : tool_misused(argv[0], "--top needs a number, not", optarg);
    case 'j': cache_job->json = true; return -1;
    case 'h': fputs(cache_usage, stdout); return TOOL_DONE;
    default: return TOOL_USAGE;
    }
}

/* SIZE LINE WAYS [split] FILES: -1, otherwise the exit status. */
static int take_arguments(struct cache_job *cache_job, int argc, char **argv)
{
    uint64_t *numbers[] = {&cache_job->shapes[0].size, &cache_job->shapes[0].line, &cache_job->shapes[0].ways};
    static const char *const names[] = {"SIZE needs a number of bytes, not", "LINE needs a number of bytes, not", "WAYS needs a number, not"};
    static const char *const too_large[] = {"SIZE is too large, at most 1G", "LINE is too large, at most SIZE", "WAYS is too large, at most 4096"};
    _Static_assert(CACHE_SIZE_MAX == 1 << 30 && CACHE_WAYS_MAX == 4096, "as too_large has it");
    int at = optind;
    for (size_t i = 0; i < 3; i++, at++) {
        if (at >= argc)
            return tool_misused(argv[0], "name the cache first: SIZE LINE WAYS", NULL);
        if (!str_bytes(str_of(argv[at]), numbers[i]))
            return tool_misused(argv[0], tool_is_too_large(argv[at]) ? too_large[i] : names[i], argv[at]);
    }
    cache_job->split = at < argc && strcmp(argv[at], "split") == 0;
    at += cache_job->split;
    if (at >= argc)
        return tool_misused(argv[0], "name the event file of the run (ae.out)", NULL);
    cache_job->paths = (const char *const *)&argv[at];
    cache_job->path_count = (size_t)(argc - at);
    return -1;
}

static int parse_cache(struct cache_job *cache_job, int argc, char **argv)
{
    static const struct option options[] = {{"level", required_argument, NULL, 'l'}, {"by", required_argument, NULL, 'b'},
                                            {"top", required_argument, NULL, 't'},   {"json", no_argument, NULL, 'j'},
                                            {"help", no_argument, NULL, 'h'},        {NULL, 0, NULL, 0}};
    int option, status;
    opterr = 0;
    optind = 1;
    while ((option = getopt_long(argc, argv, "", options, NULL)) != -1)
        if ((status = option == '?' ? tool_bad_option(argv[0], argv, "", options) : take_cache_option(cache_job, option, argv)) >= 0)
            return status;
    return take_arguments(cache_job, argc, argv);
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

/* ---- Causes of misses ---- */

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

static void add_name(struct str name, const char *unknown, struct text *out)
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

static void add_table(const struct cache *cache, const struct abstract *program, const struct cache_job *cache_job, enum cache_by by, struct text *out)
{
    struct arena arena = {0};
    struct cache_share *shares;
    size_t count = cache_shares(cache, program, by, &arena, &shares), shown = cache_job->top && cache_job->top < count ? (size_t)cache_job->top : count;
    uint64_t misses = 0;
    for (size_t i = 0; i < count; i++)
        misses += sum(shares[i].misses);
    if (!cache_job->json)
        text_printf(out, "\n      misses   share     accesses    rate  of fetches    of reads   of writes  %s\n", by_names[by]);
    for (size_t i = 0; i < shown; i++) {
        if (!cache_job->json) {
            add_row(&shares[i], misses, program, by, out);
            continue;
        }
        add_owner_json(&shares[i], program, by, out);
        add_counts("accesses", shares[i].accesses, out);
        add_counts("misses", shares[i].misses, out);
        text_add(out, "}\n");
    }
    if (!cache_job->json && shown < count)
        text_printf(out, "%12zu more\n", count - shown);
    arena_free(&arena);
}

/* ---- Running ---- */

static int report(const struct cache *cache, const struct abstract *program, const struct cache_job *cache_job)
{
    struct text text = {0};
    if (cache_job->json)
        add_levels(cache, &text);
    else
        cache_report(cache, &text);
    for (size_t i = 0; i < cache_job->by_count; i++)
        add_table(cache, program, cache_job, cache_job->by[i], &text);
    int status = ae_tool_print(&text);
    text_free(&text);
    return status;
}

static int simulate(const struct cache_job *cache_job, struct cache *cache)
{
    struct ae_tool *run = memory_allocate(sizeof *run);
    struct error error;
    size_t count;
    int status = TOOL_FAILED;
    if (!ae_tool_open(run, cache_job->paths, cache_job->path_count, &error))
        tool_complain(&error);
    else {
        while ((count = ae_tool_next(run)) > 0)
            cache_feed(cache, run->batch, count);
        status = report(cache, run->input.program, cache_job);
        if (ae_tool_close(run) != TOOL_DONE)
            status = TOOL_FAILED;
    }
    free(run);
    return status;
}

int tool_cache(int argc, char **argv)
{
    struct cache_job cache_job = {.shape_count = 1, .top = TOP};
    struct cache *cache;
    struct error error;
    int status = parse_cache(&cache_job, argc, argv);
    if (status >= 0)
        return status;
    if (!cache_open(cache_job.shapes, cache_job.shape_count, cache_job.split, &cache, &error))
        return tool_misused(argv[0], error.message, NULL);
    for (size_t i = 0; i < cache_job.by_count; i++)
        cache_remember(cache, cache_job.by[i]);
    status = simulate(&cache_job, cache);
    cache_close(cache);
    return status;
}

/* ---- clew pp: which loops of a recorded run could run in parallel ---- */

static const char pp_usage[] =
    "Usage: clew pp [OPTIONS] [SCHEMA...] EVENTS [EXECUTABLE]\n\n"
    "Regenerates the address stream of a run recorded by Abstract Execution. For every loop it prints the data dependences between iterations,\n"
    "and how much faster the loop would be if its iterations ran in parallel.\n\n"
    "  --granule=BYTES     size of one location in memory: a power of two up to 1M (4)\n"
    "  --all-dependences   let anti and output dependences delay iterations, too\n"
    "  --lines             add where each loop is\n"
    "  --dependences       add the two instructions of each dependence, and its variable or array\n"
    "  --json              print one JSON object per line\n";

enum { GRANULE_MAX = 1 << 20 };
struct pp_job {
    struct parallelism_options options;
    bool json, lines, dependences;
    const char *const *paths;
    size_t path_count;
};

/* ---- Arguments ---- */

static int take_granule(struct pp_job *pp_job, const char *tool)
{
    uint64_t bytes;
    if (!str_bytes(str_of(optarg), &bytes) || bytes == 0 || bytes > GRANULE_MAX || (bytes & (bytes - 1)) != 0)
        return tool_misused(tool, "--granule needs a power of two up to 1M, not", optarg);
    pp_job->options.granule = (uint32_t)bytes;
    return -1;
}

/* One option; -1: go on, otherwise the exit status. */
static int take_pp_option(struct pp_job *pp_job, int option, char **argv)
{
    switch (option) {
    case 'g': return take_granule(pp_job, argv[0]);
    case 'a': pp_job->options.all_dependences = true; return -1;
    case 'l': pp_job->lines = true; return -1;
    case 'd': pp_job->dependences = true; return -1;
    case 'j': pp_job->json = true; return -1;
    case 'h': fputs(pp_usage, stdout); return TOOL_DONE;
    default: return TOOL_USAGE;
    }
}

static int parse_pp(struct pp_job *pp_job, int argc, char **argv)
{
    static const struct option options[] = {{"granule", required_argument, NULL, 'g'}, {"all-dependences", no_argument, NULL, 'a'},
                                            {"lines", no_argument, NULL, 'l'},         {"dependences", no_argument, NULL, 'd'},
                                            {"json", no_argument, NULL, 'j'},          {"help", no_argument, NULL, 'h'},
                                            {NULL, 0, NULL, 0}};
    int option, status;
    opterr = 0;
    optind = 1;
    while ((option = getopt_long(argc, argv, "", options, NULL)) != -1)
        if ((status = option == '?' ? tool_bad_option(argv[0], argv, "", options) : take_pp_option(pp_job, option, argv)) >= 0)
            return status;
    if (optind == argc)
        return tool_misused(argv[0], "name the event file of the run (ae.out)", NULL);
    pp_job->paths = (const char *const *)&argv[optind];
    pp_job->path_count = (size_t)(argc - optind);
    return -1;
}

/* ---- Loops ---- */

/* The first instruction of the loop's header; false: no annotation names it. */
static bool header_of(const struct abstract *program, uint32_t loop, uint32_t *address)
{
    const struct abstract_loop *known = &program->loops[loop];
    if (known->header >= program->block_count)
        return false;
    *address = program->blocks[known->header].address;
    return true;
}

static void add_line(const struct abstract *program, uint32_t loop, struct text *out)
{
    uint32_t address, parent = program->loops[loop].parent;
    if (!header_of(program, loop, &address))
        return;
    text_add(out, "    at ");
    ae_tool_where(program, address, out);
    if (parent < program->loop_count)
        text_printf(out, ", in loop %" PRIu32, parent);
    text_byte(out, '\n');
}

static void add_dependences(const struct abstract *program, const struct parallelism_loop *loop, struct text *out)
{
    for (size_t kind = 0; kind < DEPENDENCE_KINDS; kind++)
        for (size_t i = 0; i < loop->dependence_counts[kind]; i++) {
            const struct dependence_count *found = &loop->dependences[kind][i];
            text_printf(out, "    %s %" PRIu64 ":%" PRIu64 " from ", dependence_kind_name((enum dependence_kind)kind), found->distance, found->count);
            ae_tool_where(program, found->source, out);
            text_add(out, " to ");
            ae_tool_where(program, found->sink, out);
            text_byte(out, '\n');
        }
}

/* The variables or arrays, and how they conflict. */
static void add_objects(const struct abstract *program, const struct parallelism_loop *loop, struct text *out)
{
    for (size_t i = 0; i < loop->object_count; i++) {
        const struct dependence_object *object = &loop->objects[i];
        text_add(out, "    ");
        parallelism_report_object(object, out);
        text_add(out, "; first at ");
        text_hex(out, object->address);
        text_add(out, ", from ");
        ae_tool_where(program, object->source, out);
        text_add(out, " to ");
        ae_tool_where(program, object->sink, out);
        text_byte(out, '\n');
    }
}

static void report_text(const struct parallelism *pp, const struct abstract *program, const struct pp_job *pp_job, struct text *out)
{
    struct parallelism_summary summary;
    parallelism_summary(pp, &summary);
    parallelism_report_program(pp, out);
    for (size_t i = 0; i < summary.loop_count; i++) {
        parallelism_report_loop(&summary.loops[i], out);
        if (pp_job->lines)
            add_line(program, summary.loops[i].loop, out);
        if (pp_job->dependences)
            add_dependences(program, &summary.loops[i], out);
        if (pp_job->dependences)
            add_objects(program, &summary.loops[i], out);
    }
}

/* ---- JSON ---- */

static void add_times(const char *name, uint64_t instructions, uint64_t steps, struct text *out)
{
    text_printf(out, ",\"%s\":%" PRIu64 ",\"%s_speed_up\":", name, steps, name);
    parallelism_speed_up(instructions, steps, out);
}

static void add_kind_json(const struct abstract *program, const struct parallelism_loop *loop, enum dependence_kind kind, struct text *out)
{
    text_printf(out, ",\"%s\":[", dependence_kind_name((enum dependence_kind)kind));
    for (size_t i = 0; i < loop->dependence_counts[kind]; i++) {
        const struct dependence_count *found = &loop->dependences[kind][i];
        text_printf(out, "%s{\"distance\":%" PRIu64 ",\"count\":%" PRIu64 ",\"source\":{", i ? "," : "", found->distance, found->count);
        ae_tool_where_json(program, found->source, out);
        text_add(out, "},\"sink\":{");
        ae_tool_where_json(program, found->sink, out);
        text_add(out, "}}");
    }
    text_byte(out, ']');
}

static void add_objects_json(const struct abstract *program, const struct parallelism_loop *loop, struct text *out)
{
    text_add(out, ",\"objects\":[");
    for (size_t i = 0; i < loop->object_count; i++) {
        const struct dependence_object *object = &loop->objects[i];
        text_printf(out, "%s{\"kind\":\"%s\",\"name\":", i ? "," : "", dependence_kind_name(object->kind));
        ae_tool_quoted(object->name.data ? abstract_data_name(object->name) : object->name, out);
        text_printf(out, ",\"stack\":%s,\"count\":%" PRIu64 ",\"distance\":%" PRIu64 ",\"data\":\"0x%" PRIx32 "\",\"source\":{", object->stack ? "true" : "false",
                    object->count, object->nearest, object->address);
        ae_tool_where_json(program, object->source, out);
        text_add(out, "},\"sink\":{");
        ae_tool_where_json(program, object->sink, out);
        text_add(out, "}}");
    }
    text_byte(out, ']');
}

static void add_loop_json(const struct abstract *program, const struct parallelism_loop *loop, struct text *out)
{
    uint32_t address, parent = program->loops[loop->loop].parent;
    text_printf(out, "{\"loop\":%" PRIu32 ",\"parent\":", loop->loop);
    if (parent < program->loop_count)
        text_printf(out, "%" PRIu32, parent);
    else
        text_add(out, "null");
    if (header_of(program, loop->loop, &address)) {
        text_byte(out, ',');
        ae_tool_where_json(program, address, out);
    } else
        text_add(out, ",\"address\":null,\"function\":null,\"file\":null,\"line\":null");
    text_printf(out, ",\"activations\":%" PRIu64 ",\"iterations\":%" PRIu64 ",\"instructions\":%" PRIu64, loop->activations, loop->iterations,
                loop->instructions);
    add_times("steps", loop->instructions, loop->steps, out);
    add_times("delayed", loop->instructions, loop->delayed, out);
    for (size_t kind = 0; kind < DEPENDENCE_KINDS; kind++)
        add_kind_json(program, loop, (enum dependence_kind)kind, out);
    add_objects_json(program, loop, out);
    text_add(out, "}\n");
}

static void report_json(const struct parallelism *pp, const struct abstract *program, struct text *out)
{
    struct parallelism_summary summary;
    parallelism_summary(pp, &summary);
    text_printf(out, "{\"instructions\":%" PRIu64, summary.instructions);
    add_times("steps", summary.instructions, summary.steps, out);
    text_add(out, "}\n");
    for (size_t i = 0; i < summary.loop_count; i++)
        add_loop_json(program, &summary.loops[i], out);
}

/* ---- Running ---- */

static int analyse(const struct pp_job *pp_job, struct ae_tool *run)
{
    struct parallelism *pp = parallelism_open(run->input.program, &pp_job->options);
    struct text text = {0};
    size_t count;
    while ((count = ae_tool_next(run)) > 0)
        parallelism_feed(pp, run->batch, count);
    parallelism_finish(pp);
    if (pp_job->json)
        report_json(pp, run->input.program, &text);
    else
        report_text(pp, run->input.program, pp_job, &text);
    int status = ae_tool_print(&text);
    text_free(&text);
    parallelism_close(pp);
    return status;
}

int tool_pp(int argc, char **argv)
{
    struct pp_job pp_job = {0};
    int status = parse_pp(&pp_job, argc, argv);
    if (status >= 0)
        return status;
    struct ae_tool *run = memory_allocate(sizeof *run);
    struct error error;
    if (!ae_tool_open(run, pp_job.paths, pp_job.path_count, &error))
        status = tool_complain(&error);
    else {
        status = analyse(&pp_job, run);
        if (ae_tool_close(run) != TOOL_DONE)
            status = TOOL_FAILED;
    }
    free(run);
    return status;
}
