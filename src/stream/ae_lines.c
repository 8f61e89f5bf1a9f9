/* ae_lines.c - source lines in an address stream: how often each ran, and where its code begins.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Every execution of an instruction is in the stream, and one pass counts those that a row of the line table names. What that says of a line depends upon
 * what the compiler left of it:
 *
 *   not optimised    every row is a statement, and no two are at one address: the line ran as often as that of its instructions which ran most. Each copy
 *                    of a function (out of line or inlined, struct source_position) counts for itself, and the line has the sum.
 *   optimised        code of a line is moved out of loops and before branches, is shared with other lines, or is gone, with a row left that has none. The sum
 *                    is the number of the line where it can be no other: where all that is known of the line in a function lies in one block and a statement
 *                    begins there, or lies in no loop and ran whenever the function did, or where it is what stands before each of several returns; and
 *                    every copy of the line's function has code of it. Else it is about right (struct line_fact): the sum, or how often statements of the
 *                    line began behind those of another line, as of a loop whose rounds were written out one behind the other. Where nothing ran
 *                    it is not known whether the line did, unless a statement of it begins in code of its own. */
#include "session/engine.h"
#include "stream/abstract.h"
#include "stream/ae.h"
#include "stream/ae_pieces.h"

#include <stdlib.h>
#include <string.h>

enum {
    DEPTHS = 4096,                      /* open activations whose statements are followed */
    PIECES = 4096                       /* of a line that is in more no number is called exact: each is compared with each */
};

/* ---- The stream: one pass ---- */

/* Where an activation is, by its depth; of those too deep nothing is known, which only makes an estimate less. */
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
    struct ae *ae = session->trace->ae;
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
    struct slice file;
    size_t number;
};

/* What is asked of all lines of a file. */
struct question {
    struct session *session;
    const struct ae_pieces *all;
    const struct piece **pieces;        /* of the file: by line, then by copy, then by address */
    size_t count;
    struct slice function;              /* the one whose copies these are: lines of one follow each other */
    struct copy *copies;                /* malloced */
    size_t copy_count;
    const struct piece *const *answered;        /* of the line whose pieces these are, and that file: in_every; NULL: of none yet */
    struct slice file;
    bool in_every;
};

static int by_line(const void *left, const void *right)
{
    const struct piece *a = *(const struct piece *const *)left, *b = *(const struct piece *const *)right;
    if (a->line != b->line)
        return a->line < b->line ? -1 : 1;
    if (a->copy != b->copy)
        return a->copy < b->copy ? -1 : 1;
    return (a->address > b->address) - (a->address < b->address);
}

/* The pieces stand by copy: the first of one is found in O(log n). */
static bool has_copy(const struct piece *const *pieces, size_t count, size_t copy)
{
    size_t low = 0, high = count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (pieces[middle]->copy < copy)
            low = middle + 1;
        else
            high = middle;
    }
    for (; low < count && pieces[low]->copy == copy; low++)
        if (pieces[low]->code)
            return true;
    return false;
}

/* Which copies there are of a function: found once for its lines. */
static void find_copies(struct question *question, struct slice function)
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

/* Has every copy of the function that a piece belongs to code of the line? Functions of that name in other files are others. Of the next piece of the same
 * function and line the answer is the same. */
static bool in_every_copy(struct question *question, const struct piece *piece, const struct piece *const *pieces, size_t count)
{
    struct source_position own;
    if (!symbols_position(question->session->trace->symbols, piece->address, &own) || !own.copy)
        return true;
    bool same = slice_equal(own.function, question->function);
    if (same && question->answered == pieces && slice_equal(own.file, question->file))
        return question->in_every;
    if (!same)
        find_copies(question, own.function);
    question->answered = pieces;
    question->file = own.file;
    question->in_every = true;
    for (size_t i = 0; i < question->copy_count && question->in_every; i++)
        question->in_every = !slice_equal(question->copies[i].file, own.file) || has_copy(pieces, count, question->copies[i].number);
    return question->in_every;
}

/* Something of the line ran in a function that has no code of it: of a copy that was inlined there nothing else is left. */
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

/* Can the line have run in this copy, which is some of its pieces, no other number of times than `most`? */
static bool is_sure(struct question *question, const struct piece *const *pieces, size_t count, const struct piece *piece, uint64_t most)
{
    const struct ae_pieces *all = question->all;
    uint64_t entries = executions_at(all, question->session->trace->ae->input.program->functions[piece->function].address);
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

/* Of one copy that has nothing but an instruction before each of several returns, how often it ran: an activation comes through one. 0: it has more. */
static uint64_t at_returns(const struct question *question, const struct piece *const *pieces, size_t count)
{
    const struct abstract *program = question->session->trace->ae->input.program;
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

/* One copy, `own` of the line's pieces: as often as that of its instructions which ran most. Of a line without any code what is left of it counts. */
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
    uint64_t entries = executions_at(all, question->session->trace->ae->input.program->functions[piece->function].address);
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
        fact.why = has_code ? "optimised code has it in pieces" : "optimised code has no instruction of it";
    return fact;
}

static void gather(struct question *question, struct slice file, struct arena *arena)
{
    const bool *same = traces_line_files(question->session->trace->symbols, file, arena);
    const struct ae_pieces *all = question->all;
    question->pieces = arena_allocate(arena, (all->count + 1) * sizeof *question->pieces);
    for (size_t i = 0; i < all->count; i++)
        if (same[all->items[i].file])
            question->pieces[question->count++] = &all->items[i];
    qsort(question->pieces, question->count, sizeof *question->pieces, by_line);
}

void ae_lines(struct session *session, struct slice file, struct line_table *table)
{
    struct ae *ae = session->trace->ae;
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
    return ae_position(session, a->address, &one) && ae_position(session, b->address, &other) && slice_equal(one.function, other.function);
}

/* One copy of a line: the statements, else one address a block of its code, else of what begins there without any. `code`: some code of the line in whatever
 * copy; rows without code at an instruction of another function are not this copy's. */
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

static size_t line_code(struct session *session, struct slice file, uint64_t line, bool first_alone, uint32_t **addresses)
{
    struct arena arena = {0};
    size_t first = 0, next, end, found = 0;
    if (!session->trace->ae->pieces)
        session->trace->ae->pieces = ae_pieces_of(session);
    struct question question = {.session = session, .all = session->trace->ae->pieces};
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
    qsort(*addresses, found, sizeof **addresses, ae_compare_addresses);
    arena_free(&arena);
    return found;
}

size_t ae_line_code(struct session *session, struct slice file, uint64_t line, uint32_t **addresses)
{
    return line_code(session, file, line, false, addresses);
}

size_t ae_line_stops(struct session *session, struct slice file, uint64_t line, uint32_t **addresses)
{
    return line_code(session, file, line, true, addresses);
}
