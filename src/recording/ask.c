/* ask.c - the command `ask`: the questions that make sense at your place.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/ask.h"
#include "recording/describe.h"
#include "recording/why.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    CODE_MOST = 1 << 16,                /* limits of the search: bytes of the function, and functions of the executable */
    FUNCTIONS_MOST = 1 << 14,
    LINES = 3, FUNCTIONS = 2,           /* the most that ask offers */
    UNRUN_SOURCE_ROOM = 24, UNRUN_NAME_ROOM = 32
};

/* Consecutive lines of code that did not run, or one function that was not called. */
struct unrun_code {
    struct source_position position;    /* of the first line */
    uint64_t last;
    uint64_t distance;                  /* in lines, from your place */
    bool ran;
};
struct unrun_codes {
    struct unrun_code *items;
    size_t count, capacity;
};

/* ---- Names ---- */

/* "`total += fee;`" */
static bool ask_source_line(struct session *session, const struct source_position *position, struct text *out)
{
    const struct session_source *source = session_source(session, position->file, position->folder);
    struct text code = {0};
    if (!source->source || position->line > source_line_count(source->source))
        return false;
    text_safe(&code, str_trim(source_line(source->source, position->line)));
    text_byte(out, '`');
    why_cut(text_str(&code), UNRUN_SOURCE_ROOM, out);
    text_byte(out, '`');
    text_free(&code);
    return true;
}

/* Has a line of the executable run? */
static bool ask_line_ran(struct session *session, const struct source_position *position)
{
    return program_line(wet_of(session)->program, position->file, position->line).count > 0;
}

/* ---- The nearest code that did not run ---- */

static void add(struct unrun_codes *codes, const struct source_position *position)
{
    codes->items = array_grow(codes->items, &codes->capacity, codes->count + 1, sizeof *codes->items);
    codes->items[codes->count++] = (struct unrun_code){.position = *position, .last = position->line};
}

static uint64_t distance(uint64_t a, uint64_t b)
{
    return a > b ? a - b : b - a;
}

static int by_line(const void *a, const void *b)
{
    const struct unrun_code *x = a, *y = b;
    return COMPARE(x->position.line, y->position.line);
}

static int nearest_first(const void *a, const void *b)
{
    const struct unrun_code *x = a, *y = b;
    return x->distance != y->distance ? (x->distance < y->distance ? -1 : 1) : by_line(a, b);
}

/* ---- Lines ---- */

/* The lines of your current function's code, each once, ascending. */
static void find_lines(struct session *session, const struct ask_moment *moment, struct unrun_codes *codes)
{
    struct symbols *symbols = program_symbols(wet_of(session)->program);
    struct source_position position;
    size_t index;
    uint64_t link = moment->instruction.address - program_bias(wet_of(session)->program), before = 0;
    if (!symbols_function_at(symbols, link, &index))
        return;
    struct symbols_function function = symbols_function(symbols, index);
    for (uint64_t at = 0; at < function.size && at < CODE_MOST; at++) {
        if (!symbols_position(symbols, function.address + at, &position) || position.line == 0 || position.line == before ||
            !str_equal(position.file, moment->instruction.file) || !str_equal(position.function, moment->instruction.function))
            continue;
        before = position.line;
        add(codes, &position);
    }
    if (codes->count)
        qsort(codes->items, codes->count, sizeof *codes->items, by_line);
}

/* Does the executable know where the line's code begins, so that a command can name it? */
static bool begins(struct session *session, const struct source_position *position)
{
    uint64_t *addresses;
    size_t count = symbols_line_code(program_symbols(wet_of(session)->program), position->file, position->line, &addresses);
    free(addresses);
    return count > 0;
}

/* Joins neighbouring lines that did not run, and leaves out lines that ran. */
static void join_lines(struct session *session, uint64_t here, struct unrun_codes *codes)
{
    size_t count = 0;
    bool open = false;
    for (size_t i = 0; i < codes->count; i++) {
        struct unrun_code *code = &codes->items[i];
        if (i && code->position.line == codes->items[i - 1].last && !open)
            continue;
        if (ask_line_ran(session, &code->position)) {
            open = false;
        } else if (open) {
            codes->items[count - 1].last = code->last;
        } else if (begins(session, &code->position)) {
            struct unrun_code first = *code;
            first.distance = distance(first.position.line, here);
            codes->items[count++] = first;
            open = true;
        }
    }
    codes->count = count;
}

