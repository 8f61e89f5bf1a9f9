/* why_question.c - the question of `why`: its words, and which executions a position means.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/describe.h"
#include "recording/why.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { WHY_ROOTS = 4096 };              /* executions of the line asked about */

void why_question_free(struct why_question *question)
{
    text_free(&question->position);
    text_free(&question->instead);
    nodes_free(&question->roots);
}

/* The last execution of any of the instructions. False: their times are unknown. */
static bool last_time(const struct session *session, struct indices instructions, uint64_t *last)
{
    *last = 0;
    for (size_t i = 0; i < instructions.count; i++) {
        struct node node;
        uint64_t when;
        if (store_previous_execution(wet_of(session)->store, instructions.items[i], UINT64_MAX, &node, &when) && when > *last)
            *last = when;
    }
    return *last > 0;
}

/* By the last execution, then by address: the best guess at the order of a line's last round. */
static int latest_first(const void *a, const void *b)
{
    const struct node *x = a, *y = b;
    return COMPARE(y->index, x->index);
}

/* The instructions that make or leave a frame are not a line's subject: the last other execution comes first. */
static void put_frames_back(const struct session *session, struct nodes *roots)
{
    for (size_t i = 0; i < roots->count; i++)
        if (!statement_is_frame(wet_of(session)->program, roots->items[i].index)) {
            struct node first = roots->items[i];
            memmove(roots->items + 1, roots->items, i * sizeof *roots->items);
            roots->items[0] = first;
            return;
        }
}

/* A line means its last run. With a clock that is known; without one, the last execution of each of its instructions stands for it. */
static bool find_line(struct session *session, const struct place *place, struct why_question *question)
{
    struct indices found = program_line(wet_of(session)->program, place->file, place->line);
    uint64_t time;
    if (store_summary(wet_of(session)->store).has_clock && last_time(session, found, &time))
        return wet_stretch(session, time, WHY_ROOTS, &question->roots, &question->cut);
    question->inferred = found.count > 1;
    question->cut = found.count > WHY_ROOTS;
    for (size_t i = 0; i < found.count && i < WHY_ROOTS; i++)
        nodes_add(&question->roots, (struct node){found.items[i], program_instruction(wet_of(session)->program, found.items[i]).executions - 1});
    if (question->roots.count)
        qsort(question->roots.items, question->roots.count, sizeof *question->roots.items, latest_first);
    return question->roots.count > 0;
}

bool why_place(struct session *session, struct str word, struct why_question *question, struct error *error)
{
    struct place place = {0};
    struct node node;
    if (word.size && !session_parse(session, word, &place, error))
        return false;
    if (!position_argument(session, word, &node, error))        /* also for a line: its error explains why there is none */
        return false;
    bool line = place.has & PLACE_LINE && !(place.has & PLACE_INSTANCE);
    if (line && find_line(session, &place, question)) {
        question->statement = false;
        put_frames_back(session, &question->roots);
        bool blanks = str_find_byte(word, ' ') != SIZE_MAX;
        text_printf(&question->position, blanks ? "\"%.*s\"" : "%.*s", STR(word));
        return true;
    }
    describe_node(session, node, &question->position);
    /* Without words and in statement grain, asks about the statement's run, whichever of its instructions the walk stopped at; but at a fault about the
     * faulting execution. */
    bool faulted = wet_of(session)->recording && wet_of(session)->recording->is_shown && wet_of(session)->recording->faulted.index == node.index &&
                   wet_of(session)->recording->faulted.instance == node.instance;
    bool asked = question->statement, statement = asked || (!word.size && !faulted && session->grain == GRAIN_STATEMENT);
    question->statement = statement && wet_run_of_line(session, node, WHY_ROOTS, &question->roots, &question->cut);
    if (question->statement) {
        put_frames_back(session, &question->roots);
        return true;
    }
    if (asked)
        session_note(session, "nothing tells which executions ran together with %s: `why` explains only that one, not its statement", text_string(&question->position));
    nodes_add(&question->roots, node);
    return true;
}

static const char *const about_names[] = {[WHY_VALUE] = "value", [WHY_ADDRESS] = "address", [WHY_CONTROL] = "control", [WHY_ALL] = "all"};

bool why_take_word(struct str word, struct why_question *question)
{
    for (size_t about = WHY_VALUE; about < sizeof about_names / sizeof *about_names; about++)
        if (str_is(word, about_names[about])) {
            question->about = (enum why_about)about;
            return true;
        }
    bool unfold = str_is(word, "unfold") || str_is(word, "+"), statement = str_is(word, "statement");
    question->unfold |= unfold;
    question->statement |= statement;
    return unfold || statement;
}

void why_words(struct why_question *question, struct text *out)
{
    const char *about = question->about == WHY_BOTH ? NULL : about_names[question->about];
    text_printf(out, "why %s%s%s%s%s", text_string(&question->position), question->statement ? " statement" : "", about ? " " : "", about ? about : "",
                question->unfold ? " unfold" : "");
}
