/* program_tables.c - instructions by address, by function, by source line.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Three orders of all instructions are sorted at the first question; an answer is a piece of one of them. Only where a file name is
 * the tail of several files' names their instructions are merged into one more array, which is kept. */
#include "code/code.h"
#include "recording/questions/program_inside.h"

#include <stdlib.h>

/* One instruction while the orders are made. Names are numbers: what matters is that equal ones stand together. */
struct entry {
    uint64_t name;                      /* of file or function, from 1; 0: unknown */
    uint64_t line;                      /* 0 in the other orders */
    uint64_t address;
    uint64_t index;
};

/* The instructions of a file (or of several), by line, then address. Lines and indices stand apart so that a piece of the latter can
 * be handed out. */
struct view {
    uint64_t *lines, *indices;
    size_t count;
};

struct names {                          /* distinct names, numbered from 0 in order of first mention */
    struct pool pool;
    struct map numbers;                 /* the pooled name's address: its number */
    struct slice *items;
    size_t count, capacity;
};

struct program_tables {
    struct arena arena;
    struct indices by_address;
    struct names files, functions, tails;
    struct view *file_views;            /* one a file */
    struct indices *function_lists;     /* one a function */
    struct view *tail_views;            /* one a name of `tails`: what was asked for and is no file's whole name */
    size_t tail_capacity;
};

/* ---- Names ---- */

static uint64_t name_key(struct slice pooled)
{
    return (uint64_t)(uintptr_t)pooled.data;
}

/* The number of a name, which is new if it is the count from before. */
static size_t name_number(struct names *names, struct slice name)
{
    struct slice pooled = pool_name(&names->pool, name);
    uint64_t number;
    if (map_get(&names->numbers, name_key(pooled), &number))
        return (size_t)number;
    names->items = array_grow(names->items, &names->capacity, names->count + 1, sizeof *names->items);
    names->items[names->count] = pooled;
    map_put(&names->numbers, name_key(pooled), names->count);
    return names->count++;
}

static bool name_find(struct names *names, struct slice name, size_t *number)
{
    uint64_t found;
    if (!name.data || !map_get(&names->numbers, name_key(pool_name(&names->pool, name)), &found))
        return false;
    *number = (size_t)found;
    return true;
}

static void names_free(struct names *names)
{
    pool_free(&names->pool);
    map_free(&names->numbers);
    free(names->items);
}

/* ---- Sorting ---- */

static int compare(uint64_t a, uint64_t b)
{
    return (a > b) - (a < b);
}

static int compare_entries(const void *x, const void *y)
{
    const struct entry *a = x, *b = y;
    int order = compare(a->name, b->name);
    if (!order)
        order = compare(a->line, b->line);
    if (!order)
        order = compare(a->address, b->address);
    return order ? order : compare(a->index, b->index);
}

static void sort_entries(struct entry *entries, size_t count)
{
    if (count)
        qsort(entries, count, sizeof *entries, compare_entries);
}

static uint64_t *copy_indices(struct arena *arena, const struct entry *entries, size_t count)
{
    uint64_t *indices = arena_allocate(arena, count * sizeof *indices);
    for (size_t i = 0; i < count; i++)
        indices[i] = entries[i].index;
    return indices;
}

static struct view make_view(struct arena *arena, const struct entry *entries, size_t count)
{
    struct view view = {arena_allocate(arena, count * sizeof *view.lines), copy_indices(arena, entries, count), count};
    for (size_t i = 0; i < count; i++)
        view.lines[i] = entries[i].line;
    return view;
}

/* How many entries from the first on have its name. */
static size_t run_length(const struct entry *entries, size_t count)
{
    size_t length = 1;
    while (length < count && entries[length].name == entries[0].name)
        length++;
    return length;
}

/* ---- The three orders ---- */

