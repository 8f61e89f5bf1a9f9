/* symbols.c - struct symbols and its public functions; the load bias of a trace.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "code/symbols.h"
#include "code/machines.h"
#include "code/tables.h"
#include "code/variable_tables.h"

#include <elf.h>
#include <stdlib.h>

/* ---- The load bias that puts a trace's named addresses into the functions of these names ----
 *
 * Biases count in pages: a sample at address a inside [low, high) allows the pages from ceil((a - high + 1) / 4096) to floor((a - low) / 4096). Each sample
 * allows a union of such intervals, one for each function of its name; the intersection over all samples is the answer. It never has more intervals than the
 * first sample's name has functions, and breaks no further than the names do, so the cost stays proportional to the number of samples. */

enum { PAGE_BITS = 12 };

struct interval {
    uint64_t first, last;                /* page numbers */
};

struct intervals {
    struct interval *items;
    size_t count, capacity;
};

static int compare(const void *left, const void *right)
{
    const struct interval *a = left, *b = right;
    COMPARE_FIRST(a->first, b->first);
    return COMPARE(a->last, b->last);
}

static void add(struct intervals *intervals, struct interval interval)
{
    intervals->items = array_grow(intervals->items, &intervals->capacity, intervals->count + 1, sizeof *intervals->items);
    intervals->items[intervals->count++] = interval;
}

/* Sorts; merges intervals that overlap or touch. */
static void normalise(struct intervals *intervals)
{
    size_t kept = 0;
    if (intervals->count > 1)
        qsort(intervals->items, intervals->count, sizeof *intervals->items, compare);
    for (size_t i = 0; i < intervals->count; i++) {
        struct interval next = intervals->items[i];
        if (kept && next.first <= intervals->items[kept - 1].last + 1) {
            if (next.last > intervals->items[kept - 1].last)
                intervals->items[kept - 1].last = next.last;
        } else
            intervals->items[kept++] = next;
    }
    intervals->count = kept;
}

/* The biases that one sample allows. */
static void allowed(const struct named_range *names, size_t count, uint64_t address, struct intervals *out)
{
    out->count = 0;
    for (size_t i = 0; i < count; i++) {
        const struct named_range *range = &names[i];
        if (address < range->low)
            continue;
        uint64_t least = address >= range->high ? address - range->high + 1 : 0;
        struct interval pages = {least >> PAGE_BITS, (address - range->low) >> PAGE_BITS};
        if (least & ((1u << PAGE_BITS) - 1))
            pages.first++;
        if (pages.first <= pages.last)
            add(out, pages);
    }
    normalise(out);
}

/* Keeps the part of `left` that `other` allows too. */
static void intersect(struct intervals *left, const struct intervals *other, struct intervals *scratch)
{
    scratch->count = 0;
    for (size_t i = 0, k = 0; i < left->count && k < other->count;) {
        struct interval a = left->items[i], b = other->items[k];
        struct interval both = {a.first > b.first ? a.first : b.first, a.last < b.last ? a.last : b.last};
        if (both.first <= both.last)
            add(scratch, both);
        if (a.last < b.last)
            i++;
        else
            k++;
    }
    struct intervals old = *left;
    *left = *scratch;
    *scratch = old;
}

static enum symbols_fit verdict(const struct intervals *left, uint64_t *bias)
{
    if (left->count == 0)
        return FIT_NONE;
    *bias = left->items[0].first << PAGE_BITS;
    return left->count == 1 && left->items[0].first == left->items[0].last ? FIT_FOUND : FIT_AMBIGUOUS;
}

static bool symbols_fixed(const struct symbols *symbols);
static const struct named_range *symbols_names(struct symbols *symbols, size_t *count);

/* The biases within `limit` that all samples allow. */
static enum symbols_fit fit_within(struct symbols *symbols, struct interval limit, const struct symbols_sample *samples, size_t count, uint64_t *bias,
                                   size_t *known)
{
    size_t name_count;
    const struct named_range *names = symbols_names(symbols, &name_count);
    struct intervals left = {0}, allow = {0}, scratch = {0};
    *bias = 0;
    *known = 0;
    add(&left, limit);
    for (size_t i = 0; i < count; i++) {
        size_t first, same = names_find(names, name_count, samples[i].function, &first);
        if (same == 0)
            continue;
        ++*known;
        if (left.count == 0)
            continue;
        allowed(names + first, same, samples[i].address, &allow);
        intersect(&left, &allow, &scratch);
    }
    enum symbols_fit fit = *known ? verdict(&left, bias) : FIT_NO_NAMES;
    if (fit != FIT_FOUND)
        *bias = 0;
    free(left.items);
    free(allow.items);
    free(scratch.items);
    return fit;
}

