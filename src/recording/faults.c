/* faults.c - info faults: misuses of memory; their marks in other rows.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "code/code.h"
#include "recording/describe.h"
#include "recording/heap.h"
#include "recording/state/state.h"
#include "recording/steps.h"
#include "recording/who.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { RSP = 4, RED_ZONE = 128 };

/* ---- What became of unwritten bytes ---- */

enum { FOLLOWED = 400 };

struct follow {
    struct session *session;
    struct { struct node node; bool masked; } items[FOLLOWED];
    size_t count;
    struct node used;
    bool masks;                         /* a value was masked on the way */
    bool cut;                           /* it led to more executions, or its users are unknown */
};

/* What became of the value that an execution loaded. */
struct verdict {
    enum use use;
    uint64_t used;                      /* the time of the use; 0: unknown */
    bool copied;                        /* nothing used it, and on the way nothing masked it and no pop took it */
    bool cut;                           /* nothing used it as far as clew followed it: interrupted, or too far */
    size_t followed;                    /* executions: a measure of the work */
};

static void follow_add(struct follow *follow, struct node node, bool masked)
{
    for (size_t i = 0; i < follow->count; i++)
        if (follow->items[i].node.index == node.index && follow->items[i].node.instance == node.instance)
            return;
    if (follow->count == FOLLOWED) {
        follow->cut = true;
        return;
    }
    follow->items[follow->count].node = node;
    follow->items[follow->count++].masked = masked;
}

/* How an execution uses a value at a port; NONE: it computes with it, copies it or stores it; or it uses another result (*other): the stack pointer, which pop
 * changes besides what it loads, or a register that a string instruction (moves) counts up. */
static enum use use_at(struct session *session, const struct link *link, bool moves, struct decoded *decoded, bool *known, bool *other)
{
    struct roles roles;
    *other = false;
    *known = program_disassemble(wet_of(session)->program, link->node.index, decoded);
    if (link->carried)
        return USE_CALL;
    if (!*known)
        return USE_NONE;
    if (decoded->flow == FLOW_BRANCH)
        return USE_BRANCH;
    roles_decoded(decoded, program_instruction(wet_of(session)->program, link->node.index).own_ports, &roles);
    *other = link->port < ROLES_PORTS && (roles.reg[link->port] == RSP || (moves && roles.reg[link->port] >= 0));
    if (*other)
        return USE_NONE;
    if (decoded->flow == FLOW_INDIRECT || decoded->flow == FLOW_CALL_INDIRECT)
        return USE_ADDRESS;
    bool address = roles_port(&roles, link->port) == ROLE_ADDRESS && decoded->operation != OPERATION_ADDRESS && decoded->operation != OPERATION_NOTHING;
    return address ? USE_ADDRESS : USE_NONE;
}

/* rep movs and the like */
static bool is_move_of_memory(const struct decoded *decoded)
{
    return decoded->operands > 1 && decoded->operand[0].kind == OPERAND_MEMORY && decoded->operand[1].kind == OPERAND_MEMORY;
}

static bool is_store(const struct decoded *decoded)
{
    return decoded->operands && decoded->operand[0].kind == OPERAND_MEMORY && decoded->operation != OPERATION_COMPARE && decoded->operation != OPERATION_TEST;
}

static enum use follow_users(struct follow *follow, size_t i)
{
    struct links links = {0};
    struct decoded own, decoded;
    struct node node = follow->items[i].node;
    bool masked = follow->items[i].masked, known, other = false;
    enum use use = USE_NONE;
    bool decodes = program_disassemble(wet_of(follow->session)->program, node.index, &own);
    bool moves = decodes && is_move_of_memory(&own), stored = decodes && (i > 0 || moves) && is_store(&own);
    if (!store_users(wet_of(follow->session)->store, node, &follow->session->options.progress, &links))
        follow->cut = true;
    else
        for (size_t k = 0; k < links.count && use == USE_NONE; k++) {
            const struct link *link = &links.items[k];
            if (link->kind != LINK_DATA || link->uncertain || (link->carried && stored))
                continue;
            use = use_at(follow->session, link, moves, &decoded, &known, &other);
            follow->used = link->node;
            bool masks = known && (decoded.operation == OPERATION_AND || decoded.operation == OPERATION_OR);
            follow->masks = follow->masks || masks;
            if (use == USE_NONE && !other && !((masked || masks) && known && is_store(&decoded)))
                follow_add(follow, link->node, masked || masks);
        }
    links_free(&links);
    return use;
}

