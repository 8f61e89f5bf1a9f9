/* run_segment.c - prepares and executes segments: begins executions, takes the steps of your code.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/state/state.h"
#include "recording/log/run.h"
#include "recording/log/run_steps.h"
#include "recording/log/template.h"

#include <stdlib.h>
#include <string.h>

/* ---- Quick steps: drops the steps that the segment itself answers (run.h) ----
 *
 * The forward pass finds, within a chain, the part that defined each byte of the register file. The backward pass finds bytes that are defined again before
 * anything looks them up. */

enum { FLAG_BYTES = 4, FLAG_COUNT = 7, STACK_POINTER = BYTE_GENERAL + 4 * 8 };

/* A step; gone: dropped. */
struct plan {
    struct quick_step step;
    bool gone;
};

struct maker {
    struct quick_part *parts;
    size_t part_count;
    struct plan *plans;
    size_t count;
    size_t *firsts;                     /* index of each part's first plan, and the end */
    uint32_t marks[REGISTER_BYTES];     /* forward: 1 + the part that defined the byte, 0: unknown; backward: 1: replaced */
};

static bool plan_kind(const struct step *step, uint8_t *kind)
{
    switch ((enum step_kind)step->kind) {
    case STEP_USE: *kind = step->size == 8 && step->byte % 4 == 0 ? QUICK_USE_WORD : QUICK_USE; return true;
    case STEP_DEFINE: *kind = step->size == 8 && step->byte % 4 == 0 ? QUICK_DEFINE_WORD : QUICK_DEFINE; return true;
    case STEP_USE_INDEXED: *kind = QUICK_USE_INDEXED; return true;
    case STEP_DEFINE_INDEXED: *kind = QUICK_DEFINE_INDEXED; return true;
    case STEP_LOAD: *kind = QUICK_LOAD; return true;
    case STEP_STORE: *kind = QUICK_STORE; return true;
    case STEP_FLAGS_USE: *kind = QUICK_FLAGS_USE; return true;
    case STEP_FLAGS_DEFINE: *kind = QUICK_FLAGS_DEFINE; return true;
    case STEP_COUNT: *kind = QUICK_COUNT; return true;
    case STEP_STACK: *kind = QUICK_STACK; return true;
    case STEP_SKIP: case STEP_VALUE: case STEP_LOADED: case STEP_STORED: case STEP_DISTURBED: return false;
    }
    return false;
}

static bool is_logged(uint8_t kind)
{
    return kind != QUICK_USE && kind != QUICK_USE_WORD && kind != QUICK_DEFINE && kind != QUICK_DEFINE_WORD && kind != QUICK_FLAGS_USE && kind != QUICK_FLAGS_DEFINE;
}

/* False: the step cannot be quick. */
static bool plan_other(struct quick_part *part, const struct step *step, uint32_t at)
{
    if (step->kind == STEP_SKIP)
        return true;
    if (step->kind != STEP_VALUE || part->value_size)
        return false;
    part->value_size = (uint8_t)(step->byte && step->byte < step->size ? step->byte : step->size);
    part->value_place = at;
    return true;
}

static bool plan_part(struct maker *maker, uint32_t number, uint32_t *at)
{
    struct quick_part *part = &maker->parts[number];
    for (size_t i = 0; i < part->step_count; i++) {
        const struct step *step = &part->steps[i];
        uint8_t kind;
        if (plan_kind(step, &kind)) {
            struct quick_step quick = {kind, (uint16_t)step->size, is_logged(kind) ? *at : step->byte, step->port, step->number};
            maker->plans[maker->count++] = (struct plan){quick, false};
        } else if (!plan_other(part, step, *at)) {
            return false;
        }
        *at += (uint32_t)step_bytes(step);
    }
    return true;
}

/* ---- Bytes of the register file ---- */

static bool is_flags(const struct quick_step *step)
{
    return step->kind == QUICK_FLAGS_USE || step->kind == QUICK_FLAGS_DEFINE;
}

static void mark_bytes(struct maker *maker, size_t from, size_t size, uint32_t mark)
{
    for (size_t i = from; i < from + size && i < REGISTER_BYTES; i++)
        maker->marks[i] = mark;
}

