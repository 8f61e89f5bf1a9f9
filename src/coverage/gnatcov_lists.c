/* gnatcov_lists.c - functions with their coverage, branches, uncovered code, control-flow graphs, info.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "coverage/gnatcov.h"
#include "session/engine.h"

#include <inttypes.h>
#include <stdlib.h>

enum { BAR = 10 };

/* ---- Functions, each with a bar ---- */

/* "##########", "###.......": full only for all, empty only for nothing. */
static void add_bar(uint64_t part, uint64_t whole, struct text *out)
{
    uint64_t filled = whole ? part * BAR / whole : 0;
    if (part && !filled)
        filled = 1;
    for (uint64_t i = 0; i < BAR; i++)
        text_byte(out, i < filled ? '#' : '.');
}

static void function_row(struct session *session, size_t unit, const struct object_routine *found, struct row *row)
{
    const struct symbols_routine *routine = found->routine;
    const struct object_counts *counts = &found->counts;
    const struct spot *here = &gnatcov_of(session)->here;
    char mark[] = {(char)found->mark, '\0'};
    row->current = gnatcov_of(session)->has_here && here->unit == unit && here->address - routine->address < routine->size;
    row_style(row, row->current ? STYLE_CURRENT : gnatcov_style(found->mark));
    text_printf(&row->text, "%c %s ", row->current ? '>' : ' ', mark);
    add_bar(counts->executed, counts->instructions, &row->text);
    text_printf(&row->text, " %5" PRIu64 "/%-5" PRIu64, counts->executed, counts->instructions);
    if (counts->branches)
        text_printf(&row->text, " %4" PRIu64 "/%-4" PRIu64 " ", counts->both, counts->branches);
    row_column(row, 40);
    row_style(row, row->current ? STYLE_CURRENT : STYLE_LOCATION);
    text_safe(&row->text, gnatcov_routine_name(session, unit, routine));
    text_byte(&row->text, ' ');
    row_style(row, row->current ? STYLE_CURRENT : STYLE_DIM);
    gnatcov_describe_line(session, unit, routine->address, &row->text);
    gnatcov_fields(session, unit, routine->address, row);
    row_string(row, "mark", str_of(mark));
    row_number(row, "instructions", counts->instructions);
    row_number(row, "executed", counts->executed);
    row_number(row, "branches", counts->branches);
    row_number(row, "both_ways", counts->both);
    row_number(row, "one_way", counts->one_way);
    row->place = (struct place){.has = PLACE_ADDRESS, .address = routine->address, .object = 1 + (unsigned)unit};
}

/* Routines of all units, one after the other, computed on display. */
static bool functions_get(const struct rows *rows, uint64_t i, struct row *row)
{
    struct session *session = rows->data;
    struct object_routine routine;
    for (size_t unit = 0; unit < gnatcov_of(session)->input.unit_count; unit++) {
        struct object_coverage *coverage = gnatcov_coverage(session, unit);
        size_t count = coverage ? object_coverage_routines(coverage) : 0;
        if (i < count) {
            object_coverage_routine(coverage, (size_t)i, &routine);
            function_row(session, unit, &routine, row);
            return true;
        }
        i -= count;
    }
    return false;
}

/* Its index in object_coverage_routines(). False: no routine is there. */
static bool routine_at(const struct session *session, size_t unit, uint64_t address, struct object_routine *routine, size_t *index)
{
    struct object_coverage *coverage = gnatcov_coverage(session, unit);
    const struct symbols_routine *own = coverage ? symbols_routine_at(gnatcov_unit(session, unit)->symbols, address) : NULL;
    if (!own || !object_coverage_routine_named(coverage, own->name, index))
        return false;
    for (size_t count = object_coverage_routines(coverage); *index < count; (*index)++) {      /* of several with one name, the one at this address */
        object_coverage_routine(coverage, *index, routine);
        if (!str_equal(routine->routine->name, own->name))
            break;
        if (routine->routine->address == own->address)
            return true;
    }
    return false;
}

void gnatcov_rows_of_functions(struct session *session, struct rows *rows)
{
    const struct spot *here = &gnatcov_of(session)->here;
    struct object_routine routine;
    rows->title = str_of("functions: instructions run, branches both ways");
    for (size_t unit = 0; unit < gnatcov_of(session)->input.unit_count; unit++) {
        struct object_coverage *coverage = gnatcov_coverage(session, unit);
        size_t count = coverage ? object_coverage_routines(coverage) : 0;
        size_t index;
        if (unit == here->unit && routine_at(session, unit, here->address, &routine, &index))
            rows->focus = rows->count + index;
        rows->count += count;
    }
    if (rows->count) {
        rows->data = session;
        rows->get = functions_get;
        return;
    }
    rows_add_printf(rows, "no functions: name the executable with --exec=FILE")->style = STYLE_UNKNOWN;
}

/* ---- Both ways of a branch ---- */