static struct verdict find_use(struct session *session, uint64_t time)
{
    struct follow *follow = memory_allocate(sizeof *follow);
    struct verdict verdict = {.used = time};
    struct node node;
    struct decoded decoded;
    follow->session = session;
    if (store_at(wet_of(session)->store, time, &node) && program_disassemble(wet_of(session)->program, node.index, &decoded)) {
        bool masks = decoded.operation == OPERATION_AND || decoded.operation == OPERATION_OR;
        if (!(masks && is_store(&decoded)) && decoded.operation != OPERATION_POP)
            follow_add(follow, node, masks);
        if (decoded.flow == FLOW_INDIRECT || decoded.flow == FLOW_CALL_INDIRECT)
            verdict.use = USE_ADDRESS;
        follow->used = node;
    }
    for (size_t i = 0; i < follow->count && verdict.use == USE_NONE; i++)
        verdict.use = follow_users(follow, i);
    verdict.copied = verdict.use == USE_NONE && follow->count && !follow->masks && !follow->items[0].masked;
    verdict.cut = verdict.use == USE_NONE && follow->cut;
    verdict.followed = follow->count;
    if (verdict.use != USE_NONE && !store_time(wet_of(session)->store, follow->used, &verdict.used))
        verdict.used = 0;
    free(follow);
    return verdict;
}

/* ---- Judging ---- */

/* The block that holds an address at a time, of two the one within. NULL: none; *freed becomes the one that held it last, or NULL. */
static const struct heap_block *block_at(const struct blocks *blocks, uint64_t address, uint64_t time, const struct heap_block **freed)
{
    const struct heap_block *found = NULL;
    *freed = NULL;
    for (size_t i = 0; i < blocks->items_count; i++) {
        const struct heap_block *block = &blocks->items[i];
        bool ended = !block->live && block->freed <= time;
        if (address - block->address >= block->size || block->allocated > time || (block->lost && ended))
            continue;
        if (ended)
            *freed = block;
        else if (!found || block->within)
            found = block;
    }
    return found;
}

/* Was it, before its execution, below the stack pointer, by so many bytes? Threads have stacks in mappings of their own. */
static bool is_below(struct session *session, const struct heap *heap, const struct misuse_use *use, uint64_t size, uint64_t bytes)
{
    const struct blocks *maps = lifetimes_maps(heap->lifetimes);
    const struct heap_block *gone;
    struct error error;
    if (use->block != BLOCK_NONE || !state_go(who_state(session), use->time, &error))
        return false;
    uint64_t pointer = state_register(who_state(session), RSP);
    return use->address + size <= pointer - bytes && block_at(maps, use->address, use->time, &gone) == block_at(maps, pointer, use->time, &gone);
}

static bool is_same_function(const struct session *session, uint64_t time, uint64_t other)
{
    struct node node, second;
    return store_at(wet_of(session)->store, time, &node) && store_at(wet_of(session)->store, other, &second) &&
           str_equal(program_instruction(wet_of(session)->program, node.index).function, program_instruction(wet_of(session)->program, second.index).function);
}

/* Has the function that runs at a time called another one before, in the same frame? Then it has no locals in its red zone: those are for functions without
 * calls. False also after many signal handlers. */
static bool has_called(const struct session *session, uint64_t time)
{
    enum { HANDLERS_MOST = 16 };
    const struct store *store = wet_of(session)->store;
    struct store_frame callee;
    uint64_t from, to, before, back = time, depth = store_depth(store, time);
    for (unsigned i = 0; depth && i < HANDLERS_MOST; i++) {
        if (store_depth_range(store, back, &from, &to) != depth || !store_previous_in_thread(store, from, &before) || store_depth(store, before) <= depth ||
            !store_frame(store, before, store_depth(store, before) - depth - 1, &callee))
            return false;
        if (!callee.handler)
            return callee.call && is_same_function(session, time, callee.call);
        if (!store_previous_in_thread(store, callee.from, &back))
            return false;
    }
    return false;
}

/* Does it lie below the stack pointer, where the frame that runs has no locals? */
static bool is_ended(struct session *session, const struct heap *heap, const struct misuse_use *use, uint64_t size)
{
    return is_below(session, heap, use, size, RED_ZONE) || (has_called(session, use->time) && is_below(session, heap, use, size, 0));
}

static const struct misuse_use *uses_of(const struct heap *heap, const struct misuse *misuse)
{
    size_t count;
    const struct misuse_use *uses = lifetimes_uses(heap->lifetimes, &count);
    return uses ? uses + misuse->first_use : NULL;
}

/* For the judgement of all misuses. */
struct patience {
    size_t left;                        /* how much work on loads of unwritten bytes is left, in executions that clew follows */
    size_t done, total;                 /* misuses */
    bool stopped;                       /* by progress */
};

