/* ask_line.c - questions about one run of a line.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/ask.h"
#include "recording/questions/questions.h"
#include "recording/wet.h"
#include "recording/why.h"

#include <inttypes.h>
#include <string.h>


enum {
    VALUES = 4, VALUES_BESIDE = 3,      /* that are asked about: at an output; elsewhere */
    WRITERS = 2,
    SOURCE_ROOM = 24, NAME_ROOM = 32     /* cells */
};

static struct slice command(const struct questions *questions, const char *before, struct node node, const char *after)
{
    struct text text = {0};
    text_printf(&text, "%s ", before);
    describe_node(questions->session, node, &text);
    text_add(&text, after);
    struct slice line = arena_copy(questions->arena, text_slice(&text));
    text_free(&text);
    return line;
}

/* ---- Values that were used ---- */

/* Is another one called the same, and has the same value? */
static bool has_double(const struct ask_moment *moment, const struct ask_used *used)
{
    for (size_t i = 0; i < moment->used_count; i++) {
        const struct ask_used *other = &moment->used[i];
        if (other != used && slice_equal(text_slice(&other->variable.name), text_slice(&used->variable.name)) && other->known == used->known &&
            other->number == used->number)
            return true;
    }
    return false;
}

/* Where it came from: the line, where only that tells it from another one; else, of what has no name, whose result it was: "length". */
static void add_origin(const struct questions *questions, const struct ask_moment *moment, const struct ask_used *used, struct text *out)
{
    struct instruction instruction = program_instruction(questions->session->trace->program, used->definer.index);
    if (has_double(moment, used) && instruction.line && instruction.file.size) {
        text_add(out, ", from ");
        ask_file_line(questions->session, instruction.file, instruction.line, out);
        text_add(out, ",");
        return;
    }
    if (used->variable.name.size || !instruction.function.size || slice_equal(instruction.function, moment->instruction.function))
        return;
    text_add(out, ", from ");
    shorten_name(instruction.function, NAME_ROOM, out);
    text_add(out, ",");
}

struct asked_how {
    const char *verb, *end;
};
static const struct asked_how printed_here = {"was", "printed here"}, is_here = {"is", "here"}, was_before = {"was", "before"};

static void ask_value(struct questions *questions, const struct ask_moment *moment, const struct ask_used *used, const struct asked_how *how)
{
    struct text what = {0};
    if (used->variable.name.size)
        text_printf(&what, "`%.*s`", SLICE(text_slice(&used->variable.name)));
    if (used->known) {
        text_add(&what, what.size ? " " : "");
        ask_describe(questions->session, &used->variable, used->number, &what);
    }
    add_origin(questions, moment, used, &what);
    ask_add(questions, command(questions, "why", used->definer, ""), "why %s %s %s?", how->verb, text_string(&what), how->end);
    text_free(&what);
}

/* Is it what is bad of a bad address, which is asked about already? */
static bool is_bad(const struct fault *fault, const struct ask_used *used)
{
    enum { BESIDE = 4096 };             /* a member, or an element, of what a bad pointer leads to */
    return fault && fault->has_accessed && used->known && fault->accessed - used->number < BESIDE;
}

/* What there is to ask about a value, the most useful first. At an output what did not go into the call comes behind what did. */
enum value_use { VALUE_NAMED, VALUE_NUMBER, VALUE_NOT_PRINTED, VALUE_BESIDE, VALUE_ADDRESS, VALUE_USES };

static enum value_use use_of(const struct ask_used *used, bool printed)
{
    if (used->address)
        return VALUE_ADDRESS;
    if (used->beside)
        return VALUE_BESIDE;
    if (printed && !used->printed)
        return VALUE_NOT_PRINTED;
    return used->variable.name.size ? VALUE_NAMED : VALUE_NUMBER;
}

/* What libraries may have read, and what addresses were made of, is asked about by name and number alone; the rest by what there is of both. */
static bool can_be_asked(const struct ask_used *used, enum value_use use)
{
    bool named = used->variable.name.size > 0;
    return use < VALUE_BESIDE ? named || used->known : named && used->known;
}

/* `assigned`: the variable that the line changed. */
static void ask_values(struct questions *questions, const struct ask_moment *moment, bool printed, struct slice assigned)
{
    size_t most = printed ? VALUES : VALUES_BESIDE, asked = 0;
    struct node at;
    const struct fault *fault = wet_fault_among(questions->session, &moment->nodes, &at);
    for (enum value_use use = VALUE_NAMED; use < VALUE_USES; use++)
        for (size_t i = 0; i < moment->used_count && asked < most; i++) {
            const struct ask_used *used = &moment->used[i];
            bool before = assigned.size && slice_equal(text_slice(&used->variable.name), assigned);
            if (use_of(used, printed) != use || !can_be_asked(used, use) || is_bad(fault, used))
                continue;
            ask_value(questions, moment, used, printed && use < VALUE_NOT_PRINTED ? &printed_here : before ? &was_before : &is_here);
            asked++;
        }
}