static void mark(struct maker *maker, const struct quick_step *step, uint32_t mark)
{
    if (!is_flags(step)) {
        mark_bytes(maker, step->place, step->size, mark);
        return;
    }
    for (unsigned bit = 0; bit < FLAG_COUNT; bit++)
        if (step->size >> bit & 1)
            mark_bytes(maker, BYTE_FLAGS + bit * FLAG_BYTES, FLAG_BYTES, mark);
}

/* The mark that all bytes of the step share; 0: they differ. */
static uint32_t marked(const struct maker *maker, const struct quick_step *step)
{
    uint32_t found = 0;
    if (!is_flags(step)) {
        found = step->size ? maker->marks[step->place] : 0;
        for (size_t i = 0; i < step->size; i++)
            if (maker->marks[step->place + i] != found)
                return 0;
        return found;
    }
    for (unsigned bit = 0; bit < FLAG_COUNT; bit++) {
        uint32_t other = maker->marks[BYTE_FLAGS + bit * FLAG_BYTES];
        if (!(step->size >> bit & 1))
            continue;
        if (!other || (found && other != found))
            return 0;
        found = other;
    }
    return found;
}

/* ---- The two passes over a segment ---- */

/* A part with a count may define no flags: then their definer is unknown, and it replaces no earlier definition. */
static bool has_count(const struct maker *maker, uint32_t part)
{
    for (size_t i = maker->firsts[part]; i < maker->firsts[part + 1]; i++)
        if (maker->plans[i].step.kind == QUICK_COUNT)
            return true;
    return false;
}

static void find_definers(struct maker *maker, uint32_t number)
{
    bool counts = has_count(maker, number);
    if (!maker->parts[number].chained)
        memset(maker->marks, 0, sizeof maker->marks);
    for (size_t i = maker->firsts[number]; i < maker->firsts[number + 1]; i++) {
        struct quick_step *step = &maker->plans[i].step;
        uint32_t definer;
        switch (step->kind) {
        case QUICK_DEFINE: case QUICK_DEFINE_WORD: mark(maker, step, number + 1); break;
        case QUICK_FLAGS_DEFINE: mark(maker, step, counts ? 0 : number + 1); break;
        case QUICK_DEFINE_INDEXED: mark_bytes(maker, BYTE_X87, BYTE_FS - BYTE_X87, 0); break;
        case QUICK_USE: case QUICK_USE_WORD: case QUICK_FLAGS_USE:
            definer = marked(maker, step);
            maker->plans[i].gone = definer == number + 1;
            if (definer)
                *step = (struct quick_step){QUICK_KNOWN, 0, number + 1 - definer, step->port, step->number};
            break;
        default: break;
        }
    }
}

static void find_dead(struct maker *maker, uint32_t number)
{
    bool counts = has_count(maker, number);
    for (size_t i = maker->firsts[number + 1]; i-- > maker->firsts[number];) {
        const struct quick_step *step = &maker->plans[i].step;
        switch (step->kind) {
        case QUICK_DEFINE: case QUICK_DEFINE_WORD: case QUICK_FLAGS_DEFINE:
            maker->plans[i].gone = marked(maker, step) == 1;
            if (step->kind != QUICK_FLAGS_DEFINE || !counts)
                mark(maker, step, 1);
            break;
        case QUICK_USE: case QUICK_USE_WORD: case QUICK_FLAGS_USE: mark(maker, step, 0); break;
        case QUICK_USE_INDEXED: mark_bytes(maker, BYTE_X87, BYTE_FS - BYTE_X87, 0); break;
        default: break;
        }
    }
    if (maker->parts[number].calls)
        mark_bytes(maker, STACK_POINTER, 8, 0);
    if (!maker->parts[number].chained)
        memset(maker->marks, 0, sizeof maker->marks);
}

static void append(const struct maker *maker, struct quick_steps *steps)
{
    for (size_t number = 0; number < maker->part_count; number++) {
        maker->parts[number].first = steps->count;
        for (size_t i = maker->firsts[number]; i < maker->firsts[number + 1]; i++) {
            if (maker->plans[i].gone)
                continue;
            steps->items = array_grow(steps->items, &steps->capacity, steps->count + 1, sizeof *steps->items);
            steps->items[steps->count++] = maker->plans[i].step;
        }
        maker->parts[number].count = steps->count - maker->parts[number].first;
    }
}

