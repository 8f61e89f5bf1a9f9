/* trace.c - reads execution traces of GNATcoverage and reports what is wrong in them.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "coverage/trace.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

/* Room for one more. The arena keeps the list's earlier, smaller copies, together as large as the list. */
static void problems_grow(struct gnatcov_problems *problems, struct arena *arena)
{
    size_t kept = (size_t)problems->count, capacity = problems->capacity ? problems->capacity * 2 : 4;
    if (kept < problems->capacity)
        return;
    struct gnatcov_problem *items = arena_allocate(arena, capacity * sizeof *items);
    if (kept)
        memcpy(items, problems->items, kept * sizeof *items);
    problems->items = items;
    problems->capacity = capacity;
}

/* At the end of the list; if it is full, the last place. */
static struct gnatcov_problem *slot_take(struct gnatcov_problems *problems, struct arena *arena)
{
    if (problems->count >= GNATCOV_PROBLEMS)
        return &problems->items[GNATCOV_PROBLEMS - 1];
    problems_grow(problems, arena);
    return &problems->items[problems->count];
}

static void slot_fill(struct gnatcov_problem *slot, bool warning, const char *source, uint64_t offset, const char *format, va_list arguments)
{
    char message[sizeof slot->error.message];
    vsnprintf(message, sizeof message, format, arguments);
    error_at_offset(&slot->error, source, offset, "%s", message);
    slot->warning = warning;
}

void gnatcov_problem_add(struct gnatcov_problems *problems, struct arena *arena, bool warning, const char *source, uint64_t offset, const char *format, ...)
{
    va_list arguments;
    problems->failed = problems->failed || !warning;
    if (problems->count < GNATCOV_PROBLEMS) {
        va_start(arguments, format);
        slot_fill(slot_take(problems, arena), warning, source, offset, format, arguments);
        va_end(arguments);
    }
    problems->count++;
}

/* Like gnatcov_problem_add(), but sorted by offset: for one file's problems, which come nearly in order. */
static void gnatcov_problem_insert(struct gnatcov_problems *problems, struct arena *arena, bool warning, const char *source, uint64_t offset, const char *format,
                            va_list arguments)
{
    bool full = problems->count >= GNATCOV_PROBLEMS;
    problems->failed = problems->failed || !warning;
    if (!full || problems->items[GNATCOV_PROBLEMS - 1].error.offset > offset) {
        struct gnatcov_problem made, *slot = slot_take(problems, arena);
        slot_fill(&made, warning, source, offset, format, arguments);
        for (; slot > problems->items && slot[-1].error.offset > offset; slot--)
            *slot = slot[-1];
        *slot = made;
    }
    problems->count++;
}

void gnatcov_problem_text(const struct gnatcov_problem *problem, struct text *out)
{
    text_add(out, "clew: ");
    text_safe(out, str_of(problem->error.source));
    text_printf(out, ": byte %" PRIu64 ": %s: ", problem->error.offset, problem->warning ? "warning" : "error");
    text_safe(out, str_of(problem->error.message));
}

/* ---- Entries of GNATcoverage traces: layout and owner ----
 *
 *     address size 4   u32 address  u16 size  u8 op  1 byte
 *     address size 8   u64 address  u16 size  u8 op  5 bytes */

/* ops to check together */
enum { TOGETHER = 64 };

/* The entry in the file at the offset of a complete one; leaves object and relocation open. */
static void gnatcov_entry_decode(const struct gnatcov *trace, uint64_t offset, struct gnatcov_entry *entry)
{
    const char *at = trace->bytes.data + offset;
    bool big_endian = trace->second.big_endian;
    unsigned address_size = trace->second.address_size;
    uint64_t address = address_size == 4 ? gnatcov_u32(at, big_endian) : gnatcov_u64(at, big_endian);
    *entry = (struct gnatcov_entry){.offset = offset, .address = address, .size = gnatcov_u16(at + address_size, big_endian),
                                    .op = (uint8_t)at[address_size + 2], .relocated = true, .relative = address};
    if (entry->op != GNATCOV_SPECIAL)
        return;
    entry->special = entry->size <= GNATCOV_OBJECT_UNLOADED ? (enum gnatcov_special)entry->size : GNATCOV_NOT_SPECIAL;
    entry->size = 0;
}

