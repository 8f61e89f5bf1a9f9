/* gnatcov_input.c - GNATcoverage traces together with their executable.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "coverage/gnatcov_input.h"
#include "coverage/object_coverage.h"

#include <elf.h>
#include <inttypes.h>
#include <time.h>
#include <zlib.h>

#define PROGRAM_MOST (UINT64_C(2) << 30)         /* bytes of the largest executable that gets a checksum */

/* ---- Traces ---- */

static void problems_append(struct gnatcov_input *input, const struct gnatcov_problems *more)
{
    uint64_t kept = more->count < GNATCOV_PROBLEMS ? more->count : GNATCOV_PROBLEMS;
    for (uint64_t i = 0; i < kept; i++) {
        const struct error *error = &more->items[i].error;
        gnatcov_problem_add(&input->problems, &input->arena, more->items[i].warning, error->source, error->offset, "%s", error->message);
    }
    input->problems.count += more->count - kept;
    input->problems.failed = input->problems.failed || more->failed;
}

static uint64_t number_of(const struct gnatcov *trace, enum gnatcov_tag tag)
{
    uint64_t number = 0;
    return gnatcov_info_number(gnatcov_info_find(trace->infos, trace->info_count, tag), &number) ? number : 0;
}

static bool differ(uint64_t a, uint64_t b)
{
    return a && b && a != b;
}

static bool refuse(const struct gnatcov_input *input, const struct gnatcov *trace, const char *item, uint64_t found, uint64_t first, struct error *error)
{
    return error_at(error, trace->source, 0, 0, "belongs to another executable than %.300s (%s %" PRIu64 ", not %" PRIu64 "): clew does not merge it", input->first_path, item,
                    found, first);
}

/* Merging two programs, or two builds of one, would give the coverage of neither. False: the trace is of another executable than those before it. */
static bool is_of_the_same(const struct gnatcov_input *input, const struct gnatcov *trace, struct error *error)
{
    const struct executed_set *set = &input->set;
    if (!input->first_path || !set->base_count)
        return true;
    const struct executed_base *base = &set->bases[0];
    unsigned wide = trace->has_entries ? trace->second.address_size : 0, machine = trace->has_entries ? executed_machine(trace->second.machine, wide) : 0;
    unsigned first_machine = executed_machine(set->machine, set->address_size);
    uint64_t size = number_of(trace, GNATCOV_SIZE), crc = number_of(trace, GNATCOV_CRC32);
    if (differ(wide, set->address_size))
        return refuse(input, trace, "address size", wide, set->address_size, error);
    if (differ(machine, first_machine))
        return refuse(input, trace, "machine", machine, first_machine, error);
    if (differ(size, base->size))
        return refuse(input, trace, "size", size, base->size, error);
    return !differ(crc, base->crc) || refuse(input, trace, "CRC-32", crc, base->crc, error);
}

/* For traces that only their names can tell apart. */
static void compare_names(struct gnatcov_input *input, const struct gnatcov *trace)
{
    const struct executed_base *base = &input->set.bases[0];
    const struct gnatcov_info *name = gnatcov_info_find(trace->infos, trace->info_count, GNATCOV_EXECUTABLE);
    uint64_t size = number_of(trace, GNATCOV_SIZE), crc = number_of(trace, GNATCOV_CRC32);
    bool same = size && crc && size == base->size && crc == base->crc;
    if (!name || !base->name.data || same || str_equal(str_basename(name->data), str_basename(base->name)))
        return;
    text_safe(&input->notices, str_of(trace->source));
    text_add(&input->notices, ": a trace of ");
    text_safe(&input->notices, name->data);
    text_add(&input->notices, ", but earlier ones are of ");
    text_safe(&input->notices, base->name);
    text_byte(&input->notices, '\n');
}

