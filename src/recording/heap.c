/* heap.c - info heap and info faults.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/heap.h"
#include "code/code.h"
#include "recording/describe.h"
#include "recording/evaluate.h"
#include "recording/state/state.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* How the program used unwritten bytes. */
enum use { USE_NONE, USE_BRANCH, USE_ADDRESS, USE_CALL };

struct fault_row {
    const struct misuse *misuse;
    bool ended;                         /* of a stack frame that ended */
    enum use use;
    uint64_t used;                      /* the time of that use; `time`: of the load */
    uint64_t time;
};

struct heap {
    struct lifetimes *lifetimes;
    bool judged;                        /* the rows are made */
    ARRAY(struct fault_row, rows);
};

void heap_close(struct heap *heap)
{
    if (!heap)
        return;
    lifetimes_close(heap->lifetimes);
    free(heap->rows);
    free(heap);
}

/* ---- Where the allocators are ---- */

enum { BEFORE = 16 << 10 /* bytes of malloc's own functions before the first that has a name */ };

/* Functions of one object file. */
static bool enter_symbols(struct lifetimes_code *code, struct symbols *symbols, uint64_t loaded)
{
    struct lifetimes_entry entry;
    const char *name;
    uint64_t address, size, first = UINT64_MAX, last = 0;
    bool allocates = false, glibc = symbols_value(symbols, str_of("__libc_malloc"), &address, &size);
    for (size_t i = 0; (name = lifetimes_symbol(i, &entry)); i++) {
        if (!symbols_value(symbols, str_of(name), &address, &size) || !symbols_is_code(symbols, address))
            continue;
        entry.address = address + loaded;
        entry.resolves = entry.how == ALLOCATES_NOT && symbols_is_resolver(symbols, str_of(name));
        lifetimes_enter(code, entry);
        allocates = allocates || entry.how != ALLOCATES_NOT;
        if (entry.how >= ALLOCATES_MALLOC && entry.how <= ALLOCATES_VALLOC && entry.how != ALLOCATES_REALLOCARRAY && size) {
            first = address < first ? address : first;
            last = address + size - 1 > last ? address + size - 1 : last;
        }
    }
    if (glibc && symbols_value(symbols, str_of("malloc_info"), &address, &size) && address > last)
        last = address + (size ? size - 1 : 0);
    if (glibc && first < last)
        ARRAY_ADD(code, inner, (struct image_range){(first < BEFORE ? 0 : first - BEFORE) + loaded, last + loaded});
    return allocates;
}

static void enter_linker(struct lifetimes_code *code, struct symbols *symbols, uint64_t loaded)
{
    size_t count = symbols_function_count(symbols);
    if (!count)
        return;
    struct symbols_function first = symbols_function(symbols, 0), last = symbols_function(symbols, count - 1);
    ARRAY_ADD(code, inner, (struct image_range){first.address + loaded, last.address + last.size - 1 + loaded});
}

static struct str note_of(const struct store *store, const char *what, struct str path)
{
    struct text name = {0};
    text_printf(&name, "%s %.*s", what, STR(path));
    struct str note = store_note(store, text_string(&name));
    text_free(&name);
    return note;
}

/* The object file as it was. NULL: it is not there. *own: the caller closes it. */
static struct symbols *symbols_as_recorded(struct session *session, struct str path, bool *own)
{
    struct str build = note_of(wet_of(session)->store, "build", path);
    struct symbols *symbols = session->trace->symbols;
    struct arena arena = {0};
    struct error unread;
    *own = false;
    if (symbols && build.size && program_is_build(symbols, build))
        return symbols;
    *own = symbols_open_if_there(arena_string(&arena, path), &symbols, &unread);
    arena_free(&arena);
    if (!*own)
        return NULL;
    if (!build.size || program_is_build(symbols, build))
        return symbols;
    symbols_close(symbols);
    return NULL;
}

