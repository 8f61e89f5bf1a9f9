/* report.c - what documents of object coverage share: the chosen view, counts, sources.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "coverage/report.h"
#include "coverage/gnatcov.h"
#include "coverage/gnatcov_input.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* ---- The routines and files that the user named ---- */

static bool names_file(const char *wanted, const struct object_file *file)
{
    struct str whole = str_of(wanted), tail = file->name;
    if (str_equal(tail, whole))
        return true;
    if (tail.size > whole.size && tail.data[tail.size - whole.size - 1] == '/' && str_ends(tail, wanted))
        return true;
    return file->folder.size && whole.size == file->folder.size + 1 + tail.size && str_equal(str_cut(whole, 0, file->folder.size), file->folder) &&
           whole.data[file->folder.size] == '/' && str_equal(str_cut(whole, file->folder.size + 1, SIZE_MAX), tail);
}

static bool wants_file(const struct coverage_choice *choice, const struct object_file *file)
{
    bool wanted = choice->file_count == 0;
    for (size_t i = 0; i < choice->file_count && !wanted; i++)
        wanted = names_file(choice->files[i], file);
    return wanted;
}

/* Does the view leave this file out because nobody asked for it? */
static bool leaves_out(const struct coverage_view *view, struct str name, struct str folder)
{
    const struct coverage_choice *choice = view->choice;
    return view->has_own && !choice->system && !choice->function_count && !choice->file_count && source_is_system(name, folder);
}

static bool has_file(const struct coverage_view *view, const char *name)
{
    for (size_t i = 0; i < view->file_count; i++)
        if (names_file(name, &view->files[i]))
            return true;
    return false;
}

static bool has_function(const struct coverage_view *view, const char *name)
{
    const struct symbols_routine **found;
    size_t count = symbols_routines_called(view->unit->symbols, str_of(name), &found);
    free(found);
    return count > 0;
}

/* A suggestion for a routine name that does not exist; see near_words. */
static const char *near_routine(const struct coverage_view *views, size_t count, const char *name, struct near *near)
{
    near_begin(near, str_of(name));
    for (size_t i = 0; i < count; i++) {
        const struct symbols_routine *all;
        size_t routines = symbols_routines(views[i].unit->symbols, &all);
        for (size_t k = 0; k < routines; k++)
            near_offer(near, demangled_alike(coverage_routine_name(&views[i], &all[k]), str_of(name)));
    }
    return near_words(near);
}

static const char *near_source(const struct coverage_view *views, size_t count, const char *name, struct near *near)
{
    near_begin(near, str_of(name));
    for (size_t i = 0; i < count; i++) {
        const struct object_file *all;
        size_t files;
        if (!object_coverage_files(views[i].coverage, &views[i].choice->progress, &all, &files))
            continue;
        for (size_t k = 0; k < files; k++)
            near_offer(near, strchr(name, '/') ? all[k].name : str_basename(all[k].name));
    }
    return near_words(near);
}

bool coverage_view_check(const struct coverage_view *views, size_t count, const struct coverage_choice *choice, struct error *error)
{
    struct near near;
    for (size_t i = 0; i < choice->function_count; i++) {
        bool found = false;
        for (size_t k = 0; k < count && !found; k++)
            found = has_function(&views[k], choice->functions[i]);
        if (!found)
            return error_set(error, "no routine is named `%s`: %sthe report without --function lists them", choice->functions[i],
                             near_routine(views, count, choice->functions[i], &near));
    }
    for (size_t i = 0; i < choice->file_count; i++) {
        bool found = false;
        for (size_t k = 0; k < count && !found; k++)
            found = has_file(&views[k], choice->files[i]);
        if (!found)
            return error_set(error, "no source file with code%s is named `%s`: %sthe report without --file lists them", choice->function_count ? " of these routines" : "",
                             choice->files[i], near_source(views, count, choice->files[i], &near));
    }
    return true;
}

/* ---- Routines ---- */

static int compare_addresses(const void *a, const void *b)
{
    const struct coverage_span *x = a, *y = b;
    COMPARE_FIRST(x->first, y->first);
    return COMPARE(x->last, y->last);
}

/* Addresses of the named routines. A name may be an alias of another one for the same code. */
struct named {
    struct coverage_span *items;
    size_t count;
};

static struct coverage_span span_of(const struct symbols_routine *routine)
{
    uint64_t last = routine->address + routine->size - 1;
    return (struct coverage_span){routine->address, last < routine->address ? UINT64_MAX : last};
}

