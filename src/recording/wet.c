/* wet.c - shared by the recording files: your place, names, lists, registers, the fault.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/current_slice.h"
#include "recording/state/state.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

struct wet_trace *wet_of_trace(const struct session_trace *trace)
{
    static const struct wet_trace none;
    return trace->own && trace->kind->kind & KIND_WET ? trace->own : (struct wet_trace *)&none;
}

struct wet_trace *wet_of(const struct session *session)
{
    return wet_of_trace(session->trace);
}

const struct fault *wet_fault_at(const struct session *session, struct node node)
{
    const struct recording *recording = wet_of(session)->recording;
    bool here = recording && recording->is_shown && recording->faulted.index == node.index && recording->faulted.instance == node.instance;
    return here ? &recording->fault : NULL;
}

const struct fault *wet_fault_among(const struct session *session, const struct nodes *nodes, struct node *node)
{
    for (size_t i = 0; i < nodes->count; i++) {
        const struct fault *fault = wet_fault_at(session, nodes->items[i]);
        *node = nodes->items[i];
        if (fault)
            return fault;
    }
    return NULL;
}

/* "this instruction faulted and did not complete" */
static void add_kind(const struct fault *fault, struct text *out)
{
    static const char *const words[2][2] = {
        [FAULT_INSTRUCTION] = {"this instruction faulted and did not complete", "this led to skipped code, which faulted"},
        [FAULT_JUMP] = {"this led to where nothing can run", "this led to skipped code, which went where nothing can run"},
    };
    if (fault->skipped && !fault->time)
        text_add(out, "skipped code faulted, and no listed code led to it");
    else
        text_add(out, words[fault->kind][fault->skipped]);
}

void wet_fault_say(const struct fault *fault, struct text *out)
{
    text_safe(out, fault->signal);
    if (fault->has_accessed)
        text_printf(out, ", bad address 0x%" PRIx64, fault->accessed);
    if (fault->skipped) {               /* where comes first: a status line is short */
        text_printf(out, ": at 0x%" PRIx64 " ", fault->address);
        text_safe(out, fault->where);
    }
    text_add(out, ": ");
    add_kind(fault, out);
    if (fault->unknown)
        text_add(out, "; the recorder does not know this instruction, so what it uses is not recorded");
}

void wet_fault_mark(const struct session *session, struct node node, struct row *row)
{
    const struct fault *fault = wet_fault_at(session, node);
    if (!fault)
        return;
    struct text signal = {0};
    text_safe(&signal, fault->signal);
    row_style(row, STYLE_WARNING);
    text_printf(&row->text, "  %s %s", fault->kind == FAULT_JUMP || fault->skipped ? "led to" : "faulted:", text_string(&signal));
    text_free(&signal);
}

void wet_fault_fields(const struct session *session, struct node node, struct row *row)
{
    const struct fault *fault = wet_fault_at(session, node);
    if (!fault)
        return;
    struct text accessed = {0};
    row_string(row, fault->kind == FAULT_JUMP || fault->skipped ? "led_to" : "faulted", fault->signal);
    if (fault->has_accessed) {
        text_hex(&accessed, fault->accessed);
        row_string(row, "bad_address", text_str(&accessed));
    }
    text_free(&accessed);
}

static bool is_definer(const struct session *session, const struct fault *fault, size_t i, struct node node)
{
    struct instruction instruction = store_instruction(wet_of(session)->store, node.index);
    return instruction.has_id && fault->definers[i].id == instruction.id && fault->definers[i].instance == node.instance;
}

const char *wet_fault_cause(const struct session *session, struct node node, struct node definer)
{
    const struct fault *fault = wet_fault_at(session, node);
    bool formed_there = false;
    uint64_t number;
    if (!fault || (definer.index == node.index && definer.instance == node.instance))
        return NULL;
    for (size_t i = 0; i < fault->definer_count; i++) {
        if (is_definer(session, fault, i, definer))
            return str_is(fault->signal, "SIGFPE") ? "the divisor" : "the bad address";
        formed_there |= is_definer(session, fault, i, node);
    }
    bool equal = formed_there && fault->has_accessed && store_number(wet_of(session)->store, definer, &number) && number == fault->accessed;
    return equal ? "equals the bad address" : NULL;
}

