/* steps.c - steps of one thread both ways, the run of a line, and the value of a statement.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/steps.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* ---- The entry of a function ---- */

bool steps_last_in(const struct store *store, const struct store_frame *frame, uint64_t time, uint64_t index, unsigned most, struct node *node, uint64_t *when)
{
    uint64_t before = time + 1, until, thread = store_thread(store, frame->from);
    bool alone = store_thread_count(store) < 2;
    for (unsigned jump = 0; jump < most && store_previous_execution(store, index, before, node, when) && *when >= frame->from; jump++) {
        if (!alone && store_thread(store, *when) != thread) {
            if (!store_thread_until(store, thread, *when, &until))
                return false;
            before = until + 1;
            continue;
        }
        struct store_frame deeper;
        uint64_t depth = store_depth(store, *when);
        if (depth <= frame->depth)
            return depth == frame->depth;
        if (!store_frame(store, *when, depth - frame->depth - 1, &deeper) || deeper.from > *when)
            return false;
        before = deeper.from;
    }
    return false;
}

/* The entry of the function, in its object and in the trace, whose code ran at a time. */
static bool entry_of(const struct session *session, uint64_t time, struct wet_code *code, uint64_t *entry, uint64_t *address)
{
    struct node node;
    if (!store_at(wet_of(session)->store, time, &node) || !wet_code_at(session, time, code) || !symbols_function_entry(code->symbols, code->link, entry))
        return false;
    *address = program_instruction(wet_of(session)->program, node.index).address - code->link + *entry;
    return true;
}

/* The last execution in the frame of the instruction at an address. */
static bool last_at(const struct session *session, const struct store_frame *frame, uint64_t time, uint64_t address, uint64_t *when)
{
    enum { CALLS = 4096 };
    struct indices all = program_by_address(wet_of(session)->program);
    const struct store *store = wet_of(session)->store;
    struct node node;
    struct instruction found;
    uint64_t last;
    *when = 0;
    LOWER_BOUND(size_t, at, 0, all.count, (found = store_instruction(store, all.items[at])).has_address && found.address < address);
    for (; at < all.count && (found = store_instruction(store, all.items[at])).has_address && found.address == address; at++)
        if (steps_last_in(store, frame, time, all.items[at], CALLS, &node, &last) && last > *when)
            *when = last;
    return *when > 0;
}

bool wet_entered(const struct session *session, uint64_t time, uint64_t *entered, struct error *error)
{
    const struct store *store = wet_of(session)->store;
    struct store_frame frame;
    struct wet_code code, other;
    uint64_t entry, address, before, begins;
    *entered = 0;
    if (!store_frame(store, time, 0, &frame) || !frame.from || !entry_of(session, time, &code, &entry, &address))
        return error_set(error, "clew does not know which function runs there, or since when");
    if (!last_at(session, &frame, time, address, entered))
        return error_set(error, "no execution in this frame is known to have entered the function");
    if (*entered == frame.from)
        return true;
    if (!store_previous_in_thread(store, *entered, &before) || store_depth(store, before) != frame.depth)
        return error_set(error, "clew does not know how the function was entered");
    if (entry_of(session, before, &other, &begins, &address) && other.symbols == code.symbols && begins == entry)
        return error_set(error, "the function went back to its first instruction @%" PRIu64 ", and perhaps called itself by a jump", *entered);
    return true;
}

/* ---- The end of a function's prologue ---- */

uint64_t steps_second_beginning(const struct session *session, const struct instruction *entry)
{
    uint64_t link, *addresses = NULL, found = 0;
    size_t function, other;
    struct symbols *symbols = program_symbols_at(wet_of(session)->program, entry->address, &link);
    if (!symbols || !symbols_function_at(symbols, link, &function))
        return 0;
    size_t count = symbols_line_addresses(symbols, entry->file, entry->line, &addresses);
    for (size_t i = 0; i < count && !found; i++)
        if (addresses[i] > link && symbols_function_at(symbols, addresses[i], &other) && other == function)
            found = addresses[i] + (entry->address - link);
    free(addresses);
    return found;
}

/* The last time in a frame's prologue: before another line or, if second is not 0, before that address. False: the frame does not get there soon, or calls
 * something before. */
