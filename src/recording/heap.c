/* heap.c - finds the allocators, runs the recording again; info heap.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/heap.h"
#include "code/code.h"
#include "recording/describe.h"
#include "recording/evaluate.h"
#include "recording/state/state.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

void heap_close(struct heap *heap)
{
    if (!heap)
        return;
    lifetimes_close(heap->lifetimes);
    text_free(&heap->missing);
    free(heap->rows);
    free(heap->indices);
    heap_close(heap->older);
    text_free(&heap->rules);
    arena_free(&heap->arena);
    free(heap->own);
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

/* The object file as it was. NULL: it is not there. *own: the caller closes it. */
static struct symbols *symbols_as_recorded(struct session *session, struct str path, bool *own)
{
    struct str build = store_note_about(wet_of(session)->store, "build", path);
    struct symbols *symbols = session->trace->symbols;
    struct arena arena = {0};
    struct error unread;
    *own = false;
    if (symbols && build.size && symbols_is_build(symbols, build))
        return symbols;
    *own = symbols_open_build(arena_string(&arena, path), build, &symbols, &unread) == SYMBOLS_OPENED;
    arena_free(&arena);
    return *own ? symbols : NULL;
}

/* ---- Allocators of the program itself ---- */

/* Is it the mangled name of a function of C++ or Rust that the rule means? */
static bool is_cpp_name(struct str name, struct str wanted)
{
    struct arena arena = {0};
    size_t scope = str_find_last_byte(wanted, ':');
    struct str last = scope == SIZE_MAX ? wanted : str_cut(wanted, scope + 1, SIZE_MAX);
    if (!demangle_may(name) || str_find(name, last) == SIZE_MAX)
        return false;
    bool same = demangled_matches(demangle(name, DEMANGLE_NO_RETURN, &arena), wanted);
    arena_free(&arena);
    return same;
}

struct own_rules {
    ARRAY(struct allocator_rule, items);
    bool found[ALLOCATORS_MOST];
};

/* Functions of one object file that the rules name. code may be NULL. */
static void enter_own(struct lifetimes_code *code, struct symbols *symbols, uint64_t loaded, struct own_rules *rules)
{
    size_t count = rules->items_count ? symbols_function_count(symbols) : 0;
    for (size_t i = 0; i < count; i++) {
        struct symbols_function function = symbols_function(symbols, i);
        for (size_t k = 0; k < rules->items_count; k++) {
            struct str wanted = rules->items[k].name;
            if (!str_equal(function.name, wanted) && !is_cpp_name(function.name, wanted))
                continue;
            rules->found[k] = true;
            if (code)
                lifetimes_enter(code, (struct lifetimes_entry){.address = function.address + loaded, .how = (uint8_t)(ALLOCATES_OWN + k)});
        }
    }
}

/* The rules were checked when they were set. */
static void read_rules(struct str text, struct own_rules *rules)
{
    struct allocator_rule rule;
    struct error ignored;
    bool wrong;
    while (rules->items_count < ALLOCATORS_MOST && allocators_next(&text, &rule, &wrong, &ignored))
        ARRAY_ADD(rules, items, rule);
}

/* Is a function nowhere? Its name. */
static bool not_found(const struct own_rules *rules, struct str *name)
{
    for (size_t i = 0; i < rules->items_count; i++)
        if (!rules->found[i]) {
            *name = rules->items[i].name;
            return true;
        }
    return false;
}

/* ---- All object files ---- */

struct code_search {
    struct lifetimes_code *code;        /* NULL: only the rules count */
    struct own_rules rules;
    struct text missing;                /* a file that is not there as it was */
    bool found;                         /* an allocator */
};