bool gnatcov_input_add_trace(struct gnatcov_input *input, const struct gnatcov *trace, struct error *error)
{
    struct gnatcov_problems merging = {0};
    bool stopped = false;
    if (!is_of_the_same(input, trace, error))
        return false;
    problems_append(input, &trace->problems);
    if (!executed_add_trace(&input->set, trace, &merging, &input->arena, &input->progress)) {
        if (merging.failed) {           /* a decision map: the caller reports it */
            *error = merging.items[(merging.count < GNATCOV_PROBLEMS ? merging.count : GNATCOV_PROBLEMS) - 1].error;
            return false;
        }
        stopped = true;
    }
    problems_append(input, &merging);
    if (!input->first_path)
        input->first_path = arena_string(&input->arena, str_of(trace->source));
    compare_names(input, trace);
    return !stopped || error_at(error, trace->source, 0, 0, "stopped");
}

bool gnatcov_input_add(struct gnatcov_input *input, const char *path, struct error *error)
{
    struct arena arena = {0};
    struct str bytes;
    struct gnatcov trace = {0};
    bool added = contents_read(path, NULL, &arena, &bytes, error);
    if (added) {
        gnatcov_read(bytes, path, &arena, &trace);
        added = gnatcov_input_add_trace(input, &trace, error);
    }
    arena_free(&arena);
    return added;
}

bool gnatcov_input_sniff(const char *path)
{
    enum { HEAD = 64 };
    struct arena arena = {0};
    struct str head;
    bool known = contents_head(path, HEAD, &arena, &head) && gnatcov_sniff(head);
    arena_free(&arena);
    return known;
}

/* ---- Finding the executables ---- */

/* A file name from a trace, if it is a possible name and names a regular file. clew opens nothing else because a trace says so. */
static const char *file_named(struct gnatcov_input *input, struct str folder, struct str name)
{
    struct file_stat stat;
    if (name.size == 0 || str_find_byte(name, 0) != SIZE_MAX)
        return NULL;
    const char *path = arena_printf(&input->arena, "%.*s%.*s", STR(folder), STR(name)).data;
    return file_stat(path, &stat) ? path : NULL;
}

/* The path as named: from the current folder; else from the trace's folder, which may have moved with it; else the file name beside the trace. If only a later
 * one of these has the size that the trace recorded, the later one wins. */
static const char *find_by_trace(struct gnatcov_input *input, const struct gnatcov_unit *unit)
{
    struct str first = str_of(input->first_path), name = unit->base->name, here = str_of("");
    struct str folder = str_cut(first, 0, first.size - str_basename(first).size);
    bool relative = name.size && name.data[0] != '/', own = unit == input->units;
    const char *const found[] = {file_named(input, here, name), relative ? file_named(input, folder, name) : NULL,
                                 own ? file_named(input, folder, str_basename(name)) : NULL};
    const char *best = NULL;
    for (size_t i = 0; i < sizeof found / sizeof *found; i++) {
        struct file_stat stat;
        if (found[i] && unit->base->size && file_stat(found[i], &stat) && stat.size == unit->base->size)
            return found[i];
        best = best ? best : found[i];
    }
    return best;
}

/* Divides the files that the user named among executable and shared objects. */
static bool deal_named(struct gnatcov_input *input, struct error *error)
{
    for (size_t i = 0; i < input->executable_count; i++) {
        const char *path = input->executables[i];
        size_t unit = 1;
        while (unit < input->unit_count && !str_equal(str_basename(input->units[unit].base->name), str_basename(str_of(path))))
            unit++;
        if (unit == input->unit_count)
            unit = 0;
        if (unit == 0 && input->units[0].path)
            return error_set(error, "two executables are given, and neither is a shared object of the trace: %s and %s", input->units[0].path, path);
        input->units[unit].path = arena_string(&input->arena, str_of(path));
    }
    return true;
}

