/* uses.c - finds what instructions use and define, and on whose behalf.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "run.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>

void lacks_rule(struct run *run, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    fputs("oracle: no rule for ", stderr);
    vfprintf(stderr, format, list);
    fputc('\n', stderr);
    va_end(list);
    run->without_rule++;
}

struct site *site_at(struct run *run, uint64_t address)
{
    size_t slot = (size_t)(address * UINT64_C(0x9e3779b97f4a7c15) >> 44) % SITES;
    while (run->sites[slot].address && run->sites[slot].address != address)
        slot = (slot + 1) % SITES;
    struct site *site = &run->sites[slot];
    if (site->address)
        return site;
    uint8_t bytes[16];
    size_t size = 15;
    while (size && !process_read(run->thread->id, address, bytes, size))
        size--;
    *site = (struct site){.address = address, .link = address - run->bias, .effect = malloc(sizeof *site->effect)};
    if (!site->effect)
        fail("no memory left");
    effect_decode(bytes, size, address, site->effect);
    const struct section *section = image_section(&run->image, site->link);
    site->shown = section && section->code && !section->plt;
    site->linkage = (section && section->plt) || (address >= run->linker_start && address < run->linker_end);
    return site;
}

/* ---- Registers ---- */

static uint64_t general(const struct user_regs_struct *r, int number)
{
    const unsigned long long all[16] = {r->rax, r->rcx, r->rdx, r->rbx, r->rsp, r->rbp, r->rsi, r->rdi,
                                        r->r8, r->r9, r->r10, r->r11, r->r12, r->r13, r->r14, r->r15};
    return number < 0 ? 0 : all[number];
}

uint64_t address_of(const struct run *run, const struct memory *m)
{
    const struct user_regs_struct *r = &run->thread->before;
    uint64_t address = general(r, m->base) + (general(r, m->index) & (m->low_index ? 0xff : UINT64_MAX)) * (uint64_t)m->scale + (uint64_t)m->displacement;
    if (m->narrow)
        address &= UINT32_MAX;
    return address + (m->segment == PORT_FS ? r->fs_base : m->segment == PORT_GS ? r->gs_base : 0);
}

uint64_t register_value(const struct run *run, struct piece piece)
{
    uint64_t value = 0;
    if (piece.byte < FILE_VECTOR) {
        value = general(&run->thread->after, piece.byte / 8) >> piece.byte % 8 * 8;
    } else {
        struct user_fpregs_struct vectors;
        ptrace(PTRACE_GETFPREGS, run->thread->id, NULL, &vectors);
        memcpy(&value, (const char *)vectors.xmm_space + (piece.byte - FILE_VECTOR) / 32 * 16 + (piece.byte - FILE_VECTOR) % 32, 8);
    }
    return piece.size >= 8 ? value : value & ((UINT64_C(1) << piece.size * 8) - 1);
}

static unsigned port_of(unsigned byte)
{
    if (byte < FILE_VECTOR)
        return PORT_GENERAL + byte / 8;
    if (byte < FILE_FS)
        return PORT_VECTOR + (byte - FILE_VECTOR) / 32;
    if (byte < FILE_FLAGS)
        return byte < FILE_GS ? PORT_FS : PORT_GS;
    return byte >= FILE_MXCSR ? PORT_MXCSR : byte >= FILE_CONTROL ? PORT_CONTROL_WORD : PORT_X87;
}

/* Names of x87 elements count from the top of the stack, and move with it; their cells do not. */
static unsigned place_of(const struct run *run, unsigned byte)
{
    if (byte < FILE_X87 || byte >= FILE_CONTROL)
        return byte;
    unsigned top = run->thread->vectors.swd >> 11 & 7;
    return FILE_X87 + ((byte - FILE_X87) / 8 + top) % 8 * 8;
}

/* ---- Uses ---- */

void carry(struct run *run, uint32_t anchor, struct cell cell)
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