static bool end_of_prologue(const struct session *session, const struct instruction *entry, const struct store_frame *frame, uint64_t second, uint64_t *time)
{
    enum { PROLOGUE = 64 };
    const struct store *store = wet_of(session)->store;
    struct node node;
    uint64_t last = frame->from, next;
    for (unsigned i = 0; i < PROLOGUE && store_next_in_thread(store, last, &next) && next < frame->to && store_at(store, next, &node); i++) {
        if (store_depth(store, next) != frame->depth)
            return false;
        struct instruction now = program_instruction(wet_of(session)->program, node.index);
        if (second ? now.address == second : now.line && now.line != entry->line) {
            *time = last;
            return true;
        }
        last = next;
    }
    return false;
}

uint64_t wet_behind_prologue(const struct session *session, uint64_t time)
{
    struct store_frame frame;
    struct node node;
    uint64_t behind = time, second;
    if (!store_frame(wet_of(session)->store, time, 0, &frame) || frame.from != time || !store_at(wet_of(session)->store, time, &node))
        return time;
    struct instruction entry = program_instruction(wet_of(session)->program, node.index);
    if (!entry.line || end_of_prologue(session, &entry, &frame, 0, &behind))
        return behind;
    second = steps_second_beginning(session, &entry);
    return second && end_of_prologue(session, &entry, &frame, second, &behind) ? behind : time;
}

/* The recorded value of a call is the return address it pushed, that of a frame instruction a stack address: readers of statements want neither. */
bool wet_is_machinery(const struct session *session, struct node node)
{
    struct decoded decoded;
    if (!program_disassemble(wet_of(session)->program, node.index, &decoded))
        return false;
    return flow_is_call(decoded.flow) || statement_is_frame(wet_of(session)->program, node.index);
}

/* Does an instruction write more than the 8 bytes whose number a recording keeps? Compares of vectors write flags. */
static bool writes_more(const struct decoded *decoded)
{
    return decoded->operands > 0 && decoded->operand[0].size > 8 && !(decoded->traits & TRAIT_FLAGS);
}

/* Notes the kind of the instruction. For a return the recording has only the stack pointer, for want of another register, not the function's return value. */
const struct recording *wet_look_at(const struct session *session, struct node node)
{
    struct recording *recording = wet_of(session)->recording;
    struct decoded decoded;
    if (recording && (!recording->flow_known || recording->flow_index != node.index)) {     /* neighbours in lists are mostly of one instruction */
        recording->flow_known = true;
        recording->flow_index = node.index;
        bool known = program_disassemble(wet_of(session)->program, node.index, &decoded);
        recording->is_return = known && decoded.flow == FLOW_RETURN;
        recording->is_cut = known && writes_more(&decoded);
    }
    return recording;
}

bool describe_is_value(const struct session *session, struct node node)
{
    uint64_t first;
    if (!store_values_of(wet_of(session)->store, node, &first) || wet_is_machinery(session, node))
        return false;
    const struct recording *recording = wet_look_at(session, node);
    return !recording || !recording->is_return;
}

/* ---- The purpose of an instruction, by its code ---- */

bool wet_is_call(const struct session *session, uint64_t index)
{
    return program_is_call(wet_of(session)->program, index);
}

bool wet_is_fetch(const struct session *session, uint64_t index)
{
    struct decoded decoded;
    return program_disassemble(wet_of(session)->program, index, &decoded) && decoded.traits & TRAIT_MOVES && decoded.operands == 2 && decoded.operand[0].kind == OPERAND_REGISTER &&
           decoded.operand[1].kind != OPERAND_IMMEDIATE;
}

/* ---- Is the value of an execution a value of its line's statement? ----
 *
 * Without optimisation, every computation in a line's code belongs to its statement, and the last one is the statement's value. An optimising compiler moves
 * code: among a line's code it computes an address for later, loads a constant of the next line, or saves a register. No reader would call any of these the
 * line's value. The executable identifies some values: a register that is a variable's home once the instruction has written it, or a stack slot where a
 * variable lives. The program itself asked for a store elsewhere in memory. A value that is fetched from there and compared by the next instruction, on the
 * same line, is part of a condition. For all others the owner is unknown, and no value is better than another line's value. */

