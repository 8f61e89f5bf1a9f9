/* why_not.c - `why not`: which branch executions kept code from running, or which calls never came.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The code asked about did not run, so the trace does not know it: names come from the executable. */
#include "recording/describe.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* The values that executions of a branch used, one entry for each instruction: how many executions used it, and the first and last value. */
struct why_not_looked {
    struct node node;                   /* the last one */
    uint64_t times;
    struct text first, last;            /* empty: no value */
    bool several;                       /* the values differ */
};

struct why_not_tally {                          /* zeroed is empty */
    struct why_not_looked *items;
    size_t count, capacity;
    uint64_t instances, asked;          /* of the branch: all; those looked at */
    uint64_t others;                    /* executions of one instruction that the last branch execution used besides the one shown */
};

struct addresses {                      /* link addresses; zeroed is empty */
    uint64_t *items;
    size_t count, capacity;
};

static void add(struct addresses *addresses, uint64_t address)
{
    for (size_t i = 0; i < addresses->count; i++)
        if (addresses->items[i] == address)
            return;
    addresses->items = array_grow(addresses->items, &addresses->capacity, addresses->count + 1, sizeof *addresses->items);
    addresses->items[addresses->count++] = address;
}

/* ---- Can this trace answer? ---- */

/* Absence proves nothing where skipped code ran. */
bool why_not_shows_all(const struct session *session, struct error *error)
{
    static const char *const parts[] = {"from", "until", "skip"};
    struct str only = store_note(wet_of(session)->store, "only");
    if (wet_is_history(session))
        return error_set(error, "a history holds only the last dependences: code that is missing in it may have run");
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        struct str note = store_note(wet_of(session)->store, parts[i]);
        if (note.size)
            return error_set(error, "recorded with --%s=%.*s: skipped code may have run, so `why not` cannot answer", parts[i], STR(note));
    }
    if (only.size && !str_is(only, "all") && !str_is(only, "exe") && !str_starts(only, "exe "))
        return error_set(error, "recorded with --only=%.*s: skipped code may have run, so `why not` cannot answer", STR(only));
    return true;
}

bool why_not_possible(struct session *session, struct error *error)
{
    if (!wet_need(session, error) || !wet_need_whole(session, error) || !why_not_shows_all(session, error))
        return false;
    if (!program_symbols(wet_of(session)->program))
        return error_set(error, "`why not` needs the code of the executable: name it with --exec");
    struct symbols_summary summary = symbols_summary(program_symbols(wet_of(session)->program));
    if (!decoder_knows(&summary))
        return error_set(error, "`why not` works for x86-64 code only");
    return true;
}

/* ---- The code asked about ---- */

static bool no_code(const struct session *session, struct str file, uint64_t line, struct error *error)
{
    struct symbols *symbols = program_symbols(wet_of(session)->program);
    uint64_t nearest = symbols_nearest_line(symbols, file, line);
    if (nearest)
        return error_set(error, "%.*s:%" PRIu64 " has no code in the executable: the nearest line with code is %" PRIu64, STR(file), line, nearest);
    return error_set(error, "%.*s:%" PRIu64 " has no code in the executable: %s", STR(file), line,
                     symbols_summary(symbols).has_lines ? "no such file, or no line of it has code" : "it has no line information");
}

/* The code of a line: where it begins in the executable, and the parts that ran. If this line and another one begin at the same instruction of optimised code,
 * the code counts for the other. */
static bool find_line(struct session *session, struct str file, uint64_t line, struct addresses *addresses, struct error *error)
{
    struct symbols *symbols = program_symbols(wet_of(session)->program);
    uint64_t *begins;
    size_t count = symbols_line_code(symbols, file, line, &begins);
    for (int pass = 0; pass < 2 && !addresses->count; pass++)
        for (size_t i = 0; i < count; i++) {
            struct source_position position;
            if (pass || (symbols_position(symbols, begins[i], &position) && position.line == line))
                add(addresses, begins[i]);
        }
    free(begins);
    struct indices ran = program_line(wet_of(session)->program, file, line);
    for (size_t i = 0; i < ran.count; i++) {
        uint64_t link = store_instruction(wet_of(session)->store, ran.items[i]).address - program_bias(wet_of(session)->program);
        if (symbols_is_code(symbols, link))
            add(addresses, link);
    }
    return addresses->count || no_code(session, file, line, error);
}

/* Did any of these run? */
static bool entered(const struct session *session, const struct addresses *addresses)
{
    uint64_t index;
    for (size_t i = 0; i < addresses->count; i++)
        if (store_find_address(wet_of(session)->store, addresses->items[i] + program_bias(wet_of(session)->program), &index))
            return true;
    return false;
}