bool wet_end_say(const struct session *session, struct text *out)
{
    static const char killed[] = "signal ";
    struct str status = store_note(wet_of(session)->store, "status"), ended = store_note(wet_of(session)->store, "ended");
    struct str signal = str_starts(status, killed) ? str_cut(status, sizeof killed - 1, SIZE_MAX) : (struct str){NULL, 0};
    if (!ended.size && !signal.size)
        return false;
    if (!ended.size)
        text_add(out, str_starts(signal, "of ") ? "killed by a signal " : "killed by ");
    text_safe(out, ended.size ? ended : signal);
    return true;
}

/* ---- Your place ---- */

bool wet_is_history(const struct session *session)
{
    return wet_of(session)->store && store_summary(wet_of(session)->store).kind == STORE_HISTORY;
}

bool wet_need(const struct session *session, struct error *error)
{
    if (wet_of(session)->store)
        return true;
    return session_need_open(session, error) && error_set(error, "this is %s; it answers %s", session->trace->kind->what, session->trace->kind->asks);
}

bool wet_need_here(const struct session *session, struct error *error)
{
    if (!wet_need(session, error))
        return false;
    return wet_of(session)->has_here || error_set(error, "no current position: this trace has no instructions");
}

bool wet_need_recording(const struct session *session, struct error *error)
{
    if (!wet_need_here(session, error))
        return false;
    return wet_of(session)->recording || error_set(error, "this WET trace records no order between instructions: `clew record` makes recordings, which do");
}

struct program *wet_program(const struct session *session)
{
    return wet_of(session)->program;
}

bool wet_here(const struct session *session, struct place *place, struct node *node)
{
    if (!wet_of(session)->has_here)
        return false;
    *node = wet_of(session)->here;
    *place = place_of_node(session, wet_of(session)->here);
    return true;
}

void wet_set_here(struct session *session, struct node node)
{
    wet_of(session)->here = node;
    wet_of(session)->has_here = true;
    session->trace->list_line = 0;
    session->version++;
}

bool wet_time(const struct session *session, uint64_t *time)
{
    return wet_of(session)->has_here && store_time(wet_of(session)->store, wet_of(session)->here, time);
}

bool wet_stand(struct session *session, uint64_t time, struct error *error)
{
    struct node node;
    if (!store_at(wet_of(session)->store, time, &node))
        return error_set(error, "cannot read what ran at @%" PRIu64, time);
    wet_set_here(session, node);
    return true;
}

void wet_go_node(struct session *session, struct node node)
{
    struct error ignored;
    struct place place = place_of_node(session, node);
    bool went = session_go(session, &place, &ignored);
    (void)went; /* an existing execution resolves to itself */
}

/* ---- Names of executions ---- */

struct place place_of_node(const struct session *session, struct node node)
{
    struct instruction instruction = store_instruction(wet_of(session)->store, node.index);
    struct place place = {.has = PLACE_INSTANCE, .instance = node.instance};
    if (instruction.has_id) {
        place.has |= PLACE_ID;
        place.id = instruction.id;
    } else {
        place.has |= PLACE_ADDRESS;
        place.address = instruction.address;
    }
    return place;
}

void describe_location(const struct instruction *instruction, struct text *out)
{
    if (!instruction->has_block)
        text_add(out, "not in the trace");
    text_safe(out, instruction->function);
    if (instruction->file.size == 0)
        return;
    if (instruction->function.size)
        text_byte(out, ' ');
    text_safe(out, str_basename(instruction->file));
    if (instruction->line)
        text_printf(out, ":%" PRIu64, instruction->line);
}

