/* oracle.c - steps a program natively and prints every dependence it has.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     oracle PROCESSOR OUTPUT PROGRAM [ARGUMENT...]
 *
 * PROCESSOR: the output of processor.c, which cpuid shall say; /dev/null: the truth.
 *
 * Lines of the output, with link addresses in hexadecimal:
 *
 *     E entry                                   where the program starts
 *     A start end                               an address range that was mapped, as in the run
 *     I address instance parent [port=definer,definer...]... =value        "-": no parent, no value; "?": not in the table of effects
 *     C address instance definer                what code that is not shown used, on behalf of this instance; all uses of a system call
 *
 * A definer is address#instance; of a port's definers the youngest stands first. */
#include "run.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>

static struct site *site_at(struct run *run, uint64_t address)
{
    size_t slot = (size_t)(address * UINT64_C(0x9e3779b97f4a7c15) >> 44) % SITES;
    while (run->sites[slot].address && run->sites[slot].address != address)
        slot = (slot + 1) % SITES;
    struct site *site = &run->sites[slot];
    if (site->address)
        return site;
    uint8_t bytes[16];
    size_t size = 15;
    while (size && !process_read(run->process, address, bytes, size))
        size--;
    *site = (struct site){.address = address, .link = address - run->bias, .effect = malloc(sizeof *site->effect)};
    if (!site->effect)
        fail("no memory left");
    effect_decode(bytes, size, address, site->effect);
    const struct section *section = image_section(&run->image, site->link);
    site->shown = section && section->code && !section->plt;
    site->linkage = (section && section->plt) || (address >= run->linker_start && address < run->linker_end);
    if (site->shown && site->effect->kind == EFFECT_UNKNOWN)
        fprintf(stderr, "oracle: no effects known for %lx %s\n", (unsigned long)site->link, site->effect->text);
    return site;
}

/* ---- Registers ---- */

static uint64_t general(const struct user_regs_struct *r, int number)
{
    const unsigned long long all[16] = {r->rax, r->rcx, r->rdx, r->rbx, r->rsp, r->rbp, r->rsi, r->rdi,
                                        r->r8, r->r9, r->r10, r->r11, r->r12, r->r13, r->r14, r->r15};
    return number < 0 ? 0 : all[number];
}

static uint64_t address_of(const struct run *run, const struct memory *m)
{
    const struct user_regs_struct *r = &run->before;
    uint64_t address = general(r, m->base) + (general(r, m->index) & (m->low_index ? 0xff : UINT64_MAX)) * (uint64_t)m->scale + (uint64_t)m->displacement;
    if (m->narrow)
        address &= UINT32_MAX;
    return address + (m->segment == PORT_FS ? r->fs_base : m->segment == PORT_GS ? r->gs_base : 0);
}

static uint64_t register_value(const struct run *run, struct piece piece)
{
    uint64_t value = 0;
    if (piece.byte < FILE_VECTOR) {
        value = general(&run->after, piece.byte / 8) >> piece.byte % 8 * 8;
    } else {
        struct user_fpregs_struct vectors;
        ptrace(PTRACE_GETFPREGS, run->process, NULL, &vectors);
        memcpy(&value, (const char *)vectors.xmm_space + (piece.byte - FILE_VECTOR) / 32 * 16 + (piece.byte - FILE_VECTOR) % 32, 8);
    }
    return piece.size >= 8 ? value : value & ((UINT64_C(1) << piece.size * 8) - 1);
}

static unsigned port_of(unsigned byte)
{
    if (byte < FILE_VECTOR)
        return PORT_GENERAL + byte / 8;
    return byte == FILE_FS ? PORT_FS : byte == FILE_GS ? PORT_GS : PORT_VECTOR + (byte - FILE_VECTOR) / 32;
}

/* ---- Uses ---- */

