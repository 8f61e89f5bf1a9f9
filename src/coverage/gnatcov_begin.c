/* gnatcov_begin.c - where one stands when a coverage trace was opened.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Who browses a flat trace wants to know what is left out, and begins at the first line that is not covered: the lowest one of the file whose code comes first
 * (in the order of linking, so that the program's own files come before those of libraries; headers of the system come last). Batch, a history, and code
 * without lines begin at the first entry of code. */
#include "coverage/gnatcov.h"
#include "session/engine.h"

#include <inttypes.h>
#include <stdlib.h>

/* Lines that are not covered: how many, and the file to begin in. */
struct gaps {
    size_t all, lines, system;          /* lines with code; those not covered, of the program's own files and of the system's: of all units */
    size_t unit;
    const struct object_file *file;     /* NULL: there is none */
    size_t of_file;
    uint64_t address;                   /* the lowest of the file's lines that are not covered */
};

static bool is_gap(const struct gnatcov_unit *unit, const struct object_file *file, const struct object_line *line)
{
    return line->mark != OBJECT_COVERED && !gnatcov_line_of_copy(unit, file, line);
}

static bool is_of_system(const struct object_file *file)
{
    return source_is_system(file->name, file->folder);
}

static bool comes_before(const struct object_file *file, uint64_t address, const struct gaps *gaps)
{
    if (!gaps->file || is_of_system(file) != is_of_system(gaps->file))
        return !gaps->file || is_of_system(gaps->file);
    return address < gaps->address;
}

static void look_into(struct session *session, size_t unit, const struct object_file *file, struct gaps *gaps)
{
    size_t count = 0;
    uint64_t address = UINT64_MAX;
    for (size_t i = 0; i < file->line_count; i++)
        if (is_gap(gnatcov_unit(session, unit), file, &file->lines[i])) {
            uint64_t begins = file->ranges[file->lines[i].first_range]->address;
            address = begins < address ? begins : address;
            count++;
        }
    gaps->all += file->line_count;
    *(is_of_system(file) ? &gaps->system : &gaps->lines) += count;
    if (count && (!gaps->file || gaps->unit == unit) && comes_before(file, address, gaps)) {
        gaps->unit = unit;
        gaps->file = file;
        gaps->of_file = count;
        gaps->address = address;
    }
}

/* False: interrupted. */
static bool find_gaps(struct session *session, struct gaps *gaps)
{
    *gaps = (struct gaps){0};
    for (size_t unit = 0; unit < session->trace->gnatcov->input.unit_count; unit++) {
        struct object_coverage *coverage = gnatcov_coverage(session, unit);
        const struct object_file *files;
        size_t count;
        if (!coverage)
            continue;
        if (!object_coverage_files(coverage, &session->options.progress, &files, &count))
            return false;
        for (size_t i = 0; i < count; i++)
            look_into(session, unit, &files[i], gaps);
    }
    return true;
}

/* The first instruction of a line that did not run, or whose branch did not go both ways. */
static uint64_t address_of(struct object_coverage *coverage, const struct object_file *file, const struct object_line *line)
{
    const struct symbols_line_range *const *ranges = (const struct symbols_line_range *const *)file->ranges + line->first_range;
    for (size_t i = 0; i < line->range_count; i++) {
        struct object_instruction *instructions;
        size_t count = object_coverage_range(coverage, ranges[i]->address, ranges[i]->size, &instructions), k = 0;
        while (k < count && instructions[k].mark == OBJECT_COVERED)
            k++;
        uint64_t address = k < count ? instructions[k].code.address : 0;
        free(instructions);
        if (k < count)
            return address;
    }
    return ranges[0]->address;
}

/* "duration.c:11: the first of 9 lines not covered; next-uncovered leads on" */
static void tell(struct session *session, const struct gaps *gaps, uint64_t line)
{
    struct text note = {0}, name = {0};
    text_safe(&name, slice_basename(gaps->file->name));
    text_printf(&note, "%s:%" PRIu64 ": the first of ", text_string(&name), line);
    text_count(&note, gaps->of_file);
    text_add(&note, gaps->of_file == 1 ? " line not covered" : " lines not covered");
    size_t lines = is_of_system(gaps->file) ? gaps->system : gaps->lines;
    if (lines > gaps->of_file) {
        text_add(&note, " in its file, ");
        text_count(&note, lines);
        text_add(&note, " in all");
    }
    text_add(&note, "; next-uncovered leads on");
    session_greet(session, text_slice(&note));
    text_free(&name);
    text_free(&note);
}

static bool begin_at_gap(struct session *session, struct spot *spot)
{
    struct gaps gaps;
    struct error ignored;
    if (!session->options.lazy || gnatcov_is_ordered(session) || session->trace->gnatcov->is_map || !session->trace->gnatcov->trace.entry_count ||
        !find_gaps(session, &gaps))
        return false;
    if (gaps.all && !gaps.lines && !gaps.system)
        session_greet(session, slice_of("all lines are covered"));
    if (!gaps.file)
        return false;
    size_t i = 0;
    while (!is_gap(gnatcov_unit(session, gaps.unit), gaps.file, &gaps.file->lines[i]))
        i++;
    uint64_t address = address_of(gnatcov_coverage(session, gaps.unit), gaps.file, &gaps.file->lines[i]);
    struct place place = {.has = PLACE_ADDRESS, .address = address, .object = 1 + (unsigned)gaps.unit};
    if (!gnatcov_aim(session, &place, spot, &ignored))
        return false;
    tell(session, &gaps, gaps.file->lines[i].line);
    return true;
}

void gnatcov_begin_at(struct session *session)
{
    struct place place = {.has = PLACE_BEGIN};
    struct spot spot;
    struct error ignored;
    if (!begin_at_gap(session, &spot) && !gnatcov_aim(session, &place, &spot, &ignored)) {
        session_note(session, "no entry of code is in this trace");
        return;
    }
    gnatcov_stand(session, &spot);
    if (gnatcov_here(session, &place))
        history_visit(&session->trace->history, &place);
}
