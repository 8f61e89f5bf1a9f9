/* test_suffix_asked.h - asks for suffixes of values as a debugger prints them.  SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CLEW_TESTS_TEST_SUFFIX_ASKED_H
#define CLEW_TESTS_TEST_SUFFIX_ASKED_H

#include "test_suffix.h"

struct question {
    const char *array;              /* "1 3 ? -1"; ?: the debugger did not print it; null: no array */
    const char *index, *current;    /* null: missing */
    const char *block, *line;       /* null: unknown */
    bool cut;
    const struct suffix_prune *prune;
};

struct frame_values {
    uint64_t slots[64];
    bool known[64];
    struct suffix_values values;
    struct suffix_position position;
};

static inline void values_from(const struct question *question, struct frame_values *frame)
{
    *frame = (struct frame_values){0};
    struct suffix_values *values = &frame->values;
    struct str rest = str_of(question->array), field;
    while (str_field(&rest, &field)) {
        frame->known[values->slots] = !str_is(field, "?");
        frame->slots[values->slots] = frame->known[values->slots] ? (uint64_t)strtoll(field.data, NULL, 10) : 0;
        values->slots++;
    }
    values->has_array = question->array;
    values->array = frame->slots;
    values->known = frame->known;
    values->array_cut = question->cut;
    values->has_index = question->index;
    values->index = question->index ? strtoll(question->index, NULL, 10) : 0;
    values->has_current = question->current;
    values->current = question->current ? (uint64_t)strtoll(question->current, NULL, 10) : 0;
    values->array_reason = str_of(question->array ? NULL : "<optimized out>");
    frame->position.has_block = question->block;
    frame->position.block = question->block ? (uint32_t)strtoul(question->block, NULL, 10) : 0;
    frame->position.has_line = question->line;
    frame->position.line = question->line ? strtoll(question->line, NULL, 10) : 0;
}

static inline void paths_show(const struct path_graph *graph, const struct suffix *suffix, struct text *out)
{
    for (size_t i = 0; i < suffix->path_count; i++) {
        const struct suffix_path *path = &suffix->paths[i];
        text_add(out, i ? " / " : "");
        text_add(out, path->broken ? "!" : "");
        text_add(out, path->impossible ? "impossible" : path->missing ? "missing" : "");
        ids_add(out, path_graph_function(graph), path->path.blocks, path->path.count);
    }
}

/* "unique: 2,4,5 / 4,6 | 4,6 recorded | ...": status, history, candidates. */
static inline void suffix_show(const struct path_graph *graph, const struct suffix *suffix, struct text *out)
{
    text_printf(out, "%s: ", suffix_status_names[suffix->status]);
    paths_show(graph, suffix, out);
    for (size_t i = 0; i < suffix->candidate_count; i++) {
        text_add(out, " | ");
        ids_add(out, path_graph_function(graph), suffix->candidates[i].current, suffix->candidates[i].current_count);
        text_add(out, suffix->candidates[i].tail ? " tail" : suffix->candidates[i].recorded ? " recorded" : "");
    }
}

static inline void notes_show(const struct suffix *suffix, struct text *out)
{
    for (size_t i = 0; i < suffix->note_count; i++)
        text_printf(out, "%.*s\n", STR(suffix->notes[i]));
}

struct asked {
    struct frame_graph loaded;
    struct frame_values frame;
    struct arena arena;
    struct suffix suffix;
};

static inline void ask(struct asked *asked, const char *metadata, const char *function, struct question question)
{
    memset(asked, 0, sizeof *asked);
    graph_load(&asked->loaded, str_of(metadata), function);
    values_from(&question, &asked->frame);
    suffix_decode(asked->loaded.graph, &asked->frame.values, &asked->frame.position, question.prune, &asked->arena, &asked->suffix);
}

static inline void asked_free(struct asked *asked)
{
    arena_free(&asked->arena);
    graph_free(&asked->loaded);
}

/* Asks, compares, and looks for a phrase in the notes (NULL: in none). */
static inline void check(const char *metadata, const char *function, struct question question, const char *expected, const char *note)
{
    struct asked asked;
    struct text shown = {0}, notes = {0};
    ask(&asked, metadata, function, question);
    suffix_show(asked.loaded.graph, &asked.suffix, &shown);
    notes_show(&asked.suffix, &notes);
    if (!str_is(text_str(&shown), expected) || (note && str_find(text_str(&notes), str_of(note)) == SIZE_MAX))
        fail_msg("is:  %s\nnot: %s\nnotes: %s\nnot: %s", text_string(&shown), expected, text_string(&notes), note ? note : "-");
    text_free(&shown);
    text_free(&notes);
    asked_free(&asked);
}

#define ASK(...) ((struct question){__VA_ARGS__})

/* The whole suffix of the only candidate; ":" before the current part, "*" at a gap. */
static inline void check_whole(const char *metadata, const char *function, struct question question, const char *expected)
{
    struct asked asked;
    struct suffix_blocks blocks;
    struct text text = {0};
    ask(&asked, metadata, function, question);
    suffix_blocks(asked.loaded.graph, &asked.suffix, asked.suffix.candidate_count == 1 ? 0 : SIZE_MAX, &asked.arena, &blocks);
    for (size_t i = 0; i < blocks.count; i++)
        text_printf(&text, "%s%s%s%u", i ? "," : "", blocks.gap_before && blocks.gap_before[i] ? "*" : "", i == blocks.current_from ? ":" : "",
                    path_graph_function(asked.loaded.graph)->blocks[blocks.blocks[i]].id);
    assert_string_equal(text_string(&text), expected);
    text_free(&text);
    asked_free(&asked);
}

static const char example_1[] = "1 3 6 3 2 4 8 9 2 -1", example_2[] = "4 5 4 4 4 4 3 4 4 4";

static const char early[] = "#\nf\n1|EXIT\n0|ENTRY|1\n2|2|-1|3\n3|4\n4|5\n$\n0->2|0$0\n2->3|0$0\n3->4|0$0\n4->1|0$0\n";

#endif