/* False: no allocator was found, and why. */
static bool find_code(struct session *session, struct lifetimes_code *code, struct error *error)
{
    const struct store *store = wet_of(session)->store;
    struct str rest = store_notes(store), name, note, missing = {0};
    uint64_t loaded;
    bool found = false, own;
    code->partial = str_is(store_note(store, "began"), "fork");
    while (store_next_note(&rest, &name, &note)) {
        if (!str_starts(name, "loaded ") || !str_hex(note, &loaded))
            continue;
        struct str path = str_cut(name, strlen("loaded "), SIZE_MAX);
        struct symbols *symbols = symbols_as_recorded(session, path, &own);
        bool linker = str_starts(str_basename(path), "ld-") || str_starts(str_basename(path), "ld.so");
        if (!symbols)
            missing = path;
        else if (linker)
            enter_linker(code, symbols, loaded);
        else if (enter_symbols(code, symbols, loaded))
            found = true;
        if (own)
            symbols_close(symbols);
    }
    if (found && missing.size)
        session_note(session, "%.*s is missing or has changed since the recording: clew does not know its allocators", STR(missing));
    if (found)
        return true;
    return missing.size ? error_set(error, "clew found no malloc: %.*s is missing or has changed since the recording", STR(missing))
                        : error_set(error, "clew found no malloc in the recorded files. Older recordings do not name libraries: record the program again");
}

static struct heap *heap_of(struct session *session, struct error *error)
{
    struct recording *recording = wet_need_recording(session, error) ? wet_of(session)->recording : NULL;
    struct lifetimes_code code = {0};
    if (!recording || recording->heap)
        return recording ? recording->heap : NULL;
    struct state *state = who_state(session);
    if (!state && !error_set(error, "the recording keeps no state stream, which tells what was allocated: record the program without --state=no"))
        return NULL;
    struct lifetimes *lifetimes = NULL;
    if (find_code(session, &code, error))
        lifetimes = lifetimes_run(state, wet_of(session)->store, &code, &session->options.progress, error);
    lifetimes_code_free(&code);
    if (!lifetimes)
        return NULL;
    recording->heap = memory_allocate(sizeof *recording->heap);
    recording->heap->lifetimes = lifetimes;
    return recording->heap;
}

/* ---- Text ---- */

/* "@12 main x.c:5" */
static void add_when(struct session *session, uint64_t time, struct text *out)
{
    struct node node;
    if (!time) {
        text_add(out, "before your code ran");
        return;
    }
    text_printf(out, "@%" PRIu64, time);
    if (!store_at(wet_of(session)->store, time, &node))
        return;
    struct instruction instruction = program_instruction(wet_of(session)->program, node.index);
    text_byte(out, ' ');
    describe_location(&instruction, out);
}

/* "malloc @12 main x.c:5, free @20 main x.c:9" */
static void add_life(struct session *session, const struct heap_block *block, bool freed, struct text *out)
{
    text_printf(out, "%s ", allocates_name(block->how));
    add_when(session, block->allocated, out);
    if (!freed)
        return;
    text_printf(out, ", %s ", allocates_name(block->how_freed));
    add_when(session, block->freed, out);
}

static void add_bytes(uint64_t count, struct text *out)
{
    text_printf(out, "%" PRIu64 " byte%s", count, count == 1 ? "" : "s");
}

static void row_of_time(struct session *session, uint64_t time, struct row *row)
{
    struct node node;
    if (!time || !store_at(wet_of(session)->store, time, &node)) {
        row_null(row, "time");
        return;
    }
    row_number(row, "time", time);
    row_node(row, session, node);
    row_where(row, session, node);
}

/* ---- What became of unwritten bytes ---- */

enum { FOLLOWED = 400 };

struct follow {
    struct session *session;
    struct { struct node node; bool masked; } items[FOLLOWED];
    size_t count;
    struct node used;
};

