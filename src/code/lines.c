/* lines.c - address ranges and line table rows by address, and answers from them.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "code/machines.h"
#include "code/tables.h"

#include <stdlib.h>
#include <string.h>

/* ---- Nested address ranges: flattening and look-up ---- */

void ranges_add(struct ranges *ranges, struct range range)
{
    if (range.low >= range.high)
        return;
    ranges->items = array_grow(ranges->items, &ranges->capacity, ranges->count + 1, sizeof *ranges->items);
    ranges->items[ranges->count++] = range;
}

/* Outer ranges before inner ones. */
static int compare(const void *left, const void *right)
{
    const struct range *a = left, *b = right;
    COMPARE_FIRST(a->low, b->low);
    COMPARE_FIRST(b->high, a->high);
    COMPARE_FIRST(a->depth, b->depth);
    return COMPARE(a->value, b->value);
}

/* A sweep over the starts; a stack holds the open ranges, innermost on top. */
struct sweep {
    struct ranges open, flat;
    uint64_t reached;            /* everything below is in the output */
};

static void put_out(struct sweep *sweep, uint64_t until)
{
    struct range piece = sweep->open.items[sweep->open.count - 1];
    piece.low = sweep->reached;
    piece.high = until;
    ranges_add(&sweep->flat, piece);
    sweep->reached = until > sweep->reached ? until : sweep->reached;
}

static void close_until(struct sweep *sweep, uint64_t address)
{
    while (sweep->open.count && sweep->open.items[sweep->open.count - 1].high <= address) {
        put_out(sweep, sweep->open.items[sweep->open.count - 1].high);
        sweep->open.count--;
    }
    if (sweep->open.count)
        put_out(sweep, address);
    if (sweep->reached < address)
        sweep->reached = address;
}

void ranges_flatten(struct ranges *ranges)
{
    struct sweep sweep = {0};
    if (ranges->count > 1)
        qsort(ranges->items, ranges->count, sizeof *ranges->items, compare);
    for (size_t i = 0; i < ranges->count; i++) {
        close_until(&sweep, ranges->items[i].low);
        ranges_add(&sweep.open, ranges->items[i]);
    }
    close_until(&sweep, UINT64_MAX);
    ranges_free(&sweep.open);
    ranges_free(ranges);
    *ranges = sweep.flat;
}

bool ranges_find(const struct ranges *ranges, uint64_t address, size_t *index)
{
    LOWER_BOUND(size_t, at, 0, ranges->count, ranges->items[at].high <= address);
    *index = at;
    return at < ranges->count && ranges->items[at].low <= address;
}

void ranges_free(struct ranges *ranges)
{
    free(ranges->items);
    *ranges = (struct ranges){0};
}

/* ---- Line table rows in address order, and answers from them ----
 *
 * A line program is a series of sequences: rows of rising address, closed by a row (LINE_END) with the first address after them. A row covers the addresses up
 * to the next one; of several rows at one address the last counts. Linkers leave behind sequences of dropped functions, at address 0 or 1; they lie outside the
 * code, and clew drops them too. */

void lines_add(struct lines *lines, struct line_row row)
{
    lines->rows = array_grow(lines->rows, &lines->capacity, lines->count + 1, sizeof *lines->rows);
    lines->rows[lines->count++] = row;
}

size_t lines_add_file(struct lines *lines, struct line_file file)
{
    lines->files = array_grow(lines->files, &lines->file_capacity, lines->file_count + 1, sizeof *lines->files);
    lines->files[lines->file_count] = file;
    return lines->file_count++;
}

struct sequence {
    uint64_t low;
    size_t first, count;         /* including the closing row */
};

static int compare_sequences(const void *left, const void *right)
{
    const struct sequence *a = left, *b = right;
    COMPARE_FIRST(a->low, b->low);
    return COMPARE(a->first, b->first);
}

/* Only code in a section is compiled code. The ELF header, say, is not, even in a segment that is executable as a whole. */
static struct ranges lines_code(const struct elf *elf)
{
    struct ranges code = {0};
    uint64_t end;
    for (size_t i = 0; i < elf->section_count; i++) {
        const struct elf_section *section = &elf->sections[i];
        if (section->code && !__builtin_add_overflow(section->address, section->size, &end))
            ranges_add(&code, (struct range){.low = section->address, .high = end});
    }
    for (size_t i = 0; i < elf->segment_count && elf->section_count == 0; i++)
        if (elf->segments[i].code)
            ranges_add(&code, (struct range){.low = elf->segments[i].address, .high = elf->segments[i].address + elf->segments[i].size});
    ranges_flatten(&code);
    return code;
}

