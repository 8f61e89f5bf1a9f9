/* gnatcov_views.c - entries, instructions and branches of a coverage trace as text; the panes.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "coverage/gnatcov.h"
#include "session/engine.h"

#include <inttypes.h>
#include <stdlib.h>

enum { NAME_ROOM = 24 };                /* cells for a function's name in lists */

/* ---- Places as text ---- */

bool gnatcov_position(const struct session *session, size_t unit, uint64_t address, struct source_position *position)
{
    const struct gnatcov_unit *found = gnatcov_unit(session, unit);
    *position = (struct source_position){.line = 0};
    return found && found->symbols && symbols_position(found->symbols, address, position);
}

bool gnatcov_file_here(struct session *session, struct source_position *position)
{
    const struct spot *here = &gnatcov_of(session)->here;
    return (gnatcov_position(session, here->unit, here->address, position) && position->file.size) || (list_of_main(session, position) && position->file.size);
}

struct str gnatcov_routine_name(const struct session *session, size_t unit, const struct symbols_routine *routine)
{
    return routine ? symbols_readable(gnatcov_unit(session, unit)->symbols, routine->name) : (struct str){0};
}

/* The routine with C++ names in at most `room` cells. */
static void describe_routine(const struct session *session, size_t unit, uint64_t address, size_t room, struct text *out)
{
    const struct gnatcov_unit *found = gnatcov_unit(session, unit);
    const struct symbols_routine *routine = found && found->symbols ? symbols_routine_at(found->symbols, address) : NULL;
    if (!routine)
        return;
    struct str name = gnatcov_routine_name(session, unit, routine);
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
    text_safe(out, str_basename(position.file));
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
    text_append(out, text_str(&line));
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
    row_string(row, "file", known ? position.file : (struct str){NULL, 0});
    if (known && position.line)
        row_number(row, "line", position.line);
    else
        row_null(row, "line");
}

/* ---- Coverage as text ---- */

char gnatcov_mark_shown(const struct session *session, enum object_mark mark)
{
    return gnatcov_of(session)->is_map ? ' ' : (char)mark;
}

void gnatcov_mark_fields(enum object_mark mark, struct row *row)
{
    char text[] = {(char)mark, '\0'};
    row_string(row, "mark", str_of(text));
    row_string(row, "coverage", str_of(object_mark_words(mark)));
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
    uint64_t mask = gnatcov_of(session)->trace.second.address_size == 4 ? UINT32_MAX : UINT64_MAX;
    uint64_t first = entry->relocated ? entry->relative : entry->address, last = (first + entry->size - 1) & mask;
    int digits = first > UINT32_MAX || last > UINT32_MAX ? 16 : 8;              /* screens are narrow */
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

/* "shared object loaded at" */
static const char *gnatcov_special_words(const struct gnatcov_entry *entry)
{
    static const char *const words[] = {"", "kernel module loaded at", "shared object loaded at", "shared object unloaded at"};
    return words[entry->special];
}

/* "shared object loaded at 0x1000  NAME" */
static void gnatcov_describe_special(const struct session *session, const struct gnatcov_entry *entry, struct text *out)
{
    text_printf(out, "%s 0x%" PRIx64, gnatcov_special_words(entry), entry->address);
    if (!entry->object)
        return;
    text_add(out, "  ");
    text_safe(out, gnatcov_of(session)->trace.objects[entry->object - 1].name);
}

/* Where a branch leads, and whether that ran: "+0x16 :12 ran" within the branch's routine and file, else in full. */
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
    if (lines && str_equal(here.file, there.file))
        text_printf(out, " :%" PRIu64, there.line);
    else if (lines) {
        text_byte(out, ' ');
        gnatcov_describe_line(session, spot->unit, address, out);
    }
    if (!gnatcov_instruction(session, &(struct spot){0, address, spot->unit}, &instruction))
        text_add(out, " no code");
    else if (!gnatcov_of(session)->is_map)
        text_add(out, instruction.mark == OBJECT_NOT ? " never ran" : " ran");
}

