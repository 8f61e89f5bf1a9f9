/* gnatcov_describe.c - entries, instructions and branches of a coverage trace as text.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "coverage/gnatcov.h"
#include "session/engine.h"

#include <inttypes.h>

enum { NAME_ROOM = 24 };                /* cells of a function's name in lists */

/* ---- Where ---- */

bool gnatcov_position(const struct session *session, size_t unit, uint64_t address, struct source_position *position)
{
    const struct gnatcov_unit *found = gnatcov_unit(session, unit);
    *position = (struct source_position){.line = 0};
    return found && found->symbols && symbols_position(found->symbols, address, position);
}

bool gnatcov_file_here(struct session *session, struct source_position *position)
{
    const struct spot *here = &session->trace->gnatcov->here;
    return (gnatcov_position(session, here->unit, here->address, position) && position->file.size) || (list_of_main(session, position) && position->file.size);
}

struct slice gnatcov_routine_name(const struct session *session, size_t unit, const struct symbols_routine *routine)
{
    return routine ? symbols_readable(gnatcov_unit(session, unit)->symbols, routine->name) : (struct slice){0};
}

/* Names of C++ in at most so many cells. */
static void describe_routine(const struct session *session, size_t unit, uint64_t address, size_t room, struct text *out)
{
    const struct gnatcov_unit *found = gnatcov_unit(session, unit);
    const struct symbols_routine *routine = found && found->symbols ? symbols_routine_at(found->symbols, address) : NULL;
    if (!routine)
        return;
    struct slice name = gnatcov_routine_name(session, unit, routine);
    if (name.data != routine->name.data)
        shorten_name(name, room, out);
    else
        text_safe(out, name);
    if (address != routine->address)
        text_printf(out, "+0x%" PRIx64, address - routine->address);
}

void gnatcov_describe_routine(const struct session *session, size_t unit, uint64_t address, struct text *out)
{
    describe_routine(session, unit, address, NAME_ROOM, out);
}

void gnatcov_describe_line(const struct session *session, size_t unit, uint64_t address, struct text *out)
{
    struct source_position position;
    if (!gnatcov_position(session, unit, address, &position) || !position.line)
        return;
    text_safe(out, slice_basename(position.file));
    text_printf(out, ":%" PRIu64, position.line);
}

static void describe_place(const struct session *session, size_t unit, uint64_t address, size_t room, struct text *out)
{
    size_t size = out->size;
    describe_routine(session, unit, address, room, out);
    struct text line = {0};
    gnatcov_describe_line(session, unit, address, &line);
    if (line.size && out->size > size)
        text_byte(out, ' ');
    text_append(out, text_slice(&line));
    text_free(&line);
}

void gnatcov_describe_place(const struct session *session, size_t unit, uint64_t address, struct text *out)
{
    describe_place(session, unit, address, NAME_ROOM, out);
}

void gnatcov_fields(const struct session *session, size_t unit, uint64_t address, struct row *row)
{
    const struct gnatcov_unit *found = gnatcov_unit(session, unit);
    const struct symbols_routine *routine = found && found->symbols ? symbols_routine_at(found->symbols, address) : NULL;
    struct source_position position;
    bool known = gnatcov_position(session, unit, address, &position);
    row_hex(row, "address", address);
    if (unit != NO_UNIT && unit > 0)
        row_string(row, "object", found->base->name);
    row_string(row, "function", gnatcov_routine_name(session, unit, routine));
    row_string(row, "file", known ? position.file : (struct slice){NULL, 0});
    if (known && position.line)
        row_number(row, "line", position.line);
    else
        row_null(row, "line");
}

/* ---- What ran ---- */

char gnatcov_mark_shown(const struct session *session, enum object_mark mark)
{
    return session->trace->gnatcov->is_map ? ' ' : (char)mark;
}

void gnatcov_mark_fields(enum object_mark mark, struct row *row)
{
    char text[] = {(char)mark, '\0'};
    row_string(row, "mark", slice_of(text));
    row_string(row, "coverage", slice_of(object_mark_words(mark)));
}

enum style gnatcov_style(enum object_mark mark)
{
    switch (mark) {
    case OBJECT_NOT: return STYLE_WARNING;
    case OBJECT_PARTLY:
    case OBJECT_TAKEN:
    case OBJECT_FELL: return STYLE_UNCERTAIN;
    case OBJECT_UNRECORDED: return STYLE_UNKNOWN;
    case OBJECT_NO_CODE: return STYLE_DIM;
    default: return STYLE_NORMAL;
    }
}