static void side_row(struct session *session, size_t unit, const char *what, uint64_t address, bool known, struct rows *rows)
{
    struct object_instruction there = {.mark = OBJECT_NO_CODE};
    struct row *row = rows_add_printf(rows, "  %-13s ", what);
    if (!known) {
        row_style(row, STYLE_UNKNOWN);
        text_add(&row->text, "computed: not in the code");
        return;
    }
    bool code = gnatcov_instruction(session, &(struct spot){0, address, unit}, &there);
    row_style(row, gnatcov_style(there.mark));
    text_printf(&row->text, "%c ", code ? gnatcov_mark_shown(session, there.mark) : ' ');
    row_style(row, STYLE_ADDRESS);
    text_printf(&row->text, "0x%08" PRIx64 "  ", address);
    row_style(row, STYLE_LOCATION);
    gnatcov_describe_place(session, unit, address, &row->text);
    text_add(&row->text, "  ");
    row_style(row, STYLE_NORMAL);
    if (code)
        code_text(object_coverage_code(gnatcov_coverage(session, unit)), &there.code, &row->text);
    row_string(row, "way", str_of(what));
    gnatcov_fields(session, unit, address, row);
    if (code && !gnatcov_of(session)->is_map)
        gnatcov_mark_fields(there.mark, row);
    row->place = (struct place){.has = PLACE_ADDRESS, .address = address, .object = 1 + (unsigned)unit};
}

/* For a branch: the entries that end at it, which say which way it went. For other code: the entries that cover it. Leaves out the last ones if there are many;
 * a history starts at the current entry. */
static void evidence_rows(struct session *session, const struct spot *spot, const struct object_instruction *instruction, struct rows *rows)
{
    enum { SHOWN = 20, LOOKED_AT = 10000 };
    uint64_t last = instruction->code.address + instruction->code.size - 1, found = 0, covering = 0;
    uint64_t at = gnatcov_is_ordered(session) && spot->entry ? spot->entry - 1 : 0;
    struct gnatcov_entry entry;
    while (found < SHOWN && covering < LOOKED_AT && gnatcov_search_entry(session, spot->unit, last, at + 1, 1, &at) == SEARCH_HIT &&
           gnatcov_entry(&gnatcov_of(session)->trace, at, &entry)) {
        covering++;
        uint64_t end = entry.relative + entry.size;
        if (instruction->code.conditional && end - 1 != last && !(instruction->code.delay_slot && end == instruction->code.next))
            continue;
        struct row *row = rows_add_printf(rows, "%c @%-8" PRIu64 "    ", at == spot->entry ? '>' : ' ', at);
        row->current = at == spot->entry;
        gnatcov_describe_range(session, &entry, &row->text);
        text_add(&row->text, "  ");
        gnatcov_describe_flags(entry.op, &row->text);
        row_number(row, "entry", at);
        row->place = (struct place){.has = PLACE_EVENT, .event = at};
        found++;
    }
    if (found == SHOWN || covering == LOOKED_AT)
        rows_add(rows, str_of("  ... perhaps more: `next-execution` goes from entry to entry"))->style = STYLE_DIM;
    if (!found)
        rows_add(rows, str_of(covering ? "  no entry ends at it" : "  no entry covers it"))->style = STYLE_DIM;
}

/* The routine around your place, if there is no branch to describe. */
static void add_routine(struct session *session, const struct spot *spot, struct row *row)
{
    struct object_routine routine;
    size_t index;
    if (gnatcov_of(session)->is_map || !routine_at(session, spot->unit, spot->address, &routine, &index))
        return;
    const struct object_counts *counts = &routine.counts;
    text_add(&row->text, "; ");
    text_safe(&row->text, gnatcov_routine_name(session, spot->unit, routine.routine));
    text_printf(&row->text, ": %" PRIu64 " of %" PRIu64 " instructions ran", counts->executed, counts->instructions);
    if (counts->branches)
        text_printf(&row->text, ", %" PRIu64 " of %" PRIu64 " branches both ways", counts->both, counts->branches);
}

void gnatcov_rows_of_branch(struct session *session, const struct spot *spot, struct rows *rows)
{
    struct object_instruction instruction;
    rows->title = str_of("branch");
    if (!gnatcov_instruction(session, spot, &instruction)) {
        rows_add(rows, str_of("no known code here"))->style = STYLE_UNKNOWN;
        return;
    }
    struct row *row = rows_add_printf(rows, "%c ", gnatcov_mark_shown(session, instruction.mark));
    row->style = gnatcov_style(instruction.mark);
    gnatcov_describe_branch(session, spot, &instruction, &row->text);
    if (!instruction.code.conditional)
        add_routine(session, spot, row);
    gnatcov_fields(session, spot->unit, spot->address, row);
    if (!gnatcov_of(session)->is_map)
        gnatcov_mark_fields(instruction.mark, row);
    if (instruction.code.conditional) {
        side_row(session, spot->unit, "taken", instruction.code.target, instruction.code.has_target, rows);
        side_row(session, spot->unit, "fell through", instruction.code.next, true, rows);
    } else {
        rows_add(rows, str_of("  no conditional branch: `next-uncovered branch` goes to one"))->style = STYLE_DIM;
    }
    evidence_rows(session, spot, &instruction, rows);
}

