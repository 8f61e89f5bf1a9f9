/* diff_words.c - two runs compared: how their places, values and ways are said.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/diff.h"
#include "recording/questions/questions.h"
#include "session/engine.h"

#include <inttypes.h>


void diff_say_count_of(struct text *out, uint64_t count, const char *one, const char *several)
{
    text_count(out, count);
    text_byte(out, ' ');
    text_add(out, count == 1 ? one : several);
}

void diff_say_line(struct slice file, uint64_t line, struct text *out)
{
    text_safe(out, slice_basename(file));
    text_printf(out, ":%" PRIu64, line);
}

void diff_say_place(const struct program *program, uint64_t index, struct text *out)
{
    struct instruction instruction = program_instruction(program, index);
    if (instruction.file.size && instruction.line) {
        diff_say_line(instruction.file, instruction.line, out);
        return;
    }
    if (instruction.has_address)
        text_printf(out, "0x%" PRIx64, instruction.address);
    else
        text_printf(out, "%" PRIu64, instruction.id);
    if (instruction.function.size) {
        text_byte(out, ' ');
        text_safe(out, instruction.function);
    }
}

/* A value of any store; "no value" where none is recorded. */
void diff_say_value(const struct session *session, const struct store *store, struct node node, struct text *out)
{
    uint64_t first;
    if (!store_values_of(store, node, &first)) {
        text_add(out, "no value");
        return;
    }
    struct value value = store_value(store, node.index, first);
    describe_number(session, &value, out);
}

/* "= 0x4b, in 2 0x6b" */
void diff_say_values(const struct session *session, const struct diff_answer *answer, struct node here, struct node there, struct text *out)
{
    text_add(out, "= ");
    diff_say_value(session, session->trace->store, here, out);
    text_printf(out, ", in %u ", answer->other->number);
    diff_say_value(session, answer->other->store, there, out);
}

void diff_say_rest(struct rows *rows, uint64_t left, const char *how)
{
    if (!left)
        return;
    struct row *row = rows_add(rows, slice_of("  "));
    diff_say_count_of(&row->text, left, "more line: ", "more lines: ");
    text_add(&row->text, how);
    row->style = STYLE_DIM;
}

/* Where a way led in one run: what it let run; or else what ran next, so that the end of a loop says what stands behind it. */
struct target {
    const struct program *program;
    struct node led;
    bool known;                         /* led */
    enum diff_went went;                /* where it let nothing more run */
};

static void target_find(const struct diff_answer *answer, const struct diff_part *way, bool here, struct target *target)
{
    target->known = (here ? diff_way_here : diff_way_there)(answer->diff, way, &target->led);
    if (target->known)
        return;
    target->went = (here ? diff_way_went_here : diff_way_went_there)(answer->diff, way, &target->led);
    target->known = target->went == DIFF_WENT_ON;
}

/* The line; where both led to the same, the instruction. */
static void say_target(const struct target *target, bool exactly, struct text *out)
{
    if (!target->known) {
        text_add(out, target->went == DIFF_WENT_NOWHERE ? "the run ends before" : "to nothing more it lets run");
        return;
    }
    text_add(out, "to ");
    if (exactly)
        text_printf(out, "0x%" PRIx64, store_instruction(program_store(target->program), target->led.index).address);
    else
        diff_say_place(target->program, target->led.index, out);
}

void diff_say_led(struct session *session, const struct diff_answer *answer, const struct diff_part *way, struct text *out)
{
    struct target here = {.program = session->trace->program}, there = {.program = answer->other->program};
    target_find(answer, way, true, &here);
    target_find(answer, way, false, &there);
    struct text own = {0}, other = {0};
    say_target(&here, false, &own);
    say_target(&there, false, &other);
    bool exactly = here.known && there.known && slice_equal(text_slice(&own), text_slice(&other));
    say_target(&here, exactly, out);
    text_printf(out, ", in %u ", answer->other->number);
    say_target(&there, exactly, out);
    text_free(&own);
    text_free(&other);
}
