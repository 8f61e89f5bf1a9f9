/* run.c - frames, uses, and the steps of skipped code.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/log/memory_check.h"
#include "recording/log/run.h"
#include "recording/log/run_steps.h"

#include <stdlib.h>
#include <string.h>

/* ---- Frames ---- */

void run_begin_frame(struct reconstruction *r, struct thread *thread, actor parent, uint64_t slot)
{
    control_call(&thread->control, parent, slot);
    control_frame(&thread->control)->time = thread->time;
    control_frame(&thread->control)->from_hidden = !thread->shown;
    collect_frame_begins(r->collection, thread->number, thread->time, !thread->shown, false);
}

/* What a handler does is none of what the code does that it interrupts. */
void run_begin_handler(struct reconstruction *r, struct thread *thread, actor parent)
{
    struct carry *outer = thread->shown ? NULL : run_carry(thread);
    control_call(&thread->control, parent, UINT64_MAX);
    struct frame *frame = control_frame(&thread->control);
    frame->handler = true;
    control_part(&thread->control);
    frame->moved = thread->moved;
    thread->moved = false;
    thread->handlers++;
    frame->outer = outer;
    frame->aside = thread->carry;
    thread->carry = NULL;
    frame->since = r->clock;
    frame->interrupted = memory_allocate(sizeof thread->registers);
    cells_copy(&r->shadow, frame->interrupted, thread->registers, REGISTER_BYTES / 4);
    collect_frame_begins(r->collection, thread->number, 0, false, true);
}

void run_end_carry(struct reconstruction *r, struct thread *thread)
{
    if (thread->carry)
        r->dropped += carry_end(thread->carry, r->collection);
    thread->carry = NULL;
}

void run_forget_interrupted(struct reconstruction *r, struct frame *frame)
{
    for (unsigned i = 0; frame->interrupted && i < REGISTER_BYTES / 4; i++)
        cells_define(&r->shadow, &frame->interrupted[i], 0, 4, (struct cell){0, 0});       /* gives its splits back */
    free(frame->interrupted);
    frame->interrupted = NULL;
}

void run_end_frame(struct reconstruction *r, struct thread *thread)
{
    struct frame *frame = control_frame(&thread->control);
    if (frame->owns_carry)
        r->dropped += carry_end(frame->carry, r->collection);
    if (frame->handler) {
        run_end_carry(r, thread);
        thread->carry = frame->aside;
        thread->handlers--;
    }
    if (frame->interrupted)
        run_forget_interrupted(r, frame);
    if (control_is_apart(&thread->control))
        thread->moved = true;           /* the stack of this frame is not that of the one around it */
    control_end(&thread->control);
    if (thread->control.frame_count == 1 && control_frame(&thread->control)->slot != UINT64_MAX)
        thread->moved = true;           /* it may leave the stack for good */
    collect_frame_ends(r->collection, thread->number);
}

void run_end_frames(struct reconstruction *r, struct thread *thread, uint64_t pointer)
{
    bool apart = false;
    while (!apart && !control_frame(&thread->control)->handler && control_dead(&thread->control, pointer)) {
        apart = control_is_apart(&thread->control);
        run_end_frame(r, thread);
    }
}

/* ---- One instance ---- */

void run_use_carried(struct reconstruction *r, struct cell definer)
{
    if (definer.who != r->thread->self)
        dependences_carry(&r->thread->pending, definer);
}

void run_use_one(struct reconstruction *r, uint32_t key, uint32_t port, struct cell definer)
{
    struct thread *thread = r->thread;
    if (!thread->shown) {
        struct carry *carry = thread->linkage ? NULL : run_carry(thread);
        if (carry)
            carry_use(carry, definer);
    } else if (definer.who != thread->self) {
        thread->pending.rises = false;
        dependences_add(&thread->pending, (struct dependence){key, port, definer});
    }
}

void run_use(struct reconstruction *r, uint32_t key, uint32_t port, const struct definers *found)
{
    for (unsigned i = 0; i < found->count; i++)
        run_use_one(r, key, port, found->items[i]);
}

/* Several definers, or an unusual size. */
void run_use_registers(struct reconstruction *r, const struct step *step, unsigned byte, unsigned size)
{
    struct definers found;
    found.count = 0;
    cells_gather(&r->shadow, r->thread->registers, byte, size, &found);
    run_use(r, step->port, step->number, &found);
}

void run_use_memory(struct reconstruction *r, const struct step *step, uint64_t address)
{
    struct definers found;
    found.count = 0;
    shadow_gather(&r->shadow, address, step->size, &found);
    run_use(r, step->port, step->number, &found);
}