COMMAND(run_branch)
{
    struct str word;
    struct place place;
    struct spot spot;
    if (!gnatcov_need_code(session, error))
        return false;
    spot = gnatcov_of(session)->here;
    if (argument_position(&arguments, &word) &&
        (!argument_end(arguments, error) || !session_parse(session, word, &place, error) || !gnatcov_aim(session, &place, &spot, error)))
        return false;
    answer->is_list = true;
    gnatcov_rows_of_branch(session, &spot, &answer->rows);
    return true;
}

COMMAND(run_entries)
{
    if (!session_need_open(session, error) || !argument_end(arguments, error))
        return false;
    if (!gnatcov_of(session))
        return error_set(error, "this is %s: only %s has entries", session->trace->kind->what, kind_of_gnatcov.what);
    answer->is_list = true;
    gnatcov_rows_of_entries(session, &answer->rows);
    return true;
}

/* ---- coverage: totals, functions, files ---- */

static void total_rows(struct session *session, size_t unit, const struct object_counts *sum, struct rows *rows)
{
    const struct gnatcov_unit *own = gnatcov_unit(session, unit);
    struct row *row = rows_add(rows, str_of(""));
    row_style(row, STYLE_HEADING);
    text_safe(&row->text, str_of(own->path));
    text_printf(&row->text, ": %" PRIu64 " of %" PRIu64 " instructions executed", sum->executed, sum->instructions);
    if (!session->insn_level) {
        text_printf(&row->text, "; %" PRIu64 " branches: %" PRIu64 " both ways, %" PRIu64 " one way, %" PRIu64 " never", sum->branches, sum->both, sum->one_way, sum->never);
        if (sum->unrecorded)
            text_printf(&row->text, ", %" PRIu64 " not recorded", sum->unrecorded);
    }
    row_string(row, "file", str_of(own->path));
    row_number(row, "instructions", sum->instructions);
    row_number(row, "executed", sum->executed);
    row_number(row, "branches", sum->branches);
    row_number(row, "both_ways", sum->both);
    row_number(row, "one_way", sum->one_way);
    row_number(row, "never", sum->never);
    row_number(row, "not_recorded", sum->unrecorded);
}

static bool is_left_out(const struct object_file *file)
{
    return source_is_system(file->name, file->folder);
}

/* " 73% of 33 lines sq.cc"; the share leaves out lines that ran only as an instrumented copy. */
static void file_row(const struct object_file *file, size_t unknown, struct rows *rows)
{
    size_t known = file->line_count - unknown;
    struct row *row = known ? rows_add_printf(rows, "  %3u%% of %zu lines  ", object_percent(file->covered, known), known) : rows_add_printf(rows, "  not known  ");
    row_column(row, 24);
    row_style(row, STYLE_LOCATION);
    text_safe(&row->text, file->name);
    row_string(row, "source", file->name);
    row_number(row, "lines", file->line_count);
    row_number(row, "covered", file->covered);
    row->place = (struct place){.has = PLACE_FILE | PLACE_LINE, .file = file->name, .line = file->lines[0].line};
    if (!unknown)
        return;
    row_style(row, STYLE_UNKNOWN);
    text_printf(&row->text, ": %zu line%s unknown", unknown, unknown == 1 ? "" : "s");
    row_number(row, "unknown", unknown);
}

/* A unit in the summary. */
struct summary {
    size_t unit, file_count, left_out;  /* left_out: routines that begin in the system's files */
    const struct object_file *files;
    bool all;                           /* nothing is left out */
};

/* False: interrupted. `all` also becomes true if there are only system files. */
static bool summary_open(struct session *session, size_t unit, bool all, struct summary *summary)
{
    bool own = false;
    *summary = (struct summary){.unit = unit};
    if (!object_coverage_files(gnatcov_coverage(session, unit), &session->options.progress, &summary->files, &summary->file_count))
        return false;
    for (size_t i = 0; i < summary->file_count && !own; i++)
        own = summary->files[i].line_count && !is_left_out(&summary->files[i]);
    summary->all = all || !own;
    return true;
}

