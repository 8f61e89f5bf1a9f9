/* report_html.c - object coverage as one complete page: no script, no other file.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Totals come first, then files and routines with bars, least covered first, then every source file. A line with code unfolds to its instructions. The page is
 * both HTML 5 and well-formed XML, so both kinds of checkers read it. Colours follow the reader's system, and every colour has its mark beside it. Everything
 * that comes from a file passes add_escaped(). */
#include "coverage/gnatcov.h"
#include "coverage/report.h"

#include <inttypes.h>
#include <stdlib.h>

static const char head[] =
    "<!DOCTYPE html>\n"
    "<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n"
    "<meta name=\"color-scheme\" content=\"light dark\"/>\n";
static const char style[] =
    "<style>\n"
    ":root { --ink: #1b1f24; --paper: #ffffff; --quiet: #59636e; --rule: #d1d9e0; --good: #d4f2dc; --part: #fff0c2; --bad: #ffdcd9;\n"
    "  --good-bar: #2c974b; --part-bar: #b98900; --bad-bar: #d1403f; }\n"
    "@media (prefers-color-scheme: dark) { :root { --ink: #dce3ea; --paper: #12161b; --quiet: #98a2ad; --rule: #353d46; --good: #133822; --part: #3f3410;\n"
    "  --bad: #4a1d1f; --good-bar: #3fb465; --part-bar: #d6a72b; --bad-bar: #ef6a66; } }\n"
    "body { margin: 1.5rem auto; padding: 0 1rem; max-width: 75rem; font: 15px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper); }\n"
    "h1 { font-size: 1.4rem; } h2 { font-size: 1.15rem; margin-top: 2rem; } h3 { font-size: 1rem; margin-top: 2rem; overflow-wrap: anywhere; }\n"
    "a { color: inherit; } .quiet { color: var(--quiet); }\n"
    "table { border-collapse: collapse; width: 100%; } th { text-align: left; font-weight: 600; color: var(--quiet); }\n"
    "th, td { padding: .15rem .6rem .15rem 0; border-bottom: 1px solid var(--rule); } td.name { overflow-wrap: anywhere; }\n"
    "td.number, th.number { text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums; }\n"
    ".code, .mark { font-family: ui-monospace, monospace; font-size: 13px; }\n"
    ".bar { display: block; width: 8rem; height: .6rem; background: var(--rule); } .bar span { display: block; height: 100%; background: var(--part-bar); }\n"
    ".bar span.full { background: var(--good-bar); } .bar span.none { background: var(--bad-bar); }\n"
    ".listing { border: 1px solid var(--rule); overflow-x: auto; padding: .3rem 0; }\n"
    ".line { display: block; white-space: pre; tab-size: 8; min-width: max-content; padding: 0 .6rem; min-height: 1.5em; } .line .at { color: var(--quiet); }\n"
    "details { min-width: max-content; } summary { list-style: none; cursor: pointer; } summary::-webkit-details-marker { display: none; }\n"
    "details pre { margin: .2rem 0 .4rem 5rem; font-family: ui-monospace, monospace; font-size: 12px; }\n"
    ".c { background: var(--good); } .p { background: var(--part); } .n { background: var(--bad); }\n"
    "@media print { details pre { display: none; } }\n"
    "</style>\n";

/* Makes text safe for a terminal, which removes control characters, then for a page. Replaces what XML has no character for. */
static void add_escaped(struct str s, struct text *out)
{
    struct text safe = {0};
    text_safe(&safe, s);
    struct str rest = text_str(&safe);
    while (rest.size) {
        uint32_t code;
        size_t size = text_decode(rest, &code);
        switch (code) {
        case '&': text_add(out, "&amp;"); break;
        case '<': text_add(out, "&lt;"); break;
        case '>': text_add(out, "&gt;"); break;
        case '"': text_add(out, "&quot;"); break;
        case '\'': text_add(out, "&#39;"); break;
        case 0xfffe:
        case 0xffff: text_add(out, "\xef\xbf\xbd"); break;
        default: text_append(out, str_cut(rest, 0, size));
        }
        rest = str_cut(rest, size, SIZE_MAX);
    }
    text_free(&safe);
}

static const char *class_of(enum object_mark mark)
{
    static const char covered[] = "c", not_executed[] = "n", no_code[] = "q", partly[] = "p";
    switch (mark) {
    case OBJECT_COVERED: return covered;
    case OBJECT_NOT: return not_executed;
    case OBJECT_NO_CODE: return no_code;
    default: return partly;
    }
}

/* For a line, a routine or a file; unknown ones have no colour. */
static const char *mark_class(enum object_mark mark)
{
    return class_of(mark == OBJECT_UNRECORDED ? OBJECT_NO_CODE : mark);
}

static void add_mark(enum object_mark mark, struct text *out)
{
    char text[2] = {(char)mark, 0};
    text_printf(out, "<td><span class=\"mark %s\" title=\"%s\">", mark_class(mark), coverage_mark_words(mark));
    add_escaped(str_of(text), out);
    text_add(out, "</span></td>");
}