/* Of loads of unwritten bytes, the first execution that counts: it fills the row. False: none of those that clew looked at. *whole: it looked at all. */
static bool judge_loads(struct session *session, const struct heap *heap, struct fault_row *row, struct patience *patience, bool *whole)
{
    enum { ALWAYS = 4 /* executions, without patience */, STACK = 100 /* going to a moment costs as much as so many executions */, OFTEN = 8 };
    const struct misuse *misuse = row->misuse;
    const struct misuse_use *uses = uses_of(heap, misuse);
    *whole = misuse->dropped == UINT64_MAX;
    for (size_t i = 0; i < misuse->use_count; i++) {
        if (i % OFTEN == 0 && !progress_report(&session->options.progress, patience->done, patience->total))
            patience->stopped = true;
        if (patience->stopped || (i >= ALWAYS && !patience->left)) {
            *whole = false;
            return false;
        }
        bool ended = is_ended(session, heap, &uses[i], misuse->size);
        struct verdict verdict = ended ? (struct verdict){.used = uses[i].time} : find_use(session, uses[i].time);
        size_t work = verdict.followed + 1 + (uses[i].block == BLOCK_NONE ? STACK : 0);
        patience->left -= work < patience->left ? work : patience->left;
        *whole = *whole && !verdict.cut;
        if (!ended && verdict.use == USE_NONE)
            continue;
        *row = (struct fault_row){.misuse = misuse, .address = uses[i].address, .block = uses[i].block, .ended = ended, .use = verdict.use,
                                  .used = verdict.used, .time = uses[i].time};
        return true;
    }
    return false;
}

/* The block that held an address last, freed or not; BLOCK_NONE: none. O(blocks). */
static uint32_t last_block(const struct heap *heap, uint64_t address)
{
    const struct blocks *blocks = lifetimes_blocks(heap->lifetimes);
    for (size_t i = blocks->items_count; i-- > 0;)
        if (address - blocks->items[i].address < (blocks->items[i].size ? blocks->items[i].size : 1))
            return (uint32_t)i;
    return BLOCK_NONE;
}

/* The access that killed the program did not complete, so the pass does not have it. */
static void add_fatal(struct session *session, struct heap *heap)
{
    const struct fault *fault = &wet_of(session)->recording->fault;
    if (!wet_of(session)->recording->is_shown || !fault->has_accessed || !fault->time)
        return;
    uint32_t block = last_block(heap, fault->accessed);
    heap->fatal = (struct misuse){.kind = MISUSE_FATAL, .yours = !fault->skipped, .count = 1, .time = fault->time, .address = fault->accessed, .block = block};
    ARRAY_ADD(heap, rows, ((struct fault_row){.misuse = &heap->fatal, .time = fault->time, .address = fault->accessed, .block = block}));
}

static bool judge_all(struct session *session, struct heap *heap, struct error *error)
{
    enum { PATIENCE = 1 << 20 };
    size_t count;
    const struct misuse *misuses = lifetimes_misuses(heap->lifetimes, &count);
    struct patience patience = {.left = PATIENCE, .total = count};
    if (heap->judged)
        return true;
    heap->rows_count = 0;
    heap->doubtful = 0;
    for (size_t i = 0; i < count; i++) {
        const struct misuse *misuse = &misuses[i];
        patience.done = i;
        struct fault_row row = {.misuse = misuse, .time = misuse->time, .address = misuse->address, .block = misuse->block};
        bool whole = true, counts = misuse->kind != MISUSE_UNWRITTEN || judge_loads(session, heap, &row, &patience, &whole);
        if (counts)
            ARRAY_ADD(heap, rows, row);
        else if (!whole)
            heap->doubtful++;
        if (patience.stopped || !progress_report(&session->options.progress, i + 1, count))     /* also where it stopped within this misuse */
            return error_set(error, "interrupted");
    }
    add_fatal(session, heap);
    heap->judged = true;
    return true;
}

/* ---- info faults ---- */

struct fault_list {
    struct session *session;
    struct heap *heap;
    struct table table;
};

enum { FAULT_TIME, FAULT_LOCATION, FAULT_TEXT, FAULT_COLUMNS };

static const char *kind_name(const struct fault_row *row)
{
    static const char *const names[] = {
        [MISUSE_FREED_READ] = "freed-read", [MISUSE_FREED_WRITE] = "freed-write", [MISUSE_OUTSIDE_READ] = "outside-read",
        [MISUSE_OUTSIDE_WRITE] = "outside-write", [MISUSE_UNWRITTEN] = "unwritten", [MISUSE_UNWRITTEN_KERNEL] = "unwritten",
        [MISUSE_FREED_TWICE] = "freed-twice", [MISUSE_FREED_WRONG] = "freed-wrong", [MISUSE_MISMATCH] = "mismatch",
        [MISUSE_FATAL] = "fatal"};
    return row->ended ? "ended-frame" : names[row->misuse->kind];
}

/* "reads ", "skipped code writes ", "the system call write reads " */
static void add_actor(const struct misuse *misuse, struct text *out)
{
    bool writes = misuse->kind == MISUSE_FREED_WRITE || misuse->kind == MISUSE_OUTSIDE_WRITE;
    const struct system_call *call = misuse->kernel ? system_call_numbered(misuse->call) : NULL;
    text_add(out, misuse->kernel ? "the system call " : misuse->yours ? "" : "skipped code ");
    text_printf(out, "%s%s%s ", call ? call->name : "", call ? " " : "", writes ? "writes" : "reads");
}