bool gnatcov_instruction(struct session *session, const struct spot *spot, struct object_instruction *instruction)
{
    struct object_coverage *coverage = gnatcov_coverage(session, spot->unit);
    return coverage && object_coverage_at(coverage, spot->address, instruction);
}

void gnatcov_describe_range(const struct session *session, const struct gnatcov_entry *entry, struct text *out)
{
    uint64_t mask = session->trace->gnatcov->trace.second.address_size == 4 ? UINT32_MAX : UINT64_MAX;
    uint64_t first = entry->relocated ? entry->relative : entry->address, last = (first + entry->size - 1) & mask;
    int digits = first > UINT32_MAX || last > UINT32_MAX ? 16 : 8;              /* a screen is not wide */
    text_printf(out, "%0*" PRIx64 "-%0*" PRIx64, digits, first, digits, last);
}

void gnatcov_describe_flags(uint8_t op, struct text *out)
{
    static const struct {
        uint8_t bit;
        const char *name;
    } bits[] = {{GNATCOV_BLOCK, "block"}, {GNATCOV_FAULT, "fault"}, {GNATCOV_TAKEN, "taken"}, {GNATCOV_FELL_THROUGH, "fell through"}};
    size_t start = out->size;
    for (size_t i = 0; i < sizeof bits / sizeof *bits; i++)
        if (op & bits[i].bit)
            text_printf(out, "%s%s", out->size > start ? ", " : "", bits[i].name);
    unsigned other = op & ~(unsigned)(GNATCOV_BLOCK | GNATCOV_FAULT | GNATCOV_TAKEN | GNATCOV_FELL_THROUGH);
    if (other)
        text_printf(out, "%sundefined bits %02x", out->size > start ? ", " : "", other);
}

const char *gnatcov_special_words(const struct gnatcov_entry *entry)
{
    static const char *const words[] = {"", "kernel module loaded at", "shared object loaded at", "shared object unloaded at"};
    return words[entry->special];
}

void gnatcov_describe_special(const struct session *session, const struct gnatcov_entry *entry, struct text *out)
{
    text_printf(out, "%s 0x%" PRIx64, gnatcov_special_words(entry), entry->address);
    if (!entry->object)
        return;
    text_add(out, "  ");
    text_safe(out, session->trace->gnatcov->trace.objects[entry->object - 1].name);
}

/* Where a branch leads, and whether that ran: "+0x16 :12 ran" within the routine and file of the branch, else in full. */
static void describe_side(struct session *session, const struct spot *spot, uint64_t address, struct text *out)
{
    struct symbols *symbols = gnatcov_unit(session, spot->unit)->symbols;
    const struct symbols_routine *own = symbols_routine_at(symbols, spot->address), *other = symbols_routine_at(symbols, address);
    struct source_position here, there;
    struct object_instruction instruction;
    bool lines = gnatcov_position(session, spot->unit, spot->address, &here) && gnatcov_position(session, spot->unit, address, &there) && there.line;
    if (own && own == other)
        text_printf(out, "+0x%" PRIx64, address - own->address);
    else
        gnatcov_describe_routine(session, spot->unit, address, out);
    if (!own && !other)
        text_printf(out, "0x%" PRIx64, address);
    if (lines && slice_equal(here.file, there.file))
        text_printf(out, " :%" PRIu64, there.line);
    else if (lines) {
        text_byte(out, ' ');
        gnatcov_describe_line(session, spot->unit, address, out);
    }
    if (!gnatcov_instruction(session, &(struct spot){0, address, spot->unit}, &instruction))
        text_add(out, " no code");
    else if (!session->trace->gnatcov->is_map)
        text_add(out, instruction.mark == OBJECT_NOT ? " never ran" : " ran");
}

void gnatcov_describe_branch(struct session *session, const struct spot *spot, const struct object_instruction *instruction, struct text *out)
{
    const struct code_instruction *code = &instruction->code;
    text_add(out, session->trace->gnatcov->is_map ? (code->conditional ? "conditional branch" : "no conditional branch") : object_mark_words(instruction->mark));
    if (!code->conditional)
        return;
    text_add(out, ": taken -> ");
    if (code->has_target)
        describe_side(session, spot, code->target, out);
    else
        text_add(out, "computed");
    text_add(out, " | else -> ");
    describe_side(session, spot, code->next, out);
}

/* ---- Where one is, said ---- */

