/* ask.c - the command `ask`: a menu of questions.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/ask.h"
#include "recording/questions/questions.h"
#include "recording/why.h"

#include <stdarg.h>
#include <stdio.h>


enum { COLUMN_MOST = 52 };              /* commands stand no further to the right, but behind longer questions */

void ask_add(struct questions *questions, struct slice command, const char *format, ...)
{
    char words[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(words, sizeof words, format, arguments);
    va_end(arguments);
    if (questions->count >= questions->room)
        return;
    for (size_t i = 0; i < questions->count; i++)
        if (slice_equal(questions->items[i].command, command) || slice_is(questions->items[i].words, words))
            return;
    questions->items[questions->count++] = (struct question){.words = arena_copy(questions->arena, slice_of(words)), .command = command};
}

/* ---- Other kinds of traces ---- */

enum needed { NEEDS_NOTHING, NEEDS_HERE, NEEDS_PAST /* something ran before */, NEEDS_FRAMES, NEEDS_CHOICES, NEEDS_SYMBOLS };

static const struct kind_question {
    unsigned kinds;                     /* of enum kind */
    enum needed needed;                 /* else there is no answer */
    const char *words, *command;
} kind_questions[] = {
    {KIND_CSI, NEEDS_FRAMES, "what ran last in this frame?", "suffix"},
    {KIND_CSI, NEEDS_FRAMES, "how did the program get here?", "backtrace"},
    {KIND_CSI, NEEDS_CHOICES, "in which ways may it have come here?", "candidates"},
    {KIND_CSI, NEEDS_FRAMES, "which code ran, and which did not?", "coverage"},
    {KIND_CSI, NEEDS_HERE, "which ways lead through this function?", "graph"},
    {KIND_CSI, NEEDS_NOTHING, "what has gdb to print, to be pasted here?", "gdb-commands"},
    {KIND_AE, NEEDS_HERE, "how did the program get here?", "backtrace"},
    {KIND_AE, NEEDS_HERE, "what do the registers hold?", "info registers"},
    {KIND_AE, NEEDS_PAST, "what ran before?", "reverse-step"},
    {KIND_AE, NEEDS_NOTHING, "which functions and loops are there?", "info functions"},
    {KIND_AE, NEEDS_NOTHING, "which loops could run in parallel?", "pp"},
    {KIND_GNATCOV, NEEDS_SYMBOLS, "what did not run next?", "next-uncovered"},
    {KIND_GNATCOV, NEEDS_SYMBOLS, "which branch went one way only, next?", "next-uncovered branch"},
    {KIND_GNATCOV, NEEDS_SYMBOLS, "how much of the code ran?", "coverage"},
    {KIND_GNATCOV, NEEDS_SYMBOLS, "how much of each function ran?", "info functions"},
    {KIND_GNATCOV, NEEDS_NOTHING, "what is recorded?", "entries"},
};

static bool has(const struct session *session, enum needed needed)
{
    struct place place = {0};
    if (needed == NEEDS_HERE || needed == NEEDS_PAST)
        return session->trace->kind->here(session, &place) && (needed == NEEDS_HERE || place.event > 1);
    if (needed == NEEDS_FRAMES || needed == NEEDS_CHOICES)
        return session->trace->csi->crash.count > 0 && (needed == NEEDS_FRAMES || session->trace->csi->choices > 1);
    return needed == NEEDS_NOTHING || session->trace->symbols;
}

static void ask_of_kind(struct questions *questions)
{
    unsigned kinds = session_kinds(questions->session);
    for (size_t i = 0; i < sizeof kind_questions / sizeof *kind_questions; i++)
        if (kind_questions[i].kinds & kinds && has(questions->session, kind_questions[i].needed))
            ask_add(questions, slice_of(kind_questions[i].command), "%s", kind_questions[i].words);
}

/* ---- WET traces ---- */

static bool depends(struct session *session, const struct ask_moment *moment)
{
    struct links links = {0};
    bool any = moment->controlled || moment->used_count ||
               (store_definers(session->trace->store, moment->node, &session->options.progress, &links) && links.count);
    links_free(&links);
    return any;
}

static bool holds(const struct nodes *nodes, struct node node)
{
    for (size_t i = 0; i < nodes->count; i++)
        if (nodes->items[i].index == node.index && nodes->items[i].instance == node.instance)
            return true;
    return false;
}

void ask_position(struct session *session, struct node node, struct text *out)
{
    struct instruction instruction = program_instruction(session->trace->program, node.index);
    struct why_question meant = {0};
    struct text line = {0};
    struct slice words, word;
    struct error error;
    if (instruction.line && instruction.file.size)
        ask_file_line(session, instruction.file, instruction.line, &line);
    words = text_slice(&line);
    bool holds_it = argument_next(&words, &word) && why_place(session, word, &meant, &error) && holds(&meant.roots, node);
    if (holds_it && (!meant.inferred || instruction.executions == 1))
        text_append(out, text_slice(&line));
    else
        describe_node(session, node, out);
    text_free(&line);
    why_question_free(&meant);
}

static void ask_always(struct questions *questions, const struct ask_moment *moment)
{
    struct text position = {0};
    if (!depends(questions->session, moment))
        return;
    ask_position(questions->session, moment->node, &position);
    ask_add(questions, arena_printf(questions->arena, "slice back %s lines rank", text_string(&position)), "which lines had a part in it, ranked?");
    ask_add(questions, arena_printf(questions->arena, "slice lock back %s", text_string(&position)), "the same, with all else dimmed?");
    text_free(&position);
}

static bool ask_of_node(struct questions *questions, struct slice word, struct rows *rows, struct error *error)
{
    struct why_question asked = {0};
    struct ask_moment moment;
    bool found = why_place(questions->session, word, &asked, error);
    struct node node = found ? asked.roots.items[0] : (struct node){0, 0};
    why_question_free(&asked);
    if (!found)
        return false;
    title_of_node(questions->session, "ask", node, rows);
    questions->place = place_of_node(questions->session, node);
    ask_moment_read(questions->session, node, &moment);
    questions->room = ASK_MOST - ASK_ALWAYS;
    bool crashed = ask_of_line(questions, &moment);
    ask_of_outputs(questions, &moment);
    ask_of_unrun(questions, &moment, crashed);
    questions->room = ASK_MOST;
    ask_always(questions, &moment);
    ask_moment_free(&moment);
    return true;
}

/* ---- The list ---- */

static void rows_of_questions(const struct questions *questions, struct rows *rows)
{
    size_t column = 0;
    for (size_t i = 0; i < questions->count; i++) {
        size_t width = text_width(questions->items[i].words);
        column = width > column && width <= COLUMN_MOST ? width : column;
    }
    for (size_t i = 0; i < questions->count; i++) {
        const struct question *question = &questions->items[i];
        struct row *row = rows_add(rows, question->words);
        row_column(row, column + 2);
        row_style(row, STYLE_DIM);
        text_append(&row->text, question->command);
        row->place = questions->place;
        row_ask(row, question->command);
        row_string(row, "question", question->words);
        row_string(row, "command", question->command);
    }
}

bool run_ask(struct session *session, struct slice arguments, struct answer *answer, struct error *error)
{
    struct questions questions = {.session = session, .arena = &answer->rows.arena, .room = ASK_MOST};
    struct slice word = {NULL, 0};
    if (!session_need_open(session, error))
        return false;
    argument_next(&arguments, &word);
    if (!argument_end(arguments, error))
        return false;
    if (session->trace->store) {
        if (!ask_of_node(&questions, word, &answer->rows, error))
            return false;
    } else if (word.size) {
        return error_set(error, "ask POS is for recordings and WET traces: here `ask` alone");
    } else {
        ask_of_kind(&questions);
        answer->rows.title = slice_of("ask");
    }
    if (!questions.count)
        return error_set(error, "nothing is known here that could be asked about");
    rows_of_questions(&questions, &answer->rows);
    answer->is_list = true;
    return true;
}