static size_t find_sequences(const struct lines *lines, const struct elf *elf, struct sequence **sequences)
{
    size_t count = 0, capacity = 0, first = 0, index;
    struct ranges code = lines_code(elf);
    *sequences = NULL;
    for (size_t i = 0; i < lines->count; i++) {
        if (!(lines->rows[i].file & LINE_END))
            continue;
        if (i > first && ranges_find(&code, lines->rows[first].address, &index)) {
            *sequences = array_grow(*sequences, &capacity, count + 1, sizeof **sequences);
            (*sequences)[count++] = (struct sequence){lines->rows[first].address, first, i - first + 1};
        }
        first = i + 1;
    }
    ranges_free(&code);
    return count;
}

/* Where sequences overlap, the table by address loses rows. A caller that needs all of them gets these. */
static void keep_whole(struct lines *lines, const struct sequence *sequences, size_t count)
{
    for (size_t i = 0; i < count; i++)
        lines->whole_count += sequences[i].count;
    lines->whole = memory_allocate(lines->whole_count * sizeof *lines->whole);
    for (size_t i = 0, at = 0; i < count; at += sequences[i++].count)
        memcpy(&lines->whole[at], &lines->rows[sequences[i].first], sequences[i].count * sizeof *lines->whole);
}

void lines_finish(struct lines *lines, const struct elf *elf)
{
    struct sequence *sequences;
    struct lines sorted = {0};
    uint64_t reached = 0;
    bool overlap = false;
    size_t count = find_sequences(lines, elf, &sequences);
    if (count > 1)
        qsort(sequences, count, sizeof *sequences, compare_sequences);
    for (size_t i = 0; i < count; i++) {
        for (size_t k = 0; k < sequences[i].count; k++) {
            struct line_row row = lines->rows[sequences[i].first + k];
            if (row.address < reached) {
                overlap = true;
                continue; /* damaged, or overlaps the sequence before */
            }
            lines_add(&sorted, row);
            reached = row.address;
        }
    }
    if (overlap)
        keep_whole(lines, sequences, count);
    free(sequences);
    free(lines->rows);
    lines->rows = sorted.rows;
    lines->count = sorted.count;
    lines->capacity = sorted.capacity;
}

const struct line_row *lines_find(const struct lines *lines, uint64_t address)
{
    LOWER_BOUND(size_t, at, 0, lines->count, lines->rows[at].address <= address);
    if (at == 0 || lines->rows[at - 1].file & LINE_END)
        return NULL;
    return &lines->rows[at - 1];
}

/* `wanted` is the whole name, or the end of it after a slash. */
static bool is_file(const struct line_file *file, struct str wanted)
{
    struct str name = file->name;
    if (wanted.size == 0 || wanted.size > name.size)
        return false;
    size_t before = name.size - wanted.size;
    return str_equal(str_cut(name, before, wanted.size), wanted) && (before == 0 || name.data[before - 1] == '/');
}

/* An absolute `wanted` also matches a relative name below its folder. */
static bool is_file_in_folder(const struct line_file *file, struct str wanted)
{
    struct str folder = file->folder, name = file->name;
    if (is_file(file, wanted))
        return true;
    return folder.size && wanted.size == folder.size + 1 + name.size && wanted.data[folder.size] == '/' &&
           str_equal(str_cut(wanted, 0, folder.size), folder) && str_equal(str_cut(wanted, folder.size + 1, name.size), name);
}

static bool same_line(const struct line_row *a, const struct line_row *b)
{
    return a->address == b->address && a->line == b->line && (a->file & LINE_FILE) == (b->file & LINE_FILE);
}

/* Code belongs to the last row at its address. */
static bool counts(const struct lines *lines, size_t i)
{
    return !(lines->rows[i].file & LINE_END) && !(i + 1 < lines->count && lines->rows[i + 1].address == lines->rows[i].address);
}

