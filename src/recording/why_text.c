/* why_text.c - the text of an explanation's rows.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     mean.c:39      printf("mean ...", mean);
 *      mean.c:38     int mean = window_mean(&window);   = 0x88
 *       mean.c:23    sum += window->sample[i];          x 9: 0xb, ... 0x447
 *        mean.c:22   because: for (int i = 0; ...)      x 10
 *        mean.c:16   window->limit = 1000;              = 0x3e8  constant
 *
 * Fits a terminal of 80 columns at usual source positions, and can be pasted: a row describes its links, folds and ends in words. A wider screen has room for
 * more of the source. */
#include "recording/ask.h"
#include "recording/describe.h"
#include "recording/heap.h"
#include "recording/who.h"
#include "recording/why.h"

#include <inttypes.h>
#include <string.h>

enum {
    INDENT_MOST = 16,                   /* deeper rows start no further right, and show their depth as a number */
    LOCATION_MOST = 26, CODE_MOST = 36, /* maximum widths of columns */
    CODE_ROOM = 50,                     /* cells of source text */
    CODE_LEAST = 24,                    /* a shorter text may make room for the value and the fault after it, but no shorter than this */
    CODE_MARKED = 36,                   /* and no shorter than this for other marks */
    SIGN_ROOM = 3                       /* between location and source, for the mark of hidden rows */
};

static const struct explain_step *step_of(const struct why_rows *list, const struct why_entry *entry)
{
    return &list->explanation->steps[entry->step];
}

static const struct explain_copy *copy_of(const struct why_rows *list, const struct why_entry *entry)
{
    return &step_of(list, entry)->copies[entry->number];
}

/* The execution that an entry is about. */
static struct node node_of(const struct why_rows *list, const struct why_entry *entry)
{
    const struct explain_step *step = step_of(list, entry);
    switch (entry->kind) {
    case WHY_COPY: return copy_of(list, entry)->node;
    case WHY_HIDDEN: return step->user;
    case WHY_FIRST: return step->first;
    case WHY_LAST: return step->last;
    case WHY_MISSING:
    case WHY_END: return step->end_node;
    default: return step->node;
    }
}

/* ---- Columns ---- */

/* "mean.c:23"; without a line, function and address. */
static void why_location(const struct why_rows *list, struct node node, struct text *out)
{
    struct instruction instruction = program_instruction(wet_of(list->session)->program, node.index);
    if (instruction.file.size && instruction.line) {
        text_safe(out, str_basename(instruction.file));
        text_printf(out, ":%" PRIu64, instruction.line);
        return;
    }
    describe_node(list->session, node, out);
}

static void add_indented(const struct why_rows *list, const struct why_entry *entry, struct text *out)
{
    unsigned depth = step_of(list, entry)->depth + (entry->kind != WHY_STEP);
    text_pad(out, depth < INDENT_MOST ? depth : INDENT_MOST);
    if (depth > INDENT_MOST && entry->kind == WHY_STEP)
        text_printf(out, "%u ", depth);
    why_location(list, node_of(list, entry), out);
}

/* The step's relation to its parent, unless it gave a value. */
static const char *relation(const struct explain_step *step)
{
    if (step->link == EXPLAIN_CONTROL)
        return step->kind == LINK_CONTROL ? "because: " : "decided by: ";
    return step->link == EXPLAIN_ADDRESS ? "address: " : step->link == EXPLAIN_LIBRARY ? "earlier call: " : "";
}

/* ---- Fields ---- */

/* Not the user's own instruction used it, but skipped code that it called. */
static bool why_is_carried(const struct why_rows *list, const struct explain_step *step)
{
    struct instruction user = program_instruction(wet_of(list->session)->program, step->user.index);
    return step->link != EXPLAIN_ASKED && step->kind == LINK_DATA && step->port >= user.own_ports;
}

static void number_or_null(struct row *row, const char *name, bool known, uint64_t number)
{
    if (known)
        row_number(row, name, number);
    else
        row_null(row, name);
}

