/* who.c - all writers of a variable or an address, in order of time; the value of a variable.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/describe.h"
#include "recording/heap.h"
#include "recording/shape.h"
#include "recording/who.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* ---- Rows: made on demand ---- */

struct who_rows {
    struct session *session;
    struct who_place place;
    struct memory_writers writers;
    struct who_writes writes;           /* from the state stream; then `writers` is empty */
    bool state;
    struct table table;
    struct said *said;
};

static const struct memory_writer *writer_of(const struct who_rows *list, uint64_t i)
{
    return list->state ? &list->writes.items[i].writer : &list->writers.items[i];
}

/* The call that let skipped code write, if your code that the skipped code called ran since; 0: none. */
static uint64_t caller_of(const struct who_rows *list, uint64_t i)
{
    const struct memory_writer *writer = writer_of(list, i);
    return list->state && writer->kind == WRITER_HIDDEN && writer->time && writer->call != writer->time ? writer->call : 0;
}

/* The execution at the time of a write. */
static struct node node_of(const struct who_rows *list, uint64_t i)
{
    const struct memory_writer *writer = writer_of(list, i);
    struct node node;
    return caller_of(list, i) && store_at(wet_of(list->session)->store, writer->time, &node) ? node : writer->node;
}

/* The number that a write left in the place. False: unknown, or it did not write all of it. */
static bool number_of(const struct who_rows *list, uint64_t i, uint64_t *number)
{
    if (!list->state)
        return who_written(list->session, &list->place, &list->writers.items[i], number);
    const struct who_write *write = &list->writes.items[i];
    uint64_t size = list->place.where.size;
    *number = who_part(&list->place, write->number);
    return size <= sizeof *number && write->known == (1u << size) - 1;
}

/* The value that it left in the place; if it wrote more or less than the place, its recorded value. */
static void describe_written(const struct who_rows *list, uint64_t i, struct text *out)
{
    const struct memory_writer *writer = writer_of(list, i);
    uint64_t number;
    if (!list->place.any_size && number_of(list, i, &number))
        who_describe(list->session, &list->place, number, out);
    else if (writer->kind == WRITER_STORE && memory_shape(who_memory(list->session), writer->node.index).stored)
        describe_value(list->session, writer->node, out);
}

/* "  bytes 2 to 3 of ", for one byte "  byte 2 of ". */
static void add_bytes(int64_t first, int64_t last, struct text *out)
{
    if (first == last)
        text_printf(out, "  byte %" PRId64 " of ", first);
    else
        text_printf(out, "  bytes %" PRId64 " to %" PRId64 " of ", first, last);
}

/* For an address alone the row has the whole written value: this adds its size, and which of its bytes is there. */
static void add_size(const struct who_rows *list, const struct memory_writer *writer, struct row *row)
{
    uint64_t at = list->place.where.address - writer->address;
    text_printf(&row->text, "  %" PRIu32 " byte%s", writer->size, writer->size == 1 ? "" : "s");
    if (at)
        text_printf(&row->text, " from 0x%" PRIx64 ", byte %" PRIu64 " of them here", writer->address, at);
    row_number(row, "size", writer->size);
    row_hex(row, "written_at", writer->address);
}

/* If it wrote more than the address and size asked about: which part of which number that is. */
static void add_whole(const struct who_rows *list, const struct memory_writer *writer, struct row *row)
{
    uint64_t whole, first = list->place.where.address - writer->address;
    if (list->place.typed || writer->size == list->place.where.size || writer->size > sizeof whole || !store_number(wet_of(list->session)->store, writer->node, &whole))
        return;
    add_bytes((int64_t)first, (int64_t)(first + list->place.where.size - 1), &row->text);
    text_hex(&row->text, whole);
}

