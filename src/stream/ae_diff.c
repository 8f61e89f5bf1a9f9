/* ae_diff.c - two address streams of one program: where they part.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Both are in order and begin with the same instruction, so that the n-th address of one is the n-th of the other until an instruction differs: there the runs
 * went different ways, and behind it numbers do not correspond any more. Up to there data may have been elsewhere. */
#include "recording/recording.h"
#include "stream/ae.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>


enum { CHUNK = 4096 };

struct parting {
    uint64_t same;                      /* addresses before the first that differs in any way */
    uint64_t moved;                     /* references before `parts` that are to another address */
    uint64_t parts;                     /* the address where the instructions differ, or one trace has none; 0: nowhere */
    struct timeline_address first[2];   /* here and there, if moved; the instructions are the same */
    struct timeline_address at[2];      /* here and there at `parts`; number 0: the trace ends before */
    uint64_t last;                      /* the last instruction that is the same; 0: none */
};

static bool same_step(const struct timeline_address *a, const struct timeline_address *b)
{
    return a->kind == b->kind && a->instruction == b->instruction;
}

static void compare(const struct timeline_address *a, const struct timeline_address *b, struct parting *out)
{
    if (a->kind == AE_INSTRUCTION)
        out->last = a->number;
    if (a->address == b->address) {
        out->same += !out->moved;
        return;
    }
    if (!out->moved++) {
        out->first[0] = *a;
        out->first[1] = *b;
    }
}

/* False: stopped. */
static bool find_parting(struct timeline *here, struct timeline *there, struct parting *out)
{
    static const struct timeline_address none = {0};
    struct timeline_address *a = memory_allocate(2 * CHUNK * sizeof *a), *b = a + CHUNK;
    size_t got_a = CHUNK, got_b = CHUNK, i = CHUNK;
    bool going = true;
    for (uint64_t from = 1; going && got_a == CHUNK && got_b == CHUNK && i == CHUNK; from += CHUNK) {
        going = timeline_addresses(here, from, CHUNK, a, &got_a) != TIMELINE_STOPPED && timeline_addresses(there, from, CHUNK, b, &got_b) != TIMELINE_STOPPED;
        for (i = 0; going && i < got_a && i < got_b && same_step(&a[i], &b[i]); i++)
            compare(&a[i], &b[i], out);
        if (going && (i < got_a || i < got_b)) {
            out->parts = from + i;
            out->at[0] = i < got_a ? a[i] : none;
            out->at[1] = i < got_b ? b[i] : none;
        }
    }
    free(a);
    return going;
}

/* ---- Rows ---- */

static struct place place_at(const struct session_trace *trace, uint64_t number)
{
    return (struct place){.has = PLACE_EVENT, .event = number, .trace = trace->number};
}

static struct row *add_row(struct session *session, const struct timeline_address *at, const char *what, struct rows *rows)
{
    struct row *row = rows_add_printf(rows, "  @%" PRIu64 "  ", at->number);
    row_style(row, STYLE_LOCATION);
    ae_describe_place(session, at->instruction, &row->text);
    row_string(row, "difference", slice_of(what));
    row_number(row, "event", at->number);
    ae_fields(session, at->instruction, row);
    row->place = place_at(session->trace, at->number);
    return row;
}

static void say_where(struct session *session, const struct timeline_address *at, struct text *out)
{
    if (at->number)
        ae_describe_place(session, at->address, out);
    else
        text_add(out, "its end");
}

static void add_moved(struct session *session, const struct session_trace *other, const struct parting *parting, struct rows *rows)
{
    rows_add(rows, slice_of("Here the first address differs"))->style = STYLE_HEADING;
    struct row *row = add_row(session, &parting->first[0], "address", rows);
    row_style(row, STYLE_VALUE);
    text_printf(&row->text, "  %s 0x%" PRIx32 ", in %u 0x%" PRIx32, parting->first[0].kind == AE_WRITE ? "W" : "R", parting->first[0].address, other->number,
                parting->first[1].address);
    row_hex(row, "location", parting->first[0].address);
    row_hex(row, "location_other", parting->first[1].address);
    row_style(row, STYLE_NORMAL);
    text_add(&row->text, "  ");
    ae_describe_code(session, parting->first[0].instruction, &row->text);
}

/* Enter leads to what ran last in both. */
static void add_parting(struct session *session, const struct session_trace *other, const struct parting *parting, struct timeline_address last, struct rows *rows)
{
    rows_add(rows, slice_of("Here the runs part"))->style = STYLE_HEADING;
    struct row *row = add_row(session, &last, "way", rows);
    row_style(row, STYLE_VALUE);
    text_add(&row->text, "  to ");
    say_where(session, &parting->at[0], &row->text);
    text_printf(&row->text, ", in %u to ", other->number);
    say_where(session, &parting->at[1], &row->text);
    row_style(row, STYLE_NORMAL);
    text_add(&row->text, "  ");
    ae_describe_code(session, last.instruction, &row->text);
    if (!parting->at[1].number)
        return;
    row = rows_add_printf(rows, "  @%" PRIu64 "  in %u  ", parting->parts, other->number);
    row_style(row, STYLE_LOCATION);
    ae_describe_place(session, parting->at[1].instruction, &row->text);
    row_string(row, "difference", slice_of("there"));
    row_number(row, "event", parting->parts);
    ae_fields(session, parting->at[1].instruction, row);
    row->place = place_at(other, parting->parts);
}

static void fill(struct session *session, const struct session_trace *other, const struct parting *parting, struct rows *rows)
{
    struct timeline_address last;
    size_t got;
    struct row *row = rows_add(rows, (struct slice){NULL, 0});
    if (!parting->parts && !parting->moved)
        text_add(&row->text, "all of ");
    text_count(&row->text, parting->same);
    text_add(&row->text, parting->same == 1 ? " address is the same" : " addresses are the same");
    if (parting->moved) {
        text_add(&row->text, parting->parts ? ", then until the runs part " : ", then ");
        text_count(&row->text, parting->moved);
        text_add(&row->text, parting->moved == 1 ? " of data differs" : " of data differ");
    }
    row_number(row, "same", parting->same);
    row_number(row, "moved", parting->moved);
    if (parting->parts)
        row_number(row, "parts", parting->parts);
    else
        row_null(row, "parts");
    if (parting->moved)
        add_moved(session, other, parting, rows);
    if (parting->parts && parting->last && timeline_addresses(session->trace->ae->timeline, parting->last, 1, &last, &got) == TIMELINE_FOUND && got)
        add_parting(session, other, parting, last, rows);
    else if (parting->parts)
        rows_add(rows, slice_of("they begin differently"));
}

bool ae_diff(struct session *session, struct session_trace *other, struct answer *answer, struct error *error)
{
    struct parting parting = {0};
    if (memcmp(session->trace->ae->input.schema.identity, other->ae->input.schema.identity, AE_IDENTITY) != 0)
        return error_set(error, "%s: it is of another program: its schema is not this one's", other->path);
    if (!find_parting(session->trace->ae->timeline, other->ae->timeline, &parting))
        return error_set(error, "interrupted: where they part was not found by then");
    answer->is_list = true;
    fill(session, other, &parting, &answer->rows);
    return true;
}