enum { FUNCTIONS_MOST = 16 };           /* the most in one question */

/* The copies that the compiler inlined. */
static void add_inlined(struct symbols *symbols, struct str name, struct addresses *addresses)
{
    uint64_t *copies;
    size_t count = symbols_copies_named(symbols, name, &copies);
    for (size_t i = 0; i < count && addresses->count <= FUNCTIONS_MOST; i++)
        add(addresses, copies[i]);
    free(copies);
}

/* The entries of every function of that name. If it exists only inlined: the first copy that ran or, if none did, every copy. */
static bool find_function(struct session *session, struct str name, struct addresses *addresses, struct error *error)
{
    struct symbols *symbols = program_symbols(wet_of(session)->program);
    size_t count = symbols_function_count(symbols);
    for (size_t i = 0; i < count && addresses->count <= FUNCTIONS_MOST; i++) {
        struct symbols_function function = symbols_function(symbols, i);
        struct str readable = symbols_readable(symbols, function.name);
        if (function.name.size && (str_equal(function.name, name) || str_equal(readable, name) || demangled_matches(readable, name)))
            add(addresses, function.address);
    }
    struct indices ran = program_function(wet_of(session)->program, name);
    if (ran.count && !entered(session, addresses)) {
        uint64_t link = store_instruction(wet_of(session)->store, ran.items[0]).address - program_bias(wet_of(session)->program);
        if (symbols_is_code(symbols, link))
            add(addresses, link);
    }
    if (!addresses->count)
        add_inlined(symbols, name, addresses);
    if (addresses->count > FUNCTIONS_MOST)
        return error_set(error, "more than %d functions or inlined copies are called `%.*s`: use FILE:LINE", FUNCTIONS_MOST, STR(name));
    return addresses->count || error_set(error, "no function `%.*s` in the executable; `why not` does not cover libraries", STR(name));
}

/* The offset of an address in the instruction that contains it, from the code since its function's beginning. 0: an instruction starts there, or the starts are
 * unknown. */
static uint64_t bytes_inside(struct symbols *symbols, uint64_t address)
{
    struct code_instruction instruction = {0};
    size_t index;
    if (!symbols_function_at(symbols, address, &index))
        return 0;
    struct code_reader *code = code_open(symbols);
    uint64_t at = symbols_function(symbols, index).address;
    bool known = true;
    while (known && at < address) {
        known = code_at(code, at, &instruction) && instruction.valid;
        at += instruction.size;
    }
    code_close(code);
    return known && at > address ? instruction.size - (at - address) : 0;
}

/* An address of the trace, or of the run. */
static bool find_address(const struct session *session, uint64_t address, struct addresses *addresses, struct error *error)
{
    struct symbols *symbols = program_symbols(wet_of(session)->program);
    uint64_t link = address - program_bias(wet_of(session)->program), run = wet_run_bias(session), before, index;
    if (!symbols_is_code(symbols, link) && run && symbols_is_code(symbols, link - run))
        link -= run;
    if (!symbols_is_code(symbols, link))
        return error_set(error, "0x%" PRIx64 " is not code of the executable; `why not` does not cover libraries", address);
    uint64_t named = link + program_bias(wet_of(session)->program);
    if (!store_find_address(wet_of(session)->store, named, &index) && (before = bytes_inside(symbols, link)) > 0)
        return error_set(error, "0x%" PRIx64 " is inside the instruction that starts at 0x%" PRIx64 ": use that", address, address - before);
    add(addresses, link);
    return true;
}

static bool find(struct session *session, struct str word, struct addresses *addresses, struct error *error)
{
    struct place place = {0};
    if (str_decimal(word, &place.line))
        place.has = PLACE_LINE;
    else if (!session_parse(session, word, &place, error))
        return false;
    if (place.has & PLACE_INSTANCE)
        return error_set(error, "`why not` asks about code that never ran, not about an execution: leave out #%" PRIu64, place.instance);
    if (place.has & PLACE_LINE) {
        struct str file;
        if (!position_file(session, &place, &file, error))
            return false;
        return place.line ? find_line(session, file, place.line, addresses, error) : error_set(error, "line 0: lines are numbered from 1");
    }
    if (place.has & PLACE_FUNCTION)
        return find_function(session, place.function, addresses, error);
    if (place.has & PLACE_ADDRESS)
        return find_address(session, place.address, addresses, error);
    return error_set(error, "not code: expected LINE, FILE:LINE, FUNCTION or 0xADDRESS");
}

