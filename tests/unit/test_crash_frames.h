/* test_crash_frames.h - explains frames of a stopped program, and checks the text.  SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CLEW_TESTS_TEST_CRASH_FRAMES_H
#define CLEW_TESTS_TEST_CRASH_FRAMES_H

#include "test_crash_inputs.h"

#include <stdio.h>

static const struct crash_options plain_options = {0}, pruning = {.prune = true};

static inline struct crash explained(struct inputs *inputs, const struct crash_options *options)
{
    struct crash crash;
    crash_explain(inputs->probes, &inputs->snapshot, options, &inputs->arena, &crash);
    return crash;
}

/* "2,4,5,8": ids of the blocks of a candidate's whole suffix. */
static inline void assert_suffix(const struct crash_frame *frame, size_t entry, size_t candidate, struct arena *arena, const char *expected)
{
    struct text text = {0};
    struct suffix_blocks blocks;
    const struct crash_entry *of = &frame->entries[entry];
    assert_true(entry < frame->entry_count && candidate < of->suffix.candidate_count);
    suffix_blocks(of->graph, &of->suffix, candidate, arena, &blocks);
    for (size_t i = 0; i < blocks.count; i++)
        text_printf(&text, "%s%u", i ? "," : "", path_graph_function(of->graph)->blocks[blocks.blocks[i]].id);
    assert_string_equal(text_string(&text), expected);
    text_free(&text);
}

static inline void assert_status(const struct crash_frame *frame, enum suffix_status status)
{
    assert_string_equal(suffix_status_names[frame->status], suffix_status_names[status]);
}

/* Static functions of one name: one with a two-way branch and no loop on lines 3-6, one with three ways on lines 13-16. */
#define BRANCH "#\nh\n1|EXIT\n0|ENTRY|3|3\n2|4|-1\n3|5|-1\n4|6\n$\n0->2|0$0\n0->3|0$1\n2->4|0$0\n3->4|1$0\n4->1|0$0\n"

#endif
