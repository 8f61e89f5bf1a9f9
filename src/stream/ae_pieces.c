/* ae_pieces.c - what the line table of an address stream's executable says of each address.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "session/engine.h"
#include "stream/abstract.h"
#include "stream/ae.h"
#include "stream/ae_pieces.h"

#include <stdlib.h>
#include <string.h>

static bool find_piece(struct session *session, const struct symbols_line_row *row, struct piece *piece)
{
    const struct abstract *program = session->trace->ae->input.program;
    struct source_position position = {0};
    uint32_t function, op;
    if (row->address > UINT32_MAX || !abstract_function_at(program, (uint32_t)row->address, &function) ||
        !abstract_op_at(program, (uint32_t)row->address, &op) || !ae_position(session, (uint32_t)row->address, &position))
        return false;
    *piece = (struct piece){.line = row->line,
                            .copy = position.copy ? position.copy : SIZE_MAX - function,
                            .file = row->file,
                            .address = (uint32_t)row->address,
                            .block = abstract_block_of(program, op),
                            .function = function,
                            .statement = row->statement,
                            .code = row->code};
    return true;
}

/* Those that two pieces of one address are of: line, then file, then which stands first. */
static int by_line_there(const void *left, const void *right)
{
    const struct piece *a = *(struct piece *const *)left, *b = *(struct piece *const *)right;
    if (a->line != b->line)
        return a->line < b->line ? -1 : 1;
    if (a->file != b->file)
        return a->file < b->file ? -1 : 1;
    return (a > b) - (a < b);
}

void ae_pieces_join(struct ae_pieces *all)
{
    struct piece **there = memory_allocate((all->count + 1) * sizeof *there);
    size_t kept = 0;
    for (size_t first = 0, next; first < all->count; first = next) {
        for (next = first; next < all->count && all->items[next].address == all->items[first].address; next++)
            there[next - first] = &all->items[next];
        qsort(there, next - first, sizeof *there, by_line_there);
        for (size_t i = 1, own = 0; i < next - first; i++) {
            if (there[i]->line != there[own]->line || there[i]->file != there[own]->file) {
                own = i;
                continue;
            }
            there[own]->statement |= there[i]->statement;
            there[own]->code |= there[i]->code;
            there[i]->joined = true;
        }
    }
    for (size_t i = 0; i < all->count; i++)
        if (!all->items[i].joined)
            all->items[kept++] = all->items[i];
    all->count = kept;
    free(there);
}

static void find_pieces(struct session *session, struct ae_pieces *all)
{
    struct symbols *symbols = session->trace->symbols;
    size_t rows = symbols_line_rows(symbols);
    struct symbols_line_row row;
    struct piece piece;
    all->items = arena_allocate(&session->trace->arena, (rows + 1) * sizeof *all->items);
    for (size_t i = 0; i < rows; i++)
        if (symbols_line_row(symbols, i, &row) && find_piece(session, &row, &piece))
            all->items[all->count++] = piece;
    ae_pieces_join(all);
    for (size_t i = 0; i < all->count; i++)
        all->optimised[all->items[i].function] |= !all->items[i].statement || !all->items[i].code;
}

/* From a loop's header to the jumps that repeat it, in whatever order they stand: +1 and -1 where such a stretch begins and ends, added up. */
static void find_loops(const struct abstract *program, struct arena *arena, bool *looped)
{
    int32_t *depth = arena_allocate(arena, (program->block_count + (size_t)1) * sizeof *depth), open = 0;
    for (uint32_t block = 0; block < program->block_count; block++)
        for (uint32_t k = 0; k < program->blocks[block].count; k++) {
            const struct abstract_op *op = &program->ops[program->blocks[block].first + k];
            for (uint32_t e = op->first_edge; e < op->first_edge + op->edge_count; e++) {
                uint32_t target = program->edges[e].target;
                if (target > block)
                    continue;
                depth[target]++;
                depth[block + 1]--;
            }
        }
    for (uint32_t block = 0; block < program->block_count; block++)
        looped[block] = (open += depth[block]) > 0;
}

size_t ae_piece_index(const struct ae_pieces *all, uint32_t address)
{
    const uint32_t *at = bsearch(&address, all->addresses, all->address_count, sizeof address, ae_compare_addresses);
    return at ? (size_t)(at - all->addresses) : all->address_count;        /* which has room, and is nobody's */
}

static void find_addresses(const struct abstract *program, struct arena *arena, struct ae_pieces *all)
{
    size_t count = 0;
    all->addresses = arena_allocate(arena, (all->count + program->function_count + 1) * sizeof *all->addresses);
    for (size_t i = 0; i < all->count; i++)
        all->addresses[count++] = all->items[i].address;
    for (uint32_t i = 0; i < program->function_count; i++)
        all->addresses[count++] = program->functions[i].address;
    qsort(all->addresses, count, sizeof *all->addresses, ae_compare_addresses);
    all->begins = arena_allocate(arena, count + 1);
    for (size_t i = 0; i < count; i++)
        if (all->address_count == 0 || all->addresses[all->address_count - 1] != all->addresses[i])
            all->addresses[all->address_count++] = all->addresses[i];
    all->executions = arena_allocate(arena, (all->address_count + 1) * sizeof *all->executions);
    all->first = arena_allocate(arena, (all->address_count + 1) * sizeof *all->first);
    for (size_t i = 0, item = 0; i < all->address_count; all->first[i++] = item)
        while (item < all->count && all->items[item].address < all->addresses[i])
            item++;
    for (uint32_t i = 0; i < program->function_count; i++)
        all->begins[ae_piece_index(all, program->functions[i].address)] = true;
}

struct ae_pieces *ae_pieces_of(struct session *session)
{
    const struct abstract *program = session->trace->ae->input.program;
    struct arena *arena = &session->trace->arena;
    struct ae_pieces *all = arena_allocate(arena, sizeof *all);
    all->optimised = arena_allocate(arena, program->function_count + (size_t)1);
    all->looped = arena_allocate(arena, program->block_count + (size_t)1);
    all->has_code = arena_allocate(arena, program->function_count + (size_t)1);
    find_pieces(session, all);
    find_loops(program, arena, all->looped);
    find_addresses(program, arena, all);
    return all;
}