static struct named find_named(struct coverage_view *view)
{
    struct named named = {0};
    size_t capacity = 0;
    for (size_t k = 0; k < view->choice->function_count; k++) {
        const struct symbols_routine **found;
        size_t count = symbols_routines_called(view->unit->symbols, str_of(view->choice->functions[k]), &found);
        for (size_t i = 0; i < count; i++) {
            named.items = array_grow(named.items, &capacity, named.count + 1, sizeof *named.items);
            named.items[named.count++] = span_of(found[i]);
        }
        free(found);
    }
    if (named.count)
        qsort(named.items, named.count, sizeof *named.items, compare_addresses);
    return named;
}

/* Merges overlapping spans. */
static void join_spans(struct coverage_view *view)
{
    size_t count = 0;
    if (view->span_count)
        qsort(view->spans, view->span_count, sizeof *view->spans, compare_addresses);
    for (size_t i = 0; i < view->span_count; i++) {
        struct coverage_span *last = count ? &view->spans[count - 1] : NULL;
        if (last && view->spans[i].first <= last->last)
            last->last = view->spans[i].last > last->last ? view->spans[i].last : last->last;
        else
            view->spans[count++] = view->spans[i];
    }
    view->span_count = count;
}

static bool in_spans(const struct coverage_view *view, uint64_t address)
{
    LOWER_BOUND(size_t, at, 0, view->span_count, view->spans[at].last < address);
    return at < view->span_count && view->spans[at].first <= address;
}

/* ---- Where routines begin ---- */

/* For each file of the line table its index in view.files, or SIZE_MAX. */
static size_t *index_files(const struct coverage_view *view, size_t *count)
{
    *count = symbols_line_file_count(view->unit->symbols);
    size_t *index = memory_allocate((*count + 1) * sizeof *index);
    for (size_t i = 0; i < *count; i++)
        index[i] = SIZE_MAX;
    for (size_t i = 0; i < view->file_count; i++)
        for (size_t k = 0; k < view->files[i].line_count; k++) {
            const struct object_line *line = &view->files[i].lines[k];
            for (size_t j = 0; j < line->range_count; j++)
                index[view->files[i].ranges[line->first_range + j]->file] = i;
        }
    return index;
}

static const struct symbols_line_range *range_at(const struct symbols_line_range *ranges, size_t count, uint64_t address)
{
    LOWER_BOUND(size_t, at, 0, count, ranges[at].address <= address);
    return at && address - ranges[at - 1].address < ranges[at - 1].size ? &ranges[at - 1] : NULL;
}

/* False: the routine begins in a file that is left out. */
static bool locate_routine(const struct coverage_view *view, const size_t *index, size_t index_count, struct coverage_routine *routine)
{
    const struct symbols_line_range *ranges;
    struct str name, folder;
    size_t count = symbols_line_ranges(view->unit->symbols, &ranges);
    const struct symbols_line_range *range = range_at(ranges, count, routine->object.routine->address);
    routine->file = range && range->file < index_count ? index[range->file] : SIZE_MAX;
    routine->line = routine->file != SIZE_MAX ? range->line : 0;
    if (!range || routine->file != SIZE_MAX)
        return true;
    symbols_line_file(view->unit->symbols, range->file, &name, &folder);
    return !leaves_out(view, name, folder);
}

/* If a copy ran, nothing tells whether the routine did. */
static void judge_copy(struct coverage_view *view, struct coverage_routine *routine)
{
    struct str name;
    struct object_routine *object = &routine->object;
    if (!view->has_copies || object->mark != OBJECT_NOT || gnatcov_copy_of(view->unit, object->routine->address, &name) != GNATCOV_COPY_RAN)
        return;
    object->mark = OBJECT_UNRECORDED;
    view->copied += object->counts.instructions;
}

static void take_routines(struct coverage_view *view, const struct named *named)
{
    size_t all = object_coverage_routines(view->coverage), index_count = 0, spans = 0;
    size_t *index = view->file_count ? index_files(view, &index_count) : NULL;
    view->routines = arena_allocate(&view->arena, (all + 1) * sizeof *view->routines);
    view->spans = arena_allocate(&view->arena, (all + 1) * sizeof *view->spans);
    for (size_t i = 0; i < all; i++) {
        struct coverage_routine *routine = &view->routines[view->routine_count];
        object_coverage_routine(view->coverage, i, &routine->object);
        struct coverage_span span = span_of(routine->object.routine);
        if (view->choice->function_count && (!named->count || !bsearch(&span, named->items, named->count, sizeof span, compare_addresses)))
            continue;
        if (!locate_routine(view, index, index_count, routine)) {
            view->left_out.routines++;
            continue;
        }
        if (view->choice->file_count && routine->file == SIZE_MAX)
            continue;
        judge_copy(view, routine);
        view->spans[spans++] = span;
        view->routine_count++;
    }
    view->span_count = spans;
    free(index);
}