static void carry(struct run *run, uint32_t anchor, struct cell cell)
{
    if (!anchor || !cell.who || cell.who == anchor)
        return;
    struct instance *who = &run->instances[anchor];
    if (anchor == run->starter && cell.when > who->when)
        return;
    for (size_t i = 0; i < who->carried_count; i++)
        if (who->carried[i].who == cell.who)
            return;
    who->carried = grow(who->carried, &who->carried_capacity, who->carried_count + 1, sizeof cell);
    who->carried[who->carried_count++] = cell;
}

/* The definers of one port: printed for a shown instance, handed to the anchor else. */
static void deliver(struct run *run, unsigned port, struct definers *definers, const struct site *site, uint32_t acts)
{
    definers_sort(definers);
    if (site->shown && definers->count)
        fprintf(run->out, " %u=", port);
    for (size_t i = 0; i < definers->count; i++) {
        const struct instance *who = &run->instances[definers->items[i].who];
        if (site->shown)
            fprintf(run->out, "%s%lx#%u", i ? "," : "", (unsigned long)who->link, who->number);
        else
            carry(run, acts, definers->items[i]);
    }
    definers->count = 0;
}

static void gather_registers(struct run *run, const struct effect *e, unsigned port, struct definers *definers)
{
    for (unsigned i = 0; i < e->uses; i++)
        for (unsigned k = 0; port_of(e->use[i].byte) == port && k < e->use[i].size; k++)
            definers_add(definers, run->registers[e->use[i].byte + k]);
    for (unsigned flag = 0; flag < 7; flag++)
        if (e->flags_read >> flag & 1 && port == (flag == 6 ? PORT_DIRECTION : PORT_FLAGS))
            definers_add(definers, run->registers[FILE_FLAGS + flag]);
}

/* Code that is not shown puts whole registers aside on its own stack and fetches them back: no use of them, no definition. */
static bool is_aside(struct run *run, const struct site *site)
{
    const struct effect *e = site->effect;
    const struct frame *frame = frames_top(run->frames);
    if (site->shown || e->moves < 0 || e->memories != 1 || e->memory[0].size != 8)
        return false;
    uint64_t address = address_of(run, &e->memory[0]);
    if (e->memory[0].store)
        return frame->anchor && address < frame->anchor_slot && frame->anchor_slot - address <= STACK_DEPTH;
    for (unsigned i = 0; i < 8; i++)
        if (shadow_at(address + i)->aside != e->moves + 1)
            return false;
    return true;
}

/* What is left to use: the registers that make up the address. */
static void leave_out_moved(const struct effect *e, struct effect *without)
{
    *without = *e;
    without->uses = 0;
    bool left_out = e->memory[0].load;
    for (unsigned i = 0; i < e->uses; i++) {
        if (!left_out && e->use[i].byte == e->moves * 8)
            left_out = true;
        else
            without->use[without->uses++] = e->use[i];
    }
    without->memories = 0;
}

static void put_aside(struct run *run, const struct effect *e, uint32_t acts)
{
    uint64_t address = address_of(run, &e->memory[0]);
    struct cell *registers = &run->registers[e->moves * 8];
    for (unsigned i = 0; i < 8; i++)
        if (e->memory[0].store) {
            *shadow_at(address + i) = registers[i];
            shadow_at(address + i)->aside = (uint8_t)(e->moves + 1);
        } else {
            registers[i] = *shadow_at(address + i);
            registers[i].aside = 0;
        }
    for (unsigned i = 0; e->defines > (e->memory[0].load ? 1 : 0) && i < 8; i++)      /* push and pop */
        run->registers[STACK_POINTER * 8 + i] = (struct cell){acts, run->clock, 0};
}

static void use_all(struct run *run, const struct site *site, uint32_t acts, bool only_count)
{
    static struct definers definers;
    const struct effect *e = site->effect;
    if (only_count) {
        for (unsigned i = 0; i < 8; i++)
            definers_add(&definers, run->registers[8 + i]);
        deliver(run, PORT_GENERAL + 1, &definers, site, acts);
        return;
    }
    for (unsigned port = PORT_GENERAL; port < PORT_VECTOR + 16; port++) {
        gather_registers(run, e, port, &definers);
        deliver(run, port, &definers, site, acts);
    }
    unsigned loads = 0;
    for (unsigned i = 0; i < e->memories; i++) {
        if (!e->memory[i].load)
            continue;
        uint64_t address = address_of(run, &e->memory[i]);
        for (unsigned k = 0; k < e->memory[i].size; k++)
            definers_add(&definers, *shadow_at(address + k));
        deliver(run, PORT_MEMORY + loads++, &definers, site, acts);
    }
}