/* ---- The answer ---- */

/* The assumptions: that the recording covers everything up to its end; for a text, that it covers the whole executable. */
static void add_ground(struct session *session, bool any, struct rows *rows)
{
    struct str ended = store_note(wet_of(session)->store, "ended");
    struct row *row;
    if (ended.size) {
        row = rows_add(rows, str_of("the recording ends before the program did: this may have run later: "));
        row->style = STYLE_WARNING;
        text_safe(&row->text, ended);
    }
    if (!wet_of(session)->recording)
        rows_add(rows, str_of("assumed: the trace shows all of the executable's code that ran"))->style = STYLE_UNCERTAIN;
    if (!any)
        return;
    row = rows_add(rows, str_of("what ran is recorded; where branches and calls lead is inferred from the code of "));
    row->style = STYLE_DIM;
    text_safe(&row->text, str_basename(symbols_path(program_symbols(wet_of(session)->program))));
}

/* For code that ran, offers `why`. */
static void offer_why(const struct unrun *unrun, struct str word, struct rows *rows)
{
    bool all = true, any = false;
    for (size_t i = 0; i < unrun->count; i++) {
        all &= unrun->steps[i].kind == UNRUN_DID_RUN;
        any |= unrun->steps[i].kind == UNRUN_DID_RUN;
    }
    if (!any)
        return;
    struct row *row = rows_add(rows, str_of(all ? "it ran: why " : "some of its code ran: why "));
    row->style = STYLE_DIM;
    text_safe(&row->text, word);
    text_add(&row->text, " shows what made it run");
}

static void why_not_rows(struct session *session, const struct unrun *unrun, struct rows *rows);

bool why_not(struct session *session, struct str arguments, struct answer *answer, struct error *error)
{
    struct addresses addresses = {0};
    struct unrun unrun = {0};
    struct str word;
    if (!argument_next(&arguments, &word))
        return error_set(error, "`why not` needs code that did not run: why not LINE, FILE:LINE, FUNCTION or 0xADDRESS");
    if (!argument_end(arguments, error) || !why_not_possible(session, error) || !find(session, word, &addresses, error)) {
        free(addresses.items);
        return false;
    }
    struct flow_graphs *flow = flow_open(program_symbols(wet_of(session)->program));
    bool done = unrun_ask(wet_of(session)->program, flow, addresses.items, addresses.count, &session->options.progress, &unrun);
    flow_close(flow);
    free(addresses.items);
    if (done) {
        bool any = false;
        for (size_t i = 0; i < unrun.count; i++)
            any |= unrun.steps[i].kind != UNRUN_DID_RUN;
        why_not_rows(session, &unrun, &answer->rows);
        offer_why(&unrun, word, &answer->rows);
        add_ground(session, any, &answer->rows);
        answer->rows.title = arena_printf(&answer->rows.arena, "why not %.*s", STR(word));
        answer->is_list = true;
    } else {
        error_set(error, "interrupted");
    }
    unrun_free(&unrun);
    return done;
}

/* ---- The values that the deciding branches used ---- */

enum { INSTANCES_ASKED = 256 };         /* of one branch */

/* ---- The values of one execution ---- */

struct values {                         /* executions whose values are shown; zeroed is empty, free() items */
    struct node *items;
    size_t count, capacity;
    uint64_t others;                    /* those left out */
};

/* Keeps only the last execution of an instruction, and counts the others as left out. */
static void add_node(struct values *nodes, struct node node)
{
    for (size_t i = 0; i < nodes->count; i++)
        if (nodes->items[i].index == node.index) {
            nodes->others += nodes->items[i].instance != node.instance;
            if (node.instance > nodes->items[i].instance)
                nodes->items[i].instance = node.instance;
            return;
        }
    nodes->items = array_grow(nodes->items, &nodes->capacity, nodes->count + 1, sizeof *nodes->items);
    nodes->items[nodes->count++] = node;
}

/* A call of a function in your code defines only the stack pointer for it. */
static bool is_machinery(const struct session *session, struct node node)
{
    struct decoded decoded;
    uint64_t index;
    if (statement_is_frame(wet_of(session)->program, node.index))
        return true;
    return program_disassemble(wet_of(session)->program, node.index, &decoded) && decoded.flow == FLOW_CALL &&
           !symbols_in_plt(program_symbols(wet_of(session)->program), decoded.target - program_bias(wet_of(session)->program)) &&
           store_find_address(wet_of(session)->store, decoded.target, &index);
}