static void order_addresses(const struct program *program, struct program_tables *tables, struct entry *entries, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        struct instruction instruction = store_instruction(program->store, i);
        entries[i] = (struct entry){!instruction.has_address, 0, instruction.has_address ? instruction.address : 0, i};
    }
    sort_entries(entries, count);
    tables->by_address = (struct indices){copy_indices(&tables->arena, entries, count), count};
}

static void order_functions(const struct program *program, struct program_tables *tables, struct entry *entries, size_t count)
{
    size_t used = 0;
    for (size_t i = 0; i < count; i++) {
        struct instruction instruction = program_instruction(program, i);
        if (instruction.function.data)
            entries[used++] = (struct entry){name_number(&tables->functions, instruction.function), 0, instruction.address, i};
    }
    sort_entries(entries, used);
    tables->function_lists = arena_allocate(&tables->arena, tables->functions.count * sizeof *tables->function_lists);
    for (size_t at = 0, length; at < used; at += length) {
        length = run_length(entries + at, used - at);
        tables->function_lists[entries[at].name] = (struct indices){copy_indices(&tables->arena, entries + at, length), length};
    }
}

static void order_lines(const struct program *program, struct program_tables *tables, struct entry *entries, size_t count)
{
    size_t used = 0;
    for (size_t i = 0; i < count; i++) {
        struct instruction instruction = program_instruction(program, i);
        if (!instruction.file.data)
            continue;
        size_t file = name_number(&tables->files, instruction.file);
        if (instruction.line)
            entries[used++] = (struct entry){file, instruction.line, instruction.address, i};
    }
    sort_entries(entries, used);
    tables->file_views = arena_allocate(&tables->arena, tables->files.count * sizeof *tables->file_views);
    for (size_t at = 0, length; at < used; at += length) {
        length = run_length(entries + at, used - at);
        tables->file_views[entries[at].name] = make_view(&tables->arena, entries + at, length);
    }
}

static struct program_tables *tables_of(struct program *program)
{
    if (program->tables)
        return program->tables;
    struct program_tables *tables = program->tables = memory_allocate(sizeof *tables);
    size_t count = (size_t)store_count(program->store);
    struct entry *entries = memory_allocate(count * sizeof *entries);
    order_addresses(program, tables, entries, count);
    order_functions(program, tables, entries, count);
    order_lines(program, tables, entries, count);
    free(entries);
    return tables;
}

void program_forget_tables(struct program *program)
{
    struct program_tables *tables = program->tables;
    if (!tables)
        return;
    arena_free(&tables->arena);
    names_free(&tables->files);
    names_free(&tables->functions);
    names_free(&tables->tails);
    free(tables->tail_views);
    free(tables);
    program->tables = NULL;
}

/* ---- Which files does a name mean? ---- */

static bool is_tail(struct slice file, struct slice tail)
{
    if (file.size <= tail.size)
        return false;
    size_t at = file.size - tail.size;
    return file.data[at - 1] == '/' && slice_equal(slice_cut(file, at, tail.size), tail);
}

/* All files with that tail in one view. */
static struct view merge_tail(const struct program *program, struct program_tables *tables, struct slice tail)
{
    size_t count = 0, matches = 0, last = 0;
    for (size_t i = 0; i < tables->files.count; i++)
        if (is_tail(tables->files.items[i], tail)) {
            count += tables->file_views[i].count;
            matches++;
            last = i;
        }
    if (matches == 0)
        return (struct view){0};
    if (matches == 1)
        return tables->file_views[last];
    struct entry *entries = memory_allocate(count * sizeof *entries);
    size_t used = 0;
    for (size_t i = 0; i < tables->files.count; i++) {
        const struct view *view = &tables->file_views[i];
        for (size_t k = 0; is_tail(tables->files.items[i], tail) && k < view->count; k++)
            entries[used++] = (struct entry){.line = view->lines[k],
                                             .address = store_instruction(program->store, view->indices[k]).address,
                                             .index = view->indices[k]};
    }
    sort_entries(entries, used);
    struct view merged = make_view(&tables->arena, entries, used);
    free(entries);
    return merged;
}