/* The program's files and, unless all are shown, one row for those of the system. */
static void file_rows(struct session *session, const struct summary *summary, struct rows *rows)
{
    const struct object_file *files = summary->files;
    const struct gnatcov_unit *unit = gnatcov_unit(session, summary->unit);
    struct str copy;
    size_t left = 0, lines = 0, covered = 0;
    bool copies = gnatcov_copies(unit, &copy) > 0;
    for (size_t i = 0; i < summary->file_count; i++) {
        if (!files[i].line_count)
            continue;
        if (summary->all || !is_left_out(&files[i])) {
            file_row(&files[i], copies ? gnatcov_lines_of_copies(unit, &files[i]) : 0, rows);
            continue;
        }
        left++;
        lines += files[i].line_count;
        covered += files[i].covered;
    }
    if (!left)
        return;
    struct row *row = rows_add_printf(rows, "  %3u%% of %zu lines  ", object_percent(covered, lines), lines);
    row_column(row, 24);
    row_style(row, STYLE_DIM);
    text_printf(&row->text, "%zu system file%s, %zu routine%s: `coverage all` shows them", left, left == 1 ? "" : "s", summary->left_out,
                summary->left_out == 1 ? "" : "s");
    row_number(row, "left_out_files", left);
    row_number(row, "left_out_routines", summary->left_out);
    row_number(row, "lines", lines);
    row_number(row, "covered", covered);
}

/* Adds up the routines that are not left out. False: interrupted. */
static bool sum_up(struct session *session, struct summary *summary, struct object_counts *sum)
{
    struct object_coverage *coverage = gnatcov_coverage(session, summary->unit);
    struct source_position position;
    struct object_routine routine;
    size_t count = object_coverage_routines(coverage);
    for (size_t i = 0; i < count; i++) {
        object_coverage_routine(coverage, i, &routine);
        if (i % 256 == 255 && !progress_report(&session->options.progress, i, count))
            return false;
        bool left_out = !summary->all && gnatcov_position(session, summary->unit, routine.routine->address, &position) &&
                        source_is_system(position.file, position.folder);
        summary->left_out += left_out;
        if (!left_out)
            object_counts_add(sum, &routine.counts);
    }
    return true;
}

bool gnatcov_coverage_command(struct session *session, struct str arguments, struct answer *answer, struct error *error)
{
    static const char *const choices[] = {"all", NULL};
    size_t choice = 1;
    if (!gnatcov_need_runs(session, error) || !gnatcov_need_any_code(session, error) ||
        (arguments.size && !argument_choice(arguments, choices, "coverage", &choice, error)))
        return false;
    answer->is_list = true;
    for (size_t unit = 0; unit < gnatcov_of(session)->input.unit_count; unit++) {
        struct object_counts sum = {0};
        struct summary summary;
        if (!gnatcov_coverage(session, unit))
            continue;
        if (!summary_open(session, unit, choice == 0, &summary) || !sum_up(session, &summary, &sum))
            return error_set(error, "interrupted");
        total_rows(session, unit, &sum, &answer->rows);
        file_rows(session, &summary, &answer->rows);
    }
    return true;
}

/* ---- The next uncovered code ---- */

/* What to search for. */
struct uncovered {
    const char *marks;
    bool all;                           /* also code without source lines, and code of system files */
    bool own;                           /* there are other files than the system's: search only those, unless `all` */
    int direction;
};

static bool has_own_files(const struct session *session)
{
    struct str name, folder;
    bool own = false;
    for (size_t unit = 0; unit < gnatcov_of(session)->input.unit_count && !own; unit++) {
        struct symbols *symbols = gnatcov_unit(session, unit)->symbols;
        size_t count = symbols ? symbols_line_file_count(symbols) : 0;
        for (size_t i = 0; i < count && !own; i++) {
            symbols_line_file(symbols, (uint32_t)i, &name, &folder);
            own = !source_is_system(name, folder);
        }
    }
    return own;
}

/* If the executable has source lines, skips code without any (C library, start-up), and code of which a copy ran instead. */
static bool is_of_interest(const struct session *session, size_t unit, uint64_t address, const struct uncovered *what)
{
    struct source_position position;
    struct str name;
    if (!what->all && gnatcov_copy_of(gnatcov_unit(session, unit), address, &name) == GNATCOV_COPY_RAN)
        return false;
    return what->all || !symbols_summary(gnatcov_unit(session, unit)->symbols).has_lines ||
           (gnatcov_position(session, unit, address, &position) && position.line && !(what->own && source_is_system(position.file, position.folder)));
}

/* Searches one unit, beyond `from`. */
static enum gnatcov_search find_uncovered(struct session *session, size_t unit, uint64_t from, const struct uncovered *what, struct object_instruction *found)
{
    struct object_coverage *coverage = gnatcov_coverage(session, unit);
    while (coverage && object_coverage_find(coverage, from, what->direction, what->marks, true, found)) {
        from = found->code.address;
        if (is_of_interest(session, unit, from, what))
            return SEARCH_HIT;
        if (!progress_report(&session->options.progress, 0, 0))
            return SEARCH_INTERRUPTED;
    }
    return SEARCH_MISS;
}

/* Searches a whole unit, including address 0. */
static enum gnatcov_search find_first_uncovered(struct session *session, size_t unit, const struct uncovered *what, struct object_instruction *found)
{
    const struct uncovered backwards = {what->marks, what->all, what->own, -1};
    if (what->direction < 0)
        return find_uncovered(session, unit, UINT64_MAX, what, found);
    enum gnatcov_search result = find_uncovered(session, unit, 1, &backwards, found);
    return result == SEARCH_MISS ? find_uncovered(session, unit, 0, what, found) : result;
}