/* The origin of an argument: a function that keeps it in its frame only copies what its caller passed. */
static struct node passed(const struct session *session, struct node node)
{
    struct links links = {0};
    struct decoded decoded;
    struct node from = node;
    size_t count = 0;
    bool store = program_disassemble(wet_of(session)->program, node.index, &decoded) && decoded.traits & TRAIT_MOVES && decoded.operands == 2 &&
                 decoded.operand[0].kind == OPERAND_MEMORY && decoded.operand[1].kind == OPERAND_REGISTER;
    if (!store || !store_definers(wet_of(session)->store, node, &session->options.progress, &links))
        links.count = 0;
    for (size_t i = 0; i < links.count; i++)
        if (links.items[i].kind == LINK_DATA && !links.items[i].uncertain && !statement_is_frame(wet_of(session)->program, links.items[i].node.index)) {
            from = links.items[i].node;
            count++;
        }
    links_free(&links);
    struct str inner = program_instruction(wet_of(session)->program, node.index).function, outer = program_instruction(wet_of(session)->program, from.index).function;
    return count == 1 && inner.size && outer.size && !str_equal(inner, outer) && !wet_is_call(session, from.index) ? from : node;
}

struct used {
    struct values *found;
    unsigned asked;                     /* executions whose definers were read */
};

/* The inputs of an execution, without those of the frame. For an input fetched within the line, searches on for the execution that computed it. */
static void add_used(const struct session *session, struct node node, const struct node *branch, unsigned depth, struct used *used)
{
    enum { DEEPEST = 4, MOST = 64, ASKED = 256 };
    struct links links = {0};
    if (used->asked++ >= ASKED || !store_definers(wet_of(session)->store, node, &session->options.progress, &links))
        links.count = 0;
    for (size_t i = 0; i < links.count && used->found->count < MOST; i++) {
        const struct link *link = &links.items[i];
        if (link->kind != LINK_DATA || is_machinery(session, link->node))
            continue;
        bool within = statement_same(wet_of(session)->program, link->node.index, branch->index) && depth < DEEPEST;
        if (within && (node.index == branch->index || wet_is_fetch(session, link->node.index)))
            add_used(session, link->node, branch, depth + 1, used);
        else
            add_node(used->found, passed(session, link->node));
    }
    links_free(&links);
}

/* For a computed jump, the inputs are entries of a table. */
static void find_compared(const struct session *session, struct node branch, struct values *found)
{
    struct decoded decoded;
    if (program_disassemble(wet_of(session)->program, branch.index, &decoded) && decoded.flow == FLOW_BRANCH)
        add_used(session, branch, &branch, 0, &(struct used){found, 0});
}

/* The compared values first, then the line's other inputs. */
static void find_values(struct session *session, struct node branch, struct values *found)
{
    struct statement_links links = {0};
    find_compared(session, branch, found);
    if (statement_definers(wet_of(session)->program, branch, &session->options.progress, &links))
        for (size_t i = 0; i < links.count; i++)
            if (links.items[i].link.kind == LINK_DATA && !links.items[i].frame && !links.items[i].beside && !is_machinery(session, links.items[i].link.node))
                add_node(found, passed(session, links.items[i].link.node));
    statement_links_free(&links);
}

/* ---- The values of all executions ---- */

static void why_not_tally_free(struct why_not_tally *tally)
{
    for (size_t i = 0; i < tally->count; i++) {
        text_free(&tally->items[i].first);
        text_free(&tally->items[i].last);
    }
    free(tally->items);
}

/* The executions come in reverse order, the last first. */
static void tally_node(const struct session *session, struct why_not_tally *tally, struct node node)
{
    struct text value = {0};
    size_t i = 0;
    if (!wet_is_call(session, node.index))
        describe_value(session, node, &value);
    while (i < tally->count && tally->items[i].node.index != node.index)
        i++;
    if (i == tally->count) {
        tally->items = array_grow(tally->items, &tally->capacity, tally->count + 1, sizeof *tally->items);
        tally->items[tally->count++] = (struct why_not_looked){.node = node};
        text_append(&tally->items[i].last, text_str(&value));
    }
    struct why_not_looked *looked = &tally->items[i];
    looked->times++;
    looked->several |= !str_equal(text_str(&value), text_str(&looked->last));
    text_free(&looked->first);
    looked->first = value;
}