void run_use_flags(struct reconstruction *r, const struct step *step)
{
    struct definers found;
    found.count = 0;
    for (unsigned bit = 0; bit < FLAGS; bit++)
        if (step->size >> bit & 1)
            definers_add(&found, r->thread->registers[BYTE_FLAGS / 4 + bit]);
    run_use(r, step->port, step->number, &found);
}

/* ---- Steps ---- */

struct copying {                /* the data operand of a plain move in skipped code, on its way */
    const struct step *from;
    uint64_t address;
};

/* What the C library sets up in memory before main, and cleans up after it, is no result of anybody: start-up values. So is what the
 * dynamic linker notes down. */
struct cell run_stores_by(const struct reconstruction *r)
{
    const struct carry *carry = run_carry(r->thread);
    bool start_up = !r->thread->shown && carry && carry_anchor(carry)->starts_program;
    return start_up || (!r->thread->shown && r->thread->linkage) ? (struct cell){0, 0} : run_by(r);
}

static void flags(struct reconstruction *r, const struct step *step)
{
    if (step->kind == STEP_FLAGS_USE)
        use_flags(r, step, USER_ANY);
    else if (!r->thread->no_flags)
        define_flags(&r->thread->registers[BYTE_FLAGS / 4], step->size, run_by(r));
}

/* Puts a register aside on skipped code's own stack. False: it is another store. */
static bool save(struct reconstruction *r, const struct step *from, uint64_t address, unsigned size)
{
    const struct thread *thread = r->thread;
    const struct carry *carry = run_carry(r->thread);
    if (!from || !carry || size > from->size || size % 4 || from->byte % 4 || address % 4 || !carry_owns_stack(carry, address))
        return false;
    for (unsigned i = 0; i < size; i += 4)
        if (cell_is_split(thread->registers[(from->byte + i) / 4]))
            return false;
    for (unsigned i = 0; i < size; i += 4) {
        unsigned number = (from->byte + i) / 4u;
        struct cell cell = thread->registers[number];
        cell.when = (cell.when & WHEN_MAX) | (uint64_t)(number + 1) << WHEN_BITS;
        shadow_define(&r->shadow, address + i, 4, cell);
    }
    return true;
}

/* Fetches a register back from where it was put aside. False: something else is loaded. */
static bool restore(struct reconstruction *r, const struct step *to, uint64_t address, unsigned size)
{
    if (!address || size % 4 || to->byte % 4 || address % 4 || size > to->size)
        return false;
    for (unsigned i = 0; i < size; i += 4) {
        struct cell cell = shadow_read(&r->shadow, address + i);
        if (cell_is_split(cell) || cell_tag(cell) != (to->byte + i) / 4u + 1)
            return false;
    }
    cells_define(&r->shadow, r->thread->registers, to->byte, to->size, (struct cell){0, 0});
    for (unsigned i = 0; i < size; i += 4) {
        struct cell cell = shadow_read(&r->shadow, address + i);
        cell.when &= WHEN_MAX;
        cells_define(&r->shadow, r->thread->registers, to->byte + i, 4, cell);
    }
    return true;
}

/* What was held back as the source of a copy turns out not to be copied: it is used like anything else. */
static void settle_copy(struct reconstruction *r, struct copying *copying)
{
    const struct step *from = copying->from;
    copying->from = NULL;
    if (from && from->kind == STEP_LOAD)
        use_memory(r, from, copying->address, USER_ANY);
    else if (from)
        use_register(r, from, from->byte, from->size, USER_ANY);
}

static void load(struct reconstruction *r, const struct part *part, const struct step *step, uint64_t address, struct copying *copying)
{
    r->thread->loaded = address;
    if (!address)
        return;
    if (part->restores && step->copy) {
        settle_copy(r, copying);
        *copying = (struct copying){step, address};
        return;
    }
    use_memory(r, step, address, USER_ANY);
}

static void store(struct reconstruction *r, const struct part *part, const struct step *step, uint64_t address, struct copying *copying)
{
    r->thread->stored = address;
    if (!address)
        return;
    run_wrote(r, address, step->size);
    if (part->saves && step->copy && copying->from) {
        if (save(r, copying->from, address, step->size)) {
            copying->from = NULL;
            return;
        }
        settle_copy(r, copying);
    }
    shadow_define(&r->shadow, address, step->size, run_stores_by(r));
}

/* What the kernel does for skipped code it may do anywhere on the stack, too; for shown code it writes behind what that wrote itself. */
void run_wrote(struct reconstruction *r, uint64_t address, uint64_t size)
{
    const struct thread *thread = r->thread;
    collect_skipped(r->collection, thread->time, address, size, thread->shown ? 0 : thread->below);
}