/* The definers of one port: prints them for a shown execution, passes them to the anchor otherwise. */
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
    unsigned x87 = PORT_X87;        /* in the order of reading */
    for (unsigned i = 0; i < e->uses; i++) {
        unsigned mine = port_of(e->use[i].byte);
        mine = mine == PORT_X87 ? x87++ : mine;
        bool random = definers->random;
        for (unsigned k = 0; mine == port && k < e->use[i].size; k++)
            definers_add(definers, run->thread->registers[place_of(run, e->use[i].byte) + k]);
        definers->random = e->use[i].address ? random : definers->random;
    }
    for (unsigned flag = 0; flag < 7; flag++)
        if (e->flags_read >> flag & 1 && port == (flag == 6 ? PORT_DIRECTION : PORT_FLAGS))
            definers_add(definers, run->thread->registers[FILE_FLAGS + flag]);
}

/* Skipped code saves whole registers on its own stack and restores them: neither uses nor defines them. */
bool is_aside(struct run *run, const struct site *site)
{
    const struct effect *e = site->effect;
    const struct frame *frame = frames_top(run->thread->frames);
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

/* The remaining uses: the registers of the address. */
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

void put_aside(struct run *run, const struct effect *e, uint32_t acts)
{
    uint64_t address = address_of(run, &e->memory[0]);
    struct cell *registers = &run->thread->registers[e->moves * 8];
    for (unsigned i = 0; i < 8; i++)
        if (e->memory[0].store) {
            *shadow_at(address + i) = registers[i];
            shadow_at(address + i)->aside = (uint8_t)(e->moves + 1);
        } else {
            registers[i] = *shadow_at(address + i);
            registers[i].aside = 0;
        }
    for (unsigned i = 0; e->defines > (e->memory[0].load ? 1 : 0) && i < 8; i++)      /* push and pop */
        run->thread->registers[STACK_POINTER * 8 + i] = (struct cell){acts, run->clock, 0, false};
}

static void use_count(struct run *run, const struct site *site, uint32_t acts, struct definers *definers)
{
    for (unsigned i = 0; i < 8; i++)
        definers_add(definers, run->thread->registers[8 + i]);
    deliver(run, PORT_GENERAL + 1, definers, site, acts);
}

bool use_all(struct run *run, const struct site *site, uint32_t acts, bool only_count)
{
    static struct definers definers;
    const struct effect *e = site->effect;
    definers.random = false;
    if (only_count) {
        use_count(run, site, acts, &definers);
        return definers.random;
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
    return definers.random;
}

bool use_address(struct run *run, const struct site *site, uint32_t acts)
{
    struct effect without;
    struct site moving = {.address = site->address, .effect = &without};
    leave_out_moved(site->effect, &without);
    return use_all(run, &moving, acts, false);
}

/* ---- Definitions ---- */

/* Values that the C library stores on behalf of the call that leads to main count as start-up values. */
void define_memory(struct run *run, uint64_t address, uint64_t size, struct cell cell)
{
    if ((cell.who == run->starter && run->thread->last_is_skipped) || run->thread->last_is_linker)
        cell.who = 0;
    for (uint64_t i = 0; i < size; i++)
        *shadow_at(address + i) = cell;
}

void define_all(struct run *run, const struct effect *e, uint32_t acts, bool random)
{
    struct cell cell = {acts, run->clock, 0, random};
    for (unsigned i = 0; i < e->defines; i++)
        for (unsigned k = 0; k < e->define[i].size; k++)
            run->thread->registers[place_of(run, e->define[i].byte) + k] = cell;
    for (unsigned flag = 0; flag < 7; flag++)
        if (e->flags_written >> flag & 1 && (!e->count_mask || run->thread->before.rcx & e->count_mask))
            run->thread->registers[FILE_FLAGS + flag] = cell;
    for (unsigned i = 0; i < e->memories; i++)
        if (e->memory[i].store && (!e->if_equal || run->thread->after.eflags >> 6 & 1))
            define_memory(run, address_of(run, &e->memory[i]), e->memory[i].size, cell);
}
