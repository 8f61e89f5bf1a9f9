/* why.c - what the rows of an explanation say to programs.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/why.h"
#include "recording/ask.h"
#include "recording/questions/questions.h"
#include "recording/wet.h"
#include "recording/who.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* The user's own instructions did not use it: what they called did. */
static bool why_is_carried(const struct why_rows *list, const struct explain_step *step)
{
    struct instruction user = program_instruction(list->session->trace->program, step->user.index);
    return step->link != EXPLAIN_ASKED && step->kind == LINK_DATA && step->port >= user.own_ports;
}

static void number_or_null(struct row *row, const char *name, bool known, uint64_t number)
{
    if (known)
        row_number(row, name, number);
    else
        row_null(row, name);
}

static void user_fields(const struct why_rows *list, const struct explain_step *step, struct row *row)
{
    bool edge = step->link != EXPLAIN_ASKED;
    struct instruction user = edge ? store_instruction(list->session->trace->store, step->user.index) : (struct instruction){0};
    number_or_null(row, "user_id", edge && user.has_id, user.id);
    if (edge && user.has_address)
        row_hex(row, "user_address", user.address);
    else
        row_null(row, "user_address");
    number_or_null(row, "user_instance", edge, step->user.instance);
}

static void value_field(const struct why_rows *list, struct node node, struct row *row)
{
    struct text digits = {0};
    uint64_t first, count = store_values_of(list->session->trace->store, node, &first);
    if (count == 1) {
        struct value value = store_value(list->session->trace->store, node.index, first);
        value_text(&value, &digits);
    }
    row_string(row, "value", count == 1 ? text_slice(&digits) : (struct slice){NULL, 0});
    text_free(&digits);
}

static struct slice name_or_null(const char *name)
{
    return name ? slice_of(name) : (struct slice){NULL, 0};
}

/* Where all that lies that is folded: copies, and parameters put aside. */
static void folded_field(const struct why_rows *list, const struct explain_step *step, struct row *row)
{
    struct text places = {0}, place = {0};
    text_add(&places, "[");
    for (size_t i = 0; i < step->copy_count + step->aside_count; i++) {
        text_clear(&place);
        why_location(list, step->copies[i].node, &place);
        text_add(&places, i ? "," : "");
        text_quoted(&places, text_slice(&place));
    }
    text_add(&places, "]");
    row_json(row, "folded_lines", text_slice(&places));
    text_free(&places);
    text_free(&place);
}

/* What there is behind the step. */
static void end_fields(const struct why_rows *list, const struct explain_step *step, struct row *row)
{
    static const char *const ends[] = {[EXPLAIN_CONSTANT] = "constant", [EXPLAIN_FRAME] = "stack", [EXPLAIN_UNWRITTEN] = "unwritten", [EXPLAIN_CALL] = "call",
                                       [EXPLAIN_HORIZON] = "horizon", [EXPLAIN_UNCERTAIN] = "uncertain", [EXPLAIN_START] = "start", [EXPLAIN_CUT] = "cut"};
    struct text by = {0};
    row_string(row, "end", name_or_null(step->end < sizeof ends / sizeof *ends ? ends[step->end] : NULL));
    if (step->end == EXPLAIN_START && step->outside) {
        describe_node(list->session, step->let_run, &by);
        row_string(row, "let_run_by", text_slice(&by));
    }
    row_number(row, "unwritten", step->unwritten);
    if (step->unwritten && step->end_home != EXPLAIN_HOME_UNKNOWN)
        row_string(row, "unwritten_in", slice_of(step->end_home == EXPLAIN_HOME_CONSTANT ? "constant" : step->end_home == EXPLAIN_HOME_STATIC ? "static" : "other"));
    text_free(&by);
}

void why_fields(const struct why_rows *list, const struct explain_step *step, struct row *row)
{
    static const char *const kinds[LINK_KINDS] = {[LINK_CONTROL] = "control", [LINK_DATA] = "data"};
    static const char *const roles[] = {[EXPLAIN_VALUE] = "value", [EXPLAIN_ADDRESS] = "address", [EXPLAIN_LIBRARY] = "library", [EXPLAIN_UNKNOWN] = NULL};
    bool edge = step->link != EXPLAIN_ASKED, told = edge && step->kind != LINK_UNKNOWN;
    bool condition = step->link == EXPLAIN_CONTROL && step->kind == LINK_DATA;
    row_number(row, "depth", step->depth);
    row_number(row, "distance", step->cost);
    row_string(row, "link", name_or_null(edge ? kinds[step->kind] : NULL));
    row_string(row, "role", name_or_null(!edge ? NULL : condition ? "condition" : roles[step->link]));
    number_or_null(row, "port", told, step->port);
    row_node(row, list->session, step->node);
    value_field(list, step->node, row);
    row_number(row, "folded", step->copy_count + step->aside_count + step->library);
    folded_field(list, step, row);
    row_number(row, "instances", step->instances);
    user_fields(list, step, row);
    end_fields(list, step, row);
    if (why_is_carried(list, step))
        row_true(row, "carried");
    if (list->question.inferred && !edge)
        row_true(row, "inferred");
}

/* ---- What stands behind the value of a step: what it ends in, what the program died of, the code it came through, its copies ---- */