/* ---- Definitions ---- */

/* What the C library stores on behalf of the call that leads to main counts as start-up values. */
static void define_memory(struct run *run, uint64_t address, uint64_t size, uint32_t acts)
{
    if ((acts == run->starter && run->last_is_skipped) || run->last_is_linker)
        acts = 0;
    for (uint64_t i = 0; i < size; i++)
        *shadow_at(address + i) = (struct cell){acts, run->clock, 0};
}

static void define_all(struct run *run, const struct effect *e, uint32_t acts)
{
    struct cell cell = {acts, run->clock, 0};
    for (unsigned i = 0; i < e->defines; i++)
        for (unsigned k = 0; k < e->define[i].size; k++)
            run->registers[e->define[i].byte + k] = cell;
    for (unsigned flag = 0; flag < 7; flag++)
        if (e->flags_written >> flag & 1 && (!e->count_mask || run->before.rcx & e->count_mask))
            run->registers[FILE_FLAGS + flag] = cell;
    for (unsigned i = 0; i < e->memories; i++)
        if (e->memory[i].store)
            define_memory(run, address_of(run, &e->memory[i]), e->memory[i].size, acts);
}

/* ---- System calls: uses are carried, as those of other code that is not shown ---- */

static void use_system(struct run *run, uint32_t acts, const struct system_call *call)
{
    static const int arguments[] = {7, 6, 2, 10, 8, 9};
    for (unsigned i = 0; i < 8; i++) {
        carry(run, acts, run->registers[i]);
        for (unsigned k = 0; k < call->arguments; k++)
            carry(run, acts, run->registers[arguments[k] * 8 + (int)i]);
    }
    for (unsigned i = 0; i < call->reads; i++)
        for (uint64_t k = 0; k < call->read[i].size; k++)
            carry(run, acts, *shadow_at(call->read[i].address + k));
}

static void define_system(struct run *run, uint32_t acts, const struct system_call *call)
{
    struct cell cell = {acts, run->clock, 0};
    for (unsigned i = 0; i < 8; i++)
        run->registers[i] = run->registers[8 + i] = run->registers[88 + i] = cell;
    for (unsigned i = 0; call->sets_fs && i < 8; i++)
        run->registers[FILE_FS + i] = cell;
    for (unsigned i = 0; i < call->writes; i++)
        define_memory(run, call->written[i].address, call->written[i].size, acts);
}

/* ---- Control ---- */

/* Frames and anchors after the last instruction, before this one. */
static void arrive(struct run *run, const struct site *site)
{
    if (!run->last)
        return;
    const struct effect *last = run->last->effect;
    uint64_t stack = run->before.rsp;
    struct frame over = *frames_top(run->frames);
    if (last->kind == EFFECT_CALL && run->last->shown)
        frames_save(run->frames, run->next_address - run->bias);
    bool moved = last->kind != EFFECT_PLAIN || strncmp(last->text, "pop", 3) == 0;      /* longjmp's last moves still belong to it */
    size_t ended = moved ? frames_end(run->frames, stack) : 0;
    if (ended && last->kind == EFFECT_JUMP)
        frames_restore(run->frames, site->link);
    if (ended && last->kind == EFFECT_RETURN && !run->last->shown && site->shown && over.returns)
        memcpy(&run->registers[STACK_POINTER * 8], over.stack_pointer, sizeof over.stack_pointer);
    if (last->kind == EFFECT_CALL) {
        struct frame frame = *frames_top(run->frames);
        bool first = frame.slot == UINT64_MAX;
        frame.returns = run->last->shown;
        memcpy(frame.stack_pointer, run->last_stack_pointer, sizeof frame.stack_pointer);
        frame.parent = run->last_acts;
        frame.slot = stack;
        if (run->last->shown) {
            frame.anchor = run->last_self;
            frame.anchor_slot = stack;
            frame.starts_program = first && !site->shown;
        }
        frames_call(run->frames, frame);
    } else if (run->last->shown && !site->shown && last->kind == EFFECT_JUMP) {
        frames_top(run->frames)->anchor = run->last_self;
        frames_top(run->frames)->starts_program = false;
        frames_top(run->frames)->anchor_slot = frames_top(run->frames)->slot;
    }
}