static void user_fields(const struct why_rows *list, const struct explain_step *step, struct row *row)
{
    bool edge = step->link != EXPLAIN_ASKED;
    struct instruction user = edge ? store_instruction(wet_of(list->session)->store, step->user.index) : (struct instruction){0};
    number_or_null(row, "user_id", edge && user.has_id, user.id);
    if (edge && user.has_address)
        row_hex(row, "user_address", user.address);
    else
        row_null(row, "user_address");
    number_or_null(row, "user_instance", edge, step->user.instance);
}

static void value_field(const struct why_rows *list, struct node node, struct row *row)
{
    struct text digits = {0};
    uint64_t first, count = store_values_of(wet_of(list->session)->store, node, &first);
    if (count == 1) {
        struct value value = store_value(wet_of(list->session)->store, node.index, first);
        value_text(&value, &digits);
    }
    row_value(row, "value", count == 1 ? text_str(&digits) : (struct str){NULL, 0});
    text_free(&digits);
}

static struct str name_or_null(const char *name)
{
    return name ? str_of(name) : (struct str){NULL, 0};
}

/* The locations of everything folded: copies, and saved parameters. */
static void folded_field(const struct why_rows *list, const struct explain_step *step, struct row *row)
{
    struct text places = {0}, place = {0};
    text_add(&places, "[");
    for (size_t i = 0; i < step->copy_count + step->aside_count; i++) {
        text_clear(&place);
        why_location(list, step->copies[i].node, &place);
        text_add(&places, i ? "," : "");
        text_quoted(&places, text_str(&place));
    }
    text_add(&places, "]");
    row_json(row, "folded_lines", text_str(&places));
    text_free(&places);
    text_free(&place);
}

/* What lies behind the step. */
static void end_fields(const struct why_rows *list, const struct explain_step *step, struct row *row)
{
    static const char *const ends[] = {[EXPLAIN_CONSTANT] = "constant", [EXPLAIN_FRAME] = "stack", [EXPLAIN_UNWRITTEN] = "unwritten", [EXPLAIN_CALL] = "call",
                                       [EXPLAIN_HORIZON] = "horizon", [EXPLAIN_UNCERTAIN] = "uncertain", [EXPLAIN_START] = "start", [EXPLAIN_CUT] = "cut"};
    struct text by = {0};
    row_string(row, "end", name_or_null(step->end < sizeof ends / sizeof *ends ? ends[step->end] : NULL));
    if (step->end == EXPLAIN_START && step->outside) {
        describe_node(list->session, step->let_run, &by);
        row_string(row, "let_run_by", text_str(&by));
    }
    row_number(row, "unwritten", step->unwritten);
    if (step->unwritten && step->end_home != EXPLAIN_HOME_UNKNOWN)
        row_string(row, "unwritten_in", str_of(step->end_home == EXPLAIN_HOME_CONSTANT ? "constant" : step->end_home == EXPLAIN_HOME_STATIC ? "static" : "other"));
    text_free(&by);
}

static void why_fields(const struct why_rows *list, const struct explain_step *step, struct row *row)
{
    static const char *const kinds[LINK_KINDS] = {[LINK_CONTROL] = "control", [LINK_DATA] = "data"};
    static const char *const roles[] = {[EXPLAIN_VALUE] = "value", [EXPLAIN_ADDRESS] = "address", [EXPLAIN_LIBRARY] = "library", [EXPLAIN_UNKNOWN] = NULL};
    bool edge = step->link != EXPLAIN_ASKED, told = edge && step->kind != LINK_UNKNOWN;
    bool condition = step->link == EXPLAIN_CONTROL && step->kind == LINK_DATA;
    row_number(row, "depth", step->depth);
    row_number(row, "distance", step->cost);
    row_string(row, "link", name_or_null(edge ? kinds[step->kind] : NULL));
    row_string(row, "role", name_or_null(!edge ? NULL : condition ? "condition" : roles[step->link]));
    number_or_null(row, "port", told, step->port);
    row_node(row, list->session, step->node);
    value_field(list, step->node, row);
    row_number(row, "folded", step->copy_count + step->aside_count + step->library);
    folded_field(list, step, row);
    row_number(row, "instances", step->instances);
    user_fields(list, step, row);
    end_fields(list, step, row);
    if (why_is_carried(list, step))
        row_true(row, "carried");
    if (list->question.inferred && !edge)
        row_true(row, "inferred");
}

/* ---- After the value of a step: its end, the fault, the code between it and its parent, its copies ---- */