static void follow_add(struct follow *follow, struct node node, bool masked)
{
    for (size_t i = 0; i < follow->count; i++)
        if (follow->items[i].node.index == node.index && follow->items[i].node.instance == node.instance)
            return;
    if (follow->count < FOLLOWED) {
        follow->items[follow->count].node = node;
        follow->items[follow->count++].masked = masked;
    }
}

/* How an execution uses a value at a port; NONE: it computes with it, copies it or stores it; or it uses another result (*other): the stack pointer, which pop
 * changes besides what it loads, or a register that a string instruction (moves) counts up. */
static enum use use_at(struct session *session, const struct link *link, bool moves, struct decoded *decoded, bool *known, bool *other)
{
    enum { RSP = 4 };
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
    if (store_users(wet_of(follow->session)->store, node, &follow->session->options.progress, &links))
        for (size_t k = 0; k < links.count && use == USE_NONE; k++) {
            const struct link *link = &links.items[k];
            if (link->kind != LINK_DATA || link->uncertain || (link->carried && stored))
                continue;
            use = use_at(follow->session, link, moves, &decoded, &known, &other);
            follow->used = link->node;
            bool masks = known && (decoded.operation == OPERATION_AND || decoded.operation == OPERATION_OR);
            if (use == USE_NONE && !other && !((masked || masks) && known && is_store(&decoded)))
                follow_add(follow, link->node, masked || masks);
        }
    links_free(&links);
    return use;
}

/* Follows the value of a load. */
static enum use find_use(struct session *session, uint64_t time, uint64_t *used)
{
    struct follow *follow = memory_allocate(sizeof *follow);
    struct node node;
    struct decoded decoded;
    enum use use = USE_NONE;
    *used = time;
    follow->session = session;
    if (store_at(wet_of(session)->store, time, &node) && program_disassemble(wet_of(session)->program, node.index, &decoded)) {
        bool masks = decoded.operation == OPERATION_AND || decoded.operation == OPERATION_OR;
        if (!(masks && is_store(&decoded)) && decoded.operation != OPERATION_POP)
            follow_add(follow, node, masks);
        if (decoded.flow == FLOW_INDIRECT || decoded.flow == FLOW_CALL_INDIRECT)
            use = USE_ADDRESS;
        follow->used = node;
    }
    for (size_t i = 0; i < follow->count && use == USE_NONE; i++)
        use = follow_users(follow, i);
    if (use != USE_NONE && !store_time(wet_of(session)->store, follow->used, used))
        *used = time;
    free(follow);
    return use;
}

/* ---- Judging ---- */

/* Is it below the stack pointer and its red zone? */
static bool is_below_stack(struct session *session, const struct misuse *misuse)
{
    enum { RSP = 4, RED_ZONE = 128 };
    struct error error;
    return misuse->block == BLOCK_NONE && state_go_instruction(who_state(session), misuse->order, false, &error) &&
           misuse->address + misuse->size <= state_register(who_state(session), RSP) - RED_ZONE;
}

static void judge(struct session *session, struct heap *heap, const struct misuse *misuse)
{
    struct fault_row row = {.misuse = misuse, .time = misuse->time};
    if (misuse->kind == MISUSE_UNWRITTEN) {
        row.ended = is_below_stack(session, misuse);
        for (size_t i = 0; i < MISUSE_TIMES && misuse->times[i] && !row.ended && row.use == USE_NONE; i++) {
            row.use = find_use(session, misuse->times[i], &row.used);
            row.time = misuse->times[i];
        }
        if (!row.ended && row.use == USE_NONE)
            return;
    }
    ARRAY_ADD(heap, rows, row);
}