enum symbols_fit symbols_fit(struct symbols *symbols, const struct symbols_sample *samples, size_t count, uint64_t *bias, size_t *known)
{
    struct interval limit = {0, symbols_fixed(symbols) ? 0 : UINT64_MAX >> PAGE_BITS};
    return fit_within(symbols, limit, samples, count, bias, known);
}

enum symbols_fit symbols_fit_linked(struct symbols *symbols, const struct symbols_sample *samples, size_t count, size_t *known)
{
    uint64_t bias;
    return fit_within(symbols, (struct interval){0, 0}, samples, count, &bias, known);
}

/* ---- Starts of a name's code; instruction starts at given addresses ---- */

size_t symbols_code_named(struct symbols *symbols, struct str name, uint64_t *addresses, size_t room)
{
    size_t all, first;
    const struct named_range *names = symbols_names(symbols, &all);
    size_t count = names_find(names, all, name, &first);
    for (size_t i = 0; i < count && i < room; i++)
        addresses[i] = names[first + i].low;
    return count;
}

size_t symbols_copies_named(struct symbols *symbols, struct str name, uint64_t **addresses)
{
    size_t all = symbols_code_named(symbols, name, NULL, 0), count = 0;
    size_t *copies = memory_allocate((all + 1) * sizeof *copies);
    *addresses = memory_allocate((all + 1) * sizeof **addresses);
    uint64_t *begins = memory_allocate((all + 1) * sizeof *begins);
    symbols_code_named(symbols, name, begins, all);
    for (size_t i = 0; i < all; i++) {
        struct source_position position = {0};
        bool known = !symbols_position(symbols, begins[i], &position);
        for (size_t k = 0; k < count && position.copy && !known; k++)
            known = copies[k] == position.copy;
        if (known)
            continue;
        copies[count] = position.copy;
        (*addresses)[count++] = begins[i];
    }
    free(begins);
    free(copies);
    return count;
}

/* Walks on from `*at`, an instruction's address, to `address` or past it. False: it cannot read the code between. */
static bool walk(struct code_reader *code, uint64_t *at, uint64_t address)
{
    struct code_instruction instruction;
    while (*at < address) {
        if (!code_at(code, *at, &instruction) || !instruction.valid)
            return false;
        *at += instruction.size;
    }
    return true;
}

struct symbols_starts symbols_starts(struct symbols *symbols, const uint64_t *addresses, size_t count)
{
    struct symbols_starts found = {0};
    struct code_reader *code = code_open(symbols);
    uint64_t at = 0;
    size_t index, last = SIZE_MAX;
    for (size_t i = 0; i < count; i++) {
        if (!symbols_is_code(symbols, addresses[i]))
            continue;
        found.inside++;
        if (!symbols_function_at(symbols, addresses[i], &index))
            continue;
        if (index != last || at > addresses[i])
            at = symbols_function(symbols, index).address;
        last = index;
        if (!walk(code, &at, addresses[i]))
            last = SIZE_MAX;
        else if (at == addresses[i])
            found.right++;
        else
            found.wrong++;
    }
    code_close(code);
    return found;
}

/* ---- The routines that a name means: symbol names and demangled ones ---- */

/* How closely a name must match, from strict to loose. */
enum manner { MANNER_SYMBOL, MANNER_READABLE, MANNER_SHORTER, MANNERS };

static bool is_meant(struct symbols *symbols, const struct symbols_routine *routine, struct str name, enum manner manner)
{
    if (manner == MANNER_SYMBOL)
        return str_equal(routine->name, name);
    struct str readable = symbols_readable(symbols, routine->name);
    if (routine->alias || readable.data == routine->name.data)
        return false;
    return manner == MANNER_READABLE ? str_equal(readable, name) : demangled_matches(readable, name);
}