static void add_access(const struct misuse *misuse, struct text *out)
{
    add_actor(misuse, out);
    heap_add_bytes(misuse->size, out);
}

/* Does it lie apart from the block, with bytes between them? */
static bool is_apart(uint64_t address, uint64_t size, const struct heap_block *block)
{
    return address > block->address + block->size || address + size <= block->address;
}

/* "just behind a block of 24 bytes", "4 bytes before a block of 24 bytes" */
static void add_near(uint64_t address, uint64_t size, const struct heap_block *block, struct text *out)
{
    uint64_t end = block->address + block->size;
    if (is_apart(address, size, block))
        heap_add_bytes(address > end ? address - end : block->address - address, out);
    text_add(out, address == end ? "just behind" : address > end ? " behind" : address >= block->address ? "across the end of" :
                  address + size > block->address ? "across the beginning of" : " before");
    text_add(out, " a block of ");
    heap_add_bytes(block->size, out);
}

static void add_use(struct session *session, const struct fault_row *row, struct text *out)
{
    static const char *const uses[] = {[USE_NONE] = "", [USE_BRANCH] = "a branch depends on", [USE_ADDRESS] = "an address depends on",
                                       [USE_CALL] = "skipped code gets"};
    if (row->use == USE_NONE)
        return;
    text_printf(out, "; %s %s%s", uses[row->use], row->misuse->size == 1 ? "it" : "them", row->used ? " " : "");
    if (row->used)
        heap_add_when(session, row->used, out);
}

static void add_unwritten(struct session *session, const struct heap *heap, const struct fault_row *row, const struct heap_block *block, struct text *out)
{
    const struct misuse *misuse = row->misuse;
    add_actor(misuse, out);
    text_printf(out, "%" PRIu64 " %sbyte%s", misuse->size, row->ended ? "" : "unwritten ", misuse->size == 1 ? "" : "s");
    if (row->ended) {
        text_add(out, " of a stack frame that has ended");
    } else if (block) {
        text_printf(out, " at offset %" PRIu64 " of a block of ", row->address - block->address);
        heap_add_bytes(block->size, out);
        text_add(out, ": ");
        heap_add_life(session, heap, block, false, out);
    } else {
        text_add(out, " of the stack");
    }
    add_use(session, row, out);
}

static void add_wrong_free(struct session *session, const struct heap *heap, const struct misuse *misuse, const struct heap_block *block, struct text *out)
{
    text_printf(out, "%s ", heap_how(heap, misuse->how));
    if (!block) {
        text_add(out, "of ");
        text_hex(out, misuse->address);
        text_add(out, ", where no block begins");
        return;
    }
    if (misuse->kind == MISUSE_FREED_TWICE)
        text_add(out, "of a block that was freed before, of ");
    else if (misuse->kind == MISUSE_MISMATCH)
        text_printf(out, "of what %s gave, a block of ", allocates_name(block->how));
    else
        text_printf(out, "of an address at offset %" PRIu64 " in a block of ", misuse->address - block->address);
    heap_add_bytes(block->size, out);
    text_add(out, ": ");
    heap_add_life(session, heap, block, misuse->kind == MISUSE_FREED_TWICE, out);
}

/* "SIGSEGV: accesses 0x4a88015, at offset 5 of a freed block of 4000 bytes: ..." */
static void add_killer(struct session *session, const struct heap *heap, const struct misuse *misuse, const struct heap_block *block, struct text *out)
{
    const struct fault *fault = &wet_of(session)->recording->fault;
    text_safe(out, fault->signal);
    text_printf(out, ": %s%s ", misuse->yours ? "" : "skipped code ", fault->kind == FAULT_JUMP ? "goes to" : "accesses");
    text_hex(out, misuse->address);
    if (!block || block->lost)          /* of a lost one nobody knows when it was freed */
        return;
    text_printf(out, ", at offset %" PRIu64 " of a %sblock of ", misuse->address - block->address, block->live ? "" : "freed ");
    heap_add_bytes(block->size, out);
    text_add(out, ": ");
    heap_add_life(session, heap, block, !block->live, out);
}

static void misuse_text(struct session *session, const struct heap *heap, const struct fault_row *row, struct text *out)
{
    const struct misuse *misuse = row->misuse;
    const struct heap_block *block = heap_block(heap, row->block);
    switch (misuse->kind) {
    case MISUSE_UNWRITTEN: case MISUSE_UNWRITTEN_KERNEL: add_unwritten(session, heap, row, block, out); break;
    case MISUSE_FREED_TWICE: case MISUSE_FREED_WRONG: case MISUSE_MISMATCH: add_wrong_free(session, heap, misuse, block, out); break;
    case MISUSE_FATAL: add_killer(session, heap, misuse, block, out); break;
    case MISUSE_FREED_READ: case MISUSE_FREED_WRITE:
        add_access(misuse, out);
        text_printf(out, " at offset %" PRId64 " of a freed block of ", (int64_t)(misuse->address - block->address));
        heap_add_bytes(block->size, out);
        text_add(out, ": ");
        heap_add_life(session, heap, block, true, out);
        break;
    default:
        add_access(misuse, out);
        if (!block) {
            text_add(out, " of the heap, outside every block");
            break;
        }
        text_add(out, is_apart(misuse->address, misuse->size, block) ? ", " : " ");
        add_near(misuse->address, misuse->size, block, out);
        text_add(out, ": ");
        heap_add_life(session, heap, block, false, out);
    }
    if (misuse->count > 1 && misuse->kind == MISUSE_UNWRITTEN)
        text_printf(out, "  one of %" PRIu64 " loads", misuse->count);
    else if (misuse->count > 1)
        text_printf(out, "  x %" PRIu64, misuse->count);
}