static uint32_t control_parent(struct run *run, const struct site *site)
{
    struct graph_answer answer = graphs_ask(run->graphs, site->link);
    struct frame *frame = frames_top(run->frames);
    if (answer.known && frame->function != answer.function) {
        bool jumped = run->last && run->last->effect->kind == EFFECT_JUMP && site->address != run->next_address;
        if (frame->function >= 0 && jumped)
            frames_transfer(run->frames, run->last_acts, answer.function);
        frame->function = answer.function;
    }
    return frames_reach(run->frames, site->link);
}

static void leave(struct run *run, struct site *site, uint32_t self)
{
    uint64_t to = run->after.rip - run->bias;
    if (!site->shown)
        return;
    if (site->effect->kind == EFFECT_JUMP && site->effect->computed)
        graphs_observe(run->graphs, site->link, to);
    struct graph_answer answer = graphs_ask(run->graphs, site->link);
    if (answer.known && answer.branches)
        frames_branch(run->frames, self, answer.postdominator);
}

/* ---- One instruction ---- */

static void print_value(struct run *run, const struct effect *e, uint64_t store, bool defines)
{
    uint64_t value = 0;
    if (e->kind == EFFECT_UNKNOWN) {
        fputs(" =?\n", run->out);
    } else if (e->value == VALUE_NONE || !defines) {
        fputs(" =-\n", run->out);
    } else if (e->value == VALUE_OTHER) {
        fputs(" =*\n", run->out);
    } else {
        if (e->value == VALUE_REGISTER)
            value = register_value(run, e->value_register);
        else
            process_read(run->process, store, &value, e->memory[e->memories - 1].size < 8 ? e->memory[e->memories - 1].size : 8);
        fprintf(run->out, " =%lx\n", (unsigned long)value);
    }
}

static uint32_t begin(struct run *run, struct site *site)
{
    run->clock++;
    uint32_t number = site->count++;
    if (!site->shown)
        return 0;
    run->instances = grow(run->instances, &run->instance_capacity, run->instance_count + 1, sizeof *run->instances);
    run->instances[run->instance_count] = (struct instance){.link = site->link, .number = number, .when = run->clock};
    return (uint32_t)run->instance_count++;
}

static void print_head(struct run *run, const struct site *site, uint32_t self, uint32_t parent)
{
    fprintf(run->out, "I %lx %u", (unsigned long)site->link, run->instances[self].number);
    if (parent)
        fprintf(run->out, " %lx#%u", (unsigned long)run->instances[parent].link, run->instances[parent].number);
    else
        fputs(" -", run->out);
}

/* The recorder counts a repeated instruction's last look at a count of 0 as an instance of its own. */
static void look_at_count(struct run *run, struct site *site, uint32_t acts)
{
    const struct effect *e = site->effect;
    bool equal = run->after.eflags >> 6 & 1;
    if (!e->repeats || run->before.rcx == 0 || run->after.rip == run->before.rip || run->after.rcx != 0)
        return;
    if ((e->while_equal && !equal) || (e->while_different && equal))
        return;
    uint32_t self = begin(run, site);
    if (site->shown)
        print_head(run, site, self, control_parent(run, site));
    use_all(run, site, site->shown ? self : acts, true);
    if (site->shown)
        fputs(" =-\n", run->out);
    run->last_self = self;
    run->last_acts = site->shown ? self : acts;
}