static void search_code(struct session *session, struct code_search *search)
{
    struct str rest = store_notes(wet_of(session)->store), name, note;
    uint64_t loaded;
    bool own;
    while (store_next_note(&rest, &name, &note)) {
        if (!str_starts(name, "loaded ") || !str_hex(note, &loaded))
            continue;
        struct str path = str_cut(name, strlen("loaded "), SIZE_MAX);
        struct symbols *symbols = symbols_as_recorded(session, path, &own);
        bool linker = str_starts(str_basename(path), "ld-") || str_starts(str_basename(path), "ld.so");
        if (!symbols) {
            text_clear(&search->missing);
            text_append(&search->missing, path);
            continue;
        }
        if (search->code && linker)
            enter_linker(search->code, symbols, loaded);
        else if (search->code && enter_symbols(search->code, symbols, loaded))
            search->found = true;
        if (!linker)
            enter_own(search->code, symbols, loaded, &search->rules);
        if (own)
            symbols_close(symbols);
    }
}

/* What the pass needs to know. False: no allocator was found, and why. */
static bool find_code(struct session *session, struct heap *heap, struct lifetimes_code *code, struct error *error)
{
    struct code_search search = {.code = code};
    struct str absent;
    text_append(&heap->rules, text_str(&session->allocators));
    read_rules(text_str(&heap->rules), &search.rules);
    code->partial = str_is(store_note(wet_of(session)->store, "began"), "fork");
    for (size_t i = 0; i < search.rules.items_count; i++) {
        const struct allocator_rule *rule = &search.rules.items[i];
        ARRAY_ADD(code, own, rule->takes);
        ARRAY_ADD(heap, own, arena_string(&heap->arena, rule->name));
    }
    search_code(session, &search);
    if (search.missing.size)
        text_printf(&heap->missing, "%s is missing or has changed since the recording: clew does not know its allocators\n", text_string(&search.missing));
    if (not_found(&search.rules, &absent))
        text_printf(&heap->missing, "`set allocators`: the recorded files have no function `%.*s`\n", STR(absent));
    if (!search.found && search.missing.size)
        error_set(error, "clew found no malloc: %s is missing or has changed since the recording", text_string(&search.missing));
    else if (!search.found)
        error_set(error, "clew found no malloc in the recorded files. Older recordings do not name libraries: record the program again");
    text_free(&search.missing);
    free(search.rules.items);
    return search.found;
}

bool heap_allocators(struct session *session, struct str rules, struct error *error)
{
    struct code_search search = {0};
    struct str absent;
    if (!wet_of(session)->recording || !rules.size)
        return true;
    read_rules(rules, &search.rules);
    search_code(session, &search);
    bool good = !not_found(&search.rules, &absent) || error_set(error, "the recorded files have no function `%.*s`", STR(absent));
    text_free(&search.missing);
    free(search.rules.items);
    return good;
}

/* ---- The answer ---- */

/* The heap of this recording, without lifetimes if that failed or was interrupted. */
static struct heap *run_again(struct session *session, const struct progress *progress, struct error *error)
{
    struct lifetimes_code code = {0};
    struct heap *heap = memory_allocate(sizeof *heap);
    struct state *state = who_state(session);
    if (!state)
        error_set(error, "the recording keeps no state stream, which tells what was allocated: record the program without --state=no");
    else if (find_code(session, heap, &code, error))
        heap->lifetimes = lifetimes_run(state, wet_of(session)->store, &code, progress, error);
    lifetimes_code_free(&code);
    return heap;
}

/* Do the allocators of the program that it knows still hold? */
static bool is_current(const struct session *session, const struct heap *heap)
{
    return heap && str_equal(text_str(&heap->rules), text_str(&session->allocators));
}

/* A run with these rules, perhaps an older one, comes first. False: there is none. */
static bool find_current(const struct session *session, struct recording *recording)
{
    struct heap **at = &recording->heap, *heap;
    while ((heap = *at) && !is_current(session, heap))
        at = &heap->older;
    if (!heap)
        return false;
    *at = heap->older;
    heap->older = recording->heap;
    recording->heap = heap;
    return true;
}