static void fault_cell(const void *data, uint64_t i, size_t column, struct table_cell *cell)
{
    const struct fault_list *list = data;
    const struct fault_row *row = &list->heap->rows[i];
    switch (column) {
    case FAULT_TIME: time_cell(list->session, row->time, cell->text); break;
    case FAULT_LOCATION: location_cell(list->session, row->time, cell->text); break;
    default: misuse_text(list->session, list->heap, row, cell->text); break;
    }
}

static bool fault_get(const struct rows *rows, uint64_t i, struct row *row)
{
    const struct fault_list *list = rows->data;
    const struct fault_row *fault = &list->heap->rows[i];
    const struct misuse *misuse = fault->misuse;
    const struct heap_block *block = heap_block(list->heap, fault->block);
    table_row(&list->table, i, row);
    row_string(row, "fault", str_of(kind_name(fault)));
    row_number(row, misuse->kind == MISUSE_UNWRITTEN ? "loads" : "count", misuse->count);
    row_hex(row, "memory", fault->address);
    if (misuse->kind != MISUSE_FATAL)
        row_number(row, "size", misuse->size);
    if (misuse->kernel && system_call_numbered(misuse->call))
        row_string(row, "system_call", str_of(system_call_numbered(misuse->call)->name));
    if (block) {
        row_hex(row, "block", block->address);
        row_number(row, "block_size", block->size);
        row_number(row, "allocated", block->allocated);
    }
    struct node used;
    if (fault->use != USE_NONE && store_at(wet_of(list->session)->store, fault->used, &used)) {
        row_number(row, "used", fault->used);
        row_number(row, "used_line", program_instruction(wet_of(list->session)->program, used.index).line);
    }
    row_of_time(row, list->session, fault->time);
    return true;
}

bool info_faults(struct session *session, struct str words, struct answer *answer, struct error *error)
{
    static const struct column columns[FAULT_COLUMNS] = {[FAULT_TIME] = TIME_COLUMN, [FAULT_LOCATION] = LOCATION_COLUMN, [FAULT_TEXT] = {STYLE_VALUE, 0, 0}};
    struct rows *rows = &answer->rows;
    if (words.size)
        return error_set(error, "`info faults` takes no arguments");
    struct heap *heap = heap_of(session, error);
    if (!heap || !judge_all(session, heap, error))
        return false;
    heap_note_limits(session, heap, true);
    if (heap->rows_count == 0) {
        rows_add_printf(rows, "no misuse of memory found")->style = STYLE_UNKNOWN;
        return true;
    }
    struct fault_list *list = arena_allocate(&rows->arena, sizeof *list);
    *list = (struct fault_list){.session = session, .heap = heap};
    list->table = (struct table){.columns = columns, .count = FAULT_COLUMNS, .cell = fault_cell, .data = list};
    rows->count = heap->rows_count;
    rows->data = list;
    rows->get = fault_get;
    table_measure(&list->table, 0, rows->count);
    return true;
}

/* ---- Marks of executions ---- */

/* "free @133 heap.c:15": shorter than heap_add_when. */
static void add_short(struct session *session, const char *how, uint64_t time, struct text *out)
{
    struct node node;
    text_add(out, how);
    if (!time) {
        text_add(out, " before your code ran");
        return;
    }
    text_printf(out, " @%" PRIu64, time);
    if (!store_at(wet_of(session)->store, time, &node))
        return;
    struct instruction instruction = program_instruction(wet_of(session)->program, node.index);
    if (instruction.file.size && instruction.line) {
        text_byte(out, ' ');
        text_safe(out, str_basename(instruction.file));
        text_printf(out, ":%" PRIu64, instruction.line);
    }
}

static void add_allocated(struct session *session, const struct heap *heap, const struct heap_block *block, struct text *out)
{
    text_add(out, " (");
    add_short(session, heap_how(heap, block->how), block->allocated, out);
    text_byte(out, ')');
}

static void add_freed(struct session *session, const struct heap *heap, const struct heap_block *block, struct text *out)
{
    text_add(out, " (");
    add_short(session, heap_how(heap, block->how_freed), block->freed, out);
    text_byte(out, ')');
}

