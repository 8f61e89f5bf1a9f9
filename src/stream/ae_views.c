/* ae_views.c - the panes of an address stream, and its source lines.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "session/engine.h"
#include "stream/abstract.h"
#include "stream/ae.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* ---- What the line table of an address stream's executable says of each address ---- */

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

/* Of `addresses`; of one that is not there address_count, which has room and is nobody's. */
static size_t ae_piece_index(const struct ae_pieces *all, uint32_t address)
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

/* Of all files, in the trace's arena; nothing is counted. O(rows of the line table * log). */
static struct ae_pieces *ae_pieces_of(struct session *session)
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

/* ---- Source lines in an address stream: how often each ran, and where its code begins ----
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

/* ---- The panes of an address stream ---- */

/* ---- Instructions: the function one is in ---- */

struct code_rows {
    struct session *session;
    uint32_t address, current;          /* of the function; of the current instruction, 0 none */
};

static void mark(struct row *row, bool current)
{
    row->current = current;
    row_style(row, current ? STYLE_CURRENT : STYLE_NORMAL);
    text_add(&row->text, current ? "> " : "  ");
}

/* Behind the current instruction: what it referred to, the registers that it reads and those that it writes. */
static void add_state(struct session *session, uint32_t address, struct row *row)
{
    struct text text = {0};
    ae_describe_reference(session, &text);
    if (text.size)
        text_add(&text, "  ");
    ae_describe_registers(session, address, &text);
    if (text.size) {
        row_column(row, 41);
        text_append(&row->text, text_slice(&text));
    }
    text_free(&text);
}

static bool code_get(const struct rows *rows, uint64_t i, struct row *row)
{
    const struct code_rows *list = rows->data;
    uint32_t address = list->address + (uint32_t)i * 4;
    bool current = address == list->current;
    struct text code = {0};
    mark(row, current);
    row_style(row, current ? STYLE_CURRENT : STYLE_ADDRESS);
    text_printf(&row->text, "0x%08" PRIx32 "  ", address);
    row_style(row, current ? STYLE_CURRENT : STYLE_NORMAL);
    ae_describe_code(list->session, address, &code);
    text_append(&row->text, text_slice(&code));
    if (current)
        add_state(list->session, address, row);
    ae_fields(list->session, address, row);
    row_string(row, "code", text_slice(&code));
    text_free(&code);
    row->place = (struct place){.has = PLACE_ADDRESS, .address = address};
    return true;
}

bool ae_rows_of_function(struct session *session, uint32_t function, struct rows *rows, struct error *error)
{
    const struct abstract_function *own = &session->trace->ae->input.program->functions[function];
    uint32_t current = session->trace->ae->has_here ? session->trace->ae->moment.at.instruction : 0;
    struct code_rows *list = arena_allocate(&rows->arena, sizeof *list);
    (void)error;
    *list = (struct code_rows){session, own->address, current};
    rows->data = list;
    rows->get = code_get;
    rows->count = own->size / 4;
    rows->focus = current >= own->address && current - own->address < own->size ? (current - own->address) / 4 : 0;
    rows->title = arena_copy(&rows->arena, ae_function_name(session->trace->ae->input.program, function));
    return true;
}

static bool rows_of_code(struct session *session, struct rows *rows, struct error *error)
{
    uint32_t function;
    if (!ae_need(session, error))
        return false;
    if (!abstract_function_at(session->trace->ae->input.program, session->trace->ae->moment.at.instruction, &function))
        return error_set(error, "the instruction is in no function of the schema");
    return ae_rows_of_function(session, function, rows, error);
}

/* ---- Stream: every address ---- */

static bool stream_get(const struct rows *rows, uint64_t i, struct row *row)
{
    struct session *session = rows->data;
    struct timeline_address address;
    size_t got;
    uint64_t here = session->trace->ae->moment.at.number;
    if (timeline_addresses(session->trace->ae->timeline, i + 1, 1, &address, &got) != TIMELINE_FOUND || got == 0)
        return false;
    mark(row, address.number == here);
    row_style(row, row->current ? STYLE_CURRENT : STYLE_ADDRESS);
    text_printf(&row->text, "@%-9" PRIu64 " ", address.number);
    row_style(row, row->current ? STYLE_CURRENT : address.kind == AE_INSTRUCTION ? STYLE_NORMAL : STYLE_VALUE);
    if (address.kind == AE_INSTRUCTION) {
        text_printf(&row->text, "I 0x%08" PRIx32 "  ", address.address);
        ae_describe_code(session, address.address, &row->text);
        row_column(row, 54);
        row_style(row, STYLE_LOCATION);
        ae_describe_place(session, address.address, &row->text);
    } else {
        text_printf(&row->text, "%c 0x%08" PRIx32, address.kind == AE_READ ? 'R' : 'W', address.address);
        struct text name = {0};
        ae_describe_data(session, address.instruction, address.address, &name);
        text_printf(&row->text, "%s%s", name.size ? "  " : "", text_string(&name));
        text_free(&name);
    }
    row_number(row, "event", address.number);
    row_string(row, "kind", slice_of(address.kind == AE_INSTRUCTION ? "instruction" : address.kind == AE_READ ? "read" : "write"));
    row_hex(row, "location", address.address);
    if (address.kind == AE_INSTRUCTION)
        row_null(row, "data");
    else
        ae_data_field(session, &address, row);
    ae_fields(session, address.instruction, row);
    row_number(row, "depth", address.depth);
    row->place = (struct place){.has = PLACE_EVENT, .event = address.number};
    return true;
}