/* Would a reader see them as one row? The two instructions that clear and set a byte are on one line. */
static bool reads_the_same(const struct session *session, const struct why_not_looked *a, const struct why_not_looked *b)
{
    struct instruction one = program_instruction(wet_of(session)->program, a->node.index), other = program_instruction(wet_of(session)->program, b->node.index);
    return one.line && one.line == other.line && str_equal(one.file, other.file) && str_equal(one.function, other.function) && a->last.size &&
           a->times == b->times && a->several == b->several && str_equal(text_str(&a->last), text_str(&b->last)) &&
           str_equal(text_str(&a->first), text_str(&b->first));
}

/* The value that most executions used comes first; among equals the order of the last execution. */
static void tally_order(const struct session *session, struct why_not_tally *tally)
{
    size_t kept = 0;
    for (size_t i = 0; i < tally->count; i++) {
        struct why_not_looked looked = tally->items[i];
        bool twice = false;
        for (size_t k = 0; k < kept; k++)
            twice |= reads_the_same(session, &tally->items[k], &looked);
        if (twice) {
            text_free(&looked.first);
            text_free(&looked.last);
            continue;
        }
        size_t at = kept++;
        for (; at && tally->items[at - 1].times < looked.times; at--)
            tally->items[at] = tally->items[at - 1];
        tally->items[at] = looked;
    }
    tally->count = kept;
}

static void tally_instance(struct session *session, struct node branch, struct why_not_tally *tally)
{
    struct values values = {0};
    find_values(session, branch, &values);
    for (size_t i = 0; i < values.count; i++)
        tally_node(session, tally, values.items[i]);
    tally->others += tally->asked++ ? 0 : values.others;
    free(values.items);
}

/* For WENT_OTHER_WAY it reads all executions, as far as `room` allows (it is used up), at most INSTANCES_ASKED: the last ones, and the first; for other steps
 * their one execution. The values that most executions used come first; entries that read the same are one. Cost: some hundred definers an execution at
 * most. */
static void why_not_tally_branch(struct session *session, const struct unrun_step *step, uint64_t *room, struct why_not_tally *tally)
{
    uint64_t last = step->node.instance, most = *room < INSTANCES_ASKED ? *room : INSTANCES_ASKED;
    bool all = step->kind == UNRUN_WENT_OTHER_WAY;
    tally->instances = all ? last + 1 : 1;
    tally_instance(session, step->node, tally);
    for (uint64_t i = 1; all && i < last && i + 1 < most; i++)
        tally_instance(session, (struct node){step->node.index, last - i}, tally);
    if (all && last)
        tally_instance(session, (struct node){step->node.index, 0}, tally);
    *room -= tally->asked < *room ? tally->asked : *room;
    tally_order(session, tally);
}

/* ---- Why code did not run, as rows: the steps, and the values that deciding branches used ---- */

enum {
    INDENT = 2,
    BRANCHES_TOLD = 64,                 /* whose values are shown */
    VALUES_TOLD = 6,                    /* of one branch */
    INSTANCES_ALL = 2048                /* of all branches in an answer; beyond it only the first and the last of each */
};

/* ---- Rows ---- */

static void add_times(uint64_t executions, bool least, struct text *out)
{
    text_count(out, executions);
    text_add(out, least ? " or more times" : executions == 1 ? " time" : " times");
}

static void add_position(const struct source_position *position, uint64_t address, struct text *out)
{
    struct instruction at = {.has_block = true, .file = position->file, .function = position->function, .line = position->line};
    if (!position->function.size && !position->file.size)
        text_hex(out, address);
    else
        describe_location_in(&at, LOCATION_ROOM, out);
    if (position->function.size && position->physical.size && !str_equal(position->function, position->physical)) {
        text_add(out, " (inlined in ");
        text_safe(out, position->physical);
        text_byte(out, ')');
    }
}

static void add_source(struct session *session, const struct source_position *position, struct row *row)
{
    if (!position->file.size || !position->line)
        return;
    const struct session_source *source = session_source(session, position->file, position->folder);
    if (!source->source || position->line > source_line_count(source->source))
        return;
    row_style(row, STYLE_DIM);
    text_add(&row->text, ": ");
    text_safe(&row->text, str_trim(source_line(source->source, position->line)));
}