/* Searches from your place on, then the units after it, then the rest from the start. */
static enum gnatcov_search search_uncovered(struct session *session, const struct uncovered *what, struct spot *spot, bool *around)
{
    const struct spot *here = &gnatcov_of(session)->here;
    size_t count = gnatcov_of(session)->input.unit_count, first = here->unit == NO_UNIT ? 0 : here->unit;
    struct object_instruction found;
    *around = false;
    enum gnatcov_search result = find_uncovered(session, here->unit, here->address, what, &found);
    spot->unit = first;
    for (size_t k = 1; k <= count && result == SEARCH_MISS; k++) {
        spot->unit = what->direction > 0 ? (first + k) % count : (first + count - k) % count;
        *around = *around || (what->direction > 0 ? spot->unit <= first : spot->unit >= first);
        result = find_first_uncovered(session, spot->unit, what, &found);
    }
    spot->address = result == SEARCH_HIT ? found.code.address : 0;
    return result;
}

bool gnatcov_uncovered(struct session *session, int direction, struct str arguments, struct answer *answer, struct error *error)
{
    static const char *const choices[] = {"branch", "all", NULL};
    struct gnatcov_session *own = gnatcov_of(session);
    struct spot spot = {0};
    size_t choice = 2;
    bool around;
    if (!gnatcov_need_runs(session, error) || !gnatcov_need_any_code(session, error) ||
        (arguments.size && !argument_choice(arguments, choices, "kind of place", &choice, error)))
        return false;
    if (choice == 0 && session->insn_level)
        return error_set(error, "level is insn, which ignores branches: `set level branch` judges them");
    const struct uncovered what = {choice == 0 ? ">v?" : "->v?", choice == 1, has_own_files(session), direction};
    enum gnatcov_search result = search_uncovered(session, &what, &spot, &around);
    if (result == SEARCH_INTERRUPTED)
        return error_set(error, "interrupted: nothing moved");
    if (result == SEARCH_MISS)
        return error_set(error, choice == 1   ? "all code is covered"
                                : choice == 0 ? what.own ? "every branch that ran in the program's own files went both ways" : "every branch that ran went both ways"
                                              : what.own ? "all code with source lines in the program's own files is covered; `next-uncovered all` searches the rest"
                                           : "all code with source lines is covered; `next-uncovered all` searches the rest");
    struct place place = {.has = PLACE_ADDRESS, .address = spot.address, .object = 1 + (unsigned)spot.unit};
    if (!session_go(session, &place, error))
        return false;
    if (around)
        text_add(&own->stopped, direction > 0 ? "continued from the top" : "continued from the end");
    gnatcov_tell(session, &answer->rows);
    answer->moved = true;
    return true;
}

/* ---- The control-flow graph of a routine, with its coverage, for graphviz ----
 *
 * Edges come from flow.h, which knows x86-64; other machines have no graph. A block begins where control can come from anywhere besides the instruction
 * before. For a conditional branch a trace tells which way it went. An instruction with only one way onward took it if both ends ran. About a computed jump,
 * and about a call before a block that is also reached otherwise, the trace says nothing. */

struct routine_graph {
    struct session *session;
    size_t unit;
    struct str name;
    struct flow_graphs *flow;
    struct decoder *decoder;
    struct object_instruction *instructions;
    size_t count;
    size_t *block;                      /* for each instruction the first one of its block; SIZE_MAX: in no block, like padding */
    bool copied;                        /* code that did not run may have run as an instrumented copy */
};

static bool find(const struct routine_graph *graph, uint64_t address, size_t *index)
{
    LOWER_BOUND(size_t, at, 0, graph->count, graph->instructions[at].code.address < address);
    *index = at;
    return at < graph->count && graph->instructions[at].code.address == address;
}

static void find_blocks(struct routine_graph *graph)
{
    struct flow_arcs arcs = {0};
    struct flow_site site;
    for (size_t i = 0; i < graph->count; i++) {
        uint64_t address = graph->instructions[i].code.address;
        bool known = flow_site(graph->flow, address, &site) && flow_arrivals(graph->flow, address, &arcs);
        bool goes_on = known && i > 0 && graph->block[i - 1] != SIZE_MAX && arcs.count == 1 && !arcs.items[0].branches &&
                       arcs.items[0].from == graph->instructions[i - 1].code.address;
        graph->block[i] = !known ? SIZE_MAX : goes_on ? graph->block[i - 1] : i;
    }
    free(arcs.items);
}

static enum dot_state state_of(const struct routine_graph *graph, const struct object_instruction *instruction)
{
    return instruction->mark != OBJECT_NOT ? DOT_RAN : graph->copied ? DOT_UNKNOWN : DOT_NOT;
}

/* ---- Blocks ---- */

