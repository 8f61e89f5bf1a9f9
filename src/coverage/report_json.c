/* report_json.c - object coverage as JSON, one object a line.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Every object has "kind" and "object", the path of the ELF file; what is not known is null; addresses are strings ("0x8000050"), since they have 64 bits.
 *
 *     kind           annotate         keys
 *     routine        report, asm      routine symbol address size mark state COUNTS file line
 *     file           report, source   file folder mark lines lines_covered lines_unknown percent COUNTS
 *     line           report, source   file folder line mark state COUNTS              report: those that are not covered in full; source: all with code
 *     instruction    asm              routine address size bytes mark state conditional target text
 *     total          all              level routines routines_covered routines_partly routines_not routines_unknown
 *                                     lines lines_covered lines_partly lines_not lines_unknown
 *                                     left_out_files left_out_lines left_out_routines COUNTS
 *
 * A routine is named as people write it, its symbol as the linker knows it, mangled in C++.
 * What is unknown ran as an instrumented copy, if it ran (mark ?): percent is of the other lines. Left out are files of the system.
 * COUNTS are instructions executed branches branches_both branches_one_way branches_never branches_unrecorded; those of branches are null at level insn.
 * A mark is GNATcoverage's character, a state its meaning in words. Objects of a file's lines follow that of the file, instructions that of their routine.
 * Keys are never renamed; new ones may come. */
#include "coverage/gnatcov.h"
#include "coverage/report.h"

#include <inttypes.h>
#include <stdlib.h>

static void add_name(const char *key, struct slice name, struct text *out)
{
    text_printf(out, ",\"%s\":", key);
    if (name.data)
        text_quoted(out, name);
    else
        text_add(out, "null");
}

static void add_number(const char *key, uint64_t number, struct text *out)
{
    text_printf(out, ",\"%s\":%" PRIu64, key, number);
}

static void add_address(const char *key, uint64_t address, struct text *out)
{
    text_printf(out, ",\"%s\":\"0x%" PRIx64 "\"", key, address);
}

static void begin(const struct coverage_view *view, const char *kind, struct text *out)
{
    text_printf(out, "{\"kind\":\"%s\"", kind);
    add_name("object", slice_of(view->unit->path), out);
}

static void end(FILE *file, struct text *out)
{
    text_add(out, "}\n");
    coverage_flush(file, out);
}

static void add_mark(enum object_mark mark, const char *state, struct text *out)
{
    text_printf(out, ",\"mark\":\"%c\"", (char)mark);
    add_name("state", slice_of(state), out);
}

static void add_counts(const struct coverage_view *view, const struct object_counts *counts, struct text *out)
{
    add_number("instructions", counts->instructions, out);
    add_number("executed", counts->executed, out);
    const uint64_t numbers[] = {counts->branches, counts->both, counts->one_way, counts->never, counts->unrecorded};
    static const char *const keys[] = {"branches", "branches_both", "branches_one_way", "branches_never", "branches_unrecorded"};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        if (view->choice->level == OBJECT_BRANCH)
            add_number(keys[i], numbers[i], out);
        else
            text_printf(out, ",\"%s\":null", keys[i]);
}

static void write_routine(FILE *file, const struct coverage_view *view, const struct coverage_routine *routine, struct text *out)
{
    begin(view, "routine", out);
    add_name("routine", coverage_routine_name(view, routine->object.routine), out);
    add_name("symbol", routine->object.routine->name, out);
    add_address("address", routine->object.routine->address, out);
    add_number("size", routine->object.routine->size, out);
    add_mark(routine->object.mark, coverage_mark_words(routine->object.mark), out);
    add_counts(view, &routine->object.counts, out);
    add_name("file", routine->file != SIZE_MAX ? view->files[routine->file].name : (struct slice){0}, out);
    if (routine->line)
        add_number("line", routine->line, out);
    else
        text_add(out, ",\"line\":null");
    end(file, out);
}