/* ---- Who wrote ---- */

static void ask_who(struct questions *questions, const struct ask_variable *variable)
{
    if (!variable->who.size)
        return;
    struct slice line = arena_printf(questions->arena, "who %.*s", SLICE(text_slice(&variable->who)));
    ask_add(questions, line, "who wrote `%.*s`, and when?", SLICE(text_slice(&variable->name)));
}

static void ask_writers(struct questions *questions, const struct ask_moment *moment)
{
    size_t before = questions->count;
    for (size_t i = 0; i < moment->used_count && questions->count < before + WRITERS; i++)
        ask_who(questions, &moment->used[i].variable);
}

/* ---- Crash ---- */

static bool ask_crash(struct questions *questions, const struct ask_moment *moment)
{
    struct node node;
    const struct fault *fault = wet_fault_among(questions->session, &moment->nodes, &node);
    if (!fault)
        return false;
    struct text signal = {0};
    text_safe(&signal, fault->signal);
    struct slice why = command(questions, "why", node, "");
    if (fault->has_accessed && !fault->skipped && fault->kind == FAULT_INSTRUCTION)
        ask_add(questions, why, "why is the address 0x%" PRIx64 " bad?", fault->accessed);
    else
        ask_add(questions, why, "why did %s happen here?", text_string(&signal));
    text_free(&signal);
    ask_writers(questions, moment);
    if (moment->controlled)
        ask_add(questions, command(questions, "why", node, " control"), "why did control get here?");
    if (moment->has_time && store_summary(questions->session->trace->store).times > 1)
        ask_add(questions, slice_of("reverse-step"), "what ran before?");
    return true;
}

/* ---- Branches ---- */

static void source_of(const struct questions *questions, struct node node, struct text *out)
{
    struct text code = {0};
    if (describe_statement(questions->session, node, &code)) {
        text_byte(out, '`');
        why_cut(text_slice(&code), SOURCE_ROOM, out);
        text_byte(out, '`');
    } else {
        text_add(out, "this branch");
    }
    text_free(&code);
}

/* Where it went, as far as the clock tells. */
static bool next_position(const struct session *session, struct node node, uint64_t *address, uint64_t *line)
{
    uint64_t time, next;
    struct node after;
    if (!store_time(session->trace->store, node, &time) || !store_next_in_thread(session->trace->store, time, &next) || !store_at(session->trace->store, next, &after))
        return false;
    struct instruction instruction = program_instruction(session->trace->program, after.index);
    *address = instruction.address;
    *line = instruction.line;
    return instruction.has_address;
}

/* The way that was not gone, if its line never ran at all. */
static void ask_other_way(struct questions *questions, const struct ask_moment *moment, uint64_t address)
{
    struct session *session = questions->session;
    struct source_position position;
    struct text line = {0};
    struct error error;
    if (symbols_position(program_symbols(session->trace->program), address - program_bias(session->trace->program), &position) && position.line && position.file.size &&
        position.line != moment->instruction.line && !ask_line_ran(session, &position) && why_not_possible(session, &error)) {
        text_add(&line, "why not ");
        ask_file_line(session, position.file, position.line, &line);
        ask_add(questions, arena_copy(questions->arena, text_slice(&line)), "why not the other way: line %" PRIu64 " never ran", position.line);
    }
    text_free(&line);
}

static bool ask_branch(struct questions *questions, const struct ask_moment *moment, struct node node)
{
    struct session *session = questions->session;
    struct decoded decoded;
    struct text source = {0};
    uint64_t next = 0, line = 0;
    if (!program_disassemble(session->trace->program, node.index, &decoded) || decoded.flow != FLOW_BRANCH)
        return false;
    uint64_t past = store_instruction(session->trace->store, node.index).address + decoded.length;
    bool known = next_position(session, node, &next, &line);
    source_of(questions, node, &source);
    if (known && line && line != moment->instruction.line)
        ask_add(questions, command(questions, "why", node, ""), "why did %s lead to line %" PRIu64 "?", text_string(&source), line);
    else
        ask_add(questions, command(questions, "why", node, ""), "why did %s go this way?", text_string(&source));
    if (!known || next != past)
        ask_other_way(questions, moment, past);
    if (!known || next != decoded.target)
        ask_other_way(questions, moment, decoded.target);
    text_free(&source);
    return true;
}

static bool ask_branches(struct questions *questions, const struct ask_moment *moment)
{
    bool any = false;
    for (size_t i = 0; i < moment->nodes.count && !any; i++)       /* the last one decided */
        any = ask_branch(questions, moment, moment->nodes.items[i]);
    return any;
}