static bool judge_all(struct session *session, struct heap *heap, struct error *error)
{
    size_t count;
    const struct misuse *misuses = lifetimes_misuses(heap->lifetimes, &count);
    if (heap->judged)
        return true;
    heap->rows_count = 0;
    for (size_t i = 0; i < count; i++) {
        if (!progress_report(&session->options.progress, i, count))
            return error_set(error, "interrupted");
        judge(session, heap, &misuses[i]);
    }
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
        [MISUSE_OUTSIDE_WRITE] = "outside-write", [MISUSE_UNWRITTEN] = "unwritten", [MISUSE_FREED_TWICE] = "freed-twice", [MISUSE_FREED_WRONG] = "freed-wrong",
        [MISUSE_MISMATCH] = "mismatch"};
    return row->ended ? "ended-frame" : names[row->misuse->kind];
}

static void add_access(const struct misuse *misuse, struct text *out)
{
    bool writes = misuse->kind == MISUSE_FREED_WRITE || misuse->kind == MISUSE_OUTSIDE_WRITE;
    text_add(out, misuse->kernel ? "the system call " : misuse->yours ? "" : "skipped code ");
    text_add(out, writes ? "writes " : "reads ");
    add_bytes(misuse->size, out);
}

/* ", 4 bytes behind a block of 24 bytes" */
static void add_near(const struct misuse *misuse, const struct heap_block *block, struct text *out)
{
    uint64_t end = block->address + block->size;
    if (misuse->address == end)
        text_add(out, " just behind");
    else if (misuse->address >= end)
        text_printf(out, ", %" PRIu64 " byte%s behind", misuse->address - end, misuse->address - end == 1 ? "" : "s");
    else if (misuse->address >= block->address)
        text_add(out, " across the end of");
    else if (misuse->address + misuse->size > block->address)
        text_add(out, " across the beginning of");
    else
        text_printf(out, ", %" PRIu64 " byte%s before", block->address - misuse->address, block->address - misuse->address == 1 ? "" : "s");
    text_add(out, " a block of ");
    add_bytes(block->size, out);
}

static void add_use(struct session *session, const struct fault_row *row, struct text *out)
{
    static const char *const uses[] = {[USE_NONE] = "", [USE_BRANCH] = "a branch depends on them", [USE_ADDRESS] = "an address depends on them",
                                       [USE_CALL] = "skipped code gets them"};
    if (row->use == USE_NONE)
        return;
    text_printf(out, "; %s ", uses[row->use]);
    add_when(session, row->used, out);
}

static void add_unwritten(struct session *session, const struct fault_row *row, const struct heap_block *block, struct text *out)
{
    const struct misuse *misuse = row->misuse;
    text_printf(out, "reads %" PRIu64 " %sbyte%s", misuse->size, row->ended ? "" : "unwritten ", misuse->size == 1 ? "" : "s");
    if (row->ended) {
        text_add(out, " of a stack frame that has ended");
    } else if (block) {
        text_printf(out, " at offset %" PRIu64 " of a block of ", misuse->address - block->address);
        add_bytes(block->size, out);
        text_add(out, ": ");
        add_life(session, block, false, out);
    } else {
        text_add(out, " of the stack");
    }
    add_use(session, row, out);
}

static void add_wrong_free(struct session *session, const struct misuse *misuse, const struct heap_block *block, struct text *out)
{
    text_printf(out, "%s ", allocates_name(misuse->how));
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
    add_bytes(block->size, out);
    text_add(out, ": ");
    add_life(session, block, misuse->kind == MISUSE_FREED_TWICE, out);
}