/* "  skipped code wrote it, at 0x48ad3c", "  skipped code that main sort.c:9 called wrote it" */
static void add_hidden(const struct who_rows *list, uint64_t i, struct row *row)
{
    const struct who_write *write = list->state ? &list->writes.items[i] : NULL;
    if (!write) {
        text_add(&row->text, list->writers.items[i].perhaps ? "  skipped code may have written it" : "  skipped code wrote it");
        return;
    }
    uint64_t caller = caller_of(list, i);
    text_add(&row->text, write->taken ? "  the memory was mapped, unmapped or moved" : !write->kernel ? "  skipped code" : caller ? "  a system call of skipped code" :
                         "  the system call");
    if (caller && !write->taken) {
        text_add(&row->text, " that ");
        location_cell(list->session, caller, &row->text);
        text_add(&row->text, " called");
    }
    text_add(&row->text, write->taken ? "" : " wrote it");
    if (!write->writer.time)
        text_add(&row->text, ", before your code ran");
    if (write->instruction) {
        text_printf(&row->text, ", at 0x%" PRIx64, write->instruction);
        row_hex(row, "instruction", write->instruction);
    }
    (write->kernel ? row_true : row_false)(row, "system_call");
}

static void add_part(const struct who_rows *list, uint64_t i, struct row *row)
{
    const struct memory_writer *writer = writer_of(list, i);
    int64_t from = (int64_t)(writer->address - list->place.where.address), size = (int64_t)list->place.where.size, end = from + (int64_t)writer->size;
    bool whole = from <= 0 && end >= size;
    from = from > 0 ? from : 0;
    end = end < size ? end : size;
    row_style(row, STYLE_UNKNOWN);
    if (writer->kind == WRITER_HIDDEN) {
        add_hidden(list, i, row);
    } else if (list->place.any_size) {
        add_size(list, writer, row);
    } else if (!whole) {
        add_bytes(from, end - 1, &row->text);
        text_add(&row->text, "it");
        row_true(row, "partial");
    } else if (memory_shape(who_memory(list->session), writer->node.index).stored) {
        add_whole(list, writer, row);
    }
}

enum { WHO_TIME, WHO_NODE /* and the columns after it */ };

static void who_cell(const void *data, uint64_t i, size_t column, struct table_cell *cell)
{
    const struct who_rows *list = data;
    const struct memory_writer *writer = writer_of(list, i);
    struct text value = {0};
    if (column == WHO_TIME) {
        text_printf(cell->text, "@%" PRIu64, writer->time);
    } else if (column == WHO_NODE + NODE_VALUE) {
        describe_written(list, i, &value);
        value_cell(text_str(&value), cell->text);
    } else if (writer->time) {
        node_cell(list->session, node_of(list, i), column - WHO_NODE, list->said, cell->text);
    }
    text_free(&value);
}

static bool who_get(const struct rows *rows, uint64_t i, struct row *row)
{
    struct who_rows *list = rows->data;
    const struct memory_writer *writer = writer_of(list, i);
    uint64_t number;
    table_row(&list->table, i, row);
    row_number(row, "time", writer->time);
    if (writer->time) {
        row_node(row, list->session, node_of(list, i));
        node_row_end(list->session, node_of(list, i), row);
    }
    bool stored = list->place.any_size && writer->kind == WRITER_STORE && memory_shape(who_memory(list->session), writer->node.index).stored;
    if (list->place.any_size ? stored && store_number(wet_of(list->session)->store, writer->node, &number) : number_of(list, i, &number))
        row_value_number(row, "value", number);
    else
        row_null(row, "value");
    (writer->kind == WRITER_HIDDEN ? row_true : row_false)(row, "hidden");
    add_part(list, i, row);
    return true;
}

static void who_release(struct rows *rows)
{
    struct who_rows *list = rows->data;
    who_place_free(&list->place);
    memory_writers_free(&list->writers);
    who_writes_free(&list->writes);
    said_free(list->said);
}

/* The last one up to now is what users look for first. */
static uint64_t last_until(const struct memory_writers *writers, uint64_t now)
{
    size_t behind = who_behind(writers, now);
    return behind ? behind - 1 : 0;
}