struct heap *heap_of(struct session *session, struct error *error)
{
    struct recording *recording = wet_need_recording(session, error) ? wet_of(session)->recording : NULL;
    if (!recording)
        return NULL;
    if (!find_current(session, recording) || !recording->heap->lifetimes) {
        struct heap *heap = run_again(session, &session->options.progress, error);
        if (!heap->lifetimes) {
            heap_close(heap);
            return NULL;
        }
        heap->older = recording->heap;
        recording->heap = heap;
    }
    struct str rest = text_str(&recording->heap->missing), line;
    while (str_line(&rest, &line))
        session_note(session, "%.*s", STR(line));
    text_clear(&recording->heap->missing);
    return recording->heap;
}

static bool has_state(const struct session *session)
{
    return wet_of(session)->recording && wet_of(session)->store && store_keeps_state(wet_of(session)->store);
}

static bool is_short(const struct session *session)
{
    const struct store *store = wet_of(session)->store;
    uint64_t pieces = store_piece_count(store);
    return pieces && store_piece(store, pieces - 1).before <= HEAP_AT_ONCE;
}

static void tell_no_marks(struct session *session, const char *when, const char *why)
{
    if (!wet_of(session)->recording->told_no_marks)
        session_note(session, "rows do not mark misuses of memory%s: %s", when, why);
    wet_of(session)->recording->told_no_marks = true;
}

struct heap *heap_for_marks(struct session *session)
{
    struct recording *recording = wet_of(session)->recording;
    struct error error;
    if (!has_state(session) || (session->hurries && !is_current(session, recording->heap)))
        return NULL;
    if (!find_current(session, recording) && !is_short(session)) {
        tell_no_marks(session, " in this long recording yet", "`info faults` looks for them");
        return NULL;
    }
    if (!is_current(session, recording->heap)) {
        struct heap *heap = run_again(session, NULL, &error);
        heap->older = recording->heap;
        recording->heap = heap;
        if (!heap->lifetimes && heap->missing.size)
            tell_no_marks(session, "", error.message);
    }
    struct heap *heap = recording->heap;
    if (!heap->lifetimes)
        return NULL;
    if (!heap->told)
        heap_note_limits(session, heap, true);
    heap->told = true;
    return heap;
}

bool heap_may_tell_more(const struct session *session)
{
    const struct heap *heap = has_state(session) ? wet_of(session)->recording->heap : NULL;
    return has_state(session) && (is_current(session, heap) ? !heap->lifetimes : !is_short(session));
}

/* ---- Text ---- */

const char *heap_how(const struct heap *heap, unsigned how)
{
    return how >= ALLOCATES_OWN && how - ALLOCATES_OWN < heap->own_count ? heap->own[how - ALLOCATES_OWN] : allocates_name((enum allocates)how);
}

const struct heap_block *heap_block(const struct heap *heap, uint32_t block)
{
    return block == BLOCK_NONE ? NULL : &lifetimes_blocks(heap->lifetimes)->items[block];
}

void heap_add_bytes(uint64_t count, struct text *out)
{
    text_printf(out, "%" PRIu64 " byte%s", count, count == 1 ? "" : "s");
}

void heap_add_when(struct session *session, uint64_t time, struct text *out)
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

void heap_add_life(struct session *session, const struct heap *heap, const struct heap_block *block, bool freed, struct text *out)
{
    text_printf(out, "%s ", heap_how(heap, block->how));
    heap_add_when(session, block->allocated, out);
    if (!freed)
        return;
    text_printf(out, ", %s ", heap_how(heap, block->how_freed));
    heap_add_when(session, block->freed, out);
}