static const char *kind_name(enum unrun_kind kind)
{
    static const char *const names[] = {
        [UNRUN_TARGET] = "never-ran", [UNRUN_DID_RUN] = "ran", [UNRUN_WENT_OTHER_WAY] = "went-other-way", [UNRUN_WENT_PAST] = "went-past", [UNRUN_EXITED_BEFORE] = "did-not-come-back",
        [UNRUN_NEVER_CALLED] = "never-called", [UNRUN_CALL_NEVER_RAN] = "call-never-ran", [UNRUN_CALL_RAN] = "call-ran",
        [UNRUN_NEVER_TAKEN] = "address-never-taken", [UNRUN_TAKEN] = "address-taken", [UNRUN_POINTERS] = "no-direct-call", [UNRUN_NO_CALLER] = "no-caller",
        [UNRUN_NO_WAY] = "no-known-way",
    };
    return names[kind];
}

/* "went the other way all 3 times" */
static void say_deciding(const struct unrun_step *step, struct text *out)
{
    text_add(out, " went the other way");
    if (step->executions == 1 && !step->executions_least) {
        text_add(out, ", the one time it ran");
    } else {
        text_add(out, " all ");
        add_times(step->executions, step->executions_least, out);
    }
    if (step->through) {
        text_add(out, " (");
        text_count(out, step->through);
        text_add(out, step->through == 1 ? " condition between never ran)" : " conditions between never ran)");
    }
}

static void say_past(const struct unrun_step *step, struct text *out)
{
    text_add(out, " went past that ");
    text_count(out, step->past);
    text_add(out, " of ");
    add_times(step->executions, step->executions_least, out);
}

static void say_ran(const struct unrun_step *step, const char *before, const char *behind, struct text *out)
{
    text_add(out, before);
    add_times(step->executions, step->executions_least, out);
    text_add(out, behind);
}

static void say_pointers(const struct unrun *unrun, struct text *out)
{
    text_add(out, "no code calls it directly; ");
    if (unrun->pointer_sites == 0) {
        text_add(out, "no call through a pointer ran");
        return;
    }
    text_count(out, unrun->pointer_sites);
    text_add(out, unrun->pointer_sites == 1 ? " call through a pointer ran, " : " calls through pointers ran, ");
    add_times(unrun->pointer_calls, unrun->pointer_calls_least, out);
    text_add(out, ", but never led to it; clew does not search pointers in data");
}

/* Is there another row of the same line, for code that ran while this did not, or the other way round? Then each is a part of the line. */
static bool is_part(const struct unrun *unrun, const struct unrun_step *step)
{
    enum unrun_kind other = step->kind == UNRUN_TARGET ? UNRUN_DID_RUN : UNRUN_TARGET;
    bool found = false;
    for (size_t i = 0; i < unrun->count && !found; i++) {
        const struct source_position *position = &unrun->steps[i].position;
        found = unrun->steps[i].kind == other && position->line && position->line == step->position.line &&
                str_equal(position->file, step->position.file) && str_equal(position->function, step->position.function);
    }
    return found;
}

static void say_step(const struct unrun *unrun, const struct unrun_step *step, struct text *out)
{
    if (step->kind != UNRUN_POINTERS && step->kind != UNRUN_NO_CALLER && step->kind != UNRUN_NO_WAY && step->kind != UNRUN_NEVER_CALLED)
        add_position(&step->position, step->address, out);
    switch (step->kind) {
    case UNRUN_TARGET: text_add(out, is_part(unrun, step) ? " (part of it) never ran" : " never ran"); break;
    case UNRUN_DID_RUN: say_ran(step, is_part(unrun, step) ? " (part of it) ran " : " ran ", "", out); break;
    case UNRUN_WENT_OTHER_WAY: say_deciding(step, out); break;
    case UNRUN_WENT_PAST: say_past(step, out); break;
    case UNRUN_EXITED_BEFORE: say_ran(step, " ran ", step->executions == 1 ? " and did not come back" : " and never came back", out); break;
    case UNRUN_CALL_NEVER_RAN: text_add(out, " would call it, but never ran"); break;
    case UNRUN_CALL_RAN: say_ran(step, " would call it, and ran ", ", but nothing is recorded there: the call failed, or led to skipped code", out); break;
    case UNRUN_NEVER_TAKEN: text_add(out, " takes its address, but never ran"); break;
    case UNRUN_TAKEN: say_ran(step, " takes its address, ran ", "", out); break;
    case UNRUN_POINTERS: say_pointers(unrun, out); break;
    case UNRUN_NO_CALLER: text_add(out, "nothing in the executable calls it or takes its address, and no call through a pointer ran"); break;
    case UNRUN_NO_WAY: text_add(out, "no known way leads there: a computed jump with unknown targets, an exception, or dead code"); break;
    case UNRUN_NEVER_CALLED:
        if (step->position.physical.size)
            text_safe(out, step->position.physical);
        else
            text_hex(out, step->address);
        text_add(out, step->repeated ? " was never called: see its other row" : " was never called");
        break;
    }
}