static void misuse_text(struct session *session, const struct heap *heap, const struct fault_row *row, struct text *out)
{
    const struct misuse *misuse = row->misuse;
    const struct heap_block *block = misuse->block == BLOCK_NONE ? NULL : &lifetimes_blocks(heap->lifetimes)->items[misuse->block];
    switch (misuse->kind) {
    case MISUSE_UNWRITTEN: add_unwritten(session, row, block, out); break;
    case MISUSE_FREED_TWICE: case MISUSE_FREED_WRONG: case MISUSE_MISMATCH: add_wrong_free(session, misuse, block, out); break;
    case MISUSE_FREED_READ: case MISUSE_FREED_WRITE:
        add_access(misuse, out);
        text_printf(out, " at offset %" PRId64 " of a freed block of ", (int64_t)(misuse->address - block->address));
        add_bytes(block->size, out);
        text_add(out, ": ");
        add_life(session, block, true, out);
        break;
    default:
        add_access(misuse, out);
        if (!block) {
            text_add(out, " of the heap, outside every block");
            break;
        }
        add_near(misuse, block, out);
        text_add(out, ": ");
        add_life(session, block, false, out);
    }
    if (misuse->count > 1)
        text_printf(out, "  x %" PRIu64, misuse->count);
}

static void fault_cell(const void *data, uint64_t i, size_t column, struct table_cell *cell)
{
    const struct fault_list *list = data;
    const struct fault_row *row = &list->heap->rows[i];
    struct node node;
    bool known = row->time && store_at(wet_of(list->session)->store, row->time, &node);
    switch (column) {
    case FAULT_TIME:
        if (known)
            text_printf(cell->text, "@%" PRIu64, row->time);
        break;
    case FAULT_LOCATION:
        if (known) {
            struct instruction instruction = program_instruction(wet_of(list->session)->program, node.index);
            describe_location_in(&instruction, LOCATION_ROOM, cell->text);
        }
        break;
    default: misuse_text(list->session, list->heap, row, cell->text); break;
    }
}

static bool fault_get(const struct rows *rows, uint64_t i, struct row *row)
{
    const struct fault_list *list = rows->data;
    const struct fault_row *fault = &list->heap->rows[i];
    const struct misuse *misuse = fault->misuse;
    const struct heap_block *block = misuse->block == BLOCK_NONE ? NULL : &lifetimes_blocks(list->heap->lifetimes)->items[misuse->block];
    table_row(&list->table, i, row);
    row_string(row, "fault", str_of(kind_name(fault)));
    row_number(row, "count", misuse->count);
    row_hex(row, "memory", misuse->address);
    row_number(row, "size", misuse->size);
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
    row_of_time(list->session, fault->time, row);
    return true;
}

static void note_full(struct session *session, const struct heap *heap)
{
    uint64_t full = lifetimes_full(heap->lifetimes);
    if (full)
        session_note(session, "the program has too many blocks or faults: the list is not complete from @%" PRIu64 " on", full);
}