static void add_entry(const struct session *session, uint64_t number, struct rows *rows)
{
    struct gnatcov_entry entry;
    if (!number || !gnatcov_entry(&session->trace->gnatcov->trace, number, &entry)) {
        rows_add(rows, slice_of("  no entry covers it"))->style = STYLE_WARNING;
        return;
    }
    struct row *row = rows_add_printf(rows, "  @%" PRIu64 " of %" PRIu64 "  ", number, session->trace->gnatcov->trace.entry_count);
    if (entry.special) {
        gnatcov_describe_special(session, &entry, &row->text);
        return;
    }
    gnatcov_describe_range(session, &entry, &row->text);
    text_add(&row->text, "  ");
    gnatcov_describe_flags(entry.op, &row->text);
}

/* Of code that runs as an instrumented copy only: what the copy did. */
static void add_copy(const struct session *session, const struct spot *spot, struct rows *rows)
{
    struct slice name;
    enum gnatcov_copy copy = gnatcov_copy_of(gnatcov_unit(session, spot->unit), spot->address, &name);
    if (copy == GNATCOV_NO_COPY || session->trace->gnatcov->is_map)
        return;
    struct row *row = rows_add(rows, slice_of("    this code never runs itself: its instrumented copy "));
    row->style = copy == GNATCOV_COPY_RAN ? STYLE_UNKNOWN : STYLE_WARNING;
    text_safe(&row->text, name);
    text_add(&row->text, copy == GNATCOV_COPY_RAN ? " ran" : " did not run");
}

/* Address, place, code; its mark, with both ways of a branch; the entry. */
static void tell_spot(struct session *session, const struct spot *spot, struct row *row, struct rows *rows)
{
    struct object_instruction instruction;
    row_style(row, STYLE_ADDRESS);
    text_printf(&row->text, "0x%" PRIx64 "  ", spot->address);
    row_style(row, STYLE_LOCATION);
    describe_place(session, spot->unit, spot->address, rows ? SIZE_MAX : NAME_ROOM, &row->text);
    gnatcov_fields(session, spot->unit, spot->address, row);
    if (spot->entry)
        row_number(row, "entry", spot->entry);
    bool known = gnatcov_instruction(session, spot, &instruction);
    if (known) {
        row_style(row, STYLE_NORMAL);
        text_add(&row->text, "  ");
        code_text(object_coverage_code(gnatcov_coverage(session, spot->unit)), &instruction.code, &row->text);
    }
    if (known && !session->trace->gnatcov->is_map)
        gnatcov_mark_fields(instruction.mark, row);
    row->place = gnatcov_place(session, spot);
    if (!rows)
        return;
    if (session->trace->gnatcov->stopped.size)
        row_string(row, "stopped", text_slice(&session->trace->gnatcov->stopped));
    if (known) {
        struct row *more = rows_add_printf(rows, "  %c ", gnatcov_mark_shown(session, instruction.mark));
        more->style = gnatcov_style(instruction.mark);
        gnatcov_describe_branch(session, spot, &instruction, &more->text);
    }
    add_copy(session, spot, rows);
    add_entry(session, spot->entry, rows);
}

void gnatcov_tell(struct session *session, struct rows *rows)
{
    struct gnatcov_session *own = session->trace->gnatcov;
    if (own->stopped.size)
        rows_add(rows, text_slice(&own->stopped))->style = STYLE_HEADING;
    if (own->has_here)
        tell_spot(session, &own->here, rows_add(rows, slice_of("")), rows);
    else
        rows_add_printf(rows, "no entry of code is in this trace")->style = STYLE_UNKNOWN;
    text_clear(&own->stopped);
}

bool gnatcov_place_row(struct session *session, const struct place *place, struct row *row)
{
    struct spot spot;
    struct error ignored;
    if (!gnatcov_aim(session, place, &spot, &ignored))
        return false;
    if (place->has & PLACE_EVENT)
        text_printf(&row->text, "@%" PRIu64 "  ", place->event);
    tell_spot(session, &spot, row, NULL);
    row->place = *place;
    return true;
}

/* "0x8049007 f branchy.c:1 - never taken - @12 of 34" */
void gnatcov_status(struct session *session, struct text *out)
{
    const struct gnatcov_session *own = session->trace->gnatcov;
    struct object_instruction instruction;
    struct text place = {0};
    if (!own->has_here) {
        text_add(out, "no entry of code");
        return;
    }
    text_printf(out, "0x%" PRIx64, own->here.address);
    gnatcov_describe_place(session, own->here.unit, own->here.address, &place);
    if (place.size)
        text_printf(out, " %s", text_string(&place));
    if (!own->is_map && gnatcov_instruction(session, &own->here, &instruction))
        text_printf(out, " - %s", object_mark_words(instruction.mark));
    if (own->here.entry) {
        text_printf(out, " - @%" PRIu64 " of ", own->here.entry);
        text_count(out, own->trace.entry_count);
    }
    text_free(&place);
}
