/* why_marks.c - what stands behind the value of a step: what it ends in, what the program died of, the code it came through, its copies.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/questions/questions.h"
#include "recording/wet.h"
#include "recording/why.h"

#include <inttypes.h>
#include <string.h>

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