static void notice_missing(struct gnatcov_input *input, const struct gnatcov_unit *unit)
{
    struct text *notices = &input->notices;
    struct str name = unit->base->name;
    text_safe(notices, str_of(input->first_path));
    if (name.size == 0) {
        text_add(notices, ": it does not name its executable: name it with --exec\n");
        return;
    }
    text_add(notices, unit == input->units ? ": the executable " : ": the shared object ");
    text_safe(notices, name);
    text_add(notices, " is missing: name it with --exec\n");
}

/* ---- Is it the right one? ---- */

static void text_trace(const struct gnatcov_input *input, struct text *out)
{
    text_safe(out, str_of(input->first_path));
    if (input->set.traces > 1)
        text_printf(out, " (first of %" PRIu64 " traces)", input->set.traces);
}

/* "prog: size is 139000, but prog.trace recorded 138672" */
static void notice_difference(struct gnatcov_input *input, const struct gnatcov_unit *unit, const char *item, struct str found, struct str recorded)
{
    struct text *notices = &input->notices;
    text_safe(notices, str_of(unit->path));
    text_printf(notices, ": %s is ", item);
    text_safe(notices, found);
    text_add(notices, ", but ");
    text_trace(input, notices);
    text_add(notices, " recorded ");
    text_safe(notices, recorded);
    text_byte(notices, '\n');
}

static void compare_number(struct gnatcov_input *input, const struct gnatcov_unit *unit, const char *item, uint64_t found, uint64_t recorded)
{
    struct text here = {0}, there = {0};
    text_printf(&here, "%" PRIu64, found);
    text_printf(&there, "%" PRIu64, recorded);
    if (recorded && found != recorded)
        notice_difference(input, unit, item, text_str(&here), text_str(&there));
    text_free(&here);
    text_free(&there);
}

static void compare_time(struct gnatcov_input *input, const struct gnatcov_unit *unit, int64_t modified)
{
    char text[64] = "";
    time_t seconds = (time_t)modified;
    struct tm utc;
    if (gmtime_r(&seconds, &utc))
        strftime(text, sizeof text, "%Y-%m-%d %H:%M:%S", &utc);
    if (!str_is(str_trim(unit->base->time_stamp), text))
        notice_difference(input, unit, "time of last change", str_of(text), unit->base->time_stamp);
}

static uint64_t crc_of(struct str bytes)
{
    enum { AT_ONCE = 1 << 24 };
    uLong crc = crc32(0, NULL, 0);
    for (size_t at = 0; at < bytes.size; at += AT_ONCE) {
        struct str part = str_cut(bytes, at, AT_ONCE);
        crc = crc32(crc, (const Bytef *)part.data, (uInt)part.size);
    }
    return crc;
}

/* Compares size, checksum and time, if the trace has them. Copying changes the time, so a different time means nothing if size and checksum agree. */
static void compare_file(struct gnatcov_input *input, const struct gnatcov_unit *unit)
{
    const struct executed_base *base = unit->base;
    struct file_stat stat;
    struct arena arena = {0};
    struct str bytes = {0};
    struct error ignored;
    uint64_t crc = 0;
    if (!file_stat(unit->path, &stat))
        return;
    if (base->crc && file_read_most(unit->path, PROGRAM_MOST, &arena, &bytes, &ignored))
        crc = crc_of(bytes);
    compare_number(input, unit, "size", stat.size, base->size);
    if (bytes.data)
        compare_number(input, unit, "CRC-32", crc, base->crc);
    bool surely = base->size == stat.size && base->crc && bytes.data && base->crc == crc;
    if (base->time_stamp.data && !surely)
        compare_time(input, unit, stat.modified);
    arena_free(&arena);
}

const char *gnatcov_machine_name(unsigned machine)
{
    const struct arch *arch = arch_of_machine(machine);
    return machine == EM_PPC64 ? "PowerPC64" : machine == EM_SPARCV9 ? "SPARC V9" : arch ? arch->name : NULL;
}

