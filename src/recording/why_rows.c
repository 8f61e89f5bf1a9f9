/* why_rows.c - an explanation as rows: which there are, and what hides which.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/questions/questions.h"
#include "recording/wet.h"
#include "recording/why.h"

#include <stdlib.h>

static size_t add_entry(struct why_rows *list, enum why_entry_kind kind, size_t step, size_t number, size_t owner)
{
    list->entries = array_grow(list->entries, &list->capacity, list->count + 1, sizeof *list->entries);
    list->entries[list->count++] = (struct why_entry){kind, step, number};
    return folds_add(&list->folds, owner);
}

/* What a step hides stands below it, before its children. */
static void add_step(struct why_rows *list, size_t i)
{
    const struct explain_step *step = &list->explanation->steps[i];
    size_t owner = add_entry(list, WHY_STEP, i, 0, FOLDS_TOP);
    for (size_t k = 0; k < step->copy_count + step->aside_count; k++)
        add_entry(list, WHY_COPY, i, k, owner);
    if (step->library)
        add_entry(list, WHY_HIDDEN, i, 0, owner);
    if (step->instances > 1) {
        add_entry(list, WHY_FIRST, i, 0, owner);
        add_entry(list, WHY_LAST, i, 0, owner);
    }
    bool own = step->end_home == EXPLAIN_HOME_CONSTANT || step->end_home == EXPLAIN_HOME_STATIC;
    if (step->unwritten && own)         /* nothing to wonder about: the row says it in a word */
        add_entry(list, WHY_END, i, 0, owner);
    else if (step->unwritten > (wet_fault_at(list->session, step->end_node) ? 1 : 0))        /* what faulted loaded nothing */
        add_entry(list, WHY_MISSING, i, 0, add_entry(list, WHY_END, i, 0, FOLDS_TOP));
}

static void add_entries(struct why_rows *list)
{
    const struct explanation *why = list->explanation;
    if (list->question.instead.size)
        add_entry(list, WHY_INSTEAD, 0, 0, FOLDS_TOP);
    for (size_t i = 0; i < why->count; i++)
        add_step(list, i);
    if (list->question.inferred)
        add_entry(list, WHY_INFERRED, 0, 0, FOLDS_TOP);
    if (list->question.cut)
        add_entry(list, WHY_ROOTS_CUT, 0, 0, FOLDS_TOP);
    if (why->uncertain)
        add_entry(list, WHY_UNCERTAIN, 0, 0, FOLDS_TOP);
    if (why->more || why->lines > why->count)
        add_entry(list, WHY_MORE, 0, 0, FOLDS_TOP);
}

static bool why_get(const struct rows *rows, uint64_t i, struct row *row)
{
    struct why_rows *list = rows->data;
    why_write(list, folds_entry(&list->folds, (size_t)i), row);
    return true;
}

static bool why_fold(struct rows *rows, uint64_t *i, enum fold change)
{
    struct why_rows *list = rows->data;
    bool changed = folds_change(&list->folds, i, change);
    rows->count = folds_count(&list->folds);
    return changed;
}

static void why_release(struct rows *rows)
{
    struct why_rows *list = rows->data;
    folds_free(&list->folds);
    free(list->entries);
    explanation_free(list->explanation);
    why_question_free(&list->question);
}

/* Lines are shown of files that may have changed since. */
static void tell_newer(struct session *session, const struct explanation *why)
{
    struct text line = {0};
    for (size_t i = 0; i < why->count && i < MEASURED; i++) {
        uint64_t index = why->steps[i].node.index;
        struct slice file = program_instruction(session->trace->program, index).file;
        text_clear(&line);
        if (file.size && source_newer(session, session_source(session, file, program_folder(session->trace->program, index)), &line))
            session_note(session, "%s", text_string(&line));
    }
    text_free(&line);
}

/* Of several instances of a line that were asked about the first one is shown. */
static void show_roots(const struct session *session, const struct why_question *question, struct explanation *why)
{
    for (size_t i = 0; i < why->count && !question->instructions; i++)
        for (size_t k = 0; k < question->roots.count && why->steps[i].link == EXPLAIN_ASKED && why->steps[i].instances == 1; k++)
            if (statement_same(session->trace->program, why->steps[i].node.index, question->roots.items[k].index)) {
                why->steps[i].node = why->steps[i].first = why->steps[i].last = question->roots.items[k];
                break;
            }
}

void rows_of_why(struct session *session, struct why_question *question, struct explanation *explanation, struct rows *rows)
{
    struct why_rows *list = arena_allocate(&rows->arena, sizeof *list);
    uint64_t first = 0;
    show_roots(session, question, explanation);
    *list = (struct why_rows){.session = session, .question = *question, .explanation = explanation,
                               .screen = !session->width ? WHY_SCREEN : session->width > WHY_SCREEN_LEAST ? session->width : WHY_SCREEN_LEAST};
    *question = (struct why_question){0};
    add_entries(list);
    tell_newer(session, explanation);
    for (size_t i = 0; i < list->count && i < MEASURED; i++)
        why_measure(list, i);
    bool unfolded = list->question.unfold && folds_change(&list->folds, &first, FOLD_OPEN_ALL);
    (void)unfolded;                     /* it may be that there is nothing to unfold */
    rows->data = list;
    rows->count = folds_count(&list->folds);
    rows->focus = list->question.instead.size ? 1 : 0;      /* the first row is none to ask further about */
    rows->get = why_get;
    rows->fold = why_fold;
    rows->release = why_release;
}
