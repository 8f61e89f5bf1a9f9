/* fault.c - what is kept of the instruction that a program died of.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "code/code.h"
#include "recording/log/fault.h"
#include "recording/log/log_format.h"
#include "recording/log/reconstruct.h"
#include "recording/log/run.h"


#include <string.h>

static void take_definers(struct reconstruction *r, const struct definers *found)
{
    struct run_fault *fault = &r->fault;
    for (unsigned i = 0; i < found->count; i++)
        if (fault->definer_count < FAULT_DEFINERS)
            fault->definers[fault->definer_count++] = found->items[i].who;
}

static void take_register(struct reconstruction *r, int number)
{
    struct definers found;
    found.count = 0;
    if (number < 0 || number > 15)
        return;
    cells_gather(&r->shadow, r->thread->registers, BYTE_GENERAL + 8 * (unsigned)number, 8, &found);
    take_definers(r, &found);
}

static void take_memory(struct reconstruction *r, uint64_t address, unsigned size)
{
    struct definers found;
    found.count = 0;
    if (!address)
        return;
    shadow_gather(&r->shadow, address, size, &found);
    take_definers(r, &found);
}

static bool decode(const struct reconstruction *r, struct decoded *decoded)
{
    const struct site *site = site_get(r->sites, r->fault.site);
    return r->decoder && site->length && decoder_decode(r->decoder, (struct slice){(const char *)site->bytes, site->length}, site->address, decoded);
}

static void begin(struct reconstruction *r, enum fault_kind kind)
{
    const struct thread *thread = r->thread;
    r->fault = (struct run_fault){.happened = true, .kind = kind, .skipped = !thread->shown, .time = thread->time, .site = thread->site};
}

static bool uses_stack(const struct decoded *decoded)
{
    struct slice name = slice_of(decoded->mnemonic);
    return slice_starts(name, "push") || slice_starts(name, "pop") || flow_is_call(decoded->flow) || decoded->flow == FLOW_RETURN;
}

/* Of a division the divisor is what matters, of all else the registers that formed the address. */
void fault_take(struct reconstruction *r, uint64_t accessed)
{
    enum { STACK_POINTER = 4 };
    struct decoded decoded;
    begin(r, FAULT_INSTRUCTION);
    if (!decode(r, &decoded))
        return;
    const struct operand *operand = decoded.operand;
    bool divides = strcmp(decoded.mnemonic, "div") == 0 || strcmp(decoded.mnemonic, "idiv") == 0, memory = false;
    if (divides && operand->kind == OPERAND_REGISTER)
        take_register(r, operand->reg);
    if (divides && operand->kind == OPERAND_MEMORY)
        take_memory(r, accessed, operand->size);
    for (unsigned i = 0; i < decoded.operands && !divides; i++)
        if (operand[i].kind == OPERAND_MEMORY) {
            memory = true;
            take_register(r, operand[i].base);
            take_register(r, operand[i].index);
        }
    if (!divides && !memory && uses_stack(&decoded))
        take_register(r, STACK_POINTER);
}

void fault_arrive(struct reconstruction *r, uint64_t address)
{
    const struct thread *thread = r->thread;
    struct decoded decoded;
    if (r->fault.happened || !thread->site || (thread->jump != LOG_JUMP_PLAIN && thread->jump != LOG_JUMP_CALL && thread->jump != LOG_JUMP_RETURN))
        return;
    begin(r, FAULT_JUMP);
    r->fault.target = address;
    if (!decode(r, &decoded))
        return;
    if (decoded.operands && decoded.operand[0].kind == OPERAND_REGISTER)
        take_register(r, decoded.operand[0].reg);
    else if (decoded.flow == FLOW_RETURN || (decoded.operands && decoded.operand[0].kind == OPERAND_MEMORY))
        take_memory(r, thread->loaded, 8);
}

/* "strlen in libc.so.6" */
static void name_code(const struct site *site, struct text *out)
{
    struct source_position position;
    const struct object *object = site->object;
    if (object && object->symbols && symbols_position(object->symbols, site->address - site->bias, &position) && position.function.size) {
        text_append(out, position.function);
        text_byte(out, ' ');
    }
    if (object) {
        text_add(out, "in ");
        text_append(out, slice_basename(slice_of(object->path)));
    }
}

bool fault_describe(const struct reconstruction *r, struct text *name, struct fault *fault)
{
    const struct run_fault *run = &r->fault;
    if (!run->happened)
        return false;
    const struct site *site = site_get(r->sites, run->site);
    struct site_source source = sites_source(r->sites);
    *fault = (struct fault){.kind = run->kind, .skipped = run->skipped, .time = run->time};
    fault->address = run->skipped ? site->address - site->bias : source.name(source.context, run->site).address;    /* as the trace has it */
    fault->has_accessed = run->kind == FAULT_JUMP;
    fault->accessed = run->target;
    fault->unknown = site->length == 0;
    for (size_t i = 0; i < run->definer_count; i++) {
        const struct site *definer = site_get(r->sites, actor_site(run->definers[i]));
        if (!definer->id)
            continue;
        fault->definers[fault->definer_count].id = definer->id;
        fault->definers[fault->definer_count++].instance = actor_instance(run->definers[i]);
    }
    if (run->skipped)
        name_code(site, name);
    fault->where = text_slice(name);
    return true;
}