/* How many of `count` entries from an offset on precede the first with a bit of GNATCOV_REMARKABLE in its op. */
static uint64_t gnatcov_entries_plain(const struct gnatcov *trace, uint64_t offset, uint64_t count)
{
    unsigned stride = gnatcov_stride(trace->second.address_size);
    uint64_t plain = 0;
    if (count == 0)
        return 0;
    const char *op = trace->bytes.data + offset + trace->second.address_size + 2;
    for (; count - plain >= TOGETHER; plain += TOGETHER) {
        unsigned char seen = 0;
        for (unsigned i = 0; i < TOGETHER; i++)
            seen = (unsigned char)(seen | (unsigned char)op[(plain + i) * stride]);
        if (seen & GNATCOV_REMARKABLE)
            break;
    }
    while (plain < count && !(op[plain * stride] & GNATCOV_REMARKABLE))
        plain++;
    return plain;
}

/* ---- The owner of an entry ---- */

/* The object of load entry `number`; objects are in that order. */
static uint32_t object_loaded_by(const struct gnatcov *trace, uint64_t number)
{
    LOWER_BOUND(uint32_t, at, 0, trace->object_count, trace->objects[at].from < number);
    return at < trace->object_count && trace->objects[at].from == number ? at + 1 : 0;
}

static void relocate(const struct gnatcov *trace, struct gnatcov_entry *entry)
{
    if (trace->has_base && entry->number < trace->base_entry) {
        entry->relocated = false;
        return;
    }
    if (trace->object_count)
        entry->object = gnatcov_loads_find(trace->loads, entry->address, entry->number);
    if (entry->object)
        entry->relative -= trace->objects[entry->object - 1].base;
    else if (trace->has_base && entry->address < trace->base)
        entry->relocated = false;
    else if (trace->has_base)
        entry->relative -= trace->base;
}

static void entry_complete(const struct gnatcov *trace, struct gnatcov_entry *entry)
{
    if (entry->special == GNATCOV_NOT_SPECIAL)
        relocate(trace, entry);
    else if (entry->special == GNATCOV_OBJECT_LOADED)
        entry->object = object_loaded_by(trace, entry->number);
    else if (entry->special == GNATCOV_OBJECT_UNLOADED && trace->object_count)
        entry->object = gnatcov_loads_unloaded(trace->loads, entry->number);
}

static void entry_of_run(const struct gnatcov *trace, const struct gnatcov_run *run, uint64_t number, struct gnatcov_entry *entry)
{
    gnatcov_entry_decode(trace, run->offset + (number - run->first) * gnatcov_stride(trace->second.address_size), entry);
    entry->number = number;
    entry_complete(trace, entry);
}

/* ---- Iterating over entries ---- */

bool gnatcov_entry(const struct gnatcov *trace, uint64_t number, struct gnatcov_entry *entry)
{
    if (number == 0 || number > trace->entry_count)
        return false;
    LOWER_BOUND(size_t, next, 1, trace->run_count, trace->runs[next].first <= number); /* the last run that begins at or below it */
    entry_of_run(trace, &trace->runs[next - 1], number, entry);
    return true;
}

void gnatcov_begin(const struct gnatcov *trace, struct gnatcov_cursor *cursor)
{
    *cursor = (struct gnatcov_cursor){.trace = trace};
}

bool gnatcov_next(struct gnatcov_cursor *cursor, struct gnatcov_entry *entry)
{
    const struct gnatcov *trace = cursor->trace;
    if (cursor->number == trace->entry_count)
        return false;
    const struct gnatcov_run *run = &trace->runs[cursor->run];
    if (++cursor->number - run->first == run->count)            /* no run is empty */
        run = &trace->runs[++cursor->run];
    entry_of_run(trace, run, cursor->number, entry);
    return true;
}

/* ---- The reader of GNATcoverage traces ----
 *
 *     file      = header(INFO) infos [ header(FLAT | HISTORY) entries ] | header(FLAT | HISTORY | DECISION_MAP) entries
 *     header    = "#QEMU-Traces"  u8 1  u8 kind  u8 address size  u8 big-endian  u16 machine, high byte first  u16 0
 *     infos     = { info }  u32 0  u32 0
 *     info      = u32 tag  u32 length  data  zeros up to a multiple of 4
 *     entries   = { entry | object }                   up to the end of the file
 *     object    = entry  infos                         a special entry that loads a shared object
 *
 * All of it has the byte order of the header before it. Damage ends the reading, because nothing tells where to go on; clew reports mere errors and reads on.
 * There are two passes. The first finds entries, infos and objects; the second, if objects are loaded or unloaded, finds where each was. */