/* Is a register the home of a variable for the code at an address? *any: the variables there are known at all. In a large executable reading them takes
 * seconds, too long for the first screen: there it returns false, with *any set. */
static bool is_home(struct symbols *symbols, uint64_t address, int reg, bool *any)
{
    enum { LARGE = 1 << 25 };
    struct variable *found;
    struct file_stat stat;
    *any = true;
    if (file_stat(symbols_path(symbols).data, &stat) && stat.size > LARGE)
        return false;
    size_t count = symbols_variables(symbols, address, &found);
    bool home = false;
    for (size_t i = 0; i < count; i++)
        home = home || (found[i].place == VARIABLE_REGISTER && found[i].reg == reg);
    free(found);
    *any = count > 0;
    return home;
}

/* Is a value stored at a distance from the stack pointer in a variable? If the frame is unknown, no. */
static bool is_in_variable(const struct session *session, struct node node, uint64_t link)
{
    struct memory_access accesses[MEMORY_ACCESSES];
    struct memory *memory = who_memory(session);
    struct variable variable;
    uint64_t time, cfa, offset;
    if (!store_time(wet_of(session)->store, node, &time) || !memory_cfa(memory, time, &cfa))
        return false;
    size_t count = memory_accesses(memory, node, accesses);
    for (size_t i = 0; i < count; i++)
        if (accesses[i].writes && accesses[i].why == MEMORY_KNOWN &&
            symbols_variable_in_frame(program_symbols(wet_of(session)->program), link, (int64_t)(accesses[i].address - cfa), &variable, &offset))
            return true;
    return false;
}

/* Is it fetched and then compared at once? */
static bool is_looked_at(const struct session *session, uint64_t index, const struct decoded *fetch)
{
    const struct program *program = wet_of(session)->program;
    struct instruction own = program_instruction(program, index);
    struct decoded next;
    uint64_t other;
    if (fetch->operands != 2 || fetch->operand[1].kind != OPERAND_MEMORY || !(fetch->traits & TRAIT_MOVES) ||
        !store_find_address(wet_of(session)->store, own.address + fetch->length, &other) || !program_disassemble(program, other, &next))
        return false;
    struct instruction behind = program_instruction(program, other);
    bool compares = next.operation == OPERATION_TEST || next.operation == OPERATION_COMPARE, its = false;
    for (size_t i = 0; i < next.operands && i < 2; i++)
        its = its || (next.operand[i].kind == OPERAND_REGISTER && next.operand[i].reg == fetch->operand[0].reg);
    return compares && its && behind.line == own.line && str_equal(behind.file, own.file);
}

bool wet_is_of_statement(const struct session *session, struct node node)
{
    struct symbols *symbols = program_symbols(wet_of(session)->program);
    struct decoded decoded;
    bool any;
    uint64_t link = store_instruction(wet_of(session)->store, node.index).address - program_bias(wet_of(session)->program);
    if (!wet_of(session)->recording || !symbols || symbols_has_frame_pointer(symbols, link) ||
        !program_disassemble(wet_of(session)->program, node.index, &decoded) || !decoded.operands)
        return true;
    const struct operand *written = &decoded.operand[0];
    if (written->kind == OPERAND_MEMORY)
        return written->base != decoded.arch->stack_pointer || written->segment_based || is_in_variable(session, node, link);
    if (written->kind != OPERAND_REGISTER || written->reg < 0 || written->reg >= GENERAL_REGISTERS)
        return true;                    /* homes in vector registers are not checked: a value */
    return is_home(symbols, link + decoded.length, written->reg, &any) || !any || is_looked_at(session, node.index, &decoded);
}

enum {
    PASSED_REPORTED = 4096,             /* executions between two reports of progress */
    WALKED_WITHOUT_LINE = 1 << 14       /* executions; then it asks for the next one with a line */
};

/* ---- Frames on the way ---- */

static void take_frame(struct walker *w)
{
    if (!store_frame(w->store, w->origin, w->level, &w->frame)) {
        w->frame = (struct store_frame){.to = UINT64_MAX};
        w->no_frame = w->level > 0;
    }
}

/* Puts the walker at a time, in its frame. */
void steps_begin(struct walker *w, uint64_t time)
{
    w->time = w->origin = time;
    w->level = 0;
    w->left = w->no_frame = false;
    take_frame(w);
}