/* Drops dead stack that skipped code may have used: it is no answer about writers. say_doubt says what it means for the value. */
static void leave_out_dead(const struct session *session, struct memory_writers *writers)
{
    size_t kept = 0;
    for (size_t i = 0; i < writers->count; i++)
        if (!(writers->items[i].kind == WRITER_HIDDEN && writers->items[i].perhaps && store_keeps_skipped(wet_of(session)->store)))
            writers->items[kept++] = writers->items[i];
    writers->count = kept;
}

/* One of writers and writes is empty. */
static void rows_of_writers(struct session *session, struct who_place *place, struct memory_writers *writers, struct who_writes *writes, uint64_t now,
                            struct rows *rows)
{
    static const struct column columns[] = {TIME_COLUMN, NODE_COLUMN_NAME, NODE_COLUMNS_BEHIND};
    struct who_rows *list = arena_allocate(&rows->arena, sizeof *list);
    *list = (struct who_rows){.session = session, .place = *place, .writers = *writers, .said = arena_allocate(&rows->arena, sizeof *list->said)};
    list->writes = *writes;
    list->state = writes->items_count > 0;
    list->table = (struct table){.columns = columns, .count = WHO_NODE + NODE_COLUMNS, .cell = who_cell, .data = list};
    rows->count = list->state ? writes->items_count : writers->count;
    table_measure(&list->table, 0, rows->count);
    if (rows->count)                        /* the last time is the longest */
        list->table.widths[WHO_TIME] = (size_t)snprintf(NULL, 0, "@%" PRIu64, writer_of(list, rows->count - 1)->time);
    LOWER_BOUND(uint64_t, behind, 0, rows->count, writer_of(list, behind)->time <= now);
    rows->focus = behind ? behind - 1 : 0;  /* the last one up to now is what users look for first */
    rows->data = list;
    rows->get = who_get;
    rows->release = who_release;
    *place = (struct who_place){0};
    *writers = (struct memory_writers){0};
    *writes = (struct who_writes){0};
}

/* ---- Notes ---- */

static void say_unknown(const struct memory_writers *writers, struct rows *rows)
{
    size_t most = 0;
    if (!writers->unknown)
        return;
    for (size_t i = 0; i < MEMORY_WHYS; i++)
        if (writers->reasons[i] > writers->reasons[most])
            most = i;
    struct text count = {0};
    text_count(&count, writers->unknown);
    struct row *row = rows_add_printf(rows, "%s store%s to an unknown address may also have written here (%s%s)", text_string(&count),
                                      writers->unknown == 1 ? "" : "s", memory_why_text((enum memory_why)most),
                                      writers->reasons[most] == writers->unknown ? "" : ", mostly");
    row->style = STYLE_UNKNOWN;
    row_number(row, "unknown_stores", writers->unknown);
    text_free(&count);
}

static bool hides_code(const struct session *session)
{
    return !str_is(store_note(wet_of(session)->store, "only"), "all");
}

static void say_rest(const struct session *session, const struct memory_writers *writers, bool done, struct rows *rows)
{
    if (!done)
        rows_add_printf(rows, "interrupted: clew did not check all stores")->style = STYLE_WARNING;
    if (writers->cut)
        rows_add_printf(rows, "cut: there are more than %d writes", WRITERS_MAX)->style = STYLE_WARNING;
    if (writers->count == 0 && done)
        rows_add_printf(rows, "nothing in the recording wrote here")->style = STYLE_UNKNOWN;
    say_unknown(writers, rows);
    if (hides_code(session) && !store_keeps_skipped(wet_of(session)->store))
        rows_add_printf(rows, "this older recording shows writes of skipped code only where your code read them")->style = STYLE_DIM;
}

/* Enter goes to the nearest of them and asks again from there. */
static void say_more(const char *which, uint64_t time, struct str words, struct rows *rows)
{
    if (!time)
        return;
    struct row *row = rows_add_printf(rows, "%s @%" PRIu64 ": go there and ask `who` again", which, time);
    struct text line = {0};
    text_printf(&line, "who %.*s", STR(words));
    row->style = STYLE_UNKNOWN;
    row->place = (struct place){.has = PLACE_EVENT, .event = time};
    row_ask(row, text_str(&line));
    row_number(row, "time", time);
    text_free(&line);
}