/* A share as a bar and in numbers. */
static void add_share(uint64_t part, uint64_t whole, struct text *out)
{
    unsigned percent = object_percent(part, whole);
    if (!whole) {
        text_add(out, "<td></td><td class=\"number\">-</td><td class=\"number\">0</td>");
        return;
    }
    text_printf(out, "<td><span class=\"bar %s\"><span class=\"%s\" style=\"width:%u%%\"></span></span></td><td class=\"number\">%u%%</td>"
                "<td class=\"number\">%" PRIu64 "/%" PRIu64 "</td>", part ? "some" : "empty", percent == 100 ? "full" : part ? "part" : "none", percent, percent, part,
                whole);
}

/* ---- The tables ---- */

static void add_total(const char *what, uint64_t part, uint64_t whole, struct text *out)
{
    text_printf(out, "<tr><td>%s</td>", what);
    add_share(part, whole, out);
    text_add(out, "</tr>\n");
}

static void add_totals(const struct coverage_view *view, struct text *out)
{
    struct coverage_marks routines, lines;
    coverage_marks_count(view, &routines, &lines);
    text_add(out, "<table>\n");
    add_total("lines fully covered", lines.covered, lines.covered + lines.partly + lines.not_executed, out);
    add_total("routines fully covered", routines.covered, routines.covered + routines.partly + routines.not_executed, out);
    add_total("instructions executed", view->counts.executed, view->counts.instructions, out);
    if (view->choice->level == OBJECT_BRANCH)
        add_total("conditional branches taken and fallen through", view->counts.both, view->counts.branches, out);
    text_add(out, "</table>\n");
}

static void add_files(const struct coverage_view *view, size_t unit, struct text *out)
{
    struct text left = {0};
    size_t *order = coverage_files_by_need(view);
    text_add(out, "<h2>Files</h2>\n<table>\n<tr><th></th><th>lines</th><th class=\"number\"></th><th class=\"number\"></th><th>file</th></tr>\n");
    for (size_t i = 0; i < view->file_count; i++) {
        const struct object_file *file = &view->files[order[i]];
        text_add(out, "<tr>");
        add_mark(coverage_file_mark(file), out);
        add_share(file->covered, file->line_count - file->unknown, out);
        text_printf(out, "<td class=\"name\"><a href=\"#f%zu-%zu\">", unit, order[i]);
        add_escaped(view->labels[order[i]], out);
        text_add(out, "</a></td></tr>\n");
    }
    text_add(out, "</table>\n");
    coverage_left_out_text(view, &left);
    if (left.size) {
        text_add(out, "<p class=\"quiet\">");
        add_escaped(str_trim(text_str(&left)), out);
        text_add(out, "</p>\n");
    }
    text_free(&left);
    free(order);
}

static void add_routine(const struct coverage_view *view, size_t unit, const struct coverage_routine *routine, struct text *out)
{
    const struct object_counts *counts = &routine->object.counts;
    text_add(out, "<tr>");
    add_mark(routine->object.mark, out);
    add_share(counts->executed, counts->instructions, out);
    if (view->choice->level == OBJECT_BRANCH)
        text_printf(out, "<td class=\"number\">%" PRIu64 "/%" PRIu64 "</td>", counts->both, counts->branches);
    text_printf(out, "<td class=\"code\">%0*" PRIx64 "</td><td class=\"name\">", view->digits, routine->object.routine->address);
    if (routine->line)
        text_printf(out, "<a href=\"#l%zu-%zu-%" PRIu64 "\">", unit, routine->file, routine->line);
    add_escaped(coverage_routine_name(view, routine->object.routine), out);
    text_printf(out, "%s</td></tr>\n", routine->line ? "</a>" : "");
}

static void write_routines(FILE *out, const struct coverage_view *view, size_t unit, struct text *text)
{
    size_t *order = coverage_by_need(view);
    text_printf(text, "<h2>Routines</h2>\n<table>\n<tr><th></th><th>instructions</th><th></th><th></th>%s<th>address</th><th>routine</th></tr>\n",
                view->choice->level == OBJECT_BRANCH ? "<th class=\"number\">branches</th>" : "");
    for (size_t i = 0; i < view->routine_count; i++) {
        add_routine(view, unit, &view->routines[order[i]], text);
        coverage_flush(out, text);
    }
    text_add(text, "</table>\n");
    free(order);
}

/* ---- Sources ---- */

static void add_instructions(const struct coverage_view *view, const struct symbols_line_range *range, struct text *out)
{
    struct text line = {0};
    struct object_instruction *instructions;
    size_t count = object_coverage_range(view->coverage, range->address, range->size, &instructions);
    coverage_place(view, range->address, &line);
    text_add(out, "<span class=\"quiet\">");
    add_escaped(text_str(&line), out);
    text_add(out, "</span>\n");
    for (size_t i = 0; i < count; i++) {        /* one element for each run of one colour */
        bool begins = !i || class_of(instructions[i].mark) != class_of(instructions[i - 1].mark);
        bool ends = i + 1 == count || class_of(instructions[i].mark) != class_of(instructions[i + 1].mark);
        text_clear(&line);
        coverage_instruction_text(view, &instructions[i], &line);
        if (begins)
            text_printf(out, "<span class=\"%s\">", class_of(instructions[i].mark));
        add_escaped(str_cut(text_str(&line), 0, line.size - 1), out);
        text_add(out, ends ? "</span>\n" : "\n");
    }
    free(instructions);
    text_free(&line);
}