/* As far as the trace is known to reach: a screen more than where one is, so that one can walk on. */
static bool rows_of_stream(struct session *session, struct rows *rows, struct error *error)
{
    uint64_t total;
    if (!ae_need(session, error))
        return false;
    (void)timeline_total(session->trace->ae->timeline, &total);
    rows->data = session;
    rows->get = stream_get;
    rows->count = total;
    rows->focus = session->trace->ae->moment.at.number - 1;
    rows->title = slice_of("stream");
    return true;
}

/* ---- Frames: the call stack, each activation with its open loops ---- */

static void loop_rows(struct session *session, const struct regenerated_frame *frame, struct rows *rows)
{
    const struct regenerated_state *state = &session->trace->ae->moment.state;
    for (size_t i = frame->loop_count; i-- > 0;) {
        const struct regenerated_loop *loop = &state->loops[frame->first_loop + i];
        struct row *row = rows_add(rows, slice_of("     "));
        row_style(row, STYLE_CONTROL);
        ae_describe_loop(session, loop->loop, &row->text);
        text_add(&row->text, "  ");
        ae_describe_iteration(session, frame->first_loop + i, &row->text);
        text_printf(&row->text, ", entered @%" PRIu64, loop->began);
        row_number(row, "loop", loop->loop);
        row_number(row, "iteration", loop->iteration);
        row_number(row, "entered", loop->began);
        row->place = (struct place){.has = PLACE_EVENT, .event = loop->began};
    }
}

static void frame_row(struct session *session, size_t level, uint32_t at, const struct regenerated_frame *frame, struct rows *rows)
{
    struct row *row = rows_add_printf(rows, "%c #%-2zu ", level == 0 ? '>' : ' ', level);
    row->current = level == 0;
    row_style(row, STYLE_LOCATION);
    ae_describe_place(session, at, &row->text);
    row_style(row, STYLE_CONTROL);
    for (size_t i = frame->first_loop + frame->loop_count; i-- > frame->first_loop;) {
        text_printf(&row->text, "  loop %" PRIu32 " ", session->trace->ae->moment.state.loops[i].loop);
        ae_describe_iteration(session, i, &row->text);
    }
    row_style(row, STYLE_DIM);
    const struct regenerated_state *state = &session->trace->ae->moment.state;
    bool outermost = level + 1 == state->frame_count;
    text_printf(&row->text, "  since @%" PRIu64 "%s", frame->began,
                frame->call ? "" : outermost ? ", called by code without schema" : ", through a pointer or code without schema");
    row_number(row, "frame", level);
    ae_fields(session, at, row);
    row_number(row, "since", frame->began);
    if (frame->call)
        row_hex(row, "call", frame->call);
    else
        row_null(row, "call");
    /* Enter leads to where it stands: of those that called, the call. */
    const struct regenerated_frame *inner = frame + 1;
    row->place = (struct place){.has = PLACE_EVENT, .event = level == 0 ? session->trace->ae->moment.at.number : frame->began};
    if (level && inner->call)
        row->place.event = inner->began - session->trace->ae->input.program->ops[frame->at].count;
}

/* Where the activation of a frame stands: of those that called it, at the call. */
static uint32_t frame_address(const struct session *session, size_t index)
{
    const struct regenerated_state *state = &session->trace->ae->moment.state;
    const struct abstract *program = session->trace->ae->input.program;
    if (index + 1 == state->frame_count)
        return session->trace->ae->moment.at.instruction;
    return program->ops[state->frames[index].at].address;
}