enum {
    LISTED = 3,                         /* copies that the row which hides them lists by line */
    NAME_ROOM = 28                      /* cells of a function's name */
};

/* "3 copies: a.c:5, b.c:7, ..": how many, and as many of their lines as fit the screen. */
static void why_mark_copies(const struct why_rows *list, const struct explain_step *step, struct row *row)
{
    struct text place = {0};
    size_t more = strlen(", .."), listed = 0;
    if (!step->copy_count)
        return;
    row_style(row, STYLE_DIM);
    text_printf(&row->text, "  %zu %s", step->copy_count, step->copy_count == 1 ? "copy" : "copies");
    size_t used = text_width(text_str(&row->text));
    for (; listed < step->copy_count && listed < LISTED; listed++) {
        text_clear(&place);
        text_add(&place, listed ? ", " : ": ");
        why_location(list, step->copies[listed].node, &place);
        used += text_width(text_str(&place));
        if (used + (listed + 1 < step->copy_count ? more : 0) > list->screen)
            break;
        text_append(&row->text, text_str(&place));
    }
    text_add(&row->text, listed && listed < step->copy_count ? ", .." : "");
    text_free(&place);
}

static void mark_hidden(const struct why_rows *list, const struct explain_step *step, struct row *row)
{
    if (!step->library && !why_is_carried(list, step))
        return;
    struct str function = program_instruction(wet_of(list->session)->program, step->user.index).function;
    row_style(row, STYLE_DIM);
    text_add(&row->text, "  via ");
    if (step->library && function.size) {
        shorten_name(function, NAME_ROOM, &row->text);
        text_add(&row->text, " (skipped)");
    } else {
        text_add(&row->text, step->library ? "code without a source line" : "skipped code");
    }
}

/* Nothing in your code let it run. */
static void mark_start(const struct why_rows *list, const struct explain_step *step, struct row *row)
{
    struct str function = program_instruction(wet_of(list->session)->program, step->let_run.index).function;
    row_style(row, STYLE_UNKNOWN);
    text_add(&row->text, "  ");
    if (step->outside && function.size)
        shorten_name(function, NAME_ROOM, &row->text);
    else
        text_add(&row->text, step->outside ? "code without a source line" : "nothing recorded");
    text_add(&row->text, " let it run");
}

static void mark_end(const struct why_rows *list, const struct explain_step *step, struct row *row)
{
    static const char *const words[] = {[EXPLAIN_CONSTANT] = "constant", [EXPLAIN_FRAME] = "on the stack", [EXPLAIN_CALL] = "made by skipped code",
                                        [EXPLAIN_HORIZON] = "beyond the history horizon", [EXPLAIN_UNCERTAIN] = "uncertain inputs: not followed", [EXPLAIN_CUT] = "cut off: not examined"};
    const char *word = step->end < sizeof words / sizeof *words ? words[step->end] : NULL;
    if (step->end == EXPLAIN_START)
        mark_start(list, step, row);
    if (step->end == EXPLAIN_UNWRITTEN && step->end_home == EXPLAIN_HOME_CONSTANT)
        word = "constant, read-only data";
    if (step->end == EXPLAIN_UNWRITTEN && step->end_home == EXPLAIN_HOME_STATIC)
        word = "there from the start";
    if (!word && step->unwritten && step->end_home == EXPLAIN_HOME_STATIC)
        word = "and something there from the start";
    if (!word)
        return;
    row_style(row, step->end == EXPLAIN_CONSTANT || step->end == EXPLAIN_FRAME ? STYLE_NORMAL : STYLE_UNKNOWN);
    text_printf(&row->text, "  %s", word);
}

/* The fault that ended the program, and the step's part in it. */
static void why_mark_fault(const struct why_rows *list, const struct explain_step *step, struct row *row)
{
    const struct fault *fault = wet_fault_at(list->session, step->node);
    const char *cause = NULL;
    for (size_t i = 0; i < list->question.roots.count && !cause && step->depth; i++) {
        struct node root = list->question.roots.items[i];
        cause = wet_fault_cause(list->session, root, step->definer);
        cause = cause ? cause : wet_fault_cause(list->session, root, step->user);
    }
    row_style(row, STYLE_WARNING);
    if (fault) {
        text_add(&row->text, fault->kind == FAULT_JUMP || fault->skipped ? "  led to " : "  ");
        text_safe(&row->text, fault->signal);
    }
    if (fault && fault->has_accessed)
        text_printf(&row->text, " at 0x%" PRIx64, fault->accessed);
    text_printf(&row->text, "%s%s", cause ? "  " : "", cause ? cause : "");
}