size_t symbols_routines_called(struct symbols *symbols, struct str name, const struct symbols_routine ***found)
{
    const struct symbols_routine *all;
    size_t all_count = symbols_routines(symbols, &all), count = 0, capacity = 0;
    *found = NULL;
    for (enum manner manner = MANNER_SYMBOL; manner < MANNERS && count == 0; manner++)
        for (size_t i = 0; i < all_count; i++) {
            if (!is_meant(symbols, &all[i], name, manner))
                continue;
            *found = array_grow(*found, &capacity, count + 1, sizeof **found);
            (*found)[count++] = &all[i];
        }
    return count;
}

/* ---- Opening ---- */

struct symbols {
    struct elf elf, debug, supplement;
    bool debug_tried, has_debug, has_supplement;
    struct text refused;                 /* names a debug file that does not fit, and why */
    bool tables_ready, functions_ready, linkage_ready, names_ready, values_ready, code_ready, ranges_ready, variables_ready;
    struct debug_tables tables;
    struct functions functions;
    struct linkage linkage;
    struct values values;
    struct spans spans;
    struct routines routines;
    struct line_ranges line_ranges;
    struct variables variables;
    struct symbols *head;                /* the file that this one is joined to; NULL: none */
    struct symbols **joined;             /* [FAMILY_MOST], by the number of their types / TYPES_MOST; NULL: none is joined to this one */
    struct arena readable;               /* demangled names */
    struct map readable_known;           /* address of a mangled name -> 1 + index into readable_names; 0: it has no other form */
    struct str *readable_names;
    struct named_range *names;           /* of function symbols and DWARF's scopes, to check whether a trace fits the executable */
    size_t readable_count, readable_capacity, name_count, name_capacity;
};

bool symbols_open(const char *path, struct symbols **symbols, struct error *error)
{
    struct elf elf;
    if (!elf_open(path, &elf, error))
        return false;
    *symbols = memory_allocate(sizeof **symbols);
    (*symbols)->elf = elf;
    return true;
}

bool symbols_open_if_there(const char *path, struct symbols **symbols, struct error *unread)
{
    struct file_stat stat;              /* a recording may name the file: no pipe may make clew wait */
    *unread = (struct error){0};
    if (!file_stat(path, &stat) && !file_is_folder(path))
        return file_is_there(path) ? error_at(unread, path, 0, 0, "is no regular file") : false;
    if (symbols_open(path, symbols, unread))
        return true;
    if (elf_is_other(path))
        *unread = (struct error){0};
    return false;
}

enum symbols_opened symbols_open_build(const char *path, struct str build, struct symbols **symbols, struct error *unread)
{
    *unread = (struct error){0};
    if (elf_is_surely_another(path, build))
        return SYMBOLS_ANOTHER;
    if (!symbols_open_if_there(path, symbols, unread))
        return SYMBOLS_MISSING;
    if (symbols_is_build(*symbols, build))
        return SYMBOLS_OPENED;
    symbols_close(*symbols);
    return SYMBOLS_ANOTHER;
}

/* ---- Joined files ---- */

static void leave_family(struct symbols *symbols)
{
    for (unsigned i = 1; i < FAMILY_MOST; i++) {
        if (symbols->joined && symbols->joined[i])
            symbols->joined[i]->head = NULL;
        if (symbols->head && symbols->head->joined[i] == symbols)
            symbols->head->joined[i] = NULL;
    }
    free(symbols->joined);
}

bool symbols_join(struct symbols *symbols, struct symbols *to)
{
    if (symbols == to || symbols->head || symbols->joined || symbols->variables_ready || to->head)
        return symbols->head == to;
    if (!to->joined)
        to->joined = memory_allocate(FAMILY_MOST * sizeof *to->joined);
    for (uint32_t i = 1; i < FAMILY_MOST; i++) {
        if (to->joined[i])
            continue;
        to->joined[i] = symbols;
        symbols->head = to;
        symbols->variables.first_type = i * TYPES_MOST;
        return true;
    }
    return false;
}