/* For a file without symbols: takes all of its code. */
static void take_code(struct coverage_view *view)
{
    const struct code_span *all;
    size_t count = symbols_spans(view->unit->symbols, &all);
    view->spans = arena_allocate(&view->arena, (count + 1) * sizeof *view->spans);
    for (size_t i = 0; i < count; i++)
        if (all[i].kind != SPAN_DATA)
            view->spans[view->span_count++] = (struct coverage_span){all[i].address, all[i].address + all[i].size - 1};
}

/* ---- Files ---- */

static bool is_asked_for(const struct coverage_view *view, const struct object_file *file, const struct object_line *line)
{
    for (size_t i = 0; i < line->range_count; i++)
        if (in_spans(view, file->ranges[line->first_range + i]->address))
            return true;
    return false;
}

/* Reduces a file to the lines of the named routines. False: it has none. */
static bool cut_file(struct coverage_view *view, struct object_file *file)
{
    struct object_line *lines = arena_allocate(&view->arena, (file->line_count + 1) * sizeof *lines);
    size_t count = 0;
    file->covered = 0;
    file->counts = (struct object_counts){0};
    for (size_t i = 0; i < file->line_count; i++) {
        if (!is_asked_for(view, file, &file->lines[i]))
            continue;
        lines[count++] = file->lines[i];
        file->covered += file->lines[i].mark == OBJECT_COVERED;
        object_counts_add(&file->counts, &file->lines[i].counts);
    }
    file->lines = lines;
    file->line_count = count;
    return count > 0;
}

static struct str last_part(const struct coverage_view *view, size_t index)
{
    return str_basename(view->files[index].name);
}

/* Marks lines that may have run only as copies as unknown. */
static void judge_copies(struct coverage_view *view, struct object_file *file)
{
    struct object_line *lines = NULL;
    for (size_t i = 0; i < file->line_count && view->has_copies; i++) {
        if (!gnatcov_line_of_copy(view->unit, file, &file->lines[i]))
            continue;
        if (!lines) {
            lines = arena_allocate(&view->arena, file->line_count * sizeof *lines);
            memcpy(lines, file->lines, file->line_count * sizeof *lines);
        }
        lines[i].mark = OBJECT_UNRECORDED;
        file->unknown++;
    }
    file->lines = lines ? lines : file->lines;
}

static void leave_out(struct coverage_view *view, const struct object_file *file)
{
    if (!file->line_count)
        return;
    view->left_out.files++;
    view->left_out.lines += file->line_count;
    view->left_out.covered += file->covered;
}

static int compare_last_parts(const void *a, const void *b, void *context)
{
    return str_compare(last_part(context, *(const size_t *)a), last_part(context, *(const size_t *)b));
}

static void label_files(struct coverage_view *view)
{
    size_t *order = coverage_files_by_need(view), count = view->file_count;
    view->labels = arena_allocate(&view->arena, (count + 1) * sizeof *view->labels);
    qsort_r(order, count, sizeof *order, compare_last_parts, view);
    for (size_t i = 0; i < count; i++) {
        struct str name = view->files[order[i]].name, last = str_basename(name);
        bool other = (i && str_equal(last, last_part(view, order[i - 1]))) || (i + 1 < count && str_equal(last, last_part(view, order[i + 1])));
        view->labels[order[i]] = str_starts(name, "/") && !other ? last : name;
    }
    free(order);
}

static bool take_files(struct coverage_view *view, struct error *error)
{
    const struct object_file *all;
    size_t count;
    if (!object_coverage_files(view->coverage, &view->choice->progress, &all, &count))
        return error_set(error, "stopped");
    view->files = arena_allocate(&view->arena, (count + 1) * sizeof *view->files);
    view->wholes = arena_allocate(&view->arena, (count + 1) * sizeof *view->wholes);
    for (size_t i = 0; i < count; i++)
        view->has_own = view->has_own || (all[i].line_count && !source_is_system(all[i].name, all[i].folder));
    for (size_t i = 0; i < count; i++) {
        struct object_file *file = &view->files[view->file_count];
        *file = all[i];
        view->wholes[view->file_count] = &all[i];
        if (leaves_out(view, all[i].name, all[i].folder)) {
            leave_out(view, &all[i]);
            continue;
        }
        if (!wants_file(view->choice, &all[i]) || (view->choice->function_count && !cut_file(view, file)))
            continue;
        judge_copies(view, file);
        view->file_count++;
    }
    label_files(view);
    return true;
}