/* Leaves frames that have ended. */
static void leave_frames(struct walker *w, uint64_t time)
{
    while (time >= w->frame.to || time < w->frame.from) {
        w->left = true;
        w->level++;
        take_frame(w);
    }
}

static uint64_t depth_at(struct walker *w, uint64_t time)
{
    if (time < w->depth_from || time >= w->depth_to)
        w->depth = store_depth_range(w->store, time, &w->depth_from, &w->depth_to);
    return w->depth;
}

/* From a time within a callee to its return or, backwards, to its call. False: it has none in this recording. */
bool steps_out(struct walker *w, uint64_t *time)
{
    struct store_frame inner;
    leave_frames(w, *time);
    while (!w->no_frame && depth_at(w, *time) > w->frame.depth) {
        if (!store_frame(w->store, *time, w->depth - w->frame.depth - 1, &inner) || (!w->reverse && inner.to > store_summary(w->store).times))
            return false;
        if (!w->reverse)
            *time = inner.to;
        else if (inner.call)
            *time = inner.call;
        else if (!store_previous_in_thread(w->store, inner.from, time))
            return false;
        leave_frames(w, *time);
    }
    return true;
}

enum step steps_instruction(struct walker *w)
{
    uint64_t time;
    if (!(w->reverse ? store_previous_in_thread(w->store, w->time, &time) : store_next_in_thread(w->store, w->time, &time)))
        return STEP_END;
    if (w->over && !steps_out(w, &time))
        return STEP_END;
    leave_frames(w, time);
    w->time = time;
    if (++w->passed % PASSED_REPORTED == 0 && !progress_report(&w->session->options.progress, time, store_summary(w->store).times))
        return STEP_INTERRUPTED;
    return STEP_DONE;
}

/* ---- Lines ---- */

bool steps_source(const struct walker *w, struct instruction *instruction)
{
    struct node node;
    *instruction = (struct instruction){0};
    if (store_at(w->store, w->time, &node))
        *instruction = program_instruction(wet_of(w->session)->program, node.index);
    return instruction->line && instruction->file.size;
}

static bool same_line(const struct instruction *a, const struct instruction *b)
{
    return a->line == b->line && str_equal(a->file, b->file) && str_equal(a->function, b->function);
}

/* Is the walker in the frame it began in, and are both instructions on one line? */
static bool steps_at_place(struct walker *w, const struct instruction *from, const struct instruction *now)
{
    return !w->left && depth_at(w, w->time) == w->frame.depth && same_line(from, now);
}

/* The nearest execution of any thread with a line, on the way. Some microseconds for each instruction of the trace, at any distance. */
static bool nearest_line(const struct walker *w, uint64_t *time)
{
    struct node node;
    uint64_t when, none = w->reverse ? 0 : UINT64_MAX;
    *time = none;
    for (uint64_t i = 0; i < store_count(w->store); i++) {
        struct instruction instruction = program_instruction(wet_of(w->session)->program, i);
        if (instruction.line && instruction.file.size && (w->reverse ? store_previous_execution : store_next_execution)(w->store, i, w->time, &node, &when) &&
            (w->reverse ? when > *time : when < *time))
            *time = when;
    }
    return *time != none;
}

/* Passes over code without lines, perhaps a whole library: to just before the next execution of the thread that may have a line. False: none has. */
static bool leap_to_line(struct walker *w)
{
    uint64_t time, stood, thread = store_thread(w->store, w->time);
    if (!nearest_line(w, &time))
        return false;
    if (!w->reverse && store_thread_until(w->store, thread, time - 1, &stood) && stood > w->time)
        w->time = stood;
    else if (w->reverse && store_thread_until(w->store, thread, time, &stood) && store_next_in_thread(w->store, stood, &time) && time < w->time)
        w->time = time;
    return true;
}

/* Steps until there is a line. A leap costs as much as many steps, and is short if threads take turns: so each leap comes after twice as many steps as the one
 * before. */
static enum step step_to_line(struct walker *w, struct instruction *line)
{
    uint64_t left = WALKED_WITHOUT_LINE, patience = left;
    enum step result;
    do {
        if (!w->over && left-- == 0) {
            if (!leap_to_line(w))
                return STEP_END;
            left = patience *= 2;
        }
        result = steps_instruction(w);
    } while (result == STEP_DONE && !steps_source(w, line));
    return result;
}