bool info_faults(struct session *session, struct str words, struct answer *answer, struct error *error)
{
    enum { WIDEST_TIME = 21 };
    static const struct column columns[FAULT_COLUMNS] = {
        [FAULT_TIME] = {STYLE_NORMAL, WIDEST_TIME, 0}, [FAULT_LOCATION] = {STYLE_LOCATION, LOCATION_ROOM, 0}, [FAULT_TEXT] = {STYLE_VALUE, 0, 0}};
    struct rows *rows = &answer->rows;
    if (words.size)
        return error_set(error, "`info faults` takes no arguments");
    struct heap *heap = heap_of(session, error);
    if (!heap || !judge_all(session, heap, error))
        return false;
    note_full(session, heap);
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

/* ---- info heap ---- */

struct block_list {
    struct session *session;
    struct heap *heap;
    uint32_t *chosen;
    struct table table;
};

enum { BLOCK_TIME, BLOCK_LOCATION, BLOCK_HOW, BLOCK_TEXT, BLOCK_COLUMNS };

static void block_cell(const void *data, uint64_t i, size_t column, struct table_cell *cell)
{
    const struct block_list *list = data;
    const struct heap_block *block = &lifetimes_blocks(list->heap->lifetimes)->items[list->chosen[i]];
    struct node node;
    bool known = block->allocated && store_at(wet_of(list->session)->store, block->allocated, &node);
    switch (column) {
    case BLOCK_TIME:
        if (known)
            text_printf(cell->text, "@%" PRIu64, block->allocated);
        break;
    case BLOCK_LOCATION:
        if (known) {
            struct instruction instruction = program_instruction(wet_of(list->session)->program, node.index);
            describe_location_in(&instruction, LOCATION_ROOM, cell->text);
        } else {
            text_add(cell->text, "before your code ran");
        }
        break;
    case BLOCK_HOW: text_add(cell->text, allocates_name(block->how)); break;
    default:
        add_bytes(block->size, cell->text);
        text_add(cell->text, " at ");
        text_hex(cell->text, block->address);
        break;
    }
}

static bool block_get(const struct rows *rows, uint64_t i, struct row *row)
{
    const struct block_list *list = rows->data;
    const struct heap_block *block = &lifetimes_blocks(list->heap->lifetimes)->items[list->chosen[i]];
    table_row(&list->table, i, row);
    row_hex(row, "block", block->address);
    row_number(row, "block_size", block->size);
    row_string(row, "allocated_by", str_of(allocates_name(block->how)));
    row_of_time(list->session, block->allocated, row);
    return true;
}

static void block_release(struct rows *rows)
{
    struct block_list *list = rows->data;
    free(list->chosen);
}

static bool is_live(const struct heap_block *block, uint64_t time)
{
    return block->allocated < time && !block->lost && (block->live || block->freed >= time);
}

static bool list_live(struct session *session, struct heap *heap, uint64_t time, struct answer *answer)
{
    enum { WIDEST_TIME = 21, WIDEST_HOW = 18 };
    static const struct column columns[BLOCK_COLUMNS] = {
        [BLOCK_TIME] = {STYLE_NORMAL, WIDEST_TIME, 0}, [BLOCK_LOCATION] = {STYLE_LOCATION, LOCATION_ROOM, 0}, [BLOCK_HOW] = {STYLE_DIM, WIDEST_HOW, 0},
        [BLOCK_TEXT] = {STYLE_VALUE, 0, 0}};
    const struct blocks *blocks = lifetimes_blocks(heap->lifetimes);
    struct rows *rows = &answer->rows;
    uint64_t count = 0, bytes = 0;
    uint32_t *chosen = memory_allocate((blocks->items_count + 1) * sizeof *chosen);
    for (size_t i = 0; i < blocks->items_count; i++)
        if (is_live(&blocks->items[i], time)) {
            chosen[count++] = (uint32_t)i;
            bytes += blocks->items[i].size;
        }
    if (count == 0) {
        free(chosen);
        rows_add_printf(rows, "no block is allocated here")->style = STYLE_UNKNOWN;
        return true;
    }
    session_note(session, "%" PRIu64 " block%s, %" PRIu64 " byte%s", count, count == 1 ? "" : "s", bytes, bytes == 1 ? "" : "s");
    struct block_list *list = arena_allocate(&rows->arena, sizeof *list);
    *list = (struct block_list){.session = session, .heap = heap, .chosen = chosen};
    list->table = (struct table){.columns = columns, .count = BLOCK_COLUMNS, .cell = block_cell, .data = list};
    rows->count = count;
    rows->data = list;
    rows->get = block_get;
    rows->release = block_release;
    table_measure(&list->table, 0, rows->count);
    return true;
}

/* One row of a block's life; Enter goes to `time`. */
static void add_life_row(struct session *session, struct rows *rows, uint64_t time, const char *how, const struct heap_block *block, uint64_t address,
                         bool frees, bool current)
{
    struct text text = {0};
    add_when(session, time, &text);
    text_printf(&text, "  %s %s: ", frees ? "freed by" : "allocated by", how);
    add_bytes(block->size, &text);
    text_add(&text, " at ");
    text_hex(&text, block->address);
    if (address != block->address) {
        text_printf(&text, ", %" PRIu64 " bytes before ", address - block->address);
        text_hex(&text, address);
    }
    text_add(&text, current ? "  allocated at your place" : "");
    struct row *row = rows_add(rows, text_str(&text));
    row_string(row, frees ? "freed_by" : "allocated_by", str_of(how));
    row_hex(row, "block", block->address);
    row_number(row, "block_size", block->size);
    row_number(row, "offset", address - block->address);
    row_of_time(session, time, row);
    text_free(&text);
}

static bool list_history(struct session *session, struct heap *heap, uint64_t address, uint64_t time, struct answer *answer)
{
    enum { MOST = 1000 };
    const struct blocks *blocks = lifetimes_blocks(heap->lifetimes);
    uint64_t count = 0;
    for (size_t i = 0; i < blocks->items_count && count < MOST; i++) {
        const struct heap_block *block = &blocks->items[i];
        if (address - block->address >= (block->size ? block->size : 1))
            continue;
        add_life_row(session, &answer->rows, block->allocated, allocates_name(block->how), block, address, false, is_live(block, time));
        if (!block->live && !block->lost)
            add_life_row(session, &answer->rows, block->freed, allocates_name(block->how_freed), block, address, true, false);
        count++;
    }
    if (count == MOST)
        session_note(session, "clew lists the first %d blocks that held this address", MOST);
    if (!count) {
        struct row *row = rows_add_printf(&answer->rows, "no block ever held ");
        text_hex(&row->text, address);
        row->style = STYLE_UNKNOWN;
    }
    return true;
}

void heap_mark(struct session *session, uint64_t address, uint64_t time, struct row *row)
{
    const struct heap *heap = wet_of(session)->recording ? wet_of(session)->recording->heap : NULL;
    const struct blocks *blocks = heap ? lifetimes_blocks(heap->lifetimes) : NULL;
    const struct heap_block *freed = NULL;
    for (size_t i = 0; blocks && i < blocks->items_count; i++) {
        const struct heap_block *block = &blocks->items[i];
        if (address - block->address >= block->size || block->allocated > time || block->lost)
            continue;
        if (block->live || block->freed > time)
            return;
        freed = block;
    }
    if (!freed)
        return;
    text_printf(&row->text, ", in a freed block (%s ", allocates_name(freed->how_freed));
    add_when(session, freed->freed, &row->text);
    text_byte(&row->text, ')');
    row_number(row, "freed", freed->freed);
}

/* The address that the words mean: a pointer's value, where an object lies, or a number. */
static bool find_address(struct session *session, struct str words, uint64_t time, uint64_t *address, struct error *error)
{
    struct expression *expression = evaluate_parse(session, words, "expression", error);
    struct evaluation evaluation = {.session = session, .expression = expression, .registers = time, .error = error};
    struct who_place place;
    struct scalar scalar = {0};
    evaluation.time = wet_behind_prologue(session, time);
    if (!expression)
        return false;
    bool known = evaluate(&evaluation, expression->root, &place), memory = known && place.home == HOME_MEMORY;
    bool shape = memory && who_is_shape(session, &place), simple = known && !shape && evaluate_scalar(&evaluation, expression->root, &place, &scalar);
    if (simple && scalar.number.is_real && !memory)
        simple = evaluate_refuse(&evaluation, expression->root, "is not an address");
    *address = simple && (scalar.is_pointer || !memory) ? scalar.number.bits : memory ? place.where.address : 0;
    bool good = known && (memory || simple);
    evaluation_end(&evaluation, NULL);
    expression_free(expression);
    return good;
}

bool info_heap(struct session *session, struct str words, struct answer *answer, struct error *error)
{
    uint64_t time, address;
    words = str_trim(words);
    struct heap *heap = heap_of(session, error);
    if (!heap)
        return false;
    if (!wet_time(session, &time))
        return error_set(error, "the time of your place is unknown");
    note_full(session, heap);
    if (!words.size)
        return list_live(session, heap, time, answer);
    return find_address(session, words, time, &address, error) && list_history(session, heap, address, time, answer);
}