static bool plan_all(struct maker *maker)
{
    uint32_t at = 0;
    for (uint32_t i = 0; i < maker->part_count; i++) {
        maker->firsts[i] = maker->count;
        if (!plan_part(maker, i, &at))
            return false;
    }
    maker->firsts[maker->part_count] = maker->count;
    return true;
}

bool quick_append(struct quick_part *parts, size_t count, struct quick_steps *steps)
{
    struct maker maker = {.parts = parts, .part_count = count};
    size_t most = 1;
    for (size_t i = 0; i < count; i++)
        most += parts[i].step_count;
    maker.plans = memory_allocate(most * sizeof *maker.plans);
    maker.firsts = memory_allocate((count + 1) * sizeof *maker.firsts);
    bool good = plan_all(&maker);
    for (uint32_t i = 0; good && i < count; i++)
        find_definers(&maker, i);
    memset(maker.marks, 0, sizeof maker.marks);
    for (size_t i = count; good && i-- > 0;)
        find_dead(&maker, (uint32_t)i);
    if (good)
        append(&maker, steps);
    free(maker.plans);
    free(maker.firsts);
    return good;
}

/* ---- Executes segments: begins executions, takes the steps of your code ----
 *
 * Control may come to the first instruction of a segment from anywhere, so run_start makes all tests: does the window begin, did frames begin or end, did a
 * branch lead here, is this another function, does skipped code take over? Most instructions come after another one in the same segment, where the answers
 * are known beforehand. Such a part *follows* (struct part), and run_follow leaves these tests out. A part follows the one before it if both begin an
 * instruction and
 *
 *     neither the window nor setjmp depends on this instruction        run_window, follow_setjmp: nothing to do
 *     no stack pointer is logged before it, and no jump lies there     follow_jump, control_kept: nothing to do
 *     both are in one object, both in your code or both skipped        settle_pending: hands over; anchor and PLT stub stay the same
 *     the one before is no branch and no computed jump                 follow_branch: nothing to do
 *     both are in one function, or this one is in none                 run_enter: frame and function stay
 *
 * This does not apply to a run that a signal interrupts, nor to parts after the end of a frame within the segment (a pop may end one). The branches and
 * functions of the graphs may change while the program runs, when it takes a new computed jump: clew prepares a segment again when its object's generation
 * has changed. */

/* The control parent is the branch whose region the part is in, or else the call that began its frame. */
static inline void depend_on_parent(struct thread *thread, const struct part *part)
{
    actor parent = control_parent(&thread->control);
    if (parent)
        dependences_add(&thread->pending, (struct dependence){PORT_CONTROL, part->control, {parent, 0}});
}

bool run_start(struct reconstruction *r, const struct part *part)
{
    uint32_t number = part->site;
    struct thread *thread = r->thread;
    struct site *site = site_get(r->sites, number), *last = site_get(r->sites, thread->site);
    if (site->opens || site->closes)
        run_window(r, site, last);
    bool shown = run_shows(r, site);
    r->clock += r->window == WINDOW_OVER;
    if (r->window == WINDOW_OVER)
        return true;
    run_arrive(r, site, last, shown);
    uint64_t instance = site_execute(r->sites, site, number, shown);
    if (instance > ACTOR_INSTANCE_MAX)
        return false;
    if (shown)
        run_enter(r, site, last);
    const struct carry *carry = shown ? NULL : run_carry(thread);
    thread->site = number;
    thread->self = actor_make(number, instance);
    if (thread->shown && !shown)
        thread->below = control_frame(&thread->control)->slot == UINT64_MAX ? 0 : control_frame(&thread->control)->slot;
    thread->shown = shown;
    thread->acts = shown ? thread->self : carry ? carry_anchor(carry)->who : 0;
    thread->time = shown ? collect_run(r->collection, thread->number, thread->self) : carry ? carry_anchor(carry)->time : 0;
    thread->linkage = site->linkage;
    thread->jump = LOG_JUMP_PLAIN;
    thread->stack_known = false;
    thread->no_flags = false;
    thread->pending.rises = part->orderly;
    r->clock++;
    if (shown)
        depend_on_parent(thread, part);
    return true;
}

/* ---- Parts that follow ---- */

/* The conditions that never change: they let quick steps know what earlier parts did. */
static bool is_chained(struct reconstruction *r, const struct part *before, const struct part *part)
{
    const struct site *from = site_get(r->sites, before->site), *to = site_get(r->sites, part->site);
    return part->starts && !before->leaves && from->shown == to->shown && !to->opens && !to->closes;
}