void heap_note_limits(struct session *session, const struct heap *heap, bool faults)
{
    struct text parts = {0}, line = {0};
    lifetimes_say_limits(heap->lifetimes, faults, &parts);
    if (faults && heap->judged && heap->doubtful)
        text_printf(&parts, "%sit did not follow all that %zu load%s of unwritten bytes led to", parts.size ? "; " : "", heap->doubtful,
                    heap->doubtful == 1 ? "" : "s");
    if (parts.size) {
        text_printf(&line, "limited: clew may miss %s: ", faults ? "misuses of memory" : "blocks");
        text_append(&line, text_str(&parts));
        session_note_once(session, text_str(&line));
    }
    text_free(&parts);
    text_free(&line);
}

/* ---- info heap ---- */

bool heap_is_live(const struct heap_block *block, uint64_t time)
{
    return block->allocated < time && (block->live || block->freed >= time);
}

/* One row of the life of a block, or of a mapping; Enter goes to its time. */
struct life_row {
    const struct heap_block *block;
    bool ends, map;
    bool current;                       /* it holds the address at your place */
};

static void add_life_row(struct session *session, const struct heap *heap, struct rows *rows, const struct life_row *life, uint64_t address)
{
    const struct heap_block *block = life->block;
    const char *how = heap_how(heap, life->ends ? block->how_freed : block->how);
    const char *what = life->map ? life->ends ? "unmapped" : "mapped" : life->ends ? "freed" : "allocated";
    uint64_t time = life->ends ? block->freed : block->allocated;
    struct text text = {0};
    heap_add_when(session, time, &text);
    text_printf(&text, "  %s by %s: ", what, how);
    heap_add_bytes(block->size, &text);
    text_add(&text, " at ");
    text_hex(&text, block->address);
    if (address != block->address) {
        text_add(&text, ", ");
        text_hex(&text, address);
        text_printf(&text, " is at offset %" PRIu64, address - block->address);
    }
    if (life->current)
        text_printf(&text, "  still %s here", what);
    struct row *row = rows_add(rows, text_str(&text));
    row_string(row, life->map ? life->ends ? "unmapped_by" : "mapped_by" : life->ends ? "freed_by" : "allocated_by", str_of(how));
    row_hex(row, "block", block->address);
    row_number(row, "block_size", block->size);
    row_number(row, "offset", address - block->address);
    row_of_time(row, session, time);
    text_free(&text);
}

enum { LIVES_MOST = 1000 };

/* All that held the address. Returns how many did. */
static uint64_t add_lives(struct session *session, const struct heap *heap, bool maps, uint64_t address, uint64_t time, struct rows *rows)
{
    const struct blocks *blocks = maps ? lifetimes_maps(heap->lifetimes) : lifetimes_blocks(heap->lifetimes);
    uint64_t count = 0;
    for (size_t i = 0; i < blocks->items_count && count < LIVES_MOST; i++) {
        const struct heap_block *block = &blocks->items[i];
        if (address - block->address >= (block->size ? block->size : 1))
            continue;
        add_life_row(session, heap, rows, &(struct life_row){.block = block, .map = maps, .current = heap_is_live(block, time)}, address);
        if (!block->live && !block->lost)
            add_life_row(session, heap, rows, &(struct life_row){.block = block, .map = maps, .ends = true}, address);
        count++;
    }
    return count;
}

static bool list_history(struct session *session, struct heap *heap, uint64_t address, uint64_t time, struct answer *answer)
{
    uint64_t maps = add_lives(session, heap, true, address, time, &answer->rows);
    uint64_t blocks = add_lives(session, heap, false, address, time, &answer->rows);
    if (maps == LIVES_MOST || blocks == LIVES_MOST)
        session_note(session, "clew lists the first %d blocks that held this address", LIVES_MOST);
    if (!blocks) {
        struct row *row = rows_add_printf(&answer->rows, "no block ever held ");
        text_hex(&row->text, address);
        row->style = STYLE_UNKNOWN;
    }
    return true;
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
    heap_note_limits(session, heap, false);
    if (!words.size)
        return heap_list_live(session, heap, time, answer, error);
    return find_address(session, words, time, &address, error) && list_history(session, heap, address, time, answer);
}