/* Does a line begin at this row? Not where a later row at the same address overrides it. With view numbers the row that counts is often no statement, but an
 * earlier one of the same line is. */
static bool begins(const struct lines *lines, size_t i)
{
    const struct line_row *rows = lines->rows;
    if (!counts(lines, i))
        return false;
    for (size_t k = i; same_line(&rows[k], &rows[i]) && !(rows[k].file & LINE_END); k--) {
        if (rows[k].file & LINE_STATEMENT)
            return true;
        if (k == 0)
            break;
    }
    return false;
}

/* Does a statement begin at this row, be it that the address belongs to a later row? */
static bool is_statement(const struct lines *lines, size_t i)
{
    return lines->rows[i].file & LINE_STATEMENT && !(lines->rows[i].file & LINE_END);
}

/* The files that a name may mean; malloced. */
static bool *files_meant(const struct lines *lines, struct str file)
{
    bool *wanted = memory_allocate(lines->file_count);
    for (size_t i = 0; i < lines->file_count; i++)
        wanted[i] = is_file_in_folder(&lines->files[i], file);
    return wanted;
}

static size_t addresses_of(const struct lines *lines, struct str file, uint64_t line, bool (*fits)(const struct lines *, size_t), uint64_t **addresses)
{
    size_t count = 0, capacity = 0;
    bool *wanted = files_meant(lines, file);
    *addresses = NULL;
    for (size_t i = 0; i < lines->count; i++) {
        if (lines->rows[i].line != line || line == 0 || !wanted[lines->rows[i].file & LINE_FILE] || !fits(lines, i) ||
            (count && (*addresses)[count - 1] == lines->rows[i].address))
            continue;
        *addresses = array_grow(*addresses, &capacity, count + 1, sizeof **addresses);
        (*addresses)[count++] = lines->rows[i].address;
    }
    free(wanted);
    return count;
}

size_t lines_addresses(const struct lines *lines, struct str file, uint64_t line, uint64_t **addresses)
{
    return addresses_of(lines, file, line, begins, addresses);
}

size_t lines_statements(const struct lines *lines, struct str file, uint64_t line, uint64_t **addresses)
{
    return addresses_of(lines, file, line, is_statement, addresses);
}

enum line_begins lines_begins(const struct lines *lines, uint64_t address)
{
    const struct line_row *row = lines_find(lines, address);
    if (!row)
        return LINE_BEGINS_NOWHERE;
    if (row->address != address)
        return LINE_BEGINS_BEFORE;
    for (; row >= lines->rows && row->address == address; row--)
        if (is_statement(lines, (size_t)(row - lines->rows)))
            return LINE_BEGINS_STATEMENT;
    return LINE_BEGINS_PART;
}

uint64_t lines_row(const struct lines *lines, uint64_t address)
{
    const struct line_row *row = lines_find(lines, address);
    return row ? row->address : 0;
}

size_t lines_any_addresses(const struct lines *lines, struct str file, uint64_t line, uint64_t **addresses)
{
    size_t count = addresses_of(lines, file, line, begins, addresses);
    return count ? count : addresses_of(lines, file, line, counts, addresses);
}

uint64_t line_nearer(uint64_t line, uint64_t one, uint64_t other)
{
    uint64_t first = one > line ? one - line : line - one, second = other > line ? other - line : line - other;
    if (!one || !other)
        return one ? one : other;
    return first < second || (first == second && one > other) ? one : other;
}

uint64_t lines_nearest(const struct lines *lines, struct str file, uint64_t line)
{
    bool *wanted = files_meant(lines, file);
    uint64_t nearest = 0;
    for (size_t i = 0; i < lines->count; i++)
        if (lines->rows[i].line && wanted[lines->rows[i].file & LINE_FILE] && counts(lines, i))
            nearest = line_nearer(line, nearest, lines->rows[i].line);
    free(wanted);
    return nearest;
}

void lines_free(struct lines *lines)
{
    free(lines->rows);
    free(lines->whole);
    free(lines->files);
    *lines = (struct lines){0};
}

/* ---- Calls of code that the compiler inlined ---- */