struct symbols *symbols_owner(struct symbols *symbols, type_number number)
{
    struct symbols *head = symbols->head ? symbols->head : symbols;
    uint32_t member = number / TYPES_MOST;
    if (number == TYPE_NONE || (member && !(head->joined && head->joined[member])))
        return symbols;
    return member ? head->joined[member] : head;
}

void symbols_close(struct symbols *symbols)
{
    if (!symbols)
        return;
    leave_family(symbols);
    pool_free(&symbols->tables.names);
    lines_free(&symbols->tables.lines);
    free(symbols->tables.scopes);
    ranges_free(&symbols->tables.scope_ranges);
    ranges_free(&symbols->tables.flat_scopes);
    functions_free(&symbols->functions);
    linkage_free(&symbols->linkage);
    values_free(&symbols->values);
    free(symbols->spans.items);
    routines_free(&symbols->routines);
    free(symbols->line_ranges.items);
    variables_free(&symbols->variables);
    free(symbols->names);
    text_free(&symbols->refused);
    arena_free(&symbols->readable);
    map_free(&symbols->readable_known);
    free(symbols->readable_names);
    if (symbols->has_debug)
        elf_close(&symbols->debug);
    if (symbols->has_supplement)
        elf_close(&symbols->supplement);
    elf_close(&symbols->elf);
    free(symbols);
}

/* ---- Tables, read at the first question that needs them ---- */

/* The separate debug file; NULL: none, or not needed. */
static const struct elf *debug_file(struct symbols *symbols)
{
    bool needed = !elf_section(&symbols->elf, ".debug_info") && !symbols->elf.object;
    if (needed && !symbols->debug_tried)
        symbols->has_debug = debugfile_open(&symbols->elf, &symbols->debug, &symbols->refused);
    symbols->debug_tried = true;
    return symbols->has_debug ? &symbols->debug : NULL;
}

static struct debug_tables *tables(struct symbols *symbols)
{
    struct debug_tables *made = &symbols->tables;
    if (symbols->tables_ready)
        return made;
    symbols->tables_ready = true;
    const struct elf *debug = debug_file(symbols);
    if (symbols->elf.object) /* its addresses wait for relocations */
        return made;
    debug = debug ? debug : &symbols->elf;
    symbols->has_supplement = debugfile_supplement(debug, &symbols->supplement, &symbols->refused);
    dwarf_read(debug, symbols->has_supplement ? &symbols->supplement : NULL, made);
    lines_finish(&made->lines, &symbols->elf);
    scopes_drop_dead(&symbols->elf, &made->scope_ranges);
    for (size_t i = 0; i < made->scope_ranges.count; i++)
        ranges_add(&made->flat_scopes, made->scope_ranges.items[i]);
    ranges_flatten(&made->flat_scopes);
    return made;
}

static struct functions *functions(struct symbols *symbols)
{
    if (!symbols->functions_ready)
        functions_read(&symbols->functions, &symbols->elf, debug_file(symbols));
    symbols->functions_ready = true;
    return &symbols->functions;
}

static struct linkage *linkage(struct symbols *symbols)
{
    if (!symbols->linkage_ready)
        linkage_read(&symbols->linkage, &symbols->elf, functions(symbols));
    symbols->linkage_ready = true;
    return &symbols->linkage;
}

static struct values *values(struct symbols *symbols)
{
    if (!symbols->values_ready)
        values_read(&symbols->values, &symbols->elf, debug_file(symbols));
    symbols->values_ready = true;
    return &symbols->values;
}

struct variables *symbols_variable_tables(struct symbols *symbols)
{
    struct variables *made = &symbols->variables;
    if (symbols->variables_ready)
        return made;
    tables(symbols);                     /* opens the supplementary file */
    symbols->variables_ready = true;
    const struct elf *debug = debug_file(symbols);
    if (symbols->elf.object)
        return made;
    variables_read(debug ? debug : &symbols->elf, symbols->has_supplement ? &symbols->supplement : NULL, made);
    scopes_drop_dead(&symbols->elf, &made->ranges);
    scopes_drop_dead(&symbols->elf, &made->unit_ranges);
    ranges_flatten(&made->ranges);
    ranges_flatten(&made->unit_ranges);
    return made;
}