static void ask_lines(struct questions *questions, const struct ask_moment *moment, bool crashed)
{
    struct session *session = questions->session;
    struct unrun_codes codes = {0};
    find_lines(session, moment, &codes);
    join_lines(session, moment->instruction.line, &codes);
    if (codes.count)
        qsort(codes.items, codes.count, sizeof *codes.items, nearest_first);
    for (size_t i = 0, asked = 0; i < codes.count && asked < LINES; i++) {
        const struct unrun_code *code = &codes.items[i];
        if (crashed && code->position.line > moment->instruction.line)
            continue;
        asked++;
        struct text line = {0}, source = {0};
        text_add(&line, "why not ");
        ask_file_line(session, code->position.file, code->position.line, &line);
        ask_source_line(session, &code->position, &source);
        const char *blank = source.size ? " " : "";
        if (code->last > code->position.line)
            ask_add(questions, arena_copy(questions->arena, text_str(&line)), "why did lines %" PRIu64 " to %" PRIu64 "%s%s not run?", code->position.line,
                    code->last, blank, text_string(&source));
        else
            ask_add(questions, arena_copy(questions->arena, text_str(&line)), "why did line %" PRIu64 "%s%s not run?", code->position.line, blank,
                    text_string(&source));
        text_free(&line);
        text_free(&source);
    }
    free(codes.items);
}

/* ---- Functions ---- */

/* Does this name work in a command? */
static bool is_word(struct session *session, struct str name)
{
    struct place place = {0};
    struct error error;
    return name.size && str_find_byte(name, '"') == SIZE_MAX && session_parse(session, name, &place, &error) && place.has == PLACE_FUNCTION;
}

static void find_functions(struct session *session, const struct ask_moment *moment, struct unrun_codes *codes)
{
    struct symbols *symbols = program_symbols(wet_of(session)->program);
    size_t count = symbols_function_count(symbols);
    for (size_t i = 0; i < count && i < FUNCTIONS_MOST; i++) {
        struct symbols_function function = symbols_function(symbols, i);
        struct source_position position;
        uint64_t index;
        if (!function.name.size || store_find_address(wet_of(session)->store, function.address + program_bias(wet_of(session)->program), &index) ||
            !symbols_position(symbols, function.address, &position) || !str_equal(position.file, moment->instruction.file) ||
            !is_word(session, position.function) || program_function(wet_of(session)->program, position.function).count)
            continue;
        add(codes, &position);
        codes->items[codes->count - 1].distance = distance(position.line, moment->instruction.line);
    }
    if (codes->count)
        qsort(codes->items, codes->count, sizeof *codes->items, nearest_first);
}

static void ask_functions(struct questions *questions, const struct ask_moment *moment)
{
    struct unrun_codes codes = {0};
    find_functions(questions->session, moment, &codes);
    for (size_t i = 0; i < codes.count && i < FUNCTIONS; i++) {
        struct str function = codes.items[i].position.function;
        struct text name = {0}, shown = {0};
        text_safe(&name, function);
        shorten_name(function, UNRUN_NAME_ROOM, &shown);
        const char *quote = str_find_byte(function, ' ') != SIZE_MAX ? "\"" : "";
        struct str line = arena_printf(questions->arena, "why not %s%s%s", quote, text_string(&name), quote);
        ask_add(questions, line, "why was `%s` not called?", text_string(&shown));
        text_free(&name);
        text_free(&shown);
    }
    free(codes.items);
}

/* crashed: only lines before yours are worth a question; those behind did not run because the program died. */
static void ask_of_unrun(struct questions *questions, const struct ask_moment *moment, bool crashed)
{
    struct error error;
    if (!moment->instruction.line || !moment->instruction.file.size || !moment->instruction.has_address || !why_not_possible(questions->session, &error))
        return;
    ask_lines(questions, moment, crashed);
    ask_functions(questions, moment);
}

/* ---- Questions about one run of a line ---- */