static void say_missing(const struct who_writes *writes, struct rows *rows)
{
    if (writes->stopped)
        rows_add_printf(rows, "interrupted: some writes are missing")->style = STYLE_WARNING;
    if (writes->items_count == 0 && !writes->stopped)
        rows_add_printf(rows, "nothing in the recording wrote here")->style = STYLE_UNKNOWN;
}

/* The first byte whose told value may have changed since. */
static const struct who_byte *first_doubt(const struct who_bytes *bytes)
{
    for (uint64_t i = 0; i < bytes->size; i++)
        if (!bytes->bytes[i].known && bytes->bytes[i].doubt != WHO_OPEN)
            return &bytes->bytes[i];
    return NULL;
}

/* If the value here is unknown although there is a writer, this comes first: readers would take the last row for the answer. */
static void say_doubt(struct session *session, const struct who_place *place, uint64_t now, struct rows *rows)
{
    struct who_bytes bytes;
    struct error error;
    if (place->home != HOME_MEMORY || place->any_size)
        return;
    who_bytes(session, &place->where, now, false, 0, &bytes);
    const struct who_byte *doubt = first_doubt(&bytes);
    if (doubt && !bytes.cut && !who_doubt(session, doubt, &error)) {
        struct row *row = rows_add_printf(rows, "%s%s", bytes.known ? "in part " : "", error.message);
        row->style = STYLE_UNKNOWN;
        row_number(row, "unknown_since", doubt->since);
    }
    who_bytes_free(&bytes);
}

/* ---- The last writer ---- */

/* "mean.c:35", which is no member of a variable mean. */
static bool names_line(struct str words)
{
    uint64_t line;
    size_t at = words.size;
    while (at > 0 && words.data[at - 1] != ':')
        at--;
    return at > 1 && words.data[at - 2] != ':' && str_decimal(str_cut(words, at, SIZE_MAX), &line);
}

void who_name_error(struct str words, struct error *error)
{
    struct error why = *error;
    words = str_trim(words);
    if (str_starts(str_of(why.message), "unknown"))
        error_set(error, "`%.*s` is %s", STR(words), why.message);
    else if (str_starts(str_of(why.message), "it "))
        error_set(error, "`%.*s` %s", STR(words), why.message + strlen("it "));
}

bool who_keep_error(const struct session *session, const struct error *other, struct str words, struct error *error)
{
    struct near near;
    words = str_trim(words);
    bool moves = words.size > 1 && (words.data[0] == '+' || words.data[0] == '-') && words.data[1] >= '0' && words.data[1] <= '9';
    if (str_find_byte(words, '#') != SIZE_MAX || moves || names_line(words))
        return false;                   /* no variable looks like this */
    bool path = str_find(words, str_of("->")) != SIZE_MAX || str_find_byte(words, '[') != SIZE_MAX || (words.size && memchr("*-+!~(", words.data[0], 6));
    if (path || !str_starts(str_of(other->message), "no variable ") || str_starts(str_of(error->message), "one argument too many"))
        *error = *other;
    else if (str_starts(str_of(error->message), "no function "))
        error_set(error, "%s, and no function has this name: %s`info functions` lists them", other->message, near_function(session, words, &near));
    return false;
}

/* May a store to an unknown address have written there since? Then the last known writer may not be the last one. */
static bool doubts_store(struct session *session, const struct who_place *place, struct str words, uint64_t now, struct error *error)
{
    struct who_bytes bytes;
    uint64_t i = 0;
    who_bytes(session, &place->where, now, false, 0, &bytes);
    while (i < bytes.size && bytes.bytes[i].doubt != WHO_STORE)
        i++;
    bool doubts = i < bytes.size && !who_doubt(session, &bytes.bytes[i], error);
    if (doubts)
        who_name_error(words, error);
    who_bytes_free(&bytes);
    return doubts;
}