size_t symbols_inlined_calls(struct symbols *symbols, uint64_t address, struct inlined_call *calls, size_t room)
{
    const struct debug_tables *debug = symbols_scopes(symbols);
    struct source_position position;
    size_t index, count = 0;
    if (!ranges_find(&debug->flat_scopes, address, &index) || !symbols_position(symbols, address, &position))
        return 0;
    /* An outer scope stands before its inner ones in the table, so this loop ends. */
    for (const struct scope *scope = &debug->scopes[debug->flat_scopes.items[index].value]; scope->around != NO_SCOPE; scope = &debug->scopes[scope->around]) {
        struct str caller = scope->around == scope->physical ? position.physical : symbols_scope_name(symbols, &debug->scopes[scope->around]);
        if (count < room)
            calls[count] = (struct inlined_call){caller, scope->call_line, (size_t)(scope - debug->scopes) + 1};
        count++;
    }
    return count;
}

/* ---- Rows of line tables as ranges of addresses ----
 *
 * A row reaches to the next one of its sequence; of several rows at one address only the last has a range. Sequences may overlap, and so may the ranges. If a
 * row would leave the code in which it begins, its range ends there. */

static int compare_by_start(const void *left, const void *right)
{
    const struct symbols_line_range *a = left, *b = right;
    COMPARE_FIRST(a->address, b->address);
    COMPARE_FIRST(a->size, b->size);
    COMPARE_FIRST(a->file, b->file);
    return COMPARE(a->line, b->line);
}

/* Merges touching code, so that overlapping sections cut nothing. */
static struct ranges connected_code(const struct elf *elf)
{
    struct ranges code = lines_code(elf);
    size_t kept = 0;
    for (size_t i = 0; i < code.count; i++) {
        if (kept > 0 && code.items[kept - 1].high == code.items[i].low)
            code.items[kept - 1].high = code.items[i].high;
        else
            code.items[kept++] = code.items[i];
    }
    code.count = kept;
    return code;
}

/* The end of the code that holds an address; `at`: where in `code` to look first. 0: no code holds it. */
static uint64_t code_end(const struct ranges *code, uint64_t address, size_t *at)
{
    bool known = *at < code->count && code->items[*at].low <= address && address < code->items[*at].high;
    return known || ranges_find(code, address, at) ? code->items[*at].high : 0;
}

void line_ranges_read(struct line_ranges *ranges, const struct lines *lines, const struct elf *elf)
{
    const struct line_row *rows = lines->whole ? lines->whole : lines->rows;
    size_t count = lines->whole ? lines->whole_count : lines->count, at = 0;
    struct ranges code = connected_code(elf);
    ranges->items = memory_allocate((count + 1) * sizeof *ranges->items);
    for (size_t i = 0; i + 1 < count; i++) {
        if (rows[i].file & LINE_END || rows[i].line == 0 || rows[i + 1].address <= rows[i].address)
            continue;
        uint64_t end = code_end(&code, rows[i].address, &at);
        if (end == 0)
            continue;
        end = end < rows[i + 1].address ? end : rows[i + 1].address;
        ranges->items[ranges->count++] = (struct symbols_line_range){rows[i].address, end - rows[i].address, rows[i].line, rows[i].file & LINE_FILE};
    }
    qsort(ranges->items, ranges->count, sizeof *ranges->items, compare_by_start);
    ranges_free(&code);
}

/* ---- The rows themselves ---- */

size_t symbols_line_rows(struct symbols *symbols)
{
    return symbols_lines(symbols)->count;
}

bool symbols_line_row(struct symbols *symbols, size_t index, struct symbols_line_row *row)
{
    const struct lines *lines = symbols_lines(symbols);
    const struct line_row *own = &lines->rows[index];
    bool end = own->file & LINE_END;
    *row = (struct symbols_line_row){.address = own->address,
                                     .line = own->line,
                                     .file = own->file & LINE_FILE,
                                     .statement = own->file & LINE_STATEMENT,
                                     .code = !end && !(index + 1 < lines->count && own[1].address == own->address)};
    return !end && own->line;
}

void symbols_line_file(struct symbols *symbols, uint32_t file, struct str *name, struct str *folder)
{
    const struct lines *lines = symbols_lines(symbols);
    struct line_file known = file < lines->file_count ? lines->files[file] : (struct line_file){0};
    *name = known.name;
    *folder = known.folder;
}

size_t symbols_line_file_count(struct symbols *symbols)
{
    return symbols_lines(symbols)->file_count;
}