static bool is_followed(struct reconstruction *r, const struct object *object, const struct part *before, const struct part *part)
{
    struct site *from = site_get(r->sites, before->site), *to = site_get(r->sites, part->site);
    if (!before->starts || !is_chained(r, before, part) || from->object != object || to->object != object || from->linkage != to->linkage || to->keeps_context)
        return false;
    if (!to->shown)
        return true;
    sites_flow(from);
    sites_flow(to);
    return !from->branches && !from->computed && (!to->known || (from->known && from->function == to->function));
}

static void prepare(struct reconstruction *r, struct segment *segment)
{
    struct part *parts = &r->parts[segment->first_part];
    segment->whole = segment->quick;
    segment->object = site_get(r->sites, parts->site)->object;
    for (uint32_t i = 1; i < segment->part_count; i++)
        segment->whole &= parts[i].follows = is_followed(r, segment->object, &parts[i - 1], &parts[i]);
    segment->generation = segment->object ? segment->object->generation : 0;
    segment->prepared = true;
}

/* Keeps what run_start set and what cannot change in a part that follows: shown, linkage, jump, and in skipped code acts. */
static inline bool run_follow(struct reconstruction *r, const struct part *part)
{
    struct thread *thread = r->thread;
    struct site *site = site_get(r->sites, part->site);
    if (thread->shown)
        r->dropped += dependences_collect(&thread->pending, r->collection, thread->self);
    uint64_t instance = site_execute(r->sites, site, part->site, thread->shown);
    if (instance > ACTOR_INSTANCE_MAX)
        return false;
    thread->site = part->site;
    thread->self = actor_make(part->site, instance);
    thread->no_flags = false;
    r->clock++;
    if (!thread->shown)
        return true;
    r->shown++;
    control_reach(&thread->control, site->address);
    thread->acts = thread->self;
    thread->time = collect_run(r->collection, thread->number, thread->self);
    thread->pending.rises = part->orderly;
    depend_on_parent(thread, part);
    return true;
}

/* ---- The steps of your code, taken as they are ---- */

static const uint8_t *run_shown(struct reconstruction *r, const struct part *part, const uint8_t *data)
{
    struct thread *thread = r->thread;
    const struct cell self = run_by(r);
    const struct step *step = &r->steps.items[part->first_step], *end = step + part->step_count;
    for (; step < end; step++) {
        switch ((enum step_kind)step->kind) {
        case STEP_USE: use_register(r, step, step->byte, step->size, USER_SHOWN); break;
        case STEP_DEFINE: cells_define(&r->shadow, thread->registers, step->byte, step->size, self); break;
        case STEP_USE_INDEXED: use_register(r, step, step->byte + step->size * (*data++ & 7u), step->size, USER_SHOWN); break;
        case STEP_DEFINE_INDEXED: cells_define(&r->shadow, thread->registers, step->byte + step->size * (*data++ & 7u), step->size, self); break;
        case STEP_LOAD:
            thread->loaded = log_address(data);
            if (thread->loaded)
                use_memory(r, step, thread->loaded, USER_SHOWN);
            data += 6;
            break;
        case STEP_STORE:
            thread->stored = log_address(data);
            if (thread->stored)
                shadow_define(&r->shadow, thread->stored, step->size, self);
            data += 6;
            break;
        case STEP_SKIP: data += step->size; break;
        case STEP_FLAGS_USE: use_flags(r, step, USER_SHOWN); break;
        case STEP_FLAGS_DEFINE:
            if (!thread->no_flags)
                define_flags(&thread->registers[BYTE_FLAGS / 4], step->size, self);
            break;
        case STEP_COUNT: thread->no_flags = (*data++ & step->size) == 0; break;
        case STEP_VALUE:
            collect_value(r->collection, thread->self, log_value(data, step->byte && step->byte < step->size ? step->byte : step->size));
            data += step->size;
            break;
        case STEP_STACK:
            thread->stack = log_address(data);
            thread->stack_known = true;
            data += 6;
            break;
        case STEP_LOADED: case STEP_STORED: case STEP_DISTURBED: data = run_check(r, step, data); break;
        }
    }
    return data;
}