enum {
    LISTED = 3,                         /* lines of copies, in the row that hides them */
    NAME_ROOM = 28                      /* cells of a function's name */
};

void why_mark_copies(const struct why_rows *list, const struct explain_step *step, struct row *row)
{
    struct text place = {0};
    size_t more = strlen(", .."), listed = 0;
    if (!step->copy_count)
        return;
    row_style(row, STYLE_DIM);
    text_printf(&row->text, "  %zu %s", step->copy_count, step->copy_count == 1 ? "copy" : "copies");
    size_t used = text_width(text_slice(&row->text));
    for (; listed < step->copy_count && listed < LISTED; listed++) {
        text_clear(&place);
        text_add(&place, listed ? ", " : ": ");
        why_location(list, step->copies[listed].node, &place);
        used += text_width(text_slice(&place));
        if (used + (listed + 1 < step->copy_count ? more : 0) > list->screen)
            break;
        text_append(&row->text, text_slice(&place));
    }
    text_add(&row->text, listed && listed < step->copy_count ? ", .." : "");
    text_free(&place);
}

static void mark_hidden(const struct why_rows *list, const struct explain_step *step, struct row *row)
{
    if (!step->library && !why_is_carried(list, step))
        return;
    struct slice function = program_instruction(list->session->trace->program, step->user.index).function;
    row_style(row, STYLE_DIM);
    text_add(&row->text, "  via ");
    if (step->library && function.size) {
        shorten_name(function, NAME_ROOM, &row->text);
        text_add(&row->text, " (not shown)");
    } else {
        text_add(&row->text, step->library ? "code without a source line" : "code that is not shown");
    }
}

/* Nothing that is shown let it run. */
static void mark_start(const struct why_rows *list, const struct explain_step *step, struct row *row)
{
    struct slice function = program_instruction(list->session->trace->program, step->let_run.index).function;
    row_style(row, STYLE_UNKNOWN);
    text_add(&row->text, "  ");
    if (step->outside && function.size)
        shorten_name(function, NAME_ROOM, &row->text);
    else
        text_add(&row->text, step->outside ? "code without a source line" : "nothing recorded");
    text_add(&row->text, " let it run");
}

static void mark_end(const struct why_rows *list, const struct explain_step *step, struct row *row)
{
    static const char *const words[] = {[EXPLAIN_CONSTANT] = "constant", [EXPLAIN_FRAME] = "on the stack", [EXPLAIN_CALL] = "made by code that is not shown",
                                        [EXPLAIN_HORIZON] = "beyond the history horizon", [EXPLAIN_UNCERTAIN] = "what it used is uncertain: not followed", [EXPLAIN_CUT] = "cut: not looked at"};
    const char *word = step->end < sizeof words / sizeof *words ? words[step->end] : NULL;
    if (step->end == EXPLAIN_START)
        mark_start(list, step, row);
    if (step->end == EXPLAIN_UNWRITTEN && step->end_home == EXPLAIN_HOME_CONSTANT)
        word = "constant, read-only data";
    if (step->end == EXPLAIN_UNWRITTEN && step->end_home == EXPLAIN_HOME_STATIC)
        word = "there from the start";
    if (!word && step->unwritten && step->end_home == EXPLAIN_HOME_STATIC)
        word = "and something there from the start";
    if (!word)
        return;
    row_style(row, step->end == EXPLAIN_CONSTANT || step->end == EXPLAIN_FRAME ? STYLE_NORMAL : STYLE_UNKNOWN);
    text_printf(&row->text, "  %s", word);
}

/* What the program died of, and what that came from. */
void why_mark_fault(const struct why_rows *list, const struct explain_step *step, struct row *row)
{
    const struct fault *fault = wet_fault_at(list->session, step->node);
    const char *cause = NULL;
    for (size_t i = 0; i < list->question.roots.count && !cause && step->depth; i++) {
        struct node root = list->question.roots.items[i];
        cause = wet_fault_cause(list->session, root, step->definer);
        cause = cause ? cause : wet_fault_cause(list->session, root, step->user);
    }
    row_style(row, STYLE_WARNING);
    if (fault) {
        text_add(&row->text, fault->kind == FAULT_JUMP || fault->skipped ? "  led to " : "  ");
        text_safe(&row->text, fault->signal);
    }
    if (fault && fault->has_accessed)
        text_printf(&row->text, " at 0x%" PRIx64, fault->accessed);
    text_printf(&row->text, "%s%s", cause ? "  " : "", cause ? cause : "");
}

void why_marks(const struct why_rows *list, const struct explain_step *step, struct row *row)
{
    if (!wet_fault_at(list->session, step->node))       /* what faulted computed nothing, of no constant either */
        mark_end(list, step, row);
    mark_hidden(list, step, row);
}

/* ---- An explanation as rows: which there are, and what hides which ---- */

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

/* Takes question and explanation over. */
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

/* ---- The command `why`: what is asked about ---- */

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

/* Where nothing was computed where one is, as at the end of a program, asks about what was printed last instead; offers that where one went by name. The
 * question is of a bare `why`. */
static bool why_instead(struct session *session, struct why_question *question, struct error *error)
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