static enum line_begins begins(const struct walker *w, const struct instruction *instruction)
{
    uint64_t link;
    struct symbols *symbols = program_symbols_at(wet_of(w->session)->program, instruction->address, &link);
    return symbols ? symbols_line_begins(symbols, link) : LINE_BEGINS_NOWHERE;
}

/* The beginning of the row of the line table that covers an instruction; 0: none. */
static uint64_t row_of(const struct walker *w, const struct instruction *instruction)
{
    uint64_t link;
    struct symbols *symbols = program_symbols_at(wet_of(w->session)->program, instruction->address, &link);
    return symbols ? symbols_row_start(symbols, link) : 0;
}

/* Does a step stop at the beginning of a stretch of code of another line? In its frame, debuggers pass over code that optimisation moved there: no statement
 * begins in it. */
static bool steps_stop(struct walker *w, const struct instruction *now)
{
    enum line_begins how = begins(w, now);
    return w->left || depth_at(w, w->time) != w->frame.depth || how == LINE_BEGINS_STATEMENT || how == LINE_BEGINS_NOWHERE;
}

/* to where the next line begins */
enum step steps_line(struct walker *w)
{
    struct instruction from, now;
    enum step result;
    if (!steps_source(w, &from))
        return step_to_line(w, &now);
    uint64_t row = row_of(w, &from);
    while ((result = steps_instruction(w)) == STEP_DONE) {
        if (!steps_source(w, &now))
            continue;
        uint64_t was = row;
        row = row_of(w, &now);
        if (steps_at_place(w, &from, &now))
            continue;
        if (steps_stop(w, &now))
            break;
        if (row != was && begins(w, &now) == LINE_BEGINS_BEFORE)      /* a jump into a line: as gdb, from there to another one */
            from = now;
    }
    return result;
}

/* A stretch of code of one line, and where the step back ends so far. */
struct stretch {
    struct instruction line, stop;      /* stop: of the line whose beginning was found */
    uint64_t began, at, stopped;        /* at: where a step forward stops in it, 0: it does not; stopped 0: none was found */
};

/* Its beginning was met. Does the step go on back? A step forward passes over code that was moved there, also to more code of its own line. */
static bool goes_on_before(struct walker *w, struct stretch *stretch)
{
    bool own = stretch->stopped && same_line(&stretch->line, &stretch->stop);
    if (stretch->at && (own || !stretch->stopped)) {
        stretch->stop = stretch->line;
        stretch->stopped = stretch->at;
        return true;
    }
    return own || !stretch->stopped || (!stretch->at && begins(w, &stretch->line) == LINE_BEGINS_PART);
}

/* To the line before, then to where a step forward would have stopped. */
enum step steps_line_back(struct walker *w)
{
    struct stretch stretch = {.stopped = 0};
    struct instruction now;
    enum step result = step_to_line(w, &stretch.line);
    if (result != STEP_DONE)
        return result;
    steps_begin(w, w->time);
    stretch.began = w->time;
    stretch.at = steps_stop(w, &stretch.line) ? w->time : 0;
    bool outside = false;
    while ((result = steps_instruction(w)) == STEP_DONE) {
        if (!steps_source(w, &now))
            continue;
        outside = w->left || depth_at(w, w->time) != w->frame.depth;
        if (outside || (!same_line(&stretch.line, &now) && !goes_on_before(w, &stretch)))
            break;
        if (!same_line(&stretch.line, &now))
            stretch.at = 0;
        stretch.line = now;
        stretch.began = w->time;
        if (steps_stop(w, &now))
            stretch.at = w->time;
    }
    w->time = stretch.stopped && !same_line(&stretch.line, &stretch.stop) ? stretch.stopped : stretch.at && !outside ? stretch.at : stretch.began;
    return result == STEP_INTERRUPTED ? result : STEP_DONE;
}

/* The caller of a signal handler is the code it interrupted. */
bool wet_call_of(const struct session *session, uint64_t time, uint64_t level, uint64_t *call)
{
    struct store_frame inner;
    if (level == 0 || !store_frame(wet_of(session)->store, time, level - 1, &inner))
        return false;
    *call = inner.call;
    return inner.call || (inner.handler && store_previous_in_thread(wet_of(session)->store, inner.from, call));
}