/* Before a call in your code: keeps the stack pointer's definers. If the call leads to skipped code, the stack pointer has them again afterwards. */
static void keep_stack_pointer(struct thread *thread)
{
    for (unsigned i = 0; i < 2; i++)
        thread->stack_pointer[i] = cell_is_split(thread->registers[STACK_POINTER_CELL + i]) ? (struct cell){0, 0} : thread->registers[STACK_POINTER_CELL + i];
}

/* A part has run: follows its change of the stack pointer. True: the stack pointer rose above the part's load, and frames ended. */
static bool run_leave_part(struct reconstruction *r, const struct part *part)
{
    struct thread *thread = r->thread;
    size_t frames = thread->control.frame_count;
    if (part->pops && !thread->moved)
        run_end_frames(r, thread, thread->loaded + 1);
    bool ended = thread->control.frame_count != frames;
    thread->moved |= part->moves;
    return ended;
}

/* ---- The same for quick steps (struct quick_step) ---- */

/* Hands the definer over at once, unless earlier dependences of this execution must be sorted first. */
static inline void quick_use(struct reconstruction *r, struct thread *thread, const struct quick_step *step, struct cell definer, bool direct)
{
    if (!definer.who || definer.who == thread->self)
        return;
    if (direct && !thread->pending.count)
        collect_now(r->collection, thread->self, step->number, definer.who);
    else
        dependences_add(&thread->pending, (struct dependence){step->port, step->number, definer});
}

/* Bytes or flags with several definers, or of an unusual size. */
static void quick_use_all(struct reconstruction *r, const struct quick_step *step, uint64_t address)
{
    struct step plain = {.byte = (uint16_t)step->place, .size = step->size, .port = step->port, .number = step->number};
    if (step->kind == QUICK_LOAD)
        run_use_memory(r, &plain, address);
    else if (step->kind == QUICK_FLAGS_USE)
        run_use_flags(r, &plain);
    else if (step->kind == QUICK_USE_INDEXED)
        run_use_registers(r, &plain, (unsigned)address, step->size);
    else
        run_use_registers(r, &plain, step->place, step->size);
}

static inline void quick_use_bytes(struct reconstruction *r, struct thread *thread, const struct quick_step *step, unsigned byte, bool direct)
{
    struct cell sole;
    if (cells_sole(&r->shadow, thread->registers, byte, step->size, &sole))
        quick_use(r, thread, step, sole, direct);
    else
        quick_use_all(r, step, byte);
}

static inline void quick_use_word(struct reconstruction *r, struct thread *thread, const struct quick_step *step, bool direct)
{
    const struct cell *cell = &thread->registers[step->place / 4];
    actor who = cell->who;
    if (who != cell[1].who || who >> 63)
        quick_use_all(r, step, 0);
    else if (direct && !thread->pending.count && who && who != thread->self)
        collect_now(r->collection, thread->self, step->number, who);
    else
        quick_use(r, thread, step, (struct cell){who, cell_younger(cell[0], cell[1])}, false);
}

static inline void quick_load(struct reconstruction *r, struct thread *thread, const struct quick_step *step, uint64_t address, bool direct)
{
    struct cell sole;
    thread->loaded = address;
    if (!address)
        return;
    if (shadow_sole(&r->shadow, address, step->size, &sole))
        quick_use(r, thread, step, sole, direct);
    else
        quick_use_all(r, step, address);
}

static inline unsigned x87_byte(const uint8_t *data, const struct quick_step *step)
{
    return BYTE_X87 + step->size * (data[step->place] & 7u);
}

