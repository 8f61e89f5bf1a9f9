/* wet_fault.c - what a recorded program died of: where one begins to ask.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/wet.h"
#include "session/engine.h"

#include <inttypes.h>

void wet_fault_open(struct session *session)
{
    struct recording *recording = session->trace->recording;
    recording->has_fault = fault_parse(store_note(session->trace->store, "fault"), &recording->fault);
    recording->is_shown = recording->has_fault && store_at(session->trace->store, recording->fault.time, &recording->faulted);
}

const struct fault *wet_fault_at(const struct session *session, struct node node)
{
    const struct recording *recording = session->trace->recording;
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
        [FAULT_INSTRUCTION] = {"this instruction faulted and did not complete", "code that is not shown faulted, on behalf of this"},
        [FAULT_JUMP] = {"this led to where nothing can run", "code that is not shown led to where nothing can run, on behalf of this"},
    };
    if (fault->skipped && !fault->time)
        text_add(out, "code that is not shown faulted, to which nothing led that is shown");
    else
        text_add(out, words[fault->kind][fault->skipped]);
}

void wet_fault_say(const struct fault *fault, struct text *out)
{
    text_safe(out, fault->signal);
    if (fault->has_accessed)
        text_printf(out, ", bad address 0x%" PRIx64, fault->accessed);
    if (fault->skipped) {               /* where first: a status line is short */
        text_printf(out, ": at 0x%" PRIx64 " ", fault->address);
        text_safe(out, fault->where);
    }
    text_add(out, ": ");
    add_kind(fault, out);
    if (fault->unknown)
        text_add(out, "; the recorder does not know the instruction, so that what it uses is not recorded");
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
        row_string(row, "bad_address", text_slice(&accessed));
    }
    text_free(&accessed);
}

static bool is_definer(const struct session *session, const struct fault *fault, size_t i, struct node node)
{
    struct instruction instruction = store_instruction(session->trace->store, node.index);
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
            return slice_is(fault->signal, "SIGFPE") ? "the divisor" : "the bad address";
        formed_there |= is_definer(session, fault, i, node);
    }
    bool equal = formed_there && fault->has_accessed && store_number(session->trace->store, definer, &number) && number == fault->accessed;
    return equal ? "equals the bad address" : NULL;
}