/* Executes the instruction at before.rip. False: it was the last. */
static bool execute(struct run *run, struct site *site)
{
    const struct effect *e = site->effect;
    arrive(run, site);
    if (e->kind == EFFECT_SYSTEM && run->before.rax == SYS_exit_group)
        process_print_ranges(run);
    uint32_t self = begin(run, site), acts = site->shown ? self : frames_top(run->frames)->anchor;
    if (site->shown)
        print_head(run, site, self, control_parent(run, site));
    bool empty = e->repeats && run->before.rcx == 0;
    bool aside = is_aside(run, site);
    run->last_is_skipped = !site->shown;
    run->last_is_linker = !site->shown && site->linkage;
    if (!site->shown && frames_top(run->frames)->starts_program)
        run->starter = acts;
    memcpy(run->last_stack_pointer, &run->registers[STACK_POINTER * 8], sizeof run->last_stack_pointer);
    struct effect without;
    struct site moving = {.address = site->address, .effect = &without};
    if (aside)
        leave_out_moved(e, &without);
    if (!site->linkage)
        use_all(run, aside ? &moving : site, acts, empty);
    uint64_t store = e->memories ? address_of(run, &e->memory[e->memories - 1]) : 0;
    bool alive = process_step(run);
    if (alive)
        process_change_processor(run, e);
    if (e->kind == EFFECT_SYSTEM) {
        struct system_call call;
        system_decode(run->process, &run->before, alive ? &run->after : &run->before, &call);
        run->unknown_calls += !call.known;
        use_system(run, acts, &call);
        define_system(run, acts, &call);
    } else if (aside) {
        put_aside(run, e, acts);
    } else if (!empty) {
        define_all(run, e, acts);
    }
    if (site->shown)
        print_value(run, e, store, alive && !empty);
    run->last = site;
    run->last_self = self;
    run->last_acts = acts;
    run->next_address = run->before.rip + e->length;
    if (alive && e->repeats && !empty) {
        run->irregular_steps += run->after.rcx != run->before.rcx - 1;
        look_at_count(run, site, acts);
    }
    if (alive)
        leave(run, site, self);
    return alive;
}

static void print_carried(const struct run *run)
{
    for (size_t i = 1; i < run->instance_count; i++)
        for (size_t k = 0; k < run->instances[i].carried_count; k++) {
            const struct instance *who = &run->instances[i], *definer = &run->instances[who->carried[k].who];
            fprintf(run->out, "C %lx %u %lx#%u\n", (unsigned long)who->link, who->number, (unsigned long)definer->link, definer->number);
        }
}

int main(int count, char **arguments)
{
    static struct run run;
    if (count < 4)
        fail("usage: oracle PROCESSOR OUTPUT PROGRAM [ARGUMENT...]");
    process_read_processor(&run, arguments[1]);
    run.out = fopen(arguments[2], "w");
    run.sites = calloc(SITES, sizeof *run.sites);
    if (!run.out || !run.sites)
        fail("%s cannot be written", arguments[2]);
    effect_open();
    image_open(&run.image, arguments[3]);
    run.graphs = graphs_open(&run.image);
    run.frames = frames_open();
    run.instances = grow(NULL, &run.instance_capacity, 1, sizeof *run.instances);
    run.instance_count = 1;
    process_start(&run, arguments + 3);
    fprintf(run.out, "E %lx\n", (unsigned long)run.image.entry);
    ptrace(PTRACE_GETREGS, run.process, NULL, &run.before);
    while (execute(&run, site_at(&run, run.before.rip)))
        run.before = run.after;
    print_carried(&run);
    if (run.irregular_steps || run.unknown_calls)
        fprintf(stderr, "oracle: %lu repeated steps were not one iteration, %lu system calls are not in the table\n",
                (unsigned long)run.irregular_steps, (unsigned long)run.unknown_calls);
    return fclose(run.out) == 0 ? 0 : 2;
}
