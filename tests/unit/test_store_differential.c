/* test_store_differential.c - compares stores of generated traces with a naive reader and slicer.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The naive side (model_*.h) keeps plain arrays and searches all of them for each answer. It was written from clew-formats(5) and shares no code with
 * the store. If the two differ on a trace, the test shrinks the trace as far as possible and prints it.
 *
 * Traces go through *subjects*: ways to make a store. DIFFERENTIAL_TRACES in the environment multiplies the number of traces. */
#include "store_agrees_nodes.h"
#include "store_agrees_subjects.h"
#include "trace_maker_whole.h"

enum { SMALL = 1000, LARGE = 24, DAMAGED = 400, HISTORIES = 200, LARGE_HISTORIES = 4, HUGE_TRACES = 3, SHOWN = 3000 };

static const struct subject subjects[] = {
    {"bytes in memory", 1, 0, WET_PATH_BEST, 0},
    {"bytes in memory, plain code", 4, 0, WET_PATH_SCALAR, 0},
    {"a file", 16, WAY_FILE, WET_PATH_BEST, 0},
    {"an index made now", 12, WAY_INDEX | WAY_VERIFIED, WET_PATH_BEST, 0},
    {"an index made before", 12, WAY_REOPENED, WET_PATH_BEST, 0},
    {"gzip in memory", 16, WAY_GZIP, WET_PATH_BEST, 0},
    {"gzip with an index", 32, WAY_GZIP | WAY_REOPENED, WET_PATH_BEST, 0},
    {"zstd with an index", 32, WAY_ZSTD | WAY_INDEX | WAY_VERIFIED, WET_PATH_BEST, 0},
    {"a recording of it", 6, WAY_RECORDING, WET_PATH_BEST, 0},
    {"text of a recording of it", 6, WAY_RECORDING | WAY_REWRITTEN, WET_PATH_BEST, 0},
    {"several parts, one thread", 500, WAY_PADDED, WET_PATH_BEST, 1},
    {"several parts, two threads", 250, WAY_PADDED | WAY_INDEX | WAY_VERIFIED, WET_PATH_BEST, 2},
};

/* ---- One trace ---- */

struct trial {
    const struct subject *subject;
    enum store_numbering numbering;
    uint64_t seed;
    struct tally *tally;
};

/* Bytes in a buffer of exactly their size, so that a sanitizer reports reads beyond them. */
static struct str copy_exactly(struct str text)
{
    char *copy = malloc(text.size ? text.size : 1);
    if (text.size)
        memcpy(copy, text.data, text.size);
    return (struct str){copy, text.size};
}

/* A strict store opens if there is no problem; otherwise its error names the position of the first. */
static bool strict_agrees(const struct trial *trial, const struct model *model, struct str text, struct text *why)
{
    struct store_options options = {.numbering = trial->numbering, .strict = true};
    struct store *store = NULL;
    struct error error;
    if (subject_open(trial->subject, text, &options, &store, &error)) {
        store_close(store);
        return model->problems_count == 0 || (text_add(why, "a strict store opened in spite of problems"), false);
    }
    if (model->problems_count == 0)
        return text_printf(why, "a strict store says: %s", error.message), false;
    const struct problem *first = &model->problems[0];
    return (error.line == first->line && error.column == first->column) || (text_add(why, "a strict store names another place"), false);
}

/* With an index, clew may refuse a text that does not begin like a trace: the golden refusals.t says when. */
static bool may_be_refused(const struct trial *trial, const struct model *model)
{
    bool begins = true, bad = false;
    for (size_t i = 0; i < model->problems_count; i++) {
        begins = begins && model->problems[i].kind != WET_MISSING_COUNT;
        bad = bad || model->problems[i].kind == WET_BAD_LINE;
    }
    return trial->subject->ways & (WAY_INDEX | WAY_REOPENED) && !begins && (bad || model->blocks_count == 0);
}

static bool trial_agrees(const struct trial *trial, struct str bytes, struct text *why)
{
    struct store_options options = {.numbering = trial->numbering};
    bool converted = trial->subject->ways & WAY_RECORDING, rewritten = trial->subject->ways & WAY_REWRITTEN;
    struct str text = trial->subject->ways & WAY_PADDED ? padded(bytes) : copy_exactly(bytes);
    struct model model = model_read(text, trial->numbering);
    struct store *store = NULL;
    struct error error;
    text_clear(why);
    bool opened = subject_open(trial->subject, text, &options, &store, &error);
    bool agrees = opened != model.empty || (!opened && may_be_refused(trial, &model));
    if (!agrees)
        text_add(why, opened ? "a text of blanks opened" : error.message);
    if (agrees && opened) {
        struct comparison c = {store, &model, why, trial->seed, trial->tally, converted && !model.history, rewritten};
        agrees = store_agrees(&c);
        if (agrees && trial->seed % 4 == 0 && !converted)
            agrees = strict_agrees(trial, &model, text, why);
    }
    if (opened)
        store_close(store);
    model_free(&model);
    free((void *)text.data);
    return agrees;
}

/* ---- Shrinking a trace on which they differ ---- */

/* Removes the lines from ... to - 1. */
static void without_lines(struct str text, size_t from, size_t to, struct text *out)
{
    size_t line = 0;
    text_clear(out);
    for (size_t i = 0; i < text.size; i++) {
        if (line < from || line >= to)
            text_byte(out, text.data[i]);
        line += text.data[i] == '\n';
    }
}

