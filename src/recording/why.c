/* why.c - the command `why`: what is asked about.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/ask.h"
#include "recording/wet.h"
#include "recording/who.h"
#include "recording/why.h"


#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum {
    WHY_LINES = 10,                     /* that an answer has if nothing is said */
    WHY_ROOTS = 4096,                   /* instances of the line asked about */
    LINE_ROOM = 78                      /* cells of what is said of what was printed last */
};

void why_question_free(struct why_question *question)
{
    text_free(&question->position);
    text_free(&question->instead);
    nodes_free(&question->roots);
}

/* ---- Which instances ---- */

/* The last execution of any of the instructions. False: when they ran is not known. */
static bool last_time(const struct session *session, struct indices instructions, uint64_t *last)
{
    *last = 0;
    for (size_t i = 0; i < instructions.count; i++) {
        struct node node;
        uint64_t when;
        if (store_previous_execution(session->trace->store, instructions.items[i], UINT64_MAX, &node, &when) && when > *last)
            *last = when;
    }
    return *last > 0;
}

/* By the last instance, then by address: the order of a line's last turn, for all that is known. */
static int latest_first(const void *a, const void *b)
{
    const struct node *x = a, *y = b;
    return x->index > y->index ? -1 : x->index < y->index;
}

/* What a line is about is not what leaves the frame, or makes it: the last instance that does neither comes first. */
static void put_frames_back(const struct session *session, struct nodes *roots)
{
    for (size_t i = 0; i < roots->count; i++)
        if (!statement_is_frame(session->trace->program, roots->items[i].index)) {
            struct node first = roots->items[i];
            memmove(roots->items + 1, roots->items, i * sizeof *roots->items);
            roots->items[0] = first;
            return;
        }
}

/* A line means its last execution. With a clock that is known; without one it is taken to be the last of each of its instructions. */
static bool find_line(struct session *session, const struct place *place, struct why_question *question)
{
    struct indices found = program_line(session->trace->program, place->file, place->line);
    uint64_t time;
    if (store_summary(session->trace->store).has_clock && last_time(session, found, &time))
        return wet_stretch(session, time, WHY_ROOTS, &question->roots, &question->cut);
    question->inferred = found.count > 1;
    question->cut = found.count > WHY_ROOTS;
    for (size_t i = 0; i < found.count && i < WHY_ROOTS; i++)
        nodes_add(&question->roots, (struct node){found.items[i], program_instruction(session->trace->program, found.items[i]).executions - 1});
    if (question->roots.count)
        qsort(question->roots.items, question->roots.count, sizeof *question->roots.items, latest_first);
    return question->roots.count > 0;
}

bool why_place(struct session *session, struct slice word, struct why_question *question, struct error *error)
{
    struct place place = {0};
    struct node node;
    if (word.size && !session_parse(session, word, &place, error))
        return false;
    if (!position_argument(session, word, &node, error))        /* of a line too: it says why there is none */
        return false;
    bool line = place.has & PLACE_LINE && !(place.has & PLACE_INSTANCE);
    if (line && find_line(session, &place, question)) {
        question->statement = false;
        put_frames_back(session, &question->roots);
        bool blanks = slice_find_byte(word, ' ') != SIZE_MAX;
        text_printf(&question->position, blanks ? "\"%.*s\"" : "%.*s", SLICE(word));
        return true;
    }
    describe_node(session, node, &question->position);
    /* Who looks at statements and names nothing asks about the statement's run, whichever of its instructions a walk stopped at; at a fault about that. */
    bool faulted = session->trace->recording && session->trace->recording->is_shown && session->trace->recording->faulted.index == node.index &&
                   session->trace->recording->faulted.instance == node.instance;
    bool asked = question->statement, statement = asked || (!word.size && !faulted && session->grain == GRAIN_STATEMENT);
    question->statement = statement && wet_run_of_line(session, node, WHY_ROOTS, &question->roots, &question->cut);
    if (question->statement) {
        put_frames_back(session, &question->roots);
        return true;
    }
    if (asked)
        session_note(session, "which instances ran together with %s is not known here: it alone is asked about, not its statement", text_string(&question->position));
    nodes_add(&question->roots, node);
    return true;
}

/* Behind words that end in the name of a line: " printed last, "mean response time.."", in so many cells together. */
static void say_printed(struct slice what, size_t room, struct text *out)
{
    enum { TEXT_LEAST = 8 };
    text_add(out, " printed last");
    size_t taken = text_width(text_slice(out)) + strlen(", \"\"");
    if (!what.size || taken + TEXT_LEAST > room)
        return;
    text_add(out, ", \"");
    why_cut(what, room - taken, out);
    text_add(out, "\"");
}

/* "nothing is computed in mean.c:41; mean.c:39 printed last, "mean response time.."". position: where that is only offered, else empty. */
static void say_instead(struct session *session, struct node node, struct slice where, struct slice what, struct slice position, struct text *out)
{
    struct instruction instruction = program_instruction(session->trace->program, node.index);
    text_add(out, "nothing is computed ");
    if (instruction.line && instruction.file.size) {
        text_add(out, "in ");
        ask_file_line(session, instruction.file, instruction.line, out);
    } else {
        text_add(out, "here");
    }
    if (position.size) {
        text_printf(out, "; why %.*s asks about the last output", SLICE(position));
    } else if (where.size) {
        text_printf(out, "; %.*s", SLICE(where));
        say_printed(what, LINE_ROOM, out);
    } else {
        text_add(out, ", no output is known: ask (Q), or why FILE:LINE");
    }
}