static void add_machine(unsigned machine, struct text *out)
{
    const char *name = gnatcov_machine_name(machine);
    text_printf(out, name ? "%u (%s)" : "%u", machine, name ? name : "");
}

static void compare_machine(struct gnatcov_input *input, const struct gnatcov_unit *unit)
{
    unsigned recorded = input->set.machine, found = symbols_summary(unit->symbols).machine;
    struct text here = {0}, there = {0};
    if (recorded == 0 || recorded == found || executed_machine(recorded, input->set.address_size) == found)
        return;
    add_machine(found, &here);
    add_machine(recorded, &there);
    notice_difference(input, unit, "machine", text_str(&here), text_str(&there));
    text_free(&here);
    text_free(&there);
}

static void compare_addresses(struct gnatcov_input *input, const struct gnatcov_unit *unit)
{
    struct text *notices = &input->notices;
    uint64_t inside, all;
    object_coverage_fit(unit->insn, &inside, &all);
    if (inside >= all - inside)
        return;
    text_safe(notices, str_of(unit->path));
    text_printf(notices, ": %" PRIu64 " of %" PRIu64 " bytes that ran in ", all - inside, all);
    text_trace(input, notices);
    text_add(notices, " are not in its code");
    if (unit == input->units && symbols_summary(unit->symbols).position_independent)
        text_add(notices, "; it is position-independent, but the trace must have the file's addresses: link it with -no-pie");
    text_byte(notices, '\n');
}

/* Says that clew cannot tell which lines of functions with an instrumented copy ran. */
static void notice_copies(struct gnatcov_input *input, const struct gnatcov_unit *unit)
{
    struct text *notices = &input->notices;
    struct str name = {NULL, 0};
    size_t count = gnatcov_copies(unit, &name);
    if (!count)
        return;
    text_safe(notices, str_of(unit->path));
    text_printf(notices, ": compiled by clew ae-cc: %zu of its functions run%s as instrumented cop%s without source lines (", count, count == 1 ? "s" : "",
                count == 1 ? "y" : "ies");
    text_safe(notices, name);
    text_printf(notices, "%s): clew cannot tell which of their lines ran\n", count == 1 ? "" : " ...");
}

/* ---- Attaching ---- */

static bool attach_unit(struct gnatcov_input *input, struct gnatcov_unit *unit, struct error *error)
{
    struct error found;
    bool named = unit->path != NULL;
    if (!named)
        unit->path = find_by_trace(input, unit);
    if (!unit->path) {
        notice_missing(input, unit);
        return true;
    }
    if (!symbols_open(unit->path, &unit->symbols, named ? error : &found)) {
        unit->symbols = NULL;
        if (named)
            return false;
        error_text(&found, &input->notices);
        text_byte(&input->notices, '\n');
        return true;
    }
    unit->insn = object_coverage_open(unit->symbols, unit->base->executed, OBJECT_INSN);
    unit->branch = object_coverage_open(unit->symbols, unit->base->executed, OBJECT_BRANCH);
    compare_file(input, unit);
    compare_machine(input, unit);
    compare_addresses(input, unit);
    notice_copies(input, unit);
    return true;
}

static void detach(struct gnatcov_input *input)
{
    for (size_t i = 0; i < input->unit_count; i++) {
        object_coverage_close(input->units[i].insn);
        object_coverage_close(input->units[i].branch);
        if (input->units[i].symbols)
            symbols_close(input->units[i].symbols);
    }
    input->units = NULL;
    input->unit_count = 0;
}

bool gnatcov_input_attach(struct gnatcov_input *input, struct error *error)
{
    detach(input);
    if (input->set.base_count == 0)
        return true;
    input->unit_count = input->set.base_count;
    input->units = arena_allocate(&input->arena, input->unit_count * sizeof *input->units);
    for (size_t i = 0; i < input->unit_count; i++)
        input->units[i].base = &input->set.bases[i];
    bool attached = deal_named(input, error);
    for (size_t i = 0; attached && i < input->unit_count; i++)
        attached = attach_unit(input, &input->units[i], error);
    return attached;
}