enum { PLAIN_AT_ONCE = 1 << 20 };         /* entries between two progress reports */

struct reader {
    struct gnatcov *trace;
    struct arena *arena;
    uint64_t at;
    bool big_endian;                    /* of the current section */
    bool has_kernel, undefined_told, crowded, unloads;
    uint64_t load_addresses;            /* number of load addresses so far */
    const struct progress *progress;
    bool stopped;
    struct gnatcov_run *runs;           /* scratch until the end, like objects */
    struct gnatcov_object *objects;
    size_t run_capacity, object_capacity;
};

static const char *bytes_at(const struct reader *reader, uint64_t offset)
{
    return reader->trace->bytes.data + offset;
}

static uint64_t bytes_left(const struct reader *reader)
{
    return reader->trace->bytes.size - reader->at;
}

/* Adds an error. Returns false, so that `return damage(...)` ends the reading. */
static bool FORMATTED(3, 4) damage(struct reader *reader, uint64_t offset, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    gnatcov_problem_insert(&reader->trace->problems, reader->arena, false, reader->trace->source, offset, format, arguments);
    va_end(arguments);
    return false;
}

static void FORMATTED(3, 4) warn(struct reader *reader, uint64_t offset, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    gnatcov_problem_insert(&reader->trace->problems, reader->arena, true, reader->trace->source, offset, format, arguments);
    va_end(arguments);
}

/* ---- Headers ---- */

/* Appends text of the file to a message. */
static void shown_add(struct str bytes, struct text *out)
{
    text_byte(out, '"');
    text_safe(out, bytes);
    text_byte(out, '"');
}

static bool is_foreign(struct reader *reader)
{
    char name[64];
    if (reader->at != 0 || !gnatcov_foreign(reader->trace->bytes, name))
        return false;
    bool source = strstr(name, "source trace") != NULL;
    damage(reader, 0, "expected an execution trace, found %s%s", name,
         source ? ", which needs the .sid files of the instrumentation" : "");
    return true;
}

static bool parse_magic(struct reader *reader)
{
    struct str found = str_cut(reader->trace->bytes, reader->at, sizeof GNATCOV_MAGIC - 1);
    if (bytes_left(reader) < GNATCOV_HEADER_SIZE)
        return damage(reader, reader->at, "the file ends inside the header, which has %d bytes: only %" PRIu64 " are there", GNATCOV_HEADER_SIZE,
                      bytes_left(reader));
    if (str_is(found, GNATCOV_MAGIC))
        return true;
    struct text text = {0};
    shown_add(found, &text);
    damage(reader, reader->at, "expected \"" GNATCOV_MAGIC "\", found %s", text_string(&text));
    text_free(&text);
    return false;
}

const struct gnatcov_kind_text gnatcov_kind_texts[GNATCOV_KINDS] = {
    [GNATCOV_FLAT] = {"FLAT", "flat", "flat: what ran, in the order of first execution", true},
    [GNATCOV_HISTORY] = {"HISTORY", "history", "history: executions, in order", true},
    [GNATCOV_INFO] = {"INFO", "info", "infos", false},
    [GNATCOV_DECISION_MAP] = {"DECISION_MAP", "decision map", "decision map: what to watch", false},
};

/* "0 (FLAT), 1 (HISTORY), 2 (INFO) or 3 (DECISION_MAP)" */
static void list_kinds(bool behind, struct text *out)
{
    size_t left = 0;
    for (size_t i = 0; i < GNATCOV_KINDS; i++)
        left += !behind || gnatcov_kind_texts[i].behind;
    for (size_t i = 0; i < GNATCOV_KINDS; i++)
        if (!behind || gnatcov_kind_texts[i].behind)
            text_printf(out, "%zu (%s)%s", i, gnatcov_kind_texts[i].name, --left > 1 ? ", " : left ? " or " : "");
}

static bool parse_kind(struct reader *reader, const unsigned char *bytes)
{
    bool second = reader->trace->has_infos;
    if (bytes[13] >= GNATCOV_KINDS || (second && !gnatcov_kind_texts[bytes[13]].behind)) {
        struct text kinds = {0};
        list_kinds(second, &kinds);
        damage(reader, reader->at + 13, "expected kind %s%s, found %d", text_string(&kinds), second ? " of the second header" : "", bytes[13]);
        text_free(&kinds);
        return false;
    }
    if (bytes[13] != GNATCOV_INFO && bytes[14] != 4 && bytes[14] != 8)
        return damage(reader, reader->at + 14, "expected an address size of 4 or 8, found %d", bytes[14]);
    return true;
}

