/* linefiles.c - the rows of a line program with the files they name.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "code/linetable.h"
#include "code/symbols_inside.h"

static uint32_t file_index(struct line_files *files, uint64_t number, uint64_t *steps)
{
    uint64_t index;
    struct lines *lines = &files->tables->lines;
    struct text path = {0};
    if (map_get(&files->known, number, &index))
        return (uint32_t)index;
    if (lines->file_count >= LINE_FILE)
        return 0;
    line_table_path(files->table, number, &path);
    *steps += path.size;
    struct slice name = path.size ? pool_name(&files->tables->names, text_slice(&path)) : (struct slice){0};
    text_free(&path);
    index = lines_add_file(lines, (struct line_file){name, files->unit_folder});
    map_put(&files->known, number, index);
    return (uint32_t)index;
}

uint64_t line_files_add(struct line_files *files, const struct program_row *from)
{
    uint64_t steps = 0;
    struct line_row row = {.address = from->address, .line = from->line <= UINT32_MAX ? (uint32_t)from->line : 0};
    row.file = file_index(files, from->file, &steps) | (from->statement ? LINE_STATEMENT : 0) | (from->end ? LINE_END : 0);
    lines_add(&files->tables->lines, row);
    return steps;
}
