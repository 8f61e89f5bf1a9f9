/* oracle.c - steps a program natively and prints all its dependences.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     oracle PROCESSOR STACK OUTPUT PROGRAM [ARGUMENT...]
 *
 * PROCESSOR: the output of processor.c, for cpuid to report; /dev/null: the real processor. STACK: the output of stack.c, the stack that the program
 * shall start with; /dev/null: its own.
 *
 * Lines of the output, with link addresses in hexadecimal:
 *
 *     E entry                                   where the program starts
 *     A start end                               a mapped address range, as in the run
 *     I address number parent [port=definer,definer...]... =value          "-": no parent, no value; "?": not in the table of effects; "*": some value
 *     C address number definer                  a use by skipped code on behalf of this execution; all uses of a system call
 *
 * A definer is address#number; a port's youngest definer comes first. Exits with 3 if an instruction without a rule ran. */
#include "run.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>

/* ---- System calls: carries their uses, like those of other skipped code ---- */

static void use_system(struct run *run, uint32_t acts, const struct system_call *call)
{
    static const int arguments[] = {7, 6, 2, 10, 8, 9};
    for (unsigned i = 0; i < 8; i++) {
        carry(run, acts, run->thread->registers[i]);
        for (unsigned k = 0; k < call->arguments; k++)
            carry(run, acts, run->thread->registers[arguments[k] * 8 + (int)i]);
    }
    for (unsigned i = 0; i < call->reads; i++)
        for (uint64_t k = 0; k < call->read[i].size; k++)
            carry(run, acts, *shadow_at(call->read[i].address + k));
}

static void define_system(struct run *run, uint32_t acts, const struct system_call *call)
{
    struct cell cell = {acts, run->clock, 0, false};
    for (unsigned i = 0; i < 8; i++) {
        run->thread->registers[8 + i] = run->thread->registers[88 + i] = cell;
        run->thread->registers[i] = (struct cell){acts, run->clock, 0, call->chance};
    }
    for (unsigned i = 0; call->sets_fs && i < 8; i++)
        run->thread->registers[FILE_FS + i] = cell;
    shadow_forget(call->fresh.address, call->fresh.size);
    cell.random = call->random;
    for (unsigned i = 0; i < call->writes; i++)
        define_memory(run, call->written[i].address, call->written[i].size, cell);
}

/* ---- Control ---- */

/* Updates frames and anchors after the last instruction, before this one. */
void arrive(struct run *run, const struct site *site)
{
    struct thread *t = run->thread;
    if (!t->last)
        return;
    const struct effect *last = t->last->effect;
    uint64_t stack = t->before.rsp;
    if (last->kind == EFFECT_CALL && t->last->shown)
        frames_save(t->frames, t->next_address - run->bias);
    bool goes = last->kind != EFFECT_PLAIN && (last->kind != EFFECT_JUMP || last->computed);    /* setcontext itself goes on, on the new stack */
    if (goes)
        stacks_follow(run, site);
    struct frame over = *frames_top(t->frames);
    bool moved = goes || strncmp(last->text, "pop", 3) == 0;      /* longjmp's last moves still belong to it */
    size_t ended = moved ? frames_end(t->frames, stack) : 0;
    stacks_end(run);
    bool behind = last->kind == EFFECT_RETURN && over.behind == site->address;
    if (ended && !behind && (last->kind == EFFECT_JUMP || last->kind == EFFECT_RETURN))
        stacks_land(run, site);
    if (ended && behind && !t->last->shown && site->shown && over.returns)
        memcpy(&t->registers[STACK_POINTER * 8], over.stack_pointer, sizeof over.stack_pointer);
    bool returns = last->kind == EFFECT_RETURN && t->last->shown, leaps = last->kind == EFFECT_JUMP && !t->last->shown && ended && t->last_acts;
    if (!site->shown && (returns || leaps))
        frames_adopt(t->frames, t->last_acts, stack);
    if (last->kind == EFFECT_CALL) {
        struct frame frame = *frames_top(t->frames);
        bool first = frame.slot == UINT64_MAX;
        frame.handler = false;
        frame.returns = t->last->shown;
        memcpy(frame.stack_pointer, t->last_stack_pointer, sizeof frame.stack_pointer);
        frame.parent = t->last_acts;
        frame.slot = stack;
        frame.behind = t->next_address;
        if (t->last->shown) {
            frame.anchor = t->last_self;
            frame.adopted = false;
            frame.anchor_slot = stack;
            frame.starts_program = first && !site->shown;
        }
        frames_call(t->frames, frame);
    } else if (t->last->shown && !site->shown && last->kind == EFFECT_JUMP) {
        frames_top(t->frames)->anchor = t->last_self;
        frames_top(t->frames)->adopted = false;
        frames_top(t->frames)->starts_program = false;
        frames_top(t->frames)->anchor_slot = frames_top(t->frames)->slot;
    }
}

