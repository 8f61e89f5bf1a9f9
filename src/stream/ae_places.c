/* ae_places.c - source lines of an address stream, and the addresses of positions.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The executable's line table shows where the code of a line begins. One pass over the stream counts how often each line ran. */
#include "session/engine.h"
#include "stream/abstract.h"
#include "stream/ae.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

struct ae *ae_of_trace(const struct session_trace *trace)
{
    return trace->kind && trace->kind->kind & KIND_AE ? trace->own : NULL;
}

struct ae *ae_of(const struct session *session)
{
    return ae_of_trace(session->trace);
}

/* ---- The executable's line table, by address ---- */

static bool find_piece(struct session *session, const struct symbols_line_row *row, struct piece *piece)
{
    const struct abstract *program = ae_of(session)->input.program;
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

/* Orders pieces at one address: by line, then file, then order in the table. */
static int by_line_there(const void *left, const void *right)
{
    const struct piece *a = *(struct piece *const *)left, *b = *(struct piece *const *)right;
    COMPARE_FIRST(a->line, b->line);
    COMPARE_FIRST(a->file, b->file);
    return COMPARE(a, b);
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

/* Marks blocks from a loop's header to the jumps that repeat it, in whatever order they stand. Adds +1 where such a stretch begins and -1 where it ends, and
 * sums up. */
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

/* Index in `addresses`; for an address not in it, address_count, a spare item. */
static size_t ae_piece_index(const struct ae_pieces *all, uint32_t address)
{
    const uint32_t *at = bsearch(&address, all->addresses, all->address_count, sizeof address, compare_uint32);
    return at ? (size_t)(at - all->addresses) : all->address_count;        /* the spare item */
}

static void find_addresses(const struct abstract *program, struct arena *arena, struct ae_pieces *all)
{
    size_t count = 0;
    all->addresses = arena_allocate(arena, (all->count + program->function_count + 1) * sizeof *all->addresses);
    for (size_t i = 0; i < all->count; i++)
        all->addresses[count++] = all->items[i].address;
    for (uint32_t i = 0; i < program->function_count; i++)
        all->addresses[count++] = program->functions[i].address;
    qsort(all->addresses, count, sizeof *all->addresses, compare_uint32);
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

/* For all files, in the trace's arena; counts nothing. O(rows of the line table * log). */
static struct ae_pieces *ae_pieces_of(struct session *session)
{
    const struct abstract *program = ae_of(session)->input.program;
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

/* ---- Source lines in an address stream: how often each ran, and the places where its code begins ----
 *
 * Every execution of an instruction is in the stream, and one pass counts those that a row of the line table names. What the counts mean for a line depends
 * upon the compiler's optimisation:
 *
 *   not optimised    every row is a statement, and no two are at one address: the line ran as often as its most frequent instruction. Each copy of a
 *                    function (out of line or inlined, struct source_position) counts separately, and the line has the sum.
 *   optimised        the compiler moved code of a line out of loops and before branches, shared it with other lines, or removed it and left a row without
 *                    code. The sum is exact in three cases, if every copy of the line's function has code of it: all pieces of the line in a function are
 *                    in one block and a statement begins there; or they are in no loop and ran whenever the function did; or they are the code before
 *                    each of several returns. In other cases the count is an estimate (struct line_fact): the sum, or how often statements of the line
 *                    began after those of another line, as in an unrolled loop. If nothing ran, it is unknown whether the line did, unless a statement
 *                    of it begins in code of its own. */

enum {
    DEPTHS = 4096,                      /* open activations whose statements are tracked */
    PIECES = 4096                       /* a line with more pieces never gets an exact count, since each piece is compared with each */
};

/* ---- The stream: one pass ---- */

/* Moves an activation, by its depth, to an address. Activations that are too deep are not tracked, which only lowers an estimate. */
static void arrive(struct ae_pieces *all, size_t first, uint32_t address, uint32_t depth)
{
    if (depth >= all->last_count)
        return;
    for (size_t i = first; i < all->count && all->items[i].address == address; i++) {
        struct piece *piece = &all->items[i];
        const struct piece *last = all->last[depth];
        if (!piece->statement)
            continue;
        piece->arrivals += !(last && last->line == piece->line && last->file == piece->file);
        all->last[depth] = piece;
    }
}

static enum timeline_verdict count_one(void *context, const struct timeline_found *found)
{
    struct ae_pieces *all = context;
    size_t index = ae_piece_index(all, found->at.instruction);
    if (found->at.depth < all->last_count && all->begins[index])
        all->last[found->at.depth] = NULL;
    all->executions[index]++;
    arrive(all, all->first[index], found->at.instruction, found->at.depth);
    return TIMELINE_PASS;
}

static void count_executions(struct session *session, struct ae_pieces *all)
{
    struct ae *ae = ae_of(session);
    struct timeline_query query = {.instructions = all->addresses, .instruction_count = all->address_count, .judge = count_one, .context = all};
    struct timeline_found found;
    if (all->counted || !all->count || !ae->has_here || ae->input.events.size > AE_MEASURED)
        return;
    memset(all->executions, 0, all->address_count * sizeof *all->executions);
    for (size_t i = 0; i < all->count; i++)
        all->items[i].arrivals = 0;
    all->last_count = DEPTHS;
    all->last = memory_allocate(all->last_count * sizeof *all->last);
    all->counted = timeline_find(ae->timeline, &query, 0, 1, &found) != TIMELINE_STOPPED;
    free(all->last);
}

static uint64_t executions_at(const struct ae_pieces *all, uint32_t address)
{
    return all->executions[ae_piece_index(all, address)];
}

/* ---- Lines ---- */

/* A copy of a function, as struct source_position numbers it. */
struct copy {
    struct str file;
    size_t number;
};

/* A query about all lines of a file. */
struct question {
    struct session *session;
    const struct ae_pieces *all;
    const struct piece **pieces;        /* in the file: by line, then by copy, then by address */
    size_t count;
    struct str function;              /* the function of these copies; lines of one function are neighbours */
    struct copy *copies;                /* malloced */
    size_t copy_count;
    const struct piece *const *answered;        /* pieces of the line, and its file, for which in_every holds; NULL: none yet */
    struct str file;
    bool in_every;
};

static int by_line(const void *left, const void *right)
{
    const struct piece *a = *(const struct piece *const *)left, *b = *(const struct piece *const *)right;
    COMPARE_FIRST(a->line, b->line);
    COMPARE_FIRST(a->copy, b->copy);
    return COMPARE(a->address, b->address);
}

/* Pieces are sorted by copy: finds the first piece of a copy in O(log n). */
static bool has_copy(const struct piece *const *pieces, size_t count, size_t copy)
{
    LOWER_BOUND(size_t, at, 0, count, pieces[at]->copy < copy);
    for (; at < count && pieces[at]->copy == copy; at++)
        if (pieces[at]->code)
            return true;
    return false;
}

/* Finds the copies of a function, once for all its lines. */
static void find_copies(struct question *question, struct str function)
{
    struct symbols *symbols = question->session->trace->symbols;
    struct source_position position;
    uint64_t *addresses;
    free(question->copies);
    size_t count = symbols_copies_named(symbols, function, &addresses);
    question->copies = memory_allocate((count + 1) * sizeof *question->copies);
    question->copy_count = 0;
    for (size_t i = 0; i < count; i++)
        if (symbols_position(symbols, addresses[i], &position))
            question->copies[question->copy_count++] = (struct copy){.file = position.file, .number = position.copy};
    question->function = function;
    free(addresses);
}

/* Do all copies of a piece's function have code of the line? Functions of that name in other files do not count. The next piece of the same function and line
 * has the same answer. */
static bool in_every_copy(struct question *question, const struct piece *piece, const struct piece *const *pieces, size_t count)
{
    struct source_position own;
    if (!symbols_position(question->session->trace->symbols, piece->address, &own) || !own.copy)
        return true;
    bool same = str_equal(own.function, question->function);
    if (same && question->answered == pieces && str_equal(own.file, question->file))
        return question->in_every;
    if (!same)
        find_copies(question, own.function);
    question->answered = pieces;
    question->file = own.file;
    question->in_every = true;
    for (size_t i = 0; i < question->copy_count && question->in_every; i++)
        question->in_every = !str_equal(question->copies[i].file, own.file) || has_copy(pieces, count, question->copies[i].number);
    return question->in_every;
}

/* Did any piece of the line run in a function without code of it? That is all that is left of a copy inlined there. */
static bool ran_without_code(const struct question *question, const struct piece *const *pieces, size_t count)
{
    bool *has_code = question->all->has_code, found = false;
    for (size_t i = 0; i < count; i++)
        has_code[pieces[i]->function] = false;
    for (size_t i = 0; i < count; i++)
        has_code[pieces[i]->function] |= pieces[i]->code;
    for (size_t i = 0; i < count && !found; i++)
        found = !has_code[pieces[i]->function] && executions_at(question->all, pieces[i]->address) > 0;
    return found;
}

/* Is `most` certainly how often the line ran in this copy, given by some of its pieces? */
static bool is_sure(struct question *question, const struct piece *const *pieces, size_t count, const struct piece *piece, uint64_t most)
{
    const struct ae_pieces *all = question->all;
    uint64_t entries = executions_at(all, ae_of(question->session)->input.program->functions[piece->function].address);
    uint64_t arrivals = 0;
    bool one_block = true, begins = false, looped = false;
    for (size_t i = 0; i < count; i++) {
        if (pieces[i]->function != piece->function)
            continue;
        one_block &= pieces[i]->block == piece->block;
        begins |= pieces[i]->code && pieces[i]->statement;
        looped |= all->looped[pieces[i]->block];
        arrivals += pieces[i]->arrivals;
    }
    return (entries == 0 || (one_block && begins) || (!looped && most == entries && arrivals <= most)) && in_every_copy(question, piece, pieces, count);
}

/* For a copy with only one instruction before each of several returns: how often it ran, since an activation passes one return. 0: it has more. */
static uint64_t at_returns(const struct question *question, const struct piece *const *pieces, size_t count)
{
    const struct abstract *program = ae_of(question->session)->input.program;
    uint64_t sum = 0;
    size_t returns = 0;
    uint32_t last = UINT32_MAX;
    for (size_t i = 0; i < count; i++) {
        const struct abstract_block *block = &program->blocks[pieces[i]->block];
        if (!pieces[i]->code)
            continue;
        if (last == pieces[i]->block || !block->count || program->ops[block->first + block->count - 1].operator != AE_RETURN)
            return 0;
        sum += executions_at(question->all, pieces[i]->address);
        last = pieces[i]->block;
        returns++;
    }
    return returns > 1 ? sum : 0;
}

/* One copy, `own` of the line's pieces: it ran as often as its most frequent instruction. For a line without any code, its remaining pieces count. */
static uint64_t count_copy(struct question *question, const struct piece *const *own, size_t own_count, const struct piece *const *pieces, size_t count,
                           bool has_code, bool *sure)
{
    const struct ae_pieces *all = question->all;
    const struct piece *piece = NULL;
    uint64_t most = 0, began = 0;
    for (size_t i = 0; i < own_count; i++) {
        uint64_t executions = executions_at(all, own[i]->address);
        if (has_code && !own[i]->code)
            continue;
        piece = own[i];
        most = executions > most ? executions : most;
        began += own[i]->code ? own[i]->arrivals : 0;
    }
    if (!piece || !all->optimised[piece->function])
        return most;
    uint64_t entries = executions_at(all, ae_of(question->session)->input.program->functions[piece->function].address);
    if (entries && at_returns(question, own, own_count) == entries) {
        *sure = *sure && in_every_copy(question, piece, pieces, count);
        return entries;
    }
    *sure = *sure && began <= most && is_sure(question, pieces, count, piece, most);
    return began > most ? began : most;
}

static struct line_fact fact_of(struct question *question, const struct piece *const *pieces, size_t count)
{
    uint64_t total = 0;
    bool has_code = false, sure = count <= PIECES && !ran_without_code(question, pieces, count), begins = false;
    for (size_t i = 0; i < count; i++) {
        has_code |= pieces[i]->code;
        begins = begins || (sure && pieces[i]->code && pieces[i]->statement && in_every_copy(question, pieces[i], pieces, count));
    }
    for (size_t first = 0, next; first < count; first = next) {
        for (next = first; next < count && pieces[next]->copy == pieces[first]->copy;)
            next++;
        total += count_copy(question, pieces + first, next - first, pieces, count, has_code, &sure);
    }
    struct line_fact fact = {.state = LINE_RAN, .count = total, .about = total && !(sure && has_code)};
    if (total == 0)
        fact.state = has_code && (sure || begins) ? LINE_NEVER : LINE_MAYBE;
    if (fact.about || fact.state == LINE_MAYBE)
        fact.why = has_code ? "optimised code splits it into pieces" : "optimised code has no instruction for it";
    return fact;
}

static void gather(struct question *question, struct str file, struct arena *arena)
{
    const bool *same = traces_line_files(question->session->trace->symbols, file, arena);
    const struct ae_pieces *all = question->all;
    question->pieces = arena_allocate(arena, (all->count + 1) * sizeof *question->pieces);
    for (size_t i = 0; i < all->count; i++)
        if (same[all->items[i].file])
            question->pieces[question->count++] = &all->items[i];
    qsort(question->pieces, question->count, sizeof *question->pieces, by_line);
}

void ae_lines(struct session *session, struct str file, struct line_table *table)
{
    struct ae *ae = ae_of(session);
    if (!ae->pieces)
        ae->pieces = ae_pieces_of(session);
    count_executions(session, ae->pieces);
    struct question question = {.session = session, .all = ae->pieces};
    gather(&question, file, &table->arena);
    for (size_t first = 0, next; first < question.count; first = next) {
        uint64_t line = question.pieces[first]->line;
        for (next = first; next < question.count && question.pieces[next]->line == line;)
            next++;
        struct line_fact *fact = line_table_grow(table, line);
        if (!fact)
            continue;
        *fact = ae->pieces->counted ? fact_of(&question, question.pieces + first, next - first) : (struct line_fact){.state = LINE_MAYBE};
        fact->place = (struct place){.has = PLACE_FILE | PLACE_LINE, .file = table->file, .line = line};
    }
    free(question.copies);
    table->lasting = ae->pieces->counted || ae->input.events.size > AE_MEASURED;
}

/* ---- Where code begins ---- */

static bool same_function(const struct session *session, const struct piece *a, const struct piece *b)
{
    struct source_position one, other;
    return ae_position(session, a->address, &one) && ae_position(session, b->address, &other) && str_equal(one.function, other.function);
}

/* Adds one copy of a line: its statements; or else one address for each block of its code; or else, for a line without code, its rows. `code`: some code of the
 * line, in any copy; rows without code at an instruction of another function do not belong to this copy. */
static size_t add_copy(const struct session *session, const struct piece *const *pieces, size_t count, const struct piece *code, uint32_t *addresses)
{
    size_t found = 0, block = SIZE_MAX;
    bool begins = false, has_code = false;
    for (size_t i = 0; i < count; i++) {
        has_code |= pieces[i]->code;
        begins |= pieces[i]->code && pieces[i]->statement;
    }
    for (size_t i = 0; i < count; i++) {
        if (has_code ? !pieces[i]->code : code && !same_function(session, pieces[i], code))
            continue;
        if (begins ? !pieces[i]->statement : pieces[i]->block == block)
            continue;
        addresses[found++] = pieces[i]->address;
        block = pieces[i]->block;
    }
    return found;
}

/* Does a statement begin at the address, in code of the line? */
static bool is_statement(const struct piece *const *pieces, size_t count, uint32_t address)
{
    for (size_t i = 0; i < count; i++)
        if (pieces[i]->address == address && pieces[i]->code && pieces[i]->statement)
            return true;
    return false;
}

static size_t line_code(struct session *session, struct str file, uint64_t line, bool first_alone, uint32_t **addresses)
{
    struct arena arena = {0};
    size_t first = 0, next, end, found = 0;
    if (!ae_of(session)->pieces)
        ae_of(session)->pieces = ae_pieces_of(session);
    struct question question = {.session = session, .all = ae_of(session)->pieces};
    gather(&question, file, &arena);
    while (first < question.count && question.pieces[first]->line != line)
        first++;
    const struct piece *code = NULL;
    for (end = first; end < question.count && question.pieces[end]->line == line; end++)
        code = question.pieces[end]->code ? question.pieces[end] : code;
    *addresses = memory_allocate((end - first + 1) * sizeof **addresses);
    for (; first < end; first = next) {
        for (next = first; next < end && question.pieces[next]->copy == question.pieces[first]->copy;)
            next++;
        size_t added = add_copy(session, question.pieces + first, next - first, code, *addresses + found);
        bool statements = added && is_statement(question.pieces + first, next - first, (*addresses)[found]);
        found += first_alone && statements ? 1 : added;
    }
    qsort(*addresses, found, sizeof **addresses, compare_uint32);
    arena_free(&arena);
    return found;
}

size_t ae_line_code(struct session *session, struct str file, uint64_t line, uint32_t **addresses)
{
    return line_code(session, file, line, false, addresses);
}

/* Like ae_line_code, but only the first of a copy's statements. */
static size_t ae_line_stops(struct session *session, struct str file, uint64_t line, uint32_t **addresses)
{
    return line_code(session, file, line, true, addresses);
}

/* ---- The meaning of a position ---- */

static bool line_addresses(struct session *session, struct str file, uint64_t line, uint32_t **addresses, size_t *count, struct error *error)
{
    *count = ae_line_stops(session, file, line, addresses);
    if (*count)
        return true;
    free(*addresses);
    *addresses = NULL;
    if (!ae_of(session)->has_lines)
        return error_set(error, "the executable has no line information, so %.*s:%" PRIu64 " is unknown", STR(file), line);
    uint64_t nearest = symbols_nearest_line(session->trace->symbols, file, line);
    size_t near = nearest ? ae_line_stops(session, file, nearest, addresses) : 0;
    if (nearest)
        free(*addresses);
    *addresses = NULL;
    return near ? error_set(error, "the schema has no code that begins at %.*s:%" PRIu64 ": the nearest line with code is %" PRIu64, STR(file), line, nearest)
                : error_set(error, "the schema has no code that begins at %.*s:%" PRIu64, STR(file), line);
}

static bool one_address(uint32_t address, uint32_t **addresses, size_t *count)
{
    *addresses = memory_allocate(sizeof **addresses);
    **addresses = address;
    *count = 1;
    return true;
}

/* Appends the addresses where the compiler inlined a function, in code of the schema. The array has room after the addresses of the function's own code. */
static void add_inlined(const struct session *session, struct str name, uint32_t **addresses, size_t *count)
{
    struct symbols *symbols = session->trace->symbols;
    struct source_position position;
    uint64_t *copies;
    size_t all = symbols_copies_named(symbols, name, &copies), capacity = *count;
    uint32_t function;
    for (size_t i = 0; i < all; i++) {
        bool inlined = symbols_position(symbols, copies[i], &position) && position.copy && !str_equal(position.physical, name);
        if (!inlined || copies[i] > UINT32_MAX || !abstract_function_at(ae_of(session)->input.program, (uint32_t)copies[i], &function))
            continue;
        *addresses = array_grow(*addresses, &capacity, *count + 1, sizeof **addresses);
        (*addresses)[(*count)++] = (uint32_t)copies[i];
    }
    free(copies);
}

/* Is it the readable name of a function, or a shorter form of a C++ name (demangled_matches)? */
static bool ae_is_called(const struct abstract *program, uint32_t function, struct str name, bool shorter)
{
    struct str own = ae_function_name(program, function);
    bool mangled = own.data != program->functions[function].name.data;
    return shorter ? mangled && demangled_matches(own, name) : str_equal(own, name);
}

bool ae_one_function(const struct session *session, struct str said, struct str *whole, struct error *error)
{
    enum { LISTED = 4 };
    const struct abstract *program = ae_of(session)->input.program;
    struct str names[LISTED];
    uint32_t function;
    size_t count = 0;
    *whole = (struct str){NULL, 0};
    if (abstract_function_named(program, said, &function))
        names[count++] = ae_function_name(program, function);
    for (int shorter = 0; shorter < 2 && !count; shorter++)
        for (uint32_t i = 0; i < program->function_count; i++) {
            if (!ae_is_called(program, i, said, shorter) || (count == 1 && str_equal(names[0], ae_function_name(program, i))))
                continue;
            if (count < LISTED)
                names[count] = ae_function_name(program, i);
            count++;
        }
    if (count > 1)
        return several_functions(said, names, count, LISTED, error);
    *whole = count ? names[0] : *whole;
    return true;
}

/* All functions of that name: static functions in several files, and for C++ all that a shorter name fits. */
static bool functions_named(const struct session *session, struct str name, uint32_t **addresses, size_t *count, struct error *error)
{
    const struct abstract *program = ae_of(session)->input.program;
    uint32_t function;
    *addresses = memory_allocate((program->function_count + (size_t)1) * sizeof **addresses);
    *count = 0;
    if (abstract_function_named(program, name, &function))
        (*addresses)[(*count)++] = program->functions[function].address;
    bool one = *count > 0;
    for (int shorter = 0; shorter < 2 && !*count; shorter++)
        for (uint32_t i = 0; i < program->function_count && !one; i++)
            if (ae_is_called(program, i, name, shorter))
                (*addresses)[(*count)++] = program->functions[i].address;
    add_inlined(session, name, addresses, count);
    qsort(*addresses, *count, sizeof **addresses, compare_uint32);
    if (*count)
        return true;
    free(*addresses);
    *addresses = NULL;
    struct near near;
    near_begin(&near, name);
    for (uint32_t i = 0; i < program->function_count; i++)
        near_offer(&near, demangled_alike(ae_function_name(program, i), name));
    return error_set(error, "no function `%.*s` in the schema: %s`info functions` lists them", STR(name), near_words(&near));
}

static bool file_here(struct session *session, struct str *file)
{
    struct source_position position;
    *file = (struct str){NULL, 0};
    if (ae_of(session)->has_here && ae_position(session, ae_of(session)->moment.at.instruction, &position))
        *file = position.file;
    return file->size > 0;
}

bool ae_addresses(struct session *session, const struct place *place, uint32_t **addresses, size_t *count, struct error *error)
{
    const struct abstract *program = ae_of(session)->input.program;
    struct str file = place->file;
    uint32_t op;
    if (place->has & PLACE_ADDRESS) {
        if (place->address > UINT32_MAX || !abstract_op_at(program, (uint32_t)place->address, &op) || place->address % 4)
            return error_set(error, "0x%" PRIx64 " is not an instruction of the schema: `info functions` lists its functions", place->address);
        return one_address((uint32_t)place->address, addresses, count);
    }
    if (place->has & PLACE_LINE) {
        struct source_position position;
        if (!file.size && !file_here(session, &file) && list_of_main(session, &position))
            file = position.file;
        if (!file.size)
            return error_set(error, "no source file is known here: name one, as in FILE:%" PRIu64, place->line);
        return line_addresses(session, file, place->line, addresses, count, error);
    }
    if (place->has & PLACE_FUNCTION)
        return functions_named(session, place->function, addresses, count, error);
    return error_set(error, "not an instruction: expected FUNCTION, FILE:LINE or 0xADDRESS");
}

bool ae_addresses_of_one(struct session *session, const struct place *place, uint32_t **addresses, size_t *count, struct error *error)
{
    struct str whole;
    bool several = place->has & PLACE_FUNCTION && !(place->has & (PLACE_ADDRESS | PLACE_LINE)) && !ae_one_function(session, place->function, &whole, error);
    return !several && ae_addresses(session, place, addresses, count, error);
}

/* "sub ran 100 times: #0 to #99" */
static bool no_execution(const struct place *place, uint64_t ran, struct error *error)
{
    struct text name = {0};
    describe_asked(place, &name);
    if (ran > 1)
        error_set(error, "no execution #%" PRIu64 ": %s ran %" PRIu64 " times, #0 to #%" PRIu64, place->instance, text_string(&name), ran, ran - 1);
    else if (ran)
        error_set(error, "no execution #%" PRIu64 ": %s ran once, #0", place->instance, text_string(&name));
    else
        error_set(error, "%s never ran", text_string(&name));
    text_free(&name);
    return false;
}

/* Takes the K-th match, from 0: counts down the matches left. */
static enum timeline_verdict count_down(void *context, const struct timeline_found *found)
{
    uint64_t *left = context;
    (void)found;
    return (*left)-- == 0 ? TIMELINE_TAKE : TIMELINE_PASS;
}

/* The next execution of these, or else the last one before; with #K the K-th of the trace. */
static bool execution(struct session *session, const struct place *place, uint64_t *number, struct error *error)
{
    struct timeline_query query = {0};
    struct timeline_found found;
    uint32_t *addresses = NULL;
    uint64_t left = place->has & PLACE_INSTANCE ? place->instance : 0;
    bool there = false, done;
    if (!ae_addresses_of_one(session, place, &addresses, &query.instruction_count, error))
        return false;
    query.instructions = addresses;
    uint64_t here = ae_of(session)->moment.instruction;
    if (place->has & PLACE_INSTANCE) {
        query.judge = count_down;
        query.context = &left;
        done = ae_find(session, &query, 0, 1, &found, &there, error);
    } else {
        done = ae_find(session, &query, here - 1, 1, &found, &there, error);
        if (done && !there)
            done = ae_find(session, &query, here, -1, &found, &there, error);
    }
    free(addresses);
    if (done && !there)
        return no_execution(place, place->has & PLACE_INSTANCE ? place->instance - left : 0, error);
    *number = found.at.number;
    return done;
}

static bool measured(struct session *session, uint64_t *total, struct error *error)
{
    timeline_watch(ae_of(session)->timeline, session->options.progress);
    return ae_answered(session, timeline_measure(ae_of(session)->timeline, total), error);
}

static bool relative(struct session *session, int64_t offset, uint64_t *number, struct error *error)
{
    uint64_t here = ae_of(session)->moment.at.number;
    if (offset < 0 ? (uint64_t)-offset >= here : (uint64_t)offset > UINT64_MAX - here)
        return error_set(error, "%+" PRId64 " leads out of the trace, which begins at @1: this is @%" PRIu64, offset, here);
    *number = offset < 0 ? here - (uint64_t)-offset : here + (uint64_t)offset;
    return true;
}

static bool aim(struct session *session, const struct place *place, uint64_t *number, struct error *error)
{
    uint64_t total;
    if (!ae_need(session, error))
        return false;
    if (place->has & PLACE_EVENT) {
        *number = place->event;
        return true;
    }
    if (place->has & PLACE_RELATIVE)
        return relative(session, place->offset, number, error);
    if (place->has & PLACE_BEGIN) {
        *number = 1;
        return true;
    }
    if (place->has & (PLACE_END | PLACE_PERCENT)) {
        if (!measured(session, &total, error))
            return false;
        uint64_t percent = place->has & PLACE_END ? 100 : (uint64_t)place->offset;
        *number = total / 100 * percent + total % 100 * percent / 100;
        *number = *number ? *number : 1;
        return true;
    }
    if (place->has & (PLACE_ADDRESS | PLACE_LINE | PLACE_FUNCTION))
        return execution(session, place, number, error);
    return error_set(error, "not a position in %s: expected @N, 0xADDRESS, FUNCTION, FILE:LINE, +N, -N, N%%, begin or end", ae_what);
}

bool ae_resolve(struct session *session, const struct place *place, struct place *whole, struct error *error)
{
    struct place marked;
    struct timeline_address address;
    uint64_t number, total;
    size_t got;
    if (place->has & PLACE_MARK) {
        if (!marks_get(&session->trace->marks, place->mark, &marked))
            return refuse_mark(session, place->mark, error);
        place = &marked;
    }
    if (!aim(session, place, &number, error))
        return false;
    if (!ae_answered(session, timeline_addresses(ae_of(session)->timeline, number, 1, &address, &got), error))
        return false;
    (void)timeline_total(ae_of(session)->timeline, &total);
    if (got == 0)
        return error_set(error, "no address @%" PRIu64 ": the trace has @1 to @%" PRIu64, number, total);
    *whole = (struct place){.has = PLACE_EVENT, .event = number};
    return true;
}

bool ae_set(struct session *session, const struct place *place, struct error *error)
{
    uint64_t number;
    text_clear(&ae_of(session)->stopped);
    return aim(session, place, &number, error) && ae_stand(session, number, error);
}