/* The end of a step, and the code between it and its parent. */
static void why_marks(const struct why_rows *list, const struct explain_step *step, struct row *row)
{
    if (!wet_fault_at(list->session, step->node))       /* an instruction that faulted computed nothing, not even a constant */
        mark_end(list, step, row);
    mark_hidden(list, step, row);
}

/* ---- Values ---- */

static void add_value(const struct why_rows *list, struct node node, struct row *row)
{
    struct text value = {0};
    if (describe_value(list->session, node, &value)) {
        row_style(row, STYLE_VALUE);
        text_printf(&row->text, "= %s", text_string(&value));
    }
    text_free(&value);
}

/* "x 9: 0xb, ... 0x447" */
static void add_loop(const struct why_rows *list, const struct explain_step *step, struct row *row)
{
    struct text values = {0};
    row_style(row, STYLE_DIM);
    text_add(&row->text, "x ");
    text_count(&row->text, step->instances);
    text_add(&row->text, list->explanation->more ? "+" : "");          /* there may be more beyond the end of the walk */
    if (describe_range(list->session, step->first, step->last, step->instances, &values)) {
        text_add(&row->text, ": ");
        row_style(row, STYLE_VALUE);
        text_append(&row->text, text_str(&values));
    }
    text_free(&values);
}

static bool is_pop(const struct why_rows *list, struct node node)
{
    struct decoded decoded;
    return program_disassemble(wet_of(list->session)->program, node.index, &decoded) && decoded.operation == OPERATION_POP;
}

/* The variable that a store wrote, by its code: "width". False: unknown, or no store. */
static bool add_stored_name(const struct why_rows *list, uint64_t index, struct text *out)
{
    struct ask_variable variable = {0};
    struct decoded decoded;
    bool named = program_symbols(wet_of(list->session)->program) && program_disassemble(wet_of(list->session)->program, index, &decoded) && decoded.operands &&
                 decoded.operand[0].kind == OPERAND_MEMORY && ask_name_by_code(list->session, index, &decoded.operand[0], &variable);
    text_append(out, text_str(&variable.name));
    ask_variable_free(&variable);
    return named;
}

/* "width = 0x4, height = 0x7": for a line that saves several parameters, if the walk reached no others. */
static bool add_parameters(const struct why_rows *list, const struct explain_copy *copy, struct row *row)
{
    enum { MOST = 64 };
    struct nodes run = {0};
    struct text names = {0};
    uint64_t count = 0;
    enum grain before = list->session->grain;
    bool cut, known = wet_run_of_line(list->session, copy->node, MOST, &run, &cut) && !cut;
    list->session->grain = GRAIN_INSTRUCTION;           /* only their values */
    for (size_t i = run.count; known && i-- > 0;) {     /* the last one comes first */
        size_t end = names.size;
        text_add(&names, count ? ", " : "");
        if (!add_stored_name(list, run.items[i].index, &names)) {
            names.size = end;
            continue;
        }
        count++;
        text_add(&names, " = ");
        known = describe_value(list->session, run.items[i], &names);
    }
    list->session->grain = before;
    known &= count == copy->instances;
    row_style(row, STYLE_VALUE);
    text_append(&row->text, known ? text_str(&names) : (struct str){NULL, 0});
    nodes_free(&run);
    text_free(&names);
    return known;
}

/* Folded although nothing shows that the value is equal: a parameter, by name since others are saved on the same line; or a register that a function restored.
 * several: the row has their names already. */
static void add_aside(const struct why_rows *list, const struct explain_copy *copy, bool several, struct text *out)
{
    struct text name = {0};
    bool pops = is_pop(list, copy->node), named = !pops && !several && add_stored_name(list, copy->node.index, &name);
    if (pops)
        text_add(out, "  register restored");
    else
        text_printf(out, "  parameter%s %s%ssaved", several ? "s" : "", text_string(&name), named ? " " : "");
    text_free(&name);
}

