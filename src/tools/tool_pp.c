/* tool_pp.c - clew pp: which loops of a recorded run could run in parallel.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "tools/ae_tool.h"
#include "tools/tools.h"

#include <getopt.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

static const char usage[] =
    "Usage: clew pp [OPTIONS] [SCHEMA...] EVENTS [EXECUTABLE]\n\n"
    "Regenerates the full trace of a run that was recorded by Abstract Execution, and tells of every loop the data dependences between its iterations\n"
    "and how much faster it could be if these ran in parallel.\n\n"
    "  --granule=BYTES     how much of memory is one location: a power of two (4)\n"
    "  --all-dependences   anti and output dependences delay iterations too\n"
    "  --lines             where each loop is\n"
    "  --dependences       the two instructions of each dependence, and on which variable or array they are\n"
    "  --json              one JSON object a line\n";

enum { GRANULE_MAX = 1 << 20 };
struct job {
    struct parallelism_options options;
    bool json, lines, dependences;
    const char *const *paths;
    size_t path_count;
};

/* ---- Arguments ---- */

static int take_granule(struct job *job, const char *tool)
{
    uint64_t bytes;
    if (!slice_bytes(slice_of(optarg), &bytes) || bytes == 0 || bytes > GRANULE_MAX || (bytes & (bytes - 1)) != 0)
        return tool_misused(tool, "--granule needs a power of two up to 1M, not", optarg);
    job->options.granule = (uint32_t)bytes;
    return -1;
}

/* One option; -1: go on, else the status to end with. */
static int take_option(struct job *job, int option, char **argv)
{
    switch (option) {
    case 'g': return take_granule(job, argv[0]);
    case 'a': job->options.all_dependences = true; return -1;
    case 'l': job->lines = true; return -1;
    case 'd': job->dependences = true; return -1;
    case 'j': job->json = true; return -1;
    case 'h': fputs(usage, stdout); return TOOL_DONE;
    default: return TOOL_USAGE;
    }
}

static int parse(struct job *job, int argc, char **argv)
{
    static const struct option options[] = {{"granule", required_argument, NULL, 'g'}, {"all-dependences", no_argument, NULL, 'a'},
                                            {"lines", no_argument, NULL, 'l'},         {"dependences", no_argument, NULL, 'd'},
                                            {"json", no_argument, NULL, 'j'},          {"help", no_argument, NULL, 'h'},
                                            {NULL, 0, NULL, 0}};
    int option, status;
    opterr = 0;
    optind = 1;
    while ((option = getopt_long(argc, argv, "", options, NULL)) != -1)
        if ((status = option == '?' ? tool_bad_option(argv[0], argv, "", options) : take_option(job, option, argv)) >= 0)
            return status;
    if (optind == argc)
        return tool_misused(argv[0], "which run? its events are missing", NULL);
    job->paths = (const char *const *)&argv[optind];
    job->path_count = (size_t)(argc - optind);
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

/* On which variable or array, and how they conflict. */
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

static void report_text(const struct parallelism *pp, const struct abstract *program, const struct job *job, struct text *out)
{
    struct parallelism_summary summary;
    parallelism_summary(pp, &summary);
    parallelism_report_program(pp, out);
    for (size_t i = 0; i < summary.loop_count; i++) {
        parallelism_report_loop(&summary.loops[i], out);
        if (job->lines)
            add_line(program, summary.loops[i].loop, out);
        if (job->dependences)
            add_dependences(program, &summary.loops[i], out);
        if (job->dependences)
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

static int analyse(const struct job *job, struct ae_tool *run)
{
    struct parallelism *pp = parallelism_open(run->input.program, &job->options);
    struct text text = {0};
    size_t count;
    while ((count = ae_tool_next(run)) > 0)
        parallelism_feed(pp, run->batch, count);
    parallelism_finish(pp);
    if (job->json)
        report_json(pp, run->input.program, &text);
    else
        report_text(pp, run->input.program, job, &text);
    int status = ae_tool_print(&text);
    text_free(&text);
    parallelism_close(pp);
    return status;
}

int tool_pp(int argc, char **argv)
{
    struct job job = {0};
    int status = parse(&job, argc, argv);
    if (status >= 0)
        return status;
    struct ae_tool *run = memory_allocate(sizeof *run);
    struct error error;
    if (!ae_tool_open(run, job.paths, job.path_count, &error))
        status = tool_complain(&error);
    else {
        status = analyse(&job, run);
        if (ae_tool_close(run) != TOOL_DONE)
            status = TOOL_FAILED;
    }
    free(run);
    return status;
}
