/* test_store_answers.h - asks a store every possible question, one after the other.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     struct questions questions = questions_make(fresh);        with the fresh store's answers
 *     answers_lie(damaged, &questions, 0, true, &wrong)          NULL: each is the same, or the store has reported damage by then
 *
 * Code that shows answers relies on this: after any question, either store_damaged() says so, or the answer was right. */
#ifndef CLEW_TESTS_TEST_STORE_ANSWERS_H
#define CLEW_TESTS_TEST_STORE_ANSWERS_H

#include "recording/questions/slice.h"
#include "test_store.h"

enum question_kind { ASK_SUMMARY, ASK_INSTRUCTION, ASK_NAMES, ASK_NODE, ASK_DEFINERS, ASK_CERTAIN, ASK_USERS, ASK_VALUE, ASK_VALUES_OF, ASK_PROBLEM, ASK_SLICE,
                     ASK_FORWARD, ASK_TIME, ASK_FRAMES };

struct question {
    enum question_kind kind;
    struct node node;               /* node, or in its instance: k, problem, time */
    char *answer;
};

struct questions {
    struct question *items;
    size_t count, capacity;
};

/* Stops work that a lying file makes endless. */
struct patience {
    unsigned left;
};

static inline bool be_patient(void *context, uint64_t done, uint64_t total)
{
    struct patience *patience = context;
    (void)done, (void)total;
    return patience->left-- > 1;
}

/* ---- Answers ---- */

static inline void answer_whole(const struct store *store, struct text *out)
{
    struct store_summary s = store_summary(store);
    uint64_t numbers[] = {s.kind, s.has_clock, s.dense, s.instructions, s.times, s.dependences, s.values, s.problems, s.problems_kept, store_count(store)};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        text_printf(out, "%" PRIu64 " ", numbers[i]);
    for (unsigned kind = 0; kind < WET_PROBLEMS; kind++)
        text_printf(out, "%" PRIu64 " ", store_problem_count(store, (enum wet_problem)kind));
    text_append(out, store_note(store, "program"));
    text_append(out, store_note(store, "status"));
}

static inline void answer_instruction(const struct store *store, uint64_t index, struct text *out)
{
    struct instruction i = store_instruction(store, index);
    text_printf(out, "%d%d%d%d%d %" PRIu64 " %" PRIx64 " %.*s %.*s %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64, i.has_block, i.has_id,
                i.has_address, i.executions_least, i.no_values, i.id, i.address, STR(i.file), STR(i.function), i.line, i.ports, i.executions, i.values);
}

static inline void answer_names(const struct store *store, uint64_t name, struct text *out)
{
    uint64_t index = UINT64_MAX;
    text_printf(out, "%d ", store_find_id(store, name, &index));
    text_printf(out, "%d ", store_find_address(store, name, &index));
    text_printf(out, "%d ", store_nearest_address(store, name, &index));
    text_printf(out, "%" PRIu64, index);
}

static inline void answer_links(const struct store *store, const struct question *question, struct text *out)
{
    struct patience patience = {8};
    struct progress progress = {.report = be_patient, .context = &patience};
    struct links links = {0};
    uint64_t uncertain[LINK_KINDS] = {0};
    bool whole = question->kind == ASK_DEFINERS  ? store_definers(store, question->node, &progress, &links)
                 : question->kind == ASK_CERTAIN ? store_certain_definers(store, question->node, &progress, &links, uncertain)
                                                 : store_users(store, question->node, &progress, &links);
    text_printf(out, "%d %" PRIu64 " %" PRIu64 " ", whole, uncertain[LINK_CONTROL], uncertain[LINK_DATA]);
    for (size_t i = 0; i < links.count; i++) {
        const struct link *l = &links.items[i];
        text_printf(out, " %" PRIu64 ":%" PRIu64 "#%" PRIu64 "-%" PRIu64 "/%d%d", l->port, l->node.index, l->node.instance, l->instance_max,
                    l->kind, l->uncertain);
    }
    links_free(&links);
}

static inline void answer_slice(const struct store *store, const struct question *question, struct text *out)
{
    struct patience patience = {8};
    struct progress progress = {.report = be_patient, .context = &patience};
    struct reached *reached = NULL;
    bool whole = (question->kind == ASK_SLICE ? slice_backward : slice_forward)(store, question->node, (enum reach_kinds)3, &progress, &reached);
    text_printf(out, "%d", whole);
    for (uint64_t k = 0; reached && k < reached_count(reached) && k < 40; k++)
        text_printf(out, " %" PRIu64 "#%" PRIu64, reached_get(reached, k).index, reached_get(reached, k).instance);
    reached_free(reached);
}

static inline void answer_frames(const struct store *store, uint64_t time, struct text *out)
{
    struct node node = {0, 0};
    struct store_frame frame;
    uint64_t next = 0, when = 0;
    bool ran = store_at(store, time, &node);
    text_printf(out, "%d %" PRIu64 "#%" PRIu64 " %" PRIu64, ran, node.index, node.instance, store_thread(store, time));
    if (store_next_in_thread(store, time, &next))
        text_printf(out, " then %" PRIu64, next);
    if (ran && store_next_execution(store, node.index, time, &node, &when))
        text_printf(out, " again %" PRIu64 "#%" PRIu64, when, node.instance);
    for (uint64_t level = 0; level < 8 && store_frame(store, time, level, &frame); level++)
        text_printf(out, " (%" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64 " %d%d)", frame.depth, frame.call, frame.from, frame.to,
                    frame.from_hidden, frame.handler);
}