/* ---- Lists of executions ---- */

void nodes_add(struct nodes *nodes, struct node node)
{
    nodes->items = array_grow(nodes->items, &nodes->capacity, nodes->count + 1, sizeof *nodes->items);
    nodes->items[nodes->count++] = node;
}

void nodes_free(struct nodes *nodes)
{
    free(nodes->items);
    *nodes = (struct nodes){0};
}

bool nodes_hold(const struct nodes *nodes, struct node node)
{
    for (size_t i = 0; i < nodes->count; i++)
        if (nodes->items[i].index == node.index && nodes->items[i].instance == node.instance)
            return true;
    return false;
}

enum store_index wet_index(const struct session *session)
{
    bool foreign = session->own.loading || session->trace->foreign;
    return foreign && session->options.index != STORE_INDEX_NEVER ? STORE_INDEX_USE : session->options.index;
}

bool wet_is_provisional(const struct session *session)
{
    return wet_of(session)->indexing != NULL;
}

const struct current_slice *slice_locked(const struct session *session)
{
    return wet_of(session)->slice && wet_of(session)->slice->locked ? wet_of(session)->slice : NULL;
}

static bool is_several(struct session *session, struct str base)
{
    size_t found = 0, count = program_file_count(wet_of(session)->program);
    for (size_t i = 0; i < count; i++)
        found += str_equal(str_basename(program_file(wet_of(session)->program, i)), base);
    return found > 1;
}

void ask_file_line(struct session *session, struct str file, uint64_t line, struct text *out)
{
    struct str base = str_basename(file);
    struct str name = is_several(session, base) ? file : base;
    bool blanks = str_find_byte(name, ' ') != SIZE_MAX;
    text_add(out, blanks ? "\"" : "");
    text_safe(out, name);
    text_printf(out, ":%" PRIu64 "%s", line, blanks ? "\"" : "");
}

/* ---- Registers ---- */

const char *wet_register_name(int reg, uint64_t size)
{
    return size > 4 ? arch_x86_64.registers[reg] : arch_x86_64.halves[reg];
}

bool wet_is_register(struct str word)
{
    size_t i = 1;
    while (i < word.size && (isalnum((unsigned char)word.data[i]) || word.data[i] == '_'))
        i++;
    return str_starts(word, "$") && word.size > 2 && i == word.size;
}

/* *half: the word names its lower half. */
int wet_register_of(struct str word, bool *half)
{
    *half = false;
    if (str_is(word, "$pc") || str_is(word, "$rip"))
        return WET_PROGRAM_COUNTER;
    if (str_is(word, "$sp") || str_is(word, "$fp"))
        return str_is(word, "$sp") ? arch_x86_64.stack_pointer : arch_x86_64.frame_pointer;
    for (int i = 0; i < GENERAL_REGISTERS; i++)
        if (str_is(word, arch_x86_64.registers[i]) || str_is(word, arch_x86_64.halves[i])) {
            *half = str_is(word, arch_x86_64.halves[i]);
            return i;
        }
    return WET_NO_REGISTER;
}

bool wet_has_register(struct str word)
{
    bool half;
    return wet_register_of(word, &half) != WET_NO_REGISTER;
}

bool wet_lost_register(struct str word, struct error *error)
{
    return registers_lacks(str_cut(word, 1, SIZE_MAX)) && !error_set(error, "a recording does not keep the register `%.*s`", STR(word));
}

bool wet_no_register(struct str word, struct error *error)
{
    struct near near;
    if (wet_lost_register(word, error))
        return false;
    near_begin(&near, word);
    for (int i = 0; i < GENERAL_REGISTERS; i++) {
        near_offer(&near, str_of(arch_x86_64.registers[i]));
        near_offer(&near, str_of(arch_x86_64.halves[i]));
    }
    return error_set(error, "no register `%.*s`: %sgeneral registers are $rax to $r15, $pc is where you are; $a to $z are marks", STR(word), near_words(&near));
}