static struct view view_of(struct program *program, struct slice file)
{
    struct program_tables *tables = tables_of(program);
    size_t number, known = tables->tails.count;
    if (file.size == 0)
        return (struct view){0};
    if (name_find(&tables->files, file, &number))
        return tables->file_views[number];
    number = name_number(&tables->tails, file);
    tables->tail_views = array_grow(tables->tail_views, &tables->tail_capacity, tables->tails.count, sizeof *tables->tail_views);
    if (number == known)
        tables->tail_views[number] = merge_tail(program, tables, file);
    return tables->tail_views[number];
}

/* How many entries of a view lie on lines below `line`. */
static size_t lines_below(const struct view *view, uint64_t line)
{
    size_t low = 0, high = view->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (view->lines[middle] < line)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* ---- Questions ---- */

struct indices program_by_address(struct program *program)
{
    return tables_of(program)->by_address;
}

struct indices program_function(struct program *program, struct slice function)
{
    struct program_tables *tables = tables_of(program);
    size_t number;
    return name_find(&tables->functions, function, &number) ? tables->function_lists[number] : (struct indices){0};
}

size_t program_functions_called(struct program *program, struct slice name, struct slice *names, size_t most)
{
    struct program_tables *tables = tables_of(program);
    const struct names *functions = &tables->functions;
    struct arena arena = {0};
    size_t number, count = 0;
    struct slice readable = demangle(name, DEMANGLE_NO_RETURN, &arena);          /* of a name as the linker has it */
    bool whole = name_find(&tables->functions, name, &number) || (readable.size && name_find(&tables->functions, readable, &number));
    arena_free(&arena);
    if (whole) {
        if (most)
            names[0] = functions->items[number];
        return 1;
    }
    for (size_t i = 0; i < functions->count; i++) {
        if (!demangled_matches(functions->items[i], name))
            continue;
        if (count < most)
            names[count] = functions->items[i];
        count++;
    }
    return count;
}

struct indices program_line(struct program *program, struct slice file, uint64_t line)
{
    struct view view = view_of(program, file);
    size_t from = lines_below(&view, line), to = line < UINT64_MAX ? lines_below(&view, line + 1) : view.count;
    return to > from ? (struct indices){view.indices + from, to - from} : (struct indices){0};
}

size_t program_file_count(struct program *program)
{
    return tables_of(program)->files.count;
}

struct slice program_file(struct program *program, size_t i)
{
    return tables_of(program)->files.items[i];
}

uint64_t program_line_executions(struct program *program, struct slice file, uint64_t line)
{
    struct indices on_line = program_line(program, file, line);
    struct map most = {0};                  /* of each copy */
    uint64_t total = 0;
    for (size_t i = 0; i < on_line.count; i++) {
        uint64_t executions = store_instruction(program->store, on_line.items[i]).executions, before = 0;
        size_t copy = on_line.count > 1 ? program_copy(program, on_line.items[i]) : 0;
        (void)map_get(&most, copy, &before);
        if (executions <= before)
            continue;
        total += executions - before;
        map_put(&most, copy, executions);
    }
    map_free(&most);
    return total;
}

uint64_t program_nearest_line(struct program *program, struct slice file, uint64_t line)
{
    struct view view = view_of(program, file);
    size_t at = line < UINT64_MAX ? lines_below(&view, line + 1) : view.count;
    if (at)
        return view.lines[at - 1];
    return view.count ? view.lines[0] : 0;
}

uint64_t program_line_beside(struct program *program, struct slice file, uint64_t line)
{
    struct view view = view_of(program, file);
    size_t at = line < UINT64_MAX ? lines_below(&view, line + 1) : view.count;
    return line_nearer(line, at ? view.lines[at - 1] : 0, at < view.count ? view.lines[at] : 0);
}