/* Can this store be asked the question at all? A lying store has other counts. */
static inline bool is_askable(const struct store *store, const struct question *q)
{
    switch (q->kind) {
    case ASK_INSTRUCTION:
        return q->node.index < store_count(store);
    case ASK_VALUE:
        return q->node.index < store_count(store) && q->node.instance < store_instruction(store, q->node.index).values;
    case ASK_PROBLEM:
        return q->node.instance < store_summary(store).problems_kept;
    case ASK_SLICE:
    case ASK_FORWARD:
        return q->node.index < store_count(store);
    default:
        return true;
    }
}

static inline void answer(const struct store *store, const struct question *q, struct text *out)
{
    struct problem p;
    struct value v;
    uint64_t number = 0;
    text_clear(out);
    if (!is_askable(store, q))
        return;
    switch (q->kind) {
    case ASK_SUMMARY:
        answer_whole(store, out);
        break;
    case ASK_INSTRUCTION:
        answer_instruction(store, q->node.index, out);
        break;
    case ASK_NAMES:
        answer_names(store, q->node.instance, out);
        break;
    case ASK_NODE:
        text_printf(out, "%d%d", store_exists(store, q->node), store_at_horizon(store, q->node));
        break;
    case ASK_VALUE:
        v = store_value(store, q->node.index, q->node.instance);
        text_printf(out, "%" PRIu64 "-%" PRIu64 "%d=", v.instance, v.instance_max, v.uncertain);
        value_text(&v, out);
        break;
    case ASK_VALUES_OF:
        text_printf(out, "%" PRIu64 " from ", store_values_of(store, q->node, &number));
        text_printf(out, "%" PRIu64, number);
        break;
    case ASK_PROBLEM:
        p = store_problem(store, q->node.instance);
        text_printf(out, "%d %" PRIu64 ":%" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64, p.kind, p.line, p.column, p.first, p.second, p.third);
        break;
    case ASK_SLICE:
    case ASK_FORWARD:
        answer_slice(store, q, out);
        break;
    case ASK_TIME:
        text_printf(out, "%d ", store_time(store, q->node, &number));
        text_printf(out, "%" PRIu64, number);
        break;
    case ASK_FRAMES:
        answer_frames(store, q->node.instance, out);
        break;
    default:
        answer_links(store, q, out);
    }
}

/* ---- Questions ---- */

static inline void ask(struct questions *questions, const struct store *store, enum question_kind kind, uint64_t index, uint64_t instance)
{
    struct question question = {.kind = kind, .node = {index, instance}};
    struct text text = {0};
    answer(store, &question, &text);
    question.answer = malloc(text.size + 1);
    memcpy(question.answer, text_string(&text), text.size + 1);
    text_free(&text);
    questions->items = array_grow(questions->items, &questions->capacity, questions->count + 1, sizeof *questions->items);
    questions->items[questions->count++] = question;
}

static inline void ask_of_instruction(struct questions *questions, const struct store *store, uint64_t index)
{
    static const uint64_t instances[] = {0, 7, 255, 256, 299, UINT64_MAX};
    struct instruction instruction = store_instruction(store, index);
    ask(questions, store, ASK_INSTRUCTION, index, 0);
    ask(questions, store, ASK_NAMES, 0, instruction.id);
    ask(questions, store, ASK_NAMES, 0, instruction.address);
    for (size_t i = 0; i < sizeof instances / sizeof *instances; i++) {
        for (enum question_kind kind = ASK_NODE; kind <= ASK_USERS; kind++)
            ask(questions, store, kind, index, instances[i]);
        ask(questions, store, ASK_VALUES_OF, index, instances[i]);
        if (instances[i] < instruction.values)
            ask(questions, store, ASK_VALUE, index, instances[i]);
        if (store_summary(store).has_clock)
            ask(questions, store, ASK_TIME, index, instances[i]);
    }
    ask(questions, store, ASK_SLICE, index, 7);
    ask(questions, store, ASK_FORWARD, index, 1);
}

static inline struct questions questions_make(const struct store *store)
{
    struct questions questions = {0};
    uint64_t times = store_summary(store).times;
    ask(&questions, store, ASK_SUMMARY, 0, 0);
    for (uint64_t index = 0; index < store_count(store); index++)
        ask_of_instruction(&questions, store, index);
    for (uint64_t i = 0; i < store_summary(store).problems_kept; i++)
        ask(&questions, store, ASK_PROBLEM, 0, i);
    for (uint64_t time = 1; time <= times; time += 1 + times / 7)
        ask(&questions, store, ASK_FRAMES, 0, time);
    return questions;
}

static inline void questions_free(struct questions *questions)
{
    for (size_t i = 0; i < questions->count; i++)
        free(questions->items[i].answer);
    free(questions->items);
    *questions = (struct questions){0};
}

/* Is the question slow: does it make tables first, or walk? */
static inline bool is_slow(enum question_kind kind)
{
    return kind == ASK_FRAMES || kind == ASK_TIME || kind == ASK_SLICE || kind == ASK_FORWARD;
}

/* The first question, from number `first` on, with a different answer although the store reports no damage; NULL: none. Without `all`, skips slow
 * questions. */
static inline const struct question *answers_lie(const struct store *store, const struct questions *questions, size_t first, bool all, struct text *wrong)
{
    struct error error;
    for (size_t i = 0; i < questions->count; i++) {
        const struct question *q = &questions->items[(first + i) % questions->count];
        if (!all && is_slow(q->kind))
            continue;
        answer(store, q, wrong);
        if (strcmp(text_string(wrong), q->answer) != 0 && !store_damaged(store, false, &error))
            return q;
    }
    return NULL;
}

#endif