void ae_rows_of_frames(struct session *session, struct rows *rows)
{
    enum { ENDS = 1000 };               /* of a deep recursion its two ends tell enough */
    const struct regenerated_state *state = &session->trace->ae->moment.state;
    size_t count = state->frame_count;
    rows->title = slice_of("frames");
    for (size_t level = 0; level < count; level++) {
        if (count > 2 * ENDS && level == ENDS) {
            rows_add_printf(rows, "       ... %zu more ...", count - 2 * ENDS)->style = STYLE_DIM;
            level = count - ENDS;
        }
        const struct regenerated_frame *frame = &state->frames[count - 1 - level];
        frame_row(session, level, frame_address(session, count - 1 - level), frame, rows);
        loop_rows(session, frame, rows);
    }
    if (count == 0)
        rows_add_printf(rows, "no function with schema is open here")->style = STYLE_UNKNOWN;
}

/* ---- Registers ---- */

/* One row a register, before the current instruction; "*" marks those that it reads, and behind an arrow stands what it writes. */
void ae_rows_of_registers(struct session *session, struct rows *rows)
{
    const struct moment *moment = &session->trace->ae->moment;
    struct ae_registers used = ae_registers_of(session, moment->at.instruction);
    uint32_t after;
    bool interrupted;
    const uint32_t *values = ae_after(session, &after, &interrupted);
    rows->title = slice_of("registers: * read here, -> written");
    for (unsigned reg = 0; reg < AE_REGISTERS; reg++) {
        bool known = moment->state.known >> reg & 1, written = used.written >> reg & 1;
        struct row *row = rows_add_printf(rows, "%c %-5s %-3u ", used.read >> reg & 1 ? '*' : ' ', ae_register_name(reg), reg);
        row_style(row, known ? STYLE_VALUE : STYLE_UNKNOWN);
        if (known)
            text_printf(&row->text, "0x%08" PRIx32, moment->state.values[reg]);
        else
            text_add(&row->text, "unknown");
        if (written) {
            row_column(row, 22);
            row_style(row, after >> reg & 1 ? STYLE_VALUE : interrupted ? STYLE_WARNING : STYLE_UNKNOWN);
            text_printf(&row->text, after >> reg & 1 ? "-> 0x%08" PRIx32 : interrupted ? "-> interrupted" : "-> unknown", values[reg]);
        }
        row_number(row, "register", reg);
        row_string(row, "name", slice_of(ae_register_name(reg)));
        if (known)
            row_hex(row, "value", moment->state.values[reg]);
        else
            row_null(row, "value");
        (used.read >> reg & 1 ? row_true : row_false)(row, "read");
        (written ? row_true : row_false)(row, "written");
        if (written && after >> reg & 1)
            row_hex(row, "after", values[reg]);
        else
            row_null(row, "after");
        if (written && interrupted)
            row_true(row, "interrupted");
    }
}

/* ---- Source ---- */

/* Of where one is, or of an instruction that a place names. */
static bool find_source(struct session *session, const struct place *place, struct source_position *position, struct error *error)
{
    uint32_t *addresses, address;
    size_t count;
    if (!ae_need(session, error))
        return false;
    address = session->trace->ae->moment.at.instruction;
    if (place) {
        if (!ae_addresses_of_one(session, place, &addresses, &count, error))
            return false;
        address = addresses[0];
        free(addresses);
    }
    if (ae_position(session, address, position) && position->line)
        return true;
    return error_set(error, session->trace->ae->has_lines ? "no source position is known for this instruction"
                                                   : "the executable has no line information: compile with -g");
}

static bool rows_of_here(struct session *session, struct rows *rows, struct error *error)
{
    struct source_position position;
    struct error reason;
    rows->title = slice_of("source");
    if (!ae_need(session, error))
        return false;
    if (find_source(session, NULL, &position, &reason))
        rows_of_source_file(session, position.file, position.folder, position.line, NULL, rows);
    else
        rows_add_printf(rows, "%s", reason.message)->style = STYLE_UNKNOWN;
    return true;
}

bool ae_list(struct session *session, struct slice arguments, struct answer *answer, struct error *error)
{
    static const struct source_lister lister = {.find = find_source};
    return list_source(session, &lister, arguments, answer, error);
}

bool ae_view(struct session *session, enum view view, struct rows *rows, struct error *error)
{
    if (view != VIEW_SOURCE && !ae_need(session, error))
        return false;
    switch (view) {
    case VIEW_SOURCE: return rows_of_here(session, rows, error);
    case VIEW_INSTRUCTIONS: return rows_of_code(session, rows, error);
    case VIEW_FRAMES: ae_rows_of_frames(session, rows); return true;
    case VIEW_STREAM: return rows_of_stream(session, rows, error);
    case VIEW_REGISTERS: ae_rows_of_registers(session, rows); return true;
    default: return error_set(error, "an address stream has no %s pane", view_name(view));
    }
}