/* "0x1225\nsq.cc:29 30\nnever taken" */
static void write_block(const struct routine_graph *graph, size_t first, FILE *out)
{
    uint64_t here = gnatcov_of(graph->session)->here.address, line = 0;
    struct source_position position;
    struct text label = {0};
    bool is_here = false;
    size_t last = first;
    text_printf(&label, "0x%" PRIx64, graph->instructions[first].code.address);
    for (size_t i = first; i < graph->count && graph->block[i] == first; i++) {
        last = i;
        is_here = is_here || here - graph->instructions[i].code.address < graph->instructions[i].code.size;
        if (!gnatcov_position(graph->session, graph->unit, graph->instructions[i].code.address, &position) || !position.line || position.line == line)
            continue;
        if (line)
            text_printf(&label, " %" PRIu64, position.line);
        else
            text_printf(&label, "\n%.*s:%" PRIu64, STR(str_basename(position.file)), position.line);
        line = position.line;
    }
    if (graph->instructions[first].mark != OBJECT_NOT && graph->instructions[last].mark == OBJECT_NOT)
        text_add(&label, "\nran in part");
    if (graph->instructions[last].code.conditional && graph->instructions[last].mark != OBJECT_NOT)
        text_printf(&label, "\n%s", graph->instructions[last].mark == OBJECT_COVERED ? "went both ways" : object_mark_words(graph->instructions[last].mark));
    dot_block(out, graph->instructions[first].code.address, state_of(graph, &graph->instructions[first]), is_here, text_str(&label));
    text_free(&label);
}

/* ---- Edges ---- */

static enum dot_state state_of_branch(const struct object_instruction *from, uint64_t to)
{
    bool taken = from->code.has_target && to == from->code.target, fell = to == from->code.next;
    switch (from->mark) {
    case OBJECT_COVERED: return DOT_RAN;
    case OBJECT_TAKEN: return taken ? DOT_RAN : DOT_NOT;
    case OBJECT_FELL: return fell ? DOT_RAN : DOT_NOT;
    default: return DOT_UNKNOWN;
    }
}

static bool is_call(const struct routine_graph *graph, const struct object_instruction *instruction)
{
    struct decoded decoded;
    struct str bytes = symbols_bytes(gnatcov_unit(graph->session, graph->unit)->symbols, instruction->code.address, instruction->code.size);
    return graph->decoder && decoder_decode(graph->decoder, bytes, instruction->code.address, &decoded) && flow_is_call(decoded.flow);
}

static enum dot_state state_of_arc(const struct routine_graph *graph, const struct object_instruction *from, const struct object_instruction *to, bool branches,
                                   bool alone)
{
    if (from->mark == OBJECT_NOT || to->mark == OBJECT_NOT)
        return graph->copied ? DOT_UNKNOWN : DOT_NOT;
    if (from->code.conditional)
        return state_of_branch(from, to->code.address);
    return branches || (!alone && is_call(graph, from)) ? DOT_UNKNOWN : DOT_RAN;
}

static void write_arrivals(const struct routine_graph *graph, size_t first, struct flow_arcs *arcs, FILE *out)
{
    const struct object_instruction *to = &graph->instructions[first];
    size_t from;
    if (!flow_arrivals(graph->flow, to->code.address, arcs))
        return;
    for (size_t i = 0; i < arcs->count; i++) {
        if (!find(graph, arcs->items[i].from, &from) || graph->block[from] == SIZE_MAX)
            continue;                   /* an instruction of f.cold, which is a separate routine */
        const struct object_instruction *source = &graph->instructions[from];
        bool taken = source->code.conditional && source->code.has_target && source->code.target == to->code.address;
        dot_edge(out, graph->instructions[graph->block[from]].code.address, to->code.address,
                 state_of_arc(graph, source, to, arcs->items[i].branches, arcs->count == 1), str_of(taken ? "taken" : ""));
    }
}

static bool write_graph(const struct routine_graph *graph, FILE *out, const struct progress *progress)
{
    struct flow_arcs arcs = {0};
    struct text title = {0};
    bool done = true;
    text_append(&title, graph->name);
    text_printf(&title, "\nheavy: ran; %sdotted: not known", graph->copied ? "" : "dashed: did not run; ");
    dot_begin(out, text_str(&title));
    for (size_t i = 0; i < graph->count && done; i++) {
        if (graph->block[i] != i)
            continue;
        write_block(graph, i, out);
        write_arrivals(graph, i, &arcs, out);
        done = progress_report(progress, i, graph->count);
    }
    dot_end(out);
    free(arcs.items);
    text_free(&title);
    return done;
}