static size_t count_lines(struct str text)
{
    size_t lines = 1;
    for (size_t i = 0; i < text.size; i++)
        lines += text.data[i] == '\n';
    return lines;
}

/* Removes groups of lines, large ones first, as long as the two still differ. */
static void trace_reduce(const struct trial *trial, struct text *trace, struct text *why)
{
    struct text shorter = {0};
    for (size_t piece = count_lines(text_str(trace)); piece; piece /= 2)
        for (size_t from = 0; from < count_lines(text_str(trace));) {
            without_lines(text_str(trace), from, from + piece, &shorter);
            if (shorter.size == trace->size || trial_agrees(trial, text_str(&shorter), why)) {
                from += piece;
                continue;
            }
            text_clear(trace);
            text_append(trace, text_str(&shorter));
        }
    (void)trial_agrees(trial, text_str(trace), why);
    text_free(&shorter);
}

static void expect_agreement(struct trial trial, struct text *trace)
{
    struct text why = {0};
    struct tally others = {0};      /* counts only the first subject's questions */
    for (size_t i = 0; i < sizeof subjects / sizeof *subjects; i++) {
        trial.subject = &subjects[i];
        trial.tally = i ? &others : trial.tally;
        if (trial.seed % trial.subject->every || trial_agrees(&trial, text_str(trace), &why))
            continue;
        trace_reduce(&trial, trace, &why);
        struct text shown = {0};
        text_quoted(&shown, str_cut(text_str(trace), 0, SHOWN));
        fail_msg("%s, seed %" PRIu64 ", numbering %d: %s\nin %s", trial.subject->name, trial.seed, (int)trial.numbering, text_string(&why),
                 text_string(&shown));
    }
    text_free(&why);
}

/* ---- Many ---- */

static uint64_t times(uint64_t count)
{
    const char *more = getenv("DIFFERENTIAL_TRACES");
    return more ? count * strtoull(more, NULL, 10) : count;
}

static struct trial trial_of(uint64_t seed, struct tally *tally)
{
    enum store_numbering numbering = seed % 5 == 3 ? NUMBERING_INSTANCE : seed % 5 == 4 ? NUMBERING_DENSE : NUMBERING_DETECT;
    return (struct trial){.numbering = numbering, .seed = seed, .tally = tally};
}

static void traces_of_all_shapes_answer_as_a_naive_reader_does(void **state)
{
    (void)state;
    struct text trace = {0};
    struct tally tally = {0};
    for (uint64_t seed = 0; seed < times(SMALL); seed++) {
        trace_make(seed, TRACE_SMALL, &trace);
        expect_agreement(trial_of(seed, &tally), &trace);
    }
    text_free(&trace);
    for (unsigned kind = 0; kind < WET_PROBLEMS; kind++)
        assert_true(tally.problems[kind] > 0);              /* the traces covered every kind */
    assert_in_range(tally.dense, SMALL / 10, times(SMALL) * 9 / 10);
    assert_true(tally.links > SMALL * 10 && tally.uncertain > SMALL && tally.several > SMALL && tally.values > SMALL * 10 && tally.wide > SMALL);
    assert_true(tally.sliced > SMALL && tally.chopped > SMALL && tally.near > SMALL);
}

static void lists_of_many_blocks_answer_as_a_naive_reader_does(void **state)
{
    (void)state;
    struct text trace = {0};
    struct tally tally = {0};
    for (uint64_t seed = 0; seed < times(LARGE); seed++) {
        trace_make(seed, TRACE_LARGE, &trace);
        expect_agreement(trial_of(seed, &tally), &trace);
    }
    for (uint64_t seed = 0; seed < times(HUGE_TRACES); seed++) {
        trace_make(seed, TRACE_HUGE, &trace);
        expect_agreement(trial_of(seed, &tally), &trace);
    }
    text_free(&trace);
    assert_true(tally.links > 1000 && tally.values > 1000 && tally.sliced > 10);
}

static void traces_with_damage_anywhere_answer_as_a_naive_reader_does(void **state)
{
    (void)state;
    struct text trace = {0};
    struct tally tally = {0};
    for (uint64_t seed = 0; seed < times(DAMAGED); seed++) {
        if (seed % 4 == 3)
            history_make(seed, TRACE_SMALL, &trace);
        else
            trace_make(seed + SMALL, TRACE_SMALL, &trace);
        trace_damage(seed, &trace);
        expect_agreement(trial_of(seed, &tally), &trace);
    }
    text_free(&trace);
    assert_true(tally.problems[WET_BAD_LINE] > 0 && tally.problems[WET_TRUNCATED] > 0);
}

static void histories_answer_as_a_naive_reader_does(void **state)
{
    (void)state;
    struct text trace = {0};
    struct tally tally = {0};
    for (uint64_t seed = 0; seed < times(HISTORIES); seed++) {
        history_make(seed, seed < LARGE_HISTORIES ? TRACE_LARGE : TRACE_SMALL, &trace);
        expect_agreement(trial_of(seed, &tally), &trace);
    }
    text_free(&trace);
    assert_true(tally.horizon > HISTORIES && tally.links > HISTORIES && tally.sliced > HISTORIES && tally.problems[WET_BAD_LINE] > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(traces_of_all_shapes_answer_as_a_naive_reader_does),
        cmocka_unit_test(lists_of_many_blocks_answer_as_a_naive_reader_does),
        cmocka_unit_test(traces_with_damage_anywhere_answer_as_a_naive_reader_does),
        cmocka_unit_test(histories_answer_as_a_naive_reader_does),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