static uint32_t control_parent(struct run *run, const struct site *site)
{
    struct thread *t = run->thread;
    struct graph_answer answer = graphs_ask(run->graphs, site->link);
    struct frame *frame = frames_top(t->frames);
    if (answer.known && frame->function != answer.function) {
        bool jumped = t->last && t->last->effect->kind == EFFECT_JUMP && site->address != t->next_address;
        if (frame->function >= 0 && jumped)
            frames_transfer(t->frames, t->last_acts, answer.function);
        frame->function = answer.function;
    }
    return frames_reach(t->frames, site->link);
}

static void leave(struct run *run, struct site *site, uint32_t self)
{
    struct thread *t = run->thread;
    uint64_t to = t->after.rip - run->bias;
    if (!site->shown)
        return;
    if (site->effect->kind == EFFECT_JUMP && site->effect->computed)
        graphs_observe(run->graphs, site->link, to);
    struct graph_answer answer = graphs_ask(run->graphs, site->link);
    if (answer.known && answer.branches)
        frames_branch(t->frames, self, answer.postdominator);
}

/* ---- One instruction ---- */

/* An x87 register as the double it would be. */
static uint64_t x87_value(const struct run *run, unsigned element)
{
    struct user_fpregs_struct now;
    long double wide;
    ptrace(PTRACE_GETFPREGS, run->thread->id, NULL, &now);
    memcpy(&wide, (const char *)now.st_space + (size_t)16 * element, 10);
    double narrow = (double)wide;
    uint64_t value;
    memcpy(&value, &narrow, sizeof value);
    return value;
}

static size_t stored_size(const struct effect *e)
{
    size_t size = e->value_register.size ? e->value_register.size : e->memory[e->memories - 1].size;
    return size < 8 ? size : 8;
}

static void print_value(struct run *run, const struct effect *e, uint64_t store, bool defines, bool random)
{
    uint64_t value = 0;
    if (e->kind == EFFECT_UNKNOWN) {
        fputs(" =?\n", run->out);
    } else if (e->value == VALUE_NONE || !defines) {
        fputs(" =-\n", run->out);
    } else if (e->value == VALUE_OTHER || random) {
        fputs(" =*\n", run->out);
    } else {
        if (e->value == VALUE_REGISTER)
            value = register_value(run, e->value_register);
        else if (e->value == VALUE_X87)
            value = x87_value(run, e->value_register.byte);
        else
            process_read(run->thread->id, store, &value, stored_size(e));
        fprintf(run->out, " =%lx\n", (unsigned long)value);
    }
}

/* The linker's trampoline saves and restores everything: treats it as if it did nothing. */
static bool keeps_all(const struct site *site)
{
    return site->linkage && (strncmp(site->effect->text, "xsave", 5) == 0 || strncmp(site->effect->text, "xrstor", 6) == 0);
}

/* The saved state overwrites the stack: C libraries since 2.41 read there again (pop of a slot that nobody wrote). */
static void overwrite_area(struct run *run, const struct site *site)
{
    enum { AREA = 832 };                /* bytes of x87, SSE and AVX state of Valgrind's processor */
    unsigned offset;
    if (keeps_all(site) && sscanf(site->effect->text, "xsave ptr [rsp + %x]", &offset) == 1)
        define_memory(run, run->thread->before.rsp + offset, AREA, (struct cell){0});
}