static void add_text(uint64_t number, enum object_mark mark, struct str code, struct text *out)
{
    text_printf(out, "<span class=\"line code %s\"><span class=\"at\">%5" PRIu64 "</span> ", mark_class(mark), number);
    char sign[2] = {(char)mark, 0};
    add_escaped(str_of(sign), out);
    text_add(out, "  ");
    while (code.size) {                 /* keeps tabs: the page sets them every eight columns */
        size_t tab = str_find_byte(code, '\t');
        add_escaped(str_cut(code, 0, tab), out);
        text_add(out, tab == SIZE_MAX ? "" : "\t");
        code = tab == SIZE_MAX ? (struct str){0} : str_cut(code, tab + 1, SIZE_MAX);
    }
    text_add(out, "</span>");
}

struct page {
    FILE *out;
    const struct coverage_view *view;
    size_t unit, file;
    const struct source *source;
    struct text *text;
};

static void write_line(const struct page *page, const struct object_line *line)
{
    const struct object_file *file = &page->view->files[page->file];
    text_printf(page->text, "<details id=\"l%zu-%zu-%" PRIu64 "\"><summary>", page->unit, page->file, line->line);
    add_text(line->line, line->mark, coverage_source_line(page->source, line->line), page->text);
    text_add(page->text, "</summary><pre>");
    for (size_t i = 0; i < line->range_count; i++)
        add_instructions(page->view, file->ranges[line->first_range + i], page->text);
    text_add(page->text, "</pre></details>\n");
    coverage_flush(page->out, page->text);
}

static bool write_lines(const struct page *page, struct error *error)
{
    const struct object_file *file = &page->view->files[page->file];
    uint64_t number = 0, count = page->source ? source_line_count(page->source) : 0;
    for (size_t i = 0; i <= file->line_count; i++) {
        const struct object_line *line = i < file->line_count ? &file->lines[i] : NULL;
        while (number < count && (!line || number + 1 < line->line))
            if (coverage_shows_line(page->view, page->file, ++number)) {
                add_text(number, OBJECT_NO_CODE, coverage_source_line(page->source, number), page->text);
                text_byte(page->text, '\n');
            }
        if (!line)
            break;
        number = line->line;
        write_line(page, line);
        if (!coverage_goes_on(page->view, page->file, page->view->file_count, error))
            return false;
    }
    return true;
}

static bool write_file(FILE *out, const struct coverage_view *view, size_t unit, size_t index, struct text *text, struct error *error)
{
    const struct object_file *file = &view->files[index];
    struct source *source = coverage_source_open(view, file);
    struct text path = {0};
    coverage_file_path(file, source, &path);
    text_printf(text, "<h3 id=\"f%zu-%zu\">", unit, index);
    add_escaped(text_str(&path), text);
    text_add(text, "</h3>\n<p class=\"quiet\">");
    coverage_file_text(file, text);
    text_printf(text, "%s</p>\n<div class=\"listing\">\n", source ? "" : "; the source file was not found");
    bool going = write_lines(&(struct page){out, view, unit, index, source, text}, error);
    text_add(text, "</div>\n");
    coverage_flush(out, text);
    text_free(&path);
    source_close(source);
    return going;
}

static bool write_view(FILE *out, const struct coverage_view *view, size_t unit, struct text *text, struct error *error)
{
    bool going = true;
    text_add(text, "<h2>");
    add_escaped(str_of(view->unit->path), text);
    text_printf(text, "</h2>\n<p class=\"quiet\">level %s</p>\n", coverage_level_name(view->choice->level));
    add_totals(view, text);
    add_files(view, unit, text);
    write_routines(out, view, unit, text);
    text_add(text, "<h2>Sources</h2>\n<p class=\"quiet\">A line with code opens to its instructions. Marks: + covered, - not executed, ! in part; of branches &gt; always "
                   "taken, v never taken, ? executed without a recorded outcome; of lines ? not known, since an instrumented copy ran.</p>\n");
    for (size_t i = 0; i < view->file_count && going && !ferror(out); i++)
        going = write_file(out, view, unit, i, text, error);
    return going;
}

bool coverage_write_html(FILE *out, const struct coverage_view *views, size_t count, const char *title, struct error *error)
{
    struct text text = {0};
    bool going = true;
    text_add(&text, head);
    text_add(&text, "<title>Coverage: ");
    add_escaped(str_of(title), &text);
    text_add(&text, "</title>\n");
    text_add(&text, style);
    text_add(&text, "</head>\n<body>\n<h1>Object coverage: ");
    add_escaped(str_of(title), &text);
    text_add(&text, "</h1>\n");
    for (size_t i = 0; i < count && going; i++)
        going = write_view(out, &views[i], i, &text, error);
    text_add(&text, "</body>\n</html>\n");
    if (going)
        coverage_flush(out, &text);
    text_free(&text);
    return going && coverage_written(out, error);
}