static bool last_from_state(struct session *session, const struct who_place *place, struct str words, uint64_t now, struct node *node, struct error *error)
{
    struct memory_writer writer;
    who_state_writer(session, &place->where, now, &writer);
    if (writer.perhaps)
        return error_set(error, "the last write to `%.*s` is unknown: `who %.*s` lists all writers", STR(words), STR(words));
    if (!writer.time || writer.time < place->where.from)
        return error_set(error, "nothing wrote `%.*s` before: `who %.*s` lists all writers", STR(words), STR(words));
    *node = writer.node;
    return true;
}

bool who_last_writer(struct session *session, struct str words, struct node *node, struct error *error)
{
    struct who_place place = {0};
    struct memory_writers writers = {0};
    uint64_t now = 0;
    struct who_value value;
    bool known = wet_time(session, &now) && who_place_at(session, words, 0, now = wet_behind_prologue(session, now), &place, error);
    if (known && (place.home == HOME_REGISTER || place.home == HOME_PIECES)) {
        known = who_value(session, &place, now, &value, error);
        *node = value.writer.node;
        if (known && !value.writer.time)
            known = error_set(error, "`%.*s` is a constant here: nothing wrote it", STR(words));
    } else if (known && place.home != HOME_MEMORY) {
        known = error_set(error, "`%.*s` is %s here: nothing wrote it", STR(words), who_home_text(place.home));
    } else if (known && who_state(session)) {
        known = last_from_state(session, &place, words, now, node, error);
    } else if (known) {
        bool done = memory_writers(who_memory(session), &place.where, &session->options.progress, &writers);
        leave_out_dead(session, &writers);
        uint64_t last = last_until(&writers, now);
        known = writers.count && writers.items[last].time <= now;
        *node = known ? writers.items[last].node : *node;
        if (!done && !writers.cut)
            known = error_set(error, "interrupted");
        else if (known)
            known = !doubts_store(session, &place, words, now, error);
        else
            error_set(error, "nothing wrote `%.*s` before: `who %.*s` lists all writers", STR(words), STR(words));
    }
    memory_writers_free(&writers);
    who_place_free(&place);
    return known;
}

/* ---- The value ---- */

/* "computed from %rax, %rdx" */
static void tell_registers(uint64_t registers, const char *before, const char *behind, struct text *out)
{
    for (int reg = 0, count = 0; reg < X87_REGISTERS_END; reg++) {
        if (!(registers >> reg & 1))
            continue;
        text_printf(out, "%s %%", count++ ? "," : before);
        if (reg < GENERAL_REGISTERS)
            text_add(out, wet_register_name(reg, 8) + 1);
        else
            text_printf(out, "%s%d", reg < X87_REGISTERS ? "xmm" : "st", reg - (reg < X87_REGISTERS ? GENERAL_REGISTERS : X87_REGISTERS));
    }
    text_add(out, registers ? behind : "");
}

/* "computed from %rbx and %rdi at function entry", "computed from memory" */
static void tell_computed(const struct who_place *place, struct text *out)
{
    tell_registers(place->from, "computed from", "", out);
    tell_registers(place->from_entry, place->from ? " and" : "computed from", " at function entry", out);
    if (!place->from && !place->from_entry)
        text_add(out, place->loads ? "computed from memory" : place->framed ? "computed from the frame's address" : "a constant here");
}

static bool is_computed(const struct who_place *place)
{
    return place->home == HOME_COMPUTED || (place->home == HOME_VALUE && (place->from || place->from_entry));
}

