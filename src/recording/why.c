/* why.c - the command `why`: its question, and the rows of the explanation and what they hide.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/ask.h"
#include "recording/describe.h"
#include "recording/heap.h"
#include "recording/who.h"
#include "recording/why.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* ---- An explanation as rows: the entries, and which hide others ---- */

static size_t add_entry(struct why_rows *list, enum why_entry_kind kind, size_t step, size_t number, size_t owner)
{
    list->entries = array_grow(list->entries, &list->capacity, list->count + 1, sizeof *list->entries);
    list->entries[list->count++] = (struct why_entry){kind, step, number};
    return folds_add(&list->folds, owner);
}

/* A step's hidden entries come below it, before its children. */
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
    if (step->unwritten && own)         /* expected: the row says it in one word */
        add_entry(list, WHY_END, i, 0, owner);
    else if (step->unwritten > (wet_fault_at(list->session, step->end_node) ? 1 : 0))        /* an instruction that faulted loaded nothing */
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

/* Notes source files that are newer than the program: their lines may not be the ones that ran. */
static void tell_newer(struct session *session, const struct explanation *why)
{
    struct text line = {0};
    for (size_t i = 0; i < why->count && i < TABLE_MEASURED; i++) {
        uint64_t index = why->steps[i].node.index;
        struct str file = program_instruction(wet_of(session)->program, index).file;
        text_clear(&line);
        if (file.size && source_newer(session, session_source(session, file, program_folder(wet_of(session)->program, index)), &line))
            session_note(session, "%s", text_string(&line));
    }
    text_free(&line);
}

/* Of several roots on a line it shows the first. */
static void show_roots(const struct session *session, const struct why_question *question, struct explanation *why)
{
    for (size_t i = 0; i < why->count && !question->instructions; i++)
        for (size_t k = 0; k < question->roots.count && why->steps[i].link == EXPLAIN_ASKED && why->steps[i].instances == 1; k++)
            if (statement_same(wet_of(session)->program, why->steps[i].node.index, question->roots.items[k].index)) {
                why->steps[i].node = why->steps[i].first = why->steps[i].last = question->roots.items[k];
                break;
            }
}

/* Takes over question and explanation. */
static void rows_of_why(struct session *session, struct why_question *question, struct explanation *explanation, struct rows *rows)
{
    struct why_rows *list = arena_allocate(&rows->arena, sizeof *list);
    uint64_t first = 0;
    show_roots(session, question, explanation);
    *list = (struct why_rows){.session = session, .question = *question, .explanation = explanation,
                               .screen = !session->width ? WHY_SCREEN : session->width > WHY_SCREEN_LEAST ? session->width : WHY_SCREEN_LEAST};
    *question = (struct why_question){0};
    add_entries(list);
    tell_newer(session, explanation);
    (void)heap_for_marks(session);      /* now: its notices belong to this answer */
    for (size_t i = 0; i < list->count && i < TABLE_MEASURED; i++)
        why_measure(list, i);
    bool unfolded = list->question.unfold && folds_change(&list->folds, &first, FOLD_OPEN_ALL);
    (void)unfolded;                     /* perhaps there is nothing to unfold */
    rows->data = list;
    rows->count = folds_count(&list->folds);
    rows->focus = list->question.instead.size ? 1 : 0;      /* the first row is only a note */
    rows->get = why_get;
    rows->fold = why_fold;
    rows->release = why_release;
}

/* ---- The command `why`: its question ---- */

enum {
    WHY_LINES = 10,                     /* lines of an answer by default */
    LINE_ROOM = 78                      /* cells of the message about the last output */
};

/* ---- The executions ---- */

/* Appends to a line's name: " printed last, "mean response time.."", in `room` cells together. */
static void say_printed(struct str what, size_t room, struct text *out)
{
    enum { TEXT_LEAST = 8 };
    text_add(out, " printed last");
    size_t taken = text_width(text_str(out)) + strlen(", \"\"");
    if (!what.size || taken + TEXT_LEAST > room)
        return;
    text_add(out, ", \"");
    why_cut(what, room - taken, out);
    text_add(out, "\"");
}

/* "nothing is computed in mean.c:41; mean.c:39 printed last, "mean response time.."". position: set if the message only offers the question, else empty. */
static void say_instead(struct session *session, struct node node, struct str where, struct str what, struct str position, struct text *out)
{
    struct instruction instruction = program_instruction(wet_of(session)->program, node.index);
    text_add(out, "nothing is computed ");
    if (instruction.line && instruction.file.size) {
        text_add(out, "in ");
        ask_file_line(session, instruction.file, instruction.line, out);
    } else {
        text_add(out, "here");
    }
    if (position.size) {
        text_printf(out, "; `why %.*s` asks about the last output", STR(position));
    } else if (where.size) {
        text_printf(out, "; %.*s", STR(where));
        say_printed(what, LINE_ROOM, out);
    } else {
        text_add(out, ", no output is known: use `ask` (`Q`) or `why FILE:LINE`");
    }
}

void why_hint(struct session *session, struct text *out)
{
    struct why_question question = {0};
    struct text position = {0}, where = {0}, what = {0};
    struct error ignored;
    bool placed = wet_of(session)->recording && wet_of(session)->has_here && why_place(session, (struct str){NULL, 0}, &question, &ignored);
    enum ask_instead instead = placed ? ask_instead(session, &question.roots, &position, &where, &what) : INSTEAD_NOTHING;
    if (instead == INSTEAD_OUTPUT) {
        text_printf(out, "`w` asks why: %s", text_string(&where));
        say_printed(text_str(&what), LINE_ROOM, out);
    } else if (instead == INSTEAD_UNKNOWN) {
        text_add(out, "`Q` lists questions, `why FILE:LINE` asks about a line; no output is known");
    }
    why_question_free(&question);
    text_free(&position);
    text_free(&where);
    text_free(&what);
}