/* The second header counts; but the two may come from two programs that disagree. */
static void compare_headers(struct reader *reader, const struct gnatcov_header *first, const struct gnatcov_header *second)
{
    if (first->address_size != 0 && first->address_size != second->address_size)
        warn(reader, second->offset + 14, "expected an address size of %u as in the first header, found %u", first->address_size, second->address_size);
    if (first->machine != 0 && first->machine != second->machine)
        warn(reader, second->offset + 16, "expected machine %u as in the first header, found %u", first->machine, second->machine);
}

static bool parse_header(struct reader *reader, struct gnatcov_header *header)
{
    header->offset = reader->at;
    if (is_foreign(reader) || !parse_magic(reader))
        return false;
    const unsigned char *bytes = (const unsigned char *)bytes_at(reader, reader->at);
    if (bytes[12] != 1)
        return damage(reader, reader->at + 12, "expected version 1, found %d", bytes[12]);
    if (bytes[15] > 1)
        return damage(reader, reader->at + 15, "expected byte order 0 (little) or 1 (big), found %d", bytes[15]);
    if (!parse_kind(reader, bytes))
        return false;
    *header = (struct gnatcov_header){reader->at, (enum gnatcov_kind)bytes[13], bytes[14], bytes[15] == 1, (unsigned)bytes[16] << 8 | bytes[17]};
    if (reader->trace->has_infos)
        compare_headers(reader, &reader->trace->first, header);
    if (bytes[18] || bytes[19])
        warn(reader, reader->at + 18, "expected padding of zeros, found %02x %02x", bytes[18], bytes[19]);
    reader->big_endian = header->big_endian;
    reader->at += GNATCOV_HEADER_SIZE;
    return true;
}

/* ---- Infos ---- */

/* Number of complete infos that follow, to allocate them in one place. */
static uint32_t infos_count(const struct reader *reader)
{
    uint64_t at = reader->at, size = reader->trace->bytes.size;
    uint32_t count = 0;
    while (size - at >= GNATCOV_INFO_HEADER && count < UINT32_MAX) {
        uint64_t need = gnatcov_u32(bytes_at(reader, at + 4), reader->big_endian);
        if (gnatcov_u32(bytes_at(reader, at), reader->big_endian) == GNATCOV_END || need > size - at - GNATCOV_INFO_HEADER)
            break;
        count++;
        need = (need + 3) & ~UINT64_C(3);
        if (need > size - at - GNATCOV_INFO_HEADER)
            break;
        at += GNATCOV_INFO_HEADER + need;
    }
    return count;
}

static void check_info(struct reader *reader, const struct gnatcov_info *info)
{
    struct text date = {0};
    if (info->tag >= GNATCOV_TAGS)
        warn(reader, info->offset, "expected a tag from 0 to %d, found %" PRIu32, GNATCOV_TAGS - 1, info->tag);
    if (info->tag == GNATCOV_DATE && !gnatcov_info_date(info, &date)) {
        if (info->data.size == GNATCOV_DATE_SIZE)
            warn(reader, info->offset, "expected a date, found year %u, month %d, day %d, %d:%d:%d",
                 gnatcov_u16(info->data.data, info->big_endian), (unsigned char)info->data.data[2], (unsigned char)info->data.data[3],
                 (unsigned char)info->data.data[4], (unsigned char)info->data.data[5], (unsigned char)info->data.data[6]);
        else
            warn(reader, info->offset, "expected a date of 8 bytes, found %zu", info->data.size);
    }
    text_free(&date);
}

static bool parse_padding(struct reader *reader, uint64_t start, unsigned size)
{
    uint64_t left = reader->trace->bytes.size - start;
    if (left < size)
        return damage(reader, start, "expected %u bytes of padding, found %" PRIu64 " up to the end of the file", size, left);
    for (unsigned i = 0; i < size; i++) {
        unsigned char byte = (unsigned char)*bytes_at(reader, start + i);
        if (byte != 0) {
            warn(reader, start + i, "expected padding of zeros, found %02x", byte);
            break;
        }
    }
    return true;
}