/* Reads spans and routines together: both need the symbols. */
static void read_code(struct symbols *symbols)
{
    if (symbols->code_ready)
        return;
    struct symbol_list list = symbol_list_read(&symbols->elf, debug_file(symbols));
    spans_read(&symbols->spans, &symbols->elf, &list);
    routines_read(&symbols->routines, &symbols->elf, &list);
    symbol_list_free(&list);
    symbols->code_ready = true;
}

static const struct line_ranges *line_ranges(struct symbols *symbols)
{
    if (!symbols->ranges_ready)
        line_ranges_read(&symbols->line_ranges, &tables(symbols)->lines, &symbols->elf);
    symbols->ranges_ready = true;
    return &symbols->line_ranges;
}

static void add_name(struct symbols *symbols, struct named_range name)
{
    symbols->names = array_grow(symbols->names, &symbols->name_capacity, symbols->name_count + 1, sizeof *symbols->names);
    symbols->names[symbols->name_count++] = name;
}

/* A demangled name. Kept: the instructions of one function ask for it again and again. Null: not a name of C++ or Rust. */
static struct str readable(struct symbols *symbols, struct str mangled)
{
    uint64_t number;
    if (!demangle_may(mangled))
        return (struct str){0};
    if (map_get(&symbols->readable_known, (uintptr_t)mangled.data, &number))
        return number ? symbols->readable_names[number - 1] : (struct str){0};
    size_t at = str_find_byte(mangled, '@');            /* std::cout@GLIBCXX_3.4: the version is no part of the mangled name */
    struct str name = demangle(str_cut(mangled, 0, at), DEMANGLE_NO_RETURN, &symbols->readable);
    if (name.data && at != SIZE_MAX)
        name = arena_printf(&symbols->readable, "%.*s%.*s", STR(name), STR(str_cut(mangled, at, SIZE_MAX)));
    if (name.data) {
        symbols->readable_names = array_grow(symbols->readable_names, &symbols->readable_capacity, symbols->readable_count + 1, sizeof name);
        symbols->readable_names[symbols->readable_count++] = name;
    }
    map_put(&symbols->readable_known, (uintptr_t)mangled.data, name.data ? symbols->readable_count : 0);
    return name;
}

struct str symbols_readable(struct symbols *symbols, struct str name)
{
    struct str found = readable(symbols, name);
    return found.data ? found : name;
}

/* Code that the compiler moved away as unlikely belongs to the function it came from. */
static struct str without_cold(struct str name)
{
    size_t at = str_find(name, str_of(".cold"));
    bool cold = at != SIZE_MAX && at > 0 && (at + 5 == name.size || name.data[at + 5] == '.');
    return cold ? str_cut(name, 0, at) : name;
}

/* Adds all names a trace may use for a function: as in DWARF, mangled, and demangled. */
static void add_names(struct symbols *symbols, struct str name, struct str linkage, uint64_t low, uint64_t high)
{
    struct str forms[] = {name, str_equal(name, linkage) ? (struct str){0} : linkage, readable(symbols, linkage)};
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++)
        if (forms[i].data)
            add_name(symbols, (struct named_range){forms[i], low, high});
}

/* Every function symbol, subprogram and inlined subroutine, sorted by name. */
static const struct named_range *symbols_names(struct symbols *symbols, size_t *count)
{
    if (!symbols->names_ready) {
        const struct functions *known = functions(symbols);
        const struct debug_tables *debug = tables(symbols);
        for (size_t i = 0; i < known->name_count; i++)
            add_names(symbols, known->names[i].name, without_cold(known->names[i].name), known->names[i].low, known->names[i].high);
        for (size_t i = 0; i < debug->scope_ranges.count; i++) {
            const struct range *range = &debug->scope_ranges.items[i];
            add_names(symbols, debug->scopes[range->value].name, debug->scopes[range->value].linkage, range->low, range->high);
        }
        names_sort(symbols->names, symbols->name_count);
        symbols->names_ready = true;
    }
    *count = symbols->name_count;
    return symbols->names;
}

uint32_t symbols_flags(const struct symbols *symbols)
{
    return symbols->elf.flags;
}

/* not position independent */
static bool symbols_fixed(const struct symbols *symbols)
{
    return !symbols->elf.position_independent;
}

/* ---- Questions ---- */