bool gnatcov_dot(struct session *session, FILE *out, struct error *error)
{
    if (!gnatcov_need_runs(session, error) || !gnatcov_need_code(session, error))
        return false;
    const struct spot *here = &gnatcov_of(session)->here;
    const struct gnatcov_unit *unit = gnatcov_unit(session, here->unit);
    const struct symbols_routine *routine = symbols_routine_at(unit->symbols, here->address);
    struct symbols_summary summary = symbols_summary(unit->symbols);
    struct str copy;
    if (!routine)
        return error_set(error, "no routine here to draw: `goto FUNCTION` goes to one");
    if (!decoder_knows(&summary))
        return error_set(error, "clew draws control flow only for x86-64, and this is for %s",
                         gnatcov_machine_name(summary.machine) ? gnatcov_machine_name(summary.machine) : "another machine");
    struct routine_graph graph = {.session = session, .unit = here->unit, .name = gnatcov_routine_name(session, here->unit, routine)};
    graph.copied = gnatcov_copy_of(unit, routine->address, &copy) == GNATCOV_COPY_RAN;
    graph.flow = flow_open(unit->symbols);
    graph.decoder = decoder_open_for(&summary);
    graph.count = object_coverage_range(gnatcov_coverage(session, here->unit), routine->address, routine->size, &graph.instructions);
    graph.block = memory_allocate((graph.count + 1) * sizeof *graph.block);
    find_blocks(&graph);
    bool done = write_graph(&graph, out, &session->options.progress);
    free(graph.block);
    free(graph.instructions);
    decoder_close(graph.decoder);
    flow_close(graph.flow);
    return done || error_set(error, "interrupted: nothing was written");
}

/* ---- The topics of `info` for coverage traces ---- */

static void fact(struct rows *rows, const char *name, uint64_t number, const char *note)
{
    struct text count = {0};
    text_count(&count, number);
    rows_add_printf(rows, "%-22s %14s%s%s", name, text_string(&count), note[0] ? "  " : "", note);
    text_free(&count);
}

static bool info_trace(struct session *session, struct str word, struct answer *answer, struct error *error)
{
    const struct gnatcov_session *own = gnatcov_of(session);
    const struct gnatcov_unit *program = gnatcov_unit(session, 0);
    struct rows *rows = &answer->rows;
    uint64_t ranges = 0;
    (void)word, (void)error;
    for (size_t i = 0; i < own->input.unit_count; i++)
        ranges += executed_count(own->input.units[i].base->executed);
    struct row *row = rows_add(rows, str_of("coverage trace: "));
    text_safe(&row->text, str_of(session->trace->path));
    row_string(row, "kind", str_of(session_kind_name(session)));
    row_string(row, "executable", str_of(program ? program->path : NULL));
    row_number(row, "entries", own->trace.entry_count);
    row_number(row, "ranges", ranges);
    row_number(row, "objects", own->trace.object_count);
    row_number(row, "machine", own->trace.second.machine);
    row_number(row, "problems", own->input.problems.count);
    row = rows_add_printf(rows, "%-22s ", "executable");
    text_safe(&row->text, program && program->path ? str_of(program->path) : str_of("not found: name it with --exec=FILE"));
    fact(rows, "entries", own->trace.entry_count, gnatcov_is_ordered(session) ? "executions, in order" : "in order of first execution");
    fact(rows, "ranges", ranges, "of code that ran, merged");
    for (size_t i = 1; i < own->input.unit_count; i++) {
        row = rows_add_printf(rows, "%-22s ", "shared object");
        text_safe(&row->text, own->input.units[i].base->name);
    }
    if (own->input.problems.count)
        fact(rows, "problems", own->input.problems.count, "`problems` lists them");
    return true;
}

/* The part of the trace before the entries. */
static bool info_tags(struct session *session, struct str word, struct answer *answer, struct error *error)
{
    (void)word, (void)error;
    gnatcov_rows_of_entries(session, &answer->rows);
    answer->rows.count -= gnatcov_of(session)->trace.entry_count;
    answer->rows.focus = 0;
    answer->rows.title = str_of("tags");
    return true;
}

static bool info_functions(struct session *session, struct str word, struct answer *answer, struct error *error)
{
    (void)word;
    if (!gnatcov_need(session, error))
        return false;
    gnatcov_rows_of_functions(session, &answer->rows);
    return true;
}

static void instruction_row(struct session *session, size_t unit, const struct object_instruction *instruction, struct rows *rows)
{
    char mark[] = {(char)instruction->mark, '\0'};
    struct row *row = rows_add_printf(rows, "%s 0x%08" PRIx64 "  ", mark, instruction->code.address);
    row->style = gnatcov_style(instruction->mark);
    gnatcov_describe_routine(session, unit, instruction->code.address, &row->text);
    text_add(&row->text, "  ");
    code_text(object_coverage_code(gnatcov_coverage(session, unit)), &instruction->code, &row->text);
    if (instruction->code.conditional)
        text_printf(&row->text, "  %s", object_mark_words(instruction->mark));
    gnatcov_fields(session, unit, instruction->code.address, row);
    row_string(row, "mark", str_of(mark));
    row->place = (struct place){.has = PLACE_ADDRESS, .address = instruction->code.address, .object = 1 + (unsigned)unit};
}