/* ---- The view ---- */

struct counting {
    struct object_counts *counts;
    enum object_level level;
};

static bool count_instruction(void *context, const struct object_instruction *instruction)
{
    struct counting *counting = context;
    object_count(counting->counts, counting->level, instruction);
    return true;
}

/* Routines rarely overlap, so their counts usually add up. Without routines, counts the code of the lines. */
static bool count_view(struct coverage_view *view)
{
    struct counting counting = {&view->counts, view->choice->level};
    if (view->span_count != view->routine_count)
        return coverage_each(view, count_instruction, &counting);
    for (size_t i = 0; i < view->routine_count; i++)
        object_counts_add(&view->counts, &view->routines[i].object.counts);
    for (size_t i = 0; i < view->file_count && !view->routine_count; i++)
        object_counts_add(&view->counts, &view->files[i].counts);
    return true;
}

bool coverage_each(const struct coverage_view *view, coverage_visit visit, void *context)
{
    bool going = true;
    for (size_t i = 0; i < view->span_count && going; i++) {
        uint64_t size = view->spans[i].last - view->spans[i].first + 1;
        struct object_instruction *instructions;
        size_t count = object_coverage_range(view->coverage, view->spans[i].first, size ? size : UINT64_MAX, &instructions);
        for (size_t k = 0; k < count && going; k++)
            going = visit(context, &instructions[k]);
        free(instructions);
        going = going && progress_report(&view->choice->progress, i, view->span_count);
    }
    return going;
}

static int digits_needed(const struct coverage_view *view)
{
    enum { LEAST = 8, MOST = 16 };
    int digits = LEAST;
    uint64_t last = view->span_count ? view->spans[view->span_count - 1].last : 0;
    while (digits < MOST && last >> (4 * digits))
        digits++;
    return digits;
}

/* The addresses of routines decide which lines belong to them; the lines of files decide which routines belong to those. */
bool coverage_view_open(const struct gnatcov_unit *unit, const struct coverage_choice *choice, struct coverage_view *view, struct error *error)
{
    *view = (struct coverage_view){.unit = unit, .choice = choice, .coverage = choice->level == OBJECT_BRANCH ? unit->branch : unit->insn};
    view->code = object_coverage_code(view->coverage);
    view->digits = symbols_summary(unit->symbols).address_size == 4 ? 8 : 16;
    struct named named = {0};
    struct str copy;
    view->has_copies = gnatcov_copies(unit, &copy) > 0;
    if (choice->function_count) {
        named = find_named(view);
        view->spans = arena_allocate(&view->arena, (named.count + 1) * sizeof *view->spans);
        for (view->span_count = 0; view->span_count < named.count; view->span_count++)
            view->spans[view->span_count] = named.items[view->span_count];
        join_spans(view);
    }
    bool done = take_files(view, error);
    if (done) {
        take_routines(view, &named);
        if (!object_coverage_routines(view->coverage) && !choice->function_count && !choice->file_count)
            take_code(view);
        join_spans(view);
        view->short_digits = digits_needed(view);
        done = count_view(view) || error_set(error, "stopped");
    }
    free(named.items);
    if (!done)
        coverage_view_close(view);
    return done;
}

void coverage_view_close(struct coverage_view *view)
{
    arena_free(&view->arena);
    *view = (struct coverage_view){0};
}

/* ---- Counting ---- */

static void add_mark(struct coverage_marks *marks, enum object_mark mark)
{
    marks->covered += mark == OBJECT_COVERED;
    marks->partly += mark == OBJECT_PARTLY;
    marks->not_executed += mark == OBJECT_NOT;
    marks->unknown += mark == OBJECT_UNRECORDED;
}

void coverage_marks_count(const struct coverage_view *view, struct coverage_marks *routines, struct coverage_marks *lines)
{
    *routines = *lines = (struct coverage_marks){0};
    for (size_t i = 0; i < view->routine_count; i++)
        add_mark(routines, view->routines[i].object.mark);
    for (size_t i = 0; i < view->file_count; i++)
        for (size_t k = 0; k < view->files[i].line_count; k++)
            add_mark(lines, view->files[i].lines[k].mark);
}