struct symbols_summary symbols_summary(struct symbols *symbols)
{
    const struct elf *elf = &symbols->elf, *debug = debug_file(symbols);
    return (struct symbols_summary){
        .position_independent = elf->position_independent,
        .x86_64 = elf->machine == EM_X86_64 && elf->address_size == 8 && elf->little_endian,
        .dynamic = elf->dynamic,
        .has_lines = !elf->object && elf_section(debug ? debug : elf, ".debug_line"),
        .machine = elf->machine,
        .address_size = elf->address_size,
        .little_endian = elf->little_endian,
        .interpreter = elf->interpreter,
    };
}

const struct arch *symbols_arch(const struct symbols *symbols)
{
    return arch_of_machine(symbols->elf.machine);
}

struct str symbols_path(const struct symbols *symbols)
{
    return str_of(symbols->elf.path);
}

bool symbols_has_debug(struct symbols *symbols)
{
    return debug_file(symbols) || elf_section(&symbols->elf, ".debug_line");
}

bool symbols_has_read_debug(const struct symbols *symbols)
{
    return symbols->tables_ready;
}

struct str symbols_refused_debug(struct symbols *symbols)
{
    tables(symbols);
    return debug_file(symbols) && symbols->has_supplement ? (struct str){0} : text_str(&symbols->refused);
}

bool symbols_unread_debug(struct symbols *symbols)
{
    tables(symbols);
    return symbols_met_unread(symbols);
}

bool symbols_met_unread(const struct symbols *symbols)
{
    return (!symbols->has_debug && symbols->debug.unread) || (!symbols->has_supplement && symbols->supplement.unread);
}

bool symbols_thread_local(const struct symbols *symbols, uint64_t offset, uint64_t *below)
{
    const struct elf *elf = &symbols->elf;
    if (offset >= elf->thread_size)
        return false;
    uint64_t first = -elf->thread_address & (elf->thread_align - 1), rounded = elf->thread_size + elf->thread_align - 1 - first;
    *below = rounded / elf->thread_align * elf->thread_align + first - offset;
    return true;
}

bool symbols_dynamic(const struct symbols *symbols, uint64_t *address)
{
    *address = symbols->elf.dynamic_address;
    return symbols->elf.dynamic;
}

void symbols_build(const struct symbols *symbols, struct text *build)
{
    elf_build(&symbols->elf, build);
}

bool symbols_is_build(const struct symbols *symbols, struct str build)
{
    struct text own = {0};
    symbols_build(symbols, &own);
    bool same = build.size == 0 || str_equal(text_str(&own), build);
    text_free(&own);
    return same;
}

static struct str name_symbol(struct symbols *symbols, uint64_t address)
{
    size_t index;
    if (!functions_find(functions(symbols), address, &index))
        return (struct str){0};
    return symbols->functions.items[index].name;
}

struct str symbols_scope_name(struct symbols *symbols, const struct scope *scope)
{
    struct str name = readable(symbols, scope->linkage);
    return name.data ? name : scope->name;
}

bool symbols_main(struct symbols *symbols, struct str *name)
{
    const struct debug_tables *debug = tables(symbols);
    if (debug->main >= debug->scope_count)
        return false;
    *name = symbols_scope_name(symbols, &debug->scopes[debug->main]);
    return name->size > 0;
}

const struct debug_tables *symbols_scopes(struct symbols *symbols)
{
    return tables(symbols);
}

/* Where DWARF names a (static) function without its scopes, the symbol has them. */
static void name_position(struct symbols *symbols, uint64_t address, struct source_position *position)
{
    const struct debug_tables *debug = tables(symbols);
    struct str symbol = without_cold(name_symbol(symbols, address)), full = readable(symbols, symbol);
    size_t index;
    if (!ranges_find(&debug->flat_scopes, address, &index)) {
        position->function = position->physical = full.data ? full : symbol;
        return;
    }
    const struct scope *scope = &debug->scopes[debug->flat_scopes.items[index].value], *physical = &debug->scopes[scope->physical];
    position->physical = full.data && !readable(symbols, physical->linkage).data ? full : symbols_scope_name(symbols, physical);
    if (!position->physical.data)
        position->physical = full.data ? full : symbol;
    position->function = scope == physical ? position->physical : symbols_scope_name(symbols, scope);
    if (!position->function.data)
        position->function = position->physical;
    position->copy = (size_t)(scope - debug->scopes) + 1;
}