/* The instructions of all ranges of a line, in one unit. */
static void line_rows(struct session *session, size_t unit, struct str name, struct str folder, uint64_t line, struct rows *rows)
{
    struct object_coverage *coverage = gnatcov_coverage(session, unit);
    const struct object_file *files;
    struct object_instruction *instructions;
    size_t count;
    if (!coverage || !object_coverage_files(coverage, &session->options.progress, &files, &count))
        return;
    for (size_t i = 0; i < count; i++) {
        bool same = folder.data ? str_equal(files[i].name, name) && str_equal(files[i].folder, folder) : str_equal(str_basename(files[i].name), str_basename(name));
        const struct object_line *found = same ? object_file_line(&files[i], line) : NULL;
        for (size_t k = 0; found && k < found->range_count; k++) {
            const struct symbols_line_range *range = files[i].ranges[found->first_range + k];
            size_t of = object_coverage_range(coverage, range->address, range->size, &instructions);
            for (size_t m = 0; m < of; m++)
                instruction_row(session, unit, &instructions[m], rows);
            free(instructions);
        }
    }
}

static bool info_line(struct session *session, struct str word, struct answer *answer, struct error *error)
{
    struct source_position position = {0};
    struct place place = {0};
    size_t unit;
    uint64_t address;
    if (!gnatcov_need_code(session, error))
        return false;
    bool known = gnatcov_position(session, gnatcov_of(session)->here.unit, gnatcov_of(session)->here.address, &position) && position.line;
    if (str_decimal(word, &place.line)) {
        known = known || list_of_main(session, &position);
        position.line = place.line;
    } else if (word.size) {
        if (!session_parse(session, word, &place, error))
            return false;
        if (place.has & PLACE_LINE) {
            position = (struct source_position){.file = place.file, .line = place.line};
            known = true;
        } else {
            if (!gnatcov_code_of(session, &place, &unit, &address, error))
                return false;
            known = gnatcov_position(session, unit, address, &position) && position.line;
        }
    }
    if (!known)
        return error_set(error, "no source position is known %s", word.size ? "there" : "here");
    for (unit = 0; unit < gnatcov_of(session)->input.unit_count; unit++)
        line_rows(session, unit, position.file, position.folder, position.line, &answer->rows);
    return answer->rows.count > 0 || error_set(error, "no code at %.*s:%" PRIu64, STR(position.file), position.line);
}

static bool info_source(struct session *session, struct str word, struct answer *answer, struct error *error)
{
    const struct object_file *files;
    size_t count;
    (void)word;
    if (!gnatcov_need_code(session, error))
        return false;
    struct object_coverage *coverage = gnatcov_coverage(session, gnatcov_of(session)->here.unit);
    if (!object_coverage_files(coverage, &session->options.progress, &files, &count))
        return error_set(error, "interrupted");
    for (size_t i = 0; i < count; i++)
        source_found_row(session, files[i].name, files[i].folder, &answer->rows);
    if (!count)
        rows_add(&answer->rows, str_of("the executable has no line information: compile with -g"))->style = STYLE_UNKNOWN;
    return true;
}

bool gnatcov_problems(struct session *session, struct str arguments, struct answer *answer, struct error *error)
{
    const struct gnatcov_problems *problems = &gnatcov_of(session)->input.problems;
    size_t kept = problems->count < GNATCOV_PROBLEMS ? (size_t)problems->count : GNATCOV_PROBLEMS;
    struct text text = {0};
    (void)arguments, (void)error;
    answer->is_list = true;
    for (size_t i = 0; i < kept; i++) {
        text_clear(&text);
        error_text(&problems->items[i].error, &text);
        struct row *row = rows_add(&answer->rows, text_str(&text));
        row->style = problems->items[i].warning ? STYLE_WARNING : STYLE_ERROR;
        row_string(row, "source", str_of(problems->items[i].error.source));
        row_number(row, "offset", problems->items[i].error.offset);
        row_string(row, "severity", str_of(problems->items[i].warning ? "warning" : "error"));
        row_string(row, "message", str_of(problems->items[i].error.message));
    }
    if (problems->count > kept)
        rows_add_printf(&answer->rows, "and %" PRIu64 " more", problems->count - kept)->style = STYLE_DIM;
    struct str rest = text_str(&gnatcov_of(session)->input.notices), line;
    while (str_line(&rest, &line)) {
        struct row *row = rows_add(&answer->rows, line);
        row->style = STYLE_WARNING;
        row_string(row, "severity", str_of("notice"));
        row_string(row, "message", line);
    }
    if (!answer->rows.count)
        rows_add_printf(&answer->rows, "no problems")->style = STYLE_DIM;
    text_free(&text);
    return true;
}

bool gnatcov_info(struct session *session, struct str arguments, struct answer *answer, struct error *error)
{
    static const char *const topics[] = {"trace", "tags", "functions", "line", "coverage", "breakpoints", "marks", "problems", "source", "history", NULL};
    static const topic_function run[] = {info_trace, info_tags, info_functions, info_line, gnatcov_coverage_command, run_breakpoints, run_marks, gnatcov_problems,
                                         info_source, run_history};
    return run_topic(session, topics, run, arguments, answer, error);
}