static void write_instruction(FILE *file, const struct coverage_view *view, const struct symbols_routine *routine, const struct object_instruction *instruction,
                              struct text *out)
{
    struct slice bytes = symbols_bytes(view->unit->symbols, instruction->code.address, instruction->code.size);
    struct text code = {0};
    begin(view, "instruction", out);
    add_name("routine", coverage_routine_name(view, routine), out);
    add_address("address", instruction->code.address, out);
    add_number("size", instruction->code.size, out);
    text_add(out, ",\"bytes\":\"");
    for (size_t i = 0; i < bytes.size; i++)
        text_printf(out, "%02x", (unsigned char)bytes.data[i]);
    text_byte(out, '"');
    add_mark(instruction->mark, object_mark_words(instruction->mark), out);
    text_printf(out, ",\"conditional\":%s", instruction->code.conditional ? "true" : "false");
    if (instruction->code.has_target)
        add_address("target", instruction->code.target, out);
    else
        text_add(out, ",\"target\":null");
    code_text(view->code, &instruction->code, &code);
    add_name("text", text_slice(&code), out);
    end(file, out);
    text_free(&code);
}

static void write_instructions(FILE *file, const struct coverage_view *view, const struct symbols_routine *routine, struct text *out)
{
    struct object_instruction *instructions;
    size_t count = object_coverage_range(view->coverage, routine->address, routine->size, &instructions);
    for (size_t i = 0; i < count; i++)
        write_instruction(file, view, routine, &instructions[i], out);
    free(instructions);
}

static void write_line(FILE *file, const struct coverage_view *view, const struct object_file *source, const struct object_line *line, struct text *out)
{
    begin(view, "line", out);
    add_name("file", source->name, out);
    add_name("folder", source->folder, out);
    add_number("line", line->line, out);
    add_mark(line->mark, coverage_mark_words(line->mark), out);
    add_counts(view, &line->counts, out);
    end(file, out);
}

static void write_file(FILE *file, const struct coverage_view *view, const struct object_file *source, bool all, struct text *out)
{
    begin(view, "file", out);
    add_name("file", source->name, out);
    add_name("folder", source->folder, out);
    text_printf(out, ",\"mark\":\"%c\"", (char)coverage_file_mark(source));
    add_number("lines", source->line_count, out);
    add_number("lines_covered", source->covered, out);
    add_number("lines_unknown", source->unknown, out);
    add_number("percent", object_file_percent(source), out);
    add_counts(view, &source->counts, out);
    end(file, out);
    for (size_t i = 0; i < source->line_count; i++)
        if (all || (source->lines[i].mark != OBJECT_COVERED && source->lines[i].mark != OBJECT_NO_CODE))
            write_line(file, view, source, &source->lines[i], out);
}

static void write_total(FILE *file, const struct coverage_view *view, struct text *out)
{
    struct coverage_marks routines, lines;
    coverage_marks_count(view, &routines, &lines);
    begin(view, "total", out);
    add_name("level", slice_of(coverage_level_name(view->choice->level)), out);
    add_number("routines", view->routine_count, out);
    add_number("routines_covered", routines.covered, out);
    add_number("routines_partly", routines.partly, out);
    add_number("routines_not", routines.not_executed, out);
    add_number("routines_unknown", routines.unknown, out);
    add_number("lines", lines.covered + lines.partly + lines.not_executed + lines.unknown, out);
    add_number("lines_covered", lines.covered, out);
    add_number("lines_partly", lines.partly, out);
    add_number("lines_not", lines.not_executed, out);
    add_number("lines_unknown", lines.unknown, out);
    add_number("left_out_files", view->left_out.files, out);
    add_number("left_out_lines", view->left_out.lines, out);
    add_number("left_out_routines", view->left_out.routines, out);
    add_counts(view, &view->counts, out);
    end(file, out);
}

bool coverage_write_json(FILE *out, const struct coverage_view *view, enum coverage_annotate annotate, struct error *error)
{
    struct text text = {0};
    bool going = true;
    for (size_t i = 0; i < view->routine_count && annotate != ANNOTATE_SOURCE && going && !ferror(out); i++) {
        write_routine(out, view, &view->routines[i], &text);
        if (annotate == ANNOTATE_ASM)
            write_instructions(out, view, view->routines[i].object.routine, &text);
        going = coverage_goes_on(view, i, view->routine_count, error);
    }
    for (size_t i = 0; i < view->file_count && annotate != ANNOTATE_ASM && going && !ferror(out); i++) {
        write_file(out, view, &view->files[i], annotate == ANNOTATE_SOURCE, &text);
        going = coverage_goes_on(view, i, view->file_count, error);
    }
    if (going)
        write_total(out, view, &text);
    text_free(&text);
    return going && coverage_written(out, error);
}