/* "just behind a block of 24 bytes (malloc @34 heap.c:13)". block NULL: none is near. */
static void add_outside(struct session *session, const struct heap *heap, uint64_t address, uint64_t size, const struct heap_block *block, struct text *out)
{
    if (!block) {
        text_add(out, "outside every block");
        return;
    }
    add_near(address, size, block, out);
    add_allocated(session, heap, block, out);
}

static void add_free(struct session *session, const struct heap *heap, const struct misuse *misuse, const struct heap_block *block, struct text *out)
{
    text_add(out, heap_how(heap, misuse->how));
    if (misuse->kind == MISUSE_FREED_WRONG || !block) {
        text_add(out, " frees no block");
    } else if (misuse->kind == MISUSE_FREED_TWICE) {
        text_add(out, " frees a block again");
        add_freed(session, heap, block, out);
    } else {
        text_printf(out, " frees a block of %s", heap_how(heap, block->how));
        add_allocated(session, heap, block, out);
    }
}

/* ended: is_ended of it. */
static void add_mark(struct session *session, const struct heap *heap, const struct misuse_use *use, bool ended, struct text *out)
{
    size_t count;
    const struct misuse *misuse = &lifetimes_misuses(heap->lifetimes, &count)[use->misuse];
    const struct heap_block *block = heap_block(heap, use->block);
    if (misuse->kind == MISUSE_FREED_TWICE || misuse->kind == MISUSE_FREED_WRONG || misuse->kind == MISUSE_MISMATCH) {
        add_free(session, heap, misuse, block, out);
        return;
    }
    add_actor(misuse, out);
    if ((misuse->kind == MISUSE_FREED_READ || misuse->kind == MISUSE_FREED_WRITE) && block) {
        text_add(out, "freed memory");
        add_freed(session, heap, block, out);
    } else if (misuse->kind != MISUSE_UNWRITTEN && misuse->kind != MISUSE_UNWRITTEN_KERNEL) {
        add_outside(session, heap, use->address, misuse->size, block, out);
    } else if (block) {
        text_add(out, "unwritten bytes");
        add_allocated(session, heap, block, out);
    } else {
        bool below = !ended && is_below(session, heap, use, misuse->size, 0);
        text_add(out, ended ? "a stack frame that has ended" : below ? "unwritten bytes below the stack pointer" : "unwritten bytes of the stack");
    }
}

/* The instruction of each misuse. */
static const uint64_t *indices_of(struct session *session, struct heap *heap, size_t *count)
{
    const struct misuse *misuses = lifetimes_misuses(heap->lifetimes, count);
    struct node node;
    if (heap->indices)
        return heap->indices;
    heap->indices = memory_allocate((*count + 1) * sizeof *heap->indices);
    for (size_t i = 0; i < *count; i++)
        heap->indices[i] = misuses[i].time && store_at(wet_of(session)->store, misuses[i].time, &node) ? node.index : UINT64_MAX;
    return heap->indices;
}

static bool is_of(const struct session *session, uint64_t index, uint64_t other)
{
    return index == other || (session->grain == GRAIN_STATEMENT && other != UINT64_MAX && statement_same(wet_of(session)->program, index, other));
}

/* Does an instruction, or its line, ever misuse memory? */
static bool is_marked(struct session *session, struct heap *heap, uint64_t index)
{
    size_t count;
    const uint64_t *indices = indices_of(session, heap, &count);
    bool found = false;
    for (size_t i = 0; i < count && !found; i++)
        found = is_of(session, index, indices[i]);
    return found;
}

/* An unwritten load counts if its frame has ended, if something used the value, or if all that it led to are copies. *cut: clew cannot tell. */
static bool counts(struct session *session, const struct heap *heap, const struct misuse *misuse, const struct misuse_use *use, bool *cut)
{
    if (misuse->kind != MISUSE_UNWRITTEN || is_ended(session, heap, use, misuse->size))
        return true;
    struct verdict verdict = find_use(session, use->time);
    *cut = *cut || (verdict.cut && !verdict.copied);
    return verdict.use != USE_NONE || verdict.copied;
}

/* Executions of a row: from one time to another; run: only these, if not NULL. */
struct stretch {
    uint64_t from, to;
    const struct nodes *run;
};

/* The first execution of a misuse among them that counts. NULL: none. *cut: none of those that clew looked at. */
static const struct misuse_use *find_among(struct session *session, const struct heap *heap, const struct misuse *misuse, const struct stretch *stretch,
                                           bool *cut)
{
    enum { JUDGED = 16 };
    const struct misuse_use *uses = uses_of(heap, misuse);
    unsigned judged = 0;
    LOWER_BOUND(size_t, at, 0, misuse->use_count, uses[at].time < stretch->from);
    for (; at < misuse->use_count && uses[at].time <= stretch->to; at++) {
        struct node node;
        if (stretch->run && !(store_at(wet_of(session)->store, uses[at].time, &node) && nodes_hold(stretch->run, node)))
            continue;
        if (judged++ == JUDGED) {
            *cut = true;
            return NULL;
        }
        if (counts(session, heap, misuse, &uses[at], cut))
            return &uses[at];
    }
    *cut = *cut || misuse->dropped <= stretch->to;
    return NULL;
}