/* Control words that skipped code puts aside or fetches back with everything else. */
static bool is_kept_word(const struct part *part, const struct step *step)
{
    return part->area && (step->byte == BYTE_MXCSR || step->byte == BYTE_X87_CONTROL || step->byte == BYTE_X87_STATUS);
}

static void define(struct reconstruction *r, const struct part *part, const struct step *step, struct copying *copying)
{
    if (is_kept_word(part, step))
        return;
    if (part->restores && step->copy && copying->from) {
        if (restore(r, step, copying->address, copying->from->size)) {
            copying->from = NULL;
            return;
        }
        settle_copy(r, copying);
    }
    cells_define(&r->shadow, r->thread->registers, step->byte, step->size, run_by(r));
}

static void use(struct reconstruction *r, const struct part *part, const struct step *step, struct copying *copying)
{
    if (is_kept_word(part, step))
        return;
    if (!part->saves || !step->copy) {
        use_register(r, step, step->byte, step->size, USER_ANY);
        return;
    }
    settle_copy(r, copying);
    *copying = (struct copying){step, 0};
}

/* The bytes of an access; its address stands in front of them. */
const uint8_t *run_check(struct reconstruction *r, const struct step *step, const uint8_t *data)
{
    enum { ADDRESS = 6 };
    uint64_t address = log_address(data - ADDRESS);
    if (r->check && address && step->kind == STEP_LOADED)
        memory_check_load(r->check, &r->shadow, address, data, step->size, r->thread->self);
    else if (r->check && address && step->kind == STEP_DISTURBED)
        memory_check_disturb(r->check, address, data, step->size);
    else if (r->check && address)
        memory_check_store(r->check, address, data, step->size, run_stores_by(r));
    return data + step->size;
}

/* Of code that is not shown: what it puts aside and fetches back is neither used nor defined. */
const uint8_t *run_skipped(struct reconstruction *r, const struct part *part, const uint8_t *data)
{
    struct copying copying = {0};
    for (uint32_t i = 0; i < part->step_count; i++) {
        const struct step *step = &r->steps.items[part->first_step + i];
        switch ((enum step_kind)step->kind) {
        case STEP_USE: use(r, part, step, &copying); break;
        case STEP_DEFINE: define(r, part, step, &copying); break;
        case STEP_USE_INDEXED: use_register(r, step, step->byte + step->size * (*data++ & 7u), step->size, USER_ANY); break;
        case STEP_DEFINE_INDEXED:
            cells_define(&r->shadow, r->thread->registers, step->byte + step->size * (*data++ & 7u), step->size, run_by(r));
            break;
        case STEP_LOAD: load(r, part, step, log_address(data), &copying); data += 6; break;
        case STEP_STORE: store(r, part, step, log_address(data), &copying); data += 6; break;
        case STEP_SKIP: case STEP_VALUE: data += step->size; break;
        case STEP_FLAGS_USE: case STEP_FLAGS_DEFINE: flags(r, step); break;
        case STEP_COUNT: r->thread->no_flags = (*data++ & step->size) == 0; break;
        case STEP_STACK:
            r->thread->stack = log_address(data);
            r->thread->stack_known = true;
            data += 6;
            break;
        case STEP_LOADED: case STEP_STORED: case STEP_DISTURBED: data = run_check(r, step, data); break;
        }
    }
    settle_copy(r, &copying);
    return data;
}

/* The program dies of a fault of this instruction: it has its uses, and defines nothing. Of memory it is only known to have come as far as its first
 * access: what the log has behind that may be of any age. */
bool run_faulted(struct reconstruction *r, const struct part *part, const uint8_t *data)
{
    uint64_t accessed = 0;
    bool known = true;
    if (part->starts && !run_start(r, part))
        return false;
    for (uint32_t i = 0; i < part->step_count; i++) {
        const struct step *step = &r->steps.items[part->first_step + i];
        bool access = step->kind == STEP_LOAD || step->kind == STEP_STORE;
        if (access && known)
            accessed = log_address(data);
        if (step->kind == STEP_USE)
            use_register(r, step, step->byte, step->size, USER_ANY);
        else if (step->kind == STEP_FLAGS_USE)
            flags(r, step);
        else if (known && step->kind == STEP_USE_INDEXED)
            use_register(r, step, step->byte + step->size * (*data & 7u), step->size, USER_ANY);
        else if (known && step->kind == STEP_LOAD && accessed)
            use_memory(r, step, accessed, USER_ANY);
        known = known && !access;
        data += step_bytes(step);
    }
    fault_take(r, accessed);
    return true;
}
