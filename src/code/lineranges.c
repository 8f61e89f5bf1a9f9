/* lineranges.c - rows of line tables as ranges of addresses.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A row reaches to the next one of its sequence; of several rows at one address all but the last reach nowhere. Sequences may overlap, and so may the
 * ranges. Where a row would leave the code that it begins in, its range ends there. */
#include "code/codetables.h"

#include <stdlib.h>

static int compare(const void *left, const void *right)
{
    const struct symbols_line_range *a = left, *b = right;
    if (a->address != b->address)
        return a->address < b->address ? -1 : 1;
    if (a->size != b->size)
        return a->size < b->size ? -1 : 1;
    if (a->file != b->file)
        return a->file < b->file ? -1 : 1;
    return (a->line > b->line) - (a->line < b->line);
}

/* Code that touches is one, so that sections which overlap cut nothing. */
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

/* Where the code ends that holds an address; `at` is a place in `code` to look at first. 0: there is none. */
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
    qsort(ranges->items, ranges->count, sizeof *ranges->items, compare);
    ranges_free(&code);
}

/* ---- Rows as they stand ---- */

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

void symbols_line_file(struct symbols *symbols, uint32_t file, struct slice *name, struct slice *folder)
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