static inline __attribute__((always_inline)) void run_quick_steps(struct reconstruction *r, struct thread *thread, const struct part *part, const uint8_t *data,
                                                                  bool direct)
{
    const struct cell self = {thread->self, r->clock};
    bool no_flags = false;
    const struct quick_step *step = &r->quick.items[part->first_quick], *end = step + part->quick_count;
    for (; step < end; step++) {
        switch ((enum quick_kind)step->kind) {
        case QUICK_KNOWN: quick_use(r, thread, step, (struct cell){part[-(ptrdiff_t)step->place].self, self.when - step->place}, direct); break;
        case QUICK_USE: quick_use_bytes(r, thread, step, step->place, direct); break;
        case QUICK_USE_WORD: quick_use_word(r, thread, step, direct); break;
        case QUICK_DEFINE: cells_define(&r->shadow, thread->registers, step->place, step->size, self); break;
        case QUICK_DEFINE_WORD: cells_define(&r->shadow, thread->registers, step->place, 8, self); break;
        case QUICK_USE_INDEXED: quick_use_bytes(r, thread, step, x87_byte(data, step), direct); break;
        case QUICK_DEFINE_INDEXED: cells_define(&r->shadow, thread->registers, x87_byte(data, step), step->size, self); break;
        case QUICK_LOAD: quick_load(r, thread, step, log_address(data + step->place), direct); break;
        case QUICK_STORE:
            thread->stored = log_address(data + step->place);
            if (thread->stored)
                shadow_define(&r->shadow, thread->stored, step->size, self);
            break;
        case QUICK_FLAGS_USE: {
            struct cell sole;
            if (flags_sole(&thread->registers[BYTE_FLAGS / 4], step->size, &sole))
                quick_use(r, thread, step, sole, direct);
            else
                quick_use_all(r, step, 0);
            break;
        }
        case QUICK_FLAGS_DEFINE:
            if (!no_flags)
                define_flags(&thread->registers[BYTE_FLAGS / 4], step->size, self);
            break;
        case QUICK_COUNT: no_flags = (data[step->place] & step->size) == 0; break;
        case QUICK_STACK:
            thread->stack = log_address(data + step->place);
            thread->stack_known = true;
            break;
        }
    }
}

/* Runs the quick steps of an execution that has begun, with its control parent pending. */
static void run_quick(struct reconstruction *r, struct part *part, const uint8_t *data)
{
    struct thread *thread = r->thread;
    part->self = thread->self;
    if (part->value_size)
        collect_value_stored(r->collection, thread->self, log_value(data + part->value_place, part->value_size));
    run_quick_steps(r, thread, part, data, false);
}

/* Where the innermost region of the innermost frame ends; 0: with the frame. */
static inline uint64_t region_end(const struct control *control)
{
    return control->entry_count > control_frame(control)->entries ? control->entries[control->entry_count - 1].postdominator : 0;
}

static inline void run_rest_part(struct reconstruction *r, struct thread *thread, struct part *part, const uint8_t *data, actor parent)
{
    thread->pending.rises = part->orderly;
    if (part->value_size)
        collect_value_stored(r->collection, thread->self, log_value(data + part->value_place, part->value_size));
    if (!part->direct) {
        if (parent)
            dependences_add(&thread->pending, (struct dependence){PORT_CONTROL, part->control, {parent, 0}});
        run_quick_steps(r, thread, part, data, false);
        return;
    }
    if (parent)
        collect_now(r->collection, thread->self, part->control, parent);
    run_quick_steps(r, thread, part, data, true);
}

/* Does the work of run_follow for all parts of a segment from the second on, if all of them follow, are your code and have quick steps. Sets the members that
 * only the next segment reads once, at the end. Returns the end, or the next part to run if frames ended before it. */
static struct part *run_rest(struct reconstruction *r, struct part *part, const struct part *end, const uint8_t *data)
{
    struct thread *thread = r->thread;
    struct site *sites = site_get(r->sites, 0);
    const struct part *first = part;
    uint64_t region = region_end(&thread->control);
    actor parent = control_parent(&thread->control);
    bool history = collection_is_history(r->collection), ended = false;
    for (; part < end && !ended; part++) {
        struct site *site = &sites[part->site];
        if (thread->pending.count)
            r->dropped += dependences_collect(&thread->pending, r->collection, thread->self);
        part->self = thread->self = actor_make(part->site, site->executions++);
        r->clock++;
        if (region == site->address) {
            control_reach(&thread->control, site->address);
            region = region_end(&thread->control);
            parent = control_parent(&thread->control);
        }
        if (!history)
            thread->time = collect_run(r->collection, thread->number, thread->self);
        if (part->calls)
            keep_stack_pointer(thread);
        run_rest_part(r, thread, part, data, parent);
        if (part->moves_or_pops)
            ended = run_leave_part(r, part);
    }
    thread->site = part[-1].site;
    thread->acts = thread->self;
    r->shown += (uint64_t)(part - first);
    return part;
}