/* "read @235 main mean.c:16", "in %esi, written @5 main mean.c:16", "a constant here": the source of a value. */
static void tell_source(struct session *session, const struct who_place *place, const struct memory_writer *writer, bool constant, struct row *row)
{
    if (is_computed(place)) {
        tell_computed(place, &row->text);
        return;
    }
    if (place->home == HOME_VALUE) {
        uint64_t address = place->number - wet_run_bias(session);
        if (place->reg == WHO_PROGRAM_COUNTER && wet_run_address(session, address) == place->number)
            text_printf(&row->text, "0x%" PRIx64 " in the file", address);
        else if (place->reg == WHO_PROGRAM_COUNTER)
            text_add(&row->text, "of a library");
        else if (place->reg == WHO_EMPTY)
            text_add(&row->text, "empty");
        else if (place->reg)
            text_printf(&row->text, "in %%xmm%d", place->reg - GENERAL_REGISTERS);
        return;
    }
    if (place->home == HOME_PIECES && !writer->time) {
        text_add(&row->text, "in pieces");
        return;
    }
    if (place->home == HOME_CONSTANT || constant) {
        text_add(&row->text, constant ? "read-only data of the executable" : "a constant here");
        return;
    }
    if (!writer->time) {                /* the state stream tells the value alone */
        if (place->home == HOME_REGISTER)
            text_printf(&row->text, "in %%%s", wet_register_name(place->reg, place->where.size) + 1);
        else
            text_add(&row->text, writer->perhaps ? "the last write to it is unknown" : "no recorded code wrote it before");
        return;
    }
    struct instruction instruction = program_instruction(wet_of(session)->program, writer->node.index);
    if (place->home == HOME_PIECES)
        text_printf(&row->text, "in pieces, the last written @%" PRIu64 " ", writer->time);
    else if (place->home == HOME_REGISTER)
        text_printf(&row->text, "in %%%s, written @%" PRIu64 " ", wet_register_name(place->reg, place->where.size) + 1, writer->time);
    else
        text_printf(&row->text, "%s @%" PRIu64 " ", writer->kind == WRITER_LOAD ? "read" : writer->kind == WRITER_HIDDEN ? "written in the call" : "written",
                    writer->kind == WRITER_HIDDEN ? writer->call : writer->time);
    describe_location_in(&instruction, LOCATION_ROOM, &row->text);
    row->place = place_of_node(session, writer->node);
    row_number(row, "time", writer->time);
}

/* Appends the type, and a comma after it. */
static void tell_type(const struct session *session, const struct who_place *place, struct row *row)
{
    struct text type = {0};
    if (place->typed)
        who_type_text(session, place->type, &type);
    row_style(row, STYLE_DIM);
    text_printf(&row->text, "  %s%s", text_string(&type), type.size && (place->home != HOME_VALUE || place->reg || is_computed(place)) && (place->home != HOME_MEMORY || place->where.size) ? ", " : "");
    row_string(row, "type", text_str(&type));
    text_free(&type);
}

/* The state stream knows the last write; without one, or if it is damaged, the evidence tells who wrote or read the value. */
static void take_state_writer(struct session *session, const struct written *where, uint64_t now, struct memory_writer *writer)
{
    struct memory_writer found;
    who_state_writer(session, where, now, &found);
    if (found.time || !writer->time)
        *writer = found;
}

/* ", as of @221": $1 shows its own time. */
static void tell_moment(const struct who_place *place, uint64_t here, struct row *row)
{
    if (!place->moment || place->moment == here)
        return;
    row_style(row, STYLE_DIM);
    text_printf(&row->text, "%sas of @%" PRIu64, str_ends(text_str(&row->text), " ") ? "" : ", ", place->moment);
    row_number(row, "as_of", place->moment);
}

struct row *who_value_row(uint64_t number, struct rows *rows)
{
    struct row *row = number ? rows_add_printf(rows, "$%" PRIu64 " = ", number) : rows_add(rows, str_of("= "));
    if (number)
        row_number(row, "history", number);
    return row;
}