/* Reads infos up to INFO_END. False: damage; the infos before it are kept. */
static bool parse_infos(struct reader *reader, struct gnatcov_info **infos, uint32_t *count)
{
    uint32_t whole = infos_count(reader);
    *infos = arena_allocate(reader->arena, whole * sizeof **infos);
    for (*count = 0;;) {
        uint64_t start = reader->at, data = start + GNATCOV_INFO_HEADER, left = bytes_left(reader);
        if (left < GNATCOV_INFO_HEADER)
            return damage(reader, start, "expected an info or INFO_END, found %" PRIu64 " bytes up to the end of the file", left);
        uint32_t tag = gnatcov_u32(bytes_at(reader, start), reader->big_endian), length = gnatcov_u32(bytes_at(reader, start + 4), reader->big_endian);
        if (tag == GNATCOV_END && length != 0)
            return damage(reader, start + 4, "expected length 0 of INFO_END, found %" PRIu32, length);
        reader->at = data;
        if (tag == GNATCOV_END)
            return true;
        if (length > bytes_left(reader) || *count == whole)
            return damage(reader, data, "expected %" PRIu32 " bytes of data, found %" PRIu64 " up to the end of the file", length, bytes_left(reader));
        (*infos)[*count] = (struct gnatcov_info){start, tag, reader->big_endian, {bytes_at(reader, data), length}};
        check_info(reader, &(*infos)[(*count)++]);
        if (!parse_padding(reader, data + length, -length & 3))
            return false;
        reader->at = data + length + (-length & 3);
    }
}

/* ---- Objects ---- */

static void check_object_infos(struct reader *reader, uint64_t offset, const struct gnatcov_info *infos, uint32_t count)
{
    uint64_t number;
    const char *missing = !gnatcov_info_number(gnatcov_info_find(infos, count, GNATCOV_SIZE), &number)    ? "EXEC_FILE_SIZE"
                          : !gnatcov_info_find(infos, count, GNATCOV_TIME_STAMP)                          ? "EXEC_FILE_TIME_STAMP"
                          : !gnatcov_info_number(gnatcov_info_find(infos, count, GNATCOV_CRC32), &number) ? "EXEC_FILE_CRC32"
                                                                                                         : NULL;
    if (missing)
        warn(reader, offset, "expected size, time stamp and CRC of the shared object, found no %s", missing);
}

/* Clips the end of an object's code to the address space. */
static bool parse_object(struct reader *reader, struct gnatcov_object *object)
{
    const struct gnatcov_info *name = gnatcov_info_find(object->infos, object->info_count, GNATCOV_EXECUTABLE);
    const struct gnatcov_info *size = gnatcov_info_find(object->infos, object->info_count, GNATCOV_CODE_SIZE);
    uint64_t room = gnatcov_highest(reader->trace->second.address_size) - object->base;
    if (!name || name->data.size == 0)
        return damage(reader, object->offset, "expected EXEC_FILE_NAME of the shared object, found none; it is not loaded");
    if (!gnatcov_info_number(size, &object->size) || object->size == 0)
        return damage(reader, object->offset, "expected a decimal EXEC_CODE_SIZE above 0 of the shared object, found %s; it is not loaded",
                      !size ? "none" : object->size ? "another text" : "0");
    check_object_infos(reader, object->offset, object->infos, object->info_count);
    if (object->size - 1 > room) {
        warn(reader, object->offset, "expected code that ends in the address space, found %" PRIu64 " bytes; clew ignores those past its end",
             object->size);
        object->size = room + 1;
    }
    object->name = name->data;
    return true;
}

/* Reads the infos after a load entry and interprets them. */
static bool parse_load(struct reader *reader, const struct gnatcov_entry *entry)
{
    struct gnatcov *trace = reader->trace;
    struct gnatcov_object object = {.offset = entry->offset, .base = entry->address, .size = 1, .from = trace->entry_count, .to = UINT64_MAX};
    struct gnatcov_info *infos;
    bool whole = parse_infos(reader, &infos, &object.info_count);
    object.infos = infos;
    if (!whole || !parse_object(reader, &object))
        return whole;
    if (trace->object_count < GNATCOV_OBJECTS) {
        reader->objects = array_grow(reader->objects, &reader->object_capacity, (size_t)trace->object_count + 1, sizeof *reader->objects);
        reader->objects[trace->object_count++] = object;
    } else if (!reader->crowded) {
        damage(reader, entry->offset, "expected at most %d loads of shared objects, found one more; it and later ones are not loaded",
             GNATCOV_OBJECTS);
        reader->crowded = true;
    }
    return true;
}