/* A part that pops is not direct: a frame that ends with it hands over its dependences before those of the part. */
static void take_quick(struct reconstruction *r, struct part *part, const struct quick_part *quick, bool chained)
{
    part->first_quick = (uint32_t)quick->first;
    part->quick_count = (uint32_t)quick->count;
    part->value_place = quick->value_place;
    part->value_size = collection_is_history(r->collection) ? 0 : quick->value_size;
    part->moves_or_pops = part->moves || part->pops;
    part->direct = part->orderly && !part->pops && chained;
}

void run_quicken(struct reconstruction *r, struct segment *segment)
{
    struct part *parts = &r->parts[segment->first_part];
    size_t count = segment->part_count;
    for (size_t i = 0; i < count; i++)
        if (!site_get(r->sites, parts[i].site)->shown)
            return;
    struct quick_part *quick = memory_allocate((count + 1) * sizeof *quick);
    for (size_t i = 0; i < count; i++)
        quick[i] = (struct quick_part){.steps = &r->steps.items[parts[i].first_step], .step_count = parts[i].step_count, .calls = parts[i].calls,
                                       .chained = i && is_chained(r, &parts[i - 1], &parts[i])};
    segment->quick = quick_append(quick, count, &r->quick);
    for (size_t i = 0; segment->quick && i < count; i++)
        take_quick(r, &parts[i], &quick[i], quick[i + 1].chained);
    free(quick);
}

/* Are the `follows` of its parts up to date? */
static inline bool is_prepared(const struct segment *segment)
{
    return segment->prepared && (!segment->object || segment->generation == segment->object->generation);
}

/* Runs a segment that a signal interrupts, before its end or right after it. */
static bool run_interrupted(struct reconstruction *r, const struct segment *segment, const struct log_record *record)
{
    const uint8_t *data = record->data;
    for (uint32_t i = 0; i < segment->part_count; i++) {
        const struct part *part = &r->parts[segment->first_part + i];
        if (site_get(r->sites, part->site)->address == record->fault)
            return record->fault_signal || run_faulted(r, part, data);  /* this instruction did not run; run_leave follows the way to it */
        if (part->starts && !run_start(r, part))
            return false;
        if (r->window == WINDOW_OVER)
            continue;
        r->thread->pending.rises &= part->starts;
        if (r->thread->shown && part->calls)
            keep_stack_pointer(r->thread);
        data = r->thread->shown ? run_shown(r, part, data) : run_skipped(r, part, data);
        run_leave_part(r, part);
    }
    r->thread->jump = segment->jump;
    return true;
}

static inline const uint8_t *run_part(struct reconstruction *r, const struct segment *segment, struct part *part, const uint8_t *data, const struct log_record *record)
{
    if (!r->thread->shown)
        return run_skipped(r, part, data);
    if (!segment->quick)
        return run_shown(r, part, data);
    run_quick(r, part, record->data);
    return data;
}

/* May run_rest run the other parts? Only if all of their sites have run, so that they have ids, and no site can run out of execution numbers. */
static inline bool may_rest(const struct reconstruction *r, const struct segment *segment)
{
    return segment->whole && segment->ran && r->thread->shown && r->clock < ACTOR_INSTANCE_MAX - segment->part_count;
}

bool run_segment(struct reconstruction *r, struct segment *segment, const struct log_record *record)
{
    const uint8_t *data = record->data;
    struct part *part = &r->parts[segment->first_part], *end = part + segment->part_count;
    bool following = false;
    if (record->interrupted)
        return run_interrupted(r, segment, record);
    while (part < end) {
        if (following && may_rest(r, segment)) {
            part = run_rest(r, part, end, record->data);
            following = false;
            continue;
        }
        if (following && part->follows) {
            if (!run_follow(r, part))
                return false;
        } else if (part->starts) {
            if (!run_start(r, part))
                return false;
            if (!is_prepared(segment))
                prepare(r, segment);
            following = true;
        } else {
            r->thread->pending.rises = false;   /* the part continues an instruction that already has uses */
        }
        if (r->window == WINDOW_OVER) {
            following = false;      /* from here on clew only counts */
            part++;
            continue;
        }
        if (r->thread->shown && part->calls)
            keep_stack_pointer(r->thread);
        data = run_part(r, segment, part, data, record);
        if (run_leave_part(r, part))
            following = false;
        part++;
    }
    segment->ran |= r->thread->shown && r->window == WINDOW_OPEN;
    r->thread->jump = segment->jump;
    return true;
}