/* A copy, or an execution that a step hides. */
static void add_hidden_tail(const struct why_rows *list, const struct why_entry *entry, size_t *core, struct row *row)
{
    static const char *const words[] = {[WHY_COPY] = "  copy (equal value)", [WHY_HIDDEN] = "  skipped code", [WHY_FIRST] = "  the first", [WHY_LAST] = "  the last"};
    const struct explain_step *step = step_of(list, entry);
    bool is_aside = entry->kind == WHY_COPY && entry->number >= step->copy_count;
    bool several = is_aside && copy_of(list, entry)->instances > 1 && add_parameters(list, copy_of(list, entry), row);
    if (!several)
        add_value(list, node_of(list, entry), row);
    if (core)
        *core = text_width(text_str(&row->text));
    row_style(row, STYLE_DIM);
    if (is_aside)
        add_aside(list, copy_of(list, entry), several, &row->text);
    else
        text_add(&row->text, words[entry->kind]);
    if (entry->kind == WHY_COPY && !several && copy_of(list, entry)->instances > 1)
        text_printf(&row->text, ", x %" PRIu64, copy_of(list, entry)->instances);
    if (entry->kind == WHY_HIDDEN && step->library > 1)
        text_printf(&row->text, ": the last of %" PRIu64 " executions", step->library);
}

/* What follows the source text, except copies: value and fault, then the marks. *core: its cells without the marks; may be NULL. */
static void add_tail(const struct why_rows *list, const struct why_entry *entry, size_t *core, struct row *row)
{
    const struct explain_step *step = step_of(list, entry);
    if (entry->kind != WHY_STEP) {
        add_hidden_tail(list, entry, core, row);
        return;
    }
    if (step->instances > 1)
        add_loop(list, step, row);
    else
        add_value(list, step->node, row);
    why_mark_fault(list, step, row);
    if (core)
        *core = text_width(text_str(&row->text));
    why_marks(list, step, row);
}

/* Its cells, with two blanks before it and the number of copies after it. */
static size_t tail_width(const struct why_rows *list, const struct why_entry *entry, size_t *core)
{
    struct row row = {0};
    add_tail(list, entry, core, &row);
    size_t width = text_width(text_str(&row.text));
    row_free(&row);
    if (entry->kind == WHY_STEP && step_of(list, entry)->copy_count)
        width += strlen(step_of(list, entry)->copy_count > 9 ? "  10 copies" : "  2 copies");
    return width ? width + 2 : 0;
}

/* ---- Source ---- */

static size_t left_of(size_t room, size_t taken)
{
    return taken < room ? room - taken : 0;
}

/* Cells for the source text, so that it and what follows it fit the screen. */
static size_t code_room(const struct why_rows *list, const struct why_entry *entry)
{
    size_t related = entry->kind == WHY_STEP ? strlen(relation(step_of(list, entry))) : 0, core, whole = tail_width(list, entry, &core);
    size_t space = left_of(list->screen, list->location_width + SIGN_ROOM + related), room = left_of(space, whole), most = left_of(space, core + 2);
    if (list->session->whole)
        return SIZE_MAX;
    if (room < CODE_MARKED)
        room = most < CODE_MARKED ? most : CODE_MARKED;
    most = CODE_ROOM + left_of(list->screen, WHY_SCREEN);
    return room < CODE_LEAST ? CODE_LEAST : room < most ? room : most;
}

static void add_code(const struct why_rows *list, const struct why_entry *entry, struct text *out)
{
    struct text code = {0};
    struct node node = node_of(list, entry);
    struct str function = program_instruction(wet_of(list->session)->program, node.index).function;
    describe_code(list->session, node, &code);
    if (code.size && function.size && !source_says_something(text_str(&code))) {      /* a bracket: the beginning or end of a function */
        text_add(&code, " of ");
        text_safe(&code, function);
    }
    if (!code.size)                     /* better than nothing */
        text_safe(&code, function);
    why_cut(text_str(&code), code_room(list, entry), out);
    text_free(&code);
}

/* Rows speak of lines or instructions as the explanation does, even if the grain has changed since. */
static enum grain take_grain(const struct why_rows *list)
{
    enum grain before = list->session->grain;
    list->session->grain = list->question.instructions ? GRAIN_INSTRUCTION : GRAIN_STATEMENT;
    return before;
}

