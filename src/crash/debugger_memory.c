/* debugger_memory.c - what gdb's x prints: "0x7ffe10:<TAB>1<TAB>3", "0x404060 <NAME+16>:<TAB>...".  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Lines that follow each other at the addresses where the line before ended are one value. How many bytes an element takes is what the addresses say, else
 * the letter of the command; path variables have 8, coverage arrays 1. x prints as many elements as it was asked for, not as many as there are. */
#include "crash/debugger_inside.h"

#include <inttypes.h>

struct memory {
    struct slice symbol;                            /* null: none */
    uint64_t address, next, offset;                 /* of the first line; behind the last one; behind the symbol */
    unsigned unit;                                  /* bytes of an element; 0: not known */
    size_t count;
    struct text items;                              /* "{1, 3}" */
};

/* One line at an offset: its address, symbol, and elements. False: it is none. */
struct memory_line {
    uint64_t address, offset;
    struct slice symbol, items;
    size_t end;
};

static bool line_parse(struct slice text, size_t at, struct memory_line *line)
{
    size_t end = at + 2;
    *line = (struct memory_line){.end = dump_line_end(text, at)};
    if (dump_byte(text, at) != '0' || dump_byte(text, at + 1) != 'x')
        return false;
    while (dump_is_word(dump_byte(text, end)))
        end++;
    if (!slice_hex(slice_cut(text, at, end - at), &line->address))
        return false;
    if (dump_byte(text, end) == ' ' && dump_byte(text, end + 1) == '<') {
        struct slice rest = slice_cut(text, end + 2, line->end - end - 2);
        size_t close = slice_find(rest, slice_of(">:"));
        if (close == SIZE_MAX)
            return false;
        struct slice symbol = slice_cut(rest, 0, close);
        size_t plus = slice_find_last_byte(symbol, '+');
        if (plus != SIZE_MAX && slice_decimal(slice_cut(symbol, plus + 1, symbol.size), &line->offset))
            symbol = slice_cut(symbol, 0, plus);
        line->symbol = symbol;
        end += close + 3;
    }
    if (dump_byte(text, end) != ':' || dump_byte(text, end + 1) != '\t')
        return false;
    line->items = slice_cut(text, end + 2, line->end - end - 2);
    return true;
}

/* Elements are parted by tabs; characters stand behind their number, "1 '\001'". */
static size_t items_add(struct memory *memory, struct slice items)
{
    size_t count = 0;
    for (size_t from = 0; from < items.size; count++) {
        size_t tab = slice_find_byte(slice_cut(items, from, items.size), '\t'), end = tab == SIZE_MAX ? items.size : from + tab;
        text_add(&memory->items, memory->items.size > 1 ? ", " : "");
        text_append(&memory->items, slice_trim(slice_cut(items, from, end - from)));
        from = end + 1;
    }
    memory->count += count;
    return count;
}

static unsigned letter_unit(char letter)
{
    return letter == 'g' ? 8 : letter == 'w' ? 4 : letter == 'h' ? 2 : letter == 'b' ? 1 : 0;
}

/* Lines at [at, ...); returns where they end. */
static size_t lines_take(struct slice text, size_t at, struct memory *memory)
{
    struct memory_line line;
    size_t before = 0;
    uint64_t last = 0;
    text_byte(&memory->items, '{');
    while (line_parse(text, at, &line)) {
        if (memory->count && (line.address <= last || (memory->unit && line.address != memory->next)))
            break;
        if (memory->count && !memory->unit) {
            if (before == 0 || (line.address - last) % before)
                break;
            memory->unit = line.address - last > 64 ? 0 : (unsigned)((line.address - last) / before);
        }
        if (memory->count == 0) {
            memory->address = line.address;
            memory->symbol = line.symbol;
            memory->offset = line.offset;
        }
        before = items_add(memory, line.items);
        last = line.address;
        memory->next = line.address + before * memory->unit;
        at = line.end + (line.end < text.size);
    }
    text_byte(&memory->items, '}');
    return at;
}