/* ---- Assignments ---- */

static bool is_used(const struct session *session, struct node node)
{
    struct links links = {0};
    bool used = store_users(session->trace->store, node, &session->options.progress, &links) && links.count;
    links_free(&links);
    return used;
}

/* Its first operand is memory, and written: pushes of arguments and return addresses are no assignments. */
static bool assigns(const struct session *session, struct node node)
{
    static const char *const readers[] = {"cmp", "test", "push", "nop", "mul", "div", "imul", "idiv", "bt",
                                          "fld", "fild", "fldcw", "fadd", "fmul", "fsub", "fdiv"};
    struct decoded decoded;
    if (!program_disassemble(session->trace->program, node.index, &decoded) || decoded.flow != FLOW_NEXT || !decoded.operands ||
        decoded.operand[0].kind != OPERAND_MEMORY)
        return false;
    for (size_t i = 0; i < sizeof readers / sizeof *readers; i++)
        if (strcmp(decoded.mnemonic, readers[i]) == 0)
            return false;
    return true;
}

static bool ask_assignment(struct questions *questions, const struct ask_moment *moment, struct node node, struct text *assigned)
{
    struct session *session = questions->session;
    struct ask_variable variable;
    struct text value = {0};
    uint64_t number;
    if (!assigns(session, node) || !ask_variable_of(session, moment, node, true, &variable))
        return false;
    text_append(assigned, text_slice(&variable.name));
    if (store_number(session->trace->store, node, &number)) {
        text_byte(&value, ' ');
        ask_describe(session, &variable, number, &value);
    }
    ask_add(questions, command(questions, "why", node, ""), value.size ? "why is `%.*s`%s here?" : "why is `%.*s`%s what it is here?",
            SLICE(text_slice(&variable.name)), text_string(&value));
    ask_who(questions, &variable);
    if (is_used(session, node)) {
        ask_add(questions, command(questions, "uses", node, ""), "who used `%.*s` then?", SLICE(text_slice(&variable.name)));
        ask_add(questions, command(questions, "slice fwd", node, " lines"), "what changed because of it?");
    }
    ask_variable_free(&variable);
    text_free(&value);
    return true;
}

static bool ask_assignments(struct questions *questions, const struct ask_moment *moment, struct text *assigned)
{
    bool any = false;
    for (size_t i = 0; i < moment->nodes.count && !any; i++)
        any = ask_assignment(questions, moment, moment->nodes.items[i], assigned);
    return any;
}

/* What the line came to, where it is in no memory: that of its last instance that computed with something. */
static void ask_result(struct questions *questions, const struct ask_moment *moment)
{
    struct session *session = questions->session;
    for (size_t i = 0; i < moment->nodes.count && moment->used_count; i++) {
        struct node node = moment->nodes.items[i];
        struct decoded decoded;
        uint64_t number;
        if (!program_disassemble(session->trace->program, node.index, &decoded) || decoded.flow != FLOW_NEXT || statement_is_frame(session->trace->program, node.index) ||
            !store_number(session->trace->store, node, &number))
            continue;
        struct text value = {0};
        ask_describe(session, &(struct ask_variable){0}, number, &value);
        ask_add(questions, command(questions, "why", node, ""), "why is the result %s?", text_string(&value));
        text_free(&value);
        return;
    }
}

/* ---- All of it ---- */

static void ask_control(struct questions *questions, const struct ask_moment *moment)
{
    uint64_t executions = moment->instruction.executions;
    struct text count = {0}, times = {0};
    text_count(&count, executions);
    text_count(&times, moment->node.instance + 1);
    const char *what = moment->instruction.line ? "line" : "instruction", *least = moment->instruction.executions_least ? "at least " : "";
    struct slice line = command(questions, "why", moment->node, " control");
    if (moment->controlled && executions > 1)
        ask_add(questions, line, "why did this %s run (turn %s of %s%s)?", what, text_string(&times), least, text_string(&count));
    else if (moment->controlled)
        ask_add(questions, line, "why did this %s run?", what);
    text_free(&count);
    text_free(&times);
}

bool ask_of_line(struct questions *questions, const struct ask_moment *moment)
{
    struct text assigned = {0};
    bool crashed = ask_crash(questions, moment), printed = ask_prints(questions->session, moment);
    if (printed)
        ask_values(questions, moment, true, text_slice(&assigned));
    bool branched = ask_branches(questions, moment), changed = ask_assignments(questions, moment, &assigned);
    if (!crashed && !printed && !branched && !changed)
        ask_result(questions, moment);
    if (!printed)
        ask_values(questions, moment, false, text_slice(&assigned));
    if (!crashed)
        ask_control(questions, moment);
    text_free(&assigned);
    return crashed;
}
