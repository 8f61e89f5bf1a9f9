/* test_suffix.h - makes graphs from metadata text, and prints suffixes.  SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CLEW_TEST_SUFFIX_H
#define CLEW_TEST_SUFFIX_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "crash/crash.h"

#define UNUSED __attribute__((unused))

/* The function main of the documentation's two examples. */
#define LOOP_TEXT                                                                                                                    \
    "#\nmain\n3|EXIT\n2|ENTRY|9|9|9|9|9|9|9\n4|10|10|10\n5|11|11|12|12|12|12|13|13|13\n6|-1|20|20|21|21\n7|14\n8|17\n9|18|18|18|-1\n" \
    "$\n2->4|0$0\n4->5|0$0\n4->6|2$2\n5->7|0$0\n5->8|1$1\n6->3|0$0\n7->9|0$0\n8->9|0$0\n9~>4|3$3\n"

/* A function whose path numbers are split by cut edges: limit 3 instead of 2^62-1. */
#define SPLIT_TEXT                                                                                                                  \
    "#\nsplit\n1|EXIT\n0|ENTRY|1\n2|2|2\n3|-1|3\n4|-1|4\n5|5\n6|6\n7|7\n8|8|-1|8\n$\n0->2|0$0\n2~>3|1$1\n2~>4|3$3\n3->5|0$0\n4->5|0$0\n" \
    "5->6|0$0\n5->7|1$1\n6->8|0$0\n7->8|0$0\n8->1|0$0\n"

struct frame_graph {
    struct arena arena;
    struct csi_paths paths;
    struct path_graph *graph;
};

UNUSED static void graph_load(struct frame_graph *loaded, struct str text, const char *name)
{
    *loaded = (struct frame_graph){0};
    csi_paths_read(text, "test", &loaded->arena, &loaded->paths);
    for (size_t i = 0; i < loaded->paths.count && !loaded->graph; i++) {
        if (!str_is(loaded->paths.functions[i].name, name))
            continue;
        if (loaded->paths.functions[i].damaged)
            fail_msg("%s", loaded->paths.problems.count ? loaded->paths.problems.items[0].error.message : "damaged");
        loaded->graph = path_graph_open(&loaded->paths.functions[i]);
    }
    assert_non_null(loaded->graph);
}

UNUSED static void graph_free(struct frame_graph *loaded)
{
    path_graph_close(loaded->graph);
    arena_free(&loaded->arena);
}

UNUSED static void ids_add(struct text *text, const struct csi_function *function, const uint32_t *blocks, size_t count)
{
    for (size_t i = 0; i < count; i++)
        text_printf(text, "%s%u", i ? "," : "", function->blocks[blocks[i]].id);
}

UNUSED static uint32_t ordinal_of(const struct path_graph *graph, uint32_t id)
{
    uint32_t block = 0;
    assert_true(csi_block_find(path_graph_function(graph), id, &block));
    return block;
}

/* "4,5,8,9 ended by 9~>4"; "impossible". */
UNUSED static void path_show(const struct path_graph *graph, uint64_t number, struct text *text)
{
    struct arena arena = {0};
    struct path path;
    const uint32_t *edges;
    if (!path_decode(graph, number, &arena, &path)) {
        text_add(text, "impossible");
        return;
    }
    const struct csi_function *function = path_graph_function(graph);
    ids_add(text, function, path.blocks, path.count);
    size_t count = path_ended_by(graph, &path, &edges);
    text_add(text, count ? " ended by" : " ended in EXIT");
    for (size_t i = 0; i < count; i++)
        text_printf(text, " %u~>%u", function->blocks[function->edges[edges[i]].source].id, function->blocks[function->edges[edges[i]].target].id);
    arena_free(&arena);
}

UNUSED static void assert_path(const struct path_graph *graph, uint64_t number, const char *expected)
{
    struct text text = {0};
    path_show(graph, number, &text);
    assert_string_equal(text_string(&text), expected);
    text_free(&text);
}

#endif