bool wet_stretch(struct session *session, uint64_t time, size_t most, struct nodes *nodes, bool *cut)
{
    struct walker w = {.session = session, .store = wet_of(session)->store, .reverse = true, .over = true};
    struct instruction from, now;
    struct node node;
    enum step result;
    steps_begin(&w, time);
    *cut = false;
    if (!steps_source(&w, &from))
        return false;
    do {
        bool known = steps_source(&w, &now);
        if (known && !steps_at_place(&w, &from, &now))
            break;
        *cut = known && nodes->count >= most;
        if (known && !*cut && store_at(w.store, w.time, &node))
            nodes_add(nodes, node);
        result = steps_instruction(&w);
        *cut |= result == STEP_INTERRUPTED;
    } while (result == STEP_DONE && !*cut);
    return nodes->count > 0;
}

static int latest_time_first(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return x < y ? 1 : x > y ? -1 : 0;
}

/* The run goes on after the execution: it ends with the last round of an instruction of the line whose run holds the execution. */
bool wet_run_of_line(struct session *session, struct node node, size_t most, struct nodes *nodes, bool *cut)
{
    enum { LINE_INSTRUCTIONS = 64 };    /* whose next rounds it looks at */
    struct instruction instruction = program_instruction(wet_of(session)->program, node.index);
    struct indices line = program_line(wet_of(session)->program, instruction.file, instruction.line);
    uint64_t ends[LINE_INSTRUCTIONS + 1], time;
    size_t count = 0;
    if (!instruction.line || !instruction.file.size || !store_time(wet_of(session)->store, node, &time))
        return false;
    for (size_t i = 0; i < line.count && i < LINE_INSTRUCTIONS; i++) {
        struct node next;
        if (store_next_execution(wet_of(session)->store, line.items[i], time, &next, &ends[count]))
            count++;
    }
    ends[count++] = time;
    qsort(ends, count, sizeof *ends, latest_time_first);
    for (size_t i = 0; i < count; i++) {
        nodes->count = 0;
        if (wet_stretch(session, ends[i], most, nodes, cut) && nodes_hold(nodes, node))
            return true;
    }
    nodes->count = 0;
    return false;
}

/* Searches the line's executions from the walker on: forward for the last value, backward for the first it meets. A call discards the value found before it,
 * and so does a fault. False: the end of the line is unknown. */
static bool find_value(struct walker *w, struct node node, enum wet_valued *found, struct node *valued)
{
    enum { TURN = 256 };                /* the most executions to look at */
    struct instruction from, now;
    struct node at;
    enum step result = STEP_DONE;
    if (!steps_source(w, &from))
        return false;
    for (int i = 0; i < TURN && result == STEP_DONE; i++, result = steps_instruction(w)) {
        bool known = steps_source(w, &now);
        if (!store_at(w->store, w->time, &at) || (known && !steps_at_place(w, &from, &now)) || (i && at.index == node.index))
            return true;
        if (known && (wet_fault_at(w->session, at) || wet_is_call(w->session, at.index)))
            *found = VALUED_NOT;
        else if (known && describe_is_value(w->session, at) && wet_is_of_statement(w->session, at))
            *found = VALUED, *valued = at;
        if (w->reverse && *found != VALUED_UNKNOWN)
            return true;
    }
    return result == STEP_END;
}

enum wet_valued wet_statement_value(const struct session *session, struct node node, struct node *valued)
{
    struct walker ahead = {.session = session, .store = wet_of(session)->store, .over = true};
    struct walker back = {.session = session, .store = wet_of(session)->store, .over = true, .reverse = true};
    enum wet_valued found = VALUED_UNKNOWN;
    uint64_t time;
    if (!wet_of(session)->recording || !store_time(ahead.store, node, &time))
        return VALUED_UNKNOWN;
    steps_begin(&ahead, time);
    steps_begin(&back, time);
    if (!find_value(&ahead, node, &found, valued) || (found == VALUED_UNKNOWN && !find_value(&back, node, &found, valued)))
        return VALUED_UNKNOWN;
    return found == VALUED ? VALUED : VALUED_NOT;
}