bool symbols_position(struct symbols *symbols, uint64_t address, struct source_position *position)
{
    const struct debug_tables *debug = tables(symbols);
    const struct line_row *row = lines_find(&debug->lines, address);
    *position = (struct source_position){0};
    if (!elf_is_code(&symbols->elf, address))
        return false;
    if (row) {
        const struct line_file *file = &debug->lines.files[row->file & LINE_FILE];
        position->file = file->name;
        position->folder = file->folder;
        position->line = row->line;
    }
    name_position(symbols, address, position);
    return position->function.data || position->file.data || position->line;
}

size_t symbols_line_addresses(struct symbols *symbols, struct str file, uint64_t line, uint64_t **addresses)
{
    return lines_addresses(&tables(symbols)->lines, file, line, addresses);
}

size_t symbols_line_statements(struct symbols *symbols, struct str file, uint64_t line, uint64_t **addresses)
{
    return lines_statements(&tables(symbols)->lines, file, line, addresses);
}

enum line_begins symbols_line_begins(struct symbols *symbols, uint64_t address)
{
    return lines_begins(&tables(symbols)->lines, address);
}

uint64_t symbols_row_start(struct symbols *symbols, uint64_t address)
{
    return lines_row(&tables(symbols)->lines, address);
}

size_t symbols_line_code(struct symbols *symbols, struct str file, uint64_t line, uint64_t **addresses)
{
    return lines_any_addresses(&tables(symbols)->lines, file, line, addresses);
}

uint64_t symbols_nearest_line(struct symbols *symbols, struct str file, uint64_t line)
{
    return lines_nearest(&tables(symbols)->lines, file, line);
}

size_t symbols_function_count(struct symbols *symbols)
{
    return functions(symbols)->count;
}

struct symbols_function symbols_function(struct symbols *symbols, size_t index)
{
    return functions(symbols)->items[index];
}

bool symbols_function_at(struct symbols *symbols, uint64_t address, size_t *index)
{
    return functions_find(functions(symbols), address, index);
}

bool symbols_function_named(struct symbols *symbols, struct str name, size_t *index)
{
    size_t first;
    const struct functions *known = functions(symbols);
    return names_find(known->names, known->name_count, name, &first) > 0 && functions_find(known, known->names[first].low, index);
}

bool symbols_value(struct symbols *symbols, struct str name, uint64_t *address, uint64_t *size)
{
    return values_find(values(symbols), name, address, size);
}

bool symbols_is_exported(struct symbols *symbols, struct str name)
{
    return values_export(values(symbols), name);
}

bool symbols_is_resolver(struct symbols *symbols, struct str name)
{
    return values_resolve(values(symbols), name);
}

bool symbols_object_at(struct symbols *symbols, uint64_t address, struct str *name, uint64_t *offset)
{
    return values_object(values(symbols), address, name, offset);
}

bool symbols_plt(struct symbols *symbols, uint64_t address, struct str *name)
{
    const struct stub *stub = linkage_stub(linkage(symbols), address);
    *name = stub ? stub->name : (struct str){0};
    return stub != NULL;
}

bool symbols_slot_of(struct symbols *symbols, struct str name, uint64_t *address)
{
    const struct linkage *all = linkage(symbols);
    for (size_t i = 0; i < all->relocation_count; i++)
        if (all->relocations[i].kind == RELOCATION_SLOT && str_equal(all->relocations[i].name, name)) {
            *address = all->relocations[i].address;
            return true;
        }
    return false;
}

bool symbols_slot(struct symbols *symbols, uint64_t address, struct str *name)
{
    const struct elf_relocation *relocation = linkage_relocation(linkage(symbols), address);
    *name = relocation && relocation->kind == RELOCATION_SLOT ? relocation->name : (struct str){0};
    return name->data != NULL;
}

bool symbols_in_plt(struct symbols *symbols, uint64_t address)
{
    for (size_t i = 0; i < symbols->elf.section_count; i++) {
        const struct elf_section *section = &symbols->elf.sections[i];
        if (address >= section->address && address - section->address < section->size && section_is_plt(section))
            return true;
    }
    return false;
}