static bool print_number(struct session *session, const struct who_place *place, uint64_t now, char format, uint64_t number, struct rows *rows, struct row **first,
                         struct error *error)
{
    struct who_value value;
    struct text shown = {0};
    if (!who_value(session, place, now, &value, error))
        return false;
    if (place->home == HOME_MEMORY && !value.constant)
        take_state_writer(session, &place->where, now, &value.writer);
    struct row *row = *first = who_value_row(number, rows);
    who_describe_as(session, place, value.number, format, &row->text);
    who_pointed_text(session, place, value.number, now, format, &shown);
    text_append(&row->text, text_str(&shown));
    row_value_number(row, "value", value.number);
    if (shown.size)
        row_string(row, "text", str_trim(text_str(&shown)));
    tell_type(session, place, row);
    tell_source(session, place, &value.writer, value.constant, row);
    if (place->home == HOME_MEMORY)
        heap_mark_place(session, place, now, row);
    text_free(&shown);
    return true;
}

/* ", in part unknown since @53: skipped code wrote it" */
static void tell_doubt(const struct session *session, const struct who_bytes *bytes, struct row *row)
{
    const struct who_byte *doubt = first_doubt(bytes);
    struct error error;
    if (!doubt || bytes->cut || who_doubt(session, doubt, &error))
        return;
    text_printf(&row->text, ", in part %s", error.message);
    row_number(row, "unknown_since", doubt->since);
}

/* For a structure or an array: the latest access, and how much of it is unknown. Rows behind the first are for people: the first has it all as a field. */
static bool print_shape(struct session *session, const struct who_place *place, uint64_t now, char format, uint64_t number, struct rows *rows, struct row **first,
                        struct error *error)
{
    struct who_bytes bytes;
    struct text shown = {0}, flat = {0}, lines = {0};
    struct str rest, line;
    bool known = who_shape(session, place, now, format, &bytes, &shown, error);
    bool written = place->home == HOME_MEMORY && place->where.size;
    if (known && written && !bytes.constant)
        take_state_writer(session, &place->where, now, &bytes.writer);
    if (known) {
        uint64_t unknown = bytes.size - bytes.known;
        struct row *row = *first = who_value_row(number, rows);
        who_rows(session, text_str(&shown), row->text.size, &flat, &lines);
        rest = text_str(&lines);
        str_line(&rest, &line);
        text_append(&row->text, line);
        row_string(row, "text", text_str(&flat));
        tell_type(session, place, row);
        text_add(&row->text, place->home == HOME_MEMORY && !bytes.constant && bytes.writer.time ? "last " : "");
        if (written || place->home != HOME_MEMORY)
            tell_source(session, place, &bytes.writer, bytes.constant, row);
        if (written)
            heap_mark_place(session, place, now, row);
        row_number(row, "size", place->where.size);
        row_number(row, "unknown_bytes", unknown);
        tell_doubt(session, &bytes, row);
        if (bytes.cut) {
            row_style(row, STYLE_WARNING);
            text_add(&row->text, ", interrupted: more of it may be recorded");
        }
        while (str_line(&rest, &line))
            rows_add(rows, line);
    }
    who_bytes_free(&bytes);
    text_free(&shown);
    text_free(&flat);
    text_free(&lines);
    return known;
}

/* ", its contents in a freed block (free @20)": of a Box that was moved away and dropped. */
static void mark_contents(struct session *session, const struct who_place *place, uint64_t time, struct row *row)
{
    struct who_place contents = {.home = HOME_MEMORY, .where = {.size = 1, .until = place->where.until}};
    if (shape_contents(session, place, time, &contents.where.address))
        (void)heap_mark_freed(session, &contents, time, "its contents ", "contents_freed", row);
}

/* As in gdb. Its target often has no address; `print *p` shows it. */
static void print_synthetic(struct session *session, const struct who_place *place, uint64_t number, struct rows *rows, struct row **first)
{
    struct row *row = *first = who_value_row(number, rows);
    text_add(&row->text, "<synthetic pointer>");
    row_null(row, "value");
    tell_type(session, place, row);
    text_add(&row->text, "optimised away: its target may have no address");
}