void why_measure(struct why_rows *list, size_t number)
{
    const struct why_entry *entry = &list->entries[number];
    struct text text = {0};
    if (entry->kind >= WHY_MISSING)
        return;
    enum grain before = take_grain(list);
    add_indented(list, entry, &text);
    list->location_width = widest(list->location_width, &text, LOCATION_MOST);
    text_clear(&text);
    text_add(&text, entry->kind == WHY_STEP ? relation(step_of(list, entry)) : "");
    add_code(list, entry, &text);
    list->code_width = widest(list->code_width, &text, CODE_MOST + left_of(list->screen, WHY_SCREEN));
    list->session->grain = before;
    text_free(&text);
}

static const char *sign_of(const struct why_rows *list, const struct why_entry *entry)
{
    size_t number = (size_t)(entry - list->entries);
    return folds_hidden(&list->folds, number) ? "+ " : folds_is_open(&list->folds, number) ? "- " : "  ";
}

/* The beginning of the row, up to the source text. */
static void begin(const struct why_rows *list, const struct why_entry *entry, struct row *row)
{
    row_style(row, STYLE_LOCATION);
    add_indented(list, entry, &row->text);
    row_style(row, STYLE_DIM);
    text_pad(&row->text, list->location_width + 1);
    text_add(&row->text, sign_of(list, entry));
    text_pad(&row->text, list->location_width + SIGN_ROOM);
}

/* To the column of values, or less far if only that fits the screen. */
static void go_to_values(const struct why_rows *list, size_t tail, struct row *row)
{
    size_t column = list->location_width + SIGN_ROOM + list->code_width + 2;
    if (column + tail > list->screen + 2)
        column = tail < list->screen ? list->screen + 2 - tail : 0;
    row_column(row, column);
}

/* ---- Rows ---- */

/* Enter jumps there and asks again, unless that was the question. */
static void ask_from(const struct why_rows *list, struct node node, struct row *row)
{
    struct text line = {0};
    const struct nodes *roots = &list->question.roots;
    bool same = roots->count == 1 && roots->items[0].index == node.index && roots->items[0].instance == node.instance;
    row_where(row, list->session, node);
    if (same)
        return;
    text_add(&line, "why ");
    describe_node(list->session, node, &line);
    row_ask(row, text_str(&line));
    text_free(&line);
}

static void write_step(const struct why_rows *list, const struct why_entry *entry, struct row *row)
{
    const struct explain_step *step = step_of(list, entry);
    begin(list, entry, row);
    row_style(row, STYLE_CONTROL);
    text_add(&row->text, relation(step));
    row_style(row, STYLE_NORMAL);
    add_code(list, entry, &row->text);
    go_to_values(list, tail_width(list, entry, NULL), row);
    add_tail(list, entry, NULL, row);
    why_mark_copies(list, step, row);
    why_fields(list, step, row);
    if (step->instances > 1)
        heap_mark_nodes(list->session, step->first, step->last, row);
    else
        heap_mark_node(list->session, step->node, row);
    if (step->kind == LINK_DATA && step->depth)
        who_mark_foreign(list->session, step->user, step->port, row);
    ask_from(list, step->node, row);
}

/* A hidden row: a copy, an execution, or the skipped code. */
static void write_hidden(const struct why_rows *list, const struct why_entry *entry, struct row *row)
{
    begin(list, entry, row);
    row_style(row, STYLE_DIM);
    add_code(list, entry, &row->text);
    go_to_values(list, tail_width(list, entry, NULL), row);
    add_tail(list, entry, NULL, row);
    heap_mark_node(list->session, node_of(list, entry), row);
    ask_from(list, node_of(list, entry), row);
}