size_t symbols_spans(struct symbols *symbols, const struct code_span **spans)
{
    read_code(symbols);
    *spans = symbols->spans.items;
    return symbols->spans.count;
}

const struct code_span *symbols_span_at(struct symbols *symbols, uint64_t address)
{
    read_code(symbols);
    return spans_find(&symbols->spans, address);
}

size_t symbols_routines(struct symbols *symbols, const struct symbols_routine **routines)
{
    read_code(symbols);
    *routines = symbols->routines.items;
    return symbols->routines.count;
}

const struct symbols_routine *symbols_routine_at(struct symbols *symbols, uint64_t address)
{
    read_code(symbols);
    return routines_find(&symbols->routines, address);
}

size_t symbols_line_ranges(struct symbols *symbols, const struct symbols_line_range **ranges)
{
    const struct line_ranges *known = line_ranges(symbols);
    *ranges = known->items;
    return known->count;
}

const struct lines *symbols_lines(struct symbols *symbols)
{
    return &tables(symbols)->lines;
}

bool symbols_is_code(struct symbols *symbols, uint64_t address)
{
    return elf_is_code(&symbols->elf, address);
}

enum symbols_segment symbols_segment_at(struct symbols *symbols, uint64_t address)
{
    const struct elf_segment *segment = elf_segment_at(&symbols->elf, address);
    return !segment ? SYMBOLS_NOWHERE : segment->writable ? SYMBOLS_WRITABLE : SYMBOLS_READ_ONLY;
}

struct str symbols_bytes(struct symbols *symbols, uint64_t address, size_t size)
{
    const struct elf_segment *segment = elf_segment_at(&symbols->elf, address);
    if (!segment || address - segment->address >= segment->bytes.size)
        return (struct str){0};
    return str_cut(segment->bytes, (size_t)(address - segment->address), size);
}

bool symbols_loaded(struct symbols *symbols, uint64_t address, unsigned char *byte)
{
    const struct elf_segment *segment = elf_segment_at(&symbols->elf, address);
    if (!segment)
        return false;
    uint64_t at = address - segment->address;
    *byte = at < segment->bytes.size ? (unsigned char)segment->bytes.data[at] : 0;
    return true;
}

/* The kernel maps whole pages: the first mapped byte may lie before the segment's own first byte, on a shared page. */
static bool segment_offset(const struct elf *elf, const struct elf_segment *segment, uint64_t offset, uint64_t *address)
{
    enum { PAGE = 4096 };
    if (!segment->bytes.data)
        return false;
    uint64_t start = (uint64_t)(segment->bytes.data - elf->bytes.data), slack = start % PAGE;
    if (slack > segment->address)
        slack = 0;
    if (offset < start - slack || offset >= start + segment->bytes.size)
        return false;
    *address = segment->address - slack + (offset - (start - slack));
    return true;
}

bool symbols_offset_address(struct symbols *symbols, uint64_t offset, uint64_t *address)
{
    for (int code = 1; code >= 0; code--)
        for (size_t i = 0; i < symbols->elf.segment_count; i++)
            if (symbols->elf.segments[i].code == code && segment_offset(&symbols->elf, &symbols->elf.segments[i], offset, address))
                return true;
    return false;
}

bool symbols_pointer(struct symbols *symbols, uint64_t address, uint64_t *pointer)
{
    const struct elf_relocation *relocation = linkage_relocation(linkage(symbols), address);
    size_t size = symbols->elf.address_size;
    struct str bytes = symbols_bytes(symbols, address, size);
    if (bytes.size < size)
        return false;
    *pointer = 0;
    for (size_t i = 0; i < size; i++)
        *pointer = *pointer << 8 | (unsigned char)bytes.data[symbols->elf.little_endian ? size - 1 - i : i];
    if (relocation && relocation->kind == RELOCATION_RELATIVE)
        *pointer = relocation->addend;
    else if (relocation && relocation->defined && relocation->kind == RELOCATION_ABSOLUTE)
        *pointer = relocation->value + relocation->addend;
    else if (relocation && relocation->defined && relocation->kind == RELOCATION_SLOT)
        *pointer = relocation->value;
    return true;
}