/* ---- Entries ---- */

/* Only a kernel module's first load address counts, and only if the infos say that there is a module. */
static void take_load_address(struct reader *reader, const struct gnatcov_entry *entry)
{
    struct gnatcov *trace = reader->trace;
    if (reader->load_addresses++ > 0 || !reader->has_kernel) {
        warn(reader, entry->offset, reader->has_kernel ? "expected one load address, found a second one" :
                                          "expected no load address without KERNEL_FILE_NAME, found one");
        return;
    }
    if (entry->address == 0) {
        damage(reader, entry->offset, "expected the load address of a kernel module, found 0; addresses are not relocated");
        return;
    }
    trace->has_base = true;
    trace->base = entry->address;
    trace->base_entry = trace->entry_count;
}

/* The entry at the cursor, which has an unusual op. False: damage. *loads: infos follow. */
static bool take_remarkable(struct reader *reader, bool *loads)
{
    struct gnatcov *trace = reader->trace;
    struct gnatcov_entry entry;
    gnatcov_entry_decode(trace, reader->at, &entry);
    *loads = entry.special == GNATCOV_OBJECT_LOADED;
    if (entry.op == GNATCOV_SPECIAL && !entry.special)
        return damage(reader, reader->at, "expected 1 (load address), 2 (load) or 3 (unload) in a special entry, found %u",
                      gnatcov_u16(bytes_at(reader, reader->at + trace->second.address_size), reader->big_endian));
    if (entry.op != GNATCOV_SPECIAL && !reader->undefined_told) {
        warn(reader, reader->at, "expected an op of the bits 01, 02, 10 and 20, found %02x", entry.op);
        reader->undefined_told = true;
    }
    reader->unloads = reader->unloads || entry.special == GNATCOV_OBJECT_UNLOADED;
    reader->at += gnatcov_stride(trace->second.address_size);
    trace->entry_count++;
    if (entry.special == GNATCOV_LOADED)
        take_load_address(reader, &entry);
    return !*loads || parse_load(reader, &entry);
}

/* Skips entries that only report code, a limited number at a time. False: progress stopped it. */
static bool pass_plain(struct reader *reader, unsigned stride)
{
    uint64_t left = bytes_left(reader) / stride, plain = gnatcov_entries_plain(reader->trace, reader->at, left < PLAIN_AT_ONCE ? left : PLAIN_AT_ONCE);
    reader->at += plain * stride;
    reader->trace->entry_count += plain;
    reader->stopped = plain == PLAIN_AT_ONCE && !progress_report(reader->progress, reader->at, reader->trace->bytes.size);
    return !reader->stopped;
}

/* Reads entries up to the end, to damage, or to infos among them. */
static bool parse_run(struct reader *reader)
{
    struct gnatcov *trace = reader->trace;
    unsigned stride = gnatcov_stride(trace->second.address_size);
    bool going = true, loads = false;
    size_t index = trace->run_count;
    reader->runs = array_grow(reader->runs, &reader->run_capacity, index + 1, sizeof *reader->runs);
    reader->runs[index] = (struct gnatcov_run){.offset = reader->at, .first = trace->entry_count + 1};
    while (going && !loads && bytes_left(reader) >= stride) {
        uint64_t before = trace->entry_count;
        going = pass_plain(reader, stride);
        if (going && trace->entry_count - before < PLAIN_AT_ONCE && bytes_left(reader) >= stride)
            going = take_remarkable(reader, &loads);
    }
    reader->runs[index].count = trace->entry_count + 1 - reader->runs[index].first;
    trace->run_count += reader->runs[index].count > 0;
    return going;
}

static void parse_entries(struct reader *reader)
{
    struct gnatcov *trace = reader->trace;
    unsigned stride = gnatcov_stride(trace->second.address_size);
    bool going = true;
    while (going && bytes_left(reader) >= stride)
        going = parse_run(reader);
    if (going && bytes_left(reader))
        damage(reader, reader->at, "expected an entry of %u bytes, found %" PRIu64 " up to the end of the file", stride, bytes_left(reader));
    if (reader->has_kernel && reader->load_addresses == 0)
        damage(reader, trace->bytes.size, "expected a load address for KERNEL_FILE_NAME, found none; addresses are not relocated");
}

/* ---- The second pass ---- */