static uint32_t begin(struct run *run, struct site *site)
{
    overwrite_area(run, site);
    run->clock++;
    uint32_t number = site->count++;
    if (number == 0 && site->effect->kind == EFFECT_UNKNOWN && !keeps_all(site))
        lacks_rule(run, "%lx %s%s", (unsigned long)site->link, site->effect->text, site->shown ? "" : " (skipped code)");
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

/* The recorder counts a repeated instruction's last look at a count of 0 as one more execution. */
static void look_at_count(struct run *run, struct site *site, uint32_t acts)
{
    struct thread *t = run->thread;
    const struct effect *e = site->effect;
    bool equal = t->after.eflags >> 6 & 1;
    if (!e->repeats || t->before.rcx == 0 || t->after.rip == t->before.rip || t->after.rcx != 0)
        return;
    if ((e->while_equal && !equal) || (e->while_different && equal))
        return;
    uint32_t self = begin(run, site);
    if (site->shown)
        print_head(run, site, self, control_parent(run, site));
    use_all(run, site, site->shown ? self : acts, true);
    if (site->shown)
        fputs(" =-\n", run->out);
    t->last_self = self;
    t->last_acts = site->shown ? self : acts;
}

/* Does the result differ in each run? */
static bool define_results(struct run *run, const struct site *site, uint32_t acts, bool alive, bool random)
{
    struct thread *t = run->thread;
    if (site->effect->kind != EFFECT_SYSTEM) {
        define_all(run, site->effect, acts, random);
        return random;
    }
    struct system_call call;
    system_decode(t->id, &t->before, alive ? &t->after : &t->before, &call);
    if (!call.known)
        lacks_rule(run, "system call %llu", t->before.rax);
    use_system(run, acts, &call);
    if (t->before.rax == SIGRETURN)
        signals_return(run);
    else
        define_system(run, acts, &call);
    if (t->before.rax == SYS_exit)
        define_memory(run, t->cleared_at_end, t->cleared_at_end ? 4 : 0, (struct cell){acts, run->clock, 0, false});
    if (t->before.rax == SYS_sigaltstack && t->before.rdi) {
        stack_t other;
        if (process_read(t->id, t->before.rdi, &other, sizeof other)) {
            t->other_stack = (uint64_t)(uintptr_t)other.ss_sp;
            t->other_stack_end = t->other_stack + other.ss_size;
        }
    }
    return call.chance;
}

/* The instruction at before.rip ran; if the thread is dead, it was its last. */
static void executed(struct run *run, struct site *site, bool alive)
{
    struct thread *t = run->thread;
    const struct effect *e = site->effect;
    arrive(run, site);
    uint32_t self = begin(run, site), acts = site->shown ? self : frames_top(t->frames)->anchor;
    if (site->shown)
        print_head(run, site, self, control_parent(run, site));
    bool empty = e->repeats && t->before.rcx == 0, aside = is_aside(run, site), random = false;
    t->last_is_skipped = !site->shown;
    t->last_is_linker = !site->shown && site->linkage;
    if (!site->shown && frames_top(t->frames)->starts_program)
        run->starter = acts;
    memcpy(t->last_stack_pointer, &t->registers[STACK_POINTER * 8], sizeof t->last_stack_pointer);
    if (!site->linkage)
        random = aside ? use_address(run, site, acts) : use_all(run, site, acts, empty);
    uint64_t store = e->memories ? address_of(run, &e->memory[e->memories - 1]) : 0;
    if (alive)
        process_change_processor(run, e);
    if (aside)
        put_aside(run, e, acts);
    else if (!empty)
        random = define_results(run, site, acts, alive, random);
    if (site->shown)
        print_value(run, e, store, alive && !empty && !(e->kind == EFFECT_SYSTEM && t->before.rax == SIGRETURN), random);
    if (e->kind == EFFECT_SYSTEM && t->before.rax == SYS_mmap && (int64_t)t->after.rax > 0)
        fprintf(run->out, "A %lx %lx\n", (unsigned long)t->after.rax, (unsigned long)(t->after.rax + t->before.rsi));
    t->last = site;
    t->last_self = self;
    t->last_acts = acts;
    t->next_address = t->before.rip + e->length;
    if (alive && e->repeats && !empty) {
        run->irregular_steps += t->after.rcx != t->before.rcx - 1;
        look_at_count(run, site, acts);
    }
    if (alive)
        leave(run, site, self);
}

/* The thread stopped: its step ended by execution, by a signal handler, or by the thread's end. */
static void settle(struct run *run)
{
    struct thread *t = run->thread;
    bool alive = t->state == THREAD_STOPPED;
    if (!t->stepping)
        return;
    t->stepping = false;
    if (t->in_handler)
        signals_deliver(run);
    else if (alive || !t->handed)
        executed(run, site_at(run, t->before.rip), alive);
    t->before = t->after;
}

static void print_carried(const struct run *run)
{
    for (size_t i = 1; i < run->instance_count; i++)
        for (size_t k = 0; k < run->instances[i].carried_count; k++) {
            const struct instance *who = &run->instances[i], *definer = &run->instances[who->carried[k].who];
            fprintf(run->out, "C %lx %u %lx#%u\n", (unsigned long)who->link, who->number, (unsigned long)definer->link, definer->number);
        }
}

static void run_program(struct run *run)
{
    while (threads_choose(run)) {
        settle(run);
        if (run->thread->state == THREAD_GONE)
            continue;
        const struct site *site = site_at(run, run->thread->before.rip);
        bool system = site->effect->kind == EFFECT_SYSTEM;
        if (system && run->thread->before.rax == SYS_exit_group)
            process_print_ranges(run);
        if (site->effect->x87)
            ptrace(PTRACE_GETFPREGS, run->thread->id, NULL, &run->thread->vectors);
        threads_step(run, system);
    }
}

int main(int count, char **arguments)
{
    static struct run run;
    if (count < 5)
        fail("usage: oracle PROCESSOR STACK OUTPUT PROGRAM [ARGUMENT...]");
    process_read_processor(&run, arguments[1]);
    run.out = fopen(arguments[3], "we");
    run.sites = calloc(SITES, sizeof *run.sites);
    if (!run.out || !run.sites)
        fail("%s cannot be written", arguments[3]);
    effect_open();
    image_open(&run.image, arguments[4]);
    run.graphs = graphs_open(&run.image);
    run.instances = grow(NULL, &run.instance_capacity, 1, sizeof *run.instances);
    run.instance_count = 1;
    process_start(&run, arguments[2], arguments + 4);
    fprintf(run.out, "E %lx\n", (unsigned long)run.image.entry);
    run_program(&run);
    print_carried(&run);
    if (run.irregular_steps)
        fprintf(stderr, "oracle: %lu repeated steps were not one iteration\n", (unsigned long)run.irregular_steps);
    if (fclose(run.out))
        fail("%s cannot be written", arguments[3]);
    return run.irregular_steps || run.without_rule ? 3 : 0;
}