enum object_mark coverage_file_mark(const struct object_file *file)
{
    if (!file->line_count)
        return OBJECT_NO_CODE;
    if (file->covered == file->line_count)
        return OBJECT_COVERED;
    return file->counts.executed ? OBJECT_PARTLY : file->unknown ? OBJECT_UNRECORDED : OBJECT_NOT;
}

const char *coverage_mark_words(enum object_mark mark)
{
    return mark == OBJECT_UNRECORDED ? "not known: an instrumented copy ran" : object_mark_words(mark);
}

void coverage_file_text(const struct object_file *file, struct text *out)
{
    size_t known = file->line_count - file->unknown;
    if (known)
        text_printf(out, "%u%% of %zu lines covered%s", object_file_percent(file), known, file->unknown ? ", " : "");
    if (file->unknown)
        text_printf(out, "%zu%s line%s unknown", file->unknown, known ? " more" : "", file->unknown == 1 ? "" : "s");
    if (!file->line_count)
        text_add(out, "no code");
}

void coverage_counts_text(const struct coverage_view *view, struct text *out)
{
    const struct object_counts *counts = &view->counts;
    text_printf(out, "%" PRIu64 " instructions analyzed:\n  %" PRIu64 " covered\n  %" PRIu64 " not executed\n", counts->instructions, counts->executed,
                counts->instructions - counts->executed);
    if (view->copied)
        text_printf(out, "    %" PRIu64 " of them ran as instrumented copies, if they ran\n", view->copied);
    if (view->choice->level != OBJECT_BRANCH)
        return;
    text_printf(out, "%" PRIu64 " conditional branches analyzed:\n  %" PRIu64 " fully covered\n  %" PRIu64 " partially covered\n  %" PRIu64 " not executed\n",
                counts->branches, counts->both, counts->one_way, counts->never);
    if (counts->unrecorded)
        text_printf(out, "  %" PRIu64 " outcome not recorded\n", counts->unrecorded);
}

const char *coverage_level_name(enum object_level level)
{
    return level == OBJECT_BRANCH ? "branch" : "insn";
}

void coverage_left_out_text(const struct coverage_view *view, struct text *out)
{
    const struct coverage_left_out *left = &view->left_out;
    if (!left->files)
        return;
    text_printf(out, "%zu system file%s, %u%% of %zu line%s covered, with %zu routine%s, %s\n", left->files, left->files == 1 ? "" : "s",
                object_percent(left->covered, left->lines), left->lines, left->lines == 1 ? "" : "s", left->routines, left->routines == 1 ? "" : "s",
                left->files == 1 ? "is left out: --system adds it" : "are left out: --system adds them");
}

/* The program's own routines come before those without source lines (in static programs, the C library's); not fully covered ones before the others. */
static int compare_need(const void *a, const void *b, void *context)
{
    const struct coverage_view *view = context;
    const struct coverage_routine *left_one = &view->routines[*(const size_t *)a], *right_one = &view->routines[*(const size_t *)b];
    const struct object_counts *x = &left_one->object.counts, *y = &right_one->object.counts;
    if ((left_one->file == SIZE_MAX) != (right_one->file == SIZE_MAX))
        return left_one->file == SIZE_MAX ? 1 : -1;
    if ((left_one->object.mark == OBJECT_COVERED) != (right_one->object.mark == OBJECT_COVERED))
        return left_one->object.mark == OBJECT_COVERED ? 1 : -1;
    if ((x->instructions == 0) != (y->instructions == 0))
        return x->instructions == 0 ? 1 : -1;
    long double left = (long double)x->executed * (long double)y->instructions, right = (long double)y->executed * (long double)x->instructions;
    COMPARE_FIRST(left, right);
    left = (long double)x->both * (long double)y->branches, right = (long double)y->both * (long double)x->branches;
    COMPARE_FIRST(left, right);
    return *(const size_t *)a < *(const size_t *)b ? -1 : 1;
}

size_t *coverage_by_need(const struct coverage_view *view)
{
    size_t *order = memory_allocate((view->routine_count + 1) * sizeof *order);
    for (size_t i = 0; i < view->routine_count; i++)
        order[i] = i;
    qsort_r(order, view->routine_count, sizeof *order, compare_need, (void *)view);
    return order;
}

