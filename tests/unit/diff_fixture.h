/* diff_fixture.h - compares two texts and prints the result in one line.  SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CLEW_TESTS_DIFF_FIXTURE_H
#define CLEW_TESTS_DIFF_FIXTURE_H

#include "session_fixture.h"

#include <inttypes.h>
#include <stdio.h>

#include "recording/questions/questions.h"

struct trace {
    struct store *store;
    struct program *program;
};

static inline struct trace open_text(const char *text, enum store_numbering numbering)
{
    struct trace trace = {0};
    struct error error;
    if (!store_open_bytes(str_of(text), "test", &(struct store_options){.numbering = numbering}, &trace.store, &error))
        fail_msg("%s", error.message);
    trace.program = program_open(trace.store);
    return trace;
}

static inline void close_trace(struct trace *trace)
{
    program_close(trace->program);
    store_close(trace->store);
}

static inline uint64_t id_of(const struct trace *trace, uint64_t index)
{
    return store_instruction(trace->store, index).id;
}

/* "5 2 3 ?0; 3#1=3#0; way 2#0=2#0 follows; line 4 x1/2 -1+2 =3": counts, parts, lines. */
static inline void show(const struct diff *diff, const struct trace *here, const struct trace *there, struct text *out)
{
    static const char *const kinds[] = {[DIFF_VALUE] = "", [DIFF_SOURCE] = "elsewhere ", [DIFF_WAY] = "way "};
    text_printf(out, "%" PRIu64 " %" PRIu64 " %" PRIu64 " ?%" PRIu64 " =%" PRIu64 ";", diff->aligned, diff->only_here, diff->only_there, diff->unknown, diff->values);
    for (size_t i = 0; i < diff->part_count; i++) {
        const struct diff_part *part = &diff->parts[i];
        text_printf(out, " %s%" PRIu64 "#%" PRIu64 "=%" PRIu64 "#%" PRIu64 "%s;", kinds[part->kind], id_of(here, part->here.index), part->here.instance,
                    id_of(there, part->there.index), part->there.instance, part->follows ? " follows" : "");
    }
    for (size_t i = 0; i < diff->line_count; i++) {
        const struct diff_line *line = &diff->lines[i];
        text_printf(out, " line %" PRIu64 " x%" PRIu64 "/%" PRIu64 " -%" PRIu64 "+%" PRIu64 " =%" PRIu64 ";", line->line, line->executions_here, line->executions_there,
                    line->only_here, line->only_there, line->values);
    }
}

/* Every alignment here holds in the other direction, too, with the same execution. */
static inline void check_both_ways(const struct diff *diff, const struct trace *here)
{
    uint64_t aligned = 0;
    struct node there, back;
    for (uint64_t i = 0; i < store_summary(here->store).instructions; i++)
        for (uint64_t k = 0; k < store_instruction(here->store, i).executions; k++)
            if (diff_there(diff, (struct node){i, k}, &there)) {
                aligned++;
                assert_true(diff_here(diff, there, &back));
                assert_int_equal(back.index, i);
                assert_int_equal(back.instance, k);
            }
    assert_int_equal(aligned, diff->aligned);
}

static inline void expect_numbered(const char *here_text, const char *there_text, enum store_numbering numbering, const char *expected)
{
    struct trace here = open_text(here_text, numbering), there = open_text(there_text, numbering);
    struct diff_question question = {.here = here.program, .there = there.program};
    struct diff *diff;
    struct text text = {0};
    assert_true(diff_make(&question, NULL, &diff));
    show(diff, &here, &there, &text);
    assert_string_equal(text_string(&text), expected);
    check_both_ways(diff, &here);
    text_free(&text);
    diff_free(diff);
    close_trace(&here);
    close_trace(&there);
}

static inline void expect(const char *here, const char *there, const char *expected)
{
    expect_numbered(here, there, NUMBERING_INSTANCE, expected);
}

#endif