/* A value without a definer in the recording need not be uninitialised: it may come from the program's file or the system. */
static void write_end(const struct why_rows *list, const struct why_entry *entry, struct row *row)
{
    static const char *const homes[] = {
        [EXPLAIN_HOME_UNKNOWN] = "never written in the trace: uninitialised, or there from the start",
        [EXPLAIN_HOME_CONSTANT] = "constant: read-only data of the executable (inferred)",
        [EXPLAIN_HOME_STATIC] = "never written: static data, there from the start (inferred)",
        [EXPLAIN_HOME_OTHER] = "never written in the trace: uninitialised, or given by the system",
    };
    const struct explain_step *step = step_of(list, entry);
    text_pad(&row->text, step->depth + 1 < INDENT_MOST ? step->depth + 1 : INDENT_MOST);
    row_style(row, STYLE_DIM);
    text_add(&row->text, sign_of(list, entry));
    row_style(row, STYLE_UNKNOWN);
    text_printf(&row->text, "%s%s", step->end == EXPLAIN_UNWRITTEN ? "" : "and something ", homes[step->end_home]);
    if (step->unwritten > 1)
        text_printf(&row->text, ", x %" PRIu64, step->unwritten);
    if (step->end_home == EXPLAIN_HOME_OTHER && heap_may_tell_more(list->session))
        text_add(&row->text, "; run `info faults` to see whether it is unwritten");
    ask_from(list, step->end_node, row);
}

/* The instruction with that port. */
static void write_missing(const struct why_rows *list, const struct why_entry *entry, struct row *row)
{
    const struct explain_step *step = step_of(list, entry);
    struct text code = {0};
    begin(list, entry, row);
    row_style(row, STYLE_DIM);
    if (program_code_text(wet_of(list->session)->program, step->end_node.index, &code))
        text_append(&row->text, text_str(&code));
    go_to_values(list, 0, row);
    text_printf(&row->text, "port %" PRIu64 "%s", step->end_port, step->unwritten > 1 ? ", the first of them" : "");
    row_where(row, list->session, step->end_node);
    text_free(&code);
}

static void write_more(struct why_rows *list, struct row *row)
{
    const struct explanation *why = list->explanation;
    uint64_t hidden = why->lines - why->count, more = list->question.most * 2 < WHY_LINES_MOST ? list->question.most * 2 : WHY_LINES_MOST;
    struct why_question *question = &list->question;
    struct text line = {0};
    if (hidden) {
        why_words(question, &line);
        text_printf(&line, " %" PRIu64, more);
        text_count(&row->text, hidden);
        text_printf(&row->text, " more %s%s%s", question->instructions ? "instruction" : "line", hidden == 1 ? "" : "s", why->more ? ", or more" : "");
        if (more > question->most) {
            text_printf(&row->text, ": %s", text_string(&line));
            row_ask(row, text_str(&line));
            row_string(row, "command", text_str(&line));
        }
    } else {
        text_add(&row->text, "the search was cut off: there may be more");
    }
    row_number(row, "more", hidden);
    (why->more ? row_true : row_false)(row, "cut");
    text_free(&line);
}

static void write_note(struct why_rows *list, const struct why_entry *entry, struct row *row)
{
    uint64_t uncertain = list->explanation->uncertain;
    row_style(row, entry->kind == WHY_MORE ? STYLE_DIM : entry->kind == WHY_INSTEAD ? STYLE_HEADING : STYLE_UNCERTAIN);
    if (entry->kind == WHY_MORE)
        write_more(list, row);
    else if (entry->kind == WHY_INSTEAD)
        text_append(&row->text, text_str(&list->question.instead)), row_string(row, "instead", text_str(&list->question.instead));
    else if (entry->kind == WHY_UNCERTAIN)
        text_printf(&row->text, "%" PRIu64 " uncertain link%s not followed", uncertain, uncertain == 1 ? "" : "s");
    else if (entry->kind == WHY_ROOTS_CUT)
        text_printf(&row->text, "the line ran more often: `why` asks only about its last %zu executions", list->question.roots.count);
    else
        text_add(&row->text, "inferred without a clock: the last executions of the line's instructions ran together");
}

void why_write(struct why_rows *list, size_t number, struct row *row)
{
    const struct why_entry *entry = &list->entries[number];
    enum grain before = take_grain(list);
    if (entry->kind == WHY_STEP)
        write_step(list, entry, row);
    else if (entry->kind < WHY_MISSING)
        write_hidden(list, entry, row);
    else if (entry->kind == WHY_MISSING)
        write_missing(list, entry, row);
    else if (entry->kind == WHY_END)
        write_end(list, entry, row);
    else
        write_note(list, entry, row);
    list->session->grain = before;
}