static int compare_files(const void *a, const void *b, void *context)
{
    const struct coverage_view *view = context;
    const struct object_file *x = &view->files[*(const size_t *)a], *y = &view->files[*(const size_t *)b];
    size_t known = x->line_count - x->unknown, other = y->line_count - y->unknown;
    double left = known ? (double)x->covered / (double)known : 2, right = other ? (double)y->covered / (double)other : 2;
    if (left < right || left > right)
        return left < right ? -1 : 1;
    return *(const size_t *)a < *(const size_t *)b ? -1 : 1;
}

size_t *coverage_files_by_need(const struct coverage_view *view)
{
    size_t *order = memory_allocate((view->file_count + 1) * sizeof *order);
    for (size_t i = 0; i < view->file_count; i++)
        order[i] = i;
    qsort_r(order, view->file_count, sizeof *order, compare_files, (void *)view);
    return order;
}

/* ---- Text ---- */

void coverage_instruction_text(const struct coverage_view *view, const struct object_instruction *instruction, struct text *out)
{
    enum { COLUMN = 5 };
    struct str bytes = symbols_bytes(view->unit->symbols, instruction->code.address, instruction->code.size);
    text_printf(out, "%0*" PRIx64 " %c:  ", view->digits, instruction->code.address, (char)instruction->mark);
    for (size_t i = 0; i < bytes.size; i++)
        text_printf(out, "%02x ", (unsigned char)bytes.data[i]);
    for (size_t i = bytes.size; i < COLUMN; i++)
        text_add(out, "   ");
    text_add(out, "  ");
    code_text(view->code, &instruction->code, out);
    text_byte(out, '\n');
}

struct str coverage_routine_name(const struct coverage_view *view, const struct symbols_routine *routine)
{
    return symbols_readable(view->unit->symbols, routine->name);
}

void coverage_place(const struct coverage_view *view, uint64_t address, struct text *out)
{
    const struct symbols_routine *routine = symbols_routine_at(view->unit->symbols, address);
    if (!routine)
        return;
    text_append(out, coverage_routine_name(view, routine));
    text_printf(out, "+0x%" PRIx64, address - routine->address);
}

void coverage_flush(FILE *out, struct text *text)
{
    if (text->size)
        fwrite(text->data, 1, text->size, out);
    text_clear(text);
}

bool coverage_written(FILE *out, struct error *error)
{
    if (fflush(out) == 0 && !ferror(out))
        return true;
    return error_set(error, "cannot write: %s", strerror(errno));
}

bool coverage_goes_on(const struct coverage_view *view, uint64_t done, uint64_t total, struct error *error)
{
    return progress_report(&view->choice->progress, done, total) || error_set(error, "stopped");
}

/* ---- Sources ---- */

static void notice_newer(const struct coverage_view *view, const struct object_file *file, const struct source *source)
{
    struct coverage_notices *notices = view->choice->notices;
    struct file_stat stat;
    if (!notices || !file_stat(view->unit->path, &stat) || source_modified(source) <= stat.modified || ++notices->newer > COVERAGE_NAMED)
        return;
    text_safe(&notices->lines, file->name);
    text_add(&notices->lines, ": source file newer than ");
    text_safe(&notices->lines, str_of(view->unit->path));
    text_add(&notices->lines, ": its lines may have changed\n");
}

struct source *coverage_source_open(const struct coverage_view *view, const struct object_file *file)
{
    struct source_search search = {.path = str_of(view->choice->source_path)};
    struct coverage_notices *notices = view->choice->notices;
    struct source *source;
    struct error error;
    if (source_open(file->name, file->folder, &search, &source, &error)) {
        notice_newer(view, file, source);
        return source;
    }
    if (notices && ++notices->missing <= COVERAGE_NAMED) {
        text_safe(&notices->lines, file->name);
        text_add(&notices->lines, ": source file not found: name its folder with --source-path\n");
    }
    return NULL;
}

struct str coverage_source_line(const struct source *source, uint64_t line)
{
    return source ? source_line(source, line) : (struct str){0};
}

bool coverage_shows_line(const struct coverage_view *view, size_t file, uint64_t line)
{
    const struct object_file *part = &view->files[file];
    if (!view->choice->function_count)
        return true;
    return line >= part->lines[0].line && line <= part->lines[part->line_count - 1].line && !object_file_line(view->wholes[file], line);
}

void coverage_file_path(const struct object_file *file, const struct source *source, struct text *out)
{
    char *found = source ? realpath(source_path(source), NULL) : NULL;
    if (found)
        text_add(out, found);
    else {
        if (!str_starts(file->name, "/") && file->folder.size) {
            text_append(out, file->folder);
            text_byte(out, '/');
        }
        text_append(out, file->name);
    }
    free(found);
}
