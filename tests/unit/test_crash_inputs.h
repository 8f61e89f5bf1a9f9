/* test_crash_inputs.h - hand-made metadata, frames and values.  SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CLEW_TESTS_CRASH_INPUTS_H
#define CLEW_TESTS_CRASH_INPUTS_H

#include "crash/crash.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

struct inputs {
    struct arena arena;
    struct csi_paths paths;
    struct csi_coverage coverage[CSI_SCHEMES];
    struct probes *probes;
    struct debugger_snapshot snapshot;
    struct debugger_thread threads[4];
};

/* Any of the four texts may be NULL. */
static inline void inputs_open(struct inputs *inputs, const char *paths, const char *fc, const char *cc, const char *bbc)
{
    const char *texts[CSI_SCHEMES] = {fc, cc, bbc};
    *inputs = (struct inputs){0};
    csi_paths_read(str_of(paths ? paths : ""), "test", &inputs->arena, &inputs->paths);
    for (enum csi_scheme s = 0; s < CSI_SCHEMES; s++)
        csi_coverage_read(str_of(texts[s] ? texts[s] : ""), s, "test", &inputs->arena, &inputs->coverage[s]);
    inputs->probes = probes_open(&inputs->paths, inputs->coverage);
    inputs->snapshot.threads = inputs->threads;
    inputs->snapshot.count = 1;
}

static inline void inputs_close(struct inputs *inputs)
{
    probes_close(inputs->probes);
    arena_free(&inputs->arena);
}

static inline struct debugger_value value_of(struct inputs *inputs, const char *text)
{
    struct debugger_value value;
    size_t size;
    (void)!debugger_value_read(str_of(text), &inputs->arena, &value, &size);
    return value;
}

/* Adds the next outer frame of a thread. Function NULL, line 0, address 0: not printed. */
static inline struct debugger_frame *frame_add(struct inputs *inputs, size_t thread, const char *function, uint64_t line, uint64_t address)
{
    struct debugger_thread *of = &inputs->threads[thread];
    struct debugger_frame *frames = arena_allocate(&inputs->arena, (of->count + 1) * sizeof *frames);
    if (of->count)
        memcpy(frames, of->frames, of->count * sizeof *frames);
    of->frames = frames;
    frames[of->count] = (struct debugger_frame){.has_level = true, .level = of->count, .has_line = line != 0, .line = line, .opened = true,
                                                .has_address = address != 0, .address = address, .function = str_of(function)};
    if (thread >= inputs->snapshot.count)
        inputs->snapshot.count = thread + 1;
    return &frames[of->count++];
}

static inline void local_set(struct inputs *inputs, struct debugger_frame *frame, enum debugger_name which, const char *text)
{
    frame->has[which] = true;
    frame->locals[which] = value_of(inputs, text);
}

static inline void path_set(struct inputs *inputs, struct debugger_frame *frame, const char *array, const char *index, const char *current)
{
    local_set(inputs, frame, DEBUGGER_PATH_ARRAY, array);
    local_set(inputs, frame, DEBUGGER_PATH_INDEX, index);
    local_set(inputs, frame, DEBUGGER_PATH_CURRENT, current);
}

/* Coverage of one frame of the snapshot. */
static inline void frame_coverage(struct inputs *inputs, const struct debugger_frame *frame, enum coverage_rule rule, struct coverage_report *report)
{
    struct coverage_reading reading = probes_reading(inputs->probes, &inputs->snapshot, rule);
    for (size_t t = 0; t < inputs->snapshot.count; t++) {
        const struct debugger_thread *thread = &inputs->snapshot.threads[t];
        if (frame >= thread->frames && frame < thread->frames + thread->count) {
            probes_coverage_frame(inputs->probes, thread, (size_t)(frame - thread->frames), &reading, &inputs->arena, report);
            return;
        }
    }
    fail_msg("no frame of the snapshot");
}

static inline void global_set(struct inputs *inputs, const char *name, const char *text)
{
    size_t count = inputs->snapshot.global_count;
    struct debugger_global *globals = arena_allocate(&inputs->arena, (count + 1) * sizeof *globals);
    if (count)
        memcpy(globals, inputs->snapshot.globals, count * sizeof *globals);
    globals[count] = (struct debugger_global){.name = str_of(name), .value = value_of(inputs, text)};
    inputs->snapshot.globals = globals;
    inputs->snapshot.global_count = count + 1;
}

/* Counts the lines that contain this text. */
static inline size_t lines_with(const struct str *lines, size_t count, const char *piece)
{
    size_t found = 0;
    for (size_t i = 0; i < count; i++)
        found += str_find(lines[i], str_of(piece)) != SIZE_MAX;
    return found;
}

/* The functions on the documentation's coverage pages. */
#define DOCUMENTED_FC "#abc|__FC_arr_abc\n#a|__FC_arr_a\n#b|__FC_arr_b\n#main|__FC_arr_main\n"
#define DOCUMENTED_CC "#a|__CC_arr_a\n0|20|printf\n1|14|printf\n2|17|abc\n3|18|abc\n4|19|abc\n#b|__CC_arr_b\n0|26|a\n" \
                      "#main|__CC_arr_main\n0|35|a\n1|35|printf\n2|36|b\n3|36|printf\n"
#define DOCUMENTED_BBC "#abc|__BBC_arr_abc\n0|3|4\n1|5\n2|8\n3|9\n#a|__BBC_arr_a\n0|11|12|13\n1|14\n2|16\n3|17|18|19|20|21\n" \
                       "#b|__BBC_arr_b\n0|24|25\n1|26\n2|27\n3|28\n#main|__BBC_arr_main\n0|31|32|33|34|35|36|37\n"

/* The functions on its path-tracing page. */
#define DOCUMENTED_RAND "#\nrand\n1|EXIT\n0|ENTRY|5|5|5|5|5|5|5|5|-1|5\n$\n0->1|0$0\n"
#define DOCUMENTED_MAIN "#\nmain\n3|EXIT\n2|ENTRY|9|9|9|9|9|9|9\n4|10|10|10\n5|11|11|12|12|12|12|13|13|13\n6|-1|20|20|21|21\n7|14\n8|17\n" \
                        "9|18|18|18|-1\n$\n2->4|0$0\n4->5|0$0\n4->6|2$2\n5->7|0$0\n5->8|1$1\n6->3|0$0\n7->9|0$0\n8->9|0$0\n9~>4|3$3\n"

#endif
