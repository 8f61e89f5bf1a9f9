/* diff_run.c - of two runs compared, as rows: their arguments; their threads, and where each parts.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/diff.h"
#include "recording/questions/questions.h"
#include "session/engine.h"

#include <inttypes.h>


/* ---- Arguments ---- */

enum { ARGUMENTS_SHOWN = 120 /* bytes, of each run's */ };

/* Characters stay whole. */
static size_t character_at(struct slice s, size_t at)
{
    while (at < s.size && at && (s.data[at] & 0xc0) == 0x80)
        at--;
    return at;
}

/* Of long ones what is around the first byte that differs. */
static size_t shown_from(struct slice here, struct slice there)
{
    size_t same = 0;
    while (same < here.size && same < there.size && here.data[same] == there.data[same])
        same++;
    return same > ARGUMENTS_SHOWN / 2 ? character_at(here, same - ARGUMENTS_SHOWN / 4) : 0;
}

static void say_arguments(struct slice arguments, size_t from, struct text *out)
{
    size_t end = arguments.size - from > ARGUMENTS_SHOWN ? character_at(arguments, from + ARGUMENTS_SHOWN) : arguments.size;
    text_add(out, from ? "..." : arguments.size ? "" : "none");
    text_safe(out, slice_cut(arguments, from, end - from));
    text_add(out, end < arguments.size ? "..." : "");
}

void diff_rows_arguments(struct session *session, const struct diff_answer *answer, struct rows *rows)
{
    struct slice here = store_note(session->trace->store, "arguments"), there = store_note(answer->other->store, "arguments");
    if (!here.data || !there.data || slice_equal(here, there))
        return;
    size_t from = shown_from(here, there);
    struct row *row = rows_add(rows, slice_of("the arguments differ: "));
    say_arguments(here, from, &row->text);
    text_printf(&row->text, ", in %u ", answer->other->number);
    say_arguments(there, from, &row->text);
    row_string(row, "arguments", here);
    row_string(row, "arguments_other", there);
    if (!answer->diff->values)
        return;
    row = rows_add(rows, slice_of("  what differs may all follow from that: "));
    text_printf(&row->text, "diff %u values lists %s", answer->other->number, answer->diff->pair_count < answer->diff->values ? "the first " : "all ");
    text_count(&row->text, answer->diff->pair_count);
    row->style = STYLE_DIM;
}

/* ---- Threads ---- */

enum { WIDEST_NAMES = 40 };

static void say_names(const struct diff_answer *answer, const struct diff_thread *thread, struct text *out)
{
    if (thread->here)
        text_printf(out, "thread %" PRIu64, thread->here);
    if (thread->there)
        text_printf(out, "%sin %u thread %" PRIu64, thread->here ? ", " : "", answer->other->number, thread->there);
}

static void say_when(const struct diff_answer *answer, const struct diff_thread *thread, struct text *out)
{
    if (!thread->there)
        text_add(out, "ran here only");
    else if (!thread->here)
        text_printf(out, "ran in %u only", answer->other->number);
    else if (thread->parts)
        text_printf(out, "parts @%" PRIu64 ", in %u @%" PRIu64 "  ", thread->time_here, answer->other->number, thread->time_there);
    else
        text_add(out, "nothing differs");
}

static void number_or_null(struct row *row, const char *name, uint64_t number)
{
    if (number)
        row_number(row, name, number);
    else
        row_null(row, name);
}

static void add_thread(struct session *session, const struct diff_answer *answer, const struct diff_thread *thread, size_t width, struct rows *rows)
{
    struct row *row = rows_add(rows, slice_of("  "));
    say_names(answer, thread, &row->text);
    row_column(row, width + 4);
    row_style(row, STYLE_DIM);
    say_when(answer, thread, &row->text);
    number_or_null(row, "thread", thread->here);
    number_or_null(row, "thread_other", thread->there);
    number_or_null(row, "time", thread->time_here);
    number_or_null(row, "time_other", thread->time_there);
    if (!thread->parts)
        return;
    struct instruction instruction = program_instruction(session->trace->program, thread->first_here.index);
    row_style(row, STYLE_LOCATION);
    describe_location_in(&instruction, LOCATION_ROOM, &row->text);
    row->place = place_of_node(session, thread->first_here);
}

/* Each run's clock orders its threads, and only where both have the same one first that is said of both. */
static void say_first(const struct diff_answer *answer, struct rows *rows)
{
    const struct diff *diff = answer->diff;
    const struct diff_thread *here = NULL, *there = NULL;
    size_t parting = 0;
    for (size_t i = 0; i < diff->thread_count; i++) {
        const struct diff_thread *thread = &diff->threads[i];
        if (!thread->parts)
            continue;
        parting++;
        here = here && here->time_here <= thread->time_here ? here : thread;
        there = there && there->time_there <= thread->time_there ? there : thread;
    }
    if (parting < 2)
        return;
    struct row *row = rows_add(rows, slice_of("  "));
    if (here == there)
        text_printf(&row->text, "thread %" PRIu64 " parted first, by the clocks of both runs", here->here);
    else
        text_printf(&row->text, "thread %" PRIu64 " parted first here, and in %u thread %" PRIu64 ": which of them did by itself is not told", here->here,
                    answer->other->number, there->there);
    row->style = STYLE_DIM;
}

void diff_rows_threads(struct session *session, const struct diff_answer *answer, size_t most, struct rows *rows)
{
    const struct diff *diff = answer->diff;
    size_t shown = most && diff->thread_count > most ? most : diff->thread_count, width = 0;
    struct text text = {0};
    if (!diff->thread_count)
        return;
    rows_add(rows, slice_of(diff->threads_created ? "Threads, each with the one that was created in its place" :
                                                    "Threads, in the order in which they first ran: who created them is not recorded"))->style = STYLE_HEADING;
    for (size_t i = 0; i < shown && i < MEASURED; i++) {
        text_clear(&text);
        say_names(answer, &diff->threads[i], &text);
        width = widest(width, &text, WIDEST_NAMES);
    }
    for (size_t i = 0; i < shown; i++)
        add_thread(session, answer, &diff->threads[i], width, rows);
    if (shown < diff->thread_count)
        rows_add_printf(rows, "  %zu more threads: diff %u causes", diff->thread_count - shown, answer->other->number)->style = STYLE_DIM;
    say_first(answer, rows);
    text_free(&text);
}