void gnatcov_describe_branch(struct session *session, const struct spot *spot, const struct object_instruction *instruction, struct text *out)
{
    const struct code_instruction *code = &instruction->code;
    text_add(out, gnatcov_of(session)->is_map ? (code->conditional ? "conditional branch" : "no conditional branch") : object_mark_words(instruction->mark));
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

/* ---- Your place as text ---- */

static void add_entry(const struct session *session, uint64_t number, struct rows *rows)
{
    struct gnatcov_entry entry;
    if (!number || !gnatcov_entry(&gnatcov_of(session)->trace, number, &entry)) {
        rows_add(rows, str_of("  no entry covers it"))->style = STYLE_WARNING;
        return;
    }
    struct row *row = rows_add_printf(rows, "  @%" PRIu64 " of %" PRIu64 "  ", number, gnatcov_of(session)->trace.entry_count);
    if (entry.special) {
        gnatcov_describe_special(session, &entry, &row->text);
        return;
    }
    gnatcov_describe_range(session, &entry, &row->text);
    text_add(&row->text, "  ");
    gnatcov_describe_flags(entry.op, &row->text);
}

/* For code that runs only as an instrumented copy: what the copy did. */
static void add_copy(const struct session *session, const struct spot *spot, struct rows *rows)
{
    struct str name;
    enum gnatcov_copy copy = gnatcov_copy_of(gnatcov_unit(session, spot->unit), spot->address, &name);
    if (copy == GNATCOV_NO_COPY || gnatcov_of(session)->is_map)
        return;
    struct row *row = rows_add(rows, str_of("    this code never runs itself: its instrumented copy "));
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
    if (known && !gnatcov_of(session)->is_map)
        gnatcov_mark_fields(instruction.mark, row);
    row->place = gnatcov_place(session, spot);
    if (!rows)
        return;
    if (gnatcov_of(session)->stopped.size)
        row_string(row, "stopped", text_str(&gnatcov_of(session)->stopped));
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
    struct gnatcov_session *own = gnatcov_of(session);
    if (own->stopped.size)
        rows_add(rows, text_str(&own->stopped))->style = STYLE_HEADING;
    if (own->has_here)
        tell_spot(session, &own->here, rows_add(rows, str_of("")), rows);
    else
        rows_add_printf(rows, "this trace has no entry of code")->style = STYLE_UNKNOWN;
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
    const struct gnatcov_session *own = gnatcov_of(session);
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

/* ---- The pane of entries: header, tags, and every entry ---- */

struct entry_rows {
    struct session *session;
    struct rows head;                   /* the part before the entries */
};

static void header_row(const struct gnatcov *trace, const struct gnatcov_header *header, const char *what, struct rows *rows)
{
    const char *machine = gnatcov_machine_name(header->machine);
    struct row *row = rows_add_printf(rows, "  %-8s %s", what, gnatcov_kind_texts[header->kind].heading);
    row->style = STYLE_HEADING;
    text_add(&row->text, "; ");
    if (machine)
        text_add(&row->text, machine);
    else
        text_printf(&row->text, "machine %u", header->machine);
    if (header != &trace->first)
        text_printf(&row->text, ", %u bits", header->address_size * 8);
    text_printf(&row->text, ", %s-endian", header->big_endian ? "big" : "little");
    row_string(row, "section", str_of(what));
    row_number(row, "kind", header->kind);
    row_number(row, "machine", header->machine);
    row_number(row, "address_size", header->address_size);
    (header->big_endian ? row_true : row_false)(row, "big_endian");
}

static void info_row(const struct gnatcov_info *info, struct rows *rows)
{
    struct text name = {0}, data = {0};
    gnatcov_info_name(info->tag, &name);
    if (info->tag != GNATCOV_DATE || !gnatcov_info_date(info, &data))
        gnatcov_info_data(info, &data);
    struct row *row = rows_add_printf(rows, "  %-20s ", text_string(&name));
    row_style(row, STYLE_VALUE);
    text_safe(&row->text, str_trim(text_str(&data)));
    row_string(row, "tag", text_str(&name));
    row_string(row, "data", str_trim(text_str(&data)));
    text_free(&name);
    text_free(&data);
}

static void head_rows(const struct gnatcov *trace, struct rows *rows)
{
    if (trace->has_infos)
        header_row(trace, &trace->first, "infos", rows);
    for (uint32_t i = 0; i < trace->info_count; i++)
        info_row(&trace->infos[i], rows);
    if (trace->has_entries)
        header_row(trace, &trace->second, "entries", rows);
    else
        rows_add_printf(rows, "  no entries")->style = STYLE_UNKNOWN;
}

static void special_row(const struct session *session, const struct gnatcov_entry *entry, struct row *row)
{
    row_style(row, STYLE_CONTROL);
    gnatcov_describe_special(session, entry, &row->text);
    if (entry->object)
        row_string(row, "object", gnatcov_of(session)->trace.objects[entry->object - 1].name);
    row_string(row, "special", str_of(gnatcov_special_words(entry)));
    row_hex(row, "at", entry->address);
}

static void entry_fields(const struct gnatcov_entry *entry, struct row *row)
{
    row_number(row, "size", entry->size);
    row_hex(row, "op", entry->op);
    (entry->op & GNATCOV_BLOCK ? row_true : row_false)(row, "block");
    (entry->op & GNATCOV_FAULT ? row_true : row_false)(row, "fault");
    (entry->op & GNATCOV_TAKEN ? row_true : row_false)(row, "taken");
    (entry->op & GNATCOV_FELL_THROUGH ? row_true : row_false)(row, "fell_through");
}

/* "> @12    08049007-08049008  11 ---t block  f+0x7 branchy.c:1" */
static void entry_row(struct session *session, const struct gnatcov_entry *entry, struct row *row)
{
    size_t unit = gnatcov_unit_of(session, entry), column;
    row->current = gnatcov_of(session)->has_here && gnatcov_of(session)->here.entry == entry->number;
    row_style(row, row->current ? STYLE_CURRENT : STYLE_ADDRESS);
    text_printf(&row->text, "%c @%-6" PRIu64 " ", row->current ? '>' : ' ', entry->number);
    row_number(row, "entry", entry->number);
    row->place = (struct place){.has = PLACE_EVENT, .event = entry->number};
    if (entry->special) {
        special_row(session, entry, row);
        return;
    }
    gnatcov_describe_range(session, entry, &row->text);
    row_style(row, row->current ? STYLE_CURRENT : STYLE_NORMAL);
    column = text_width(text_str(&row->text)) + 22;
    text_printf(&row->text, " %02x %c%c%c%c", entry->op, entry->op & 8 ? 't' : '-', entry->op & 4 ? 't' : '-', entry->op & 2 ? 't' : '-', entry->op & 1 ? 't' : '-');
    text_add(&row->text, entry->op & GNATCOV_BLOCK ? " block" : "");
    text_add(&row->text, entry->op & GNATCOV_FAULT ? " fault" : "");
    row_column(row, column);
    row_style(row, row->current ? STYLE_CURRENT : STYLE_LOCATION);
    if (unit == NO_UNIT)
        text_add(&row->text, "not in the module: before its load, or below it");
    else
        gnatcov_describe_place(session, unit, entry->relative, &row->text);
    entry_fields(entry, row);
    gnatcov_fields(session, unit, entry->relocated ? entry->relative : entry->address, row);
}

static bool entries_get(const struct rows *rows, uint64_t i, struct row *row)
{
    const struct entry_rows *list = rows->data;
    struct gnatcov_entry entry;
    if (i < list->head.count)
        return list->head.get(&list->head, i, row);
    if (!gnatcov_entry(&gnatcov_of(list->session)->trace, i - list->head.count + 1, &entry))
        return false;
    entry_row(list->session, &entry, row);
    return true;
}

static void entries_release(struct rows *rows)
{
    struct entry_rows *list = rows->data;
    rows_free(&list->head);
}

void gnatcov_rows_of_entries(struct session *session, struct rows *rows)
{
    struct entry_rows *list = arena_allocate(&rows->arena, sizeof *list);
    const struct gnatcov_session *own = gnatcov_of(session);
    list->session = session;
    head_rows(&own->trace, &list->head);
    rows->data = list;
    rows->get = entries_get;
    rows->release = entries_release;
    rows->count = list->head.count + own->trace.entry_count;
    rows->focus = own->last_entry ? list->head.count + own->last_entry - 1 : 0;
    rows->title = str_of("entries");
}

/* ---- The pane of instructions: your routine, with its source lines between ---- */

struct code_row {
    uint64_t line;                      /* not 0: a row of this file's source */
    struct str file, folder;
    struct object_instruction instruction;
};

struct code_rows {
    struct session *session;
    size_t unit;
    struct code_row *items;             /* malloced */
};

static void source_line_row(struct session *session, const struct code_row *item, struct row *row)
{
    const struct session_source *source = session_source(session, item->file, item->folder);
    row_style(row, STYLE_DIM);
    text_add(&row->text, "    ");
    text_safe(&row->text, str_basename(item->file));
    text_printf(&row->text, ":%" PRIu64 "  ", item->line);
    if (source->source && item->line <= source_line_count(source->source))
        source_code(session, source, item->line, STYLE_LOCATION, row);
    row_string(row, "file", item->file);
    row_number(row, "line", item->line);
    row->place = (struct place){.has = PLACE_FILE | PLACE_LINE, .file = item->file, .line = item->line};
}

/* What the entries say about the instruction that ends them. Their flags mean something only there. */
static void add_flags(const struct code_rows *list, const struct object_instruction *instruction, struct row *row)
{
    struct executed_range range;
    const struct gnatcov_unit *unit = gnatcov_unit(list->session, list->unit);
    uint64_t last = instruction->code.address + instruction->code.size - 1;
    bool ends = unit->base && executed_from(unit->base->executed, last, &range) && range.first <= last && range.last == last;
    if (!instruction->code.conditional && !(ends && range.op & GNATCOV_FAULT))
        return;
    row_column(row, 56);
    row_style(row, gnatcov_style(instruction->mark));
    if (instruction->code.conditional)
        text_add(&row->text, object_mark_words(instruction->mark));
    if (ends && range.op & GNATCOV_FAULT)
        text_add(&row->text, instruction->code.conditional ? ", fault after it" : "fault after it");
}

static bool code_get(const struct rows *rows, uint64_t i, struct row *row)
{
    const struct code_rows *list = rows->data;
    const struct code_row *item = &list->items[i];
    const struct object_instruction *instruction = &item->instruction;
    struct session *session = list->session;
    const struct spot *here = &gnatcov_of(session)->here;
    if (item->line) {
        source_line_row(session, item, row);
        return true;
    }
    bool is_map = gnatcov_of(session)->is_map;
    struct text code = {0};
    row->current = here->unit == list->unit && here->address == instruction->code.address;
    row_style(row, row->current ? STYLE_CURRENT : gnatcov_style(instruction->mark));
    text_printf(&row->text, "%c %c ", row->current ? '>' : ' ', gnatcov_mark_shown(session, instruction->mark));
    row_style(row, row->current ? STYLE_CURRENT : STYLE_ADDRESS);
    text_printf(&row->text, "0x%08" PRIx64 "  ", instruction->code.address);
    row_style(row, row->current ? STYLE_CURRENT : instruction->mark == OBJECT_NOT && !is_map ? STYLE_DIM : STYLE_NORMAL);
    code_text(object_coverage_code(gnatcov_coverage(session, list->unit)), &instruction->code, &code);
    text_append(&row->text, text_str(&code));
    if (!is_map)
        add_flags(list, instruction, row);
    gnatcov_fields(session, list->unit, instruction->code.address, row);
    row_string(row, "code", text_str(&code));
    if (!is_map)
        gnatcov_mark_fields(instruction->mark, row);
    if (instruction->code.conditional && instruction->code.has_target)
        row_hex(row, "target", instruction->code.target);
    row->place = (struct place){.has = PLACE_ADDRESS, .address = instruction->code.address, .object = 1 + (unsigned)list->unit};
    text_free(&code);
    return true;
}

static void code_release(struct rows *rows)
{
    struct code_rows *list = rows->data;
    free(list->items);
}

/* Adds instructions, and the source line before the first one of each run of a line. */
static void fill_code(struct code_rows *list, const struct object_instruction *instructions, size_t count, struct rows *rows)
{
    const struct gnatcov_session *own = gnatcov_of(list->session);
    struct source_position position, before = {.line = 0};
    list->items = memory_allocate((2 * count + 1) * sizeof *list->items);
    for (size_t i = 0; i < count; i++) {
        uint64_t address = instructions[i].code.address;
        bool known = gnatcov_position(list->session, list->unit, address, &position) && position.line;
        if (known && (position.line != before.line || !str_equal(position.file, before.file))) {
            list->items[rows->count++] = (struct code_row){.line = position.line, .file = position.file, .folder = position.folder};
            before = position;
        }
        if (address == own->here.address && own->here.unit == list->unit)
            rows->focus = rows->count;
        list->items[rows->count++].instruction = instructions[i];
    }
}

bool gnatcov_rows_of_code(struct session *session, size_t unit, uint64_t address, struct rows *rows, struct error *error)
{
    struct object_coverage *coverage = gnatcov_coverage(session, unit);
    const struct gnatcov_unit *file = gnatcov_unit(session, unit);
    struct object_instruction *instructions;
    if (!coverage)
        return error_set(error, "cannot show code without the executable: name it with --exec=FILE");
    const struct symbols_routine *routine = symbols_routine_at(file->symbols, address);
    const struct code_span *span = symbols_span_at(file->symbols, address);
    if (!routine && !span)
        return error_set(error, "0x%" PRIx64 " is not code of %s", address, file->path);
    enum { WINDOW = 4096, ROUTINE = 1 << 18 };          /* bytes to show if no symbol gives the routine's size; most bytes of a routine */
    uint64_t low = routine ? routine->address : address, size = routine ? routine->size : span->address + span->size - address;
    if (routine && size > ROUTINE && object_coverage_start(coverage, address - low > ROUTINE / 2 ? address - ROUTINE / 2 : low, &low))
        size = routine->address + routine->size - low < ROUTINE ? routine->address + routine->size - low : ROUTINE;
    size_t count = object_coverage_range(coverage, low, !routine && size > WINDOW ? WINDOW : size, &instructions);
    struct code_rows *list = arena_allocate(&rows->arena, sizeof *list);
    *list = (struct code_rows){.session = session, .unit = unit};
    fill_code(list, instructions, count, rows);
    free(instructions);
    rows->data = list;
    rows->get = code_get;
    rows->release = code_release;
    struct text title = {0};
    text_safe(&title, routine ? gnatcov_routine_name(session, unit, routine) : str_of("code"));
    rows->title = arena_copy(&rows->arena, text_str(&title));
    text_free(&title);
    return true;
}

/* ---- The pane of source: your file, with a mark for each line ---- */

struct margin {
    const struct object_file *file;     /* NULL: its lines are unknown */
    const struct gnatcov_unit *unit;    /* the unit that has their code */
    bool is_map;
};

static void write_margin(const void *context, uint64_t line, struct row *row)
{
    const struct margin *margin = context;
    const struct object_line *covered = margin->file ? object_file_line(margin->file, line) : NULL;
    enum object_mark mark = covered && !margin->is_map ? covered->mark : OBJECT_NO_CODE;
    if (mark == OBJECT_NOT && gnatcov_line_of_copy(margin->unit, margin->file, covered))
        mark = OBJECT_UNRECORDED;
    char text[] = {mark == OBJECT_NO_CODE ? ' ' : (char)mark, '\0'};
    if (!row->current)
        row_style(row, gnatcov_style(mark));
    text_printf(&row->text, "%s ", text);
    row_string(row, "mark", str_of(mark == OBJECT_NO_CODE ? "." : text));
}

static const struct object_file *file_of(struct session *session, size_t unit, struct str name, struct str folder)
{
    struct object_coverage *coverage = gnatcov_coverage(session, unit);
    const struct object_file *files;
    size_t count;
    if (!coverage || !object_coverage_files(coverage, &session->options.progress, &files, &count))
        return NULL;
    for (size_t i = 0; i < count; i++)
        if (str_equal(files[i].name, name) && str_equal(files[i].folder, folder))
            return &files[i];
    return NULL;
}

/* The source at a place, or at yours. */
static bool find_source(struct session *session, const struct place *place, struct source_position *position, struct error *error)
{
    size_t unit = gnatcov_of(session)->here.unit;
    uint64_t address = gnatcov_of(session)->here.address;
    if (!gnatcov_need(session, error) || (place && !gnatcov_code_of(session, place, &unit, &address, error)))
        return false;
    const struct gnatcov_unit *file = gnatcov_unit(session, unit);
    if (!file || !file->symbols)
        return error_set(error, "no source lines without the executable: name it with --exec=FILE");
    if (gnatcov_position(session, unit, address, position) && position->line)
        return true;
    return error_set(error, symbols_summary(file->symbols).has_lines ? "no source line is known for this instruction"
                                                                     : "the executable has no line information: compile with -g");
}

static const struct margin *margin_of(struct session *session, const struct source_position *position, struct arena *arena)
{
    struct margin *margin = arena_allocate(arena, sizeof *margin);
    margin->is_map = gnatcov_of(session)->is_map;
    for (size_t unit = 0; unit < gnatcov_of(session)->input.unit_count && !margin->file; unit++) {
        margin->unit = gnatcov_unit(session, unit);
        margin->file = file_of(session, unit, position->file, position->folder);
    }
    return margin;
}

static bool rows_of_here(struct session *session, struct rows *rows)
{
    struct source_position position;
    struct error reason;
    rows->title = str_of("source");
    if (!find_source(session, NULL, &position, &reason)) {
        rows_add_printf(rows, "%s", reason.message)->style = STYLE_UNKNOWN;
        return true;
    }
    const struct source_margin margin = {write_margin, margin_of(session, &position, &rows->arena)};
    rows_of_source_file(session, position.file, position.folder, position.line, &margin, rows);
    return true;
}

static const void *list_margin(struct session *session, const struct source_position *position, struct arena *arena)
{
    return margin_of(session, position, arena);
}

bool gnatcov_list(struct session *session, struct str arguments, struct answer *answer, struct error *error)
{
    static const struct source_lister lister = {find_source, write_margin, list_margin};
    return list_source(session, &lister, arguments, answer, error);
}

bool gnatcov_view(struct session *session, enum view view, struct rows *rows, struct error *error)
{
    if (view == VIEW_ENTRIES) {
        gnatcov_rows_of_entries(session, rows);
        return true;
    }
    if (!gnatcov_need(session, error))
        return false;
    switch (view) {
    case VIEW_SOURCE: return rows_of_here(session, rows);
    case VIEW_INSTRUCTIONS: return gnatcov_rows_of_code(session, gnatcov_of(session)->here.unit, gnatcov_of(session)->here.address, rows, error);
    case VIEW_FUNCTIONS: gnatcov_rows_of_functions(session, rows); return true;
    case VIEW_BRANCH: gnatcov_rows_of_branch(session, &gnatcov_of(session)->here, rows); return true;
    default: return error_set(error, "a coverage trace has no %s pane", view_name(view));
    }
}