/* The first misuse by an instruction, or by its line. */
static const struct misuse_use *find_mark(struct session *session, struct heap *heap, uint64_t index, const struct stretch *stretch, bool *cut)
{
    size_t count;
    const uint64_t *indices = indices_of(session, heap, &count);
    const struct misuse *misuses = lifetimes_misuses(heap->lifetimes, &count);
    const struct misuse_use *first = NULL;
    *cut = false;
    for (size_t i = 0; i < count; i++) {
        const struct misuse_use *use = is_of(session, index, indices[i]) ? find_among(session, heap, &misuses[i], stretch, cut) : NULL;
        if (use && (!first || use->time < first->time))
            first = use;
    }
    return first;
}

static void append_mark(struct session *session, const struct heap *heap, const struct misuse_use *use, bool several, struct row *row)
{
    size_t count;
    const struct misuse *misuse = &lifetimes_misuses(heap->lifetimes, &count)[use->misuse];
    bool ended = misuse->kind == MISUSE_UNWRITTEN && is_ended(session, heap, use, misuse->size);
    row_style(row, STYLE_WARNING);
    text_add(&row->text, "  ");
    if (several)
        text_printf(&row->text, "@%" PRIu64 " ", use->time);
    add_mark(session, heap, use, ended, &row->text);
    row_string(row, "misuse", str_of(kind_name(&(struct fault_row){.misuse = misuse, .ended = ended})));
    row_number(row, "misuse_time", use->time);
    row_hex(row, "misused", use->address);
}

/* The executions of a node's row, and the times from the first to the last one: in statement grain, the run of its line. */
static void row_of_node(struct session *session, struct node node, struct nodes *run, uint64_t *from, uint64_t *to)
{
    enum { RUN = 256 };
    uint64_t time;
    bool cut;
    run->count = 0;
    bool whole = session->grain == GRAIN_STATEMENT && wet_run_of_line(session, node, RUN, run, &cut);
    for (size_t i = 0; whole && i < run->count; i++)
        if (store_time(wet_of(session)->store, run->items[i], &time)) {
            *from = time < *from ? time : *from;
            *to = time > *to ? time : *to;
        }
    if (!run->count)
        nodes_add(run, node);
}

static void mark_stretch(struct session *session, struct heap *heap, uint64_t index, const struct stretch *stretch, bool several, struct row *row)
{
    bool cut;
    const struct misuse_use *use = find_mark(session, heap, index, stretch, &cut);
    if (use) {
        append_mark(session, heap, use, several, row);
    } else if (cut) {
        row_style(row, STYLE_UNKNOWN);
        text_add(&row->text, "  perhaps misuses memory: clew did not look at all executions");
        row_true(row, "misuse_unknown");
    }
}

void heap_mark_node(struct session *session, struct node node, struct row *row)
{
    struct heap *heap = heap_for_marks(session);
    struct nodes run = {0};
    struct stretch stretch = {.run = &run};
    if (!heap || !is_marked(session, heap, node.index) || !store_time(wet_of(session)->store, node, &stretch.from))
        return;
    stretch.to = stretch.from;
    row_of_node(session, node, &run, &stretch.from, &stretch.to);
    mark_stretch(session, heap, node.index, &stretch, false, row);
    nodes_free(&run);
}

void heap_mark_nodes(struct session *session, struct node first, struct node last, struct row *row)
{
    struct heap *heap = heap_for_marks(session);
    struct nodes run = {0};
    const struct store *store = wet_of(session)->store;
    uint64_t one, other;
    if (!heap || !is_marked(session, heap, first.index) || !store_time(store, first, &one) || !store_time(store, last, &other))
        return;
    struct stretch stretch = {.from = one < other ? one : other, .to = one < other ? other : one};
    row_of_node(session, first, &run, &stretch.from, &stretch.to);
    row_of_node(session, last, &run, &stretch.from, &stretch.to);
    mark_stretch(session, heap, first.index, &stretch, true, row);
    nodes_free(&run);
}

/* ---- Marks of places ---- */

/* The block live at a time whose end or beginning is nearest to an address. */
static const struct heap_block *near_at(const struct blocks *blocks, uint64_t address, uint64_t time)
{
    const struct heap_block *nearest = NULL;
    uint64_t least = UINT64_MAX;
    for (size_t i = 0; i < blocks->items_count; i++) {
        const struct heap_block *block = &blocks->items[i];
        uint64_t end = block->address + block->size, gap = address >= end ? address - end : block->address - address;
        if (!heap_is_live(block, time + 1) || gap >= least)
            continue;
        least = gap;
        nearest = block;
    }
    return nearest;
}