/* Which variable it is of: that of the command, else of the symbol at its address. */
static struct dump_target target_of(const struct debugger_reader *reader, const struct memory *memory)
{
    struct dump_target target = {0};
    size_t behind;
    if (reader->has_command)
        target = reader->command;
    else if (memory->symbol.data && memory->offset == 0)
        dump_target_around(memory->symbol, 0, memory->symbol.size, &target, &behind);
    return target;
}

static bool unit_fits(struct debugger_reader *reader, const struct dump_target *target, unsigned unit)
{
    unsigned own = target->which == DEBUGGER_LOCAL_CC || target->which == DEBUGGER_LOCAL_BBC || target->which == DEBUGGER_GLOBAL ? 1 : 8;
    if (unit == own || unit == 0)
        return true;
    dump_note(reader, dump_line(reader), "%.*s has elements of %u byte%s, but x printed pieces of %u: print it with `p %.*s`", SLICE(target->name), own,
              own == 1 ? "" : "s", unit, SLICE(target->name));
    return false;
}

/* How many slots the array has is not in the text: the last one tells by its -1, else it must be the number that csi-cc takes. */
static void whole_or_cut(struct debugger_reader *reader, struct dump_value *value)
{
    enum { USUAL_SLOTS = 10 };
    struct debugger_value *array = &value->value;
    bool ends = array->count && (!array->known || array->known[array->count - 1]) && array->items[array->count - 1] == UINT64_MAX;
    if (ends)
        return;
    if (array->count == USUAL_SLOTS) {
        dump_note(reader, dump_line(reader), "x printed %d slots: taken for the whole array, as csi-cc makes it unless it is told another size", USUAL_SLOTS);
        return;
    }
    array->cut = true;
    value->end = DUMP_MEMORY;
}

static void value_keep(struct debugger_reader *reader, struct memory *memory, struct dump_value *value)
{
    struct dump_target target = target_of(reader, memory);
    bool commanded = reader->has_command, path = memory->unit == 8 || target.which == DEBUGGER_PATH_ARRAY;
    bool named = target.kind == DUMP_VARIABLE || target.kind == DUMP_ADDRESS;
    reader->has_command = false;
    if (memory->count == 1 && value->value.count == 1 && !value->value.known && (!named || target.which == DEBUGGER_PATH_INDEX || target.which == DEBUGGER_PATH_CURRENT))
        value->value = (struct debugger_value){.kind = DEBUGGER_SCALAR, .number = value->value.items[0], .text_line = value->value.text_line};
    value->value.unit = memory->unit;
    if (named && !unit_fits(reader, &target, memory->unit))
        return;
    if (path && value->value.kind == DEBUGGER_ARRAY)
        whole_or_cut(reader, value);
    if (!named) {
        if (!commanded && (memory->unit == 1 || memory->unit == 8) && !memory->symbol.data)
            dump_unnamed_keep(reader, 0, value);
        return;
    }
    target.kind = DUMP_VARIABLE;
    struct dump_spot spot = {0, SIZE_MAX};
    if (target.which != DEBUGGER_GLOBAL)
        spot = target.function.data ? dump_frame_of(reader, target.function) : dump_frame_for(reader, 0);
    dump_value_keep(reader, &target, spot, value);
}

bool dump_memory_read(struct debugger_reader *reader, size_t at)
{
    struct memory memory = {0};
    struct memory_line line;
    struct dump_value value;
    if (!line_parse(reader->text, at, &line))
        return false;
    memory.unit = reader->has_command ? letter_unit(reader->command.unit) : 0;
    size_t end = lines_take(reader->text, at, &memory);
    struct slice items = arena_copy(reader->arena, text_slice(&memory.items));
    text_free(&memory.items);
    bool whole = dump_value_read(items, 0, reader->arena, &reader->budget, reader->has_command && reader->command.binary, &value);
    value.value.text_line = dump_line(reader);
    if (whole && value.value.kind == DEBUGGER_ARRAY && value.value.count)
        value_keep(reader, &memory, &value);
    end -= end > at && reader->text.data[end - 1] == '\n';
    dump_move(reader, end);
    return true;
}