void why_hint(struct session *session, struct text *out)
{
    struct why_question question = {0};
    struct text position = {0}, where = {0}, what = {0};
    struct error ignored;
    bool placed = session->trace->recording && session->trace->has_here && why_place(session, (struct slice){NULL, 0}, &question, &ignored);
    enum ask_instead instead = placed ? ask_instead(session, &question.roots, &position, &where, &what) : INSTEAD_NOTHING;
    if (instead == INSTEAD_OUTPUT) {
        text_printf(out, "w asks why: %s", text_string(&where));
        say_printed(text_slice(&what), LINE_ROOM, out);
    } else if (instead == INSTEAD_UNKNOWN) {
        text_add(out, "Q lists questions, why FILE:LINE asks about a line; no output is known");
    }
    why_question_free(&question);
    text_free(&position);
    text_free(&where);
    text_free(&what);
}

bool why_instead(struct session *session, struct why_question *question, struct error *error)
{
    struct text position = {0}, where = {0}, what = {0}, said = {0};
    enum ask_instead instead = ask_instead(session, &question->roots, &position, &where, &what);
    bool done = true, named = session->trace->named;
    if (instead != INSTEAD_NOTHING)
        say_instead(session, question->roots.items[0], text_slice(&where), text_slice(&what), named ? text_slice(&position) : (struct slice){NULL, 0}, &said);
    if (instead == INSTEAD_OUTPUT && !named) {
        text_clear(&question->position);
        nodes_free(&question->roots);
        question->statement = false;
        struct slice rest = text_slice(&position), word;
        done = argument_next(&rest, &word) && why_place(session, word, question, error);
    }
    question->instead = said;
    text_free(&position);
    text_free(&where);
    text_free(&what);
    return done;
}

/* No position: of a variable who wrote it last. */
static bool ask_variable(struct session *session, struct slice word, struct why_question *question, struct error *error)
{
    struct error other;
    struct node node;
    if (!session->trace->recording || !session->trace->has_here)
        return false;
    if (!who_last_writer(session, word, &node, &other))
        return who_keep_error(session, &other, word, error);
    describe_node(session, node, &question->position);
    nodes_add(&question->roots, node);
    return true;
}

/* A number alone is a line of the file that one is in, as it is for `list`, `break` and `why not`. */
static bool ask(struct session *session, struct slice word, struct why_question *question, struct error *error)
{
    struct text line = {0};
    if (!position_line_number(session, word, &line, error))
        return false;
    bool done = why_place(session, line.size ? text_slice(&line) : word, question, error);
    if (!line.size)
        done = done ? word.size || why_instead(session, question, error) : word.size && ask_variable(session, word, question, error);
    text_free(&line);
    return done;
}

/* ---- The words ---- */

static const char *const about_names[] = {[WHY_VALUE] = "value", [WHY_ADDRESS] = "address", [WHY_CONTROL] = "control", [WHY_ALL] = "all"};

static bool take_word(struct slice word, struct why_question *question)
{
    for (size_t about = WHY_VALUE; about < sizeof about_names / sizeof *about_names; about++)
        if (slice_is(word, about_names[about])) {
            question->about = (enum why_about)about;
            return true;
        }
    bool unfold = slice_is(word, "unfold") || slice_is(word, "+"), statement = slice_is(word, "statement");
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

/* The first word that is none of the others is what is asked about, a number behind it says how many lines are wanted. */
static bool parse(struct slice rest, struct slice *position, struct why_question *question, struct error *error)
{
    struct slice word;
    question->most = WHY_LINES;
    while (argument_next(&rest, &word)) {
        if (take_word(word, question))
            continue;
        if (!position->size)
            *position = word;
        else if (!slice_decimal(word, &question->most) || !question->most || question->most > WHY_LINES_MOST)
            return error_set(error, "%.*s is no number of lines from 1 to %d, nor value, address, control, all, statement or unfold", SLICE(word), WHY_LINES_MOST);
    }
    return true;
}

/* ---- The command ---- */

/* What killed the program is a bad address, where it is one: what formed it is asked for. */
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
                                     .memory = session->trace->recording ? who_memory(session) : NULL};
    asked.address = question->about == WHY_ADDRESS || (question->about == WHY_BOTH && is_fault(session, question));
    if (explain(session->trace->program, &asked, &session->options.progress, explanation))
        return true;
    return !store_damaged(session->trace->store, false, error);        /* interrupted: what was found is shown, and says so */
}

static void title(const struct session *session, struct why_question *question, struct rows *rows)
{
    struct text words = {0};
    why_words(question, &words);
    title_of_question(session, text_slice(&words), question->roots.items[0], rows);
    text_free(&words);
}

bool run_why(struct session *session, struct slice arguments, struct answer *answer, struct error *error)
{
    struct why_question question = {0};
    struct explanation *explanation = NULL;
    struct slice position = {NULL, 0}, rest = arguments, word;
    if (argument_next(&rest, &word) && slice_is(word, "not"))
        return why_not(session, rest, answer, error);
    bool done = session_need(session, error) && parse(arguments, &position, &question, error) && ask(session, position, &question, error);
    if (done && question.about != WHY_BOTH && question.about != WHY_ALL && session_is_history(session))
        done = error_set(error, "a history does not tell values from addresses, nor data from control dependences: ask without that");
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