/* If your place computes nothing, as at the end of a program, asks about the last output instead. If you named the place, it only offers that. The question
 * comes from a bare `why`. */
static bool why_instead(struct session *session, struct why_question *question, struct error *error)
{
    struct text position = {0}, where = {0}, what = {0}, said = {0};
    enum ask_instead instead = ask_instead(session, &question->roots, &position, &where, &what);
    bool done = true, named = session->trace->named;
    if (instead != INSTEAD_NOTHING)
        say_instead(session, question->roots.items[0], text_str(&where), text_str(&what), named ? text_str(&position) : (struct str){NULL, 0}, &said);
    if (instead == INSTEAD_OUTPUT && !named) {
        text_clear(&question->position);
        nodes_free(&question->roots);
        question->statement = false;
        struct str rest = text_str(&position), word;
        done = argument_next(&rest, &word) && why_place(session, word, question, error);
    }
    question->instead = said;
    text_free(&position);
    text_free(&where);
    text_free(&what);
    return done;
}

/* The word is no position: for a variable, asks about its last writer. */
static bool ask_variable(struct session *session, struct str word, struct why_question *question, struct error *error)
{
    struct error other;
    struct node node;
    if (!wet_of(session)->recording || !wet_of(session)->has_here)
        return false;
    if (!who_last_writer(session, word, &node, &other))
        return who_keep_error(session, &other, word, error);
    describe_node(session, node, &question->position);
    nodes_add(&question->roots, node);
    return true;
}

/* A number alone is a line of your current file, as for `list`, `break` and `why not`. */
static bool ask(struct session *session, struct str word, struct why_question *question, struct error *error)
{
    struct text line = {0};
    if (!position_line_number(session, word, &line, error))
        return false;
    bool done = why_place(session, line.size ? text_str(&line) : word, question, error);
    if (!line.size)
        done = done ? word.size || why_instead(session, question, error) : word.size && ask_variable(session, word, question, error);
    text_free(&line);
    return done;
}

/* ---- The words ---- */

/* The first other word is the position; a number after it is the number of lines. */
static bool parse(struct str rest, struct str *position, struct why_question *question, struct error *error)
{
    struct str word;
    question->most = WHY_LINES;
    while (argument_next(&rest, &word)) {
        if (why_take_word(word, question))
            continue;
        if (!position->size)
            *position = word;
        else if (!str_decimal(word, &question->most) || !question->most || question->most > WHY_LINES_MOST)
            return error_set(error, "`%.*s`: expected a number of lines from 1 to %d, or value, address, control, all, statement or unfold", STR(word), WHY_LINES_MOST);
    }
    return true;
}

/* ---- The command ---- */

/* Did a bad address end the program here? Then the question is what formed that address. */
static bool is_fault(const struct session *session, const struct why_question *question)
{
    struct node at;
    const struct fault *fault = wet_fault_among(session, &question->roots, &at);
    return fault && fault->has_accessed;
}

static bool explain_it(struct session *session, struct why_question *question, struct explanation **explanation, struct error *error)
{
    static const unsigned follow[] = {[WHY_BOTH] = EXPLAIN_FOLLOW_ALL, [WHY_VALUE] = EXPLAIN_FOLLOW_VALUES, [WHY_ADDRESS] = EXPLAIN_FOLLOW_ALL,
                                      [WHY_CONTROL] = EXPLAIN_FOLLOW_CONTROL, [WHY_ALL] = EXPLAIN_FOLLOW_ALL};
    question->instructions = session->grain == GRAIN_INSTRUCTION && session->grain_chosen;
    struct explain_question asked = {.roots = question->roots.items, .root_count = question->roots.count, .follow = follow[question->about],
                                     .most = (size_t)question->most, .instructions = question->instructions,
                                     .memory = wet_of(session)->recording ? who_memory(session) : NULL};
    asked.address = question->about == WHY_ADDRESS || (question->about == WHY_BOTH && is_fault(session, question));
    if (explain(wet_of(session)->program, &asked, &session->options.progress, explanation))
        return true;
    return !store_damaged(wet_of(session)->store, false, error);        /* if interrupted, it shows what it found, and says so */
}

static void title(const struct session *session, struct why_question *question, struct rows *rows)
{
    struct text words = {0};
    why_words(question, &words);
    title_of_question(session, text_str(&words), question->roots.items[0], rows);
    text_free(&words);
}

COMMAND(run_why)
{
    struct why_question question = {0};
    struct explanation *explanation = NULL;
    struct str position = {NULL, 0}, rest = arguments, word;
    if (argument_next(&rest, &word) && str_is(word, "not"))
        return why_not(session, rest, answer, error);
    bool done = wet_need(session, error) && parse(arguments, &position, &question, error) && ask(session, position, &question, error);
    if (done && question.about != WHY_BOTH && question.about != WHY_ALL && wet_is_history(session))
        done = error_set(error, "a history does not tell values from addresses, nor data from control dependences: leave out `value`, `address` or `control`");
    done = done && explain_it(session, &question, &explanation, error);
    if (done) {
        answer->is_list = true;
        title(session, &question, &answer->rows);
        rows_of_why(session, &question, explanation, &answer->rows);
    } else {
        explanation_free(explanation);
    }
    why_question_free(&question);
    return done;
}