enum {
    VALUES = 4, VALUES_BESIDE = 3,      /* the most values that ask offers: at an output; elsewhere */
    WRITERS = 2,
    SOURCE_ROOM = 24, NAME_ROOM = 32     /* cells */
};

static struct str command(const struct questions *questions, const char *before, struct node node, const char *after)
{
    struct text text = {0};
    text_printf(&text, "%s ", before);
    describe_node(questions->session, node, &text);
    text_add(&text, after);
    struct str line = arena_copy(questions->arena, text_str(&text));
    text_free(&text);
    return line;
}

/* ---- Used values ---- */

/* Does another used value have the same name and number? */
static bool has_double(const struct ask_moment *moment, const struct ask_used *used)
{
    for (size_t i = 0; i < moment->used_count; i++) {
        const struct ask_used *other = &moment->used[i];
        if (other != used && str_equal(text_str(&other->variable.name), text_str(&used->variable.name)) && other->known == used->known &&
            other->number == used->number)
            return true;
    }
    return false;
}

/* The origin of a value: its line, if only that tells it from another value; for a value without a name, the function that returned it: "length". */
static void add_origin(const struct questions *questions, const struct ask_moment *moment, const struct ask_used *used, struct text *out)
{
    struct instruction instruction = program_instruction(wet_of(questions->session)->program, used->definer.index);
    if (has_double(moment, used) && instruction.line && instruction.file.size) {
        text_add(out, ", from ");
        ask_file_line(questions->session, instruction.file, instruction.line, out);
        text_add(out, ",");
        return;
    }
    if (used->variable.name.size || !instruction.function.size || str_equal(instruction.function, moment->instruction.function))
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
        text_printf(&what, "`%.*s`", STR(text_str(&used->variable.name)));
    if (used->known) {
        text_add(&what, what.size ? " " : "");
        ask_describe(questions->session, &used->variable, used->number, &what);
    }
    add_origin(questions, moment, used, &what);
    ask_add(questions, command(questions, "why", used->definer, ""), "why %s %s %s?", how->verb, text_string(&what), how->end);
    text_free(&what);
}

/* Is it part of the bad address? The list has a question about that already. */
static bool is_bad(const struct fault *fault, const struct ask_used *used)
{
    enum { BESIDE = 4096 };             /* a member or an element behind a bad pointer */
    return fault && fault->has_accessed && used->known && fault->accessed - used->number < BESIDE;
}

/* The questions about a value, the most useful first. At an output, values that did not go into the call come after those that did. */
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

/* For values that libraries perhaps read, or that formed addresses, both name and number are needed; for others one of them. */
static bool can_be_asked(const struct ask_used *used, enum value_use use)
{
    bool named = used->variable.name.size > 0;
    return use < VALUE_BESIDE ? named || used->known : named && used->known;
}