void gnatcov_input_close(struct gnatcov_input *input)
{
    detach(input);
    executed_set_free(&input->set);
    text_free(&input->notices);
    arena_free(&input->arena);
    *input = (struct gnatcov_input){0};
}

/* ---- Code that runs only as an instrumented copy: programs compiled by `clew ae-cc` ----
 *
 *     NAME          the stub by which code without schema enters the function
 *     NAME$ae       the copy, which runs; it has no source lines and begins where the stub ends
 *     __aeo_NAME    the original code, which has the lines and to which an address stream refers; it never executes
 *
 * So a coverage trace says only one thing about the original's lines: where the copy did not run, none of them did. */

static const char original_prefix[] = "__aeo_", copy_suffix[] = "$ae";

static bool ends_with(struct str name, const char *end)
{
    struct str tail = str_of(end);
    return name.size >= tail.size && str_equal(str_cut(name, name.size - tail.size, SIZE_MAX), tail);
}

/* The copy follows the stub that has the name. False: the executable has no such copy. */
static bool find_copy(struct symbols *symbols, struct str name, struct symbols_function *copy)
{
    uint64_t address, size;
    size_t index;
    if (!symbols_value(symbols, name, &address, &size) || !symbols_function_at(symbols, address, &index) || index + 1 >= symbols_function_count(symbols))
        return false;
    struct symbols_function stub = symbols_function(symbols, index);
    *copy = symbols_function(symbols, index + 1);
    return copy->address == stub.address + stub.size && ends_with(copy->name, copy_suffix);
}

enum gnatcov_copy gnatcov_copy_of(const struct gnatcov_unit *unit, uint64_t address, struct str *name)
{
    struct symbols_function original, copy;
    struct executed_range range;
    size_t index, prefix = sizeof original_prefix - 1;
    if (!unit || !unit->symbols || !symbols_function_at(unit->symbols, address, &index))
        return GNATCOV_NO_COPY;
    original = symbols_function(unit->symbols, index);
    if (!str_starts(original.name, original_prefix) || !find_copy(unit->symbols, str_cut(original.name, prefix, SIZE_MAX), &copy))
        return GNATCOV_NO_COPY;
    *name = copy.name;
    bool ran = executed_from(unit->base->executed, copy.address, &range) && range.first < copy.address + copy.size;
    return ran ? GNATCOV_COPY_RAN : GNATCOV_COPY_IDLE;
}

/* The line may have run through other code too (a function inlined into one that is not instrumented): then it is known to have run. That other code of the
 * line did not run says nothing about the copy. */
bool gnatcov_line_of_copy(const struct gnatcov_unit *unit, const struct object_file *file, const struct object_line *line)
{
    bool ran = false;
    struct str name;
    for (size_t i = 0; i < line->range_count && line->mark == OBJECT_NOT && !ran; i++)
        ran = gnatcov_copy_of(unit, file->ranges[line->first_range + i]->address, &name) == GNATCOV_COPY_RAN;
    return ran;
}

size_t gnatcov_lines_of_copies(const struct gnatcov_unit *unit, const struct object_file *file)
{
    size_t count = 0;
    for (size_t i = 0; i < file->line_count; i++)
        count += gnatcov_line_of_copy(unit, file, &file->lines[i]);
    return count;
}

size_t gnatcov_copies(const struct gnatcov_unit *unit, struct str *first)
{
    struct str name;
    size_t count = 0;
    for (size_t i = 0; i < symbols_function_count(unit->symbols); i++)
        if (gnatcov_copy_of(unit, symbols_function(unit->symbols, i).address, &name) != GNATCOV_NO_COPY && count++ == 0)
            *first = name;
    return count;
}