static void step_fields(const struct session *session, const struct unrun_step *step, struct row *row)
{
    row_number(row, "depth", step->depth);
    row_string(row, "kind", str_of(kind_name(step->kind)));
    if (step->has_node) {
        row_node(row, session, step->node);
    } else {
        row_null(row, "id");
        row_hex(row, "address", step->address);
        row_null(row, "instance");
        row_string(row, "file", step->position.file);
        row_string(row, "function", step->position.function);
        (step->position.line ? row_number(row, "line", step->position.line) : row_null(row, "line"));
    }
    row_number(row, "executions", step->executions);
    if (step->kind == UNRUN_WENT_OTHER_WAY)
        row_number(row, "through", step->through);
    if (step->kind == UNRUN_WENT_PAST)
        row_number(row, "past", step->past);
    if (step->repeated)
        row_true(row, "repeated");
}

static struct row *add_row(uint64_t depth, struct rows *rows)
{
    enum { DEEPEST_SHOWN = 16 };
    return rows_add_printf(rows, "%*s", (int)(depth < DEEPEST_SHOWN ? depth : DEEPEST_SHOWN) * INDENT, "");
}

static void add_step(struct session *session, const struct unrun *unrun, const struct unrun_step *step, struct rows *rows)
{
    bool certain = step->kind == UNRUN_DID_RUN || step->kind == UNRUN_TARGET || step->kind == UNRUN_EXITED_BEFORE;
    bool unknown = step->kind == UNRUN_NO_WAY || step->kind == UNRUN_NO_CALLER || step->kind == UNRUN_POINTERS;
    struct row *row = add_row(step->depth, rows);
    row_style(row, unknown ? STYLE_UNKNOWN : certain ? STYLE_LOCATION : step->kind == UNRUN_WENT_OTHER_WAY || step->kind == UNRUN_WENT_PAST ? STYLE_CONTROL : STYLE_NORMAL);
    say_step(unrun, step, &row->text);
    if (!unknown && step->kind != UNRUN_NEVER_CALLED)
        add_source(session, &step->position, row);
    step_fields(session, step, row);
    if (step->has_node)
        row_where(row, session, step->node);
}

/* ---- Below a branch: values ---- */

/* "= 0x3", "first 0x1, last 0x3", and how many executions used it if not all did: "x 4" */
static void add_value(const struct why_not_tally *tally, const struct why_not_looked *looked, struct row *row)
{
    struct str first = text_str(&looked->first), last = text_str(&looked->last);
    bool differs = looked->several && first.size && !str_equal(first, last);
    if (last.size) {
        row_style(row, STYLE_VALUE);
        text_add(&row->text, differs ? "  first " : "  = ");
        if (differs) {
            text_append(&row->text, first);
            text_add(&row->text, ", last ");
        }
        text_append(&row->text, last);
        text_add(&row->text, looked->several && !differs ? " the last time" : "");
        row_value(row, "value", last);
        if (differs)
            row_value(row, "first_value", first);
    }
    if (looked->times != tally->asked)
        text_printf(&row->text, "  x %" PRIu64, looked->times);
    row_number(row, "times", looked->times);
}

static void add_value_row(struct session *session, uint64_t depth, const struct why_not_tally *tally, struct why_not_looked *looked, struct rows *rows)
{
    struct node node = looked->node;
    struct instruction instruction = program_instruction(wet_of(session)->program, node.index);
    struct row *row = add_row(depth, rows);
    struct source_position position = {.function = instruction.function, .physical = instruction.function, .file = instruction.file,
                                       .folder = program_folder(wet_of(session)->program, node.index), .line = instruction.line};
    row_style(row, STYLE_LOCATION);
    text_add(&row->text, "with ");
    add_position(&position, instruction.address, &row->text);
    row_number(row, "depth", depth);
    row_string(row, "kind", str_of("value"));
    row_node(row, session, node);
    add_value(tally, looked, row);
    if (wet_is_call(session, node.index))
        text_add(&row->text, ", code it called");
    add_source(session, &position, row);
    row_where(row, session, node);
}