/* `assigned`: the variable that the line changed. */
static void ask_values(struct questions *questions, const struct ask_moment *moment, bool printed, struct str assigned)
{
    size_t most = printed ? VALUES : VALUES_BESIDE, asked = 0;
    struct node at;
    const struct fault *fault = wet_fault_among(questions->session, &moment->nodes, &at);
    for (enum value_use use = VALUE_NAMED; use < VALUE_USES; use++)
        for (size_t i = 0; i < moment->used_count && asked < most; i++) {
            const struct ask_used *used = &moment->used[i];
            bool before = assigned.size && str_equal(text_str(&used->variable.name), assigned);
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
    struct str line = arena_printf(questions->arena, "who %.*s", STR(text_str(&variable->who)));
    ask_add(questions, line, "who wrote `%.*s`, and when?", STR(text_str(&variable->name)));
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
    struct str why = command(questions, "why", node, "");
    if (fault->has_accessed && !fault->skipped && fault->kind == FAULT_INSTRUCTION)
        ask_add(questions, why, "why is the address 0x%" PRIx64 " bad?", fault->accessed);
    else
        ask_add(questions, why, "why did %s happen here?", text_string(&signal));
    text_free(&signal);
    ask_writers(questions, moment);
    if (moment->controlled)
        ask_add(questions, command(questions, "why", node, " control"), "why did the program get here?");
    if (moment->has_time && store_summary(wet_of(questions->session)->store).times > 1)
        ask_add(questions, str_of("reverse-step"), "what ran before?");
    return true;
}

/* ---- Branches ---- */

static void source_of(const struct questions *questions, struct node node, struct text *out)
{
    struct text code = {0};
    if (describe_statement(questions->session, node, &code)) {
        text_byte(out, '`');
        why_cut(text_str(&code), SOURCE_ROOM, out);
        text_byte(out, '`');
    } else {
        text_add(out, "this branch");
    }
    text_free(&code);
}

/* Where the branch led, as the clock tells. */
static bool next_position(const struct session *session, struct node node, uint64_t *address, uint64_t *line)
{
    uint64_t time, next;
    struct node after;
    if (!store_time(wet_of(session)->store, node, &time) || !store_next_in_thread(wet_of(session)->store, time, &next) || !store_at(wet_of(session)->store, next, &after))
        return false;
    struct instruction instruction = program_instruction(wet_of(session)->program, after.index);
    *address = instruction.address;
    *line = instruction.line;
    return instruction.has_address;
}

/* The way that the branch did not take, if its line never ran. */
static void ask_other_way(struct questions *questions, const struct ask_moment *moment, uint64_t address)
{
    struct session *session = questions->session;
    struct source_position position;
    struct text line = {0};
    struct error error;
    if (symbols_position(program_symbols(wet_of(session)->program), address - program_bias(wet_of(session)->program), &position) && position.line && position.file.size &&
        position.line != moment->instruction.line && !ask_line_ran(session, &position) && why_not_possible(session, &error)) {
        text_add(&line, "why not ");
        ask_file_line(session, position.file, position.line, &line);
        ask_add(questions, arena_copy(questions->arena, text_str(&line)), "why did it not go the other way, to line %" PRIu64 "?", position.line);
    }
    text_free(&line);
}

static bool ask_branch(struct questions *questions, const struct ask_moment *moment, struct node node)
{
    struct session *session = questions->session;
    struct decoded decoded;
    struct text source = {0};
    uint64_t next = 0, line = 0;
    if (!program_disassemble(wet_of(session)->program, node.index, &decoded) || decoded.flow != FLOW_BRANCH)
        return false;
    uint64_t past = store_instruction(wet_of(session)->store, node.index).address + decoded.length;
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
    bool used = store_users(wet_of(session)->store, node, &session->options.progress, &links) && links.count;
    links_free(&links);
    return used;
}

/* Is its first operand memory that it writes? Pushes of arguments and return addresses are no assignments. */
static bool assigns(const struct session *session, struct node node)
{
    struct decoded decoded;
    return program_disassemble(wet_of(session)->program, node.index, &decoded) && decoded.flow == FLOW_NEXT && decoded.operands &&
           decoded.operand[0].kind == OPERAND_MEMORY && !(decoded.traits & TRAIT_READS);
}

static bool ask_assignment(struct questions *questions, const struct ask_moment *moment, struct node node, struct text *assigned)
{
    struct session *session = questions->session;
    struct ask_variable variable;
    struct text value = {0};
    uint64_t number;
    if (!assigns(session, node) || !ask_variable_of(session, moment, node, true, &variable))
        return false;
    text_append(assigned, text_str(&variable.name));
    if (store_number(wet_of(session)->store, node, &number)) {
        text_byte(&value, ' ');
        ask_describe(session, &variable, number, &value);
    }
    ask_add(questions, command(questions, "why", node, ""), value.size ? "why is `%.*s`%s here?" : "why does `%.*s`%s have this value here?",
            STR(text_str(&variable.name)), text_string(&value));
    ask_who(questions, &variable);
    if (is_used(session, node)) {
        ask_add(questions, command(questions, "uses", node, ""), "who used `%.*s` then?", STR(text_str(&variable.name)));
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

/* The result of a line that stores nothing: the value of its last execution that computed something. */
static void ask_result(struct questions *questions, const struct ask_moment *moment)
{
    struct session *session = questions->session;
    for (size_t i = 0; i < moment->nodes.count && moment->used_count; i++) {
        struct node node = moment->nodes.items[i];
        struct decoded decoded;
        uint64_t number;
        if (!program_disassemble(wet_of(session)->program, node.index, &decoded) || decoded.flow != FLOW_NEXT || statement_is_frame(wet_of(session)->program, node.index) ||
            !store_number(wet_of(session)->store, node, &number))
            continue;
        struct text value = {0};
        ask_describe(session, &(struct ask_variable){0}, number, &value);
        ask_add(questions, command(questions, "why", node, ""), "why is the result %s?", text_string(&value));
        text_free(&value);
        return;
    }
}

/* ---- The whole list ---- */

static void ask_control(struct questions *questions, const struct ask_moment *moment)
{
    uint64_t executions = moment->instruction.executions;
    struct text count = {0}, times = {0};
    text_count(&count, executions);
    text_count(&times, moment->node.instance + 1);
    const char *what = moment->instruction.line ? "line" : "instruction", *least = moment->instruction.executions_least ? "at least " : "";
    struct str line = command(questions, "why", moment->node, " control");
    if (moment->controlled && executions > 1)
        ask_add(questions, line, "why did this %s run (turn %s of %s%s)?", what, text_string(&times), least, text_string(&count));
    else if (moment->controlled)
        ask_add(questions, line, "why did this %s run?", what);
    text_free(&count);
    text_free(&times);
}

/* did the program die there? */
static bool ask_of_line(struct questions *questions, const struct ask_moment *moment)
{
    struct text assigned = {0};
    bool crashed = ask_crash(questions, moment), printed = ask_prints(questions->session, moment);
    if (printed)
        ask_values(questions, moment, true, text_str(&assigned));
    bool branched = ask_branches(questions, moment), changed = ask_assignments(questions, moment, &assigned);
    if (!crashed && !printed && !branched && !changed)
        ask_result(questions, moment);
    if (!printed)
        ask_values(questions, moment, false, text_str(&assigned));
    if (!crashed)
        ask_control(questions, moment);
    text_free(&assigned);
    return crashed;
}

/* ---- The command `ask`: a menu of questions ---- */

enum { COLUMN_MOST = 52 };              /* commands start no further right than this, except behind longer questions */

/* ---- Other kinds of traces ---- */

enum needed { NEEDS_NOTHING, NEEDS_HERE, NEEDS_PAST /* something ran before */, NEEDS_FRAMES, NEEDS_CHOICES, NEEDS_SYMBOLS };

static const struct kind_question {
    unsigned kinds;                     /* of enum kind */
    enum needed needed;                 /* without it there is no answer */
    const char *words, *command;
} kind_questions[] = {
    {KIND_CSI, NEEDS_FRAMES, "what ran last in this frame?", "suffix"},
    {KIND_CSI, NEEDS_FRAMES, "how did the program get here?", "backtrace"},
    {KIND_CSI, NEEDS_CHOICES, "how could it have come here?", "candidates"},
    {KIND_CSI, NEEDS_FRAMES, "which code ran, and which did not?", "coverage"},
    {KIND_CSI, NEEDS_HERE, "which paths lead through this function?", "graph"},
    {KIND_CSI, NEEDS_NOTHING, "what should you paste from gdb?", "gdb-commands"},
    {KIND_AE, NEEDS_HERE, "how did the program get here?", "backtrace"},
    {KIND_AE, NEEDS_HERE, "what do the registers hold?", "info registers"},
    {KIND_AE, NEEDS_PAST, "what ran before?", "reverse-step"},
    {KIND_AE, NEEDS_NOTHING, "which functions and loops are there?", "info functions"},
    {KIND_AE, NEEDS_NOTHING, "which loops could run in parallel?", "pp"},
    {KIND_GNATCOV, NEEDS_SYMBOLS, "what is the next code that did not run?", "next-uncovered"},
    {KIND_GNATCOV, NEEDS_SYMBOLS, "what is the next branch that went only one way?", "next-uncovered branch"},
    {KIND_GNATCOV, NEEDS_SYMBOLS, "how much of the code ran?", "coverage"},
    {KIND_GNATCOV, NEEDS_SYMBOLS, "how much of each function ran?", "info functions"},
    {KIND_GNATCOV, NEEDS_NOTHING, "what does the trace record?", "entries"},
};

static bool has(const struct session *session, enum needed needed)
{
    struct place place = {0};
    if (needed == NEEDS_HERE || needed == NEEDS_PAST)
        return session->trace->kind->here(session, &place) && (needed == NEEDS_HERE || place.event > 1);
    size_t choices;
    if (needed == NEEDS_FRAMES || needed == NEEDS_CHOICES)
        return session->trace->kind->frames(session, &choices) > 0 && (needed == NEEDS_FRAMES || choices > 1);
    return needed == NEEDS_NOTHING || session->trace->symbols;
}

static void ask_of_kind(struct questions *questions)
{
    unsigned kinds = session_kinds(questions->session);
    for (size_t i = 0; i < sizeof kind_questions / sizeof *kind_questions; i++)
        if (kind_questions[i].kinds & kinds && has(questions->session, kind_questions[i].needed))
            ask_add(questions, str_of(kind_questions[i].command), "%s", kind_questions[i].words);
}

/* ---- WET traces ---- */

static bool depends(struct session *session, const struct ask_moment *moment)
{
    struct links links = {0};
    bool any = moment->controlled || moment->used_count ||
               (store_definers(wet_of(session)->store, moment->node, &session->options.progress, &links) && links.count);
    links_free(&links);
    return any;
}

static void ask_always(struct questions *questions, const struct ask_moment *moment)
{
    struct text position = {0};
    if (!depends(questions->session, moment))
        return;
    ask_position(questions->session, moment->node, &position);
    ask_add(questions, arena_printf(questions->arena, "slice back %s lines rank", text_string(&position)), "which lines led to it, ranked?");
    ask_add(questions, arena_printf(questions->arena, "slice lock back %s", text_string(&position)), "the same lines, with the rest dimmed?");
    text_free(&position);
}

static bool ask_of_node(struct questions *questions, struct str word, struct rows *rows, struct error *error)
{
    struct why_question asked = {0};
    struct ask_moment moment;
    bool found = why_place(questions->session, word, &asked, error);
    struct node node = found ? asked.roots.items[0] : (struct node){0, 0};
    why_question_free(&asked);
    if (!found)
        return false;
    title_of_node(questions->session, "ask", node, rows);
    questions->place = place_of_node(questions->session, node);
    ask_moment_read(questions->session, node, &moment);
    questions->room = ASK_MOST - ASK_ALWAYS;
    bool crashed = ask_of_line(questions, &moment);
    ask_of_outputs(questions, &moment);
    ask_of_unrun(questions, &moment, crashed);
    questions->room = ASK_MOST;
    ask_always(questions, &moment);
    ask_moment_free(&moment);
    return true;
}

/* ---- The list ---- */

static void rows_of_questions(const struct questions *questions, struct rows *rows)
{
    size_t column = 0;
    for (size_t i = 0; i < questions->count; i++) {
        size_t width = text_width(questions->items[i].words);
        column = width > column && width <= COLUMN_MOST ? width : column;
    }
    for (size_t i = 0; i < questions->count; i++) {
        const struct question *question = &questions->items[i];
        struct row *row = rows_add(rows, question->words);
        row_column(row, column + 2);
        row_style(row, STYLE_DIM);
        text_append(&row->text, question->command);
        row->place = questions->place;
        row_ask(row, question->command);
        row_string(row, "question", question->words);
        row_string(row, "command", question->command);
    }
}

COMMAND(run_ask)
{
    struct questions questions = {.session = session, .arena = &answer->rows.arena, .room = ASK_MOST};
    struct str word = {NULL, 0};
    if (!session_need_open(session, error))
        return false;
    argument_next(&arguments, &word);
    if (!argument_end(arguments, error))
        return false;
    if (wet_of(session)->store) {
        if (!ask_of_node(&questions, word, &answer->rows, error))
            return false;
    } else if (word.size) {
        return error_set(error, "`ask POS` is for recordings and WET traces: use `ask` alone here");
    } else {
        ask_of_kind(&questions);
        answer->rows.title = str_of("ask");
    }
    if (!questions.count)
        return error_set(error, "no question applies here");
    rows_of_questions(&questions, &answer->rows);
    answer->is_list = true;
    return true;
}