bool who_print_place(struct session *session, const struct who_place *place, uint64_t now, char format, uint64_t number, struct rows *rows, struct error *error)
{
    uint64_t time = place->moment ? place->moment : now;
    struct row *row = NULL;
    if (place->home == HOME_SYNTHETIC)
        print_synthetic(session, place, number, rows, &row);
    else if (!(who_is_shape(session, place) ? print_shape : print_number)(session, place, time, format, number, rows, &row, error))
        return false;
    mark_contents(session, place, time, row);
    tell_moment(place, now, row);
    return true;
}

/* ---- The command ---- */

/* EXPR [SIZE]: the last word is the size if it is a number and not the only word; else *size is 0. */
static bool split_size(struct str arguments, struct str *words, uint64_t *size, struct error *error)
{
    struct str all = str_trim(arguments);
    size_t blank = str_find_last_byte(all, ' ');
    *words = all;
    *size = 0;
    if (all.size == 0)
        return error_set(error, "`who` needs a variable or an address: who VAR, who 0xADDRESS [SIZE]");
    if (blank == SIZE_MAX || !str_decimal(str_cut(all, blank + 1, SIZE_MAX), size))
        return true;
    *words = str_trim(str_cut(all, 0, blank));
    return *size || error_set(error, "size 0: a size is at least 1 byte");
}

static bool need_order(const struct session *session, struct error *error)
{
    if (!wet_need(session, error))
        return false;
    if (!wet_of(session)->recording)
        return error_set(error, "`who` needs a recording, which has the order of execution: `clew record` makes one");
    return wet_need_here(session, error);
}

static void title(struct who_place *place, uint64_t now, struct rows *rows)
{
    if (place->any_size) {
        rows->title = arena_printf(&rows->arena, "who wrote at %s, whatever its size, seen from @%" PRIu64, text_string(&place->name), now);
        return;
    }
    rows->title = arena_printf(&rows->arena, "who wrote %s, %" PRIu64 " byte%s at 0x%" PRIx64 "%s, seen from @%" PRIu64, text_string(&place->name),
            place->where.size,
                               place->where.size == 1 ? "" : "s", place->where.address, place->bits ? " (with the other bits there)" : "", now);
}

bool wet_who(struct session *session, struct str arguments, struct answer *answer, struct error *error)
{
    struct who_place place = {0};
    struct memory_writers writers = {0};
    struct who_writes writes = {0};
    struct rows parts[3] = {{0}, {0}, {0}};
    struct str words;
    uint64_t size, now = 0;
    if (names_line(str_trim(arguments)))
        return error_set(error, "`who` needs a variable, a path or 0xADDRESS; `deps %.*s` lists who wrote what that line used", STR(str_trim(arguments)));
    if (!split_size(arguments, &words, &size, error) || !need_order(session, error) || !who_place_parse(session, words, size, &place, error) ||
        !wet_time(session, &now)) {
        who_place_free(&place);
        return false;
    }
    now = wet_behind_prologue(session, now);
    title(&place, now, &answer->rows);
    struct state *state = who_state(session);
    if (state)
        who_writes(session, state, &place, now, &writes);
    if (writes.damaged) {               /* then what your code stored is more */
        who_writes_free(&writes);
        rows_add_printf(&parts[2], "the state stream is damaged: writes of system calls are missing")->style = STYLE_WARNING;
        state = NULL;
    }
    bool done = state || memory_writers(who_memory(session), &place.where, &session->options.progress, &writers);
    say_doubt(session, &place, now, &parts[0]);
    if (state) {
        say_more("earlier writes, up to", writes.earlier, words, &parts[0]);
        say_more("later writes, from", writes.later, words, &parts[2]);
        say_missing(&writes, &parts[2]);
    } else {
        leave_out_dead(session, &writers);
        say_rest(session, &writers, done, &parts[2]);
    }
    rows_of_writers(session, &place, &writers, &writes, now, &parts[1]);
    uint64_t focus = parts[0].count + parts[1].focus;
    rows_chain(&answer->rows, parts, 3);
    answer->rows.focus = focus;
    answer->is_list = true;
    return true;
}