/* Since when is the place that block? False: the bytes may be older: calloc clears them, realloc copies them, and others carve blocks out of this one. */
static bool since_block(const struct heap_block *block, struct state_span *since)
{
    *since = (struct state_span){.time = block->allocated, .order = block->order};
    return block->how != ALLOCATES_CALLOC && block->how != ALLOCATES_REALLOC && block->how != ALLOCATES_REALLOCARRAY && !block->within && !block->holds;
}

/* Since when is the place part of the frame of its function? *own: of your current one. False: it is outside, or an argument that the caller left there. */
static bool since_frame(struct session *session, const struct written *where, uint64_t time, struct state_span *since, bool *own)
{
    struct written framed = *where;
    struct error error;
    struct state *state = who_state(session);
    *own = where->from != 0;
    if (!state || where->is_static || (!where->from && !who_limit_to_frame(session, state, time, &framed, own)) || !framed.from ||
        !state_go(state, framed.from, &error) || framed.address + framed.size > state_register(state, RSP))
        return false;
    *since = (struct state_span){.time = framed.from};
    return true;
}

/* ", 12 of 24 bytes unwritten" */
static bool mark_unwritten(struct session *session, const struct who_place *place, uint64_t time, const struct state_span *since, struct row *row)
{
    struct fresh fresh;
    if (!fresh_count(session, place, time, since, &fresh) || fresh.unwritten == 0)
        return false;
    row_style(row, fresh.unwritten == fresh.all ? STYLE_WARNING : STYLE_DIM);
    if (fresh.unwritten == fresh.all) {
        text_add(&row->text, ", unwritten ");
        row_true(row, "unwritten");
    } else {
        text_printf(&row->text, ", %" PRIu64 " of %" PRIu64 " bytes unwritten ", fresh.unwritten, fresh.all);
        row_number(row, "unwritten_bytes", fresh.unwritten);
    }
    return true;
}

static bool mark_fresh(struct session *session, const struct heap *heap, const struct heap_block *block, const struct who_place *place, uint64_t time,
                       struct row *row)
{
    struct state_span since;
    bool own = false;
    if (!(block ? since_block(block, &since) : since_frame(session, &place->where, time, &since, &own)) || !mark_unwritten(session, place, time, &since, row))
        return false;
    text_add(&row->text, block ? "since " : own ? "in this frame" : "in its frame");
    if (block)
        add_short(session, heap_how(heap, block->how), block->allocated, &row->text);
    return true;
}

/* A place that no block holds. */
static void mark_outside(struct session *session, const struct heap *heap, const struct written *where, uint64_t time, struct row *row)
{
    const struct heap_block *gone, *map = block_at(lifetimes_maps(heap->lifetimes), where->address, time, &gone);
    if (!map || !map->holds)
        return;
    text_add(&row->text, ", ");
    add_outside(session, heap, where->address, where->size, near_at(lifetimes_blocks(heap->lifetimes), where->address, time), &row->text);
    row_true(row, "outside");
}

/* The block that holds a place, and the one that held it and was freed; NULL: there is none. Returns NULL: there are no marks. */
static const struct heap *blocks_of(struct session *session, const struct written *where, uint64_t time, const struct heap_block **block,
                                    const struct heap_block **freed)
{
    const struct heap *heap = heap_for_marks(session);
    uint64_t full = heap ? lifetimes_full(heap->lifetimes) : 0;
    *block = *freed = NULL;
    if (full && time >= full) {
        heap_note_limits(session, heap, true);
        return NULL;
    }
    if (heap)
        *block = block_at(lifetimes_blocks(heap->lifetimes), where->address, time, freed);
    if (*freed && (*freed)->freed < where->from)        /* the frame of a variable lies where a block on the stack was */
        *freed = NULL;
    if (*freed && *block && !((*block)->holds && (*freed)->within && (*freed)->order > (*block)->order))
        *freed = NULL;
    return heap;
}

static void add_gone(struct session *session, const struct heap *heap, const struct heap_block *freed, const char *what, const char *field, struct row *row)
{
    row_style(row, STYLE_WARNING);
    text_printf(&row->text, ", %sin a freed block", what);
    add_freed(session, heap, freed, &row->text);
    row_number(row, field, freed->freed);
}

bool heap_mark_freed(struct session *session, const struct who_place *place, uint64_t time, const char *what, const char *field, struct row *row)
{
    const struct heap_block *block, *freed;
    const struct heap *heap = blocks_of(session, &place->where, time, &block, &freed);
    if (freed)
        add_gone(session, heap, freed, what, field, row);
    return freed;
}

void heap_mark_place(struct session *session, const struct who_place *place, uint64_t time, struct row *row)
{
    const struct heap_block *block, *freed;
    const struct heap *heap = blocks_of(session, &place->where, time, &block, &freed);
    row_style(row, STYLE_WARNING);
    if (freed)
        add_gone(session, heap, freed, "", "freed", row);
    else if (!mark_fresh(session, heap, block, place, time, row) && !block && heap)
        mark_outside(session, heap, &place->where, time, row);
}