static void walk_load(struct reader *reader, struct gnatcov_loader *loader, uint32_t index)
{
    const struct gnatcov_object *object = &reader->trace->objects[index];
    uint32_t other = gnatcov_loader_load(loader, index);
    if (other)
        warn(reader, object->offset, "expected a range of its own, found %" PRIx64 "-%" PRIx64 " over the shared object loaded at %" PRIx64,
             object->base, object->base + object->size - 1, reader->trace->objects[other - 1].base);
}

static void walk_unload(struct reader *reader, struct gnatcov_loader *loader, const struct gnatcov_entry *entry, uint64_t number)
{
    uint32_t unloaded = gnatcov_loader_unload(loader, entry->address, number);
    uint64_t base = unloaded ? reader->trace->objects[unloaded - 1].base : entry->address;
    if (!unloaded && !reader->crowded)
        warn(reader, entry->offset, "expected the base of a loaded shared object, found %" PRIx64 ", where none is", entry->address);
    else if (base != entry->address)
        warn(reader, entry->offset, "expected the base of a loaded shared object, found %" PRIx64 " inside the one at %" PRIx64, entry->address, base);
}

static void walk_run(struct reader *reader, struct gnatcov_loader *loader, const struct gnatcov_run *run, uint32_t *next)
{
    struct gnatcov *trace = reader->trace;
    unsigned stride = gnatcov_stride(trace->second.address_size);
    for (uint64_t i = 0;; i++) {
        struct gnatcov_entry entry;
        i += gnatcov_entries_plain(trace, run->offset + i * stride, run->count - i);
        if (i == run->count)
            return;
        gnatcov_entry_decode(trace, run->offset + i * stride, &entry);
        if (entry.special == GNATCOV_OBJECT_UNLOADED)
            walk_unload(reader, loader, &entry, run->first + i);
        else if (*next < trace->object_count && trace->objects[*next].from == run->first + i)
            walk_load(reader, loader, (*next)++);
    }
}

static void walk_objects(struct reader *reader)
{
    struct gnatcov *trace = reader->trace;
    struct gnatcov_loader *loader = gnatcov_loader_open(trace->objects, trace->object_count);
    uint32_t next = 0;
    for (size_t i = 0; i < trace->run_count; i++)
        walk_run(reader, loader, &trace->runs[i], &next);
    trace->loads = gnatcov_loader_close(loader, reader->arena);
}

/* ---- The whole trace ---- */

static void find_kernel(struct reader *reader)
{
    const struct gnatcov *trace = reader->trace;
    for (uint32_t i = 0; i < trace->info_count; i++)
        if (trace->infos[i].tag == GNATCOV_KERNEL && trace->infos[i].data.size > 0)
            reader->has_kernel = true;
}

/* Reads the infos if the file begins with them. False: damage, or nothing follows. */
static bool parse_beginning(struct reader *reader)
{
    struct gnatcov *trace = reader->trace;
    struct gnatcov_header header;
    if (!parse_header(reader, &header))
        return false;
    if (header.kind != GNATCOV_INFO) {
        trace->second = header;
        return true;
    }
    trace->first = header;
    trace->has_infos = true;
    if (!parse_infos(reader, &trace->infos, &trace->info_count))
        return false;
    find_kernel(reader);
    trace->second.offset = reader->at;
    if (bytes_left(reader) == 0) {
        warn(reader, reader->at, "expected a second header, found the end of the file: a trace without entries");
        return false;
    }
    return parse_header(reader, &trace->second);
}

bool gnatcov_read_watched(struct str bytes, const char *source, const struct progress *progress, struct arena *arena, struct gnatcov *trace)
{
    *trace = (struct gnatcov){.source = source, .bytes = bytes};
    struct reader reader = {.trace = trace, .arena = arena, .progress = progress};
    if (!parse_beginning(&reader))
        return true;
    trace->has_entries = true;
    parse_entries(&reader);
    trace->runs = arena_keep(arena, reader.runs, trace->run_count * sizeof *trace->runs);
    trace->objects = arena_keep(arena, reader.objects, trace->object_count * sizeof *trace->objects);
    if (trace->object_count || reader.unloads)
        walk_objects(&reader);
    return !reader.stopped;
}

void gnatcov_read(struct str bytes, const char *source, struct arena *arena, struct gnatcov *trace)
{
    (void)!gnatcov_read_watched(bytes, source, NULL, arena, trace);
}