static void add_values(struct session *session, const struct unrun_step *step, uint64_t *room, struct rows *rows)
{
    struct why_not_tally tally = {0};
    why_not_tally_branch(session, step, room, &tally);
    for (size_t i = 0; i < tally.count && i < VALUES_TOLD; i++)
        add_value_row(session, step->depth + 1, &tally, &tally.items[i], rows);
    uint64_t others = tally.others + (tally.count > VALUES_TOLD ? tally.count - VALUES_TOLD : 0);
    if (others) {
        struct row *row = add_row(step->depth + 1, rows);
        row_style(row, STYLE_DIM);
        text_printf(&row->text, "and %" PRIu64 " more execution%s: `deps` lists %s", others, others == 1 ? "" : "s", others == 1 ? "it" : "them");
        row_where(row, session, step->node);
    }
    if (tally.asked < tally.instances) {
        struct row *row = add_row(step->depth + 1, rows);
        row_style(row, STYLE_DIM);
        text_add(&row->text, "values of the first and the last ");
        text_count(&row->text, tally.asked - 1);
        text_add(&row->text, " of ");
        text_count(&row->text, tally.instances);
        text_add(&row->text, " times");
    }
    why_not_tally_free(&tally);
}

/* ---- Below code that did not come back: how it ended ---- */

static void add_stand(struct session *session, const struct unrun_step *step, struct rows *rows)
{
    struct row *row = add_row(step->depth + 1, rows);
    struct text said = {0};
    struct str status = store_note(wet_of(session)->store, "status");
    struct instruction instruction = program_instruction(wet_of(session)->program, step->stand.index);
    struct source_position position = {.function = instruction.function, .physical = instruction.function, .file = instruction.file,
                                       .folder = program_folder(wet_of(session)->program, step->stand.index), .line = instruction.line};
    text_add(&row->text, step->kind == UNRUN_EXITED_BEFORE ? "it ended at " : "then its function did not return: it ended at ");
    row_style(row, STYLE_LOCATION);
    add_position(&position, instruction.address, &row->text);
    if (wet_of(session)->recording && wet_of(session)->recording->has_fault)
        wet_fault_say(&wet_of(session)->recording->fault, &said);
    else if (!wet_end_say(session, &said))
        text_safe(&said, status);
    row_style(row, STYLE_WARNING);
    if (said.size)
        text_printf(&row->text, ", %s", text_string(&said));
    add_source(session, &position, row);
    row_number(row, "depth", step->depth + 1);
    row_string(row, "kind", str_of("end"));
    row_node(row, session, step->stand);
    row_string(row, "ended", text_str(&said));
    row_where(row, session, step->stand);
    text_free(&said);
}

/* `told`: the end that an earlier row reported; for branches it is reported once. */
static void add_end(struct session *session, const struct unrun_step *step, const struct unrun_step **told, struct rows *rows)
{
    bool stands = step->end == UNRUN_END_STANDING && step->has_stand, exited = step->kind == UNRUN_EXITED_BEFORE;
    bool same = stands && *told && (*told)->stand.index == step->stand.index && (*told)->stand.instance == step->stand.instance;
    if (stands && (exited || !same)) {
        add_stand(session, step, rows);
        *told = step;
    }
    if (!exited || stands)
        return;
    struct row *row = add_row(step->depth + 1, rows);
    row_style(row, STYLE_UNKNOWN);
    text_add(&row->text, step->end == UNRUN_END_LEFT ? "its function was left without returning: by longjmp, an exception, or skipped code"
                       : step->end == UNRUN_END_STANDING ? "it was running at the end" : "the trace has no order: what became of it is not recorded");
}

/* The steps, the values that branches used, and the rest that was left out. */
static void why_not_rows(struct session *session, const struct unrun *unrun, struct rows *rows)
{
    const struct unrun_step *told = NULL;
    size_t branches = 0;
    uint64_t room = INSTANCES_ALL;
    for (size_t i = 0; i < unrun->count; i++) {
        const struct unrun_step *step = &unrun->steps[i];
        add_step(session, unrun, step, rows);
        bool branch = step->kind == UNRUN_WENT_OTHER_WAY || (step->kind == UNRUN_WENT_PAST && step->has_node);
        branches += branch;
        if (branch && branches <= BRANCHES_TOLD)
            add_values(session, step, &room, rows);
        if (step->kind == UNRUN_WENT_OTHER_WAY || step->kind == UNRUN_EXITED_BEFORE)
            add_end(session, step, &told, rows);
    }
    if (branches > BRANCHES_TOLD)
        rows_add_printf(rows, "values of %d of %zu branches: `deps` shows those of the others", (int)BRANCHES_TOLD, branches)->style = STYLE_DIM;
    if (unrun->cut)
        rows_add_printf(rows, "%" PRIu64 " steps were left out", unrun->cut)->style = STYLE_UNKNOWN;
}
